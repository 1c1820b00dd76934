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
    for args in [&[][..], &["judge"][..], &["doctor", "--frobnicate"][..], &["schema"][..], &["schema", "nothing"][..]]
    {
        let (code, out, err) = run(args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains("Usage: slapsight"), "{args:?}: {err}");
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

/// One line that names the trouble on standard output, one sentence on standard error, status 1.
#[track_caller]
fn doctor_misses(command: &mut Command, expected: &str) {
    let (code, out, err) = finished(command.output().expect("the program starts"));
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains(&format!("MISSING  {expected}")), "{out}");
    assert!(out.contains("to mend: "), "{out}");
    assert!(err.starts_with("slapsight: ") && err.lines().count() == 1, "{err}");
}

#[test]
fn doctor_names_a_missing_runtime() {
    doctor_misses(slapsight().arg("doctor").env("SLAPSIGHT_ONNXRUNTIME", "/nowhere/lib.so"), "ONNX Runtime: ");
}

#[test]
fn doctor_names_a_runtime_that_is_no_library() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    doctor_misses(slapsight().arg("doctor").env("SLAPSIGHT_ONNXRUNTIME", manifest), "ONNX Runtime: ");
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
    doctor_misses(&mut doctor(), "model hands/palm_detection.onnx: ");
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
    let (code, out, err) = run(&["schema", "layout"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let schema: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(schema["properties"]["zones"].is_object(), "{out}");
}

/// `slapsight … | head` must not end in a panic, however early the reader leaves.
#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = slapsight()
        .args(["schema", "layout"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Closed before anything was read: the write, whenever it comes, finds no reader.
    drop(child.stdout.take());
    let (code, _, err) = finished(child.wait_with_output().expect("the program ends"));
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
