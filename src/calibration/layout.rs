//! What is drawn on the mats: polygons in table centimetres, read from and written to `layout.json`.
//!
//! A layout is checked when it is read: what passes [`Layout::from_json`] has the zones of one of the
//! two kinds of table, polygons of three corners or more, finite numbers and no zones that overlap in
//! a way that causes ambiguity (Diagram 6).

use super::error::LayoutError;
use crate::base::{Point, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

/// A named polygon on the table, centimetres.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Zone {
    /// `boundary_1`, `centre_left`, `draw_2`, `pile`; for mats `foundation_1`, `central` …
    pub id: String,
    /// Corners in order, no closing repeat.
    pub polygon: Vec<Point<Table>>,
}

/// Where a player sits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Seat {
    /// Player number, from 1.
    pub player: u8,
    /// Side of the layout: `near` is negative y.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<String>,
    /// Angle in degrees, for single-pile tables.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub angle: Option<f64>,
}

/// A table: its mats and its zones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Layout {
    /// `slapsight.layout/1`.
    pub schema: String,
    /// For people.
    pub name: String,
    /// `cm`.
    pub units: String,
    /// The mats' outlines.
    pub mats: Vec<Zone>,
    /// The marked zones.
    pub zones: Vec<Zone>,
    /// Who sits where.
    #[serde(default)]
    pub seats: Vec<Seat>,
}

/// The Centre Piles' two halves are parts of the centre by design (B.4.3).
fn may_overlap(a: &str, b: &str) -> bool {
    let half = |id: &str| id == "centre_left" || id == "centre_right";
    (a == "centre" && half(b)) || (b == "centre" && half(a))
}

/// How much two zones overlap, counted on a grid over their common bounding box (square centimetres).
/// Exact enough to tell rounding from overlap, and right for any simple polygon.
fn overlap_cm2(a: &Zone, b: &Zone) -> f64 {
    const STEPS: usize = 200;
    let ((a_low, a_high), (b_low, b_high)) = (a.bounds(), b.bounds());
    let (left, right) = (a_low.x.max(b_low.x), a_high.x.min(b_high.x));
    let (bottom, top) = (a_low.y.max(b_low.y), a_high.y.min(b_high.y));
    if right <= left || top <= bottom {
        return 0.0;
    }
    let (dx, dy) = ((right - left) / STEPS as f64, (top - bottom) / STEPS as f64);
    let mut both = 0_usize;
    for i in 0..STEPS {
        for j in 0..STEPS {
            let point = Point::new(left + (i as f64 + 0.5) * dx, bottom + (j as f64 + 0.5) * dy);
            both += usize::from(a.contains(point) && b.contains(point));
        }
    }
    both as f64 * dx * dy
}

impl Zone {
    /// The first fault of this polygon alone, if any.
    fn check(&self) -> Result<(), LayoutFault> {
        if self.polygon.len() < 3 {
            return Err(LayoutFault::TooFewCorners { id: self.id.clone(), corners: self.polygon.len() });
        }
        if self.polygon.iter().any(|p| !(p.x.abs() <= FARTHEST_CM && p.y.abs() <= FARTHEST_CM)) {
            return Err(LayoutFault::BadNumber(self.id.clone()));
        }
        if self.area_cm2() < 1.0 {
            return Err(LayoutFault::NoArea(self.id.clone()));
        }
        Ok(())
    }

    /// The area enclosed, square centimetres (shoelace formula).
    pub fn area_cm2(&self) -> f64 {
        let next = |i: usize| self.polygon[(i + 1) % self.polygon.len()];
        let twice: f64 = self.polygon.iter().enumerate().map(|(i, p)| p.x * next(i).y - next(i).x * p.y).sum();
        twice.abs() / 2.0
    }

    /// Whether a point lies inside (even-odd rule; a point on the line may be either).
    pub fn contains(&self, point: Point<Table>) -> bool {
        let mut inside = false;
        let mut before = self.polygon.len().wrapping_sub(1);
        for (i, a) in self.polygon.iter().enumerate() {
            let b = self.polygon[before];
            if (a.y > point.y) != (b.y > point.y) && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x {
                inside = !inside;
            }
            before = i;
        }
        inside
    }

    /// The middle of the corners.
    pub fn middle(&self) -> Point<Table> {
        let n = self.polygon.len().max(1) as f64;
        let (x, y) = self.polygon.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x, y + p.y));
        Point::new(x / n, y / n)
    }

    /// Smallest and largest corner coordinates: `(min, max)`.
    pub fn bounds(&self) -> (Point<Table>, Point<Table>) {
        let mut low = Point::new(f64::INFINITY, f64::INFINITY);
        let mut high = Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY);
        for p in &self.polygon {
            low = Point::new(low.x.min(p.x), low.y.min(p.y));
            high = Point::new(high.x.max(p.x), high.y.max(p.y));
        }
        (low, high)
    }
}

/// The schema name this program reads and writes.
pub const LAYOUT_SCHEMA: &str = "slapsight.layout/1";

/// Zones a two-pile table must have.
const TWO_PILE_ZONES: [&str; 7] =
    ["boundary_1", "boundary_2", "centre", "centre_left", "centre_right", "draw_1", "draw_2"];

/// Largest coordinate that is believed, centimetres: no table is ten metres long.
const FARTHEST_CM: f64 = 1000.0;

/// Overlap of two zones that is put down to rounding in the file, square centimetres.
const OVERLAP_ALLOWED_CM2: f64 = 0.5;

/// What is wrong with a layout, as the second half of a sentence that begins with its name.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LayoutFault {
    /// Not JSON, or a field is missing, misspelt or of the wrong kind.
    #[error("not a layout file ({0}); compare it with `slapsight schema layout`")]
    NotALayout(String),
    /// Another schema.
    #[error("the schema is \"{0}\", but this program reads \"slapsight.layout/1\"; set the field `schema`")]
    Schema(String),
    /// Another unit.
    #[error("the units are \"{0}\", but a layout is in \"cm\"; convert the numbers and set the field `units`")]
    Units(String),
    /// A polygon with too few corners.
    #[error("`{id}` has {corners} corners, but a polygon needs three or more; add the missing corners")]
    TooFewCorners {
        /// The mat or zone.
        id: String,
        /// How many it has.
        corners: usize,
    },
    /// A polygon without area.
    #[error("`{0}` encloses no area; check the order and the values of its corners")]
    NoArea(String),
    /// A coordinate that cannot be.
    #[error("`{0}` has a corner that is not a number of centimetres within ten metres of the middle; correct it")]
    BadNumber(String),
    /// Two zones of one name.
    #[error("`{0}` appears twice; give every mat and every zone its own id")]
    Twice(String),
    /// A zone is missing.
    #[error("the zone `{0}` is missing; add it, or give a single zone `pile` for a game with one pile")]
    Missing(String),
    /// Two zones overlap.
    #[error(
        "the zones `{a}` and `{b}` overlap by {area_cm2:.1} square cm, which Diagram 6 of the Laws forbids; move them apart"
    )]
    Overlap {
        /// One.
        a: String,
        /// The other.
        b: String,
        /// How much.
        area_cm2: f64,
    },
}

impl Layout {
    /// The documented reading of the official mats that ships with the program (`calibration/README.md`).
    pub fn reference() -> Layout {
        // The file is part of the program and a test reads it: this cannot fail on any input.
        Layout::from_json(include_str!("../../calibration/reference-layout.json"), "reference layout")
            .expect("the shipped reference layout is valid")
    }

    /// Reads and checks a layout file.
    pub fn load(path: &Path) -> Result<Layout, LayoutError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| LayoutError::Unreadable { path: path.to_owned(), why: error.to_string() })?;
        Layout::from_json(&text, &path.display().to_string())
    }

    /// Checks a layout given as text; `name` is what an error calls it.
    pub fn from_json(text: &str, name: &str) -> Result<Layout, LayoutError> {
        let faulty = |fault| LayoutError::Faulty { name: name.to_owned(), fault };
        let layout: Layout =
            serde_json::from_str(text).map_err(|error| faulty(LayoutFault::NotALayout(error.to_string())))?;
        layout.check().map_err(faulty)?;
        Ok(layout)
    }

    /// The first fault found, if any.
    pub fn check(&self) -> Result<(), LayoutFault> {
        if self.schema != LAYOUT_SCHEMA {
            return Err(LayoutFault::Schema(self.schema.clone()));
        }
        if self.units != "cm" {
            return Err(LayoutFault::Units(self.units.clone()));
        }
        for group in [&self.mats, &self.zones] {
            for (i, zone) in group.iter().enumerate() {
                zone.check()?;
                if group[..i].iter().any(|other| other.id == zone.id) {
                    return Err(LayoutFault::Twice(zone.id.clone()));
                }
            }
        }
        if self.zone("pile").is_none()
            && let Some(missing) = TWO_PILE_ZONES.iter().find(|id| self.zone(id).is_none())
        {
            return Err(LayoutFault::Missing((*missing).to_owned()));
        }
        for (i, a) in self.zones.iter().enumerate() {
            for b in &self.zones[i + 1..] {
                let area_cm2 = if may_overlap(&a.id, &b.id) { 0.0 } else { overlap_cm2(a, b) };
                if area_cm2 > OVERLAP_ALLOWED_CM2 {
                    return Err(LayoutFault::Overlap { a: a.id.clone(), b: b.id.clone(), area_cm2 });
                }
            }
        }
        Ok(())
    }

    /// Whether a half turn about the origin maps the layout onto itself, to within `tolerance_cm`: then
    /// the lines alone cannot tell Player 1's side from Player 2's.
    pub fn looks_the_same_half_turned(&self, tolerance_cm: f64) -> bool {
        let near = |p: &Point<Table>, q: &Point<Table>| (p.x + q.x).hypot(p.y + q.y) <= tolerance_cm;
        self.zones.iter().all(|zone| {
            self.zones.iter().any(|other| zone.polygon.iter().all(|p| other.polygon.iter().any(|q| near(p, q))))
        })
    }

    /// The zone of that name, if the layout has it.
    pub fn zone(&self, id: &str) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.id == id)
    }
}
