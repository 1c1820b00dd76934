//! Everything a review found, as the report needs it.

use crate::base::{HandSide, Image, Measured, Pile, Player, Point, Rank, Side};
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

/// What the recording's sound told.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sound {
    /// How late the sound is against the picture, milliseconds: the way of the sound and the recorder's own delay.
    pub delay_ms: f64,
    /// Standard deviation of that, milliseconds.
    pub delay_sigma_ms: f64,
    /// True when it was told (`--sound-offset`, `--camera`) rather than learned from the recording alone.
    pub given: bool,
    /// Sudden noises heard.
    pub onsets: u64,
    /// How many arrivals of hands were heard, the expected number.
    pub arrivals_heard: f64,
}

/// A hand's arrival on a pile, cue by cue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Arrival {
    /// From all cues.
    #[serde(flatten)]
    pub at: Measured,
    /// Whose hand.
    pub player: Player,
    /// Which hand.
    pub hand: HandSide,
    /// Which pile.
    pub pile: Pile,
    /// The probability that the pile was touched.
    pub confidence: f64,
    /// From the picture alone.
    pub picture: Measured,
    /// From the sound alone, its delay taken off; null when none was heard.
    pub sound: Option<Measured>,
    /// The probability that that sound was this hand's.
    pub sound_probability: f64,
}

/// A finished review.
#[derive(Debug, Clone)]
pub struct Case {
    /// What was heard; `None` when the recording is silent or its sound was not used.
    pub sound: Option<Sound>,
    /// Arrivals of hands on piles, by time.
    pub arrivals: Vec<Arrival>,
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
