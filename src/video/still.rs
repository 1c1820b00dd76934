//! A frame as a JPEG, fast enough to be made for every step of a player.
//!
//! In: a decoded frame. Out: a baseline JPEG of the whole picture with the colours that `image_rgb` gives; quality about 95. JPEG
//! (JFIF) knows one way of colours, full-range BT.601: samples of other ways are moved there in one pass. FFmpeg's own
//! encoder packs them. Nothing is cropped, scaled or drawn.

use super::error::VideoError;
use crate::facts::Frame;
use ffmpeg::format::Pixel;
use ffmpeg_next as ffmpeg;

/// FFmpeg's scale of quality, 2 the best and 31 the worst: grain of the recording stays visible.
const SCALE: i32 = 3;

/// Packs frames of one size.
pub struct StillEncoder {
    encoder: ffmpeg::codec::encoder::video::Encoder,
    picture: ffmpeg::frame::Video,
    packed: i64,
}

impl StillEncoder {
    /// For frames of that size.
    ///
    /// # Errors
    /// When FFmpeg has no JPEG encoder.
    pub fn new(width: usize, height: usize) -> Result<StillEncoder, VideoError> {
        super::start();
        let failed = |why: ffmpeg::Error| VideoError::Still { why: why.to_string() };
        let codec = ffmpeg::encoder::find(ffmpeg::codec::Id::MJPEG)
            .ok_or(VideoError::Still { why: "FFmpeg was built without its JPEG encoder".to_owned() })?;
        let mut encoder = ffmpeg::codec::context::Context::new_with_codec(codec).encoder().video().map_err(failed)?;
        encoder.set_width(width as u32);
        encoder.set_height(height as u32);
        encoder.set_format(Pixel::YUVJ420P);
        encoder.set_color_range(ffmpeg::util::color::Range::JPEG);
        encoder.set_time_base(ffmpeg::Rational(1, 25));
        encoder.set_flags(ffmpeg::codec::Flags::QSCALE);
        encoder.set_global_quality(SCALE * ffmpeg::ffi::FF_QP2LAMBDA);
        let encoder = encoder.open().map_err(failed)?;
        let mut picture = ffmpeg::frame::Video::new(Pixel::YUVJ420P, width as u32, height as u32);
        // SAFETY: the frame is alive and ours; the wrapper has no name for this plain integer.
        unsafe { (*picture.as_mut_ptr()).quality = SCALE * ffmpeg::ffi::FF_QP2LAMBDA };
        Ok(StillEncoder { encoder, picture, packed: 0 })
    }

    /// One frame.
    ///
    /// # Errors
    /// When FFmpeg refuses it.
    pub fn encode(&mut self, frame: &Frame) -> Result<Vec<u8>, VideoError> {
        let failed = |why: ffmpeg::Error| VideoError::Still { why: why.to_string() };
        // The encoder may still hold the picture before.
        let size = (self.picture.width(), self.picture.height());
        let mut picture = std::mem::replace(&mut self.picture, ffmpeg::frame::Video::empty());
        // SAFETY: the frame is alive; a new buffer is made where the encoder shares this one.
        let writable = unsafe { ffmpeg::ffi::av_frame_make_writable(picture.as_mut_ptr()) };
        if writable < 0 || size != (frame.width as u32, frame.height as u32) {
            self.picture = picture;
            return Err(VideoError::Still { why: "a frame of another size".to_owned() });
        }
        fill(frame, &mut picture);
        picture.set_pts(Some(self.packed));
        self.packed += 1;
        let sent = self.encoder.send_frame(&picture);
        self.picture = picture;
        sent.map_err(failed)?;
        let mut packet = ffmpeg::Packet::empty();
        self.encoder.receive_packet(&mut packet).map_err(failed)?;
        Ok(packet.data().unwrap_or_default().to_vec())
    }
}

/// From a frame's samples to JPEG's: what is added to luma, and chroma itself, follow from chroma alone, because both ways are
/// linear in red, green and blue. In 1/65536.
struct Way {
    /// Luma's factor and what is taken off before.
    luma: (i32, i32),
    /// What Cb and Cr add to luma.
    luma_of: [i32; 2],
    /// Cb from Cb and Cr, Cr from Cb and Cr.
    chroma: [[i32; 2]; 2],
}

impl Way {
    fn of(frame: &Frame) -> Way {
        let fixed = |value: f64| (value * 65536.0).round() as i32;
        let (y, c, off) = if frame.full_range { (1.0, 1.0, 0) } else { (255.0 / 219.0, 255.0 / 224.0, 16) };
        let (luma_of, chroma) = if frame.bt709 { moved() } else { ([0.0; 2], [[1.0, 0.0], [0.0, 1.0]]) };
        Way {
            luma: (fixed(y), off),
            luma_of: luma_of.map(|part| fixed(c * part)),
            chroma: chroma.map(|row| row.map(|part| fixed(c * part))),
        }
    }
}

/// BT.709 to BT.601: what Cb and Cr add to luma, and the new chroma from the old.
fn moved() -> ([f64; 2], [[f64; 2]; 2]) {
    // Luma's weights of red and blue.
    let ((r7, b7), (r6, b6)) = ((0.2126, 0.0722), (0.299, 0.114));
    let g = 1.0 - r7 - b7;
    // Red, green and blue less luma, for one of Cb and for one of Cr.
    let (blue, red) = (2.0 * (1.0 - b7), 2.0 * (1.0 - r7));
    let parts = [[0.0, -b7 * blue / g, blue], [red, -r7 * red / g, 0.0]];
    let luma = parts.map(|[r, g, b]| r6 * r + (1.0 - r6 - b6) * g + b6 * b);
    let cb = [0, 1].map(|i| (parts[i][2] - luma[i]) / (2.0 * (1.0 - b6)));
    let cr = [0, 1].map(|i| (parts[i][0] - luma[i]) / (2.0 * (1.0 - r6)));
    (luma, [cb, cr])
}

fn fill(frame: &Frame, picture: &mut ffmpeg::frame::Video) {
    let way = Way::of(frame);
    let [luma, cb, cr] = [0, 1, 2].map(|index| frame.planes.plane(index));
    let strides = [0, 1, 2].map(|index| picture.stride(index));
    let mut added = vec![0i32; cb.width];
    for row in 0..cb.height {
        let (b, r) = (&cb.data[row * cb.stride..][..cb.width], &cr.data[row * cr.stride..][..cr.width]);
        for ((added, &b), &r) in added.iter_mut().zip(b).zip(r) {
            *added = way.luma_of[0] * (i32::from(b) - 128) + way.luma_of[1] * (i32::from(r) - 128);
        }
        for (index, factors) in [(1, way.chroma[0]), (2, way.chroma[1])] {
            let to = &mut picture.data_mut(index)[row * strides[index]..][..cb.width];
            for ((to, &b), &r) in to.iter_mut().zip(b).zip(r) {
                let sum = factors[0] * (i32::from(b) - 128) + factors[1] * (i32::from(r) - 128);
                *to = (((sum + 32768) >> 16) + 128).clamp(0, 255) as u8;
            }
        }
        for y in (2 * row)..(2 * row + 2).min(luma.height) {
            let from = &luma.data[y * luma.stride..][..luma.width];
            let to = &mut picture.data_mut(0)[y * strides[0]..][..luma.width];
            for ((to, from), added) in to.chunks_mut(2).zip(from.chunks(2)).zip(&added) {
                for (to, &from) in to.iter_mut().zip(from) {
                    let sum = way.luma.0 * (i32::from(from) - way.luma.1) + added;
                    *to = ((sum + 32768) >> 16).clamp(0, 255) as u8;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Plane, PlaneSource};
    use std::sync::Arc;

    struct Even([u8; 3], usize);

    impl PlaneSource for Even {
        fn plane(&self, index: usize) -> Plane<'_> {
            // One sample, again and again: a stride of nothing.
            static ROWS: [[u8; 64]; 256] = {
                let mut rows = [[0; 64]; 256];
                let mut i = 0;
                while i < 256 {
                    rows[i] = [i as u8; 64];
                    i += 1;
                }
                rows
            };
            let side = if index == 0 { self.1 } else { self.1.div_ceil(2) };
            Plane { data: &ROWS[self.0[index] as usize], stride: 0, width: side, height: side }
        }
    }

    #[test]
    fn colours_are_those_of_the_frame() {
        for bt709 in [false, true] {
            for full_range in [false, true] {
                for samples in [[81, 90, 200], [140, 60, 80], [41, 210, 110], [200, 128, 128], [16, 128, 128]] {
                    let planes = Arc::new(Even(samples, 33));
                    let frame = Frame { index: 0, t: 0.0, width: 33, height: 33, full_range, bt709, planes };
                    let jpeg = StillEncoder::new(33, 33).unwrap().encode(&frame).unwrap();
                    let shown = image::load_from_memory(&jpeg).unwrap().to_rgb8();
                    assert_eq!(shown.dimensions(), (33, 33));
                    let (want, got) = (crate::video::image_rgb(&frame), shown.get_pixel(16, 16).0);
                    let far = want.get_pixel(16, 16).0.iter().zip(got).map(|(&a, b)| a.abs_diff(b)).max();
                    assert!(
                        far <= Some(4),
                        "{samples:?} bt709 {bt709} full {full_range}: {want:?} {got:?}",
                        want = want.get_pixel(16, 16)
                    );
                }
            }
        }
    }

    #[test]
    fn frames_follow_one_another() {
        let mut encoder = StillEncoder::new(32, 32).unwrap();
        for luma in [40, 200, 90] {
            let planes = Arc::new(Even([luma, 128, 128], 32));
            let frame = Frame { index: 0, t: 0.0, width: 32, height: 32, full_range: true, bt709: false, planes };
            let shown = image::load_from_memory(&encoder.encode(&frame).unwrap()).unwrap().to_luma8();
            assert!(shown.get_pixel(9, 9).0[0].abs_diff(luma) <= 2);
        }
    }
}
