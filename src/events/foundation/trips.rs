//! When a hand sets off from its player's Foundation, and when it is back there.
//!
//! A hand's way and an instant come in: one at which it was elsewhere, such as on a Centre Pile with a card of its own. What
//! goes out is the last moment of rest inside the Boundary before it, when it left the Boundary, or its first rest after it. Whether a
//! card went along is not told here.

use super::super::path::HandPath;
use super::super::zones::Zones;
use super::taking::{SET_OFF_SIGMA_SECS, pinch, rests};
use crate::base::{Measured, Player, TimeScale};

/// The longest way between the Foundation and a pile, real seconds; a hand that takes longer may have been anywhere.
const LONGEST_TRIP_SECS: f64 = 1.2;
/// Fingers hold a card by its edge, which may lie so far outside, centimetres.
const EDGE_CM: f64 = 1.5;

fn home(path: &HandPath, player: Player, zones: &Zones, index: usize) -> bool {
    zones.boundary_depth(player, pinch(&path.points[index].landmarks)) > -EDGE_CM
}

fn at(path: &HandPath, index: usize, scale: TimeScale) -> Measured {
    let sigma = (SET_OFF_SIGMA_SECS / scale.real_per_file).hypot(path.frame_interval());
    Measured::normal(path.points[index].t, sigma)
}

/// When the hand that was elsewhere at `t` set off from its player's Foundation; `None` when it did not come from there, or
/// was not seen to.
pub fn set_off_from_home(path: &HandPath, zones: &Zones, t: f64, scale: TimeScale) -> Option<Measured> {
    let speeds = path.speeds();
    let first = t - LONGEST_TRIP_SECS / scale.real_per_file;
    let end = path.points.partition_point(|point| point.t < t);
    let inside = |i: &usize| home(path, path.player, zones, *i);
    let left = (1..end).rev().take_while(|&i| path.points[i].t > first).find(inside)?;
    // Inside, back to where it lay still: it may go on along its own cards.
    let rested =
        (1..=left).rev().take_while(|&i| path.points[i].t > first && inside(&i)).find(|&i| rests(&speeds, i, scale));
    rested.map(|i| at(path, i, scale))
}

/// When the hand that was elsewhere at `t` left its player's Boundary, since when it was not back; `None` as above.
pub fn left_home(path: &HandPath, zones: &Zones, t: f64, scale: TimeScale) -> Option<Measured> {
    let first = t - LONGEST_TRIP_SECS / scale.real_per_file;
    let end = path.points.partition_point(|point| point.t < t);
    let mut since = (0..end).rev().take_while(|&i| path.points[i].t > first);
    since.find(|&i| home(path, path.player, zones, i)).map(|i| at(path, i, scale))
}

/// When the hand that was elsewhere at `t` lay still in its player's Foundation again.
pub fn came_home(path: &HandPath, zones: &Zones, t: f64, scale: TimeScale) -> Option<Measured> {
    let speeds = path.speeds();
    let last = t + LONGEST_TRIP_SECS / scale.real_per_file;
    let first = path.points.partition_point(|point| point.t <= t).max(1);
    let rested = (first..path.points.len())
        .take_while(|&i| path.points[i].t < last)
        .find(|&i| home(path, path.player, zones, i) && rests(&speeds, i, scale));
    rested.map(|i| at(path, i, scale))
}

#[cfg(test)]
mod tests {
    use super::super::super::path::PathPoint;
    use super::*;
    use crate::base::{HandSide, Point};

    /// A hand of Player 1 that rests in its Foundation (y = -28) until 0.5 s, goes to a pile within 0.3 s, rests there until
    /// 1.2 s and is back within 0.3 s. 60 frames a second.
    fn path() -> HandPath {
        let y = |t: f64| -28.0 + 28.0 * ((t - 0.5) / 0.3).clamp(0.0, 1.0) - 28.0 * ((t - 1.2) / 0.3).clamp(0.0, 1.0);
        let points = (0..140).map(|i| {
            let t = f64::from(i) / 60.0;
            let (here, before) = (y(t), y(t - 1.0 / 60.0));
            let fingers = Point::new(-5.0, here);
            let speed = (here - before).abs() * 60.0;
            PathPoint { speed, ..PathPoint::lying(t, fingers) }
        });
        HandPath { track: 0, player: Player::One, hand: HandSide::Left, points: points.collect(), fit: true }
    }

    fn zones() -> Zones {
        let zone = |x0: f64, x1: f64, y0: f64, y1: f64| {
            vec![Point::new(x0, y0), Point::new(x1, y0), Point::new(x1, y1), Point::new(x0, y1)]
        };
        Zones {
            piles: [zone(-10.0, 0.0, -6.0, 6.0), zone(0.0, 10.0, -6.0, 6.0)],
            boundaries: [zone(-15.0, 15.0, -35.0, -21.0), zone(-15.0, 15.0, 21.0, 35.0)],
            draw_decks: [Vec::new(), Vec::new()],
        }
    }

    #[test]
    fn a_hand_that_brings_a_card_set_off_from_its_foundation() {
        let at = set_off_from_home(&path(), &zones(), 0.9, TimeScale::REAL).unwrap();
        assert!((at.t - 0.5).abs() < 0.035, "{at:?}");
        // The opponent's Foundation is not where it came from.
        let other = HandPath { player: Player::Two, ..path() };
        assert!(set_off_from_home(&other, &zones(), 0.9, TimeScale::REAL).is_none());
    }

    #[test]
    fn a_hand_that_takes_a_card_back_comes_home() {
        let at = came_home(&path(), &zones(), 1.1, TimeScale::REAL).unwrap();
        assert!((at.t - 1.5).abs() < 0.035, "{at:?}");
        assert!(came_home(&path(), &zones(), 0.1, TimeScale::REAL).is_some_and(|at| at.t < 0.2));
    }
}
