//! Piles over which a hand may be that is lost from sight.
//!
//! In come observations, out comes for each of them which piles a hand may lie over that nobody sees: it was seen near the pile last
//! and has not been found since. What is not made out on such a pile may lie under that hand, which no cover tells.

use super::zones::{Zones, middle};
use crate::base::{HandSide, Pile, Point, Table, TimeScale};
use crate::facts::Observation;

/// A hand is lost when it was last seen longer ago than the first, real seconds; after the second, anything may have become of it.
const LOST_SECS: (f64, f64) = (0.05, 3.0);
/// It may be over a pile no farther than this from where its fingers were seen last, centimetres: a hand in a hurry goes so far in
/// a tenth of a second.
const NEAR_CM: f64 = 15.0;

/// When and where fingers were.
type Place = (f64, Point<Table>);

/// Of each observation, left and right: whether a hand may be over that pile which is lost from sight.
pub fn lost_over(observations: &[Observation], zones: &Zones, scale: TimeScale) -> Vec<[bool; 2]> {
    let lost = LOST_SECS.0 / scale.real_per_file..LOST_SECS.1 / scale.real_per_file;
    // When and where each player's left and right hand was seen last.
    let mut last: [[Option<Place>; 2]; 2] = [[None; 2]; 2];
    let told = observations.iter().map(|observation| {
        for hand in observation.hands.iter().filter(|hand| hand.seen && hand.below.len() == 21) {
            last[hand.player.index()][usize::from(hand.hand == HandSide::Right)] =
                Some((observation.t, middle(&hand.below[5..])));
        }
        Pile::BOTH.map(|pile| {
            let over = |&(t, at): &Place| lost.contains(&(observation.t - t)) && zones.pile_depth(pile, at) > -NEAR_CM;
            last.iter().flatten().flatten().any(over)
        })
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::HandSeen;

    fn square(x: f64, half: f64) -> Vec<Point<Table>> {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| Point::new(x + half * a, half * b)).to_vec()
    }

    /// Whether the left pile may be under a hand at the last of 60 looks a second until `t`; a hand of Player 1 is seen at `x` until 1 s,
    /// and again at `found` from 1.5 s on.
    fn told(x: f64, found: Option<f64>, t: f64) -> bool {
        let zones = Zones { piles: [square(-6.0, 5.0), square(6.0, 5.0)], ..Zones::default() };
        let hand = |x: f64| HandSeen::lying(Point::new(x, 0.0));
        let at = |t: f64| if t < 1.0 { Some(x) } else { found.filter(|_| t >= 1.5) };
        let observations: Vec<Observation> = (0..=(60.0 * t) as u32)
            .map(|i| f64::from(i) / 60.0)
            .map(|t| Observation { t, hands: at(t).map(hand).into_iter().collect(), ..Observation::default() })
            .collect();
        lost_over(&observations, &zones, TimeScale::REAL).last().is_some_and(|lost| lost[0])
    }

    #[test]
    fn a_hand_that_is_lost_near_a_pile_may_be_over_it_until_it_is_found() {
        assert!(!told(-15.0, None, 0.9), "it is seen");
        assert!(told(-15.0, None, 1.4));
        assert!(!told(-15.0, Some(-30.0), 1.6), "found elsewhere");
        assert!(!told(-40.0, None, 1.4), "far away");
        assert!(!told(-15.0, None, 4.5), "long ago");
    }
}
