//! Letters of an index: text in, one outline out, its capitals one unit high.

use super::Letters;
use super::art::{art, outline};
use tiny_skia::{LineCap, Path, PathBuilder, Stroke, Transform};
use ttf_parser::{Face, OutlineBuilder};

const SANS: &[u8] = include_bytes!("../../../models/decks/fonts/sans.ttf");
const SERIF: &[u8] = include_bytes!("../../../models/decks/fonts/serif.ttf");
const SLAB: &[u8] = include_bytes!("../../../models/decks/fonts/slab.otf");

/// Text with its capitals from y = -0.5 to 0.5 (down), its ink centred about x = 0. `None` when a letter is not in
/// the font.
pub fn text(letters: Letters, text: &str) -> Option<Path> {
    let path = match letters {
        Letters::Sans => typeset(SANS, text),
        Letters::Serif => typeset(SERIF, text),
        Letters::Slab => typeset(SLAB, text),
        Letters::Engraved => match art().index.get(text) {
            Some(line) => engraved(line),
            // Kennard drew the thirteen ranks only; "JOKER" borrows the letters nearest to his.
            None => typeset(SERIF, text),
        },
    }?;
    let bounds = path.bounds();
    path.transform(Transform::from_translate(-(bounds.left() + bounds.right()) / 2.0, 0.0))
}

fn engraved(line: &str) -> Option<Path> {
    let stroke = Stroke { width: 80.0, line_cap: LineCap::Square, miter_limit: 1.5, ..Stroke::default() };
    outline(line)?.stroke(&stroke, 1.0)?.transform(Transform::from_scale(1e-3, 1e-3))
}

fn typeset(font: &[u8], text: &str) -> Option<Path> {
    let face = Face::parse(font, 0).ok()?;
    let capital = face.glyph_index('K').and_then(|glyph| face.glyph_bounding_box(glyph))?;
    let mut pen = Pen { path: PathBuilder::new(), at: 0.0 };
    for letter in text.chars() {
        let glyph = face.glyph_index(letter)?;
        face.outline_glyph(glyph, &mut pen)?;
        // "10" is set closer than in running text, as on cards.
        let tight = if text == "10" { 0.9 } else { 1.0 };
        pen.at += tight * f32::from(face.glyph_hor_advance(glyph)?);
    }
    let unit = 1.0 / f32::from(capital.y_max);
    pen.path.finish()?.transform(Transform::from_row(unit, 0.0, 0.0, -unit, 0.0, 0.5))
}

/// Lays glyphs side by side.
struct Pen {
    path: PathBuilder,
    at: f32,
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(x + self.at, y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(x + self.at, y);
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(x1 + self.at, y1, x + self.at, y);
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.cubic_to(x1 + self.at, y1, x2 + self.at, y2, x + self.at, y);
    }
    fn close(&mut self) {
        self.path.close();
    }
}
