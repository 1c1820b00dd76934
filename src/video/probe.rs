//! What a recording is: size, frames, times, sound, and how file time relates to real time.

use super::error::{VideoError, shown};
use super::table::{FrameTable, open, video_stream};
use crate::base::TimeScale;
use ffmpeg_next as ffmpeg;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::Read;
use std::path::Path;

/// Tags in which phones say at how many frames a second they filmed.
const CAPTURE_TAGS: [&str; 2] = ["com.android.capture.fps", "com.apple.quicktime.capture.fps"];
/// A capture rate counts as slow motion when it exceeds the playback rate by this factor: phones write
/// the tag on ordinary recordings too.
const SLOW_MOTION: f64 = 1.5;

/// Facts about a recording.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SourceInfo {
    /// As given by the user.
    pub path: String,
    /// Of the file's bytes, hexadecimal.
    pub sha256: String,
    /// Upright width, pixels.
    pub width: usize,
    /// Upright height, pixels.
    pub height: usize,
    /// Frames, counted over the packets.
    pub frames: u64,
    /// From the first frame's presentation to the end of the last, file seconds.
    pub duration_s: f64,
    /// One over the usual gap between frames, frames a file second.
    pub fps_nominal: f64,
    /// True when gaps differ by more than rounding.
    pub variable_frame_rate: bool,
    /// True when there is a sound stream.
    pub audio: bool,
    /// Clockwise turn that makes the stored picture upright, degrees.
    pub rotation_deg: u16,
    /// FFmpeg's name of the codec.
    pub codec: String,
    /// FFmpeg's name of the stored pixel format.
    pub pixel_format: String,
    /// Frames a second as filmed, when known.
    pub capture_fps: Option<f64>,
    /// Real seconds per file second.
    pub time_scale: TimeScale,
}

impl SourceInfo {
    /// The same recording, filmed at `fps` frames a second.
    #[must_use]
    pub fn with_capture_fps(mut self, fps: f64) -> SourceInfo {
        self.capture_fps = Some(fps);
        self.time_scale = TimeScale { real_per_file: self.fps_nominal / fps };
        self
    }
}

/// Facts about the recording at `path`.
///
/// # Errors
/// When the file is missing, unreadable, no video, or holds no frame.
pub fn probe(path: &Path) -> Result<SourceInfo, VideoError> {
    Ok(probe_with_table(path)?.0)
}

pub(super) fn probe_with_table(path: &Path) -> Result<(SourceInfo, FrameTable), VideoError> {
    let table = FrameTable::read(path)?;
    let input = open(path)?;
    let stream = video_stream(&input, path)?;
    let quarters = quarter_turns(&stream);
    let decoder = ffmpeg::codec::context::Context::from_parameters(stream.parameters())
        .and_then(|context| context.decoder().video())
        .map_err(|why| VideoError::Codec { path: shown(path), why: why.to_string() })?;
    let (mut width, mut height) = (decoder.width() as usize, decoder.height() as usize);
    if quarters % 2 == 1 {
        std::mem::swap(&mut width, &mut height);
    }
    if table.pts.is_empty() {
        return Err(VideoError::NoFrames { path: shown(path) });
    }
    let gap = table.typical_gap();
    let average = f64::from(stream.avg_frame_rate());
    let fps = if gap > 0.0 { 1.0 / gap } else { average.max(1.0) };
    // A gap in whole ticks or milliseconds misses the rate a little; the container's own figure is
    // exact when it agrees.
    let fps = if average > 0.0 && (average - fps).abs() < 0.02 * fps { average } else { fps };
    let last = table.last_duration as f64 * table.tick;
    let spanned = table.pts.last().map_or(0.0, |&pts| table.time_of(pts));
    let info = SourceInfo {
        path: shown(path),
        sha256: sha256(path)?,
        width,
        height,
        frames: table.pts.len() as u64,
        duration_s: spanned + if last > 0.0 { last } else { 1.0 / fps },
        fps_nominal: fps,
        variable_frame_rate: table.variable(),
        audio: input.streams().best(ffmpeg::media::Type::Audio).is_some(),
        rotation_deg: u16::from(quarters) * 90,
        codec: decoder.id().name().to_owned(),
        pixel_format: decoder.format().descriptor().map_or("unknown", |d| d.name()).to_owned(),
        capture_fps: None,
        time_scale: TimeScale::REAL,
    };
    let info = match capture_fps(&input, &stream) {
        Some(capture) if capture > SLOW_MOTION * fps => info.with_capture_fps(capture),
        capture => SourceInfo { capture_fps: capture, ..info },
    };
    Ok((info, table))
}

fn capture_fps(input: &ffmpeg::format::context::Input, stream: &ffmpeg::format::stream::Stream<'_>) -> Option<f64> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|fps| fps.is_finite() && *fps >= 2.0);
    CAPTURE_TAGS.iter().find_map(|tag| {
        input.metadata().get(tag).and_then(number).or_else(|| stream.metadata().get(tag).and_then(number))
    })
}

/// Clockwise quarter turns that make the stored picture upright, from the display matrix.
pub(super) fn quarter_turns(stream: &ffmpeg::format::stream::Stream<'_>) -> u8 {
    for side in stream.side_data() {
        let data = side.data();
        if side.kind() == ffmpeg::codec::packet::side_data::Type::DisplayMatrix && data.len() >= 36 {
            let entry = |i: usize| {
                f64::from(i32::from_ne_bytes([data[4 * i], data[4 * i + 1], data[4 * i + 2], data[4 * i + 3]]))
            };
            let degrees = entry(1).atan2(entry(0)).to_degrees();
            if degrees.is_finite() {
                return ((degrees / 90.0).round() as i32).rem_euclid(4) as u8;
            }
        }
    }
    0
}

fn sha256(path: &Path) -> Result<String, VideoError> {
    let unreadable = |why: std::io::Error| VideoError::Unreadable { path: shown(path), why: why.to_string() };
    let mut file = std::fs::File::open(path).map_err(unreadable)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        let n = file.read(&mut buffer).map_err(unreadable)?;
        if n == 0 {
            return Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
        }
        hash.update(&buffer[..n]);
    }
}
