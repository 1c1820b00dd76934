//! Sound in, the instants at which something struck something out.
//!
//! An impact on a table begins within a fraction of a millisecond and rings for tens: what tells it is the sudden growth of
//! what cannot be foretold from the samples just before, above all at high frequencies (Bello and others 2005, "A tutorial on
//! onset detection in music signals"). The sound is whitened by its second difference; where the energy of the next
//! millisecond is above that of the two before, something may have begun. A later impact in the ringing of an earlier one adds
//! only a few decibels to that, as much as the ringing now and then does by itself: such onsets are told too, with their rise.
//!
//! Whose impact it was, or whether it was one at all, is not told here. Tuned on 300 simulated sound tracks (seeds 15,900,000): there
//! 0.65 of the impacts in the ringing of others are told, with one other onset a slap.

use crate::facts::Onset;

/// Energy is taken over so long, seconds.
const HOP_SECS: f64 = 0.000_25;
/// So many such parts after and before an instant are compared.
const AFTER: usize = 4;
const BEFORE: usize = 8;
/// An onset rises at least so much, decibels: most of the room's noises and of a ringing's beats stay below.
const LEAST_RISE_DB: f64 = 5.0;
/// And is the greatest rise so many parts around.
const APART: usize = 8;
/// The room's noise is the median over so long, seconds.
const NOISE_SECS: f64 = 0.5;
/// Nothing is quieter than this part of the loudest part: digital silence is no room.
const LEAST_NOISE: f64 = 1e-7;
/// Standard deviation of an onset: at least, seconds, and more the less it rises, seconds times decibels.
const SIGMA_SECS: f64 = 0.0003;
const SIGMA_SECS_DB: f64 = 0.0015;

/// The onsets in one channel of sound (`samples` -1..1, so many a second, the first heard at `start_t`), in order of time.
pub fn onsets(samples: &[f32], sample_rate: u32, start_t: f64) -> Vec<Onset> {
    let rate = f64::from(sample_rate.max(1));
    let hop = ((rate * HOP_SECS).round() as usize).max(1);
    let white = |i: usize| {
        let x = |back: usize| f64::from(samples[i - back]);
        if i < 2 { 0.0 } else { x(0) - 2.0 * x(1) + x(2) }
    };
    let energy: Vec<f64> = (0..samples.len() / hop)
        .map(|part| (part * hop..(part + 1) * hop).map(|i| white(i).powi(2)).sum::<f64>() / hop as f64)
        .collect();
    let loudest = energy.iter().copied().fold(0.0, f64::max);
    if loudest <= 0.0 || !loudest.is_finite() {
        return Vec::new();
    }
    let noise = noise(&energy, loudest * LEAST_NOISE);
    let mean = |from: usize, to: usize| energy[from..to].iter().sum::<f64>() / (to - from) as f64;
    let rises: Vec<f64> = (0..energy.len())
        .map(|i| {
            if i < BEFORE || i + AFTER > energy.len() {
                return 0.0;
            }
            10.0 * ((mean(i, i + AFTER) + noise(i)) / (mean(i - BEFORE, i) + noise(i))).log10()
        })
        .collect();
    (BEFORE..energy.len().saturating_sub(AFTER))
        .filter(|&i| rises[i] > LEAST_RISE_DB)
        .filter(|&i| {
            let around = &rises[i.saturating_sub(APART)..(i + APART + 1).min(rises.len())];
            around.iter().all(|&other| other <= rises[i])
        })
        .map(|i| {
            let around: Vec<f64> =
                ((i - BEFORE) * hop..(i + AFTER) * hop).map(|i| white(i).powi(2) + noise(i / hop)).collect();
            let at = (i - BEFORE) * hop + split(&around, (BEFORE - 1) * hop..(BEFORE + 1) * hop);
            Onset { t: start_t + at as f64 / rate, sigma: SIGMA_SECS + SIGMA_SECS_DB / rises[i], rise_db: rises[i] }
        })
        .collect()
}

/// The sample among `among` at which `energy` most probably became louder: of all ways to cut it into two noises of one loudness each,
/// the likeliest (Basseville and Nikiforov 1993, "Detection of Abrupt Changes").
fn split(energy: &[f64], among: std::ops::Range<usize>) -> usize {
    let all: f64 = energy.iter().sum();
    let mut before: f64 = energy[..among.start].iter().sum();
    let mut best = (f64::INFINITY, among.start);
    for at in among {
        let (n, m) = (at as f64, (energy.len() - at) as f64);
        let unlikely = n * (before / n).ln() + m * ((all - before) / m).ln();
        if unlikely < best.0 {
            best = (unlikely, at);
        }
        before += energy[at];
    }
    best.1
}

/// How loud the room is around a part: the median over [`NOISE_SECS`], at least `least`.
fn noise(energy: &[f64], least: f64) -> impl Fn(usize) -> f64 + use<> {
    let block = (NOISE_SECS / HOP_SECS) as usize;
    let medians: Vec<f64> = energy
        .chunks(block)
        .map(|part| {
            let mut sorted = part.to_vec();
            sorted.sort_by(f64::total_cmp);
            sorted[sorted.len() / 2].max(least)
        })
        .collect();
    move |i| medians[i / block]
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: u32 = 48_000;

    /// Noise of amplitude `noise` with blows at the given seconds, each of an amplitude, that ring for 15 ms.
    fn recording(noise: f32, blows: &[(f64, f32)]) -> Vec<f32> {
        let mut state = 1_u32;
        let mut chance = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..RATE as usize)
            .map(|i| {
                let t = i as f64 / f64::from(RATE);
                let ring: f32 = blows
                    .iter()
                    .filter(|blow| t >= blow.0)
                    .map(|blow| blow.1 * (-(t - blow.0) / 0.015).exp() as f32)
                    .sum();
                noise * chance() + ring * chance()
            })
            .collect()
    }

    #[test]
    fn blows_are_dated_to_half_a_millisecond() {
        let found = onsets(&recording(0.002, &[(0.3, 0.1), (0.312, 0.4), (0.7, 0.02)]), RATE, -0.1);
        let times: Vec<f64> = found.iter().map(|onset| onset.t).collect();
        assert_eq!(times.len(), 3, "{found:?}");
        for (t, truth) in times.iter().zip([0.2, 0.212, 0.6]) {
            assert!((t - truth).abs() < 0.0005, "{found:?}");
        }
        assert!(found[0].sigma < found[1].sigma, "the one in the ringing is less sure: {found:?}");
    }

    #[test]
    fn a_blow_as_loud_as_what_still_rings_is_told_with_its_small_rise() {
        let found = onsets(&recording(0.002, &[(0.3, 0.1), (0.308, 0.06)]), RATE, 0.0);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!((found[1].t - 0.308).abs() < 0.0002 && found[1].rise_db < 9.0, "{found:?}");
    }

    #[test]
    fn noise_and_silence_have_no_onsets() {
        assert!(onsets(&recording(0.05, &[]), RATE, 0.0).is_empty());
        assert!(onsets(&vec![0.0; 48_000], RATE, 0.0).is_empty());
        assert!(onsets(&[0.3], RATE, 0.0).is_empty());
        assert!(onsets(&[], 0, 0.0).is_empty());
    }

    #[test]
    fn a_tone_that_goes_on_is_no_blow() {
        let tone: Vec<f32> = (0..48_000).map(|i| 0.5 * (i as f32 * 0.06).sin()).collect();
        assert!(onsets(&tone[100..], RATE, 0.0).len() <= 1);
    }
}
