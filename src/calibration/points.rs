//! Named points in (a pixel and the table point it shows), a camera out.
//!
//! Four points in general position fix the homography. With more, it is fitted to all by least squares
//! and points that contradict the others are found and reported: the four-point map with the smallest
//! median error decides who contradicts whom (least median of squares, Rousseeuw 1984).

use super::camera::{Calibration, Method};
use super::layout::Layout;
use crate::base::{Homography, Image, Point, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A pixel and the table point that it shows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NamedPoint {
    /// Pixels, centres at integer coordinates.
    pub image: Point<Image>,
    /// Centimetres on the table.
    pub table: Point<Table>,
}

/// A calibration from points.
#[derive(Debug, Clone)]
pub struct FromPoints {
    /// The calibration.
    pub calibration: Calibration,
    /// Positions in the list of points that contradict the others and were left out.
    pub outliers: Vec<usize>,
}

/// Largest root mean square error that is believed, millimetres on the table.
const LARGEST_RESIDUAL_MM: f64 = 15.0;
/// Error below which a point never counts as contradicting, millimetres on the table.
const NEVER_AN_OUTLIER_MM: f64 = 6.0;
/// Four-point subsets tried at most.
const SUBSETS: usize = 3000;

/// Solves for the camera; the error is the second half of a sentence: what is wrong and what to do.
pub fn solve(points: &[NamedPoint], layout: &Layout) -> Result<FromPoints, String> {
    let n = points.len();
    if n < 4 {
        return Err(format!("it has {n} points, but four or more are needed; name more points"));
    }
    for (i, point) in points.iter().enumerate() {
        let numbers = [point.image.x, point.image.y, point.table.x, point.table.y];
        if numbers.iter().any(|v| v.is_nan() || v.abs() > 1e6) {
            return Err(format!("point {} has a coordinate that is not a usable number; correct it", i + 1));
        }
    }
    let all: Vec<usize> = (0..n).collect();
    let degenerate = || {
        "the points lie on a line or too close together, on the table or in the picture; spread them over the mats, \
         no three on one line"
            .to_owned()
    };
    let best = best_subset(points).ok_or_else(degenerate)?;
    let misses: Vec<f64> = points.iter().map(|point| miss_mm(&best, point)).collect();
    let mut sorted = misses.clone();
    sorted.sort_by(f64::total_cmp);
    // Four points always agree with themselves: from six on, a majority can outvote the rest.
    let limit = if n >= 6 { (3.0 * 1.4826 * sorted[n / 2]).max(NEVER_AN_OUTLIER_MM) } else { f64::INFINITY };
    let (kept, outliers): (Vec<usize>, Vec<usize>) = all.into_iter().partition(|&i| misses[i] <= limit);
    if 3 * outliers.len() > n {
        return Err(format!(
            "{} of the {n} points contradict the others; check that each pixel belongs to its table point",
            outliers.len()
        ));
    }
    let chosen: Vec<NamedPoint> = kept.iter().map(|&i| points[i]).collect();
    let map = homography(&chosen).ok_or_else(degenerate)?;
    let residual_mm = (chosen.iter().map(|p| miss_mm(&map, p).powi(2)).sum::<f64>() / chosen.len() as f64).sqrt();
    if residual_mm.is_nan() || residual_mm > LARGEST_RESIDUAL_MM {
        return Err(format!(
            "the points contradict each other by {residual_mm:.0} mm; check that each pixel belongs to its table point"
        ));
    }
    let fault = fault_of_view(&map, layout);
    if let Some(fault) = fault {
        return Err(fault);
    }
    let calibration =
        Calibration::new(layout.clone(), Method::Points, map, None, residual_mm).ok_or_else(degenerate)?;
    Ok(FromPoints { calibration, outliers })
}

/// Why a map cannot be a camera's view of this layout from above, if so.
pub fn fault_of_view(image_from_table: &Homography<Table, Image>, layout: &Layout) -> Option<String> {
    let m = image_from_table.rows;
    let mut signs = Vec::new();
    for zone in &layout.zones {
        let depths: Vec<f64> = zone.polygon.iter().map(|p| m[2][0] * p.x + m[2][1] * p.y + m[2][2]).collect();
        let seen: Vec<Point<Image>> = zone.polygon.iter().map(|p| image_from_table.apply(*p)).collect();
        if seen.iter().any(|p| !(p.x.abs() < 1e6 && p.y.abs() < 1e6)) {
            return Some("parts of the mats would lie on the horizon; check the numbers".to_owned());
        }
        signs.extend(depths);
        let area = |points: &[(f64, f64)]| -> f64 {
            (0..points.len())
                .map(|i| {
                    let (a, b) = (points[i], points[(i + 1) % points.len()]);
                    a.0 * b.1 - b.0 * a.1
                })
                .sum::<f64>()
                / 2.0
        };
        let on_table = area(&zone.polygon.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>());
        let in_picture = area(&seen.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>());
        // Seen from above, a turn on the table is the opposite turn in a picture whose y points down.
        if on_table * in_picture > 0.0 {
            return Some("the table would be mirrored; check that x runs to Player 1's right and y to Player 2".into());
        }
        if in_picture.abs() < 30.0 {
            return Some("the zones would be smaller than a few pixels; check the numbers".to_owned());
        }
    }
    let behind = signs.iter().any(|s| *s > 0.0) && signs.iter().any(|s| *s < 0.0);
    behind.then(|| "parts of the mats would lie behind the camera; check the numbers".to_owned())
}

/// How far from its table point a pixel lands, millimetres.
fn miss_mm(map: &Homography<Table, Image>, point: &NamedPoint) -> f64 {
    let seen = map.inverse().map(|back| back.apply(point.image).distance(point.table) * 10.0);
    seen.filter(|mm| mm.is_finite()).unwrap_or(f64::MAX)
}

/// The map through four of the points with the smallest median error over all.
fn best_subset(points: &[NamedPoint]) -> Option<Homography<Table, Image>> {
    let n = points.len();
    let total = (n * (n - 1) * (n - 2) * (n - 3) / 24).max(1);
    let stride = total.div_ceil(SUBSETS);
    let mut best: Option<(f64, Homography<Table, Image>)> = None;
    let mut index = 0;
    for a in 0..n {
        for b in a + 1..n {
            for c in b + 1..n {
                for d in c + 1..n {
                    index += 1;
                    if index % stride != 0 {
                        continue;
                    }
                    let Some(map) = homography(&[points[a], points[b], points[c], points[d]]) else { continue };
                    let mut misses: Vec<f64> = points.iter().map(|point| miss_mm(&map, point)).collect();
                    misses.sort_by(f64::total_cmp);
                    // Ties among exact fits are broken by the worst point.
                    let value = misses[n / 2] + 1e-3 * misses[(3 * n / 4).min(n - 1)];
                    if best.as_ref().is_none_or(|(least, _)| value < *least) {
                        best = Some((value, map));
                    }
                }
            }
        }
    }
    best.map(|(_, map)| map)
}

/// Moves points to mean 0 and spread 1: `(middle, scale)`, or `None` without spread.
fn normaliser(points: impl Iterator<Item = (f64, f64)> + Clone) -> Option<((f64, f64), f64)> {
    let n = points.clone().count() as f64;
    let (sx, sy) = points.clone().fold((0.0, 0.0), |(x, y), p| (x + p.0, y + p.1));
    let middle = (sx / n, sy / n);
    let spread = (points.map(|p| (p.0 - middle.0).powi(2) + (p.1 - middle.1).powi(2)).sum::<f64>() / n).sqrt();
    (spread > 1e-9).then_some((middle, 1.0 / spread))
}

/// The least-squares homography (direct linear transform on normalised coordinates), or `None` when the
/// points do not fix one.
fn homography(points: &[NamedPoint]) -> Option<Homography<Table, Image>> {
    let ((tx, ty), t) = normaliser(points.iter().map(|p| (p.table.x, p.table.y)))?;
    let ((ix, iy), s) = normaliser(points.iter().map(|p| (p.image.x, p.image.y)))?;
    let mut system = [[0.0_f64; 9]; 8];
    for p in points {
        let (x, y) = ((p.table.x - tx) * t, (p.table.y - ty) * t);
        let (u, v) = ((p.image.x - ix) * s, (p.image.y - iy) * s);
        for (row, right) in
            [([x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y], u), ([0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y], v)]
        {
            for i in 0..8 {
                for j in 0..8 {
                    system[i][j] += row[i] * row[j];
                }
                system[i][8] += row[i] * right;
            }
        }
    }
    for i in 0..8 {
        let pivot = (i..8).max_by(|&a, &b| system[a][i].abs().total_cmp(&system[b][i].abs()))?;
        system.swap(i, pivot);
        // Normal equations square the condition: this refuses three of four points within about a
        // hundredth of the spread of one line.
        if system[i][i].abs() < 1e-5 {
            return None;
        }
        let leading = system[i];
        for (j, row) in system.iter_mut().enumerate() {
            if j != i {
                let factor = row[i] / leading[i];
                row.iter_mut().zip(leading).for_each(|(value, lead)| *value -= factor * lead);
            }
        }
    }
    let h: [f64; 8] = std::array::from_fn(|i| system[i][8] / system[i][i]);
    let from_table = Homography::<Table, Table>::new([[t, 0.0, -t * tx], [0.0, t, -t * ty], [0.0, 0.0, 1.0]]);
    let normal = Homography::<Table, Image>::new([[h[0], h[1], h[2]], [h[3], h[4], h[5]], [h[6], h[7], 1.0]]);
    let to_image = Homography::<Image, Image>::new([[1.0 / s, 0.0, ix], [0.0, 1.0 / s, iy], [0.0, 0.0, 1.0]]);
    Some(from_table.then(&normal).then(&to_image))
}
