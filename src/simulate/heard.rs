//! A directed scene in, its sound track out: its noises and its scenario's room in the terms of `sound`.

use super::chance::Seed;
use super::direct::told::{Noise, NoiseKind};
use super::scenario::SoundLook;
use super::sound::{self, Kind, Room, Sound, Word};
use super::truth::Directed;

/// Words that follow each other within this time are one count, seconds.
const COUNT_SECS: f64 = 2.0;
/// Whose voice counts; people who talk in the room have others.
const COUNTING: u8 = 0;

/// The sound track of a directed scene, as [`sound::synthesise`] gives it; empty when its scenario has none.
pub fn sound_track(directed: &Directed) -> Vec<f32> {
    let (settled, secs) = (&directed.settled, directed.duration_s);
    if !settled.sound.on {
        return Vec::new();
    }
    let sounds = sounds(directed.director.noises(), &settled.sound, secs, settled.seed);
    sound::synthesise(&sounds, &room(&settled.sound, secs, settled.seed))
}

/// Everything that sounds, in order of the noises.
fn sounds(noises: &[Noise], look: &SoundLook, duration_s: f64, seed: Seed) -> Vec<Sound> {
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
fn room(look: &SoundLook, duration_s: f64, seed: Seed) -> Room {
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
