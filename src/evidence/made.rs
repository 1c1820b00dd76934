//! How a report was made: what the same recording must be judged with to come to the same report. Records and nothing else.

use crate::base::{Pile, Rank};
use crate::store::journal::Correction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a report was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Made {
    /// The program's version.
    pub program: String,
    /// SHA-256 of each model, and of the deck's file if it was shown, by which the recording was watched.
    pub models: Vec<String>,
    /// Below this probability an order was too close to call (F.6.1).
    pub reliability: f64,
    /// Evidence that was left out: `path`, `motion`, `sound`.
    pub without: Vec<String>,
    /// How late the sound was told to be, real seconds; null when it was learned.
    pub sound_offset_s: Option<f64>,
    /// What the camera can tell: its file, if one was given.
    pub camera: Option<serde_json::Value>,
    /// What a human read where the program could not.
    pub answers: Vec<Answered>,
    /// What the referee put right afterwards, in order.
    pub corrections: Vec<Correction>,
}

/// What lay on a Centre Pile, as a human read it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answered {
    /// Which pile.
    pub pile: Pile,
    /// A moment at which the card lay on top, file seconds.
    pub t: f64,
    /// Its rank.
    pub rank: Rank,
}
