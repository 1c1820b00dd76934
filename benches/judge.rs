//! Events judged per second on one core: `cargo bench --bench judge`.
//!
//! The games of `tests/games` again and again from their start, for a second each.

use slapsight::pipeline::rule::{Game, rule};
use std::path::Path;
use std::time::{Duration, Instant};

fn games(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(folder).expect("games").flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    paths.sort();
    let text = |path: &std::path::PathBuf| std::fs::read_to_string(path).expect("text");
    paths.iter().map(|path| text(path).lines().skip(1).map(|line| format!("{line}\n")).collect()).collect()
}

/// Instants alone, without reading text.
fn instants() -> f64 {
    use slapsight::facts::Event;
    use slapsight::law::isf::{Settings, State, judge};
    let whole = |line: &str| -> Event {
        let mut value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let t = value["t"].clone();
        for field in ["lo", "hi"] {
            value[field] = t.clone();
        }
        value["confidence"] = 1.into();
        serde_json::from_value(value).expect("an event")
    };
    let games: Vec<Vec<Event>> = games(".").iter().map(|game| game.lines().map(whole).collect()).collect();
    per_second(|| {
        let mut events = 0;
        for game in &games {
            let mut state = State::new([None, None]);
            for event in game {
                state = judge(&state, event, &Settings::default()).map_or(state, |(next, _)| next);
                events += 1;
            }
        }
        events
    })
}

/// A game's files as text, read and judged.
fn from_text(game: Game, folder: &str) -> f64 {
    let files = games(folder);
    per_second(|| {
        let mut events = 0;
        for file in &files {
            // Where a table's own test expects a refusal, the rest of that file is not counted.
            let done = rule("bench", file.as_bytes(), game, None, &mut |said| drop(said));
            events += if done.is_ok() { file.lines().count() } else { 0 };
        }
        events
    })
}

fn per_second(mut pass: impl FnMut() -> usize) -> f64 {
    let start = Instant::now();
    let mut events = 0;
    while start.elapsed() < Duration::from_secs(1) {
        events += pass();
    }
    events as f64 / start.elapsed().as_secs_f64()
}

fn main() {
    println!("isf, instants, events in memory:  {:>9.0} a second", instants());
    println!("ers, from text:                   {:>9.0} a second", from_text(Game::Ers, "ers"));
    println!("slaps-house, from text:           {:>9.0} a second", from_text(Game::SlapsHouse, "slaps_house"));
    println!("ratscrew, from text:              {:>9.0} a second", from_text(Game::Ratscrew, "ratscrew"));
    println!("slapjack, from text:              {:>9.0} a second", from_text(Game::Slapjack, "slapjack"));
}
