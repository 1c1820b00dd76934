//! Where a live card went that left its place: onto a pile, in a hand out of the Boundary, or elsewhere inside it.
//!
//! A card is followed for a few seconds and no longer: later another of its rank is as likely.

use super::super::path::{HandPath, PathPoint};
use super::super::zones::{Zones, middle};
use super::places::{LEAST_READINGS, PLACE_CM, in_foundation};
use super::taking::pinch;
use crate::base::{HandSide, Pile, Player, Point, Rank, Suit, Table, TimeScale};
use crate::facts::{CardFace, CardSeen, Observation};

/// So long before it was last seen in its place, and after, it is looked for elsewhere, real seconds.
const BEFORE_SECS: f64 = 0.5;
const AFTER_SECS: f64 = 4.0;
/// A card is read on a pile no later than this after the hand that brought it was there, real seconds.
const BROUGHT_SECS: f64 = 0.35;
/// And no sooner than this before, while it is carried there.
const ON_ITS_WAY_SECS: f64 = 0.2;
/// A hand goes straight to a pile within this, real seconds.
const STRAIGHT_SECS: f64 = 1.5;
/// A carried card's middle is this near to the fingers that hold it, centimetres: a card's length.
pub(super) const HELD_CM: f64 = 9.0;
/// The hand was seen no longer ago than this when a card was read, file seconds.
const HAND_SECS: f64 = 0.02;
/// A card this far outside the Boundary has left it for good, centimetres.
pub(super) const OUTSIDE_CM: f64 = 1.0;
/// Cards within this of a Boundary are its player's, centimetres.
pub(super) const OWN_SIDE_CM: f64 = 15.0;

/// A live card that is missed in its place.
pub(super) struct Missed<'a> {
    player: Player,
    rank: Rank,
    place: Point<Table>,
    /// When it was last seen there, file seconds.
    last_seen: f64,
    /// What was seen shortly before and in the seconds after.
    near: &'a [Observation],
    zones: &'a Zones,
    scale: TimeScale,
}

/// The part of `all` from one instant to another, file seconds.
fn between(all: &[Observation], from: f64, to: f64) -> &[Observation] {
    let start = all.partition_point(|o| o.t < from);
    &all[start..start.max(all.partition_point(|o| o.t <= to))]
}

impl<'a> Missed<'a> {
    /// The card of `rank` that `player` had in a place until `last_seen`.
    pub(super) fn new(
        (player, rank, place): (Player, Rank, Point<Table>),
        last_seen: f64,
        observations: &'a [Observation],
        zones: &'a Zones,
        scale: TimeScale,
    ) -> Missed<'a> {
        let [before, after] = [BEFORE_SECS, AFTER_SECS].map(|secs| secs / scale.real_per_file);
        let near = between(observations, last_seen - before, last_seen + after);
        Missed { player, rank, place, last_seen, near, zones, scale }
    }

    fn since(&self) -> &'a [Observation] {
        &self.near[self.near.partition_point(|o| o.t <= self.last_seen)..]
    }

    fn until_then(&self) -> &'a [Observation] {
        &self.near[..self.near.partition_point(|o| o.t <= self.last_seen)]
    }

    /// The suit most often read of it in its place.
    pub(super) fn suit(&self) -> Option<Suit> {
        let mut votes = [0_usize; Suit::ALL.len()];
        for card in self.until_then().iter().flat_map(|o| o.cards.iter().flatten()) {
            if card.rank == Some(self.rank) && card.centre.distance(self.place) < PLACE_CM {
                votes.iter_mut().zip(Suit::ALL).filter(|(_, suit)| card.suit == Some(*suit)).for_each(|(n, _)| *n += 1);
            }
        }
        let (suit, most) = Suit::ALL.into_iter().zip(votes).max_by_key(|(suit, n)| (*n, std::cmp::Reverse(*suit)))?;
        (2 * most > votes.iter().sum()).then_some(suit)
    }

    /// Whether another card of the rank lay elsewhere in the Foundation all along: it is no reappearance.
    pub(super) fn has_twin(&self) -> bool {
        self.until_then().iter().any(|observation| {
            observation.cards.as_ref().is_some_and(|cards| {
                in_foundation(cards, self.player, self.zones)
                    .any(|card| card.rank == Some(self.rank) && card.centre.distance(self.place) > PLACE_CM)
            })
        })
    }

    /// From when on the rank is read inside the Boundary, away from its old place, until the readings of it
    /// end. A card on its way out is read inside too, but not last. One of another suit is another card.
    pub(super) fn settled_inside(&self) -> Option<f64> {
        let mut since_when = None;
        let mut readings = 0;
        let suit = self.suit();
        let may_be = |card: &&CardSeen| {
            card.rank == Some(self.rank) && suit.zip(card.suit).is_none_or(|(missed, seen)| missed == seen)
        };
        for observation in self.since() {
            let Some(cards) = &observation.cards else { continue };
            for card in cards.iter().filter(may_be) {
                let depth = self.zones.boundary_depth(self.player, card.centre);
                let own_side = depth > -OWN_SIDE_CM;
                if depth > 0.0 && card.centre.distance(self.place) > PLACE_CM {
                    since_when = since_when.or(Some(observation.t));
                    readings += 1;
                } else if own_side && depth < -OUTSIDE_CM {
                    since_when = None;
                    readings = 0;
                }
            }
        }
        since_when.filter(|_| readings >= LEAST_READINGS)
    }

    /// The pile that comes to show the rank, and from when: the card may have come from here.
    pub(super) fn came_to_a_pile(&self) -> Option<(Pile, f64)> {
        Pile::BOTH.into_iter().find_map(|pile| {
            // Whether the pile shows something else, or has never been read: only then can the rank come to it.
            let mut other = true;
            let (mut first, mut readings) = (None, 0);
            for observation in self.near {
                let top = observation.piles.as_ref().and_then(|piles| piles[pile.index()].as_ref());
                let Some(rank) = top.and_then(|card| card.rank) else { continue };
                if rank != self.rank {
                    (other, first, readings) = (true, None, 0);
                } else if observation.t <= self.last_seen {
                    other = false;
                } else if other {
                    first = first.or(Some(observation.t));
                    readings += 1;
                    if readings >= LEAST_READINGS {
                        return Some((pile, first?));
                    }
                }
            }
            None
        })
    }

    /// The hand of the player that was at the pile shortly before an instant, the last one there, and its track; else the first one there
    /// shortly after: a card may be read on its way.
    pub(super) fn brought_by(&self, pile: Pile, t: f64, paths: &[HandPath]) -> Option<(HandSide, u32)> {
        let own = || paths.iter().filter(|path| path.player == self.player);
        let there = own().filter_map(|path| Some((self.last_at(pile, t, path)?, path)));
        let next = || {
            let comes = own().filter_map(|path| Some((self.next_at(pile, t, path)?, path)));
            comes.min_by(|(a, _), (b, _)| a.total_cmp(b))
        };
        let hand = there.max_by(|(a, _), (b, _)| a.total_cmp(b)).or_else(next);
        hand.map(|(_, path)| (path.hand, path.track))
    }

    /// Whether the hand of that track was at the pile shortly before an instant.
    pub(super) fn was_at(&self, pile: Pile, t: f64, track: u32, paths: &[HandPath]) -> bool {
        paths.iter().any(|path| path.track == track && self.last_at(pile, t, path).is_some())
    }

    /// When a hand was at the pile last, shortly before an instant.
    fn last_at(&self, pile: Pile, t: f64, path: &HandPath) -> Option<f64> {
        let from = t - BROUGHT_SECS / self.scale.real_per_file;
        let before = path.points.partition_point(|point| point.t <= t);
        let mut near = path.points[..before].iter().rev().take_while(|point| point.t >= from);
        near.find(|point| self.is_at(pile, point)).map(|point| point.t)
    }

    /// When a hand was at the pile first, shortly after an instant.
    fn next_at(&self, pile: Pile, t: f64, path: &HandPath) -> Option<f64> {
        let to = t + ON_ITS_WAY_SECS / self.scale.real_per_file;
        let after = path.points.partition_point(|point| point.t <= t);
        let mut near = path.points[after..].iter().take_while(|point| point.t <= to);
        near.find(|point| self.is_at(pile, point)).map(|point| point.t)
    }

    fn is_at(&self, pile: Pile, point: &PathPoint) -> bool {
        pinch(&point.landmarks).distance(middle(&self.zones.piles[pile.index()])) < HELD_CM
    }

    /// Whether a hand that set off at `t` went to a pile.
    pub(super) fn went_to_a_pile(&self, track: u32, t: f64, paths: &[HandPath]) -> bool {
        let until = t + STRAIGHT_SECS / self.scale.real_per_file;
        paths.iter().filter(|path| path.track == track).any(|path| {
            let first = path.points.partition_point(|point| point.t <= t);
            path.points[first..].iter().take_while(|point| point.t <= until).any(|point| {
                Pile::BOTH.into_iter().any(|pile| self.zones.pile_depth(pile, pinch(&point.landmarks)) > 0.0)
            })
        })
    }

    /// Whether the hand was out of the Boundary between two times, or the card itself read outside.
    pub(super) fn left_boundary(&self, track: u32, (from, until): (f64, f64), paths: &[HandPath]) -> bool {
        let outside = |card: &CardSeen| {
            let depth = self.zones.boundary_depth(self.player, card.centre);
            card.face == CardFace::Up && card.rank == Some(self.rank) && (-OWN_SIDE_CM..-OUTSIDE_CM).contains(&depth)
        };
        let read = between(self.near, from, until).iter().filter(|o| o.cards.iter().flatten().any(outside));
        if read.take(LEAST_READINGS).count() >= LEAST_READINGS {
            return true;
        }
        paths.iter().filter(|path| path.track == track).any(|path| {
            let first = path.points.partition_point(|point| point.t <= from);
            path.points[first..]
                .iter()
                .take_while(|point| point.t < until)
                .any(|point| self.zones.boundary_depth(self.player, pinch(&point.landmarks)) < -3.0)
        })
    }

    /// Whether a face-up card that may be this one is seen outside the Boundary where the hand is or, of that very rank, has
    /// been since.
    pub(super) fn carried(&self, track: u32, paths: &[HandPath]) -> bool {
        let Some(path) = paths.iter().find(|path| path.track == track) else { return false };
        let from = path.points.partition_point(|point| point.t < self.last_seen);
        let seen = self.since().iter().filter(|observation| {
            let Some(cards) = &observation.cards else { return false };
            let until = path.points.partition_point(|point| point.t < observation.t + 1e-9);
            let (Some(way), now) = (path.points.get(from..until), until.checked_sub(1).map(|i| &path.points[i])) else {
                return false;
            };
            let near = |point: &PathPoint, card: &CardSeen| card.centre.distance(pinch(&point.landmarks)) < HELD_CM;
            let held = |card: &CardSeen| now.is_some_and(|now| observation.t - now.t < HAND_SECS && near(now, card));
            cards.iter().any(|card| {
                let may_be = match card.rank {
                    None => held(card),
                    Some(read) => read == self.rank && way.iter().any(|point| near(point, card)),
                };
                card.face == CardFace::Up
                    && may_be
                    && self.zones.boundary_depth(self.player, card.centre) < -OUTSIDE_CM
                    && Pile::BOTH.into_iter().all(|pile| self.zones.pile_depth(pile, card.centre) < 0.0)
            })
        });
        seen.take(LEAST_READINGS).count() >= LEAST_READINGS
    }

    /// From when on the rank is read beside its place in a hand of its player, if it is: such a card is off the mat, though its
    /// place may stay hidden beneath the hand.
    pub(super) fn moved_along(&self, paths: &[HandPath]) -> Option<f64> {
        let own: Vec<&HandPath> = paths.iter().filter(|path| path.player == self.player).collect();
        let mut held = self.since().iter().filter(|observation| {
            let at = |path: &&HandPath| {
                let until = path.points.partition_point(|point| point.t < observation.t + 1e-9);
                let now = until.checked_sub(1).map(|i| &path.points[i]);
                now.filter(|now| observation.t - now.t < HAND_SECS).map(|now| pinch(&now.landmarks))
            };
            let fingers: Vec<Point<Table>> = own.iter().filter_map(at).collect();
            observation.cards.iter().flatten().any(|card| {
                card.face == CardFace::Up
                    && card.rank == Some(self.rank)
                    && card.centre.distance(self.place) > PLACE_CM
                    && fingers.iter().any(|fingers| card.centre.distance(*fingers) < HELD_CM)
            })
        });
        let first = held.next()?.t;
        // The first is one of them.
        held.nth(LEAST_READINGS - 2).map(|_| first)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::zones;
    use super::*;

    #[test]
    fn a_card_that_is_read_on_its_way_is_brought_by_the_hand_that_comes_to_the_pile() {
        // A hand of Player 1 comes to the left pile at 0.5 s and leaves it at 0.6 s; 60 frames a second.
        let points = (0..90).map(|i| {
            let t = f64::from(i) / 60.0;
            let there = (0.5..0.6).contains(&t);
            PathPoint::lying(t, if there { Point::new(-5.0, 0.0) } else { Point::new(-5.0, -28.0) })
        });
        let path =
            HandPath { track: 3, player: Player::One, hand: HandSide::Left, points: points.collect(), fit: true };
        let zones = zones();
        let brought = |player: Player, pile: Pile, t: f64| {
            let card = (player, Rank::Queen, Point::new(0.0, -28.0));
            Missed::new(card, 0.1, &[], &zones, TimeScale::REAL).brought_by(pile, t, std::slice::from_ref(&path))
        };
        let left = |t: f64| brought(Player::One, Pile::Left, t);
        assert_eq!([0.2, 0.4, 0.7, 1.0].map(|t| left(t).is_some()), [false, true, true, false]);
        assert_eq!(left(0.4), Some((HandSide::Left, 3)));
        assert!(brought(Player::One, Pile::Right, 0.4).is_none() && brought(Player::Two, Pile::Left, 0.4).is_none());
    }
}
