//! Video files: probe, decode, seek, cut, encode. The only room that knows FFmpeg.

pub mod reader;
pub mod support;

pub use reader::{Reader, SourceInfo, VideoError, image_rgb};
