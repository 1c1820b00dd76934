//! Live cards that were never read where they lay, under their player's hand, and are read outside the Boundary afterwards.
//!
//! Such a card was lifted (D.3.3) when its hand came from the Foundation, and a place there that the hand had lain on shows a back,
//! or nothing, since. What comes in are the readings of cards and the ways of hands, with the lifts that are known already; what
//! goes out are the others.

use super::super::path::HandPath;
use super::super::zones::Zones;
use super::places::{PLACE_CM, Place, RANKS, Reading, Span, places, spans};
use super::taking::{REACH_CM, pinch};
use super::trips::set_off_from_home;
use super::whereabouts::{HELD_CM, OUTSIDE_CM, OWN_SIDE_CM};
use super::{CLEARLY_GONE, CardGone};
use crate::base::{HandSide, Measured, Pile, Player, Point, Rank, Suit, Table, TimeScale};
use crate::facts::{CardFace, CardSeen, Observation};

/// A card stays where it is read outside for so long, real seconds: one on its way to a pile does not.
const STAYS_SECS: f64 = 0.1;
const LEAST_READINGS: usize = 3;
/// The hand that brought it was there within this of when it was read first, real seconds.
const BROUGHT_SECS: f64 = 0.3;
/// How sure its rank must be.
const SURE: f64 = 0.5;

/// Adds the lifts of such cards to those that are known.
pub(super) fn add_cards_outside(
    known: &mut Vec<CardGone>,
    observations: &[Observation],
    paths: &[HandPath],
    zones: &Zones,
    scale: TimeScale,
) {
    for player in Player::BOTH {
        let homes = places(observations, player, zones);
        for spot in spots(observations, player, zones) {
            let Some(span) = lay_there(&spot, scale) else { continue };
            let rank = Rank::ALL[span.state];
            let Some((hand, track, at)) = bringer(player, spot.centre, span.from, paths, zones, scale) else {
                continue;
            };
            if !was_bare(&spot, at.t, observations) {
                continue;
            }
            let told = known.iter().position(|card| card.player == player && card.rank == rank);
            let taken = (paths, track, at);
            let others = |home: &Place| {
                known.iter().enumerate().any(|(i, card)| Some(i) != told && near(card.place, home.centre))
            };
            let free = homes.iter().filter(|home| !others(home));
            let Some((home, bare)) = free.filter_map(|home| Some((home, emptied(home, taken)?))).next() else {
                continue;
            };
            let confidence = span.confidence.min(bare.confidence);
            if let Some(told) = told.and_then(|i| known.get_mut(i)) {
                if told.taken.is_some_and(|(_, same, _)| same == track) && near(told.place, home.centre) {
                    told.confidence = told.confidence.max(confidence);
                }
                continue;
            }
            known.push(CardGone {
                player,
                rank,
                suit: suit(&spot, rank, observations),
                place: home.centre,
                last_seen: at.t,
                gone_by: bare.from,
                taken: Some((hand, track, at)),
                returned: None,
                read_since: true,
                confidence,
            });
        }
    }
}

fn near(one: Point<Table>, other: Point<Table>) -> bool {
    one.distance(other) < PLACE_CM
}

/// Where face-up cards were read on a player's side, outside the Boundary and on no pile.
fn spots(observations: &[Observation], player: Player, zones: &Zones) -> Vec<Place> {
    let outside = |card: &&CardSeen| {
        let depth = zones.boundary_depth(player, card.centre);
        let on_pile = Pile::BOTH.into_iter().any(|pile| zones.pile_depth(pile, card.centre) > 0.0);
        let on_deck = Player::BOTH.into_iter().any(|owner| zones.draw_deck_depth(owner, card.centre) > 0.0);
        card.face == CardFace::Up && (-OWN_SIDE_CM..-OUTSIDE_CM).contains(&depth) && !on_pile && !on_deck
    };
    let mut spots: Vec<Place> = Vec::new();
    for observation in observations {
        for card in observation.cards.iter().flatten().filter(outside) {
            let Some(reading) = Reading::card(observation.t, card, false) else { continue };
            match spots.iter_mut().find(|spot| near(spot.centre, card.centre)) {
                Some(spot) => spot.readings.push(reading),
                None => spots.push(Place { centre: card.centre, readings: vec![reading] }),
            }
        }
    }
    spots
}

/// The span in which one rank lay there for long enough.
fn lay_there(spot: &Place, scale: TimeScale) -> Option<Span> {
    spans(&spot.readings).into_iter().find(|span| {
        let long = (span.to - span.from) * scale.real_per_file > STAYS_SECS;
        span.state < RANKS && long && span.readings >= LEAST_READINGS && span.confidence > SURE
    })
}

/// Whether a spot was looked at before `t`, when the hand set off, and no card lay there.
fn was_bare(spot: &Place, t: f64, observations: &[Observation]) -> bool {
    let mut before = observations[..observations.partition_point(|o| o.t < t)].iter().filter_map(|o| o.cards.as_ref());
    let looked = before.next();
    let bare = |cards: &Vec<CardSeen>| !cards.iter().any(|card| near(card.centre, spot.centre));
    looked.is_some_and(bare) && before.all(bare)
}

/// The hand of the player that was at the spot around `t` and had come there from the Foundation, and when it set off.
fn bringer(
    player: Player,
    spot: Point<Table>,
    t: f64,
    paths: &[HandPath],
    zones: &Zones,
    scale: TimeScale,
) -> Option<(HandSide, u32, Measured)> {
    let slack = BROUGHT_SECS / scale.real_per_file;
    paths.iter().filter(|path| path.player == player).find_map(|path| {
        let first = path.points.partition_point(|point| point.t < t - slack);
        let there = path.points[first..]
            .iter()
            .take_while(|point| point.t < t + slack)
            .find(|point| pinch(&point.landmarks).distance(spot) < HELD_CM)?;
        Some((path.hand, path.track, set_off_from_home(path, zones, there.t, scale)?))
    })
}

/// Since when a place is clearly without its card that the hand which set off lay on until then.
fn emptied(home: &Place, (paths, track, at): (&[HandPath], u32, Measured)) -> Option<Span> {
    let path = paths.iter().find(|path| path.track == track)?;
    let i = path.points.partition_point(|point| point.t < at.t).min(path.points.len() - 1);
    let spans = spans(&home.readings);
    let bare = spans.iter().find(|span| span.state >= RANKS && span.from > at.t && span.readings >= CLEARLY_GONE)?;
    let empty_before = spans.iter().any(|span| span.state >= RANKS && span.from <= at.t);
    (pinch(&path.points[i].landmarks).distance(home.centre) < REACH_CM && !empty_before).then_some(*bare)
}

/// The suit most often read of the card at a spot.
fn suit(spot: &Place, rank: Rank, observations: &[Observation]) -> Option<Suit> {
    let all = observations.iter().flat_map(|o| o.cards.iter().flatten());
    let own = || all.clone().filter(|card| card.rank == Some(rank) && near(card.centre, spot.centre));
    let votes = |suit: Suit| own().filter(|card| card.suit == Some(suit)).count();
    let most = Suit::ALL.into_iter().max_by_key(|suit| (votes(*suit), std::cmp::Reverse(*suit)))?;
    (2 * votes(most) > own().count()).then_some(most)
}

#[cfg(test)]
mod tests {
    use super::super::super::Cues;
    use super::super::super::path::paths;
    use super::super::live_cards_gone;
    use super::super::tests::{card, zones};
    use super::*;
    use crate::facts::HandSeen;

    /// A hand that lies on (0, -28) until 0.3 s and is beside the Boundary, at (22, -28), from 0.45 s on; a card is read under its
    /// fingers there from 0.5 s on, and `after` where it lay.
    fn told(after: CardFace, lay_there_before: bool) -> Vec<CardGone> {
        let observations: Vec<Observation> = (0..120)
            .map(|i| {
                let t = i as f64 / 120.0;
                let x = 22.0 * ((t - 0.3) / 0.15).clamp(0.0, 1.0);
                let mut cards = vec![card(-8.0, -28.0, CardFace::Up, Some(Rank::Nine))];
                if t > 0.5 {
                    cards.push(card(0.0, -28.0, after, (after == CardFace::Up).then_some(Rank::Two)));
                }
                if t > 0.5 || lay_there_before {
                    cards.push(card(23.0, -28.0, CardFace::Up, Some(Rank::Ace)));
                }
                let hands = vec![HandSeen::lying(Point::new(x, -28.0))];
                Observation { index: i, t, hands, cards: Some(cards), ..Observation::default() }
            })
            .collect();
        let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
        live_cards_gone(&observations, &paths, &zones(), TimeScale::REAL)
    }

    #[test]
    fn a_card_that_was_never_read_at_home_and_is_read_outside_was_lifted() {
        let gone = told(CardFace::Down, false);
        assert_eq!(gone.len(), 1, "{gone:?}");
        assert_eq!((gone[0].rank, gone[0].place), (Rank::Ace, Point::new(0.0, -28.0)));
        assert!(gone[0].taken.is_some_and(|(_, _, at)| (at.t - 0.3).abs() < 0.05), "{gone:?}");
    }

    #[test]
    fn a_card_that_lay_outside_or_left_no_place_was_not() {
        assert!(told(CardFace::Down, true).is_empty());
        assert!(told(CardFace::Up, false).is_empty());
    }
}
