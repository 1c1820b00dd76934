//! When a hand among others came to rest: every step in which its movement may have become mere noise is weighed.
//!
//! A hand that landed may slide, or be pushed by one that lands on it, and what lies over it can seem to move it; a hand that
//! comes straight down seems still before it lands. So no single step tells. In comes a hand's way with one of its rests, out
//! come the instants at which it may have landed, each with its probability: a single change point (after Barry and
//! Hartigan 1993) from movement, which goes on as it went, to rest, which may be disturbed.

use super::arrivals::Mode;
use super::path::HandPath;
use super::rests::{OWN_APART, Rest, begin, would_move_on};
use crate::base::TimeScale;
use std::f64::consts::FRAC_2_PI;

/// How long before it is still for good a hand among others may have landed, real seconds, after how many steps.
const CHANGE_SECS: f64 = 0.2;
const CHANGE_STEPS: usize = 4;
/// It has stayed as near since, centimetres.
const NEAR_CM: f64 = 3.0;
/// How loud stillness is at least, centimetres a real second.
const LEAST_NOISE_CM_S: f64 = 2.0;
/// Others begin to disturb a resting hand with the first probability a step, and go on with the second; it then seems as fast as
/// anything up to `TOP_CM_S`, centimetres a real second. These, the next and `LATER_A_STEP` were tuned on touches without pictures
/// (800 slaps, seeds from 16,000,000), by the logarithmic score of their instants.
const DISTURBED: f64 = 0.05;
const GO_ON: f64 = 0.7;
/// It is disturbed from the very first one rarely: that is the landing itself.
const AT_ONCE: f64 = 0.007;
const TOP_CM_S: f64 = 200.0;
/// A step of a hand that came down fast shows how it settles with this probability, so long, real seconds: fingers spread, the
/// wrist comes down after them, as fast as this part of the way there (standard deviation of half a normal distribution).
const SETTLING: f64 = 0.4;
const SETTLE_SECS: f64 = 0.06;
const SETTLE_PART: f64 = 0.12;
/// A moving hand goes on up to so many times as fast as it was, and so much faster, centimetres a real second.
const FASTER_TIMES: f64 = 1.5;
const FASTER_CM_S: f64 = 15.0;
/// It is slower than this part of that only with the second probability: what is heavy does not stop for a frame.
const SLOWER_TIMES: f64 = 0.25;
const SLOWER: f64 = 0.03;
/// A hand that stopped came as fast as so many times its noise at least, or its step before is no movement. Tuned on slaps without
/// pictures.
const CAME_NOISE: f64 = 8.0;
/// And its step is nonsense with this probability.
const NONSENSE: f64 = 0.1;
/// It is as fast as it mostly was so long before, real seconds: where the view leans against its way a hand that comes down seems
/// to stand in between.
const LATELY_SECS: f64 = 0.028;
/// Where frames are as far apart as the second, real seconds, and less so down to the first: a step tells so much more, and a hand
/// landed rather later than earlier, as nothing of its movement tells, because the picture shows the end of a way down last; log odds
/// a real second, of steps no longer than that. Tuned on slaps without pictures (seeds from 13,000,000, 60 frames a second), by the
/// logarithmic score of what is told of orders.
const FAR_SECS: (f64, f64) = (1.0 / 120.0, 1.0 / 60.0);
const FAR_MORE: f64 = 0.8;
const LATER_A_SEC: f64 = 120.0;
/// So did one that met something at any rate, log odds a step. Tuned on the same (0.2), and raised on touches with seeds from 18,000,000,
/// where it is the bias that it lessens: the logarithmic score hardly tells 0.2 from 0.6.
const LATER_A_STEP: f64 = 0.4;
/// Shorter steps are taken together, real seconds: between frames so near to each other the coding shows no movement at all in
/// one and twice as much in the next.
const STEP_SECS: f64 = 0.004;
/// Steps nearer to each other than this, real seconds, say the same.
const SAME_SECS: f64 = 1.0 / 200.0;
/// An instant less probable than this is none.
const LEAST_WEIGHT: f64 = 1e-3;

/// The instants at which a hand that rests may have landed, and whether it met something then; `None` where too little of
/// its way was seen.
pub fn change(path: &HandPath, rest: &Rest, scale: TimeScale) -> Option<(Vec<Mode>, bool)> {
    let points = &path.points;
    let dt = path.frame_interval();
    let loud = |k: usize| points[k].speed.hypot(OWN_APART * points[k].apart) / scale.real_per_file;
    let steps = ((STEP_SECS / scale.real_per_file / dt).round() as usize).max(1);
    let speed = |k: usize| {
        let until = (k + steps).min(points.len());
        (k..until).map(loud).sum::<f64>() / (until - k).max(1) as f64
    };
    let mut still: Vec<f64> = (rest.from..=rest.to).map(speed).collect();
    still.sort_by(f64::total_cmp);
    let noise = still[still.len() / 2].max(LEAST_NOISE_CM_S);
    let since = points[rest.from].t - CHANGE_SECS / scale.real_per_file;
    let place = points[rest.from].fingers;
    let first = points.partition_point(|point| point.t < since).max(CHANGE_STEPS + 1);
    let first = (first..rest.from).rev().take_while(|&k| points[k].fingers.distance(place) < NEAR_CM).last()?;
    let last = (rest.from + 1).min(rest.to);
    let (near, far) = FAR_SECS;
    let far_apart = ((dt * scale.real_per_file - near) / (far - near)).clamp(0.0, 1.0);
    let alike = (dt * scale.real_per_file / SAME_SECS).min(1.0) + FAR_MORE * far_apart;
    // How fast a hand was in so many steps before one.
    let usual = |steps: usize, k: usize| {
        let mut before: Vec<f64> = (k.saturating_sub(steps.max(1))..k).map(speed).collect();
        before.sort_by(f64::total_cmp);
        before[before.len() / 2]
    };
    let lately = (LATELY_SECS / scale.real_per_file / dt).round() as usize;
    let moving: Vec<f64> = (first..=last).map(|k| moving(speed(k), usual(3, k).max(usual(lately, k))).ln()).collect();
    // Log weight of "at rest from step k on"; in the step before it stopped, and may have gone any part of it.
    let mut weights: Vec<(usize, f64)> = Vec::new();
    // Where it was lost from sight elsewhere it did not lie yet.
    let elsewhere = |k: usize| path.lost_after(k - 1, dt) && points[k - 1].fingers.distance(place) >= NEAR_CM;
    for k in (first..=last).filter(|&k| !elsewhere(k)) {
        let i = k - first;
        // Of pictures that a coding repeats one of two steps is empty, so both tell how fast it came.
        let came = loud(k - 2).max(loud(k - 3)).max(speed(k - 2)).max(CAME_NOISE * noise);
        let stopped = if i > 0 { stopping(loud(k - 1), came).ln() } else { 0.0 };
        let gone: f64 = moving[..i.saturating_sub(1)].iter().sum();
        // The step before is a part of one.
        let settled = SETTLE_PART * loud(k - 2);
        // From straight above a slow step may be the last of its way.
        let odds = SETTLING * points[k].seen_down();
        let lies = |j: usize| {
            let settles = (points[j].t - points[k].t) * scale.real_per_file < SETTLE_SECS;
            lying(speed(j), noise, (odds, if settles { settled } else { 0.0 }))
        };
        let (at_once, rested) = resting((k..=last).map(lies));
        // Of a hand that was lost from sight meanwhile it may be any step of that time.
        let lost = ((points[k - 1].t - points[k - 2].t) / dt).max(1.0).ln();
        weights.push((k, stopped + at_once + alike * (gone + rested) + lost));
    }
    let met: f64 =
        probabilities(&weights).filter(|&(k, _)| would_move_on(path, k - 1, scale)).map(|(_, weight)| weight).sum();
    let later = LATER_A_SEC * far_apart * (far / dt).min(scale.real_per_file);
    let step = if met > 0.5 { LATER_A_STEP * alike.min(1.0) } else { 0.0 };
    for (k, log) in &mut weights {
        *log += later * (points[*k].t - points[first].t) + step * (*k - first) as f64;
    }
    let modes = probabilities(&weights)
        .filter(|&(_, weight)| weight > LEAST_WEIGHT)
        .map(|(k, weight)| Mode { at: begin(path, k, dt, scale), weight });
    Some((modes.collect(), met > 0.5))
}

/// The probabilities of which these are the logs, up to a constant.
fn probabilities(weights: &[(usize, f64)]) -> impl Iterator<Item = (usize, f64)> {
    let most = weights.iter().map(|w| w.1).fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = weights.iter().map(|w| (w.1 - most).exp()).sum();
    weights.iter().map(move |&(k, log)| (k, (log - most).exp() / total))
}

/// How probable the steps of a hand at rest are that lies undisturbed with these densities, as logarithms: of the first step, and of
/// all others after it. What disturbs it comes and goes (the forward recursion of a Markov chain of two states).
fn resting(lies: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut at_once, mut rested) = (0.0, 0.0);
    let (mut lying, mut disturbed) = (1.0 - AT_ONCE, AT_ONCE);
    for (j, density) in lies.enumerate() {
        if j > 0 {
            let begins = DISTURBED * lying;
            (lying, disturbed) = (lying - begins + (1.0 - GO_ON) * disturbed, begins + GO_ON * disturbed);
        }
        (lying, disturbed) = (lying * density, disturbed / TOP_CM_S);
        let of_both = lying + disturbed;
        *if j > 0 { &mut rested } else { &mut at_once } += of_both.ln();
        (lying, disturbed) = (lying / of_both, disturbed / of_both);
    }
    (at_once, rested)
}

/// Density of a step of a hand that lies undisturbed and seems to move with `speed`: half Cauchy, as loud as the rest, or settling with
/// the probability `odds` as fast as `settling` (0 for not).
fn lying(speed: f64, noise: f64, (odds, settling): (f64, f64)) -> f64 {
    let quiet = FRAC_2_PI / noise / (1.0 + (speed / noise).powi(2));
    if settling > noise {
        let settles = (FRAC_2_PI.sqrt() / settling) * (-0.5 * (speed / settling).powi(2)).exp();
        odds * settles + (1.0 - odds) * quiet
    } else {
        quiet
    }
}

/// Density of the step in which a hand that moved with `before` stopped, any part of it gone: it cannot have been faster than one
/// that goes on, or others disturbed it.
fn stopping(speed: f64, before: f64) -> f64 {
    let high = FASTER_TIMES * before + FASTER_CM_S;
    let goes = if speed < high { 1.0 / high } else { 0.0 };
    (1.0 - DISTURBED) * goes + DISTURBED / TOP_CM_S
}

/// Density of a step of a hand that moved with `before` and goes on.
fn moving(speed: f64, before: f64) -> f64 {
    let (low, high) = (SLOWER_TIMES * before, FASTER_TIMES * before + FASTER_CM_S);
    let goes_on = if speed < low {
        SLOWER / low
    } else if speed < high {
        (1.0 - SLOWER) / (high - low)
    } else {
        0.0
    };
    let nonsense = if speed < low { 0.0 } else { NONSENSE / TOP_CM_S };
    (1.0 - NONSENSE) * goes_on + nonsense
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::super::rests::rests;
    use super::*;
    use crate::base::{HandSide, Measured, Player, Point};

    /// A hand among others that moves as `speed` has it, centimetres a second, one step after the other.
    fn path(fps: f64, speeds: &[f64]) -> HandPath {
        let mut x = 0.0;
        let points = speeds.iter().enumerate().map(|(i, &speed)| {
            x += speed / fps;
            let at = Point::new(x, 0.0);
            let own = Some((speed, 0.0));
            PathPoint { speed, own, ..PathPoint::lying(i as f64 / fps, at) }
        });
        HandPath { track: 0, player: Player::One, hand: HandSide::Left, points: points.collect(), fit: true }
    }

    fn modes(path: &HandPath) -> Vec<Mode> {
        let rests = rests(path, &[], TimeScale::REAL);
        change(path, rests.last().expect("it rests"), TimeScale::REAL).expect("it arrives").0
    }

    #[test]
    fn what_jostles_a_hand_that_was_still_did_not_bring_it() {
        // It stops at 0.1 s, lies still, is jostled for 25 ms, lies still.
        let speeds: Vec<f64> = (0..48)
            .map(|i| match i {
                0..=24 => 90.0,
                28..=33 => 70.0,
                _ => 0.5,
            })
            .collect();
        let modes = modes(&path(240.0, &speeds));
        let early: f64 = modes.iter().filter(|mode| (mode.at.t - 0.1).abs() < 0.007).map(|mode| mode.weight).sum();
        assert!(early > 0.9, "{modes:?}");
    }

    #[test]
    fn a_key_frame_long_after_it_came_did_not_bring_it() {
        // It stops at 0.1 s; every third picture is a copy, a key frame at 0.15 s moves all, and only at 0.27 s is it still.
        let speeds: Vec<f64> = (0..60)
            .map(|i| match i {
                0..=12 => 90.0,
                18 => 40.0,
                32.. => 0.5,
                _ if i % 3 == 0 => 0.0,
                _ => 6.5,
            })
            .collect();
        let path = path(120.0, &speeds);
        let rest = Rest {
            from: 33,
            to: 59,
            began: Measured::normal(0.27, 0.003),
            ended: None,
            speed_before: 6.5,
            met: true,
            abrupt: true,
        };
        let modes = change(&path, &rest, TimeScale::REAL).expect("it arrives").0;
        let early: f64 = modes.iter().filter(|mode| (mode.at.t - 0.1).abs() < 0.012).map(|mode| mode.weight).sum();
        assert!(early > 0.6, "{modes:?}");
    }

    #[test]
    fn a_hand_that_slows_down_and_goes_on_has_not_come_yet() {
        // 40 cm/s until 0.15 s, with a slower stretch on the way.
        let speeds: Vec<f64> = (0..40)
            .map(|i| match i {
                8..=11 => 25.0,
                0..=18 => 40.0,
                _ => 0.5,
            })
            .collect();
        let modes = modes(&path(120.0, &speeds));
        let late: f64 = modes.iter().filter(|mode| (mode.at.t - 0.15).abs() < 0.006).map(|mode| mode.weight).sum();
        assert!(late > 0.9, "{modes:?}");
    }

    #[test]
    fn a_hand_that_was_lost_and_is_found_where_it_rests_came_while_it_was_lost() {
        // 90 cm/s until it is lost at 0.1 s, found again at 0.22 s; the first steps of it then are the tracker's.
        let speeds: Vec<f64> = (0..60)
            .map(|i| match i {
                0..=18 => 90.0,
                26 => 100.0,
                27 => 25.0,
                _ => 0.5,
            })
            .collect();
        let mut path = path(120.0, &speeds);
        path.points.retain(|point| !(0.105..0.213).contains(&point.t));
        let rests = rests(&path, &[], TimeScale::REAL);
        let modes = change(&path, rests.last().expect("it rests"), TimeScale::REAL).expect("it arrives").0;
        let meanwhile = modes.iter().filter(|mode| (0.1..0.215).contains(&mode.at.t));
        let weight: f64 = meanwhile.map(|mode| mode.weight).sum();
        assert!(weight > 0.6, "{modes:?}");
    }

    #[test]
    fn nor_did_it_come_where_it_was_lost_if_it_is_found_elsewhere() {
        // 60 frames a second; it slows down as another hand comes over it, is lost from 0.4 to 0.52 s, and lies 7 cm on.
        let speeds: Vec<f64> = (0..60)
            .map(|i| match i {
                0..=23 => 150.0,
                24 => 50.0,
                25..=31 => 60.0,
                _ => 0.5,
            })
            .collect();
        let mut path = path(60.0, &speeds);
        path.points.retain(|point| !(0.41..0.51).contains(&point.t));
        let rests = rests(&path, &[], TimeScale::REAL);
        let modes = change(&path, rests.last().expect("it rests"), TimeScale::REAL).expect("it arrives").0;
        let before: f64 = modes.iter().filter(|mode| mode.at.t < 0.4).map(|mode| mode.weight).sum();
        assert!(before < 0.05 && modes[0].at.sigma() > 0.02, "{modes:?}");
    }

    #[test]
    fn where_frames_are_far_apart_a_hand_landed_rather_later() {
        // One step shows nothing, and one more does: others disturbed it, or it had not landed yet.
        let speeds: Vec<f64> = (0..40).map(|i| if i < 19 || i == 20 { 60.0 } else { 0.5 }).collect();
        let late = |fps: f64| -> f64 {
            let modes = modes(&path(fps, &speeds));
            modes.iter().filter(|mode| mode.at.t > 19.2 / fps).map(|mode| mode.weight).sum()
        };
        assert!(late(60.0) > 0.1 && late(120.0) < 0.01, "{} {}", late(60.0), late(120.0));
    }

    #[test]
    fn the_probabilities_of_all_instants_are_one() {
        let speeds: Vec<f64> = (0..40).map(|i| if i < 20 { 60.0 - 2.0 * f64::from(i) } else { 1.0 }).collect();
        let total: f64 = modes(&path(120.0, &speeds)).iter().map(|mode| mode.weight).sum();
        assert!((total - 1.0).abs() < 0.02, "{total}");
    }
}
