//! Events that cannot be. Everything else, however odd, is judged.

use super::seat::Seat;
use crate::base::Card;

/// Why an event cannot be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Impossible {
    /// An instant or its interval is not finite, or the interval does not hold the instant.
    #[error("the event has no usable instant: {0}, {1} to {2}")]
    Instant(f64, f64, f64),
    /// `lo` or `hi` without `t`.
    #[error("an interval without its instant")]
    IntervalAlone,
    /// An earlier event after a later one.
    #[error("an event at {0:.4} s comes after one at {1:.4} s: events go by time")]
    BackInTime(f64, f64),
    /// A probability or a part outside 0..1, or more than five fingers.
    #[error("{0} is outside its range: {1}")]
    Range(&'static str, f64),
    /// Anything before the deal.
    #[error("nothing can happen before the cards are dealt")]
    NotDealt,
    /// A second deal in one game.
    #[error("the cards have been dealt already: a new game starts with a new state")]
    SecondDeal,
    /// Fewer than two or more than eight seats.
    #[error("{0} seats: a table has two to eight")]
    Seats(usize),
    /// A seat that is not at this table.
    #[error("{0} is not at this table of {1}")]
    UnknownSeat(Seat, usize),
    /// A deal that does not come to the deck.
    #[error("{0} cards dealt, but the deck has {1}")]
    Count(usize, usize),
    /// A card from a seat without one.
    #[error("{0} has no card left")]
    Empty(Seat),
    /// A card that is not in the deck at all.
    #[error("there is no {0:?} in this deck")]
    NotInDeck(Card),
    /// A card that lies elsewhere.
    #[error("{0:?} cannot come from {1}: every such card is known to be elsewhere")]
    Twice(Card, Seat),
    /// A card that cannot be in this stack.
    #[error("{0:?} cannot come from {1}: all cards of that stack are known")]
    NotThere(Card, Seat),
    /// Something on a pile that does not exist.
    #[error("there is no second pile")]
    NoSplit,
    /// A pile without cards was taken, picked up or divided.
    #[error("there is no card on the pile")]
    NoCards,
    /// No card of that seat is set aside.
    #[error("{0} has no card set aside")]
    NothingAside(Seat),
    /// A card left over that is not on the pile.
    #[error("card {0} from the bottom cannot stay: the pile has {1}")]
    NoSuchCard(usize, usize),
    /// Somebody gives cards to herself.
    #[error("{0} cannot give cards to herself")]
    ToSelf(Seat),
}
