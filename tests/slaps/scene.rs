//! A slap challenge from a seed: equal tops, four hands, a margin; without pictures.

use slapsight::simulate::chance::Seed;
use slapsight::simulate::scenario::Scenario;
use slapsight::simulate::truth::{self, Directed};
use std::path::Path;

/// How it is filmed.
#[derive(Debug, Clone, Copy)]
pub struct Filmed {
    /// Frames a second.
    pub fps: f64,
    /// Where the lens is, table centimetres; drawn from the seed when `None`.
    pub lens: Option<[f64; 3]>,
    /// Where a second camera's lens is, if there is one.
    pub also: Option<[f64; 3]>,
    /// Whether how the first camera reads its rows is known.
    pub certified: bool,
}

/// The scene of a seed: who is first, and by how much (0 to 60 ms, half of them under 20), follow from the seed.
pub fn slap(seed: u64, filmed: Filmed) -> Directed {
    let mut chance = Seed(seed).stream("a slap to count");
    let start = chance.between(0.5, 0.56);
    let margin_ms = if chance.happens(0.5) { chance.between(0.0, 20.0) } else { chance.between(0.0, 60.0) };
    let first = if chance.happens(0.5) { 1 } else { 2 };
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let rank = ranks[chance.below(13)];
    let text = serde_json::json!({
        "schema": "slapsight.scenario/1",
        "name": "slap",
        "seed": seed,
        "start": {"tops": [format!("{rank}c"), format!("{rank}h")]},
        "script": [
            {"t": start, "do": "slap", "player": first},
            {"do": "slap", "player": 3 - first, "margin_ms": margin_ms}
        ],
        "duration_s": start + 0.36,
        "camera": {"fps": filmed.fps, "width": 1280, "height": 720, "position": filmed.lens}
    });
    let scenario: Scenario = serde_json::from_value(text).expect("a scenario");
    truth::direct(&scenario, Path::new(""), "slap").unwrap_or_else(|why| panic!("seed {seed}: {why}"))
}
