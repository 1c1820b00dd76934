//! Hands that come to a Centre Pile gently, without the stop of one that meets something.
//!
//! A card is laid down softly: the hand slows down, lies, and goes. What comes in are a hand's way and the stays that its
//! stops tell ([`mod@super::touches`], which also says when a hand counts as over a pile); what is added are the passages
//! over a pile that none of those explains.

use super::path::HandPath;
use super::touches::{RESTING_CM_S, STAYED_CM, Visit, tip_middle, visit};
use super::under::{depth_even, pile_under};
use super::zones::{Zones, middle};
use crate::base::{Measured, Pile, TimeScale};

/// Without a stop, a hand must stay this long to count as having come: longer than one waits above a
/// pile before turning back, real seconds.
const VAGUE_STAY_SECS: f64 = 0.08;
/// Standard deviation of an arrival without a sharp stop, real seconds.
const SOFT_SIGMA_SECS: f64 = 0.018;
/// A soft arrival is the moment from which the hand stays this near to where it rests, centimetres.
const SOFT_NEAR_CM: f64 = 0.35;
/// A soft arrival must slow down to this part of the fastest approach.
const SOFT_SLOWED_TO: f64 = 0.25;
/// And come this much nearer to the pile in the tenth of a second before, centimetres.
const SOFT_NEARER_CM: f64 = 0.8;

/// A stop that is less surely on the pile excludes no gentle stay that begins so much later, real seconds.
const HARDLY: f64 = 0.1;
const WAITED_SECS: f64 = 0.05;
/// A hand from its Draw Deck that rests on the pile only so much farther from its middle than it was before, centimetres, has laid its
/// card there and is on its way back.
const WITHDRAWN_CM: f64 = 2.0;
/// A hand that lies on a pile and seems to be elsewhere is back within this, real seconds: no hand goes and comes so fast.
const AWAY_FOR_A_MOMENT_SECS: f64 = 0.12;

/// Stays without a sharp stop: a card is laid down gently. One per passage over a pile that has no
/// sharp visit there, from the moment the hand is as near to its resting place as it will be.
pub(super) fn soft_visits(path: &HandPath, zones: &Zones, scale: TimeScale, found: &mut Vec<Visit>) {
    let points = &path.points;
    let dt = path.frame_interval();
    let speeds = path.speeds();
    let over: Vec<Option<Pile>> = points
        .iter()
        .map(|point| {
            let (pile, depth) = pile_under(&point.landmarks, zones);
            (depth > depth_even(zones, pile)).then_some(pile)
        })
        .collect();
    // When the hand was last seen over each pile.
    let mut seen_until = [f64::NEG_INFINITY; 2];
    let mut start = 0;
    while start < points.len() {
        let Some(pile) = over[start] else {
            start += 1;
            continue;
        };
        let mut end = start;
        while end + 1 < points.len() && over[end + 1] == Some(pile) {
            end += 1;
        }
        let (from, to) = (points[start].t - 2.0 * dt, points[end].t + 2.0 * dt);
        // A hand that lies there has not come again when what passes over it makes it seem elsewhere for a moment.
        let back_soon = points[start].t - seen_until[pile.index()] < AWAY_FOR_A_MOMENT_SECS / scale.real_per_file;
        seen_until[pile.index()] = points[end].t;
        let lies = |visit: &Visit| {
            back_soon && visit.arrive.t < from && visit.leave.is_none_or(|leave| leave.t > points[start].t)
        };
        let came = |visit: &Visit| visit.arrive.t > from && visit.arrive.t < to;
        // One that hardly stopped there may have waited above the pile only.
        let waited = |visit: &&Visit| visit.pile == pile && came(visit) && visit.on_pile < HARDLY;
        let soonest = found.iter().filter(waited).map(|visit| visit.arrive.t + WAITED_SECS / scale.real_per_file);
        let soonest = soonest.fold(f64::NEG_INFINITY, f64::max);
        let taken = found.iter().any(|visit| {
            let there = lies(visit) || (came(visit) && !waited(&visit));
            (visit.pile == pile && there) || across(path, visit, start, end)
        });
        // Already there in the first frame: the arrival was not seen.
        if !taken && start > 0 {
            let gentle = soft_visit(path, &speeds, (start, end), pile, zones, scale);
            let gentle = gentle.or_else(|| vague_visit(path, &speeds, (start, end), pile, zones, scale));
            found.extend(gentle.filter(|visit| visit.arrive.t > soonest));
        } else if start > 0 {
            let stops = found.iter().filter(|visit| visit.pile == pile && came(visit) && visit.from_draw_deck);
            let first = stops.min_by(|a, b| a.arrive.t.total_cmp(&b.arrive.t));
            let laid = first.and_then(|first| laid_before(path, &speeds, first, start, zones, scale));
            found.extend(laid);
        }
        start = end + 1;
    }
}

/// The gentle stay of a hand that is over a pile since point `start`, before it withdrew to where it first rests, at `stop`. Noise in the
/// picture may hide that it lay still.
fn laid_before(
    path: &HandPath,
    speeds: &[f64],
    stop: &Visit,
    start: usize,
    zones: &Zones,
    scale: TimeScale,
) -> Option<Visit> {
    let points = &path.points;
    let at = |visit: &Visit| points.partition_point(|point| point.t < visit.arrive.t).min(points.len() - 1);
    let place = points[(at(stop) + 1).min(points.len() - 1)].fingers;
    let set_off = (start..at(stop)).rev().find(|&i| points[i].fingers.distance(place) >= STAYED_CM)?;
    let laid = soft_visit(path, speeds, (start, set_off), stop.pile, zones, scale)?;
    let target = middle(&zones.piles[stop.pile.index()]);
    let away = |i: usize| tip_middle(&points[i].landmarks).distance(target);
    (away(at(stop)) - away(at(&laid)) >= WITHDRAWN_CM).then_some(laid)
}

/// Whether the hand of a visit, which is over a pile from point `start` to `end`, lies where it lay at that visit: across the line
/// between the piles it seems now over one, now over the other, and has come once.
fn across(path: &HandPath, visit: &Visit, start: usize, end: usize) -> bool {
    let points = &path.points;
    let came = points.partition_point(|point| point.t < visit.arrive.t).min(points.len() - 1);
    if came > end || visit.leave.is_some_and(|leave| leave.t < points[start].t) {
        return false;
    }
    let place = points[(came + 1).min(points.len() - 1)].fingers;
    (start.max(came)..=end).all(|i| points[i].fingers.distance(place) < STAYED_CM)
}

fn soft_visit(
    path: &HandPath,
    speeds: &[f64],
    (start, end): (usize, usize),
    pile: Pile,
    zones: &Zones,
    scale: TimeScale,
) -> Option<Visit> {
    let points = &path.points;
    let secs = |real: f64| real / scale.real_per_file;
    let before = |index: usize, real: f64| points.partition_point(|p| p.t < points[index].t - secs(real));
    let peak = speeds[before(start, 0.15)..=start].iter().copied().fold(0.0, f64::max);
    // One slow frame is noise: the slowest pair of neighbours is where the hand rests.
    let pair = |i: usize| speeds[i].max(speeds[(i + 1).min(end)]);
    let rest = (start..=end).min_by(|&a, &b| pair(a).total_cmp(&pair(b)).then(a.cmp(&b)))?;
    if pair(rest) > SOFT_SLOWED_TO * peak {
        return None;
    }
    let place = points[rest].fingers;
    // One that was lost from sight in that moment, and found elsewhere, did not come to rest there.
    let found = points.get(rest + 1).filter(|_| path.lost_after(rest, path.frame_interval()));
    if found.is_some_and(|found| found.fingers.distance(place) > STAYED_CM) {
        return None;
    }
    let index = (start..=rest).rev().take_while(|&i| points[i].fingers.distance(place) < SOFT_NEAR_CM).last()?;
    let target = middle(&zones.piles[pile.index()]);
    let away = |i: usize| tip_middle(&points[i].landmarks).distance(target);
    if away(before(index, 0.1)) - away(index) < SOFT_NEARER_CM {
        return None;
    }
    let (_, depth) = pile_under(&points[index].landmarks, zones);
    let arrive = Measured::normal(points[index].t, secs(SOFT_SIGMA_SECS).hypot(path.frame_interval()));
    Some(visit(path, index, pile, depth, arrive, false, peak / scale.real_per_file, zones, scale))
}

/// A hand that rests on a pile has come there, also where its way shows no stop: some time between the
/// last frame in which it was not over the pile and the first in which it rests.
fn vague_visit(
    path: &HandPath,
    speeds: &[f64],
    (start, end): (usize, usize),
    pile: Pile,
    zones: &Zones,
    scale: TimeScale,
) -> Option<Visit> {
    let points = &path.points;
    let slow = |i: usize| speeds[i] / scale.real_per_file < RESTING_CM_S;
    let rest = (start..end).find(|&i| slow(i) && slow(i + 1))?;
    if (points[end].t - points[rest].t) * scale.real_per_file < VAGUE_STAY_SECS {
        return None;
    }
    let (from, to) = (points[start - 1].t, points[rest].t);
    let arrive = Measured { t: (from + to) / 2.0, lo: from, hi: to, ..Measured::default() };
    let peak = speeds[start..=rest].iter().copied().fold(0.0, f64::max);
    let (_, depth) = pile_under(&points[rest].landmarks, zones);
    Some(visit(path, rest, pile, depth, arrive, false, peak / scale.real_per_file, zones, scale))
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::*;
    use crate::base::{HandSide, Player, Point};

    /// A hand that slides onto the left pile within half a second and lies there; for three frames, one second in, it seems
    /// to be beside the pile. 60 frames a second.
    fn path() -> HandPath {
        let mut last = 40.0;
        let points = (0..120).map(|i| {
            let t = f64::from(i) / 60.0;
            let y = 40.0 * (1.0 - t / 0.5).max(0.0).powi(3) + if (60..63).contains(&i) { 9.0 } else { 0.0 };
            let at = Point::new(-8.0, y);
            let (speed, t) = ((y - last).abs() * 60.0, t);
            last = y;
            PathPoint { speed, ..PathPoint::lying(t, at) }
        });
        HandPath { track: 3, player: Player::Two, hand: HandSide::Left, points: points.collect(), fit: true }
    }

    fn zones() -> Zones {
        let zone = |x: f64| {
            [(x - 8.0, -6.0), (x + 8.0, -6.0), (x + 8.0, 6.0), (x - 8.0, 6.0)].map(|(x, y)| Point::new(x, y)).to_vec()
        };
        Zones {
            piles: [zone(-8.0), zone(8.0)],
            boundaries: [Vec::new(), Vec::new()],
            draw_decks: [Vec::new(), Vec::new()],
        }
    }

    fn found_beside(mut known: Vec<Visit>) -> usize {
        let before = known.len();
        soft_visits(&path(), &zones(), TimeScale::REAL, &mut known);
        known.len() - before
    }

    #[test]
    fn a_hand_that_lies_there_has_not_come_again() {
        let path = path();
        let mut lies =
            visit(&path, 30, Pile::Left, 5.0, Measured::normal(0.5, 0.01), true, 50.0, &zones(), TimeScale::REAL);
        lies.leave = None;
        assert_eq!(found_beside(vec![lies.clone()]), 0);
        // One that had left by then has.
        lies.leave = Some(Measured::normal(0.9, 0.01));
        assert_eq!(found_beside(vec![lies]), 1);
    }

    #[test]
    fn a_hand_that_waited_above_the_pile_lays_its_card_gently_after_it() {
        let path = path();
        let at = |arrive: f64, on_pile: f64| {
            let arrive = Measured::normal(arrive, 0.01);
            let stay = visit(&path, 15, Pile::Left, 5.0, arrive, false, 50.0, &zones(), TimeScale::REAL);
            Visit { on_pile, leave: Some(Measured::normal(arrive.t + 0.02, 0.01)), ..stay }
        };
        let gentle = || {
            let mut none = Vec::new();
            soft_visits(&path, &zones(), TimeScale::REAL, &mut none);
            none[0].arrive.t
        };
        assert_eq!(found_beside(vec![at(gentle() - 0.1, 0.01)]), found_beside(Vec::new()));
        assert_eq!(found_beside(vec![at(gentle() - 0.02, 0.01)]), found_beside(Vec::new()) - 1);
        assert_eq!(found_beside(vec![at(gentle() - 0.1, 0.5)]), found_beside(Vec::new()) - 1);
    }

    #[test]
    fn a_hand_that_is_lost_while_it_passes_has_not_come() {
        // It slows down on the pile at 0.5 s and is lost until 0.65 s; it is found there, or so far away.
        let stays = |away: f64| {
            let points = (0..60).map(|i| f64::from(i) / 60.0).filter(|t| !(0.51..0.64).contains(t)).map(|t| {
                let (x, speed) = match t {
                    t if t < 0.49 => (250.0 * (t - 0.5), 250.0),
                    t if t < 0.64 => (0.0, 20.0),
                    _ => (away, 6.0 * away),
                };
                PathPoint { speed, ..PathPoint::lying(t, Point::new(x - 8.0, 0.0)) }
            });
            let path =
                HandPath { track: 3, player: Player::Two, hand: HandSide::Left, points: points.collect(), fit: true };
            let mut found = Vec::new();
            soft_visits(&path, &zones(), TimeScale::REAL, &mut found);
            found.iter().filter(|visit| visit.pile == Pile::Left).count()
        };
        assert_eq!(stays(0.5), 1);
        assert_eq!(stays(20.0), 0);
    }

    /// A hand from Player 2's Draw Deck comes to rest on the left pile within half a second, trembling, and from 0.7 s on lies so far
    /// from there, where a stop is known.
    fn laid_before_it_lies(away: f64) -> Vec<f64> {
        let points = (0..72).map(|i| {
            let t = f64::from(i) / 60.0;
            let x = match t {
                t if t < 0.5 => -8.0 + 30.0 * (1.0 - t / 0.5).powi(3),
                t if t < 0.6 => -8.0,
                t if t < 0.7 => -8.0 + away * (t - 0.6) / 0.1,
                _ => -8.0 + away,
            };
            let speed = match t {
                t if t < 0.5 => 180.0 * (1.0 - t / 0.5).powi(2) + 3.0,
                t if t < 0.6 => 3.0,
                t if t < 0.7 => away / 0.1,
                _ => 0.5,
            };
            PathPoint { speed, ..PathPoint::lying(t, Point::new(x, 0.0)) }
        });
        let path =
            HandPath { track: 3, player: Player::Two, hand: HandSide::Left, points: points.collect(), fit: true };
        let arrive = Measured::normal(0.7, 0.01);
        let stop = visit(&path, 42, Pile::Left, 4.0, arrive, true, 5.0, &zones(), TimeScale::REAL);
        let mut known = vec![Visit { from_draw_deck: true, ..stop }];
        soft_visits(&path, &zones(), TimeScale::REAL, &mut known);
        known[1..].iter().map(|visit| visit.arrive.t).collect()
    }

    #[test]
    fn a_hand_that_withdraws_and_rests_had_laid_its_card_where_it_was_deepest() {
        let told = laid_before_it_lies(4.0);
        assert!(told.len() == 1 && (0.35..0.6).contains(&told[0]), "{told:?}");
        assert_eq!(laid_before_it_lies(0.8), [0.0; 0], "it hardly moved");
    }

    #[test]
    fn a_card_laid_down_gently_is_a_stay() {
        assert!(found_beside(Vec::new()) >= 1);
    }
}
