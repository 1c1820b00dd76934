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
use serde_json::Value;

/// Why a line tells nothing.
#[derive(Debug, thiserror::Error)]
pub enum NotTold {
    /// An event with something wrong in it.
    #[error("{0}")]
    Event(#[from] serde_json::Error),
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
    if let Some(event) = event(line) {
        return Ok(Told::Event(event?));
    }
    if is_sight(line) {
        return Ok(Told::Sight(sights::read_line(line)?));
    }
    let (act, at) = books::read_line(line)?;
    Ok(Told::Act { act, at })
}

/// Whether a line has a sight's kind. It may still be a sight with something wrong in it.
fn is_sight(line: &str) -> bool {
    let value = serde_json::from_str::<Value>(line).ok();
    let kind = value.as_ref().and_then(|value| value.get("kind")?.as_str());
    kind.is_some_and(|kind| KINDS.contains(&kind))
}

/// `None` for a line that is no event.
fn event(line: &str) -> Option<Result<Event, serde_json::Error>> {
    let mut value: Value = serde_json::from_str(line).ok()?;
    let t = value.get("t")?.as_f64()?;
    let fields = value.as_object_mut()?;
    serde_json::from_value::<EventKind>(fields.get("kind")?.clone()).ok()?;
    for (field, default) in [("lo", t), ("hi", t), ("confidence", 1.0)] {
        fields.entry(field).or_insert(Value::from(default));
    }
    if let Some(card) = fields.get("card").filter(|card| card.is_string()) {
        match serde_json::from_value::<Face>(card.clone()) {
            Ok(face) => fields.insert("card".to_owned(), face.0.map_or(Value::Null, |card| serde_json::json!(card))),
            Err(why) => return Some(Err(why)),
        };
    }
    Some(serde_json::from_value(value))
}
