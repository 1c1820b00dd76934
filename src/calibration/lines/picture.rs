//! Pictures in, one still grey plane out: moving hands vanish in the median over the pictures.

use crate::calibration::CalibrationError;
use image::RgbImage;
use opencv::core::{Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;

/// One channel of brightness, 0 to 255, pixel centres at integer coordinates.
#[derive(Debug, Clone)]
pub struct Plane {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row after row.
    pub data: Vec<f32>,
}

/// Which mixture of red, green and blue is looked at. Zone lines of any colour differ from their
/// cloth in at least one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// Brightness (Rec. 601).
    Luma,
    /// Red alone.
    Red,
    /// Green alone.
    Green,
    /// Blue alone.
    Blue,
}

impl Channel {
    /// All, in the order they are tried.
    pub const ALL: [Channel; 4] = [Channel::Luma, Channel::Red, Channel::Blue, Channel::Green];

    fn mix(self, [red, green, blue]: [u8; 3]) -> u8 {
        match self {
            Channel::Luma => ((u32::from(red) * 77 + u32::from(green) * 150 + u32::from(blue) * 29 + 128) >> 8) as u8,
            Channel::Red => red,
            Channel::Green => green,
            Channel::Blue => blue,
        }
    }
}

impl Plane {
    /// Brightness between pixels (bilinear), or `None` outside the picture.
    pub fn at(&self, x: f64, y: f64) -> Option<f32> {
        if !(x >= 0.0 && y >= 0.0) {
            return None;
        }
        let (column, row) = (x as usize, y as usize);
        if column + 1 >= self.width || row + 1 >= self.height {
            return None;
        }
        let (fx, fy) = ((x - column as f64) as f32, (y - row as f64) as f32);
        let i = row * self.width + column;
        let upper = self.data[i] + (self.data[i + 1] - self.data[i]) * fx;
        let lower = self.data[i + self.width] + (self.data[i + self.width + 1] - self.data[i + self.width]) * fx;
        Some(upper + (lower - upper) * fy)
    }

    /// The plane softened with a small Gaussian.
    pub fn blurred(&self, sigma: f64) -> Result<Plane, CalibrationError> {
        let source = Mat::new_rows_cols_with_data(self.height as i32, self.width as i32, &self.data)?;
        let mut target = Mat::default();
        imgproc::gaussian_blur_def(&source, &mut target, Size::new(0, 0), sigma)?;
        Ok(Plane { width: self.width, height: self.height, data: target.data_typed::<f32>()?.to_vec() })
    }

    /// The standard deviation of pixel noise: the median of absolute second differences, scaled as for
    /// a normal distribution. Lines and edges are rare enough not to raise it.
    pub fn noise(&self) -> f64 {
        let mut counts = [0_u32; 256];
        let mut total = 0_u32;
        for row in self.data.chunks_exact(self.width).step_by(3) {
            for triple in row.windows(3).step_by(3) {
                // Quarter levels, so that clean pictures are told from noisy ones.
                let second = (triple[0] - 2.0 * triple[1] + triple[2]).abs() * 4.0;
                counts[(second as usize).min(255)] += 1;
                total += 1;
            }
        }
        let mut seen = 0;
        let median = counts.iter().position(|count| {
            seen += count;
            2 * seen >= total
        });
        // The second difference of white noise has the variance 6 sigma^2; 0.6745 turns a median into sigma.
        (median.unwrap_or(0) as f64 + 0.5) / 4.0 / 0.6745 / 6.0_f64.sqrt()
    }
}

/// A set of pictures of one size, shrunk to a working size.
pub struct Stack {
    /// Working pixels per original pixel, at most 1.
    pub scale: f64,
    width: usize,
    height: usize,
    pictures: Vec<Vec<u8>>,
}

impl Stack {
    /// Shrinks (never enlarges) so that the longer side has at most `longest` pixels.
    pub fn new(pictures: &[RgbImage], longest: u32) -> Result<Stack, CalibrationError> {
        let why = |why: &str| CalibrationError::Pictures { why: why.to_owned() };
        let first = pictures.first().ok_or_else(|| why("there are none; give one or more"))?;
        let (width, height) = first.dimensions();
        if width < 64 || height < 64 {
            return Err(why("they are smaller than 64 pixels; use the original footage"));
        }
        if pictures.iter().any(|picture| picture.dimensions() != (width, height)) {
            return Err(why("they differ in size; take them from one clip"));
        }
        let scale = (f64::from(longest) / f64::from(width.max(height))).min(1.0);
        if scale == 1.0 {
            let pictures = pictures.iter().map(|picture| picture.as_raw().clone()).collect();
            return Ok(Stack { scale, width: width as usize, height: height as usize, pictures });
        }
        let small = Size::new((f64::from(width) * scale).round() as i32, (f64::from(height) * scale).round() as i32);
        let mut shrunk = Vec::new();
        for picture in pictures {
            let bytes = Mat::new_rows_cols_with_data(height as i32, 3 * width as i32, picture.as_raw().as_slice())?;
            let source = bytes.reshape(3, height as i32)?;
            let mut target = Mat::default();
            imgproc::resize(&source, &mut target, small, 0.0, 0.0, imgproc::INTER_AREA)?;
            shrunk.push(target.data_bytes()?.to_vec());
        }
        let scale = f64::from(small.width) / f64::from(width);
        Ok(Stack { scale, width: small.width as usize, height: small.height as usize, pictures: shrunk })
    }

    /// The median over the pictures, pixel by pixel, of one channel.
    pub fn median(&self, channel: Channel) -> Plane {
        let count = self.pictures.len();
        let mut values = vec![0_u8; count];
        let data = (0..self.width * self.height)
            .map(|i| {
                for (value, picture) in values.iter_mut().zip(&self.pictures) {
                    *value = channel.mix([picture[3 * i], picture[3 * i + 1], picture[3 * i + 2]]);
                }
                values.sort_unstable();
                (f32::from(values[(count - 1) / 2]) + f32::from(values[count / 2])) / 2.0
            })
            .collect();
        Plane { width: self.width, height: self.height, data }
    }
}
