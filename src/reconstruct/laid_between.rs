//! What a card that was laid across the line between the piles most probably came to (D.5.4): a play onto the pile that it belongs
//! to more likely.
//!
//! The course and such cards come in; the course goes out with the card's contact, its release and the pile's new top in place of a
//! hand that touched the pile. The Laws are judged without them: to which pile the card belongs is the referee's to say, and the
//! incident says so.

use super::Course;
use super::course::TopsEntry;
use super::table_sights::between;
use crate::base::{Card, Measured, Pile, Rank, TimeScale};
use crate::events::Between;
use crate::facts::{Event, EventKind};

/// The touch of a hand that laid the card is within this of when it came to rest, real seconds.
const SAME_SECS: f64 = 0.15;
/// So long before the card it laid a hand's touch may be left again, real seconds.
const RELEASE_SECS: f64 = 0.045;

/// Puts the plays of such cards into the course.
pub fn laid_between(course: &mut Course, cards: &[Between], scale: TimeScale) {
    let told: Vec<&Between> = cards.iter().filter(|card| between(course, card, scale).is_some()).collect();
    for card in told {
        let (pile, p) = if card.p_left >= 0.5 { (Pile::Left, card.p_left) } else { (Pile::Right, 1.0 - card.p_left) };
        let near = SAME_SECS / scale.real_per_file;
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
            let own = |event: &Event| of_hand(event) && event.pile == touch.pile && event.at.t >= touch.at.t;
            if let Some(left) = course.events.iter().position(|event| event.kind == EventKind::Untouch && own(event)) {
                course.events.remove(left);
            }
            course.events.retain(|event| *event != touch);
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
        };
        let released = Measured {
            t: at.t + RELEASE_SECS / scale.real_per_file,
            lo: at.t,
            hi: card.until.max(at.t + 2.0 * RELEASE_SECS / scale.real_per_file),
            ..Measured::default()
        };
        show(&mut course.tops, pile, at.t, card.rank);
        course.add(vec![event(EventKind::Contact, at), event(EventKind::Play, released)]);
    }
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
        };
        laid_between(&mut course, &[card], TimeScale::REAL);
        let kinds: Vec<EventKind> = course.events.iter().map(|event| event.kind).collect();
        assert_eq!(kinds, [EventKind::Contact, EventKind::Play, EventKind::Touch, EventKind::Untouch]);
        assert_eq!((course.events[0].at.t, course.events[0].pile), (1.02, Some(Pile::Left)));
        let seven = [
            entry(0.0, [Rank::Six, Rank::Jack]),
            entry(1.02, [Rank::Seven, Rank::Jack]),
            entry(4.0, [Rank::Seven, Rank::Queen]),
        ];
        assert_eq!(course.tops, seven);
    }
}
