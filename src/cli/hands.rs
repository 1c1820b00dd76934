//! `slapsight hands`: photographs in, the hands on them out.

use super::progress::ProgressLine;
use super::{CliError, print};
use crate::pipeline::hands::{self, Hand, Photographed};
use std::path::PathBuf;

/// Find the hands in photographs; no table is needed.
///
/// Prints a line a hand: left or right, how sure, and the box around it. --json adds the 21 landmarks.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  slapsight hands table.jpg
  slapsight hands *.jpg --json > hands.json
  slapsight hands table.jpg --draw table-hands.png
      a copy of the photograph with the hands drawn on it")]
pub struct Args {
    /// Photographs: JPEG or PNG
    #[arg(required = true, value_name = "IMAGE")]
    pub images: Vec<PathBuf>,

    /// Print JSON: one array, an element a photograph
    #[arg(long)]
    pub json: bool,

    /// Also write a copy of the photograph with the hands drawn on it (PNG); for one photograph
    #[arg(long, value_name = "FILE")]
    pub draw: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// One sentence for whatever stands in the way; then nothing is printed.
pub fn run(args: Args) -> Result<(), CliError> {
    if args.draw.is_some() && args.images.len() > 1 {
        return Err(CliError::Photographs("--draw takes one photograph; name one at a time".to_owned()));
    }
    let mut bar = ProgressLine::new();
    let many = args.images.len();
    let all = hands::hands(&args.images, &mut |done| {
        if many > 1 {
            bar.show("finding hands", done as f64 / many as f64);
        }
    });
    bar.clear();
    let all = all.map_err(|why| CliError::Photographs(why.to_string()))?;
    if let Some(out) = &args.draw {
        hands::draw(&args.images[0], &all[0], out).map_err(|why| CliError::Photographs(why.to_string()))?;
    }
    if args.json {
        let text = serde_json::to_string_pretty(&all).map_err(|why| CliError::Output(why.to_string()))?;
        return print(&text);
    }
    print(&all.iter().map(|one| text(one, many > 1)).collect::<Vec<_>>().join("\n"))
}

fn text(one: &Photographed, named: bool) -> String {
    let mut lines: Vec<String> = named.then(|| format!("{}:", one.image)).into_iter().collect();
    if one.hands.is_empty() {
        lines.push("no hands found".to_owned());
    }
    lines.extend(one.hands.iter().map(line));
    lines.join("\n")
}

fn line(hand: &Hand) -> String {
    let [left, top, width, height] = hand.around;
    format!("{:<5} {:.2}  {width:.0}x{height:.0} at {left:.0},{top:.0}", hand.hand.to_string(), hand.confidence)
}
