//! Hands and cards that strike a table: a burst of noise and the modes of what was struck.
//!
//! After the usual picture of a short impact (Cook 1997, "Physically informed sonic modelling"): the contact
//! itself is broadband and lasts some milliseconds; table top and pack of cards answer with a few damped modes.
//! The numbers are ordinary ones for a wooden table under cloth, chosen by ear and spectrogram, not measured.

use super::RATE;
use crate::simulate::chance::Chance;
use crate::simulate::direct::told::NoiseKind;

/// What a kind of strike is made of.
struct Recipe {
    /// Level of the noise, its decay (seconds), and how much of its high part is kept, 0 to 1.
    burst: [f64; 3],
    /// Modes: hertz, decay (seconds), level.
    modes: &'static [[f64; 3]],
    /// Times (seconds) and levels of further, weaker contacts.
    after: &'static [[f64; 2]],
}

const SLAP: Recipe = Recipe {
    burst: [0.55, 0.004, 0.55],
    modes: &[[92.0, 0.055, 0.30], [168.0, 0.040, 0.20], [410.0, 0.014, 0.18], [890.0, 0.007, 0.12]],
    after: &[[0.006, 0.25]],
};
const CARD: Recipe = Recipe {
    burst: [0.09, 0.0016, 0.95],
    modes: &[[1450.0, 0.004, 0.03], [240.0, 0.012, 0.02]],
    after: &[[0.009, 0.4]],
};
const STACK: Recipe = Recipe {
    burst: [0.14, 0.003, 0.7],
    modes: &[[130.0, 0.030, 0.09], [520.0, 0.010, 0.05]],
    after: &[[0.012, 0.6], [0.031, 0.4], [0.048, 0.25]],
};
const TAP: Recipe =
    Recipe { burst: [0.12, 0.0022, 0.4], modes: &[[150.0, 0.030, 0.09], [620.0, 0.008, 0.06]], after: &[] };

/// How long a strike is followed, in its longest decay times: then it has fallen by 70 dB.
const DECAYS: f64 = 8.0;

/// Samples of one strike, from `into` seconds after it began. Harder strikes are brighter.
pub(super) fn strike(kind: NoiseKind, strength: f64, into: f64, chance: &mut Chance) -> Vec<f64> {
    let recipe = match kind {
        NoiseKind::Slap => &SLAP,
        NoiseKind::Card => &CARD,
        NoiseKind::Stack => &STACK,
        NoiseKind::Tap | NoiseKind::Voice => &TAP,
    };
    // No two strikes are alike.
    let pitch = chance.between(0.88, 1.14);
    let length = chance.between(0.8, 1.3);
    let modes: Vec<[f64; 3]> = recipe
        .modes
        .iter()
        .map(|[hertz, decay, level]| [hertz * pitch, decay * length, level * chance.between(0.7, 1.3)])
        .collect();
    let mut out = contact(recipe, strength, into, length, &modes, chance);
    for [later, level] in recipe.after {
        let start = (later * chance.between(0.7, 1.4) * f64::from(RATE)) as usize;
        let again = contact(recipe, strength * 0.6, 0.0, length, &modes, chance);
        out.resize(out.len().max(start + again.len()), 0.0);
        out[start..].iter_mut().zip(again).for_each(|(sample, more)| *sample += level * more);
    }
    out
}

fn contact(
    recipe: &Recipe,
    strength: f64,
    into: f64,
    length: f64,
    modes: &[[f64; 3]],
    chance: &mut Chance,
) -> Vec<f64> {
    let [level, decay, bright] = recipe.burst;
    let decay = decay * length;
    let bright = (bright * (0.6 + 0.4 * strength)).clamp(0.05, 1.0);
    let longest = modes.iter().fold(decay, |most, mode| most.max(mode[1]));
    let mut low = 0.0;
    (0..(longest * DECAYS * f64::from(RATE)) as usize)
        .map(|n| {
            let t = into + n as f64 / f64::from(RATE);
            let white = chance.between(-1.0, 1.0);
            // A one-pole low pass keeps the dark part of the noise.
            low += 0.25 * (white - low);
            let burst = level * (-t / decay).exp() * (bright * white + (1.0 - bright) * 2.0 * low);
            let ring = modes.iter().map(|[hertz, decay, level]| {
                // A cosine, so that the answer is there at once.
                level * (-t / decay).exp() * (std::f64::consts::TAU * hertz * t).cos()
            });
            burst + ring.sum::<f64>()
        })
        .collect()
}
