//! What happened at the table, one JSON object a line: `{"kind": "flip", "seat": 2, "card": {"rank": "7",
//! "suit": "h"}, "t": 3.1}`. Times are optional; events are told in the order in which they happened.

use super::seat::Seat;
use super::state::Which;
use crate::base::{Card, HandSide, Measured};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One event. It is read strictly: see [`super::read`].
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Event {
    /// What.
    #[serde(flatten)]
    pub act: Act,
    /// Best instant, seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub t: Option<f64>,
    /// Lower end of its 95 % interval; `t` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lo: Option<f64>,
    /// Upper end of its 95 % interval; `t` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hi: Option<f64>,
    /// Probability that it happened as described, 0..1; certain when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

impl Event {
    /// An event without a time.
    pub fn new(act: Act) -> Event {
        Event { act, t: None, lo: None, hi: None, confidence: None }
    }

    /// An event at an instant.
    pub fn at(act: Act, at: Measured) -> Event {
        Event { t: Some(at.t), lo: Some(at.lo), hi: Some(at.hi), ..Event::new(act) }
    }

    /// When, if it was measured.
    pub fn when(&self) -> Option<Measured> {
        self.t.map(|t| Measured { t, lo: self.lo.unwrap_or(t), hi: self.hi.unwrap_or(t), ..Measured::default() })
    }
}

/// What can happen. Each game judges the acts that its text knows, and says so of the others.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Act {
    /// The deck is dealt out. Either every stack's cards, top first (`null` for an unknown card), or only
    /// how many cards each seat has; one entry a seat, 2..=8 seats.
    Deal {
        /// Who dealt.
        dealer: Seat,
        /// Cards of each seat, top first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        stacks: Vec<Vec<Option<Card>>>,
        /// Number of cards of each seat, when `stacks` is not given.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        counts: Vec<u8>,
    },
    /// A player turned a card of her stack face up onto a pile.
    Flip {
        /// Who.
        seat: Seat,
        /// The face, when it was read.
        #[serde(default)]
        card: Option<Card>,
        /// Onto which pile.
        #[serde(default)]
        pile: Which,
        /// The card came from the bottom of the stack.
        #[serde(default)]
        from_bottom: bool,
        /// The card was turned so that its player saw it first.
        #[serde(default)]
        towards_self: bool,
    },
    /// A player's next card became visible without being played.
    Expose {
        /// Whose.
        seat: Seat,
        /// The face, when it was read.
        #[serde(default)]
        card: Option<Card>,
        /// How.
        #[serde(default)]
        cause: Cause,
    },
    /// A card that had been set aside was put on the pile.
    Place {
        /// Whose card.
        seat: Seat,
        /// Who moved it.
        #[serde(default)]
        by: Option<Seat>,
    },
    /// A hand came down to slap.
    Slap {
        /// Whose.
        seat: Seat,
        /// Left or right.
        #[serde(default)]
        hand: Option<HandSide>,
        /// On what.
        #[serde(default)]
        on: Target,
        /// What was called out with it.
        #[serde(default)]
        call: Option<Call>,
        /// Part of the card under the hand, 0..1.
        #[serde(default)]
        cover: Option<f64>,
        /// Fingers on the card, 0..=5.
        #[serde(default)]
        fingers: Option<u8>,
        /// The hand lies on the top card itself, not on another hand.
        #[serde(default)]
        touches_top: Option<bool>,
        /// It was one motion with that player's own flip.
        #[serde(default)]
        with_flip: bool,
        /// It did not come from the edge of the table but waited at the pile.
        #[serde(default)]
        sneaked: bool,
    },
    /// No further hand comes down for this card.
    SlapsOver,
    /// A hand was held over the pile.
    Hover {
        /// Whose.
        seat: Seat,
        /// Another player slapped it down onto the pile.
        #[serde(default)]
        slapped_down: bool,
    },
    /// A player took a pile and put it under her stack.
    Take {
        /// Who.
        seat: Seat,
        /// Which pile.
        #[serde(default)]
        pile: Which,
    },
    /// A player took up the pile and holds it; `take` by the same seat then puts it under her stack.
    PickUp {
        /// Who.
        seat: Seat,
    },
    /// Somebody noticed that a pile was picked up that had not been won.
    Notice {
        /// Who noticed.
        #[serde(default)]
        by: Option<Seat>,
    },
    /// A player split her stack in two and another took one half.
    Halve {
        /// Who split.
        seat: Seat,
        /// Who chose.
        to: Seat,
        /// Which half was chosen.
        half: Half,
    },
    /// A player put the top card of her stack face down under the pile.
    Burn {
        /// Who.
        seat: Seat,
    },
    /// A player gave the top card of her stack, face down, to another.
    Pay {
        /// Who.
        seat: Seat,
        /// To whom.
        to: Seat,
    },
    /// A player lent cards from the top of her stack.
    Lend {
        /// Who.
        seat: Seat,
        /// To whom.
        to: Seat,
        /// How many.
        cards: u8,
    },
    /// The pile was divided between the players who tied.
    Divide {
        /// Which pile.
        #[serde(default)]
        pile: Which,
        /// Which card stayed when the number was odd: place from the bottom, 0 first. Chance comes in here;
        /// the top card when absent.
        #[serde(default)]
        stays: Option<u8>,
    },
    /// A player looked at her cards.
    Look {
        /// Who.
        seat: Seat,
    },
    /// A player shuffled her stack.
    Shuffle {
        /// Who.
        seat: Seat,
    },
    /// Something else that a text forbids.
    Conduct {
        /// Who.
        seat: Seat,
        /// What.
        conduct: Conduct,
    },
    /// A player gave the game up.
    Forfeit {
        /// Who.
        seat: Seat,
    },
}

/// How a card came to be seen early.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// It was turned before its turn.
    #[default]
    Early,
    /// It was dropped in order to slap.
    Dropped,
}

/// What a hand came down on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// The pile.
    #[default]
    Slap,
    /// The second pile of a split.
    Split,
    /// A card that was set aside.
    Aside,
}

/// What a player calls out with a slap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// "Stick!"
    Stick,
    /// "Split!"
    Split,
}

/// One half of a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Half {
    /// The upper half; the smaller one of an odd stack.
    Upper,
    /// The lower half.
    Lower,
}

/// Behaviour that a text forbids and that moves no card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Conduct {
    /// The hand stayed on the pile after placing a card.
    HandOnPile,
    /// Flip and slap were one motion.
    SlapWithFlip,
    /// Another player's hand or view was blocked.
    Blocking,
    /// A hand waited at the pile.
    Sneaking,
    /// Jewellery on a hand or wrist.
    Jewellery,
}
