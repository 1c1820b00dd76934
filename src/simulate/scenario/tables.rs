//! Tables: the layout a scenario names, and round tables for the games with one pile.

use super::file::{LayoutFrom, Scenario};
use super::load::Fault;
use crate::base::{Point, Table};
use crate::calibration::layout::LAYOUT_SCHEMA;
use crate::calibration::{Layout, Seat, Zone};
use std::path::Path;

/// The layout of a scenario; files are looked for in `folder`.
///
/// # Errors
/// The field `layout` with what is wrong with it.
pub fn layout(scenario: &Scenario, seats: usize, folder: &Path) -> Result<Layout, Fault> {
    let layout = match &scenario.layout {
        None | Some(LayoutFrom::Named(_)) if scenario.laws.one_pile() => return Ok(round(seats)),
        None | Some(LayoutFrom::Named(_)) => Layout::reference(),
        Some(LayoutFrom::File { file }) => {
            Layout::load(&folder.join(file)).map_err(|why| Fault::new("layout.file", why.to_string()))?
        }
        Some(LayoutFrom::Inline(layout)) => {
            layout.check().map_err(|why| Fault::new("layout", why.to_string()))?;
            (**layout).clone()
        }
    };
    let has_pile = layout.zone("pile").is_some();
    if scenario.laws.one_pile() != has_pile {
        let wants = if scenario.laws.one_pile() { "a zone `pile`" } else { "the zones of two Centre Piles" };
        return Err(Fault::new("layout", format!("the game {} needs {wants}", scenario.laws.name())));
    }
    if has_pile && layout.seats.iter().filter(|seat| seat.angle.is_some()).count() < seats {
        return Err(Fault::new("layout.seats", format!("{seats} seats with an angle are needed, numbered clockwise")));
    }
    Ok(layout)
}

/// A square mat with one pile in its middle and seats evenly round it.
pub fn round(seats: usize) -> Layout {
    let square = |half: f64| -> Vec<Point<Table>> {
        [[-half, -half], [half, -half], [half, half], [-half, half]].map(|[x, y]| Point::new(x, y)).to_vec()
    };
    Layout {
        schema: LAYOUT_SCHEMA.to_owned(),
        name: format!("one pile, {seats} seats"),
        units: "cm".to_owned(),
        mats: vec![Zone { id: "central".to_owned(), polygon: square(42.0) }],
        zones: vec![Zone { id: "pile".to_owned(), polygon: square(9.0) }],
        seats: (0..seats)
            .map(|seat| Seat { player: seat as u8 + 1, side: None, angle: Some(360.0 * seat as f64 / seats as f64) })
            .collect(),
    }
}

/// Where each person sits, degrees clockwise seen from above, 0 at the near side.
pub fn angles(layout: &Layout, seats: usize) -> Vec<f64> {
    let angle = |player: usize| {
        let seat = layout.seats.iter().find(|seat| usize::from(seat.player) == player + 1);
        match seat {
            Some(seat) if seat.angle.is_some() => seat.angle.unwrap_or(0.0),
            Some(seat) if seat.side.as_deref() == Some("near") => 0.0,
            Some(seat) if seat.side.as_deref() == Some("far") => 180.0,
            // Player 1 is the near side by the contract.
            _ => 360.0 * player as f64 / seats as f64,
        }
    };
    (0..seats).map(angle).collect()
}
