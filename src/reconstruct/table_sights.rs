//! Sights of cards, mats and people's hands that are beside the play: cards kept hidden, a card that lies twice, a joker, hands that
//! meet, a mat or the camera that moved.
//!
//! In come candidates and the course of the game. Left out is what the course explains: hands that slap, play, reveal or take lie on
//! piles and on each other, and that is what they are there for.

use super::{Course, JokerLaid};
use crate::base::{Card, Player, TimeScale};
use crate::events::{Between, CardPlace, KeptHidden, MatMoved, Meeting, Moved, Twins};
use crate::facts::{Event, EventKind};
use crate::law::isf::books::act::Face;
use crate::law::isf::sights::sight::{Cover, Mat};
use crate::law::isf::sights::tolerances::HIDDEN_SECS;
use crate::law::isf::sights::{Seen, Sight};

/// What a hand does with cards of a pile belongs to its stay there within this, real seconds.
const NEAR_SECS: f64 = 0.3;
/// A card is read on a pile no later than this after it was brought there, real seconds.
const BROUGHT_SECS: f64 = 1.0;
/// Whoever brings one of two such cards to a pile within this of their being seen answers for both, real seconds.
const SOON_BROUGHT_SECS: f64 = 5.0;
/// A pile that cannot be read so soon after a card is told to have come there did not get it, maybe, real seconds.
const UNREAD_SECS: f64 = 1.5;
/// Touches of both piles by one player within this of each other are an attempt to slap, real seconds.
const BOTH_SECS: f64 = 0.5;
/// After an attempt hands lie on each other and take the piles for so long, real seconds, if no reveal comes sooner.
const AFTERMATH_SECS: f64 = 4.0;

/// Whether an event brings a card to a pile or takes one from it.
fn handles_cards(event: &Event) -> bool {
    matches!(event.kind, EventKind::Contact | EventKind::Play | EventKind::Reveal | EventKind::Remove)
}

/// Instants at which a player's hands were on both piles: attempts to slap, lawful or not.
fn attempts(course: &Course, scale: TimeScale) -> Vec<f64> {
    let near = BOTH_SECS / scale.real_per_file;
    let on = |event: &&Event| matches!(event.kind, EventKind::Touch | EventKind::Contact | EventKind::Play);
    let touches: Vec<&Event> = course.events.iter().filter(on).collect();
    let mut found = Vec::new();
    for (i, a) in touches.iter().enumerate() {
        let other = |b: &&&Event| {
            b.player == a.player && a.player.is_some() && b.pile != a.pile && (b.at.t - a.at.t).abs() < near
        };
        if touches[i + 1..].iter().any(|b| other(&b)) {
            found.push(a.at.t);
        }
    }
    found
}

/// Whether an attempt to slap, or what follows one, is going on at some instant of a span.
fn at_a_slap(course: &Course, (from, until): (f64, f64), scale: TimeScale) -> bool {
    let (near, long) = (BOTH_SECS / scale.real_per_file, AFTERMATH_SECS / scale.real_per_file);
    attempts(course, scale).into_iter().any(|slap| {
        let reveal = course.events.iter().filter(|event| event.kind == EventKind::Reveal).map(|event| event.at.t);
        let over = reveal.filter(|&t| t > slap).fold(slap + long, f64::min);
        from < over && until > slap - near
    })
}

/// D.5.5 and D.11: a card that a hand kept out of sight, unless the hand was there to slap or for a card of its own.
pub(super) fn hidden(course: &Course, kept: &KeptHidden, scale: TimeScale) -> Option<Sight> {
    let span = (kept.at.t, kept.until);
    if (span.1 - span.0) * scale.real_per_file * kept.hidden < HIDDEN_SECS {
        return None;
    }
    let near = NEAR_SECS / scale.real_per_file;
    let seen = match kept.place {
        CardPlace::Pile(pile) => {
            let own = |event: &Event| {
                event.player.is_none_or(|player| player == kept.player)
                    && event.pile == Some(pile)
                    && handles_cards(event)
                    && (span.0 - near..=span.1 + near).contains(&event.at.t)
            };
            if course.events.iter().any(own) || at_a_slap(course, span, scale) {
                return None;
            }
            Seen::TopHidden { pile, hidden: kept.hidden }
        }
        CardPlace::Foundation(owner) => Seen::LiveCardHidden { owner, hidden: kept.hidden, by: Cover::Hand },
    };
    Some(Sight {
        at: kept.at,
        until: kept.until,
        player: Some(kept.player),
        hand: Some(kept.hand),
        confidence: (kept.covered * kept.hidden).clamp(0.0, 1.0),
        seen,
    })
}

/// B.6.1: cards that lay in two places. Of one card nobody is told again where it lies in two other places: only who brought it to one
/// of them, and that instead of the sight just before it.
pub(super) fn all_twice(course: &Course, twins: &[Twins], scale: TimeScale) -> Vec<Sight> {
    let soon = SOON_BROUGHT_SECS / scale.real_per_file;
    let sights: Vec<Sight> = twins.iter().map(|twins| twice(course, twins, scale)).collect();
    let told = |i: usize| {
        let same = |other: &&Sight| other.seen == sights[i].seen;
        let brought = |other: &Sight| other.player.is_some() && (0.0..soon).contains(&(other.at.t - sights[i].at.t));
        let before = sights[..i].iter().any(|other| same(&other));
        sights[i].player.is_some() || !(before || sights[i + 1..].iter().filter(same).any(brought))
    };
    (0..sights.len()).filter(|&i| told(i)).map(|i| sights[i].clone()).collect()
}

/// B.6.1: the same card in two places; the player is who brought it to a pile, when one was.
fn twice(course: &Course, twins: &Twins, scale: TimeScale) -> Sight {
    let brought = twins.places.into_iter().flatten().find_map(|place| bringer(course, place, twins.at.t, scale));
    Sight {
        at: twins.at,
        until: twins.until,
        player: brought,
        hand: None,
        confidence: twins.confidence,
        seen: Seen::SameCardTwice { card: Face(Some(twins.card)) },
    }
}

/// B.6.1: a joker.
pub(super) fn joker(course: &Course, laid: &JokerLaid, scale: TimeScale) -> Sight {
    let joker = &laid.lay;
    let told = joker.place.and_then(|place| bringer(course, place, joker.at.t, scale));
    Sight {
        at: joker.at,
        until: joker.until,
        player: told.or(laid.touch.as_ref().and_then(|touch| touch.player)),
        hand: None,
        confidence: joker.confidence,
        seen: Seen::JokerSeen {},
    }
}

/// Who brought a card to the pile where it is read from an instant on; `None` in a Boundary, where it may always have lain.
fn bringer(course: &Course, place: CardPlace, t: f64, scale: TimeScale) -> Option<Player> {
    let CardPlace::Pile(pile) = place else { return None };
    let (before, after) = (BROUGHT_SECS / scale.real_per_file, NEAR_SECS / scale.real_per_file);
    let brings = |event: &Event| matches!(event.kind, EventKind::Contact | EventKind::Reveal);
    course
        .events
        .iter()
        .filter(|event| event.pile == Some(pile) && (brings(event) || event.kind == EventKind::Touch))
        .filter(|event| (t - before..=t + after).contains(&event.at.t))
        // A hand that brought a card nobody could name seemed only to touch.
        .max_by(|a, b| brings(a).cmp(&brings(b)).then(a.at.t.total_cmp(&b.at.t)))
        .and_then(|event| event.player)
}

/// C.2.4: hands of both players that met, unless they slapped or one of them had to do with a card there.
pub(super) fn met(course: &Course, meeting: &Meeting, scale: TimeScale) -> Option<Sight> {
    let near = NEAR_SECS / scale.real_per_file;
    let span = (meeting.at.t, meeting.until);
    let brings = |event: &Event| handles_cards(event) && (span.0 - near..=span.1 + near).contains(&event.at.t);
    let explained = course.events.iter().any(brings) || at_a_slap(course, span, scale);
    (!explained).then_some(Sight {
        at: meeting.at,
        until: meeting.until,
        player: None,
        hand: None,
        confidence: meeting.confidence,
        seen: Seen::PlayersTouched { other_hand: None },
    })
}

/// B.4.3 and D.5.4: a card across the line between the piles, unless its player is told to bring it to one of them, or slaps. That it was
/// brought to a pile which cannot be read from then on, or reads as its old top misread, does not say that it lies there.
pub(super) fn between(course: &Course, card: &Between, scale: TimeScale) -> Option<Sight> {
    let (near, soon) = (NEAR_SECS / scale.real_per_file, UNREAD_SECS / scale.real_per_file);
    let this = |event: &Event| event.card.is_some_and(|told| told.rank == card.rank) && event.hand == Some(card.hand);
    let unread = |event: &Event| {
        let then = event.at.t..event.at.t + soon;
        let after = course.tops.iter().filter(|entry| then.contains(&entry.t));
        event.pile.is_some_and(|pile| after.clone().any(|entry| entry.tops[pile.index()].is_none()))
    };
    let told = |event: &Event| {
        handles_cards(event)
            && event.player.is_none_or(|player| player == card.player)
            && (event.at.t - card.at.t).abs() < near
            && !(this(event) && (card.misread || unread(event)))
    };
    let explained = course.events.iter().any(told) || at_a_slap(course, (card.at.t, card.until), scale);
    (!explained).then_some(Sight {
        at: card.at,
        until: card.until,
        player: Some(card.player),
        hand: Some(card.hand),
        confidence: card.confidence,
        seen: Seen::CardBetweenPiles {
            card: Some(Face(Some(Card { rank: card.rank, suit: None }))),
            p_left: card.p_left,
        },
    })
}

/// B.2.6 and E.4.3.5: a mat, or the camera.
pub(super) fn moved(moved: &MatMoved) -> Sight {
    let cm = moved.cm;
    Sight {
        at: moved.at,
        until: moved.until.max(moved.at.t),
        player: moved.hand.map(|(player, _)| player),
        hand: moved.hand.map(|(_, hand)| hand),
        confidence: moved.confidence,
        seen: match moved.what {
            Moved::Mat(0) => Seen::MatMoved { mat: Mat::Foundation1, cm },
            Moved::Mat(1) => Seen::MatMoved { mat: Mat::Central, cm },
            Moved::Mat(_) => Seen::MatMoved { mat: Mat::Foundation2, cm },
            Moved::Camera => Seen::CameraMoved { cm },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::course::TopsEntry;
    use super::*;
    use crate::base::{HandSide, Measured, Pile, Point, Rank, Suit};

    fn event(kind: EventKind, player: Player, pile: Pile, t: f64) -> Event {
        let at = Measured::normal(t, 0.01);
        Event {
            at,
            kind,
            player: Some(player),
            hand: None,
            pile: Some(pile),
            card: None,
            confidence: 0.9,
            inferred: false,
            after_other: None,
        }
    }

    fn course(events: Vec<Event>) -> Course {
        Course { events, ..Course::default() }
    }

    fn kept(place: CardPlace, until: f64) -> KeptHidden {
        KeptHidden {
            rank: Rank::Six,
            place,
            player: Player::One,
            hand: HandSide::Left,
            at: Measured::exact(1.0),
            until,
            hidden: 1.0,
            covered: 0.9,
        }
    }

    fn is_told(events: Vec<Event>, kept: &KeptHidden) -> bool {
        hidden(&course(events), kept, TimeScale::REAL).is_some()
    }

    #[test]
    fn a_top_is_kept_hidden_unless_its_player_plays_or_slaps_there() {
        let top = kept(CardPlace::Pile(Pile::Left), 2.2);
        assert!(is_told(vec![], &top));
        assert!(is_told(vec![event(EventKind::Touch, Player::One, Pile::Left, 1.0)], &top));
        assert!(is_told(vec![event(EventKind::Contact, Player::Two, Pile::Right, 1.5)], &top));
        assert!(!is_told(vec![], &kept(CardPlace::Pile(Pile::Left), 1.5)));
        assert!(!is_told(vec![event(EventKind::Contact, Player::One, Pile::Left, 1.1)], &top));
        let slap = [Pile::Left, Pile::Right].map(|pile| event(EventKind::Touch, Player::Two, pile, 0.9));
        assert!(!is_told(slap.to_vec(), &top));
        let long_ago = [Pile::Left, Pile::Right].map(|pile| event(EventKind::Touch, Player::Two, pile, -9.0));
        assert!(is_told(long_ago.to_vec(), &top));
    }

    #[test]
    fn a_live_card_is_kept_hidden_whatever_goes_on_at_the_piles() {
        let live = kept(CardPlace::Foundation(Player::One), 2.2);
        assert!(is_told(vec![event(EventKind::Contact, Player::One, Pile::Left, 1.1)], &live));
    }

    #[test]
    fn hands_that_meet_are_told_away_from_plays_and_slaps() {
        let meeting = Meeting {
            hands: [HandSide::Right; 2],
            pile: Some(Pile::Left),
            at: Measured::exact(2.0),
            until: 2.2,
            confidence: 0.5,
        };
        let told = |events: Vec<Event>| met(&course(events), &meeting, TimeScale::REAL).is_some();
        let touches = |t: f64, piles: &[Pile]| -> Vec<Event> {
            piles.iter().map(|&pile| event(EventKind::Touch, Player::Two, pile, t)).collect()
        };
        assert!(told(vec![]) && told(touches(2.0, &[Pile::Left])));
        assert!(!told(touches(2.0, &[Pile::Left, Pile::Right])) && !told(touches(0.5, &[Pile::Left, Pile::Right])));
        assert!(!told(vec![event(EventKind::Contact, Player::One, Pile::Left, 2.1)]));
        let mut revealed = touches(0.5, &[Pile::Left, Pile::Right]);
        revealed.push(event(EventKind::Reveal, Player::One, Pile::Left, 1.0));
        assert!(told(revealed));
    }

    #[test]
    fn a_card_between_the_piles_is_told_unless_it_was_played_to_one() {
        let card = Between {
            rank: Rank::Seven,
            player: Player::One,
            hand: HandSide::Left,
            at: Measured::exact(1.0),
            until: 1.1,
            p_left: 0.4,
            confidence: 0.75,
            misread: false,
        };
        let told = |events: Vec<Event>| between(&course(events), &card, TimeScale::REAL).is_some();
        assert!(told(vec![]) && told(vec![event(EventKind::Touch, Player::One, Pile::Left, 1.0)]));
        assert!(told(vec![event(EventKind::Contact, Player::Two, Pile::Left, 1.0)]));
        assert!(!told(vec![event(EventKind::Contact, Player::One, Pile::Left, 1.1)]));
        // Told to have come to a pile that cannot be read then.
        let seven = Event {
            hand: Some(HandSide::Left),
            card: Some(Card { rank: Rank::Seven, suit: None }),
            ..event(EventKind::Contact, Player::One, Pile::Left, 1.0)
        };
        let read = |left: Option<Rank>| {
            let tops = vec![TopsEntry { t: 1.2, tops: [left, None] }];
            let course = Course { events: vec![seven.clone()], tops, ..Course::default() };
            between(&course, &card, TimeScale::REAL).is_none()
        };
        assert!(read(Some(Rank::Seven)) && !read(None));
        // Or to one whose old top reads as this card in another suit.
        let misread = Between { misread: true, ..card };
        let course = course(vec![seven]);
        assert!(between(&course, &card, TimeScale::REAL).is_none());
        assert!(between(&course, &misread, TimeScale::REAL).is_some());
    }

    #[test]
    fn who_brought_the_second_of_a_card_to_a_pile_is_named() {
        let twins = Twins {
            card: Card { rank: Rank::Seven, suit: Some(Suit::Clubs) },
            places: [Some(CardPlace::Foundation(Player::Two)), Some(CardPlace::Pile(Pile::Left))],
            middles: [Point::new(0.0, 28.0), Point::new(-5.0, 0.0)],
            at: Measured::exact(1.2),
            until: 2.0,
            confidence: 0.8,
        };
        let played = course(vec![
            event(EventKind::Contact, Player::Two, Pile::Right, 1.1),
            event(EventKind::Contact, Player::One, Pile::Left, 1.0),
        ]);
        assert_eq!(twice(&played, &twins, TimeScale::REAL).player, Some(Player::One));
        assert_eq!(twice(&Course::default(), &twins, TimeScale::REAL).player, None);
        let touched = course(vec![event(EventKind::Touch, Player::Two, Pile::Left, 1.1)]);
        assert_eq!(twice(&touched, &twins, TimeScale::REAL).player, Some(Player::Two));
        let both = course(vec![
            event(EventKind::Contact, Player::One, Pile::Left, 1.0),
            event(EventKind::Touch, Player::Two, Pile::Left, 1.1),
        ]);
        assert_eq!(twice(&both, &twins, TimeScale::REAL).player, Some(Player::One));
        // Seen before it was brought, and after that where it was pushed to.
        let seen = |t: f64| Twins { places: [None, None], at: Measured::normal(t, 0.01), ..twins };
        let told = |all: &[Twins]| -> Vec<(f64, bool)> {
            let sights = all_twice(&played, all, TimeScale::REAL);
            sights.iter().map(|sight| (sight.at.t, sight.player.is_some())).collect()
        };
        let at = twins.at.t;
        assert_eq!(told(&[seen(at - 1.0), twins, seen(at + 3.0)]), [(at, true)]);
        assert_eq!(told(&[seen(at - 9.0), twins]), [(at - 9.0, false), (at, true)]);
    }
}
