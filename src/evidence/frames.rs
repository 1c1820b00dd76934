//! Frames around a moment, read once and kept as RGB.

use super::error::EvidenceError;
use crate::video::{self, Reader};
use image::RgbImage;
use std::path::Path;

/// Most frames kept at once: a second at 480 a second.
const MOST: usize = 480;

/// A frame as a picture.
pub struct Shot {
    /// File seconds.
    pub t: f64,
    /// The picture.
    pub picture: RgbImage,
}

/// The frames from `from` to `to`, at most `MOST`.
///
/// # Errors
/// When the recording cannot be read.
pub fn between(path: &Path, from: f64, to: f64) -> Result<Vec<Shot>, EvidenceError> {
    let mut reader = Reader::open(path)?;
    reader.seek(from)?;
    let mut shots = Vec::new();
    while let Some(frame) = reader.next_frame()? {
        if frame.t > to + 1e-9 || shots.len() >= MOST {
            break;
        }
        shots.push(Shot { t: frame.t, picture: video::image_rgb(&frame) });
    }
    Ok(shots)
}
