//! Cards that lie on top, in a rectified piece of the table.
//!
//! The model is fully convolutional with one answer for every four pixels: how much a card's middle
//! is there, where in the cell, how the card is turned (as cosine and sine of twice the angle, since
//! a card looks the same upside down) and whether its face is up. After CenterNet (Zhou et al. 2019,
//! "Objects as Points").

use crate::base::{Point, Table};
use crate::calibration::Calibration;
use crate::facts::Frame;
use crate::vision::crop;
use crate::vision::models::{Models, VisionError};
use ort::session::Session;
use ort::value::TensorRef;

/// Scale of the rectified piece, pixels a centimetre.
const PX_PER_CM: f64 = 6.0;
/// Pixels a cell.
const STRIDE: usize = 4;
/// Answers a cell.
const CHANNELS: usize = 6;
/// Two cards whose middles are nearer than this are one, centimetres: a card lies on the other and
/// hides it.
const APART_CM: f64 = 2.2;

/// A card that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// Its middle.
    pub centre: Point<Table>,
    /// Direction of its short side against table x, radians, counter-clockwise seen from above.
    pub turn: f64,
    /// The model's score, 0..1.
    pub score: f64,
    /// Probability that its face is up.
    pub face_up: f64,
}

/// The finding model, open.
pub struct FindModel {
    session: Session,
}

impl FindModel {
    /// Opens `cards/find.onnx`.
    ///
    /// # Errors
    /// When the runtime or the model is missing or unusable.
    pub fn open(models: &Models) -> Result<FindModel, VisionError> {
        Ok(FindModel { session: models.open("cards/find.onnx")? })
    }

    /// Cards with a score of at least `least` between two corners of the table, best first.
    ///
    /// # Errors
    /// When the model fails.
    pub fn find(
        &mut self,
        frame: &Frame,
        calibration: &Calibration,
        low: Point<Table>,
        high: Point<Table>,
        least: f64,
    ) -> Result<Vec<Found>, VisionError> {
        let cells = |cm: f64| ((cm * PX_PER_CM / STRIDE as f64).ceil() as usize).clamp(4, 512);
        let (columns, rows) = (cells(high.x - low.x), cells(high.y - low.y));
        let (width, height) = (columns * STRIDE, rows * STRIDE);
        // Rows run from the far side to the near one: the table seen from above, not mirrored.
        let table = |u: f64, v: f64| Point::<Table>::new(low.x + (u + 0.5) / PX_PER_CM, high.y - (v + 0.5) / PX_PER_CM);
        let piece = crop::warp(frame, width as u32, height as u32, |u, v| calibration.to_image(table(u, v)));
        let input: Vec<f32> = piece.as_raw().iter().map(|&v| f32::from(v)).collect();
        let outputs = self
            .session
            .run(ort::inputs![TensorRef::from_array_view(([1usize, height, width, 3], input.as_slice()))?])?;
        let (shape, answers) = outputs[0].try_extract_tensor::<f32>()?;
        if answers.len() != rows * columns * CHANNELS {
            return Err(VisionError::Run(format!("the card finding model answered with the shape {shape:?}")));
        }
        let cell = |row: usize, column: usize| &answers[(row * columns + column) * CHANNELS..][..CHANNELS];
        let mut found = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let answer = cell(row, column);
                let score = sigmoid(answer[0]);
                if score < least || !is_peak(row, column, rows, columns, |r, c| cell(r, c)[0]) {
                    continue;
                }
                let u = (column as f64 + 0.5 + f64::from(answer[1])) * STRIDE as f64 - 0.5;
                let v = (row as f64 + 0.5 + f64::from(answer[2])) * STRIDE as f64 - 0.5;
                // The picture's rows run down, the table's y up: the turn changes its sign.
                let turn = -0.5 * f64::from(answer[4]).atan2(f64::from(answer[3]));
                found.push(Found { centre: table(u, v), turn, score, face_up: sigmoid(answer[5]) });
            }
        }
        found.sort_by(|a, b| {
            b.score.total_cmp(&a.score).then(a.centre.x.total_cmp(&b.centre.x)).then(a.centre.y.total_cmp(&b.centre.y))
        });
        let mut kept: Vec<Found> = Vec::new();
        for card in found {
            if kept.iter().all(|other| other.centre.distance(card.centre) > APART_CM) {
                kept.push(card);
            }
        }
        Ok(kept)
    }
}

fn sigmoid(x: f32) -> f64 {
    1.0 / (1.0 + f64::from(-x).exp())
}

/// Whether a cell is at least as high as its eight neighbours (the first of equals wins).
fn is_peak(row: usize, column: usize, rows: usize, columns: usize, value: impl Fn(usize, usize) -> f32) -> bool {
    let here = value(row, column);
    for r in row.saturating_sub(1)..=(row + 1).min(rows - 1) {
        for c in column.saturating_sub(1)..=(column + 1).min(columns - 1) {
            let there = value(r, c);
            if there > here || (there == here && (r, c) < (row, column)) {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_peak_on_a_plateau() {
        let flat = |_: usize, _: usize| 1.0;
        let peaks =
            (0..4).flat_map(|r| (0..4).map(move |c| (r, c))).filter(|&(r, c)| is_peak(r, c, 4, 4, flat)).count();
        assert_eq!(peaks, 1);
    }
}
