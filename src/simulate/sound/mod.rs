//! Things that sound and a room in, samples of the sound track out: mono, 48 kHz, -1..1.
//!
//! Sample `n` is what the microphone hears `n / 48000` seconds after the first video frame. A sound arrives
//! its distance over the speed of sound later than it arises, to a small part of a sample, and nothing of it
//! is heard before: its first sample that is not zero is the first one at or after its arrival.
//!
//! - [`impact`](self): hands, cards, wood. `voice`, `words`: speech by formants. `room`: ring, noise, hum.
//!
//! What a sound is like follows from the seed and the sound itself (kind, time, place), so that one sound
//! more changes no other. Levels: 1 is full scale; a hard slap one metre away peaks near 0.6.

mod filter;
mod impact;
mod room;
mod voice;
mod words;

#[cfg(test)]
mod tests;

use super::chance::Seed;
use glam::DVec3;

pub use words::Word;

/// Samples a second.
pub const RATE: u32 = 48_000;
/// [`RATE`] as a number.
const RATE_HZ: f64 = RATE as f64;

/// Speed of sound in dry air at 20 °C, metres a second.
const SPEED_AT_20: f64 = 343.2;
/// Nearer than this a microphone hears a sound no louder, centimetres.
const NEAREST_CM: f64 = 10.0;

/// Something to be heard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sound {
    /// When it begins where it arises, seconds. For slaps, ticks and knocks: the instant of contact.
    pub t: f64,
    /// Where it arises, table space, centimetres.
    pub at: DVec3,
    /// What it is.
    pub kind: Kind,
    /// How strong, 0 to 1; what is outside counts as the nearer end.
    pub strength: f64,
}

/// What is heard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// A flat hand on cards.
    SlapPalm,
    /// Fingertips on cards: a few hits within some milliseconds, the first one at `t`.
    SlapFingertips,
    /// A card laid on cards or cloth.
    CardTick,
    /// A card drawn over cards or cloth.
    CardSlide {
        /// How long, seconds.
        secs: f64,
    },
    /// A stack of cards turned over and put down; the stack lands at `t`.
    DeckFlip,
    /// A fingertip on the table.
    Tap,
    /// A chair or a knee against the table.
    Knock,
    /// One word.
    Word {
        /// Which.
        word: Word,
        /// Whose voice; the same number is the same voice all through.
        speaker: u8,
    },
    /// The count "one, two, three"; "one" begins at `t`.
    Count {
        /// From one word's beginning to the next one's, seconds.
        beat_s: f64,
        /// Whose voice.
        speaker: u8,
    },
    /// Somebody talking away from the table: syllables, phrases, pauses; no words.
    Murmur {
        /// How long, seconds.
        secs: f64,
        /// Whose voice.
        speaker: u8,
    },
}

/// Where it is heard.
#[derive(Debug, Clone, PartialEq)]
pub struct Room {
    /// Length of the track, seconds from the first video frame.
    pub secs: f64,
    /// The microphone, table space, centimetres.
    pub microphone: DVec3,
    /// Air temperature, °C.
    pub temperature_c: f64,
    /// Time for the room's ring to fall by 60 dB, seconds; below 0.02 there is none.
    pub ring_s: f64,
    /// The room's volume, cubic metres: with `ring_s` it says how loud the ring is.
    pub volume_m3: f64,
    /// Noise, root mean square, decibels of full scale (negative); minus infinity for none.
    pub noise_db: f64,
    /// Mains hum, as `noise_db`.
    pub hum_db: f64,
    /// The hum's lowest frequency, hertz.
    pub hum_hz: f64,
    /// All samples zero: a camera whose microphone is off.
    pub silent: bool,
    /// Where all chance comes from.
    pub seed: Seed,
}

impl Default for Room {
    /// A quiet room of 150 m³ at 20 °C, the microphone a metre above the table.
    fn default() -> Room {
        Room {
            secs: 10.0,
            microphone: DVec3::new(0.0, 0.0, 100.0),
            temperature_c: 20.0,
            ring_s: 0.4,
            volume_m3: 150.0,
            noise_db: -55.0,
            hum_db: -70.0,
            hum_hz: 50.0,
            silent: false,
            seed: Seed(0),
        }
    }
}

impl Room {
    /// Speed of sound, metres a second: that of an ideal gas, 343.2 at 20 °C.
    pub fn speed(&self) -> f64 {
        SPEED_AT_20 * ((self.temperature_c.max(-100.0) + 273.15) / 293.15).sqrt()
    }

    /// When a sound is heard first, seconds of the track.
    pub fn heard_at(&self, sound: &Sound) -> f64 {
        sound.t + self.metres(sound) / self.speed()
    }

    fn metres(&self, sound: &Sound) -> f64 {
        sound.at.distance(self.microphone) / 100.0
    }
}

/// The sound track: `secs * 48000` samples (rounded up), each strictly between -1 and 1.
///
/// Sounds may come in any order and may begin before the track or outlast it. A sound or a length that is not
/// a finite number is left out.
pub fn synthesise(sounds: &[Sound], room: &Room) -> Vec<f32> {
    let length = if room.secs.is_finite() { (room.secs.max(0.0) * RATE_HZ).ceil() as usize } else { 0 };
    if room.silent {
        return vec![0.0; length];
    }
    let mut direct = vec![0.0; length];
    let mut far = vec![0.0; length];
    // Sums of floating point depend on their order: the order of the sounds must not.
    let mut sounds: Vec<&Sound> = sounds.iter().filter(|sound| finite(sound)).collect();
    sounds.sort_by(|a, b| a.t.total_cmp(&b.t).then_with(|| name(a).cmp(&name(b))));
    for sound in sounds {
        let arrives = room.heard_at(sound) * RATE_HZ;
        if arrives >= length as f64 {
            continue;
        }
        let dry = dry(sound, room.seed);
        let nearest = (room.metres(sound) * 100.0).max(NEAREST_CM);
        filter::place(&mut direct, &dry, arrives, 100.0 / nearest);
        filter::place(&mut far, &dry, arrives, 1.0);
    }
    room::ring(&far, room, &mut direct);
    room::background(room, &mut direct);
    direct.into_iter().map(|sample| limit(sample) as f32).collect()
}

fn finite(sound: &Sound) -> bool {
    sound.t.is_finite() && sound.at.is_finite() && sound.strength.is_finite()
}

/// Names a sound's own stream of chance.
fn name(sound: &Sound) -> String {
    format!("{:?} {:?} {:?}", sound.kind, sound.t, sound.at.to_array())
}

/// The sound one metre away, from its beginning on.
fn dry(sound: &Sound, seed: Seed) -> Vec<f64> {
    let strength = sound.strength.clamp(0.0, 1.0);
    let mut chance = seed.stream(&format!("sound {}", name(sound)));
    let table = impact::Table::of(seed);
    match sound.kind {
        Kind::SlapPalm => impact::slap(strength, true, &table, sound.at, &mut chance),
        Kind::SlapFingertips => impact::slap(strength, false, &table, sound.at, &mut chance),
        Kind::CardTick => impact::tick(strength, &mut chance),
        Kind::CardSlide { secs } => impact::slide(strength, length(secs), &mut chance),
        Kind::DeckFlip => impact::flip(strength, &table, sound.at, &mut chance),
        Kind::Tap => impact::tap(strength, &table, sound.at, &mut chance),
        Kind::Knock => impact::knock(strength, &table, sound.at, &mut chance),
        Kind::Word { word, speaker } => {
            voice::say(&[(0.0, word)], strength, &voice::Speaker::of(seed, speaker), &mut chance)
        }
        Kind::Count { beat_s, speaker } => {
            let beat = length(beat_s);
            let words = [(0.0, Word::One), (beat, Word::Two), (2.0 * beat, Word::Three)];
            voice::say(&words, strength, &voice::Speaker::of(seed, speaker), &mut chance)
        }
        Kind::Murmur { secs, speaker } => {
            voice::murmur(length(secs), strength, &voice::Speaker::of(seed, speaker), &mut chance)
        }
    }
}

/// A length that can be made: seconds, at most an hour.
fn length(secs: f64) -> f64 {
    if secs.is_finite() { secs.clamp(0.0, 3600.0) } else { 0.0 }
}

/// Bends what is louder than 0.8 so that nothing clips; has no memory, so that it moves no onset.
fn limit(sample: f64) -> f64 {
    const KNEE: f64 = 0.8;
    let over = sample.abs() - KNEE;
    // 0.999: at the end of f32's steps a sum of 0.8 and 0.2 would be 1.
    if over <= 0.0 { sample } else { sample.signum() * (KNEE + (0.999 - KNEE) * (over / (0.999 - KNEE)).tanh()) }
}
