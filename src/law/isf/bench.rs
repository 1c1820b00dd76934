//! Where one event is judged: the state under change and the rulings that fall.

use super::settings::Settings;
use super::state::State;
use crate::base::{Measured, Player};
use crate::facts::{Finding, Kind, Ruling, Sanction, SlapChallenge};

pub(super) struct Bench<'a> {
    pub state: State,
    pub settings: &'a Settings,
    pub rulings: Vec<Ruling>,
    /// Challenges that call for no ruling.
    pub unruled: Vec<SlapChallenge>,
}

/// A ruling before its last touches; see [`Ruling`] for the fields.
pub(super) struct Draft<'c> {
    pub kind: Kind,
    pub clauses: &'c [&'static str],
    pub at: Measured,
    pub until: f64,
    pub player: Option<Player>,
    pub finding: Finding,
    pub sanction: Option<Sanction>,
    pub sentence: String,
    pub confidence: f64,
    pub slap: Option<SlapChallenge>,
}

impl<'a> Bench<'a> {
    pub fn new(state: State, settings: &'a Settings) -> Bench<'a> {
        Bench { state, settings, rulings: Vec::new(), unruled: Vec::new() }
    }

    /// Real seconds as file seconds.
    pub fn secs(&self, real_secs: f64) -> f64 {
        self.settings.file_secs(real_secs)
    }

    /// An offence, if it was seen surely enough; the referee's question otherwise.
    pub fn offence(&self, confidence: f64) -> Finding {
        if confidence >= self.settings.offence_confidence { Finding::Offence } else { Finding::Referee }
    }

    pub fn rule(&mut self, draft: Draft<'_>) {
        debug_assert!(
            draft.clauses.iter().all(|number| super::clauses::find(number).is_some()),
            "every clause cited is in the table"
        );
        self.rulings.push(Ruling {
            kind: draft.kind,
            clauses: draft.clauses.iter().map(|number| (*number).to_owned()).collect(),
            at: draft.at,
            until: draft.until.max(draft.at.t),
            player: draft.player,
            finding: draft.finding,
            // A sanction is due for an offence and for nothing less.
            sanction: draft.sanction.filter(|_| draft.finding == Finding::Offence),
            sentence: draft.sentence,
            confidence: draft.confidence.clamp(0.0, 1.0),
            slap: draft.slap,
        });
    }
}
