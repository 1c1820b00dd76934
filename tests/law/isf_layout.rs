//! Laws B and C and the diagram, as far as the layout of the table answers for them.

use slapsight::base::{Homography, Image, Point, Side, Table};
use slapsight::calibration::sides::{half_turned, player1_side};
use slapsight::calibration::{Layout, LayoutFault, Zone};

fn mat(layout: &Layout, id: &str) -> Zone {
    layout.mats.iter().find(|mat| mat.id == id).unwrap_or_else(|| panic!("{id}")).clone()
}

fn zone(layout: &Layout, id: &str) -> Zone {
    layout.zone(id).unwrap_or_else(|| panic!("{id}")).clone()
}

/// Width and height.
fn size(zone: &Zone) -> (f64, f64) {
    let (low, high) = zone.bounds();
    (high.x - low.x, high.y - low.y)
}

/// Every corner of the one is on the other or on its edge.
fn lies_on(inner: &Zone, outer: &Zone) -> bool {
    let (low, high) = outer.bounds();
    inner.polygon.iter().all(|p| p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y)
}

fn without(id: &str) -> LayoutFault {
    let mut layout = Layout::reference();
    layout.zones.retain(|zone| zone.id != id);
    layout.check().expect_err(id)
}

fn moved(id: &str, dx: f64, dy: f64) -> Result<(), LayoutFault> {
    let mut layout = Layout::reference();
    for zone in layout.zones.iter_mut().filter(|zone| zone.id == id) {
        zone.polygon = zone.polygon.iter().map(|p| Point::new(p.x + dx, p.y + dy)).collect();
    }
    layout.check()
}

#[test]
fn b_1_3_any_clear_boundaries_do_without_mats() {
    let mut layout = Layout::reference();
    layout.mats.clear();
    for zone in &mut layout.zones {
        zone.polygon = zone.polygon.iter().map(|p| Point::new(p.x * 0.8, p.y * 1.3)).collect();
    }
    assert_eq!(layout.check().map_err(|fault| fault.to_string()), Ok(()));
    layout.zones[0].polygon.truncate(2);
    assert!(layout.check().is_err(), "two corners bound nothing");
}

#[test]
fn b_2_1_the_reference_layout_has_three_mats_apart() {
    let layout = Layout::reference();
    assert_eq!(layout.mats.len(), 3);
    let centre = mat(&layout, "central").bounds();
    assert!(mat(&layout, "foundation_1").bounds().1.y <= centre.0.y);
    assert!(mat(&layout, "foundation_2").bounds().0.y >= centre.1.y);
}

#[test]
fn b_2_1_1_the_mat_of_player_1_has_their_zone() {
    let layout = Layout::reference();
    assert!(lies_on(&zone(&layout, "boundary_1"), &mat(&layout, "foundation_1")));
}

#[test]
fn b_2_1_2_the_mat_of_player_2_has_their_zone() {
    let layout = Layout::reference();
    assert!(lies_on(&zone(&layout, "boundary_2"), &mat(&layout, "foundation_2")));
}

#[test]
fn b_2_1_3_the_central_mat_has_piles_and_draw_decks() {
    let layout = Layout::reference();
    for id in ["centre", "centre_left", "centre_right", "draw_1", "draw_2"] {
        assert!(lies_on(&zone(&layout, id), &mat(&layout, "central")), "{id}");
    }
}

#[test]
fn b_2_2_the_reference_mats_are_80_by_30_and_others_are_fine() {
    let layout = Layout::reference();
    for id in ["foundation_1", "foundation_2"] {
        let (width, height) = size(&mat(&layout, id));
        assert!((width - 80.0).abs() < 1e-9 && (height - 30.0).abs() < 1e-9, "{id}");
    }
    let mut other = layout.clone();
    for mat in &mut other.mats {
        mat.polygon = mat.polygon.iter().map(|p| Point::new(p.x * 0.6, p.y * 1.1)).collect();
    }
    assert!(other.check().is_ok());
}

#[test]
fn b_3_1_a_layout_without_a_foundation_zone_is_refused() {
    for id in ["boundary_1", "boundary_2"] {
        assert!(matches!(without(id), LayoutFault::Missing(missing) if missing == id));
    }
}

#[test]
fn b_4_1_the_central_zones_are_needed() {
    for id in ["centre_left", "centre_right", "draw_1", "draw_2"] {
        assert!(matches!(without(id), LayoutFault::Missing(missing) if missing == id));
    }
}

#[test]
fn b_4_1_1_the_draw_deck_zone_of_player_1_is_on_the_central_mat() {
    let layout = Layout::reference();
    assert!(lies_on(&zone(&layout, "draw_1"), &mat(&layout, "central")));
    assert!(moved("draw_1", -20.0, 0.0).is_err(), "and not on the piles");
}

#[test]
fn b_4_1_2_the_draw_deck_zone_of_player_2_is_on_the_central_mat() {
    let layout = Layout::reference();
    assert!(lies_on(&zone(&layout, "draw_2"), &mat(&layout, "central")));
    assert!(moved("draw_2", 20.0, 0.0).is_err(), "and not on the piles");
}

#[test]
fn b_4_1_3_one_central_zone_holds_both_piles() {
    let layout = Layout::reference();
    let centre = zone(&layout, "centre");
    let halves: f64 = ["centre_left", "centre_right"].iter().map(|id| zone(&layout, id).area_cm2()).sum();
    assert!((halves - centre.area_cm2()).abs() < 1e-6);
    assert!(["centre_left", "centre_right"].iter().all(|id| lies_on(&zone(&layout, id), &centre)));
}

#[test]
fn diagram_3_both_foundation_areas_are_alike() {
    let layout = Layout::reference();
    assert_eq!(size(&zone(&layout, "boundary_1")), size(&zone(&layout, "boundary_2")));
    assert_eq!(size(&mat(&layout, "foundation_1")), size(&mat(&layout, "foundation_2")));
}

#[test]
fn diagram_4_the_piles_lie_between_the_players() {
    let layout = Layout::reference();
    assert!((size(&zone(&layout, "centre")).0 - 21.0).abs() < 1e-9);
    let (low, high) = zone(&layout, "centre").bounds();
    assert!(zone(&layout, "boundary_1").bounds().1.y < low.y && zone(&layout, "boundary_2").bounds().0.y > high.y);
}

#[test]
fn diagram_5_draw_deck_areas_are_apart_from_the_piles() {
    let layout = Layout::reference();
    let (low, high) = zone(&layout, "centre").bounds();
    for id in ["draw_1", "draw_2"] {
        assert_eq!(size(&zone(&layout, id)), (15.0, 12.0));
        let (from, to) = zone(&layout, id).bounds();
        assert!(to.x < low.x || from.x > high.x, "{id}");
    }
}

#[test]
fn diagram_6_overlapping_zones_are_refused() {
    let fault = moved("boundary_1", 0.0, 17.0).expect_err("onto the Centre Piles");
    assert!(matches!(fault, LayoutFault::Overlap { .. }) && fault.to_string().contains("Diagram 6"));
    assert!(moved("boundary_1", 0.0, 1.0).is_ok());
}

#[test]
fn c_2_5_a_player_is_a_side_of_the_table_and_not_of_the_picture() {
    let layout = Layout::reference();
    assert!(zone(&layout, "boundary_1").polygon.iter().all(|p| p.y < 0.0));
    assert!(zone(&layout, "boundary_2").polygon.iter().all(|p| p.y > 0.0));
    // A camera straight above, Player 1 at the bottom of the picture; then from the other side.
    let near: Homography<Table, Image> = Homography::new([[5.0, 0.0, 480.0], [0.0, -5.0, 270.0], [0.0, 0.0, 1.0]]);
    assert_eq!(player1_side(&near), Side::Near);
    assert_eq!(player1_side(&half_turned(&near)), Side::Far);
}
