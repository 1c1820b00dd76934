//! The page's own files, from the binary: nothing is fetched from elsewhere, nothing is built.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// The page.
pub const PAGE: &str = include_str!("page/index.html");

/// Name, kind, text.
const FILES: [(&str, &str, &str); 13] = [
    ("style.css", "text/css; charset=utf-8", include_str!("page/style.css")),
    ("text.json", "application/json", super::text::FILE),
    ("app.js", JS, include_str!("page/app.js")),
    ("words.js", JS, include_str!("page/words.js")),
    ("frames.js", JS, include_str!("page/frames.js")),
    ("player.js", JS, include_str!("page/player.js")),
    ("overlay.js", JS, include_str!("page/overlay.js")),
    ("timeline.js", JS, include_str!("page/timeline.js")),
    ("strip.js", JS, include_str!("page/strip.js")),
    ("verdict.js", JS, include_str!("page/verdict.js")),
    ("ruling.js", JS, include_str!("page/ruling.js")),
    ("score.js", JS, include_str!("page/score.js")),
    ("correct.js", JS, include_str!("page/correct.js")),
];
const JS: &str = "text/javascript; charset=utf-8";

/// What the browser may load and do: our own files and pictures, nothing written into the page.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the page.
pub fn file(name: &str) -> Response {
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, text)) => (
            [(CONTENT_TYPE, HeaderValue::from_static(kind)), (CACHE_CONTROL, HeaderValue::from_static("no-cache"))],
            *text,
        )
            .into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
