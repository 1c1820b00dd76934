//! Section 7: what counts as cheating and costs a card, and what else players must not do with hands and
//! cards (2.1, 2.4, 2.6).

use super::Switches;
use crate::facts::Finding;
use crate::law::one_pile::bench::{Bench, Draft};
use crate::law::one_pile::ruling::Kind;
use crate::law::one_pile::state::Due;
use crate::law::one_pile::{Act, Conduct, Event, Penalty, Seat};
use crate::law::one_pile::{cards, dues};

/// Slaps that are cheating in themselves do not count and cost a card.
pub(super) fn slaps(bench: &mut Bench<'_, Switches>, events: &mut Vec<Event>) {
    events.retain(|event| {
        let Act::Slap { seat, with_flip, sneaked, .. } = event.act else { return true };
        bench.at = event.when();
        bench.confidence = event.confidence.unwrap_or(1.0);
        let caught = with_flip && judge_conduct(bench, seat, Conduct::SlapWithFlip);
        !(caught || sneaked && judge_conduct(bench, seat, Conduct::Sneaking))
    });
}

/// Judges an act of this section. False: it is none.
pub(super) fn judge(bench: &mut Bench<'_, Switches>, act: &Act) -> bool {
    match act {
        Act::Conduct { seat, conduct } => {
            judge_conduct(bench, *seat, *conduct);
        }
        // A hand that waits over the pile does not come from the edge of the table.
        Act::Hover { seat, .. } => {
            judge_conduct(bench, *seat, Conduct::Sneaking);
        }
        Act::Shuffle { seat } => shuffle(bench, *seat),
        Act::Forfeit { seat } => forfeit(bench, *seat),
        _ => return false,
    }
    true
}

/// True: it is cheating, and the card is due.
fn judge_conduct(bench: &mut Bench<'_, Switches>, seat: Seat, conduct: Conduct) -> bool {
    match conduct {
        Conduct::HandOnPile => cheat(bench, seat, &["slaps-house 7.1", "slaps-house 2.6"], "leaves a hand on the pile"),
        Conduct::SlapWithFlip => cheat(bench, seat, &["slaps-house 7.2"], "flips and slaps in one motion"),
        Conduct::Sneaking if bench.state.last == Some(seat) => {
            let sentence = format!("{seat} has just flipped and need not come from the edge");
            bench.rule(Draft::new(Kind::Cheating, "slaps-house 7.4", Some(seat), Finding::NoOffence, sentence));
            false
        }
        Conduct::Sneaking => cheat(bench, seat, &["slaps-house 7.4"], "keeps a hand waiting at the pile"),
        Conduct::Blocking => {
            let sentence = format!("{seat} seems to block another's hand or view");
            bench.rule(
                Draft::new(Kind::Cheating, "slaps-house 7.3", Some(seat), Finding::Referee, sentence)
                    .penalty(Penalty::Burn { cards: 1 })
                    .also("slaps-house 7.0"),
            );
            false
        }
        Conduct::Jewellery => {
            let sentence = format!("{seat} wears jewellery");
            let draft = Draft::new(Kind::Cheating, "slaps-house 7.6", Some(seat), Finding::Offence, sentence)
                .penalty(Penalty::TakeOffOrForfeit)
                .also("slaps-house 2.1");
            let due = bench.offend(draft);
            bench.state.chair_mut(seat).jewellery |= due;
            false
        }
    }
}

/// 7.0: one card under the pile.
fn cheat(bench: &mut Bench<'_, Switches>, seat: Seat, clauses: &[&'static str], what: &str) -> bool {
    let mut draft = Draft::new(Kind::Cheating, clauses[0], Some(seat), Finding::Offence, format!("{seat} {what}"))
        .penalty(Penalty::Burn { cards: 1 });
    for clause in clauses {
        draft = draft.also(clause);
    }
    let due = bench.offend(draft.also("slaps-house 7.0"));
    if due {
        dues::owe_burn(&mut bench.state, seat, 1);
    }
    due
}

/// 2.4: before the first card only.
fn shuffle(bench: &mut Bench<'_, Switches>, seat: Seat) {
    bench.state.chair_mut(seat).ordered = false;
    if bench.state.laid > 0 || !bench.state.pile.cards.is_empty() {
        let sentence = format!("{seat} shuffles after the game has begun");
        bench.offend(Draft::new(Kind::Handling, "slaps-house 2.4", Some(seat), Finding::Offence, sentence));
    }
}

/// 7.6: the cards are dealt to the others, one at a time from the left.
fn forfeit(bench: &mut Bench<'_, Switches>, seat: Seat) {
    let seats = bench.state.chairs.len();
    let others: Vec<Seat> = seat.others_leftward(seats).filter(|other| !bench.state.chair(*other).out).collect();
    let playing: Vec<Seat> = others.iter().copied().filter(|other| bench.state.has_cards(*other)).collect();
    let to = if playing.is_empty() { others } else { playing };
    for other in to.iter().cycle() {
        let Some(id) = cards::draw_unseen(&mut bench.state, seat) else { break };
        cards::put_under(&mut bench.state, *other, std::iter::once(id));
    }
    let state = &mut bench.state;
    state.chair_mut(seat).out = true;
    state.challenge = state.challenge.filter(|challenge| challenge.by != seat);
    for due in &mut state.due {
        if let Due::Decide { seats, .. } | Due::Divide { seats, .. } = due {
            seats.retain(|other| *other != seat);
        }
    }
    state.due.retain(|due| match due {
        Due::Take { seat: owner, .. } | Due::Burn { seat: owner, .. } => *owner != seat,
        Due::Divide { seats, .. } | Due::Decide { seats, .. } => !seats.is_empty(),
        Due::Pay { .. } | Due::Halve { .. } => true,
    });
    if let Some(held) = state.held.take_if(|held| held.seat == seat) {
        state.pile.cards.splice(0..0, held.pile.cards);
    }
    let finding = if bench.state.chair(seat).jewellery { Finding::NoOffence } else { Finding::Referee };
    let sentence = format!("{seat} forfeits, and her cards are dealt to the others");
    bench.rule(Draft::new(Kind::Elimination, "slaps-house 7.6", Some(seat), finding, sentence));
}
