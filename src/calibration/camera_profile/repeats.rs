//! Frames that only repeat the one before, and frames that are mixed from their neighbours.
//!
//! In: how much each picture changed, and how far it is from a mix ([`super::watch`]). Out: shares of the pictures
//! that could be judged, and whether they follow a pattern.
//!
//! A picture counts as a repeat when it hardly differs from the one before although the pictures on both sides of it
//! differ, five times as much and by 1.5 levels or more in the busiest parts. An encoder that skips a block
//! keeps what moves by a fraction of a level, never that much, so such skips are not called. Repeats in a picture
//! where nothing moves cannot be told and are not counted. Frames that an editor or a television made by moving parts
//! of the picture (motion compensation) look like real ones and are not looked for.

use super::numbers::{median, share};
use super::watch::Mix;

/// Levels that the pictures around must change by.
const BUSY: f32 = 1.5;
/// A repeat changes by this many times less than both neighbours.
const FEWER: f32 = 5.0;
/// The longest run of repeats: 30 pictures a second in a file of 240.
const LONGEST: usize = 7;
/// Pictures that must be judged for a share.
const FEWEST: u64 = 30;
/// A pattern holds for this share of its pictures or more.
const HOLDS: f64 = 0.85;
/// Every n-th picture a mix: the longest pattern looked for.
const LONGEST_PATTERN: usize = 5;
/// Mixes are this much nearer to their neighbours' mix than the other pictures are.
const NEARER: f64 = 0.4;

/// Repeated frames.
#[derive(Debug, Clone, PartialEq)]
pub struct Repeats {
    /// Share of the judged pictures that repeat, with its interval.
    pub share: (f64, f64, f64),
    /// Pictures judged.
    pub judged: u64,
    /// Pictures that repeat.
    pub repeats: u64,
    /// How many times each picture is shown, when most are shown equally often and more than once.
    pub shown_times: Option<u64>,
}

/// Looks for repeats; `None` when too little moves.
pub fn repeats(changes: &[f32]) -> Option<Repeats> {
    let mut lengths = [0u64; LONGEST + 2];
    let (mut judged, mut found) = (0, 0);
    let mut i = 1;
    while i < changes.len() {
        if changes[i] < BUSY {
            i += 1;
            continue;
        }
        // A picture that changed; the run of those that do not, until the next that did.
        let calm = |k: usize, bound: f32| changes[k] * FEWER < bound;
        let mut end = i + 1;
        while end < changes.len() && calm(end, changes[i]) {
            end += 1;
        }
        let run = end - i - 1;
        if end < changes.len() && changes[end] >= BUSY && run <= LONGEST && (i + 1..end).all(|k| calm(k, changes[end]))
        {
            lengths[run + 1] += 1;
            judged += run as u64 + 1;
            found += run as u64;
        }
        i = end;
    }
    if judged < FEWEST {
        return None;
    }
    let pictures: u64 = lengths.iter().sum();
    let usual = (0..lengths.len()).max_by_key(|times| lengths[*times]).unwrap_or(1);
    let holds = lengths[usual] as f64 >= HOLDS * pictures as f64;
    let shown_times = (usual > 1 && holds).then_some(usual as u64);
    Some(Repeats { share: share(found, judged), judged, repeats: found, shown_times })
}

/// Which pictures are the first of their kind when each is shown `times` times; the phase with the least change within.
pub fn firsts(changes: &[f32], times: usize) -> Vec<usize> {
    let sum = |phase: usize| changes.iter().skip(phase).step_by(times).map(|c| f64::from(*c)).sum::<f64>();
    let phase = (0..times).max_by(|a, b| sum(*a).total_cmp(&sum(*b))).unwrap_or(0);
    (phase..changes.len()).step_by(times.max(1)).collect()
}

/// How many times each picture is shown, told by pictures that change as a whole (a flashing light), where equal
/// neighbours alone prove nothing: `times` when all pictures but every `times`-th equal the one before.
pub fn shown_times_under_a_lamp(changes: &[f32]) -> Option<usize> {
    let usual = median(changes.iter().skip(1).map(|c| f64::from(*c)).filter(|c| *c >= f64::from(BUSY)).collect())?;
    let equal = |c: f32| f64::from(c) * f64::from(FEWER) < usual;
    (2..=LONGEST + 1).rev().find(|times| {
        let firsts = firsts(changes, *times);
        let is_first = |k: usize| k % times == firsts.first().copied().unwrap_or(0);
        let count = |first: bool| {
            let chosen: Vec<bool> =
                (1..changes.len()).filter(|k| is_first(*k) == first).map(|k| equal(changes[k])).collect();
            (chosen.iter().filter(|e| **e).count() as f64, chosen.len() as f64)
        };
        let ((equal_firsts, firsts), (equal_others, others)) = (count(true), count(false));
        // A lamp that stays on over two pictures makes them equal too, but never all of them.
        others >= FEWEST as f64 && equal_others >= 0.97 * others && equal_firsts <= 0.7 * firsts
    })
}

/// Frames mixed from their neighbours.
#[derive(Debug, Clone, PartialEq)]
pub struct Mixes {
    /// Share of the judged pictures, with its interval.
    pub share: (f64, f64, f64),
    /// Pictures judged.
    pub judged: u64,
    /// Length of the pattern, pictures; 0 when there is none.
    pub pattern: usize,
}

/// Looks for a pattern of mixes; `None` when too little moves.
pub fn mixes(found: &[Option<Mix>]) -> Option<Mixes> {
    let judged: Vec<(usize, f64)> =
        found.iter().enumerate().filter_map(|(k, mix)| Some((k, f64::from((*mix)?.distance)))).collect();
    if (judged.len() as u64) < FEWEST {
        return None;
    }
    for pattern in 2..=LONGEST_PATTERN {
        let middles: Vec<f64> = (0..pattern)
            .map(|phase| {
                median(judged.iter().filter(|(k, _)| k % pattern == phase).map(|(_, d)| *d).collect()).unwrap_or(0.0)
            })
            .collect();
        // The real pictures of the pattern: at least one phase is far, and the mixes are near.
        let far = middles.iter().copied().fold(0.0, f64::max);
        let near: Vec<usize> = (0..pattern).filter(|phase| middles[*phase] < NEARER * far).collect();
        if near.is_empty() || far < 0.15 {
            continue;
        }
        let is_near = |k: usize| near.contains(&(k % pattern));
        let close = |d: f64| d < 0.7 * far;
        let (hits, of) = judged
            .iter()
            .filter(|(k, _)| is_near(*k))
            .fold((0.0, 0.0), |(hits, of), (_, d)| (hits + if close(*d) { 1.0 } else { 0.0 }, of + 1.0));
        if hits >= HOLDS * of {
            let mixed = judged.iter().filter(|(k, _)| is_near(*k)).count() as u64;
            return Some(Mixes { share: share(mixed, judged.len() as u64), judged: judged.len() as u64, pattern });
        }
    }
    Some(Mixes { share: share(0, judged.len() as u64), judged: judged.len() as u64, pattern: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_second_frame_a_copy() {
        let changes: Vec<f32> = (0..120).map(|k| if k % 2 == 0 { 8.0 + (k % 7) as f32 } else { 0.1 }).collect();
        let found = repeats(&changes).expect("enough moves");
        assert_eq!(found.shown_times, Some(2));
        assert!((found.share.0 - 0.5).abs() < 0.02);
    }

    #[test]
    fn one_hiccup_is_counted_and_is_no_pattern() {
        let mut changes = vec![9.0_f32; 200];
        changes[100] = 0.0;
        let found = repeats(&changes).expect("enough moves");
        assert_eq!((found.repeats, found.shown_times), (1, None));
    }

    #[test]
    fn a_hand_that_rests_is_no_repeat_and_stillness_tells_nothing() {
        // Slows down over some frames, rests for fifteen, starts again.
        let mut changes = vec![9.0_f32; 60];
        changes.extend([6.0, 3.0, 1.6, 0.4]);
        changes.extend([0.1; 15]);
        changes.extend([0.5, 2.0, 5.0]);
        changes.extend([9.0; 60]);
        assert_eq!(repeats(&changes).expect("enough moves").repeats, 0);
        assert_eq!(repeats(&[0.2; 500]), None);
    }

    #[test]
    fn pulldown_has_a_share_and_no_single_number_of_times() {
        // Film on 60 frames: shown two and three times in turn.
        let changes: Vec<f32> = (0..200).map(|k| if matches!(k % 5, 0 | 2) { 7.0 } else { 0.0 }).collect();
        let found = repeats(&changes).expect("enough moves");
        assert!((found.share.0 - 0.6).abs() < 0.02 && found.shown_times.is_none(), "{found:?}");
    }

    #[test]
    fn under_a_lamp_only_a_strict_pattern_counts() {
        // 97 flashes a second at 240 frames: some neighbours are equal, without a pattern.
        let light = |k: usize| if (k as f64 * 97.0 / 240.0).fract() < 0.5 { 50.0_f32 } else { 0.0 };
        let plain: Vec<f32> = (0..480).map(|k| if k == 0 { 0.0 } else { (light(k) - light(k - 1)).abs() }).collect();
        assert_eq!(shown_times_under_a_lamp(&plain), None);
        let doubled: Vec<f32> =
            (0..960).map(|k| if k < 2 { 0.0 } else { (light(k / 2) - light((k - 1) / 2)).abs() }).collect();
        assert_eq!(shown_times_under_a_lamp(&doubled), Some(2));
        assert_eq!(firsts(&doubled, 2)[..3], [0, 2, 4]);
    }

    #[test]
    fn every_second_frame_a_mix() {
        let mix = |distance: f32| Some(Mix { distance, later: 0.5 });
        let found: Vec<Option<Mix>> = (0..100).map(|k| mix(if k % 2 == 1 { 0.05 } else { 0.9 })).collect();
        let mixed = mixes(&found).expect("enough moves");
        assert_eq!(mixed.pattern, 2);
        assert!((mixed.share.0 - 0.5).abs() < 1e-9);
        // All of a kind, near or far: no pattern.
        for distance in [0.1, 0.9] {
            assert_eq!(mixes(&vec![mix(distance); 100]).expect("enough moves").pattern, 0);
        }
        assert_eq!(mixes(&vec![None; 100]), None);
    }
}
