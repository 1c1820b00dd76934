//! A second camera on the same table: its clock, and its evidence beside the first one's.
//!
//! The two clocks are put together by what both recordings heard, then finer by the hands that both saw; or by the
//! hands alone. After that a visit of a hand is one visit, whoever saw it, and cards are read by both.

use super::arrivals::arrivals;
use super::look::View;
use super::remarks::{seat_note, summary};
use super::{Also, Cues, ReviewError};
use crate::base::{Clock, TimeScale};
use crate::events::clock::{self, DRIFT, Mark};
use crate::events::clutter::LOUD_DB;
use crate::events::{HandPath, Visit, Zones, views};
use crate::evidence;
use crate::facts::Observation;
use crate::video::{self, SourceInfo};
use crate::vision::sound;
use std::path::Path;

/// Standard deviation of the difference between what two recordings delay their sound against their picture, seconds.
const SOUND_TO_SOUND_SECS: f64 = 0.005;
/// Standard deviation of an offset that was told, seconds: read off two pictures by eye.
const TOLD_SECS: f64 = 0.02;
/// The second camera is watched so much longer before and after, real seconds.
const BESIDE_SECS: f64 = 0.25;
/// A recording shorter than this, real seconds, is watched whole when the clock is not known before.
const SHORT_SECS: f64 = 30.0;
/// Visits less sure than this do not tell the clock.
const LEAST_SURE: f64 = 0.6;
/// The kind of mark that a sudden noise is; hands have the lower ones.
const NOISE: u8 = 4;
/// Standard deviation of what all hands may be seen to come earlier by one camera than by the other, seconds: from above the
/// last of a hand's way down is hardly seen. Of five simulated pairs, which were looked at.
const HANDS_COMMON_SECS: f64 = 0.008;
/// A clock that hands made finer rests on so many of them.
const FEWEST_HANDS: usize = 2;

/// What is known of the clock before the second camera is watched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rough {
    clock: Clock,
    by: &'static str,
}

/// What is known of the clock before what both cameras saw is joined.
#[derive(Debug, Clone)]
pub(super) enum Known {
    Nothing,
    Rough(Rough),
    /// As an earlier review found it: what told it, and by how many hands.
    Found {
        clock: Clock,
        by: String,
        hands: usize,
    },
}

/// The second camera, watched.
pub(super) struct Second<'a> {
    pub(super) also: &'a Also,
    pub(super) view: View,
    pub(super) known: Known,
}

/// What is known of the table from all cameras, on the first one's clock.
pub(super) struct Together {
    pub(super) visits: Vec<Visit>,
    pub(super) paths: Vec<HandPath>,
    /// The frames of all cameras by time, when there is more than one.
    pub(super) merged: Option<Vec<Observation>>,
    pub(super) also: Option<evidence::SecondView>,
}

/// Which span of the second recording goes with a span of the first, each in its file seconds, and what is known of the
/// clock by then.
pub(super) fn before(
    also: &Also,
    (first, secs): (&Path, f64),
    (scale, other): (TimeScale, &SourceInfo),
    (from, to): (f64, f64),
) -> Result<((f64, f64), Option<Rough>), ReviewError> {
    let scales = (scale, other.time_scale);
    let told = also.offset_secs.map(|offset_secs| Rough {
        clock: Clock { offset_secs, drift: 0.0, pivot: 0.0, sigma_secs: TOLD_SECS, drift_sigma: DRIFT, scales },
        by: "told",
    });
    let rough = told.or_else(|| by_sound((first, secs), (&also.filmed.video, other.duration_s), scales));
    let whole = from <= 0.0 && to.is_infinite();
    let short = other.duration_s * other.time_scale.real_per_file < SHORT_SECS;
    let Some(known) = rough else {
        return if whole || short { Ok(((0.0, f64::INFINITY), None)) } else { Err(no_clock(also, "heard")) };
    };
    let beside = BESIDE_SECS / scales.1.real_per_file;
    let (start, end) = (known.clock.to_other(from) - beside, known.clock.to_other(to) + beside);
    Ok(((start.max(0.0), end), rough))
}

fn no_clock(also: &Also, what: &'static str) -> ReviewError {
    ReviewError::NoClock { path: also.filmed.video.display().to_string(), what }
}

/// The clock by what both recordings heard.
fn by_sound(first: (&Path, f64), second: (&Path, f64), scales: (TimeScale, TimeScale)) -> Option<Rough> {
    let heard = (noises(first.0, scales.0), noises(second.0, scales.1));
    let clock = clock::find(&heard.0, &heard.1, (first.1, second.1), scales)?;
    let sigma_secs = clock.sigma_secs.hypot(SOUND_TO_SOUND_SECS);
    Some(Rough { clock: Clock { sigma_secs, ..clock }, by: "sound" })
}

/// What is heard in a recording; nothing where its sound is not on the picture's clock, as that of slow motion.
fn noises(path: &Path, scale: TimeScale) -> Vec<Mark> {
    if (scale.real_per_file - 1.0).abs() > 1e-9 {
        return Vec::new();
    }
    let Ok(Some(track)) = video::audio::read(path, f64::NEG_INFINITY, f64::INFINITY) else { return Vec::new() };
    let onsets = sound::onsets(&track.samples, track.sample_rate, track.start_t);
    // Of what is fainter most is ringing, which each microphone hears for itself.
    let loud = onsets.iter().filter(|onset| onset.rise_db >= LOUD_DB);
    loud.map(|onset| Mark { kind: NOISE, t: onset.t, sigma: onset.sigma }).collect()
}

/// The clock where what was heard does not tell it alone: with the hands that came.
fn by_all(
    (first, hands): (&Path, &[Mark]),
    (second, other_hands): (&Path, &[Mark]),
    last_secs: (f64, f64),
    scales: (TimeScale, TimeScale),
) -> Option<Clock> {
    let all = |path: &Path, hands: &[Mark], scale: TimeScale| {
        let heard = noises(path, scale).into_iter();
        let later = heard.map(|mark| Mark { sigma: mark.sigma.hypot(SOUND_TO_SOUND_SECS), ..mark });
        later.chain(hands.iter().copied()).collect::<Vec<_>>()
    };
    clock::find(&all(first, hands, scales.0), &all(second, other_hands, scales.1), last_secs, scales)
}

fn marks(visits: &[Visit]) -> Vec<Mark> {
    visits
        .iter()
        .filter(|visit| visit.on_pile > LEAST_SURE)
        .map(|visit| Mark {
            kind: 2 * visit.player.index() as u8 + visit.pile.index() as u8,
            t: visit.seen.t,
            sigma: visit.seen.sigma(),
        })
        .collect()
}

/// Joins what the second camera saw to what the first did in the frames `seen` of the recording `path`.
pub(super) fn join(
    first: Together,
    (path, seen): (&Path, &[Observation]),
    second: Second,
    cues: Cues,
    table: &Zones,
    scale: TimeScale,
    notes: &mut Vec<String>,
) -> Result<Together, ReviewError> {
    let Second { also, view, known } = second;
    let own = view.source.time_scale;
    // Nothing is known of the second camera's shutter: the camera's file is the first one's.
    let (paths, visits) = arrivals(&view, cues, None);
    let (mine, other) = (marks(&first.visits), marks(&visits));
    let (clock, by, hands) = match known {
        Known::Found { clock, by, hands } => (clock, by, hands),
        Known::Rough(rough) => {
            let (finer, hands) = clock::refine(&mine, &other, HANDS_COMMON_SECS, rough.clock);
            let by = rough.by.to_owned();
            if hands >= FEWEST_HANDS { (finer, by, hands) } else { (rough.clock, by, 0) }
        }
        Known::Nothing => {
            let span = |seen: &[Observation]| seen.first().zip(seen.last()).map_or(0.0, |(a, b)| b.t - a.t);
            let lasted = (span(seen), span(&view.observations));
            let found = by_all((path, &mine), (&also.filmed.video, &other), lasted, (scale, own));
            let found = found.ok_or_else(|| no_clock(also, "heard or seen"))?;
            let (finer, hands) = clock::refine(&mine, &other, HANDS_COMMON_SECS, found);
            (finer, "hands".to_owned(), hands)
        }
    };
    // The report holds so much of it: by that a case is judged again.
    let clock = clock.to_nanoseconds();
    let turned: Vec<Mark> = other.iter().map(|mark| Mark { kind: 3 - mark.kind, ..*mark }).collect();
    if clock::refine(&mine, &turned, HANDS_COMMON_SECS, clock).1 > hands.max(FEWEST_HANDS) {
        notes.push(
            "The second camera seems to have the players the other way round: tell their sides with --player1 and \
             --also-player1."
                .to_owned(),
        );
    }
    notes
        .extend(seat_note(&view).map(|note| format!("Second camera: {}", note.replace("--player1", "--also-player1"))));
    let visits: Vec<_> = visits.into_iter().map(|visit| views::on_first(visit, &clock)).collect();
    let paths: Vec<_> = paths.into_iter().map(|path| views::path_on_first(path, &clock)).collect();
    let visits = views::join([first.visits, visits], [&first.paths, &paths], table, scale);
    let reach = seen.first().zip(seen.last()).map_or(0.0..=0.0, |(from, to)| from.t..=to.t);
    let others = view.observations.iter().cloned().map(|mut observation| {
        observation.camera = 1;
        observation.t = clock.to_first(observation.t);
        for hand in &mut observation.hands {
            hand.track += views::SECOND_TRACKS;
        }
        observation
    });
    let mut merged = seen.to_vec();
    merged.extend(others.filter(|observation| reach.contains(&observation.t)));
    merged.sort_by(|a, b| a.t.total_cmp(&b.t));
    let also = evidence::SecondView {
        video: also.filmed.video.clone(),
        calibration: evidence::CalibrationSummary { drift: view.drift, ..summary(&view.calibration) },
        source: view.source,
        observations: view.observations,
        clock,
        clock_by: by,
        hands_in_both: hands as u64,
    };
    let paths = first.paths.into_iter().chain(paths).collect();
    Ok(Together { visits, paths, merged: Some(merged), also: Some(also) })
}
