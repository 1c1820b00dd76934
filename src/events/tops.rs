//! What the Centre Piles show, over time, from single readings that may be wrong or missing.
//!
//! Each pile is a hidden state (the rank on top) that changes seldom; the most probable course is
//! found with the readings' own probabilities. A reading of
//! nothing says nothing, nor does one of a card half under a hand (a six without its index and left
//! column of pips is a three) or of a card still on its way.

use super::hidden::{self, LEAST_PROBABILITY, REPEATED};
use crate::base::{Pile, Rank, Suit, TimeScale};
use crate::facts::{CardSeen, Observation};

/// Log probability of a change of rank between two readings between which a hand came to the pile.
const CHANGE_BY_HAND: f64 = -3.5;
/// And between which the pile was out of sight, so that a hand may have come unseen: one in four hundred.
const CHANGE_UNSEEN: f64 = -6.0;
/// And while it was in full view and no hand came: only when the hands were not made out.
const CHANGE_IN_VIEW: f64 = -11.0;
/// What is added for a change to a rank that does not follow (D.6), as reveals and illegal plays bring.
const DOES_NOT_FOLLOW: f64 = -1.5;
/// What is added for a joker: the Laws' deck has none (B.6.1).
const JOKER: f64 = -7.0;
/// How often small court cards are read as jokers: their faces alone tell little.
const COURT_AS_JOKER: f64 = 0.1;
/// Readings further apart leave the pile out of sight between them, real seconds.
const OUT_OF_SIGHT_SECS: f64 = 0.05;
/// A hand's coming is known to this, real seconds.
const COMING_SLACK_SECS: f64 = 0.02;
/// A reading says something of ranks when this much of its probability is theirs.
const LEAST_RANKS: f64 = 0.5;
/// How fast a reading loses weight with the hidden part of the card: what a hand hides it hides in every
/// frame of its stay, so that many such readings agree on the same error.
const COVERED_POWER: i32 = 3;
/// So many readings of cards in full view make a rank sure; fewer, or of half-hidden cards, in proportion.
const READINGS_TO_BE_SURE: f64 = 1.5;
/// Readings of one card share their errors (the light, the deck, what lies beneath): together they count no more than
/// so many that do not.
const INDEPENDENT: f64 = 2.5;
/// A card of which a larger part is hidden is not read: it may look like another.
const MOST_COVERED: f32 = 0.45;
/// A card that moves faster between two readings is on its way, not on top, centimetres a real second:
/// slower than a hand carries one, faster than a reading's error of a millimetre or two would feign.
const FASTEST_CM_S: f64 = 30.0;
/// A reading with no other within this time cannot be told to rest, real seconds.
const NEIGHBOUR_SECS: f64 = 0.06;
/// Fewer readings than this make no span.
const LEAST_READINGS: usize = 2;

/// A pile is bare when so many readings over so long show nothing there, real seconds, with no more than this part of it
/// under hands.
const BARE_READINGS: usize = 4;
const BARE_SECS: f64 = 0.1;
const BARE_COVERED: f32 = 0.1;

/// No suit is less probable than this in a reading.
const LEAST_SUIT: f64 = 0.05;
/// A suit is told when all readings together make it so probable.
const SUIT_SURE: f64 = 0.9;

const RANKS: usize = Rank::ALL.len();
const SUITS: usize = Suit::ALL.len();

/// One reading of a pile's top.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TopReading {
    /// Seconds after the first frame.
    pub t: f64,
    /// Probability of each rank, in the order of [`Rank::ALL`].
    pub ranks: [f64; RANKS],
    /// Probability of each suit, in the order of [`Suit::ALL`]; what is left is "not told".
    pub suits: [f64; SUITS],
    /// How much the reading counts, 0..1: less when the card is partly hidden.
    pub weight: f64,
    /// True when a hand came to the pile since the reading before.
    pub hand_came: bool,
}

impl TopReading {
    /// Log probability of what was read if rank `i` lies on top.
    fn log(&self, i: usize) -> f64 {
        let total: f64 = self.ranks.iter().sum::<f64>().max(1e-9);
        let joker = Rank::ALL.iter().position(|&rank| rank == Rank::Joker).map_or(0.0, |k| self.ranks[k]);
        let court = matches!(Rank::ALL[i], Rank::Jack | Rank::Queen | Rank::King);
        let own = self.ranks[i] + if court { COURT_AS_JOKER * joker } else { 0.0 };
        self.weight * (own / total).max(LEAST_PROBABILITY).ln()
    }

    fn best(&self) -> usize {
        hidden::best(&self.ranks)
    }
}

/// A time during which one rank was read on top of a pile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TopSpan {
    /// Which pile.
    pub pile: Pile,
    /// The rank.
    pub rank: Rank,
    /// The suit, if the readings tell.
    pub suit: Option<Suit>,
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
/// `arrivals` are the instants at which hands came to a pile; `follows(card, top)` is the Laws' sequence (D.6).
pub fn top_spans(
    observations: &[Observation],
    arrivals: &[(Pile, f64)],
    scale: TimeScale,
    follows: impl Fn(Rank, Rank) -> bool,
) -> Vec<TopSpan> {
    let mut spans = Vec::new();
    for pile in Pile::BOTH {
        let seen: Vec<Seen> = observations
            .iter()
            .filter_map(|o| Some(Seen { camera: o.camera, t: o.t, card: o.piles.as_ref()?[pile.index()].as_ref()? }))
            .collect();
        let mut readings: Vec<TopReading> = seen
            .iter()
            .enumerate()
            .filter(|&(i, seen_here)| seen_here.card.covered <= MOST_COVERED && rests(&seen, i, scale))
            .filter_map(|(i, &Seen { camera, t, card })| {
                let ranks = card.ranks.map(f64::from);
                let before = seen[..i].iter().rev().find(|before| before.camera == camera);
                let again =
                    before.is_some_and(|before| before.card.ranks == card.ranks && before.card.centre == card.centre);
                let new = if again { REPEATED } else { 1.0 };
                let weight = new * f64::from(1.0 - card.covered).powi(COVERED_POWER);
                let suits = card.suits.map(f64::from);
                (ranks.iter().sum::<f64>() >= LEAST_RANKS).then_some(TopReading {
                    t,
                    ranks,
                    suits,
                    weight,
                    hand_came: false,
                })
            })
            .collect();
        let slack = COMING_SLACK_SECS / scale.real_per_file;
        for k in 1..readings.len() {
            let (since, until) = (readings[k - 1].t - slack, readings[k].t + slack);
            readings[k].hand_came = arrivals.iter().any(|&(at, t)| at == pile && t > since && t < until);
        }
        spans.extend(spans_of(pile, &readings, scale, &follows));
    }
    spans
}

/// A time during which a pile was in full view and showed no card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BareSpan {
    /// Which pile.
    pub pile: Pile,
    /// First reading of nothing.
    pub from: f64,
    /// Last reading of nothing.
    pub to: f64,
}

/// When the piles were bare, by pile and time: readings of nothing while no hand was over the pile, none of a card
/// between them.
pub fn bare_spans(observations: &[Observation], scale: TimeScale) -> Vec<BareSpan> {
    let mut spans = Vec::new();
    for pile in Pile::BOTH {
        let mut run: Option<(f64, f64, usize)> = None;
        let mut end = |run: Option<(f64, f64, usize)>| {
            let long = |&(from, to, n): &(f64, f64, usize)| {
                n >= BARE_READINGS && (to - from) * scale.real_per_file >= BARE_SECS
            };
            spans.extend(run.filter(long).map(|(from, to, _)| BareSpan { pile, from, to }));
        };
        for observation in observations {
            let Some(piles) = &observation.piles else { continue };
            let covered = observation.pile_covered[pile.index()];
            match (&piles[pile.index()], run) {
                (None, _) if covered > BARE_COVERED => {}
                (None, Some((from, _, n))) => run = Some((from, observation.t, n + 1)),
                (None, None) => run = Some((observation.t, observation.t, 1)),
                (Some(_), _) => {
                    end(run);
                    run = None;
                }
            }
        }
        end(run);
    }
    spans
}

/// One camera's sight of a pile's top.
#[derive(Clone, Copy)]
struct Seen<'a> {
    camera: u8,
    t: f64,
    card: &'a CardSeen,
}

/// Whether the card of a reading lies where the same camera's reading before or after has it: two cameras are never calibrated
/// so alike that it lies in the same place for both.
fn rests(seen: &[Seen], i: usize, scale: TimeScale) -> bool {
    let Seen { camera, t, card } = seen[i];
    let own = |other: &&Seen| other.camera == camera;
    let neighbours = [seen[..i].iter().rev().find(own), seen[i + 1..].iter().find(own)];
    neighbours.into_iter().flatten().any(|other| {
        let apart = (other.t - t).abs() * scale.real_per_file;
        apart < NEIGHBOUR_SECS && other.card.centre.distance(card.centre) < FASTEST_CM_S * apart
    })
}

/// Spans of one pile's readings, in order.
pub fn spans_of(
    pile: Pile,
    readings: &[TopReading],
    scale: TimeScale,
    follows: impl Fn(Rank, Rank) -> bool,
) -> Vec<TopSpan> {
    let logs: Vec<[f64; RANKS]> = readings.iter().map(|reading| std::array::from_fn(|i| reading.log(i))).collect();
    let all = Rank::ALL;
    let course = hidden::course(&logs, |k, from, to| {
        let apart = (readings[k].t - readings[k - 1].t) * scale.real_per_file;
        let change = match (readings[k].hand_came, apart > OUT_OF_SIGHT_SECS) {
            (true, _) => CHANGE_BY_HAND,
            (false, true) => CHANGE_UNSEEN,
            (false, false) => CHANGE_IN_VIEW,
        };
        let follows = if follows(all[to], all[from]) { 0.0 } else { DOES_NOT_FOLLOW };
        change + follows + if all[to] == Rank::Joker { JOKER } else { 0.0 }
    });
    let mut spans: Vec<TopSpan> = Vec::new();
    let mut start = 0;
    while start < readings.len() {
        let rank = course[start];
        let end = (start..readings.len()).find(|&i| course[i] != rank).unwrap_or(readings.len());
        let part = &readings[start..end];
        let agreeing: Vec<&TopReading> = part.iter().filter(|reading| reading.best() == rank).collect();
        if let (Some(first), Some(last)) = (agreeing.first(), agreeing.last()) {
            spans.push(TopSpan {
                pile,
                rank: Rank::ALL[rank],
                suit: suit(&agreeing),
                from: first.t,
                to: last.t,
                readings: agreeing.len(),
                confidence: sureness(part, rank),
            });
        }
        start = end;
    }
    spans.retain(|span| span.readings >= LEAST_READINGS);
    // A dropped blip may leave one rank on both of its sides.
    spans.dedup_by(|later, earlier| {
        let same = later.rank == earlier.rank;
        if same {
            earlier.to = later.to;
            earlier.readings += later.readings;
            earlier.confidence = earlier.confidence.max(later.confidence);
            earlier.suit = earlier.suit.or(later.suit);
        }
        same
    });
    spans
}

/// Probability of a rank given all readings of a span, which are not independent.
fn sureness(readings: &[TopReading], rank: usize) -> f64 {
    let each = independent(readings.iter().map(|reading| reading.weight).sum());
    let log = |i: usize| {
        let prior = if Rank::ALL[i] == Rank::Joker { JOKER } else { 0.0 };
        prior + each * readings.iter().map(|reading| reading.log(i)).sum::<f64>()
    };
    let own = log(rank);
    let together = 1.0 / (0..RANKS).map(|i| (log(i) - own).exp()).sum::<f64>();
    let seen: f64 = readings.iter().map(|reading| reading.weight * reading.ranks[rank]).sum();
    together * (seen / READINGS_TO_BE_SURE).min(1.0)
}

/// How much each reading counts when all of them have this weight together.
fn independent(weight: f64) -> f64 {
    (INDEPENDENT / weight.max(1e-9)).min(1.0)
}

/// The suit that a span's readings agree on.
fn suit(readings: &[&TopReading]) -> Option<Suit> {
    let each = independent(readings.iter().map(|reading| reading.weight).sum());
    let log = |i: usize| {
        let of = |reading: &&TopReading| reading.weight * reading.suits[i].max(LEAST_SUIT).ln();
        each * readings.iter().map(of).sum::<f64>()
    };
    let logs: [f64; SUITS] = std::array::from_fn(log);
    let best = (0..SUITS).max_by(|&a, &b| logs[a].total_cmp(&logs[b]).then(b.cmp(&a)))?;
    let together: f64 = logs.iter().map(|log| (log - logs[best]).exp()).sum();
    (1.0 / together >= SUIT_SURE).then_some(Suit::ALL[best])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(t: f64, rank: Rank, p: f64) -> TopReading {
        let ranks = Rank::ALL.map(|r| if r == rank { p } else { (1.0 - p) / 13.0 });
        TopReading { t, ranks, suits: [0.05, 0.05, 0.8, 0.05], weight: 1.0, hand_came: false }
    }

    fn next(card: Rank, top: Rank) -> bool {
        (card as i32 - top as i32).abs() == 1
    }

    #[test]
    fn one_wrong_reading_is_outvoted() {
        let mut readings: Vec<_> = (0..20).map(|i| reading(f64::from(i), Rank::Six, 0.9)).collect();
        readings[7] = reading(7.0, Rank::Nine, 0.95);
        let spans = spans_of(Pile::Left, &readings, TimeScale::REAL, next);
        assert_eq!(spans.len(), 1);
        assert_eq!((spans[0].rank, spans[0].from, spans[0].to), (Rank::Six, 0.0, 19.0));
        assert_eq!(spans[0].suit, Some(Suit::Hearts));
    }

    #[test]
    fn a_play_is_a_change() {
        let mut readings: Vec<_> = (0..10).map(|i| reading(f64::from(i), Rank::Six, 0.9)).collect();
        readings.extend((10..20).map(|i| reading(f64::from(i), Rank::Seven, 0.9)));
        let spans = spans_of(Pile::Right, &readings, TimeScale::REAL, next);
        assert_eq!(spans.iter().map(|s| (s.rank, s.from)).collect::<Vec<_>>(), [(Rank::Six, 0.0), (Rank::Seven, 10.0)]);
    }

    #[test]
    fn many_doubtful_readings_make_a_sure_one() {
        let mut readings: Vec<_> = (0..10).map(|i| reading(f64::from(i), Rank::Six, 0.9)).collect();
        readings.extend((10..16).map(|i| reading(f64::from(i), Rank::Seven, 0.5)));
        let spans = spans_of(Pile::Right, &readings, TimeScale::REAL, next);
        assert_eq!(spans.iter().map(|s| s.rank).collect::<Vec<_>>(), [Rank::Six, Rank::Seven]);
        assert!(spans[1].confidence > 0.85, "{}", spans[1].confidence);
    }

    #[test]
    fn a_suit_on_which_readings_differ_is_not_told() {
        let mut readings: Vec<_> = (0..10).map(|i| reading(f64::from(i), Rank::Six, 0.9)).collect();
        readings.iter_mut().step_by(2).for_each(|reading| reading.suits = [0.05, 0.8, 0.05, 0.05]);
        assert_eq!(spans_of(Pile::Right, &readings, TimeScale::REAL, next)[0].suit, None);
    }

    #[test]
    fn no_readings_no_spans() {
        assert!(spans_of(Pile::Left, &[], TimeScale::REAL, next).is_empty());
    }

    #[test]
    fn two_cameras_readings_do_not_stand_in_each_others_way() {
        let card = |camera: u8| {
            let at = crate::base::Point::new(-8.0 + 0.5 * f64::from(camera), 0.0);
            CardSeen {
                centre: at,
                quad: [crate::base::Point::new(0.0, 0.0); 4],
                angle: 0.0,
                face: crate::facts::CardFace::Up,
                rank: Some(Rank::Six),
                suit: None,
                ranks: Rank::ALL.map(|rank| if rank == Rank::Six { 0.9 } else { 0.1 / 13.0 }),
                suits: [0.2; 4],
                confidence: 0.9,
                covered: 0.0,
            }
        };
        // Each reads the pile half a frame after the other, and has the card half a centimetre beside.
        let observations: Vec<Observation> = (0..40_u8)
            .map(|i| Observation {
                camera: i % 2,
                t: f64::from(i) * 0.008,
                piles: Some([Some(card(i % 2)), None]),
                ..Observation::default()
            })
            .collect();
        let spans = top_spans(&observations, &[], TimeScale::REAL, next);
        assert_eq!(spans.iter().map(|span| (span.rank, span.readings)).collect::<Vec<_>>(), [(Rank::Six, 40)]);
    }
}
