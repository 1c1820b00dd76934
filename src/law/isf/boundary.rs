//! Cards outside the boundary (D.3.2 to D.3.6, D.7.1).
//!
//! A lifted card counts from its lift (D.3.6) until it is released on a pile or back inside. Two legally
//! playable ones of one player at once are a breach from the second one's lift. A card that follows
//! neither top does not count (D.3.3 speaks of playable cards); it is noted as no offence.
//!
//! Reading: D.7.1.2 says "a second card" without "playable". Where a card was not playable when lifted and
//! became so through a change of the tops while the first was still out, the referee decides.
//! Displacement by accident (D.3.5) is a matter of intent: no event tells it, so the ruling reminds the
//! referee of the clause when the second card went back unplayed.

use super::bench::{Bench, Draft};
use super::sequence::playable;
use super::state::{OpenPlay, Outside, Overlap, Status, Top};
use super::{limits, tolerances, words};
use crate::base::{HandSide, Measured, Player, Rank};
use crate::facts::{Event, Finding, Kind};

/// How an overlap ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Played,
    Returned,
    /// Play was broken off, or a card's end was not seen.
    BrokenOff,
    RecordingEnds,
}

/// D.3.6: a live card is lifted.
pub(super) fn lift(bench: &mut Bench<'_>, event: &Event) {
    let Some(player) = event.player else { return };
    if bench.state.status != Status::Live {
        return;
    }
    let rank = event.card.map(|card| card.rank);
    // A lift is often placed only roughly: this may be the card whose contact came first.
    let missed = &mut bench.state.lifts_missed[player.index()];
    let same = |(other, contact): &(Option<Rank>, Measured)| agree(*other, rank) && event.at.lo <= contact.t;
    if let Some(index) = missed.iter().position(same) {
        missed.remove(index);
        return;
    }
    go_out(bench, player, event, None);
}

fn agree(a: Option<Rank>, b: Option<Rank>) -> bool {
    a.is_none() || b.is_none() || a == b
}

fn go_out(bench: &mut Bench<'_>, player: Player, event: &Event, on_pile: Option<Option<bool>>) {
    let number = bench.state.cards_out;
    bench.state.cards_out += 1;
    let rank = event.card.map(|card| card.rank);
    let Event { hand, at: lifted, inferred, confidence, .. } = *event;
    bench.state.outside[player.index()].push(Outside { number, rank, hand, lifted, inferred, on_pile, confidence });
    look(bench, player, lifted);
}

/// Opens an overlap when more cards are out than may be.
fn look(bench: &mut Bench<'_>, player: Player, since: Measured) {
    let tops = bench.state.tops();
    let cards = &bench.state.outside[player.index()];
    if bench.state.overlaps[player.index()].is_some() || cards.len() <= limits::PLAYABLE_CARDS_OUTSIDE {
        return;
    }
    let second = &cards[cards.len() - 1];
    // Of several first cards the one that counts most surely.
    let weight = |card: &Outside| match playable_then(card, tops) {
        Some(true) => 2,
        None => 1,
        Some(false) => 0,
    };
    let Some(first) = cards[..cards.len() - 1].iter().max_by_key(|card| weight(card)) else { return };
    bench.state.overlaps[player.index()] =
        Some(Overlap { since, tops, cards: [first.number, second.number], playable_since: None });
}

/// Whether a card counts as legally playable: one that already lies on a pile if it follows what it
/// was laid on, one in the hand if it follows either top.
fn playable_then(card: &Outside, tops: [Top; 2]) -> Option<bool> {
    card.on_pile.unwrap_or_else(|| playable(card.rank, tops))
}

/// The card outside that is meant: by rank and hand, by rank, by hand, or the oldest that may be it.
fn find(cards: &[Outside], rank: Option<Rank>, hand: Option<HandSide>) -> Option<usize> {
    let same_rank = |card: &Outside| rank.is_some() && card.rank == rank;
    let same_hand = |card: &Outside| hand.is_some() && card.hand == hand;
    cards
        .iter()
        .position(|card| same_rank(card) && same_hand(card))
        .or_else(|| cards.iter().position(same_rank))
        .or_else(|| cards.iter().position(same_hand))
        .or_else(|| cards.iter().position(|card| agree(card.rank, rank)))
}

/// A card touches a pile: it stays outside until it is released.
pub(super) fn contact(bench: &mut Bench<'_>, event: &Event, legal: Option<bool>) {
    let Some(player) = event.player else { return };
    let rank = event.card.map(|card| card.rank);
    let cards = &mut bench.state.outside[player.index()];
    if let Some(index) = find(cards, rank, event.hand) {
        let card = &mut cards[index];
        card.rank = card.rank.or(rank);
        card.on_pile = Some(legal);
        return;
    }
    if bench.state.status != Status::Live {
        return;
    }
    let missed = &mut bench.state.lifts_missed[player.index()];
    missed.push((rank, event.at));
    if missed.len() > 4 {
        missed.remove(0);
    }
    go_out(bench, player, event, Some(legal));
}

/// A card is released on a pile: it is played.
pub(super) fn played(bench: &mut Bench<'_>, event: &Event) {
    gone(bench, event, Ending::Played);
}

/// D.3.4: a card is back inside.
pub(super) fn returned(bench: &mut Bench<'_>, event: &Event) {
    gone(bench, event, Ending::Returned);
}

fn gone(bench: &mut Bench<'_>, event: &Event, ending: Ending) {
    let Some(player) = event.player else { return };
    let rank = event.card.map(|card| card.rank);
    let Some(index) = find(&bench.state.outside[player.index()], rank, event.hand) else { return };
    let ends = bench.state.overlaps[player.index()]
        .take_if(|overlap| overlap.cards.contains(&bench.state.outside[player.index()][index].number));
    if let Some(overlap) = ends {
        rule(bench, player, &overlap, event.at, ending);
    }
    let cards = &mut bench.state.outside[player.index()];
    cards.remove(index);
    if let Some(since) = cards.last().map(|card| card.lifted) {
        look(bench, player, since);
    }
}

/// A card that touched a pile unreleased was taken off again: it is in the hand.
pub(super) fn off_pile(bench: &mut Bench<'_>, play: &OpenPlay) {
    let Some(player) = play.player else { return };
    let cards = &mut bench.state.outside[player.index()];
    if let Some(index) = find(cards, play.rank, play.hand) {
        cards[index].on_pile = None;
    }
}

/// A top changed: a card that followed nothing may follow now.
pub(super) fn tops_changed(bench: &mut Bench<'_>, at: Measured) {
    let tops = bench.state.tops();
    for player in Player::BOTH {
        let cards = &bench.state.outside[player.index()];
        let Some(overlap) = &mut bench.state.overlaps[player.index()] else { continue };
        let both = cards.iter().filter(|card| overlap.cards.contains(&card.number));
        if overlap.playable_since.is_none() && both.clone().count() == 2 {
            let now = both.clone().all(|card| playable_then(card, tops) == Some(true));
            let from_the_start = both.clone().all(|card| playable_then(card, overlap.tops) == Some(true));
            if now && !from_the_start {
                overlap.playable_since = Some(at);
            }
        }
    }
}

/// Play is broken off: what was out is put in order by the players.
pub(super) fn clear(bench: &mut Bench<'_>) {
    finish(bench, Ending::BrokenOff);
}

/// The recording ends.
pub(super) fn close(bench: &mut Bench<'_>) {
    finish(bench, Ending::RecordingEnds);
}

fn finish(bench: &mut Bench<'_>, ending: Ending) {
    let now = Measured::exact(bench.state.now);
    for player in Player::BOTH {
        if let Some(overlap) = bench.state.overlaps[player.index()].take() {
            rule(bench, player, &overlap, now, ending);
        }
        bench.state.outside[player.index()].clear();
        bench.state.lifts_missed[player.index()].clear();
    }
}

/// The ruling on two cards that were out together from `overlap.since` to `until`.
fn rule(bench: &mut Bench<'_>, player: Player, overlap: &Overlap, until: Measured, ending: Ending) {
    let card = |number| bench.state.outside[player.index()].iter().find(|card| card.number == number).cloned();
    let [Some(first), Some(second)] = overlap.cards.map(card) else { return };
    let scale = bench.settings.scale;
    let together = overlap.since.probability_before(&until);
    let lasted = words::ms(scale, until.t - overlap.since.t);
    let (one, two) = (words::a_card(first.rank), words::a_card(second.rank));
    let gap = second.lifted.t - first.lifted.t;
    let same_hand = first.hand.is_some() && first.hand == second.hand;
    let stale =
        (same_hand && gap > bench.secs(tolerances::UNSEEN_RETURN_SECS)) || gap > bench.secs(tolerances::LONG_OUT_SECS);
    let confidence = first.confidence * second.confidence * together;
    let playables = [&first, &second].map(|card| playable_then(card, overlap.tops));
    let (finding, why) = match playables {
        _ if overlap.playable_since.is_some() => {
            (Finding::Referee, "the second became playable only when a top changed, so the referee decides".to_owned())
        }
        [Some(false), _] | [_, Some(false)] => {
            let dead = if playables[1] == Some(false) { &second } else { &first };
            (
                Finding::NoOffence,
                format!(
                    "{} followed neither top and does not count; {}",
                    words::a_card(dead.rank),
                    words::cite("D.3.3")
                ),
            )
        }
        [Some(true), Some(true)] if stale => {
            (Finding::Referee, "the first was lifted long before and may have gone back unseen".to_owned())
        }
        [Some(true), Some(true)] if together < bench.settings.reliability => (
            Finding::Referee,
            format!(
                "whether the first was gone before the second was lifted cannot be told reliably ({})",
                words::sure(together)
            ),
        ),
        [Some(true), Some(true)] => (bench.offence(confidence), words::cite("D.3.3")),
        _ => (Finding::Referee, "whether both were playable could not be read".to_owned()),
    };
    let end = match ending {
        Ending::Played | Ending::Returned => String::new(),
        Ending::BrokenOff => " How it ended was not seen.".to_owned(),
        Ending::RecordingEnds => " Both were still out when the recording ended.".to_owned(),
    };
    let unseen = if first.inferred || second.inferred {
        " Not both lifts were seen: a card counts as out since the hand that played it left the boundary."
    } else {
        ""
    };
    let reminder = if finding == Finding::Offence && ending == Ending::Returned {
        format!(" The referee may find an accident: {}.", words::cite("D.3.5"))
    } else {
        String::new()
    };
    let mut clauses = vec!["D.3.3", "D.7.1.2", "D.3.6"];
    if !reminder.is_empty() {
        clauses.push("D.3.5");
    }
    bench.rule(Draft {
        kind: Kind::BoundaryBreach,
        clauses: &clauses,
        at: overlap.since,
        until: until.t,
        player: Some(player),
        finding,
        sanction: None,
        sentence: format!(
            "{player} had two cards outside the boundary for {lasted}, {one} and {two}: {why}.{unseen}{end}{reminder}"
        ),
        confidence,
        slap: None,
    });
}
