//! The cards in a picture of any size, no table needed.
//!
//! The picture goes through the finding model at several scales. What was found is looked for once more, laid upright
//! at the scale the model knows best; then each card is cut out and read.

use super::deck::Deck;
use super::find::{BEST_WIDTH_PX, FindModel, Found};
use super::outline::{self, Corners};
use super::read::{CROP, CROP_CORNERS, Read, ReadModel};
use crate::base::{Homography, Image};
use crate::vision::models::{Models, VisionError};
use image::RgbImage;
use opencv::core::{BORDER_REPLICATE, Mat, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;

/// Longest sides at which the picture is looked at, pixels.
const LEVELS: [f64; 8] = [128.0, 192.0, 272.0, 384.0, 544.0, 768.0, 1088.0, 1536.0];
/// A picture is made larger by no more than this.
const MOST_LARGER: f64 = 1.5;
/// Score from which a card is looked at.
const FIND_SCORE: f64 = 0.3;
/// How far from the best width a find may be, as a factor.
const FAR_WIDTH: f64 = 1.75;
/// What a find loses of its score, by the natural logarithm of that factor.
const PER_FACTOR: f64 = 0.1;
/// Outlines that share so much of their union are one card; after the second look.
const SAME: [f64; 2] = [0.35, 0.5];
/// A find that lies so much within a card of so many times its area is a part of that card's picture, an index or a
/// pip, if the larger one reads better.
const PART_OF: (f64, f64) = (0.7, 2.2);
/// Cards of a picture are of one size, as near or far as they lie: a find of so small a part of their area is none.
const SMALLEST: f64 = 1.0 / 6.0;
/// Those that read this surely say what their area is.
const SURE: f64 = 0.9;
/// Size of the second look, pixels, and a card's long side by its short one there.
const LOOK: (u32, u32) = (96, 112);
const LOOK_ASPECT: f64 = 1.41;

/// Marker: a piece of a picture, laid as it is wanted.
struct Piece;

/// A card in a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct PhotoCard {
    /// Corners and score.
    pub found: Found,
    /// What it reads.
    pub read: Read,
    /// The card upright or half turned, as it was read.
    pub crop: RgbImage,
}

/// Finds and reads the cards in pictures.
pub struct PhotoReader {
    find: FindModel,
    read: ReadModel,
}

impl PhotoReader {
    /// Opens both models.
    ///
    /// # Errors
    /// When the runtime or a model is missing or unusable.
    pub fn open(models: &Models) -> Result<PhotoReader, VisionError> {
        Ok(PhotoReader { find: FindModel::open(models)?, read: ReadModel::open(models)? })
    }

    /// The same, of cards of a deck that was shown.
    #[must_use]
    pub fn with_deck(self, deck: Option<Deck>) -> PhotoReader {
        PhotoReader { read: self.read.with_deck(deck), ..self }
    }

    /// What the reading model's last layers see of crops.
    ///
    /// # Errors
    /// When the model fails.
    pub fn features(&mut self, crops: &[RgbImage]) -> Result<Vec<Vec<f32>>, VisionError> {
        Ok(self.read.see(crops)?.into_iter().map(|(_, features)| features).collect())
    }

    /// All cards of a picture, row by row from the top.
    ///
    /// # Errors
    /// When a model fails, or OpenCV has no memory for the picture.
    pub fn cards(&mut self, picture: &RgbImage) -> Result<Vec<PhotoCard>, VisionError> {
        if picture.width() < 8 || picture.height() < 8 {
            return Ok(Vec::new());
        }
        let source = as_mat(picture)?;
        let mut found = self.at_all_scales(&source)?;
        for card in &mut found {
            card.corners = self.again(&source, &card.corners)?;
        }
        let outlines: Vec<(Corners, f64)> = found.iter().map(|card| (card.corners, card.score)).collect();
        let mut found: Vec<Found> = outline::distinct(&outlines, SAME[1])?.into_iter().map(|i| found[i]).collect();
        found.sort_by(|a, b| {
            let (a, b) = (outline::middle(&a.corners), outline::middle(&b.corners));
            a[1].total_cmp(&b[1]).then(a[0].total_cmp(&b[0]))
        });
        let crops = found.iter().map(|card| cut(&source, &card.corners)).collect::<Result<Vec<_>, _>>()?;
        let reads = self.read.read(&crops)?;
        let all: Vec<PhotoCard> = found
            .into_iter()
            .zip(reads)
            .zip(crops)
            .map(|((found, read), crop)| PhotoCard { found, read, crop })
            .collect();
        let mut cards = Vec::with_capacity(all.len());
        let mut areas: Vec<f64> =
            all.iter().filter(|card| sureness(card) >= SURE).map(|card| outline::area(&card.found.corners)).collect();
        areas.sort_by(f64::total_cmp);
        let smallest = areas.get(areas.len() / 2).map_or(0.0, |area| SMALLEST * area);
        for card in &all {
            if outline::area(&card.found.corners) >= smallest && !is_part(card, &all)? {
                cards.push(card.clone());
            }
        }
        Ok(cards)
    }

    fn at_all_scales(&mut self, source: &Mat) -> Result<Vec<Found>, VisionError> {
        let longest = f64::from(source.cols().max(source.rows()));
        let mut all = Vec::new();
        for level in LEVELS.into_iter().filter(|level| *level <= longest * MOST_LARGER) {
            let factor = level / longest;
            for mut card in self.find.find(&as_picture(&resized(source, factor)?)?, FIND_SCORE)? {
                let off = (outline::width(&card.corners).max(1.0) / BEST_WIDTH_PX).ln().abs();
                if off < FAR_WIDTH.ln() {
                    card.corners = card.corners.map(|p| p.map(|v| (v + 0.5) / factor - 0.5));
                    card.score -= PER_FACTOR * off;
                    all.push(card);
                }
            }
        }
        let outlines: Vec<(Corners, f64)> = all.iter().map(|card| (card.corners, card.score)).collect();
        Ok(outline::distinct(&outlines, SAME[0])?.into_iter().map(|i| all[i]).collect())
    }

    /// The corners as seen in a second look, or as they were when it does not show the card.
    fn again(&mut self, source: &Mat, corners: &Corners) -> Result<Corners, VisionError> {
        let (w, h) = (BEST_WIDTH_PX / 2.0, BEST_WIDTH_PX * LOOK_ASPECT / 2.0);
        let (x, y) = (f64::from(LOOK.0) / 2.0 - 0.5, f64::from(LOOK.1) / 2.0 - 0.5);
        let upright = [[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]];
        let factor = (BEST_WIDTH_PX * 1.5 / outline::width(corners).max(1.0)).min(1.0);
        let (look, look_from_source) = warped(source, corners, &upright, LOOK, factor)?;
        let Some(source_from_look) = look_from_source.inverse() else { return Ok(*corners) };
        let mut best = (0.5, *corners);
        for card in self.find.find(&look, FIND_SCORE)? {
            let shared = outline::overlap(&card.corners, &upright)?;
            if shared >= best.0 {
                best = (shared, card.corners.map(|p| source_from_look.apply(p.into()).into()));
            }
        }
        Ok(best.1)
    }
}

/// How surely a find is a card: by its rank or its back.
fn sureness(card: &PhotoCard) -> f64 {
    card.read.rank().1.max(card.read.back)
}

/// Whether a find is a part of another card's picture.
fn is_part(card: &PhotoCard, all: &[PhotoCard]) -> Result<bool, VisionError> {
    let corners = &card.found.corners;
    // A back may have a frame, and lie in one: the outline that the finding model is surer of is the card's.
    let is_back = |card: &PhotoCard| card.read.back > 0.5;
    for other in all.iter().filter(|other| is_back(card) && is_back(other) && other.found.score > card.found.score) {
        let (small, large) = (&other.found.corners, corners);
        if outline::within(small, large)? > PART_OF.0 {
            return Ok(true);
        }
    }
    for other in all.iter().filter(|other| sureness(other) > sureness(card)) {
        let larger = outline::area(&other.found.corners) > PART_OF.1 * outline::area(corners);
        if larger && outline::within(corners, &other.found.corners)? > PART_OF.0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A card upright, from the picture or, where that has far more pixels than the crop, a smaller copy of it.
fn cut(source: &Mat, corners: &Corners) -> Result<RgbImage, VisionError> {
    let wide = CROP_CORNERS[1][0] - CROP_CORNERS[0][0];
    let factor = (1.25 * wide / outline::width(corners).max(1.0)).min(1.0);
    Ok(warped(source, corners, &CROP_CORNERS, CROP, if factor < 0.8 { factor } else { 1.0 })?.0)
}

/// The surroundings of an outline, laid so that its corners come to `to`; and the map from the picture. `factor`: by
/// how much the surroundings are made smaller first.
fn warped(
    source: &Mat,
    from: &Corners,
    to: &Corners,
    size: (u32, u32),
    factor: f64,
) -> Result<(RgbImage, Homography<Image, Piece>), VisionError> {
    let matrix: Homography<Image, Piece> = outline::map(from, to)?;
    // Only what the piece shows is made smaller.
    let reach = 1.5 * outline::height(from).max(outline::width(from)) + 8.0;
    let [x, y] = outline::middle(from);
    let low = [x - reach, y - reach].map(|v| v.floor().max(0.0));
    let high = [(x + reach).min(f64::from(source.cols())), (y + reach).min(f64::from(source.rows()))];
    let size_of = |k: usize| (high[k].ceil() - low[k]).max(0.0) as i32;
    if size_of(0) < 2 || size_of(1) < 2 {
        return Ok((RgbImage::new(size.0, size.1), matrix));
    }
    let part = opencv::core::Rect::new(low[0] as i32, low[1] as i32, size_of(0), size_of(1));
    let part = Mat::roi(source, part)?.try_clone()?;
    let small = if factor < 1.0 { resized(&part, factor)? } else { part };
    // Pixel centres: (v + 0.5) * factor - 0.5, after the corner was taken off.
    let shift = |k: usize| factor / 2.0 - 0.5 - low[k] * factor;
    let source_from_small: Homography<Piece, Image> = Homography::new([
        [1.0 / factor, 0.0, -shift(0) / factor],
        [0.0, 1.0 / factor, -shift(1) / factor],
        [0.0, 0.0, 1.0],
    ]);
    let rows = source_from_small.then(&matrix).rows;
    let mut out = Mat::default();
    imgproc::warp_perspective(
        &small,
        &mut out,
        &Mat::from_slice_2d(&rows)?,
        Size::new(size.0 as i32, size.1 as i32),
        imgproc::INTER_LINEAR,
        BORDER_REPLICATE,
        Scalar::default(),
    )?;
    Ok((as_picture(&out)?, matrix))
}

fn resized(source: &Mat, factor: f64) -> Result<Mat, VisionError> {
    let mut out = Mat::default();
    let side = |n: i32| ((f64::from(n) * factor).round() as i32).max(1);
    let how = if factor < 1.0 { imgproc::INTER_AREA } else { imgproc::INTER_LINEAR };
    imgproc::resize(source, &mut out, Size::new(side(source.cols()), side(source.rows())), 0.0, 0.0, how)?;
    Ok(out)
}

pub(super) fn as_mat(picture: &RgbImage) -> Result<Mat, VisionError> {
    let (width, height) = (picture.width() as i32, picture.height() as i32);
    let flat = Mat::new_rows_cols_with_data(height, 3 * width, picture.as_raw().as_slice())?;
    Ok(flat.reshape(3, height)?.try_clone()?)
}

pub(super) fn as_picture(mat: &Mat) -> Result<RgbImage, VisionError> {
    let bytes = mat.data_bytes()?.to_vec();
    RgbImage::from_raw(mat.cols() as u32, mat.rows() as u32, bytes)
        .ok_or_else(|| VisionError::Picture("its rows are not of one length".to_owned()))
}
