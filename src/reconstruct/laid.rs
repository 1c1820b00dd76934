//! Cards that were laid and that no reading of a pile names as its top: one across the line between the piles (D.5.4), played onto
//! the pile that it belongs to more likely, and a joker (B.6.1).
//!
//! The course and such cards come in; the course goes out with the card's contact, its release or reveal, and the pile's new top, in
//! place of a hand that touched the pile. The Laws are judged without them: to which pile a card belongs, and what becomes of a
//! joker, is the referee's to say, and the incidents say so.

use super::Course;
use super::course::TopsEntry;
use super::table_sights::between;
use crate::base::{Card, Measured, Pile, Rank, TimeScale};
use crate::events::{Between, CardPlace, JokerLay, RevealWay, Visit};
use crate::facts::{Event, EventKind};

/// The touch of a hand that laid the card is within this of when it came to rest, real seconds.
const SAME_SECS: f64 = 0.15;
/// A joker is read no later than this after it came, real seconds.
const BROUGHT_SECS: f64 = 1.0;
/// A hand that was on the pile with less than the first probability did not bring it; one that may have been, did with the second.
const LEAST_ON_PILE: f64 = 0.2;
const BROUGHT: f64 = 0.8;
/// A card is let go of so long after it met the pile, real seconds.
const RELEASE_SECS: f64 = 0.04;

/// Puts the plays of such cards into the course.
pub fn laid_between(course: &mut Course, cards: &[Between], scale: TimeScale) {
    let near = SAME_SECS / scale.real_per_file;
    let is_told = |course: &Course, card: &Between| {
        let its =
            |event: &Event| event.card.is_some_and(|told| told.rank == card.rank) && event.hand == Some(card.hand);
        let lays = |event: &Event| event.kind == EventKind::Contact && event.player == Some(card.player) && its(event);
        course.events.iter().any(|event| lays(event) && (event.at.t - card.at.t).abs() < near)
    };
    // Told to lie on a pile that cannot be read since, it is its top all the same; told by a misread top, it is that already.
    let lies = |card: &&Between| between(course, card, scale).is_some() && !(card.misread && is_told(course, card));
    let untold: Vec<&Between> = cards.iter().filter(lies).collect();
    for card in untold {
        let (pile, p) = if card.p_left >= 0.5 { (Pile::Left, card.p_left) } else { (Pile::Right, 1.0 - card.p_left) };
        let of_hand = |event: &Event| event.player == Some(card.player) && event.hand == Some(card.hand);
        let touched = course
            .events
            .iter()
            .filter(|event| event.kind == EventKind::Touch && of_hand(event))
            .filter(|event| (event.at.t - card.at.t).abs() < near)
            .min_by(|a, b| (a.at.t - card.at.t).abs().total_cmp(&(b.at.t - card.at.t).abs()))
            .cloned();
        let at = touched.as_ref().map_or(card.at, |touch| touch.at);
        if let Some(touch) = touched {
            take_out(course, &touch);
        }
        let event = |kind: EventKind, at: Measured| Event {
            at,
            kind,
            player: Some(card.player),
            hand: Some(card.hand),
            pile: Some(pile),
            card: Some(Card { rank: card.rank, suit: None }),
            confidence: p * card.confidence,
            inferred: false,
            after_other: None,
        };
        let mut released = released(at, scale);
        released.hi = released.hi.max(card.until);
        show(&mut course.tops, pile, at.t, card.rank);
        course.add(vec![event(EventKind::Contact, at), event(EventKind::Play, released)]);
    }
}

/// A joker on the table, and the touch by which it came to a pile, when a hand was there.
#[derive(Debug, Clone)]
pub struct JokerLaid {
    /// Where and when it lay.
    pub lay: JokerLay,
    /// A touch of the course, or what the stay of a hand that may have touched the pile would be.
    pub touch: Option<Event>,
}

/// Which touch brought each joker.
pub fn jokers_laid(course: &Course, jokers: Vec<JokerLay>, visits: &[Visit], scale: TimeScale) -> Vec<JokerLaid> {
    let (before, after) = (BROUGHT_SECS / scale.real_per_file, SAME_SECS / scale.real_per_file);
    let touch = |joker: &JokerLay| {
        let Some(CardPlace::Pile(pile)) = joker.place else { return None };
        let then = joker.at.t - before..=joker.at.t + after;
        let last = |a: &&Event, b: &&Event| a.at.t.total_cmp(&b.at.t);
        let on = |event: &&Event| event.pile == Some(pile) && then.contains(&event.at.t);
        let touches = course.events.iter().filter(|event| event.kind == EventKind::Touch);
        let likely: Vec<Event> = visits.iter().filter(|visit| visit.on_pile > LEAST_ON_PILE).map(touch_of).collect();
        touches.filter(on).max_by(last).or_else(|| likely.iter().filter(on).max_by(last)).cloned()
    };
    jokers.into_iter().map(|lay| JokerLaid { touch: touch(&lay), lay }).collect()
}

/// Puts the coming of jokers into the course; `ways` are the reveals' ways.
pub fn laid_jokers(course: &mut Course, jokers: &[JokerLaid], ways: &[RevealWay], scale: TimeScale) {
    let before = BROUGHT_SECS / scale.real_per_file;
    for JokerLaid { lay: joker, touch } in jokers {
        let (Some(CardPlace::Pile(pile)), Some(touch)) = (joker.place, touch) else { continue };
        if course.events.contains(touch) {
            take_out(course, touch);
        }
        show(&mut course.tops, pile, touch.at.t, Rank::Joker);
        let card = Some(Card { rank: Rank::Joker, suit: None });
        let confidence = joker.confidence * touch.confidence;
        let event = |kind: EventKind, at: Measured| Event { at, kind, card, confidence, ..touch.clone() };
        let revealed = |way: &RevealWay| {
            Some(way.player) == touch.player && way.pile == pile && (way.until - touch.at.t).abs() < before
        };
        if ways.iter().any(revealed) {
            course.add(vec![event(EventKind::Reveal, touch.at)]);
        } else {
            let play = event(EventKind::Play, released(touch.at, scale));
            course.add(vec![event(EventKind::Contact, touch.at), play]);
        }
    }
}

/// The touch that a hand's stay would be.
fn touch_of(visit: &Visit) -> Event {
    Event {
        at: visit.arrive,
        kind: EventKind::Touch,
        player: Some(visit.player),
        hand: Some(visit.hand),
        pile: Some(visit.pile),
        card: None,
        confidence: visit.on_pile.max(BROUGHT),
        inferred: false,
        after_other: None,
    }
}

/// Takes a touch out of the course, and when the hand left the pile.
fn take_out(course: &mut Course, touch: &Event) {
    let own = |event: &Event| {
        let same = (event.player, event.hand, event.pile) == (touch.player, touch.hand, touch.pile);
        event.kind == EventKind::Untouch && same && event.at.t >= touch.at.t
    };
    if let Some(left) = course.events.iter().position(own) {
        course.events.remove(left);
    }
    course.events.retain(|event| event != touch);
}

/// When a hand that laid a card let go of it, as most do.
fn released(at: Measured, scale: TimeScale) -> Measured {
    let later = RELEASE_SECS / scale.real_per_file;
    Measured { t: at.t + later, lo: at.t, hi: at.t + 2.0 * later, ..Measured::default() }
}

/// From an instant on a pile shows a rank, until it shows something else.
fn show(tops: &mut Vec<TopsEntry>, pile: Pile, t: f64, rank: Rank) {
    let next = tops.partition_point(|entry| entry.t <= t);
    let Some(before) = next.checked_sub(1).map(|i| tops[i].tops) else { return };
    let old = before[pile.index()];
    for entry in tops[next..].iter_mut().take_while(|entry| entry.tops[pile.index()] == old) {
        entry.tops[pile.index()] = Some(rank);
    }
    let mut now = before;
    now[pile.index()] = Some(rank);
    tops.insert(next, TopsEntry { t, tops: now });
    tops.dedup_by(|later, earlier| later.tops == earlier.tops);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Player};

    fn touch(kind: EventKind, t: f64) -> Event {
        Event {
            at: Measured::exact(t),
            kind,
            player: Some(Player::One),
            hand: Some(HandSide::Left),
            pile: Some(Pile::Left),
            card: None,
            confidence: 0.9,
            inferred: false,
            after_other: None,
        }
    }

    #[test]
    fn the_likelier_pile_shows_the_card_and_the_touch_is_its_contact() {
        let entry = |t: f64, tops: [Rank; 2]| TopsEntry { t, tops: tops.map(Some) };
        let mut course = Course {
            events: vec![
                touch(EventKind::Touch, 1.02),
                touch(EventKind::Untouch, 1.1),
                touch(EventKind::Touch, 3.0),
                touch(EventKind::Untouch, 3.2),
            ],
            tops: vec![entry(0.0, [Rank::Six, Rank::Jack]), entry(4.0, [Rank::Six, Rank::Queen])],
            unexplained: Vec::new(),
        };
        let card = Between {
            rank: Rank::Seven,
            player: Player::One,
            hand: HandSide::Left,
            at: Measured::exact(1.0),
            until: 1.1,
            p_left: 0.7,
            confidence: 0.75,
            misread: false,
        };
        laid_between(&mut course, &[card], TimeScale::REAL);
        let kinds: Vec<EventKind> = course.events.iter().map(|event| event.kind).collect();
        assert_eq!(kinds, [EventKind::Contact, EventKind::Play, EventKind::Touch, EventKind::Untouch]);
        assert_eq!((course.events[0].at.t, course.events[0].pile), (1.02, Some(Pile::Left)));
        // It is laid once, also when what the pile shows of it then is no reason to say that it lies there.
        laid_between(&mut course, &[Between { misread: true, ..card }], TimeScale::REAL);
        assert_eq!(course.events.len(), kinds.len());
        let seven = [
            entry(0.0, [Rank::Six, Rank::Jack]),
            entry(1.02, [Rank::Seven, Rank::Jack]),
            entry(4.0, [Rank::Seven, Rank::Queen]),
        ];
        assert_eq!(course.tops, seven);
    }

    #[test]
    fn a_joker_read_after_a_touch_was_laid_then_or_revealed() {
        let came = |ways: &[RevealWay]| {
            let mut course = Course {
                events: vec![touch(EventKind::Touch, 1.0), touch(EventKind::Untouch, 1.1)],
                tops: vec![TopsEntry { t: 0.0, tops: [Some(Rank::Six), None] }],
                unexplained: Vec::new(),
            };
            let joker = JokerLay {
                place: Some(CardPlace::Pile(Pile::Left)),
                at: Measured::exact(1.25),
                until: 2.0,
                confidence: 0.95,
            };
            let jokers = jokers_laid(&course, vec![joker], &[], TimeScale::REAL);
            laid_jokers(&mut course, &jokers, ways, TimeScale::REAL);
            assert_eq!(course.tops.last().map(|entry| entry.tops), Some([Some(Rank::Joker), None]));
            course.events.iter().map(|event| event.kind).collect::<Vec<_>>()
        };
        assert_eq!(came(&[]), [EventKind::Contact, EventKind::Play]);
        let way = RevealWay {
            player: Player::One,
            hand: HandSide::Left,
            pile: Pile::Left,
            at: Measured::exact(0.6),
            until: 1.0,
            over_pile: false,
            motions: 1,
            pause_s: 0.0,
            confidence: 0.9,
        };
        assert_eq!(came(&[way]), [EventKind::Reveal]);
    }
}
