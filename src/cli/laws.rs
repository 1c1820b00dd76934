//! `slapsight laws`: which clauses the engines judge, and how gaps in the texts are read.

use super::rule::Laws;
use super::{CliError, print};
use crate::pipeline::laws;
use clap::ValueEnum;

/// List the clauses that the rules engines judge, with our readings of gaps and contradictions.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  slapsight laws\n  slapsight laws --laws ers --coverage\n\n\
    Classes: V decided from video, E by keeping the books, V/E both, V/R measured from video and left to the referee,\n\
    R the referee, C administration, P principle.")]
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
        let mut heading = None;
        for clause in laws::clauses().filter(|clause| clause.text == name) {
            let law = laws::heading(&clause);
            if law != heading {
                heading = law;
                lines.push(String::new());
                lines.extend(law.map(|(letter, title)| format!("Law {letter}: {title}")));
            }
            lines.extend(entry(&format!("{:18} {:3} ", clause.number, clause.class), clause.paraphrase));
            if args.coverage {
                let decided = match (clause.function, clause.why_not) {
                    ("", "") => "decided by nothing here".to_owned(),
                    ("", why_not) => format!("not decided here: {why_not}"),
                    (function, _) => format!("decided by {function}"),
                };
                lines.extend(entry(INDENT, &decided));
                let tests = clause.tests.split(' ').filter(|test| !test.is_empty());
                lines.extend(tests.map(|test| format!("{INDENT}test {test}")));
            }
        }
        lines.push(String::new());
        lines.push(format!("{name}: readings of gaps and contradictions"));
        lines.push(String::new());
        let readings = laws::readings(&name).iter();
        lines.extend(readings.flat_map(|(clause, reading)| entry(&format!("{clause:18} "), reading)));
        lines.push(String::new());
    }
    print(lines.join("\n").trim_end())
}

/// Columns that a line may fill; wider terminals do not make it easier to read.
const WIDTH: usize = 100;
const INDENT: &str = "                       ";

/// A text beside its label, wrapped between words; the lines after the first are as far in as the text.
fn entry(label: &str, text: &str) -> Vec<String> {
    let indent = label.chars().count();
    let (mut lines, mut line, mut filled) = (Vec::new(), label.to_owned(), indent);
    for word in text.split_whitespace() {
        let long = word.chars().count();
        if filled > indent && filled + 1 + long > WIDTH {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            filled = indent;
        } else if filled > indent {
            line.push(' ');
            filled += 1;
        }
        line.push_str(word);
        filled += long;
    }
    lines.push(line);
    lines
}
