//! The rank of one card, cut upright from the picture.

use super::find::Found;
use crate::base::{Image, Point, Rank, Table};
use crate::calibration::Calibration;
use crate::facts::Frame;
use crate::vision::crop;
use crate::vision::models::{Models, VisionError};
use ort::session::Session;
use ort::value::TensorRef;

/// Width and height of the crop, pixels.
const SIZE: (usize, usize) = (72, 96);
/// Scale of the crop, pixels a centimetre: a poker card (6.3 x 8.9 cm) and a rim of half a centimetre.
const PX_PER_CM: f64 = 9.7;
/// Half a card, centimetres.
const HALF_CARD_CM: (f64, f64) = (3.15, 4.45);
/// Classes: the ranks in the order of [`Rank::ALL`], back, nothing readable.
const CLASSES: usize = 16;
const BACK: usize = 14;

/// What a card reads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Read {
    /// Probability of each rank, in the order of [`Rank::ALL`]; the rest is a back or nothing readable.
    pub ranks: [f64; Rank::ALL.len()],
    /// The most probable rank.
    pub rank: Rank,
    /// Its probability.
    pub rank_probability: f64,
    /// Probability that a back is seen.
    pub back_probability: f64,
}

/// The reading model, open.
pub struct RankModel {
    session: Session,
}

impl RankModel {
    /// Opens `cards/rank.onnx`.
    ///
    /// # Errors
    /// When the runtime or the model is missing or unusable.
    pub fn open(models: &Models) -> Result<RankModel, VisionError> {
        Ok(RankModel { session: models.open("cards/rank.onnx")? })
    }

    /// Reads cards, each both ways up; the order is kept.
    ///
    /// # Errors
    /// When the model fails.
    pub fn read(
        &mut self,
        frame: &Frame,
        calibration: &Calibration,
        cards: &[Found],
    ) -> Result<Vec<Read>, VisionError> {
        if cards.is_empty() {
            return Ok(Vec::new());
        }
        let (width, height) = SIZE;
        let mut input: Vec<f32> = Vec::with_capacity(cards.len() * 2 * width * height * 3);
        for card in cards {
            let upright = crop::warp(frame, width as u32, height as u32, |u, v| {
                let (right, down) =
                    ((u - (width - 1) as f64 / 2.0) / PX_PER_CM, (v - (height - 1) as f64 / 2.0) / PX_PER_CM);
                calibration.to_image(on_card(card, right, down))
            });
            input.extend(upright.as_raw().iter().map(|&v| f32::from(v)));
            input.extend(upright.pixels().rev().flat_map(|pixel| pixel.0.map(f32::from)));
        }
        let outputs = self
            .session
            .run(ort::inputs![TensorRef::from_array_view(([cards.len() * 2, height, width, 3], input.as_slice()))?])?;
        let (shape, probabilities) = outputs[0].try_extract_tensor::<f32>()?;
        if probabilities.len() != cards.len() * 2 * CLASSES {
            return Err(VisionError::Run(format!("the card reading model answered with the shape {shape:?}")));
        }
        Ok(probabilities.chunks_exact(2 * CLASSES).map(|pair| decide(&pair[..CLASSES], &pair[CLASSES..])).collect())
    }
}

/// The table point `right` and `down` of a card's middle as one reads it, centimetres.
fn on_card(card: &Found, right: f64, down: f64) -> Point<Table> {
    let (sin, cos) = card.turn.sin_cos();
    Point::new(card.centre.x + right * cos + down * sin, card.centre.y + right * sin - down * cos)
}

/// The card's corners in the picture, clockwise as one reads it.
pub fn quad(card: &Found, calibration: &Calibration) -> [Point<Image>; 4] {
    let (w, h) = HALF_CARD_CM;
    [(-w, -h), (w, -h), (w, h), (-w, h)].map(|(right, down)| calibration.to_image(on_card(card, right, down)))
}

/// Both ways up have equal standing: the mean of their probabilities.
fn decide(one: &[f32], other: &[f32]) -> Read {
    let mean = |i: usize| f64::from(one[i] + other[i]) / 2.0;
    let ranks = std::array::from_fn(mean);
    let best = Rank::ALL.into_iter().zip(ranks).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    let (rank, rank_probability) = best.unwrap_or((Rank::Ace, 0.0));
    Read { ranks, rank, rank_probability, back_probability: mean(BACK) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upside_down_counts_as_much() {
        let mut up = [0.0f32; CLASSES];
        let mut down = [0.0f32; CLASSES];
        up[8] = 0.9;
        down[5] = 0.6;
        let read = decide(&up, &down);
        assert_eq!(read.rank, Rank::Nine);
        assert!(read.rank_probability < 0.6);
    }

    #[test]
    fn a_card_turned_a_quarter_reads_along_y() {
        let card = Found { centre: Point::new(0.0, 0.0), turn: std::f64::consts::FRAC_PI_2, score: 1.0, face_up: 1.0 };
        let right = on_card(&card, 1.0, 0.0);
        assert!(right.x.abs() < 1e-12 && (right.y - 1.0).abs() < 1e-12);
    }
}
