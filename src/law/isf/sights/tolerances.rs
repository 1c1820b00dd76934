//! Judging tolerances for sights, in real seconds and centimetres. None of them is in the Laws: they say how
//! this judge reads words like "hover", "obscure" and "minor", and below what a measurement says nothing.

/// D.10.2: a hand over a pile or deck for less than this is passing or playing, not hovering.
pub const HOVERING_SECS: f64 = 0.5;
/// D.7.4: a hand that carries a card may take this long over the pile before it looks like waiting there.
pub const CARRYING_SECS: f64 = 1.0;
/// D.10.2: a hand higher than this above the mat is not over the pile in the sense of the clause.
pub const HOVERING_HEIGHT_CM: f64 = 20.0;
/// D.5.5, D.11.2: a card hidden for less than this in all is covered by play, not kept hidden.
pub const HIDDEN_SECS: f64 = 0.7;
/// B.5.2: a touch of a Draw Deck shorter than this may be a brush in passing.
pub const BRUSH_SECS: f64 = 0.1;
/// B.5.1: a Draw Deck that reaches less than this over its line cannot be told from one that lies inside.
pub const DECK_OVER_LINE_CM: f64 = 0.5;
/// D.4.2: a deck seen face up for less than this may have been seen wrongly or in passing.
pub const FACE_UP_SECS: f64 = 0.3;
/// E.2.4: a face shown for less than this before its card touches the pile is part of turning it over.
pub const EXPOSED_SECS: f64 = 0.15;
/// D.4.4: a top card off its deck for less than this ahead of the reveal is part of the reveal.
pub const PRE_LIFT_SECS: f64 = 0.25;
/// D.4.3: a pause shorter than this does not break one continuous motion.
pub const REVEAL_PAUSE_SECS: f64 = 0.1;
/// D.3.1: five live cards for less than this may be one leaving as the next is turned.
pub const LIVE_CARDS_SECS: f64 = 0.3;
/// B.2.4: cards that slid no further than this over a line made a minor movement.
pub const SPILL_CM: f64 = 4.0;
/// B.2.6: a mat that slid less than this has not moved as far as can be measured.
pub const MAT_MOVED_CM: f64 = 0.3;
/// E.4.3.5: a picture that shifted less than this on the table still fits the calibration.
pub const CAMERA_MOVED_CM: f64 = 0.3;
/// F.9.4: a strike this many times as fast as is usual in the recording is shown as unusually hard.
pub const HARD_STRIKE_TIMES: f64 = 1.5;
