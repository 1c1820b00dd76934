//! What a camera set-up can tell: its real frame rate, exposure, shutter and sound, measured from a recording.
//!
//! In: presentation times, luma planes, sound (from whoever reads the file). Out: a [`CameraProfile`], and the
//! smallest margin that such a camera can call. It reads no video itself, knows no table, no cards and no hands, and
//! corrects nothing.
//!
//! - [`watch`]: what is kept of each picture.
//! - [`stamps`]: frame rate and missing frames by the presentation times.
//! - [`flash`], [`lamp`]: a light of known frequency as a clock; exposure and readout by it.
//! - [`repeats`]: repeated and mixed frames.
//! - [`edges`]: the exposure from moving edges.
//! - [`mains`]: the readout from mains flicker.
//! - [`clap`]: sound against picture.
//! - [`margin`]: the smallest margin.
//! - [`mod@measure`]: all of them on one recording. [`mod@file`]: the profile on disk.

pub mod clap;
pub mod edges;
pub mod figure;
pub mod file;
pub mod flash;
pub mod lamp;
pub mod mains;
pub mod margin;
pub mod measure;
mod numbers;
pub mod repeats;
pub mod stamps;
pub mod watch;

pub use clap::Heard;
pub use figure::{Figure, Known, Unknown};
pub use file::{CameraFileError, load};
pub use measure::{Evidence, measure};
pub use stamps::Gap;
pub use watch::{Luma, RowOrder, Watch};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The schema name this program reads and writes.
pub const CAMERA_SCHEMA: &str = "slapsight.camera/1";

/// Which recording was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Recording {
    /// As given by the user.
    pub path: String,
    /// Of the file's bytes, hexadecimal.
    pub sha256: String,
    /// Upright width, pixels.
    pub width: usize,
    /// Upright height, pixels.
    pub height: usize,
    /// Frames in the file.
    pub frames: u64,
    /// Frames whose pictures were looked at, from the first on.
    pub pictures: u64,
    /// Frames a file second as a player takes it, from the file's header.
    pub nominal_fps: f64,
}

/// What a camera set-up can tell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CameraProfile {
    /// `slapsight.camera/1`.
    pub schema: String,
    /// The recording that was measured.
    pub recording: Recording,
    /// Frequency of the light that was said to flash, hertz.
    pub flash_hz: Option<f64>,
    /// Frames a file second, by the presentation times.
    pub file_fps: Figure,
    /// Frames a real second.
    pub capture_fps: Figure,
    /// Real seconds that pass in a file second: below 1 for slow motion.
    pub real_per_file: Figure,
    /// Real pictures a real second, without repeated and mixed frames.
    pub effective_fps: Figure,
    /// Standard deviation of the frames' times about an even rate, real seconds.
    pub unevenness_s: Figure,
    /// Frames missing in whole gaps of the presentation times.
    pub dropped_frames: Figure,
    /// The first hundred of these gaps.
    pub gaps: Vec<Gap>,
    /// Frames missing although the presentation times show no gap.
    pub missing_without_gap: Figure,
    /// Share of the frames that repeat the one before.
    pub repeated_share: Figure,
    /// Share of the frames that are mixed from their neighbours.
    pub interpolated_share: Figure,
    /// How long a row gathers light, real seconds.
    pub exposure_s: Figure,
    /// From the first row's exposure to the last row's, real seconds; positive in the order of `row_order`.
    pub readout_s: Figure,
    /// How the sensor's rows follow each other in the upright picture, such as `top to bottom`.
    pub row_order: String,
    /// How much later the sound comes than the picture, seconds.
    pub sound_offset_s: Figure,
    /// The probability that the order of two slaps is to be told with.
    pub reliability: f64,
    /// The smallest margin that can be called with it, real milliseconds.
    pub smallest_margin_ms: Figure,
    /// What whoever films should know, each in a sentence.
    pub warnings: Vec<String>,
}
