//! A part of the table that is read again when its picture has changed, and otherwise shows what it showed.
//!
//! Most of the time nothing happens to most cards. The part is looked at through coarse cells, whose brightness is a
//! mean over many pixels: the sensor's noise hardly moves it, a card that shifts by a millimetre or a hand's shadow
//! does. How much noise there is, the cells say themselves.

use super::reader::{CardReader, Laid};
use crate::base::{Point, Table};
use crate::calibration::Calibration;
use crate::facts::{CardSeen, Frame};
use crate::vision::models::VisionError;
use serde::{Deserialize, Serialize};

/// Side of a cell, centimetres: about an index.
const CELL_CM: f64 = 1.2;
/// Places per side of a cell at which the picture is asked.
const PER_SIDE: usize = 4;
/// How far around the part, centimetres: what the reader looks at.
const AROUND_CM: f64 = 5.0;
/// A cell has changed when it differs by so many times the noise, but at least by so many levels of 255.
const CHANGED: (f64, f64) = (5.0, 2.0);
/// Read again after this in any case, file seconds: light may change as slowly as it likes.
const LONGEST_SECS: f64 = 0.5;
/// Darker cells tell nothing of the light, levels.
const DARK: f32 = 24.0;
/// Light that differs by no more than this is the same.
const STEADY: f32 = 0.004;
/// How much one look moves what is taken for the noise.
const NOISE_SHARE: f64 = 0.05;

/// A part of the table and what was last read there.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Watch {
    last: Option<Last>,
    /// Mean difference of a cell between two frames in which nothing happens, levels.
    noise: f64,
    before: Vec<f32>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Last {
    t: f64,
    part: [Point<Table>; 2],
    cells: Vec<f32>,
    cards: Vec<CardSeen>,
}

impl Watch {
    /// The cards between two corners of the table, and whether they were read in this frame.
    ///
    /// # Errors
    /// When a model fails.
    pub fn read(
        &mut self,
        reader: &mut CardReader,
        frame: &Frame,
        calibration: &Calibration,
        (low, high): (Point<Table>, Point<Table>),
        laid: Laid,
    ) -> Result<(Vec<CardSeen>, bool), VisionError> {
        let cells = cells(frame, calibration, low, high);
        self.learn_noise(&cells);
        let most = (CHANGED.0 * self.noise).max(CHANGED.1);
        if let Some(last) = &self.last {
            let same = last.part == [low, high] && (0.0..LONGEST_SECS).contains(&(frame.t - last.t));
            if same && differences(&cells, &last.cells).all(|difference| f64::from(difference) <= most) {
                return Ok((last.cards.clone(), false));
            }
        }
        let cards = reader.read(frame, calibration, (low, high), laid)?;
        self.last = Some(Last { t: frame.t, part: [low, high], cells, cards: cards.clone() });
        Ok((cards, true))
    }

    /// The median cell hardly ever changes: what it does from frame to frame is noise.
    fn learn_noise(&mut self, cells: &[f32]) {
        if self.before.len() == cells.len() && !cells.is_empty() {
            let mut differences: Vec<f32> = differences(cells, &self.before).collect();
            let middle = differences.len() / 2;
            let median = f64::from(*differences.select_nth_unstable_by(middle, f32::total_cmp).1);
            // The median of absolute differences of two equal normal variables is 0.95 of their deviation.
            self.noise += NOISE_SHARE * (median / 0.95 - self.noise);
        }
        self.before = cells.to_vec();
    }
}

/// By how much cells differ from what they were, but for the light: lamps on the mains flicker, and most cells show what they showed.
fn differences<'a>(now: &'a [f32], then: &'a [f32]) -> impl Iterator<Item = f32> + 'a {
    let bright = now.iter().zip(then).filter(|(now, then)| now.min(**then) >= DARK);
    let mut ratios: Vec<f32> = bright.map(|(now, then)| now / then).collect();
    let middle = ratios.len() / 2;
    let gain = if ratios.is_empty() { 1.0 } else { *ratios.select_nth_unstable_by(middle, f32::total_cmp).1 };
    let gain = if (gain - 1.0).abs() < STEADY { 1.0 } else { gain };
    now.iter().zip(then).map(move |(now, then)| (now - then * gain).abs())
}

/// Mean brightness of each cell, 0 to 255, row by row; cells outside the picture are 0.
fn cells(frame: &Frame, calibration: &Calibration, low: Point<Table>, high: Point<Table>) -> Vec<f32> {
    let luma = frame.luma();
    let (low, high) = ([low.x - AROUND_CM, low.y - AROUND_CM], [high.x + AROUND_CM, high.y + AROUND_CM]);
    let count = [0, 1].map(|k| (((high[k] - low[k]) / CELL_CM).ceil() as usize).clamp(1, 512));
    let step = CELL_CM / PER_SIDE as f64;
    let at = |x: f64, y: f64| {
        let p = calibration.to_image(Point::<Table>::new(x, y));
        let inside = p.x >= 0.0 && p.y >= 0.0 && p.x < luma.width as f64 && p.y < luma.height as f64;
        if inside { f32::from(luma.data[p.y as usize * luma.stride + p.x as usize]) } else { 0.0 }
    };
    let mut cells = Vec::with_capacity(count[0] * count[1]);
    for (row, column) in (0..count[1]).flat_map(|row| (0..count[0]).map(move |column| (row, column))) {
        let corner = [low[0] + column as f64 * CELL_CM, low[1] + row as f64 * CELL_CM];
        let inside = |k: usize| (k as f64 + 0.5) * step;
        let sum: f32 = (0..PER_SIDE * PER_SIDE)
            .map(|k| at(corner[0] + inside(k % PER_SIDE), corner[1] + inside(k / PER_SIDE)))
            .sum();
        cells.push(sum / (PER_SIDE * PER_SIDE) as f32);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_differ_by_what_they_show_and_not_by_the_light() {
        let then: Vec<f32> = (0..60).map(|i| 30.0 + 3.0 * i as f32).collect();
        let mut now: Vec<f32> = then.iter().map(|level| 0.85 * level).collect();
        now[20] += 12.0;
        let differences: Vec<f32> = differences(&now, &then).collect();
        let others = differences.iter().enumerate().filter(|(i, _)| *i != 20).map(|(_, by)| *by).fold(0.0, f32::max);
        assert!(others < 0.1 && (differences[20] - 12.0).abs() < 0.1, "{differences:?}");
    }
}
