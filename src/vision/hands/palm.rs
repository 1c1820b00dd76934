//! The palm model: a 192-pixel RGB square in, palms out.
//!
//! Model facts (names, shapes, anchors, licence) are in `models/hands/README.md`. The model misses
//! hands whose length is under about a fifth of the square's side, so callers choose squares to suit.

use super::roi::Roi;
use super::soft::{graininess, sharp, softened};
use crate::base::{Image, Point};
use crate::facts::Frame;
use crate::vision::crop;
use crate::vision::models::{Models, VisionError};
use ort::session::Session;
use ort::value::TensorRef;

const SIDE: usize = 192;
/// The crop of the grainiest picture is softened by so many of its pixels; in a clear one that would make palms of sleeves. Tuned
/// on the clips named in `tests/accuracy`, with noise put on them.
const SOFT_PX: f64 = 1.4;

/// A palm in the picture.
#[derive(Debug, Clone, Copy)]
pub struct Palm {
    /// The model's score, 0..1.
    pub score: f64,
    /// Middle of its box.
    pub centre: Point<Image>,
    /// Side of its box, pixels.
    pub size: f64,
    /// The wrist.
    pub wrist: Point<Image>,
    /// Base of the middle finger.
    pub middle: Point<Image>,
}

impl Palm {
    /// The square to look for landmarks in.
    pub fn roi(&self) -> Roi {
        Roi::from_palm(self.centre, self.size, self.wrist, self.middle)
    }

    /// Whether two detections are of one palm.
    pub fn same(&self, other: &Palm) -> bool {
        self.centre.distance(other.centre) < 0.5 * self.size.max(other.size)
    }
}

/// The palm model, open.
pub struct PalmModel {
    session: Session,
    anchors: Vec<[f64; 2]>,
}

impl PalmModel {
    /// Opens `hands/palm_detection.onnx`.
    ///
    /// # Errors
    /// When the runtime or the model is missing or unusable.
    pub fn open(models: &Models) -> Result<PalmModel, VisionError> {
        Ok(PalmModel { session: models.open("hands/palm_detection.onnx")?, anchors: anchors() })
    }

    /// Palms scoring at least `least` in the axis-parallel square of the picture, best first.
    pub fn detect(&mut self, frame: &Frame, square: Roi, least: f64) -> Result<Vec<Palm>, VisionError> {
        let side = SIDE as f64;
        let crop =
            crop::warp(frame, SIDE as u32, SIDE as u32, crop::Outside::Black, |x, y| square.to_image(side, x, y));
        let sigma = SOFT_PX * graininess(frame);
        let input = if sigma > 0.0 { softened(&crop, sigma)? } else { sharp(&crop) };
        let outputs =
            self.session.run(ort::inputs![TensorRef::from_array_view(([1usize, SIDE, SIDE, 3], input.as_slice()))?])?;
        let (_, boxes) = outputs[0].try_extract_tensor::<f32>()?;
        let (_, scores) = outputs[1].try_extract_tensor::<f32>()?;
        let mut palms = Vec::new();
        for (i, &logit) in scores.iter().enumerate().take(self.anchors.len()) {
            let score = 1.0 / (1.0 + f64::from(-logit).exp());
            if score < least {
                continue;
            }
            let row = &boxes[i * 18..i * 18 + 18];
            let [ax, ay] = self.anchors[i];
            let at = |dx: f32, dy: f32| {
                square.to_image(side, f64::from(dx) + ax * side - 0.5, f64::from(dy) + ay * side - 0.5)
            };
            palms.push(Palm {
                score,
                centre: at(row[0], row[1]),
                size: f64::from(row[2].max(row[3])) * square.side / side,
                wrist: at(row[4], row[5]),
                middle: at(row[8], row[9]),
            });
        }
        Ok(suppress(palms))
    }
}

/// Keeps the best of detections of the same palm; best first, ties by place so that order is fixed.
pub fn suppress(mut palms: Vec<Palm>) -> Vec<Palm> {
    palms.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then(a.centre.x.total_cmp(&b.centre.x)).then(a.centre.y.total_cmp(&b.centre.y))
    });
    let mut kept: Vec<Palm> = Vec::new();
    for palm in palms {
        if palm.size > 0.0 && !kept.iter().any(|other| other.same(&palm)) {
            kept.push(palm);
        }
    }
    kept
}

/// The 2,016 anchor centres, in 0..1 of the square: two a cell at stride 8, six a cell at stride 16.
fn anchors() -> Vec<[f64; 2]> {
    let mut anchors = Vec::with_capacity(2016);
    for (stride, a_cell) in [(8, 2), (16, 6)] {
        let cells = SIDE / stride;
        for row in 0..cells {
            for column in 0..cells {
                let centre = [(column as f64 + 0.5) / cells as f64, (row as f64 + 0.5) / cells as f64];
                anchors.extend(std::iter::repeat_n(centre, a_cell));
            }
        }
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_as_many_as_the_model_answers() {
        let anchors = anchors();
        assert_eq!(anchors.len(), 2016);
        assert_eq!(anchors[2], [1.5 / 24.0, 0.5 / 24.0]);
        assert_eq!(anchors[1152], [0.5 / 12.0, 0.5 / 12.0]);
    }

    #[test]
    fn overlapping_palms_leave_the_best() {
        let palm = |score, x| Palm {
            score,
            centre: Point::new(x, 0.0),
            size: 40.0,
            wrist: Point::new(x, 20.0),
            middle: Point::new(x, -20.0),
        };
        let kept = suppress(vec![palm(0.6, 5.0), palm(0.9, 0.0), palm(0.7, 100.0)]);
        assert_eq!(kept.iter().map(|p| p.score).collect::<Vec<_>>(), [0.9, 0.7]);
    }
}
