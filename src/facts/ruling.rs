//! What the Laws say about what happened: findings, slap challenges, sanctions. The referee decides.

use crate::base::{HandSide, Measured, Player, Rank};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// The clause was broken.
    Offence,
    /// It looked like an offence and is none.
    NoOffence,
    /// The Laws leave it to the referee, or the evidence does not decide.
    Referee,
}

/// A sanction that a clause calls for. It is due, not given: the referee gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sanction {
    /// Formal warning (D.8.2).
    Warning,
    /// Yellow card (D.8.3).
    YellowCard,
}

/// What a ruling or an incident is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A slap challenge with a winner (F.5).
    Slap,
    /// A slap whose order cannot be told (F.6).
    SlapStalemate,
    /// Nobody slapped before the next play (F.7.6).
    SlapOpportunityLost,
    /// A slap after the final card (H.2.6).
    SlapVoid,
    /// A slap with no condition active (F.9.1).
    Misslap,
    /// One pile only, or both hands on one pile (F.3.3).
    InvalidSlap,
    /// A play and a slap in one motion (F.4).
    PlayAndSlap,
    /// A second playable card outside the Boundary (D.3.3, D.7.1).
    BoundaryBreach,
    /// A card that does not follow (D.8.1).
    IllegalPlay,
    /// A released card taken back (D.7.3).
    Retraction,
    /// A card held on a pile (D.10.1).
    HoldingCard,
    /// A hand hovering over piles or decks (D.10.2).
    Hovering,
    /// Two cards onto one pile at once (D.9).
    SimultaneousPlay,
    /// Two last cards at once (H.6).
    SimultaneousFinish,
    /// More than four live cards (D.3.1).
    TooManyLiveCards,
    /// A card between the piles (D.5.4).
    AmbiguousPile,
    /// A top or live card kept hidden (D.5.5, D.11).
    ObscuredCard,
    /// A card exposed before the reveal (D.4.3, E.2.4).
    EarlyReveal,
    /// A reveal after the other's (F.8.5).
    LateReveal,
    /// A hand on a Draw Deck outside a reveal (B.5.2).
    DrawDeckTouched,
    /// A Draw Deck outside its zone (B.5.3).
    DrawDeckDisplaced,
    /// A stalemate called while a play was possible (G.10.2).
    WrongStalemate,
    /// Hands of both players touched (C.2.4).
    ContactBetweenPlayers,
    /// Something wrong with cards or equipment (B.6).
    Equipment,
    /// A mat moved (B.2.6).
    MatMoved,
    /// Cards displaced by accident (D.3.5).
    DisplacedCards,
    /// A Draw Deck shortage and what it calls for (Law G).
    Shortage,
    /// A round was won (H.3).
    RoundEnd,
    /// The match was won, or cannot be yet (H.4).
    MatchEnd,
    /// Something done while play was not on (E.4.2, E.7).
    OutOfPlay,
    /// What a match counts as, and whether it may begin (A.2).
    MatchStanding,
    /// The players changed sides (C.2.5).
    SidesSwapped,
}

/// Why an attempt cannot win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InvalidAttempt {
    /// Only one pile was touched (F.3.3).
    OnePile,
    /// Both hands on the same pile (F.3.3).
    SamePile,
    /// The two hands were never down together (F.3.2).
    NotAtTheSameTime,
    /// No slap condition was active (F.9.1).
    NoCondition,
    /// After the round's last card (H.2.6).
    AfterFinalCard,
    /// In a play-and-slap, hands before card (F.4.2).
    BeforeCardContact,
}

/// One player's go at a slap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Attempt {
    /// Who.
    pub player: Player,
    /// First touch of the left pile.
    pub left: Option<Measured>,
    /// Which hand touched the left pile.
    pub left_hand: Option<HandSide>,
    /// First touch of the right pile.
    pub right: Option<Measured>,
    /// Which hand touched the right pile.
    pub right_hand: Option<HandSide>,
    /// When both hands were down (F.3.2), if they were.
    pub complete: Option<Measured>,
    /// Why it cannot win; `None` for a valid attempt.
    pub invalid: Option<InvalidAttempt>,
}

/// Who won a slap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Player 1 completed first (F.5.1).
    Player1,
    /// Player 2 completed first (F.5.1).
    Player2,
    /// Cannot be told reliably (F.6.1).
    TooClose,
    /// Nobody completed a valid attempt.
    NoValidAttempt,
    /// After the final card (H.2.5).
    Void,
}

/// A slap challenge: its condition, every attempt, and what follows from them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SlapChallenge {
    /// When the condition became active (F.2.4).
    pub condition: Measured,
    /// The rank both piles show, when it could be read.
    pub rank: Option<Rank>,
    /// Every attempt, by player.
    pub attempts: Vec<Attempt>,
    /// The verdict.
    pub verdict: Verdict,
    /// How much later the loser completed, file seconds with interval; present with two valid attempts.
    pub margin: Option<Measured>,
    /// Probability that Player 1 completed first; present when at least one valid attempt is.
    pub p_player1_first: Option<f64>,
}

/// One ruling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ruling {
    /// What about.
    pub kind: Kind,
    /// The clauses it rests on, as printed in the Laws: `F.5.1`.
    pub clauses: Vec<String>,
    /// When, with its interval.
    pub at: Measured,
    /// Until when it lasted, file seconds.
    pub until: f64,
    /// Who.
    pub player: Option<Player>,
    /// The answer.
    pub finding: Finding,
    /// The sanction that a clause calls for.
    pub sanction: Option<Sanction>,
    /// One sentence a referee would say aloud.
    pub sentence: String,
    /// Probability that the finding holds, 0..1.
    pub confidence: f64,
    /// The challenge, for rulings about slaps.
    pub slap: Option<SlapChallenge>,
}
