//! Cards that were missed in several places, each once.
//!
//! In come cards that left a place with when they came to lie there, and the ways of hands; out come the same, without those that are
//! one card on its way.

use super::super::path::HandPath;
use super::CardGone;
use super::places::PLACE_CM;
use super::taking::pinch;
use super::whereabouts::HELD_CM;
use crate::base::{Point, Table, TimeScale};

/// Two of one rank that one hand takes within this are one, real seconds.
pub(super) const TOGETHER_SECS: f64 = 0.3;
/// A card that one hand took and the other holds is read no farther than this from its place, centimetres.
const PASSED_CM: f64 = 12.0;

/// Each card once, the surest first; `gone` by time.
pub(super) fn each_once(gone: Vec<(CardGone, f64)>, paths: &[HandPath], scale: TimeScale) -> Vec<CardGone> {
    let at = |card: &CardGone| card.taken.map(|(_, track, at)| (track, at.t));
    let twice = |one: &CardGone, other: &CardGone| {
        let (Some((track, t)), Some((same, u))) = (at(one), at(other)) else { return false };
        let together = track == same && (t - u).abs() * scale.real_per_file < TOGETHER_SECS;
        together && one.player == other.player && one.rank == other.rank
    };
    let mut once = one_each(gone, paths);
    // A card on its way out, read where it lies in no place, is missed there too.
    once.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then(a.gone_by.total_cmp(&b.gone_by)));
    let mut kept: Vec<CardGone> = Vec::new();
    for card in once {
        if !kept.iter().any(|other| twice(other, &card)) {
            kept.push(card);
        }
    }
    kept
}

/// Each card once, of cards that left a place and when they came to lie there: one that is held where it may be read has left two
/// places, its own and that one, and went on with the hand that held it last. One that lies in its own place again was put back, and
/// when it leaves that once more it is another lift.
fn one_each(gone: Vec<(CardGone, f64)>, paths: &[HandPath]) -> Vec<CardGone> {
    let mut once: Vec<CardGone> = Vec::new();
    for (card, since) in gone {
        let put_back = |other: &&mut CardGone| {
            let taken_before = other.taken.is_some_and(|(_, _, at)| at.t < since);
            let same = (other.player, other.rank) == (card.player, card.rank);
            same && taken_before && card.place.distance(other.place) < PLACE_CM
        };
        if let Some(before) = once.iter_mut().rev().find(put_back) {
            before.returned = before.returned.or(Some(since));
        }
        let held = |other: &&mut CardGone| {
            let (Some((_, track, left)), Some((_, holder, at))) = (other.taken, card.taken) else { return false };
            let passed = other.returned.is_none() && card.place.distance(other.place) < PASSED_CM;
            let alike = card.player == other.player && card.rank == other.rank && (track == holder || passed);
            alike && left.t < since && stays_at(card.place, holder, (since, at.t), paths)
        };
        match once.iter_mut().find(held) {
            Some(other) => {
                other.returned = other.returned.or(card.returned);
                other.taken = other.taken.zip(card.taken).map(|((_, _, left), (hand, track, _))| (hand, track, left));
            }
            None => once.push(card),
        }
    }
    once
}

/// Whether a hand was near to a place all the time from one instant to another.
pub(super) fn stays_at(place: Point<Table>, track: u32, (from, to): (f64, f64), paths: &[HandPath]) -> bool {
    paths.iter().filter(|path| path.track == track).any(|path| {
        let first = path.points.partition_point(|point| point.t < from);
        let mut there = path.points[first..].iter().take_while(|point| point.t <= to).peekable();
        there.peek().is_some() && there.all(|point| pinch(&point.landmarks).distance(place) < HELD_CM)
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::path::PathPoint;
    use super::*;
    use crate::base::{HandSide, Measured, Player, Rank};

    #[test]
    fn a_card_that_the_other_hand_holds_beside_its_place_has_left_once() {
        // Taken at 0.3 s; from 0.5 to 0.8 s it is read six centimetres beside, where the other hand is, or another card was.
        let holder = |near: bool| {
            let points = (0..60).map(|i| {
                let at = Point::new(if near { -16.0 } else { 30.0 }, -25.0);
                PathPoint::lying(f64::from(i) / 60.0, at)
            });
            HandPath { track: 4, player: Player::One, hand: HandSide::Left, points: points.collect(), fit: true }
        };
        let left = |x: f64, t: f64, hand: HandSide, track: u32| CardGone {
            player: Player::One,
            rank: Some(Rank::Seven),
            suit: None,
            place: Point::new(x, -26.0),
            last_seen: t - 0.05,
            gone_by: t + 0.05,
            taken: Some((hand, track, Measured::normal(t, 0.02))),
            returned: None,
            read_since: true,
            confidence: 0.9,
        };
        let found = |near: bool, since: f64| {
            let gone = vec![(left(-10.0, 0.3, HandSide::Right, 2), 0.0), (left(-16.0, 0.8, HandSide::Left, 4), since)];
            one_each(gone, &[holder(near)])
        };
        let once = found(true, 0.5);
        assert_eq!(
            once.iter().map(|card| card.taken.map(|(hand, _, at)| (hand, at.t))).collect::<Vec<_>>(),
            [Some((HandSide::Left, 0.3))]
        );
        // A card that lay there before is another, and so is one that lay there alone.
        assert_eq!((found(true, 0.1).len(), found(false, 0.5).len()), (2, 2));
        // One in its own place again was put back, whoever's hand rests beside it.
        let again = vec![(left(-15.0, 0.3, HandSide::Right, 2), 0.0), (left(-16.0, 0.8, HandSide::Left, 4), 0.5)];
        let both = one_each(again, &[holder(true)]);
        let told: Vec<_> = both.iter().map(|card| (card.taken.map(|taken| taken.1), card.returned)).collect();
        assert_eq!(told, [(Some(2), Some(0.5)), (Some(4), None)]);
    }
}
