//! What lay on top of the Centre Piles, from the first reading to the last: the sequence of cards that is the most probable
//! by the readings of both piles, by the hands that came, and by the Laws.
//!
//! Readings err, and those of one card err alike: how much they say together grows with their number as its logarithm does.
//! Some may be of another card's outline (`BESIDE`, and by what they read themselves), and all of them may be of no worth
//! (`MISREAD`), because the deck is read badly, the less probably the more clearly they read. What a card may be is therefore
//! decided by more than its own readings. It follows the top that it was played on (D.6) unless it was revealed or played
//! against the Laws, it comes with a hand, which may have taken it from a Foundation where it was read as well, the card after
//! it follows in turn, and of each rank there are four. A card that is read badly for long and whose successor is read well is
//! so put right afterwards.
//!
//! Numbers were chosen by hand on rounds without pictures (`tests/rounds`, seeds from 40,000), on one rendered round, and on
//! the samples `reveal-slap` and `illegal-play`; how clear readings count, on 30 rendered clips.
//!
//! A beam search (Lowerre 1976) over stays: times in which nobody can have changed a pile unseen. Its states are what
//! both piles show and how many cards of each rank have been laid since each was bare; the best `BEAM` of them are kept.
//! Suits are read too badly to take part: the states would differ in them and in nothing else.

mod brought;
mod changes;
mod spans;

use super::challenges::{challenges, slapping};
use super::stays::{Gate, Stay, stays};
use crate::base::{Pile, Rank, TimeScale};
use crate::events::{BareSpan, CardGone, TopReading, TopSpan, Visit};
use changes::{Changes, SLAPPED_UNEQUAL, certain, doubted};
use spans::spans_of;
use std::collections::HashMap;

/// Cards of a rank in a deck (B.6.1), and as how many those count of which all have been laid: one was misread then, or a
/// pile was taken unseen.
const OF_A_RANK: f64 = 4.0;
const LEFT_OF_NONE: f64 = 0.03;

/// So often what is read for a moment, before a hand comes, is of no worth: an estimate.
const DISTURBED: f64 = 0.5;

/// So many states are kept.
const BEAM: usize = 256;

const RANKS: usize = Rank::ALL.len();
const NO_CARD: u8 = RANKS as u8;

/// What a human read on a pile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Answer {
    /// Which pile.
    pub pile: Pile,
    /// When, file seconds.
    pub t: f64,
    /// What lay on top then.
    pub rank: Rank,
}

/// The tops of both piles, by pile and time. `gone` are the cards that hands took from the Foundations. What a human read in `answers`
/// is not doubted. `follows(card, top)` is the Laws' sequence (D.6); `None` leaves the Laws out.
pub fn tops(
    readings: &[Vec<TopReading>; 2],
    visits: &[Visit],
    gone: &[CardGone],
    bare: &[BareSpan],
    scale: TimeScale,
    follows: Option<&dyn Fn(Rank, Rank) -> bool>,
    answers: &[Answer],
) -> Vec<TopSpan> {
    let changes = Changes::new(follows);
    let brought = brought::brought(visits, gone, scale);
    let brings: Vec<bool> = visits.iter().zip(&brought).map(|(v, card)| v.from_draw_deck || card.is_some()).collect();
    let mut stays: Vec<Stay> =
        Pile::BOTH.into_iter().flat_map(|pile| stays(pile, readings, (visits, &brings), bare, scale)).collect();
    stays.sort_by(|a, b| {
        let t = |stay: &Stay| readings[stay.pile][stay.readings.start].t;
        t(a).total_cmp(&t(b)).then(a.pile.cmp(&b.pile))
    });
    let slaps = if follows.is_some() { challenges(visits, scale) } else { Vec::new() };
    let slapping = slapping(visits, scale);
    for stay in &mut stays {
        let Gate::Hand { visit, from_draw_deck, slaps, .. } = &mut stay.gate else { continue };
        stay.brought = brought[*visit].filter(|_| !*from_draw_deck);
        *slaps = follows.is_some() && slapping[*visit] && brought[*visit].is_none();
    }
    let begins: Vec<f64> = stays.iter().map(|stay| readings[stay.pile][stay.readings.start].t).collect();
    for answer in answers {
        let own = |i: &usize| stays[*i].pile == answer.pile.index();
        let before = (0..stays.len()).filter(own).take_while(|&i| begins[i] <= answer.t).last();
        if let Some(at) = before.or_else(|| (0..stays.len()).find(own)) {
            stays[at].answer = Rank::ALL.iter().position(|&rank| rank == answer.rank);
            let (pile, read) = (stays[at].pile, stays[at].most[0]);
            if stays[at].answer != Some(read) {
                let alike = |stay: &&mut Stay| stay.pile == pile && stay.most[0] == read;
                stays.iter_mut().filter(alike).for_each(|stay| stay.contradicted = true);
            }
        }
    }
    // How many stays have begun by each slap.
    let slapped: Vec<usize> = slaps.iter().map(|&t| begins.partition_point(|begin| *begin < t)).collect();
    // How badly this deck is read shows in what was first made of it.
    // Of each hand, counted from one, whether it came from its Draw Deck.
    let revealed: Vec<bool> = std::iter::once(false).chain(visits.iter().map(|visit| visit.from_draw_deck)).collect();
    let first = search(&stays, &slapped, &revealed, &changes);
    let changes = changes.learnt(&stays, &first);
    let course = search(&stays, &slapped, &revealed, &changes);
    // What lay on the other pile at each slap.
    let top = |pile: usize, until: usize| {
        let last = (0..until).rev().find(|&i| stays[i].pile == pile);
        last.map(|i| usize::from(course[i])).filter(|card| *card < RANKS)
    };
    let mut spans = Vec::new();
    for pile in Pile::BOTH {
        let own: Vec<(&Stay, u8)> =
            stays.iter().zip(&course).filter(|(stay, _)| stay.pile == pile.index()).map(|(s, c)| (s, *c)).collect();
        let other = 1 - pile.index();
        let equal: Vec<(f64, usize)> =
            slaps.iter().zip(&slapped).filter_map(|(&t, &until)| Some((t, top(other, until)?))).collect();
        spans.extend(spans_of(pile, &readings[pile.index()], &own, &changes, &equal, (visits, bare, scale)));
    }
    spans
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

/// The card of each stay on the most probable way through all of them. Both players slapped when so many stays had begun as
/// `slapped` says; `revealed` says of each visit, counted from one, whether its hand came from its Draw Deck.
fn search(stays: &[Stay], slapped: &[usize], revealed: &[bool], changes: &Changes) -> Vec<u8> {
    // Equal tops are what both players slap at.
    let weigh = |beam: &mut Vec<(State, f64)>, begun: usize| {
        for _ in slapped.iter().filter(|&&slapped| slapped == begun) {
            for (state, score) in beam.iter_mut() {
                let [left, right] = state.tops;
                *score += if left != right && left != NO_CARD && right != NO_CARD { SLAPPED_UNEQUAL } else { 0.0 };
            }
        }
    };
    // Where each state of each step came from, and which card it laid there.
    let mut ways: Vec<Vec<(usize, u8)>> = Vec::with_capacity(stays.len());
    let start = State { tops: [NO_CARD; 2], read_as: [0; 2], under: [NO_CARD; 2], laid: [0; 2], by: [0; 2] };
    let mut beam = vec![(start, 0.0)];
    for (begun, stay) in stays.iter().enumerate() {
        weigh(&mut beam, begun);
        let pile = stay.pile;
        let clear = if stay.contradicted { 0.0 } else { stay.clear };
        let misread = changes.misread(clear);
        let of_no_worth = if stay.disturbed { misread.max(DISTURBED) } else { misread };
        let read_as_log = changes.read_as(clear);
        let read = stay.answer.map_or_else(|| doubted(&stay.ranks, of_no_worth), certain);
        let shown = |state: &State| if stay.answer.is_some() { state.tops[pile] } else { state.read_as[pile] };
        // Misread throughout, as what is read most until the next hand comes.
        let wrong = |rank: usize| if stay.most[0] == rank { stay.most[1] } else { stay.most[0] };
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
                reach(state, score + Changes::none(stay.gate) + same + read[usize::from(shown(&state))]);
            }
            let by = if let Gate::Hand { visit, .. } = stay.gate { visit as u32 + 1 } else { 0 };
            if top != NO_CARD && by > 0 && by == state.by[pile] {
                continue;
            }
            let laid_by = state.by[pile];
            state.by[pile] = by;
            let mut lay = |next: State, log: f64, laid: bool| {
                let rank = usize::from(next.tops[pile]);
                let read_as = |rank: usize| {
                    let mut next = next;
                    next.read_as[pile] = rank as u8;
                    next
                };
                let log = score + some.ln() + another + log;
                let as_it_lies = |read_as: usize| read_as_log[rank][read_as] + read[read_as];
                // A card that was taken off shows what hands brought before.
                let comes = |as_read: usize| if laid { brought::cost(stay.brought, rank, as_read) } else { 0.0 };
                reach(read_as(rank), log + as_it_lies(rank) + comes(rank));
                if stay.answer.is_none() {
                    let wrong = wrong(rank);
                    reach(read_as(wrong), log + as_it_lies(wrong) + comes(wrong));
                }
            };
            let onto = (top != NO_CARD).then_some(usize::from(top));
            let mut off = 0.0;
            if top != NO_CARD && under != NO_CARD {
                // A revealed card does not have to follow, and nobody who slaps takes a card off.
                let stays = revealed[laid_by as usize] || matches!(stay.gate, Gate::Hand { slaps: true, .. });
                off = changes.off(usize::from(under), usize::from(top), stays);
                let mut next = state;
                (next.tops[pile], next.under[pile]) = (under, NO_CARD);
                next.count(pile, top, false);
                lay(next, f64::ln(off), false);
            }
            let costs = changes.onto(onto, &state.left(), stay.gate);
            for card in 0..RANKS as u8 {
                let mut next = state;
                (next.tops[pile], next.under[pile]) = (card, top);
                next.count(pile, card, true);
                lay(next, (1.0 - off).ln() + costs[usize::from(card)], true);
            }
        }
        let mut best: Vec<(State, Reached)> = reached.into_iter().collect();
        // By score, then by state: the same order in every run.
        best.sort_by(|a, b| b.1.score.total_cmp(&a.1.score).then(a.0.cmp(&b.0)));
        best.truncate(BEAM);
        ways.push(best.iter().map(|(_, way)| (way.from, way.card)).collect());
        beam = best.into_iter().map(|(state, way)| (state, way.score)).collect();
    }
    weigh(&mut beam, stays.len());
    let best = (0..beam.len()).max_by(|&a, &b| beam[a].1.total_cmp(&beam[b].1).then(b.cmp(&a)));
    let mut at = best.unwrap_or_default();
    let mut course = vec![NO_CARD; stays.len()];
    for (step, way) in ways.iter().enumerate().rev() {
        (at, course[step]) = (way[at].0, way[at].1);
    }
    course
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Measured, Player, Point, Suit};

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
            sharp: false,
            leave: Some(Measured::normal(t + 0.2, 0.01)),
            peak_speed: 80.0,
            from_draw_deck,
            on_pile: 0.9,
            ..Visit::landed(Player::One, HandSide::Left, pile, Measured::normal(t, 0.002))
        }
    }

    fn told(left: Vec<TopReading>, visits: &[Visit], laws: bool) -> Vec<(Rank, f64)> {
        let follows: &dyn Fn(Rank, Rank) -> bool = &next;
        let spans = tops(&[left, Vec::new()], visits, &[], &[], TimeScale::REAL, laws.then_some(follows), &[]);
        spans.iter().map(|span| (span.rank, span.confidence)).collect()
    }

    #[test]
    fn one_wrong_reading_is_outvoted() {
        let mut readings = read(0.0, 20, Rank::Six, 0.9, 0.0);
        readings[7] = read(7.0 / 60.0, 1, Rank::Nine, 0.95, 0.0)[0];
        let spans = tops(&[readings, Vec::new()], &[], &[], &[], TimeScale::REAL, Some(&next), &[]);
        assert_eq!(spans.len(), 1);
        assert_eq!((spans[0].rank, spans[0].from), (Rank::Six, 0.0));
        assert_eq!(spans[0].suit, Some(Suit::Hearts));
    }

    #[test]
    fn a_card_that_was_seen_clearly_for_a_moment_is_told() {
        let readings = [read(0.0, 30, Rank::Six, 0.9, 0.0), read(0.7, 3, Rank::Seven, 0.99, 0.8)].concat();
        let spans = told(readings, &[visit(Pile::Left, 0.55, false)], true);
        assert_eq!(spans[1].0, Rank::Seven);
        assert!(spans[1].1 > 0.8, "{spans:?}");
        let unclear = [read(0.0, 30, Rank::Six, 0.9, 0.0), read(0.7, 3, Rank::Nine, 0.6, 0.8)].concat();
        assert!(
            told(unclear, &[visit(Pile::Left, 0.55, false)], true)
                .iter()
                .all(|span| span.0 != Rank::Nine || span.1 < 0.8)
        );
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
    fn what_shows_between_the_fingers_of_a_hand_that_gathers_the_pile_was_not_laid() {
        let ranks = |bare_from: f64| -> Vec<Rank> {
            let readings = [read(0.0, 60, Rank::Six, 0.9, 0.0), read(1.2, 12, Rank::Ace, 0.9, 0.8)].concat();
            let bare = [BareSpan { pile: Pile::Left, from: bare_from, to: bare_from + 1.0 }];
            let visits = [visit(Pile::Left, 1.1, false)];
            let spans = tops(&[readings, Vec::new()], &visits, &[], &bare, TimeScale::REAL, Some(&next), &[]);
            spans.iter().map(|span| span.rank).collect()
        };
        assert_eq!(ranks(1.5), [Rank::Six]);
        assert_eq!(ranks(1.9), [Rank::Six, Rank::Ace], "it lay there for longer");
    }

    #[test]
    fn what_is_read_clearly_was_hardly_misread() {
        // It does not follow: misread, or played against the Laws.
        let sure = |p: f64| {
            let readings = [read(0.0, 30, Rank::Six, p, 0.0), read(0.7, 60, Rank::King, p, 0.8)].concat();
            let spans = told(readings, &[visit(Pile::Left, 0.55, false)], true);
            assert_eq!(spans[1].0, Rank::King);
            spans[1].1
        };
        assert!(sure(0.99) > 0.95 && sure(0.9) < 0.93, "{} {}", sure(0.99), sure(0.9));
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
    fn a_card_lay_there_as_long_as_it_was_misread_whatever_a_passing_hand_made_of_it() {
        // As above; a single reading of the seven has it right.
        let mut seven = read(1.3, 60, Rank::Ace, 0.9, 0.8);
        seven[50] = read(seven[50].t, 1, Rank::Seven, 0.95, 0.8)[0];
        let readings = [read(0.0, 60, Rank::Six, 0.9, 0.0), seven, read(2.6, 60, Rank::Eight, 0.9, -0.5)].concat();
        let visits = [visit(Pile::Left, 1.1, false), visit(Pile::Left, 2.4, false)];
        let spans = tops(&[readings, Vec::new()], &visits, &[], &[], TimeScale::REAL, Some(&next), &[]);
        let told: Vec<(Rank, f64)> = spans.iter().map(|span| (span.rank, span.from)).collect();
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[1].0 == Rank::Seven && (told[1].1 - 1.3).abs() < 0.02, "{told:?}");
    }

    #[test]
    fn what_a_hand_took_from_its_foundation_is_what_it_lays() {
        // Read on the pile as a five or a seven alike, and as a seven where it was taken from.
        let mut laid = read(1.3, 60, Rank::Seven, 0.47, 0.8);
        for reading in &mut laid {
            reading.ranks[4] = 0.49;
        }
        let readings = [[read(0.0, 60, Rank::Six, 0.9, 0.0), laid].concat(), Vec::new()];
        let taken = |t: f64, hand: HandSide, track: u32| CardGone {
            player: Player::One,
            rank: Some(Rank::Seven),
            suit: None,
            place: Point::new(0.0, -30.0),
            last_seen: t - 0.1,
            gone_by: t + 0.1,
            taken: Some((hand, track, Measured::normal(t, 0.02))),
            returned: None,
            read_since: true,
            confidence: 0.9,
        };
        let own = |t: f64| taken(t, HandSide::Left, 1);
        let ranks = |visits: &[Visit], gone: &[CardGone]| -> Vec<Rank> {
            let spans = tops(&readings, visits, gone, &[], TimeScale::REAL, Some(&next), &[]);
            spans.iter().map(|span| span.rank).collect()
        };
        let one = [visit(Pile::Left, 1.1, false)];
        assert_eq!(ranks(&one, &[]), [Rank::Six, Rank::Five]);
        assert_eq!(ranks(&one, &[own(0.8)]), [Rank::Six, Rank::Seven]);
        let sure =
            |gone: &[CardGone]| tops(&readings, &one, gone, &[], TimeScale::REAL, Some(&next), &[])[1].confidence;
        assert!(sure(&[own(0.8)]) > 0.9 && sure(&[]) < 0.6, "{} {}", sure(&[own(0.8)]), sure(&[]));
        // It laid the card though another hand, which took none, came as well while the pile was hidden.
        let hides = Visit { track: 2, player: Player::Two, ..visit(Pile::Left, 1.15, false) };
        let both = [visit(Pile::Left, 1.05, false), hides];
        assert_eq!(ranks(&both, &[own(0.8)]), [Rank::Six, Rank::Seven]);
        // Taken by another hand, long ago, by this hand before it came to the other pile, or put back.
        assert_eq!(ranks(&one, &[taken(0.8, HandSide::Right, 2)]), [Rank::Six, Rank::Five]);
        assert_eq!(ranks(&one, &[own(-2.5)]), [Rank::Six, Rank::Five]);
        let back = CardGone { returned: Some(1.0), ..own(0.8) };
        assert_eq!(ranks(&one, &[back]), [Rank::Six, Rank::Five]);
        let two = [visit(Pile::Right, 0.9, false), visit(Pile::Left, 1.1, false)];
        assert_eq!(ranks(&two, &[own(0.8)]), [Rank::Six, Rank::Five]);
    }

    #[test]
    fn a_deck_is_misread_alike_wherever_its_cards_lie() {
        // Every four is read as an ace, also where it was taken from.
        let ranks = |cards: &[Rank], p: f64| -> Vec<Rank> {
            let begins = |i: usize| 1.3 * i as f64;
            let each = cards.iter().enumerate();
            let left = each.flat_map(|(i, &rank)| read(begins(i), 60, rank, p, if i % 2 == 0 { 0.0 } else { 0.8 }));
            let visits: Vec<Visit> = (1..cards.len()).map(|i| visit(Pile::Left, begins(i) - 0.2, false)).collect();
            let taken = |(i, visit): (usize, &Visit)| CardGone {
                player: Player::One,
                rank: Some(cards[i + 1]),
                suit: None,
                place: Point::new(0.0, -30.0),
                last_seen: visit.arrive.t - 0.4,
                gone_by: visit.arrive.t - 0.2,
                taken: Some((HandSide::Left, visit.track, Measured::normal(visit.arrive.t - 0.3, 0.02))),
                returned: None,
                read_since: true,
                confidence: 0.9,
            };
            let gone: Vec<CardGone> = visits.iter().enumerate().map(taken).collect();
            let readings = [left.collect(), Vec::new()];
            let spans = tops(&readings, &visits, &gone, &[], TimeScale::REAL, Some(&next), &[]);
            spans.iter().map(|span| span.rank).collect()
        };
        use Rank::{Ace, Five, Four, Three, Two};
        for p in [0.95, 0.99] {
            assert_eq!(ranks(&[Five, Ace], p), [Five, Ace], "nothing says that it is none");
            assert_eq!(ranks(&[Five, Ace, Three], p), [Five, Four, Three], "{p}");
            // The last one as those before.
            assert_eq!(ranks(&[Five, Ace, Three, Two, Three, Ace], p), [Five, Four, Three, Two, Three, Four], "{p}");
        }
    }

    #[test]
    fn what_shows_for_a_moment_before_a_hand_comes_is_little_worth() {
        let ranks = |momentary: usize| -> Vec<Rank> {
            // The three is read as a five.
            let readings = [
                read(0.0, 60, Rank::Two, 0.98, 0.0),
                read(1.3, 120, Rank::Five, 0.95, 0.8),
                read(1.3 + 120.0 / 60.0, momentary, Rank::Two, 0.9, 0.8),
                read(4.0, 60, Rank::King, 0.95, 0.0),
            ];
            let visits = [visit(Pile::Left, 1.1, false), visit(Pile::Left, 3.8, true)];
            let gone = CardGone {
                player: Player::One,
                rank: Some(Rank::Three),
                suit: None,
                place: Point::new(0.0, -30.0),
                last_seen: 0.7,
                gone_by: 0.9,
                taken: Some((HandSide::Left, visits[0].track, Measured::normal(0.8, 0.02))),
                returned: None,
                read_since: true,
                confidence: 0.9,
            };
            let readings = [readings.concat(), Vec::new()];
            let spans = tops(&readings, &visits, &[gone], &[], TimeScale::REAL, Some(&next), &[]);
            spans.iter().map(|span| span.rank).collect()
        };
        assert_eq!(ranks(0), [Rank::Two, Rank::Three, Rank::King]);
        assert_eq!(ranks(4), [Rank::Two, Rank::Three, Rank::King]);
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
    fn a_revealed_card_is_not_taken_off_by_those_who_slap() {
        // Read as what lay under it once the hands have gone.
        let readings = [
            read(0.0, 60, Rank::Two, 0.9, 0.0),
            read(1.3, 40, Rank::Four, 0.97, 0.8),
            read(2.6, 30, Rank::Two, 0.9, 1.0),
        ]
        .concat();
        let readings = [readings, read(0.0, 100, Rank::Four, 0.97, 5.0)];
        let ranks = |visits: &[Visit]| -> Vec<Rank> {
            let spans = tops(&readings, visits, &[], &[], TimeScale::REAL, Some(&next), &[]);
            spans.iter().filter(|span| span.pile == Pile::Left).map(|span| span.rank).collect()
        };
        let hand = |player, hand, pile, t| Visit { player, hand, ..visit(pile, t, false) };
        let slap = |player, t| {
            [hand(player, HandSide::Left, Pile::Left, t), hand(player, HandSide::Right, Pile::Right, t + 0.01)]
        };
        let slapped =
            [vec![visit(Pile::Left, 1.1, true)], slap(Player::Two, 2.2).to_vec(), slap(Player::One, 2.25).to_vec()];
        assert_eq!(ranks(&slapped.concat()), [Rank::Two, Rank::Four]);
        // A single hand may have.
        let single = [visit(Pile::Left, 1.1, false), visit(Pile::Left, 2.2, false)];
        assert_eq!(ranks(&single), [Rank::Two, Rank::Four, Rank::Two]);
    }

    #[test]
    fn what_a_human_read_is_not_doubted_and_puts_its_neighbours_right() {
        // Read as a nine and then, after a hand, as an eight or a six alike.
        let mut after = read(1.3, 60, Rank::Eight, 0.48, 0.8);
        for reading in &mut after {
            reading.ranks[5] = 0.46;
        }
        let readings = [[read(0.0, 60, Rank::Nine, 0.9, 0.0), after].concat(), Vec::new()];
        let visits = [visit(Pile::Left, 1.1, false)];
        let told = |answers: &[Answer]| -> Vec<(Rank, bool)> {
            let spans = tops(&readings, &visits, &[], &[], TimeScale::REAL, Some(&next), answers);
            spans.iter().map(|span| (span.rank, span.confidence > 0.8)).collect()
        };
        assert_eq!(told(&[])[1].0, Rank::Eight);
        let five = Answer { pile: Pile::Left, t: 0.5, rank: Rank::Five };
        assert_eq!(told(&[five]), [(Rank::Five, true), (Rank::Six, true)]);
        // However clearly another was read.
        let clear = [read(0.0, 60, Rank::Three, 0.995, 0.0), read(1.3, 60, Rank::Three, 0.995, 0.0)].concat();
        let hand = [visit(Pile::Left, 1.1, false)];
        let five = Answer { pile: Pile::Left, t: 1.05, rank: Rank::Five };
        let spans = tops(&[clear, Vec::new()], &hand, &[], &[], TimeScale::REAL, Some(&next), &[five]);
        assert!(spans.iter().all(|span| span.rank == Rank::Five), "{spans:?}");
        // Of the other pile it says nothing.
        assert_eq!(told(&[Answer { pile: Pile::Right, ..five }])[0].0, Rank::Nine);
    }

    #[test]
    fn both_players_slap_at_equal_tops() {
        // Two fives that are read badly: as an eight, and as a six nearly as much as a five.
        let mut right = read(0.0, 40, Rank::Six, 0.5, 5.0);
        for reading in &mut right {
            reading.ranks[4] = 0.45;
        }
        let left = read(0.0, 40, Rank::Five, 0.9, -5.0);
        let hands = [(Player::One, 1.0), (Player::Two, 1.05)];
        let slap: Vec<Visit> = hands
            .into_iter()
            .flat_map(|(player, t)| {
                let hand = |hand, pile| Visit { player, hand, ..visit(pile, t, false) };
                [hand(HandSide::Left, Pile::Left), hand(HandSide::Right, Pile::Right)]
            })
            .collect();
        let ranks = |visits: &[Visit]| -> Vec<Rank> {
            let spans = tops(&[left.clone(), right.clone()], visits, &[], &[], TimeScale::REAL, Some(&next), &[]);
            spans.iter().map(|span| span.rank).collect()
        };
        assert_eq!(ranks(&[]), [Rank::Five, Rank::Six]);
        assert_eq!(ranks(&slap), [Rank::Five, Rank::Five]);
    }

    #[test]
    fn no_readings_no_spans() {
        assert!(told(Vec::new(), &[], true).is_empty());
    }
}
