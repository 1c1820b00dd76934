//! Judging tolerances, in real seconds. None of them is in the Laws: they say how this judge reads
//! words like "immediately", "simultaneously" and "in one motion", and how long it waits.

/// D.8.2 "removed immediately": the same player takes the card off this soon after its release.
pub const IMMEDIATE_REMOVAL_SECS: f64 = 1.0;
/// D.9.1 "simultaneously": two contacts on one pile this close were aimed at the same top card, since
/// nobody sees a new top and answers it so fast.
pub const SIMULTANEOUS_SECS: f64 = 0.12;
/// H.6.1 "at the same time": a second last card released this soon after the first; nobody tells by eye.
pub const SAME_FINISH_SECS: f64 = 0.25;
/// D.10.1: a card on a pile is held on to when its release comes later than this after its contact. Whether
/// that was in order to block is the referee's question.
pub const HOLDING_SECS: f64 = 1.0;
/// F.4.1 "one continuous motion": the other hand follows the played card this soon.
pub const ONE_MOTION_SECS: f64 = 0.35;
/// A hand's touch this close to its own card's contact or release belongs to the play.
pub const PLAYING_TOUCH_SECS: f64 = 0.06;
/// A hand that turned a Draw Deck card onto a pile is still about that for this long.
pub const REVEALING_HAND_SECS: f64 = 0.15;
/// F.8.4 "slightly out of sync": a second reveal this long after the first belongs to the same reveal.
pub const REVEAL_PAIR_SECS: f64 = 1.0;
/// F.8.5: a reveal later than the other's by more than this may have given foresight.
pub const LATE_REVEAL_SECS: f64 = 0.1;
/// After the first completed slap the other player's attempt belongs to the same challenge for this
/// long; later hands collect the cards (F.7.1).
pub const ANSWER_SECS: f64 = 1.0;
/// A slap this close before a condition anticipated it, and this close after it was covered was meant
/// for it.
pub const NEAR_CONDITION_SECS: f64 = 0.25;
/// Two misslaps of one player this close are one.
pub const SAME_MISSLAP_SECS: f64 = 0.5;
/// A hand seen to lift a second card this long after its first may have put the first down unseen.
pub const UNSEEN_RETURN_SECS: f64 = 0.5;
/// A card lifted this long ago may have gone back or been played unseen.
pub const LONG_OUT_SECS: f64 = 3.0;
/// A hand out of sight within this time of a slap may have slapped.
pub const UNSEEN_SLAP_SECS: f64 = 0.15;
/// Tops read with less than this probability are taken for misread when both players slap together.
pub const TOPS_READ_WELL: f64 = 0.9;
/// How long a hand that left a pile is remembered.
pub const MEMORY_SECS: f64 = 3.0;
/// Hands that were on both piles with less than this probability win from none that surely were.
pub const SHAKY_HANDS: f64 = 0.8;
