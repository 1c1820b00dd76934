//! Gathers hands that come down together, and books what follows from a slap in every game.

use super::bench::{Bench, Draft};
use super::event::{Act, Event, Target};
use super::game::{Game, Topic};
use super::order::{First, Hand, SAME_SLAP_SECS};
use super::patterns::Found;
use super::ruling::{Kind, SlapRecord};
use super::state::{Due, State, Which, Won};
use super::words;
use crate::facts::Finding;

/// The pile that a target belongs to.
pub(in crate::law) fn pile_of(target: Target) -> Which {
    if target == Target::Split { Which::Split } else { Which::Slap }
}

/// A hand came down: it waits for the others.
pub(in crate::law) fn gather<G: Game>(bench: &mut Bench<'_, G>, event: &Event) {
    let starts = bench.state.slaps.iter().filter_map(|slap| slap.t).reduce(f64::min);
    if let (Some(start), Some(t)) = (starts, event.t)
        && t - start > SAME_SLAP_SECS
    {
        super::judge::finish(bench);
        if bench.state.winner.is_some() {
            return;
        }
    }
    let key = |event: &Event| match event.act {
        Act::Slap { seat, on, .. } => Some((seat, on)),
        _ => None,
    };
    // A second hand of the same player adds nothing.
    if !bench.state.slaps.iter().any(|slap| key(slap) == key(event)) {
        bench.state.slaps.push(event.clone());
    }
}

fn hand(event: &Event) -> Option<(Target, Hand)> {
    let Act::Slap { seat, hand, on, call, cover, fingers, touches_top, .. } = event.act else { return None };
    let confidence = event.confidence.unwrap_or(1.0);
    Some((on, Hand { seat, side: hand, at: event.when(), call, cover, fingers, touches_top, confidence }))
}

/// Judges the slaps that were gathered.
pub(in crate::law) fn settle<G: Game>(bench: &mut Bench<'_, G>) {
    let mut events = std::mem::take(&mut bench.state.slaps);
    if events.is_empty() {
        return;
    }
    G::cheating_slaps(bench, &mut events);
    let nothing_aside = bench.state.chairs.iter().all(|chair| chair.aside.is_empty());
    let mut hands: Vec<(Target, Hand)> = events.iter().filter_map(hand).collect();
    for (target, _) in &mut hands {
        if *target == Target::Aside && nothing_aside {
            *target = Target::Slap;
        }
    }
    // The pile comes last: when it goes, the second pile becomes the pile.
    for target in [Target::Split, Target::Aside, Target::Slap] {
        let here: Vec<Hand> = hands.iter().filter(|(on, _)| *on == target).map(|(_, hand)| hand.clone()).collect();
        let (out, here): (Vec<Hand>, Vec<Hand>) = here.into_iter().partition(|hand| bench.state.chair(hand.seat).out);
        for hand in out {
            shut_out(bench, &hand);
        }
        let Some(start) = here.first() else { continue };
        bench.at = start.at;
        bench.confidence = here.iter().map(|hand| hand.confidence).fold(1.0, f64::min);
        if is_late(&bench.state, pile_of(target)) {
            late(bench, &here);
        } else {
            G::slapped(bench, target, here);
        }
    }
}

fn shut_out<G: Game>(bench: &mut Bench<'_, G>, hand: &Hand) {
    bench.at = hand.at;
    bench.confidence = hand.confidence;
    let sentence = format!("{} is out for good, and the slap does not count", hand.seat);
    let clause = bench.cite(Topic::ShutOut);
    bench.offend(Draft::new(Kind::SlapShutOut, clause, Some(hand.seat), Finding::Offence, sentence));
}

/// The pile has gone to somebody by a slap, or is in somebody's hands.
pub(in crate::law) fn is_late(state: &State, which: Which) -> bool {
    matches!(state.won(which), Some((_, Won::Slap | Won::WrongSlap)))
        || state.due.iter().any(|due| matches!(due, Due::Divide { which: pile, .. } if *pile == which))
        || (state.held.is_some() && state.pile.cards.is_empty())
}

fn late<G: Game>(bench: &mut Bench<'_, G>, hands: &[Hand]) {
    let seat = if let [one] = hands { Some(one.seat) } else { None };
    let sentence = format!("{}: the pile had gone already", words::list(hands.iter().map(|hand| hand.seat)));
    bench.rule(Draft::new(Kind::LateSlap, bench.cite(Topic::SlapWins), seat, Finding::NoOffence, sentence));
}

/// What a ruling keeps of the slaps.
pub(in crate::law) fn record(first: &First, found: &Found) -> SlapRecord {
    SlapRecord {
        patterns: found.holds.clone(),
        unsure: found.unsure.clone(),
        seats: words::seats(first, first.hands.len()),
        margin: first.margin,
        probability: first.probability,
    }
}

/// The first of `first` wins the pile. `clauses`: what held, then anything that decided between hands.
pub(in crate::law) fn win<G: Game>(
    bench: &mut Bench<'_, G>,
    which: Which,
    first: &First,
    found: &Found,
    clauses: &[&'static str],
    how: &str,
) {
    let Some(winner) = first.hands.first() else { return };
    let seat = winner.seat;
    if bench.offence() == Finding::Referee {
        return undecided(bench, Kind::Slap, which, first, found, clauses, "was not seen surely enough");
    }
    let sentence = format!("{seat} slaps {}{how} and wins the pile", words::patterns(&found.holds));
    let mut draft = Draft::new(Kind::Slap, bench.cite(Topic::SlapWins), Some(seat), Finding::NoOffence, sentence)
        .slap(record(first, found));
    for clause in clauses {
        draft = draft.also(clause);
    }
    if !bench.state.has_cards(seat) {
        draft = draft.also(bench.cite(Topic::SlapIn));
    }
    bench.rule(draft);
    clear(&mut bench.state, which);
    bench.state.due.push(Due::Take { seat, which, by: Won::Slap });
}

/// Nothing that was due from that pile is due any longer.
pub(in crate::law) fn clear(state: &mut State, which: Which) {
    state.due.retain(|due| match due {
        Due::Take { which: pile, .. } | Due::Divide { which: pile, .. } | Due::Decide { which: pile, .. } => {
            *pile != which
        }
        Due::Burn { .. } | Due::Pay { .. } | Due::Halve { .. } => true,
    });
    if state.challenge.is_some_and(|challenge| challenge.which == which) {
        state.challenge = None;
    }
}

/// The referee names who wins, if anybody. Play may go on.
pub(in crate::law) fn undecided<G: Game>(
    bench: &mut Bench<'_, G>,
    kind: Kind,
    which: Which,
    first: &First,
    found: &Found,
    clauses: &[&'static str],
    why: &str,
) {
    let seats = words::seats(first, first.hands.len());
    let who = words::list(&seats);
    let seat = if let [one] = seats.as_slice() { Some(*one) } else { None };
    let sentence = format!("The slap of {who} {why}: the referee decides");
    let mut draft =
        Draft::new(kind, bench.cite(Topic::SlapWins), seat, Finding::Referee, sentence).slap(record(first, found));
    for clause in clauses {
        draft = draft.also(clause);
    }
    bench.rule(draft);
    bench.state.due.retain(|due| !matches!(due, Due::Decide { which: pile, .. } if *pile == which));
    bench.state.due.push(Due::Decide { seats, which });
}

/// A wrong slap as far as every game agrees: counted, and ruled with the game's penalty. True when it is
/// an offence, and the game books what follows.
pub(in crate::law) fn wrong<G: Game>(bench: &mut Bench<'_, G>, hand: &Hand, found: &Found, draft: Draft) -> bool {
    bench.at = hand.at;
    bench.confidence = hand.confidence;
    let alone = First { hands: vec![hand.clone()], tied: 1, margin: None, probability: None };
    let is_offence = bench.offend(draft.slap(record(&alone, found)));
    if is_offence {
        bench.state.chair_mut(hand.seat).wrong_slaps += 1;
    }
    is_offence
}
