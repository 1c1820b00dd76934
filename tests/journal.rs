//! The journal of a case under the worst that a laptop at a table does: killed while it writes, and bytes that change on the disk.
//!
//! The writer is this very test program, started again with [`WRITE_TO`] set: it writes entries and says the number of each on
//! standard output once it was acknowledged.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use slapsight::store::journal::{self, Act, Break, Entry, Journal, Role};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Set to a folder, this program writes entries there without end.
const WRITE_TO: &str = "SLAPSIGHT_TEST_WRITES_A_JOURNAL_TO";
/// How often the writer is killed.
const KILLS: usize = 50;

fn noted(note: String) -> Entry {
    let act = Act::Noted { incident: None, t: None, note };
    Entry { at: 0, who: "A. Referee".to_owned(), role: Role::Referee, act }
}

/// Not a test of its own: what the killed program does. Without [`WRITE_TO`] there is nothing to do.
#[test]
fn write_until_killed() {
    let Some(folder) = std::env::var_os(WRITE_TO) else { return };
    let mut journal = Journal::open(Path::new(&folder)).expect("a journal");
    let mut out = std::io::stdout().lock();
    // The harness has written something before, on a line that it has not ended.
    writeln!(out).expect("a reader");
    loop {
        // Of all sizes, so that a kill meets commits of one page and of many.
        let recorded = journal.append(noted("x".repeat(1 + 97 * (journal_length(&folder) % 90)))).expect("appended");
        writeln!(out, "written {} {}", recorded.number, recorded.hash).expect("a reader");
        out.flush().expect("a reader");
    }
}

/// A number that changes with every entry, without a clock.
fn journal_length(folder: &std::ffi::OsStr) -> usize {
    std::fs::metadata(Path::new(folder).join(journal::seal::FILE)).map_or(0, |seal| seal.len() as usize)
        + std::fs::metadata(Path::new(folder).join(journal::FILE)).map_or(0, |file| file.len() as usize / 4096)
}

#[test]
fn no_acknowledged_entry_is_lost_to_fifty_kills() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut chance = ChaCha8Rng::seed_from_u64(50);
    let (mut acknowledged, mut unsealed, mut rolled_back) = (Vec::new(), 0, 0);
    for kill in 0..KILLS {
        let mut writer = Command::new(std::env::current_exe().expect("this program"))
            .args(["write_until_killed", "--exact", "--nocapture", "--test-threads=1"])
            .env(WRITE_TO, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let lines = BufReader::new(writer.stdout.take().expect("its output")).lines();
        // Some entries, then a part of one: the moment falls anywhere between two acknowledgements.
        let (whole, part) = (1 + chance.next_u32() % 6, Duration::from_micros(u64::from(chance.next_u32() % 12_000)));
        let mut seen = 0;
        for line in lines {
            let line = line.expect("text");
            let Some(told) = line.strip_prefix("written ") else { continue };
            acknowledged.push(told.to_owned());
            seen += 1;
            if seen == whole {
                // Waited out on the spot: a sleep of so little takes as long as the system likes.
                let until = Instant::now() + part;
                while Instant::now() < until {
                    std::hint::spin_loop();
                }
                writer.kill().expect("it can be killed");
            }
        }
        assert!(seen >= whole, "kill {kill}: the writer ended by itself");
        writer.wait().expect("it has ended");
        rolled_back += usize::from(folder.path().join("journal.sqlite-journal").exists());
        let wrong = journal::check(folder.path());
        assert!(wrong.iter().all(Break::is_harmless), "kill {kill}: {wrong:?}");
        unsealed += usize::from(!wrong.is_empty());
        let found: Vec<String> = journal::read(folder.path())
            .expect("a journal that is whole")
            .into_iter()
            .map(|recorded| format!("{} {}", recorded.number, recorded.hash))
            .collect();
        // One may be on the disk that the writer had no time to tell of.
        for told in &acknowledged {
            assert!(found.contains(told), "kill {kill}: entry {told} is lost");
        }
        assert!(found.len() <= acknowledged.len() + kill + 1, "kill {kill}: {} entries", found.len());
    }
    // A run in which no kill fell between anything shows nothing.
    println!("{} entries; {unsealed} kills before a seal, {rolled_back} within a commit", acknowledged.len());
    assert!(unsealed + rolled_back > 0, "no kill met a write");
}

#[test]
fn a_flipped_byte_anywhere_in_the_journal_or_its_seal_is_noticed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut journal = Journal::open(folder.path()).expect("a journal");
    for number in 0..12 {
        journal.append(noted(format!("note {number}: {}", "words ".repeat(200)))).expect("appended");
    }
    drop(journal);
    let mut named = 0;
    for (file, step) in [(journal::FILE, 61), (journal::seal::FILE, 1)] {
        let path = folder.path().join(file);
        let whole = std::fs::read(&path).expect("the file");
        for at in (0..whole.len()).step_by(step) {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << (at % 8);
            std::fs::write(&path, &flipped).expect("written");
            let found = journal::check(folder.path());
            assert!(!found.is_empty() && !found.iter().all(Break::is_harmless), "{file}, byte {at}: {found:?}");
            named += found.iter().filter(|wrong| matches!(wrong, Break::Changed { .. })).count();
        }
        std::fs::write(&path, &whole).expect("written");
        assert_eq!(journal::check(folder.path()), []);
    }
    assert!(named > 100, "only {named} entries were named");
}
