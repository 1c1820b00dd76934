//! What can be seen at the table beside the events of play, with the facts that were measured.

use super::super::books::act::Face;
use super::line::NotASight;
use crate::base::{HandSide, Measured, Pile, Player, Rank};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Something seen, from its first instant to its last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Map<String, Value>", into = "Map<String, Value>")]
pub struct Sight {
    /// When it began, with its 95 % interval, file seconds.
    pub at: Measured,
    /// When it was over or last seen, file seconds; not before `at.t`.
    pub until: f64,
    /// Whose doing it was, when that was seen.
    pub player: Option<Player>,
    /// By which hand, when that was seen.
    pub hand: Option<HandSide>,
    /// Probability that it was as described, 0..1.
    pub confidence: f64,
    /// What.
    pub seen: Seen,
}

/// A place that a hand can hover over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// The left Centre Pile.
    Left,
    /// The right Centre Pile.
    Right,
    /// Player 1's Draw Deck.
    #[serde(rename = "deck_1")]
    Deck1,
    /// Player 2's Draw Deck.
    #[serde(rename = "deck_2")]
    Deck2,
}

/// What lies over a hidden card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// A hand or an arm.
    Hand,
    /// Other cards.
    Cards,
}

/// A mat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mat {
    /// Player 1's foundation mat.
    #[serde(rename = "foundation_1")]
    Foundation1,
    /// Player 2's foundation mat.
    #[serde(rename = "foundation_2")]
    Foundation2,
    /// The mat with the Centre Piles and Draw Decks.
    Central,
}

/// What was seen. Answers that nobody measured are left out or `null`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Seen {
    /// A hand stayed over a pile or deck without touching it (D.10.2).
    Hovering {
        /// Over what.
        over: Area,
        /// There was a card in it (D.7.4).
        #[serde(default)]
        carrying: bool,
        /// How high above the mat, when that could be measured.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        height_cm: Option<f64>,
    },
    /// The top card of a Centre Pile could not be seen (D.5.5).
    TopHidden {
        /// Which pile.
        pile: Pile,
        /// Share of the time for which it was hidden, 0..1.
        #[serde(default = "whole")]
        hidden: f64,
    },
    /// A live card could not be seen (D.11).
    LiveCardHidden {
        /// Whose card.
        owner: Player,
        /// Share of the time for which it was hidden, 0..1.
        #[serde(default = "whole")]
        hidden: f64,
        /// By what.
        by: Cover,
    },
    /// A hand touched a Draw Deck (B.5.2).
    DeckTouched {
        /// Whose deck.
        deck: Player,
        /// A card was revealed from it with this touch.
        #[serde(default)]
        revealed: bool,
    },
    /// A Draw Deck, or part of it, lay outside its zone (B.5.1, B.5.3).
    DeckOutOfZone {
        /// Whose deck.
        deck: Player,
        /// How far it reached over the line.
        cm: f64,
        /// How many of its cards showed their face.
        #[serde(default)]
        exposed: u32,
        /// Whether it was put back by `until`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        returned: Option<bool>,
    },
    /// A Draw Deck lay face up (D.4.2).
    DeckFaceUp {
        /// Whose deck.
        deck: Player,
    },
    /// A card of a Draw Deck showed its face to a player before it touched a Centre Pile (B.5.4, E.2.4).
    CardExposed {
        /// Whose deck.
        deck: Player,
        /// The card, when it could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Face>,
    },
    /// The top of a Draw Deck was lifted and held ahead of its reveal (D.4.4).
    PreLift {
        /// Whose deck.
        deck: Player,
    },
    /// A reveal came in several motions (D.4.3).
    RevealInSteps {
        /// Whose deck.
        deck: Player,
        /// How many, from 1.
        motions: u32,
        /// Longest pause between two of them, file seconds.
        pause_s: f64,
    },
    /// Face-up foundation cards of `player` were counted (D.3.1).
    LiveCards {
        /// How many.
        count: u32,
    },
    /// A card came to lie on both sides of the line between the Centre Piles (B.4.3, D.5.4).
    CardBetweenPiles {
        /// The card, when it could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Face>,
        /// Probability that it belongs to the left pile.
        p_left: f64,
    },
    /// A card left the Centre Pile zone through impact (B.4.4).
    CardKnockedOut {
        /// Of which pile.
        pile: Pile,
        /// How far over the line.
        cm: f64,
        /// Whether it is in the way of a hand or of the view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_the_way: Option<bool>,
    },
    /// A played card bounced or lies crooked (D.5.3, D.10.7, F.2.5).
    LandedOddly {
        /// On which pile.
        pile: Pile,
        /// Whether its rank can be seen.
        readable: bool,
    },
    /// Cards of a Centre Pile were pushed about or picked up other than by a play or a slap (D.8.5).
    PileDisturbed {
        /// Which pile.
        pile: Pile,
        /// How many cards moved.
        cards: u32,
    },
    /// Foundation cards slid over their line through speed or impact (B.2.4).
    Spill {
        /// How many.
        cards: u32,
        /// The furthest of them, over the line.
        cm: f64,
    },
    /// Foundation cards were taken or knocked out of the Boundary, not to be played (D.3.5).
    Displaced {
        /// How many.
        cards: u32,
        /// Whether they were put back by `until`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        returned: Option<bool>,
        /// Whether it gave an advantage.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        advantage: Option<bool>,
    },
    /// The same card lay in two places at once (B.6.1).
    SameCardTwice {
        /// Which.
        card: Face,
    },
    /// A joker lay on the table (B.6.1).
    JokerSeen {},
    /// Cards were counted (B.6.1).
    CardCount {
        /// How many.
        count: u32,
        /// Of this rank; without one, all cards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rank: Option<Rank>,
        /// Every card in the game was in sight, so none can be missing from the count.
        #[serde(default)]
        complete: bool,
    },
    /// A mat slid (B.2.6, E.4.3.5).
    MatMoved {
        /// Which.
        mat: Mat,
        /// How far.
        cm: f64,
    },
    /// The camera was moved (E.4.3.5).
    CameraMoved {
        /// How far the table shifted in the picture, measured on the table.
        cm: f64,
    },
    /// Something that does not belong there lay on the playing surface (B.1.5).
    ForeignObject {
        /// Whether it is in the way of cards or hands.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_the_way: Option<bool>,
    },
    /// Hands of the two players touched (C.2.4). `player` and `hand`: whose hand moved into the other's.
    PlayersTouched {
        /// Which hand of the other player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other_hand: Option<HandSide>,
    },
    /// A hand came down unusually fast (F.9.4).
    HardStrike {
        /// Its greatest speed, metres a real second.
        speed_m_s: f64,
        /// What is usual in this recording, metres a real second.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        usual_m_s: Option<f64>,
    },
    /// Sub-piles were moved (D.2.5, D.2.6, D.10.4).
    Rearranged {
        /// Whether all cards stayed inside the Boundary.
        inside: bool,
    },
    /// A card of the foundation was turned up after a play (D.2.7).
    CardTurned {},
    /// No card was turned up after a play, though there was one (D.7.5).
    NextCardNotTurned {
        /// How many live cards there were then.
        live: u32,
    },
    /// A card fell to the table away from the Centre Piles (D.10.5).
    CardDropped {
        /// The card, when it could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Face>,
        /// Whether it was inside the Boundary again by `until`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        returned: Option<bool>,
    },
    /// A live card flipped face down (D.10.6).
    CardFlipped {
        /// Whether it was turned up again by `until`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turned_up: Option<bool>,
    },
}

fn whole() -> f64 {
    1.0
}

impl TryFrom<Map<String, Value>> for Sight {
    type Error = NotASight;

    fn try_from(fields: Map<String, Value>) -> Result<Sight, NotASight> {
        super::line::read(fields)
    }
}

impl From<Sight> for Map<String, Value> {
    fn from(sight: Sight) -> Map<String, Value> {
        super::line::write(&sight)
    }
}
