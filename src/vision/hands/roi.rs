//! The rotated square a hand is looked at through, from a palm or from earlier landmarks.
//!
//! Follows the published MediaPipe Hands graph (Zhang et al. 2020, "MediaPipe Hands: On-device
//! Real-time Hand Tracking"): the square turns so that wrist to middle finger points up, and is
//! 2.6 palms or twice the landmarks' extent wide.

use crate::base::{Image, Point};
use std::f64::consts::FRAC_PI_2;

/// A square in the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Roi {
    /// Its middle.
    pub centre: Point<Image>,
    /// Side, pixels.
    pub side: f64,
    /// Clockwise turn of its up direction against the picture's, radians.
    pub rotation: f64,
}

/// Landmarks whose extent sets the size: wrist, thumb base, knuckles and first joints, not the tips,
/// so that curling fingers does not make the square pulse.
const STABLE: [usize; 12] = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18];

fn rotation(wrist: Point<Image>, fingers: Point<Image>) -> f64 {
    (fingers.y - wrist.y).atan2(fingers.x - wrist.x) + FRAC_PI_2
}

impl Roi {
    /// From a palm box and its wrist and middle-knuckle keypoints.
    pub fn from_palm(centre: Point<Image>, size: f64, wrist: Point<Image>, middle: Point<Image>) -> Roi {
        let rotation = rotation(wrist, middle);
        let shift = 0.5 * size;
        let centre = Point::new(centre.x + rotation.sin() * shift, centre.y - rotation.cos() * shift);
        Roi { centre, side: size * 2.6, rotation }
    }

    /// From the 21 landmarks of a frame before.
    pub fn from_landmarks(points: &[Point<Image>; 21]) -> Roi {
        let mean = |a: Point<Image>, b: Point<Image>| Point::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
        let fingers = mean(mean(points[6], points[14]), points[10]);
        let rotation = rotation(points[0], fingers);
        let (sin, cos) = rotation.sin_cos();
        let mut low = [f64::INFINITY; 2];
        let mut high = [f64::NEG_INFINITY; 2];
        for &index in &STABLE {
            let p = points[index];
            let turned = [p.x * cos + p.y * sin, p.y * cos - p.x * sin];
            for axis in 0..2 {
                low[axis] = low[axis].min(turned[axis]);
                high[axis] = high[axis].max(turned[axis]);
            }
        }
        let extent = [high[0] - low[0], high[1] - low[1]];
        let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0 - 0.1 * extent[1]];
        let centre = Point::new(middle[0] * cos - middle[1] * sin, middle[1] * cos + middle[0] * sin);
        Roi { centre, side: 2.0 * extent[0].max(extent[1]), rotation }
    }

    /// The picture's pixel under a pixel of a `crop` x `crop` view of the square.
    pub fn to_image(&self, crop: f64, x: f64, y: f64) -> Point<Image> {
        let scale = self.side / crop;
        let (sin, cos) = self.rotation.sin_cos();
        let (u, v) = ((x + 0.5 - crop / 2.0) * scale, (y + 0.5 - crop / 2.0) * scale);
        Point::new(self.centre.x + u * cos - v * sin, self.centre.y + u * sin + v * cos)
    }

    /// The same square moved.
    pub fn moved(&self, dx: f64, dy: f64) -> Roi {
        Roi { centre: Point::new(self.centre.x + dx, self.centre.y + dy), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upright_hand_gives_upright_square() {
        let roi = Roi::from_palm(Point::new(100.0, 100.0), 40.0, Point::new(100.0, 120.0), Point::new(100.0, 80.0));
        assert!(roi.rotation.abs() < 1e-12 && (roi.side - 104.0).abs() < 1e-9);
        assert!(roi.centre.distance(Point::new(100.0, 80.0)) < 1e-9);
    }

    #[test]
    fn square_turns_with_the_hand() {
        // A hand that points right: the crop's up is the picture's right.
        let roi = Roi::from_palm(Point::new(100.0, 100.0), 40.0, Point::new(80.0, 100.0), Point::new(120.0, 100.0));
        let up = roi.to_image(224.0, 111.5, 0.0);
        assert!(up.x > roi.centre.x + 50.0 && (up.y - roi.centre.y).abs() < 1e-6);
    }

    #[test]
    fn landmarks_square_is_turned_like_the_hand() {
        let mut points = [Point::new(0.0, 0.0); 21];
        for (i, p) in points.iter_mut().enumerate() {
            *p = Point::new(200.0 + i as f64 * 4.0, 50.0 + (i % 3) as f64 * 10.0);
        }
        points[0] = Point::new(150.0, 60.0);
        let roi = Roi::from_landmarks(&points);
        assert!((roi.rotation - FRAC_PI_2).abs() < 0.3, "{roi:?}");
        assert!(roi.centre.x > 150.0 && roi.centre.x < 300.0);
    }
}
