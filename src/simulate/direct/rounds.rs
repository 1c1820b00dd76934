//! What players do with their cards while play is stopped: packs gathered and shuffled, foundations laid out
//! (E.5, H.7), Draw Decks lent (G.3) and the centre split (G.7.4).
//!
//! Cards are carried in stacks, as people carry them. A shuffle is cards that glide into their new order under
//! the hands; two of them may pass through each other on the way, never when they lie.

use super::Director;
use super::carry::{Carried, Carry};
use super::cues::field;
use super::hands::Manner;
use super::set_up::angle_of;
use super::table::{face_up, flat};
use super::told::{Cannot, Noise, NoiseKind, Taken};
use super::visits::Visit;
use crate::law::isf::books::sub_pile_sizes;
use crate::simulate::scenario::cards::{CardName, name};
use crate::simulate::scene::CardIndex;
use crate::simulate::timeline::Ride;
use crate::simulate::timeline::seats::arm_of;
use glam::DVec2;
use std::f64::consts::FRAC_PI_2;

/// How long one card of a shuffle is on its way, and how long after one card the next leaves, seconds.
const GLIDE_SECS: f64 = 0.35;
const NEXT_SECS: f64 = 0.03;

impl Director {
    /// Carries a stack, as soon after `at` as the hand can.
    fn carry_soon(&mut self, mut carry: Carry, at: f64) -> Result<Carried, Cannot> {
        carry.land = at;
        for _ in 0..8 {
            match self.carry(&carry) {
                Err(Cannot::TooEarly { earliest, .. }) => carry.land = earliest.max(carry.land) + 0.02,
                done => return done,
            }
        }
        self.carry(&carry)
    }

    /// Where a list of the table's lies: every place a card can be gathered from.
    fn lists(&mut self) -> impl Iterator<Item = &mut Vec<CardIndex>> {
        let table = &mut self.table;
        table
            .foundations
            .iter_mut()
            .flatten()
            .chain(&mut table.decks)
            .chain(&mut table.centre)
            .chain(&mut table.holding)
    }

    /// E.5.1: cards come onto the person's holding pile, face down.
    pub(super) fn gather(&mut self, person: usize, t: f64, cards: Option<&[CardName]>) -> Result<(), Cannot> {
        let faces = self.table.faces.clone();
        let own: Vec<CardIndex> = match cards {
            Some(names) => {
                let find = |wanted: &CardName| {
                    let found = (0..faces.len()).find(|card| wanted.fits(faces[*card]));
                    found
                        .map(|card| card as CardIndex)
                        .ok_or_else(|| field("cards", format!("the deck has no {}", name(wanted.0))))
                };
                names.iter().map(find).collect::<Result<_, _>>()?
            }
            None => {
                let table = &self.table;
                let lists = table.foundations[person].iter().chain([&table.decks[person], &table.holding[person]]);
                lists.flatten().copied().collect()
            }
        };
        let arm = arm_of(person, self.handedness[person]);
        let to = self.places.people[person].holding;
        let upright = angle_of(&self.timeline.people[person]);
        let here = self.table.holding[person].clone();
        let stacks: Vec<Vec<CardIndex>> = self
            .lists()
            .map(|list| list.iter().filter(|card| own.contains(card) && !here.contains(card)).copied().collect())
            .collect();
        let mut at = t;
        for stack in stacks {
            // What lies face up is turned over; it lies above what does not.
            let (up, down): (Vec<_>, Vec<_>) =
                stack.into_iter().partition(|card| self.table.at(*card).is_some_and(|pose| face_up(&pose)));
            for (cards, over) in [(up, true), (down, false)] {
                if cards.is_empty() {
                    continue;
                }
                let mut carry = Carry::new(arm, cards.clone(), to, at);
                carry.over = over;
                carry.hold = 0.06;
                carry.angle = Some(upright + self.chance.normal(0.0, 0.05));
                let lifted = self.carry_soon(carry, at)?;
                if self.table.centre.iter().flatten().any(|card| cards.contains(card)) && !self.laws.one_pile() {
                    self.takes.push(Taken { t: lifted.lift, person });
                }
                at = lifted.release;
                self.lists().for_each(|list| list.retain(|card| !cards.contains(card)));
                let turned = cards.iter().rev().copied().collect::<Vec<_>>();
                self.table.holding[person].extend(if over { turned } else { cards });
            }
        }
        Ok(())
    }

    /// Puts cards into a new order on a spot, squared, bottom to top; gives the instant at which they lie.
    fn restack(&mut self, cards: &[CardIndex], spot: DVec2, angle: f64, t: f64) -> f64 {
        for card in cards {
            self.table.lying[usize::from(*card)] = self.table.at(*card).or(Some(self.timeline.card(*card, t).pose));
        }
        let old: Vec<_> = cards.iter().filter_map(|card| self.table.at(*card)).collect();
        for card in cards {
            self.table.lying[usize::from(*card)] = None;
        }
        let mut end = t;
        for (i, (card, from)) in cards.iter().zip(old).enumerate() {
            let at = spot + DVec2::new(self.chance.normal(0.0, 0.05), self.chance.normal(0.0, 0.05));
            let angle = angle + self.chance.normal(0.0, 0.012);
            let z = self.table.rest_height(at, angle, &[]);
            let to = flat(at.extend(z), angle, false);
            let start = t + NEXT_SECS * i as f64;
            end = start + GLIDE_SECS;
            self.ride(*card, start, Ride::Glide { from, to, t1: end, lift: 1.5, falls: false });
            self.table.lying[usize::from(*card)] = Some(to);
            self.noises.push(Noise { t: end, at: to.at, kind: NoiseKind::Card, strength: 0.12 });
        }
        end
    }

    /// Both hands stand over a spot until `until`.
    fn hands_over(&mut self, person: usize, spot: DVec2, from: f64, until: f64) -> Result<f64, Cannot> {
        let mut start = from;
        for (hand, side) in [(crate::base::HandSide::Left, -5.5), (crate::base::HandSide::Right, 5.5)] {
            let arm = arm_of(person, hand);
            let target = spot + self.timeline.people[person].from_chair(side, 0.0, 0.0).truncate();
            let mut visit =
                Visit { arm, target, manner: Manner::tips(), above: 1.2, t: start, stay: until - from, strikes: false };
            for _ in 0..8 {
                match self.visit(&visit) {
                    Err(Cannot::TooEarly { earliest, .. }) => visit.t = earliest.max(visit.t) + 0.02,
                    done => {
                        done?;
                        break;
                    }
                }
            }
            start = start.max(visit.t);
        }
        Ok(start)
    }

    fn shuffled(&mut self, mut cards: Vec<CardIndex>) -> Vec<CardIndex> {
        self.chance.shuffle(&mut cards);
        cards
    }

    /// E.5.2: the pack on the holding pile is shuffled.
    pub(super) fn shuffle_pack(&mut self, person: usize, t: f64) -> Result<(), Cannot> {
        let spot = self.places.people[person].holding;
        let cards = self.table.holding[person].clone();
        let cards = self.shuffled(cards);
        let secs = NEXT_SECS * cards.len() as f64 + GLIDE_SECS + 0.1;
        let start = self.hands_over(person, spot, t, t + secs)?;
        let angle = angle_of(&self.timeline.people[person]);
        self.restack(&cards, spot, angle, start + 0.05);
        self.table.holding[person] = cards;
        Ok(())
    }

    /// H.7.3: four sub-piles from the pack's top, the rest is the Draw Deck.
    pub(super) fn lay_out(&mut self, person: usize, t: f64) -> Result<(), Cannot> {
        let arm = arm_of(person, self.handedness[person]);
        let spots = self.places.people[person].clone();
        let upright = angle_of(&self.timeline.people[person]);
        let mut at = t;
        let sizes = sub_pile_sizes(self.table.holding[person].len());
        for (place, size) in sizes.into_iter().enumerate().filter(|(_, size)| *size > 0) {
            let from = self.table.holding[person].len() - size;
            let block = self.table.holding[person].split_off(from);
            let mut carry = Carry::new(arm, block.clone(), spots.sub_piles[place], at);
            carry.angle = Some(upright + self.chance.normal(0.0, 0.03));
            at = self.carry_soon(carry, at)?.release;
            self.table.foundations[person][place] = block;
        }
        let rest = std::mem::take(&mut self.table.holding[person]);
        if !rest.is_empty() {
            let mut carry = Carry::new(arm, rest.clone(), spots.deck, at);
            carry.angle = Some(upright + self.chance.normal(0.0, 0.02));
            at = self.carry_soon(carry, at)?.release;
            self.table.decks[person] = rest;
        }
        for place in 0..4 {
            let Some(card) = self.table.foundations[person][place].last().copied() else { continue };
            let spot = spots.sub_piles[place];
            let mut carry = Carry::new(arm, vec![card], spot, at);
            carry.over = true;
            carry.angle = Some(upright + self.chance.normal(0.0, 0.03));
            at = self.carry_soon(carry, at)?.release;
        }
        Ok(())
    }

    /// G.3.3, G.3.4: the top of the other's Draw Deck comes to where the borrower's would be.
    pub(super) fn lend(&mut self, borrower: usize, t: f64, count: Option<usize>) -> Result<(), Cannot> {
        let lender = 1 - borrower.min(1);
        let deck = &self.table.decks[lender];
        let count = count.unwrap_or(deck.len() / 2);
        if count == 0 || count > deck.len() || self.laws.one_pile() {
            return Err(field("count", format!("Player {}'s Draw Deck has {} cards", lender + 1, deck.len())));
        }
        let block = deck[deck.len() - count..].to_vec();
        let arm = arm_of(lender, self.handedness[lender]);
        let upright = angle_of(&self.timeline.people[borrower]);
        let mut carry = Carry::new(arm, block.clone(), self.places.people[borrower].deck, t);
        carry.angle = Some(upright);
        let at = self.carry_soon(carry, t)?.release;
        let left = self.table.decks[lender].len() - count;
        self.table.decks[lender].truncate(left);
        self.slide(block[0], at + 0.02, 0.25, DVec2::ZERO, FRAC_PI_2, 0.0);
        let mut under = std::mem::take(&mut self.table.decks[borrower]);
        under.extend(block);
        self.table.decks[borrower] = under;
        Ok(())
    }

    /// G.7.4: the centre becomes two Draw Decks, the first player's from the top.
    pub(super) fn split_centre(&mut self, person: usize, t: f64, first: Option<usize>) -> Result<(), Cannot> {
        let count: usize = self.table.centre.iter().map(Vec::len).sum();
        let first = first.unwrap_or(count.div_ceil(2));
        if count == 0 || first > count || self.table.decks.len() != 2 {
            return Err(field("first", format!("the centre has {count} cards to split between two players")));
        }
        let arm = arm_of(person, self.handedness[person]);
        let upright = angle_of(&self.timeline.people[person]);
        let middle = self.places.piles.iter().sum::<DVec2>() / self.places.piles.len() as f64;
        let mut all = Vec::new();
        let mut at = t;
        for pile in 0..self.table.centre.len() {
            let cards = std::mem::take(&mut self.table.centre[pile]);
            if cards.is_empty() {
                continue;
            }
            let mut carry = Carry::new(arm, cards.clone(), middle, at);
            carry.over = true;
            carry.angle = Some(upright);
            let lifted = self.carry_soon(carry, at)?;
            self.takes.push(Taken { t: lifted.lift, person });
            at = lifted.release;
            all.extend(cards.into_iter().rev());
        }
        let all = self.shuffled(all);
        let secs = NEXT_SECS * all.len() as f64 + GLIDE_SECS + 0.1;
        let start = self.hands_over(person, middle, at, at + secs)?;
        at = self.restack(&all, middle, upright, start + 0.05);
        let (two, one) = all.split_at(all.len() - first);
        for (whose, cards) in [(0, one), (1, two)] {
            if cards.is_empty() {
                continue;
            }
            let mut carry = Carry::new(arm, cards.to_vec(), self.places.people[whose].deck, at);
            carry.angle = Some(angle_of(&self.timeline.people[whose]));
            at = self.carry_soon(carry, at)?.release;
            self.table.decks[whose].extend(cards);
        }
        Ok(())
    }
}
