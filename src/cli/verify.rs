//! `slapsight verify`: a case in, what was changed in it out.

use super::progress::ProgressLine;
use super::{CliError, print};
use crate::pipeline::case::{self, CaseError};
use crate::pipeline::verify::{Verified, What, verify};
use std::path::PathBuf;

/// Check that a case is what it was: the journal of rulings, the report, its clips, what was seen, and the recording.
///
/// Every file is held against the hashes that the journal took when the case was opened, and the journal against its own chain.
/// What was changed, is missing or was added is named. Another version of the program or of its models is told; it is no fault.
///
/// Exit status 0: all is as it was; 1: something is not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  slapsight verify report
      the case that a review wrote and a referee ruled on
  slapsight verify reports --json
      every case in a folder, for another program
  slapsight verify unpacked --video match.mp4
      an exported case, with the recording that is kept elsewhere")]
pub struct Args {
    /// A report's folder, an unpacked archive of one, or a folder of those (at most three levels deep)
    pub dir: PathBuf,

    /// The recording, when it is not where it was reviewed, nor in the report's folder or beside it
    #[arg(long, value_name = "FILE")]
    pub video: Option<PathBuf>,

    /// Print what was found as JSON
    #[arg(long)]
    pub json: bool,
}

/// Runs the command.
///
/// # Errors
/// [`CliError::Changed`] when a case is not what it was; one sentence for whatever else stands in the way.
pub fn run(args: Args) -> Result<(), CliError> {
    // A folder whose report is gone still has its journal, and that tells.
    let folders = match case::folders(&args.dir) {
        Err(CaseError::NoReports { .. }) if args.dir.join(crate::store::journal::FILE).exists() => {
            vec![args.dir.clone()]
        }
        found => found?,
    };
    let mut line = ProgressLine::new();
    let mut all = Vec::new();
    for folder in &folders {
        let done = verify(folder, args.video.as_deref(), &mut |done| line.show("checking the files", done));
        line.clear();
        all.push(done?);
    }
    if args.json {
        print(&serde_json::to_string_pretty(&all).map_err(|why| CliError::Output(why.to_string()))?)?;
    } else {
        for verified in &all {
            print(&text(verified))?;
        }
    }
    match all.iter().filter(|verified| !verified.is_whole()).count() {
        0 => Ok(()),
        1 if all.len() == 1 => Err(CliError::Changed(format!("{} is not what it was", folders[0].display()))),
        changed => Err(CliError::Changed(format!("{changed} of {} cases are not what they were", all.len()))),
    }
}

fn text(verified: &Verified) -> String {
    let state = if verified.is_whole() { "nothing was changed" } else { "not as it was" };
    let entries = match verified.entries {
        1 => "1 entry".to_owned(),
        n => format!("{n} entries"),
    };
    let mut text = format!("{}: {state}; {entries} in the journal", verified.folder.display());
    if let Some(last) = &verified.last {
        text.push_str(&format!(", the last {last}"));
    }
    for found in &verified.found {
        let word = match found.what {
            What::Changed => "CHANGED",
            What::Missing => "MISSING",
            What::Added => "ADDED  ",
            What::Told => "note   ",
        };
        text.push_str(&format!("\n  {word} {}: {}", found.file, found.words));
    }
    text
}
