//! A sight as one line of JSON.
//!
//! `{"kind": "hovering", "player": 1, "hand": "left", "over": "left", "t": 3.2, "lo": 3.19, "hi": 3.21,
//! "until": 4.1}`. Of the fields that every kind has, `t` is needed; `lo` and `hi` bound it and are `t` without
//! them, `until` is `t` without it, `player` and `hand` may be unknown, `confidence` is 1 without it, and a
//! `comment` is for readers. The others are those of the kind; any that it does not know is an error, so that a
//! slip of the pen is found.

use super::sight::{Seen, Sight};
use crate::base::Measured;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The kinds of sights. No act and no event of play is written with one of them.
pub const KINDS: [&str; 29] = [
    "hovering",
    "top_hidden",
    "live_card_hidden",
    "deck_touched",
    "deck_out_of_zone",
    "deck_face_up",
    "card_exposed",
    "pre_lift",
    "reveal_in_steps",
    "live_cards",
    "card_between_piles",
    "card_knocked_out",
    "landed_oddly",
    "pile_disturbed",
    "spill",
    "displaced",
    "same_card_twice",
    "joker_seen",
    "card_count",
    "mat_moved",
    "camera_moved",
    "foreign_object",
    "players_touched",
    "hard_strike",
    "rearranged",
    "card_turned",
    "next_card_not_turned",
    "card_dropped",
    "card_flipped",
];

/// Why a line is no sight.
#[derive(Debug, thiserror::Error)]
pub enum NotASight {
    /// Not JSON, or not the fields of its kind.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// JSON, but not an object.
    #[error("a sight is a JSON object such as {{\"kind\": \"joker_seen\", \"t\": 1.5}}")]
    NotAnObject,
    /// No `kind`.
    #[error("a sight needs a kind, such as \"hovering\"")]
    NoKind,
    /// No `t`.
    #[error("a sight needs the instant at which it began: a number t, in seconds")]
    NoInstant,
    /// A field that every kind has, with a value that it cannot have.
    #[error("{field} cannot be {value}: {why}")]
    Field {
        /// Which.
        field: &'static str,
        /// As written.
        value: String,
        /// Why not.
        why: String,
    },
}

/// Reads one line. Whether what it tells can be is for [`judge`](super::judge).
///
/// # Errors
/// [`NotASight`]: what is wrong with it.
pub fn read_line(line: &str) -> Result<Sight, NotASight> {
    match serde_json::from_str(line)? {
        Value::Object(fields) => read(fields),
        _ => Err(NotASight::NotAnObject),
    }
}

pub(in crate::law::isf) fn read(mut fields: Map<String, Value>) -> Result<Sight, NotASight> {
    fields.remove("comment");
    if !fields.contains_key("kind") {
        return Err(NotASight::NoKind);
    }
    let t: f64 = take(&mut fields, "t")?.ok_or(NotASight::NoInstant)?;
    let (lo, hi) = (take(&mut fields, "lo")?.unwrap_or(t), take(&mut fields, "hi")?.unwrap_or(t));
    let (shared, parts) = (take(&mut fields, "shared")?, take(&mut fields, "parts")?);
    let at = Measured { t, lo, hi, shared: shared.unwrap_or(0.0), parts: parts.unwrap_or_default() };
    Ok(Sight {
        at,
        until: take(&mut fields, "until")?.unwrap_or(t),
        player: take(&mut fields, "player")?,
        hand: take(&mut fields, "hand")?,
        confidence: take(&mut fields, "confidence")?.unwrap_or(1.0),
        seen: serde_json::from_value(Value::Object(fields))?,
    })
}

/// Takes a field out; `None` when it is not there or `null`.
fn take<T: DeserializeOwned>(fields: &mut Map<String, Value>, field: &'static str) -> Result<Option<T>, NotASight> {
    let value = fields.remove(field).unwrap_or(Value::Null);
    serde_json::from_value(value.clone()).map_err(|why| NotASight::Field {
        field,
        value: value.to_string(),
        why: why.to_string(),
    })
}

pub(super) fn write(sight: &Sight) -> Map<String, Value> {
    // A sight's own fields are numbers and words: all of them have a form in JSON.
    let mut fields = match serde_json::to_value::<&Seen>(&sight.seen) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let common = [
        ("t", Value::from(sight.at.t)),
        ("lo", sight.at.lo.into()),
        ("hi", sight.at.hi.into()),
        ("until", sight.until.into()),
        ("confidence", sight.confidence.into()),
    ];
    fields.extend(common.map(|(name, value)| (name.to_owned(), value)));
    fields.extend(sight.player.map(|player| ("player".to_owned(), player.number().into())));
    fields.extend(sight.hand.map(|hand| ("hand".to_owned(), hand.to_string().into())));
    fields
}
