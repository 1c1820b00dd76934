//! Camera and table: which pixel lies where on the mats.
//!
//! In: a [`Layout`] (what is drawn on the mats, in centimetres) and pictures or named points.
//! Out: a [`Calibration`]. It knows nothing of files of video, hands or cards.

pub mod camera;
pub mod layout;

pub use camera::{Calibration, Distortion, Method};
pub use layout::{Layout, Zone};
