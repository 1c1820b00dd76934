//! Hands that seem to move as one.
//!
//! Where one hand comes down over another, the picture of the lower one is soon the upper one's, and the lower hand seems to go on
//! as that does though it lies on the pile already. Two hands of two players that reach over each other hardly ever move by the
//! same way for long, so that what did may have stopped when that began. In come the ways of the hands and an instant at which one
//! of them stopped; out comes since when it had moved as another one.

use super::overlap::{nearest, over};
use super::path::HandPath;
use crate::base::TimeScale;

/// Ways that differ by no more than this part, and so much, centimetres, are the same.
const SAME_PART: f64 = 0.1;
const SAME_CM: f64 = 0.25;
/// Shorter ways, centimetres, and times, real seconds, tell nothing.
const LEAST_CM: f64 = 1.5;
const LEAST_SECS: f64 = 0.02;

/// Since when the hand that stopped at `at` had moved as another one that is over it, file seconds.
pub(super) fn since(path: &HandPath, at: f64, all: &[HandPath], scale: TimeScale) -> Option<f64> {
    let points = &path.points;
    let dt = path.frame_interval();
    let last = points.partition_point(|point| point.t < at).checked_sub(1)?;
    // What a hand on top seems to do it does.
    if points[last].on_top == Some(true) {
        return None;
    }
    let with = |other: &HandPath| -> Option<f64> {
        let k = nearest(other, points[last].t, dt).filter(|&k| over(path, last, other, k))?;
        let same = |back: usize| {
            let (a, b) = (points[last - back].fingers, other.points[k - back].fingers);
            let (mine, theirs) = (points[last].fingers, other.points[k].fingers);
            let (x, y) = ((mine.x - a.x) - (theirs.x - b.x), (mine.y - a.y) - (theirs.y - b.y));
            x.hypot(y) < SAME_PART * theirs.distance(b) + SAME_CM
                && (points[last - back].t - other.points[k - back].t).abs() < 0.5 * dt
        };
        let steps = (1..=last.min(k)).take_while(|&back| same(back)).last()?;
        let way = points[last].fingers.distance(points[last - steps].fingers);
        let secs = (points[last].t - points[last - steps].t) * scale.real_per_file;
        (way > LEAST_CM && secs > LEAST_SECS).then_some(points[last - steps].t)
    };
    all.iter().filter(|other| other.player != path.player).filter_map(with).min_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::*;
    use crate::base::{HandSide, Player, Point};

    /// A hand that comes along `x` with 90 cm/s, and from 0.2 s to 0.26 s on along `y` as fast. 240 frames a second.
    fn hand(player: Player, offset: f64, before: f64) -> HandPath {
        let (mut x, mut y) = (offset, 0.0);
        let points = (0..72).map(|i| {
            let t = f64::from(i) / 240.0;
            if t <= 0.2 {
                x += before / 240.0;
            } else if t <= 0.26 {
                y += 90.0 / 240.0;
            }
            let at = Point::new(x, y);
            PathPoint { speed: 90.0, ..PathPoint::lying(t, at) }
        });
        HandPath { track: player.number().into(), player, hand: HandSide::Left, points: points.collect(), fit: true }
    }

    #[test]
    fn a_hand_that_seems_to_go_on_as_the_one_over_it_may_have_stopped_before() {
        // They come from two sides and are over each other from 0.2 s.
        let both = |apart| [hand(Player::One, 0.0, 90.0), hand(Player::Two, 36.0 + apart, -90.0)];
        let near = both(1.0);
        let since_when = since(&near[0], 0.255, &near, TimeScale::REAL).expect("it moved as the other");
        assert!((since_when - 0.2).abs() < 0.008, "{since_when}");
        assert_eq!(since(&both(9.0)[0], 0.255, &both(9.0), TimeScale::REAL), None);
        assert_eq!(since(&near[0], 0.15, &near, TimeScale::REAL), None);
    }
}
