//! Chance: numbers that follow from the scenario's seed and a name, and from nothing else.
//!
//! Every use has its own stream, found by name, so that one more draw somewhere shifts nothing elsewhere.
//! ChaCha8 (`rand_chacha`) gives the bits: its output is fixed by its specification. What is made of the
//! bits is written out here, because how a library rounds a range may change with its version.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use sha2::{Digest, Sha256};

/// The scenario's seed: where all streams come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Seed {
    /// The stream of that name; the same each time.
    pub fn stream(self, name: &str) -> Chance {
        let mut hash = Sha256::new();
        hash.update(self.0.to_le_bytes());
        hash.update(name.as_bytes());
        Chance { bits: ChaCha8Rng::from_seed(hash.finalize().into()) }
    }

    /// A seed of its own for a part, such as one player.
    pub fn part(self, name: &str) -> Seed {
        Seed(self.stream(name).bits.next_u64())
    }
}

/// One stream of chance.
#[derive(Debug, Clone)]
pub struct Chance {
    bits: ChaCha8Rng,
}

impl Chance {
    /// Evenly from 0 up to 1, never 1.
    pub fn unit(&mut self) -> f64 {
        // 53 bits fill the significand.
        (self.bits.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Evenly between two numbers.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Normal, but never more than 2.5 standard deviations from the mean: a hand does not miss by a metre.
    pub fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        loop {
            // Box and Muller (1958).
            let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
            let z = radius * (std::f64::consts::TAU * self.unit()).cos();
            if z.abs() <= 2.5 {
                return mean + deviation * z;
            }
        }
    }

    /// True with this probability.
    pub fn happens(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A whole number below `count`; 0 when there is none.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.bits.next_u64()) * count as u128) >> 64) as usize
    }

    /// One of several; `None` of nothing.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }

    /// Shuffles (Fisher and Yates).
    pub fn shuffle<T>(&mut self, cards: &mut [T]) {
        for last in (1..cards.len()).rev() {
            let other = self.below(last + 1);
            cards.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_depends_on_seed_and_name_alone() {
        let draw = |seed: u64, name: &str| Seed(seed).stream(name).unit();
        assert_eq!(draw(7, "hands"), draw(7, "hands"));
        assert_ne!(draw(7, "hands"), draw(7, "cards"));
        assert_ne!(draw(7, "hands"), draw(8, "hands"));
    }

    #[test]
    fn a_shuffle_keeps_every_card_and_a_normal_stays_near() {
        let mut chance = Seed(3).stream("test");
        let mut cards: Vec<u8> = (0..52).collect();
        chance.shuffle(&mut cards);
        assert!(cards.windows(2).any(|pair| pair[0] > pair[1]));
        cards.sort_unstable();
        assert!(cards.iter().copied().eq(0..52));
        let draws: Vec<f64> = (0..4000).map(|_| chance.normal(5.0, 2.0)).collect();
        let mean = draws.iter().sum::<f64>() / 4000.0;
        assert!((mean - 5.0).abs() < 0.15 && draws.iter().all(|x| (x - 5.0).abs() <= 5.0), "{mean}");
    }
}
