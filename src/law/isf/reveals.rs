//! Reveals (A.4.11, E.2.3, F.8.3): the top of a Draw Deck onto each Centre Pile, together.
//!
//! The sequence (D.6) does not apply to them. Two reveals make one: with the first on the table and the
//! second in the air, equal tops mean nothing yet (F.8.3), so the first waits for the other.

use super::bench::Bench;
use super::plays::lay;
use super::state::Status;
use super::{boundary, finish, slap, tolerances, touches};
use crate::facts::Event;

/// A revealed card touches a pile. It restarts whatever was stopped (E.4.2).
pub(super) fn reveal(bench: &mut Bench<'_>, event: &Event) {
    let Some(pile) = event.pile else { return };
    let first = bench.state.reveal.take();
    let completes = first.filter(|(player, other, _)| *other != pile && (player.is_none() || *player != event.player));
    if completes.is_none() {
        if let Some((player, other, at)) = first {
            // The one before stays alone: its card counts from its own contact.
            slap::top_changed(bench, at, None, player.map(|player| (player, other)).into_iter().collect(), None);
        }
        slap::settle_now(bench, slap::Closing::Reveal);
        boundary::clear(bench);
        finish::restart(bench);
        bench.state.status = Status::Live;
    }
    lay(bench, pile, event.card.map(|card| card.rank).into(), event);
    touches::dealt(bench, event);
    match completes {
        None => bench.state.reveal = Some((event.player, pile, event.at)),
        Some((player, other, at)) => {
            let causes = [player.map(|player| (player, other)), event.player.map(|player| (player, pile))];
            let reveals = Some([(player, at), (event.player, event.at)]);
            slap::top_changed(bench, at.later(event.at), None, causes.into_iter().flatten().collect(), reveals);
        }
    }
}

/// A first reveal that has waited long enough stays alone.
pub(super) fn ripen(bench: &mut Bench<'_>) {
    let patience = bench.secs(tolerances::REVEAL_PAIR_SECS);
    if bench.state.reveal.is_some_and(|(_, _, at)| bench.state.now - at.t > patience) {
        close(bench);
    }
}

/// No other reveal comes.
pub(super) fn close(bench: &mut Bench<'_>) {
    if let Some((player, pile, at)) = bench.state.reveal.take() {
        slap::top_changed(bench, at, None, player.map(|player| (player, pile)).into_iter().collect(), None);
    }
}
