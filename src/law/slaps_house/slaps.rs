//! Who wins a slap, who pays for one, and hands that touch at once (2.8, 2.9, 6.1, 6.2).

use super::Switches;
use super::{calls, patterns};
use crate::facts::Finding;
use crate::law::one_pile::bench::{Bench, Draft};
use crate::law::one_pile::game::Game;
use crate::law::one_pile::order::{EQUAL_COVER, First, Hand, first};
use crate::law::one_pile::patterns::Found;
use crate::law::one_pile::ruling::Kind;
use crate::law::one_pile::state::Due;
use crate::law::one_pile::{Call, Pattern, Penalty, Seat, Target, Which};
use crate::law::one_pile::{dues, flips, slaps, words};

/// Judges the hands on one pile.
pub(super) fn judge(bench: &mut Bench<'_, Switches>, target: Target, hands: Vec<Hand>) {
    let which = slaps::pile_of(target);
    let found = bench.game.found(&bench.state, which);
    let (mut right, mut unsure, mut wrongly) = (Vec::new(), Vec::new(), Vec::new());
    for hand in hands {
        match calls::is_right(bench, which, hand.seat, hand.call) {
            Some(true) => right.push(hand),
            None => unsure.push(hand),
            Some(false) => wrongly.push(hand),
        }
    }
    let (at, confidence) = (bench.at, bench.confidence);
    for hand in &wrongly {
        wrong(bench, which, hand, &found);
    }
    (bench.at, bench.confidence) = (at, confidence);
    if right.is_empty() {
        if !unsure.is_empty() {
            let order = first(unsure, bench.game.sureness.order);
            let why = "hangs on a card that could not be read";
            let held = reasons(&found.unsure, &order);
            slaps::undecided(bench, Kind::Slap, which, &order, &found, &held, why);
        }
        return;
    }
    let order = first(right, bench.game.sureness.order);
    bench.at = order.hands.first().and_then(|hand| hand.at);
    if order.tied > 1 { tie(bench, which, &order, &found) } else { give(bench, which, &order, &found, &[]) }
}

/// The clauses of what held, or of what was called.
fn reasons(held: &[Pattern], order: &First) -> Vec<&'static str> {
    match order.hands.first().and_then(|hand| hand.call) {
        Some(Call::Stick) => vec!["slaps-house 8.7"],
        Some(Call::Split) => vec!["slaps-house 8.8.1"],
        None => held.iter().map(|pattern| patterns::clause_of(*pattern)).collect(),
    }
}

/// The first hand gets what it slapped or called.
fn give(bench: &mut Bench<'_, Switches>, which: Which, order: &First, found: &Found, decided_by: &[&'static str]) {
    match order.hands.first().and_then(|hand| hand.call) {
        Some(Call::Stick) => calls::stick(bench, which, order),
        Some(Call::Split) => calls::split(bench, order),
        None => {
            let mut clauses = reasons(&found.holds, order);
            if bench.state.challenge.is_some() || bench.state.won(which).is_some() {
                clauses.push("slaps-house 4.6");
            }
            clauses.extend(decided_by);
            let how =
                if decided_by.is_empty() { words::lead(order) } else { ", covering more of the card,".to_owned() };
            slaps::win(bench, which, order, found, &clauses, &how);
        }
    }
}

/// 6.2: the order cannot be told. The hand that covers more wins; equal hands divide the pile.
fn tie(bench: &mut Bench<'_, Switches>, which: Which, order: &First, found: &Found) {
    let tied = &order.hands[..order.tied];
    let covers: Option<Vec<f64>> = tied.iter().map(|hand| hand.cover).collect();
    let mut clauses = vec!["slaps-house 6.2.1"];
    clauses.extend(reasons(&found.holds, order));
    let Some(covers) = covers else {
        let why = "came at the same time, and how much of the card each hand covers was not seen";
        return slaps::undecided(bench, Kind::Tie, which, order, found, &clauses, why);
    };
    let most = covers.iter().copied().fold(0.0, f64::max);
    let best: Vec<usize> = (0..tied.len()).filter(|i| most - covers[*i] <= EQUAL_COVER).collect();
    if let [winner] = best.as_slice() {
        let mut order = order.clone();
        let hand = order.hands.remove(*winner);
        order.hands.insert(0, hand);
        (order.margin, order.probability) = (None, None);
        return give(bench, which, &order, found, &["slaps-house 6.2.1"]);
    }
    if best.iter().any(|i| tied[*i].call.is_some()) {
        let why = "came at the same time with a call, and covers the card alike; the text divides piles only";
        return slaps::undecided(bench, Kind::Tie, which, order, found, &clauses, why);
    }
    if bench.offence() == Finding::Referee {
        return slaps::undecided(bench, Kind::Tie, which, order, found, &clauses, "was not seen surely enough");
    }
    let seats: Vec<Seat> = best.iter().map(|i| tied[*i].seat).collect();
    let sentence =
        format!("{} slap {} at once and cover the card alike", words::list(&seats), words::patterns(&found.holds));
    let mut draft = Draft::new(Kind::Tie, "slaps-house 6.2.2", None, Finding::NoOffence, sentence)
        .slap(slaps::record(order, found));
    for clause in reasons(&found.holds, order) {
        draft = draft.also(clause);
    }
    bench.rule(draft);
    slaps::clear(&mut bench.state, which);
    bench.state.due.push(Due::Divide { seats, which });
}

/// 2.8, 6.1.2: a slap with nothing to slap.
fn wrong(bench: &mut Bench<'_, Switches>, which: Which, hand: &Hand, found: &Found) {
    let seat = hand.seat;
    let on = flips::top_words(&bench.state, which);
    let called = match hand.call {
        Some(Call::Stick) => " and calls a stick",
        Some(Call::Split) => " and calls a split",
        None => "",
    };
    let playing = bench.state.has_cards(seat);
    let sentence = format!("{seat} slaps {on}{called} without reason");
    let (clause, penalty) = if playing {
        ("slaps-house 2.8", Penalty::Burn { cards: 1 })
    } else {
        ("slaps-house 6.1.2", Penalty::HandSlapped)
    };
    let mut draft = Draft::new(Kind::WrongSlap, clause, Some(seat), Finding::Offence, sentence).penalty(penalty);
    if let Some(why) = bench.state.pile_of(which).and_then(|pile| patterns::exception(bench.game, pile)) {
        draft = draft.also(why);
    }
    let due = slaps::wrong(bench, hand, found, draft);
    if due && playing {
        dues::owe_burn(&mut bench.state, seat, 1);
    }
}
