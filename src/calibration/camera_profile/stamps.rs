//! What the presentation times alone tell: the frame rate, how even it is, and where frames are missing.
//!
//! In: presentation times in file seconds. Out: [`Stamps`]. A frame that is missing without a gap in the stamps is
//! not seen here; a lamp of known frequency tells it ([`super::flash`]).

use super::numbers::{Z95, line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A gap counts as missing frames when it is within this much of a whole number of intervals.
const WHOLE: f64 = 0.25;
/// Gaps of less than this many usual ones tell the interval.
const USUAL: f64 = 1.5;
/// The stamps are called even when this share of the gaps is.
const EVEN_SHARE: f64 = 0.9;
/// A crystal's share of error: no rate in a file's own time is narrower than this.
const CLOCK: f64 = 1e-7;
/// Gaps listed one by one; all are counted.
pub const LISTED: usize = 100;

/// A place where frames are missing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Gap {
    /// Time of the last frame before it, file seconds.
    pub t: f64,
    /// Frames missing.
    pub frames: u64,
}

/// What the stamps tell.
#[derive(Debug, Clone, PartialEq)]
pub struct Stamps {
    /// Between two frames, file seconds, with the 95 % interval.
    pub interval_s: (f64, f64, f64),
    /// Standard deviation of a stamp about an even rate, file seconds.
    pub unevenness_s: f64,
    /// False when gaps differ so much that there is no rate to speak of.
    pub even: bool,
    /// Frames missing in whole gaps.
    pub missing: u64,
    /// The first [`LISTED`] of these gaps.
    pub gaps: Vec<Gap>,
    /// Every frame's place among the frames that there should be.
    pub places: Vec<u64>,
}

/// Looks at presentation times in their order; `None` of fewer than three.
pub fn read(stamps: &[f64]) -> Option<Stamps> {
    let steps: Vec<f64> = stamps.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 0.0).collect();
    if steps.len() < 2 || steps.len() + 1 < stamps.len() {
        return None;
    }
    let usual = super::numbers::median(steps.clone())?;
    // The mean of the ordinary gaps: where stamps are whole milliseconds the median is not the interval.
    let ordinary: Vec<f64> = steps.iter().copied().filter(|step| *step < USUAL * usual).collect();
    let interval = ordinary.iter().sum::<f64>() / ordinary.len() as f64;
    let (mut places, mut gaps, mut missing, mut odd) = (vec![0], Vec::new(), 0, 0);
    for (i, step) in steps.iter().enumerate() {
        let length = step / interval;
        let whole = length.round().max(1.0);
        let fits = (length - whole).abs() < WHOLE;
        if !fits {
            odd += 1;
        }
        let beyond = if fits { whole as u64 - 1 } else { 0 };
        if beyond > 0 {
            missing += beyond;
            if gaps.len() < LISTED {
                gaps.push(Gap { t: stamps[i], frames: beyond });
            }
        }
        places.push(places[i] + whole as u64);
    }
    let even = (odd as f64) < (1.0 - EVEN_SHARE) * steps.len() as f64;
    let points = places.iter().zip(stamps).map(|(place, t)| (*place as f64, *t, 1.0));
    let (slope, offset) = line(points.clone())?;
    let (n, middle) = (places.len() as f64, places.iter().sum::<u64>() as f64 / places.len() as f64);
    let (mut off, mut across) = (0.0, 0.0);
    for (place, t, _) in points {
        off += (t - offset - slope * place).powi(2);
        across += (place - middle).powi(2);
    }
    let error = (off / (n - 2.0).max(1.0) / across).sqrt();
    // Neighbours' steps, not the distance from one line: a clock that drifts by a millisecond an hour is even.
    let uneven = steps.iter().zip(places.windows(2)).map(|(step, pair)| step - slope * (pair[1] - pair[0]) as f64);
    let unevenness_s = (uneven.map(|d| d * d).sum::<f64>() / steps.len() as f64 / 2.0).sqrt();
    // A stamp is a whole number of ticks: what is below a microsecond is arithmetic.
    let unevenness_s = if unevenness_s < 1e-6 { 0.0 } else { unevenness_s };
    // Nor is a rate known better than clocks keep it.
    let half = (Z95 * error).max(CLOCK * slope);
    Some(Stamps { interval_s: (slope, slope - half, slope + half), unevenness_s, even, missing, gaps, places })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_recording_has_its_rate_and_no_gap() {
        let stamps: Vec<f64> = (0..500).map(|k| f64::from(k) / 240.0).collect();
        let found = read(&stamps).expect("stamps");
        assert!((found.interval_s.0 * 240.0 - 1.0).abs() < 1e-9 && found.even);
        assert_eq!((found.missing, found.unevenness_s, found.gaps.len()), (0, 0.0, 0));
    }

    #[test]
    fn whole_milliseconds_do_not_feign_another_rate_nor_gaps() {
        let stamps: Vec<f64> = (0..1000).map(|k| (f64::from(k) / 120.0 * 1000.0).round() / 1000.0).collect();
        let found = read(&stamps).expect("stamps");
        let (value, lo, hi) = found.interval_s;
        assert!(lo <= 1.0 / 120.0 && 1.0 / 120.0 <= hi && (value * 120.0 - 1.0).abs() < 1e-5, "{value}");
        assert_eq!(found.missing, 0);
        // The standard deviation of rounding to a millisecond.
        assert!((found.unevenness_s - 0.001 / 12.0_f64.sqrt()).abs() < 1e-4, "{}", found.unevenness_s);
    }

    #[test]
    fn missing_frames_are_counted_with_their_place() {
        let stamps: Vec<f64> =
            (0..300).filter(|k| ![50, 120, 121, 122].contains(k)).map(|k| f64::from(k) / 100.0).collect();
        let found = read(&stamps).expect("stamps");
        assert_eq!(found.missing, 4);
        assert_eq!(found.gaps.iter().map(|gap| gap.frames).collect::<Vec<_>>(), [1, 3]);
        assert!((found.gaps[1].t - 1.19).abs() < 1e-9 && found.places.last() == Some(&299));
    }

    #[test]
    fn wild_stamps_are_not_called_even() {
        let stamps: Vec<f64> = (0..100).map(|k| f64::from(k) / 10.0 + 0.04 * f64::from(k * k % 7)).collect();
        assert!(read(&stamps).is_none_or(|found| !found.even));
        assert!(read(&[0.0, 0.1]).is_none());
    }
}
