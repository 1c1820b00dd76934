//! Hands that stayed over a Draw Deck without lying still there.
//!
//! In come the ways of all hands and the touches of the decks that were made out of them; out come the spans in which a hand's
//! fingers were over a deck's zone for longer than one that passes, and yet no touch tells that it lay there. What a
//! reveal explains is not asked here.

use super::decks::DeckTouch;
use super::path::HandPath;
use super::zones::Zones;
use crate::base::{HandSide, Player, Point, Table, TimeScale};

/// A part of the fingers is over the zone when it lies no farther than this outside it, centimetres; so many of them, of sixteen
/// landmarks from the knuckles on, at one time at least, and so many as long as it stays.
const OUTSIDE_CM: f64 = 1.0;
const OVER: usize = 6;
const OVER_STILL: usize = 3;
/// A hand that hovers is no higher than this, centimetres: where it is seen it may be above another place, nearer to the lens.
const HIGHEST_CM: u32 = 9;
/// A hand that stays moves no farther than this, centimetres.
const NEAR_CM: f64 = 3.0;
/// One that is there for less passes, real seconds.
const STAYS_SECS: f64 = 0.4;

/// A hand that stayed over a Draw Deck.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OverDeck {
    /// Whose hand.
    pub player: Player,
    /// Which hand.
    pub hand: HandSide,
    /// Whose deck.
    pub deck: Player,
    /// From when, file seconds.
    pub from: f64,
    /// Until when, file seconds.
    pub to: f64,
    /// Time between two sights of it there, file seconds.
    pub step: f64,
}

/// The spans in which hands stayed over Draw Decks without a touch, hand by hand.
pub fn over_decks(paths: &[HandPath], touches: &[DeckTouch], zones: &Zones, scale: TimeScale) -> Vec<OverDeck> {
    paths.iter().flat_map(|path| of_hand(path, touches, zones, scale)).collect()
}

fn of_hand(path: &HandPath, touches: &[DeckTouch], zones: &Zones, scale: TimeScale) -> Vec<OverDeck> {
    let points = &path.points;
    let over = |k: usize, deck: Player, least: usize| {
        (0..=HIGHEST_CM).step_by(3).map(f64::from).any(|cm| {
            let inside = |p: &&Point<Table>| zones.draw_deck_depth(deck, points[k].below(**p, cm)) > -OUTSIDE_CM;
            points[k].landmarks[5..].iter().filter(inside).count() >= least
        })
    };
    let mut found = Vec::new();
    // What was told of already, and the point that is looked at.
    let (mut told_to, mut from) = (0, 0);
    while from < points.len() {
        let Some(deck) = Player::BOTH.into_iter().find(|&deck| over(from, deck, OVER)) else {
            from += 1;
            continue;
        };
        // While it stays there, a part of it more or less is over the zone as the landmarks tremble.
        let near = |k: usize| over(k, deck, OVER_STILL) && points[k].fingers.distance(points[from].fingers) < NEAR_CM;
        let to = (from..points.len()).take_while(|&k| near(k)).last().unwrap_or(from);
        let came = (told_to..from).rev().take_while(|&k| near(k)).last().unwrap_or(from);
        let span = (points[came].t, points[to].t);
        if (span.1 - span.0) * scale.real_per_file < STAYS_SECS {
            // It may have come to where it stays a little later.
            from += 1;
            continue;
        }
        let told = |touch: &DeckTouch| {
            (touch.player, touch.deck) == (path.player, deck) && touch.at.t <= span.1 && touch.until >= span.0
        };
        if !touches.iter().any(told) {
            let (player, hand, step) = (path.player, path.hand, path.frame_interval());
            found.push(OverDeck { player, hand, deck, from: span.0, to: span.1, step });
        }
        from = to + 1;
        told_to = from;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::*;
    use crate::base::Measured;

    fn zones() -> Zones {
        let zone = |x: f64| {
            [(x - 7.5, -6.0), (x + 7.5, -6.0), (x + 7.5, 6.0), (x - 7.5, 6.0)].map(|(x, y)| Point::new(x, y)).to_vec()
        };
        Zones {
            piles: [Vec::new(), Vec::new()],
            boundaries: [Vec::new(), Vec::new()],
            draw_decks: [zone(27.0), zone(-27.0)],
        }
    }

    /// A hand of Player 2 that is at `x` from 0.5 s on for `stays` seconds, never quite still, and elsewhere before and after.
    fn over(x: f64, stays: f64, touches: &[DeckTouch]) -> Vec<OverDeck> {
        seen_over((x, 0.0), (0.0, 0.0), stays, touches)
    }

    /// The same for a hand that is seen at a place where the view leans so.
    fn seen_over((x, y): (f64, f64), lean: (f64, f64), stays: f64, touches: &[DeckTouch]) -> Vec<OverDeck> {
        let at = |i: u32, t: f64| {
            let there = (0.5..0.5 + stays).contains(&t);
            vec![Point::new(if there { x + 0.4 * f64::from(i % 3) } else { 0.0 }, if there { y } else { 0.0 }); 21]
        };
        over_decks(&[hand(lean, at)], touches, &zones(), TimeScale::REAL)
    }

    /// A hand of Player 2, 60 frames a second for 2.5 s, with its landmarks by frame and time; its fingers are where the first one from
    /// the knuckles on is.
    fn hand(lean: (f64, f64), landmarks: impl Fn(u32, f64) -> Vec<Point<Table>>) -> HandPath {
        let points = (0..150).map(|i| {
            let t = f64::from(i) / 60.0;
            let landmarks = landmarks(i, t);
            let fingers = landmarks[5];
            PathPoint { landmarks, lean, speed: 24.0, ..PathPoint::lying(t, fingers) }
        });
        HandPath { track: 0, player: Player::Two, hand: HandSide::Left, points: points.collect(), fit: true }
    }

    #[test]
    fn a_hand_that_stays_over_a_deck_is_told() {
        let found = over(27.0, 1.0, &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].player, found[0].deck), (Player::Two, Player::One));
        assert!((found[0].from - 0.5).abs() < 0.02 && (found[0].to - 1.5).abs() < 0.04, "{found:?}");
    }

    #[test]
    fn it_stays_from_where_it_came_though_more_of_it_seems_over_the_deck_later() {
        // It comes at 0.5 s with five landmarks over the zone, from 1.5 s on six; it goes at 2 s.
        let path = hand((0.0, 0.0), |_, t| {
            let at = Point::new(if (0.5..2.0).contains(&t) { 27.0 } else { 0.0 }, 0.0);
            let inside = if t < 1.5 { 5 } else { 6 };
            (0..21).map(|k| if (5..5 + inside).contains(&k) { at } else { Point::new(at.x, 25.0) }).collect()
        });
        let found = over_decks(&[path], &[], &zones(), TimeScale::REAL);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!((found[0].from - 0.5).abs() < 0.02 && (found[0].to - 2.0).abs() < 0.04, "{found:?}");
    }

    #[test]
    fn one_that_drifts_away_over_it_is_told_once_for_each_time() {
        // From 0.5 s on it drifts 3.8 cm along the zone in 1.5 s: the last of it is too short to be a stay of its own.
        let path = hand((0.0, 0.0), |_, t| {
            let there = (0.5..2.0).contains(&t);
            vec![Point::new(if there { 25.0 + 2.53 * (t - 0.5) } else { 0.0 }, 0.0); 21]
        });
        let found = over_decks(&[path], &[], &zones(), TimeScale::REAL);
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn one_that_is_held_above_it_seems_to_be_behind_it() {
        // Seen from the side of negative y, a hand 8 cm above the deck's middle.
        assert_eq!(seen_over((27.0, 9.6), (0.0, -1.2), 1.0, &[]).len(), 1);
        assert_eq!(seen_over((27.0, 9.6), (0.0, 0.0), 1.0, &[]), []);
        assert_eq!(seen_over((27.0, 20.0), (0.0, -1.2), 1.0, &[]), []);
    }

    #[test]
    fn one_that_passes_is_beside_it_or_lay_on_it_is_not() {
        assert_eq!(over(27.0, 0.2, &[]), []);
        assert_eq!(over(17.0, 1.0, &[]), []);
        let touch = DeckTouch {
            player: Player::Two,
            hand: HandSide::Left,
            deck: Player::One,
            at: Measured::normal(0.6, 0.01),
            until: 1.0,
            confidence: 0.45,
        };
        assert_eq!(over(27.0, 1.0, &[touch]), []);
    }
}
