//! The room: it rings after every noise, and it is never quite still.

use super::RATE;
use crate::simulate::chance::Chance;

/// Delays of the four combs and the two all-passes, seconds (Schroeder 1962, "Natural sounding artificial
/// reverberation"): the first echo comes after the direct sound, never with it.
const COMBS: [f64; 4] = [0.0297, 0.0371, 0.0411, 0.0437];
const ALL_PASSES: [(f64, f64); 2] = [(0.005, 0.7), (0.0017, 0.7)];
/// The ringing's share of the direct sound.
const WET: f64 = 0.12;
/// Share of mains hum in the room's noise, and its frequency.
const HUM: f64 = 0.2;
const HUM_HZ: f64 = 100.0;

/// Adds the ringing of a room that falls by 60 dB in `ring_s` seconds.
pub(super) fn ring(heard: &mut [f64], ring_s: f64) {
    if ring_s <= 0.0 {
        return;
    }
    let mut wet = vec![0.0; heard.len()];
    for delay in COMBS {
        let feedback = 10.0_f64.powf(-3.0 * delay / ring_s);
        let mut line = vec![0.0; (delay * f64::from(RATE)) as usize];
        let mut at = 0;
        for (out, direct) in wet.iter_mut().zip(heard.iter()) {
            let echo = line[at];
            line[at] = direct + feedback * echo;
            *out += echo / COMBS.len() as f64;
            at = (at + 1) % line.len();
        }
    }
    for (delay, gain) in ALL_PASSES {
        let mut line = vec![0.0; (delay * f64::from(RATE)) as usize];
        let mut at = 0;
        for sample in &mut wet {
            let echo = line[at];
            let input = *sample + gain * echo;
            *sample = echo - gain * input;
            line[at] = input;
            at = (at + 1) % line.len();
        }
    }
    heard.iter_mut().zip(wet).for_each(|(sample, wet)| *sample += WET * wet);
}

/// Adds noise that falls with frequency, and a little hum; `noise_db` below full scale, root mean square.
pub(super) fn still(heard: &mut [f64], noise_db: f64, chance: &mut Chance) {
    let level = 10.0_f64.powf(noise_db / 20.0);
    // Three one-pole filters an octave and a half apart come near to pink noise.
    let mut poles = [0.0; 3];
    let mut noise: Vec<f64> = (0..heard.len())
        .map(|n| {
            let white = chance.between(-1.0, 1.0);
            for (pole, share) in poles.iter_mut().zip([0.3, 0.05, 0.008]) {
                *pole += share * (white - *pole);
            }
            let hum = (std::f64::consts::TAU * HUM_HZ * n as f64 / f64::from(RATE)).sin();
            0.1 * white + poles[0] + 2.0 * poles[1] + 4.0 * poles[2] + HUM * hum * 0.2
        })
        .collect();
    let power = noise.iter().map(|sample| sample * sample).sum::<f64>() / noise.len().max(1) as f64;
    let gain = if power > 0.0 { level / power.sqrt() } else { 0.0 };
    noise.iter_mut().for_each(|sample| *sample *= gain);
    heard.iter_mut().zip(noise).for_each(|(sample, noise)| *sample += noise);
}
