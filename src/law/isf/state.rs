//! The table as the events tell it. What no event told is unknown, not guessed.

use crate::base::{HandSide, Measured, Pile, Player, Rank};
use crate::facts::EventKind;
use serde::Serialize;

/// The top of a Centre Pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Top {
    /// There is a card that could not be read, or nothing is known.
    Unknown,
    /// No card.
    Empty,
    /// A card of this rank.
    Card(Rank),
}

impl Top {
    /// The rank, when known.
    pub fn rank(self) -> Option<Rank> {
        match self {
            Top::Card(rank) => Some(rank),
            Top::Unknown | Top::Empty => None,
        }
    }
}

impl From<Option<Rank>> for Top {
    fn from(rank: Option<Rank>) -> Top {
        rank.map_or(Top::Unknown, Top::Card)
    }
}

/// Whether play is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Status {
    /// Before the first reveal: nothing is ruled (E.3.2).
    BeforeMatch,
    /// Play is on.
    Live,
    /// Stopped, or a slap stalemate: a reveal restarts play (E.4.2, F.6.3).
    Stopped,
    /// A slap was won: the loser collects the piles (F.7.1) until the next reveal.
    SlapWon,
    /// The last foundation card was played (H.2.1).
    RoundOver,
    /// The match is over.
    MatchOver,
}

/// A card as it came to lie on a pile.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Laid {
    /// What it shows.
    pub top: Top,
    /// When it first touched the pile; `None` when it lay there from the start.
    pub at: Option<Measured>,
    /// Probability that it was read right.
    pub confidence: f64,
}

/// A card that touched a pile and has not been dealt with for good.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OpenPlay {
    /// Who, when seen.
    pub player: Option<Player>,
    /// With which hand.
    pub hand: Option<HandSide>,
    /// Onto which pile.
    pub pile: Pile,
    /// Rank, when read.
    pub rank: Option<Rank>,
    /// First contact.
    pub contact: Measured,
    /// Release (D.7.2), when seen.
    pub released: Option<Measured>,
    /// The top that it landed on.
    pub against: Top,
    /// Whether it follows `against`; `None` when a rank is unknown or play was not on.
    pub legal: Option<bool>,
    /// The other player's card came first onto the same top (D.9.1).
    pub disputed: bool,
    /// When it was taken off again, and by whom.
    pub removed: Option<(Measured, Option<Player>)>,
    /// Probability that all this was seen right.
    pub confidence: f64,
    /// A ruling was given.
    pub ruled: bool,
}

/// A card outside its owner's boundary (D.3.6).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outside {
    /// Number in order of leaving.
    pub number: u32,
    /// Rank, when read.
    pub rank: Option<Rank>,
    /// Lifting hand.
    pub hand: Option<HandSide>,
    /// When it was lifted; for a lift nobody saw, when it was first seen outside.
    pub lifted: Measured,
    /// Whether that lift was not seen, but follows from the way of the hand that brought the card.
    pub inferred: bool,
    /// Where it lies on a pile but is not released: whether it follows.
    pub on_pile: Option<Option<bool>>,
    /// Probability that it was lifted.
    pub confidence: f64,
}

/// More than one card outside at once, not over yet.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Overlap {
    /// The second card's lift.
    pub since: Measured,
    /// Both tops then.
    pub tops: [Top; 2],
    /// Numbers of the two cards, first out first.
    pub cards: [u32; 2],
    /// When a change of the tops made both playable, if they were not from the start.
    pub playable_since: Option<Measured>,
}

/// What a hand was doing on a pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Role {
    /// Nothing with a card: it may be half of a slap.
    Free,
    /// It brought a card, and the hand itself was seen on the pile.
    Playing,
    /// It brought a card; that the hand is on the pile follows from the card in it.
    Carrying,
    /// It turned a Draw Deck card onto the pile.
    Dealing,
}

/// One stay of a hand on a pile.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stay {
    /// Number in order of arrival.
    pub number: u32,
    /// Which hand.
    pub hand: Option<HandSide>,
    /// Which pile.
    pub pile: Pile,
    /// Down.
    pub down: Measured,
    /// Up again, when known.
    pub up: Option<Measured>,
    /// What it was doing.
    pub role: Role,
    /// Probability that the hand was on the pile.
    pub confidence: f64,
    /// Probability that it came after the other player's hand that lies there with it, where that is told.
    pub after_other: Option<f64>,
}

/// Both hands of a player down, one on each pile (F.3.1, F.3.2).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pair {
    /// Who.
    pub player: Player,
    /// The stay on the left pile.
    pub left: Stay,
    /// The stay on the right pile.
    pub right: Stay,
    /// When both were down.
    pub complete: Measured,
    /// Whether both tops were equal then; `None` when one was unknown.
    pub matching: Option<bool>,
    /// Probability that both tops were read right.
    pub tops_confidence: f64,
    /// Whether play was on then.
    pub status: Status,
    /// One reveal of two was on the table then.
    pub between_reveals: bool,
    /// Probability that it is a valid attempt as seen: hands down together, after the condition.
    pub sure: f64,
}

/// A slap condition that has not been settled.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OpenSlap {
    /// Second equal card's contact (F.2.4); `None` when it lay before the recording or is unknown.
    pub at: Option<Measured>,
    /// Rank on both piles; `None` when it could not be read and the condition is not certain.
    pub rank: Option<Rank>,
    /// Probability that both tops were read right.
    pub confidence: f64,
    /// Who brought the card that made it, and onto which pile.
    pub causes: Vec<(Player, Pile)>,
    /// Both reveals, first one first, when they made it (F.8.3).
    pub reveals: Option<[(Option<Player>, Measured); 2]>,
    /// The card that made it, or one that lies on it since, did not follow.
    pub disturbed: bool,
    /// It was made by the round's last card (H.2.5).
    pub final_card: bool,
    /// When another card covered it, and whether that was a legal play.
    pub covered: Option<(Measured, Option<bool>)>,
    /// Completed two-hand contacts after it became active.
    pub valid: Vec<Pair>,
    /// Two-hand contacts shortly before.
    pub early: Vec<Pair>,
}

impl OpenSlap {
    /// Equal tops whose coming was not seen.
    pub(super) fn unseen(rank: Rank) -> OpenSlap {
        OpenSlap {
            at: None,
            rank: Some(rank),
            confidence: 1.0,
            causes: Vec::new(),
            reveals: None,
            disturbed: false,
            final_card: false,
            covered: None,
            valid: Vec::new(),
            early: Vec::new(),
        }
    }
}

/// A last card that ended the round (H.2.1).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finish {
    /// Whose.
    pub player: Player,
    /// Its release (D.7.2).
    pub released: Measured,
    /// Probability that it was seen right.
    pub confidence: f64,
    /// The other player's last card came too, in no order that can be told (H.6.2).
    pub too_close: bool,
}

/// What is known at one moment. Build it with [`State::new`], change it only through `judge`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct State {
    /// Time of the last event, file seconds.
    pub now: f64,
    /// Whether play is on.
    pub status: Status,
    /// Cards of each Centre Pile as far as known, left and right, oldest first, never empty.
    pub piles: [Vec<Laid>; 2],
    /// Foundation cards left of each player, when known.
    pub foundation: [Option<u8>; 2],
    /// First contacts (file seconds) of cards that were the last of their player's Foundation, by player.
    pub last_cards: [Vec<f64>; 2],
    /// The same of cards that may have been the last ones: nobody saw what lay in their places then.
    pub maybe_last_cards: [Vec<f64>; 2],
    /// The round's last card, when the counts tell it.
    pub finish: Option<Finish>,
    /// How many cards have left a boundary.
    pub cards_out: u32,
    /// Cards outside the boundary, by player.
    pub outside: [Vec<Outside>; 2],
    /// A breach going on, by player.
    pub overlaps: [Option<Overlap>; 2],
    /// Cards whose contact came before a lift was seen, by player.
    pub lifts_missed: [Vec<(Option<Rank>, Measured)>; 2],
    /// Stays of hands on piles, by player, oldest first; left and right hand, down and up times.
    pub stays: [Vec<Stay>; 2],
    /// How many stays there have been.
    pub stays_seen: u32,
    /// Cards on piles not dealt with yet, oldest first.
    pub plays: Vec<OpenPlay>,
    /// The first of two reveals, waiting for the other.
    pub reveal: Option<(Option<Player>, Pile, Measured)>,
    /// Two-hand contacts not judged yet.
    pub pairs: Vec<Pair>,
    /// The slap condition that is on, or was until just now.
    pub slap: Option<OpenSlap>,
    /// Illegal plays so far, by player.
    pub illegal_plays: [u32; 2],
    /// Misslaps so far, by player.
    pub misslaps: [u32; 2],
    /// The last misslap, by player.
    pub last_misslap: [Option<Measured>; 2],
    /// Spans (file seconds) in which not both hands of a player were in sight, by player.
    pub unseen_hands: [Vec<(f64, f64)>; 2],
}

impl State {
    /// A table in play with these tops, left and right; `None` for unknown. Equal tops mean a slap
    /// condition since before the recording.
    pub fn new(tops: [Option<Rank>; 2]) -> State {
        let slap = match tops {
            [Some(left), Some(right)] if left == right && left != Rank::Joker => Some(OpenSlap::unseen(left)),
            _ => None,
        };
        State {
            now: f64::NEG_INFINITY,
            status: Status::Live,
            piles: tops.map(|rank| vec![Laid { top: rank.into(), at: None, confidence: 1.0 }]),
            foundation: [None, None],
            last_cards: [Vec::new(), Vec::new()],
            maybe_last_cards: [Vec::new(), Vec::new()],
            finish: None,
            cards_out: 0,
            outside: [Vec::new(), Vec::new()],
            overlaps: [None, None],
            lifts_missed: [Vec::new(), Vec::new()],
            stays: [Vec::new(), Vec::new()],
            stays_seen: 0,
            plays: Vec::new(),
            reveal: None,
            pairs: Vec::new(),
            slap,
            illegal_plays: [0, 0],
            misslaps: [0, 0],
            last_misslap: [None, None],
            unseen_hands: [Vec::new(), Vec::new()],
        }
    }

    /// Tells when not both hands of a player were in sight: what such a hand did is then unknown, not
    /// nothing.
    pub fn with_unseen_hands(mut self, spans: [Vec<(f64, f64)>; 2]) -> State {
        self.unseen_hands = spans;
        self
    }

    /// Tells which cards were seen to be the last of a Foundation, and which may have been, by their first contact with a pile.
    pub fn with_last_cards(mut self, contacts: [Vec<f64>; 2], maybe: [Vec<f64>; 2]) -> State {
        (self.last_cards, self.maybe_last_cards) = (contacts, maybe);
        self
    }

    /// Who laid the card that touched a pile at `contact`, if that may have been the round's last one.
    pub(super) fn maybe_last(&self, contact: f64) -> Option<Player> {
        let may = |player: &Player| self.maybe_last_cards[player.index()].iter().any(|t| (t - contact).abs() < 1e-9);
        Player::BOTH.into_iter().find(may)
    }

    /// How many cards a player had left before the play of one that touched its pile at `contact`, when known.
    pub(super) fn cards_left(&self, player: Player, contact: f64) -> Option<u8> {
        let last = self.last_cards[player.index()].iter().any(|t| (t - contact).abs() < 1e-9);
        if last { Some(1) } else { self.foundation[player.index()] }
    }

    /// Whether a hand of `player` was out of sight at some time between `from` and `to`. No does not say
    /// that what was seen was seen well.
    pub fn hand_unseen(&self, player: Player, from: f64, to: f64) -> bool {
        self.unseen_hands[player.index()].iter().any(|&(start, end)| start < to && end > from)
    }

    /// The table before a match: nothing is ruled until the first reveal (E.3.2).
    pub fn before_match() -> State {
        let mut state = State::new([None, None]);
        state.status = Status::BeforeMatch;
        for pile in &mut state.piles {
            pile[0].top = Top::Empty;
        }
        state
    }

    /// The top of a pile.
    pub fn top(&self, pile: Pile) -> Top {
        self.piles[pile.index()].last().map_or(Top::Unknown, |laid| laid.top)
    }

    /// Both tops, left and right.
    pub fn tops(&self) -> [Top; 2] {
        Pile::BOTH.map(|pile| self.top(pile))
    }

    /// Probability that both tops were read right.
    pub fn tops_confidence(&self) -> f64 {
        self.piles.iter().map(|pile| pile.last().map_or(1.0, |laid| laid.confidence)).product()
    }

    /// Whether both tops show the same rank (F.2.1); `None` when one is unknown.
    pub fn matching(&self) -> Option<bool> {
        match self.tops() {
            [Top::Card(left), Top::Card(right)] => Some(left == right && left != Rank::Joker),
            [Top::Empty, _] | [_, Top::Empty] => Some(false),
            _ => None,
        }
    }

    /// Before the match only a reveal or a round's start counts (E.3.1, E.3.2).
    pub(super) fn is_judged_at(&self, kind: EventKind) -> bool {
        self.status != Status::BeforeMatch || matches!(kind, EventKind::Reveal | EventKind::RoundStart)
    }
}
