//! Which of two hands that lie over each other is on top.
//!
//! A hand that lies below another is recognised worse: the model that finds landmarks is less sure of it, and its landmarks jump from
//! frame to frame by what the picture's own shift does not tell. And what two hands share in the picture shows the upper one: so the
//! shift of all of the lower hand is drawn towards the upper one's, by a third or more, and that of the upper hand is hardly drawn
//! at all; how each moves of itself its own parts tell, those that no other hand can be over. A hand that turns as it comes down
//! seems to be drawn too, so that this tells less. Hands that lie over each other stay so until they part, so that all frames of
//! one such time are weighed together. In come what vision saw of each track; out comes, for each of its frames, whether the hand
//! is on top.
//!
//! Tuned on 24 pairs of hands in rendered clips whose order was known by their touches (120 and 240 frames a second, lenses at 48 to
//! 85 degrees), of which the shifts told 21 rightly and two wrongly; and on 16 others (60 to 240 frames a second), of which the
//! shifts alone told four wrongly, and how well hands are recognised one, not surely.

use super::overlap::near;
use super::path::own_parts;
use super::rests::OVER_CM;
use crate::base::{Point, Table, TimeScale};
use crate::facts::HandSeen;
use std::collections::BTreeMap;

/// By so much of the difference of their shifts is the upper and the lower hand's drawn towards the other's, and how much that
/// differs from frame to frame.
const UPPER: (f64, f64) = (0.08, 0.15);
const LOWER: (f64, f64) = (0.4, 0.33);
/// What is drawn by no more and no less than so much tells no more than that.
const DRAWN: (f64, f64) = (-1.0, 2.0);
/// Shifts that differ by less tell nothing, centimetres; nor does a difference that hardly shows in the picture of either hand: parts
/// of it.
const LEAST_CM: f64 = 0.05;
const LEAST_SHOWN: f64 = 0.6;
/// Noise of a shift by a hand's own parts, centimetres and as a part of the shift.
const NOISE_CM: f64 = 0.02;
const NOISE_PART: f64 = 0.1;
/// A frame's shifts weigh no more than so much, those of all frames no more than that; so much together is sure. Logarithms of
/// odds, of frames that err alike for a while.
const MOST: f64 = 2.0;
const MOST_OF_SHIFTS: f64 = 1.5;
const SURE: f64 = 3.0;
/// What a hand's landmarks jump, centimetres in the median of frames: a floor, what so many times more tell, and what it tells
/// when the odds of its presence are so many times less (logarithms both); in so many frames it tells half.
const JUMP_FLOOR_CM: f64 = 0.03;
const JUMPS_TELL: f64 = 2.5;
const PRESENCE_TELLS: f64 = 1.0;
const HALF_FRAMES: f64 = 4.0;
/// A presence is no less and no more sure than this.
const PRESENCE: (f64, f64) = (0.3, 0.995);
/// A hand hides much of another that is near so many of its landmarks.
const COVERS_PART: f64 = 0.4;
/// Hands apart for longer, real seconds, come over each other anew.
const APART_SECS: f64 = 0.1;

/// What was seen of a track, frame by frame.
pub type Seen<'a> = [(f64, &'a HandSeen)];
/// A time in which two hands lie over each other: the indices of its frames in both tracks.
pub(super) type Overlap = Vec<(usize, usize)>;

/// Of each frame of each track: whether the hand is on top of all others that it lies over, or below one of them; `None` when it is
/// over none or that cannot be told.
pub fn on_top(tracks: &BTreeMap<u32, Vec<(f64, &HandSeen)>>, scale: TimeScale) -> BTreeMap<u32, Vec<Option<bool>>> {
    let mut told: BTreeMap<u32, Vec<Told>> =
        tracks.iter().map(|(&track, seen)| (track, vec![Told::default(); seen.len()])).collect();
    let all: Vec<(u32, &Seen<'_>)> = tracks.iter().map(|(&track, seen)| (track, seen.as_slice())).collect();
    for (i, &(a, one)) in all.iter().enumerate() {
        for &(b, other) in &all[i + 1..] {
            for over in overlaps(one, other, scale) {
                let (over, odds) = above(one, other, over);
                for (k, l) in over {
                    note(&mut told, (a, k), odds);
                    note(&mut told, (b, l), -odds);
                }
            }
        }
    }
    told.into_iter().map(|(track, told)| (track, told.into_iter().map(Told::all).collect())).collect()
}

/// Of one time in which two hands lie over each other: the frames in which one hides much of the other, and the logarithm of the odds
/// that `one` is above `other`. Hands that only lie beside each other hide nothing.
pub(super) fn above(one: &Seen<'_>, other: &Seen<'_>, over: Overlap) -> (Overlap, f64) {
    let shifts: f64 = over.iter().map(|&(k, l)| odds(one[k].1, other[l].1)).sum();
    let over: Overlap = over.into_iter().filter(|&(k, l)| covers(one[k].1, other[l].1)).collect();
    let odds = shifts.clamp(-MOST_OF_SHIFTS, MOST_OF_SHIFTS) + better_recognised(one, other, &over);
    (over, odds)
}

/// What is known of a hand in one frame against those that it lies over.
#[derive(Debug, Clone, Copy, Default)]
struct Told {
    above: bool,
    below: bool,
    unknown: bool,
}

impl Told {
    fn all(self) -> Option<bool> {
        if self.below { Some(false) } else { (self.above && !self.unknown).then_some(true) }
    }
}

fn note(told: &mut BTreeMap<u32, Vec<Told>>, (track, at): (u32, usize), odds: f64) {
    let Some(frame) = told.get_mut(&track).and_then(|frames| frames.get_mut(at)) else { return };
    frame.above |= odds > SURE;
    frame.below |= odds < -SURE;
    frame.unknown |= odds.abs() <= SURE;
}

/// The times in which two hands lie over each other.
pub(super) fn overlaps(one: &Seen<'_>, other: &Seen<'_>, scale: TimeScale) -> Vec<Overlap> {
    let mut found: Vec<Overlap> = Vec::new();
    let mut since = f64::NEG_INFINITY;
    let mut l = 0;
    for (k, &(t, hand)) in one.iter().enumerate() {
        while l < other.len() && other[l].0 < t {
            l += 1;
        }
        let Some(&(same, beside)) = other.get(l) else { break };
        if same > t || !near(&hand.below, &beside.below) {
            continue;
        }
        match found.last_mut().filter(|_| (t - since) * scale.real_per_file < APART_SECS) {
            Some(last) => last.push((k, l)),
            None => found.push(vec![(k, l)]),
        }
        since = t;
    }
    found
}

/// Whether one hand may hide much of the other.
fn covers(one: &HandSeen, other: &HandSeen) -> bool {
    let near = |p: &Point<Table>| other.below.iter().step_by(2).any(|q| p.distance(*q) < OVER_CM);
    let landmarks = one.below.iter().step_by(2);
    landmarks.clone().filter(|p| near(p)).count() as f64 > COVERS_PART * landmarks.count() as f64
}

/// The logarithm of the odds that `one` is above `other` by how well both are recognised in the frames `over`.
fn better_recognised(one: &Seen<'_>, other: &Seen<'_>, over: &[(usize, usize)]) -> f64 {
    let (mine, theirs): (Vec<usize>, Vec<usize>) = over.iter().copied().unzip();
    let (Some(jumps), Some(their_jumps)) = (jumps(one, &mine), jumps(other, &theirs)) else { return 0.0 };
    let jumps = ((their_jumps + JUMP_FLOOR_CM) / (jumps + JUMP_FLOOR_CM)).ln();
    let presence = presence(one, &mine) - presence(other, &theirs);
    let frames = over.len() as f64;
    frames / (frames + HALF_FRAMES) * (JUMPS_TELL * jumps + PRESENCE_TELLS * presence)
}

/// How far a hand's landmarks jump from frame to frame beyond what the picture's own shift tells, the median of those frames where
/// that is told, centimetres.
fn jumps(seen: &Seen<'_>, frames: &[usize]) -> Option<f64> {
    let middle = |hand: &HandSeen| {
        let n = hand.below.len() as f64;
        hand.below.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x / n, y + p.y / n))
    };
    let mut jumps: Vec<f64> = frames
        .iter()
        .filter(|&&k| k > 0 && seen[k].1.seen && seen[k - 1].1.seen)
        .filter_map(|&k| {
            let (was, is, by) = (middle(seen[k - 1].1), middle(seen[k].1), seen[k].1.moved?);
            Some((is.0 - was.0 - by.0).hypot(is.1 - was.1 - by.1))
        })
        .collect();
    jumps.sort_by(f64::total_cmp);
    jumps.get(jumps.len() / 2).copied()
}

/// The mean logarithm of the odds that the model sees a hand there.
fn presence(seen: &Seen<'_>, frames: &[usize]) -> f64 {
    let odds = |&k: &usize| {
        let presence = f64::from(seen[k].1.presence).clamp(PRESENCE.0, PRESENCE.1);
        (presence / (1.0 - presence)).ln()
    };
    frames.iter().map(odds).sum::<f64>() / frames.len().max(1) as f64
}

/// The logarithm of the odds that `one` is above `other`, by how both moved in one frame.
fn odds(one: &HandSeen, other: &HandSeen) -> f64 {
    let (Some(all), Some(theirs)) = (one.moved, other.moved) else { return 0.0 };
    let (parts, their_parts) = (own_parts(one), own_parts(other));
    if parts.is_none() && their_parts.is_none() {
        return 0.0;
    }
    let (a, b) = (parts.map_or(all, |own| own.0), their_parts.map_or(theirs, |own| own.0));
    let (x, y) = (b.0 - a.0, b.1 - a.1);
    let apart = x.hypot(y);
    let length = |shift: (f64, f64)| shift.0.hypot(shift.1);
    if apart < LEAST_CM || length(all).max(length(theirs)) < LEAST_SHOWN * apart {
        return 0.0;
    }
    let drawn = |all: (f64, f64), own: (f64, f64), sign: f64| {
        (sign * ((all.0 - own.0) * x + (all.1 - own.1) * y) / (apart * apart)).clamp(DRAWN.0, DRAWN.1)
    };
    let noise = (NOISE_CM + NOISE_PART * length(a).max(length(b))) / apart;
    let fits = |drawn: f64, (mean, spread): (f64, f64)| {
        let sigma = spread.hypot(noise);
        -0.5 * ((drawn - mean) / sigma).powi(2) - sigma.ln()
    };
    let (mine, its) = (drawn(all, a, 1.0), drawn(theirs, b, -1.0));
    (fits(mine, UPPER) + fits(its, LOWER) - fits(mine, LOWER) - fits(its, UPPER)).clamp(-MOST, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Player};

    /// A hand in a frame: where, how its own parts and all of it moved, and how sure the model is of it.
    fn hand(track: u32, x: f64, [own, all]: [f64; 2], presence: f32) -> HandSeen {
        HandSeen {
            track,
            player: Player::One,
            hand: HandSide::Left,
            presence,
            image: Vec::new(),
            table: Vec::new(),
            below: vec![Point::new(x, 0.0); 21],
            lean: (0.0, 0.0),
            seen: true,
            moved: Some((all, 0.0)),
            moved_spread: 0.0,
            moved_shared: true,
            moved_own: Some(((own, 0.0), 0.0)),
        }
    }

    /// How well a hand is recognised: how far it jumps from frame to frame, centimetres, and the model's presence.
    type Recognised = (f64, f32);
    const WELL: Recognised = (0.02, 0.99);

    /// A still hand, and one that comes over it and moves by a step a frame; the picture of the still one moves as `drawn` of that,
    /// of the other as all but `held` of it. So far apart.
    fn told([drawn, held]: [f64; 2], recognised: [Recognised; 2], apart: f64) -> [Vec<Option<bool>>; 2] {
        let step = 0.06;
        let moved = [[0.0, step * drawn], [step, step * (1.0 - held)]];
        let track = |which: usize| -> Vec<HandSeen> {
            let ((jump, presence), start) = (recognised[which], apart * which as f64);
            let at = |i: u32| start + f64::from(i) * moved[which][1] + f64::from(i % 2) * jump;
            (0..20).map(|i| hand(which as u32, at(i), moved[which], presence)).collect()
        };
        let hands = [track(0), track(1)];
        let seen = |which: usize| -> Vec<(f64, &HandSeen)> {
            hands[which].iter().enumerate().map(|(i, hand)| (i as f64 / 120.0, hand)).collect()
        };
        let mut told = on_top(&BTreeMap::from([(0, seen(0)), (1, seen(1))]), TimeScale::REAL);
        [told.remove(&0).expect("track 0"), told.remove(&1).expect("track 1")]
    }

    fn all(told: &[Option<bool>], what: Option<bool>) -> bool {
        told.iter().all(|told| *told == what)
    }

    #[test]
    fn the_hand_that_is_recognised_worse_is_below() {
        let [lower, upper] = told([0.2, 0.2], [(0.3, 0.9), WELL], 1.0);
        assert!(all(&lower, Some(false)) && all(&upper, Some(true)));
        let [upper, lower] = told([0.2, 0.2], [WELL, (0.3, 0.9)], 1.0);
        assert!(all(&lower, Some(false)) && all(&upper, Some(true)));
    }

    #[test]
    fn what_is_told_by_half_is_sure_only_where_the_shifts_agree() {
        let somewhat: Recognised = (0.08, 0.98);
        let [lower, upper] = told([0.5, 0.05], [somewhat, WELL], 1.0);
        assert!(all(&lower, Some(false)) && all(&upper, Some(true)));
        let [one, other] = told([0.05, 0.35], [somewhat, WELL], 1.0);
        assert!(all(&one, None) && all(&other, None));
    }

    #[test]
    fn shifts_alone_are_not_sure() {
        let [one, other] = told([0.5, 0.05], [WELL, WELL], 1.0);
        assert!(all(&one, None) && all(&other, None));
    }

    #[test]
    fn nothing_is_told_of_hands_that_are_apart() {
        let [one, other] = told([0.5, 0.05], [(0.3, 0.9), WELL], 9.0);
        assert!(all(&one, None) && all(&other, None));
    }
}
