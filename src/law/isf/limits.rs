//! The numbers that the Laws themselves state (edition 2025-26). Our own tolerances are elsewhere.

/// Legally playable cards of one player that may be outside the boundary at once (D.3.3, D.7.1.1).
pub const PLAYABLE_CARDS_OUTSIDE: usize = 1;
