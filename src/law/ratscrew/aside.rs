//! Cards seen before their turn, cards played by accident, and hands held over the pile (4.6 to 4.9).

use super::{Switches, slaps as reasons};
use crate::base::Card;
use crate::facts::Finding;
use crate::law::one_pile::bench::{Bench, Draft};
use crate::law::one_pile::event::{Act, Event};
use crate::law::one_pile::game::{Game, Stray};
use crate::law::one_pile::patterns::Found;
use crate::law::one_pile::ruling::Kind;
use crate::law::one_pile::state::{Counts, Laid};
use crate::law::one_pile::{Cause, Deck, Impossible, Penalty, Seat, SlapNow, State, Target, Which};
use crate::law::one_pile::{cards, flips, slaps, words};

/// Judges an act of these rules. False: it is none.
pub(super) fn judge(bench: &mut Bench<'_, Switches>, act: &Act) -> Result<bool, Impossible> {
    match act {
        Act::Expose { seat, card, cause } => expose(bench, *seat, *card, *cause)?,
        Act::Place { seat, by } => placed(bench, *seat, *by)?,
        Act::Hover { seat, slapped_down } => hover(bench, *seat, *slapped_down),
        _ => return Ok(false),
    }
    Ok(true)
}

fn set_aside(state: &mut State, seat: Seat, laid: Laid) {
    state.chair_mut(seat).aside.push(laid);
}

/// 4.6.1, 4.8.
fn expose(bench: &mut Bench<'_, Switches>, seat: Seat, face: Option<Card>, cause: Cause) -> Result<(), Impossible> {
    let deck: Deck = bench.game.deck();
    let id = cards::draw(&mut bench.state, deck, seat, false, face)?;
    set_aside(&mut bench.state, seat, Laid { id, face, seat, up: true, counts: Counts::Yes });
    let card = words::a_card(face);
    match cause {
        Cause::Early => {
            let sentence = format!("{seat} shows {card} before its turn");
            bench.offend(
                Draft::new(Kind::SetAside, "ratscrew 4.6.1", Some(seat), Finding::Offence, sentence)
                    .penalty(Penalty::SetAside),
            );
        }
        Cause::Dropped => {
            let sentence = format!("{seat} drops {card} in order to slap");
            bench.rule(Draft::new(Kind::SetAside, "ratscrew 4.8", Some(seat), Finding::NoOffence, sentence));
        }
    }
    Ok(())
}

/// 4.7: a card laid out of turn, or while an earlier one waits.
pub(super) fn strayed(bench: &mut Bench<'_, Switches>, stray: Stray) {
    let Stray { seat, id, face, .. } = stray;
    set_aside(&mut bench.state, seat, Laid { id, face, seat, up: true, counts: Counts::Yes });
    let sentence = format!("{seat} plays {} when it is not her card's turn", words::a_card(face));
    bench.offend(
        Draft::new(Kind::OutOfTurn, "ratscrew 4.7", Some(seat), Finding::Offence, sentence).penalty(Penalty::SetAside),
    );
}

/// 4.6.2: onto the pile when its turn has come; before that it stays aside.
fn placed(bench: &mut Bench<'_, Switches>, seat: Seat, by: Option<Seat>) -> Result<(), Impossible> {
    if bench.state.chair(seat).aside.is_empty() {
        return Err(Impossible::NothingAside(seat));
    }
    let who = by.unwrap_or(seat);
    if !flips::is_in_turn(&bench.state, bench.game, seat, Which::Slap) {
        let sentence = format!("{who} puts {seat}'s card on the pile before its turn; it goes back");
        bench.offend(
            Draft::new(Kind::OutOfTurn, "ratscrew 4.6.2", Some(who), Finding::Offence, sentence)
                .penalty(Penalty::SetAside),
        );
        return Ok(());
    }
    place(bench, seat);
    if who != seat {
        let sentence = format!("{who} puts {seat}'s card on the pile");
        bench.rule(Draft::new(Kind::Placed, "ratscrew 4.6.2", Some(who), Finding::NoOffence, sentence));
    }
    Ok(())
}

/// The first card set aside by that seat is played.
pub(super) fn place(bench: &mut Bench<'_, Switches>, seat: Seat) {
    let chair = bench.state.chair_mut(seat);
    if chair.aside.is_empty() {
        return;
    }
    let laid = chair.aside.remove(0);
    flips::lay(bench, &Stray { seat, id: laid.id, face: laid.face, which: Which::Slap });
}

/// 4.6.3: what could be slapped if the card whose turn has come lay on the pile. `None`: there is none.
pub(super) fn due(switches: &Switches, state: &State) -> Option<Found> {
    let seat = state.turn;
    if !state.turn_known || !flips::is_in_turn(state, switches, seat, Which::Slap) {
        return None;
    }
    let card = state.chair(seat).aside.first()?;
    let mut pile = state.pile.clone();
    pile.cards.push(card.clone());
    Some(reasons::find(switches, &pile))
}

/// Slaps that are right now because of a card set aside: on that card, and on the pile unless the pile has
/// reasons of its own.
pub(super) fn slappable(switches: &Switches, state: &State) -> Vec<SlapNow> {
    let found = due(switches, state).filter(|found| !(found.holds.is_empty() && found.unsure.is_empty()));
    let Some(Found { holds, unsure }) = found else { return Vec::new() };
    let seats: Vec<Seat> = state.seats().filter(|seat| !state.chair(*seat).out).collect();
    let on_pile = reasons::find(switches, &state.pile);
    let also_on_pile = on_pile.holds.is_empty() && (!holds.is_empty() || on_pile.unsure.is_empty());
    let targets = if also_on_pile { vec![Target::Aside, Target::Slap] } else { vec![Target::Aside] };
    let now = |on| SlapNow { on, call: None, seats: seats.clone(), holds: holds.clone(), unsure: unsure.clone() };
    targets.into_iter().map(now).collect()
}

/// 4.9.
fn hover(bench: &mut Bench<'_, Switches>, seat: Seat, slapped_down: bool) {
    let what = if slapped_down { "and is slapped down: it counts as a slap" } else { "which others may slap down" };
    let sentence = format!("{seat} holds a hand over the pile, {what}");
    bench.rule(Draft::new(Kind::Hover, "ratscrew 4.9", Some(seat), Finding::NoOffence, sentence));
    if slapped_down {
        let act = Act::Slap {
            seat,
            hand: None,
            on: Target::Slap,
            call: None,
            cover: None,
            fingers: None,
            touches_top: None,
            with_flip: false,
            sneaked: false,
        };
        let event = bench.at.map_or_else(|| Event::new(act.clone()), |at| Event::at(act.clone(), at));
        slaps::gather(bench, &Event { confidence: Some(bench.confidence), ..event });
    }
}
