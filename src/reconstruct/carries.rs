//! What hands must have done with cards although nobody saw it: a card that a hand played came from its player's Foundation
//! (D.6), and one that it took off a Centre Pile went back there when the hand did (D.7.3, D.8.2).
//!
//! The course and the hands' ways come in, lifts and returns go out, marked as inferred. They complete the record. The Laws are
//! judged without them, for they repeat what a play says already, but for this: since when the hand was out with the card (D.3.3).

use super::course::Course;
use crate::base::{HandSide, Measured, Player, TimeScale};
use crate::events::{HandPath, Zones, came_home, left_home, set_off_from_home};
use crate::facts::{Event, EventKind};

/// A lift so long before a play is that of its card, real seconds.
const CARRIED_SECS: f64 = 3.0;
/// How much less sure than the play it follows from: the hand may have waited with the card outside.
const INFERRED: f64 = 0.7;

/// Lifts and returns that nobody saw.
pub fn unseen_carries(course: &Course, paths: &[HandPath], zones: &Zones, scale: TimeScale) -> Vec<Event> {
    let inferred = |(event, hand): (&Event, _)| {
        let (kind, moment): (_, Moment) = if event.kind == EventKind::Contact {
            (EventKind::Lift, set_off_from_home)
        } else {
            (EventKind::Return, came_home)
        };
        let at = way(hand, event.at.t, paths, |path| moment(path, zones, event.at.t, scale))?;
        Some(carried(event, kind, at))
    };
    without_carry(course, scale).into_iter().filter_map(inferred).collect()
}

/// Lifts of cards that were played and that nobody saw lifted, at the instants their hands left the Boundary: the cards were out from
/// then on, whenever they were taken.
pub fn carried_out(course: &Course, paths: &[HandPath], zones: &Zones, scale: TimeScale) -> Vec<Event> {
    let inferred = |(event, hand): (&Event, _)| {
        let at = way(hand, event.at.t, paths, |path| left_home(path, zones, event.at.t, scale))?;
        Some(carried(event, EventKind::Lift, at))
    };
    let played = without_carry(course, scale).into_iter().filter(|(event, _)| event.kind == EventKind::Contact);
    played.filter_map(inferred).collect()
}

type Moment = fn(&HandPath, &Zones, f64, TimeScale) -> Option<Measured>;

fn carried(event: &Event, kind: EventKind, at: Measured) -> Event {
    let confidence = INFERRED * event.confidence;
    Event { at, kind, pile: None, inferred: true, after_other: None, confidence, ..event.clone() }
}

/// What is found first on the ways of a hand that was seen around `t`.
fn way(
    (player, hand): (Player, HandSide),
    t: f64,
    paths: &[HandPath],
    moment: impl Fn(&HandPath) -> Option<Measured>,
) -> Option<Measured> {
    let own = paths.iter().filter(|path| path.player == player && path.hand == hand);
    let then = |path: &&HandPath| {
        let span = path.points.first().zip(path.points.last());
        span.is_some_and(|(first, last)| (first.t..=last.t).contains(&t))
    };
    own.filter(then).find_map(moment)
}

/// The contacts and removals of which no lift or return is told, with the hands that did them.
fn without_carry(course: &Course, scale: TimeScale) -> Vec<(&Event, (Player, HandSide))> {
    let window = CARRIED_SECS / scale.real_per_file;
    let carries = |event: &&Event| matches!(event.kind, EventKind::Contact | EventKind::Remove);
    let acts = course.events.iter().filter(carries);
    let mut open: Vec<(&Event, (Player, HandSide))> =
        acts.filter_map(|event| Some((event, (event.player?, event.hand?)))).collect();
    let mut used = vec![false; course.events.len()];
    let rank = |event: &Event| event.card.map(|card| card.rank);
    let same_card = |act: &Event, told: &Event| rank(act).is_some() && rank(act) == rank(told);
    let same_hand = |act: &Event, told: &Event| told.hand.is_none_or(|hand| Some(hand) == act.hand);
    // By the card first: left and right may be mistaken for each other. Then by the hand: so may ranks.
    for of_it in [&same_card as &dyn Fn(&Event, &Event) -> bool, &same_hand] {
        open.retain(|(event, (player, _))| {
            let (t, lays) = (event.at.t, event.kind == EventKind::Contact);
            let told = |other: &Event| {
                let near =
                    if lays { (t - window..t).contains(&other.at.t) } else { (t..t + window).contains(&other.at.t) };
                let kind = if lays { EventKind::Lift } else { EventKind::Return };
                other.kind == kind && other.player == Some(*player) && near && of_it(event, other)
            };
            let seen = (0..used.len()).rev().find(|&i| !used[i] && told(&course.events[i]));
            seen.inspect(|&seen| used[seen] = true).is_none()
        });
    }
    open
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
        of(events, unseen_carries)
    }

    fn of(events: Vec<Event>, what: fn(&Course, &[HandPath], &Zones, TimeScale) -> Vec<Event>) -> Vec<Event> {
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
        what(&Course { events, ..Course::default() }, &[path], &zones, TimeScale::REAL)
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
    fn a_card_that_was_played_was_out_since_its_hand_left() {
        let found = of(vec![event(EventKind::Contact, 0.9)], carried_out);
        let [lift] = &found[..] else { panic!("{found:?}") };
        assert!(lift.kind == EventKind::Lift && lift.inferred && lift.confidence < 0.9, "{lift:?}");
        assert!((lift.at.t - 0.5).abs() < 0.05, "{lift:?}");
        assert!(of(vec![event(EventKind::Lift, 0.45), event(EventKind::Contact, 0.9)], carried_out).is_empty());
        assert!(of(vec![event(EventKind::Remove, 0.9)], carried_out).is_empty());
        assert!(of(vec![event(EventKind::Contact, 0.4)], carried_out)[0].at.t < 0.4, "from home straight on");
    }

    #[test]
    fn a_lift_is_that_of_its_card_before_that_of_its_hand() {
        let of_card = |kind, t, rank| Event { card: Some(Card { rank, suit: None }), ..event(kind, t) };
        let lift = of_card(EventKind::Lift, 0.45, Rank::Seven);
        let (queen, seven) =
            (of_card(EventKind::Contact, 0.9, Rank::Queen), of_card(EventKind::Contact, 1.2, Rank::Seven));
        // The queen was carried along, though the lift is of its hand.
        let found = carries(vec![lift.clone(), queen.clone(), seven]);
        assert_eq!(found.iter().map(|lift| lift.card).collect::<Vec<_>>(), [queen.card]);
        // Where the seven is not played it may be the queen.
        assert!(carries(vec![lift, queen]).is_empty());
    }

    #[test]
    fn a_card_that_was_taken_off_came_back() {
        let found = carries(vec![event(EventKind::Remove, 1.2)]);
        assert!(matches!(&found[..], [back] if back.kind == EventKind::Return && back.at.t > 1.45), "{found:?}");
    }
}
