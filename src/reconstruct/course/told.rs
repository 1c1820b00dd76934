//! The events that visits, changes and taken cards come to.

use super::{Change, Role, TopsEntry, UNSEEN_UNLAWFUL};
use crate::base::{Card, Measured, Pile, Rank, Suit, TimeScale};
use crate::events::{CardGone, TopSpan, Visit};
use crate::facts::{Event, EventKind};

/// A card is let go of about so long after it met the pile, real seconds, by a hand that stays no longer than the second.
const RELEASE_SECS: f64 = 0.04;
const LONGEST_RELEASE_SECS: f64 = 0.2;
/// Sooner than this after the contact no hand lets go, real seconds.
const SOONEST_RELEASE_SECS: f64 = 0.01;
/// What a hand that stirs sooner than most let go says of when it did, against what most do.
const EARLY_WEIGHT: f64 = 0.3;
/// A hand is off the pile so long after it was seen to move, real seconds: between 6 ms in path-traced clips and 14 in our own.
const OFF_SECS: f64 = 0.008;
/// A visit with a lower probability of being on the pile is left out of the events.
pub(super) const LEAST_TOUCH: f64 = 0.6;

/// What a visit in a role comes to.
pub(super) fn events_of(visit: &Visit, role: Role, confidence: f64, scale: TimeScale) -> Vec<Event> {
    let event = |at: Measured, kind: EventKind, rank: Option<Rank>| Event {
        at,
        kind,
        player: Some(visit.player),
        hand: Some(visit.hand),
        pile: Some(visit.pile),
        card: rank.map(|rank| Card { rank, suit: None }),
        confidence,
        inferred: false,
        after_other: None,
    };
    let mut events = Vec::new();
    match role {
        Role::Touch => {
            if visit.touched() < LEAST_TOUCH {
                return events;
            }
            let touch = event(visit.arrive, EventKind::Touch, None);
            events.push(Event { after_other: visit.stacked.map(|stacked| stacked.after), ..touch });
            events.extend(visit.leave.map(|leave| event(off(leave, scale), EventKind::Untouch, None)));
        }
        Role::Play { rank, .. } => {
            events.push(event(visit.arrive, EventKind::Contact, rank));
            events.extend(released(visit, scale).map(|at| event(at, EventKind::Play, rank)));
            if let Some(again) = &visit.again {
                // Whoever laid the card, this hand lay there.
                let lies = |event: Event| Event { confidence: confidence.max(visit.on_pile), ..event };
                events.push(lies(event(again.at, EventKind::Touch, None)));
                let leaves = visit.leave.map(|leave| event(off(leave, scale), EventKind::Untouch, None));
                events.extend(leaves.map(lies));
            }
        }
        Role::Reveal { rank } => events.push(event(visit.arrive, EventKind::Reveal, rank)),
        Role::Remove { rank } => {
            let at = visit.leave.unwrap_or(visit.arrive);
            events.push(event(at, EventKind::Remove, Some(rank)));
        }
    }
    events
}

/// When a hand that begins to move at an instant is off the pile: its fingertips go last.
fn off(leave: Measured, scale: TimeScale) -> Measured {
    let later = OFF_SECS / scale.real_per_file;
    Measured { t: leave.t + later, hi: leave.hi + later, ..leave }
}

/// When a hand that laid a card let go of it. Fingers that open lie over the card: the hand is seen to stir at the latest
/// then, and often a little later, so that a hand which stays for a moment has most probably let go at once.
pub(super) fn released(visit: &Visit, scale: TimeScale) -> Option<Measured> {
    let stirred = visit.stirred.or(visit.leave)?;
    let again = visit.again.as_ref().map(|again| again.at);
    if let Some(again) = again.filter(|again| (visit.arrive.t..=stirred.t).contains(&again.t)) {
        // It let go before it lay there once more: with no sign of its own, about as soon as hands do.
        let t = (visit.arrive.t + RELEASE_SECS / scale.real_per_file).min((visit.arrive.t + again.t) / 2.0);
        // Of one that did both at once only that is known by when it had slapped.
        let hi = if again.t > visit.arrive.t { again.t } else { again.hi };
        return Some(Measured { t, lo: visit.arrive.t, hi, ..Measured::default() });
    }
    let stay = (stirred.t - visit.arrive.t) * scale.real_per_file;
    let t = visit.arrive.t + RELEASE_SECS / scale.real_per_file;
    if stay < SOONEST_RELEASE_SECS {
        // Nobody lets go before the card is there: what stirred was the landing.
        return Some(Measured {
            t,
            lo: visit.arrive.t,
            hi: stirred.hi.max(2.0 * t - visit.arrive.t),
            ..Measured::default()
        });
    }
    if stay < RELEASE_SECS {
        // What stirs so soon is often the hand that settles on the card.
        let t = visit.arrive.t + (EARLY_WEIGHT * stay + (1.0 - EARLY_WEIGHT) * RELEASE_SECS) / scale.real_per_file;
        return Some(Measured {
            t,
            lo: visit.arrive.t,
            hi: stirred.hi.max(2.0 * t - visit.arrive.t),
            ..Measured::default()
        });
    }
    if stay >= LONGEST_RELEASE_SECS {
        return Some(Measured { lo: stirred.lo.max(visit.arrive.t), ..stirred });
    }
    Some(Measured { t, lo: visit.arrive.t, hi: stirred.hi, ..Measured::default() })
}

/// A card came onto a pile, or was taken off it, and no hand was seen there: between two readings, by somebody.
pub(super) fn unseen_change(change: &Change, follows: bool, back: bool) -> Event {
    let (kind, rank) = match change.from {
        None => (EventKind::Reveal, change.to),
        Some(from) if back => (EventKind::Remove, from),
        Some(_) => (EventKind::Contact, change.to),
    };
    Event {
        at: Measured {
            t: (change.after + change.before) / 2.0,
            lo: change.after,
            hi: change.before,
            ..Measured::default()
        },
        kind,
        player: None,
        hand: None,
        pile: Some(change.pile),
        card: Some(Card { rank, suit: None }),
        confidence: if follows || back { change.confidence } else { UNSEEN_UNLAWFUL * change.confidence },
        inferred: true,
        after_other: None,
    }
}

/// The suit of the card of that rank that a pile showed nearest to an instant.
pub(super) fn suit_of(spans: &[TopSpan], pile: Pile, rank: Rank, t: f64) -> Option<Suit> {
    let away = |span: &&TopSpan| (span.from - t).max(t - span.to).max(0.0);
    let shown = spans.iter().filter(|span| span.pile == pile && span.rank == rank);
    shown.min_by(|a, b| away(a).total_cmp(&away(b)))?.suit
}

/// A card that a hand was seen to take, and that came back.
pub(super) fn lifts(card: &CardGone) -> Vec<Event> {
    let Some((hand, _, at)) = card.taken else { return Vec::new() };
    let event = |at: Measured, kind: EventKind| Event {
        at,
        kind,
        player: Some(card.player),
        hand: Some(hand),
        pile: None,
        card: card.rank.map(|rank| Card { rank, suit: card.suit }),
        confidence: card.confidence,
        inferred: false,
        after_other: None,
    };
    let mut events = vec![event(at, EventKind::Lift)];
    events.extend(card.returned.map(|t| event(Measured::normal(t, 0.03), EventKind::Return)));
    events
}

/// What the piles showed, from what changed it.
pub(super) fn tops(mut causes: Vec<(Pile, f64, Option<Rank>)>) -> Vec<TopsEntry> {
    causes.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let mut entries: Vec<TopsEntry> = vec![TopsEntry { t: 0.0, tops: [None, None] }];
    for (pile, t, rank) in causes {
        let mut tops = entries.last().map_or([None, None], |entry| entry.tops);
        tops[pile.index()] = rank;
        match entries.last_mut() {
            Some(last) if t - last.t < 1e-9 => last.tops = tops,
            _ => entries.push(TopsEntry { t, tops }),
        }
    }
    entries.dedup_by(|later, earlier| later.tops == earlier.tops);
    entries
}
