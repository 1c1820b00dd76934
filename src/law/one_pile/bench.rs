//! Where one event is judged: the state under change and the rulings that fall.

use super::game::{Game, Topic};
use super::ruling::{Kind, Penalty, Ruling, SlapRecord};
use super::seat::Seat;
use super::state::State;
use crate::base::Measured;
use crate::facts::Finding;

pub(in crate::law) struct Bench<'a, G: Game> {
    pub state: State,
    pub game: &'a G,
    pub rulings: Vec<Ruling>,
    /// When the thing that is judged happened.
    pub at: Option<Measured>,
    /// Probability that it was seen right.
    pub confidence: f64,
}

/// A ruling before its last touches.
pub(in crate::law) struct Draft {
    pub kind: Kind,
    pub clauses: Vec<&'static str>,
    pub seat: Option<Seat>,
    pub finding: Finding,
    pub penalty: Option<Penalty>,
    pub sentence: String,
    pub slap: Option<SlapRecord>,
}

impl Draft {
    pub fn new(kind: Kind, clause: &'static str, seat: Option<Seat>, finding: Finding, sentence: String) -> Draft {
        Draft { kind, clauses: vec![clause], seat, finding, penalty: None, sentence, slap: None }
    }

    /// About something on which the text is silent: no clause, and the referee's.
    pub fn silent(seat: Option<Seat>, sentence: String) -> Draft {
        let finding = Finding::Referee;
        Draft { kind: Kind::NotInText, clauses: Vec::new(), seat, finding, penalty: None, sentence, slap: None }
    }

    pub fn penalty(mut self, penalty: Penalty) -> Draft {
        self.penalty = Some(penalty);
        self
    }

    pub fn also(mut self, clause: &'static str) -> Draft {
        if !self.clauses.contains(&clause) {
            self.clauses.push(clause);
        }
        self
    }

    pub fn slap(mut self, record: SlapRecord) -> Draft {
        self.slap = Some(record);
        self
    }
}

impl<'a, G: Game> Bench<'a, G> {
    pub fn new(state: State, game: &'a G) -> Bench<'a, G> {
        Bench { state, game, rulings: Vec::new(), at: None, confidence: 1.0 }
    }

    pub fn cite(&self, topic: Topic) -> &'static str {
        self.game.cite(topic)
    }

    /// An offence, if it was seen surely enough; the referee's question otherwise.
    pub fn offence(&self) -> Finding {
        if self.confidence >= self.game.sureness().offence { Finding::Offence } else { Finding::Referee }
    }

    /// Rules an offence. True when it is one: then its penalty is due, and the caller books it.
    pub fn offend(&mut self, draft: Draft) -> bool {
        let finding = self.offence();
        self.rule(Draft { finding, ..draft });
        finding == Finding::Offence
    }

    pub fn rule(&mut self, draft: Draft) {
        let paraphrase = G::CLAUSES.iter().find(|clause| Some(&clause.id) == draft.clauses.first());
        debug_assert!(
            draft.clauses.iter().all(|id| G::CLAUSES.iter().any(|clause| clause.id == *id)),
            "every clause cited is in the table: {:?}",
            draft.clauses
        );
        let reason = paraphrase.map_or(String::new(), |clause| format!(": {} ({})", clause.paraphrase, clause.id));
        self.rulings.push(Ruling {
            kind: draft.kind,
            clauses: draft.clauses.iter().map(|id| (*id).to_owned()).collect(),
            at: self.at,
            seat: draft.seat,
            finding: draft.finding,
            due: draft.penalty.is_some() && draft.finding == Finding::Offence,
            penalty: draft.penalty.filter(|_| draft.finding != Finding::NoOffence),
            sentence: format!("{}{reason}.", draft.sentence),
            confidence: self.confidence,
            slap: draft.slap,
        });
    }
}
