//! Words everybody shares: cards, seats, media time and spaces. No input or output.
//!
//! # Glossary (the Laws' own words, with the clause that defines them)
//!
//! - **Foundation Pile** (A.4.1): the ten cards, 4-3-2-1, a player plays from.
//! - **Live Card** (A.4.2): the face-up top of any part of a Foundation Pile.
//! - **Boundary** (A.4.3): the marked line beyond which only one playable card may be.
//! - **Draw Deck** (A.4.4): a player's face-down reserve.
//! - **Centre Piles** (A.4.5): the two shared piles; left and right as Player 1 sees them.
//! - **Slap** (A.4.6): the challenge when both Centre Piles show the same rank.
//! - **Reveal** (A.4.11): turning the top of a Draw Deck onto a Centre Pile.
//! - **Hand**: a limb, never a player's cards.
//! - **Contact**: a carried card first touches a pile. **Touch**: a hand first touches a pile.
//! - **Play** (D.7.2): the release of a card that is in contact with a pile.

pub mod cards;
pub mod colour;
pub mod mixture;
pub mod order;
pub mod seats;
pub mod skeleton;
pub mod spaces;
pub mod time;

pub use cards::{Card, Rank, Suit};
pub use mixture::Part;
pub use seats::{HandSide, Pile, Player, Side};
pub use skeleton::{BONES, TIPS, forearm_covers, hand_covers};
pub use spaces::{Homography, Image, Point, Table};
pub use time::{Clock, Measured, TimeScale};
