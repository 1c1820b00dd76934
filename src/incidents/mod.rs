//! Rulings in, incidents out: each with a span worth watching, a name, and open for the referee.
//!
//! Two rulings of one kind about one player at nearly the same moment are one incident: the surer one
//! speaks, the span holds both. Nothing is judged here, and no ruling is dropped for being doubtful.

pub mod span;

pub use span::Padding;

use crate::base::TimeScale;
use crate::facts::{Incident, Kind, Ruling, Standing};
use span::Span;

/// Two rulings of one kind about one player this close (real seconds) are the same incident.
pub const SAME_INCIDENT_SECS: f64 = 0.25;

/// Makes incidents of rulings, in any order. `recording` is its first and last instant, file seconds:
/// spans stay inside it. Sorted by time; ids are `001-slap`, `002-misslap`, …
pub fn incidents(rulings: &[Ruling], recording: [f64; 2], padding: Padding, scale: TimeScale) -> Vec<Incident> {
    let mut sorted: Vec<&Ruling> = rulings.iter().collect();
    sorted.sort_by(|a, b| a.at.t.total_cmp(&b.at.t).then(a.kind.cmp(&b.kind)).then(a.player.cmp(&b.player)));
    let near = scale_secs(SAME_INCIDENT_SECS, scale);
    let mut found: Vec<(Ruling, Span)> = Vec::new();
    for ruling in sorted {
        let span = Span::of(ruling);
        let same = found.iter_mut().rev().find(|(other, _)| {
            other.kind == ruling.kind && other.player == ruling.player && ruling.at.t - other.at.t <= near
        });
        match same {
            Some((other, wider)) => {
                *wider = wider.with(span);
                if ruling.confidence > other.confidence {
                    *other = ruling.clone();
                }
            }
            None => found.push((ruling.clone(), span)),
        }
    }
    // The surer of two may be the later one.
    found.sort_by(|(a, _), (b, _)| a.at.t.total_cmp(&b.at.t).then(a.kind.cmp(&b.kind)).then(a.player.cmp(&b.player)));
    found
        .into_iter()
        .enumerate()
        .map(|(i, (ruling, span))| {
            let [from, to] = span.watch(recording, padding, scale);
            Incident {
                id: format!("{:03}-{}", i + 1, name(ruling.kind)),
                ruling,
                from,
                to,
                standing: Standing::Possible,
            }
        })
        .collect()
}

/// A real span (seconds) in file seconds.
fn scale_secs(real_secs: f64, scale: TimeScale) -> f64 {
    if scale.real_per_file > 0.0 { real_secs / scale.real_per_file } else { real_secs }
}

/// The kind as files write it: `slap_stalemate`.
pub fn name(kind: Kind) -> String {
    // A unit variant always serialises to a string; the fallback keeps the type honest.
    match serde_json::to_value(kind) {
        Ok(serde_json::Value::String(name)) => name,
        _ => "incident".to_owned(),
    }
}
