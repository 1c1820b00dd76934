//! The smallest margin that a camera can call.
//!
//! In: what the camera was found to be. Out: milliseconds. A bound on the camera, not on what a review
//! achieves on hands that hide each other: no review calls less, many slaps need more.

use crate::base::time::normal_cdf;

/// Part of an interval between real frames that no instant is trusted beyond, whatever the fit: about the floor
/// that a review's detector of contacts has.
const FLOOR_FRAMES: f64 = 0.25;
/// The piles lie this share of the picture's height apart at most, along the order of the rows.
const PILES_APART: f64 = 0.15;

/// What the margin hangs on, all in real seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Between two pictures that differ: longer than a frame interval when frames are copies.
    pub interval_s: f64,
    /// How long a row gathers light.
    pub exposure_s: f64,
    /// From the first row to the last, whichever sign; the interval when it is not known.
    pub readout_s: f64,
    /// Standard deviation of a frame's stamp.
    pub unevenness_s: f64,
}

/// The smallest margin whose order is told with probability `reliability` (0.5 to below 1), real milliseconds.
///
/// Each player's instant has the standard deviation
/// `sqrt((interval / 4)^2 + (exposure / sqrt(12) / 2)^2 + (0.15 readout / sqrt(12))^2 + unevenness^2)`:
///
/// - a quarter of an interval is the floor that a review keeps;
/// - an instant somewhere in an exposure would be `exposure / sqrt(12)` uncertain; half of it, because a stop is fitted
///   to the whole smear, whose ends are seen;
/// - a review does not correct for rows that are read one after the other: two piles 0.15 of the height apart are up to
///   0.15 readouts apart in time, anything up to that being as likely;
/// - stamps that are not where the frames were taken.
///
/// Two such instants are independent, so their order is told with the probability P at `z(P) sqrt(2) sigma`. It
/// grows, or stays, with every limit and with the reliability.
pub fn smallest_margin_ms(limits: &Limits, reliability: f64) -> f64 {
    let uniform = 1.0 / 12.0_f64.sqrt();
    let sigma_s = (FLOOR_FRAMES * limits.interval_s)
        .hypot(0.5 * uniform * limits.exposure_s)
        .hypot(PILES_APART * uniform * limits.readout_s)
        .hypot(limits.unevenness_s);
    1000.0 * quantile(reliability) * std::f64::consts::SQRT_2 * sigma_s
}

/// The standard normal quantile of a probability of 0.5 or more, to the six digits that the distribution function has.
fn quantile(probability: f64) -> f64 {
    let (mut lo, mut hi) = (0.0, 8.0);
    for _ in 0..60 {
        let middle = 0.5 * (lo + hi);
        if normal_cdf(middle) < probability { lo = middle } else { hi = middle }
    }
    0.5 * (lo + hi)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAMERA: Limits =
        Limits { interval_s: 1.0 / 240.0, exposure_s: 0.002, readout_s: 0.004, unevenness_s: 0.0001 };

    #[test]
    fn a_known_camera_has_the_margin_of_the_sum_of_its_parts() {
        // 1.0417, 0.2887, 0.1732 and 0.1 ms: sigma 1.0993 ms; times 1.64485 and the square root of two.
        let margin = smallest_margin_ms(&CAMERA, 0.95);
        assert!((margin - 2.557).abs() < 0.002, "{margin}");
    }

    #[test]
    fn a_worse_camera_never_calls_a_smaller_margin() {
        let changes: [fn(&mut Limits, f64); 4] = [
            |limits, by| limits.interval_s *= by,
            |limits, by| limits.exposure_s *= by,
            |limits, by| limits.readout_s *= by,
            |limits, by| limits.unevenness_s *= by,
        ];
        for change in changes {
            let mut before = 0.0;
            for by in [0.0, 0.5, 1.0, 1.5, 4.0] {
                let mut limits = CAMERA;
                change(&mut limits, by);
                let margin = smallest_margin_ms(&limits, 0.95);
                assert!(margin > before, "{limits:?}");
                before = margin;
            }
        }
        let margins = [0.5, 0.8, 0.95, 0.99, 0.999].map(|p| smallest_margin_ms(&CAMERA, p));
        assert!(margins[0] < 1e-3 && margins.windows(2).all(|pair| pair[0] < pair[1]), "{margins:?}");
    }

    #[test]
    fn quantiles_are_the_normal_ones() {
        for (p, z) in [(0.95, 1.644_854), (0.975, 1.959_964), (0.999, 3.090_232)] {
            assert!((quantile(p) - z).abs() < 1e-4);
        }
    }
}
