//! Pose models see hands in simulated footage: recall of still and slow hands, for each player's side.
//!
//! `cargo test --release --features simulate --test simulate_hands -- --nocapture` prints the figures. The models
//! are the shipped ones, none of them trained on the simulator.

use slapsight::base::time::TimeScale;
use slapsight::simulate::scenario::load::read;
use slapsight::simulate::shoot::Studio;
use slapsight::simulate::truth::{calibration, direct};
use slapsight::video::{Encoder, Reader};
use slapsight::vision::hands::tracker::HandTracker;
use slapsight::vision::models::Models;
use std::path::Path;

/// Looks of hands, tables and cameras; the instants below are looked at in each.
const SEEDS: std::ops::RangeInclusive<u64> = 101..=110;
/// Hands at rest; one is coming back from a play; all are down.
const INSTANTS: [f64; 3] = [0.15, 1.15, 1.6];
/// Slower than this a hand counts as slow, palm lengths a second: 0.3 is about 3 cm.
const SLOW: f64 = 0.3;
/// A hand is found when the model's points are, in the mean, nearer than this to the truth's, palm lengths.
const NEAR: f64 = 0.5;
/// The least recall on either side. It only goes up.
const LEAST: f64 = 0.9;

fn mean_distance(a: &[[f64; 2]], b: &[[f64; 2]]) -> f64 {
    a.iter().zip(b).map(|(p, q)| (p[0] - q[0]).hypot(p[1] - q[1])).sum::<f64>() / a.len() as f64
}

#[test]
fn the_hand_models_find_still_and_slow_hands() {
    let models = Models::runtime().expect("scripts/setup installs ONNX Runtime");
    let (mut found, mut there, mut errors) = ([0_u32; 2], [0_u32; 2], Vec::new());
    for seed in SEEDS {
        let text = format!(
            r#"{{"schema": "slapsight.scenario/1", "seed": {seed}, "camera": {{"fps": 240, "width": 960, "height": 540}},
                "start": {{"tops": ["10h", "Jc"], "live": [["7c", "Qs", "2d", "9h"], ["5s", "10d", "7d", "3h"]]}},
                "script": [{{"t": 0.7, "do": "play", "player": 1, "card": "9h", "pile": "left"}},
                           {{"t": 1.7, "do": "wait"}}]}}"#
        );
        let scenario = read(&text, "hands.json").expect("a scenario");
        let scene = direct(&scenario, Path::new(""), "hands.json").expect("directed");
        let truth = scene.truth(true);
        let mut studio = Studio::new(&scene).expect("a Vulkan device: apt-get install mesa-vulkan-drivers");
        // A second lies between the pictures: the tracker looks for every hand anew.
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("stills.mp4");
        let camera = &scene.settled.camera;
        let mut clip = Encoder::create(&path, camera.width as usize, camera.height as usize, None).expect("an encoder");
        let rows = INSTANTS.map(|t| scene.frames.partition_point(|at| *at < t).clamp(1, scene.frames.len() - 2));
        for (second, row) in rows.iter().enumerate() {
            let picture = studio.still(scene.frames[*row]).expect("a picture");
            clip.push_rgb(&picture, second as f64).expect("a frame");
        }
        clip.finish().expect("a clip");
        let table = calibration(&scene.settled).expect("a camera above the table");
        let mut tracker = HandTracker::open(models, TimeScale::REAL).expect("the models");
        let mut reader = Reader::open(&path).expect("opens");
        for row in rows {
            let frame = reader.next_frame().expect("decodes").expect("a frame");
            let hands = tracker.step(&frame, &table).expect("the models run");
            for (arm, hand) in truth.hands[row].hands.iter().enumerate() {
                let before = &truth.hands[row - 1].hands[arm].landmarks;
                let points = &hand.landmarks;
                let palm = (points[9][0] - points[0][0]).hypot(points[9][1] - points[0][1]);
                let way = mean_distance(points, before);
                let fast = way / palm / (truth.hands[row].t - truth.hands[row - 1].t) > SLOW;
                let whole = points.iter().all(|p| {
                    p[0] > 2.0 && p[1] > 2.0 && p[0] < frame.width as f64 - 2.0 && p[1] < frame.height as f64 - 2.0
                });
                if fast || !whole {
                    continue;
                }
                let side = usize::from(hand.player) - 1;
                there[side] += 1;
                let error = hands
                    .iter()
                    .filter(|seen| seen.seen)
                    .map(|seen| mean_distance(&seen.landmarks.points.map(|p| [p.x, p.y]), points) / palm)
                    .fold(f64::INFINITY, f64::min);
                if error < NEAR {
                    found[side] += 1;
                    errors.push(error);
                } else {
                    println!(
                        "seed {seed} at {:.2} s: Player {}'s {} hand is not found",
                        truth.hands[row].t, hand.player, hand.hand
                    );
                }
            }
        }
    }
    errors.sort_by(f64::total_cmp);
    let recall = [0, 1].map(|side| f64::from(found[side]) / f64::from(there[side].max(1)));
    println!(
        "recall of still and slow hands: Player 1 {:.3} of {}, Player 2 {:.3} of {}; points off by {:.2} of a palm (median)",
        recall[0],
        there[0],
        recall[1],
        there[1],
        errors.get(errors.len() / 2).copied().unwrap_or(f64::NAN)
    );
    assert!(there.iter().all(|n| *n >= 40), "too few slow hands to count: {there:?}");
    assert!(recall.iter().all(|share| *share >= LEAST), "{recall:?}");
}
