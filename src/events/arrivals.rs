//! When a hand that rests on a pile came there, where that is not when it was first still.
//!
//! A hand that landed is pushed by others that land on it, slides, or only seems to move because something passes over it.
//! What comes in are the hand's stops and one of its rests; what goes out are the instants at which it may
//! have come, each with its weight, and whether the hand was halted by something. Whether it was a touch is decided in
//! [`mod@super::touches`].

use super::change::change;
use super::path::HandPath;
use super::rests::{Rest, begin, speed_over, would_move_on};
use super::stops::Stop;
use crate::base::{Measured, Part, TimeScale};

/// A hand that is halted within two frames from more than this, centimetres a real second, to less than this part, and
/// stays as near, centimetres, has met something, though it seems still only so much later, real seconds.
const HALT_CM_S: f64 = 15.0;
const HALTED_TO: f64 = 0.25;
const HALT_CM: f64 = 0.5;
const HALT_SECS: f64 = 0.06;
/// So does one whose parts all together move faster than this in three steps, centimetres a real second, and in the next
/// by less than the first part of it, in most of the three after that by less than the second.
const DROPPED_CM_S: f64 = 10.0;
const DROPPED_TO: f64 = 0.3;
const DROPPED_STAYS: f64 = 0.35;

/// One of the instants at which a hand may have arrived.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mode {
    /// When.
    pub at: Measured,
    /// With which probability.
    pub weight: f64,
}

/// The only one.
pub fn only(at: Measured) -> Vec<Mode> {
    vec![Mode { at, weight: 1.0 }]
}

/// One instant for all of them.
pub fn instant(modes: &[Mode]) -> Measured {
    Measured::mixed(&parts(modes, 1.0))
}

/// The parts of an instant that is one of them with the probability `weight`.
pub fn parts(modes: &[Mode], weight: f64) -> Vec<Part> {
    let total: f64 = modes.iter().map(|mode| mode.weight).sum();
    let part =
        |mode: &Mode| Part { weight: weight * mode.weight / total, t: mode.at.t, sigma: mode.at.sigma(), shared: 0.0 };
    modes.iter().map(part).collect()
}

/// When a hand that rests may have arrived, and whether it met something then.
pub fn arrival(stops: &[Stop], path: &HandPath, all: &[HandPath], rest: &Rest, scale: TimeScale) -> (Vec<Mode>, bool) {
    let first = rest.from.saturating_sub(1).max(1);
    let over = &path.points[first..=rest.from];
    if over.iter().all(|point| point.own.is_none()) || !over.iter().all(|point| point.clear) {
        let halted = halt(stops, path, all, rest, scale);
        return (only(halted.unwrap_or(rest.began)), rest.met || halted.is_some());
    }
    change(path, rest, scale).unwrap_or((only(rest.began), rest.met))
}

/// When a fast hand was halted shortly before it seemed still: other hands that land on it make it seem to move on.
fn halt(stops: &[Stop], path: &HandPath, all: &[HandPath], rest: &Rest, scale: TimeScale) -> Option<Measured> {
    let points = &path.points;
    let since = points[rest.from].t - HALT_SECS / scale.real_per_file;
    let place = points[rest.from].fingers;
    let halted = |stop: &&Stop| {
        let i = stop.index;
        let before = (i.saturating_sub(3).max(1)..i).map(|k| points[k].speed).fold(0.0, f64::max);
        let after = (i + 1..(i + 3).min(points.len())).map(|k| points[k].speed).fold(0.0, f64::max);
        let (before, after) = (before / scale.real_per_file, after / scale.real_per_file);
        let fast = before > HALT_CM_S && after < HALTED_TO * before;
        let kept = points[i..=rest.from.max(i)].iter().all(|p| p.fingers.distance(place) < HALT_CM);
        i <= rest.from && points[i].t > since && fast && kept && would_move_on(path, i, scale)
    };
    let stop = stops.iter().find(halted).map(|stop| stop.at);
    stop.or_else(|| dropped(path, all, rest, since, scale))
}

/// The same told by how far the hand's parts differ in their movement as well: a hand that comes straight down hardly
/// moves along the table. Only where another hand may hide when it was still.
fn dropped(path: &HandPath, all: &[HandPath], rest: &Rest, since: f64, scale: TimeScale) -> Option<Measured> {
    let points = &path.points;
    let speed = |k: usize| points[k].speed.hypot(points[k].apart) / scale.real_per_file;
    let place = points[rest.from].fingers;
    let first = points.partition_point(|point| point.t < since).max(4);
    let from = (first..rest.from).find(|&i| {
        let before = (i - 3..i).map(speed).sum::<f64>() / 3.0;
        let mut after: Vec<f64> = (i + 1..(i + 4).min(points.len())).map(speed).collect();
        after.sort_by(f64::total_cmp);
        let stays_slow = after.get(after.len() / 2).is_some_and(|&middle| middle < DROPPED_STAYS * before);
        let kept = points[i..=rest.from].iter().all(|p| p.fingers.distance(place) < HALT_CM);
        let hidden = || (i..=rest.from).any(|k| speed_over(path, k, all, path.frame_interval()) > 0.0);
        before > DROPPED_CM_S && speed(i) < DROPPED_TO * before && stays_slow && kept && hidden()
    })?;
    Some(begin(path, from, path.frame_interval(), scale))
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::super::rests::rests;
    use super::*;
    use crate::base::{HandSide, Player, Point};

    /// A hand among others that comes with 50 cm/s until `stop` and then moves as told, 120 frames a second, centimetres
    /// a second.
    fn path(stop: usize, then: &[f64]) -> HandPath {
        let mut x = 0.0;
        let points = (0..40).map(|i| {
            let speed = if i < stop { 50.0 } else { then.get(i - stop).copied().unwrap_or(0.0) };
            x += speed / 120.0;
            let at = Point::new(x, 0.0);
            let (t, own) = (i as f64 / 120.0, Some((speed, 0.0)));
            PathPoint { speed, own, ..PathPoint::lying(t, at) }
        });
        HandPath { track: 0, player: Player::One, hand: HandSide::Left, points: points.collect(), fit: true }
    }

    fn last_arrival(path: &HandPath) -> Measured {
        let rests = rests(path, &[], TimeScale::REAL);
        instant(&arrival(&[], path, &[], rests.last().unwrap(), TimeScale::REAL).0)
    }

    #[test]
    fn a_push_after_it_landed_does_not_make_it_land_later() {
        // The last step with movement ends at point 19.
        let quiet = last_arrival(&path(20, &[]));
        let pushed = last_arrival(&path(20, &[0.0, 1.0, 8.0, 6.0]));
        let landed = 19.0 / 120.0;
        assert!((quiet.t - landed).abs() < 0.5 / 120.0, "{quiet:?}");
        assert!((pushed.t - landed).abs() < 1.0 / 120.0 && pushed.sigma() > quiet.sigma(), "{pushed:?}");
    }

    #[test]
    fn a_slow_end_leaves_open_when_it_landed() {
        let sharp = last_arrival(&path(20, &[]));
        let slow = last_arrival(&path(20, &[18.0, 14.0, 9.0]));
        assert!(slow.sigma() > 1.5 * sharp.sigma() && slow.t > sharp.t, "{slow:?}");
        assert!(slow.lo < 20.0 / 120.0 && slow.hi > 22.0 / 120.0, "{slow:?}");
    }
}
