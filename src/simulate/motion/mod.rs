//! Times in, positions and their exact derivatives out: how hands move.
//!
//! - [`profile`]: how far along a movement is at an instant. - [`path`]: from one wrist pose to another, above
//!   what lies between. - [`impact`]: what a hand does after it has hit. - [`tremor`]: a hand held still.
//! - [`pace`]: how long a movement takes.
//!
//! Seconds and centimetres. Every function is pure; whatever varies is given as numbers.

pub mod impact;
pub mod pace;
pub mod path;
pub mod profile;
pub mod tremor;

pub use path::Path;
pub use profile::{Profile, Sample};
