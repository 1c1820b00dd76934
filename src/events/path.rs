//! The way of one hand over the table, from two witnesses.
//!
//! The landmarks say where a hand is, a little differently in every frame; the picture's own shift says how far it
//! moved, exactly, but adds up to a drift. A Kalman filter with Rauch, Tung and Striebel's backward pass (1965) joins
//! the two, landmark by landmark: a walk whose steps are the shifts, seen through the landmarks.

use super::Cues;
use super::on_top::on_top;
use super::zones::middle;
use crate::base::{HandSide, Measured, Player, Point, Table, TimeScale};
use crate::facts::{HandSeen, Observation};
use std::collections::BTreeMap;

/// A hand that comes down is seen to move as much as it ever will where the view leans by so many centimetres a centimetre of
/// height.
const SEEN_DOWN_LEAN: f64 = 0.5;
/// Standard deviation of a landmark in one frame, centimetres: on a hand that grips a card, which is the worst.
const LANDMARK_CM: f64 = 0.3;
/// Standard deviation of a shift: a floor, centimetres, and a part of the shift and of its spread.
const SHIFT_CM: f64 = 0.01;
const SHIFT_PART: f64 = 0.05;
const SPREAD_PART: f64 = 0.3;
/// Standard deviation of what a finger does of its own between two frames, as a part of the spread's centimetres and at
/// least.
const FINGER_CM: f64 = 0.02;
/// Standard deviation of a step that no shift tells, centimetres.
const UNTOLD_CM: f64 = 2.0;
/// The few parts that no other hand can be over tell nothing when they differ so many times more than all parts do, and so
/// much more, centimetres: noise in the picture moves them.
const OWN_SPREAD_TIMES: f64 = 2.5;
const OWN_SPREAD_CM: f64 = 0.3;
/// A gap in a hand's frames longer than this many frame intervals is no step.
pub(super) const LONGEST_STEP: f64 = 1.5;
/// Over fewer steps than this what is seen before and after still tells when a hand set off.
const UNSEEN_STEPS: f64 = 3.5;
/// A hand that is lost from sight and found again goes on if that takes no longer than the first, real seconds, and it is found no
/// farther than the second, centimetres, from the way that its last steps, so many, led it. One that rests on cards may not be found
/// for longer than a second.
const FOUND_AGAIN_SECS: f64 = 1.5;
const FOUND_AGAIN_CM: f64 = 8.0;
const LAST_STEPS: usize = 3;

/// One hand in one frame.
#[derive(Debug, Clone)]
pub struct PathPoint {
    /// Seconds after the first frame.
    pub t: f64,
    /// Mean of the finger landmarks (5 to 20), which is what lands on a pile.
    pub fingers: Point<Table>,
    /// All 21 landmarks.
    pub landmarks: Vec<Point<Table>>,
    /// How far from these the hand is for each centimetre that it lies higher, centimetres.
    pub lean: (f64, f64),
    /// How fast the hand moved since the point before, centimetres a file second.
    pub speed: f64,
    /// How far its parts differed in that, centimetres a file second: a hand that turns or comes down towards the table
    /// moves too.
    pub apart: f64,
    /// The same two of those parts that no other hand can be over, where another hand moves over some.
    pub own: Option<(f64, f64)>,
    /// True when that movement is surely the hand's own.
    pub clear: bool,
    /// Whether the hand is on top of those that it lies over; `None` when it lies over none or that cannot be told.
    pub on_top: Option<bool>,
    /// How much farther the landmarks went since the point before than the picture has the hand move, as they were seen; centimetres.
    pub leapt: f64,
}

/// One track's way: frames where the hand was seen, or where the picture carried it on.
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
    /// Whether the bend in the way may tell when the hand stopped ([`Cue::Path`](super::Cue::Path)).
    pub fit: bool,
}

impl PathPoint {
    /// A hand of which all is at one place, that lies still, is seen from straight above and covered by nobody.
    #[cfg(test)]
    pub(crate) fn lying(t: f64, at: Point<Table>) -> Self {
        let landmarks = vec![at; 21];
        Self {
            t,
            fingers: at,
            landmarks,
            lean: (0.0, 0.0),
            speed: 0.0,
            apart: 0.0,
            own: None,
            clear: true,
            on_top: None,
            leapt: 0.0,
        }
    }

    /// How much of a hand's way down towards the table shows here: 0 seen from straight above, 1 from an oblique lens.
    pub fn seen_down(&self) -> f64 {
        (self.lean.0.hypot(self.lean.1) / SEEN_DOWN_LEAN).min(1.0)
    }

    /// What a part of the hand is above that is seen at `seen` on the table and held `cm` centimetres high.
    pub fn below(&self, seen: Point<Table>, cm: f64) -> Point<Table> {
        Point::new(seen.x + cm * self.lean.0, seen.y + cm * self.lean.1)
    }
}

/// What was seen of each track, by its number and time, as far as it tells where a hand was with the cues in use.
pub(super) fn tracks(
    observations: &[Observation],
    scale: TimeScale,
    cues: Cues,
) -> BTreeMap<u32, Vec<(f64, &HandSeen)>> {
    let mut tracks: BTreeMap<u32, Vec<(f64, &HandSeen)>> = BTreeMap::new();
    for observation in observations {
        for hand in observation.hands.iter().filter(|hand| hand.below.len() == 21) {
            let finite = hand.below.iter().all(|p| p.x.is_finite() && p.y.is_finite());
            if finite && (hand.seen || (hand.moved.is_some() && cues.motion)) {
                tracks.entry(hand.track).or_default().push((observation.t, hand));
            }
        }
    }
    for seen in tracks.values_mut() {
        // What the picture carries on after the last sight of the hand may be anything.
        let until = seen.iter().rposition(|(_, hand)| hand.seen).map_or(0, |last| last + 1);
        seen.truncate(until);
    }
    tracks.retain(|_, seen| !seen.is_empty());
    found_again(&mut tracks, scale);
    tracks
}

/// The ways of all tracks, by track number, told by the cues in use.
pub fn paths(observations: &[Observation], scale: TimeScale, cues: Cues) -> Vec<HandPath> {
    let tracks = tracks(observations, scale, cues);
    let upper: Vec<Vec<Option<bool>>> = on_top(&tracks, scale).into_values().collect();
    let mut paths: Vec<HandPath> = tracks
        .into_iter()
        .zip(&upper)
        .map(|((track, seen), upper)| {
            let first = seen[0].1;
            let points = join(&seen, upper, cues.motion);
            HandPath { track, player: first.player, hand: first.hand, points, fit: cues.path }
        })
        .collect();
    super::overlap::settle(&mut paths, scale);
    paths
}

/// Joins the tracks of a hand that was lost and found again: the same player's same hand, of which no other track tells meanwhile.
fn found_again(tracks: &mut BTreeMap<u32, Vec<(f64, &HandSeen)>>, scale: TimeScale) {
    let longest = FOUND_AGAIN_SECS / scale.real_per_file;
    let whose = |seen: &[(f64, &HandSeen)]| (seen[0].1.player, seen[0].1.hand);
    let mut by_start: Vec<u32> = tracks.keys().copied().collect();
    by_start.sort_by(|a, b| tracks[a][0].0.total_cmp(&tracks[b][0].0).then(a.cmp(b)));
    for later in by_start {
        let Some(&(t, found)) = tracks.get(&later).and_then(|seen| seen.first()) else { continue };
        let own =
            |(id, seen): &(&u32, &Vec<(f64, &HandSeen)>)| **id != later && whose(seen) == (found.player, found.hand);
        let meanwhile = |(_, seen): &(&u32, &Vec<(f64, &HandSeen)>)| seen[0].0 <= t && seen[seen.len() - 1].0 >= t;
        if tracks.iter().filter(own).any(|track| meanwhile(&track)) {
            continue;
        }
        let ended = |seen: &[(f64, &HandSeen)]| seen[seen.len() - 1].0;
        let before = tracks.iter().filter(own).filter(|(_, seen)| ended(seen) < t);
        let Some((&earlier, lost)) = before.max_by(|a, b| ended(a.1).total_cmp(&ended(b.1))) else { continue };
        let in_time = t - ended(lost) <= longest && off_its_way(lost, (t, found)) <= FOUND_AGAIN_CM;
        if let Some(rest) = in_time.then(|| tracks.remove(&later)).flatten() {
            tracks.entry(earlier).or_default().extend(rest);
        }
    }
}

/// How far a hand that was found is from the way that a lost one's last steps led it by then, centimetres.
fn off_its_way(lost: &[(f64, &HandSeen)], (t, found): (f64, &HandSeen)) -> f64 {
    let (last, first) = (lost[lost.len() - 1], lost[lost.len().saturating_sub(LAST_STEPS + 1)]);
    let [from, to] = [first, last].map(|(_, hand)| middle(&hand.below));
    let ahead = (t - last.0) / (last.0 - first.0).max(1e-6);
    let way = ((to.x - from.x) * ahead, (to.y - from.y) * ahead);
    let at = middle(&found.below);
    let off = (at.x - to.x, at.y - to.y);
    let along = (off.0 * way.0 + off.1 * way.1) / (way.0 * way.0 + way.1 * way.1).max(1e-9);
    let along = along.clamp(0.0, 1.0);
    (off.0 - along * way.0).hypot(off.1 - along * way.1)
}

/// One step between two points of a track.
struct Step {
    shift: (f64, f64),
    sigma: f64,
}

/// `upper` says of each frame whether the hand is on top of others: then all of it is its own.
fn join(seen: &[(f64, &HandSeen)], upper: &[Option<bool>], motion: bool) -> Vec<PathPoint> {
    let mut gaps: Vec<f64> = seen.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    gaps.sort_by(f64::total_cmp);
    let usual = gaps.get(gaps.len() / 2).copied().unwrap_or(1.0);
    let steps: Vec<Step> = seen
        .windows(2)
        .zip(&upper[1..])
        .map(|(pair, upper)| {
            let seen = pair[1].1;
            let all = seen.moved.map(|shift| (shift, seen.moved_spread));
            let told = seen
                .moved_own
                .filter(|_| *upper != Some(true))
                .or(all)
                .filter(|_| motion && pair[1].0 - pair[0].0 <= LONGEST_STEP * usual);
            told.map_or(Step { shift: (0.0, 0.0), sigma: UNTOLD_CM }, |(shift, spread)| {
                let long = SHIFT_PART * shift.0.hypot(shift.1);
                let spread = SPREAD_PART * spread;
                Step { shift, sigma: SHIFT_CM.hypot(long).hypot(spread).hypot(FINGER_CM) }
            })
        })
        .collect();
    let mut landmarks = vec![Vec::with_capacity(21); seen.len()];
    for i in 0..21 {
        let x = smooth(
            seen.iter().map(|(_, hand)| hand.seen.then(|| hand.below[i].x)),
            steps.iter().map(|s| (s.shift.0, s.sigma)),
        );
        let y = smooth(
            seen.iter().map(|(_, hand)| hand.seen.then(|| hand.below[i].y)),
            steps.iter().map(|s| (s.shift.1, s.sigma)),
        );
        for (row, (x, y)) in landmarks.iter_mut().zip(x.into_iter().zip(y)) {
            row.push(Point::new(x, y));
        }
    }
    let mut points: Vec<PathPoint> = landmarks
        .into_iter()
        .zip(seen.iter().zip(upper))
        .map(|(landmarks, (&(t, hand), &on_top))| {
            let fingers = &landmarks[5..];
            let n = fingers.len() as f64;
            let (x, y) = fingers.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x, y + p.y));
            PathPoint {
                t,
                fingers: Point::new(x / n, y / n),
                landmarks,
                lean: hand.lean,
                speed: 0.0,
                apart: 0.0,
                own: None,
                clear: false,
                on_top,
                leapt: 0.0,
            }
        })
        .collect();
    for i in 1..points.len() {
        let dt = (points[i].t - points[i - 1].t).max(1e-6);
        let told = seen[i].1.moved.filter(|_| steps[i - 1].sigma < UNTOLD_CM);
        let way =
            told.map_or_else(|| points[i].fingers.distance(points[i - 1].fingers), |shift| shift.0.hypot(shift.1));
        points[i].speed = way / dt;
        if steps[i - 1].sigma < UNTOLD_CM && seen[i].1.seen && seen[i - 1].1.seen {
            let [from, to] = [seen[i - 1].1, seen[i].1].map(|hand| middle(&hand.below[5..]));
            let shift = steps[i - 1].shift;
            points[i].leapt = (to.x - from.x - shift.0).hypot(to.y - from.y - shift.1);
        }
        points[i].apart = told.map_or(0.0, |_| seen[i].1.moved_spread) / dt;
        let own = told.and(own_parts(seen[i].1));
        points[i].own = own.map(|(shift, spread)| (shift.0.hypot(shift.1) / dt, spread / dt));
        points[i].clear = told.is_some() && !seen[i].1.moved_shared;
    }
    points
}

/// How those parts of a hand moved that no other hand can be over, where they tell it.
pub(super) fn own_parts(hand: &HandSeen) -> Option<((f64, f64), f64)> {
    hand.moved_own.filter(|own| own.1 < OWN_SPREAD_TIMES * hand.moved_spread + OWN_SPREAD_CM)
}

/// Places along one axis, from sights of them (`None` when not seen) and the steps between.
fn smooth(sights: impl Iterator<Item = Option<f64>>, steps: impl Iterator<Item = (f64, f64)>) -> Vec<f64> {
    let steps: Vec<(f64, f64)> = steps.collect();
    let noise = LANDMARK_CM * LANDMARK_CM;
    // Mean and variance after each sight, and those foretold before it.
    let mut after: Vec<(f64, f64)> = Vec::new();
    let mut before: Vec<(f64, f64)> = Vec::new();
    for (k, sight) in sights.enumerate() {
        let (mean, variance) = match after.last() {
            Some(&(mean, variance)) => (mean + steps[k - 1].0, variance + steps[k - 1].1.powi(2)),
            None => (sight.unwrap_or(0.0), 1e6),
        };
        before.push((mean, variance));
        let gain = if sight.is_some() { variance / (variance + noise) } else { 0.0 };
        after.push((mean + gain * (sight.unwrap_or(mean) - mean), (1.0 - gain) * variance));
    }
    let mut out: Vec<f64> = after.iter().map(|&(mean, _)| mean).collect();
    for k in (0..out.len().saturating_sub(1)).rev() {
        let (foretold, variance) = before[k + 1];
        let gain = after[k].1 / variance.max(1e-12);
        out[k] = after[k].0 + gain * (out[k + 1] - foretold);
    }
    out
}

impl HandPath {
    /// Whether the hand was lost from sight between point `i` and the next, with frames `dt` apart.
    pub(super) fn lost_after(&self, i: usize, dt: f64) -> bool {
        self.points.get(i + 1).is_some_and(|next| next.t - self.points[i].t > LONGEST_STEP * dt)
    }

    /// When the hand set off that was still where it lay at point `i` and is found elsewhere at the next, if it was lost from sight for
    /// longer than [`UNSEEN_STEPS`] in between, with frames `dt` apart: at any instant of that time.
    pub(super) fn left_unseen(&self, i: usize, dt: f64) -> Option<Measured> {
        let (from, to) = (self.points[i].t, self.points.get(i + 1)?.t);
        let unseen = to - from > UNSEEN_STEPS * dt;
        unseen.then(|| Measured::normal(f64::midpoint(from, to), (to - from) / 12_f64.sqrt()))
    }

    /// Typical time between neighbouring points, seconds.
    pub fn frame_interval(&self) -> f64 {
        let mut gaps: Vec<f64> = self.points.windows(2).map(|pair| pair[1].t - pair[0].t).collect();
        gaps.sort_by(f64::total_cmp);
        gaps.get(gaps.len() / 2).copied().unwrap_or(1.0)
    }

    /// Speed at each point since the one before, centimetres a file second; 0 at the first.
    pub fn speeds(&self) -> Vec<f64> {
        self.points.iter().map(|point| point.speed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(x: f64, moved: Option<(f64, f64)>) -> HandSeen {
        HandSeen { moved, ..HandSeen::lying(Point::new(x, 0.0)) }
    }

    #[test]
    fn a_hand_that_was_lost_on_its_way_and_is_found_there_goes_on() {
        // It comes with 100 cm/s, is lost at 0.2 s and found at `x` at `back` as another track.
        let tracks = |x: f64, back: f64, meanwhile: bool| {
            let observations: Vec<Observation> = (0..150)
                .map(|i| {
                    let t = f64::from(i) / 60.0;
                    let mut hands = Vec::new();
                    if t < 0.2 {
                        hands.push(hand(100.0 * t, Some((100.0 / 60.0, 0.0))));
                    } else if t >= back {
                        hands.push(HandSeen { track: 7, ..hand(x, Some((0.0, 0.0))) });
                    }
                    if meanwhile {
                        hands.push(HandSeen { track: 9, ..hand(-30.0, Some((0.0, 0.0))) });
                    }
                    Observation { t, hands, ..Observation::default() }
                })
                .collect();
            paths(&observations, TimeScale::REAL, Cues::ALL).iter().map(|path| path.track).collect::<Vec<_>>()
        };
        assert_eq!(tracks(28.0, 0.35, false), [1]);
        assert_eq!(tracks(45.0, 0.35, false), [1, 7]);
        assert_eq!(tracks(28.0, 1.5, false), [1]);
        assert_eq!(tracks(28.0, 2.0, false), [1, 7]);
        // Its player's same hand is seen elsewhere: that is no lost one.
        assert_eq!(tracks(28.0, 0.35, true), [1, 7, 9]);
    }

    #[test]
    fn jumping_landmarks_on_a_still_hand_are_still() {
        let observations: Vec<Observation> = (0..40)
            .map(|i| {
                let jump = 0.4 * f64::from((i * 7919) % 13) / 13.0;
                let hands = vec![hand(5.0 + jump, Some((0.0, 0.0)))];
                Observation { t: f64::from(i) / 120.0, hands, ..Observation::default() }
            })
            .collect();
        let path = &paths(&observations, TimeScale::REAL, Cues::ALL)[0];
        assert!(path.points.windows(2).all(|pair| pair[0].fingers.distance(pair[1].fingers) < 0.02));
        assert!(path.points.iter().all(|point| (point.fingers.x - 5.2).abs() < 0.1 && point.speed == 0.0));
    }

    #[test]
    fn without_shifts_the_landmarks_are_followed() {
        let observations: Vec<Observation> = (0..20)
            .map(|i| Observation {
                t: f64::from(i) / 120.0,
                hands: vec![hand(f64::from(i), None)],
                ..Observation::default()
            })
            .collect();
        let path = &paths(&observations, TimeScale::REAL, Cues::ALL)[0];
        assert!(path.points.iter().enumerate().all(|(i, point)| (point.fingers.x - i as f64).abs() < 0.2));
    }
}
