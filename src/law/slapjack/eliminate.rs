//! Dead cards (4.1.4), who is out, and who has won (section 5).

use super::Switches;
use super::slaps;
use crate::facts::Finding;
use crate::law::one_pile::bench::{Bench, Draft};
use crate::law::one_pile::game::Stray;
use crate::law::one_pile::ruling::Kind;
use crate::law::one_pile::state::{Counts, Due, Pile};
use crate::law::one_pile::{Penalty, Seat, State};
use crate::law::one_pile::{cards, winning, words};

/// Seats with cards: in the stack, in hand, or won and not yet taken.
pub(super) fn active(state: &State) -> impl Iterator<Item = Seat> + '_ {
    state.seats().filter(|seat| {
        state.has_cards(*seat)
            || state.held.as_ref().is_some_and(|held| held.seat == *seat)
            || state.due.iter().any(|due| match due {
                Due::Take { seat: winner, .. } => winner == seat,
                Due::Decide { seats, .. } => seats.contains(seat),
                _ => false,
            })
    })
}

/// 4.1.4, 4.1.5: the card stays and is dead; the turn stays where it was.
pub(super) fn strayed(bench: &mut Bench<'_, Switches>, stray: &Stray) {
    if is_jack(&bench.state.pile) {
        unslapped(bench);
    }
    cards::put(&mut bench.state, stray, Counts::No);
    let sentence = format!("{} plays {} out of turn", stray.seat, words::a_card(stray.face));
    bench.offend(
        Draft::new(Kind::OutOfTurn, "slapjack 4.1.4", Some(stray.seat), Finding::Offence, sentence)
            .penalty(Penalty::DeadCard)
            .also("slapjack 4.1.5"),
    );
}

fn is_jack(pile: &Pile) -> bool {
    !slaps::find(pile).holds.is_empty()
}

/// 5.1.4: a card was laid in turn; a jack right under it can no longer be slapped.
pub(super) fn covered(bench: &mut Bench<'_, Switches>) {
    let cards = &bench.state.pile.cards;
    let below =
        Pile { cards: cards[..cards.len().saturating_sub(1)].iter().rev().take(1).cloned().collect(), burned: false };
    if is_jack(&below) {
        unslapped(bench);
    }
}

/// A jack that nobody won is being covered. Who may have slapped it is left to the referee.
fn unslapped(bench: &mut Bench<'_, Switches>) {
    let slapped: Vec<Seat> = bench
        .state
        .due
        .iter()
        .flat_map(|due| if let Due::Decide { seats, .. } = due { seats.as_slice() } else { &[] })
        .copied()
        .collect();
    missed(bench, &slapped);
}

/// 5.1.4: players without cards who did not slap this jack are shut out.
pub(super) fn missed(bench: &mut Bench<'_, Switches>, slapped: &[Seat]) {
    let without: Vec<Seat> = bench
        .state
        .seats()
        .filter(|seat| !bench.state.has_cards(*seat) && !bench.state.chair(*seat).out && !slapped.contains(seat))
        .collect();
    for seat in without {
        bench.state.chair_mut(seat).out = true;
        let sentence = format!("{seat} has no cards, did not slap the jack, and is out");
        bench.rule(Draft::new(Kind::Elimination, "slapjack 5.1.4", Some(seat), Finding::NoOffence, sentence));
    }
}

/// 5.2: one player is left with cards.
pub(super) fn last_of_two(bench: &mut Bench<'_, Switches>) {
    if bench.state.chairs.is_empty() || bench.state.winner.is_some() {
        return;
    }
    let mut active = active(&bench.state);
    if let (Some(seat), None) = (active.next(), active.next()) {
        drop(active);
        winning::declare(bench, seat, format!("{seat} is the last player with cards and wins the game"));
    }
}
