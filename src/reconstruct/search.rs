//! What lay on top of the Centre Piles, from the first reading to the last: the sequence of cards that is the most probable
//! by the readings of both piles, by the hands that came, and by the Laws.
//!
//! Readings err, and those of one card err alike: how much they say together grows with their number as its logarithm does.
//! Some may be of another card's outline (`BESIDE`), and all of them may be of no worth (`MISREAD`), because the deck is read
//! badly. What a card may be is therefore decided by more than its own readings. It follows the top that it was played on
//! (D.6) unless it was revealed or played against the Laws, it comes with a hand, the card after it follows in turn, and of
//! each rank there are four. A card that is read badly for long and whose successor is read well is so put right
//! afterwards.
//!
//! Numbers were chosen by hand on rounds without pictures (`tests/rounds`, seeds from 40,000), on one rendered round, and on
//! the samples `reveal-slap` and `illegal-play`.
//!
//! A beam search (Lowerre 1976) over stays: times in which nobody can have changed a pile unseen. Its states are what
//! both piles show and how many cards of each rank have been laid since each was bare; the best `BEAM` of them are kept.
//! Suits are read too badly to take part: the states would differ in them and in nothing else.

use super::stays::{Gate, Stay, normal, stays, sums};
use crate::base::{Pile, Rank, Suit, TimeScale};
use crate::events::{BareSpan, TopReading, TopSpan, Visit, hidden};
use std::collections::HashMap;

/// One card in so many is misread as it lies, in all readings; and so are all readings between two hands.
const MISREAD: f64 = 0.02;
/// So many readings of cards in full view make a rank sure; fewer, or of half-hidden cards, in proportion.
const READINGS_TO_BE_SURE: f64 = 1.5;
/// Fewer readings than this make no span.
const LEAST_READINGS: usize = 2;
/// A suit is told when all readings together make it so probable.
const SUIT_SURE: f64 = 0.9;

/// Probability that a pile has another top after a hand came to it; after one that comes from its Draw Deck.
const HAND_CHANGES: f64 = 0.5;
const DECK_HAND_CHANGES: f64 = 0.8;
/// And while it was out of sight, so that a hand may have come unseen.
const UNSEEN_CHANGES: f64 = 0.03;
/// And in full view where readings turn: only when hands are not made out.
const IN_VIEW_CHANGES: f64 = 0.0005;
/// Probability that a card is laid by a lawful play, by a hand from elsewhere and by one from its Draw Deck; all others are
/// reveals, or plays against the Laws.
const PLAYED: f64 = 0.85;
const PLAYED_FROM_DECK: f64 = 0.3;
/// Probability that a change takes a card off again that did not follow (D.8.2), and one that did.
const TAKEN_OFF: (f64, f64) = (0.4, 0.01);
/// Cards of a rank in a deck (B.6.1), and as how many those count of which all have been laid: one was misread then, or a
/// pile was taken unseen.
const OF_A_RANK: f64 = 4.0;
const LEFT_OF_NONE: f64 = 0.03;
/// Log probability of a joker, of which the Laws' deck has none (B.6.1).
const JOKER: f64 = -7.0;

/// So many states are kept.
const BEAM: usize = 256;

const RANKS: usize = Rank::ALL.len();
const SUITS: usize = Suit::ALL.len();
const NO_CARD: u8 = RANKS as u8;

/// The tops of both piles, by pile and time. `follows(card, top)` is the Laws' sequence (D.6); `None` leaves the Laws out.
pub fn tops(
    readings: &[Vec<TopReading>; 2],
    visits: &[Visit],
    bare: &[BareSpan],
    scale: TimeScale,
    follows: Option<&dyn Fn(Rank, Rank) -> bool>,
) -> Vec<TopSpan> {
    let changes = Changes::new(follows);
    let mut stays: Vec<Stay> =
        Pile::BOTH.into_iter().flat_map(|pile| stays(pile, readings, visits, bare, scale)).collect();
    stays.sort_by(|a, b| {
        let t = |stay: &Stay| readings[stay.pile][stay.readings.start].t;
        t(a).total_cmp(&t(b)).then(a.pile.cmp(&b.pile))
    });
    let course = search(&stays, &changes);
    let mut spans = Vec::new();
    for pile in Pile::BOTH {
        let own: Vec<(&Stay, u8)> =
            stays.iter().zip(&course).filter(|(stay, _)| stay.pile == pile.index()).map(|(s, c)| (s, *c)).collect();
        spans.extend(spans_of(pile, &readings[pile.index()], &own, &changes));
    }
    spans
}

/// What it costs to lay a card on another.
struct Changes {
    /// `follows[top][card]` by rank; `None` without Laws.
    follows: Option<[[bool; RANKS]; RANKS]>,
}

impl Changes {
    fn new(follows: Option<&dyn Fn(Rank, Rank) -> bool>) -> Changes {
        let table =
            |follows: &dyn Fn(Rank, Rank) -> bool| Rank::ALL.map(|top| Rank::ALL.map(|card| follows(card, top)));
        Changes { follows: follows.map(table) }
    }

    /// Whether a card follows a top; everything does without Laws.
    fn lawful(&self, top: usize, card: usize) -> bool {
        self.follows.is_none_or(|follows| follows[top][card])
    }

    /// Probability that the top changes at all.
    fn some(gate: Gate) -> f64 {
        match gate {
            Gate::Hand { from_draw_deck: true, .. } => DECK_HAND_CHANGES,
            Gate::Hand { .. } => HAND_CHANGES,
            Gate::Unseen => UNSEEN_CHANGES,
            Gate::InView => IN_VIEW_CHANGES,
        }
    }

    /// Log probability that it does not change: a hand's gates together are one chance.
    fn none(gate: Gate) -> f64 {
        let gates = if let Gate::Hand { gates, .. } = gate { gates } else { 1 };
        (1.0 - Changes::some(gate)).ln() / gates as f64
    }

    /// Log probability of each rank that comes onto one of rank `from` (`None`: onto nothing known), when so many of each are
    /// left.
    fn onto(&self, from: Option<usize>, left: &[f64; RANKS], gate: Gate) -> [f64; RANKS] {
        let all: f64 = left[..RANKS - 1].iter().sum();
        let any = |to: usize| if to == RANKS - 1 { JOKER.exp() } else { left[to] / all };
        let (Some(follows), Some(from)) = (&self.follows, from) else { return std::array::from_fn(|to| any(to).ln()) };
        let deck = matches!(gate, Gate::Hand { from_draw_deck: true, .. });
        let played = if deck { PLAYED_FROM_DECK } else { PLAYED };
        let ways: f64 = (0..RANKS - 1).filter(|&to| follows[from][to]).map(|to| left[to]).sum();
        std::array::from_fn(|to| {
            let lawful = if follows[from][to] { played * left[to] / ways } else { 0.0 };
            (lawful + (1.0 - played) * any(to)).ln()
        })
    }
}

/// Log probabilities of ranks when all readings may be of no worth.
fn doubted(logs: &[f64; RANKS]) -> [f64; RANKS] {
    normal(logs).map(|log| ((1.0 - MISREAD) * log.exp() + MISREAD / RANKS as f64).ln())
}

/// What is known after some stays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct State {
    tops: [u8; 2],
    /// As which rank each top is read, as it lies: mostly its own.
    read_as: [u8; 2],
    /// What lies under each top, if that was seen and no other came since.
    under: [u8; 2],
    /// How many cards of each rank were laid on each pile since it was bare, four bits a rank.
    laid: [u64; 2],
    /// The visit, counted from one, that laid or took the last card of each pile.
    by: [u32; 2],
}

impl State {
    /// How many cards of each rank have not been laid.
    fn left(&self) -> [f64; RANKS] {
        std::array::from_fn(|rank| {
            let laid = |pile: usize| (self.laid[pile] >> (4 * rank) & 15) as f64;
            (OF_A_RANK - laid(0) - laid(1)).max(LEFT_OF_NONE)
        })
    }

    /// A card of a rank is laid on a pile (`more`), or taken off it.
    fn count(&mut self, pile: usize, rank: u8, more: bool) {
        let (shift, count) = (4 * u32::from(rank), self.laid[pile] >> (4 * u32::from(rank)) & 15);
        let now = if more { (count + 1).min(15) } else { count.saturating_sub(1) };
        self.laid[pile] = self.laid[pile] & !(15 << shift) | now << shift;
    }
}

/// The best way to a state.
#[derive(Clone, Copy)]
struct Reached {
    score: f64,
    /// Which state of the step before it came from.
    from: usize,
    /// What lies on the stay's pile.
    card: u8,
}

/// The card of each stay on the most probable way through all of them.
fn search(stays: &[Stay], changes: &Changes) -> Vec<u8> {
    // Where each state of each step came from, and which card it laid there.
    let mut ways: Vec<Vec<(usize, u8)>> = Vec::with_capacity(stays.len());
    let start = State { tops: [NO_CARD; 2], read_as: [0; 2], under: [NO_CARD; 2], laid: [0; 2], by: [0; 2] };
    let mut beam = vec![(start, 0.0)];
    for stay in stays {
        let pile = stay.pile;
        let read = doubted(&stay.ranks);
        // Misread throughout, as what is read most until the next hand comes.
        let wrong = |rank: usize| if stay.most[0] == rank { stay.most[1] } else { stay.most[0] };
        let misread = (MISREAD / (RANKS as f64 - 1.0)).ln();
        let mut reached: HashMap<State, Reached> = HashMap::new();
        for (from, &(state, score)) in beam.iter().enumerate() {
            let mut state = state;
            if stay.bare {
                (state.tops[pile], state.under[pile], state.laid[pile]) = (NO_CARD, NO_CARD, 0);
            }
            let (top, under) = (state.tops[pile], state.under[pile]);
            let mut reach = |next: State, score: f64| {
                let way = Reached { score, from, card: next.tops[pile] };
                let slot = reached.entry(next).or_insert(way);
                if way.score.total_cmp(&slot.score).then(slot.from.cmp(&from)).is_gt() {
                    *slot = way;
                }
            };
            let [another, same] = stay.place;
            let some = if top == NO_CARD { 1.0 } else { Changes::some(stay.gate) };
            let another = if top == NO_CARD { 0.0 } else { another };
            if top != NO_CARD {
                reach(state, score + Changes::none(stay.gate) + same + read[usize::from(state.read_as[pile])]);
            }
            let by = if let Gate::Hand { visit, .. } = stay.gate { visit as u32 + 1 } else { 0 };
            if top != NO_CARD && by > 0 && by == state.by[pile] {
                continue;
            }
            state.by[pile] = by;
            let mut lay = |next: State, log: f64| {
                let rank = usize::from(next.tops[pile]);
                let read_as = |rank: usize| {
                    let mut next = next;
                    next.read_as[pile] = rank as u8;
                    next
                };
                let log = score + some.ln() + another + log;
                reach(read_as(rank), log + (1.0 - MISREAD).ln() + read[rank]);
                reach(read_as(wrong(rank)), log + misread + read[wrong(rank)]);
            };
            let onto = (top != NO_CARD).then_some(usize::from(top));
            let mut off = 0.0;
            if top != NO_CARD && under != NO_CARD {
                off = if changes.lawful(usize::from(under), usize::from(top)) { TAKEN_OFF.1 } else { TAKEN_OFF.0 };
                let mut next = state;
                (next.tops[pile], next.under[pile]) = (under, NO_CARD);
                next.count(pile, top, false);
                lay(next, f64::ln(off));
            }
            let costs = changes.onto(onto, &state.left(), stay.gate);
            for card in 0..RANKS as u8 {
                let mut next = state;
                (next.tops[pile], next.under[pile]) = (card, top);
                next.count(pile, card, true);
                lay(next, (1.0 - off).ln() + costs[usize::from(card)]);
            }
        }
        let mut best: Vec<(State, Reached)> = reached.into_iter().collect();
        // By score, then by state: the same order in every run.
        best.sort_by(|a, b| b.1.score.total_cmp(&a.1.score).then(a.0.cmp(&b.0)));
        best.truncate(BEAM);
        ways.push(best.iter().map(|(_, way)| (way.from, way.card)).collect());
        beam = best.into_iter().map(|(state, way)| (state, way.score)).collect();
    }
    let mut at = 0;
    let mut course = vec![NO_CARD; stays.len()];
    for (step, way) in ways.iter().enumerate().rev() {
        (at, course[step]) = (way[at].0, way[at].1);
    }
    course
}

/// Spans of one pile from its stays and their cards.
fn spans_of(pile: Pile, readings: &[TopReading], stays: &[(&Stay, u8)], changes: &Changes) -> Vec<TopSpan> {
    // Stays of one rank without a bare pile between them are one card, as far as anybody can tell.
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (i, (stay, card)) in stays.iter().enumerate() {
        match runs.last_mut() {
            Some((_, end)) if !stay.bare && stays[*end - 1].1 == *card => *end = i + 1,
            _ => runs.push((i, i + 1)),
        }
    }
    let of = |&(start, end): &(usize, usize)| &readings[stays[start].0.readings.start..stays[end - 1].0.readings.end];
    let rank_at = |run: &(usize, usize)| usize::from(stays[run.0].1);
    let mut spans = Vec::new();
    for (r, run) in runs.iter().enumerate() {
        let (part, rank) = (of(run), rank_at(run));
        let agreeing = |reading: &&TopReading| hidden::best(&reading.ranks) == rank;
        // The Laws may know better than every reading; the card lay there all the same.
        let agree = part.iter().any(|reading| agreeing(&reading));
        let own: Vec<&TopReading> = part.iter().filter(|reading| !agree || agreeing(reading)).collect();
        let (Some(first), Some(last)) = (own.first(), own.last()) else { continue };
        let stay = stays[run.0].0;
        let before = r.checked_sub(1).map(|before| &runs[before]).filter(|_| !stay.bare).map(rank_at);
        let after = runs.get(r + 1).map(|next| (rank_at(next), stays[next.0].0)).filter(|(_, stay)| !stay.bare);
        let (ranks, suits) = sums(part);
        let ranks = doubted(&ranks);
        let came = changes.onto(before, &[1.0; RANKS], stay.gate);
        let log = |i: usize| {
            let next = after.map_or(0.0, |(next, stay)| changes.onto(Some(i), &[1.0; RANKS], stay.gate)[next]);
            ranks[i] + came[i] + next
        };
        let own_log = log(rank);
        let together = 1.0 / (0..RANKS).map(|i| (log(i) - own_log).exp()).sum::<f64>();
        let seen: f64 = part.iter().map(|reading| reading.weight * reading.ranks.iter().sum::<f64>()).sum();
        let span = TopSpan {
            pile,
            rank: Rank::ALL[rank],
            suit: suit(&suits),
            from: first.t,
            to: last.t,
            readings: own.len(),
            confidence: together * (seen / READINGS_TO_BE_SURE).min(1.0),
        };
        spans.push((span, stay.bare));
    }
    spans.retain(|(span, _)| span.readings >= LEAST_READINGS);
    // A dropped blip may leave one rank on both of its sides.
    spans.dedup_by(|(later, bare), (earlier, _)| {
        let same = later.rank == earlier.rank && !*bare;
        if same {
            earlier.to = later.to;
            earlier.readings += later.readings;
            earlier.confidence = earlier.confidence.max(later.confidence);
            earlier.suit = earlier.suit.or(later.suit);
        }
        same
    });
    spans.into_iter().map(|(span, _)| span).collect()
}

/// The suit that readings agree on.
fn suit(logs: &[f64; SUITS]) -> Option<Suit> {
    let best = hidden::best(logs);
    let together: f64 = logs.iter().map(|log| (log - logs[best]).exp()).sum();
    (1.0 / together >= SUIT_SURE).then_some(Suit::ALL[best])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Measured, Player, Point};

    fn next(card: Rank, top: Rank) -> bool {
        (card as i32 - top as i32).abs() == 1
    }

    /// Readings of a rank sixty times a second, somewhere on the pile.
    fn read(t: f64, n: usize, rank: Rank, p: f64, x: f64) -> Vec<TopReading> {
        let ranks = Rank::ALL.map(|r| if r == rank { p } else { (1.0 - p) / 13.0 });
        let reading = |i: usize| TopReading {
            t: t + i as f64 / 60.0,
            ranks,
            suits: [0.05, 0.05, 0.8, 0.05],
            weight: 1.0,
            centre: Point::new(x, 0.0),
            angle: 1.5,
        };
        (0..n).map(reading).collect()
    }

    fn visit(pile: Pile, t: f64, from_draw_deck: bool) -> Visit {
        Visit {
            track: 1,
            player: Player::One,
            hand: HandSide::Left,
            pile,
            arrive: Measured::normal(t, 0.002),
            seen: Measured::normal(t, 0.002),
            modes: Vec::new(),
            heard: None,
            sharp: false,
            stirred: None,
            again: None,
            leave: Some(Measured::normal(t + 0.2, 0.01)),
            depth_cm: 3.0,
            peak_speed: 80.0,
            from_draw_deck,
            on_pile: 0.9,
        }
    }

    fn told(left: Vec<TopReading>, visits: &[Visit], laws: bool) -> Vec<(Rank, f64)> {
        let follows: &dyn Fn(Rank, Rank) -> bool = &next;
        let spans = tops(&[left, Vec::new()], visits, &[], TimeScale::REAL, laws.then_some(follows));
        spans.iter().map(|span| (span.rank, span.confidence)).collect()
    }

    #[test]
    fn one_wrong_reading_is_outvoted() {
        let mut readings = read(0.0, 20, Rank::Six, 0.9, 0.0);
        readings[7] = read(7.0 / 60.0, 1, Rank::Nine, 0.95, 0.0)[0];
        let spans = tops(&[readings, Vec::new()], &[], &[], TimeScale::REAL, Some(&next));
        assert_eq!(spans.len(), 1);
        assert_eq!((spans[0].rank, spans[0].from), (Rank::Six, 0.0));
        assert_eq!(spans[0].suit, Some(Suit::Hearts));
    }

    #[test]
    fn a_card_comes_with_a_hand() {
        let readings = [read(0.0, 30, Rank::Six, 0.9, 0.0), read(0.7, 30, Rank::Seven, 0.9, 0.8)].concat();
        let visits = [visit(Pile::Left, 0.55, false)];
        let spans = told(readings, &visits, true);
        assert_eq!(spans.iter().map(|span| span.0).collect::<Vec<_>>(), [Rank::Six, Rank::Seven]);
        assert!(spans.iter().all(|span| span.1 > 0.9), "{spans:?}");
    }

    #[test]
    fn what_is_misread_for_long_is_put_right_by_the_cards_before_and_after() {
        // The seven is read as an ace as long as it lies.
        let readings = [
            read(0.0, 60, Rank::Six, 0.9, 0.0),
            read(1.3, 60, Rank::Ace, 0.9, 0.8),
            read(2.6, 60, Rank::Eight, 0.9, -0.5),
        ]
        .concat();
        let visits = [visit(Pile::Left, 1.1, false), visit(Pile::Left, 2.4, false)];
        let ranks = |laws| told(readings.clone(), &visits, laws).iter().map(|span| span.0).collect::<Vec<_>>();
        assert_eq!(ranks(true), [Rank::Six, Rank::Seven, Rank::Eight]);
        assert_eq!(ranks(false), [Rank::Six, Rank::Ace, Rank::Eight]);
    }

    #[test]
    fn a_card_that_does_not_follow_and_is_taken_off_again_is_no_misreading() {
        let readings = [
            read(0.0, 60, Rank::Six, 0.9, 0.0),
            read(1.3, 40, Rank::King, 0.97, 0.8),
            read(2.3, 60, Rank::Six, 0.9, 0.0),
        ]
        .concat();
        let visits = [visit(Pile::Left, 1.1, false), visit(Pile::Left, 2.1, false)];
        let spans = told(readings, &visits, true);
        assert_eq!(spans.iter().map(|span| span.0).collect::<Vec<_>>(), [Rank::Six, Rank::King, Rank::Six]);
    }

    #[test]
    fn no_readings_no_spans() {
        assert!(told(Vec::new(), &[], true).is_empty());
    }
}
