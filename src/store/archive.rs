//! A case as one archive: a zip file that is the same for the same case, and its list of hashes.
//!
//! In: names and bytes, or files. Out: a zip file, whole or not at all. Entries are stored, by name, with one date for all, so
//! that no clock and no compressor is in the bytes. `MANIFEST` is the list that `sha256sum --check` reads; its last line is the
//! hash of those before it.
//!
//! In an archive `report.html` is the referee's page; the software's own page is kept as `review.html`.

use super::hash::{hex, of_bytes};
use super::journal::{self, Files};
use super::{StoreError, unwritable};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The list of hashes in an archive.
pub const MANIFEST: &str = "MANIFEST";
/// The journal as text.
pub const JOURNAL_LINES: &str = "journal.jsonl";
/// The protocol of the match.
pub const PROTOCOL: &str = "protocol.html";
/// Where frames of contacts lie.
pub const FRAMES: &str = "frames/";
/// The software's page of the report, as an archive calls it.
pub const REVIEW: &str = "review.html";
/// What it is called elsewhere, which in an archive is the referee's page.
const PAGE: &str = "report.html";
/// From this size on a file needs the larger form of zip.
const LARGE: u64 = u32::MAX as u64;

/// Where a file of a case lies in an archive of it, or in a folder that is none.
pub fn place_of(name: &str, archived: bool) -> String {
    if archived && name == PAGE { REVIEW.to_owned() } else { name.to_owned() }
}

/// Whether an archive made the file, and not the case.
pub fn is_own(name: &str) -> bool {
    [MANIFEST, JOURNAL_LINES, PROTOCOL, PAGE].contains(&name) || name.starts_with(FRAMES)
}

/// What an entry of an archive consists of.
#[derive(Debug, Clone)]
pub enum Content {
    /// These bytes.
    Bytes(Vec<u8>),
    /// A file on the disk.
    File(PathBuf),
}

/// Whether a name may stand in an archive: parts of letters, digits and a few signs, none that leads out of the folder or that
/// some system understands otherwise.
pub fn is_safe(name: &str) -> bool {
    let sign = |c: char| c.is_alphanumeric() || "-_.+ ()".contains(c);
    let part = |part: &str| {
        !part.is_empty() && !part.starts_with([' ', '.']) && !part.ends_with([' ', '.']) && part.chars().all(sign)
    };
    name.len() < 200 && name.split('/').all(part)
}

/// Writes an archive of `files` to `out`, whole or not at all; `progress` is told of bytes that were read.
///
/// # Errors
/// [`StoreError::Unreadable`], [`StoreError::Unwritable`], [`StoreError::UnsafeName`], [`StoreError::Link`].
pub fn write(out: &Path, files: &BTreeMap<String, Content>, progress: &mut dyn FnMut(u64)) -> Result<(), StoreError> {
    if let Some(name) = files.keys().find(|name| !is_safe(name)) {
        return Err(StoreError::UnsafeName { path: name.clone() });
    }
    for content in files.values() {
        if let Content::File(path) = content
            && path.is_symlink()
        {
            return Err(StoreError::Link { path: path.display().to_string() });
        }
    }
    let fail = |why: std::io::Error| unwritable(out, &why);
    let whole = std::path::absolute(out).map_err(fail)?;
    let folder = whole.parent().unwrap_or(Path::new("/"));
    std::fs::create_dir_all(folder).map_err(fail)?;
    let part = tempfile::Builder::new().prefix(".slapsight.").tempfile_in(folder).map_err(fail)?;
    let mut zip = ZipWriter::new(part);
    let mut lines = String::new();
    for (name, content) in files {
        let sha256 = add(&mut zip, name, content, progress).map_err(|why| match content {
            Content::File(path) if why.1 => {
                StoreError::Unreadable { path: path.display().to_string(), why: why.0.to_string() }
            }
            _ => fail(why.0),
        })?;
        lines.push_str(&format!("{sha256}  {name}\n"));
    }
    let own = format!("{lines}# {}\n", of_bytes(lines.as_bytes()));
    add(&mut zip, MANIFEST, &Content::Bytes(own.into_bytes()), progress).map_err(|why| fail(why.0))?;
    let part = zip.finish().map_err(|why| fail(why.into()))?;
    part.as_file().sync_all().map_err(fail)?;
    // A temporary file is for its owner alone; an archive is to be handed on.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        part.as_file().set_permissions(std::fs::Permissions::from_mode(0o644)).map_err(fail)?;
    }
    part.persist(&whole).map_err(|why| fail(why.error))?;
    Ok(())
}

/// Adds an entry and gives its SHA-256; an error says whether it was in reading.
fn add<W: Write + std::io::Seek>(
    zip: &mut ZipWriter<W>,
    name: &str,
    content: &Content,
    progress: &mut dyn FnMut(u64),
) -> Result<String, (std::io::Error, bool)> {
    let (reading, writing) = (|why| (why, true), |why| (why, false));
    let mut source: Box<dyn Read + '_> = match content {
        Content::Bytes(bytes) => Box::new(bytes.as_slice()),
        Content::File(path) => Box::new(std::fs::File::open(path).map_err(reading)?),
    };
    let length = match content {
        Content::Bytes(bytes) => bytes.len() as u64,
        Content::File(path) => std::fs::metadata(path).map_err(reading)?.len(),
    };
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644)
        .large_file(length >= LARGE);
    zip.start_file(name, options).map_err(|why| writing(why.into()))?;
    let (mut digest, mut piece) = (Sha256::new(), vec![0; 1 << 18]);
    loop {
        let read = source.read(&mut piece).map_err(reading)?;
        if read == 0 {
            return Ok(hex(&digest.finalize()));
        }
        digest.update(&piece[..read]);
        zip.write_all(&piece[..read]).map_err(writing)?;
        progress(read as u64);
    }
}

/// The journal as JSON lines, each with the text that its hash was taken of.
pub fn journal_lines(entries: &[journal::Recorded]) -> String {
    let line = |recorded: &journal::Recorded| {
        // The entry as it was written, so that the hash can be worked out from the line.
        let text = serde_json::Value::String(recorded.text.clone());
        format!(
            "{{\"number\":{},\"previous\":\"{}\",\"hash\":\"{}\",\"entry\":{},\"text\":{text}}}\n",
            recorded.number, recorded.previous, recorded.hash, recorded.text
        )
    };
    entries.iter().map(line).collect()
}

/// What the list of an unpacked archive in `folder` says against its files: names, each with what is wrong.
///
/// # Errors
/// [`StoreError::Unreadable`].
pub fn check(folder: &Path, files: &Files) -> Result<Vec<(String, String)>, StoreError> {
    let path = folder.join(MANIFEST);
    let read = std::fs::read(&path)
        .map_err(|why| StoreError::Unreadable { path: path.display().to_string(), why: why.to_string() })?;
    let text = String::from_utf8_lossy(&read);
    let lines = text.rfind("# ").map(|at| text.split_at(at));
    let whole = lines.filter(|(lines, own)| *own == format!("# {}\n", of_bytes(lines.as_bytes())));
    let Some((lines, _)) = whole else {
        return Ok(vec![(MANIFEST.to_owned(), "the list of hashes is not as it was written".to_owned())]);
    };
    let told: BTreeMap<&str, &str> =
        lines.lines().filter_map(|line| line.split_once("  ")).map(|(hash, name)| (name, hash)).collect();
    let mut wrong = Vec::new();
    for (name, hash) in &told {
        let is = match files.get(*name) {
            Some(file) => Some(file.sha256.clone()),
            // The journal is checked by its own seal, and may go on after the archive was made.
            None if journal::is_own(name) && folder.join(name).exists() => continue,
            None => None,
        };
        match is {
            None => wrong.push(((*name).to_owned(), "it is missing from the unpacked archive".to_owned())),
            Some(is) if is != *hash => {
                wrong.push(((*name).to_owned(), "its bytes are not those of the archive".to_owned()));
            }
            Some(_) => {}
        }
    }
    Ok(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_not_safe() {
        for name in ["report.json", "clips/001-slap.mp4", "frames/slap-1 (2).jpg", "clips/Übung.mp4"] {
            assert!(is_safe(name), "{name}");
        }
        for name in [
            "",
            "/etc/passwd",
            "../x",
            "a/../b",
            "a//b",
            "a/",
            ".hidden",
            "a\\b",
            "C:x",
            "a\nb",
            "a\0b",
            "<b>",
            "x.",
            " x",
        ] {
            assert!(!is_safe(name), "{name:?}");
        }
    }

    #[test]
    fn links_and_strange_names_are_refused_and_nothing_is_written() {
        let root = tempfile::tempdir().unwrap();
        let out = root.path().join("out.zip");
        let strange = BTreeMap::from([("../x".to_owned(), Content::Bytes(Vec::new()))]);
        assert!(matches!(write(&out, &strange, &mut |_| {}), Err(StoreError::UnsafeName { .. })));
        #[cfg(unix)]
        {
            let link = root.path().join("link");
            std::os::unix::fs::symlink("/etc/passwd", &link).unwrap();
            let linked = BTreeMap::from([("link".to_owned(), Content::File(link))]);
            assert!(matches!(write(&out, &linked, &mut |_| {}), Err(StoreError::Link { .. })));
        }
        assert!(!out.exists());
    }
}
