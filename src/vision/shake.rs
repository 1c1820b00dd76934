//! How the camera itself moved between two pictures, from what lies still on the table.
//!
//! A stand on the table shakes with every slap on it. What is fixed in the scene then moves in the picture as one; a hand that lies
//! still moves with it, and one that moves does so beside it. Corners of what is printed on mats and cards are found again by
//! optical flow; most of them lie still.

use super::middle::median;
use crate::base::{Image, Point};
use crate::vision::models::VisionError;
use opencv::core::{Mat, Point2f, Vector};
use opencv::imgproc;

/// So many corners are looked for, no weaker than this part of the strongest and no nearer to each other, pixels of the picture at
/// half its size.
const CORNERS: i32 = 150;
const WEAKEST: f64 = 0.03;
const APART_PX: f64 = 10.0;
/// A corner is as wide, the same pixels.
const BLOCK: i32 = 5;
/// So many must lie still, and this part of those that were found again.
const FEWEST: usize = 16;
const STILL_PART: f64 = 0.5;
/// A corner lies still when it moved as the camera did to within this, pixels.
const STILL_PX: f64 = 0.5;
/// What is less is the flow's own error, pixels.
const LEAST_PX: f64 = 0.08;

/// Where a corner was, and by how many pixels it moved.
pub type CornerMoved = (Point<Image>, (f64, f64));

/// A small movement of the camera: shift, turn and change of size of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shake {
    middle: Point<Image>,
    shift: (f64, f64),
    /// Radians, and the part by which things grew.
    turn: f64,
    grew: f64,
}

impl Shake {
    /// From corners; `None` when too few moved as one.
    pub fn of(moved: &[CornerMoved]) -> Option<Shake> {
        // The shift that most have in common, then what those say together.
        let common = (median(moved.iter().map(|m| m.1.0).collect())?, median(moved.iter().map(|m| m.1.1).collect())?);
        let mut shake = Shake { middle: Point::new(0.0, 0.0), shift: common, turn: 0.0, grew: 0.0 };
        // A turn moves the corners of the picture by more.
        for within in [4.0 * STILL_PX, 2.0 * STILL_PX, STILL_PX] {
            let still: Vec<_> = moved.iter().filter(|(at, by)| shake.apart(*at, *by) < within).copied().collect();
            if still.len() < FEWEST || (still.len() as f64) < STILL_PART * moved.len() as f64 {
                return None;
            }
            shake = fitted(&still);
        }
        Some(shake)
    }

    /// By how much what lies still at a place moved, pixels; nothing where that is hardly more than the flow's error.
    pub fn at(&self, place: Point<Image>) -> (f64, f64) {
        let by = self.by(place);
        if by.0.hypot(by.1) < LEAST_PX { (0.0, 0.0) } else { by }
    }

    fn by(&self, place: Point<Image>) -> (f64, f64) {
        let (x, y) = (place.x - self.middle.x, place.y - self.middle.y);
        (self.shift.0 + self.grew * x - self.turn * y, self.shift.1 + self.turn * x + self.grew * y)
    }

    fn apart(&self, place: Point<Image>, by: (f64, f64)) -> f64 {
        let own = self.by(place);
        (by.0 - own.0).hypot(by.1 - own.1)
    }
}

/// The least squares of shift, turn and growth.
fn fitted(still: &[CornerMoved]) -> Shake {
    let n = still.len() as f64;
    let mean = |of: fn(&CornerMoved) -> f64| still.iter().map(of).sum::<f64>() / n;
    let middle = Point::new(mean(|m| m.0.x), mean(|m| m.0.y));
    let shift = (mean(|m| m.1.0), mean(|m| m.1.1));
    let (mut along, mut across, mut wide) = (0.0, 0.0, 0.0);
    for (at, by) in still {
        let (x, y) = (at.x - middle.x, at.y - middle.y);
        along += x * by.0 + y * by.1;
        across += x * by.1 - y * by.0;
        wide += x * x + y * y;
    }
    let wide = f64::max(wide, 1e-9);
    Shake { middle, shift, turn: across / wide, grew: along / wide }
}

/// Corners of a picture, given at half its size, pixels of the picture itself.
///
/// # Errors
/// When OpenCV fails.
pub fn corners(half: &Mat) -> Result<Vec<Point<Image>>, VisionError> {
    let mut found = Vector::<Point2f>::new();
    let everywhere = Mat::default();
    imgproc::good_features_to_track(half, &mut found, CORNERS, WEAKEST, APART_PX, &everywhere, BLOCK, false, 0.04)?;
    Ok(found.iter().map(|p| Point::new(2.0 * f64::from(p.x), 2.0 * f64::from(p.y))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Corners all over a picture; the first `moving` of them move on their own.
    fn moved(moving: usize, by: impl Fn(f64, f64) -> (f64, f64)) -> Vec<CornerMoved> {
        let one = |i: usize| {
            let (x, y) = ((i * 37 % 96) as f64 * 10.0, (i * 23 % 54) as f64 * 10.0);
            let own = if i < moving { (6.0, -3.0) } else { by(x - 480.0, y - 270.0) };
            (Point::new(x, y), own)
        };
        (0..60).map(one).collect()
    }

    #[test]
    fn a_camera_that_shakes_and_turns_moves_what_lies_still() {
        let by = |x: f64, y: f64| (1.5 - 0.004 * y, -0.7 + 0.004 * x);
        let shake = Shake::of(&moved(20, by)).expect("most lie still");
        for (x, y) in [(480.0, 270.0), (100.0, 50.0), (900.0, 500.0)] {
            let (is, told) = (by(x - 480.0, y - 270.0), shake.at(Point::new(x, y)));
            assert!((is.0 - told.0).hypot(is.1 - told.1) < 0.05, "{told:?}, not {is:?}");
        }
    }

    #[test]
    fn a_camera_that_stands_still_moves_nothing() {
        let shake = Shake::of(&moved(20, |x, _| (0.02 * (x / 50.0).sin(), 0.01))).expect("most lie still");
        assert_eq!(shake.at(Point::new(300.0, 200.0)), (0.0, 0.0));
    }

    #[test]
    fn where_most_move_on_their_own_the_camera_is_unknown() {
        let each = |x: f64, y: f64| ((x / 7.0).sin() * 8.0, (y / 5.0).cos() * 8.0);
        assert_eq!(Shake::of(&moved(20, each)), None);
        assert_eq!(Shake::of(&[]), None);
    }
}
