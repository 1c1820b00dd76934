//! What may be played now, and whether nobody can (A.4.7, D.5.2, D.6, G.10).
//!
//! Reading of A.4.7: only live cards are plays. A card that could be turned up does not keep a stalemate from
//! being one, because nobody has to turn it (D.7.5).

use super::table::{Status, Table};
use crate::base::{Pile, Player, Rank};
use crate::law::isf::follows;

/// Every play that would be judged legal now (D.5.2, D.6.1): player, place, pile.
///
/// Listed: the card is live, both ranks are known, and it follows. Not listed says that a play there is
/// illegal, or that a rank is unknown, or that play is not on; [`stalemate`] tells these apart.
pub fn legal_plays(table: &Table) -> Vec<(Player, usize, Pile)> {
    if table.status != Status::Live {
        return Vec::new();
    }
    possible(table).filter(|(_, legal)| *legal == Some(true)).map(|(play, _)| play).collect()
}

/// Every live card against every pile, and whether it follows.
fn possible(table: &Table) -> impl Iterator<Item = ((Player, usize, Pile), Option<bool>)> + '_ {
    Player::BOTH.into_iter().flat_map(move |player| {
        table.live_places(player).into_iter().flat_map(move |place| {
            Pile::BOTH.into_iter().map(move |pile| {
                let card = table.slot(player, place).and_then(|slot| table.face(slot.card)).map(|face| face.rank);
                ((player, place, pile), legal_on(table, card, pile))
            })
        })
    })
}

/// D.6.1 with what is known. Nothing follows an empty pile: it has no top (reading).
pub(super) fn legal_on(table: &Table, card: Option<Rank>, pile: Pile) -> Option<bool> {
    let Some(top) = table.top(pile) else { return Some(false) };
    Some(follows(card?, table.face(top.card)?.rank))
}

/// Whether a player has a live card that follows a pile's top (H.2.3); `None` when that depends on a card not
/// known.
pub(super) fn can_follow(table: &Table, player: Player, pile: Pile) -> Option<bool> {
    let mut unknown = false;
    for ((_, _, _), legal) in possible(table).filter(|((one, _, onto), _)| *one == player && *onto == pile) {
        match legal {
            Some(true) => return Some(true),
            Some(false) => {}
            None => unknown = true,
        }
    }
    if unknown { None } else { Some(false) }
}

/// Whether neither player can play (A.4.7, G.10.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stalemate {
    /// No live card follows either top. Cards not turned up do not count (D.5.2, D.7.5).
    Yes,
    /// This play is legal.
    No(Player, usize, Pile),
    /// No play is known to be legal, and a rank that matters is unknown.
    Undecided,
}

/// A.4.7, G.10.2: whether the table is a stalemate.
pub fn stalemate(table: &Table) -> Stalemate {
    let mut unknown = false;
    for ((player, place, pile), legal) in possible(table) {
        match legal {
            Some(true) => return Stalemate::No(player, place, pile),
            Some(false) => {}
            None => unknown = true,
        }
    }
    if unknown { Stalemate::Undecided } else { Stalemate::Yes }
}
