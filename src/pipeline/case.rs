//! A case: the folder of a report with its journal. Opening it, and finding what belongs to it.
//!
//! Time and names come from the caller. What is written goes to the journal; the report is never touched here.

use super::ReviewError;
use super::machine::{networks, sha256, shipped_models};
use crate::evidence::{Report, report};
use crate::store::journal::{self, Act, Entry, Journal, Opened, Recorded, Role, SourceFile};
use crate::store::{StoreError, hash};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Why something could not be done with a case.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// The disk, or the journal.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It could not be judged again.
    #[error(transparent)]
    Review(Box<ReviewError>),
    /// No report.
    #[error("{path}: this is no report of slapsight ({why}); give the folder that `slapsight review` wrote")]
    Report {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// No report in a folder or below it.
    #[error("{path}: there is no report in this folder nor in those below it; give one that `slapsight review` wrote")]
    NoReports {
        /// The folder.
        path: String,
    },
    /// A case that cannot be judged again.
    #[error("{path}: this report cannot be judged again ({why}); review the recording once more")]
    NotAgain {
        /// The folder.
        path: String,
        /// Why.
        why: &'static str,
    },
    /// A card that was put right at a moment at which nothing is read of its pile.
    #[error(
        "a card of rank {rank} on the {pile} pile at {t:.3} s changes nothing, for hands hide the pile then or it is not read; \
         go to a frame in which that card is in view"
    )]
    NotShown {
        /// Which pile.
        pile: crate::base::Pile,
        /// When, file seconds.
        t: f64,
        /// Its rank.
        rank: crate::base::Rank,
    },
    /// There is no such entry, or it does not count.
    #[error("entry {number} of the journal cannot be undone: {why}")]
    NotUndone {
        /// Its number.
        number: u64,
        /// Why.
        why: &'static str,
    },
    /// Pictures of a recording.
    #[error(transparent)]
    Evidence(#[from] crate::evidence::EvidenceError),
}

impl From<ReviewError> for CaseError {
    fn from(why: ReviewError) -> CaseError {
        CaseError::Review(Box::new(why))
    }
}

/// Who does something, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct By {
    /// Milliseconds since 1970, UTC.
    pub at: i64,
    /// A name.
    pub who: String,
    /// As what.
    pub role: Role,
}

impl By {
    /// The entry of an act.
    pub fn entry(&self, act: Act) -> Entry {
        Entry { at: self.at, who: self.who.clone(), role: self.role, act }
    }
}

/// The report in a folder: its figures and its bytes' SHA-256.
///
/// # Errors
/// [`CaseError::Report`].
pub fn report(folder: &Path) -> Result<(Report, String), CaseError> {
    let path = folder.join("report.json");
    let refuse = |why: String| CaseError::Report { path: path.display().to_string(), why };
    let bytes = std::fs::read(&path).map_err(|why| refuse(why.to_string()))?;
    let mut json = serde_json::Deserializer::from_slice(&bytes);
    let found: Report = serde_path_to_error::deserialize(&mut json).map_err(|why| refuse(why.to_string()))?;
    if found.schema != report::SCHEMA {
        return Err(refuse(format!("its schema is {:?}, not {:?}", found.schema, report::SCHEMA)));
    }
    Ok((found, hash::of_bytes(&bytes)))
}

/// The folders of reports in `folder`: itself, or those up to three levels below it, by name.
///
/// # Errors
/// [`CaseError::NoReports`] when there are none.
pub fn folders(folder: &Path) -> Result<Vec<PathBuf>, CaseError> {
    let mut found = Vec::new();
    let mut level = vec![folder.to_path_buf()];
    for _ in 0..=3 {
        let mut next = Vec::new();
        for folder in level {
            if folder.join("report.json").is_file() {
                found.push(folder.clone());
            }
            let below = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            // Hidden ones are being written; links may lead anywhere.
            let open = |entry: &std::fs::DirEntry| {
                entry.file_type().is_ok_and(|kind| kind.is_dir())
                    && !entry.file_name().to_string_lossy().starts_with('.')
            };
            next.extend(below.filter(open).map(|entry| entry.path()));
        }
        level = next;
    }
    found.sort();
    if found.is_empty() { Err(CaseError::NoReports { path: folder.display().to_string() }) } else { Ok(found) }
}

/// The folder in a report's own in which the reports of moments lie that were reviewed on demand: each is a case of its own.
pub const MOMENTS: &str = "moments";

/// Which files of a report's folder a case consists of: not the journal, nor the reports of moments, nor what a program is
/// just writing.
pub fn belongs(name: &str) -> bool {
    let mut parts = name.split('/');
    !journal::is_own(name) && parts.next() != Some(MOMENTS) && !name.split('/').any(|part| part.starts_with('.'))
}

/// Opens the case in `folder`: its journal, whose first entry says what the case consists of. `progress` is told the share of
/// its files that was hashed; a case that was opened before is open at once.
///
/// # Errors
/// When there is no report, or the journal cannot be used.
pub fn open(folder: &Path, by: &By, progress: &mut dyn FnMut(f64)) -> Result<Journal, CaseError> {
    let (report, sha256) = report(folder)?;
    let mut journal = Journal::open(folder)?;
    if !is_open(&journal.entries()?) {
        let sources = std::iter::once(&report.source).chain(report.also.as_ref().map(|also| &also.source));
        let opened = Opened {
            report: sha256,
            sources: sources.map(|s| SourceFile { path: s.path.clone(), sha256: s.sha256.clone() }).collect(),
            files: hash::of_folder(folder, &belongs, progress)?,
            models: models(&report),
            settings: serde_json::to_value(&report.made).unwrap_or_default(),
            program: report.made.map_or_else(String::new, |made| made.program),
        };
        journal.append_after(|before| (!is_open(before)).then(|| by.entry(Act::Opened(Box::new(opened)))))?;
    }
    super::corrections::settle(folder, &journal.entries()?)?;
    Ok(journal)
}

fn is_open(entries: &[Recorded]) -> bool {
    entries.iter().any(|recorded| matches!(recorded.entry.act, Act::Opened(_)))
}

/// The models that a report was made with, by name; what is none of the shipped ones by its place.
pub fn models(report: &Report) -> BTreeMap<String, String> {
    let digests = report.made.iter().flat_map(|made| &made.models);
    let named = |(i, digest): (usize, &String)| {
        let shipped = shipped_models().find(|(shipped, _)| shipped == digest);
        (shipped.map_or_else(|| format!("other-{}", i + 1), |(_, name)| name.to_owned()), digest.clone())
    };
    digests.enumerate().map(named).collect()
}

/// SHA-256 of the models that this program would use now.
pub(super) fn models_now() -> Vec<String> {
    networks().iter().filter_map(|path| sha256(path).ok()).collect()
}

/// Endings of recordings, in small letters.
const RECORDINGS: [&str; 9] = ["mp4", "mov", "mkv", "avi", "webm", "m4v", "ts", "mts", "mpg"];

/// Whether a file looks like a recording, by its name's ending.
pub fn is_recording(file: &Path) -> bool {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| RECORDINGS.contains(&ending.as_str()))
}

/// Where a recording may lie, likeliest first: where it was, and under its name in the report's folder and beside it; then, as
/// `others`, all that look like recordings there.
fn places(folder: &Path, path: &str) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let around: Vec<&Path> = std::iter::once(folder.as_path()).chain(folder.parent()).collect();
    let mut named = vec![PathBuf::from(path)];
    if let Some(name) = Path::new(path).file_name() {
        named.extend(around.iter().map(|around| around.join(name)));
    }
    named.retain(|place| place.is_file());
    named.dedup();
    let mut others = Vec::new();
    for around in around {
        let files = std::fs::read_dir(around).into_iter().flatten().flatten().map(|entry| entry.path());
        others.extend(files.filter(|file| file.is_file() && !named.contains(file) && is_recording(file)));
    }
    others.sort();
    (named, others)
}

/// What was found of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recording {
    /// It is here, with the bytes that were reviewed.
    Here(PathBuf),
    /// A file of its name is here, with other bytes.
    Other(PathBuf),
    /// It is nowhere.
    Nowhere,
}

/// Looks for a recording by its bytes: `given` first (and only) when there is one, else where it was, in the report's folder and
/// beside it. `progress` is told of bytes that were read.
///
/// # Errors
/// When a file that is there cannot be read.
pub fn recording(
    folder: &Path,
    source: &SourceFile,
    given: Option<&Path>,
    progress: &mut dyn FnMut(u64),
) -> Result<Recording, CaseError> {
    let (named, others) = match given {
        Some(given) => (vec![given.to_path_buf()], Vec::new()),
        None => places(folder, &source.path),
    };
    for place in named.iter().chain(&others) {
        if hash::of_file(place, progress)?.sha256 == source.sha256 {
            return Ok(Recording::Here(place.clone()));
        }
    }
    Ok(named.into_iter().next().map_or(Recording::Nowhere, Recording::Other))
}
