//! Draw Decks: hands on them (B.5.2), and where and how they lie (B.5.1, B.5.3, D.4.2, D.4.5).
//!
//! A deck may be touched to reveal: while play waits for a reveal, while the other card of one is on the table,
//! or when a card was in fact revealed, as after a stalemate, which no event announces. Out of its zone with no
//! card shown it goes back without penalty (B.5.3, D.4.5); left there or face up it breaks D.4.2.

use super::super::words::cite;
use super::tolerances::{BRUSH_SECS, DECK_OVER_LINE_CM, FACE_UP_SECS};
use super::view::{View, cards, secs};
use crate::base::Player;
use crate::facts::{Finding, Kind, Ruling};

/// B.5.2: a hand on a Draw Deck.
pub(super) fn touched(view: &View<'_>, deck: Player, revealed: bool) -> Option<Ruling> {
    let own = view.sight.player.is_none_or(|player| player == deck);
    // Before the match, between rounds and while play waits for a reveal players handle their own cards.
    if !view.in_round() || (own && !view.is_live()) {
        return None;
    }
    let lasted = view.lasted();
    let what = format!("{} was on the Draw Deck of {deck} for {}", view.whose_hand(), secs(lasted));
    if own && (revealed || view.reveal_is_due(deck)) {
        let say = format!("{what}, no offence: it was for a reveal (B.5.2).");
        return Some(view.ruling(Kind::DrawDeckTouched, &["B.5.2"], Finding::NoOffence, say));
    }
    let brushed = lasted < BRUSH_SECS;
    let finding = if brushed || !view.is_live() { Finding::Referee } else { view.offence() };
    let tail = if brushed { "; whether it was more than a brush is for the referee" } else { "" };
    let say = format!("{what}: {}{tail}.", cite("B.5.2"));
    Some(view.ruling(Kind::DrawDeckTouched, &["B.5.2"], finding, say))
}

/// B.5.1, B.5.3, D.4.5: a Draw Deck over its line; B.5.4 when cards showed.
pub(super) fn out_of_zone(
    view: &View<'_>,
    deck: Player,
    cm: f64,
    exposed: u32,
    returned: Option<bool>,
) -> Option<Ruling> {
    if !view.in_round() {
        return None;
    }
    let what = format!("The Draw Deck of {deck} reached {cm:.1} cm over the line of its zone");
    let (clauses, finding, say): (&[&'static str], _, _) = if exposed > 0 {
        let say = format!("{what} and showed {}: {}.", cards(exposed), cite("B.5.4"));
        (&["B.5.4", "B.5.1"], Finding::Referee, say)
    } else if cm < DECK_OVER_LINE_CM {
        (&["B.5.1"], Finding::NoOffence, format!("{what}, no offence: that cannot be told from inside (B.5.1)."))
    } else {
        match returned {
            Some(true) => {
                let say = format!("{what} and went back, no offence: {}.", cite("D.4.5"));
                (&["B.5.3", "D.4.5"], Finding::NoOffence, say)
            }
            Some(false) => {
                let say = format!("{what} and stayed there for {}: {}.", secs(view.lasted()), cite("D.4.2"));
                (&["B.5.1", "D.4.2", "B.5.3"], view.offence(), say)
            }
            None => {
                let say = format!("{what}; no card was shown, so it has to go back, without penalty (B.5.3, D.4.5).");
                (&["B.5.3", "D.4.5", "B.5.1"], Finding::Referee, say)
            }
        }
    };
    let mut ruling = view.ruling(Kind::DrawDeckDisplaced, clauses, finding, say);
    ruling.player = ruling.player.or(Some(deck));
    Some(ruling)
}

/// B.5.1, D.4.2: a Draw Deck face up.
pub(super) fn face_up(view: &View<'_>, deck: Player) -> Option<Ruling> {
    if !view.in_round() {
        return None;
    }
    let lasted = view.lasted();
    let what = format!("The Draw Deck of {deck} lay face up for {}", secs(lasted));
    let finding = if lasted < FACE_UP_SECS { Finding::Referee } else { view.offence() };
    let say = format!("{what}: {}; whether play goes on is for the referee (B.5.4).", cite("D.4.2"));
    let mut ruling = view.ruling(Kind::DrawDeckDisplaced, &["B.5.1", "D.4.2", "B.5.4"], finding, say);
    ruling.player = ruling.player.or(Some(deck));
    Some(ruling)
}
