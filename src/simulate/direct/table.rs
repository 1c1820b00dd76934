//! The cards as they lie, and how high anything is under a point: what a hand or a card comes to rest on.

use super::places::Places;
use crate::base::Card;
use crate::simulate::scenario::deal::Deal;
use crate::simulate::scene::{CardIndex, Pose};
use glam::{DQuat, DVec2, DVec3};

/// A card's thickness, centimetres.
pub const THICKNESS: f64 = 0.03;

/// The lists of cards, bottom to top, and where each card lies.
#[derive(Debug, Clone)]
pub struct CardTable {
    /// What each card shows.
    pub faces: Vec<Card>,
    /// Half of a card's width and height, centimetres.
    pub half: DVec2,
    /// Where each card lies; `None` while a hand carries it.
    pub lying: Vec<Option<Pose>>,
    /// Sub-piles by person; the fifth place takes a fifth live card.
    pub foundations: Vec<Vec<Vec<CardIndex>>>,
    /// Draw Decks or stacks.
    pub decks: Vec<Vec<CardIndex>>,
    /// Centre Piles or the one pile.
    pub centre: Vec<Vec<CardIndex>>,
    /// Holding piles.
    pub holding: Vec<Vec<CardIndex>>,
}

/// A card's frame: its middle, its angle about the upright, and which side is up.
pub fn flat(at: DVec3, angle: f64, face_up: bool) -> Pose {
    let over = if face_up { DQuat::IDENTITY } else { DQuat::from_rotation_y(std::f64::consts::PI) };
    Pose { at, turn: DQuat::from_rotation_z(angle) * over }
}

/// Whether a pose shows the face.
pub fn face_up(pose: &Pose) -> bool {
    (pose.turn * DVec3::Z).z > 0.0
}

impl CardTable {
    /// The cards of a deal, not laid out yet.
    pub fn new(deal: &Deal, size: [f64; 2]) -> CardTable {
        let mut foundations = deal.foundations.clone();
        for places in &mut foundations {
            places.resize(5, Vec::new());
        }
        CardTable {
            faces: deal.cards.clone(),
            half: 0.5 * DVec2::from_array(size),
            lying: vec![None; deal.cards.len()],
            foundations,
            decks: deal.decks.clone(),
            centre: deal.centre.clone(),
            holding: deal.holding.clone(),
        }
    }

    /// Whether a point of the table is under a lying card.
    pub fn covers(&self, pose: &Pose, at: DVec2) -> bool {
        let x = (pose.turn * DVec3::X).truncate();
        let y = (pose.turn * DVec3::Y).truncate();
        let out = at - pose.at.truncate();
        out.dot(x).abs() <= self.half.x && out.dot(y).abs() <= self.half.y
    }

    /// How high the cards are at a point, `not` left out.
    pub fn height(&self, at: DVec2, not: &[CardIndex]) -> f64 {
        let reach = self.half.length_squared();
        (0..)
            .zip(&self.lying)
            .filter_map(|(card, pose): (CardIndex, _)| pose.as_ref().filter(|_| !not.contains(&card)))
            .filter(|pose| pose.at.truncate().distance_squared(at) <= reach && self.covers(pose, at))
            .map(|pose| pose.at.z + 0.5 * THICKNESS)
            .fold(0.0, f64::max)
    }

    /// How high a card would lie there: the middle's height, on whatever is under any part of it.
    pub fn rest_height(&self, at: DVec2, angle: f64, not: &[CardIndex]) -> f64 {
        let (sin, cos) = angle.sin_cos();
        let mut top = 0.0_f64;
        for i in -2..=2 {
            for j in -3..=3 {
                let (x, y) = (f64::from(i) / 2.0 * self.half.x * 0.98, f64::from(j) / 3.0 * self.half.y * 0.98);
                top = top.max(self.height(at + DVec2::new(x * cos - y * sin, x * sin + y * cos), not));
            }
        }
        top + 0.5 * THICKNESS
    }

    /// A card's middle on the table; where a carried card was last otherwise.
    pub fn at(&self, card: CardIndex) -> Option<Pose> {
        self.lying.get(usize::from(card)).copied().flatten()
    }

    /// A person's live cards: sub-pile and card. Only what lies face up is live.
    pub fn live(&self, person: usize) -> Vec<(usize, CardIndex)> {
        let places = self.foundations.get(person).map_or(&[][..], Vec::as_slice);
        let tops = places.iter().enumerate().filter_map(|(place, cards)| Some((place, *cards.last()?)));
        tops.filter(|(_, card)| self.at(*card).is_some_and(|pose| face_up(&pose))).collect()
    }

    /// How many cards a person's foundation has left.
    pub fn foundation_count(&self, person: usize) -> usize {
        self.foundations.get(person).map_or(0, |places| places.iter().map(Vec::len).sum())
    }

    /// The rank that a Centre Pile shows.
    pub fn top(&self, pile: usize) -> Option<Card> {
        self.centre.get(pile)?.last().map(|card| self.faces[usize::from(*card)])
    }

    /// The middle of a pile's spot as seen in its cards, for hands that aim at it.
    pub fn aim(&self, places: &Places, pile: usize) -> DVec2 {
        let top = self.centre.get(pile).and_then(|cards| cards.last()).and_then(|card| self.at(*card));
        let spot = places.piles[pile];
        // Hands go for the card, but no farther from the spot than a pile drifts.
        top.map_or(spot, |pose| spot + (pose.at.truncate() - spot).clamp_length_max(3.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rank;

    fn table(cards: usize) -> CardTable {
        CardTable {
            faces: vec![Card { rank: Rank::Ace, suit: None }; cards],
            half: DVec2::new(3.0, 4.5),
            lying: vec![None; cards],
            foundations: Vec::new(),
            decks: Vec::new(),
            centre: Vec::new(),
            holding: Vec::new(),
        }
    }

    #[test]
    fn cards_rest_on_what_lies_under_any_part_of_them() {
        let mut table = table(3);
        assert_eq!(table.rest_height(DVec2::ZERO, 0.0, &[]), 0.015);
        table.lying[0] = Some(flat(DVec3::new(0.0, 0.0, 0.015), 0.0, true));
        assert!((table.rest_height(DVec2::new(4.0, 5.0), 0.4, &[]) - 0.045).abs() < 1e-12);
        assert!((table.rest_height(DVec2::new(9.0, 0.0), 0.0, &[]) - 0.015).abs() < 1e-12);
        assert!((table.rest_height(DVec2::new(1.0, 0.0), 0.0, &[0]) - 0.015).abs() < 1e-12);
    }
}
