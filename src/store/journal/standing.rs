//! Entries in, what counts now out: the last ruling on each incident that nobody undid, notes, corrections, the score.
//!
//! Pure. An undone entry does not count, and an undoing can itself be undone. Of several rulings on one incident the last
//! counts; when it is undone, the one before it does again. Incidents that a correction gave another name keep their rulings.

use super::chain::Recorded;
use super::entry::{Act, CardShown, Correction, Referees, Rejudged, Role, Sanctioned, Score, Software};
use crate::base::Player;
use crate::facts::Verdict;
use std::collections::{BTreeMap, BTreeSet};

/// A ruling that counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruled {
    /// The entry.
    pub number: u64,
    /// When, milliseconds in UTC.
    pub at: i64,
    /// Who.
    pub who: String,
    /// The ruling.
    pub ruling: Referees,
    /// Of a slap, when the ruling is not the software's: who won it.
    pub verdict: Option<Verdict>,
    /// Clauses.
    pub clauses: Vec<String>,
    /// In the referee's words.
    pub note: String,
    /// Sanctions given.
    pub sanctions: Vec<Sanctioned>,
    /// What the software had said.
    pub software: Software,
}

/// A note that counts.
#[derive(Debug, Clone, PartialEq)]
pub struct Noted {
    /// The entry.
    pub number: u64,
    /// When, milliseconds in UTC.
    pub at: i64,
    /// Who.
    pub who: String,
    /// As what.
    pub role: Role,
    /// On which incident.
    pub incident: Option<String>,
    /// On which moment.
    pub t: Option<f64>,
    /// The words.
    pub note: String,
}

/// What counts now.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Standing {
    /// Rulings by the incident's name in the report as it is now.
    pub rulings: BTreeMap<String, Ruled>,
    /// Rulings on incidents that the report no longer holds, by entry, with the name that they had last.
    pub gone: BTreeMap<u64, (String, Ruled)>,
    /// Notes, in order.
    pub notes: Vec<Noted>,
    /// Whether assistants may see the footage (C.5.3).
    pub assistants_allowed: bool,
    /// Corrections, in order, each with its entry.
    pub corrections: Vec<(u64, Correction)>,
    /// Moments that were reviewed: file seconds, folder.
    pub reviewed: Vec<(f64, String)>,
    /// The score, once it was confirmed, with its entry.
    pub score: Option<(u64, Score)>,
    /// Entries that do not count.
    pub undone: BTreeSet<u64>,
}

impl Ruled {
    /// Who won a slap by the referee's ruling: the software's answer where it was confirmed.
    pub fn slap_verdict(&self) -> Option<Verdict> {
        match self.ruling {
            Referees::Confirmed => self.software.verdict,
            Referees::TooClose => Some(Verdict::TooClose),
            Referees::Overturned | Referees::Stands => self.verdict,
        }
    }
}

impl Standing {
    /// How many sanctions of a kind a player was given by the rulings that count.
    pub fn shown(&self, player: Player, card: CardShown) -> usize {
        let rulings = self.rulings.values().chain(self.gone.values().map(|(_, ruled)| ruled));
        rulings.flat_map(|ruled| &ruled.sanctions).filter(|given| (given.player, given.card) == (player, card)).count()
    }
}

/// The entries that do not count. What undoes comes after what it undoes: they are settled from the last to the first.
pub fn undone(entries: &[Recorded]) -> BTreeSet<u64> {
    let mut undone = BTreeSet::new();
    for recorded in entries.iter().rev() {
        if let Act::Undone { number, .. } = recorded.entry.act
            && number < recorded.number
            && !undone.contains(&recorded.number)
        {
            undone.insert(number);
        }
    }
    undone
}

/// What counts after `entries`.
pub fn standing(entries: &[Recorded]) -> Standing {
    let mut now = Standing { undone: undone(entries), ..Standing::default() };
    for Recorded { number, entry, .. } in entries {
        // A report that was judged again has other names for its incidents, whether or not that counts any more.
        if let Act::Corrected { report, .. } | Act::Undone { report: Some(report), .. } = &entry.act {
            now.rename(report);
        }
        if now.undone.contains(number) {
            continue;
        }
        let (number, at, who) = (*number, entry.at, entry.who.clone());
        match &entry.act {
            Act::Ruled { incident, ruling, verdict, clauses, note, sanctions, software } => {
                let ruled = Ruled {
                    number,
                    at,
                    who,
                    ruling: *ruling,
                    verdict: *verdict,
                    clauses: clauses.clone(),
                    note: note.clone(),
                    sanctions: sanctions.clone(),
                    software: software.clone(),
                };
                now.rulings.insert(incident.clone(), ruled);
            }
            Act::Noted { incident, t, note } => {
                let (incident, note) = (incident.clone(), note.clone());
                now.notes.push(Noted { number, at, who, role: entry.role, incident, t: *t, note });
            }
            Act::AllowedAssistants { allowed } => now.assistants_allowed = *allowed,
            Act::Corrected { corrections, .. } => {
                now.corrections.extend(corrections.iter().map(|correction| (number, correction.clone())));
            }
            Act::Reviewed { t, report } => now.reviewed.push((*t, report.clone())),
            Act::ScoreConfirmed { score } => now.score = Some((number, score.clone())),
            Act::Opened(_) | Act::Undone { .. } => {}
        }
    }
    now
}

impl Standing {
    fn rename(&mut self, report: &Rejudged) {
        let gone = std::mem::take(&mut self.gone);
        for (old, ruled) in std::mem::take(&mut self.rulings) {
            match report.incidents.get(&old) {
                Some(new) => {
                    self.rulings.insert(new.clone(), ruled);
                }
                None => {
                    self.gone.insert(ruled.number, (old, ruled));
                }
            }
        }
        for (number, (old, ruled)) in gone {
            match report.returned.iter().find(|returned| returned.number == number) {
                Some(returned) => {
                    self.rulings.entry(returned.incident.clone()).or_insert(ruled);
                }
                None => {
                    self.gone.insert(number, (old, ruled));
                }
            }
        }
        for note in &mut self.notes {
            if let Some(new) = note.incident.as_ref().and_then(|old| report.incidents.get(old)) {
                note.incident = Some(new.clone());
            }
        }
    }
}
