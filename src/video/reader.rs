//! Frames in presentation order, and exact seeking.
//!
//! A seek goes to the key frame before and decodes forward, so that what comes next is what reading
//! through would have given: the same pixels, index and time. Where a container's index misleads, the
//! reader starts over from the beginning.

use super::error::{VideoError, shown};
use super::planes::Uprighter;
use super::probe::{SourceInfo, probe_with_table, quarter_turns};
use super::table::{FrameTable, open, video_stream};
use crate::facts::Frame;
use ffmpeg_next as ffmpeg;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What was lost on the way.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Damage {
    /// Packets that the decoder refused.
    pub refused_packets: u64,
    /// Frames that the decoder flagged as damaged.
    pub flawed_frames: u64,
    /// When the first of those was, file seconds.
    pub first_t: Option<f64>,
    /// Frames that the file's index promises and the file does not hold.
    pub missing_frames: u64,
    /// True when reading broke off before the end.
    pub truncated: bool,
}

impl Damage {
    /// True when nothing was lost.
    pub fn is_none(&self) -> bool {
        *self == Damage::default()
    }

    /// What was lost in all when a reader lost `self` up to a frame, and another that began before that frame lost `all`,
    /// `again` of it up to there.
    #[must_use]
    pub fn and(&self, all: &Damage, again: &Damage) -> Damage {
        Damage {
            refused_packets: self.refused_packets + all.refused_packets - again.refused_packets,
            flawed_frames: self.flawed_frames + all.flawed_frames - again.flawed_frames,
            first_t: self.first_t.or(all.first_t),
            missing_frames: all.missing_frames,
            truncated: all.truncated,
        }
    }
}

/// Reads a recording.
pub struct Reader {
    path: PathBuf,
    threads: usize,
    info: SourceInfo,
    table: FrameTable,
    input: ffmpeg::format::context::Input,
    decoder: ffmpeg::codec::decoder::Video,
    uprighter: Uprighter,
    stream: usize,
    /// Frames before this stamp are decoded and not given out.
    skip_before: i64,
    given: u64,
    /// Size of the first decoded picture; a change stops the reading.
    size: Option<(u32, u32)>,
    draining: bool,
    damage: Damage,
}

impl Reader {
    /// Opens a recording, with as many decoding threads as there are cores.
    ///
    /// # Errors
    /// When the file is missing, unreadable, no video, or holds no frame.
    pub fn open(path: &Path) -> Result<Reader, VideoError> {
        Reader::open_with(path, std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
    }

    /// Opens a recording. The frames do not depend on `threads`.
    ///
    /// # Errors
    /// As [`Reader::open`].
    pub fn open_with(path: &Path, threads: usize) -> Result<Reader, VideoError> {
        let (info, table) = probe_with_table(path)?;
        let (input, decoder, uprighter, stream) = start(path, threads)?;
        let (missing_frames, truncated) = (table.missing, table.broken || table.missing > 0);
        let damage = Damage { truncated, missing_frames, ..Damage::default() };
        Ok(Reader {
            path: path.to_path_buf(),
            threads,
            info,
            table,
            input,
            decoder,
            uprighter,
            stream,
            skip_before: i64::MIN,
            given: 0,
            size: None,
            draining: false,
            damage,
        })
    }

    /// Facts about the recording.
    pub fn info(&self) -> &SourceInfo {
        &self.info
    }

    /// Presentation times of all frames, in order, seconds after the first.
    pub fn frame_times(&self) -> Vec<f64> {
        self.table.pts.iter().map(|&pts| self.table.time_of(pts)).collect()
    }

    /// What was lost so far.
    pub fn damage(&self) -> &Damage {
        &self.damage
    }

    /// Makes the first frame at or after `t` (file seconds) the next one.
    ///
    /// # Errors
    /// When the file can no longer be read.
    pub fn seek(&mut self, t: f64) -> Result<(), VideoError> {
        // Half a tick of leeway: t may be a rounded stamp.
        let wanted = self.table.pts.partition_point(|&pts| self.table.time_of(pts) < t - 0.5 * self.table.tick);
        let Some(&target) = self.table.pts.get(wanted) else {
            self.skip_before = i64::MAX;
            return Ok(());
        };
        let first = self.table.pts.first().copied().unwrap_or(0);
        // A key frame's stamp may lie after its decoding time: ask for a little earlier, then much
        // earlier, then start over.
        for back in [0.0, 2.0] {
            let ticks = (back / self.table.tick) as i64;
            let at = (target - ticks).max(first);
            if at <= first {
                break;
            }
            let micros = (at as f64 * self.table.tick * 1e6).floor() as i64;
            if self.input.seek(micros, ..micros).is_err() {
                break;
            }
            self.decoder.flush();
            self.draining = false;
            self.skip_before = i64::MIN;
            if self.reaches(target)? {
                return Ok(());
            }
        }
        (self.input, self.decoder, self.uprighter, self.stream) = start(&self.path, self.threads)?;
        self.draining = false;
        self.skip_before = target;
        Ok(())
    }

    /// After a container's seek: whether the next frame is at or before `target`; frames up to it are
    /// then skipped.
    fn reaches(&mut self, target: i64) -> Result<bool, VideoError> {
        let Some(stamp) = self.peek_packet_stamp()? else { return Ok(false) };
        if stamp > target {
            return Ok(false);
        }
        self.skip_before = target;
        Ok(true)
    }

    /// Sends packets up to and including the first key frame and gives its stamp.
    fn peek_packet_stamp(&mut self) -> Result<Option<i64>, VideoError> {
        loop {
            let mut packet = ffmpeg::Packet::empty();
            match packet.read(&mut self.input) {
                Ok(()) if packet.stream() != self.stream => {}
                Ok(()) => {
                    let stamp = packet.pts();
                    if packet.is_key() {
                        self.send(&packet);
                        return Ok(stamp);
                    }
                }
                Err(_) => return Ok(None),
            }
        }
    }

    fn send(&mut self, packet: &ffmpeg::Packet) {
        if self.decoder.send_packet(packet).is_err() {
            self.damage.refused_packets += 1;
            let t = packet.pts().map(|pts| self.table.time_of(pts));
            self.damage.first_t = self.damage.first_t.or(t);
        }
    }

    /// The next frame, or `None` at the end.
    ///
    /// # Errors
    /// When the picture changes its size or the conversion of a picture fails. Damaged data is counted
    /// in [`Reader::damage`] and skipped.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, VideoError> {
        if self.skip_before == i64::MAX {
            return Ok(None);
        }
        loop {
            let mut decoded = ffmpeg::frame::Video::empty();
            match self.decoder.receive_frame(&mut decoded) {
                Ok(()) => {
                    if let Some(frame) = self.give(decoded)? {
                        return Ok(Some(frame));
                    }
                }
                Err(ffmpeg::Error::Eof) => return Ok(None),
                Err(ffmpeg::Error::Other { errno }) if errno == ffmpeg::error::EAGAIN => {
                    if self.draining {
                        return Ok(None);
                    }
                    self.feed();
                }
                Err(_) => self.damage.flawed_frames += 1,
            }
        }
    }

    fn feed(&mut self) {
        loop {
            let mut packet = ffmpeg::Packet::empty();
            match packet.read(&mut self.input) {
                Ok(()) if packet.stream() != self.stream => {}
                Ok(()) => return self.send(&packet),
                Err(why) => {
                    self.damage.truncated |= why != ffmpeg::Error::Eof;
                    self.draining = true;
                    // Draining a decoder twice is refused and harmless.
                    let _ = self.decoder.send_eof();
                    return;
                }
            }
        }
    }

    fn give(&mut self, decoded: ffmpeg::frame::Video) -> Result<Option<Frame>, VideoError> {
        let first = self.table.pts.first().copied().unwrap_or(0);
        let pts = decoded.timestamp().unwrap_or_else(|| {
            // A stream without stamps: the table's order is all there is.
            self.table.pts.get(self.given as usize).copied().unwrap_or(first)
        });
        if pts < self.skip_before || pts < first {
            return Ok(None);
        }
        let (index, t) = (self.table.index_of(pts), self.table.time_of(pts));
        if decoded.is_corrupt() || decoded.has_decode_errors() {
            self.damage.flawed_frames += 1;
            self.damage.first_t = self.damage.first_t.or(Some(t));
        }
        let size = (decoded.width(), decoded.height());
        let before = *self.size.get_or_insert(size);
        if before != size {
            let words = |(w, h): (u32, u32)| format!("{w}x{h}");
            return Err(VideoError::SizeChange {
                path: shown(&self.path),
                before: words(before),
                after: words(size),
                t,
            });
        }
        self.given += 1;
        let frame = self.uprighter.upright(decoded, index, t).map_err(|why| VideoError::Decode {
            path: shown(&self.path),
            t,
            why: why.to_string(),
        })?;
        Ok(Some(frame))
    }
}

type Started = (ffmpeg::format::context::Input, ffmpeg::codec::decoder::Video, Uprighter, usize);

fn start(path: &Path, threads: usize) -> Result<Started, VideoError> {
    let input = open(path)?;
    let stream = video_stream(&input, path)?;
    let (index, quarters) = (stream.index(), quarter_turns(&stream));
    let codec = |why: ffmpeg::Error| VideoError::Codec { path: shown(path), why: why.to_string() };
    let mut context = ffmpeg::codec::context::Context::from_parameters(stream.parameters()).map_err(codec)?;
    context.set_threading(ffmpeg::codec::threading::Config {
        kind: ffmpeg::codec::threading::Type::Frame,
        count: threads.clamp(1, 16),
        ..Default::default()
    });
    let mut decoder = context.decoder();
    decoder.set_packet_time_base(stream.time_base());
    let decoder = decoder.video().map_err(codec)?;
    Ok((input, decoder, Uprighter::new(quarters), index))
}
