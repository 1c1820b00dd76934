//! The readout of a rolling shutter from the flicker of mains light in the footage itself.
//!
//! In: row-band brightness, places of the pictures, the capture rate. Out: readout in seconds, or why it is not told.
//!
//! Lamps on the mains swing at 100 or 120 Hz. Mains frequency wanders, so the light is looked at in pieces of a
//! second; in each the phase of neighbouring bands is compared, and only these comparisons are summed. Movement in the
//! picture swings slowly and without a line of its own, so the flicker must stand out from the frequencies beside it.
//! At a frame rate that divides the flicker, or is near to twice it, its phase cannot be told; nor where the file's
//! key frames pulse with it.

use super::numbers::{Z95, jackknife, line, median, wrap};
use super::watch::BANDS;
use num_complex::Complex64;
use std::f64::consts::TAU;

/// Twice the mains' frequency, hertz.
const FLICKER_HZ: [f64; 2] = [100.0, 120.0];
/// Nearer than this to a still or an alternating picture, in cycles a frame, the phase is not told.
const NEAREST: f64 = 0.03;
/// Length of a piece, seconds.
const PIECE_SECS: f64 = 1.0;
/// Fewest pieces.
const FEWEST: usize = 3;
/// The flicker's power over that of the frequencies beside it.
const STANDS_OUT: f64 = 12.0;
/// Mean swing of the bands, levels, below which compression could feign it.
const FAINTEST: f64 = 0.05;
/// Compression and light from windows bend the phases over many rows at once: the bands count as so many that are
/// free of each other.
const FREE_BANDS: f64 = 4.0;
/// The longest distance of key frames, frames, whose pulse is looked for, and its power over what lies beside it.
const LONGEST_GROUP: u32 = 30;
const PULSE: f64 = 6.0;
/// Standard error of the readout that is always left, cycles.
const LEAST_CYCLES: f64 = 0.01;
/// The bands' phases must agree with a line to this share (1: wholly).
const AGREE: f64 = 0.8;

/// Readout in seconds with its 95 % interval, and the flicker it was told by.
///
/// # Errors
/// In words, why it is not told.
pub fn readout(bands: &[[f32; BANDS]], places: &[f64], rate: f64) -> Result<((f64, f64, f64), f64), String> {
    let none = "no mains flicker is seen in the picture; use a lamp (--flash-hz)";
    let length = ((PIECE_SECS * rate).round() as usize).max(16);
    let pieces: Vec<usize> = (0..bands.len() / length).map(|piece| piece * length).collect();
    if pieces.len() < FEWEST {
        return Err(format!("{none}, or a recording of {FEWEST} seconds or more"));
    }
    // The middle of the pieces: one in which a hand moves does not count.
    let power = |cycles: f64| -> f64 {
        let each = pieces.iter().map(|&s| swing(&bands[s..s + length], &places[s..s + length], cycles));
        median(each.map(|bands| bands.iter().map(Complex64::norm_sqr).sum::<f64>() / BANDS as f64).collect())
            .unwrap_or(0.0)
    };
    let mut best: Option<(f64, f64)> = None;
    for hertz in FLICKER_HZ {
        let cycles = hertz / rate;
        let seen = wrap(cycles).abs();
        if !(NEAREST..=0.5 - NEAREST).contains(&seen) {
            continue;
        }
        let own = power(cycles);
        // Four to nine lines of resolution beside it, on both sides.
        let beside = [-9.0, -7.0, -5.5, -4.0, 4.0, 5.5, 7.0, 9.0].map(|lines| power(cycles + lines / length as f64));
        let ratio = own / median(beside.to_vec()).unwrap_or(0.0).max(1e-12);
        if ratio > STANDS_OUT && own.sqrt() > FAINTEST && best.is_none_or(|(_, before)| ratio > before) {
            best = Some((hertz, ratio));
        }
    }
    let Some((hertz, _)) = best else {
        let hidden = FLICKER_HZ.iter().any(|hertz| !(NEAREST..=0.5 - NEAREST).contains(&wrap(hertz / rate).abs()));
        let hidden = if hidden { " (at this frame rate one of 100 and 120 Hz cannot be told)" } else { "" };
        return Err(format!("{none}{hidden}"));
    };
    if pulses(hertz / rate, &power) {
        return Err(
            "the file's key frames pulse as often as the mains' flicker would show; use a lamp (--flash-hz)".to_owned()
        );
    }
    let swings: Vec<[Complex64; BANDS]> =
        pieces.iter().map(|&s| swing(&bands[s..s + length], &places[s..s + length], hertz / rate)).collect();
    let slope = slope(&swings).filter(|slope| slope.agree > AGREE);
    let Some(Slope { cycles, bent, .. }) = slope else {
        return Err(format!("{hertz} Hz flicker is seen, but not evenly over the rows"));
    };
    let parts = swings.len().min(10);
    let left_out: Vec<f64> = (0..parts)
        .filter_map(|part| {
            let rest = swings.iter().enumerate().filter(|(k, _)| k * parts / swings.len() != part).map(|(_, s)| *s);
            Some(self::slope(&rest.collect::<Vec<_>>())?.cycles)
        })
        .collect();
    let half = Z95 * jackknife(&left_out).hypot(bent).hypot(LEAST_CYCLES);
    Ok(((cycles / hertz, (cycles - half) / hertz, (cycles + half) / hertz), hertz))
}

/// Whether the pictures swing at `cycles` a frame because of key frames at an even distance: then they swing at the
/// neighbouring multiples of the key frames' own frequency too, which a lamp does not.
fn pulses(cycles: f64, power: &dyn Fn(f64) -> f64) -> bool {
    (6..=LONGEST_GROUP).any(|group| {
        let multiple = (cycles * f64::from(group)).round();
        if wrap(cycles * f64::from(group)).abs() > 0.02 {
            return false;
        }
        let stands_out = |at: f64| {
            let beside = [-0.35, -0.25, 0.25, 0.35].map(|part| power((at + part) / f64::from(group)));
            power(at / f64::from(group)) > PULSE * median(beside.to_vec()).unwrap_or(0.0).max(1e-12)
        };
        stands_out(multiple - 1.0) && stands_out(multiple + 1.0)
    })
}

/// Strength and phase of a frequency in each band.
fn swing(bands: &[[f32; BANDS]], places: &[f64], cycles: f64) -> [Complex64; BANDS] {
    let n = bands.len();
    let window = |k: usize| 0.5 - 0.5 * (TAU * (k as f64 + 0.5) / n as f64).cos();
    let weight: f64 = (0..n).map(window).sum();
    let mut means = [0.0; BANDS];
    for (k, band) in bands.iter().enumerate() {
        means.iter_mut().zip(band).for_each(|(mean, level)| *mean += window(k) * f64::from(*level) / weight);
    }
    let mut out = [Complex64::new(0.0, 0.0); BANDS];
    for (k, (band, place)) in bands.iter().zip(places).enumerate() {
        let turn = Complex64::from_polar(window(k) / weight, -TAU * (cycles * place).fract());
        for ((to, level), mean) in out.iter_mut().zip(band).zip(&means) {
            *to += turn * (f64::from(*level) - mean);
        }
    }
    out
}

/// What the bands' phases come to.
struct Slope {
    /// Cycles from the first row to the last.
    cycles: f64,
    /// How well the bands agree on it; 1 wholly.
    agree: f64,
    /// Standard error of `cycles` from how far the phases lie off a line.
    bent: f64,
}

fn slope(swings: &[[Complex64; BANDS]]) -> Option<Slope> {
    let across = |apart: usize| -> Complex64 {
        swings.iter().flat_map(|s| (0..BANDS - apart).map(move |b| s[b + apart] * s[b].conj())).sum()
    };
    let mut rough = across(1).arg() / TAU * BANDS as f64;
    // Bands that lie further apart tell it finer, once the turns between them are known.
    for apart in [2, 4, 8, 12] {
        let expected = rough * apart as f64 / BANDS as f64;
        rough = (expected + wrap(across(apart).arg() / TAU - expected)) * BANDS as f64 / apart as f64;
    }
    // What is left of each band's phase when this slope and each piece's own phase are taken off.
    let mut left = [Complex64::new(0.0, 0.0); BANDS];
    let (mut together, mut apart) = (0.0, 0.0);
    for swing in swings {
        let turned = |b: usize| swing[b] * Complex64::from_polar(1.0, -TAU * rough * b as f64 / BANDS as f64);
        let common: Complex64 = (0..BANDS).map(turned).sum();
        together += common.norm();
        apart += swing.iter().map(|s| s.norm()).sum::<f64>();
        let back = Complex64::from_polar(1.0, -common.arg());
        left.iter_mut().enumerate().for_each(|(b, sum)| *sum += turned(b) * back);
    }
    let points = left.iter().enumerate().map(|(b, a)| (b as f64 / BANDS as f64, a.arg() / TAU, a.norm()));
    let (further, offset) = line(points.clone())?;
    let weight: f64 = points.clone().map(|(_, _, w)| w).sum();
    let middle = points.clone().map(|(x, _, w)| w * x).sum::<f64>() / weight;
    let across = points.clone().map(|(x, _, w)| w * (x - middle).powi(2)).sum::<f64>() / weight;
    let off = points.map(|(x, y, w)| w * (y - offset - further * x).powi(2)).sum::<f64>() / weight;
    let bent = (off / FREE_BANDS / across.max(1e-9)).sqrt();
    (apart > 0.0).then(|| Slope { cycles: rough + further, agree: together / apart, bent })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flickering(rate: f64, readout_s: f64, hertz: f64, depth: f64) -> Vec<[f32; BANDS]> {
        (0..(6.0 * rate) as usize)
            .map(|k| {
                std::array::from_fn(|band| {
                    let t = k as f64 / rate + readout_s * (band as f64 + 0.5) / BANDS as f64;
                    // Slow movement that each band sees differently, and a little noise that hangs on nothing.
                    let moves = 3.0 * (0.9 * t + band as f64).sin();
                    let noise = 0.3 * ((k * 7919 + band * 104_729) as f64 * 0.618).fract();
                    (100.0 + moves + noise + depth * (TAU * hertz * t).sin()) as f32
                })
            })
            .collect()
    }

    #[test]
    fn flicker_tells_the_readout_and_its_sign() {
        for readout_s in [0.006, -0.003, 0.0] {
            let bands = flickering(240.0, readout_s, 100.0, 2.0);
            let places: Vec<f64> = (0..bands.len()).map(|k| k as f64).collect();
            let ((value, lo, hi), hertz) = readout(&bands, &places, 240.0).expect("a readout");
            assert!((value - readout_s).abs() < 2e-4 && hertz == 100.0, "{value} for {readout_s}");
            assert!(lo <= readout_s && readout_s <= hi && hi - lo < 1e-3);
        }
    }

    #[test]
    fn key_frames_that_pulse_with_the_flicker_are_not_taken_for_it() {
        // Every twelfth frame is brighter: 20 Hz among others at 120 frames, where 100 Hz shows too.
        let mut bands = flickering(120.0, 0.006, 100.0, 1.5);
        let places: Vec<f64> = (0..bands.len()).map(|k| k as f64).collect();
        assert!(readout(&bands, &places, 120.0).is_ok());
        for band in bands.iter_mut().step_by(12) {
            band.iter_mut().for_each(|level| *level += 3.0);
        }
        let why = readout(&bands, &places, 120.0).expect_err("pulses");
        assert!(why.contains("key frames"), "{why}");
    }

    #[test]
    fn what_does_not_flicker_or_cannot_be_told_is_not_known() {
        for (rate, hertz, depth) in [(240.0, 100.0, 0.0), (120.0, 120.0, 3.0), (240.0, 120.0, 3.0)] {
            let bands = flickering(rate, 0.005, hertz, depth);
            let places: Vec<f64> = (0..bands.len()).map(|k| k as f64).collect();
            assert!(readout(&bands, &places, rate).is_err(), "{rate} {hertz} {depth}");
        }
    }
}
