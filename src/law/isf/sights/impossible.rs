//! Sights that cannot be. Everything else, however odd, is judged.

use super::super::limits;
use super::sight::{Seen, Sight};

/// Why a sight cannot be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Impossible {
    /// An instant or its interval is not a finite number, or the interval does not hold the instant.
    #[error("the sight has no usable instant ({0}, {1} to {2})")]
    Instant(f64, f64, f64),
    /// It ends before it begins.
    #[error("the sight begins at {0:.4} s and ends at {1:.4} s, before that")]
    Until(f64, f64),
    /// A confidence outside 0..1.
    #[error("the sight at {0:.4} s has the confidence {1}, which is no probability")]
    Confidence(f64, f64),
    /// A share or probability outside 0..1.
    #[error("{what} is {value} at {at:.4} s; it goes from 0 to 1")]
    Share {
        /// Which fact.
        what: &'static str,
        /// As told.
        value: f64,
        /// File seconds.
        at: f64,
    },
    /// A distance, speed or time that is negative or no number.
    #[error("{what} is {value} at {at:.4} s; it is a number and not below 0")]
    Quantity {
        /// Which fact.
        what: &'static str,
        /// As told.
        value: f64,
        /// File seconds.
        at: f64,
    },
    /// None of what was seen.
    #[error("{0} is 0 at {1:.4} s, so nothing was seen")]
    Nothing(&'static str, f64),
    /// More live cards than a foundation has cards.
    #[error("{0} live cards at {1:.4} s: a foundation has ten cards")]
    LiveCards(u32, f64),
    /// What only a player can do or have, with no player.
    #[error("the sight at {0:.4} s does not say which player")]
    NoPlayer(f64),
}

/// Yes: the sight can be judged. It does not say that it is an offence, nor that it is likely.
pub(super) fn check(sight: &Sight) -> Result<(), Impossible> {
    let (at, until, confidence) = (sight.at, sight.until, sight.confidence);
    if ![at.t, at.lo, at.hi].iter().all(|t| t.is_finite()) || at.lo > at.t || at.t > at.hi {
        return Err(Impossible::Instant(at.t, at.lo, at.hi));
    }
    if !until.is_finite() || until < at.t {
        return Err(Impossible::Until(at.t, until));
    }
    if !(0.0..=1.0).contains(&confidence) {
        return Err(Impossible::Confidence(at.t, confidence));
    }
    let share = |what: &'static str, value: f64| match (0.0..=1.0).contains(&value) {
        true => Ok(()),
        false => Err(Impossible::Share { what, value, at: at.t }),
    };
    let quantity = |what: &'static str, value: f64| match value.is_finite() && value >= 0.0 {
        true => Ok(()),
        false => Err(Impossible::Quantity { what, value, at: at.t }),
    };
    let some = |what: &'static str, count: u32| match count {
        0 => Err(Impossible::Nothing(what, at.t)),
        _ => Ok(()),
    };
    match sight.seen {
        Seen::Hovering { height_cm, .. } => quantity("height_cm", height_cm.unwrap_or(0.0)),
        Seen::TopHidden { hidden, .. } | Seen::LiveCardHidden { hidden, .. } => share("hidden", hidden),
        Seen::CardBetweenPiles { p_left, .. } => share("p_left", p_left),
        Seen::RevealInSteps { motions, pause_s, .. } => {
            quantity("pause_s", pause_s).and_then(|()| some("motions", motions))
        }
        Seen::DeckOutOfZone { cm, .. }
        | Seen::CardKnockedOut { cm, .. }
        | Seen::MatMoved { cm, .. }
        | Seen::CameraMoved { cm } => quantity("cm", cm),
        Seen::Spill { cards, cm } => quantity("cm", cm).and_then(|()| some("cards", cards)),
        Seen::Displaced { cards, .. } | Seen::PileDisturbed { cards, .. } => some("cards", cards),
        Seen::HardStrike { speed_m_s, usual_m_s } => {
            quantity("speed_m_s", speed_m_s).and_then(|()| quantity("usual_m_s", usual_m_s.unwrap_or(0.0)))
        }
        Seen::LiveCards { count: live } | Seen::NextCardNotTurned { live } if live > limits::FOUNDATION_CARDS => {
            Err(Impossible::LiveCards(live, at.t))
        }
        Seen::LiveCards { .. } | Seen::NextCardNotTurned { .. } if sight.player.is_none() => {
            Err(Impossible::NoPlayer(at.t))
        }
        _ => Ok(()),
    }
}
