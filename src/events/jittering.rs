//! A hand under another one that seems to move on after it came to lie, and hardly to stop.
//!
//! Where the landmarks of a hand are that another one hides is a guess, and what the other one does moves the parts that it hides: a
//! hand that lies still seems to go away a little and to stop once more, later. Its place tells more than its speed: one that comes goes
//! nearer and nearer to where it ends. In come the instants at which a hand seemed to stop, out come those and the one at which it was
//! there first.
//!
//! Set by one rendered stalemate in which the lower hand was dated 50 ms late; counted on slaps without pictures (`tests/slaps`).

use super::arrivals::Mode;
use super::overlap::{nearest, over};
use super::path::{HandPath, PathPoint};
use crate::base::{Measured, TimeScale};

/// What moves no farther than this from where it then lies may lie there already, centimetres.
const THERE_CM: f64 = 1.5;
/// It lies there so long after it seemed to stop, real seconds.
const LIES_SECS: f64 = 0.03;
/// It has been there for longer than the first before it seemed to stop, real seconds; for no longer than the second is asked.
const SINCE_SECS: (f64, f64) = (0.02, 0.08);
/// Meanwhile it seemed to go so much farther away than it had been, centimetres: noise does less.
const AWAY_CM: f64 = 0.4;
/// It came when it was there first with this probability, real seconds off with that standard deviation.
const CAME_BEFORE: f64 = 0.5;
const CAME_SECS: f64 = 0.008;

/// Of each instant at which the hand seemed to stop: it may have come when it was there first, below another hand.
pub(super) fn or_when_it_was_there(path: &HandPath, modes: &mut Vec<Mode>, all: &[HandPath], scale: TimeScale) {
    for mode in std::mem::take(modes) {
        let Some(came) = came(path, mode.at.t, all, scale) else {
            modes.push(mode);
            continue;
        };
        let at = Measured::normal(came, (CAME_SECS / scale.real_per_file).hypot(0.5 * path.frame_interval()));
        modes.push(Mode { weight: (1.0 - CAME_BEFORE) * mode.weight, ..mode });
        modes.push(Mode { at, weight: CAME_BEFORE * mode.weight });
    }
}

/// When the hand that seemed to stop at `t` was there first, if it was below another one since and seemed to go away meanwhile.
fn came(path: &HandPath, t: f64, all: &[HandPath], scale: TimeScale) -> Option<f64> {
    let secs = |real: f64| real / scale.real_per_file;
    let at = |t: f64| path.points.partition_point(|point| point.t < t);
    let place = path.points.get(at(t + secs(LIES_SECS)))?.fingers;
    let stopped = at(t);
    let there = |point: &&PathPoint| point.fingers.distance(place) < THERE_CM && point.t > t - secs(SINCE_SECS.1);
    let first = stopped - path.points[..stopped].iter().rev().take_while(there).count();
    let off = |i: &usize| path.points[*i].fingers.distance(place);
    let mut nearest = first;
    let away = (first..stopped).find(|i| {
        if off(i) < off(&nearest) {
            nearest = *i;
        }
        off(i) > off(&nearest) + AWAY_CM
    });
    let came = path.points.get(nearest)?.t;
    let hidden = |i: usize| path.points[i].on_top != Some(true) && below(path, i, all);
    (away.is_some() && t - came > secs(SINCE_SECS.0) && (nearest..stopped).all(hidden)).then_some(came)
}

/// Whether another hand is over this one at a point.
pub(super) fn below(path: &HandPath, i: usize, all: &[HandPath]) -> bool {
    let (t, dt) = (path.points[i].t, path.frame_interval());
    let over = |other: &HandPath| nearest(other, t, dt).is_some_and(|k| over(path, i, other, k));
    all.iter().any(|other| other.track != path.track && over(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Player, Point};

    /// How many instants a hand has that comes at 0.5 s, moves about there by `about` centimetres and seems to stop at 0.55 s; another
    /// one comes over it, or does not.
    fn instants(about: f64, over: bool) -> usize {
        let path = |player: Player, at: &dyn Fn(f64) -> f64| {
            let points = (0..120).map(|i| f64::from(i) / 120.0);
            let points = points.map(|t| PathPoint::lying(t, Point::new(at(t), 0.0))).collect();
            HandPath { track: player.number().into(), player, hand: HandSide::Left, points, fit: true }
        };
        // It is where it then lies at 0.5 and 0.55 s, and so far away in between.
        let jitters = |t: f64| if t < 0.55 { about * (62.8 * (t - 0.5)).sin() } else { 0.0 };
        let comes = |t: f64| if t < 0.5 { 200.0 * (0.5 - t) } else { jitters(t) };
        let lower = path(Player::One, &comes);
        let upper = path(Player::Two, &|_| if over { 1.0 } else { 60.0 });
        let mut modes = vec![Mode { at: Measured::normal(0.55, 0.003), weight: 1.0 }];
        or_when_it_was_there(&lower, &mut modes, &[lower.clone(), upper], TimeScale::REAL);
        modes.len()
    }

    #[test]
    fn a_hidden_hand_that_moves_about_where_it_lies_may_have_come_before() {
        assert_eq!(instants(0.8, true), 2);
        assert_eq!(instants(0.8, false), 1, "nothing hides it");
        assert_eq!(instants(0.2, true), 1, "noise");
        assert_eq!(instants(6.0, true), 1, "it came once more");
    }
}
