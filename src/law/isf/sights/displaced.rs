//! Foundation cards that left their place and were not on their way to a pile (B.2.4, B.2.5, D.3.5, E.4.3.1).
//!
//! Advantage decides, and it is seldom seen: returned and not known to have helped is no offence (D.3.5), known
//! to have helped or not returned is the referee's. It is never a boundary breach (D.3.3) here: that is for
//! cards lifted to be played.

use super::super::words::cite;
use super::tolerances::SPILL_CM;
use super::view::{View, cards};
use crate::facts::{Finding, Kind, Ruling};

/// B.2.4: a small slide over a line; B.2.5: a larger one may have to be put back.
pub(super) fn spill(view: &View<'_>, count: u32, cm: f64) -> Option<Ruling> {
    if !view.in_round() {
        return None;
    }
    let what = format!("{} of {} slid {cm:.1} cm over the line", cards(count), view.who());
    let ruling = if cm <= SPILL_CM {
        let say = format!("{what}, no offence: {}.", cite("B.2.4"));
        view.ruling(Kind::DisplacedCards, &["B.2.4"], Finding::NoOffence, say)
    } else {
        let say = format!("{what}: {}.", cite("B.2.5"));
        view.ruling(Kind::DisplacedCards, &["B.2.5", "B.2.4"], Finding::Referee, say)
    };
    Some(ruling)
}

/// D.3.5: several cards displaced by accident; E.4.3.1 when they are not back.
pub(super) fn displaced(
    view: &View<'_>,
    count: u32,
    returned: Option<bool>,
    advantage: Option<bool>,
) -> Option<Ruling> {
    if !view.in_round() {
        return None;
    }
    let what = format!("{} displaced {} of the foundation", view.who(), cards(count));
    let (clauses, finding, say): (&[&'static str], _, _) = match (returned, advantage) {
        (Some(true), Some(true)) => {
            let say = format!("{what}, returned, but it may have helped: D.3.5 covers only what gives no advantage.");
            (&["D.3.5"], Finding::Referee, say)
        }
        (Some(true), _) => {
            (&["D.3.5", "B.2.5"], Finding::NoOffence, format!("{what} and returned, no offence: {}.", cite("D.3.5")))
        }
        _ => {
            let say = format!("{what}, not seen to go back: {}; the referee may stop play (E.4.3.1).", cite("D.3.5"));
            (&["D.3.5", "E.4.3.1"], Finding::Referee, say)
        }
    };
    Some(view.ruling(Kind::DisplacedCards, clauses, finding, say))
}
