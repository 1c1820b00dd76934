//! Sound on the frames' clock.

use super::error::{VideoError, shown};
use super::table::{FrameTable, open};
use ffmpeg::format::sample::{Sample, Type};
use ffmpeg::software::resampling;
use ffmpeg::util::channel_layout::ChannelLayout;
use ffmpeg_next as ffmpeg;
use std::path::Path;

/// Mono sound.
#[derive(Debug, Clone, PartialEq)]
pub struct AudioTrack {
    /// -1..1.
    pub samples: Vec<f32>,
    /// Samples a file second.
    pub sample_rate: u32,
    /// When the first sample is heard, seconds after the first video frame; may be negative.
    pub start_t: f64,
}

/// The sound between two times (seconds after the first video frame), mixed to one channel; `None`
/// when the recording is silent. Gaps between sound packets are not filled: a recording whose sound
/// starts late has a later `start_t`.
///
/// # Errors
/// When the file cannot be opened or its sound cannot be decoded at all.
pub fn read(path: &Path, from: f64, to: f64) -> Result<Option<AudioTrack>, VideoError> {
    let video = FrameTable::read(path)?;
    let first_video = video.pts.first().copied().unwrap_or(0) as f64 * video.tick;
    let mut input = open(path)?;
    let Some(stream) = input.streams().best(ffmpeg::media::Type::Audio) else { return Ok(None) };
    let (index, tick) = (stream.index(), f64::from(stream.time_base()));
    let codec = |why: ffmpeg::Error| VideoError::Codec { path: shown(path), why: why.to_string() };
    let context = ffmpeg::codec::context::Context::from_parameters(stream.parameters()).map_err(codec)?;
    let mut decoder = context.decoder();
    decoder.set_packet_time_base(stream.time_base());
    let mut decoder = decoder.audio().map_err(codec)?;
    let mut mixer: Option<resampling::Context> = None;
    let mut track: Option<AudioTrack> = None;
    let mut ended = false;
    while !ended {
        let mut packet = ffmpeg::Packet::empty();
        match packet.read(&mut input) {
            Ok(()) if packet.stream() != index => continue,
            // A refused packet is a gap in the sound, no reason to lose the rest.
            Ok(()) => {
                let _ = decoder.send_packet(&packet);
            }
            Err(_) => {
                ended = true;
                let _ = decoder.send_eof();
            }
        }
        let mut decoded = ffmpeg::frame::Audio::empty();
        while decoder.receive_frame(&mut decoded).is_ok() {
            if decoded.channel_layout().is_empty() {
                decoded.set_channel_layout(ChannelLayout::default(i32::from(decoded.channels())));
            }
            let rate = decoded.rate();
            let Some(pts) = decoded.timestamp() else { continue };
            let t = pts as f64 * tick - first_video;
            let mixer = match &mut mixer {
                Some(mixer) => mixer,
                None => mixer.insert(
                    resampling::Context::get(
                        decoded.format(),
                        decoded.channel_layout(),
                        rate,
                        Sample::F32(Type::Planar),
                        ChannelLayout::MONO,
                        rate,
                    )
                    .map_err(codec)?,
                ),
            };
            let mut mono = ffmpeg::frame::Audio::empty();
            if mixer.run(&decoded, &mut mono).is_err() {
                continue;
            }
            collect(&mut track, mono.plane::<f32>(0), rate, t, from, to);
        }
    }
    Ok(track)
}

/// Appends the part of a block that lies in the span.
fn collect(track: &mut Option<AudioTrack>, block: &[f32], rate: u32, t: f64, from: f64, to: f64) {
    let per_sec = f64::from(rate);
    let skip = ((from - t) * per_sec).ceil().max(0.0) as usize;
    let keep = ((to - t) * per_sec).ceil().clamp(0.0, block.len() as f64) as usize;
    if skip >= keep {
        return;
    }
    let part = &block[skip..keep];
    match track {
        Some(track) => track.samples.extend_from_slice(part),
        None => {
            *track = Some(AudioTrack { samples: part.to_vec(), sample_rate: rate, start_t: t + skip as f64 / per_sec });
        }
    }
}
