//! Where things belong on a table: piles, sub-piles, Draw Decks, holding piles, and hands at rest.

use crate::base::{Point, Table};
use crate::calibration::{Layout, Zone};
use crate::simulate::timeline::Seated;
use glam::{DVec2, DVec3};

/// The spots of one person.
#[derive(Debug, Clone, PartialEq)]
pub struct PersonPlaces {
    /// Middles of the sub-piles, from the person's left; the last is free, for a fifth card. Empty in the
    /// games with one pile.
    pub sub_piles: Vec<DVec2>,
    /// Middle of the Draw Deck or stack.
    pub deck: DVec2,
    /// Middle of the holding pile.
    pub holding: DVec2,
    /// Where the wrists rest, left and right, as the person sees it.
    pub wrists: [DVec2; 2],
    /// Marks of the boundary, smallest and largest corner; none in the games with one pile.
    pub boundary: Option<(DVec2, DVec2)>,
}

/// The spots of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Places {
    /// Middles of the Centre Piles, left and right, or of the one pile.
    pub piles: Vec<DVec2>,
    /// By person.
    pub people: Vec<PersonPlaces>,
    /// How far the shoulders are from the middle, by person, centimetres.
    pub distance: Vec<f64>,
}

fn vec(point: Point<Table>) -> DVec2 {
    DVec2::new(point.x, point.y)
}

fn corners(zone: &Zone) -> (DVec2, DVec2) {
    let (low, high) = zone.bounds();
    (vec(low), vec(high))
}

impl Places {
    /// The spots of a layout for people at these angles, with cards of this size (centimetres).
    pub fn new(layout: &Layout, angles: &[f64], card: [f64; 2]) -> Places {
        match layout.zone("pile") {
            Some(pile) => Places::round(vec(pile.middle()), angles),
            None => Places::two_piles(layout, angles, card),
        }
    }

    fn round(pile: DVec2, angles: &[f64]) -> Places {
        // Neighbours' hands lie beside each other, however many sit there.
        let room = 43.0 * (std::f64::consts::PI / angles.len().max(2) as f64).tan();
        let aside = (0.55 * room).clamp(7.0, 14.0);
        let person = |angle: &f64| {
            let seated = Seated::new(*angle, 62.0, 1.0);
            let spot = |x: f64, y: f64| pile + seated.from_chair(x, y, 0.0).truncate();
            PersonPlaces {
                sub_piles: Vec::new(),
                deck: spot(-3.5, -25.0),
                holding: spot(8.0, -27.0),
                wrists: [DVec2::new(-aside - 1.0, -43.0), DVec2::new(aside - 1.0, -42.0)],
                boundary: None,
            }
        };
        Places { piles: vec![pile], people: angles.iter().map(person).collect(), distance: vec![66.0; angles.len()] }
    }

    fn two_piles(layout: &Layout, angles: &[f64], card: [f64; 2]) -> Places {
        let middle = |id: &str| layout.zone(id).map_or(DVec2::ZERO, |zone| vec(zone.middle()));
        let mut distance = Vec::new();
        let people = angles
            .iter()
            .enumerate()
            .map(|(person, angle)| {
                let id = format!("boundary_{}", person + 1);
                let (low, high) = layout.zone(&id).map_or((DVec2::ZERO, DVec2::ZERO), corners);
                let seated = Seated::new(*angle, 0.0, 1.0);
                let own = |point: DVec2| seated.to_chair(point.extend(0.0)).truncate();
                let (a, b) = (own(low), own(high));
                let (low_own, high_own) = (a.min(b), a.max(b));
                let centre = 0.5 * (low_own + high_own);
                // Sub-piles side by side, as far apart as the boundary lets them be, up to a comfortable gap.
                let room = high_own.x - low_own.x - card[0] - 0.6;
                let pitch = (room / 3.0).clamp(1.0, card[0] + 0.9);
                let mut sub_piles: Vec<DVec2> =
                    (0..4).map(|i| DVec2::new(centre.x + (f64::from(i) - 1.5) * pitch, centre.y)).collect();
                sub_piles.push(DVec2::new(centre.x + 0.5 * pitch, centre.y - 0.22 * card[1]));
                let deck = own(middle(&format!("draw_{}", person + 1)));
                // Beyond the Draw Deck, where the mat is free on the own side.
                let side = if deck.x >= 0.0 { -1.0 } else { 1.0 };
                let holding = DVec2::new(side * (high_own.x.max(-low_own.x) + 0.5 * card[0] + 4.5), centre.y - 1.0);
                distance.push(27.0 - low_own.y);
                PersonPlaces {
                    sub_piles: sub_piles.into_iter().map(|p| seated.from_chair(p.x, p.y, 0.0).truncate()).collect(),
                    deck: seated.from_chair(deck.x, deck.y, 0.0).truncate(),
                    holding: seated.from_chair(holding.x, holding.y, 0.0).truncate(),
                    wrists: [
                        DVec2::new(low_own.x - 4.5, low_own.y - 9.0),
                        DVec2::new(high_own.x + 4.5, low_own.y - 9.0),
                    ],
                    boundary: Some((low, high)),
                }
            })
            .collect();
        Places { piles: vec![middle("centre_left"), middle("centre_right")], people, distance }
    }

    /// A point on the table top.
    pub fn ground(at: DVec2) -> DVec3 {
        at.extend(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_table_has_its_cards_inside_the_boundaries() {
        let places = Places::new(&Layout::reference(), &[0.0, 180.0], [6.35, 8.89]);
        for person in &places.people {
            let (low, high) = person.boundary.expect("a boundary");
            for at in &person.sub_piles[..4] {
                let inside = at.x - 3.17 > low.x && at.x + 3.17 < high.x && at.y - 4.44 > low.y && at.y + 4.44 < high.y;
                assert!(inside, "{at} in {low} {high}");
            }
        }
        assert!(places.people[0].deck.x > 15.0 && places.people[1].deck.x < -15.0);
        assert!(places.people[0].sub_piles[0].x < 0.0 && places.people[1].sub_piles[0].x > 0.0, "from the own left");
        assert!(places.piles[0].x < 0.0);
    }
}
