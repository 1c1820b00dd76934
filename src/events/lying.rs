//! Face-up cards that lie on the table, each with all the readings of it.
//!
//! In come readings frame by frame, out come cards by place and rank: a place that shows another rank is another card. A card that
//! is nudged goes on being the same; one that is carried leaves short stretches of few readings, which the callers pass over.
//! A misread rank is a card of its own here, with as many readings as it was misread.

use super::zones::Zones;
use crate::base::{Pile, Player, Point, Rank, Suit, Table};
use crate::facts::{CardFace, Observation};

/// Readings this near to each other, one after the other, are of one card, centimetres: half the width of a card's half.
const SAME_CM: f64 = 1.5;
/// A rank is taken for read from this probability on.
const LEAST_SURE: f32 = 0.8;
/// How much a reading moves the place that a card is taken to lie in.
const SHARE: f64 = 0.2;
/// Half a poker card, short and long side, centimetres, and sample points per side.
const HALF_CARD_CM: (f64, f64) = (3.15, 4.45);
const GRID: usize = 6;

/// Where a card lay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardPlace {
    /// On a Centre Pile.
    Pile(Pile),
    /// In a player's Boundary.
    Foundation(Player),
}

/// One reading of a card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CardReading {
    /// When, file seconds.
    pub t: f64,
    /// Probability of the rank.
    pub rank: f32,
    /// Probability of clubs, diamonds, hearts and spades.
    pub suits: [f32; Suit::ALL.len()],
    /// How much of it was under a hand, 0 to 1.
    pub covered: f32,
}

/// A card that lies face up.
#[derive(Debug, Clone, PartialEq)]
pub struct LyingCard {
    /// Its rank.
    pub rank: Rank,
    /// Its middle, as last read.
    pub centre: Point<Table>,
    /// Angle of its long side against table x, radians.
    pub angle: f64,
    /// When it was read, by time; never empty.
    pub readings: Vec<CardReading>,
}

impl LyingCard {
    /// When it was read first and last, file seconds.
    pub fn span(&self) -> (f64, f64) {
        (self.readings.first().map_or(0.0, |r| r.t), self.readings.last().map_or(0.0, |r| r.t))
    }

    /// On which pile or in whose Boundary it lies; `None` elsewhere.
    pub fn place(&self, zones: &Zones) -> Option<CardPlace> {
        let pile = Pile::BOTH.into_iter().find(|&pile| zones.pile_depth(pile, self.centre) > 0.0);
        let owner = Player::BOTH.into_iter().find(|&player| zones.boundary_depth(player, self.centre) > 0.0);
        pile.map(CardPlace::Pile).or(owner.map(CardPlace::Foundation))
    }

    /// When it was read last before an instant, and first from then on, file seconds.
    pub fn around(&self, t: f64) -> (Option<f64>, Option<f64>) {
        let next = self.readings.partition_point(|reading| reading.t < t);
        let at = |reading: &CardReading| reading.t;
        (self.readings[..next].last().map(at), self.readings.get(next).map(at))
    }

    /// How often it was read between two instants, both included.
    pub fn read_between(&self, from: f64, to: f64) -> usize {
        let first = self.readings.partition_point(|reading| reading.t < from - 1e-9);
        self.readings[first..].iter().take_while(|reading| reading.t <= to + 1e-9).count()
    }

    /// Points all over it, for asking how much of it something hides.
    pub fn points(&self) -> impl Iterator<Item = Point<Table>> + '_ {
        let (sin, cos) = self.angle.sin_cos();
        let at = |i: usize, half: f64| half * ((i as f64 + 0.5) / (GRID as f64 / 2.0) - 1.0);
        (0..GRID * GRID).map(move |i| {
            let (along, across) = (at(i % GRID, HALF_CARD_CM.1), at(i / GRID, HALF_CARD_CM.0));
            Point::new(self.centre.x + along * cos - across * sin, self.centre.y + along * sin + across * cos)
        })
    }
}

/// When cards were looked for, file seconds.
pub fn looks(observations: &[Observation]) -> Vec<f64> {
    observations.iter().filter(|observation| observation.cards.is_some()).map(|observation| observation.t).collect()
}

/// The cards that lie face up at any time, by their first reading.
pub fn lying_cards(observations: &[Observation]) -> Vec<LyingCard> {
    let mut cards: Vec<LyingCard> = Vec::new();
    for observation in observations {
        for seen in observation.cards.iter().flatten() {
            let Some(rank) = seen.rank.filter(|_| seen.face == CardFace::Up && seen.confidence >= LEAST_SURE) else {
                continue;
            };
            let reading =
                CardReading { t: observation.t, rank: seen.confidence, suits: seen.suits, covered: seen.covered };
            let near = |card: &LyingCard| card.centre.distance(seen.centre);
            let known = cards
                .iter_mut()
                .filter(|card| card.rank == rank && near(card) < SAME_CM && card.span().1 < observation.t)
                .min_by(|a, b| near(a).total_cmp(&near(b)));
            match known {
                Some(card) => {
                    card.centre.x += SHARE * (seen.centre.x - card.centre.x);
                    card.centre.y += SHARE * (seen.centre.y - card.centre.y);
                    card.angle = seen.angle;
                    card.readings.push(reading);
                }
                None => {
                    let (centre, angle) = (seen.centre, seen.angle);
                    cards.push(LyingCard { rank, centre, angle, readings: vec![reading] });
                }
            }
        }
    }
    cards
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::facts::CardSeen;

    /// A card that is read at a place.
    pub fn card(x: f64, y: f64, rank: Rank, suits: [f32; 4]) -> CardSeen {
        CardSeen {
            centre: Point::new(x, y),
            quad: [Point::new(0.0, 0.0); 4],
            angle: std::f64::consts::FRAC_PI_2,
            face: CardFace::Up,
            rank: Some(rank),
            suit: None,
            ranks: [0.0; Rank::ALL.len()],
            suits,
            one_sign: None,
            confidence: 0.97,
            covered: 0.0,
        }
    }

    #[test]
    fn a_card_that_is_nudged_is_one_and_another_rank_or_place_is_another() {
        let seven = |x: f64| card(x, 0.0, Rank::Seven, [0.9, 0.0, 0.0, 0.0]);
        let mut observations: Vec<Observation> = (0..10)
            .map(|i| {
                let cards = vec![seven(0.1 * f64::from(i)), card(20.0, 0.0, Rank::Seven, [0.0; 4])];
                Observation { t: f64::from(i) / 30.0, cards: Some(cards), ..Observation::default() }
            })
            .collect();
        observations.push(Observation {
            t: 1.0,
            cards: Some(vec![card(1.0, 0.0, Rank::Eight, [0.0; 4])]),
            ..Observation::default()
        });
        observations.push(Observation { t: 1.1, ..Observation::default() });
        let cards = lying_cards(&observations);
        assert_eq!(
            cards.iter().map(|card| (card.rank, card.readings.len())).collect::<Vec<_>>(),
            [(Rank::Seven, 10), (Rank::Seven, 10), (Rank::Eight, 1)]
        );
        assert_eq!(cards[0].read_between(0.0, 0.1), 4);
        assert_eq!(looks(&observations).len(), 11);
        let far = cards[1].points().map(|point| point.distance(cards[1].centre)).fold(0.0, f64::max);
        assert!((4.0..5.5).contains(&far), "{far}");
    }
}
