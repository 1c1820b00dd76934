//! The frames of slaps' contacts, as files beside a page: for each attempt the frame that is shown when each hand is down.
//!
//! In: the report's figures, and the recording. Out: names, captions and pictures. A contact lies between frames; its frame is
//! the last one that is presented no later.

use super::case_page::FrameFile;
use super::error::EvidenceError;
use super::frames;
use super::report::Report;
use crate::base::Pile;
use crate::store::archive::FRAMES;
use std::path::Path;

/// A frame that is to be shown, and when it is.
pub struct Planned {
    /// Its name and caption.
    pub file: FrameFile,
    /// The contact, file seconds.
    pub t: f64,
}

/// The frames of a report, in order.
pub fn planned(report: &Report) -> Vec<Planned> {
    let mut all = Vec::new();
    for (slap, row) in report.slaps.iter().enumerate() {
        for (attempt_number, attempt) in row.attempts.iter().enumerate() {
            for (pile, t) in [(Pile::Left, attempt.left_t), (Pile::Right, attempt.right_t)] {
                let Some(t) = t else { continue };
                let player = attempt.player;
                let name =
                    format!("{FRAMES}slap-{}-{}-player-{}-{pile}.jpg", slap + 1, attempt_number + 1, player.number());
                let caption = format!("{player} on the {pile} pile: the frame shown at the contact, {t:.4} s");
                all.push(Planned { file: FrameFile { name, slap, caption }, t });
            }
        }
    }
    all
}

/// The picture of a planned frame, packed as JPEG; `None` where the recording has none.
///
/// # Errors
/// When the recording cannot be read.
pub fn picture(report: &Report, video: &Path, t: f64) -> Result<Option<Vec<u8>>, EvidenceError> {
    let frame = 1.0 / report.source.fps_nominal.max(1.0);
    // Frames may be spaced unevenly; times in the report are rounded to microseconds.
    let shots = frames::between(video, (t - 4.0 * frame).max(0.0), t + frame)?;
    let shown = shots.iter().rev().find(|shot| shot.t <= t + 1e-6).or(shots.first());
    shown.map(|shot| super::jpeg(&shot.picture).map(|picture| picture.bytes)).transpose()
}
