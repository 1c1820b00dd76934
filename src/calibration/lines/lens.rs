//! The camera that is fitted: a plane's homography, one coefficient of radial distortion, and how far
//! inside the zones' outlines their lines are drawn.
//!
//! A zone's outline may be the middle of its drawn line or the line's outer side; the layout does not
//! say, so the picture is asked.

use super::model::Sample;
use crate::base::{Homography, Image, Point, Table};
use crate::calibration::Distortion;

/// Parameters in the order of the Jacobian's columns.
pub const PARAMETERS: usize = 10;
/// Column of [`Camera::k1`].
pub const LENS: usize = 8;
/// Column of [`Camera::inset_cm`].
pub const INSET: usize = 9;

/// A camera in working pixels.
#[derive(Debug, Clone, Copy)]
pub struct Camera {
    /// Table (in units of [`TABLE_UNIT_CM`]) to ideal pixels, bottom right element 1.
    map: [f64; 8],
    /// Radial distortion, radius in units of the longer side.
    pub k1: f64,
    /// How far inside a zone's outline the middle of its drawn line lies, centimetres.
    pub inset_cm: f64,
    middle: (f64, f64),
    unit: f64,
}

/// Table unit of the parameters, so that all are of similar size.
const TABLE_UNIT_CM: f64 = 40.0;

impl Camera {
    /// From a homography of a picture of this size, or `None` when the table's origin is at infinity.
    pub fn new(map: &Homography<Table, Image>, width: usize, height: usize) -> Option<Camera> {
        let m = map.rows;
        let corner = m[2][2];
        let magnitude = m.iter().flatten().fold(0.0_f64, |most, v| most.max(v.abs()));
        if !corner.is_finite() || corner.abs() < 1e-12 * magnitude {
            return None;
        }
        let t = TABLE_UNIT_CM;
        Some(Camera {
            map: [
                m[0][0] * t / corner,
                m[0][1] * t / corner,
                m[0][2] / corner,
                m[1][0] * t / corner,
                m[1][1] * t / corner,
                m[1][2] / corner,
                m[2][0] * t / corner,
                m[2][1] * t / corner,
            ],
            k1: 0.0,
            inset_cm: 0.0,
            middle: ((width as f64 - 1.0) / 2.0, (height as f64 - 1.0) / 2.0),
            unit: width.max(height) as f64,
        })
    }

    /// Table centimetres to ideal pixels.
    pub fn homography(&self) -> Homography<Table, Image> {
        let (m, t) = (self.map, TABLE_UNIT_CM);
        Homography::new([[m[0] / t, m[1] / t, m[2]], [m[3] / t, m[4] / t, m[5]], [m[6] / t, m[7] / t, 1.0]])
    }

    /// The lens as written in files, or `None` for an ideal one.
    pub fn distortion(&self) -> Option<Distortion> {
        (self.k1 != 0.0).then_some(Distortion {
            k: [self.k1, 0.0, 0.0, 0.0, 0.0],
            camera_matrix: [[self.unit, 0.0, self.middle.0], [0.0, self.unit, self.middle.1], [0.0, 0.0, 1.0]],
        })
    }

    /// The same camera for a picture enlarged `factor` times to this size (pixel centres at integers).
    pub fn enlarged(&self, factor: f64, width: usize, height: usize) -> Camera {
        let shift = (factor - 1.0) / 2.0;
        let mut map = self.map;
        for base in [0, 3] {
            map[base] = factor * self.map[base] + shift * self.map[6];
            map[base + 1] = factor * self.map[base + 1] + shift * self.map[7];
            map[base + 2] = factor * self.map[base + 2] + shift;
        }
        Camera {
            map,
            k1: self.k1,
            inset_cm: self.inset_cm,
            middle: ((width as f64 - 1.0) / 2.0, (height as f64 - 1.0) / 2.0),
            unit: width.max(height) as f64,
        }
    }

    /// The pixel that shows a table point, or `None` behind the camera.
    pub fn project(&self, at: Point<Table>) -> Option<Point<Image>> {
        let (m, x, y) = (&self.map, at.x / TABLE_UNIT_CM, at.y / TABLE_UNIT_CM);
        let w = m[6] * x + m[7] * y + 1.0;
        if w <= 1e-6 {
            return None;
        }
        let (u, v) = ((m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w);
        let (ax, ay) = (u - self.middle.0, v - self.middle.1);
        let radial = 1.0 + self.k1 * (ax * ax + ay * ay) / (self.unit * self.unit);
        Some(Point::new(self.middle.0 + ax * radial, self.middle.1 + ay * radial))
    }

    /// Where the line drawn for a sample runs on the table.
    pub fn drawn_at(&self, sample: &Sample) -> Point<Table> {
        let inset = self.inset_cm;
        Point::new(sample.at.x + inset * sample.inward.0, sample.at.y + inset * sample.inward.1)
    }

    /// The pixel of a sample's drawn line and its derivatives by the parameters (rows: x, y).
    pub fn jacobian(&self, sample: &Sample) -> Option<(Point<Image>, [[f64; PARAMETERS]; 2])> {
        let at = self.drawn_at(sample);
        let (m, x, y) = (&self.map, at.x / TABLE_UNIT_CM, at.y / TABLE_UNIT_CM);
        let w = m[6] * x + m[7] * y + 1.0;
        if w <= 1e-6 {
            return None;
        }
        let (u, v) = ((m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w);
        let (ix, iy) = (sample.inward.0 / TABLE_UNIT_CM, sample.inward.1 / TABLE_UNIT_CM);
        let inset_u = ((m[0] - u * m[6]) * ix + (m[1] - u * m[7]) * iy) / w;
        let inset_v = ((m[3] - v * m[6]) * ix + (m[4] - v * m[7]) * iy) / w;
        let du = [x / w, y / w, 1.0 / w, 0.0, 0.0, 0.0, -u * x / w, -u * y / w, 0.0, inset_u];
        let dv = [0.0, 0.0, 0.0, x / w, y / w, 1.0 / w, -v * x / w, -v * y / w, 0.0, inset_v];
        let (ax, ay) = ((u - self.middle.0) / self.unit, (v - self.middle.1) / self.unit);
        let r2 = ax * ax + ay * ay;
        let radial = 1.0 + self.k1 * r2;
        let mut jacobian = [[0.0; PARAMETERS]; 2];
        for i in 0..PARAMETERS {
            let dr2 = 2.0 * (ax * du[i] + ay * dv[i]);
            jacobian[0][i] = radial * du[i] + self.k1 * ax * dr2;
            jacobian[1][i] = radial * dv[i] + self.k1 * ay * dr2;
        }
        jacobian[0][LENS] = ax * r2 * self.unit;
        jacobian[1][LENS] = ay * r2 * self.unit;
        let p = Point::new(self.middle.0 + ax * radial * self.unit, self.middle.1 + ay * radial * self.unit);
        Some((p, jacobian))
    }

    /// This camera with its parameters changed.
    pub fn moved(&self, step: &[f64; PARAMETERS]) -> Camera {
        let mut next = *self;
        for (value, change) in next.map.iter_mut().zip(step) {
            *value += change;
        }
        next.k1 += step[LENS];
        next.inset_cm += step[INSET];
        next
    }
}
