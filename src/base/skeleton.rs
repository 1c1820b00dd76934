//! The hand's landmarks and bones, as the pose model and the truth files number them, and what a hand hides of the table.

use super::{Point, Table};

/// Tips of index, middle, ring and little finger.
pub const TIPS: [usize; 4] = [8, 12, 16, 20];

/// Bones of a hand as pairs of landmarks, in MediaPipe's order: wrist 0, then thumb, index, middle, ring and little finger,
/// four each from base to tip; the last closes the palm.
pub const BONES: [(usize, usize); 21] = [
    (0, 1),
    (1, 2),
    (2, 3),
    (3, 4),
    (0, 5),
    (5, 6),
    (6, 7),
    (7, 8),
    (5, 9),
    (9, 10),
    (10, 11),
    (11, 12),
    (9, 13),
    (13, 14),
    (14, 15),
    (15, 16),
    (13, 17),
    (17, 18),
    (18, 19),
    (19, 20),
    (0, 17),
];

/// Half the thickness of a finger with its neighbour gap, centimetres.
const FINGER_CM: f64 = 1.6;
/// How far back a forearm is followed from the wrist, centimetres.
const ARM_LENGTH_CM: f64 = 30.0;
/// Half the thickness of a forearm, centimetres.
const ARM_CM: f64 = 4.0;

/// Whether a hand whose landmarks are seen at these places of the table hides a point of it, without its forearm.
pub fn hand_covers(landmarks: &[Point<Table>], point: Point<Table>) -> bool {
    landmarks.len() == 21 && BONES.iter().any(|&(a, b)| segment_distance(landmarks[a], landmarks[b], point) < FINGER_CM)
}

/// Whether its forearm does.
pub fn forearm_covers(landmarks: &[Point<Table>], point: Point<Table>) -> bool {
    if landmarks.len() != 21 {
        return false;
    }
    let (wrist, knuckle) = (landmarks[0], landmarks[9]);
    let length = wrist.distance(knuckle).max(1e-6);
    let back = ARM_LENGTH_CM / length;
    let elbow = Point::new(wrist.x + (wrist.x - knuckle.x) * back, wrist.y + (wrist.y - knuckle.y) * back);
    segment_distance(wrist, elbow, point) < ARM_CM
}

fn segment_distance(a: Point<Table>, b: Point<Table>, point: Point<Table>) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy).max(1e-12);
    let along = along.clamp(0.0, 1.0);
    point.distance(Point::new(a.x + along * dx, a.y + along * dy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_to_a_segment() {
        let (a, b) = (Point::new(0.0, 0.0), Point::new(10.0, 0.0));
        assert!((segment_distance(a, b, Point::new(5.0, 3.0)) - 3.0).abs() < 1e-9);
        assert!((segment_distance(a, b, Point::new(13.0, 4.0)) - 5.0).abs() < 1e-9);
    }

    #[test]
    fn a_hand_hides_what_is_under_it_and_its_forearm_what_is_behind() {
        // Wrist at the origin, everything else ten centimetres up.
        let mut landmarks = vec![Point::new(0.0, 10.0); 21];
        landmarks[0] = Point::new(0.0, 0.0);
        assert!(hand_covers(&landmarks, Point::new(1.0, 5.0)) && !hand_covers(&landmarks, Point::new(2.0, 5.0)));
        assert!(forearm_covers(&landmarks, Point::new(3.0, -20.0)) && !hand_covers(&landmarks, Point::new(3.0, -20.0)));
        assert!(!forearm_covers(&landmarks, Point::new(0.0, 14.5)) && !forearm_covers(&landmarks[..9], landmarks[0]));
    }
}
