//! The chain: each row holds the hash of the row before it, and its own is the SHA-256 of that and of its text.
//!
//! In: rows. Out: what breaks the chain, entry by entry. The first row follows [`BEGIN`]. A row's own hash is not believed: the
//! next row is held against what the row's text comes to, so that one changed row is named and not two.

use super::entry::Entry;
use crate::store::hash::hex;
use sha2::{Digest, Sha256};

/// What stands before the first row.
pub const BEGIN: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// An entry in the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// 1, 2, 3 …
    pub number: u64,
    /// The hash of the row before.
    pub previous: String,
    /// The entry as it is written: its JSON.
    pub text: String,
    /// SHA-256 of `previous` and `text`.
    pub hash: String,
    /// The entry.
    pub entry: Entry,
}

/// A row as it is on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its number.
    pub number: i64,
    /// The hash of the row before.
    pub previous: String,
    /// The entry.
    pub text: String,
    /// Its own hash.
    pub hash: String,
}

/// Something that is wrong with a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Break {
    /// An entry is not as it was written.
    Changed {
        /// Its number.
        number: u64,
    },
    /// Entries are not there.
    Missing {
        /// The first.
        first: u64,
        /// The last.
        last: u64,
    },
    /// The file is not as it was left, though its entries are.
    Bytes,
    /// The seal is not as it was written.
    Seal,
    /// The seal is not there.
    NoSeal,
    /// Entries were added after the last seal: the program was stopped in between, or somebody else wrote them.
    Unsealed {
        /// The first of them.
        first: u64,
    },
    /// The journal is not there, its seal is.
    Gone,
    /// The file cannot be read as a journal.
    Unreadable {
        /// Why.
        why: String,
    },
}

impl Break {
    /// Whether it only tells that the program was stopped at the wrong moment.
    pub fn is_harmless(&self) -> bool {
        matches!(self, Break::Unsealed { .. })
    }
}

impl std::fmt::Display for Break {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Break::Changed { number } => write!(out, "entry {number} is not as it was written"),
            Break::Missing { first, last } if first == last => write!(out, "entry {first} is missing"),
            Break::Missing { first, last } => write!(out, "entries {first} to {last} are missing"),
            Break::Bytes => write!(out, "its bytes are not as they were left, though every entry is as it was written"),
            Break::Seal => write!(out, "the seal is not as it was written"),
            Break::NoSeal => write!(out, "the seal is missing"),
            Break::Unsealed { first } => write!(
                out,
                "the entries from {first} on came after the last seal: the program was stopped then, or another one wrote them"
            ),
            Break::Gone => write!(out, "the journal is missing, its seal is there"),
            Break::Unreadable { why } => write!(out, "{why}"),
        }
    }
}

/// The hash of a row.
pub fn hash(previous: &str, text: &str) -> String {
    hex(&Sha256::new().chain_update(previous).chain_update(text).finalize())
}

/// What breaks the chain; nothing when it is whole.
pub fn check(rows: &[Row]) -> Vec<Break> {
    let mut breaks = Vec::new();
    let (mut expected, mut previous) = (1, BEGIN.to_owned());
    for row in rows {
        let number = u64::try_from(row.number).unwrap_or(0);
        if number < expected {
            breaks.push(Break::Changed { number });
            continue;
        }
        let gap = number > expected;
        if gap {
            breaks.push(Break::Missing { first: expected, last: number - 1 });
        }
        // After a gap there is nothing to hold `previous` against.
        let follows = gap || row.previous == previous;
        let whole = row.hash == hash(&row.previous, &row.text) && serde_json::from_str::<Entry>(&row.text).is_ok();
        if !(follows && whole) {
            breaks.push(Break::Changed { number });
        }
        // What stands in a row that was changed says nothing of the next: that one says what it followed.
        let next = rows.iter().find(|next| next.number == row.number.saturating_add(1));
        previous = match next {
            Some(next) if !(follows && whole) => next.previous.clone(),
            _ => row.hash.clone(),
        };
        expected = number.saturating_add(1);
    }
    breaks
}

/// Rows that are whole, as entries.
///
/// # Errors
/// The first thing that is wrong with them.
pub fn recorded(rows: Vec<Row>) -> Result<Vec<Recorded>, Break> {
    if let Some(first) = check(&rows).into_iter().next() {
        return Err(first);
    }
    rows.into_iter().map(read).collect()
}

fn read(row: Row) -> Result<Recorded, Break> {
    let number = u64::try_from(row.number).unwrap_or(0);
    let entry = serde_json::from_str(&row.text).map_err(|_| Break::Changed { number })?;
    Ok(Recorded { number, previous: row.previous, text: row.text, hash: row.hash, entry })
}

/// Those rows whose own hash is right, as entries.
pub fn whole(rows: Vec<Row>) -> Vec<Recorded> {
    let right = rows.into_iter().filter(|row| row.hash == hash(&row.previous, &row.text));
    right.filter_map(|row| read(row).ok()).collect()
}
