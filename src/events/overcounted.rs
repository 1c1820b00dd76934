//! More cards read as one rank at once than a deck has of it (B.6.1): a deck with faces that the reading model does not know, or cards
//! too small for it.
//!
//! The model is sure of what it takes for an ace, whatever the deck, and every look at the card says the same; only the other cards on
//! the table tell that it is not to be believed. In come observations, out come the ranks that are read too often, and observations in
//! which such a reading says as little as it can. A card that lies in two places at once is another matter ([`super::twins()`]).

use crate::base::Rank;
use crate::facts::{CardFace, CardSeen, Observation};

/// A deck has so many cards of each rank, and so many ranks without the joker.
const OF_A_RANK: f64 = 4.0;
const RANKS: f64 = 13.0;
/// Half a card more or less may be doubt.
const SLACK: f64 = 0.5;
/// A card of which a larger part is hidden is not counted.
const MOST_COVERED: f32 = 0.45;
/// In so many frames at least the table was read.
const FEWEST: usize = 5;

/// How far a rank that is read can be believed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overcounted {
    /// Which.
    pub rank: Rank,
    /// How many cards were read as it at once, and more than that in a quarter of the frames: in the others hands may hide some.
    pub cards: f64,
    /// Probability that a card that is read as it is one.
    pub believed: f64,
}

/// The ranks that are read on more cards at once than a deck has, in the order of [`Rank::ALL`].
pub fn overcounted(observations: &[Observation]) -> Vec<Overcounted> {
    let frames: Vec<Vec<&CardSeen>> = observations.iter().filter_map(|o| Some(clear(o.cards.as_ref()?))).collect();
    if frames.len() < FEWEST {
        return Vec::new();
    }
    let all = upper_quartile(frames.iter().map(|cards| cards.len() as f64).collect());
    let of = |(k, &rank): (usize, &Rank)| {
        let read = |cards: &Vec<&CardSeen>| -> f64 { cards.iter().map(|card| f64::from(card.ranks[k])).sum() };
        let cards = upper_quartile(frames.iter().map(read).collect());
        (cards > OF_A_RANK + SLACK).then(|| {
            // One in so many is it, as in any deck; of the others this part is taken for it.
            let (is, others) = (all / RANKS, all * (1.0 - 1.0 / RANKS));
            let taken = ((cards - is) / others).clamp(0.0, 1.0);
            Overcounted { rank, cards, believed: 1.0 / (1.0 + (RANKS - 1.0) * taken) }
        })
    };
    Rank::ALL.iter().enumerate().filter_map(of).collect()
}

/// The same observations, of which those ranks are believed no more than they can be.
pub fn doubted(observations: &[Observation], ranks: &[Overcounted]) -> Vec<Observation> {
    let mut doubted = observations.to_vec();
    for observation in &mut doubted {
        let cards = observation.cards.iter_mut().flatten();
        let piles = observation.piles.iter_mut().flatten().flatten();
        let decks = observation.decks.iter_mut().flatten().flatten();
        cards.chain(piles).chain(decks).for_each(|card| doubt(card, ranks));
    }
    doubted
}

fn doubt(card: &mut CardSeen, ranks: &[Overcounted]) {
    if card.face != CardFace::Up {
        return;
    }
    let mut read = card.ranks;
    for told in ranks {
        let Some(k) = Rank::ALL.iter().position(|&rank| rank == told.rank) else { continue };
        let kept = read[k] * told.believed as f32;
        let given = (read[k] - kept) / (RANKS as f32 - 1.0);
        for (other, p) in read.iter_mut().enumerate() {
            if other == k {
                *p = kept;
            } else if Rank::ALL[other] != Rank::Joker {
                *p += given;
            }
        }
    }
    card.read_as(read);
}

/// The cards that show their faces.
fn clear(cards: &[CardSeen]) -> Vec<&CardSeen> {
    cards.iter().filter(|card| card.face == CardFace::Up && card.covered <= MOST_COVERED).collect()
}

fn upper_quartile(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(3 * values.len() / 4).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Point;

    /// A card that is read as this rank with that probability, the rest spread over the others.
    fn card(x: f64, rank: Rank, p: f32) -> CardSeen {
        let ranks = std::array::from_fn(|k| if Rank::ALL[k] == rank { p } else { (1.0 - p) / 13.0 });
        CardSeen {
            centre: Point::new(x, -28.0),
            quad: [Point::new(0.0, 0.0); 4],
            angle: 0.0,
            face: CardFace::Up,
            rank: (p >= CardSeen::LEAST_NAMED).then_some(rank),
            suit: None,
            ranks,
            suits: [0.25; 4],
            one_sign: None,
            confidence: p,
            covered: 0.0,
        }
    }

    fn seen(cards: &[(Rank, f32)]) -> Vec<Observation> {
        let cards: Vec<CardSeen> = cards.iter().enumerate().map(|(i, c)| card(7.0 * i as f64, c.0, c.1)).collect();
        let frame = |i: u64| Observation { index: i, cards: Some(cards.clone()), ..Observation::default() };
        (0..9).map(frame).collect()
    }

    #[test]
    fn what_every_card_is_taken_for_is_hardly_believed() {
        let mut cards = vec![(Rank::Ace, 0.85); 7];
        cards.push((Rank::Queen, 0.99));
        let observations = seen(&cards);
        let told = overcounted(&observations);
        assert_eq!(told.iter().map(|told| told.rank).collect::<Vec<_>>(), [Rank::Ace]);
        assert!((5.9..6.1).contains(&told[0].cards) && (0.08..0.13).contains(&told[0].believed), "{told:?}");
        let doubted = doubted(&observations, &told);
        let cards = doubted[0].cards.as_ref().unwrap();
        assert!(cards[..7].iter().all(|card| card.rank.is_none() && card.confidence < 0.2), "{:?}", cards[0]);
        assert!((cards[0].ranks.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert_eq!(cards[7].rank, Some(Rank::Queen), "what is read otherwise is believed");
    }

    #[test]
    fn four_of_a_rank_and_a_doubtful_fifth_are_a_deck() {
        let mut cards = vec![(Rank::Ace, 0.98); 4];
        cards.extend([(Rank::Two, 0.97), (Rank::Nine, 0.96), (Rank::Five, 0.55)]);
        assert_eq!(overcounted(&seen(&cards)), []);
        // Hidden cards and glimpses are not counted.
        let many = seen(&[(Rank::Ace, 0.95); 7]);
        assert_eq!(overcounted(&many[..4]), []);
        let mut hidden = many;
        for card in hidden.iter_mut().flat_map(|frame| frame.cards.iter_mut().flatten().take(4)) {
            card.covered = 0.6;
        }
        assert_eq!(overcounted(&hidden), []);
    }
}
