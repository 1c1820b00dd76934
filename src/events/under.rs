//! Which Centre Pile lies under a hand, and how surely it reaches far enough into that to be on it.
//!
//! In come a hand's landmarks on the table plane, out come the pile and the depth of the deepest of them inside its zone, centimetres.
//! Fingertips are enough (F.3.4).

use super::overlap::near;
use super::path::HandPath;
use super::touches::RESTING_CM_S;
use super::zones::{Zones, depth, middle};
use crate::base::{Pile, Point, Table, TimeScale};

/// A fingertip this deep inside the zone is on the pile as likely as not, centimetres: a card is about
/// two centimetres shorter than the reference zone on each side.
const DEPTH_EVEN_CM: f64 = 1.8;
/// The same for small zones, as part of the depth of their middle.
const DEPTH_EVEN_PART: f64 = 0.35;
/// A hand that lies on another is so much higher, centimetres.
pub(super) const HAND_CM: f64 = 2.5;
/// One that stands on its fingertips is so many times as high at its knuckles.
const ARCHED: u32 = 3;
/// How fast the likelihood rises with depth, centimetres.
const DEPTH_SCALE_CM: f64 = 0.4;
/// The depth at which a fingertip is on the pile as likely as not.
pub(super) fn depth_even(zones: &Zones, pile: Pile) -> f64 {
    let zone = &zones.piles[pile.index()];
    DEPTH_EVEN_CM.min(DEPTH_EVEN_PART * depth(zone, middle(zone)))
}

/// The pile under a resting hand and how deep inside its zone the hand reaches.
pub(super) fn pile_under(landmarks: &[Point<Table>], zones: &Zones) -> (Pile, f64) {
    // All that lies inside, and the deepest: any part of the hand may lie on it (F.3.4).
    let [left, right] = Pile::BOTH.map(|pile| {
        let depths = landmarks[5..].iter().map(|&p| zones.pile_depth(pile, p));
        depths.fold((0.0, f64::NEG_INFINITY), |(inside, deepest), depth| (inside + depth.max(0.0), deepest.max(depth)))
    });
    if left.0 >= right.0 { (Pile::Left, left.1) } else { (Pile::Right, right.1) }
}

/// The pile that a hand reaches far enough into to be on it as likely as not; `None` where it is beside both.
pub(super) fn over_pile(landmarks: &[Point<Table>], zones: &Zones) -> Option<Pile> {
    let (pile, depth_cm) = pile_under(landmarks, zones);
    (depth_cm > depth_even(zones, pile)).then_some(pile)
}

/// The same for a hand that comes down on a resting hand of the opponent: it is as much higher as that one is thick, unless
/// it is beside the pile then.
pub(super) fn pile_under_hand(
    path: &HandPath,
    index: usize,
    all: &[HandPath],
    zones: &Zones,
    scale: TimeScale,
) -> (Pile, f64) {
    let point = &path.points[index];
    let alone = pile_under(&point.landmarks, zones);
    let higher: Vec<Point<Table>> = point.landmarks.iter().map(|p| point.below(*p, HAND_CM)).collect();
    let on_another = near_resting(&higher, path, index, all, scale);
    if !on_another {
        return alone;
    }
    let stacked = pile_under(&higher, zones);
    if stacked.1 > depth_even(zones, stacked.0) || stacked.1 > alone.1 { stacked } else { alone }
}

/// Whether landmarks of a hand are near a hand of the opponent that rests at the time.
fn near_resting(landmarks: &[Point<Table>], path: &HandPath, index: usize, all: &[HandPath], scale: TimeScale) -> bool {
    let (t, dt) = (path.points[index].t, path.frame_interval());
    all.iter().filter(|other| other.player != path.player).any(|other| {
        let k = other.points.partition_point(|p| p.t < t - 0.5 * dt);
        let now = other.points.get(k).filter(|p| p.t < t + 0.5 * dt);
        now.is_some_and(|p| p.speed / scale.real_per_file < RESTING_CM_S && near(landmarks, &p.landmarks))
    })
}

/// The pile that a hand reaches far enough into if it lies on a resting hand of the opponent, however that is arched; `None` where it lies
/// over none, or beside both piles.
pub(super) fn over_pile_on_hands(
    path: &HandPath,
    index: usize,
    all: &[HandPath],
    zones: &Zones,
    scale: TimeScale,
) -> Option<Pile> {
    let point = &path.points[index];
    // What lies on a hand is seen before or beside it.
    let on_another = near_resting(&point.landmarks, path, index, all, scale);
    (1..=ARCHED).filter(|_| on_another).find_map(|hands| {
        let higher: Vec<Point<Table>> =
            point.landmarks.iter().map(|p| point.below(*p, f64::from(hands) * HAND_CM)).collect();
        over_pile(&higher, zones)
    })
}

/// Whether a hand that reaches so deep into a pile's zone, centimetres, may be on it.
pub(super) fn may_be_on(depth_cm: f64, pile: Pile, zones: &Zones) -> bool {
    depth_cm >= depth_even(zones, pile) - 2.0 * DEPTH_SCALE_CM
}

/// Probability that it is, by that alone.
pub(super) fn on_by_depth(depth_cm: f64, pile: Pile, zones: &Zones) -> f64 {
    1.0 / (1.0 + (-(depth_cm - depth_even(zones, pile)) / DEPTH_SCALE_CM).exp())
}
