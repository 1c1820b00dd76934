//! Visits of hands as two cameras have them, made one list.
//!
//! In come both lists, the second already on the first one's clock, and the ways of the hands that each camera saw; out comes
//! one list with each visit once. Where both saw a visit its instant is the product of what each says, unless they disagree
//! so much that one must be wrong: then both stay open. A visit that one camera alone has is doubted when the other
//! saw all of that player's hands somewhere else at the time: seen at a slant, a hand in the air seems to be over a pile
//! that it is not over. Which hand it was is the first camera's word.

use super::arrivals::{Mode, instant, only};
use super::path::HandPath;
use super::touches::Visit;
use super::zones::Zones;
use crate::base::{Clock, Measured, TimeScale};

/// Two visits of one player to one pile are the same when their instants differ by no more than this, real seconds, or by
/// this many standard deviations.
const SAME_SECS: f64 = 0.05;
const SAME_SIGMAS: f64 = 3.5;
/// The part of visits in which one camera's instant is quite wrong, and what it may be off by then, real seconds.
const WRONG: f64 = 0.05;
const WRONG_SECS: f64 = 0.05;
/// Of all ways to combine instants no more are kept than this.
const MOST_MODES: usize = 6;
/// A hand is elsewhere when no part of it comes nearer to the pile than this, centimetres,
const ELSEWHERE_CM: f64 = 1.5;
/// around the instant of the visit, real seconds.
const AROUND_SECS: f64 = 0.04;
/// A visit that the other camera saw not to be is one with this part of its probability.
const CONTRADICTED: f64 = 0.65;
/// Two views of one hand err together in part, how softly it came above all: their joint variance is so many times that of two that
/// know nothing of each other. Tuned on slaps without pictures.
const TOGETHER: f64 = 1.5;
/// Tracks of the second camera are numbered from here.
pub const SECOND_TRACKS: u32 = 1_000_000;

/// Another camera's visit on the first one's clock.
pub fn on_first(mut visit: Visit, clock: &Clock) -> Visit {
    let sigma = clock.sigma_at(visit.seen.t) / clock.scales.0.real_per_file;
    let map = |at: Measured| at.on_clock(|t| clock.to_first(t), sigma);
    visit.track += SECOND_TRACKS;
    visit.arrive = map(visit.arrive);
    visit.seen = map(visit.seen);
    for mode in &mut visit.modes {
        mode.at = map(mode.at);
    }
    visit.stirred = visit.stirred.map(map);
    visit.waited = visit.waited.map(map);
    visit.again = visit.again.map(|again| again.on_clock(map));
    visit.leave = visit.leave.map(map);
    visit
}

/// Another camera's way of a hand on the first one's clock.
pub fn path_on_first(mut path: HandPath, clock: &Clock) -> HandPath {
    path.track += SECOND_TRACKS;
    let slower = clock.scales.1.real_per_file / clock.scales.0.real_per_file;
    for point in &mut path.points {
        point.t = clock.to_first(point.t);
        point.speed /= slower;
        point.apart /= slower;
        point.own = point.own.map(|(speed, apart)| (speed / slower, apart / slower));
    }
    path
}

/// One list of both cameras' visits, by time; `paths` are the ways of hands as each has them. All on the first clock.
pub fn join(visits: [Vec<Visit>; 2], paths: [&[HandPath]; 2], zones: &Zones, scale: TimeScale) -> Vec<Visit> {
    let [first, second] = visits;
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    let mut astray: Vec<(f64, usize, usize)> = Vec::new();
    for (i, a) in first.iter().enumerate() {
        for (j, b) in second.iter().enumerate() {
            let apart = (a.seen.t - b.seen.t).abs();
            let most = (SAME_SIGMAS * a.seen.spread(&b.seen)).max(SAME_SECS / scale.real_per_file);
            if a.player != b.player || apart > most {
                continue;
            }
            match (a.pile == b.pile, a.hand == b.hand) {
                (true, true) => pairs.push((apart, i, j)),
                (true, false) => pairs.push((apart + SAME_SECS / 2.0 / scale.real_per_file, i, j)),
                (false, true) => astray.push((apart, i, j)),
                (false, false) => {}
            }
        }
    }
    let (mut partner, mut taken) = (vec![None; first.len()], vec![false; second.len()]);
    let mut give = |mut pairs: Vec<(f64, usize, usize)>| {
        pairs.sort_by(|x, y| x.0.total_cmp(&y.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        for (_, i, j) in pairs {
            if partner[i].is_none() && !taken[j] {
                (partner[i], taken[j]) = (Some(j), true);
            }
        }
    };
    give(pairs);
    // What is left of one hand at one time is one visit, to the pile that the steeper view shows.
    give(astray);
    let doubted = |mut visit: Visit, other: &[HandPath]| {
        if seen_elsewhere(&visit, other, zones, scale) {
            visit.on_pile *= CONTRADICTED;
        }
        visit
    };
    let mut joined: Vec<Visit> = Vec::new();
    for (a, partner) in first.iter().zip(partner) {
        if partner.is_none() && already_there(a, paths, &second, scale) {
            continue;
        }
        let a = a.clone();
        joined.push(match partner {
            Some(j) => {
                let b = &second[j];
                let steeper = if slant(b, paths[1]) < slant(&a, paths[0]) { b.clone() } else { a.clone() };
                // Where it was is the steeper view's word, who it was the first one's.
                Visit {
                    pile: steeper.pile,
                    from_draw_deck: steeper.from_draw_deck,
                    depth_cm: steeper.depth_cm,
                    again: steeper.again,
                    ..both(a, b, scale)
                }
            }
            None => doubted(a, paths[1]),
        });
    }
    let alone =
        second.iter().zip(taken).filter(|(b, taken)| !taken && !already_there(b, [paths[1], paths[0]], &first, scale));
    joined.extend(alone.map(|(b, _)| doubted(b.clone(), paths[0])));
    joined.sort_by(|a, b| a.arrive.t.total_cmp(&b.arrive.t).then(a.track.cmp(&b.track)));
    joined
}

/// Whether the other camera's visits, seen more steeply, have the hand of a visit on a pile then: it is on the other pile, or
/// came at another time, for a hand is in one place.
fn already_there(visit: &Visit, [own, other]: [&[HandPath]; 2], others: &[Visit], scale: TimeScale) -> bool {
    let slack = SAME_SECS / scale.real_per_file;
    let until = |visit: &Visit| visit.leave.map_or(f64::INFINITY, |leave| leave.t);
    others.iter().any(|there| {
        let same = there.player == visit.player && there.hand == visit.hand;
        let then = there.seen.t < until(visit) + slack && visit.seen.t < until(there) + slack;
        same && then && slant(there, other) < slant(visit, own)
    })
}

/// How far beside its place a visiting hand seems for each centimetre that it is higher: more, the flatter the view.
fn slant(visit: &Visit, paths: &[HandPath]) -> f64 {
    let path = paths.iter().find(|path| path.track == visit.track);
    let point = path.and_then(|path| {
        let i = path.points.partition_point(|point| point.t < visit.seen.t);
        path.points.get(i).or(path.points.last())
    });
    point.map_or(f64::INFINITY, |point| point.lean.0.hypot(point.lean.1))
}

/// One visit that both cameras saw.
fn both(mut a: Visit, b: &Visit, scale: TimeScale) -> Visit {
    a.modes = product(&a.modes, &b.modes, scale);
    a.seen = instant(&a.modes);
    a.arrive = a.seen;
    a.stirred = match (a.stirred, b.stirred) {
        (Some(x), Some(y)) => Some(if x.sigma() <= y.sigma() { x } else { y }),
        (x, y) => x.or(y),
    };
    a.waited = a.waited.or(b.waited);
    // One that lost the hand says that it left.
    a.leave = match (a.leave, b.leave) {
        (Some(x), Some(y)) => Some(if x.t >= y.t { x } else { y }),
        _ => None,
    };
    a.sharp |= b.sharp;
    a.peak_speed = a.peak_speed.max(b.peak_speed);
    a.on_pile = probability(odds(a.on_pile) * odds(b.on_pile));
    a.this_pile = probability(odds(a.this_pile) * odds(b.this_pile)).max(a.on_pile);
    a
}

fn odds(probability: f64) -> f64 {
    let inside = probability.clamp(1e-3, 1.0 - 1e-3);
    inside / (1.0 - inside)
}

fn probability(odds: f64) -> f64 {
    odds / (1.0 + odds)
}

/// The instants at which a hand may have come that both cameras allow; those of either alone when one is quite wrong.
fn product(a: &[Mode], b: &[Mode], scale: TimeScale) -> Vec<Mode> {
    let density = |off: f64, sigma: f64| (-0.5 * (off / sigma).powi(2)).exp() / sigma;
    let wrong_secs = WRONG_SECS / scale.real_per_file;
    let mut modes = Vec::new();
    for x in a {
        for y in b {
            let (vx, vy) = (x.at.sigma().powi(2).max(1e-12), y.at.sigma().powi(2).max(1e-12));
            let off = y.at.t - x.at.t;
            let at = Measured::normal(x.at.t + off * vx / (vx + vy), (TOGETHER * vx * vy / (vx + vy)).sqrt());
            let agree = (1.0 - WRONG) * density(off, (vx + vy).sqrt());
            let apart = 0.5 * WRONG * density(off, wrong_secs.hypot((vx + vy).sqrt()));
            let weight = x.weight * y.weight;
            modes.push(Mode { at, weight: weight * agree });
            modes.push(Mode { at: x.at, weight: weight * apart });
            modes.push(Mode { at: y.at, weight: weight * apart });
        }
    }
    let total: f64 = modes.iter().map(|mode| mode.weight).sum();
    if total <= 0.0 {
        return a.first().map_or_else(Vec::new, |mode| only(mode.at));
    }
    modes.sort_by(|x, y| y.weight.total_cmp(&x.weight).then(x.at.t.total_cmp(&y.at.t)));
    modes.truncate(MOST_MODES);
    let kept: f64 = modes.iter().map(|mode| mode.weight).sum();
    for mode in &mut modes {
        mode.weight /= kept;
    }
    modes
}

/// Whether a camera saw both of the player's hands around a visit and neither near the pile.
fn seen_elsewhere(visit: &Visit, paths: &[HandPath], zones: &Zones, scale: TimeScale) -> bool {
    let around = AROUND_SECS / scale.real_per_file;
    let (from, to) = (visit.seen.lo.min(visit.seen.t - around), visit.seen.hi.max(visit.seen.t + around));
    let hands = paths.iter().filter(|path| path.player == visit.player);
    let mut elsewhere = 0;
    for path in hands {
        let first = path.points.partition_point(|point| point.t < from);
        let during = path.points[first..].iter().take_while(|point| point.t <= to);
        let mut seen = false;
        for point in during {
            seen = true;
            if point.landmarks.iter().any(|&at| zones.pile_depth(visit.pile, at) > -ELSEWHERE_CM) {
                return false;
            }
        }
        elsewhere += usize::from(seen);
    }
    elsewhere >= 2
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::*;
    use crate::base::{HandSide, Pile, Player, Point};

    fn visit(track: u32, hand: HandSide, pile: Pile, t: f64, sigma: f64) -> Visit {
        let arrive = Measured::normal(t, sigma);
        Visit { track, on_pile: 0.97, ..Visit::landed(Player::One, hand, pile, arrive) }
    }

    /// A hand that lies at `x`, seen with so much slant, from 0 to 2 s.
    fn path(track: u32, hand: HandSide, x: f64, slant: f64) -> HandPath {
        let at = Point::new(x, 0.0);
        let point = |i: u32| PathPoint { lean: (slant, 0.0), ..PathPoint::lying(f64::from(i) / 100.0, at) };
        HandPath { track, player: Player::One, hand, points: (0..200).map(point).collect(), fit: true }
    }

    fn square(x: f64) -> Vec<Point<crate::base::Table>> {
        [(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)].map(|(dx, dy)| Point::new(x + dx, dy)).into()
    }

    fn zones() -> Zones {
        let none = || [Vec::new(), Vec::new()];
        Zones { piles: [square(-8.0), square(8.0)], boundaries: none(), draw_decks: none() }
    }

    fn joined(first: Vec<Visit>, second: Vec<Visit>, paths: [&[HandPath]; 2]) -> Vec<Visit> {
        join([first, second], paths, &zones(), TimeScale::REAL)
    }

    #[test]
    fn what_both_saw_is_one_visit_and_surer() {
        let first = visit(1, HandSide::Left, Pile::Left, 1.000, 0.004);
        let second = visit(SECOND_TRACKS, HandSide::Left, Pile::Left, 1.006, 0.003);
        let visits = joined(vec![first], vec![second], [&[], &[]]);
        assert_eq!(visits.len(), 1, "{visits:?}");
        let at = visits[0].arrive;
        assert!(at.t > 1.002 && at.t < 1.006 && at.sigma() < 0.0035, "{at:?}");
        assert!(visits[0].on_pile > 0.99);
    }

    #[test]
    fn what_cannot_both_be_right_stays_open() {
        let first = visit(1, HandSide::Left, Pile::Left, 1.000, 0.002);
        let second = visit(SECOND_TRACKS, HandSide::Left, Pile::Left, 1.040, 0.002);
        let visits = joined(vec![first], vec![second], [&[], &[]]);
        let at = visits[0].arrive;
        assert!(visits.len() == 1 && at.lo < 1.0 && at.hi > 1.04, "{at:?}");
    }

    #[test]
    fn a_hand_on_two_piles_is_where_the_steeper_view_has_it() {
        let first = visit(1, HandSide::Left, Pile::Left, 1.000, 0.004);
        let second = visit(SECOND_TRACKS, HandSide::Left, Pile::Right, 1.004, 0.004);
        let (flat, steep) = (path(1, HandSide::Left, -8.0, 1.2), path(SECOND_TRACKS, HandSide::Left, 8.0, 0.1));
        let visits = joined(vec![first.clone()], vec![second.clone()], [&[flat], &[steep]]);
        assert!(visits.len() == 1 && visits[0].pile == Pile::Right, "{visits:?}");
        let (steep, flat) = (path(1, HandSide::Left, -8.0, 0.1), path(SECOND_TRACKS, HandSide::Left, 8.0, 1.2));
        let visits = joined(vec![first], vec![second], [&[steep], &[flat]]);
        assert!(visits.len() == 1 && visits[0].pile == Pile::Left, "{visits:?}");
    }

    #[test]
    fn what_one_camera_saw_not_to_be_is_doubted() {
        let first = visit(1, HandSide::Left, Pile::Left, 1.000, 0.004);
        let far =
            [path(SECOND_TRACKS, HandSide::Left, -25.0, 0.5), path(SECOND_TRACKS + 1, HandSide::Right, 25.0, 0.5)];
        let near =
            [path(SECOND_TRACKS, HandSide::Left, -8.0, 0.5), path(SECOND_TRACKS + 1, HandSide::Right, 25.0, 0.5)];
        let sure = |other: &[HandPath]| joined(vec![first.clone()], Vec::new(), [&[], other])[0].on_pile;
        assert!(sure(&far) < 0.7 && sure(&near) > 0.9 && sure(&far[..1]) > 0.9);
    }
}
