//! The presentation times of all frames, from one pass over the packets without decoding.

use super::error::{VideoError, shown};
use ffmpeg_next as ffmpeg;
use std::path::Path;

/// Presentation stamps of the frames that a reader will give, in order, in ticks of the stream.
#[derive(Debug, Clone)]
pub(super) struct FrameTable {
    /// Sorted stamps.
    pub pts: Vec<i64>,
    /// Seconds a tick.
    pub tick: f64,
    /// Length of the last frame in ticks, as its packet says (0 when it does not).
    pub last_duration: i64,
    /// Frames that the file's index promises beyond those it holds.
    pub missing: u64,
    /// True when reading broke off before the end.
    pub broken: bool,
}

impl FrameTable {
    /// Reads the stamps of a file's video stream.
    pub fn read(path: &Path) -> Result<FrameTable, VideoError> {
        let mut input = open(path)?;
        let (stream, tick, promised) = {
            let best = video_stream(&input, path)?;
            (best.index(), f64::from(best.time_base()), best.frames())
        };
        let mut table = FrameTable { pts: Vec::new(), tick, last_duration: 0, missing: 0, broken: false };
        let mut held = 0;
        let mut latest = (i64::MIN, 0);
        loop {
            let mut packet = ffmpeg::Packet::empty();
            match packet.read(&mut input) {
                Ok(()) => {}
                Err(ffmpeg::Error::Eof) => break,
                Err(_) => {
                    table.broken = true;
                    break;
                }
            }
            // Packets outside the edit list are decoded for reference only and never shown.
            if packet.stream() != stream {
                continue;
            }
            held += 1;
            if is_discarded(&packet) {
                continue;
            }
            if let Some(pts) = packet.pts() {
                table.pts.push(pts);
                if pts >= latest.0 {
                    latest = (pts, packet.duration());
                }
            }
        }
        table.missing = u64::try_from(promised - held).unwrap_or(0);
        table.pts.sort_unstable();
        table.pts.dedup();
        table.last_duration = latest.1;
        Ok(table)
    }

    /// Order of the frame with that stamp.
    pub fn index_of(&self, pts: i64) -> u64 {
        self.pts.partition_point(|&other| other < pts) as u64
    }

    /// Seconds after the first frame.
    pub fn time_of(&self, pts: i64) -> f64 {
        (pts - self.pts.first().copied().unwrap_or(0)) as f64 * self.tick
    }

    /// Middle of the gaps between frames, seconds.
    pub fn typical_gap(&self) -> f64 {
        let mut gaps: Vec<i64> = self.pts.windows(2).map(|pair| pair[1] - pair[0]).collect();
        gaps.sort_unstable();
        gaps.get(gaps.len() / 2).map_or(0.0, |&gap| gap as f64 * self.tick)
    }

    /// Whether gaps differ by more than the rounding of stamps to ticks and milliseconds explains.
    pub fn variable(&self) -> bool {
        let typical = self.typical_gap();
        let allowed = (1.5 * self.tick).max(0.0011).max(0.02 * typical);
        self.pts.windows(2).any(|pair| ((pair[1] - pair[0]) as f64 * self.tick - typical).abs() > allowed)
    }
}

fn is_discarded(packet: &ffmpeg::Packet) -> bool {
    use ffmpeg::codec::packet::Ref;
    // SAFETY: the packet is alive; its flags are a plain integer. The wrapper's flags lack this bit.
    let flags = unsafe { (*packet.as_ptr()).flags };
    flags & ffmpeg::ffi::AV_PKT_FLAG_DISCARD != 0
}

/// Opens a file, with every way it can fail told apart.
pub(super) fn open(path: &Path) -> Result<ffmpeg::format::context::Input, VideoError> {
    super::start();
    let unreadable = |why: std::io::Error| match why.kind() {
        std::io::ErrorKind::NotFound => VideoError::Missing { path: shown(path) },
        _ => VideoError::Unreadable { path: shown(path), why: why.to_string() },
    };
    let meta = std::fs::metadata(path).map_err(unreadable)?;
    if meta.is_dir() {
        return Err(VideoError::Unreadable { path: shown(path), why: "it is a folder".to_owned() });
    }
    if meta.is_file() && meta.len() == 0 {
        return Err(VideoError::Empty { path: shown(path) });
    }
    let mut head = [0u8; 12];
    let read =
        std::fs::File::open(path).and_then(|mut file| std::io::Read::read(&mut file, &mut head)).map_err(unreadable)?;
    // The absolute path keeps FFmpeg from taking "concat:..." or "http:..." for a protocol.
    let absolute = std::fs::canonicalize(path).map_err(unreadable)?;
    ffmpeg::format::input(&absolute).map_err(|why| {
        let isobmff = read == 12 && &head[4..8] == b"ftyp";
        if isobmff && why == ffmpeg::Error::InvalidData {
            VideoError::Truncated { path: shown(path) }
        } else {
            VideoError::NotAVideo { path: shown(path), why: why.to_string() }
        }
    })
}

/// The video stream that FFmpeg thinks best.
pub(super) fn video_stream<'a>(
    input: &'a ffmpeg::format::context::Input,
    path: &Path,
) -> Result<ffmpeg::format::stream::Stream<'a>, VideoError> {
    input.streams().best(ffmpeg::media::Type::Video).ok_or_else(|| VideoError::NoVideo { path: shown(path) })
}
