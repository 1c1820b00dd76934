//! Light of the first picture in, the camera's exposure out: as a camera's automatic metering sets it once.

use crate::simulate::chance::Chance;
use crate::simulate::film::Light;

/// Mean light that metering aims at, as a share of white: around the 18 % of a grey card, as operators differ.
const MEAN: [f64; 2] = [0.10, 0.20];
/// The brightest hundredth of the picture may be so bright: white cards keep their print.
const BRIGHTEST: f64 = 0.95;
/// Doublings that a camera has at hand.
const RANGE: [f64; 2] = [-2.0, 3.0];

/// Doublings of the exposure.
pub(super) fn stops(light: &Light, chance: &mut Chance) -> f64 {
    let target = chance.between(MEAN[0], MEAN[1]);
    let mut bright: Vec<f32> =
        light.rgb.chunks_exact(3).map(|c| 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]).collect();
    if bright.is_empty() {
        return 0.0;
    }
    let mean = bright.iter().map(|value| f64::from(*value)).sum::<f64>() / bright.len() as f64;
    let place = bright.len() * 99 / 100;
    let (_, near_top, _) = bright.select_nth_unstable_by(place, f32::total_cmp);
    let by_mean = (target / mean.max(1e-6)).log2();
    let by_top = (BRIGHTEST / f64::from(*near_top).max(1e-6)).log2();
    by_mean.min(by_top).clamp(RANGE[0], RANGE[1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::chance::Seed;

    fn light(of: impl Fn(usize) -> f32) -> Light {
        Light { width: 100, height: 100, rgb: (0..30_000).map(|k| of(k / 3)).collect() }
    }

    #[test]
    fn dark_scenes_are_lifted_and_white_is_not_burnt_out() {
        let mut chance = Seed(1).stream("exposure");
        let dark = stops(&light(|_| 0.02), &mut chance);
        assert!((0.02 * 2.0_f64.powf(dark) - 0.15).abs() < 0.051, "{dark}");
        // A twentieth of it is cards in full light.
        let cards = stops(&light(|k| if k % 20 == 0 { 0.9 } else { 0.01 }), &mut chance);
        assert!(0.9 * 2.0_f64.powf(cards) < 0.951, "{cards}");
        assert_eq!(stops(&light(|_| 0.0), &mut chance), RANGE[1]);
    }
}
