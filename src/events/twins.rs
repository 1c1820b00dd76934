//! The same card in two places at once: rank and suit read surely in both, for long, in the same frames.
//!
//! A deck whose faces are misread shows one card for another, but seldom both rank and suit of it, and seldom surely; a card that is
//! being carried is read in two places for a frame or two. Whether a deck may have two of a card is not asked here.

use super::lying::{CardPlace, CardReading, LyingCard};
use super::zones::Zones;
use crate::base::{Card, Measured, Point, Suit, Table, TimeScale};

/// Two cards are at least so far apart, centimetres: nearer, one card may have been found twice.
const APART_CM: f64 = 4.0;
/// So many frames read both, over at least so long, real seconds.
const FEWEST: usize = 10;
const SHORTEST_SECS: f64 = 0.4;
/// How probable, on average over those frames, the rank is in both places, and the suit. On simulated decks a card that lay twice
/// gave 0.98 and 0.83 or more; a misread rank gave 0.81 at most, a blue diamond taken for a club 0.56, and a queen of diamonds that
/// was small and far away, taken for one of hearts, 0.78.
const LEAST_RANK: f64 = 0.9;
const LEAST_SUIT: f64 = 0.8;
/// And how surely the suits of this deck's other cards are told, on average over so many of them or more: one whose suits the reader
/// does not know is not believed about two. In a deck of four colours a queen of spades read as one of clubs, the other cards' suits
/// with 0.81; four decks of two colours, well in view, read with 0.88 to 0.92.
const DECK_SUIT: f64 = 0.85;
const OTHERS: usize = 3;
/// A pair that lies within this of an earlier one of the same card is that pair, nudged or hidden in between, centimetres.
const SAME_PAIR_CM: f64 = 6.0;

/// One card that lay in two places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Twins {
    /// Which.
    pub card: Card,
    /// Where, the place that was read first before the other.
    pub places: [Option<CardPlace>; 2],
    /// The same on the table.
    pub middles: [Point<Table>; 2],
    /// When both were read first.
    pub at: Measured,
    /// And last, file seconds.
    pub until: f64,
    /// Probability that it was that card in both, by the readings.
    pub confidence: f64,
}

/// Cards that lie in two places at once, by time.
pub fn twins(cards: &[LyingCard], zones: &Zones, scale: TimeScale) -> Vec<Twins> {
    let mut found: Vec<Twins> = Vec::new();
    for (i, a) in cards.iter().enumerate() {
        for b in cards[i + 1..].iter().filter(|b| b.rank == a.rank && b.centre.distance(a.centre) > APART_CM) {
            found.extend(pair(a, b, zones, scale).filter(|_| suits_told(cards, [a, b])));
        }
    }
    found.sort_by(|a, b| a.at.t.total_cmp(&b.at.t).then(a.card.cmp(&b.card)));
    let mut told: Vec<Twins> = Vec::new();
    for twins in found {
        let near = |a: usize, b: &Twins, k: usize| twins.middles[a].distance(b.middles[k]) < SAME_PAIR_CM;
        let same = |other: &&mut Twins| {
            other.card == twins.card
                && ((near(0, other, 0) && near(1, other, 1)) || (near(0, other, 1) && near(1, other, 0)))
        };
        match told.iter_mut().find(same) {
            Some(other) => other.until = other.until.max(twins.until),
            None => told.push(twins),
        }
    }
    told
}

/// Whether the suits of the cards other than `pair` are told surely, or too few of them are there to say.
fn suits_told(cards: &[LyingCard], pair: [&LyingCard; 2]) -> bool {
    let others =
        cards.iter().filter(|card| card.readings.len() >= FEWEST && pair.iter().all(|one| !std::ptr::eq(*one, *card)));
    let sure: Vec<f64> = others
        .map(|card| {
            let of = |k: usize| card.readings.iter().map(|reading| f64::from(reading.suits[k])).sum::<f64>();
            (0..Suit::ALL.len()).map(of).fold(0.0, f64::max) / card.readings.len() as f64
        })
        .collect();
    sure.len() < OTHERS || sure.iter().sum::<f64>() >= DECK_SUIT * sure.len() as f64
}

fn pair(a: &LyingCard, b: &LyingCard, zones: &Zones, scale: TimeScale) -> Option<Twins> {
    let both: Vec<(&CardReading, &CardReading)> = a
        .readings
        .iter()
        .filter_map(|one| {
            let k = b.readings.partition_point(|other| other.t < one.t - 1e-9);
            b.readings.get(k).filter(|other| (other.t - one.t).abs() < 1e-9).map(|other| (one, other))
        })
        .collect();
    let (first, last) = (both.first()?.0.t, both.last()?.0.t);
    if both.len() < FEWEST || (last - first) * scale.real_per_file < SHORTEST_SECS {
        return None;
    }
    let mean = |of: &dyn Fn(&(&CardReading, &CardReading)) -> f64| both.iter().map(of).sum::<f64>() / both.len() as f64;
    let rank = mean(&|(a, b)| f64::from(a.rank * b.rank));
    let suit_of = |k: usize| mean(&|(a, b)| f64::from(a.suits[k] * b.suits[k]));
    let (suit, sure) = Suit::ALL
        .into_iter()
        .enumerate()
        .map(|(k, suit)| (suit, suit_of(k)))
        .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
    let step = both.get(1).map_or(0.0, |next| next.0.t - first);
    (rank >= LEAST_RANK && sure >= LEAST_SUIT).then(|| Twins {
        card: Card { rank: a.rank, suit: Some(suit) },
        places: [a.place(zones), b.place(zones)],
        middles: [a.centre, b.centre],
        at: Measured { t: first, lo: first - step, hi: first, ..Measured::default() },
        until: last,
        confidence: (rank * sure).min(1.0),
    })
}

#[cfg(test)]
mod tests {
    use super::super::lying::lying_cards;
    use super::super::lying::tests::card;
    use super::*;
    use crate::base::Rank;
    use crate::facts::Observation;

    const CLUBS: [f32; 4] = [0.92, 0.0, 0.0, 0.08];
    const SPADES: [f32; 4] = [0.3, 0.0, 0.0, 0.7];

    /// A second of readings, thirty a second: a seven of clubs at the left, and at the right what is told.
    fn found(right: impl Fn(usize) -> Option<(Rank, [f32; 4])>) -> Vec<Twins> {
        let observations: Vec<Observation> = (0..30)
            .map(|i| {
                let mut cards = vec![card(-10.0, 0.0, Rank::Seven, CLUBS)];
                cards.extend(right(i).map(|(rank, suits)| card(10.0, 0.0, rank, suits)));
                Observation { t: i as f64 / 30.0, cards: Some(cards), ..Observation::default() }
            })
            .collect();
        let zones = Zones {
            piles: [Vec::new(), Vec::new()],
            boundaries: [Vec::new(), Vec::new()],
            draw_decks: [Vec::new(), Vec::new()],
        };
        twins(&lying_cards(&observations), &zones, TimeScale::REAL)
    }

    #[test]
    fn the_same_card_in_two_places_is_told_from_when_both_lie_there() {
        let twins = found(|i| (i >= 10).then_some((Rank::Seven, CLUBS)));
        assert_eq!(twins.len(), 1, "{twins:?}");
        assert_eq!(twins[0].card, Card { rank: Rank::Seven, suit: Some(Suit::Clubs) });
        assert!((twins[0].at.t - 10.0 / 30.0).abs() < 1e-9 && twins[0].until > 0.9);
    }

    #[test]
    fn a_deck_whose_suits_are_not_known_is_not_believed() {
        let found = |suits: [f32; 4]| {
            let observations: Vec<Observation> = (0..30)
                .map(|i| {
                    let others = [Rank::Two, Rank::Nine, Rank::King].into_iter().zip([-20.0, 20.0, 30.0]);
                    let twice = [-10.0, 10.0].map(|x| card(x, 0.0, Rank::Seven, CLUBS));
                    let cards = others.map(|(rank, x)| card(x, 0.0, rank, suits)).chain(twice).collect();
                    Observation { t: f64::from(i) / 30.0, cards: Some(cards), ..Observation::default() }
                })
                .collect();
            let none = Zones {
                piles: [Vec::new(), Vec::new()],
                boundaries: [Vec::new(), Vec::new()],
                draw_decks: [Vec::new(), Vec::new()],
            };
            twins(&lying_cards(&observations), &none, TimeScale::REAL).len()
        };
        assert_eq!((found(CLUBS), found(SPADES)), (1, 0));
    }

    #[test]
    fn another_suit_another_rank_and_a_moment_are_not() {
        assert_eq!(found(|_| Some((Rank::Seven, SPADES))), []);
        assert_eq!(found(|_| Some((Rank::Eight, CLUBS))), []);
        assert_eq!(found(|i| (i < 6).then_some((Rank::Seven, CLUBS))), []);
    }
}
