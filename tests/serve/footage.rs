//! Reports over videos whose frames carry their number as a pattern.

use serde_json::json;
use slapsight::video::{Encoder, probe};
use std::path::Path;

/// Bits of a frame's number, drawn as blocks along the lower edge.
pub const BITS: u32 = 10;
/// Picture of the patterned videos.
pub const SIZE: (u32, u32) = (640, 360);

/// Writes a video of `times.len()` frames, each with its number.
pub fn numbered(path: &Path, times: &[f64]) {
    write(path, times, |picture| picture);
}

/// The same from a camera that was held upside down and says so.
pub fn numbered_upside_down(path: &Path, times: &[f64]) {
    let held = path.with_file_name("as_held.mp4");
    write(&held, times, |picture| image::imageops::rotate180(&picture));
    let said = std::process::Command::new("ffmpeg")
        .args(["-v", "error", "-i"])
        .arg(&held)
        .args(["-c", "copy", "-metadata:s:v", "rotate=180"])
        .arg(path)
        .status();
    assert!(said.expect("ffmpeg").success());
    std::fs::remove_file(held).expect("gone");
    assert_eq!(probe(path).expect("a video").rotation_deg, 180);
}

fn write(path: &Path, times: &[f64], held: impl Fn(image::RgbImage) -> image::RgbImage) {
    let mut encoder = Encoder::create(path, SIZE.0 as usize, SIZE.1 as usize, None).expect("an encoder");
    for (number, &t) in times.iter().enumerate() {
        let block = SIZE.0 / BITS;
        let picture = image::RgbImage::from_fn(SIZE.0, SIZE.1, |x, y| {
            if y < SIZE.1 - 60 {
                return image::Rgb([(number % 251) as u8, (y / 2) as u8, (x / 4) as u8]);
            }
            let set = number >> (x / block).min(BITS - 1) & 1 == 1;
            image::Rgb([if set { 235 } else { 20 }; 3])
        });
        encoder.push_rgb(&held(picture), t).expect("a frame");
    }
    encoder.finish().expect("a video");
}

/// Writes a report over `video` into `folder`: a slap at `slap`, and an incident with a hostile text.
pub fn report(folder: &Path, video: &Path, slap: f64) {
    std::fs::create_dir_all(folder).expect("a folder");
    let info = probe(video).expect("a video");
    let end = info.duration_s;
    let incident = |id: &str, kind: &str, laws: &[&str], t: f64, explanation: &str| {
        json!({"id": id, "kind": kind, "laws": laws, "t": t, "from": (t - 0.3).max(0.0), "to": (t + 0.3).min(end), "player": null,
            "finding": "referee", "sanction_due": null, "confidence": 0.9, "explanation": explanation, "clip": "../../../etc/passwd",
            "clip_slow": null})
    };
    let attempt = |player: u8, left: f64, right: f64| {
        json!({"player": player, "left_t": left, "right_t": right, "complete_t": left.max(right), "lo": left.max(right) - 0.003,
            "hi": left.max(right) + 0.003, "valid": true, "reason": null})
    };
    let report = json!({
        "schema": "slapsight.report/1",
        "source": {"path": video, "sha256": info.sha256, "width": info.width, "height": info.height, "frames": info.frames,
            "duration_s": end, "fps_nominal": info.fps_nominal, "variable_frame_rate": info.variable_frame_rate, "audio": false,
            "capture_fps": null, "time_scale": 1.0},
        "laws": "isf",
        "reviewed": {"from": 0.0, "to": end},
        "calibration": {"method": "lines", "residual_mm": 1.0, "drift": [], "player1": "near"},
        "events": [],
        "slaps": [{"condition_t": slap - 0.2, "rank": "7", "attempts": [attempt(1, slap, slap + 0.011), attempt(2, slap + 0.02, slap + 0.024)],
            "verdict": "player1", "winner": 1, "margin_ms": 13.0, "margin_lo": 8.2, "margin_hi": 17.9, "p_player1_first": 0.9995,
            "laws": ["F.5.1"]}],
        "incidents": [
            incident("001-misslap", "misslap", &["F.9.1"], slap - 0.1, "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>"),
            incident("002-slap", "slap", &["F.5.1"], slap + 0.011, "Player 1 was first."),
        ],
        "tops": [{"t": 0.0, "left": "7", "right": "7"}],
        "unreadable": [{"from": 0.1, "to": 0.2, "why": "<b>hidden</b>"}],
        "notes": []
    });
    std::fs::write(folder.join("report.json"), report.to_string()).expect("a report");
}

/// Times of a steady video.
pub fn steady(frames: usize, fps: f64) -> Vec<f64> {
    (0..frames).map(|i| i as f64 / fps).collect()
}

/// Times of an uneven one: gaps of 4 to 37 ms.
pub fn uneven(frames: usize) -> Vec<f64> {
    let gaps = [0.004, 0.016, 0.009, 0.037, 0.005, 0.021];
    (0..frames).scan(0.0, |t, i| Some(std::mem::replace(t, *t + gaps[i % gaps.len()]))).collect()
}
