//! What people say of a report: rulings, notes, undoing, and who may look. All goes into the report's journal.
//!
//! The role is the server's, the name is what whoever is at the page gives. What the software said is copied from the report,
//! never from the request.

use super::access::Role;
use super::cases::{self, Case};
use super::routes::{Ours, Refusal, away, case};
use super::text::say;
use crate::base::Player;
use crate::facts::Verdict;
use crate::pipeline::case::{By, CaseError};
use crate::pipeline::{self, corrections};
use crate::store::journal::{self, Act, CardShown, Entry, Recorded, Referees, Sanctioned, Software, standing};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::time::{SystemTime, UNIX_EPOCH};

/// Longest name and longest note, characters.
const LONGEST: (usize, usize) = (80, 4000);

/// The ids of incidents on which a ruling stands.
pub fn ruled(case: &Case) -> BTreeSet<String> {
    journal::read(&case.folder).map(|entries| standing(&entries).rulings.into_keys().collect()).unwrap_or_default()
}

/// Whether the referee lets others see this footage (A.3.3.1, C.5.3).
pub fn assistants_allowed(case: &Case) -> bool {
    journal::read(&case.folder).is_ok_and(|entries| standing(&entries).assistants_allowed)
}

/// A journal that cannot be read or written.
pub fn broken(why: impl std::fmt::Display) -> Refusal {
    Refusal(StatusCode::CONFLICT, why.to_string())
}

fn bad(why: &str) -> Refusal {
    Refusal(StatusCode::BAD_REQUEST, why.to_owned())
}

/// An entry as the page shows it.
#[derive(Serialize)]
pub struct Line {
    number: u64,
    hash: String,
    undone: bool,
    #[serde(flatten)]
    entry: Entry,
}

/// The journal as the page shows it.
#[derive(Serialize)]
pub struct Lines {
    entries: Vec<Line>,
    assistants_allowed: bool,
    /// Of each incident, the entry whose ruling stands.
    standing: std::collections::BTreeMap<String, u64>,
}

fn lines(entries: Vec<Recorded>) -> Lines {
    let now = standing(&entries);
    let line =
        |r: Recorded| Line { number: r.number, hash: r.hash, undone: now.undone.contains(&r.number), entry: r.entry };
    Lines {
        assistants_allowed: now.assistants_allowed,
        standing: now.rulings.iter().map(|(id, ruled)| (id.clone(), ruled.number)).collect(),
        entries: entries.into_iter().map(line).collect(),
    }
}

/// The journal of a report.
pub async fn journal(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
) -> Result<Json<Lines>, Refusal> {
    let case = case(&served, &id, role).await?;
    away(move || journal::read(&case.folder).map(|entries| Json(lines(entries))).map_err(broken)).await
}

/// A request to rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    who: String,
    incident: String,
    ruling: Referees,
    verdict: Option<Verdict>,
    clauses: Vec<String>,
    note: String,
    sanctions: Vec<Given>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    player: Player,
    card: CardShown,
    why: String,
}

/// Rules on an incident.
pub async fn rule(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
    Json(asked): Json<Rule>,
) -> Result<Json<Lines>, Refusal> {
    only_referee(role)?;
    let case = case(&served, &id, role).await?;
    away(move || {
        words(&asked.who, &asked.note)?;
        let clause = |text: &String| {
            text.len() <= 16 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.') && !text.is_empty()
        };
        if asked.clauses.len() > 16 || !asked.clauses.iter().all(clause) {
            return Err(bad(say("refused.clauses")));
        }
        if asked.sanctions.len() > 8 || asked.sanctions.iter().any(|given| given.why.chars().count() > LONGEST.1) {
            return Err(bad(say("refused.sanctions")));
        }
        let act = Act::Ruled {
            software: software(&case, &asked.incident)?,
            incident: asked.incident,
            ruling: asked.ruling,
            verdict: asked.verdict,
            clauses: asked.clauses,
            note: asked.note,
            sanctions: asked
                .sanctions
                .into_iter()
                .map(|Given { player, card, why }| Sanctioned { player, card, why })
                .collect(),
        };
        append(&case, asked.who, role, act)
    })
    .await
}

/// What the software said of an incident.
fn software(case: &Case, incident: &str) -> Result<Software, Refusal> {
    let report = cases::report(case).map_err(Refusal::missing)?;
    let place = report.incidents.iter().position(|row| row.id == incident);
    let place = place.ok_or_else(|| Refusal::missing(say("refused.incident")))?;
    let row = &report.incidents[place];
    let slap = super::looks::slap_of(&report, row).and_then(|i| report.slaps.get(i));
    Ok(Software {
        kind: row.kind,
        t: row.t,
        player: row.player,
        finding: row.finding,
        verdict: slap.map(|slap| slap.verdict),
        margin_ms: slap.and_then(|slap| slap.margin_ms),
        laws: row.laws.clone(),
        sanction_due: row.sanction_due,
        explanation: row.explanation.clone(),
    })
}

/// A request to leave a note.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    who: String,
    incident: Option<String>,
    t: Option<f64>,
    note: String,
}

/// Leaves a note: the referee, or an assistant whom the referee lets look (C.5).
pub async fn note(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
    Json(asked): Json<Note>,
) -> Result<Json<Lines>, Refusal> {
    if role == Role::Viewer {
        return Err(Refusal(StatusCode::FORBIDDEN, say("refused.viewer").to_owned()));
    }
    let case = case(&served, &id, role).await?;
    away(move || {
        words(&asked.who, &asked.note)?;
        if asked.note.trim().is_empty() || asked.t.is_some_and(|t| !t.is_finite()) {
            return Err(bad(say("refused.note")));
        }
        if let Some(incident) = &asked.incident {
            software(&case, incident)?;
        }
        append(&case, asked.who, role, Act::Noted { incident: asked.incident, t: asked.t, note: asked.note })
    })
    .await
}

/// A request to undo.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    who: String,
    number: u64,
}

/// Undoes an entry, by another one.
pub async fn undo(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
    Json(asked): Json<Undo>,
) -> Result<Json<Lines>, Refusal> {
    only_referee(role)?;
    let case = case(&served, &id, role).await?;
    away(move || {
        words(&asked.who, "")?;
        let entries = journal::read(&case.folder).map_err(broken)?;
        if !entries.iter().any(|recorded| recorded.number == asked.number) {
            return Err(Refusal::missing(say("refused.entry")));
        }
        // Undoing a correction puts the report back.
        corrections::undo(&case.folder, &by(asked.who, role), asked.number).map_err(|why| match why {
            CaseError::NotUndone { .. } => bad(&why.to_string()),
            _ => broken(why),
        })?;
        all(&case)
    })
    .await
}

/// A request to let others look, or no longer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allow {
    who: String,
    allowed: bool,
}

/// Lets others see the footage, or no longer (A.3.3.1, C.5.3).
pub async fn allow(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
    Json(asked): Json<Allow>,
) -> Result<Json<Lines>, Refusal> {
    only_referee(role)?;
    let case = case(&served, &id, role).await?;
    away(move || {
        words(&asked.who, "")?;
        append(&case, asked.who, role, Act::AllowedAssistants { allowed: asked.allowed })
    })
    .await
}

/// Refuses all but the referee.
pub fn only_referee(role: Role) -> Result<(), Refusal> {
    let why = say("refused.ruling");
    if role == Role::Referee { Ok(()) } else { Err(Refusal(StatusCode::FORBIDDEN, why.to_owned())) }
}

/// A name is needed; neither it nor a note may be longer than people write.
pub fn words(who: &str, note: &str) -> Result<(), Refusal> {
    if who.trim().is_empty() {
        return Err(bad(say("refused.name")));
    }
    if fits(who) && within(note, LONGEST.1) { Ok(()) } else { Err(bad(say("refused.long"))) }
}

fn within(text: &str, most: usize) -> bool {
    text.chars().count() <= most && !text.chars().any(|c| c.is_control() && c != '\n')
}

/// Whether a name is no longer than people write.
pub fn fits(name: &str) -> bool {
    within(name, LONGEST.0)
}

/// Who does something, now.
pub fn by(who: String, role: Role) -> By {
    let role = match role {
        Role::Referee => journal::Role::Referee,
        Role::Assistant => journal::Role::Assistant,
        Role::Viewer => journal::Role::Viewer,
    };
    // A clock before 1970 is wrong in any case; the order of entries does not rest on it.
    let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis() as i64);
    By { at, who: who.trim().to_owned(), role }
}

/// All entries of a report's journal.
pub fn all(case: &Case) -> Result<Json<Lines>, Refusal> {
    journal::read(&case.folder).map(|entries| Json(lines(entries))).map_err(broken)
}

/// Adds an entry to a report's journal; the first one says what the case consists of.
pub fn append(case: &Case, who: String, role: Role, act: Act) -> Result<Json<Lines>, Refusal> {
    let by = by(who, role);
    let mut journal = pipeline::case::open(&case.folder, &by, &mut |_| {}).map_err(broken)?;
    journal.append(by.entry(act)).map_err(broken)?;
    journal.entries().map(|entries| Json(lines(entries))).map_err(broken)
}
