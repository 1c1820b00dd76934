//! A hand under another one whose landmarks leap as it seems to stop.
//!
//! Where a hand is that another one hides is a guess, and so is what moves there: parts taken for its own are the other hand's, and it
//! seems to stop when that does. Then its landmarks leap, from frame to frame, farther than anything in the picture moves. In come the
//! instants at which a hand seemed to stop, out come those and earlier ones, since it was hidden.
//!
//! Counted on hands that came to piles in 53 rendered scenes (60 to 240 frames a second), 24 of them with the rule in view: of eleven
//! hidden ones that leapt by more than 3 cm three were dated 22 to 86 ms late and eight up to 4 ms off; of 63 others none was more than
//! 12 ms late.
//!
//! One that lies still in one place and from one frame to the next in another did not go there so: it was taken for another hand, or
//! for a part of one, since it was hidden, and came at any time since (set on one rendered scene, in which a hand under two others was
//! told 117 ms late).

use super::arrivals::Mode;
use super::jittering::below;
use super::path::{HandPath, LONGEST_STEP};
use crate::base::{Measured, TimeScale};

/// Landmarks that leap so far beyond what the picture moves are guessed, centimetres.
const LEAP_CM: f64 = 3.0;
/// They leap no longer than the first before it seemed to stop, and than the second after, real seconds.
const NEAR_SECS: (f64, f64) = (0.045, 0.025);
/// It came at any time in so long before, real seconds, with this probability.
const BEFORE_SECS: f64 = 0.05;
const BEFORE: f64 = 0.4;

/// It was elsewhere before when it was still for so many steps, moving by less than this part of the one that took it away.
const STILL_STEPS: usize = 3;
const STILL: f64 = 0.1;
/// Between frames farther apart than this, real seconds, a hand may have gone there and stopped.
const AT_ONCE_SECS: f64 = 0.02;
/// Then it came before with this probability.
const MISPLACED: f64 = 0.9;

/// Of each instant at which the hand seemed to stop: it may have come before, if its landmarks leap then, below another hand.
pub(super) fn or_before_it_leapt(path: &HandPath, modes: &mut Vec<Mode>, all: &[HandPath], scale: TimeScale) {
    for mode in std::mem::take(modes) {
        if let Some(hidden) = misplaced_since(path, mode.at.t, all, scale) {
            let (middle, length) = (f64::midpoint(hidden, mode.at.t), mode.at.t - hidden);
            modes.push(Mode { at: Measured::normal(middle, length / 12_f64.sqrt()), weight: MISPLACED * mode.weight });
            modes.push(Mode { weight: (1.0 - MISPLACED) * mode.weight, ..mode });
            continue;
        }
        if !leaps(path, mode.at.t, all, scale) {
            modes.push(mode);
            continue;
        }
        let before = BEFORE_SECS / scale.real_per_file;
        let at = Measured::normal(mode.at.t - before / 2.0, before / 12_f64.sqrt());
        modes.push(Mode { at, weight: BEFORE * mode.weight });
        modes.push(Mode { weight: (1.0 - BEFORE) * mode.weight, ..mode });
    }
}

fn leaps(path: &HandPath, t: f64, all: &[HandPath], scale: TimeScale) -> bool {
    let at = |secs: f64| path.points.partition_point(|point| point.t < t + secs / scale.real_per_file);
    (at(-NEAR_SECS.0)..at(NEAR_SECS.1)).any(|i| {
        let point = &path.points[i];
        point.leapt > LEAP_CM && point.on_top != Some(true) && below(path, i, all)
    })
}

/// Since when a hand is below another one that is still in another place up to one frame before `t`.
fn misplaced_since(path: &HandPath, t: f64, all: &[HandPath], scale: TimeScale) -> Option<f64> {
    let (points, dt) = (&path.points, path.frame_interval());
    let first = points.partition_point(|point| point.t < t - dt).max(STILL_STEPS + 1);
    let last = points.partition_point(|point| point.t <= t + dt).min(points.len().saturating_sub(1));
    let step = |i: usize| points[i].fingers.distance(points[i - 1].fingers);
    let at_once = |i: usize| {
        let between = points[i].t - points[i - 1].t;
        between < LONGEST_STEP * dt && between * scale.real_per_file < AT_ONCE_SECS
    };
    let taken = (first..last).find(|&i| {
        let still = |k: usize| step(k) < STILL * step(i);
        step(i) > LEAP_CM && at_once(i) && still(i + 1) && (i - STILL_STEPS..i).all(still)
    })?;
    let hidden = |i: &usize| points[*i].on_top != Some(true) && below(path, *i, all);
    let since = points[(0..=taken).rev().take_while(hidden).last()?].t;
    (since < t).then_some(since)
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::*;
    use crate::base::{HandSide, Player, Point};

    /// When a hand came that seemed to stop at 0.5 s and whose landmarks leapt by so much at `when`; another one is so far away.
    fn came(leapt: f64, when: f64, away: f64) -> Vec<f64> {
        let path = |player: Player, x: f64| {
            let points = (0..120).map(|i| f64::from(i) / 120.0);
            let leaps = |t: f64| if player == Player::One && (t - when).abs() < 0.004 { leapt } else { 0.0 };
            let points = points.map(|t| PathPoint { leapt: leaps(t), ..PathPoint::lying(t, Point::new(x, 0.0)) });
            HandPath {
                track: player.number().into(),
                player,
                hand: HandSide::Left,
                points: points.collect(),
                fit: true,
            }
        };
        let all = [path(Player::One, 0.0), path(Player::Two, away)];
        let mut modes = vec![Mode { at: Measured::normal(0.5, 0.002), weight: 1.0 }];
        or_before_it_leapt(&all[0], &mut modes, &all, TimeScale::REAL);
        modes.iter().map(|mode| mode.at.t).collect()
    }

    #[test]
    fn a_hidden_hand_that_leaps_as_it_seems_to_stop_may_have_come_before() {
        let told = came(4.0, 0.5, 1.0);
        assert!(matches!(told[..], [before, stopped] if before < 0.48 && stopped == 0.5), "{told:?}");
        assert_eq!(came(1.0, 0.5, 1.0), [0.5], "as landmarks do");
        assert_eq!(came(4.0, 0.6, 1.0), [0.5], "later");
        assert_eq!(came(4.0, 0.5, 60.0), [0.5], "nothing hides it");
    }

    #[test]
    fn a_hidden_hand_that_is_still_elsewhere_until_one_frame_before_came_since_it_was_hidden() {
        // At 5 cm until 0.45 s, then at 0; the other hand comes over it at 0.35 s.
        let came_at = |rate: f64, slides: f64, over: f64| {
            let path = |player: Player, at: &dyn Fn(f64) -> f64| {
                let points = (0..).map(|i| f64::from(i) / rate).take_while(|t| *t < 1.0);
                let points = points.map(|t| PathPoint::lying(t, Point::new(at(t), 0.0))).collect();
                HandPath { track: player.number().into(), player, hand: HandSide::Left, points, fit: true }
            };
            let goes = |t: f64| if t < 0.45 { 5.0 + slides * (0.45 - t) } else { 0.0 };
            let all = [path(Player::One, &goes), path(Player::Two, &|t| if t < 0.35 { 60.0 } else { over })];
            let mut modes = vec![Mode { at: Measured::normal(0.45, 0.002), weight: 1.0 }];
            or_before_it_leapt(&all[0], &mut modes, &all, TimeScale::REAL);
            super::super::arrivals::instant(&modes)
        };
        let came = |slides: f64, over: f64| came_at(120.0, slides, over);
        let told = came(0.0, 2.5);
        assert!(told.t < 0.42 && told.lo < 0.36 && told.hi > 0.44, "{told:?}");
        assert!(came(0.0, 60.0).lo > 0.44, "nothing hides it");
        assert!(came(200.0, 2.5).lo > 0.44, "it was on its way");
        assert!(came_at(60.0, 0.0, 2.5).lo < 0.37 && came_at(30.0, 0.0, 2.5).lo > 0.44, "slow frames do not tell");
    }
}
