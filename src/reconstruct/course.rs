//! The course of the game from visits, tops and taken cards.
//!
//! For each change of a pile's top the visits that could have caused it are weighed by the evidence
//! for each: the time it leaves, whether the hand carried a card of the right rank, whether it came
//! from its Draw Deck, how sure it was on the pile. The best takes the change; the rest are touches.

use crate::base::{Card, HandSide, Measured, Pile, Player, Rank, Suit, TimeScale};
use crate::events::{BareSpan, CardGone, TopSpan, Visit};
use crate::facts::{Event, EventKind};

/// Readings may lag the card: a hand over the pile, one missed reading. Real seconds.
const READING_SLACK_SECS: f64 = 0.03;
/// A card in a hand over the pile may be read before it touches; the likelihood of that falls with the
/// time it would have hung there at rest, by this scale. Real seconds.
const SEEN_BEFORE_SECS: f64 = 0.02;
/// A hand that brings a card waits above the pile before it lays it no longer than about this, real seconds.
const WAITED_SECS: f64 = 0.03;
/// A card lies on the old one for so long, real seconds, while that can still be read beside it.
const BESIDE_SECS: f64 = 0.02;
/// A card taken this long before may still be in the hand, real seconds.
const CARRIED_SECS: f64 = 3.0;
/// Below this a visit explains nothing.
const LEAST_EXPLANATION: f64 = 0.05;
/// A top that is less sure is not told.
const LEAST_TOP: f64 = 0.8;
/// Weight of a cause that nobody saw, against which the seen ones are weighed.
const UNSEEN_CAUSE: f64 = 0.02;
/// A card that does not follow and that nobody was seen to play is as likely a reveal or a misreading.
const UNSEEN_UNLAWFUL: f64 = 0.5;
/// Reveals this near to each other belong together, real seconds.
const REVEALS_TOGETHER_SECS: f64 = 0.3;
/// Hands of one player that come to both piles within this slap, if no new card is read there, real seconds.
const BOTH_HANDS_SECS: f64 = 0.15;
/// A card is let go of about so long after it met the pile, real seconds, by a hand that stays no longer than the second.
const RELEASE_SECS: f64 = 0.045;
const LONGEST_RELEASE_SECS: f64 = 0.2;
/// Sooner than this after the contact no hand lets go, real seconds.
const SOONEST_RELEASE_SECS: f64 = 0.01;
/// A visit with a lower probability of being on the pile is left out of the events.
const LEAST_TOUCH: f64 = 0.6;

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

/// Ties visits, tops and taken cards together. `follows(card, top)` is the Laws' sequence (D.6).
pub fn course(
    visits: &[Visit],
    (spans, bare): (&[TopSpan], &[BareSpan]),
    gone: &[CardGone],
    scale: TimeScale,
    follows: impl Fn(Rank, Rank) -> bool,
) -> Course {
    let follows = |card: Rank, top: Option<Rank>| top.is_some_and(|top| follows(card, top));
    let mut roles: Vec<(Role, f64)> = visits.iter().map(|visit| (Role::Touch, visit.on_pile)).collect();
    let mut taken = vec![false; visits.len()];
    let mut follows_top = vec![true; visits.len()];
    // When a hand that laid a card came, by what was read of the pile as well.
    let mut laid: Vec<Visit> = visits.to_vec();
    let mut course = Course::default();
    let mut causes: Vec<(Pile, f64, Option<Rank>)> = initial_tops(spans, bare);
    causes.extend(bare.iter().filter(|bare| bare.from > 0.0).map(|bare| (bare.pile, bare.from, None)));
    let mut unseen: Vec<Event> = Vec::new();
    let changes = changes(spans, bare);
    for (i, change) in changes.iter().enumerate() {
        let weights: Vec<(usize, f64)> = (0..visits.len())
            .filter(|&v| !taken[v])
            .map(|v| (v, explains(&visits[v], change, gone, scale)))
            .filter(|(_, weight)| *weight >= LEAST_EXPLANATION)
            .collect();
        let rivals: f64 = UNSEEN_CAUSE + weights.iter().map(|(_, weight)| weight).sum::<f64>();
        let best = weights.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let Some((v, weight)) = best else {
            let event = unseen_play(change, follows(change.to, change.from));
            course.unexplained.push((change.pile, change.after, change.before));
            causes.push((change.pile, event.at.t, (change.sure >= LEAST_TOP).then_some(change.to)));
            unseen.push(event);
            continue;
        };
        taken[v] = true;
        let visit = &visits[v];
        // Back to the rank before a card that did not follow: that card was taken off again.
        let earlier = changes[..i].iter().rev().find(|earlier| earlier.pile == change.pile);
        let back = earlier.is_some_and(|earlier| earlier.from == Some(change.to) && !follows(earlier.to, earlier.from));
        let role = if let (true, Some(rank)) = (back, change.from) {
            Role::Remove { rank }
        } else if (visit.from_draw_deck || change.from.is_none()) && carried(visit, change.to, gone, scale).is_none() {
            // Onto a bare pile only a card from the Draw Deck comes (E.2.3).
            Role::Reveal { rank: Some(change.to) }
        } else {
            Role::Play { rank: Some(change.to), gone: carried(visit, change.to, gone, scale) }
        };
        if matches!(role, Role::Play { .. } | Role::Reveal { .. }) {
            laid[v].arrive = visit.arrive.not_before(change.after - BESIDE_SECS / scale.real_per_file);
        }
        roles[v] = (role, change.confidence.min(weight / rivals));
        follows_top[v] = follows(change.to, change.from);
        causes.push((change.pile, laid[v].arrive.t, (change.sure >= LEAST_TOP).then_some(change.to)));
    }
    unread_plays(visits, gone, spans, scale, &mut roles, &mut taken, &mut causes);
    second_reveals(visits, &follows_top, scale, &mut roles);
    for (visit, (role, confidence)) in laid.iter().zip(&roles) {
        course.events.extend(events_of(visit, *role, *confidence, scale));
    }
    for event in &mut unseen {
        as_reveal(event, &course.events, scale);
    }
    course.events.extend(unseen);
    for event in &mut course.events {
        if let (Some(pile), Some(card)) = (event.pile, &mut event.card) {
            card.suit = suit_of(spans, pile, card.rank, event.at.t);
        }
    }
    course.events.extend(gone.iter().flat_map(lifts));
    course.events.sort_by(|a, b| a.at.t.total_cmp(&b.at.t).then(a.kind.cmp(&b.kind)).then(a.player.cmp(&b.player)));
    course.tops = tops(causes);
    course
}

/// The suit of the card of that rank that a pile showed nearest to an instant.
fn suit_of(spans: &[TopSpan], pile: Pile, rank: Rank, t: f64) -> Option<Suit> {
    let away = |span: &&TopSpan| (span.from - t).max(t - span.to).max(0.0);
    let shown = spans.iter().filter(|span| span.pile == pile && span.rank == rank);
    shown.min_by(|a, b| away(a).total_cmp(&away(b)))?.suit
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

/// How well a visit explains a change, 0..1.
fn explains(visit: &Visit, change: &Change, gone: &[CardGone], scale: TimeScale) -> f64 {
    if visit.pile != change.pile {
        return 0.0;
    }
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
    let carried = carried(visit, change.to, gone, scale).is_some();
    let carrying = if carried {
        1.0
    } else if visit.from_draw_deck {
        0.8
    } else {
        0.4
    };
    // A slap comes fast, a card is laid down; only a hint.
    let gentle = 1.0 / (1.0 + (visit.peak_speed / 250.0).powi(2));
    visit.on_pile.max(0.2) * carrying * (0.5 + 0.5 * gentle) * timely * waited
}

/// The taken card of that rank that the visiting hand can have carried.
fn carried(visit: &Visit, rank: Rank, gone: &[CardGone], scale: TimeScale) -> Option<usize> {
    gone.iter().position(|card| card.rank == rank && took(card, visit, scale))
}

fn took(card: &CardGone, visit: &Visit, scale: TimeScale) -> bool {
    let window = CARRIED_SECS / scale.real_per_file;
    card.player == visit.player
        && card.taken.is_some_and(|(hand, track, at)| {
            (track == visit.track || hand == visit.hand) && at.t < visit.arrive.t && visit.arrive.t - at.t < window
        })
}

/// Visits that brought a card nobody could read afterwards: the hand had taken a live card and this
/// is its first stay over a pile since, or it came from the Draw Deck.
fn unread_plays(
    visits: &[Visit],
    gone: &[CardGone],
    spans: &[TopSpan],
    scale: TimeScale,
    roles: &mut [(Role, f64)],
    taken: &mut [bool],
    causes: &mut Vec<(Pile, f64, Option<Rank>)>,
) {
    for (g, card) in gone.iter().enumerate() {
        if card.returned.is_some()
            || roles.iter().any(|(role, _)| matches!(role, Role::Play { gone: Some(i), .. } if *i == g))
        {
            continue;
        }
        let first = (0..visits.len()).find(|&v| took(card, &visits[v], scale));
        let Some(v) = first.filter(|&v| !taken[v]) else { continue };
        // A pile read after the stay and still unchanged got no card.
        let until = visits[v].leave.map_or(visits[v].arrive.t, |leave| leave.t);
        let unchanged = spans.iter().any(|s| s.pile == visits[v].pile && s.from < visits[v].arrive.t && s.to > until);
        if unchanged {
            continue;
        }
        taken[v] = true;
        roles[v] = (Role::Play { rank: Some(card.rank), gone: Some(g) }, card.confidence * visits[v].on_pile);
        causes.push((visits[v].pile, visits[v].arrive.t, Some(card.rank)));
    }
    for v in 0..visits.len() {
        let visit = &visits[v];
        if taken[v] || !visit.from_draw_deck || visit.on_pile < 0.5 {
            continue;
        }
        // One card a visit to the deck: a hand that revealed already comes for something else.
        let before =
            |other: &Visit| other.track == visit.track && other.from_draw_deck && other.arrive.t < visit.arrive.t;
        let window = CARRIED_SECS / scale.real_per_file;
        if visits.iter().any(|other| before(other) && visit.arrive.t - other.arrive.t < window) {
            continue;
        }
        // Both hands at once on both piles slap; one is enough to turn a card (F.3, E.2.3).
        let both = BOTH_HANDS_SECS / scale.real_per_file;
        let other_hand = |other: &Visit| {
            other.player == visit.player && other.hand != visit.hand && other.pile != visit.pile && other.on_pile >= 0.5
        };
        if visits.iter().any(|other| other_hand(other) && (other.arrive.t - visit.arrive.t).abs() < both) {
            continue;
        }
        // Turned onto a card of the same rank, a revealed card changes nothing that is read.
        let rank = spans.iter().rev().find(|s| s.pile == visit.pile && s.to > visit.arrive.t).map(|s| s.rank);
        taken[v] = true;
        roles[v] = (Role::Reveal { rank }, 0.6 * visit.on_pile);
        causes.push((visit.pile, visit.arrive.t, rank));
    }
}

/// Both players reveal at once (E.2.3): a card from nobody knows where that does not follow, laid while
/// the opponent revealed onto the other pile, is the other reveal.
fn second_reveals(visits: &[Visit], follows_top: &[bool], scale: TimeScale, roles: &mut [(Role, f64)]) {
    let near = REVEALS_TOGETHER_SECS / scale.real_per_file;
    for v in 0..visits.len() {
        let Role::Play { rank, gone: None } = roles[v].0 else { continue };
        let with = (0..visits.len()).any(|other| {
            matches!(roles[other].0, Role::Reveal { .. })
                && visits[other].player != visits[v].player
                && visits[other].pile != visits[v].pile
                && (visits[other].arrive.t - visits[v].arrive.t).abs() < near
        });
        if !follows_top[v] && with {
            roles[v].0 = Role::Reveal { rank };
        }
    }
}

fn events_of(visit: &Visit, role: Role, confidence: f64, scale: TimeScale) -> Vec<Event> {
    let event = |at: Measured, kind: EventKind, rank: Option<Rank>| Event {
        at,
        kind,
        player: Some(visit.player),
        hand: Some(visit.hand),
        pile: Some(visit.pile),
        card: rank.map(|rank| Card { rank, suit: None }),
        confidence,
    };
    let mut events = Vec::new();
    match role {
        Role::Touch => {
            if visit.on_pile < LEAST_TOUCH {
                return events;
            }
            events.push(event(visit.arrive, EventKind::Touch, None));
            events.extend(visit.leave.map(|leave| event(leave, EventKind::Untouch, None)));
        }
        Role::Play { rank, .. } => {
            events.push(event(visit.arrive, EventKind::Contact, rank));
            events.extend(released(visit, scale).map(|at| event(at, EventKind::Play, rank)));
            if let Some(again) = visit.again {
                events.push(event(again, EventKind::Touch, None));
                events.extend(visit.leave.map(|leave| event(leave, EventKind::Untouch, None)));
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

/// When a hand that laid a card let go of it. Fingers that open lie over the card: the hand is seen to stir at the latest
/// then, and often a little later, so that a hand which stays for a moment has most probably let go at once.
fn released(visit: &Visit, scale: TimeScale) -> Option<Measured> {
    let stirred = visit.stirred.or(visit.leave)?;
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
    if !(RELEASE_SECS..LONGEST_RELEASE_SECS).contains(&stay) {
        return Some(Measured { lo: stirred.lo.max(visit.arrive.t), ..stirred });
    }
    Some(Measured { t, lo: visit.arrive.t, hi: stirred.hi, ..Measured::default() })
}

/// A card came onto a pile and no hand was seen to bring it: between two readings, by somebody.
fn unseen_play(change: &Change, follows: bool) -> Event {
    Event {
        at: Measured {
            t: (change.after + change.before) / 2.0,
            lo: change.after,
            hi: change.before,
            ..Measured::default()
        },
        kind: if change.from.is_none() { EventKind::Reveal } else { EventKind::Contact },
        player: None,
        hand: None,
        pile: Some(change.pile),
        card: Some(Card { rank: change.to, suit: None }),
        confidence: if follows { change.confidence } else { UNSEEN_UNLAWFUL * change.confidence },
    }
}

/// Both players reveal at once (E.2.3): a card that does not follow, come to one pile while a player was
/// seen to reveal onto the other, is most probably the opponent's reveal.
fn as_reveal(event: &mut Event, seen: &[Event], scale: TimeScale) {
    if event.confidence > UNSEEN_UNLAWFUL {
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

fn lifts(card: &CardGone) -> Vec<Event> {
    let unseen = || {
        let middle = (card.last_seen + card.gone_by) / 2.0;
        Measured { t: middle, lo: card.last_seen, hi: card.gone_by, ..Measured::default() }
    };
    let (hand, at) = card.taken.map_or((None, unseen()), |(hand, _, at)| (Some(hand), at));
    let event = |at: Measured, kind: EventKind, hand: Option<HandSide>| Event {
        at,
        kind,
        player: Some(card.player),
        hand,
        pile: None,
        card: Some(Card { rank: card.rank, suit: card.suit }),
        confidence: card.confidence,
    };
    let mut events = vec![event(at, EventKind::Lift, hand)];
    events.extend(card.returned.map(|t| event(Measured::normal(t, 0.03), EventKind::Return, hand)));
    events
}

fn tops(mut causes: Vec<(Pile, f64, Option<Rank>)>) -> Vec<TopsEntry> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(player: Player, hand: HandSide, pile: Pile, arrive: f64, leave: Option<f64>) -> Visit {
        Visit {
            track: player.number() as u32 * 10 + u32::from(hand == HandSide::Right),
            player,
            hand,
            pile,
            arrive: Measured::normal(arrive, 0.002),
            seen: Measured::normal(arrive, 0.002),
            modes: Vec::new(),
            heard: None,
            sharp: true,
            stirred: leave.map(|t| Measured::normal(t, 0.01)),
            again: None,
            leave: leave.map(|t| Measured::normal(t, 0.005)),
            depth_cm: 4.0,
            peak_speed: 60.0,
            from_draw_deck: false,
            on_pile: 0.99,
        }
    }

    fn span(pile: Pile, rank: Rank, from: f64, to: f64) -> TopSpan {
        TopSpan { pile, rank, suit: None, from, to, readings: 10, confidence: 0.97 }
    }

    fn follows(card: Rank, top: Rank) -> bool {
        let i = |rank| Rank::STANDARD.iter().position(|&r| r == rank).unwrap() as i32;
        matches!((i(card) - i(top)).rem_euclid(13), 1 | 12)
    }

    #[test]
    fn a_hand_that_lays_a_card_and_slaps_does_both() {
        // F.4.2: the card touches first.
        let mut hand = visit(Player::One, HandSide::Right, Pile::Right, 1.0, Some(1.4));
        (hand.stirred, hand.again) = (Some(Measured::normal(1.02, 0.005)), Some(Measured::normal(1.06, 0.003)));
        let spans = [span(Pile::Right, Rank::Six, 0.0, 0.9), span(Pile::Right, Rank::Seven, 1.5, 2.0)];
        let course = course(&[hand], (&spans, &[]), &[], TimeScale::REAL, follows);
        let told: Vec<_> = course.events.iter().map(|e| e.kind).collect();
        assert_eq!(told, [EventKind::Contact, EventKind::Play, EventKind::Touch, EventKind::Untouch]);
    }

    #[test]
    fn no_card_is_let_go_before_it_is_there() {
        let mut early = visit(Player::One, HandSide::Left, Pile::Left, 2.0, Some(3.0));
        for stirred in [1.98, 2.005] {
            early.stirred = Some(Measured::normal(stirred, 0.005));
            let at = released(&early, TimeScale::REAL).unwrap();
            assert!(at.lo >= 2.0 && at.t > 2.01 && at.hi > at.t, "{at:?}");
        }
    }

    #[test]
    fn the_hand_that_was_there_played_and_the_slap_touched() {
        let mut slap = visit(Player::Two, HandSide::Right, Pile::Left, 0.69, None);
        slap.peak_speed = 250.0;
        let visits = [visit(Player::Two, HandSide::Right, Pile::Left, 0.40, Some(0.435)), slap];
        let spans = [
            span(Pile::Left, Rank::King, 0.0, 0.36),
            span(Pile::Left, Rank::Queen, 0.45, 0.65),
            span(Pile::Right, Rank::Queen, 0.0, 0.65),
        ];
        let course = course(&visits, (&spans, &[]), &[], TimeScale::REAL, follows);
        let kinds: Vec<_> = course.events.iter().map(|e| (e.kind, e.at.t)).collect();
        assert_eq!(kinds, [(EventKind::Contact, 0.40), (EventKind::Play, 0.435), (EventKind::Touch, 0.69)]);
        assert_eq!(course.tops.len(), 2);
        assert_eq!(course.tops[1], TopsEntry { t: 0.40, tops: [Some(Rank::Queen), Some(Rank::Queen)] });
    }

    #[test]
    fn a_card_that_did_not_follow_and_vanished_was_removed() {
        let visits = [
            visit(Player::One, HandSide::Left, Pile::Left, 0.5, Some(0.55)),
            visit(Player::One, HandSide::Left, Pile::Left, 0.9, Some(1.0)),
        ];
        let spans = [
            span(Pile::Left, Rank::Six, 0.0, 0.45),
            span(Pile::Left, Rank::Nine, 0.6, 0.85),
            span(Pile::Left, Rank::Six, 1.1, 2.0),
        ];
        let course = course(&visits, (&spans, &[]), &[], TimeScale::REAL, follows);
        let kinds: Vec<_> = course.events.iter().map(|e| e.kind).collect();
        assert_eq!(kinds, [EventKind::Contact, EventKind::Play, EventKind::Remove]);
    }

    #[test]
    fn an_unseen_reveal_goes_with_the_seen_one() {
        let mut reveal = visit(Player::Two, HandSide::Right, Pile::Left, 0.43, Some(0.5));
        reveal.from_draw_deck = true;
        let spans = [
            span(Pile::Left, Rank::Jack, 0.0, 0.35),
            span(Pile::Left, Rank::Six, 0.55, 2.0),
            span(Pile::Right, Rank::Ace, 0.0, 0.25),
            span(Pile::Right, Rank::Six, 0.5, 2.0),
        ];
        let course = course(&[reveal], (&spans, &[]), &[], TimeScale::REAL, follows);
        let told: Vec<_> = course.events.iter().map(|e| (e.kind, e.player, e.pile, e.at.t)).collect();
        assert_eq!(told[0], (EventKind::Reveal, Some(Player::One), Some(Pile::Right), 0.43));
        assert_eq!(told[1], (EventKind::Reveal, Some(Player::Two), Some(Pile::Left), 0.43));
    }

    #[test]
    fn a_change_without_a_hand_is_nobodys_play() {
        let spans = [span(Pile::Right, Rank::Six, 0.0, 0.4), span(Pile::Right, Rank::Seven, 0.8, 2.0)];
        let slap = visit(Player::One, HandSide::Left, Pile::Right, 1.0, None);
        let course = course(&[slap], (&spans, &[]), &[], TimeScale::REAL, follows);
        let told: Vec<_> = course.events.iter().map(|e| (e.kind, e.player, e.at.lo, e.at.hi)).collect();
        assert_eq!(told[0], (EventKind::Contact, None, 0.4, 0.8));
        assert_eq!((told.len(), told[1].0), (2, EventKind::Touch));
        assert_eq!(course.unexplained, [(Pile::Right, 0.4, 0.8)]);
        assert_eq!(course.tops.last().unwrap().tops, [None, Some(Rank::Seven)]);
    }
}
