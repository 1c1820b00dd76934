//! The seal of a journal: how many entries it had, the last one's hash and the SHA-256 of the whole file, when it was written
//! last.
//!
//! It is a second file, written after each entry. SQLite leaves bytes unused and believes most of the others, so the chain of
//! entries alone does not notice every byte that changes; and a chain that lost its end is still a chain.

use super::chain::{BEGIN, Break, Row};
use crate::store::hash::of_bytes;
use std::io::Write;
use std::path::Path;

/// The seal's file in a report's folder.
pub const FILE: &str = "journal.seal";

/// How many entries there are, and the last one's hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Entries.
    pub entries: u64,
    /// The last one's hash.
    pub hash: String,
}

fn body(head: &Head, bytes: &[u8]) -> String {
    format!("slapsight.seal/1\nentries {}\nlast {}\nfile {}\n", head.entries, head.hash, of_bytes(bytes))
}

/// The seal of a journal: its last line is the hash of those before it.
pub(super) fn text(head: &Head, bytes: &[u8]) -> String {
    let body = body(head, bytes);
    format!("{body}seal {}\n", of_bytes(body.as_bytes()))
}

/// Writes the seal of a journal that ends with `head` and whose file is `bytes`, whole or not at all.
///
/// # Errors
/// When the disk refuses.
pub fn write(folder: &Path, head: &Head, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = tempfile::Builder::new().prefix(".journal.seal").tempfile_in(folder)?;
    file.write_all(text(head, bytes).as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(folder.join(FILE)).map_err(|why| why.error)?;
    // A rename is on the disk when its folder is; where a folder cannot be opened the system sees to that itself.
    std::fs::File::open(folder).map_or(Ok(()), |folder| folder.sync_all())
}

/// What the seal in `folder` says against a journal of these rows and bytes, whose chain is `whole` or not.
pub(super) fn check(folder: &Path, rows: &[Row], bytes: &[u8], whole: bool) -> Option<Break> {
    let found = match std::fs::read(folder.join(FILE)) {
        Ok(found) => String::from_utf8_lossy(&found).into_owned(),
        // An empty journal is sealed before its first entry is added; a program may be stopped before that.
        Err(_) => return (!rows.is_empty()).then_some(Break::NoSeal),
    };
    let Some((sealed, file)) = parse(&found) else { return Some(Break::Seal) };
    let last = rows.last().map_or(0, |row| u64::try_from(row.number).unwrap_or(0));
    if last < sealed.entries {
        return Some(Break::Missing { first: last + 1, last: sealed.entries });
    }
    if !whole {
        return None;
    }
    let at = usize::try_from(sealed.entries).unwrap_or(usize::MAX).checked_sub(1).and_then(|at| rows.get(at));
    if at.map_or(BEGIN, |row| row.hash.as_str()) != sealed.hash {
        // The chain is whole and another: it was written anew from somewhere on.
        return Some(Break::Changed { number: sealed.entries });
    }
    if last > sealed.entries {
        return Some(Break::Unsealed { first: sealed.entries + 1 });
    }
    (of_bytes(bytes) != file).then_some(Break::Bytes)
}

/// What a seal says, when it is whole.
fn parse(found: &str) -> Option<(Head, String)> {
    let (body, own) = found.split_at_checked(found.rfind("seal ").filter(|at| *at > 0)?)?;
    if own != format!("seal {}\n", of_bytes(body.as_bytes())) {
        return None;
    }
    let mut lines = body.lines();
    (lines.next()? == "slapsight.seal/1").then_some(())?;
    let entries = lines.next()?.strip_prefix("entries ")?.parse().ok()?;
    let hash = lines.next()?.strip_prefix("last ")?.to_owned();
    let file = lines.next()?.strip_prefix("file ")?.to_owned();
    Some((Head { entries, hash }, file))
}
