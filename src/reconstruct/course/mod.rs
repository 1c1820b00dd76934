//! The course of the game from visits, tops and taken cards.
//!
//! For each change of a pile's top the visits that could have caused it are weighed by the evidence
//! for each: the time it leaves, whether the hand carried a card of the right rank, whether it came
//! from its Draw Deck, how sure it was on the pile. The best takes the change; the rest are touches.
//!
//! Files: `explain` how well a visit explains a change, `one_place` cards that came unseen from a Foundation, `unread` cards that
//! nobody read, `slapped_at` those that both players slapped at, `reveals` what both players turn over at once, `told` the events that
//! all of it comes to.

mod beneath;
mod explain;
mod one_place;
mod reveals;
mod slapped_at;
mod told;
mod unread;

use super::challenges::pairs;
use super::stays::{Against, lies_against};
use crate::base::{Measured, Pile, Player, Rank, TimeScale};
use crate::events::{Again, BareSpan, CardGone, TopReading, TopSpan, Visit};
use crate::facts::Event;
use beneath::put_beneath;
use explain::{answered, beside, carried, explains, misnamed};
pub(super) use explain::{since_taken, took};
use reveals::{as_reveal, first_read_after, reveals_of_same_rank, second_reveals, turned_here};
use slapped_at::slapped_at;
use told::{LEAST_TOUCH, events_of, lifts, suit_of, tops, unseen_change};
use unread::{came_down_to_slap, slapped_instead, stay_to_slap, unread_plays};

/// A card lies on the old one for so long, real seconds, while that can still be read beside it.
const BESIDE_SECS: f64 = 0.02;
/// What a pile showed for no longer than this, real seconds, or in fewer readings, is left out where it is less sure than not.
const GLIMPSE_SECS: f64 = 0.1;
const GLIMPSE_READINGS: usize = 3;
/// A reading that counts so much is of a card that is mostly in view, or all of it where the picture is the same as before.
const IN_VIEW: f64 = 0.17;
/// Below this a visit explains nothing.
const LEAST_EXPLANATION: f64 = 0.05;
/// A top that is less sure is not told.
pub(super) const LEAST_TOP: f64 = 0.8;
/// Weight of a cause that nobody saw, against which the seen ones are weighed.
const UNSEEN_CAUSE: f64 = 0.02;
/// A card that does not follow and that nobody was seen to play is as likely a reveal or a misreading.
const UNSEEN_UNLAWFUL: f64 = 0.5;

/// What each Centre Pile shows from a moment on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TopsEntry {
    /// From when.
    pub t: f64,
    /// Left and right; `None` when empty or unknown.
    pub tops: [Option<Rank>; 2],
}

/// The most probable course.
#[derive(Debug, Clone, Default)]
pub struct Course {
    /// What happened, by time.
    pub events: Vec<Event>,
    /// What the piles showed.
    pub tops: Vec<TopsEntry>,
    /// Changes of a top that no seen hand explains: pile, last reading before, first reading after.
    pub unexplained: Vec<(Pile, f64, f64)>,
}

impl Course {
    fn sort(&mut self) {
        self.events.sort_by(|a, b| a.at.t.total_cmp(&b.at.t).then(a.kind.cmp(&b.kind)).then(a.player.cmp(&b.player)));
    }

    /// Adds what follows from the course as a whole.
    pub fn add(&mut self, events: Vec<Event>) {
        self.events.extend(events);
        self.sort();
    }
}

/// What a visit turned out to be.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Role {
    Touch,
    Play { rank: Option<Rank>, gone: Option<usize> },
    Reveal { rank: Option<Rank> },
    Remove { rank: Rank },
}

/// A change of one pile's top, with the times it must lie between.
struct Change {
    pile: Pile,
    /// `None` when the pile was bare.
    from: Option<Rank>,
    to: Rank,
    after: f64,
    before: f64,
    /// That both ranks are right.
    confidence: f64,
    /// That the new one is.
    sure: f64,
}

/// What is known of the piles' tops.
#[derive(Debug, Clone, Copy)]
pub struct Piles<'a> {
    /// What was read, left and right.
    pub readings: &'a [Vec<TopReading>; 2],
    /// What lay there.
    pub spans: &'a [TopSpan],
    /// When nothing did.
    pub bare: &'a [BareSpan],
}

/// Ties visits, tops and taken cards together; those that are only missed (`taken` is `None`) tell who laid a card that came unseen.
/// `follows(card, top)` is the Laws' sequence (D.6).
pub fn course(
    visits: &[Visit],
    piles: Piles<'_>,
    gone: &[CardGone],
    scale: TimeScale,
    follows: impl Fn(Rank, Rank) -> bool,
) -> Course {
    let Piles { readings, spans, bare } = piles;
    let spans = &more_than_glimpsed(spans, scale)[..];
    // Hands that slap come from beside their cards and hide them for a while: that takes none.
    let mut gone: Vec<CardGone> = gone
        .iter()
        .filter(|card| card.read_since || !slapped_instead(card, visits, (readings, spans), scale))
        .filter(|card| !one_place::was_hidden(card, visits, spans, scale))
        .cloned()
        .collect();
    let changes = changes(spans, bare);
    let follows = |card: Rank, top: Option<Rank>| top.is_some_and(|top| follows(card, top));
    let mut roles: Vec<(Role, f64)> = visits.iter().map(|visit| (Role::Touch, visit.on_pile)).collect();
    let mut taken = vec![false; visits.len()];
    // The visit that explains each change.
    let mut causing: Vec<Option<usize>> = vec![None; changes.len()];
    let mut follows_top = vec![true; visits.len()];
    // When a hand that laid a card came, by what was read of the pile as well.
    let mut laid: Vec<Visit> = visits.to_vec();
    let mut course = Course::default();
    let mut causes: Vec<(Pile, f64, Option<Rank>)> = initial_tops(spans, bare);
    causes.extend(bare.iter().filter(|bare| bare.from > 0.0).map(|bare| (bare.pile, bare.from, None)));
    let mut unseen: Vec<Event> = Vec::new();
    let slaps = Player::BOTH.map(|player| pairs(visits, player, scale));
    for (i, change) in changes.iter().enumerate() {
        let weights: Vec<(usize, f64)> = (0..visits.len())
            .filter(|&v| !taken[v])
            .filter_map(|v| {
                let visit = &visits[v];
                let there = beside(visit, change, &changes, &gone, scale);
                let weight = there * explains(visit, change, visits, &gone, &slaps[visit.player.index()], scale);
                // What follows only lowers it, and looks at all other visits.
                (weight >= LEAST_EXPLANATION).then(|| {
                    (v, weight * turned_here(visit, visits, scale) * answered(visit, change, spans, &slaps, scale))
                })
            })
            .filter(|(_, weight)| *weight >= LEAST_EXPLANATION)
            .collect();
        let rivals: f64 = UNSEEN_CAUSE + weights.iter().map(|(_, weight)| weight).sum::<f64>();
        let best = weights.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        // Back to the rank before a card that did not follow, or to the very card before it: the card was taken off again.
        let earlier = (0..i).rev().find(|&k| changes[k].pile == change.pile);
        let earlier = earlier.filter(|&k| changes[k].from == Some(change.to));
        let lies =
            earlier.and_then(|k| lies_against(&readings[change.pile.index()], changes[k].after, change.before, scale));
        let revealed = |k: usize| causing[k].is_some_and(|v| matches!(roles[v].0, Role::Reveal { .. }));
        let unlawful = |k: usize| !follows(changes[k].to, changes[k].from) && !revealed(k);
        let mut back = lies == Some(Against::SamePlace) || earlier.is_some_and(unlawful);
        let Some((v, weight)) = best else {
            let event = unseen_change(change, follows(change.to, change.from), back);
            course.unexplained.push((change.pile, change.after, change.before));
            causes.push((change.pile, event.at.t, (change.sure >= LEAST_TOP).then_some(change.to)));
            unseen.push(event);
            continue;
        };
        taken[v] = true;
        causing[i] = Some(v);
        let visit = &visits[v];
        let mut brought = carried(visit, change.to, &gone, scale);
        if let Some(unread) = brought.map(|g| &mut gone[g]).filter(|card| card.rank.is_none()) {
            unread.rank = Some(change.to);
        }
        // Whoever laid the card before took it back, unless he brought another: pulling a card off may push the one beneath.
        let laid_it = earlier.and_then(|k| causing[k]).is_some_and(|before| visits[before].player == visit.player);
        back |= laid_it && lies == Some(Against::Between) && brought.is_none() && !visit.from_draw_deck;
        let last = (0..i).rev().find(|&k| changes[k].pile == change.pile).and_then(|k| causing[k]);
        if let Some(last) = last.filter(|&last| visits[last].player == visit.player && !visit.from_draw_deck) {
            let laid: Vec<usize> = roles.iter().filter_map(|(role, _)| laid_card(*role)).collect();
            back |= brought.is_none() && lay_beneath(change, &visits[last], visits, (&gone, &laid), scale);
        }
        if brought.is_none() && !back && !visit.from_draw_deck && change.from.is_some() {
            // A card is in one place only: what this hand had taken lies here now.
            let laid: Vec<usize> = roles.iter().filter_map(|(role, _)| laid_card(*role)).collect();
            let known = |rank: Rank| changes.iter().any(|other| other.to == rank);
            brought = misnamed(visit, change.to, &gone, &laid, known, scale);
            if let Some(g) = brought {
                (gone[g].rank, gone[g].suit) = (Some(change.to), None);
            }
        }
        let role = if let (true, Some(rank), None) = (back, change.from, brought) {
            Role::Remove { rank }
        } else if (visit.from_draw_deck || change.from.is_none()) && brought.is_none() {
            // Onto a bare pile only a card from the Draw Deck comes (E.2.3).
            Role::Reveal { rank: Some(change.to) }
        } else {
            Role::Play { rank: Some(change.to), gone: brought }
        };
        laid[v].pile = change.pile;
        if matches!(role, Role::Play { .. } | Role::Reveal { .. }) {
            let arrive = visit.arrive.not_before(change.after - BESIDE_SECS / scale.real_per_file);
            dated(&mut laid[v], arrive);
        }
        roles[v] = (role, change.confidence.min(weight / rivals));
        follows_top[v] = follows(change.to, change.from);
        causes.push((change.pile, laid[v].arrive.t, (change.sure >= LEAST_TOP).then_some(change.to)));
    }
    let came_unseen = one_place::from_foundations(&mut unseen, &gone, &roles, scale);
    let read = (readings, spans);
    unread_plays(visits, (&gone, &came_unseen), read, follows, scale, (&mut roles, &mut taken), &mut causes);
    slapped_at(visits, readings, follows, scale, &mut roles, &mut taken, &mut causes);
    second_reveals(visits, &follows_top, scale, &mut roles);
    first_read_after(visits, spans, scale, (&mut roles, &mut taken), &mut causes);
    put_beneath(&mut laid, &roles, spans, &mut causes);
    came_down_to_slap(&mut laid, visits, (&gone, &roles), spans, scale);
    stay_to_slap(&mut laid, &roles, spans, scale);
    let_go_unseen(&mut laid, &roles, readings);
    for (visit, (role, confidence)) in laid.iter().zip(&roles) {
        let mut events = events_of(visit, *role, *confidence, scale);
        // In its Foundation it lay open for longer than on the pile.
        let suit = laid_card(*role).and_then(|g| gone[g].suit);
        events.iter_mut().filter_map(|event| event.card.as_mut()).for_each(|card| card.suit = suit);
        course.events.extend(events);
    }
    for event in &mut unseen {
        as_reveal(event, &course.events, scale);
    }
    course.events.extend(unseen);
    for event in &mut course.events {
        if let (Some(pile), Some(card)) = (event.pile, &mut event.card) {
            card.suit = card.suit.or_else(|| suit_of(spans, pile, card.rank, event.at.t));
        }
    }
    course.events.extend(reveals_of_same_rank(&course.events, (readings, spans), scale));
    let missed_late = |g: &usize| missed_after_its_play(&gone[*g], *g, &laid, &roles);
    course.events.extend((0..gone.len()).filter(|g| !missed_late(g)).flat_map(|g| lifts(&gone[g])));
    course.sort();
    course.tops = tops(causes);
    course
}

/// A hand that laid a card and was lost from sight there has let go of it by when the pile is read again.
fn let_go_unseen(laid: &mut [Visit], roles: &[(Role, f64)], readings: &[Vec<TopReading>; 2]) {
    for (visit, (role, _)) in laid.iter_mut().zip(roles) {
        if !matches!(role, Role::Play { .. }) || visit.leave.is_some() || visit.stirred.is_some() {
            continue;
        }
        let in_view = |reading: &&TopReading| reading.t > visit.arrive.hi && reading.weight >= IN_VIEW;
        let Some(seen) = readings[visit.pile.index()].iter().find(in_view) else { continue };
        let (t, lo, hi) = (f64::midpoint(visit.arrive.t, seen.t), visit.arrive.t, seen.t);
        visit.leave = Some(Measured { t, lo, hi, ..Measured::default() });
    }
}

/// Dates the card that a hand laid: before that it had not come once more either (F.4.2).
fn dated(laid: &mut Visit, arrive: Measured) {
    let again = laid.again.take().map(|again| if again.at.t < arrive.t { Again::only(arrive) } else { again });
    (laid.arrive, laid.again) = (arrive, again);
}

/// Spans without those that say nothing: seen too shortly, and too unsurely, before others came.
fn more_than_glimpsed(spans: &[TopSpan], scale: TimeScale) -> Vec<TopSpan> {
    let sure = |i: usize| {
        let span = &spans[i];
        let followed = spans.get(i + 1).is_some_and(|next| next.pile == span.pile);
        let long = (span.to - span.from) * scale.real_per_file > GLIMPSE_SECS && span.readings >= GLIMPSE_READINGS;
        span.confidence >= 0.5 || !followed || long
    };
    (0..spans.len()).filter(|&i| sure(i)).map(|i| spans[i]).collect()
}

/// Whether the card that a change shows was brought to the pile unread before the visit that laid the one `before`, and lay beneath
/// that: then the hand took its own off again. `laid` are the taken cards that came otherwise.
fn lay_beneath(
    change: &Change,
    before: &Visit,
    visits: &[Visit],
    (gone, laid): (&[CardGone], &[usize]),
    scale: TimeScale,
) -> bool {
    (0..gone.len())
        .filter(|g| gone[*g].rank == Some(change.to) && gone[*g].returned.is_none() && !laid.contains(g))
        .any(|g| {
            let first = visits.iter().find(|visit| took(&gone[g], visit, scale));
            first.is_some_and(|first| first.pile == change.pile && first.arrive.t < before.arrive.t)
        })
}

/// Whether a card was missed in its place only after its player had laid one of its rank that nothing else tells where it came from:
/// its place was hidden meanwhile, and the hand that was there last did not take it.
fn missed_after_its_play(card: &CardGone, g: usize, laid: &[Visit], roles: &[(Role, f64)]) -> bool {
    let Some((_, _, at)) = card.taken else { return false };
    let since_seen = card.last_seen..card.gone_by.min(at.t);
    card.returned.is_none()
        && !roles.iter().any(|(role, _)| laid_card(*role) == Some(g))
        && laid.iter().zip(roles).any(|(visit, (role, _))| {
            let came = matches!(role, Role::Play { rank: Some(rank), gone: None } if Some(*rank) == card.rank);
            came && visit.player == card.player && since_seen.contains(&visit.arrive.t)
        })
}

/// Which of the taken cards a hand laid.
fn laid_card(role: Role) -> Option<usize> {
    let Role::Play { gone, .. } = role else { return None };
    gone
}

fn initial_tops(spans: &[TopSpan], bare: &[BareSpan]) -> Vec<(Pile, f64, Option<Rank>)> {
    Pile::BOTH
        .into_iter()
        .filter_map(|pile| {
            let first = spans.iter().find(|span| span.pile == pile)?;
            // Nothing came before the first reading that the camera saw, unless the pile was seen to be bare: the card
            // lay there already.
            let bare = bare.iter().any(|bare| bare.pile == pile && bare.from < first.from);
            (!bare).then_some((pile, 0.0, (first.confidence >= LEAST_TOP).then_some(first.rank)))
        })
        .collect()
}

fn changes(spans: &[TopSpan], bare: &[BareSpan]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (i, span) in spans.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| &spans[i]).filter(|before| before.pile == span.pile);
        let since = before.map_or(f64::NEG_INFINITY, |before| before.to);
        let bare = bare.iter().rev().find(|bare| bare.pile == span.pile && bare.from > since && bare.to < span.from);
        let (from, after) = match (bare, before) {
            (Some(bare), _) => (None, bare.to),
            (None, Some(before)) if before.rank != span.rank => (Some(before.rank), before.to),
            _ => continue,
        };
        let confidence = before.map_or(span.confidence, |before| before.confidence.min(span.confidence));
        changes.push(Change {
            pile: span.pile,
            from,
            to: span.rank,
            after,
            before: span.from,
            confidence,
            sure: span.confidence,
        });
    }
    changes.sort_by(|a, b| a.before.total_cmp(&b.before).then(a.pile.cmp(&b.pile)));
    changes
}

#[cfg(test)]
mod tests;
