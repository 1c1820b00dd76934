//! One card over time: it lies, it is carried in a hand, it slides or falls.

use super::arms::min_jerk;
use crate::simulate::scene::Pose;
use glam::{DQuat, DVec3};

/// A half turn of a card about an axis while it moves: face down becomes face up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spin {
    /// A point of the axis, in the frame the card is carried in.
    pub pivot: DVec3,
    /// The axis, unit length, in that frame.
    pub axis: DVec3,
    /// By how much in all, radians.
    pub angle: f64,
    /// Start, seconds.
    pub t0: f64,
    /// End, seconds.
    pub t1: f64,
}

impl Spin {
    /// The turn done at `t`, as a frame that is put before the card's own.
    fn at(&self, t: f64) -> Pose {
        let share =
            if self.t1 > self.t0 { (t - self.t0) / (self.t1 - self.t0) } else { f64::from(u8::from(t >= self.t0)) };
        let turn = DQuat::from_axis_angle(self.axis, self.angle * min_jerk(share));
        Pose { at: self.pivot - turn * self.pivot, turn }
    }

    /// A frame after the whole turn.
    pub fn done(&self, inner: &Pose) -> Pose {
        self.at(f64::INFINITY).then(inner)
    }
}

/// How a card moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ride {
    /// It lies.
    Rest(Pose),
    /// A hand carries it.
    Held {
        /// Which arm of the scene.
        arm: usize,
        /// `hand_from_card`, before the spin.
        hold: Pose,
        /// Turned over in the hand.
        spin: Option<Spin>,
    },
    /// It slides or falls from one place to another, then lies there.
    Glide {
        /// From.
        from: Pose,
        /// To.
        to: Pose,
        /// End, seconds.
        t1: f64,
        /// How much higher than straight the middle of the way is, centimetres.
        lift: f64,
        /// True: gets faster, as in a fall; false: gets slower, as after a push.
        falls: bool,
    },
}

/// A ride from an instant on, until the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CardRide {
    /// From when, seconds.
    pub t0: f64,
    /// How.
    pub ride: Ride,
}

/// One card's rides.
#[derive(Debug, Clone, PartialEq)]
pub struct CardTrack {
    /// By time; the first holds from the beginning.
    pub rides: Vec<CardRide>,
    /// Its own bend, 1/cm.
    pub curl: f64,
}

impl CardTrack {
    /// The ride at `t`.
    pub fn ride(&self, t: f64) -> &CardRide {
        let after = self.rides.partition_point(|ride| ride.t0 <= t);
        &self.rides[after.saturating_sub(1)]
    }

    /// Where the card is at `t`; `hand` gives an arm's wrist frame at that instant.
    pub fn pose(&self, t: f64, hand: impl FnOnce(usize) -> Pose) -> Pose {
        let CardRide { t0, ride } = self.ride(t);
        match ride {
            Ride::Rest(pose) => *pose,
            Ride::Held { arm, hold, spin } => {
                let held = spin.map_or(*hold, |spin| spin.at(t).then(hold));
                hand(*arm).then(&held)
            }
            Ride::Glide { from, to, t1, lift, falls } => {
                let x = if t1 > t0 { ((t - t0) / (t1 - t0)).clamp(0.0, 1.0) } else { 1.0 };
                // Free fall goes with the square of time; friction brings a pushed card to rest.
                let s = if *falls { x * x } else { 1.0 - (1.0 - x) * (1.0 - x) };
                let mut at = from.at.lerp(to.at, s);
                at.z += lift * 4.0 * x * (1.0 - x);
                Pose { at, turn: from.turn.slerp(to.turn, s) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spin_of_half_a_turn_shows_the_other_side_at_the_same_height() {
        let back = Pose { at: DVec3::new(2.0, 0.0, 1.0), turn: DQuat::from_rotation_y(std::f64::consts::PI) };
        let spin =
            Spin { pivot: DVec3::new(0.0, 0.0, 1.0), axis: DVec3::Y, angle: std::f64::consts::PI, t0: 0.0, t1: 1.0 };
        let face = spin.done(&back);
        assert!((face.turn * DVec3::Z - DVec3::Z).length() < 1e-9);
        assert!((face.at - DVec3::new(-2.0, 0.0, 1.0)).length() < 1e-9, "{face:?}");
        assert!((spin.at(0.0).then(&back).at - back.at).length() < 1e-12);
    }
}
