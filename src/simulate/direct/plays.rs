//! Cards on their way: reveals, plays, lifts, returns, removals, a card and a slap in one, piles taken.

use super::Director;
use super::carry::{Carried, Carry};
use super::cues::{HANDS, Which, field};
use super::hands::Manner;
use super::set_up::angle_of;
use super::slaps::Blow;
use super::told::{Cannot, Taken, Told};
use crate::base::{HandSide, Pile};
use crate::facts::{EventKind, Finding, Kind};
use crate::law::isf::tolerances;
use crate::simulate::scene::CardIndex;
use crate::simulate::script::{Play, PlayAndSlap, Reveal};
use crate::simulate::timeline::seats::{arm_of, hand_of, sign};
use glam::{DVec2, DVec3};

impl Director {
    pub(super) fn reveal(&mut self, t: f64, cue: &Reveal) -> Result<(), Cannot> {
        let people: Vec<usize> = match cue.player {
            Some(_) => vec![self.person(cue.player)?],
            None if self.laws.one_pile() => return Err(field("player", "it is missing; name who turns a card")),
            None => vec![0, 1],
        };
        let skew = cue.skew_ms.unwrap_or_else(|| self.chance.normal(0.0, 7.0)) / 1000.0;
        let both = people.len() == 2;
        for person in people {
            // `t` is the first of the two.
            let late = if !both {
                0.0
            } else if person == 1 {
                skew.max(0.0)
            } else {
                (-skew).max(0.0)
            };
            self.reveal_one(person, t + late, cue)?;
        }
        Ok(())
    }

    pub(super) fn reveal_one(&mut self, person: usize, land: f64, cue: &Reveal) -> Result<(), Cannot> {
        let spot = self.deck_middle(person);
        let pile = match cue.pile {
            Some(pile) if !self.laws.one_pile() => pile.index(),
            _ if self.laws.one_pile() => 0,
            // The pile on the Draw Deck's side.
            _ => usize::from(spot.x > 0.0),
        };
        let card = self.table.decks[person].last().copied();
        let card = card.ok_or_else(|| field("player", format!("Player {} has no card to turn", person + 1)))?;
        let arm = self.free_hand(person, spot, None)?;
        let to = self.spot_on(pile);
        let mut carry = Carry::new(arm, vec![card], to, land);
        carry.over = true;
        carry.hold = self.chance.between(0.03, 0.06);
        carry.exposed = cue.exposed_s.unwrap_or(0.0);
        carry.pause = cue.motions.is_some_and(|motions| motions > 1);
        if let Some(early) = cue.exposed_s {
            // Turned over in the hand, then carried on: it takes that much longer.
            carry.lift = Some(land - early - 0.45);
        }
        if let Some(pre) = cue.prelift_s {
            carry.lift = Some(land - pre - 0.4);
            carry.pause = true;
        }
        let done = self.carry(&carry)?;
        self.table.decks[person].pop();
        self.table.centre[pile].push(card);
        self.tell(Told { pile: Some(pile), card: Some(card), ..self.of(arm, done.land, EventKind::Reveal) });
        if cue.exposed_s.is_some() || cue.prelift_s.is_some() || carry.pause {
            let seen = if cue.exposed_s.is_some() { land - carry.exposed } else { done.lift };
            self.declare(Kind::EarlyReveal, seen, done.land, Some(person), Finding::Referee);
        }
        self.stray(card, done.land, person);
        Ok(())
    }

    /// Where a card lands on a pile: near its middle, never quite.
    pub(super) fn spot_on(&mut self, pile: usize) -> DVec2 {
        self.places.piles[pile] + DVec2::new(self.chance.normal(0.0, 0.55), self.chance.normal(0.0, 0.55))
    }

    pub(super) fn stray(&mut self, card: CardIndex, t: f64, person: usize) {
        if self.strays.contains(&card) {
            self.declare(Kind::Equipment, t, t, Some(person), Finding::Referee);
        }
    }

    pub(super) fn play(&mut self, person: usize, t: f64, cue: &Play) -> Result<(usize, Carried), Cannot> {
        let pile = self.pile(cue.pile)?;
        let which = Which { card: cue.card, place: cue.place };
        // A card of that name in a hand goes first.
        let in_hand = HANDS.into_iter().map(|hand| arm_of(person, hand)).find(|arm| {
            cue.hand.is_none_or(|hand| hand == hand_of(*arm))
                && self.arms[*arm].held.as_ref().is_some_and(|held| {
                    cue.card.is_none_or(|name| {
                        held.cards.iter().any(|card| name.fits(self.table.faces[usize::from(*card)]))
                    })
                })
        });
        let (arm, card, place) =
            match in_hand.and_then(|arm| Some((arm, *self.arms[arm].held.as_ref()?.cards.first()?))) {
                Some((arm, card)) => (arm, card, self.arms[arm].from_place),
                None => {
                    let (place, card) = self.live_card(person, which)?;
                    let at = self.table.at(card).map_or(DVec2::ZERO, |pose| pose.at.truncate());
                    let arm = match cue.hand {
                        Some(_) => self.free_hand(person, at, cue.hand)?,
                        None => self.free_hand(person, self.places.piles[pile], None)?,
                    };
                    (arm, card, Some(place))
                }
            };
        let fresh = in_hand.is_none();
        let between = cue.between.unwrap_or(false);
        let to = match (between, cue.offset) {
            (true, _) => {
                let middle = self.places.piles.iter().sum::<DVec2>() / self.places.piles.len() as f64;
                middle + DVec2::new(self.chance.normal(0.0, 0.3), self.chance.normal(0.0, 1.0))
            }
            (_, Some(offset)) => self.places.piles[pile] + DVec2::from_array(offset),
            _ => self.spot_on(pile),
        };
        let mut carry = Carry::new(arm, vec![card], to, t);
        carry.angle = cue.angle_deg.map(|degrees| angle_of(&self.timeline.people[person]) + degrees.to_radians());
        carry.hold = cue.hold_s.unwrap_or_else(|| self.chance.between(0.025, 0.06));
        carry.lift = cue.lift_t;
        let done = self.carry(&carry)?;
        if let Some(place) = place.filter(|_| fresh) {
            self.table.foundations[person][place].pop();
            self.tell(Told { card: Some(card), place: Some(place), ..self.of(arm, done.lift, EventKind::Lift) });
        }
        self.table.centre[pile].push(card);
        let on = |kind, t| Told { pile: Some(pile), card: Some(card), place, ..self.of(arm, t, kind) };
        let (contact, release) = (on(EventKind::Contact, done.land), on(EventKind::Play, done.release));
        self.tell(contact);
        self.tell(release);
        self.arms[arm].from_place = place;
        if between {
            self.declare(Kind::AmbiguousPile, done.land, done.release, Some(person), Finding::Referee);
        }
        self.stray(card, done.land, person);
        if self.table.foundation_count(person) == 0 && self.laws == crate::simulate::scenario::Laws::Isf {
            self.finished[person] = Some(done.release);
            if let Some(other) = self.finished[1 - person.min(1)]
                && (other - done.release).abs() <= tolerances::SIMULTANEOUS_SECS
            {
                self.declare(
                    Kind::SimultaneousFinish,
                    other.min(done.release),
                    other.max(done.release),
                    None,
                    Finding::Referee,
                );
            }
        }
        Ok((arm, done))
    }

    pub(super) fn lift(
        &mut self,
        person: usize,
        t: f64,
        which: Which,
        hand: Option<HandSide>,
    ) -> Result<usize, Cannot> {
        let (place, card) = self.live_card(person, which)?;
        let at = self.table.at(card).map_or(DVec2::ZERO, |pose| pose.at.truncate());
        let arm = self.free_hand(person, at, hand)?;
        // Up and a little towards the middle; there it stays in the hand.
        let ahead = self.timeline.people[person].from_chair(-0.08 * sign(hand_of(arm)), 4.5, 0.0).truncate();
        let mut carry = Carry::new(arm, vec![card], at + ahead, t + 0.28);
        carry.lift = Some(t);
        carry.keep = Some(self.chance.between(5.0, 8.0));
        let done = self.carry(&carry)?;
        self.table.foundations[person][place].pop();
        self.arms[arm].from_place = Some(place);
        self.tell(Told { card: Some(card), place: Some(place), ..self.of(arm, done.lift, EventKind::Lift) });
        Ok(arm)
    }

    pub(super) fn put_back(&mut self, person: usize, t: f64, hand: Option<HandSide>) -> Result<(), Cannot> {
        let holds = |arm: &usize| self.arms[*arm].held.is_some() && hand.is_none_or(|hand| hand == hand_of(*arm));
        let arm = HANDS.into_iter().map(|hand| arm_of(person, hand)).find(holds);
        let arm = arm.ok_or_else(|| field("hand", format!("Player {} holds no card there", person + 1)))?;
        let card = self.arms[arm].held.as_ref().and_then(|held| held.cards.first().copied());
        let (Some(card), Some(place)) = (card, self.arms[arm].from_place) else {
            return Err(field("hand", "the card in it came from no sub-pile"));
        };
        self.lay_on_place(arm, card, place, t)
    }

    /// A carried or lying card goes onto a sub-pile.
    pub(super) fn lay_on_place(&mut self, arm: usize, card: CardIndex, place: usize, t: f64) -> Result<(), Cannot> {
        let person = arm / 2;
        let spot = self.places.people[person].sub_piles[place];
        let mut carry = Carry::new(arm, vec![card], spot, t);
        carry.angle = Some(angle_of(&self.timeline.people[person]) + self.chance.normal(0.0, 0.04));
        let done = self.carry(&carry)?;
        self.table.foundations[person][place].push(card);
        self.tell(Told { card: Some(card), place: Some(place), ..self.of(arm, done.land, EventKind::Return) });
        Ok(())
    }

    pub(super) fn remove(
        &mut self,
        person: usize,
        t: f64,
        pile: Option<Pile>,
        hand: Option<HandSide>,
    ) -> Result<(), Cannot> {
        let pile = self.pile(pile)?;
        let card = self.table.centre[pile].last().copied();
        let card = card.ok_or_else(|| field("pile", "it holds no card to take off"))?;
        let arm = match hand {
            Some(_) => self.free_hand(person, self.places.piles[pile], hand)?,
            None => arm_of(person, self.hand_for(person, pile)),
        };
        // Back to where it came from; to the first sub-pile if nobody knows.
        let from = self.events.iter().rev().find(|told| told.card == Some(card) && told.place.is_some());
        let place = from.and_then(|told| told.place).unwrap_or(0);
        let spot = self.places.people[person].sub_piles.get(place).copied().unwrap_or(self.places.people[person].deck);
        let way = 1.1 * super::reach_secs(self.places.piles[pile].distance(spot)) / self.speeds[person];
        let mut carry = Carry::new(arm, vec![card], spot, t + way);
        carry.lift = Some(t);
        carry.angle = Some(angle_of(&self.timeline.people[person]));
        let done = self.carry(&carry)?;
        self.table.centre[pile].pop();
        self.tell(Told { pile: Some(pile), card: Some(card), ..self.of(arm, done.lift, EventKind::Remove) });
        if let Some(cards) = self.table.foundations.get_mut(person).and_then(|places| places.get_mut(place)) {
            cards.push(card);
            self.tell(Told { card: Some(card), place: Some(place), ..self.of(arm, done.land, EventKind::Return) });
        }
        Ok(())
    }

    pub(super) fn play_and_slap(&mut self, person: usize, t: f64, cue: &PlayAndSlap) -> Result<(), Cannot> {
        let pile = self.pile(cue.pile)?;
        let gap = cue.gap_ms.unwrap_or_else(|| self.chance.between(25.0, 70.0)) / 1000.0;
        let hold = cue.hold_s.unwrap_or(0.3);
        let play = Play {
            card: cue.card,
            place: cue.place,
            pile: cue.pile,
            hold_s: Some(0.02),
            hand: Some(self.hand_for(person, pile)),
            ..Play::default()
        };
        let other = 1 - pile.min(1);
        let free = arm_of(person, self.hand_for(person, other));
        let blow = |arm: usize, pile: usize, t: f64| Blow {
            arm,
            pile,
            t,
            manner: Manner::palm(),
            aside: DVec2::ZERO,
            hold,
            strength: 0.5,
            slap: true,
        };
        if gap < 0.0 {
            // The free hand lies on its pile, and the other's back of the fingers too, before the card does.
            self.blow(&blow(free, other, t + gap))?;
            let (arm, _) = self.play(person, t, &play)?;
            let early = Told { pile: Some(pile), slap: true, ..self.of(arm, t + gap, EventKind::Touch) };
            self.tell(early);
            self.arms[arm].on = Some(pile);
        } else {
            let (arm, done) = self.play(person, t, &play)?;
            // The hand that brought the card falls flat on it.
            let down = (t + gap).max(done.release + 0.012);
            let target = self.table.aim(&self.places, pile);
            let key = self.over(arm, target, &Manner::palm(), 0.0, &[]);
            let way = super::hands::Way { v1: DVec3::new(0.0, 0.0, -25.0), lift: 0.0, haste: 0.1 };
            self.arms[arm].home_at = None;
            self.travel(arm, key, done.release, down, way);
            self.press(arm, down);
            self.arms[arm].on = Some(pile);
            self.arms[arm].free_at = down + 0.05;
            self.arms[arm].home_at = Some(down + hold);
            self.tell(Told { pile: Some(pile), slap: true, ..self.of(arm, down, EventKind::Touch) });
            self.blow(&blow(free, other, down))?;
        }
        self.slapped.push((t + gap.max(0.0), person));
        Ok(())
    }

    /// F.7.1: both piles into the holding pile, turned face down.
    pub(super) fn take(&mut self, person: usize, t: f64) -> Result<(), Cannot> {
        for pile in 0..self.table.centre.len() {
            let cards = self.table.centre[pile].clone();
            if cards.is_empty() {
                continue;
            }
            let arm = arm_of(person, self.hand_for(person, pile));
            let to = if self.laws.one_pile() { self.deck_middle(person) } else { self.places.people[person].holding };
            let from = self.table.aim(&self.places, pile);
            let secs = 1.3 * super::reach_secs(from.distance(to)) / self.speeds[person];
            // One hand after the other puts down what it took.
            let mut carry = Carry::new(arm, cards.clone(), to, t + secs + 0.35 * pile as f64);
            carry.lift = Some(t + 0.05 * pile as f64);
            carry.over = true;
            carry.hold = 0.12;
            carry.angle = Some(angle_of(&self.timeline.people[person]) + self.chance.normal(0.0, 0.1));
            self.carry(&carry)?;
            self.table.centre[pile].clear();
            let mut turned = cards;
            turned.reverse();
            if self.laws.one_pile() {
                // Under the stack, as the books have it; it lies on it.
                let mut stack = turned;
                stack.append(&mut self.table.decks[person]);
                self.table.decks[person] = stack;
            } else {
                self.table.holding[person].extend(turned);
            }
        }
        self.takes.push(Taken { t, person });
        Ok(())
    }
}
