//! The hands in a picture of any size, no table needed.
//!
//! How large a hand is, nobody knows here: the palm model looks at squares of several sizes, each half over its
//! neighbour, because it misses a hand that fills less than a fifth of its square. The landmark model then looks at each
//! palm twice, the second time as its own first answer says, as it will at a hand that is followed.

use super::landmark::{LandmarkModel, Landmarks};
use super::palm::{Palm, PalmModel, suppress};
use super::roi::Roi;
use crate::base::{Image, Point};
use crate::facts::{Frame, Plane, PlaneSource};
use crate::vision::models::{Models, VisionError};
use image::RgbImage;
use std::sync::Arc;

/// Sides of the squares as parts of the picture's longer side.
const SQUARES: [f64; 4] = [1.0, 0.6, 0.35, 0.2];
/// Squares smaller than this show nothing more, pixels.
const SMALLEST_PX: f64 = 96.0;
/// Palm score that starts a look with the landmark model.
const PALM_SCORE: f64 = 0.5;
/// Presence from which there is a hand: clothing reaches more, which is why the confidence is told.
const PRESENCE: f64 = 0.7;
/// Two hands nearer than this, palm lengths between their points, are one.
const SAME: f64 = 0.6;

/// A find moves by less than this from look to look, palm lengths.
const STEADY: f64 = 0.25;
/// The box around a hand is no slimmer than this.
const SLIMMEST: f64 = 0.25;
/// A find within a hand that is smaller by this factor is a part of it.
const PART: f64 = 0.6;

/// Finds hands in pictures.
pub struct HandFinder {
    palms: PalmModel,
    landmarks: LandmarkModel,
}

impl HandFinder {
    /// Opens both models.
    ///
    /// # Errors
    /// When the runtime or a model is missing or unusable.
    pub fn open(models: &Models) -> Result<HandFinder, VisionError> {
        Ok(HandFinder { palms: PalmModel::open(models)?, landmarks: LandmarkModel::open(models)? })
    }

    /// The hands in a picture, surest first.
    ///
    /// # Errors
    /// When a model fails.
    pub fn hands(&mut self, picture: &RgbImage) -> Result<Vec<Landmarks>, VisionError> {
        let frame = frame(picture);
        let mut palms: Vec<Palm> = Vec::new();
        for square in squares(picture.width(), picture.height()) {
            palms.extend(self.palms.detect(&frame, square, PALM_SCORE)?);
        }
        let mut hands: Vec<Landmarks> = Vec::new();
        for palm in suppress(palms) {
            let first = self.landmarks.locate(&frame, palm.roi())?;
            let hand = self.landmarks.locate(&frame, Roi::from_landmarks(&first.points))?;
            if hand.presence < PRESENCE {
                continue;
            }
            // What is a hand is one in the same place when it is looked at once more.
            let again = self.landmarks.locate(&frame, Roi::from_landmarks(&hand.points))?;
            let steady = again.presence >= PRESENCE && again.distance(&hand) < STEADY * hand.palm_length();
            if steady && slimness(&hand) > SLIMMEST {
                hands.push(hand);
            }
        }
        hands.sort_by(|a, b| b.presence.total_cmp(&a.presence).then(a.points[0].x.total_cmp(&b.points[0].x)));
        let mut kept: Vec<Landmarks> = Vec::new();
        for hand in hands {
            let same = |other: &Landmarks| {
                hand.distance(other) < SAME * hand.palm_length().max(other.palm_length()) || lies_within(&hand, other)
            };
            if !kept.iter().any(same) {
                kept.push(hand);
            }
        }
        Ok(kept)
    }
}

/// Lowest and highest of a hand's coordinates.
fn extent(hand: &Landmarks, pick: fn(&Point<Image>) -> f64) -> (f64, f64) {
    let values = hand.points.iter().map(pick);
    (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max))
}

/// The shorter side of the box around a hand by the longer.
fn slimness(hand: &Landmarks) -> f64 {
    let side = |(low, high): (f64, f64)| high - low;
    let (width, height) = (side(extent(hand, |p| p.x)), side(extent(hand, |p| p.y)));
    width.min(height) / width.max(height).max(1e-9)
}

/// Whether a find is a part of a hand's picture: its middle lies among the other's points, and it is much smaller.
fn lies_within(small: &Landmarks, large: &Landmarks) -> bool {
    let inside = |pick: fn(&Point<Image>) -> f64| {
        let ((a, b), (low, high)) = (extent(small, pick), extent(large, pick));
        (low..high).contains(&((a + b) / 2.0))
    };
    small.palm_length() < PART * large.palm_length() && inside(|p| p.x) && inside(|p| p.y)
}

/// Squares of each size that cover the picture, each half over its neighbours.
fn squares(width: u32, height: u32) -> Vec<Roi> {
    let (width, height) = (f64::from(width), f64::from(height));
    let longest = width.max(height);
    let mut squares = Vec::new();
    for (i, part) in SQUARES.into_iter().enumerate() {
        let side = part * longest;
        if i > 0 && side < SMALLEST_PX {
            break;
        }
        let steps = |length: f64| {
            let n = if length <= side { 1 } else { ((length - side) / (side / 2.0)).ceil() as usize + 1 };
            (0..n).map(
                move |k| if n == 1 { length / 2.0 } else { side / 2.0 + (length - side) * k as f64 / (n - 1) as f64 },
            )
        };
        for y in steps(height) {
            squares.extend(steps(width).map(|x| Roi { centre: Point::new(x - 0.5, y - 0.5), side, rotation: 0.0 }));
        }
    }
    squares
}

/// Planes made from a picture: luma as it is, colour at half the size (BT.709, full range).
struct Planes {
    planes: [(Vec<u8>, usize); 3],
}

impl PlaneSource for Planes {
    fn plane(&self, index: usize) -> Plane<'_> {
        let (data, width) = &self.planes[index];
        Plane { data, stride: *width, width: *width, height: data.len() / (*width).max(1) }
    }
}

/// A picture as the decoder would give it.
fn frame(picture: &RgbImage) -> Frame {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let yuv = |x: usize, y: usize| {
        let [r, g, b] = picture.get_pixel(x.min(width - 1) as u32, y.min(height - 1) as u32).0.map(f32::from);
        let luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        [luma, 128.0 + (b - luma) / 1.8556, 128.0 + (r - luma) / 1.5748]
    };
    let level = |value: f32| value.round().clamp(0.0, 255.0) as u8;
    let luma = (0..width * height).map(|i| level(yuv(i % width, i / width)[0])).collect();
    let (half_width, half_height) = (width.div_ceil(2), height.div_ceil(2));
    let colour = |k: usize| {
        (0..half_width * half_height)
            .map(|i| {
                let (x, y) = (2 * (i % half_width), 2 * (i / half_width));
                level((yuv(x, y)[k] + yuv(x + 1, y)[k] + yuv(x, y + 1)[k] + yuv(x + 1, y + 1)[k]) / 4.0)
            })
            .collect()
    };
    let planes = Planes { planes: [(luma, width), (colour(1), half_width), (colour(2), half_width)] };
    Frame { index: 0, t: 0.0, width, height, full_range: true, bt709: true, planes: Arc::new(planes) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::crop::{Outside, warp};

    #[test]
    fn colours_survive_the_planes() {
        let picture = RgbImage::from_fn(20, 14, |x, _| image::Rgb(if x < 10 { [200, 40, 90] } else { [10, 160, 220] }));
        let seen = warp(&frame(&picture), 20, 14, Outside::Black, Point::new);
        for (x, y) in [(3, 3), (16, 10)] {
            let (a, b) = (picture.get_pixel(x, y).0, seen.get_pixel(x, y).0);
            assert!(a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 3), "{a:?} {b:?}");
        }
    }

    #[test]
    fn squares_reach_every_corner() {
        for (width, height) in [(640, 480), (300, 2000), (50, 40)] {
            let squares = squares(width, height);
            for (x, y) in [(0.0, 0.0), (f64::from(width) - 1.0, f64::from(height) - 1.0)] {
                let within = |s: &Roi| (s.centre.x - x).abs() <= s.side / 2.0 && (s.centre.y - y).abs() <= s.side / 2.0;
                assert!(squares.iter().any(within), "{width}x{height}");
            }
        }
    }
}
