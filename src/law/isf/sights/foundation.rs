//! What players do with their foundations that looks like an offence and is none (D.2.5 to D.2.7, D.7.5, D.10.4
//! to D.10.6).

use super::super::books::act::Face;
use super::super::limits::LIVE_CARDS;
use super::super::sequence::playable;
use super::super::words::{a_card, cite};
use super::view::View;
use crate::facts::{Finding, Kind, Ruling};

/// D.2.5, D.2.6, D.10.4: sub-piles moved about inside the Boundary.
pub(super) fn rearranged(view: &View<'_>, inside: bool) -> Option<Ruling> {
    if !view.in_round() {
        return None;
    }
    let what = format!("{} rearranged the foundation", view.who());
    let ruling = if inside {
        let say = format!("{what} inside its boundary, no offence: {}.", cite("D.2.6"));
        view.ruling(Kind::DisplacedCards, &["D.2.6", "D.2.5", "D.10.4"], Finding::NoOffence, say)
    } else {
        let say = format!("{what} and cards did not stay inside its boundary: {}.", cite("D.2.5"));
        view.ruling(Kind::DisplacedCards, &["D.2.5", "D.2.6"], Finding::Referee, say)
    };
    Some(ruling)
}

/// D.2.7: the next card may be turned up. More than four live are another sight (D.3.1).
pub(super) fn turned(view: &View<'_>) -> Option<Ruling> {
    let say = format!("{} turned up a card, no offence: {}.", view.who(), cite("D.2.7"));
    view.in_round().then(|| view.ruling(Kind::TooManyLiveCards, &["D.2.7"], Finding::NoOffence, say))
}

/// D.7.5: nor need it be, with three or fewer live. With four there is none to turn.
pub(super) fn not_turned(view: &View<'_>, live: u32) -> Option<Ruling> {
    if live >= LIVE_CARDS || !view.in_round() {
        return None;
    }
    let say = format!("{} turned up no card and has {live} live, no offence: {}.", view.who(), cite("D.7.5"));
    Some(view.ruling(Kind::TooManyLiveCards, &["D.7.5"], Finding::NoOffence, say))
}

/// D.10.5: a dropped card that is not playable goes back without penalty. The clause is silent on a playable
/// one, so that is the referee's.
pub(super) fn dropped(view: &View<'_>, card: Option<Face>, returned: Option<bool>) -> Option<Ruling> {
    if !view.is_live() {
        return None;
    }
    let rank = card.and_then(|face| face.0).map(|card| card.rank);
    let what = format!("{} dropped {}", view.who(), a_card(rank));
    let (finding, say) = match (playable(rank, view.state.tops()), returned) {
        (Some(false), Some(true)) => {
            (Finding::NoOffence, format!("{what} and returned it, no offence: {}.", cite("D.10.5")))
        }
        (Some(false), _) => (Finding::Referee, format!("{what}, not seen to go back: {}.", cite("D.10.5"))),
        (Some(true), _) => (
            Finding::Referee,
            format!("{what}, which is playable: D.10.5 is about cards that are not, so the referee decides."),
        ),
        (None, _) => {
            (Finding::Referee, format!("{what}; if it was not playable, it goes back without penalty (D.10.5)."))
        }
    };
    Some(view.ruling(Kind::DisplacedCards, &["D.10.5"], finding, say))
}

/// D.10.6: a live card that flipped over is turned up again before play goes on.
pub(super) fn flipped(view: &View<'_>, turned_up: Option<bool>) -> Option<Ruling> {
    if !view.in_round() {
        return None;
    }
    let what = format!("A live card of {} flipped face down", view.who());
    let (finding, say) = match turned_up {
        Some(true) => (Finding::NoOffence, format!("{what} and was turned up, no offence (D.10.6).")),
        _ => (Finding::Referee, format!("{what}: {}.", cite("D.10.6"))),
    };
    Some(view.ruling(Kind::DisplacedCards, &["D.10.6"], finding, say))
}
