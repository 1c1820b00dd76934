//! Progress of a movement: 0 at its start, 1 at its end, with exact first and second derivatives.
//!
//! A hand that goes from rest to rest follows the minimum-jerk curve (Flash and Hogan 1985, "The coordination of
//! arm movements: an experimentally confirmed mathematical model"), 10x^3 - 15x^4 + 6x^5. A strike is the curve
//! of least jerk whose speed at the end is not zero: the fifth-order polynomial with the ends' positions, speeds
//! and accelerations given.

/// Progress at an instant and its derivatives by the movement's own time, which goes from 0 to 1. Divide `speed`
/// by the duration, `acceleration` by its square, for seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// How far along.
    pub s: f64,
    /// First derivative.
    pub speed: f64,
    /// Second derivative.
    pub acceleration: f64,
}

/// How a movement's progress goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Profile {
    /// From rest to rest.
    MinJerk,
    /// From rest into something: the speed at the end, as a multiple of the movement's mean speed. 1.9 is as
    /// fast as the middle of a movement to rest; beyond [`STRIKE_MOST`] a hand would draw back first.
    Strike {
        /// Of the mean speed.
        end_speed: f64,
    },
    /// Out of a movement to rest: the speed at the start, as a multiple of the mean speed.
    Brake {
        /// Of the mean speed.
        start_speed: f64,
    },
    /// At one speed; for what is pushed or slides along.
    Even,
}

/// The greatest end speed of a strike that never goes backward.
pub const STRIKE_MOST: f64 = 2.5;

impl Profile {
    /// A strike that arrives with `end_cm_s` after `distance` in `duration`, as near as never going backward
    /// allows.
    pub fn strike(end_cm_s: f64, distance_cm: f64, duration_s: f64) -> Profile {
        Profile::Strike { end_speed: (end_cm_s * duration_s / distance_cm.max(1e-9)).clamp(0.0, STRIKE_MOST) }
    }

    /// Progress at `x`, 0 to 1 of the movement's time. Before the start it is exactly 0 and at rest, after the
    /// end exactly 1 and at rest; at `x == 1` a strike still has its speed.
    pub fn at(&self, x: f64) -> Sample {
        if x < 0.0 {
            return Sample { s: 0.0, speed: 0.0, acceleration: 0.0 };
        }
        if x > 1.0 {
            return Sample { s: 1.0, speed: 0.0, acceleration: 0.0 };
        }
        match *self {
            Profile::MinJerk => quintic(0.0, 0.0, x),
            Profile::Strike { end_speed } => quintic(0.0, end_speed, x),
            Profile::Brake { start_speed } => quintic(start_speed, 0.0, x),
            Profile::Even => Sample { s: x, speed: 1.0, acceleration: 0.0 },
        }
    }
}

/// From 0 with speed `v0` to 1 with speed `v1`, without acceleration at both ends.
fn quintic(v0: f64, v1: f64, x: f64) -> Sample {
    // Near the end it is written from the end, so that it is exact there as well.
    if x > 0.5 {
        let mirror = quintic_from(v1, v0, 1.0 - x);
        return Sample { s: 1.0 - mirror.s, speed: mirror.speed, acceleration: -mirror.acceleration };
    }
    quintic_from(v0, v1, x)
}

fn quintic_from(v0: f64, v1: f64, x: f64) -> Sample {
    let c3 = 10.0 - 6.0 * v0 - 4.0 * v1;
    let c4 = -15.0 + 8.0 * v0 + 7.0 * v1;
    let c5 = 6.0 - 3.0 * v0 - 3.0 * v1;
    Sample {
        s: x * (v0 + x * x * (c3 + x * (c4 + x * c5))),
        speed: v0 + x * x * (3.0 * c3 + x * (4.0 * c4 + x * 5.0 * c5)),
        acceleration: x * (6.0 * c3 + x * (12.0 * c4 + x * 20.0 * c5)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Profile; 6] = [
        Profile::MinJerk,
        Profile::Strike { end_speed: 0.7 },
        Profile::Strike { end_speed: 1.9 },
        Profile::Strike { end_speed: STRIKE_MOST },
        Profile::Brake { start_speed: 2.0 },
        Profile::Even,
    ];

    #[test]
    fn ends_are_exact() {
        for profile in ALL {
            assert_eq!((profile.at(0.0).s, profile.at(1.0).s), (0.0, 1.0), "{profile:?}");
        }
        assert_eq!(Profile::MinJerk.at(1.0).speed, 0.0);
        assert_eq!(Profile::Strike { end_speed: 1.7 }.at(1.0).speed, 1.7);
        assert_eq!(Profile::Strike { end_speed: 1.7 }.at(0.0).speed, 0.0);
        assert_eq!(Profile::Brake { start_speed: 1.7 }.at(0.0).speed, 1.7);
    }

    #[test]
    fn the_minimum_jerk_curve_is_the_published_one() {
        for x in [0.1, 0.25, 0.5, 0.8] {
            let published = 10.0 * f64::powi(x, 3) - 15.0 * f64::powi(x, 4) + 6.0 * f64::powi(x, 5);
            assert!((Profile::MinJerk.at(x).s - published).abs() < 1e-12);
        }
        assert!((Profile::MinJerk.at(0.5).speed - 1.875).abs() < 1e-12);
    }

    #[test]
    fn derivatives_are_those_of_the_curve() {
        let h = 1e-5;
        for profile in ALL {
            for i in 1..100 {
                let x = f64::from(i) / 100.0;
                let (before, here, after) = (profile.at(x - h), profile.at(x), profile.at(x + h));
                assert!(((after.s - before.s) / (2.0 * h) - here.speed).abs() < 1e-6, "{profile:?} {x}");
                let acceleration = (after.speed - before.speed) / (2.0 * h);
                assert!((acceleration - here.acceleration).abs() < 1e-5, "{profile:?} {x}");
            }
        }
    }

    #[test]
    fn no_hand_goes_backward() {
        for profile in ALL {
            assert!((0..=1000).all(|i| profile.at(f64::from(i) / 1000.0).speed >= -1e-9), "{profile:?}");
        }
    }

    #[test]
    fn a_strike_arrives_with_the_speed_asked_for() {
        let (distance, duration) = (30.0, 0.18);
        let profile = Profile::strike(280.0, distance, duration);
        assert!((profile.at(1.0).speed * distance / duration - 280.0).abs() < 1e-9);
    }
}
