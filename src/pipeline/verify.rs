//! Whether a case is still what it was: journal, report, clips, what was seen, recordings; and what the program and its models
//! are now.
//!
//! In: the folder of a report. Out: what was changed, is missing or was added, file by file, and what only differs. Nothing is
//! written and nothing is repaired. A case that was never opened has nothing to be held against but its recording's hash; that
//! is said. Where journal and seal are both gone, what only an opened case comes to have tells of them; who takes that away too
//! leaves nothing to be told by.

use super::case::{self, CaseError, Recording};
use crate::evidence::Report;
use crate::store::archive::{self, MANIFEST};
use crate::store::hash;
use crate::store::journal::{self, Act, Break, FileHash, Files, Opened, Recorded, SourceFile};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The file, seen from the case's folder; a recording by its path.
    pub file: String,
    /// What is the matter.
    pub what: What,
    /// In words.
    pub words: String,
}

/// What is the matter with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// Its bytes are others.
    Changed,
    /// It is not there.
    Missing,
    /// It was not there.
    Added,
    /// Something that is no fault of the case: it is told and does not count.
    Told,
}

/// A case that was checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Its folder.
    pub folder: PathBuf,
    /// How many entries its journal has, as far as it can be read.
    pub entries: usize,
    /// The last entry's hash.
    pub last: Option<String>,
    /// What was found, by file.
    pub found: Vec<Found>,
}

impl Verified {
    /// Whether nothing was changed, is missing or was added.
    pub fn is_whole(&self) -> bool {
        self.found.iter().all(|found| found.what == What::Told)
    }
}

fn found(file: impl Into<String>, what: What, words: impl Into<String>) -> Found {
    Found { file: file.into(), what, words: words.into() }
}

/// Checks the case in `folder`; its recording is `video` if that is given, else looked for. `progress` is told the share of the
/// bytes that was read.
///
/// # Errors
/// When there is no report, or a file cannot be read; a journal that cannot be read is something that was found.
pub fn verify(folder: &Path, video: Option<&Path>, progress: &mut dyn FnMut(f64)) -> Result<Verified, CaseError> {
    let read = case::report(folder);
    let mut all: Vec<Found> = journal::check(folder).iter().map(journal_found).collect();
    let read_all = journal::read(folder);
    // Of a journal that was changed the entries that were not still tell what the files must be.
    let lost = read_all.is_err();
    let entries = read_all.unwrap_or_else(|_| journal::read_whole(folder));
    let opened = entries.iter().find_map(|recorded| match &recorded.entry.act {
        Act::Opened(opened) => Some(opened.as_ref()),
        _ => None,
    });
    let sources = match (&read, opened) {
        (_, Some(opened)) => opened.sources.clone(),
        (Ok((report, _)), None) => sources(report),
        // Without both there is nothing to go by, unless it is the report that was spoilt.
        (Err(_), None) if !all.is_empty() => Vec::new(),
        (Err(_), None) => return Err(read.err().unwrap_or_else(|| CaseError::NoReports { path: String::new() })),
    };
    let names = hash::list(folder, &case::belongs)?;
    let length = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
    let films = sources.iter().map(|source| length(video.unwrap_or(Path::new(&source.path)))).sum::<u64>();
    let bytes = (names.iter().map(|(_, bytes)| bytes).sum::<u64>() + films).max(1) as f64;
    let mut done = 0;
    let mut tell = |read: u64| {
        done += read;
        progress((done as f64 / bytes).min(1.0));
    };
    let mut files = Files::new();
    for (name, _) in names {
        let hash = hash::of_file(&folder.join(&name), &mut tell)?;
        files.insert(name, hash);
    }
    match opened {
        Some(opened) => {
            let found = compared(folder, &expected(opened, &entries), &files);
            // Which report was the last one is not known when an entry that may have made one is lost.
            all.extend(found.into_iter().filter(|found| !(lost && found.file.starts_with("report."))));
            all.extend(now(opened));
        }
        None if !all.is_empty() => {}
        None => all.push(unopened(folder)),
    }
    if files.contains_key(MANIFEST) {
        all.extend(archive::check(folder, &files)?.into_iter().map(|(file, words)| {
            let what = if folder.join(&file).exists() { What::Changed } else { What::Missing };
            found(file, what, words)
        }));
    }
    for (i, source) in sources.iter().enumerate() {
        // A file that is given is the first camera's.
        all.extend(film(folder, source, video.filter(|_| i == 0), &mut tell)?);
    }
    all.sort_by(|a, b| (&a.file, a.what as u8).cmp(&(&b.file, b.what as u8)));
    all.dedup_by(|a, b| (&a.file, a.what) == (&b.file, b.what) && a.file != journal::FILE);
    Ok(Verified {
        folder: folder.to_path_buf(),
        entries: entries.len(),
        last: entries.last().map(|last| last.hash.clone()),
        found: all,
    })
}

/// What is to be said of a case that has neither journal nor seal.
fn unopened(folder: &Path) -> Found {
    // A correction is in the journal before the earlier report is kept.
    let trace = if folder.join("report.1.json").exists() {
        Some("report.1.json is here, which a correction on the referee's page keeps")
    } else if folder.join(case::MOMENTS).is_dir() {
        Some("moments is here, which is made on the referee's page")
    } else {
        None
    };
    match trace {
        Some(trace) => found(
            journal::FILE,
            What::Missing,
            format!(
                "the journal and its seal are both gone, with all rulings: {trace}; only the recording could be checked"
            ),
        ),
        None => found(
            journal::FILE,
            What::Told,
            "this case was never opened for ruling, as far as its folder shows: only its recording could be checked; a journal \
             that was taken away with every trace cannot be known of here, hold a printed protocol or an archive against it",
        ),
    }
}

fn sources(report: &Report) -> Vec<SourceFile> {
    let all = std::iter::once(&report.source).chain(report.also.as_ref().map(|also| &also.source));
    all.map(|source| SourceFile { path: source.path.clone(), sha256: source.sha256.clone() }).collect()
}

fn journal_found(wrong: &Break) -> Found {
    match wrong {
        Break::Seal => found(journal::seal::FILE, What::Changed, wrong.to_string()),
        Break::NoSeal => found(journal::seal::FILE, What::Missing, wrong.to_string()),
        Break::Gone => found(journal::FILE, What::Missing, wrong.to_string()),
        _ if wrong.is_harmless() => found(journal::FILE, What::Told, wrong.to_string()),
        _ => found(journal::FILE, What::Changed, wrong.to_string()),
    }
}

/// Every file that the case must hold after its entries.
fn expected(opened: &Opened, entries: &[Recorded]) -> Files {
    let mut files = opened.files.clone();
    for recorded in entries {
        if let Act::Corrected { report, .. } | Act::Undone { report: Some(report), .. } = &recorded.entry.act {
            files.extend(report.files.clone());
        }
    }
    files
}

fn compared(folder: &Path, expected: &Files, files: &Files) -> Vec<Found> {
    // An archive has the referee's page in the stead of the software's, which it keeps under another name.
    let archived = files.contains_key(MANIFEST);
    let place = |name: &str| archive::place_of(name, archived);
    let mut all = Vec::new();
    let mut told: BTreeMap<String, &FileHash> = BTreeMap::new();
    for (name, hash) in expected {
        told.insert(place(name), hash);
    }
    for (name, was) in &told {
        match files.get(name) {
            None => all.push(found(name, What::Missing, "it is missing")),
            Some(is) if is != *was => all.push(found(
                name,
                What::Changed,
                format!("its bytes are not those of the case: SHA-256 {} was {}", is.sha256, was.sha256),
            )),
            Some(_) => {}
        }
    }
    let own = |name: &str| archived && archive::is_own(name);
    let added = files.keys().filter(|name| !told.contains_key(*name) && !own(name));
    all.extend(added.map(|name| {
        let kind = if folder.join(name).is_symlink() { "link" } else { "file" };
        found(name, What::Added, format!("this {kind} does not belong to the case"))
    }));
    all
}

/// What the program is now, against what it was.
fn now(opened: &Opened) -> Vec<Found> {
    let mut all = Vec::new();
    let version = env!("CARGO_PKG_VERSION");
    if !opened.program.is_empty() && opened.program != version {
        let words =
            format!("slapsight {} made the report, this is {version}: reviewed now it may differ", opened.program);
        all.push(found("the program", What::Told, words));
    }
    let installed = case::models_now();
    for (name, digest) in opened.models.iter().filter(|(_, digest)| !installed.contains(digest)) {
        let short = &digest[..digest.len().min(12)];
        all.push(found(
            name,
            What::Told,
            format!("the model {short}… that the report was made with is not installed here"),
        ));
    }
    all
}

fn film(
    folder: &Path,
    source: &SourceFile,
    video: Option<&Path>,
    progress: &mut dyn FnMut(u64),
) -> Result<Option<Found>, CaseError> {
    Ok(match case::recording(folder, source, video, progress)? {
        Recording::Here(_) => None,
        Recording::Other(path) => {
            let words = "its bytes are not those of the recording that was reviewed";
            Some(found(path.display().to_string(), What::Changed, words))
        }
        Recording::Nowhere => {
            let words = "the recording is not here and was not checked; give it with --video";
            Some(found(&source.path, What::Told, words))
        }
    })
}
