//! A camera: table points to pixels, through a lens with distortion, at the instant of a row's exposure.
//!
//! Pixel centres are at integer coordinates. The lens is the five-parameter polynomial of Brown (1971), as in
//! `calibration`. A rolling shutter reads rows one after another: row `y` of a frame of time `t` is exposed
//! around `t + readout * (y / height - 1/2)`, so `t` is the middle of the exposure of the middle row.

use crate::base::{Image, Point};
use crate::calibration::camera::Distortion;
use glam::{DMat3, DVec3};

/// What a camera is, apart from how its pictures are spoilt (noise, colour, compression).
#[derive(Debug, Clone, PartialEq)]
pub struct Camera {
    /// Picture width, pixels.
    pub width: u32,
    /// Picture height, pixels.
    pub height: u32,
    /// Focal length, pixels.
    pub focal_px: f64,
    /// Lens distortion: k1, k2, p1, p2, k3.
    pub distortion: [f64; 5],
    /// Where the lens is, table space.
    pub position: DVec3,
    /// A point in the middle of the picture, table space.
    pub look_at: DVec3,
    /// Turn about the line of sight, radians, clockwise in the picture.
    pub roll: f64,
    /// How long a row is exposed, seconds.
    pub exposure_s: f64,
    /// From the first row's exposure to the last row's, seconds; 0 for a global shutter.
    pub readout_s: f64,
    /// When something knocks the camera, and where it looks from then on; in order of time.
    pub knocks: Vec<Knock>,
}

/// A knock that moves the camera for good, with a short swing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Knock {
    /// When, seconds.
    pub t: f64,
    /// By how much the lens moves, centimetres.
    pub shift: DVec3,
    /// By how much the middle of the picture moves on the table, centimetres.
    pub aim: DVec3,
    /// By how much the camera rolls, radians.
    pub roll: f64,
}

/// How long a knocked camera swings: time constant of the swing's decay, seconds, and its frequency, hertz.
const SWING_DECAY_S: f64 = 0.12;
const SWING_HZ: f64 = 9.0;

/// A camera as it stands at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stand {
    /// Where the lens is.
    pub eye: DVec3,
    /// `camera_from_table`, rows: right, down, forward.
    pub axes: DMat3,
}

impl Camera {
    /// Where the camera stands at `t`.
    pub fn stand(&self, t: f64) -> Stand {
        let (mut eye, mut aim, mut roll) = (self.position, self.look_at, self.roll);
        for knock in self.knocks.iter().filter(|knock| knock.t <= t) {
            let age = t - knock.t;
            // Overshoots and settles.
            let share = 1.0 - (-age / SWING_DECAY_S).exp() * (std::f64::consts::TAU * SWING_HZ * age).cos();
            eye += knock.shift * share;
            aim += knock.aim * share;
            roll += knock.roll * share;
        }
        let forward = (aim - eye).normalize();
        // Looking straight down, "up" in the picture is away from Player 1, before and after a knock.
        let steep = (self.look_at - self.position).normalize().z.abs() > 0.9999;
        let up = if steep { DVec3::Y } else { DVec3::Z };
        let right = forward.cross(up).normalize();
        let down = forward.cross(right);
        let (sin, cos) = roll.sin_cos();
        let (right, down) = (right * cos - down * sin, right * sin + down * cos);
        Stand { eye, axes: DMat3::from_cols(right, down, forward).transpose() }
    }

    /// The pixel that shows a table point to a camera standing so; `None` behind the lens.
    pub fn project(&self, stand: &Stand, point: DVec3) -> Option<Point<Image>> {
        let seen = stand.axes * (point - stand.eye);
        (seen.z > 1.0).then(|| {
            let ideal = Point::new(
                self.focal_px * seen.x / seen.z + self.middle().x,
                self.focal_px * seen.y / seen.z + self.middle().y,
            );
            self.lens().distort(ideal)
        })
    }

    /// The instant around which picture row `y` of a frame of time `t` is exposed.
    pub fn row_time(&self, t: f64, y: f64) -> f64 {
        t + self.readout_s * (y / f64::from(self.height) - 0.5)
    }

    /// The pixel that shows a point that moves: `place` gives where it is at an instant. Solved for the row's
    /// own instant; `None` behind the lens.
    pub fn project_moving(&self, t: f64, place: impl Fn(f64) -> DVec3) -> Option<Point<Image>> {
        let mut seen = self.project(&self.stand(t), place(t))?;
        if self.readout_s > 0.0 {
            for _ in 0..4 {
                let row = self.row_time(t, seen.y.clamp(0.0, f64::from(self.height)));
                seen = self.project(&self.stand(row), place(row))?;
            }
        }
        Some(seen)
    }

    /// The lens as `calibration` writes it.
    pub fn lens(&self) -> Distortion {
        let middle = self.middle();
        Distortion {
            k: self.distortion,
            camera_matrix: [[self.focal_px, 0.0, middle.x], [0.0, self.focal_px, middle.y], [0.0, 0.0, 1.0]],
        }
    }

    /// The picture's middle.
    fn middle(&self) -> Point<Image> {
        Point::new(f64::from(self.width) / 2.0 - 0.5, f64::from(self.height) / 2.0 - 0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn above() -> Camera {
        Camera {
            width: 1280,
            height: 720,
            focal_px: 1000.0,
            distortion: [0.0; 5],
            position: DVec3::new(0.0, 0.0, 100.0),
            look_at: DVec3::ZERO,
            roll: 0.0,
            exposure_s: 0.002,
            readout_s: 0.0,
            knocks: Vec::new(),
        }
    }

    #[test]
    fn from_above_player_1_is_at_the_bottom_of_the_picture() {
        let camera = above();
        let stand = camera.stand(0.0);
        let near = camera.project(&stand, DVec3::new(0.0, -30.0, 0.0)).expect("in view");
        let right = camera.project(&stand, DVec3::new(30.0, 0.0, 0.0)).expect("in view");
        assert!((near.x - 639.5).abs() < 1e-9 && (near.y - 659.5).abs() < 1e-9, "{near:?}");
        assert!((right.x - 939.5).abs() < 1e-9, "{right:?}");
    }

    #[test]
    fn a_rolling_shutter_shows_a_moving_point_where_it_is_when_its_row_is_read() {
        let camera = Camera { readout_s: 0.01, ..above() };
        let place = |t: f64| DVec3::new(300.0 * t, -30.0, 0.0);
        let seen = camera.project_moving(0.0, place).expect("in view");
        let row = camera.row_time(0.0, seen.y);
        assert!(row > 0.004, "a low row is read late: {row}");
        assert!((seen.x - (639.5 + 3000.0 * row)).abs() < 1e-6);
    }

    #[test]
    fn a_knock_moves_the_picture_and_comes_to_rest() {
        let knock = Knock { t: 1.0, shift: DVec3::ZERO, aim: DVec3::new(2.0, 0.0, 0.0), roll: 0.0 };
        let camera = Camera { knocks: vec![knock], ..above() };
        let x = |t: f64| camera.project(&camera.stand(t), DVec3::ZERO).expect("in view").x;
        assert!((x(0.99) - 639.5).abs() < 1e-9);
        assert!((x(5.0) - x(6.0)).abs() < 1e-6 && (x(5.0) - 619.5).abs() < 0.5, "{}", x(5.0));
    }
}
