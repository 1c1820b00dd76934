//! Hands over Centre Piles and Draw Decks (D.10.2, D.7.4).
//!
//! Hovering is an offence by its purpose, to be ahead of play, so a long one is the referee's. None: a hand
//! that passes, that carries the card it plays (D.7.4), that is high above, or over the piles while a slap is on.
//! With play stopped a hand over a deck is ready for the reveal, and nothing is said.

use super::super::words::cite;
use super::sight::Area;
use super::tolerances::{CARRYING_SECS, HOVERING_HEIGHT_CM, HOVERING_SECS};
use super::view::{View, secs};
use crate::facts::{Finding, Kind, Ruling};

/// D.10.2, and D.7.4 for a hand with a card.
pub(super) fn hovering(view: &View<'_>, over: Area, carrying: bool, height_cm: Option<f64>) -> Option<Ruling> {
    if !view.is_live() {
        return None;
    }
    let (lasted, hand, over_deck) = (view.lasted(), view.whose_hand(), matches!(over, Area::Deck1 | Area::Deck2));
    let place = match over {
        Area::Left => "the left Centre Pile",
        Area::Right => "the right Centre Pile",
        Area::Deck1 => "the Draw Deck of Player 1",
        Area::Deck2 => "the Draw Deck of Player 2",
    };
    let plays = carrying && !over_deck;
    let height = height_cm.map_or_else(String::new, |cm| format!(" about {cm:.0} cm up"));
    let seen = format!("{hand} was over {place}{height} for {}", secs(lasted));
    let harmless = |why: &str, clauses: &[&'static str]| {
        Some(view.ruling(Kind::Hovering, clauses, Finding::NoOffence, format!("{seen}, no offence: {why}.")))
    };
    if plays && lasted < CARRYING_SECS {
        return harmless(&cite("D.7.4"), &["D.7.4", "D.10.2"]);
    }
    if !over_deck && view.slap_is_on() {
        return harmless("a slap was on (D.10.2)", &["D.10.2"]);
    }
    if height_cm.is_some_and(|cm| cm > HOVERING_HEIGHT_CM) {
        return harmless("too high to be ahead of play (D.10.2)", &["D.10.2"]);
    }
    if lasted < HOVERING_SECS {
        return harmless("it passed (D.10.2)", &["D.10.2"]);
    }
    let clauses: &[&'static str] = if plays { &["D.10.2", "D.7.4"] } else { &["D.10.2"] };
    let say = format!("{seen}: {}; whether it was is for the referee.", cite("D.10.2"));
    Some(view.ruling(Kind::Hovering, clauses, Finding::Referee, say))
}
