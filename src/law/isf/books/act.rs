//! What the books are told, one act a line: `{"kind": "play", "player": 1, "pile": "left", "card": "7h"}`.
//!
//! Names are the contract's where one of its event kinds fits (`reveal`, `play`, `remove`, `return`, `turn`,
//! `stoppage`, `round_start`, `round_end`, `match_end`). Places of a foundation count from 0 and start as the
//! sub-piles of four, three, two and one. Chance comes in: a shuffle's result is part of its act.

use super::table::CardId;
use crate::base::{Card, Pile, Player, Rank, Suit};
use crate::facts::{Event, EventKind};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A card as told: `"10h"`, `"Q"` (suit not read) or `"?"` (not read). Also read from the contract's
/// `{"rank": "10", "suit": "h"}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face(pub Option<Card>);

impl Face {
    /// Reads the short form.
    ///
    /// # Errors
    /// The text, when it names no card.
    pub fn parse(text: &str) -> Result<Face, String> {
        if text == "?" {
            return Ok(Face(None));
        }
        let suits = [('c', Suit::Clubs), ('d', Suit::Diamonds), ('h', Suit::Hearts), ('s', Suit::Spades)];
        let suited = suits.iter().find_map(|(letter, suit)| Some((text.strip_suffix(*letter)?, Some(*suit))));
        let (symbol, suit) = suited.unwrap_or((text, None));
        let rank = Rank::ALL.into_iter().find(|rank| rank.symbol() == symbol);
        rank.map(|rank| Face(Some(Card { rank, suit }))).ok_or_else(|| format!("{text:?} is no card"))
    }
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0.map_or_else(
            || "?".to_owned(),
            |card| {
                let suit = match card.suit {
                    None => "",
                    Some(Suit::Clubs) => "c",
                    Some(Suit::Diamonds) => "d",
                    Some(Suit::Hearts) => "h",
                    Some(Suit::Spades) => "s",
                };
                format!("{}{suit}", card.rank)
            },
        );
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Face, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a card such as \"10h\", \"Q\" or \"?\"")]
        enum Written {
            Text(String),
            Card {
                rank: Rank,
                #[serde(default)]
                suit: Option<Suit>,
            },
        }
        match Written::deserialize(deserializer)? {
            Written::Text(text) => Face::parse(&text).map_err(serde::de::Error::custom),
            Written::Card { rank, suit } => Ok(Face(Some(Card { rank, suit }))),
        }
    }
}

/// A player's cards at the deal: how many, or which, top first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Pack {
    /// So many, none of them seen.
    Count(u8),
    /// These, top first; the length says how many.
    Faces(Vec<Face>),
}

/// The order of a shuffled pack, top first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Order {
    /// Every card of the pack by its id: a shuffle that was followed.
    Ids(Vec<CardId>),
    /// Cards seen since, from the top; those after the last are unknown.
    Faces(Vec<Face>),
}

/// How a slap challenge came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlapOutcome {
    /// A player completed first (F.5.1); the act says who.
    Won,
    /// The order cannot be told (F.6.1).
    Stalemate,
    /// It counts for nothing, by the referee's decision (F.10.1) or the Laws (H.2.5).
    Void,
}

/// What the referee does about a suspended match (E.7.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resumption {
    /// The table is rebuilt and play restarts with a reveal (E.7.3, E.4.2).
    Resumed,
    /// The round is played again (E.7.4).
    Replayed,
    /// The match is given up.
    Abandoned,
}

/// A sanction as the referee shows it (C.4.5.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    /// A formal warning (D.8.2).
    Warning,
    /// A yellow card (D.8.3, F.9.6).
    YellowCard,
    /// A red card (F.9.6).
    RedCard,
}

/// What a match is played as (A.2.2 to A.2.5, I.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchKind {
    /// League competition.
    League,
    /// Knockout tournament.
    Knockout,
    /// Group stage.
    Group,
    /// Final or championship round.
    Final,
    /// Exhibition match.
    Exhibition,
    /// Friendly match.
    Friendly,
}

impl MatchKind {
    /// A.2.4: official competition, which needs a referee. Reading: exhibitions and friendlies are formats
    /// (I.2.1) but no competition.
    pub fn is_official(self) -> bool {
        !matches!(self, MatchKind::Exhibition | MatchKind::Friendly)
    }
}

/// A table as somebody describes it, for a record that begins in the middle of a match. Lists go from the
/// bottom to the top.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Described {
    /// Sub-piles of each player; every top lies face up.
    pub foundations: [Vec<Vec<Face>>; 2],
    /// Draw Decks.
    pub decks: [Vec<Face>; 2],
    /// How many cards at the top of each Draw Deck belong to the other player (G.3).
    pub borrowed: [u8; 2],
    /// Both Draw Decks belong to nobody (G.7.4.3).
    pub decks_are_nobodys: bool,
    /// Centre Piles, left and right.
    pub centre: [Vec<Face>; 2],
    /// Holding piles (F.7.2).
    pub holding: [Vec<Face>; 2],
    /// Whose Draw Deck holds, at its bottom, every card not listed.
    pub rest: Option<Player>,
    /// Rounds won so far.
    pub rounds: [u32; 2],
    /// Slaps won so far.
    pub slaps: [u32; 2],
    /// Play is on; otherwise it is stopped and a reveal restarts it.
    pub live: bool,
}

/// One act.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[expect(missing_docs, reason = "fields are named as in the type's own words")]
pub enum Act {
    /// Who plays, before anything else (I.6.1); a round cap if the competition has one (I.7.2).
    MatchSetUp {
        players: [String; 2],
        #[serde(default)]
        referee: Option<String>,
        #[serde(default)]
        round_cap: Option<u32>,
        #[serde(default)]
        match_kind: Option<MatchKind>,
    },
    /// A player, or with no player the referee, confirms readiness (E.2.1, E.5.5, H.7.4). Never required.
    Ready {
        #[serde(default)]
        player: Option<Player>,
    },
    /// The players have changed sides (C.2.5). Acts go on naming players by the side they sat down on.
    SidesSwapped,
    /// The packs of Round 1; foundations and Draw Decks are built from them (D.2, D.4.1).
    Deal { packs: [Pack; 2] },
    /// The table stands as described.
    Table(Box<Described>),
    /// A Draw Deck's top goes onto a Centre Pile (A.4.11).
    Reveal {
        player: Player,
        pile: Pile,
        #[serde(default)]
        card: Option<Face>,
    },
    /// A foundation card is released on a Centre Pile (D.7.2), from a place, or whichever live card it is.
    /// `unclear`: it lies so that its pile or what may follow it is in doubt (D.5.4, H.2.3). `at_once`: it was
    /// aimed at the top that the card before it covered (D.9.1); told apart by the order alone when left out.
    Play {
        player: Player,
        pile: Pile,
        #[serde(default)]
        place: Option<u8>,
        #[serde(default)]
        card: Option<Face>,
        #[serde(default)]
        unclear: bool,
        #[serde(default)]
        at_once: Option<bool>,
    },
    /// The referee finds that the later of two cards for one top came first (D.9.2).
    PlacedFirst { pile: Pile, player: Player },
    /// A card is taken off a Centre Pile by a player (D.7.3, D.8.2); at once, later, or nobody can say.
    Remove {
        pile: Pile,
        #[serde(default)]
        player: Option<Player>,
        #[serde(default)]
        immediate: Option<bool>,
    },
    /// The referee has a card that did not follow put back where it came from (E.4.5).
    Return { pile: Pile },
    /// The top of a place is turned face up (D.2.7); without a place, of whichever it can be.
    Turn {
        player: Player,
        #[serde(default)]
        place: Option<u8>,
        #[serde(default)]
        card: Option<Face>,
    },
    /// The top of one place is moved to another (D.2.6); the first place after the last is a new one.
    Rearrange { player: Player, from: u8, to: u8 },
    /// A slap challenge is decided.
    Slap {
        outcome: SlapOutcome,
        #[serde(default)]
        player: Option<Player>,
    },
    /// A player slapped with no condition active (F.9.1).
    Misslap { player: Player },
    /// A stalemate is called (A.4.7).
    Stalemate,
    /// The referee stops play (E.4).
    Stoppage,
    /// The referee suspends the match (E.7.1).
    Suspension,
    /// The referee decides about a suspended match (E.7.5).
    Resumption { how: Resumption },
    /// The referee ends the match with no winner (A.3.4).
    Termination,
    /// A player concedes (E.6).
    Concession { player: Player },
    /// A player does not appear or cannot begin (I.7.3).
    Forfeit { player: Player },
    /// The referee shows a sanction (C.4.5.7).
    Sanction { player: Player, sanction: Shown },
    /// The referee replaces the deck (B.6.6).
    DeckReplacement,
    /// The top half of a Draw Deck goes to the player who has none (G.3); so many cards, if told.
    Loan {
        #[serde(default)]
        top_half: Option<u8>,
    },
    /// With both Draw Decks at zero the centre is shuffled and split (G.7.4): Player 1's new Draw Deck from
    /// the top of the shuffled pile, of so many cards if told, and Player 2's from the rest.
    CentreShuffle {
        #[serde(default)]
        order: Option<Order>,
        #[serde(default)]
        first: Option<u8>,
    },
    /// A round is said to begin (E.2.3).
    RoundStart,
    /// A round is said to be over (H.2.1).
    RoundEnd {
        #[serde(default)]
        player: Option<Player>,
    },
    /// The referee cannot tell which of two last cards came first (H.6.2).
    TooCloseFinish,
    /// Both players collect, shuffle and build for the next round (E.5, H.7).
    NextRound {
        #[serde(default)]
        packs: [Option<Order>; 2],
    },
    /// The match is said to be over (H.4).
    MatchEnd {
        #[serde(default)]
        player: Option<Player>,
    },
    /// A card is recognised later.
    Learn { id: CardId, card: Face },
}

impl Act {
    /// Whether an act of this kind is written with its kind alone.
    pub(super) fn has_no_fields(&self) -> bool {
        matches!(
            self,
            Act::SidesSwapped
                | Act::Stalemate
                | Act::Stoppage
                | Act::Suspension
                | Act::Termination
                | Act::DeckReplacement
                | Act::RoundStart
                | Act::TooCloseFinish
        )
    }

    /// The act that a measured event is to the books; `None` for what the books do not keep (lifts,
    /// contacts, hands) and for an event that does not say whose card or which pile it was.
    pub fn from_event(event: &Event) -> Option<Act> {
        let card = event.card.map(|card| Face(Some(card)));
        Some(match event.kind {
            EventKind::Reveal => Act::Reveal { player: event.player?, pile: event.pile?, card },
            EventKind::Play => {
                let (player, pile) = (event.player?, event.pile?);
                Act::Play { player, pile, place: None, card, unclear: false, at_once: None }
            }
            EventKind::Remove => Act::Remove { pile: event.pile?, player: event.player, immediate: None },
            EventKind::Stoppage => Act::Stoppage,
            EventKind::RoundStart => Act::RoundStart,
            EventKind::RoundEnd => Act::RoundEnd { player: event.player },
            EventKind::MatchEnd => Act::MatchEnd { player: event.player },
            // A turned card's place is not in the event.
            EventKind::Turn => Act::Turn { player: event.player?, place: None, card },
            EventKind::Lift | EventKind::Return | EventKind::Contact | EventKind::Touch | EventKind::Untouch => {
                return None;
            }
        })
    }
}
