//! Cutting a clip to the exact frame.

use super::encode::Encoder;
use super::error::{VideoError, shown};
use super::reader::Reader;
use std::path::Path;

/// What a cut holds.
#[derive(Debug, Clone, PartialEq)]
pub struct CutReport {
    /// Frames.
    pub frames: u64,
    /// Time of the first, seconds of the recording.
    pub first_t: f64,
    /// Time of the last, seconds of the recording.
    pub last_t: f64,
}

/// Writes the frames from `from` to `to` (seconds of the recording, both included) with their sound as a
/// clip of its own. Each frame keeps its distance from the first.
///
/// # Errors
/// When the recording cannot be read, the span holds no frame, or the clip cannot be written.
pub fn cut(path: &Path, from: f64, to: f64, out: &Path, threads: usize) -> Result<CutReport, VideoError> {
    let mut reader = Reader::open_with(path, threads)?;
    reader.seek(from)?;
    let leeway = 1e-6;
    let empty = || VideoError::NothingToCut { path: shown(path), from, to };
    let first = reader.next_frame()?.filter(|frame| frame.t <= to + leeway).ok_or_else(empty)?;
    let first_t = first.t;
    let track = super::audio::read(path, first_t, to + 1.0 / reader.info().fps_nominal)?;
    let rate = track.as_ref().map(|track| track.sample_rate);
    let mut encoder = Encoder::create_like(out, &first, rate)?;
    if let Some(track) = track {
        // Sound that starts after the first frame is preceded by silence.
        let lead = ((track.start_t - first_t).max(0.0) * f64::from(track.sample_rate)).round() as usize;
        encoder.push_audio(&vec![0.0; lead])?;
        encoder.push_audio(&track.samples)?;
    }
    let mut report = CutReport { frames: 0, first_t, last_t: first_t };
    let mut next = Some(first);
    while let Some(frame) = next.filter(|frame| frame.t <= to + leeway) {
        encoder.push_frame(&frame, frame.t - first_t)?;
        report.frames += 1;
        report.last_t = frame.t;
        next = reader.next_frame()?;
    }
    encoder.finish()?;
    Ok(report)
}
