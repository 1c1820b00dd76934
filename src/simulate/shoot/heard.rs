//! The noises of a directed scene and the scenario's room in, what the sound room takes out.

use crate::simulate::chance::Seed;
use crate::simulate::direct::told::{Noise, NoiseKind};
use crate::simulate::scenario::SoundLook;
use crate::simulate::sound::{Kind, Room, Sound, Word};

/// Words that follow each other within this time are one count, seconds.
const COUNT_SECS: f64 = 2.0;
/// Whose voice counts; people who talk in the room have others.
const COUNTING: u8 = 0;

/// Everything that sounds, in order of the noises.
pub(super) fn sounds(noises: &[Noise], look: &SoundLook, duration_s: f64, seed: Seed) -> Vec<Sound> {
    let mut words: (f64, usize) = (f64::NEG_INFINITY, 0);
    let mut sounds: Vec<Sound> = noises
        .iter()
        .map(|noise| {
            let kind = match noise.kind {
                NoiseKind::Palm => Kind::SlapPalm,
                NoiseKind::Fingertips => Kind::SlapFingertips,
                NoiseKind::Card => Kind::CardTick,
                NoiseKind::Stack => Kind::DeckFlip,
                NoiseKind::Tap => Kind::Tap,
                NoiseKind::Voice => {
                    let place = if noise.t - words.0 < COUNT_SECS { words.1 + 1 } else { 0 };
                    words = (noise.t, place);
                    let word = [Word::One, Word::Two, Word::Three][place % 3];
                    Kind::Word { word, speaker: COUNTING }
                }
            };
            Sound { t: noise.t, at: noise.at, kind, strength: noise.strength }
        })
        .collect();
    if look.voices {
        let mut chance = seed.stream("talk");
        let mut t = chance.between(-2.0, 2.0);
        while t < duration_s {
            let secs = chance.between(1.0, 6.0);
            // Somebody beyond the table, anywhere round it.
            let (sin, cos) = chance.between(0.0, std::f64::consts::TAU).sin_cos();
            let away = chance.between(150.0, 500.0);
            sounds.push(Sound {
                t,
                at: glam::DVec3::new(away * cos, away * sin, chance.between(20.0, 90.0)),
                kind: Kind::Murmur { secs, speaker: COUNTING + 1 + chance.below(4) as u8 },
                strength: chance.between(0.1, 0.5),
            });
            t += secs + chance.between(0.5, 5.0);
        }
    }
    sounds
}

/// The room they sound in.
pub(super) fn room(look: &SoundLook, duration_s: f64, seed: Seed) -> Room {
    Room {
        secs: duration_s,
        microphone: look.microphone,
        ring_s: look.ring_s,
        noise_db: look.noise_db,
        hum_db: look.noise_db - 15.0,
        seed,
        ..Room::default()
    }
}
