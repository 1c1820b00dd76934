//! A hand on top of others that drifts on after it seemed to stop.
//!
//! What a hand on top shares with a still one below seems to be still while the upper one is coming yet. Its place tells otherwise: it
//! comes to lie elsewhere, and not by a step. In come the instants at which a hand seemed to stop, out come those and later ones,
//! after its fingers were last seen on their way.
//!
//! Tuned on slaps without pictures (`tests/slaps`, seeds from 13,000,000, 60 to 480 frames a second): of 960 hands, on top or not, 65
//! drifted on so, and 49 of those came within 20 ms after they were last on their way. On rendered clips hands that lay a
//! card alone drift after they came, so that only those on top are told so.

use super::arrivals::Mode;
use super::path::{HandPath, PathPoint};
use crate::base::{Measured, Point, Table, TimeScale};

/// Where a hand lies is told by the points from the first until the second after it seemed to stop, real seconds.
const LIES_SECS: (f64, f64) = (0.05, 0.09);
/// They are no farther from each other's middle than this, centimetres: else it does not lie still, or is seen badly.
const LIES_CM: f64 = 0.15;
/// A hand that is farther from there is on its way, centimetres.
const AWAY_CM: f64 = 0.2;
/// It is so for longer than the first after it seemed to stop, real seconds, and is not looked at for longer than the second.
const DRIFTS_SECS: (f64, f64) = (0.006, 0.06);
/// It came so much later than it was last on its way, real seconds, with that standard deviation and this probability: else it slid.
const CAME_SECS: (f64, f64) = (0.007, 0.008);
const CAME: f64 = 0.7;

/// Of each instant at which the hand seemed to stop: it may have come later, while it drifted on.
pub(super) fn or_when_it_lay(path: &HandPath, modes: &mut Vec<Mode>, scale: TimeScale) {
    for mode in std::mem::take(modes) {
        match until(path, mode.at.t, scale) {
            Some(until) => {
                let later = until + CAME_SECS.0 / scale.real_per_file;
                let came = Measured::normal(later, CAME_SECS.1 / scale.real_per_file);
                modes.push(Mode { weight: (1.0 - CAME) * mode.weight, ..mode });
                modes.push(Mode { at: came, weight: CAME * mode.weight });
            }
            None => modes.push(mode),
        }
    }
}

/// Until when the hand that seemed to stop at `t` was on its way to where it then lay; `None` when it lay there by then, or when that
/// cannot be told.
fn until(path: &HandPath, t: f64, scale: TimeScale) -> Option<f64> {
    let after = |secs: f64| path.points.partition_point(|point| point.t < t + secs / scale.real_per_file);
    let lies = &path.points[after(LIES_SECS.0)..after(LIES_SECS.1)];
    let place = middle(lies)?;
    // Where a hand below another is, is a guess; and one that lays a card may drift with it.
    let told = |point: &PathPoint| point.on_top == Some(true);
    if lies.iter().any(|point| point.fingers.distance(place) > LIES_CM || !told(point)) {
        return None;
    }
    let drifting = &path.points[after(0.0)..after(DRIFTS_SECS.1)];
    let last = drifting.iter().rfind(|point| point.fingers.distance(place) > AWAY_CM).filter(|point| told(point))?;
    ((last.t - t) * scale.real_per_file > DRIFTS_SECS.0).then_some(last.t)
}

/// The middle of where the fingers are in all of these; `None` of fewer than two.
fn middle(points: &[PathPoint]) -> Option<Point<Table>> {
    let median = |of: fn(&PathPoint) -> f64| {
        let mut all: Vec<f64> = points.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    (points.len() > 1).then(|| Point::new(median(|point| point.fingers.x), median(|point| point.fingers.y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Player};

    /// A hand whose fingers are so far from where it ends, centimetres, frame by frame, 240 frames a second.
    fn path(away: impl Fn(f64) -> f64, on_top: Option<bool>) -> HandPath {
        let point = |i: u32| {
            let t = f64::from(i) / 240.0;
            let at = Point::new(away(t), 1.0);
            PathPoint { on_top, ..PathPoint::lying(t, at) }
        };
        HandPath {
            track: 0,
            player: Player::One,
            hand: HandSide::Left,
            points: (0..120).map(point).collect(),
            fit: true,
        }
    }

    /// The instants that the hand may have come at, when it seemed to at 0.2 s.
    fn instants(path: &HandPath) -> Vec<f64> {
        let mut modes = vec![Mode { at: Measured::normal(0.2, 0.002), weight: 1.0 }];
        or_when_it_lay(path, &mut modes, TimeScale::REAL);
        assert!((modes.iter().map(|mode| mode.weight).sum::<f64>() - 1.0).abs() < 1e-12);
        modes.iter().map(|mode| mode.at.t).collect()
    }

    #[test]
    fn a_hand_that_drifts_on_may_have_come_when_it_lay() {
        let drifts = |t: f64| (0.24 - t).max(0.0) * 20.0;
        let found = instants(&path(drifts, Some(true)));
        assert!(found.len() == 2 && (found[1] - 0.237).abs() < 0.006, "{found:?}");
    }

    #[test]
    fn one_that_lies_where_it_stopped_has_come_then() {
        let lies = |t: f64| (0.2 - t).max(0.0) * 20.0;
        assert_eq!(instants(&path(lies, Some(true))), [0.2]);
    }

    #[test]
    fn where_the_place_is_not_told_nothing_is() {
        let drifts = |t: f64| (0.24 - t).max(0.0) * 20.0;
        assert_eq!(instants(&path(drifts, Some(false))), [0.2], "below another hand");
        assert_eq!(instants(&path(drifts, None)), [0.2], "over none");
        let trembles = |t: f64| drifts(t) + 0.5 * f64::from((t * 240.0).round() as u32 % 2);
        assert_eq!(instants(&path(trembles, Some(true))), [0.2], "never still");
        let leaves = |t: f64| (t - 0.21).max(0.0) * 50.0;
        assert_eq!(instants(&path(leaves, Some(true))), [0.2], "on its way elsewhere");
    }
}
