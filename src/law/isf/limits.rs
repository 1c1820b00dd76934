//! The numbers that the Laws themselves state (edition 2025-26). Our own tolerances are elsewhere.

/// Legally playable cards of one player that may be outside the boundary at once (D.3.3, D.7.1.1).
pub const PLAYABLE_CARDS_OUTSIDE: usize = 1;
/// Live cards of one player at most (B.3.3, D.3.1).
pub const LIVE_CARDS: u32 = 4;
/// Cards of a full foundation (A.4.1).
pub const FOUNDATION_CARDS: u32 = 10;
/// Cards of a deck (B.6.1).
pub const DECK_CARDS: u32 = 52;
/// Cards of one rank in a deck (B.6.1).
pub const RANK_CARDS: u32 = 4;
