//! Exposure and readout from a lamp that flashes as a square wave: both at once, by least squares.
//!
//! In: row-band brightness and the light's cycles per frame ([`super::flash`]). Out: exposure and readout in cycles of
//! the light.
//!
//! A row that gathers light for `e` cycles sees the lamp on for a share of it that runs, over the phase, as a
//! trapezoid whose ramps are `e` wide; each row's phase lies `readout` cycles times its place behind the first row's.
//! A camera's tone curve bends the ramps and leaves their ends where they are, so a bend (a power, over other light)
//! is fitted with them, and the lamp's duty. Every band has its own dark and bright level. A lamp's ramps for `e` and
//! for `1 - e` look alike: the exposure must be shorter than half a period, which it is for a lamp slower than half
//! the frame rate.

use super::flash::Clock;
use super::numbers::{Z95, jackknife, least, wrap};
use super::watch::BANDS;
use num_complex::Complex64;
use std::f64::consts::TAU;

/// Pictures that are fitted: at 97 flashes and 240 frames every phase of 1/240 cycle comes five times.
const MOST_FITTED: usize = 1200;
/// Fewer tell nothing.
const FEWEST: usize = 60;
/// The fit must explain this share of the brightness that swings.
const EXPLAINED: f64 = 0.9;
/// Bands in which the lamp must show, and by how many levels between dark and bright.
const FEWEST_BANDS: usize = BANDS / 2;
const DEPTH: f64 = 6.0;
/// Parts of the recording that are left out in turn for the interval.
const PARTS: usize = 6;
/// What the trapezoid itself may be off by, cycles, as a standard deviation: rows of a band are averaged, lamps rise in
/// microseconds, compression rounds the corners. Measured on encoded pictures of lamps with known exposures.
const MODEL_CYCLES: f64 = 0.004;
/// Above this mean level a band may be overexposed, so that its ramps are cut off.
const BRIGHTEST: f64 = 245.0;

/// What a lamp told, in cycles of its light.
#[derive(Debug, Clone, PartialEq)]
pub struct Lamp {
    /// How long a row gathers light: value and 95 % interval.
    pub exposure: Result<(f64, f64, f64), String>,
    /// From the first row to the last: value and 95 % interval; positive when the first row is first.
    pub readout: (f64, f64, f64),
}

/// Unknowns of the fit.
const PHASE: usize = 0;
const READOUT: usize = 1;
const EXPOSURE: usize = 2;
const DUTY: usize = 3;
const BEND: usize = 4;
/// Other light than the lamp's, as a share of it: with the bend it makes the tone curve between dark and bright.
const OTHER: usize = 5;

/// Fits the lamp.
///
/// # Errors
/// In words, why neither is told.
pub fn fit(bands: &[[f32; BANDS]], clock: &Clock) -> Result<Lamp, String> {
    if bands.len() < FEWEST {
        return Err(format!("{} pictures are too few; record ten seconds of the lamp", bands.len()));
    }
    let step = bands.len().div_ceil(MOST_FITTED);
    let frames: Vec<(f64, [f32; BANDS])> = (0..bands.len())
        .step_by(step)
        .map(|k| ((clock.cycles_per_frame * clock.places[k]).fract(), bands[k]))
        .collect();
    let usable: Vec<usize> = (0..BANDS).filter(|band| depth(&frames, *band) >= DEPTH).collect();
    if usable.len() < FEWEST_BANDS {
        return Err("the lamp lights too little of the picture; let it light the whole of it".to_owned());
    }
    let (phase, readout) = start(&frames, &usable);
    let longest = clock.cycles_per_frame.min(1.0);
    let mut best: Option<(f64, Vec<f64>)> = None;
    let cost = |frames: &[(f64, [f32; BANDS])], at: &[f64]| residual(frames, &usable, at, longest);
    for exposure in [0.1_f64, 0.25, 0.45] {
        let from = [phase, readout, exposure.min(0.9 * longest), 0.5, 0.6, 0.1];
        let found = least(&|at| cost(&frames, at), &from, &[0.02, 0.02, 0.08, 0.03, 0.2, 0.1], 240);
        let left = cost(&frames, &found);
        if best.as_ref().is_none_or(|(least, _)| left < *least) {
            best = Some((left, found));
        }
    }
    let (left, found) = best.ok_or("the lamp could not be fitted")?;
    if left > 1.0 - EXPLAINED {
        return Err(
            "what flashes is no lamp that is simply on and off (or other light moves in the picture)".to_owned()
        );
    }
    let refitted: Vec<Vec<f64>> = (0..PARTS)
        .map(|part| {
            let rest: Vec<(f64, [f32; BANDS])> = frames
                .iter()
                .enumerate()
                .filter(|(k, _)| k * PARTS / frames.len() != part)
                .map(|(_, frame)| *frame)
                .collect();
            least(&|at| cost(&rest, at), &found, &[0.004, 0.004, 0.02, 0.01, 0.05, 0.02], 120)
        })
        .collect();
    let measured = |which: usize, scale: f64| {
        let error = jackknife(&refitted.iter().map(|at| at[which]).collect::<Vec<f64>>());
        let half = Z95 * error.hypot(MODEL_CYCLES);
        (scale * found[which], scale * (found[which] - half), scale * (found[which] + half))
    };
    // Band middles span one band less than all rows.
    let readout = measured(READOUT, 1.0);
    let (value, lo, hi) = measured(EXPOSURE, 1.0);
    let bright = usable.iter().filter(|band| frames.iter().any(|(_, b)| f64::from(b[**band]) > BRIGHTEST)).count();
    let exposure = if bright > usable.len() / 4 {
        Err("the lamp overexposes the picture; dim it or move it away".to_owned())
    } else if longest > 0.5 {
        Err("the lamp flashes too fast to tell the exposure; choose a frequency below half the frame rate".to_owned())
    } else {
        Ok((value, lo.max(0.0), hi.min(longest)))
    };
    Ok(Lamp { exposure, readout })
}

/// Between the dark and the bright tenth of a band.
fn depth(frames: &[(f64, [f32; BANDS])], band: usize) -> f64 {
    let mut levels: Vec<f32> = frames.iter().map(|(_, bands)| bands[band]).collect();
    levels.sort_by(f32::total_cmp);
    f64::from(levels[levels.len() * 9 / 10] - levels[levels.len() / 10])
}

/// Place of a band between the first row (0) and the last (1).
fn place(band: usize) -> f64 {
    (band as f64 + 0.5) / BANDS as f64
}

/// Phase of the first row and readout, from the phase of the light's own frequency in each band.
fn start(frames: &[(f64, [f32; BANDS])], usable: &[usize]) -> (f64, f64) {
    let phases: Vec<Complex64> = usable
        .iter()
        .map(|band| {
            let mean = frames.iter().map(|(_, bands)| f64::from(bands[*band])).sum::<f64>() / frames.len() as f64;
            frames
                .iter()
                .map(|(cycles, bands)| Complex64::from_polar(f64::from(bands[*band]) - mean, -TAU * cycles))
                .sum()
        })
        .collect();
    let step: Complex64 = phases
        .windows(2)
        .zip(usable.windows(2))
        .filter(|(_, at)| at[1] == at[0] + 1)
        .map(|(pair, _)| pair[1] * pair[0].conj())
        .sum();
    let readout = step.arg() / TAU * BANDS as f64;
    let first: Complex64 =
        phases.iter().zip(usable).map(|(a, band)| a * Complex64::from_polar(1.0, -TAU * readout * place(*band))).sum();
    (wrap(first.arg() / TAU), readout)
}

/// The share of an exposure that a lamp is on, at a phase.
fn lit(phase: f64, exposure: f64, duty: f64) -> f64 {
    // Time on from 0 to `to` of a lamp that is on from -duty / 2 to duty / 2 of each cycle.
    let on = |to: f64| {
        let shifted = to + 0.5 * duty;
        shifted.floor() * duty + (shifted - shifted.floor()).min(duty)
    };
    (on(phase + 0.5 * exposure) - on(phase - 0.5 * exposure)) / exposure
}

/// Share of the bands' variance that the fit leaves, 0 to 1, each band with its own levels.
fn residual(frames: &[(f64, [f32; BANDS])], usable: &[usize], at: &[f64], longest: f64) -> f64 {
    let (exposure, duty, bend, other) = (at[EXPOSURE], at[DUTY], at[BEND], at[OTHER]);
    let tone = (0.25..=1.6).contains(&bend) && (0.002..=3.0).contains(&other);
    if !(0.002..=longest.max(0.01)).contains(&exposure) || !(0.2..=0.8).contains(&duty) || !tone {
        return 10.0;
    }
    let (dark, bright) = (other.powf(bend), (1.0 + other).powf(bend));
    let n = frames.len() as f64;
    let (mut left, mut all) = (0.0, 0.0);
    for band in usable {
        let behind = at[PHASE] + at[READOUT] * place(*band);
        let (mut s, mut ss, mut y, mut yy, mut sy) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for (cycles, bands) in frames {
            let share = lit(cycles + behind, exposure, duty);
            // The shares at the ends need no power, and most are at the ends.
            let shape = if share <= 0.0 || share >= 1.0 {
                share.clamp(0.0, 1.0)
            } else {
                ((other + share).powf(bend) - dark) / (bright - dark)
            };
            let level = f64::from(bands[*band]);
            (s, ss, y, yy, sy) = (s + shape, ss + shape * shape, y + level, yy + level * level, sy + shape * level);
        }
        let (ss, yy, sy) = (ss - s * s / n, yy - y * y / n, sy - s * y / n);
        all += yy;
        // A lamp that makes it darker is none.
        left += yy - if ss > 0.0 && sy > 0.0 { sy * sy / ss } else { 0.0 };
    }
    left / all.max(1e-9)
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::flash;
    use super::*;

    /// A lamp over a camera, and what the camera does to its light.
    #[derive(Clone, Copy)]
    pub struct Rig {
        pub hertz: f64,
        pub rate: f64,
        pub exposure_s: f64,
        pub readout_s: f64,
        /// Power of the tone curve.
        pub tone: f64,
        /// Other light, as a share of the lamp's.
        pub other: f64,
        pub duty: f64,
    }

    pub const RIG: Rig =
        Rig { hertz: 97.0, rate: 240.0, exposure_s: 0.002, readout_s: 0.004, tone: 0.45, other: 0.05, duty: 0.5 };

    /// Brightness of the bands at frames `numbers` of the camera, with levels rounded as a mean of many pixels is.
    pub fn lit_bands(rig: &Rig, numbers: impl Iterator<Item = u64>) -> Vec<[f32; BANDS]> {
        let frame = |number: u64| {
            std::array::from_fn(|band| {
                // Forty rows of a band, each lit by itself.
                let level = |row: usize| {
                    let behind = rig.readout_s * (band as f64 + (row as f64 + 0.5) / 40.0) / BANDS as f64;
                    let share = lit(
                        (rig.hertz * (number as f64 / rig.rate + behind) + 0.3).rem_euclid(1.0),
                        rig.hertz * rig.exposure_s,
                        rig.duty,
                    );
                    // The lamp lights the middle of the picture more than its rim.
                    let strength = 1.0 - 0.5 * ((band as f64 - 15.5) / 16.0).powi(2);
                    16.0 + 200.0 * ((rig.other + strength * share) / (1.0 + rig.other)).powf(rig.tone)
                };
                let mean = (0..40).map(level).sum::<f64>() / 40.0;
                ((mean * 20.0).round() / 20.0 + 0.2 * ((number * 31 + band as u64 * 17) % 7) as f64 / 7.0) as f32
            })
        };
        numbers.map(frame).collect()
    }

    fn places(count: usize) -> Vec<f64> {
        (0..count).map(|k| k as f64).collect()
    }

    fn told(rig: &Rig, count: u64, claimed: f64) -> (flash::Clock, Lamp) {
        let bands = lit_bands(rig, 0..count);
        let clock = flash::clock(&bands, &places(bands.len()), rig.hertz, claimed).expect("a clock");
        let lamp = fit(&bands, &clock).expect("a lamp");
        (clock, lamp)
    }

    fn holds((value, lo, hi): (f64, f64, f64), hertz: f64, truth_s: f64, tolerance_s: f64) {
        let (value, lo, hi) = (value / hertz, lo / hertz, hi / hertz);
        assert!((value - truth_s).abs() < tolerance_s, "{value} for {truth_s}");
        assert!(lo <= truth_s && truth_s <= hi, "{lo} to {hi} for {truth_s}");
        assert!(hi - lo < 8.0 * tolerance_s, "{lo} to {hi} is too wide");
    }

    #[test]
    fn exposure_and_readout_are_told_together() {
        for rig in [
            RIG,
            Rig { readout_s: 0.0, ..RIG },
            Rig { readout_s: -0.003, exposure_s: 0.0005, ..RIG },
            Rig { exposure_s: 0.004, readout_s: 0.0038, ..RIG },
            Rig { tone: 1.0, other: 0.5, ..RIG },
            Rig { duty: 0.45, ..RIG },
            Rig { hertz: 47.0, rate: 120.0, exposure_s: 0.006, readout_s: 0.007, ..RIG },
        ] {
            let (clock, lamp) = told(&rig, 1200, rig.rate);
            let off = (clock.cycles_per_frame - rig.hertz / rig.rate).abs();
            assert!(off < clock.half_width && clock.half_width < 1e-5, "{off} {}", clock.half_width);
            holds(lamp.exposure.expect("an exposure"), rig.hertz, rig.exposure_s, 0.0001);
            holds(lamp.readout, rig.hertz, rig.readout_s, 0.0001);
        }
    }

    #[test]
    fn the_clock_tells_the_true_rate_and_that_of_slow_motion() {
        let rig = Rig { rate: 239.2, ..RIG };
        let (clock, _) = told(&rig, 1200, 240.0);
        assert!((clock.rate - 239.2).abs() < 0.005 && clock.as_claimed, "{}", clock.rate);
        assert_eq!((clock.missing, clock.doubled, clock.unexplained), (0, 0, 0));
        let (clock, lamp) = told(&RIG, 1200, 30.0);
        assert!((clock.rate - 240.0).abs() < 0.005 && !clock.as_claimed, "{}", clock.rate);
        holds(lamp.exposure.expect("an exposure"), 97.0, 0.002, 0.0001);
    }

    #[test]
    fn frames_missing_and_doubled_without_a_gap_are_counted() {
        let numbers =
            (0..1200_u64).filter(|n| ![300, 700, 701].contains(n)).flat_map(|n| vec![n; 1 + usize::from(n == 950)]);
        let bands = lit_bands(&RIG, numbers);
        let clock = flash::clock(&bands, &places(bands.len()), 97.0, 240.0).expect("a clock");
        assert_eq!((clock.missing, clock.doubled, clock.unexplained), (3, 1, 0));
        assert!((clock.rate - 240.0).abs() < 0.01, "{}", clock.rate);
        holds(fit(&bands, &clock).expect("a lamp").exposure.expect("an exposure"), 97.0, 0.002, 0.00015);
    }

    #[test]
    fn what_is_no_such_light_is_said() {
        let bands = lit_bands(&RIG, 0..1200);
        // The light is there, but of another frequency than was said.
        assert!(flash::clock(&bands, &places(1200), 91.0, 240.0).is_err());
        let dark = vec![[60.0; BANDS]; 1200];
        assert!(flash::clock(&dark, &places(1200), 97.0, 240.0).is_err());
        assert!(flash::clock(&bands[..20], &places(20), 97.0, 240.0).is_err());
    }

    #[test]
    fn a_lamp_faster_than_half_the_frame_rate_tells_no_exposure() {
        let rig = Rig { hertz: 157.0, ..RIG };
        let (clock, lamp) = told(&rig, 1200, 240.0);
        assert!((clock.rate - 240.0).abs() < 0.01);
        assert!(lamp.exposure.is_err());
        holds(lamp.readout, 157.0, 0.004, 0.0001);
    }
}
