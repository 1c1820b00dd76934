//! Candidates and law in, the most probable course of the game out.
//!
//! The evidence is partial: a pile is read before and after a hand covered it, a hand is seen to come
//! and go, a live card is seen in its place and later not. [`mod@search`] finds what lay on the piles by all readings and the
//! Laws together. [`mod@course`] ties that to the hands: every change of a pile's top needs a hand that was there, every
//! taken card goes with the hand that took it, and a hand that came to a pile and changed nothing touched it.
//! [`mod@rounds`] is where rounds begin and end, and [`mod@sights`] is what the Laws ask about besides.

mod carries;
mod challenges;
pub mod course;
pub mod edits;
mod hovering;
mod laid;
pub mod questions;
mod reveal_sights;
pub mod rounds;
pub mod search;
pub mod sights;
mod stays;
mod table_sights;
mod turns;
pub mod unreadable;

pub use carries::{carried_out, unseen_carries};
pub use course::{Course, Piles, TopsEntry, course};
pub use edits::{Edit, edit};
pub use laid::{JokerLaid, jokers_laid, laid_between, laid_jokers};
pub use questions::{Question, questions};
pub use rounds::{Round, last_cards, maybe_last_cards, rounds};
pub use search::Answer;
pub use sights::{Beside, sights};
pub use turns::turns;
pub use unreadable::{Unreadable, unreadable, unseen_hands, unsure_landings};
