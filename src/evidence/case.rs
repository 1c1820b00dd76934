//! Everything a review found, as the report needs it.

use crate::base::{Image, Point, Rank, Side};
use crate::facts::{Event, Incident, Observation, SlapChallenge};
use crate::video::SourceInfo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the table was found.
#[derive(Debug, Clone)]
pub struct CalibrationSummary {
    /// `lines`, `points`, `markers` or `file`.
    pub method: String,
    /// Root mean square distance of the evidence from the model, millimetres.
    pub residual_mm: f64,
    /// Movements of mats or camera seen later.
    pub drift: Vec<Drift>,
    /// Side of the picture on which Player 1 sits.
    pub player1_side: Side,
    /// Outlines of mats and zones in the picture, by name.
    pub zones: Vec<(String, Vec<Point<Image>>)>,
}

/// A movement of the mats or the camera.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Drift {
    /// When it was seen, file seconds.
    pub t: f64,
    /// How far, millimetres on the table.
    pub shift_mm: f64,
}

/// What the Centre Piles show from a moment on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tops {
    /// From when, file seconds.
    pub t: f64,
    /// Left pile; null when empty or unknown.
    pub left: Option<Rank>,
    /// Right pile; null when empty or unknown.
    pub right: Option<Rank>,
}

/// A time in which something could not be seen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Unreadable {
    /// From when, file seconds.
    pub from: f64,
    /// Until when, file seconds.
    pub to: f64,
    /// What, and why.
    pub why: String,
}

/// How much of a recording was looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Effort {
    /// Frames in which hands were looked for.
    pub frames: u64,
    /// Those in which cards were read: the picture around them had changed.
    pub card_frames: u64,
}

/// A finished review.
#[derive(Debug, Clone)]
pub struct Case {
    /// How much was looked at.
    pub effort: Effort,
    /// The recording.
    pub source: SourceInfo,
    /// The Laws judged by.
    pub laws: String,
    /// The table.
    pub calibration: CalibrationSummary,
    /// What vision saw, by frame.
    pub observations: Vec<Observation>,
    /// What happened, by time.
    pub events: Vec<Event>,
    /// Slap challenges, by time.
    pub slaps: Vec<SlapChallenge>,
    /// Incidents, by time.
    pub incidents: Vec<Incident>,
    /// What the piles showed, by time.
    pub tops: Vec<Tops>,
    /// What could not be seen, by time.
    pub unreadable: Vec<Unreadable>,
    /// The reviewed span, file seconds.
    pub reviewed: (f64, f64),
    /// Remarks for the reader.
    pub notes: Vec<String>,
}
