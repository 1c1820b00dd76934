//! What is kept on disk: folders that appear whole or not at all, files that are whole after every block, and the journal of a
//! case, to which entries are only added.

pub mod archive;
pub mod blocks;
pub mod hash;
pub mod journal;

use std::fs;
use std::path::{Path, PathBuf};

/// Something on disk that cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Something is there already.
    #[error("{path}: there is already something there; choose another folder, or give --force to replace a report")]
    Exists {
        /// The folder.
        path: String,
    },
    /// A report is there on which a referee has ruled.
    #[error(
        "{path}: a referee has opened this report for ruling, and its journal would be lost; choose another folder"
    )]
    Ruled {
        /// The folder.
        path: String,
    },
    /// Something is there that is no report.
    #[error("{path}: this is not a report folder, so --force will not replace it; choose another folder")]
    NotAReport {
        /// The folder.
        path: String,
    },
    /// A file that cannot be read.
    #[error("{path}: cannot be read ({why})")]
    Unreadable {
        /// The file.
        path: String,
        /// The system's words.
        why: String,
    },
    /// A file that slapsight did not write.
    #[error("{path}: this is not a file of observations as slapsight review writes it (observations.slapsight)")]
    NotBlocks {
        /// The file.
        path: String,
    },
    /// A journal that cannot be used.
    #[error("{path}: the journal cannot be used ({why}); `slapsight verify` on its folder says what is wrong with it")]
    Journal {
        /// The file.
        path: String,
        /// SQLite's words.
        why: String,
    },
    /// A journal that another program is writing to.
    #[error("{path}: another program is writing to this journal and does not end; close it, or wait, and try again")]
    JournalBusy {
        /// The file.
        path: String,
    },
    /// A journal whose chain is broken.
    #[error("{path}: the journal was changed ({why}); `slapsight verify` on its folder names all that was")]
    JournalBroken {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// A link where a file belongs.
    #[error("{path}: this is a link, which may lead out of the case; put the file itself in its place")]
    Link {
        /// The link.
        path: String,
    },
    /// A file whose name could mean something else elsewhere.
    #[error(
        "{path}: a file of this name cannot go into an archive; take it out of the report's folder or give it another"
    )]
    UnsafeName {
        /// Its name.
        path: String,
    },
    /// The system refuses.
    #[error("{path}: cannot be written ({why}); choose a folder that is writable and has space left")]
    Unwritable {
        /// The folder or file.
        path: String,
        /// The system's words.
        why: String,
    },
}

fn unwritable(path: &Path, why: &std::io::Error) -> StoreError {
    StoreError::Unwritable { path: path.display().to_string(), why: why.to_string() }
}

/// Writes a file whole or not at all, in the stead of what is there.
///
/// # Errors
/// [`StoreError::Unwritable`].
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let fail = |why: std::io::Error| unwritable(path, &why);
    let whole = std::path::absolute(path).map_err(fail)?;
    let folder = whole.parent().unwrap_or(Path::new("/"));
    fs::create_dir_all(folder).map_err(fail)?;
    let part = folder.join(format!(".slapsight.part-{}", std::process::id()));
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, &whole));
    written.map_err(|why| {
        let _ = fs::remove_file(&part);
        fail(why)
    })
}

/// The file that makes a folder a report.
const MARK: &str = "report.json";

/// Checks, before hours of work, that `folder` can become a report: nothing there, an empty folder, or
/// with `replace` an earlier report; and that its parent can be written.
///
/// # Errors
/// [`StoreError`] with what is in the way.
pub fn check(folder: &Path, replace: bool) -> Result<(), StoreError> {
    let shown = || folder.display().to_string();
    if folder.exists() {
        let empty = folder.is_dir() && fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
        let report = folder.join(MARK).is_file();
        // Rulings are never erased, not even with --force.
        if folder.join(journal::FILE).exists() {
            return Err(StoreError::Ruled { path: shown() });
        }
        match (empty, report, replace) {
            (true, ..) | (_, true, true) => {}
            (false, _, false) => return Err(StoreError::Exists { path: shown() }),
            (false, false, true) => return Err(StoreError::NotAReport { path: shown() }),
        }
    }
    // Making and dropping a folder is the only honest test of being able to.
    WholeFolder::begin(folder).map(drop)
}

/// A folder in the making: written beside its place, put there when whole, gone when dropped before.
#[derive(Debug)]
pub struct WholeFolder {
    place: PathBuf,
    part: PathBuf,
    done: bool,
}

impl WholeFolder {
    /// Starts a folder that will lie at `place`; missing parents are made.
    ///
    /// # Errors
    /// [`StoreError::Unwritable`] when it cannot be made.
    pub fn begin(place: &Path) -> Result<WholeFolder, StoreError> {
        let absolute = std::path::absolute(place).map_err(|why| unwritable(place, &why))?;
        let parent = absolute.parent().unwrap_or(Path::new("/")).to_path_buf();
        let name = absolute.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.is_empty() {
            return Err(StoreError::Exists { path: place.display().to_string() });
        }
        fs::create_dir_all(&parent).map_err(|why| unwritable(place, &why))?;
        let part = parent.join(format!(".{name}.part-{}", std::process::id()));
        let _ = fs::remove_dir_all(&part);
        fs::create_dir(&part).map_err(|why| unwritable(place, &why))?;
        Ok(WholeFolder { place: absolute, part, done: false })
    }

    /// Where files of the folder are to be written.
    pub fn path(&self) -> &Path {
        &self.part
    }

    /// Makes a sub-folder.
    ///
    /// # Errors
    /// [`StoreError::Unwritable`].
    pub fn make(&self, name: &str) -> Result<(), StoreError> {
        fs::create_dir_all(self.part.join(name)).map_err(|why| unwritable(&self.place.join(name), &why))
    }

    /// Writes a file of the folder, making its sub-folder.
    ///
    /// # Errors
    /// [`StoreError::Unwritable`].
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.part.join(name);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, bytes));
        written.map_err(|why| unwritable(&self.place.join(name), &why))
    }

    /// Gives the folder a file that lies outside: the same one where the disk can, else a copy.
    ///
    /// # Errors
    /// [`StoreError::Unwritable`].
    pub fn hold(&self, file: &Path, name: &str) -> Result<(), StoreError> {
        let path = self.part.join(name);
        let held = fs::hard_link(file, &path).or_else(|_| fs::copy(file, &path).map(|_| ()));
        held.map_err(|why| unwritable(&self.place.join(name), &why))
    }

    /// Puts the folder in its place, in the stead of what is there.
    ///
    /// # Errors
    /// [`StoreError::Unwritable`]; what was there stays.
    pub fn finish(mut self) -> Result<PathBuf, StoreError> {
        let fail = |why: std::io::Error| unwritable(&self.place, &why);
        if self.place.exists() {
            let old = self.part.with_extension("old");
            fs::rename(&self.place, &old).map_err(fail)?;
            if let Err(why) = fs::rename(&self.part, &self.place) {
                let _ = fs::rename(&old, &self.place);
                return Err(fail(why));
            }
            let _ = fs::remove_dir_all(&old);
        } else {
            fs::rename(&self.part, &self.place).map_err(fail)?;
        }
        self.done = true;
        Ok(self.place.clone())
    }
}

impl Drop for WholeFolder {
    fn drop(&mut self) {
        if !self.done {
            let _ = fs::remove_dir_all(&self.part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_folder_leaves_nothing() {
        let root = tempfile::tempdir().unwrap();
        let folder = WholeFolder::begin(&root.path().join("a/report")).unwrap();
        folder.write("clips/x", b"1").unwrap();
        drop(folder);
        assert_eq!(fs::read_dir(root.path().join("a")).unwrap().count(), 0);
    }

    #[test]
    fn a_finished_folder_replaces_the_old_one() {
        let root = tempfile::tempdir().unwrap();
        let place = root.path().join("report");
        for text in ["old", "new"] {
            let folder = WholeFolder::begin(&place).unwrap();
            folder.write("report.json", text.as_bytes()).unwrap();
            folder.finish().unwrap();
        }
        assert_eq!(fs::read_to_string(place.join("report.json")).unwrap(), "new");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_report_with_a_journal_is_not_replaced() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join(MARK), "{}").unwrap();
        check(root.path(), true).unwrap();
        fs::write(root.path().join(journal::FILE), "").unwrap();
        for replace in [true, false] {
            assert!(matches!(check(root.path(), replace), Err(StoreError::Ruled { .. })));
        }
    }

    #[test]
    fn strangers_are_not_replaced() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("thesis.txt"), "years of work").unwrap();
        assert!(matches!(check(root.path(), true), Err(StoreError::NotAReport { .. })));
        assert!(matches!(check(root.path(), false), Err(StoreError::Exists { .. })));
    }
}
