//! Who slapped first, and whether that can be told.

use super::event::Call;
use super::seat::Seat;
use crate::base::{HandSide, Measured};
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// A slap this much later than the first of a group, in seconds, is another matter. Ours, not a text's.
pub const SAME_SLAP_SECS: f64 = 1.0;
/// Two hands that cover parts of the card closer than this cover it equally. Ours, not a text's.
pub const EQUAL_COVER: f64 = 0.05;

/// What the caller chooses: how sure is sure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Sureness {
    /// Probability from which an order counts as told, 0.5..=1.
    #[serde(deserialize_with = "half_to_one")]
    pub order: f64,
    /// Probability from which something seen may be called an offence; below it the referee decides. 0..=1.
    #[serde(deserialize_with = "nought_to_one")]
    pub offence: f64,
}

impl Default for Sureness {
    fn default() -> Sureness {
        Sureness { order: 0.95, offence: 0.5 }
    }
}

fn from_least<'de, D: Deserializer<'de>>(least: f64, from: D) -> Result<f64, D::Error> {
    let part = f64::deserialize(from)?;
    if (least..=1.0).contains(&part) {
        Ok(part)
    } else {
        Err(D::Error::custom(format_args!("{part} is no probability from {least} to 1")))
    }
}

fn half_to_one<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    from_least(0.5, from)
}

fn nought_to_one<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    from_least(0.0, from)
}

/// One hand that came down.
#[derive(Debug, Clone, PartialEq)]
pub struct Hand {
    /// Whose.
    pub seat: Seat,
    /// Left or right.
    pub side: Option<HandSide>,
    /// When, if measured.
    pub at: Option<Measured>,
    /// Called out.
    pub call: Option<Call>,
    /// Part of the card covered.
    pub cover: Option<f64>,
    /// Fingers on the card.
    pub fingers: Option<u8>,
    /// On the card itself.
    pub touches_top: Option<bool>,
    /// Probability that it was seen right.
    pub confidence: f64,
}

/// The first of some hands.
#[derive(Debug, Clone, PartialEq)]
pub struct First {
    /// Hands by time, as far as measured; the first is the most probable one.
    pub hands: Vec<Hand>,
    /// How many from the start cannot be told apart: 1 when the first is told.
    pub tied: usize,
    /// Second minus first, when both were measured.
    pub margin: Option<Measured>,
    /// Probability that the first was before the second, when both were measured.
    pub probability: Option<f64>,
}

/// Puts hands in order. With both times measured, one hand is before another when the probability reaches
/// `order`; without, the order in which they are told is the order.
pub fn first(mut hands: Vec<Hand>, order: f64) -> First {
    if hands.iter().all(|hand| hand.at.is_some()) {
        let t = |hand: &Hand| hand.at.map_or(0.0, |at| at.t);
        hands.sort_by(|a, b| t(a).total_cmp(&t(b)));
    }
    let before = |a: &Hand, b: &Hand| Some(a.at?.probability_before(&b.at?));
    let Some((leader, rest)) = hands.split_first() else {
        return First { hands, tied: 0, margin: None, probability: None };
    };
    let (tied, clear): (Vec<Hand>, Vec<Hand>) =
        rest.iter().cloned().partition(|hand| before(leader, hand).is_some_and(|p| p < order));
    let second = tied.first().or(clear.first());
    let probability = second.and_then(|hand| before(leader, hand));
    let margin = second.and_then(|hand| {
        let (a, b) = (leader.at?, hand.at?);
        Some(a.until(&b))
    });
    let count = 1 + tied.len();
    let hands = std::iter::once(leader.clone()).chain(tied).chain(clear).collect();
    First { hands, tied: count, margin, probability }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(seat: u8, at: Option<Measured>) -> Hand {
        let seat = Seat::new(seat).expect("a seat");
        Hand { seat, side: None, at, call: None, cover: None, fingers: None, touches_top: None, confidence: 1.0 }
    }

    #[test]
    fn measured_times_decide_and_near_ones_tie() {
        let at = |t| Some(Measured::normal(t, 0.003));
        let clear = first(vec![hand(1, at(2.05)), hand(2, at(2.0))], 0.95);
        assert_eq!((clear.hands[0].seat.number(), clear.tied), (2, 1));
        assert!(
            clear.probability.is_some_and(|p| p > 0.999) && clear.margin.is_some_and(|m| (m.t - 0.05).abs() < 1e-9)
        );
        let near = first(vec![hand(1, at(2.002)), hand(2, at(2.0)), hand(3, at(2.5))], 0.95);
        assert_eq!((near.hands[0].seat.number(), near.tied), (2, 2));
    }

    #[test]
    fn equal_exact_times_tie_and_untimed_hands_come_as_told() {
        let exact = Some(Measured::exact(1.0));
        assert_eq!(first(vec![hand(1, exact), hand(2, exact)], 0.95).tied, 2);
        let told = first(vec![hand(3, None), hand(1, None)], 0.95);
        assert_eq!((told.hands[0].seat.number(), told.tied, told.probability), (3, 1, None));
    }
}
