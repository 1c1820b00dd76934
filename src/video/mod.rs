//! Video files: probe, decode, seek, cut, encode. The only room that knows FFmpeg.
//!
//! Time is the presentation time in seconds after the first video frame's, from the file's own stamps
//! and edit list; never a frame number over a rate. What is damaged is counted, never skipped in
//! silence.

pub mod audio;
pub mod cut;
pub mod encode;
pub mod error;
pub mod planes;
pub mod probe;
pub mod reader;
pub mod still;
pub mod support;
mod table;

pub use audio::AudioTrack;
pub use cut::{CutReport, cut};
pub use encode::{ClipOptions, Encoder, SoundCodec};
pub use error::VideoError;
pub use planes::image_rgb;
pub use probe::{SourceInfo, probe};
pub use reader::{Damage, Reader};
pub use still::StillEncoder;

/// Starts FFmpeg once and keeps its own chatter off standard error: what matters is said by us.
fn start() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // Registration cannot fail with the shared libraries loaded; opening a file reports anything else.
        let _ = ffmpeg_next::init();
        ffmpeg_next::util::log::set_level(ffmpeg_next::util::log::Level::Quiet);
    });
}
