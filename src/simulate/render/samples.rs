//! The samples of a picture. The same set in every frame, so that what stands still does not flicker.
//!
//! A round has [`ROUND`] samples with their own offset inside the pixel, point on each lamp and point of the
//! lens. A fast scene takes two, four or eight rounds: the same offsets and points again, at other instants.
//! So a picture of four rounds shows still things exactly as a picture of one round does.

/// Samples of a round.
pub const ROUND: usize = 8;

/// The most rounds of a picture.
pub const MOST_ROUNDS: usize = 8;

/// One sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Offset inside the pixel, -0.5 to 0.5 each way.
    pub jitter: [f64; 2],
    /// A point of each lamp, as a share of its radius.
    pub lamps: [[f64; 2]; 2],
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

/// The samples of a picture of so many rounds, a power of two up to [`MOST_ROUNDS`].
pub fn samples(rounds: usize) -> Vec<Sample> {
    // Eight rooks: every row and every column of the pixel holds one sample.
    const ROOKS: [usize; ROUND] = [3, 6, 1, 4, 7, 2, 5, 0];
    let count = ROUND * rounds.clamp(1, MOST_ROUNDS).next_power_of_two();
    let bits = count.trailing_zeros();
    (0..count)
        .map(|i| {
            let spot = i % ROUND;
            let within = |k: usize| (k as f64 + 0.5) / ROUND as f64 - 0.5;
            // The bits turned round: instants far apart follow each other, and are spread evenly as a whole.
            let turned = i.reverse_bits() >> (usize::BITS - bits);
            Sample {
                jitter: [within(spot), within(ROOKS[spot])],
                lamps: [disc(spot, [0.03, 0.11]), disc(spot, [0.53, 0.71])],
                lens: disc(spot, [0.29, 0.37]),
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
        for rounds in [1, 2, 4, 8] {
            let set = samples(rounds);
            let mut times: Vec<f64> = set.iter().map(|s| s.time).collect();
            times.sort_by(f64::total_cmp);
            for (i, t) in times.iter().enumerate() {
                assert!((t - (i as f64 + 0.5) / times.len() as f64).abs() < 1e-12);
            }
            for (i, sample) in set.iter().enumerate() {
                assert_eq!(sample.jitter, set[i % ROUND].jitter);
                assert_eq!(sample.lamps, set[i % ROUND].lamps);
            }
        }
    }

    #[test]
    fn offsets_have_their_middle_in_the_pixels_middle() {
        let set = samples(1);
        for k in 0..2 {
            let mean: f64 = set.iter().map(|s| s.jitter[k]).sum::<f64>() / set.len() as f64;
            assert!(mean.abs() < 1e-12, "{mean}");
        }
    }
}
