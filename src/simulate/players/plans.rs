//! What a player wants to do next, and when: the card that follows, found after a while, or the next card to be
//! turned up.

use super::{Match, number};
use crate::base::{Card, Pile, Player};
use crate::law::isf::books;
use crate::law::isf::follows;

/// What a player is about.
#[derive(Debug, Clone, Default)]
pub(super) struct Mind {
    /// From when on something new can be decided, seconds.
    pub ready: f64,
    /// When the last card was let go of, seconds.
    pub released: f64,
    /// The next thing to do.
    pub plan: Option<Plan>,
}

/// Something to do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Plan {
    /// Its main contact, seconds.
    pub t: f64,
    /// When it was decided, seconds.
    pub decided: f64,
    pub what: What,
    /// How often it had to be put off.
    pub tries: u32,
}

/// What.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum What {
    /// A live card onto a pile; `follows`: as the player means it, so no misreading.
    Play { card: Card, pile: Pile, follows: bool },
    /// The next card of a sub-pile is turned up.
    Turn { card: Card },
}

impl Match<'_> {
    /// The rank on a pile.
    pub(super) fn top(&self, pile: Pile) -> Option<Card> {
        self.books.top(pile).and_then(|laid| self.books.face(laid.card))
    }

    /// The sub-pile on which a card lies on the table.
    pub(super) fn place_of(&self, player: Player, card: Card) -> Option<u8> {
        let places = &self.director.table().foundations[player.index()];
        let at = places.iter().position(|cards| cards.last().is_some_and(|top| self.faces[usize::from(*top)] == card));
        at.and_then(|at| u8::try_from(at).ok())
    }

    /// A player's live cards.
    pub(super) fn live(&self, player: Player) -> Vec<Card> {
        let slots = self.books.live_places(player).into_iter().filter_map(|place| self.books.slot(player, place));
        slots.filter_map(|slot| self.books.face(slot.card)).collect()
    }

    /// Tops that lie face down.
    pub(super) fn covered(&self, player: Player) -> Vec<Card> {
        let tops = self.books.foundations[player.index()].iter().filter_map(|place| place.last());
        tops.filter(|slot| !slot.up).filter_map(|slot| self.books.face(slot.card)).collect()
    }

    /// Every card that a player could play, and where (D.6).
    pub(super) fn playable(&self, player: Player) -> Vec<(Card, Pile)> {
        let legal = books::legal_plays(&self.books).into_iter().filter(|(who, _, _)| *who == player);
        legal
            .filter_map(|(_, place, pile)| Some((self.books.face(self.books.slot(player, place)?.card)?, pile)))
            .collect()
    }

    /// Decides what a player does next; nothing when there is nothing to do.
    pub(super) fn decide(&mut self, player: Player) -> Option<Plan> {
        let plays = self.playable(player);
        let covered = self.covered(player);
        let ready = self.minds[player.index()].ready.max(self.director.now());
        let first = !covered.is_empty() && (plays.is_empty() || self.chance(player).happens(0.55));
        if first {
            let at = self.chance(player).below(covered.len());
            let card = covered[at];
            let decided = ready + self.chance(player).between(0.0, 0.12);
            let place = self.place_of(player, card)?;
            let t = decided + self.director.turn_secs(number(player), place, decided);
            return Some(Plan { t, decided, what: What::Turn { card }, tries: 0 });
        }
        let chosen = self.chance(player).below(plays.len());
        let (mut card, mut pile) = *plays.get(chosen)?;
        let mut goes = true;
        let (misread, left) = (self.policy(player).misread, self.books.foundation_count(player));
        if left > 2 && self.chance(player).happens(misread) && self.books.condition != books::table::Condition::Active {
            let wrong = self.misreadable(player);
            let at = self.chance(player).below(wrong.len());
            if let Some(one) = wrong.get(at) {
                ((card, pile), goes) = (*one, false);
            }
        }
        let policy = self.policy(player).clone();
        let search = policy.search(self.chance(player));
        let decided = ready.max(self.changed[pile.index()] + search);
        let place = self.place_of(player, card)?;
        let t = decided + self.director.play_secs(number(player), place, pile, decided);
        Some(Plan { t, decided, what: What::Play { card, pile, follows: goes }, tries: 0 })
    }

    /// Cards that do not follow a pile's top and make no equal tops: what a misreading would play.
    fn misreadable(&self, player: Player) -> Vec<(Card, Pile)> {
        let tops = Pile::BOTH.map(|pile| self.top(pile));
        let [Some(left), Some(right)] = tops else { return Vec::new() };
        let live = self.live(player);
        let all = live.into_iter().flat_map(|card| [(card, Pile::Left, left, right), (card, Pile::Right, right, left)]);
        all.filter(|(card, _, onto, other)| !follows(card.rank, onto.rank) && card.rank != other.rank)
            .map(|(card, pile, _, _)| (card, pile))
            .collect()
    }
}
