//! The spans in which a hand lies still, and how abruptly each began.
//!
//! A hand in the air is never quite still, and slows down no faster than its muscles can; one that meets the table is
//! still within a frame. Both are seen in how far the hand's picture moved from frame to frame, which a still camera
//! shows to a fraction of a pixel. Where another hand moves over this one, part of that movement seems to be its own.

use super::least_squares::solve;
use super::path::{HandPath, LONGEST_STEP};
use super::stops::BENDS;
use crate::base::{Measured, TimeScale};

/// A hand slower than this is still, centimetres a real second: at least and at most; between, by how still this hand
/// ever is.
const STILL_CM_S: (f64, f64) = (1.5, 20.0);
/// The stillest tenth of a hand's steps, times this and with the least of the above, is still: noise in the picture
/// seems to move it in every step.
const TIMES_STILLEST: f64 = 1.6;
/// Rest shorter than this is a turn in the air, real seconds.
const SHORTEST_SECS: f64 = 0.014;
/// A hand goes on as it came with at least the first part of its last step, in its direction to a cosine of the second.
const GOES_ON_PART: f64 = 0.3;
const GOES_ON_ALONG: f64 = 0.8;
/// A single step between still ones that is shorter than this is none, centimetres.
pub(super) const POP_CM: f64 = 0.5;
/// Nor is a longer one in which another hand moves over this one and seems to take it along, if it takes less than this, real seconds.
const TAKEN_ALONG_SECS: f64 = 0.02;
/// Nor do so many steps end a rest, each slower than this, centimetres a real second, after which the hand is no farther away than this,
/// centimetres. Set by two rendered slaps.
const SHIMMER_STEPS: usize = 3;
const SHIMMER_CM_S: f64 = 6.0;
const SHIMMER_CM: f64 = 0.1;
/// A hand that is nearer than this may be over this one, centimetres between their nearest landmarks.
pub(super) const OVER_CM: f64 = 3.0;
/// How far parts differ counts for so much where a part of the hand tells for all of it: there are few of them.
pub(super) const OWN_APART: f64 = 0.5;
/// The part of its speed that may seem this hand's own.
const SEEMING: f64 = 0.08;
/// A hand met something when the whole steps before, so many, foretold that it would move on, this many times faster than
/// what is still: a hand that stops of its own slows down ever less (minimum jerk, Flash and Hogan 1985), so that a line
/// through its last speeds foretells less than nothing.
const FORETELL_STEPS: usize = 4;
const FORETOLD_TIMES: f64 = 2.0;
/// And than this part of those steps' mean speed: they are not exact.
const FORETOLD_PART: f64 = 0.2;
/// Of frames so far apart that those steps take longer than this, real seconds, in which a reach slows down by much, the last step and
/// the one before foretell it alone where they leave at least the next part of the last one's speed: a hand that stops of its own and
/// is still after two steps more leaves nothing, one that turns back leaves half.
const SLOWS_SECS: f64 = 0.05;
const LAST_PART: f64 = 0.7;
/// And the first still step is shorter than this part of what they foretell.
const STOPPED_PART: f64 = 0.35;
/// Coding shows a movement of less than this between two frames only later, centimetres: what is so slow only seems to stop.
/// Measured on rendered clips of 60 to 480 frames a second.
const FROZEN_CM: f64 = 0.05;
/// Faster than this, the way before tells the instant better than the length of the way, centimetres a real second.
const FAST_CM_S: f64 = 15.0;
/// Way considered before a rest began, frame intervals.
const BEFORE_FRAMES: usize = 6;
/// Noise of one step's length, centimetres, at least and as a part of the step.
const STEP_CM: f64 = 0.01;
const STEP_PART: f64 = 0.1;
/// Part of a frame interval that no instant is trusted beyond (exposure, shutter, compression). Chosen on the own slaps of `tests/slaps`,
/// by how wide the intervals of path-traced clips were.
const FLOOR_FRAMES: f64 = 0.19;
/// Of frames farther apart than this, real seconds, no more of their interval counts than this or that part of it. Tuned on slaps
/// without pictures at 60 frames a second (seeds from 13,000,000).
const COUNTED_SECS: f64 = 0.01;
const COUNTED_PART: f64 = 0.6;
/// Standard deviation that another hand's passing over at that moment adds, frame intervals.
const HIDDEN_FRAMES: f64 = 0.4;
/// So many steps of the rest tell how much a still hand seems to move.
const STILL_STEPS: usize = 4;
/// Steps of the grid per frame interval.
const GRID: usize = 40;
/// Standard deviation of the instant at which a hand stirs again, real seconds, besides a third of how long it stirs
/// unseen.
const STIR_SECS: f64 = 0.004;
/// Steps by which that instant is told, and how long before the first of them it may be, real seconds.
const STIR_STEPS: usize = 4;
const LONGEST_RISE_SECS: f64 = 0.035;

/// A span of rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Rest {
    /// Index of the first point that was reached without movement.
    pub from: usize,
    /// Index of the last one.
    pub to: usize,
    /// When it began.
    pub began: Measured,
    /// When it ended; `None` when it had not by the end of the track.
    pub ended: Option<Measured>,
    /// Speed in the last whole step before, centimetres a real second.
    pub speed_before: f64,
    /// True when muscles alone could not have stopped it: it met something.
    pub met: bool,
    /// True when its last two steps alone say so already; that dates nothing.
    pub abrupt: bool,
}

/// The rests of `path`, in order; `all` are the ways of all hands.
pub fn rests(path: &HandPath, all: &[HandPath], scale: TimeScale) -> Vec<Rest> {
    let points = &path.points;
    let dt = path.frame_interval();
    let speeds: Vec<f64> = points
        .iter()
        .map(|p| p.speed.hypot(if p.own.is_some() { OWN_APART * p.apart } else { p.apart }) / scale.real_per_file)
        .collect();
    let limit = still_limit(&speeds);
    let over: Vec<f64> = (0..points.len()).map(|i| speed_over(path, i, all, dt) / scale.real_per_file).collect();
    let still: Vec<bool> = (0..points.len())
        .map(|i| {
            let over = over[i];
            // Parts that another hand hides move as that one does; most of the hand does not.
            let own = if over > 0.0 { points[i].speed / scale.real_per_file } else { speeds[i] };
            i > 0 && own < limit + SEEMING * over
        })
        .collect();
    let shortest = (SHORTEST_SECS / scale.real_per_file).max(1.9 * dt);
    // A few faint steps that lead nowhere end no rest: what passes beside a hand that lies alone changes how its picture is coded.
    let shimmers = |i: usize| {
        let back = (i + 2..(i + 2 + SHIMMER_STEPS).min(points.len())).find(|&k| still[k]);
        back.is_some_and(|back| {
            let faint = (i + 1..back).all(|k| points[k].own.is_none() && speeds[k] < SHIMMER_CM_S);
            faint && points[i].fingers.distance(points[back].fingers) < SHIMMER_CM
        })
    };
    // Nor is a step one in which the hand as a whole lies still and its parts faintly seem to move, beside still ones: flickering light
    // does so.
    let seems = |i: usize| {
        let whole = points[i].own.is_none() && over[i] == 0.0 && points[i].speed / scale.real_per_file < limit;
        whole && speeds[i] < SHIMMER_CM_S
    };
    let mut found: Vec<Rest> = Vec::new();
    let mut i = 1;
    while i < points.len() {
        if !still[i] {
            i += 1;
            continue;
        }
        let rested = found.last().map_or(0, |last| last.to);
        let first = i.saturating_sub(SHIMMER_STEPS).max(rested + 1);
        let from = (first..i).rev().take_while(|&k| seems(k)).last().unwrap_or(i);
        // A single loud step within is noise: key frames of the coding pop, and no hand starts and stops so soon. What moves over a
        // hand may seem to take it along for farther than that.
        let noise = |i: usize| {
            let taken_along = over[i] > 0.0 && dt * scale.real_per_file < TAKEN_ALONG_SECS;
            taken_along || points[i].speed * dt < POP_CM
        };
        while i + 1 < points.len()
            && (still[i + 1] || (i + 2 < points.len() && still[i + 2] && noise(i + 1)) || shimmers(i))
        {
            i += 1;
        }
        let to = i;
        i += 1;
        // The step in which it stopped is a part of a step: the one before is whole.
        let speed_before = (from.saturating_sub(2).max(1)..from).map(|k| speeds[k]).fold(0.0, f64::max);
        let met = foretold(&speeds, from, limit.max(frozen(path, scale)));
        let lay = points[to].t - points[from - 1].t;
        // Of frames so far apart one step is long enough, if something stopped the hand in it: then it does not go on as it came.
        let one_step = met && lay * scale.real_per_file > SHORTEST_SECS && !goes_on(path, from, to);
        if lay < shortest && !one_step {
            continue;
        }
        let ended = stir(path, to, dt, scale);
        let began = begin(path, from, dt, scale);
        let far_apart = FORETELL_STEPS as f64 * dt * scale.real_per_file > SLOWS_SECS;
        let abrupt = met || (far_apart && cut_short(&speeds, from, limit.max(frozen(path, scale))));
        found.push(Rest { from, to, began, ended, speed_before, met, abrupt });
    }
    found
}

/// Whether a hand that stood still from point `from` to `to` goes on as it came: a picture that was coded twice shows it so.
fn goes_on(path: &HandPath, from: usize, to: usize) -> bool {
    let points = &path.points;
    let (Some(before), Some(last), Some(after)) =
        (from.checked_sub(2).map(|k| points[k].fingers), points.get(from - 1), points.get(to + 1))
    else {
        return false;
    };
    let came = (last.fingers.x - before.x, last.fingers.y - before.y);
    let goes = (after.fingers.x - points[to].fingers.x, after.fingers.y - points[to].fingers.y);
    let (came_cm, goes_cm) = (came.0.hypot(came.1), goes.0.hypot(goes.1));
    goes_cm > GOES_ON_PART * came_cm && came.0 * goes.0 + came.1 * goes.1 > GOES_ON_ALONG * came_cm * goes_cm
}

/// Whether the steps before the one to point `at`, in which it stopped, foretold that the hand would move on after it: then
/// it met something.
pub fn would_move_on(path: &HandPath, at: usize, scale: TimeScale) -> bool {
    let speeds: Vec<f64> = path.points.iter().map(|p| p.speed.hypot(p.apart) / scale.real_per_file).collect();
    foretold(&speeds, at + 1, still_limit(&speeds).max(frozen(path, scale)))
}

/// The speed below which coding may show no movement at all, centimetres a real second.
pub fn frozen(path: &HandPath, scale: TimeScale) -> f64 {
    FROZEN_CM / (path.frame_interval() * scale.real_per_file)
}

/// Whether a line through the whole steps before the one before step `from` foretells that the hand moves on in it: clearly
/// faster than `limit` and than the noise of steps so fast.
fn foretold(speeds: &[f64], from: usize, limit: f64) -> bool {
    let until = from.saturating_sub(1);
    let first = until.saturating_sub(FORETELL_STEPS).max(1);
    if until < first + 3 {
        return false;
    }
    let mean = speeds[first..until].iter().sum::<f64>() / (until - first) as f64;
    let (speed, _) = line(&(first..until).map(|k| (k as f64 - from as f64, speeds[k])).collect::<Vec<_>>());
    speed > (FORETOLD_TIMES * limit).max(FORETOLD_PART * mean)
}

/// Whether the two steps before step `from` alone foretell that the hand moves on in it: the one in which it stopped shows its last
/// speed at least, and what slows down ever less keeps much of it.
fn cut_short(speeds: &[f64], from: usize, limit: f64) -> bool {
    let Some([before, last]) = from.checked_sub(2).and_then(|first| speeds.get(first..from)) else { return false };
    let next = last - (before - last).max(0.0);
    next > (FORETOLD_TIMES * limit).max(LAST_PART * last) && speeds[from] < STOPPED_PART * next
}

/// The line through points by least squares: its value at zero and its slope.
fn line(points: &[(f64, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let mean = (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
    let across: f64 = points.iter().map(|p| (p.0 - mean.0).powi(2)).sum();
    let slope = points.iter().map(|p| (p.0 - mean.0) * (p.1 - mean.1)).sum::<f64>() / across.max(1e-9);
    (mean.1 - slope * mean.0, slope)
}

/// The value at nothing, slope and half the second derivative of the parabola through `steps` (when, how long; in steps), as long as
/// `mean` on the mean, that bends as reaches do, `bends` a step squared, as far as they do not tell otherwise.
fn bent(steps: &[(f64, f64)], mean: f64, bends: (f64, f64)) -> [f64; 3] {
    let rows: Vec<[f64; 3]> = steps.iter().map(|&(x, _)| [1.0, x, x * x]).collect();
    let noise = STEP_CM.hypot(STEP_PART * mean);
    let sure = (noise / (bends.1 / 2.0 * mean.max(STEP_CM))).powi(2);
    let weights = vec![1.0; rows.len()];
    let prior = ([-bends.0 / 2.0, 0.0, 1.0], sure);
    let straight = || {
        let (at, slope) = line(steps);
        [at, slope, 0.0]
    };
    solve(&rows, &weights, steps.iter().map(|step| step.1), prior).unwrap_or_else(straight)
}

/// What seems to move faster than this, centimetres a real second, is not still.
pub(super) fn still_limit(speeds: &[f64]) -> f64 {
    // Of three steps the middle one: some codings repeat a picture every few frames, and the stillest steps are then no
    // measure of how much a still hand seems to move in the others.
    let middle = |three: &[f64]| three[0].max(three[1]).min(three[0].min(three[1]).max(three[2]));
    let mut sorted: Vec<f64> = speeds.get(1..).unwrap_or_default().windows(3).map(middle).collect();
    sorted.sort_by(f64::total_cmp);
    let stillest = sorted.get(sorted.len() / 10).copied().unwrap_or(0.0);
    (STILL_CM_S.0 + TIMES_STILLEST * stillest).min(STILL_CM_S.1)
}

/// An arrival, less certain when a fast hand was over this one just then: what hides a part of the hand moves the instant
/// by a part of a frame either way.
pub fn less_sure(path: &HandPath, at: Measured, all: &[HandPath], scale: TimeScale) -> Measured {
    let dt = path.frame_interval();
    let i = path.points.partition_point(|point| point.t < at.t).min(path.points.len() - 1);
    if i == 0 || speed_over(path, i, all, dt) / scale.real_per_file < FAST_CM_S {
        return at;
    }
    Measured::normal(at.t, at.sigma().hypot(HIDDEN_FRAMES * counted(dt, scale)))
}

/// What counts of a frame interval where an instant is told to a part of it, file seconds.
fn counted(dt: f64, scale: TimeScale) -> f64 {
    dt.min((COUNTED_SECS / scale.real_per_file).max(COUNTED_PART * dt))
}

/// The speed of the fastest hand that may be over this one at point `i` or a step beside, centimetres a file second; 0
/// where the movement is known to be its own.
pub fn speed_over(path: &HandPath, i: usize, all: &[HandPath], dt: f64) -> f64 {
    if path.points[i].clear {
        return 0.0;
    }
    let t = path.points[i].t;
    let mut most: f64 = 0.0;
    for other in all.iter().filter(|other| other.track != path.track) {
        let first = other.points.partition_point(|point| point.t < t - 1.5 * dt);
        for (k, point) in other.points.iter().enumerate().skip(first).take_while(|(_, point)| point.t < t + 1.5 * dt) {
            if point.speed > most && super::overlap::over(path, i, other, k) {
                most = point.speed;
            }
        }
    }
    most
}

/// When the rest that shows from point `from` on began: somewhere in the step before, by how much of that step's way
/// is missing. A fast hand's way is fitted as [`mod@super::stops`] does; here the speeds of the steps before, which a line
/// follows well enough, foretell the whole step.
pub fn begin(path: &HandPath, from: usize, dt: f64, scale: TimeScale) -> Measured {
    let points = &path.points;
    let end = points[from - 1].t;
    let floor = FLOOR_FRAMES * counted(dt, scale);
    if from < 4 {
        return Measured::normal(end - dt / 2.0, dt);
    }
    // Found again where it rests after it was lost from sight: it came at any time between.
    let unseen = end - points[from - 2].t;
    if unseen > LONGEST_STEP * dt {
        return Measured::normal(end - unseen / 2.0, unseen / 12_f64.sqrt());
    }
    let bend = (path.fit && points[from - 2].speed / scale.real_per_file > FAST_CM_S)
        .then(|| super::stops::refine(path, from - 1, dt, scale))
        .flatten();
    // The whole steps before, newest last.
    let first = (from - 1).saturating_sub(BEFORE_FRAMES).max(1);
    let whole: Vec<(f64, f64)> = (first..from - 1)
        .map(|k| ((k as f64) - (from - 1) as f64, points[k].speed.hypot(points[k].apart) * dt))
        .collect();
    let way = |k: usize| points[k].speed.hypot(points[k].apart) * dt;
    // The first still step shows what the smeared picture of the one before had not shown yet.
    let mut after: Vec<f64> = (from + 1..(from + 1 + STILL_STEPS).min(points.len())).map(way).collect();
    after.sort_by(f64::total_cmp);
    let noise_after = after.get(after.len() / 2).copied().unwrap_or(f64::INFINITY);
    let last = way(from - 1) + (way(from) - noise_after).max(0.0);
    let n = whole.len() as f64;
    let mean = whole.iter().map(|p| p.1).sum::<f64>() / n;
    let bends = (dt * scale.real_per_file).powi(2);
    let [at_end, slope, bend_of] = bent(&whole, mean, (BENDS.0 * bends, BENDS.1 * bends));
    let foretold = at_end.max(mean * 0.3).max(STEP_CM);
    let left = |p: &(f64, f64)| p.1 - at_end - slope * p.0 - bend_of * p.0 * p.0;
    let noise = STEP_CM
        .hypot(STEP_PART * foretold)
        .hypot((whole.iter().map(|p| left(p).powi(2)).sum::<f64>() / n.max(1.0)).sqrt());
    // The part of the step that was walked: any from none to all, weighed by how well it explains the way walked.
    let (mut total, mut first_moment, mut second) = (0.0, 0.0, 0.0);
    for k in 0..=GRID {
        let part = k as f64 / GRID as f64;
        let weight = (-0.5 * ((last - part * foretold) / noise).powi(2)).exp() + 1e-9;
        total += weight;
        first_moment += weight * part;
        second += weight * part * part;
    }
    let part = first_moment / total;
    let spread = (second / total - part * part).max(0.0).sqrt() * dt;
    let by_steps = Measured::normal(points[from - 2].t + part * (end - points[from - 2].t), spread.hypot(floor));
    bend.map_or(by_steps, |(bend, _)| between(by_steps, bend))
}

/// One instant for two that rest on the same frames: between them, no surer than either, and less when they disagree.
fn between(a: Measured, b: Measured) -> Measured {
    let (va, vb) = (a.sigma().powi(2), b.sigma().powi(2));
    let t = (a.t * vb + b.t * va) / (va + vb).max(1e-18);
    Measured::normal(t, a.sigma().min(b.sigma()).hypot((a.t - b.t) / 2.0))
}

/// When the rest that shows until point `to` ended. A reach begins with constant jerk (Flash and Hogan 1985), so its speed
/// grows with the square of time: the line through the square roots of the first speeds says when it began.
fn stir(path: &HandPath, to: usize, dt: f64, scale: TimeScale) -> Option<Measured> {
    let points = &path.points;
    let first = points.get(to + 1)?;
    if let Some(any) = path.left_unseen(to, dt) {
        return Some(any);
    }
    let root = |k: usize| (points[k].speed.hypot(points[k].apart)).sqrt();
    let steps: Vec<(f64, f64)> = (to + 1..(to + 1 + STIR_STEPS).min(points.len()))
        .map(|k| ((points[k].t + points[k - 1].t) / 2.0 - first.t, root(k)))
        .collect();
    let (at_first, slope) = if steps.len() > 1 { line(&steps) } else { (0.0, 0.0) };
    let rise = if slope > 1e-6 { at_first / slope } else { dt };
    let before = rise.clamp(0.5 * dt, LONGEST_RISE_SECS / scale.real_per_file);
    let sigma = dt.hypot(STIR_SECS / scale.real_per_file).hypot(before / 3.0);
    Some(Measured::normal(first.t - before, sigma))
}

#[cfg(test)]
mod tests {
    use super::super::path::PathPoint;
    use super::*;
    use crate::base::{HandSide, Player, Point};

    /// A hand whose speed follows `speed(t)`, centimetres a second, filmed `fps` times a second for half a second.
    fn path(track: u32, fps: f64, y: f64, speed: impl Fn(f64) -> f64) -> HandPath {
        let fine = 200;
        let mut x = -20.0;
        let points = (0..(0.5 * fps) as usize)
            .map(|i| {
                let t = i as f64 / fps;
                let way: f64 =
                    (0..fine).map(|k| speed(t - (k as f64 + 0.5) / fps / fine as f64) / fps / fine as f64).sum();
                x += way;
                let at = Point::new(x, y);
                PathPoint { speed: (way * fps).abs(), clear: false, ..PathPoint::lying(t, at) }
            })
            .collect();
        HandPath { track, player: Player::One, hand: HandSide::Left, points, fit: true }
    }

    #[test]
    fn a_hand_that_meets_the_table_slowly_is_told_from_one_that_stops_itself() {
        // Few frames a second tell only a fast one, and of many the coding hides the slow ones.
        for (fps, speed) in [(60.0, 30.0), (120.0, 15.0), (240.0, 30.0)] {
            let lands = path(0, fps, 0.0, |t| if t < 0.3 { speed } else { 0.0 });
            let found = rests(&lands, &[], TimeScale::REAL);
            assert_eq!(found.len(), 1, "{fps}");
            assert!(found[0].met && (found[0].began.t - 0.3).abs() < 0.5 / fps, "{fps}: {:?}", found[0]);
            // Minimum jerk over 30 cm in 0.3 s.
            let stops = path(0, fps, 0.0, |t| {
                let u = (t / 0.3).clamp(0.0, 1.0);
                30.0 * 30.0 / 0.3 * (u * u - 2.0 * u * u * u + u * u * u * u)
            });
            let found = rests(&stops, &[], TimeScale::REAL);
            assert!(!found.last().expect("it rests").met, "{fps}: {found:?}");
        }
    }

    #[test]
    fn a_hand_that_met_something_for_a_single_frame_rested() {
        // A card that is laid at 60 frames a second: the hand, still until 0.15 s, goes back 20 ms after it came.
        let lays = |falls: f64| {
            path(0, 60.0, 0.0, move |t| match t {
                t if t < 0.15 => 0.0,
                t if t < 0.3 => falls,
                t if t < 0.32 => 0.0,
                _ => -30.0,
            })
        };
        let found = rests(&lays(40.0), &[], TimeScale::REAL);
        let last = found.last().expect("it rests");
        assert!(last.met && (last.began.t - 0.3).abs() < 0.008, "{found:?}");
        // What was hardly moving before met nothing.
        let found = rests(&lays(4.0), &[], TimeScale::REAL);
        assert!(found.iter().all(|rest| rest.began.t < 0.2), "{found:?}");
    }

    #[test]
    fn a_hand_that_another_seems_to_take_along_for_a_frame_lies_still() {
        // It lands at 0.2 s and seems to leap by 3 cm at 0.3 s, alone and with a hand over it.
        let lies = path(0, 60.0, 0.0, |t| match t {
            t if t < 0.2 => 60.0,
            t if (0.3..0.3 + 1.0 / 60.0).contains(&t) => 180.0,
            _ => 0.0,
        });
        let over = HandPath { player: Player::Two, ..path(1, 60.0, 1.0, |t| if t < 0.32 { 40.0 } else { 0.0 }) };
        let last = |all: &[HandPath]| rests(&lies, all, TimeScale::REAL).last().expect("it rests").began.t;
        let taken = last(std::slice::from_ref(&over));
        assert!((taken - 0.2).abs() < 0.01, "{taken}");
        assert!(last(&[]) > 0.3);
    }

    #[test]
    fn a_hand_that_sets_off_unseen_may_have_done_so_at_any_instant_of_that_time() {
        // It lies still from 0.15 s on and is not seen from 0.2 s to `until`, when it is 5 cm away.
        let ended = |until: f64| {
            let mut lies = path(0, 120.0, 0.0, |t| if t < 0.15 { 60.0 } else { 0.0 });
            lies.points.retain(|point| point.t < 0.2 || point.t >= until);
            for point in lies.points.iter_mut().filter(|point| point.t >= until) {
                (point.speed, point.fingers.x) = (60.0, point.fingers.x + 5.0);
            }
            let found = rests(&lies, &[], TimeScale::REAL);
            found[0].ended.expect("it set off")
        };
        let unseen = ended(0.35);
        assert!((unseen.t - 0.27).abs() < 0.01 && unseen.lo < 0.2 && unseen.hi > 0.35, "{unseen:?}");
        let seen = ended(0.215);
        assert!((seen.t - 0.2).abs() < 0.01 && seen.hi < 0.23, "{seen:?}");
    }

    #[test]
    fn what_shimmers_lies_still_as_long_as_it_goes_nowhere_and_lies_alone() {
        // It lands at 0.2 s; its parts seem to move a little between 0.23 and 0.27 s.
        let began = |apart: f64, own: Option<(f64, f64)>| {
            let mut lands = path(0, 60.0, 0.0, |t| if t < 0.2 { 60.0 } else { 0.0 });
            for point in lands.points.iter_mut().filter(|point| (0.23..0.27).contains(&point.t)) {
                (point.apart, point.own) = (apart, own);
            }
            rests(&lands, &[], TimeScale::REAL).last().expect("it rests").began.t
        };
        assert!((began(4.0, None) - 0.2).abs() < 0.01);
        assert!(began(8.0, None) > 0.23);
        assert!(began(8.0, Some((0.0, 8.0))) > 0.23, "another hand may push it");
        // So they seem to as soon as it has landed, while the whole does not.
        let flickers = |speed: f64| {
            let mut lands = path(0, 60.0, 0.0, |t| if t < 0.2 { 60.0 } else { 0.0 });
            for point in lands.points.iter_mut().filter(|point| (0.199..0.24).contains(&point.t)) {
                (point.speed, point.apart) = (speed, 4.0);
            }
            rests(&lands, &[], TimeScale::REAL).last().expect("it rests").began.t
        };
        assert!((flickers(0.5) - 0.2).abs() < 0.02, "{}", flickers(0.5));
        assert!(flickers(4.0) > 0.22);
    }

    #[test]
    fn a_picture_coded_twice_is_no_rest_of_a_hand_that_goes_on() {
        let mut comes = path(0, 60.0, 0.0, |t| 150.0 * (1.0 - t / 0.4).max(0.1));
        let all = rests(&comes, &[], TimeScale::REAL).len();
        for i in 18..comes.points.len() {
            // The picture of point 17 is shown once more.
            let (before, at) = (comes.points[17].fingers, comes.points[i].fingers);
            comes.points[i].fingers = if i == 18 { before } else { at };
        }
        comes.points[18].speed = 0.0;
        assert_eq!(rests(&comes, &[], TimeScale::REAL).len(), all);
    }

    #[test]
    fn a_fast_hand_that_slowed_down_before_it_was_stopped_stopped_abruptly() {
        // 140 cm/s fall to 40 within a tenth of a second; there something stops it, or it goes on to slow down.
        let slows = |stopped: bool| {
            path(0, 60.0, 0.0, move |t| {
                let part = ((0.3 - t) / 0.1).clamp(0.0, 1.0);
                let after = if stopped { 0.0 } else { 40.0 * (1.0 - (t - 0.3) / 0.08).max(0.0).powi(2) };
                if t < 0.3 { 40.0 + 100.0 * part * part } else { after }
            })
        };
        let last = |stopped: bool| rests(&slows(stopped), &[], TimeScale::REAL).last().expect("it rests").clone();
        assert!(last(true).abrupt, "{:?}", last(true));
        assert!(!last(false).abrupt, "{:?}", last(false));
    }

    #[test]
    fn a_coding_that_repeats_every_third_picture_does_not_hide_a_rest() {
        let mut lands = path(0, 120.0, 0.0, |t| if t < 0.25 { 90.0 } else { 0.0 });
        for (i, point) in lands.points.iter_mut().enumerate().skip(31) {
            point.apart = if i % 3 == 0 { 0.01 } else { 9.0 };
        }
        let found = rests(&lands, &[], TimeScale::REAL);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!((found[0].began.t - 0.25).abs() < 0.006 && found[0].to == lands.points.len() - 1, "{found:?}");
    }

    #[test]
    fn what_coding_hides_is_no_sudden_stop() {
        // 10 cm/s at 240 frames a second are 0.4 mm a frame: a clip shows such a hand as still, then jumping, then still.
        let slow = path(0, 240.0, 0.0, |t| if t < 0.2 { 10.0 } else { 0.0 });
        assert!(!rests(&slow, &[], TimeScale::REAL).last().expect("it rests").met);
    }

    #[test]
    fn another_hand_over_it_does_not_stir_it() {
        let under = path(0, 120.0, 0.0, |t| {
            if t < 0.2 {
                100.0
            } else if t < 0.25 {
                6.0
            } else {
                0.0
            }
        });
        let alone = rests(&under, std::slice::from_ref(&under), TimeScale::REAL);
        assert!(alone[0].began.t > 0.24);
        let over = path(1, 120.0, 0.5, |t| if t < 0.26 { 80.0 } else { 0.0 });
        let both = [under.clone(), over];
        assert!((rests(&under, &both, TimeScale::REAL)[0].began.t - 0.2).abs() < 0.006);
    }
}
