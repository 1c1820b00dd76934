//! Which reports lie in the served folder, and which recordings belong to them.
//!
//! A request names a report by an identifier that is looked up here; no path is ever taken from a request. A report may name any path
//! as its recording: it is shown only as decoded frames, and only when its bytes have the hash that the report has.

use super::text::{say, with};
use crate::evidence::{ExactFrames, Report};
use crate::pipeline::case::{MOMENTS, is_recording};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Folders are looked into so deep.
const DEPTH: usize = 3;
/// Reports listed at most.
const MOST_REPORTS: usize = 2000;
/// Largest report that is read, bytes.
const MOST_BYTES: u64 = 256 << 20;

/// A report's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// What requests call it.
    pub id: String,
    /// What people call it: its place below the served folder.
    pub name: String,
    /// Where it lies, links resolved.
    pub folder: PathBuf,
    /// Something in it that is a link out of the served folder: nothing of it is read or written then.
    pub link_out: Option<String>,
}

/// All reports below `root` (links resolved), by name. What lies outside it through a link is left out.
pub fn list(root: &Path) -> Vec<Case> {
    let mut found = Vec::new();
    look(root, root, DEPTH, &mut found);
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn look(root: &Path, folder: &Path, depth: usize, found: &mut Vec<Case>) {
    let Ok(folder) = folder.canonicalize() else { return };
    if !folder.starts_with(root) || found.len() >= MOST_REPORTS || found.iter().any(|case| case.folder == folder) {
        return;
    }
    let mut below = depth;
    if folder.join("report.json").is_file() {
        let inside = folder.strip_prefix(root).unwrap_or(Path::new("")).to_string_lossy().into_owned();
        let own = || root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let name = if inside.is_empty() { own() } else { inside.clone() };
        let id = format!("{:x}", Sha256::digest(inside.as_bytes()))[..16].to_owned();
        found.push(Case { id, name, folder: folder.clone(), link_out: link_out(root, &folder) });
        // What was reviewed on demand belongs to its report, however deep that lies.
        below = below.max(2);
    }
    if below == 0 {
        return;
    }
    let Ok(entries) = std::fs::read_dir(&folder) else { return };
    let hidden = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let mut folders: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir() && !hidden(path)).collect();
    folders.sort();
    for inner in folders {
        look(root, &inner, below - 1, found);
    }
}

/// What in a report's folder is a link out of the served one, or to nothing: what is written through it would land elsewhere. A
/// recording may be one: it is only read, and only when it has its hash.
fn link_out(root: &Path, folder: &Path) -> Option<String> {
    let out = |path: &Path| {
        path.is_symlink() && !is_recording(path) && !path.canonicalize().is_ok_and(|path| path.starts_with(root))
    };
    let inside = [folder.to_path_buf(), folder.join(MOMENTS)];
    let mut entries = inside.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let found = entries.find(|entry| out(&entry.path()))?;
    Some(found.file_name().to_string_lossy().into_owned())
}

/// Reads a report.
///
/// # Errors
/// A sentence.
pub fn report(case: &Case) -> Result<Report, String> {
    if let Some(link) = &case.link_out {
        return Err(with("refused.report.link", &[("report", &case.name), ("link", link)]));
    }
    let path = case.folder.join("report.json");
    let shown = path.display();
    let size = std::fs::metadata(&path)
        .map_err(|why| with("refused.report.unread", &[("report", &shown), ("why", &why)]))?
        .len();
    if size > MOST_BYTES {
        return Err(with("refused.report.large", &[("report", &shown)]));
    }
    let bytes =
        std::fs::read(&path).map_err(|why| with("refused.report.unread", &[("report", &shown), ("why", &why)]))?;
    serde_json::from_slice(&bytes).map_err(|why| with("refused.report.other", &[("report", &shown), ("why", &why)]))
}

/// What of a report is to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Film {
    /// The recording of the first (0) or second (1) camera.
    Camera(usize),
    /// The first camera's recording once more, for a second moment that is far from the first: each has its own reader.
    Again,
    /// The clip of an incident, by its place in the report.
    Clip(usize),
}

impl Film {
    /// From a request: `0`, `1`, `0-again` or `clip-3`.
    pub fn parse(text: &str) -> Option<Film> {
        match text {
            "0" => Some(Film::Camera(0)),
            "1" => Some(Film::Camera(1)),
            "0-again" => Some(Film::Again),
            _ => text.strip_prefix("clip-")?.parse().ok().map(Film::Clip),
        }
    }
}

/// Opens a film of a report. A recording is looked for where the report says, where it was told to be, and then in and beside the
/// report's folder and the served one, by its hash.
///
/// # Errors
/// A sentence that says what was looked for.
pub fn open(
    case: &Case,
    report: &Report,
    film: Film,
    root: &Path,
    told: Option<&Path>,
) -> Result<(PathBuf, ExactFrames), String> {
    let source = match film {
        Film::Clip(i) => return clip(case, report, i),
        Film::Camera(0) | Film::Again => &report.source,
        Film::Camera(_) => &report.also.as_ref().ok_or(say("refused.camera"))?.source,
    };
    let named = Path::new(&source.path);
    let mut places = vec![named.to_path_buf(), case.folder.join(named)];
    places.extend(told.map(Path::to_path_buf));
    let folders = [Some(case.folder.as_path()), case.folder.parent(), Some(root), root.parent()];
    let mut beside: Vec<PathBuf> = folders.into_iter().flatten().flat_map(videos).collect();
    // The one that has the name is the likeliest.
    beside.sort_by_key(|path| (path.file_name() != named.file_name(), path.clone()));
    places.extend(beside);
    places.dedup();
    let mut stranger = None;
    for path in places.into_iter().filter(|path| path.is_file()) {
        match ExactFrames::open(&path) {
            Ok(frames) if frames.info().sha256 == source.sha256 => return Ok((path, frames)),
            _ => stranger = stranger.or(Some(path)),
        }
    }
    let hash = source.sha256.get(..12).unwrap_or(&source.sha256);
    let gone = with("refused.recording.gone", &[("recording", &source.path), ("hash", &hash)]);
    Err(stranger
        .map_or(gone.clone(), |path| with("refused.recording.other", &[("gone", &gone), ("other", &path.display())])))
}

fn videos(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.flatten().map(|entry| entry.path()).filter(|path| is_recording(path)).take(64).collect()
}

fn clip(case: &Case, report: &Report, i: usize) -> Result<(PathBuf, ExactFrames), String> {
    let name = report.incidents.get(i).and_then(|row| row.clip.as_ref()).ok_or(say("refused.clip"))?;
    let path = case.folder.join(name).canonicalize().map_err(|_| with("refused.clip.gone", &[("clip", name)]))?;
    if !path.starts_with(&case.folder) || !path.is_file() {
        return Err(say("refused.clip.outside").to_owned());
    }
    let frames = ExactFrames::open(&path).map_err(|why| why.to_string())?;
    Ok((path, frames))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_found_three_deep_and_not_through_links() {
        let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let place = root.path().canonicalize().unwrap();
        for folder in ["a", "b/c/d", "b/c/d/e/f/g", ".hidden", "a/moments/at-1"] {
            std::fs::create_dir_all(place.join(folder)).unwrap();
            std::fs::write(place.join(folder).join("report.json"), "{}").unwrap();
        }
        std::fs::write(outside.path().join("report.json"), "{}").unwrap();
        std::os::unix::fs::symlink(outside.path(), place.join("link")).unwrap();
        let names: Vec<String> = list(&place).into_iter().map(|case| case.name).collect();
        assert_eq!(names, ["a", "a/moments/at-1", "b/c/d"]);
    }

    #[test]
    fn a_report_with_a_link_out_of_the_served_folder_is_not_opened() {
        let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let place = root.path().canonicalize().unwrap();
        let link = |from: &str, to: PathBuf| {
            std::fs::create_dir_all(place.join(from).parent().unwrap()).unwrap();
            std::fs::write(place.join(from).with_file_name("report.json"), "{}").unwrap();
            std::os::unix::fs::symlink(to, place.join(from)).unwrap();
        };
        link("a/journal.sqlite", outside.path().join("not there"));
        link("b/moments", outside.path().to_path_buf());
        link("c/match.mp4", outside.path().join("match.mp4"));
        link("d/report.html", place.join("a/report.json"));
        let links: Vec<Option<String>> = list(&place).into_iter().map(|case| case.link_out).collect();
        assert_eq!(links, [Some("journal.sqlite".to_owned()), Some("moments".to_owned()), None, None]);
    }

    #[test]
    fn films_have_names() {
        assert_eq!(Film::parse("clip-12"), Some(Film::Clip(12)));
        assert_eq!(Film::parse("1"), Some(Film::Camera(1)));
        assert_eq!(Film::parse("0-again"), Some(Film::Again));
        for other in ["2", "1-again", "clip-", "clip--1", "../1", ""] {
            assert_eq!(Film::parse(other), None, "{other}");
        }
    }
}
