//! Jokers on the table: a place that reads a joker for long, and hardly anything else.
//!
//! A court card that is cut out askew reads as a joker now and then, and then as itself again; a joker goes on reading as one. Court
//! cards of a design that the reader does not know may do so too, and then several of them do: where two places read one at the same
//! time, neither is told. What the deck may have is not asked here.

use super::lying::{CardPlace, CardReading, LyingCard, looks};
use super::zones::Zones;
use crate::base::{Measured, Rank, TimeScale};
use crate::facts::Observation;

/// So many readings, over at least so long, real seconds.
const FEWEST: usize = 12;
const SHORTEST_SECS: f64 = 0.4;
/// Mean probability of these readings: a joker gave 0.99, court cards taken for one 0.91 in stretches of few readings, and 0.98 for long
/// in a deck whose courts read so, which is why a second place that does speaks against both.
const LEAST_SURE: f64 = 0.95;
/// So many looks in a row that do not read it end a stretch, and this part of its looks reads it.
const LAPSE: usize = 6;
const SHARE: f64 = 0.8;

/// A card with more of it under a hand says nothing: a jack with a hand on its corner read as a joker with 0.96 for as long as the
/// hand lay there.
const MOST_COVERED: f32 = 0.1;
/// What is read so far away is another card, centimetres: half the width of one.
const APART_CM: f64 = 3.0;

/// A joker that lay on the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JokerLay {
    /// Where.
    pub place: Option<CardPlace>,
    /// When it was read first.
    pub at: Measured,
    /// And last, file seconds.
    pub until: f64,
    /// Probability that it was a joker, by the readings.
    pub confidence: f64,
}

/// Jokers that lay on the table, by time.
pub fn jokers(cards: &[LyingCard], observations: &[Observation], zones: &Zones, scale: TimeScale) -> Vec<JokerLay> {
    let looks = looks(observations);
    let all = || cards.iter().filter(|card| card.rank == Rank::Joker);
    let alone = |card: &LyingCard, lay: &JokerLay| {
        let meanwhile = |reading: &&CardReading| (lay.at.t..=lay.until).contains(&reading.t);
        let too = |other: &LyingCard| other.readings.iter().filter(meanwhile).count() >= FEWEST;
        !all().any(|other| other.centre.distance(card.centre) > APART_CM && too(other))
    };
    let mut found: Vec<JokerLay> = all()
        .flat_map(|card| stretches(card, &looks, zones, scale).into_iter().filter(move |lay| alone(card, lay)))
        .collect();
    found.sort_by(|a, b| a.at.t.total_cmp(&b.at.t));
    found
}

fn stretches(card: &LyingCard, looks: &[f64], zones: &Zones, scale: TimeScale) -> Vec<JokerLay> {
    let nth = |t: f64| looks.partition_point(|&look| look < t - 1e-9);
    let clear: Vec<CardReading> =
        card.readings.iter().filter(|reading| reading.covered <= MOST_COVERED).copied().collect();
    clear
        .chunk_by(|a, b| nth(b.t) - nth(a.t) <= LAPSE)
        .filter_map(|stretch| {
            let (first, last) = (stretch.first()?.t, stretch.last()?.t);
            let looked = nth(last) - nth(first) + 1;
            let sure = stretch.iter().map(|reading| f64::from(reading.rank)).sum::<f64>() / stretch.len() as f64;
            let long = (last - first) * scale.real_per_file >= SHORTEST_SECS && stretch.len() >= FEWEST;
            let steady = stretch.len() as f64 >= SHARE * looked as f64;
            let before = nth(first).checked_sub(1).map_or(first, |k| looks[k]);
            (long && steady && sure >= LEAST_SURE).then(|| JokerLay {
                place: card.place(zones),
                at: Measured { t: first, lo: before, hi: first, ..Measured::default() },
                until: last,
                confidence: sure.min(1.0),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::lying::lying_cards;
    use super::super::lying::tests::card;
    use super::*;
    use crate::facts::CardSeen;

    /// Two seconds of readings, thirty a second, of one place.
    fn found(rank: impl Fn(usize) -> Rank) -> Vec<JokerLay> {
        found_beside(rank, |_| Rank::Four)
    }

    /// The same with another card beside it.
    fn found_beside(rank: impl Fn(usize) -> Rank, beside: impl Fn(usize) -> Rank) -> Vec<JokerLay> {
        let observations: Vec<Observation> = (0..60)
            .map(|i| {
                let cards = [(0.0, rank(i)), (7.0, beside(i))].map(|(x, rank)| card(x, 0.0, rank, [0.0; 4])).to_vec();
                Observation { t: i as f64 / 30.0, cards: Some(cards), ..Observation::default() }
            })
            .collect();
        let zones = Zones {
            piles: [Vec::new(), Vec::new()],
            boundaries: [Vec::new(), Vec::new()],
            draw_decks: [Vec::new(), Vec::new()],
        };
        jokers(&lying_cards(&observations), &observations, &zones, TimeScale::REAL)
    }

    #[test]
    fn a_place_that_goes_on_reading_a_joker_holds_one() {
        let found = found(|i| if i < 15 { Rank::Six } else { Rank::Joker });
        assert_eq!(found.len(), 1, "{found:?}");
        assert!((found[0].at.t - 0.5).abs() < 1e-9 && found[0].until > 1.9, "{found:?}");
    }

    #[test]
    fn court_cards_of_a_strange_deck_are_none() {
        assert_eq!(found_beside(|_| Rank::Joker, |i| if i % 2 == 0 { Rank::Joker } else { Rank::Queen }), []);
        // One that was carried from one place to another is one card.
        let carried = found_beside(
            |i| if i < 30 { Rank::Joker } else { Rank::Ten },
            |i| if i < 30 { Rank::Four } else { Rank::Joker },
        );
        assert_eq!(carried.len(), 2, "{carried:?}");
    }

    #[test]
    fn a_card_partly_under_a_hand_is_none() {
        let observations: Vec<Observation> = (0..60)
            .map(|i| {
                let joker = CardSeen { covered: 0.15, ..card(0.0, 0.0, Rank::Joker, [0.0; 4]) };
                Observation { t: f64::from(i) / 30.0, cards: Some(vec![joker]), ..Observation::default() }
            })
            .collect();
        let none = Zones {
            piles: [Vec::new(), Vec::new()],
            boundaries: [Vec::new(), Vec::new()],
            draw_decks: [Vec::new(), Vec::new()],
        };
        assert_eq!(jokers(&lying_cards(&observations), &observations, &none, TimeScale::REAL), []);
    }

    #[test]
    fn a_court_card_that_reads_as_one_now_and_then_does_not() {
        assert_eq!(found(|i| if i % 3 == 0 { Rank::Queen } else { Rank::Joker }), []);
        assert_eq!(found(|i| if i < 11 { Rank::Joker } else { Rank::Queen }), []);
    }
}
