//! Something that happened at the table: a past fact with its instant and its uncertainty.

use crate::base::{Card, HandSide, Measured, Pile, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// The top of a Draw Deck was turned onto a Centre Pile (A.4.11).
    Reveal,
    /// A live card was lifted from its Foundation area (D.3.6).
    Lift,
    /// A lifted card came back inside the Boundary (D.3.4).
    Return,
    /// A carried card first touched a Centre Pile (D.9.1, F.2.4).
    Contact,
    /// A card in contact with a Centre Pile was released (D.7.2).
    Play,
    /// A card was taken off a Centre Pile (D.7.3, D.8.2).
    Remove,
    /// A hand touched a Centre Pile (F.3).
    Touch,
    /// A hand left a Centre Pile.
    Untouch,
    /// A foundation card was turned up (D.2.7).
    Turn,
    /// The referee stopped play (E.4).
    Stoppage,
    /// A round began (E.2.3).
    RoundStart,
    /// A round ended (H.2.1).
    RoundEnd,
    /// The match ended (H.4).
    MatchEnd,
}

/// One event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// When, with its 95 % interval.
    #[serde(flatten)]
    pub at: Measured,
    /// What.
    pub kind: EventKind,
    /// Who.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub player: Option<Player>,
    /// With which hand.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub hand: Option<HandSide>,
    /// On which pile.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub pile: Option<Pile>,
    /// Which card, when it could be read.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub card: Option<Card>,
    /// Probability that it happened as described, 0..1.
    pub confidence: f64,
    /// True when nobody saw it: it follows from what was seen.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub inferred: bool,
    /// Of a touch: the probability that it came after the other player's hand which lies on the pile with it, as told by which of the
    /// two lies on top; `None` when nothing tells that.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub after_other: Option<f64>,
}
