//! The renderer against the camera, on small pictures. They need a Vulkan device; Mesa's will do.

use super::*;
use crate::base::{HandSide, Player};
use crate::simulate::arm::{Body, Build, Seat, shapes};
use crate::simulate::film::Film;
use crate::simulate::scene::{ArmState, CardState, Pose};
use glam::{DQuat, DVec3};

fn pictures() -> Pictures {
    let plain = |grey: u8| image::RgbImage::from_pixel(63, 88, image::Rgb([grey; 3]));
    Pictures { pictures: vec![plain(250), plain(40)], cards: vec![[0, 1]; 8] }
}

fn renderer_of(stage: &Stage, quality: Quality) -> Renderer {
    let limb = || -> Box<dyn Limb> { Box::new(Body::new(&Build::default())) };
    Renderer::new(stage, &pictures(), vec![limb(), limb()], quality)
        .expect("a Vulkan device: apt-get install mesa-vulkan-drivers")
}

fn renderer() -> Renderer {
    renderer_of(&Stage::default(), Quality::default())
}

fn camera() -> Camera {
    Camera {
        width: 320,
        height: 200,
        focal_px: 420.0,
        distortion: [-0.25, 0.08, 0.002, -0.001, 0.0],
        position: DVec3::new(6.0, -40.0, 60.0),
        look_at: DVec3::new(0.0, 0.0, 0.0),
        roll: 0.05,
        exposure_s: 0.002,
        readout_s: 0.0,
        knocks: Vec::new(),
    }
}

fn card(card: u8, at: [f64; 3], turn: f64) -> CardState {
    let turn = DQuat::from_rotation_z(turn);
    CardState { card, pose: Pose { at: DVec3::from(at), turn }, curl: 0.0 }
}

/// Where an edge crosses a row or column of a mask, pixels: half way between the last pixel inside and the
/// first outside.
fn crossing(mask: &Mask, what: What, from: [f64; 2], towards: [f64; 2]) -> f64 {
    let step = 0.02;
    let inside = |k: usize| {
        let at = [0, 1].map(|axis: usize| (from[axis] + towards[axis] * step * k as f64).round());
        mask.at(at[0] as u32, at[1] as u32) == what
    };
    (0..1000).take_while(|k| inside(*k)).count() as f64 * step
}

#[test]
fn a_cards_edges_in_the_mask_are_where_the_camera_says() {
    let mut renderer = renderer();
    let camera = camera();
    let state = card(2, [7.0, -3.0, 1.5], 0.4);
    let scene = Scene { cards: vec![state], ..Scene::default() };
    let mask = renderer.mask(0.0, &camera, &|_| scene.clone()).expect("drawn");
    let stand = camera.stand(0.0);
    let see = |x: f64, y: f64| {
        let at = state.pose.apply(DVec3::new(x, y, card::THICKNESS_CM / 2.0));
        let p = camera.project(&stand, at).expect("in view");
        [p.x, p.y]
    };
    let half = [3.15, 4.4];
    for (x, y) in
        [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.8, 1.0), (-0.8, -1.0), (1.0, 0.85), (-1.0, 0.85)]
    {
        // From a little inside the edge straight out over it, in the picture.
        let edge = see(x * half[0], y * half[1]);
        let (dx, dy) = (if f64::abs(x) == 1.0 { x } else { 0.0 }, if f64::abs(y) == 1.0 { y } else { 0.0 });
        let inside = see(x * half[0] - dx, y * half[1] - dy);
        let way = [edge[0] - inside[0], edge[1] - inside[1]];
        let length = way[0].hypot(way[1]);
        let found = crossing(&mask, What::Card(2), inside, way.map(|w| w / length));
        // The card's rim adds a tenth of a pixel on the near side.
        assert!((found - length).abs() < 0.75, "{x} {y}: {found} for {length}");
    }
    assert_eq!(mask.at(160, 150), What::Table);
}

/// The middle of all pixels that show something.
fn middle(mask: &Mask, what: What) -> [f64; 2] {
    let mut sum = [0.0; 3];
    for y in 0..mask.height {
        for x in 0..mask.width {
            if mask.at(x, y) == what {
                sum = [sum[0] + f64::from(x), sum[1] + f64::from(y), sum[2] + 1.0];
            }
        }
    }
    [sum[0] / sum[2], sum[1] / sum[2]]
}

#[test]
fn the_lens_bends_the_picture_as_the_camera_does() {
    // Cards so small that the lens is the same all over them.
    let mut renderer = renderer_of(&Stage { card_cm: [1.6, 2.0], ..Stage::default() }, Quality::default());
    let camera =
        Camera { width: 640, height: 400, focal_px: 700.0, distortion: [-0.3, 0.1, 0.003, -0.002, 0.0], ..camera() };
    let stand = camera.stand(0.0);
    for (x, y) in [(-20.0, -12.0), (19.0, -11.0), (-22.0, 14.0), (20.0, 13.0), (0.0, 0.0)] {
        let scene = Scene { cards: vec![card(1, [x, y, 0.1], 0.0)], ..Scene::default() };
        let mask = renderer.mask(0.0, &camera, &|_| scene.clone()).expect("drawn");
        let seen = middle(&mask, What::Card(1));
        // The camera's own mean over the card's face.
        let mut mean = [0.0; 3];
        for i in -20..=20 {
            for j in -20..=20 {
                let at = DVec3::new(x + f64::from(i) / 20.5 * 0.8, y + f64::from(j) / 20.5, 0.115);
                let area = 1.0 / (stand.axes * (at - stand.eye)).z.powi(3);
                let p = camera.project(&stand, at).expect("in view");
                mean = [mean[0] + p.x * area, mean[1] + p.y * area, mean[2] + area];
            }
        }
        let off = [seen[0] - mean[0] / mean[2], seen[1] - mean[1] / mean[2]];
        // Without the lens's formula these are off by up to twenty pixels.
        assert!(off[0].hypot(off[1]) < 0.25, "{x} {y}: {off:?}");
    }
}

#[test]
fn a_rolling_shutter_slants_what_moves() {
    let mut renderer = renderer();
    let camera = Camera {
        readout_s: 0.016,
        distortion: [0.0; 5],
        roll: 0.0,
        position: DVec3::new(0.0, -0.001, 70.0),
        ..camera()
    };
    let speed = 200.0;
    let scene = |t: f64| Scene { cards: vec![card(1, [speed * t, 0.0, 1.0], 0.0)], ..Scene::default() };
    let mask = renderer.mask(0.0, &camera, &scene).expect("drawn");
    let left = |y: u32| (0..mask.width).find(|x| mask.at(*x, y) == What::Card(1)).map(f64::from).expect("the card");
    for y in [85_u32, 100, 115] {
        let row = camera.row_time(0.0, f64::from(y));
        let expected = 159.5 + 420.0 * (speed * row - 3.15) / (70.0 - 1.015);
        assert!((left(y) - 0.5 - expected).abs() < 1.1, "row {y}: {} for {expected}", left(y));
    }
    let slant = left(115) - left(85);
    let predicted = 420.0 * speed * 0.016 * 30.0 / 200.0 / 69.0;
    assert!((slant - predicted).abs() < 1.1, "{slant} {predicted}");
}

fn arm(body: &Body, y: f64) -> ArmState {
    let seat = Seat::new(Player::One, 60.0);
    let at = DVec3::new(5.0, y, 4.0);
    let turn = body.natural_turn(&seat, HandSide::Right, at);
    let wrist = Pose { at, turn };
    let elbow = body.elbow(&seat, HandSide::Right, &wrist);
    ArmState { player: Player::One, hand: HandSide::Right, wrist, elbow, shape: shapes::FLAT }
}

fn striking(t: f64) -> Scene {
    let body = Body::new(&Build::default());
    Scene {
        cards: vec![card(1, [0.0; 3], 0.1), card(2, [8.0 + 40.0 * t, 2.0, 2.0], 0.3)],
        arms: vec![arm(&body, -16.0 + 150.0 * t)],
        mats: Vec::new(),
    }
}

#[test]
fn the_same_frames_are_the_same_bytes_and_what_is_kept_shows_no_seam() {
    let (mut one, mut two) = (renderer(), renderer());
    let camera = camera();
    let film = Film::default();
    for t in [0.0, 0.01, 0.02] {
        let a = one.render(t, &camera, &film, &striking).expect("drawn");
        let b = two.render(t, &camera, &film, &striking).expect("drawn");
        assert!(a == b, "frame {t}");
    }
    // The last frame by a renderer that kept nothing: no byte differs by more than what ambient shadow hides.
    let kept = one.render(0.03, &camera, &film, &striking).expect("drawn");
    assert!(one.effort().share < 0.8 && !one.effort().still, "{:?}", one.effort());
    let fresh = renderer().render(0.03, &camera, &film, &striking).expect("drawn");
    let worst = kept.as_raw().iter().zip(fresh.as_raw()).map(|(a, b)| a.abs_diff(*b)).max();
    assert!(worst <= Some(2), "{worst:?}");
}

#[test]
fn a_card_that_comes_to_rest_elsewhere_leaves_nothing_behind() {
    let mut renderer = renderer();
    let camera = camera();
    let at =
        |x: f64| Scene { cards: vec![card(1, [x, 0.0, 0.015], 0.0), card(2, [x, 0.0, 0.6], 0.3)], ..Scene::default() };
    let first = renderer.expose(0.0, &camera, &|_| at(-8.0)).expect("drawn");
    let moved = renderer.expose(1.0, &camera, &|_| at(8.0)).expect("drawn");
    let back = renderer.expose(2.0, &camera, &|_| at(-8.0)).expect("drawn");
    let worst = |a: &crate::simulate::film::Light, b: &crate::simulate::film::Light| {
        a.rgb.iter().zip(&b.rgb).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    };
    assert!(worst(&first, &moved) > 0.2);
    assert!(worst(&first, &back) < 0.006, "{}", worst(&first, &back));
}

#[test]
fn motion_blur_keeps_the_light() {
    // A card in full light over a dark floor: its blurred image holds as much light as its sharp one.
    let stage = Stage { mats: stage::Mats { colour: [0.01; 3], ..stage::Mats::default() }, ..Stage::default() };
    let plain = stage::Print { width_cm: 0.1, colour: [0.01; 3], border_width_cm: 0.0, ..stage::Print::default() };
    let mut renderer = renderer_of(&Stage { print: plain, ..stage }, Quality::default());
    let camera = Camera { exposure_s: 0.02, ..camera() };
    let bright = |speed: f64, renderer: &mut Renderer| {
        let scene = |t: f64| Scene { cards: vec![card(0, [speed * (t - 0.5), 0.0, 0.5], 0.0)], ..Scene::default() };
        let light = renderer.expose(0.5, &camera, &scene).expect("drawn");
        let row = |y: usize| light.rgb[y * 320 * 3..(y + 1) * 320 * 3].iter().sum::<f32>();
        ((40..160).map(row).sum::<f32>(), renderer.effort().samples)
    };
    let empty = {
        let light = renderer.expose(0.5, &camera, &|_| Scene::default()).expect("drawn");
        (40..160).map(|y| light.rgb[y * 960..(y + 1) * 960].iter().sum::<f32>()).sum::<f32>()
    };
    let (sharp, few) = bright(0.001, &mut renderer);
    let (blurred, many) = bright(500.0, &mut renderer);
    assert!(many > few, "{few} {many}");
    let ratio = (blurred - empty) / (sharp - empty);
    assert!((ratio - 1.0).abs() < 0.03, "{ratio}");
}

#[test]
fn a_hand_shows_and_darkens_the_cloth_beside_it() {
    let mut renderer = renderer();
    let camera = camera();
    let body = Body::new(&Build::default());
    let scene = Scene { arms: vec![arm(&body, -14.0)], ..Scene::default() };
    let mask = renderer.mask(0.0, &camera, &|_| scene.clone()).expect("drawn");
    let with = renderer.expose(0.0, &camera, &|_| scene.clone()).expect("drawn");
    let without = renderer.expose(0.0, &camera, &|_| Scene::default()).expect("drawn");
    let mut shaded = 0;
    let mut arm_pixels = 0;
    for y in 0..200_u32 {
        for x in 0..320_u32 {
            let at = ((y * 320 + x) * 3 + 1) as usize;
            arm_pixels += usize::from(mask.at(x, y) == What::Arm(0));
            shaded += usize::from(mask.at(x, y) == What::Table && with.rgb[at] < without.rgb[at] * 0.75);
        }
    }
    assert!(arm_pixels > 3000, "{arm_pixels}");
    assert!(shaded > 300, "{shaded}");
}

#[test]
fn a_picture_that_no_device_can_draw_is_refused() {
    let camera = Camera { width: 0, ..camera() };
    let error = renderer().expose(0.0, &camera, &|_| Scene::default()).expect_err("refused");
    assert!(error.to_string().contains("0 x 200"), "{error}");
}
