//! What players agree on before the game. The defaults are the text's: basic and additional rules on,
//! advanced rules (section 8) off.

use crate::base::Rank;
use crate::law::one_pile::flips::chances;
use crate::law::one_pile::{Deck, Sureness};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// Switches of the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Switches {
    /// 1.1: 54 cards, jokers included.
    pub deck: Deck,
    /// 8.1: two cards that make ten, and any ten alone.
    pub tens: bool,
    /// 8.2: two cards that make ten round a third.
    pub ten_sandwich: bool,
    /// 8.3: three cards at equal steps.
    pub runs: bool,
    /// 8.4: three cards that make ten.
    pub three_tens: bool,
    /// 8.5: a number rank that can be slapped only as three on each other. Set by a caller, other ranks are ignored.
    #[serde(deserialize_with = "number")]
    pub only_slap_three: Option<Rank>,
    /// 8.6: a rank that cannot be slapped.
    pub forbidden: Option<Rank>,
    /// 8.7: face ranks that can be taken over. Set by a caller, other ranks are ignored.
    #[serde(deserialize_with = "faces")]
    pub sticky_faces: Vec<Rank>,
    /// 8.8: an eight can be split.
    pub split_eights: bool,
    /// 8.9: three cards of a suit.
    pub triple_suits: bool,
    /// How sure is sure.
    pub sureness: Sureness,
}

fn number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Rank>, D::Error> {
    let rank = Option::<Rank>::deserialize(from)?;
    match rank.filter(|rank| chances(*rank).is_some() || *rank == Rank::Joker) {
        Some(rank) => Err(D::Error::custom(format_args!("only_slap_three is for a number card, not {rank} (8.5)"))),
        None => Ok(rank),
    }
}

fn faces<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Rank>, D::Error> {
    let ranks = Vec::<Rank>::deserialize(from)?;
    match ranks.iter().find(|rank| chances(**rank).is_none()) {
        Some(rank) => Err(D::Error::custom(format_args!("sticky_faces are J, Q, K and A, not {rank} (8.7)"))),
        None => Ok(ranks),
    }
}

impl Default for Switches {
    fn default() -> Switches {
        Switches {
            deck: Deck::FIFTY_FOUR,
            tens: false,
            ten_sandwich: false,
            runs: false,
            three_tens: false,
            only_slap_three: None,
            forbidden: None,
            sticky_faces: Vec::new(),
            split_eights: false,
            triple_suits: false,
            sureness: Sureness::default(),
        }
    }
}
