//! The page of a case from its report and journal: what the software said, what the referee ruled, clips and frames beside it.
//!
//! In: the report's figures, what counts in the journal, and the names of frames that lie beside. Out: one page that opens from
//! disk without a server. Unlike [`super::html`] it needs no recording. The referee's ruling stands first: it counts (A.3.2,
//! F.10.2).

use super::html::{finding_name, kind_name, laws, reason_name, sanction_name};
use super::report::{AttemptRow, IncidentRow, Report, Slap};
use super::{protocol, words};
use crate::store::journal::{Recorded, Ruled, Standing, standing};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A frame that lies beside the page.
#[derive(Debug, Clone, PartialEq)]
pub struct FrameFile {
    /// Its name, seen from the page.
    pub name: String,
    /// Of which slap of the report.
    pub slap: usize,
    /// What it shows.
    pub caption: String,
}

/// Another page that lies beside this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beside<'a> {
    /// Its name, seen from the page.
    pub name: &'a str,
    /// What it is.
    pub words: &'a str,
}

/// The page. Without the entries of a journal it says nothing of rulings.
pub fn page(report: &Report, entries: Option<&[Recorded]>, frames: &[FrameFile], beside: &[Beside<'_>]) -> String {
    let standing = entries.map(standing);
    let standing = standing.as_ref();
    html! {
        (DOCTYPE)
        html lang="en-GB" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "slapsight: the case" }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                main {
                    header {
                        p { "slapsight review of " strong { (report.source.path) } ", "
                            (format!("{:.3} to {:.3} s", report.reviewed.from, report.reviewed.to)) }
                        h1 { @if standing.is_some() { "The case and its rulings" } @else { "The report, judged again" } }
                        p { "What the software says is advice with its evidence. The referee's ruling counts (A.3.2, F.10.2)." }
                        @for page in beside { p { a href=(page.name) { (page.words) } } }
                        @for note in &report.notes { p { "Note: " (note) } }
                    }
                    @if report.incidents.is_empty() { section { p { "No slap and no offence was seen." } } }
                    @for incident in &report.incidents { (section(report, incident, standing, frames)) }
                    @if let Some(standing) = standing { (gone(standing)) (notes(standing)) }
                    @if let (Some(standing), Some(entries)) = (standing, entries) {
                        (protocol::put_right(standing, entries))
                    } @else if let Some(made) = report.made.as_ref().filter(|made| !made.corrections.is_empty()) {
                        section { h2 { "Put right by the referee" }
                            p { (made.corrections.len()) " correction" @if made.corrections.len() != 1 { "s" }
                                "; the report was judged again with them. Earlier reports are kept beside this one." }
                            @for put in &made.corrections { p { (words::correction(put, None)) "." } } }
                    }
                }
                script { (PreEscaped(include_str!("page.js"))) }
            }
        }
    }
    .into_string()
}

fn section(report: &Report, incident: &IncidentRow, standing: Option<&Standing>, frames: &[FrameFile]) -> Markup {
    let slap = slap_of(report, incident);
    html! {
        section id=(incident.id) {
            h2 { (kind_name(incident.kind)) (format!(" at {:.3} s", incident.t)) }
            @if let Some(standing) = standing { (ruling(standing.rulings.get(&incident.id))) }
            p { "The software: "
                span.tag { (finding_name(incident.finding)) }
                @if let Some(sanction) = incident.sanction_due { span.tag { (sanction_name(sanction)) } } }
            p { (incident.explanation) }
            (laws(&incident.laws))
            @if let Some((_, slap)) = slap { (attempts(slap, report.source.time_scale)) }
            @if let Some((i, _)) = slap {
                div.pair { @for frame in frames.iter().filter(|frame| frame.slap == i) {
                    figure { img alt=(frame.caption) src=(frame.name); figcaption { (frame.caption) } }
                } }
            }
            div.pair {
                @for (clip, fps, caption) in clips(report, incident) {
                    figure { video controls preload="metadata" tabindex="0" data-fps=(format!("{fps:.3}")) src=(clip) {}
                        figcaption { (caption) } }
                }
            }
        }
    }
}

/// The slap that an incident is about: the one that it was ruled on at its condition, or during it.
pub fn slap_of<'a>(report: &'a Report, incident: &IncidentRow) -> Option<(usize, &'a Slap)> {
    use crate::facts::Kind;
    if !matches!(incident.kind, Kind::Slap | Kind::SlapStalemate | Kind::SlapVoid | Kind::SlapOpportunityLost) {
        return None;
    }
    let away = |slap: &Slap| {
        let completions = slap.attempts.iter().filter_map(|attempt| attempt.complete_t);
        completions.chain([slap.condition_t]).map(|t| (t - incident.t).abs()).fold(f64::INFINITY, f64::min)
    };
    let slaps = report.slaps.iter().enumerate();
    slaps.min_by(|a, b| away(a.1).total_cmp(&away(b.1))).filter(|(_, slap)| {
        (incident.from - 1e-3..=incident.to + 1e-3).contains(&slap.condition_t) || away(slap) < 1e-3
    })
}

fn clips<'a>(report: &Report, incident: &'a IncidentRow) -> Vec<(&'a str, f64, &'static str)> {
    let second = report.also.as_ref().map_or(report.source.fps_nominal, |also| also.source.fps_nominal);
    let all = [
        (&incident.clip, report.source.fps_nominal, "As recorded"),
        (&incident.clip_slow, 15.0, "Frame by frame, with what the program sees"),
        (&incident.clip_second, second, "As the second camera recorded it"),
    ];
    // A report from elsewhere may name anything: only what can lie beside the page is shown.
    let shown = |clip: &&str| crate::store::archive::is_safe(clip);
    all.into_iter().filter_map(|(clip, fps, caption)| Some((clip.as_deref().filter(shown)?, fps, caption))).collect()
}

fn ruling(ruled: Option<&Ruled>) -> Markup {
    html! {
        @match ruled {
            None => { p { "The referee: " span.tag { "not ruled on" } } }
            Some(ruled) => {
                p.verdict { "The referee: " (words::ruled(ruled)) }
                p { (ruled.who) ", " (words::date(ruled.at)) ", entry " (ruled.number) " of the journal"
                    @if !ruled.clauses.is_empty() { "; " (ruled.clauses.join(", ")) } "." }
                @if !ruled.note.is_empty() { p { "“" (ruled.note) "”" } }
                @for given in &ruled.sanctions {
                    p { (words::card(given.card)) " to " (given.player) @if !given.why.is_empty() { ": " (given.why) } }
                }
            }
        }
    }
}

fn attempts(slap: &Slap, scale: f64) -> Markup {
    let after = |t: Option<f64>| match t {
        Some(t) => format!("{:.1}", 1000.0 * scale * (t - slap.condition_t)),
        None => "not seen".to_owned(),
    };
    let complete = |attempt: &AttemptRow| match (attempt.lo, attempt.hi) {
        (Some(lo), Some(hi)) => format!("{} ± {:.1}", after(attempt.complete_t), 500.0 * scale * (hi - lo)),
        _ => after(attempt.complete_t),
    };
    html! {
        div.scroll { table {
            tr { th { "ms after the cards matched" } th { "left pile" } th { "right pile" } th { "both hands down" } th { "attempt" } }
            @for attempt in &slap.attempts {
                tr {
                    td class=(format!("p{}", attempt.player.number())) { (attempt.player) }
                    td { (after(attempt.left_t)) } td { (after(attempt.right_t)) } td { strong { (complete(attempt)) } }
                    td { @match attempt.reason { None => "valid", Some(reason) => (reason_name(reason)) } }
                }
            }
        } }
        @if let (Some(margin), Some(lo), Some(hi)) = (slap.margin_ms, slap.margin_lo, slap.margin_hi) {
            p { "Margin " strong { (format!("{margin:.1} ms")) } (format!(", 95 % between {lo:.1} and {hi:.1} ms.")) }
        }
    }
}

fn gone(standing: &Standing) -> Markup {
    html! {
        @for (name, ruled) in standing.gone.values() {
            section { h2 { "An incident that a correction took away" }
                p { (name) ": " (ruled.software.explanation) }
                (ruling(Some(ruled))) }
        }
    }
}

fn notes(standing: &Standing) -> Markup {
    html! {
        @if !standing.notes.is_empty() {
            section { h2 { "Notes" }
                @for note in &standing.notes {
                    p { (words::date(note.at)) ", " (note.who) " (" (words::role(note.role)) ")"
                        @if let Some(t) = note.t { (format!(", at {t:.3} s")) }
                        @if let Some(incident) = &note.incident { ", on " (incident) }
                        ": " (note.note) }
                } }
        }
    }
}
