//! `slapsight rule`: events in, rulings out.

use super::{CliError, print};
use crate::facts::Finding;
use crate::pipeline::rule::{self, Game, Said};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::PathBuf;

/// Judge events, one JSON object a line, and print each ruling as it falls.
///
/// For isf a line is an event with its instant as in report.json (kind, t, player, hand, pile, card), an act of the
/// books (match_set_up, deal, table, reveal, play, remove, slap, stalemate, loan, next_round and more), or something
/// merely seen (hovering, top_hidden, deck_touched, mat_moved and more). For the other games: deal, flip, slap, take,
/// burn and more. Blank lines are passed over. What a camera could not read is left out or null.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    slapsight rule game.jsonl\n      \
        SLAPS, under the ISF Laws\n  \
    slapsight rule game.jsonl --laws ers --switches '{\"marriage\": true}'\n      \
        Egyptian Ratscrew, queen and king may be slapped\n  \
    slapsight rule - --json < game.jsonl\n      \
        from standard input, one ruling a line as JSON")]
pub struct Args {
    /// The events; - for standard input
    #[arg(value_name = "EVENTS.jsonl")]
    events: PathBuf,
    /// Which game's rules
    #[arg(long, value_enum, default_value_t = Laws::Isf)]
    laws: Laws,
    /// Optional rules of the game, as JSON [default: the text's own]
    #[arg(long, value_name = "JSON")]
    switches: Option<String>,
    /// One ruling a line, as JSON
    #[arg(long)]
    json: bool,
}

/// The rule texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Laws {
    /// SLAPS, International Slaps Federation, 2025-26
    Isf,
    /// "Slaps", house rules with 54 cards
    SlapsHouse,
    /// Egyptian Ratscrew, how-to
    Ers,
    /// Ratscrew, the old web page
    Ratscrew,
    /// Slapjack
    Slapjack,
}

impl From<Laws> for Game {
    fn from(laws: Laws) -> Game {
        match laws {
            Laws::Isf => Game::Isf,
            Laws::SlapsHouse => Game::SlapsHouse,
            Laws::Ers => Game::Ers,
            Laws::Ratscrew => Game::Ratscrew,
            Laws::Slapjack => Game::Slapjack,
        }
    }
}

/// Judges the file.
///
/// # Errors
/// When it cannot be read, a line cannot be judged, or the rulings cannot be written.
pub fn run(args: Args) -> Result<(), CliError> {
    let name = args.events.display().to_string();
    let failed = |why: String| CliError::Failed(why);
    let switches = args
        .switches
        .map(|text| serde_json::from_str(&text).map_err(|why| failed(format!("--switches is no JSON ({why})"))))
        .transpose()?;
    let input: Box<dyn Read> = if name == "-" {
        Box::new(std::io::stdin())
    } else {
        let file = File::open(&args.events)
            .map_err(|why| failed(format!("{name}: the file cannot be read ({why}); check the name")))?;
        Box::new(file)
    };
    let mut written = Ok(());
    let mut said = |ruling: Said| {
        if written.is_ok() {
            written = print(&if args.json { json(ruling) } else { text(&ruling) });
        }
    };
    let table = rule::rule(&name, BufReader::new(input), args.laws.into(), switches, &mut said);
    written?;
    let table = table.map_err(|why| failed(why.to_string()))?;
    if !args.json {
        print(&table.join("\n"))?;
    }
    Ok(())
}

fn text(ruling: &Said) -> String {
    let finding = match ruling.finding {
        Finding::Offence => "offence",
        Finding::NoOffence => "no offence",
        Finding::Referee => "for the referee",
    };
    let at = ruling.at.map_or_else(String::new, |t| format!("{t:.3} s  "));
    let laws = match ruling.clauses.join(", ") {
        none if none.is_empty() => none,
        some => format!(" Laws: {some}."),
    };
    format!("line {}: {at}[{finding}] {}{laws}", ruling.line, ruling.sentence)
}

fn json(ruling: Said) -> String {
    let mut whole = ruling.whole.json();
    if let Some(fields) = whole.as_object_mut() {
        fields.insert("line".to_owned(), ruling.line.into());
    }
    whole.to_string()
}
