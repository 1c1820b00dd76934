//! Which hand took a card from its place, and when it set off with it.

use super::super::path::HandPath;
use crate::base::{HandSide, Measured, Player, Point, Table, TimeScale};

/// A hand took the card when its fingers were this near, centimetres.
pub(super) const REACH_CM: f64 = 7.0;
/// A hand is well away from where it took a card at this distance, centimetres.
const AWAY_CM: f64 = 3.0;
/// And must be so this soon after the card is missed, real seconds.
const SOON_SECS: f64 = 0.1;
/// Slower than this a hand rests, centimetres a real second.
const RESTING_CM_S: f64 = 5.0;
/// Standard deviation of the instant a hand sets off, real seconds.
pub(super) const SET_OFF_SIGMA_SECS: f64 = 0.03;

/// Where a hand holds a card: between the tips of thumb, index and middle finger.
pub fn pinch(landmarks: &[Point<Table>]) -> Point<Table> {
    let tips = [4, 8, 12];
    let (x, y) = tips.iter().fold((0.0, 0.0), |(x, y), &i| (x + landmarks[i].x, y + landmarks[i].y));
    Point::new(x / 3.0, y / 3.0)
}

/// Whether a hand with these speeds lies still at a point.
pub(super) fn rests(speeds: &[f64], i: usize, scale: TimeScale) -> bool {
    let near = &speeds[i.saturating_sub(1).max(1).min(i)..=(i + 1).min(speeds.len() - 1)];
    near.iter().sum::<f64>() / near.len() as f64 / scale.real_per_file < RESTING_CM_S
}

/// The player's hand that was at the place and left it between two times.
pub(super) fn taker(
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
        let Some((nearest, left)) = set_off(path, place, (last_seen, gone_by), slack, scale) else { continue };
        if best.as_ref().is_none_or(|(distance, ..)| nearest < *distance) {
            best = Some((nearest, path.hand, path.track, left));
        }
    }
    best.map(|(_, hand, track, at)| (hand, track, at))
}

/// When the hand of that track left the place, between two times.
pub(super) fn left_with(
    track: u32,
    place: Point<Table>,
    span: (f64, f64),
    paths: &[HandPath],
    scale: TimeScale,
) -> Option<Measured> {
    let path = paths.iter().find(|path| path.track == track)?;
    set_off(path, place, span, 0.0, scale).map(|(_, at)| at)
}

/// How near the hand rested to the place, and when it set off from there: its last moment of rest within reach between when the card was
/// last read, or a `slack` before, and when it was missed, if it was well away later. One that rested well nearer since the card was read
/// waits there with it in the hand, and had lifted it then (D.3.3). A lift starts upwards, which the table's plane hardly shows, so the
/// uncertainty is wide.
fn set_off(
    path: &HandPath,
    place: Point<Table>,
    (last_seen, missed): (f64, f64),
    slack: f64,
    scale: TimeScale,
) -> Option<(f64, Measured)> {
    let points = &path.points;
    let speeds = path.speeds();
    let near = |i: usize| pinch(&points[i].landmarks).distance(place);
    let there = |&i: &usize| near(i) < REACH_CM && rests(&speeds, i, scale);
    let between = |from: f64| points.partition_point(|p| p.t < from)..points.partition_point(|p| p.t <= missed);
    let last = between(last_seen - slack).rev().find(there)?;
    let nearer = |&i: &usize| i < last && there(&i) && near(i) + AWAY_CM < near(last);
    let at = between(last_seen).rev().find(nearer).unwrap_or(last);
    let rest = pinch(&points[at].landmarks);
    let soon = missed + SOON_SECS / scale.real_per_file;
    points[at..]
        .iter()
        .take_while(|point| point.t <= soon)
        .find(|point| pinch(&point.landmarks).distance(rest) > AWAY_CM)?;
    let sigma = (SET_OFF_SIGMA_SECS / scale.real_per_file).hypot(path.frame_interval());
    Some((near(at), Measured::normal(points[at].t, sigma)))
}
