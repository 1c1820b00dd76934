//! Scenario in, footage with exact truth out.
//!
//! ```text
//!  scenario ──cues──> direct ──tracks──> timeline ──scene at t──> render ──pictures──> video.mp4
//!  policies ──cues──┘    └──instants──> truth.json                sound ──samples──┘
//! ```
//!
//! - [`scene`]: where every card and arm is at one instant. Everything above makes scenes, everything below
//!   shows them.
//! - `render` (feature `simulate`): a scene to the light on the sensor. [`film`]: that light to a picture.
//! - [`arm`]: a person's arms: skin, joints, what touches what. [`motion`]: how hands move in time.
//! - [`scenario`]: the file, and what it leaves open drawn from the seed ([`chance`]); [`script`]: its cues.
//! - [`direct`]: cues to hands and cards and exact instants; [`timeline`]: their tracks; [`truth`]: the files.
//! - [`deck`]: what the cards look like: designs, and their pictures (feature `simulate`). [`sound`]: what is heard;
//!   [`heard`]: a scene's sound track.
//! - `shoot` (feature `simulate`): all of it to a film.
//! - [`camera`]: a lens, a sensor, a shutter; table space to pixels.
//!
//! Space: the table's, centimetres, x to Player 1's right, y towards Player 2, z up from the cloth. Time:
//! seconds of the footage. Chance comes from the scenario's seed alone.

pub mod arm;
pub mod camera;
pub mod chance;
pub mod deck;
pub mod direct;
pub mod film;
pub mod heard;
pub mod motion;
pub mod players;
#[cfg(feature = "simulate")]
pub mod render;
pub mod scenario;
pub mod scene;
pub mod script;
#[cfg(feature = "simulate")]
pub mod shoot;
pub mod sound;
pub mod timeline;
pub mod truth;
