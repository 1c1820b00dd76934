//! Who has won: the same in the three games that are played for all the cards.

use super::bench::{Bench, Draft};
use super::game::{Game, Topic};
use super::ruling::Kind;
use super::seat::Seat;
use crate::facts::Finding;

/// Rules the game won when one seat has every card, or when every other seat is out for good.
pub(in crate::law) fn by_all_cards<G: Game>(bench: &mut Bench<'_, G>) {
    let total = bench.state.cards.len();
    if total == 0 || bench.state.winner.is_some() {
        return;
    }
    let everything = bench.state.seats().find(|seat| bench.state.playable(*seat) == total);
    let mut left = bench.state.seats().filter(|seat| !bench.state.chair(*seat).out);
    let alone = left.next().filter(|_| left.next().is_none());
    let sentence = match (everything, alone) {
        (Some(seat), _) => (seat, format!("{seat} has all the cards and wins the game")),
        (None, Some(seat)) => (seat, format!("{seat} is the only player left and wins the game")),
        (None, None) => return,
    };
    declare(bench, sentence.0, sentence.1);
}

/// Rules the game won.
pub(in crate::law) fn declare<G: Game>(bench: &mut Bench<'_, G>, seat: Seat, sentence: String) {
    bench.state.winner = Some(seat);
    bench.rule(Draft::new(Kind::GameWon, bench.cite(Topic::Win), Some(seat), Finding::NoOffence, sentence));
}
