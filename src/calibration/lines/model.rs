//! A layout as lines to look for: samples along the zone lines and the mats' outlines.

use crate::base::{Point, Table};
use crate::calibration::Layout;

/// What a line looks like in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A drawn line: a thin ridge, brighter or darker than both sides.
    Drawn,
    /// The edge of a mat: a step.
    Edge,
}

/// A point on a line of the layout.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// Where, in table centimetres.
    pub at: Point<Table>,
    /// Unit direction of the line on the table.
    pub along: (f64, f64),
    /// Unit direction into the zone; zero for a mat's edge and for a line between two zones.
    pub inward: (f64, f64),
    /// What it looks like.
    pub kind: Kind,
    /// Which of [`Model::lines`] it belongs to.
    pub line: usize,
}

/// A straight stretch of a zone or mat outline.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// One end.
    pub from: Point<Table>,
    /// The other.
    pub to: Point<Table>,
    /// Unit direction into the zone; zero for a mat's edge and for a line between two zones.
    pub inward: (f64, f64),
    /// What it looks like.
    pub kind: Kind,
}

/// All lines of a layout.
#[derive(Debug, Clone)]
pub struct Model {
    /// The stretches, zones first.
    pub lines: Vec<Line>,
    /// Smallest corner coordinates of everything, and the largest.
    pub bounds: (Point<Table>, Point<Table>),
}

/// Corners are often rounded: no evidence is asked for this close to one (centimetres).
const CORNER_CM: f64 = 0.8;

impl Model {
    /// The lines of a layout; a stretch that two zones share appears once.
    pub fn new(layout: &Layout) -> Model {
        let mut lines: Vec<Line> = Vec::new();
        let (mut low, mut high) = (Point::new(f64::MAX, f64::MAX), Point::new(f64::MIN, f64::MIN));
        for (zones, kind) in [(&layout.zones, Kind::Drawn), (&layout.mats, Kind::Edge)] {
            for zone in zones {
                for (i, &from) in zone.polygon.iter().enumerate() {
                    let to = zone.polygon[(i + 1) % zone.polygon.len()];
                    low = Point::new(low.x.min(from.x), low.y.min(from.y));
                    high = Point::new(high.x.max(from.x), high.y.max(from.y));
                    let length = from.distance(to);
                    if length > 2.5 * CORNER_CM {
                        let normal = (-(to.y - from.y) / length, (to.x - from.x) / length);
                        let beside = |s: f64| {
                            let (x, y) = ((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
                            zone.contains(Point::new(x + s * normal.0, y + s * normal.1))
                        };
                        let inward = match (kind, beside(0.1), beside(-0.1)) {
                            (Kind::Drawn, true, false) => normal,
                            (Kind::Drawn, false, true) => (-normal.0, -normal.1),
                            _ => (0.0, 0.0),
                        };
                        lines.push(Line { from, to, inward, kind });
                    }
                }
            }
        }
        // A longer line that covers a shorter one makes the shorter one superfluous; where two zones
        // meet, the one line between them belongs to neither.
        let covered = |short: &Line, long: &Line| {
            short.kind == long.kind && distance_to(short.from, long) < 0.2 && distance_to(short.to, long) < 0.2
        };
        let opposite = |a: &Line, b: &Line| a.inward.0 * b.inward.0 + a.inward.1 * b.inward.1 < -0.5;
        let mut kept = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            let superfluous = lines
                .iter()
                .enumerate()
                .any(|(j, other)| j != i && covered(line, other) && (!covered(other, line) || j < i));
            if !superfluous {
                let shared =
                    lines.iter().any(|other| opposite(line, other) && (covered(line, other) || covered(other, line)));
                kept.push(Line { inward: if shared { (0.0, 0.0) } else { line.inward }, ..*line });
            }
        }
        Model { lines: kept, bounds: (low, high) }
    }

    /// Samples every `step_cm` along the lines, away from corners.
    pub fn samples(&self, step_cm: f64) -> Vec<Sample> {
        let mut samples = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            let length = line.from.distance(line.to);
            let along = ((line.to.x - line.from.x) / length, (line.to.y - line.from.y) / length);
            let usable = length - 2.0 * CORNER_CM;
            let count = (usable / step_cm).ceil().max(1.0) as usize;
            for i in 0..count {
                let s = CORNER_CM + usable * (i as f64 + 0.5) / count as f64;
                let at = Point::new(line.from.x + s * along.0, line.from.y + s * along.1);
                samples.push(Sample { at, along, inward: line.inward, kind: line.kind, line: index });
            }
        }
        samples
    }

    /// Samples on the prolongations of the drawn lines, where the layout says that nothing is drawn: in a
    /// picture of these mats there are no lines, on a chequered rug there are.
    pub fn beyond(&self) -> Vec<Sample> {
        let mut samples = Vec::new();
        for (index, line) in self.lines.iter().enumerate().filter(|(_, line)| line.kind == Kind::Drawn) {
            let length = line.from.distance(line.to);
            let along = ((line.to.x - line.from.x) / length, (line.to.y - line.from.y) / length);
            for past in [1.6, 2.3, 3.0, 3.7] {
                for s in [-past, length + past] {
                    let at = Point::new(line.from.x + s * along.0, line.from.y + s * along.1);
                    if self.lines.iter().all(|other| distance_to(at, other) > 1.2) {
                        samples.push(Sample { at, along, inward: line.inward, kind: Kind::Drawn, line: index });
                    }
                }
            }
        }
        samples
    }

    /// The distinct positions of lines across one axis (0: lines of constant x; 1: of constant y), with
    /// the length drawn there in centimetres; mats count half. Ascending.
    pub fn offsets(&self, axis: usize) -> Vec<(f64, f64)> {
        let mut offsets: Vec<(f64, f64)> = Vec::new();
        for line in &self.lines {
            let (from, to) = if axis == 0 { (line.from.x, line.to.x) } else { (line.from.y, line.to.y) };
            if (from - to).abs() > 0.1 {
                continue;
            }
            let length = line.from.distance(line.to) * if line.kind == Kind::Drawn { 1.0 } else { 0.5 };
            match offsets.iter_mut().find(|(offset, _)| (offset - from).abs() < 0.3) {
                Some((_, total)) => *total += length,
                None => offsets.push((from, length)),
            }
        }
        offsets.sort_by(|a, b| a.0.total_cmp(&b.0));
        offsets
    }
}

/// Distance of a point from a stretch.
fn distance_to(point: Point<Table>, line: &Line) -> f64 {
    let (dx, dy) = (line.to.x - line.from.x, line.to.y - line.from.y);
    let s = ((point.x - line.from.x) * dx + (point.y - line.from.y) * dy) / (dx * dx + dy * dy);
    let s = s.clamp(0.0, 1.0);
    point.distance(Point::new(line.from.x + s * dx, line.from.y + s * dy))
}
