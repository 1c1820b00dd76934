//! Whose movement it is where hands lie over each other.
//!
//! Parts of a hand that another one may hide seem to move when that one does. What no other hand can hide, the wrist and the
//! back of the hand, tells the hand's own movement, but not that its fingers are still coming down. Hands that lie over
//! each other came one after the other, so that both are told: while the other hand moves, only a hand's own parts count;
//! once the other is still, all of them do, for the hand that came later: it is on top.

use super::path::HandPath;
use super::rests::{OVER_CM, POP_CM, still_limit};
use crate::base::{Point, Table, TimeScale};

/// So fast still hands that lie over each other seem to move, centimetres a real second: the coding smears what they share.
const SHARED_CM_S: f64 = 12.0;

/// A hand that has been still for longer has nothing to do with how another one lands, real seconds.
const LATELY_SECS: f64 = 0.2;

/// Sets the movement at each point of each path that counts, and whether it is surely the hand's own; `own` stays where another
/// hand moves or did so lately. Of a hand that is on top all the movement counts.
pub fn settle(paths: &mut [HandPath], scale: TimeScale) {
    let since: Vec<Vec<Option<f64>>> = paths.iter().map(|path| still_since(path, scale)).collect();
    let mut own: Vec<(usize, usize)> = Vec::new();
    let mut free: Vec<(usize, usize)> = Vec::new();
    for (a, path) in paths.iter().enumerate() {
        let dt = path.frame_interval();
        for (i, point) in path.points.iter().enumerate().filter(|(_, point)| point.own.is_some()) {
            let others = paths.iter().enumerate().filter(|(b, _)| *b != a).filter_map(|(b, other)| {
                let k = nearest(other, point.t, dt)?;
                over(path, i, other, k).then(|| since[b][k])
            });
            let mine = since[a][i];
            let (mut none, mut hidden, mut lately, mut still) = (true, false, false, true);
            for theirs in others {
                none = false;
                still &= theirs.is_some();
                lately |= theirs.is_none_or(|since| since > point.t - LATELY_SECS / scale.real_per_file);
                hidden |= match (mine, theirs) {
                    (_, None) => true,
                    (Some(mine), Some(theirs)) => mine < theirs,
                    (None, Some(_)) => false,
                };
            }
            let noise = SHARED_CM_S * scale.real_per_file;
            let whole = (point.speed.hypot(point.apart).powi(2) - noise * noise).max(0.0).sqrt();
            let told = point.own.is_some_and(|(speed, apart)| speed.hypot(apart) >= whole);
            // Below hands that are still nothing but itself moves a hand; its few own parts show noise too.
            let all = point.speed.hypot(point.apart);
            let own_is_more = point.own.is_some_and(|(speed, apart)| speed.hypot(apart) > all);
            let noisy = point.on_top == Some(false) && still && own_is_more;
            if (none || hidden || told) && point.on_top != Some(true) && !noisy {
                own.push((a, i));
            }
            if !hidden && !lately {
                free.push((a, i));
            }
        }
    }
    for path in paths.iter_mut() {
        for point in path.points.iter_mut().filter(|point| point.own.is_some()) {
            point.clear = true;
        }
    }
    for (a, i) in own {
        let point = &mut paths[a].points[i];
        if let Some((speed, apart)) = point.own {
            (point.speed, point.apart) = (speed, apart);
        }
    }
    for (a, i) in free {
        paths[a].points[i].own = None;
    }
}

/// Since when each point's own parts have been still; `None` when they move.
fn still_since(path: &HandPath, scale: TimeScale) -> Vec<Option<f64>> {
    let points = &path.points;
    let speeds: Vec<f64> = points
        .iter()
        .map(|point| {
            let (speed, apart) = point.own.unwrap_or((point.speed, point.apart));
            speed.hypot(apart) / scale.real_per_file
        })
        .collect();
    let limit = still_limit(&speeds);
    let dt = path.frame_interval();
    let mut since: Option<f64> = None;
    (0..points.len())
        .map(|i| {
            let still = i > 0 && speeds[i] < limit;
            let shift = points[i].own.map_or(points[i].speed, |own| own.0) * dt;
            let pops = since.is_some() && shift < POP_CM && speeds.get(i + 1).is_some_and(|&next| next < limit);
            since = if still || pops { since.or(Some(points[i].t)) } else { None };
            since
        })
        .collect()
}

/// The point of a path at that time.
pub(super) fn nearest(path: &HandPath, t: f64, dt: f64) -> Option<usize> {
    let k = path.points.partition_point(|point| point.t < t - 0.5 * dt);
    path.points.get(k).filter(|point| (point.t - t).abs() < 0.75 * dt).map(|_| k)
}

/// Whether one hand may be over the other.
pub(super) fn over(path: &HandPath, i: usize, other: &HandPath, k: usize) -> bool {
    near(&path.points[i].landmarks, &other.points[k].landmarks)
}

/// The same of their landmarks.
pub(super) fn near(a: &[Point<Table>], b: &[Point<Table>]) -> bool {
    a.iter().step_by(2).any(|p| b.iter().step_by(2).any(|q| p.distance(*q) < OVER_CM))
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::*;
    use crate::base::{HandSide, Player};

    /// A hand whose own parts move until `own_stop` and which seems to move until `all_stop`, centimetres a second, 120
    /// frames a second.
    fn hand(track: u32, own_stop: f64, all_stop: f64) -> HandPath {
        let points = (0..60).map(|i| {
            let t = f64::from(i) / 120.0;
            let at = Point::new(f64::from(track), 0.0);
            let speed = |stop: f64| if t <= stop { 60.0 } else { 0.0 };
            let own = Some((speed(own_stop), 0.0));
            PathPoint { speed: speed(all_stop), own, clear: false, ..PathPoint::lying(t, at) }
        });
        HandPath { track, player: Player::One, hand: HandSide::Left, points: points.collect(), fit: true }
    }

    fn last_moving(path: &HandPath) -> f64 {
        path.points.iter().rfind(|point| point.speed > 0.0).map_or(0.0, |point| point.t)
    }

    #[test]
    fn the_hand_below_is_still_when_its_own_parts_are() {
        let mut both = [hand(0, 0.2, 0.3), hand(1, 0.3, 0.3)];
        settle(&mut both, TimeScale::REAL);
        assert!((last_moving(&both[0]) - 0.2).abs() < 1e-9, "{}", last_moving(&both[0]));
        assert!((last_moving(&both[1]) - 0.3).abs() < 1e-9);
        assert!(both.iter().flat_map(|path| &path.points).all(|point| point.clear));
    }

    #[test]
    fn the_fingers_of_the_hand_on_top_count_once_the_other_is_still() {
        let mut both = [hand(0, 0.2, 0.35), hand(1, 0.3, 0.35)];
        settle(&mut both, TimeScale::REAL);
        assert!((last_moving(&both[0]) - 0.2).abs() < 1e-9);
        assert!((last_moving(&both[1]) - 0.35).abs() < 0.01);
    }

    #[test]
    fn all_of_the_hand_on_top_counts_while_the_other_moves() {
        let mut both = [hand(0, 0.4, 0.4), hand(1, 0.2, 0.3)];
        both[1].points.iter_mut().for_each(|point| point.on_top = Some(true));
        settle(&mut both, TimeScale::REAL);
        assert!((last_moving(&both[1]) - 0.3).abs() < 1e-9, "{}", last_moving(&both[1]));
    }

    #[test]
    fn a_hand_below_still_ones_is_still_though_its_few_own_parts_seem_to_move() {
        for (below, until) in [(Some(false), 0.2), (None, 0.4)] {
            let mut both = [hand(0, 0.4, 0.2), hand(1, 0.1, 0.1)];
            both[0].points.iter_mut().for_each(|point| point.on_top = below);
            settle(&mut both, TimeScale::REAL);
            assert!((last_moving(&both[0]) - until).abs() < 1e-9, "{}", last_moving(&both[0]));
        }
    }

    #[test]
    fn a_hand_apart_from_all_others_keeps_its_own() {
        let mut both = [hand(0, 0.2, 0.3), hand(40, 0.3, 0.3)];
        settle(&mut both, TimeScale::REAL);
        assert!((last_moving(&both[0]) - 0.2).abs() < 1e-9);
    }
}
