//! Frame truth: what the page shows is the frame whose number and time it says, read from the page's own pixels.

use crate::browser::{self, Page};
use crate::footage::{self, BITS, SIZE};
use crate::server::Server;
use serde_json::Value;
use std::path::Path;

/// Notes every frame that is shown: the number and time that the page tells, and the number that its pixels carry.
fn watch() -> String {
    format!(
        "window.frames_shown = [];
        const canvas = document.getElementById('shown');
        window.read_frame = () => {{
            const [w, h] = [{w}, {h}], scale = Math.min(canvas.width / w, canvas.height / h);
            const left = canvas.width / 2 - w * scale / 2, top = canvas.height / 2 - h * scale / 2;
            const context = canvas.getContext('2d');
            let number = 0;
            for (let bit = 0; bit < {BITS}; bit++) {{
                const x = left + (bit + 0.5) * (w / {BITS}) * scale, y = top + (h - 25) * scale;
                if (context.getImageData(Math.round(x), Math.round(y), 1, 1).data[0] > 128) number |= 1 << bit;
            }}
            return [Number(canvas.dataset.index), Number(canvas.dataset.t), number];
        }};
        new MutationObserver(() => {{
            const now = window.read_frame(), last = window.frames_shown.at(-1);
            if (!last || last[0] !== now[0] || last[2] !== now[2]) window.frames_shown.push(now);
        }}).observe(canvas, {{ attributeFilter: ['data-index'] }});",
        w = SIZE.0,
        h = SIZE.1
    )
}

/// The frames shown since the last call: told number, told time, number in the pixels.
async fn shown(page: &Page) -> Vec<(u64, f64, u64)> {
    let all = page.run("return window.frames_shown.splice(0)").await;
    let row = |row: &Value| Some((row[0].as_f64()? as u64, row[1].as_f64()?, row[2].as_f64()? as u64));
    all.as_array().expect("rows").iter().map(|r| row(r).expect("numbers")).collect()
}

fn true_to(times: &[f64], shown: &[(u64, f64, u64)], wanted: impl Iterator<Item = u64>) {
    for &(told, t, pixels) in shown {
        assert_eq!(told, pixels, "frame {told} was told, {pixels} was shown");
        // An encoder's stamp is a whole number of its ticks.
        assert!((t - times[told as usize]).abs() < 2e-4, "frame {told}: {t} told, {} true", times[told as usize]);
    }
    let numbers: Vec<u64> = shown.iter().map(|row| row.0).collect();
    assert_eq!(numbers, wanted.collect::<Vec<_>>(), "each in its turn, none skipped, none twice");
}

fn truth(times: Vec<f64>, film: impl Fn(&Path, &[f64])) {
    let root = tempfile::tempdir().expect("a folder");
    let video = root.path().join("match.mp4");
    film(&video, &times);
    footage::report(&root.path().join("report"), &video, 0.6);
    let server = Server::start(root.path());
    browser::with(&format!("http://{}/", server.address), async |page| {
        page.frame(None).await;
        page.run(&watch()).await;
        // A jump to the start, then 300 on, 300 back.
        page.run("document.querySelector('#to-start').click()").await;
        page.run("document.activeElement.blur()").await;
        let start = times.iter().rposition(|&t| t <= 0.311 + 5e-7).expect("a frame") as u64;
        page.frame(Some(start)).await;
        shown(&page).await;
        for _ in 0..6 {
            page.press(&".".repeat(50)).await;
        }
        page.frame(Some(start + 300)).await;
        true_to(&times, &shown(&page).await, start + 1..=start + 300);
        for _ in 0..6 {
            page.press(&",".repeat(50)).await;
        }
        page.frame(Some(start)).await;
        true_to(&times, &shown(&page).await, (start..start + 300).rev());
        // Jumps: through the timeline's own way of asking, and to contacts.
        for (key, t) in [("1", 0.6), ("3", 0.62), ("2", 0.611), ("4", 0.624)] {
            page.press(key).await;
            let frame = times.iter().rposition(|&at| at <= t + 1e-4).expect("a frame") as u64;
            page.frame(Some(frame)).await;
            true_to(&times, &shown(&page).await, std::iter::once(frame));
        }
        // Playing never shows a frame under another's number.
        page.press("l").await;
        tokio::time::sleep(std::time::Duration::from_millis(700)).await;
        page.press("k").await;
        let played = shown(&page).await;
        assert!(played.len() > 5, "{played:?}");
        true_to(&times, &played, played.iter().map(|row| row.0));
        assert!(played.windows(2).all(|two| two[0].0 < two[1].0), "{played:?}");
    });
}

#[test]
fn every_step_shows_its_frame() {
    truth(footage::steady(420, 240.0), footage::numbered);
}

#[test]
fn every_step_shows_its_frame_where_frames_are_uneven() {
    truth(footage::uneven(420), footage::numbered);
}

#[test]
fn every_step_shows_its_frame_the_right_way_up() {
    truth(footage::steady(420, 120.0), footage::numbered_upside_down);
}

/// A step takes this part of ffmpeg's decoding of 420 frames at most, in 95 of 100: 25 frames' worth.
const LONGEST_STEP: f64 = 25.0 / 420.0;

#[test]
fn a_step_of_full_hd_at_240_is_quick() {
    let root = tempfile::tempdir().expect("a folder");
    let video = root.path().join("match.mp4");
    let made = std::process::Command::new("ffmpeg")
        .args(["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=240:duration=1.75"])
        .args(["-c:v", "libx264", "-preset", "veryfast", "-g", "360", "-bf", "2", "-pix_fmt", "yuv420p"])
        .arg(&video)
        .status();
    assert!(made.expect("ffmpeg").success());
    footage::report(&root.path().join("report"), &video, 1.2);
    let began = std::time::Instant::now();
    let decoded =
        std::process::Command::new("ffmpeg").args(["-v", "error", "-i"]).arg(&video).args(["-f", "null", "-"]).status();
    assert!(decoded.expect("ffmpeg").success());
    let all = began.elapsed().as_secs_f64() * 1000.0;
    let server = Server::start(root.path());
    browser::with(&format!("http://{}/", server.address), async |page| {
        page.frame(None).await;
        let shown = "document.getElementById('shown').dataset";
        let step = async |key: &str| {
            let before = page.run(&format!("return {shown}.index")).await;
            let before = before.as_str().expect("a frame").to_owned();
            page.press(key).await;
            page.until(&format!("{shown}.index !== '{before}' && {shown}.took")).await;
            let ms = page.run(&format!("return {shown}.took")).await;
            ms.as_str().and_then(|ms| ms.parse::<f64>().ok()).expect("milliseconds")
        };
        let mut all_took: Vec<(&str, Vec<f64>)> = Vec::new();
        for (name, key) in [("on", "."), ("back", ",")] {
            let mut took = Vec::new();
            for _ in 0..60 {
                took.push(step(key).await);
            }
            all_took.push((name, took));
        }
        // After jumps all over the recording, its groups of pictures begin at 0 and 360: the first step counts like the others.
        page.press("t").await;
        for (name, key) in [("on after a jump", "."), ("back after a jump", ",")] {
            let mut took = Vec::new();
            for part in [0.9, 0.2, 0.55, 0.61, 0.35, 0.97, 0.1, 0.75] {
                let before = page.run(&format!("return {shown}.index")).await;
                page.run(&format!(
                    "const c = document.getElementById('timeline'), box = c.getBoundingClientRect();
                    c.setPointerCapture = () => {{}};
                    for (const type of ['pointerdown', 'pointerup']) c.dispatchEvent(new PointerEvent(type, {{pointerId: 1,
                        clientX: box.left + 92 + {part} * (box.width - 100), clientY: box.top + 30}}))"
                ))
                .await;
                page.until(&format!("{shown}.index !== {before}")).await;
                for _ in 0..5 {
                    took.push(step(key).await);
                }
            }
            all_took.push((name, took));
        }
        let mut figures = Vec::new();
        for (name, mut took) in all_took {
            took.sort_by(f64::total_cmp);
            figures.push((name, took[took.len() / 2], took[took.len() * 95 / 100], took[took.len() - 1]));
        }
        println!(
            "steps of 1920x1080 at 240, median, 95 %, slowest, ms: {figures:?}; ffmpeg decodes all in {all:.0} ms"
        );
        // Against what the machine does beside: 50 ms where ffmpeg takes 1.2 s. The slowest is printed and not asserted, as a machine
        // that does other work may stop one of them at any time.
        assert!(
            figures.iter().all(|figure| figure.2 < LONGEST_STEP * all),
            "{figures:?} where ffmpeg takes {all:.0} ms"
        );
    });
}
