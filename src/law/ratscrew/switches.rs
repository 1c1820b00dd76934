//! What players agree on before the game. The defaults are the text's.

use crate::law::one_pile::{Deck, Sureness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Switches of the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Switches {
    /// 1.1: 52 cards; 4.11: jokers if they are in it; several packs if players like.
    pub deck: Deck,
    /// 3.2: four in a row.
    pub four_in_a_row: bool,
    /// 3.2: a row may go round the corner from king to ace.
    pub round_the_corner: bool,
    /// 4.4: out with more wrong slaps on consecutive cards than this.
    pub wrong_slaps: u32,
    /// How sure is sure.
    pub sureness: Sureness,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches {
            deck: Deck::FIFTY_TWO,
            four_in_a_row: true,
            round_the_corner: false,
            wrong_slaps: 5,
            sureness: Sureness::default(),
        }
    }
}
