//! How large the cards of a deck are: as large as they read most surely.
//!
//! What the finding model gives for corners tells where a card lies, hardly how wide it is: it puts narrow and wide cards at one
//! width (in rendered clips of decks 5.7 and 6.35 cm wide at 6.1 to 6.9 cm, half a centimetre more where the cards below show). Cut out
//! at another width than its own a card reads less surely, and there are few widths: bridge cards, poker cards, and what lies between.

use serde::{Deserialize, Serialize};

/// Short sides that are tried, and the long one, centimetres: bridge and poker cards and those in the middle between, from which cards of
/// every size that is sold for play differ by less than a tenth of a card.
pub const SHORT_CM: [f64; 3] = [5.72, 6.05, 6.35];
const LONG_CM: f64 = 8.87;
/// Taken as long as nothing was read.
const MIDDLE: usize = 1;
/// So many cards tell it.
const ENOUGH: u32 = 80;
/// Less sure than this one reading tells no more.
const LEAST_SURE: f64 = 0.05;

/// What the cards that were read tell of their size.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct CardSize {
    /// Logarithms of how surely they read at each of [`SHORT_CM`], added up.
    sure: [f64; SHORT_CM.len()],
    /// How many they are.
    cards: u32,
}

impl CardSize {
    /// Short and long side at one of [`SHORT_CM`], centimetres.
    pub fn at(which: usize) -> (f64, f64) {
        (SHORT_CM[which], LONG_CM)
    }

    /// Which of [`SHORT_CM`] the cards have.
    pub fn which(&self) -> usize {
        (0..SHORT_CM.len()).fold(MIDDLE, |best, which| if self.sure[which] > self.sure[best] { which } else { best })
    }

    /// Short and long side of the cards, centimetres.
    pub fn cm(&self) -> (f64, f64) {
        CardSize::at(self.which())
    }

    /// Whether more cards would tell more.
    pub fn is_open(&self) -> bool {
        self.cards < ENOUGH
    }

    /// Learns from how surely a card reads at each of [`SHORT_CM`].
    pub fn learn(&mut self, sure: [f64; SHORT_CM.len()]) {
        self.cards += 1;
        for (sum, sure) in self.sure.iter_mut().zip(sure) {
            *sum += sure.max(LEAST_SURE).ln();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_as_wide_as_they_read_most_surely() {
        let mut size = CardSize::default();
        assert_eq!(size.cm(), (6.05, 8.87));
        size.learn([0.9, 0.85, 0.6]);
        assert_eq!(size.cm(), (5.72, 8.87));
        // One that is not read at all says nothing against the others.
        size.learn([0.0, 0.04, 0.02]);
        assert_eq!(size.cm(), (5.72, 8.87));
        for _ in 0..3 {
            size.learn([0.7, 0.8, 0.9]);
        }
        assert_eq!(size.cm(), (6.35, 8.87));
    }

    #[test]
    fn enough_cards_tell_it() {
        let mut size = CardSize::default();
        for _ in 0..ENOUGH {
            assert!(size.is_open());
            size.learn([0.9; 3]);
        }
        assert!(!size.is_open());
        assert_eq!(size.which(), MIDDLE);
    }
}
