//! Cards onto the Centre Piles: contact, release, removal (D.6 to D.9, D.10.1).
//!
//! A card is judged against the top that it landed on, at its contact: the pile's top changes then.
//! What an illegal play calls for depends on whether the card goes at once (D.8.2) or stays (D.8.3), so
//! its ruling waits; its time is the contact.
//!
//! Reading of D.10.1: how long is too long is not in the Laws, and why a card is held cannot be seen. Whoever
//! held on longer than our tolerance is shown to the referee, once the end of it was seen: a release that was
//! missed says nothing about how long the card was held.

use super::bench::{Bench, Draft};
use super::sequence::legal_on;
use super::state::{Laid, OpenPlay, Status, Top};
use super::{boundary, finish, slap, tolerances, touches, words};
use crate::base::{Measured, Pile, Player};
use crate::facts::{Event, Finding, Kind, Sanction};

/// Cards of a pile that are remembered: more than a deck holds.
const PILE_MEMORY: usize = 104;

/// D.6.1, D.8.1, D.9.1, F.2.4: a carried card first touches a pile.
pub(super) fn contact(bench: &mut Bench<'_>, event: &Event) {
    let Some(pile) = event.pile else { return };
    let rank = event.card.map(|card| card.rank);
    let against = bench.state.top(pile);
    // Whoever missed the restart, or plays on after a slap was won, gives no ground for a ruling.
    let judged = bench.state.status == Status::Live && !slap::is_won(bench);
    let legal = if judged { legal_on(rank, against) } else { None };
    if matches!(bench.state.status, Status::Stopped | Status::SlapWon) {
        bench.state.status = Status::Live;
    }
    let disputed = judged && simultaneous(bench, event, pile, legal);
    let top_confidence = bench.state.piles[pile.index()].last().map_or(1.0, |laid| laid.confidence);
    let play = OpenPlay {
        player: event.player,
        hand: event.hand,
        pile,
        rank,
        contact: event.at,
        released: None,
        against,
        legal: if disputed { None } else { legal },
        disputed,
        removed: None,
        confidence: event.confidence * top_confidence,
        ruled: false,
    };
    // Which of two disputed cards is the top is the referee's answer, not ours.
    lay(bench, pile, if disputed { Top::Unknown } else { rank.into() }, event);
    boundary::contact(bench, event, play.legal);
    touches::carry(bench, event);
    boundary::tops_changed(bench, event.at);
    let (legal, causes) = (play.legal, event.player.map(|player| (player, pile)));
    bench.state.plays.push(play);
    slap::top_changed(bench, event.at, legal, causes.into_iter().collect(), None);
}

/// Puts a card on a pile.
pub(super) fn lay(bench: &mut Bench<'_>, pile: Pile, top: Top, event: &Event) {
    let cards = &mut bench.state.piles[pile.index()];
    cards.push(Laid { top, at: Some(event.at), confidence: event.confidence });
    if cards.len() > PILE_MEMORY {
        cards.remove(0);
    }
}

/// D.9.1, D.9.2: two cards aimed at the same top. Yes when the order decides which of them counts: the
/// second follows the card that both were aimed at, and does not surely follow the first one.
fn simultaneous(bench: &mut Bench<'_>, event: &Event, pile: Pile, legal: Option<bool>) -> bool {
    let window = bench.secs(tolerances::SIMULTANEOUS_SECS);
    let Some(first) = bench.state.plays.iter().rev().find(|play| play.pile == pile && play.removed.is_none()) else {
        return false;
    };
    let (Some(one), Some(two)) = (first.player, event.player) else { return false };
    let aimed_at_same = event.card.is_some_and(|card| legal_on(Some(card.rank), first.against) == Some(true));
    if one == two || event.at.t - first.contact.t > window || first.legal == Some(false) || !aimed_at_same {
        return false;
    }
    let sure = first.contact.probability_before(&event.at);
    if legal == Some(true) && sure >= bench.settings.reliability {
        return false;
    }
    let scale = bench.settings.scale;
    let gap = first.contact.until(&event.at);
    let sentence = if sure >= bench.settings.reliability {
        format!(
            "{one} and {two} played onto the {pile} pile together; {one}'s card touched it {} earlier ({}; {}): {}.",
            words::ms(scale, gap.t),
            words::interval(scale, gap),
            words::sure(sure),
            words::cite("D.9.1"),
        )
    } else {
        format!(
            "{one} and {two} played onto the {pile} pile together, {} apart ({}): too close to tell; {}.",
            words::ms(scale, gap.t),
            words::interval(scale, gap),
            words::cite("D.9.2"),
        )
    };
    let (at, confidence) = (first.contact, sure * first.confidence * event.confidence);
    bench.rule(Draft {
        kind: Kind::SimultaneousPlay,
        clauses: &["D.9.1", "D.9.2"],
        at,
        until: event.at.t,
        player: None,
        finding: Finding::Referee,
        sanction: None,
        sentence,
        confidence,
        slap: None,
    });
    true
}

/// The newest card of that player on that pile that is not released yet; a card read with another rank
/// is another card, unless nothing better is there.
fn unreleased(bench: &Bench<'_>, event: &Event) -> Option<usize> {
    let rank = event.card.map(|card| card.rank);
    let open = |play: &OpenPlay| {
        play.released.is_none()
            && play.removed.is_none()
            && Some(play.pile) == event.pile
            && play.player == event.player
    };
    let agrees = |play: &OpenPlay| play.rank.is_none() || rank.is_none() || play.rank == rank;
    let plays = &bench.state.plays;
    plays.iter().rposition(|play| open(play) && agrees(play)).or_else(|| plays.iter().rposition(open))
}

/// D.7.2: a card is released on a pile. A release whose contact was not seen counts as both.
pub(super) fn release(bench: &mut Bench<'_>, event: &Event) {
    let index = match unreleased(bench, event) {
        Some(index) => index,
        None => {
            contact(bench, event);
            match unreleased(bench, event) {
                Some(index) => index,
                None => return,
            }
        }
    };
    bench.state.plays[index].released = Some(event.at);
    let play = bench.state.plays[index].clone();
    holding(bench, &play, event);
    boundary::played(bench, event);
    touches::let_go(bench, event);
    let Some(player) = event.player else { return };
    // An illegal card does not leave the foundation for good (H.2.2); an unread one gets the benefit.
    if play.legal == Some(false) || play.disputed {
        return;
    }
    if bench.state.status != Status::Live {
        return finish::second(bench, player, &play, event);
    }
    let Some(left) = bench.state.cards_left(player, play.contact.t).filter(|left| *left > 0) else { return };
    bench.state.foundation[player.index()] = Some(left - 1);
    if left == 1 {
        finish::first(bench, player, &play, event);
        slap::round_over(bench, event, Status::RoundOver);
    }
}

/// D.7.3, D.8.2: a card is taken off a pile.
pub(super) fn remove(bench: &mut Bench<'_>, event: &Event) {
    let Some(pile) = event.pile else { return };
    let Some(index) = bench.state.plays.iter().rposition(|play| play.pile == pile && play.removed.is_none()) else {
        take_top(bench, pile);
        return;
    };
    bench.state.plays[index].removed = Some((event.at, event.player));
    let play = bench.state.plays[index].clone();
    take_top(bench, pile);
    slap::card_gone(bench, &play);
    let own = play.player.is_some() && play.player == event.player;
    // After a slap that was won, cards are collected, not taken back (F.7.1).
    let on = bench.state.status == Status::Live && !slap::is_won(bench);
    if own && play.released.is_some() && play.legal == Some(true) && on {
        let confidence = play.confidence * event.confidence;
        bench.rule(Draft {
            kind: Kind::Retraction,
            clauses: &["D.7.3"],
            at: event.at,
            until: event.at.t,
            player: event.player,
            finding: bench.offence(confidence),
            sanction: None,
            sentence: format!(
                "{} took {} back from the {pile} pile after letting go of it: {}.",
                words::who(event.player),
                words::a_card(play.rank),
                words::cite("D.7.3"),
            ),
            confidence,
            slap: None,
        });
    }
    if play.released.is_none() {
        if own {
            holding(bench, &play, event);
        }
        boundary::off_pile(bench, &play);
    }
}

/// D.10.1: a card lay on a pile in its player's hand until `end`, its release or its way back.
fn holding(bench: &mut Bench<'_>, play: &OpenPlay, end: &Event) {
    let Some(player) = play.player else { return };
    let longest = bench.secs(tolerances::HOLDING_SECS);
    let held = play.contact.until(&end.at);
    // While nobody may play onto the pile nobody is kept from it; hands that slap stay on their card.
    if held.t <= longest || bench.state.status != Status::Live || slap::is_won(bench) {
        return;
    }
    let scale = bench.settings.scale;
    let confidence = play.confidence * end.confidence * Measured::exact(longest).probability_before(&held);
    bench.rule(Draft {
        kind: Kind::HoldingCard,
        clauses: &["D.10.1"],
        at: play.contact,
        until: end.at.t,
        player: Some(player),
        finding: Finding::Referee,
        sanction: None,
        sentence: format!(
            "{player} held on to {} on the {} pile for {} ({}): {}; whether it was to block is for the referee.",
            words::a_card(play.rank),
            play.pile,
            words::ms(scale, held.t),
            words::interval(scale, held),
            words::cite("D.10.1"),
        ),
        confidence,
        slap: None,
    });
}

fn take_top(bench: &mut Bench<'_>, pile: Pile) {
    let cards = &mut bench.state.piles[pile.index()];
    cards.pop();
    if cards.is_empty() {
        // Below the cards whose coming was seen lies something that was not.
        cards.push(Laid { top: Top::Unknown, at: None, confidence: 1.0 });
    }
}

/// D.3.4: a card goes back inside the boundary, perhaps from a pile that it touched unreleased.
pub(super) fn give_back(bench: &mut Bench<'_>, event: &Event) {
    let rank = event.card.map(|card| card.rank);
    let held = bench.state.plays.iter().rposition(|play| {
        play.player == event.player
            && play.released.is_none()
            && play.removed.is_none()
            && (play.rank == rank || rank.is_none() || play.rank.is_none())
            && (play.hand == event.hand || event.hand.is_none() || play.hand.is_none())
    });
    if let Some(index) = held {
        let play = bench.state.plays[index].clone();
        bench.state.plays[index].removed = Some((event.at, event.player));
        if bench.state.plays[index + 1..].iter().all(|later| later.pile != play.pile || later.removed.is_some()) {
            take_top(bench, play.pile);
        }
        slap::card_gone(bench, &play);
        holding(bench, &play, event);
    }
    boundary::returned(bench, event);
}

/// Illegal plays whose removal has been waited for.
pub(super) fn ripen(bench: &mut Bench<'_>) {
    settle(bench, false);
}

/// Illegal plays still waiting when the recording ends.
pub(super) fn close(bench: &mut Bench<'_>) {
    settle(bench, true);
}

fn settle(bench: &mut Bench<'_>, ends: bool) {
    let wait = bench.secs(tolerances::IMMEDIATE_REMOVAL_SECS);
    let long = bench.secs(tolerances::LONG_OUT_SECS);
    let mut plays = std::mem::take(&mut bench.state.plays);
    let now = bench.state.now;
    for play in &mut plays {
        let since = play.released.unwrap_or(play.contact).t;
        let waited = now - since > wait;
        let ready = waited || ends || play.removed.is_some_and(|_| play.released.is_some());
        if play.legal == Some(false) && !play.ruled && ready {
            play.ruled = true;
            illegal(bench, play, waited);
        }
    }
    // Done with: nothing can be said about it any more. The newest of each pile stays, it is the top.
    let keep: Vec<bool> = (0..plays.len())
        .map(|i| {
            let play = &plays[i];
            let newest = !plays[i + 1..].iter().any(|later| later.pile == play.pile && later.removed.is_none());
            // A card in a hand still waits for its release, also under another card.
            let in_hand = play.released.is_none() && play.removed.is_none();
            let recent = now - play.released.unwrap_or(play.contact).t <= if in_hand { long } else { wait };
            recent || (newest && play.removed.is_none())
        })
        .collect();
    let mut keep = keep.into_iter();
    plays.retain(|_| keep.next().unwrap_or(false));
    bench.state.plays = plays;
}

/// D.8.1 to D.8.4: the ruling on a card that does not follow.
fn illegal(bench: &mut Bench<'_>, play: &OpenPlay, waited: bool) {
    let scale = bench.settings.scale;
    if play.released.is_none() && play.removed.is_some() {
        // Touched the pile but was never let go of: not played (D.7.2).
        return;
    }
    if play.confidence < bench.settings.illegal_confidence {
        // It may too well have been misread.
        return;
    }
    let since = play.released.unwrap_or(play.contact);
    let own_removal = play.removed.filter(|(_, by)| *by == play.player || by.is_none());
    let immediate = bench.secs(tolerances::IMMEDIATE_REMOVAL_SECS);
    let mut clauses = vec!["D.8.1", "D.6.1"];
    let mut finding = bench.offence(play.confidence);
    let mut sanction = None;
    let mut until = bench.state.now;
    let rest = match own_removal {
        Some((at, _)) if at.t - since.t <= immediate => {
            clauses.push("D.8.2");
            sanction = Some(Sanction::Warning);
            until = at.t;
            format!("It was taken off {} after its release; {}", words::ms(scale, at.t - since.t), words::cite("D.8.2"))
        }
        _ if play.released.is_none() => {
            finding = Finding::Referee;
            "Its release was not seen, so whether it was played is for the referee".to_owned()
        }
        _ if own_removal.is_none() && play.removed.is_some_and(|(at, _)| at.t - since.t <= immediate) => {
            clauses.push("D.8.3");
            "It was taken off by the other player, so what is due is for the referee".to_owned()
        }
        _ if waited => {
            clauses.push("D.8.3");
            sanction = Some(Sanction::YellowCard);
            until = since.t + immediate;
            format!("It stayed; {}", words::cite("D.8.3"))
        }
        _ => {
            clauses.extend(["D.8.2", "D.8.3"]);
            format!(
                "The recording ends {} later, so whether it was taken off at once (D.8.2, a warning) or stayed \
                 (D.8.3, a yellow card) was not seen",
                words::ms(scale, bench.state.now - since.t)
            )
        }
    };
    let mut sentence = format!(
        "{} played {} onto {} on the {} pile: {}. {rest}.",
        words::who(play.player),
        words::a_card(play.rank),
        words::a_top(play.against),
        play.pile,
        words::cite("D.8.1"),
    );
    if finding == Finding::Offence
        && let Some(count) = count(bench, play.player).filter(|count| *count > 1)
    {
        clauses.push("D.8.4");
        sentence +=
            &format!(" It is this player's {} illegal play seen; {}.", words::ordinal(count), words::cite("D.8.4"));
    }
    bench.rule(Draft {
        kind: Kind::IllegalPlay,
        clauses: &clauses,
        at: play.contact,
        until,
        player: play.player,
        finding,
        sanction,
        sentence,
        confidence: play.confidence,
        slap: None,
    });
}

fn count(bench: &mut Bench<'_>, player: Option<Player>) -> Option<u32> {
    let counter = &mut bench.state.illegal_plays[player?.index()];
    *counter += 1;
    Some(*counter)
}
