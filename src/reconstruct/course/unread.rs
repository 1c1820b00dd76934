//! Cards that nobody read.

use super::super::challenges::BOTH_HANDS_SECS;
use super::super::stays::{Against, is_of_other_suit, lies_against};
use super::Role;
use super::explain::{CARRIED_SECS, took};
use super::reveals::{REVEALS_TOGETHER_SECS, reveals_beside};
use crate::base::{Measured, Pile, Rank, TimeScale};
use crate::events::{Again, CardGone, TopReading, TopSpan, Visit};

/// A card that was not read where it came to lie and seems not to follow was played so, if nothing was misread, as often as this to
/// once that the card or the top before it was: players break the Laws seldom. An estimate.
const AGAINST_THE_LAWS: f64 = 1.0 / 3.0;
/// How near to the other hand's coming one that stays on the pile comes down once more, real seconds, standard deviation: an estimate.
const TOGETHER_SIGMA_SECS: f64 = 0.012;

/// Visits that brought a card nobody could read afterwards: the hand had taken a live card and this
/// is its first stay over a pile since, or it came from the Draw Deck. The taken cards that came unseen, by number, are left out.
pub(super) fn unread_plays(
    visits: &[Visit],
    (gone, came_unseen): (&[CardGone], &[usize]),
    (readings, spans): (&[Vec<TopReading>; 2], &[TopSpan]),
    follows: impl Fn(Rank, Option<Rank>) -> bool,
    scale: TimeScale,
    (roles, taken): (&mut [(Role, f64)], &mut [bool]),
    causes: &mut Vec<(Pile, f64, Option<Rank>)>,
) {
    for (g, card) in gone.iter().enumerate() {
        let told = roles.iter().position(|(role, _)| matches!(role, Role::Play { gone: Some(i), .. } if *i == g));
        if let Some(back) = card.returned {
            let ways = laid_and_taken_off(card, told, back, visits, (readings, spans), scale);
            let ways = ways.filter(|[laid, off]| !taken[*off] && (told.is_some() || !taken[*laid]));
            if let (Some([laid, off]), Some(rank)) = (ways, card.rank) {
                let play = Role::Play { rank: Some(rank), gone: Some(g) };
                for (v, role) in [(laid, play), (off, Role::Remove { rank })] {
                    if !taken[v] {
                        roles[v] = (role, card.confidence * visits[v].on_pile);
                    }
                    taken[v] = true;
                }
            }
            continue;
        }
        if told.is_some() || came_unseen.contains(&g) {
            continue;
        }
        let first = (0..visits.len()).find(|&v| took(card, &visits[v], scale));
        let Some(v) = first.filter(|&v| !taken[v]) else { continue };
        // A pile read after the stay and still unchanged got no card.
        let until = visits[v].leave.map_or(visits[v].arrive.t, |leave| leave.t);
        let shown = |s: &&TopSpan| s.pile == visits[v].pile && s.from < visits[v].arrive.t && s.to > until;
        let unchanged = spans.iter().find(shown).is_some_and(|span| {
            let readings = &readings[span.pile.index()];
            // One of the same rank that was not read before this hand came may be its own.
            let came = visits[v].arrive.t;
            Some(span.rank) != card.rank
                || (is_read(readings, span.from, came) && !is_another(readings, came, until, scale))
        });
        let slapped = with_other_hand(&visits[v], visits, scale).is_some();
        if unchanged && !(slapped && laid_before_slap(card, &visits[v], readings, scale)) {
            continue;
        }
        taken[v] = true;
        let sure = as_told(card, &visits[v], spans, &follows);
        roles[v] = (Role::Play { rank: card.rank, gone: Some(g) }, sure * visits[v].on_pile);
        let laid = laid_while_waiting(card, &visits[v], visits, spans, scale).unwrap_or(visits[v].arrive);
        causes.push((visits[v].pile, laid.t, card.rank));
    }
    for v in 0..visits.len() {
        let visit = &visits[v];
        // Both reveal at once (E.2.3): beside the opponent's reveal, the hand that comes to the other pile laid the other card.
        let beside = reveals_beside(v, visits, roles, scale);
        if taken[v] || !visit.from_draw_deck || (visit.on_pile < 0.5 && !beside) {
            continue;
        }
        // One card a visit to the deck: a hand that revealed already comes for something else.
        let (window, soon) = (CARRIED_SECS / scale.real_per_file, REVEALS_TOGETHER_SECS / scale.real_per_file);
        let turned = |other: usize| {
            let since = visit.arrive.t - visits[other].arrive.t;
            let same = visits[other].track == visit.track && visits[other].from_draw_deck;
            same && (-soon..window).contains(&since) && matches!(roles[other].0, Role::Reveal { .. })
        };
        if (0..visits.len()).any(turned) {
            continue;
        }
        // Both hands at once slap, on both piles or, invalidly, on one; one is enough to turn a card (F.3, E.2.3).
        let both = BOTH_HANDS_SECS / scale.real_per_file;
        let other_hand =
            |other: &Visit| other.player == visit.player && other.hand != visit.hand && other.on_pile >= 0.5;
        if visits.iter().any(|other| other_hand(other) && (other.arrive.t - visit.arrive.t).abs() < both) {
            continue;
        }
        // At equal tops one slaps; nobody reveals alone then (F.2.1, F.7.6).
        let top = |pile: Pile| spans.iter().rfind(|s| s.pile == pile && s.from < visit.arrive.t).map(|s| s.rank);
        if !beside && top(Pile::Left).is_some() && top(Pile::Left) == top(Pile::Right) {
            continue;
        }
        // Where a card lies as one did before, of the same suit, no other came.
        let until = visit.leave.map_or(visit.arrive.t, |leave| leave.t);
        let readings = &readings[visit.pile.index()];
        let lies = lies_against(readings, visit.arrive.t, until, scale);
        let stayed = matches!(lies, Some(Against::SamePlace | Against::Between));
        if stayed && !is_of_other_suit(readings, visit.arrive.t, until) {
            continue;
        }
        // Turned onto a card of the same rank, a revealed card changes nothing that is read.
        let rank = spans.iter().find(|s| s.pile == visit.pile && s.to > visit.arrive.t).map(|s| s.rank);
        taken[v] = true;
        roles[v] = (Role::Reveal { rank }, 0.6 * if beside { visit.on_pile.max(0.5) } else { visit.on_pile });
        causes.push((visit.pile, visit.arrive.t, rank));
    }
}

/// How sure it is that a card that was not read on the pile is the one that its hand took: where it does not follow what lay there, both
/// must be right, against the chance that one was misread and it followed.
fn as_told(card: &CardGone, visit: &Visit, spans: &[TopSpan], follows: impl Fn(Rank, Option<Rank>) -> bool) -> f64 {
    let before = spans.iter().rfind(|span| span.pile == visit.pile && span.from < visit.arrive.t);
    match (card.rank, before) {
        (Some(rank), Some(before)) if !follows(rank, Some(before.rank)) => {
            let right = card.confidence * before.confidence;
            AGAINST_THE_LAWS * right / (AGAINST_THE_LAWS * right + 1.0 - right)
        }
        _ => card.confidence,
    }
}

/// The stays at which a card that is in its Foundation again at `back` was laid on one of the same rank, `told` if that is known, and
/// taken off that again (D.8.2): its hand came to that pile twice, and what lay there between is not what lies there since.
fn laid_and_taken_off(
    card: &CardGone,
    told: Option<usize>,
    back: f64,
    visits: &[Visit],
    (readings, spans): (&[Vec<TopReading>; 2], &[TopSpan]),
    scale: TimeScale,
) -> Option<[usize; 2]> {
    let left = |v: usize| visits[v].leave.map_or(visits[v].arrive.t, |leave| leave.t);
    let first = told.or_else(|| (0..visits.len()).find(|&v| took(card, &visits[v], scale)))?;
    let again = |&v: &usize| {
        let same = (visits[v].track, visits[v].pile) == (visits[first].track, visits[first].pile);
        same && left(first) < visits[v].arrive.t && left(v) < back
    };
    let last = (0..visits.len()).find(again)?;
    let (pile, off) = (visits[first].pile, visits[last].arrive.t);
    let over = |s: &TopSpan| s.pile == pile && s.from < off && s.to > left(last);
    let alike = spans.iter().any(|span| over(span) && Some(span.rank) == card.rank);
    let readings = &readings[pile.index()];
    (alike && is_read(readings, left(first), off) && is_another(readings, off, left(last), scale))
        .then_some([first, last])
}

/// Whether a pile was read between two instants, file seconds.
fn is_read(readings: &[TopReading], from: f64, to: f64) -> bool {
    readings.iter().any(|reading| (from..to).contains(&reading.t))
}

/// Whether the card that is read from one instant on is another one of its rank than was read until another: it lies elsewhere or is of
/// another suit. File seconds.
pub(super) fn is_another(readings: &[TopReading], until: f64, from: f64, scale: TimeScale) -> bool {
    lies_against(readings, until, from, scale) == Some(Against::Elsewhere) || is_of_other_suit(readings, until, from)
}

/// Whether the hand that may have taken a card came to a pile together with the player's other hand on the other pile: both slap,
/// and nothing says that one of them carried a card.
pub(super) fn slapped_instead(
    card: &CardGone,
    visits: &[Visit],
    (readings, spans): (&[Vec<TopReading>; 2], &[TopSpan]),
    scale: TimeScale,
) -> bool {
    let Some(first) = visits.iter().find(|visit| took(card, visit, scale)) else { return false };
    let waiting = laid_while_waiting(card, first, visits, spans, scale).is_some();
    let laid = waiting || laid_before_slap(card, first, readings, scale);
    with_other_hand(first, visits, scale).is_some() && !laid
}

/// When a hand laid a card that was missed in its place before it came down to slap with the player's other hand: it had been at the
/// pile before that, and one that carries a card does not slap. What is still read there afterwards was not covered.
pub(super) fn laid_while_waiting(
    card: &CardGone,
    visit: &Visit,
    visits: &[Visit],
    spans: &[TopSpan],
    scale: TimeScale,
) -> Option<Measured> {
    let slaps =
        card.gone_by < visit.arrive.t && visit.again.is_none() && with_other_hand(visit, visits, scale).is_some();
    let read_on =
        |waited: &Measured| spans.iter().any(|s| s.pile == visit.pile && s.from < waited.t && s.to > waited.hi);
    let brought = |waited: &Measured| card.taken.is_some_and(|(_, _, at)| at.t < waited.t);
    visit.waited.filter(|waited| slaps && brought(waited) && !read_on(waited))
}

/// Whether a card that was missed in its place before a hand came to a pile was laid there by it: the card on top lies elsewhere
/// since. Small and turned it may be read as the one before it.
fn laid_before_slap(card: &CardGone, visit: &Visit, readings: &[Vec<TopReading>; 2], scale: TimeScale) -> bool {
    let until = visit.leave.map_or(visit.arrive.t, |leave| leave.t);
    let lies = || lies_against(&readings[visit.pile.index()], visit.arrive.t, until, scale);
    card.gone_by < visit.arrive.t && lies() == Some(Against::Elsewhere)
}

/// The visit of the player's other hand to the other pile at the same time.
pub(super) fn with_other_hand(visit: &Visit, visits: &[Visit], scale: TimeScale) -> Option<usize> {
    let both = BOTH_HANDS_SECS / scale.real_per_file;
    visits.iter().position(|other| of_other_hand(visit, other) && (other.arrive.t - visit.arrive.t).abs() < both)
}

/// Whether another visit is the player's other hand's, to the other pile.
pub(super) fn of_other_hand(visit: &Visit, other: &Visit) -> bool {
    other.player == visit.player && other.hand != visit.hand && other.pile != visit.pile
}

/// A hand that laid its card when it waited at the pile came down once more, to slap (F.4.2).
pub(super) fn came_down_to_slap(
    laid: &mut [Visit],
    visits: &[Visit],
    (gone, roles): (&[CardGone], &[(Role, f64)]),
    spans: &[TopSpan],
    scale: TimeScale,
) {
    for (v, visit) in visits.iter().enumerate() {
        let Role::Play { gone: Some(g), .. } = roles[v].0 else { continue };
        let Some(waited) = laid_while_waiting(&gone[g], visit, visits, spans, scale) else { continue };
        laid[v].again = Some(Again::only(visit.arrive));
        laid[v].arrive = waited;
    }
}

/// Play and slap in one movement (F.4.2): a hand that lays a card of the rank that the other pile shows, while the player's other
/// hand comes to that, stays to slap. One that lies there for longer and still does when the other hand comes slaps with it: whether it
/// was lifted for that is not seen.
pub(super) fn stay_to_slap(laid: &mut [Visit], roles: &[(Role, f64)], spans: &[TopSpan], scale: TimeScale) {
    for v in 0..laid.len() {
        let Role::Play { rank, .. } = roles[v].0 else { continue };
        let arrive = laid[v].arrive;
        let matches = |other: usize, t: f64| {
            let top = spans.iter().rev().find(|span| span.pile == laid[other].pile && span.from < t);
            roles[other].0 == Role::Touch && top.is_some_and(|top| rank.is_none_or(|rank| top.rank == rank))
        };
        let stays = |until: f64| laid[v].leave.is_none_or(|leave| leave.t > until);
        if laid[v].again.is_some() {
            continue;
        }
        // Both hands at once with a card of which nobody knows that it was one only slap.
        let soon = with_other_hand(&laid[v], laid, scale).filter(|&other| rank.is_some() && matches(other, arrive.t));
        if soon.is_some() && stays(arrive.t + BOTH_HANDS_SECS / scale.real_per_file) {
            laid[v].again = Some(Again::only(arrive));
            continue;
        }
        let later = (0..laid.len()).find(|&other| {
            let (beside, came) = (&laid[other], laid[other].arrive.t);
            let both_stay = came + BOTH_HANDS_SECS / scale.real_per_file;
            let there = of_other_hand(&laid[v], beside) && beside.on_pile >= 0.5;
            // One that was lost from sight may have been anywhere.
            let seen_to_stay = laid[v].leave.is_some_and(|leave| leave.t > both_stay);
            there && came > arrive.t && seen_to_stay && matches(other, came)
        });
        if let Some(other) = later {
            let sigma = laid[other].arrive.sigma().hypot(TOGETHER_SIGMA_SECS / scale.real_per_file);
            laid[v].again = Some(Again::only(Measured::normal(laid[other].arrive.t, sigma)));
        }
    }
}
