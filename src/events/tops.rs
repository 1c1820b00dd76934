//! What the Centre Piles show, over time, from single readings that may be wrong or missing.
//!
//! Each pile is a hidden state (the rank on top) that changes seldom; the most probable course is
//! found by Viterbi's algorithm (Forney 1973) with the readings' own confidences. A reading of
//! nothing says nothing.

use crate::base::{Pile, Rank};
use crate::facts::Observation;

/// Log probability of a change of rank between two readings: one in three thousand.
const CHANGE: f64 = -8.0;
/// A pile of which a larger part is hidden is not read: a half-seen card may look like another.
const MOST_COVERED: f32 = 0.4;
/// Fewer readings than this make no span.
const LEAST_READINGS: usize = 2;

/// One reading of a pile's top.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TopReading {
    /// Seconds after the first frame.
    pub t: f64,
    /// The rank.
    pub rank: Rank,
    /// Its probability.
    pub confidence: f64,
}

/// A time during which one rank was read on top of a pile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TopSpan {
    /// Which pile.
    pub pile: Pile,
    /// The rank.
    pub rank: Rank,
    /// First reading of it.
    pub from: f64,
    /// Last reading of it.
    pub to: f64,
    /// How many readings.
    pub readings: usize,
    /// Probability that the rank is right, from the readings' agreement.
    pub confidence: f64,
}

/// Spans of both piles, by pile and time.
pub fn top_spans(observations: &[Observation]) -> Vec<TopSpan> {
    let mut spans = Vec::new();
    for pile in Pile::BOTH {
        let readings: Vec<TopReading> = observations
            .iter()
            .filter_map(|observation| {
                let card = observation.piles.as_ref()?[pile.index()].as_ref()?;
                let rank = card.rank?;
                let covered = observation.pile_covered[pile.index()];
                let confidence = f64::from(card.confidence * (1.0 - 0.5 * covered));
                (covered <= MOST_COVERED).then_some(TopReading { t: observation.t, rank, confidence })
            })
            .collect();
        spans.extend(spans_of(pile, &readings));
    }
    spans
}

/// Spans of one pile's readings, in order.
pub fn spans_of(pile: Pile, readings: &[TopReading]) -> Vec<TopSpan> {
    let course = viterbi(readings);
    let mut spans: Vec<TopSpan> = Vec::new();
    for (reading, &rank) in readings.iter().zip(&course) {
        let agrees = reading.rank == rank;
        match spans.last_mut() {
            Some(span) if span.rank == rank => {
                if agrees {
                    span.to = reading.t;
                    span.readings += 1;
                    // Neighbouring frames share their errors: agreement helps slowly.
                    span.confidence = span.confidence.max(reading.confidence);
                }
            }
            _ => spans.push(TopSpan {
                pile,
                rank,
                from: reading.t,
                to: reading.t,
                readings: 1,
                confidence: reading.confidence,
            }),
        }
    }
    spans.retain(|span| span.readings >= LEAST_READINGS);
    // A dropped blip may leave one rank on both of its sides.
    spans.dedup_by(|later, earlier| {
        let same = later.rank == earlier.rank;
        if same {
            earlier.to = later.to;
            earlier.readings += later.readings;
            earlier.confidence = earlier.confidence.max(later.confidence);
        }
        same
    });
    spans
}

fn viterbi(readings: &[TopReading]) -> Vec<Rank> {
    let ranks: Vec<Rank> = Rank::STANDARD.into_iter().chain([Rank::Joker]).collect();
    let n = ranks.len();
    let mut score = vec![0.0f64; n];
    let mut back: Vec<Vec<usize>> = Vec::with_capacity(readings.len());
    for reading in readings {
        let confidence = reading.confidence.clamp(0.05, 0.995);
        let best = (0..n).max_by(|&a, &b| score[a].total_cmp(&score[b]).then(b.cmp(&a))).unwrap_or(0);
        let from: Vec<usize> = (0..n).map(|i| if score[best] + CHANGE > score[i] { best } else { i }).collect();
        score = (0..n)
            .map(|i| {
                let stay = score[i].max(score[best] + CHANGE);
                let seen = if ranks[i] == reading.rank { confidence } else { (1.0 - confidence) / (n as f64 - 1.0) };
                stay + seen.ln()
            })
            .collect();
        back.push(from);
    }
    let mut state = (0..n).max_by(|&a, &b| score[a].total_cmp(&score[b]).then(b.cmp(&a))).unwrap_or(0);
    let mut course = vec![Rank::Ace; readings.len()];
    for (i, from) in back.iter().enumerate().rev() {
        course[i] = ranks[state];
        state = from[state];
    }
    course
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(t: f64, rank: Rank, confidence: f64) -> TopReading {
        TopReading { t, rank, confidence }
    }

    #[test]
    fn one_wrong_reading_is_outvoted() {
        let mut readings: Vec<_> = (0..20).map(|i| reading(f64::from(i), Rank::Six, 0.9)).collect();
        readings[7] = reading(7.0, Rank::Nine, 0.95);
        let spans = spans_of(Pile::Left, &readings);
        assert_eq!(spans.len(), 1);
        assert_eq!((spans[0].rank, spans[0].from, spans[0].to), (Rank::Six, 0.0, 19.0));
    }

    #[test]
    fn a_play_is_a_change() {
        let mut readings: Vec<_> = (0..10).map(|i| reading(f64::from(i), Rank::Six, 0.9)).collect();
        readings.extend((10..20).map(|i| reading(f64::from(i), Rank::Seven, 0.9)));
        let spans = spans_of(Pile::Right, &readings);
        assert_eq!(spans.iter().map(|s| (s.rank, s.from)).collect::<Vec<_>>(), [(Rank::Six, 0.0), (Rank::Seven, 10.0)]);
    }

    #[test]
    fn no_readings_no_spans() {
        assert!(spans_of(Pile::Left, &[]).is_empty());
    }
}
