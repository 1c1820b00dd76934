//! The small unrest of a hand that is held still.
//!
//! Physiological tremor lies at 8 to 12 Hz with amplitudes of a few tenths of a millimetre; below it a hand drifts
//! at under 1 Hz (Elble and Koller 1990, "Tremor"). Three tones of tremor and two of drift an axis, their
//! frequencies and phases from the numbers given.

use glam::DVec3;
use std::f64::consts::TAU;

/// Tones an axis.
const TONES: usize = 5;
/// Lowest frequency and width of the range of each tone, hertz, and its share of the amplitude.
const RANGES: [(f64, f64, f64); TONES] =
    [(7.5, 2.0, 0.16), (9.0, 2.0, 0.2), (10.5, 2.5, 0.14), (0.15, 0.3, 0.6), (0.5, 0.6, 0.4)];
/// How many numbers a tremor takes: frequency and phase of each tone on three axes.
pub const NUMBERS: usize = 6 * TONES;

/// A tremor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tremor {
    amplitude: f64,
    /// By axis and tone: frequency and phase, radians.
    tones: [[(f64, f64); TONES]; 3],
}

impl Tremor {
    /// From numbers between 0 and 1 (see [`NUMBERS`]; missing ones are 0) and the size of the whole unrest,
    /// centimetres: 0.1 for a steady hand over the table, 0.02 for one that rests on it.
    pub fn new(amplitude: f64, numbers: &[f64]) -> Tremor {
        let number = |i: usize| numbers.get(i).copied().unwrap_or(0.0);
        Tremor {
            amplitude,
            tones: std::array::from_fn(|axis| {
                std::array::from_fn(|tone| {
                    let at = 2 * (axis * TONES + tone);
                    let (low, width, _) = RANGES[tone];
                    (TAU * (low + width * number(at)), TAU * number(at + 1))
                })
            }),
        }
    }

    /// Where the hand is off its place at `t`, centimetres.
    pub fn at(&self, t: f64) -> DVec3 {
        self.sum(|(frequency, phase)| (frequency * t + phase).sin())
    }

    /// Its derivative, cm/s.
    pub fn velocity(&self, t: f64) -> DVec3 {
        self.sum(|(frequency, phase)| frequency * (frequency * t + phase).cos())
    }

    fn sum(&self, tone: impl Fn((f64, f64)) -> f64) -> DVec3 {
        let axis = |axis: &[(f64, f64); TONES]| -> f64 {
            axis.iter().zip(RANGES).map(|(&at, (_, _, share))| share * tone(at)).sum::<f64>() * self.amplitude
        };
        DVec3::new(axis(&self.tones[0]), axis(&self.tones[1]), axis(&self.tones[2]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> Vec<f64> {
        (0..NUMBERS).map(|i| (i as f64 * 0.618_034) % 1.0).collect()
    }

    #[test]
    fn a_tremor_stays_small_and_its_velocity_is_its_derivative() {
        let tremor = Tremor::new(0.1, &numbers());
        let h = 1e-6;
        for i in 0..500 {
            let t = f64::from(i) * 0.013;
            assert!(tremor.at(t).length() < 0.1 * 1.5 * 3f64.sqrt());
            let slope = (tremor.at(t + h) - tremor.at(t - h)) / (2.0 * h);
            assert!(slope.distance(tremor.velocity(t)) < 1e-6);
        }
        assert_ne!(tremor.at(0.0), tremor.at(0.05));
    }

    #[test]
    fn the_same_numbers_give_the_same_tremor() {
        assert_eq!(Tremor::new(0.1, &numbers()), Tremor::new(0.1, &numbers()));
        assert_eq!(Tremor::new(0.0, &numbers()).at(1.0), DVec3::ZERO);
    }
}
