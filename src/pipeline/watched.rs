//! What vision saw of a recording, kept on disk while it is watched: a killed review goes on from there, and a finished one can be
//! judged again without watching the recording.
//!
//! The file is one of [`crate::store::blocks`]: a first block of JSON that says which recording was watched, how and with what
//! ([`Header`]), then blocks of frames in `postcard`, each with all that vision knew after the last of them, and a last one with
//! what was heard. What is written does not depend on whether the review was killed in between.

use super::ReviewError;
use super::listen::Listened;
use super::look::{Found, WATCHES};
use super::observe::RawFrame;
use crate::base::{Point, Table};
use crate::calibration::Calibration;
use crate::evidence;
use crate::facts::MatsSeen;
use crate::store::StoreError;
use crate::store::blocks::{Blocks, Reading};
use crate::video::{Damage, SourceInfo};
use crate::vision::cards::{CardSize, Watch};
use crate::vision::cloth::ClothColours;
use crate::vision::hands::tracker::Held;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The schema name of the first block.
const SCHEMA: &str = "slapsight.observations/5";
/// So many frames are a block: a killed review watches no more of them again.
const BLOCK_FRAMES: usize = 64;

/// Which recording was watched, how and with what. What is seen follows from it and the recording.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    schema: String,
    /// This program's version.
    program: String,
    pub(super) source: SourceInfo,
    /// Where it was watched, file seconds; `None` for to its end.
    pub(super) from: f64,
    pub(super) to: Option<f64>,
    pub(super) calibration: Calibration,
    pub(super) seats_told: bool,
    pub(super) drift: Vec<evidence::Drift>,
    /// The colours of the mats' cloth.
    pub(super) cloth: ClothColours,
    /// Digests of the models and of the deck's file.
    pub(super) with: Vec<String>,
}

impl Header {
    pub(super) fn new(
        source: SourceInfo,
        (from, to): (f64, f64),
        Found { calibration, drift, cloth }: Found,
        seats_told: bool,
        with: Vec<String>,
    ) -> Header {
        let (schema, program) = (SCHEMA.to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        let to = to.is_finite().then_some(to);
        Header { schema, program, source, from, to, calibration, seats_told, drift, cloth, with }
    }

    /// Whether frames watched under `self` are those that would be watched under `other`, wherever the file lies.
    fn same(&self, other: &Header) -> bool {
        let source = SourceInfo { path: other.source.path.clone(), ..self.source.clone() };
        Header { source, ..self.clone() } == *other
    }
}

/// All that vision knows after a frame, besides its picture.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct State {
    /// Presentation time of that frame, file seconds.
    pub(super) t: f64,
    pub(super) hands: Held,
    pub(super) watches: [Watch; WATCHES],
    /// What the deck's cards tell of their size so far.
    pub(super) card_size: CardSize,
    /// Frames in which cards were read.
    pub(super) card_frames: u64,
    /// When the piles were read last, and how often.
    pub(super) last_read: f64,
    pub(super) readings: u64,
    /// Where hands would hold a card, on the table.
    pub(super) fingers: Vec<Point<Table>>,
    pub(super) damage: Damage,
}

/// What comes after the last frame.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct End {
    pub(super) damage: Damage,
    pub(super) card_frames: u64,
    pub(super) heard: Listened,
    /// How the mats lay.
    pub(super) mats: Vec<MatsSeen>,
}

#[derive(Serialize, Deserialize)]
struct Block {
    frames: Vec<RawFrame>,
    state: Option<State>,
    end: Option<End>,
}

/// A file of what is watched, open for more.
pub(super) struct Watching {
    file: Blocks,
    frames: Vec<RawFrame>,
}

/// Where watching begins.
pub(super) enum Begin {
    /// Nothing was watched yet that is of use.
    Fresh(Watching),
    /// Up to a frame all was watched.
    After(Watching, Box<State>),
    /// All was watched.
    Whole,
}

impl Watching {
    /// Goes on with what `path` holds of the same recording watched the same way, else starts anew in its stead.
    pub(super) fn begin(path: &Path, header: &Header) -> Result<Begin, ReviewError> {
        if let Some(begin) = go_on(path, header)? {
            return Ok(begin);
        }
        let mut file = Blocks::create(path)?;
        file.add(&serde_json::to_vec(header).map_err(|why| no_file(path, why))?)?;
        Ok(Begin::Fresh(Watching { file, frames: Vec::new() }))
    }

    /// Adds a frame; `state` is asked for when the block is full.
    pub(super) fn add(&mut self, frame: RawFrame, state: impl FnOnce() -> State) -> Result<(), ReviewError> {
        self.frames.push(frame);
        if self.frames.len() < BLOCK_FRAMES {
            return Ok(());
        }
        let frames = std::mem::take(&mut self.frames);
        Ok(self.file.add(&packed(&Block { frames, state: Some(state()), end: None }))?)
    }

    pub(super) fn end(mut self, end: End) -> Result<(), ReviewError> {
        let frames = std::mem::take(&mut self.frames);
        Ok(self.file.add(&packed(&Block { frames, state: None, end: Some(end) }))?)
    }
}

fn packed(block: &Block) -> Vec<u8> {
    // Only a writer that fails, or a map without a length, can make this fail: there is neither.
    postcard::to_stdvec(block).expect("plain records are written to memory")
}

fn no_file(path: &Path, why: impl std::fmt::Display) -> ReviewError {
    ReviewError::Observations { path: path.display().to_string(), why: why.to_string() }
}

/// What an earlier run left at `path`, if it is of use.
fn go_on(path: &Path, header: &Header) -> Result<Option<Begin>, ReviewError> {
    let mut reading = match Reading::open(path) {
        Ok(reading) => reading,
        Err(StoreError::Unreadable { .. } | StoreError::NotBlocks { .. }) => return Ok(None),
        Err(why) => return Err(why.into()),
    };
    let first = reading.next_block()?;
    let was: Option<Header> = first.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    if was.is_none_or(|was| !was.same(header)) {
        return Ok(None);
    }
    let (mut whole, mut state) = (reading.whole(), None);
    while let Some(bytes) = reading.next_block()? {
        let Ok(block) = postcard::from_bytes::<Block>(&bytes) else { break };
        if block.end.is_some() {
            return Ok(Some(Begin::Whole));
        }
        (state, whole) = (block.state, reading.whole());
    }
    let Some(state) = state else { return Ok(None) };
    let watching = Watching { file: Blocks::go_on(path, whole)?, frames: Vec::new() };
    Ok(Some(Begin::After(watching, Box::new(state))))
}

/// A whole file of what was watched.
pub(super) struct Watched {
    pub(super) header: Header,
    pub(super) frames: Vec<RawFrame>,
    pub(super) end: End,
}

impl Watched {
    /// The recording that was watched.
    pub(super) fn source(&self) -> &SourceInfo {
        &self.header.source
    }
}

/// Reads a file that a review has finished.
pub(super) fn load(path: &Path) -> Result<Watched, ReviewError> {
    let mut reading = Reading::open(path)?;
    let first = reading.next_block()?.ok_or_else(|| no_file(path, "it is empty"))?;
    let header: Header = serde_json::from_slice(&first)
        .ok()
        .filter(|header: &Header| header.schema == SCHEMA)
        .ok_or_else(|| no_file(path, "another version of slapsight wrote it"))?;
    let mut frames: Vec<RawFrame> = Vec::new();
    while let Some(bytes) = reading.next_block()? {
        let block: Block =
            postcard::from_bytes(&bytes).map_err(|_| no_file(path, "another version of slapsight wrote it"))?;
        frames.extend(block.frames);
        if let Some(end) = block.end {
            if !possible(&header.source, &frames) {
                return Err(no_file(path, "its times or its picture's size cannot be"));
            }
            return Ok(Watched { header, frames, end });
        }
    }
    Err(no_file(path, "it breaks off before its end"))
}

/// Whether frames can be of such a recording: what divides by a rate or by the time between frames must be able to. Yes does not
/// say that they are.
fn possible(source: &SourceInfo, frames: &[RawFrame]) -> bool {
    let rates = [source.fps_nominal, source.time_scale.real_per_file];
    rates.iter().all(|rate| rate.is_finite() && *rate > 0.0)
        && source.width.min(source.height) > 0
        && frames.iter().all(|frame| frame.t.is_finite())
        && frames.windows(2).all(|two| two[0].t < two[1].t)
}

/// Where the frames of a review that is to be written to `out` are kept until it is done: beside it.
pub(super) fn beside(out: &Path, camera: u8) -> Result<PathBuf, ReviewError> {
    let whole = std::path::absolute(out).map_err(|why| no_file(out, why))?;
    let name = whole.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(whole.with_file_name(format!(".{name}.watched-{camera}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::TimeScale;

    #[test]
    fn frames_that_cannot_be_are_refused() {
        let frames = |times: &[f64]| -> Vec<RawFrame> {
            let frame = |(i, &t): (usize, &f64)| RawFrame {
                index: i as u64,
                t,
                hands: Vec::new(),
                cards: None,
                piles: None,
                decks: None,
                cloth: None,
                change: [0.0; 2],
            };
            times.iter().enumerate().map(frame).collect()
        };
        let source = SourceInfo {
            path: "match.mp4".to_owned(),
            sha256: "00".to_owned(),
            width: 1280,
            height: 720,
            frames: 3,
            duration_s: 0.05,
            fps_nominal: 60.0,
            variable_frame_rate: false,
            audio: false,
            rotation_deg: 0,
            codec: "h264".to_owned(),
            pixel_format: "yuv420p".to_owned(),
            capture_fps: None,
            time_scale: TimeScale::REAL,
        };
        assert!(possible(&source, &frames(&[0.0, 0.02, 0.03])));
        for times in [&[0.0, 0.0][..], &[0.1, 0.0], &[f64::NAN], &[0.0, f64::INFINITY]] {
            assert!(!possible(&source, &frames(times)), "{times:?}");
        }
        let still = SourceInfo { fps_nominal: 0.0, ..source.clone() };
        assert!(!possible(&still, &frames(&[0.0])) && !possible(&SourceInfo { width: 0, ..source }, &frames(&[0.0])));
    }
}
