//! The official score of a match (C.4.4, I.6.1): what was counted or confirmed, and the referee's confirming of it.

use super::access::Role;
use super::cases;
use super::routes::{Ours, Refusal, away, case};
use super::rulings::{self, Lines};
use super::text::say;
use crate::evidence::protocol;
use crate::store::journal::{self, Act, Score, standing};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};

/// Most of anything that a match is counted by.
const MOST: u32 = 999;

/// The score as the page shows it.
#[derive(Serialize)]
pub struct Shown {
    score: Score,
    /// The entry that confirmed it; without one it is only counted.
    confirmed: Option<u64>,
}

/// The score that the referee confirmed, else what the recording and the rulings count.
pub async fn shown(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
) -> Result<Json<Shown>, Refusal> {
    let case = case(&served, &id, role).await?;
    away(move || {
        let report = cases::report(&case).map_err(Refusal::missing)?;
        let entries = journal::read(&case.folder).map_err(rulings::broken)?;
        let now = standing(&entries);
        Ok(Json(match &now.score {
            Some((number, score)) => Shown { score: score.clone(), confirmed: Some(*number) },
            None => Shown { score: protocol::counted(&report, &now), confirmed: None },
        }))
    })
    .await
}

/// A request to confirm the score.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confirm {
    who: String,
    score: Score,
}

/// Confirms the score.
pub async fn confirm(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
    Json(asked): Json<Confirm>,
) -> Result<Json<Lines>, Refusal> {
    rulings::only_referee(role)?;
    let case = case(&served, &id, role).await?;
    away(move || {
        rulings::words(&asked.who, "")?;
        let Confirm { who, score } = asked;
        let counts = [score.rounds, score.slaps, score.yellow, score.red];
        if counts.as_flattened().iter().any(|&count| count > MOST)
            || !score.names.iter().all(|name| rulings::fits(name))
        {
            return Err(Refusal(StatusCode::BAD_REQUEST, say("refused.score").to_owned()));
        }
        rulings::append(&case, who, role, Act::ScoreConfirmed { score })
    })
    .await
}
