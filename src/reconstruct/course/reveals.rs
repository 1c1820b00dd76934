//! Reveals that only the Laws tell from plays, touches and cards that lay there: both players reveal at once (E.2.3).

use super::explain::LEAST_ON_PILE;
use super::unread::{is_another, with_other_hand};
use super::{LEAST_TOP, Role};
use crate::base::{Card, Measured, Pile, Player, Rank, TimeScale};
use crate::events::{TopReading, TopSpan, Visit};
use crate::facts::{Event, EventKind};

/// How sure the other reveal is where one was seen and the card beside it is read as another of the same rank: an estimate.
const SAME_RANK: f64 = 0.7;
/// Reveals this near to each other belong together, real seconds.
pub(super) const REVEALS_TOGETHER_SECS: f64 = 0.3;
/// How sure one is of a card that was first read after its player's hand had been there while the opponent revealed: an estimate.
const FIRST_READ: f64 = 0.8;

/// Both players reveal at once (E.2.3): a card from nobody knows where that does not follow, laid while
/// the opponent revealed onto the other pile, is the other reveal.
pub(super) fn second_reveals(visits: &[Visit], follows_top: &[bool], scale: TimeScale, roles: &mut [(Role, f64)]) {
    for v in 0..visits.len() {
        let Role::Play { rank, gone: None } = roles[v].0 else { continue };
        if !follows_top[v] && reveals_beside(v, visits, roles, scale) {
            roles[v].0 = Role::Reveal { rank };
        }
    }
}

/// Whether the opponent revealed onto the other pile while the hand of visit `v` came to its own.
pub(super) fn reveals_beside(v: usize, visits: &[Visit], roles: &[(Role, f64)], scale: TimeScale) -> bool {
    let near = REVEALS_TOGETHER_SECS / scale.real_per_file;
    (0..visits.len()).any(|other| {
        matches!(roles[other].0, Role::Reveal { .. })
            && visits[other].player != visits[v].player
            && visits[other].pile != visits[v].pile
            && (visits[other].arrive.t - visits[v].arrive.t).abs() < near
    })
}

/// A hand turns one card a visit to its Draw Deck (E.2.3): how likely it was at this stay, by how sure it was on the other pile just
/// before or after, 0..1.
pub(super) fn turned_here(visit: &Visit, visits: &[Visit], scale: TimeScale) -> f64 {
    let near = REVEALS_TOGETHER_SECS / scale.real_per_file;
    let other = |other: &&Visit| {
        let soon = (other.arrive.t - visit.arrive.t).abs() < near;
        soon && other.track == visit.track && other.pile != visit.pile && other.from_draw_deck
    };
    let elsewhere = visits.iter().filter(other).map(|other| other.on_pile).fold(0.0, f64::max);
    // Of two stays that are equally sure, either may be the one.
    let (here, elsewhere) = (visit.on_pile.max(LEAST_ON_PILE).powi(2), elsewhere.powi(2));
    if visit.from_draw_deck { here / (here + elsewhere) } else { 1.0 }
}

/// Both players reveal at once (E.2.3): a card that nobody was seen to bring and that is missing nowhere, come to one pile while a
/// player was seen to reveal onto the other, is most probably the opponent's reveal, whether or not it happens to follow.
pub(super) fn as_reveal(event: &mut Event, seen: &[Event], scale: TimeScale) {
    if event.kind != EventKind::Contact || event.player.is_some() {
        return;
    }
    let near = REVEALS_TOGETHER_SECS / scale.real_per_file;
    let (lo, hi) = (event.at.lo, event.at.hi);
    let other = seen.iter().find(|other| {
        other.kind == EventKind::Reveal && other.pile != event.pile && other.at.t > lo - near && other.at.t < hi + near
    });
    if let Some(other) = other {
        event.kind = EventKind::Reveal;
        event.player = other.player.map(Player::opponent);
        event.at.t = other.at.t.clamp(lo, hi);
    }
}

/// The other reveal (E.2.3) where a player was seen to reveal onto one pile and nobody onto the other, which shows the rank that it
/// showed before: as a card that lies elsewhere, or is of another suit.
pub(super) fn reveals_of_same_rank(
    events: &[Event],
    (readings, spans): (&[Vec<TopReading>; 2], &[TopSpan]),
    scale: TimeScale,
) -> Vec<Event> {
    let near = REVEALS_TOGETHER_SECS / scale.real_per_file;
    let beside = |event: &Event| {
        let (pile, player, t) = (event.pile?.other(), event.player?.opponent(), event.at.t);
        let close = |other: &Event| other.pile == Some(pile) && (other.at.t - t).abs() < 2.0 * near;
        let brings = |other: &Event| matches!(other.kind, EventKind::Reveal | EventKind::Contact | EventKind::Play);
        let span = spans.iter().find(|span| span.pile == pile && span.from < t - near && span.to > t + near)?;
        let told = event.kind != EventKind::Reveal || events.iter().any(|other| close(other) && brings(other));
        (!told && is_another(&readings[pile.index()], t - near, t + near, scale)).then(|| Event {
            at: Measured { t, lo: t - near, hi: t + near, ..Measured::default() },
            player: Some(player),
            hand: None,
            pile: Some(pile),
            card: Some(Card { rank: span.rank, suit: None }),
            confidence: SAME_RANK * event.confidence,
            inferred: true,
            after_other: None,
            ..event.clone()
        })
    };
    events.iter().filter_map(beside).collect()
}

/// A hand that came to a pile while the opponent revealed onto the other turned over the card that is the first to be read there: a
/// recording may begin when the hands are already over the piles. `causes` then has nothing of what lay there before.
pub(super) fn first_read_after(
    visits: &[Visit],
    spans: &[TopSpan],
    scale: TimeScale,
    (roles, taken): (&mut [(Role, f64)], &mut [bool]),
    causes: &mut Vec<(Pile, f64, Option<Rank>)>,
) {
    for pile in Pile::BOTH {
        // Only of what seems to have lain there from the beginning.
        let lay_there = causes.iter().any(|(of, t, _)| *of == pile && *t <= 0.0);
        let Some(first) = spans.iter().find(|span| span.pile == pile).filter(|_| lay_there) else { continue };
        // Another hand that came in between may have laid it.
        let alone = |visit: &Visit| {
            let later = |other: &Visit| other.arrive.t > visit.arrive.t && other.arrive.t < first.from;
            !visits.iter().any(|other| other.pile == pile && other.on_pile >= LEAST_ON_PILE && later(other))
        };
        let turned = (0..visits.len()).find(|&v| {
            let visit = &visits[v];
            visit.pile == pile
                && !taken[v]
                && roles[v].0 == Role::Touch
                && visit.on_pile >= LEAST_ON_PILE
                && visit.leave.is_some_and(|leave| leave.t < first.from)
                && with_other_hand(visit, visits, scale).is_none()
                && alone(visit)
                && reveals_beside(v, visits, roles, scale)
        });
        let Some(v) = turned else { continue };
        taken[v] = true;
        roles[v] = (Role::Reveal { rank: Some(first.rank) }, FIRST_READ * first.confidence);
        causes.retain(|(of, t, _)| *of != pile || *t > 0.0);
        causes.push((pile, visits[v].arrive.t, (first.confidence >= LEAST_TOP).then_some(first.rank)));
    }
}
