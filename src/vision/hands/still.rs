//! Whether a hand's square shows what it showed when the landmark model last looked at it.
//!
//! A model's pass over a square costs a thousand times what comparing its brightness does, and says the same of the same picture but
//! for a jitter of its own. In come a frame and a hand's landmarks, out comes what their square looks like, coarsely; two such looks
//! are alike or not. A hand that creeps is compared with what the model saw, not with the frame before, so that nothing adds up.

use super::roi::Roi;
use crate::base::{Image, Point};
use crate::facts::{Frame, Plane};

/// A square is compared by so many cells a side: a hand is some twelve of them across, so that where its edge is moves a cell's mean
/// with a few hundredths of the hand's width.
const CELLS: usize = 48;
/// Means of cells that differ by no more than this, grey levels, are alike: coding and a little grain; and by no more than this part of
/// what a square's cells differ by among themselves, for in the dark a hand differs little from what it lies on. In a picture with more
/// grain no square is ever like another, and the model looks at each.
const ALIKE: f64 = 3.0;
const ALIKE_PART: f64 = 0.125;

/// What a square of a picture looks like.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Look {
    /// Mean brightness and colours of its cells by rows, grey levels; 0 beyond the picture.
    cells: Vec<u8>,
    /// Cells that differ by no more are alike.
    alike: u8,
}

impl Look {
    /// The look of the square around a hand, unturned. `None` of one that is too small to be told from another.
    pub(super) fn of(frame: &Frame, points: &[Point<Image>; 21]) -> Option<Look> {
        let Roi { centre, side, .. } = Roi::from_landmarks(points);
        // A side of as many pixels at least as there are cells, and not far more than the picture has.
        let longest = 2.0 * frame.width.max(frame.height) as f64;
        if !(CELLS as f64..longest).contains(&side) {
            return None;
        }
        let mut cells = means(&frame.luma(), centre, side, CELLS);
        let mean = |of: &dyn Fn(f64) -> f64| cells.iter().map(|&v| of(f64::from(v))).sum::<f64>() / cells.len() as f64;
        let middle = mean(&|v| v);
        let deviation = mean(&|v| (v - middle).powi(2)).sqrt();
        // Skin and table may be as bright as each other.
        let half = Point::new((centre.x - 0.5) / 2.0, (centre.y - 0.5) / 2.0);
        for colour in [1, 2] {
            cells.extend(means(&frame.planes.plane(colour), half, side / 2.0, CELLS / 2));
        }
        Some(Look { alike: (ALIKE_PART * deviation).min(ALIKE) as u8, cells })
    }

    /// Whether nothing is to be seen that moved. Yes promises that a hand is where it was to within some hundredths of its width, if it
    /// looks unlike what it lies on; no promises nothing: the light may have changed, or something else have passed.
    pub(super) fn like(&self, other: &Look) -> bool {
        let alike = |(a, b): (&u8, &u8)| a.abs_diff(*b) <= self.alike.min(other.alike);
        self.cells.len() == other.cells.len() && self.cells.iter().zip(&other.cells).all(alike)
    }
}

/// The means of so many cells a side of a square, by rows; 0 where the plane does not reach.
fn means(plane: &Plane<'_>, centre: Point<Image>, side: f64, cells: usize) -> Vec<u8> {
    let edges = |middle: f64, size: usize| -> Vec<usize> {
        let edge = |k: usize| middle + 0.5 + side * (k as f64 / cells as f64 - 0.5);
        (0..=cells).map(|k| edge(k).round().clamp(0.0, size as f64) as usize).collect()
    };
    let (columns, rows) = (edges(centre.x, plane.width), edges(centre.y, plane.height));
    let mut means = Vec::with_capacity(cells * cells);
    let mut sums = vec![0_u32; cells];
    for row in rows.windows(2) {
        sums.fill(0);
        for y in row[0]..row[1] {
            let line = plane.data.get(y * plane.stride..).unwrap_or_default();
            for (sum, column) in sums.iter_mut().zip(columns.windows(2)) {
                *sum += line.get(column[0]..column[1]).unwrap_or_default().iter().map(|&v| u32::from(v)).sum::<u32>();
            }
        }
        let counts = columns.windows(2).map(|column| ((column[1] - column[0]) * (row[1] - row[0])) as u32);
        means.extend(sums.iter().zip(counts).map(|(sum, count)| (sum / count.max(1)) as u8));
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::PlaneSource;
    use std::sync::Arc;

    /// Luma, and a colour plane that is the same for both.
    struct Picture([Vec<u8>; 2]);
    const SIDE: usize = 200;
    impl PlaneSource for Picture {
        fn plane(&self, index: usize) -> Plane<'_> {
            let side = if index == 0 { SIDE } else { SIDE / 2 };
            Plane { data: &self.0[index.min(1)], stride: side, width: side, height: side }
        }
    }

    /// A bright bar from column `from` to 120 on a darker ground, with grain.
    fn frame(from: f64, grain: i32, seed: i32) -> Frame {
        let covered = |x: usize| (x as f64 + 1.0 - from).clamp(0.0, 1.0) * f64::from(u8::from(x < 120));
        let noise = |i: usize| (i as i32 * 7919 + seed * 104_729).rem_euclid(2 * grain + 1) - grain;
        let value = |i: usize| (60.0 + 80.0 * covered(i % SIDE)) as i32 + noise(i);
        let data = (0..SIDE * SIDE).map(|i| value(i).clamp(0, 255) as u8).collect();
        coloured(data, vec![128; SIDE * SIDE / 4])
    }

    fn coloured(luma: Vec<u8>, colour: Vec<u8>) -> Frame {
        let planes = Arc::new(Picture([luma, colour]));
        Frame { index: 0, t: 0.0, width: SIDE, height: SIDE, full_range: true, bt709: true, planes }
    }

    fn look(from: f64, grain: i32, seed: i32) -> Look {
        look_at(&frame(from, grain, seed))
    }

    fn look_at(frame: &Frame) -> Look {
        let points = std::array::from_fn(|i| Point::new(70.0 + 3.0 * i as f64, 70.0 + 12.0 * (i % 6) as f64));
        Look::of(frame, &points).expect("a square of a hundred pixels")
    }

    #[test]
    fn a_hand_that_moves_by_half_a_pixel_is_told_from_one_that_lies_still() {
        let was = look(80.0, 2, 1);
        assert!(was.like(&look(80.0, 2, 2)), "grain is no movement");
        assert!(!was.like(&look(80.5, 2, 2)) && !was.like(&look(79.5, 2, 2)));
    }

    #[test]
    fn what_creeps_is_compared_with_what_was_looked_at_and_strong_grain_hides_nothing() {
        let was = look(80.0, 0, 1);
        let creeping = (1..=10).position(|k| !was.like(&look(80.0 - 0.05 * f64::from(k), 0, 1)));
        assert!(creeping.is_some_and(|k| k < 8), "{creeping:?}");
        assert!(!look(80.0, 25, 1).like(&look(80.0, 25, 2)));
    }

    #[test]
    fn what_is_as_bright_as_the_table_is_told_by_its_colour_and_what_is_dark_by_little() {
        let chequered = |i: usize| if (i / 20 + i / SIDE / 20).is_multiple_of(2) { 60 } else { 140 };
        let luma: Vec<u8> = (0..SIDE * SIDE).map(chequered).collect();
        let red = |to: usize| (0..SIDE * SIDE / 4).map(|i| if i % (SIDE / 2) < to { 128 } else { 150 }).collect();
        let at = |to: usize| look_at(&coloured(luma.clone(), red(to)));
        assert!(at(45).like(&at(45)) && !at(45).like(&at(46)));
        let dark = |from: f64| {
            let data = (0..SIDE * SIDE).map(|i| if (i % SIDE) as f64 >= from { 19 } else { 16 }).collect();
            look_at(&coloured(data, vec![128; SIDE * SIDE / 4]))
        };
        assert!(dark(80.0).like(&dark(80.0)) && !dark(80.0).like(&dark(81.0)));
    }

    #[test]
    fn a_square_that_is_tiny_or_out_of_the_picture_is_no_reason_to_panic() {
        let there = frame(80.0, 0, 1);
        assert_eq!(Look::of(&there, &[Point::new(50.0, 50.0); 21]), None);
        let beyond = std::array::from_fn(|i| Point::new(-900.0 + 9.0 * i as f64, 5.0 * i as f64));
        assert!(Look::of(&there, &beyond).is_some_and(|look| look.like(&look.clone())));
        let nowhere = [Point::new(f64::NAN, f64::INFINITY); 21];
        assert_eq!(Look::of(&there, &nowhere), None);
    }
}
