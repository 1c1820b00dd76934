//! Cards that a standard deck cannot have (B.6.1). A matter of equipment: nobody's offence, the referee's to
//! settle, by a new deck if fairness asks for it (B.6.8). Said at any time, before the match too.

use super::super::books::act::Face;
use super::super::limits::{DECK_CARDS, RANK_CARDS};
use super::super::words::cite;
use super::view::View;
use crate::base::Rank;
use crate::facts::{Finding, Kind, Ruling};

fn equipment(view: &View<'_>, what: &str) -> Option<Ruling> {
    let say = format!("{what}: {}; a new deck is the referee's to order (B.6.8).", cite("B.6.1"));
    Some(view.ruling(Kind::Equipment, &["B.6.1", "B.6.8"], Finding::Referee, say))
}

/// B.6.1: one card in two places. A card whose suit was not read is in four of them lawfully.
pub(super) fn twice(view: &View<'_>, face: Face) -> Option<Ruling> {
    let card = face.0?;
    let suit = card.suit?;
    equipment(
        view,
        &format!("The {} of {} lay in two places at once", card.rank.name(), format!("{suit:?}").to_lowercase()),
    )
}

/// B.6.1: a joker.
pub(super) fn joker(view: &View<'_>) -> Option<Ruling> {
    equipment(view, "A joker lay on the table")
}

/// B.6.1: more cards than a deck has, or fewer with all of them in sight.
pub(super) fn count(view: &View<'_>, count: u32, rank: Option<Rank>, complete: bool) -> Option<Ruling> {
    let most = match rank {
        Some(Rank::Joker) => 0,
        Some(_) => RANK_CARDS,
        None => DECK_CARDS,
    };
    if count == most || (count < most && !complete) {
        return None;
    }
    let of = rank.map_or_else(String::new, |rank| format!(" of rank {rank}"));
    equipment(view, &format!("{count} cards{of} were counted, and the deck has {most}"))
}
