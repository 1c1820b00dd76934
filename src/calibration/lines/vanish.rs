//! Segments in, pairs of vanishing points out: the two directions in which the mats' lines run.
//!
//! Every pair of long segments proposes a vanishing point; those with most support survive. Two of
//! them can belong to the two axes of one table only if some focal length makes them perpendicular
//! (Caprile and Torre 1990, principal point near the middle of the picture). Exhaustive, so that the
//! same picture gives the same answer.

use super::segments::Segment;

/// A vanishing point, homogeneous, in units of half the longer side from the picture's middle.
#[derive(Debug, Clone, Copy)]
pub struct Vanishing {
    /// Homogeneous coordinates, unit length.
    pub point: [f64; 3],
    /// Supporting length, pixels.
    pub support: f64,
}

/// The coordinates in which vanishing points are written.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    /// Middle of the picture, pixels.
    pub middle: (f64, f64),
    /// Half the longer side, pixels.
    pub unit: f64,
}

impl Frame {
    /// For a picture of this size.
    pub fn new(width: usize, height: usize) -> Frame {
        Frame {
            middle: ((width as f64 - 1.0) / 2.0, (height as f64 - 1.0) / 2.0),
            unit: width.max(height) as f64 / 2.0,
        }
    }

    /// Pixels to these coordinates.
    pub fn from_pixels(&self, p: (f64, f64)) -> [f64; 3] {
        [(p.0 - self.middle.0) / self.unit, (p.1 - self.middle.1) / self.unit, 1.0]
    }
}

/// The cross product: line through two points, or point on two lines.
pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The scalar product.
pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn unit(a: [f64; 3]) -> [f64; 3] {
    let length = dot(a, a).sqrt();
    a.map(|v| v / length)
}

/// A segment prepared for many tests against vanishing points.
struct Ray {
    middle: [f64; 3],
    direction: (f64, f64),
    line: [f64; 3],
    /// Support it can give: its length, more for a ridge.
    weight: f64,
    /// Angle that is still "towards the point", radians (sine).
    tolerance: f64,
}

/// How far a segment points away from a vanishing point: the sine of the angle at its middle.
fn miss(middle: [f64; 3], direction: (f64, f64), vanishing: [f64; 3]) -> f64 {
    let (tx, ty) = (vanishing[0] - vanishing[2] * middle[0], vanishing[1] - vanishing[2] * middle[1]);
    let length = tx.hypot(ty);
    if length < 1e-9 { 1.0 } else { ((direction.0 * ty - direction.1 * tx) / length).abs() }
}

/// Angle between a segment and a vanishing direction that still counts as belonging to it.
pub fn belongs(frame: &Frame, segment: &Segment, vanishing: [f64; 3]) -> bool {
    miss(frame.from_pixels(segment.middle()), segment.direction(), vanishing) < tolerance(segment)
}

/// Short segments are known less well; a lens may bend lines by a degree or two.
fn tolerance(segment: &Segment) -> f64 {
    0.022 + 1.0 / segment.length()
}

/// Weighted length that points to a vanishing point, leaving out what is `explained`.
fn support(rays: &[Ray], explained: &[bool], vanishing: [f64; 3]) -> f64 {
    rays.iter()
        .zip(explained)
        .filter(|(_, done)| !**done)
        .map(|(ray, _)| {
            let m = miss(ray.middle, ray.direction, vanishing) / ray.tolerance;
            if m < 1.0 { ray.weight * (1.0 - m * m) } else { 0.0 }
        })
        .sum()
}

/// The best-supported vanishing points, best first, clearly different from each other.
pub fn find(frame: &Frame, segments: &[Segment], count: usize) -> Vec<Vanishing> {
    let mut rays: Vec<Ray> = segments
        .iter()
        .map(|segment| Ray {
            middle: frame.from_pixels(segment.middle()),
            direction: segment.direction(),
            line: cross(frame.from_pixels(segment.from), frame.from_pixels(segment.to)),
            weight: segment.length() * if segment.ridge { 2.0 } else { 1.0 },
            tolerance: tolerance(segment),
        })
        .collect();
    rays.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    rays.truncate(220);
    // One after the other: seeds are the longest segments that no point found so far explains.
    let mut explained = vec![false; rays.len()];
    let mut kept: Vec<Vanishing> = Vec::new();
    while kept.len() < count {
        let seeds: Vec<&Ray> =
            rays.iter().zip(&explained).filter(|(_, done)| !**done).map(|(ray, _)| ray).take(44).collect();
        let mut best: Option<(f64, [f64; 3])> = None;
        for (i, a) in seeds.iter().enumerate() {
            for b in &seeds[i + 1..] {
                let point = cross(a.line, b.line);
                if dot(point, point) < 1e-14 {
                    continue;
                }
                let point = unit(point);
                // Lines that cross within or near the picture are no parallels on the table.
                if point[0].hypot(point[1]) < 0.6 * point[2].abs() {
                    continue;
                }
                let gain = support(&rays, &explained, point);
                if best.is_none_or(|(most, _)| gain > most) {
                    best = Some((gain, point));
                }
            }
        }
        let Some((_, point)) = best else { break };
        for (ray, done) in rays.iter().zip(&mut explained) {
            *done |= miss(ray.middle, ray.direction, point) < ray.tolerance;
        }
        kept.push(Vanishing { point, support: support(&rays, &vec![false; rays.len()], point) });
    }
    kept
}

/// Shortest and longest focal length believed, in units of [`Frame::unit`]: from a wide phone lens
/// to a long lens far away.
const FOCAL: std::ops::RangeInclusive<f64> = 0.7..=20.0;

/// Whether some believable focal length makes the two directions perpendicular, to within what a
/// cropped picture (middle moved) or noise allows.
pub fn may_be_perpendicular(a: [f64; 3], b: [f64; 3]) -> bool {
    let mut f = *FOCAL.start();
    while f <= *FOCAL.end() {
        let (ra, rb) = (unit([a[0], a[1], a[2] * f]), unit([b[0], b[1], b[2] * f]));
        if dot(ra, rb).abs() < 0.16 {
            return true;
        }
        f *= 1.25;
    }
    false
}

/// Whether a map from table to picture (columns for x, y and the origin, in [`Frame`] coordinates) can
/// be a camera's view of a plane with equal units along both axes.
pub fn may_be_a_view(x: [f64; 3], y: [f64; 3]) -> bool {
    let mut f = *FOCAL.start();
    while f <= *FOCAL.end() {
        let (rx, ry) = ([x[0], x[1], x[2] * f], [y[0], y[1], y[2] * f]);
        let ratio = (dot(rx, rx) / dot(ry, ry)).sqrt();
        let cosine = dot(rx, ry) / (dot(rx, rx) * dot(ry, ry)).sqrt();
        if (0.8..=1.25).contains(&ratio) && cosine.abs() < 0.2 {
            return true;
        }
        f *= 1.2;
    }
    false
}
