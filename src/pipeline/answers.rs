//! What a human read where the program could not: the answers to a report's questions, from a file.

use super::ReviewError;
use crate::base::{Pile, Rank};
use crate::reconstruct::Answer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The schema name that this program reads.
const SCHEMA: &str = "slapsight.answers/1";

/// `answers.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswersFile {
    /// `slapsight.answers/1`.
    pub schema: String,
    /// The answers, in any order.
    pub answers: Vec<TopAnswer>,
}

/// What lay on a Centre Pile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TopAnswer {
    /// Which pile.
    pub pile: Pile,
    /// A moment at which the card lay on top, file seconds.
    pub t: f64,
    /// Its rank.
    pub rank: Rank,
}

/// Reads a file of answers.
pub(super) fn load(path: &Path) -> Result<Vec<Answer>, ReviewError> {
    let refuse = |why: String| ReviewError::Answers { path: path.display().to_string(), why };
    let text = std::fs::read_to_string(path).map_err(|why| refuse(why.to_string()))?;
    let mut file = serde_json::Deserializer::from_str(&text);
    let file: AnswersFile = serde_path_to_error::deserialize(&mut file).map_err(|why| refuse(why.to_string()))?;
    if file.schema != SCHEMA {
        return Err(refuse(format!("its schema is {:?}, not {SCHEMA:?}", file.schema)));
    }
    if let Some(answer) = file.answers.iter().find(|answer| !answer.t.is_finite() || answer.t < 0.0) {
        return Err(refuse(format!("{} is no moment of a recording", answer.t)));
    }
    Ok(file.answers.into_iter().map(|TopAnswer { pile, t, rank }| Answer { pile, t, rank }).collect())
}
