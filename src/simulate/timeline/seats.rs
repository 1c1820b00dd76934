//! Where a person sits: the chair's frame, the shoulders, and the elbow that goes with a wrist.

use crate::base::{HandSide, Player};
use crate::simulate::scene::Pose;
use glam::{DQuat, DVec3};

/// A person at the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seated {
    /// `table_from_chair`: origin in the table's middle, y away from the person, x to the person's right.
    pub chair: DQuat,
    /// How far the shoulders are from the table's middle, centimetres.
    pub distance: f64,
    /// Size against an adult's mean.
    pub size: f64,
}

/// Shoulder to elbow, elbow to wrist, and half the shoulders' width of a mean adult, centimetres (after the
/// proportions of Drillis and Contini 1966 at 1.72 m).
const UPPER_ARM: f64 = 32.0;
const FOREARM: f64 = 25.1;
const HALF_WIDTH: f64 = 20.0;
/// Shoulders above the table top, centimetres.
const SHOULDER_HEIGHT: f64 = 36.0;

/// Which hand an arm of the scene is.
pub fn hand_of(arm: usize) -> HandSide {
    if arm.is_multiple_of(2) { HandSide::Left } else { HandSide::Right }
}

/// The arm of a person's hand.
pub fn arm_of(person: usize, hand: HandSide) -> usize {
    2 * person + usize::from(hand == HandSide::Right)
}

/// -1 for the left hand, 1 for the right: the sign of x on that side of the chair.
pub fn sign(hand: HandSide) -> f64 {
    if hand == HandSide::Left { -1.0 } else { 1.0 }
}

impl Seated {
    /// A person at `angle_deg` (clockwise seen from above, 0 at the near side), `distance` from the middle.
    pub fn new(angle_deg: f64, distance: f64, size: f64) -> Seated {
        Seated { chair: DQuat::from_rotation_z(-angle_deg.to_radians()), distance, size }
    }

    /// The half of the table: Player 1's is at negative y.
    pub fn half(&self) -> Player {
        if (self.chair * DVec3::Y).y >= -1e-9 { Player::One } else { Player::Two }
    }

    /// A point given as the person sees the table: x to the right, y away.
    pub fn from_chair(&self, x: f64, y: f64, z: f64) -> DVec3 {
        self.chair * DVec3::new(x, y, z)
    }

    /// A table point as the person sees it.
    pub fn to_chair(&self, point: DVec3) -> DVec3 {
        self.chair.inverse() * point
    }

    /// A shoulder.
    pub fn shoulder(&self, hand: HandSide) -> DVec3 {
        self.from_chair(sign(hand) * HALF_WIDTH * self.size, -self.distance, SHOULDER_HEIGHT * self.size)
    }

    /// The elbow: at the forearm's length from the wrist, as near the upper arm's length from the shoulder as
    /// can be, hanging down and outward. A body leans in when the arm is too short.
    pub fn elbow(&self, hand: HandSide, wrist: &Pose) -> DVec3 {
        let (upper, fore) = (UPPER_ARM * self.size, FOREARM * self.size);
        let mut shoulder = self.shoulder(hand);
        let reach = wrist.at - shoulder;
        let longest = 0.97 * (upper + fore);
        if reach.length() > longest {
            shoulder += reach.normalize() * (reach.length() - longest);
        }
        let way = wrist.at - shoulder;
        let length = way.length().max(0.2 * fore).max((upper - fore).abs() * 1.02);
        let along = way.normalize_or(DVec3::Y);
        // Law of cosines at the wrist.
        let share = ((fore * fore + length * length - upper * upper) / (2.0 * length)).clamp(-fore, fore);
        let out = (fore * fore - share * share).max(0.0).sqrt();
        let hang = self.from_chair(sign(hand) * 0.75, -0.25, -0.6);
        let side = (hang - along * hang.dot(along)).normalize_or(self.from_chair(sign(hand), 0.0, 0.0));
        let mut elbow = wrist.at - along * share + side * out;
        // The table's edge is in the way of a lower one.
        elbow.z = elbow.z.max(wrist.at.z.min(3.0) + 1.0);
        wrist.at + (elbow - wrist.at).normalize_or(-along) * fore
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_player_sits_opposite_and_has_the_right_hand_at_negative_x() {
        let two = Seated::new(180.0, 70.0, 1.0);
        assert_eq!(two.half(), Player::Two);
        let shoulder = two.shoulder(HandSide::Right);
        assert!(shoulder.x < -15.0 && shoulder.y > 60.0);
    }

    #[test]
    fn forearms_keep_their_length_and_point_home() {
        let one = Seated::new(0.0, 70.0, 1.0);
        for (x, y) in [(0.0, 0.0), (20.0, -35.0), (-25.0, 10.0), (30.0, 30.0)] {
            let wrist = Pose { at: DVec3::new(x, y, 6.0), turn: DQuat::IDENTITY };
            let elbow = one.elbow(HandSide::Right, &wrist);
            assert!((elbow.distance(wrist.at) - FOREARM).abs() < 1e-9);
            assert!(elbow.y < y && elbow.z > 1.0, "{elbow:?}");
        }
    }
}
