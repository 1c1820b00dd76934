//! Foundation cards that were turned up (D.2.7), as events.
//!
//! Turning the next card up, or leaving it, is no offence: the events complete the record and are not judged.

use crate::base::Card;
use crate::events::TurnedUp;
use crate::facts::{Event, EventKind};

/// The events that cards turned up are.
pub fn turns(turned: &[TurnedUp]) -> Vec<Event> {
    let event = |card: &TurnedUp| Event {
        at: card.at,
        kind: EventKind::Turn,
        player: Some(card.player),
        hand: card.hand,
        pile: None,
        card: Some(Card { rank: card.rank, suit: None }),
        confidence: card.confidence,
        inferred: false,
        after_other: None,
    };
    turned.iter().map(event).collect()
}
