//! Which Centre Pile each of a player's two hands came to, told together.
//!
//! In: the ways of all hands. Out: their visits. A hand near the line between the piles lies over both, and one that came down on
//! another hand lies higher and seems shifted away from the lens; alone it may be given to the wrong pile, and a slap with a hand on
//! each pile is taken for two hands on one (F.3.3). Two hands that come together say more: beside each other on one pile they are a
//! hand's breadth apart, on two piles they are as far apart as the piles. What stays open lowers the probability that the hand was on
//! the pile it is given to, so that nobody is sure of it later.

use super::overlap::near;
use super::path::{HandPath, PathPoint};
use super::reveal_way::reveal_ways;
use super::touches::{Visit, visits};
use super::under::{HAND_CM, depth_even};
use super::zones::{Zones, middle};
use crate::base::{Pile, Point, Table, TimeScale};

/// Two hands that come within this of each other came together, real seconds.
pub(super) const TOGETHER_SECS: f64 = 0.15;
/// Where a hand lies is told by the points of so long after it came, real seconds.
const LIES_SECS: f64 = 0.06;
/// The part of a hand over one pile, beyond a half, that makes it as likely to be that pile as 2.7 to 1: what landmarks and the
/// height of a hand leave open.
const PART_SCALE: f64 = 0.1;
/// Hands of two players that lie over each other: either may be on top.
const ON_TOP: f64 = 0.5;
/// Knuckles of two hands beside each other, mean and standard deviation, centimetres: an adult's hand is 8 to 9 cm broad.
const BESIDE_CM: (f64, f64) = (8.8, 1.5);
/// On two piles they are so much farther apart than the middles of those, and vary by so much, centimetres.
const WIDER_CM: (f64, f64) = (1.5, 2.5);
/// Neither distance says more than so many to one.
const MOST_TOLD: f64 = 20.0;
/// A hand on its way to one pile that seems to stop over the other was there so much less probably.
const ON_THE_WAY: f64 = 0.1;
/// So many of the players who bring both hands at once put them on one pile.
const BOTH_ON_ONE: f64 = 0.15;

/// The visits of all hands, by hand and by time.
pub fn all_visits(paths: &[HandPath], zones: &Zones, scale: TimeScale) -> Vec<Visit> {
    let mut all: Vec<Visit> = paths.iter().flat_map(|path| visits(path, paths, zones, scale).0).collect();
    for a in 0..all.len() {
        for b in a + 1..all.len() {
            let (one, two) = (&all[a], &all[b]);
            let together = (one.arrive.t - two.arrive.t).abs() * scale.real_per_file < TOGETHER_SECS;
            if together && one.player == two.player && one.hand != two.hand {
                tell_apart(&mut all, [a, b], paths, zones, scale);
            }
        }
    }
    on_their_way(&mut all, paths, zones, scale);
    all
}

/// Tells hands that go from their Draw Decks to a pile: one that stopped in between came from there all the same (D.4.3), and where it
/// seemed to be over the other pile it was above the table.
fn on_their_way(all: &mut [Visit], paths: &[HandPath], zones: &Zones, scale: TimeScale) {
    let near = LIES_SECS / scale.real_per_file;
    for way in reveal_ways(paths, all, zones, scale) {
        for visit in all.iter_mut().filter(|visit| (visit.player, visit.hand) == (way.player, way.hand)) {
            if visit.pile == way.pile && (visit.arrive.t - way.until).abs() < near {
                visit.from_draw_deck = true;
            } else if visit.pile != way.pile && (way.at.t..way.until - near).contains(&visit.arrive.t) {
                visit.on_pile *= ON_THE_WAY;
            }
        }
    }
}

/// One way of how a hand may lie: its probability, the part of it that is over the right pile, how deep it then reaches into each, and
/// where its middle knuckle is.
struct Lie {
    odds: f64,
    right: f64,
    deepest: [f64; 2],
    knuckle: Point<Table>,
}

impl Lie {
    fn new(odds: f64, landmarks: &[Point<Table>], zones: &Zones) -> Self {
        let depths = |pile: Pile| landmarks[5..].iter().map(move |&point| zones.pile_depth(pile, point));
        let [left, right] = Pile::BOTH.map(|pile| depths(pile).map(|depth| depth.max(0.0)).sum::<f64>());
        let deepest = Pile::BOTH.map(|pile| depths(pile).fold(f64::NEG_INFINITY, f64::max));
        let part = if left + right > 0.0 { right / (left + right) } else { 0.5 };
        Self { odds, right: part, deepest, knuckle: landmarks[9] }
    }

    /// Probability that it is on a pile.
    fn on(&self, pile: Pile, zones: &Zones) -> f64 {
        let reaches = |pile: Pile| self.deepest[pile.index()] > depth_even(zones, pile);
        let right = match (reaches(Pile::Left), reaches(Pile::Right)) {
            (true, false) => 0.0,
            (false, true) => 1.0,
            _ => 1.0 / (1.0 + (-(self.right - 0.5) / PART_SCALE).exp()),
        };
        if pile == Pile::Right { right } else { 1.0 - right }
    }
}

/// Gives two hands of a player that came together to the piles they are most probably on, and doubts those as far as the others are
/// possible.
fn tell_apart(all: &mut [Visit], visits: [usize; 2], paths: &[HandPath], zones: &Zones, scale: TimeScale) {
    let [Some(one), Some(two)] = visits.map(|visit| lies(&all[visit], paths, zones, scale)) else {
        return;
    };
    let [left, right] = &zones.piles;
    let apart = (middle(left).distance(middle(right)) + WIDER_CM.0, WIDER_CM.1);
    let told_as = visits.map(|visit| all[visit].pile);
    // As told first: what is as probable stays so. Hands told to be on one pile are not both on the other: nothing says that.
    let ways = [told_as, [told_as[0].other(), told_as[1]], [told_as[0], told_as[1].other()]];
    let odds: Vec<f64> = ways
        .iter()
        .map(|piles| {
            let pairs = one.iter().flat_map(|one| two.iter().map(move |two| (one, two)));
            let on = pairs.map(|(one, two)| {
                let distance = one.knuckle.distance(two.knuckle);
                let beside = (normal(distance, BESIDE_CM) / normal(distance, apart)).clamp(1.0 / MOST_TOLD, MOST_TOLD);
                let so = if piles[0] == piles[1] { BOTH_ON_ONE * beside } else { 1.0 - BOTH_ON_ONE };
                so * one.odds * two.odds * one.on(piles[0], zones) * two.on(piles[1], zones)
            });
            on.sum()
        })
        .collect();
    let sum: f64 = odds.iter().sum();
    if sum <= 0.0 {
        return;
    }
    let best = (0..ways.len()).max_by(|&x, &y| odds[x].total_cmp(&odds[y]).then(y.cmp(&x))).unwrap_or(0);
    for (hand, lies) in [one, two].iter().enumerate() {
        let (visit, pile) = (&mut all[visits[hand]], ways[best][hand]);
        if visit.pile != pile {
            visit.pile = pile;
            visit.depth_cm = lies.iter().map(|lie| lie.deepest[pile.index()]).fold(f64::NEG_INFINITY, f64::max);
        }
        let here = ways.iter().zip(&odds).filter(|(way, _)| way[hand] == pile);
        visit.is_this_pile(here.map(|(_, odds)| odds).sum::<f64>() / sum);
    }
}

/// How the hand of a visit may lie: on the pile, or on a hand of the opponent's that is there too.
fn lies(visit: &Visit, paths: &[HandPath], zones: &Zones, scale: TimeScale) -> Option<Vec<Lie>> {
    let path = paths.iter().find(|path| path.track == visit.track && path.player == visit.player)?;
    let until = visit.arrive.t + LIES_SECS / scale.real_per_file;
    let first = path.points.partition_point(|point| point.t < visit.arrive.t);
    let last = path.points.partition_point(|point| point.t < until).max(first + 1);
    let mut at = first.midpoint(last);
    // One that was lost from sight meanwhile lies where it was found, if it had not left by then.
    let found = path.points.get(at + 1).filter(|_| path.lost_after(at, path.frame_interval()));
    at += usize::from(found.is_some_and(|found| visit.leave.is_none_or(|leave| found.t < leave.t)));
    let point = path.points.get(at)?;
    let higher: Vec<Point<Table>> = point.landmarks.iter().map(|p| point.below(*p, HAND_CM)).collect();
    let dt = path.frame_interval();
    let lies_there = |other: &PathPoint| near(&higher, &other.landmarks) || near(&point.landmarks, &other.landmarks);
    let crowded = paths.iter().filter(|other| other.player != path.player).any(|other| {
        let k = other.points.partition_point(|p| p.t < point.t - 0.5 * dt);
        other.points.get(k).is_some_and(|p| p.t < point.t + 0.5 * dt && lies_there(p))
    });
    let on_top = if crowded { ON_TOP } else { 0.0 };
    let ways = [(1.0 - on_top, &point.landmarks), (on_top, &higher)];
    Some(ways.into_iter().filter(|way| way.0 > 0.0).map(|(odds, at)| Lie::new(odds, at, zones)).collect())
}

fn normal(value: f64, (mean, sigma): (f64, f64)) -> f64 {
    (-0.5 * ((value - mean) / sigma).powi(2)).exp() / sigma
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Player};

    /// The piles of both hands of a player that come to rest with their knuckles at `x`, on piles 10 cm wide, and how sure that is.
    fn told(x: [f64; 2]) -> Vec<(Pile, f64)> {
        told_of(x, [4.5; 2])
    }

    /// The same for hands whose fingers reach from left of their knuckles to right of them, the first so many of ten to the left.
    fn told_of(x: [f64; 2], left: [f64; 2]) -> Vec<(Pile, f64)> {
        let zone = |x: f64| {
            [(x - 5.0, -6.5), (x + 5.0, -6.5), (x + 5.0, 6.5), (x - 5.0, 6.5)].map(|(x, y)| Point::new(x, y)).to_vec()
        };
        let zones = Zones {
            piles: [zone(-5.0), zone(5.0)],
            boundaries: [Vec::new(), Vec::new()],
            draw_decks: [Vec::new(), Vec::new()],
        };
        let path = |track: usize| {
            let points = (0..100).map(|i| {
                let t = f64::from(i) / 120.0;
                let y = -30.0 * (1.0 - t / 0.3).max(0.0);
                // Fingers side by side, as broad as a hand.
                let landmarks: Vec<_> =
                    (0..21).map(|k| Point::new(x[track] + 0.8 * (f64::from(k % 10) - left[track]), y)).collect();
                let landmarks: Vec<_> = landmarks
                    .into_iter()
                    .enumerate()
                    .map(|(k, p)| if k == 9 { Point::new(x[track], y) } else { p })
                    .collect();
                PathPoint {
                    landmarks,
                    speed: if t <= 0.3 { 100.0 } else { 0.0 },
                    ..PathPoint::lying(t, Point::new(x[track], y))
                }
            });
            let hand = [HandSide::Left, HandSide::Right][track];
            HandPath { track: track as u32, player: Player::One, hand, points: points.collect(), fit: true }
        };
        let paths = [path(0), path(1)];
        all_visits(&paths, &zones, TimeScale::REAL).iter().map(|visit| (visit.pile, visit.on_pile)).collect()
    }

    /// A hand of Player 1 that is at its deck until 0.3 s, goes to the right pile by 0.7 s and, after `halt` seconds at `x`, waits.
    fn goes(x: f64, halt: f64) -> Vec<Visit> {
        let zone = |x: f64| {
            [(x - 5.0, -6.5), (x + 5.0, -6.5), (x + 5.0, 6.5), (x - 5.0, 6.5)].map(|(x, y)| Point::new(x, y)).to_vec()
        };
        let zones = Zones {
            piles: [zone(-5.0), zone(5.0)],
            boundaries: [Vec::new(), Vec::new()],
            draw_decks: [zone(27.0), zone(-27.0)],
        };
        let speed = 60.0;
        let points = (0..180).map(|i| {
            let t = f64::from(i) / 120.0;
            let until = 0.3 + (27.0 - x) / speed;
            let gone = (t - 0.3).clamp(0.0, until - 0.3) + (t - until - halt).max(0.0);
            let at = Point::new((27.0 - speed * gone).max(5.0), 0.0);
            let moves = gone > 0.0 && at.x > 5.0 && !(until..until + halt).contains(&t);
            PathPoint { speed: if moves { speed } else { 0.0 }, ..PathPoint::lying(t, at) }
        });
        let path =
            HandPath { track: 0, player: Player::One, hand: HandSide::Right, points: points.collect(), fit: true };
        all_visits(&[path], &zones, TimeScale::REAL)
    }

    #[test]
    fn a_hand_that_stops_between_its_deck_and_the_pile_came_from_the_deck() {
        let found = goes(15.0, 0.25);
        let there: Vec<_> = found.iter().filter(|visit| visit.pile == Pile::Right && visit.on_pile > 0.5).collect();
        assert!(there.len() == 1 && there[0].from_draw_deck, "{found:?}");
    }

    #[test]
    fn two_hands_as_far_apart_as_the_piles_are_on_both() {
        let found = told([-6.5, 6.0]);
        assert!(found.len() == 2 && found[0].0 == Pile::Left && found[1].0 == Pile::Right, "{found:?}");
        // Both seem shifted by three centimetres, as hands do that lie on others.
        let found = told([-12.5, -0.6]);
        assert!(found.len() == 2 && found[0].0 == Pile::Left && found[1].0 == Pile::Right, "{found:?}");
    }

    #[test]
    fn two_hands_beside_each_other_are_on_one_pile() {
        let found = told([-9.3, -1.2]);
        assert!(found.iter().all(|(pile, sure)| *pile == Pile::Left && *sure > 0.7), "{found:?}");
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn a_hand_across_the_line_beside_the_other_is_not_sure_of_its_pile() {
        // One on the left pile, the other across the line with a little more of it on the right: as far from the first as hands
        // beside each other are (F.3.3).
        let found = told_of([-6.0, 1.5], [4.5, 6.5]);
        assert!(found.len() == 2 && found[0].0 == Pile::Left && found[0].1 > 0.9, "{found:?}");
        assert!(found[1].0 == Pile::Right && (0.5..0.9).contains(&found[1].1), "{found:?}");
        // As far apart as the piles it is on the other.
        let found = told_of([-9.5, 1.5], [4.5, 6.5]);
        assert!(found.len() == 2 && found[1].0 == Pile::Right && found[1].1 > 0.9, "{found:?}");
    }

    #[test]
    fn what_cannot_be_told_is_not_sure() {
        let found = told([-11.0, -0.5]);
        assert!(found.len() == 2 && found.iter().any(|(_, sure)| *sure < 0.9), "{found:?}");
    }
}
