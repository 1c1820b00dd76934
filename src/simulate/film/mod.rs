//! Light in, a picture out: what sensor, lens and the camera's own processing do to what they see.
//!
//! In the order of a camera: flicker of mains light, vignetting, blur of lens and focus, exposure and white
//! balance, photon and read noise, sharpening, the sRGB curve. Everything that looks like chance follows from
//! the seed and the frame's time: the same frame is the same bytes, whatever the number of threads.

mod blur;
mod noise;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

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

/// The sRGB value, 0 to 1, of light between 0 and 1, in steps.
fn srgb() -> &'static [f64] {
    static TABLE: OnceLock<Vec<f64>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let value = |linear: f64| {
            if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
        };
        (0..=CURVE_STEPS).map(|k| value(k as f64 / CURVE_STEPS as f64)).collect()
    })
}

/// Rows developed in one go: few enough to stay near the processor.
const BAND: usize = 32;

/// Working memory of a band.
#[derive(Default)]
struct Band {
    /// Rows blurred along themselves, then rows as the sensor gives them.
    along: Vec<f32>,
    rows: Vec<f32>,
    /// A row with its edges continued; a row's column sums.
    wide: Vec<f32>,
}

/// What is the same for all rows of a frame.
struct Frame<'a> {
    film: &'a Film,
    light: &'a Light,
    t: f64,
    readout_s: f64,
    balance: [f32; 3],
    bell: Option<blur::Bell>,
    noise: noise::Frame,
    curve: Vec<u8>,
}

impl Film {
    /// The byte of light between 0 and 1, in steps.
    fn curve(&self) -> Vec<u8> {
        let shown = |srgb: &f64| ((0.5 + (srgb - 0.5) * self.contrast) * 255.0).round().clamp(0.0, 255.0) as u8;
        srgb().iter().map(shown).collect()
    }

    /// The picture of a frame of time `t` whose rows are read within `readout_s`.
    pub fn develop(&self, light: &Light, t: f64, readout_s: f64) -> image::RgbImage {
        let gain = 2.0_f64.powf(self.stops);
        let frame = Frame {
            film: self,
            light,
            t,
            readout_s,
            balance: self.balance.map(|b| (b * gain) as f32),
            bell: (self.blur_px > 0.05).then(|| blur::Bell::new(self.blur_px)),
            noise: noise::Frame::new(&self.noise, t),
            curve: self.curve(),
        };
        let width = 3 * light.width as usize;
        let mut bytes = vec![0; light.rgb.len()];
        bytes
            .par_chunks_mut((width * BAND).max(1))
            .enumerate()
            .for_each_init(Band::default, |memory, (band, to)| frame.develop(band * BAND, memory, to));
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

impl Frame<'_> {
    /// Develops the rows from `top` on that `to` has room for.
    fn develop(&self, top: usize, memory: &mut Band, to: &mut [u8]) {
        let (w, h) = (self.light.width as usize, self.light.height as usize);
        let width = 3 * w;
        let count = to.len() / width;
        let sharpens = self.film.sharpen > 0.01;
        // Sharpening looks at the rows above and below.
        let rim = usize::from(sharpens);
        let (first, end) = (top.saturating_sub(rim), (top + count + rim).min(h));
        memory.rows.resize((end - first) * width, 0.0);
        match &self.bell {
            None => memory.rows.copy_from_slice(&self.light.rgb[first * width..end * width]),
            Some(bell) => {
                let reach = bell.reach();
                let (low, high) = (first.saturating_sub(reach), (end + reach).min(h));
                memory.along.resize((high - low) * width, 0.0);
                for (row, along) in self.light.rgb[low * width..].chunks(width).zip(memory.along.chunks_mut(width)) {
                    bell.along(row, &mut memory.wide, along);
                }
                let along = &memory.along;
                for (y, row) in (first..end).zip(memory.rows.chunks_mut(width)) {
                    let source = |k: usize| {
                        let at = (y + k).saturating_sub(reach).min(h - 1) - low;
                        &along[at * width..(at + 1) * width]
                    };
                    bell.across(source, row);
                }
            }
        }
        for (y, row) in (first..end).zip(memory.rows.chunks_mut(width)) {
            self.expose(row, y);
            self.noise.add(row, y, w, &mut memory.wide);
        }
        let shown = |value: f32| self.curve[(value.clamp(0.0, 1.0) * CURVE_STEPS as f32 + 0.5) as usize];
        let rows = &memory.rows;
        for (y, to) in (top..).zip(to.chunks_mut(width)) {
            let row = |y: usize| &rows[(y - first) * width..(y - first + 1) * width];
            if sharpens {
                let three = [y.saturating_sub(1), y, (y + 1).min(h - 1)].map(row);
                let amount = self.film.sharpen as f32;
                blur::sharpened(three, amount, &mut memory.wide, |k, value| to[k] = shown(value));
            } else {
                to.iter_mut().zip(row(y)).for_each(|(byte, value)| *byte = shown(*value));
            }
        }
    }

    /// What a row's pixels take in.
    fn expose(&self, row: &mut [f32], y: usize) {
        let (w, h) = (self.light.width as usize, self.light.height as usize);
        let row_t = self.t + self.readout_s * (y as f64 / h as f64 - 0.5);
        let flicker = self.film.flicker.map_or(1.0, |flicker| flicker.strength(row_t)) as f32;
        let saturation = self.film.saturation as f32;
        for (x, pixel) in row.chunks_exact_mut(3).enumerate() {
            let dimmed = flicker * self.film.vignette_at(x, y, w, h);
            let mut seen = [0, 1, 2].map(|c| pixel[c] * self.balance[c] * dimmed);
            if saturation != 1.0 {
                let grey = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2];
                seen = seen.map(|c| (grey + (c - grey) * saturation).max(0.0));
            }
            pixel.copy_from_slice(&seen);
        }
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
        // The curve is not wanted here: rows along themselves, then across.
        let bell = blur::Bell::new(2.0);
        let (mut along, mut rgb) = (light.rgb.clone(), light.rgb.clone());
        for (row, to) in light.rgb.chunks(192).zip(along.chunks_mut(192)) {
            bell.along(row, &mut Vec::new(), to);
        }
        for (y, to) in rgb.chunks_mut(192).enumerate() {
            let source = |k: usize| {
                let at = (y + k).saturating_sub(bell.reach()).min(47);
                &along[192 * at..192 * (at + 1)]
            };
            bell.across(source, to);
        }
        let (a, b): (f32, f32) = (rgb.iter().sum(), light.rgb.iter().sum());
        assert!((a / b - 1.0).abs() < 1e-3, "{a} {b}");
        assert!(rgb[(20 * 64 + 31) * 3] > 0.2 && rgb[(20 * 64 + 32) * 3] < 0.5);
        let sharp = Film { sharpen: 1.0, ..Film::default() }.develop(&light, 0.0, 0.0);
        let plain = Film::default().develop(&light, 0.0, 0.0);
        assert!(sharp.get_pixel(32, 20)[0] > plain.get_pixel(32, 20)[0]);
        assert!(sharp.get_pixel(31, 20)[0] < plain.get_pixel(31, 20)[0]);
    }
    #[test]
    fn bands_meet_without_a_seam() {
        // A picture that is the same in all rows stays so, whatever is done to it.
        let mut light = Light::black(40, 100);
        for (k, value) in light.rgb.iter_mut().enumerate() {
            *value = ((k % 120) * (k % 7)) as f32 / 900.0;
        }
        let rows = light.rgb[..120].to_vec();
        light.rgb.chunks_mut(120).for_each(|row| row.copy_from_slice(&rows));
        let film = Film { blur_px: 1.3, sharpen: 0.8, ..Film::default() };
        let picture = film.develop(&light, 0.0, 0.0);
        let first = &picture.as_raw()[..120];
        assert!(picture.as_raw().chunks(120).all(|row| row == first));
        assert!(first.iter().any(|byte| *byte != first[0]));
    }
    #[test]
    fn one_thread_or_many_develop_the_same_bytes() {
        let light =
            Light { rgb: (0..120 * 90 * 3).map(|k| (k % 251) as f32 / 250.0).collect(), ..Light::black(120, 90) };
        let noise = Noise { electrons: 2000.0, read: 3.0, pattern: 0.01, seed: 9 };
        let film = Film { noise, blur_px: 0.8, sharpen: 0.4, vignette: 0.3, ..Film::default() };
        let by = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| film.develop(&light, 0.25, 0.004))
        };
        assert_eq!(by(1), by(3));
    }
}
