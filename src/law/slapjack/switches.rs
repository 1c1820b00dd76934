//! What players agree on before the game. The defaults are the text's.

use crate::law::one_pile::{Deck, Sureness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Switches of the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Switches {
    /// 3.1: one pack of 52, or two for a longer game or more players.
    pub deck: Deck,
    /// How sure is sure.
    pub sureness: Sureness,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches { deck: Deck::FIFTY_TWO, sureness: Sureness::default() }
    }
}
