//! Parts of sentences: milliseconds, certainty, cards, clauses. Plain words a referee would say aloud.

use super::clauses;
use super::state::Top;
use crate::base::{Measured, Player, Rank, TimeScale};

/// A span of file seconds as real milliseconds: `14.0 ms`.
pub(super) fn ms(scale: TimeScale, file_secs: f64) -> String {
    format!("{:.1} ms", scale.real_ms(file_secs))
}

/// A 95 % interval of a span in real milliseconds: `95 % interval 6.1 to 21.9 ms`.
pub(super) fn interval(scale: TimeScale, span: Measured) -> String {
    format!("95 % interval {:.1} to {:.1} ms", scale.real_ms(span.lo), scale.real_ms(span.hi))
}

/// A probability: `99.7 % sure`. Never "100 %": a measurement is not that.
pub(super) fn sure(probability: f64) -> String {
    let percent = probability * 100.0;
    if percent > 99.9 { "over 99.9 % sure".to_owned() } else { format!("{percent:.1} % sure") }
}

/// `a seven`, `an ace`, `a card that could not be read`.
pub(super) fn a_card(rank: Option<Rank>) -> String {
    match rank {
        Some(rank @ (Rank::Ace | Rank::Eight)) => format!("an {}", rank.name()),
        Some(rank) => format!("a {}", rank.name()),
        None => "a card that could not be read".to_owned(),
    }
}

/// What lies on top of a pile.
pub(super) fn a_top(top: Top) -> String {
    match top {
        Top::Card(rank) => a_card(Some(rank)),
        Top::Empty => "nothing".to_owned(),
        Top::Unknown => a_card(None),
    }
}

/// `Player 1`, or `Somebody` when nobody was seen.
pub(super) fn who(player: Option<Player>) -> String {
    player.map_or_else(|| "Somebody".to_owned(), |player| player.to_string())
}

/// Numbers and readings of clauses: `left on the pile: a yellow card (D.8.3)`.
pub(super) fn cite(number: &str) -> String {
    match clauses::paraphrase(number) {
        Some(paraphrase) => format!("{paraphrase} ({number})"),
        None => number.to_owned(),
    }
}

/// `first`, `second`, … `fifth`, then `no. 6`.
pub(super) fn ordinal(n: u32) -> String {
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        _ => format!("no. {n}"),
    }
}
