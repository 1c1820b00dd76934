//! The back of a card: a border of card stock, a ground, a pattern that looks the same turned by half.

use super::canvas::{Canvas, circle, polygon, rounded};
use super::{Back, BackPattern, Design};
use std::f32::consts::{PI, TAU};
use tiny_skia::{Path, PathBuilder, Transform};

const HERE: Transform = Transform { sx: 1.0, kx: 0.0, ky: 0.0, sy: 1.0, tx: 0.0, ty: 0.0 };

/// Prints the back; the caller cuts the card's corners.
pub fn print(canvas: &mut Canvas, design: &Design) {
    let back = &design.back;
    let half = canvas.size_cm().map(|x| x / 2.0);
    canvas.fill(&rounded(half, 0.0), HERE, back.border);
    let border = (back.border_cm as f32).clamp(0.0, 0.4 * half[0]);
    let inner = half.map(|h| h - border);
    let radius = if border > 0.0 { (design.corner_cm as f32 - 0.4 * border).max(0.05) } else { 0.0 };
    let panel = rounded(inner, radius);

    let mut sheet = canvas.sheet();
    sheet.fill(&panel, HERE, back.ground);
    pattern(&mut sheet, back, inner);
    let mut mask = canvas.sheet();
    mask.fill(&panel, HERE, back.ground);
    sheet.keep_under(&mask);
    canvas.lay(&sheet);
    // The frame between pattern and border, and one inside it, as most printed backs have.
    if border > 0.0 && !matches!(back.pattern, BackPattern::Plain | BackPattern::Diamonds) {
        canvas.line(&rounded(inner.map(|x| x - 0.1), radius), 0.05, HERE, back.ink);
    }
}

fn pattern(sheet: &mut Canvas, back: &Back, half: [f32; 2]) {
    let pitch = (back.pitch_cm as f32).clamp(0.08, 4.0);
    let ink = back.ink;
    let cells = |step: [f32; 2]| {
        let [nx, ny] = [0, 1].map(|i| (half[i] / step[i]).ceil() as i32 + 1);
        (-ny..=ny).flat_map(move |y| (-nx..=nx).map(move |x| (x, y)))
    };
    match back.pattern {
        BackPattern::Plain => {}
        BackPattern::Lattice => {
            let reach = half[0] + half[1];
            let n = (reach / pitch).ceil() as i32;
            for i in -n..=n {
                let x = i as f32 * pitch;
                for lean in [-half[1], half[1]] {
                    if let Some(line) = polygon(&[[x - lean, -half[1]], [x + lean, half[1]]]) {
                        sheet.line(&line, 0.16 * pitch, HERE, ink);
                    }
                }
            }
            for (x, y) in cells([pitch, pitch]) {
                let odd = (y & 1) as f32 * 0.5;
                let at = [(x as f32 + odd) * pitch, (0.5 * y as f32 + 0.5) * pitch];
                sheet.fill(&circle(at, 0.13 * pitch), HERE, ink);
            }
        }
        BackPattern::Diamonds => {
            let r = 0.46 * pitch;
            for (x, y) in cells([pitch, pitch]) {
                let at = [x as f32 * pitch, y as f32 * pitch];
                if let Some(p) =
                    polygon(&[[at[0], at[1] - r], [at[0] + r, at[1]], [at[0], at[1] + r], [at[0] - r, at[1]]])
                {
                    sheet.fill(&p, HERE, ink);
                }
            }
        }
        BackPattern::Dots => {
            for (x, y) in cells([pitch, pitch * 0.5]) {
                let odd = (y & 1) as f32 * 0.5;
                sheet.fill(&circle([(x as f32 + odd) * pitch, y as f32 * 0.5 * pitch], 0.17 * pitch), HERE, ink);
            }
        }
        BackPattern::Scales => {
            // Two halves that face away from the middle, so that the back has no upper end.
            for (x, y) in cells([pitch, 0.5 * pitch]).filter(|(_, y)| *y >= 0) {
                let odd = (y & 1) as f32 * 0.5;
                for turn in [1.0, -1.0] {
                    let at = [turn * (x as f32 + odd) * pitch, turn * y as f32 * 0.5 * pitch];
                    for r in [0.5, 0.32, 0.14] {
                        sheet.line(&arc(at, r * pitch, turn), 0.07 * pitch, HERE, ink);
                    }
                }
            }
        }
        BackPattern::Stripes => {
            let n = (half[0] / pitch).ceil() as i32;
            for i in -n..=n {
                let x = i as f32 * pitch;
                for (off, width) in [(0.0, 0.34), (0.5, 0.08)] {
                    let x = x + off * pitch;
                    if let Some(line) = polygon(&[[x, -half[1]], [x, half[1]]]) {
                        sheet.line(&line, width * pitch, HERE, ink);
                    }
                }
            }
        }
        BackPattern::Concentric => {
            let n = (half[0] / pitch).floor() as i32;
            for i in 0..=n {
                let r = half.map(|h| h - (i as f32 + 0.55) * pitch);
                if r[0] > 0.04 && r[1] > 0.04 {
                    let width = if i % 2 == 0 { 0.3 } else { 0.12 };
                    sheet.line(&rounded(r, 0.3 * pitch), width * pitch, HERE, ink);
                }
            }
            sheet.fill(&star([0.0, 0.0], pitch * 0.9, 8), HERE, ink);
        }
        BackPattern::Chevrons => {
            // Each half points at the middle; beside it the lines of both halves meet.
            let step = 0.8 * pitch;
            let [below, above] = [half[0], half[1]].map(|x| (x / step).ceil() as i32);
            for i in -below..=above {
                let tip = i as f32 * step;
                for (turn, side) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
                    let from = (-tip).max(0.0);
                    let [a, b] = [from, half[0]].map(|x| [side * x, turn * (tip + x)]);
                    if let Some(line) = polygon(&[a, b]) {
                        sheet.line(&line, 0.22 * pitch, HERE, ink);
                    }
                }
            }
        }
        BackPattern::Rosette => {
            // Engine-turned rings as on banknotes: circles whose radius swings along the way.
            let rings = (half[1] / (0.55 * pitch)).ceil() as i32;
            for i in 1..=rings {
                let r = i as f32 * 0.55 * pitch;
                for phase in [0.0, PI] {
                    sheet.line(&ring(r, 0.3 * pitch, 12, phase), 0.06 * pitch, HERE, ink);
                }
            }
            sheet.fill(&star([0.0, 0.0], 0.6 * pitch, 12), HERE, ink);
        }
    }
}

/// A half circle that opens towards `turn` (1 down).
fn arc(at: [f32; 2], radius: f32, turn: f32) -> Path {
    let k = radius * 4.0 / 3.0;
    let mut p = PathBuilder::new();
    p.move_to(at[0] - radius, at[1]);
    p.cubic_to(at[0] - radius, at[1] + turn * k, at[0] + radius, at[1] + turn * k, at[0] + radius, at[1]);
    p.finish().expect("an arc has an outline")
}

fn ring(radius: f32, swing: f32, waves: u32, phase: f32) -> Path {
    let steps = 16 * waves;
    let points: Vec<[f32; 2]> = (0..steps)
        .map(|i| {
            let a = TAU * i as f32 / steps as f32;
            let r = radius + swing * (a * waves as f32 + phase).sin();
            [r * a.cos(), r * a.sin()]
        })
        .collect();
    polygon(&points).expect("a ring has an outline")
}

fn star(at: [f32; 2], radius: f32, points: u32) -> Path {
    let corners: Vec<[f32; 2]> = (0..2 * points)
        .map(|i| {
            let a = PI * i as f32 / points as f32;
            let r = if i % 2 == 0 { radius } else { 0.45 * radius };
            [at[0] + r * a.sin(), at[1] - r * a.cos()]
        })
        .collect();
    polygon(&corners).expect("a star has an outline")
}
