//! How many onsets that are like one heard are no impact of a hand: the ringing of others, the room.
//!
//! In come the onsets of a recording and the visits that it shows, out comes of each onset how cheap it is. What it is heard as is
//! weighed in [`super::sound`]. Counted on 300 simulated sound tracks (seeds 15,900,000).

use super::touches::Visit;
use crate::facts::Onset;

/// What was heard up to so long before rings on, seconds.
pub(super) const RINGS_SECS: f64 = 0.05;
/// Other noises a second, at least.
pub(super) const LEAST_OTHER_NOISES: f64 = 2.0;
/// An onset that rises so much, decibels, is an impact of something.
pub const LOUD_DB: f64 = 9.0;
/// Others may be the ringing of one, or the room's noise: the fainter the more, by this a decibel. So many of the faintest that are
/// told, of that many decibels, come in a second of ringing, for one impact of the same rise that is told in a second: the first up to
/// so many seconds after the last impact, and so on. How it dies away was counted on 400 others (seeds 19,000,000).
const FAINTER: f64 = 0.9;
const FAINTEST_DB: f64 = 5.0;
const RINGING: [(f64, f64); 3] = [(0.03, 130.0), (0.05, 40.0), (0.1, 20.0)];
/// Impacts are as often of any rise, in each decibel this part of them.
const EACH_DB: f64 = 0.1;

/// Of each onset: how many like it there are in a second that are no impact of any visit, for one impact of a visit of the same
/// rise. The sound is late by `delay`, give or take `reach`, seconds.
pub(super) fn noises(visits: &[Visit], onsets: &[Onset], (delay, reach): (f64, f64)) -> Vec<f64> {
    let far = |onset: &&Onset| visits.iter().all(|visit| (onset.t - delay - visit.arrive.t).abs() > reach);
    let first = onsets.iter().map(|onset| onset.t).fold(f64::INFINITY, f64::min);
    let last = onsets.iter().map(|onset| onset.t).fold(f64::NEG_INFINITY, f64::max);
    let (loud, faint): (Vec<&Onset>, Vec<&Onset>) =
        onsets.iter().filter(far).partition(|onset| onset.rise_db >= LOUD_DB);
    let a_second = |count: usize| count as f64 / (last - first).max(1.0);
    let (others, faint) = (a_second(loud.len()).max(LEAST_OTHER_NOISES), a_second(faint.len()) * FAINTER / EACH_DB);
    let mut struck = f64::NEG_INFINITY;
    onsets
        .iter()
        .map(|onset| {
            let since = onset.t - struck;
            let ringing = RINGING.iter().find(|(until, _)| since < *until).map_or(0.0, |(_, ringing)| *ringing);
            if onset.rise_db >= LOUD_DB {
                struck = onset.t;
            }
            others + (ringing + faint) * (-FAINTER * (onset.rise_db - FAINTEST_DB)).exp()
        })
        .collect()
}
