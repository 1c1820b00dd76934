//! The command line: arguments in, exit status out; one file a subcommand.
//!
//! Results go to standard output; progress and messages go to standard error. Exit status: 0 done, 1 could
//! not do it (one sentence says what is wrong and what to do), 2 wrong usage. Nothing is decided here.

pub mod calibrate;
pub mod cards;
pub mod certify;
pub mod doctor;
pub mod enrol_deck;
pub mod error;
pub mod export;
pub mod hands;
pub mod laws;
mod progress;
pub mod review;
pub mod rule;
pub mod schema;
pub mod serve;
pub mod simulate;
pub mod verify;

pub use error::CliError;

use clap::{Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// The video referee's assistant for SLAPS: who was first, by how much, how sure, under which clause.
#[derive(Debug, Parser)]
#[command(name = "slapsight", version, max_term_width = 100)]
#[command(after_help = "Exit status: 0 done; 1 could not do it, with one sentence on standard error; 2 wrong usage.\n\
    Results go to standard output, progress and messages to standard error.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Review(Box<review::Args>),
    Calibrate(calibrate::Args),
    Certify(certify::Args),
    Cards(cards::Args),
    Hands(hands::Args),
    EnrolDeck(enrol_deck::Args),
    Verify(verify::Args),
    Export(export::Args),
    Serve(serve::Args),
    Rule(rule::Args),
    Simulate(simulate::Args),
    Laws(laws::Args),
    Doctor(doctor::Args),
    Schema(schema::Args),
}

/// Parses the program's arguments, runs the subcommand and says how it went.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(stop) => {
            // Help and version arrive here too. A reader that has gone away is no failure.
            let _ = stop.print();
            return ExitCode::from(u8::try_from(stop.exit_code()).unwrap_or(2));
        }
    };
    let done = match cli.command {
        Command::Review(args) => review::run(*args),
        Command::Calibrate(args) => calibrate::run(args),
        Command::Certify(args) => certify::run(args),
        Command::Cards(args) => cards::run(args),
        Command::Hands(args) => hands::run(args),
        Command::EnrolDeck(args) => enrol_deck::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Export(args) => export::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Rule(args) => rule::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Laws(args) => laws::run(args),
        Command::Doctor(args) => doctor::run(args),
        Command::Schema(args) => schema::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("slapsight: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Writes a result line to standard output. A reader that has gone away (`slapsight … | head`) is no
/// failure: the rest of the text is dropped and the work goes on.
///
/// # Errors
/// [`CliError::Output`] when the text cannot be written for another reason, such as a full disk.
pub fn print(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(CliError::Output(error.to_string())),
        _ => Ok(()),
    }
}

/// Writes a message line to standard error. That nobody can read it is no reason to stop.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_do_not_contradict_each_other() {
        Cli::command().debug_assert();
    }
}
