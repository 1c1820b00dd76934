//! Contact between players and hard strikes (C.2.4, F.9.4 to F.9.6): shown, never ruled. What was natural and
//! what was meant is the referee's to see.

use super::super::words::cite;
use super::tolerances::HARD_STRIKE_TIMES;
use super::view::View;
use crate::base::HandSide;
use crate::facts::{Finding, Kind, Ruling};

/// C.2.4: hands of both players touched; F.9.5 while a slap is on.
pub(super) fn players_touched(view: &View<'_>, other_hand: Option<HandSide>) -> Option<Ruling> {
    if !view.in_round() {
        return None;
    }
    let other = other_hand.map_or_else(String::new, |hand| format!("{hand} "));
    let what = match view.sight.player {
        Some(player) => format!("{} touched the {other}hand of {}", view.whose_hand(), player.opponent()),
        None => "Hands of the two players touched".to_owned(),
    };
    let say = if view.slap_is_on() {
        format!("{what} with a slap on: {}.", cite("F.9.5"))
    } else {
        format!("{what}: {}.", cite("C.2.4"))
    };
    let clauses: &[&'static str] = if view.slap_is_on() { &["C.2.4", "F.9.5"] } else { &["C.2.4"] };
    Some(view.ruling(Kind::ContactBetweenPlayers, clauses, Finding::Referee, say))
}

/// F.9.4, F.9.6: a hand came down unusually fast. Force does not matter for who wins (F.5.3).
pub(super) fn hard_strike(view: &View<'_>, speed_m_s: f64, usual_m_s: Option<f64>) -> Option<Ruling> {
    if !view.in_round() || usual_m_s.is_some_and(|usual| speed_m_s < usual * HARD_STRIKE_TIMES) {
        return None;
    }
    let usual = usual_m_s.map_or_else(String::new, |usual| format!(", where {usual:.1} m/s is usual"));
    let say =
        format!("{} came down at {speed_m_s:.1} m/s{usual}: {}; {}.", view.whose_hand(), cite("F.9.4"), cite("F.9.6"));
    let clauses: &[&'static str] = if view.slap_is_on() { &["F.9.4", "F.9.5", "F.9.6"] } else { &["F.9.4", "F.9.6"] };
    Some(view.ruling(Kind::ContactBetweenPlayers, clauses, Finding::Referee, say))
}
