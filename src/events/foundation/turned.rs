//! Foundation cards that are turned up.
//!
//! A place that shows a back and then a rank, or another rank once its live card has gone, has had its next card turned up.
//! A hand of its player that was there in between covers the card meanwhile: when the card came to lie face up is known no better
//! than from the hand's stay, and where no hand was seen, from the last reading before it and its own first.

use super::super::path::HandPath;
use super::super::zones::Zones;
use super::places::{BACK, NOTHING, Place, Span, places};
use super::taking::{REACH_CM, pinch};
use super::{CLEARLY_GONE, CardGone, SHORTEST_SECS};
use crate::base::{HandSide, Measured, Player, Rank, TimeScale};
use crate::facts::Observation;

/// A card that lay face up in the Foundation so short before lies there again: it was moved or came back, real seconds.
const KNOWN_SECS: f64 = 4.0;
/// A hand takes so long to turn a card up and to leave it, real seconds. Set on five rendered scenes.
const TURNING_SECS: f64 = 0.35;
/// What lay in a place is not known for so long at most when no hand is seen there, real seconds.
const UNSEEN_SECS: f64 = 1.5;

/// A card that was turned up.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnedUp {
    /// Whose, and with which hand.
    pub player: Player,
    /// The hand that was there, if one was seen.
    pub hand: Option<HandSide>,
    /// The card.
    pub rank: Rank,
    /// When it lay face up: the most probable instant between the first and the last possible, file seconds.
    pub at: Measured,
    /// How sure: the weaker of the readings before and after.
    pub confidence: f64,
}

/// Cards turned up, by time. `gone` are the live cards that left their places.
pub fn cards_turned_up(
    observations: &[Observation],
    paths: &[HandPath],
    gone: &[CardGone],
    zones: &Zones,
    scale: TimeScale,
) -> Vec<TurnedUp> {
    let mut turned = Vec::new();
    for player in Player::BOTH {
        let own: Vec<&HandPath> = paths.iter().filter(|path| path.player == player).collect();
        let places = places(observations, player, zones);
        let all: Vec<Vec<Span>> = places.iter().map(|place| place.spans(observations, player, zones)).collect();
        for (place, spans) in places.iter().zip(&all) {
            for (i, after) in spans.iter().enumerate() {
                // A back that is hard to make out is read as nothing: what lay there last before counts.
                let Some(before) = spans[..i].iter().rev().find(|span| span.state != NOTHING) else { continue };
                let lies = (after.to - after.from) * scale.real_per_file >= SHORTEST_SECS;
                let Some(&rank) = Rank::ALL.get(after.state).filter(|_| lies) else { continue };
                // One that lay face up before was put there, not turned up.
                let since = after.from - KNOWN_SECS / scale.real_per_file;
                let earlier = |span: &Span| span.state == after.state && (since..after.from).contains(&span.to);
                if all.iter().flatten().any(earlier) {
                    continue;
                }
                let taken = |card: &&CardGone| {
                    let here = card.player == player && card.place == place.centre && card.last_seen == before.to;
                    here && card.returned.is_none()
                };
                let taken = gone.iter().find(taken);
                let stay = match taken.and_then(|card| card.taken) {
                    _ if before.state == BACK => stay(place, (before.to, after.from), true, &own, scale),
                    Some((.., at)) => stay(place, (at.t, after.from), false, &own, scale),
                    None => None,
                };
                // A hand that nobody saw turned it up between what was last read here and its own first reading; not one that was
                // elsewhere all the while.
                let unseen = || {
                    let last = spans[i - 1];
                    let elsewhere = own.iter().filter(|path| seen_all_along(path, (last.to, after.from))).count() >= 2;
                    let sure = [last, *after].iter().all(|span| span.readings >= CLEARLY_GONE);
                    let short = (after.from - last.to) * scale.real_per_file <= UNSEEN_SECS;
                    let (t, lo, hi) = (f64::midpoint(last.to, after.from), last.to, after.from);
                    let off = before.state == BACK || taken.is_some();
                    (off && sure && short && !elsewhere).then_some(Measured { t, lo, hi, ..Measured::default() })
                };
                let stay = stay.map(|(hand, at)| (Some(hand), at)).or_else(|| Some((None, unseen()?)));
                let confidence = before.confidence.min(after.confidence);
                turned.extend(stay.map(|(hand, at)| TurnedUp { player, hand, rank, at, confidence }));
            }
        }
    }
    turned.sort_by(|a, b| a.at.t.total_cmp(&b.at.t).then(a.player.cmp(&b.player)).then(a.rank.cmp(&b.rank)));
    turned
}

/// The hand that was at a place last between two instants, and when it turned a card up there: within its stay, and near its end.
/// One that had come before counts only if it may have.
fn stay(
    place: &Place,
    (from, to): (f64, f64),
    may_have_come: bool,
    own: &[&HandPath],
    scale: TimeScale,
) -> Option<(HandSide, Measured)> {
    let mut best: Option<(f64, HandSide, Measured)> = None;
    for path in own {
        let first = path.points.partition_point(|point| point.t <= from);
        let end = path.points.partition_point(|point| point.t <= to);
        let near = |i: usize| pinch(&path.points[i].landmarks).distance(place.centre);
        let there = |i: &usize| near(*i) < REACH_CM;
        let Some(ended) = (first..end).rev().find(there) else { continue };
        let stay: Vec<usize> = (0..=ended).rev().take_while(there).collect();
        let Some(began) = stay.last().filter(|&&began| may_have_come || began >= first) else { continue };
        let began = first.max(*began);
        let nearest = stay.iter().map(|&i| near(i)).fold(f64::INFINITY, f64::min);
        if best.as_ref().is_none_or(|(distance, ..)| nearest < *distance) {
            let (t, u) = (path.points[began].t, path.points[ended].t);
            // A hand may rest there for long before it turns the card up, and seldom after.
            let turning = (u - t).min(TURNING_SECS / scale.real_per_file);
            let at = Measured { t: u - 0.5 * turning, lo: t, hi: u + path.frame_interval(), ..Measured::default() };
            best = Some((nearest, path.hand, at));
        }
    }
    best.map(|(_, hand, at)| (hand, at))
}

/// Whether a hand was followed from one instant to another.
fn seen_all_along(path: &HandPath, (from, to): (f64, f64)) -> bool {
    path.points.first().is_some_and(|point| point.t <= from) && path.points.last().is_some_and(|point| point.t >= to)
}

#[cfg(test)]
mod tests {
    use super::super::super::Cues;
    use super::super::super::path::paths;
    use super::*;
    use crate::base::{Point, Table};
    use crate::facts::{CardFace, CardSeen, HandSeen};

    fn zones() -> Zones {
        let zone = |x: f64, y0: f64, y1: f64| {
            [(-x, y0), (x, y0), (x, y1), (-x, y1)].map(|(x, y)| Point::<Table>::new(x, y)).to_vec()
        };
        Zones {
            piles: [zone(6.0, -6.0, 6.0), zone(6.0, -6.0, 6.0)],
            boundaries: [zone(15.0, -35.0, -21.0), zone(15.0, 21.0, 35.0)],
            draw_decks: [Vec::new(), Vec::new()],
        }
    }

    fn card(rank: Option<Rank>) -> CardSeen {
        CardSeen {
            centre: Point::new(5.0, -28.0),
            quad: [Point::new(0.0, 0.0); 4],
            angle: 1.57,
            face: if rank.is_some() { CardFace::Up } else { CardFace::Down },
            rank,
            suit: None,
            ranks: Rank::ALL.map(|r| if Some(r) == rank { 0.95 } else { 0.0 }),
            suits: [0.0; 4],
            one_sign: None,
            confidence: 0.95,
            covered: 0.0,
        }
    }

    /// What lies at the place at an instant, and where the hand is; the card under the hand is not read.
    fn told(shows: impl Fn(f64) -> Option<Rank>, x: impl Fn(f64) -> f64) -> Vec<TurnedUp> {
        told_of(|t| Some(shows(t)), x, &[])
    }

    /// The same when a card there may not be made out (`None`), and `gone` are the cards that were taken.
    fn told_of(
        shows: impl Fn(f64) -> Option<Option<Rank>>,
        x: impl Fn(f64) -> f64,
        gone: &[CardGone],
    ) -> Vec<TurnedUp> {
        let observations: Vec<Observation> = (0..180)
            .map(|i| {
                let t = f64::from(i) / 120.0;
                let mut hand = HandSeen { hand: HandSide::Right, ..HandSeen::lying(Point::new(x(t), -28.0)) };
                // The forearm comes from the player's side.
                (hand.table[0], hand.table[9]) = (Point::new(x(t), -45.0), Point::new(x(t), -38.0));
                let cards =
                    if (x(t) - 5.0).abs() < 5.0 { Vec::new() } else { shows(t).map(card).into_iter().collect() };
                // Where the hand is so far away, the other is too.
                let other = HandSeen { track: 2, ..HandSeen::lying(Point::new(-60.0, -45.0)) };
                let hands = if x(t) > 50.0 { vec![hand, other] } else { vec![hand] };
                Observation { index: i as u64, t, hands, cards: Some(cards), ..Observation::default() }
            })
            .collect();
        let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
        cards_turned_up(&observations, &paths, gone, &zones(), TimeScale::REAL)
    }

    /// At the place from 0.5 to 0.8 s, well away before and after.
    fn comes(t: f64) -> f64 {
        5.0 + 12.0 * ((0.5 - t) / 0.1).clamp(0.0, 1.0) + 12.0 * ((t - 0.8) / 0.1).clamp(0.0, 1.0)
    }

    #[test]
    fn a_back_that_shows_a_rank_after_a_hand_was_there_was_turned_up() {
        let found = told(|t| (t > 0.65).then_some(Rank::Nine), comes);
        let [one] = &found[..] else { panic!("{found:?}") };
        assert_eq!((one.player, one.hand, one.rank), (Player::One, Some(HandSide::Right), Rank::Nine));
        assert!((one.at.t - 0.65).abs() < 0.03 && one.at.lo < 0.55 && one.at.hi > 0.75, "{one:?}");
        // It had rested there for long.
        let early = |t: f64| 5.0 + 12.0 * ((0.2 - t) / 0.1).clamp(0.0, 1.0) + 12.0 * ((t - 1.2) / 0.1).clamp(0.0, 1.0);
        let found = told(|t| (t > 1.0).then_some(Rank::Nine), early);
        let [one] = &found[..] else { panic!("{found:?}") };
        assert!((one.at.t - 1.08).abs() < 0.05 && one.at.lo < 0.2 && one.at.hi > 1.2, "{one:?}");
    }

    #[test]
    fn nothing_is_turned_up_where_the_card_lay_before() {
        let again = told(|t| (!(0.2..0.65).contains(&t)).then_some(Rank::Nine), comes);
        assert!(again.is_empty(), "{again:?}");
    }

    /// A queen was taken from the place by a hand that is seen, or by one that is not.
    fn taken(seen: bool) -> CardGone {
        CardGone {
            player: Player::One,
            rank: Some(Rank::Queen),
            suit: None,
            place: Point::new(5.0, -28.0),
            last_seen: 0.1,
            gone_by: 0.1 + 1.0 / 120.0,
            taken: seen.then(|| (HandSide::Right, 0, Measured::normal(0.1, 0.01))),
            returned: None,
            read_since: true,
            confidence: 0.95,
        }
    }

    #[test]
    fn a_card_that_is_turned_up_where_its_back_was_not_made_out_lay_beneath_the_one_that_was_taken() {
        let shows = |t: f64| match t {
            t if t <= 0.1 => Some(Some(Rank::Queen)),
            t if t <= 0.65 => None,
            _ => Some(Some(Rank::Nine)),
        };
        let with = |x: fn(f64) -> f64, gone: &[CardGone]| told_of(shows, x, gone);
        let found = with(comes, &[taken(true)]);
        assert!(
            matches!(&found[..], [one] if one.hand == Some(HandSide::Right) && (one.at.t - 0.65).abs() < 0.03),
            "{found:?}"
        );
        // No hand was seen, neither then nor when the queen went.
        let found = with(|_| 40.0, &[taken(false)]);
        assert!(matches!(&found[..], [one] if one.hand.is_none() && (one.at.t - 0.65).abs() < 0.03), "{found:?}");
        // The queen was misread all along.
        assert!(with(|_| 40.0, &[]).is_empty());
    }

    #[test]
    fn a_back_that_shows_a_rank_was_turned_up_by_a_hand_that_nobody_saw() {
        let found = told(|t| (t > 0.65).then_some(Rank::Nine), |_| 40.0);
        assert!(matches!(&found[..], [one] if one.hand.is_none() && (one.at.t - 0.65).abs() < 0.02), "{found:?}");
        // Both hands were seen elsewhere all the while: the back was misread.
        assert!(told(|t| (t > 0.65).then_some(Rank::Nine), |_| 60.0).is_empty());
    }
}
