//! Events judged per second on one core: `cargo bench --bench judge`.
//!
//! For each game, and for the books of SLAPS beside its instants, the tables of `tests/games` again and again
//! from their start, for a second each, of which the best twentieth counts: judged in memory (events read
//! before), judged from text, and for comparison the same text only read as JSON, judged by nobody. The tables
//! are dense: about every second event of the games with one pile is an offence or a slap with its sentence.

use serde_json::Value;
use slapsight::base::Measured;
use slapsight::facts;
use slapsight::law::isf::{self, books};
use slapsight::law::{ers, one_pile, ratscrew, slapjack, slaps_house};
use slapsight::pipeline::rule::{Game, rule};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const NAMES: [(&str, Game); 4] =
    [("slaps_house", Game::SlapsHouse), ("ers", Game::Ers), ("ratscrew", Game::Ratscrew), ("slapjack", Game::Slapjack)];

/// A table: its switches, and its lines without what only the table's own test reads.
struct Table {
    switches: Option<Value>,
    lines: Vec<String>,
}

impl Table {
    fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

fn bare(line: &str) -> String {
    let mut value: Value = serde_json::from_str(line).expect("JSON");
    for field in ["expect", "then", "impossible", "rulings", "comment"] {
        value.as_object_mut().and_then(|fields| fields.remove(field));
    }
    value.to_string()
}

/// The tables of a game. Lines that have to be refused are left out, so that every line is judged.
fn tables(folder: &str, game: Game) -> Vec<Table> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(folder);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("games").flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(path).expect("text");
        let head: Value = serde_json::from_str(text.lines().next().unwrap_or("{}")).expect("a head");
        let mut table = Table { switches: head.get("switches").cloned(), lines: Vec::new() };
        for line in text.lines().skip(1).filter(|line| !line.trim().is_empty()) {
            table.lines.push(bare(line));
            if rule("bench", table.text().as_bytes(), game, table.switches.clone(), &mut drop).is_err() {
                table.lines.pop();
            }
        }
        assert!(!table.lines.is_empty());
        all.push(table);
    }
    all
}

/// Runs passes for a second; events a second in the best twentieth of it, for other work on the machine only
/// ever makes it slower.
fn per_second(events: usize, mut pass: impl FnMut()) -> f64 {
    let twentieth = || {
        let (start, mut passes) = (Instant::now(), 0);
        while start.elapsed() < Duration::from_millis(50) {
            pass();
            passes += 1;
        }
        (passes * events) as f64 / start.elapsed().as_secs_f64()
    };
    std::iter::repeat_with(twentieth).take(20).fold(0.0, f64::max)
}

fn report(name: &str, game: Game, tables: &[Table], in_memory: f64) {
    let events = tables.iter().map(|table| table.lines.len()).sum();
    let texts: Vec<String> = tables.iter().map(Table::text).collect();
    let from_text = per_second(events, || {
        for (text, table) in texts.iter().zip(tables) {
            let done = rule("bench", text.as_bytes(), game, table.switches.clone(), &mut |said| drop(black_box(said)));
            assert!(black_box(done).is_ok());
        }
    });
    let json = per_second(events, || {
        for line in tables.iter().flat_map(|table| &table.lines) {
            black_box(serde_json::from_str::<Value>(line).expect("JSON"));
        }
    });
    println!(
        "{name:<14}{in_memory:>11.0}{from_text:>11.0}{json:>11.0}{:>9.2}{:>9.2}",
        json / in_memory,
        json / from_text
    );
}

fn instants(tables: &[Table]) -> f64 {
    let event = |line: &String| -> facts::Event {
        let mut value: Value = serde_json::from_str(line).expect("JSON");
        let t = value["t"].clone();
        for (field, default) in [("lo", t.clone()), ("hi", t), ("confidence", 1.0.into())] {
            value.as_object_mut().expect("an object").entry(field).or_insert(default);
        }
        serde_json::from_value(value).expect("an event")
    };
    let games: Vec<Vec<facts::Event>> = tables.iter().map(|table| table.lines.iter().map(event).collect()).collect();
    let settings = isf::Settings::default();
    per_second(games.iter().map(Vec::len).sum(), || {
        for game in &games {
            let mut state = isf::State::new([None, None]);
            for event in game {
                let (next, rulings) = isf::judge(&state, event, &settings).expect("possible");
                black_box(rulings);
                state = next;
            }
        }
    })
}

fn kept_books(tables: &[Table]) -> f64 {
    let act = |line: &String| -> (books::Act, Option<Measured>) { books::read_line(line).expect("an act") };
    let games: Vec<Vec<_>> = tables.iter().map(|table| table.lines.iter().map(act).collect()).collect();
    per_second(games.iter().map(Vec::len).sum(), || {
        for game in &games {
            let mut state = books::Table::new();
            for (act, at) in game {
                let judged = match at {
                    Some(at) => books::judge_at(&state, act, *at),
                    None => books::judge(&state, act),
                };
                let (next, rulings) = judged.expect("possible");
                black_box(rulings);
                state = next;
            }
        }
    })
}

macro_rules! one_pile {
    ($tables:expr, $game:ident) => {{
        let games: Vec<($game::Switches, Vec<one_pile::Event>)> = $tables
            .iter()
            .map(|table| {
                let switches = table.switches.clone().map(|value| serde_json::from_value(value).expect("switches"));
                let events = table.lines.iter().map(|line| one_pile::read_line(line).expect("an event"));
                (switches.unwrap_or_default(), events.collect())
            })
            .collect();
        per_second(games.iter().map(|(_, events)| events.len()).sum(), || {
            for (switches, events) in &games {
                let mut state = one_pile::State::new();
                for event in events {
                    let (next, rulings) = $game::judge(&state, event, switches).expect("possible");
                    black_box(rulings);
                    state = next;
                }
                black_box($game::settle(&state, switches));
            }
        })
    }};
}

fn main() {
    println!("{:<14}{:>11}{:>11}{:>11}{:>18}", "events/s", "in memory", "from text", "JSON only", "times JSON's time");
    let tables_of = tables(".", Game::Isf);
    report("isf instants", Game::Isf, &tables_of, instants(&tables_of));
    let tables_of = tables("books", Game::Isf);
    report("isf books", Game::Isf, &tables_of, kept_books(&tables_of));
    for (name, game) in NAMES {
        let tables_of = tables(name, game);
        let in_memory = match game {
            Game::SlapsHouse => one_pile!(tables_of, slaps_house),
            Game::Ers => one_pile!(tables_of, ers),
            Game::Ratscrew => one_pile!(tables_of, ratscrew),
            Game::Slapjack | Game::Isf => one_pile!(tables_of, slapjack),
        };
        report(name, game, &tables_of, in_memory);
    }
}
