//! What hands must have done with cards although nobody saw it: a card that a hand played came from its player's Foundation
//! (D.6), and one that it took off a Centre Pile went back there when the hand did (D.7.3, D.8.2).
//!
//! The course and the hands' ways come in, lifts and returns go out, marked as inferred. They complete the record; the Laws
//! are judged without them, for they repeat what a play says already.

use super::course::Course;
use crate::base::TimeScale;
use crate::events::{HandPath, Zones, came_home, set_off_from_home};
use crate::facts::{Event, EventKind};

/// A lift so long before a play is that of its card, real seconds.
const CARRIED_SECS: f64 = 3.0;
/// How much less sure than the play it follows from: the hand may have waited with the card outside.
const INFERRED: f64 = 0.7;

/// Lifts and returns that nobody saw.
pub fn unseen_carries(course: &Course, paths: &[HandPath], zones: &Zones, scale: TimeScale) -> Vec<Event> {
    let window = CARRIED_SECS / scale.real_per_file;
    let mut found = Vec::new();
    let mut used = vec![false; course.events.len()];
    for event in &course.events {
        let (kind, t) = (event.kind, event.at.t);
        let lays = kind == EventKind::Contact;
        let (Some(player), Some(hand), true) = (event.player, event.hand, lays || kind == EventKind::Remove) else {
            continue;
        };
        let told = |other: &Event| {
            // Left and right may be mistaken for each other.
            let of_it = other.hand.is_none_or(|other| other == hand) || other.card == event.card;
            let own = other.player == Some(player) && of_it;
            let near = if lays { (t - window..t).contains(&other.at.t) } else { (t..t + window).contains(&other.at.t) };
            other.kind == if lays { EventKind::Lift } else { EventKind::Return } && own && near
        };
        let seen = (0..used.len()).rev().find(|&i| !used[i] && told(&course.events[i]));
        if let Some(seen) = seen {
            used[seen] = true;
            continue;
        }
        let own = paths.iter().filter(|path| path.player == player && path.hand == hand);
        let at =
            own.filter(|path| {
                let span = path.points.first().zip(path.points.last());
                span.is_some_and(|(first, last)| (first.t..=last.t).contains(&t))
            })
            .find_map(|path| {
                if lays { set_off_from_home(path, zones, t, scale) } else { came_home(path, zones, t, scale) }
            });
        if let Some(at) = at {
            let kind = if lays { EventKind::Lift } else { EventKind::Return };
            found.push(Event {
                at,
                kind,
                pile: None,
                inferred: true,
                after_other: None,
                confidence: INFERRED * event.confidence,
                ..event.clone()
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Card, HandSide, Measured, Pile, Player, Point, Rank};
    use crate::events::PathPoint;

    fn event(kind: EventKind, t: f64) -> Event {
        Event {
            at: Measured::normal(t, 0.01),
            kind,
            player: Some(Player::One),
            hand: Some(HandSide::Right),
            pile: Some(Pile::Left),
            card: Some(Card { rank: Rank::Five, suit: None }),
            confidence: 0.9,
            inferred: false,
            after_other: None,
        }
    }

    /// The hand is at home until 0.5 s, and again from 1.5 s on.
    fn carries(events: Vec<Event>) -> Vec<Event> {
        let points = (0..120).map(|i| {
            let t = f64::from(i) / 60.0;
            let away = (0.5..1.5).contains(&t);
            let fingers = Point::new(-5.0, if away { 0.0 } else { -28.0 });
            PathPoint::lying(t, fingers)
        });
        let path =
            HandPath { track: 0, player: Player::One, hand: HandSide::Right, points: points.collect(), fit: true };
        let zone = |y0: f64, y1: f64| {
            [(-15.0, y0), (15.0, y0), (15.0, y1), (-15.0, y1)].map(|(x, y)| Point::new(x, y)).to_vec()
        };
        let zones = Zones {
            piles: [zone(-6.0, 6.0), zone(-6.0, 6.0)],
            boundaries: [zone(-35.0, -21.0), zone(21.0, 35.0)],
            draw_decks: [Vec::new(), Vec::new()],
        };
        unseen_carries(&Course { events, ..Course::default() }, &[path], &zones, TimeScale::REAL)
    }

    #[test]
    fn a_card_that_was_played_was_lifted() {
        let found = carries(vec![event(EventKind::Contact, 0.9)]);
        let [lift] = &found[..] else { panic!("{found:?}") };
        assert!(lift.kind == EventKind::Lift && lift.inferred && lift.pile.is_none() && (lift.at.t - 0.5).abs() < 0.05);
        // Once is enough.
        assert!(carries(vec![event(EventKind::Lift, 0.45), event(EventKind::Contact, 0.9)]).is_empty());
    }

    #[test]
    fn a_card_that_was_taken_off_came_back() {
        let found = carries(vec![event(EventKind::Remove, 1.2)]);
        assert!(matches!(&found[..], [back] if back.kind == EventKind::Return && back.at.t > 1.45), "{found:?}");
    }
}
