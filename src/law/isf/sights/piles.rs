//! Cards on, between and beside the Centre Piles (B.4.3, B.4.4, D.5.3, D.5.4, D.8.5, D.10.7, F.2.5).

use super::super::books::act::Face;
use super::super::words::{a_card, cite, sure};
use super::view::{View, cards};
use crate::base::Pile;
use crate::facts::{Finding, Kind, Ruling};

/// B.4.3, D.5.4: a card on both sides of the line. It goes to the pile that it belongs to reliably; otherwise
/// the referee says to which.
pub(super) fn between(view: &View<'_>, card: Option<Face>, p_left: f64) -> Option<Ruling> {
    if !view.in_round() {
        return None;
    }
    let (pile, lies) = if p_left >= 0.5 { (Pile::Left, p_left) } else { (Pile::Right, 1.0 - p_left) };
    let p = lies * view.sight.confidence;
    let card = a_card(card.and_then(|face| face.0).map(|card| card.rank));
    let what = format!("{} put {card} across the line between the Centre Piles", view.who());
    let mut ruling = if p >= view.settings.reliability {
        let say = format!("{what}, no offence: it belongs to the {pile} pile, {} (B.4.3).", sure(p));
        view.ruling(Kind::AmbiguousPile, &["B.4.3", "D.5.4"], Finding::NoOffence, say)
    } else {
        // How sure it is of the two piles, not that a card was laid: the likelier one would seem the less likely.
        let percent = lies * 100.0;
        let say = format!("{what}: {}; of the two piles the {pile} one is likelier, {percent:.1} %.", cite("D.5.4"));
        view.ruling(Kind::AmbiguousPile, &["D.5.4", "B.4.3"], Finding::Referee, say)
    };
    ruling.confidence = p;
    Some(ruling)
}

/// B.4.4: a card knocked out of the zone counts; in the way, the referee may have it put back (C.4.5.5).
pub(super) fn knocked_out(view: &View<'_>, pile: Pile, cm: f64, in_the_way: Option<bool>) -> Option<Ruling> {
    if !view.in_round() {
        return None;
    }
    let what = format!("A card of the {pile} Centre Pile slid {cm:.1} cm out of the zone");
    let (finding, say) = match in_the_way {
        Some(false) => (Finding::NoOffence, format!("{what}, no offence: it counts as it lies (B.4.4).")),
        Some(true) => (
            Finding::Referee,
            format!("{what} and is in the way: it counts, and the referee may have it put back (B.4.4)."),
        ),
        None => (Finding::Referee, format!("{what}: {}.", cite("B.4.4"))),
    };
    Some(view.ruling(Kind::DisplacedCards, &["B.4.4"], finding, say))
}

/// D.5.3, D.10.7: a card that bounced or lies crooked counts if its rank can be seen. F.2.5: a slap is on all
/// the same.
pub(super) fn landed(view: &View<'_>, pile: Pile, readable: bool) -> Option<Ruling> {
    if !view.in_round() {
        return None;
    }
    let what = format!("{}'s card landed oddly on the {pile} Centre Pile", view.who());
    let slap = view.state.slap.is_some();
    let mut clauses = vec!["D.10.7", "D.5.3"];
    let (finding, say) = if readable {
        let also = if slap { ", and the slap is on all the same (F.2.5)" } else { "" };
        clauses.extend(slap.then_some("F.2.5"));
        (Finding::NoOffence, format!("{what}, no offence: it counts, as its rank can be seen (D.10.7, D.5.3){also}."))
    } else {
        let say =
            format!("{what} and its rank cannot be seen: {}; the referee decides whether it counts.", cite("D.5.3"));
        (Finding::Referee, say)
    };
    Some(view.ruling(Kind::DisplacedCards, &clauses, finding, say))
}

/// D.8.5: cards of a pile moved by a hand that neither played nor slapped. On purpose is the referee's to say.
pub(super) fn disturbed(view: &View<'_>, pile: Pile, count: u32) -> Option<Ruling> {
    if !view.is_live() {
        return None;
    }
    let hand = view.whose_hand();
    let say = format!(
        "{hand} moved {} of the {pile} Centre Pile: {}; whether it was on purpose is for the referee.",
        cards(count),
        cite("D.8.5")
    );
    Some(view.ruling(Kind::DisplacedCards, &["D.8.5", "E.4.3.1"], Finding::Referee, say))
}
