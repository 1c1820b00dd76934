//! Sound against picture, from events that are both heard and seen: a lamp that goes on with a beep, or a clapper.
//!
//! In: sound, and how each picture differs from the one before. Out: how much later the sound comes than the picture.
//!
//! A sound begins where its loudness rises steeply out of what was before. In the picture either the light goes on,
//! from one level to another within a few frames, or whatever moves most stops at once. Events are paired by time; the
//! pairs must agree. Who stands far from the microphone adds 2.9 ms a metre: that is part of what is measured.

use super::numbers::{Z95, median, spread};

/// Mono sound on the pictures' clock.
#[derive(Debug, Clone, Copy)]
pub struct Heard<'a> {
    /// -1..1.
    pub samples: &'a [f32],
    /// Samples a second.
    pub sample_rate: u32,
    /// Time of the first sample, seconds after the first picture.
    pub start_t: f64,
}

/// Length of a step of loudness, seconds.
const STEP_SECS: f64 = 0.001;
/// Steps before an onset that must be quiet, and steps after it within which the sound is at its loudest.
const QUIET_STEPS: usize = 60;
const LOUD_STEPS: usize = 10;
/// How many times louder the onset is than the loudest before, and than nothing at all.
const LOUDER: f32 = 4.0;
const AUDIBLE: f32 = 0.01;
/// Onsets fainter than this share of the loudest are steps and voices.
const LOUD_SHARE: f32 = 0.15;
/// The onset is where the sound reaches this share of its first peak.
const RISE: f32 = 0.15;
/// Onsets are at least this far apart, seconds.
const APART_SECS: f64 = 0.15;
/// The brightness rises by this many levels when a light goes on, in at most so many frames.
const LIGHT_LEVELS: f32 = 3.0;
const LIGHT_FRAMES: usize = 3;
/// Frames around a change in which nothing else may change much.
const CALM_FRAMES: usize = 6;
/// How many times more a picture changes before a stop than after it, and the levels it must change by.
const STOP: f32 = 4.0;
const STOP_LEVELS: f32 = 4.0;
/// Sound and picture of one event lie within this, seconds.
const REACH_SECS: f64 = 0.15;
/// Fewest events, and the share of the sounds that must be seen.
const FEWEST: usize = 3;
const SEEN_SHARE: f64 = 0.6;

/// The sound's delay, seconds: value, 95 % interval, events, and what was seen.
pub type Offset = (f64, f64, f64, usize, &'static str);

/// Measures the offset. `times`, `changes` and `swings` are of the same pictures ([`super::watch`]).
///
/// # Errors
/// In words, why there is none.
pub fn offset(heard: &Heard<'_>, times: &[f64], changes: &[f32], swings: &[f32]) -> Result<Offset, String> {
    let sounds = onsets(heard);
    if sounds.len() < FEWEST {
        return Err(format!(
            "{} sudden sound{} heard, {FEWEST} or more are needed; clap in front of the camera five times",
            if sounds.is_empty() { "no".to_owned() } else { sounds.len().to_string() },
            if sounds.len() == 1 { " is" } else { "s are" }
        ));
    }
    let usual = median(times.windows(2).map(|pair| pair[1] - pair[0]).collect()).unwrap_or(0.0);
    for (seen, what) in
        [(lights(times, swings), "a light going on"), (stops(times, changes), "a sudden stop of motion")]
    {
        let pairs: Vec<f64> = sounds.iter().filter_map(|sound| nearest(&seen, *sound).map(|t| sound - t)).collect();
        if pairs.len() < FEWEST || (pairs.len() as f64) < SEEN_SHARE * sounds.len() as f64 {
            continue;
        }
        let (Some(value), Some(spread)) = (median(pairs.clone()), spread(&pairs)) else { continue };
        if spread > (1.5 * usual).max(0.004) {
            continue;
        }
        // Where in its frame an event lies is told to half a frame at best; the events share no phase with the frames.
        let each = spread.max(usual / 12.0_f64.sqrt());
        let half = Z95 * 1.25 * each / (pairs.len() as f64).sqrt() + 0.25 * usual;
        return Ok((value, value - half, value + half, pairs.len(), what));
    }
    Err("the sudden sounds do not go with a light or a stop in the picture; use a clapper in front of the camera"
        .to_owned())
}

fn nearest(seen: &[f64], sound: f64) -> Option<f64> {
    let near = seen.iter().copied().filter(|t| (t - sound).abs() <= REACH_SECS);
    near.min_by(|a, b| (a - sound).abs().total_cmp(&(b - sound).abs()))
}

/// When sounds begin.
fn onsets(heard: &Heard<'_>) -> Vec<f64> {
    let rate = f64::from(heard.sample_rate.max(1));
    let step = ((STEP_SECS * rate).round() as usize).max(1);
    let loudness: Vec<f32> = heard
        .samples
        .chunks(step)
        .map(|part| (part.iter().map(|s| s * s).sum::<f32>() / part.len() as f32).sqrt())
        .collect();
    let loudest = loudness.iter().copied().fold(0.0, f32::max);
    let mut found: Vec<f64> = Vec::new();
    for i in 1..loudness.len() {
        let before = loudness[i.saturating_sub(QUIET_STEPS)..i].iter().copied().fold(0.0, f32::max);
        let peak = loudness[i..(i + LOUD_STEPS).min(loudness.len())].iter().copied().fold(0.0, f32::max);
        let rises = loudness[i] > 2.0 * before && peak > LOUDER * before;
        if !rises || peak < AUDIBLE.max(LOUD_SHARE * loudest) {
            continue;
        }
        let (from, to) = (i.saturating_sub(1) * step, ((i + LOUD_STEPS) * step).min(heard.samples.len()));
        let part = &heard.samples[from..to];
        let highest = part.iter().map(|s| s.abs()).fold(0.0, f32::max);
        let Some(first) = part.iter().position(|s| s.abs() >= RISE * highest) else { continue };
        let t = heard.start_t + (from + first) as f64 / rate;
        if found.last().is_none_or(|last| t - last > APART_SECS) {
            found.push(t);
        }
    }
    found
}

/// When the light goes on.
fn lights(times: &[f64], swings: &[f32]) -> Vec<f64> {
    let mut found = Vec::new();
    let mut k = CALM_FRAMES;
    while k + LIGHT_FRAMES + CALM_FRAMES < swings.len() {
        let rise = &swings[k..k + LIGHT_FRAMES];
        let whole: f32 = rise.iter().sum();
        let calm = |part: &[f32]| part.iter().all(|s| s.abs() < 0.08 * whole);
        if whole >= LIGHT_LEVELS
            && rise[0] > 0.02 * whole
            && rise.iter().all(|s| *s > -0.05 * whole)
            && calm(&swings[k - CALM_FRAMES..k])
            && calm(&swings[k + LIGHT_FRAMES..k + LIGHT_FRAMES + CALM_FRAMES])
        {
            // What the frames still lack of the full light, as in `super::edges`.
            let mut level = 0.0;
            let mut lacking = 0.5;
            for swing in rise {
                level += swing / whole;
                lacking += f64::from(1.0 - level).max(0.0);
            }
            let interval = times[k] - times[k - 1];
            found.push(times[k - 1] + lacking * interval);
            k += LIGHT_FRAMES;
        }
        k += 1;
    }
    found
}

/// When motion stops at once.
fn stops(times: &[f64], changes: &[f32]) -> Vec<f64> {
    let mut found = Vec::new();
    for k in 2..changes.len().saturating_sub(3) {
        // The step of picture k is the last with motion; the one before it was whole.
        let after = changes[k + 1..k + 4].iter().copied().fold(0.0, f32::max);
        let whole = changes[k - 1];
        if whole >= STOP_LEVELS && whole > STOP * after && changes[k] > 1.5 * after && changes[k - 2] > 0.5 * whole {
            let part = f64::from((changes[k] / whole).min(1.0));
            let t = times[k - 1] + part * (times[k] - times[k - 1]);
            if found.last().is_none_or(|last| t - last > 3.0 * (times[k] - times[k - 1])) {
                found.push(t);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: u32 = 48_000;

    /// Beeps of 40 ms at these times, over a faint hiss.
    fn beeps(at: &[f64]) -> Vec<f32> {
        (0..RATE as usize * 6)
            .map(|i| {
                let t = i as f64 / f64::from(RATE);
                let hiss = 0.001 * ((i * 7919) as f64 * 0.618_034).fract() as f32;
                let beep = at.iter().any(|start| (*start..*start + 0.04).contains(&t));
                hiss + if beep { 0.5 * (std::f64::consts::TAU * 1000.0 * t).cos() as f32 } else { 0.0 }
            })
            .collect()
    }

    fn seen(lamp: &[f64]) -> (Vec<f64>, Vec<f32>, Vec<f32>) {
        let times: Vec<f64> = (0..720).map(|k| f64::from(k) / 120.0).collect();
        // The lamp is on for 0.2 s; frames gather light for their first half.
        let light = |t: f64| -> f32 {
            let on: f64 =
                lamp.iter().map(|on| ((t + 1.0 / 480.0).min(on + 0.2) - (t - 1.0 / 480.0).max(*on)).max(0.0)).sum();
            (on * 240.0 * 60.0) as f32
        };
        let swings: Vec<f32> =
            times.iter().enumerate().map(|(k, t)| if k == 0 { 0.0 } else { light(*t) - light(times[k - 1]) }).collect();
        (times, vec![0.1; 720], swings)
    }

    const EVENTS: [f64; 5] = [0.703, 1.634, 2.511, 3.777, 4.9];

    #[test]
    fn flash_and_beep_tell_the_offset_and_its_sign() {
        for delay in [0.042, -0.018, 0.0] {
            let sound = beeps(&EVENTS.map(|t| t + delay));
            let heard = Heard { samples: &sound, sample_rate: RATE, start_t: 0.0 };
            let (times, changes, swings) = seen(&EVENTS);
            let (value, lo, hi, events, what) = offset(&heard, &times, &changes, &swings).expect("an offset");
            assert!((value - delay).abs() < 0.003 && lo <= delay && delay <= hi, "{lo} {value} {hi} for {delay}");
            assert_eq!((events, what), (5, "a light going on"));
        }
    }

    #[test]
    fn a_clapper_tells_it_too() {
        let times: Vec<f64> = (0..720).map(|k| f64::from(k) / 120.0).collect();
        // Moves for a tenth of a second before each clap.
        let moving = |from: f64, to: f64| -> f64 {
            EVENTS.iter().map(|clap| (to.min(*clap) - from.max(clap - 0.1)).max(0.0)).sum::<f64>() * 120.0
        };
        let changes: Vec<f32> =
            (0..720).map(|k| if k == 0 { 0.0 } else { 0.2 + 20.0 * moving(times[k - 1], times[k]) as f32 }).collect();
        let sound = beeps(&EVENTS.map(|t| t + 0.031));
        let heard = Heard { samples: &sound[2400..], sample_rate: RATE, start_t: 0.05 };
        let (value, lo, hi, events, _) = offset(&heard, &times, &changes, &vec![0.0; 720]).expect("an offset");
        assert!((value - 0.031).abs() < 0.003 && lo <= 0.031 && 0.031 <= hi, "{lo} {value} {hi}");
        assert_eq!(events, 5);
    }

    #[test]
    fn sounds_that_do_not_go_with_the_picture_tell_nothing() {
        let (times, changes, swings) = seen(&EVENTS);
        for at in [&[0.65, 1.7, 2.4, 3.9, 4.8][..], &[1.0, 2.0][..], &[][..]] {
            let sound = beeps(at);
            let heard = Heard { samples: &sound, sample_rate: RATE, start_t: 0.0 };
            assert!(offset(&heard, &times, &changes, &swings).is_err(), "{at:?}");
        }
    }
}
