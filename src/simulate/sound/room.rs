//! What the room adds: its ring, its noise, the hum of the mains.
//!
//! The ring is a feedback delay network of eight lines after Jot and Chaigne (1991, "Digital delay networks for
//! designing artificial reverberators", AES 90): its energy against the direct sound's follows from the critical
//! distance of the room's volume and ring time (0.057 sqrt(V / T) metres).

use super::filter::Dull;
use super::{RATE_HZ, Room};
use std::f64::consts::TAU;

/// Lengths of the lines, samples: primes, 11 to 47 ms, so that echoes do not fall together.
const LINES: [usize; 8] = [523, 743, 967, 1187, 1453, 1709, 1993, 2251];
/// From the sound to its first echo, samples.
const FIRST_ECHO: usize = 211;

struct Network {
    lines: Vec<Vec<f64>>,
    at: [usize; 8],
    keep: [f64; 8],
    dull: [Dull; 8],
}

impl Network {
    fn new(ring_s: f64) -> Network {
        Network {
            lines: LINES.iter().map(|&length| vec![0.0; length]).collect(),
            at: [0; 8],
            keep: LINES.map(|length| 10.0_f64.powf(-3.0 * length as f64 / (RATE_HZ * ring_s))),
            // Air and curtains take the high tones first.
            dull: [Dull::new(12_000.0); 8],
        }
    }

    fn step(&mut self, sample: f64) -> f64 {
        let mut heard = [0.0; 8];
        for (i, heard) in heard.iter_mut().enumerate() {
            *heard = self.keep[i] * self.dull[i].step(self.lines[i][self.at[i]]);
        }
        // Householder's matrix: mixes all lines and keeps the energy.
        let mean = heard.iter().sum::<f64>() / 4.0;
        for (i, heard) in heard.iter().enumerate() {
            self.lines[i][self.at[i]] = sample + heard - mean;
            self.at[i] = (self.at[i] + 1) % LINES[i];
        }
        heard.iter().enumerate().map(|(i, line)| if i % 2 == 0 { *line } else { -line }).sum()
    }
}

/// Adds the ring of what sounds in the room; `far` holds the sounds as one metre away, at their arrival.
pub fn ring(far: &[f64], room: &Room, out: &mut [f64]) {
    if !(room.ring_s >= 0.02 && room.volume_m3 > 0.0) {
        return;
    }
    let ring_s = room.ring_s.min(10.0);
    let mut probe = Network::new(ring_s);
    let energy: f64 =
        (0..(ring_s * RATE_HZ) as usize).map(|n| probe.step(if n == 0 { 1.0 } else { 0.0 }).powi(2)).sum();
    if energy <= 0.0 {
        return;
    }
    let critical_m = 0.057 * (room.volume_m3 / ring_s).sqrt();
    let gain = 1.0 / (critical_m * energy.sqrt());
    let mut network = Network::new(ring_s);
    for n in 0..out.len().min(far.len()) {
        let sample = n.checked_sub(FIRST_ECHO).map_or(0.0, |past| far[past]);
        out[n] += gain * network.step(sample);
    }
}

fn level(db: f64) -> f64 {
    if db.is_nan() { 0.0 } else { 10.0_f64.powf(db.min(-6.0) / 20.0) }
}

/// Adds noise and hum.
pub fn background(room: &Room, out: &mut [f64]) {
    noise(room, out);
    let hum = level(room.hum_db);
    if hum <= 0.0 {
        return;
    }
    let mut chance = room.seed.stream("sound hum");
    // Transformers hum at the even multiples above all.
    let parts: Vec<_> = [(1.0, 0.5), (2.0, 1.0), (3.0, 0.25), (4.0, 0.35), (6.0, 0.15)]
        .map(|(times, share)| (TAU * room.hum_hz * times / RATE_HZ, share, chance.between(0.0, TAU)))
        .into();
    let power: f64 = parts.iter().map(|(_, share, _)| share * share / 2.0).sum();
    for (n, sample) in out.iter_mut().enumerate() {
        let sum: f64 = parts.iter().map(|(step, share, phase)| share * (step * n as f64 + phase).sin()).sum();
        *sample += hum / power.sqrt() * sum;
    }
}

/// Room noise falls by about 4 dB an octave: ventilation below, the microphone's own hiss above.
fn noise(room: &Room, out: &mut [f64]) {
    let wanted = level(room.noise_db);
    if wanted <= 0.0 {
        return;
    }
    let mut chance = room.seed.stream("sound noise");
    let (mut deep, mut middle) = (Dull::new(90.0), Dull::new(900.0));
    let made: Vec<f64> = out
        .iter()
        .map(|_| {
            let white = chance.normal(0.0, 1.0);
            9.0 * deep.step(white) + 2.0 * middle.step(white) + 0.35 * white
        })
        .collect();
    let power = made.iter().map(|sample| sample * sample).sum::<f64>() / made.len().max(1) as f64;
    if power > 0.0 {
        let gain = wanted / power.sqrt();
        out.iter_mut().zip(made).for_each(|(sample, noise)| *sample += gain * noise);
    }
}
