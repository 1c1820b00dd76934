//! Small differences of surfaces - grain, fibres, weave, pores - as pictures that repeat, drawn from a seed.
//!
//! A value of one half leaves the surface's own colour as it is.

use rayon::prelude::*;

/// Pixels a side.
pub const SIDE: usize = 512;

/// The surfaces, in the order of their layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    /// Boards with grain along x.
    Wood,
    /// Faint specks.
    Laminate,
    /// Table cloth and sleeves.
    Cloth,
    /// Short fibres.
    Felt,
    /// Almost nothing.
    Rubber,
    /// A coarse weave.
    Linen,
    /// Pores and blotches.
    Skin,
    /// Nothing at all.
    Plain,
}

impl Surface {
    /// All, in order.
    pub const ALL: [Surface; 8] = [
        Surface::Wood,
        Surface::Laminate,
        Surface::Cloth,
        Surface::Felt,
        Surface::Rubber,
        Surface::Linen,
        Surface::Skin,
        Surface::Plain,
    ];

    /// The layer it lies in.
    pub fn layer(self) -> u8 {
        self as u8
    }

    /// How much of the table a picture covers, centimetres a side.
    pub fn period_cm(self) -> f64 {
        match self {
            Surface::Wood => 60.0,
            Surface::Laminate => 24.0,
            Surface::Cloth => 10.0,
            Surface::Felt => 18.0,
            Surface::Rubber => 20.0,
            Surface::Linen => 9.0,
            Surface::Skin => 1.0,
            Surface::Plain => 100.0,
        }
    }

    /// How shiny, 0 to 1.
    pub fn gloss(self) -> f64 {
        match self {
            Surface::Wood => 0.30,
            Surface::Laminate => 0.45,
            Surface::Rubber => 0.10,
            Surface::Plain => 0.25,
            _ => 0.0,
        }
    }
}

/// A number from 0 to 1 for a cell, the same every time.
fn hash(x: i64, y: i64, seed: u64) -> f64 {
    let mut draw = super::stage::Draw(
        seed ^ (x as u64).wrapping_mul(0x9E37_79B1_85EB_CA87) ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F),
    );
    draw.between(0.0, 1.0)
}

/// Smooth noise that repeats: `u`, `v` from 0 to 1, `nx` by `ny` cells.
fn noise(u: f64, v: f64, nx: i64, ny: i64, seed: u64) -> f64 {
    let (x, y) = (u * nx as f64, v * ny as f64);
    let (i, j) = (x.floor() as i64, y.floor() as i64);
    let smooth = |t: f64| t * t * (3.0 - 2.0 * t);
    let (fx, fy) = (smooth(x - i as f64), smooth(y - j as f64));
    let at = |di: i64, dj: i64| hash((i + di).rem_euclid(nx), (j + dj).rem_euclid(ny), seed);
    let row = |dj: i64| at(0, dj) + (at(1, dj) - at(0, dj)) * fx;
    row(0) + (row(1) - row(0)) * fy
}

/// Noise of several sizes, about 0 to 1.
fn layered(u: f64, v: f64, nx: i64, ny: i64, seed: u64, sizes: i64) -> f64 {
    let (mut sum, mut weight, mut total) = (0.0, 1.0, 0.0);
    for k in 0..sizes {
        sum += weight * noise(u, v, nx << k, ny << k, seed.wrapping_add(k as u64 * 77));
        total += weight;
        weight *= 0.5;
    }
    sum / total
}

/// One texel, 0 to 1 a channel.
fn texel(surface: Surface, u: f64, v: f64, seed: u64) -> [f64; 3] {
    let grey = |value: f64| [value; 3];
    match surface {
        Surface::Wood => {
            // Six boards, each with its own shade and its own shift of the grain.
            let board = (v * 6.0).floor();
            let own = hash(board as i64, 7, seed);
            let bend = (layered(u, v, 2, 4, seed ^ 3, 2) - 0.5) * 0.9;
            let rings = noise((u + own).fract(), (v * 5.0 + bend * 0.12 + own).fract(), 2, 22, seed ^ 5);
            let fibre = layered(u, v, 6, 128, seed ^ 9, 2);
            let seam = (v * 6.0 - board).min(1.0 - (v * 6.0 - board));
            let gap = if seam < 0.012 { 0.62 } else { 1.0 };
            let value = (0.5 + (own - 0.5) * 0.10 + (rings - 0.5) * 0.16 + (fibre - 0.5) * 0.16) * gap;
            [value, value * (0.98 + 0.03 * rings), value * (0.94 + 0.08 * rings)]
        }
        Surface::Laminate => {
            let speck = if noise(u, v, 256, 256, seed ^ 1) > 0.86 { -0.05 } else { 0.0 };
            grey(0.505 + speck + (layered(u, v, 4, 4, seed ^ 2, 3) - 0.5) * 0.03)
        }
        Surface::Cloth => {
            let weave = (u * 80.0 * std::f64::consts::TAU).sin() * (v * 80.0 * std::f64::consts::TAU).sin();
            grey(0.5 + 0.06 * weave + (layered(u, v, 6, 6, seed ^ 4, 4) - 0.5) * 0.12)
        }
        Surface::Felt => {
            let fibre = layered(u, v, 120, 120, seed ^ 6, 2) - 0.5;
            let blotch = layered(u, v, 6, 6, seed ^ 8, 3) - 0.5;
            grey(0.5 + fibre * 0.20 + blotch * 0.10)
        }
        Surface::Rubber => grey(0.5 + (noise(u, v, 200, 200, seed ^ 11) - 0.5) * 0.05),
        Surface::Linen => {
            let thread = |along: f64, across: f64, s: u64| {
                let wave = 0.5 + 0.5 * (across * 60.0 * std::f64::consts::TAU).sin();
                wave * (0.7 + 0.6 * noise(along, across, 12, 60, seed ^ s))
            };
            grey(0.5 + (thread(u, v, 12) + thread(v, u, 13) - 1.0) * 0.13)
        }
        Surface::Skin => {
            let pores = layered(u, v, 90, 90, seed ^ 14, 2) - 0.5;
            let blotch = layered(u, v, 12, 12, seed ^ 15, 3) - 0.5;
            [0.5 + pores * 0.10 + blotch * 0.10, 0.5 + pores * 0.14 + blotch * 0.20, 0.5 + pores * 0.14 + blotch * 0.18]
        }
        Surface::Plain => grey(0.5),
    }
}

/// One layer's RGBA bytes, row by row.
pub fn draw(surface: Surface, seed: u64) -> Vec<u8> {
    (0..SIDE)
        .into_par_iter()
        .flat_map_iter(|row| {
            (0..SIDE).flat_map(move |column| {
                let (u, v) = ((column as f64 + 0.5) / SIDE as f64, (row as f64 + 0.5) / SIDE as f64);
                let [r, g, b] = texel(surface, u, v, seed).map(|c| (c * 255.0).round().clamp(0.0, 255.0) as u8);
                [r, g, b, 255]
            })
        })
        .collect()
}

/// The next smaller picture of one that is `w` x `h`, RGBA: means of two by two.
pub fn halve(from: &[u8], w: usize, h: usize) -> Vec<u8> {
    let (nw, nh) = ((w / 2).max(1), (h / 2).max(1));
    let mut out = Vec::with_capacity(nw * nh * 4);
    for y in 0..nh {
        for x in 0..nw {
            for c in 0..4 {
                let at = |dx: usize, dy: usize| {
                    u32::from(from[4 * ((2 * y + dy).min(h - 1) * w + (2 * x + dx).min(w - 1)) + c])
                };
                out.push(((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 2) / 4) as u8);
            }
        }
    }
    out
}

/// sRGB to linear light, 0 to 1.
pub fn linear(srgb: f64) -> f64 {
    if srgb <= 0.04045 { srgb / 12.92 } else { ((srgb + 0.055) / 1.055).powf(2.4) }
}

/// The colour of light of a temperature (kelvin), its green 1, as a camera balanced for 5500 K sees it
/// (Helland's fit to the black body's locus).
pub fn light_colour(kelvin: f64) -> [f64; 3] {
    let raw = |kelvin: f64| {
        let t = kelvin.clamp(1500.0, 15000.0) / 100.0;
        let r = if t <= 66.0 { 255.0 } else { 329.7 * (t - 60.0).powf(-0.1332) };
        let g = if t <= 66.0 { 99.47 * t.ln() - 161.12 } else { 288.12 * (t - 60.0).powf(-0.0755) };
        let b = if t >= 66.0 { 255.0 } else { 138.52 * (t - 10.0).ln() - 305.04 };
        [r, g, b].map(|c: f64| linear(c.clamp(1.0, 255.0) / 255.0))
    };
    let (seen, white) = (raw(kelvin), raw(5500.0));
    let ratio = [0, 1, 2].map(|k: usize| seen[k] / white[k]);
    // A camera's own balance takes most of it away.
    ratio.map(|c| (c / ratio[1]).powf(0.45))
}
