//! Camera and table: which pixel lies where on the mats.
//!
//! In: a [`Layout`] (what is drawn on the mats, in centimetres) and pictures or named points.
//! Out: a [`Calibration`]. It knows nothing of files of video, hands or cards.
//!
//! - [`layout`]: what is drawn on the mats; the reference reading; what a layout must not be.
//! - [`lines`]: from pictures alone, by the mats' outlines and zone lines.
//! - [`points`]: from named points.
//! - [`mod@file`]: reads and writes `calibration.json`.
//! - [`drift`]: whether camera and mats still lie as they did.
//! - [`mats`]: how each mat lies, picture after picture.
//! - [`mod@overlay`]: the picture that shows a person whether it fits.
//! - [`camera_profile`]: what a camera set-up can tell, from a recording of it.

pub mod camera;
pub mod camera_profile;
pub mod drift;
pub mod error;
pub mod file;
pub mod layout;
pub mod lines;
pub mod mats;
pub mod overlay;
pub mod points;
pub mod sides;

pub use camera::{Calibration, Distortion, Method};
pub use camera_profile::CameraProfile;
pub use drift::{Drift, check};
pub use error::{CalibrationError, LayoutError};
pub use file::{CalibrationFile, Loaded, load};
pub use layout::{Layout, LayoutFault, Seat, Zone};
pub use lines::{Solved, solve_lines};
pub use mats::{MatLook, MatWatch};
pub use overlay::overlay;
pub use points::{FromPoints, NamedPoint};
