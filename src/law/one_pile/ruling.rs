//! What a text says about what happened at a table of two to eight seats. The referee decides.

use super::patterns::Pattern;
use super::seat::Seat;
use crate::base::Measured;
use crate::facts::Finding;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a clause is decided: the classes of the project's clause table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Class {
    /// From what is seen, then ruled by the engine.
    V,
    /// By keeping the books of events.
    E,
    /// By the referee, with evidence.
    R,
    /// Administration.
    C,
    /// A principle, or nothing to compute.
    P,
}

/// One clause of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clause {
    /// Text, section and paragraph: `slaps-house 3.2`.
    pub id: &'static str,
    /// One line in our words, without a full stop.
    pub paraphrase: &'static str,
    /// How it is decided.
    pub class: Class,
    /// The function that decides it; empty where nothing does.
    pub function: &'static str,
}

/// Short way to write a table of clauses.
pub(in crate::law) const fn clause(
    id: &'static str,
    class: Class,
    function: &'static str,
    paraphrase: &'static str,
) -> Clause {
    Clause { id, paraphrase, class, function }
}

/// What a ruling is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The deal.
    Deal,
    /// A slap that wins something, or whose winner the referee has to name.
    Slap,
    /// Two or more slaps whose order cannot be told.
    Tie,
    /// A slap with nothing to slap.
    WrongSlap,
    /// A slap after the pile was won.
    LateSlap,
    /// A slap by somebody who may not slap.
    SlapShutOut,
    /// A face card that nobody answered, or the last card of all.
    PileWon,
    /// A card out of turn or before a debt was settled.
    OutOfTurn,
    /// A card that was seen before its turn and is set aside.
    SetAside,
    /// A card that was put on the pile for its owner.
    Placed,
    /// A card from the bottom of the stack, or turned towards its own player, or looked at, or reshuffled.
    Handling,
    /// A pile taken by somebody to whom it was not due.
    PickUp,
    /// A pile that is kept, returned or made good.
    PickUpSettled,
    /// A card burned, paid or lent without being due.
    NotDue,
    /// A hand over the pile.
    Hover,
    /// Cheating that the text lists.
    Cheating,
    /// A player has run out of cards, is out for good, or is back.
    Elimination,
    /// Somebody has won.
    GameWon,
    /// Something after the end of the game.
    AfterEnd,
    /// Something that the text does not speak of.
    NotInText,
}

/// What a clause makes of an offence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "penalty")]
pub enum Penalty {
    /// Cards from the top of the stack go face down under the pile.
    Burn {
        /// How many.
        cards: u8,
    },
    /// One card goes face down to another player.
    Pay {
        /// To whom.
        to: Seat,
    },
    /// Somebody else gets the pile.
    PileTo {
        /// Who.
        to: Seat,
    },
    /// The hand is slapped once by each player in the game.
    HandSlapped,
    /// What was taken goes back.
    Return,
    /// The stack is split and the cheated player chooses a half.
    Halve {
        /// Who chooses.
        to: Seat,
    },
    /// The card is set aside, face up.
    SetAside,
    /// The card stays on the pile and counts for nothing.
    DeadCard,
    /// No more slaps for the rest of the game.
    ShutOut,
    /// Out of the game.
    Out,
    /// The jewellery comes off, or the game is forfeited.
    TakeOffOrForfeit,
}

/// The slaps that were judged together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SlapRecord {
    /// What held.
    pub patterns: Vec<Pattern>,
    /// What may have held, with cards that could not be read.
    pub unsure: Vec<Pattern>,
    /// Who slapped, by time.
    pub seats: Vec<Seat>,
    /// How much later the second came, when both were measured.
    pub margin: Option<Measured>,
    /// Probability that the first was first, when measured.
    pub probability: Option<f64>,
}

/// One ruling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ruling {
    /// What about.
    pub kind: Kind,
    /// The clauses it rests on: `ers 2.4`.
    pub clauses: Vec<String>,
    /// When, if measured.
    pub at: Option<Measured>,
    /// Who; `None` when it concerns nobody or several.
    pub seat: Option<Seat>,
    /// The answer.
    pub finding: Finding,
    /// What the clause makes of it.
    pub penalty: Option<Penalty>,
    /// True: the penalty is due. False: it is possible, and the referee says.
    pub due: bool,
    /// One sentence a referee would say aloud.
    pub sentence: String,
    /// Probability that it happened as described, 0..1.
    pub confidence: f64,
    /// The slaps, for rulings about slaps.
    pub slap: Option<SlapRecord>,
}
