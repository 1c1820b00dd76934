//! Deliberate breaches, and restless hands that are none: at the rates that the policies give, each told in the
//! account at its instant.

use super::account::Offence;
use super::contest::{instant, other};
use super::plans::Plan;
use super::{Match, Stuck, number};
use crate::base::{Card, HandSide, Pile, Player};
use crate::facts::{EventKind, Kind, Sanction};
use crate::law::isf::books::Act;
use crate::law::isf::tolerances;
use crate::simulate::direct::Performed;
use crate::simulate::scenario::cards::CardName;
use crate::simulate::script::{self, Cue, Do};

/// Slaps this near a change of the tops may have been meant for it, seconds: a misslap keeps clear.
const CLEAR_SECS: f64 = tolerances::NEAR_CONDITION_SECS + 0.06;

impl Match<'_> {
    /// D.8.1: a card that does not follow lies on a pile; it is taken off at once (D.8.2) or after a while (D.8.3).
    pub(super) fn misplayed(
        &mut self,
        player: Player,
        card: Card,
        pile: Pile,
        performed: &Performed,
    ) -> Result<(), Stuck> {
        let (contact, release) = self.booked(player, card, pile, performed, false)?;
        let left_lying = self.policy(player).left_lying;
        let chance = self.chance(player);
        let wait = if chance.happens(left_lying) { chance.between(1.15, 1.9) } else { chance.between(0.3, 0.7) };
        let lift = self.take_back(player, pile, release + wait)?;
        let at_once = lift - release <= tolerances::IMMEDIATE_REMOVAL_SECS;
        let sanction = Some(if at_once { Sanction::Warning } else { Sanction::YellowCard });
        self.played.offences.push(Offence { kind: Kind::IllegalPlay, t: contact, player: Some(player), sanction });
        Ok(())
    }

    /// D.3.3: a second card that could be played leaves the boundary before the first is played. False when
    /// there is none, or the hands cannot.
    pub(super) fn both_out(&mut self, player: Player, plan: &Plan, card: Card, pile: Pile) -> Result<bool, Stuck> {
        let makes_equal = self.top(other(pile)).is_some_and(|top| top.rank == card.rank);
        let second = self.playable(player).into_iter().map(|(one, _)| one).find(|one| *one != card);
        let (Some(second), false, true) = (second, makes_equal, self.books.foundation_count(player) > 2) else {
            return Ok(false);
        };
        let who = Some(number(player));
        // Each hand has its card: the one of the pile's side plays.
        let side = if (pile == Pile::Right) == (player == Player::One) { HandSide::Right } else { HandSide::Left };
        let idle = if side == HandSide::Left { HandSide::Right } else { HandSide::Left };
        let lift = script::Lift { player: who, card: Some(CardName(second)), place: None, hand: Some(idle) };
        let play = script::Play {
            player: who,
            card: Some(CardName(card)),
            pile: Some(pile),
            hand: Some(side),
            ..Default::default()
        };
        let ahead = self.chance(player).between(0.05, 0.2);
        let mut tried = self.director.clone();
        let Ok(lifted) = tried.perform(Cue { t: Some((plan.t - ahead).max(tried.now())), act: Do::Lift(lift) }) else {
            return Ok(false);
        };
        let Ok(performed) = tried.perform(Cue { t: Some(plan.t), act: Do::Play(play) }) else { return Ok(false) };
        let lifts = [&lifted, &performed].map(|one| instant(one, EventKind::Lift).unwrap_or(0.0));
        let from = self.changed.iter().copied().fold(self.minds[player.index()].released, f64::max) + 0.005;
        if lifts[0].min(lifts[1]) < from {
            return Ok(false);
        }
        *self.director = tried;
        self.drop_plans();
        self.offence(Kind::BoundaryBreach, lifts[0].max(lifts[1]), Some(player));
        let (_, release) = self.booked(player, card, pile, &performed, false)?;
        let wait = self.chance(player).between(0.1, 0.4);
        let back = script::Return { player: who, hand: Some(idle) };
        let (t, _) = self.soon(release + wait, Do::Return(back))?;
        self.minds[player.index()].released = t;
        for mind in &mut self.minds {
            mind.ready = mind.ready.max(t + 0.1);
        }
        Ok(true)
    }

    /// After a card of `player`: fakes, hovering hands, misslaps, a referee who stops play too soon.
    pub(super) fn restless(&mut self, player: Player, contact: f64, release: f64) -> Result<(), Stuck> {
        let wrong = self.plan.wrong_stalemate;
        if self.referee.happens(wrong) && Player::BOTH.into_iter().any(|one| !self.playable(one).is_empty()) {
            return self.wrong_stalemate(release);
        }
        for one in Player::BOTH {
            let misslap = self.policy(one).misslap;
            if self.chance(one).happens(misslap) {
                return self.misslap(one, contact);
            }
        }
        let hovering = self.policy(player).hovering;
        if self.chance(player).happens(hovering) {
            let (t, for_s) = (release + self.chance(player).between(0.2, 0.5), self.chance(player).between(0.6, 1.4));
            let pile = if self.chance(player).happens(0.5) { Pile::Left } else { Pile::Right };
            let act = script::Hover {
                player: Some(number(player)),
                pile: Some(pile),
                for_s: Some(for_s),
                ..Default::default()
            };
            let (t, _) = self.soon(t, Do::Hover(act))?;
            self.minds[player.index()].ready = t + 0.3;
        }
        let one = player.opponent();
        let fakes = self.policy(one).fakes;
        if self.chance(one).happens(fakes) {
            let policy = self.policy(one).clone();
            let seen = contact + policy.reaction(self.chance(one));
            let t = seen + self.director.strike_secs(number(one), seen);
            self.minds[one.index()].plan = None;
            let fake = script::Fake { player: Some(number(one)), ..Default::default() };
            let (t, _) = self.soon(t + 0.02, Do::Fake(fake))?;
            self.minds[one.index()].ready = t + 0.15;
        }
        Ok(())
    }

    /// F.9.1: a slap though the tops differ.
    fn misslap(&mut self, player: Player, contact: f64) -> Result<(), Stuck> {
        self.drop_plans();
        let policy = self.policy(player).clone();
        let seen = contact + policy.reaction(self.chance(player));
        let strike = self.director.strike_secs(number(player), seen);
        // The hands are not about a card of their own any more.
        let own = self.minds[player.index()].released + tolerances::ONE_MOTION_SECS + 0.1;
        let t = (seen + strike).max(contact + CLEAR_SECS).max(own);
        let cue = self.slap_cue(player);
        let (t, performed) = self.soon(t, Do::Slap(cue))?;
        let t = performed.instants.iter().filter(|told| told.slap).map(|told| told.t).fold(t, f64::max);
        self.book(t, &Act::Misslap { player })?;
        self.offence(Kind::Misslap, t, Some(player));
        for one in Player::BOTH {
            let pause = self.chance(one).between(0.1, 0.4);
            self.minds[one.index()].ready = t + CLEAR_SECS + pause;
        }
        Ok(())
    }

    /// G.10.2: a stalemate is called though somebody can play.
    fn wrong_stalemate(&mut self, release: f64) -> Result<(), Stuck> {
        self.drop_plans();
        let wait = self.referee.between(0.3, 0.8);
        let t = self.call_stalemate(self.all_free().max(release) + wait)?;
        self.offence(Kind::WrongStalemate, t, None);
        Ok(())
    }
}
