//! The order of the rooms: a recording in, a case for the referee out.
//!
//! This is the only file that knows what comes after what. It prints nothing; progress goes to the
//! caller.

pub mod calibrate;
pub mod cards;
pub mod certify;
pub mod deck;
pub mod hands;
pub mod laws;
pub mod machine;
pub mod picture;
pub mod rule;

/// Files that go in, for those who print their schemas.
pub use crate::calibration::{CalibrationFile, Layout};
pub use crate::events::{Cue, Cues};

use crate::base::{Image, Measured, Point, Side, Table, TimeScale};
use crate::calibration::{self, Calibration, CalibrationError, CameraProfile};
use crate::events::{self, Zones};
use crate::evidence::{self, EvidenceError};
use crate::facts::{CardSeen, Frame, HandSeen, Observation, Onset};
use crate::incidents::{self, Padding};
use crate::law::isf;
use crate::reconstruct;
use crate::store;
use crate::video::{self, Reader, VideoError};
use crate::vision::cards::deck::Deck;
use crate::vision::cards::reader::pile_top;
use crate::vision::cards::{CardReader, Watch};
use crate::vision::hands::{self as vision_hands, HandTracker, RawHand};
use crate::vision::piles::{PileAreas, card_covered};
use crate::vision::{Models, VisionError, sound};
use std::path::{Path, PathBuf};

/// Pictures looked at to find the table.
const CALIBRATION_PICTURES: usize = 9;
/// Between two readings of the Centre Piles, real seconds.
const PILES_EVERY_SECS: f64 = 0.016;
/// The Foundations are read every so many readings of the piles.
const FOUNDATIONS_EVERY: u64 = 2;
/// What `--at` looks at before and after the moment, real seconds.
const AT_SECS: (f64, f64) = (2.5, 1.5);

/// A picture's table must have moved this much to count as drift, millimetres: beyond what hands over
/// the lines and compression can feign.
const DRIFT_MM: f64 = 4.0;
/// And this share of the lines must be seen to judge it.
const DRIFT_COVERAGE: f64 = 0.5;
/// A layout whose half turn is this near to itself does not tell the players apart, centimetres.
const SAME_CM: f64 = 0.3;
/// Half the table's size, centimetres.
const TABLE_RADIUS_CM: f64 = 45.0;
/// Standard deviation of a delay of the sound that was told, seconds.
const OFFSET_SECS: f64 = 0.0005;
/// Sound is listened to so long before and after the pictures, seconds: it may be early or late.
const BESIDE_SECS: f64 = 0.1;
/// Below this rate the report warns that frames are too long for close slaps.
const FEWEST_FPS: f64 = 90.0;

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
    /// What the camera can tell.
    #[error(transparent)]
    Camera(#[from] calibration::camera_profile::CameraFileError),
    /// The deck.
    #[error(transparent)]
    Deck(#[from] deck::DeckError),
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

/// What vision gathered from a span of the recording.
struct Seen {
    frames: Vec<RawFrame>,
    damage: video::Damage,
    /// Frames in which cards were read.
    card_frames: u64,
}

struct RawFrame {
    index: u64,
    t: f64,
    hands: Vec<RawHand>,
    cards: Option<Vec<CardSeen>>,
    piles: Option<[Option<CardSeen>; 2]>,
    change: [f32; 2],
}

/// Reviews a recording and writes the report folder `out`.
///
/// # Errors
/// One sentence for whatever stands in the way; nothing is written then.
pub fn review(
    path: &Path,
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
    let mut source = video::probe(path)?;
    if let Some(fps) = options.capture_fps {
        source = source.with_capture_fps(fps);
    }
    let scale = source.time_scale;
    let (from, to) = span(options, scale);
    let empty = || ReviewError::EmptySpan {
        path: path.display().to_string(),
        from,
        to: to.min(source.duration_s),
        duration: source.duration_s,
    };
    if from >= to || from > source.duration_s {
        return Err(empty());
    }
    let models = Models::runtime()?;
    let deck = options.deck.as_deref().map(deck::load).transpose()?;
    let camera = options.camera.as_deref().map(calibration::camera_profile::load).transpose()?;
    progress(Progress { stage: "finding the table", done: 0.0 });
    let (calibration, drift) = calibrate(path, options, from, to.min(source.duration_s))?;
    let end = to.min(source.duration_s);
    let seen = pool.install(|| look(path, options, (models, deck), &calibration, scale, (from, end), progress))?;
    if seen.frames.is_empty() {
        return Err(empty());
    }
    progress(Progress { stage: "working out what happened", done: 0.0 });
    let sound = listen(path, options, scale, (from, end));
    let case = judge(path, options, camera.as_ref(), source, &calibration, drift, seen, sound)?;
    let written =
        evidence::write(&case, path, out, &mut |done, stage| progress(Progress { stage, done: f64::from(done) }))?;
    Ok(Reviewed { case, written })
}

/// The table, from a file or from the mats' lines.
fn calibrate(
    path: &Path,
    options: &Options,
    from: f64,
    to: f64,
) -> Result<(Calibration, Vec<evidence::Drift>), ReviewError> {
    let layout = options.layout.as_deref().map(Layout::load).transpose().map_err(CalibrationError::from)?;
    let pictures = pictures(path, options.threads, from, to)?;
    let calibration = if let Some(file) = &options.calibration {
        let size = pictures.first().map(image::RgbImage::dimensions).unwrap_or_default();
        calibration::load(file, layout, options.player1, size)?
    } else {
        let layout = layout.unwrap_or_else(Layout::reference);
        calibration::solve_lines(&pictures, &layout, options.player1)?.calibration
    };
    let last = from + (to - from) * (CALIBRATION_PICTURES - 1) as f64 / CALIBRATION_PICTURES as f64;
    let drift = pictures.last().and_then(|picture| calibration::check(picture, &calibration)).and_then(|drift| {
        let shift_mm = drift.largest_mm(TABLE_RADIUS_CM);
        (shift_mm > DRIFT_MM && drift.coverage > DRIFT_COVERAGE).then_some(evidence::Drift { t: last, shift_mm })
    });
    Ok((calibration, drift.into_iter().collect()))
}

/// A handful of pictures spread over the span, so that hands are elsewhere in each.
pub fn pictures(path: &Path, threads: usize, from: f64, to: f64) -> Result<Vec<image::RgbImage>, VideoError> {
    let mut reader = Reader::open_with(path, threads)?;
    let mut pictures = Vec::new();
    for i in 0..CALIBRATION_PICTURES {
        reader.seek(from + (to - from) * i as f64 / CALIBRATION_PICTURES as f64)?;
        pictures.extend(reader.next_frame()?.as_ref().map(video::image_rgb));
    }
    Ok(pictures)
}

/// Goes through the frames once: hands in every frame, the piles sixty times a second, the Foundations
/// thirty times.
fn look(
    path: &Path,
    options: &Options,
    (models, deck): (&Models, Option<Deck>),
    calibration: &Calibration,
    scale: TimeScale,
    (from, to): (f64, f64),
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Seen, ReviewError> {
    let mut reader = Reader::open_with(path, options.threads)?;
    reader.seek(from)?;
    let mut tracker = HandTracker::open(models, scale)?;
    let mut cards =
        TableReader { reader: CardReader::open(models)?.with_deck(deck), watches: Default::default(), frames: 0 };
    let mut areas = PileAreas::new(calibration);
    let every = PILES_EVERY_SECS / scale.real_per_file;
    let (mut last_read, mut readings) = (f64::NEG_INFINITY, 0);
    let mut frames = Vec::new();
    // Where hands were in the frame before: cards are looked for there too.
    let mut fingers: Vec<Point<Table>> = Vec::new();
    while let Some(frame) = reader.next_frame()? {
        if frame.t > to + 1e-9 {
            break;
        }
        // Half a tick early keeps the rhythm when the frame rate divides it.
        let read_cards = frame.t - last_read >= every - 1e-4;
        let foundations = readings % FOUNDATIONS_EVERY == 0;
        if read_cards {
            last_read = frame.t;
            readings += 1;
        }
        let (hands, read) = rayon::join(
            || tracker.step(&frame, calibration),
            || {
                if read_cards {
                    read_table(&mut cards, &frame, calibration, foundations.then_some(&fingers)).map(Some)
                } else {
                    Ok(None)
                }
            },
        );
        let (all, piles) = read?.map_or((None, None), |(all, piles)| (all, Some(piles)));
        let change = areas.change(&frame, calibration);
        let hands = hands?;
        fingers = hands.iter().map(|hand| fingertips(hand, calibration)).collect();
        frames.push(RawFrame { index: frame.index, t: frame.t, hands, cards: all, piles, change });
        progress(Progress {
            stage: "watching hands and cards",
            done: ((frame.t - from) / (to - from).max(1e-6)).min(1.0),
        });
    }
    Ok(Seen { frames, damage: reader.damage().clone(), card_frames: cards.frames })
}

type TableCards = (Option<Vec<CardSeen>>, [Option<CardSeen>; 2]);

/// The card reader, and the parts of the table that it reads: the Centre Piles and both Foundations.
struct TableReader {
    reader: CardReader,
    watches: [Watch; 3],
    /// Frames in which anything was read.
    frames: u64,
}

/// Where a hand would hold a card, on the table.
fn fingertips(hand: &RawHand, calibration: &Calibration) -> Point<Table> {
    let tips = [4, 8, 12].map(|i| calibration.to_table(hand.landmarks.points[i]));
    Point::new(tips.iter().map(|p| p.x).sum::<f64>() / 3.0, tips.iter().map(|p| p.y).sum::<f64>() / 3.0)
}

/// What each pile shows and, when told where fingers are, the cards of the Centre Piles, of both
/// Foundations and of the hands near them.
fn read_table(
    table: &mut TableReader,
    frame: &Frame,
    calibration: &Calibration,
    fingers: Option<&Vec<Point<Table>>>,
) -> Result<TableCards, VisionError> {
    let layout = &calibration.layout;
    let TableReader { reader, watches: [centre_watch, foundation_watches @ ..], frames } = table;
    let mut any = false;
    let mut all = Vec::new();
    let mut piles = [None, None];
    if let Some(zone) = layout.zone("centre") {
        let (low, high) = zone.bounds();
        let (centre, read) = centre_watch.read(reader, frame, calibration, low, high)?;
        any |= read;
        for (top, id) in piles.iter_mut().zip(["centre_left", "centre_right"]) {
            *top = layout.zone(id).and_then(|zone| pile_top(&centre, zone));
        }
        all.extend(centre);
    }
    let Some(fingers) = fingers else {
        *frames += u64::from(any);
        return Ok((None, piles));
    };
    let foundations = [("boundary_1", "foundation_1"), ("boundary_2", "foundation_2")];
    for ((boundary, mat), watch) in foundations.into_iter().zip(foundation_watches) {
        let Some(zone) = layout.zone(boundary) else { continue };
        let (mut low, mut high) = zone.bounds();
        // A card outside the Boundary is in or beside a hand on that player's mat.
        let mat = layout.mats.iter().find(|zone| zone.id == mat);
        for &at in fingers.iter().filter(|&&at| mat.is_some_and(|mat| mat.contains(at))) {
            low = Point::new(low.x.min(at.x - 2.0), low.y.min(at.y - 2.0));
            high = Point::new(high.x.max(at.x + 2.0), high.y.max(at.y + 2.0));
        }
        let (cards, read) = watch.read(reader, frame, calibration, low, high)?;
        any |= read;
        all.extend(cards);
    }
    *frames += u64::from(any);
    Ok((Some(all), piles))
}

/// Observations, events, rulings, incidents.
#[expect(clippy::too_many_arguments, reason = "all that a review has gathered, in one place")]
fn judge(
    path: &Path,
    options: &Options,
    camera: Option<&CameraProfile>,
    source: video::SourceInfo,
    calibration: &Calibration,
    drift: Vec<evidence::Drift>,
    seen: Seen,
    sound: Listened,
) -> Result<evidence::Case, ReviewError> {
    let scale = source.time_scale;
    let damage = seen.damage.clone();
    let effort = evidence::Effort { frames: seen.frames.len() as u64, card_frames: seen.card_frames };
    let observations = observe(seen, calibration, (source.width, source.height));
    let reviewed = (observations.first().map_or(0.0, |o| o.t), observations.last().map_or(0.0, |o| o.t));
    let zones = zones(&calibration.layout);
    let paths = events::paths(&observations, scale, options.cues);
    let mut visits: Vec<_> = paths.iter().flat_map(|path| events::visits(path, &paths, &zones, scale).0).collect();
    let heard = events::sound::hear(&mut visits, &sound.onsets, delay(options, camera));
    let arrivals: Vec<_> = visits.iter().map(|visit| (visit.pile, visit.arrive.t)).collect();
    let spans = events::top_spans(&observations, &arrivals, scale, isf::follows);
    let gone = events::live_cards_gone(&observations, &paths, &zones, scale);
    let bare = events::bare_spans(&observations, scale);
    let course = reconstruct::course(&visits, (&spans, &bare), &gone, scale, isf::follows);
    let start = course.tops.first().map_or([None, None], |entry| entry.tops);
    let smallest_margin_secs =
        camera.and_then(|camera| camera.smallest_margin_ms.value()).map_or(0.0, |ms| ms / 1000.0);
    let settings =
        isf::Settings { reliability: options.reliability, smallest_margin_secs, scale, ..isf::Settings::default() };
    let table = isf::State::new(start).with_unseen_hands(reconstruct::unseen_hands(&observations));
    let outcome = isf::judge_all(table, &course.events, &settings, reviewed.1)
        .map_err(|why| ReviewError::Impossible { path: path.display().to_string(), why: why.to_string() })?;
    let unreadable = reconstruct::unreadable(&observations, &course.unexplained);
    Ok(evidence::Case {
        sound: heard.map(|heard| evidence::Sound {
            delay_ms: 1000.0 * heard.delay.secs,
            delay_sigma_ms: 1000.0 * heard.delay.sigma_secs,
            given: delay(options, camera) != events::sound::UNKNOWN,
            onsets: heard.onsets as u64,
            arrivals_heard: heard.visits,
        }),
        arrivals: arrivals_told(&visits),
        laws: "isf".to_owned(),
        calibration: evidence::CalibrationSummary { drift, ..summary(calibration) },
        incidents: incidents::incidents(&outcome.rulings, [reviewed.0, reviewed.1], Padding::default(), scale),
        slaps: outcome.slaps,
        events: course.events,
        tops: course
            .tops
            .iter()
            .map(|entry| evidence::Tops { t: entry.t, left: entry.tops[0], right: entry.tops[1] })
            .collect(),
        unreadable: unreadable
            .into_iter()
            .map(|span| evidence::Unreadable { from: span.from, to: span.to, why: span.why })
            .collect(),
        observations,
        effort,
        reviewed,
        notes: seat_note(options, calibration).into_iter().chain(notes(&source, &damage)).chain(sound.note).collect(),
        source,
    })
}

/// How late the sound is taken to be before anything is heard: as told, as the camera's file has it, or unknown.
fn delay(options: &Options, camera: Option<&CameraProfile>) -> events::sound::Delay {
    let measured = camera.and_then(|camera| camera.sound_offset_s.get()).map(|known| events::sound::Delay {
        secs: known.value,
        sigma_secs: Measured { t: known.value, lo: known.lo, hi: known.hi, shared: 0.0 }.sigma().max(OFFSET_SECS),
    });
    let told = options.sound_offset.map(|secs| events::sound::Delay { secs, sigma_secs: OFFSET_SECS });
    told.or(measured).unwrap_or(events::sound::UNKNOWN)
}

/// What the report says of the instants of hands on piles, cue by cue, by time.
fn arrivals_told(visits: &[events::Visit]) -> Vec<evidence::Arrival> {
    let mut told: Vec<_> = visits
        .iter()
        .map(|visit| evidence::Arrival {
            at: visit.arrive,
            player: visit.player,
            hand: visit.hand,
            pile: visit.pile,
            confidence: visit.on_pile,
            picture: visit.seen,
            sound: visit.heard.map(|impact| impact.at),
            sound_probability: visit.heard.map_or(0.0, |impact| impact.probability),
        })
        .collect();
    told.sort_by(|a, b| a.at.t.total_cmp(&b.at.t).then(a.player.cmp(&b.player)).then(a.pile.cmp(&b.pile)));
    told
}

/// What was heard in the span, and a remark when that could not be used.
#[derive(Default)]
struct Listened {
    onsets: Vec<Onset>,
    note: Option<String>,
}

/// The onsets in the recording's sound. Without a sound, or with one that cannot be decoded, the picture has to do.
fn listen(path: &Path, options: &Options, scale: TimeScale, (from, to): (f64, f64)) -> Listened {
    if !options.cues.sound {
        return Listened::default();
    }
    let noted = |note: &str| Listened { onsets: Vec::new(), note: Some(note.to_owned()) };
    match video::audio::read(path, from - BESIDE_SECS, to + BESIDE_SECS) {
        // How a phone stretches the sound of slow motion, if it keeps it, differs from phone to phone.
        Ok(Some(_)) if (scale.real_per_file - 1.0).abs() > 1e-9 => noted(
            "The sound of a slow-motion file is not on the picture's clock; contacts are dated by the picture alone.",
        ),
        Ok(Some(track)) => {
            Listened { onsets: sound::onsets(&track.samples, track.sample_rate, track.start_t), note: None }
        }
        Ok(None) => Listened::default(),
        Err(_) => noted("The sound cannot be decoded; contacts are dated by the picture alone."),
    }
}

/// The seats are a guess where the mats look the same from both sides and nobody said.
fn seat_note(options: &Options, calibration: &Calibration) -> Option<String> {
    let told = options.player1.is_some() || options.calibration.is_some();
    let guessed = !told && calibration.layout.looks_the_same_half_turned(SAME_CM);
    guessed.then(|| {
        format!(
            "Nothing says who sits where; Player 1 is taken to be on the {} side of the picture (--player1 changes that).",
            calibration.player1
        )
    })
}

/// What a reader of the report should know about the recording.
fn notes(source: &video::SourceInfo, damage: &video::Damage) -> Vec<String> {
    let mut notes = Vec::new();
    let filmed = source.fps_nominal / source.time_scale.real_per_file;
    if filmed < FEWEST_FPS {
        notes.push(format!(
            "Filmed at {filmed:.0} frames a second: a frame lasts {:.0} ms, so close slaps cannot be told apart.",
            1000.0 / filmed
        ));
    }
    if source.variable_frame_rate {
        notes.push("The frames are unevenly spaced; every time is the frame's own presentation time.".to_owned());
    }
    if (source.time_scale.real_per_file - 1.0).abs() > 1e-9 {
        notes.push(format!(
            "Slow motion: one second of the file is {:.3} s of real time; milliseconds are real.",
            source.time_scale.real_per_file
        ));
    }
    if damage.truncated || damage.missing_frames > 0 {
        notes.push("The file breaks off before its end; what is missing was not reviewed.".to_owned());
    }
    let flawed = damage.refused_packets + damage.flawed_frames;
    if flawed > 0 {
        let since = damage.first_t.map_or(String::new(), |t| format!(", first at {t:.3} s"));
        notes.push(format!("{flawed} damaged pictures in the file{since}; what they showed is not certain."));
    }
    notes
}

/// How high a flat hand's landmarks are above what it lies on, centimetres, in MediaPipe's order: bones of an adult's hand
/// (their axes lie about a centimetre above the skin below, the wrist's higher).
const FLAT_HAND_CM: [f64; 21] =
    [3.0, 2.5, 2.0, 1.5, 1.0, 2.4, 1.8, 1.3, 0.9, 2.4, 1.8, 1.3, 0.9, 2.4, 1.8, 1.3, 0.9, 2.2, 1.7, 1.2, 0.9];

fn observe(seen: Seen, calibration: &Calibration, size: (usize, usize)) -> Vec<Observation> {
    let lens = calibration.lens(size);
    // Where a landmark would be above the table if its hand lay on it.
    let below = |(i, &point): (usize, &Point<Image>)| {
        lens.map_or_else(
            || calibration.to_table(point),
            |lens| calibration.to_table_below(point, FLAT_HAND_CM[i], lens),
        )
    };
    let raw: Vec<Vec<RawHand>> = seen.frames.iter().map(|frame| frame.hands.clone()).collect();
    let owners = vision_hands::assign(&raw, calibration);
    let areas = PileAreas::new(calibration);
    seen.frames
        .into_iter()
        .map(|mut frame| {
            let hands: Vec<HandSeen> = frame
                .hands
                .iter()
                .filter_map(|hand| {
                    let owner = owners.get(&hand.track)?;
                    let middle = calibration.to_table(hand.landmarks.points[9]);
                    let lean = lens
                        .map_or((0.0, 0.0), |lens| ((lens[0] - middle.x) / lens[2], (lens[1] - middle.y) / lens[2]));
                    Some(HandSeen {
                        lean,
                        track: hand.track,
                        player: owner.player,
                        hand: owner.hand,
                        presence: hand.landmarks.presence as f32,
                        image: hand.landmarks.points.to_vec(),
                        table: hand.landmarks.points.iter().map(|&point| calibration.to_table(point)).collect(),
                        below: hand.landmarks.points.iter().enumerate().map(below).collect(),
                        seen: hand.seen,
                        moved: hand.moved.map(|moved| on_table(hand, moved.by, calibration)),
                        moved_spread: hand.moved.map_or(0.0, |moved| length_on_table(hand, moved.spread, calibration)),
                        moved_shared: hand.moved.is_some_and(|moved| moved.shared),
                        moved_own: hand.moved.and_then(|moved| moved.own).map(|(by, spread)| {
                            (on_table(hand, by, calibration), length_on_table(hand, spread, calibration))
                        }),
                    })
                })
                .collect();
            let pile_covered = areas.covered(&hands);
            let tops = frame.piles.iter_mut().flatten().flatten();
            for card in frame.cards.iter_mut().flatten().chain(tops) {
                card.covered = card_covered(card, &hands);
            }
            Observation {
                index: frame.index,
                t: frame.t,
                hands,
                cards: frame.cards,
                piles: frame.piles,
                pile_covered,
                pile_change: frame.change,
            }
        })
        .collect()
}

/// A shift in the picture, in pixels, that ends at a hand's knuckles, as one on the table, in centimetres.
fn on_table(hand: &RawHand, by: (f64, f64), calibration: &Calibration) -> (f64, f64) {
    let now = hand.landmarks.points[9];
    let before = Point::new(now.x - by.0, now.y - by.1);
    let (now, before) = (calibration.to_table(now), calibration.to_table(before));
    (now.x - before.x, now.y - before.y)
}

/// A length in the picture at a hand's knuckles, in pixels, as one on the table, in centimetres.
fn length_on_table(hand: &RawHand, length: f64, calibration: &Calibration) -> f64 {
    let (x, y) = on_table(hand, (length, 0.0), calibration);
    x.hypot(y)
}

fn zones(layout: &Layout) -> Zones {
    let polygon = |id: &str| layout.zone(id).map(|zone| zone.polygon.clone()).unwrap_or_default();
    Zones {
        piles: [polygon("centre_left"), polygon("centre_right")],
        boundaries: [polygon("boundary_1"), polygon("boundary_2")],
        draw_decks: [polygon("draw_1"), polygon("draw_2")],
    }
}

/// What the report says of the table, with the zones where the picture shows them.
fn summary(calibration: &Calibration) -> evidence::CalibrationSummary {
    // Straight edges bend through a lens: several points an edge.
    let outline = |zone: &calibration::Zone| {
        let n = zone.polygon.len();
        let steps = if calibration.distortion.is_some() { 8 } else { 1 };
        let mut points = Vec::new();
        for (i, a) in zone.polygon.iter().enumerate() {
            let b = zone.polygon[(i + 1) % n];
            for step in 0..steps {
                let part = f64::from(step) / f64::from(steps);
                let at = Point::new(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part);
                points.push(calibration.to_image(at));
            }
        }
        (zone.id.clone(), points)
    };
    evidence::CalibrationSummary {
        method: calibration.method.name().to_owned(),
        residual_mm: calibration.residual_mm,
        drift: Vec::new(),
        player1_side: calibration.player1,
        zones: calibration
            .layout
            .mats
            .iter()
            .chain(&calibration.layout.zones)
            .filter(|z| z.polygon.len() > 2)
            .map(outline)
            .collect(),
    }
}
