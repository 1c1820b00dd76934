//! Hands that stay over a Centre Pile or a Draw Deck (D.10.2), out of the spans in which they were there and the course of the game.
//!
//! A hand that lies on a pile, or just over it, may be told by its touch or by its lingering: one view does not tell the two apart.
//! What a stay is told as by parts is one stay.

use super::Course;
use super::sights::{Beside, revealed};
use crate::base::{Measured, Pile, Player, TimeScale};
use crate::events::{Lasting, Lingering, OverDeck};
use crate::facts::{Event, EventKind};
use crate::law::isf::sights::sight::Area;
use crate::law::isf::sights::{Seen, Sight};

/// A hand stays over a Draw Deck for so long before it can be said to hover, real seconds: it may come to look or to straighten it.
const HOVERS_DECK_SECS: f64 = 0.7;
/// And on a pile or close above it, where nothing else happens meanwhile: a light touch is over sooner.
const HELD_SECS: f64 = 0.8;
/// That it hovers then, and does not lie there.
const HELD: f64 = 0.5;
/// A hand stays over a pile for so long before it can be said to hover, real seconds.
const HOVERS_SECS: f64 = 0.5;
/// That a hand which is held over a pile, and never seen to land there, has not landed: it may lie under another hand.
const HOVERS: f64 = 0.6;
/// Hands of both players that are over a pile within this of each other slap or fake, real seconds.
const BOTH_SECS: f64 = 0.3;
/// Standard deviation of when a hand came over a pile, steps.
const CAME_STEPS: f64 = 1.0;
/// A hand that is over the same place again so soon goes on with what it did, real seconds: the referee looks at one stay.
const AWAY_SECS: f64 = 0.4;

/// D.10.2: a hand that stayed over a Draw Deck, unless it was its player's and revealed then.
pub(super) fn over_deck(course: &Course, beside: &Beside, over: &OverDeck, scale: TimeScale) -> Option<Sight> {
    let own = over.player == over.deck;
    if (over.to - over.from) * scale.real_per_file < HOVERS_DECK_SECS
        || (own && revealed(course, beside, over.player, (over.from, over.to), scale))
    {
        return None;
    }
    let area = match over.deck {
        Player::One => Area::Deck1,
        Player::Two => Area::Deck2,
    };
    Some(Sight {
        at: Measured::normal(over.from, CAME_STEPS * over.step),
        until: over.to,
        player: Some(over.player),
        hand: Some(over.hand),
        confidence: HOVERS,
        seen: Seen::Hovering { over: area, carrying: false, height_cm: None },
    })
}

/// D.10.2: a hand over a pile that did not land there, unless it brought a card or both players are at the piles.
pub(super) fn lingering(course: &Course, all: &[Lingering], hand: &Lingering, scale: TimeScale) -> Option<Sight> {
    if (hand.to - hand.from) * scale.real_per_file < HOVERS_SECS {
        return None;
    }
    let near = BOTH_SECS / scale.real_per_file;
    let with = |from: f64, to: f64| from < hand.to + near && to > hand.from - near;
    let other = |player: Option<Player>| player.is_none_or(|player| player != hand.player);
    let brings = |event: &Event| {
        let lays = matches!(event.kind, EventKind::Contact | EventKind::Reveal | EventKind::Play);
        let touches = event.kind == EventKind::Touch;
        let own = event.player == Some(hand.player) && event.pile == Some(hand.pile) && lays;
        (own || (touches && other(event.player))) && with(event.at.t, event.at.t)
    };
    let contested = all.iter().any(|rival| rival.player != hand.player && with(rival.from, rival.to));
    if contested || course.events.iter().any(brings) {
        return None;
    }
    Some(Sight {
        at: Measured::normal(hand.from, CAME_STEPS * hand.step),
        until: hand.to,
        player: Some(hand.player),
        hand: Some(hand.hand),
        confidence: HOVERS,
        seen: Seen::Hovering { over: area(hand.pile), carrying: false, height_cm: None },
    })
}

/// D.10.2: a hand that lay on a pile, or just above it, for long, alone, and neither brought a card there nor took one: a view
/// hardly tells the two apart, and both keep others from the pile. One that is seen to the recording's
/// `end`, and did not leave, stays until then; `lasting` are the hands that are.
pub(super) fn held_over(course: &Course, lasting: &[Lasting], end: f64, scale: TimeScale) -> Vec<Sight> {
    let held = |(k, touch): (usize, &Event)| {
        let (player, pile) = (touch.player?, touch.pile?);
        let ends = |event: &&Event| {
            event.kind == EventKind::Untouch && (event.player, event.pile) == (touch.player, touch.pile)
        };
        let leaves = course.events[k + 1..].iter().find(ends);
        let stays = |hand: &Lasting| hand.player == player && Some(hand.hand) == touch.hand && hand.since <= touch.at.t;
        let until = leaves.map(|leaves| leaves.at.t).or_else(|| lasting.iter().any(stays).then_some(end))?;
        let near = BOTH_SECS / scale.real_per_file;
        let alone = course.events.iter().enumerate().all(|(other, event)| {
            let far = !(touch.at.t - near..=until + near).contains(&event.at.t);
            far || other == k || leaves.is_some_and(|leaves| std::ptr::eq(event, leaves))
        });
        let long = (until - touch.at.t) * scale.real_per_file >= HELD_SECS;
        (long && alone).then_some(Sight {
            at: touch.at,
            until,
            player: Some(player),
            hand: touch.hand,
            confidence: HELD,
            seen: Seen::Hovering { over: area(pile), carrying: false, height_cm: None },
        })
    };
    course.events.iter().enumerate().filter(|(_, event)| event.kind == EventKind::Touch).filter_map(held).collect()
}

fn area(pile: Pile) -> Area {
    match pile {
        Pile::Left => Area::Left,
        Pile::Right => Area::Right,
    }
}

/// Tells each stay once: what goes on over the same place within a moment is one stay, as sure as its surer part.
pub(super) fn once(sights: &mut Vec<Sight>, scale: TimeScale) {
    let away = AWAY_SECS / scale.real_per_file;
    let mut kept: Vec<Sight> = Vec::with_capacity(sights.len());
    for sight in sights.drain(..) {
        let goes_on = |before: &&mut Sight| match (&before.seen, &sight.seen) {
            (Seen::Hovering { over: a, .. }, Seen::Hovering { over: b, .. }) => {
                a == b && before.player == sight.player && sight.at.t < before.until + away
            }
            _ => false,
        };
        match kept.iter_mut().rfind(goes_on) {
            Some(before) => {
                before.until = before.until.max(sight.until);
                before.confidence = before.confidence.max(sight.confidence);
            }
            None => kept.push(sight),
        }
    }
    *sights = kept;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::HandSide;

    #[test]
    fn a_hand_on_a_pile_to_the_end_stays_there_if_it_is_seen_to() {
        let touch = Event {
            at: Measured::normal(1.0, 0.01),
            kind: EventKind::Touch,
            player: Some(Player::Two),
            hand: Some(HandSide::Right),
            pile: Some(Pile::Left),
            card: None,
            confidence: 0.9,
            inferred: false,
            after_other: None,
        };
        let course = Course { events: vec![touch], ..Course::default() };
        let held = |hand: HandSide, since: f64, end: f64| {
            held_over(&course, &[Lasting { player: Player::Two, hand, since }], end, TimeScale::REAL).len()
        };
        assert_eq!((held(HandSide::Right, 0.0, 2.0), held(HandSide::Right, 0.0, 1.6)), (1, 0));
        assert_eq!((held(HandSide::Left, 0.0, 2.0), held(HandSide::Right, 1.5, 2.0)), (0, 0));
        assert_eq!(held_over(&course, &[], 2.0, TimeScale::REAL), []);
    }

    fn over(over: Area, from: f64, until: f64, confidence: f64) -> Sight {
        Sight {
            at: Measured::normal(from, 0.01),
            until,
            player: Some(Player::Two),
            hand: Some(HandSide::Right),
            confidence,
            seen: Seen::Hovering { over, carrying: false, height_cm: None },
        }
    }

    #[test]
    fn a_stay_that_is_told_by_parts_is_one() {
        let parts = || vec![over(Area::Left, 1.0, 1.7, 0.5), over(Area::Left, 1.75, 2.6, 0.6)];
        let mut told = parts();
        once(&mut told, TimeScale::REAL);
        assert_eq!(told, [Sight { until: 2.6, confidence: 0.6, ..over(Area::Left, 1.0, 1.7, 0.5) }]);
        for other in [over(Area::Right, 1.75, 2.6, 0.6), over(Area::Left, 2.2, 2.6, 0.6)] {
            let mut told = vec![parts().remove(0), other];
            once(&mut told, TimeScale::REAL);
            assert_eq!(told.len(), 2);
        }
    }
}
