//! What may be slapped, who wins, and what a wrong slap costs (sections 2 and 3).

use super::Switches;
use crate::facts::Finding;
use crate::law::one_pile::bench::{Bench, Draft};
use crate::law::one_pile::game::Game;
use crate::law::one_pile::order::{First, Hand, first};
use crate::law::one_pile::patterns::{
    Found, doubles, four_in_a_loop, holds, joker, marriage, sandwich, ten_sandwich_letter, tens, top_bottom, top_cards,
};
use crate::law::one_pile::ruling::Kind;
use crate::law::one_pile::state::Pile;
use crate::law::one_pile::{Pattern, Penalty, Target, Which};
use crate::law::one_pile::{dues, flips, slaps, words};

/// The clause of a pattern.
fn clause_of(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::Doubles => "ers 2.2",
        Pattern::Sandwich => "ers 2.3",
        Pattern::TopBottom => "ers 2.4.1",
        Pattern::Tens | Pattern::TenSandwich => "ers 2.5",
        Pattern::Joker => "ers 2.6",
        Pattern::FourInARow => "ers 2.7",
        Pattern::Marriage => "ers 2.8",
        _ => "ers 2.1.1",
    }
}

/// Every pattern that the switches allow.
pub(super) fn find(switches: &Switches, pile: &Pile) -> Found {
    let cards = top_cards(pile);
    let mut found = Found::default();
    found.add(Pattern::Doubles, holds(&cards, 2, doubles));
    found.add(Pattern::Sandwich, holds(&cards, 3, |v| sandwich(v) && v[0] != v[1]));
    found.add(Pattern::TopBottom, top_bottom(pile));
    found.add(Pattern::Tens, holds(&cards, 2, tens));
    found.add(Pattern::TenSandwich, holds(&cards, 3, ten_sandwich_letter));
    if switches.deck.jokers {
        found.add(Pattern::Joker, holds(&cards, 1, joker));
    }
    found.add(Pattern::FourInARow, holds(&cards, 4, four_in_a_loop));
    if switches.marriage {
        found.add(Pattern::Marriage, holds(&cards, 2, marriage));
    }
    found
}

/// Judges the hands on the pile.
pub(super) fn judge(bench: &mut Bench<'_, Switches>, target: Target, hands: Vec<Hand>) {
    let which = slaps::pile_of(target);
    let found = bench.game.found(&bench.state, which);
    if found.holds.is_empty() && found.unsure.is_empty() {
        for hand in &hands {
            wrong(bench, which, hand, &found);
        }
        return;
    }
    let order = first(hands, bench.game.sureness.order);
    bench.at = order.hands.first().and_then(|hand| hand.at);
    let reasons = |patterns: &[Pattern]| -> Vec<&'static str> { patterns.iter().map(|p| clause_of(*p)).collect() };
    if found.holds.is_empty() {
        let why = "hangs on a card that could not be read";
        return slaps::undecided(bench, Kind::Slap, which, &order, &found, &reasons(&found.unsure), why);
    }
    let clauses = reasons(&found.holds);
    if order.tied > 1 {
        tie(bench, which, &order, &found, clauses);
    } else {
        slaps::win(bench, which, &order, &found, &clauses, &words::lead(&order));
    }
}

/// 2.1.2, 2.1.3: most fingers on top, else play goes on.
fn tie(bench: &mut Bench<'_, Switches>, which: Which, order: &First, found: &Found, mut clauses: Vec<&'static str>) {
    let tied = &order.hands[..order.tied];
    let fingers: Option<Vec<u8>> = tied.iter().map(|hand| hand.fingers).collect();
    let Some(fingers) = fingers else {
        clauses.insert(0, "ers 2.1.2");
        let why = "came at the same time, and the fingers on the card were not seen";
        return slaps::undecided(bench, Kind::Tie, which, order, found, &clauses, why);
    };
    let most = fingers.iter().copied().max().unwrap_or(0);
    let best: Vec<usize> = (0..tied.len()).filter(|i| fingers[*i] == most).collect();
    if let [winner] = best.as_slice() {
        let mut order = order.clone();
        let hand = order.hands.remove(*winner);
        order.hands.insert(0, hand);
        (order.margin, order.probability) = (None, None);
        clauses.push("ers 2.1.2");
        return slaps::win(bench, which, &order, found, &clauses, ", with most fingers on the card,");
    }
    let seats = words::list(words::seats(order, order.tied));
    let finding = if bench.offence() == Finding::Offence { Finding::NoOffence } else { Finding::Referee };
    let sentence = format!("{seats} slap at once with as many fingers: nobody wins it");
    let mut draft = Draft::new(Kind::Tie, "ers 2.1.3", None, finding, sentence).slap(slaps::record(order, found));
    for clause in clauses {
        draft = draft.also(clause);
    }
    bench.rule(draft);
}

/// 3.1, 3.2: cards burned, or out.
fn wrong(bench: &mut Bench<'_, Switches>, which: Which, hand: &Hand, found: &Found) {
    let seat = hand.seat;
    let on = flips::top_words(&bench.state, which);
    let (burn, lending) = (bench.game.burn, bench.game.lending);
    let sentence = format!("{seat} slaps {on} without reason");
    if bench.state.has_cards(seat) {
        let have = u8::try_from(bench.state.playable(seat)).unwrap_or(u8::MAX);
        let draft = Draft::new(Kind::WrongSlap, "ers 3.1", Some(seat), Finding::Offence, sentence)
            .penalty(Penalty::Burn { cards: burn.min(have) });
        if slaps::wrong(bench, hand, found, draft) {
            dues::owe_burn(&mut bench.state, seat, burn);
        }
        return;
    }
    let mut draft = Draft::new(Kind::WrongSlap, "ers 3.2", Some(seat), Finding::Offence, sentence);
    if !lending {
        draft = draft.penalty(Penalty::Out);
    }
    if slaps::wrong(bench, hand, found, draft) && !lending {
        bench.state.chair_mut(seat).out = true;
    }
}
