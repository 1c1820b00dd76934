//! `slapsight doctor`: what a review needs on this machine, what is missing, and how to mend it.
//!
//! In: the machine. Out: one line a need on standard output, and the exit status. It looks in the same
//! places as the review, through the same functions, and opens the models as the review does. It does not
//! review anything: a machine that passes can still be given a recording that cannot be used.

use super::{CliError, print};
use crate::video::support::{Support, support};
use crate::vision::Models;
use crate::vision::models::{find_model, find_runtime};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The models a review needs, as `sha256sum` writes them: digest, two spaces, name in the models folder.
const MODEL_SUMS: &str = include_str!("../../models/SHA256SUMS");

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

/// What one check found.
#[derive(Debug, PartialEq, Eq)]
enum Finding {
    /// A review can rely on it.
    Present,
    /// A review of most recordings does without; the text says which do not.
    Limited(String),
    /// A review would fail; the text says how to mend it.
    Missing(String),
}

/// One line of the examination.
#[derive(Debug, PartialEq, Eq)]
struct Check {
    what: String,
    finding: Finding,
}

impl Check {
    fn present(what: impl Into<String>) -> Self {
        Check { what: what.into(), finding: Finding::Present }
    }

    fn missing(what: impl Into<String>, mend: impl Into<String>) -> Self {
        Check { what: what.into(), finding: Finding::Missing(mend.into()) }
    }

    fn line(&self) -> String {
        match &self.finding {
            Finding::Present => format!("ok       {}", self.what),
            Finding::Limited(which) => format!("limited  {}\n         {which}", self.what),
            Finding::Missing(mend) => format!("MISSING  {}\n         to mend: {mend}", self.what),
        }
    }
}

/// Examines the machine and prints what was found.
///
/// # Errors
/// [`CliError::Unfit`] when a review would fail, [`CliError::Output`] when standard output cannot be written.
pub fn run(args: Args) -> Result<(), CliError> {
    let mut checks = vec![runtime()];
    checks.extend(shipped_models().map(|(digest, name)| model(name, digest)));
    checks.extend(ffmpeg(&support()));
    checks.push(output(&args.out));
    for check in &checks {
        print(&check.line())?;
    }
    match checks.iter().filter(|check| matches!(check.finding, Finding::Missing(_))).count() {
        0 => Ok(()),
        1 => Err(CliError::Unfit("one thing that a review needs is missing".to_owned())),
        count => Err(CliError::Unfit(format!("{count} things that a review needs are missing"))),
    }
}

/// Digest and name of every model.
fn shipped_models() -> impl Iterator<Item = (&'static str, &'static str)> {
    MODEL_SUMS.lines().filter_map(|line| line.split_once("  "))
}

fn runtime() -> Check {
    match find_runtime().and_then(|path| Models::runtime().map(|_| path)) {
        Ok(path) => Check::present(format!("ONNX Runtime {}: {}", runtime_version(), path.display())),
        Err(error) => Check::missing(
            format!("ONNX Runtime: {error}"),
            "run scripts/setup, or set SLAPSIGHT_ONNXRUNTIME to the library's path",
        ),
    }
}

/// The version the loaded library gives itself; it is built from a branch named after its release.
fn runtime_version() -> &'static str {
    let told = ort::info();
    told.split_once("git-branch=rel-").and_then(|(_, rest)| rest.split(',').next()).unwrap_or("of unknown version")
}

fn model(name: &str, digest: &str) -> Check {
    let mend = "restore it with: git checkout -- models; or set SLAPSIGHT_MODELS to the folder that holds it";
    let path = match find_model(name) {
        Ok(path) => path,
        Err(error) => return Check::missing(format!("model {name}: {error}"), mend),
    };
    let found = match sha256(&path) {
        Ok(found) => found,
        Err(error) => {
            return Check::missing(
                format!("model {name}: {} cannot be read ({error})", path.display()),
                "check its permissions",
            );
        }
    };
    if found != digest {
        let what = format!("model {name}: {} is not the shipped file (SHA-256 {found})", path.display());
        return Check::missing(what, mend);
    }
    // Without a runtime there is nothing to open it with, and that has its own line.
    match Models::runtime().map(|models| models.open(name)) {
        Ok(Err(error)) => {
            Check::missing(format!("model {name}: {error}"), "run scripts/setup for the right ONNX Runtime")
        }
        _ => Check::present(format!("model {name}: {}", path.display())),
    }
}

fn sha256(path: &Path) -> std::io::Result<String> {
    let mut hasher = Sha256::new();
    std::io::copy(&mut std::fs::File::open(path)?, &mut hasher)?;
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn ffmpeg(found: &Support) -> Vec<Check> {
    let mut checks = vec![Check::present(format!("FFmpeg: {}", found.versions))];
    checks.push(match &found.h264_encoder {
        Some(name) => Check::present(format!("FFmpeg encoder for clips (H.264): {name}")),
        None => Check::missing(
            "FFmpeg encoder for clips (H.264)",
            "install an FFmpeg that is built with libx264, such as Debian's",
        ),
    });
    if !found.undecodable.is_empty() {
        checks.push(Check {
            what: format!("FFmpeg cannot decode {}", found.undecodable.join(", ")),
            finding: Finding::Limited("recordings in these formats cannot be reviewed here".to_owned()),
        });
    }
    checks
}

/// Whether a report can be written to a folder, which need not exist yet. Leaves nothing behind.
fn output(folder: &Path) -> Check {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let existing = absolute.ancestors().find(|place| place.exists()).unwrap_or(Path::new("/"));
    let tried = tempfile::NamedTempFile::new_in(existing).and_then(|mut file| {
        file.write_all(&[0; 4096])?;
        file.as_file().sync_all()
    });
    match tried {
        Ok(()) => Check::present(format!("reports can be written to {}", absolute.display())),
        Err(error) => Check::missing(
            format!("reports cannot be written to {} ({error})", absolute.display()),
            "choose another folder, or see to its permissions and the room on its disk",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn models_folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("models")
    }

    #[test]
    fn every_shipped_model_has_its_digest() {
        let mut listed: Vec<String> = Vec::new();
        for (digest, name) in shipped_models() {
            assert_eq!(sha256(&models_folder().join(name)).expect(name), digest, "{name}");
            listed.push(name.to_owned());
        }
        let mut kept: Vec<String> = Vec::new();
        for room in std::fs::read_dir(models_folder()).expect("models").flatten().filter(|entry| entry.path().is_dir())
        {
            for file in std::fs::read_dir(room.path()).expect("a folder of models").flatten() {
                if file.path().extension().is_some_and(|ending| ending == "onnx") {
                    kept.push(format!("{}/{}", room.file_name().display(), file.file_name().display()));
                }
            }
        }
        listed.sort();
        kept.sort();
        assert_eq!(listed, kept, "models/SHA256SUMS against the files");
    }

    #[test]
    fn a_missing_encoder_is_missing_and_a_missing_decoder_is_a_limit() {
        let poor = Support { versions: "x".to_owned(), h264_encoder: None, undecodable: vec!["AV1"] };
        let lines: Vec<String> = ffmpeg(&poor).iter().map(Check::line).collect();
        assert!(lines[1].starts_with("MISSING  FFmpeg encoder"), "{lines:?}");
        assert!(lines[2].starts_with("limited  FFmpeg cannot decode AV1"), "{lines:?}");
    }

    #[test]
    fn a_report_folder_need_not_exist_but_its_parent_must_be_a_folder() {
        let scratch = tempfile::tempdir().expect("a scratch folder");
        assert_eq!(output(&scratch.path().join("a/b")).finding, Finding::Present);
        assert_eq!(std::fs::read_dir(scratch.path()).expect("the folder").count(), 0, "nothing left behind");
        let file = scratch.path().join("file");
        std::fs::write(&file, "x").expect("a file");
        assert!(matches!(output(&file.join("report")).finding, Finding::Missing(_)));
    }
}
