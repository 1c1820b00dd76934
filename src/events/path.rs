//! The way of one hand over the table.

use crate::base::{HandSide, Player, Point, Table};
use crate::facts::Observation;
use std::collections::BTreeMap;

/// One hand in one frame.
#[derive(Debug, Clone)]
pub struct PathPoint {
    /// Seconds after the first frame.
    pub t: f64,
    /// Mean of the finger landmarks (5 to 20), which is what lands on a pile.
    pub fingers: Point<Table>,
    /// All 21 landmarks.
    pub landmarks: Vec<Point<Table>>,
}

/// One track's way, frames where the hand was seen only.
#[derive(Debug, Clone)]
pub struct HandPath {
    /// Track number.
    pub track: u32,
    /// Whose hand.
    pub player: Player,
    /// Which hand.
    pub hand: HandSide,
    /// In order of time.
    pub points: Vec<PathPoint>,
}

/// The ways of all tracks, by track number.
pub fn paths(observations: &[Observation]) -> Vec<HandPath> {
    let mut paths: BTreeMap<u32, HandPath> = BTreeMap::new();
    for observation in observations {
        for hand in observation.hands.iter().filter(|hand| hand.seen && hand.table.len() == 21) {
            let fingers = &hand.table[5..];
            let n = fingers.len() as f64;
            let (x, y) = fingers.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x, y + p.y));
            let point =
                PathPoint { t: observation.t, fingers: Point::new(x / n, y / n), landmarks: hand.table.clone() };
            if !point.fingers.x.is_finite() || !point.fingers.y.is_finite() {
                continue;
            }
            paths
                .entry(hand.track)
                .or_insert_with(|| HandPath {
                    track: hand.track,
                    player: hand.player,
                    hand: hand.hand,
                    points: Vec::new(),
                })
                .points
                .push(point);
        }
    }
    paths.into_values().collect()
}

impl HandPath {
    /// Typical time between neighbouring points, seconds.
    pub fn frame_interval(&self) -> f64 {
        let mut gaps: Vec<f64> = self.points.windows(2).map(|pair| pair[1].t - pair[0].t).collect();
        gaps.sort_by(f64::total_cmp);
        gaps.get(gaps.len() / 2).copied().unwrap_or(1.0)
    }

    /// Speed at each point since the one before, centimetres a file second; 0 at the first.
    pub fn speeds(&self) -> Vec<f64> {
        let mut speeds = vec![0.0];
        speeds.extend(
            self.points
                .windows(2)
                .map(|pair| pair[0].fingers.distance(pair[1].fingers) / (pair[1].t - pair[0].t).max(1e-6)),
        );
        speeds.truncate(self.points.len());
        speeds
    }
}
