//! What the director tells of an act: exact instants, sounds, and what only the script can know.
//!
//! The instants, each exact to the geometry of the scene:
//! - `lift`: a card begins to leave what it lay on (D.3.6 counts it as outside from then);
//! - `return`: it lies on its sub-pile again;
//! - `contact`, `reveal`: the card first touches its pile; `play`: the hand leaves the card that lies there;
//! - `remove`: the card begins to leave the pile;
//! - `touch`: the first point of the hand's skin reaches the pile, or a hand that lies on it;
//! - `untouch`: the hand begins to leave; `turn`: the turned card lies face up.

use crate::base::HandSide;
use crate::facts::{EventKind, Finding, Kind};
use crate::simulate::scene::CardIndex;
use glam::DVec3;

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Told {
    /// When, seconds.
    pub t: f64,
    /// What.
    pub kind: EventKind,
    /// Who, counted from 0.
    pub person: Option<usize>,
    /// With which hand.
    pub hand: Option<HandSide>,
    /// On which pile: 0 left (or the only one), 1 right.
    pub pile: Option<usize>,
    /// Which card.
    pub card: Option<CardIndex>,
    /// From or to which sub-pile.
    pub place: Option<usize>,
    /// A touch that was meant as a slap.
    pub slap: bool,
}

impl Told {
    /// An event that only has its instant and kind yet.
    pub fn new(t: f64, kind: EventKind) -> Told {
        Told { t, kind, person: None, hand: None, pile: None, card: None, place: None, slap: false }
    }
}

/// Something to be heard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// When, seconds, where it arises.
    pub t: f64,
    /// Where.
    pub at: DVec3,
    /// What.
    pub kind: NoiseKind,
    /// 0 to 1.
    pub strength: f64,
}

/// What is heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoiseKind {
    /// A flat hand on a pile.
    Palm,
    /// Fingertips on a pile.
    Fingertips,
    /// A card on a card.
    Card,
    /// A stack of cards put down.
    Stack,
    /// A fingertip on the table.
    Tap,
    /// A word.
    Voice,
}

/// An incident that follows from what the script did, where the rules engine cannot know it from events.
#[derive(Debug, Clone, PartialEq)]
pub struct Declared {
    /// What.
    pub kind: Kind,
    /// When, seconds.
    pub t: f64,
    /// Until when, seconds.
    pub until: f64,
    /// Who, counted from 0.
    pub person: Option<usize>,
    /// What the clause says of it.
    pub finding: Finding,
}

/// A pile taken up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Taken {
    /// When it is lifted, seconds.
    pub t: f64,
    /// By whom, counted from 0.
    pub person: usize,
}

/// What a cue came to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Performed {
    /// Events that became certain, by time; a hand's departure may be told by a later cue.
    pub instants: Vec<Told>,
}

/// Why a cue cannot be performed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Cannot {
    /// The hand is busy or too far away.
    #[error("{who} cannot be there in time: the earliest possible t is {earliest:.3}")]
    TooEarly {
        /// Whose hand.
        who: String,
        /// The earliest possible `t` of this cue, seconds.
        earliest: f64,
    },
    /// A field of the cue.
    #[error("{field}: {why}")]
    Field {
        /// Which.
        field: &'static str,
        /// What is wrong, and what is possible.
        why: String,
    },
    /// A cue before one already performed.
    #[error("t: cues go by time, and one at {0:.3} came before")]
    BackInTime(f64),
}
