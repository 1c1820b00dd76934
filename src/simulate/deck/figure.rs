//! Flat court figures of few shapes, drawn for this project: a king with crown, beard and sword; a queen with
//! a tiara, long hair and a flower; a jack with a feathered cap and a staff. A joker with a cap of bells.
//!
//! A half figure is drawn in units of half the panel's height: x from about -0.7 to 0.7, y from -1 (top) to the
//! slanted line through the middle where its double begins.

use super::canvas::{Canvas, block, circle, polygon, rounded};
use super::pip::sign;
use super::{Design, Ink};
use tiny_skia::{Path, PathBuilder, Transform};

const SKIN: Ink = [248, 214, 184];

/// A half figure being printed on its own sheet.
struct Pen<'a> {
    sheet: &'a mut Canvas,
    scale: Transform,
    line: Ink,
}

impl Pen<'_> {
    /// Fills a shape and outlines it.
    fn shape(&mut self, path: &Path, ink: Ink) {
        self.sheet.fill(path, self.scale, ink);
        self.sheet.line(path, 0.012, self.scale, self.line);
    }

    fn polygon(&mut self, points: &[[f32; 2]], ink: Ink) {
        if let Some(path) = polygon(points) {
            self.shape(&path, ink);
        }
    }

    fn stroke(&mut self, points: &[[f32; 2]], width: f32, ink: Ink) {
        let mut p = PathBuilder::new();
        for (i, [x, y]) in points.iter().enumerate() {
            if i == 0 { p.move_to(*x, *y) } else { p.line_to(*x, *y) }
        }
        if let Some(path) = p.finish() {
            self.sheet.line(&path, width, self.scale, ink);
        }
    }
}

/// The panel of a flat court card; arguments as for [`super::court::print`].
pub fn court(canvas: &mut Canvas, design: &Design, rank: usize, suit: usize, half: [f32; 2]) {
    let mut sheet = canvas.sheet();
    // Units are square even where the panel is narrow, so that faces stay round.
    let unit = half[1].min(half[0] / 0.62);
    let mut pen = Pen { sheet: &mut sheet, scale: Transform::from_scale(unit, unit), line: design.suits[3] };
    let [gold, red, blue] = [design.court.gold, design.court.red, design.court.blue];
    let inks = match suit {
        1 | 2 => [red, gold, blue],
        _ => [blue, gold, red],
    };
    let high = half[1] / unit;
    let lift = -0.62 * high;
    body(&mut pen, rank, inks, half[0] / unit, lift);
    match rank {
        0 => jack(&mut pen, inks, lift),
        1 => queen(&mut pen, inks, lift),
        _ => king(&mut pen, inks, lift),
    }
    let pip = sign(design.pips.shapes, suit);
    let corner = Transform::from_scale(0.2, 0.2).post_translate(0.16 - half[0] / unit, -high + 0.16);
    pen.sheet.fill(&pip, corner.post_scale(unit, unit), design.suits[suit]);
    // Each half ends at the slanted line; the other is the same, turned.
    let mut mask = canvas.sheet();
    let [w, h] = half;
    if let Some(upper) = polygon(&[[-w, -h], [w, -h], [w, -0.1 * h], [-w, 0.1 * h]]) {
        mask.fill(&upper, Transform::identity(), design.paper);
    }
    sheet.keep_under(&mask);
    let turned = sheet.turned();
    canvas.lay(&sheet);
    canvas.lay(&turned);
    if let Some(band) = polygon(&[[-w, 0.1 * h], [w, -0.1 * h]]) {
        canvas.line(&band, 0.1, Transform::identity(), inks[1]);
        canvas.line(&band, 0.025, Transform::identity(), design.suits[3]);
    }
}

/// Shoulders, robe and what is on it.
fn body(pen: &mut Pen, rank: usize, [robe, trim, second]: [Ink; 3], side: f32, lift: f32) {
    let neck = lift + 0.24;
    pen.polygon(
        &[[-0.16, neck], [0.16, neck], [side, neck + 0.3], [side, 0.5], [-side, 0.5], [-side, neck + 0.3]],
        robe,
    );
    match rank {
        // A buttoned coat, a collar of ermine, a broad chain: told apart without their heads, too.
        0 => {
            pen.polygon(&[[-0.11, neck], [0.11, neck], [0.11, 0.5], [-0.11, 0.5]], second);
            for i in 0..5 {
                pen.shape(&circle([0.0, neck + 0.1 + 0.13 * i as f32], 0.03), trim);
            }
        }
        1 => {
            pen.polygon(
                &[
                    [-0.22, neck],
                    [0.0, neck + 0.34],
                    [0.22, neck],
                    [0.3, neck + 0.1],
                    [0.0, neck + 0.56],
                    [-0.3, neck + 0.1],
                ],
                trim,
            );
            for x in [-0.42, -0.26, 0.26, 0.42] {
                pen.shape(&circle([x, neck + 0.46], 0.055), second);
            }
        }
        _ => {
            pen.polygon(
                &[
                    [-0.2, neck],
                    [0.2, neck],
                    [0.48, neck + 0.18],
                    [0.36, neck + 0.34],
                    [-0.36, neck + 0.34],
                    [-0.48, neck + 0.18],
                ],
                [252, 250, 244],
            );
            for x in [-0.28, -0.1, 0.1, 0.28] {
                pen.polygon(&[[x, neck + 0.16], [x + 0.03, neck + 0.26], [x - 0.03, neck + 0.26]], pen.line);
            }
            pen.polygon(&[[-0.14, neck + 0.34], [0.14, neck + 0.34], [0.14, 0.5], [-0.14, 0.5]], trim);
        }
    }
}

fn face(pen: &mut Pen, lift: f32) {
    let mut p = PathBuilder::new();
    p.move_to(-0.17, lift - 0.1);
    p.cubic_to(-0.18, lift + 0.1, -0.1, lift + 0.22, 0.0, lift + 0.22);
    p.cubic_to(0.1, lift + 0.22, 0.18, lift + 0.1, 0.17, lift - 0.1);
    p.close();
    if let Some(path) = p.finish() {
        pen.shape(&path, SKIN);
    }
    let line = pen.line;
    for x in [-0.075, 0.075] {
        pen.stroke(&[[x - 0.035, lift - 0.045], [x + 0.035, lift - 0.045]], 0.014, line);
        pen.shape(&circle([x, lift - 0.005], 0.014), line);
    }
    pen.stroke(&[[0.0, lift - 0.01], [0.02, lift + 0.07], [-0.012, lift + 0.07]], 0.012, line);
    pen.stroke(&[[-0.045, lift + 0.125], [0.045, lift + 0.125]], 0.018, [170, 50, 50]);
}

fn jack(pen: &mut Pen, [robe, trim, second]: [Ink; 3], lift: f32) {
    // Bobbed hair behind the face, a flat cap with a feather, a staff.
    pen.shape(&rounded([0.23, 0.2], 0.08).transform(Transform::from_translate(0.0, lift)).expect("finite"), trim);
    face(pen, lift);
    pen.polygon(
        &[[-0.3, lift - 0.1], [0.26, lift - 0.14], [0.28, lift - 0.24], [-0.12, lift - 0.31], [-0.32, lift - 0.22]],
        robe,
    );
    pen.polygon(&[[-0.3, lift - 0.1], [0.26, lift - 0.14], [0.265, lift - 0.18], [-0.31, lift - 0.14]], second);
    let mut p = PathBuilder::new();
    p.move_to(0.2, lift - 0.2);
    p.cubic_to(0.36, lift - 0.36, 0.5, lift - 0.2, 0.46, lift + 0.04);
    p.cubic_to(0.42, lift - 0.1, 0.34, lift - 0.18, 0.2, lift - 0.2);
    p.close();
    if let Some(path) = p.finish() {
        pen.shape(&path, second);
    }
    pen.polygon(&[[0.5, lift + 0.12], [0.54, lift + 0.12], [0.54, 0.4], [0.5, 0.4]], trim);
    pen.polygon(&[[0.52, lift - 0.06], [0.6, lift + 0.1], [0.52, lift + 0.16], [0.44, lift + 0.1]], second);
    pen.shape(&circle([0.52, lift + 0.56], 0.07), SKIN);
}

fn queen(pen: &mut Pen, [_, trim, second]: [Ink; 3], lift: f32) {
    // Hair down to the shoulders, a tiara of three pearls under a veil, a flower in the hand.
    let mut p = PathBuilder::new();
    p.move_to(0.0, lift - 0.26);
    p.cubic_to(-0.3, lift - 0.26, -0.28, lift + 0.1, -0.36, lift + 0.42);
    p.line_to(0.36, lift + 0.42);
    p.cubic_to(0.28, lift + 0.1, 0.3, lift - 0.26, 0.0, lift - 0.26);
    p.close();
    if let Some(path) = p.finish() {
        pen.shape(&path, [120, 70, 36]);
    }
    pen.polygon(&[[-0.1, lift + 0.16], [0.1, lift + 0.16], [0.17, lift + 0.43], [-0.17, lift + 0.43]], SKIN);
    face(pen, lift);
    pen.polygon(
        &[
            [-0.2, lift - 0.1],
            [-0.24, lift - 0.24],
            [-0.1, lift - 0.19],
            [0.0, lift - 0.3],
            [0.1, lift - 0.19],
            [0.24, lift - 0.24],
            [0.2, lift - 0.1],
        ],
        trim,
    );
    for (x, y) in [(-0.24, -0.26), (0.0, -0.32), (0.24, -0.26)] {
        pen.shape(&circle([x, lift + y], 0.032), [252, 250, 244]);
    }
    pen.stroke(&[[0.46, lift + 0.6], [0.46, lift + 0.2]], 0.025, [30, 110, 50]);
    for i in 0..6 {
        let a = i as f32 * std::f32::consts::FRAC_PI_3;
        pen.shape(&circle([0.46 + 0.085 * a.cos(), lift + 0.12 + 0.085 * a.sin()], 0.055), second);
    }
    pen.shape(&circle([0.46, lift + 0.12], 0.05), trim);
    pen.shape(&circle([0.44, lift + 0.6], 0.07), SKIN);
}

fn king(pen: &mut Pen, [_, trim, second]: [Ink; 3], lift: f32) {
    // A beard around the face, a tall crown with points and cross, an upright sword.
    let beard: Ink = [214, 206, 196];
    let mut p = PathBuilder::new();
    p.move_to(-0.24, lift - 0.12);
    p.cubic_to(-0.26, lift + 0.2, -0.18, lift + 0.42, 0.0, lift + 0.46);
    p.cubic_to(0.18, lift + 0.42, 0.26, lift + 0.2, 0.24, lift - 0.12);
    p.close();
    if let Some(path) = p.finish() {
        pen.shape(&path, beard);
    }
    face(pen, lift);
    pen.polygon(&[[-0.13, lift + 0.12], [0.0, lift + 0.075], [0.13, lift + 0.12], [0.0, lift + 0.11]], beard);
    pen.polygon(
        &[
            [-0.24, lift - 0.1],
            [-0.3, lift - 0.36],
            [-0.15, lift - 0.24],
            [0.0, lift - 0.4],
            [0.15, lift - 0.24],
            [0.3, lift - 0.36],
            [0.24, lift - 0.1],
        ],
        trim,
    );
    pen.polygon(&[[-0.24, lift - 0.1], [0.24, lift - 0.1], [0.25, lift - 0.16], [-0.25, lift - 0.16]], second);
    pen.polygon(
        &[[0.5, lift + 0.46], [0.5, lift - 0.2], [0.535, lift - 0.28], [0.57, lift - 0.2], [0.57, lift + 0.46]],
        [206, 212, 222],
    );
    pen.polygon(&[[0.4, lift + 0.46], [0.67, lift + 0.46], [0.67, lift + 0.51], [0.4, lift + 0.51]], trim);
    pen.shape(&circle([0.535, lift + 0.58], 0.075), SKIN);
}

/// A joker's head in a field about the card's middle.
pub fn joker(canvas: &mut Canvas, design: &Design, which: usize, half: [f32; 2]) {
    let black = design.suits[3];
    let [a, b, c] = match which {
        0 => [design.court.red, design.court.blue, design.court.gold],
        _ => [black, [150, 150, 154], [214, 214, 216]],
    };
    let unit = half[0].min(half[1] / 1.2);
    let mut pen = Pen { sheet: canvas, scale: Transform::from_scale(unit, unit), line: black };
    // Three horns of the cap, each with its bell; the collar; the face.
    for (tip, from, to, ink) in [
        ([-0.78f32, -0.1f32], [-0.36f32, -0.02f32], [-0.1f32, -0.36f32], a),
        ([0.78, -0.1], [0.36, -0.02], [0.1, -0.36], b),
        ([0.0, -1.0], [-0.34, -0.1], [0.34, -0.1], c),
    ] {
        let mut p = PathBuilder::new();
        p.move_to(from[0], from[1]);
        p.quad_to((from[0] + tip[0]) / 2.0, tip[1] - 0.3, tip[0], tip[1]);
        p.quad_to((to[0] + 2.0 * tip[0]) / 3.0, tip[1].min(to[1]) - 0.36, to[0], to[1]);
        p.close();
        if let Some(path) = p.finish() {
            pen.shape(&path, ink);
        }
        pen.shape(&circle(tip, 0.08), c);
    }
    let collar: Vec<[f32; 2]> = (0..=12)
        .map(|i| {
            let x = -0.72 + 0.12 * i as f32;
            [x, if i % 2 == 0 { 0.86 } else { 0.62 }]
        })
        .chain([[0.24, 0.36], [-0.24, 0.36]])
        .collect();
    pen.polygon(&collar, a);
    pen.scale = pen.scale.pre_scale(1.7, 1.7);
    face(&mut pen, 0.05);
    pen.polygon(&[[-0.2, -0.02], [0.2, -0.02], [0.2, -0.08], [-0.2, -0.08]], c);
    pen.shape(&block([0.0, 0.245], [0.1, 0.015]), b);
}
