//! `slapsight review`: a recording in, the verdict on the terminal, the report in a folder.

use super::CliError;
use crate::base::Side;
use crate::evidence::Case;
use crate::facts::{Finding, SlapChallenge, Verdict};
use crate::pipeline::{self, Options, Progress, Reviewed};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Review a recording: who won each slap, by how much, how sure, under which clause
///
/// Writes DIR/report.json, DIR/report.html (open it in any browser) and DIR/clips/*.mp4, and prints the
/// verdict. The referee decides; where the footage cannot tell, the verdict is "too close to call".
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  slapsight review match.mp4 --out review\n  slapsight review match.mp4 --out disputed --at 83.4\n  slapsight review match.mp4 --out review --layout club-mats.json --player1 left")]
pub struct Args {
    /// The recording: any file FFmpeg can decode; 120 frames a second or more is best
    pub video: PathBuf,
    /// Folder for the report; must not exist yet, unless --force is given
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Laws to judge by
    #[arg(long, default_value = "isf", value_parser = ["isf"])]
    pub laws: String,
    /// What is drawn on the mats [default: the reference reading of the official mats]
    #[arg(long, value_name = "FILE")]
    pub layout: Option<PathBuf>,
    /// A calibration made earlier, or named points [default: found from the mats' lines]
    #[arg(long, value_name = "FILE")]
    pub calibration: Option<PathBuf>,
    /// Side of the picture on which Player 1 sits [default: near, or left when the players sit left and right]
    #[arg(long, value_name = "SIDE")]
    pub player1: Option<Side>,
    /// Frames a second as filmed, for slow motion [default: from the file's tags]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub capture_fps: Option<f64>,
    /// Start here (seconds of the recording)
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub from: Option<f64>,
    /// Stop here (seconds of the recording)
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub to: Option<f64>,
    /// Review one disputed moment: a few seconds either side of S
    #[arg(long, value_name = "S", value_parser = seconds, conflicts_with_all = ["from", "to"])]
    pub at: Option<f64>,
    /// Probability from which an order counts as reliably told (F.6.1)
    #[arg(long, value_name = "P", default_value_t = 0.95, value_parser = reliability)]
    pub reliability: f64,
    /// Worker threads; the report does not depend on it [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Replace an existing report folder
    #[arg(long)]
    pub force: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if value.is_finite() && value >= 0.0 { Ok(value) } else { Err("seconds start at 0".to_owned()) }
}

fn positive(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if value.is_finite() && value > 0.0 && value <= 100_000.0 { Ok(value) } else { Err("frames a second must be above 0".to_owned()) }
}

fn reliability(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.5..1.0).contains(&value) { Ok(value) } else { Err("a probability from 0.5 to just under 1".to_owned()) }
}

/// Runs the command.
///
/// # Errors
/// One sentence for whatever stands in the way.
pub fn run(args: Args) -> Result<(), CliError> {
    let threads = args.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        usize::from,
    );
    let options = Options {
        layout: args.layout,
        calibration: args.calibration,
        player1: args.player1,
        capture_fps: args.capture_fps,
        from: args.from,
        to: args.to,
        at: args.at,
        threads,
        reliability: args.reliability,
        force: args.force,
    };
    let mut line = ProgressLine::new();
    let reviewed = pipeline::review(&args.video, &args.out, &options, &mut |progress| line.show(&progress));
    line.clear();
    print(&reviewed.map_err(CliError::failed)?);
    Ok(())
}

fn print(reviewed: &Reviewed) {
    let mut text = String::new();
    for line in lines(&reviewed.case) {
        text.push_str(&line);
        text.push('\n');
    }
    text.push_str(&format!("\nReport: {}\n", reviewed.written.report_html.display()));
    // A closed pipe is the reader's choice, not a failure.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// What the terminal says, line by line: slaps first, then other incidents, then what was not seen.
fn lines(case: &Case) -> Vec<String> {
    let mut out = vec![format!(
        "Table found from {} to {:.1} mm; Player 1 sits {} in the picture.",
        case.calibration.method, case.calibration.residual_mm, place(case.calibration.player1_side)
    )];
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
    if !case.unreadable.is_empty() {
        out.push(String::new());
        out.push("Not seen:".to_owned());
        out.extend(case.unreadable.iter().map(|span| format!("{:9.3} to {:.3} s: {}", span.from, span.to, span.why)));
    }
    out
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

/// One line on standard error that says what is going on and how long it will still take.
struct ProgressLine {
    terminal: bool,
    stage: &'static str,
    started: Instant,
    drawn: Option<Instant>,
}

impl ProgressLine {
    fn new() -> ProgressLine {
        ProgressLine { terminal: std::io::stderr().is_terminal(), stage: "", started: Instant::now(), drawn: None }
    }

    fn show(&mut self, progress: &Progress) {
        let now = Instant::now();
        let new_stage = progress.stage != self.stage;
        if new_stage {
            self.stage = progress.stage;
            self.started = now;
        } else if self.drawn.is_some_and(|drawn| now - drawn < Duration::from_millis(100)) {
            return;
        }
        self.drawn = Some(now);
        let mut stderr = std::io::stderr().lock();
        // A log file gets one line a stage, a terminal a line that is drawn over.
        let _ = if self.terminal {
            write!(stderr, "\r\x1b[2K{}{}", self.stage, self.tail(progress.done, now))
        } else if new_stage {
            writeln!(stderr, "{}", self.stage)
        } else {
            Ok(())
        };
    }

    fn tail(&self, done: f64, now: Instant) -> String {
        let spent = (now - self.started).as_secs_f64();
        if done < 0.02 || spent < 0.5 {
            return String::new();
        }
        format!(" {:3.0} %, {:.0} s left", 100.0 * done, spent * (1.0 - done) / done)
    }

    fn clear(&self) {
        if self.terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}
