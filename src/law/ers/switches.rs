//! What players agree on before the game. The defaults are the text's.

use crate::law::one_pile::{Deck, Sureness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Switches of the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Switches {
    /// 2.6: 52 cards, or 54 with jokers when agreed before the game.
    pub deck: Deck,
    /// 2.8: queen and king on each other.
    pub marriage: bool,
    /// 3.2: players may lend cards, and a wrong slap without cards puts nobody out.
    pub lending: bool,
    /// 3.1: cards burned for a wrong slap; the text gives no number.
    pub burn: u8,
    /// How sure is sure.
    pub sureness: Sureness,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches { deck: Deck::FIFTY_TWO, marriage: false, lending: false, burn: 1, sureness: Sureness::default() }
    }
}
