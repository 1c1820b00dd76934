//! A review of two cameras on the page: both on one clock, the second one's photo finish, and a card put right.

use crate::browser;
use crate::server::Server;
use slapsight::pipeline::verify::verify;
use slapsight::pipeline::{Also, Filmed, Options, review};
use std::path::Path;
use std::process::Command;

/// How much later the second camera began, seconds.
const BEGAN: f64 = 0.15;

#[test]
fn two_cameras_stand_side_by_side_and_are_judged_again_together() {
    let root = tempfile::tempdir().expect("a folder");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/slap");
    let (video, second) = (root.path().join("above.mp4"), root.path().join("beside.mp4"));
    std::fs::copy(sample.join("video.mp4"), &video).expect("a copy");
    let made = Command::new("ffmpeg")
        .args(["-v", "error", "-ss", &BEGAN.to_string(), "-i"])
        .arg(&video)
        .args(["-vf", "fps=100,scale=800:450", "-c:v", "libx264", "-crf", "16", "-threads", "1", "-c:a", "aac"])
        .arg(&second)
        .status();
    assert!(made.expect("ffmpeg starts").success());
    let folder = root.path().join("report");
    let filmed = Filmed { video, calibration: Some(sample.join("calibration.json")), ..Filmed::default() };
    let also = Also { filmed: Filmed { video: second, ..Filmed::default() }, offset_secs: None };
    let layout = Some(sample.join("layout.json"));
    // Until all hands lie there.
    let options = Options { layout, also: Some(also), threads: 2, to: Some(0.8), ..Options::default() };
    review(&filmed, &folder, &options, &mut |_| {}).unwrap_or_else(|why| panic!("{why}"));
    let before = std::fs::read(folder.join("report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_slice(&before).expect("JSON");
    // One clock, and the slap from both sides.
    let joined = &report["also"];
    assert!(joined["clock_by"] == "hands" || joined["clock_by"] == "sound", "{joined}");
    let (began, sigma) = (joined["began_s"].as_f64().expect("seconds"), joined["clock_sigma_ms"].as_f64().expect("ms"));
    assert!((began - BEGAN).abs() < (0.004_f64).max(0.002 * sigma), "{joined}");
    assert!(joined["hands_in_both"].as_u64() >= Some(3), "{joined}");
    assert_eq!(report["slaps"][0]["winner"], 1, "{}", report["slaps"]);
    let clip = report["incidents"][0]["clip_second"].as_str().expect("a clip of the second camera");
    assert!(folder.join(clip).is_file() && folder.join(clip.replace(".mp4", "-slow.mp4")).is_file(), "{clip}");
    let page = std::fs::read_to_string(folder.join("report.html")).expect("the page");
    assert!(page.contains("From the second camera") && page.contains(clip), "the page does not show it");
    let server = Server::start(root.path());
    browser::with(&format!("http://{}/", server.address), async |page| {
        page.frame(None).await;
        page.until("document.getElementById('strip-picture').naturalWidth > 0").await;
        assert_eq!(page.run("return document.getElementById('strip-second').hidden").await, true);
        page.press("b").await;
        page.until("document.getElementById('strip-second-picture').naturalWidth > 0").await;
        page.until("document.getElementById('beside').dataset.t !== undefined").await;
        page.picture("cameras.png").await;
        // Both show the same moment, to a frame of the second.
        let apart = "return Number(document.getElementById('shown').dataset.t) - Number(document.getElementById('beside').dataset.t)";
        let near = |apart: f64| (apart - BEGAN).abs() < 0.015;
        let first = page.run(apart).await.as_f64().expect("seconds");
        assert!(near(first), "{first}");
        let shown = "return document.getElementById('beside').dataset.index";
        let was = page.run(shown).await;
        page.press("....").await;
        page.until(&format!(
            "document.getElementById('beside').dataset.index !== '{}'",
            was.as_str().expect("a number")
        ))
        .await;
        let then = page.run(apart).await.as_f64().expect("seconds");
        assert!(near(then), "{then}");
        // A click in the middle of the second strip goes to the middle of what it shows.
        page.press("1").await;
        page.run("document.getElementById('shown').dataset.index = ''").await;
        page.click("#strip-second").await;
        page.until("document.getElementById('shown').dataset.index !== ''").await;
        page.until("Math.abs(parseFloat(document.getElementById('strip-head').style.left) - 50) < 8").await;
        page.press("b").await;
        page.until("document.getElementById('strip-second').hidden").await;
    });
    // What both cameras saw is judged again by the clock that the report found, and undone to the very same report.
    let id = server.first_case("");
    let post = |what: &str, body: &str| server.ask("POST", &format!("/api/case/{id}/{what}"), body, "").0;
    let lift = report["events"].as_array().expect("events").iter().find(|event| event["kind"] == "lift");
    let lift = lift.expect("a lift");
    let absent = serde_json::json!({"who": "R", "corrections": [{"what": "did_not_happen", "t": lift["t"], "kind": "lift",
        "player": lift["player"], "pile": lift["pile"]}]});
    assert_eq!(post("correct", &absent.to_string()), 200);
    let again: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.join("report.json")).expect("a report")).expect("JSON");
    assert_eq!(again["also"], report["also"]);
    assert_eq!(again["made"]["corrections"].as_array().map(Vec::len), Some(1));
    assert_eq!(again["slaps"], report["slaps"]);
    assert_eq!(again["incidents"][0]["clip_second"], report["incidents"][0]["clip_second"]);
    assert_eq!(post("undo", r#"{"who":"R","number":2}"#), 200);
    assert_eq!(std::fs::read(folder.join("report.json")).expect("a report"), before);
    drop(server);
    assert!(verify(&folder, None, &mut |_| {}).expect("checked").is_whole());
    // A case of an earlier version holds no clock.
    let mut old = report;
    old["also"].as_object_mut().expect("a row").remove("clock");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let copy = elsewhere.path().join("report");
    std::fs::create_dir(&copy).expect("a folder");
    for name in ["observations.slapsight", "observations-2.slapsight"] {
        std::fs::copy(folder.join(name), copy.join(name)).expect("a copy");
    }
    std::fs::write(copy.join("report.json"), old.to_string()).expect("a report");
    let server = Server::start(elsewhere.path());
    let id = server.first_case("");
    let (status, said) = server.ask("POST", &format!("/api/case/{id}/correct"), &absent.to_string(), "");
    assert!(status == 409 && said.contains("two cameras"), "{status} {said}");
}
