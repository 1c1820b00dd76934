//! How many face-up cards lie in a player's Boundary: stretches in which there are more than a Foundation's four piles show.
//!
//! A reading may find one card twice, or take what a hand carries over the mat for a fifth: cards count whose middles are well apart
//! and inside the Boundary, and a stretch is told only when nearly all its readings agree that there are so many. One that another
//! live card was laid on lies there still, face up, and counts until it is seen elsewhere. Whether that is an offence is not asked
//! here.

use super::foundation::CardGone;
use super::lying::{CardPlace, LyingCard};
use super::zones::Zones;
use crate::base::{Measured, Player, Point, Table, TimeScale};
use crate::facts::{CardFace, CardSeen, Observation};

/// A Foundation shows so many cards.
const PILES: u32 = 4;
/// Middles nearer to each other than this belong to one card, centimetres: less than a card's width.
const APART_CM: f64 = 3.0;
/// A middle this deep inside the Boundary lies in it, centimetres.
const INSIDE_CM: f64 = 0.5;
/// A reading counts for a card when it is this sure that one lies there face up.
const LEAST_SURE: f32 = 0.6;
/// And when no more of it is under a hand, as what a hand holds is, unless it was first read there so long ago or is read there so long
/// in all, real seconds, and is no farther from there, centimetres: fingers may rest on a card that lies.
const MOST_COVERED: f32 = 0.3;
const LAIN_SECS: f64 = 0.6;
const LIES_SECS: f64 = 0.3;
const STILL_CM: f64 = 1.0;
/// Read in one place twice within this time, real seconds, it lay there in between, whatever hid it: nobody takes a card up and lays it
/// back so fast.
const BETWEEN_SECS: f64 = 0.25;
/// A stretch lasts at least this long, real seconds, and holds so many readings.
const SHORTEST_SECS: f64 = 0.3;
const FEWEST: usize = 8;
/// So many readings in a row that see no more than four end it.
const LAPSE: usize = 4;
/// This part of its readings see more than four.
const SHARE: f64 = 0.8;

/// A card lies on another when its middle is so near to where that lay, centimetres, and it came there so soon after it was read last,
/// in its place before and the other one, real seconds; both were read so often, and for [`LIES_SECS`] in all.
const ON_CM: f64 = 3.5;
const SOON_SECS: f64 = 2.0;
const READ: usize = 4;

/// A stretch with too many cards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LiveCount {
    /// In whose Boundary.
    pub player: Player,
    /// When it began.
    pub at: Measured,
    /// When it was seen last, file seconds.
    pub until: f64,
    /// How many, as most of its readings have it.
    pub count: u32,
    /// Share of its readings that see more than four.
    pub confidence: f64,
}

/// Stretches with more than four face-up cards, by player and time; `cards` are those that lay face up, `gone` the live cards that left.
pub fn live_counts(
    observations: &[Observation],
    cards: &[LyingCard],
    gone: &[CardGone],
    zones: &Zones,
    scale: TimeScale,
) -> Vec<LiveCount> {
    let lain = |seen: &CardSeen, t: f64| {
        cards.iter().any(|card| {
            let (from, to) = card.span();
            let itself = seen.rank.is_none_or(|rank| rank == card.rank) && card.centre.distance(seen.centre) < STILL_CM;
            let lies = (from..=to).contains(&t) && (to - from) * scale.real_per_file >= LIES_SECS;
            itself && (lies || (t - from) * scale.real_per_file >= LAIN_SECS)
        })
    };
    let of = |player| {
        let below = covered(player, cards, gone, zones, scale);
        let own: Vec<&LyingCard> = cards
            .iter()
            .filter(|card| card.readings.len() >= READ && card.place(zones) == Some(CardPlace::Foundation(player)))
            .collect();
        let between = |t: f64| {
            own.iter().filter(move |card| match card.around(t) {
                (Some(before), Some(next)) => (next - before) * scale.real_per_file <= BETWEEN_SECS,
                _ => false,
            })
        };
        let seen = |observation: &Observation| {
            count(observation, player, zones, lain, between(observation.t).map(|card| card.centre))
        };
        let readings = observations.iter().filter_map(|observation| Some((observation.t, seen(observation)?)));
        of_player(player, readings.collect(), &below, scale)
    };
    Player::BOTH.into_iter().flat_map(of).collect()
}

/// When live cards lay under other live cards of their player: from when to when, file seconds.
fn covered(player: Player, cards: &[LyingCard], gone: &[CardGone], zones: &Zones, scale: TimeScale) -> Vec<(f64, f64)> {
    let soon = SOON_SECS / scale.real_per_file;
    let lies = |card: &LyingCard| (card.span().1 - card.span().0) * scale.real_per_file >= LIES_SECS;
    let own: Vec<&LyingCard> = cards
        .iter()
        .filter(|card| {
            card.readings.len() >= READ && lies(card) && card.place(zones) == Some(CardPlace::Foundation(player))
        })
        .collect();
    let mut found = Vec::new();
    for lower in &own {
        let last = lower.span().1;
        let on_it = |card: &LyingCard| card.centre.distance(lower.centre) < ON_CM;
        let left = |gone: &CardGone| gone.player == player && gone.rank == Some(lower.rank) && gone.gone_by > last;
        if gone.iter().any(left) {
            continue;
        }
        // Only a card that lay elsewhere in the Foundation before: any other was turned up where the lower one had left. What is read
        // where it lay some time later is another card of its rank.
        let moved_here = |upper: &&&LyingCard| {
            let came = upper.span().0;
            let moved = |before: &&LyingCard| {
                let (then, next) = before.around(came);
                let gone = next.is_none_or(|next| next - came > SHORTEST_SECS / scale.real_per_file);
                let lately = then.is_some_and(|then| (came - soon..came).contains(&then));
                before.rank == upper.rank && !on_it(before) && lately && gone
            };
            // What shows of it beside the upper one is read now and then; readings so near to each other count once in `count`.
            let shows = upper.centre.distance(lower.centre) < APART_CM && lower.read_between(f64::MIN, came) >= READ;
            let since = if shows { lower.span().0 } else { last };
            upper.rank != lower.rank && on_it(upper) && (since..last + soon).contains(&came) && own.iter().any(moved)
        };
        let Some(upper) = own.iter().find(moved_here) else { continue };
        let (from, to) = upper.span();
        // Read once more, on a pile or anywhere, it does not lie there.
        let again = cards.iter().filter(|card| card.rank == lower.rank).filter_map(|card| {
            card.readings.iter().map(|reading| reading.t).find(|&t| t > last && card.span().0 > last)
        });
        let until = again.fold(to, f64::min);
        found.extend((from < until).then_some((from, until)));
    }
    found
}

/// How many cards lie face up in a Boundary as one reading has it; `lain` tells of a card and an instant whether it lies there, whatever is
/// over it, `between` are the middles of the player's cards that were read in one place shortly before and shortly after.
fn count(
    observation: &Observation,
    player: Player,
    zones: &Zones,
    lain: impl Fn(&CardSeen, f64) -> bool,
    between: impl Iterator<Item = Point<Table>>,
) -> Option<u32> {
    let mut middles: Vec<_> = Vec::new();
    for card in observation.cards.as_ref()? {
        let sure = card.face == CardFace::Up && card.confidence >= LEAST_SURE;
        if sure
            && (card.covered <= MOST_COVERED || lain(card, observation.t))
            && zones.boundary_depth(player, card.centre) > INSIDE_CM
            && middles.iter().all(|other| card.centre.distance(*other) > APART_CM)
        {
            middles.push(card.centre);
        }
    }
    for centre in between {
        let inside = zones.boundary_depth(player, centre) > INSIDE_CM;
        if inside && middles.iter().all(|other| centre.distance(*other) > APART_CM) {
            middles.push(centre);
        }
    }
    Some(middles.len() as u32)
}

fn of_player(
    player: Player,
    mut readings: Vec<(f64, u32)>,
    covered: &[(f64, f64)],
    scale: TimeScale,
) -> Vec<LiveCount> {
    for (t, seen) in &mut readings {
        *seen += covered.iter().filter(|(from, to)| (*from..=*to).contains(t)).count() as u32;
    }
    let mut found = Vec::new();
    let mut first = 0;
    while first < readings.len() {
        if readings[first].1 <= PILES {
            first += 1;
            continue;
        }
        let (mut last, mut lapse) = (first, 0);
        for (k, reading) in readings.iter().enumerate().skip(first + 1) {
            lapse = if reading.1 > PILES { 0 } else { lapse + 1 };
            if lapse >= LAPSE {
                break;
            }
            if reading.1 > PILES {
                last = k;
            }
        }
        found.extend(stretch(player, &readings, first, last, scale));
        first = last + 1;
    }
    found
}

fn stretch(player: Player, readings: &[(f64, u32)], first: usize, last: usize, scale: TimeScale) -> Option<LiveCount> {
    let inside = &readings[first..=last];
    let more: Vec<u32> = inside.iter().map(|reading| reading.1).filter(|&count| count > PILES).collect();
    let confidence = more.len() as f64 / inside.len() as f64;
    let lasted = (readings[last].0 - readings[first].0) * scale.real_per_file;
    if lasted < SHORTEST_SECS || inside.len() < FEWEST || confidence < SHARE {
        return None;
    }
    let count = (PILES + 1..=more.iter().copied().max()?)
        .max_by_key(|&n| (more.iter().filter(|&&count| count == n).count(), std::cmp::Reverse(n)))?;
    let (lo, hi) = (first.checked_sub(1).map_or(readings[first].0, |before| readings[before].0), readings[first].0);
    let at = Measured { t: (lo + hi) / 2.0, lo, hi, ..Measured::default() };
    Some(LiveCount { player, at, until: readings[last].0, count, confidence })
}

#[cfg(test)]
mod tests {
    use super::super::lying::lying_cards;
    use super::*;
    use crate::base::Rank;

    fn zones() -> Zones {
        let zone = |y: f64| {
            [(-20.0, y - 15.0), (20.0, y - 15.0), (20.0, y + 15.0), (-20.0, y + 15.0)]
                .map(|(x, y)| Point::new(x, y))
                .to_vec()
        };
        Zones {
            piles: [Vec::new(), Vec::new()],
            boundaries: [zone(-30.0), zone(30.0)],
            draw_decks: [Vec::new(), Vec::new()],
        }
    }

    fn card(x: f64, y: f64, covered: f32) -> CardSeen {
        CardSeen {
            centre: Point::new(x, y),
            quad: [Point::new(0.0, 0.0); 4],
            angle: 0.0,
            face: CardFace::Up,
            rank: None,
            suit: None,
            ranks: [0.0; Rank::ALL.len()],
            suits: [0.0; 4],
            one_sign: None,
            confidence: 0.9,
            covered,
        }
    }

    /// Thirty readings a second for two seconds; `fifth` says what lies there besides four cards.
    fn counts(fifth: impl Fn(usize) -> Option<CardSeen>) -> Vec<LiveCount> {
        let observations: Vec<Observation> = (0..60)
            .map(|i| {
                let mut cards: Vec<CardSeen> = (0..4).map(|k| card(-15.0 + 8.0 * f64::from(k), -30.0, 0.0)).collect();
                cards.extend(fifth(i));
                Observation { t: i as f64 / 30.0, cards: Some(cards), ..Observation::default() }
            })
            .collect();
        live_counts(&observations, &[], &[], &zones(), TimeScale::REAL)
    }

    #[test]
    fn a_live_card_that_another_was_laid_on_counts_until_it_is_read_elsewhere() {
        // Two seconds of readings: the seven is laid on the queen after half a second, another card is turned up in its place half a
        // second later.
        let counts = |turned_up: Rank, laid_on: f64, queen_later: bool, edge_shows: bool| {
            let observations: Vec<Observation> = (0..60)
                .map(|i| {
                    let known = |x: f64, y: f64, rank: Rank| CardSeen { rank: Some(rank), ..card(x, y, 0.0) };
                    let mut cards = vec![known(9.0, -30.0, Rank::Two), known(17.0, -30.0, Rank::Nine)];
                    if i < 15 {
                        cards.extend([known(-7.0, -30.0, Rank::Seven), known(1.0, -30.0, Rank::Queen)]);
                    } else {
                        cards.push(known(1.0 + laid_on, -28.0, Rank::Seven));
                        cards.extend((i >= 30).then(|| known(-7.0, -30.0, turned_up)));
                        cards.extend((queen_later && i >= 20).then(|| known(1.0, 0.0, Rank::Queen)));
                        cards.extend((edge_shows && i % 5 == 0).then(|| known(1.0, -30.0, Rank::Queen)));
                    }
                    Observation { t: f64::from(i) / 30.0, cards: Some(cards), ..Observation::default() }
                })
                .collect();
            live_counts(&observations, &lying_cards(&observations), &[], &zones(), TimeScale::REAL)
        };
        for (turned_up, edge_shows) in [(Rank::Four, false), (Rank::Seven, false), (Rank::Four, true)] {
            let found = counts(turned_up, 0.0, false, edge_shows);
            assert_eq!(found.iter().map(|count| (count.player, count.count)).collect::<Vec<_>>(), [(Player::One, 5)]);
            assert!((found[0].at.t - 1.0).abs() < 0.04, "{found:?}");
        }
        assert_eq!(counts(Rank::Four, 0.0, true, false), []);
        assert_eq!(counts(Rank::Four, -4.0, false, false), []);
    }

    #[test]
    fn a_fifth_card_is_counted_while_it_lies_there() {
        let found = counts(|i| (20..50).contains(&i).then(|| card(15.0, -25.0, 0.0)));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].player, found[0].count), (Player::One, 5));
        assert!((found[0].at.t - 0.65).abs() < 0.02 && (found[0].until - 49.0 / 30.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn what_is_read_in_one_place_before_and_after_lay_there_in_between() {
        // Two seconds: a fifth card lies there from 0.7 s on, and again and again an arm hides two of the others for so many looks.
        let counts = |hidden: i32| {
            let observations: Vec<Observation> = (0..60)
                .map(|i| {
                    let ranks = [Rank::Two, Rank::Nine, Rank::Queen, Rank::Five];
                    let known = |x: f64, y: f64, rank| CardSeen { rank: Some(rank), ..card(x, y, 0.0) };
                    let four =
                        ranks.into_iter().enumerate().map(|(k, rank)| (k, known(8.0 * k as f64 - 15.0, -30.0, rank)));
                    let seen = four.filter(|(k, _)| *k < 2 || i % (hidden + 6) >= hidden).map(|(_, card)| card);
                    let mut cards: Vec<CardSeen> = seen.collect();
                    cards.extend((i >= 21).then(|| known(15.0, -22.0, Rank::Six)));
                    Observation { t: f64::from(i) / 30.0, cards: Some(cards), ..Observation::default() }
                })
                .collect();
            live_counts(&observations, &lying_cards(&observations), &[], &zones(), TimeScale::REAL).len()
        };
        assert_eq!(counts(5), 1);
        assert_eq!(counts(12), 0, "long enough to take them away and bring them back");
    }

    #[test]
    fn fingers_may_rest_on_one_that_has_lain_there() {
        // Two seconds: the last of four cards is half under fingers all the time, the fifth is turned up after 0.7 s.
        let counts = |drifts: f64| {
            let observations: Vec<Observation> = (0..60)
                .map(|i| {
                    let known = |x: f64, rank, covered| CardSeen { rank: Some(rank), ..card(x, -30.0, covered) };
                    let mut cards: Vec<CardSeen> = [Rank::Two, Rank::Nine, Rank::Queen]
                        .into_iter()
                        .zip([-15.0, -7.0, 1.0])
                        .map(|(rank, x)| known(x, rank, 0.0))
                        .collect();
                    cards.push(known(9.0 + drifts * f64::from(i), Rank::Five, 0.4));
                    cards.extend(
                        (i >= 21)
                            .then(|| known(-15.0, Rank::Six, 0.0))
                            .map(|six| CardSeen { centre: Point::new(-15.0, -22.0), ..six }),
                    );
                    Observation { t: f64::from(i) / 30.0, cards: Some(cards), ..Observation::default() }
                })
                .collect();
            let cards = lying_cards(&observations);
            live_counts(&observations, &cards, &[], &zones(), TimeScale::REAL)
        };
        let found = counts(0.0);
        assert!(found.len() == 1 && (found[0].at.t - 0.7).abs() < 0.05, "{found:?}");
        // One that a hand carries along does not lie.
        assert_eq!(counts(0.3), []);
    }

    #[test]
    fn nor_does_one_that_is_turned_up_under_fingers_wait_for_them_to_go() {
        // Two seconds of readings: a fifth card is laid after 1.5 s, its hand rests on it; or it is carried through in that time.
        let counts = |drifts: f64| {
            let fifth = |i: usize| CardSeen {
                rank: Some(Rank::Six),
                centre: Point::new(15.0 - drifts * (i as f64 - 45.0), -25.0),
                ..card(0.0, 0.0, 0.5)
            };
            let observations: Vec<Observation> = (0..60)
                .map(|i| {
                    let mut cards: Vec<CardSeen> =
                        (0..4).map(|k| card(-15.0 + 8.0 * f64::from(k), -30.0, 0.0)).collect();
                    cards.extend((i >= 45).then(|| fifth(i)));
                    Observation { t: i as f64 / 30.0, cards: Some(cards), ..Observation::default() }
                })
                .collect();
            live_counts(&observations, &lying_cards(&observations), &[], &zones(), TimeScale::REAL)
        };
        let found = counts(0.0);
        assert!(found.len() == 1 && (found[0].at.t - 1.5).abs() < 0.04, "{found:?}");
        assert_eq!(counts(0.9), []);
    }

    #[test]
    fn a_card_found_twice_carried_outside_or_seen_now_and_then_is_none() {
        assert_eq!(counts(|_| Some(card(-14.0, -29.0, 0.0))), []);
        assert_eq!(counts(|_| Some(card(15.0, -25.0, 0.7))), []);
        assert_eq!(counts(|_| Some(card(15.0, -5.0, 0.0))), []);
        assert_eq!(counts(|i| (i % 2 == 0).then(|| card(15.0, -25.0, 0.0))), []);
        assert_eq!(counts(|i| (20..24).contains(&i).then(|| card(15.0, -25.0, 0.0))), []);
    }
}
