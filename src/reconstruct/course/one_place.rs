//! Cards that came onto a pile and that no hand was seen to bring: a card is in one place only, so that one of the rank that left a
//! Foundation before, and is nowhere else, came from there, and its player laid it (D.6).

use super::explain::{CARRIED_SECS, took};
use super::{Role, UNSEEN_UNLAWFUL, laid_card};
use crate::base::{Measured, TimeScale};
use crate::events::{CardGone, TopSpan, Visit};
use crate::facts::{Event, EventKind};

/// How much less sure it is than what was read: another card of the rank may have come with a hand that nobody saw.
const INFERRED: f64 = 0.8;

/// How long after a card is seen in its place again another of its rank must still lie on the pile, real seconds.
const STILL_SECS: f64 = 0.1;

/// Whether a card that was missed in its place and read there again had only been hidden, by the arm of the hand that seems to have
/// taken it: the card of its rank that came to the pile meanwhile still lies there, and is another.
pub(super) fn was_hidden(card: &CardGone, visits: &[Visit], spans: &[TopSpan], scale: TimeScale) -> bool {
    let (Some(back), Some(first)) = (card.returned, visits.iter().find(|visit| took(card, visit, scale))) else {
        return false;
    };
    let another = |span: &TopSpan| {
        let since = card.last_seen < span.from && span.from < back;
        span.pile == first.pile
            && Some(span.rank) == card.rank
            && since
            && span.to > back + STILL_SECS / scale.real_per_file
    };
    // Taken off, it may have lain on one of its own rank.
    let off = |visit: &Visit| {
        visit.player == first.player
            && visit.pile == first.pile
            && (first.arrive.t < visit.arrive.t && visit.arrive.t < back)
    };
    spans.iter().any(another) && !visits.iter().any(off)
}

/// Gives each card that came unseen, and follows the one before, to the player whose card of that rank is missing, if there is one and
/// only one, and says when it was let go of at the latest. Gives back which of the taken cards lie there now.
pub(super) fn from_foundations(
    unseen: &mut Vec<Event>,
    gone: &[CardGone],
    roles: &[(Role, f64)],
    scale: TimeScale,
) -> Vec<usize> {
    let longest = CARRIED_SECS / scale.real_per_file;
    let mut found: Vec<usize> = Vec::new();
    let mut released: Vec<Event> = Vec::new();
    // One that does not follow may have lain beneath the card that was taken off it.
    let plays = |event: &&mut Event| event.kind == EventKind::Contact && event.confidence > UNSEEN_UNLAWFUL;
    for event in unseen.iter_mut().filter(plays) {
        let Some(card) = event.card else { continue };
        let missing = |g: &usize| {
            let one = &gone[*g];
            let left = one.taken.map_or(one.last_seen, |(_, _, at)| at.t);
            let elsewhere = found.contains(g) || roles.iter().any(|(role, _)| laid_card(*role) == Some(*g));
            one.rank == Some(card.rank)
                && one.returned.is_none()
                && !elsewhere
                && (left..left + longest).contains(&event.at.hi)
        };
        // One that a hand was seen to take before one that is only missed.
        let all: Vec<usize> = (0..gone.len()).filter(missing).collect();
        let seen_taken: Vec<usize> = all.iter().copied().filter(|&g| gone[g].taken.is_some()).collect();
        let missing = if seen_taken.is_empty() { all } else { seen_taken };
        let &[only] = &missing[..] else { continue };
        found.push(only);
        event.player = Some(gone[only].player);
        event.hand = gone[only].taken.map(|(hand, _, _)| hand);
        event.confidence *= INFERRED * gone[only].confidence;
        // It cannot have come before it left.
        let lo = event.at.lo.max(gone[only].last_seen).min(event.at.hi);
        event.at = Measured { t: f64::midpoint(lo, event.at.hi), lo, ..event.at };
        let at = Measured { t: event.at.hi, lo: event.at.t, ..event.at };
        released.push(Event { at, kind: EventKind::Play, ..event.clone() });
    }
    unseen.extend(released);
    found
}
