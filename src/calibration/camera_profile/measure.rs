//! All measurements of one recording, put together.
//!
//! In: what was seen and heard of it. Out: a [`CameraProfile`]. Decides which of several sources a figure is taken
//! from: a lamp of known frequency before the footage itself; and says so in each figure.

use super::clap::{self, Heard};
use super::figure::Figure;
use super::margin::{Limits, smallest_margin_ms};
use super::stamps::{self, Stamps};
use super::watch::{RowOrder, Watch};
use super::{CAMERA_SCHEMA, CameraProfile, Recording};
use super::{flash, lamp, mains, repeats};

/// Share of repeated frames up to which, by their interval, they are hiccups or hands that rest for a frame, and do not
/// change the rate: in ten simulated matches without a repeat up to 1.5 % of the frames looked like one.
const HICCUPS: f64 = 0.02;
/// Unevenness above this share of an interval is worth a warning.
const UNEVEN: f64 = 0.1;

/// What a recording gives to measure.
pub struct Evidence<'a> {
    /// What the recording is.
    pub recording: Recording,
    /// Presentation times of all its frames, file seconds.
    pub stamps: &'a [f64],
    /// Its first pictures.
    pub watch: &'a Watch,
    /// Which frames these are, counted from 0: a damaged one may be missing.
    pub shown: &'a [u64],
    /// Which way rows are read.
    pub order: RowOrder,
    /// Its sound; `None` when it is silent.
    pub heard: Option<Heard<'a>>,
    /// Frames a second as filmed, when said, and by what.
    pub said_capture_fps: Option<(f64, &'static str)>,
    /// Frequency of the light that flashes, hertz.
    pub flash_hz: Option<f64>,
    /// The probability that a margin is to be told with.
    pub reliability: f64,
}

/// What the timing of the frames comes to.
struct Timing {
    stamps: Option<Stamps>,
    /// Frames a file second.
    file: Figure,
    /// Frames a second as filmed.
    capture: Figure,
    /// Distinct pictures a second as filmed.
    effective: Figure,
    missing_unstamped: Figure,
    repeated: Figure,
    interpolated: Figure,
}

/// Measures everything that the recording tells.
pub fn measure(evidence: &Evidence<'_>) -> CameraProfile {
    let mut warnings = Vec::new();
    let stamps = stamps::read(evidence.stamps);
    let file = match &stamps {
        None => Figure::unknown("the recording has too few frames with times of their own"),
        Some(stamps) if !stamps.even => {
            Figure::unknown("the gaps between frames are too different for a rate; film at a fixed frame rate")
        }
        Some(stamps) => {
            let (value, lo, hi) = stamps.interval_s;
            Figure::known(1.0 / value, 1.0 / hi, 1.0 / lo, format!("times of {} frames", evidence.stamps.len()))
        }
    };
    let (timing, exposure, readout) = match (&file, evidence.flash_hz) {
        (Figure::Known(rate), Some(hertz)) => by_lamp(evidence, stamps, rate.value, file.clone(), hertz, &mut warnings),
        _ => by_footage(evidence, stamps, file.clone(), &mut warnings),
    };
    let scale = match (timing.file.value(), timing.capture.get()) {
        (Some(file), Some(capture)) => {
            Figure::known(file / capture.value, file / capture.hi, file / capture.lo, "the two rates")
        }
        _ => Figure::unknown("a rate is not known"),
    };
    let real = scale.value().unwrap_or(1.0);
    let slow = scale.value().is_some_and(|scale| scale < 0.9);
    let unevenness = match &timing.stamps {
        Some(stamps) => {
            let s = stamps.unevenness_s * real;
            Figure::known(s, s, s, "standard deviation of the frames' times about an even rate")
        }
        None => Figure::unknown("the recording has too few frames"),
    };
    let (dropped, gaps) = match &timing.stamps {
        Some(stamps) if stamps.even => {
            (Figure::counted(stamps.missing, "whole gaps in the frames' times"), stamps.gaps.clone())
        }
        _ => (Figure::unknown("without an even rate a gap is not told from a slow frame"), Vec::new()),
    };
    if let Some(count) = dropped.value().filter(|count| *count > 0.0) {
        warnings.push(format!(
            "{count} frames are missing in the frames' times: what happens there is seen later or not at all"
        ));
    }
    if let (Some(uneven), Some(fps)) = (unevenness.value(), timing.capture.value())
        && uneven * fps > UNEVEN
    {
        warnings.push(format!("the frames' times are uneven by {:.2} ms", 1000.0 * uneven));
    }
    let sound_offset_s = sound(evidence, slow);
    let smallest_margin_ms = margin(&timing.effective, &exposure, &readout, &unevenness, evidence.reliability);
    CameraProfile {
        schema: CAMERA_SCHEMA.to_owned(),
        recording: evidence.recording.clone(),
        flash_hz: evidence.flash_hz,
        file_fps: timing.file,
        capture_fps: timing.capture,
        real_per_file: scale,
        effective_fps: timing.effective,
        unevenness_s: unevenness,
        dropped_frames: dropped,
        gaps,
        missing_without_gap: timing.missing_unstamped,
        repeated_share: timing.repeated,
        interpolated_share: timing.interpolated,
        exposure_s: exposure,
        readout_s: readout,
        row_order: evidence.order.words().to_owned(),
        sound_offset_s,
        reliability: evidence.reliability,
        smallest_margin_ms,
        warnings,
    }
}

/// The place of each picture among the frames that there should be.
fn places(evidence: &Evidence<'_>, stamps: Option<&Stamps>) -> Vec<f64> {
    let place = |number: u64| stamps.and_then(|stamps| stamps.places.get(number as usize)).copied().unwrap_or(number);
    (0..evidence.watch.bands.len()).map(|k| place(evidence.shown.get(k).copied().unwrap_or(k as u64)) as f64).collect()
}

/// Frames a second as filmed, by what is said or else as the file plays.
fn claimed(evidence: &Evidence<'_>, file: &Figure) -> Figure {
    match (evidence.said_capture_fps, file) {
        (Some((fps, by)), _) => Figure::known(fps, fps, fps, format!("{by}, not measured")),
        (None, Figure::Known(known)) => Figure::known(
            known.value,
            known.lo,
            known.hi,
            format!("{}, taking the file to play as fast as it was filmed", known.how),
        ),
        (None, unknown) => unknown.clone(),
    }
}

/// From a lamp of known frequency.
fn by_lamp(
    evidence: &Evidence<'_>,
    stamps: Option<Stamps>,
    file_fps: f64,
    file: Figure,
    hertz: f64,
    warnings: &mut Vec<String>,
) -> (Timing, Figure, Figure) {
    let watch = evidence.watch;
    let times = repeats::shown_times_under_a_lamp(&watch.changes).unwrap_or(1);
    let chosen = repeats::firsts(&watch.changes, times);
    let bands: Vec<_> = chosen.iter().map(|k| watch.bands[*k]).collect();
    let all = places(evidence, stamps.as_ref());
    let places: Vec<f64> = chosen.iter().map(|k| all[*k] / times as f64).collect();
    let said = evidence.said_capture_fps.map_or(file_fps, |(fps, _)| fps) / times as f64;
    let interpolated =
        Figure::unknown("a flashing light hides whether frames are mixed; certify footage of movement too");
    let clock = match flash::clock(&bands, &places, hertz, said) {
        Ok(clock) => clock,
        Err(why) => {
            warnings.push(format!("the light was not used: {why}"));
            let (timing, ..) = by_footage(evidence, stamps, file, warnings);
            let unknown = Figure::unknown(why);
            return (Timing { missing_unstamped: unknown.clone(), ..timing }, unknown.clone(), unknown);
        }
    };
    let how = format!("light of {hertz} Hz over {} pictures", bands.len());
    let rate = |cycles: f64| times as f64 * hertz / cycles;
    let (cycles, half) = (clock.cycles_per_frame, clock.half_width);
    let capture = Figure::known(rate(cycles), rate(cycles + half), rate((cycles - half).max(1e-9)), how.clone());
    if !clock.as_claimed {
        warnings.push(format!(
            "the file plays at {file_fps:.2} frames a second and was filmed at {:.2}: review it with --capture-fps {:.2}",
            rate(cycles),
            rate(cycles)
        ));
    }
    if clock.missing > 0 {
        warnings.push(format!("{} frames are missing without a gap in the frames' times", clock.missing));
    }
    if clock.doubled > 0 {
        warnings.push(format!("{} frames are there twice", clock.doubled));
    }
    if clock.unexplained > 0 {
        warnings.push(format!("the light's phase jumps {} times by no whole number of frames", clock.unexplained));
    }
    let total = bands.len() as u64 * times as u64;
    let repeated = if times > 1 {
        copies(warnings, times as u64, rate(cycles));
        let share = 1.0 - 1.0 / times as f64;
        Figure::known(share, share, share, format!("every picture is shown {times} times"))
    } else {
        let (value, lo, hi) = super::numbers::share(clock.doubled, total);
        Figure::known(value, lo, hi, format!("phase of the light over {total} pictures"))
    };
    let missing_unstamped = Figure::counted(clock.missing, format!("phase of the light over {total} pictures"));
    let (exposure, readout) = match lamp::fit(&bands, &clock) {
        Ok(lamp) => {
            let (value, lo, hi) = lamp.readout;
            let readout = Figure::known(value / hertz, lo / hertz, hi / hertz, how.clone());
            let exposure = match lamp.exposure {
                Ok((value, lo, hi)) => Figure::known(value / hertz, lo / hertz, hi / hertz, how),
                Err(why) => Figure::unknown(why),
            };
            (exposure, readout)
        }
        Err(why) => (Figure::unknown(why.clone()), Figure::unknown(why)),
    };
    let effective = Figure::known(
        rate(cycles) / times as f64,
        rate(cycles + half) / times as f64,
        rate((cycles - half).max(1e-9)) / times as f64,
        "rate as filmed, without repeated frames",
    );
    (Timing { stamps, file, capture, effective, missing_unstamped, repeated, interpolated }, exposure, readout)
}

/// From the footage itself.
fn by_footage(
    evidence: &Evidence<'_>,
    stamps: Option<Stamps>,
    file: Figure,
    warnings: &mut Vec<String>,
) -> (Timing, Figure, Figure) {
    let watch = evidence.watch;
    let capture = claimed(evidence, &file);
    let still = "too little moves to tell; certify footage of hands that play";
    let found = repeats::repeats(&watch.changes);
    let mixes = repeats::mixes(&watch.mixes);
    let mut distinct = 1.0;
    let repeated = match &found {
        None => Figure::unknown(still),
        Some(found) => {
            if found.share.1 > HICCUPS {
                distinct = 1.0 - found.share.0;
                let rate = capture.value().unwrap_or(0.0);
                match found.shown_times {
                    Some(times) => {
                        distinct = 1.0 / times as f64;
                        copies(warnings, times, rate);
                    }
                    None => warnings.push(format!(
                        "{:.0} % of the frames repeat the one before: {:.1} real pictures a second in a file of {rate:.0}",
                        100.0 * found.share.0,
                        distinct * rate
                    )),
                }
            }
            let (value, lo, hi) = found.share;
            // A hand that rests for a frame looks like a repeat: single ones prove nothing.
            let lo = if lo > HICCUPS { lo } else { 0.0 };
            Figure::known(value, lo, hi, format!("{} pictures in which something moves", found.judged))
        }
    };
    let copied = distinct < 1.0;
    let interpolated = match &mixes {
        None => Figure::unknown(still),
        Some(_) if copied => Figure::unknown("repeated frames hide whether the others are mixed"),
        Some(mixes) => {
            if mixes.pattern > 0 {
                distinct = 1.0 - mixes.share.0;
                warnings.push(format!(
                    "frames are mixed from their neighbours: about {:.0} real pictures a second in a file of {:.0}",
                    distinct * capture.value().unwrap_or(0.0),
                    capture.value().unwrap_or(0.0)
                ));
            }
            let (value, lo, hi) = mixes.share;
            let how = format!(
                "{} pictures in which something moves; motion-compensated frames are not looked for",
                mixes.judged
            );
            Figure::known(value, lo, hi, how)
        }
    };
    let effective = match (capture.get(), distinct < 1.0) {
        (Some(rate), true) => {
            // A share that is a pattern's is known as well as the rate is; any other share as well as it was counted.
            let pattern = found.as_ref().is_some_and(|found| found.shown_times.is_some()) || !copied;
            let (value, lo, hi) = found
                .as_ref()
                .filter(|_| !pattern)
                .map_or((1.0 - distinct, 1.0 - distinct, 1.0 - distinct), |found| found.share);
            let how = "rate as filmed, without repeated and mixed frames";
            Figure::known(rate.value * (1.0 - value), rate.lo * (1.0 - hi), rate.hi * (1.0 - lo), how)
        }
        (Some(rate), false) => {
            Figure::known(rate.value, rate.lo, rate.hi, "rate as filmed; no share of the frames is known to be unreal")
        }
        (None, _) => capture.clone(),
    };
    let exposure = match capture.value() {
        None => Figure::unknown("a rate is not known"),
        Some(_) if distinct < 1.0 => {
            Figure::unknown("the frames are not all real ones, so their blur tells nothing of the shutter")
        }
        Some(rate) => match watch.edges.exposure_frames() {
            Ok((value, lo, hi)) => {
                Figure::known(value / rate, lo / rate, hi / rate, "how long moving edges take to sweep over a pixel")
            }
            Err(why) => Figure::unknown(why),
        },
    };
    let readout = match (capture.value(), &stamps) {
        (Some(rate), Some(stamps)) => match mains::readout(&watch.bands, &places(evidence, Some(stamps)), rate) {
            Ok(((value, lo, hi), hertz)) => Figure::known(value, lo, hi, format!("{hertz} Hz flicker of the light")),
            Err(why) => Figure::unknown(why),
        },
        _ => Figure::unknown("a rate is not known"),
    };
    let missing_unstamped =
        Figure::unknown("only a light of known frequency tells a frame that is missing without a gap (--flash-hz)");
    (Timing { stamps, file, capture, effective, missing_unstamped, repeated, interpolated }, exposure, readout)
}

fn copies(warnings: &mut Vec<String>, times: u64, rate: f64) {
    warnings.push(format!(
        "frames are copies: every picture is there {times} times; this is a {:.0} fps recording in a {rate:.0} fps file",
        rate / times as f64
    ));
}

fn sound(evidence: &Evidence<'_>, slow: bool) -> Figure {
    let Some(heard) = &evidence.heard else { return Figure::unknown("the recording has no sound") };
    if slow {
        return Figure::unknown("in a slow-motion file sound and picture do not run at one speed");
    }
    let watch = evidence.watch;
    let times: Vec<f64> =
        evidence.shown.iter().filter_map(|number| evidence.stamps.get(*number as usize)).copied().collect();
    let count = watch.changes.len().min(times.len());
    match clap::offset(heard, &times[..count], &watch.changes[..count], &watch.swings[..count]) {
        Ok((value, lo, hi, events, what)) => Figure::known(value, lo, hi, format!("{events} sounds with {what}")),
        Err(why) => Figure::unknown(why),
    }
}

/// The margin, with its interval from the intervals of what it hangs on: it grows with each.
fn margin(effective: &Figure, exposure: &Figure, readout: &Figure, unevenness: &Figure, reliability: f64) -> Figure {
    let (Some(rate), Some(unevenness_s)) = (effective.get(), unevenness.value()) else {
        return Figure::unknown("without a frame rate there is no margin");
    };
    let at = |interval_s: f64, exposure_s: f64, readout_s: f64| {
        smallest_margin_ms(&Limits { interval_s, exposure_s, readout_s, unevenness_s }, reliability)
    };
    let (best, shortest, longest) = (1.0 / rate.value, 1.0 / rate.hi, 1.0 / rate.lo);
    // What is not known is taken as bad as it can be: a shutter that never closes, a readout of a whole frame.
    let exposures = exposure.get().map_or((best, 0.0, longest), |e| (e.value, e.lo, e.hi));
    let readouts = readout.get().map_or((best, 0.0, longest), |r| {
        let least = if r.lo <= 0.0 && r.hi >= 0.0 { 0.0 } else { r.lo.abs().min(r.hi.abs()) };
        (r.value.abs(), least, r.lo.abs().max(r.hi.abs()))
    });
    let assumed = match (exposure.get(), readout.get()) {
        (Some(_), Some(_)) => "",
        (Some(_), None) => "; readout not known, taken as a whole frame",
        (None, Some(_)) => "; exposure not known, taken as a whole frame",
        (None, None) => "; exposure and readout not known, each taken as a whole frame",
    };
    Figure::known(
        at(best, exposures.0, readouts.0),
        at(shortest, exposures.1, readouts.1),
        at(longest, exposures.2, readouts.2),
        format!("two instants, order told with probability {reliability}{assumed}"),
    )
}
