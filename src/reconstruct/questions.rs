//! What the evidence does not decide, for a human to answer: tops that are too unsure to be told.

use super::course::LEAST_TOP;
use crate::base::{Pile, Rank, TimeScale};
use crate::events::TopSpan;

/// A top that lay for less than this is not worth a question, real seconds.
const SHORTEST_SECS: f64 = 0.2;
/// Ranks are named from this probability on, and so many at most.
const LEAST_CHANCE: f64 = 0.02;
const MOST_RANKS: usize = 4;

/// Which rank lay there?
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// On which pile.
    pub pile: Pile,
    /// From when, file seconds.
    pub from: f64,
    /// Until when, file seconds.
    pub to: f64,
    /// What it may be, with probabilities against each other, the most probable first.
    pub ranks: Vec<(Rank, f64)>,
}

/// The questions of a recording, by time.
pub fn questions(spans: &[TopSpan], scale: TimeScale) -> Vec<Question> {
    let unsure =
        |span: &&TopSpan| span.confidence < LEAST_TOP && (span.to - span.from) * scale.real_per_file >= SHORTEST_SECS;
    let mut questions: Vec<Question> = spans.iter().filter(unsure).map(question).collect();
    questions.sort_by(|a, b| a.from.total_cmp(&b.from).then(a.pile.cmp(&b.pile)));
    questions
}

fn question(span: &TopSpan) -> Question {
    let mut ranks: Vec<(Rank, f64)> = Rank::ALL.into_iter().zip(span.ranks).collect();
    ranks.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranks.retain(|(_, chance)| *chance >= LEAST_CHANCE);
    ranks.truncate(MOST_RANKS);
    Question { pile: span.pile, from: span.from, to: span.to, ranks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsure_tops_are_asked_about_and_sure_or_short_ones_are_not() {
        let ranks =
            std::array::from_fn(|i| [0.0, 0.0, 0.4, 0.0, 0.0, 0.59, 0.01][i.min(6)] * f64::from(u8::from(i < 7)));
        let span = TopSpan {
            pile: Pile::Right,
            rank: Rank::ALL[5],
            suit: None,
            from: 1.0,
            to: 2.0,
            readings: 20,
            confidence: 0.59,
            ranks,
        };
        let asked = questions(&[span], TimeScale::REAL);
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].ranks, [(Rank::ALL[5], 0.59), (Rank::ALL[2], 0.4)]);
        assert!(questions(&[TopSpan { confidence: 0.9, ..span }], TimeScale::REAL).is_empty());
        assert!(questions(&[TopSpan { to: 1.1, ..span }], TimeScale::REAL).is_empty());
    }
}
