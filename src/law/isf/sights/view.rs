//! One sight on the table it was seen at: what the topics ask of both, and the form of their rulings.

use super::super::state::{State, Status};
use super::super::{Settings, clauses, words};
use super::sight::Sight;
use crate::base::Player;
use crate::facts::{Finding, Kind, Ruling};

pub(super) struct View<'a> {
    pub sight: &'a Sight,
    pub state: &'a State,
    pub settings: &'a Settings,
}

impl View<'_> {
    /// A span of file seconds in real seconds.
    pub fn real(&self, file_secs: f64) -> f64 {
        self.settings.scale.real_ms(file_secs) / 1000.0
    }

    /// How long it lasted, real seconds.
    pub fn lasted(&self) -> f64 {
        self.real(self.sight.until - self.sight.at.t)
    }

    /// Play is on.
    pub fn is_live(&self) -> bool {
        self.state.status == Status::Live
    }

    /// Somebody may be about to reveal: play waits for a reveal, or for the second card of one. No does not say
    /// that there is no reveal: that of a stalemate comes while play is on.
    pub fn reveal_is_due(&self, deck: Player) -> bool {
        match self.state.status {
            Status::BeforeMatch | Status::Stopped | Status::SlapWon | Status::RoundOver => true,
            Status::Live => self.state.reveal.is_some_and(|(first, _, _)| first != Some(deck)),
            Status::MatchOver => false,
        }
    }

    /// Before the first reveal (E.3.2).
    pub fn before_match(&self) -> bool {
        self.state.status == Status::BeforeMatch
    }

    /// The foundations are in use: play is on, or stopped and about to go on.
    pub fn in_round(&self) -> bool {
        matches!(self.state.status, Status::Live | Status::Stopped | Status::SlapWon)
    }

    /// A slap is on, or was until just now: hands belong on the Centre Piles.
    pub fn slap_is_on(&self) -> bool {
        self.state.slap.is_some() || !self.state.pairs.is_empty()
    }

    /// An offence, if it was seen surely enough; the referee's question otherwise.
    pub fn offence(&self) -> Finding {
        if self.sight.confidence >= self.settings.offence_confidence { Finding::Offence } else { Finding::Referee }
    }

    /// `Player 1`, `Player 1's left hand`, or `Somebody`.
    pub fn whose_hand(&self) -> String {
        match (self.sight.player, self.sight.hand) {
            (Some(player), Some(hand)) => format!("{player}'s {hand} hand"),
            (Some(player), None) => format!("{player}'s hand"),
            _ => "A hand".to_owned(),
        }
    }

    /// `Player 1`, or `Somebody` when nobody was seen.
    pub fn who(&self) -> String {
        words::who(self.sight.player)
    }

    /// A ruling on the doer of the sight, as sure as the sight.
    pub fn ruling(&self, kind: Kind, clauses: &[&'static str], finding: Finding, sentence: String) -> Ruling {
        debug_assert!(
            clauses.iter().all(|number| clauses::find(number).is_some()),
            "every clause cited is in the table"
        );
        Ruling {
            kind,
            clauses: clauses.iter().map(|number| (*number).to_owned()).collect(),
            at: self.sight.at,
            until: self.sight.until,
            player: self.sight.player,
            finding,
            sanction: None,
            sentence,
            confidence: self.sight.confidence,
            slap: None,
        }
    }
}

/// `0.9 s`.
pub(super) fn secs(real_secs: f64) -> String {
    format!("{real_secs:.1} s")
}

/// `1 card`, `3 cards`.
pub(super) fn cards(count: u32) -> String {
    if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }
}
