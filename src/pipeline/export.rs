//! A case to hand on: one archive that opens anywhere without a server, or the protocol of the match as a page for printing.
//!
//! In: the folder of a report. Out: a file, whole or not at all, the same bytes as long as the case is the same.

use super::case::{self, CaseError, Recording};
use crate::evidence::case_page::{self, Beside};
use crate::evidence::{contacts, protocol};
use crate::store::archive::{self, Content, MANIFEST};
use crate::store::journal::{self, SourceFile};
use crate::store::{self, hash};
use std::collections::BTreeMap;
use std::path::Path;

/// What an archive came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exported {
    /// How many files it holds, besides its list.
    pub files: usize,
    /// How many frames of contacts.
    pub frames: usize,
    /// Whether the recording was found, from which frames are taken.
    pub recording: bool,
}

/// Writes the case in `folder` as an archive; `progress` is told the stage and the share of it that is done.
///
/// # Errors
/// When there is no report, the journal was changed, or the archive cannot be written.
pub fn archive(
    folder: &Path,
    out: &Path,
    video: Option<&Path>,
    progress: &mut dyn FnMut(&'static str, f64),
) -> Result<Exported, CaseError> {
    let (report, sha256) = case::report(folder)?;
    let kept = journal::snapshot(folder)?;
    let entries = kept.as_ref().map_or_else(Vec::new, |kept| kept.entries.clone());
    let mut files: BTreeMap<String, Content> = BTreeMap::new();
    let archived = folder.join(MANIFEST).exists();
    let mut bytes = 0;
    for (name, length) in hash::list(folder, &case::belongs)? {
        if archived && archive::is_own(&name) {
            continue;
        }
        bytes += length;
        files.insert(archive::place_of(&name, !archived), Content::File(folder.join(&name)));
    }
    let source = SourceFile { path: report.source.path.clone(), sha256: report.source.sha256.clone() };
    let length = std::fs::metadata(video.unwrap_or(Path::new(&source.path))).map_or(1, |file| file.len().max(1)) as f64;
    let mut done = 0;
    let found = case::recording(folder, &source, video, &mut |read| {
        done += read;
        progress("looking for the recording", (done as f64 / length).min(1.0));
    })?;
    let mut shown = Vec::new();
    let planned = contacts::planned(&report);
    for (i, frame) in planned.iter().enumerate() {
        progress("taking the frames of contacts", i as f64 / planned.len() as f64);
        let name = &frame.file.name;
        let content = match &found {
            Recording::Here(video) => contacts::picture(&report, video, frame.t)?.map(Content::Bytes),
            // An archive that is archived again has them already.
            _ => folder.join(name).is_file().then(|| Content::File(folder.join(name))),
        };
        if let Some(content) = content {
            files.insert(name.clone(), content);
            shown.push(frame.file.clone());
        }
    }
    let mut beside = vec![Beside { name: archive::PROTOCOL, words: "The protocol of the match, for printing" }];
    if files.contains_key(archive::REVIEW) {
        let words = "The software's own page: photo finish, every contact frame by frame, timeline";
        beside.push(Beside { name: archive::REVIEW, words });
    }
    let page = case_page::page(&report, Some(&entries), &shown, &beside);
    files.insert("report.html".to_owned(), Content::Bytes(page.into_bytes()));
    let sheet = protocol::page(&report, &sha256, &entries);
    files.insert(archive::PROTOCOL.to_owned(), Content::Bytes(sheet.into_bytes()));
    if let Some(kept) = kept {
        let lines = archive::journal_lines(&kept.entries);
        files.insert(archive::JOURNAL_LINES.to_owned(), Content::Bytes(lines.into_bytes()));
        files.insert(journal::FILE.to_owned(), Content::Bytes(kept.file));
        files.insert(journal::seal::FILE.to_owned(), Content::Bytes(kept.seal.into_bytes()));
    }
    let mut written = 0;
    archive::write(out, &files, &mut |read| {
        written += read;
        progress("writing the archive", (written as f64 / bytes.max(1) as f64).min(1.0));
    })?;
    let recording = matches!(found, Recording::Here(_));
    Ok(Exported { files: files.len(), frames: shown.len(), recording })
}

/// Writes the protocol of the match in `folder`.
///
/// # Errors
/// As [`archive()`].
pub fn protocol(folder: &Path, out: &Path) -> Result<(), CaseError> {
    Ok(store::write_whole(out, protocol_page(folder)?.as_bytes())?)
}

/// The protocol of the match in `folder`, as a page for printing.
///
/// # Errors
/// When there is no report, or the journal cannot be read.
pub fn protocol_page(folder: &Path) -> Result<String, CaseError> {
    let (report, sha256) = case::report(folder)?;
    Ok(protocol::page(&report, &sha256, &journal::read(folder)?))
}
