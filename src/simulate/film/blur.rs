//! Blur and its opposite, separable, rows and columns apart; edges are continued.

use rayon::prelude::*;

/// Weighted sums along rows, or along columns, of an RGB picture.
fn along(from: &[f32], w: usize, h: usize, kernel: &[f32], rows: bool) -> Vec<f32> {
    let reach = kernel.len() / 2;
    let mut out = vec![0.0; from.len()];
    out.par_chunks_mut(3 * w).enumerate().for_each(|(y, to)| {
        for (k, weight) in kernel.iter().enumerate() {
            if rows {
                for x in 0..w {
                    let source = (y * w + (x + k).saturating_sub(reach).min(w - 1)) * 3;
                    for c in 0..3 {
                        to[3 * x + c] += from[source + c] * weight;
                    }
                }
            } else {
                let source = (y + k).saturating_sub(reach).min(h - 1) * w * 3;
                for (value, add) in to.iter_mut().zip(&from[source..source + 3 * w]) {
                    *value += add * weight;
                }
            }
        }
    });
    out
}

/// Blurred by a bell of that standard deviation, pixels.
pub fn gaussian(from: &[f32], w: usize, h: usize, sigma_px: f64) -> Vec<f32> {
    let reach = (3.0 * sigma_px).ceil() as i64;
    let bell: Vec<f64> = (-reach..=reach).map(|d| (-(d * d) as f64 / (2.0 * sigma_px * sigma_px)).exp()).collect();
    let sum: f64 = bell.iter().sum();
    let kernel: Vec<f32> = bell.iter().map(|b| (b / sum) as f32).collect();
    along(&along(from, w, h, &kernel, true), w, h, &kernel, false)
}

/// One row with what a small blur (1 2 1 both ways) would take away added instead.
pub fn sharpened_row(from: &[f32], w: usize, h: usize, y: usize, amount: f32, mut put: impl FnMut(f32)) {
    let row = |y: usize| &from[3 * w * y..3 * w * (y + 1)];
    let (above, here, below) = (row(y.saturating_sub(1)), row(y), row((y + 1).min(h - 1)));
    let column = |k: usize| above[k] + 2.0 * here[k] + below[k];
    for x in 0..w {
        let (left, right) = (x.saturating_sub(1), (x + 1).min(w - 1));
        for c in 0..3 {
            let k = 3 * x + c;
            let soft = (column(3 * left + c) + 2.0 * column(k) + column(3 * right + c)) / 16.0;
            put((here[k] + (here[k] - soft) * amount).max(0.0));
        }
    }
}
