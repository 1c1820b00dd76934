//! The way of a hand from its own Draw Deck straight to a Centre Pile, which is a reveal's, and where it stopped on it.
//!
//! In come the ways of all hands, and where they came to piles; out come the ways on which a hand that had rested at its deck went to
//! a pile and came there, with the stops it made in between. How high a hand is held is unknown: an oblique lens shows it behind where
//! it is, and a stop counts where it is one at every height a card is carried at. A hand that leaves the straight way carries no card
//! from the one to the other. One that waits where it first rested is passed over: nobody can tell from its way what it does there. An
//! oblique lens shows a hand that stops high above the table as if it were over the pile already; such a stop is marked, for a card may
//! have landed with it.

use super::path::{HandPath, PathPoint};
use super::touches::Visit;
use super::zones::{Zones, middle};
use crate::base::{HandSide, Measured, Pile, Player, Point, Table, TimeScale};

/// The hand is at a place when its pinching fingers are inside its zone by this much, centimetres.
const INSIDE_CM: f64 = 0.5;
/// It stopped on its way when it is so much nearer to the pile than where it rested, and than the deck's middle, centimetres: in a
/// shorter way it takes hold of the card.
const ON_CM: f64 = 5.0;
const PAST_MIDDLE_CM: f64 = 2.0;
/// And so far from where it came to rest at last, centimetres.
const SHORT_OF_CM: f64 = 3.0;
/// On the way it is no farther than this from the straight way, centimetres: a hand that goes home strays farther.
const ASTRAY_CM: f64 = 8.0;
/// A card is carried no higher than this above the table, centimetres.
const HIGHEST_CM: u32 = 12;
/// From the deck to the pile it takes no longer than this, real seconds.
const LONGEST_SECS: f64 = 2.0;
/// Slower than this, centimetres a real second, a hand does not go on: on its way it is many times as fast.
const STOPPED_CM_S: f64 = 12.0;
/// The speed is measured over this, real seconds: landmarks jump from frame to frame.
const SPEED_SECS: f64 = 0.05;
/// A rest at the deck and on the pile, and a stop on the way, that is shorter than this is none, real seconds.
const REST_SECS: f64 = 0.03;
const SHORTEST_SECS: f64 = 0.1;
/// A hand that hardly rests has come to a pile where it was on it with this probability.
const LEAST_ON_PILE: f64 = 0.1;
/// The hand was faster than this between its stops and after, centimetres a real second: it did not drift.
const MOVING_CM_S: f64 = 20.0;
/// A hand's standing still between deck and pile, seen so, is a stop in the reveal: it may have carried no card.
const SURE: f64 = 0.45;
/// Landmarks of the fingers that hold a card: the tips of thumb, index and middle finger.
const PINCH: [usize; 3] = [4, 8, 12];

/// A way from a player's own deck to a pile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RevealWay {
    /// Whose hand, from whose deck.
    pub player: Player,
    /// Which hand.
    pub hand: HandSide,
    /// To which pile.
    pub pile: Pile,
    /// When it set off from the deck.
    pub at: Measured,
    /// When it came to rest on the pile, file seconds.
    pub until: f64,
    /// Whether a stop seemed to be over the pile.
    pub over_pile: bool,
    /// In how many motions.
    pub motions: u32,
    /// The longest stop between two of them, file seconds; 0 with one motion.
    pub pause_s: f64,
    /// Probability that it was so.
    pub confidence: f64,
}

/// The ways from decks to piles, hand by hand; `visits` are where hands came to a pile.
pub fn reveal_ways(paths: &[HandPath], visits: &[Visit], zones: &Zones, scale: TimeScale) -> Vec<RevealWay> {
    paths.iter().flat_map(|path| of_hand(path, visits, zones, scale)).collect()
}

/// A stretch in which a hand did not go on, by its points.
#[derive(Debug, Clone, Copy)]
struct Stop {
    from: usize,
    to: usize,
}

fn of_hand(path: &HandPath, visits: &[Visit], zones: &Zones, scale: TimeScale) -> Vec<RevealWay> {
    let fingers: Vec<Point<Table>> = path.points.iter().map(|point| pinch(&point.landmarks)).collect();
    let speeds = speeds(path, &fingers, scale);
    let stops = stops(&speeds);
    let t = |k: usize| path.points[k].t;
    let lasted = |stop: &Stop| (t(stop.to) - t(stop.from)) * scale.real_per_file;
    let over = |k: usize| Pile::BOTH.into_iter().find(|&pile| zones.pile_depth(pile, fingers[k]) > INSIDE_CM);
    let deck = middle(&zones.draw_decks[path.player.index()]);
    let mut found: Vec<RevealWay> = Vec::new();
    for (k, rest) in stops.iter().enumerate() {
        if zones.draw_deck_depth(path.player, fingers[rest.to]) <= INSIDE_CM || lasted(rest) < REST_SECS {
            continue;
        }
        let latest = t(rest.to) + LONGEST_SECS / scale.real_per_file;
        let ahead: Vec<&Stop> = stops[k + 1..].iter().take_while(|stop| t(stop.from) <= latest).collect();
        // The last rest on a pile that the hand came to straight from the deck, or where it came to one and hardly rested.
        let came = |&(k, pile): &(usize, Pile)| {
            let ends = (deck, middle(&zones.piles[pile.index()]));
            let straight = |k: usize| feet(&path.points[k], fingers[k]).any(|foot| is_straight(foot, ends));
            (rest.to..=k).all(straight)
        };
        let rested = ahead.iter().filter(|stop| lasted(stop) >= REST_SECS);
        let rested = rested.filter_map(|stop| Some((stop.from, over(stop.from)?)));
        let touched = || {
            let own = visits.iter().filter(|visit| visit.track == path.track && visit.arrive.t > t(rest.to));
            let near = own.filter(|visit| visit.arrive.t <= latest && visit.on_pile > LEAST_ON_PILE);
            near.map(|visit| {
                (path.points.partition_point(|p| p.t < visit.arrive.t).min(path.points.len() - 1), visit.pile)
            })
        };
        let Some((landed, pile)) = rested.rev().find(came).or_else(|| touched().next().filter(came)) else { continue };
        let ends = (deck, middle(&zones.piles[pile.index()]));
        // However high the hand was there.
        let straight = |k: usize| feet(&path.points[k], fingers[k]).filter(|foot| is_straight(*foot, ends));
        let along = |k: usize| straight(k).map(|foot| along(foot, ends).0).fold(f64::INFINITY, f64::min);
        let set_off = self::along(fingers[rest.to], ends).0;
        let far_on = |stop: &Stop| along(stop.from) > (set_off + ON_CM).max(PAST_MIDDLE_CM);
        let short = |stop: &Stop| straight(stop.to).all(|foot| foot.distance(fingers[landed]) > SHORT_OF_CM);
        let before = || ahead.iter().filter(|stop| stop.to < landed);
        let halts: Vec<&Stop> =
            before().filter(|stop| far_on(stop) && lasted(stop) >= SHORTEST_SECS && short(stop)).copied().collect();
        let moved = |from: usize, to: usize| speeds[from..=to].iter().any(|&speed| speed > MOVING_CM_S);
        let (first, last) =
            (halts.first().map_or(landed, |stop| stop.from), halts.last().map_or(rest.to, |stop| stop.to));
        // A later rest at the deck is where this way began.
        let later = before().any(|stop| stop.to < first && lasted(stop) >= REST_SECS && !far_on(stop));
        if later || !moved(rest.to, first) || !moved(last, landed) {
            continue;
        }
        found.push(RevealWay {
            player: path.player,
            hand: path.hand,
            pile,
            at: Measured::normal(t(rest.to), path.frame_interval()),
            until: t(landed),
            over_pile: halts.iter().any(|stop| over(stop.from).is_some()),
            motions: halts.len() as u32 + 1,
            pause_s: halts.iter().map(|stop| t(stop.to) - t(stop.from)).fold(0.0, f64::max),
            confidence: SURE,
        });
    }
    found
}

/// How fast the fingers were at each point, centimetres a real second; a single sight counts as moving.
fn speeds(path: &HandPath, fingers: &[Point<Table>], scale: TimeScale) -> Vec<f64> {
    let t = |k: usize| path.points[k].t;
    let half = SPEED_SECS / 2.0 / scale.real_per_file;
    let speed = |k: usize| {
        let first = (0..=k).rev().take_while(|&i| t(k) - t(i) <= half + 1e-9).last().unwrap_or(k);
        let last = (k..fingers.len()).take_while(|&i| t(i) - t(k) <= half + 1e-9).last().unwrap_or(k);
        let secs = (t(last) - t(first)) * scale.real_per_file;
        if secs > 0.0 { fingers[first].distance(fingers[last]) / secs } else { f64::INFINITY }
    };
    (0..fingers.len()).map(speed).collect()
}

/// The stretches of points that are slower than a hand that goes on; a single faster one within is noise.
fn stops(speeds: &[f64]) -> Vec<Stop> {
    let mut found: Vec<Stop> = Vec::new();
    for (k, _) in speeds.iter().enumerate().filter(|(_, speed)| **speed < STOPPED_CM_S) {
        match found.last_mut() {
            Some(last) if last.to + 2 >= k => last.to = k,
            _ => found.push(Stop { from: k, to: k }),
        }
    }
    found
}

fn pinch(landmarks: &[Point<Table>]) -> Point<Table> {
    let n = PINCH.len() as f64;
    let (x, y) = PINCH.iter().fold((0.0, 0.0), |(x, y), &i| (x + landmarks[i].x / n, y + landmarks[i].y / n));
    Point::new(x, y)
}

/// How far a point is along the straight way between two others and how far beside it, centimetres.
fn along(point: Point<Table>, (from, to): (Point<Table>, Point<Table>)) -> (f64, f64) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1e-9);
    let (x, y) = (point.x - from.x, point.y - from.y);
    ((x * dx + y * dy) / length, (x * dy - y * dx).abs() / length)
}

/// Where the fingers may be above, by how high they are held.
fn feet(point: &PathPoint, fingers: Point<Table>) -> impl Iterator<Item = Point<Table>> {
    (0..=HIGHEST_CM).step_by(3).map(move |cm| point.below(fingers, f64::from(cm)))
}

fn is_straight(point: Point<Table>, ends: (Point<Table>, Point<Table>)) -> bool {
    let length = ends.0.distance(ends.1);
    let (along, beside) = along(point, ends);
    beside < ASTRAY_CM && (-ASTRAY_CM..length + ASTRAY_CM).contains(&along)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zones() -> Zones {
        let zone = |x: f64, half: f64| {
            [(x - half, -6.0), (x + half, -6.0), (x + half, 6.0), (x - half, 6.0)]
                .map(|(x, y)| Point::new(x, y))
                .to_vec()
        };
        Zones {
            piles: [zone(-5.25, 5.25), zone(5.25, 5.25)],
            boundaries: [Vec::new(), Vec::new()],
            draw_decks: [zone(27.0, 7.5), zone(-27.0, 7.5)],
        }
    }

    /// A hand of Player 1 that sets off from its deck at 0.5 s, goes towards the right pile at 60 cm a second and waits for `pause`
    /// seconds where it is at `x`; `aside` is how far from the straight way it then is.
    fn halted(x: f64, pause: f64, aside: f64) -> Vec<RevealWay> {
        seen_halted(x, pause, aside, (0.0, 0.0))
    }

    /// The same where the view leans so.
    fn seen_halted(x: f64, pause: f64, aside: f64, lean: (f64, f64)) -> Vec<RevealWay> {
        reveal_ways(&[halts(x, pause, aside, lean, 0.0)], &[], &zones(), TimeScale::REAL)
    }

    /// The hand of that, which comes to the pile at `drifts` centimetres a second as it lays its card.
    fn halts(x: f64, pause: f64, aside: f64, lean: (f64, f64), drifts: f64) -> HandPath {
        let points = (0..150).map(|i| {
            let t = f64::from(i) / 60.0;
            let until = 0.5 + (27.0 - x) / 60.0;
            let gone = (t - 0.5).max(0.0).min(until - 0.5) + (t - until - pause).max(0.0);
            // Aside while it is on its way from there.
            let there = 27.0 - 60.0 * gone <= 5.0;
            let drift = drifts * (60.0 * gone - 22.0).max(0.0) / 60.0;
            let at = Point::new((27.0 - 60.0 * gone).max(5.0) - drift, if t > until && !there { aside } else { 0.0 });
            PathPoint { lean, ..PathPoint::lying(t, at) }
        });
        HandPath { track: 0, player: Player::One, hand: HandSide::Right, points: points.collect(), fit: true }
    }

    fn motions(ways: &[RevealWay]) -> Vec<u32> {
        ways.iter().map(|way| way.motions).collect()
    }

    #[test]
    fn a_hand_that_waits_on_its_way_is_told_with_how_long() {
        let found = halted(15.0, 0.25, 0.0);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].player, found[0].pile, found[0].motions), (Player::One, Pile::Right, 2));
        assert!((found[0].pause_s - 0.22).abs() < 0.06 && (found[0].at.t - 0.5).abs() < 0.05, "{found:?}");
        assert!((found[0].until - 1.12).abs() < 0.05 && !found[0].over_pile, "{found:?}");
    }

    #[test]
    fn one_that_seems_to_wait_over_the_pile_is_marked() {
        let found = halted(9.0, 0.4, 0.0);
        assert!(found.len() == 1 && found[0].over_pile, "{found:?}");
    }

    #[test]
    fn one_that_is_held_high_is_on_its_way_though_the_view_shows_it_beside() {
        assert_eq!(motions(&seen_halted(15.0, 0.25, 14.0, (0.0, -1.3))), [2]);
        assert_eq!(seen_halted(15.0, 0.25, 14.0, (0.0, 0.0)), []);
        assert_eq!(seen_halted(15.0, 0.25, 30.0, (0.0, -1.3)), []);
    }

    #[test]
    fn one_that_lays_its_card_without_a_rest_came_there_all_the_same() {
        let path = halts(15.0, 0.25, 0.0, (0.0, 0.0), 30.0);
        let at = path.points.iter().find(|point| point.fingers.x < 6.0).expect("it comes there").t;
        let arrive = Measured::normal(at, 0.005);
        let visit = visit_at(&path, at, Pile::Right, arrive, &zones());
        assert_eq!(reveal_ways(std::slice::from_ref(&path), &[], &zones(), TimeScale::REAL), []);
        assert_eq!(motions(&reveal_ways(&[path], &[visit], &zones(), TimeScale::REAL)), [2]);
    }

    fn visit_at(path: &HandPath, t: f64, pile: Pile, arrive: Measured, zones: &Zones) -> Visit {
        let index = path.points.partition_point(|point| point.t < t);
        let visit = super::super::touches::visit(path, index, pile, 4.0, arrive, false, 60.0, zones, TimeScale::REAL);
        Visit { on_pile: 0.9, ..visit }
    }

    #[test]
    fn one_motion_or_a_wait_at_the_deck_is_a_way_without_stops_and_one_elsewhere_is_none() {
        assert_eq!(motions(&halted(15.0, 0.0, 0.0)), [1]);
        assert_eq!(motions(&halted(23.0, 0.4, 0.0)), [1]);
        assert_eq!(halted(15.0, 0.25, 20.0), []);
    }
}
