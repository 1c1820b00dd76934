//! The script of a scenario: what happens, and when. One cue is one act of the players or the referee.
//!
//! `t` is the instant at which the act's main contact happens, seconds: a played card first touches its pile,
//! both hands of a slap are down, a card is lifted. The director sees to it that hands leave early enough.
//! Whatever a cue leaves out is chosen from the scenario's seed.

use super::scenario::cards::CardName;
use crate::base::{HandSide, Pile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One cue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cue {
    /// Seconds; a slap with `margin_ms` may leave it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub t: Option<f64>,
    /// What.
    #[serde(flatten)]
    pub act: Do,
}

macro_rules! acts {
    ($( $(#[$doc:meta])* $name:ident = $word:literal { $( $(#[$fdoc:meta])* $field:ident : $kind:ty ),* $(,)? } )*) => {
        /// What can be done.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "do")]
        pub enum Do {
            $( $(#[$doc])* #[serde(rename = $word)] $name($name), )*
        }

        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
            #[serde(deny_unknown_fields)]
            pub struct $name {
                $( $(#[$fdoc])* #[serde(default, skip_serializing_if = "Option::is_none")] pub $field: Option<$kind>, )*
            }
        )*

        impl Do {
            /// Every word that `do` may be.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word of this act.
            pub fn word(&self) -> &'static str {
                match self { $( Do::$name(_) => $word, )* }
            }

            /// Reads the fields of the act of that word; errors carry the path of the field.
            /// `None` when there is no such act.
            pub fn read(word: &str, fields: serde_json::Value)
                -> Option<Result<Do, serde_path_to_error::Error<serde_json::Error>>>
            {
                match word {
                    $( $word => Some(serde_path_to_error::deserialize(fields).map(Do::$name)), )*
                    _ => None,
                }
            }
        }
    };
}

acts! {
    /// Both players (or one) turn their Draw Deck's top onto a Centre Pile (A.4.11).
    Reveal = "reveal" {
        /// Who; both when left out. In the games with one pile: whose stack's top.
        player: u8,
        /// How much later Player 2's card lands than Player 1's, milliseconds; may be negative.
        skew_ms: f64,
        /// Onto which pile; the one on the side of the player's Draw Deck when left out.
        pile: Pile,
        /// In how many motions; more than 1 stops on the way (D.4.4).
        motions: u8,
        /// The face can be seen this long before the card lands, seconds (D.4.3).
        exposed_s: f64,
        /// The card's edge is lifted and held this long before the motion, seconds (E.2.4).
        prelift_s: f64,
    }
    /// A live card is played.
    Play = "play" {
        /// Who.
        player: u8,
        /// Which card; `place` may say it instead.
        card: CardName,
        /// Which sub-pile, 0 to 3 from that player's left.
        place: u8,
        /// Onto which pile.
        pile: Pile,
        /// With which hand.
        hand: HandSide,
        /// When it is lifted, seconds; as late as comfortable when left out.
        lift_t: f64,
        /// From contact to release, seconds.
        hold_s: f64,
        /// Where its middle lands, from the pile's middle, centimetres.
        offset: [f64; 2],
        /// How it lies, degrees from straight.
        angle_deg: f64,
        /// Lands between the piles (D.5.4).
        between: bool,
    }
    /// A live card is lifted and kept in the hand.
    Lift = "lift" {
        /// Who.
        player: u8,
        /// Which card.
        card: CardName,
        /// Which sub-pile.
        place: u8,
        /// With which hand.
        hand: HandSide,
    }
    /// A card in the hand goes back to its sub-pile (D.3.4).
    Return = "return" {
        /// Who.
        player: u8,
        /// Which hand holds it.
        hand: HandSide,
    }
    /// The top card is taken off a Centre Pile and put back on its player's foundation (D.8.2, D.7.3).
    Remove = "remove" {
        /// Who.
        player: u8,
        /// Off which pile.
        pile: Pile,
        /// With which hand.
        hand: HandSide,
    }
    /// An attempt to slap; `t` is when both hands are down.
    Slap = "slap" {
        /// Who.
        player: u8,
        /// Instead of `t`: completed so much later than the other player's last attempt, milliseconds.
        margin_ms: f64,
        /// How much earlier than `t` the hand on the left pile touches, milliseconds.
        left_before_ms: f64,
        /// How much earlier than `t` the hand on the right pile touches, milliseconds.
        right_before_ms: f64,
        /// Palms or fingertips.
        with: SlapWith,
        /// One pile only (F.3.3).
        only: Pile,
        /// Both hands on this pile (F.3.3).
        both_on: Pile,
        /// The first hand is up again before the second is down (F.3.2).
        apart: bool,
        /// How long the hands stay, seconds.
        hold_s: f64,
        /// How hard, 0 to 1.
        strength: f64,
        /// Which hand, in the games with one pile.
        hand: HandSide,
    }
    /// A card and a slap in one motion (F.4); `t` is the card's contact.
    PlayAndSlap = "play_and_slap" {
        /// Who.
        player: u8,
        /// Which card.
        card: CardName,
        /// Which sub-pile.
        place: u8,
        /// Onto which pile.
        pile: Pile,
        /// Both hands are down so much later than the card's contact, milliseconds; negative: hands first.
        gap_ms: f64,
        /// How long the hands stay, seconds.
        hold_s: f64,
    }
    /// One hand touches a pile lightly.
    Touch = "touch" {
        /// Who.
        player: u8,
        /// With which hand.
        hand: HandSide,
        /// Which pile.
        pile: Pile,
        /// How long, seconds.
        hold_s: f64,
    }
    /// A hand stays above a pile or a Draw Deck (D.10.2); `t` is its arrival.
    Hover = "hover" {
        /// Who.
        player: u8,
        /// With which hand.
        hand: HandSide,
        /// Above which pile.
        pile: Pile,
        /// Above whose Draw Deck instead.
        deck_of: u8,
        /// How high above it, centimetres.
        height_cm: f64,
        /// How long, seconds.
        for_s: f64,
    }
    /// Hands strike and stop above the piles.
    Fake = "fake" {
        /// Who.
        player: u8,
        /// With which hand only.
        hand: HandSide,
        /// Above which pile only.
        pile: Pile,
        /// How high they stop, centimetres.
        height_cm: f64,
    }
    /// Whoever lost a slap collects both piles into the own holding pile (F.7.1); `t`: the piles are lifted.
    Take = "take" {
        /// Who.
        player: u8,
    }
    /// The next card of a sub-pile is turned up (D.2.7); `t`: it lies face up.
    Turn = "turn" {
        /// Who.
        player: u8,
        /// Which sub-pile.
        place: u8,
        /// With which hand.
        hand: HandSide,
    }
    /// A card is moved within the boundary (D.2.6).
    Rearrange = "rearrange" {
        /// Who.
        player: u8,
        /// From which sub-pile.
        from: u8,
        /// To which.
        to: u8,
        /// With which hand.
        hand: HandSide,
    }
    /// A fifth live card: a covered card is laid open beside the sub-piles (D.3.1).
    ExtraLive = "extra_live" {
        /// Who.
        player: u8,
        /// The sub-pile whose top goes there.
        place: u8,
        /// With which hand.
        hand: HandSide,
    }
    /// A hand on a Draw Deck outside a reveal (B.5.2).
    TouchDeck = "touch_deck" {
        /// Who.
        player: u8,
        /// Whose deck; the own when left out.
        deck_of: u8,
        /// With which hand.
        hand: HandSide,
        /// How long, seconds.
        hold_s: f64,
    }
    /// A Draw Deck is pushed out of its zone (B.5.3).
    NudgeDeck = "nudge_deck" {
        /// Who.
        player: u8,
        /// Whose deck.
        deck_of: u8,
        /// By how much, centimetres.
        by: [f64; 2],
        /// With which hand.
        hand: HandSide,
    }
    /// A hand lies over a top card or a live card (D.5.5, D.11).
    Cover = "cover" {
        /// Who.
        player: u8,
        /// With which hand.
        hand: HandSide,
        /// Which pile's top.
        pile: Pile,
        /// The own live card of this sub-pile instead.
        place: u8,
        /// How long, seconds.
        for_s: f64,
    }
    /// Live cards are knocked over the boundary by accident and put back (D.3.5, B.2.4).
    Spill = "spill" {
        /// Whose cards.
        player: u8,
        /// Which sub-piles' tops.
        places: Vec<u8>,
        /// By how much, centimetres.
        by: [f64; 2],
        /// Put back after so many seconds.
        back_after_s: f64,
        /// With which hand.
        hand: HandSide,
    }
    /// A carried card falls and is taken back (D.10.5); `t`: it hits the table.
    Drop = "drop" {
        /// Who.
        player: u8,
        /// Which card.
        card: CardName,
        /// Which sub-pile.
        place: u8,
        /// With which hand.
        hand: HandSide,
        /// Put back after so many seconds.
        back_after_s: f64,
    }
    /// Hands of both players meet (C.2.4).
    Clash = "clash" {
        /// Over which pile.
        pile: Pile,
        /// How high, centimetres.
        height_cm: f64,
    }
    /// A mat is pushed (B.2.6); `t`: it lies in its new place.
    PushMat = "push_mat" {
        /// Who.
        player: u8,
        /// Which mat, by its id in the layout.
        mat: String,
        /// By how much, centimetres.
        by: [f64; 2],
        /// Turned by, degrees.
        turn_deg: f64,
    }
    /// A card stays in the hand on its pile (D.10.1); `t` is its contact.
    HoldCard = "hold_card" {
        /// Who.
        player: u8,
        /// Which card.
        card: CardName,
        /// Which sub-pile.
        place: u8,
        /// On which pile.
        pile: Pile,
        /// With which hand.
        hand: HandSide,
        /// How long, seconds.
        for_s: f64,
    }
    /// The referee stops play (E.4).
    Stoppage = "stoppage" {}
    /// A stalemate is called (A.4.7); wrong if somebody could play (G.10.2).
    Stalemate = "stalemate" {
        /// By whom.
        player: u8,
    }
    /// A round begins by word (E.2.3).
    RoundStart = "round_start" {}
    /// A round is said to be over.
    RoundEnd = "round_end" {
        /// Who won it.
        player: u8,
    }
    /// The match is over.
    MatchEnd = "match_end" {
        /// Who won it.
        player: u8,
    }
    /// All cards of a player are swept together and taken off the table (E.5).
    Collect = "collect" {
        /// Who.
        player: u8,
    }
    /// Between rounds (E.5.1): a player puts cards onto the own holding pile, face down, one pack; `t`: begin.
    Gather = "gather" {
        /// Who.
        player: u8,
        /// Which cards, wherever they lie; the own foundation, Draw Deck and holding pile when left out.
        cards: Vec<CardName>,
    }
    /// The pack on the own holding pile is shuffled (E.5.2); `t`: begin.
    Shuffle = "shuffle" {
        /// Who.
        player: u8,
    }
    /// A foundation and a Draw Deck are laid out from the pack on the own holding pile (H.7.3); `t`: begin.
    LayOut = "lay_out" {
        /// Who.
        player: u8,
    }
    /// The top of the other player's Draw Deck is lent (G.3.3), its last card crosswise (G.3.4); `t`: begin.
    Lend = "lend" {
        /// Who borrows.
        player: u8,
        /// How many cards; half, rounded down, when left out.
        count: u8,
    }
    /// Both Centre Piles are shuffled and become two Draw Decks (G.7.4); `t`: begin.
    SplitCentre = "split_centre" {
        /// Whose hands do it; Player 1's when left out.
        player: u8,
        /// How many cards Player 1 gets; half, rounded up, when left out.
        first: u8,
    }
    /// Hands go home and rest until `t`.
    Wait = "wait" {}
}

/// Which part of the hands meets the piles (F.3.4).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SlapWith {
    /// The flat hand.
    #[default]
    Palm,
    /// The fingertips.
    Fingertips,
}
