//! The Laws as pure functions: no clock, no chance, no files, no pixels. One folder a game.

pub mod isf;
