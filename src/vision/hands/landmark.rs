//! The landmark model: a 224-pixel RGB square in, 21 landmarks, presence and handedness out.
//!
//! Landmarks are in MediaPipe's order: wrist, then thumb, index, middle, ring and little finger from
//! base to tip.

use super::roi::Roi;
use super::soft::softened;
use crate::base::{Image, Point};
use crate::facts::Frame;
use crate::vision::crop;
use crate::vision::models::{Models, VisionError};
use ort::session::Session;
use ort::value::TensorRef;
use serde::{Deserialize, Serialize};

const SIDE: usize = 224;
/// The crop is softened by so many of its pixels. Tuned on the clips named in `tests/accuracy`, with noise put on them.
const SOFT_PX: f64 = 1.2;

/// A hand as the model sees it in one frame.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Landmarks {
    /// In the picture.
    pub points: [Point<Image>; 21],
    /// Probability that there is a hand, 0..1. Clothing can reach 0.86: no proof by itself.
    pub presence: f64,
    /// Probability that it is a right hand, 0..1.
    pub right: f64,
}

impl Landmarks {
    /// Mean distance between corresponding landmarks, pixels.
    pub fn distance(&self, other: &Landmarks) -> f64 {
        self.points.iter().zip(&other.points).map(|(a, b)| a.distance(*b)).sum::<f64>() / 21.0
    }

    /// Wrist to middle knuckle, pixels: the steadiest measure of a hand's size.
    pub fn palm_length(&self) -> f64 {
        self.points[0].distance(self.points[9])
    }
}

/// The landmark model, open.
pub struct LandmarkModel {
    session: Session,
}

impl LandmarkModel {
    /// Opens `hands/hand_landmark.onnx`.
    ///
    /// # Errors
    /// When the runtime or the model is missing or unusable.
    pub fn open(models: &Models) -> Result<LandmarkModel, VisionError> {
        Ok(LandmarkModel { session: models.open("hands/hand_landmark.onnx")? })
    }

    /// The hand in a square of the picture.
    pub fn locate(&mut self, frame: &Frame, roi: Roi) -> Result<Landmarks, VisionError> {
        let side = SIDE as f64;
        let crop = crop::warp(frame, SIDE as u32, SIDE as u32, crop::Outside::Black, |x, y| roi.to_image(side, x, y));
        let input = softened(&crop, SOFT_PX)?;
        let outputs =
            self.session.run(ort::inputs![TensorRef::from_array_view(([1usize, SIDE, SIDE, 3], input.as_slice()))?])?;
        let (_, coordinates) = outputs[0].try_extract_tensor::<f32>()?;
        let (_, presence) = outputs[1].try_extract_tensor::<f32>()?;
        let (_, right) = outputs[2].try_extract_tensor::<f32>()?;
        let mut points = [Point::new(0.0, 0.0); 21];
        for (point, xyz) in points.iter_mut().zip(coordinates.chunks_exact(3)) {
            *point = roi.to_image(side, f64::from(xyz[0]) - 0.5, f64::from(xyz[1]) - 0.5);
        }
        Ok(Landmarks { points, presence: f64::from(presence[0]), right: f64::from(right[0]) })
    }
}
