//! Hands that rest on a Draw Deck.
//!
//! In come the ways of all hands, out come the stretches in which one lay still with its fingers inside a Draw Deck's zone. A view
//! hardly tells a hand on the deck from one that is held still just above it, and the candidate is no surer than that. Whether a
//! card was revealed is not asked here.

use super::path::HandPath;
use super::rests::rests;
use super::zones::Zones;
use crate::base::{HandSide, Measured, Player, TIPS, TimeScale};

/// A fingertip this deep inside the zone is on the deck, centimetres; so many of them.
const INSIDE_CM: f64 = 1.0;
const TIPS_INSIDE: usize = 2;
/// A hand that stays for less than this passes by, real seconds.
const SHORTEST_SECS: f64 = 0.1;
/// Rests nearer to each other than this are one, real seconds.
const SAME_SECS: f64 = 0.2;
/// That a hand lying still there touches the deck, and is not held just over it: as likely as not, for one view.
const TOUCHES: f64 = 0.45;

/// A hand on a Draw Deck.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DeckTouch {
    /// Whose hand.
    pub player: Player,
    /// Which hand.
    pub hand: HandSide,
    /// Whose deck.
    pub deck: Player,
    /// When it came to rest there.
    pub at: Measured,
    /// When it rested there last, file seconds.
    pub until: f64,
    /// Probability that it touched the deck.
    pub confidence: f64,
}

/// Hands on Draw Decks, hand by hand; `all` are the ways of all hands.
pub fn deck_touches(all: &[HandPath], zones: &Zones, scale: TimeScale) -> Vec<DeckTouch> {
    all.iter().flat_map(|path| of_hand(path, all, zones, scale)).collect()
}

fn of_hand(path: &HandPath, all: &[HandPath], zones: &Zones, scale: TimeScale) -> Vec<DeckTouch> {
    let mut found: Vec<DeckTouch> = Vec::new();
    for rest in rests(path, all, scale) {
        let Some(deck) = Player::BOTH.into_iter().find(|&deck| on_deck(path, rest.from, deck, zones)) else { continue };
        let until = path.points[rest.to].t;
        match found.last_mut() {
            Some(last) if last.deck == deck && (rest.began.t - last.until) * scale.real_per_file < SAME_SECS => {
                last.until = until;
            }
            _ => found.push(DeckTouch {
                player: path.player,
                hand: path.hand,
                deck,
                at: rest.began,
                until: until.max(rest.began.t),
                confidence: TOUCHES,
            }),
        }
    }
    found.retain(|touch| (touch.until - touch.at.t) * scale.real_per_file >= SHORTEST_SECS);
    found
}

fn on_deck(path: &HandPath, index: usize, deck: Player, zones: &Zones) -> bool {
    let landmarks = &path.points[index].landmarks;
    TIPS.iter().filter(|&&tip| zones.draw_deck_depth(deck, landmarks[tip]) > INSIDE_CM).count() >= TIPS_INSIDE
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::*;
    use crate::base::{Point, Table};

    fn square(x: f64, y: f64, half: f64) -> Vec<Point<Table>> {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(a, b)| Point::new(x + half * a, y + half * b))
            .to_vec()
    }

    /// A hand that comes along y = -12 to `x`, stays for `stays` seconds and goes back.
    fn touches(x: f64, stays: f64) -> Vec<DeckTouch> {
        let fps = 120.0;
        let points: Vec<PathPoint> = (0..180)
            .map(|i| {
                let t = f64::from(i) / fps;
                let away = if t < 0.3 { 100.0 * (0.3 - t) } else { 100.0 * (t - 0.3 - stays).max(0.0) };
                let at = Point::new(x - away, -12.0);
                let speed = if away > 0.0 { 100.0 } else { 0.0 };
                PathPoint { speed, ..PathPoint::lying(t, at) }
            })
            .collect();
        let zones = Zones {
            piles: [square(-7.0, 0.0, 6.0), square(7.0, 0.0, 6.0)],
            boundaries: [Vec::new(), Vec::new()],
            draw_decks: [square(30.0, -12.0, 5.0), square(-30.0, 12.0, 5.0)],
        };
        let path = HandPath { track: 0, player: Player::One, hand: HandSide::Right, points, fit: true };
        deck_touches(std::slice::from_ref(&path), &zones, TimeScale::REAL)
    }

    #[test]
    fn a_hand_that_lies_on_a_deck_is_told_and_one_beside_it_or_passing_is_not() {
        let found = touches(30.0, 0.5);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].player, found[0].deck), (Player::One, Player::One));
        assert!((found[0].at.t - 0.3).abs() < 0.01 && (found[0].until - 0.8).abs() < 0.02, "{found:?}");
        assert_eq!(touches(20.0, 0.5), []);
        assert_eq!(touches(30.0, 0.05), []);
    }
}
