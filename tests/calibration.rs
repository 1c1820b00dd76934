//! Automatic calibration measured on drawn tables with known cameras, and the files around it.
//!
//! The drawings are this test's own: procedural wood, cloth, lines, cards and arms, seen by a pinhole
//! camera with radial distortion. They share no code with the solver but the layout and the lens model.

use image::{Rgb, RgbImage};
use rayon::prelude::*;
use slapsight::base::{Homography, Image, Point, Side, Table};
use slapsight::calibration::{
    Calibration, CalibrationError, CalibrationFile, Distortion, Layout, MatWatch, Method, NamedPoint, check, file,
    load, overlay, points, sides, solve_lines,
};
use std::path::Path;

type Colour = [f64; 3];

#[derive(Clone)]
struct Scene {
    name: &'static str,
    size: (u32, u32),
    /// Degrees the camera is turned about the vertical, and tilted away from straight down.
    azimuth: f64,
    tilt: f64,
    /// Table point in the middle of the picture, and camera height, centimetres.
    aim: (f64, f64),
    height: f64,
    /// Focal length over the longer side.
    focal: f64,
    k1: f64,
    cloth: Colour,
    line: Colour,
    table: Colour,
    /// Line width, and how far inside the outline its middle lies, centimetres.
    width: f64,
    inset: f64,
    border: bool,
    noise: f64,
    arms: bool,
    /// How far the mats lie from where the camera was calibrated, centimetres.
    moved: (f64, f64),
}

impl Default for Scene {
    fn default() -> Self {
        Scene {
            name: "plain",
            size: (800, 450),
            azimuth: 0.0,
            tilt: 30.0,
            aim: (0.0, 0.0),
            height: 145.0,
            focal: 0.9,
            k1: 0.0,
            cloth: [20.0, 105.0, 50.0],
            line: [225.0, 225.0, 215.0],
            table: [120.0, 80.0, 50.0],
            width: 0.4,
            inset: 0.0,
            border: true,
            noise: 3.0,
            arms: true,
            moved: (0.0, 0.0),
        }
    }
}

/// A repeatable noise in 0..1.
fn hash(a: i64, b: i64, c: i64) -> f64 {
    let mut v = (a as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (b as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ (c as u64).wrapping_mul(0x1656_67B1_9E37_79F9);
    v ^= v >> 29;
    v = v.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    v ^= v >> 32;
    (v >> 11) as f64 / (1_u64 << 53) as f64
}

/// Cards on the piles, in the boundaries and on the draw decks: middle and turn.
const CARDS: [(f64, f64, f64); 11] = [
    (-5.2, 0.4, 0.05),
    (5.4, -0.3, -0.08),
    (-10.5, -27.7, 0.0),
    (-3.6, -27.5, 0.03),
    (3.5, -27.9, 0.0),
    (10.2, -27.6, -0.02),
    (-9.8, 27.7, 0.02),
    (-3.0, 27.6, 0.0),
    (3.6, 27.5, 0.0),
    (27.0, -5.5, 0.2),
    (-27.0, 5.0, -0.1),
];

impl Scene {
    fn middle(&self) -> (f64, f64) {
        ((f64::from(self.size.0) - 1.0) / 2.0, (f64::from(self.size.1) - 1.0) / 2.0)
    }

    fn unit(&self) -> f64 {
        f64::from(self.size.0.max(self.size.1))
    }

    /// Ideal pixels of table points.
    fn image_from_table(&self) -> Homography<Table, Image> {
        let f = self.focal * self.unit();
        let (sa, ca) = self.azimuth.to_radians().sin_cos();
        let (st, ct) = self.tilt.to_radians().sin_cos();
        // The picture's right and down and the viewing direction, in table coordinates with z up.
        let right = [ca, sa, 0.0];
        let ahead = [-sa, ca, 0.0];
        let down = [-ahead[0] * ct, -ahead[1] * ct, -st];
        let view = [ahead[0] * st, ahead[1] * st, -ct];
        let distance = self.height / ct;
        let eye = [self.aim.0 - distance * view[0], self.aim.1 - distance * view[1], self.height];
        let (cx, cy) = self.middle();
        let row = |axis: [f64; 3]| [axis[0], axis[1], -(axis[0] * eye[0] + axis[1] * eye[1] + axis[2] * eye[2])];
        let (r, d, v) = (row(right), row(down), row(view));
        Homography::new([
            std::array::from_fn(|i| f * r[i] + cx * v[i]),
            std::array::from_fn(|i| f * d[i] + cy * v[i]),
            v,
        ])
    }

    fn lens(&self) -> Distortion {
        let ((cx, cy), unit) = (self.middle(), self.unit());
        Distortion {
            k: [self.k1, 0.0, 0.0, 0.0, 0.0],
            camera_matrix: [[unit, 0.0, cx], [0.0, unit, cy], [0.0, 0.0, 1.0]],
        }
    }

    fn truth(&self, at: Point<Table>) -> Point<Image> {
        self.lens().distort(self.image_from_table().apply(at))
    }

    /// What lies at a table point.
    fn colour(&self, layout: &Layout, x: f64, y: f64) -> Colour {
        let grain = 0.85 + 0.3 * hash((y * 4.0).floor() as i64, (x * 0.15).floor() as i64, 1);
        let (x, y) = (x - self.moved.0, y - self.moved.1);
        let Some(mat) = layout.mats.iter().find(|mat| mat.contains(Point::new(x, y))) else {
            return self.table.map(|v| v * grain);
        };
        for (cx, cy, turned) in CARDS {
            let (sin, cos) = f64::sin_cos(turned);
            let (u, v) = ((x - cx) * cos + (y - cy) * sin, (y - cy) * cos - (x - cx) * sin);
            if u.abs() < 3.1 && v.abs() < 4.4 {
                let pip = u.rem_euclid(2.1) < 0.9 && v.rem_euclid(2.4) < 1.1 && u.abs() < 2.3 && v.abs() < 3.4;
                return if pip { [170.0, 30.0, 35.0] } else { [238.0, 236.0, 230.0] };
            }
        }
        let (w, i) = (self.width / 2.0, self.inset);
        let mut drawn = false;
        for zone in layout.zones.iter().filter(|zone| !zone.id.starts_with("centre_")) {
            let (low, high) = zone.bounds();
            // Distance to the nearest side, positive inside.
            let depth = (x - low.x).min(high.x - x).min(y - low.y).min(high.y - y);
            drawn |= (depth - i).abs() < w || (zone.id == "centre" && depth > 0.0 && x.abs() < w);
        }
        if self.border {
            let (low, high) = mat.bounds();
            drawn |= (0.6..0.9).contains(&(x - low.x).min(high.x - x).min(y - low.y).min(high.y - y));
        }
        let weave = 0.92 + 0.16 * hash((x * 0.8).floor() as i64, (y * 0.8).floor() as i64, 2);
        if drawn { self.line } else { self.cloth.map(|v| v * weave) }
    }

    fn picture(&self, layout: &Layout, moment: i64) -> RgbImage {
        const SUB: [f64; 3] = [-1.0 / 3.0, 0.0, 1.0 / 3.0];
        let table_from_image = self.image_from_table().inverse().expect("a camera");
        let lens = self.lens();
        RgbImage::from_fn(self.size.0, self.size.1, |px, py| {
            let mut sum = [0.0; 3];
            for (dx, dy) in SUB.iter().flat_map(|dy| SUB.iter().map(move |dx| (dx, dy))) {
                let seen = Point::new(f64::from(px) + dx, f64::from(py) + dy);
                let ideal = if self.k1 == 0.0 { seen } else { lens.undistort(seen) };
                let at = table_from_image.apply(ideal);
                let mut colour = self.colour(layout, at.x, at.y);
                // Two arms from the picture's edges, one at rest and one that moves.
                let (u, v) = (seen.x / self.unit(), seen.y / self.unit());
                let resting = (u - 0.18 - 0.5 * v).abs() < 0.035 && v < 0.2;
                let moving = (u - 0.75 + 0.7 * v - 0.06 * moment as f64).abs() < 0.04 && v > 0.25;
                if self.arms && (resting || moving) {
                    colour = [200.0, 150.0, 120.0];
                }
                for (total, value) in sum.iter_mut().zip(colour) {
                    *total += value / 9.0;
                }
            }
            let pixel: [u8; 3] = std::array::from_fn(|i| {
                let draw = |k: i64| hash(i64::from(px), i64::from(py), 100 * moment + 10 * k + i as i64);
                // Three uniform draws have the spread 0.5.
                let noise = 2.0 * self.noise * (draw(1) + draw(2) + draw(3) - 1.5);
                (sum[i] + noise).round().clamp(0.0, 255.0) as u8
            });
            Rgb(pixel)
        })
    }

    fn pictures(&self, layout: &Layout) -> Vec<RgbImage> {
        (0..3).map(|moment| self.picture(layout, moment)).collect()
    }

    /// The largest error over the corners of zones and mats inside the picture, pixels.
    fn worst_px(&self, calibration: &Calibration) -> f64 {
        let (w, h) = (f64::from(self.size.0) - 1.0, f64::from(self.size.1) - 1.0);
        let layout = &calibration.layout;
        let corners = layout.zones.iter().chain(&layout.mats).flat_map(|zone| zone.polygon.clone());
        corners
            .filter_map(|at| {
                let truth = self.truth(at);
                let inside = truth.x >= 0.0 && truth.y >= 0.0 && truth.x <= w && truth.y <= h;
                inside.then(|| truth.distance(calibration.to_image(at)))
            })
            .fold(0.0, f64::max)
    }

    fn side(&self) -> Side {
        sides::player1_side(&self.image_from_table())
    }
}

fn scenes() -> Vec<Scene> {
    let plain = Scene::default();
    vec![
        Scene { name: "straight down", tilt: 0.0, azimuth: 90.0, height: 160.0, ..plain.clone() },
        Scene { name: "from Player 2, blue cloth", azimuth: 180.0, cloth: [25.0, 45.0, 130.0], ..plain.clone() },
        Scene { name: "diagonal 30, red cloth", azimuth: 30.0, cloth: [140.0, 25.0, 30.0], ..plain.clone() },
        Scene { name: "diagonal 45, black cloth", azimuth: 45.0, cloth: [22.0, 22.0, 25.0], ..plain.clone() },
        Scene { name: "steep 50", tilt: 50.0, azimuth: -90.0, height: 110.0, ..plain.clone() },
        Scene {
            name: "dark lines on grey",
            cloth: [165.0, 165.0, 160.0],
            line: [35.0, 35.0, 40.0],
            azimuth: 12.0,
            ..plain.clone()
        },
        Scene {
            name: "red lines as bright as their blue cloth",
            cloth: [20.0, 90.0, 130.0],
            line: [190.0, 55.0, 40.0],
            azimuth: 70.0,
            tilt: 20.0,
            ..plain.clone()
        },
        Scene { name: "barrel lens", k1: -0.08, azimuth: 5.0, tilt: 25.0, ..plain.clone() },
        Scene {
            name: "part of the table",
            aim: (12.0, -8.0),
            height: 110.0,
            azimuth: 90.0,
            tilt: 25.0,
            ..plain.clone()
        },
        Scene { name: "small and noisy", size: (640, 360), noise: 12.0, azimuth: -25.0, ..plain.clone() },
        Scene {
            name: "upright, thin inset lines",
            size: (540, 960),
            azimuth: 80.0,
            width: 0.25,
            inset: 0.12,
            height: 170.0,
            ..plain.clone()
        },
        Scene {
            name: "thick lines, no border, white table",
            width: 0.7,
            border: false,
            table: [215.0, 212.0, 205.0],
            azimuth: 140.0,
            ..plain
        },
    ]
}

#[test]
fn drawn_tables_are_found_to_a_pixel() {
    let layout = Layout::reference();
    let failures: Vec<String> = scenes()
        .par_iter()
        .filter_map(|scene| {
            let pictures = scene.pictures(&layout);
            if let Some(folder) = std::env::var_os("SLAPSIGHT_KEEP_DRAWINGS") {
                let name = scene.name.replace([' ', ','], "_");
                pictures[0].save(Path::new(&folder).join(format!("{name}.png"))).expect("the folder is writable");
            }
            let solved = match solve_lines(&pictures, &layout, Some(scene.side())) {
                Ok(solved) => solved,
                Err(error) => return Some(format!("{}: {error}", scene.name)),
            };
            let worst = scene.worst_px(&solved.calibration);
            let (residual, side) = (solved.calibration.residual_mm, solved.calibration.player1);
            println!(
                "{}: {worst:.2} px, {residual:.2} mm, coverage {:.2}, rival {:.2}, {:?}",
                scene.name, solved.coverage, solved.rival, solved.channel
            );
            let fine = worst <= 0.6 && residual < 1.0 && side == scene.side();
            (!fine).then(|| format!("{}: {worst:.2} px, {residual:.2} mm, Player 1 {side}", scene.name))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn pictures_without_mats_are_refused() {
    let layout = Layout::reference();
    // Wood with cards strewn over it; a chessboard; a rug of stripes both ways; noise.
    let wood = |x: f64, y: f64| {
        let v = 0.8 + 0.3 * hash((y * 0.7).floor() as i64, (x * 0.03).floor() as i64, 5);
        [125.0 * v, 85.0 * v, 55.0 * v]
    };
    let cards = |x: f64, y: f64| {
        for i in 0..14 {
            let turn = hash(i, 1, 9) * 3.0;
            let (cx, cy) = (60.0 + 520.0 * hash(i, 2, 9), 50.0 + 260.0 * hash(i, 3, 9));
            let (u, v) = ((x - cx) * turn.cos() + (y - cy) * turn.sin(), (y - cy) * turn.cos() - (x - cx) * turn.sin());
            if u.abs() < 25.0 && v.abs() < 36.0 {
                return if u.abs() > 22.0 || v.abs() > 33.0 { [240.0; 3] } else { [60.0, 70.0, 150.0] };
            }
        }
        wood(x, y)
    };
    let board = |x: f64, y: f64| {
        if ((x / 40.0).floor() + (y / 40.0).floor()) as i64 % 2 == 0 { [220.0; 3] } else { [60.0; 3] }
    };
    let rug = |x: f64, y: f64| {
        let line = (x + 0.2 * y).rem_euclid(37.0) < 3.0 || (y - 0.2 * x).rem_euclid(53.0) < 3.0;
        if line { [220.0; 3] } else { [120.0, 40.0, 40.0] }
    };
    let noise = |x: f64, y: f64| [255.0 * hash(x as i64, y as i64, 3); 3];
    type Draw<'a> = &'a (dyn Fn(f64, f64) -> [f64; 3] + Sync);
    let drawings: [(&str, Draw); 5] =
        [("wood", &wood), ("cards", &cards), ("board", &board), ("rug", &rug), ("noise", &noise)];
    drawings.par_iter().for_each(|(name, draw)| {
        let picture =
            RgbImage::from_fn(
                640,
                360,
                |x, y| Rgb(draw(f64::from(x), f64::from(y)).map(|v| v.clamp(0.0, 255.0) as u8)),
            );
        match solve_lines(&[picture], &layout, None) {
            Ok(solved) => panic!("{name}: accepted with coverage {:.2}", solved.coverage),
            Err(error) => {
                assert!(matches!(error, CalibrationError::NotTrusted { .. }), "{name}: {error}");
                assert!(error.to_string().contains("--points"), "{name}: {error}");
            }
        }
    });
}

/// One small scene for what does not need many.
fn small() -> Scene {
    Scene { size: (640, 360), azimuth: 90.0, tilt: 25.0, ..Scene::default() }
}

#[test]
fn player_one_sits_where_told_or_left_or_near() {
    let layout = Layout::reference();
    let pictures = small().pictures(&layout);
    let solve = |side| solve_lines(&pictures, &layout, side);
    let left = solve(None).expect("mats").calibration;
    let right = solve(Some(Side::Right)).expect("mats").calibration;
    assert_eq!((left.player1, right.player1), (Side::Left, Side::Right));
    let middle_of = |c: &Calibration| c.to_image(layout.zone("boundary_1").expect("zone").middle());
    assert!(middle_of(&left).x < 320.0 && middle_of(&right).x > 320.0);
    let refusal = solve(Some(Side::Near)).expect_err("players sit left and right");
    assert!(matches!(refusal, CalibrationError::WrongSide { .. }), "{refusal}");
    // The same pictures give the same camera, to the last bit.
    assert_eq!(solve(None).expect("mats").calibration.image_from_table.rows, left.image_from_table.rows);
}

#[test]
fn pictures_that_cannot_be_used_say_so() {
    let layout = Layout::reference();
    for pictures in [vec![], vec![RgbImage::new(640, 360), RgbImage::new(320, 180)], vec![RgbImage::new(8, 8)]] {
        let error = solve_lines(&pictures, &layout, None).expect_err("unusable");
        assert!(matches!(error, CalibrationError::Pictures { .. }), "{error}");
    }
    let black = solve_lines(&[RgbImage::new(640, 360)], &layout, None).expect_err("nothing to see");
    assert!(matches!(black, CalibrationError::NotTrusted { .. }), "{black}");
}

#[test]
fn moved_mats_are_measured() {
    let layout = Layout::reference();
    let scene = small();
    let truth = Calibration::new(layout.clone(), Method::File, scene.image_from_table(), None, 0.0).expect("regular");
    let still = check(&scene.picture(&layout, 1), &truth).expect("lines in sight");
    assert!(still.largest_mm(40.0) < 1.0, "{still:?}");
    let moved = Scene { moved: (0.5, -0.3), ..scene.clone() };
    let drift = check(&moved.picture(&layout, 1), &truth).expect("lines in sight");
    assert!((drift.shift_mm.0 - 5.0).abs() < 0.6 && (drift.shift_mm.1 + 3.0).abs() < 0.6, "{drift:?}");
    let gone = Scene { moved: (500.0, 0.0), ..scene };
    assert!(check(&gone.picture(&layout, 1), &truth).is_none(), "there are no mats");
}

#[test]
fn mats_are_followed_one_by_one_as_far_as_they_go() {
    let layout = Layout::reference();
    let scene = small();
    let truth = Calibration::new(layout.clone(), Method::File, scene.image_from_table(), None, 0.0).expect("regular");
    let mut watch = MatWatch::new(&truth);
    // Farther than one look reaches, in steps that it does.
    for moved in [(0.0, 0.0), (0.5, -0.3), (1.6, -0.9), (2.7, -1.5)] {
        let looks = watch.look(&Scene { moved, ..scene.clone() }.picture(&layout, 1));
        assert_eq!(looks.len(), layout.mats.len());
        for look in looks {
            let look = look.expect("lines in sight");
            assert!(look.told == (true, true), "{look:?}");
            assert!((look.shift.0 - moved.0).abs() < 0.1 && (look.shift.1 - moved.1).abs() < 0.1, "{moved:?} {look:?}");
        }
    }
    let gone = watch.look(&Scene { moved: (500.0, 0.0), ..scene }.picture(&layout, 1));
    assert!(gone.iter().all(Option::is_none), "there are no mats: {gone:?}");
}

#[test]
fn overlay_draws_the_zones_where_they_are() {
    let layout = Layout::reference();
    let scene = small();
    let truth = Calibration::new(layout.clone(), Method::File, scene.image_from_table(), None, 0.0).expect("regular");
    let grey = RgbImage::from_pixel(640, 360, Rgb([90, 90, 90]));
    let drawn = overlay(&grey, &truth).expect("drawn");
    assert_eq!(drawn.dimensions(), grey.dimensions());
    let boundary = layout.zone("boundary_1").expect("zone");
    let side = scene.truth(Point::new(boundary.polygon[0].x, boundary.middle().y));
    let pixel = drawn.get_pixel(side.x.round() as u32, side.y.round() as u32).0;
    assert!(pixel[0] > 150 && pixel[2] < 90, "the zone's line is yellow: {pixel:?}");
    assert_eq!(drawn.get_pixel(2, 357).0, [90, 90, 90], "nothing is drawn off the mats");
}

fn named(scene: &Scene, layout: &Layout) -> Vec<NamedPoint> {
    let corners = layout.zones.iter().flat_map(|zone| zone.polygon.clone());
    corners.map(|table| NamedPoint { image: scene.truth(table), table }).collect()
}

#[test]
fn named_points_fix_the_camera_and_contradictions_are_found() {
    let layout = Layout::reference();
    let scene = small();
    let mut list = named(&scene, &layout);
    let found = points::solve(&list, &layout).expect("exact points");
    assert!(scene.worst_px(&found.calibration) < 1e-3 && found.outliers.is_empty());
    list[3].image = Point::new(list[3].image.x + 25.0, list[3].image.y);
    let found = points::solve(&list, &layout).expect("one wrong point");
    assert_eq!(found.outliers, [3]);
    assert!(scene.worst_px(&found.calibration) < 1e-3);
    let four: Vec<NamedPoint> = [0, 6, 18, 25].map(|i| named(&scene, &layout)[i]).to_vec();
    assert!(scene.worst_px(&points::solve(&four, &layout).expect("four points").calibration) < 1e-3);
}

#[test]
fn point_lists_that_cannot_serve_say_why() {
    let layout = Layout::reference();
    let good = named(&small(), &layout);
    let refusal = |list: &[NamedPoint]| points::solve(list, &layout).expect_err("unusable");
    assert!(refusal(&good[..3]).contains("four or more"));
    let on_a_line: Vec<NamedPoint> = (0..5)
        .map(|i| {
            let table = Point::new(f64::from(i) * 5.0, 2.0);
            NamedPoint { image: small().truth(table), table }
        })
        .collect();
    assert!(refusal(&on_a_line).contains("line"), "{}", refusal(&on_a_line));
    let mirrored: Vec<NamedPoint> =
        good.iter().map(|p| NamedPoint { image: p.image, table: Point::new(-p.table.x, p.table.y) }).collect();
    assert!(refusal(&mirrored).contains("mirrored"), "{}", refusal(&mirrored));
    let mut not_a_number = good;
    not_a_number[0].image = Point::new(f64::NAN, 1.0);
    assert!(refusal(&not_a_number).contains("point 1"));
}

#[test]
fn calibration_files_come_back_as_they_were() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("calibration.json");
    let scene = Scene { k1: -0.08, ..small() };
    let lens = Some(scene.lens());
    let layout = Layout::reference();
    let truth = Calibration::new(layout, Method::Lines, scene.image_from_table(), lens, 0.4).expect("regular");
    CalibrationFile::new(&truth, file::REFERENCE, (640, 360)).save(&path).expect("saved");
    let back = load(&path, None, None, (640, 360)).expect("loaded");
    assert!(scene.worst_px(&back) < 1e-6 && back.player1 == truth.player1 && back.residual_mm == 0.4);
    assert_eq!(back.method, Method::File);
    let turned = load(&path, None, Some(Side::Right), (640, 360)).expect("loaded");
    assert_eq!((truth.player1, turned.player1), (Side::Left, Side::Right));
    let other = load(&path, None, None, (1280, 720)).expect_err("another size").to_string();
    assert!(other.contains("640x360") && other.contains("1280x720"), "{other}");
    let missing =
        CalibrationFile::new(&truth, file::REFERENCE, (640, 360)).save(&folder.path().join("no/such/folder.json"));
    assert!(matches!(missing, Err(CalibrationError::Unwritable { .. })));
    assert_eq!(std::fs::read_dir(folder.path()).expect("folder").count(), 1, "nothing half-written is left");
}

#[test]
fn calibration_files_that_cannot_serve_say_why() {
    let layout = Layout::reference();
    let head = r#""schema": "slapsight.calibration/1""#;
    let cases = [
        (r#"{"schema": "slapsight.layout/1", "points": []}"#.to_owned(), "schema"),
        (format!(r#"{{{head}, "point": []}}"#), "neither `points` nor a `homography`"),
        (format!(r#"{{{head}, "points": [{{"image": [1, 2], "tabel": [3, 4]}}]}}"#), "table"),
        (format!(r#"{{{head}, "points": [{{"image": [1, 2], "table": [3, 4]}}]}}"#), "four or more"),
        (format!(r#"{{{head}, "homography": [[1, 0, 0], [0, 0, 0], [0, 0, 1]]}}"#), "inverted"),
        (format!(r#"{{{head}, "homography": "none"}}"#), "array of length 3"),
        (format!(r#"{{{head}, "homography": [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 1]]}}"#), "mirrored"),
        ("{".to_owned(), "slapsight schema calibration"),
    ];
    for (text, words) in cases {
        let error = file::parse(&text, "c.json")
            .and_then(|parsed| file::solve(&parsed, &layout, "c.json"))
            .expect_err(&text)
            .to_string();
        assert!(error.starts_with("c.json: ") && error.contains(words) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn layouts_that_cannot_serve_say_why() {
    let good = serde_json::to_value(Layout::reference()).expect("json");
    let broken = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value = good.clone();
        change(&mut value);
        let error = Layout::from_json(&value.to_string(), "l.json").expect_err("faulty").to_string();
        assert!(error.starts_with("l.json: ") && !error.contains('\n'), "{error}");
        error
    };
    assert!(broken(&|v| v["schema"] = "slapsight.layout/2".into()).contains("schema"));
    assert!(broken(&|v| v["units"] = "inch".into()).contains("units"));
    assert!(broken(&|v| v["zones"] = "none".into()).contains("slapsight schema layout"));
    assert!(broken(&|v| v["zones"][0]["polygon"] = serde_json::json!([[0, 0], [1, 1]])).contains("2 corners"));
    assert!(broken(&|v| v["zones"][0]["polygon"] = serde_json::json!([[0, 0], [1, 1], [2, 2]])).contains("no area"));
    assert!(broken(&|v| v["zones"][0]["polygon"][0][0] = 1e9.into()).contains("centimetres"));
    assert!(broken(&|v| v["zones"][0]["id"] = "boundary".into()).contains("`boundary_1` is missing"));
    assert!(broken(&|v| v["zones"][1]["id"] = "boundary_1".into()).contains("twice"));
    // Diagram 6: the draw deck's zone over the centre, and one boundary over the other.
    let over = |v: &mut serde_json::Value| v["zones"][5]["polygon"] = v["zones"][2]["polygon"].clone();
    assert!(broken(&over).contains("`centre` and `draw_1` overlap"));
    let over = |v: &mut serde_json::Value| v["zones"][1]["polygon"] = v["zones"][0]["polygon"].clone();
    assert!(broken(&over).contains("Diagram 6"));
    assert!(
        Layout::load(Path::new("no/such/layout.json")).expect_err("missing").to_string().contains("cannot be read")
    );
}
