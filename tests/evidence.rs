//! The report as files: a page that nothing in a recording's name can break, and nothing half written.

use slapsight::pipeline::{Also, Cue, Cues, Filmed, Options, review};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn options() -> Options {
    Options {
        layout: Some(sample().join("layout.json")),
        from: Some(0.3),
        to: Some(0.36),
        threads: 2,
        ..Options::default()
    }
}

/// A recording through the sample's camera.
fn filmed(video: PathBuf) -> Filmed {
    Filmed { video, calibration: Some(sample().join("calibration.json")), ..Filmed::default() }
}

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/slap")
}

#[test]
fn a_hostile_name_stays_text() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let video = folder.path().join("<script>alert(1)<!--\"'&.mp4");
    fs::copy(sample().join("video.mp4"), &video).expect("a copy");
    let out = folder.path().join("report");
    review(&filmed(video.clone()), &out, &options(), &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
    let page = fs::read_to_string(out.join("report.html")).expect("the page");
    assert!(!page.contains("<script>alert"), "the name is in the page as markup");
    assert!(page.contains("&lt;script&gt;alert(1)"), "the name is not in the page");
    assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "the page needs the network");
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("report.json")).expect("the report")).expect("JSON");
    assert_eq!(report["source"]["path"].as_str(), video.to_str());
}

#[test]
fn a_review_that_fails_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("report");
    let beyond = Options { from: Some(50.0), to: Some(60.0), ..options() };
    let Err(why) = review(&filmed(sample().join("video.mp4")), &out, &beyond, &mut |_| {}) else {
        panic!("a review of nothing");
    };
    assert!(why.to_string().contains("no frames between"), "{why}");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn somebody_elses_folder_is_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("holiday");
    fs::create_dir(&out).expect("a folder");
    fs::write(out.join("photo.jpg"), b"precious").expect("a file");
    let force = Options { force: true, ..options() };
    assert!(review(&filmed(sample().join("video.mp4")), &out, &force, &mut |_| {}).is_err());
    assert_eq!(fs::read(out.join("photo.jpg")).expect("the file"), b"precious");
}

#[test]
fn every_contact_is_told_cue_by_cue_and_the_sound_can_be_left_out() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let told = |name: &str, cues: Cues| {
        let out = folder.path().join(name);
        let slap = Options { from: Some(0.3), to: Some(0.9), cues, ..options() };
        review(&filmed(sample().join("video.mp4")), &out, &slap, &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
        let report: serde_json::Value =
            serde_json::from_slice(&fs::read(out.join("report.json")).expect("the report")).expect("JSON");
        (report, fs::read_to_string(out.join("report.html")).expect("the page"))
    };
    let (all, page) = told("all", Cues::ALL);
    assert!(page.contains("How each contact is dated") && page.contains("heard with"), "no table of cues");
    assert!(all["sound"]["onsets"].as_u64() > Some(0), "{}", all["sound"]);
    let arrivals = all["arrivals"].as_array().expect("arrivals");
    let heard = arrivals.iter().filter(|arrival| arrival["sound_probability"].as_f64() > Some(0.5)).count();
    assert!(heard >= 1, "{arrivals:?}");
    assert!(arrivals.iter().any(|arrival| arrival["on_top"].is_number()), "{arrivals:?}");
    assert!(page.contains("of two hands on the pile"), "which hand lies on top is not in the table of cues");
    let (silent, page) = told("silent", Cues::without(&[Cue::Sound, Cue::OnTop]));
    assert!(silent["sound"].is_null() && page.contains("not heard") && !page.contains("heard with"));
    for arrival in silent["arrivals"].as_array().expect("arrivals") {
        assert_eq!(arrival["t"], arrival["picture"]["t"], "{arrival}");
        assert!(arrival["on_top"].is_null(), "{arrival}");
    }
}

/// The sample as a second camera without sound might have it: begun 0.15 s later, smaller, at another rate.
fn second_camera(folder: &Path) -> Filmed {
    let video = folder.join("silent.mp4");
    let made = Command::new("ffmpeg")
        .args(["-v", "error", "-ss", "0.15", "-i"])
        .arg(sample().join("video.mp4"))
        .args(["-vf", "fps=100,scale=800:450", "-c:v", "libx264", "-crf", "16", "-threads", "1", "-an"])
        .arg(&video)
        .status();
    assert!(made.expect("ffmpeg starts").success(), "{video:?} was not made");
    Filmed { video, ..Filmed::default() }
}

/// How two cameras that both hear are joined and shown is looked at on the page of such a review, in `tests/serve/cameras.rs`.
#[test]
fn a_second_camera_that_hears_nothing_is_put_on_the_first_ones_clock_by_the_hands() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("report");
    let also = Also { filmed: second_camera(folder.path()), offset_secs: None };
    // The part in which the hands come.
    let both = Options { from: Some(0.3), to: Some(0.9), also: Some(also), pictures: false, ..options() };
    review(&filmed(sample().join("video.mp4")), &out, &both, &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
    let report: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("report.json")).expect("the report")).expect("JSON");
    let also = &report["also"];
    assert_eq!(also["clock_by"], "hands", "{also}");
    let (began, sigma) = (also["began_s"].as_f64().expect("seconds"), also["clock_sigma_ms"].as_f64().expect("ms"));
    assert!((began - 0.15).abs() < (0.004_f64).max(0.002 * sigma), "{also}");
    assert!(also["hands_in_both"].as_u64() >= Some(3), "{also}");
    assert_eq!(report["slaps"][0]["winner"], 1, "{}", report["slaps"]);
}

#[test]
fn recordings_of_different_games_are_not_joined() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("report");
    let other = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/illegal-play/video.mp4");
    let also = Also { filmed: Filmed { video: other, ..Filmed::default() }, offset_secs: None };
    let both = Options { from: Some(0.3), to: Some(0.8), also: Some(also), ..options() };
    let Err(why) = review(&filmed(sample().join("video.mp4")), &out, &both, &mut |_| {}) else {
        panic!("two games on one clock");
    };
    assert!(why.to_string().contains("--also-offset"), "{why}");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0);
}
