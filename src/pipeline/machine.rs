//! What a review needs on this machine, and what of it is there.
//!
//! In: the machine and the folder that reports are to go to. Out: [`Check`]s, one a need. Looks in the same
//! places as the review, through the same functions, and opens the models as the review does. It reviews
//! nothing: a machine that passes can still be given a recording that cannot be used.

use crate::video::support::{Support, support};
use crate::vision::Models;
use crate::vision::models::{find_model, find_runtime};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::Path;

/// Everything in the models folder that the program reads or holds, as `sha256sum` writes them: digest, two spaces, name in the models folder.
const MODEL_SUMS: &str = include_str!("../../models/SHA256SUMS");

/// What one check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// A review can rely on it.
    Present,
    /// A review of most recordings does without; the text says which do not.
    Limited(String),
    /// A review would fail; the text says how to mend it, and why when that helps.
    Missing(String),
}

/// One need of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The need, with what was found for it, for people.
    pub what: String,
    /// Whether it is met.
    pub finding: Finding,
}

impl Check {
    fn present(what: impl Into<String>) -> Self {
        Check { what: what.into(), finding: Finding::Present }
    }

    fn missing(what: impl Into<String>, mend: impl Into<String>) -> Self {
        Check { what: what.into(), finding: Finding::Missing(mend.into()) }
    }
}

/// Checks everything, always in the same order. `out` need not exist; nothing is left behind in it.
pub fn examine(out: &Path) -> Vec<Check> {
    let mut checks = vec![runtime()];
    // What the simulator draws with is part of the program; a review loads networks only.
    let loaded = shipped_models().filter(|(_, name)| name.ends_with(".onnx"));
    checks.extend(loaded.map(|(digest, name)| model(name, digest)));
    checks.extend(ffmpeg(&support()));
    checks.push(output(out));
    checks
}

/// Digest and name of all of it.
pub(super) fn shipped_models() -> impl Iterator<Item = (&'static str, &'static str)> {
    MODEL_SUMS.lines().filter_map(|line| line.split_once("  "))
}

fn runtime() -> Check {
    match find_runtime().and_then(|path| Models::runtime().map(|_| path)) {
        Ok(path) => {
            let version = runtime_version(&path).unwrap_or_else(|| "of unknown version".to_owned());
            Check::present(format!("ONNX Runtime {version}: {}", path.display()))
        }
        Err(error) => Check::missing("ONNX Runtime", error.to_string()),
    }
}

/// The version that a library gives itself. Only for a library that `ort` has accepted.
fn runtime_version(path: &Path) -> Option<String> {
    // SAFETY: ort has loaded this file as an ONNX Runtime, whose one entry point has this signature and
    // hands out static data; loading it again runs nothing new, and it stays loaded after this handle goes.
    unsafe {
        let library = libloading::Library::new(path).ok()?;
        let entry: libloading::Symbol<unsafe extern "C" fn() -> *const ort::sys::OrtApiBase> =
            library.get(b"OrtGetApiBase").ok()?;
        let version = (entry().as_ref()?.GetVersionString)();
        Some(std::ffi::CStr::from_ptr(version).to_str().ok()?.to_owned())
    }
}

fn model(name: &str, digest: &str) -> Check {
    let mend = "restore it with: git checkout -- models; or set SLAPSIGHT_MODELS to the folder that holds it";
    let path = match find_model(name) {
        Ok(path) => path,
        Err(error) => return Check::missing(format!("model {name}"), error.to_string()),
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

/// The networks that a review loads, where they lie; those that are missing are left out.
pub(super) fn networks() -> Vec<std::path::PathBuf> {
    let loaded = shipped_models().filter(|(_, name)| name.ends_with(".onnx"));
    loaded.filter_map(|(_, name)| find_model(name).ok()).collect()
}

/// SHA-256 of a file, in hexadecimal digits.
pub(super) fn sha256(path: &Path) -> std::io::Result<String> {
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
    use std::path::PathBuf;

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
        // What the program reads, and nothing that only says where it comes from or how it is made.
        const READ: [&str; 5] = ["onnx", "glb", "ttf", "otf", "json"];
        let (mut kept, mut folders) = (Vec::new(), vec![models_folder()]);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).expect("a folder of models").flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| READ.iter().any(|read| ending == *read)) {
                    let name = path.strip_prefix(models_folder()).expect("inside");
                    kept.push(name.to_string_lossy().into_owned());
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
        let checks = ffmpeg(&poor);
        assert!(matches!(checks[1].finding, Finding::Missing(_)), "{checks:?}");
        assert!(matches!(checks[2].finding, Finding::Limited(_)) && checks[2].what.contains("AV1"), "{checks:?}");
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
