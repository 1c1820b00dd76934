//! Who of two whose hands lie on one pile came first: the hand below did.
//!
//! In come the visits with their instants and what was seen of the hands while they lay there, out come the same visits, their instants
//! made to go with the order. Fingers that were pushed under a hand that lay there first are rare, and which hand is on top is not told
//! surely either: what [`on_top`](mod@super::on_top) adds up was right for 16 of 17 pairs of hands of two players in rendered clips (from
//! above, from the side and from behind, 120 frames a second), wrong where it told least.

use super::cues::Cues;
use super::on_top::{Seen, above, overlaps};
use super::path::tracks;
use super::touches::Visit;
use crate::base::TimeScale;
use crate::base::order::ordered;
use crate::facts::Observation;

/// What is added up tells by this part what it says, and never more surely than the second, a probability.
const TELLS: f64 = 0.7;
const SURE: f64 = 0.97;
/// Hands that come within this of each other may have come in either order, real seconds.
const NEAR_SECS: f64 = 0.25;
/// Hands still come to lie on each other until so long after they met the pile, real seconds.
const LIES_SECS: f64 = 0.01;
/// Fewer frames tell nothing.
const FEWEST: usize = 4;

/// Of a hand that lies on a pile with the other player's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stacked {
    /// Probability that it lies on top, by how both are seen there, and so came later.
    pub on_top: f64,
    /// Probability that it came later, by that and by when both came.
    pub after: f64,
}

/// Puts the instants of hands that lie on each other in order.
pub fn stacked(visits: &mut [Visit], observations: &[Observation], cues: Cues, scale: TimeScale) {
    let near = NEAR_SECS / scale.real_per_file;
    let mut order: Vec<usize> = (0..visits.len()).collect();
    order.sort_by(|&a, &b| visits[a].arrive.t.total_cmp(&visits[b].arrive.t).then(a.cmp(&b)));
    let mut pairs = Vec::new();
    for (k, &a) in order.iter().enumerate() {
        let soon = order[k + 1..].iter().take_while(|&&b| visits[b].arrive.t - visits[a].arrive.t < near);
        pairs.extend(soon.filter(|&&b| meet(&visits[a], &visits[b])).map(|&b| (a, b)));
    }
    if pairs.is_empty() {
        return;
    }
    let tracks = tracks(observations, scale, cues);
    for (a, b) in pairs {
        // Of three hands the first two tell the order that counts.
        if visits[a].stacked.is_some() || visits[b].stacked.is_some() {
            continue;
        }
        let (Some(one), Some(other)) = (tracks.get(&visits[a].track), tracks.get(&visits[b].track)) else { continue };
        let Some(odds) = came_later(one, other, [&visits[a], &visits[b]], scale) else { continue };
        let tells = logistic(TELLS * odds);
        let on_top = SURE * tells + (1.0 - SURE) * (1.0 - tells);
        let touched = visits[a].touched() * visits[b].touched();
        let later = touched * on_top + 0.5 * (1.0 - touched);
        let told = ordered(&visits[a].arrive, &visits[b].arrive, (1.0 - later) / later);
        let [first, second] = told.instants;
        visits[a].arrive = first;
        visits[a].stacked = Some(Stacked { on_top, after: 1.0 - told.before });
        visits[b].arrive = second;
        visits[b].stacked = Some(Stacked { on_top: 1.0 - on_top, after: told.before });
    }
}

/// Whether both are on one pile, of two players, and neither brought a card and came down again.
fn meet(a: &Visit, b: &Visit) -> bool {
    a.player != b.player && a.pile == b.pile && a.again.is_none() && b.again.is_none()
}

/// The logarithm of the odds that the first of two visits came later, by the frames in which both lay on the pile.
fn came_later(one: &Seen<'_>, other: &Seen<'_>, visits: [&Visit; 2], scale: TimeScale) -> Option<f64> {
    let lies = LIES_SECS / scale.real_per_file;
    let from = visits.iter().map(|visit| visit.arrive.t).fold(f64::NEG_INFINITY, f64::max) + lies;
    let until = visits.iter().filter_map(|visit| visit.leave).map(|leave| leave.t).fold(f64::INFINITY, f64::min);
    let lain: Vec<(usize, usize)> =
        overlaps(one, other, scale).into_iter().flatten().filter(|&(k, _)| (from..until).contains(&one[k].0)).collect();
    let (over, odds) = above(one, other, lain);
    (over.len() >= FEWEST).then_some(odds)
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Measured, Pile, Player, Point};
    use crate::facts::HandSeen;

    fn visit(track: u32, player: Player, t: f64) -> Visit {
        let arrive = Measured::normal(t, 0.01);
        Visit {
            track,
            modes: Vec::new(),
            leave: Some(Measured::normal(t + 0.2, 0.002)),
            ..Visit::landed(player, HandSide::Left, Pile::Left, arrive)
        }
    }

    /// A hand that lies at `x` centimetres.
    fn hand(track: u32, player: Player, x: f64, presence: f32) -> HandSeen {
        HandSeen {
            track,
            player,
            presence,
            moved: Some((0.0, 0.0)),
            moved_shared: true,
            ..HandSeen::lying(Point::new(x, 0.0))
        }
    }

    /// Both visits after hands so far apart lay there, recognised so surely.
    fn told(mut visits: [Visit; 2], presence: [f32; 2], apart_cm: f64) -> [Visit; 2] {
        let observations: Vec<Observation> = (0..120)
            .map(|i| Observation {
                t: f64::from(i) / 120.0,
                hands: vec![hand(0, Player::One, 0.0, presence[0]), hand(1, Player::Two, apart_cm, presence[1])],
                ..Observation::default()
            })
            .collect();
        stacked(&mut visits, &observations, Cues::ALL, TimeScale::REAL);
        visits
    }

    fn both(t: [f64; 2]) -> [Visit; 2] {
        [visit(0, Player::One, t[0]), visit(1, Player::Two, t[1])]
    }

    #[test]
    fn the_hand_below_came_first() {
        let [below, above] = told(both([0.5, 0.5]), [0.7, 0.99], 1.0);
        assert!(below.arrive.t < 0.496 && above.arrive.t > 0.504, "{:?} {:?}", below.arrive, above.arrive);
        assert!(below.arrive.sigma() < 0.0095 && above.arrive.sigma() < 0.0095);
        let (below, above) = (below.stacked.expect("told"), above.stacked.expect("told"));
        assert!(below.on_top < 0.15 && (below.on_top + above.on_top - 1.0).abs() < 1e-9, "{below:?}");
        assert!(below.after < 0.15 && (below.after + above.after - 1.0).abs() < 1e-9, "{below:?}");
    }

    #[test]
    fn what_the_picture_dates_surely_no_layer_turns_round() {
        let [first, _] = told(both([0.45, 0.52]), [0.99, 0.7], 1.0);
        assert!((first.arrive.t - 0.45).abs() < 0.002 && first.stacked.expect("told").after < 0.1, "{first:?}");
    }

    #[test]
    fn hands_beside_each_other_of_one_player_or_on_two_piles_tell_nothing() {
        let untold = |visits: &[Visit; 2]| visits.iter().all(|visit| visit.stacked.is_none());
        assert!(untold(&told(both([0.5, 0.5]), [0.7, 0.99], 9.0)));
        let one = visit(1, Player::One, 0.5);
        assert!(untold(&told([visit(0, Player::One, 0.5), one], [0.7, 0.99], 1.0)));
        let right = Visit { pile: Pile::Right, ..visit(1, Player::Two, 0.5) };
        assert!(untold(&told([visit(0, Player::One, 0.5), right], [0.7, 0.99], 1.0)));
        // Long before.
        assert!(untold(&told(both([0.2, 0.6]), [0.7, 0.99], 1.0)));
    }

    #[test]
    fn a_hand_that_hardly_came_has_no_order() {
        let doubtful = Visit { on_pile: 0.05, ..visit(1, Player::Two, 0.5) };
        let [one, _] = told([visit(0, Player::One, 0.5), doubtful], [0.7, 0.99], 1.0);
        assert!((one.stacked.expect("told").after - 0.5).abs() < 0.05, "{one:?}");
    }
}
