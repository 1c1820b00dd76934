//! `slapsight certify`: a recording in, what the camera set-up can tell out.

use super::progress::ProgressLine;
use super::{CliError, print};
use crate::pipeline::certify::{self, CameraProfile, Figure, Request};
use std::path::PathBuf;

/// Measure what a camera set-up can tell: true frame rate, dropped, repeated and mixed frames, exposure, rolling
/// shutter, sound offset, and from these the smallest margin it can call.
///
/// Looks at the frames' own times and pictures; the first two minutes at 240 frames a second are plenty. Every figure
/// comes with its 95 % interval; what the recording does not tell is said to be unknown, with the reason.
///
/// A lamp that flashes tells most. Let a bare LED on a signal generator or a microcontroller flash as a square wave,
/// half on and half off, at about 0.4 of the frame rate and no simple part of it (97 Hz at 240 frames a second, 47 Hz
/// at 120). Spread its light over the whole picture with a sheet of paper, turn other lights down, lock the exposure
/// as it is in the match, and film for ten seconds; give the frequency with --flash-hz. Then, with the lamp off, clap
/// five times in front of the camera for the sound, and wave a card over the mats. calibration/RIG.md has the whole
/// recipe.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  slapsight certify lamp.mp4 --flash-hz 97 --out camera.json
      a recording of a lamp that flashes 97 times a second
  slapsight certify match.mp4
      what the footage itself tells
  slapsight certify slowmo.mp4 --flash-hz 97 --capture-fps 240
      filmed at 240 frames a second, stored to play slowly")]
pub struct Args {
    /// The recording: any file that FFmpeg can decode
    pub video: PathBuf,

    /// File for the profile (JSON); it appears whole or not at all
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// Flashes a second of the lamp that lights the recording
    #[arg(long, value_name = "F", value_parser = hertz)]
    pub flash_hz: Option<f64>,

    /// Frames a second as filmed, for slow motion [default: the file's tags, else as it plays]
    #[arg(long, value_name = "N", value_parser = rate)]
    pub capture_fps: Option<f64>,

    /// The probability with which the order of two slaps is to be told
    #[arg(long, value_name = "P", default_value_t = 0.95, value_parser = reliability)]
    pub reliability: f64,

    /// Print the profile as JSON
    #[arg(long)]
    pub json: bool,

    /// Decoding threads; the result is the same for any number [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// A number within bounds; the sentence says what was wanted.
fn within(text: &str, bounds: impl std::ops::RangeBounds<f64>, wanted: &str) -> Result<f64, String> {
    text.parse::<f64>().ok().filter(|value| bounds.contains(value)).ok_or_else(|| wanted.to_owned())
}

fn hertz(text: &str) -> Result<f64, String> {
    within(text, 1.0..=20_000.0, "flashes a second from 1 to 20000, such as 97")
}

fn rate(text: &str) -> Result<f64, String> {
    within(text, 1.0..=100_000.0, "frames a second from 1 to 100000, such as 240")
}

fn reliability(text: &str) -> Result<f64, String> {
    within(text, 0.5..1.0, "a probability from 0.5 to below 1, such as 0.95")
}

/// Runs the command.
///
/// # Errors
/// One sentence for whatever stands in the way; then nothing is written.
pub fn run(args: Args) -> Result<(), CliError> {
    let threads = args
        .threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get), usize::from);
    let request = Request {
        video: args.video,
        out: args.out,
        flash_hz: args.flash_hz,
        capture_fps: args.capture_fps,
        reliability: args.reliability,
        threads,
    };
    let mut line = ProgressLine::new();
    let profile = certify::certify(&request, &mut |progress| line.show(progress.stage, progress.done));
    line.clear();
    let profile = profile.map_err(|why| CliError::Certify(why.to_string()))?;
    if args.json {
        return print(&profile.to_json().map_err(|why| CliError::Output(why.to_string()))?);
    }
    print(&text(&profile))
}

/// The table, the warnings, and the margin.
fn text(profile: &CameraProfile) -> String {
    let recording = &profile.recording;
    let mut lines = vec![format!(
        "{}: {}x{}, {} frames, pictures of {} looked at; rows are read {}",
        recording.path, recording.width, recording.height, recording.frames, recording.pictures, profile.row_order
    )];
    let rows = [
        ("rate in the file", &profile.file_fps, 1.0, "fps", 3),
        ("rate as filmed", &profile.capture_fps, 1.0, "fps", 3),
        ("real pictures", &profile.effective_fps, 1.0, "fps", 3),
        ("uneven times", &profile.unevenness_s, 1000.0, "ms", 3),
        ("dropped, by times", &profile.dropped_frames, 1.0, "frames", 0),
        ("missing without gap", &profile.missing_without_gap, 1.0, "frames", 0),
        ("repeated", &profile.repeated_share, 100.0, "%", 1),
        ("mixed", &profile.interpolated_share, 100.0, "%", 1),
        ("exposure", &profile.exposure_s, 1000.0, "ms", 2),
        ("readout", &profile.readout_s, 1000.0, "ms", 2),
        ("sound after picture", &profile.sound_offset_s, 1000.0, "ms", 1),
    ];
    lines.extend(rows.into_iter().map(|(name, figure, factor, unit, digits)| row(name, figure, factor, unit, digits)));
    lines.extend(profile.warnings.iter().map(|warning| format!("Warning: {warning}.")));
    lines.push(match &profile.smallest_margin_ms {
        Figure::Known(margin) => format!(
            "Margin: {:.2} to {:.2} ms (95 %), from {}.\nThe smallest margin this set-up can call is {:.2} ms.",
            margin.lo, margin.hi, margin.how, margin.value
        ),
        Figure::Unknown(unknown) => {
            format!("The smallest margin this set-up can call is unknown: {}.", unknown.why_not)
        }
    });
    lines.join("\n")
}

fn row(name: &str, figure: &Figure, factor: f64, unit: &str, digits: usize) -> String {
    match figure {
        Figure::Known(known) => {
            let [value, lo, hi] = [known.value, known.lo, known.hi].map(|v| format!("{:.digits$}", v * factor));
            let value = format!("{value} {unit}");
            let interval = if lo == hi { String::new() } else { format!("{lo} to {hi}") };
            format!("  {name:<20} {value:<14} {interval:<20} {}", known.how)
        }
        Figure::Unknown(unknown) => format!("  {name:<20} {:<14} {}", "unknown", unknown.why_not),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_what_from_what_or_why_not() {
        let known = Figure::known(0.002, 0.0019, 0.00215, "light of 97 Hz");
        let line = row("exposure", &known, 1000.0, "ms", 2);
        assert!(
            line.contains("2.00 ms") && line.contains("1.90 to 2.15") && line.ends_with("light of 97 Hz"),
            "{line}"
        );
        let line = row("exposure", &Figure::unknown("nothing moves"), 1000.0, "ms", 2);
        assert!(line.contains("unknown") && line.ends_with("nothing moves"), "{line}");
    }

    #[test]
    fn frequencies_that_cannot_be_are_refused() {
        assert_eq!(hertz("97"), Ok(97.0));
        for text in ["0", "-5", "nan", "x", "1e9"] {
            assert!(hertz(text).is_err() && rate(text).is_err(), "{text}");
        }
    }
}
