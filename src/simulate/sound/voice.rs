//! Voices: a count before a reveal, and talk in the room.
//!
//! A formant synthesiser in cascade (Klatt 1980, "Software for a cascade/parallel formant synthesizer"): a
//! train of glottal pulses or noise through four resonators whose frequencies move from sound to sound.
//! It need not be understood; it has the rhythm and the spectrum of speech, so that nothing takes every sound
//! for a slap.

use super::RATE;
use crate::simulate::chance::Chance;

/// A speech sound: first three formants (hertz), share of voice against breath, level, length (seconds).
#[derive(Clone, Copy)]
struct Phone {
    formants: [f64; 3],
    voiced: f64,
    level: f64,
    secs: f64,
}

const fn phone(formants: [f64; 3], voiced: f64, level: f64, secs: f64) -> Phone {
    Phone { formants, voiced, level, secs }
}

// Formants after Peterson and Barney (1952).
const W: Phone = phone([300.0, 610.0, 2200.0], 1.0, 0.6, 0.06);
const UH: Phone = phone([640.0, 1190.0, 2390.0], 1.0, 1.0, 0.12);
const N: Phone = phone([280.0, 1700.0, 2600.0], 1.0, 0.4, 0.08);
const T: Phone = phone([400.0, 1800.0, 3600.0], 0.0, 0.5, 0.03);
const OO: Phone = phone([300.0, 870.0, 2240.0], 1.0, 0.9, 0.17);
const TH: Phone = phone([400.0, 1400.0, 5200.0], 0.0, 0.15, 0.07);
const R: Phone = phone([310.0, 1060.0, 1380.0], 1.0, 0.7, 0.06);
const EE: Phone = phone([270.0, 2290.0, 3010.0], 1.0, 0.9, 0.17);
const AH: Phone = phone([730.0, 1090.0, 2440.0], 1.0, 1.0, 0.13);
const EH: Phone = phone([530.0, 1840.0, 2480.0], 1.0, 1.0, 0.10);
const S: Phone = phone([400.0, 2600.0, 5600.0], 0.0, 0.25, 0.08);

const COUNT: [&[Phone]; 3] = [&[W, UH, N], &[T, OO], &[TH, R, EE]];
const SYLLABLES: [&[Phone]; 8] =
    [&[T, AH], &[N, EH, S], &[W, EE], &[R, OO, T], &[S, UH, N], &[AH, N], &[T, EE, S], &[W, EH, R]];

/// Level of a count at the place of the speaker.
const LEVEL: f64 = 0.25;
/// Talk is so much weaker than a count.
const TALK: f64 = 0.035;
/// Words further apart than this are not of one count, seconds.
const SAME_COUNT: f64 = 1.2;

/// Which word of a count comes next.
#[derive(Default)]
pub(super) struct Count {
    last: Option<(f64, usize)>,
}

impl Count {
    pub(super) fn next(&mut self, t: f64) -> usize {
        let number = match self.last {
            Some((before, number)) if (0.0..SAME_COUNT).contains(&(t - before)) => (number + 1) % COUNT.len(),
            _ => 0,
        };
        self.last = Some((t, number));
        number
    }
}

/// One word of a count; its first sample is not silent.
pub(super) fn word(number: usize, chance: &mut Chance) -> Vec<f64> {
    let pitch = chance.between(95.0, 210.0);
    let mut samples = speak(COUNT[number % COUNT.len()], pitch, LEVEL, chance);
    // A word begins with breath: its instant is that of the mouth's first sound.
    if let Some(first) = samples.first_mut().filter(|first| first.abs() < 1e-6) {
        *first = 1e-6;
    }
    samples
}

/// Talk all through the track: short phrases with pauses.
pub(super) fn talk(heard: &mut [f64], chance: &mut Chance) {
    let seconds = heard.len() as f64 / f64::from(RATE);
    let mut t = chance.between(0.0, 1.5);
    while t < seconds {
        let pitch = chance.between(90.0, 220.0);
        for _ in 0..2 + chance.below(7) {
            let syllable = SYLLABLES[chance.below(SYLLABLES.len())];
            let samples = speak(syllable, pitch * chance.between(0.85, 1.15), TALK, chance);
            super::add(heard, (t * f64::from(RATE)).round(), &samples, 1.0);
            t += samples.len() as f64 / f64::from(RATE) * chance.between(0.8, 1.2);
        }
        t += chance.between(0.3, 2.5);
    }
}

fn speak(phones: &[Phone], pitch: f64, level: f64, chance: &mut Chance) -> Vec<f64> {
    let rate = f64::from(RATE);
    let mut resonators = [Resonator::default(), Resonator::default(), Resonator::default(), Resonator::default()];
    let mut out = Vec::new();
    let (mut phase, mut spectral_tilt) = (1.0, 0.0);
    for (index, phone) in phones.iter().enumerate() {
        let next = phones.get(index + 1).unwrap_or(phone);
        let samples = (phone.secs * chance.between(0.9, 1.2) * rate) as usize;
        let last = index + 1 == phones.len();
        for n in 0..samples {
            let x = n as f64 / samples as f64;
            // Formants glide over the last half of a sound.
            let glide = (2.0 * x - 1.0).max(0.0);
            let mix = |a: f64, b: f64| a + (b - a) * glide;
            // Pitch falls over the word; a little jitter keeps it from humming.
            let hertz = pitch * (1.05 - 0.15 * x) * (1.0 + 0.01 * chance.between(-1.0, 1.0));
            phase += hertz / rate;
            let pulse = if phase >= 1.0 {
                phase -= 1.0;
                1.0
            } else {
                0.0
            };
            spectral_tilt += 0.12 * (pulse - spectral_tilt);
            let breath = chance.between(-1.0, 1.0) * 0.02;
            let voiced = mix(phone.voiced, next.voiced);
            let mut sample = voiced * spectral_tilt * 6.0 + (1.0 - voiced) * breath * 4.0 + 0.1 * breath;
            for (k, resonator) in resonators.iter_mut().enumerate() {
                let (hertz, width) = match k {
                    0..=2 => (mix(phone.formants[k], next.formants[k]), 60.0 + 40.0 * k as f64),
                    _ => (3600.0, 250.0),
                };
                sample = resonator.filter(sample, hertz, width, rate);
            }
            let fade = if last { 1.0 - x * x } else { 1.0 };
            out.push(sample * mix(phone.level, next.level) * fade);
        }
    }
    let loudest = out.iter().fold(1e-12_f64, |most, sample| most.max(sample.abs()));
    out.iter_mut().for_each(|sample| *sample *= level / loudest);
    out
}

/// A second-order resonator (Klatt 1980, section I).
#[derive(Default)]
struct Resonator {
    past: [f64; 2],
}

impl Resonator {
    fn filter(&mut self, input: f64, hertz: f64, width: f64, rate: f64) -> f64 {
        let c = -(-2.0 * std::f64::consts::PI * width / rate).exp();
        let b = 2.0 * (-std::f64::consts::PI * width / rate).exp() * (std::f64::consts::TAU * hertz / rate).cos();
        let out = (1.0 - b - c) * input + b * self.past[0] + c * self.past[1];
        self.past = [out, self.past[0]];
        out
    }
}
