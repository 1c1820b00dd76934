//! SHA-256 of files and folders.
//!
//! In: a path. Out: digests as hexadecimal digits, with progress in bytes. Links are not followed, so that a folder's list names
//! what lies in it and nothing else.

use super::StoreError;
use super::journal::{FileHash, Files};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// So many bytes are read at once.
const PIECE: usize = 1 << 18;

/// Hexadecimal digits of bytes.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256 of bytes.
pub fn of_bytes(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// A file's length and SHA-256; `progress` is told of every piece that was read, in bytes.
///
/// # Errors
/// [`StoreError::Unreadable`].
pub fn of_file(path: &Path, progress: &mut dyn FnMut(u64)) -> Result<FileHash, StoreError> {
    let fail = |why: std::io::Error| StoreError::Unreadable { path: path.display().to_string(), why: why.to_string() };
    let mut file = File::open(path).map_err(fail)?;
    let (mut digest, mut piece, mut bytes) = (Sha256::new(), vec![0; PIECE], 0);
    loop {
        let read = match file.read(&mut piece) {
            Ok(0) => return Ok(FileHash { bytes, sha256: hex(&digest.finalize()) }),
            Ok(read) => read,
            Err(why) if why.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(why) => return Err(fail(why)),
        };
        digest.update(&piece[..read]);
        bytes += read as u64;
        progress(read as u64);
    }
}

/// The files of a folder and of its sub-folders, by name, with their lengths; `keep` chooses by name.
///
/// # Errors
/// [`StoreError::Unreadable`].
pub fn list(folder: &Path, keep: &dyn Fn(&str) -> bool) -> Result<Vec<(String, u64)>, StoreError> {
    let mut found = Vec::new();
    walk(folder, "", keep, &mut found)?;
    found.sort();
    Ok(found)
}

fn walk(
    folder: &Path,
    prefix: &str,
    keep: &dyn Fn(&str) -> bool,
    found: &mut Vec<(String, u64)>,
) -> Result<(), StoreError> {
    let fail =
        |why: std::io::Error| StoreError::Unreadable { path: folder.display().to_string(), why: why.to_string() };
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type().map_err(fail)?;
        if !keep(&name) {
            continue;
        }
        if kind.is_dir() {
            // A report in a report's folder is a case of its own, with a journal of its own.
            if !entry.path().join(super::MARK).exists() {
                walk(&entry.path(), &format!("{name}/"), keep, found)?;
            }
        } else {
            found.push((name, entry.metadata().map_err(fail)?.len()));
        }
    }
    Ok(())
}

/// All files of a folder with their digests; `progress` is told the share that is done, 0..1.
///
/// # Errors
/// [`StoreError::Unreadable`].
pub fn of_folder(
    folder: &Path,
    keep: &dyn Fn(&str) -> bool,
    progress: &mut dyn FnMut(f64),
) -> Result<Files, StoreError> {
    let names = list(folder, keep)?;
    let all = names.iter().map(|(_, bytes)| bytes).sum::<u64>().max(1) as f64;
    let mut done = 0;
    let mut hashed = |(name, _): (String, u64)| {
        let hash = of_file(&folder.join(&name), &mut |bytes| {
            done += bytes;
            progress((done as f64 / all).min(1.0));
        })?;
        Ok((name, hash))
    };
    names.into_iter().map(&mut hashed).collect()
}
