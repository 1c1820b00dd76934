//! The journal's rows in SQLite. The only file of the program that knows it.
//!
//! The table refuses changes and deletions by a trigger: that keeps honest programs honest, the chain does the rest.

use super::chain::{self, BEGIN, Break, Recorded, Row};
use super::entry::Entry;
use super::seal::Head;
use crate::store::StoreError;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// So long a program waits for another that is writing; an entry takes some milliseconds.
const WAIT: Duration = Duration::from_secs(5);
/// `slap`, so that `file` and others can tell what the file is.
const APPLICATION: i64 = 0x736c_6170;
const VERSION: i64 = 1;
/// SQLite's own name for the file that was opened.
const MAIN: &std::ffi::CStr = c"main";

const TABLE: &str = "
CREATE TABLE IF NOT EXISTS entries (
    number INTEGER PRIMARY KEY, previous TEXT NOT NULL, text TEXT NOT NULL, hash TEXT NOT NULL
) STRICT;
CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries of a journal are not changed'); END;
CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries of a journal are not taken out'); END;";

/// The rows of a journal.
#[derive(Debug)]
pub(super) struct Rows {
    file: Connection,
    path: PathBuf,
}

impl Rows {
    pub(super) fn open(path: &Path) -> Result<Rows, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut rows = Rows::with(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        rows.prepare().map_err(|why| rows.failed(&why))?;
        Ok(rows)
    }

    /// Opens without the means to write, unless a stopped program left something to be rolled back.
    pub(super) fn open_to_read(path: &Path) -> Result<Rows, StoreError> {
        let left = path.with_file_name(format!("{}-journal", super::FILE)).exists();
        let mode = if left { OpenFlags::SQLITE_OPEN_READ_WRITE } else { OpenFlags::SQLITE_OPEN_READ_ONLY };
        Rows::with(path, mode | OpenFlags::SQLITE_OPEN_NO_MUTEX)
    }

    fn with(path: &Path, flags: OpenFlags) -> Result<Rows, StoreError> {
        let file = Connection::open_with_flags(path, flags).map_err(|why| failed(path, &why))?;
        file.busy_timeout(WAIT).map_err(|why| failed(path, &why))?;
        Ok(Rows { file, path: path.to_path_buf() })
    }

    fn prepare(&mut self) -> rusqlite::Result<()> {
        // EXTRA: the folder too is on the disk before a commit is done, see the module's head.
        self.file.pragma_update(None, "synchronous", "EXTRA")?;
        let version = |file: &Connection| file.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0));
        if version(&self.file)? == VERSION {
            return Ok(());
        }
        let made = self.file.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if version(&made)? == 0 {
            made.execute_batch(TABLE)?;
            made.pragma_update(None, "application_id", APPLICATION)?;
            made.pragma_update(None, "user_version", VERSION)?;
        }
        made.commit()
    }

    fn failed(&self, why: &rusqlite::Error) -> StoreError {
        failed(&self.path, why)
    }

    fn broken(&self, why: &Break) -> StoreError {
        StoreError::JournalBroken { path: self.path.display().to_string(), why: why.to_string() }
    }

    pub(super) fn append(&mut self, entry: &Entry) -> Result<Recorded, StoreError> {
        let path = self.path.clone();
        let failed = |why: rusqlite::Error| failed(&path, &why);
        // Nobody else writes from here on.
        let adding = self.file.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let recorded = add(&adding, &head(&adding).map_err(failed)?, entry).map_err(failed)?;
        adding.commit().map_err(failed)?;
        Ok(recorded)
    }

    pub(super) fn append_after(
        &mut self,
        next: impl FnOnce(&[Recorded]) -> Option<Entry>,
    ) -> Result<Option<Recorded>, StoreError> {
        let path = self.path.clone();
        let failed = |why: rusqlite::Error| failed(&path, &why);
        let adding = self.file.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let before = chain::recorded(rows(&adding).map_err(failed)?)
            .map_err(|why| StoreError::JournalBroken { path: path.display().to_string(), why: why.to_string() })?;
        let Some(entry) = next(&before) else { return Ok(None) };
        let recorded = add(&adding, &head(&adding).map_err(failed)?, &entry).map_err(failed)?;
        adding.commit().map_err(failed)?;
        Ok(Some(recorded))
    }

    pub(super) fn entries(&self) -> Result<Vec<Recorded>, StoreError> {
        if !is_made(&self.file).map_err(|why| self.failed(&why))? {
            return Ok(Vec::new());
        }
        let rows = rows(&self.file).map_err(|why| self.failed(&why))?;
        chain::recorded(rows).map_err(|why| self.broken(&why))
    }

    /// Gives `use_them` the head and the file's bytes, with nobody able to write meanwhile.
    pub(super) fn locked<T>(&mut self, use_them: impl FnOnce(&Head, &[u8]) -> T) -> Result<T, StoreError> {
        let path = self.path.clone();
        let failed = |why: rusqlite::Error| failed(&path, &why);
        let locked = self.file.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let head = head(&locked).map_err(failed)?;
        // By SQLite and not by the file system: to close a file takes this process's locks on it away.
        let bytes = locked.serialize(MAIN).map_err(failed)?;
        Ok(use_them(&head, &bytes))
    }

    /// The rows and the file's bytes at one moment.
    pub(super) fn locked_to_read<T>(mut self, use_them: impl FnOnce(Vec<Row>, Vec<u8>) -> T) -> Result<T, StoreError> {
        let path = self.path.clone();
        let failed = |why: rusqlite::Error| failed(&path, &why);
        let reading = self.file.transaction().map_err(failed)?;
        if !is_made(&reading).map_err(failed)? {
            return Ok(use_them(Vec::new(), std::fs::read(&path).unwrap_or_default()));
        }
        let rows = rows(&reading).map_err(failed)?;
        let mut bytes = reading.serialize(MAIN).map_err(failed)?.to_vec();
        // What is behind the last page SQLite does not see.
        let length = std::fs::metadata(&path).map_or(0, |file| file.len());
        if length != bytes.len() as u64 {
            bytes.extend(length.to_le_bytes());
        }
        Ok(use_them(rows, bytes))
    }
}

fn failed(path: &Path, why: &rusqlite::Error) -> StoreError {
    let path = path.display().to_string();
    match why.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::JournalBusy { path },
        _ => StoreError::Journal { path, why: why.to_string() },
    }
}

fn head(file: &Connection) -> rusqlite::Result<Head> {
    let last = file.query_row("SELECT number, hash FROM entries ORDER BY number DESC LIMIT 1", [], |row| {
        Ok(Head { entries: row.get::<_, i64>(0)?.try_into().unwrap_or(0), hash: row.get(1)? })
    });
    match last {
        Err(rusqlite::Error::QueryReturnedNoRows) => Ok(Head { entries: 0, hash: BEGIN.to_owned() }),
        last => last,
    }
}

fn add(file: &Connection, head: &Head, entry: &Entry) -> rusqlite::Result<Recorded> {
    let refuse = |why| rusqlite::Error::ToSqlConversionFailure(why);
    let text = serde_json::to_string(entry).map_err(|why| refuse(why.into()))?;
    // A number that is none becomes null: what is not read back as it was said must not be in the journal.
    if serde_json::from_str::<Entry>(&text).ok().as_ref() != Some(entry) {
        return Err(refuse("the entry holds a number that is none".into()));
    }
    let (number, previous) = (head.entries + 1, head.hash.clone());
    let hash = chain::hash(&previous, &text);
    let as_stored = i64::try_from(number).unwrap_or(i64::MAX);
    file.execute(
        "INSERT INTO entries (number, previous, text, hash) VALUES (?1, ?2, ?3, ?4)",
        (as_stored, &previous, &text, &hash),
    )?;
    Ok(Recorded { number, previous, text, hash, entry: entry.clone() })
}

/// Whether there is anything in the file: a program stopped while it made the journal leaves an empty one, which the next
/// opening makes whole.
fn is_made(file: &Connection) -> rusqlite::Result<bool> {
    file.query_row("SELECT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get(0))
}

fn rows(file: &Connection) -> rusqlite::Result<Vec<Row>> {
    let mut all = file.prepare("SELECT number, previous, text, hash FROM entries ORDER BY number")?;
    // A byte that was changed may be no letter any more: it is shown as one that is none, and the hash tells.
    let text = |row: &rusqlite::Row<'_>, at: usize| {
        Ok::<_, rusqlite::Error>(String::from_utf8_lossy(row.get_ref(at)?.as_bytes()?).into_owned())
    };
    let row = |row: &rusqlite::Row<'_>| {
        Ok(Row { number: row.get(0)?, previous: text(row, 1)?, text: text(row, 2)?, hash: text(row, 3)? })
    };
    all.query_map([], row)?.collect()
}
