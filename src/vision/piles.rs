//! The Centre Piles' zones as areas of the picture: how much of each, and of each card, a hand or arm
//! covers, and how much each zone changes from frame to frame.

use crate::base::{Point, Table, forearm_covers, hand_covers};
use crate::calibration::Calibration;
use crate::facts::{CardSeen, Frame, HandSeen};

/// Sample points per side of a zone.
const GRID: usize = 16;
/// Sample points per side of a card.
const CARD_GRID: usize = 10;
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

/// Part of a poker-size card under a hand or forearm, 0..1.
pub fn card_covered(card: &CardSeen, hands: &[HandSeen]) -> f32 {
    let (sin, cos) = card.angle.sin_cos();
    let at = |i: usize, half: f64| half * ((i as f64 + 0.5) / (CARD_GRID as f64 / 2.0) - 1.0);
    let hidden = (0..CARD_GRID * CARD_GRID)
        .filter(|i| {
            let (along, across) = (at(i % CARD_GRID, HALF_CARD_CM.1), at(i / CARD_GRID, HALF_CARD_CM.0));
            let point =
                Point::new(card.centre.x + along * cos - across * sin, card.centre.y + along * sin + across * cos);
            hands.iter().any(|hand| covers(hand, point))
        })
        .count();
    hidden as f32 / (CARD_GRID * CARD_GRID) as f32
}

fn covers(hand: &HandSeen, point: Point<Table>) -> bool {
    hand_covers(&hand.table, point) || forearm_covers(&hand.table, point)
}
