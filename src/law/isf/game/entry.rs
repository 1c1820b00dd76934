//! What is told, entered in the books: events by what they are there, acts as they are.
//!
//! Reading of D.2.7: that a played card was never turned up is not what a camera can say, so a card that was
//! seen to be played counts as turned up before, wherever its turning was not seen.
//!
//! Reading of D.7.3: a card taken back stays in the books where it was played; the same player laying it there
//! again puts it right and is no new play.

use super::{Entered, Impossible, Joining, Waiting};
use crate::base::{Card, Measured, Pile, Player};
use crate::facts::{Event, EventKind, Finding, Kind, Ruling};
use crate::law::isf::books::act::{Face, SlapOutcome};
use crate::law::isf::books::table::Status as Standing;
use crate::law::isf::books::{self, Act, Seen};
use crate::law::isf::state::{OpenPlay, Status};
use crate::law::isf::{self, slap, tolerances};

impl Joining<'_> {
    /// A measured event: what the instants say, then what it is to the books.
    pub(super) fn event(&mut self, event: &Event) -> Result<(), Impossible> {
        let before = self.game.moment.slap.as_ref().map(|open| open.at);
        let (moment, rulings) = isf::judge(&self.game.moment, event, self.settings)?;
        let collecting = slap::completed(&self.game.moment).is_some();
        self.game.moment = moment;
        if !self.game.opened {
            self.rulings = rulings;
            return Ok(());
        }
        let waiting = self.act_of(event, collecting);
        let removes = waiting.as_ref().is_some_and(|waiting| matches!(waiting.act, Act::Remove { .. }));
        self.take(rulings, removes)?;
        if self.game.moment.slap.as_ref().map(|open| open.at) != before {
            self.game.lost = false;
        }
        if matches!(event.kind, EventKind::Reveal | EventKind::RoundEnd | EventKind::MatchEnd) {
            self.stalemate_after_all()?;
        }
        if let Some(waiting) = waiting {
            self.fresh = Some(waiting.clone());
            self.queue(waiting);
        }
        self.enter_waiting(false)?;
        let plays = &self.game.moment.plays;
        let alive = |card: &Entered| plays.iter().any(|play| (play.pile, play.contact) == (card.pile, card.contact));
        self.game.entered.retain(alive);
        self.agree_on_standing();
        Ok(())
    }

    /// An act as told. It ends the waiting for whatever was seen before it.
    pub(super) fn act(&mut self, act: &Act, at: Option<Measured>) -> Result<(), Impossible> {
        self.game.opened |= matches!(act, Act::MatchSetUp { .. } | Act::Deal { .. } | Act::Table(_));
        let aside = matches!(
            act,
            Act::MatchSetUp { .. } | Act::Ready { .. } | Act::SidesSwapped | Act::Sanction { .. } | Act::Learn { .. }
        );
        if self.game.opened && !aside {
            self.settle_for(act)?;
        }
        let at = at.unwrap_or_else(|| Measured::exact(self.game.books.acts as f64));
        let (books, rulings) = books::judge_at(&self.game.books, act, at)?;
        self.game.books = books;
        self.rulings.extend(rulings);
        if self.game.opened && !aside {
            self.agree_on_cards();
        }
        Ok(())
    }

    /// What was seen before an act comes before it. A slap that the referee decides is not entered as measured.
    fn settle_for(&mut self, act: &Act) -> Result<(), Impossible> {
        let (moment, rulings) = isf::pause(&self.game.moment, self.settings);
        self.game.moment = moment;
        if matches!(act, Act::Slap { .. }) {
            // Cards that touched before the slap lie there; the others wait for the referee's word.
            self.enter_waiting_until(
                rulings.iter().filter_map(|ruling| ruling.slap.as_ref().map(|_| ruling.at)).next(),
            )?;
            self.rulings.extend(rulings);
            self.game.undecided = None;
            return Ok(());
        }
        self.take(rulings, false)?;
        self.enter_waiting(true)?;
        match act {
            // None of these says what came of the slap.
            Act::Stoppage | Act::Turn { .. } | Act::Rearrange { .. } | Act::Misslap { .. } => Ok(()),
            _ => self.stalemate_after_all(),
        }
    }

    /// F.6.1, F.6.3: play goes on and the referee has not said who won a slap that could not be told.
    fn stalemate_after_all(&mut self) -> Result<(), Impossible> {
        let stopped = self.game.books.status == Standing::Stopped;
        let Some(at) = self.game.undecided.take().filter(|_| stopped) else { return Ok(()) };
        let rulings = self.enter(&Act::Slap { outcome: SlapOutcome::Stalemate, player: None }, at, 1.0)?;
        self.rulings.extend(rulings);
        Ok(())
    }

    /// The act that an event is to the books; `None` for what they do not keep. `collecting`: a slap was won
    /// before it and is not decided yet.
    fn act_of(&self, event: &Event, collecting: bool) -> Option<Waiting> {
        let mut waiting =
            Waiting { act: Act::from_event(event)?, at: event.at, since: event.at, confidence: event.confidence };
        match &mut waiting.act {
            Act::Play { at_once, card, .. } => {
                let play = self.released(event)?;
                // What was read when it touched the pile was read.
                let rank = play.rank.map(|rank| Face(Some(Card { rank, suit: None })));
                *card = card.or(rank);
                (*at_once, waiting.since, waiting.confidence) = (Some(play.disputed), play.contact, play.confidence);
            }
            Act::Remove { pile, immediate, .. } => {
                if !self.is_taken_off(event, *pile, collecting) {
                    return None;
                }
                let played = self.taken(event, *pile).and_then(|play| play.released);
                let at_once = self.settings.file_secs(tolerances::IMMEDIATE_REMOVAL_SECS);
                *immediate = played.map(|released| event.at.t - released.t <= at_once);
            }
            _ => {}
        }
        Some(waiting)
    }

    /// The card that a release let go of.
    fn released(&self, event: &Event) -> Option<&OpenPlay> {
        let one = |play: &&OpenPlay| {
            play.released == Some(event.at) && Some(play.pile) == event.pile && play.player == event.player
        };
        self.game.moment.plays.iter().rfind(one)
    }

    /// The card that a removal took.
    fn taken(&self, event: &Event, pile: Pile) -> Option<&OpenPlay> {
        let one = |play: &&OpenPlay| play.pile == pile && play.removed == Some((event.at, event.player));
        self.game.moment.plays.iter().rfind(one)
    }

    /// Whether a removal takes a card that the books have on that pile. No for a card that was never let go of
    /// (D.7.2), and for cards collected after a slap or a round.
    fn is_taken_off(&self, event: &Event, pile: Pile, collecting: bool) -> bool {
        let booked = self.game.books.top(pile);
        let known = |play: &OpenPlay| {
            let entered = self.game.entered.iter().any(|one| (one.pile, one.contact) == (pile, play.contact));
            entered || self.game.waiting.iter().any(|one| one.since == play.contact)
        };
        match self.taken(event, pile) {
            Some(play) if !known(play) => false,
            Some(_) if self.game.moment.status == Status::Live && !collecting => true,
            None if self.game.moment.status == Status::Live && !collecting => booked.is_some(),
            // While play is stopped cards are put in order; one that did not follow still has its ruling.
            _ => booked.is_some_and(|laid| laid.legal == Some(false)) && !collecting,
        }
    }

    /// Puts an act behind what waits; a play before those that touched the same pile after it (D.9.1).
    fn queue(&mut self, new: Waiting) {
        let pile = pile_of(&new.act);
        let after = |other: &Waiting| pile.is_some() && pile_of(&other.act) == pile && other.since.t > new.since.t;
        let index = self.game.waiting.iter().position(after).unwrap_or(self.game.waiting.len());
        self.game.waiting.insert(index, new);
    }

    /// Enters what no longer has to wait, or everything.
    pub(super) fn enter_waiting(&mut self, all: bool) -> Result<(), Impossible> {
        while let Some(first) = self.game.waiting.first() {
            if !all && self.has_to_wait(first) {
                break;
            }
            self.enter_first()?;
        }
        Ok(())
    }

    /// Enters what touched its pile before an instant, or nothing.
    fn enter_waiting_until(&mut self, until: Option<Measured>) -> Result<(), Impossible> {
        while self.game.waiting.first().is_some_and(|first| until.is_some_and(|until| first.since.t <= until.t)) {
            self.enter_first()?;
        }
        Ok(())
    }

    fn enter_first(&mut self) -> Result<(), Impossible> {
        let first = self.game.waiting.remove(0);
        match self.enter_seen(&first) {
            // What was told long ago cannot be untold.
            Err(Impossible::Books(why)) if self.fresh.as_ref() != Some(&first) => {
                self.rulings.push(does_not_fit(&first, &why));
                Ok(())
            }
            entered => entered,
        }
    }

    /// A slap may have been won before it, or a card that touched the pile before it is still in a hand.
    fn has_to_wait(&self, one: &Waiting) -> bool {
        let moment = &self.game.moment;
        let slapped = slap::completed(moment).is_some_and(|complete| complete.t < one.since.t);
        let earlier = |play: &OpenPlay| {
            play.player.is_some()
                && Some(play.pile) == pile_of(&one.act)
                && play.released.is_none()
                && play.removed.is_none()
                && play.contact.t < one.since.t
        };
        slapped || moment.plays.iter().any(earlier)
    }

    /// Enters what was seen.
    fn enter_seen(&mut self, one: &Waiting) -> Result<(), Impossible> {
        let rulings = match one.act {
            Act::Play { player, pile, card, .. } => self.enter_play(one, player, pile, card)?,
            Act::Remove { pile, .. } => {
                let laid = self.game.books.top(pile);
                let rulings = self.enter(&one.act, one.at, one.confidence)?;
                let counts = laid.filter(|laid| laid.legal != Some(false));
                if let Some(((player, _), laid)) = counts.and_then(|laid| Some((laid.from?, laid))) {
                    let rank = self.game.books.face(laid.card).map(|face| face.rank);
                    self.game.taken_back[pile.index()] = Some((player, rank));
                }
                rulings
            }
            _ => self.enter(&one.act, one.at, one.confidence)?,
        };
        for ruling in rulings {
            // Of two cards at once the instants have said it, with the figures.
            let said = matches!(ruling.kind, Kind::SimultaneousPlay | Kind::SimultaneousFinish);
            if said || self.is_lost_again(&ruling) {
                continue;
            }
            self.rulings.push(ruling);
        }
        Ok(())
    }

    /// F.7.6: whether a lost opportunity was told before; from now on it was.
    pub(super) fn is_lost_again(&mut self, ruling: &Ruling) -> bool {
        ruling.kind == Kind::SlapOpportunityLost && std::mem::replace(&mut self.game.lost, true)
    }

    fn enter_play(
        &mut self,
        one: &Waiting,
        player: Player,
        pile: Pile,
        card: Option<Face>,
    ) -> Result<Vec<Ruling>, Impossible> {
        let rank = card.and_then(|Face(card)| card).map(|card| card.rank);
        let again = self.game.taken_back[pile.index()]
            .take()
            .is_some_and(|(who, which)| who == player && which.zip(rank).is_none_or(|(one, other)| one == other));
        if again {
            return Ok(Vec::new());
        }
        let mut rulings = Vec::new();
        if let Ok((place, false)) = books::played_from(&self.game.books, player, card) {
            let turn = Act::Turn { player, place: Some(place), card };
            rulings = self.enter(&turn, one.at, one.confidence)?;
        }
        rulings.extend(self.enter(&one.act, one.at, one.confidence)?);
        let out = rulings.iter().any(|ruling| ruling.kind == Kind::OutOfPlay);
        let judged = out || self.game.books.top(pile).is_some_and(|laid| laid.legal.is_some());
        self.game.entered.push(Entered { pile, contact: one.since, judged });
        Ok(rulings)
    }

    /// Enters one act as seen with this probability.
    pub(super) fn enter(&mut self, act: &Act, at: Measured, confidence: f64) -> Result<Vec<Ruling>, Impossible> {
        let doubtful = confidence < self.settings.offence_confidence;
        let active = self.game.books.condition;
        let (books, rulings) = books::judge_seen(&self.game.books, act, Seen { at, confidence, doubtful })?;
        self.game.books = books;
        if active != self.game.books.condition && self.game.books.condition == books::table::Condition::Active {
            self.game.lost = false;
        }
        Ok(rulings)
    }
}

/// A.5.3: what was seen and waited is not possible on the table as the books have it by now.
fn does_not_fit(one: &Waiting, why: &books::Impossible) -> Ruling {
    Ruling {
        kind: Kind::Equipment,
        clauses: vec!["A.5.3".to_owned()],
        at: one.at,
        until: one.at.t,
        player: None,
        finding: Finding::Referee,
        sanction: None,
        sentence: format!(
            "What was seen at {:.3} s does not fit the table and is not booked: {why} (A.5.3).",
            one.at.t
        ),
        confidence: one.confidence,
        slap: None,
    }
}

/// The pile that a play goes to.
fn pile_of(act: &Act) -> Option<Pile> {
    match act {
        Act::Play { pile, .. } => Some(*pile),
        _ => None,
    }
}
