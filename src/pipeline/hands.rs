//! Photographs in, the hands on them out; no table needed.
//!
//! In: image files. Out: a [`Photographed`] a file, in their order. A file that cannot be read stops the work: half an
//! answer would look like a whole one.

use super::picture::{PictureError, picture, write_png};
use crate::base::{HandSide, Image, Point};
use crate::evidence::photo::{self, Boned};
use crate::vision::Models;
use crate::vision::hands::landmark::Landmarks;
use crate::vision::hands::photo::HandFinder;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The hands of one picture.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Photographed {
    /// The file, as it was named.
    pub image: String,
    /// Its hands, surest first.
    pub hands: Vec<Hand>,
}

/// A hand in a picture.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Hand {
    /// The landmark model's presence, 0 to 1; clothing can reach 0.86.
    pub confidence: f64,
    /// Left or right, as its owner calls it.
    pub hand: HandSide,
    /// Left edge, top edge, width and height around the landmarks, pixels.
    #[serde(rename = "box")]
    pub around: [f64; 4],
    /// Wrist, then thumb, index, middle, ring and little finger from base to tip, pixels.
    #[schemars(with = "Vec<[f64; 2]>")]
    pub landmarks: Vec<Point<Image>>,
}

/// Finds the hands in pictures.
///
/// # Errors
/// The first thing in the way; the models', or a file's.
pub fn hands(files: &[PathBuf], done: &mut dyn FnMut(usize)) -> Result<Vec<Photographed>, PictureError> {
    let mut finder = HandFinder::open(Models::runtime()?)?;
    let mut all = Vec::with_capacity(files.len());
    for file in files {
        let found = finder.hands(&picture(file)?)?;
        all.push(Photographed { image: file.display().to_string(), hands: found.iter().map(told).collect() });
        done(all.len());
    }
    Ok(all)
}

fn told(hand: &Landmarks) -> Hand {
    let of = |pick: fn(&Point<Image>) -> f64| {
        let values = hand.points.iter().map(pick);
        (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max))
    };
    let ((left, right), (top, bottom)) = (of(|p| p.x), of(|p| p.y));
    Hand {
        confidence: hand.presence,
        hand: if hand.right > 0.5 { HandSide::Right } else { HandSide::Left },
        around: [left, top, right - left, bottom - top],
        landmarks: hand.points.to_vec(),
    }
}

/// Writes a copy of a picture with its hands drawn on it, as PNG.
///
/// # Errors
/// [`PictureError::Draw`], or as for the picture.
pub fn draw(file: &Path, found: &Photographed, out: &Path) -> Result<(), PictureError> {
    let mut drawn = picture(file)?;
    let boned = |hand: &Hand| Boned {
        landmarks: hand.landmarks.clone(),
        name: format!("{} {:.2}", hand.hand, hand.confidence),
    };
    photo::draw_hands(&mut drawn, &found.hands.iter().map(boned).collect::<Vec<_>>())
        .map_err(|why| PictureError::Draw { path: out.display().to_string(), why: why.to_string() })?;
    write_png(&drawn, out)
}
