//! The simulator's truth against its own footage: pixels, sound, and the same again from the same seed.
//!
//! These need a Vulkan device; Mesa's software driver will do.

use slapsight::base::Card;
use slapsight::simulate::render::{Mask, What};
use slapsight::simulate::scenario::load::read;
use slapsight::simulate::shoot::Studio;
use slapsight::simulate::truth::{Directed, Truth, direct};
use slapsight::video::{self, Reader};
use std::path::Path;

/// A short slap with a camera and looks of its own; `camera` and `rest` are JSON.
fn scene(seed: u64, camera: &str, rest: &str) -> Directed {
    let text = format!(
        r#"{{"schema": "slapsight.scenario/1", "name": "pixels", "seed": {seed}, "camera": {camera}, {rest}
            "start": {{"tops": ["10h", "Jc"], "live": [["7c", "Qs", "2d", "9h"], ["5s", "10d", "7d", "3h"]]}},
            "script": [{{"t": 0.6, "do": "play", "player": 2, "card": "10d", "pile": "right"}},
                       {{"t": 1.0, "do": "slap", "player": 1}}]}}"#
    );
    let scenario = read(&text, "pixels.json").expect("a scenario");
    direct(&scenario, Path::new(""), "pixels.json").expect("directed")
}

const BENT: &str = r#"{"width": 640, "height": 360, "fps": 120, "position": [14, -38, 105],
    "distortion": [-0.12, 0.03, 0.001, -0.0005, 0], "exposure_s": 0.002, "readout_s": 0.006}"#;
const ABOVE: &str = r#"{"width": 640, "height": 360, "fps": 240, "position": [-4, 3, 120], "readout_s": 0}"#;

/// The frame's row of truth nearest a time.
fn frame_at(scene: &Directed, t: f64) -> usize {
    scene.frames.partition_point(|at| *at < t).min(scene.frames.len() - 1)
}

fn at(mask: &Mask, p: [f64; 2]) -> Option<What> {
    let inside =
        p[0] >= 0.0 && p[1] >= 0.0 && p[0] < f64::from(mask.width) - 1.0 && p[1] < f64::from(mask.height) - 1.0;
    inside.then(|| mask.at(p[0].round() as u32, p[1].round() as u32))
}

/// How far out of the truth's quad each edge of the cards lies in the mask, pixels.
fn card_edges(scene: &Directed, truth: &Truth, mask: &Mask, row: usize) -> Vec<f64> {
    let faces: &[Card] = scene.director.timeline().faces();
    let mut off = Vec::new();
    for card in &truth.cards[row].cards {
        let Some(index) = faces.iter().position(|face| *face == card.card) else { continue };
        let own = What::Card(index as u8);
        let middle = [0, 1].map(|k| card.quad.iter().map(|p| p[k]).sum::<f64>() / 4.0);
        for (a, b) in (0..4).map(|i| (card.quad[i], card.quad[(i + 1) % 4])) {
            let length = (b[0] - a[0]).hypot(b[1] - a[1]);
            let mut out = [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
            if out[0] * (a[0] - middle[0]) + out[1] * (a[1] - middle[1]) < 0.0 {
                out = out.map(|x| -x);
            }
            for share in [0.3, 0.4, 0.5, 0.6, 0.7] {
                let spot = |d: f64| [0, 1].map(|k| a[k] + (b[k] - a[k]) * share + out[k] * d);
                // What lies on it or before it hides the edge.
                let seen: Vec<_> = (-40..=40).map(|k| at(mask, spot(f64::from(k) * 0.1))).collect();
                let free = |what: &Option<What>| *what == Some(own) || *what == Some(What::Table);
                if seen.iter().all(free) {
                    off.push(seen.iter().filter(|what| **what == Some(own)).count() as f64 * 0.1 - 4.05);
                }
            }
        }
    }
    off
}

#[test]
fn truths_card_corners_span_the_cards_in_the_picture() {
    for (seed, camera) in [(3, BENT), (8, ABOVE)] {
        let scene = scene(seed, camera, "");
        let truth = scene.truth(true);
        let mut studio = Studio::new(&scene).expect("a Vulkan device: apt-get install mesa-vulkan-drivers");
        let mut off = Vec::new();
        for t in [0.1, 0.5, 0.57, 1.1] {
            let row = frame_at(&scene, t);
            let mask = studio.mask(scene.frames[row]).expect("a mask");
            off.extend(card_edges(&scene, &truth, &mask, row));
        }
        // Rounding to whole pixels gives half a pixel either way; corners are round, a card bends a little.
        let mean = off.iter().sum::<f64>() / off.len() as f64;
        let far = off.iter().filter(|d| d.abs() > 0.9).count();
        assert!(off.len() > 150, "{camera}: only {} edges are free", off.len());
        assert!(mean.abs() < 0.15, "{camera}: {mean}");
        assert!(far * 50 <= off.len(), "{camera}: {far} of {} edges more than 0.9 pixels off", off.len());
    }
}

#[test]
fn truths_landmarks_lie_on_the_hands_in_the_picture() {
    for (seed, camera) in [(3, BENT), (8, ABOVE)] {
        let scene = scene(seed, camera, "");
        let truth = scene.truth(true);
        let mut studio = Studio::new(&scene).expect("a Vulkan device: apt-get install mesa-vulkan-drivers");
        let (mut on, mut hidden, mut beside) = (0, 0, Vec::new());
        // Resting, reaching, carrying, in full flight towards the pile, lying on it.
        for t in [0.1, 0.4, 0.5, 0.97, 0.99, 1.1] {
            let row = frame_at(&scene, t);
            let mask = studio.mask(scene.frames[row]).expect("a mask");
            for (arm, hand) in truth.hands[row].hands.iter().enumerate() {
                for (mark, p) in hand.landmarks.iter().enumerate() {
                    let around = [[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
                    let seen: Vec<What> = around.iter().filter_map(|d| at(&mask, [p[0] + d[0], p[1] + d[1]])).collect();
                    if seen.len() < around.len() {
                        continue;
                    }
                    if seen.contains(&What::Arm(arm)) {
                        on += 1;
                    } else if matches!(seen[0], What::Arm(_) | What::Card(_) | What::Person(_)) {
                        hidden += 1;
                    } else {
                        beside.push((t, arm, mark, seen[0]));
                    }
                }
            }
        }
        assert!(beside.is_empty(), "{camera}: {beside:?}");
        assert!(on > 350 && hidden * 5 < on, "{camera}: {on} on their hands, {hidden} hidden");
    }
}

/// Up to a card in the air.
const SHORT: &str = r#""duration_s": 1.1,"#;
const SMALL: &str = r#"{"width": 256, "height": 144, "fps": 60, "readout_s": 0.004}"#;

fn shot(scene: &Directed, threads: usize) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("video.mp4");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let shoot = || Studio::new(scene).expect("a Vulkan device").shoot(&path, &mut |_| {}).expect("footage");
    let footage = pool.install(shoot);
    assert_eq!(footage.frames, scene.frames.len());
    (folder, path)
}

#[test]
fn the_same_seed_gives_the_same_truth_frames_and_sound() {
    let (one, two) = (scene(5, SMALL, SHORT), scene(5, SMALL, SHORT));
    let bytes = |scene: &Directed| serde_json::to_vec(&scene.truth(true)).expect("JSON");
    assert!(bytes(&one) == bytes(&two), "truth.json differs");
    let ((_a, first), (_b, second)) = (shot(&one, 1), shot(&two, 3));
    assert!(std::fs::read(&first).expect("a file") == std::fs::read(&second).expect("a file"), "video.mp4 differs");
    // And it is what the truth says: as many frames, at those times.
    let mut reader = Reader::open(&first).expect("opens");
    for t in &one.frames {
        let frame = reader.next_frame().expect("decodes").expect("a frame for every time of the truth");
        assert!((frame.t - t).abs() < 2e-5, "{} instead of {t}", frame.t);
    }
    assert!(reader.next_frame().expect("decodes").is_none());
}

#[test]
fn an_impact_is_heard_after_its_way_through_the_air() {
    let sound = r#""sound": {"microphone": [30, -120, 60], "noise_db": -120, "ring_s": 0, "voices": false},"#;
    let scene = scene(6, SMALL, sound);
    let (_folder, path) = shot(&scene, 2);
    let heard = video::audio::read(&path, 0.0, 60.0).expect("reads").expect("a sound track");
    assert_eq!((heard.sample_rate, heard.start_t), (48_000, 0.0));
    let microphone = scene.settled.sound.microphone;
    let noises = scene.director.noises();
    let slap = scene.truth(false).slaps[0].attempts[0].clone();
    let contact = [slap.left_t, slap.right_t].into_iter().flatten().fold(f64::INFINITY, f64::min);
    let noise = noises.iter().find(|noise| (noise.t - contact).abs() < 1e-6).expect("the slap sounds");
    let arrival = 48_000.0 * (contact + noise.at.distance(microphone) / 100.0 / 343.2);
    // Silence before it (the last card's tick has died away), sound from the first sample on.
    let first = arrival.ceil() as usize;
    let loudest = |from: usize, to: usize| heard.samples[from..to].iter().fold(0.0_f32, |most, s| most.max(s.abs()));
    assert!(loudest(first - 480, first - 1) < 0.002, "{}", loudest(first - 480, first - 1));
    let onset = (first - 480..).find(|n| heard.samples[*n].abs() > 0.003).expect("a slap");
    assert!((onset as f64 - arrival).abs() < 2.0, "heard at sample {onset}, due at {arrival:.2}");
}
