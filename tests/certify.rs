//! `slapsight certify` on recordings made here, of which everything is known: a lamp, copied, mixed and missing frames,
//! a card that is waved, flashes with beeps, and nothing at all.

use slapsight::calibration::camera_profile::load;
use slapsight::pipeline::certify::{CameraProfile, Figure, Request, certify};
use slapsight::video::{ClipOptions, Encoder, SoundCodec};
use std::path::{Path, PathBuf};
use std::process::Command;

const WIDTH: u32 = 320;
const HEIGHT: u32 = 128;

/// Writes pictures of grey levels, `level(frame, x, y)` in 0..255, each with its time.
fn film(path: &Path, times: &[f64], sound: Option<&[f32]>, level: &dyn Fn(usize, f64, f64) -> f64) {
    let options = ClipOptions { audio_rate: sound.map(|_| 48_000), sound: SoundCodec::Flac, crf: 18 };
    let mut encoder = Encoder::create_by(path, WIDTH as usize, HEIGHT as usize, &options).expect("an encoder");
    for (k, t) in times.iter().enumerate() {
        let picture = image::RgbImage::from_fn(WIDTH, HEIGHT, |x, y| {
            image::Rgb([level(k, f64::from(x), f64::from(y)).round().clamp(0.0, 255.0) as u8; 3])
        });
        encoder.push_rgb(&picture, *t).expect("a frame");
    }
    sound.into_iter().for_each(|samples| encoder.push_audio(samples).expect("sound"));
    encoder.finish().expect("a recording");
}

fn times(count: usize, rate: f64) -> Vec<f64> {
    (0..count).map(|k| k as f64 / rate).collect()
}

fn request(video: &Path) -> Request {
    Request { video: video.to_owned(), out: None, flash_hz: None, capture_fps: None, reliability: 0.95, threads: 2 }
}

fn certified(request: &Request) -> CameraProfile {
    certify(request, &mut |_| ()).expect("a profile")
}

fn scratch() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let video = folder.path().join("rig.mp4");
    (folder, video)
}

#[track_caller]
fn near(figure: &Figure, truth: f64, tolerance: f64) {
    let known = figure.get().unwrap_or_else(|| panic!("not known: {figure:?}"));
    assert!((known.value - truth).abs() <= tolerance, "{known:?} for {truth}");
    assert!(known.lo <= truth && truth <= known.hi, "{known:?} does not hold {truth}");
    assert!(known.hi - known.lo <= 8.0 * tolerance, "{known:?} is too wide");
}

#[track_caller]
fn unknown(figure: &Figure, why: &str) {
    match figure {
        Figure::Unknown(unknown) => assert!(unknown.why_not.contains(why), "{unknown:?}"),
        Figure::Known(known) => panic!("{known:?}"),
    }
}

/// Share of an exposure in which a lamp of 97 Hz, half on and half off, is on.
fn lamp(middle_s: f64, exposure_s: f64) -> f64 {
    let cycles = |t: f64| 97.0 * t + 100.25;
    let on = |at: f64| 0.5 * at.floor() + at.fract().min(0.5);
    (on(cycles(middle_s + exposure_s / 2.0)) - on(cycles(middle_s - exposure_s / 2.0))) / (97.0 * exposure_s)
}

/// A lamp's recording at 240 frames a second, each frame's camera time by `taken`, through a screen's tone curve.
fn film_lamp(path: &Path, times: &[f64], exposure_s: f64, readout_s: f64, taken: &dyn Fn(usize) -> f64) {
    film(path, times, None, &|k, x, y| {
        let share = lamp(taken(k) + readout_s * (y + 0.5) / f64::from(HEIGHT), exposure_s);
        let light = 0.04 + (0.75 - 0.2 * (x / f64::from(WIDTH))) * share;
        255.0 * light.powf(1.0 / 2.2)
    });
}

#[test]
fn a_lamp_tells_rate_exposure_and_rolling_shutter() {
    let (_folder, video) = scratch();
    for (exposure_s, readout_s) in [(0.002, 0.004), (0.003, 0.0)] {
        film_lamp(&video, &times(600, 240.0), exposure_s, readout_s, &|k| k as f64 / 240.0);
        let profile = certified(&Request { flash_hz: Some(97.0), ..request(&video) });
        near(&profile.capture_fps, 240.0, 0.01);
        near(&profile.exposure_s, exposure_s, 0.000_12);
        near(&profile.readout_s, readout_s, 0.000_12);
        near(&profile.missing_without_gap, 0.0, 0.0);
        near(&profile.repeated_share, 0.0, 0.01);
        assert_eq!(profile.warnings, Vec::<String>::new());
        let margin = profile.smallest_margin_ms.value().expect("a margin");
        assert!((2.4..2.8).contains(&margin), "{margin}");
    }
}

#[test]
fn a_lamp_tells_slow_motion_and_frames_that_vanish_silently() {
    let (_folder, video) = scratch();
    // Played at 30, filmed at 240; the camera lost two frames and the file does not say so.
    let lost = |k: usize| (k + usize::from(k >= 200) + usize::from(k >= 400)) as f64 / 240.0;
    film_lamp(&video, &times(600, 30.0), 0.002, 0.004, &lost);
    let profile = certified(&Request { flash_hz: Some(97.0), ..request(&video) });
    near(&profile.file_fps, 30.0, 0.001);
    near(&profile.capture_fps, 240.0, 0.02);
    near(&profile.real_per_file, 0.125, 0.0001);
    near(&profile.exposure_s, 0.002, 0.000_15);
    near(&profile.missing_without_gap, 2.0, 0.0);
    near(&profile.dropped_frames, 0.0, 0.0);
    assert!(profile.warnings.iter().any(|warning| warning.contains("--capture-fps 240")), "{:?}", profile.warnings);
    // The rate that was said wins when the light agrees with it, and is refused when it does not.
    let said = certified(&Request { flash_hz: Some(97.0), capture_fps: Some(240.0), ..request(&video) });
    assert_eq!(said.capture_fps, profile.capture_fps);
    let wrong = certified(&Request { flash_hz: Some(97.0), capture_fps: Some(200.0), ..request(&video) });
    unknown(&wrong.exposure_s, "97 Hz");
}

#[test]
fn a_lamp_tells_that_frames_are_copies() {
    let (_folder, video) = scratch();
    film_lamp(&video, &times(800, 240.0), 0.003, 0.0, &|k| (k / 2) as f64 / 120.0);
    let profile = certified(&Request { flash_hz: Some(97.0), ..request(&video) });
    near(&profile.effective_fps, 120.0, 0.02);
    near(&profile.repeated_share, 0.5, 0.0);
    assert!(profile.warnings.iter().any(|warning| warning.contains("120 fps recording in a 240 fps file")));
}

/// A card's front that goes to and fro, dark over light, as a camera with that exposure (frames) sees it.
fn card(k: f64, x: f64, y: f64, exposure: f64) -> f64 {
    let speeds = [9.0, 6.5, 11.0, 7.5];
    let way = |at: f64| {
        let pass = (at / 48.0).floor();
        let speed = speeds[pass as usize % speeds.len()];
        let gone = speed * (at - 48.0 * pass) - 20.0;
        if (pass as usize).is_multiple_of(2) { gone } else { 360.0 - gone }
    };
    let covered: f64 = (0..12)
        .map(|i| {
            let at = k + exposure * ((f64::from(i) + 0.5) / 12.0 - 0.5);
            (0.5 + (way(at) - x - 0.2 * y) / 1.5).clamp(0.0, 1.0)
        })
        .sum();
    190.0 - 150.0 * covered / 12.0
}

#[test]
fn a_waved_card_tells_the_exposure() {
    let (_folder, video) = scratch();
    for exposure in [0.3, 0.8] {
        film(&video, &times(384, 120.0), None, &|k, x, y| card(k as f64, x, y, exposure));
        let profile = certified(&request(&video));
        near(&profile.exposure_s, exposure / 120.0, 0.08 / 120.0);
        // The card leaves the picture between passes, which may look like a repeat or two, and must not change the
        // rate.
        near(&profile.effective_fps, 120.0, 0.001);
        near(&profile.interpolated_share, 0.0, 0.01);
        assert_eq!(profile.warnings, Vec::<String>::new());
        unknown(&profile.readout_s, "flicker");
        unknown(&profile.sound_offset_s, "no sound");
    }
}

#[test]
fn copied_frames_are_found_and_halve_the_rate() {
    let (_folder, video) = scratch();
    film(&video, &times(384, 120.0), None, &|k, x, y| card((k / 2 * 2) as f64, x, y, 0.5));
    let profile = certified(&request(&video));
    near(&profile.repeated_share, 0.5, 0.03);
    near(&profile.effective_fps, 60.0, 1.0);
    assert!(profile.warnings.iter().any(|warning| warning.contains("60 fps recording in a 120 fps file")));
    unknown(&profile.exposure_s, "not all real");
    let margin = profile.smallest_margin_ms.value().expect("a margin");
    assert!(margin > 10.0, "{margin}");
}

#[test]
fn mixed_frames_are_found() {
    let (_folder, video) = scratch();
    film(&video, &times(384, 120.0), None, &|k, x, y| match k % 2 {
        0 => card(k as f64, x, y, 0.5),
        _ => 0.5 * (card(k as f64 - 1.0, x, y, 0.5) + card(k as f64 + 1.0, x, y, 0.5)),
    });
    let profile = certified(&request(&video));
    near(&profile.interpolated_share, 0.5, 0.05);
    near(&profile.repeated_share, 0.0, 0.02);
    assert!(profile.warnings.iter().any(|warning| warning.contains("mixed")), "{:?}", profile.warnings);
}

#[test]
fn frames_missing_in_the_stamps_are_listed() {
    let (_folder, video) = scratch();
    let kept: Vec<usize> = (0..384).filter(|k| ![100, 101, 250].contains(k)).collect();
    let stamps: Vec<f64> = kept.iter().map(|k| *k as f64 / 120.0).collect();
    film(&video, &stamps, None, &|i, x, y| card(kept[i] as f64, x, y, 0.5));
    let profile = certified(&request(&video));
    near(&profile.dropped_frames, 3.0, 0.0);
    near(&profile.file_fps, 120.0, 0.001);
    assert_eq!(profile.gaps.iter().map(|gap| gap.frames).collect::<Vec<_>>(), [2, 1]);
    assert!((profile.gaps[0].t - 99.0 / 120.0).abs() < 1e-4, "{:?}", profile.gaps);
}

#[test]
fn a_still_picture_tells_its_rate_and_nothing_else() {
    let (_folder, video) = scratch();
    film(&video, &times(480, 120.0), None, &|_, x, y| 60.0 + 0.3 * x + 0.2 * y);
    let profile = certified(&request(&video));
    near(&profile.file_fps, 120.0, 0.001);
    for figure in [
        &profile.repeated_share,
        &profile.interpolated_share,
        &profile.exposure_s,
        &profile.readout_s,
        &profile.missing_without_gap,
        &profile.sound_offset_s,
    ] {
        unknown(figure, "");
    }
    let lamp = certified(&Request { flash_hz: Some(97.0), ..request(&video) });
    unknown(&lamp.exposure_s, "no light that flashes at 97 Hz");
}

#[test]
fn flashes_with_beeps_tell_the_sounds_delay() {
    let (_folder, video) = scratch();
    let (events, delay) = ([0.51, 1.23, 2.057, 2.8, 3.333], 0.035);
    let on = |t: f64, delay: f64| events.iter().any(|at| (at + delay..at + delay + 0.1).contains(&t));
    let sound: Vec<f32> = (0..4 * 48_000)
        .map(|i| f64::from(i) / 48_000.0)
        .map(|t| if on(t, delay) { (0.5 * (6283.0 * t).cos()) as f32 } else { 0.0 })
        .collect();
    film(&video, &times(480, 120.0), Some(&sound), &|k, _, _| {
        let lit = (0..8).filter(|i| on((k as f64 + 0.5 * (f64::from(*i) / 8.0 - 0.5)) / 120.0, 0.0)).count();
        60.0 + 10.0 * lit as f64
    });
    near(&certified(&request(&video)).sound_offset_s, delay, 0.004);
}

#[test]
fn the_profile_is_the_same_on_any_number_of_threads_and_is_read_back() {
    let (folder, video) = scratch();
    film_lamp(&video, &times(300, 240.0), 0.002, 0.004, &|k| k as f64 / 240.0);
    let out = folder.path().join("camera.json");
    let one = certified(&Request { flash_hz: Some(97.0), threads: 1, out: Some(out.clone()), ..request(&video) });
    let many = certified(&Request { flash_hz: Some(97.0), threads: 7, ..request(&video) });
    assert_eq!(one, many);
    assert_eq!(load(&out).expect("a profile"), one);
}

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_slapsight")).arg("certify").args(args).output().expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    (done.status.code(), text(&done.stdout), text(&done.stderr))
}

#[test]
fn the_terminal_ends_with_the_margin() {
    let (folder, video) = scratch();
    film(&video, &times(384, 120.0), None, &|k, x, y| card((k / 2 * 2) as f64, x, y, 0.5));
    let out = folder.path().join("camera.json");
    let (video, out) = (video.to_string_lossy(), out.to_string_lossy());
    let (code, text, _) = run(&[&video, "--out", &out]);
    assert_eq!(code, Some(0), "{text}");
    let last = text.lines().last().unwrap_or_default();
    assert!(last.starts_with("The smallest margin this set-up can call is ") && last.ends_with(" ms."), "{last}");
    assert!(text.contains("Warning: frames are copies") && text.contains("repeated"), "{text}");
    let (code, json, _) = run(&[&video, "--json", "--reliability", "0.99"]);
    assert_eq!(code, Some(0), "{json}");
    let stricter: CameraProfile = serde_json::from_str(&json).expect("a profile");
    let before = load(Path::new(&*out)).expect("a profile");
    assert!(stricter.smallest_margin_ms.value() > before.smallest_margin_ms.value());
}

#[test]
fn what_cannot_be_certified_is_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("text.mp4");
    std::fs::write(&text, "this is no recording\n").expect("a file");
    let out = folder.path().join("camera.json");
    for video in [folder.path().join("nothing.mp4"), text] {
        let (code, shown, err) = run(&[&video.to_string_lossy(), "--out", &out.to_string_lossy()]);
        assert_eq!((code, shown.as_str()), (Some(1), ""), "{err}");
        let sentence = err.lines().last().unwrap_or_default();
        assert!(sentence.starts_with("slapsight: ") && sentence.contains(&*video.to_string_lossy()), "{err}");
        assert!(!err.contains("panicked") && !out.exists(), "{err}");
    }
    let (_kept, video) = scratch();
    film(&video, &times(12, 120.0), None, &|k, _, _| 60.0 + k as f64);
    let nowhere = folder.path().join("no/such/camera.json");
    let (code, shown, err) = run(&[&video.to_string_lossy(), "--out", &nowhere.to_string_lossy()]);
    assert_eq!((code, shown.as_str()), (Some(1), ""), "{err}");
    assert!(err.contains("camera.json: cannot be written"), "{err}");
    // A recording of one frame has no rate, and that is a result.
    film(&video, &[0.0], None, &|_, _, _| 90.0);
    let (code, shown, err) = run(&[&video.to_string_lossy()]);
    assert_eq!(code, Some(0), "{err}");
    assert!(shown.lines().last().unwrap_or_default().contains("unknown"), "{shown}");
}

#[test]
fn wrong_usage_is_status_two() {
    for args in [
        &[][..],
        &["a.mp4", "--flash-hz", "0"],
        &["a.mp4", "--flash-hz", "nan"],
        &["a.mp4", "--capture-fps", "-1"],
        &["a.mp4", "--reliability", "1"],
        &["a.mp4", "--threads", "0"],
    ] {
        let (code, shown, err) = run(args);
        assert_eq!((code, shown.as_str()), (Some(2), ""), "{args:?}: {err}");
    }
}
