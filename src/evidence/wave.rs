//! The sound of a recording as a player draws it: how loud each millisecond is.
//!
//! In: a recording. Out: the largest amplitude of each real millisecond of file time, 0 to 255, on the frames' clock. It judges nothing:
//! which sound is a hand is for others.

use super::error::EvidenceError;
use crate::video::audio;
use std::path::Path;

/// Milliseconds of file time in a second.
const PER_SEC: f64 = 1000.0;

/// How loud each millisecond is.
#[derive(Debug, Clone, PartialEq)]
pub struct Wave {
    /// When the first is, file seconds after the first frame; may be negative.
    pub from: f64,
    /// The largest amplitude of each, 255 is the format's largest.
    pub peaks: Vec<u8>,
}

impl Wave {
    /// Reads the sound of a recording; `None` when it is silent.
    ///
    /// # Errors
    /// When the recording cannot be read.
    pub fn read(path: &Path) -> Result<Option<Wave>, EvidenceError> {
        let Some(track) = audio::read(path, f64::NEG_INFINITY, f64::INFINITY)? else { return Ok(None) };
        let per_peak = (f64::from(track.sample_rate) / PER_SEC).max(1.0);
        let count = (track.samples.len() as f64 / per_peak).ceil() as usize;
        let at = |i: usize| ((i as f64 * per_peak) as usize).min(track.samples.len());
        let loudest = |i: usize| track.samples[at(i)..at(i + 1)].iter().fold(0.0f32, |most, s| most.max(s.abs()));
        let peaks = (0..count).map(|i| (loudest(i).min(1.0) * 255.0).round() as u8).collect();
        Ok(Some(Wave { from: track.start_t, peaks }))
    }

    /// The span from `from` to `to` in `bins` parts, the loudest of each; 0 where there is no sound.
    pub fn bins(&self, from: f64, to: f64, bins: usize) -> Vec<u8> {
        let place = |bin: usize| {
            let t = from + (to - from) * bin as f64 / bins.max(1) as f64;
            ((t - self.from) * PER_SEC).floor().clamp(0.0, self.peaks.len() as f64) as usize
        };
        let loudest = |bin: usize| {
            let (first, end) = (place(bin), place(bin + 1));
            // A bin shorter than a millisecond shows the one that it lies in.
            let inside = &self.peaks[first..end.max((first + 1).min(self.peaks.len()))];
            inside.iter().copied().max().unwrap_or(0)
        };
        (0..bins).map(loudest).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_hold_the_loudest_of_their_part() {
        let wave = Wave { from: -0.002, peaks: vec![1, 2, 3, 9, 5, 6] };
        assert_eq!(wave.bins(-0.002, 0.004, 3), [2, 9, 6]);
        assert_eq!(wave.bins(0.0, 0.001, 2), [3, 3]);
        assert_eq!(wave.bins(1.0, 2.0, 2), [0, 0]);
    }
}
