//! How the light of a picture differs from that of the one before, and the picture before as it would look in this one's.
//!
//! Lamps on the mains flicker a hundred or a hundred and twenty times a second, so that pictures taken faster, or out of step,
//! differ in brightness, and with a rolling shutter in bands. Optical flow takes what it sees for the same brightness; what lies
//! still seems to move by whole pixels then. Most of a picture lies still, so its commonest change of brightness, by rows and by
//! levels, is that of the light.

use super::middle::median;
use crate::facts::Plane;
use std::ops::Range;

/// So many pixels of a picture tell its light.
const SAMPLES: usize = 40_000;
/// Bands of rows whose light is told apart: a shutter reads them one after another.
const BANDS: usize = 8;
/// Light that changes by more than this from one picture to the next is another picture.
const GAINS: Range<f64> = 0.5..2.0;
/// Darker pixels tell no ratio, levels.
const DARK: f64 = 24.0;
/// Width of a bin of levels, and how many pixels it needs. A pixel's level is the middle of what both pictures have there: by one of
/// them alone, what grain made too bright in that would seem to have grown darker.
const BIN: usize = 16;
const FEWEST: usize = 100;
/// Of the pixels of a level that lie still the change differs by no more than this, levels, and more than this part do.
const ALIKE: f64 = 5.0;
const STILL_PART: f64 = 0.5;

/// The change of the light from one picture to the next.
#[derive(Debug, Clone, PartialEq)]
pub struct LightChange {
    /// By how much each band grew brighter.
    gains: [f64; BANDS],
    /// What else each bin of levels changed by, levels, after that.
    rest: [f64; 256 / BIN],
}

struct Sample {
    band: usize,
    before: u8,
    now: u8,
}

impl Sample {
    /// Between what both pictures have there, the first as much brighter as that.
    fn level(&self, gain: f64) -> f64 {
        f64::midpoint(f64::from(self.before) * gain, f64::from(self.now))
    }
}

impl LightChange {
    /// Between two pictures of the same size; `None` where the light says nothing: the pictures are too different, or too dark.
    pub fn between(before: &Plane<'_>, now: &Plane<'_>) -> Option<LightChange> {
        let samples = samples(before, now)?;
        let mut gains = [1.0; BANDS];
        for (band, gain) in gains.iter_mut().enumerate() {
            let bright = samples.iter().filter(|s| s.band == band && s.level(1.0) >= DARK);
            let ratios: Vec<f64> = bright.map(|s| f64::from(s.now) / f64::from(s.before).max(1.0)).collect();
            if ratios.len() >= FEWEST {
                *gain = steadied(median(ratios).unwrap_or(1.0));
            }
        }
        if gains.iter().any(|gain| !GAINS.contains(gain)) {
            return None;
        }
        let mut known = [None; 256 / BIN];
        for (bin, known) in known.iter_mut().enumerate() {
            let own = samples.iter().filter(|s| s.level(gains[s.band]) as usize / BIN == bin);
            let changes: Vec<f64> = own.map(|s| f64::from(s.now) - f64::from(s.before) * gains[s.band]).collect();
            if changes.len() < FEWEST {
                continue;
            }
            let Some(middle) = median(changes.clone()) else { continue };
            let alike: Vec<f64> = changes.iter().copied().filter(|change| (change - middle).abs() <= ALIKE).collect();
            if alike.len() as f64 > STILL_PART * changes.len() as f64 {
                *known = Some(alike.iter().sum::<f64>() / alike.len() as f64);
            }
        }
        Some(LightChange { gains, rest: filled(&known) })
    }

    /// The first picture in the light of the second, row by row without gaps.
    pub fn applied(&self, before: &Plane<'_>) -> Vec<u8> {
        let mut relit = Vec::with_capacity(before.width * before.height);
        for (y, row) in before.data.chunks(before.stride).take(before.height).enumerate() {
            let gain = between_bands(&self.gains, (y as f64 + 0.5) / before.height as f64);
            let levels: [u8; 256] = std::array::from_fn(|level| {
                let lit = level as f64 * gain;
                (lit + between_bands(&self.rest, (lit + 0.5) / 256.0)).round().clamp(0.0, 255.0) as u8
            });
            relit.extend(row[..before.width.min(row.len())].iter().map(|&level| levels[usize::from(level)]));
        }
        relit
    }

    /// Whether it changes hardly any level of any pixel.
    pub fn is_none(&self) -> bool {
        let levels = |(gain, level): (&f64, usize)| {
            let lit = level as f64 * gain;
            (lit + between_bands(&self.rest, (lit + 0.5) / 256.0) - level as f64).abs()
        };
        self.gains.iter().all(|gain| (0..256).step_by(BIN / 2).all(|level| levels((gain, level)) < 0.5))
    }
}

/// Pixels of both pictures, evenly over them.
fn samples(before: &Plane<'_>, now: &Plane<'_>) -> Option<Vec<Sample>> {
    if (before.width, before.height) != (now.width, now.height) || before.height == 0 {
        return None;
    }
    let step = ((before.width * before.height) as f64 / SAMPLES as f64).sqrt().max(1.0) as usize;
    let mut samples = Vec::new();
    for y in (step / 2..before.height).step_by(step) {
        let band = y * BANDS / before.height;
        let row = |plane: &Plane<'_>, x: usize| plane.data.get(y * plane.stride + x).copied();
        for x in (step / 2..before.width).step_by(step) {
            samples.push(Sample { band, before: row(before, x)?, now: row(now, x)? });
        }
    }
    Some(samples)
}

/// Whole levels make the ratio of two pictures in the same light exactly one; so is what differs by less than the levels tell.
fn steadied(gain: f64) -> f64 {
    if (gain - 1.0).abs() < 1.0 / 510.0 { 1.0 } else { gain }
}

/// What is not known is as the nearest that is; nothing where nothing is known.
fn filled<const N: usize>(known: &[Option<f64>; N]) -> [f64; N] {
    std::array::from_fn(|i| {
        let nearest = (0..N).filter(|&k| known[k].is_some()).min_by_key(|k| k.abs_diff(i));
        nearest.and_then(|k| known[k]).unwrap_or(0.0)
    })
}

/// The value at a part of the whole, between the middles of the bands beside it.
fn between_bands(of: &[f64], at: f64) -> f64 {
    let place = (at * of.len() as f64 - 0.5).clamp(0.0, of.len() as f64 - 1.0);
    let (low, part) = (place as usize, place.fract());
    of[low] + part * (of[(low + 1).min(of.len() - 1)] - of[low])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 200;

    /// A picture with all levels and a dark square at `square`, and light that is so bright at each part of its height.
    fn picture(square: usize, light: impl Fn(f64) -> f64) -> Vec<u8> {
        let pixel = |x: usize, y: usize| {
            let on = (square..square + 40).contains(&x) && (60..100).contains(&y);
            let own = if on { 90.0 } else { 40.0 + 0.7 * x as f64 + 20.0 * (y as f64 / 9.0).sin() };
            (own * light(y as f64 / SIZE as f64)).round().clamp(0.0, 255.0) as u8
        };
        (0..SIZE * SIZE).map(|i| pixel(i % SIZE, i / SIZE)).collect()
    }

    fn plane(data: &[u8]) -> Plane<'_> {
        Plane { data, stride: SIZE, width: SIZE, height: SIZE }
    }

    /// How far a relit picture is from the other at most where neither shows the square, levels.
    fn off(before: &[u8], now: &[u8]) -> f64 {
        let change = LightChange::between(&plane(before), &plane(now)).expect("much lies still");
        let relit = change.applied(&plane(before));
        let still = |i: &usize| !(55..105).contains(&(i / SIZE));
        (0..SIZE * SIZE).filter(still).map(|i| (f64::from(relit[i]) - f64::from(now[i])).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn light_that_flickers_is_followed_whatever_moves() {
        let before = picture(20, |_| 1.0);
        assert!(off(&before, &picture(32, |_| 1.12)) <= 2.0);
        assert!(off(&before, &picture(32, |_| 0.85)) <= 2.0);
        // A rolling shutter sees bands.
        assert!(off(&before, &picture(32, |down| 1.0 + 0.08 * (4.0 * down).sin())) <= 4.0);
        assert!(
            (0..SIZE).any(|x| before[80 * SIZE + x].abs_diff(picture(32, |_| 1.0)[80 * SIZE + x]) > 20),
            "it moves"
        );
    }

    #[test]
    fn light_that_stays_changes_nothing() {
        let before = picture(20, |_| 1.0);
        let change = LightChange::between(&plane(&before), &plane(&picture(32, |_| 1.0))).expect("much lies still");
        assert!(change.is_none(), "{change:?}");
        assert_eq!(change.applied(&plane(&before)), before);
        let flickers = LightChange::between(&plane(&before), &plane(&picture(32, |_| 1.05))).expect("much lies still");
        assert!(!flickers.is_none());
    }

    #[test]
    fn grain_is_no_light() {
        let mut seed = 7_u32;
        let mut grainy = || -> Vec<u8> {
            let grain = |level: u8| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (f64::from(level) + f64::from(seed >> 16) / 65_536.0 * 24.0 - 12.0).clamp(0.0, 255.0) as u8
            };
            picture(20, |_| 1.0).into_iter().map(grain).collect()
        };
        let change = LightChange::between(&plane(&grainy()), &plane(&grainy())).expect("much lies still");
        let most = change.gains.iter().map(|gain| (gain - 1.0).abs()).fold(0.0, f64::max);
        assert!(most < 0.01 && change.rest.iter().all(|rest| rest.abs() < 1.0), "{change:?}");
    }

    #[test]
    fn pictures_that_differ_too_much_say_nothing_of_the_light() {
        assert_eq!(LightChange::between(&plane(&picture(20, |_| 0.3)), &plane(&picture(20, |_| 1.0))), None);
    }
}
