//! What the Centre Piles show, over time, from single readings that may be wrong or missing.
//!
//! Each pile is a hidden state (the rank on top) that changes seldom; the most probable course is
//! found by Viterbi's algorithm (Forney 1973) with the readings' own confidences. A reading of
//! nothing says nothing, nor does one of a card half under a hand (a six without its index and left
//! column of pips is a three) or of a card still on its way.

use crate::base::{Pile, Rank, TimeScale};
use crate::facts::{CardSeen, Observation};

/// Log probability of a change of rank between two readings: one in three thousand.
const CHANGE: f64 = -8.0;
/// A card of which a larger part is hidden is not read: it may look like another.
const MOST_COVERED: f32 = 0.45;
/// A card that moves faster between two readings is on its way, not on top, centimetres a real second:
/// slower than a hand carries one, faster than a reading's error of a millimetre or two would feign.
const FASTEST_CM_S: f64 = 30.0;
/// A reading with no other within this time cannot be told to rest, real seconds.
const NEIGHBOUR_SECS: f64 = 0.06;
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
pub fn top_spans(observations: &[Observation], scale: TimeScale) -> Vec<TopSpan> {
    let mut spans = Vec::new();
    for pile in Pile::BOTH {
        let seen: Vec<(f64, &CardSeen)> = observations
            .iter()
            .filter_map(|observation| Some((observation.t, observation.piles.as_ref()?[pile.index()].as_ref()?)))
            .collect();
        let readings: Vec<TopReading> = seen
            .iter()
            .enumerate()
            .filter(|&(i, (_, card))| card.covered <= MOST_COVERED && rests(&seen, i, scale))
            .filter_map(|(_, &(t, card))| {
                let confidence = f64::from(card.confidence * (1.0 - card.covered));
                Some(TopReading { t, rank: card.rank?, confidence })
            })
            .collect();
        spans.extend(spans_of(pile, &readings));
    }
    spans
}

/// Whether the card of a reading lies where the reading before or after has it.
fn rests(seen: &[(f64, &CardSeen)], i: usize, scale: TimeScale) -> bool {
    let (t, card) = seen[i];
    let neighbours = [i.checked_sub(1), Some(i + 1)];
    neighbours.into_iter().flatten().filter_map(|n| seen.get(n)).any(|(other_t, other)| {
        let apart = (other_t - t).abs() * scale.real_per_file;
        apart < NEIGHBOUR_SECS && other.centre.distance(card.centre) < FASTEST_CM_S * apart
    })
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
