//! `slapsight laws`: which clauses the engines judge, and how gaps in the texts are read.

use super::rule::Laws;
use super::{CliError, print};
use crate::pipeline::laws;
use clap::ValueEnum;

/// List the clauses that the rules engines judge, with our readings of gaps and contradictions.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  slapsight laws\n  slapsight laws --laws ers --coverage\n\n\
    Classes: V decided from video, E by keeping the books, R the referee, C administration, P principle.")]
pub struct Args {
    /// One text only
    #[arg(long, value_enum)]
    laws: Option<Laws>,
    /// Also the function that decides each clause and the tests that name it
    #[arg(long)]
    coverage: bool,
}

/// Prints the lists.
///
/// # Errors
/// [`CliError::Output`] when standard output cannot be written.
pub fn run(args: Args) -> Result<(), CliError> {
    let texts: Vec<Laws> = args.laws.map_or_else(|| Laws::value_variants().to_vec(), |one| vec![one]);
    let names: Vec<String> =
        texts.iter().filter_map(|text| Some(text.to_possible_value()?.get_name().to_owned())).collect();
    let mut lines = Vec::new();
    for name in names {
        lines.push(format!("{name}: clauses"));
        for clause in laws::clauses().filter(|clause| clause.text == name) {
            lines.push(format!("{:18} {}  {}", clause.number, clause.class, clause.paraphrase));
            if args.coverage {
                let or = |text: &str, none: &str| if text.is_empty() { none.to_owned() } else { text.to_owned() };
                lines.push(format!("{:22}decided by {}", "", or(clause.function, "nothing here")));
                let tests = clause.tests.split(' ').filter(|test| !test.is_empty());
                lines.extend(tests.map(|test| format!("{:22}test {test}", "")));
            }
        }
        lines.push(String::new());
        lines.push(format!("{name}: readings of gaps and contradictions"));
        lines.extend(laws::readings(&name).iter().map(|(clause, reading)| format!("{clause:18} {reading}")));
        lines.push(String::new());
    }
    print(lines.join("\n").trim_end())
}
