//! What the page is given to show: plain rows of figures, nothing decided.

use super::cases::{self, Case};
use super::films::Opened;
use super::rulings;
use crate::evidence::{Report, html};
use crate::pipeline::laws;
use crate::pipeline::seen::Shown;
use serde::Serialize;
use std::collections::BTreeMap;

/// Frames' overlays in one answer, at most.
const MOST_SEEN: usize = 2000;

/// A report in the list.
#[derive(Serialize)]
pub struct Row {
    id: String,
    name: String,
    incidents: usize,
    reviewed: usize,
    /// Why it cannot be opened.
    error: Option<String>,
}

/// A report as a row of the list.
pub fn row(case: &Case) -> Row {
    let (id, name) = (case.id.clone(), case.name.clone());
    match cases::report(case) {
        Ok(report) => {
            let ruled = rulings::ruled(case);
            let reviewed = report.incidents.iter().filter(|row| ruled.contains(&row.id)).count();
            Row { id, name, incidents: report.incidents.len(), reviewed, error: None }
        }
        Err(why) => Row { id, name, incidents: 0, reviewed: 0, error: Some(why) },
    }
}

/// All of a report.
#[derive(Serialize)]
pub struct Whole {
    id: String,
    name: String,
    report: Report,
    /// What each clause of it says, in our words.
    clauses: BTreeMap<String, &'static str>,
    /// For each incident, its slap's place in `report.slaps`.
    slaps: Vec<Option<usize>>,
}

/// Reads it.
///
/// # Errors
/// A sentence.
pub fn whole(case: &Case) -> Result<Whole, String> {
    let report = cases::report(case)?;
    let named: Vec<&String> = report.incidents.iter().flat_map(|row| &row.laws).collect();
    let clauses = laws::clauses()
        .filter(|clause| clause.text == report.laws && named.iter().any(|name| *name == clause.number))
        .map(|clause| (clause.number.to_owned(), clause.paraphrase))
        .collect();
    let slaps = report.incidents.iter().map(|row| slap_of(&report, row)).collect();
    Ok(Whole { id: case.id.clone(), name: case.name.clone(), report, clauses, slaps })
}

/// The slap that an incident is about: of those under its clauses, the one with a contact nearest to its time.
pub fn slap_of(report: &Report, row: &crate::evidence::report::IncidentRow) -> Option<usize> {
    let about = |slap: &crate::evidence::report::Slap| {
        let contacts = slap.attempts.iter().flat_map(|a| [a.left_t, a.right_t, a.complete_t]).flatten();
        let nearest = contacts.chain([slap.condition_t]).map(|t| (t - row.t).abs()).min_by(f64::total_cmp);
        nearest.filter(|_| slap.laws == row.laws)
    };
    let slaps = report.slaps.iter().enumerate().filter_map(|(i, slap)| Some((i, about(slap)?)));
    slaps.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
}

/// The frames of a recording.
#[derive(Serialize)]
pub struct Times {
    width: usize,
    height: usize,
    fps: f64,
    variable: bool,
    times: Vec<f64>,
}

/// The frames of a recording.
pub fn times(film: &Opened) -> Times {
    let info = film.frames.info();
    // Nanoseconds are finer than any stamp.
    let times = film.frames.times().iter().map(|t| (t * 1e9).round() / 1e9).collect();
    Times { width: info.width, height: info.height, fps: info.fps_nominal, variable: info.variable_frame_rate, times }
}

/// Outlines of mats and zones, pixels.
pub type Zones = Vec<(String, Vec<[f32; 2]>)>;

/// Outlines of mats and zones.
pub fn zones(shown: &Shown) -> Zones {
    shown.zones.clone()
}

/// A frame's overlay.
#[derive(Serialize)]
pub struct Seen {
    t: f64,
    hands: Vec<Hand>,
    cards: Option<Vec<Card>>,
}

#[derive(Serialize)]
struct Hand {
    player: u8,
    hand: String,
    seen: bool,
    at: Vec<[f32; 2]>,
}

#[derive(Serialize)]
struct Card {
    quad: [[f32; 2]; 4],
    rank: Option<&'static str>,
    confidence: f32,
}

/// The overlays of a span.
pub fn seen(shown: &Shown, from: f64, to: f64) -> Vec<Seen> {
    let first = shown.frames.partition_point(|frame| frame.t < from);
    let inside = shown.frames[first..].iter().take_while(|frame| frame.t <= to).take(MOST_SEEN);
    let tenth = |p: [f32; 2]| p.map(|v| (v * 10.0).round() / 10.0);
    inside
        .map(|frame| Seen {
            t: frame.t,
            hands: frame
                .hands
                .iter()
                .map(|hand| Hand {
                    player: hand.player,
                    hand: hand.hand.clone(),
                    seen: hand.seen,
                    at: hand.at.iter().copied().map(tenth).collect(),
                })
                .collect(),
            cards: frame.cards.as_ref().map(|cards| {
                let card = |card: &crate::pipeline::seen::CardShown| Card {
                    quad: card.quad.map(tenth),
                    rank: card.rank,
                    confidence: card.confidence,
                };
                cards.iter().map(card).collect()
            }),
        })
        .collect()
}

/// The photo finish of an incident from one camera, the first or the second, as PNG, from the report's page.
pub fn strip(case: &Case, incident: usize, camera: usize) -> Option<Vec<u8>> {
    let report = cases::report(case).ok()?;
    let id = &report.incidents.get(incident)?.id;
    let page = std::fs::read_to_string(case.folder.join("report.html")).ok()?;
    html::strip_in(&page, id, camera)
}
