//! Jacks, and slaps on anything else (4.2).

use super::{Switches, eliminate};
use crate::facts::Finding;
use crate::law::one_pile::bench::{Bench, Draft};
use crate::law::one_pile::game::Game;
use crate::law::one_pile::order::{Hand, first};
use crate::law::one_pile::patterns::{Found, holds, jack, top_cards};
use crate::law::one_pile::ruling::Kind;
use crate::law::one_pile::state::{Due, Pile};
use crate::law::one_pile::{Pattern, Penalty, Which};
use crate::law::one_pile::{flips, slaps, words};

/// A jack on top that was played in turn.
pub(super) fn find(pile: &Pile) -> Found {
    let mut found = Found::default();
    found.add(Pattern::Jack, holds(&top_cards(pile), 1, jack));
    found
}

/// Judges the hands on the pile.
pub(super) fn judge(bench: &mut Bench<'_, Switches>, hands: Vec<Hand>) {
    let found = bench.game.found(&bench.state, Which::Slap);
    if found.holds.is_empty() && found.unsure.is_empty() {
        for hand in &hands {
            wrong(bench, hand, &found);
        }
        return;
    }
    let mut order = first(hands, bench.game.sureness.order);
    bench.at = order.hands.first().and_then(|hand| hand.at);
    if found.holds.is_empty() {
        let why = "hangs on a card that could not be read";
        return slaps::undecided(bench, Kind::Slap, Which::Slap, &order, &found, &["slapjack 4.2.1"], why);
    }
    let touching: Vec<usize> = (0..order.hands.len()).filter(|i| order.hands[*i].touches_top == Some(true)).collect();
    let slappers = words::seats(&order, order.hands.len());
    if let ([below], true) = (touching.as_slice(), order.hands.len() > 1) {
        let hand = order.hands.remove(*below);
        order.hands.insert(0, hand);
        (order.margin, order.probability) = (None, None);
        let how = ", with the hand on the card itself,";
        slaps::win(bench, Which::Slap, &order, &found, &["slapjack 4.2.2"], how);
    } else if order.tied > 1 {
        let why = "came at the same time, and whose hand lies on the jack was not seen";
        return slaps::undecided(bench, Kind::Tie, Which::Slap, &order, &found, &["slapjack 4.2.2"], why);
    } else {
        slaps::win(bench, Which::Slap, &order, &found, &[], &words::lead(&order));
    }
    if bench.state.won(Which::Slap).is_some() {
        eliminate::missed(bench, &slappers);
    }
}

/// 4.2.4, 5.1.3: a card to the player of the card slapped, or out for good.
fn wrong(bench: &mut Bench<'_, Switches>, hand: &Hand, found: &Found) {
    let seat = hand.seat;
    let Some(laid) = bench.state.pile.cards.last() else {
        bench.at = hand.at;
        return bench.rule(Draft::silent(Some(seat), format!("{seat} slaps where no card lies")));
    };
    let owner = laid.seat;
    let sentence = format!("{seat} slaps {}, which is no jack in play", flips::top_words(&bench.state, Which::Slap));
    if !bench.state.has_cards(seat) {
        let draft = Draft::new(Kind::WrongSlap, "slapjack 5.1.3", Some(seat), Finding::Offence, sentence)
            .penalty(Penalty::ShutOut);
        if slaps::wrong(bench, hand, found, draft) {
            bench.state.chair_mut(seat).out = true;
        }
        return;
    }
    let pays = owner != seat && !bench.state.chair(owner).out;
    let mut draft = Draft::new(Kind::WrongSlap, "slapjack 4.2.4", Some(seat), Finding::Offence, sentence);
    if pays {
        draft = draft.penalty(Penalty::Pay { to: owner });
    }
    if slaps::wrong(bench, hand, found, draft) && pays {
        bench.state.due.push(Due::Pay { seat, to: owner });
    }
}
