//! What the Centre Piles show: readings of the card on top, each with the probability of every rank and suit.
//!
//! A reading of nothing says nothing, nor does one of a card half under a hand (a six without its index and left column of
//! pips is a three) or of a card still on its way. What lay there over time is worked out with the Laws, in
//! [`reconstruct::search`](crate::reconstruct::search).

use super::hidden::{LEAST_PROBABILITY, REPEATED};
use crate::base::{Pile, Point, Rank, Suit, Table, TimeScale};
use crate::facts::{CardSeen, Observation};

/// How often small court cards are read as jokers: their faces alone tell little.
const COURT_AS_JOKER: f64 = 0.1;
/// A reading says something of ranks when this much of its probability is theirs.
const LEAST_RANKS: f64 = 0.5;
/// How fast a reading loses weight with the hidden part of the card: what a hand hides it hides in every
/// frame of its stay, so that many such readings agree on the same error.
const COVERED_POWER: i32 = 3;
/// A card of which a larger part is hidden is not read: it may look like another.
const MOST_COVERED: f32 = 0.45;
/// A card that moves faster between two readings is on its way, not on top, centimetres a real second:
/// slower than a hand carries one, faster than a reading's error of a millimetre or two would feign.
const FASTEST_CM_S: f64 = 30.0;
/// A reading with no other within this time cannot be told to rest, real seconds.
const NEIGHBOUR_SECS: f64 = 0.06;

/// No suit is less probable than this in a reading.
const LEAST_SUIT: f64 = 0.05;

const RANKS: usize = Rank::ALL.len();
const SUITS: usize = Suit::ALL.len();

/// One reading of a pile's top.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TopReading {
    /// Seconds after the first frame.
    pub t: f64,
    /// Probability of each rank, in the order of [`Rank::ALL`].
    pub ranks: [f64; RANKS],
    /// Probability of each suit, in the order of [`Suit::ALL`]; what is left is "not told".
    pub suits: [f64; SUITS],
    /// How much the reading counts, 0..1: less when the card is partly hidden.
    pub weight: f64,
    /// Where the card lies: its middle.
    pub centre: Point<Table>,
    /// And the angle of its long side against table x, radians in 0..pi.
    pub angle: f64,
}

impl TopReading {
    /// Probability of what was read if each rank lies on top, as parts of one, in the order of [`Rank::ALL`].
    pub fn for_ranks(&self) -> [f64; RANKS] {
        let total: f64 = self.ranks.iter().sum::<f64>().max(1e-9);
        let joker = Rank::ALL.iter().position(|&rank| rank == Rank::Joker).map_or(0.0, |k| self.ranks[k]);
        std::array::from_fn(|i| {
            let court = matches!(Rank::ALL[i], Rank::Jack | Rank::Queen | Rank::King);
            (self.ranks[i] + if court { COURT_AS_JOKER * joker } else { 0.0 }) / total
        })
    }

    /// Log probability of what was read for each rank, all the less apart the less the reading counts.
    pub fn rank_logs(&self) -> [f64; RANKS] {
        self.for_ranks().map(|p| self.weight * p.max(LEAST_PROBABILITY).ln())
    }

    /// The same for each suit, in the order of [`Suit::ALL`].
    pub fn suit_logs(&self) -> [f64; SUITS] {
        self.suits.map(|suit| self.weight * suit.max(LEAST_SUIT).ln())
    }
}

/// A time during which one rank was read on top of a pile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TopSpan {
    /// Which pile.
    pub pile: Pile,
    /// The rank.
    pub rank: Rank,
    /// The suit, if the readings tell.
    pub suit: Option<Suit>,
    /// First reading of it.
    pub from: f64,
    /// Last reading of it.
    pub to: f64,
    /// How many readings.
    pub readings: usize,
    /// Probability that the rank is right, from the readings' agreement.
    pub confidence: f64,
    /// How probable each rank is against the others, in the order of [`Rank::ALL`].
    pub ranks: [f64; RANKS],
}

/// Readings of the top of both piles, left and right, by time.
pub fn top_readings(observations: &[Observation], scale: TimeScale) -> [Vec<TopReading>; 2] {
    Pile::BOTH.map(|pile| {
        let seen: Vec<Seen> = observations
            .iter()
            .filter_map(|o| Some(Seen { camera: o.camera, t: o.t, card: o.piles.as_ref()?[pile.index()].as_ref()? }))
            .collect();
        seen.iter()
            .enumerate()
            .filter(|&(i, seen_here)| seen_here.card.covered <= MOST_COVERED && rests(&seen, i, scale))
            .filter_map(|(i, &Seen { camera, t, card })| {
                let ranks = card.ranks.map(f64::from);
                let before = seen[..i].iter().rev().find(|before| before.camera == camera);
                let again =
                    before.is_some_and(|before| before.card.ranks == card.ranks && before.card.centre == card.centre);
                let new = if again { REPEATED } else { 1.0 };
                let weight = new * f64::from(1.0 - card.covered).powi(COVERED_POWER);
                let suits = card.suits.map(f64::from);
                let CardSeen { centre, angle, .. } = *card;
                (ranks.iter().sum::<f64>() >= LEAST_RANKS).then_some(TopReading {
                    t,
                    ranks,
                    suits,
                    weight,
                    centre,
                    angle,
                })
            })
            .collect()
    })
}

/// One camera's sight of a pile's top.
#[derive(Clone, Copy)]
struct Seen<'a> {
    camera: u8,
    t: f64,
    card: &'a CardSeen,
}

/// Whether the card of a reading lies where the same camera's reading before or after has it: two cameras are never calibrated
/// so alike that it lies in the same place for both.
fn rests(seen: &[Seen], i: usize, scale: TimeScale) -> bool {
    let Seen { camera, t, card } = seen[i];
    let own = |other: &&Seen| other.camera == camera;
    let neighbours = [seen[..i].iter().rev().find(own), seen[i + 1..].iter().find(own)];
    neighbours.into_iter().flatten().any(|other| {
        let apart = (other.t - t).abs() * scale.real_per_file;
        apart < NEIGHBOUR_SECS && other.card.centre.distance(card.centre) < FASTEST_CM_S * apart
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A card in full view whose middle is at `x` on the line between the players.
    pub(in super::super) fn card(rank: Rank, x: f64) -> CardSeen {
        CardSeen {
            centre: Point::new(x, 0.0),
            quad: [Point::new(0.0, 0.0); 4],
            angle: 0.0,
            face: crate::facts::CardFace::Up,
            rank: Some(rank),
            suit: None,
            ranks: Rank::ALL.map(|other| if other == rank { 0.9 } else { 0.1 / 13.0 }),
            suits: [0.2; 4],
            one_sign: None,
            confidence: 0.9,
            covered: 0.0,
        }
    }

    #[test]
    fn two_cameras_readings_do_not_stand_in_each_others_way() {
        let card = |camera: u8| card(Rank::Six, -8.0 + 0.5 * f64::from(camera));
        // Each reads the pile half a frame after the other, and has the card half a centimetre beside.
        let observations: Vec<Observation> = (0..40_u8)
            .map(|i| Observation {
                camera: i % 2,
                t: f64::from(i) * 0.008,
                piles: Some([Some(card(i % 2)), None]),
                ..Observation::default()
            })
            .collect();
        let [left, right] = top_readings(&observations, TimeScale::REAL);
        assert_eq!((left.len(), right.len()), (40, 0));
    }
}
