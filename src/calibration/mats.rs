//! Pictures of the table, one after the other, in; how each mat lies in them, compared with the calibration, out (B.2.6, E.4.3.5).
//!
//! The lines drawn on a mat are looked for near where they were last, as in `drift.rs`, mat by mat: a mat that is pushed
//! is followed a step at a time, and one that was lost, for it moved too far or hands hid it, is sought a little farther around. What
//! moved it, a hand or the camera, is not asked here.

use super::camera::Calibration;
use super::drift::{self, LONGEST_PX, Moved};
use super::lines::model::Sample;
use super::lines::picture::{Channel, Plane, Stack};
use crate::base::{Point, Table};
use image::RgbImage;

/// So many samples, a centimetre apart, must lie in the picture, and so many be found, for a mat to be looked at.
const LEAST: (usize, usize) = (24, 16);
/// Below this share of the lines a mat is sought around where it was last; what is found there must have as much.
const FOUND: f64 = 0.5;
/// How far around, centimetres: a knock of the camera moves the picture so far between two pictures.
const AROUND_CM: [f64; 5] = [0.0, -1.4, 1.4, -2.8, 2.8];
/// The shift along an axis is told by this share of the lines across it: hands hide a Boundary's short lines, and edges of cards
/// beside them are taken for those.
const TOLD: f64 = 0.5;
/// A step longer than this is looked at once more from its end, centimetres: far lines are matched less exactly.
const LONG_CM: f64 = 0.1;

/// How a mat lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatLook {
    /// Where its middle was then.
    pub middle: Point<Table>,
    /// Movement of its middle since the calibration, centimetres.
    pub shift: (f64, f64),
    /// Turn about its middle, radians, from x towards y.
    pub turn: f64,
    /// Share of its lines that is seen to lie so, 0..1.
    pub coverage: f64,
    /// Whether lines across x tell the shift along x, and the same of y; it stays as it was where they do not.
    pub told: (bool, bool),
}

/// The mats of a recording.
pub struct MatWatch<'a> {
    calibration: &'a Calibration,
    /// The channel in which the lines are seen best, chosen in the first picture that shows them.
    channel: Option<Channel>,
    mats: Vec<OneMat>,
}

struct OneMat {
    middle: Point<Table>,
    drawn: Vec<Sample>,
    /// How it lay last.
    last: ((f64, f64), f64),
}

impl<'a> MatWatch<'a> {
    /// The mats of a calibration's layout, in its order.
    pub fn new(calibration: &'a Calibration) -> MatWatch<'a> {
        let drawn = drift::drawn(calibration);
        let mats = calibration.layout.mats.iter().map(|mat| OneMat {
            middle: mat.middle(),
            drawn: drawn.iter().filter(|sample| mat.contains(sample.at)).copied().collect(),
            last: ((0.0, 0.0), 0.0),
        });
        MatWatch { calibration, channel: None, mats: mats.collect() }
    }

    /// How each mat lies in the next picture, in the layout's order; `None` for one that is not seen well enough.
    pub fn look(&mut self, picture: &RgbImage) -> Vec<Option<MatLook>> {
        let none = vec![None; self.mats.len()];
        let Ok(stack) = Stack::new(std::slice::from_ref(picture), LONGEST_PX) else { return none };
        let Some(channel) = self.channel.or_else(|| self.choose(&stack)) else { return none };
        self.channel = Some(channel);
        let plane = stack.median(channel);
        self.mats.iter_mut().map(|mat| mat.look(&plane, stack.scale, self.calibration)).collect()
    }

    fn choose(&self, stack: &Stack) -> Option<Channel> {
        let seen = |channel: Channel| {
            let plane = stack.median(channel);
            let looks = self.mats.iter().filter_map(|mat| mat.at(mat.last, &plane, stack.scale, self.calibration));
            looks.map(|look| look.coverage).sum::<f64>()
        };
        let all = Channel::ALL.map(|channel| (channel, seen(channel)));
        // The first of equals.
        all.into_iter().filter(|(_, seen)| *seen > 0.0).reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|best| best.0)
    }
}

impl OneMat {
    fn look(&mut self, plane: &Plane, scale: f64, calibration: &Calibration) -> Option<MatLook> {
        let near = self.at(self.last, plane, scale, calibration);
        let mut best = near.filter(|look| look.coverage >= FOUND);
        if best.is_none() {
            let ((x, y), turn) = self.last;
            for (dx, dy) in AROUND_CM.iter().flat_map(|&dx| AROUND_CM.map(|dy| (dx, dy))) {
                let found = self.at(((x + dx, y + dy), turn), plane, scale, calibration);
                let least = best.map_or(FOUND, |best| best.coverage);
                best = found.filter(|found| found.coverage > least).or(best);
            }
        }
        let look = best.or(near)?;
        self.last = (look.shift, look.turn);
        Some(look)
    }

    /// How it lies if that is near to `start`.
    fn at(&self, start: ((f64, f64), f64), plane: &Plane, scale: f64, calibration: &Calibration) -> Option<MatLook> {
        let (mut now, mut coverage, mut told) = (start, 0.0, (false, false));
        for _ in 0..2 {
            let ((x, y), turn) = now;
            let about = Point::new(self.middle.x + x, self.middle.y + y);
            let drawn: Vec<Sample> = self.drawn.iter().map(|sample| self.moved(sample, now)).collect();
            let found: Moved = drift::solve(plane, scale, &drawn, calibration, about, LEAST)?;
            told = (found.told.0 >= TOLD, found.told.1 >= TOLD);
            let (dx, dy) = (if told.0 { found.shift.0 } else { 0.0 }, if told.1 { found.shift.1 } else { 0.0 });
            now = ((x + dx, y + dy), turn + found.turn);
            coverage = found.coverage;
            if dx.hypot(dy) < LONG_CM {
                break;
            }
        }
        Some(MatLook { middle: self.middle, shift: now.0, turn: now.1, coverage, told })
    }

    /// Where a sample is when the mat lies so.
    fn moved(&self, sample: &Sample, ((x, y), turn): ((f64, f64), f64)) -> Sample {
        let (sin, cos) = turn.sin_cos();
        let turned = |(a, b): (f64, f64)| (a * cos - b * sin, a * sin + b * cos);
        let out = turned((sample.at.x - self.middle.x, sample.at.y - self.middle.y));
        Sample {
            at: Point::new(self.middle.x + x + out.0, self.middle.y + y + out.1),
            along: turned(sample.along),
            inward: turned(sample.inward),
            ..*sample
        }
    }
}
