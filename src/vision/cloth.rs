//! Where the bare cloth of a Foundation mat shows.
//!
//! That no card is found in a place says little: an arm in its sleeve, which no hand model sees, may lie over it. That the mat's own
//! colour shows there says that nothing does. The colour of a mat is the commonest on it in pictures spread over the recording;
//! brightness may differ from it by what shadows and lamps do, colour may not.

use super::crop::Sampler;
use crate::base::{Image, Point, Table};
use crate::calibration::{Calibration, Zone};
use crate::facts::{ClothSeen, Frame};
use image::RgbImage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Sample points per side of a mat.
const MAT_GRID: (usize, usize) = (48, 24);
/// Colours that differ by less than this in luma and in each chroma, levels, are one when the commonest is sought.
const BIN: [f32; 3] = [24.0, 8.0, 8.0];
/// How far from its middle a colour reaches, levels, and how often the middle is found anew.
const REACH: [f32; 3] = [25.0, 8.0, 8.0];
const ROUNDS: usize = 4;
/// The cloth is this part of the mat's points in all pictures at least: the rest are cards, lines and arms.
const LEAST_PART: f32 = 0.25;
/// Cloth is so bright, by its brightness in those pictures: a hand's shadow halves it, a lamp lights it unevenly.
const BRIGHTNESS: std::ops::Range<f32> = 0.35..1.5;
/// And its chroma, which grows and shrinks with brightness, differs by no more, levels.
const CHROMA: f32 = 7.0;
/// Darkness as stored, levels: what a lens scatters and a camera's black add.
const BLACK: f32 = 8.0;

/// The cloth's colour on the mat of each Boundary: luma and chroma, 0 to 255, chroma about 0; `None` where no colour stands out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct ClothColours([Option<[f32; 3]>; 2]);

impl ClothColours {
    /// From pictures of a recording.
    pub fn find(pictures: &[RgbImage], calibration: &Calibration) -> ClothColours {
        ClothColours(boundaries(calibration).map(|boundary| {
            let middle = boundary?.middle();
            let mat = calibration.layout.mats.iter().find(|mat| mat.contains(middle))?;
            let points: Vec<Point<Image>> =
                grid(mat.bounds(), MAT_GRID).map(|point| calibration.to_image(point)).collect();
            let seen = pictures.iter().flat_map(|picture| {
                points.iter().filter_map(|at| {
                    let inside = at.x >= 0.0 && at.y >= 0.0;
                    let pixel = picture.get_pixel_checked(at.x.round() as u32, at.y.round() as u32)?;
                    inside.then(|| luma_chroma(pixel.0))
                })
            });
            commonest(&seen.collect::<Vec<_>>())
        }))
    }

    /// Where cloth shows in each Boundary.
    pub fn seen(&self, frame: &Frame, calibration: &Calibration) -> [Option<ClothSeen>; 2] {
        let sampler = Sampler::new(frame);
        let boundaries = boundaries(calibration);
        [0, 1].map(|i| {
            let (colour, (low, high)) = (self.0[i]?, boundaries[i]?.bounds());
            let mut seen = ClothSeen::default();
            for (cell, point) in ClothSeen::cells(low, high) {
                let at = calibration.to_image(point);
                let shows = sampler.inside(at).is_some_and(|rgb| is_cloth(luma_chroma(rgb), colour));
                seen.0[cell / 64] |= u64::from(shows) << (cell % 64);
            }
            Some(seen)
        })
    }
}

fn boundaries(calibration: &Calibration) -> [Option<&Zone>; 2] {
    ["boundary_1", "boundary_2"].map(|id| calibration.layout.zone(id))
}

fn grid((low, high): (Point<Table>, Point<Table>), (nx, ny): (usize, usize)) -> impl Iterator<Item = Point<Table>> {
    let at = |i: usize, n: usize, a: f64, b: f64| a + (b - a) * (i as f64 + 0.5) / n as f64;
    (0..nx * ny).map(move |i| Point::new(at(i % nx, nx, low.x, high.x), at(i / nx, ny, low.y, high.y)))
}

/// Luma and chroma (ITU-R BT.601) of a screen colour, 0 to 255, chroma about 0.
fn luma_chroma(rgb: [u8; 3]) -> [f32; 3] {
    let [r, g, b] = rgb.map(f32::from);
    let y = 0.299 * r + 0.587 * g + 0.114 * b;
    [y, 0.564 * (b - y), 0.713 * (r - y)]
}

fn is_cloth([y, cb, cr]: [f32; 3], [own, own_cb, own_cr]: [f32; 3]) -> bool {
    let bright = (y - BLACK).max(1.0) / (own - BLACK).max(1.0);
    BRIGHTNESS.contains(&bright) && (cb - own_cb * bright).abs().max((cr - own_cr * bright).abs()) < CHROMA
}

/// The colour that most of them have.
fn commonest(colours: &[[f32; 3]]) -> Option<[f32; 3]> {
    let mut bins: BTreeMap<[i32; 3], usize> = BTreeMap::new();
    for colour in colours {
        *bins.entry([0, 1, 2].map(|i| (colour[i] / BIN[i]).floor() as i32)).or_default() += 1;
    }
    // With the bins around it: uneven light spreads one colour over several.
    let around = |bin: &[i32; 3]| -> usize {
        let side = -1..=1;
        let cube = side.clone().flat_map(|i| side.clone().map(move |j| (i, j)));
        let near = cube.flat_map(|(i, j)| side.clone().map(move |k| [i, j, k]));
        near.filter_map(|by| bins.get(&[bin[0] + by[0], bin[1] + by[1], bin[2] + by[2]])).sum()
    };
    let bin = bins.keys().max_by_key(|bin| (around(bin), bins[*bin], std::cmp::Reverse(**bin)))?;
    let mut middle = [0, 1, 2].map(|i| (bin[i] as f32 + 0.5) * BIN[i]);
    let mut near = 0;
    for _ in 0..ROUNDS {
        let mut sum = [0.0_f64; 3];
        near = 0;
        for colour in colours.iter().filter(|c| (0..3).all(|i| (c[i] - middle[i]).abs() < REACH[i])) {
            near += 1;
            for (sum, value) in sum.iter_mut().zip(colour) {
                *sum += f64::from(*value);
            }
        }
        if near == 0 {
            return None;
        }
        middle = sum.map(|sum| (sum / f64::from(near)) as f32);
    }
    (near as f32 >= LEAST_PART * colours.len() as f32).then_some(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commonest_colour_is_the_cloths() {
        // A blue mat, lit unevenly, a third of it under a grey sleeve, with white cards on it.
        let mut pixels = Vec::new();
        for i in 0..300u32 {
            let light = 0.8 + 0.4 * (i as f32 / 300.0);
            pixels.push([20.0 * light, 60.0 * light, 120.0 * light].map(|v| v as u8));
            if i % 2 == 0 {
                pixels.push([90, 92, 95]);
            }
            if i % 4 == 0 {
                pixels.push([240, 240, 236]);
            }
        }
        let colours: Vec<[f32; 3]> = pixels.iter().map(|&rgb| luma_chroma(rgb)).collect();
        let cloth = commonest(&colours).expect("a colour stands out");
        assert!(is_cloth(luma_chroma([20, 60, 120]), cloth), "{cloth:?}");
        assert!(is_cloth(luma_chroma([11, 32, 64]), cloth), "in a shadow");
        assert!(!is_cloth(luma_chroma([90, 92, 95]), cloth), "the sleeve");
        assert!(!is_cloth(luma_chroma([240, 240, 236]), cloth), "a card");
        assert!(!is_cloth(luma_chroma([160, 110, 90]), cloth), "skin");
        // A mat printed all over has no colour of its own.
        let printed: Vec<[f32; 3]> =
            (0..1000u32).map(|i| luma_chroma([i * 7 % 256, i * 13 % 256, i * 29 % 256].map(|v| v as u8))).collect();
        assert_eq!(commonest(&printed), None);
        assert_eq!(commonest(&[]), None);
    }
}
