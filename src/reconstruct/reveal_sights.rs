//! Sights of reveals: a face that was shown on the way, a stop on it.
//!
//! In come what was seen of hands on their way from their Draw Decks, and the course of the game; what that explains is left out.

use super::Course;
use crate::base::{Card, Measured, TimeScale};
use crate::events::{InHand, RevealWay};
use crate::facts::{Event, EventKind};
use crate::law::isf::books::act::Face;
use crate::law::isf::sights::{Seen, Sight};

/// A card lands within this of its hand's coming to rest, real seconds.
const LANDS_SECS: f64 = 0.1;
/// A face that is seen for less than this before its card lands may only have been turned over, real seconds. Chosen on the shipped
/// scenarios, where lawful reveals show it for up to 0.3 s (a card held by its edge to a camera beside it was once seen for 0.4, which
/// this limit would tell), and on rendered ones: of eight cards whose truth says that they were shown
/// for 0.35 s, seven were seen for 0.37 to 0.53; of five lawful reveals none was seen at all.
const SHOWN_SECS: f64 = 0.34;
/// And where no card is seen to land, for which it must be read, real seconds: of the time before a card lands, hands hide a third.
const READ_SECS: f64 = 0.28;
/// A hand that shows the face of its card so long after it came to its deck, real seconds, lifted that before (D.4.4), at some instant
/// since; one that stays there for longer than the second may have rested. Hands that go on at once take 0.4 to 0.55 s until the face
/// can be told, on rendered reveals.
const TAKES_SECS: f64 = 0.65;
const RESTS_SECS: f64 = 1.5;
/// The card that was read in a hand lands within this of its last reading there, real seconds: hands hide it as it comes down.
const FOLLOWS_SECS: f64 = 0.7;

/// D.4.3: a reveal with a stop on the way, unless the card lay on the pile before the hand's last rest there. A stop that seems to be
/// over the pile counts only when the card is told to have come with that rest.
pub(super) fn in_steps(course: &Course, way: &RevealWay, scale: TimeScale) -> Option<Sight> {
    let near = LANDS_SECS / scale.real_per_file;
    let lands = |event: &&Event| {
        matches!(event.kind, EventKind::Reveal | EventKind::Contact)
            && event.pile == Some(way.pile)
            && event.player.is_none_or(|player| player == way.player)
    };
    let landed: Vec<f64> = course.events.iter().filter(lands).map(|event| event.at.t).collect();
    let earlier = landed.iter().any(|t| (way.at.t..way.until - near).contains(t));
    let then = landed.iter().any(|t| (t - way.until).abs() <= near);
    if way.motions < 2 || earlier || (way.over_pile && !then) {
        return None;
    }
    Some(Sight {
        at: way.at,
        until: way.until,
        player: Some(way.player),
        hand: Some(way.hand),
        confidence: way.confidence,
        seen: Seen::RevealInSteps { deck: way.player, motions: way.motions, pause_s: way.pause_s },
    })
}

/// Whether a card was shown during a reveal with stops that is told already: nobody answers twice for one reveal.
pub(super) fn on_the_way(shown: &Sight, told: &[Sight]) -> bool {
    told.iter().any(|way| {
        let same = matches!(way.seen, Seen::RevealInSteps { .. }) && way.player == shown.player;
        same && way.at.t <= shown.at.t && shown.at.t <= way.until
    })
}

/// E.2.4: the face of a card of the Draw Deck, read in the hand before the card landed.
pub(super) fn shown(course: &Course, card: &InHand, scale: TimeScale) -> Option<Sight> {
    let follows = FOLLOWS_SECS / scale.real_per_file;
    let lands = |event: &&Event| {
        matches!(event.kind, EventKind::Reveal | EventKind::Contact)
            && event.player.is_none_or(|player| player == card.player)
            && (card.at.t..card.until + follows).contains(&event.at.t)
    };
    // In the hand until it lay on the pile, if it came to lie there.
    let landed = course.events.iter().find(lands).map(|event| event.at.t);
    let (until, least) = landed.map_or((card.until, READ_SECS), |t| (t.max(card.until), SHOWN_SECS));
    let long = (until - card.at.t) * scale.real_per_file >= least;
    let lifting = (card.at.t - card.came) * scale.real_per_file;
    let at = if (TAKES_SECS..RESTS_SECS).contains(&lifting) {
        Measured { t: f64::midpoint(card.came, card.at.t), lo: card.came, hi: card.at.hi, ..Measured::default() }
    } else {
        card.at
    };
    long.then_some(Sight {
        at,
        until,
        player: Some(card.player),
        hand: Some(card.hand),
        confidence: card.confidence,
        seen: Seen::CardExposed {
            deck: card.player,
            card: Some(Face(card.rank.map(|rank| Card { rank, suit: card.suit }))),
        },
    })
}
