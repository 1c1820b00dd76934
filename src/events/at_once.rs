//! Both hands of a player that come to both piles at once.
//!
//! In come the visits as the picture has them; out come the same visits, the likelier of the instants at which each hand may have come
//! those that go with the other hand. Two hands that set out for two places come there nearly at once though the ways differ (Kelso,
//! Southard and Goodman 1979): within some hundredths of a second of each other, unless the one was there already. So an instant of the
//! one hand that fits none of the other's is no impossible one, only a rarer one. The spread is a guess on the wide side: simulated hands,
//! which come within 11 ms of each other, were not asked.

use super::arrivals::{Mode, instant};
use super::touches::Visit;
use crate::base::TimeScale;
use std::f64::consts::PI;

/// Two hands of a player that come to both piles come at once with this probability, within so much of each other, real seconds, standard
/// deviation; else at any time within the last of each other.
const AT_ONCE: f64 = 0.7;
const AT_ONCE_SECS: f64 = 0.015;
const NEAR_SECS: f64 = 0.1;

/// Weighs the instants of each visit by those of the player's other hand.
pub fn at_once(visits: &mut [Visit], scale: TimeScale) {
    let near = NEAR_SECS / scale.real_per_file;
    let other = |v: usize| {
        let visit: &Visit = &visits[v];
        let apart = |with: &&Visit| {
            let two = with.player == visit.player && with.hand != visit.hand && with.pile != visit.pile;
            two && (with.seen.t - visit.seen.t).abs() < near
        };
        let off = |with: &Visit| (with.seen.t - visit.seen.t).abs();
        visits.iter().filter(apart).min_by(|a, b| off(a).total_cmp(&off(b)))
    };
    let weighed: Vec<Option<Vec<Mode>>> = (0..visits.len())
        .map(|v| {
            let with = other(v).filter(|_| visits[v].modes.len() > 1)?;
            let weight = |mode: &Mode| mode.weight * goes_with(mode, with, scale);
            Some(visits[v].modes.iter().map(|mode| Mode { weight: weight(mode), ..*mode }).collect())
        })
        .collect();
    for (visit, modes) in visits.iter_mut().zip(weighed) {
        let Some(mut modes) = modes else { continue };
        let (before, after) = (sum(&visit.modes), sum(&modes));
        modes.iter_mut().for_each(|mode| mode.weight *= before / after);
        visit.modes = modes;
        visit.seen = instant(&visit.modes);
        visit.arrive = visit.seen;
    }
}

/// How well an instant goes with those of the other hand, a second.
fn goes_with(mode: &Mode, other: &Visit, scale: TimeScale) -> f64 {
    let spread = AT_ONCE_SECS / scale.real_per_file;
    let density = |with: &Mode| {
        let variance = spread.powi(2) + mode.at.sigma().powi(2) + with.at.sigma().powi(2);
        let off = with.at.t - mode.at.t;
        with.weight * (-0.5 * off * off / variance).exp() / (2.0 * PI * variance).sqrt()
    };
    let together = other.modes.iter().map(density).sum::<f64>() / sum(&other.modes).max(1e-12);
    let probability = AT_ONCE * other.touched();
    probability * together + (1.0 - probability) * 0.5 * scale.real_per_file / NEAR_SECS
}

fn sum(modes: &[Mode]) -> f64 {
    modes.iter().map(|mode| mode.weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Measured, Pile, Player};

    fn visit(player: Player, hand: HandSide, pile: Pile, instants: &[(f64, f64)]) -> Visit {
        let mode = |&(t, weight): &(f64, f64)| Mode { at: Measured::normal(t, 0.002), weight };
        let modes: Vec<Mode> = instants.iter().map(mode).collect();
        let arrive = instant(&modes);
        Visit { modes, ..Visit::landed(player, hand, pile, arrive) }
    }

    /// The weight of the first instant of Player 1's left hand, which may have come at 0.500 as well as at 0.535 s.
    fn first(with: Visit) -> f64 {
        let mut visits = [visit(Player::One, HandSide::Left, Pile::Left, &[(0.500, 0.5), (0.535, 0.5)]), with];
        at_once(&mut visits, TimeScale::REAL);
        assert!((sum(&visits[0].modes) - 1.0).abs() < 1e-9);
        assert_eq!(visits[0].seen, instant(&visits[0].modes));
        visits[0].modes[0].weight
    }

    #[test]
    fn of_two_instants_the_one_that_goes_with_the_other_hand_is_likelier_and_the_other_is_not_ruled_out() {
        let other = |t| visit(Player::One, HandSide::Right, Pile::Right, &[(t, 1.0)]);
        assert!((0.02..0.25).contains(&first(other(0.54))), "{}", first(other(0.54)));
        assert!((0.75..0.98).contains(&first(other(0.495))), "{}", first(other(0.495)));
        // Far from both, it tells hardly anything.
        assert!((0.4..0.6).contains(&first(other(0.6))), "{}", first(other(0.6)));
    }

    #[test]
    fn another_player_s_hand_the_same_pile_and_a_hand_that_hardly_came_tell_little_or_nothing() {
        assert_eq!(first(visit(Player::Two, HandSide::Right, Pile::Right, &[(0.54, 1.0)])), 0.5);
        assert_eq!(first(visit(Player::One, HandSide::Right, Pile::Left, &[(0.54, 1.0)])), 0.5);
        let doubtful = Visit { on_pile: 0.05, ..visit(Player::One, HandSide::Right, Pile::Right, &[(0.54, 1.0)]) };
        assert!(first(doubtful) > 0.35, "{}", first(visit(Player::One, HandSide::Right, Pile::Right, &[(0.54, 1.0)])));
    }
}
