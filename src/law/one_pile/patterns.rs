//! What may be slapped: small functions over the cards on top of a pile, top first.
//!
//! A test sees card values: ace 1, two to ten, jack 11, queen 12, king 13, joker 0. A card that was not
//! read stands for every value in turn: the pattern holds when it holds for all, does not when it holds
//! for none, and cannot be told otherwise.

use super::state::{Counts, Pile};
use crate::base::{Card, Rank};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A reason to slap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// Two equal ranks.
    Doubles,
    /// Three equal ranks.
    Triple,
    /// Two equal ranks round one card.
    Sandwich,
    /// The top equals the first card of the pile.
    TopBottom,
    /// A joker.
    Joker,
    /// A ten by itself.
    TenAlone,
    /// Two cards that add up to ten.
    Tens,
    /// Two cards that add up to ten round one card.
    TenSandwich,
    /// Three cards that add up to ten.
    ThreeTens,
    /// Three cards at equal steps.
    ThreeInARow,
    /// Four consecutive ranks.
    FourInARow,
    /// Queen and king.
    Marriage,
    /// Three cards of a suit.
    TripleSuits,
    /// A jack.
    Jack,
    /// A face card to be taken over by calling "Stick!".
    StickyFace,
    /// An eight to be split by calling "Split!".
    SplitEight,
}

impl Pattern {
    /// As said aloud.
    pub fn name(self) -> &'static str {
        match self {
            Pattern::Doubles => "doubles",
            Pattern::Triple => "a triple",
            Pattern::Sandwich => "a sandwich",
            Pattern::TopBottom => "top and bottom alike",
            Pattern::Joker => "a joker",
            Pattern::TenAlone => "a ten",
            Pattern::Tens => "two cards that make ten",
            Pattern::TenSandwich => "a ten sandwich",
            Pattern::ThreeTens => "three cards that make ten",
            Pattern::ThreeInARow => "three at equal steps",
            Pattern::FourInARow => "four in a row",
            Pattern::Marriage => "a marriage",
            Pattern::TripleSuits => "three of a suit",
            Pattern::Jack => "a jack",
            Pattern::StickyFace => "a sticky face",
            Pattern::SplitEight => "an eight to split",
        }
    }
}

/// What holds and what cannot be told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// These hold.
    pub holds: Vec<Pattern>,
    /// These would hold for some faces of the cards that could not be read.
    pub unsure: Vec<Pattern>,
}

impl Found {
    /// Files a pattern under its answer; `None` is "cannot be told".
    pub fn add(&mut self, pattern: Pattern, answer: Option<bool>) {
        match answer {
            Some(true) => self.holds.push(pattern),
            Some(false) => {}
            None => self.unsure.push(pattern),
        }
    }
}

/// The value of a rank: ace 1 to king 13, joker 0.
pub fn value(rank: Rank) -> u8 {
    Rank::STANDARD.iter().zip(1..).find_map(|(standard, value)| (*standard == rank).then_some(value)).unwrap_or(0)
}

/// The cards on top of a pile that lie on each other and count, top first, no more than four: down to the
/// first that lies face down or counts for nothing. `None` inside: face up and unread, or disputed.
pub fn top_cards(pile: &Pile) -> Vec<Option<Card>> {
    pile.cards
        .iter()
        .rev()
        .take_while(|laid| laid.up && laid.counts != Counts::No)
        .take(4)
        .map(|laid| laid.face.filter(|_| laid.counts == Counts::Yes))
        .collect()
}

/// Whether the first `count` cards pass the test, whatever the unread ones are; `Some(false)` when there
/// are fewer cards.
pub fn holds(cards: &[Option<Card>], count: usize, test: impl Fn(&[u8]) -> bool) -> Option<bool> {
    let Some(cards) = cards.get(..count) else { return Some(false) };
    let mut values: Vec<u8> = cards.iter().map(|card| card.map_or(0, |card| value(card.rank))).collect();
    let unread: Vec<usize> = (0..count).filter(|&i| cards[i].is_none()).collect();
    let first = test(&values);
    loop {
        // Counts through the values of the unread cards like an odometer.
        let Some(&wheel) = unread.iter().find(|&&i| values[i] < 13) else { return Some(first) };
        for &i in unread.iter().take_while(|&&i| i != wheel) {
            values[i] = 0;
        }
        values[wheel] += 1;
        if test(&values) != first {
            return None;
        }
    }
}

/// Two equal ranks on each other.
pub fn doubles(v: &[u8]) -> bool {
    v[0] == v[1]
}

/// Three equal ranks on each other.
pub fn triple(v: &[u8]) -> bool {
    v[0] == v[1] && v[1] == v[2]
}

/// Two equal ranks with one card between.
pub fn sandwich(v: &[u8]) -> bool {
    v[0] == v[2]
}

/// A joker on top.
pub fn joker(v: &[u8]) -> bool {
    v[0] == 0
}

/// A jack on top.
pub fn jack(v: &[u8]) -> bool {
    v[0] == 11
}

/// A ten on top.
pub fn ten_alone(v: &[u8]) -> bool {
    v[0] == 10
}

fn adds_to_ten(cards: &[u8]) -> bool {
    cards.iter().all(|v| (1..=9).contains(v)) && cards.iter().sum::<u8>() == 10
}

/// Two cards on each other that add up to ten, the ace as one.
pub fn tens(v: &[u8]) -> bool {
    adds_to_ten(&v[..2])
}

/// Two cards that add up to ten, one card between.
pub fn ten_sandwich(v: &[u8]) -> bool {
    adds_to_ten(&[v[0], v[2]])
}

/// Two cards that add up to ten with a jack, queen, king or ace between.
pub fn ten_sandwich_letter(v: &[u8]) -> bool {
    matches!(v[1], 1 | 11..=13) && ten_sandwich(v)
}

/// Three cards of different rank that add up to ten.
pub fn three_tens(v: &[u8]) -> bool {
    adds_to_ten(&v[..3]) && v[0] != v[1] && v[1] != v[2] && v[0] != v[2]
}

/// Three cards up or down by the same step, ace low, not round the corner.
pub fn three_in_a_row(v: &[u8]) -> bool {
    !v[..3].contains(&0) && v[0] != v[1] && i16::from(v[0]) - i16::from(v[1]) == i16::from(v[1]) - i16::from(v[2])
}

/// Four consecutive ranks up or down, round the corner from king to ace too.
pub fn four_in_a_loop(v: &[u8]) -> bool {
    let step = |by: u8| v[..4].windows(2).all(|pair| (pair[0] - 1 + by) % 13 == pair[1] - 1);
    !v[..4].contains(&0) && (step(1) || step(12))
}

/// Four consecutive ranks up or down, the ace at either end but not in the middle.
pub fn four_in_a_line(v: &[u8]) -> bool {
    // Round the corner means both neighbours of the ace.
    four_in_a_loop(v) && !(v[..4].contains(&13) && v[..4].contains(&2))
}

/// Queen and king on each other.
pub fn marriage(v: &[u8]) -> bool {
    matches!((v[0], v[1]), (12, 13) | (13, 12))
}

/// Three cards of one suit on each other; `None` when it depends on a suit that was not read.
pub fn triple_suits(cards: &[Option<Card>]) -> Option<bool> {
    let Some(cards) = cards.get(..3) else { return Some(false) };
    if cards.iter().flatten().any(|card| card.rank == Rank::Joker) {
        return Some(false);
    }
    let suits: Vec<_> = cards.iter().filter_map(|card| card.and_then(|card| card.suit)).collect();
    match (suits.windows(2).all(|pair| pair[0] == pair[1]), suits.len()) {
        (false, _) => Some(false),
        (true, 3) => Some(true),
        (true, _) => None,
    }
}

/// The top against the first card of the pile; `None` when one of them was not read. False once a card was
/// put under the pile.
pub fn top_bottom(pile: &Pile) -> Option<bool> {
    let ([first, .., _], false) = (pile.cards.as_slice(), pile.burned) else { return Some(false) };
    let top = top_cards(pile);
    let Some(&top) = top.first() else { return Some(false) };
    if !first.up || first.counts == Counts::No {
        return Some(false);
    }
    holds(&[top, first.face.filter(|_| first.counts == Counts::Yes)], 2, doubles)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(ranks: &[Option<Rank>]) -> Vec<Option<Card>> {
        ranks.iter().map(|rank| rank.map(|rank| Card { rank, suit: None })).collect()
    }

    #[test]
    fn rows_with_and_without_the_corner() {
        for (row, line, round) in [
            ([8, 7, 6, 5], true, true),
            ([5, 6, 7, 8], true, true),
            ([2, 1, 13, 12], false, true),
            ([12, 13, 1, 2], false, true),
            ([4, 3, 2, 1], true, true),
            ([1, 13, 12, 11], true, true),
            ([11, 12, 13, 1], true, true),
            ([1, 2, 3, 4], true, true),
            ([3, 2, 1, 13], false, true),
            ([13, 1, 2, 3], false, true),
            ([8, 7, 6, 6], false, false),
            ([2, 4, 6, 8], false, false),
            ([3, 2, 1, 0], false, false),
        ] {
            assert_eq!((four_in_a_line(&row), four_in_a_loop(&row)), (line, round), "{row:?}");
        }
    }

    #[test]
    fn an_unread_card_makes_a_pattern_uncertain_only_where_it_matters() {
        let (seven, nine) = (Some(Rank::Seven), Some(Rank::Nine));
        assert_eq!(holds(&cards(&[seven, None]), 2, doubles), None);
        assert_eq!(holds(&cards(&[seven, None, seven]), 3, sandwich), Some(true));
        assert_eq!(holds(&cards(&[seven, None, nine]), 3, sandwich), Some(false));
        assert_eq!(holds(&cards(&[seven, None, nine]), 3, three_in_a_row), None);
        assert_eq!(holds(&cards(&[nine, None, seven, None]), 4, four_in_a_loop), None);
        assert_eq!(holds(&cards(&[nine, None, nine, None]), 4, four_in_a_loop), Some(false));
        assert_eq!(holds(&cards(&[None]), 2, doubles), Some(false));
        assert_eq!(holds(&cards(&[Some(Rank::King), None]), 2, tens), Some(false));
    }

    #[test]
    fn suits() {
        use crate::base::Suit;
        let of = |rank, suit| Some(Card { rank, suit });
        let (two, six) = (of(Rank::Two, Some(Suit::Hearts)), of(Rank::Six, Some(Suit::Hearts)));
        assert_eq!(triple_suits(&[two, six, of(Rank::Ace, Some(Suit::Hearts))]), Some(true));
        assert_eq!(triple_suits(&[two, six, of(Rank::Ace, Some(Suit::Clubs))]), Some(false));
        assert_eq!(triple_suits(&[two, six, of(Rank::Ace, None)]), None);
        assert_eq!(triple_suits(&[two, six, of(Rank::Joker, None)]), Some(false));
        assert_eq!(triple_suits(&[two, six]), Some(false));
    }
}
