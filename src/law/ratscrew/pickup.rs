//! Piles picked up without being won (4.1 to 4.3).

use super::Switches;
use crate::facts::Finding;
use crate::law::one_pile::bench::{Bench, Draft};
use crate::law::one_pile::event::Act;
use crate::law::one_pile::ruling::Kind;
use crate::law::one_pile::state::{Due, Held, Stolen};
use crate::law::one_pile::{CardId, Half, Impossible, Penalty, Seat, State, Which};
use crate::law::one_pile::{cards, dues, slaps, words};

/// Judges an act of these rules. False: it is none, or nothing is wrong with it.
pub(super) fn judge(bench: &mut Bench<'_, Switches>, act: &Act) -> Result<bool, Impossible> {
    let state = &bench.state;
    let not_hers = |seat: Seat| {
        state.held.is_none() && !state.pile.cards.is_empty() && dues::may_take(state, seat, Which::Slap).is_none()
    };
    match act {
        Act::PickUp { seat } if not_hers(*seat) => steal(bench, *seat, false),
        Act::Take { seat, pile: Which::Slap } => {
            let thief = state.held.as_ref().is_some_and(|held| held.seat == *seat)
                && state.stolen.as_ref().is_some_and(|stolen| stolen.seat == *seat && !stolen.in_stack);
            if thief {
                put_away(bench, *seat);
            } else if not_hers(*seat) {
                steal(bench, *seat, true);
            } else {
                return Ok(false);
            }
        }
        Act::Notice { by } => notice(bench, *by),
        Act::Halve { seat, to, half } => return Ok(halve(bench, *seat, *to, *half)),
        _ => return Ok(false),
    }
    Ok(true)
}

/// Whom the thief has cheated: the pile's winner, else who waits for an answer, else who laid the last card.
fn cheated(state: &State, thief: Seat) -> Seat {
    let won = state.won(Which::Slap).map(|(seat, _)| seat);
    [won, state.challenge.map(|challenge| challenge.by), state.last, Some(state.turn)]
        .into_iter()
        .flatten()
        .find(|seat| *seat != thief)
        .unwrap_or_else(|| thief.left(state.chairs.len()))
}

fn steal(bench: &mut Bench<'_, Switches>, seat: Seat, in_stack: bool) {
    let from = cheated(&bench.state, seat);
    let state = &mut bench.state;
    let before = Box::new((state.due.clone(), state.turn, state.challenge));
    slaps::clear(state, Which::Slap);
    let pile = cards::lift_pile(state, Which::Slap);
    state.held = Some(Held { seat, pile });
    state.stolen = Some(Stolen { seat, from, before, in_stack: false, round: None });
    // She acts as if she had won.
    state.turn = seat;
    state.turn_known = true;
    if in_stack {
        return put_away(bench, seat);
    }
    let sentence = format!("{seat} picks up a pile that she has not won");
    bench.offend(
        Draft::new(Kind::PickUp, "ratscrew 4.1", Some(seat), Finding::Offence, sentence).penalty(Penalty::Return),
    );
}

fn put_away(bench: &mut Bench<'_, Switches>, seat: Seat) {
    let Some(held) = bench.state.held.take() else { return };
    cards::put_under(&mut bench.state, seat, held.pile.cards.into_iter().map(|laid| laid.id));
    let Some(stolen) = &mut bench.state.stolen else { return };
    stolen.in_stack = true;
    stolen.round = None;
    let from = stolen.from;
    let sentence = format!("{seat} has put a pile under her stack that she has not won, to the cost of {from}");
    bench.offend(
        Draft::new(Kind::PickUp, "ratscrew 4.2", Some(seat), Finding::Offence, sentence)
            .penalty(Penalty::Halve { to: from }),
    );
}

/// 4.1, 4.2: what is noticed has its consequence.
fn notice(bench: &mut Bench<'_, Switches>, by: Option<Seat>) {
    let who = by.map_or_else(|| "Somebody".to_owned(), |seat| seat.to_string());
    let Some(stolen) = bench.state.stolen.take() else {
        let sentence = format!("{who} complains, but no pile is to be given back");
        return bench.rule(Draft::new(Kind::PickUpSettled, "ratscrew 4.3", by, Finding::NoOffence, sentence));
    };
    let Stolen { seat, from, before, in_stack, round } = stolen;
    if in_stack {
        bench.state.due.push(Due::Halve { seat, to: from });
        let sentence = format!("{who} notices within the round: {seat} splits her stack and {from} chooses a half");
        return bench.rule(Draft::new(Kind::PickUpSettled, "ratscrew 4.2", Some(seat), Finding::NoOffence, sentence));
    }
    let Some(held) = bench.state.held.take() else { return };
    let state = &mut bench.state;
    state.pile.burned |= held.pile.burned;
    state.pile.cards.splice(0..0, held.pile.cards);
    if round.is_none() {
        (state.due, state.turn, state.challenge) = *before;
    }
    let sentence = format!("{who} notices in time, and {seat} gives the pile back");
    bench.rule(Draft::new(Kind::PickUpSettled, "ratscrew 4.1", Some(seat), Finding::NoOffence, sentence));
}

/// 4.3: a card was laid; once play has gone round, what is in the stack stays there.
pub(super) fn laid(bench: &mut Bench<'_, Switches>, seat: Seat) {
    let Some(stolen) = &mut bench.state.stolen else { return };
    stolen.round = match stolen.round {
        None => Some((seat, false)),
        Some((first, others)) => Some((first, others || seat != first)),
    };
    let thief = stolen.seat;
    let round = matches!(stolen.round, Some((first, true)) if first == seat);
    if round && stolen.in_stack {
        bench.state.stolen = None;
        let sentence = format!("Play has gone round once and nobody noticed: {thief} keeps the pile");
        bench.rule(Draft::new(Kind::PickUpSettled, "ratscrew 4.3", Some(thief), Finding::NoOffence, sentence));
    }
}

/// 4.2: the cheated player takes a half. False: no split was due.
fn halve(bench: &mut Bench<'_, Switches>, seat: Seat, to: Seat, half: Half) -> bool {
    let owed = Due::Halve { seat, to };
    let Some(place) = bench.state.due.iter().position(|due| *due == owed) else { return false };
    bench.state.due.remove(place);
    cards::forget_if_uncertain(&mut bench.state, seat);
    let stack = &mut bench.state.chair_mut(seat).stack;
    // Bottom first: the upper half is the end of the list.
    let upper = stack.split_off(stack.len() - stack.len() / 2);
    let taken: Vec<CardId> = match half {
        Half::Upper => upper,
        Half::Lower => std::mem::replace(stack, upper),
    };
    let count = u8::try_from(taken.len()).unwrap_or(u8::MAX);
    cards::put_under(&mut bench.state, to, taken.into_iter().rev());
    let sentence = format!("{to} takes a half of {seat}'s stack, {}", words::cards(count));
    bench.rule(Draft::new(Kind::PickUpSettled, "ratscrew 4.2", Some(to), Finding::NoOffence, sentence));
    true
}
