//! The table and the books of a match: where all 52 cards are and whose they are, the score, the sanctions.
//!
//! A card is an id from 0 to 51; what it shows may be unknown. Every id lies in exactly one place. A card's
//! owner (A.4.10) is the player it comes back to when cards are collected: lending (G.11.1) and playing onto
//! the centre leave it as it is; losing a slap (F.7.2), the end of a round (G.5) and the shuffle of the
//! centre (G.7.4.3) change it.

use super::act::{MatchKind, Shown};
use crate::base::{Card, Pile, Player};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A card of the deck, 0 to 51, whatever it shows.
pub type CardId = u8;

/// Cards of a SLAPS deck (B.6.1).
pub const DECK: u8 = 52;
/// Cards of a full foundation (D.2.2, H.7.3.2), and "ten or fewer" of G.6.1.
pub const FOUNDATION: usize = 10;
/// Live cards of a player at most (D.3.1).
pub const LIVE: usize = 4;

/// Where the match stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// No reveal yet: nothing is ruled (E.3).
    BeforeMatch,
    /// The next round is set up and waits for its reveal (E.2.3).
    Ready,
    /// Play is on.
    Live,
    /// Play is stopped; a reveal restarts it (E.4.2).
    Stopped,
    /// A slap was won and the piles were taken; a reveal restarts play.
    SlapWon,
    /// The referee suspended the match (E.7).
    Suspended,
    /// A round is over and the next not set up (H.7).
    RoundOver,
    /// The match has a winner.
    MatchOver,
    /// The referee ended the match without one (A.3.4).
    Terminated,
}

/// Why the match is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// The winner has no cards left (H.4).
    Cleared,
    /// The winner reached the round cap (I.7.2).
    RoundCap,
    /// The loser conceded (E.6).
    Concession,
    /// The loser did not begin (I.7.3).
    Forfeit,
    /// By the referee, without a winner (A.3.4, E.7.5).
    Terminated,
}

/// What is known of a slap condition (F.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// The tops differ, or a pile is empty.
    Inactive,
    /// The tops are equal.
    Active,
    /// A top is not known.
    Unknown,
    /// The tops were equal, nobody slapped, and the next legal play or stalemate came (F.7.6).
    Lost,
}

/// A foundation card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Which.
    pub card: CardId,
    /// Turned face up; at the top of its place it is then live (A.4.2).
    pub up: bool,
}

/// A card on a Centre Pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    /// Which.
    pub card: CardId,
    /// The foundation that it came from, player and place; `None` for a reveal.
    pub from: Option<(Player, u8)>,
    /// Whether it was a legal play; `None` when a rank was unknown. Reveals are legal.
    pub legal: Option<bool>,
    /// What it calls for has been ruled (D.8.2, D.8.3).
    pub settled: bool,
    /// It was not seen surely enough to be called an offence.
    #[serde(default)]
    pub doubtful: bool,
    /// Number of the act that laid it.
    #[serde(default)]
    pub act: u64,
}

/// Who has confirmed readiness since play was last on (E.2.1, E.5.5, H.7.4).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Readiness {
    /// Each player.
    pub players: [bool; 2],
    /// The referee.
    pub referee: bool,
}

impl Readiness {
    /// H.7.4: the referee has confirmed, or both players have. No is no offence by itself.
    pub fn is_confirmed(&self) -> bool {
        self.referee || self.players == [true, true]
    }
}

/// Cards lent in this round (G.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loan {
    /// Whose Draw Deck was split.
    pub lender: Player,
    /// Who plays with its top half.
    pub borrower: Player,
    /// The cards.
    pub cards: Vec<CardId>,
}

/// Sanctions and counts of one player (C.4.4.3, D.8, F.9).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    /// Formal warnings that a clause called for and the referee has not given.
    pub warnings_due: u32,
    /// Yellow cards that a clause called for and the referee has not shown.
    pub yellow_cards_due: u32,
    /// Formal warnings given.
    pub warnings: u32,
    /// Yellow cards shown.
    pub yellow_cards: u32,
    /// Red cards shown.
    pub red_cards: u32,
    /// Illegal plays (D.8.4).
    pub illegal_plays: u32,
    /// Misslaps (F.9.3).
    pub misslaps: u32,
}

impl Tally {
    pub(super) fn give(&mut self, shown: Shown) {
        let (given, due) = match shown {
            Shown::Warning => (&mut self.warnings, Some(&mut self.warnings_due)),
            Shown::YellowCard => (&mut self.yellow_cards, Some(&mut self.yellow_cards_due)),
            Shown::RedCard => (&mut self.red_cards, None),
        };
        *given += 1;
        if let Some(due) = due {
            *due = due.saturating_sub(1);
        }
    }
}

/// The card that ended a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finish {
    /// Onto which pile it was played; from where stands in its [`Laid`].
    pub pile: Pile,
    /// The other player's last card came too (H.6.1).
    pub both: bool,
}

/// What a replay of the round goes back to (E.7.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundStart {
    /// Owner of every card.
    pub owners: Vec<Option<Player>>,
    /// Slaps won.
    pub slaps: [u32; 2],
}

/// Everything that is kept of a match. Read it freely; change it only through `judge`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// Names of the players, when told.
    pub players: Option<[String; 2]>,
    /// The referee; without one the match is a friendly (A.2.3).
    pub referee: Option<String>,
    /// Rounds that win the match, if the competition says so (I.7.2).
    pub round_cap: Option<u32>,
    /// What the match is said to be (A.2); without a referee it is a friendly all the same (A.2.3).
    pub match_kind: Option<MatchKind>,
    /// Who is ready.
    pub ready: Readiness,
    /// Where the match stands.
    pub status: Status,
    /// The first reveal of Round 1 has been made (E.3.1).
    pub begun: bool,
    /// Number of the round, from 1; 0 before the deal.
    pub round: u32,
    /// What each card shows, by id.
    pub faces: Vec<Option<Card>>,
    /// Whose each card is, by id (A.4.10); nobody's before the deal and under G.7.4.3.
    pub owners: Vec<Option<Player>>,
    /// The shuffle in which a card was last lost sight of, by id: of Player 1's pack, Player 2's, the centre.
    pub shuffled_in: Vec<Option<u8>>,
    /// Cards known to lie among those of each such shuffle, not found since, in order.
    pub unplaced: [Vec<Card>; 3],
    /// Cards not dealt yet.
    pub boxed: Vec<CardId>,
    /// Foundations: places, each from the bottom up; a place may be empty (D.2).
    pub foundations: [Vec<Vec<Slot>>; 2],
    /// Cards of each player that were turned up at a place that was not told and could not be inferred.
    pub guessed_places: [u32; 2],
    /// Draw Decks in play at each player's place, from the bottom up, borrowed ones included (G.3.3).
    pub decks: [Vec<CardId>; 2],
    /// Centre Piles, left and right, from the bottom up (D.5.1).
    pub centre: [Vec<Laid>; 2],
    /// Holding piles, dead until the next round (F.7.3).
    pub holding: [Vec<CardId>; 2],
    /// The piles revealed onto in the restart going on.
    pub revealed: [Option<Pile>; 2],
    /// The slap condition.
    pub condition: Condition,
    /// Loans of this round, oldest first.
    pub loans: Vec<Loan>,
    /// Rounds won (C.4.4.1).
    pub rounds: [u32; 2],
    /// Slaps won (C.4.4.2).
    pub slaps: [u32; 2],
    /// Sanctions and counts.
    pub tallies: [Tally; 2],
    /// Who won the round that is over; `None` also for a round to be replayed.
    pub round_winner: Option<Player>,
    /// The card that ended it.
    pub finish: Option<Finish>,
    /// What was suspended.
    pub suspended: Option<Status>,
    /// The round's start.
    pub round_start: RoundStart,
    /// Who won the match.
    pub winner: Option<Player>,
    /// Why the match is over.
    pub ended: Option<Ended>,
    /// Acts judged so far.
    pub acts: u64,
}

impl Default for Table {
    fn default() -> Table {
        Table::new()
    }
}

impl Table {
    /// An empty table with a full deck in its box.
    pub fn new() -> Table {
        let nobody = vec![None; usize::from(DECK)];
        Table {
            players: None,
            referee: None,
            round_cap: None,
            match_kind: None,
            ready: Readiness::default(),
            status: Status::BeforeMatch,
            begun: false,
            round: 0,
            faces: vec![None; usize::from(DECK)],
            owners: nobody.clone(),
            shuffled_in: vec![None; usize::from(DECK)],
            unplaced: [Vec::new(), Vec::new(), Vec::new()],
            boxed: (0..DECK).collect(),
            foundations: [Vec::new(), Vec::new()],
            guessed_places: [0, 0],
            decks: [Vec::new(), Vec::new()],
            centre: [Vec::new(), Vec::new()],
            holding: [Vec::new(), Vec::new()],
            revealed: [None, None],
            condition: Condition::Inactive,
            loans: Vec::new(),
            rounds: [0, 0],
            slaps: [0, 0],
            tallies: [Tally::default(); 2],
            round_winner: None,
            finish: None,
            suspended: None,
            round_start: RoundStart { owners: nobody, slaps: [0, 0] },
            winner: None,
            ended: None,
            acts: 0,
        }
    }

    /// What a card shows, when known.
    pub fn face(&self, card: CardId) -> Option<Card> {
        self.faces.get(usize::from(card)).copied().flatten()
    }

    /// Whose a card is.
    pub fn owner(&self, card: CardId) -> Option<Player> {
        self.owners.get(usize::from(card)).copied().flatten()
    }

    /// The top of a Centre Pile.
    pub fn top(&self, pile: Pile) -> Option<Laid> {
        self.centre[pile.index()].last().copied()
    }

    /// The top of a foundation's place.
    pub fn slot(&self, player: Player, place: usize) -> Option<Slot> {
        self.foundations[player.index()].get(place)?.last().copied()
    }

    /// The places whose top is live (A.4.2), in order.
    pub fn live_places(&self, player: Player) -> Vec<usize> {
        let places = self.foundations[player.index()].iter().enumerate();
        places.filter(|(_, place)| place.last().is_some_and(|slot| slot.up)).map(|(index, _)| index).collect()
    }

    /// Cards left in a foundation.
    pub fn foundation_count(&self, player: Player) -> usize {
        self.foundations[player.index()].iter().map(Vec::len).sum()
    }

    /// Cards of a player's that the centre does not hold: what a round's winner still has (H.4). Borrowed
    /// cards are the lender's.
    pub fn cards_left(&self, player: Player) -> usize {
        let foundations = self.foundations.iter().flatten().flatten().map(|slot| slot.card);
        let others = self.decks.iter().chain(&self.holding).flatten().copied();
        foundations.chain(others).filter(|card| self.owner(*card) == Some(player)).count()
    }

    /// Whether a round is going on: from its reveal to its last card, suspended or not.
    pub fn in_round(&self) -> bool {
        let status = self.suspended.filter(|_| self.status == Status::Suspended).unwrap_or(self.status);
        matches!(status, Status::Live | Status::Stopped | Status::SlapWon)
    }

    /// Where every card lies: one list of all ids, in a fixed order of places.
    pub fn all_cards(&self) -> Vec<CardId> {
        let mut all = self.boxed.clone();
        all.extend(self.foundations.iter().flatten().flatten().map(|slot| slot.card));
        all.extend(self.decks.iter().flatten());
        all.extend(self.centre.iter().flatten().map(|laid| laid.card));
        all.extend(self.holding.iter().flatten());
        all
    }

    /// A digest of everything above, fields in the order of their declaration: equal tables have equal
    /// digests on every machine.
    pub fn hash(&self) -> [u8; 32] {
        let mut digest = Sha256::new();
        digest.update(b"slapsight isf books 2\n");
        // A struct of numbers, lists and strings always serialises.
        digest.update(serde_json::to_vec(self).unwrap_or_default());
        digest.finalize().into()
    }
}
