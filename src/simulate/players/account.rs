//! What a match came to by the players' own account: told by what they were about, not by the rules engine.

use crate::base::{Pile, Player, Rank};
use crate::facts::{Kind, Sanction};
use crate::law::isf::books::{Act, Table};

/// A slap challenge.
#[derive(Debug, Clone, PartialEq)]
pub struct SlapPlayed {
    /// When the second equal card touched its pile, seconds.
    pub condition_t: f64,
    /// The rank.
    pub rank: Rank,
    /// When each player had a hand on each pile, seconds.
    pub complete: [Option<f64>; 2],
    /// Who was first; `None` when nobody tried.
    pub winner: Option<Player>,
    /// How much later the other one was, milliseconds.
    pub margin_ms: Option<f64>,
}

/// A round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoundPlayed {
    /// Its first reveal, seconds.
    pub from: f64,
    /// Its last card's release, seconds; where the round was broken off, that instant.
    pub to: f64,
    /// Who won it; `None` for a round to be played again.
    pub winner: Option<Player>,
}

/// A breach that was meant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Offence {
    /// What.
    pub kind: Kind,
    /// When, seconds.
    pub t: f64,
    /// Who; the referee's own slips have nobody.
    pub player: Option<Player>,
    /// What is due for it.
    pub sanction: Option<Sanction>,
}

/// A whole match.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Played {
    /// Acts of the books that no event tells, with their instants, by time.
    pub acts: Vec<(f64, Act)>,
    /// Slap challenges, by time.
    pub slaps: Vec<SlapPlayed>,
    /// Rounds, by time.
    pub rounds: Vec<RoundPlayed>,
    /// Breaches, by time.
    pub offences: Vec<Offence>,
    /// Cards aimed at a top that was covered first (D.9.1): contact of the second, its pile.
    pub beaten: Vec<(f64, Pile)>,
    /// Stalemates called.
    pub stalemates: usize,
    /// Loans (G.3) and centres split (G.7.4).
    pub shortages: usize,
    /// Who won the match.
    pub winner: Option<Player>,
    /// The books as the players' acts left them.
    pub books: Table,
}
