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

/// A lens lower than this above the table is none that films it, centimetres.
const LOWEST_LENS_CM: f64 = 15.0;
/// How much the two axes of the table must differ in how they are foreshortened for the focal length to follow from it.
const LEAST_PERSPECTIVE: f64 = 1e-3;
/// Lenses that film tables have focal lengths between these multiples of the picture's longer side.
const FOCAL_WIDTHS: (f64, f64) = (0.3, 10.0);

/// The focal length, pixels, at which the images of two axes (columns of the map, principal point taken off) belong to axes
/// of equal length at a right angle: least squares over both conditions.
fn focal_length(h1: [f64; 3], h2: [f64; 3]) -> Option<f64> {
    let size = (h1[0].hypot(h1[1]) + h2[0].hypot(h2[1])) / 2.0;
    let conditions = [
        (h1[0] * h2[0] + h1[1] * h2[1], -h1[2] * h2[2]),
        ((h1[0].powi(2) + h1[1].powi(2) - h2[0].powi(2) - h2[1].powi(2)) / 2.0, (h2[2].powi(2) - h1[2].powi(2)) / 2.0),
    ];
    let square: f64 = conditions.iter().map(|c| c.0 * c.0).sum();
    let both: f64 = conditions.iter().map(|c| c.0 * c.1).sum();
    (square.sqrt() > LEAST_PERSPECTIVE * size * size && both > 0.0).then(|| (square / both).sqrt())
}

/// A camera that knows its table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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

    /// Where the lens is, table centimetres, z up from the cloth; `size` of the picture, pixels. The focal length is that of
    /// a file, or what makes the table's axes equally long and square (Zhang 2000), with the principal point in the
    /// picture's middle. `None` where the view does not tell: seen straight from above it does not.
    pub fn lens(&self, size: (usize, usize)) -> Option<[f64; 3]> {
        let column = |x: f64, y: f64, w: f64| -> [f64; 3] {
            let m = self.image_from_table.rows;
            std::array::from_fn(|i| m[i][0] * x + m[i][1] * y + m[i][2] * w)
        };
        let middle = self.distortion.map_or((size.0 as f64 / 2.0 - 0.5, size.1 as f64 / 2.0 - 0.5), |lens| {
            (lens.camera_matrix[0][2], lens.camera_matrix[1][2])
        });
        let centred = |v: [f64; 3]| [v[0] - middle.0 * v[2], v[1] - middle.1 * v[2], v[2]];
        let (h1, h2, h3) =
            (centred(column(1.0, 0.0, 0.0)), centred(column(0.0, 1.0, 0.0)), centred(column(0.0, 0.0, 1.0)));
        // A lens that was fitted to lines bends them rightly for any focal length.
        let known = self.distortion.filter(|_| self.method == Method::File);
        let told = known.map(|lens| (lens.camera_matrix[0][0], lens.camera_matrix[1][1]));
        let width = size.0.max(size.1) as f64;
        let likely = |f: &f64| (FOCAL_WIDTHS.0 * width..FOCAL_WIDTHS.1 * width).contains(f);
        let focal = told.or_else(|| focal_length(h1, h2).filter(likely).map(|f| (f, f)))?;
        let ray = |v: [f64; 3]| [v[0] / focal.0, v[1] / focal.1, v[2]];
        let (r1, r2, t) = (ray(h1), ray(h2), ray(h3));
        let length = |v: [f64; 3]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        let scale = 2.0 / (length(r1) + length(r2));
        let r3 = [r1[1] * r2[2] - r1[2] * r2[1], r1[2] * r2[0] - r1[0] * r2[2], r1[0] * r2[1] - r1[1] * r2[0]];
        let along = |r: [f64; 3], scale: f64| -scale * (0..3).map(|i| r[i] * t[i]).sum::<f64>();
        // The lens is above the table, whichever way the map turns.
        let lens = [along(r1, scale * scale), along(r2, scale * scale), along(r3, scale * scale * scale).abs()];
        (lens.iter().all(|x| x.is_finite()) && lens[2] > LOWEST_LENS_CM).then_some(lens)
    }

    /// The table point below what a pixel shows, when that is so high above the table, centimetres, and the lens is there.
    pub fn to_table_below(&self, seen: Point<Image>, height_cm: f64, lens: [f64; 3]) -> Point<Table> {
        let flat = self.to_table(seen);
        let part = height_cm / lens[2];
        Point::new(flat.x + part * (lens[0] - flat.x), flat.y + part * (lens[1] - flat.y))
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

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (usize, usize) = (1280, 720);
    const FOCAL: f64 = 900.0;

    /// A camera at `lens` that looks at the middle of the table.
    fn camera(lens: [f64; 3], known: bool) -> Calibration {
        let far = lens.iter().map(|x| x * x).sum::<f64>().sqrt();
        let z: [f64; 3] = std::array::from_fn(|i| -lens[i] / far);
        // Right is across the line of sight and level; down completes them.
        let level = z[0].hypot(z[1]);
        let x = if level > 1e-9 { [z[1] / level, -z[0] / level, 0.0] } else { [1.0, 0.0, 0.0] };
        let y = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]];
        let t = [x, y, z].map(|axis| -(0..3).map(|i| axis[i] * lens[i]).sum::<f64>());
        let (u, v) = (SIZE.0 as f64 / 2.0 - 0.5, SIZE.1 as f64 / 2.0 - 0.5);
        let pixels =
            |column: [f64; 3]| [FOCAL * column[0] + u * column[2], FOCAL * column[1] + v * column[2], column[2]];
        let columns = [pixels([x[0], y[0], z[0]]), pixels([x[1], y[1], z[1]]), pixels(t)];
        let rows = std::array::from_fn(|i| std::array::from_fn(|j| columns[j][i]));
        let matrix = [[FOCAL, 0.0, u], [0.0, FOCAL, v], [0.0, 0.0, 1.0]];
        let distortion = known.then_some(Distortion { k: [0.0; 5], camera_matrix: matrix });
        Calibration::new(Layout::reference(), Method::File, Homography::new(rows), distortion, 0.0).expect("a camera")
    }

    #[test]
    fn the_lens_is_where_it_was_put() {
        for place in [[20.0, -90.0, 80.0], [-110.0, 10.0, 70.0], [60.0, 60.0, 120.0]] {
            for known in [true, false] {
                let lens = camera(place, known).lens(SIZE).expect("it shows");
                for (found, put) in lens.iter().zip(place) {
                    assert!((found - put).abs() < 0.01, "{place:?} {known}: {lens:?}");
                }
            }
        }
        assert!(camera([0.0, 0.0, 150.0], false).lens(SIZE).is_none());
        assert!((camera([0.0, 0.0, 150.0], true).lens(SIZE).expect("a known lens")[2] - 150.0).abs() < 0.01);
    }

    #[test]
    fn what_is_above_the_table_is_seen_beyond_where_it_is() {
        let place = [105.0, 0.0, 80.0];
        let camera = camera(place, true);
        // The pixel that shows a point 2 cm above (3, 4) shows this point of the table.
        let beyond = |at: f64, lens: f64| lens + (at - lens) * place[2] / (place[2] - 2.0);
        let seen = camera.to_image(Point::new(beyond(3.0, place[0]), beyond(4.0, place[1])));
        let below = camera.to_table_below(seen, 2.0, place);
        assert!((below.x - 3.0).abs() < 0.01 && (below.y - 4.0).abs() < 0.01, "{below:?}");
        assert!(camera.to_table(seen).x < 0.5);
    }
}
