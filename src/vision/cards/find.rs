//! Cards in a picture, at one scale: corners, and which side is up.
//!
//! The model (`models/cards/README.md`, `corners.onnx`) answers for every cell of four by four pixels whether a card's
//! middle is there, with the card's corners; it knows cards 23 to 58 pixels wide, [`BEST_WIDTH_PX`] best. After
//! CenterNet (Zhou, Wang, Kraehenbuehl 2019, "Objects as Points"). Several peaks may mean one card: see
//! [`super::outline::distinct`].

use super::outline::Corners;
use crate::vision::models::{Models, VisionError};
use image::RgbImage;
use ort::session::Session;
use ort::value::TensorRef;

/// The model, below the models folder.
const FILE: &str = "cards/corners.onnx";
/// Width of a card in the picture that the model knows best.
pub const BEST_WIDTH_PX: f64 = 38.0;
/// Pixels a cell.
const STRIDE: usize = 4;
/// Sides of a picture are a multiple of this.
const STEP: usize = 8;
/// Answers a cell.
const ANSWERS: usize = 10;
/// Half sides are told in this many cells.
const UNIT: f64 = 4.0;

/// A card that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Found {
    /// In the picture.
    pub corners: Corners,
    /// The model's score, 0 to 1.
    pub score: f64,
    /// Probability that its face is up.
    pub face_up: f64,
}

/// The finding model, open.
pub struct FindModel {
    session: Session,
}

impl FindModel {
    /// Opens the model.
    ///
    /// # Errors
    /// When the runtime or the model is missing or unusable.
    pub fn open(models: &Models) -> Result<FindModel, VisionError> {
        Ok(FindModel { session: models.open(FILE)? })
    }

    /// Cards with a score of at least `least`, row by row.
    ///
    /// # Errors
    /// When the model fails.
    pub fn find(&mut self, picture: &RgbImage, least: f64) -> Result<Vec<Found>, VisionError> {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        if width == 0 || height == 0 {
            return Ok(Vec::new());
        }
        // The rim is the last row and column again.
        let (columns, rows) = (width.next_multiple_of(STEP), height.next_multiple_of(STEP));
        let mut input: Vec<f32> = Vec::with_capacity(3 * columns * rows);
        for y in 0..rows {
            let row = &picture.as_raw()[3 * width * y.min(height - 1)..][..3 * width];
            input.extend(row.iter().map(|&v| f32::from(v)));
            for _ in width..columns {
                input.extend(row[3 * width - 3..].iter().map(|&v| f32::from(v)));
            }
        }
        let shape = [1, rows, columns, 3];
        let outputs = self.session.run(ort::inputs![TensorRef::from_array_view((shape, input.as_slice()))?])?;
        let (shape, answers) = outputs[0].try_extract_tensor::<f32>()?;
        let (columns, rows) = (columns / STRIDE, rows / STRIDE);
        if answers.len() != rows * columns * ANSWERS {
            return Err(VisionError::Run(format!("the card finding model answered with the shape {shape:?}")));
        }
        let cell = |row: usize, column: usize| &answers[(row * columns + column) * ANSWERS..][..ANSWERS];
        let mut found = Vec::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let answer = cell(row, column);
            let score = sigmoid(answer[0]);
            if score >= least && is_peak(row, column, rows, columns, |r, c| cell(r, c)[0]) {
                let corners = corners(&std::array::from_fn(|k| f64::from(answer[1 + k])))
                    .map(|[x, y]| [(column, x), (row, y)].map(|(k, d)| (k as f64 + 0.5 + d) * STRIDE as f64 - 0.5));
                found.push(Found { corners, score, face_up: sigmoid(answer[9]) });
            }
        }
        Ok(found)
    }
}

fn sigmoid(x: f32) -> f64 {
    1.0 / (1.0 + f64::from(-x).exp())
}

/// The corners that a cell's eight numbers mean, cells from its middle.
fn corners(n: &[f64; 8]) -> Corners {
    // Angles are told doubled, so that a card half turned has the same numbers.
    let half = |x: f64, y: f64| {
        let (length, angle) = (x.hypot(y) * UNIT, y.atan2(x) / 2.0);
        [length * angle.cos(), length * angle.sin()]
    };
    let (m, u, mut v, w) = ([n[0], n[1]], half(n[2], n[3]), half(n[4], n[5]), [n[6] * UNIT, n[7] * UNIT]);
    if u[0] * v[1] - u[1] * v[0] < 0.0 {
        v = v.map(|x| -x);
    }
    [(-1.0, -1.0, 1.0), (1.0, -1.0, -1.0), (1.0, 1.0, 1.0), (-1.0, 1.0, -1.0)]
        .map(|(a, b, c)| [0, 1].map(|k| m[k] + a * u[k] + b * v[k] + c * w[k]))
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

    #[test]
    fn numbers_mean_corners_clockwise() {
        // 4 cells half across, 6 half down, turned by 30 degrees: its numbers at 60.
        let turn = |length: f64, degrees: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            [length * cos, length * sin]
        };
        let (u, v) = (turn(1.0, 60.0), turn(1.5, 240.0));
        let found = corners(&[0.25, -0.5, u[0], u[1], v[0], v[1], 0.0, 0.0]);
        let (across, down) = (turn(4.0, 30.0), turn(6.0, 120.0));
        let want = [0.25 - across[0] - down[0], -0.5 - across[1] - down[1]];
        assert!((found[0][0] - want[0]).abs() < 1e-9 && (found[0][1] - want[1]).abs() < 1e-9, "{found:?}");
        let doubled: f64 =
            (0..4).map(|i| found[i][0] * found[(i + 1) % 4][1] - found[(i + 1) % 4][0] * found[i][1]).sum();
        assert!((doubled / 2.0 - 96.0).abs() < 1e-9, "clockwise where y goes down: {doubled}");
    }
}
