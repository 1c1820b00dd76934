//! What can be wrong with a layout or a calibration, each said in one plain sentence.

use super::layout::LayoutFault;
use crate::base::Side;
use std::path::PathBuf;
use thiserror::Error;

/// A layout that cannot be used. The file cannot be repaired by trying again.
#[derive(Debug, Error)]
pub enum LayoutError {
    /// The file could not be read.
    #[error("{path}: the layout file cannot be read ({why}); check the name and the permissions", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's words.
        why: String,
    },
    /// The text is no layout, or a layout that contradicts itself.
    #[error("{name}: {fault}")]
    Faulty {
        /// The file, or another name for people.
        name: String,
        /// What is wrong and what to do.
        fault: LayoutFault,
    },
}

/// A calibration that cannot be found, read, trusted or written.
#[derive(Debug, Error)]
pub enum CalibrationError {
    /// The layout is at fault.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A file could not be read.
    #[error("{path}: the calibration file cannot be read ({why}); check the name and the permissions", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's words.
        why: String,
    },
    /// A file is no calibration.
    #[error("{name}: not a usable calibration file: {why}")]
    Faulty {
        /// The file, or another name for people.
        name: String,
        /// What is wrong and what to do.
        why: String,
    },
    /// A file could not be written.
    #[error("{path}: cannot be written ({why}); choose a folder that is writable and has space left", path = path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The system's words.
        why: String,
    },
    /// The pictures given cannot be used together.
    #[error("the pictures cannot be calibrated: {why}")]
    Pictures {
        /// What is wrong.
        why: String,
    },
    /// The mats were not found, or not surely enough.
    #[error(
        "the mats cannot be found in the picture: {why}; check that the layout is the right one, or name points of the mats (`slapsight calibrate --points FILE`)"
    )]
    NotTrusted {
        /// What was missing.
        why: String,
    },
    /// The side named for Player 1 lies along the table's other axis.
    #[error(
        "Player 1 cannot sit on the {asked} side: in this picture the players sit {first} and {second}; name one of these with --player1"
    )]
    WrongSide {
        /// What was asked for.
        asked: Side,
        /// One side that is possible.
        first: Side,
        /// The other.
        second: Side,
    },
    /// The layout fixes who sits where, and Player 1 was asked for elsewhere.
    #[error(
        "Player 1 cannot sit on the {asked} side: this layout differs between the two sides and has Player 1 on the {found} side; leave --player1 out or use another layout"
    )]
    FixedSide {
        /// What was asked for.
        asked: Side,
        /// What the layout says.
        found: Side,
    },
    /// The picture library failed, which is no fault of the picture.
    #[error("the picture library failed ({0}); run `slapsight doctor`")]
    Library(String),
}

impl From<opencv::Error> for CalibrationError {
    fn from(error: opencv::Error) -> Self {
        CalibrationError::Library(error.message)
    }
}
