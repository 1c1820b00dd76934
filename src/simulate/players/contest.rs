//! Play itself: whoever comes first acts, and the other sees it.
//!
//! A card on its way to a top that has just been covered is held back, or let go of all the same (D.9.1) and
//! taken back. Only one card of a player is out of the boundary at a time (D.3.3): a hand lifts the next one
//! after the other hand has let go.

use super::plans::{Plan, What};
use super::rounds::OVER;
use super::{Match, Stuck, number};
use crate::base::{Card, Pile, Player};
use crate::facts::EventKind;
use crate::law::isf::books::act::Face;
use crate::law::isf::books::table::{Condition, Status};
use crate::law::isf::books::{self, Act};
use crate::law::isf::{follows, tolerances};
use crate::simulate::direct::{Cannot, Performed};
use crate::simulate::scenario::cards::CardName;
use crate::simulate::script::{self, Cue, Do};

/// A hand that has let go of a card is this far ahead of the next lift, seconds.
const BETWEEN_SECS: f64 = 0.01;
/// A plan that was put off so often comes to nothing.
const PUT_OFF: u32 = 80;

/// An instant among those told.
pub(super) fn instant(performed: &Performed, kind: EventKind) -> Option<f64> {
    performed.instants.iter().find(|told| told.kind == kind).map(|told| told.t)
}

pub(super) fn other(pile: Pile) -> Pile {
    if pile == Pile::Left { Pile::Right } else { Pile::Left }
}

impl Match<'_> {
    /// One step of a round: plays, turns, slaps, stops, until the round is over.
    pub(super) fn play_on(&mut self) -> Result<(), Stuck> {
        while !OVER.contains(&self.books.status) {
            if self.books.status != Status::Live {
                self.restart()?;
                continue;
            }
            if self.books.condition != Condition::Active {
                self.ignored = false;
            } else if !self.ignored {
                self.slap_challenge()?;
                continue;
            }
            for player in Player::BOTH {
                if self.minds[player.index()].plan.is_none() {
                    self.minds[player.index()].plan = self.decide(player);
                }
            }
            let t = |player: &Player| self.minds[player.index()].plan.map(|plan| plan.t);
            let next = Player::BOTH.into_iter().filter(|player| t(player).is_some());
            let next = next.min_by(|a, b| t(a).unwrap_or(0.0).total_cmp(&t(b).unwrap_or(0.0)));
            match next {
                Some(player) => self.step(player)?,
                None if books::stalemate(&self.books) == books::Stalemate::Yes => self.stalemate()?,
                None => return Err(Stuck::Idle(self.director.now())),
            }
        }
        Ok(())
    }

    pub(super) fn drop_plans(&mut self) {
        self.minds.iter_mut().for_each(|mind| mind.plan = None);
    }

    /// A player does what was planned, or puts it off.
    fn step(&mut self, player: Player) -> Result<(), Stuck> {
        let Some(plan) = self.minds[player.index()].plan.take() else { return Ok(()) };
        let plan = Plan { t: plan.t.max(self.director.now()), ..plan };
        if plan.tries > PUT_OFF {
            return Err(Stuck::Idle(plan.t));
        }
        let later = |t: f64| Some(Plan { t, tries: plan.tries + 1, ..plan });
        match plan.what {
            What::Turn { card } => {
                let Some(place) = self.place_of(player, card) else { return Ok(()) };
                let turn = script::Turn { player: Some(number(player)), place: Some(place), hand: None };
                match self.director.perform(Cue { t: Some(plan.t), act: Do::Turn(turn) }) {
                    Ok(_) => self.turned(player, card, plan.t),
                    Err(why) => {
                        self.minds[player.index()].plan = later(self.after(plan.t, "turn", why)?);
                        Ok(())
                    }
                }
            }
            What::Play { card, pile, follows: true } => {
                let two = self.policy(player).second_card;
                if plan.tries == 0 && self.chance(player).happens(two) && self.both_out(player, &plan, card, pile)? {
                    return Ok(());
                }
                match self.put(player, &plan, card, pile)? {
                    Ok(performed) => self.laid(player, card, pile, &performed),
                    Err(t) => {
                        self.minds[player.index()].plan = later(t);
                        Ok(())
                    }
                }
            }
            What::Play { card, pile, follows: false } => {
                // Nobody is to take it for a card aimed at the top before (D.9.1).
                let clear = self.changed[pile.index()] + tolerances::SIMULTANEOUS_SECS + 0.02;
                if plan.t < clear {
                    self.minds[player.index()].plan = later(clear);
                    return Ok(());
                }
                match self.put(player, &plan, card, pile)? {
                    Ok(performed) => self.misplayed(player, card, pile, &performed),
                    Err(t) => {
                        self.minds[player.index()].plan = later(t);
                        Ok(())
                    }
                }
            }
        }
    }

    /// When to try again after a refusal.
    fn after(&self, t: f64, what: &'static str, why: Cannot) -> Result<f64, Stuck> {
        match why {
            Cannot::TooEarly { earliest, .. } => Ok(earliest.max(t) + 0.004),
            why => Err(Stuck::Director { t, what, why }),
        }
    }

    /// Brings a card to a pile; the instant to try again when the hand is not there yet.
    fn put(&mut self, player: Player, plan: &Plan, card: Card, pile: Pile) -> Result<Result<Performed, f64>, Stuck> {
        let makes_equal = self.top(other(pile)).is_some_and(|top| top.rank == card.rank);
        let bold = self.policy(player).play_and_slap;
        let last = self.books.foundation_count(player) <= 1;
        let in_one = makes_equal && !last && self.chance(player).happens(bold);
        let (who, name) = (Some(number(player)), Some(CardName(card)));
        let act = if in_one {
            let hold = self.chance(player).between(0.25, 0.4);
            Do::PlayAndSlap(script::PlayAndSlap {
                player: who,
                card: name,
                pile: Some(pile),
                hold_s: Some(hold),
                ..Default::default()
            })
        } else {
            Do::Play(script::Play { player: who, card: name, pile: Some(pile), ..Default::default() })
        };
        let mut tried = self.director.clone();
        match tried.perform(Cue { t: Some(plan.t), act }) {
            Ok(performed) => {
                let from = (self.minds[player.index()].released + BETWEEN_SECS).max(plan.decided + 0.1);
                let lift = instant(&performed, EventKind::Lift).unwrap_or(plan.t);
                if lift < from {
                    return Ok(Err(plan.t + (from - lift) + 0.002));
                }
                *self.director = tried;
                Ok(Ok(performed))
            }
            Err(why) => self.after(plan.t, "play", why).map(Err),
        }
    }

    /// D.7.2: a card was let go of on a pile; both players see it.
    fn laid(&mut self, player: Player, card: Card, pile: Pile, performed: &Performed) -> Result<(), Stuck> {
        let (contact, release) = self.booked(player, card, pile, performed, false)?;
        if OVER.contains(&self.books.status) {
            self.drop_plans();
            self.finished_at = release;
            return Ok(());
        }
        if self.books.condition == Condition::Active {
            self.drop_plans();
            self.condition_at = contact;
            let slap: Vec<f64> = performed.instants.iter().filter(|told| told.slap).map(|told| told.t).collect();
            self.in_one = (slap.len() == 2).then(|| (player, slap.iter().copied().fold(0.0, f64::max)));
            return Ok(());
        }
        self.see(player.opponent(), pile, contact)?;
        if self.books.status == Status::Live && self.books.condition != Condition::Active {
            self.restless(player, contact, release)?;
        }
        Ok(())
    }

    /// Enters a play in the books; gives contact and release.
    pub(super) fn booked(
        &mut self,
        player: Player,
        card: Card,
        pile: Pile,
        performed: &Performed,
        at_once: bool,
    ) -> Result<(f64, f64), Stuck> {
        let contact = instant(performed, EventKind::Contact).unwrap_or(self.director.now());
        let release = instant(performed, EventKind::Play).unwrap_or(contact);
        let face = Some(Face(Some(card)));
        let act = Act::Play { player, pile, place: None, card: face, unclear: false, at_once: Some(at_once) };
        self.book(contact, &act)?;
        self.changed[pile.index()] = contact;
        let pause = self.chance(player).between(0.02, 0.1);
        let mind = &mut self.minds[player.index()];
        (mind.released, mind.ready) = (release, release + pause);
        Ok((contact, release))
    }

    fn turned(&mut self, player: Player, card: Card, t: f64) -> Result<(), Stuck> {
        self.book(t, &Act::Turn { player, place: None, card: Some(Face(Some(card))) })?;
        let policy = self.policy(player).clone();
        let search = policy.search(self.chance(player));
        self.minds[player.index()].ready = t + 0.5 * search;
        Ok(())
    }

    /// A player sees a card come to a pile: what was planned there may be over.
    fn see(&mut self, player: Player, pile: Pile, t: f64) -> Result<(), Stuck> {
        let Some(plan) = self.minds[player.index()].plan else { return Ok(()) };
        let What::Play { card, pile: onto, follows: meant } = plan.what else { return Ok(()) };
        let top = self.top(pile);
        if onto != pile || (meant && top.is_some_and(|top| follows(card.rank, top.rank))) {
            return Ok(());
        }
        self.minds[player.index()].plan = None;
        let contest = self.policy(player).contest;
        let too_late = plan.t > t && plan.t < t + tolerances::SIMULTANEOUS_SECS - 0.005;
        let harmless =
            self.books.foundation_count(player) > 2 && self.top(other(pile)).is_none_or(|top| top.rank != card.rank);
        if meant && too_late && harmless && self.chance(player).happens(contest) {
            self.beaten(player, &plan, card, pile, t)?;
        }
        Ok(())
    }

    /// D.9.1: a card aimed at a top that was covered a moment before is let go of, and taken back.
    fn beaten(&mut self, player: Player, plan: &Plan, card: Card, pile: Pile, first: f64) -> Result<(), Stuck> {
        let act = Do::Play(script::Play {
            player: Some(number(player)),
            card: Some(CardName(card)),
            pile: Some(pile),
            ..Default::default()
        });
        let mut tried = self.director.clone();
        let Ok(performed) = tried.perform(Cue { t: Some(plan.t), act }) else { return Ok(()) };
        let lift = instant(&performed, EventKind::Lift).unwrap_or(0.0);
        if lift < self.minds[player.index()].released + BETWEEN_SECS || plan.t <= first + 1e-3 {
            return Ok(());
        }
        *self.director = tried;
        let (contact, release) = self.booked(player, card, pile, &performed, true)?;
        self.played.beaten.push((contact, pile));
        let wait = self.chance(player).between(0.3, 0.6);
        self.take_back(player, pile, release + wait)?;
        Ok(())
    }

    /// A card is taken off its pile again; gives when it was lifted. Nobody plays until it is back.
    pub(super) fn take_back(&mut self, player: Player, pile: Pile, t: f64) -> Result<f64, Stuck> {
        let remove = script::Remove { player: Some(number(player)), pile: Some(pile), hand: None };
        let (t, performed) = self.soon(t, Do::Remove(remove))?;
        let lift = instant(&performed, EventKind::Remove).unwrap_or(t);
        let back = instant(&performed, EventKind::Return).unwrap_or(lift);
        let release = self.minds[player.index()].released;
        let immediate = Some(lift - release <= tolerances::IMMEDIATE_REMOVAL_SECS);
        self.book(lift, &Act::Remove { pile, player: Some(player), immediate })?;
        self.changed[pile.index()] = lift;
        self.drop_plans();
        for one in Player::BOTH {
            let pause = self.chance(one).between(0.05, 0.2);
            let mind = &mut self.minds[one.index()];
            mind.ready = mind.ready.max(back + pause);
        }
        self.minds[player.index()].released = back;
        Ok(lift)
    }
}
