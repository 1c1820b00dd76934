//! What is handed on from the page: the protocol of the match, for printing (C.4.4, I.6.1), and the case as one archive; and the other
//! way round, what a referee puts right, after which the case is judged again.

use super::access::Role;
use super::cases::Film;
use super::routes::{Ours, Refusal, away, case};
use super::rulings::{self, Lines};
use super::text::say;
use crate::pipeline::case::CaseError;
use crate::pipeline::{corrections, export};
use crate::store::journal::Correction;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;

/// What the browser may do with the protocol: show it. Its style is its own, so that it can be kept as one file.
const SHEET: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// Most corrections in one request.
const MOST_CORRECTIONS: usize = 32;

fn refused(why: &CaseError) -> Refusal {
    let status = match why {
        CaseError::Report { .. } | CaseError::NoReports { .. } => StatusCode::NOT_FOUND,
        _ => StatusCode::CONFLICT,
    };
    Refusal(status, why.to_string())
}

/// The protocol of the match.
pub async fn protocol(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let case = case(&served, &id, role).await?;
    away(move || {
        let page = export::protocol_page(&case.folder).map_err(|why| refused(&why))?;
        Ok(([(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(SHEET))], Html(page)).into_response())
    })
    .await
}

/// The case as an archive that opens elsewhere without a server.
pub async fn archive(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    rulings::only_referee(role)?;
    let case = case(&served, &id, role).await?;
    away(move || {
        let broken = |why: std::io::Error| Refusal(StatusCode::INTERNAL_SERVER_ERROR, why.to_string());
        let folder = tempfile::tempdir().map_err(broken)?;
        let file = folder.path().join("case.zip");
        let video = served.films.recording(&case, Film::Camera(0)).ok().map(|film| film.path().to_path_buf());
        export::archive(&case.folder, &file, video.as_deref(), &mut |_, _| {}).map_err(|why| refused(&why))?;
        let bytes = std::fs::read(&file).map_err(broken)?;
        let kind = (header::CONTENT_TYPE, HeaderValue::from_static("application/zip"));
        let name = (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"case.zip\""));
        Ok(([kind, name], bytes).into_response())
    })
    .await
}

/// A request to put something right.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correct {
    who: String,
    corrections: Vec<Correction>,
}

/// Puts something right; the case is judged again from what was seen, and the journal says what was changed.
pub async fn correct(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
    Json(asked): Json<Correct>,
) -> Result<Json<Lines>, Refusal> {
    rulings::only_referee(role)?;
    let case = case(&served, &id, role).await?;
    away(move || {
        rulings::words(&asked.who, "")?;
        let t = |correction: &Correction| match correction {
            Correction::Top { t, .. } | Correction::Play { t, .. } | Correction::DidNotHappen { t, .. } => *t,
        };
        let some = (1..=MOST_CORRECTIONS).contains(&asked.corrections.len());
        if !some || !asked.corrections.iter().all(|correction| t(correction).is_finite()) {
            return Err(Refusal(StatusCode::BAD_REQUEST, say("refused.correction").to_owned()));
        }
        corrections::correct(&case.folder, &rulings::by(asked.who, role), asked.corrections)
            .map_err(|why| refused(&why))?;
        rulings::all(&case)
    })
    .await
}
