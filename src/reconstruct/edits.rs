//! What a referee put right in the course of the game: a play that was missed, an event that did not happen.
//!
//! In: a course and edits, in order. Out: the course with them, and which of them found nothing to change. The Laws judge the
//! course afterwards as any other. A wrong rank is no matter of this file: it goes into the search as an [`super::Answer`].

use super::course::{Course, TopsEntry};
use crate::base::{Card, HandSide, Measured, Pile, Player, Rank, TimeScale};
use crate::facts::{Event, EventKind};

/// A card is let go of so long after it met the pile, real seconds, when only its release was told.
const RELEASE_SECS: f64 = 0.045;
/// How well a human reads an instant off frames, real seconds, as a standard deviation.
const READ_OFF_SECS: f64 = 0.01;
/// An event is the one that was meant when it is no farther from the instant that was told, real seconds.
const SAME_SECS: f64 = 0.05;
/// Contact and release of one card, or touch and leave of one hand, are no farther apart, real seconds.
const PAIR_SECS: f64 = 5.0;

/// One thing put right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Edit {
    /// A card was played.
    Played {
        /// When it was released, file seconds.
        t: f64,
        /// By whom.
        player: Player,
        /// With which hand.
        hand: Option<HandSide>,
        /// Onto which pile.
        pile: Pile,
        /// Which.
        rank: Rank,
    },
    /// An event of the course did not happen.
    Absent {
        /// When it was told to, file seconds.
        t: f64,
        /// What.
        kind: EventKind,
        /// By whom; anybody when `None`.
        player: Option<Player>,
        /// On which pile; any when `None`.
        pile: Option<Pile>,
    },
}

/// Puts right what is to be; gives the places of those edits that found nothing to change.
pub fn edit(course: &mut Course, edits: &[Edit], scale: TimeScale) -> Vec<usize> {
    let mut vain = Vec::new();
    for (i, edit) in edits.iter().enumerate() {
        let found = match *edit {
            Edit::Played { t, player, hand, pile, rank } => {
                play(course, (t, player, hand, pile, rank), scale);
                true
            }
            Edit::Absent { t, kind, player, pile } => take_out(course, (t, kind, player, pile), scale),
        };
        if !found {
            vain.push(i);
        }
    }
    vain
}

fn play(
    course: &mut Course,
    (t, player, hand, pile, rank): (f64, Player, Option<HandSide>, Pile, Rank),
    scale: TimeScale,
) {
    let file = |secs: f64| secs / scale.real_per_file;
    // A change of the pile that was seen and that nobody was seen to make: this is who made it.
    let unseen = |event: &Event| {
        event.kind == EventKind::Contact
            && event.player.is_none()
            && event.pile == Some(pile)
            && event.card.is_some_and(|card| card.rank == rank)
            && (event.at.lo - file(SAME_SECS)..=event.at.hi + file(SAME_SECS)).contains(&t)
    };
    course.events.retain(|event| !unseen(event));
    let contact = (t - file(RELEASE_SECS)).max(0.0);
    for (kind, at) in [(EventKind::Contact, contact), (EventKind::Play, t)] {
        course.events.push(Event {
            at: Measured::normal(at, file(READ_OFF_SECS)),
            kind,
            player: Some(player),
            hand,
            pile: Some(pile),
            card: Some(Card { rank, suit: None }),
            confidence: 1.0,
            // A human saw it.
            inferred: false,
            after_other: None,
        });
    }
    show(&mut course.tops, pile, contact, Some(rank));
    course.add(Vec::new());
}

fn take_out(
    course: &mut Course,
    (t, kind, player, pile): (f64, EventKind, Option<Player>, Option<Pile>),
    scale: TimeScale,
) -> bool {
    let file = |secs: f64| secs / scale.real_per_file;
    let meant = |event: &Event| {
        event.kind == kind
            && player.is_none_or(|player| event.player == Some(player))
            && pile.is_none_or(|pile| event.pile == Some(pile))
            && (event.at.t - t).abs() <= file(SAME_SECS)
    };
    let away = |i: &usize| (course.events[*i].at.t - t).abs();
    let nearest = (0..course.events.len()).filter(|&i| meant(&course.events[i]));
    let Some(at) = nearest.min_by(|a, b| away(a).total_cmp(&away(b))) else { return false };
    let gone = course.events.remove(at);
    let same = |event: &Event| (event.player, event.hand, event.pile) == (gone.player, gone.hand, gone.pile);
    // What belongs to it goes with it: the contact of a card with its release, the leaving of a hand with its touch.
    let (other, later) = match kind {
        EventKind::Play => (Some(EventKind::Contact), false),
        EventKind::Contact => (Some(EventKind::Play), true),
        EventKind::Touch => (Some(EventKind::Untouch), true),
        EventKind::Untouch => (Some(EventKind::Touch), false),
        _ => (None, false),
    };
    let mut began = gone.at.t;
    if let Some(other) = other {
        let pair = |event: &Event| {
            let after = if later { event.at.t - gone.at.t } else { gone.at.t - event.at.t };
            event.kind == other && same(event) && (0.0..=file(PAIR_SECS)).contains(&after)
        };
        let all = course.events.iter();
        let pair = if later { all.clone().position(pair) } else { all.clone().rposition(pair) };
        // Another card that the same hand laid in between has its own pair.
        let between = |event: &Event| event.kind == kind && same(event);
        let own = pair.filter(|&pair| {
            let (from, to) = if later { (at.min(pair), pair) } else { (pair, at.min(course.events.len())) };
            !course.events[from..to].iter().any(between)
        });
        if let Some(pair) = own {
            began = began.min(course.events.remove(pair).at.t);
        }
    }
    if let (Some(pile), EventKind::Play | EventKind::Contact | EventKind::Reveal | EventKind::Remove) =
        (gone.pile, kind)
    {
        let changed = course.tops.iter().rposition(|entry| (entry.t - began).abs() <= file(SAME_SECS));
        if let Some(changed) = changed.filter(|&changed| changed > 0) {
            let (before, t) = (course.tops[changed - 1].tops[pile.index()], course.tops[changed].t);
            show(&mut course.tops, pile, t, before);
        }
    }
    true
}

/// The pile shows `rank` from `t` until it changes next.
fn show(tops: &mut Vec<TopsEntry>, pile: Pile, t: f64, rank: Option<Rank>) {
    let from = tops.partition_point(|entry| entry.t < t);
    if tops.get(from).is_none_or(|entry| entry.t > t) {
        let before = from.checked_sub(1).map_or([None, None], |before| tops[before].tops);
        tops.insert(from, TopsEntry { t, tops: before });
    }
    let was = tops[from].tops[pile.index()];
    for entry in &mut tops[from..] {
        if entry.tops[pile.index()] != was {
            break;
        }
        entry.tops[pile.index()] = rank;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(t: f64, kind: EventKind, player: Option<Player>, pile: Pile, rank: Option<Rank>) -> Event {
        Event {
            at: Measured::exact(t),
            kind,
            player,
            hand: player.map(|_| HandSide::Right),
            pile: Some(pile),
            card: rank.map(|rank| Card { rank, suit: None }),
            confidence: 0.9,
            inferred: false,
            after_other: None,
        }
    }

    fn course() -> Course {
        let entry = |t, left, right| TopsEntry { t, tops: [left, right] };
        Course {
            events: vec![
                event(1.0, EventKind::Contact, Some(Player::One), Pile::Left, Some(Rank::Six)),
                event(1.05, EventKind::Play, Some(Player::One), Pile::Left, Some(Rank::Six)),
                event(2.0, EventKind::Contact, None, Pile::Right, Some(Rank::Six)),
                event(3.0, EventKind::Touch, Some(Player::Two), Pile::Left, None),
                event(3.2, EventKind::Untouch, Some(Player::Two), Pile::Left, None),
            ],
            tops: vec![
                entry(0.0, Some(Rank::Five), Some(Rank::Seven)),
                entry(1.0, Some(Rank::Six), Some(Rank::Seven)),
                entry(2.0, Some(Rank::Six), Some(Rank::Six)),
            ],
            unexplained: Vec::new(),
        }
    }

    #[test]
    fn a_missed_play_takes_the_place_of_a_change_that_nobody_made() {
        let mut course = course();
        let played = Edit::Played { t: 2.04, player: Player::Two, hand: None, pile: Pile::Right, rank: Rank::Six };
        assert_eq!(edit(&mut course, &[played], TimeScale::REAL), [0; 0]);
        let told: Vec<_> = course.events.iter().map(|event| (event.kind, event.player)).collect();
        assert_eq!(told[2..4], [(EventKind::Contact, Some(Player::Two)), (EventKind::Play, Some(Player::Two))]);
        assert_eq!(told.len(), 6);
        assert_eq!(course.tops.last().unwrap().tops, [Some(Rank::Six); 2]);
        // One that was not seen at all shows until the pile changes next.
        let played = Edit::Played { t: 0.5, player: Player::Two, hand: None, pile: Pile::Left, rank: Rank::Four };
        edit(&mut course, &[played], TimeScale::REAL);
        let left: Vec<_> = course.tops.iter().map(|entry| entry.tops[0]).collect();
        assert_eq!(left[..3], [Some(Rank::Five), Some(Rank::Four), Some(Rank::Six)]);
    }

    #[test]
    fn what_did_not_happen_goes_with_its_pair_and_the_pile_shows_what_it_did_before() {
        let mut now = course();
        let absent = |t, kind| Edit::Absent { t, kind, player: None, pile: Some(Pile::Left) };
        assert_eq!(edit(&mut now, &[absent(1.06, EventKind::Play)], TimeScale::REAL), [0; 0]);
        assert_eq!(now.events.len(), 3);
        let left: Vec<_> = now.tops.iter().map(|entry| entry.tops[0]).collect();
        assert_eq!(left, [Some(Rank::Five); 3]);
        assert_eq!(now.tops[2].tops[1], Some(Rank::Six), "the other pile is as it was");
        assert_eq!(edit(&mut now, &[absent(3.0, EventKind::Touch)], TimeScale::REAL), [0; 0]);
        assert_eq!(now.events.len(), 1);
        // Nothing like that is there.
        assert_eq!(
            edit(&mut now, &[absent(1.0, EventKind::Play), absent(5.0, EventKind::Touch)], TimeScale::REAL),
            [0, 1]
        );
    }
}
