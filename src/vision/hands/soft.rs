//! What a hand model is shown: the crop, softened a little, in the model's numbers.
//!
//! The grain of a fast camera's short exposures hides hands from the models, which learnt from pictures without it; what tells a
//! hand is many pixels wide and stays.

use crate::facts::Frame;
use crate::vision::models::VisionError;
use image::RgbImage;
use opencv::core::{BORDER_REPLICATE, Mat, Size, ToInputArray};
use opencv::imgproc;
use opencv::prelude::*;

/// Every so many columns and rows tell the grain of the whole.
const SAMPLED: usize = 3;
/// The median of the absolute values of a normal distribution, standard deviations.
const MEDIAN_SIGMAS: f64 = 0.6745;
/// What the mask makes of the standard deviation of independent pixels.
const MASK_SIGMAS: f64 = 6.0;

/// From the first standard deviation of the grain on a picture is softened ever more, up to the second, grey levels. Tuned on the
/// clips named in `tests/accuracy`, with noise put on them.
const GRAINY: (f64, f64) = (1.0, 5.0);

/// How grainy a picture is: 0 where it is clear, 1 where it is as grainy as anything is expected to be.
pub fn graininess(frame: &Frame) -> f64 {
    ((grain(frame) - GRAINY.0) / (GRAINY.1 - GRAINY.0)).clamp(0.0, 1.0)
}

/// The standard deviation of a picture's grain, grey levels: from its second derivatives (Immerkaer 1996), of which the median is
/// taken, for edges are few.
fn grain(frame: &Frame) -> f64 {
    let luma = frame.luma();
    let at = |x: usize, y: usize| luma.data.get(y * luma.stride + x).map_or(0, |&v| i32::from(v));
    // The mask is the same difference along a row and then along a column.
    let row = |x: usize, y: usize| at(x - 1, y) - 2 * at(x, y) + at(x + 1, y);
    let mut counts = [0_usize; 2048];
    let mut all = 0;
    for y in (1..luma.height.saturating_sub(1)).step_by(SAMPLED) {
        for x in (1..luma.width.saturating_sub(1)).step_by(SAMPLED) {
            let mask = row(x, y - 1) - 2 * row(x, y) + row(x, y + 1);
            counts[(mask.unsigned_abs() as usize).min(counts.len() - 1)] += 1;
            all += 1;
        }
    }
    let mut below = 0;
    let median = counts.iter().position(|count| {
        below += count;
        2 * below >= all
    });
    median.unwrap_or(0) as f64 / (MEDIAN_SIGMAS * MASK_SIGMAS)
}

/// Red, green, blue of each pixel by rows, 0..1.
pub fn sharp(crop: &RgbImage) -> Vec<f32> {
    crop.as_raw().iter().map(|&v| f32::from(v) / 255.0).collect()
}

/// The same, blurred by a normal distribution of `sigma` pixels.
pub fn softened(crop: &RgbImage, sigma: f64) -> Result<Vec<f32>, VisionError> {
    let flat = Mat::from_slice(crop.as_raw())?;
    let soft = blurred(&flat.reshape(3, crop.height() as i32)?, sigma)?;
    Ok(soft.data_bytes()?.iter().map(|&v| f32::from(v) / 255.0).collect())
}

/// A picture, blurred by a normal distribution of `sigma` pixels.
pub fn blurred(picture: &impl ToInputArray, sigma: f64) -> Result<Mat, VisionError> {
    let mut soft = Mat::default();
    let own = Size::new(0, 0);
    imgproc::gaussian_blur(picture, &mut soft, own, sigma, sigma, BORDER_REPLICATE)?;
    Ok(soft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Plane, PlaneSource};
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{RngCore, SeedableRng};
    use std::sync::Arc;

    struct Picture(Vec<u8>);
    impl PlaneSource for Picture {
        fn plane(&self, _: usize) -> Plane<'_> {
            Plane { data: &self.0, stride: 200, width: 200, height: self.0.len() / 200 }
        }
    }

    /// Stripes with sharp edges, and on them grain, a sum of uniform numbers.
    fn grainy(sigma: f64) -> f64 {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut normal = || (0..12).map(|_| f64::from(random.next_u32()) / f64::from(u32::MAX)).sum::<f64>() - 6.0;
        let pixel = |i: usize| if ((i % 200) / 25).is_multiple_of(2) { 60.0 } else { 190.0 };
        let data = (0..200 * 150).map(|i| (pixel(i) + sigma * normal()).round().clamp(0.0, 255.0) as u8).collect();
        let planes = Arc::new(Picture(data));
        grain(&Frame { index: 0, t: 0.0, width: 200, height: 150, full_range: true, bt709: true, planes })
    }

    #[test]
    fn grain_is_told_and_edges_are_not() {
        assert!(grainy(0.0) < 0.1);
        for sigma in [2.0, 5.0, 10.0] {
            assert!((grainy(sigma) - sigma).abs() < 0.15 * sigma, "{sigma}: {}", grainy(sigma));
        }
    }

    #[test]
    fn a_softened_picture_keeps_its_light_and_loses_its_grain() {
        let chequered = RgbImage::from_fn(32, 32, |x, y| image::Rgb([if (x + y) % 2 == 0 { 40 } else { 80 }, 200, 10]));
        let soft = softened(&chequered, 1.4).unwrap();
        assert_eq!(soft.len(), sharp(&chequered).len());
        let grain = |input: &[f32]| input.chunks(3).map(|pixel| (pixel[0] * 255.0 - 60.0).abs()).sum::<f32>();
        assert!(grain(&soft) < 0.1 * grain(&sharp(&chequered)));
        let light = |i: usize| soft.chunks(3).map(|pixel| pixel[i] * 255.0).sum::<f32>() / 1024.0;
        assert!((light(0) - 60.0).abs() < 1.0 && (light(1) - 200.0).abs() < 1.0, "{} {}", light(0), light(1));
    }
}
