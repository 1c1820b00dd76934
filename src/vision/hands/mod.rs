//! Hands: found by the palm model, followed by the landmark model, owned by a player.
//!
//! [`HandTracker`] goes through frames in order and keeps numbered tracks; [`owner`] then says whose
//! hand each track is, over the whole recording, because one frame may mislead.

pub mod flow;
pub mod landmark;
pub mod owner;
pub mod palm;
pub mod photo;
pub mod roi;
mod soft;
mod still;
pub mod surplus;
pub mod tracker;

pub use flow::HandFlow;
pub use owner::{Ownership, assign};
pub use surplus::surplus;
pub use tracker::{HandTracker, RawHand};
