//! The shipped scenarios: each is directed, and its truth names the incidents it is about and no others.

use slapsight::simulate::scenario;
use slapsight::simulate::truth::{self, Directed, Truth};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn scenarios() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/scenarios");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of scenarios")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    paths.sort();
    paths
}

fn directed(path: &Path) -> Result<(Directed, Truth), String> {
    let scene = truth::direct_file(path).map_err(|why| why.to_string())?;
    let truth = scene.truth(false);
    Ok((scene, truth))
}

/// Incidents that the Laws class as something to call; `expect` names every one.
fn named(truth: &Truth) -> BTreeSet<String> {
    truth.incidents.iter().map(|incident| incident.kind.clone()).collect()
}

#[test]
fn every_scenario_has_the_incidents_it_names_and_no_others() {
    let mut wrong = Vec::new();
    for path in scenarios() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("readable");
        let wanted: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let wanted: BTreeSet<String> = wanted["expect"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|kind| kind.as_str())
            .map(str::to_owned)
            .collect();
        match directed(&path) {
            Err(why) => wrong.push(why),
            Ok((scene, truth)) => {
                let found = named(&truth);
                if found != wanted {
                    wrong.push(format!("{name}: {found:?} instead of {wanted:?}: {:?}", truth.incidents));
                }
                if !(1.0..=8.0).contains(&scene.duration_s) {
                    wrong.push(format!("{name}: {} s", scene.duration_s));
                }
                if name.starts_with("slap") && truth.slaps.len() != 1 {
                    wrong.push(format!("{name}: {} slaps", truth.slaps.len()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_incident_of_the_contract_has_a_scenario() {
    let contract = "slap_stalemate slap_opportunity_lost slap_void misslap invalid_slap play_and_slap boundary_breach \
        illegal_play retraction holding_card hovering simultaneous_play simultaneous_finish too_many_live_cards \
        ambiguous_pile obscured_card early_reveal late_reveal draw_deck_touched draw_deck_displaced wrong_stalemate \
        contact_between_players equipment mat_moved displaced_cards";
    let shown: BTreeSet<String> =
        scenarios().iter().filter_map(|path| directed(path).ok()).flat_map(|(_, truth)| named(&truth)).collect();
    let missing: Vec<&str> = contract.split_whitespace().filter(|kind| !shown.contains(*kind)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_same_seed_gives_the_same_truth_and_another_seed_another_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/scenarios/slap.json");
    let bytes = |seed: u64| {
        let mut scenario = scenario::load(&path).expect("reads");
        scenario.seed = Some(seed);
        let scene = truth::direct(&scenario, Path::new(""), "slap").expect("directs");
        serde_json::to_vec(&scene.truth(true)).expect("JSON")
    };
    let one = bytes(3);
    assert!(one == bytes(3));
    assert!(one != bytes(4));
}

#[test]
fn margins_are_as_the_script_says() {
    for (name, winner, margin) in
        [("slap", 1, 14.0), ("slap_and_take", 2, 35.0), ("slap_fingertips_far_behind", 2, 120.0)]
    {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("samples/scenarios/{name}.json"));
        let (_, truth) = directed(&path).expect("directs");
        let slap = &truth.slaps[0];
        assert_eq!(slap.winner, Some(winner), "{name}: {slap:?}");
        assert!((slap.margin_ms.expect("two attempts") - margin).abs() < 0.01, "{name}: {slap:?}");
    }
}
