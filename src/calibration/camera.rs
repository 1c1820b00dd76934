//! The solved camera: pixels to centimetres and back, through lens distortion and a homography.
//!
//! The distortion is the five-parameter polynomial of Brown (1971) as OpenCV writes it: k1, k2, p1,
//! p2, k3.

use super::layout::Layout;
use crate::base::{Homography, Image, Point, Side, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a calibration was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// From the mats' outlines and zone lines.
    Lines,
    /// From named points.
    Points,
    /// From printed markers.
    Markers,
    /// From a homography in a file.
    File,
}

impl Method {
    /// As written in reports.
    pub fn name(self) -> &'static str {
        match self {
            Method::Lines => "lines",
            Method::Points => "points",
            Method::Markers => "markers",
            Method::File => "file",
        }
    }
}

/// Lens distortion.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Distortion {
    /// k1, k2, p1, p2, k3.
    pub k: [f64; 5],
    /// Pinhole matrix, pixels, row major.
    pub camera_matrix: [[f64; 3]; 3],
}

impl Distortion {
    /// Where a pixel of an ideal lens lands in the picture.
    pub fn distort(&self, ideal: Point<Image>) -> Point<Image> {
        let m = &self.camera_matrix;
        let x = (ideal.x - m[0][2]) / m[0][0];
        let y = (ideal.y - m[1][2]) / m[1][1];
        let [k1, k2, p1, p2, k3] = self.k;
        let r2 = x * x + y * y;
        let radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3));
        let xd = x * radial + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x);
        let yd = y * radial + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y;
        Point::new(xd * m[0][0] + m[0][2], yd * m[1][1] + m[1][2])
    }

    /// Where a pixel of the picture would be with an ideal lens (fixed-point iteration).
    pub fn undistort(&self, seen: Point<Image>) -> Point<Image> {
        let mut ideal = seen;
        for _ in 0..20 {
            let again = self.distort(ideal);
            ideal = Point::new(ideal.x + seen.x - again.x, ideal.y + seen.y - again.y);
        }
        ideal
    }
}

/// A camera that knows its table.
#[derive(Debug, Clone)]
pub struct Calibration {
    /// What is drawn on the mats.
    pub layout: Layout,
    /// How it was found.
    pub method: Method,
    /// Undistorted pixels to table centimetres.
    pub table_from_image: Homography<Image, Table>,
    /// Table centimetres to undistorted pixels.
    pub image_from_table: Homography<Table, Image>,
    /// The lens, when it bends lines enough to matter.
    pub distortion: Option<Distortion>,
    /// Root mean square distance of the evidence from the model, millimetres on the table.
    pub residual_mm: f64,
    /// On which side of the picture Player 1 sits.
    pub player1: Side,
}

impl Calibration {
    /// A calibration from its map; Player 1's side follows from the map. `None` when it is singular.
    pub fn new(
        layout: Layout,
        method: Method,
        image_from_table: Homography<Table, Image>,
        distortion: Option<Distortion>,
        residual_mm: f64,
    ) -> Option<Calibration> {
        let table_from_image = image_from_table.inverse()?;
        let player1 = super::sides::player1_side(&image_from_table);
        Some(Calibration { layout, method, table_from_image, image_from_table, distortion, residual_mm, player1 })
    }

    /// The table point under a pixel. Right only for what lies on the table plane.
    pub fn to_table(&self, seen: Point<Image>) -> Point<Table> {
        let ideal = self.distortion.map_or(seen, |lens| lens.undistort(seen));
        self.table_from_image.apply(ideal)
    }

    /// The pixel that shows a table point.
    pub fn to_image(&self, point: Point<Table>) -> Point<Image> {
        let ideal = self.image_from_table.apply(point);
        self.distortion.map_or(ideal, |lens| lens.distort(ideal))
    }

    /// Pixels per centimetre around a table point (geometric mean over directions).
    pub fn pixels_per_cm(&self, at: Point<Table>) -> f64 {
        let o = self.to_image(at);
        let a = self.to_image(Point::new(at.x + 0.5, at.y));
        let b = self.to_image(Point::new(at.x, at.y + 0.5));
        let cross = (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
        (cross.abs() * 4.0).sqrt()
    }
}
