//! The span of an incident: what happened, and a bit before and after it.

use crate::base::TimeScale;
use crate::facts::Ruling;

/// How much to show around what happened, real seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Padding {
    /// Before it.
    pub before_secs: f64,
    /// After it.
    pub after_secs: f64,
}

impl Default for Padding {
    fn default() -> Padding {
        Padding { before_secs: 0.5, after_secs: 0.5 }
    }
}

/// First and last instant of what happened, file seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    from: f64,
    to: f64,
}

impl Span {
    /// From the earliest to the latest instant that the ruling speaks of: for a slap from the card that
    /// made the condition to the last hand that was down.
    pub fn of(ruling: &Ruling) -> Span {
        let mut span = Span { from: ruling.at.t, to: ruling.until.max(ruling.at.t) };
        if let Some(slap) = &ruling.slap {
            span.from = span.from.min(slap.condition.t);
            for attempt in &slap.attempts {
                for touch in [attempt.left, attempt.right, attempt.complete].into_iter().flatten() {
                    span = span.with(Span { from: touch.t, to: touch.t });
                }
            }
        }
        span
    }

    /// Both.
    pub fn with(self, other: Span) -> Span {
        Span { from: self.from.min(other.from), to: self.to.max(other.to) }
    }

    /// What to watch: padded, inside the recording, first not after last.
    pub fn watch(self, recording: [f64; 2], padding: Padding, scale: TimeScale) -> [f64; 2] {
        let [start, end] = [recording[0].min(recording[1]), recording[0].max(recording[1])];
        let from = self.from - super::scale_secs(padding.before_secs, scale);
        let to = self.to + super::scale_secs(padding.after_secs, scale);
        // `max` then `min`, not `clamp`: a recording of unknown length (NaN) must not end the program.
        [from.max(start).min(end), to.max(start).min(end)]
    }
}
