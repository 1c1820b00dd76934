//! Which request does what.
//!
//! Every request passes the checks of [`super::access`] first. What reads is GET, what writes is POST with JSON. Work that decodes or waits
//! for the disk is done off the server's own threads.

use super::access::{self, COOKIE, Counted, Role};
use super::cases::{Case, Film};
use super::text::say;
use super::{Served, handouts, looks, moments, page, rulings, score};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use serde::Deserialize;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

/// Largest body of a request, bytes.
const MOST_BODY: usize = 64 << 10;
/// Longest address of a request, bytes.
const MOST_ADDRESS: usize = 2048;

/// A refusal: its status, and a sentence for people.
pub struct Refusal(pub StatusCode, pub String);

impl Refusal {
    /// Something that is not there.
    pub fn missing(why: impl Into<String>) -> Refusal {
        Refusal(StatusCode::NOT_FOUND, why.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(serde_json::json!({ "error": self.1 }))).into_response()
    }
}

type Answer<T> = Result<T, Refusal>;
/// What a handler is given.
pub type Ours = State<Arc<Served>>;

/// All routes.
pub fn router(served: Arc<Served>) -> Router {
    let cases = Router::new()
        .route("/api/cases", get(list))
        .route("/api/case/{id}", get(one))
        .route("/api/case/{id}/times/{film}", get(times))
        .route("/api/case/{id}/frame/{film}/{index}", get(frame))
        .route("/api/case/{id}/zones/{camera}", get(zones))
        .route("/api/case/{id}/seen/{camera}", get(seen))
        .route("/api/case/{id}/wave/{film}", get(wave))
        .route("/api/case/{id}/strip/{incident}/{camera}", get(strip))
        .route("/api/case/{id}/journal", get(rulings::journal))
        .route("/api/case/{id}/rule", post(rulings::rule))
        .route("/api/case/{id}/note", post(rulings::note))
        .route("/api/case/{id}/undo", post(rulings::undo))
        .route("/api/case/{id}/allow", post(rulings::allow))
        .route("/api/case/{id}/correct", post(handouts::correct))
        .route("/api/case/{id}/score", get(score::shown).post(score::confirm))
        .route("/api/case/{id}/protocol", get(handouts::protocol))
        .route("/api/case/{id}/archive", get(handouts::archive))
        .route("/api/case/{id}/moment", get(moments::progress).post(moments::begin));
    Router::new()
        .route("/", get(|| async { Html(page::PAGE) }))
        .route("/page/{name}", get(|Path(name): Path<String>| async move { page::file(&name) }))
        .route("/favicon.ico", get(|| async { StatusCode::NO_CONTENT }))
        .route("/api/me", get(me))
        .route("/api/code", post(code))
        .merge(cases)
        .fallback(|| async { Refusal::missing(say("refused.page")) })
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&served), guard))
        .with_state(served)
}

/// Refuses what does not come from our page, what is too much, and who has no role; says how the answer may be used.
async fn guard(
    State(served): Ours,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let writes = request.method() == Method::POST;
    let path = request.uri().path();
    let counted = match (path, writes) {
        ("/api/code", _) => Counted::Code,
        (_, true) => Counted::Write,
        (_, false) => Counted::Look,
    };
    let refuse = |status: StatusCode, why: &str| sealed(Refusal(status, why.to_owned()).into_response());
    if let Err(status) = access::own_page(request.headers(), peer.ip(), writes) {
        return refuse(status, say("refused.elsewhere"));
    }
    if request.uri().to_string().len() > MOST_ADDRESS {
        return refuse(StatusCode::URI_TOO_LONG, say("refused.address"));
    }
    if !served.access.may(peer.ip(), counted, Instant::now()) {
        return refuse(StatusCode::TOO_MANY_REQUESTS, say("refused.often"));
    }
    let role = served.access.role(peer.ip(), request.headers());
    let open =
        matches!(path, "/" | "/favicon.ico") || path.starts_with("/page/") || path == "/api/me" || path == "/api/code";
    if role.is_none() && !open {
        return refuse(StatusCode::UNAUTHORIZED, say("refused.door"));
    }
    if let Some(role) = role {
        request.extensions_mut().insert(role);
    }
    sealed(next.run(request).await)
}

/// The answer with the headers that keep it where it belongs.
fn sealed(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    // The protocol brings its own.
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(page::POLICY));
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    answer
}

/// The report that a request names, if whoever asks may see it (C.5.3).
pub async fn case(served: &Arc<Served>, id: &str, role: Role) -> Answer<Case> {
    let (served, id) = (Arc::clone(served), id.to_owned());
    away(move || {
        let case = served.case(&id).ok_or_else(|| Refusal::missing(say("refused.report")))?;
        if case.link_out.is_some() {
            return Err(Refusal(StatusCode::FORBIDDEN, say("refused.link").to_owned()));
        }
        if role != Role::Referee && !rulings::assistants_allowed(&case) {
            let why = say("refused.others");
            return Err(Refusal(StatusCode::FORBIDDEN, why.to_owned()));
        }
        Ok(case)
    })
    .await
}

/// Does what takes its time, off the server's threads.
pub async fn away<T: Send + 'static>(work: impl FnOnce() -> Answer<T> + Send + 'static) -> Answer<T> {
    let broken = |_| Refusal(StatusCode::INTERNAL_SERVER_ERROR, say("refused.broken").to_owned());
    tokio::task::spawn_blocking(work).await.map_err(broken)?
}

async fn me(role: Option<Extension<Role>>) -> Json<serde_json::Value> {
    Json(serde_json::json!({ "role": role.map(|Extension(role)| role) }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Code {
    code: String,
}

async fn code(State(served): Ours, Json(given): Json<Code>) -> Answer<Response> {
    let wrong = || Refusal(StatusCode::UNAUTHORIZED, say("refused.code").to_owned());
    let (role, cookie) = served.access.exchange(&given.code).ok_or_else(wrong)?;
    let cookie = format!("{COOKIE}={cookie}; Path=/; HttpOnly; SameSite=Strict");
    Ok(([(header::SET_COOKIE, cookie)], Json(serde_json::json!({ "role": role }))).into_response())
}

async fn list(State(served): Ours, Extension(role): Extension<Role>) -> Answer<Json<Vec<looks::Row>>> {
    away(move || {
        let mut cases = served.cases();
        cases.retain(|case| role == Role::Referee || rulings::assistants_allowed(case));
        Ok(Json(cases.iter().map(looks::row).collect()))
    })
    .await
}

async fn one(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path(id): Path<String>,
) -> Answer<Json<looks::Whole>> {
    let case = case(&served, &id, role).await?;
    away(move || {
        served.films.forget(&case);
        looks::whole(&case).map(Json).map_err(Refusal::missing)
    })
    .await
}

/// A film that a request names, open.
async fn film(served: &Arc<Served>, role: Role, id: &str, film: &str) -> Answer<Arc<super::films::Opened>> {
    let film = Film::parse(film).ok_or_else(|| Refusal::missing(say("refused.recording")))?;
    let (case, served) = (case(served, id, role).await?, Arc::clone(served));
    away(move || served.films.recording(&case, film).map_err(Refusal::missing)).await
}

async fn times(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path((id, name)): Path<(String, String)>,
) -> Answer<Json<looks::Times>> {
    let film = film(&served, role, &id, &name).await?;
    Ok(Json(looks::times(&film)))
}

/// Where the player is, when a frame is only fetched ahead.
#[derive(Deserialize)]
struct Ahead {
    at: Option<u64>,
}

async fn frame(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path((id, name, index)): Path<(String, String, u64)>,
    Query(Ahead { at }): Query<Ahead>,
) -> Answer<Response> {
    let film = film(&served, role, &id, &name).await?;
    away(move || {
        let jpeg = film.frames.frame(index, at).map_err(|why| Refusal::missing(why.to_string()))?;
        Ok(match jpeg {
            Some(jpeg) => ([(header::CONTENT_TYPE, "image/jpeg")], jpeg.as_ref().clone()).into_response(),
            // The player went elsewhere meanwhile.
            None => StatusCode::NO_CONTENT.into_response(),
        })
    })
    .await
}

/// A span of file seconds.
#[derive(Deserialize)]
struct Span {
    from: f64,
    to: f64,
    bins: Option<usize>,
}

impl Span {
    fn checked(self) -> Answer<Span> {
        if self.from.is_finite() && self.to.is_finite() && self.from <= self.to {
            return Ok(self);
        }
        Err(Refusal(StatusCode::BAD_REQUEST, say("refused.span").to_owned()))
    }
}

async fn zones(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path((id, camera)): Path<(String, usize)>,
) -> Answer<Json<looks::Zones>> {
    let case = case(&served, &id, role).await?;
    away(move || {
        let shown = served.films.seen(&case, camera.min(1)).map_err(Refusal::missing)?;
        Ok(Json(looks::zones(&shown)))
    })
    .await
}

async fn seen(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path((id, camera)): Path<(String, usize)>,
    Query(span): Query<Span>,
) -> Answer<Json<Vec<looks::Seen>>> {
    let (case, span) = (case(&served, &id, role).await?, span.checked()?);
    away(move || {
        let shown = served.films.seen(&case, camera.min(1)).map_err(Refusal::missing)?;
        Ok(Json(looks::seen(&shown, span.from, span.to)))
    })
    .await
}

async fn wave(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path((id, name)): Path<(String, String)>,
    Query(span): Query<Span>,
) -> Answer<Json<Vec<u8>>> {
    let (film, span) = (film(&served, role, &id, &name).await?, span.checked()?);
    away(move || {
        let wave = film.wave().ok_or_else(|| Refusal::missing(say("refused.silent")))?;
        Ok(Json(wave.bins(span.from, span.to, span.bins.unwrap_or(1000).clamp(1, 8000))))
    })
    .await
}

async fn strip(
    State(served): Ours,
    Extension(role): Extension<Role>,
    Path((id, incident, camera)): Path<(String, usize, usize)>,
) -> Answer<Response> {
    let case = case(&served, &id, role).await?;
    away(move || {
        let png = looks::strip(&case, incident, camera).ok_or_else(|| Refusal::missing(say("refused.strip")))?;
        Ok(([(header::CONTENT_TYPE, "image/png")], png).into_response())
    })
    .await
}
