//! Small filters: a resonator, its inverse, a one-pole low-pass, and placing a sound between two samples.

use super::RATE_HZ;
use std::f64::consts::{PI, TAU};

/// A second-order resonator with a gain of 1 at 0 Hz, as in Klatt (1980), "Software for a cascade/parallel
/// formant synthesizer", J. Acoust. Soc. Am. 67(3), equations 1 to 3.
#[derive(Debug, Clone, Copy, Default)]
pub struct Resonator {
    a: f64,
    b: f64,
    c: f64,
    past: [f64; 2],
}

impl Resonator {
    /// Resonates at `hz`, `width_hz` wide at half power.
    pub fn new(hz: f64, width_hz: f64) -> Resonator {
        let mut new = Resonator::default();
        new.tune(hz, width_hz);
        new
    }

    /// Another frequency and width; what rings goes on ringing.
    pub fn tune(&mut self, hz: f64, width_hz: f64) {
        let radius = (-PI * width_hz / RATE_HZ).exp();
        self.c = -radius * radius;
        self.b = 2.0 * radius * (TAU * hz / RATE_HZ).cos();
        self.a = 1.0 - self.b - self.c;
    }

    /// The next sample.
    pub fn step(&mut self, sample: f64) -> f64 {
        let out = self.a * sample + self.b * self.past[0] + self.c * self.past[1];
        self.past = [out, self.past[0]];
        out
    }

    /// The next sample of the inverse filter (an anti-resonator); use one object for one of the two only.
    pub fn step_inverse(&mut self, sample: f64) -> f64 {
        let out = (sample - self.b * self.past[0] - self.c * self.past[1]) / self.a;
        self.past = [sample, self.past[0]];
        out
    }
}

/// A band-pass of second order, gain 1 at its middle (R. Bristow-Johnson's audio EQ cookbook, constant peak gain).
#[derive(Debug, Clone, Copy)]
pub struct Band {
    gain: f64,
    a: [f64; 2],
    x: [f64; 2],
    y: [f64; 2],
}

impl Band {
    /// Passes a band round `hz`; `q` is the middle over the width.
    pub fn new(hz: f64, q: f64) -> Band {
        let (sin, cos) = (TAU * (hz / RATE_HZ).min(0.49)).sin_cos();
        let alpha = sin / (2.0 * q);
        let norm = 1.0 + alpha;
        Band { gain: alpha / norm, a: [-2.0 * cos / norm, (1.0 - alpha) / norm], x: [0.0; 2], y: [0.0; 2] }
    }

    /// The next sample.
    pub fn step(&mut self, sample: f64) -> f64 {
        let out = self.gain * (sample - self.x[1]) - self.a[0] * self.y[0] - self.a[1] * self.y[1];
        self.x = [sample, self.x[0]];
        self.y = [out, self.y[0]];
        out
    }
}

/// A low-pass of first order.
#[derive(Debug, Clone, Copy)]
pub struct Dull {
    keep: f64,
    past: f64,
}

impl Dull {
    /// Half power at `hz`.
    pub fn new(hz: f64) -> Dull {
        Dull { keep: (-TAU * hz / RATE_HZ).exp(), past: 0.0 }
    }

    /// The next sample.
    pub fn step(&mut self, sample: f64) -> f64 {
        self.past = sample + (self.past - sample) * self.keep;
        self.past
    }
}

/// Taps on each side of the instant that is asked for.
const HALF: i64 = 8;

/// Adds `dry`, whose first sample belongs to the instant `arrives` (in samples, whole or not), times `gain`.
///
/// Between samples it is read by a sinc under a Hann window, 16 taps; before `arrives` nothing is added, so
/// that nothing is heard before it arrives.
pub fn place(out: &mut [f64], dry: &[f64], arrives: f64, gain: f64) {
    // A sound that arrives by rounding alone a hair after a sample belongs to that sample.
    let first = (arrives - 1e-6).ceil();
    let late = (first - arrives).max(0.0);
    let taps: Vec<f64> = (1 - HALF..=HALF).map(|k| gain * windowed_sinc(k as f64 - late)).collect();
    let length = dry.len() as i64;
    for n in 0..length {
        let index = first as i64 + n;
        if index < 0 {
            continue;
        }
        let Some(slot) = out.get_mut(index as usize) else { break };
        let sum: f64 = (1 - HALF..=HALF)
            .zip(&taps)
            .filter(|(k, _)| (0..length).contains(&(n + k)))
            .map(|(k, tap)| tap * dry[(n + k) as usize])
            .sum();
        *slot += sum;
    }
}

fn windowed_sinc(x: f64) -> f64 {
    if x.abs() < 1e-12 {
        return 1.0;
    }
    let window = (0.5 * PI * x / HALF as f64).cos();
    if x.abs() >= HALF as f64 { 0.0 } else { (PI * x).sin() / (PI * x) * window * window }
}
