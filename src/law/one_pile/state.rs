//! The table as the events tell it.

use super::deck::CardId;
use super::event::Event;
use super::seat::Seat;
use crate::base::Card;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which pile: there is one, and in one game a second beside it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// The pile.
    #[default]
    Slap,
    /// The second pile after a split.
    Split,
}

/// What a laid card counts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Counts {
    /// It was played.
    Yes,
    /// It lies there and counts for nothing.
    No,
    /// The text does not say what it counts for; the referee does.
    Disputed,
}

/// A card that left its stack.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Laid {
    /// Which card.
    pub id: CardId,
    /// What was read, `None` when face down or unread.
    pub face: Option<Card>,
    /// Whose card it was.
    pub seat: Seat,
    /// Face up.
    pub up: bool,
    /// Whether it was played.
    pub counts: Counts,
}

/// A pile.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Pile {
    /// Bottom first.
    pub cards: Vec<Laid>,
    /// A card was put under it since it was begun.
    pub burned: bool,
}

/// A face card that has to be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// Who wins the pile if it is not answered.
    pub by: Seat,
    /// Cards left to answer it.
    pub left: u8,
    /// On which pile.
    pub which: Which,
}

/// One seat.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Chair {
    /// Face-down cards, bottom first: the last is the next to be flipped.
    pub stack: Vec<CardId>,
    /// The order of the known cards in the stack is certain; after cards were taken up it is a belief.
    pub ordered: bool,
    /// Cards set aside face up, the next to be played first.
    pub aside: Vec<Laid>,
    /// Out of the game, or shut out from slapping, for good.
    pub out: bool,
    /// Wrong slaps so far.
    pub wrong_slaps: u32,
    /// Wrong slaps on cards that followed each other.
    pub streak: u32,
    /// Number of the card that was last slapped wrongly.
    pub streak_at: u32,
    /// Jewellery was seen and not yet taken off.
    pub jewellery: bool,
}

/// How a pile was won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Won {
    /// By a slap.
    Slap,
    /// By a face card that was not answered.
    Challenge,
    /// By somebody else's wrong slap: whoever was slapped picks up.
    WrongSlap,
    /// Nobody has a card left: by laying the last one.
    LastCard,
}

/// Something that has to happen, or may.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "due")]
pub enum Due {
    /// A pile is won and not yet taken.
    Take {
        /// Who won.
        seat: Seat,
        /// Which pile.
        which: Which,
        /// How.
        by: Won,
    },
    /// A pile is to be divided.
    Divide {
        /// Between whom, first slapper first.
        seats: Vec<Seat>,
        /// Which pile.
        which: Which,
    },
    /// Cards to go under the pile.
    Burn {
        /// Whose.
        seat: Seat,
        /// How many.
        cards: u8,
    },
    /// A card to be given away.
    Pay {
        /// Whose.
        seat: Seat,
        /// To whom.
        to: Seat,
    },
    /// A stack to be split.
    Halve {
        /// Whose.
        seat: Seat,
        /// Who chooses.
        to: Seat,
    },
    /// The referee names the winner of a slap, or nobody: play may go on.
    Decide {
        /// Who slapped.
        seats: Vec<Seat>,
        /// Which pile.
        which: Which,
    },
}

/// A pile in the hands of somebody who did not win it, or has not put it away yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// Who.
    pub seat: Seat,
    /// The pile as it lay.
    pub pile: Pile,
}

/// A pile taken without being won.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stolen {
    /// By whom.
    pub seat: Seat,
    /// From whom.
    pub from: Seat,
    /// What was due, whose turn it was and what had to be answered, to be put back on return.
    pub before: Box<(Vec<Due>, Seat, Option<Challenge>)>,
    /// It is in the stack now.
    pub in_stack: bool,
    /// The first to lay a card after it, once somebody has; and whether another has laid one since.
    pub round: Option<(Seat, bool)>,
}

/// Who has a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// A player: in the stack, set aside, or in hand.
    Seat(Seat),
    /// Nobody: it lies on a pile.
    Pile(Which),
}

/// The whole table. Build it with [`State::new`]; change it only through a game's `judge`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Time of the latest event with a time.
    pub now: Option<f64>,
    /// Face of every card as far as known, by [`CardId`].
    pub cards: Vec<Option<Card>>,
    /// Seat 1 first; empty before the deal.
    pub chairs: Vec<Chair>,
    /// The pile.
    pub pile: Pile,
    /// The second pile, while there is one.
    pub split: Option<Pile>,
    /// Whose turn.
    pub turn: Seat,
    /// Onto which pile the next card goes.
    pub onto: Which,
    /// Whether turn and challenge are known: an unread card may have been a face card.
    pub turn_known: bool,
    /// The face card to be answered.
    pub challenge: Option<Challenge>,
    /// What has to happen, oldest first.
    pub due: Vec<Due>,
    /// Slaps not judged yet.
    pub slaps: Vec<Event>,
    /// Cards laid in turn so far.
    pub laid: u32,
    /// Who laid the last card.
    pub last: Option<Seat>,
    /// A pile picked up and not put away.
    pub held: Option<Held>,
    /// A pile taken without being won that may still be noticed.
    pub stolen: Option<Stolen>,
    /// Who has won.
    pub winner: Option<Seat>,
}

impl Default for State {
    fn default() -> State {
        State::new()
    }
}

impl State {
    /// Before the deal.
    pub fn new() -> State {
        State {
            now: None,
            cards: Vec::new(),
            chairs: Vec::new(),
            pile: Pile::default(),
            split: None,
            turn: Seat::ONE,
            onto: Which::Slap,
            turn_known: true,
            challenge: None,
            due: Vec::new(),
            slaps: Vec::new(),
            laid: 0,
            last: None,
            held: None,
            stolen: None,
            winner: None,
        }
    }

    /// Seats at the table, in order.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::first(self.chairs.len())
    }

    /// The chair of a seat at this table (`judge` has checked that it is one).
    pub fn chair(&self, seat: Seat) -> &Chair {
        &self.chairs[seat.index()]
    }

    pub(in crate::law) fn chair_mut(&mut self, seat: Seat) -> &mut Chair {
        &mut self.chairs[seat.index()]
    }

    /// Cards a seat can still play: its stack and what it has set aside.
    pub fn playable(&self, seat: Seat) -> usize {
        let chair = self.chair(seat);
        chair.stack.len() + chair.aside.len()
    }

    /// Yes: the seat has a card to play. No does not mean that it is out: it may slap in.
    pub fn has_cards(&self, seat: Seat) -> bool {
        self.playable(seat) > 0
    }

    /// A pile, if there is one.
    pub fn pile_of(&self, which: Which) -> Option<&Pile> {
        match which {
            Which::Slap => Some(&self.pile),
            Which::Split => self.split.as_ref(),
        }
    }

    /// The next seat to the left with a card to play; the seat itself when it is the only one.
    pub fn next_holder(&self, seat: Seat) -> Option<Seat> {
        seat.others_leftward(self.chairs.len()).chain([seat]).find(|other| self.has_cards(*other))
    }

    /// Who won a pile that has not been taken, and how.
    pub fn won(&self, which: Which) -> Option<(Seat, Won)> {
        self.due.iter().find_map(|due| match due {
            Due::Take { seat, which: pile, by } if *pile == which => Some((*seat, *by)),
            _ => None,
        })
    }

    /// Every card with its owner, by card.
    pub fn owners(&self) -> Vec<(CardId, Owner)> {
        let mut owners = Vec::with_capacity(self.cards.len());
        for seat in self.seats() {
            let chair = self.chair(seat);
            let cards = chair.stack.iter().copied().chain(chair.aside.iter().map(|laid| laid.id));
            owners.extend(cards.map(|id| (id, Owner::Seat(seat))));
        }
        owners.extend(self.pile.cards.iter().map(|laid| (laid.id, Owner::Pile(Which::Slap))));
        owners.extend(self.split.iter().flat_map(|pile| &pile.cards).map(|laid| (laid.id, Owner::Pile(Which::Split))));
        if let Some(held) = &self.held {
            owners.extend(held.pile.cards.iter().map(|laid| (laid.id, Owner::Seat(held.seat))));
        }
        owners.sort();
        owners
    }
}
