//! How a Draw Deck card comes to its pile: unseen (E.2.4), in one motion (D.4.3), not lifted ahead (D.4.4). A
//! card that shows outside a reveal is an accident for the referee (B.5.4).
//!
//! Reading: the first reveal of the match is judged although nothing is ruled before it (E.3.2), as it is what
//! the match begins with; what went wrong with it is shown to the referee and never called an offence.
//! Reading: D.4.3 asks for one motion whatever its purpose; the purpose belongs to the angle only.

use super::super::books::act::Face;
use super::super::words::{a_card, cite};
use super::tolerances::{EXPOSED_SECS, PRE_LIFT_SECS, REVEAL_PAUSE_SECS};
use super::view::{View, secs};
use crate::base::Player;
use crate::facts::{Finding, Kind, Ruling};

/// A fault in a reveal: an offence, before the match the referee's.
fn fault(view: &View<'_>) -> Finding {
    if view.before_match() { Finding::Referee } else { view.offence() }
}

fn about(view: &View<'_>, deck: Player, clauses: &[&'static str], finding: Finding, say: &str) -> Option<Ruling> {
    let first = view.before_match() && finding == Finding::Referee;
    let say = format!("{say}{}.", if first { "; it was before the first reveal (E.3.2)" } else { "" });
    let mut ruling = view.ruling(Kind::EarlyReveal, clauses, finding, say);
    if first {
        ruling.clauses.push("E.3.2".to_owned());
    }
    ruling.player = ruling.player.or(Some(deck));
    Some(ruling)
}

/// E.2.4 and D.4.3 in a reveal, B.5.4 outside one: a face shown before the card touches a pile.
pub(super) fn exposed(view: &View<'_>, deck: Player, card: Option<Face>) -> Option<Ruling> {
    let lasted = view.lasted();
    let card = a_card(card.and_then(|face| face.0).map(|card| card.rank));
    if view.reveal_is_due(deck) {
        let what = format!("{deck}'s reveal showed {card} {} before it touched its pile", secs(lasted));
        return if lasted < EXPOSED_SECS {
            let say = format!("{what}, no offence: that much belongs to turning it over (E.2.4)");
            about(view, deck, &["E.2.4", "D.4.3"], Finding::NoOffence, &say)
        } else {
            about(view, deck, &["E.2.4", "D.4.3"], fault(view), &format!("{what}: {}", cite("E.2.4")))
        };
    }
    if !view.is_live() {
        return None;
    }
    let say = format!("The Draw Deck of {deck} showed {card} for {}: {}", secs(lasted), cite("B.5.4"));
    about(view, deck, &["B.5.4"], Finding::Referee, &say)
}

/// D.4.4: the top card held off its deck ahead of the reveal.
pub(super) fn pre_lift(view: &View<'_>, deck: Player) -> Option<Ruling> {
    if !view.is_live() && !view.reveal_is_due(deck) {
        return None;
    }
    let lasted = view.lasted();
    let what = format!("{deck}'s top Draw Deck card was lifted {} ahead of the reveal", secs(lasted));
    if lasted < PRE_LIFT_SECS {
        let say = format!("{what}, no offence: that belongs to the reveal (D.4.4)");
        return about(view, deck, &["D.4.4"], Finding::NoOffence, &say);
    }
    about(view, deck, &["D.4.4"], fault(view), &format!("{what}: {}", cite("D.4.4")))
}

/// D.4.3: one continuous motion.
pub(super) fn in_steps(view: &View<'_>, deck: Player, motions: u32, pause_s: f64) -> Option<Ruling> {
    if !view.is_live() && !view.reveal_is_due(deck) {
        return None;
    }
    let pause = view.real(pause_s);
    let what = format!("{deck}'s reveal came in {motions} motions with a pause of {}", secs(pause));
    if motions < 2 || pause < REVEAL_PAUSE_SECS {
        let say = format!("{deck}'s reveal was one continuous motion, no offence (D.4.3)");
        return about(view, deck, &["D.4.3"], Finding::NoOffence, &say);
    }
    about(view, deck, &["D.4.3"], fault(view), &format!("{what}: {}", cite("D.4.3")))
}
