//! How fast frames are drawn: `cargo bench --features simulate --bench render -- [FOLDER] [SEEDS]`.
//!
//! Draws a second of a table at 1280x720 and 120 frames a second on which two arms strike and two rest, and
//! prints frames a second of wall time and seconds of processor time a frame. With a folder, pictures of every
//! seed's first, middle and last frame are written there.

use glam::{DQuat, DVec3};
use slapsight::base::{HandSide, Player};
use slapsight::calibration::layout::Layout;
use slapsight::simulate::arm::{Body, Build, Seat, shapes};
use slapsight::simulate::camera::Camera;
use slapsight::simulate::film::{Film, Noise};
use slapsight::simulate::render::{Pictures, Quality, Renderer, Stage};
use slapsight::simulate::scene::{ArmState, CardState, HandShape, Pose, Scene};
use std::time::Instant;

/// Plain cards: a blue back, faces with pips of their own number and colour.
fn pictures() -> Pictures {
    let card = |number: u32| {
        image::RgbImage::from_fn(250, 350, |x, y| {
            let rim = x < 12 || y < 12 || x >= 238 || y >= 338;
            if number == 0 {
                let weave = (x / 8 + y / 8) % 2 == 0;
                return if rim {
                    image::Rgb([240; 3])
                } else if weave {
                    image::Rgb([30, 50, 130])
                } else {
                    image::Rgb([60, 80, 160])
                };
            }
            let (cx, cy) = (x % 62, y % 87);
            let pip = (cx as i32 - 31).pow(2) + (cy as i32 - 43).pow(2) < 200 && (x / 62 + 4 * (y / 87)) % 13 < number;
            if pip && !rim {
                if number.is_multiple_of(2) { image::Rgb([190, 20, 30]) } else { image::Rgb([20; 3]) }
            } else {
                image::Rgb([244, 243, 238])
            }
        })
    };
    Pictures { pictures: (0..14).map(card).collect(), cards: (0..52).map(|k| [k % 13 + 1, 0]).collect() }
}

fn scene(bodies: &[Body; 2], t: f64) -> Scene {
    let mut cards = Vec::new();
    let mut lay = |x: f64, y: f64, z: f64, turn: f64, up: bool, curl: f64| {
        let over = if up { DQuat::IDENTITY } else { DQuat::from_rotation_y(std::f64::consts::PI) };
        let pose = Pose { at: DVec3::new(x, y, z + 0.015), turn: DQuat::from_rotation_z(turn) * over };
        cards.push(CardState { card: cards.len() as u8, pose, curl });
    };
    for player in [-1.0, 1.0] {
        for (column, x) in [-10.5, -3.5, 3.5, 10.5].into_iter().enumerate() {
            for k in 0..4 - column {
                lay(
                    x + 0.1 * (k * k) as f64,
                    player * 27.7,
                    0.03 * k as f64,
                    0.03 * (k as f64 - 1.0),
                    k + 1 == 4 - column,
                    0.0,
                );
            }
        }
        for k in 0..13 {
            let shift = f64::from(k * 7 % 5) * 0.06;
            lay(player * -27.0 + shift, player * 5.5 + shift * 0.5, 0.03 * f64::from(k), shift * 0.1, false, 0.0);
        }
    }
    lay(-5.2, 0.2, 0.0, 0.1, true, 0.0);
    lay(5.4, -0.1, 0.0, -0.06, true, 0.004);
    // A card on its way, turned by the hand that carries it.
    let go = (t * 1.6).min(1.0);
    let pose = Pose {
        at: DVec3::new(-20.0 + 15.0 * go, 4.0, 3.0),
        turn: DQuat::from_rotation_x(0.3) * DQuat::from_rotation_z(0.4 * go),
    };
    cards.push(CardState { card: 51, pose, curl: 0.02 });
    let strike = (0.5 - 0.5 * (t * std::f64::consts::TAU * 1.5).cos()).powi(3);
    let arm = |player: Player, hand: HandSide, at: [f64; 2], above: f64, shape: HandShape| {
        let (body, seat) = (&bodies[player.index()], Seat::new(player, 60.0));
        let turn = body.natural_turn(&seat, hand, DVec3::new(at[0], at[1], 3.0));
        // The hand's lowest point is that far above the cloth.
        let at = DVec3::new(at[0], at[1], above + body.lowest(hand, turn, &shape));
        let wrist = Pose { at, turn };
        ArmState { player, hand, wrist, elbow: body.elbow(&seat, hand, &wrist), shape }
    };
    let raised = 6.0 * (t * std::f64::consts::TAU * 1.5).sin().powi(2);
    let arms = vec![
        arm(Player::One, HandSide::Left, [-17.0, -44.0], 0.02, shapes::REST),
        arm(Player::One, HandSide::Right, [14.0 - 8.0 * strike, -40.0 + 25.0 * strike], 0.1 + raised, shapes::FLAT),
        arm(Player::Two, HandSide::Left, [17.0, 44.0], 0.02, shapes::FINGERTIPS),
        arm(
            Player::Two,
            HandSide::Right,
            [-14.0 + 6.0 * strike, 42.0 - 20.0 * strike],
            0.2 + raised * 0.6,
            shapes::CARRY,
        ),
    ];
    Scene { cards, arms, mats: Vec::new() }
}

fn camera() -> Camera {
    Camera {
        width: 1280,
        height: 720,
        focal_px: 1050.0,
        distortion: [-0.12, 0.03, 0.0005, -0.0003, 0.0],
        position: DVec3::new(12.0, -62.0, 118.0),
        look_at: DVec3::new(0.0, -1.0, 0.0),
        roll: 0.01,
        exposure_s: 0.004,
        readout_s: 0.0,
        knocks: Vec::new(),
    }
}

/// Seconds of processor time of this process so far (Linux).
fn processor_s() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks: f64 = after.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<f64>().ok()).sum();
    ticks / 100.0
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let seeds: u64 = arguments.get(1).and_then(|n| n.parse().ok()).unwrap_or(1);
    let frames: usize = arguments.get(2).and_then(|n| n.parse().ok()).unwrap_or(120);
    for seed in 0..seeds {
        let stage = if seed == 0 { Stage::default() } else { Stage::random(&Layout::reference(), seed) };
        let start = Instant::now();
        let build = |k: u64| Build { sex: if (seed + k).is_multiple_of(2) { 1.0 } else { -1.0 }, ..Build::default() };
        let bodies = [Body::new(&build(0)), Body::new(&build(1))];
        let limbs: Vec<Box<dyn slapsight::simulate::render::Limb>> =
            vec![Box::new(bodies[0].clone()), Box::new(bodies[1].clone())];
        let scene = |t: f64| scene(&bodies, t);
        let mut renderer = match Renderer::new(&stage, &pictures(), limbs, Quality::default()) {
            Ok(renderer) => renderer,
            Err(error) => return eprintln!("{error}"),
        };
        println!("{}: ready in {:.2} s", renderer.device(), start.elapsed().as_secs_f64());
        let film =
            Film { noise: Noise { electrons: 6000.0, read: 4.0, ..Noise::default() }, sharpen: 0.3, ..Film::default() };
        let camera = camera();
        let (mut start, mut processor) = (Instant::now(), processor_s());
        for frame in 0..frames {
            if frame == 1 {
                let (wall, used) = (start.elapsed().as_secs_f64(), processor_s() - processor);
                println!("the first frame, with all that stands still: {wall:.2} s, {used:.2} s of processor time");
                (start, processor) = (Instant::now(), processor_s());
            }
            let picture = match renderer.render(frame as f64 / 120.0, &camera, &film, &scene) {
                Ok(picture) => picture,
                Err(error) => return eprintln!("{error}"),
            };
            if let Some(folder) = arguments.first().filter(|_| frame == 0 || frame == frames / 4 || frame + 1 == frames)
            {
                let effort = renderer.effort();
                println!("frame {frame}: {effort:?}");
                if let Err(error) = picture.save(format!("{folder}/seed{seed}-frame{frame}.png")) {
                    return eprintln!("{folder}: {error}");
                }
            }
        }
        let (wall, used) = (start.elapsed().as_secs_f64(), processor_s() - processor);
        let rest = frames.saturating_sub(1);
        println!(
            "{rest} frames in {wall:.2} s: {:.2} a second; {:.3} s of processor time a frame",
            rest as f64 / wall,
            used / rest.max(1) as f64
        );
    }
}
