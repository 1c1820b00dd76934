//! The shipped scenarios with other seeds and from other places, without pictures: which incidents are told, and which are that
//! did not happen?

use super::{Scene, Watched, reader::Reader, watch};
use rayon::prelude::*;
use slapsight::base::TimeScale;
use slapsight::facts::{Finding, Ruling};
use slapsight::law::isf;
use slapsight::pipeline::judge::{Seen, work_out};
use slapsight::simulate::scenario::Scenario;
use slapsight::simulate::truth;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Seeds are the scenario's own and so many others.
const SEEDS: u64 = 5;
/// An incident is found when it is told so near, seconds.
const NEAR_SECS: f64 = 0.5;

/// Kinds that someone may have to answer for.
const OFFENCES: &[&str] = &[
    "boundary_breach",
    "illegal_play",
    "retraction",
    "holding_card",
    "too_many_live_cards",
    "misslap",
    "invalid_slap",
    "slap_void",
    "early_reveal",
    "late_reveal",
    "draw_deck_touched",
    "draw_deck_displaced",
    "obscured_card",
    "hovering",
    "wrong_stalemate",
    "slap_opportunity_lost",
    "simultaneous_play",
    "simultaneous_finish",
    "equipment",
    "mat_moved",
    "ambiguous_pile",
    "contact_between_players",
];

fn scenarios() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/scenarios");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of scenarios")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .filter(|path| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("one_pile")))
        .collect();
    paths.sort();
    paths
}

fn kind(ruling: &Ruling) -> String {
    serde_json::to_value(ruling.kind).ok().and_then(|kind| kind.as_str().map(str::to_owned)).unwrap_or_default()
}

/// What is told of a scene: incidents found, missed and made up, by kind.
#[derive(Default)]
struct Told {
    secs: f64,
    found: Vec<String>,
    missed: Vec<String>,
    made_up: Vec<String>,
}

fn told(path: &Path, i: u64) -> Option<Told> {
    let text = std::fs::read_to_string(path).expect("readable");
    let mut scenario: Scenario = serde_json::from_str(&text).expect("a scenario");
    let own = scenario.seed.unwrap_or(1);
    scenario.seed = Some(own + 1000 * i);
    scenario.camera.fps = Some(120.0);
    (scenario.camera.width, scenario.camera.height) = (Some(1280), Some(720));
    scenario.camera.position =
        [Some([0.0, -5.0, 150.0]), Some([0.0, -100.0, 85.0]), Some([105.0, 0.0, 80.0]), None][(own + i) as usize % 4];
    // Some scripts name times that another seed's hands cannot keep.
    let scene = truth::direct(&scenario, path, "scene").ok()?;
    Some(compared(&Scene::new(scene), &format!("{}, seed {i}", path.file_stem().unwrap_or_default().to_string_lossy())))
}

/// What is told of a scene against what happened; `name` is printed for whoever wants to know where.
fn compared(scene: &Scene, name: &str) -> Told {
    let watched = watch(scene, Reader::PERFECT);
    let Watched { told, zones, observations, paths, visits } = &watched;
    let settings = isf::Settings { scale: TimeScale::REAL, ..isf::Settings::default() };
    let seen = Seen { observations, paths, visits, zones, mats: &[], answers: &[], edits: &[] };
    let worked = work_out(&seen, &settings, told.duration_s).expect("a course that can be");
    let guesses: Vec<&Ruling> = worked
        .outcome
        .rulings
        .iter()
        .filter(|ruling| ruling.finding != Finding::NoOffence && OFFENCES.contains(&kind(ruling).as_str()))
        .collect();
    let mut used = vec![false; guesses.len()];
    let mut result = Told { secs: told.duration_s, ..Told::default() };
    for incident in told.incidents.iter().filter(|incident| OFFENCES.contains(&incident.kind.as_str())) {
        let same = |guess: &Ruling| {
            kind(guess) == incident.kind
                && (incident.player.is_none() || guess.player.map(|player| player.number()) == incident.player)
                && (guess.at.t - incident.t).abs() < NEAR_SECS
        };
        match (0..guesses.len()).find(|&g| !used[g] && same(guesses[g])) {
            Some(g) => {
                used[g] = true;
                result.found.push(incident.kind.clone());
            }
            None => {
                println!("{name}: missed {} at {:.2} s", incident.kind, incident.t);
                result.missed.push(incident.kind.clone());
            }
        }
    }
    for (guess, _) in guesses.iter().zip(&used).filter(|(_, used)| !**used) {
        println!("{name}: made up {} at {:.2} s: {}", kind(guess), guess.at.t, guess.sentence);
        result.made_up.push(kind(guess));
    }
    result
}

/// How many of each kind are found today, at least; of the others none is.
const FOUND: &[(&str, usize)] = &[
    ("boundary_breach", 5),
    ("contact_between_players", 5),
    ("draw_deck_touched", 5),
    ("early_reveal", 17),
    ("holding_card", 5),
    ("hovering", 9),
    ("illegal_play", 10),
    ("invalid_slap", 13),
    ("late_reveal", 5),
    ("misslap", 5),
    ("retraction", 4),
    ("simultaneous_finish", 2),
    ("simultaneous_play", 4),
    ("slap_opportunity_lost", 5),
    ("slap_void", 3),
];
/// How many are made up, at most.
const MADE_UP: usize = 7;

#[test]
fn what_happens_is_told_and_little_else() {
    let scenes: Vec<(PathBuf, u64)> =
        scenarios().into_iter().flat_map(|path| (0..SEEDS).map(move |i| (path.clone(), i))).collect();
    let all: Vec<Told> = scenes.par_iter().filter_map(|(path, i)| told(path, *i)).collect();
    let mut table: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for one in &all {
        for (column, kinds) in [&one.found, &one.missed, &one.made_up].into_iter().enumerate() {
            for kind in kinds {
                table.entry(kind).or_default()[column] += 1;
            }
        }
    }
    println!("{} scenes, {:.1} min", all.len(), all.iter().map(|one| one.secs).sum::<f64>() / 60.0);
    for (kind, [found, missed, made_up]) in &table {
        println!("{kind:24} found {found:3} missed {missed:3} made up {made_up:3}");
    }
    assert!(all.len() >= 200, "{} scenes", all.len());
    for (kind, least) in FOUND {
        let found = table.get(kind).map_or(0, |row| row[0]);
        assert!(found >= *least, "{kind}: {found} found, not {least}");
    }
    let made_up: usize = table.values().map(|row| row[2]).sum();
    assert!(made_up <= MADE_UP, "{made_up} made up");
}

/// Alarms that lawful play raises today, a minute at most.
const ALARMS_A_MINUTE: f64 = 0.2;

#[test]
fn lawful_play_raises_few_alarms() {
    let each = |(i, scene): (usize, &Scene)| compared(scene, &format!("round {i}"));
    let all: Vec<Told> = super::LAWFUL.par_iter().enumerate().map(each).collect();
    let minutes = all.iter().map(|one| one.secs).sum::<f64>() / 60.0;
    let alarms: usize = all.iter().map(|one| one.made_up.len()).sum();
    println!("{alarms} alarms in {minutes:.1} min of lawful rounds");
    assert!(alarms as f64 <= ALARMS_A_MINUTE * minutes, "{alarms} alarms in {minutes:.1} min");
}
