//! A grey plane in, straight segments out, each a thin ridge or a plain step.
//!
//! Segments come from OpenCV's line segment detector (von Gioi et al. 2012, "LSD: a line segment
//! detector"). A drawn line has two edges of opposite polarity close together: such pairs become one
//! ridge along their middle.

use super::picture::Plane;
use crate::calibration::CalibrationError;
use opencv::core::{Mat, Vec4f};
use opencv::imgproc;
use opencv::prelude::*;

/// A straight piece of evidence, working pixels.
#[derive(Debug, Clone, Copy)]
pub struct Segment {
    /// One end.
    pub from: (f64, f64),
    /// The other; going from `from` to `to` the brighter side of a step lies to the left of travel when
    /// y points down the picture (that is, at (dy, -dx)).
    pub to: (f64, f64),
    /// Whether both edges of a drawn line were seen.
    pub ridge: bool,
}

impl Segment {
    /// Length, pixels.
    pub fn length(&self) -> f64 {
        (self.to.0 - self.from.0).hypot(self.to.1 - self.from.1)
    }

    /// Unit direction.
    pub fn direction(&self) -> (f64, f64) {
        let length = self.length();
        ((self.to.0 - self.from.0) / length, (self.to.1 - self.from.1) / length)
    }

    /// The point half way.
    pub fn middle(&self) -> (f64, f64) {
        ((self.from.0 + self.to.0) / 2.0, (self.from.1 + self.to.1) / 2.0)
    }
}

/// The segments of a plane, longest first. `shortest` in pixels.
pub fn detect(plane: &Plane, shortest: f64) -> Result<Vec<Segment>, CalibrationError> {
    let soft = plane.blurred(0.7)?;
    let bytes: Vec<u8> = soft.data.iter().map(|v| v.round().clamp(0.0, 255.0) as u8).collect();
    let picture = Mat::new_rows_cols_with_data(plane.height as i32, plane.width as i32, &bytes)?;
    let mut detector =
        imgproc::create_line_segment_detector(imgproc::LSD_REFINE_STD, 1.0, 0.6, 2.0, 22.5, 0.0, 0.6, 1024)?;
    let mut found = Mat::default();
    detector.detect(&picture, &mut found, &mut Mat::default(), &mut Mat::default(), &mut Mat::default())?;
    if found.empty() {
        return Ok(Vec::new());
    }
    let mut steps: Vec<Segment> = found
        .data_typed::<Vec4f>()?
        .iter()
        .map(|v| Segment {
            from: (f64::from(v[0]), f64::from(v[1])),
            to: (f64::from(v[2]), f64::from(v[3])),
            ridge: false,
        })
        .filter(|segment| segment.length() >= shortest)
        .map(|segment| brighter_left(&soft, segment))
        .collect();
    steps.sort_by(|a, b| b.length().total_cmp(&a.length()));
    steps.truncate(1500);
    let widest = 0.013 * plane.width.max(plane.height) as f64;
    let mut all = ridges(&steps, widest, shortest);
    all.sort_by(|a, b| b.length().total_cmp(&a.length()));
    Ok(all)
}

/// Turns a segment so that its brighter side is on the agreed side.
fn brighter_left(plane: &Plane, segment: Segment) -> Segment {
    let (dx, dy) = segment.direction();
    let mut difference = 0.0;
    for i in 1..8 {
        let s = f64::from(i) / 8.0;
        let x = segment.from.0 + s * (segment.to.0 - segment.from.0);
        let y = segment.from.1 + s * (segment.to.1 - segment.from.1);
        if let (Some(left), Some(right)) = (plane.at(x + 1.2 * dy, y - 1.2 * dx), plane.at(x - 1.2 * dy, y + 1.2 * dx))
        {
            difference += left - right;
        }
    }
    if difference >= 0.0 { segment } else { Segment { from: segment.to, to: segment.from, ridge: false } }
}

/// Pairs opposite steps into ridges; steps without a partner stay as they are.
fn ridges(steps: &[Segment], widest: f64, shortest: f64) -> Vec<Segment> {
    let mut out = Vec::new();
    let mut paired = vec![false; steps.len()];
    for (i, a) in steps.iter().enumerate() {
        let (dx, dy) = a.direction();
        let length = a.length();
        let across = |p: (f64, f64)| (p.0 - a.from.0) * dy - (p.1 - a.from.1) * dx;
        let along = |p: (f64, f64)| (p.0 - a.from.0) * dx + (p.1 - a.from.1) * dy;
        for (j, b) in steps.iter().enumerate().skip(i + 1) {
            let (bx, by) = b.direction();
            // Opposite travel within four degrees.
            if dx * bx + dy * by > -0.9976 {
                continue;
            }
            let gap = across(b.middle()).abs();
            if !(0.7..=widest).contains(&gap) || (across(b.from) - across(b.to)).abs() > 2.0 + 0.5 * gap {
                continue;
            }
            let (low, high) = (along(b.to).max(0.0), along(b.from).min(length));
            if high - low < 0.5 * b.length() || high - low < shortest * 0.7 {
                continue;
            }
            // The middle of the two, over their common stretch.
            let slope = (across(b.from) - across(b.to)) / (along(b.from) - along(b.to));
            let middle = |s: f64| {
                let half = (across(b.to) + slope * (s - along(b.to))) / 2.0;
                (a.from.0 + s * dx + half * dy, a.from.1 + s * dy - half * dx)
            };
            out.push(Segment { from: middle(low), to: middle(high), ridge: true });
            paired[i] = true;
            paired[j] = true;
        }
    }
    out.extend(steps.iter().zip(&paired).filter(|(_, paired)| !**paired).map(|(step, _)| *step));
    out
}
