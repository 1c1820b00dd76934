//! `slapsight enrol-deck`: a deck is shown once, and read better from then on.

use super::progress::ProgressLine;
use super::{CliError, print};
use crate::pipeline::deck::{self, DOUBTFUL, Enrolled};
use std::path::PathBuf;

/// Show a deck once, so that its cards are read better from then on.
///
/// Give photographs or a recording in which every card is to be seen at least once: face up, uncovered, 40 pixels wide
/// or more. Lay all cards out in rows and take one photograph, or turn them up one after another before the camera.
/// Writes the deck's file and, beside it, a picture of all cards with the names they were given: look at it. A wrong
/// name can be put right in the file.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  slapsight enrol-deck cards.jpg --rows --out deck.json
      one photograph: four rows, each a suit from ace to king
  slapsight enrol-deck one.jpg two.jpg --out deck.json
      photographs of the cards in any order
  slapsight enrol-deck shown.mp4 --out deck.json
      a recording in which they are shown one by one
  slapsight review match.mp4 --out report --deck deck.json
      a review that knows the deck")]
pub struct Args {
    /// Photographs (JPEG, PNG) or recordings
    #[arg(required = true, value_name = "VIDEO-OR-PHOTO")]
    pub files: Vec<PathBuf>,

    /// Each photograph shows all 52 cards in four rows, one row a suit, ace to king from left to right: then every
    /// name is certain
    #[arg(long)]
    pub rows: bool,

    /// File for the deck; the picture goes beside it with the ending .png
    #[arg(long, value_name = "FILE", value_parser = json)]
    pub out: PathBuf,
}

fn json(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let ends = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if ends {
        Err("the ending .png is for the picture beside it; name a file that ends in .json".to_owned())
    } else {
        Ok(path)
    }
}

/// Runs the command.
///
/// # Errors
/// One sentence for whatever stands in the way; then nothing is written.
pub fn run(args: Args) -> Result<(), CliError> {
    let mut line = ProgressLine::new();
    let done = deck::enrol(&args.files, args.rows, &args.out, &mut |part| line.show("looking at the cards", part));
    line.clear();
    let done = done.map_err(|why| CliError::Photographs(why.to_string()))?;
    print(&text(&done, &args))
}

fn text(done: &Enrolled, args: &Args) -> String {
    let names = |cards: &mut dyn Iterator<Item = String>| cards.collect::<Vec<_>>().join(" ");
    let doubtful = names(&mut done.deck.cards.iter().filter(|c| c.confidence < DOUBTFUL).map(|c| c.card.to_string()));
    let mut lines = vec![format!("Cards: {}", done.deck.cards.len())];
    if !done.missing.is_empty() {
        lines.push(format!("Not seen: {}", names(&mut done.missing.iter().map(ToString::to_string))));
    }
    if !doubtful.is_empty() {
        lines.push(format!("Check the names of: {doubtful}"));
    }
    lines.push(format!("Deck: {}\nPicture to check: {}", args.out.display(), done.picture.display()));
    lines.join("\n")
}
