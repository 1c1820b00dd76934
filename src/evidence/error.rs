//! Why a report could not be written, each in one plain sentence.

use crate::video::VideoError;

/// A report that could not be written. Nothing is left behind.
#[derive(Debug, thiserror::Error)]
pub enum EvidenceError {
    /// The recording failed while pictures were taken from it, or a clip failed.
    #[error(transparent)]
    Video(#[from] VideoError),
    /// The folder.
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
    /// A frame that cannot be shown.
    #[error("frame {index} cannot be shown: {why}")]
    NoFrame {
        /// Its number, from 0.
        index: u64,
        /// Why.
        why: String,
    },
    /// A picture could not be drawn or packed.
    #[error("a picture of the report could not be made ({0}); report this with the recording")]
    Picture(String),
}

impl From<opencv::Error> for EvidenceError {
    fn from(error: opencv::Error) -> Self {
        EvidenceError::Picture(error.message)
    }
}

impl From<image::ImageError> for EvidenceError {
    fn from(error: image::ImageError) -> Self {
        EvidenceError::Picture(error.to_string())
    }
}
