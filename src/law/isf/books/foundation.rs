//! Inside the foundations: cards turned up and moved (D.2.6, D.2.7, D.3.1, D.7.5). Neither is an offence, as
//! long as no more than four cards are live.
//!
//! Reading of D.2.7: any top may be turned up at any time.

use super::act::Face;
use super::clauses::cite;
use super::desk::Desk;
use super::faces::learn;
use super::impossible::Impossible;
use super::table::{CardId, FOUNDATION, LIVE, Slot, Table};
use crate::base::Player;
use crate::facts::{Finding, Kind};

/// D.2.7, D.3.1, D.10.6: the top of a place is turned up. Turning none is no offence either (D.7.5).
pub(super) fn turn(desk: &mut Desk, player: Player, place: Option<u8>, face: Option<Face>) -> Result<(), Impossible> {
    let Some(place) = place.map_or_else(|| somewhere(desk, player, face), |place| Ok(Some(place)))? else {
        return Ok(());
    };
    let missing = Impossible::NoCardAt { player, place };
    let slot = desk.table.slot(player, usize::from(place)).ok_or(missing)?;
    learn(&mut desk.table, slot.card, face)?;
    if let Some(top) = desk.table.foundations[player.index()][usize::from(place)].last_mut() {
        top.up = true;
    }
    if !slot.up {
        too_many_live(desk, player);
    }
    Ok(())
}

/// The place where a card was turned up, when that was not told; `None` when nothing changes.
///
/// Reading: one top that lies face down is the one. Of several it is one known to be that card, else the one
/// with most cards under it, so that the books do not run out of places before the table does; that it was
/// inferred is counted. With no top face down it is a live card that had flipped (D.10.6) if one can be it;
/// otherwise cards were moved unseen (D.2.6) and one from underneath is laid out.
fn somewhere(desk: &mut Desk, player: Player, face: Option<Face>) -> Result<Option<u8>, Impossible> {
    let seen = face.and_then(|Face(card)| card);
    let table = &desk.table;
    let matches = |slot: &Slot| {
        let told = table.face(slot.card).zip(seen);
        told.map(|(known, seen)| {
            known.rank == seen.rank && known.suit.zip(seen.suit).is_none_or(|(one, other)| one == other)
        })
    };
    let places = || (0u8..).zip(&table.foundations[player.index()]);
    let tops = || places().filter_map(|(index, place)| Some((index, place.len(), *place.last()?)));
    let down: Vec<_> = tops().filter(|(_, _, top)| !top.up && matches(top) != Some(false)).collect();
    let best = down.iter().max_by_key(|(index, size, top)| (matches(top), *size, std::cmp::Reverse(*index)));
    if let Some((place, _, top)) = best {
        let inferred = down.len() > 1 && matches(top) != Some(true);
        let place = *place;
        desk.table.guessed_places[player.index()] += u32::from(inferred);
        return Ok(Some(place));
    }
    if tops().any(|(_, _, top)| top.up && matches(&top) != Some(false)) {
        return Ok(None);
    }
    let under = places().flat_map(|(index, place)| {
        let covered = &place[..place.len().saturating_sub(1)];
        covered.iter().enumerate().map(move |(depth, slot)| (index, depth, *slot)).collect::<Vec<_>>()
    });
    let hidden = under
        .filter(|(_, _, slot)| matches(slot) != Some(false))
        .max_by_key(|(index, depth, slot)| (matches(slot), *depth, std::cmp::Reverse(*index)));
    let Some((from, depth, _)) = hidden else { return Err(Impossible::NoSuchFoundationCard(player)) };
    let cards = &mut desk.table.foundations[player.index()];
    let slot = cards[usize::from(from)].remove(depth);
    desk.table.guessed_places[player.index()] += 1;
    Ok(Some(lay_out(&mut desk.table, player, slot)))
}

/// Puts a card on an empty place, or on a new one.
fn lay_out(table: &mut Table, player: Player, slot: Slot) -> u8 {
    let places = &mut table.foundations[player.index()];
    let index = places.iter().position(Vec::is_empty).unwrap_or(places.len());
    match places.get_mut(index) {
        Some(place) => place.push(slot),
        None => places.push(vec![slot]),
    }
    // There are never more places than cards of a foundation and one.
    u8::try_from(index).unwrap_or(u8::MAX)
}

/// A card comes back to its player's foundation, face up, where there is room.
///
/// Reading of E.4.5 after D.2.6 and D.2.7: its old place, if that is empty or no card was turned up or moved
/// there since; else an empty place or, up to four, a new one; else its old place again, covering what was
/// turned up, as five live cards cannot be (D.3.1).
pub(super) fn take_back(table: &mut Table, player: Player, old: u8, card: CardId) {
    let slot = Slot { card, up: true };
    let free = table.live_places(player).len() < LIVE;
    let places = &mut table.foundations[player.index()];
    let room = places.iter().filter(|place| !place.is_empty()).count() < LIVE;
    match places.get_mut(usize::from(old)) {
        Some(place) if place.last().is_none_or(|top| !top.up) || !free || !room => place.push(slot),
        _ => drop(lay_out(table, player, slot)),
    }
}

/// D.3.1: more than four live cards.
pub(super) fn too_many_live(desk: &mut Desk, player: Player) {
    let live = desk.table.live_places(player).len();
    if live > LIVE {
        let say = format!("{player} has {live} live cards: {}.", cite("D.3.1"));
        desk.rule(Kind::TooManyLiveCards, &["D.3.1"], Some(player), Finding::Offence, say);
    }
}

/// D.2.6, D.3.1: the top of one place goes to another. It keeps its face; what it uncovers is live only if it
/// lies face up.
pub(super) fn rearrange(desk: &mut Desk, player: Player, from: u8, to: u8) -> Result<(), Impossible> {
    let places = &mut desk.table.foundations[player.index()];
    if usize::from(to) > places.len() || usize::from(to) >= FOUNDATION {
        return Err(Impossible::NoCardAt { player, place: to });
    }
    let missing = Impossible::NoCardAt { player, place: from };
    let slot = places.get_mut(usize::from(from)).and_then(Vec::pop).ok_or(missing)?;
    match places.get_mut(usize::from(to)) {
        Some(place) => place.push(slot),
        None => places.push(vec![slot]),
    }
    too_many_live(desk, player);
    Ok(())
}
