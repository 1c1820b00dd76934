//! Whether the deck prints one large sign on every number card, and what its cards read when that is known.
//!
//! The reading model has seen decks of both kinds. Where an index cannot be made out, one large sign is to it an ace as probably as any
//! number of a deck that prints one on all of them. Which kind this deck is, its other cards tell: one number card that shows as many
//! signs as its rank says that all do. In come cards as they were read, out come the same with the probabilities of a deck of its kind.

use crate::base::Rank;
use crate::facts::{CardFace, CardSeen};

/// Part of all decks that print one sign on number cards, before any card was seen: an estimate. Shops sell them for players who see badly.
const ONE_SIGN_DECKS: f64 = 0.05;
/// Part of the number cards with one sign in the pictures that the reading model learnt from (`models/cards/README.md`).
const LEARNT_FROM: f64 = 0.11;
/// A reading tells what its deck prints when its rank is so sure, and no larger part of the card is hidden.
const SURE: f32 = 0.9;
const MOST_COVERED: f32 = 0.3;
/// So many readings of a rank tell, fewer do not: one may be of a card on its way.
const FEWEST: usize = 3;
/// What all readings of one rank tell is wrong in one of so many: they are of one or two cards and err alike.
const ALIKE: f64 = 0.05;
/// No deck is surer to be of a kind than this: a deck may have single cards of another.
const SUREST: f64 = 0.99;

/// Probability that the deck prints one sign on number cards, by those of its cards that were read surely: threes to tens, since twos
/// have few signs and aces one.
pub fn deck<'a>(cards: impl Iterator<Item = &'a CardSeen>) -> f64 {
    let mut of_rank = [(0_usize, 0.0_f64); Rank::ALL.len()];
    for card in cards.filter(|card| card.face == CardFace::Up && card.covered <= MOST_COVERED) {
        let Some(one_sign) = card.one_sign else { continue };
        let sure = Rank::ALL.iter().zip(card.ranks).position(|(rank, p)| tells(*rank) && p >= SURE);
        if let Some(k) = sure {
            of_rank[k] = (of_rank[k].0 + 1, of_rank[k].1 + f64::from(one_sign));
        }
    }
    let told = of_rank.iter().filter(|(readings, _)| *readings >= FEWEST).map(|&(readings, sum)| {
        let one = sum / readings as f64;
        ((1.0 - ALIKE) * one + ALIKE / 2.0) / ((1.0 - ALIKE) * (1.0 - one) + ALIKE / 2.0)
    });
    let odds = ONE_SIGN_DECKS / (1.0 - ONE_SIGN_DECKS) * told.product::<f64>();
    (odds / (1.0 + odds)).clamp(1.0 - SUREST, SUREST)
}

/// Puts right what a card reads when one deck in so many is of the kind that prints one sign on number cards. How surely it is a card
/// stays as it was.
pub fn read(card: &mut CardSeen, deck: f64) {
    let Some(one_sign) = card.one_sign.map(f64::from).filter(|_| card.face == CardFace::Up) else { return };
    // Bayes: the model's share of such number cards is put out, this deck's in.
    let number = one_sign * deck / LEARNT_FROM + (1.0 - one_sign) * (1.0 - deck) / (1.0 - LEARNT_FROM);
    let before: f64 = card.ranks.iter().copied().map(f64::from).sum();
    let mut ranks = card.ranks.map(f64::from);
    ranks.iter_mut().zip(Rank::ALL).filter(|(_, rank)| is_number(*rank)).for_each(|(p, _)| *p *= number);
    let after: f64 = ranks.iter().sum();
    if after <= 0.0 {
        return;
    }
    card.read_as(ranks.map(|p| (p * before / after) as f32));
}

/// Numbers from two to ten.
fn is_number(rank: Rank) -> bool {
    !matches!(rank, Rank::Ace | Rank::Jack | Rank::Queen | Rank::King | Rank::Joker)
}

/// Whether cards of a rank tell what the deck prints on number cards.
fn tells(rank: Rank) -> bool {
    is_number(rank) && rank != Rank::Two
}

#[cfg(test)]
mod tests {
    use super::super::tops::tests::card as on_pile;
    use super::*;

    /// A card that reads as some ranks with some probabilities, the rest with nearly none, and shows one sign so probably.
    fn card(ranks: &[(Rank, f32)], one_sign: f32) -> CardSeen {
        let of = |rank: Rank| ranks.iter().find(|one| one.0 == rank).map_or(0.0005, |one| one.1);
        let ranks = Rank::ALL.map(of);
        let (best, confidence) = Rank::ALL.into_iter().zip(ranks).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        let rank = (confidence >= CardSeen::LEAST_NAMED).then_some(best);
        CardSeen { ranks, rank, confidence, one_sign: Some(one_sign), ..on_pile(best, 0.0) }
    }

    fn many(ranks: &[Rank], one_sign: f32) -> Vec<CardSeen> {
        ranks.iter().flat_map(|&rank| vec![card(&[(rank, 0.97)], one_sign); FEWEST]).collect()
    }

    fn an_ace_or_four() -> CardSeen {
        card(&[(Rank::Ace, 0.6), (Rank::Four, 0.25), (Rank::Five, 0.14)], 0.98)
    }

    #[test]
    fn one_large_sign_is_an_ace_once_a_number_card_was_seen_that_has_more() {
        let deck = deck(many(&[Rank::Seven], 0.02).iter());
        let mut unsure = an_ace_or_four();
        read(&mut unsure, deck);
        assert_eq!(unsure.rank, Some(Rank::Ace));
        assert!(unsure.confidence > 0.9, "{}", unsure.confidence);
        assert!((unsure.is_face() - an_ace_or_four().is_face()).abs() < 1e-5, "as surely a card as before");
    }

    #[test]
    fn one_large_sign_may_be_any_number_of_a_deck_that_prints_one_on_all() {
        let deck = deck(many(&[Rank::Seven, Rank::Nine], 0.97).iter());
        assert!(deck > 0.9, "{deck}");
        let mut four = card(&[(Rank::Ace, 0.85), (Rank::Four, 0.13)], 0.98);
        read(&mut four, deck);
        assert_eq!(four.rank, None, "{:?}", four.ranks);
        let mut seven = card(&[(Rank::Seven, 0.97)], 0.98);
        read(&mut seven, deck);
        assert_eq!(seven.rank, Some(Rank::Seven));
    }

    #[test]
    fn courts_twos_glimpses_and_decks_that_were_shown_tell_nothing() {
        let before = deck([].into_iter());
        let shown: Vec<CardSeen> =
            many(&[Rank::Six], 0.01).into_iter().map(|card| CardSeen { one_sign: None, ..card }).collect();
        for cards in [many(&[Rank::Two, Rank::King, Rank::Ace], 0.01), many(&[Rank::Six], 0.01)[1..].to_vec(), shown] {
            assert_eq!(deck(cards.iter()), before);
        }
        let mut of_a_shown_deck = CardSeen { one_sign: None, ..an_ace_or_four() };
        read(&mut of_a_shown_deck, 0.01);
        assert_eq!(of_a_shown_deck.ranks, an_ace_or_four().ranks);
    }

    #[test]
    fn what_shows_many_signs_reads_as_it_did() {
        let deck = deck(many(&[Rank::Seven, Rank::Nine], 0.02).iter());
        let mut six = card(&[(Rank::Six, 0.85), (Rank::Seven, 0.12)], 0.03);
        let before = six.ranks;
        read(&mut six, deck);
        assert!(six.ranks.iter().zip(before).all(|(now, then)| (now - then).abs() < 0.02), "{:?}", six.ranks);
    }
}
