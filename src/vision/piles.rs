//! The Centre Piles' zones as areas of the picture: how much of each, and of each card, a hand or arm
//! covers, and how much each zone changes from frame to frame.

use crate::base::{Point, Table, forearm_covers, hand_covers};
use crate::calibration::Calibration;
use crate::facts::{CardSeen, Frame, HandSeen};

/// Sample points per side of a zone.
const GRID: usize = 16;
/// Sample points per side of a card.
const CARD_GRID: usize = 10;
/// What is read with such a probability is not hidden for a larger part than the second by hands that are only thought to be there.
const CLEARLY_READ: f32 = 0.9;
const MOST_SUPPOSED: f32 = 0.3;
/// One of them that would hide more than this of it is not there.
const HIDES_MOST: f32 = 0.6;
/// Half a poker card, short and long side, centimetres.
const HALF_CARD_CM: (f64, f64) = (3.15, 4.45);

/// Sample points of the two pile zones.
pub struct PileAreas {
    points: [Vec<Point<Table>>; 2],
    before: Option<[Vec<f32>; 2]>,
}

impl PileAreas {
    /// Areas for the zones `centre_left` and `centre_right` of a layout; empty where a zone is missing.
    pub fn new(calibration: &Calibration) -> PileAreas {
        let points = ["centre_left", "centre_right"].map(|id| {
            let Some(zone) = calibration.layout.zone(id) else { return Vec::new() };
            let (low, high) = zone.bounds();
            let at = |i: usize, a: f64, b: f64| a + (b - a) * (i as f64 + 0.5) / GRID as f64;
            (0..GRID * GRID)
                .map(|i| Point::new(at(i % GRID, low.x, high.x), at(i / GRID, low.y, high.y)))
                .filter(|&point| zone.contains(point))
                .collect()
        });
        PileAreas { points, before: None }
    }

    /// Part of each zone under a hand or forearm, 0..1, left then right.
    pub fn covered(&self, hands: &[HandSeen]) -> [f32; 2] {
        [0, 1].map(|pile| {
            let points = &self.points[pile];
            let hidden = points.iter().filter(|&&point| hands.iter().any(|hand| covers(hand, point))).count();
            hidden as f32 / points.len().max(1) as f32
        })
    }

    /// Mean absolute luma change of each zone since the call before, 0..255; 0 on the first call.
    pub fn change(&mut self, frame: &Frame, calibration: &Calibration) -> [f32; 2] {
        let luma = frame.luma();
        let now = [0, 1].map(|pile: usize| {
            self.points[pile]
                .iter()
                .map(|&point| {
                    let at = calibration.to_image(point);
                    let inside = at.x >= 0.0 && at.y >= 0.0 && at.x < luma.width as f64 && at.y < luma.height as f64;
                    if inside { f32::from(luma.data[at.y as usize * luma.stride + at.x as usize]) } else { 0.0 }
                })
                .collect::<Vec<f32>>()
        });
        let change = self.before.as_ref().map_or([0.0; 2], |before| {
            [0, 1].map(|pile| {
                let sum: f32 = before[pile].iter().zip(&now[pile]).map(|(a, b)| (a - b).abs()).sum();
                sum / now[pile].len().max(1) as f32
            })
        });
        self.before = Some(now);
        change
    }
}

/// Part of a poker-size card under a hand or forearm, 0..1. A hand that was lost from sight is held to be where it was: a card that
/// is read there all the same shows that it has gone.
pub fn card_covered(card: &CardSeen, hands: &[HandSeen]) -> f32 {
    let all = part_covered(card, hands.iter());
    if all <= MOST_SUPPOSED || card.rank.is_none() || card.confidence < CLEARLY_READ {
        return all;
    }
    all.min(MOST_SUPPOSED.max(part_covered(card, hands.iter().filter(|hand| hand.seen))))
}

/// Whether a hand that was lost from sight is no longer where it is held to be: it would hide most of a card that is read clearly.
pub fn is_gone<'a>(hand: &HandSeen, mut tops: impl Iterator<Item = &'a CardSeen>) -> bool {
    let clear = |card: &&CardSeen| card.rank.is_some() && card.confidence >= CLEARLY_READ;
    !hand.seen && tops.any(|card| clear(&card) && part_covered(card, std::iter::once(hand)) > HIDES_MOST)
}

fn part_covered<'a>(card: &CardSeen, hands: impl Iterator<Item = &'a HandSeen> + Clone) -> f32 {
    let (sin, cos) = card.angle.sin_cos();
    let at = |i: usize, half: f64| half * ((i as f64 + 0.5) / (CARD_GRID as f64 / 2.0) - 1.0);
    let hidden = (0..CARD_GRID * CARD_GRID)
        .filter(|i| {
            let (along, across) = (at(i % CARD_GRID, HALF_CARD_CM.1), at(i / CARD_GRID, HALF_CARD_CM.0));
            let point =
                Point::new(card.centre.x + along * cos - across * sin, card.centre.y + along * sin + across * cos);
            hands.clone().any(|hand| covers(hand, point))
        })
        .count();
    hidden as f32 / (CARD_GRID * CARD_GRID) as f32
}

fn covers(hand: &HandSeen, point: Point<Table>) -> bool {
    hand_covers(&hand.table, point) || forearm_covers(&hand.table, point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rank;
    use crate::facts::CardFace;

    fn card(rank: Option<Rank>, confidence: f32) -> CardSeen {
        CardSeen {
            centre: Point::new(0.0, 0.0),
            quad: [Point::new(0.0, 0.0); 4],
            angle: std::f64::consts::FRAC_PI_2,
            face: CardFace::Up,
            rank,
            suit: None,
            ranks: [0.0; Rank::ALL.len()],
            suits: [0.0; 4],
            one_sign: None,
            confidence,
            covered: 0.0,
        }
    }

    /// A hand flat on the card, its wrist towards Player 1, moved by so many centimetres away from it.
    fn hand(seen: bool, away: f64) -> HandSeen {
        let finger = |x: f64, from: f64| (1..=4).map(move |i| Point::<Table>::new(x, from + 2.0 * f64::from(i)));
        let mut table = vec![Point::new(0.0, -6.0)];
        table.extend(finger(4.0, -6.0));
        for x in [2.5, 0.5, -1.0, -2.5] {
            table.extend(finger(x, -3.0));
        }
        let table = table.iter().map(|point| Point::new(point.x, point.y - away)).collect();
        HandSeen { seen, table, ..HandSeen::lying(Point::new(0.0, 0.0)) }
    }

    #[test]
    fn a_card_that_is_read_clearly_is_not_under_a_hand_that_nobody_sees() {
        let (clear, unsure) = (card(Some(Rank::Queen), 0.97), card(Some(Rank::Queen), 0.85));
        let covered = |card: &CardSeen, hand: HandSeen| card_covered(card, &[hand]);
        assert!(covered(&clear, hand(true, 0.0)) > 0.6, "{}", covered(&clear, hand(true, 0.0)));
        assert!(covered(&clear, hand(false, 0.0)) <= MOST_SUPPOSED);
        assert_eq!(covered(&unsure, hand(false, 0.0)), covered(&unsure, hand(true, 0.0)));
        // What it may hide of it at most it does hide.
        let beside = covered(&clear, hand(true, 9.0));
        assert!(beside > 0.05 && beside < MOST_SUPPOSED && covered(&clear, hand(false, 9.0)) == beside, "{beside}");
    }

    #[test]
    fn a_lost_hand_has_gone_from_a_card_that_is_read_clearly() {
        let gone = |hand: HandSeen, card: CardSeen| is_gone(&hand, std::iter::once(&card));
        let queen = |confidence: f32| card(Some(Rank::Queen), confidence);
        assert!(gone(hand(false, 0.0), queen(0.97)));
        assert!(!gone(hand(true, 0.0), queen(0.97)), "it is seen there");
        assert!(!gone(hand(false, 0.0), queen(0.85)), "what is read may be anything");
        assert!(!gone(hand(false, 0.0), card(None, 0.97)), "a back");
        assert!(!gone(hand(false, 7.0), queen(0.97)), "it would hide little");
    }
}
