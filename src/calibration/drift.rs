//! A later picture and a calibration in, how far the mats or the camera have moved out (B.2.6: mats must
//! not move during a match).
//!
//! Drawn lines are looked for near where the calibration puts them, and the shift and turn of the table
//! that explains their offsets best is solved for. It sees movements up to [`REACH_CM`]; what has moved
//! farther finds too few lines and gives `None`, as does a picture in which hands hide most of them.

use super::camera::Calibration;
use super::lines::fit::{self, Prediction};
use super::lines::model::{Kind, Model, Sample};
use super::lines::picture::{Channel, Plane, Stack};
use crate::base::{Image, Point, Table};
use image::RgbImage;

/// Farthest movement looked for, centimetres on the table.
pub const REACH_CM: f64 = 1.5;
/// Longer side of the plane that is looked at, pixels.
pub(super) const LONGEST_PX: u32 = 960;
/// Least share of the visible lines that must be found.
const LEAST_COVERAGE: f64 = 0.25;
/// Offsets farther than this from the solution have no say, centimetres.
const CUT_CM: f64 = 0.35;

/// How the table lies now, compared with the calibration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drift {
    /// Movement of the table's middle, millimetres: x and y of the table.
    pub shift_mm: (f64, f64),
    /// Turn about the table's middle, degrees, from x towards y.
    pub turn_degrees: f64,
    /// Root mean square of what the movement does not explain, millimetres.
    pub residual_mm: f64,
    /// Share of the visible drawn lines that was found, 0 to 1.
    pub coverage: f64,
}

impl Drift {
    /// The largest movement of any point within `radius_cm` of the table's middle, millimetres.
    pub fn largest_mm(&self, radius_cm: f64) -> f64 {
        self.shift_mm.0.hypot(self.shift_mm.1) + self.turn_degrees.to_radians().abs() * radius_cm * 10.0
    }
}

/// Compares one picture, of the size that was calibrated, with the calibration.
pub fn check(picture: &RgbImage, calibration: &Calibration) -> Option<Drift> {
    let stack = Stack::new(std::slice::from_ref(picture), LONGEST_PX).ok()?;
    let drawn = drawn(calibration);
    let moved = solve(&stack.median(Channel::Luma), stack.scale, &drawn, calibration, Point::new(0.0, 0.0), (40, 30))?;
    Some(Drift {
        shift_mm: (moved.shift.0 * 10.0, moved.shift.1 * 10.0),
        turn_degrees: moved.turn.to_degrees(),
        residual_mm: moved.residual * 10.0,
        coverage: moved.coverage,
    })
}

/// Samples on the drawn lines of a calibration's layout.
pub(super) fn drawn(calibration: &Calibration) -> Vec<Sample> {
    let samples = Model::new(&calibration.layout).samples(1.0);
    samples.into_iter().filter(|sample| sample.kind == Kind::Drawn).collect()
}

/// How far drawn lines have moved: centimetres and radians.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moved {
    /// Movement of the point about which they turned.
    pub shift: (f64, f64),
    /// Turn about that point, from x towards y.
    pub turn: f64,
    /// Root mean square of what that does not explain.
    pub residual: f64,
    /// Share of the samples in the picture that it explains.
    pub coverage: f64,
    /// The same of those whose offsets tell of x, and of y: lines across them.
    pub told: (f64, f64),
}

/// How far the lines at `drawn` lie from there in a plane of `scale` pixels a picture's pixel, turned about `about`; `None` when
/// fewer samples than `least` are in the picture, or are found.
pub(super) fn solve(
    plane: &Plane,
    scale: f64,
    drawn: &[Sample],
    calibration: &Calibration,
    about: Point<Table>,
    least: (usize, usize),
) -> Option<Moved> {
    let to_plane = |p: Point<Image>| Point::<Image>::new((p.x + 0.5) * scale - 0.5, (p.y + 0.5) * scale - 0.5);
    let predict = |sample: &Sample| -> Option<Prediction> {
        let at = |dx: f64, dy: f64| to_plane(calibration.to_image(Point::new(sample.at.x + dx, sample.at.y + dy)));
        let (here, ahead) = (at(0.0, 0.0), at(0.5 * sample.along.0, 0.5 * sample.along.1));
        // To the left of the line's direction on the table.
        let left = at(-0.5 * sample.along.1, 0.5 * sample.along.0);
        let (tx, ty) = (ahead.x - here.x, ahead.y - here.y);
        let length = tx.hypot(ty);
        let normal = (-ty / length, tx / length);
        let across = 2.0 * ((left.x - here.x) * normal.0 + (left.y - here.y) * normal.1);
        // The normal points to the left on the table, so that offsets have a direction there.
        let normal = if across < 0.0 { (-normal.0, -normal.1) } else { normal };
        (across.abs() > 1e-3 && across.is_finite()).then_some((here, normal, across.abs()))
    };
    let looks = look(plane, drawn, predict);
    let visible = looks.iter().flatten().count();
    // Offset in centimetres = movement of the line to its left.
    let mut rows: Vec<([f64; 4], f64)> = Vec::new();
    for (sample, look) in drawn.iter().zip(&looks) {
        let Some(fit::Look { scale, hit: Some(hit), .. }) = look else { continue };
        let left = (-sample.along.1, sample.along.0);
        let turn = left.1 * (sample.at.x - about.x) - left.0 * (sample.at.y - about.y);
        let inset = left.0 * sample.inward.0 + left.1 * sample.inward.1;
        rows.push(([left.0, left.1, turn, inset], hit.offset / scale));
    }
    if visible < least.0 || rows.len() < least.1 {
        return None;
    }
    let solution = robust(&rows)?;
    let miss = |(row, offset): &([f64; 4], f64)| offset - (0..4).map(|i| row[i] * solution[i]).sum::<f64>();
    let kept: Vec<(&[f64; 4], f64)> =
        rows.iter().map(|one| (&one.0, miss(one))).filter(|(_, m)| m.abs() < CUT_CM / 2.0).collect();
    let coverage = kept.len() as f64 / visible as f64;
    if coverage < LEAST_COVERAGE {
        return None;
    }
    let mean_square = kept.iter().map(|(_, m)| m * m).sum::<f64>() / kept.len() as f64;
    let [x, y, turn, _] = solution;
    let told = |axis: usize| {
        let weight = |left: [f64; 2]| left[axis] * left[axis];
        let seen = drawn.iter().zip(&looks).filter(|(_, look)| look.is_some());
        let all: f64 = seen.map(|(sample, _)| weight([-sample.along.1, sample.along.0])).sum();
        kept.iter().map(|(row, _)| weight([row[0], row[1]])).sum::<f64>() / all.max(1e-9)
    };
    Some(Moved { shift: (x, y), turn, residual: mean_square.sqrt(), coverage, told: (told(0), told(1)) })
}

/// Looks within reach, which is longer in pixels where the table is near.
fn look(plane: &Plane, drawn: &[Sample], predict: impl Fn(&Sample) -> Option<Prediction>) -> Vec<Option<fit::Look>> {
    let least = (3.5 * plane.noise()).clamp(4.0, 40.0);
    drawn
        .iter()
        .map(|sample| {
            let prediction = predict(sample)?;
            let radius = REACH_CM * prediction.2;
            fit::look_where(plane, std::slice::from_ref(sample), radius, least, None, |_| Some(prediction)).pop()?
        })
        .collect()
}

/// Iteratively reweighted least squares with a cut that narrows.
fn robust(rows: &[([f64; 4], f64)]) -> Option<[f64; 4]> {
    let mut solution = [0.0; 4];
    for cut in [2.0 * REACH_CM, REACH_CM, 2.0 * CUT_CM, CUT_CM, CUT_CM, CUT_CM] {
        let mut system = [[0.0; 5]; 4];
        for (row, offset) in rows {
            let u = (offset - (0..4).map(|i| row[i] * solution[i]).sum::<f64>()) / cut;
            let weight = if u.abs() < 1.0 { (1.0 - u * u).powi(2) } else { 0.0 };
            for i in 0..4 {
                for j in 0..4 {
                    system[i][j] += weight * row[i] * row[j];
                }
                system[i][4] += weight * row[i] * offset;
            }
        }
        // A gentle pull to zero keeps an unseen direction where it was.
        for (i, pull) in [0.1, 0.1, 100.0, 5.0].into_iter().enumerate() {
            system[i][i] += pull;
        }
        for i in 0..4 {
            let pivot = system[i][i];
            if pivot.is_nan() || pivot.abs() <= 1e-9 {
                return None;
            }
            let row = system[i];
            for (j, other) in system.iter_mut().enumerate() {
                if j != i {
                    let factor = other[i] / pivot;
                    for k in i..5 {
                        other[k] -= factor * row[k];
                    }
                }
            }
        }
        solution = std::array::from_fn(|i| system[i][4] / system[i][i]);
    }
    Some(solution)
}
