//! Stays: readings of a pile between which nothing can have changed it, what they say together, and how its top may have
//! changed before.

use crate::base::{Pile, Point, Rank, Suit, Table, TimeScale};
use crate::events::{BareSpan, TopReading, Visit, hidden};
use std::collections::HashMap;

/// A hand's coming is known to this, real seconds.
const COMING_SLACK_SECS: f64 = 0.03;
/// Readings further apart leave the pile out of sight between them, real seconds.
const OUT_OF_SIGHT_SECS: f64 = 0.05;
/// Readings of one card share their errors (the light, the deck, what lies beneath, where its outline is taken to be): so many
/// say as much as `INDEPENDENT` that do not, fewer and more as the logarithm of one and `SOON` times their number: a clear one says
/// nearly as much as it would alone.
const MANY: f64 = 100.0;
const SOON: f64 = 10.0;
const INDEPENDENT: f64 = 3.0;
/// A reading counts in full when it is as clear as the clearest part of all of a card, so large, or is wrong by its own account with no more
/// than the second probability, and else the less the more unsure it is. Of 142 cards on piles in 30 rendered clips readings that say 0.98
/// and more were right in 0.997, those that say 0.90 to 0.98 in 0.90, and those below in 0.68.
const CLEAREST: f64 = 0.1;
const CLEAR_ENOUGH: f64 = 0.02;
/// One reading in so many is of something beside the card.
const BESIDE: f64 = 0.1;
/// A card lies elsewhere than the one before when it is so far from it, centimetres, or turned by so much, radians; in the same
/// place when it is nearer than the second and turned less. How often that is so of another card and of the same card after
/// hands came (elsewhere, between, in the same place) is estimated, not counted. A hand may push a card, and among white cards the
/// outline is not always the top card's.
const ELSEWHERE: (f64, f64) = (0.35, 0.06);
const SAME_PLACE: (f64, f64) = (0.12, 0.02);
const OF_ANOTHER: [f64; 3] = [0.8, 0.16, 0.04];
const OF_THE_SAME: [f64; 3] = [0.25, 0.25, 0.5];

/// So many readings tell where a card lies, and of which suit it is.
const FEW: usize = 8;
/// A hand on the pile does not disturb readings so long before it came and after it left, real seconds.
const FARTHER_SECS: f64 = 0.2;
/// Readings before and after are of two suits when that explains them so much better than one, as a difference of logarithms.
const OTHER_SUIT: f64 = 2.0;
/// Log probability of readings turning in full view at all, against which a change there is weighed.
const TURNS_IN_VIEW: f64 = -11.0;

const RANKS: usize = Rank::ALL.len();
const SUITS: usize = Suit::ALL.len();

/// How the top of a pile may have changed between two stays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Gate {
    /// A hand came: which visit, and how many gates it has. It lays one card; one that slaps and was not seen to take any lays none,
    /// mostly.
    Hand { visit: usize, gates: usize, from_draw_deck: bool, slaps: bool },
    /// The pile was out of sight.
    Unseen,
    /// The readings turn in full view.
    InView,
}

/// Readings between which nothing can have changed the pile.
pub(super) struct Stay {
    pub(super) pile: usize,
    /// Indices of its readings, the last one excluded.
    pub(super) readings: std::ops::Range<usize>,
    pub(super) gate: Gate,
    /// Whether the pile was bare since the stay before.
    pub(super) bare: bool,
    /// Log probability of its readings for each rank, if they are worth something.
    pub(super) ranks: [f64; RANKS],
    /// How clearly it is read ([`clear`]).
    pub(super) clear: f64,
    /// The ranks that are read most from here until a hand comes, the most first.
    pub(super) most: [usize; 2],
    /// Log probabilities of where it lies against the stay before: if it is another card, if the same.
    pub(super) place: [f64; 2],
    /// Whether its readings turned in full view so shortly before a hand came that they are likely of its doing.
    pub(super) disturbed: bool,
    /// The rank of the card that the hand which came before had taken from a Foundation, as it was read there.
    pub(super) brought: Option<usize>,
    /// Its rank, if a human has told it.
    pub(super) answer: Option<usize>,
    /// Whether a human read another rank where the pile read as here: that it is read clearly says nothing then.
    pub(super) contradicted: bool,
}

/// The stays of one pile. Of several visits between two readings it is one that brings a card which changed the pile, if any does.
pub(super) fn stays(
    pile: Pile,
    readings: &[Vec<TopReading>; 2],
    (visits, brings): (&[Visit], &[bool]),
    bare: &[BareSpan],
    scale: TimeScale,
) -> Vec<Stay> {
    let readings = &readings[pile.index()];
    let slack = COMING_SLACK_SECS / scale.real_per_file;
    let turns = turns(readings);
    let gate = |k: usize| {
        let (since, until) = (readings[k - 1].t, readings[k].t);
        let came = |(_, visit): &(usize, &Visit)| {
            visit.pile == pile && visit.arrive.t > since - slack && visit.arrive.t < until + slack
        };
        // Else the one that comes next to the middle between the two.
        let off = |visit: &Visit| (visit.arrive.t - 0.5 * (since + until)).abs();
        let likeliest = visits
            .iter()
            .enumerate()
            .filter(came)
            .min_by(|a, b| brings[b.0].cmp(&brings[a.0]).then(off(a.1).total_cmp(&off(b.1))));
        if let Some((visit, Visit { from_draw_deck, .. })) = likeliest {
            Some(Gate::Hand { visit, gates: 1, from_draw_deck: *from_draw_deck, slaps: false })
        } else if (until - since) * scale.real_per_file > OUT_OF_SIGHT_SECS {
            Some(Gate::Unseen)
        } else {
            turns[k].then_some(Gate::InView)
        }
    };
    let mut stays: Vec<Stay> = Vec::new();
    let mut start: usize = 0;
    let mut entered = Gate::Unseen;
    for k in 1..=readings.len() {
        let next = if k < readings.len() { gate(k) } else { Some(Gate::Unseen) };
        let Some(next) = next else { continue };
        let since = start.checked_sub(1).map_or(f64::NEG_INFINITY, |before| readings[before].t);
        let bare = bare.iter().any(|bare| bare.pile == pile && bare.from > since && bare.to < readings[start].t);
        let part = &readings[start..k];
        stays.push(Stay {
            pile: pile.index(),
            readings: start..k,
            gate: entered,
            bare,
            ranks: normal(&sums(part).0),
            clear: clear(part),
            most: [0; 2],
            place: stays.last().map_or([0.0; 2], |before| place(&readings[before.readings.clone()], part)),
            disturbed: false,
            brought: None,
            answer: None,
            contradicted: false,
        });
        (start, entered) = (k, next);
    }
    let lasts = |stay: &Stay| readings[stay.readings.end - 1].t - readings[stay.readings.start].t;
    for i in 1..stays.len() {
        let hand_next = matches!(stays[i].gate, Gate::Hand { .. });
        let before = &mut stays[i - 1];
        before.disturbed =
            hand_next && before.gate == Gate::InView && lasts(before) * scale.real_per_file < FARTHER_SECS;
    }
    let mut gates: HashMap<usize, usize> = HashMap::new();
    for stay in &stays {
        if let Gate::Hand { visit, .. } = stay.gate {
            *gates.entry(visit).or_default() += 1;
        }
    }
    let mut sum = [0.0; RANKS];
    for stay in stays.iter_mut().rev() {
        if let Gate::Hand { visit, gates: own, .. } = &mut stay.gate {
            *own = gates[visit];
        }
        sum.iter_mut().zip(stay.ranks).for_each(|(sum, log)| *sum += log);
        let most = hidden::best(&sum);
        let mut others = sum;
        others[most] = f64::NEG_INFINITY;
        stay.most = [most, hidden::best(&others)];
        if matches!(stay.gate, Gate::Hand { .. }) {
            sum = [0.0; RANKS];
        }
    }
    stays
}

/// Where readings turn to another rank and stay there, whether a hand came or not.
fn turns(readings: &[TopReading]) -> Vec<bool> {
    let logs: Vec<[f64; RANKS]> = readings.iter().map(TopReading::rank_logs).collect();
    let course = hidden::course(&logs, |_, _, _| TURNS_IN_VIEW);
    (0..course.len()).map(|k| k > 0 && course[k] != course[k - 1]).collect()
}

/// How much each reading counts when all of them have this weight together.
fn independent(weight: f64) -> f64 {
    let all = INDEPENDENT * (1.0 + SOON * weight).ln() / (1.0 + SOON * MANY).ln();
    (all / weight.max(1e-9)).min(1.0)
}

/// How much each reading with these probabilities counts for ranks, 0..1: the outline of a card among white ones is taken for another's in
/// some frames, and what is cut out so reads as something or other, less surely than the card does where it is cut out rightly.
fn counts(readings: &[[f64; RANKS]]) -> Vec<f64> {
    let unsure: Vec<f64> = readings.iter().map(|ranks| 1.0 - ranks.iter().copied().fold(0.0, f64::max)).collect();
    let mut sorted = unsure.clone();
    sorted.sort_by(f64::total_cmp);
    let clearest = sorted.get((CLEAREST * sorted.len() as f64) as usize).map_or(CLEAR_ENOUGH, |u| u.max(CLEAR_ENOUGH));
    unsure.iter().map(|unsure| (clearest / unsure.max(CLEAR_ENOUGH)).min(1.0)).collect()
}

/// Log probability of readings of one card, by rank and by suit.
pub(super) fn sums(readings: &[TopReading]) -> ([f64; RANKS], [f64; SUITS]) {
    let each: Vec<[f64; RANKS]> = readings.iter().map(TopReading::for_ranks).collect();
    let counts = counts(&each);
    let weights = || readings.iter().map(|reading| reading.weight);
    let of_ranks = independent(weights().zip(&counts).map(|(weight, counts)| weight * counts).sum());
    let of_suits = independent(weights().sum());
    let (mut ranks, mut suits) = ([0.0; RANKS], [0.0; SUITS]);
    for ((reading, read), counts) in readings.iter().zip(&each).zip(&counts) {
        let log = |p: &f64| reading.weight * counts * ((1.0 - BESIDE) * p + BESIDE / RANKS as f64).ln();
        ranks.iter_mut().zip(read).for_each(|(sum, p)| *sum += of_ranks * log(p));
        suits.iter_mut().zip(reading.suit_logs()).for_each(|(sum, log)| *sum += of_suits * log);
    }
    (ranks, suits)
}

/// How clearly a card is read, 0..1: the median probability of the rank that it is read as most, since hands beside it blur what is read
/// for a while. One of no readings, and of a single one, is not clear.
pub(super) fn clear(readings: &[TopReading]) -> f64 {
    let each: Vec<[f64; RANKS]> = readings.iter().map(TopReading::for_ranks).collect();
    let sum = |rank: usize| each.iter().map(|ranks| ranks[rank]).sum::<f64>();
    let best = hidden::best(&std::array::from_fn::<f64, RANKS, _>(sum));
    let mut of_best: Vec<f64> = each.iter().map(|ranks| ranks[best]).collect();
    of_best.sort_by(f64::total_cmp);
    if of_best.len() < 2 { 0.0 } else { of_best[(of_best.len() - 1) / 2] }
}

/// Log probabilities that add up to one.
pub(super) fn normal(logs: &[f64; RANKS]) -> [f64; RANKS] {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all: f64 = logs.iter().map(|log| (log - most).exp()).sum();
    logs.map(|log| log - most - all.ln())
}

/// Where a card lies against the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Against {
    /// So far from it, or so turned, that it hardly is the same.
    Elsewhere,
    /// Neither.
    Between,
    /// Where that lay.
    SamePlace,
}

/// Where a card lies against the one before; `None` without readings of either.
fn against(before: &[TopReading], now: &[TopReading]) -> Option<Against> {
    let (before, now) = (lies(before)?, lies(now)?);
    let far = before.0.distance(now.0);
    let turned = (before.1 - now.1).rem_euclid(std::f64::consts::PI);
    let turned = turned.min(std::f64::consts::PI - turned);
    Some(if far > ELSEWHERE.0 || turned > ELSEWHERE.1 {
        Against::Elsewhere
    } else if far < SAME_PLACE.0 && turned < SAME_PLACE.1 {
        Against::SamePlace
    } else {
        Against::Between
    })
}

/// Where the card lies that is read from one instant on, against the one that was read until another; file seconds. The readings next to a
/// hand on the pile are off at times: what lies in the same place by those a little farther from it does.
pub(super) fn lies_against(readings: &[TopReading], until: f64, from: f64, scale: TimeScale) -> Option<Against> {
    let end = |t: f64| readings.partition_point(|reading| reading.t <= t);
    let start = |t: f64| readings.partition_point(|reading| reading.t < t);
    let before = |t: f64| readings.get(end(t).checked_sub(FEW)?..end(t));
    let now = |t: f64| readings.get(start(t)..start(t) + FEW);
    let last = (start(from) + FEW).min(readings.len());
    let near = against(&readings[end(until).saturating_sub(FEW)..end(until)], readings.get(start(from)..last)?);
    let away = FARTHER_SECS / scale.real_per_file;
    let farther = [(until - away, from), (until, from + away), (until - away, from + away)];
    let mut farther = farther.into_iter().filter_map(|(until, from)| against(before(until)?, now(from)?));
    if farther.any(|lies| lies == Against::SamePlace) { Some(Against::SamePlace) } else { near }
}

/// Whether the card that is read from one instant on is of another suit than the one that was read until another; file seconds.
pub(super) fn is_of_other_suit(readings: &[TopReading], until: f64, from: f64) -> bool {
    let end = readings.partition_point(|reading| reading.t <= until);
    let start = readings.partition_point(|reading| reading.t < from);
    let last = start.saturating_add(FEW).min(readings.len());
    let Some(now) = readings.get(start..last) else { return false };
    let (before, now) = (sums(&readings[end.saturating_sub(FEW)..end]).1, sums(now).1);
    let best = |logs: &mut dyn Iterator<Item = f64>| logs.fold(f64::NEG_INFINITY, f64::max);
    let two = best(&mut before.iter().copied()) + best(&mut now.iter().copied());
    two - best(&mut before.iter().zip(now).map(|(before, now)| before + now)) > OTHER_SUIT
}

/// Log probabilities of where a card lies against the one before: if it is another card, if the same.
fn place(before: &[TopReading], now: &[TopReading]) -> [f64; 2] {
    let kind = match against(before, now) {
        None => return [0.0; 2],
        Some(Against::Elsewhere) => 0,
        Some(Against::Between) => 1,
        Some(Against::SamePlace) => 2,
    };
    [OF_ANOTHER[kind].ln(), OF_THE_SAME[kind].ln()]
}

/// Where most readings have a card: the medians.
fn lies(readings: &[TopReading]) -> Option<(Point<Table>, f64)> {
    let first = readings.first()?;
    let middle = |of: &dyn Fn(&TopReading) -> f64| {
        let mut all: Vec<f64> = readings.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    // Angles around the first one: 0 and pi are the same.
    let half = std::f64::consts::FRAC_PI_2;
    let turned = |reading: &TopReading| (reading.angle - first.angle + half).rem_euclid(2.0 * half) - half;
    let centre = Point::new(middle(&|reading| reading.centre.x), middle(&|reading| reading.centre.y));
    Some((centre, first.angle + middle(&turned)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_what_it_reads_where_it_is_cut_out_rightly() {
        // A jack that reads as a queen where its outline is taken for another's, in most frames.
        let reading = |(rank, p, other): (usize, f64, usize)| TopReading {
            t: 0.0,
            ranks: std::array::from_fn(|i| {
                if i == rank {
                    p
                } else if i == other {
                    0.9 * (1.0 - p)
                } else {
                    0.001
                }
            }),
            suits: [0.25; SUITS],
            weight: 1.0,
            centre: Point::new(0.0, 0.0),
            angle: 1.5,
        };
        let told = |of: &[((usize, f64, usize), usize)]| {
            let readings: Vec<TopReading> =
                of.iter().flat_map(|&(one, n)| std::iter::repeat_with(move || reading(one)).take(n)).collect();
            hidden::best(&sums(&readings).0)
        };
        assert_eq!(told(&[((11, 0.93, 10), 25), ((10, 0.99, 11), 10)]), 10);
        assert_eq!(told(&[((11, 0.93, 10), 25), ((10, 0.93, 11), 10)]), 11, "as unsure as the others");
    }

    #[test]
    fn how_clearly_a_card_is_read_is_what_most_of_its_readings_say() {
        let reading = |(rank, p): (usize, f64)| TopReading {
            t: 0.0,
            ranks: std::array::from_fn(|i| if i == rank { p } else { (1.0 - p) / (RANKS - 1) as f64 }),
            suits: [0.25; SUITS],
            weight: 1.0,
            centre: Point::new(0.0, 0.0),
            angle: 1.5,
        };
        let told = |of: &[(usize, f64)]| clear(&of.iter().copied().map(reading).collect::<Vec<_>>());
        assert!((told(&[(3, 0.98), (3, 0.97), (3, 0.5), (3, 0.99), (4, 0.9)]) - 0.97).abs() < 1e-9);
        assert!(
            told(&[(3, 0.98), (3, 0.6), (4, 0.9), (4, 0.9), (4, 0.92)]) < 0.91,
            "of the rank that it is read as most"
        );
        assert_eq!((told(&[]), told(&[(3, 0.99)])), (0.0, 0.0));
    }

    #[test]
    fn a_hand_beside_a_card_does_not_move_it() {
        // Read for a second at either side of a hand, which pushes the outline about in the readings next to it.
        let reading = |t: f64, x: f64| TopReading {
            t,
            ranks: [1.0 / RANKS as f64; RANKS],
            suits: [0.25; SUITS],
            weight: 1.0,
            centre: Point::new(x, 0.0),
            angle: 1.5,
        };
        let lies = |pushed: f64, moved: f64| {
            let before = (0..60).map(|i| reading(f64::from(i) / 60.0, if i < 48 { 0.0 } else { pushed }));
            let after = (0..60).map(|i| reading(2.0 + f64::from(i) / 60.0, moved));
            let all: Vec<TopReading> = before.chain(after).collect();
            lies_against(&all, 1.0, 2.0, TimeScale::REAL)
        };
        assert_eq!(lies(0.9, 0.0), Some(Against::SamePlace));
        assert_eq!(lies(0.0, 0.0), Some(Against::SamePlace));
        assert_eq!(lies(0.9, 0.5), Some(Against::Elsewhere));
        assert_eq!(lies(0.0, 0.2), Some(Against::Between));
    }
}
