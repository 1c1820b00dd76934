//! The video room on small files made by the `ffmpeg` program: times, seeking, turning, damage, cuts.

use slapsight::facts::Frame;
use slapsight::video::{self, Encoder, Reader, VideoError};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Makes `name` in a fresh folder by running ffmpeg with these arguments.
fn made(name: &str, arguments: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    ffmpeg(arguments, &path);
    (folder, path)
}

fn ffmpeg(arguments: &str, out: &Path) {
    let done = Command::new("ffmpeg")
        .args(["-v", "error", "-y"])
        .args(arguments.split_whitespace())
        .arg(out)
        .output()
        .expect("the ffmpeg program");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

const PICTURE: &str = "-f lavfi -i testsrc2=size=160x96:rate=60:duration=1";
const B_FRAMES: &str = "-c:v libx264 -bf 3 -g 15 -pix_fmt yuv420p";

fn all(path: &Path) -> Vec<Frame> {
    let mut reader = Reader::open(path).expect("a video");
    let mut frames = Vec::new();
    while let Some(frame) = reader.next_frame().expect("a frame") {
        frames.push(frame);
    }
    frames
}

fn pixels(frame: &Frame) -> Vec<u8> {
    video::image_rgb(frame).into_raw()
}

fn seeks_like_reading(path: &Path) {
    let through = all(path);
    let mut reader = Reader::open(path).expect("a video");
    for i in [0, 1, 14, 15, 16, 31, 44, through.len() - 1, 7] {
        reader.seek(through[i].t).expect("a seek");
        let frame = reader.next_frame().expect("decodes").expect("a frame");
        assert_eq!((frame.index, frame.t), (through[i].index, through[i].t), "frame {i}");
        assert!(pixels(&frame) == pixels(&through[i]), "frame {i} differs");
        let next = reader.next_frame().expect("decodes");
        assert_eq!(next.map(|next| next.index), through.get(i + 1).map(|next| next.index));
    }
    reader.seek(1e6).expect("a seek");
    assert!(reader.next_frame().expect("decodes").is_none());
}

#[test]
fn every_frame_has_its_presentation_time() {
    let (_folder, path) = made("a.mp4", &format!("{PICTURE} {B_FRAMES}"));
    let frames = all(&path);
    assert_eq!(frames.len(), 60);
    for (i, frame) in frames.iter().enumerate() {
        assert_eq!(frame.index, i as u64);
        assert!((frame.t - i as f64 / 60.0).abs() < 1e-3);
    }
}

#[test]
fn seeking_equals_reading_through() {
    let (_folder, path) = made("a.mp4", &format!("{PICTURE} {B_FRAMES}"));
    seeks_like_reading(&path);
}

#[test]
fn seeking_equals_reading_through_with_open_groups() {
    let (_folder, path) = made("a.mkv", &format!("{PICTURE} {B_FRAMES} -x264-params open-gop=1"));
    seeks_like_reading(&path);
}

#[test]
fn uneven_frames_keep_their_times() {
    let (_folder, path) =
        made("a.mp4", &format!("{PICTURE} -vf select='not(eq(mod(n\\,7)\\,3))' -fps_mode vfr {B_FRAMES}"));
    let info = video::probe(&path).expect("facts");
    assert!(info.variable_frame_rate);
    let times: Vec<f64> = all(&path).iter().map(|frame| frame.t).collect();
    let kept: Vec<f64> = (0..60).filter(|n| n % 7 != 3).map(|n| f64::from(n) / 60.0).collect();
    assert_eq!(times.len(), kept.len());
    assert!(times.iter().zip(&kept).all(|(a, b)| (a - b).abs() < 1e-3), "{times:?}");
    seeks_like_reading(&path);
}

#[test]
fn a_turned_recording_is_upright() {
    let (folder, path) = made("a.mp4", &format!("{PICTURE} {B_FRAMES}"));
    let turned = folder.path().join("turned.mp4");
    ffmpeg(&format!("-i {} -c copy -metadata:s:v rotate=90", path.display()), &turned);
    let info = video::probe(&turned).expect("facts");
    assert_eq!((info.width, info.height), (96, 160));
    let frame = all(&turned).remove(0);
    assert_eq!((frame.width, frame.height), (96, 160));
    // What ffmpeg itself shows for the file.
    let png = folder.path().join("shown.png");
    ffmpeg(&format!("-i {} -frames:v 1", turned.display()), &png);
    let shown = image::open(&png).expect("a picture").to_rgb8();
    let ours = video::image_rgb(&frame);
    let difference: u64 = shown.as_raw().iter().zip(ours.as_raw()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    assert!(difference / (shown.as_raw().len() as u64) < 12, "mean difference {difference}");
}

#[test]
fn slow_motion_tags_set_the_time_scale() {
    let (_folder, path) = made(
        "a.mp4",
        &format!(
            "-f lavfi -i testsrc2=size=64x64:rate=30:duration=1 {B_FRAMES} -movflags use_metadata_tags -metadata com.android.capture.fps=240.0"
        ),
    );
    let info = video::probe(&path).expect("facts");
    assert_eq!(info.capture_fps, Some(240.0));
    assert!((info.time_scale.real_per_file - 0.125).abs() < 1e-6);
    assert!((info.with_capture_fps(120.0).time_scale.real_per_file - 0.25).abs() < 1e-6);
}

#[test]
fn other_pixel_formats_are_converted() {
    for format in ["yuv422p10le", "gray", "yuv444p"] {
        let (_folder, path) = made("a.mkv", &format!("{PICTURE} -c:v ffv1 -pix_fmt {format}"));
        let frames = all(&path);
        assert_eq!(frames.len(), 60, "{format}");
        assert_eq!(frames[0].planes.plane(1).width, 80, "{format}");
    }
}

#[test]
fn a_recording_cut_short_says_so() {
    let (folder, path) = made("a.mp4", &format!("{PICTURE} {B_FRAMES}"));
    let whole = std::fs::read(&path).expect("bytes");
    let half = folder.path().join("half.mp4");
    std::fs::write(&half, &whole[..whole.len() / 2]).expect("written");
    assert!(matches!(Reader::open(&half), Err(VideoError::Truncated { .. })));
    let (_folder, front) = made("b.mp4", &format!("{PICTURE} {B_FRAMES} -movflags +faststart"));
    let whole = std::fs::read(&front).expect("bytes");
    std::fs::write(&half, &whole[..whole.len() * 6 / 10]).expect("written");
    // The index is there: what is there is read, and the rest is told.
    let mut reader = Reader::open(&half).expect("a video");
    let mut frames = 0;
    while reader.next_frame().expect("decodes").is_some() {
        frames += 1;
    }
    assert!(frames > 5 && frames < 60, "{frames} {:?}", reader.damage());
    assert!(!reader.damage().is_none(), "{:?}", reader.damage());
}

#[test]
fn what_is_no_video_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path
    };
    let missing = folder.path().join("none.mp4");
    assert!(matches!(Reader::open(&missing), Err(VideoError::Missing { .. })));
    assert!(matches!(Reader::open(&file("empty.mp4", b"")), Err(VideoError::Empty { .. })));
    assert!(matches!(Reader::open(&file("text.mp4", b"dear diary, today ...")), Err(VideoError::NotAVideo { .. })));
    assert!(matches!(Reader::open(folder.path()), Err(VideoError::Unreadable { .. })));
    let sound = folder.path().join("sound.mp4");
    ffmpeg("-f lavfi -i sine=duration=0.2 -c:a aac", &sound);
    let Err(why) = Reader::open(&sound) else { panic!("sound is no picture") };
    assert!(matches!(why, VideoError::NoVideo { .. }));
    assert!(why.to_string().contains("sound.mp4") && !why.to_string().contains('\n'));
}

#[test]
fn sound_is_on_the_frames_clock() {
    // A beep from 0.5 s on.
    let (_folder, path) = made(
        "a.mp4",
        &format!(
            "{PICTURE} -f lavfi -i sine=frequency=1000:duration=0.5:sample_rate=48000 -af adelay=500 {B_FRAMES} -c:a aac -shortest"
        ),
    );
    let track = video::audio::read(&path, 0.0, 10.0).expect("decodes").expect("sound");
    let loud = track.samples.iter().position(|sample| sample.abs() > 0.05).expect("a beep");
    let t = track.start_t + loud as f64 / f64::from(track.sample_rate);
    assert!((t - 0.5).abs() < 0.01, "the beep is at {t}");
    let (_folder, silent) = made("b.mp4", &format!("{PICTURE} {B_FRAMES}"));
    assert!(video::audio::read(&silent, 0.0, 1.0).expect("decodes").is_none());
}

#[test]
fn cuts_are_exact_to_the_frame() {
    let (folder, path) = made("a.mp4", &format!("{PICTURE} -f lavfi -i sine=duration=1 {B_FRAMES} -crf 10 -c:a aac"));
    let through = all(&path);
    let out = folder.path().join("cut.mp4");
    let report = video::cut(&path, through[17].t, through[40].t, &out, 2).expect("a cut");
    assert_eq!((report.frames, report.first_t, report.last_t), (24, through[17].t, through[40].t));
    let cut = all(&out);
    assert_eq!(cut.len(), 24);
    for (i, frame) in cut.iter().enumerate() {
        assert!((frame.t - (through[17 + i].t - through[17].t)).abs() < 1e-3);
        let (a, b) = (pixels(frame), pixels(&through[17 + i]));
        let square: f64 = a.iter().zip(&b).map(|(x, y)| (f64::from(*x) - f64::from(*y)).powi(2)).sum();
        let psnr = 10.0 * (255.0f64.powi(2) / (square / a.len() as f64)).log10();
        assert!(psnr > 30.0, "frame {i}: {psnr} dB");
    }
    assert!(video::probe(&out).expect("facts").audio);
    assert!(matches!(video::cut(&path, 5.0, 6.0, &out, 1), Err(VideoError::NothingToCut { .. })));
}

#[test]
fn a_clip_that_is_not_finished_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("clip.mp4");
    let mut encoder = Encoder::create(&out, 64, 64, None).expect("an encoder");
    encoder.push_rgb(&image::RgbImage::new(64, 64), 0.0).expect("a frame");
    drop(encoder);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
    assert!(matches!(
        Encoder::create(&folder.path().join("no/such/clip.mp4"), 64, 64, None),
        Err(VideoError::Write { .. })
    ));
}

#[test]
fn threads_do_not_change_the_frames() {
    let (_folder, path) = made("a.mp4", &format!("{PICTURE} {B_FRAMES}"));
    let frames = |threads| {
        let mut reader = Reader::open_with(&path, threads).expect("a video");
        let mut sums = Vec::new();
        while let Some(frame) = reader.next_frame().expect("decodes") {
            sums.push((frame.index, pixels(&frame)));
        }
        sums
    };
    assert!(frames(1) == frames(4));
}

/// Writes a second of pictures with this sound, pushed in pieces of an odd size, and reads the sound back.
fn sound_there_and_back(sent: &[f32], sound: video::SoundCodec) -> video::AudioTrack {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("clip.mp4");
    let options = video::ClipOptions { audio_rate: Some(48_000), sound, ..video::ClipOptions::default() };
    let mut encoder = video::Encoder::create_by(&path, 64, 48, &options).expect("starts");
    for (n, piece) in sent.chunks(777).enumerate() {
        encoder.push_audio(piece).expect("takes sound");
        encoder.push_rgb(&image::RgbImage::new(64, 48), n as f64 * 777.0 / 48_000.0).expect("takes a picture");
    }
    encoder.finish().expect("ends");
    video::audio::read(&path, -1.0, 60.0).expect("reads").expect("has sound")
}

#[test]
fn every_frame_of_a_clip_comes_back_the_last_one_too() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let path = folder.path().join("clip.mp4");
    for times in [vec![0.0], vec![0.0, 1.0, 2.0], (0..40).map(|n| f64::from(n * n) / 700.0).collect()] {
        let mut encoder = video::Encoder::create(&path, 64, 48, None).expect("starts");
        for t in &times {
            encoder.push_rgb(&image::RgbImage::new(64, 48), *t).expect("takes a picture");
        }
        encoder.finish().expect("ends");
        let mut reader = video::Reader::open(&path).expect("opens");
        for t in &times {
            let frame = reader.next_frame().expect("decodes").expect("as many frames as were sent");
            assert!((frame.t - t).abs() < 1e-5, "{} instead of {t}", frame.t);
        }
        assert!(reader.next_frame().expect("decodes").is_none());
    }
}

/// Bursts of noise among quiet, as a slap makes.
fn bursts() -> Vec<f32> {
    let mut state = 1_u32;
    (0..48_000)
        .map(|n| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = f64::from(state >> 8) / f64::from(1 << 23) - 1.0;
            (0.6 * noise * (-f64::from(n % 9_600) / 300.0).exp()) as f32
        })
        .collect()
}

#[test]
fn flac_keeps_every_sample_in_its_place() {
    let sent = bursts();
    let back = sound_there_and_back(&sent, video::SoundCodec::Flac);
    assert_eq!((back.start_t, back.sample_rate, back.samples.len()), (0.0, 48_000, sent.len()));
    for (n, (there, here)) in sent.iter().zip(&back.samples).enumerate() {
        assert!((there - here).abs() <= 0.51 / 32_768.0, "sample {n}: {there} {here}");
    }
}

#[test]
fn aac_sound_lines_up_with_the_pictures() {
    let sent = bursts();
    let back = sound_there_and_back(&sent, video::SoundCodec::Aac);
    assert!(back.start_t.abs() < 1e-9, "starts at {}", back.start_t);
    let likeness = |lag: i64| -> f64 {
        (100..47_900_i64)
            .filter_map(|n| Some((sent[n as usize], back.samples.get((n + lag) as usize)?)))
            .map(|(a, b)| f64::from(a) * f64::from(*b))
            .sum()
    };
    let power: f64 = sent.iter().map(|a| f64::from(*a).powi(2)).sum();
    let best = (-60..=60).max_by(|a, b| likeness(*a).total_cmp(&likeness(*b))).expect("lags");
    assert_eq!(best, 0, "decoded sound is {best} samples late");
    assert!(likeness(0) > 0.7 * power, "{} of {power}", likeness(0));
}
