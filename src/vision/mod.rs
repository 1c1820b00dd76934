//! A frame in, observations out: cards and hands, in the picture and on the table; and sound in, impacts out.
//!
//! The room does not know what a play or a slap is; it says what it sees, with how sure it is, and
//! what it cannot see.

pub mod cards;
pub mod cloth;
pub mod crop;
pub mod hands;
pub mod light;
mod middle;
pub mod models;
pub mod piles;
pub mod shake;
pub mod sound;

pub use models::{Models, VisionError};
