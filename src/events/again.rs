//! A hand that comes down once more on the pile on which it lies: one that laid a card and then slaps (F.4.2).
//!
//! What comes in are a stay's later rests; what goes out are the instants at which the hand may have come down again, dated as
//! any arrival is. Whether that was a touch or the hand only moved there follows from what it did before, and is not asked here.

use super::arrivals::{Mode, arrival, instant, only};
use super::path::HandPath;
use super::rests::Rest;
use super::stops::Stop;
use super::unseen::{came_down_unseen, or_later};
use crate::base::{Measured, TimeScale};

/// A hand on a pile that moves faster than this, centimetres a real second, and then lies still for so long, real seconds,
/// has touched it once more.
const AGAIN_CM_S: f64 = 25.0;
const AGAIN_SECS: f64 = 0.1;
/// So has one that lies so far from where it lay, centimetres, however slowly it got there: lifted straight up, it hardly moves in the
/// picture.
const ELSEWHERE_CM: f64 = 2.0;

/// When a hand came down once more.
#[derive(Debug, Clone, PartialEq)]
pub struct Again {
    /// From all evidence.
    pub at: Measured,
    /// The instants at which it may have been as the picture has it.
    pub modes: Vec<Mode>,
    /// True when it met something then.
    pub sharp: bool,
    /// Speed shortly before, centimetres a real second.
    pub peak_speed: f64,
}

impl Again {
    /// At one instant.
    pub fn only(at: Measured) -> Again {
        Again { at, modes: only(at), sharp: false, peak_speed: 0.0 }
    }

    /// The same on another clock.
    pub fn on_clock(self, clock: impl Fn(Measured) -> Measured) -> Again {
        let on_clock = |mode: Mode| Mode { at: clock(mode.at), ..mode };
        Again { at: clock(self.at), modes: self.modes.into_iter().map(on_clock).collect(), ..self }
    }

    /// The same with each of its instants as told.
    pub fn with(mut self, each: impl Fn(Measured) -> Measured) -> Again {
        for mode in &mut self.modes {
            mode.at = each(mode.at);
        }
        Again { at: instant(&self.modes), ..self }
    }
}

/// Whether a hand that lay on a pile until point `first` moved and then lay there once more.
pub(super) fn came_again(path: &HandPath, first: usize, second: &Rest, scale: TimeScale) -> bool {
    let points = &path.points;
    let lies = (points[second.to].t - points[second.from].t) * scale.real_per_file;
    let mut speeds: Vec<f64> = points[(first + 1).min(second.from)..second.from].iter().map(|p| p.speed).collect();
    // The second fastest: one jump is a key frame of the coding.
    speeds.sort_by(|a, b| b.total_cmp(a));
    let moved = speeds.get(1).is_some_and(|speed| speed / scale.real_per_file > AGAIN_CM_S);
    let elsewhere = || points[first].fingers.distance(points[second.from].fingers) > ELSEWHERE_CM;
    second.from > first && lies > AGAIN_SECS && (moved || elsewhere())
}

/// When the hand that lay on a pile until point `first` came down there once more, to lie as `second` has it.
pub(super) fn dated(
    stops: &[Stop],
    path: &HandPath,
    all: &[HandPath],
    first: usize,
    second: &Rest,
    scale: TimeScale,
) -> Again {
    let (mut modes, met) = arrival(stops, path, all, second, scale);
    // Nobody comes again while he is still there.
    modes.retain(|mode| mode.at.t > path.points[first].t);
    if modes.is_empty() {
        modes = only(second.began);
    }
    if !met {
        for mode in &mut modes {
            mode.at = came_down_unseen(path, second.from, mode.at, scale);
        }
    } else {
        or_later(path, second.from, &mut modes, false, scale);
    }
    Again { at: instant(&modes), modes, sharp: met, peak_speed: second.speed_before }
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::super::rests::rests;
    use super::super::stops::stops;
    use super::*;
    use crate::base::{HandSide, Player, Point};

    /// A hand that lies still until 0.3 s, is lifted and comes down with 100 cm/s at 0.6 s, after which others that land on it
    /// stir it for 25 ms. 120 frames a second.
    fn path() -> HandPath {
        let mut x = 0.0;
        let points = (0..120).map(|i| {
            let t = f64::from(i) / 120.0;
            let speed = match t {
                t if t <= 0.3 => 0.0,
                t if t <= 0.45 => -60.0,
                t if t <= 0.6 => 100.0,
                t if t > 0.608 && t < 0.635 => 9.0,
                _ => 0.0,
            };
            x += speed / 120.0;
            let at = Point::new(x, 0.0);
            let (speed, own) = (f64::abs(speed), Some((f64::abs(speed), 0.0)));
            PathPoint { lean: (0.3, 0.0), speed, own, ..PathPoint::lying(t, at) }
        });
        HandPath { track: 0, player: Player::One, hand: HandSide::Left, points: points.collect(), fit: true }
    }

    #[test]
    fn a_hand_that_lies_elsewhere_has_come_again_however_slowly() {
        let again = |speed: f64| {
            let mut x = 0.0;
            let points = (0..120).map(|i| {
                let t = f64::from(i) / 120.0;
                let speed = if t > 0.3 && t <= 0.5 { speed } else { 0.0 };
                x += speed / 120.0;
                PathPoint { speed, ..PathPoint::lying(t, Point::new(x, 0.0)) }
            });
            let path =
                HandPath { track: 0, player: Player::One, hand: HandSide::Left, points: points.collect(), fit: true };
            let rests = rests(&path, std::slice::from_ref(&path), TimeScale::REAL);
            came_again(&path, rests[0].to, rests.last().expect("it lies there again"), TimeScale::REAL)
        };
        assert!(again(15.0) && !again(8.0));
    }

    #[test]
    fn a_hand_that_comes_down_again_is_dated_by_when_it_was_stopped() {
        let path = path();
        let all = std::slice::from_ref(&path);
        let rests = rests(&path, all, TimeScale::REAL);
        let (first, second) = (&rests[0], rests.last().expect("it lies there again"));
        assert!(came_again(&path, first.to, second, TimeScale::REAL), "{rests:?}");
        let again = dated(&stops(&path, TimeScale::REAL), &path, all, first.to, second, TimeScale::REAL);
        assert!((again.at.t - 0.6).abs() < 0.006, "{again:?}");
        assert!(!came_again(&path, second.from, second, TimeScale::REAL));
    }
}
