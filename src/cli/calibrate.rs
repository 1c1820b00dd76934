//! `slapsight calibrate`: a recording in, `calibration.json` and a picture to look at out.

use super::{CliError, print, say};
use crate::base::Side;
use crate::pipeline::calibrate::{self, Calibrated, Request};
use std::path::PathBuf;

/// Find the table in a recording: from the lines of the mats, or from named points.
///
/// Writes the calibration and, beside it, a picture with the zones drawn over the first frame: look at it.
/// Prints how the table was found, how far the evidence lies from the model (millimetres on the table) and
/// on which side of the picture Player 1 sits.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  slapsight calibrate match.mp4 --out calibration.json
      from the lines of the official mats
  slapsight calibrate match.mp4 --out calibration.json --layout mats.json --player1 far
      other mats, Player 1 at the top of the picture
  slapsight calibrate match.mp4 --out calibration.json --points points.json
      from a calibration file that holds points only (four or more)")]
pub struct Args {
    /// The recording: any file that FFmpeg can decode
    pub video: PathBuf,

    /// File for the calibration; the picture goes beside it with the ending .png
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// What is drawn on the mats (layout.json) [default: the official mats]
    #[arg(long, value_name = "FILE")]
    pub layout: Option<PathBuf>,

    /// Named points instead of the mats' lines: a calibration file with `points`
    #[arg(long, value_name = "FILE")]
    pub points: Option<PathBuf>,

    /// Side of the picture on which Player 1 sits [default: chosen from the view, and printed]
    #[arg(long, value_enum, value_name = "SIDE")]
    pub player1: Option<Side>,
}

/// Runs the command.
///
/// # Errors
/// One sentence for whatever stands in the way; then nothing is written.
pub fn run(args: Args) -> Result<(), CliError> {
    let request =
        Request { video: args.video, out: args.out, layout: args.layout, points: args.points, player1: args.player1 };
    let done = calibrate::calibrate(&request).map_err(|why| CliError::Calibration(why.to_string()))?;
    if !done.left_out.is_empty() {
        let list: Vec<String> = done.left_out.iter().map(ToString::to_string).collect();
        say(&format!("left out because they contradict the others: point {}", list.join(", ")));
    }
    print(&text(&done, &request))
}

fn text(done: &Calibrated, request: &Request) -> String {
    format!(
        "Method: {}\nResidual: {:.2} mm on the table\nPlayer 1: {} in the picture\nCalibration: {}\nPicture to check: {}",
        done.method,
        done.residual_mm,
        done.player1,
        request.out.display(),
        done.picture.display()
    )
}
