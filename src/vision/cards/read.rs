//! One card, cut out upright: its rank and suit.
//!
//! The model (`models/cards/README.md`, `read.onnx`) takes a card upright or half turned, with a rim, and gives
//! probabilities that were fitted on decks it had not seen.

use super::deck::Deck;
use super::outline::Corners;
use crate::base::{Rank, Suit};
use crate::vision::models::{Models, VisionError};
use image::RgbImage;
use ort::session::Session;
use ort::value::TensorRef;

/// The model's name below the models folder.
pub const MODEL: &str = "cards/read.onnx";
/// Width and height of a crop, pixels.
pub const CROP: (u32, u32) = (96, 128);
/// Where the card's corners are in it.
pub const CROP_CORNERS: Corners = [[6.5, 5.5], [88.5, 5.5], [88.5, 121.5], [6.5, 121.5]];

const RANKS: usize = Rank::ALL.len();
/// Classes after the ranks: a back, nothing readable.
const CLASSES: usize = RANKS + 2;
const SUITS: usize = Suit::ALL.len();
/// Classes of suit: the four, and not told.
const SUIT_CLASSES: usize = SUITS + 1;
/// The model's probabilities are raised to this power: fitted on decks that are harder than most, they are too low for
/// cards in photographs. Chosen on the half of the photographs that is looked at (`measure_real.py --half dev`).
const SHARPER: f64 = 1.25;
/// Crops that go through the model at once.
const BATCH: usize = 16;

/// What a card reads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Read {
    /// Probability of each rank, in the order of [`Rank::ALL`].
    pub ranks: [f64; RANKS],
    /// Probability that a back is seen.
    pub back: f64,
    /// Probability that nothing can be read.
    pub nothing: f64,
    /// Probability of clubs, diamonds, hearts, spades; what is left is "not told".
    pub suits: [f64; SUITS],
    /// Probability that it shows one large sign and not as many as its rank, if it is an ace or a number card; `None` of a deck that was
    /// shown, whose faces are known.
    pub one_sign: Option<f64>,
}

impl Read {
    /// The most probable rank and its probability.
    pub fn rank(&self) -> (Rank, f64) {
        let best = Rank::ALL.into_iter().zip(self.ranks).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        best.unwrap_or((Rank::Ace, 0.0))
    }

    /// The mean of several, each as probable as the next; `None` of none.
    pub fn mean(reads: &[Read]) -> Option<Read> {
        if reads.is_empty() {
            return None;
        }
        let part = 1.0 / reads.len() as f64;
        let told: Vec<f64> = reads.iter().filter_map(|read| read.one_sign).collect();
        let one_sign = (!told.is_empty()).then(|| told.iter().sum::<f64>() / told.len() as f64);
        let none = Read { ranks: [0.0; RANKS], back: 0.0, nothing: 0.0, suits: [0.0; SUITS], one_sign };
        Some(reads.iter().fold(none, |sum, read| Read {
            ranks: std::array::from_fn(|k| sum.ranks[k] + part * read.ranks[k]),
            back: sum.back + part * read.back,
            nothing: sum.nothing + part * read.nothing,
            suits: std::array::from_fn(|k| sum.suits[k] + part * read.suits[k]),
            one_sign,
        }))
    }

    /// The most probable suit and its probability.
    pub fn suit(&self) -> (Suit, f64) {
        let best = Suit::ALL.into_iter().zip(self.suits).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        best.unwrap_or((Suit::Clubs, 0.0))
    }
}

/// The reading model, open.
pub struct ReadModel {
    session: Session,
    deck: Option<Deck>,
}

impl ReadModel {
    /// Opens [`MODEL`].
    ///
    /// # Errors
    /// When the runtime or the model is missing or unusable.
    pub fn open(models: &Models) -> Result<ReadModel, VisionError> {
        Ok(ReadModel { session: models.open(MODEL)?, deck: None })
    }

    /// The same, of cards of a deck that was shown.
    #[must_use]
    pub fn with_deck(self, deck: Option<Deck>) -> ReadModel {
        ReadModel { deck, ..self }
    }

    /// Reads crops of the size [`CROP`]; the order is kept.
    ///
    /// # Errors
    /// When the model fails.
    pub fn read(&mut self, crops: &[RgbImage]) -> Result<Vec<Read>, VisionError> {
        let seen = self.see(crops)?;
        let known =
            |(read, features): (Read, Vec<f32>)| self.deck.as_ref().map_or(read, |deck| deck.refine(&read, &features));
        Ok(seen.into_iter().map(known).collect())
    }

    /// What the model reads and what its last layers see, of any deck.
    ///
    /// # Errors
    /// When the model fails.
    pub fn see(&mut self, crops: &[RgbImage]) -> Result<Vec<(Read, Vec<f32>)>, VisionError> {
        let mut reads = Vec::with_capacity(crops.len());
        for some in crops.chunks(BATCH) {
            let input: Vec<f32> = some.iter().flat_map(|crop| crop.as_raw().iter().map(|&v| f32::from(v))).collect();
            let shape = [some.len(), CROP.1 as usize, CROP.0 as usize, 3];
            let outputs = self.session.run(ort::inputs![TensorRef::from_array_view((shape, input.as_slice()))?])?;
            let told = |name: &str| {
                let missing =
                    || format!("the card reading model does not tell {name}: another version of slapsight made it");
                outputs.get(name).ok_or_else(|| VisionError::Run(missing()))
            };
            let (shape, ranks) = told("ranks")?.try_extract_tensor::<f32>()?;
            let (_, suits) = told("suits")?.try_extract_tensor::<f32>()?;
            let (_, features) = told("features")?.try_extract_tensor::<f32>()?;
            let (_, one_sign) = told("one_sign")?.try_extract_tensor::<f32>()?;
            let width = features.len() / some.len();
            let sized = ranks.len() == some.len() * CLASSES && suits.len() == some.len() * SUIT_CLASSES;
            if !sized || one_sign.len() != some.len() || width * some.len() != features.len() || width == 0 {
                return Err(VisionError::Run(format!("the card reading model answered with the shape {shape:?}")));
            }
            let both = ranks.chunks_exact(CLASSES).zip(suits.chunks_exact(SUIT_CLASSES));
            let seen = features.chunks_exact(width).zip(one_sign);
            reads.extend(both.zip(seen).map(|((ranks, suits), (features, &one_sign))| {
                let ranks = sharper(ranks);
                let read = Read {
                    ranks: std::array::from_fn(|k| ranks[k]),
                    back: ranks[RANKS],
                    nothing: ranks[RANKS + 1],
                    suits: std::array::from_fn(|k| f64::from(suits[k])),
                    one_sign: Some(f64::from(one_sign)),
                };
                (read, features.to_vec())
            }));
        }
        Ok(reads)
    }
}

/// Probabilities of one thing out of many, surer.
fn sharper(probabilities: &[f32]) -> Vec<f64> {
    let raised: Vec<f64> = probabilities.iter().map(|&p| f64::from(p).max(0.0).powf(SHARPER)).collect();
    let total: f64 = raised.iter().sum();
    raised.iter().map(|p| p / total.max(1e-12)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sharper_keeps_the_sum_and_the_order() {
        let got = sharper(&[0.7, 0.2, 0.1]);
        assert!((got.iter().sum::<f64>() - 1.0).abs() < 1e-9 && got[0] > 0.7 && got[1] > got[2]);
    }

    #[test]
    fn the_most_probable_is_named_and_of_equals_the_first() {
        let mut read =
            Read { ranks: [0.0; RANKS], back: 0.1, nothing: 0.1, suits: [0.1, 0.2, 0.6, 0.0], one_sign: None };
        (read.ranks[8], read.ranks[5]) = (0.4, 0.4);
        assert_eq!(read.rank(), (Rank::Six, 0.4));
        assert_eq!(read.suit(), (Suit::Hearts, 0.6));
    }
}
