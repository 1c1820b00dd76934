//! Events that cannot be. Everything else, however odd, is judged.

use super::state::State;
use crate::facts::{Event, EventKind};

/// Why an event cannot be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Impossible {
    /// An instant or its interval is not a finite number, or the interval does not hold the instant.
    #[error("a {0:?} event has no usable instant ({1}, {2} to {3})")]
    Instant(EventKind, f64, f64, f64),
    /// A confidence outside 0..1.
    #[error("the {0:?} event at {1:.4} s has the confidence {2}, which is no probability")]
    Confidence(EventKind, f64, f64),
    /// An earlier event after a later one.
    #[error("the {0:?} event at {1:.4} s comes after one at {2:.4} s: events go by time")]
    BackInTime(EventKind, f64, f64),
    /// An event on a Centre Pile that does not say which.
    #[error("the {0:?} event at {1:.4} s does not say which Centre Pile")]
    NoPile(EventKind, f64),
    /// An act of a hand that does not say whose.
    #[error("the {0:?} event at {1:.4} s does not say which player")]
    NoPlayer(EventKind, f64),
}

/// Yes: the event can be judged after what the state knows. It does not say that it is lawful, nor
/// that it is likely.
pub(super) fn check(state: &State, event: &Event) -> Result<(), Impossible> {
    use EventKind::{Contact, Lift, Play, Remove, Return, Reveal, Touch, Untouch};
    let (kind, at) = (event.kind, event.at);
    if ![at.t, at.lo, at.hi].iter().all(|t| t.is_finite()) || at.lo > at.t || at.t > at.hi {
        return Err(Impossible::Instant(kind, at.t, at.lo, at.hi));
    }
    if !(0.0..=1.0).contains(&event.confidence) {
        return Err(Impossible::Confidence(kind, at.t, event.confidence));
    }
    if at.t < state.now {
        return Err(Impossible::BackInTime(kind, at.t, state.now));
    }
    if matches!(kind, Reveal | Contact | Play | Remove | Touch | Untouch) && event.pile.is_none() {
        return Err(Impossible::NoPile(kind, at.t));
    }
    // A card may change with nobody seen to do it; a hand is always somebody's.
    if matches!(kind, Lift | Return | Touch | Untouch) && event.player.is_none() {
        return Err(Impossible::NoPlayer(kind, at.t));
    }
    Ok(())
}
