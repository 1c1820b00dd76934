//! Things that hit and rub: hands, cards, wood.
//!
//! A slap is what Repp (1987, "The sound of two hands clapping", J. Acoust. Soc. Am. 81(4)) finds in claps: a
//! broad burst of a few milliseconds with a hump from the hollow of the hand (lower and stronger for the
//! palm), here with the table's own modes and a thump below. Every hit begins with its contact: the first
//! sample is the largest step.

use super::super::chance::{Chance, Seed};
use super::RATE_HZ;
use super::filter::{Band, Dull};
use glam::DVec3;
use std::f64::consts::TAU;

/// The table's modes: the same table sounds the same all through a track.
#[derive(Debug, Clone)]
pub struct Table {
    modes: Vec<Mode>,
}

#[derive(Debug, Clone, Copy)]
struct Mode {
    hz: f64,
    decay_s: f64,
    /// Waves over the table along x and y, radians a centimetre, and their phases: where a hit excites it.
    wave: [f64; 4],
}

impl Table {
    /// The table of a seed.
    pub fn of(seed: Seed) -> Table {
        let mut chance = seed.stream("sound table");
        let lowest = chance.between(95.0, 160.0);
        let dead = chance.between(0.5, 1.2);
        let modes = (0..7).map(|i| {
            let hz = lowest * (1.0 + f64::from(i) * chance.between(0.55, 0.95));
            let k = 0.012 * f64::from(i + 1);
            let turn = chance.between(0.0, TAU);
            Mode {
                hz,
                // Cloth and cards on it: high modes die sooner.
                decay_s: dead * 0.045 * (lowest / hz).powf(0.6),
                wave: [k * turn.cos(), k * turn.sin(), chance.between(0.0, TAU), chance.between(0.0, TAU)],
            }
        });
        Table { modes: modes.collect() }
    }

    /// Adds what rings after a hit there.
    fn add(&self, out: &mut [f64], at: DVec3, level: f64) {
        for (i, mode) in self.modes.iter().enumerate() {
            let [kx, ky, px, py] = mode.wave;
            let excited = (kx * at.x + px).cos() * (ky * at.y + py).cos();
            add_ring(out, mode.hz, mode.decay_s, level * excited / (1.0 + 0.4 * i as f64));
        }
    }
}

/// A gaussian sample.
fn hiss(chance: &mut Chance) -> f64 {
    chance.normal(0.0, 1.0)
}

fn silence(secs: f64) -> Vec<f64> {
    vec![0.0; (secs * RATE_HZ).ceil() as usize]
}

/// Adds a ringing that dies out and sinks a little in pitch as it does.
fn add_ring(out: &mut [f64], hz: f64, decay_s: f64, level: f64) {
    let mut phase = 0.0_f64;
    for (n, sample) in out.iter_mut().enumerate() {
        let age = n as f64 / RATE_HZ / decay_s;
        *sample += level * phase.sin() * (-age).exp();
        phase += TAU * hz * (1.0 + 0.06 * (-3.0 * age).exp()) / RATE_HZ;
    }
}

/// Adds one hit from sample `from` on: a front of two or three samples, then a burst that dies out.
struct Hit {
    from: usize,
    /// Time constants of the burst's two parts, seconds.
    fast_s: f64,
    slow_s: f64,
    /// Band of the burst, hertz.
    low_hz: f64,
    high_hz: f64,
    level: f64,
}

impl Hit {
    fn add(&self, out: &mut [f64], chance: &mut Chance) {
        // The burst is brought into its band first and shaped after, so that its first sample is its loudest.
        let (mut top, mut under) = (Dull::new(self.high_hz), Dull::new(self.low_hz));
        let mut coloured = |chance: &mut Chance| {
            let bright = top.step(hiss(chance));
            bright - under.step(bright)
        };
        for _ in 0..64 {
            coloured(chance);
        }
        // A narrower band has less power.
        let gain = self.level * (RATE_HZ / 2.0 / (self.high_hz - self.low_hz)).sqrt().min(4.0);
        let front = 1.6 * self.level;
        for (n, sample) in out.iter_mut().skip(self.from).enumerate() {
            let t = n as f64 / RATE_HZ;
            let shape = 0.75 * (-t / self.fast_s).exp() + 0.25 * (-t / self.slow_s).exp();
            *sample += 0.6 * gain * shape * coloured(chance) + front * (-t * 30_000.0).exp();
        }
    }
}

/// Scales to a peak.
fn to_peak(mut out: Vec<f64>, peak: f64) -> Vec<f64> {
    let now = out.iter().fold(0.0_f64, |most, sample| most.max(sample.abs()));
    if now > 0.0 {
        out.iter_mut().for_each(|sample| *sample *= peak / now);
    }
    // Ends without a step.
    let fade = out.len().min(480);
    for (n, sample) in out.iter_mut().rev().take(fade).enumerate() {
        *sample *= n as f64 / fade as f64;
    }
    out
}

/// A hand on cards.
pub fn slap(strength: f64, palm: bool, table: &Table, at: DVec3, chance: &mut Chance) -> Vec<f64> {
    let mut out = silence(0.3);
    // A harder slap is brighter.
    let bright = 0.7 + 0.6 * strength;
    let hits = if palm { 1 } else { 3 + chance.below(2) };
    for hit in 0..hits {
        let after_s = if hit == 0 { 0.0 } else { chance.between(0.0004, 0.007) };
        let share = if hit == 0 { 1.0 } else { chance.between(0.4, 1.0) };
        let hit = Hit {
            from: (after_s * RATE_HZ) as usize,
            fast_s: if palm { chance.between(0.0022, 0.0042) } else { chance.between(0.0009, 0.0018) },
            slow_s: if palm { chance.between(0.010, 0.018) } else { chance.between(0.005, 0.010) },
            low_hz: if palm { chance.between(180.0, 350.0) } else { chance.between(700.0, 1300.0) },
            high_hz: bright * if palm { chance.between(3500.0, 6500.0) } else { chance.between(7000.0, 11_000.0) },
            level: share,
        };
        hit.add(&mut out, chance);
    }
    let (hollow_hz, hollow) =
        if palm { (chance.between(380.0, 850.0), 0.9) } else { (chance.between(1200.0, 2300.0), 0.35) };
    add_ring(&mut out, hollow_hz, chance.between(0.004, 0.008), hollow);
    let thump = if palm { chance.between(0.45, 0.8) } else { chance.between(0.15, 0.35) };
    add_ring(&mut out, chance.between(65.0, 110.0), chance.between(0.022, 0.040), thump * (0.5 + strength));
    table.add(&mut out, at, if palm { 0.35 } else { 0.2 });
    // Cards of the pile settle.
    for _ in 0..2 + chance.below(4) {
        let from = chance.between(0.006, 0.045);
        rattle(&mut out, from, chance.between(0.02, 0.08), chance);
    }
    to_peak(out, (if palm { 0.6 } else { 0.42 }) * level_of(strength))
}

/// A strength as an amplitude: half as strong is 8 dB softer.
fn level_of(strength: f64) -> f64 {
    strength.powf(1.3)
}

/// A card's edge or face touching another, some time after the beginning.
fn rattle(out: &mut [f64], after_s: f64, level: f64, chance: &mut Chance) {
    let hit = Hit {
        from: (after_s * RATE_HZ) as usize,
        fast_s: chance.between(0.0003, 0.0009),
        slow_s: chance.between(0.002, 0.004),
        low_hz: chance.between(1500.0, 2600.0),
        high_hz: chance.between(7000.0, 13_000.0),
        level,
    };
    hit.add(out, chance);
}

/// A card laid.
pub fn tick(strength: f64, chance: &mut Chance) -> Vec<f64> {
    let mut out = silence(0.06);
    rattle(&mut out, 0.0, 1.0, chance);
    // One edge comes down first.
    rattle(&mut out, chance.between(0.004, 0.016), chance.between(0.15, 0.5), chance);
    add_ring(&mut out, chance.between(160.0, 280.0), chance.between(0.006, 0.012), 0.5);
    to_peak(out, 0.09 * level_of(strength))
}

/// A card that slides: paper on paper, rougher and smoother by turns.
pub fn slide(strength: f64, secs: f64, chance: &mut Chance) -> Vec<f64> {
    let mut out = silence(secs);
    let length = out.len().max(1) as f64;
    let mut band = Band::new(chance.between(2800.0, 5200.0), chance.between(0.6, 1.1));
    let mut rough = Dull::new(chance.between(35.0, 90.0));
    for (n, sample) in out.iter_mut().enumerate() {
        let x = n as f64 / length;
        // As fast as a hand moves (minimum jerk): a bell.
        let speed = 16.0 * x * x * (1.0 - x) * (1.0 - x);
        let grain = 1.0 + 10.0 * rough.step(hiss(chance));
        *sample = speed.sqrt() * grain.abs() * band.step(hiss(chance));
    }
    to_peak(out, 0.028 * level_of(strength))
}

/// A stack put down: its lowest card first, the others within a few hundredths of a second.
pub fn flip(strength: f64, table: &Table, at: DVec3, chance: &mut Chance) -> Vec<f64> {
    let mut out = silence(0.35);
    let hit = Hit { from: 0, fast_s: 0.002, slow_s: 0.012, low_hz: 250.0, high_hz: 4200.0, level: 0.9 };
    hit.add(&mut out, chance);
    add_ring(&mut out, chance.between(85.0, 140.0), chance.between(0.02, 0.035), 0.6);
    table.add(&mut out, at, 0.25);
    let riffle_s = chance.between(0.04, 0.11);
    let cards = 10 + chance.below(14);
    for _ in 0..cards {
        let after = riffle_s * chance.unit().powf(1.5);
        rattle(&mut out, after, chance.between(0.05, 0.25), chance);
    }
    to_peak(out, 0.22 * level_of(strength))
}

/// A fingertip on the table.
pub fn tap(strength: f64, table: &Table, at: DVec3, chance: &mut Chance) -> Vec<f64> {
    let mut out = silence(0.15);
    let hit = Hit { from: 0, fast_s: 0.0012, slow_s: 0.004, low_hz: 150.0, high_hz: 2600.0, level: 0.5 };
    hit.add(&mut out, chance);
    add_ring(&mut out, chance.between(140.0, 230.0), chance.between(0.010, 0.018), 0.8);
    table.add(&mut out, at, 0.35);
    to_peak(out, 0.16 * level_of(strength))
}

/// A chair or a knee against the table: wood on wood, dull, with a second, softer hit.
pub fn knock(strength: f64, table: &Table, at: DVec3, chance: &mut Chance) -> Vec<f64> {
    let mut out = silence(0.5);
    let again_s = chance.between(0.05, 0.16);
    for (from, level) in [(0.0, 1.0), (again_s, chance.between(0.1, 0.45))] {
        let from = (from * RATE_HZ) as usize;
        let hit = Hit { from, fast_s: 0.0015, slow_s: 0.008, low_hz: 100.0, high_hz: 1900.0, level: 0.6 * level };
        hit.add(&mut out, chance);
        let tail = &mut out[from..];
        add_ring(tail, chance.between(230.0, 420.0), chance.between(0.012, 0.03), 0.8 * level);
        table.add(tail, at, 0.8 * level);
    }
    to_peak(out, 0.34 * level_of(strength))
}
