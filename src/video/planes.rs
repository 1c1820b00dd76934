//! Decoded frames as planes: the decoder's own buffers where they serve, upright copies where not.

use crate::base::colour::rgb_from_yuv;
use crate::facts::{Frame, Plane, PlaneSource};
use ffmpeg_next as ffmpeg;

use ffmpeg::format::Pixel;
use ffmpeg::software::scaling;
use ffmpeg::util::color;
use std::sync::Arc;

/// The decoder's own picture.
struct Decoded(ffmpeg::frame::Video);

// SAFETY: an AVFrame's buffers are reference counted with atomics and nobody writes to a frame after
// the decoder has given it out; `Decoded` only hands out shared slices of them.
unsafe impl Sync for Decoded {}

impl PlaneSource for Decoded {
    fn plane(&self, index: usize) -> Plane<'_> {
        let (width, height) = plane_size(self.0.width() as usize, self.0.height() as usize, index);
        Plane { data: self.0.data(index), stride: self.0.stride(index), width, height }
    }
}

/// A turned copy.
struct Turned {
    data: [Vec<u8>; 3],
    width: usize,
    height: usize,
}

impl PlaneSource for Turned {
    fn plane(&self, index: usize) -> Plane<'_> {
        let (width, height) = plane_size(self.width, self.height, index);
        Plane { data: &self.data[index], stride: width, width, height }
    }
}

fn plane_size(width: usize, height: usize, index: usize) -> (usize, usize) {
    if index == 0 { (width, height) } else { (width.div_ceil(2), height.div_ceil(2)) }
}

/// Turns what the decoder gives into upright eight-bit 4:2:0.
pub(super) struct Uprighter {
    /// Quarter turns clockwise.
    quarters: u8,
    scaler: Option<(scaling::Context, Pixel, u32, u32)>,
}

impl Uprighter {
    /// For pictures that need `quarters` clockwise quarter turns.
    pub fn new(quarters: u8) -> Uprighter {
        Uprighter { quarters: quarters % 4, scaler: None }
    }

    /// One picture. `t` and `index` are the caller's.
    pub fn upright(&mut self, decoded: ffmpeg::frame::Video, index: u64, t: f64) -> Result<Frame, ffmpeg::Error> {
        let full_range = decoded.format() == Pixel::YUVJ420P || decoded.color_range() == color::Range::JPEG;
        // Without a tag HD is BT.709 and smaller pictures are BT.601, as players assume.
        let bt709 = match decoded.color_space() {
            color::Space::BT709 => true,
            color::Space::Unspecified => decoded.height() >= 720,
            _ => false,
        };
        let picture = match decoded.format() {
            Pixel::YUV420P | Pixel::YUVJ420P => decoded,
            _ => self.convert(&decoded)?,
        };
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let source = Decoded(picture);
        if self.quarters == 0 {
            return Ok(Frame { index, t, width, height, full_range, bt709, planes: Arc::new(source) });
        }
        let data = [0, 1, 2].map(|plane| turn(&source.plane(plane), self.quarters));
        let (width, height) = if self.quarters % 2 == 1 { (height, width) } else { (width, height) };
        Ok(Frame { index, t, width, height, full_range, bt709, planes: Arc::new(Turned { data, width, height }) })
    }

    fn convert(&mut self, decoded: &ffmpeg::frame::Video) -> Result<ffmpeg::frame::Video, ffmpeg::Error> {
        let key = (decoded.format(), decoded.width(), decoded.height());
        let fits = self.scaler.as_ref().is_some_and(|(_, format, w, h)| (*format, *w, *h) == key);
        if !fits {
            let (format, width, height) = key;
            let context = scaling::Context::get(
                format,
                width,
                height,
                Pixel::YUV420P,
                width,
                height,
                scaling::Flags::BILINEAR | scaling::Flags::ACCURATE_RND | scaling::Flags::BITEXACT,
            )?;
            self.scaler = Some((context, format, width, height));
        }
        let mut out = ffmpeg::frame::Video::empty();
        if let Some((context, ..)) = &mut self.scaler {
            context.run(decoded, &mut out)?;
        }
        Ok(out)
    }
}

/// A plane turned clockwise by quarter turns, rows packed.
fn turn(plane: &Plane<'_>, quarters: u8) -> Vec<u8> {
    let (w, h) = (plane.width, plane.height);
    let at = |x: usize, y: usize| plane.data[y * plane.stride + x];
    let mut out = Vec::with_capacity(w * h);
    match quarters {
        1 => (0..w).for_each(|x| out.extend((0..h).rev().map(|y| at(x, y)))),
        2 => (0..h).rev().for_each(|y| out.extend((0..w).rev().map(|x| at(x, y)))),
        3 => (0..w).rev().for_each(|x| out.extend((0..h).map(|y| at(x, y)))),
        _ => (0..h).for_each(|y| out.extend((0..w).map(|x| at(x, y)))),
    }
    out
}

/// A whole frame in RGB: for pictures people look at, not for every frame of a review.
pub fn image_rgb(frame: &Frame) -> image::RgbImage {
    fn row<'a>(plane: &Plane<'a>, y: usize) -> &'a [u8] {
        &plane.data[y * plane.stride..][..plane.width]
    }
    let [luma, cb, cr] = [0, 1, 2].map(|index| frame.planes.plane(index));
    let mut out = image::RgbImage::new(frame.width as u32, frame.height as u32);
    for (y, pixels) in out.chunks_exact_mut(3 * frame.width.max(1)).enumerate() {
        let (luma, cb, cr) = (row(&luma, y), row(&cb, y / 2), row(&cr, y / 2));
        for (x, (pixel, &luma)) in pixels.chunks_exact_mut(3).zip(luma).enumerate() {
            let yuv = [luma, cb[x / 2], cr[x / 2]].map(f32::from);
            pixel.copy_from_slice(&rgb_from_yuv(yuv, frame.full_range, frame.bt709));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_are_clockwise() {
        let data = [1, 2, 3, 4, 5, 6];
        let plane = Plane { data: &data, stride: 3, width: 3, height: 2 };
        assert_eq!(turn(&plane, 1), [4, 1, 5, 2, 6, 3]);
        assert_eq!(turn(&plane, 2), [6, 5, 4, 3, 2, 1]);
        assert_eq!(turn(&plane, 3), [3, 6, 2, 5, 1, 4]);
    }
}
