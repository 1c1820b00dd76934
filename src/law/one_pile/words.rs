//! Parts of sentences: cards, seats, patterns, milliseconds. Plain words a referee would say aloud.

use super::order::First;
use super::patterns::Pattern;
use super::seat::Seat;
use crate::base::{Card, Rank};

/// `a seven`, `an ace`, `a card that could not be read`.
pub(in crate::law) fn a_card(card: Option<Card>) -> String {
    match card.map(|card| card.rank) {
        Some(rank @ (Rank::Ace | Rank::Eight)) => format!("an {}", rank.name()),
        Some(rank) => format!("a {}", rank.name()),
        None => "a card that could not be read".to_owned(),
    }
}

/// `one card`, `three cards`.
pub(in crate::law) fn cards(count: u8) -> String {
    match count {
        1 => "one card".to_owned(),
        2 => "two cards".to_owned(),
        3 => "three cards".to_owned(),
        4 => "four cards".to_owned(),
        _ => format!("{count} cards"),
    }
}

/// `Seat 1, Seat 2 and Seat 4`.
pub(in crate::law) fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let mut words: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} and {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// `doubles and a sandwich`.
pub(in crate::law) fn patterns(patterns: &[Pattern]) -> String {
    list(patterns.iter().map(|pattern| pattern.name()))
}

/// The seats of some hands.
pub(in crate::law) fn seats(first: &First, count: usize) -> Vec<Seat> {
    first.hands.iter().take(count).map(|hand| hand.seat).collect()
}

/// ` 14.0 ms before Seat 2 (99.7 % sure)`, or nothing when it was not measured or nobody else slapped.
pub(in crate::law) fn lead(first: &First) -> String {
    match (first.margin, first.probability, first.hands.get(1)) {
        (Some(margin), Some(p), Some(second)) => {
            let sure = if p > 0.999 { "over 99.9 % sure".to_owned() } else { format!("{:.1} % sure", p * 100.0) };
            format!(" {:.1} ms before {} ({sure})", margin.t * 1000.0, second.seat)
        }
        _ => String::new(),
    }
}
