//! What can be wrong with a recording, each said in one plain sentence.

use std::path::Path;

/// A recording that cannot serve, or a clip that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum VideoError {
    /// There is no such file.
    #[error("{path}: there is no such file; check the name")]
    Missing {
        /// The file.
        path: String,
    },
    /// The system refuses to read it.
    #[error("{path}: the file cannot be read ({why}); check the permissions and that it is a file")]
    Unreadable {
        /// The file.
        path: String,
        /// The system's words.
        why: String,
    },
    /// The file has no bytes.
    #[error("{path}: the file is empty; copy it again from the camera")]
    Empty {
        /// The file.
        path: String,
    },
    /// An MP4 or MOV without its index.
    #[error(
        "{path}: the recording's index is missing, so it was cut short while being written or copied; copy it again from the camera"
    )]
    Truncated {
        /// The file.
        path: String,
    },
    /// Not a video at all.
    #[error("{path}: this is not a video file that can be read ({why}); give a recording such as an MP4 or MOV")]
    NotAVideo {
        /// The file.
        path: String,
        /// FFmpeg's words.
        why: String,
    },
    /// No picture in it.
    #[error("{path}: the file holds no video stream, only sound or data; give the recording with the picture")]
    NoVideo {
        /// The file.
        path: String,
    },
    /// The codec is unknown here.
    #[error("{path}: its video codec cannot be decoded here ({why}); convert it to H.264 first")]
    Codec {
        /// The file.
        path: String,
        /// FFmpeg's words.
        why: String,
    },
    /// Not one frame came out.
    #[error("{path}: not one frame of it can be decoded; the file is damaged, copy it again from the camera")]
    NoFrames {
        /// The file.
        path: String,
    },
    /// The recording changes its size on the way.
    #[error(
        "{path}: the picture changes from {before} to {after} pixels at {t:.3} s; review the parts apart with --from and --to"
    )]
    SizeChange {
        /// The file.
        path: String,
        /// Size before.
        before: String,
        /// Size after.
        after: String,
        /// When.
        t: f64,
    },
    /// FFmpeg failed on the way.
    #[error("{path}: decoding failed at {t:.3} s ({why}); copy the file again, or review a part with --from and --to")]
    Decode {
        /// The file.
        path: String,
        /// When.
        t: f64,
        /// FFmpeg's words.
        why: String,
    },
    /// A clip could not be written.
    #[error("{path}: the clip cannot be written ({why}); choose a folder that is writable and has space left")]
    Write {
        /// The clip.
        path: String,
        /// FFmpeg's or the system's words.
        why: String,
    },
    /// A frame could not be packed as a picture.
    #[error("a frame cannot be shown as a picture ({why}); `slapsight doctor` says what FFmpeg lacks here")]
    Still {
        /// FFmpeg's words.
        why: String,
    },
    /// Nothing to put into a clip.
    #[error("{path}: there are no frames between {from:.3} s and {to:.3} s")]
    NothingToCut {
        /// The recording.
        path: String,
        /// From when.
        from: f64,
        /// Until when.
        to: f64,
    },
}

/// A path as people see it.
pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}
