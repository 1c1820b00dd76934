//! The journal of a case: what the referee ruled, noted, corrected and undid, in the order in which it was said.
//!
//! In: entries ([`Entry`]), each with who and when told by the caller. Out: the same, numbered and chained ([`Recorded`]). An
//! entry is never changed nor taken out: what is undone is undone by a later entry. What counts in the end is [`standing()`].
//!
//! It is the file `journal.sqlite` in the report's own folder. Each row holds the hash of the row before it, the entry as JSON
//! and the SHA-256 of both ([`chain`]), so that nobody can change a row without changing all that follow. `journal.seal` beside
//! it holds the number of rows, the last hash and the hash of the file ([`seal`]): with it a byte that SQLite itself never
//! looks at, and rows cut off the end, are noticed too. Somebody who rewrites both files from a row on is not noticed by them
//! alone: the last hash is printed in the protocol of the match for that.
//!
//! An entry that [`Journal::append`] has returned is on the disk: no write-ahead log, and every commit waits for the file, its
//! rollback journal and their folder (SQLite, "Atomic commit in SQLite"; `PRAGMA synchronous`, EXTRA). Several programs may
//! write to one journal: one at a time, the others wait for a few seconds.
//!
//! Nothing is decided here, and no clock is read.

pub mod chain;
pub mod entry;
mod rows;
pub mod seal;
pub mod standing;

pub use chain::{Break, Recorded};
pub use entry::{
    Act, CardShown, Correction, Entry, FileHash, Files, Opened, Referees, Rejudged, Returned, Role, Sanctioned, Score,
    Software, SourceFile,
};
pub use standing::{Ruled, Standing, standing};

use super::StoreError;
use rows::Rows;
use std::path::{Path, PathBuf};

/// The journal's file in a report's folder.
pub const FILE: &str = "journal.sqlite";

/// The files that belong to the journal itself: the others of a case are told by it.
pub fn is_own(name: &str) -> bool {
    name == FILE || name == seal::FILE || name.strip_prefix(FILE).is_some_and(|rest| rest == "-journal")
}

/// A journal, open for more.
#[derive(Debug)]
pub struct Journal {
    rows: Rows,
    folder: PathBuf,
}

impl Journal {
    /// Opens the journal of the report in `folder`; an empty one is made where there is none.
    ///
    /// # Errors
    /// [`StoreError::Journal`] when the file is no journal or cannot be written, [`StoreError::JournalBusy`] when another
    /// program is writing to it and does not end.
    pub fn open(folder: &Path) -> Result<Journal, StoreError> {
        let mut rows = Rows::open(&folder.join(FILE))?;
        // An empty journal is sealed too: an entry without any seal then always tells of one that was taken away, however
        // often the program was stopped before it had sealed.
        let sealed = folder.join(seal::FILE);
        if !sealed.exists() {
            // Another program may have sealed it in between.
            let seal_none = |head: &seal::Head, bytes: &[u8]| match head.entries {
                0 if !sealed.exists() => seal::write(folder, head, bytes),
                _ => Ok(()),
            };
            let failed =
                |why: std::io::Error| StoreError::Journal { path: sealed.display().to_string(), why: why.to_string() };
            rows.locked(seal_none)?.map_err(failed)?;
        }
        Ok(Journal { rows, folder: folder.to_path_buf() })
    }

    /// Adds an entry. When this returns, the entry is on the disk and survives a power cut.
    ///
    /// # Errors
    /// As [`Journal::open`]; nothing is added then.
    pub fn append(&mut self, entry: Entry) -> Result<Recorded, StoreError> {
        let recorded = self.rows.append(&entry)?;
        // The entry is safe whether or not the seal can be written: the next one seals both, and until then `verify` says that
        // the last one is not sealed. To refuse here would have it said twice.
        let _ = self.rows.locked(|head, bytes| seal::write(&self.folder, head, bytes));
        Ok(recorded)
    }

    /// Adds an entry that follows from those before it, with nobody able to write between: `next` is given them all, and gives
    /// the entry, or `None` when there is nothing to add.
    ///
    /// # Errors
    /// As [`Journal::append`].
    pub fn append_after(
        &mut self,
        next: impl FnOnce(&[Recorded]) -> Option<Entry>,
    ) -> Result<Option<Recorded>, StoreError> {
        let recorded = self.rows.append_after(next)?;
        if recorded.is_some() {
            let _ = self.rows.locked(|head, bytes| seal::write(&self.folder, head, bytes));
        }
        Ok(recorded)
    }

    /// All entries, in order.
    ///
    /// # Errors
    /// [`StoreError::JournalBroken`] when a row was changed: nothing that follows from such a journal can be relied on.
    pub fn entries(&self) -> Result<Vec<Recorded>, StoreError> {
        self.rows.entries()
    }
}

/// The entries of the journal in `folder`, without making one; none when there is none.
///
/// # Errors
/// As [`Journal::entries`].
pub fn read(folder: &Path) -> Result<Vec<Recorded>, StoreError> {
    if !folder.join(FILE).exists() {
        return Ok(Vec::new());
    }
    Rows::open_to_read(&folder.join(FILE))?.entries()
}

/// Those entries of the journal in `folder` that are as they were written, whatever became of the others.
pub fn read_whole(folder: &Path) -> Vec<Recorded> {
    let rows = Rows::open_to_read(&folder.join(FILE)).and_then(|rows| rows.locked_to_read(|rows, _| rows));
    chain::whole(rows.unwrap_or_default())
}

/// A journal at one moment, to be kept elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// Its entries.
    pub entries: Vec<Recorded>,
    /// The bytes of its file.
    pub file: Vec<u8>,
    /// Its seal.
    pub seal: String,
}

/// The journal in `folder` as it is now; `None` when there is none. A journal that was changed is not kept elsewhere: it would
/// get a seal of its own there, and look whole.
///
/// # Errors
/// As [`Journal::entries`], and when its seal tells of a change.
pub fn snapshot(folder: &Path) -> Result<Option<Snapshot>, StoreError> {
    let path = folder.join(FILE);
    if !path.exists() {
        return Ok(None);
    }
    let (rows, file) = Rows::open_to_read(&path)?.locked_to_read(|rows, bytes| (rows, bytes))?;
    let broken = |why: Break| StoreError::JournalBroken { path: path.display().to_string(), why: why.to_string() };
    if let Some(why) = seal::check(folder, &rows, &file, true).filter(|why| !why.is_harmless()) {
        return Err(broken(why));
    }
    let entries = chain::recorded(rows).map_err(broken)?;
    let hash = entries.last().map_or(chain::BEGIN.to_owned(), |last| last.hash.clone());
    let seal = seal::text(&seal::Head { entries: entries.len() as u64, hash }, &file);
    Ok(Some(Snapshot { entries, file, seal }))
}

/// What is wrong with the journal in `folder`: nothing when it is whole, or when there is none.
pub fn check(folder: &Path) -> Vec<Break> {
    let (journal, sealed) = (folder.join(FILE), folder.join(seal::FILE));
    if !journal.exists() {
        return if sealed.exists() { vec![Break::Gone] } else { Vec::new() };
    }
    let read = Rows::open_to_read(&journal).and_then(|rows| rows.locked_to_read(|rows, bytes| (rows, bytes)));
    match read {
        Ok((rows, bytes)) => {
            let mut breaks = chain::check(&rows);
            breaks.extend(seal::check(folder, &rows, &bytes, breaks.is_empty()));
            breaks
        }
        Err(why) => vec![Break::Unreadable { why: why.to_string() }],
    }
}

#[cfg(test)]
mod tests;
