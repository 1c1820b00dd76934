//! Stops of hands that other hands move over: one that only seems to be a stop, and one that tells when a hand came that seems to be
//! still much later.
//!
//! Where another hand covers most of a hand, a part of that one's movement seems to be its own, so that it is never quite still.

use super::path::HandPath;
use super::rests::would_move_on;
use super::stops::Stop;
use super::touches::{STAYED_CM, Visit};
use crate::base::{Pile, TimeScale};

/// A hand that stops again so soon after it seemed to stop, real seconds, and so far from there, centimetres, and stays there, real
/// seconds, was only slower for a moment: over the pile it came down.
const PASSES_SECS: f64 = 0.08;
const PASSES_CM: f64 = 1.5;
const PASSED_STAYS_SECS: f64 = 0.1;
/// A hand that met something so long before it seems still, real seconds, was there all the time: one that is slower for a moment
/// and then comes down takes less.
const LONG_BEFORE_SECS: f64 = 0.1;

/// Whether a hand only seemed to stop: soon after it stopped elsewhere, and stayed there.
pub fn passes(path: &HandPath, stop: &Stop, stops: &[Stop], scale: TimeScale) -> bool {
    let points = &path.points;
    stops.iter().any(|later| {
        let there = points[later.index].fingers;
        let soon = (0.0..PASSES_SECS).contains(&((later.at.t - stop.at.t) * scale.real_per_file));
        let until = later.at.t + PASSED_STAYS_SECS / scale.real_per_file;
        let stays =
            || points[later.index..].iter().take_while(|p| p.t < until).all(|p| p.fingers.distance(there) < STAYED_CM);
        soon && points[stop.index].fingers.distance(there) > PASSES_CM && stays()
    })
}

/// Whether a hand that seemed to stop of its own came long before, with a stop that nothing but the pile explains, and then stayed
/// there.
pub fn came_with(path: &HandPath, stop: &Stop, visit: &Visit, pile: Pile, scale: TimeScale) -> bool {
    let at = path.points[stop.index].fingers;
    let until = path.points.partition_point(|point| point.t < visit.arrive.t);
    let long = (visit.arrive.t - stop.at.t) * scale.real_per_file > LONG_BEFORE_SECS;
    let earlier = long && !visit.sharp && visit.pile == pile && stop.index < until;
    let stayed = || path.points[stop.index..until].iter().all(|point| point.fingers.distance(at) < STAYED_CM);
    earlier && stayed() && would_move_on(path, stop.index, scale)
}
