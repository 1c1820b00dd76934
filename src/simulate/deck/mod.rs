//! A deck's design in, pictures of its cards out: 52 faces, two jokers, one back.
//!
//! ```text
//!  design ──> face ──┬─ letter (index)      canvas ──> RgbaImage
//!                    ├─ pip    (suit signs)
//!                    └─ court  (J Q K, jokers)
//!         └─> back
//! ```
//!
//! A design is plain data and always compiled; drawing needs the cargo feature `simulate`. Nothing here is random:
//! the same design at the same size gives the same bytes. Court art, index letters and their licences:
//! `models/decks/README.md`.
//!
//! Space: centimetres on the card, origin in its middle, x to the right, y down the face.

mod design;
pub use design::*;

mod named;

#[cfg(feature = "simulate")]
mod art;
#[cfg(feature = "simulate")]
mod back;
#[cfg(feature = "simulate")]
mod canvas;
#[cfg(feature = "simulate")]
mod court;
#[cfg(feature = "simulate")]
mod face;
#[cfg(feature = "simulate")]
mod figure;
#[cfg(feature = "simulate")]
mod letter;
#[cfg(feature = "simulate")]
mod picture;
#[cfg(feature = "simulate")]
mod pip;
#[cfg(feature = "simulate")]
pub use picture::{Deck, DeckError, FACES, PIXELS_PER_CM, draw, face_index};

#[cfg(all(test, feature = "simulate"))]
mod tests;
