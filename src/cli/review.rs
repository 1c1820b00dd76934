//! `slapsight review`: a recording in, the verdict on the terminal, the report in a folder.

use super::progress::ProgressLine;
use super::{CliError, print};
use crate::base::Side;
use crate::evidence::{Case, SecondView};
use crate::facts::{Finding, SlapChallenge, Verdict};
use crate::pipeline::{self, Also, Cue, Cues, Filmed, Options, Reviewed};
use std::path::PathBuf;

/// Review a recording: who won each slap, by how much, how sure, and what broke the Laws.
///
/// Finds the table, follows cards and hands, works out what happened, judges it, and writes a folder with
/// report.json (every figure), report.html (opens from disk in a browser) and clips/ (playable evidence).
/// The verdicts are also printed, one line each.
///
/// What could not be seen is listed as unreadable; it is never filled with a guess.
///
/// A review that was stopped goes on where it was when the same command is given again.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  slapsight review match.mp4 --out report
      the whole recording, the official mats
  slapsight review match.mp4 --out report --at 83.2
      one disputed moment, a few seconds either side
  slapsight review match.mp4 --out report --layout mats.json --player1 left
      other mats, Player 1 at the left of the picture
  slapsight review slowmo.mp4 --out report --capture-fps 240
      filmed at 240 frames a second, stored to play slowly: margins are in real milliseconds
  slapsight review match.mp4 --out again --from-observations report/observations.slapsight --reliability 0.99
      judge what the first review saw once more, without watching the recording
  slapsight review match.mp4 --out again --from-observations report/observations.slapsight --answers answers.json
      what you read where it could not, put in
  slapsight review above.mp4 --also side.mp4 --out report
      two cameras on one table: their clocks are put together by sound and by the hands that both see")]
pub struct Args {
    /// The recording: any file that FFmpeg can decode
    pub video: PathBuf,

    /// Folder for the report; it appears whole when the review is done, or not at all
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    /// Replace the report in DIR; without it an existing report is kept and the review refused
    #[arg(long)]
    pub force: bool,

    /// The Laws to judge by
    #[arg(long, value_enum, default_value = "isf")]
    pub laws: Laws,

    /// What is drawn on the mats (layout.json) [default: the official mats]
    #[arg(long, value_name = "FILE", help_heading = "Table")]
    pub layout: Option<PathBuf>,

    /// Camera to table (calibration.json) [default: found from the lines of the mats]
    #[arg(long, value_name = "FILE", help_heading = "Table")]
    pub calibration: Option<PathBuf>,

    /// Side of the picture on which Player 1 sits [default: chosen from the view, and printed]
    #[arg(long, value_enum, value_name = "SIDE", help_heading = "Table")]
    pub player1: Option<Side>,

    /// The deck, if it was shown before (slapsight enrol-deck): its cards are read better
    #[arg(long, value_name = "FILE")]
    pub deck: Option<PathBuf>,

    /// Frames a second as filmed, for slow motion [default: the file's tags, else as it plays]
    #[arg(long, value_name = "N", value_parser = capture_rate, help_heading = "Time")]
    pub capture_fps: Option<f64>,

    /// Start here, in seconds of the file's own time [default: the first frame]
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = "Time")]
    pub from: Option<f64>,

    /// Stop here, in seconds of the file's own time [default: the last frame]
    #[arg(long, value_name = "S", value_parser = seconds, help_heading = "Time")]
    pub to: Option<f64>,

    /// Review one disputed moment, a few seconds either side of it
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["from", "to"], help_heading = "Time")]
    pub at: Option<f64>,

    /// What the camera can tell (from `slapsight certify --out`): no smaller margin is called, its sound offset and
    /// readout are used
    #[arg(long, value_name = "FILE", help_heading = "Time")]
    pub camera: Option<PathBuf>,

    /// How late the recording's sound is against its picture, milliseconds [default: learned from the recording]
    #[arg(long, value_name = "MS", value_parser = offset, allow_hyphen_values = true, help_heading = "Time")]
    pub sound_offset: Option<f64>,

    /// Leave a kind of evidence out when contacts are dated; may be given more than once
    #[arg(long, value_enum, value_name = "CUE", help_heading = "Time")]
    pub without: Vec<CueName>,

    /// A second camera's recording of the same table; times are the first one's
    #[arg(long, value_name = "VIDEO2", help_heading = "Second camera")]
    pub also: Option<PathBuf>,

    /// Second camera to table (calibration.json) [default: found from the lines of the mats]
    #[arg(long, value_name = "FILE", requires = "also", help_heading = "Second camera")]
    pub also_calibration: Option<PathBuf>,

    /// Side of the second camera's picture on which Player 1 sits [default: chosen from the view]
    #[arg(long, value_enum, value_name = "SIDE", requires = "also", help_heading = "Second camera")]
    pub also_player1: Option<Side>,

    /// Frames a second as the second camera filmed, for slow motion [default: the file's tags, else as it plays]
    #[arg(long, value_name = "N", value_parser = capture_rate, requires = "also", help_heading = "Second camera")]
    pub also_capture_fps: Option<f64>,

    /// Real seconds of VIDEO at which VIDEO2 begins, less than 0 when it began earlier [default: found from both]
    #[arg(long, value_name = "S", value_parser = shift, requires = "also", allow_hyphen_values = true, help_heading = "Second camera")]
    pub also_offset: Option<f64>,

    /// Below this probability the order of two slaps is too close to call (F.6)
    #[arg(long, value_name = "P", default_value_t = 0.95, value_parser = reliability)]
    pub reliability: f64,

    /// Judge what an earlier review saw (the observations.slapsight in its report) instead of watching the recording again:
    /// seconds instead of minutes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["layout", "calibration", "player1", "deck", "capture_fps", "also"])]
    pub from_observations: Option<PathBuf>,

    /// What you read where an earlier review could not (the questions in its report): {"schema": "slapsight.answers/1",
    /// "answers": [{"pile": "left", "t": 12.3, "rank": "7"}]}
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,

    /// Write the figures only (report.json): no page, no pictures, no clips
    #[arg(long)]
    pub no_pictures: bool,

    /// Worker threads; the report is the same for any number [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// The Laws the program can judge by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Laws {
    /// International Slaps Federation, 2025-26
    Isf,
}

/// Evidence for the instant of a contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum CueName {
    /// The bend in the way of the hand
    Path,
    /// The stop of the hand's own picture
    Motion,
    /// The sound of the impact
    Sound,
    /// Which of two hands on one pile lies on top
    OnTop,
}

impl From<CueName> for Cue {
    fn from(name: CueName) -> Cue {
        match name {
            CueName::Path => Cue::Path,
            CueName::Motion => Cue::Motion,
            CueName::Sound => Cue::Sound,
            CueName::OnTop => Cue::OnTop,
        }
    }
}

/// A number that is finite; the sentence says what was wanted.
fn finite(text: &str, wanted: &str) -> Result<f64, String> {
    text.parse::<f64>().ok().filter(|value| value.is_finite()).ok_or_else(|| wanted.to_owned())
}

fn seconds(text: &str) -> Result<f64, String> {
    let wanted = "seconds from the first frame, such as 83.2";
    finite(text, wanted).and_then(|value| if value >= 0.0 { Ok(value) } else { Err(wanted.to_owned()) })
}

fn offset(text: &str) -> Result<f64, String> {
    let wanted = "milliseconds between -1000 and 1000, such as 6.5; more than 0 when the sound comes late";
    finite(text, wanted).and_then(|ms| if ms.abs() <= 1000.0 { Ok(ms) } else { Err(wanted.to_owned()) })
}

fn shift(text: &str) -> Result<f64, String> {
    finite(text, "seconds, such as 2.35 or -0.8")
}

fn capture_rate(text: &str) -> Result<f64, String> {
    let wanted = "frames a second above 0, such as 240";
    finite(text, wanted).and_then(|value| if value > 0.0 { Ok(value) } else { Err(wanted.to_owned()) })
}

fn reliability(text: &str) -> Result<f64, String> {
    let wanted = "a probability from 0.5 to below 1, such as 0.95";
    finite(text, wanted).and_then(|value| if (0.5..1.0).contains(&value) { Ok(value) } else { Err(wanted.to_owned()) })
}

/// Runs the command.
///
/// # Errors
/// One sentence for whatever stands in the way.
pub fn run(args: Args) -> Result<(), CliError> {
    let threads = args
        .threads
        .map_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get), usize::from);
    let filmed = Filmed {
        video: args.video,
        calibration: args.calibration,
        player1: args.player1,
        capture_fps: args.capture_fps,
    };
    let options = Options {
        layout: args.layout,
        also: args.also.map(|video| Also {
            filmed: Filmed {
                video,
                calibration: args.also_calibration,
                player1: args.also_player1,
                capture_fps: args.also_capture_fps,
            },
            offset_secs: args.also_offset,
        }),
        deck: args.deck,
        from: args.from,
        to: args.to,
        at: args.at,
        threads,
        cues: Cues::without(&args.without.into_iter().map(Cue::from).collect::<Vec<_>>()),
        camera: args.camera,
        sound_offset: args.sound_offset.map(|ms| ms / 1000.0),
        reliability: args.reliability,
        force: args.force,
        from_observations: args.from_observations,
        answers: args.answers,
        pictures: !args.no_pictures,
    };
    let mut line = ProgressLine::new();
    let reviewed =
        pipeline::review(&filmed, &args.out, &options, &mut |progress| line.show(progress.stage, progress.done));
    line.clear();
    let reviewed = reviewed.map_err(|why| CliError::Review(Box::new(why)))?;
    print(&text(&reviewed))
}

fn text(reviewed: &Reviewed) -> String {
    let mut text = String::new();
    for line in lines(&reviewed.case) {
        text.push_str(&line);
        text.push('\n');
    }
    let written = &reviewed.written;
    text.push_str(&format!("\nReport: {}", written.report_html.as_ref().unwrap_or(&written.report_json).display()));
    text
}

/// What the terminal says, line by line: slaps first, then other incidents, then what was not seen.
fn lines(case: &Case) -> Vec<String> {
    let mut out = vec![format!(
        "Table found from {} to {:.1} mm; Player 1 sits {} in the picture.",
        case.calibration.method,
        case.calibration.residual_mm,
        place(case.calibration.player1_side)
    )];
    out.extend(case.also.as_ref().map(second));
    out.extend(case.notes.iter().map(|note| format!("Note: {note}")));
    let slaps: Vec<_> = case.incidents.iter().filter(|incident| incident.ruling.slap.is_some()).collect();
    let others: Vec<_> = case.incidents.iter().filter(|incident| incident.ruling.slap.is_none()).collect();
    for incident in &slaps {
        out.push(String::new());
        out.push(format!("{:9.3} s  {}", incident.ruling.at.t, incident.ruling.sentence));
        if let Some(slap) = &incident.ruling.slap {
            out.extend(attempts(slap));
        }
        out.push(format!("             Laws: {}", incident.ruling.clauses.join(", ")));
    }
    for incident in &others {
        out.push(String::new());
        let finding = match incident.ruling.finding {
            Finding::Offence => "offence",
            Finding::NoOffence => "no offence",
            Finding::Referee => "for the referee",
        };
        out.push(format!("{:9.3} s  [{finding}] {}", incident.ruling.at.t, incident.ruling.sentence));
        out.push(format!("             Laws: {}", incident.ruling.clauses.join(", ")));
    }
    if case.incidents.is_empty() {
        out.push(String::new());
        out.push("No slap and no offence was seen.".to_owned());
    }
    if !case.questions.is_empty() {
        out.push(String::new());
        out.push("For you to answer (--answers):".to_owned());
        out.extend(case.questions.iter().map(|question| format!("         {}", question.words())));
    }
    for (i, round) in case.told_rounds().enumerate() {
        if i == 0 {
            out.push(String::new());
            out.push("Rounds:".to_owned());
        }
        out.push(format!("         {}. {}", i + 1, round.words()));
    }
    if !case.unreadable.is_empty() {
        out.push(String::new());
        out.push("Not seen:".to_owned());
        out.extend(case.unreadable.iter().map(|span| format!("{:9.3} to {:.3} s: {}", span.from, span.to, span.why)));
    }
    out
}

/// What is said of the second camera.
fn second(view: &SecondView) -> String {
    let offset = view.began_secs();
    format!(
        "Second camera: table found from {} to {:.1} mm; Player 1 sits {} in its picture; it began {:.4} s {} the first \
         (± {:.1} ms, {}).",
        view.calibration.method,
        view.calibration.residual_mm,
        place(view.calibration.player1_side),
        offset.abs(),
        if offset < 0.0 { "before" } else { "after" },
        2000.0 * view.clock.sigma_secs,
        view.clock_told_by(),
    )
}

fn attempts(slap: &SlapChallenge) -> Vec<String> {
    let decided = matches!(slap.verdict, Verdict::Player1 | Verdict::Player2 | Verdict::TooClose);
    slap.attempts
        .iter()
        .filter(|_| decided)
        .filter_map(|attempt| {
            let complete = attempt.complete?;
            Some(format!(
                "             {}: both hands down at {:.4} s (95 % between {:.4} and {:.4})",
                attempt.player, complete.t, complete.lo, complete.hi
            ))
        })
        .collect()
}

fn place(side: Side) -> &'static str {
    match side {
        Side::Near => "at the bottom",
        Side::Far => "at the top",
        Side::Left => "on the left",
        Side::Right => "on the right",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Only {
        #[command(flatten)]
        args: Args,
    }

    fn parse(line: &str) -> Result<Args, clap::Error> {
        Only::try_parse_from(std::iter::once("review").chain(line.split(' '))).map(|only| only.args)
    }

    #[test]
    fn defaults_are_those_of_the_help() {
        let args = parse("a.mp4 --out r").expect("the least that is needed");
        assert_eq!((args.reliability, args.laws, args.threads, args.force), (0.95, Laws::Isf, None, false));
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "a.mp4",
            "a.mp4 --out r --from nan",
            "a.mp4 --out r --at=-1",
            "a.mp4 --out r --at 1 --to 2",
            "a.mp4 --out r --capture-fps 0",
            "a.mp4 --out r --reliability 1",
            "a.mp4 --out r --reliability 0.4",
            "a.mp4 --out r --threads 0",
            "a.mp4 --out r --player1 up",
            "a.mp4 --out r --laws none",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
