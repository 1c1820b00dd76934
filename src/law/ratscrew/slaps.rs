//! What may be slapped, who wins, and what a wrong slap does (section 3, 4.4, 4.11).

use super::{Switches, aside};
use crate::facts::Finding;
use crate::law::one_pile::bench::{Bench, Draft};
use crate::law::one_pile::game::Game;
use crate::law::one_pile::order::{Hand, first};
use crate::law::one_pile::patterns::{Found, doubles, four_in_a_line, four_in_a_loop, holds, joker, top_cards, triple};
use crate::law::one_pile::ruling::Kind;
use crate::law::one_pile::state::{Counts, Due, Laid, Pile, State, Won};
use crate::law::one_pile::{Pattern, Penalty, Seat, Target, Which};
use crate::law::one_pile::{flips, slaps, words};

/// The clause of a pattern.
fn clause_of(pattern: Pattern) -> &'static str {
    match pattern {
        Pattern::FourInARow => "ratscrew 3.2",
        Pattern::Joker => "ratscrew 4.11",
        _ => "ratscrew 3.1",
    }
}

/// Every pattern that the switches allow.
pub(super) fn find(switches: &Switches, pile: &Pile) -> Found {
    let cards = top_cards(pile);
    let mut found = Found::default();
    found.add(Pattern::Doubles, holds(&cards, 2, doubles));
    found.add(Pattern::Triple, holds(&cards, 3, triple));
    if switches.four_in_a_row {
        let row = if switches.round_the_corner { four_in_a_loop } else { four_in_a_line };
        found.add(Pattern::FourInARow, holds(&cards, 4, row));
    }
    if switches.deck.jokers {
        found.add(Pattern::Joker, holds(&cards, 1, joker));
    }
    found
}

/// Judges the hands on the pile or on a card set aside.
pub(super) fn judge(bench: &mut Bench<'_, Switches>, target: Target, hands: Vec<Hand>) {
    let mut found =
        if target == Target::Aside { Found::default() } else { bench.game.found(&bench.state, Which::Slap) };
    let mut clauses: Vec<&'static str> = Vec::new();
    if found.holds.is_empty()
        && let Some(waiting) = aside::due(bench.game, &bench.state)
        && (!waiting.holds.is_empty() || found.unsure.is_empty())
        && !(waiting.holds.is_empty() && waiting.unsure.is_empty())
    {
        // 4.6.3: the card counts as played.
        aside::place(bench, bench.state.turn);
        clauses.push("ratscrew 4.6.3");
        found = waiting;
    }
    if found.holds.is_empty() && found.unsure.is_empty() {
        for hand in &hands {
            wrong(bench, hand, &found);
        }
        return;
    }
    let order = first(hands, bench.game.sureness.order);
    bench.at = order.hands.first().and_then(|hand| hand.at);
    let held = if found.holds.is_empty() { &found.unsure } else { &found.holds };
    clauses.extend(held.iter().map(|pattern| clause_of(*pattern)));
    if found.holds.is_empty() {
        let why = "hangs on a card that could not be read";
        slaps::undecided(bench, Kind::Slap, Which::Slap, &order, &found, &clauses, why);
    } else if order.tied > 1 {
        let why = "came at the same time, and the text does not settle that";
        slaps::undecided(bench, Kind::Tie, Which::Slap, &order, &found, &clauses, why);
    } else {
        slaps::win(bench, Which::Slap, &order, &found, &clauses, &words::lead(&order));
    }
}

/// 3.3.1, 3.3.2: who takes the pile after a wrong slap of `slapper`.
fn receiver(state: &State, slapper: Seat) -> Seat {
    let last = state.last.unwrap_or(slapper);
    let before = || state.pile.cards.iter().rev().map(|laid| laid.seat).find(|seat| *seat != slapper);
    // The seats on the right, nearest first.
    let right = || {
        let mut others: Vec<Seat> = slapper.others_leftward(state.chairs.len()).collect();
        others.reverse();
        others.into_iter().find(|seat| !state.chair(*seat).out).unwrap_or(slapper)
    };
    let seat = if last == slapper { before().unwrap_or_else(right) } else { last };
    if state.chair(seat).out { right() } else { seat }
}

/// A slap with nothing to slap.
fn wrong(bench: &mut Bench<'_, Switches>, hand: &Hand, found: &Found) {
    let seat = hand.seat;
    if bench.state.pile.cards.is_empty() {
        bench.at = hand.at;
        return bench.rule(Draft::silent(Some(seat), format!("{seat} slaps where no card lies")));
    }
    let on = flips::top_words(&bench.state, Which::Slap);
    let own = bench.state.last == Some(seat);
    let clause = if own { "ratscrew 3.3.2" } else { "ratscrew 3.3.1" };
    let sentence = format!("{seat} slaps {on} without reason");
    let mut draft = Draft::new(Kind::WrongSlap, clause, Some(seat), Finding::Offence, sentence);
    let to = receiver(&bench.state, seat);
    let moves = bench.state.won(Which::Slap).is_none();
    if moves {
        draft = draft.penalty(Penalty::PileTo { to });
    }
    if !slaps::wrong(bench, hand, found, draft) {
        return;
    }
    if moves {
        slaps::clear(&mut bench.state, Which::Slap);
        bench.state.due.push(Due::Take { seat: to, which: Which::Slap, by: Won::WrongSlap });
    }
    count(bench, seat);
}

/// 4.4: wrong slaps on consecutive cards.
fn count(bench: &mut Bench<'_, Switches>, seat: Seat) {
    let (laid, limit) = (bench.state.laid, bench.game.wrong_slaps);
    let chair = bench.state.chair_mut(seat);
    match (chair.streak, laid.checked_sub(chair.streak_at)) {
        (1.., Some(0)) => {}
        (1.., Some(1)) => chair.streak += 1,
        _ => chair.streak = 1,
    }
    chair.streak_at = laid;
    if chair.streak <= limit || chair.out {
        return;
    }
    let streak = chair.streak;
    chair.out = true;
    let stack = std::mem::take(&mut chair.stack).into_iter().rev();
    let aside = std::mem::take(&mut chair.aside).into_iter().map(|laid| laid.id);
    let under: Vec<Laid> =
        aside.chain(stack).map(|id| Laid { id, face: None, seat, up: false, counts: Counts::No }).collect();
    bench.state.pile.burned |= !under.is_empty();
    bench.state.pile.cards.splice(0..0, under);
    bench.state.due.retain(|due| match due {
        Due::Take { seat: owner, .. } | Due::Halve { seat: owner, .. } => *owner != seat,
        _ => true,
    });
    bench.state.challenge = bench.state.challenge.filter(|challenge| challenge.by != seat);
    let sentence =
        format!("{seat} has slapped {streak} consecutive cards wrongly and is out; her cards go under the pile");
    bench.rule(
        Draft::new(Kind::Elimination, "ratscrew 4.4", Some(seat), Finding::Offence, sentence).penalty(Penalty::Out),
    );
}
