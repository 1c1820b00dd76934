//! The report as files: a page that nothing in a recording's name can break, and nothing half written.

use slapsight::pipeline::{Cue, Cues, Options, review};
use std::fs;
use std::path::{Path, PathBuf};

fn options() -> Options {
    Options {
        layout: Some(sample().join("layout.json")),
        calibration: Some(sample().join("calibration.json")),
        player1: None,
        capture_fps: None,
        deck: None,
        from: Some(0.3),
        to: Some(0.36),
        at: None,
        threads: 2,
        cues: Cues::ALL,
        sound_offset: None,
        camera: None,
        reliability: 0.95,
        force: false,
    }
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
    review(&video, &out, &options(), &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
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
    let Err(why) = review(&sample().join("video.mp4"), &out, &beyond, &mut |_| {}) else {
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
    assert!(review(&sample().join("video.mp4"), &out, &force, &mut |_| {}).is_err());
    assert_eq!(fs::read(out.join("photo.jpg")).expect("the file"), b"precious");
}

#[test]
fn every_contact_is_told_cue_by_cue_and_the_sound_can_be_left_out() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let told = |name: &str, cues: Cues| {
        let out = folder.path().join(name);
        let slap = Options { from: Some(0.3), to: Some(0.9), cues, ..options() };
        review(&sample().join("video.mp4"), &out, &slap, &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
        let report: serde_json::Value =
            serde_json::from_slice(&fs::read(out.join("report.json")).expect("the report")).expect("JSON");
        (report, fs::read_to_string(out.join("report.html")).expect("the page"))
    };
    let (all, page) = told("all", Cues::ALL);
    assert!(page.contains("How each contact is dated") && page.contains("its own with"), "no table of cues");
    assert!(all["sound"]["onsets"].as_u64() > Some(0), "{}", all["sound"]);
    let arrivals = all["arrivals"].as_array().expect("arrivals");
    let heard = arrivals.iter().filter(|arrival| arrival["sound_probability"].as_f64() > Some(0.5)).count();
    assert!(heard >= 1, "{arrivals:?}");
    let (silent, page) = told("silent", Cues::without(&[Cue::Sound]));
    assert!(silent["sound"].is_null() && page.contains("not heard") && !page.contains("its own with"));
    for arrival in silent["arrivals"].as_array().expect("arrivals") {
        assert_eq!(arrival["t"], arrival["picture"]["t"], "{arrival}");
    }
}
