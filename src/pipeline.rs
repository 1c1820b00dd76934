//! The order of the rooms: a recording in, a case for the referee out.
//!
//! This is the only file that knows what comes after what. It prints nothing; progress goes to the
//! caller.

pub mod answers;
mod arrivals;
pub mod calibrate;
pub mod cards;
pub mod case;
pub mod certify;
pub mod corrections;
pub mod deck;
pub mod export;
pub mod hands;
pub mod judge;
pub mod laws;
mod listen;
pub mod look;
pub mod machine;
mod mats;
pub mod observe;
pub mod picture;
mod remarks;
mod repeated;
pub mod rule;
mod second;
pub mod seen;
pub mod verify;
mod watched;

/// Files that go in, for those who print their schemas.
pub use crate::calibration::{CalibrationFile, Layout};
pub use crate::events::{Cue, Cues};
pub use look::{Filmed, pictures};

use crate::base::TimeScale;
use crate::calibration::{self, CalibrationError, CameraProfile};
use crate::evidence::{self, EvidenceError};
use crate::reconstruct::{Answer, Edit};
use crate::store;
use crate::video::VideoError;
use crate::vision::{Models, VisionError};
use judge::judge;
use look::{View, watch};
use second::{Known, Second};
use std::path::{Path, PathBuf};

/// What `--at` looks at before and after the moment, real seconds.
const AT_SECS: (f64, f64) = (2.5, 1.5);

/// How to review.
#[derive(Debug, Clone)]
pub struct Options {
    /// What is drawn on the mats; the reference layout when `None`.
    pub layout: Option<PathBuf>,
    /// A second camera on the same table.
    pub also: Option<Also>,
    /// Start, file seconds.
    pub from: Option<f64>,
    /// End, file seconds.
    pub to: Option<f64>,
    /// One disputed moment, file seconds.
    pub at: Option<f64>,
    /// The deck's file, if it was shown.
    pub deck: Option<PathBuf>,
    /// Worker threads.
    pub threads: usize,
    /// Which evidence dates a contact.
    pub cues: Cues,
    /// What the camera can tell (`slapsight certify`): its file.
    pub camera: Option<PathBuf>,
    /// How late the recording's sound is, real seconds; learned from the recording when `None`.
    pub sound_offset: Option<f64>,
    /// Below this probability an order is too close to call (F.6.1).
    pub reliability: f64,
    /// Replace an existing report.
    pub force: bool,
    /// What an earlier review saw (its `observations.slapsight`), instead of watching the recording.
    pub from_observations: Option<PathBuf>,
    /// What a human read where an earlier review could not: a file of answers.
    pub answers: Option<PathBuf>,
    /// The page, the pictures and the clips as well as `report.json`.
    pub pictures: bool,
}

impl Default for Options {
    /// The whole recording on the official mats, by all evidence, on one thread.
    fn default() -> Options {
        Options {
            layout: None,
            also: None,
            from: None,
            to: None,
            at: None,
            deck: None,
            threads: 1,
            cues: Cues::ALL,
            camera: None,
            sound_offset: None,
            reliability: 0.95,
            force: false,
            from_observations: None,
            answers: None,
            pictures: true,
        }
    }
}

/// A second camera on the same table.
#[derive(Debug, Clone, Default)]
pub struct Also {
    /// Its recording.
    pub filmed: Filmed,
    /// What the first recording's clock shows when this one's shows 0, real seconds; found from what both heard and saw when
    /// `None`.
    pub offset_secs: Option<f64>,
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
    /// The mats of another game.
    #[error(
        "{path}: these mats have no two Centre Piles (zones `centre_left` and `centre_right`), on which the game of these Laws is played; give the layout of mats that have, with --layout"
    )]
    OtherGame {
        /// The file that tells of them.
        path: String,
    },
    /// What the camera can tell.
    #[error(transparent)]
    Camera(#[from] calibration::camera_profile::CameraFileError),
    /// The deck.
    #[error(transparent)]
    Deck(#[from] deck::DeckError),
    /// What was watched, on disk.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// A file of what was watched that is of no use.
    #[error("{path}: these observations cannot be used ({why}); review the recording without --from-observations")]
    Observations {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// Answers that are of no use.
    #[error("{path}: these answers cannot be used ({why}); `slapsight schema answers` shows their form")]
    Answers {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// A correction of something that the report does not hold.
    #[error("the report tells of no {what}; correct what is in its list of events")]
    NothingToCorrect {
        /// What was to be taken out.
        what: String,
    },
    /// Observations of another recording.
    #[error("{path} was made from another recording than {video}; give the recording that it was made from")]
    OtherRecording {
        /// The file of observations.
        path: String,
        /// The recording.
        video: String,
    },
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
    /// Two recordings that could not be put on one clock.
    #[error(
        "{path} cannot be put on the first recording's clock: too little is {what} in both; tell it with --also-offset"
    )]
    NoClock {
        /// The second recording.
        path: String,
        /// `heard` or `heard or seen`.
        what: &'static str,
    },
    /// Worker threads could not be made.
    #[error("worker threads could not be started ({0}); try --threads 1")]
    Threads(String),
}

/// A finished review.
pub struct Reviewed {
    /// Everything found.
    pub case: evidence::Case,
    /// Where it was written.
    pub written: evidence::Written,
}

/// What is going on, for a progress line.
#[derive(Debug, Clone)]
pub struct Progress {
    /// Which part of the work, in words.
    pub stage: &'static str,
    /// 0..1 within the stage.
    pub done: f64,
}

/// What a review is given besides the recording, read from its files.
#[derive(Clone, Copy)]
struct Given<'a> {
    options: &'a Options,
    camera: Option<&'a CameraProfile>,
    answers: &'a [Answer],
    /// How many of them were given with the review, and are not corrections.
    read_before: usize,
    /// What a human put right in the course, in order; the first `settled` of them may find nothing to change any more.
    edits: &'a [Edit],
    settled: usize,
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

/// Reviews a recording and writes the report folder `out`.
///
/// # Errors
/// One sentence for whatever stands in the way; nothing is written then. Only where the disk or the making of the report fails, what was
/// watched until then stays beside `out`, as it does when the program is killed, and the next review goes on from there.
pub fn review(
    filmed: &Filmed,
    out: &Path,
    options: &Options,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Reviewed, ReviewError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.max(1))
        .build()
        .map_err(|error| ReviewError::Threads(error.to_string()))?;
    store::check(out, options.force).map_err(EvidenceError::from)?;
    progress(Progress { stage: "reading the recording", done: 0.0 });
    // A camera's file that is of no use is told before hours of work.
    let camera = options.camera.as_deref().map(calibration::camera_profile::load).transpose()?;
    let answers = options.answers.as_deref().map(answers::load).transpose()?.unwrap_or_default();
    let given = Given {
        options,
        camera: camera.as_ref(),
        answers: &answers,
        read_before: answers.len(),
        edits: &[],
        settled: 0,
    };
    if let Some(file) = &options.from_observations {
        return again(filmed, file, out, given, progress);
    }
    let kept = [watched::beside(out, 1)?, watched::beside(out, 2)?];
    let reviewed = pool.install(|| afresh(filmed, out, given, &kept, progress));
    // The report holds it now, or it is of no use; but a full disk or a missing encoder can be mended, and then the next review
    // goes on.
    if !matches!(reviewed, Err(ReviewError::Store(_) | ReviewError::Evidence(_))) {
        for file in &kept {
            // What cannot be removed is replaced by the next review.
            let _ = std::fs::remove_file(file);
        }
    }
    reviewed
}

/// Watches the recording, or both, and reviews what was seen; that is kept in `kept`, camera by camera.
fn afresh(
    filmed: &Filmed,
    out: &Path,
    given: Given<'_>,
    kept: &[PathBuf; 2],
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Reviewed, ReviewError> {
    let options = given.options;
    let source = filmed.probe()?;
    let other = options.also.as_ref().map(|also| also.filmed.probe()).transpose()?;
    let scale = source.time_scale;
    let (from, to) = span(options, scale);
    let models = Models::runtime()?;
    let deck = options.deck.as_deref().map(deck::load).transpose()?;
    let stages = ["finding the table", "watching hands and cards"];
    let loaded = (models, deck.clone());
    let first = watch(filmed, source, options, loaded, (from, to), &kept[0], stages, progress)?;
    let second = match (&options.also, other) {
        (Some(also), Some(other)) => {
            progress(Progress { stage: "listening to both recordings", done: 0.0 });
            let (span, rough) =
                second::before(also, (&filmed.video, first.source.duration_s), (scale, &other), (from, to))?;
            let stages = ["finding the second camera's table", "watching the second camera"];
            let loaded = (models, deck);
            let view = watch(&also.filmed, other, options, loaded, span, &kept[1], stages, progress)?;
            Some(Second { also, view, known: rough.map_or(Known::Nothing, Known::Rough) })
        }
        _ => None,
    };
    let kept = &kept[..1 + usize::from(second.is_some())];
    told(filmed, out, given, first, second, kept, progress)
}

/// Reviews what an earlier review saw, without watching the recording.
fn again(
    filmed: &Filmed,
    file: &Path,
    out: &Path,
    given: Given<'_>,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Reviewed, ReviewError> {
    let options = given.options;
    let watched = watched::load(file)?;
    let mut source = watched.source().clone();
    if options.pictures {
        let found = filmed.probe()?;
        if found.sha256 != source.sha256 {
            let (path, video) = (file.display().to_string(), filmed.video.display().to_string());
            return Err(ReviewError::OtherRecording { path, video });
        }
        source.path = found.path;
    }
    let (from, to) = span(options, source.time_scale);
    let duration = source.duration_s;
    let first = look::view(watched, source, (from, to)).ok_or_else(|| ReviewError::EmptySpan {
        path: file.display().to_string(),
        from,
        to: to.min(duration),
        duration,
    })?;
    // The new report holds them too: it may replace the one that they lie in.
    told(filmed, out, given, first, None, &[file.to_path_buf()], progress)
}

/// What was seen, judged and written; `kept` are the files of what was seen, which the report is to hold.
fn told(
    filmed: &Filmed,
    out: &Path,
    given: Given<'_>,
    first: View,
    second: Option<Second>,
    kept: &[PathBuf],
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Reviewed, ReviewError> {
    progress(Progress { stage: "working out what happened", done: 0.0 });
    let case = judge(filmed, given, first, second)?;
    let video = given.options.pictures.then_some(filmed.video.as_path());
    let written = evidence::write(&case, video, kept, out, &mut |done, stage| {
        progress(Progress { stage, done: f64::from(done) });
    })?;
    Ok(Reviewed { case, written })
}
