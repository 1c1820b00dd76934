//! A line of a file of acts: the act, and the instant if the line has one.
//!
//! `{"kind": "play", "player": 1, "pile": "left", "card": "7h", "t": 12.5}`. `lo` and `hi` bound `t`, as in an
//! event; a `comment` is for readers. Any other field that the act does not know is an error, so that a slip
//! of the pen is found.

use super::act::Act;
use crate::base::Measured;
use serde_json::{Map, Value};

/// Why a line is no act.
#[derive(Debug, thiserror::Error)]
pub enum NotAnAct {
    /// Not JSON, or not the fields of an act.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// JSON, but not an object.
    #[error("an act is a JSON object such as {{\"kind\": \"stalemate\"}}")]
    NotAnObject,
    /// The act has no such field.
    #[error("this act has no field `{0}`")]
    UnknownField(String),
    /// `t`, `lo` or `hi` is no number, or the interval does not hold the instant.
    #[error("the instant needs a number t, with lo and hi on either side of it if they are given")]
    Instant,
}

/// Reads one line.
///
/// # Errors
/// [`NotAnAct`]: what is wrong with it.
pub fn read_line(line: &str) -> Result<(Act, Option<Measured>), NotAnAct> {
    match serde_json::from_str(line)? {
        Value::Object(fields) => read(fields),
        _ => Err(NotAnAct::NotAnObject),
    }
}

/// Reads a line that has been parsed.
pub(in crate::law::isf) fn read(mut fields: Map<String, Value>) -> Result<(Act, Option<Measured>), NotAnAct> {
    fields.remove("comment");
    let at = instant(&mut fields)?;
    // Acts without fields of their own would take any with them in silence.
    let beside = fields.keys().find(|field| *field != "kind").cloned();
    let act: Act = serde_json::from_value(Value::Object(fields))?;
    match beside.filter(|_| act.has_no_fields()) {
        Some(field) => Err(NotAnAct::UnknownField(field)),
        None => Ok((act, at)),
    }
}

fn instant(fields: &mut Map<String, Value>) -> Result<Option<Measured>, NotAnAct> {
    let mut number = |name: &str| match fields.remove(name) {
        None => Ok(None),
        Some(value) => value.as_f64().filter(|number| number.is_finite()).map(Some).ok_or(NotAnAct::Instant),
    };
    let (t, lo, hi, shared) = (number("t")?, number("lo")?, number("hi")?, number("shared")?.unwrap_or(0.0));
    let Some(t) = t else { return if lo.or(hi).is_some() { Err(NotAnAct::Instant) } else { Ok(None) } };
    let at = Measured { t, lo: lo.unwrap_or(t), hi: hi.unwrap_or(t), shared, ..Measured::default() };
    if at.lo <= t && t <= at.hi { Ok(Some(at)) } else { Err(NotAnAct::Instant) }
}
