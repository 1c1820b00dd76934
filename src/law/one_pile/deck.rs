//! The cards in play: one or more packs, with or without jokers.

use crate::base::{Card, Rank};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// A card's place in the engine's list: the same card keeps its number through a game, whether its face is
/// known or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct CardId(pub u8);

impl CardId {
    /// For arrays.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// How many packs, and whether each has its two jokers: 52, 54, 104 or 108 cards for one or two packs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// Packs shuffled together, 1..=4. Other numbers are not read from a file; set by a caller, they count as
    /// the nearest of these.
    #[serde(deserialize_with = "one_to_four")]
    pub packs: u8,
    /// Two jokers a pack.
    pub jokers: bool,
}

fn one_to_four<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    let packs = u8::deserialize(from)?;
    if (1..=4).contains(&packs) { Ok(packs) } else { Err(D::Error::custom(format_args!("{packs} packs: one to four"))) }
}

impl Deck {
    /// 52 cards.
    pub const FIFTY_TWO: Deck = Deck { packs: 1, jokers: false };
    /// 54 cards.
    pub const FIFTY_FOUR: Deck = Deck { packs: 1, jokers: true };
    /// 104 cards.
    pub const TWO_PACKS: Deck = Deck { packs: 2, jokers: false };

    fn packs(self) -> usize {
        usize::from(self.packs.clamp(1, 4))
    }

    /// Number of cards.
    pub fn size(self) -> usize {
        self.packs() * if self.jokers { 54 } else { 52 }
    }

    /// How many cards of the deck look like this; a card whose suit was not read looks like all of its rank.
    pub fn copies(self, card: Card) -> usize {
        match (card.rank, card.suit) {
            (Rank::Joker, _) => 2 * self.packs() * usize::from(self.jokers),
            (_, Some(_)) => self.packs(),
            (_, None) => 4 * self.packs(),
        }
    }
}
