//! The program as a person meets it: standard output, standard error, exit status.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn slapsight() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_slapsight"));
    for variable in ["SLAPSIGHT_ONNXRUNTIME", "ORT_DYLIB_PATH", "SLAPSIGHT_MODELS"] {
        command.env_remove(variable);
    }
    command.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8")
}

/// Exit status, standard output, standard error.
fn finished(output: Output) -> (Option<i32>, String, String) {
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    finished(slapsight().args(args).output().expect("the program starts"))
}

#[test]
fn help_and_version_are_results() {
    let (code, out, err) = run(&["--help"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("Usage: slapsight <COMMAND>") && out.contains("doctor"), "{out}");
    let (code, out, err) = run(&["--version"]);
    assert_eq!(
        (code, out.as_str(), err.as_str()),
        (Some(0), concat!("slapsight ", env!("CARGO_PKG_VERSION"), "\n"), "")
    );
}

#[test]
fn wrong_usage_is_status_two_and_says_nothing_on_standard_output() {
    for args in
        [&[][..], &["referee"][..], &["doctor", "--frobnicate"][..], &["schema"][..], &["schema", "nothing"][..]]
    {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains("help"), "{args:?}: {err}");
    }
}

#[test]
fn doctor_finds_everything_after_set_up() {
    let (code, out, err) = run(&["doctor", "--out", "target"]);
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert!(out.contains("ok       ONNX Runtime 1.31.1: "), "{out}");
    assert!(out.contains("ok       model hands/hand_landmark.onnx: "), "{out}");
    assert!(!out.contains("MISSING"), "{out}");
}

/// A recording that cannot be used: one sentence that names the file, and no report folder.
#[test]
fn review_of_what_is_no_recording_is_one_sentence() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let empty = scratch.path().join("empty.mp4");
    std::fs::write(&empty, "").expect("a file");
    let text = scratch.path().join("text.mp4");
    std::fs::write(&text, "this is no recording\n").expect("a file");
    for video in [scratch.path().join("nothing.mp4"), empty, text] {
        let report = scratch.path().join("report");
        let output = slapsight().arg("review").arg(&video).arg("--out").arg(&report).output();
        let (code, out, err) = finished(output.expect("the program starts"));
        assert_eq!((code, out.as_str()), (Some(1), ""), "{video:?}: {err}");
        // Progress may come before it; the sentence comes last.
        let sentence = err.lines().last().unwrap_or_default();
        assert!(sentence.starts_with("slapsight: ") && sentence.contains(&*video.to_string_lossy()), "{err}");
        assert!(!err.contains("panicked"), "{err}");
        assert!(!report.exists(), "{video:?} left a report");
    }
}

/// A review of the sample `slap` with other arguments that fails: its sentence.
#[track_caller]
fn refusal(scratch: &Path, change: impl FnOnce(&mut Command)) -> String {
    let report = scratch.join("report");
    let mut command = slapsight();
    command.args(["review", "samples/slap/video.mp4", "--layout", "samples/slap/layout.json"]);
    change(command.arg("--out").arg(&report));
    let (code, out, err) = finished(command.output().expect("the program starts"));
    assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
    assert!(!err.contains("panicked"), "{err}");
    let written = std::fs::read_dir(scratch).expect("the scratch folder").flatten();
    assert!(written.into_iter().all(|entry| entry.path().extension().is_some_and(|end| end == "json")), "left files");
    let sentence = err.lines().last().unwrap_or_default().to_owned();
    assert!(sentence.starts_with("slapsight: "), "{err}");
    sentence
}

#[test]
fn review_with_a_faulty_calibration_names_the_fault() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/slap/calibration.json");
    let whole: serde_json::Value =
        serde_json::from_slice(&std::fs::read(sample).expect("the calibration")).expect("JSON");
    let mut three = whole.clone();
    three["points"].as_array_mut().expect("points").truncate(3);
    let mut wrong = whole.clone();
    wrong["points"][0]["image"] = "left".into();
    let mut foreign = whole;
    foreign["schema"] = "somebody.else/1".into();
    for (calibration, expected) in [(three, "3 points"), (wrong, "invalid type"), (foreign, "somebody.else/1")] {
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let file = scratch.path().join("calibration.json");
        std::fs::write(&file, calibration.to_string()).expect("a file");
        let sentence = refusal(scratch.path(), |command| {
            command.arg("--calibration").arg(&file);
        });
        assert!(sentence.contains(expected) && sentence.contains("calibration.json"), "{sentence}");
    }
}

#[test]
fn review_with_answers_of_no_use_says_why() {
    let answers = |answer: &str| format!(r#"{{"schema": "slapsight.answers/1", "answers": [{answer}]}}"#);
    for (text, expected) in [
        (answers(r#"{"pile": "left", "t": 1.0, "rank": "11"}"#), "answers[0].rank"),
        (answers(r#"{"pile": "left", "t": -1.0, "rank": "7"}"#), "no moment"),
        (answers(r#"{"pile": "left", "t": 1.0, "rank": "7", "who": 1}"#), "who"),
        (r#"{"schema": "other/1", "answers": []}"#.to_owned(), "other/1"),
        ("7".to_owned(), "invalid type"),
    ] {
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let file = scratch.path().join("answers.json");
        std::fs::write(&file, text).expect("a file");
        let sentence = refusal(scratch.path(), |command| {
            command.arg("--answers").arg(&file);
        });
        assert!(sentence.contains(expected) && sentence.contains("answers.json"), "{sentence}");
    }
}

#[test]
fn review_with_overlapping_zones_names_them() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/slap/layout.json");
    let mut layout: serde_json::Value =
        serde_json::from_slice(&std::fs::read(sample).expect("the layout")).expect("JSON");
    let zones = layout["zones"].as_array_mut().expect("zones");
    let left = zones.iter().find(|zone| zone["id"] == "centre_left").expect("a zone")["polygon"].clone();
    zones.iter_mut().find(|zone| zone["id"] == "centre_right").expect("a zone")["polygon"] = left;
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let file = scratch.path().join("layout.json");
    std::fs::write(&file, layout.to_string()).expect("a file");
    let report = scratch.path().join("report");
    let mut command = slapsight();
    command.args(["review", "samples/slap/video.mp4", "--layout"]).arg(&file).arg("--out").arg(&report);
    let (code, _, err) = finished(command.output().expect("the program starts"));
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("centre_left") && err.contains("centre_right") && err.contains("overlap"), "{err}");
    assert!(!report.exists());
}

#[test]
fn review_of_the_mats_of_another_game_says_so() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let file = scratch.path().join("layout.json");
    let square = |cm: f64| format!("[[-{cm}, -{cm}], [{cm}, -{cm}], [{cm}, {cm}], [-{cm}, {cm}]]");
    let layout = format!(
        r#"{{"schema": "slapsight.layout/1", "name": "one pile", "units": "cm",
            "mats": [{{"id": "central", "polygon": {}}}], "zones": [{{"id": "pile", "polygon": {}}}]}}"#,
        square(42.0),
        square(9.0)
    );
    std::fs::write(&file, layout).expect("a file");
    let report = scratch.path().join("report");
    let mut command = slapsight();
    command.args(["review", "samples/slap/video.mp4", "--layout"]).arg(&file).arg("--out").arg(&report);
    let (code, _, err) = finished(command.output().expect("the program starts"));
    assert_eq!(code, Some(1), "{err}");
    let sentence = err.lines().last().unwrap_or_default();
    assert!(sentence.contains("layout.json") && sentence.contains("no two Centre Piles"), "{err}");
    assert!(!report.exists());
}

#[test]
fn review_says_what_else_is_in_the_way() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let beyond = refusal(scratch.path(), |command| {
        command.args(["--at", "99"]);
    });
    assert!(beyond.contains("lasts 1.000 s"), "{beyond}");
    let bare = refusal(scratch.path(), |command| {
        command.env("SLAPSIGHT_MODELS", "/nowhere");
    });
    assert!(bare.contains("model") && bare.contains("/nowhere"), "{bare}");
    let (code, _, err) = run(&[
        "review",
        "samples/slap/video.mp4",
        "--layout",
        "samples/slap/layout.json",
        "--out",
        "Cargo.toml/report",
    ]);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("Cargo.toml/report: cannot be written"), "{err}");
}

/// One line that names the trouble on standard output, one sentence on standard error, status 1.
#[track_caller]
fn doctor_misses(command: &mut Command, expected: &str) {
    let (code, out, err) = finished(command.output().expect("the program starts"));
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains(&format!("MISSING  {expected}")), "{out}");
    assert!(err.starts_with("slapsight: ") && err.lines().count() == 1, "{err}");
}

#[test]
fn doctor_names_a_missing_runtime() {
    doctor_misses(slapsight().arg("doctor").env("SLAPSIGHT_ONNXRUNTIME", "/nowhere/lib.so"), "ONNX Runtime\n");
}

#[test]
fn doctor_names_a_runtime_that_is_no_library() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    doctor_misses(slapsight().arg("doctor").env("SLAPSIGHT_ONNXRUNTIME", manifest), "ONNX Runtime\n");
}

#[test]
fn doctor_names_missing_and_altered_models() {
    let models = tempfile::tempdir().expect("a scratch folder");
    std::fs::create_dir(models.path().join("hands")).expect("a folder");
    std::fs::write(models.path().join("hands/hand_landmark.onnx"), "not a model").expect("a file");
    let doctor = || {
        let mut command = slapsight();
        command.arg("doctor").env("SLAPSIGHT_MODELS", models.path());
        command
    };
    doctor_misses(&mut doctor(), "model hands/palm_detection.onnx\n");
    doctor_misses(&mut doctor(), "model hands/hand_landmark.onnx: ");
    let (_, out, _) = finished(doctor().output().expect("the program starts"));
    assert!(out.contains("is not the shipped file"), "{out}");
}

#[test]
fn doctor_names_a_folder_that_cannot_be_written() {
    doctor_misses(slapsight().args(["doctor", "--out", "Cargo.toml/report"]), "reports cannot be written to ");
}

#[test]
fn schemas_are_json_and_name_their_fields() {
    for (document, field) in [
        ("answers", "answers"),
        ("layout", "zones"),
        ("report", "slaps"),
        ("calibration", "points"),
        ("camera", "exposure_s"),
    ] {
        let (code, out, err) = run(&["schema", document]);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{document}");
        let schema: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert!(schema["properties"][field].is_object(), "{document}: {out}");
    }
}

/// `slapsight … | head` must not end in a panic, however early the reader leaves.
#[test]
fn a_reader_that_leaves_is_no_failure() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let (code, _, err) = finished(slapsight().args(["schema", "layout"]).stdout(writer).output().expect("it starts"));
    assert_eq!((code, err.as_str()), (Some(0), ""));
}

/// A full disk under standard output is told, in one sentence.
#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let (code, _, err) = finished(slapsight().args(["schema", "layout"]).stdout(full).output().expect("it starts"));
    assert_eq!(code, Some(1));
    assert!(err.starts_with("slapsight: the result could not be written"), "{err}");
}

#[test]
fn rule_tells_rulings_up_to_a_faulty_line() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let file = scratch.path().join("game.jsonl");
    let illegal = r#"{"kind":"deal","packs":[26,26]}
{"kind":"stalemate","player":"nobody"}
"#;
    std::fs::write(&file, illegal).expect("a file");
    let (code, _, err) = run(&["rule", &file.to_string_lossy()]);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("game.jsonl, line 2: "), "{err}");
    let game = include_str!("games/ers/fingers.jsonl");
    // Without the rulings that the table's own test expects.
    let told = |line: &str| {
        let mut event: serde_json::Value = serde_json::from_str(line).expect("an event");
        event.as_object_mut().expect("an object").remove("rulings");
        format!("{event}\n")
    };
    let events: String = game.lines().skip(1).map(told).collect();
    std::fs::write(&file, format!("{events}not json\n")).expect("a file");
    let (code, out, err) = run(&["rule", &file.to_string_lossy(), "--laws", "ers"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(out.contains("Seat 2 slaps") && err.lines().count() == 1, "{out}{err}");
    std::fs::write(&file, format!("{events}{{\"kind\": \"burn\", \"seat\": 1, \"cart\": 3}}\n")).expect("a file");
    let (code, _, err) = run(&["rule", &file.to_string_lossy(), "--laws", "ers"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("an event of kind burn has no field `cart`: it has kind, seat, t,"), "{err}");
    let (code, _, err) = run(&["rule", &file.to_string_lossy(), "--laws", "ers", "--switches", r#"{"mariage": true}"#]);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains("`mariage`"), "{err}");
}

#[test]
fn laws_lists_clauses_functions_tests_and_readings() {
    let (code, out, err) = run(&["laws", "--laws", "isf", "--coverage"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("F.5.1") && out.contains("test f_5_1_") && out.contains("readings of gaps"), "{out}");
    assert!(!out.contains("slapjack"), "{out}");
}

#[test]
fn a_faulty_scenario_is_one_sentence_with_the_field_and_leaves_nothing() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let file = |name: &str, text: &str| {
        let path = scratch.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let schema = r#""schema": "slapsight.scenario/1""#;
    let cases = [
        (scratch.path().join("none.json"), vec!["none.json", "cannot be read"]),
        (file("text.json", "this is no scenario"), vec!["text.json", "no JSON"]),
        (file("fps.json", &format!(r#"{{{schema}, "camera": {{"fps": 1000}}}}"#)), vec!["camera.fps", "60 to 480"]),
        (file("field.json", &format!(r#"{{{schema}, "camra": {{}}}}"#)), vec!["camra", "camera"]),
        (
            file("cue.json", &format!(r#"{{{schema}, "script": [{{"t": 1, "do": "play", "player": 3}}]}}"#)),
            vec!["script[0].player"],
        ),
        (
            file("soon.json", &format!(r#"{{{schema}, "script": [{{"t": 0.05, "do": "slap", "player": 1}}]}}"#)),
            vec!["script[0].t", "earliest"],
        ),
        (file("deck.json", &format!(r#"{{{schema}, "deck": {{"design": "tarot"}}}}"#)), vec!["deck.design", "classic"]),
    ];
    for (path, words) in cases {
        let out = scratch.path().join("out");
        let output = slapsight().arg("simulate").arg(&path).args(["--truth-only", "--out"]).arg(&out).output();
        let (code, said, err) = finished(output.expect("the program starts"));
        assert_eq!((code, said.as_str()), (Some(1), ""), "{path:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{path:?}: {err}");
        assert!(words.iter().all(|word| err.contains(word)), "{path:?}: {err}");
        assert!(!out.exists(), "{path:?} left something");
    }
    // Only the files that were put there, no half-made folder.
    assert_eq!(std::fs::read_dir(scratch.path()).expect("a folder").count(), 6);
}

#[test]
fn simulate_writes_its_files_and_spares_a_folder_that_is_in_use() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let out = scratch.path().join("out");
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/scenarios/slap.json");
    let simulate = || {
        let output = slapsight().args(["simulate", scenario, "--truth-only", "--out"]).arg(&out).output();
        finished(output.expect("the program starts"))
    };
    let (code, said, err) = simulate();
    assert_eq!(code, Some(0), "{err}");
    assert!(said.contains("1 slap,") && said.contains(&*out.to_string_lossy()), "{said}");
    for name in ["truth.json", "layout.json", "calibration.json"] {
        assert!(out.join(name).is_file(), "{name}");
    }
    let before = std::fs::read(out.join("truth.json")).expect("truth");
    let (code, _, err) = simulate();
    assert_eq!(code, Some(1));
    assert!(err.contains("something is there already"), "{err}");
    assert!(std::fs::read(out.join("truth.json")).expect("truth") == before);
}

/// The first frame of a sample as a photograph in a folder.
fn photograph(folder: &Path, name: &str) -> std::path::PathBuf {
    let video = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/slap/video.mp4");
    let mut reader = slapsight::video::Reader::open_with(&video, 1).expect("the sample opens");
    let frame = reader.next_frame().expect("it decodes").expect("it has frames");
    let path = folder.join(name);
    slapsight::video::image_rgb(&frame).save(&path).expect("the folder is writable");
    path
}

#[test]
fn cards_in_a_photograph_are_found_where_they_lie_and_turned_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = photograph(folder.path(), "table.png");
    let drawn = folder.path().join("drawn.png");
    let (code, out, err) = run(&["cards", path.to_str().unwrap(), "--json", "--draw", drawn.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{err}");
    let all: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let cards = all[0]["cards"].as_array().expect("an array");
    // The five of clubs lies free on the right, the upper Draw Deck face down.
    let near = |card: &&serde_json::Value, x: f64, y: f64| {
        let mean = |k: usize| (0..4).map(|i| card["quad"][i][k].as_f64().unwrap()).sum::<f64>() / 4.0;
        (mean(0) - x).hypot(mean(1) - y) < 14.0
    };
    let five = cards.iter().find(|card| near(card, 674.0, 202.0)).expect("the five is found");
    assert_eq!((five["rank"].as_str(), five["suit"].as_str()), (Some("5"), Some("c")), "{five}");
    let deck = cards.iter().find(|card| near(card, 516.0, 122.0)).expect("the Draw Deck is found");
    assert_eq!((deck["face"].as_str(), deck["rank"].as_str()), (Some("down"), None), "{deck}");
    assert!(image::image_dimensions(&drawn).expect("a picture") == image::image_dimensions(&path).unwrap());
}

#[test]
fn hands_in_a_photograph_are_found_with_their_landmarks() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = photograph(folder.path(), "table.png");
    let drawn = folder.path().join("drawn.png");
    let (code, out, err) = run(&["hands", path.to_str().unwrap(), "--json", "--draw", drawn.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{err}");
    let all: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let hands = all[0]["hands"].as_array().expect("an array");
    // Two on each side, and nothing else.
    let middle = |hand: &serde_json::Value| hand["box"][0].as_f64().unwrap() + hand["box"][2].as_f64().unwrap() / 2.0;
    assert_eq!(hands.len(), 4, "{out}");
    assert_eq!(hands.iter().filter(|hand| middle(hand) < 480.0).count(), 2, "{out}");
    assert!(hands.iter().all(|hand| hand["landmarks"].as_array().is_some_and(|points| points.len() == 21)), "{out}");
    assert!(image::image_dimensions(&drawn).expect("a picture") == image::image_dimensions(&path).unwrap());
    let (code, out, err) = run(&["hands", "nofile.jpg"]);
    assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
    assert!(err.contains("nofile.jpg cannot be opened"), "{err}");
}

#[test]
fn cards_refuses_what_is_no_photograph_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("text.jpg");
    std::fs::write(&text, "no picture").unwrap();
    for (file, words) in [("nofile.jpg", "cannot be opened"), (text.to_str().unwrap(), "not a picture")] {
        let (code, out, err) = run(&["cards", file]);
        assert_eq!((code, out.as_str()), (Some(1), ""), "{err}");
        assert!(err.lines().last().is_some_and(|line| line.contains(words) && line.contains(file)), "{err}");
    }
    let (code, _, err) = run(&["cards", "a.jpg", "--least", "7"]);
    assert_eq!(code, Some(2), "{err}");
}

#[test]
fn a_deck_that_was_shown_is_written_with_its_picture_and_read_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = photograph(folder.path(), "table.png");
    let (path, deck) = (path.to_str().unwrap(), folder.path().join("deck.json"));
    let deck = deck.to_str().unwrap();
    let (code, out, err) = run(&["enrol-deck", path, "--out", deck]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("Cards: ") && out.contains("Not seen: ") && out.contains("deck.png"), "{out}");
    assert!(folder.path().join("deck.png").is_file());
    let (code, out, err) = run(&["cards", path, "--deck", deck]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("5c"), "{out}");
    // One photograph of a table is not four rows of thirteen.
    let (code, out, err) = run(&["enrol-deck", path, "--rows", "--out", deck]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(err.contains("four rows of thirteen"), "{err}");
    // Nor is a recording one photograph; the deck that was there stays.
    let before = std::fs::read(deck).unwrap();
    let (code, _, err) = run(&["enrol-deck", "samples/slap/video.mp4", "--rows", "--out", deck]);
    assert_eq!(code, Some(1));
    assert!(err.contains("not a picture"), "{err}");
    assert_eq!(std::fs::read(deck).unwrap(), before);
    std::fs::write(deck, "{}").unwrap();
    let (code, _, err) = run(&["cards", path, "--deck", deck]);
    assert_eq!(code, Some(1));
    assert!(err.contains("enrol-deck"), "{err}");
}
