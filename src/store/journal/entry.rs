//! What can be said in a journal: who, when, and the act. Records and nothing else.
//!
//! They are written as JSON, a field that is not known is refused: an entry that this program does not wholly understand must
//! not be counted by it.

use crate::base::{HandSide, Pile, Player, Rank};
use crate::facts::{EventKind, Finding, Kind, Sanction, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One entry, as it is appended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// When, milliseconds since 1970 in UTC, as the caller's clock told.
    pub at: i64,
    /// Who: a name.
    pub who: String,
    /// As what.
    pub role: Role,
    /// What.
    pub act: Act,
}

/// What somebody is in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Rules (A.3.2).
    Referee,
    /// May look, and leave a note, if the referee allows it (C.5).
    Assistant,
    /// May look.
    Viewer,
}

/// What was done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum Act {
    /// The case was opened: what it consisted of.
    Opened(Box<Opened>),
    /// The referee ruled on an incident (A.3.2, F.10.2).
    Ruled {
        /// The incident's name in the report.
        incident: String,
        /// The ruling.
        ruling: Referees,
        /// Of a slap, when the ruling is not the software's: who won it (F.10.2).
        verdict: Option<Verdict>,
        /// The clauses that it rests on.
        clauses: Vec<String>,
        /// In the referee's words.
        note: String,
        /// Sanctions given.
        sanctions: Vec<Sanctioned>,
        /// What the software had said.
        software: Software,
    },
    /// A note was left, on an incident, on a moment, or on the match.
    Noted {
        /// The incident's name.
        incident: Option<String>,
        /// The moment, file seconds.
        t: Option<f64>,
        /// The words.
        note: String,
    },
    /// The referee let assistants see the footage, or no longer (A.3.3.1, C.5.3).
    AllowedAssistants {
        /// Whether they may.
        allowed: bool,
    },
    /// An entry no longer counts.
    Undone {
        /// Its number.
        number: u64,
        /// What became of the report, when the entry was a correction.
        report: Option<Rejudged>,
    },
    /// What the cameras were misread to show was put right, and the case judged again.
    Corrected {
        /// What was put right in this entry.
        corrections: Vec<Correction>,
        /// What became of the report.
        report: Rejudged,
    },
    /// A moment that the referee named was reviewed (A.3.3).
    Reviewed {
        /// The moment, file seconds.
        t: f64,
        /// The folder of its report, seen from this one.
        report: String,
    },
    /// The official score was confirmed (C.4.4, I.6.1).
    ScoreConfirmed {
        /// The score.
        score: Score,
    },
}

/// What a case consisted of when it was opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// SHA-256 of `report.json`.
    pub report: String,
    /// The recordings, camera by camera.
    pub sources: Vec<SourceFile>,
    /// Every file of the report's folder, by name.
    pub files: Files,
    /// SHA-256 of each model, by name.
    pub models: BTreeMap<String, String>,
    /// How the report was made, as it says itself.
    pub settings: serde_json::Value,
    /// The program's version.
    pub program: String,
}

/// A recording.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SourceFile {
    /// Where it lay when it was reviewed.
    pub path: String,
    /// Of its bytes.
    pub sha256: String,
}

/// Files by name, below a folder, with `/` between the parts of a name.
pub type Files = BTreeMap<String, FileHash>;

/// A file's bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileHash {
    /// How many.
    pub bytes: u64,
    /// SHA-256, hexadecimal.
    pub sha256: String,
}

/// The referee's ruling on what the software said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Referees {
    /// As the software said.
    Confirmed,
    /// Not as the software said.
    Overturned,
    /// The footage does not decide: what was ruled at the table stands.
    Stands,
    /// Too close to call (F.6.1).
    TooClose,
}

/// A sanction that the referee gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sanctioned {
    /// To whom.
    pub player: Player,
    /// Which.
    pub card: CardShown,
    /// For what.
    pub why: String,
}

/// A sanction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardShown {
    /// A formal warning (D.8.2).
    Warning,
    /// A yellow card (D.8.3).
    Yellow,
    /// A red card (C.4.4).
    Red,
}

/// What the software said of an incident, kept beside the ruling on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Software {
    /// What the incident is.
    pub kind: Kind,
    /// When, file seconds.
    pub t: f64,
    /// Who.
    pub player: Option<Player>,
    /// The clause's answer.
    pub finding: Finding,
    /// Of a slap: who won it.
    pub verdict: Option<Verdict>,
    /// Of a slap: by how many real milliseconds.
    pub margin_ms: Option<f64>,
    /// The clauses.
    pub laws: Vec<String>,
    /// What they call for.
    pub sanction_due: Option<Sanction>,
    /// In one sentence.
    pub explanation: String,
}

/// Something that was put right.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "snake_case", deny_unknown_fields)]
pub enum Correction {
    /// A card on top of a Centre Pile has this rank.
    Top {
        /// Which pile.
        pile: Pile,
        /// A moment at which it lay there, file seconds.
        t: f64,
        /// Its rank.
        rank: Rank,
    },
    /// A card was played that the software missed.
    Play {
        /// When it was released, file seconds.
        t: f64,
        /// By whom.
        player: Player,
        /// With which hand, when that is known.
        hand: Option<HandSide>,
        /// Onto which pile.
        pile: Pile,
        /// Which.
        rank: Rank,
    },
    /// Something that the software told did not happen.
    DidNotHappen {
        /// When it was told to, file seconds.
        t: f64,
        /// What.
        kind: EventKind,
        /// By whom.
        player: Option<Player>,
        /// On which pile.
        pile: Option<Pile>,
    },
}

/// What became of a report when it was judged again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rejudged {
    /// SHA-256 of `report.json` before.
    pub before: String,
    /// SHA-256 of `report.json` after.
    pub after: String,
    /// The files that changed: what each is now.
    pub files: Files,
    /// Incidents of the report before that are in the one after: old name, new name.
    pub incidents: BTreeMap<String, String>,
    /// Rulings on incidents that an earlier report held and that are in the one after again.
    #[serde(default)]
    pub returned: Vec<Returned>,
    /// For each card that was put right, in the corrections' order, what the report before had there; null for other corrections
    /// and where it had none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub was: Vec<Option<Rank>>,
}

/// A ruling on an incident that is in the report again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Returned {
    /// The ruling's entry.
    pub number: u64,
    /// The incident's name now.
    pub incident: String,
}

/// The official score of a match (C.4.4) as its record holds it (I.6.1).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Names, Player 1 and Player 2.
    pub names: [String; 2],
    /// Rounds won.
    pub rounds: [u32; 2],
    /// Slaps won.
    pub slaps: [u32; 2],
    /// Yellow cards shown.
    pub yellow: [u32; 2],
    /// Red cards shown.
    pub red: [u32; 2],
    /// Who won the match, once that is so.
    pub winner: Option<Player>,
}
