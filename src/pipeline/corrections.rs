//! Corrections: what the cameras were misread to show is put right, and the case is judged again from what was seen.
//!
//! In: a case, and what the referee put right. Out: the new report in the stead of the old one, which is kept as `report.1.json`
//! (and 2, and so on), and an entry in the journal that holds the corrections and both reports' hashes. The recording is not
//! touched, nor needed: clips of incidents that are still there stay theirs. An undone correction is judged away the same way.
//!
//! The journal is written first and the files are put in their places then: a program that is stopped in between leaves them
//! beside, and opening the case puts them there.

use super::case::{self, By, CaseError};
use super::judge::judge;
use super::look::View;
use super::second::{Known, Second};
use super::{Also, Cue, Cues, Filmed, Given, Options, ReviewError, look, watched};
use crate::base::{Pile, Player, Rank, TimeScale};
use crate::calibration::CameraProfile;
use crate::evidence::report::{AlsoRow, IncidentRow, Source};
use crate::evidence::{Answered, Made, Report, case_page};
use crate::facts::Kind;
use crate::reconstruct::{Answer, Edit};
use crate::store::journal::{
    Act, Correction, FileHash, Files, Journal, Recorded, Rejudged, Returned, Standing, standing,
};
use crate::store::{StoreError, hash};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What was seen, in a report's folder.
const OBSERVATIONS: &str = "observations.slapsight";
const SECOND_OBSERVATIONS: &str = "observations-2.slapsight";
/// An incident of one report is that of another when it is no farther from it, file seconds.
const SAME_SECS: f64 = 0.1;

/// How a report is being made, for the report.
pub(super) fn made(given: Given<'_>, with: Vec<String>) -> Made {
    let Options { cues, reliability, sound_offset, .. } = given.options;
    let left_out = [("path", cues.path), ("motion", cues.motion), ("sound", cues.sound), ("on-top", cues.on_top)];
    let corrections = given.answers.iter().skip(given.read_before).map(top).chain(given.edits.iter().map(correction));
    Made {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        models: with,
        reliability: *reliability,
        without: left_out.iter().filter(|(_, used)| !used).map(|(name, _)| (*name).to_owned()).collect(),
        sound_offset_s: *sound_offset,
        camera: given.camera.and_then(|camera| serde_json::to_value(camera).ok()),
        answers: given.answers[..given.read_before]
            .iter()
            .map(|a| Answered { pile: a.pile, t: a.t, rank: a.rank })
            .collect(),
        corrections: corrections.collect(),
    }
}

fn top(answer: &Answer) -> Correction {
    Correction::Top { pile: answer.pile, t: answer.t, rank: answer.rank }
}

fn correction(edit: &Edit) -> Correction {
    match *edit {
        Edit::Played { t, player, hand, pile, rank } => Correction::Play { t, player, hand, pile, rank },
        Edit::Absent { t, kind, player, pile } => Correction::DidNotHappen { t, kind, player, pile },
    }
}

/// What an edit was to take out, in words.
pub(super) fn words(edit: &Edit) -> String {
    match edit {
        Edit::Played { t, .. } => format!("play at {t:.3} s"),
        Edit::Absent { t, kind, player, pile } => {
            let kind = serde_json::to_value(kind).ok().and_then(|kind| kind.as_str().map(str::to_owned));
            let who = player.map_or(String::new(), |player| format!(" by {player}"));
            let pile = pile.map_or(String::new(), |pile| format!(" on the {pile} pile"));
            format!("{}{who}{pile} at {t:.3} s", kind.unwrap_or_default().replace('_', " "))
        }
    }
}

/// Puts something right in the case in `folder`, judges it again and records that.
///
/// # Errors
/// When it cannot be judged again, or a correction finds nothing to change; nothing is changed then.
pub fn correct(folder: &Path, by: &By, corrections: Vec<Correction>) -> Result<Recorded, CaseError> {
    let mut journal = case::open(folder, by, &mut |_| {})?;
    let entries = journal.entries()?;
    let now = standing(&entries);
    let all: Vec<Correction> =
        now.corrections.iter().map(|(_, correction)| correction.clone()).chain(corrections.iter().cloned()).collect();
    let again = again(folder, &all, now.corrections.len(), &now)?;
    record(&mut journal, folder, by, again, |report| Act::Corrected { corrections, report })
}

/// Undoes an entry of the case in `folder`; when that was a correction, the case is judged again without it.
///
/// # Errors
/// When there is no such entry or it does not count any more, or the case cannot be judged again; nothing is changed then.
pub fn undo(folder: &Path, by: &By, number: u64) -> Result<Recorded, CaseError> {
    let mut journal = case::open(folder, by, &mut |_| {})?;
    let mut entries = journal.entries()?;
    let now = standing(&entries);
    let refuse = |why| Err(CaseError::NotUndone { number, why });
    let Some(entry) = entries.iter().find(|recorded| recorded.number == number) else {
        return refuse("there is none of this number");
    };
    if now.undone.contains(&number) {
        return refuse("it does not count any more");
    }
    if matches!(entry.entry.act, Act::Opened(_)) {
        return refuse("the opening of a case stays");
    }
    let next = entries.len() as u64 + 1;
    let act = Act::Undone { number, report: None };
    let last = Recorded { number: next, entry: by.entry(act.clone()), ..entry.clone() };
    entries.push(last);
    let then = standing(&entries);
    if then.corrections == now.corrections {
        return Ok(journal.append(by.entry(act))?);
    }
    let all: Vec<Correction> = then.corrections.into_iter().map(|(_, correction)| correction).collect();
    let again = again(folder, &all, all.len(), &now)?;
    record(&mut journal, folder, by, again, |report| Act::Undone { number, report: Some(report) })
}

/// A report judged again, not yet in its place.
struct Again {
    rejudged: Rejudged,
    json: Vec<u8>,
    page: Option<String>,
}

/// Judges a case again with `corrections`, of which the first `settled` may find nothing to change any more.
fn again(folder: &Path, corrections: &[Correction], settled: usize, now: &Standing) -> Result<Again, CaseError> {
    let (old, before) = case::report(folder)?;
    let refuse = |why| Err(CaseError::NotAgain { path: folder.display().to_string(), why });
    let Some(made) = old.made.clone() else {
        return refuse("an earlier version of slapsight wrote it");
    };
    if old.also.as_ref().is_some_and(|also| also.clock.is_none()) {
        return refuse("an earlier version of slapsight wrote it, without the clock of its two cameras");
    }
    if !folder.join(OBSERVATIONS).is_file() {
        return refuse("its observations.slapsight is not there");
    }
    if old.also.is_some() && !folder.join(SECOND_OBSERVATIONS).is_file() {
        return refuse("its observations-2.slapsight is not there");
    }
    let mut report = judged(folder, &old, made, corrections, settled)?;
    if let Some(unheeded) = corrections[settled.min(corrections.len())..].iter().find_map(|put| unheeded(put, &report))
    {
        return Err(unheeded);
    }
    let incidents = matched(&old.incidents, &report.incidents);
    clips(folder, &old, &mut report);
    let was = corrections[settled.min(corrections.len())..].iter().map(|put| was(put, &old)).collect();
    let returned = returned(now, &incidents, &report.incidents);
    let json = serde_json::to_vec_pretty(&report)
        .map_err(|why| CaseError::Report { path: folder.display().to_string(), why: why.to_string() })?;
    let page = folder.join("report.html").is_file().then(|| case_page::page(&report, None, &[], &[]));
    let mut files = Files::new();
    let (kept, kept_page) = kept_names(folder);
    files.insert("report.json".to_owned(), of(&json));
    files.insert(kept, hash::of_file(&folder.join("report.json"), &mut |_| {})?);
    if let Some(page) = &page {
        files.insert("report.html".to_owned(), of(page.as_bytes()));
        files.insert(kept_page, hash::of_file(&folder.join("report.html"), &mut |_| {})?);
    }
    let rejudged = Rejudged { before, after: hash::of_bytes(&json), files, incidents, returned, was };
    Ok(Again { rejudged, json, page })
}

/// Why a card that was put right does not show: nothing was read of its pile about that moment, so that nothing could be changed.
fn unheeded(correction: &Correction, report: &Report) -> Option<CaseError> {
    let Correction::Top { pile, t, rank } = *correction else { return None };
    (top_at(report, pile, t) != Some(rank)).then_some(CaseError::NotShown { pile, t, rank })
}

/// What lay on a pile at a moment, as a report has it.
fn top_at(report: &Report, pile: Pile, t: f64) -> Option<Rank> {
    let tops = report.tops.iter().rev().find(|tops| tops.t <= t).or(report.tops.first());
    tops.and_then(|tops| if pile == Pile::Left { tops.left } else { tops.right })
}

/// What a report had where a card is put right.
fn was(correction: &Correction, report: &Report) -> Option<Rank> {
    let Correction::Top { pile, t, .. } = *correction else { return None };
    top_at(report, pile, t)
}

fn of(bytes: &[u8]) -> FileHash {
    FileHash { bytes: bytes.len() as u64, sha256: hash::of_bytes(bytes) }
}

fn judged(
    folder: &Path,
    old: &Report,
    made: Made,
    corrections: &[Correction],
    settled: usize,
) -> Result<Report, CaseError> {
    let file = folder.join(OBSERVATIONS);
    let mut answers: Vec<Answer> = made.answers.iter().map(|a| Answer { pile: a.pile, t: a.t, rank: a.rank }).collect();
    let read_before = answers.len();
    let (mut edits, mut settled_edits) = (Vec::new(), 0);
    for (i, correction) in corrections.iter().enumerate() {
        match *correction {
            Correction::Top { pile, t, rank } => answers.push(Answer { pile, t, rank }),
            Correction::Play { t, player, hand, pile, rank } => {
                edits.push(Edit::Played { t, player, hand, pile, rank });
            }
            Correction::DidNotHappen { t, kind, player, pile } => edits.push(Edit::Absent { t, kind, player, pile }),
        }
        if i < settled {
            settled_edits = edits.len();
        }
    }
    let camera: Option<CameraProfile> = made.camera.and_then(|camera| serde_json::from_value(camera).ok());
    let cue = |name: &String| match name.as_str() {
        "path" => Some(Cue::Path),
        "motion" => Some(Cue::Motion),
        "sound" => Some(Cue::Sound),
        "on-top" => Some(Cue::OnTop),
        _ => None,
    };
    let left_out: Vec<Cue> = made.without.iter().filter_map(cue).collect();
    let options = Options {
        reliability: made.reliability,
        cues: Cues::without(&left_out),
        sound_offset: made.sound_offset_s,
        pictures: false,
        ..Options::default()
    };
    let given = Given {
        options: &options,
        camera: camera.as_ref(),
        answers: &answers,
        read_before,
        edits: &edits,
        settled: settled_edits,
    };
    // Times in a report are rounded to microseconds.
    let first = seen(&file, &old.source, (old.reviewed.from - 1e-6, old.reviewed.to + 1e-6))?;
    let filmed = |source: &Source| Filmed { video: PathBuf::from(&source.path), ..Filmed::default() };
    let also = old.also.as_ref().map(|row| Also { filmed: filmed(&row.source), offset_secs: None });
    let second = match (&also, &old.also) {
        (Some(also), Some(row)) => Some(second(folder, also, row, first.source.time_scale)?),
        _ => None,
    };
    Ok(Report::new(&judge(&filmed(&old.source), given, first, second)?, None))
}

/// What was seen of the recording `of` in a span of it.
fn seen(file: &Path, of: &Source, (from, to): (f64, f64)) -> Result<View, CaseError> {
    let watched = watched::load(file)?;
    let mut source = watched.source().clone();
    let path = file.display().to_string();
    if source.sha256 != of.sha256 {
        return Err(ReviewError::OtherRecording { path, video: of.path.clone() }.into());
    }
    source.path.clone_from(&of.path);
    look::view(watched, source, (from, to))
        .ok_or_else(|| ReviewError::EmptySpan { path, from, to, duration: of.duration_s }.into())
}

/// What the second camera saw, on the clock that the report found.
fn second<'a>(folder: &Path, also: &'a Also, row: &AlsoRow, scale: TimeScale) -> Result<Second<'a>, CaseError> {
    let view = seen(&folder.join(SECOND_OBSERVATIONS), &row.source, (0.0, f64::INFINITY))?;
    let scales = (scale, view.source.time_scale);
    let known = row.clock.map_or(Known::Nothing, |clock| Known::Found {
        clock: clock.clock(scales),
        by: row.clock_by.clone(),
        hands: row.hands_in_both as usize,
    });
    Ok(Second { also, view, known })
}

/// Gives the incidents of a report the clips that they have in the one before it, or else in the latest of the earlier ones.
fn clips(folder: &Path, before: &Report, report: &mut Report) {
    for incident in &mut report.incidents {
        (incident.clip, incident.clip_slow, incident.clip_second) = (None, None, None);
    }
    let earlier = (1..).map(|n| folder.join(format!("report.{n}.json"))).take_while(|path| path.exists());
    let earlier: Vec<Report> =
        earlier.filter_map(|path| serde_json::from_slice(&std::fs::read(path).ok()?).ok()).collect();
    for was in std::iter::once(before).chain(earlier.iter().rev()) {
        let names = matched(&was.incidents, &report.incidents);
        for row in was.incidents.iter().filter(|row| row.clip.is_some()) {
            let same =
                |incident: &&mut IncidentRow| Some(&incident.id) == names.get(&row.id) && incident.clip.is_none();
            if let Some(incident) = report.incidents.iter_mut().find(same) {
                (incident.clip, incident.clip_slow) = (row.clip.clone(), row.clip_slow.clone());
                incident.clip_second.clone_from(&row.clip_second);
            }
        }
    }
}

/// Whether two incidents, as kind, player and file seconds, are of one moment and one sort: a slap is the same one whoever won it.
fn same(a: (Kind, Option<Player>, f64), b: (Kind, Option<Player>, f64)) -> bool {
    let slap = |kind| matches!(kind, Kind::Slap | Kind::SlapStalemate | Kind::SlapVoid | Kind::SlapOpportunityLost);
    let sort = slap(a.0) && slap(b.0) || (a.0, a.1) == (b.0, b.1);
    sort && (a.2 - b.2).abs() <= SAME_SECS
}

fn sort_of(row: &IncidentRow) -> (Kind, Option<Player>, f64) {
    (row.kind, row.player, row.t)
}

/// Incidents of one report that are in another, nearest first.
fn matched(old: &[IncidentRow], new: &[IncidentRow]) -> BTreeMap<String, String> {
    let mut pairs: Vec<(f64, &IncidentRow, &IncidentRow)> = Vec::new();
    for a in old {
        for b in new.iter().filter(|b| same(sort_of(a), sort_of(b))) {
            pairs.push(((a.t - b.t).abs(), a, b));
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| (&a.1.id, &a.2.id).cmp(&(&b.1.id, &b.2.id))));
    let (mut found, mut taken) = (BTreeMap::new(), BTreeSet::new());
    for (_, a, b) in pairs {
        if !found.contains_key(&a.id) && taken.insert(&b.id) {
            found.insert(a.id.clone(), b.id.clone());
        }
    }
    found
}

/// Rulings on incidents that an earlier correction took away and that are there again.
fn returned(now: &Standing, kept: &BTreeMap<String, String>, new: &[IncidentRow]) -> Vec<Returned> {
    let free = |incident: &&IncidentRow| !kept.values().any(|kept| *kept == incident.id);
    let back = |(number, (_, ruled)): (&u64, &(String, crate::store::journal::Ruled))| {
        let said = &ruled.software;
        let said = (said.kind, said.player, said.t);
        let incident = new.iter().filter(free).find(|incident| same(sort_of(incident), said))?;
        Some(Returned { number: *number, incident: incident.id.clone() })
    };
    now.gone.iter().filter_map(back).collect()
}

/// The next free names for an earlier report and its page.
fn kept_names(folder: &Path) -> (String, String) {
    let names = |n: u32| (format!("report.{n}.json"), format!("report.{n}.html"));
    let free = |n: &u32| !folder.join(names(*n).0).exists() && !folder.join(names(*n).1).exists();
    (1..).find(free).map_or_else(|| names(0), names)
}

/// Where a new report waits until the journal holds it.
fn waiting(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!(".next.{name}"))
}

fn record(
    journal: &mut Journal,
    folder: &Path,
    by: &By,
    again: Again,
    act: impl FnOnce(Rejudged) -> Act,
) -> Result<Recorded, CaseError> {
    write(&waiting(folder, "report.json"), &again.json)?;
    if let Some(page) = &again.page {
        write(&waiting(folder, "report.html"), page.as_bytes())?;
    }
    let before = again.rejudged.before.clone();
    let entry = by.entry(act(again.rejudged));
    // Another program may have corrected the same case meanwhile: its report must not be lost.
    let Some(recorded) = journal.append_after(|entries| (current(entries) == Some(&before)).then_some(entry))? else {
        return Err(CaseError::NotAgain { path: folder.display().to_string(), why: "it was changed meanwhile" });
    };
    settle(folder, std::slice::from_ref(&recorded))?;
    Ok(recorded)
}

fn unwritable(path: &Path, why: &std::io::Error) -> StoreError {
    StoreError::Unwritable { path: path.display().to_string(), why: why.to_string() }
}

/// Writes a file and waits for the disk.
fn write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let written = std::fs::File::create(path).and_then(|mut file| {
        std::io::Write::write_all(&mut file, bytes)?;
        file.sync_all()
    });
    written.map_err(|why| unwritable(path, &why))
}

/// The hash that the report has by the journal.
fn current(entries: &[Recorded]) -> Option<&String> {
    entries.iter().rev().find_map(|recorded| match &recorded.entry.act {
        Act::Corrected { report, .. } | Act::Undone { report: Some(report), .. } => Some(&report.after),
        Act::Opened(opened) => Some(&opened.report),
        _ => None,
    })
}

/// Puts the files of the last correction in their places, if a stopped program left that undone.
pub(super) fn settle(folder: &Path, entries: &[Recorded]) -> Result<(), StoreError> {
    let last = entries.iter().rev().find_map(|recorded| match &recorded.entry.act {
        Act::Corrected { report, .. } | Act::Undone { report: Some(report), .. } => Some(report),
        _ => None,
    });
    let Some(report) = last else { return Ok(()) };
    for name in ["report.html", "report.json"] {
        let (next, place) = (waiting(folder, name), folder.join(name));
        let (Some(new), true) = (report.files.get(name), next.is_file()) else { continue };
        if hash::of_file(&next, &mut |_| {})? != *new {
            continue;
        }
        let ending = &name["report".len()..];
        let earlier = report.files.iter().find(|(kept, _)| *kept != name && kept.ends_with(ending));
        if let Some((kept, was)) = earlier
            && place.is_file()
            && hash::of_file(&place, &mut |_| {})? == *was
        {
            let kept = folder.join(kept);
            if !kept.exists() {
                // The one in its place stays there until the new one takes it.
                let held = std::fs::hard_link(&place, &kept).or_else(|_| std::fs::copy(&place, &kept).map(|_| ()));
                held.map_err(|why| unwritable(&kept, &why))?;
            }
        }
        std::fs::rename(&next, &place).map_err(|why| unwritable(&place, &why))?;
    }
    Ok(())
}
