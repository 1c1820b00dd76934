//! The sound track: what the microphone hears of a scene.
//!
//! In: noises with their instant and place ([`Noise`]), a room ([`SoundLook`]), the seed. Out: mono samples at
//! 48 kHz. Every noise reaches the microphone after its way through the air at the speed of sound, weaker with
//! distance; its first sample that is not silent is the first one at or after that instant, so the onset is
//! exact to a sample. The room rings (Schroeder 1962) and is never quite still. No sample goes beyond 1.
//!
//! Files: `strike` hands and cards, `voice` a count and talk, `room` noise and ringing.

mod room;
mod strike;
mod voice;

use super::chance::Seed;
use super::direct::told::{Noise, NoiseKind};
use super::scenario::looks::SoundLook;

/// Samples a second.
pub const RATE: u32 = 48_000;
/// Centimetres a second in air of 20 degrees.
pub const SPEED_OF_SOUND: f64 = 34_320.0;
/// The distance at which a noise of strength 1 has its own level, centimetres.
const NEAR_CM: f64 = 60.0;
/// The loudest sample.
const PEAK: f64 = 0.95;

/// When a noise reaches the microphone, seconds.
pub fn heard_at(noise: &Noise, look: &SoundLook) -> f64 {
    noise.t + noise.at.distance(look.microphone) / SPEED_OF_SOUND
}

/// The first sample at or after an instant.
fn first_sample(t: f64) -> f64 {
    (t * f64::from(RATE)).ceil()
}

/// The sound of `duration_s` seconds. Empty when the scenario has no sound.
pub fn synthesise(noises: &[Noise], look: &SoundLook, duration_s: f64, seed: Seed) -> Vec<f32> {
    if !look.on {
        return Vec::new();
    }
    let length = (duration_s.max(0.0) * f64::from(RATE)).ceil() as usize;
    let mut heard = vec![0.0; length];
    let mut words = voice::Count::default();
    for (number, noise) in noises.iter().enumerate() {
        let mut chance = seed.stream(&format!("noise {number}"));
        let arrival = heard_at(noise, look);
        let level = noise.strength * NEAR_CM / noise.at.distance(look.microphone).max(10.0);
        let start = first_sample(arrival);
        // How far into the noise its first sample lies.
        let into = start / f64::from(RATE) - arrival;
        let dry = match noise.kind {
            NoiseKind::Voice => voice::word(words.next(noise.t), &mut chance),
            _ => strike::strike(noise.kind, noise.strength, into, &mut chance),
        };
        add(&mut heard, start, &dry, level);
    }
    if look.voices {
        voice::talk(&mut heard, &mut seed.stream("talk"));
    }
    room::ring(&mut heard, look.ring_s);
    room::still(&mut heard, look.noise_db, &mut seed.stream("room"));
    let loudest = heard.iter().fold(0.0_f64, |most, sample| most.max(sample.abs()));
    let gain = if loudest > PEAK { PEAK / loudest } else { 1.0 };
    heard.into_iter().map(|sample| (sample * gain) as f32).collect()
}

/// Adds a noise from a sample on; what lies outside the track is not heard.
fn add(heard: &mut [f64], start: f64, dry: &[f64], level: f64) {
    for (n, sample) in dry.iter().enumerate() {
        let at = start + n as f64;
        if at >= 0.0 && (at as usize) < heard.len() {
            heard[at as usize] += sample * level;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn quiet() -> SoundLook {
        SoundLook { on: true, microphone: DVec3::new(0.0, -60.0, 90.0), noise_db: -400.0, ring_s: 0.3, voices: false }
    }

    fn noise(t: f64, kind: NoiseKind) -> Noise {
        Noise { t, at: DVec3::new(-6.0, 0.0, 0.3), kind, strength: 1.0 }
    }

    #[test]
    fn a_noise_begins_with_the_first_sample_after_its_way_through_the_air() {
        let kinds = [NoiseKind::Slap, NoiseKind::Card, NoiseKind::Stack, NoiseKind::Tap, NoiseKind::Voice];
        for (number, kind) in kinds.into_iter().enumerate() {
            for t in [0.5, 0.500_003, 0.612_345_6] {
                let noise = noise(t, kind);
                let samples = synthesise(&[noise], &quiet(), 1.5, Seed(number as u64));
                let onset = samples.iter().position(|sample| sample.abs() > 1e-9).expect("a noise");
                let arrival = (t + noise.at.distance(quiet().microphone) / 34_320.0) * 48_000.0;
                assert!((onset as f64 - arrival).abs() <= 1.0, "{kind:?}: sample {onset}, arrival {arrival}");
            }
        }
    }

    #[test]
    fn a_slap_is_loud_at_once_and_dies_away() {
        let samples = synthesise(&[noise(0.1, NoiseKind::Slap)], &quiet(), 1.0, Seed(1));
        let onset = samples.iter().position(|sample| sample.abs() > 1e-9).expect("a slap");
        let loudest = |from: usize, to: usize| samples[from..to].iter().fold(0.0_f32, |most, s| most.max(s.abs()));
        assert!(loudest(onset, onset + 96) > 0.5 * loudest(onset, samples.len()), "the attack takes under 2 ms");
        assert!(loudest(onset + 24_000, samples.len()) < 0.02 * loudest(onset, samples.len()));
    }

    #[test]
    fn nothing_is_clipped_and_the_same_seed_sounds_the_same() {
        let look = SoundLook { noise_db: -45.0, voices: true, ..quiet() };
        let noises: Vec<Noise> = (0..40).map(|n| noise(0.3 + 0.001 * f64::from(n), NoiseKind::Slap)).collect();
        let samples = synthesise(&noises, &look, 1.0, Seed(5));
        assert!(samples.iter().all(|sample| sample.abs() <= 0.9501));
        assert_eq!(samples, synthesise(&noises, &look, 1.0, Seed(5)));
        assert_ne!(samples, synthesise(&noises, &look, 1.0, Seed(6)));
        assert!(synthesise(&noises, &SoundLook { on: false, ..look }, 1.0, Seed(5)).is_empty());
    }

    #[test]
    fn noises_outside_the_track_are_left_out() {
        let samples = synthesise(&[noise(-3.0, NoiseKind::Slap), noise(9.0, NoiseKind::Slap)], &quiet(), 1.0, Seed(2));
        assert!(samples.iter().all(|sample| sample.abs() < 1e-9));
    }

    #[test]
    fn room_noise_has_the_level_that_was_asked_for() {
        let samples = synthesise(&[], &SoundLook { noise_db: -50.0, ..quiet() }, 4.0, Seed(3));
        let power = samples.iter().map(|s| f64::from(*s).powi(2)).sum::<f64>() / samples.len() as f64;
        assert!((10.0 * power.log10() + 50.0).abs() < 1.0, "{} dB", 10.0 * power.log10());
    }
}
