//! What each cue says of a slap's contacts, as a table of the page: the picture, the sound, which hand lies on top, all together.

use super::case::{Arrival, Case};
use crate::base::{Measured, Pile, Player};
use crate::facts::SlapChallenge;
use maud::{Markup, html};

/// A contact and an arrival told to be at instants so near to each other are the same, file seconds.
const SAME_SECS: f64 = 1e-4;
/// A sound is not shown below this probability that the hand was heard at all.
const LEAST_PROBABILITY: f64 = 0.05;

/// The table; empty when nothing of the slap's contacts is known by cue.
pub fn table(case: &Case, slap: &SlapChallenge) -> Markup {
    let zero = slap.condition.t;
    let ms = |secs: f64| format!("{:.1}", case.source.time_scale.real_ms(secs));
    let cell = |at: Measured| format!("{} ± {} ms", ms(at.t - zero), ms((at.hi - at.lo) / 2.0));
    let rows = contacts(case, slap);
    let layers = rows.iter().any(|(_, _, arrival)| arrival.on_top.is_some());
    html! {
        @if !rows.is_empty() {
            h3 { "How each contact is dated" }
            div.scroll { table {
                tr { th { "after the cards matched" } th { "by the picture" } th { "by the sound" }
                    @if layers { th { "of two hands on the pile" } }
                    th { "by all" } }
                @for (player, pile, arrival) in rows {
                    tr {
                        td class=(format!("p{}", player.number())) { (player) ", " (pile) " pile" }
                        td { (cell(arrival.picture)) }
                        td { @match arrival.sound.filter(|_| arrival.sound_probability > LEAST_PROBABILITY) {
                            Some(sound) => { (cell(sound)) (format!(", heard with {:.0} %", 100.0 * arrival.sound_probability)) }
                            None => "not heard",
                        } }
                        @if layers { td { (layer(arrival.on_top)) } }
                        td { strong { (cell(arrival.at)) } }
                    }
                }
            } }
            @if let Some(sound) = case.sound {
                p.laws { (format!(
                    "The sound is taken to come {:.1} ms {} the picture (standard deviation {:.1} ms, {}); what is not known of \
                     that moves all contacts dated by sound together and does not count between them.",
                    sound.delay_ms.abs(),
                    if sound.delay_ms < 0.0 { "before" } else { "after" },
                    sound.delay_sigma_ms,
                    if sound.given { "as told" } else { "learned from this recording" }
                )) }
            }
        }
    }
}

/// Whether a hand lies on the other player's.
fn layer(on_top: Option<f64>) -> String {
    match on_top {
        Some(p) if p >= 0.5 => format!("on top with {:.0} %", 100.0 * p),
        Some(p) => format!("below with {:.0} %", 100.0 * (1.0 - p)),
        None => "not on one another".to_owned(),
    }
}

/// The contacts of all attempts with what is known of each by cue.
fn contacts<'a>(case: &'a Case, slap: &SlapChallenge) -> Vec<(Player, Pile, &'a Arrival)> {
    let mut rows = Vec::new();
    for attempt in &slap.attempts {
        for (pile, at) in [(Pile::Left, attempt.left), (Pile::Right, attempt.right)] {
            let Some(at) = at else { continue };
            let same = |arrival: &&Arrival| {
                arrival.player == attempt.player && arrival.pile == pile && (arrival.at.t - at.t).abs() < SAME_SECS
            };
            rows.extend(case.arrivals.iter().find(same).map(|arrival| (attempt.player, pile, arrival)));
        }
    }
    rows
}
