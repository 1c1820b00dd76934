//! The protocol of a match, for printing: incidents with the software's finding and the referee's ruling side by side, the
//! official score (C.4.4), the match record (I.6.1), and at the foot the hashes by which it can be held against the case.
//!
//! In: the report and the journal. Out: one page. The same case gives the same bytes: no clock is read. The referee's ruling
//! counts; where there is none the software's is shown as advice and counted as such, and the page says so.

use super::html::{finding_name, kind_name, sanction_name};
use super::report::{IncidentRow, Report, winner};
use super::{case_page, words};
use crate::base::Player;
use crate::facts::Verdict;
use crate::law::isf::clauses;
use crate::store::journal::{self, Act, CardShown, Recorded, Role, Score, Standing};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The score of a match as far as it was recorded: slaps by the referee's rulings, else by the software's verdicts; rounds as the
/// recording shows them; cards as given. Names are empty.
pub fn counted(report: &Report, standing: &Standing) -> Score {
    let mut score = Score::default();
    for round in &report.rounds {
        if let Some(winner) = round.winner {
            score.rounds[winner.index()] += 1;
        }
    }
    let mut ruled = vec![None; report.slaps.len()];
    for incident in &report.incidents {
        let found = case_page::slap_of(report, incident).zip(standing.rulings.get(&incident.id));
        if let Some(((slap, _), ruling)) = found {
            ruled[slap] = Some(ruling.slap_verdict());
        }
    }
    for (slap, ruled) in report.slaps.iter().zip(ruled) {
        // A ruling that names nobody gives the slap to nobody.
        let verdict: Option<Verdict> = ruled.unwrap_or(Some(slap.verdict));
        if let Some(winner) = verdict.and_then(winner) {
            score.slaps[winner.index()] += 1;
        }
    }
    for player in Player::BOTH {
        let shown = |card| u32::try_from(standing.shown(player, card)).unwrap_or(u32::MAX);
        score.yellow[player.index()] = shown(CardShown::Yellow);
        score.red[player.index()] = shown(CardShown::Red);
    }
    score
}

/// The protocol. `sha256` is that of the report's bytes.
pub fn page(report: &Report, sha256: &str, entries: &[Recorded]) -> String {
    let standing = journal::standing(entries);
    let names = standing.score.as_ref().map_or_else(Default::default, |(_, score)| score.names.clone());
    html! {
        (DOCTYPE)
        html lang="en-GB" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Protocol of a match" }
                style { (PreEscaped(include_str!("page.css"))) (PreEscaped(include_str!("protocol.css"))) }
            }
            body { main {
                header {
                    h1 { "Protocol of a match: " (words::name(&names, Player::One)) " against " (words::name(&names, Player::Two)) }
                    p { "SLAPS, Laws of the Game " (clauses::EDITION) ". Recording: " (report.source.path) ", "
                        (format!("{:.1} to {:.1} s", report.reviewed.from, report.reviewed.to)) "." }
                    p { "The referee's ruling counts; the software's finding is advice (A.3.2, F.10.2)." }
                }
                (score(report, &standing, &names))
                (incidents(report, &standing))
                @if !standing.notes.is_empty() {
                    section { h2 { "Notes" }
                        @for note in &standing.notes {
                            p { (words::date(note.at)) ", " (note.who) " (" (words::role(note.role)) "): " (note.note) }
                        } }
                }
                (put_right(&standing, entries))
                (record(&standing, &names, entries))
                (foot(report, sha256, &standing, entries))
            } }
        }
    }
    .into_string()
}

fn score(report: &Report, standing: &Standing, names: &[String; 2]) -> Markup {
    let (number, shown) = match &standing.score {
        Some((number, score)) => (Some(*number), score.clone()),
        None => (None, counted(report, standing)),
    };
    let row = |title: &str, counts: [u32; 2]| html! { tr { th { (title) } td { (counts[0]) } td { (counts[1]) } } };
    html! {
        section {
            h2 { "Official score (C.4.4)" }
            table.score {
                tr { th {} @for player in Player::BOTH { th { (words::name(names, player)) } } }
                (row("Rounds won", shown.rounds))
                (row("Slaps won", shown.slaps))
                (row("Yellow cards", shown.yellow))
                (row("Red cards", shown.red))
            }
            @match number {
                Some(number) => { p { "Confirmed by the referee: entry " (number) " of the journal." } }
                None => { p { strong { "Not confirmed by the referee." } " Counted from the recording: slaps by the referee's rulings, where "
                    "there is none by the software's; rounds as the recording shows them." } }
            }
        }
    }
}

fn incidents(report: &Report, standing: &Standing) -> Markup {
    html! {
        section {
            h2 { "Incidents" }
            @if report.incidents.is_empty() { p { "None." } }
            @else {
                table.incidents {
                    thead { tr { th { "Time" } th { "Incident" } th { "The software's finding" } th { "The referee's ruling" } } }
                    @for incident in &report.incidents { (row(incident, standing)) }
                    @for (name, ruled) in standing.gone.values() {
                        tr { td { (format!("{:.3} s", ruled.software.t)) } td { (kind_name(ruled.software.kind)) br; span.laws { (name) } }
                            td { "Taken away by a correction. It was: " (ruled.software.explanation) }
                            td { (ruling(Some(ruled))) } }
                    }
                }
            }
        }
    }
}

fn row(incident: &IncidentRow, standing: &Standing) -> Markup {
    html! {
        tr {
            td { (format!("{:.3} s", incident.t)) }
            td { (kind_name(incident.kind)) @if let Some(player) = incident.player { ", " (player) } br;
                span.laws { (incident.laws.join(", ")) } }
            td { strong { (finding_name(incident.finding)) } ". " (incident.explanation)
                @if let Some(sanction) = incident.sanction_due { " " (sanction_name(sanction)) "." } }
            td { (ruling(standing.rulings.get(&incident.id))) }
        }
    }
}

/// What was put right, entry by entry; what was undone stays and says so.
pub(super) fn put_right(standing: &Standing, entries: &[Recorded]) -> Markup {
    let put = |recorded: &Recorded| match &recorded.entry.act {
        Act::Corrected { corrections, report } => {
            let was = |i: usize| report.was.get(i).copied().flatten();
            Some(corrections.iter().enumerate().map(|(i, put)| words::correction(put, was(i))).collect::<Vec<_>>())
        }
        _ => None,
    };
    let all: Vec<(&Recorded, Vec<String>)> = entries.iter().filter_map(|r| Some((r, put(r)?))).collect();
    html! {
        @if !all.is_empty() {
            section { h2 { "Put right by the referee" }
                @for (recorded, put) in all {
                    p { (put.join("; ")) @if standing.undone.contains(&recorded.number) { strong { " (undone)" } } "."
                        br; span.laws { (recorded.entry.who) ", " (words::date(recorded.entry.at)) ", entry " (recorded.number) } }
                } }
        }
    }
}

fn ruling(ruled: Option<&journal::Ruled>) -> Markup {
    html! {
        @match ruled {
            None => { "not ruled on" }
            Some(ruled) => {
                strong { (words::ruled(ruled)) } @if !ruled.clauses.is_empty() { " (" (ruled.clauses.join(", ")) ")" }
                @if !ruled.note.is_empty() { br; (ruled.note) }
                @for given in &ruled.sanctions { br; (words::card(given.card)) " to " (given.player)
                    @if !given.why.is_empty() { ": " (given.why) } }
                br; span.laws { (ruled.who) ", " (words::date(ruled.at)) ", entry " (ruled.number) }
            }
        }
    }
}

fn record(standing: &Standing, names: &[String; 2], entries: &[Recorded]) -> Markup {
    let mut referees: Vec<&str> =
        entries.iter().filter(|r| r.entry.role == Role::Referee).map(|r| r.entry.who.as_str()).collect();
    referees.sort_unstable();
    referees.dedup();
    let confirmed = standing.score.as_ref().map(|(_, score)| score);
    html! {
        section {
            h2 { "Match record (I.6.1)" }
            table.score {
                tr { th { "Players" } td { (words::name(names, Player::One)) " and " (words::name(names, Player::Two)) } }
                tr { th { "Referee" } td { @if referees.is_empty() { "none recorded" } @else { (referees.join(", ")) } } }
                tr { th { "Winner" } td { @match confirmed.and_then(|score| score.winner) {
                    Some(winner) => (words::name(names, winner)), None => "not recorded" } } }
                tr { th { "Formal warnings" } td { @for player in Player::BOTH {
                    (words::name(names, player)) " " (standing.shown(player, CardShown::Warning)) @if player == Player::One { ", " } } } }
            }
            p.sign { "Signature of the referee" }
        }
    }
}

fn foot(report: &Report, sha256: &str, standing: &Standing, entries: &[Recorded]) -> Markup {
    html! {
        footer {
            table.hashes {
                tr { th { "Journal" } td { (entries.len()) " entries, " (standing.undone.len()) " undone; the last has "
                    @match entries.last() { Some(last) => (last.hash), None => "no hash: there is none" } } }
                tr { th { "report.json" } td { (sha256) } }
                tr { th { "Recording" } td { (report.source.sha256) } }
                @if let Some(also) = &report.also { tr { th { "Second recording" } td { (also.source.sha256) } } }
            }
            p.laws { "SHA-256. slapsight verify checks them; who keeps this sheet can tell whether the journal was written anew." }
        }
    }
}
