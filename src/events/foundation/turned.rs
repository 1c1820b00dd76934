//! Foundation cards that are turned up.
//!
//! A place that shows a back and then a rank, or another rank once its live card has gone, has had its next card turned up if
//! a hand of its player was there in between. The hand covers the card meanwhile: when the card came to lie face up is known
//! no better than from the hand's stay.

use super::super::path::HandPath;
use super::super::zones::Zones;
use super::places::{BACK, Place, Span, places};
use super::taking::{REACH_CM, pinch};
use super::{CardGone, SHORTEST_SECS};
use crate::base::{HandSide, Measured, Player, Rank, TimeScale};
use crate::facts::Observation;

/// A card that lay face up in the Foundation so short before lies there again: it was moved or came back, real seconds.
const KNOWN_SECS: f64 = 4.0;

/// A card that was turned up.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnedUp {
    /// Whose, and with which hand.
    pub player: Player,
    /// The hand that was there.
    pub hand: HandSide,
    /// The card.
    pub rank: Rank,
    /// When it lay face up, file seconds.
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
            for pair in spans.windows(2) {
                let [before, after] = [pair[0], pair[1]];
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
                let stay = if before.state == BACK {
                    stay(place, (before.to, after.from), true, &own)
                } else {
                    let taken = gone.iter().find(taken).and_then(|card| card.taken);
                    taken.and_then(|(.., at)| stay(place, (at.t, after.from), false, &own))
                };
                let confidence = before.confidence.min(after.confidence);
                turned.extend(stay.map(|(hand, at)| TurnedUp { player, hand, rank, at, confidence }));
            }
        }
    }
    turned.sort_by(|a, b| a.at.t.total_cmp(&b.at.t).then(a.player.cmp(&b.player)).then(a.rank.cmp(&b.rank)));
    turned
}

/// The hand that was at a place last between two instants, and the middle of its stay there in between; one that had come
/// before counts only if it may have.
fn stay(place: &Place, (from, to): (f64, f64), may_have_come: bool, own: &[&HandPath]) -> Option<(HandSide, Measured)> {
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
            let sigma = (u - t).max(path.frame_interval()) / 12_f64.sqrt();
            best = Some((nearest, path.hand, Measured::normal(0.5 * (t + u), sigma)));
        }
    }
    best.map(|(_, hand, at)| (hand, at))
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
            confidence: 0.95,
            covered: 0.0,
        }
    }

    /// What lies at the place at an instant, and where the hand is; the card under the hand is not read.
    fn told(shows: impl Fn(f64) -> Option<Rank>, x: impl Fn(f64) -> f64) -> Vec<TurnedUp> {
        let observations: Vec<Observation> = (0..180)
            .map(|i| {
                let t = f64::from(i) / 120.0;
                let hand = HandSeen { hand: HandSide::Right, ..HandSeen::lying(Point::new(x(t), -28.0)) };
                let cards = if (x(t) - 5.0).abs() < 5.0 { Vec::new() } else { vec![card(shows(t))] };
                Observation { index: i as u64, t, hands: vec![hand], cards: Some(cards), ..Observation::default() }
            })
            .collect();
        let paths = paths(&observations, TimeScale::REAL, Cues::ALL);
        cards_turned_up(&observations, &paths, &[], &zones(), TimeScale::REAL)
    }

    /// At the place from 0.5 to 0.8 s, well away before and after.
    fn comes(t: f64) -> f64 {
        5.0 + 12.0 * ((0.5 - t) / 0.1).clamp(0.0, 1.0) + 12.0 * ((t - 0.8) / 0.1).clamp(0.0, 1.0)
    }

    #[test]
    fn a_back_that_shows_a_rank_after_a_hand_was_there_was_turned_up() {
        let found = told(|t| (t > 0.65).then_some(Rank::Nine), comes);
        let [one] = &found[..] else { panic!("{found:?}") };
        assert_eq!((one.player, one.hand, one.rank), (Player::One, HandSide::Right, Rank::Nine));
        assert!((one.at.t - 0.65).abs() < 0.03 && one.at.lo < 0.55 && one.at.hi > 0.75, "{one:?}");
    }

    #[test]
    fn nothing_is_turned_up_without_a_hand_or_where_the_card_lay_before() {
        assert!(told(|t| (t > 0.65).then_some(Rank::Nine), |_| 17.0).is_empty());
        let again = told(|t| (!(0.2..0.65).contains(&t)).then_some(Rank::Nine), comes);
        assert!(again.is_empty(), "{again:?}");
    }
}
