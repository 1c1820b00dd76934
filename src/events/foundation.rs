//! Live cards that leave their place in a Foundation Pile.
//!
//! Card readings inside a Boundary are gathered by place. What lies in a place is a hidden state: a rank, a back or
//! nothing; its most probable course follows from all readings with their probabilities, in which a card under a hand
//! counts little. A place that showed a rank and then a back, another rank or nothing has lost its live card. Which hand
//! took it and when comes from the hands that were there. A card that turns up elsewhere inside the Boundary was
//! rearranged (D.2.6), not taken out.

use super::hidden::{self, LEAST_PROBABILITY, REPEATED};
use super::path::{HandPath, PathPoint};
use super::zones::{Zones, middle};
use crate::base::{HandSide, Measured, Pile, Player, Point, Rank, Suit, Table, TimeScale};
use crate::facts::{CardFace, CardSeen, Observation};

/// Readings this close belong to one place, centimetres: less than half a card's width, so that
/// neighbours stay apart, more than a card is nudged.
const PLACE_CM: f64 = 2.4;
/// Readings needed to believe that a card has gone, or where it went.
const LEAST_READINGS: usize = 3;
/// Readings needed to believe that a rank lies in a place: what becomes of it must be seen too.
const LEAST_BEFORE: usize = 2;
/// Log probability that another thing lies in a place from one reading to the next: one in four hundred.
const CHANGE: f64 = -6.0;
/// A card in full view is not found so often; what hides it once hides it again, so each time counts as less.
const MISSED: f64 = 0.1;
const BARE_WEIGHT: f64 = 0.5;
/// How fast a reading loses weight with the hidden part of the card, and from which part on it is none: less so than on
/// the piles (see `tops`), for the fingers that take a card lie on it.
const COVERED_POWER: i32 = 2;
const MOST_COVERED: f32 = 0.6;
/// Neighbouring readings share their errors: how much each counts for how sure a span is.
const INDEPENDENCE: f64 = 0.3;
/// A hand took the card when its fingers were this near, centimetres.
const REACH_CM: f64 = 7.0;
/// A landmark this near covers a place, centimetres.
const COVER_CM: f64 = 5.0;
/// A card is read on a pile no later than this after the hand that brought it was there, real seconds.
const BROUGHT_SECS: f64 = 0.35;
/// A forearm hides what is so far behind the wrist and so far beside its middle, centimetres: with its sleeve, and half a
/// card.
const ARM_CM: f64 = 35.0;
const ARM_WIDTH_CM: f64 = 5.5;
/// A carried card's middle is this near to the fingers that hold it, centimetres: a card's length.
const HELD_CM: f64 = 9.0;
/// A card this far outside the Boundary has left it for good, centimetres.
const OUTSIDE_CM: f64 = 1.0;
/// A hand is well away from where it took a card at this distance, centimetres.
const AWAY_CM: f64 = 3.0;
/// And must be so this soon after the card is missed, real seconds.
const SOON_SECS: f64 = 0.1;
/// Slower than this a hand rests, centimetres a real second.
const RESTING_CM_S: f64 = 5.0;
/// Standard deviation of the instant a hand sets off, real seconds.
const SET_OFF_SIGMA_SECS: f64 = 0.03;
/// Cards within this of a Boundary are its player's, centimetres.
const OWN_SIDE_CM: f64 = 15.0;
/// How far a reading may lie outside the Boundary and still belong to the Foundation, centimetres
/// (B.2.4: small spill is no breach).
const SPILL_CM: f64 = 1.5;

/// A live card that left its place.
#[derive(Debug, Clone)]
pub struct CardGone {
    /// Whose Foundation.
    pub player: Player,
    /// The card.
    pub rank: Rank,
    /// Its suit, if it was read.
    pub suit: Option<Suit>,
    /// Where it lay.
    pub place: Point<Table>,
    /// Last reading of it there.
    pub last_seen: f64,
    /// First reading without it.
    pub gone_by: f64,
    /// The hand that took it, its track, and when it set off with it.
    pub taken: Option<(HandSide, u32, Measured)>,
    /// When it was read inside the Boundary again after having been outside.
    pub returned: Option<f64>,
    /// How sure: the weaker of the readings before and after.
    pub confidence: f64,
}

struct Place {
    centre: Point<Table>,
    readings: Vec<Reading>,
}

const RANKS: usize = Rank::ALL.len();
/// What may lie in a place: the ranks in the order of [`Rank::ALL`], a back, nothing.
const STATES: usize = RANKS + 2;
const BACK: usize = RANKS;
const NOTHING: usize = RANKS + 1;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Reading {
    t: f64,
    /// Log probability of what was read in each state.
    logs: [f64; STATES],
}

impl Reading {
    /// A card was read.
    fn card(t: f64, card: &CardSeen, again: bool) -> Option<Reading> {
        if card.covered > MOST_COVERED || (card.face == CardFace::Up && card.rank.is_none()) {
            return None;
        }
        let weight = if again { REPEATED } else { 1.0 } * f64::from(1.0 - card.covered).powi(COVERED_POWER);
        let mut chances = [LEAST_PROBABILITY; STATES];
        for (chance, rank) in chances.iter_mut().zip(card.ranks) {
            *chance = f64::from(rank).max(LEAST_PROBABILITY);
        }
        if card.face == CardFace::Down {
            chances[BACK] = f64::from(card.confidence).max(LEAST_PROBABILITY);
        }
        Some(Reading { t, logs: chances.map(|chance| weight * chance.ln()) })
    }

    /// Nothing was found in a place in full view.
    fn nothing(t: f64) -> Reading {
        let log = |i: usize| if i == NOTHING { (1.0 - MISSED).ln() } else { MISSED.ln() };
        Reading { t, logs: std::array::from_fn(|i| BARE_WEIGHT * log(i)) }
    }
}

/// A time in which one thing lay in a place.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Span {
    state: usize,
    from: f64,
    to: f64,
    confidence: f64,
}

/// Live cards that left, by time.
pub fn live_cards_gone(
    observations: &[Observation],
    paths: &[HandPath],
    zones: &Zones,
    scale: TimeScale,
) -> Vec<CardGone> {
    let mut gone = Vec::new();
    for player in Player::BOTH {
        for place in places(observations, player, zones) {
            gone.extend(gone_from(&place, player, observations, paths, zones, scale));
        }
    }
    gone.sort_by(|a, b| a.gone_by.total_cmp(&b.gone_by).then(a.place.x.total_cmp(&b.place.x)));
    gone
}

fn in_foundation<'a>(
    cards: &'a [CardSeen],
    player: Player,
    zones: &'a Zones,
) -> impl Iterator<Item = &'a CardSeen> + 'a {
    cards.iter().filter(move |card| zones.boundary_depth(player, card.centre) > -SPILL_CM)
}

fn places(observations: &[Observation], player: Player, zones: &Zones) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    // What each camera read before.
    let mut before: [&[CardSeen]; 2] = [&[]; 2];
    for observation in observations {
        let Some(cards) = &observation.cards else { continue };
        let own = usize::from(observation.camera).min(1);
        for card in in_foundation(cards, player, zones) {
            let again = before[own].iter().any(|old| old.centre == card.centre && old.ranks == card.ranks);
            let Some(reading) = Reading::card(observation.t, card, again) else { continue };
            let nearest = places
                .iter_mut()
                .filter(|place| place.centre.distance(card.centre) < PLACE_CM)
                .min_by(|a, b| a.centre.distance(card.centre).total_cmp(&b.centre.distance(card.centre)));
            match nearest {
                Some(place) => place.readings.push(reading),
                None => places.push(Place { centre: card.centre, readings: vec![reading] }),
            }
        }
        before[own] = cards;
    }
    for place in &mut places {
        add_empty(place, observations, player, zones);
        place.readings.sort_by(|a, b| a.t.total_cmp(&b.t));
    }
    places
}

/// Whether the forearm behind a hand may hide a point: the way on from its knuckles over its wrist.
fn under_arm(landmarks: &[Point<Table>], point: Point<Table>) -> bool {
    let [wrist, .., knuckle] = landmarks.get(..=9).unwrap_or_default() else { return false };
    let (dx, dy) = (wrist.x - knuckle.x, wrist.y - knuckle.y);
    let length = dx.hypot(dy).max(1e-6);
    let (ux, uy) = (dx / length, dy / length);
    let (px, py) = (point.x - wrist.x, point.y - wrist.y);
    let (along, beside) = (px * ux + py * uy, (px * uy - py * ux).abs());
    (0.0..ARM_CM).contains(&along) && beside < ARM_WIDTH_CM
}

/// What lay in a place, in order.
fn spans(readings: &[Reading]) -> Vec<Span> {
    let logs: Vec<[f64; STATES]> = readings.iter().map(|reading| reading.logs).collect();
    let course = hidden::course(&logs, |_, _, _| CHANGE);
    let mut spans = Vec::new();
    let mut start = 0;
    while start < readings.len() {
        let state = course[start];
        let end = (start..readings.len()).find(|&i| course[i] != state).unwrap_or(readings.len());
        let part = &readings[start..end];
        start = end;
        let agreeing: Vec<&Reading> = part.iter().filter(|reading| hidden::best(&reading.logs) == state).collect();
        let least = if state < RANKS { LEAST_BEFORE } else { LEAST_READINGS };
        if let (Some(first), Some(last), true) = (agreeing.first(), agreeing.last(), agreeing.len() >= least) {
            let log = |i: usize| INDEPENDENCE * part.iter().map(|reading| reading.logs[i]).sum::<f64>();
            let own = log(state);
            let confidence = 1.0 / (0..STATES).map(|i| (log(i) - own).exp()).sum::<f64>();
            spans.push(Span { state, from: first.t, to: last.t, confidence });
        }
    }
    spans
}

/// Readings of nothing: the place was read, no card is near it, and no hand covers it.
fn add_empty(place: &mut Place, observations: &[Observation], player: Player, zones: &Zones) {
    for observation in observations {
        let Some(cards) = &observation.cards else { continue };
        let near = |point: Point<Table>, cm: f64| point.distance(place.centre) < cm;
        let card = in_foundation(cards, player, zones).any(|card| near(card.centre, 2.0 * PLACE_CM));
        let hand = observation
            .hands
            .iter()
            .any(|hand| hand.table.iter().any(|&point| near(point, COVER_CM)) || under_arm(&hand.table, place.centre));
        if !card && !hand {
            place.readings.push(Reading::nothing(observation.t));
        }
    }
}

fn gone_from(
    place: &Place,
    player: Player,
    observations: &[Observation],
    paths: &[HandPath],
    zones: &Zones,
    scale: TimeScale,
) -> Vec<CardGone> {
    let mut out = Vec::new();
    let spans = spans(&place.readings);
    for (i, before) in spans.iter().enumerate() {
        let after = spans.get(i + 1);
        if before.state >= RANKS {
            continue;
        }
        let rank = Rank::ALL[before.state];
        let arrived = came_to_a_pile(rank, before.to, observations);
        // The place may stay hidden; that the player's own hand brings such a card to a pile says as much.
        let brought = arrived.filter(|&(pile, t)| brought_by(player, pile, t, paths, zones, scale)).map(|(_, t)| t);
        let Some(gone_by) = after.map(|after| after.from).into_iter().chain(brought).min_by(f64::total_cmp) else {
            continue;
        };
        // A card without a hand to take it has not gone: it was misread.
        let Some(taken) = taker(player, place.centre, before.to, gone_by, paths, scale) else { continue };
        if arrived.is_none() && !carried(rank, player, taken.1, before.to, observations, paths, zones) {
            continue;
        }
        let elsewhere = settled_inside(rank, player, place.centre, before.to, observations, zones);
        // A twin of the same rank that lay elsewhere all along is no reappearance.
        let twin = observations.iter().filter(|o| o.t <= before.to).any(|observation| {
            observation.cards.as_ref().is_some_and(|cards| {
                in_foundation(cards, player, zones)
                    .any(|card| card.rank == Some(rank) && card.centre.distance(place.centre) > PLACE_CM)
            })
        });
        let returned = elsewhere.filter(|_| !twin);
        let left_boundary = |until: f64| {
            let (_, track, at) = taken;
            paths.iter().filter(|path| path.track == track).flat_map(|path| &path.points).any(|point| {
                point.t > at.t && point.t < until && zones.boundary_depth(player, pinch(&point.landmarks)) < -3.0
            })
        };
        if returned.is_some_and(|t| !left_boundary(t)) {
            continue;
        }
        out.push(CardGone {
            player,
            rank,
            suit: suit_at(place.centre, rank, before.to, observations),
            place: place.centre,
            last_seen: before.to,
            gone_by,
            taken: Some(taken),
            returned,
            confidence: after.map_or(before.confidence, |after| before.confidence.min(after.confidence)),
        });
    }
    out
}

/// The suit most often read of a rank at a place, until an instant.
fn suit_at(place: Point<Table>, rank: Rank, until: f64, observations: &[Observation]) -> Option<Suit> {
    let mut votes = [0_usize; Suit::ALL.len()];
    for card in observations.iter().filter(|o| o.t <= until).flat_map(|o| o.cards.iter().flatten()) {
        if card.rank == Some(rank) && card.centre.distance(place) < PLACE_CM {
            votes.iter_mut().zip(Suit::ALL).filter(|(_, suit)| card.suit == Some(*suit)).for_each(|(n, _)| *n += 1);
        }
    }
    let (suit, most) = Suit::ALL.into_iter().zip(votes).max_by_key(|(suit, n)| (*n, std::cmp::Reverse(*suit)))?;
    (2 * most > votes.iter().sum()).then_some(suit)
}

/// From when on the rank is read inside the Boundary, away from its old place, until the readings of it
/// end. A card on its way out is read inside too, but not last.
fn settled_inside(
    rank: Rank,
    player: Player,
    place: Point<Table>,
    since: f64,
    observations: &[Observation],
    zones: &Zones,
) -> Option<f64> {
    let mut since_when = None;
    let mut readings = 0;
    for observation in observations.iter().filter(|o| o.t > since) {
        let Some(cards) = &observation.cards else { continue };
        for card in cards.iter().filter(|card| card.rank == Some(rank)) {
            let depth = zones.boundary_depth(player, card.centre);
            let own_side = depth > -OWN_SIDE_CM;
            if depth > 0.0 && card.centre.distance(place) > PLACE_CM {
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

/// The pile that first shows the rank after `since`, and from when: the card may have come from here.
fn came_to_a_pile(rank: Rank, since: f64, observations: &[Observation]) -> Option<(Pile, f64)> {
    Pile::BOTH.into_iter().find_map(|pile| {
        let shows = |o: &&Observation| {
            let top = o.piles.as_ref().and_then(|piles| piles[pile.index()].as_ref());
            top.is_some_and(|card| card.rank == Some(rank))
        };
        if observations.iter().filter(|o| o.t <= since).any(|o| shows(&o)) {
            return None;
        }
        let mut after = observations.iter().filter(|o| o.t > since).filter(shows);
        let first = after.next()?.t;
        (after.take(LEAST_READINGS - 1).count() == LEAST_READINGS - 1).then_some((pile, first))
    })
}

/// Whether a hand of the player was at the pile shortly before an instant.
fn brought_by(player: Player, pile: Pile, t: f64, paths: &[HandPath], zones: &Zones, scale: TimeScale) -> bool {
    let from = t - BROUGHT_SECS / scale.real_per_file;
    let target = middle(&zones.piles[pile.index()]);
    paths.iter().filter(|path| path.player == player).any(|path| {
        let first = path.points.partition_point(|point| point.t < from);
        path.points[first..]
            .iter()
            .take_while(|point| point.t <= t)
            .any(|point| pinch(&point.landmarks).distance(target) < HELD_CM)
    })
}

/// Whether a face-up card that may be this one is seen outside the Boundary where the hand is or, of that very rank, has
/// been since.
fn carried(
    rank: Rank,
    player: Player,
    track: u32,
    since: f64,
    observations: &[Observation],
    paths: &[HandPath],
    zones: &Zones,
) -> bool {
    let Some(path) = paths.iter().find(|path| path.track == track) else { return false };
    let from = path.points.partition_point(|point| point.t < since);
    let seen = observations.iter().filter(|o| o.t > since).filter(|observation| {
        let Some(cards) = &observation.cards else { return false };
        let until = path.points.partition_point(|point| point.t < observation.t + 1e-9);
        let (Some(way), now) = (path.points.get(from..until), until.checked_sub(1).map(|i| &path.points[i])) else {
            return false;
        };
        let near = |point: &PathPoint, card: &CardSeen| card.centre.distance(pinch(&point.landmarks)) < HELD_CM;
        let held = |card: &CardSeen| now.is_some_and(|now| observation.t - now.t < 0.02 && near(now, card));
        cards.iter().any(|card| {
            let may_be = match card.rank {
                None => held(card),
                Some(read) => read == rank && way.iter().any(|point| near(point, card)),
            };
            card.face == CardFace::Up
                && may_be
                && zones.boundary_depth(player, card.centre) < -OUTSIDE_CM
                && Pile::BOTH.into_iter().all(|pile| zones.pile_depth(pile, card.centre) < 0.0)
        })
    });
    seen.take(LEAST_READINGS).count() >= LEAST_READINGS
}

/// Where a hand holds a card: between the tips of thumb, index and middle finger.
pub fn pinch(landmarks: &[Point<Table>]) -> Point<Table> {
    let tips = [4, 8, 12];
    let (x, y) = tips.iter().fold((0.0, 0.0), |(x, y), &i| (x + landmarks[i].x, y + landmarks[i].y));
    Point::new(x / 3.0, y / 3.0)
}

/// The player's hand that was at the place and left it between two times.
fn taker(
    player: Player,
    place: Point<Table>,
    last_seen: f64,
    gone_by: f64,
    paths: &[HandPath],
    scale: TimeScale,
) -> Option<(HandSide, u32, Measured)> {
    let slack = 0.25 / scale.real_per_file;
    let mut best: Option<(f64, HandSide, u32, Measured)> = None;
    for path in paths.iter().filter(|path| path.player == player) {
        let Some((nearest, left)) = set_off(path, place, (last_seen - slack, gone_by), scale) else { continue };
        if best.as_ref().is_none_or(|(distance, ..)| nearest < *distance) {
            best = Some((nearest, path.hand, path.track, left));
        }
    }
    best.map(|(_, hand, track, at)| (hand, track, at))
}

/// How near the hand rested to the place, and when it set off from there: its last moment of rest within
/// reach in the span, if it was well away later. A lift starts upwards, which the table's plane hardly
/// shows, so the uncertainty is wide.
fn set_off(path: &HandPath, place: Point<Table>, (from, to): (f64, f64), scale: TimeScale) -> Option<(f64, Measured)> {
    let points = &path.points;
    let speeds = path.speeds();
    let slow = |i: usize| {
        let near = &speeds[i.saturating_sub(1).max(1).min(i)..=(i + 1).min(speeds.len() - 1)];
        near.iter().sum::<f64>() / near.len() as f64 / scale.real_per_file < RESTING_CM_S
    };
    let near = |i: usize| pinch(&points[i].landmarks).distance(place);
    let at = (0..points.len())
        .rev()
        .filter(|&i| points[i].t >= from && points[i].t <= to)
        .find(|&i| near(i) < REACH_CM && slow(i))?;
    let rest = pinch(&points[at].landmarks);
    let soon = to + SOON_SECS / scale.real_per_file;
    points[at..]
        .iter()
        .take_while(|point| point.t <= soon)
        .find(|point| pinch(&point.landmarks).distance(rest) > AWAY_CM)?;
    let sigma = (SET_OFF_SIGMA_SECS / scale.real_per_file).hypot(path.frame_interval());
    Some((near(at), Measured::normal(points[at].t, sigma)))
}

#[cfg(test)]
mod tests {
    use super::super::Cues;
    use super::super::path::paths;
    use super::*;
    use crate::facts::HandSeen;

    fn square(x0: f64, x1: f64, y0: f64, y1: f64) -> Vec<Point<Table>> {
        vec![Point::new(x0, y0), Point::new(x1, y0), Point::new(x1, y1), Point::new(x0, y1)]
    }

    fn zones() -> Zones {
        Zones {
            piles: [square(-10.0, 0.0, -6.0, 6.0), square(0.0, 10.0, -6.0, 6.0)],
            boundaries: [square(-15.0, 15.0, -35.0, -21.0), square(-15.0, 15.0, 21.0, 35.0)],
            draw_decks: [square(20.0, 35.0, -12.0, 0.0), square(-35.0, -20.0, 0.0, 12.0)],
        }
    }

    fn card(x: f64, y: f64, face: CardFace, rank: Option<Rank>) -> CardSeen {
        let quad = [Point::new(0.0, 0.0); 4];
        let ranks = Rank::ALL.map(|r| if Some(r) == rank { 0.95 } else { 0.0 });
        CardSeen {
            centre: Point::new(x, y),
            quad,
            angle: 1.57,
            face,
            rank,
            suit: None,
            ranks,
            suits: [0.0; 4],
            confidence: 0.95,
            covered: 0.0,
        }
    }

    /// A hand that rests at (0, -28) and sets off at 0.3 s; the card there shows a back from 0.45 s.
    fn scene(rank_after: Option<(f64, f64)>) -> Vec<Observation> {
        (0..72)
            .map(|i| {
                let t = f64::from(i) / 120.0;
                let way = (t - 0.3).max(0.0) * 60.0;
                let hand = HandSeen {
                    track: 1,
                    player: Player::One,
                    hand: HandSide::Left,
                    presence: 1.0,
                    image: vec![Point::new(0.0, 0.0); 21],
                    table: vec![Point::new(0.0, -28.0 + way); 21],
                    below: vec![Point::new(0.0, -28.0 + way); 21],
                    lean: (0.0, 0.0),
                    seen: true,
                    moved: None,
                    moved_spread: 0.0,
                    moved_shared: false,
                    moved_own: None,
                };
                let mut cards = vec![card(8.0, -28.0, CardFace::Up, Some(Rank::Nine))];
                if t < 0.28 {
                    cards.push(card(0.0, -28.0, CardFace::Up, Some(Rank::Queen)));
                } else if t > 0.45 {
                    cards.push(card(0.0, -28.0, CardFace::Down, None));
                    if -28.0 + way > -19.0 {
                        cards.push(card(0.0, -27.0 + way, CardFace::Up, Some(Rank::Queen)));
                    }
                    if let Some((x, y)) = rank_after {
                        cards.push(card(x, y, CardFace::Up, Some(Rank::Queen)));
                    }
                }
                Observation { index: i as u64, t, hands: vec![hand], cards: Some(cards), ..Observation::default() }
            })
            .collect()
    }

    #[test]
    fn a_taken_card_is_missed_and_its_taker_known() {
        let observations = scene(None);
        let gone = live_cards_gone(
            &observations,
            &paths(&observations, TimeScale::REAL, Cues::ALL),
            &zones(),
            TimeScale::REAL,
        );
        assert_eq!(gone.len(), 1);
        assert_eq!((gone[0].player, gone[0].rank), (Player::One, Rank::Queen));
        let (hand, _, at) = gone[0].taken.expect("the hand was there");
        assert_eq!(hand, HandSide::Left);
        assert!((at.t - 0.3).abs() < 0.04, "{at:?}");
    }

    #[test]
    fn a_rearranged_card_is_not_taken() {
        // Read again inside the Boundary, while the hand has not left it.
        let observations: Vec<_> = scene(Some((-8.0, -28.0))).into_iter().filter(|o| o.t < 0.5).collect();
        let mut near = observations.clone();
        for observation in &mut near {
            let way = (observation.t - 0.3).max(0.0) * 20.0;
            observation.hands[0].table = vec![Point::new(-way, -28.0); 21];
            observation.hands[0].below = vec![Point::new(-way, -28.0); 21];
        }
        assert!(
            live_cards_gone(&near, &paths(&near, TimeScale::REAL, Cues::ALL), &zones(), TimeScale::REAL).is_empty()
        );
    }
}
