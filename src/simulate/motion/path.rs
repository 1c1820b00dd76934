//! From one wrist pose to another: a straight line with an arc above it, the shortest turn, a profile in time.
//!
//! The arc is a parabola of the progress, so a hand leaves and lands with a slope and is highest halfway: hands
//! pass above the cards between. With a strike the downward speed at the end is part of it.

use super::profile::Profile;
use crate::simulate::scene::Pose;
use glam::DVec3;

/// A movement of one wrist.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Path {
    /// Where it starts.
    pub from: Pose,
    /// Where it ends.
    pub to: Pose,
    /// How far above the straight line the middle of the way is, centimetres.
    pub arc: f64,
    /// How progress goes in time.
    pub profile: Profile,
    /// When it starts, seconds.
    pub start: f64,
    /// When it ends, seconds; after `start`.
    pub end: f64,
}

impl Path {
    /// The pose at `t`: exactly `from` up to the start, exactly `to` from the end on.
    pub fn at(&self, t: f64) -> Pose {
        if t <= self.start {
            return self.from;
        }
        if t >= self.end {
            return self.to;
        }
        let s = self.profile.at((t - self.start) / (self.end - self.start)).s;
        let at = self.from.at.lerp(self.to.at, s) + DVec3::Z * (self.arc * 4.0 * s * (1.0 - s));
        Pose { at, turn: self.from.turn.slerp(self.to.turn, s) }
    }

    /// The wrist's velocity at `t`, cm/s: zero outside, and the speed of arrival at the end itself.
    pub fn velocity(&self, t: f64) -> DVec3 {
        let duration = self.end - self.start;
        if t < self.start || t > self.end || duration <= 0.0 {
            return DVec3::ZERO;
        }
        let sample = self.profile.at(((t - self.start) / duration).clamp(0.0, 1.0));
        let by_progress = self.to.at - self.from.at + DVec3::Z * (self.arc * 4.0 * (1.0 - 2.0 * sample.s));
        by_progress * (sample.speed / duration)
    }

    /// The way's length, centimetres.
    pub fn length(&self) -> f64 {
        // Simpson's rule over the parabola's slope.
        let line = self.to.at - self.from.at;
        let speed = |s: f64| (line + DVec3::Z * (self.arc * 4.0 * (1.0 - 2.0 * s))).length();
        let steps = 32;
        let at = |i: i32| speed(f64::from(i) / f64::from(steps));
        let inner: f64 = (1..steps).map(|i| if i % 2 == 1 { 4.0 } else { 2.0 } * at(i)).sum();
        (at(0) + inner + at(steps)) / (3.0 * f64::from(steps))
    }

    /// The least arc with which the way is at least `height` at all `points` of it that lie between its ends
    /// (table x, y near the way): 0 when the straight line already is.
    pub fn arc_over(from: DVec3, to: DVec3, points: &[DVec3], margin: f64) -> f64 {
        let line = (to - from).truncate();
        let squared = line.length_squared();
        points
            .iter()
            .map(|point| {
                let s = if squared > 0.0 { (point - from).truncate().dot(line) / squared } else { 0.5 };
                // Close to the ends a parabola is low whatever its arc; what is there is the ends' affair.
                let s = s.clamp(0.0, 1.0);
                let bump = 4.0 * s * (1.0 - s);
                if bump < 0.3 { 0.0 } else { (point.z + margin - (from.z + (to.z - from.z) * s)) / bump }
            })
            .fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    fn slap() -> Path {
        Path {
            from: Pose { at: DVec3::new(-10.0, -30.0, 6.0), turn: DQuat::from_rotation_z(0.3) },
            to: Pose { at: DVec3::new(8.0, -4.0, 2.0), turn: DQuat::from_rotation_z(-0.1) },
            arc: 7.0,
            profile: Profile::Strike { end_speed: 1.8 },
            start: 1.25,
            end: 1.43,
        }
    }

    #[test]
    fn ends_are_exact_at_every_instant_outside() {
        let path = slap();
        for t in [-5.0, 1.0, 1.25] {
            assert_eq!(path.at(t), path.from);
        }
        for t in [1.43, 1.5, 9.0] {
            assert_eq!(path.at(t), path.to);
        }
        assert!(path.at(1.43 - 1e-9).at.distance(path.to.at) < 1e-5);
    }

    #[test]
    fn velocity_is_the_derivative_and_a_strike_comes_down() {
        let path = slap();
        let h = 1e-6;
        for i in 1..50 {
            let t = 1.25 + 0.18 * f64::from(i) / 50.0;
            let slope = (path.at(t + h).at - path.at(t - h).at) / (2.0 * h);
            assert!(slope.distance(path.velocity(t)) < 1e-3, "{t}");
        }
        assert!(path.velocity(1.43).z < -100.0, "{}", path.velocity(1.43));
        assert_eq!(path.velocity(1.5), DVec3::ZERO);
    }

    #[test]
    fn the_arc_is_high_enough() {
        let (from, to) = (DVec3::new(0.0, -30.0, 2.0), DVec3::new(0.0, 10.0, 2.0));
        let obstacles = [DVec3::new(1.0, -12.0, 5.0), DVec3::new(0.0, -5.0, 3.0)];
        let arc = Path::arc_over(from, to, &obstacles, 1.0);
        let path =
            Path { arc, from: Pose { at: from, ..Pose::IDENTITY }, to: Pose { at: to, ..Pose::IDENTITY }, ..slap() };
        for i in 0..=1000 {
            let here = path.at(1.25 + 0.18 * f64::from(i) / 1000.0).at;
            for obstacle in obstacles {
                assert!((here.y - obstacle.y).abs() > 0.02 || here.z > obstacle.z + 0.98, "{here} over {obstacle}");
            }
        }
        assert_eq!(Path::arc_over(from, to, &[], 1.0), 0.0);
        let flat = Path { arc: 0.0, ..path };
        assert!((flat.length() - 40.0).abs() < 1e-9 && path.length() > 40.0);
    }
}
