//! `slapsight doctor`: one line a need of a review on standard output, and the exit status.

use super::{CliError, print};
use crate::pipeline::machine::{self, Check, Finding};
use std::path::PathBuf;

/// Say what a review needs on this machine, what is missing, and how to mend it.
///
/// Checks the ONNX Runtime library (SLAPSIGHT_ONNXRUNTIME or ORT_DYLIB_PATH, else beside the program, in the
/// project's .onnxruntime folder, in the system's folders), every model (SLAPSIGHT_MODELS, else beside the
/// program, in the project's models folder), the FFmpeg libraries, and that reports can be written.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status: 0 when a review can run, 1 when something it needs is missing.")]
pub struct Args {
    /// Folder that reports are to be written to
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

fn line(check: &Check) -> String {
    match &check.finding {
        Finding::Present => format!("ok       {}", check.what),
        Finding::Limited(which) => format!("limited  {}\n         {which}", check.what),
        Finding::Missing(mend) => format!("MISSING  {}\n         {mend}", check.what),
    }
}

/// Examines the machine and prints what was found.
///
/// # Errors
/// [`CliError::Unfit`] when a review would fail, [`CliError::Output`] when standard output cannot be written.
pub fn run(args: Args) -> Result<(), CliError> {
    let checks = machine::examine(&args.out);
    for check in &checks {
        print(&line(check))?;
    }
    match checks.iter().filter(|check| matches!(check.finding, Finding::Missing(_))).count() {
        0 => Ok(()),
        1 => Err(CliError::Unfit("one thing that a review needs is missing".to_owned())),
        count => Err(CliError::Unfit(format!("{count} things that a review needs are missing"))),
    }
}
