//! A moment that the referee names, reviewed on demand (A.3.3): `review --at` in a thread, its progress as events.
//!
//! The report of the moment lies in the folder `moments` of the report it belongs to, and the journal says that it was made. One moment is
//! reviewed at a time: a second would make both late.

use super::access::Role;
use super::cases::{self, Film};
use super::routes::{Ours, Refusal, away, case};
use super::rulings;
use super::text::say;
use crate::pipeline::case::MOMENTS;
use crate::pipeline::{self, Filmed, Options};
use crate::store::journal::Act;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};
use tokio::sync::watch;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

/// How far a review is.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Far {
    stage: String,
    done: f64,
    /// The identifier of the report, once it is there.
    report: Option<String>,
    /// Why there is none.
    error: Option<String>,
}

/// The review that runs, or ran last: of which report, and how far it is.
#[derive(Default)]
pub struct Moments(Mutex<Option<(String, watch::Receiver<Far>)>>);

/// A request to review a moment.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    who: String,
    t: f64,
}

fn ended(state: &Far) -> bool {
    state.report.is_some() || state.error.is_some()
}

/// Begins to review a moment.
pub async fn begin(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
    Json(asked): Json<Moment>,
) -> Result<Json<Far>, Refusal> {
    rulings::only_referee(role)?;
    let case = case(&served, &id, role).await?;
    away(move || {
        rulings::words(&asked.who, "")?;
        let report = cases::report(&case).map_err(Refusal::missing)?;
        if !(asked.t.is_finite() && asked.t >= 0.0 && asked.t <= report.source.duration_s) {
            return Err(Refusal(StatusCode::BAD_REQUEST, say("refused.moment.none").to_owned()));
        }
        let video = served.films.recording(&case, Film::Camera(0)).map_err(Refusal::missing)?.path().to_path_buf();
        let mut running = served.moments.0.lock().unwrap_or_else(PoisonError::into_inner);
        // One that broke off tells nothing any more.
        if running.as_ref().is_some_and(|(_, far)| !ended(&far.borrow()) && far.has_changed().is_ok()) {
            return Err(Refusal(StatusCode::CONFLICT, say("refused.moment.busy").to_owned()));
        }
        let (tell, told) = watch::channel(Far::default());
        *running = Some((case.id.clone(), told));
        let name = format!("{MOMENTS}/at-{:.3}", asked.t);
        let filmed = Filmed {
            video,
            calibration: None,
            player1: Some(report.calibration.player1),
            capture_fps: report.source.capture_fps,
        };
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let options = Options { at: Some(asked.t), threads, force: true, ..Options::default() };
        let root = served.root.clone();
        let work = move || {
            let progress = &mut |progress: pipeline::Progress| {
                tell.send_modify(|state| (state.stage, state.done) = (progress.stage.to_owned(), progress.done));
            };
            let out = case.folder.join(&name);
            let reviewed = pipeline::review(&filmed, &out, &options, progress).map_err(|why| why.to_string());
            let noted = reviewed.and_then(|_| {
                let act = Act::Reviewed { t: asked.t, report: name.clone() };
                rulings::append(&case, asked.who, role, act).map_err(|refusal| refusal.1)
            });
            let lost = || say("refused.moment.lost").to_owned();
            let found = noted.and_then(|_| {
                let case = cases::list(&root).into_iter().find(|case| case.folder == out);
                case.map(|case| case.id).ok_or_else(lost)
            });
            tell.send_modify(|state| match found {
                Ok(id) => state.report = Some(id),
                Err(why) => state.error = Some(why),
            });
        };
        std::thread::Builder::new()
            .name("review of a moment".to_owned())
            .spawn(work)
            .map_err(|why| Refusal(StatusCode::INTERNAL_SERVER_ERROR, why.to_string()))?;
        Ok(Json(Far::default()))
    })
    .await
}

/// How far the review of a moment is, as events until it ends.
pub async fn progress(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let case = case(&served, &id, role).await?;
    let running = served.moments.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let told = running.filter(|(of, _)| *of == case.id).map(|(_, told)| told);
    let told = told.ok_or_else(|| Refusal::missing(say("refused.moment.idle")))?;
    let rows = WatchStream::new(told).map(|state| Ok(Event::default().json_data(&state).unwrap_or_default()));
    Ok(Sse::new(rows).keep_alive(KeepAlive::default()))
}
