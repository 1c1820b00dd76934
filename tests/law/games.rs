//! Games as tables: `tests/games/*.jsonl`, events in, rulings out.
//!
//! First line: `comment`, `tops` (left, right; null unknown), `end`, `rulings` and `slaps` expected, no more
//! and no fewer. Then one event a line, as in a report.

use serde::Deserialize;
use serde_json::Value;
use slapsight::base::{Player, Rank};
use slapsight::facts::{Event, Finding, Kind, Sanction, Verdict};
use slapsight::law::isf::{Settings, State, judge_all};
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expectation {
    comment: String,
    tops: [Option<Rank>; 2],
    end: f64,
    rulings: Vec<Expected>,
    slaps: Vec<ExpectedSlap>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    kind: Kind,
    t: f64,
    #[serde(default)]
    player: Option<Player>,
    finding: Finding,
    #[serde(default)]
    sanction: Option<Sanction>,
    /// At least this clause is cited.
    clause: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedSlap {
    condition: f64,
    verdict: Verdict,
    #[serde(default)]
    margin_ms: Option<f64>,
}

fn play(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head: Expectation =
        serde_json::from_str(lines.next().ok_or("empty file")?).map_err(|error| error.to_string())?;
    let events: Vec<Event> =
        lines.map(event).collect::<Result<_, _>>().map_err(|error| format!("{}: {error}", head.comment))?;
    let outcome =
        judge_all(State::new(head.tops), &events, &Settings::default(), head.end).map_err(|e| e.to_string())?;
    let said: Vec<&str> = outcome.rulings.iter().map(|ruling| ruling.sentence.as_str()).collect();
    if outcome.rulings.len() != head.rulings.len() || outcome.slaps.len() != head.slaps.len() {
        return Err(format!(
            "{} rulings and {} slaps, not {} and {}: {said:#?}",
            outcome.rulings.len(),
            outcome.slaps.len(),
            head.rulings.len(),
            head.slaps.len()
        ));
    }
    for (got, want) in outcome.rulings.iter().zip(&head.rulings) {
        let same = got.kind == want.kind
            && got.player == want.player
            && got.finding == want.finding
            && got.sanction == want.sanction
            && (got.at.t - want.t).abs() < 0.002
            && got.clauses.contains(&want.clause);
        if !same {
            return Err(format!("{:?} at {} wanted: {got:#?}", want.kind, want.t));
        }
    }
    for (got, want) in outcome.slaps.iter().zip(&head.slaps) {
        let margin = got.margin.map(|margin| margin.t * 1000.0);
        let same = got.verdict == want.verdict
            && (got.condition.t - want.condition).abs() < 0.002
            && match (margin, want.margin_ms) {
                (Some(a), Some(b)) => (a - b).abs() < 0.5,
                (None, None) => true,
                _ => false,
            };
        if !same {
            return Err(format!("slap {:?} wanted: {got:#?}", want.verdict));
        }
    }
    Ok(())
}

/// An event line; times may be exact (`t` alone) and then stand for a millisecond either way.
fn event(line: &str) -> Result<Event, serde_json::Error> {
    let mut value: Value = serde_json::from_str(line)?;
    if let Some(fields) = value.as_object_mut() {
        let t = fields.get("t").and_then(Value::as_f64).unwrap_or(f64::NAN);
        fields.entry("lo").or_insert((t - 0.002).into());
        fields.entry("hi").or_insert((t + 0.002).into());
        fields.entry("confidence").or_insert(1.0.into());
        if let Some(card) = fields.get_mut("card").and_then(Value::as_object_mut) {
            card.entry("suit").or_insert(Value::Null);
        }
    }
    serde_json::from_value(value)
}

#[test]
fn games_are_ruled_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder of games").map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "jsonl"));
    paths.sort();
    assert!(paths.len() >= 10, "only {} games found", paths.len());
    let wrong: Vec<String> = paths
        .iter()
        .filter_map(|path| {
            play(path).err().map(|why| format!("{}: {why}", path.file_name().unwrap_or_default().display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
