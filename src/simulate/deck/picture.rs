//! Drawing a whole deck: one picture a face, one for the back.

use super::canvas::{Canvas, rounded};
use super::face::{self, Card};
use super::{Design, back};
use crate::base::{Rank, Suit};
use image::RgbaImage;
use rayon::prelude::*;
use tiny_skia::Transform;

/// Faces of a deck: 52 cards and two jokers.
pub const FACES: usize = 54;

/// Sizes at which a deck can be drawn.
pub const PIXELS_PER_CM: std::ops::RangeInclusive<f64> = 2.0..=400.0;

/// A deck's pictures. Straight (not multiplied) alpha; transparent outside the rounded corners.
pub struct Deck {
    /// Faces: A, 2 … K of clubs, then of diamonds, of hearts, of spades; the coloured joker, the other joker. Their
    /// upper end is the picture's.
    pub faces: Vec<RgbaImage>,
    /// The back all of them share.
    pub back: RgbaImage,
}

/// Why a deck could not be drawn.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DeckError {
    /// Too small or too large a picture.
    #[error("a deck is drawn at 2 to 400 pixels a centimetre, not at {0}")]
    Size(f64),
    /// A length of the design that no card can have.
    #[error("{what} of the deck's design is {value}: not between {low} and {high} cm")]
    Length {
        /// Which, as in the design.
        what: &'static str,
        /// What it is.
        value: f64,
        /// The least it can be.
        low: f64,
        /// The most it can be.
        high: f64,
    },
}

/// Where a card stands in [`Deck::faces`]; the joker of red suits is the coloured one.
pub fn face_index(rank: Rank, suit: Suit) -> usize {
    let suit = match suit {
        Suit::Clubs => 0,
        Suit::Diamonds => 1,
        Suit::Hearts => 2,
        Suit::Spades => 3,
    };
    match Rank::STANDARD.iter().position(|r| *r == rank) {
        Some(rank) => 13 * suit + rank,
        None => 52 + usize::from(suit == 0 || suit == 3),
    }
}

/// Draws all cards of a design. Deterministic, whatever the number of threads.
///
/// # Errors
/// [`DeckError`] for a size or a length of the design out of bounds.
pub fn draw(design: &Design, pixels_per_cm: f64) -> Result<Deck, DeckError> {
    if !PIXELS_PER_CM.contains(&pixels_per_cm) {
        return Err(DeckError::Size(pixels_per_cm));
    }
    check(design)?;
    let size_cm = design.size.cm();
    let cut = |print: &dyn Fn(&mut Canvas)| {
        let mut canvas = Canvas::new(size_cm, pixels_per_cm).ok_or(DeckError::Size(pixels_per_cm))?;
        print(&mut canvas);
        let mut outline = canvas.sheet();
        let half = canvas.size_cm().map(|x| x / 2.0);
        outline.fill(&rounded(half, design.corner_cm as f32), Transform::identity(), design.paper);
        canvas.keep_under(&outline);
        Ok(canvas.picture())
    };
    let faces = (0..FACES)
        .into_par_iter()
        .map(|i| {
            let card = match i {
                0..52 => Card::Standard { rank: i % 13, suit: i / 13 },
                _ => Card::Joker(i - 52),
            };
            cut(&|canvas| face::print(canvas, design, card))
        })
        .collect::<Result<_, _>>()?;
    let back = cut(&|canvas| back::print(canvas, design))?;
    Ok(Deck { faces, back })
}

fn check(design: &Design) -> Result<(), DeckError> {
    let bounds = [
        ("corner_cm", design.corner_cm, 0.0, 2.0),
        ("index.height_cm", design.index.height_cm, 0.2, 4.0),
        ("index.breadth", design.index.breadth, 0.3, 2.0),
        ("index.pip_cm", design.index.pip_cm, 0.0, 3.0),
        ("index.margin_cm across", design.index.margin_cm[0], 0.0, 2.0),
        ("index.margin_cm down", design.index.margin_cm[1], 0.0, 2.0),
        ("pips.height_cm", design.pips.height_cm, 0.2, 5.0),
        ("pips.ace_cm", design.pips.ace_cm, 0.2, 5.0),
        ("back.border_cm", design.back.border_cm, 0.0, 2.0),
        ("back.pitch_cm", design.back.pitch_cm, 0.08, 4.0),
    ];
    for (what, value, low, high) in bounds {
        if !(low..=high).contains(&value) {
            return Err(DeckError::Length { what, value, low, high });
        }
    }
    Ok(())
}
