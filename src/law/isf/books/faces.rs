//! What the cards show, learned as they are seen, and refused when it cannot be (B.6.1).
//!
//! A shuffle that nobody followed loses sight of which card is which but not of which cards there are: the
//! known ones of the pack are kept as `unplaced`, and an id then stands for a place in the shuffled pack. So
//! the same card is still caught when it turns up in the other player's pack later.

use super::act::Face;
use super::impossible::Impossible;
use super::table::{CardId, Table};
use crate::base::{Card, Player, Rank};

/// The shuffle of a player's pack.
pub(super) fn pack_of(player: Player) -> u8 {
    player.number() - 1
}

/// The shuffle of the centre (G.7.4.1).
pub(super) const CENTRE: u8 = 2;

/// Learns what a card shows. `"?"` tells nothing.
///
/// # Errors
/// A joker, another card than was seen before, a card that lies elsewhere, a fifth of a rank.
pub(super) fn learn(table: &mut Table, id: CardId, face: Option<Face>) -> Result<(), Impossible> {
    let index = usize::from(id);
    if index >= table.faces.len() {
        return Err(Impossible::NoSuchCard(id));
    }
    let Some(Face(Some(seen))) = face else { return Ok(()) };
    if seen.rank == Rank::Joker {
        return Err(Impossible::Joker);
    }
    let known = table.faces[index];
    if let Some(known) = known
        && (known.rank != seen.rank || known.suit.zip(seen.suit).is_some_and(|(a, b)| a != b))
    {
        return Err(Impossible::OtherCard { id, known, seen });
    }
    let card = Card { rank: seen.rank, suit: seen.suit.or(known.and_then(|known| known.suit)) };
    if known == Some(card) {
        return Ok(());
    }
    let group = table.shuffled_in[index];
    if card.suit.is_some() {
        place(table, index, group, card)?;
    }
    let elsewhere = table.unplaced.iter().enumerate().filter(|(other, _)| group.map(usize::from) != Some(*other));
    let others = table.faces.iter().enumerate().filter(|(other, _)| *other != index).filter_map(|(_, face)| *face);
    let rank = others.chain(elsewhere.flat_map(|(_, cards)| cards.iter().copied()));
    if rank.filter(|other| other.rank == card.rank).count() >= 4 {
        return Err(Impossible::FiveOfARank(card.rank));
    }
    table.faces[index] = Some(card);
    Ok(())
}

/// A card of known rank and suit: it is nowhere else, and if its pack is wholly known it is one of that.
fn place(table: &mut Table, index: usize, group: Option<u8>, card: Card) -> Result<(), Impossible> {
    if table.faces.iter().enumerate().any(|(other, face)| other != index && *face == Some(card)) {
        return Err(Impossible::SameCardTwice(card));
    }
    for (other, cards) in table.unplaced.iter_mut().enumerate() {
        let Some(at) = cards.iter().position(|unplaced| *unplaced == card) else { continue };
        if group.map(usize::from) != Some(other) {
            return Err(Impossible::SameCardTwice(card));
        }
        cards.remove(at);
        return Ok(());
    }
    let Some(group) = group else { return Ok(()) };
    let unread = |other: &usize| {
        table.shuffled_in[*other] == Some(group) && table.faces[*other].is_none_or(|face| face.suit.is_none())
    };
    let open = (0..table.faces.len()).filter(unread).count();
    if open <= table.unplaced[usize::from(group)].len() {
        return Err(Impossible::NotAmongThem(card));
    }
    Ok(())
}

/// Loses sight of a pack's cards in a shuffle that was not followed.
pub(super) fn lose_sight(table: &mut Table, cards: &[CardId], group: u8) {
    let mut unplaced: Vec<Card> = Vec::new();
    for card in cards {
        let face = table.faces[usize::from(*card)].take();
        unplaced.extend(face.filter(|face| face.suit.is_some()));
    }
    // What an earlier shuffle hid goes along if all cards it may be are in this pack; otherwise it is
    // anywhere.
    for earlier in 0..table.unplaced.len() {
        if table.unplaced[earlier].is_empty() {
            continue;
        }
        let hidden: Vec<CardId> = (0u8..)
            .zip(&table.shuffled_in)
            .filter(|(_, of)| of.map(usize::from) == Some(earlier))
            .map(|(id, _)| id)
            .collect();
        let read = |id: &CardId| table.faces[usize::from(*id)].is_some_and(|face| face.suit.is_some());
        let here = |id: &CardId| cards.contains(id);
        if hidden.iter().all(|id| here(id) || read(id)) {
            unplaced.append(&mut table.unplaced[earlier]);
        } else if hidden.iter().any(here) {
            table.unplaced[earlier].clear();
        }
    }
    unplaced.sort_unstable();
    for card in cards {
        table.shuffled_in[usize::from(*card)] = Some(group);
    }
    // Cards of an earlier shuffle under the same number that are not in this one are anywhere too.
    for (index, of) in table.shuffled_in.iter_mut().enumerate() {
        if *of == Some(group) && !cards.iter().any(|card| usize::from(*card) == index) {
            *of = None;
        }
    }
    table.unplaced[usize::from(group)] = unplaced;
}

/// A new deck (B.6.6.2): nothing is known of any card.
pub(super) fn forget_all(table: &mut Table) {
    table.faces.fill(None);
    table.shuffled_in.fill(None);
    table.unplaced = [Vec::new(), Vec::new(), Vec::new()];
}
