//! H.264 clips that play in a browser.
//!
//! Frames keep their own times (a clip of uneven frames stays uneven). The clip is written beside its
//! place and renamed when it is whole; a clip that fails leaves nothing.
//!
//! Sound keeps its time too: an AAC encoder puts silence before the first sample (its priming), and the edit
//! list that FFmpeg writes takes it away again; tested by decoding.

use super::error::{VideoError, shown};
use crate::facts::Frame;
use ffmpeg::format::Pixel;
use ffmpeg::format::sample::{Sample, Type};
use ffmpeg::software::scaling;
use ffmpeg::util::channel_layout::ChannelLayout;
use ffmpeg::util::color;
use ffmpeg::{Dictionary, Rational};
use ffmpeg_next as ffmpeg;
use std::path::{Path, PathBuf};

/// Ticks a second of a clip: a common multiple of the usual rates.
const TICKS: i32 = 90_000;

/// Writes one clip.
pub struct Encoder {
    path: PathBuf,
    part: PathBuf,
    output: ffmpeg::format::context::Output,
    video: ffmpeg::codec::encoder::video::Encoder,
    audio: Option<Sound>,
    scaler: Option<scaling::Context>,
    width: u32,
    height: u32,
    last_pts: i64,
    /// From the last frame but one to the last, ticks.
    last_gap: i64,
    /// The last packet so far.
    waiting: Option<ffmpeg::Packet>,
    colour: ClipColour,
    finished: bool,
}

/// How a clip's samples stand for colours.
#[derive(Debug, Clone, Copy, PartialEq)]
struct ClipColour {
    bt709: bool,
    full_range: bool,
}

/// How a clip keeps its sound.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SoundCodec {
    /// AAC, 128 kbit/s: plays everywhere; softens the first milliseconds of a hit.
    #[default]
    Aac,
    /// FLAC, 16 bits: keeps every sample to 1/32768; plays in current browsers.
    Flac,
}

/// How a clip is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClipOptions {
    /// Samples a second of mono sound; `None` for no sound stream.
    pub audio_rate: Option<u32>,
    /// How sound is kept.
    pub sound: SoundCodec,
    /// H.264 constant rate factor, 0 (lossless) to 51.
    pub crf: u8,
}

impl Default for ClipOptions {
    /// No sound, quality for looking closely.
    fn default() -> ClipOptions {
        ClipOptions { audio_rate: None, sound: SoundCodec::Aac, crf: 18 }
    }
}

struct Sound {
    encoder: ffmpeg::codec::encoder::audio::Encoder,
    format: Sample,
    rate: u32,
    pts: i64,
    /// Samples that do not fill a block yet: only the last block may be short.
    waiting: Vec<f32>,
}

/// The instructions that libx264 is held to, where those it would choose are not to be trusted: on a processor with AVX-512 it
/// (0.164.3095) decides by memory that it never wrote, and the same pictures give other bytes one time in twenty. With the
/// instructions up to AVX2 they never did.
fn steady_instructions() -> Option<&'static str> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx512f") && std::arch::is_x86_feature_detected!("avx2") {
        return Some("avx2");
    }
    None
}

impl Encoder {
    /// A clip of `width` x `height` pixels (an odd side loses its last row or column), with mono sound
    /// at `audio_rate` samples a second when given.
    ///
    /// # Errors
    /// When the place cannot be written or FFmpeg has no H.264 encoder.
    pub fn create(path: &Path, width: usize, height: usize, audio_rate: Option<u32>) -> Result<Encoder, VideoError> {
        Encoder::create_by(path, width, height, &ClipOptions { audio_rate, ..ClipOptions::default() })
    }

    /// As [`Encoder::create`], with the choices spelt out.
    ///
    /// # Errors
    /// As [`Encoder::create`]; and when FFmpeg has no encoder for the sound.
    pub fn create_by(path: &Path, width: usize, height: usize, options: &ClipOptions) -> Result<Encoder, VideoError> {
        Encoder::create_with(path, (width, height), options, ClipColour { bt709: true, full_range: false })
    }

    /// A clip for frames like `frame`: the same size, and samples taken over as they are.
    ///
    /// # Errors
    /// As [`Encoder::create`].
    pub fn create_like(path: &Path, frame: &Frame, audio_rate: Option<u32>) -> Result<Encoder, VideoError> {
        let colour = ClipColour { bt709: frame.bt709, full_range: frame.full_range };
        let options = ClipOptions { audio_rate, ..ClipOptions::default() };
        Encoder::create_with(path, (frame.width, frame.height), &options, colour)
    }

    fn create_with(
        path: &Path,
        (width, height): (usize, usize),
        options: &ClipOptions,
        colour: ClipColour,
    ) -> Result<Encoder, VideoError> {
        super::start();
        let fail = |why: String| VideoError::Write { path: shown(path), why };
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let part = path.with_file_name(format!(".{name}.part"));
        let made = Encoder::build(path, &part, ((width & !1) as u32, (height & !1) as u32), options, colour);
        made.map_err(|why| {
            let _ = std::fs::remove_file(&part);
            fail(why.to_string())
        })
    }

    fn build(
        path: &Path,
        part: &Path,
        (width, height): (u32, u32),
        wanted: &ClipOptions,
        colour: ClipColour,
    ) -> Result<Encoder, ffmpeg::Error> {
        let mut output = ffmpeg::format::output_as(part, "mp4")?;
        let global = output.format().flags().contains(ffmpeg::format::Flags::GLOBAL_HEADER);
        let codec = ffmpeg::encoder::find_by_name("libx264")
            .or_else(|| ffmpeg::encoder::find(ffmpeg::codec::Id::H264))
            .ok_or(ffmpeg::Error::EncoderNotFound)?;
        let mut video = ffmpeg::codec::context::Context::new_with_codec(codec).encoder().video()?;
        video.set_width(width);
        video.set_height(height);
        video.set_format(Pixel::YUV420P);
        video.set_time_base(Rational(1, TICKS));
        video.set_max_b_frames(0);
        video.set_colorspace(if colour.bt709 { color::Space::BT709 } else { color::Space::SMPTE170M });
        video.set_color_range(if colour.full_range { color::Range::JPEG } else { color::Range::MPEG });
        // A key frame every dozen frames: clips are stepped back and forth.
        video.set_gop(12);
        if global {
            video.set_flags(ffmpeg::codec::Flags::GLOBAL_HEADER);
        }
        let mut options = Dictionary::new();
        options.set("crf", &wanted.crf.min(51).to_string());
        options.set("preset", "veryfast");
        // One thread: the same bytes on every machine.
        options.set("threads", "1");
        if let Some(asm) = steady_instructions() {
            options.set("x264-params", &format!("asm={asm}"));
        }
        let video = video.open_with(options)?;
        let mut stream = output.add_stream(codec)?;
        stream.set_parameters(&video);
        stream.set_time_base(Rational(1, TICKS));
        let sound = wanted.sound;
        let audio = wanted.audio_rate.map(|rate| Sound::open(&mut output, rate, sound, global)).transpose()?;
        let mut options = Dictionary::new();
        options.set("movflags", "+faststart");
        if sound == SoundCodec::Flac {
            // FFmpeg before 6 calls FLAC in mp4 experimental; the format has been fixed since 2018.
            options.set("strict", "experimental");
        }
        output.write_header_with(options)?;
        Ok(Encoder {
            path: path.to_path_buf(),
            part: part.to_path_buf(),
            output,
            video,
            audio,
            scaler: None,
            width,
            height,
            last_pts: -1,
            // What a clip of a single frame lasts.
            last_gap: i64::from(TICKS) / 60,
            waiting: None,
            colour,
            finished: false,
        })
    }

    fn fail(&self, why: ffmpeg::Error) -> VideoError {
        VideoError::Write { path: shown(&self.path), why: why.to_string() }
    }

    /// Adds a picture to be shown from `t` seconds on; times must grow.
    ///
    /// # Errors
    /// When encoding or writing fails.
    pub fn push_rgb(&mut self, picture: &image::RgbImage, t: f64) -> Result<(), VideoError> {
        let (w, h) = picture.dimensions();
        let mut rgb = ffmpeg::frame::Video::new(Pixel::RGB24, w, h);
        let stride = rgb.stride(0);
        for (from, to) in picture.as_raw().chunks_exact(3 * w as usize).zip(rgb.data_mut(0).chunks_mut(stride)) {
            to[..from.len()].copy_from_slice(from);
        }
        let converted = self.convert(&rgb);
        let frame = converted.map_err(|why| self.fail(why))?;
        self.encode(frame, t)
    }

    fn convert(&mut self, rgb: &ffmpeg::frame::Video) -> Result<ffmpeg::frame::Video, ffmpeg::Error> {
        let (w, h) = (rgb.width(), rgb.height());
        if self.scaler.is_none() {
            let mut context = scaling::Context::get(
                Pixel::RGB24,
                w,
                h,
                Pixel::YUV420P,
                self.width,
                self.height,
                scaling::Flags::BICUBIC | scaling::Flags::ACCURATE_RND | scaling::Flags::BITEXACT,
            )?;
            // SAFETY: the context is alive and ours; the coefficient tables are FFmpeg's constants.
            unsafe {
                let matrix = if self.colour.bt709 { ffmpeg::ffi::SWS_CS_ITU709 } else { ffmpeg::ffi::SWS_CS_ITU601 };
                let table = ffmpeg::ffi::sws_getCoefficients(matrix);
                let range = i32::from(self.colour.full_range);
                ffmpeg::ffi::sws_setColorspaceDetails(
                    context.as_mut_ptr(),
                    table,
                    1,
                    table,
                    range,
                    0,
                    1 << 16,
                    1 << 16,
                );
            }
            self.scaler = Some(context);
        }
        let mut out = ffmpeg::frame::Video::empty();
        if let Some(context) = &mut self.scaler {
            context.run(rgb, &mut out)?;
        }
        Ok(out)
    }

    /// Adds a decoded frame as it is, to be shown from `t` seconds on; times must grow.
    ///
    /// # Errors
    /// When encoding or writing fails.
    pub fn push_frame(&mut self, frame: &Frame, t: f64) -> Result<(), VideoError> {
        // A frame of another colour space than the clip's goes through RGB to keep its colours.
        if (ClipColour { bt709: frame.bt709, full_range: frame.full_range }) != self.colour {
            return self.push_rgb(&super::image_rgb(frame), t);
        }
        let mut picture = ffmpeg::frame::Video::new(Pixel::YUV420P, self.width, self.height);
        for index in 0..3 {
            let plane = frame.planes.plane(index);
            let (w, h) = match index {
                0 => (self.width as usize, self.height as usize),
                _ => (self.width as usize / 2, self.height as usize / 2),
            };
            let stride = picture.stride(index);
            let to = picture.data_mut(index);
            for row in 0..h {
                to[row * stride..row * stride + w].copy_from_slice(&plane.data[row * plane.stride..][..w]);
            }
        }
        self.encode(picture, t)
    }

    fn encode(&mut self, mut frame: ffmpeg::frame::Video, t: f64) -> Result<(), VideoError> {
        let pts = ((t * f64::from(TICKS)).round() as i64).max(self.last_pts + 1);
        if self.last_pts >= 0 {
            self.last_gap = pts - self.last_pts;
        }
        self.last_pts = pts;
        frame.set_pts(Some(pts));
        frame.set_kind(ffmpeg::picture::Type::None);
        self.video.send_frame(&frame).map_err(|why| self.fail(why))?;
        self.drain_video()
    }

    fn drain_video(&mut self) -> Result<(), VideoError> {
        let mut packet = ffmpeg::Packet::empty();
        while self.video.receive_packet(&mut packet).is_ok() {
            packet.set_stream(0);
            // One packet waits: only at the end is it known which one is the last.
            if let Some(before) = self.waiting.replace(std::mem::replace(&mut packet, ffmpeg::Packet::empty())) {
                self.write(before)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, mut packet: ffmpeg::Packet) -> Result<(), VideoError> {
        let base = self.output.stream(0).map_or(Rational(1, TICKS), |stream| stream.time_base());
        packet.rescale_ts(Rational(1, TICKS), base);
        packet.write_interleaved(&mut self.output).map_err(|why| self.fail(why))
    }

    /// Adds sound from the clip's start on. Without a sound stream it is ignored.
    ///
    /// # Errors
    /// When encoding or writing fails.
    pub fn push_audio(&mut self, samples: &[f32]) -> Result<(), VideoError> {
        let Some(sound) = &mut self.audio else { return Ok(()) };
        let pushed = sound.push(samples, &mut self.output);
        pushed.map_err(|why| self.fail(why))
    }

    /// Completes the clip and puts it in its place.
    ///
    /// # Errors
    /// When encoding or writing fails; nothing is left then.
    pub fn finish(mut self) -> Result<(), VideoError> {
        self.video.send_eof().map_err(|why| self.fail(why))?;
        self.drain_video()?;
        if let Some(mut last) = self.waiting.take() {
            // The muxer gives every frame the time up to the next one. The last has none, and players do not show
            // a frame of no length: it is given as long as the one before.
            last.set_duration(self.last_gap);
            self.write(last)?;
        }
        if let Some(sound) = &mut self.audio {
            let ended = sound.end(&mut self.output);
            ended.map_err(|why| self.fail(why))?;
        }
        self.output.write_trailer().map_err(|why| self.fail(why))?;
        std::fs::rename(&self.part, &self.path)
            .map_err(|why| VideoError::Write { path: shown(&self.path), why: why.to_string() })?;
        self.finished = true;
        Ok(())
    }
}

impl Drop for Encoder {
    fn drop(&mut self) {
        if !self.finished {
            let _ = std::fs::remove_file(&self.part);
        }
    }
}

impl Sound {
    fn open(
        output: &mut ffmpeg::format::context::Output,
        rate: u32,
        kept: SoundCodec,
        global: bool,
    ) -> Result<Sound, ffmpeg::Error> {
        let (id, format) = match kept {
            SoundCodec::Aac => (ffmpeg::codec::Id::AAC, Sample::F32(Type::Planar)),
            SoundCodec::Flac => (ffmpeg::codec::Id::FLAC, Sample::I16(Type::Packed)),
        };
        let codec = ffmpeg::encoder::find(id).ok_or(ffmpeg::Error::EncoderNotFound)?;
        let mut audio = ffmpeg::codec::context::Context::new_with_codec(codec).encoder().audio()?;
        audio.set_rate(rate as i32);
        audio.set_channel_layout(ChannelLayout::MONO);
        audio.set_format(format);
        audio.set_time_base(Rational(1, rate as i32));
        if kept == SoundCodec::Aac {
            audio.set_bit_rate(128_000);
        }
        if global {
            audio.set_flags(ffmpeg::codec::Flags::GLOBAL_HEADER);
        }
        let encoder = audio.open()?;
        let mut stream = output.add_stream(codec)?;
        stream.set_parameters(&encoder);
        stream.set_time_base(Rational(1, rate as i32));
        Ok(Sound { encoder, format, rate, pts: 0, waiting: Vec::new() })
    }

    fn push(&mut self, samples: &[f32], output: &mut ffmpeg::format::context::Output) -> Result<(), ffmpeg::Error> {
        let block = (self.encoder.frame_size() as usize).max(1);
        self.waiting.extend_from_slice(samples);
        let whole = self.waiting.len() / block * block;
        let rest = self.waiting.split_off(whole);
        let ready = std::mem::replace(&mut self.waiting, rest);
        ready.chunks(block).try_for_each(|part| self.send(part, output))
    }

    fn end(&mut self, output: &mut ffmpeg::format::context::Output) -> Result<(), ffmpeg::Error> {
        let rest = std::mem::take(&mut self.waiting);
        if !rest.is_empty() {
            self.send(&rest, output)?;
        }
        self.encoder.send_eof()?;
        self.drain(output)
    }

    fn send(&mut self, part: &[f32], output: &mut ffmpeg::format::context::Output) -> Result<(), ffmpeg::Error> {
        let mut frame = ffmpeg::frame::Audio::new(self.format, part.len(), ChannelLayout::MONO);
        if self.format == Sample::F32(Type::Planar) {
            frame.plane_mut::<f32>(0).copy_from_slice(part);
        } else {
            for (to, from) in frame.plane_mut::<i16>(0).iter_mut().zip(part) {
                // What is beyond full scale stops there (a float to integer cast saturates).
                *to = (from * 32_768.0).round() as i16;
            }
        }
        frame.set_rate(self.rate);
        frame.set_pts(Some(self.pts));
        self.pts += part.len() as i64;
        self.encoder.send_frame(&frame)?;
        self.drain(output)
    }

    fn drain(&mut self, output: &mut ffmpeg::format::context::Output) -> Result<(), ffmpeg::Error> {
        let mut packet = ffmpeg::Packet::empty();
        while self.encoder.receive_packet(&mut packet).is_ok() {
            packet.set_stream(1);
            let own = Rational(1, self.rate as i32);
            let base = output.stream(1).map_or(own, |stream| stream.time_base());
            packet.rescale_ts(own, base);
            packet.write_interleaved(output)?;
        }
        Ok(())
    }
}
