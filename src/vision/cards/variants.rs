//! A crop of a card in, crops of it as worse cameras would take it out: what a reader of one deck learns from.
//!
//! The same variants of the same crop each time. How much worse was set on decks held out of the models' training:
//! corners off by two of 82 pixels, cards 18 pixels wide and up, blur by motion, a finger over it, other light, noise.

use super::outline::Corners;
use super::read::{CROP, CROP_CORNERS};
use crate::vision::models::VisionError;
use image::RgbImage;
use opencv::core::{BORDER_REPLICATE, Mat, Point as CvPoint, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use std::f64::consts::TAU;

/// Standard deviation of the corners, pixels of the crop.
const CORNERS_PX: f64 = 1.3;
/// Widths of a card, pixels, evenly in their logarithm.
const WIDTHS_PX: (f64, f64) = (18.0, 90.0);
/// How many are blurred by motion, and how many have something over them.
const SHARES: (f64, f64) = (0.3, 0.3);

struct Dice(ChaCha8Rng);

impl Dice {
    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Box and Muller (1958).
    fn normal(&mut self) -> f64 {
        (-2.0 * (1.0 - self.unit()).ln()).sqrt() * (TAU * self.unit()).cos()
    }
}

/// So many variants of a crop of the size [`CROP`].
///
/// # Errors
/// When OpenCV has no memory.
pub fn variants(crop: &RgbImage, count: usize) -> Result<Vec<RgbImage>, VisionError> {
    let source = super::photo::as_mat(crop)?;
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(1));
    (0..count).map(|_| variant(&source, &mut dice)).collect()
}

fn variant(source: &Mat, dice: &mut Dice) -> Result<RgbImage, VisionError> {
    let whole = Size::new(CROP.0 as i32, CROP.1 as i32);
    let shaken: Corners = CROP_CORNERS.map(|p| p.map(|v| v + CORNERS_PX * dice.normal()));
    let map = super::outline::map::<(), ()>(&shaken, &CROP_CORNERS)?;
    let mut picture = Mat::default();
    let rows = Mat::from_slice_2d(&map.rows)?;
    imgproc::warp_perspective(
        source,
        &mut picture,
        &rows,
        whole,
        imgproc::INTER_LINEAR,
        BORDER_REPLICATE,
        Scalar::default(),
    )?;
    let card = CROP_CORNERS[1][0] - CROP_CORNERS[0][0];
    let factor = dice.between(WIDTHS_PX.0.ln(), WIDTHS_PX.1.ln()).exp() / card;
    if factor < 1.0 {
        let side = |n: i32| ((f64::from(n) * factor).round() as i32).max(4);
        let (mut small, mut large) = (Mat::default(), Mat::default());
        let size = Size::new(side(whole.width), side(whole.height));
        imgproc::resize(&picture, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
        imgproc::resize(&small, &mut large, whole, 0.0, 0.0, imgproc::INTER_LINEAR)?;
        picture = large;
    }
    if dice.unit() < SHARES.0 {
        picture = moved(&picture, dice)?;
    }
    if dice.unit() < SHARES.1 {
        let at = CvPoint::new((dice.unit() * 96.0) as i32, (dice.unit() * 128.0) as i32);
        let half = Size::new(dice.between(8.0, 28.0) as i32, dice.between(8.0, 40.0) as i32);
        let colour = Scalar::new(dice.between(20.0, 230.0), dice.between(20.0, 230.0), dice.between(20.0, 230.0), 0.0);
        let turn = dice.between(0.0, 180.0);
        imgproc::ellipse(&mut picture, at, half, turn, 0.0, 360.0, colour, imgproc::FILLED, imgproc::LINE_AA, 0)?;
    }
    let mut out = super::photo::as_picture(&picture)?;
    let (contrast, light, noise) = (dice.between(0.6, 1.2), dice.between(-40.0, 30.0), dice.between(1.0, 8.0));
    let tint = [0; 3].map(|_| dice.between(0.85, 1.15));
    for pixel in out.pixels_mut() {
        for (value, tint) in pixel.0.iter_mut().zip(tint) {
            let lit = (f64::from(*value) - 128.0) * contrast + 128.0 + light + noise * dice.normal();
            *value = (lit * tint).clamp(0.0, 255.0) as u8;
        }
    }
    Ok(out)
}

/// Blurred along a line of three to ten pixels.
fn moved(picture: &Mat, dice: &mut Dice) -> Result<Mat, VisionError> {
    let (length, angle) = (dice.between(3.0, 10.0), dice.unit() * TAU);
    let side = 11;
    let mut line = Mat::new_rows_cols_with_default(side, side, opencv::core::CV_32F, Scalar::all(0.0))?;
    let (dx, dy) = (angle.cos() * length / 2.0, angle.sin() * length / 2.0);
    let end = |sign: f64| CvPoint::new((5.0 + sign * dx).round() as i32, (5.0 + sign * dy).round() as i32);
    imgproc::line(&mut line, end(-1.0), end(1.0), Scalar::all(1.0), 1, imgproc::LINE_8, 0)?;
    let total: f32 = line.data_typed::<f32>()?.iter().sum();
    line.data_typed_mut::<f32>()?.iter_mut().for_each(|v| *v /= total.max(1.0));
    let mut out = Mat::default();
    let anchor = CvPoint::new(-1, -1);
    imgproc::filter_2d(picture, &mut out, -1, &line, anchor, 0.0, opencv::core::BORDER_REPLICATE)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_each_time_and_all_different() {
        let crop = RgbImage::from_fn(CROP.0, CROP.1, |x, y| image::Rgb([(x * 2) as u8, y as u8, 90]));
        let some = variants(&crop, 6).unwrap();
        assert_eq!(some, variants(&crop, 6).unwrap());
        assert!(some.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(some.iter().all(|one| one.dimensions() == CROP));
    }
}
