//! Decoding in presentation order.

use crate::base::TimeScale;
use crate::facts::{Frame, Plane, PlaneSource};
use ffmpeg_next as ffmpeg;
use std::path::Path;
use std::sync::Arc;

/// What a file is.
#[derive(Debug, Clone)]
pub struct SourceInfo {
    /// Path as given.
    pub path: String,
    /// Pixels.
    pub width: usize,
    /// Pixels.
    pub height: usize,
    /// Real per file time.
    pub time_scale: TimeScale,
}

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum VideoError {
    /// FFmpeg said no.
    #[error("{path} could not be read as a video ({why})")]
    Open {
        /// The file.
        path: String,
        /// FFmpeg's words.
        why: String,
    },
}

/// Reads frames.
pub struct Reader {
    input: ffmpeg::format::context::Input,
    decoder: ffmpeg::codec::decoder::Video,
    stream: usize,
    tick: f64,
    first: Option<i64>,
    index: u64,
    ended: bool,
    info: SourceInfo,
}

struct Owned(ffmpeg::frame::Video);
// SAFETY: scratch
unsafe impl Sync for Owned {}

impl PlaneSource for Owned {
    fn plane(&self, index: usize) -> Plane<'_> {
        let (w, h) = (self.0.width() as usize, self.0.height() as usize);
        let (width, height) = if index == 0 { (w, h) } else { (w.div_ceil(2), h.div_ceil(2)) };
        Plane { data: self.0.data(index), stride: self.0.stride(index), width, height }
    }
}

impl Reader {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Reader, VideoError> {
        let fail = |why: ffmpeg::Error| VideoError::Open { path: path.display().to_string(), why: why.to_string() };
        let _ = ffmpeg::init();
        let input = ffmpeg::format::input(&path).map_err(fail)?;
        let stream = input.streams().best(ffmpeg::media::Type::Video).ok_or(fail(ffmpeg::Error::StreamNotFound))?;
        let (index, base) = (stream.index(), stream.time_base());
        let decoder = ffmpeg::codec::context::Context::from_parameters(stream.parameters())
            .map_err(fail)?
            .decoder()
            .video()
            .map_err(fail)?;
        let info = SourceInfo {
            path: path.display().to_string(),
            width: decoder.width() as usize,
            height: decoder.height() as usize,
            time_scale: TimeScale::REAL,
        };
        Ok(Reader { stream: index, tick: f64::from(base), input, decoder, first: None, index: 0, ended: false, info })
    }

    /// Facts.
    pub fn info(&self) -> &SourceInfo {
        &self.info
    }

    /// The next frame.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, VideoError> {
        loop {
            let mut frame = ffmpeg::frame::Video::empty();
            if self.decoder.receive_frame(&mut frame).is_ok() {
                let pts = frame.timestamp().unwrap_or(0);
                let first = *self.first.get_or_insert(pts);
                let out = Frame {
                    index: self.index,
                    t: (pts - first) as f64 * self.tick,
                    width: self.info.width,
                    height: self.info.height,
                    full_range: false,
                    bt709: false,
                    planes: Arc::new(Owned(frame)),
                };
                self.index += 1;
                return Ok(Some(out));
            }
            if self.ended {
                return Ok(None);
            }
            let mut packet = ffmpeg::Packet::empty();
            match packet.read(&mut self.input) {
                Ok(()) => {
                    if packet.stream() == self.stream {
                        let _ = self.decoder.send_packet(&packet);
                    }
                }
                Err(_) => {
                    self.ended = true;
                    let _ = self.decoder.send_eof();
                }
            }
        }
    }
}

/// RGB of a frame.
pub fn image_rgb(frame: &Frame) -> image::RgbImage {
    crate::vision::crop::warp(frame, frame.width as u32, frame.height as u32, crate::base::Point::new)
}
