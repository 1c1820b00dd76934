//! Acts that cannot be: the books stay as they were. Everything else is booked or ruled.

use super::table::{CardId, Status};
use crate::base::{Card, Pile, Player, Rank};

/// Why an act cannot be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Impossible {
    /// B.6.1: there is none in the deck.
    #[error("a joker: a SLAPS deck has none")]
    Joker,
    /// The same card in two places.
    #[error("the {} lies elsewhere already", name(.0))]
    SameCardTwice(Card),
    /// More than four cards of a rank.
    #[error("a fifth {}", .0.name())]
    FiveOfARank(Rank),
    /// A card shows something else than before.
    #[error("card {id} was {} and cannot be {}", name(.known), name(.seen))]
    OtherCard {
        /// Which.
        id: CardId,
        /// As seen before.
        known: Card,
        /// As told now.
        seen: Card,
    },
    /// Every card of the shuffled pack is known, and this is none of them.
    #[error("the {} was not in the shuffled pack", name(.0))]
    NotAmongThem(Card),
    /// Ids go from 0 to 51.
    #[error("there is no card {0}: ids go from 0 to 51")]
    NoSuchCard(CardId),
    /// A reveal without a card.
    #[error("{0}'s Draw Deck is empty")]
    EmptyDeck(Player),
    /// No foundation card where the act says.
    #[error("{player}'s foundation has no card at place {place}")]
    NoCardAt {
        /// Whose foundation.
        player: Player,
        /// Which place.
        place: u8,
    },
    /// No foundation card that could be the one described.
    #[error("{0} has no foundation card at hand that could be that one")]
    NoSuchFoundationCard(Player),
    /// A play that says neither place nor card while more than one could be meant.
    #[error("{0}'s play does not say which card")]
    WhichCard(Player),
    /// Nothing to take off a pile.
    #[error("there is no such card on the {0} pile")]
    NothingThere(Pile),
    /// A deck of another size than 52.
    #[error("{0} cards: a SLAPS deck has 52")]
    NotADeck(usize),
    /// A player without a card to play with.
    #[error("{0} has no foundation card to begin with")]
    NoCards(Player),
    /// The order of a shuffle does not hold the pack's cards once each.
    #[error("the order told is not one of the {0} cards that were shuffled")]
    NotThosePack(usize),
    /// A slap won by nobody.
    #[error("a slap was won, but the act does not say by whom")]
    NoWinner,
    /// Something that this moment of a match does not know.
    #[error("{what} cannot be while the match is {}", status_words(*.status))]
    Moment {
        /// What was told.
        what: &'static str,
        /// Where the match stands.
        status: Status,
    },
    /// A round's end while both players have foundation cards.
    #[error("the round cannot be over: Player 1 has {} and Player 2 {} foundation cards left", .0[0], .0[1])]
    RoundNotOver([usize; 2]),
    /// H.6 needs two finishers.
    #[error("the finish cannot be too close: only one player played a last card")]
    OneFinisher,
    /// The round's winner is another player.
    #[error("{said} cannot have won it: the books have {booked}")]
    OtherWinner {
        /// As told.
        said: Player,
        /// As booked.
        booked: Player,
    },
}

/// `seven of hearts`, `seven`.
fn name(card: &Card) -> String {
    use crate::base::Suit;
    let of = match card.suit {
        None => "",
        Some(Suit::Clubs) => " of clubs",
        Some(Suit::Diamonds) => " of diamonds",
        Some(Suit::Hearts) => " of hearts",
        Some(Suit::Spades) => " of spades",
    };
    format!("{}{of}", card.rank.name())
}

/// Where the match stands, to end a sentence.
pub(super) fn status_words(status: Status) -> &'static str {
    match status {
        Status::BeforeMatch => "not begun",
        Status::Ready => "waiting for a round's first reveal",
        Status::Live => "in play",
        Status::Stopped => "stopped",
        Status::SlapWon => "waiting for the reveal after a slap",
        Status::Suspended => "suspended",
        Status::RoundOver => "between rounds",
        Status::MatchOver => "over",
        Status::Terminated => "terminated",
    }
}
