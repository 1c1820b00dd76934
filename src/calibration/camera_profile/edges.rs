//! The exposure from the footage itself: how long a pixel takes to change when a moving edge sweeps over it.
//!
//! In: a few pictures in a row. Out: the exposure as a share of the frame interval, or why it cannot be told.
//!
//! A pixel that an edge sweeps over goes from one level to another. While the shutter is open the edge draws a ramp,
//! so a pixel's level `u` (0 before, 1 after), sampled once a frame, is in between for as long as the exposure lasts.
//! Over samples of all phases the sum of `u (1 - u)` has the mean of its integral in time, `e / 6` for a ramp of `e`
//! frames; a soft edge of its own width `w` at `v` pixels a frame adds `w / v` frames of ramp. With `1 / v` from the
//! slope of the crossing times of neighbouring pixels, squares are joined as those of blur widths are:
//! `Q^2 = (e / 6)^2 + (k / v)^2`, a line whose value at `1 / v = 0` gives `e`. This is the blur's width against the
//! speed, told in time. It is hardly sensitive to the tone curve (a power of 0.45 makes `e` 2 % too small).
//!
//! It needs a still camera and a hard edge that moves fast: a card, a ruler, a printed bar. The rim of a hand is a
//! shade, not an edge: on rendered matches with known shutters the ramps of hands had nothing to do with the
//! shutter. So the ramps of one speed must agree with each other, which those of hands do not; then nothing is said.

use super::numbers::{Z95, jackknife, line};
use super::watch::Sampled;

/// Pictures that are looked at together.
pub const SPAN: usize = 11;
/// Levels before and after must differ by this much.
const CONTRAST: i32 = 40;
/// Two levels before, and two after, may differ by this share of the contrast.
const STEADY: f32 = 0.08;
/// A level may fall back by this share of the contrast: noise and compression.
const BACK: f32 = 0.06;
/// Half the side of the patch whose crossing times give the speed, samples.
const REACH: usize = 3;
/// Half the side of the largest patch over which ramps are averaged: half of what the fastest edge sweeps in a frame.
const MOST_REACH: usize = 16;
/// Pixels of a patch that must be crossed.
const FEWEST_IN_PATCH: usize = 12;
/// Of the pixels, every so many-th has its patch looked at: neighbours' patches are nearly the same.
const EVERY: usize = 3;
/// Bins of the inverse speed and their width, frames a sample: 2.5 samples a frame is the slowest that counts.
const SPEEDS: usize = 16;
const SPEED_BIN: f64 = 0.025;
/// Bins of a patch's mean ramp and their width; the longest exposure of a hard edge gives 1/6.
const RAMPS: usize = 60;
const RAMP_BIN: f64 = 0.01;
/// Frames of one part of the recording.
const PART: usize = 32;
/// Parts are joined to this many, which are left out in turn for the interval.
const LEFT_OUT: usize = 8;
/// Patches that must be seen in a bin of speed for it to count, and in all; parts they must come from.
const FEWEST_IN_BIN: u64 = 40;
const FEWEST: u64 = 400;
const FEWEST_PARTS: usize = 4;
/// The middle half of the patches of one speed lies within this share of their median, or within this much. Cards
/// waved over a plain mat keep to it; the hands of 16 rendered matches (six of 120 frames a second, ten of 120 and 240
/// from the simulator) do not.
const AGREE_PART: f64 = 0.25;
const AGREE: f64 = 0.02;
/// Share of the bins, by patches, that must agree.
const AGREE_SHARE: f64 = 0.8;
/// Standard deviations of what the model leaves out (tone curve, sharpening, compression): a share, and frames.
/// Twice what drawn cards of known exposures, 0.2 to 0.9 frames, were off by, plain and encoded.
const MODEL_PART: f64 = 0.06;
const MODEL_FRAMES: f64 = 0.03;

/// Patches by mean ramp, for each speed.
type Counts = Box<[[u32; RAMPS]; SPEEDS]>;

/// What was seen of edges so far.
#[derive(Default)]
pub struct Edges {
    parts: Vec<(usize, Counts)>,
    /// Time of crossing, frames after the first picture; NaN where none.
    crossing: Vec<f32>,
    /// Sum of u (1 - u) of these.
    ramp: Vec<f32>,
}

impl Edges {
    /// Looks at the pixels that are crossed in the middle of these pictures; `number` is the middle one's.
    pub(super) fn look(&mut self, pictures: &[Sampled], number: usize) {
        let [first, .., last] = pictures else { return };
        let (width, height) = (first.width, first.height);
        self.crossing.clear();
        self.crossing.resize(width * height, f32::NAN);
        self.ramp.resize(width * height, 0.0);
        let mut found = Vec::new();
        for (i, (a, b)) in first.data.iter().zip(&last.data).enumerate() {
            if (i32::from(*b) - i32::from(*a)).abs() < CONTRAST {
                continue;
            }
            let mut levels = [0.0; SPAN];
            levels.iter_mut().zip(pictures).for_each(|(level, picture)| *level = f32::from(picture.data[i]));
            if let Some((at, ramp)) = crossed(&levels) {
                (self.crossing[i], self.ramp[i]) = (at, ramp);
                let (x, y) = (i % width, i / width);
                // Each crossing counts in one span only: the one in whose middle it lies.
                if (at - (SPAN / 2) as f32).abs() <= 0.5 && (x + y) % EVERY == 0 {
                    found.push((x, y));
                }
            }
        }
        for (x, y) in found {
            let Some((slowness, ramp)) = self.patch(x, y, width, height) else { continue };
            let (speed, bin) = ((slowness / SPEED_BIN) as usize, (ramp.max(0.0) / RAMP_BIN) as usize);
            if speed < SPEEDS {
                let part = number / PART;
                if self.parts.last().is_none_or(|(last, _)| *last != part) {
                    self.parts.push((part, Box::new([[0; RAMPS]; SPEEDS])));
                }
                if let Some((_, counts)) = self.parts.last_mut() {
                    counts[speed][bin.min(RAMPS - 1)] += 1;
                }
            }
        }
    }

    /// Slowness and mean ramp around a pixel, over one whole frame of crossing times.
    fn patch(&self, x: usize, y: usize, width: usize, height: usize) -> Option<(f64, f64)> {
        let inside = |reach: usize| x >= reach && y >= reach && x + reach < width && y + reach < height;
        let slowness = if inside(REACH) { self.slowness(x, y, width)? } else { return None };
        let reach = (0.5 / slowness).min(MOST_REACH as f64 - 1.0).ceil() as usize + 1;
        if !inside(reach) {
            return None;
        }
        let own = self.crossing[y * width + x];
        let (mut count, mut sum, mut earliest, mut latest) = (0usize, 0.0, 0.0_f32, 0.0_f32);
        for row in y - reach..=y + reach {
            for i in row * width + x - reach..=row * width + x + reach {
                let later = self.crossing[i] - own;
                // False for pixels without a crossing.
                if later.abs() <= 0.5 {
                    count += 1;
                    sum += f64::from(self.ramp[i]);
                    (earliest, latest) = (earliest.min(later), latest.max(later));
                }
            }
        }
        // Ramps of some phases only would have another mean.
        let all_phases = earliest < -0.4 && latest > 0.4;
        (all_phases && count >= 2 * FEWEST_IN_PATCH).then(|| (slowness, sum / count as f64))
    }

    /// Frames that the edge takes for one sample's way, from a plane through the crossing times around.
    fn slowness(&self, x: usize, y: usize, width: usize) -> Option<f64> {
        let (mut n, mut sx, mut sy, mut st) = (0usize, 0.0, 0.0, 0.0);
        let (mut xx, mut xy, mut yy, mut xt, mut yt) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for dy in 0..=2 * REACH {
            let row = (y + dy - REACH) * width + x - REACH;
            for (dx, t) in self.crossing[row..=row + 2 * REACH].iter().enumerate() {
                if !t.is_nan() {
                    let (px, py, t) = (dx as f64 - REACH as f64, dy as f64 - REACH as f64, f64::from(*t));
                    n += 1;
                    (sx, sy, st) = (sx + px, sy + py, st + t);
                    (xx, xy, yy) = (xx + px * px, xy + px * py, yy + py * py);
                    (xt, yt) = (xt + px * t, yt + py * t);
                }
            }
        }
        if n < FEWEST_IN_PATCH {
            return None;
        }
        let of = n as f64;
        let (xx, xy, yy) = (xx - sx * sx / of, xy - sx * sy / of, yy - sy * sy / of);
        let (xt, yt) = (xt - sx * st / of, yt - sy * st / of);
        let both = xx * yy - xy * xy;
        // Crossed pixels in one line do not tell which way the edge moves.
        if both < 0.05 * (xx + yy).powi(2) {
            return None;
        }
        let (gx, gy) = ((xt * yy - yt * xy) / both, (yt * xx - xt * xy) / both);
        Some(gx.hypot(gy)).filter(|slowness| *slowness > 1e-3)
    }

    /// The exposure in frame intervals with its 95 % interval.
    ///
    /// # Errors
    /// In words, why the footage does not tell.
    pub fn exposure_frames(&self) -> Result<(f64, f64, f64), String> {
        let all = self.counts(usize::MAX);
        let patches: u64 = all.iter().flatten().map(|count| u64::from(*count)).sum();
        if patches < FEWEST || self.parts.len() < FEWEST_PARTS {
            return Err(
                "too little with a hard edge moves fast; wave a card over the mats, or use a lamp (--flash-hz)"
                    .to_owned(),
            );
        }
        let soft = "the edges that move are too soft and different to tell, as those of hands are; wave a card over the \
                    mats, or use a lamp (--flash-hz)";
        let value = fit(&all).ok_or(soft)?;
        let groups = self.parts.len().min(LEFT_OUT);
        let left_out: Vec<f64> = (0..groups).filter_map(|group| fit(&self.counts(group))).collect();
        if left_out.len() < groups {
            return Err(soft.to_owned());
        }
        let half = Z95 * jackknife(&left_out).hypot(MODEL_PART * value).hypot(MODEL_FRAMES);
        // No shutter is open for longer than a frame: these are soft edges that agree by chance.
        if value - half > 1.0 {
            return Err(soft.to_owned());
        }
        Ok((value.min(1.0), (value - half).max(0.0), (value + half).min(1.0)))
    }

    /// Patches of all parts but those of one group.
    fn counts(&self, without: usize) -> Counts {
        let mut all = Box::new([[0; RAMPS]; SPEEDS]);
        let groups = self.parts.len().clamp(1, LEFT_OUT);
        for (_, (_, counts)) in self.parts.iter().enumerate().filter(|(i, _)| i * groups / self.parts.len() != without)
        {
            for (sums, row) in all.iter_mut().zip(counts.iter()) {
                sums.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
            }
        }
        all
    }
}

/// When the level goes through the middle, in frames after the first picture, and the sum of u (1 - u), if it goes from
/// one steady level to another about the middle of the span.
fn crossed(levels: &[f32; SPAN]) -> Option<(f32, f32)> {
    let (before, after) = (0.5 * (levels[0] + levels[1]), 0.5 * (levels[SPAN - 2] + levels[SPAN - 1]));
    let contrast = after - before;
    let u = levels.map(|level| (level - before) / contrast);
    let rough = (u[1] - u[0]).abs().max((u[SPAN - 1] - u[SPAN - 2]).abs());
    if contrast.abs() < CONTRAST as f32 || rough > STEADY || u.windows(2).any(|pair| pair[1] < pair[0] - BACK) {
        return None;
    }
    let between = &u[2..SPAN - 2];
    // What is missing to the level after: the time of crossing, whatever the ramp.
    let at = 1.5 + between.iter().map(|u| 1.0 - u).sum::<f32>();
    let near = (at - (SPAN / 2) as f32).abs() <= 1.1;
    near.then(|| (at, between.iter().map(|u| u * (1.0 - u)).sum()))
}

/// The ramp below which a share of the patches of one speed lie.
fn quantile(counts: &[u32; RAMPS], share: f64) -> f64 {
    let wanted = share * counts.iter().map(|count| f64::from(*count)).sum::<f64>();
    let mut below = 0.0;
    for (bin, count) in counts.iter().enumerate() {
        let count = f64::from(*count);
        if below + count >= wanted && count > 0.0 {
            return RAMP_BIN * (bin as f64 + (wanted - below) / count);
        }
        below += count;
    }
    RAMP_BIN * RAMPS as f64
}

/// The exposure in frames from the line of squares; `None` when the ramps of one speed do not agree.
fn fit(counts: &Counts) -> Option<f64> {
    let (mut points, mut agreeing, mut all) = (Vec::new(), 0.0, 0.0);
    for (speed, bin) in counts.iter().enumerate() {
        let patches: u64 = bin.iter().map(|count| u64::from(*count)).sum();
        if patches < FEWEST_IN_BIN {
            continue;
        }
        let [low, middle, high] = [0.25, 0.5, 0.75].map(|share| quantile(bin, share));
        all += patches as f64;
        if high - low <= (AGREE_PART * middle).max(AGREE) {
            agreeing += patches as f64;
            points.push((((speed as f64 + 0.5) * SPEED_BIN).powi(2), middle * middle, patches as f64));
        }
    }
    if agreeing < AGREE_SHARE * all {
        return None;
    }
    match points.as_slice() {
        [] => None,
        // One speed alone: its edges as hard as they are, which makes the exposure too long rather than too short.
        [(_, ramp, _)] => Some(6.0 * ramp.sqrt()),
        _ => {
            let (slope, offset) = line(points.iter().copied())?;
            // Ramps that shorten with slowness are no edges.
            let mean = points.iter().map(|(_, ramp, n)| ramp * n).sum::<f64>() / agreeing;
            Some(6.0 * if slope < 0.0 { mean } else { offset.max(0.0) }.sqrt())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::watch::{Luma, RowOrder, Watch};
    use super::*;

    const WIDTH: usize = 320;
    const HEIGHT: usize = 120;

    /// A dark card that goes to and fro over a light mat, each pass at another speed, its edge soft by about a pixel.
    fn passes(exposure: f64, dark: f64, light: f64) -> Edges {
        let mut watch = Watch::new(RowOrder::Down);
        let mut at = -20.0;
        for (pass, speed) in [9.0, 6.0, 12.0, 7.5, 10.0, 5.0, 14.0, 8.0].iter().cycle().take(16).enumerate() {
            let towards = if pass % 2 == 0 { 1.0 } else { -1.0 };
            for _ in 0..(340.0 / speed) as usize {
                at += towards * speed;
                let edge = |x: f64| -> f64 {
                    // The middle of the exposure is the frame's time; slanted a little, so that phases differ by row.
                    let covered: f64 = (0..16)
                        .map(|i| {
                            let front = at + towards * speed * exposure * ((f64::from(i) + 0.5) / 16.0 - 0.5);
                            (0.5 + (front - x) / 1.6).clamp(0.0, 1.0)
                        })
                        .sum();
                    light + (dark - light) * covered / 16.0
                };
                let data: Vec<u8> = (0..WIDTH * HEIGHT)
                    .map(|i| edge((i % WIDTH) as f64 + 0.13 * (i / WIDTH) as f64).round() as u8)
                    .collect();
                watch.see(&Luma { data: &data, stride: WIDTH, width: WIDTH, height: HEIGHT });
            }
        }
        watch.edges
    }

    #[test]
    fn a_card_that_is_waved_tells_the_exposure() {
        for exposure in [0.2, 0.5, 0.9] {
            let (value, lo, hi) = passes(exposure, 40.0, 190.0).exposure_frames().expect("an exposure");
            assert!((value - exposure).abs() < 0.06, "{value} for {exposure}");
            assert!(lo <= exposure && exposure <= hi && hi - lo < 0.4, "{lo} {hi} for {exposure}");
        }
    }

    #[test]
    fn a_faint_edge_tells_nothing() {
        assert!(passes(0.5, 100.0, 120.0).exposure_frames().is_err());
        assert!(Edges::default().exposure_frames().is_err());
    }

    #[test]
    fn ramps_that_do_not_agree_tell_nothing() {
        let mut edges = Edges::default();
        for part in 0..8 {
            let mut counts = Box::new([[0; RAMPS]; SPEEDS]);
            // As many short ramps as long ones at every speed: shades.
            counts.iter_mut().for_each(|bin| [5, 12, 20, 30, 45].iter().for_each(|ramp| bin[*ramp] = 20));
            edges.parts.push((part, counts));
        }
        assert!(edges.exposure_frames().is_err());
    }
}
