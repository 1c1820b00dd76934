//! Hands that were lost from sight over a Centre Pile.
//!
//! Two cards that are laid on one pile at nearly the same time are brought by hands of which one hides the other just then. What comes
//! in are a hand's way and its stays so far; what is added are the gaps in which it may have lain where it was lost. That alone is
//! no touch: a stay of this kind counts where something else tells that a hand was there.
//!
//! Set by judgement and one rendered scene, not tuned.

use super::path::HandPath;
use super::touches::{Visit, visit};
use super::under::{may_be_on, on_by_depth, pile_under};
use super::zones::Zones;
use crate::base::{Measured, TimeScale};

/// It is lost for so long, real seconds: shorter, it only passed; longer, nothing tells when it came.
const LOST_SECS: (f64, f64) = (0.05, 0.5);
/// It is found again as near, centimetres.
const FOUND_CM: f64 = 8.0;
/// A hand as near hides it, centimetres between their fingers.
const HIDES_CM: f64 = 12.0;
/// One that was about to land came so long after it was lost, real seconds, with the second as standard deviation: a card is laid gently.
/// At most these parts of the gap.
const CAME_SECS: (f64, f64) = (0.04, 0.03);
const CAME_PARTS: (f64, f64) = (1.0 / 3.0, 0.25);
/// It lay there with this probability.
const LAY: f64 = 0.5;

/// Adds the stays in which a hand may have lain on a pile while another hid it.
pub(super) fn lost_visits(path: &HandPath, all: &[HandPath], zones: &Zones, scale: TimeScale, found: &mut Vec<Visit>) {
    for (i, ends) in path.points.windows(2).enumerate() {
        let (last, next) = (&ends[0], &ends[1]);
        let gap = next.t - last.t;
        let (pile, depth_cm) = pile_under(&last.landmarks, zones);
        let lost = (LOST_SECS.0..LOST_SECS.1).contains(&(gap * scale.real_per_file));
        if !lost || !may_be_on(depth_cm, pile, zones) || last.fingers.distance(next.fingers) > FOUND_CM {
            continue;
        }
        let there = |visit: &Visit| visit.arrive.t < next.t && visit.leave.is_none_or(|leave| leave.t > last.t);
        let hides = |other: &HandPath| {
            let over =
                |p: &super::PathPoint| last.t < p.t && p.t < next.t && p.fingers.distance(last.fingers) < HIDES_CM;
            other.track != path.track && other.points.iter().any(over)
        };
        if found.iter().any(|visit| visit.pile == pile && there(visit)) || !all.iter().any(hides) {
            continue;
        }
        let at_most = |secs: f64, part: f64| (secs / scale.real_per_file).min(part * gap);
        let later = at_most(CAME_SECS.0, CAME_PARTS.0);
        let arrive = Measured::normal(last.t + later, at_most(CAME_SECS.1, CAME_PARTS.1));
        let speed = last.speed / scale.real_per_file;
        let came = visit(path, i, pile, depth_cm, arrive, false, speed, zones, scale);
        let leave = Some(Measured::normal(next.t - gap / 6.0, gap / 6.0));
        found.push(Visit { leave, on_pile: LAY * on_by_depth(depth_cm, pile, zones), ..came });
    }
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::super::touches::visits;
    use super::*;
    use crate::base::{HandSide, Pile, Player, Point};

    /// A hand on its way to the left pile, 120 frames a second, `at` centimetres from its middle, seen where `seen` has it.
    fn hand(track: u32, player: Player, at: impl Fn(f64) -> f64, seen: impl Fn(f64) -> bool) -> HandPath {
        let (mut points, mut before) = (Vec::new(), 0.0);
        for t in (0..100).map(|i| f64::from(i) / 120.0) {
            let fingers = Point::new(-8.0, at(t));
            if seen(t) {
                points.push(PathPoint {
                    lean: (0.0, 0.3),
                    speed: (at(t) - at(before)).abs() * 120.0,
                    ..PathPoint::lying(t, fingers)
                });
            }
            before = t;
        }
        HandPath { track, player, hand: HandSide::Right, points, fit: true }
    }

    /// The stays of a hand that comes and goes without a stop and is lost for a tenth of a second at the pile, `beside` another so far
    /// away, centimetres.
    fn stays(beside: f64) -> Vec<Visit> {
        let way = |t: f64| 60.0 * (t - 0.4).abs() - 1.0;
        let lost = hand(0, Player::Two, way, |t| !(0.36..0.47).contains(&t));
        let other = hand(1, Player::One, |_| beside, |_| true);
        let [left, right, one, two] = [-8.0, 8.0, 40.0, -40.0].map(|x| {
            [(-8.0, -6.0), (8.0, -6.0), (8.0, 6.0), (-8.0, 6.0)].map(|(dx, y)| Point::new(x + dx, y)).to_vec()
        });
        let zones = Zones { piles: [left, right], boundaries: [Vec::new(), Vec::new()], draw_decks: [one, two] };
        visits(&lost, &[lost.clone(), other], &zones, TimeScale::REAL).0
    }

    #[test]
    fn a_hand_that_another_hides_over_a_pile_may_have_lain_there() {
        let found = stays(-4.0);
        assert!(found.len() == 1 && found[0].pile == Pile::Left, "{found:?}");
        assert!(found[0].arrive.lo < 0.4 && found[0].arrive.hi > 0.4 && found[0].on_pile <= LAY, "{found:?}");
    }

    #[test]
    fn a_hand_that_nothing_hides_has_passed() {
        assert!(stays(-40.0).is_empty());
    }
}
