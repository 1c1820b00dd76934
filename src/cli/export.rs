//! `slapsight export`: a case in, a file for other hands out.

use super::progress::ProgressLine;
use super::{CliError, print, say};
use crate::pipeline::export;
use std::path::{Path, PathBuf};

/// Write a case as a file to hand on: everything in one archive, or the protocol of the match.
///
/// The archive opens anywhere without slapsight: unpack it and open report.html, which has the referee's rulings on it. The
/// same case gives the same bytes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  slapsight export report --format case --out match-12.zip
      report, page, clips, frames of the contacts, journal and a list of hashes; slapsight verify works on it unpacked
  slapsight export report --format protocol --out match-12.html
      incidents with findings and rulings, the official score and the match record, for printing")]
pub struct Args {
    /// The report: its folder, or its report.json
    pub report: PathBuf,

    /// What to write
    #[arg(long, value_enum)]
    pub format: Format,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// The recording, when it is not where it was reviewed, nor in the report's folder or beside it
    #[arg(long, value_name = "FILE")]
    pub video: Option<PathBuf>,

    /// Replace the file if it is there
    #[arg(long)]
    pub force: bool,
}

/// What can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A zip archive of the whole case, without the recording
    Case,
    /// A page for printing: incidents, rulings, official score (C.4.4), match record (I.6.1)
    Protocol,
}

/// Runs the command.
///
/// # Errors
/// One sentence for whatever stands in the way; nothing is written then.
pub fn run(args: Args) -> Result<(), CliError> {
    if args.out.exists() && !args.force {
        return Err(CliError::InTheWay(args.out.display().to_string()));
    }
    let folder = if args.report.file_name().is_some_and(|name| name == "report.json") {
        args.report.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_path_buf()
    } else {
        args.report
    };
    match args.format {
        Format::Case => {
            let mut line = ProgressLine::new();
            let done =
                export::archive(&folder, &args.out, args.video.as_deref(), &mut |stage, done| line.show(stage, done));
            line.clear();
            let done = done?;
            if !done.recording {
                say(
                    "the recording was not found: the archive has no frames of contacts but those it had; --video FILE names it",
                );
            }
            print(&format!(
                "Archive: {} ({} files, {} frames of contacts)",
                args.out.display(),
                done.files,
                done.frames
            ))
        }
        Format::Protocol => {
            export::protocol(&folder, &args.out)?;
            print(&format!("Protocol: {}", args.out.display()))
        }
    }
}
