//! Everything a review found, as the report needs it.

use crate::base::{Clock, HandSide, Image, Measured, Pile, Player, Point, Rank, Side};
use crate::facts::{Event, Incident, Observation, SlapChallenge};
use crate::video::SourceInfo;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

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

/// A round, as far as the recording shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Round {
    /// The reveal with which it began, file seconds; null when the recording began later (E.2.3).
    pub from: Option<f64>,
    /// The release of its last card; null when it was not seen to end (H.2.1).
    pub to: Option<f64>,
    /// Who played that card; null when nobody did, or who was first cannot be told (H.6.2).
    pub winner: Option<Player>,
    /// Slaps that Player 1 won in it.
    pub slaps_player1: u32,
    /// Slaps that Player 2 won in it.
    pub slaps_player2: u32,
}

/// A rank that a card may have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MayBe {
    /// Which.
    pub rank: Rank,
    /// How probable it is against the others.
    pub probability: f64,
}

/// What the evidence does not decide: which card lay on a pile. An answers file settles it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Question {
    /// On which pile.
    pub pile: Pile,
    /// From when, file seconds.
    pub from: f64,
    /// Until when, file seconds.
    pub to: f64,
    /// What it may be, the most probable first.
    pub ranks: Vec<MayBe>,
}

impl Question {
    /// The question in words.
    pub fn words(&self) -> String {
        let may = |may: &MayBe| format!("{} ({:.0} %)", may.rank, 100.0 * may.probability);
        let ranks: Vec<String> = self.ranks.iter().map(may).collect();
        let pile = match self.pile {
            Pile::Left => "left",
            Pile::Right => "right",
        };
        format!("Which card lay on the {pile} pile from {:.3} to {:.3} s: {}?", self.from, self.to, ranks.join(", "))
    }
}

impl Round {
    /// The round in words: from when to when, who won, slaps.
    pub fn words(&self) -> String {
        let from = self
            .from
            .map_or_else(|| "had begun before the recording".to_owned(), |t| format!("began at {t:.3} s (E.2.3)"));
        let end = match (self.to, self.winner) {
            (None, _) => "was not seen to end".to_owned(),
            (Some(t), Some(winner)) => format!("ended at {t:.3} s with {winner}'s last card (H.2.1)"),
            (Some(t), None) => format!("ended at {t:.3} s; whose last card came first cannot be told (H.6.2)"),
        };
        format!("{from}, {end}; slaps won: Player 1 {}, Player 2 {}.", self.slaps_player1, self.slaps_player2)
    }
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
    /// The nearest sound, its delay taken off; null when the hand was surely not heard.
    pub sound: Option<Measured>,
    /// The probability that the hand was heard at all.
    pub sound_probability: f64,
    /// The probability that the hand lies on top of the other player's on that pile, and so came later, by how both are seen; null
    /// when none lies there with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_top: Option<f64>,
}

/// How a second camera saw the same table, on its own clock.
#[derive(Debug, Clone)]
pub struct SecondView {
    /// Its recording.
    pub video: PathBuf,
    /// The same as its file says.
    pub source: SourceInfo,
    /// Its table.
    pub calibration: CalibrationSummary,
    /// What vision saw in it, by frame.
    pub observations: Vec<Observation>,
    /// How its clock runs against the first one's.
    pub clock: Clock,
    /// What told the clock: `sound`, `hands` or `told`.
    pub clock_by: String,
    /// How many arrivals of hands both cameras saw, by which the clock was made finer.
    pub hands_in_both: u64,
}

impl Case {
    /// The rounds that were seen to begin or end: of the others there is nothing to say.
    pub fn told_rounds(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(|round| round.from.is_some() || round.to.is_some())
    }
}

impl SecondView {
    /// How much later than the first recording this one began, real seconds; less than 0 when it began earlier.
    pub fn began_secs(&self) -> f64 {
        self.clock.to_first(0.0) * self.clock.scales.0.real_per_file
    }

    /// What told the clock, in words.
    pub fn clock_told_by(&self) -> String {
        let hands = match self.hands_in_both {
            0 => String::new(),
            n => format!(" and {n} arrivals of hands that both saw"),
        };
        match self.clock_by.as_str() {
            "sound" => format!("by what both heard{hands}"),
            "told" => format!("as told{hands}"),
            _ => format!("by {} arrivals of hands that both saw", self.hands_in_both),
        }
    }
}

/// A finished review.
#[derive(Debug, Clone)]
pub struct Case {
    /// The second camera, when there is one.
    pub also: Option<SecondView>,
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
    /// What only a human can answer, by time.
    pub questions: Vec<Question>,
    /// Rounds, by time; at least one.
    pub rounds: Vec<Round>,
    /// What could not be seen, by time.
    pub unreadable: Vec<Unreadable>,
    /// The reviewed span, file seconds.
    pub reviewed: (f64, f64),
    /// Remarks for the reader.
    pub notes: Vec<String>,
    /// How it was made.
    pub made: super::Made,
}
