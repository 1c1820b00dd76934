//! A line of a file: an event with its instant, as in a report, a sight, or an act of the books.
//!
//! An event has `t` and a kind of the contract; its bounds and its confidence may be left out, and a card may
//! be written in short, `"7h"`. A sight has one of the [`KINDS`] ([`sights::line`](mod@sights::line)). Every other line is an act
//! ([`books::line`]).

use super::Told;
use crate::facts::{Event, EventKind};
use crate::law::isf::books::act::Face;
use crate::law::isf::books::{self, line::NotAnAct};
use crate::law::isf::sights::{self, KINDS, NotASight};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;
use serde_json::{Error, Map, Value};

/// Why a line tells nothing.
#[derive(Debug, thiserror::Error)]
pub enum NotTold {
    /// Not JSON, or not the fields of an event.
    #[error("{0}")]
    Json(#[from] Error),
    /// Neither an event nor an act.
    #[error(transparent)]
    Act(#[from] NotAnAct),
    /// A sight with something wrong in it.
    #[error(transparent)]
    Sight(#[from] NotASight),
}

/// Reads one line.
///
/// # Errors
/// [`NotTold`]: what is wrong with it.
pub fn read_line(line: &str) -> Result<Told, NotTold> {
    let fields = match serde_json::from_str(line)? {
        Value::Object(fields) => fields,
        _ => return Err(NotAnAct::NotAnObject.into()),
    };
    let kind = fields.get("kind").and_then(Value::as_str).unwrap_or_default();
    if KINDS.contains(&kind) {
        return Ok(Told::Sight(sights::line::read(fields)?));
    }
    let is_event = EventKind::deserialize(kind.into_deserializer() as StrDeserializer<'_, Error>).is_ok();
    match fields.get("t").and_then(Value::as_f64).filter(|_| is_event) {
        Some(t) => Ok(Told::Event(event(fields, t)?)),
        None => {
            let (act, at) = books::line::read(fields)?;
            Ok(Told::Act { act, at })
        }
    }
}

/// The event of a line, with what was left out.
fn event(mut fields: Map<String, Value>, t: f64) -> Result<Event, Error> {
    for (field, default) in [("lo", t), ("hi", t), ("confidence", 1.0)] {
        fields.entry(field).or_insert(Value::from(default));
    }
    if let Some(card) = fields.get("card").filter(|card| card.is_string()) {
        let Face(card) = serde_json::from_value(card.clone())?;
        fields.insert("card".to_owned(), card.map_or(Value::Null, |card| serde_json::json!(card)));
    }
    serde_json::from_value(Value::Object(fields))
}
