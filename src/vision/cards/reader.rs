//! Finding and reading together: what lies in a part of the table, and what a pile shows.

use super::find::{FindModel, Found};
use super::rank::{RankModel, Read, quad};
use crate::base::{Point, Table};
use crate::calibration::{Calibration, Zone};
use crate::facts::{CardFace, CardSeen, Frame};
use crate::vision::models::{Models, VisionError};
use std::f64::consts::PI;

/// Score from which a place is looked at more closely.
const FIND_SCORE: f64 = 0.35;
/// A rank is read from this probability on; below, "cannot read" (chosen on held-out decks).
const RANK_PROBABILITY: f64 = 0.8;
/// A back is believed from this probability on.
const BACK_PROBABILITY: f64 = 0.6;
/// How far around a zone cards are looked for, centimetres: half a card and some disorder.
const MARGIN_CM: f64 = 5.0;
/// How far outside its zone the middle of a pile's top card may lie, centimetres (B.4.4).
const SPILL_CM: f64 = 2.0;

/// Reads cards on a calibrated table.
pub struct CardReader {
    find: FindModel,
    rank: RankModel,
}

impl CardReader {
    /// Opens both models.
    ///
    /// # Errors
    /// When the runtime or a model is missing or unusable.
    pub fn open(models: &Models) -> Result<CardReader, VisionError> {
        Ok(CardReader { find: FindModel::open(models)?, rank: RankModel::open(models)? })
    }

    /// Cards between two corners of the table and half a card around, by place.
    ///
    /// # Errors
    /// When a model fails.
    pub fn read(
        &mut self,
        frame: &Frame,
        calibration: &Calibration,
        low: Point<Table>,
        high: Point<Table>,
    ) -> Result<Vec<CardSeen>, VisionError> {
        let low = Point::<Table>::new(low.x - MARGIN_CM, low.y - MARGIN_CM);
        let high = Point::<Table>::new(high.x + MARGIN_CM, high.y + MARGIN_CM);
        let found = self.find.find(frame, calibration, low, high, FIND_SCORE)?;
        let reads = self.rank.read(frame, calibration, &found)?;
        let mut cards: Vec<CardSeen> =
            found.iter().zip(&reads).filter_map(|(card, read)| seen(card, read, calibration)).collect();
        cards.sort_by(|a, b| a.centre.x.total_cmp(&b.centre.x).then(a.centre.y.total_cmp(&b.centre.y)));
        Ok(cards)
    }
}

/// The top card of a pile among cards read around it: the most readable and nearest to the zone's middle.
pub fn pile_top(cards: &[CardSeen], zone: &Zone) -> Option<CardSeen> {
    let (low, high) = zone.bounds();
    let inside = |card: &&CardSeen| {
        let (x, y) = (card.centre.x, card.centre.y);
        x > low.x - SPILL_CM && x < high.x + SPILL_CM && y > low.y - SPILL_CM && y < high.y + SPILL_CM
    };
    let middle = zone.middle();
    let rate = |card: &CardSeen| f64::from(card.ranks.iter().sum::<f32>()) - card.centre.distance(middle) / 10.0;
    cards.iter().filter(inside).max_by(|a, b| rate(a).total_cmp(&rate(b))).cloned()
}

/// A found place as a card, or `None` when closer inspection saw none.
fn seen(card: &Found, read: &Read, calibration: &Calibration) -> Option<CardSeen> {
    let readable = read.rank_probability >= RANK_PROBABILITY;
    let back = read.back_probability >= BACK_PROBABILITY;
    let nothing = 1.0 - read.rank_probability - read.back_probability;
    if !readable && !back && (nothing > 0.7 || card.score < 0.5) {
        return None;
    }
    let face = if back || (!readable && card.face_up < 0.5) { CardFace::Down } else { CardFace::Up };
    let confidence = if face == CardFace::Up { read.rank_probability } else { read.back_probability };
    Some(CardSeen {
        centre: card.centre,
        quad: quad(card, calibration),
        // The long side is a quarter turn from the short one.
        angle: (card.turn + PI / 2.0).rem_euclid(PI),
        face,
        rank: (face == CardFace::Up && readable).then_some(read.rank),
        ranks: read.ranks.map(|p| p as f32),
        confidence: confidence as f32,
        covered: 0.0,
    })
}
