//! The samples of a picture. The same set in every frame, so that what stands still does not flicker.
//!
//! A round of what moves has [`ROUND`] samples with their own offset inside the pixel; still things take
//! [`STILL`]. A fast scene takes two, four, eight or sixteen rounds: the same offsets again, at other instants.
//! So a picture of four rounds shows still things exactly as a picture of one round does. The points of each lamp
//! are [`MAPS`] in turn; where a picture has fewer samples, each has [`OWN`] of them.

/// Samples of a round of what moves.
pub const ROUND: usize = 4;

/// Samples of what stands still.
pub const STILL: usize = 8;

/// Points of a lamp.
pub const MAPS: usize = 8;

/// The most points of a lamp that one sample has.
pub const OWN: usize = 2;

/// The most rounds of a picture.
pub const MOST_ROUNDS: usize = 16;

/// One sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Offset inside the pixel, -0.5 to 0.5 each way.
    pub jitter: [f64; 2],
    /// Points of each lamp, as shares of its radius: one or, twice the same, only one.
    pub lamps: [[[f64; 2]; OWN]; 2],
    /// How many of a lamp's points are its own: 1 or [`OWN`].
    pub own: usize,
    /// A point of the lens, as a share of its radius.
    pub lens: [f64; 2],
    /// The instant within the exposure, 0 to 1.
    pub time: f64,
}

/// A point of the unit disc for point `i` of a low-discrepancy sequence (Roberts' R2), shifted.
fn disc(i: usize, shift: [f64; 2]) -> [f64; 2] {
    let share = |a: f64, s: f64| (s + a * i as f64).fract();
    let (radius, angle) =
        (share(0.754_877_666, shift[0]).sqrt(), share(0.569_840_29, shift[1]) * std::f64::consts::TAU);
    [radius * angle.cos(), radius * angle.sin()]
}

/// The samples of a picture: so many offsets inside the pixel, [`ROUND`] or [`STILL`], and so many rounds, a power of
/// two up to [`MOST_ROUNDS`].
pub fn samples(offsets: usize, rounds: usize) -> Vec<Sample> {
    // Rooks: every row and every column of the pixel holds one sample.
    const FEW: [usize; ROUND] = [1, 3, 0, 2];
    const MANY: [usize; STILL] = [3, 6, 1, 4, 7, 2, 5, 0];
    let rooks: &[usize] = if offsets > ROUND { &MANY } else { &FEW };
    let offsets = rooks.len();
    let count = offsets * rounds.clamp(1, MOST_ROUNDS).next_power_of_two();
    let bits = count.trailing_zeros();
    let own = if count < MAPS { OWN } else { 1 };
    (0..count)
        .map(|i| {
            let spot = i % offsets;
            let lamp = |shift: [f64; 2]| std::array::from_fn(|k| disc((i * own + k % own) % MAPS, shift));
            let within = |k: usize| (k as f64 + 0.5) / offsets as f64 - 0.5;
            // The bits turned round: instants far apart follow each other, and are spread evenly as a whole.
            let turned = i.reverse_bits() >> (usize::BITS - bits);
            Sample {
                jitter: [within(spot), within(rooks[spot])],
                lamps: [lamp([0.03, 0.11]), lamp([0.53, 0.71])],
                own,
                lens: disc(i % MAPS, [0.29, 0.37]),
                time: (turned as f64 + 0.5) / count as f64,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_fill_the_exposure_evenly_and_more_rounds_repeat_the_same_spots() {
        for (offsets, rounds) in [(ROUND, 1), (ROUND, 2), (ROUND, 4), (STILL, 1), (STILL, 8)] {
            let set = samples(offsets, rounds);
            assert_eq!(set.len(), offsets * rounds);
            let mut times: Vec<f64> = set.iter().map(|s| s.time).collect();
            times.sort_by(f64::total_cmp);
            for (i, t) in times.iter().enumerate() {
                assert!((t - (i as f64 + 0.5) / times.len() as f64).abs() < 1e-12);
            }
            for (i, sample) in set.iter().enumerate() {
                assert_eq!(sample.jitter, set[i % offsets].jitter);
                assert_eq!(sample.lamps, set[i % MAPS.min(set.len())].lamps);
            }
            // Every picture has all of a lamp's points.
            let points = set.iter().flat_map(|sample| sample.lamps[0].iter().map(|p| p.map(f64::to_bits)));
            assert_eq!(points.collect::<std::collections::BTreeSet<_>>().len(), MAPS);
        }
    }

    #[test]
    fn offsets_have_their_middle_in_the_pixels_middle() {
        for offsets in [ROUND, STILL] {
            let set = samples(offsets, 1);
            for k in 0..2 {
                let mean: f64 = set.iter().map(|s| s.jitter[k]).sum::<f64>() / set.len() as f64;
                assert!(mean.abs() < 1e-12, "{mean}");
            }
        }
    }
}
