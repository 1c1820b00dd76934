//! Scenario in, footage with exact truth out.
//!
//! ```text
//!  scenario ──cues──> direct ──tracks──> timeline ──scene at t──> render ──pictures──> video.mp4
//!  policies ──cues──┘    └──instants──> truth.json                sound ──samples──┘
//! ```
//!
//! - [`scene`]: where every card and arm is at one instant. Everything above makes scenes, everything below
//!   shows them.
//! - [`arm`]: a person's arms: skin, joints, what touches what. [`motion`]: how hands move in time.
//! - [`scenario`]: the file, and what it leaves open drawn from the seed ([`chance`]); [`script`]: its cues.
//! - [`direct`]: cues to hands and cards and exact instants; [`timeline`]: their tracks; [`truth`]: the files.
//! - [`camera`]: a lens, a sensor, a shutter; table space to pixels.
//!
//! Space: the table's, centimetres, x to Player 1's right, y towards Player 2, z up from the cloth. Time:
//! seconds of the footage. Chance comes from the scenario's seed alone.

pub mod arm;
pub mod camera;
pub mod chance;
pub mod direct;
pub mod motion;
pub mod players;
pub mod scenario;
pub mod scene;
pub mod script;
pub mod timeline;
pub mod truth;
