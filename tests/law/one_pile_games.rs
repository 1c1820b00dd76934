//! Games of the four games with one pile as tables: `tests/games/<game>/*.jsonl`.
//!
//! First line: `comment`, `switches` (the game's, defaults where absent), and the `winner` if the game ends.
//! Then one event a line; its `rulings`, if any, are written beside it: `clause`, `kind`, `finding`, and
//! `seat` and `penalty` where there is one; no more and no fewer.

use crate::table::Rules;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use slapsight::facts::Finding;
use slapsight::law::one_pile::{Event, Kind, Penalty, Seat, State};
use slapsight::law::{ers, ratscrew, slapjack, slaps_house};
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head<S> {
    comment: String,
    #[serde(default)]
    switches: S,
    #[serde(default)]
    winner: Option<Seat>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// At least this clause is cited.
    clause: String,
    kind: Kind,
    finding: Finding,
    #[serde(default)]
    seat: Option<Seat>,
    #[serde(default)]
    penalty: Option<Penalty>,
}

fn play<R: Rules + Default + DeserializeOwned>(text: &str) -> Result<(), String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head: Head<R> = serde_json::from_str(lines.next().ok_or("empty file")?).map_err(|error| error.to_string())?;
    let mut state = State::new();
    for (number, line) in lines.enumerate() {
        let told = |why: String| format!("{}, event {}: {why}", head.comment, number + 1);
        let mut value: Value = serde_json::from_str(line).map_err(|error| told(error.to_string()))?;
        let expected = value.as_object_mut().and_then(|fields| fields.remove("rulings"));
        let expected: Vec<Expected> =
            expected.map_or(Ok(Vec::new()), serde_json::from_value).map_err(|error| told(error.to_string()))?;
        let event: Event = serde_json::from_value(value).map_err(|error| told(error.to_string()))?;
        let (next, rulings) = head.switches.judge(&state, &event).map_err(|error| told(error.to_string()))?;
        state = next;
        let same = rulings.len() == expected.len()
            && rulings.iter().zip(&expected).all(|(got, want)| {
                got.clauses.contains(&want.clause)
                    && (got.kind, got.finding, got.seat, got.penalty)
                        == (want.kind, want.finding, want.seat, want.penalty)
            });
        if !same {
            return Err(told(format!("{rulings:#?}")));
        }
    }
    let (state, rest) = head.switches.settle(&state);
    if !rest.is_empty() || state.winner != head.winner {
        return Err(format!("{}: at the end {rest:#?}, won by {:?}", head.comment, state.winner));
    }
    Ok(())
}

fn folder<R: Rules + Default + DeserializeOwned>(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games").join(name);
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder of games").map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    assert!(paths.len() >= 2, "only {} games found", paths.len());
    let wrong: Vec<String> = paths
        .iter()
        .filter_map(|path| {
            let text = std::fs::read_to_string(path).expect("a readable game");
            play::<R>(&text).err().map(|why| format!("{}: {why}", path.file_name().unwrap_or_default().display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn slaps_house_games_are_ruled_as_written() {
    folder::<slaps_house::Switches>("slaps_house");
}

#[test]
fn ers_games_are_ruled_as_written() {
    folder::<ers::Switches>("ers");
}

#[test]
fn ratscrew_games_are_ruled_as_written() {
    folder::<ratscrew::Switches>("ratscrew");
}

#[test]
fn slapjack_games_are_ruled_as_written() {
    folder::<slapjack::Switches>("slapjack");
}
