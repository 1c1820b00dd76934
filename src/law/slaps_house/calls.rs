//! Slaps with a call: "Stick!" on a face card (8.7) and "Split!" on an eight (8.8).

use super::Switches;
use super::patterns::barred;
use crate::base::Rank;
use crate::facts::Finding;
use crate::law::one_pile::bench::{Bench, Draft};
use crate::law::one_pile::flips::{chances, top};
use crate::law::one_pile::game::Game;
use crate::law::one_pile::order::First;
use crate::law::one_pile::patterns::{Found, value};
use crate::law::one_pile::ruling::Kind;
use crate::law::one_pile::state::{Challenge, Counts, Pile};
use crate::law::one_pile::{Call, Pattern, Seat, SlapNow, State, Target, Which};
use crate::law::one_pile::{slaps, words};

/// The rank on top of a pile: `Ok(None)` when there is none that counts, `Err` when it was not read.
fn top_rank(state: &State, which: Which) -> Result<Option<Rank>, ()> {
    match top(state, which) {
        None => Ok(None),
        Some(laid) => match (laid.counts, laid.face) {
            (Counts::No, _) => Ok(None),
            (Counts::Yes, Some(card)) => Ok(Some(card.rank)),
            (Counts::Yes, None) | (Counts::Disputed, _) => Err(()),
        },
    }
}

/// 8.7: yes when that seat may take over the face card on top. No covers every reason; `None` means that
/// the top card was not read.
pub(super) fn may_stick(switches: &Switches, state: &State, which: Which, seat: Seat) -> Option<bool> {
    let sticky = |rank: Rank| switches.sticky_faces.contains(&rank) && chances(rank).is_some();
    if !switches.sticky_faces.iter().any(|rank| sticky(*rank)) {
        return Some(false);
    }
    let Ok(rank) = top_rank(state, which) else { return None };
    Some(rank.is_some_and(|rank| {
        let fresh =
            state.challenge.is_some_and(|challenge| challenge.which == which && Some(challenge.left) == chances(rank));
        // Neither the player to the left of whoever laid it, nor whoever has to answer it now.
        let left = top(state, which).and_then(|laid| state.next_holder(laid.seat));
        sticky(rank) && !barred(switches, value(rank)) && fresh && seat != state.turn && Some(seat) != left
    }))
}

/// 8.8.1, 8.8.3: yes when that seat may split the eight on top of the pile.
pub(super) fn may_split(switches: &Switches, state: &State, which: Which, seat: Seat) -> Option<bool> {
    let free = switches.split_eights
        && which == Which::Slap
        && state.split.is_none()
        && state.challenge.is_none()
        && state.won(Which::Slap).is_none()
        && !barred(switches, 8)
        && !state.chair(seat).stack.is_empty();
    if !free {
        return Some(false);
    }
    let Ok(rank) = top_rank(state, which) else { return None };
    if !state.turn_known && rank == Some(Rank::Eight) {
        return None;
    }
    Some(rank == Some(Rank::Eight))
}

/// 8.7: the caller takes the place of the face card's player.
pub(super) fn stick(bench: &mut Bench<'_, Switches>, which: Which, first: &First) {
    let Some(hand) = first.hands.first() else { return };
    let Ok(Some(rank)) = top_rank(&bench.state, which) else { return };
    let Some(left) = chances(rank) else { return };
    let seat = hand.seat;
    bench.state.challenge = Some(Challenge { by: seat, left, which });
    bench.state.turn = seat.left(bench.state.chairs.len());
    let found = Found { holds: vec![Pattern::StickyFace], unsure: Vec::new() };
    let sentence = format!("{seat} sticks the {}{}, which is now answered as hers", rank.name(), words::lead(first));
    let draft = Draft::new(Kind::Slap, "slaps-house 8.7", Some(seat), Finding::NoOffence, sentence);
    bench.rule(draft.slap(slaps::record(first, &found)));
}

/// 8.8.1: the caller starts the second pile with her next card.
pub(super) fn split(bench: &mut Bench<'_, Switches>, first: &First) {
    let Some(hand) = first.hands.first() else { return };
    let seat = hand.seat;
    bench.state.split = Some(Pile::default());
    bench.state.turn = seat;
    bench.state.onto = Which::Split;
    let found = Found { holds: vec![Pattern::SplitEight], unsure: Vec::new() };
    let sentence = format!("{seat} splits the eight{} and lays the first card beside it", words::lead(first));
    let draft = Draft::new(Kind::Slap, "slaps-house 8.8.1", Some(seat), Finding::NoOffence, sentence);
    bench.rule(draft.slap(slaps::record(first, &found)));
}

/// Calls that would be right now.
pub(super) fn now(switches: &Switches, state: &State) -> Vec<SlapNow> {
    let mut all = Vec::new();
    for (on, which) in [(Target::Slap, Which::Slap), (Target::Split, Which::Split)] {
        for (call, pattern) in [(Call::Stick, Pattern::StickyFace), (Call::Split, Pattern::SplitEight)] {
            let answer = |seat: &Seat| {
                if slaps::is_late(state, which) || state.chair(*seat).out {
                    return Some(false);
                }
                may_call(switches, state, which, *seat, call)
            };
            let surely: Vec<Seat> = state.seats().filter(|seat| answer(seat) == Some(true)).collect();
            let perhaps: Vec<Seat> = state.seats().filter(|seat| answer(seat).is_none()).collect();
            for (seats, sure) in [(surely, true), (perhaps, false)] {
                if !seats.is_empty() {
                    let (holds, unsure) = if sure { (vec![pattern], Vec::new()) } else { (Vec::new(), vec![pattern]) };
                    all.push(SlapNow { on, call: Some(call), seats, holds, unsure });
                }
            }
        }
    }
    all
}

/// Whether a call of that seat is right.
pub(super) fn may_call(switches: &Switches, state: &State, which: Which, seat: Seat, call: Call) -> Option<bool> {
    match call {
        Call::Stick => may_stick(switches, state, which, seat),
        Call::Split => may_split(switches, state, which, seat),
    }
}

/// What a hand's slap comes to: with a call, whether the call is right; without, whether a pattern holds.
pub(super) fn is_right(bench: &Bench<'_, Switches>, which: Which, seat: Seat, call: Option<Call>) -> Option<bool> {
    if let Some(call) = call {
        return may_call(bench.game, &bench.state, which, seat, call);
    }
    let found = bench.game.found(&bench.state, which);
    match (found.holds.is_empty(), found.unsure.is_empty()) {
        (false, _) => Some(true),
        (true, true) => Some(false),
        (true, false) => None,
    }
}
