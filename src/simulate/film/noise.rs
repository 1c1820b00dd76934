//! Noise of photons and sensor: numbers that depend on the seed, the frame's time and the pixel alone.

use super::Noise as Settings;
use std::sync::OnceLock;

/// Normal deviates at evenly spaced quantiles: the noise draws one of them.
fn normals() -> &'static [f32] {
    static TABLE: OnceLock<Vec<f32>> = OnceLock::new();
    TABLE.get_or_init(|| {
        const COUNT: usize = 4096;
        // The quantile by bisection of the distribution, which is summed once.
        let step = 1e-3;
        let mut out = Vec::with_capacity(COUNT);
        let (mut x, mut below) = (-6.0_f64, 0.0);
        for k in 0..COUNT {
            let wanted = (k as f64 + 0.5) / COUNT as f64;
            while below < wanted {
                below += (-(x + step / 2.0).powi(2) / 2.0).exp() / std::f64::consts::TAU.sqrt() * step;
                x += step;
            }
            out.push(x as f32);
        }
        out
    })
}

/// Well mixed bits of a counter (Steele, Lea and Flood 2014, the finalizer of SplitMix64).
fn mixed(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The noise of one frame.
pub struct Frame {
    settings: Settings,
    start: u64,
    table: &'static [f32],
}

impl Frame {
    /// That of the frame of time `t`.
    pub fn new(settings: &Settings, t: f64) -> Frame {
        // Frames are told apart by their time to a tenth of a microsecond.
        let frame = (t * 1e7).round() as i64 as u64;
        Frame { settings: *settings, start: mixed(settings.seed ^ mixed(frame)), table: normals() }
    }

    /// Adds it to a row. `normals` is working memory.
    pub fn add(&self, row: &mut [f32], y: usize, w: usize, normals: &mut Vec<f32>) {
        let Settings { electrons, read, pattern, seed } = self.settings;
        let (well, read2, pattern) = (electrons as f32, (read * read) as f32, pattern as f32);
        let place = |x: usize| (y * w + x) as u64;
        if pattern > 0.0 {
            for (x, pixel) in row.chunks_exact_mut(3).enumerate() {
                // The same in every frame.
                let bits = mixed(seed ^ 0xF1E1D ^ place(x).wrapping_mul(0xD6E8_FEB8_6659_FD93));
                let own = self.table[(bits & 4095) as usize];
                pixel.iter_mut().for_each(|value| *value *= 1.0 + own * pattern);
            }
        }
        if well > 0.0 {
            normals.clear();
            normals.extend((0..row.len() / 3).flat_map(|x| {
                let bits = mixed(self.start.wrapping_add(place(x)));
                [0, 1, 2].map(|c| self.table[(bits >> (16 * c) & 4095) as usize])
            }));
            for (value, normal) in row.iter_mut().zip(normals.iter()) {
                *value += normal * ((value.max(0.0) * well + read2).sqrt() / well);
            }
        }
    }
}
