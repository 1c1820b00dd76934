//! How the clocks of two recordings of one table run against each other.
//!
//! In come marks: instants that both recordings may have, such as sudden noises or hands that come to a pile, each
//! recording's on its own clock. Out comes the map between the clocks with its uncertainty, or nothing when the marks do not
//! tell. Marks of either recording may lack in the other. Where nothing is known yet, the difference that most pairs of
//! marks share is looked for; then offset and drift are a regression over nearest pairs with a prior on the drift, repeated
//! until the pairs stay (iterative closest point, Besl and McKay 1992, in one dimension).

use crate::base::{Clock, TimeScale};

/// Pairs belong together at first sight when their differences are within so many of their usual standard deviations, real
/// seconds at least and at most.
const COARSE_SIGMAS: f64 = 3.0;
const COARSE_SECS: (f64, f64) = (0.002, 0.02);
/// So many pairs must share a difference, so many times more than share any other, and chance alone must bring so many
/// together no oftener than this.
const LEAST_PAIRS: usize = 3;
const TIMES_MORE: f64 = 1.5;
const BY_CHANCE: f64 = 2e-3;
/// Differences this near to the best are no others, real seconds.
const NEAR_SECS: f64 = 0.06;
/// No more marks of a recording are compared with each other, the first come: all pairs are looked at.
const MOST_MARKS: usize = 3000;
/// Standard deviation of how much faster one crystal runs than another.
pub const DRIFT: f64 = 5e-5;
/// A pair lies within so many standard deviations.
const GATE_SIGMAS: f64 = 3.5;
const ROUNDS: usize = 8;
/// No instant is trusted beyond this, real seconds.
const SIGMA_FLOOR_SECS: f64 = 0.0005;

/// Something that both recordings may have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    /// Only marks of one kind can be the same.
    pub kind: u8,
    /// When, file seconds of its recording.
    pub t: f64,
    /// Standard deviation of that, file seconds.
    pub sigma: f64,
}

/// The other recording's clock from marks alone, of recordings that last so many file seconds; `None` when they share no
/// difference clearly. Hands that slap come together: which of several near differences is the right one may stay open, and
/// is left to [`refine`].
pub fn find(first: &[Mark], other: &[Mark], last_secs: (f64, f64), scales: (TimeScale, TimeScale)) -> Option<Clock> {
    let (a, b) = (real(first, scales.0), real(other, scales.1));
    let mut apart: Vec<f64> = Vec::new();
    for one in a.iter().take(MOST_MARKS) {
        let same = b.iter().take(MOST_MARKS).filter(|two| two.kind == one.kind);
        apart.extend(same.map(|two| one.t - two.t));
    }
    apart.sort_by(f64::total_cmp);
    let half = coarse(&a, &b);
    let window = |from: usize| apart[from..].partition_point(|&d| d <= apart[from] + 2.0 * half);
    let counts: Vec<usize> = (0..apart.len()).map(window).collect();
    let best = (0..apart.len()).max_by(|&i, &j| counts[i].cmp(&counts[j]).then(j.cmp(&i)))?;
    let clear_of = |i: usize| (apart[i] - apart[best]).abs() > NEAR_SECS.max(4.0 * half);
    let next = (0..apart.len()).filter(|&i| clear_of(i)).map(|i| counts[i]).max().unwrap_or(0);
    let offset_secs = apart[best..best + counts[best]].iter().sum::<f64>() / counts[best] as f64;
    let pivot = b.iter().map(|mark| mark.t).sum::<f64>() / b.len().max(1) as f64;
    let rough = Clock { offset_secs, drift: 0.0, pivot, sigma_secs: half, drift_sigma: DRIFT, scales };
    let (clock, pairs) = refine(first, other, 0.0, rough);
    let shared = pairs.min(counts[best]);
    let all = last_secs.0 * scales.0.real_per_file + last_secs.1 * scales.1.real_per_file;
    let windows = (all / (2.0 * half)).max(1.0);
    let chance = windows * tail(apart.len() as f64 / windows, shared);
    let clear = counts[best] as f64 >= TIMES_MORE * next as f64 && chance < BY_CHANCE;
    (shared >= LEAST_PAIRS && clear).then_some(clock)
}

/// How near differences must be to be taken for the same at first sight, real seconds.
fn coarse(a: &[Mark], b: &[Mark]) -> f64 {
    let usual = |marks: &[Mark]| {
        let mut sigmas: Vec<f64> = marks.iter().map(|mark| mark.sigma).collect();
        sigmas.sort_by(f64::total_cmp);
        sigmas.get(sigmas.len() / 2).copied().unwrap_or(0.0)
    };
    (COARSE_SIGMAS * usual(a).hypot(usual(b))).clamp(COARSE_SECS.0, COARSE_SECS.1)
}

/// The probability that chance brings `least` or more where it brings `mean` on average (Poisson).
fn tail(mean: f64, least: usize) -> f64 {
    let mut term = (-mean).exp();
    let mut below = 0.0;
    for k in 0..least {
        below += term;
        term *= mean / (k + 1) as f64;
    }
    // Small tails are summed themselves: one minus almost one is noise.
    let mut above = 0.0;
    for k in least..least + 60 {
        above += term;
        term *= mean / (k + 1) as f64;
    }
    if below < 0.5 { 1.0 - below } else { above }
}

/// A clock that is known roughly, from marks as well; and how many pairs told. What all pairs may be off by together has the
/// standard deviation `common`, real seconds: one camera sees all hands come earlier than another does.
pub fn refine(first: &[Mark], other: &[Mark], common: f64, rough: Clock) -> (Clock, usize) {
    let (a, b) = (real(first, rough.scales.0), real(other, rough.scales.1));
    let mut clock = rough;
    let mut pairs = Vec::new();
    for _ in 0..ROUNDS {
        let next = nearest(&a, &b, &clock);
        if next == pairs {
            break;
        }
        pairs = next;
        clock = regress(&a, &b, &pairs, common, &rough);
    }
    (clock, pairs.len())
}

fn real(marks: &[Mark], scale: TimeScale) -> Vec<Mark> {
    let real = scale.real_per_file;
    let mut marks: Vec<Mark> =
        marks.iter().map(|mark| Mark { t: mark.t * real, sigma: mark.sigma * real, ..*mark }).collect();
    marks.sort_by(|x, y| x.t.total_cmp(&y.t).then(x.kind.cmp(&y.kind)));
    marks
}

/// The other's mark on the first clock.
fn on_first(clock: &Clock, t: f64) -> f64 {
    t + clock.offset_secs + clock.drift * (t - clock.pivot)
}

/// Pairs that are each other's nearest; both lists by time.
fn nearest(a: &[Mark], b: &[Mark], clock: &Clock) -> Vec<(usize, usize)> {
    let there: Vec<f64> = b.iter().map(|mark| on_first(clock, mark.t)).collect();
    let away = |i: usize, j: usize| (a[i].t - there[j]).abs();
    let worst = |marks: &[Mark]| marks.iter().map(|mark| mark.sigma).fold(0.0, f64::max);
    let farthest = b.iter().map(|mark| (mark.t - clock.pivot).abs()).fold(0.0, f64::max);
    let reach = GATE_SIGMAS
        * worst(a).hypot(worst(b)).hypot(clock.sigma_secs).hypot(clock.drift_sigma * farthest).max(SIGMA_FLOOR_SECS);
    let gate = |i: usize, j: usize| {
        let map = clock.sigma_secs.hypot(clock.drift_sigma * (b[j].t - clock.pivot));
        GATE_SIGMAS * a[i].sigma.hypot(b[j].sigma).hypot(map).max(SIGMA_FLOOR_SECS)
    };
    let nearest_of_a = |j: usize| {
        let from = a.partition_point(|mark| mark.t < there[j] - reach);
        let within = (from..a.len()).take_while(|&i| a[i].t <= there[j] + reach);
        let near = within.filter(|&i| a[i].kind == b[j].kind && away(i, j) < gate(i, j));
        near.min_by(|&i, &k| away(i, j).total_cmp(&away(k, j)))
    };
    let nearest_of_b = |i: usize| {
        let from = there.partition_point(|&t| t < a[i].t - reach);
        let within = (from..b.len()).take_while(|&j| there[j] <= a[i].t + reach);
        let near = within.filter(|&j| a[i].kind == b[j].kind && away(i, j) < gate(i, j));
        near.min_by(|&j, &k| away(i, j).total_cmp(&away(i, k)))
    };
    (0..b.len()).filter_map(|j| nearest_of_a(j).filter(|&i| nearest_of_b(i) == Some(j)).map(|i| (i, j))).collect()
}

/// Offset and drift from pairs, with the rough clock as the prior; wider when the pairs agree less than they should.
fn regress(a: &[Mark], b: &[Mark], pairs: &[(usize, usize)], common: f64, rough: &Clock) -> Clock {
    // Normal equations of what the rough offset and no drift leave.
    let (mut s, mut sx, mut sxx) = (rough.sigma_secs.powi(-2), 0.0, DRIFT.powi(-2));
    let (mut sy, mut sxy) = (0.0, 0.0);
    let told: Vec<(f64, f64, f64)> = pairs
        .iter()
        .map(|&(i, j)| {
            // As much more for each pair as leaves the common part when all are taken together.
            let together = pairs.len() as f64 * common * common;
            let variance = a[i].sigma.powi(2) + b[j].sigma.powi(2) + SIGMA_FLOOR_SECS.powi(2) + together;
            (b[j].t - rough.pivot, a[i].t - b[j].t - rough.offset_secs, variance)
        })
        .collect();
    for &(x, y, variance) in &told {
        let weight = 1.0 / variance;
        s += weight;
        sx += weight * x;
        sxx += weight * x * x;
        sy += weight * y;
        sxy += weight * x * y;
    }
    let determinant = s * sxx - sx * sx;
    let (offset, drift) = ((sxx * sy - sx * sxy) / determinant, (s * sxy - sx * sy) / determinant);
    let off: f64 = told.iter().map(|&(x, y, variance)| (y - offset - drift * x).powi(2) / variance).sum();
    let worse = (off / told.len().max(1) as f64).max(1.0).sqrt();
    // Where offset and drift are independent.
    let pivot = sx / s;
    Clock {
        offset_secs: rough.offset_secs + offset + drift * pivot,
        drift,
        pivot: rough.pivot + pivot,
        sigma_secs: worse * s.sqrt().recip(),
        drift_sigma: (worse * (s / determinant).sqrt()).min(DRIFT),
        scales: rough.scales,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{RngCore, SeedableRng};

    /// Marks of both recordings: what both have, and what only one has.
    fn marks(seed: u64, both: usize, alone: usize, secs: f64, offset: f64, drift: f64) -> (Vec<Mark>, Vec<Mark>) {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut up_to = |most: f64| most * f64::from(chance.next_u32()) / f64::from(u32::MAX);
        let (mut first, mut other) = (Vec::new(), Vec::new());
        for _ in 0..both {
            let t = up_to(secs);
            first.push(Mark { kind: 0, t: t + up_to(0.002) - 0.001, sigma: 0.001 });
            other.push(Mark { kind: 0, t: (t - offset) / (1.0 + drift) + up_to(0.002) - 0.001, sigma: 0.001 });
        }
        for _ in 0..alone {
            first.push(Mark { kind: 0, t: up_to(secs), sigma: 0.001 });
            other.push(Mark { kind: 0, t: up_to(secs), sigma: 0.001 });
        }
        (first, other)
    }

    const REAL: (TimeScale, TimeScale) = (TimeScale::REAL, TimeScale::REAL);

    #[test]
    fn marks_of_a_long_recording_tell_offset_and_drift() {
        for seed in 0..20 {
            let (first, other) = marks(seed, 150, 150, 300.0, -7.31, 3e-5);
            let clock = find(&first, &other, (300.0, 300.0), REAL).expect("enough in common");
            for t in [0.0, 150.0, 300.0] {
                let error = clock.to_first(t) - (t * (1.0 + 3e-5) - 7.31);
                assert!(error.abs() < 4.0 * clock.sigma_at(t) && error.abs() < 0.002, "{seed}: {error} at {t}");
            }
        }
    }

    #[test]
    fn a_slap_with_a_few_noises_is_enough() {
        let first: Vec<Mark> = [0.4, 1.1, 1.108, 1.13, 1.141, 2.0].map(|t| Mark { kind: 0, t, sigma: 0.001 }).into();
        let other: Vec<Mark> = [0.2, 0.6, 0.608, 0.63, 0.642, 1.9].map(|t| Mark { kind: 0, t, sigma: 0.001 }).into();
        let clock = find(&first, &other, (2.5, 2.0), REAL).expect("four in common");
        assert!((clock.offset_secs - 0.5).abs() < 0.002, "{clock:?}");
    }

    #[test]
    fn recordings_with_nothing_in_common_are_not_put_on_one_clock() {
        for seed in 0..20 {
            let (first, other) = marks(seed, 0, 40, 60.0, 0.0, 0.0);
            assert_eq!(find(&first, &other, (60.0, 60.0), REAL), None, "seed {seed}");
        }
        assert_eq!(find(&[], &[], (0.0, 0.0), REAL), None);
    }

    #[test]
    fn hands_make_a_clock_finer_that_sound_told_roughly() {
        let (first, other) = marks(3, 12, 2, 10.0, 2.0, 0.0);
        let rough =
            Clock { offset_secs: 2.02, drift: 0.0, pivot: 0.0, sigma_secs: 0.02, drift_sigma: DRIFT, scales: REAL };
        let (clock, pairs) = refine(&first, &other, 0.0, rough);
        assert!(pairs >= 10 && clock.sigma_secs < 0.001, "{pairs} {clock:?}");
        assert!((clock.to_first(5.0) - 7.0).abs() < 0.002, "{clock:?}");
        // What all hands are off by together stays in doubt however many there are.
        let (doubted, _) = refine(&first, &other, 0.005, rough);
        assert!((0.004..0.006).contains(&doubted.sigma_secs), "{doubted:?}");
    }
}
