//! Live cards that were never read where they lay, under their player's hand, and are seen outside the Boundary afterwards.
//!
//! Such a card was lifted (D.3.3) when its hand came from the Foundation, and a place there that the hand had lain on shows a back,
//! or nothing, since. What comes in are the readings of cards and the ways of hands, with the lifts that are known already; what
//! goes out are the others.

use super::super::path::HandPath;
use super::super::zones::Zones;
use super::once::TOGETHER_SECS;
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
/// One that is not read so is a card face up with this probability, is found so often at least, and no more of it is covered.
const UNREAD_FACE: f32 = 0.9;
const UNREAD_READINGS: usize = 4;
const UNREAD_COVERED: f32 = 0.3;
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
        for outside in cards_outside(observations, player, zones, scale) {
            let Some((hand, track, at)) = bringer(player, outside.centre, outside.from, paths, zones, scale) else {
                continue;
            };
            if !was_bare(outside.centre, at.t, observations) {
                continue;
            }
            let told = known.iter().position(|card| card.player == player && card.rank == outside.rank);
            let told = told.filter(|_| outside.rank.is_some());
            // It is the one that the hand took then, unread or misread under its fingers: nobody takes two at once from two places.
            let soon = |t: f64| (t - at.t).abs() * scale.real_per_file < TOGETHER_SECS;
            let by_it = |card: &CardGone| card.taken.is_some_and(|(_, other, then)| other == track && soon(then.t));
            if told.is_none() && known.iter().any(by_it) {
                continue;
            }
            let taken = (paths, track, at);
            let others = |home: &Place| {
                known.iter().enumerate().any(|(i, card)| Some(i) != told && near(card.place, home.centre))
            };
            let free = homes.iter().filter(|home| !others(home));
            let Some((home, bare)) = free.filter_map(|home| Some((home, emptied(home, taken)?))).next() else {
                continue;
            };
            let confidence = outside.confidence.min(bare.confidence);
            if let Some(told) = told.and_then(|i| known.get_mut(i)) {
                if told.taken.is_some_and(|(_, same, _)| same == track) && near(told.place, home.centre) {
                    told.confidence = told.confidence.max(confidence);
                }
                continue;
            }
            known.push(CardGone {
                player,
                rank: outside.rank,
                suit: outside.rank.and_then(|rank| suit(outside.centre, rank, observations)),
                place: home.centre,
                last_seen: at.t,
                gone_by: bare.from,
                taken: Some((hand, track, at)),
                returned: put_back(home, &outside, bare, taken, zones),
                read_since: true,
                confidence,
            });
        }
    }
}

fn near(one: Point<Table>, other: Point<Table>) -> bool {
    one.distance(other) < PLACE_CM
}

/// A face-up card that lay, or was held, on its player's side outside the Boundary for long enough.
struct CardOutside {
    centre: Point<Table>,
    from: f64,
    /// If it could be read.
    rank: Option<Rank>,
    confidence: f64,
}

/// Such cards, those whose ranks were read first; `None` where no rank was.
fn cards_outside(observations: &[Observation], player: Player, zones: &Zones, scale: TimeScale) -> Vec<CardOutside> {
    let all = || faces_outside(observations, player, zones);
    let mut found: Vec<CardOutside> = Vec::new();
    for spot in by_spot(all().filter_map(|(t, card)| Some((card.centre, Reading::card(t, card, false)?)))) {
        let readings: Vec<Reading> = spot.1;
        let Some(span) = lay_there(&readings, scale) else { continue };
        let rank = Some(Rank::ALL[span.state]);
        found.push(CardOutside { centre: spot.0, from: span.from, rank, confidence: span.confidence });
    }
    let unread = |(t, card): (f64, &CardSeen)| {
        let found = card.is_face() >= UNREAD_FACE && card.covered < UNREAD_COVERED;
        found.then_some((card.centre, (t, f64::from(card.is_face()))))
    };
    for (centre, seen) in by_spot(all().filter_map(unread)) {
        let (from, to) = (seen[0].0, seen[seen.len() - 1].0);
        let long = (to - from) * scale.real_per_file > STAYS_SECS && seen.len() >= UNREAD_READINGS;
        if long && !found.iter().any(|read| near(read.centre, centre)) {
            let confidence = seen.iter().map(|(_, found)| found).sum::<f64>() / seen.len() as f64;
            found.push(CardOutside { centre, from, rank: None, confidence });
        }
    }
    found
}

/// Face-up cards on a player's side, outside the Boundary and on no pile or Draw Deck, with the times.
fn faces_outside<'a>(
    observations: &'a [Observation],
    player: Player,
    zones: &'a Zones,
) -> impl Iterator<Item = (f64, &'a CardSeen)> {
    let outside = move |card: &&CardSeen| {
        let depth = zones.boundary_depth(player, card.centre);
        let on_pile = Pile::BOTH.into_iter().any(|pile| zones.pile_depth(pile, card.centre) > 0.0);
        let on_deck = Player::BOTH.into_iter().any(|owner| zones.draw_deck_depth(owner, card.centre) > 0.0);
        card.face == CardFace::Up && (-OWN_SIDE_CM..-OUTSIDE_CM).contains(&depth) && !on_pile && !on_deck
    };
    observations.iter().flat_map(move |o| o.cards.iter().flatten().filter(outside).map(|card| (o.t, card)))
}

/// What was seen, by where it lay.
fn by_spot<T>(seen: impl Iterator<Item = (Point<Table>, T)>) -> Vec<(Point<Table>, Vec<T>)> {
    let mut spots: Vec<(Point<Table>, Vec<T>)> = Vec::new();
    for (centre, what) in seen {
        match spots.iter_mut().find(|spot| near(spot.0, centre)) {
            Some(spot) => spot.1.push(what),
            None => spots.push((centre, vec![what])),
        }
    }
    spots
}

/// The span in which one rank lay there for long enough.
fn lay_there(readings: &[Reading], scale: TimeScale) -> Option<Span> {
    spans(readings).into_iter().find(|span| {
        let long = (span.to - span.from) * scale.real_per_file > STAYS_SECS;
        span.state < RANKS && long && span.readings >= LEAST_READINGS && span.confidence > SURE
    })
}

/// When a card lies in its place again that its hand brought to no pile meanwhile.
fn put_back(
    home: &Place,
    outside: &CardOutside,
    bare: Span,
    (paths, track, at): (&[HandPath], u32, Measured),
    zones: &Zones,
) -> Option<f64> {
    let itself = |span: &&Span| match outside.rank {
        Some(rank) => Rank::ALL.get(span.state) == Some(&rank),
        None => span.state < RANKS,
    };
    let back = spans(&home.readings).iter().find(|span| span.from > bare.from && itself(span))?.from;
    let path = paths.iter().find(|path| path.track == track)?;
    let first = path.points.partition_point(|point| point.t < at.t);
    let mut way = path.points[first..].iter().take_while(|point| point.t < back);
    let over_pile = |fingers: Point<Table>| Pile::BOTH.into_iter().any(|pile| zones.pile_depth(pile, fingers) > 0.0);
    (!way.any(|point| over_pile(pinch(&point.landmarks)))).then_some(back)
}

/// Whether a spot was looked at before `t`, when the hand set off, and no card lay there.
fn was_bare(spot: Point<Table>, t: f64, observations: &[Observation]) -> bool {
    let mut before = observations[..observations.partition_point(|o| o.t < t)].iter().filter_map(|o| o.cards.as_ref());
    let looked = before.next();
    let bare = |cards: &Vec<CardSeen>| !cards.iter().any(|card| near(card.centre, spot));
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
fn suit(spot: Point<Table>, rank: Rank, observations: &[Observation]) -> Option<Suit> {
    let all = observations.iter().flat_map(|o| o.cards.iter().flatten());
    let own = || all.clone().filter(|card| card.rank == Some(rank) && near(card.centre, spot));
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

    /// A hand that lies on (0, -28) until 0.3 s, is beside the Boundary, at (22, -28), from 0.45 s on and sets off back again at
    /// `home`; a card of `rank` is seen under its fingers there from 0.5 s on, and `after` where it lay, where it lies again then.
    fn scene(after: CardFace, rank: Option<Rank>, lay_there_before: bool, home: f64) -> Vec<CardGone> {
        let observations: Vec<Observation> = (0..120)
            .map(|i| {
                let t = i as f64 / 120.0;
                let x = 22.0 * (((t - 0.3) / 0.15).clamp(0.0, 1.0) - ((t - home) / 0.1).clamp(0.0, 1.0));
                let mut cards = vec![card(-8.0, -28.0, CardFace::Up, Some(Rank::Nine))];
                if t > home + 0.1 {
                    cards.push(card(0.0, -28.0, CardFace::Up, Some(Rank::Two)));
                } else if t > 0.5 {
                    cards.push(card(0.0, -28.0, after, (after == CardFace::Up).then_some(Rank::Two)));
                }
                if (t > 0.5 && t < home) || lay_there_before {
                    // Not even its most probable rank is sure.
                    let confidence = if rank.is_some() { 0.95 } else { 0.55 };
                    cards.push(CardSeen { confidence, ..card(23.0, -28.0, CardFace::Up, rank) });
                }
                let hands = vec![HandSeen::lying(Point::new(x, -28.0))];
                Observation { index: i, t, hands, cards: Some(cards), ..Observation::default() }
            })
            .collect();
        let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
        live_cards_gone(&observations, &paths, &zones(), TimeScale::REAL)
    }

    fn told(after: CardFace, lay_there_before: bool) -> Vec<CardGone> {
        scene(after, Some(Rank::Ace), lay_there_before, 2.0)
    }

    #[test]
    fn a_card_that_nobody_could_read_was_lifted_all_the_same() {
        let gone = scene(CardFace::Down, None, false, 2.0);
        assert_eq!(gone.len(), 1, "{gone:?}");
        assert_eq!((gone[0].rank, gone[0].place, gone[0].returned), (None, Point::new(0.0, -28.0), None));
        assert!(gone[0].taken.is_some_and(|(_, _, at)| (at.t - 0.3).abs() < 0.05), "{gone:?}");
        assert!(scene(CardFace::Up, None, false, 2.0).is_empty() && scene(CardFace::Down, None, true, 2.0).is_empty());
    }

    #[test]
    fn such_a_card_that_lies_in_its_place_again_was_put_back() {
        let back: Vec<Option<f64>> =
            scene(CardFace::Down, None, false, 0.75).iter().map(|card| card.returned).collect();
        assert!(matches!(back[..], [Some(t)] if (t - 0.85).abs() < 0.05), "{back:?}");
    }

    #[test]
    fn a_card_that_was_never_read_at_home_and_is_read_outside_was_lifted() {
        let gone = told(CardFace::Down, false);
        assert_eq!(gone.len(), 1, "{gone:?}");
        assert_eq!((gone[0].rank, gone[0].place), (Some(Rank::Ace), Point::new(0.0, -28.0)));
        assert!(gone[0].taken.is_some_and(|(_, _, at)| (at.t - 0.3).abs() < 0.05), "{gone:?}");
    }

    #[test]
    fn a_card_that_lay_outside_or_left_no_place_was_not() {
        assert!(told(CardFace::Down, true).is_empty());
        assert!(told(CardFace::Up, false).is_empty());
    }

    #[test]
    fn what_a_hand_holds_that_took_another_card_then_is_that_card() {
        // A queen at (0, -28) is taken at 0.3 s, read on its way and then as an ace in the hand; beside its place a back comes to be seen.
        let ranks = |taken: Option<Rank>| {
            let observations: Vec<Observation> = (0..120)
                .map(|i| {
                    let t = i as f64 / 120.0;
                    let mut cards = vec![card(-8.0, -28.0, CardFace::Up, Some(Rank::Nine))];
                    if t < 0.28 {
                        cards.extend(taken.map(|rank| card(0.0, -28.0, CardFace::Up, Some(rank))));
                    } else if (0.42..0.5).contains(&t) {
                        cards.extend(taken.map(|rank| card(17.5, -28.0, CardFace::Up, Some(rank))));
                    } else if t > 0.5 {
                        cards.extend([0.0, 3.5].map(|x| card(x, -28.0, CardFace::Down, None)));
                        cards.push(card(23.0, -28.0, CardFace::Up, Some(Rank::Ace)));
                    }
                    let x = 22.0 * ((t - 0.3) / 0.15).clamp(0.0, 1.0);
                    let hands = vec![HandSeen::lying(Point::new(x, -28.0))];
                    Observation { index: i, t, hands, cards: Some(cards), ..Observation::default() }
                })
                .collect();
            let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
            let gone = live_cards_gone(&observations, &paths, &zones(), TimeScale::REAL);
            gone.iter().map(|card| card.rank).collect::<Vec<_>>()
        };
        assert_eq!(ranks(None), [Some(Rank::Ace)]);
        assert_eq!(ranks(Some(Rank::Queen)), [Some(Rank::Queen)]);
    }
}
