//! Segments and two vanishing points in, candidate cameras out.
//!
//! The two vanishing points straighten the picture up to one scale and one shift along each axis. These
//! are found one axis at a time, by matching pairs of seen lines to pairs of the layout's lines, and the
//! best of both axes are combined and scored in two dimensions against distance maps of the evidence.

use super::model::{Kind, Model, Sample};
use super::segments::Segment;
use super::vanish::{self, Frame, cross, dot};
use crate::base::{Homography, Image, Point, Table};
use crate::calibration::CalibrationError;
use opencv::core::{CV_8U, Mat, Point as CvPoint, Scalar};
use opencv::imgproc;
use opencv::prelude::*;

/// A candidate, working pixels.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    /// Table centimetres to pixels.
    pub image_from_table: Homography<Table, Image>,
    /// Share of the lines near evidence; comparable between candidates of one picture.
    pub score: f64,
}

/// A seen line in straightened coordinates.
#[derive(Debug, Clone, Copy)]
struct Seen {
    offset: f64,
    /// One pixel, in units of `offset`, where the line is.
    pixel: f64,
    weight: f64,
}

/// Lines of one family, merged when they lie on one straight line, ascending.
fn merge(mut lines: Vec<Seen>, keep: usize) -> Vec<Seen> {
    lines.sort_by(|a, b| a.offset.total_cmp(&b.offset));
    let mut merged: Vec<Seen> = Vec::new();
    for line in lines {
        match merged.last_mut() {
            Some(last) if line.offset - last.offset < 1.6 * last.pixel.max(line.pixel) => {
                let total = last.weight + line.weight;
                last.offset = (last.offset * last.weight + line.offset * line.weight) / total;
                last.pixel = (last.pixel * last.weight + line.pixel * line.weight) / total;
                last.weight = total;
            }
            _ => merged.push(line),
        }
    }
    merged.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    merged.truncate(keep);
    merged.sort_by(|a, b| a.offset.total_cmp(&b.offset));
    merged
}

/// Scale and shift of one axis: offset = scale * table + shift.
#[derive(Debug, Clone, Copy)]
struct AxisFit {
    scale: f64,
    shift: f64,
    score: f64,
}

/// Pairs of seen lines against pairs of the layout's lines, best first. `span` is the extent of the
/// picture in offsets; `ways` says whether the axis may run forwards and backwards.
fn fit_axis(seen: &[Seen], model: &[(f64, f64)], span: f64, ways: [bool; 2], keep: usize) -> Vec<AxisFit> {
    let (Some(first), Some(last)) = (model.first(), model.last()) else { return Vec::new() };
    let extent = last.0 - first.0;
    let strongest = seen.iter().map(|s| s.weight).fold(0.0, f64::max);
    let mut fits: Vec<AxisFit> = Vec::new();
    for (i, a) in seen.iter().enumerate() {
        for b in &seen[i + 1..] {
            for (k, p) in model.iter().enumerate() {
                for q in &model[k + 1..] {
                    for backwards in [false, true] {
                        if !ways[usize::from(backwards)] {
                            continue;
                        }
                        let (p, q) = if backwards { (q, p) } else { (p, q) };
                        let scale = (b.offset - a.offset) / (q.0 - p.0);
                        if !(0.3 * span..=4.0 * span).contains(&(scale.abs() * extent)) {
                            continue;
                        }
                        let shift = a.offset - scale * p.0;
                        let score = model
                            .iter()
                            .map(|&(offset, length)| {
                                let wanted = scale * offset + shift;
                                let next = seen.partition_point(|s| s.offset < wanted);
                                let best = [next.wrapping_sub(1), next]
                                    .iter()
                                    .filter_map(|&n| seen.get(n))
                                    .map(|s| {
                                        let off = (s.offset - wanted).abs() / (3.0 * s.pixel);
                                        (1.0 - off * off).max(0.0) * (s.weight / (0.25 * strongest)).min(1.0)
                                    })
                                    .fold(0.0, f64::max);
                                best * (length / 30.0).min(1.0)
                            })
                            .sum();
                        fits.push(AxisFit { scale, shift, score });
                    }
                }
            }
        }
    }
    fits.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then(a.scale.total_cmp(&b.scale)).then(a.shift.total_cmp(&b.shift))
    });
    let pixel = seen.iter().map(|s| s.pixel).sum::<f64>() / seen.len().max(1) as f64;
    let ends = |fit: &AxisFit| (fit.scale * first.0 + fit.shift, fit.scale * last.0 + fit.shift);
    let mut kept: Vec<AxisFit> = Vec::new();
    for fit in fits {
        if kept.len() >= keep {
            break;
        }
        let (low, high) = ends(&fit);
        let same = |other: &AxisFit| {
            let (a, b) = ends(other);
            (a - low).abs() < 3.0 * pixel && (b - high).abs() < 3.0 * pixel
        };
        if !kept.iter().any(same) {
            kept.push(fit);
        }
    }
    kept
}

/// Distance to the nearest evidence of one family, pixels.
struct Nearness {
    width: usize,
    height: usize,
    ridges: Vec<f32>,
    all: Vec<f32>,
}

impl Nearness {
    fn new(size: (usize, usize), segments: &[&Segment]) -> Result<Nearness, CalibrationError> {
        let draw = |only_ridges: bool| -> Result<Vec<f32>, CalibrationError> {
            let mut canvas = Mat::new_rows_cols_with_default(size.1 as i32, size.0 as i32, CV_8U, Scalar::all(255.0))?;
            for segment in segments.iter().filter(|segment| segment.ridge || !only_ridges) {
                let [a, b] = [segment.from, segment.to].map(|p| CvPoint::new(p.0.round() as i32, p.1.round() as i32));
                imgproc::line(&mut canvas, a, b, Scalar::all(0.0), 1, imgproc::LINE_8, 0)?;
            }
            let mut distance = Mat::default();
            imgproc::distance_transform_def(&canvas, &mut distance, imgproc::DIST_L2, 3)?;
            Ok(distance.data_typed::<f32>()?.to_vec())
        };
        Ok(Nearness { width: size.0, height: size.1, ridges: draw(true)?, all: draw(false)? })
    }

    /// 1 on evidence, 0 from six pixels away, `None` outside the picture.
    fn at(&self, p: Point<Image>, kind: Kind) -> Option<f64> {
        if !(p.x >= 2.0 && p.y >= 2.0 && p.x < self.width as f64 - 3.0 && p.y < self.height as f64 - 3.0) {
            return None;
        }
        let i = p.y.round() as usize * self.width + p.x.round() as usize;
        let near = |distance: f32| f64::from((1.4 - distance / 5.0).clamp(0.0, 1.0));
        Some(match kind {
            Kind::Drawn => near(self.ridges[i]).max(0.5 * near(self.all[i])),
            Kind::Edge => 0.6 * near(self.all[i]),
        })
    }
}

/// Fits of one axis that go on to be combined with those of the other.
const KEEP_PER_AXIS: usize = 140;

/// What a line outside the picture counts in the score's denominator: less than one that is not found.
const OUTSIDE: f64 = 0.6;

/// Share of the samples with evidence. `families[0]` holds the lines of constant x.
fn score(map: &Homography<Table, Image>, samples: &[Sample], families: [&Nearness; 2]) -> f64 {
    let (mut found, mut wanted) = (0.0, 0.0);
    for sample in samples {
        let family = if sample.along.0.abs() < sample.along.1.abs() { 0 } else { 1 };
        let worth = if sample.kind == Kind::Drawn { 1.0 } else { 0.5 };
        match families[family].at(map.apply(sample.at), sample.kind) {
            Some(value) => {
                found += worth * value;
                wanted += worth;
            }
            None => wanted += OUTSIDE * worth,
        }
    }
    if wanted > 0.0 { found / wanted } else { 0.0 }
}

/// Candidates from one pair of vanishing points, best first. A layout that looks the same after a half
/// turn gives one of the two only.
pub fn candidates(
    frame: &Frame,
    size: (usize, usize),
    segments: &[Segment],
    pair: [[f64; 3]; 2],
    model: &Model,
    half_turn_twin: bool,
    keep: usize,
) -> Result<Vec<Candidate>, CalibrationError> {
    let Some(straight) = Straightened::new(frame, segments, pair) else { return Ok(Vec::new()) };
    let nearness = [Nearness::new(size, &straight.families[0])?, Nearness::new(size, &straight.families[1])?];
    let samples = model.samples(2.5);
    let few: Vec<Sample> = samples.iter().step_by(4).copied().collect();
    let offsets = [model.offsets(0), model.offsets(1)];
    let mut rough: Vec<(f64, Homography<Table, Image>, bool)> = Vec::new();
    for swapped in [false, true] {
        // Family 0 has constant u. Unswapped, these are the lines of constant x.
        let (for_u, for_v) = if swapped { (1, 0) } else { (0, 1) };
        // With a half-turn twin x runs forwards, and then y has one way only that is not mirrored.
        let (u_ways, v_ways) = match (half_turn_twin, swapped) {
            (false, _) => ([true, true], [true, true]),
            (true, false) => ([true, false], [false, true]),
            (true, true) => ([true, false], [true, false]),
        };
        let u = fit_axis(&straight.seen[0], &offsets[for_u], straight.span, u_ways, KEEP_PER_AXIS);
        let v = fit_axis(&straight.seen[1], &offsets[for_v], straight.span, v_ways, KEEP_PER_AXIS);
        for a in &u {
            for b in &v {
                // Seen from above, the table's axes turn the other way round than the picture's (y down).
                let mirrored = if swapped { a.scale * b.scale < 0.0 } else { a.scale * b.scale > 0.0 };
                if mirrored {
                    continue;
                }
                let uv_from_table = if swapped {
                    [[0.0, a.scale, a.shift], [b.scale, 0.0, b.shift], [0.0, 0.0, 1.0]]
                } else {
                    [[a.scale, 0.0, a.shift], [0.0, b.scale, b.shift], [0.0, 0.0, 1.0]]
                };
                let view = Homography::<Table, Image>::new(uv_from_table).then(&straight.frame_from_uv);
                let column = |j: usize| [view.rows[0][j], view.rows[1][j], view.rows[2][j]];
                if !vanish::may_be_a_view(column(0), column(1)) {
                    continue;
                }
                let map = view.then(&straight.pixels_from_frame);
                let families = if swapped { [&nearness[1], &nearness[0]] } else { [&nearness[0], &nearness[1]] };
                rough.push((score(&map, &few, families), map, swapped));
            }
        }
    }
    rough.sort_by(|a, b| b.0.total_cmp(&a.0));
    rough.truncate(500);
    let mut scored: Vec<Candidate> = rough
        .into_iter()
        .map(|(_, map, swapped)| {
            let families = if swapped { [&nearness[1], &nearness[0]] } else { [&nearness[0], &nearness[1]] };
            Candidate { image_from_table: map, score: score(&map, &samples, families) }
        })
        .collect();
    scored.sort_by(|a, b| b.score.total_cmp(&a.score));
    Ok(distinct(scored, model, 8.0, keep))
}

/// Drops candidates whose corners lie within `pixels` of a better one's.
pub fn distinct(sorted: Vec<Candidate>, model: &Model, pixels: f64, keep: usize) -> Vec<Candidate> {
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in sorted {
        if kept.len() >= keep {
            break;
        }
        if !kept.iter().any(|other| apart(&candidate.image_from_table, &other.image_from_table, model) < pixels) {
            kept.push(candidate);
        }
    }
    kept
}

/// The largest distance between two cameras' pictures of the layout's bounding box, pixels.
pub fn apart(a: &Homography<Table, Image>, b: &Homography<Table, Image>, model: &Model) -> f64 {
    let (low, high) = model.bounds;
    [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)]
        .iter()
        .map(|&(x, y)| a.apply(Point::new(x, y)).distance(b.apply(Point::new(x, y))))
        .fold(0.0, f64::max)
}

/// The evidence in coordinates where the two families run along the axes.
struct Straightened<'a> {
    families: [Vec<&'a Segment>; 2],
    seen: [Vec<Seen>; 2],
    /// Extent of the picture, in offsets at its middle.
    span: f64,
    frame_from_uv: Homography<Image, Image>,
    pixels_from_frame: Homography<Image, Image>,
}

impl<'a> Straightened<'a> {
    /// `None` when the horizon runs through the picture's middle or a family has fewer than three lines.
    fn new(frame: &Frame, segments: &'a [Segment], pair: [[f64; 3]; 2]) -> Option<Straightened<'a>> {
        let middle = [0.0, 0.0, 1.0];
        let horizon = cross(pair[0], pair[1]);
        if horizon[2].abs() < 1e-3 * dot(horizon, horizon).sqrt() {
            return None;
        }
        let horizon = horizon.map(|v| v / horizon[2]);
        // u is constant along lines through pair[0], v along lines through pair[1].
        let axis = |vanishing: [f64; 3]| {
            let line = cross(vanishing, middle);
            let length = line[0].hypot(line[1]);
            line.map(|v| v / length)
        };
        let (u_line, mut v_line) = (axis(pair[0]), axis(pair[1]));
        let turn = u_line[0] * v_line[1] - u_line[1] * v_line[0];
        if turn.abs() < 0.15 {
            return None;
        }
        if turn < 0.0 {
            v_line = v_line.map(|v| -v);
        }
        let frame_from_uv = Homography::<Image, Image>::new([u_line, v_line, horizon]).inverse()?;
        let pixels_from_frame =
            Homography::new([[frame.unit, 0.0, frame.middle.0], [0.0, frame.unit, frame.middle.1], [0.0, 0.0, 1.0]]);
        let mut families: [Vec<&Segment>; 2] = [Vec::new(), Vec::new()];
        let mut seen: [Vec<Seen>; 2] = [Vec::new(), Vec::new()];
        for segment in segments {
            let q = frame.from_pixels(segment.middle());
            let depth = dot(horizon, q);
            if depth < 0.05 {
                continue;
            }
            for (family, line) in [u_line, v_line].iter().enumerate() {
                if !vanish::belongs(frame, segment, pair[family]) {
                    continue;
                }
                families[family].push(segment);
                let offset = dot(*line, q) / depth;
                // Gradient of offset with respect to pixels.
                let gx = (line[0] - offset * horizon[0]) / depth / frame.unit;
                let gy = (line[1] - offset * horizon[1]) / depth / frame.unit;
                let weight = segment.length() * if segment.ridge { 2.0 } else { 1.0 };
                seen[family].push(Seen { offset, pixel: gx.hypot(gy), weight });
            }
        }
        let seen = seen.map(|lines| merge(lines, 26));
        if seen.iter().any(|lines| lines.len() < 3) {
            return None;
        }
        Some(Straightened { families, seen, span: 1.2, frame_from_uv, pixels_from_frame })
    }
}
