//! What lay on a pile from when to when, and how sure that is, from the card of each stay.

use super::super::stays::{Gate, Stay, clear, normal, sums};
use super::changes::{Changes, SLAPPED_UNEQUAL, certain};
use super::{RANKS, brought};
use crate::base::{Pile, Rank, Suit, TimeScale};
use crate::events::{BareSpan, TopReading, TopSpan, Visit, hidden};

/// So many readings of cards in full view make a rank sure; fewer, or of half-hidden cards, in proportion.
const READINGS_TO_BE_SURE: f64 = 1.5;
/// Fewer readings than this make no span.
const LEAST_READINGS: usize = 2;
/// Where no larger part of the readings than this is of the card's rank, all of them together tell when it lay there.
/// After a rendered round (seed 83,009) in which it was one of 170; rounds without pictures do not depend on it.
const LEAST_AGREEING: f64 = 0.1;
/// What is read for no longer than this since a hand came until the pile is bare is no card that was laid, real seconds: that hand
/// takes the pile, and what shows between its fingers is any card of it. Nobody lays a card and gathers the pile so soon.
const GATHERED_SECS: f64 = 0.6;
/// A suit is told when all readings together make it so probable.
const SUIT_SURE: f64 = 0.9;

const SUITS: usize = Suit::ALL.len();

/// Spans of one pile from its stays and their cards, and when it was bare. `equal` is when both players slapped, and what lay on the
/// other pile then.
pub(super) fn spans_of(
    pile: Pile,
    readings: &[TopReading],
    stays: &[(&Stay, u8)],
    changes: &Changes,
    equal: &[(f64, usize)],
    (visits, bare, scale): (&[Visit], &[BareSpan], TimeScale),
) -> Vec<TopSpan> {
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
        // The Laws may know better than every reading, or than all but a few that passing hands made; the card lay there all the same.
        let agree = part.iter().filter(agreeing).count() as f64 > LEAST_AGREEING * part.len() as f64;
        let own: Vec<&TopReading> = part.iter().filter(|reading| !agree || agreeing(reading)).collect();
        let (Some(first), Some(last)) = (own.first(), own.last()) else { continue };
        let stay = stays[run.0].0;
        // Since the hand came, not since the card shows: hands that slap may have hidden it till then.
        let gathered = |came: &Visit| {
            let soon = |bare: &BareSpan| (bare.from - came.arrive.t) * scale.real_per_file < GATHERED_SECS;
            bare.iter().any(|bare| bare.pile == pile && bare.from > part[part.len() - 1].t && soon(bare))
        };
        if r > 0 && !stay.bare && matches!(stay.gate, Gate::Hand { visit, .. } if gathered(&visits[visit])) {
            continue;
        }
        let before = r.checked_sub(1).map(|before| &runs[before]).filter(|_| !stay.bare).map(rank_at);
        let after = runs.get(r + 1).map(|next| (rank_at(next), stays[next.0].0)).filter(|(_, stay)| !stay.bare);
        let (ranks, suits) = sums(part);
        let ranks = normal(&ranks);
        let contradicted = stays[run.0..run.1].iter().any(|(stay, _)| stay.contradicted);
        let read_as = changes.read_as(if contradicted { 0.0 } else { clear(part) });
        let answer = stays[run.0..run.1].iter().find_map(|(stay, _)| stay.answer);
        let came = changes.onto(before, &[1.0; RANKS], stay.gate);
        let ends = runs.get(r + 1).map_or(f64::INFINITY, |next| readings[stays[next.0].0.readings.start].t);
        let run_gate = stay.gate;
        // Without the Laws its readings alone tell how sure a card is.
        let brought_by = stay.brought.filter(|_| changes.by_the_laws());
        let read = |i: usize| match answer {
            Some(answer) => certain(answer)[i],
            None => {
                let each = (0..RANKS).map(|r| ranks[r] + read_as[i][r] + brought::cost(brought_by, i, r));
                each.map(f64::exp).sum::<f64>().ln()
            }
        };
        let slapped = |i: usize| {
            let here = equal.iter().filter(|(t, _)| (part[0].t..ends).contains(t));
            here.map(|&(_, other)| if other == i { 0.0 } else { SLAPPED_UNEQUAL }).sum::<f64>()
        };
        let log = |i: usize| {
            let next = after.map_or(0.0, |(next, stay)| {
                let log = changes.onto(Some(i), &[1.0; RANKS], stay.gate)[next];
                // What lay under it shows again when it is taken off.
                let stays = matches!(run_gate, Gate::Hand { from_draw_deck: true, .. })
                    || matches!(stay.gate, Gate::Hand { slaps: true, .. });
                let off = before.filter(|&before| before == next).map_or(0.0, |before| changes.off(before, i, stays));
                (off + (1.0 - off) * log.exp()).ln()
            });
            read(i) + came[i] + next + slapped(i)
        };
        let chances = normal(&std::array::from_fn(log)).map(f64::exp);
        let seen: f64 = part.iter().map(|reading| reading.weight * reading.ranks.iter().sum::<f64>()).sum();
        let span = TopSpan {
            pile,
            rank: Rank::ALL[rank],
            suit: suit(&suits),
            from: first.t,
            to: last.t,
            readings: own.len(),
            confidence: chances[rank] * if answer.is_some() { 1.0 } else { (seen / READINGS_TO_BE_SURE).min(1.0) },
            ranks: chances,
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
