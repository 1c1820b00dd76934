//! `slapsight cards`: photographs in, the cards on them out.

use super::progress::ProgressLine;
use super::{CliError, print};
use crate::pipeline::cards::{self, Card, LEAST_CONFIDENCE, Photographed};
use crate::pipeline::deck::load;
use std::path::PathBuf;

/// Find and read the cards in photographs; no table is needed.
///
/// Prints a line a card: what it is, how sure, and where its corners are. A card that cannot be read says so.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  slapsight cards table.jpg
  slapsight cards *.jpg --json > cards.json
  slapsight cards table.jpg --draw table-cards.png
      a copy of the photograph with the cards drawn on it")]
pub struct Args {
    /// Photographs: JPEG or PNG
    #[arg(required = true, value_name = "IMAGE")]
    pub images: Vec<PathBuf>,

    /// Print JSON: one array, an element a photograph
    #[arg(long)]
    pub json: bool,

    /// Probability from which a rank or suit is told; below it, "cannot read"
    #[arg(long, value_name = "P", default_value_t = LEAST_CONFIDENCE, value_parser = probability)]
    pub least: f64,

    /// The deck, if it was shown before (slapsight enrol-deck): its cards are read better
    #[arg(long, value_name = "FILE")]
    pub deck: Option<PathBuf>,

    /// Also write a copy of the photograph with the cards drawn on it (PNG); for one photograph
    #[arg(long, value_name = "FILE")]
    pub draw: Option<PathBuf>,
}

fn probability(text: &str) -> Result<f64, String> {
    let wrong = || format!("{text} is no probability: give a number from 0 to 1, such as 0.8");
    text.parse().ok().filter(|p| (0.0..=1.0).contains(p)).ok_or_else(wrong)
}

/// Runs the command.
///
/// # Errors
/// One sentence for whatever stands in the way; then nothing is printed.
pub fn run(args: Args) -> Result<(), CliError> {
    if args.draw.is_some() && args.images.len() > 1 {
        return Err(CliError::Photographs("--draw takes one photograph; name one at a time".to_owned()));
    }
    let deck = args.deck.as_deref().map(load).transpose().map_err(|why| CliError::Photographs(why.to_string()))?;
    let mut bar = ProgressLine::new();
    let many = args.images.len();
    let all = cards::cards(&args.images, args.least, deck, &mut |done| {
        if many > 1 {
            bar.show("reading cards", done as f64 / many as f64);
        }
    });
    bar.clear();
    let all = all.map_err(|why| CliError::Photographs(why.to_string()))?;
    if let Some(out) = &args.draw {
        cards::draw(&args.images[0], &all[0], out).map_err(|why| CliError::Photographs(why.to_string()))?;
    }
    if args.json {
        let text = serde_json::to_string_pretty(&all).map_err(|why| CliError::Output(why.to_string()))?;
        return print(&text);
    }
    print(&all.iter().map(|one| text(one, many > 1)).collect::<Vec<_>>().join("\n"))
}

fn text(one: &Photographed, named: bool) -> String {
    let mut lines: Vec<String> = named.then(|| format!("{}:", one.image)).into_iter().collect();
    if one.cards.is_empty() {
        lines.push("no cards found".to_owned());
    }
    lines.extend(one.cards.iter().map(line));
    lines.join("\n")
}

fn line(card: &Card) -> String {
    let maybe: Vec<String> = card.likely.iter().map(|one| format!("{} {:.2}", one.rank, one.probability)).collect();
    let unread = card.rank.is_none() && !maybe.is_empty();
    let what = if unread { format!("{} ({})", card.name(), maybe.join(", ")) } else { card.name() };
    let corners: Vec<String> = card.quad.iter().map(|p| format!("{:.0},{:.0}", p.x, p.y)).collect();
    format!("{what:<12} {:.2}  {}", card.confidence, corners.join(" "))
}
