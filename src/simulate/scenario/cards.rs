//! Cards as a scenario names them: `"7h"`, `"10"` (any suit), `"joker"`; and the deck they come from.

use crate::base::{Card, Rank, Suit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A card's name: its rank, and its suit if that matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct CardName(pub Card);

impl TryFrom<String> for CardName {
    type Error = String;

    fn try_from(text: String) -> Result<CardName, String> {
        let suited = Suit::ALL.into_iter().find_map(|suit| Some((text.strip_suffix(suit.letter())?, Some(suit))));
        let (symbol, suit) = suited.unwrap_or((&text, None));
        let rank = Rank::ALL.into_iter().find(|rank| rank.symbol() == symbol);
        let rank = rank.filter(|rank| *rank != Rank::Joker || suit.is_none());
        rank.map(|rank| CardName(Card { rank, suit })).ok_or_else(|| {
            format!("{text:?} is no card; write a rank (A 2 3 4 5 6 7 8 9 10 J Q K) and, if it matters, a suit (c d h s), as in \"10h\", or \"joker\"")
        })
    }
}

/// A card's name as text: `10h`, `Q`, `joker`.
pub fn name(card: Card) -> String {
    card.to_string()
}

impl From<CardName> for String {
    fn from(card: CardName) -> String {
        name(card.0)
    }
}

impl CardName {
    /// Whether a card goes by this name.
    pub fn fits(self, card: Card) -> bool {
        self.0.rank == card.rank && (self.0.suit.is_none() || self.0.suit == card.suit)
    }
}

/// The 52 cards, clubs first, ace first.
pub fn standard_deck() -> Vec<Card> {
    Suit::ALL
        .into_iter()
        .flat_map(|suit| Rank::STANDARD.into_iter().map(move |rank| Card { rank, suit: Some(suit) }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for card in standard_deck().into_iter().chain([Card { rank: Rank::Joker, suit: None }]) {
            assert_eq!(CardName::try_from(name(card)), Ok(CardName(card)));
        }
        assert!(CardName::try_from("1h".to_owned()).is_err_and(|why| why.contains("is no card")));
    }
}
