//! How the mats lie in the course of a recording: some pictures a second, from one pass of their own.
//!
//! Decoding once more costs little beside what hands and cards take, and a review that was killed needs no pictures of before.

use crate::base::TimeScale;
use crate::calibration::{Calibration, MatLook, MatWatch};
use crate::facts::{MatSeen, MatsSeen};
use crate::video::{self, Reader, VideoError};
use std::path::Path;

/// Between two looks, real seconds: a mat that is pushed moves a centimetre at most.
const EVERY_SECS: f64 = 0.1;
/// The mats, in the order of [`MatsSeen`], by their names in layouts.
const MATS: [&str; 3] = ["foundation_1", "central", "foundation_2"];

/// How the mats lie between two instants, file seconds.
pub(super) fn watch_mats(
    path: &Path,
    threads: usize,
    calibration: &Calibration,
    scale: TimeScale,
    (from, to): (f64, f64),
) -> Result<Vec<MatsSeen>, VideoError> {
    let order = MATS.map(|id| calibration.layout.mats.iter().position(|mat| mat.id == id));
    let every = EVERY_SECS / scale.real_per_file;
    let mut watch = MatWatch::new(calibration);
    let mut reader = Reader::open_with(path, threads)?;
    reader.seek(from)?;
    let mut seen: Vec<MatsSeen> = Vec::new();
    while let Some(frame) = reader.next_frame()? {
        if frame.t > to + 1e-9 {
            break;
        }
        // Half a tick early keeps the rhythm when the frame rate divides it.
        if seen.last().is_some_and(|last| frame.t - last.t < every - 1e-4) {
            continue;
        }
        let looks = watch.look(&video::image_rgb(&frame));
        let mats = order.map(|mat| {
            let MatLook { middle, shift, turn, coverage, told } = (*looks.get(mat?)?)?;
            Some(MatSeen { middle, shift, turn, coverage: coverage as f32, told })
        });
        seen.push(MatsSeen { t: frame.t, mats });
    }
    Ok(seen)
}
