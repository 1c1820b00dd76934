//! What the colours in and beside a place of a Foundation tell: whether the mat's bare cloth shows there.

use super::super::zones::{Zones, middle};
use crate::base::{Player, Point, Table};
use crate::facts::{ClothSeen, Observation};

/// What lies in a place covers this much around its middle whichever way it lies, centimetres: a card is 6.3 wide.
const RADIUS_CM: f64 = 2.5;
/// Cloth shows in a bare place over this part at least, and over less than the second where something hides it. Lines and shadows are in
/// between.
const BARE: f64 = 0.75;
const HIDDEN: f64 = 0.5;
/// An arm over a place comes from its player: it lies also over what is so far from the place's middle towards the player, centimetres:
/// beyond a card's end, and as far beside as [`RADIUS_CM`]. There cloth shows over this part at least where none does; the
/// Boundary's line runs through it.
const TOWARDS_CM: std::ops::Range<f64> = 5.0..8.5;
const NO_ARM: f64 = 0.4;

/// What the colours tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shows {
    /// The cloth.
    Cloth,
    /// Something that begins there: a card, whether or not it was found.
    Thing,
    /// Something that comes from the player's side: an arm, as a rule.
    Over,
    /// None of them is clear, or the mat has no colour of its own.
    Unclear,
}

/// What the colours at a place in a player's Foundation tell in one look.
pub(super) fn shows(observation: &Observation, player: Player, zones: &Zones, place: Point<Table>) -> Shows {
    let Some(cloth) = observation.cloth.and_then(|cloth| cloth[player.index()]) else { return Shows::Unclear };
    let boundary = &zones.boundaries[player.index()];
    let (low, high) = bounds(boundary);
    let outwards = middle(boundary).y.signum();
    let (mut here, mut towards) = ((0.0, 0.0), (0.0, 0.0));
    for (cell, at) in ClothSeen::cells(low, high) {
        let part = if at.distance(place) < RADIUS_CM {
            &mut here
        } else if (at.x - place.x).abs() < RADIUS_CM && TOWARDS_CM.contains(&((at.y - place.y) * outwards)) {
            &mut towards
        } else {
            continue;
        };
        part.0 += f64::from(u8::from(cloth.0[cell / 64] >> (cell % 64) & 1 == 1));
        part.1 += 1.0;
    }
    if here.1 == 0.0 {
        return Shows::Unclear;
    }
    match here.0 / here.1 {
        BARE.. => Shows::Cloth,
        part if part >= HIDDEN => Shows::Unclear,
        _ if towards.1 > 0.0 && towards.0 / towards.1 >= NO_ARM => Shows::Thing,
        _ => Shows::Over,
    }
}

fn bounds(polygon: &[Point<Table>]) -> (Point<Table>, Point<Table>) {
    let ends = |of: fn(&Point<Table>) -> f64| {
        polygon.iter().map(of).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let ((x0, x1), (y0, y1)) = (ends(|point| point.x), ends(|point| point.y));
    (Point::new(x0, y0), Point::new(x1, y1))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::zones;
    use super::*;

    /// What is seen where something lies over Player 1's Boundary and the mat around it.
    pub(in super::super) fn cloth_without(over: impl Fn(Point<Table>) -> bool) -> Option<[Option<ClothSeen>; 2]> {
        let (low, high) = bounds(&zones().boundaries[0]);
        let mut cloth = ClothSeen::default();
        for (cell, at) in ClothSeen::cells(low, high) {
            cloth.0[cell / 64] |= u64::from(!over(at)) << (cell % 64);
        }
        Some([Some(cloth), None])
    }

    #[test]
    fn a_place_is_bare_where_its_cloth_shows() {
        let zones = zones();
        let (low, high) = bounds(&zones.boundaries[0]);
        assert_eq!((low.x, low.y, high.x, high.y), (-15.0, -35.0, 15.0, -21.0));
        let at = |x: f64, over: fn(Point<Table>) -> bool| {
            let observation = Observation { cloth: cloth_without(over), ..Observation::default() };
            shows(&observation, Player::One, &zones, Point::new(x, -28.0))
        };
        let card = |at: Point<Table>| (at.x - 8.0).abs() < 3.15 && (at.y + 28.0).abs() < 4.45;
        assert_eq!([at(-8.0, card), at(8.0, card), at(4.4, card)], [Shows::Cloth, Shows::Thing, Shows::Unclear]);
        let arm = |at: Point<Table>| (at.x - 8.0).abs() < 3.15 && at.y < -20.0;
        assert_eq!([at(-8.0, arm), at(8.0, arm)], [Shows::Cloth, Shows::Over]);
        assert_eq!(at(40.0, arm), Shows::Unclear, "outside of the grid");
        let cloth = cloth_without(|_| false);
        let observation = Observation { cloth, ..Observation::default() };
        assert_eq!(shows(&observation, Player::Two, &zones, Point::new(0.0, 28.0)), Shows::Unclear, "no colour");
        assert_eq!(shows(&Observation::default(), Player::One, &zones, Point::new(-8.0, -28.0)), Shows::Unclear);
    }
}
