//! Cards that leave a Centre Pile again, and plays judged late (D.7.3, D.8.2, D.8.3, E.4.5).
//!
//! Reading of D.7.3: a card that counts and is taken back is an offence with no sanction stated; it stays in
//! the books where it was played.

use super::act::Face;
use super::clauses::cite;
use super::desk::Desk;
use super::faces::learn;
use super::foundation;
use super::impossible::Impossible;
use super::plays::{illegal, left_there, stayed};
use super::reveals::tops_changed;
use super::table::{CardId, Condition, Table};
use crate::base::{Pile, Player};
use crate::facts::{Finding, Kind, Sanction};
use crate::law::isf::{follows, words};

/// D.7.3, D.8.2, D.8.3: a player takes a card off a pile.
pub(super) fn remove(
    desk: &mut Desk,
    pile: Pile,
    by: Option<Player>,
    immediate: Option<bool>,
) -> Result<(), Impossible> {
    let laid = *desk.table.centre[pile.index()].last().ok_or(Impossible::NothingThere(pile))?;
    if laid.legal != Some(false) {
        let owner = laid.from.map(|(player, _)| player);
        let finding = if laid.legal.is_some() { Finding::Offence } else { Finding::Referee };
        desk.rule(
            Kind::Retraction,
            &["D.7.3"],
            by.or(owner),
            finding,
            format!("{} took a card back off the {pile} pile: {}.", words::who(by.or(owner)), cite("D.7.3")),
        );
        return Ok(());
    }
    put_back(&mut desk.table, pile);
    tops_changed(&mut desk.table);
    desk.doubtful |= laid.doubtful;
    let (Some((player, _)), false) = (laid.from, laid.settled) else { return Ok(()) };
    if by.is_some_and(|by| by != player) {
        desk.rule(
            Kind::IllegalPlay,
            &["D.8.1", "D.8.3"],
            Some(player),
            Finding::Referee,
            format!("{player}'s card that does not follow was taken off by the other player: what is due is for the referee (D.8.3)."),
        );
        return Ok(());
    }
    match immediate {
        Some(true) => {
            let say = format!("{player} took the card off the {pile} pile at once: {}.", cite("D.8.2"));
            desk.due(Kind::IllegalPlay, &["D.8.2", "D.8.1"], player, Sanction::Warning, say);
        }
        Some(false) => stayed(desk, player, pile),
        None => desk.rule(
            Kind::IllegalPlay,
            &["D.8.2", "D.8.3"],
            Some(player),
            Finding::Referee,
            format!(
                "{player} took the card off the {pile} pile; at once is a warning (D.8.2), later a yellow card (D.8.3)."
            ),
        ),
    }
    Ok(())
}

/// E.4.5: the referee has the last card that did not follow put back, from wherever it lies in the pile.
pub(super) fn return_card(desk: &mut Desk, pile: Pile) -> Result<(), Impossible> {
    if !desk.table.centre[pile.index()].iter().any(|laid| laid.legal == Some(false)) {
        return Err(Impossible::NothingThere(pile));
    }
    left_there(desk, Some(pile));
    put_back(&mut desk.table, pile);
    tops_changed(&mut desk.table);
    Ok(())
}

/// Puts the last card that did not follow back face up where it came from.
fn put_back(table: &mut Table, pile: Pile) {
    let cards = &mut table.centre[pile.index()];
    let Some(at) = cards.iter().rposition(|laid| laid.legal == Some(false)) else { return };
    let laid = cards.remove(at);
    if let Some((player, place)) = laid.from {
        foundation::take_back(table, player, place, laid.card);
    }
}

/// A card is recognised later: plays that could not be judged for want of it are judged now (D.8.1).
pub(super) fn learned(desk: &mut Desk, id: CardId, face: Face) -> Result<(), Impossible> {
    learn(&mut desk.table, id, Some(face))?;
    for pile in Pile::BOTH {
        for index in 1..desk.table.centre[pile.index()].len() {
            let cards = &desk.table.centre[pile.index()];
            let (below, laid) = (cards[index - 1], cards[index]);
            let (Some((player, _)), None) = (laid.from, laid.legal) else { continue };
            let rank = |card| desk.table.face(card).map(|face| face.rank);
            let (Some(one), Some(onto)) = (rank(laid.card), rank(below.card)) else { continue };
            let legal = follows(one, onto);
            let laid = &mut desk.table.centre[pile.index()][index];
            (laid.legal, laid.settled) = (Some(legal), legal);
            if !legal {
                illegal(desk, player, pile, Some(one), Some(Some(onto)), Some(false));
            }
        }
    }
    let table = &mut desk.table;
    if table.condition == Condition::Unknown {
        tops_changed(table);
    }
    Ok(())
}
