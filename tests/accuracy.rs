//! The accuracy suite: the samples reviewed as a user would, against their exact truth.
//!
//! Thresholds only ever tighten. The samples were looked at while the program was made (windows of the
//! stop finder, readings of the cards), so these figures are an upper bound for other footage.

use serde_json::Value;
use slapsight::pipeline::{Filmed, Options, review};
use std::path::{Path, PathBuf};
use std::process::Command;

const SAMPLES: [&str; 6] = ["slap", "slap-behind", "reveal-slap", "illegal-play", "boundary-breach", "misslap"];

/// Reviewed once more with the table from named points: where that is differs, what is seen on it does not.
const NAMED: [&str; 2] = ["slap-behind", "boundary-breach"];

/// From the simulator, whose decks no model was trained on: gentle plays, bare piles, a slap from above, hands that stop
/// above the piles. Looked at as well while contacts were tuned. The part of each that is reviewed, seconds: without the third play
/// of the first and one player's fake in the last, for time.
const SIMULATED: [(&str, (f64, f64)); 4] = [
    ("simulated/plays", (0.35, 2.3)),
    ("simulated/reveal", (0.6, 2.6)),
    ("simulated/misslap", (0.3, 2.4)),
    ("simulated/fakes", (1.25, 3.7)),
];

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

/// How a recording is reviewed. The pictures of its report cost a quarter of the time: they are made where they are looked for.
fn options(name: &str, threads: usize, pictures: bool) -> Options {
    let part = SIMULATED.iter().find(|simulated| simulated.0 == name).map(|simulated| simulated.1);
    let (from, to) = (part.map(|part| part.0), part.map(|part| part.1));
    Options { layout: Some(sample(name).join("layout.json")), threads, pictures, from, to, ..Options::default() }
}

fn run(name: &str, calibrated: bool) -> Vec<u8> {
    let pictures = !calibrated && SAMPLES.contains(&name);
    reviewed(name, calibrated, &options(name, 2, pictures))
}

fn reviewed(name: &str, calibrated: bool, options: &Options) -> Vec<u8> {
    let out = tempfile::tempdir().expect("a temporary folder");
    let folder = out.path().join("report");
    let video = sample(name).join("video.mp4");
    let calibration = calibrated.then(|| sample(name).join("calibration.json"));
    let filmed = Filmed { video, calibration, ..Filmed::default() };
    if let Err(why) = review(&filmed, &folder, options, &mut |_| {}) {
        panic!("{name}: {why}");
    }
    assert!(!options.pictures || folder.join("report.html").is_file(), "{name}: no page");
    std::fs::read(folder.join("report.json")).expect("the report")
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("JSON")
}

fn truth(name: &str) -> Value {
    json(&std::fs::read(sample(name).join("truth.json")).expect("the truth"))
}

fn rows<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// Seconds of pile tops read right, wrong and not at all, over both piles.
fn tops(report: &Value, truth: &Value) -> [f64; 3] {
    let [begin, end] = ["from", "to"].map(|key| number(&report["reviewed"][key]));
    let at = |rows: &[Value], t: f64, pile: &str| -> Value {
        let row = rows.iter().take_while(|row| number(&row["t"]) <= t + 1e-9).last();
        row.map_or(Value::Null, |row| row[pile].clone())
    };
    let (want, got) = (rows(truth, "tops"), rows(report, "tops"));
    let mut cuts: Vec<f64> =
        want.iter().chain(got).map(|row| number(&row["t"])).filter(|t| (begin..end).contains(t)).collect();
    cuts.extend([begin, end]);
    cuts.sort_by(f64::total_cmp);
    let mut sums = [0.0; 3];
    for pair in cuts.windows(2) {
        for pile in ["left", "right"] {
            let (want, got) = (at(want, pair[0], pile), at(got, pair[0], pile));
            let place = if want == got {
                0
            } else if got.is_null() {
                2
            } else {
                1
            };
            sums[place] += pair[1] - pair[0];
        }
    }
    sums
}

#[derive(Default)]
struct Tally {
    winners: usize,
    errors_frames: Vec<f64>,
    covered: usize,
    events_wanted: usize,
    events_told: usize,
    events_found: usize,
    tops: [f64; 3],
}

fn check(name: &str, report: &Value, tally: &mut Tally) {
    let truth = truth(name);
    for slap in rows(&truth, "slaps") {
        let found = rows(report, "slaps")
            .iter()
            .find(|found| (number(&found["condition_t"]) - number(&slap["condition_t"])).abs() < 0.25)
            .unwrap_or_else(|| panic!("{name}: the slap was not found"));
        assert_eq!(found["winner"], slap["winner"], "{name}: {found}");
        tally.winners += 1;
        for want in rows(slap, "attempts") {
            let got = rows(found, "attempts").iter().find(|got| got["player"] == want["player"]);
            let got = got.unwrap_or_else(|| panic!("{name}: an attempt is missing"));
            let t = number(&want["complete_t"]);
            tally.errors_frames.push((number(&got["complete_t"]) - t).abs() * number(&truth["fps"]));
            tally.covered += usize::from(number(&got["lo"]) <= t && t <= number(&got["hi"]));
        }
    }
    assert_eq!(rows(report, "slaps").len(), rows(&truth, "slaps").len(), "{name}: slaps that were none");
    let offences: Vec<&Value> = rows(report, "incidents")
        .iter()
        .filter(|incident| incident["kind"] != "slap" && incident["finding"] != "no_offence")
        .collect();
    assert_eq!(offences.len(), rows(&truth, "incidents").len(), "{name}: {offences:?}");
    for want in rows(&truth, "incidents") {
        let near = |got: &&&Value| {
            got["kind"] == want["kind"]
                && got["player"] == want["player"]
                && (number(&got["t"]) - number(&want["t"])).abs() < 0.1
        };
        assert!(offences.iter().find(near).is_some(), "{name}: {want} not in {offences:?}");
    }
    let fps = number(&truth["fps"]);
    let [from, to] = ["from", "to"].map(|key| number(&report["reviewed"][key]));
    for (kind, near) in [("contact", 0.0), ("play", 0.0), ("reveal", 0.0), ("touch", 0.0), ("lift", 0.12)] {
        // Impacts and releases within 25 ms or two frames, what is looser within 120 ms.
        let near = f64::max(near, f64::max(0.025, 2.0 / fps));
        let of = |value: &'_ Value| -> Vec<Value> {
            rows(value, "events").iter().filter(|event| event["kind"] == kind).cloned().collect()
        };
        let (mut wanted, mut told) = (of(&truth), of(report));
        wanted.retain(|event| (from..to).contains(&number(&event["t"])));
        tally.events_wanted += wanted.len();
        tally.events_told += told.len();
        for want in wanted {
            let same = |key: &str, got: &Value| want[key].is_null() || want[key] == got[key];
            let hit = told.iter().position(|got| {
                (number(&got["t"]) - number(&want["t"])).abs() <= near && same("player", got) && same("pile", got)
            });
            match hit {
                Some(i) => drop(told.remove(i)),
                None => println!("{name}: not found: {want}"),
            }
            tally.events_found += usize::from(hit.is_some());
        }
        told.iter().for_each(|extra| println!("{name}: did not happen: {extra}"));
    }
    for (sum, part) in tally.tops.iter_mut().zip(tops(report, &truth)) {
        *sum += part;
    }
}

fn suite(calibrated: bool) {
    let mut tally = Tally::default();
    let simulated = SIMULATED.map(|simulated| simulated.0);
    let names = if calibrated { NAMED.to_vec() } else { [&SAMPLES[..], &simulated].concat() };
    let slaps: usize = names.iter().map(|name| rows(&truth(name), "slaps").len()).sum();
    for name in names {
        check(name, &json(&run(name, calibrated)), &mut tally);
    }
    tally.errors_frames.sort_by(f64::total_cmp);
    let n = tally.errors_frames.len();
    let median = tally.errors_frames[n / 2];
    let coverage = tally.covered as f64 / n as f64;
    let all: f64 = tally.tops.iter().sum();
    let [right, wrong, unknown] = tally.tops.map(|part| part / all);
    println!(
        "accuracy (calibration {}): winners {}/{slaps}, completion error median {median:.2} frames, worst {:.2}, \
         inside its interval {coverage:.2}, tops right {right:.4} wrong {wrong:.4} unknown {unknown:.4}",
        if calibrated { "from points" } else { "automatic" },
        tally.winners,
        tally.errors_frames[n - 1],
    );
    println!(
        "contacts, plays, reveals, touches and lifts: {} of {} found, {} told",
        tally.events_found, tally.events_wanted, tally.events_told
    );
    let share = |of: usize| tally.events_found as f64 / of as f64;
    let (recall, precision) = (share(tally.events_wanted), share(tally.events_told));
    assert!(recall >= 0.96 && precision >= 0.96, "events: recall {recall}, precision {precision}");
    assert_eq!(tally.winners, slaps);
    let worst = tally.errors_frames[n - 1];
    assert!(median <= 0.25 && worst <= 0.6, "completion errors: median {median}, worst {worst} frames");
    assert!(coverage >= 0.95, "{coverage} inside their intervals");
    assert!(right >= 0.998 && wrong <= 0.002, "tops right {right}, wrong {wrong}");
}

/// The same slaps as worse cameras, lamps, stands and files would give them: small and hard compressed; with other colours; in light
/// that flickers by some thirty levels; shaken with the table; filmed at half the rate and shown twice. What is not seen may be left
/// open, but no wrong player may win.
#[test]
fn worse_pictures_never_make_the_wrong_player_win() {
    // Each from before its last card to after its last hand, seconds.
    type Part = (&'static str, f64, f64);
    const SLAP: Part = ("slap", 0.25, 0.85);
    const BEHIND: Part = ("slap-behind", 0.1, 0.75);
    const REVEAL: Part = ("reveal-slap", 0.25, 0.95);
    const ALL: [Part; 3] = [SLAP, BEHIND, REVEAL];
    let flicker = "eq=eval=frame:brightness='0.06*sin(2*PI*t*33)':gamma='1+0.12*sin(2*PI*t*33)'";
    let shake = "rotate=0.0022*sin(2*PI*t*9+1):bilinear=1,\
                 crop=iw-16:ih-16:8+2.4*sin(2*PI*t*11):8+2.4*cos(2*PI*t*8)";
    let worse: [(&[Part], &[&str]); 5] = [
        (&ALL, &["-vf", "scale=640:360:flags=area", "-crf", "30"]),
        (&[SLAP, REVEAL], &["-vf", "hue=h=75,noise=alls=6:allf=t:all_seed=5", "-crf", "23"]),
        (&[SLAP, BEHIND], &["-vf", flicker, "-crf", "18"]),
        (&[BEHIND], &["-vf", shake, "-crf", "18"]),
        (&[REVEAL], &["-vf", "framestep=2,fps=120", "-crf", "18"]),
    ];
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let (mut right, mut open) = (0, 0);
    for (i, (names, filter)) in worse.iter().enumerate() {
        for (name, from, to) in *names {
            let video = scratch.path().join(format!("{name}-{i}.mp4"));
            let made = Command::new("ffmpeg")
                .args(["-v", "error", "-i"])
                .arg(sample(name).join("video.mp4"))
                .args(*filter)
                .args(["-c:v", "libx264", "-threads", "1", "-an"])
                .arg(&video)
                .status();
            assert!(made.expect("ffmpeg starts").success(), "{video:?} was not made");
            let out = scratch.path().join(format!("{name}-{i}"));
            let part = Options { from: Some(*from), to: Some(*to), ..options(name, 2, false) };
            if let Err(why) = review(&Filmed { video, ..Filmed::default() }, &out, &part, &mut |_| {}) {
                panic!("{name} {filter:?}: {why}");
            }
            let report = json(&std::fs::read(out.join("report.json")).expect("the report"));
            let truth = truth(name);
            let winner = &rows(&truth, "slaps")[0]["winner"];
            let winners: Vec<&Value> =
                rows(&report, "slaps").iter().map(|slap| &slap["winner"]).filter(|got| !got.is_null()).collect();
            assert!(winners.iter().all(|got| *got == winner), "{name} {filter:?}: {winners:?}, not {winner}");
            if winners.is_empty() { open += 1 } else { right += 1 }
        }
    }
    println!("worse pictures: {right} winners right, {open} left open, none wrong");
    assert_eq!((right, open), (9, 0), "not all called");
}

#[test]
fn samples_with_automatic_calibration() {
    suite(false);
}

#[test]
fn samples_with_named_points() {
    suite(true);
}

#[test]
fn one_thread_and_two_give_the_same_bytes() {
    // A card that is laid, hands that come and lie on each other, and the pictures of it.
    let report = |threads| {
        let part = Options { from: Some(0.35), to: Some(0.75), ..options("slap", threads, true) };
        reviewed("slap", false, &part)
    };
    assert!(report(1) == report(2));
}
