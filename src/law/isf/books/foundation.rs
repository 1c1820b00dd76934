//! Inside the foundations: cards turned up and moved (D.2.6, D.2.7, D.3.1, D.7.5). Neither is an offence, as
//! long as no more than four cards are live.
//!
//! Reading of D.2.7: any top may be turned up at any time.

use super::act::Face;
use super::clauses::cite;
use super::desk::Desk;
use super::faces::learn;
use super::impossible::Impossible;
use super::table::{FOUNDATION, LIVE};
use crate::base::Player;
use crate::facts::{Finding, Kind};

/// D.2.7, D.3.1: the top of a place is turned up. Turning none is no offence either (D.7.5).
pub(super) fn turn(desk: &mut Desk, player: Player, place: u8, face: Option<Face>) -> Result<(), Impossible> {
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
