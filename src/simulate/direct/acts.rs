//! One act of the script into hands, cards, events: what each word of `do` comes to.

use super::carry::{Carried, Carry};
use super::hands::Manner;
use super::set_up::angle_of;
use super::slaps::Blow;
use super::told::{Cannot, Declared, Noise, NoiseKind, Taken, Told};
use super::visits::Visit;
use super::Director;
use crate::base::{HandSide, Pile, Rank};
use crate::facts::{EventKind, Finding, Kind};
use crate::law::isf::{follows, tolerances};
use crate::simulate::scenario::cards::{CardName, name};
use crate::simulate::scene::CardIndex;
use crate::simulate::script::{Do, Play, PlayAndSlap, Reveal};
use crate::simulate::timeline::seats::{arm_of, hand_of, sign};
use crate::simulate::timeline::{MatMove, MatTrack};
use glam::{DVec2, DVec3};

pub(super) fn field(field: &'static str, why: impl Into<String>) -> Cannot {
    Cannot::Field { field, why: why.into() }
}

/// Which card of a player's foundation a cue means.
#[derive(Clone, Copy)]
struct Which {
    card: Option<CardName>,
    place: Option<u8>,
}

impl Director {
    pub(super) fn act(&mut self, t: f64, act: &Do) -> Result<(), Cannot> {
        match act {
            Do::Reveal(cue) => self.reveal(t, cue),
            Do::Play(cue) => {
                let person = self.person(cue.player)?;
                self.play(person, t, cue).map(|_| ())
            }
            Do::HoldCard(cue) => {
                let person = self.person(cue.player)?;
                let play = Play {
                    card: cue.card,
                    place: cue.place,
                    pile: cue.pile,
                    hand: cue.hand,
                    hold_s: Some(cue.for_s.unwrap_or(1.4)),
                    ..Play::default()
                };
                self.play(person, t, &play).map(|_| ())
            }
            Do::Lift(cue) => {
                let person = self.person(cue.player)?;
                let which = Which { card: cue.card, place: cue.place };
                self.lift(person, t, which, cue.hand).map(|_| ())
            }
            Do::Return(cue) => self.put_back(self.person(cue.player)?, t, cue.hand),
            Do::Remove(cue) => self.remove(self.person(cue.player)?, t, cue.pile, cue.hand),
            Do::Slap(cue) => {
                let person = self.person(cue.player)?;
                self.slap(person, t, cue)
            }
            Do::PlayAndSlap(cue) => self.play_and_slap(self.person(cue.player)?, t, cue),
            Do::Touch(cue) => {
                let person = self.person(cue.player)?;
                let pile = self.pile(cue.pile)?;
                let hand = cue.hand.unwrap_or_else(|| self.hand_for(person, pile));
                let hold = cue.hold_s.unwrap_or(0.2);
                let aside = DVec2::new(self.chance.normal(0.0, 0.8), self.chance.normal(0.0, 0.8));
                let arm = arm_of(person, hand);
                self.blow(&Blow { arm, pile, t, manner: Manner::tips(), aside, hold, strength: 0.0, slap: false })
            }
            Do::Hover(cue) => {
                let person = self.person(cue.player)?;
                let (target, x) = match cue.deck_of {
                    Some(whose) => (self.deck_middle(self.person(Some(whose))?), None),
                    None => {
                        let pile = self.pile(cue.pile)?;
                        (self.table.aim(&self.places, pile), Some(pile))
                    }
                };
                let hand = cue.hand.unwrap_or_else(|| x.map_or(self.handedness[person], |pile| self.hand_for(person, pile)));
                let stay = cue.for_s.unwrap_or(1.2);
                let above = cue.height_cm.unwrap_or(4.0);
                let arm = arm_of(person, hand);
                self.visit(&Visit { arm, target, manner: Manner::palm(), above, t, stay, strikes: false })?;
                self.declare(Kind::Hovering, t, t + stay, Some(person), Finding::Referee);
                Ok(())
            }
            Do::Fake(cue) => {
                let person = self.person(cue.player)?;
                let above = cue.height_cm.unwrap_or(3.0);
                let piles = (0..self.places.piles.len()).filter(|pile| cue.pile.is_none_or(|only| only.index() == *pile));
                for pile in piles {
                    let hand = self.hand_for(person, pile);
                    if cue.hand.is_some_and(|only| only != hand) {
                        continue;
                    }
                    let target = self.table.aim(&self.places, pile);
                    let t = t - self.chance.between(0.0, 0.015);
                    let arm = arm_of(person, hand);
                    self.visit(&Visit { arm, target, manner: Manner::palm(), above, t, stay: 0.06, strikes: true })?;
                }
                Ok(())
            }
            Do::Take(cue) => self.take(self.person(cue.player)?, t),
            Do::Turn(cue) => {
                let person = self.person(cue.player)?;
                let place = self.place(person, cue.place)?;
                let (card, at) = self.top_of(person, place)?;
                let hand = cue.hand.unwrap_or_else(|| self.hand_at(person, at));
                let arm = arm_of(person, hand);
                let spot = self.places.people[person].sub_piles[place];
                let mut carry = Carry::new(arm, vec![card], spot, t);
                carry.over = true;
                carry.angle = Some(angle_of(&self.timeline.people[person]) + self.chance.normal(0.0, 0.03));
                self.carry(&carry)?;
                self.tell(Told { card: Some(card), place: Some(place), ..self.of(arm, t, EventKind::Turn) });
                self.count_live(person, t);
                Ok(())
            }
            Do::Rearrange(cue) => {
                let person = self.person(cue.player)?;
                let to = self.place(person, cue.to)?;
                self.within(person, t, cue.from, to, cue.hand)
            }
            Do::ExtraLive(cue) => {
                let person = self.person(cue.player)?;
                self.within(person, t, cue.place, 4, cue.hand)?;
                // What lay under it is turned up too: five cards are live.
                let place = self.place(person, cue.place)?;
                let (card, _) = self.top_of(person, place)?;
                let spot = self.places.people[person].sub_piles[place];
                let arm = arm_of(person, cue.hand.unwrap_or_else(|| self.hand_at(person, spot)));
                let mut carry = Carry::new(arm, vec![card], spot, t + 0.75);
                carry.over = true;
                carry.angle = Some(angle_of(&self.timeline.people[person]));
                let done = self.carry(&carry)?;
                self.tell(Told { card: Some(card), place: Some(place), ..self.of(arm, done.land, EventKind::Turn) });
                self.count_live(person, done.land);
                Ok(())
            }
            Do::TouchDeck(cue) => {
                let person = self.person(cue.player)?;
                let whose = cue.deck_of.map_or(Ok(person), |whose| self.person(Some(whose)))?;
                let (target, stay) = (self.deck_middle(whose), cue.hold_s.unwrap_or(0.4));
                let arm = arm_of(person, cue.hand.unwrap_or_else(|| self.hand_at(person, target)));
                self.visit(&Visit { arm, target, manner: Manner::tips(), above: 0.0, t, stay, strikes: false })?;
                self.declare(Kind::DrawDeckTouched, t, t + stay, Some(person), Finding::Referee);
                Ok(())
            }
            Do::NudgeDeck(cue) => {
                let person = self.person(cue.player)?;
                let whose = cue.deck_of.map_or(Ok(person), |whose| self.person(Some(whose)))?;
                let target = self.deck_middle(whose);
                let arm = arm_of(person, cue.hand.unwrap_or_else(|| self.hand_at(person, target)));
                let by = DVec2::from_array(cue.by.unwrap_or([7.0, 3.0]));
                let cards = self.table.decks[whose].clone();
                self.drag(arm, &cards, t, by)?;
                self.declare(Kind::DrawDeckDisplaced, t, t + 0.1, Some(person), Finding::Referee);
                Ok(())
            }
            Do::Cover(cue) => {
                let person = self.person(cue.player)?;
                let target = match cue.place {
                    Some(_) => {
                        let place = self.place(person, cue.place)?;
                        self.top_of(person, place)?.1
                    }
                    None => self.table.aim(&self.places, self.pile(cue.pile)?),
                };
                let hand = cue.hand.unwrap_or_else(|| self.hand_at(person, target));
                let stay = cue.for_s.unwrap_or(1.5);
                let (arm, manner) = (arm_of(person, hand), Manner::palm());
                // A hand's breadth above the cards: it hides them and touches nothing.
                self.visit(&Visit { arm, target, manner, above: 1.5, t, stay, strikes: false })?;
                self.declare(Kind::ObscuredCard, t, t + stay, Some(person), Finding::Referee);
                Ok(())
            }
            Do::Spill(cue) => self.spill(t, cue),
            Do::Drop(cue) => {
                let person = self.person(cue.player)?;
                let which = Which { card: cue.card, place: cue.place };
                self.drop_card(person, t, which, cue.hand, cue.back_after_s.unwrap_or(0.7))
            }
            Do::Clash(cue) => {
                let pile = self.pile(cue.pile)?;
                let target = self.table.aim(&self.places, pile);
                let above = cue.height_cm.unwrap_or(5.0);
                let one = arm_of(0, self.hand_for(0, pile));
                let two = arm_of(1, self.hand_for(1, pile));
                let down = Manner { pitch: 8.0, ..Manner::palm() };
                self.visit(&Visit { arm: one, target, manner: down, above, t, stay: 0.12, strikes: true })?;
                self.press(one, t);
                // The other lands on its back.
                self.visit(&Visit { arm: two, target, manner: down, above: 0.0, t: t + 0.004, stay: 0.12, strikes: true })?;
                self.arms[one].pressed = None;
                self.declare(Kind::ContactBetweenPlayers, t + 0.004, t + 0.12, None, Finding::Referee);
                Ok(())
            }
            Do::PushMat(cue) => self.push_mat(t, cue),
            Do::Stoppage(_) => {
                self.say(t);
                self.tell(Told::new(t, EventKind::Stoppage));
                Ok(())
            }
            Do::Stalemate(cue) => {
                self.say(t);
                let person = cue.player.map(|player| self.person(Some(player))).transpose()?;
                if self.somebody_can_play() {
                    self.declare(Kind::WrongStalemate, t, t, person, Finding::Referee);
                }
                self.tell(Told { person, ..Told::new(t, EventKind::Stoppage) });
                Ok(())
            }
            Do::RoundStart(_) => {
                self.tell(Told::new(t, EventKind::RoundStart));
                Ok(())
            }
            Do::RoundEnd(cue) => {
                let person = cue.player.map(|player| self.person(Some(player))).transpose()?;
                self.tell(Told { person, ..Told::new(t, EventKind::RoundEnd) });
                Ok(())
            }
            Do::MatchEnd(cue) => {
                let person = cue.player.map(|player| self.person(Some(player))).transpose()?;
                self.tell(Told { person, ..Told::new(t, EventKind::MatchEnd) });
                Ok(())
            }
            Do::Collect(cue) => self.collect(self.person(cue.player)?, t),
            Do::Gather(cue) => self.gather(self.person(cue.player)?, t, cue.cards.as_deref()),
            Do::Shuffle(cue) => self.shuffle_pack(self.person(cue.player)?, t),
            Do::LayOut(cue) => self.lay_out(self.person(cue.player)?, t),
            Do::Lend(cue) => self.lend(self.person(cue.player)?, t, cue.count.map(usize::from)),
            Do::SplitCentre(cue) => {
                let person = self.person(cue.player.or(Some(1)))?;
                self.split_centre(person, t, cue.first.map(usize::from))
            }
            Do::Wait(_) => {
                self.rest_until(t + 0.4);
                Ok(())
            }
        }
    }

    // What a cue names.

    pub(super) fn person(&self, player: Option<u8>) -> Result<usize, Cannot> {
        let count = self.timeline.people.len();
        let allowed = || format!("name a player, 1 to {count}");
        let player = player.ok_or_else(|| field("player", format!("it is missing; {}", allowed())))?;
        let person = usize::from(player).checked_sub(1).filter(|person| *person < count);
        person.ok_or_else(|| field("player", format!("there is no player {player}; {}", allowed())))
    }

    fn pile(&self, pile: Option<Pile>) -> Result<usize, Cannot> {
        match (self.laws.one_pile(), pile) {
            (true, _) => Ok(0),
            (false, Some(pile)) => Ok(pile.index()),
            (false, None) => Err(field("pile", "it is missing; write \"left\" or \"right\"")),
        }
    }

    fn place(&self, person: usize, place: Option<u8>) -> Result<usize, Cannot> {
        let allowed = "write a sub-pile, 0 to 3 from the player's left";
        let place = usize::from(place.ok_or_else(|| field("place", format!("it is missing; {allowed}")))?);
        let there = self.places.people[person].sub_piles.len() > place && place < 4;
        there.then_some(place).ok_or_else(|| field("place", format!("there is no sub-pile {place}; {allowed}")))
    }

    fn top_of(&self, person: usize, place: usize) -> Result<(CardIndex, DVec2), Cannot> {
        let card = self.table.foundations[person].get(place).and_then(|cards| cards.last());
        let card = *card.ok_or_else(|| field("place", format!("Player {}'s sub-pile {place} is empty", person + 1)))?;
        let at = self.table.at(card).ok_or_else(|| field("place", "its top card is in a hand"))?;
        Ok((card, at.at.truncate()))
    }

    /// A live card by name or place.
    fn live_card(&self, person: usize, which: Which) -> Result<(usize, CardIndex), Cannot> {
        let live = self.table.live(person);
        let names = || {
            let names: Vec<String> = live.iter().map(|(_, card)| name(self.table.faces[usize::from(*card)])).collect();
            if names.is_empty() { "none is live".to_owned() } else { format!("live are {}", names.join(", ")) }
        };
        match which {
            Which { card: Some(wanted), place } => {
                let fits = |(at, card): &&(usize, CardIndex)| {
                    wanted.fits(self.table.faces[usize::from(*card)]) && place.is_none_or(|place| usize::from(place) == *at)
                };
                let found = live.iter().find(fits).copied();
                found.ok_or_else(|| {
                    field("card", format!("Player {} has no live {}; {}", person + 1, String::from(wanted), names()))
                })
            }
            Which { place: Some(place), .. } => {
                let found = live.iter().find(|(at, _)| *at == usize::from(place)).copied();
                found.ok_or_else(|| field("place", format!("no live card lies at {place}; {}", names())))
            }
            Which { .. } => Err(field("card", format!("name a card or a place; {}", names()))),
        }
    }

    fn deck_middle(&self, person: usize) -> DVec2 {
        let top = self.table.decks[person].last().and_then(|card| self.table.at(*card));
        top.map_or(self.places.people[person].deck, |pose| pose.at.truncate())
    }

    /// The hand on the side of a point.
    fn hand_at(&self, person: usize, at: DVec2) -> HandSide {
        let x = self.timeline.people[person].to_chair(at.extend(0.0)).x;
        if x.abs() < 2.0 {
            self.handedness[person]
        } else if x < 0.0 {
            HandSide::Left
        } else {
            HandSide::Right
        }
    }

    fn of(&self, arm: usize, t: f64, kind: EventKind) -> Told {
        Told { person: Some(arm / 2), hand: Some(hand_of(arm)), ..Told::new(t, kind) }
    }

    fn declare(&mut self, kind: Kind, t: f64, until: f64, person: Option<usize>, finding: Finding) {
        self.declared.push(Declared { kind, t, until, person, finding });
    }

    fn say(&mut self, t: f64) {
        self.noises.push(Noise { t, at: DVec3::new(0.0, -60.0, 45.0), kind: NoiseKind::Voice, strength: 0.6 });
    }

    /// The hand that is empty and can be there first, the one on the card's side when both can.
    fn free_hand(&self, person: usize, at: DVec2, wanted: Option<HandSide>) -> Result<usize, Cannot> {
        let preferred = wanted.unwrap_or_else(|| self.hand_at(person, at));
        let other = if preferred == HandSide::Left { HandSide::Right } else { HandSide::Left };
        let hands = [preferred, other].map(|hand| arm_of(person, hand));
        let may = |arm: &usize| self.arms[*arm].held.is_none() && (wanted.is_none() || *arm == hands[0]);
        let busy = || field("hand", format!("that hand of Player {} holds a card", person + 1));
        let mut open: Vec<usize> = hands.into_iter().filter(may).collect();
        if open.len() == 2 && self.arms[open[0]].free_at > self.arms[open[1]].free_at + 0.15 {
            open.swap(0, 1);
        }
        open.first().copied().ok_or_else(busy)
    }

    // Cards.

    fn reveal(&mut self, t: f64, cue: &Reveal) -> Result<(), Cannot> {
        let people: Vec<usize> = match cue.player {
            Some(_) => vec![self.person(cue.player)?],
            None if self.laws.one_pile() => return Err(field("player", "it is missing; name who turns a card")),
            None => vec![0, 1],
        };
        let skew = cue.skew_ms.unwrap_or_else(|| self.chance.normal(0.0, 7.0)) / 1000.0;
        let both = people.len() == 2;
        for person in people {
            // `t` is the first of the two.
            let late = if !both { 0.0 } else if person == 1 { skew.max(0.0) } else { (-skew).max(0.0) };
            self.reveal_one(person, t + late, cue)?;
        }
        Ok(())
    }

    fn reveal_one(&mut self, person: usize, land: f64, cue: &Reveal) -> Result<(), Cannot> {
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
    fn spot_on(&mut self, pile: usize) -> DVec2 {
        self.places.piles[pile] + DVec2::new(self.chance.normal(0.0, 0.55), self.chance.normal(0.0, 0.55))
    }

    fn stray(&mut self, card: CardIndex, t: f64, person: usize) {
        if self.strays.contains(&card) {
            self.declare(Kind::Equipment, t, t, Some(person), Finding::Referee);
        }
    }

    fn play(&mut self, person: usize, t: f64, cue: &Play) -> Result<(usize, Carried), Cannot> {
        let pile = self.pile(cue.pile)?;
        let which = Which { card: cue.card, place: cue.place };
        // A card of that name in a hand goes first.
        let in_hand = HANDS.into_iter().map(|hand| arm_of(person, hand)).find(|arm| {
            cue.hand.is_none_or(|hand| hand == hand_of(*arm))
                && self.arms[*arm].held.as_ref().is_some_and(|held| {
                    cue.card.is_none_or(|name| held.cards.iter().any(|card| name.fits(self.table.faces[usize::from(*card)])))
                })
        });
        let (arm, card, place) = match in_hand.and_then(|arm| Some((arm, *self.arms[arm].held.as_ref()?.cards.first()?))) {
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
                self.declare(Kind::SimultaneousFinish, other.min(done.release), other.max(done.release), None, Finding::Referee);
            }
        }
        Ok((arm, done))
    }

    fn lift(&mut self, person: usize, t: f64, which: Which, hand: Option<HandSide>) -> Result<usize, Cannot> {
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

    fn put_back(&mut self, person: usize, t: f64, hand: Option<HandSide>) -> Result<(), Cannot> {
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
    fn lay_on_place(&mut self, arm: usize, card: CardIndex, place: usize, t: f64) -> Result<(), Cannot> {
        let person = arm / 2;
        let spot = self.places.people[person].sub_piles[place];
        let mut carry = Carry::new(arm, vec![card], spot, t);
        carry.angle = Some(angle_of(&self.timeline.people[person]) + self.chance.normal(0.0, 0.04));
        let done = self.carry(&carry)?;
        self.table.foundations[person][place].push(card);
        self.tell(Told { card: Some(card), place: Some(place), ..self.of(arm, done.land, EventKind::Return) });
        Ok(())
    }

    fn remove(&mut self, person: usize, t: f64, pile: Option<Pile>, hand: Option<HandSide>) -> Result<(), Cannot> {
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

    fn play_and_slap(&mut self, person: usize, t: f64, cue: &PlayAndSlap) -> Result<(), Cannot> {
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
    fn take(&mut self, person: usize, t: f64) -> Result<(), Cannot> {
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

    /// A card is moved within the boundary (D.2.6): no lift in the Laws' sense, so no event.
    fn within(&mut self, person: usize, t: f64, from: Option<u8>, to: usize, hand: Option<HandSide>) -> Result<(), Cannot> {
        let from = self.place(person, from)?;
        let (card, at) = self.top_of(person, from)?;
        let arm = self.free_hand(person, at, hand)?;
        let spot = self.places.people[person].sub_piles[to];
        let mut carry = Carry::new(arm, vec![card], spot, t);
        carry.angle = Some(angle_of(&self.timeline.people[person]) + self.chance.normal(0.0, 0.05));
        self.carry(&carry)?;
        self.table.foundations[person][from].pop();
        self.table.foundations[person][to].push(card);
        self.count_live(person, t);
        Ok(())
    }

    /// D.3.1.
    fn count_live(&mut self, person: usize, t: f64) {
        let already = self.declared.iter().any(|one| one.kind == Kind::TooManyLiveCards && one.person == Some(person));
        if self.table.live(person).len() > 4 && !already {
            self.declare(Kind::TooManyLiveCards, t, t + 0.5, Some(person), Finding::Offence);
        }
    }

    /// A hand pushes cards along the table without lifting them; they come to rest at `t`.
    fn drag(&mut self, arm: usize, cards: &[CardIndex], t: f64, by: DVec2) -> Result<(), Cannot> {
        let Some(top) = cards.last().and_then(|card| self.table.at(*card)) else {
            return Err(field("player", "no card lies there"));
        };
        let secs = 0.12 + 0.01 * by.length();
        let target = top.at.truncate();
        self.visit(&Visit { arm, target, manner: Manner::tips(), above: 0.0, t: t - secs, stay: 0.0, strikes: false })?;
        let mut key = self.timeline.arms[arm].at(f64::INFINITY).0;
        key.wrist.at += by.extend(0.0);
        self.arms[arm].pressed = None;
        let still = super::hands::Way { v1: DVec3::ZERO, lift: 0.0, haste: 1.0 };
        self.travel(arm, key, t - secs, t, still);
        self.arms[arm].home_at = Some(t + 0.05);
        for card in cards {
            let slip = DVec2::new(self.chance.normal(0.0, 0.05), self.chance.normal(0.0, 0.05)) * by.length();
            self.slide(*card, t - secs, secs, by + slip * 0.5, self.chance_turn(*card), 0.0);
        }
        Ok(())
    }

    fn chance_turn(&self, card: CardIndex) -> f64 {
        self.seed.stream(&format!("slip {} {card}", self.cues)).normal(0.0, 0.08)
    }

    /// D.3.5, B.2.4: live cards slip over the line and are put back.
    fn spill(&mut self, t: f64, cue: &crate::simulate::script::Spill) -> Result<(), Cannot> {
        let person = self.person(cue.player)?;
        let places = cue.places.clone().unwrap_or_else(|| vec![1, 2]);
        let ahead = self.timeline.people[person].from_chair(0.6, 8.5, 0.0).truncate();
        let by = cue.by.map_or(ahead, DVec2::from_array);
        let mut cards = Vec::new();
        for place in &places {
            let place = self.place(person, Some(*place))?;
            cards.push((place, self.top_of(person, place)?.0));
        }
        let first = cards.first().ok_or_else(|| field("places", "it names no sub-pile"))?.1;
        let target = self.table.at(first).map_or(DVec2::ZERO, |pose| pose.at.truncate());
        let arm = self.free_hand(person, target, cue.hand)?;
        self.drag(arm, &cards.iter().map(|(_, card)| *card).collect::<Vec<_>>(), t, by)?;
        let mut back = t + cue.back_after_s.unwrap_or(0.6);
        for (place, card) in &cards {
            self.table.foundations[person][*place].pop();
            let spot = self.places.people[person].sub_piles[*place];
            let mut carry = Carry::new(arm, vec![*card], spot, back);
            carry.angle = Some(angle_of(&self.timeline.people[person]));
            let done = match self.carry(&carry) {
                Err(Cannot::TooEarly { earliest, .. }) => {
                    carry.land = earliest + 0.05;
                    self.carry(&carry)?
                }
                done => done?,
            };
            self.table.foundations[person][*place].push(*card);
            back = done.release + 0.75;
        }
        self.declare(Kind::DisplacedCards, t, back, Some(person), Finding::NoOffence);
        Ok(())
    }

    /// D.10.5: a card slips from the hand and is taken back.
    fn drop_card(&mut self, person: usize, t: f64, which: Which, hand: Option<HandSide>, back: f64) -> Result<(), Cannot> {
        let fall = 0.11;
        let arm = self.lift(person, t - fall - 0.34, which, hand)?;
        let Some(held) = self.arms[arm].held.take() else { return Err(field("card", "it is in no hand")) };
        let (card, place) = (held.cards[0], self.arms[arm].from_place.unwrap_or(0));
        let from = self.timeline.card(card, t - fall).pose;
        let aside = DVec2::new(self.chance.normal(0.0, 1.5), self.chance.between(1.0, 3.0));
        let at = from.at.truncate() + self.timeline.people[person].from_chair(aside.x, aside.y, 0.0).truncate();
        let angle = angle_of(&self.timeline.people[person]) + self.chance.normal(0.0, 0.5);
        let z = self.table.rest_height(at, angle, &[card]);
        let to = super::table::flat(at.extend(z), angle, true);
        self.ride(card, t - fall, crate::simulate::timeline::Ride::Glide { from, to, t1: t, lift: 0.0, falls: true });
        self.table.lying[usize::from(card)] = Some(to);
        self.noises.push(Noise { t, at: to.at, kind: NoiseKind::Card, strength: 0.3 });
        self.arms[arm].free_at = t;
        let until = t + back;
        self.lay_on_place(arm, card, place, until)?;
        self.declare(Kind::DisplacedCards, t, until, Some(person), Finding::NoOffence);
        Ok(())
    }

    fn push_mat(&mut self, t: f64, cue: &crate::simulate::script::PushMat) -> Result<(), Cannot> {
        let person = self.person(cue.player)?;
        let ids: Vec<&str> = self.layout.mats.iter().map(|mat| mat.id.as_str()).collect();
        let wanted = cue.mat.clone().unwrap_or_else(|| ids.first().copied().unwrap_or("").to_owned());
        let Some(mat) = ids.iter().position(|id| *id == wanted) else {
            return Err(field("mat", format!("the layout has no mat {wanted}; it has {}", ids.join(", "))));
        };
        let by = DVec2::from_array(cue.by.unwrap_or([1.6, -0.9]));
        let secs = 0.25;
        let zone = &self.layout.mats[mat];
        let (low, high) = zone.bounds();
        // The near corner on the side of the better hand.
        let seated = self.timeline.people[person];
        let corners = [[low.x, low.y], [high.x, low.y], [high.x, high.y], [low.x, high.y]].map(DVec2::from_array);
        let wanted = seated.from_chair(sign(self.handedness[person]) * 60.0, -60.0, 0.0).truncate();
        let corner = corners.into_iter().min_by(|a, b| a.distance(wanted).total_cmp(&b.distance(wanted)));
        let middle = 0.5 * DVec2::new(low.x + high.x, low.y + high.y);
        let target = corner.map_or(middle, |corner| corner + 0.16 * (middle - corner));
        let arm = arm_of(person, self.handedness[person]);
        self.visit(&Visit { arm, target, manner: Manner::palm(), above: 0.0, t: t - secs, stay: 0.0, strikes: false })?;
        let mut key = self.timeline.arms[arm].at(f64::INFINITY).0;
        key.wrist.at += by.extend(0.0);
        self.arms[arm].pressed = None;
        self.travel(arm, key, t - secs, t, super::hands::Way { v1: DVec3::ZERO, lift: 0.0, haste: 1.0 });
        self.arms[arm].home_at = Some(t + 0.1);
        let turn = cue.turn_deg.unwrap_or(1.5).to_radians();
        self.timeline.mats.push(MatTrack { mat, moves: vec![MatMove { t0: t - secs, t1: t, to: [by.x, by.y, turn] }] });
        // Cards ride along with the cloth.
        let inside: Vec<CardIndex> = (0..self.table.lying.len() as u8)
            .filter(|card| {
                let at = self.table.at(*card).map(|pose| crate::base::Point::new(pose.at.x, pose.at.y));
                at.is_some_and(|at| self.layout.mats[mat].contains(at))
            })
            .collect();
        for card in inside {
            let at = self.table.at(card).map_or(DVec2::ZERO, |pose| pose.at.truncate());
            let out = at - middle;
            let moved = by + DVec2::from_angle(turn).rotate(out) - out;
            self.slide(card, t - secs, secs, moved, turn, 0.0);
        }
        self.declare(Kind::MatMoved, t - secs, t, Some(person), Finding::Referee);
        Ok(())
    }

    /// E.5: a player's cards are swept together and lifted off the table's middle.
    fn collect(&mut self, person: usize, t: f64) -> Result<(), Cannot> {
        let arm = arm_of(person, self.handedness[person]);
        let mut at = t;
        let sources: Vec<Vec<CardIndex>> = self.table.foundations[person].iter().filter(|cards| !cards.is_empty()).cloned().collect();
        let to = self.places.people[person].deck;
        for cards in sources {
            let mut carry = Carry::new(arm, cards.clone(), to, at);
            carry.hold = 0.06;
            let done = match self.carry(&carry) {
                Err(Cannot::TooEarly { earliest, .. }) if at > t => {
                    carry.land = earliest + 0.02;
                    self.carry(&carry)?
                }
                done => done?,
            };
            self.table.decks[person].extend(&cards);
            at = done.release + 0.8;
        }
        self.table.foundations[person].iter_mut().for_each(Vec::clear);
        Ok(())
    }

    /// G.10.1: whether a live card of anybody follows a top.
    fn somebody_can_play(&self) -> bool {
        let tops: Vec<Rank> = (0..self.table.centre.len()).filter_map(|pile| self.table.top(pile)).map(|card| card.rank).collect();
        (0..self.timeline.people.len()).flat_map(|person| self.table.live(person)).any(|(_, card)| {
            let rank = self.table.faces[usize::from(card)].rank;
            tops.iter().any(|top| follows(rank, *top))
        })
    }
}

/// Both hands.
const HANDS: [HandSide; 2] = [HandSide::Left, HandSide::Right];
