//! What a card reader would make of a round whose truth is known: errors of a kind that was measured on rendered footage,
//! put on the truth.
//!
//! On a rendered round with a deck that is read badly (1280x720, 60 frames a second, from above), cards were read alike in
//! nearly every frame, right or wrong: a card that is misread is misread as long as it lies so. What changes between frames
//! is mostly which of two outlines is taken for the card's.

use slapsight::base::{Card, Pile, Point, Rank, Suit, Table};
use slapsight::calibration::Calibration;
use slapsight::events::zones::middle;
use slapsight::facts::{CardFace, CardSeen, Observation};
use slapsight::simulate::chance::{Chance, Seed};
use slapsight::simulate::truth::{Truth, TruthCard};
use slapsight::vision::piles::{PileAreas, card_covered};
use std::collections::HashMap;

/// How badly a reader reads.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// Part of the cards that it takes for another rank whenever it sees them, as they lie.
    pub misread: f64,
    /// Part of the stays on a pile in which something else is read in some frames.
    pub unsteady: f64,
    /// Part of the frames that are lost.
    pub lost: f64,
    /// Part of the time for which a hand is not seen, each on its own, for `UNSEEN_SECS` together.
    pub hand_lost: f64,
}

impl Reader {
    /// One that errs in nothing.
    pub const PERFECT: Reader = Reader { misread: 0.0, unsteady: 0.0, lost: 0.0, hand_lost: 0.0 };
}

/// A hand that is lost is so for so long, seconds.
const UNSEEN_SECS: f64 = 0.5;

/// A misread card is read as its own rank with this probability at most.
const OWN_AT_MOST: f64 = 0.3;
/// Cards away from the piles are read every so many frames.
const EVERY: usize = 6;
/// Error of a card's place, centimetres, and of its angle, radians.
const PLACE_CM: f64 = 0.06;
const ANGLE: f64 = 0.01;
/// A card counts as one of a pile's this deep inside the zone.
const DEEP_CM: f64 = 0.5;
/// A card lies under another when their middles are so near, centimetres.
const HIDDEN_CM: f64 = 2.0;

/// How one card is read as it lies somewhere.
#[derive(Clone, Copy)]
struct Lie {
    /// Ranks between which its readings turn, and how often the second is read.
    read: [usize; 2],
    second: f64,
    sure: f64,
    at: Point<Table>,
}

/// Puts what is read of the cards into observations of a round.
pub fn read(observations: &mut Vec<Observation>, told: &Truth, calibration: &Calibration, reader: Reader) {
    let mut chance = Seed(told.seed).stream("what a reader makes of it");
    let areas = PileAreas::new(calibration);
    let zones = slapsight::pipeline::observe::zones(&calibration.layout);
    let mut lies: HashMap<Card, Lie> = HashMap::new();
    for (i, (observation, row)) in observations.iter_mut().zip(&told.cards).enumerate() {
        for hand in &mut observation.hands {
            hand.table = hand.image.iter().map(|&point| calibration.to_table(point)).collect();
        }
        let mut tops: [Option<CardSeen>; 2] = [None, None];
        let mut cards = Vec::new();
        let all: Vec<[Point<Table>; 4]> =
            row.cards.iter().map(|card| card.quad.map(|[x, y]| calibration.to_table(Point::new(x, y)))).collect();
        for (c, (card, corners)) in row.cards.iter().zip(&all).enumerate() {
            // Highest last: what lies under another card is not seen, but for its edges.
            if all[c + 1..].iter().any(|above| middle(above).distance(middle(corners)) < HIDDEN_CM) {
                continue;
            }
            let pile = Pile::BOTH.into_iter().find(|&pile| zones.pile_depth(pile, middle(corners)) > DEEP_CM);
            if pile.is_none() && !i.is_multiple_of(EVERY) {
                continue;
            }
            let seen = seen(card, corners, &mut lies, reader, &mut chance);
            match pile {
                Some(pile) if seen.face == CardFace::Up => tops[pile.index()] = Some(seen),
                _ => cards.push(seen),
            }
        }
        for card in tops.iter_mut().flatten().chain(&mut cards) {
            card.covered = card_covered(card, &observation.hands);
        }
        for top in &mut tops {
            // A card under hands is not made out at all.
            *top = top.take().filter(|card| card.covered < 0.6);
        }
        observation.pile_covered = areas.covered(&observation.hands);
        observation.piles = Some(tops);
        observation.cards = i.is_multiple_of(EVERY).then_some(cards);
    }
    observations.retain(|_| !chance.happens(reader.lost));
    if reader.hand_lost > 0.0 {
        lose_hands(observations, told.seed, reader.hand_lost);
    }
}

/// Takes hands away, now and then.
fn lose_hands(observations: &mut [Observation], seed: u64, part: f64) {
    let mut chance = Seed(seed).stream("hands that are lost");
    let mut unseen: HashMap<(u32, u64), bool> = HashMap::new();
    for observation in observations {
        let block = (observation.t / UNSEEN_SECS) as u64;
        observation.hands.retain(|hand| !*unseen.entry((hand.track, block)).or_insert_with(|| chance.happens(part)));
    }
}

fn seen(
    card: &TruthCard,
    corners: &[Point<Table>; 4],
    lies: &mut HashMap<Card, Lie>,
    reader: Reader,
    chance: &mut Chance,
) -> CardSeen {
    let centre = middle(corners);
    let long = (corners[3].x - corners[0].x, corners[3].y - corners[0].y);
    let angle = long.1.atan2(long.0).rem_euclid(std::f64::consts::PI);
    let rank = Rank::ALL.iter().position(|&rank| rank == card.card.rank).expect("a rank");
    let lie = match lies.get(&card.card).filter(|lie| lie.at.distance(centre) < 0.3) {
        Some(lie) => *lie,
        None => {
            let other = |chance: &mut Chance| (rank + 1 + chance.below(12)) % 13;
            let first = if chance.happens(reader.misread) { other(chance) } else { rank };
            let second = if chance.happens(reader.unsteady) { chance.between(0.0, 0.5) } else { 0.0 };
            Lie { read: [first, other(chance)], second, sure: chance.between(0.8, 0.99), at: centre }
        }
    };
    lies.insert(card.card, Lie { at: centre, ..lie });
    let up = card.up;
    let read = lie.read[usize::from(chance.happens(lie.second))];
    let mut ranks = [0.0_f32; Rank::ALL.len()];
    if up {
        let sure = lie.sure * chance.between(0.9, 1.0);
        let own = if read == rank { 0.0 } else { chance.between(0.0, OWN_AT_MOST) * (1.0 - sure) };
        for (i, slot) in ranks.iter_mut().enumerate() {
            *slot = ((1.0 - sure - own) / 13.0
                + if i == read {
                    sure
                } else if i == rank {
                    own
                } else {
                    0.0
                }) as f32;
        }
    }
    let suit = card.card.suit.and_then(|suit| Suit::ALL.iter().position(|&other| other == suit));
    let mut suits = [0.05_f32; 4];
    if let (Some(suit), true) = (suit, up) {
        // Suits of one colour are mistaken for each other now and then.
        suits[if chance.happens(0.1) { 3 - suit } else { suit }] = 0.8;
    }
    let noise = |chance: &mut Chance| chance.normal(0.0, PLACE_CM);
    CardSeen {
        centre: Point::new(centre.x + noise(chance), centre.y + noise(chance)),
        quad: card.quad.map(|[x, y]| Point::new(x, y)),
        angle: angle + chance.normal(0.0, ANGLE),
        face: if up { CardFace::Up } else { CardFace::Down },
        rank: up.then(|| Rank::ALL[read]),
        suit: None,
        ranks,
        suits,
        one_sign: None,
        confidence: if up { ranks[read] } else { 0.95 },
        covered: 0.0,
    }
}
