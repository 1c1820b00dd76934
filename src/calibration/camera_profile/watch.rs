//! What the measurements keep of each picture: brightness of row bands, how much changed, whether it is a mix of its
//! neighbours, and the pixels that an edge sweeps over.
//!
//! In: luma planes in presentation order. Out: [`Watch`] with a few hundred bytes a picture, up to [`MOST_PICTURES`]
//! of them; pictures themselves are let go after [`super::edges::SPAN`]. It judges nothing.

use super::edges::Edges;
use std::collections::VecDeque;

/// Bands of sensor rows, from the first that is read to the last.
pub const BANDS: usize = 32;
/// Pictures that are looked at: two minutes at 240 a second. Keeps memory and time bounded; presentation times are
/// read of the whole recording.
pub const MOST_PICTURES: usize = 28_800;
/// Pictures are sampled to at most this many columns and rows: edges stay as sharp as they are, the work stays small.
const MOST_SAMPLES: usize = 960;
/// Side of a block whose change is judged, samples.
const BLOCK: usize = 16;
/// The share of the blocks, those that change most, whose change stands for the picture.
const BUSIEST: f64 = 0.02;
/// A pixel moves when the pictures around differ by this many levels there.
const MOVING: i32 = 12;
/// Pixels that must move for a picture to be called a mix or none.
const FEWEST_MOVING: u32 = 60;

/// Eight-bit brightness of one upright picture.
#[derive(Debug, Clone, Copy)]
pub struct Luma<'a> {
    /// Rows of `stride` bytes.
    pub data: &'a [u8],
    /// Bytes from one row to the next.
    pub stride: usize,
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// Which way the sensor's rows follow each other in the upright picture: a picture that a phone stores lying has
/// them along x.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowOrder {
    /// First row at the top.
    Down,
    /// First row at the right: stored picture turned by 90 degrees clockwise.
    Leftward,
    /// First row at the bottom.
    Up,
    /// First row at the left.
    Rightward,
}

impl RowOrder {
    /// For a stored picture that is turned clockwise by so many degrees to be upright.
    pub fn turned(degrees: u16) -> RowOrder {
        match degrees % 360 {
            90 => RowOrder::Leftward,
            180 => RowOrder::Up,
            270 => RowOrder::Rightward,
            _ => RowOrder::Down,
        }
    }

    /// From one row to the next in a picture seen upright: x to the right, y down.
    pub fn along(self) -> (f64, f64) {
        match self {
            RowOrder::Down => (0.0, 1.0),
            RowOrder::Leftward => (-1.0, 0.0),
            RowOrder::Up => (0.0, -1.0),
            RowOrder::Rightward => (1.0, 0.0),
        }
    }

    /// In words, for a picture seen upright.
    pub fn words(self) -> &'static str {
        match self {
            RowOrder::Down => "top to bottom",
            RowOrder::Leftward => "right to left",
            RowOrder::Up => "bottom to top",
            RowOrder::Rightward => "left to right",
        }
    }
}

/// How far a picture is from the best mix of the one before and the one after.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mix {
    /// Distance from the best mix, as a share of half the difference of the neighbours: about 1 for an edge that
    /// moves, 0 for a mix.
    pub distance: f32,
    /// The share of the later neighbour in that mix.
    pub later: f32,
}

/// What is kept.
pub struct Watch {
    order: RowOrder,
    /// Mean brightness of each band of each picture.
    pub bands: Vec<[f32; BANDS]>,
    /// Change from the picture before, levels, in the busiest blocks; 0 for the first.
    pub changes: Vec<f32>,
    /// Mean change from the picture before over the whole picture, levels, signed.
    pub swings: Vec<f32>,
    /// For each picture the mix of its neighbours; `None` where too little moves, and at the ends.
    pub mixes: Vec<Option<Mix>>,
    /// Pixels that edges sweep over.
    pub edges: Edges,
    recent: VecDeque<Sampled>,
    size: Option<(usize, usize)>,
}

/// A picture of every n-th sample.
pub(super) struct Sampled {
    pub(super) data: Vec<u8>,
    pub(super) width: usize,
    pub(super) height: usize,
}

impl Watch {
    /// For pictures whose rows are read in that order.
    pub fn new(order: RowOrder) -> Watch {
        Watch {
            order,
            bands: Vec::new(),
            changes: Vec::new(),
            swings: Vec::new(),
            mixes: Vec::new(),
            edges: Edges::default(),
            recent: VecDeque::new(),
            size: None,
        }
    }

    /// True when no further picture would be kept.
    pub fn is_full(&self) -> bool {
        self.bands.len() >= MOST_PICTURES
    }

    /// Looks at the next picture. One of another size than the first, or without pixels, is passed over.
    pub fn see(&mut self, luma: &Luma<'_>) {
        let size = (luma.width, luma.height);
        let whole = luma.height > 0 && luma.data.len() >= luma.stride * (luma.height - 1) + luma.width;
        if self.is_full() || luma.width == 0 || !whole || *self.size.get_or_insert(size) != size {
            return;
        }
        self.bands.push(bands(luma, self.order));
        let now = sample(luma);
        let (change, swing) = self.recent.back().map_or((0.0, 0.0), |before| changed(before, &now));
        self.changes.push(change);
        self.swings.push(swing);
        // The picture before now has both its neighbours.
        self.mixes.push(None);
        if let [.., first, middle] = &*self.recent.make_contiguous() {
            let last = self.mixes.len() - 2;
            self.mixes[last] = mix(first, middle, &now);
        }
        if self.recent.len() == super::edges::SPAN {
            self.recent.pop_front();
        }
        self.recent.push_back(now);
        if self.recent.len() == super::edges::SPAN {
            let number = self.bands.len() - 1 - super::edges::SPAN / 2;
            self.edges.look(self.recent.make_contiguous(), number);
        }
    }
}

fn bands(luma: &Luma<'_>, order: RowOrder) -> [f32; BANDS] {
    let (mut sums, mut counts) = ([0u64; BANDS], [0u64; BANDS]);
    // Every second column is plenty: a band has tens of thousands of pixels.
    let every = if luma.width >= 640 { 2 } else { 1 };
    for y in 0..luma.height {
        let row = &luma.data[y * luma.stride..][..luma.width];
        match order {
            RowOrder::Down | RowOrder::Up => {
                let band = y * BANDS / luma.height;
                let band = if order == RowOrder::Down { band } else { BANDS - 1 - band };
                sums[band] += row.iter().step_by(every).map(|v| u64::from(*v)).sum::<u64>();
                counts[band] += row.len().div_ceil(every) as u64;
            }
            RowOrder::Leftward | RowOrder::Rightward => {
                for (x, value) in row.iter().enumerate().step_by(every) {
                    let band = x * BANDS / luma.width;
                    let band = if order == RowOrder::Rightward { band } else { BANDS - 1 - band };
                    sums[band] += u64::from(*value);
                    counts[band] += 1;
                }
            }
        }
    }
    let mut out = [0.0; BANDS];
    let mut last = 0.0;
    for band in 0..BANDS {
        // A picture of fewer rows than bands repeats the row before.
        if counts[band] > 0 {
            last = (sums[band] as f64 / counts[band] as f64) as f32;
        }
        out[band] = last;
    }
    out
}

fn sample(luma: &Luma<'_>) -> Sampled {
    let every = luma.width.max(luma.height).div_ceil(MOST_SAMPLES);
    let (width, height) = (luma.width.div_ceil(every), luma.height.div_ceil(every));
    let mut data = Vec::with_capacity(width * height);
    for y in (0..luma.height).step_by(every) {
        data.extend(luma.data[y * luma.stride..][..luma.width].iter().step_by(every));
    }
    Sampled { data, width, height }
}

/// Change in the busiest blocks, and the mean signed change.
fn changed(before: &Sampled, now: &Sampled) -> (f32, f32) {
    let mut blocks = Vec::new();
    let mut all = 0i64;
    for y0 in (0..now.height).step_by(BLOCK) {
        for x0 in (0..now.width).step_by(BLOCK) {
            let (x1, y1) = ((x0 + BLOCK).min(now.width), (y0 + BLOCK).min(now.height));
            let (mut sum, mut signed) = (0u32, 0i32);
            for y in y0..y1 {
                let at = y * now.width;
                for (a, b) in before.data[at + x0..at + x1].iter().zip(&now.data[at + x0..at + x1]) {
                    sum += u32::from(a.abs_diff(*b));
                    signed += i32::from(*b) - i32::from(*a);
                }
            }
            all += i64::from(signed);
            blocks.push(sum as f32 / ((x1 - x0) * (y1 - y0)) as f32);
        }
    }
    blocks.sort_by(|a, b| b.total_cmp(a));
    let busiest = ((blocks.len() as f64 * BUSIEST).ceil() as usize).clamp(1, blocks.len());
    let change = blocks[..busiest].iter().sum::<f32>() / busiest as f32;
    (change, (all as f64 / now.data.len() as f64) as f32)
}

/// The middle picture as the best mix of the other two, over the pixels in which these differ.
fn mix(first: &Sampled, middle: &Sampled, last: &Sampled) -> Option<Mix> {
    let (mut own, mut both, mut whole, mut count) = (0i64, 0i64, 0i64, 0u32);
    for ((a, b), c) in first.data.iter().zip(&middle.data).zip(&last.data) {
        let (across, step) = (i32::from(*c) - i32::from(*a), i32::from(*b) - i32::from(*a));
        if across.abs() >= MOVING {
            own += i64::from(step * step);
            both += i64::from(step * across);
            whole += i64::from(across * across);
            count += 1;
        }
    }
    if count < FEWEST_MOVING {
        return None;
    }
    let (own, both, whole) = (own as f64, both as f64, whole as f64);
    // A share near 0 or 1 is a copy of a neighbour, which is judged elsewhere.
    let later = (both / whole).clamp(0.1, 0.9);
    let left = (own - 2.0 * later * both + later * later * whole).max(0.0);
    Some(Mix { distance: (left / (0.25 * whole)).sqrt() as f32, later: later as f32 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luma(data: &[u8], width: usize) -> Luma<'_> {
        Luma { data, stride: width, width, height: data.len() / width }
    }

    #[test]
    fn bands_follow_the_order_in_which_rows_are_read() {
        // Brighter downwards: 64 rows of 64.
        let down: Vec<u8> = (0..64 * 64).map(|i| (i / 64) as u8).collect();
        let right: Vec<u8> = (0..64 * 64).map(|i| (i % 64) as u8).collect();
        for (data, order) in [(&down, RowOrder::turned(0)), (&right, RowOrder::turned(270))] {
            let bands = bands(&luma(data, 64), order);
            assert!((bands[0] - 0.5).abs() < 1e-6 && (bands[31] - 62.5).abs() < 1e-6, "{order:?} {bands:?}");
        }
        for (data, order) in [(&down, RowOrder::turned(180)), (&right, RowOrder::turned(90))] {
            assert!((bands(&luma(data, 64), order)[0] - 62.5).abs() < 1e-6, "{order:?}");
        }
    }

    #[test]
    fn a_mix_is_told_from_an_edge_that_moved() {
        let bar = |at: usize| -> Vec<u8> { (0..64 * 64).map(|i| if i % 64 < at { 200 } else { 40 }).collect() };
        let mean: Vec<u8> =
            bar(10).iter().zip(bar(18)).map(|(a, b)| ((u16::from(*a) + u16::from(b)) / 2) as u8).collect();
        for (middle, range) in [(mean, 0.0..0.05), (bar(14), 0.8..1.2)] {
            let mut watch = Watch::new(RowOrder::Down);
            for data in [bar(10), middle, bar(18)] {
                watch.see(&luma(&data, 64));
            }
            let found = watch.mixes[1].expect("enough moves");
            assert!(range.contains(&found.distance), "{found:?}");
        }
    }

    #[test]
    fn change_is_that_of_the_busiest_part_and_odd_sizes_are_passed_over() {
        let still = vec![90u8; 200 * 100];
        let mut moved = still.clone();
        for y in 0..32 {
            moved[y * 200..y * 200 + 32].fill(150);
        }
        let mut watch = Watch::new(RowOrder::Down);
        watch.see(&luma(&still, 200));
        watch.see(&luma(&still, 200));
        watch.see(&luma(&moved, 200));
        watch.see(&luma(&moved, 100));
        assert_eq!(watch.changes, [0.0, 0.0, 60.0]);
        watch.see(&Luma { data: &[], stride: 200, width: 200, height: 100 });
        assert_eq!(watch.bands.len(), 3);
    }
}
