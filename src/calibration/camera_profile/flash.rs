//! A light of known frequency as a clock: the true capture rate, and frames that are missing or doubled although the
//! stamps show no gap.
//!
//! In: row-band brightness ([`super::watch`]), each picture's place among the frames, the light's frequency, and the
//! rate that the file claims. Out: cycles of the light per frame, and slips.
//!
//! Sampled once a frame, a light of `F` hertz shows at `F / rate` cycles a frame less a whole number, or mirrored:
//! several rates fit what is seen. Of these the one next to the claimed rate is taken when it agrees within
//! 1 %; else (slow motion without a tag) the one that is a rate cameras film at, if there is exactly one. The
//! light must be the strongest thing that swings in the picture.

use super::numbers::{line, median, wrap};
use super::watch::BANDS;
use num_complex::Complex64;
use rustfft::FftPlanner;
use std::f64::consts::TAU;

/// A claimed rate agrees with the light within this share: a microcontroller's resonator is good for 0.5 %.
const AGREES: f64 = 0.01;
/// Rates that cameras film at, frames a second.
const FILMED: [f64; 18] = [
    23.976, 25.0, 29.97, 48.0, 50.0, 59.94, 90.0, 100.0, 119.88, 150.0, 180.0, 200.0, 239.76, 300.0, 400.0, 480.0,
    500.0, 960.0,
];
/// Pictures of one piece of the spectrum.
const PIECE: usize = 1024;
/// Slower than this many cycles a frame is movement and drift, not the light.
const SLOWEST: f64 = 0.02;
/// The light's line over the middle of the spectrum, as power.
const STANDS_OUT: f64 = 50.0;
/// Pictures of one window of the running phase, and from one window to the next.
const WINDOW: usize = 32;
const HOP: usize = 8;
/// A change of phase that may be a slip, cycles.
const SLIP: f64 = 0.06;
/// The most frames that one slip is explained by.
const MOST_IN_SLIP: i64 = 4;

/// What a known light told.
#[derive(Debug, Clone, PartialEq)]
pub struct Clock {
    /// Cycles of the light per frame, whole cycles included, negative never.
    pub cycles_per_frame: f64,
    /// Its 95 % half width.
    pub half_width: f64,
    /// Frames a second, real time.
    pub rate: f64,
    /// True when the claimed rate agrees; false when the rate was told from the rates that cameras film at.
    pub as_claimed: bool,
    /// Frames missing without a gap in the stamps.
    pub missing: u64,
    /// Frames too many.
    pub doubled: u64,
    /// Jumps of phase that no number of frames explains.
    pub unexplained: u64,
    /// Places of the pictures with the missing frames put back in.
    pub places: Vec<f64>,
}

/// Finds the light. `places` are the pictures' places by their stamps; `claimed` is the rate in real time.
///
/// # Errors
/// In words, why there is no clock.
pub fn clock(bands: &[[f32; BANDS]], places: &[f64], hertz: f64, claimed: f64) -> Result<Clock, String> {
    if bands.len() < 2 * WINDOW {
        return Err(format!("{} pictures are too few to time a light; record ten seconds", bands.len()));
    }
    let mut seen = strongest(bands)
        .ok_or_else(|| format!("no light that flashes at {hertz} Hz is seen; let it light the whole picture"))?;
    // Slips split the line in the spectrum; the short steps between windows do not see them.
    for _ in 0..3 {
        seen += drift(bands, places, seen).ok_or("the light is too uneven to time")?;
    }
    let (rate, as_claimed) = rate(hertz, seen, claimed)?;
    // Where the same light would be seen, by sign, so that its phase runs the right way.
    let rough = hertz / rate;
    let frequency = rough - wrap(rough) + if wrap(rough) < 0.0 { -seen } else { seen };
    let mut places = places.to_vec();
    let (mut missing, mut doubled, mut unexplained) = (0, 0, 0);
    for (k, cycles) in slips(bands, &places, frequency) {
        let fits = |n: &i64| wrap(cycles - frequency * *n as f64).abs() < SLIP;
        match [1, -1, 2, 3, 4].into_iter().filter(|n| *n <= MOST_IN_SLIP).find(fits) {
            Some(frames) => {
                places[k..].iter_mut().for_each(|place| *place += frames as f64);
                if frames > 0 { missing += frames as u64 } else { doubled += 1 }
            }
            None => unexplained += 1,
        }
    }
    let (cycles_per_frame, half_width) = exact(bands, &places, frequency, unexplained == 0);
    let rate = hertz / cycles_per_frame;
    Ok(Clock { cycles_per_frame, half_width, rate, as_claimed, missing, doubled, unexplained, places })
}

/// Cycles a frame at which the pictures swing most, 0..0.5; `None` when nothing stands out.
fn strongest(bands: &[[f32; BANDS]]) -> Option<f64> {
    let piece = PIECE.min(bands.len());
    let size = 4 * piece.next_power_of_two();
    let fft = FftPlanner::new().plan_fft_forward(size);
    let mut power = vec![0.0; size / 2];
    for start in (0..=bands.len() - piece).step_by((piece / 2).max(1)) {
        for band in 0..BANDS {
            let part: Vec<f64> = bands[start..start + piece].iter().map(|b| f64::from(b[band])).collect();
            let mean = part.iter().sum::<f64>() / piece as f64;
            let mut row = vec![Complex64::new(0.0, 0.0); size];
            for (k, (to, value)) in row.iter_mut().zip(&part).enumerate() {
                to.re = (value - mean) * hann(k, piece);
            }
            fft.process(&mut row);
            power.iter_mut().zip(&row).for_each(|(sum, value)| *sum += value.norm_sqr());
        }
    }
    let from = (SLOWEST * size as f64).ceil() as usize;
    let peak = (from..power.len() - 1).max_by(|a, b| power[*a].total_cmp(&power[*b]))?;
    let usual = median(power[from..].to_vec())?;
    // A light that never changes by a level is not told from compression.
    let deep = power[peak] > 0.01 * (bands.len() * piece * BANDS) as f64 * 0.05;
    if peak == from || !deep || power[peak] < STANDS_OUT * usual {
        return None;
    }
    let [a, b, c] = [power[peak - 1], power[peak], power[peak + 1]];
    let shift = if a + c < 2.0 * b { 0.5 * (a - c) / (a - 2.0 * b + c) } else { 0.0 };
    Some((peak as f64 + shift) / size as f64)
}

fn hann(k: usize, of: usize) -> f64 {
    0.5 - 0.5 * (TAU * (k as f64 + 0.5) / of as f64).cos()
}

/// The rate at which a light of `hertz` is seen at `seen` cycles a frame.
fn rate(hertz: f64, seen: f64, claimed: f64) -> Result<(f64, bool), String> {
    let off = |rate: f64, from: f64| (rate / from - 1.0).abs();
    let mut fitting: Vec<f64> = (0..=(hertz / claimed).ceil() as i64 + 1)
        .flat_map(|whole| [whole as f64 + seen, whole as f64 - seen])
        .filter(|cycles| *cycles > 1e-3)
        .map(|cycles| hertz / cycles)
        .collect();
    fitting.sort_by(|a, b| off(*a, claimed).total_cmp(&off(*b, claimed)));
    if let Some(best) = fitting.first().filter(|best| off(**best, claimed) < AGREES) {
        return Ok((*best, true));
    }
    // Slow motion: filmed faster than the file plays.
    let filmed: Vec<f64> = fitting
        .into_iter()
        .filter(|rate| *rate > 1.5 * claimed && FILMED.iter().any(|filmed| off(*rate, *filmed) < 0.003))
        .collect();
    match filmed.as_slice() {
        [rate] => Ok((*rate, false)),
        _ => Err(format!(
            "a light of {hertz} Hz would not look as it does at {claimed:.2} frames a second; check its frequency, or say the rate it was filmed at with --capture-fps"
        )),
    }
}

/// The light's phase and strength in a window, one for each band.
fn demodulated(bands: &[[f32; BANDS]], places: &[f64], frequency: f64) -> [Complex64; BANDS] {
    let n = bands.len();
    let mut means = [0.0; BANDS];
    let weight: f64 = (0..n).map(|k| hann(k, n)).sum();
    for (k, band) in bands.iter().enumerate() {
        means.iter_mut().zip(band).for_each(|(mean, value)| *mean += hann(k, n) * f64::from(*value) / weight);
    }
    let mut out = [Complex64::new(0.0, 0.0); BANDS];
    for (k, (band, place)) in bands.iter().zip(places).enumerate() {
        let turn = Complex64::from_polar(hann(k, n), -TAU * (frequency * place).fract());
        for ((to, value), mean) in out.iter_mut().zip(band).zip(&means) {
            *to += turn * (f64::from(*value) - mean);
        }
    }
    out
}

fn between(before: &[Complex64; BANDS], after: &[Complex64; BANDS]) -> Complex64 {
    before.iter().zip(after).map(|(a, b)| b * a.conj()).sum()
}

/// By how much the frequency is off, cycles a frame: the middle of many short steps, which slips do not move.
fn drift(bands: &[[f32; BANDS]], places: &[f64], frequency: f64) -> Option<f64> {
    let starts: Vec<usize> = (0..=bands.len() - WINDOW).step_by(HOP).collect();
    let phases: Vec<[Complex64; BANDS]> =
        starts.iter().map(|&s| demodulated(&bands[s..s + WINDOW], &places[s..s + WINDOW], frequency)).collect();
    let steps = phases.windows(2).zip(starts.windows(2)).map(|(pair, at)| {
        let way = places[at[1]] - places[at[0]];
        between(&pair[0], &pair[1]).arg() / TAU / way.max(1.0)
    });
    median(steps.collect())
}

/// Where the phase jumps, and by how many cycles.
fn slips(bands: &[[f32; BANDS]], places: &[f64], frequency: f64) -> Vec<(usize, f64)> {
    let half = WINDOW / 2;
    let steps: Vec<f64> = (0..bands.len())
        .map(|k| {
            if k < half || k + half > bands.len() {
                return 0.0;
            }
            let before = demodulated(&bands[k - half..k], &places[k - half..k], frequency);
            let after = demodulated(&bands[k..k + half], &places[k..k + half], frequency);
            between(&before, &after).arg() / TAU
        })
        .collect();
    let mut found: Vec<(usize, f64)> = Vec::new();
    for (k, step) in steps.iter().enumerate() {
        let around = &steps[k.saturating_sub(half)..(k + half).min(steps.len())];
        if step.abs() > SLIP && around.iter().all(|other| other.abs() <= step.abs()) {
            // Of equals the first.
            if found.last().is_none_or(|(last, _)| k - last >= half) {
                found.push((k, *step));
            }
        }
    }
    found
}

/// The frequency from the phases of the whole recording, with its 95 % half width.
fn exact(bands: &[[f32; BANDS]], places: &[f64], frequency: f64, whole: bool) -> (f64, f64) {
    // Long windows keep the light's harmonics out of its own line.
    let length = (bands.len() / 8).clamp(WINDOW, 8 * WINDOW);
    let starts: Vec<usize> = (0..=bands.len() - length).step_by(length / 2).collect();
    let windows: Vec<[Complex64; BANDS]> =
        starts.iter().map(|&s| demodulated(&bands[s..s + length], &places[s..s + length], frequency)).collect();
    // All against one window: errors of steps would add up.
    let middle = &windows[windows.len() / 2];
    let mut before = None;
    let phases: Vec<f64> = windows
        .iter()
        .map(|window| {
            let phase = between(middle, window).arg() / TAU;
            let phase = before.map_or(phase, |last: f64| last + wrap(phase - last));
            before = Some(phase);
            phase
        })
        .collect();
    let points = starts.iter().zip(&phases).map(|(start, phase)| (places[*start], *phase, 1.0));
    let Some((slope, offset)) = line(points.clone()) else { return (frequency, 0.5 / bands.len() as f64) };
    let n = starts.len() as f64;
    let off: f64 = points.clone().map(|(x, y, _)| (y - offset - slope * x).powi(2)).sum::<f64>() / (n - 2.0).max(1.0);
    let centre = points.clone().map(|(x, _, _)| x).sum::<f64>() / n;
    let across: f64 = points.map(|(x, _, _)| (x - centre).powi(2)).sum();
    let error = (off / across.max(1e-9)).sqrt();
    // Windows overlap, so that their errors hang together; a jump that is not understood leaves the slope in doubt.
    let half = 4.0 * error + if whole { 0.001 } else { SLIP } / bands.len() as f64;
    (frequency + slope, half)
}
