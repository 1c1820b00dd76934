//! How well the hand of a visit explains a change of a pile's top.

use super::Change;
use crate::base::{Rank, TimeScale};
use crate::events::{CardGone, TopSpan, Visit};

/// Readings may lag the card: a hand over the pile, one missed reading. Real seconds.
const READING_SLACK_SECS: f64 = 0.03;
/// A card in a hand over the pile may be read before it touches; the likelihood of that falls with the
/// time it would have hung there at rest, by this scale. Real seconds.
const SEEN_BEFORE_SECS: f64 = 0.02;
/// A hand that brings a card waits above the pile before it lays it no longer than about this, real seconds.
const WAITED_SECS: f64 = 0.03;
/// So many of the cards that seem to make the tops equal only after the opponent slapped, or sooner before that than anybody reacts,
/// did so: who slaps saw equal tops. Nobody reacts faster than this, real seconds: a runner who does to the gun is held to have
/// started before it, and to a sight one is slower.
const ANTICIPATED: f64 = 0.1;
pub(super) const REACTION_SECS: f64 = 0.1;
/// A card taken this long before may still be in the hand, real seconds.
pub(super) const CARRIED_SECS: f64 = 3.0;

/// How well a hand that took a card explains one of another rank that another hand took: both may have been misread.
const OF_ANOTHER: f64 = 0.1;
/// How likely a hand that brought a card to one pile lays it on the other.
const ACROSS: f64 = 0.25;
/// How well one does that came together with the player's other hand: both slap (F.3.2).
const SLAPS: f64 = 0.2;
/// A change of a top says that some hand was on the pile: none that came there counts as less sure of it.
pub(super) const LEAST_ON_PILE: f64 = 0.2;

/// How well a visit, one of `visits`, explains a change, 0..1; `slaps` are the instants at which that player had a hand on each pile.
pub(super) fn explains(
    visit: &Visit,
    change: &Change,
    visits: &[Visit],
    gone: &[CardGone],
    slaps: &[f64],
    scale: TimeScale,
) -> f64 {
    let slack = READING_SLACK_SECS / scale.real_per_file + 2.0 * visit.arrive.sigma();
    // A hand that seems to have come while the old card was still read has waited above it, if it stayed.
    let early = (change.after - slack - visit.arrive.t).max(0.0) * scale.real_per_file;
    if early > 0.0 && visit.leave.is_some_and(|leave| leave.t < change.after) {
        return 0.0;
    }
    let waited = (-early / WAITED_SECS).exp();
    let late = (visit.arrive.t - change.before - slack).max(0.0) * scale.real_per_file;
    let timely = (-late / SEEN_BEFORE_SECS).exp();
    // The new card is read once the hand gives sight of it, usually when it leaves.
    let carried = carried(visit, change.to, gone, scale);
    let slaps = slaps.contains(&visit.arrive.t);
    // A hand lays its card before it slaps (F.4.2): one that was over this pile with it already has laid it then.
    let there = |g: usize| since_taken(&gone[g], visit, visits).any(|other| other.pile == change.pile);
    let carrying = if carried.is_some() {
        if slaps && carried.is_some_and(there) { SLAPS } else { 1.0 }
    } else if visit.from_draw_deck {
        0.8
    } else if in_another_hand(visit, change.to, gone, scale) {
        OF_ANOTHER
    } else if slaps {
        SLAPS
    } else {
        0.4
    };
    // A slap comes fast, a card is laid down; only a hint.
    let gentle = 1.0 / (1.0 + (visit.peak_speed / 250.0).powi(2));
    visit.on_pile.max(LEAST_ON_PILE) * carrying * (0.5 + 0.5 * gentle) * timely * waited
}

/// The other visits of a hand between taking a card and a visit of its own.
pub(in crate::reconstruct) fn since_taken<'a>(
    card: &CardGone,
    visit: &'a Visit,
    visits: &'a [Visit],
) -> impl Iterator<Item = &'a Visit> {
    let taken = card.taken.map_or(f64::INFINITY, |(_, _, at)| at.t);
    visits
        .iter()
        .filter(move |other| other.track == visit.track && taken <= other.arrive.t && other.arrive.t < visit.arrive.t)
}

/// How likely the hand of a visit was on the pile of a change, 0..1: one near the line between the piles may be told on the other one,
/// if it brought that very card and nothing changed where it seems to be.
pub(super) fn beside(visit: &Visit, change: &Change, changes: &[Change], gone: &[CardGone], scale: TimeScale) -> f64 {
    if visit.pile == change.pile {
        return 1.0;
    }
    let slack = READING_SLACK_SECS / scale.real_per_file + 2.0 * visit.arrive.sigma();
    let then = |other: &Change| (other.after - slack..other.before + slack).contains(&visit.arrive.t);
    let own = || changes.iter().any(|other| other.pile == visit.pile && then(other));
    if then(change) && carried(visit, change.to, gone, scale).is_some() && !own() { ACROSS } else { 0.0 }
}

/// How likely the hand of a visit laid the card of a change, by what the opponent did: `slaps` are the instants at which each player
/// had a hand on each pile. A card that made the tops equal after the opponent had slapped would make that a misslap, and one laid just
/// before would be slapped unseen; more often it lay there already, and this hand came to slap too (F.2.1, F.9.1).
pub(super) fn answered(
    visit: &Visit,
    change: &Change,
    spans: &[TopSpan],
    slaps: &[Vec<f64>; 2],
    scale: TimeScale,
) -> f64 {
    let beside = spans.iter().rfind(|span| span.pile != change.pile && span.from < visit.arrive.t);
    let matching = beside.is_some_and(|span| span.rank == change.to);
    let theirs = &slaps[visit.player.opponent().index()];
    let seen = visit.arrive.t + REACTION_SECS / scale.real_per_file;
    let unseen = theirs.iter().any(|&slap| change.after < slap && slap < seen);
    if matching && unseen { ANTICIPATED } else { 1.0 }
}

/// Whether the card of that rank was taken by another hand that can have brought it at the time, while this one took another card.
fn in_another_hand(visit: &Visit, rank: Rank, gone: &[CardGone], scale: TimeScale) -> bool {
    let window = CARRIED_SECS / scale.real_per_file;
    let there = |card: &CardGone| card.returned.is_none();
    let just = |card: &CardGone| card.taken.is_some_and(|(_, _, at)| (0.0..window).contains(&(visit.arrive.t - at.t)));
    gone.iter().any(|card| there(card) && card.rank == Some(rank) && just(card))
        && gone.iter().any(|card| there(card) && took(card, visit, scale))
}

/// The taken card of that rank, or unread, that the visiting hand can have carried.
pub(super) fn carried(visit: &Visit, rank: Rank, gone: &[CardGone], scale: TimeScale) -> Option<usize> {
    let of_rank = gone.iter().position(|card| card.rank == Some(rank) && took(card, visit, scale));
    let unread = |card: &CardGone| card.rank.is_none() && card.returned.is_none() && took(card, visit, scale);
    of_rank.or_else(|| gone.iter().position(unread))
}

/// Whether the visiting hand can have carried a taken card.
pub(in crate::reconstruct) fn took(card: &CardGone, visit: &Visit, scale: TimeScale) -> bool {
    let window = CARRIED_SECS / scale.real_per_file;
    card.player == visit.player
        && card.taken.is_some_and(|(hand, track, at)| {
            (track == visit.track || hand == visit.hand) && at.t < visit.arrive.t && visit.arrive.t - at.t < window
        })
}

/// The card of another rank that a hand took and now laid as `rank`: it was misread where it lay, or in the hand. `known`
/// are the ranks that came to the piles; of a card that came under its own name nothing else was laid.
pub(super) fn misnamed(
    visit: &Visit,
    rank: Rank,
    gone: &[CardGone],
    laid: &[usize],
    known: impl Fn(Rank) -> bool,
    scale: TimeScale,
) -> Option<usize> {
    let free =
        |g: &usize| gone[*g].rank.is_some_and(|read| read != rank) && gone[*g].returned.is_none() && !laid.contains(g);
    let took = |g: &usize| took(&gone[*g], visit, scale) && !gone[*g].rank.is_some_and(&known);
    (0..gone.len()).rev().filter(free).find(took)
}
