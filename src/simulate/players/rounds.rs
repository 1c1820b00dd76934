//! What happens while play is stopped: reveals and what must come before them, stalemates, the end of a round
//! and the next one's set-up (E.2 to E.5, G, H).

use super::account::RoundPlayed;
use super::{Match, Stuck, number};
use crate::base::{Pile, Player};
use crate::facts::EventKind;
use crate::law::isf::books::act::{Face, Order, Resumption};
use crate::law::isf::books::table::{Condition, Status};
use crate::law::isf::books::{self, Act};
use crate::law::isf::tolerances;
use crate::simulate::scenario::cards::CardName;
use crate::simulate::script::{self, Do};

/// A round is over.
pub(super) const OVER: [Status; 2] = [Status::RoundOver, Status::MatchOver];
/// Rounds broken off because no play could come any more; more than that many in one match are not to be.
const BROKEN_OFF: usize = 40;

impl Match<'_> {
    /// Plays a round, from its first reveal to its last card.
    pub(super) fn round(&mut self) -> Result<(), Stuck> {
        self.restart()?;
        self.play_on()?;
        let winner = self.books.round_winner;
        let to = self.finished_at;
        self.played.rounds.push(RoundPlayed { from: self.round_from, to, winner });
        let player = winner.map(number);
        self.soon(to + 0.35, Do::RoundEnd(script::RoundEnd { player }))?;
        if let Some(winner) = self.books.winner {
            self.soon(to + 0.9, Do::MatchEnd(script::MatchEnd { player: Some(number(winner)) }))?;
        }
        Ok(())
    }

    /// E.4.2: a reveal, after whatever a shortage calls for (G.3, G.7.4).
    pub(super) fn restart(&mut self) -> Result<(), Stuck> {
        self.drop_plans();
        let mut t = self.all_free() + self.referee.between(0.3, 0.7);
        for player in Player::BOTH {
            for card in self.covered(player) {
                let Some(place) = self.place_of(player, card) else { continue };
                let turn = script::Turn { player: Some(number(player)), place: Some(place), hand: None };
                let (at, _) = self.soon(t, Do::Turn(turn))?;
                self.book(at, &Act::Turn { player, place: None, card: Some(Face(Some(card))) })?;
                t = t.max(self.all_free());
            }
        }
        if let Some(borrower) = books::split_due(&self.books) {
            let half = self.books.decks[borrower.opponent().index()].len() / 2;
            let count = u8::try_from(half).unwrap_or(u8::MAX);
            self.soon(t, Do::Lend(script::Lend { player: Some(number(borrower)), count: Some(count) }))?;
            t = self.all_free() + 0.3;
            self.tell(t, Act::Loan { top_half: Some(count) })?;
            self.played.shortages += 1;
        } else if books::both_at_zero(&self.books) {
            if books::is_dead(&self.books) || self.books.centre.iter().all(Vec::is_empty) {
                return self.replay(t);
            }
            self.soon(t, Do::SplitCentre(script::SplitCentre::default()))?;
            t = self.all_free() + 0.3;
            let decks = &self.director.table().decks;
            let faces: Vec<Face> =
                decks.iter().flat_map(|deck| deck.iter().rev()).map(|card| self.face(*card)).collect();
            let first = u8::try_from(decks[0].len()).ok();
            self.tell(t, Act::CentreShuffle { order: Some(Order::Faces(faces)), first })?;
            self.played.shortages += 1;
        }
        self.reveal(t)
    }

    /// A.4.11: both turn their top card onto the piles on the count; a player alone with a card alone (G.8.3).
    fn reveal(&mut self, t: f64) -> Result<(), Stuck> {
        let t = t + self.referee.between(1.2, 2.2);
        let first = matches!(self.books.status, Status::BeforeMatch | Status::Ready);
        let has = Player::BOTH.map(|player| !self.director.table().decks[player.index()].is_empty());
        let player = match has {
            [true, true] => None,
            [one, _] => Some(if one { 1 } else { 2 }),
        };
        let (_, performed) = self.soon(t, Do::Reveal(script::Reveal { player, ..Default::default() }))?;
        let mut landed = Vec::new();
        for told in performed.instants.iter().filter(|told| told.kind == EventKind::Reveal) {
            let (Some(person), Some(pile)) = (told.person, told.pile.and_then(|pile| Pile::BOTH.get(pile))) else {
                continue;
            };
            let card = told.card.map(|card| self.face(card));
            self.book(told.t, &Act::Reveal { player: Player::BOTH[person.min(1)], pile: *pile, card })?;
            self.changed[pile.index()] = told.t;
            landed.push(told.t);
        }
        let last = landed.iter().copied().fold(t, f64::max);
        if first {
            self.round_from = landed.iter().copied().fold(last, f64::min);
        }
        // A lone card is taken for the first of two until the other has had its time.
        let patience = if landed.len() == 1 { tolerances::REVEAL_PAIR_SECS + 0.05 } else { 0.0 };
        for player in Player::BOTH {
            let policy = self.policy(player).clone();
            let search = policy.search(self.chance(player));
            self.minds[player.index()].ready = last + patience.max(search);
        }
        self.condition_at = last;
        self.in_one = None;
        self.ignored = false;
        Ok(())
    }

    /// A.4.7: nobody can play.
    pub(super) fn stalemate(&mut self) -> Result<(), Stuck> {
        let wait = self.referee.between(0.9, 2.0);
        let t = self.all_free() + wait;
        self.call_stalemate(t)?;
        self.played.stalemates += 1;
        Ok(())
    }

    /// The referee calls a stalemate.
    pub(super) fn call_stalemate(&mut self, t: f64) -> Result<f64, Stuck> {
        let (t, _) = self.soon(t, Do::Stalemate(script::Stalemate::default()))?;
        self.tell(t, Act::Stalemate)?;
        Ok(t)
    }

    /// E.7.4, A.5.3: no play can come any more, so the referee has the round played again from its start.
    fn replay(&mut self, t: f64) -> Result<(), Stuck> {
        let t = t + 1.0;
        if self.played.rounds.iter().filter(|round| round.winner.is_none()).count() >= BROKEN_OFF {
            return Err(Stuck::Idle(t));
        }
        self.tell(t, Act::Suspension)?;
        self.tell(t + 0.5, Act::Resumption { how: Resumption::Replayed })?;
        self.played.rounds.push(RoundPlayed { from: self.round_from, to: t, winner: None });
        self.finished_at = t + 0.5;
        self.next_round()
    }

    /// E.5, H.7: cards are gathered by whose they are, shuffled and laid out.
    pub(super) fn next_round(&mut self) -> Result<(), Stuck> {
        self.drop_plans();
        let loser = self.books.round_winner.map(Player::opponent);
        let centre: Vec<u8> = self.books.centre.iter().flatten().map(|laid| laid.card).collect();
        let mut own = [Vec::new(), Vec::new()];
        for id in 0..books::table::DECK {
            let owner = match (loser, centre.contains(&id)) {
                (Some(loser), true) => Some(loser),
                (loser, _) => self.books.owner(id).or(loser),
            };
            if let (Some(owner), Some(card)) = (owner, self.books.face(id)) {
                own[owner.index()].push(CardName(card));
            }
        }
        let t = self.all_free().max(self.finished_at) + self.referee.between(1.0, 1.8);
        for player in Player::BOTH {
            let cards = Some(std::mem::take(&mut own[player.index()]));
            self.soon(t, Do::Gather(script::Gather { player: Some(number(player)), cards }))?;
        }
        let t = self.all_free() + 0.3;
        for player in Player::BOTH {
            self.soon(t, Do::Shuffle(script::Shuffle { player: Some(number(player)) }))?;
        }
        let t = self.all_free() + 0.3;
        for player in Player::BOTH {
            self.soon(t, Do::LayOut(script::LayOut { player: Some(number(player)) }))?;
        }
        let t = self.all_free() + 0.2;
        let packs = [0, 1].map(|person| Some(Order::Faces(self.pack(person))));
        self.tell(t, Act::NextRound { packs })?;
        debug_assert_eq!(self.books.condition, Condition::Inactive);
        self.tell(t + 0.1, Act::Ready { player: None })?;
        self.soon(t + 0.2, Do::Wait(script::Wait {})).map(|_| ())
    }
}
