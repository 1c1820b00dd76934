//! Cards kept out of sight: the top of a Centre Pile (D.5.5) and live cards (D.11).
//!
//! Hiding on purpose is the offence, and purpose is the referee's to see. Play covers cards all the time, so
//! what is hidden briefly, or while a slap is on, is none.

use super::super::words::cite;
use super::sight::Cover;
use super::tolerances::HIDDEN_SECS;
use super::view::{View, secs};
use crate::base::{Pile, Player};
use crate::facts::{Finding, Kind, Ruling};

fn seen(view: &View<'_>, hidden: f64) -> (f64, String) {
    let lasted = view.lasted();
    (lasted * hidden, format!("for {} of {}", secs(lasted * hidden), secs(lasted)))
}

/// D.5.5: the top card of a Centre Pile.
pub(super) fn top(view: &View<'_>, pile: Pile, hidden: f64) -> Option<Ruling> {
    if !view.is_live() {
        return None;
    }
    let (in_all, span) = seen(view, hidden);
    let by = if view.sight.player.is_some() { format!(" under {}", view.whose_hand()) } else { String::new() };
    let what = format!("The top of the {pile} Centre Pile was hidden{by} {span}");
    if in_all < HIDDEN_SECS || view.slap_is_on() {
        let why = if view.slap_is_on() { "a slap was on" } else { "play covers cards that long" };
        let say = format!("{what}, no offence: {why} (D.5.5).");
        return Some(view.ruling(Kind::ObscuredCard, &["D.5.5"], Finding::NoOffence, say));
    }
    let say = format!("{what}: {}; whether it was on purpose is for the referee.", cite("D.5.5"));
    Some(view.ruling(Kind::ObscuredCard, &["D.5.5"], Finding::Referee, say))
}

/// D.11.1 to D.11.3: a live card. Touching it is fine (D.10.3).
pub(super) fn live_card(view: &View<'_>, owner: Player, hidden: f64, by: Cover) -> Option<Ruling> {
    if !view.is_live() {
        return None;
    }
    let (in_all, span) = seen(view, hidden);
    let under = match by {
        Cover::Hand => view.whose_hand(),
        Cover::Cards => "other cards".to_owned(),
    };
    let what = format!("A live card of {owner} was hidden under {under} {span}");
    let (clauses, finding, say): (&[&'static str], _, _) = match by {
        Cover::Hand if in_all < HIDDEN_SECS => {
            let say = format!("{what}, no offence: a live card may be touched (D.10.3).");
            (&["D.11.2", "D.10.3"], Finding::NoOffence, say)
        }
        Cover::Hand => {
            let say = format!("{what}: {}; whether it was on purpose is for the referee.", cite("D.11.2"));
            (&["D.11.1", "D.11.2"], Finding::Referee, say)
        }
        Cover::Cards => {
            let say = format!("{what}: {}, if the referee says so.", cite("D.11.3"));
            (&["D.11.1", "D.11.3"], Finding::Referee, say)
        }
    };
    let mut ruling = view.ruling(Kind::ObscuredCard, clauses, finding, say);
    ruling.player = ruling.player.or(Some(owner));
    Some(ruling)
}
