//! What a cue names: players, piles, sub-piles, cards, hands; and what is wrong with a name.

use super::Director;
use super::told::{Cannot, Declared, Noise, NoiseKind, Told};
use crate::base::{HandSide, Pile};
use crate::facts::{EventKind, Finding, Kind};
use crate::simulate::scenario::cards::{CardName, name};
use crate::simulate::scene::CardIndex;
use crate::simulate::timeline::seats::{arm_of, hand_of};
use glam::{DVec2, DVec3};

pub(super) fn field(field: &'static str, why: impl Into<String>) -> Cannot {
    Cannot::Field { field, why: why.into() }
}

/// Which card of a player's foundation a cue means.
#[derive(Clone, Copy)]
pub(super) struct Which {
    pub card: Option<CardName>,
    pub place: Option<u8>,
}

/// Both hands.
pub(super) const HANDS: [HandSide; 2] = [HandSide::Left, HandSide::Right];

impl Director {
    pub(super) fn person(&self, player: Option<u8>) -> Result<usize, Cannot> {
        let count = self.timeline.people.len();
        let allowed = || format!("name a player, 1 to {count}");
        let player = player.ok_or_else(|| field("player", format!("it is missing; {}", allowed())))?;
        let person = usize::from(player).checked_sub(1).filter(|person| *person < count);
        person.ok_or_else(|| field("player", format!("there is no player {player}; {}", allowed())))
    }

    pub(super) fn pile(&self, pile: Option<Pile>) -> Result<usize, Cannot> {
        match (self.laws.one_pile(), pile) {
            (true, _) => Ok(0),
            (false, Some(pile)) => Ok(pile.index()),
            (false, None) => Err(field("pile", "it is missing; write \"left\" or \"right\"")),
        }
    }

    pub(super) fn place(&self, person: usize, place: Option<u8>) -> Result<usize, Cannot> {
        let allowed = "write a sub-pile, 0 to 3 from the player's left";
        let place = usize::from(place.ok_or_else(|| field("place", format!("it is missing; {allowed}")))?);
        let there = self.places.people[person].sub_piles.len() > place && place < 4;
        there.then_some(place).ok_or_else(|| field("place", format!("there is no sub-pile {place}; {allowed}")))
    }

    pub(super) fn top_of(&self, person: usize, place: usize) -> Result<(CardIndex, DVec2), Cannot> {
        let card = self.table.foundations[person].get(place).and_then(|cards| cards.last());
        let card = *card.ok_or_else(|| field("place", format!("Player {}'s sub-pile {place} is empty", person + 1)))?;
        let at = self.table.at(card).ok_or_else(|| field("place", "its top card is in a hand"))?;
        Ok((card, at.at.truncate()))
    }

    /// A live card by name or place.
    pub(super) fn live_card(&self, person: usize, which: Which) -> Result<(usize, CardIndex), Cannot> {
        let live = self.table.live(person);
        let names = || {
            let names: Vec<String> = live.iter().map(|(_, card)| name(self.table.faces[usize::from(*card)])).collect();
            if names.is_empty() { "none is live".to_owned() } else { format!("live are {}", names.join(", ")) }
        };
        match which {
            Which { card: Some(wanted), place } => {
                let fits = |(at, card): &&(usize, CardIndex)| {
                    wanted.fits(self.table.faces[usize::from(*card)])
                        && place.is_none_or(|place| usize::from(place) == *at)
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

    pub(super) fn deck_middle(&self, person: usize) -> DVec2 {
        let top = self.table.decks[person].last().and_then(|card| self.table.at(*card));
        top.map_or(self.places.people[person].deck, |pose| pose.at.truncate())
    }

    /// The hand on the side of a point.
    pub(super) fn hand_at(&self, person: usize, at: DVec2) -> HandSide {
        let x = self.timeline.people[person].to_chair(at.extend(0.0)).x;
        if x.abs() < 2.0 {
            self.handedness[person]
        } else if x < 0.0 {
            HandSide::Left
        } else {
            HandSide::Right
        }
    }

    pub(super) fn of(&self, arm: usize, t: f64, kind: EventKind) -> Told {
        Told { person: Some(arm / 2), hand: Some(hand_of(arm)), ..Told::new(t, kind) }
    }

    pub(super) fn declare(&mut self, kind: Kind, t: f64, until: f64, person: Option<usize>, finding: Finding) {
        self.declared.push(Declared { kind, t, until, person, finding });
    }

    pub(super) fn say(&mut self, t: f64) {
        self.noises.push(Noise { t, at: DVec3::new(0.0, -60.0, 45.0), kind: NoiseKind::Voice, strength: 0.6 });
    }

    /// The hand that is empty and can be there first, the one on the card's side when both can.
    pub(super) fn free_hand(&self, person: usize, at: DVec2, wanted: Option<HandSide>) -> Result<usize, Cannot> {
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
}
