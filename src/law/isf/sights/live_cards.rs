//! How many foundation cards of a player are live (B.3.3, D.3.1).

use super::super::limits::LIVE_CARDS;
use super::super::words::cite;
use super::tolerances::LIVE_CARDS_SECS;
use super::view::{View, secs};
use crate::facts::{Finding, Kind, Ruling};

/// B.3.3, D.3.1: more than four. Up to four there is nothing to say.
pub(super) fn live_cards(view: &View<'_>, count: u32) -> Option<Ruling> {
    if count <= LIVE_CARDS || !view.in_round() {
        return None;
    }
    let lasted = view.lasted();
    let brief = lasted < LIVE_CARDS_SECS;
    let finding = if brief { Finding::Referee } else { view.offence() };
    let tail = if brief { "; one of them may have been on its way out" } else { "" };
    let say = format!("{} had {count} live cards for {}: {}{tail}.", view.who(), secs(lasted), cite("D.3.1"));
    Some(view.ruling(Kind::TooManyLiveCards, &["D.3.1", "B.3.3"], finding, say))
}
