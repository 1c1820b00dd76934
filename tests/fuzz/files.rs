//! Hostile event files: whatever the bytes, the rules engines answer with rulings or with one sentence.
//!
//! Files are made from the games in `tests/games` by cutting, copying, swapping and spoiling lines and
//! bytes; seeds are fixed, so a failure comes again.

use slapsight::pipeline::rule::{Game, rule};
use std::path::{Path, PathBuf};

const FILES_A_GAME: u64 = 1500;

/// Splitmix64 (Steele, Lea, Flood 2014).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

fn games(folder: &str) -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(folder);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("games").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let files = paths.iter().filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
    // The first line of each says what is expected.
    files.map(|path| std::fs::read_to_string(path).expect("text").lines().skip(1).map(bare).collect()).collect()
}

/// A line without what only the test of that game reads.
fn bare(line: &str) -> String {
    let Ok(mut value) = serde_json::from_str::<serde_json::Value>(line) else { return line.to_owned() };
    if let Some(fields) = value.as_object_mut() {
        for field in ["expect", "then", "impossible", "rulings"] {
            fields.remove(field);
        }
    }
    value.to_string()
}

fn spoil(lines: &[Vec<String>], chance: &mut Chance) -> Vec<u8> {
    let mut file = lines[chance.below(lines.len())].clone();
    for _ in 0..chance.below(6) {
        let (a, b) = (chance.below(file.len()), chance.below(file.len()));
        match chance.below(5) {
            0 => drop(file.remove(a)),
            1 => file.swap(a, b),
            2 => file.insert(a, file[b].clone()),
            3 => {
                let other = &lines[chance.below(lines.len())];
                file.insert(a, other[chance.below(other.len())].clone());
            }
            _ => file[a] = file[a].replace(|c: char| c.is_ascii_digit(), &chance.below(300).to_string()),
        }
        if file.is_empty() {
            return Vec::new();
        }
    }
    let mut bytes = file.join("\n").into_bytes();
    if chance.below(3) == 0 {
        for _ in 0..chance.below(4) {
            let at = chance.below(bytes.len());
            bytes[at] = chance.below(256) as u8;
        }
    }
    bytes
}

fn fuzz(game: Game, folder: &str) {
    let lines = games(folder);
    assert!(!lines.is_empty());
    let (mut rulings, mut refused, mut whole) = (0, 0, 0);
    for seed in 0..FILES_A_GAME {
        let bytes = spoil(&lines, &mut Chance(seed));
        let outcome = rule("fuzz", bytes.as_slice(), game, None, &mut |said| {
            // What a text does not know cites nothing and is the referee's.
            let cites = !said.clauses.is_empty() || said.finding == slapsight::facts::Finding::Referee;
            assert!(!said.sentence.is_empty() && cites, "{said:?}");
            rulings += 1;
        });
        match outcome {
            Ok(_) => whole += 1,
            Err(why) => {
                assert!(why.to_string().contains("line "), "{why}");
                refused += 1;
            }
        }
    }
    // Without all three the files would not have reached what they are for.
    assert!(rulings > 100 && refused > 40 && whole > 40, "{rulings} rulings, {refused} refused, {whole} whole");
}

#[test]
fn instants() {
    fuzz(Game::Isf, ".");
}

#[test]
fn books() {
    fuzz(Game::Isf, "books");
}

#[test]
fn slaps_house() {
    fuzz(Game::SlapsHouse, "slaps_house");
}

#[test]
fn ers() {
    fuzz(Game::Ers, "ers");
}

#[test]
fn ratscrew() {
    fuzz(Game::Ratscrew, "ratscrew");
}

#[test]
fn slapjack() {
    fuzz(Game::Slapjack, "slapjack");
}
