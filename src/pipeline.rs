//! The order of the rooms: a recording in, a case for the referee out.
//!
//! This is the only file that knows what comes after what. It prints nothing; progress goes to the
//! caller.

use crate::base::{Side, TimeScale};
use crate::calibration::{self, Calibration, CalibrationError, Layout};
use crate::events::{self, Zones};
use crate::evidence::{self, EvidenceError};
use crate::facts::{CardSeen, Frame, HandSeen, Observation};
use crate::incidents;
use crate::law::isf;
use crate::reconstruct;
use crate::video::{self, Reader, VideoError};
use crate::vision::cards::CardReader;
use crate::vision::hands::{self, HandTracker, RawHand};
use crate::vision::piles::PileAreas;
use crate::vision::{Models, VisionError};
use std::path::{Path, PathBuf};

/// Pictures looked at to find the table.
const CALIBRATION_PICTURES: usize = 9;
/// Between two readings of the cards, real seconds.
const CARDS_EVERY_SECS: f64 = 0.033;
/// What `--at` looks at before and after the moment, real seconds.
const AT_SECS: (f64, f64) = (2.5, 1.5);

/// How to review.
#[derive(Debug, Clone)]
pub struct Options {
    /// What is drawn on the mats; the reference layout when `None`.
    pub layout: Option<PathBuf>,
    /// A calibration file; found from the mats' lines when `None`.
    pub calibration: Option<PathBuf>,
    /// Side of the picture Player 1 sits on; the calibration's own choice when `None`.
    pub player1: Option<Side>,
    /// Frames a second as filmed, over what the file's tags say.
    pub capture_fps: Option<f64>,
    /// Start, file seconds.
    pub from: Option<f64>,
    /// End, file seconds.
    pub to: Option<f64>,
    /// One disputed moment, file seconds.
    pub at: Option<f64>,
    /// Worker threads.
    pub threads: usize,
    /// Below this probability an order is too close to call (F.6.1).
    pub reliability: f64,
    /// Replace an existing report.
    pub force: bool,
}

/// Why a review failed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The recording.
    #[error(transparent)]
    Video(#[from] VideoError),
    /// The table.
    #[error(transparent)]
    Calibration(#[from] CalibrationError),
    /// The models.
    #[error(transparent)]
    Vision(#[from] VisionError),
    /// The report.
    #[error(transparent)]
    Evidence(#[from] EvidenceError),
    /// Events that the rules engine says cannot be.
    #[error("{path} gives a course of the game that cannot be ({why}); review a shorter part with --from and --to")]
    Impossible {
        /// The recording.
        path: String,
        /// The engine's words.
        why: String,
    },
    /// A span without frames.
    #[error(
        "{path} has no frames between {from:.3} s and {to:.3} s; it lasts {duration:.3} s: choose --from, --to or --at inside it"
    )]
    EmptySpan {
        /// The recording.
        path: String,
        /// Start asked for.
        from: f64,
        /// End asked for.
        to: f64,
        /// Length of the recording.
        duration: f64,
    },
    /// Worker threads could not be made.
    #[error("worker threads could not be started ({0}); try --threads 1")]
    Threads(String),
}

/// What is going on, for a progress line.
#[derive(Debug, Clone)]
pub struct Progress {
    /// Which part of the work, in words.
    pub stage: &'static str,
    /// 0..1 within the stage.
    pub done: f64,
}

/// The span of the recording to look at, file seconds.
fn span(options: &Options, scale: TimeScale) -> (f64, f64) {
    let real = |secs: f64| secs / scale.real_per_file;
    let (mut from, mut to) = (options.from.unwrap_or(0.0), options.to.unwrap_or(f64::INFINITY));
    if let Some(at) = options.at {
        from = from.max(at - real(AT_SECS.0));
        to = to.min(at + real(AT_SECS.1));
    }
    (from.max(0.0), to)
}
