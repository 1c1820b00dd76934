//! Cards from the foundations onto the Centre Piles (D.5 to D.8).
//!
//! A card that does not follow is booked on its pile all the same, because the Laws give it two futures: off
//! at once (D.8.2) or left there (D.8.3). While it lies there it is the top that both players see.
//!
//! Reading of D.8.3: a card is "left on the pile" once another card is laid on it, a slap takes it, play
//! stops or the round ends; or when it is taken off and the act says not at once.
//!
//! Reading of D.5.2: a card that follows but was not live when it was played is an illegal play; D.8.2 and
//! D.8.3 speak of cards out of sequence only, so no sanction is due for it.
//!
//! Reading of E.4.5: a card played while play is not on goes back; it is not booked.

use super::act::Face;
use super::clauses::cite;
use super::desk::Desk;
use super::ending;
use super::faces::learn;
use super::impossible::{Impossible, status_words};
use super::legal::legal_on;
use super::reveals::tops_changed;
use super::set_up::moment;
use super::simultaneous;
use super::table::{Condition, Finish, Laid, Slot, Status, Table};
use crate::base::{Pile, Player, Rank};
use crate::facts::{Finding, Kind, Sanction};
use crate::law::isf::{follows, words};

/// D.5.2, D.6, D.7.2, D.8.1: a card is released on a pile.
pub(super) fn play(
    desk: &mut Desk,
    player: Player,
    pile: Pile,
    place: Option<u8>,
    face: Option<Face>,
    (unclear, at_once): (bool, Option<bool>),
) -> Result<(), Impossible> {
    let status = desk.table.status;
    if matches!(status, Status::MatchOver | Status::Terminated) && desk.table.finish.is_none() {
        return Err(moment(desk, "a play"));
    }
    let place = find(&desk.table, player, place, face)?;
    let missing = Impossible::NoCardAt { player, place };
    let slot = desk.table.slot(player, usize::from(place)).ok_or(missing)?;
    learn(&mut desk.table, slot.card, face)?;
    if status != Status::Live {
        let rank = desk.table.face(slot.card).map(|face| face.rank);
        return not_on(desk, player, pile, rank);
    }
    let rank = desk.table.face(slot.card).map(|face| face.rank);
    let against = desk.table.top(pile).map(|laid| desk.table.face(laid.card).map(|face| face.rank));
    let legal = if slot.up { legal_on(&desk.table, rank, pile) } else { Some(false) };
    let in_sequence = legal_on(&desk.table, rank, pile);
    left_there(desk, Some(pile));
    let lost_now = desk.table.condition == Condition::Active && legal != Some(false);
    if lost_now {
        lost(desk, "the next card was played");
    }
    if let Some(cards) = desk.table.foundations[player.index()].get_mut(usize::from(place)) {
        cards.pop();
    }
    let beaten = slot.up && simultaneous::is_beaten(&desk.table, player, pile, rank, at_once);
    // Only a card out of sequence waits for D.8.2 or D.8.3.
    let settled = legal != Some(false) || in_sequence != Some(false) || beaten;
    let (act, doubtful) = (desk.table.acts, desk.doubtful);
    let from = Some((player, place));
    desk.table.centre[pile.index()].push(Laid { card: slot.card, from, legal, settled, doubtful, act });
    if beaten {
        simultaneous::beaten(desk, player, pile);
    } else if legal == Some(false) {
        illegal(desk, player, pile, rank, against, in_sequence);
    }
    tops_changed(&mut desk.table);
    if lost_now && desk.table.condition == Condition::Inactive {
        desk.table.condition = Condition::Lost;
    }
    if desk.table.foundation_count(player) == 0 && legal != Some(false) {
        ending::last_card(desk, player, pile, unclear);
    } else if unclear {
        desk.rule(
            Kind::AmbiguousPile,
            &["D.5.4"],
            Some(player),
            Finding::Referee,
            format!("{player}'s card on the {pile} pile does not lie clearly: {}.", cite("D.5.4")),
        );
    }
    Ok(())
}

/// The place that a play told without one comes from, and whether its card is live; for one who asks before
/// telling.
///
/// # Errors
/// No card there could be the one described, or it is not clear which.
pub fn played_from(table: &Table, player: Player, face: Option<Face>) -> Result<(u8, bool), Impossible> {
    let place = find(table, player, None, face)?;
    Ok((place, table.slot(player, usize::from(place)).is_some_and(|slot| slot.up)))
}

/// The place that a play came from. Without a place: the live card of that rank, else a live card not yet
/// read, else a top not turned up; of several alike the first.
fn find(table: &Table, player: Player, place: Option<u8>, face: Option<Face>) -> Result<u8, Impossible> {
    if let Some(place) = place {
        return Ok(place);
    }
    let Some(Face(Some(seen))) = face else {
        let live = table.live_places(player);
        return match live[..] {
            [only] => Ok(only as u8),
            _ => Err(Impossible::WhichCard(player)),
        };
    };
    let tops = || (0u8..).zip(&table.foundations[player.index()]).filter_map(|(i, place)| Some((i, *place.last()?)));
    let known = |slot: Slot| table.face(slot.card);
    let same = |slot: Slot| {
        known(slot).is_some_and(|card| {
            card.rank == seen.rank && card.suit.zip(seen.suit).is_none_or(|(one, other)| one == other)
        })
    };
    let best = tops()
        .find(|(_, slot)| slot.up && same(*slot))
        .or_else(|| tops().find(|(_, slot)| slot.up && known(*slot).is_none()))
        .or_else(|| tops().find(|(_, slot)| !slot.up && (known(*slot).is_none() || same(*slot))));
    best.map(|(place, _)| place).ok_or(Impossible::NoSuchFoundationCard(player))
}

/// A play while play is not on.
fn not_on(desk: &mut Desk, player: Player, pile: Pile, rank: Option<Rank>) -> Result<(), Impossible> {
    let winner = desk.table.round_winner;
    if let (Some(finish), Some(winner)) = (desk.table.finish, winner)
        && winner != player
        && desk.table.foundation_count(player) == 1
        && !finish.both
        && follows_either(&desk.table, rank, pile, finish.pile) != Some(false)
    {
        desk.table.finish = Some(Finish { both: true, ..finish });
        desk.rule(
            Kind::SimultaneousFinish,
            &["H.6.1", "H.6.2"],
            None,
            Finding::Referee,
            format!(
                "{player} played a last card too, after {winner}'s: {}; whether that can be told is for the referee (H.6.2).",
                cite("H.6.1")
            ),
        );
        return Ok(());
    }
    if desk.table.finish.is_some() {
        // Hands in motion when the round ended: nothing follows from it.
        return Ok(());
    }
    let why = match desk.table.status {
        Status::Suspended => "E.7.5",
        Status::RoundOver | Status::Ready => "E.2.3",
        _ => "E.4.2",
    };
    desk.rule(
        Kind::OutOfPlay,
        &[why, "E.4.5"],
        Some(player),
        Finding::Referee,
        format!(
            "{player} put a card on the {pile} pile while the match is {}: {}. The card goes back.",
            status_words(desk.table.status),
            cite(why)
        ),
    );
    Ok(())
}

/// H.2.2: whether a second last card followed its pile's top, or the one that the first last card covered.
fn follows_either(table: &Table, rank: Option<Rank>, pile: Pile, finish: Pile) -> Option<bool> {
    let on_top = legal_on(table, rank, pile);
    if pile != finish || on_top == Some(true) {
        return on_top;
    }
    let cards = &table.centre[pile.index()];
    let Some(below) = cards.len().checked_sub(2).map(|index| cards[index]) else { return on_top };
    Some(follows(rank?, table.face(below.card)?.rank))
}

/// D.8.1, D.8.4: the ruling on a card that may not be played there.
pub(super) fn illegal(
    desk: &mut Desk,
    player: Player,
    pile: Pile,
    rank: Option<Rank>,
    against: Option<Option<Rank>>,
    in_sequence: Option<bool>,
) {
    let out_of_sequence = in_sequence == Some(false);
    let tally = &mut desk.table.tallies[player.index()];
    tally.illegal_plays += u32::from(!desk.doubtful);
    let count = tally.illegal_plays;
    let mut clauses = if out_of_sequence { vec!["D.8.1", "D.6.1"] } else { vec!["D.5.2"] };
    let onto = against.map_or_else(|| "nothing".to_owned(), words::a_card);
    let mut say = format!(
        "{player} played {} onto {onto} on the {pile} pile: {}.",
        words::a_card(rank),
        cite(if out_of_sequence { "D.8.1" } else { "D.5.2" })
    );
    if desk.table.foundation_count(player) == 0 {
        clauses.push("H.2.2");
        say += &format!(" It does not end the round: {}.", cite("H.2.2"));
    }
    if count > 1 {
        clauses.push("D.8.4");
        say += &format!(" It is this player's {} illegal play; {}.", words::ordinal(count), cite("D.8.4"));
    }
    desk.rule(Kind::IllegalPlay, &clauses, Some(player), Finding::Offence, say);
}

/// D.8.3: cards that did not follow and still lie there, on one pile or on both.
pub(super) fn left_there(desk: &mut Desk, only: Option<Pile>) {
    for pile in Pile::BOTH {
        if only.is_some_and(|only| only != pile) {
            continue;
        }
        for index in 0..desk.table.centre[pile.index()].len() {
            let laid = &mut desk.table.centre[pile.index()][index];
            if laid.settled {
                continue;
            }
            laid.settled = true;
            let (Some((player, _)), doubtful) = (laid.from, laid.doubtful) else { continue };
            let covered_by = std::mem::replace(&mut desk.doubtful, doubtful);
            stayed(desk, player, pile);
            desk.doubtful = covered_by;
        }
    }
}

pub(super) fn stayed(desk: &mut Desk, player: Player, pile: Pile) {
    let say = format!("{player}'s card that does not follow stayed on the {pile} pile: {}.", cite("D.8.3"));
    desk.due(Kind::IllegalPlay, &["D.8.3", "D.8.1"], player, Sanction::YellowCard, say);
}

/// F.7.6: equal tops that nobody slapped.
pub(super) fn lost(desk: &mut Desk, by: &str) {
    desk.table.condition = Condition::Lost;
    desk.rule(
        Kind::SlapOpportunityLost,
        &["F.7.6", "F.2.1"],
        None,
        Finding::NoOffence,
        format!("Both piles showed the same rank and nobody slapped before {by}: {}.", cite("F.7.6")),
    );
}
