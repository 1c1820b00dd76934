//! The Laws as pure functions: no clock, no chance, no files, no pixels. One folder a game; what the
//! four games with one pile share is in [`one_pile`]; every clause with what decides it is in [`coverage`].

pub mod coverage;
pub mod ers;
pub mod isf;
pub mod one_pile;
pub mod ratscrew;
pub mod slapjack;
pub mod slaps_house;
