//! Speech by formants: a glottis, a throat of resonators, a hiss; no recording.
//!
//! The cascade branch of Klatt's (1980) synthesizer: five resonators and a nasal pair in a row, fed with voice
//! and breath, with the hiss of consonants beside it. The glottis's pulse is the polynomial of Klatt and Klatt
//! (1990, "Analysis, synthesis, and perception of voice quality variations", J. Acoust. Soc. Am. 87(2)).

use super::super::chance::{Chance, Seed};
use super::RATE_HZ;
use super::filter::{Band, Dull, Resonator};
use super::words::{Mouth, Phone, Word};

/// Somebody's voice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speaker {
    /// Pitch, hertz.
    pitch_hz: f64,
    /// Formants against a man's: shorter throats ring higher.
    throat: f64,
    /// How breathy, 0 to 1.
    breath: f64,
    /// How fast, against the lengths of `words`.
    pace: f64,
}

impl Speaker {
    /// The voice of that number.
    pub fn of(seed: Seed, number: u8) -> Speaker {
        let mut chance = seed.stream(&format!("sound speaker {number}"));
        let woman = chance.happens(0.5);
        let (pitch, throat) = if woman { (205.0, 1.16) } else { (118.0, 1.0) };
        Speaker {
            pitch_hz: pitch * chance.between(0.86, 1.16),
            throat: throat * chance.between(0.96, 1.04),
            breath: chance.between(0.02, 0.12),
            pace: chance.between(0.88, 1.15),
        }
    }
}

/// A sound of a word to be said: the mouth at its two ends, when, and how high.
#[derive(Debug, Clone, Copy)]
struct Point {
    t: f64,
    mouth: Mouth,
    /// Pitch against the speaker's own.
    pitch: f64,
}

/// Words, each with the time its first sound begins.
pub fn say(words: &[(f64, Word)], strength: f64, speaker: &Speaker, chance: &mut Chance) -> Vec<f64> {
    let mut points = Vec::new();
    for (i, (from, word)) in words.iter().enumerate() {
        // The voice falls on the last word.
        let falls = if i + 1 == words.len() { 0.24 } else { 0.10 };
        let pitch = 1.06 + 0.05 * chance.normal(0.0, 1.0);
        let longest = words.get(i + 1).map_or(f64::MAX, |next| next.0 - from);
        append(&mut points, *from, word.phones(), longest, pitch, falls, speaker);
    }
    speak(&points, 0.17 * strength, speaker, chance)
}

/// Talk without words for that long.
pub fn murmur(secs: f64, strength: f64, speaker: &Speaker, chance: &mut Chance) -> Vec<f64> {
    use Phone::*;
    const BEGINNINGS: [Phone; 7] = [W, R, L, N, M, S, Closed];
    const MIDDLES: [Phone; 8] = [Uh, Ih, Eh, Ae, Ah, Oh, Oo, Ee];
    let mut points = Vec::new();
    let mut t = 0.0;
    while t < secs {
        let syllables = 3 + chance.below(7);
        let mut pitch = chance.between(1.02, 1.2);
        for _ in 0..syllables {
            let beginning = BEGINNINGS[chance.below(BEGINNINGS.len())];
            let middle = MIDDLES[chance.below(MIDDLES.len())];
            let mut phones = vec![(beginning, chance.between(0.045, 0.09))];
            if beginning == Closed {
                phones.push((if chance.happens(0.6) { Tongue } else { Lips }, 0.03));
            }
            phones.push((middle, chance.between(0.07, 0.19)));
            if chance.happens(0.25) {
                phones.push((N, chance.between(0.04, 0.08)));
            }
            t = append(&mut points, t, &phones, f64::MAX, pitch, 0.05, speaker);
            if t >= secs {
                break;
            }
            pitch *= chance.between(0.93, 1.03);
        }
        t += chance.between(0.25, 0.9);
    }
    let mut out = speak(&points, 0.05 * strength, speaker, chance);
    out.truncate((secs * RATE_HZ).ceil() as usize);
    // Turned away and across the room: dull.
    let mut dull = [Dull::new(1500.0), Dull::new(2600.0)];
    for sample in &mut out {
        *sample = dull.iter_mut().fold(*sample, |sample, dull| dull.step(sample));
    }
    let fade = out.len().min(960);
    for (n, sample) in out.iter_mut().rev().take(fade).enumerate() {
        *sample *= n as f64 / fade as f64;
    }
    out
}

/// Appends sounds from `from` on, squeezed to be over before `longest`; returns when they end.
fn append(
    points: &mut Vec<Point>,
    from: f64,
    phones: &[(Phone, f64)],
    longest: f64,
    pitch: f64,
    falls: f64,
    speaker: &Speaker,
) -> f64 {
    let whole: f64 = phones.iter().map(|(_, secs)| secs).sum();
    let pace = speaker.pace.min(0.85 * longest / whole);
    let mut t = from;
    if let Some((phone, _)) = phones.first() {
        // From a shut mouth, so that nothing is heard on the way from the last word.
        let mouth = shut(phone.targets().0);
        points.push(Point { t: from, mouth, pitch });
    }
    for (phone, secs) in phones {
        let secs = secs * pace;
        let (begin, end) = phone.targets();
        // The mouth needs time from one sound to the next; a closure opens at once.
        let way = (0.3 * secs).min(0.022);
        let at = |t: f64, mouth: Mouth| Point { t, mouth, pitch: pitch - falls * (t - from) / (whole * pace) };
        let sudden = matches!(phone, Phone::Closed | Phone::Tongue | Phone::Lips);
        let first = if sudden { 0.001 } else { way };
        points.push(at(t + first, begin));
        points.push(at(t + secs - way, end));
        t += secs;
    }
    // Dies out.
    if let Some(last) = points.last().copied() {
        points.push(Point { t: t + 0.03, mouth: shut(last.mouth), ..last });
    }
    t + 0.03
}

/// The same mouth with nothing coming out.
fn shut(mouth: Mouth) -> Mouth {
    Mouth { voice: 0.0, breath: 0.0, hiss: 0.0, ..mouth }
}

/// The mouth and pitch at an instant.
fn at(points: &[Point], t: f64, next: &mut usize) -> (Mouth, f64) {
    while *next < points.len() && points[*next].t <= t {
        *next += 1;
    }
    let Some(to) = points.get(*next) else {
        let last = points[points.len() - 1];
        return (shut(last.mouth), last.pitch);
    };
    let Some(from) = next.checked_sub(1).map(|i| points[i]) else {
        // Before the first sound.
        return (shut(to.mouth), to.pitch);
    };
    let x = (t - from.t) / (to.t - from.t).max(1e-9);
    let mix = |a: f64, b: f64| a + (b - a) * x;
    let three = |a: [f64; 3], b: [f64; 3]| [mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2])];
    let (a, b) = (&from.mouth, &to.mouth);
    let mouth = Mouth {
        formants: three(a.formants, b.formants),
        widths: three(a.widths, b.widths),
        voice: mix(a.voice, b.voice),
        breath: mix(a.breath, b.breath),
        hiss: mix(a.hiss, b.hiss),
        hiss_hz: mix(a.hiss_hz, b.hiss_hz),
        nose: mix(a.nose, b.nose),
    };
    (mouth, mix(from.pitch, to.pitch))
}

/// How often the resonators are tuned, samples.
const TUNE_EVERY: usize = 48;
/// Share of a period in which the glottis is open.
const OPEN: f64 = 0.62;
/// Frequencies and widths of the fourth and fifth formant of a man, hertz.
const UPPER: [(f64, f64); 2] = [(3500.0, 250.0), (4500.0, 300.0)];

fn speak(points: &[Point], peak: f64, speaker: &Speaker, chance: &mut Chance) -> Vec<f64> {
    let Some(last) = points.last() else { return Vec::new() };
    let length = ((last.t + 0.06) * RATE_HZ).ceil() as usize;
    let mut out = Vec::with_capacity(length);
    let mut throat: Vec<Resonator> = vec![Resonator::default(); 3];
    throat.extend(UPPER.map(|(hz, width)| Resonator::new(hz * speaker.throat, width)));
    let mut nose_pole = Resonator::new(270.0, 100.0);
    let mut nose_zero = Resonator::new(270.0, 100.0);
    let mut tilt = Dull::new(4500.0);
    let mut hiss_band = Band::new(5000.0, 1.2);
    let (mut mouth, mut pitch) = at(points, 0.0, &mut 0);
    let (mut next, mut phase, mut wobble, mut loud) = (0, 0.0_f64, 1.0, 1.0);
    let mut drift = Dull::new(6.0);
    let mut hiss_hz = 0.0;
    for n in 0..length {
        if n % TUNE_EVERY == 0 {
            (mouth, pitch) = at(points, n as f64 / RATE_HZ, &mut next);
            for (resonator, (hz, width)) in throat.iter_mut().zip(mouth.formants.iter().zip(mouth.widths)) {
                resonator.tune(hz * speaker.throat, width);
            }
            nose_zero.tune((270.0 + 180.0 * mouth.nose) * speaker.throat, 100.0);
            nose_pole.tune(270.0 * speaker.throat, 100.0);
            // A new band only when the sound is another one: a band begun anew forgets what rang.
            if (mouth.hiss_hz - hiss_hz).abs() > 400.0 {
                hiss_hz = mouth.hiss_hz;
                hiss_band = Band::new(hiss_hz, if hiss_hz > 6500.0 { 0.7 } else { 1.3 });
            }
        }
        let noise = chance.normal(0.0, 1.0);
        let hz = speaker.pitch_hz * pitch * wobble * (1.0 + 2.0 * drift.step(0.3 * noise));
        phase += hz / RATE_HZ;
        if phase >= 1.0 {
            phase -= 1.0;
            // No two periods are quite alike.
            wobble = 1.0 + 0.007 * chance.normal(0.0, 1.0);
            loud = 1.0 + 0.05 * chance.normal(0.0, 1.0);
        }
        let x = phase / OPEN;
        let pulse = if x < 1.0 { 2.0 * x - 3.0 * x * x } else { 0.0 };
        let flow = if x < 1.0 { 1.0 } else { 0.4 };
        let breath = 0.25 * noise * (mouth.breath + speaker.breath * mouth.voice * flow);
        let source = tilt.step(mouth.voice * loud * pulse) + breath;
        let nosed = nose_zero.step_inverse(nose_pole.step(source));
        let sound = throat.iter_mut().rev().fold(nosed, |sample, resonator| resonator.step(sample));
        out.push(sound + 1.2 * mouth.hiss * hiss_band.step(noise));
    }
    let most = out.iter().fold(0.0_f64, |most, sample| most.max(sample.abs()));
    if most > 0.0 {
        out.iter_mut().for_each(|sample| *sample *= peak / most);
    }
    out
}
