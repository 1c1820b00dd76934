//! When a hand that rests on a pile sets off.
//!
//! In: a hand's way and where it rests. Out: the instant at which it began to leave, or none when it had not by the end of its
//! track; a hand that slides on the pile has not left. Arrivals are in [`mod@super::arrivals`].

use super::path::HandPath;
use super::touches::RESTING_CM_S;
use super::under::{depth_even, pile_under};
use super::zones::Zones;
use crate::base::{Measured, Pile, TimeScale};

/// A hand has left when its fingers are this far from where they rested, centimetres.
const LEFT_CM: f64 = 0.8;
/// A hand that lands slides no longer than this before it rests, real seconds.
const SLIDE_SECS: f64 = 0.1;

/// When the hand that rests at `index` begins to leave: the root of the line through the cube roots
/// of its first displacements, because a reach starts with constant jerk (Flash and Hogan 1985).
pub(super) fn departure(
    path: &HandPath,
    index: usize,
    pile: Pile,
    zones: &Zones,
    scale: TimeScale,
) -> Option<Measured> {
    let points = &path.points;
    let dt = path.frame_interval();
    let mut settle = (index + 1).min(points.len() - 1);
    let gone = loop {
        let rest = points[settle].fingers;
        let gone = (settle + 1..points.len()).find(|&i| {
            points[i].fingers.distance(rest) > LEFT_CM
                && points.get(i + 1).is_none_or(|p| p.fingers.distance(rest) > LEFT_CM)
        })?;
        // A hand that only slid on the pile has not left it.
        match slid_to(path, gone, pile, zones, scale) {
            Some(again) => settle = again,
            None => break gone,
        }
    };
    if let Some(any) = path.left_unseen(gone - 1, dt) {
        return Some(any);
    }
    // The hand may have drifted while resting: measure from just before it goes.
    let origin = (settle..gone).rev().take(12).filter(|&i| points[gone].t - points[i].t > 2.5 * dt).max_by(|&a, &b| {
        let still = |i: usize| -points[i].fingers.distance(points[i.saturating_sub(1).max(settle)].fingers);
        still(a).total_cmp(&still(b)).then(a.cmp(&b))
    });
    let origin = points[origin.unwrap_or(settle)].fingers;
    let (mut n, mut st, mut ss, mut stt, mut sts) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let base = points[gone].t;
    for point in &points[settle..(gone + 2).min(points.len())] {
        let s = point.fingers.distance(origin);
        if (0.12..2.5).contains(&s) && point.t > base - 6.5 * dt {
            let (t, root) = ((point.t - base) / dt, s.cbrt());
            n += 1.0;
            st += t;
            ss += root;
            stt += t * t;
            sts += t * root;
        }
    }
    let slope = (n * sts - st * ss) / (n * stt - st * st);
    let onset = if n >= 2.0 && slope.is_finite() && slope > 1e-3 { (st - ss / slope) / n } else { -1.5 };
    let sigma = dt.hypot(0.004 / scale.real_per_file);
    Some(Measured::normal((base + onset.clamp(-6.0, 0.0) * dt).max(points[index].t), sigma))
}

/// Where a hand that moves at `gone` rests again soon, without its fingers having left the pile.
fn slid_to(path: &HandPath, gone: usize, pile: Pile, zones: &Zones, scale: TimeScale) -> Option<usize> {
    let points = &path.points;
    let speeds = path.speeds();
    let until = points[gone].t + SLIDE_SECS / scale.real_per_file;
    let slow = |i: usize| speeds[i] / scale.real_per_file < RESTING_CM_S;
    (gone..points.len().saturating_sub(1))
        .take_while(|&i| points[i].t <= until)
        .take_while(|&i| {
            let (under, depth) = pile_under(&points[i].landmarks, zones);
            under == pile && depth > depth_even(zones, pile)
        })
        .find(|&i| slow(i) && slow(i + 1))
}
