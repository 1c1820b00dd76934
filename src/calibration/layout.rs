//! What is drawn on the mats: polygons in table centimetres, read from and written to `layout.json`.

use crate::base::{Point, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

impl Zone {
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

impl Layout {
    /// The zone of that name, if the layout has it.
    pub fn zone(&self, id: &str) -> Option<&Zone> {
        self.zones.iter().find(|zone| zone.id == id)
    }
}
