//! What goes on beside the play: rearranging, spills, drops, pushed mats and decks, collecting.

use super::Director;
use super::carry::Carry;
use super::cues::{Which, field};
use super::hands::Manner;
use super::set_up::angle_of;
use super::told::{Cannot, Noise, NoiseKind};
use super::visits::Visit;
use crate::base::{HandSide, Rank};
use crate::facts::{Finding, Kind};
use crate::law::isf::follows;
use crate::simulate::scene::CardIndex;
use crate::simulate::timeline::seats::{arm_of, sign};
use crate::simulate::timeline::{MatMove, MatTrack};
use glam::{DVec2, DVec3};

impl Director {
    /// A card is moved within the boundary (D.2.6): no lift in the Laws' sense, so no event.
    pub(super) fn within(
        &mut self,
        person: usize,
        t: f64,
        from: Option<u8>,
        to: usize,
        hand: Option<HandSide>,
    ) -> Result<(), Cannot> {
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
    pub(super) fn count_live(&mut self, person: usize, t: f64) {
        let already = self.declared.iter().any(|one| one.kind == Kind::TooManyLiveCards && one.person == Some(person));
        if self.table.live(person).len() > 4 && !already {
            self.declare(Kind::TooManyLiveCards, t, t + 0.5, Some(person), Finding::Offence);
        }
    }

    /// A hand pushes cards along the table without lifting them; they come to rest at `t`.
    pub(super) fn drag(&mut self, arm: usize, cards: &[CardIndex], t: f64, by: DVec2) -> Result<(), Cannot> {
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

    pub(super) fn chance_turn(&self, card: CardIndex) -> f64 {
        self.seed.stream(&format!("slip {} {card}", self.cues)).normal(0.0, 0.08)
    }

    /// D.3.5, B.2.4: live cards slip over the line and are put back.
    pub(super) fn spill(&mut self, t: f64, cue: &crate::simulate::script::Spill) -> Result<(), Cannot> {
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
    pub(super) fn drop_card(
        &mut self,
        person: usize,
        t: f64,
        which: Which,
        hand: Option<HandSide>,
        back: f64,
    ) -> Result<(), Cannot> {
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

    pub(super) fn push_mat(&mut self, t: f64, cue: &crate::simulate::script::PushMat) -> Result<(), Cannot> {
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
    pub(super) fn collect(&mut self, person: usize, t: f64) -> Result<(), Cannot> {
        let arm = arm_of(person, self.handedness[person]);
        let mut at = t;
        let sources: Vec<Vec<CardIndex>> =
            self.table.foundations[person].iter().filter(|cards| !cards.is_empty()).cloned().collect();
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
    pub(super) fn somebody_can_play(&self) -> bool {
        let tops: Vec<Rank> =
            (0..self.table.centre.len()).filter_map(|pile| self.table.top(pile)).map(|card| card.rank).collect();
        (0..self.timeline.people.len()).flat_map(|person| self.table.live(person)).any(|(_, card)| {
            let rank = self.table.faces[usize::from(card)].rank;
            tops.iter().any(|top| follows(rank, *top))
        })
    }
}
