//! Cards that a hand keeps out of sight: a card that lay there before, is not read under the hand, and lies there still when the
//! hand goes.
//!
//! In come the cards that lie face up and what was seen of hands, out come stretches. A forearm that passes over cards, fingers at a
//! card's edge and a card that can be read all the same hide nothing here, and a hand after which another card lies there, or none,
//! played, turned up or took it. Whether it was for long, and what else the hand did there, is not asked.

use super::lying::{CardPlace, LyingCard, looks};
use super::zones::Zones;
use crate::base::{HandSide, Measured, Player, Point, Rank, Table, TimeScale, hand_covers};
use crate::facts::{HandSeen, Observation};

/// A hand that covers this part of a card hides it; hands at rest beside simulated Foundations covered up to 0.4 of one.
const COVERED: f64 = 0.55;
/// Looks in a row in which it covers less end the stretch.
const LAPSE: usize = 4;
/// This part of the looks in the stretch must not read the card: a card that is read well under fingers is not hidden.
const LEAST_HIDDEN: f64 = 0.8;
/// A shorter stretch is none, real seconds.
const SHORTEST_SECS: f64 = 0.4;
/// The card was read so often, and last no longer than this before the hand came, real seconds.
const FEWEST: usize = 4;
const LATELY_SECS: f64 = 0.5;
/// What lies there afterwards is read within this, real seconds: the hand's forearm may still be over it.
const AFTER_SECS: f64 = 1.5;
/// A card this near to where it lay is in its place, centimetres.
const PLACE_CM: f64 = 3.0;
/// A card that a hand takes out is read this near to its place, centimetres.
const TAKEN_CM: f64 = 15.0;
/// A reading that no second one follows is none.
const READ_AGAIN: usize = 2;
/// A hand that moves less than this from look to look rests, and one that rests in places so far apart over the card handles it: it
/// lifts it and puts it back, or turns it. Centimetres.
const RESTS_CM: f64 = 0.2;
const HANDLES_CM: f64 = 2.0;
/// A hand whose landmarks are all farther than this from a card's middle covers none of it, centimetres.
const REACH_CM: f64 = 9.0;

/// A card that a hand kept out of sight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeptHidden {
    /// Its rank.
    pub rank: Rank,
    /// Where it lay.
    pub place: CardPlace,
    /// Whose hand.
    pub player: Player,
    /// Which hand.
    pub hand: HandSide,
    /// From when the hand covered it.
    pub at: Measured,
    /// Until when, file seconds.
    pub until: f64,
    /// Part of that time for which it could not be read.
    pub hidden: f64,
    /// Part of the card that the hand covered, on average.
    pub covered: f64,
}

/// Cards that hands kept out of sight, by time.
pub fn kept_hidden(
    observations: &[Observation],
    cards: &[LyingCard],
    zones: &Zones,
    scale: TimeScale,
) -> Vec<KeptHidden> {
    let mut tracks: Vec<u32> = observations.iter().flat_map(|o| o.hands.iter().map(|hand| hand.track)).collect();
    tracks.sort_unstable();
    tracks.dedup();
    let looked: Vec<&Observation> = observations.iter().filter(|observation| observation.cards.is_some()).collect();
    let times = looks(observations);
    let mut found = Vec::new();
    for card in cards.iter().filter(|card| card.readings.len() >= FEWEST) {
        let Some(place) = card.place(zones) else { continue };
        for &track in &tracks {
            for (first, last, covered) in stretches(card, track, &looked) {
                let hand = looked[first].hands.iter().find(|hand| hand.track == track);
                let Some((player, hand)) = hand.map(|hand| (hand.player, hand.hand)) else { continue };
                let (from, until) = (times[first], times[last]);
                let all = last - first + 1;
                let hidden = 1.0 - card.read_between(from, until).min(all) as f64 / all as f64;
                let long = (until - from) * scale.real_per_file >= SHORTEST_SECS;
                if long
                    && hidden >= LEAST_HIDDEN
                    && !handles(track, &looked[first..=last])
                    && lay_there(card, from, scale)
                    && !goes_elsewhere(card, cards, (from, until))
                    && lies_again(card, cards, until, &times, scale)
                {
                    let before = first.checked_sub(1).map_or(from, |before| times[before]);
                    let at = Measured { t: from, lo: before, hi: from, ..Measured::default() };
                    let rank = card.rank;
                    found.push(KeptHidden { rank, place, player, hand, at, until, hidden, covered });
                }
            }
        }
    }
    found.sort_by(|a, b| a.at.t.total_cmp(&b.at.t).then(a.player.cmp(&b.player)).then(a.rank.cmp(&b.rank)));
    found
}

/// Stretches of looks in which the hand of that track covers the card: first, last, and how much of it on average.
fn stretches(card: &LyingCard, track: u32, looked: &[&Observation]) -> Vec<(usize, usize, f64)> {
    let mut found: Vec<(usize, usize, f64, usize)> = Vec::new();
    for (k, observation) in looked.iter().enumerate() {
        let Some(hand) = observation.hands.iter().find(|hand| hand.track == track) else { continue };
        let share = share(card, hand);
        if share < COVERED {
            continue;
        }
        match found.last_mut() {
            Some((_, last, sum, count)) if k - *last <= LAPSE => (*last, *sum, *count) = (k, *sum + share, *count + 1),
            _ => found.push((k, k, share, 1)),
        }
    }
    found.into_iter().map(|(first, last, sum, count)| (first, last, sum / count as f64)).collect()
}

fn share(card: &LyingCard, hand: &HandSeen) -> f64 {
    if hand.table.iter().all(|point| point.distance(card.centre) > REACH_CM) {
        return 0.0;
    }
    let (mut hidden, mut all) = (0, 0);
    for point in card.points() {
        all += 1;
        hidden += usize::from(hand_covers(&hand.table, point));
    }
    hidden as f64 / f64::from(all.max(1))
}

/// Whether a hand rests in several places in those looks: it has the card in its fingers.
fn handles(track: u32, looked: &[&Observation]) -> bool {
    let middle = |observation: &&Observation| {
        let hand = observation.hands.iter().find(|hand| hand.track == track)?;
        let n = hand.table.len().max(1) as f64;
        let (x, y) = hand.table.iter().fold((0.0, 0.0), |(x, y), point| (x + point.x / n, y + point.y / n));
        Some(Point::<Table>::new(x, y))
    };
    let middles: Vec<Point<Table>> = looked.iter().filter_map(middle).collect();
    let rests: Vec<Point<Table>> =
        middles.windows(2).filter(|pair| pair[0].distance(pair[1]) < RESTS_CM).map(|pair| pair[1]).collect();
    rests.iter().any(|rest| rest.distance(rests[0]) > HANDLES_CM)
}

/// Whether the card was read where it lay shortly before.
fn lay_there(card: &LyingCard, from: f64, scale: TimeScale) -> bool {
    card.read_between(from - LATELY_SECS / scale.real_per_file, from) >= READ_AGAIN
}

/// Whether the card is read beside its place in the stretch and only then: the hand took it out and brought it back.
fn goes_elsewhere(card: &LyingCard, cards: &[LyingCard], (from, until): (f64, f64)) -> bool {
    cards.iter().any(|other| {
        let (began, ended) = other.span();
        let beside = (PLACE_CM..TAKEN_CM).contains(&other.centre.distance(card.centre));
        let meanwhile = began >= from && ended <= until && other.readings.len() >= READ_AGAIN;
        other.rank == card.rank && beside && meanwhile
    })
}

/// Whether the same card lies there when the hand has gone, or nothing more is seen of the place.
fn lies_again(card: &LyingCard, cards: &[LyingCard], until: f64, looks: &[f64], scale: TimeScale) -> bool {
    let soon = until + AFTER_SECS / scale.real_per_file;
    let next = |of: &LyingCard| {
        let first = of.readings.partition_point(|reading| reading.t <= until + 1e-9);
        of.readings.get(first + READ_AGAIN - 1).map(|_| of.readings[first].t).filter(|t| *t <= soon)
    };
    let again = next(card);
    let other = cards
        .iter()
        .filter(|other| other.rank != card.rank && other.centre.distance(card.centre) < PLACE_CM)
        .filter_map(next)
        .min_by(f64::total_cmp);
    let seen_no_more = looks.iter().filter(|&&t| t > until).count() < LAPSE;
    match (again, other) {
        (Some(again), Some(other)) => again <= other,
        (Some(_), None) => true,
        (None, other) => other.is_none() && seen_no_more,
    }
}

#[cfg(test)]
mod tests {
    use super::super::lying::lying_cards;
    use super::super::lying::tests::card;
    use super::*;
    use crate::base::Pile;

    fn square(x: f64, y: f64, half: f64) -> Vec<Point<Table>> {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(a, b)| Point::new(x + half * a, y + half * b))
            .to_vec()
    }

    fn zones() -> Zones {
        Zones {
            piles: [square(-7.0, 0.0, 6.0), square(7.0, 0.0, 6.0)],
            boundaries: [square(0.0, -30.0, 12.0), square(0.0, 30.0, 12.0)],
            draw_decks: [Vec::new(), Vec::new()],
        }
    }

    /// A flat hand of Player 1 whose middle knuckle is over a place: four fingers of eight centimetres, two centimetres apart.
    fn hand(x: f64, y: f64) -> HandSeen {
        let finger = |k: usize, along: f64| Point::new(x + 2.0 * (k as f64 - 1.5), y + along);
        let mut table = vec![Point::new(x, y - 8.0)];
        table.extend((0..4).map(|_| Point::new(x - 4.0, y - 5.0)));
        table.extend((0..4).flat_map(|k| [-2.0, 1.0, 3.0, 5.0].map(|along| finger(k, along))));
        HandSeen {
            track: 3,
            hand: HandSide::Right,
            below: table.clone(),
            table,
            ..HandSeen::lying(Point::new(0.0, 0.0))
        }
    }

    /// Three seconds, thirty looks each: a nine on the left pile, a hand over `at` from the first to the second second, and what is
    /// read on the pile then and after.
    fn found(at: (f64, f64), under: Option<Rank>, after: Option<Rank>) -> Vec<KeptHidden> {
        let observations: Vec<Observation> = (0..90)
            .map(|i| {
                let there = (30..60).contains(&i);
                let rank = if i < 30 {
                    Some(Rank::Nine)
                } else if there {
                    under
                } else {
                    after
                };
                Observation {
                    t: f64::from(i) / 30.0,
                    hands: vec![if there { hand(at.0, at.1) } else { hand(-7.0, -40.0) }],
                    cards: Some(rank.map(|rank| card(-7.0, 0.0, rank, [0.0; 4])).into_iter().collect()),
                    ..Observation::default()
                }
            })
            .collect();
        kept_hidden(&observations, &lying_cards(&observations), &zones(), TimeScale::REAL)
    }

    #[test]
    fn a_top_under_a_hand_is_told_for_as_long_as_it_is_there() {
        let found = found((-7.0, 0.0), None, Some(Rank::Nine));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].place, found[0].player), (CardPlace::Pile(Pile::Left), Player::One));
        assert!((found[0].at.t - 1.0).abs() < 1e-9 && (found[0].until - 59.0 / 30.0).abs() < 1e-9, "{found:?}");
        assert!(found[0].hidden > 0.99 && found[0].covered > 0.6, "{found:?}");
    }

    #[test]
    fn a_card_beside_or_read_through_the_fingers_or_changed_or_taken_is_not() {
        assert_eq!(found((-14.0, 0.0), None, Some(Rank::Nine)), []);
        assert_eq!(found((-7.0, 0.0), Some(Rank::Nine), Some(Rank::Nine)), []);
        assert_eq!(found((-7.0, 0.0), None, Some(Rank::Ten)), []);
        assert_eq!(found((-7.0, 0.0), None, None), []);
    }

    #[test]
    fn a_card_that_the_hand_lifts_and_puts_back_over_its_place_is_not() {
        let hidden = |away_cm: f64| {
            let observations: Vec<Observation> = (0..90)
                .map(|i| {
                    let there = (30..60).contains(&i);
                    let away = if (40..50).contains(&i) { away_cm } else { 0.0 };
                    let read = (!there).then(|| card(-7.0, 0.0, Rank::Nine, [0.0; 4]));
                    Observation {
                        t: f64::from(i) / 30.0,
                        hands: vec![if there { hand(-7.0 + away, 0.0) } else { hand(-7.0, -40.0) }],
                        cards: Some(read.into_iter().collect()),
                        ..Observation::default()
                    }
                })
                .collect();
            kept_hidden(&observations, &lying_cards(&observations), &zones(), TimeScale::REAL).len()
        };
        assert_eq!((hidden(0.5), hidden(2.2)), (1, 0));
    }

    #[test]
    fn a_card_that_is_read_beside_its_place_meanwhile_is_not() {
        let hidden = |beside: bool| {
            let observations: Vec<Observation> = (0..90)
                .map(|i| {
                    let there = (30..60).contains(&i);
                    let place = if there { (40..50).contains(&i).then_some(6.5) } else { Some(0.0) };
                    let read = place.filter(|_| !there || beside).map(|y| card(-7.0, y, Rank::Nine, [0.0; 4]));
                    Observation {
                        t: f64::from(i) / 30.0,
                        hands: vec![if there { hand(-7.0, 0.0) } else { hand(-7.0, -40.0) }],
                        cards: Some(read.into_iter().collect()),
                        ..Observation::default()
                    }
                })
                .collect();
            kept_hidden(&observations, &lying_cards(&observations), &zones(), TimeScale::REAL).len()
        };
        assert_eq!((hidden(false), hidden(true)), (1, 0));
    }
}
