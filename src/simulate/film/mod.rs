//! Light in, a picture out: what sensor, lens and the camera's own processing do to what they see.
//!
//! In the order of a camera: flicker of mains light, vignetting, blur of lens and focus, exposure and white
//! balance, photon and read noise, sharpening, the sRGB curve. Everything that looks like chance follows from
//! the seed and the frame's time: the same frame is the same bytes, whatever the number of threads.

mod blur;
mod noise;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Linear light on a sensor; 1 is a white surface in full light.
#[derive(Debug, Clone, PartialEq)]
pub struct Light {
    /// Width, pixels.
    pub width: u32,
    /// Height, pixels.
    pub height: u32,
    /// Red, green, blue, row by row.
    pub rgb: Vec<f32>,
}

impl Light {
    /// No light.
    pub fn black(width: u32, height: u32) -> Light {
        Light { width, height, rgb: vec![0.0; width as usize * height as usize * 3] }
    }

    /// Becomes another, in its own memory where that is large enough.
    pub fn copy_from(&mut self, other: &Light) {
        (self.width, self.height) = (other.width, other.height);
        self.rgb.clone_from(&other.rgb);
    }
}

/// How a camera shows light.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Film {
    /// Exposure, doublings; -4 to 4. At 0 a white card in full light is just not clipped.
    pub stops: f64,
    /// Gain of red, green and blue: white balance or a colour cast; 0.5 to 2 each.
    pub balance: [f64; 3],
    /// Contrast around middle grey; 0.6 to 1.6, 1 leaves it.
    pub contrast: f64,
    /// Saturation of colours; 0 to 2, 1 leaves it.
    pub saturation: f64,
    /// Flicker of the lamps, when they flicker.
    pub flicker: Option<Flicker>,
    /// Noise.
    pub noise: Noise,
    /// How much darker the corners are; 0 to 0.8.
    pub vignette: f64,
    /// Standard deviation of the blur of lens, focus and diffraction, pixels; 0 to 6.
    pub blur_px: f64,
    /// How much the camera sharpens; 0 to 2.
    pub sharpen: f64,
}

/// Light that follows the mains: it swings at twice the mains' frequency.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flicker {
    /// Frequency of the light, hertz: 100 or 120 on usual mains; 10 to 1000.
    pub hz: f64,
    /// How far it swings about its mean; 0 to 0.9.
    pub depth: f64,
    /// Its phase at time 0, radians.
    pub phase: f64,
    /// How long each row gathers light, seconds: a long exposure evens flicker out.
    pub exposure_s: f64,
}

/// Noise of photons and of the sensor.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Noise {
    /// Electrons of a pixel at white; 300 (a phone in the dark) to 50000; 0 for no photon noise.
    pub electrons: f64,
    /// Read noise, electrons; 0 to 30.
    pub read: f64,
    /// Standard deviation of a pattern that stays, as a share of the light; 0 to 0.03.
    pub pattern: f64,
    /// Seed.
    pub seed: u64,
}

impl Default for Film {
    fn default() -> Film {
        Film {
            stops: 0.0,
            balance: [1.0; 3],
            contrast: 1.0,
            saturation: 1.0,
            flicker: None,
            noise: Noise::default(),
            vignette: 0.0,
            blur_px: 0.0,
            sharpen: 0.0,
        }
    }
}

impl Default for Noise {
    fn default() -> Noise {
        Noise { electrons: 0.0, read: 0.0, pattern: 0.0, seed: 1 }
    }
}

impl Flicker {
    /// The light around an instant, mean 1.
    fn strength(&self, t: f64) -> f64 {
        let turn = std::f64::consts::TAU * self.hz;
        let half = turn * self.exposure_s / 2.0;
        // The mean of a sine over the exposure.
        let left = if half.abs() < 1e-9 { 1.0 } else { half.sin() / half };
        1.0 + self.depth * left * (turn * t + self.phase).sin()
    }
}

/// Steps of the table of the sRGB curve: four for each of the 4096 that tell all bytes apart.
const CURVE_STEPS: usize = 16384;

impl Film {
    /// The byte of light between 0 and 1, in steps.
    fn curve(&self) -> Vec<u8> {
        (0..=CURVE_STEPS)
            .map(|k| {
                let linear = k as f64 / CURVE_STEPS as f64;
                let srgb = if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
                let shown = 0.5 + (srgb - 0.5) * self.contrast;
                (shown * 255.0).round().clamp(0.0, 255.0) as u8
            })
            .collect()
    }

    /// The picture of a frame of time `t` whose rows are read within `readout_s`.
    pub fn develop(&self, light: &Light, t: f64, readout_s: f64) -> image::RgbImage {
        let (w, h) = (light.width as usize, light.height as usize);
        let mut blurred = None;
        if self.blur_px > 0.05 {
            blurred = Some(blur::gaussian(&light.rgb, w, h, self.blur_px));
        }
        let seen = blurred.as_deref().unwrap_or(&light.rgb);
        let mut out: Vec<f32> = vec![0.0; seen.len()];
        let gain = 2.0_f64.powf(self.stops);
        let balance = self.balance.map(|b| (b * gain) as f32);
        let noise = noise::Frame::new(&self.noise, t);
        let saturation = self.saturation as f32;
        out.par_chunks_mut(3 * w).zip(seen.par_chunks(3 * w)).enumerate().for_each(|(y, (to, from))| {
            let row_t = t + readout_s * (y as f64 / h as f64 - 0.5);
            let flicker = self.flicker.map_or(1.0, |flicker| flicker.strength(row_t)) as f32;
            for x in 0..w {
                let dimmed = flicker * self.vignette_at(x, y, w, h);
                let mut pixel = [0, 1, 2].map(|c| from[3 * x + c] * balance[c] * dimmed);
                if saturation != 1.0 {
                    let grey = 0.2126 * pixel[0] + 0.7152 * pixel[1] + 0.0722 * pixel[2];
                    pixel = pixel.map(|c| (grey + (c - grey) * saturation).max(0.0));
                }
                to[3 * x..3 * x + 3].copy_from_slice(&pixel);
            }
            noise.add(to, y, w);
        });
        let curve = self.curve();
        let shown = |value: f32| curve[(value.clamp(0.0, 1.0) * CURVE_STEPS as f32 + 0.5) as usize];
        let mut bytes = vec![0; out.len()];
        bytes.par_chunks_mut(3 * w).enumerate().for_each(|(y, to)| {
            let mut to = to.iter_mut();
            let mut put = |value: f32| to.next().into_iter().for_each(|byte| *byte = shown(value));
            if self.sharpen > 0.01 {
                blur::sharpened_row(&out, w, h, y, self.sharpen as f32, put);
            } else {
                out[3 * w * y..3 * w * (y + 1)].iter().for_each(|value| put(*value));
            }
        });
        // As many bytes as the picture has: three a pixel.
        image::RgbImage::from_raw(light.width, light.height, bytes).unwrap_or_default()
    }

    /// Light that reaches a pixel for that of the middle.
    fn vignette_at(&self, x: usize, y: usize, w: usize, h: usize) -> f32 {
        if self.vignette == 0.0 {
            return 1.0;
        }
        let (dx, dy) = (x as f32 - w as f32 / 2.0, y as f32 - h as f32 / 2.0);
        let r2 = (dx * dx + dy * dy) / ((w * w + h * h) as f32 / 4.0);
        1.0 - self.vignette as f32 * r2 * (0.6 + 0.4 * r2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(value: f32) -> Light {
        Light { rgb: vec![value; 64 * 48 * 3], ..Light::black(64, 48) }
    }

    fn mean(picture: &image::RgbImage) -> f64 {
        picture.as_raw().iter().map(|b| f64::from(*b)).sum::<f64>() / picture.as_raw().len() as f64
    }

    #[test]
    fn plain_film_is_the_srgb_curve() {
        let film = Film::default();
        for (light, byte) in [(0.0, 0), (0.214_041, 128), (1.0, 255), (3.0, 255), (0.001, 3)] {
            assert_eq!(film.develop(&grey(light), 0.0, 0.0).get_pixel(5, 5).0, [byte; 3], "{light}");
        }
        let darker = Film { stops: -1.0, ..Film::default() };
        assert_eq!(darker.develop(&grey(0.428_082), 0.0, 0.0).get_pixel(5, 5).0, [128; 3]);
    }

    #[test]
    fn noise_has_the_spread_it_should_and_comes_from_the_seed() {
        let noise = Noise { electrons: 1000.0, read: 5.0, pattern: 0.0, seed: 4 };
        let film = Film { noise, ..Film::default() };
        let light = Light { rgb: vec![0.214_041; 256 * 256 * 3], ..Light::black(256, 256) };
        let picture = film.develop(&light, 0.5, 0.0);
        assert_eq!(picture, film.develop(&light, 0.5, 0.0));
        assert_ne!(picture, film.develop(&light, 0.6, 0.0));
        let m = mean(&picture);
        let spread = (picture.as_raw().iter().map(|b| (f64::from(*b) - m).powi(2)).sum::<f64>()
            / picture.as_raw().len() as f64)
            .sqrt();
        // sqrt(214 + 25) electrons of 1000, times the curve's slope there: d(sRGB)/d(linear) at 0.214 is 1.055 / 2.4 * 0.214^(-1.4/2.4) = 1.081.
        let expected = (214.041_f64 + 25.0).sqrt() / 1000.0 * 1.081 * 255.0;
        assert!((spread / expected - 1.0).abs() < 0.05, "{spread} {expected}");
        // The light lies between two bytes; the curve bends down, which takes a little of the mean away.
        assert!((m - 127.5).abs() < 0.2, "{m}");
    }

    #[test]
    fn flicker_shows_as_bands_only_when_rows_are_read_one_after_another() {
        let flicker = Flicker { hz: 100.0, depth: 0.5, phase: 0.0, exposure_s: 0.0005 };
        let film = Film { flicker: Some(flicker), ..Film::default() };
        let at_once = film.develop(&grey(0.3), 0.0025, 0.0);
        assert_eq!(at_once.get_pixel(3, 0), at_once.get_pixel(3, 47));
        let rolling = film.develop(&grey(0.3), 0.0, 0.01);
        assert!(rolling.get_pixel(3, 36)[0] > rolling.get_pixel(3, 12)[0] + 30);
        // An exposure of a whole period shows none.
        let long = Film { flicker: Some(Flicker { exposure_s: 0.01, ..flicker }), ..Film::default() };
        let rolling = long.develop(&grey(0.3), 0.0, 0.01);
        assert_eq!(rolling.get_pixel(3, 36), rolling.get_pixel(3, 12));
    }

    #[test]
    fn blur_keeps_the_light_and_sharpening_steepens_an_edge() {
        let mut light = grey(0.1);
        for y in 0..48 {
            for x in 32..64 {
                let at = (y * 64 + x) * 3;
                light.rgb[at..at + 3].fill(0.6);
            }
        }
        let rgb = blur::gaussian(&light.rgb, 64, 48, 2.0);
        let (a, b): (f32, f32) = (rgb.iter().sum(), light.rgb.iter().sum());
        assert!((a / b - 1.0).abs() < 1e-3, "{a} {b}");
        assert!(rgb[(20 * 64 + 31) * 3] > 0.2 && rgb[(20 * 64 + 32) * 3] < 0.5);
        let sharp = Film { sharpen: 1.0, ..Film::default() }.develop(&light, 0.0, 0.0);
        let plain = Film::default().develop(&light, 0.0, 0.0);
        assert!(sharp.get_pixel(32, 20)[0] > plain.get_pixel(32, 20)[0]);
        assert!(sharp.get_pixel(31, 20)[0] < plain.get_pixel(31, 20)[0]);
    }
}
