//! Outlines shipped in `models/decks/letele/cards.json`: court cards, jokers, index letters, suit signs.
//!
//! After Adrian Kennard's SVG cards (CC0 1.0), as packed by Letele Motebang; `models/decks/make.py` makes the file.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;
use svgtypes::{SimplePathSegment, SimplifyingPathParser};
use tiny_skia::{Path, PathBuilder};

/// Height of the field of a figure and its width, in its own units; origin at the top left.
pub const FIELD: [f32; 2] = [1300.0, 2000.0];

/// Everything in the file.
#[derive(Deserialize)]
pub struct Art {
    /// Lines of index letters by rank, in a box from -500 to 500, to be drawn 80 thick.
    pub index: BTreeMap<String, String>,
    /// Outlines of suit signs by suit (`C D H S`), in a box from -600 to 600.
    pub pips: BTreeMap<String, String>,
    /// Figures by suit and rank (`CJ`); the half for one way up, field as [`FIELD`].
    pub courts: BTreeMap<String, Figure>,
    /// Two jokers, the first in colours.
    pub jokers: Vec<Figure>,
}

/// One figure.
#[derive(Deserialize)]
pub struct Figure {
    /// At which corner of the panel the suit's sign stands: `left` or `right`.
    pub corner: Option<String>,
    /// What to print, bottom first.
    pub layers: Vec<Layer>,
}

/// One printing.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Layer {
    /// An outline.
    Shape {
        /// Which ink: `gold`, `red`, `blue`, `black`, `white`.
        paint: String,
        /// Thickness of the line; 0 fills the outline.
        stroke: f32,
        /// SVG path data.
        d: String,
    },
    /// The suit's sign.
    Sign {
        /// From the sign's box to the field: a b c d e f as SVG writes matrices.
        sign: [f32; 6],
    },
}

/// The file as read; the same for the whole run of the program.
pub fn art() -> &'static Art {
    static ART: OnceLock<Art> = OnceLock::new();
    ART.get_or_init(|| {
        let file = include_bytes!("../../../models/decks/letele/cards.json");
        // It is part of the program and read by its tests, so that it parses is no matter of input.
        serde_json::from_slice(file).expect("shipped card art is well formed")
    })
}

/// SVG path data as a path; `None` for data that enclose nothing or are no path.
pub fn outline(data: &str) -> Option<Path> {
    let mut p = PathBuilder::new();
    for segment in SimplifyingPathParser::from(data) {
        match segment.ok()? {
            SimplePathSegment::MoveTo { x, y } => p.move_to(x as f32, y as f32),
            SimplePathSegment::LineTo { x, y } => p.line_to(x as f32, y as f32),
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                p.quad_to(x1 as f32, y1 as f32, x as f32, y as f32);
            }
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                p.cubic_to(x1 as f32, y1 as f32, x2 as f32, y2 as f32, x as f32, y as f32);
            }
            SimplePathSegment::ClosePath => p.close(),
        }
    }
    p.finish()
}
