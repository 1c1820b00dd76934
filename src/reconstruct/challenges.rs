//! When both players came with both hands: a slap challenge, as hands alone tell it.
//!
//! Two players who put a hand on each pile at nearly the same time saw equal tops, or took the one who did for right. Whether the
//! tops are equal, who was first and whether it counts is not asked here: it is evidence for what lies there.

use crate::base::{Pile, Player, TimeScale};
use crate::events::Visit;

/// A player's hands come to the piles within this of each other, real seconds.
pub(super) const BOTH_HANDS_SECS: f64 = 0.15;
/// And the players within this.
pub(super) const BOTH_PLAYERS_SECS: f64 = 0.4;
/// A hand is on the pile with this probability at least.
const LEAST_TOUCH: f64 = 0.5;

/// The instants at which the first of two players who came together had a hand on each pile, file seconds, by time.
pub fn challenges(visits: &[Visit], scale: TimeScale) -> Vec<f64> {
    let [one, two] = Player::BOTH.map(|player| pairs(visits, player, scale));
    let near = BOTH_PLAYERS_SECS / scale.real_per_file;
    let mut found: Vec<f64> = Vec::new();
    for &first in &one {
        let Some(second) = two.iter().copied().find(|second| (first - second).abs() < near) else { continue };
        let t = first.min(second);
        if found.last().is_none_or(|last| t - last > near) {
            found.push(t);
        }
    }
    found
}

/// When a player had one hand on each pile, by time.
pub(super) fn pairs(visits: &[Visit], player: Player, scale: TimeScale) -> Vec<f64> {
    let on = |pile: Pile| {
        visits
            .iter()
            .filter(move |v| v.player == player && v.pile == pile && v.on_pile >= LEAST_TOUCH && !v.from_draw_deck)
    };
    let near = BOTH_HANDS_SECS / scale.real_per_file;
    let mut pairs: Vec<f64> = on(Pile::Left)
        .flat_map(|left| on(Pile::Right).map(move |right| (left, right)))
        .filter(|(left, right)| left.hand != right.hand && (left.arrive.t - right.arrive.t).abs() < near)
        .map(|(left, right)| left.arrive.t.max(right.arrive.t))
        .collect();
    pairs.sort_by(f64::total_cmp);
    pairs
}

/// Of each visit, whether its player's other hand came to the other pile at the same time.
pub(super) fn slapping(visits: &[Visit], scale: TimeScale) -> Vec<bool> {
    let near = BOTH_HANDS_SECS / scale.real_per_file;
    let with = |a: &Visit, b: &Visit| {
        let other = a.player == b.player && a.hand != b.hand && a.pile != b.pile;
        other && b.on_pile >= LEAST_TOUCH && (a.arrive.t - b.arrive.t).abs() < near
    };
    visits.iter().map(|a| a.on_pile >= LEAST_TOUCH && visits.iter().any(|b| with(a, b))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Measured};

    fn visit(player: Player, hand: HandSide, pile: Pile, t: f64) -> Visit {
        Visit { on_pile: 0.95, ..Visit::landed(player, hand, pile, Measured::normal(t, 0.002)) }
    }

    fn both(player: Player, t: f64) -> [Visit; 2] {
        [visit(player, HandSide::Left, Pile::Left, t), visit(player, HandSide::Right, Pile::Right, t + 0.01)]
    }

    #[test]
    fn both_players_with_both_hands_are_a_challenge_and_less_is_none() {
        let told = |visits: &[Visit]| challenges(visits, TimeScale::REAL);
        let all = [both(Player::One, 1.0), both(Player::Two, 1.05)].concat();
        assert_eq!(told(&all), [1.01]);
        assert!(told(&all[..3]).is_empty());
        assert!(told(&both(Player::One, 1.0)).is_empty());
        assert!(told(&[both(Player::One, 1.0), both(Player::Two, 1.6)].concat()).is_empty());
    }

    #[test]
    fn one_hand_on_both_piles_is_none() {
        let mut all = [both(Player::One, 1.0), both(Player::Two, 1.05)].concat();
        all[1].hand = HandSide::Left;
        assert!(challenges(&all, TimeScale::REAL).is_empty());
    }

    #[test]
    fn hands_of_one_player_that_come_to_both_piles_at_once_slap() {
        use {
            HandSide::{Left, Right},
            Player::{One, Two},
        };
        let visits = [
            visit(One, Left, Pile::Left, 1.0),
            visit(One, Right, Pile::Right, 1.1),
            visit(Two, Right, Pile::Left, 1.1),
            visit(Two, Left, Pile::Right, 1.4),
        ];
        assert_eq!(slapping(&visits, TimeScale::REAL), [true, true, false, false]);
    }
}
