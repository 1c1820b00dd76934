//! Upright RGB crops from a frame's 4:2:0 planes through any pixel map.
//!
//! One pass from the decoder's planes to the crop: only the pixels a model needs are ever converted,
//! lens distortion costs nothing extra, and shrinking averages instead of skipping (which a plain
//! bilinear warp does not). Outside the picture is black, as the hand models were trained.

use crate::base::colour::rgb_from_yuv;
use crate::base::{Image, Point};
use crate::facts::{Frame, Plane};
use image::RgbImage;

/// Samples taken per crop pixel and direction at most: enough for 4K hands in a 224-pixel crop.
const MOST_SAMPLES: usize = 4;

/// What shows where the picture has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// Nothing: black.
    Black,
    /// The picture's rim again.
    Rim,
}

/// A crop of `width` x `height` pixels whose pixel (x, y) shows the picture at `image_from_crop(x, y)`.
pub fn warp(
    frame: &Frame,
    width: u32,
    height: u32,
    outside: Outside,
    image_from_crop: impl Fn(f64, f64) -> Point<Image>,
) -> RgbImage {
    let sampler = Sampler::new(frame);
    let n = samples_needed(width, height, &image_from_crop);
    let step = 1.0 / n as f64;
    let first = -0.5 + step / 2.0;
    let mut out = RgbImage::new(width, height);
    for (x, y, pixel) in out.enumerate_pixels_mut() {
        let mut sum = [0.0f32; 3];
        for j in 0..n {
            for i in 0..n {
                let at =
                    image_from_crop(f64::from(x) + first + step * i as f64, f64::from(y) + first + step * j as f64);
                let yuv = sampler.at(at.x as f32, at.y as f32, outside);
                for (total, value) in sum.iter_mut().zip(yuv) {
                    *total += value;
                }
            }
        }
        let scale = 1.0 / (n * n) as f32;
        pixel.0 = sampler.rgb(sum.map(|v| v * scale));
    }
    out
}

/// How many samples a crop pixel needs per direction, from the largest step of the map.
fn samples_needed(width: u32, height: u32, map: &impl Fn(f64, f64) -> Point<Image>) -> usize {
    let (w, h) = (f64::from(width) - 1.0, f64::from(height) - 1.0);
    let mut largest: f64 = 1.0;
    for (x, y) in [(w / 2.0, h / 2.0), (0.0, 0.0), (w, 0.0), (0.0, h), (w, h)] {
        let o = map(x, y);
        largest = largest.max(o.distance(map(x + 1.0, y))).max(o.distance(map(x, y + 1.0)));
    }
    if largest.is_finite() { (largest.round() as usize).clamp(1, MOST_SAMPLES) } else { 1 }
}

/// Reads single places of a frame.
pub(super) struct Sampler<'a> {
    luma: Plane<'a>,
    cb: Plane<'a>,
    cr: Plane<'a>,
    /// Up to here, right and down, every plane has four samples around a place.
    within: (f32, f32),
    full_range: bool,
    bt709: bool,
}

impl<'a> Sampler<'a> {
    pub(super) fn new(frame: &'a Frame) -> Self {
        let [luma, cb, cr] = [0, 1, 2].map(|index| frame.planes.plane(index));
        let end = |luma: usize, chroma: usize| (luma as f32 - 1.0).min(2.0 * chroma as f32 - 1.5);
        Sampler {
            within: (end(luma.width, cb.width), end(luma.height, cb.height)),
            luma,
            cb,
            cr,
            full_range: frame.full_range,
            bt709: frame.bt709,
        }
    }

    /// Luma, Cb, Cr at a pixel position.
    #[inline(always)]
    fn at(&self, x: f32, y: f32, outside: Outside) -> [f32; 3] {
        // Nearly all of them: no rim to look after, which makes a crop in less than half the time.
        if x >= 0.5 && y >= 0.5 && x < self.within.0 && y < self.within.1 {
            let (luma, chroma) = (Within::new(x, y), Within::new((x - 0.5) / 2.0, (y - 0.5) / 2.0));
            return [luma.value(&self.luma), chroma.value(&self.cb), chroma.value(&self.cr)];
        }
        self.at_rim(x, y, outside)
    }

    /// The same anywhere.
    #[inline(never)]
    fn at_rim(&self, x: f32, y: f32, outside: Outside) -> [f32; 3] {
        let inside = x > -0.5 && y > -0.5 && x < self.luma.width as f32 - 0.5 && y < self.luma.height as f32 - 0.5;
        if outside == Outside::Black && !inside {
            return [if self.full_range { 0.0 } else { 16.0 }, 128.0, 128.0];
        }
        // Chroma is sited between luma samples; a quarter of a chroma sample is below what matters here.
        let (cx, cy) = ((x - 0.5) / 2.0, (y - 0.5) / 2.0);
        let chroma = Around::new(&self.cb, cx, cy);
        [Around::new(&self.luma, x, y).value(&self.luma), chroma.value(&self.cb), chroma.value(&self.cr)]
    }

    /// The colour at a pixel position; `None` outside the picture.
    pub(super) fn inside(&self, at: Point<Image>) -> Option<[u8; 3]> {
        let (x, y) = (at.x as f32, at.y as f32);
        let within = x > -0.5 && y > -0.5 && x < self.luma.width as f32 - 0.5 && y < self.luma.height as f32 - 0.5;
        within.then(|| self.rgb(self.at(x, y, Outside::Rim)))
    }

    fn rgb(&self, yuv: [f32; 3]) -> [u8; 3] {
        rgb_from_yuv(yuv, self.full_range, self.bt709)
    }
}

/// A place with four samples around it.
struct Within {
    column: usize,
    row: usize,
    off: (f32, f32),
}

impl Within {
    #[inline(always)]
    fn new(x: f32, y: f32) -> Self {
        // By way of a number with a sign, which is what processors cut fractions off to.
        let (column, row) = (x as i32, y as i32);
        Within { column: column as usize, row: row as usize, off: (x - column as f32, y - row as f32) }
    }

    /// The plane's bilinear value there.
    #[inline(always)]
    fn value(&self, plane: &Plane<'_>) -> f32 {
        let first = self.row * plane.stride + self.column;
        let above = &plane.data[first..][..2];
        let below = &plane.data[first + plane.stride..][..2];
        blend([above[0], above[1], below[0], below[1]], self.off)
    }
}

/// The same at a rim, where samples are repeated.
struct Around {
    columns: [usize; 2],
    rows: [usize; 2],
    off: (f32, f32),
}

impl Around {
    fn new(plane: &Plane<'_>, x: f32, y: f32) -> Self {
        let (right, bottom) = (plane.width - 1, plane.height - 1);
        let (x, y) = (x.clamp(0.0, right as f32), y.clamp(0.0, bottom as f32));
        let (column, row) = (x as usize, y as usize);
        Around {
            columns: [column, (column + 1).min(right)],
            rows: [row, (row + 1).min(bottom)],
            off: (x - column as f32, y - row as f32),
        }
    }

    fn value(&self, plane: &Plane<'_>) -> f32 {
        let ([left, right], [top, bottom]) = (self.columns, self.rows);
        let sample = |row: usize, column: usize| plane.data[row * plane.stride + column];
        blend([sample(top, left), sample(top, right), sample(bottom, left), sample(bottom, right)], self.off)
    }
}

/// The bilinear value between four samples: the upper two, the lower two.
#[inline(always)]
fn blend(samples: [u8; 4], (x, y): (f32, f32)) -> f32 {
    let beside = |left: u8, right: u8| f32::from(left) * (1.0 - x) + f32::from(right) * x;
    let (above, below) = (beside(samples[0], samples[1]), beside(samples[2], samples[3]));
    above * (1.0 - y) + below * y
}

/// A frame of one colour gradient, for tests of everything that takes frames.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::facts::PlaneSource;
    use std::sync::Arc;

    struct Owned {
        data: [Vec<u8>; 3],
        width: usize,
        height: usize,
    }

    impl PlaneSource for Owned {
        fn plane(&self, index: usize) -> Plane<'_> {
            let (width, height) =
                if index == 0 { (self.width, self.height) } else { (self.width.div_ceil(2), self.height.div_ceil(2)) };
            Plane { data: &self.data[index], stride: width, width, height }
        }
    }

    /// A full-range grey frame whose luma is `luma(x, y)`.
    pub(crate) fn grey_frame(width: usize, height: usize, luma: impl Fn(usize, usize) -> u8) -> Frame {
        coloured_frame(width, height, luma, |_, _| 128)
    }

    /// A full-range frame whose luma is `luma(x, y)`, and Cb and Cr `chroma(x, y)` of their own samples.
    pub(crate) fn coloured_frame(
        width: usize,
        height: usize,
        luma: impl Fn(usize, usize) -> u8,
        chroma: impl Fn(usize, usize) -> u8,
    ) -> Frame {
        let places = |width: usize, height: usize| (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)));
        let luma = places(width, height).map(|(x, y)| luma(x, y)).collect();
        let chroma: Vec<u8> = places(width.div_ceil(2), height.div_ceil(2)).map(|(x, y)| chroma(x, y)).collect();
        let planes = Owned { data: [luma, chroma.clone(), chroma], width, height };
        Frame { index: 0, t: 0.0, width, height, full_range: true, bt709: false, planes: Arc::new(planes) }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{coloured_frame, grey_frame};
    use super::*;

    #[test]
    fn identity_copies() {
        let frame = grey_frame(16, 8, |x, y| (x * 10 + y) as u8);
        let crop = warp(&frame, 16, 8, Outside::Black, Point::new);
        assert_eq!(crop.get_pixel(5, 3).0, [53, 53, 53]);
    }

    #[test]
    fn shrinking_averages() {
        let frame = grey_frame(32, 32, |x, _| if x % 2 == 0 { 0 } else { 200 });
        let crop = warp(&frame, 8, 8, Outside::Black, |x, y| Point::new(x * 4.0 + 1.5, y * 4.0 + 1.5));
        assert!((i32::from(crop.get_pixel(4, 4).0[0]) - 100).abs() <= 2, "{:?}", crop.get_pixel(4, 4));
    }

    #[test]
    fn outside_is_black_or_the_rim_again() {
        let frame = grey_frame(8, 8, |x, _| if x == 0 { 255 } else { 100 });
        let of = |outside| warp(&frame, 8, 8, outside, |x, y| Point::new(x - 100.0, y));
        assert!(of(Outside::Black).pixels().all(|p| p.0 == [0, 0, 0]));
        assert!(of(Outside::Rim).pixels().all(|p| p.0 == [255, 255, 255]));
    }

    #[test]
    fn the_quick_way_and_the_one_at_a_rim_see_the_same() {
        let frame = coloured_frame(9, 7, |x, y| (x * 29 + y * 41 + x * y * 13) as u8, |x, y| (x * 37 + y * 59) as u8);
        let sampler = Sampler::new(&frame);
        for (x, y) in (0..80).flat_map(|x| (0..60).map(move |y| (x as f32 / 9.0 - 0.3, y as f32 / 8.5 - 0.2))) {
            for outside in [Outside::Black, Outside::Rim] {
                assert_eq!(sampler.at(x, y, outside), sampler.at_rim(x, y, outside), "{x} {y}");
            }
        }
    }

    #[test]
    fn half_pixel_is_the_mean() {
        let frame = grey_frame(4, 4, |x, _| (x * 100) as u8);
        let crop = warp(&frame, 1, 1, Outside::Black, |_, _| Point::new(0.5, 1.0));
        assert_eq!(crop.get_pixel(0, 0).0[0], 50);
    }
}
