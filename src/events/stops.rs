//! Where a moving hand is stopped, between frames where the evidence allows.
//!
//! A hand that meets a pile loses its speed within a frame or two. The stop is first found by its
//! loss of speed; its instant is then the change point of a two-piece model of the way: a cubic
//! before, bent as reaches are, and rest after. Every instant on a fine grid is weighed by how well the
//! model explains the positions around it (Huber loss, because another hand landing on this one shakes
//! the landmarks), and the instant's uncertainty is the spread of those weights: a fast stop is sharp, a
//! slow one is honestly vague. The grid posterior follows the usual Bayesian treatment of a single
//! change point with a flat prior.
//!
//! Tuned on the clips named in `tests/accuracy`: window lengths and the floor of the uncertainty.

use super::least_squares::solve;
use super::path::HandPath;
use crate::base::{Measured, Point, Table, TimeScale};

/// Way considered before the stop, real seconds.
const BEFORE_SECS: f64 = 0.06;
/// Rest considered after the stop, real seconds: short, the opponent's hand may land on top.
const AFTER_SECS: f64 = 0.017;
/// A stop keeps less than this part of the speed before.
const SLOWED_TO: f64 = 0.4;
/// Speed before that is worth calling movement, centimetres a real second.
const MOVING_CM_S: f64 = 12.0;
/// Huber threshold, centimetres: twice what landmarks jitter on a moving hand.
const HUBER_CM: f64 = 0.1;
/// Landmark noise assumed at least, centimetres.
const NOISE_CM: f64 = 0.05;
/// Part of a frame interval that no fit is trusted beyond (exposure, shutter, compression).
const FLOOR_FRAMES: f64 = 0.2;
/// The same in real seconds.
const FLOOR_SECS: f64 = 0.001;
/// Steps of the grid per frame interval.
const GRID: f64 = 40.0;
/// How the speed of a reach bends, as a part of itself a real second squared: mean and standard deviation. Of a reach of minimum
/// jerk that takes T seconds the second derivative of the speed is -16/T^2 of it in the middle, -12/T^2 at seven tenths and
/// nothing at 0.79 (Flash and Hogan 1985); a hand that hits a pile is stopped on the way, and took a quarter of a second or so. Of
/// this and of half as much with three quarters of the deviation, this did a little better on slaps without pictures (seeds from
/// 70,000), on own rendered slaps and on path-traced clips.
pub(super) const BENDS: (f64, f64) = (-200.0, 200.0);

/// A hand stopped.
#[derive(Debug, Clone)]
pub struct Stop {
    /// When.
    pub at: Measured,
    /// Index of the first point at rest.
    pub index: usize,
    /// Direction and speed on arrival, centimetres a real second.
    pub velocity: (f64, f64),
    /// Speed shortly before, centimetres a real second.
    pub peak_speed: f64,
}

/// The stops of a hand, in order.
pub fn stops(path: &HandPath, scale: TimeScale) -> Vec<Stop> {
    if !path.fit {
        return Vec::new();
    }
    let speeds: Vec<f64> = path.speeds().iter().map(|speed| speed / scale.real_per_file).collect();
    let secs = |real: f64| real / scale.real_per_file;
    let dt = path.frame_interval();
    let points = &path.points;
    let mut found: Vec<Stop> = Vec::new();
    for i in 1..points.len() {
        let t = points[i].t;
        let mut before: Vec<f64> =
            (1..i).rev().take_while(|&j| points[j].t >= t - secs(0.03).max(3.5 * dt)).map(|j| speeds[j]).collect();
        before.sort_by(|a, b| b.total_cmp(a));
        // The second fastest: one jumping landmark is no movement.
        let Some(&peak) = before.get(1) else { continue };
        if peak < MOVING_CM_S || speeds[i] >= SLOWED_TO * peak {
            continue;
        }
        let mut after: Vec<f64> = (i + 1..points.len())
            .take_while(|&j| points[j].t <= t + secs(0.025).max(2.5 * dt))
            .map(|j| speeds[j])
            .collect();
        after.sort_by(f64::total_cmp);
        if after.is_empty() || after[after.len() / 2] >= 0.9 * SLOWED_TO * peak {
            continue;
        }
        let again = found.last().is_some_and(|last| {
            t - points[last.index].t < secs(0.1) && points[i].fingers.distance(points[last.index].fingers) < 1.0
        });
        if again {
            continue;
        }
        if let Some((at, velocity)) = refine(path, i, dt, scale) {
            let velocity = (velocity.0 / scale.real_per_file, velocity.1 / scale.real_per_file);
            found.push(Stop { at, index: i, velocity, peak_speed: peak });
        }
    }
    found
}

/// The stop's instant near point `index` (up to two intervals before it), and the velocity on arrival (centimetres a file second).
pub fn refine(path: &HandPath, index: usize, dt: f64, scale: TimeScale) -> Option<(Measured, (f64, f64))> {
    let points = &path.points;
    let t0 = points[index].t;
    let before = (BEFORE_SECS / scale.real_per_file).max(5.0 * dt);
    let after = (AFTER_SECS / scale.real_per_file).max(1.5 * dt);
    let window: Vec<(f64, Point<Table>)> = points
        .iter()
        .filter(|point| point.t >= t0 - before - 1e-9 && point.t <= t0 + after + 1e-9)
        .map(|point| ((point.t - t0) / dt, point.fingers))
        .collect();
    if window.len() < 5 {
        return None;
    }
    let square = (dt * scale.real_per_file).powi(2);
    let bends = (BENDS.0 * square, BENDS.1 * square);
    let steps = (2.6 * GRID) as i32;
    let tries: Vec<(f64, Fit)> = (0..=steps)
        .map(|step| -2.2 + f64::from(step) / GRID)
        .filter_map(|change| Some((change, Fit::new(&window, change, bends)?)))
        .collect();
    let best = tries.iter().min_by(|a, b| a.1.cost.total_cmp(&b.1.cost))?;
    let freedom = (2 * window.len()).saturating_sub(7).max(1) as f64;
    let variance = (best.1.squares / freedom).max(NOISE_CM * NOISE_CM);
    let (mut total, mut mean, mut square) = (0.0, 0.0, 0.0);
    for (change, fit) in &tries {
        let weight = (-(fit.cost - best.1.cost) / variance).exp();
        total += weight;
        mean += weight * change;
        square += weight * change * change;
    }
    mean /= total;
    let spread = (square / total - mean * mean).max(0.0).sqrt() * dt;
    let floor = (FLOOR_SECS / scale.real_per_file).hypot(FLOOR_FRAMES * dt);
    let (x, y) = best.1.velocity(&window, best.0)?;
    let velocity = (-x / dt, -y / dt);
    Some((Measured::normal(t0 + mean * dt, spread.hypot(floor)), velocity))
}

/// A cubic before `change`, rest after, fitted to positions; times in frame intervals.
struct Fit {
    /// Sum of Huber losses.
    cost: f64,
    /// Sum of squared distances.
    squares: f64,
    /// What each position counted for at last.
    weights: Vec<f64>,
}

impl Fit {
    /// `bends` as [`BENDS`], a frame interval squared.
    fn new(window: &[(f64, Point<Table>)], change: f64, bends: (f64, f64)) -> Option<Fit> {
        let rows: Vec<[f64; 4]> = window
            .iter()
            .map(|&(t, _)| {
                let d = (change - t).max(0.0);
                [1.0, d, d * d, d * d * d]
            })
            .collect();
        let moving = rows.iter().filter(|row| row[1] > 0.0).count();
        if rows.len() - moving < 1 || moving < 3 {
            return None;
        }
        // What a reach bends like is one observation more, as sure as the way was long.
        let (first, last) = (window.first()?.1, window.last()?.1);
        let speed = first.distance(last) / moving as f64;
        let bend = [0.0, -bends.0 / 6.0, 0.0, 1.0];
        let sure = (NOISE_CM / (bends.1 / 6.0 * speed.max(NOISE_CM))).powi(2);
        let mut weights = vec![1.0; window.len()];
        let mut residuals: Vec<f64> = Vec::new();
        for _ in 0..3 {
            let x = solve(&rows, &weights, window.iter().map(|(_, p)| p.x), (bend, sure))?;
            let y = solve(&rows, &weights, window.iter().map(|(_, p)| p.y), (bend, sure))?;
            residuals =
                rows.iter().zip(window).map(|(row, (_, p))| (p.x - dot(row, &x)).hypot(p.y - dot(row, &y))).collect();
            weights = residuals.iter().map(|r| (HUBER_CM / r.max(HUBER_CM)).min(1.0)).collect();
        }
        let loss = |r: f64| if r < HUBER_CM { r * r / 2.0 } else { HUBER_CM * (r - HUBER_CM / 2.0) };
        Some(Fit {
            cost: residuals.iter().map(|&r| loss(r)).sum(),
            squares: residuals.iter().map(|r| r * r).sum(),
            weights,
        })
    }

    /// Derivative by (change - t) at the change of the parabola through the same: the end of a cubic is too free to tell where a hand
    /// was going.
    fn velocity(&self, window: &[(f64, Point<Table>)], change: f64) -> Option<(f64, f64)> {
        let rows: Vec<[f64; 3]> = window
            .iter()
            .map(|&(t, _)| {
                let d = (change - t).max(0.0);
                [1.0, d, d * d]
            })
            .collect();
        let free = ([0.0; 3], 0.0);
        let x = solve(&rows, &self.weights, window.iter().map(|(_, p)| p.x), free)?;
        let y = solve(&rows, &self.weights, window.iter().map(|(_, p)| p.y), free)?;
        Some((x[1], y[1]))
    }
}

fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::*;
    use crate::base::{HandSide, Player};

    /// A hand that slides in at `speed` and stops at `stop`, with a small fixed disturbance.
    fn slide(fps: f64, speed: f64, stop: f64) -> HandPath {
        let points = (0..(0.6 * fps) as usize)
            .map(|i| {
                let t = i as f64 / fps;
                let wobble = 0.02 * ((i * 7919) % 13) as f64 / 13.0;
                let fingers = Point::new(-speed * (stop - t).max(0.0) + wobble, 1.0 - wobble);
                PathPoint { speed: if t <= stop { speed } else { 0.0 }, clear: false, ..PathPoint::lying(t, fingers) }
            })
            .collect();
        HandPath { track: 0, player: Player::One, hand: HandSide::Left, points, fit: true }
    }

    #[test]
    fn stop_is_found_between_frames() {
        for fps in [60.0, 120.0, 240.0] {
            for phase in 0..8 {
                let truth = 0.3 + f64::from(phase) / 8.0 / fps;
                let found = stops(&slide(fps, 150.0, truth), TimeScale::REAL);
                assert_eq!(found.len(), 1, "{fps} {phase}");
                let error = (found[0].at.t - truth).abs();
                assert!(error < 0.25 / fps, "{fps} {phase}: {error}");
                assert!(found[0].at.lo <= truth && truth <= found[0].at.hi);
                assert!((found[0].velocity.0 - 150.0).abs() < 20.0, "{:?}", found[0].velocity);
            }
        }
    }

    #[test]
    fn a_reach_that_is_stopped_while_it_slows_down_is_not_dated_early() {
        // 30 cm in a quarter of a second with minimum jerk, stopped at seven tenths of it.
        for fps in [60.0, 120.0] {
            let errors = (0..8).map(|phase| {
                let truth = 0.3 + f64::from(phase) / 8.0 / fps;
                let gone = |t: f64| {
                    let part = ((t - truth) / 0.25 + 0.7).clamp(0.0, 0.7);
                    30.0 * part.powi(3) * (10.0 - 15.0 * part + 6.0 * part * part)
                };
                let mut path = slide(fps, 0.0, truth);
                let mut before = 0.0;
                for point in &mut path.points {
                    point.fingers.x += gone(point.t);
                    point.landmarks = vec![point.fingers; 21];
                    point.speed = (gone(point.t) - before) * fps;
                    before = gone(point.t);
                }
                let found = stops(&path, TimeScale::REAL);
                assert_eq!(found.len(), 1, "{fps} {phase}");
                (found[0].at.t - truth) * fps
            });
            let mean = errors.sum::<f64>() / 8.0;
            assert!(mean.abs() < 0.05, "{fps}: {mean} frames");
        }
    }

    #[test]
    fn slow_stops_are_vaguer() {
        let fast = stops(&slide(120.0, 200.0, 0.3), TimeScale::REAL)[0].at.sigma();
        let slow = stops(&slide(120.0, 15.0, 0.3), TimeScale::REAL)[0].at.sigma();
        assert!(slow > fast, "{slow} {fast}");
    }

    #[test]
    fn a_resting_hand_never_stops() {
        assert!(stops(&slide(120.0, 0.0, 0.3), TimeScale::REAL).is_empty());
    }

    #[test]
    fn slow_motion_counts_real_speed() {
        // 240 filmed, 30 played: in file time the hand crawls.
        let scale = TimeScale { real_per_file: 0.125 };
        let mut path = slide(240.0, 150.0, 0.3);
        for point in &mut path.points {
            point.t *= 8.0;
            point.speed /= 8.0;
        }
        let found = stops(&path, scale);
        assert_eq!(found.len(), 1);
        assert!((found[0].at.t - 2.4).abs() < 0.01, "{:?}", found[0].at);
    }
}
