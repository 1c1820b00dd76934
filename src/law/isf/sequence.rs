//! The card sequence (D.6): one up or one down, round the loop from king to ace.

use super::state::Top;
use crate::base::Rank;

/// D.6.1, D.6.2: `card` may go on `top`.
///
/// Yes means exactly one rank higher or lower on the loop A 2 … K A. No says nothing about why: equal
/// ranks do not follow, and a joker follows nothing and is followed by nothing (there is none in a
/// SLAPS deck, B.6.1). Suits never matter (D.6.3).
pub fn follows(card: Rank, top: Rank) -> bool {
    let place = |rank| Rank::STANDARD.iter().position(|&standard| standard == rank);
    match (place(card), place(top)) {
        (Some(a), Some(b)) => matches!((a + 13 - b) % 13, 1 | 12),
        _ => false,
    }
}

/// D.6.1 with what could be read: `None` when either rank is unknown or the pile is empty (the Laws
/// give an empty pile no top to follow).
pub(super) fn legal_on(card: Option<Rank>, top: Top) -> Option<bool> {
    Some(follows(card?, top.rank()?))
}

/// Whether a lifted card is legally playable (D.3.3) on either top: `Some(true)` when it follows one
/// that is known, `Some(false)` when both are known and it follows neither, `None` otherwise.
pub(super) fn playable(card: Option<Rank>, tops: [Top; 2]) -> Option<bool> {
    match tops.map(|top| legal_on(card, top)) {
        [Some(true), _] | [_, Some(true)] => Some(true),
        [Some(false), Some(false)] => Some(false),
        _ => None,
    }
}
