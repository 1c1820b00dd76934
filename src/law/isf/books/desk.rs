//! Where one act is judged: the table under change and the rulings that fall.

use super::clauses;
use super::table::Table;
use crate::base::{Measured, Player};
use crate::facts::{Finding, Kind, Ruling, Sanction};

pub(super) struct Desk {
    pub table: Table,
    pub at: Measured,
    /// Probability that the act was seen right; 1 for what somebody tells.
    pub confidence: f64,
    /// The act was not seen surely enough to be called an offence.
    pub doubtful: bool,
    pub rulings: Vec<Ruling>,
}

impl Desk {
    /// A ruling on what somebody did, or on where the match stands. Nothing is ruled before the first
    /// reveal (E.3.2).
    pub fn rule(
        &mut self,
        kind: Kind,
        clauses: &[&'static str],
        player: Option<Player>,
        finding: Finding,
        say: String,
    ) {
        if self.table.begun {
            self.record(kind, clauses, player, finding, None, say);
        }
    }

    /// An offence for which a clause calls for a sanction: it is due from now on.
    pub fn due(&mut self, kind: Kind, clauses: &[&'static str], player: Player, sanction: Sanction, say: String) {
        let tally = &mut self.table.tallies[player.index()];
        match sanction {
            _ if self.doubtful => {}
            Sanction::Warning => tally.warnings_due += 1,
            Sanction::YellowCard => tally.yellow_cards_due += 1,
        }
        self.record(kind, clauses, Some(player), Finding::Offence, Some(sanction), say);
    }

    /// As [`Desk::rule`], for what may be said before the first reveal: the deck, the deal, a forfeit.
    pub fn note(
        &mut self,
        kind: Kind,
        clauses: &[&'static str],
        player: Option<Player>,
        finding: Finding,
        say: String,
    ) {
        self.record(kind, clauses, player, finding, None, say);
    }

    fn record(
        &mut self,
        kind: Kind,
        clauses: &[&'static str],
        player: Option<Player>,
        finding: Finding,
        sanction: Option<Sanction>,
        mut sentence: String,
    ) {
        let in_doubt = self.doubtful && finding == Finding::Offence;
        if in_doubt {
            sentence += " It was not seen surely enough, so it is for the referee.";
        }
        debug_assert!(clauses.iter().all(|number| clauses::find(number).is_some()), "every clause cited is listed");
        self.rulings.push(Ruling {
            kind,
            clauses: clauses.iter().map(|number| (*number).to_owned()).collect(),
            at: self.at,
            until: self.at.t,
            player,
            finding: if in_doubt { Finding::Referee } else { finding },
            sanction: sanction.filter(|_| !in_doubt),
            sentence,
            confidence: self.confidence,
            slap: None,
        });
    }
}
