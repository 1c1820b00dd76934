//! Playing cards: ranks, suits, and how they are written in files (`"10"`, `"h"`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A rank. Order is A, 2 … K; the loop from K back to A (D.6.2) is a matter of law, not of this type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rank {
    #[serde(rename = "A")]
    Ace,
    #[serde(rename = "2")]
    Two,
    #[serde(rename = "3")]
    Three,
    #[serde(rename = "4")]
    Four,
    #[serde(rename = "5")]
    Five,
    #[serde(rename = "6")]
    Six,
    #[serde(rename = "7")]
    Seven,
    #[serde(rename = "8")]
    Eight,
    #[serde(rename = "9")]
    Nine,
    #[serde(rename = "10")]
    Ten,
    #[serde(rename = "J")]
    Jack,
    #[serde(rename = "Q")]
    Queen,
    #[serde(rename = "K")]
    King,
    #[serde(rename = "joker")]
    Joker,
}

impl Rank {
    /// Every rank a card can show: the standard ones, then the joker.
    pub const ALL: [Rank; 14] = {
        let mut all = [Rank::Joker; 14];
        let mut i = 0;
        while i < Rank::STANDARD.len() {
            all[i] = Rank::STANDARD[i];
            i += 1;
        }
        all
    };

    /// The thirteen ranks of a SLAPS deck (B.6.1), in order.
    pub const STANDARD: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// As written in files and on screen: `A 2 … 10 J Q K joker`.
    pub fn symbol(self) -> &'static str {
        match self {
            Rank::Ace => "A",
            Rank::Two => "2",
            Rank::Three => "3",
            Rank::Four => "4",
            Rank::Five => "5",
            Rank::Six => "6",
            Rank::Seven => "7",
            Rank::Eight => "8",
            Rank::Nine => "9",
            Rank::Ten => "10",
            Rank::Jack => "J",
            Rank::Queen => "Q",
            Rank::King => "K",
            Rank::Joker => "joker",
        }
    }

    /// As said aloud in a sentence: `ace`, `seven`, `king`.
    pub fn name(self) -> &'static str {
        match self {
            Rank::Ace => "ace",
            Rank::Two => "two",
            Rank::Three => "three",
            Rank::Four => "four",
            Rank::Five => "five",
            Rank::Six => "six",
            Rank::Seven => "seven",
            Rank::Eight => "eight",
            Rank::Nine => "nine",
            Rank::Ten => "ten",
            Rank::Jack => "jack",
            Rank::Queen => "queen",
            Rank::King => "king",
            Rank::Joker => "joker",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.symbol())
    }
}

/// A suit: it never matters for a SLAPS ruling (D.6.3), it helps to tell cards apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Suit {
    #[serde(rename = "c")]
    Clubs,
    #[serde(rename = "d")]
    Diamonds,
    #[serde(rename = "h")]
    Hearts,
    #[serde(rename = "s")]
    Spades,
}

impl Suit {
    /// All four, in the order of their letters.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// As written in files: `c d h s`.
    pub fn letter(self) -> char {
        match self {
            Suit::Clubs => 'c',
            Suit::Diamonds => 'd',
            Suit::Hearts => 'h',
            Suit::Spades => 's',
        }
    }
}

/// A card whose rank is known; the suit may not be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    /// The rank.
    pub rank: Rank,
    /// The suit, when it could be read.
    pub suit: Option<Suit>,
}

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.rank)?;
        self.suit.map_or(Ok(()), |suit| write!(out, "{}", suit.letter()))
    }
}
