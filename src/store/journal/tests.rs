//! Entries on the disk: what is added comes back, is chained, survives a second writer, and what is changed is named.

use super::entry::*;
use super::*;
use crate::base::Player;
use crate::facts::{Finding, Kind, Verdict};
use std::collections::BTreeMap;

fn entry(at: i64, act: Act) -> Entry {
    Entry { at, who: "R. Eferee".to_owned(), role: Role::Referee, act }
}

fn software() -> Software {
    Software {
        kind: Kind::Slap,
        t: 4.25,
        player: Some(Player::One),
        finding: Finding::NoOffence,
        verdict: Some(Verdict::Player1),
        margin_ms: Some(11.0),
        laws: vec!["F.5.1".to_owned()],
        sanction_due: None,
        explanation: "Player 1 was first by 11.0 ms.".to_owned(),
    }
}

fn ruled(incident: &str, ruling: Referees) -> Act {
    Act::Ruled {
        incident: incident.to_owned(),
        ruling,
        verdict: None,
        clauses: vec!["F.5.1".to_owned()],
        note: "seen on both cameras <b>".to_owned(),
        sanctions: vec![Sanctioned { player: Player::Two, card: CardShown::Yellow, why: "D.8.3".to_owned() }],
        software: software(),
    }
}

fn undo(number: u64) -> Act {
    Act::Undone { number, report: None }
}

fn all(acts: Vec<Act>) -> (tempfile::TempDir, Vec<Recorded>) {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(folder.path()).unwrap();
    let recorded: Vec<Recorded> =
        acts.into_iter().enumerate().map(|(at, act)| journal.append(entry(at as i64, act)).unwrap()).collect();
    assert_eq!(journal.entries().unwrap(), recorded);
    (folder, recorded)
}

#[test]
fn entries_come_back_chained_and_a_new_journal_is_empty_and_whole() {
    let (folder, recorded) = all(vec![ruled("001-slap", Referees::Confirmed), undo(1)]);
    assert_eq!(read(folder.path()).unwrap(), recorded);
    assert_eq!(recorded[0].previous, chain::BEGIN);
    assert_eq!(recorded[1].previous, recorded[0].hash);
    assert_eq!(recorded[1].hash, chain::hash(&recorded[0].hash, &recorded[1].text));
    assert_eq!(check(folder.path()), []);
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(read(empty.path()).unwrap(), []);
    assert!(!empty.path().join(FILE).exists(), "reading makes no journal");
    Journal::open(empty.path()).unwrap();
    assert_eq!(check(empty.path()), []);
}

#[test]
fn the_last_ruling_counts_and_the_one_before_it_when_that_is_undone() {
    let (_folder, mut entries) =
        all(vec![ruled("001-slap", Referees::Confirmed), ruled("001-slap", Referees::Overturned)]);
    assert_eq!(standing(&entries).rulings["001-slap"].ruling, Referees::Overturned);
    assert_eq!(standing(&entries).shown(Player::Two, CardShown::Yellow), 1, "one ruling counts, not two");
    let (_folder, undone) = all(entries.drain(..).map(|r| r.entry.act).chain([undo(2)]).collect());
    assert_eq!(standing(&undone).rulings["001-slap"].ruling, Referees::Confirmed);
    // An undoing that is undone.
    let (_folder, again) = all(undone.into_iter().map(|r| r.entry.act).chain([undo(3)]).collect());
    assert_eq!(standing(&again).rulings["001-slap"].ruling, Referees::Overturned);
    assert_eq!(standing(&again).undone.into_iter().collect::<Vec<_>>(), [3]);
}

#[test]
fn an_entry_undoes_neither_itself_nor_a_later_one() {
    let (_folder, entries) = all(vec![undo(1), undo(3), ruled("001-slap", Referees::Stands)]);
    assert_eq!(standing(&entries).rulings.len(), 1);
    assert!(standing(&entries).undone.is_empty());
}

#[test]
fn rulings_follow_incidents_that_a_correction_renamed() {
    let report = |incidents: &[(&str, &str)]| Rejudged {
        before: "b".to_owned(),
        after: "a".to_owned(),
        files: BTreeMap::new(),
        incidents: incidents.iter().map(|(old, new)| ((*old).to_owned(), (*new).to_owned())).collect(),
        returned: Vec::new(),
        was: Vec::new(),
    };
    let (_folder, entries) = all(vec![
        ruled("001-slap", Referees::Confirmed),
        ruled("002-misslap", Referees::Overturned),
        Act::Corrected { corrections: Vec::new(), report: report(&[("001-slap", "002-slap")]) },
        ruled("001-misslap", Referees::Stands),
    ]);
    let now = standing(&entries);
    assert_eq!(now.rulings.keys().collect::<Vec<_>>(), ["001-misslap", "002-slap"]);
    assert_eq!(now.rulings["002-slap"].ruling, Referees::Confirmed);
    assert_eq!(now.gone.values().map(|(name, _)| name).collect::<Vec<_>>(), ["002-misslap"]);
    // The names stay what they became when the correction no longer counts; undoing it tells the next ones.
    let mut before = report(&[("001-misslap", "001-misslap"), ("002-slap", "001-slap")]);
    before.returned.push(Returned { number: 2, incident: "002-misslap".to_owned() });
    let back = Act::Undone { number: 3, report: Some(before) };
    let (_folder, entries) = all(entries.into_iter().map(|r| r.entry.act).chain([back]).collect());
    let now = standing(&entries);
    assert_eq!(now.rulings["001-slap"].ruling, Referees::Confirmed);
    assert_eq!(now.rulings["002-misslap"].ruling, Referees::Overturned);
    assert!(now.corrections.is_empty() && now.gone.is_empty());
}

#[test]
fn two_writers_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let path = folder.path();
            scope.spawn(move || {
                let mut journal = Journal::open(path).unwrap();
                for at in 0..10 {
                    journal.append(entry(writer * 100 + at, undo(0))).unwrap();
                }
            });
        }
    });
    assert_eq!(read(folder.path()).unwrap().len(), 40);
    assert_eq!(check(folder.path()), []);
}

#[test]
fn what_follows_from_the_entries_before_is_added_once() {
    let folder = tempfile::tempdir().unwrap();
    let added: usize = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..3)
            .map(|at| {
                let path = folder.path();
                scope.spawn(move || {
                    let mut journal = Journal::open(path).unwrap();
                    let first = |before: &[Recorded]| before.is_empty().then(|| entry(at, undo(0)));
                    usize::from(journal.append_after(first).unwrap().is_some())
                })
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).sum()
    });
    assert_eq!((added, read(folder.path()).unwrap().len()), (1, 1));
}

#[test]
fn a_writer_that_does_not_end_is_told_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(folder.path()).unwrap();
    let other = rusqlite::Connection::open(folder.path().join(FILE)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let why = journal.append(entry(0, undo(0))).unwrap_err();
    assert!(matches!(why, StoreError::JournalBusy { .. }), "{why}");
    assert!(why.to_string().contains("journal.sqlite: another program is writing"), "{why}");
    other.execute_batch("ROLLBACK").unwrap();
    journal.append(entry(0, undo(0))).unwrap();
}

#[test]
fn rows_are_not_changed_through_sqlite_and_a_change_made_by_force_is_named() {
    let (folder, recorded) = all((0..5).map(|_| ruled("001-slap", Referees::Confirmed)).collect());
    let file = rusqlite::Connection::open(folder.path().join(FILE)).unwrap();
    for forbidden in ["UPDATE entries SET text = ''", "DELETE FROM entries"] {
        assert!(file.execute(forbidden, []).unwrap_err().to_string().contains("entries of a journal"));
    }
    file.execute_batch("DROP TRIGGER no_update; DROP TRIGGER no_delete").unwrap();
    let text = recorded[2].text.replace("confirmed", "overturned");
    file.execute("UPDATE entries SET text = ?1 WHERE number = 3", [&text]).unwrap();
    assert_eq!(check(folder.path()), [Break::Changed { number: 3 }]);
    assert!(matches!(read(folder.path()), Err(StoreError::JournalBroken { .. })));
    // With its own hash put right the next one no longer follows.
    file.execute("UPDATE entries SET hash = ?1 WHERE number = 3", [chain::hash(&recorded[2].previous, &text)]).unwrap();
    assert_eq!(check(folder.path()), [Break::Changed { number: 4 }]);
    file.execute("DELETE FROM entries WHERE number IN (3, 4)", []).unwrap();
    assert_eq!(check(folder.path()), [Break::Missing { first: 3, last: 4 }]);
}

#[test]
fn entries_cut_off_the_end_are_missed() {
    let (folder, _) = all((0..4).map(|_| undo(0)).collect());
    let file = rusqlite::Connection::open(folder.path().join(FILE)).unwrap();
    file.execute_batch("DROP TRIGGER no_delete; DELETE FROM entries WHERE number > 2").unwrap();
    assert_eq!(check(folder.path()), [Break::Missing { first: 3, last: 4 }]);
    std::fs::remove_file(folder.path().join(FILE)).unwrap();
    assert_eq!(check(folder.path()), [Break::Gone]);
}

#[test]
fn an_entry_without_its_seal_is_told_and_is_harmless() {
    let (folder, _) = all(vec![undo(0), undo(0)]);
    let seal = std::fs::read(folder.path().join(seal::FILE)).unwrap();
    Journal::open(folder.path()).unwrap().append(entry(3, undo(0))).unwrap();
    std::fs::write(folder.path().join(seal::FILE), seal).unwrap();
    let found = check(folder.path());
    assert_eq!(found, [Break::Unsealed { first: 3 }]);
    assert!(found[0].is_harmless());
    // The next entry seals all.
    Journal::open(folder.path()).unwrap().append(entry(4, undo(0))).unwrap();
    assert_eq!(check(folder.path()), []);
}

#[test]
fn entries_are_sealed_from_the_first_on_however_often_the_program_is_stopped_before_it_seals() {
    let folder = tempfile::tempdir().unwrap();
    Journal::open(folder.path()).unwrap();
    let seal = std::fs::read(folder.path().join(seal::FILE)).unwrap();
    assert_eq!(check(folder.path()), []);
    for _ in 0..2 {
        Journal::open(folder.path()).unwrap().append(entry(0, undo(0))).unwrap();
        std::fs::write(folder.path().join(seal::FILE), &seal).unwrap();
        assert_eq!(check(folder.path()), [Break::Unsealed { first: 1 }]);
    }
    // Nobody is stopped in a way that leaves entries without any seal.
    std::fs::remove_file(folder.path().join(seal::FILE)).unwrap();
    assert_eq!(check(folder.path()), [Break::NoSeal]);
    // And to open such a journal does not seal it.
    Journal::open(folder.path()).unwrap();
    assert_eq!(check(folder.path()), [Break::NoSeal]);
}

#[test]
fn a_journal_that_was_being_made_is_empty_and_one_that_was_emptied_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(FILE), []).unwrap();
    assert_eq!(check(folder.path()), []);
    assert_eq!(read(folder.path()).unwrap(), []);
    Journal::open(folder.path()).unwrap().append(entry(1, undo(0))).unwrap();
    assert_eq!(check(folder.path()), []);
    std::fs::write(folder.path().join(FILE), []).unwrap();
    assert_eq!(check(folder.path()), [Break::Missing { first: 1, last: 1 }]);
}

#[test]
fn an_entry_that_could_not_be_read_back_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(folder.path()).unwrap();
    let act = Act::Noted { incident: None, t: Some(f64::NAN), note: String::new() };
    // Null is read as no moment: not what was said.
    assert!(matches!(journal.append(entry(0, act)), Err(StoreError::Journal { .. })));
    assert_eq!(journal.entries().unwrap(), []);
}
