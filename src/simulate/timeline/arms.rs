//! One arm over time: moves from pose to pose, one after another, at rest between them.
//!
//! A move follows the minimum-jerk curve (Flash and Hogan 1985) in its general form, with a velocity of
//! choice at both ends: a strike ends with speed, a hand that is called off midway turns without a jolt.

use crate::simulate::scene::{Finger, HandShape, Pose};
use glam::DVec3;

/// A hand's frame and shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmKey {
    /// The hand's frame.
    pub wrist: Pose,
    /// How the fingers are bent.
    pub shape: HandShape,
}

/// One move of a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmMove {
    /// Start, seconds.
    pub t0: f64,
    /// End, seconds.
    pub t1: f64,
    /// Pose at the start.
    pub from: ArmKey,
    /// Pose at the end.
    pub to: ArmKey,
    /// Velocity at the start, centimetres a second.
    pub v0: DVec3,
    /// Velocity at the end, centimetres a second.
    pub v1: DVec3,
    /// How much higher than straight the middle of the way is, centimetres.
    pub lift: f64,
    /// Trembling of a hand held in the air: greatest deflection, centimetres.
    pub tremor: f64,
}

/// The minimum-jerk course from 0 to 1: at rest at both ends.
pub fn min_jerk(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * x * (10.0 + x * (-15.0 + x * 6.0))
}

/// Place and velocity after the share `s` of a minimum-jerk course with given velocities at its ends.
fn course(from: DVec3, to: DVec3, v0: DVec3, v1: DVec3, secs: f64, s: f64) -> (DVec3, DVec3) {
    let (start, d, dv) = (v0 * secs, to - from - v0 * secs, (v1 - v0) * secs);
    let (a, b, c) = (d * 10.0 - dv * 4.0, d * -15.0 + dv * 7.0, d * 6.0 - dv * 3.0);
    let s2 = s * s;
    let at = from + start * s + (a + (b + c * s) * s) * s2 * s;
    let speed = start + (a * 3.0 + (b * 4.0 + c * (5.0 * s)) * s) * s2;
    (at, if secs > 0.0 { speed / secs } else { DVec3::ZERO })
}

/// Blends two hand shapes.
pub fn blend(a: &HandShape, b: &HandShape, x: f64) -> HandShape {
    let mix = |p: f64, q: f64| p + (q - p) * x;
    let mut fingers = [Finger::default(); 5];
    for (out, (p, q)) in fingers.iter_mut().zip(a.fingers.iter().zip(&b.fingers)) {
        out.spread = mix(p.spread, q.spread);
        for joint in 0..3 {
            out.flex[joint] = mix(p.flex[joint], q.flex[joint]);
        }
    }
    HandShape { fingers }
}

/// Frequencies of a hand's tremor, hertz, by axis: physiological tremor lies at 8 to 12.
const TREMOR_HZ: [f64; 3] = [9.1, 10.3, 8.3];

impl ArmMove {
    /// Pose and velocity at `t`, which must lie in the move.
    pub fn at(&self, t: f64) -> (ArmKey, DVec3) {
        let secs = self.t1 - self.t0;
        let s = if secs > 0.0 { ((t - self.t0) / secs).clamp(0.0, 1.0) } else { 1.0 };
        let (mut at, mut speed) = course(self.from.wrist.at, self.to.wrist.at, self.v0, self.v1, secs, s);
        let r = s * (1.0 - s);
        at.z += self.lift * 64.0 * r * r * r;
        if secs > 0.0 {
            speed.z += self.lift * 192.0 * r * r * (1.0 - 2.0 * s) / secs;
        }
        if self.tremor > 0.0 {
            // Fades in and out, so that the ends stay exact.
            let window = self.tremor * (16.0 * r * r).min(1.0);
            let wave = |i: usize| (std::f64::consts::TAU * TREMOR_HZ[i] * (t - self.t0)).sin();
            at += DVec3::new(wave(0), wave(1), wave(2)) * window;
        }
        let x = min_jerk(s);
        let turn = self.from.wrist.turn.slerp(self.to.wrist.turn, x);
        let shape = blend(&self.from.shape, &self.to.shape, x);
        (ArmKey { wrist: Pose { at, turn }, shape }, speed)
    }
}

/// One arm's moves.
#[derive(Debug, Clone, PartialEq)]
pub struct ArmTrack {
    /// Pose before the first move.
    pub start: ArmKey,
    /// Moves by time; none overlaps the next.
    pub moves: Vec<ArmMove>,
}

impl ArmTrack {
    /// Pose and velocity at `t`.
    pub fn at(&self, t: f64) -> (ArmKey, DVec3) {
        let after = self.moves.partition_point(|one| one.t0 <= t);
        match after.checked_sub(1).map(|i| &self.moves[i]) {
            None => (self.start, DVec3::ZERO),
            Some(one) if t < one.t1 => one.at(t),
            Some(one) => (one.to, DVec3::ZERO),
        }
    }

    /// When the last move ends; `None` before any.
    pub fn end(&self) -> Option<f64> {
        self.moves.last().map(|one| one.t1)
    }

    /// Forgets what was to happen from `t` on; gives pose and velocity there.
    pub fn cut(&mut self, t: f64) -> (ArmKey, DVec3) {
        let (key, speed) = self.at(t);
        while self.moves.last().is_some_and(|one| one.t0 >= t) {
            self.moves.pop();
        }
        if let Some(last) = self.moves.last_mut().filter(|last| last.t1 > t) {
            // The shortened move must still run through the same places: it keeps its own course up to `t`.
            let whole = *last;
            let share = 0.5 * (t - whole.t0);
            let (middle, middle_speed) = whole.at(whole.t0 + share);
            *last = ArmMove { t1: whole.t0 + share, to: middle, v1: middle_speed, lift: 0.0, tremor: 0.0, ..whole };
            self.moves.push(ArmMove {
                t0: whole.t0 + share,
                t1: t,
                from: middle,
                to: key,
                v0: middle_speed,
                v1: speed,
                lift: 0.0,
                tremor: 0.0,
            });
        }
        (key, speed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    fn key(x: f64, z: f64) -> ArmKey {
        ArmKey { wrist: Pose { at: DVec3::new(x, 0.0, z), turn: DQuat::IDENTITY }, shape: HandShape::default() }
    }

    #[test]
    fn a_strike_arrives_on_time_with_its_speed_and_from_above() {
        let strike = ArmMove {
            t0: 1.0,
            t1: 1.25,
            from: key(0.0, 10.0),
            to: key(20.0, 2.0),
            v0: DVec3::ZERO,
            v1: DVec3::new(0.0, 0.0, -120.0),
            lift: 4.0,
            tremor: 0.0,
        };
        let (end, speed) = strike.at(1.25);
        assert!((end.wrist.at - DVec3::new(20.0, 0.0, 2.0)).length() < 1e-9 && (speed.z + 120.0).abs() < 1e-6);
        for i in 0..250 {
            let (key, speed) = strike.at(1.0 + f64::from(i) * 1e-3);
            assert!(key.wrist.at.z > 2.0, "above at {i} ms");
            let (next, _) = strike.at(1.0 + f64::from(i) * 1e-3 + 1e-6);
            assert!(((next.wrist.at - key.wrist.at) / 1e-6 - speed).length() < 0.5, "speed at {i} ms");
        }
    }

    #[test]
    fn a_cut_track_goes_through_the_pose_where_it_was_cut() {
        let one = ArmMove {
            t0: 0.0,
            t1: 1.0,
            from: key(0.0, 0.0),
            to: key(30.0, 0.0),
            v0: DVec3::ZERO,
            v1: DVec3::ZERO,
            lift: 5.0,
            tremor: 0.0,
        };
        let mut track = ArmTrack { start: key(0.0, 0.0), moves: vec![one] };
        let whole = track.clone();
        let (at, speed) = track.cut(0.4);
        assert_eq!(at, whole.at(0.4).0);
        assert!(speed.x > 10.0);
        for i in 0..40 {
            let t = f64::from(i) * 0.01;
            assert!((track.at(t).0.wrist.at - whole.at(t).0.wrist.at).length() < 1.2, "at {t}");
        }
    }
}
