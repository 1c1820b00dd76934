//! Arrivals of hands, dated once more by the sound of what they struck.
//!
//! In come the visits with their instants as the picture has them, and the onsets heard; out come the same visits, dated by
//! both, and how late the recording's sound is. A sound says to a fraction of a millisecond when something struck something,
//! but not whose hand it was, nor whether it was a hand; that follows from the picture's instants: every way to give onsets
//! to neighbouring visits is weighed, for every delay of the sound, and the delay itself is learned from all of them (a
//! joint probabilistic data association, Bar-Shalom and Fortmann 1988, with an unknown offset). What remains unknown of the
//! delay is common to all instants dated by sound, and does not count between them ([`Measured::shared`]).
//!
//! A hand that is heard touched something: that raises how sure it is to have been on its pile. Silence does not say that it did
//! not, but when: of the instants that the picture leaves open those are less probable at which it would have been heard. Tuned on
//! `samples/` and simulated slaps: the probabilities to be heard.

use super::again::Again;
use super::arrivals::Mode;
use super::clutter::{LEAST_OTHER_NOISES, LOUD_DB, RINGS_SECS, noises};
use super::touches::Visit;
use crate::base::{Measured, Part};
use crate::facts::Onset;
use std::collections::BTreeMap;

/// How late the sound of a recording is at first sight, seconds: a metre of way, and most recorders keep to their own clock.
pub const UNKNOWN: Delay = Delay { secs: 0.003, sigma_secs: 0.003 };
/// Some do not: this part of recordings is late or early by this standard deviation, seconds.
const ASTRAY: f64 = 0.2;
const ASTRAY_SECS: f64 = 0.02;
/// Delays up to so many standard deviations around it are weighed, so far apart, seconds.
const REACH_SIGMAS: f64 = 3.0;
const GRID_SECS: f64 = 0.000_25;
/// A hand that met something fast is heard with this probability, another with the second, and either with the third when
/// something else still rings.
const HEARD_FAST: f64 = 0.85;
const HEARD_GENTLY: f64 = 0.5;
const HEARD_MASKED: f64 = 0.6;
/// A hand that seems to come down once more on a pile only moved there with the rest of this probability.
const AGAIN: f64 = 0.7;
/// Faster than this is fast, centimetres a second.
const FAST_CM_S: f64 = 50.0;
/// What rings on is not the very same onset, seconds.
const SAME_SECS: f64 = 0.0015;
/// An onset goes with a visit up to so many standard deviations from it.
const GATE_SIGMAS: f64 = 4.0;
/// And with no more of them than this, the most likely.
const MOST_LIKELY: usize = 3;
/// Visits so far apart, seconds, have nothing to do with each other; no more of them are weighed together than this.
const APART_SECS: f64 = 0.1;
const TOGETHER: usize = 5;
/// The way from the two piles to the microphone differs, standard deviation in seconds.
const WAY_SECS: f64 = 0.0003;
/// No instant is trusted beyond this, seconds.
const SIGMA_FLOOR_SECS: f64 = 0.0003;
/// An onset's own standard deviation, at the worst that hearing gives, seconds.
const WORST_ONSET_SECS: f64 = 0.01;

/// How late the sound of a recording is: what is heard at `t` happened at `t - secs`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Delay {
    /// Best value, seconds.
    pub secs: f64,
    /// Standard deviation, seconds.
    pub sigma_secs: f64,
}

impl Delay {
    /// Density of a delay that is off by so much, up to a factor: a rough guess may be far off.
    fn density(&self, off: f64) -> f64 {
        let normal = |sigma: f64| (-0.5 * (off / sigma).powi(2)).exp() / sigma;
        if *self == UNKNOWN {
            (1.0 - ASTRAY) * normal(self.sigma_secs) + ASTRAY * normal(ASTRAY_SECS)
        } else {
            normal(self.sigma_secs)
        }
    }

    /// How far off it may be, seconds.
    fn reach(&self) -> f64 {
        REACH_SIGMAS * if *self == UNKNOWN { ASTRAY_SECS } else { self.sigma_secs }
    }
}

/// What was heard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heard {
    /// How late the sound is.
    pub delay: Delay,
    /// Onsets in the recording.
    pub onsets: usize,
    /// Visits that were heard, the expected number.
    pub visits: f64,
}

/// The onset that a visit was most probably heard as.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Impact {
    /// When it happened, the delay taken off.
    pub at: Measured,
    /// The probability that the visit was heard at all.
    pub probability: f64,
}

/// One visit under one delay: what it was heard as, with which probability, and the first two moments of its instant about
/// the picture's then.
#[derive(Debug, Clone, Copy, Default)]
struct Moments {
    weight: f64,
    mean: f64,
    square: f64,
}

/// The same for each onset that it may have been heard as; `None` is unheard. And how probable each of its modes is then.
#[derive(Debug, Clone, Default)]
struct Heards {
    ways: Vec<(Option<usize>, Moments)>,
    unheard: Vec<f64>,
}

/// The same over all delays.
#[derive(Debug, Clone, Copy, Default)]
struct Follows {
    weight: f64,
    mean: f64,
    square: f64,
    delay: f64,
    delay_square: f64,
    both: f64,
}

impl Follows {
    fn add(&mut self, weight: f64, delay: f64, moments: &Moments) {
        self.weight += weight * moments.weight;
        self.mean += weight * moments.mean;
        self.square += weight * moments.square;
        self.delay += weight * moments.weight * delay;
        self.delay_square += weight * moments.weight * delay * delay;
        self.both += weight * moments.mean * delay;
    }

    /// An instant that was heard so, about the picture's instant `seen`.
    fn part(&self, seen: f64) -> Part {
        let (mean, delay) = (self.mean / self.weight, self.delay / self.weight);
        let variance = (self.square / self.weight - mean * mean).max(0.0);
        let of_delay = (self.delay_square / self.weight - delay * delay).max(0.0).sqrt().max(GRID_SECS);
        // How much the instant follows the delay: what all instants dated by sound have in common.
        let shared = (-(self.both / self.weight - mean * delay) / of_delay).clamp(0.0, variance.sqrt());
        let own = (variance - shared * shared).max(0.0).sqrt().max(SIGMA_FLOOR_SECS);
        Part { weight: self.weight, t: seen + mean, sigma: own.hypot(shared), shared }
    }
}

/// Dates `visits` by `onsets` as well; `None` when there is nothing to hear or nobody to be heard. A hand that laid a card and
/// comes down once more is heard then too.
pub fn hear(visits: &mut [Visit], onsets: &[Onset], prior: Delay) -> Option<Heard> {
    let mut all = visits.to_vec();
    let mut whose = Vec::new();
    for (v, visit) in visits.iter().enumerate() {
        let Some(again) = visit.again.as_ref().filter(|again| again.at.t - visit.arrive.t > APART_SECS) else {
            continue;
        };
        whose.push(v);
        all.push(Visit {
            arrive: again.at,
            seen: again.at,
            modes: again.modes.clone(),
            sharp: again.sharp,
            peak_speed: again.peak_speed,
            on_pile: AGAIN * visit.on_pile,
            ..visit.clone()
        });
    }
    let heard = hear_all(&mut all, onsets, prior);
    let again = all.split_off(visits.len());
    for (v, again) in whose.into_iter().zip(again) {
        all[v].again = all[v].again.take().map(|before| Again { at: again.arrive, ..before });
    }
    visits.clone_from_slice(&all);
    heard
}

fn hear_all(visits: &mut [Visit], onsets: &[Onset], prior: Delay) -> Option<Heard> {
    if onsets.is_empty() || visits.is_empty() {
        return None;
    }
    let mut order: Vec<usize> = (0..visits.len()).collect();
    order.sort_by(|&a, &b| visits[a].arrive.t.total_cmp(&visits[b].arrive.t).then(a.cmp(&b)));
    let groups = groups(visits, &order);
    let noises = noises(visits, onsets, (prior.secs, prior.reach()));
    let reach = (prior.reach() / GRID_SECS).ceil() as i64;
    let mut table: Vec<(f64, f64, Vec<Heards>)> = (-reach..=reach)
        .map(|step| {
            let off = step as f64 * GRID_SECS;
            let delay = prior.secs + off;
            let mut log = prior.density(off).ln();
            let mut heards = vec![Heards::default(); visits.len()];
            for group in &groups {
                log += weigh(visits, group, onsets, delay, &noises, &mut heards);
            }
            (delay, log, heards)
        })
        .collect();
    let most = table.iter().map(|row| row.1).fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = table.iter().map(|row| (row.1 - most).exp()).sum();
    for row in &mut table {
        row.1 = (row.1 - most).exp() / total;
    }
    let secs: f64 = table.iter().map(|(delay, weight, _)| weight * delay).sum();
    let variance: f64 = table.iter().map(|(delay, weight, _)| weight * (delay - secs).powi(2)).sum();
    let sigma_secs = variance.sqrt().max(GRID_SECS);
    let mut heard_visits = 0.0;
    let mut heard_as = vec![LEAST_OTHER_NOISES; visits.len()];
    for (v, visit) in visits.iter_mut().enumerate() {
        let mut ways: BTreeMap<Option<usize>, Follows> = BTreeMap::new();
        let mut unheard = vec![0.0; visit.modes.len()];
        for (delay, weight, heards) in &table {
            for (as_what, moments) in &heards[v].ways {
                ways.entry(*as_what).or_default().add(*weight, *delay, moments);
                if as_what.is_none() {
                    for (sum, part) in unheard.iter_mut().zip(&heards[v].unheard) {
                        *sum += weight * moments.weight * part;
                    }
                }
            }
        }
        let heard: f64 = ways.iter().filter(|(onset, _)| onset.is_some()).map(|(_, way)| way.weight).sum();
        if heard < 1e-6 && !rings_over(visit, &unheard) {
            continue;
        }
        heard_visits += heard;
        let quiet = |(mode, &weight): (&Mode, &f64)| Part { weight, ..picture(mode) };
        let mut of: Vec<Part> = visit.modes.iter().zip(&unheard).map(quiet).collect();
        of.extend(
            ways.iter()
                .filter(|(onset, way)| onset.is_some() && way.weight > 0.0)
                .map(|(_, way)| way.part(visit.seen.t)),
        );
        visit.arrive = Measured::mixed(&of);
        let likeliest = ways.iter().filter_map(|(onset, way)| Some(((*onset)?, way.weight)));
        let likeliest = likeliest.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        visit.heard = likeliest.map(|(j, _)| {
            heard_as[v] = noises[j];
            let onset = &onsets[j];
            Impact {
                at: Measured::with_shared(onset.t - secs, onset.sigma.hypot(WAY_SECS), sigma_secs),
                probability: heard.min(1.0),
            }
        });
    }
    let landed: Vec<f64> = (0..visits.len()).map(|v| landed(visits, v, heard_as[v])).collect();
    for (visit, landed) in visits.iter_mut().zip(landed) {
        visit.on_pile = visit.this_pile * landed;
    }
    Some(Heard { delay: Delay { secs, sigma_secs }, onsets: onsets.len(), visits: heard_visits })
}

/// Whether silence makes some of a visit's instants more probable than the picture has them.
fn rings_over(visit: &Visit, unheard: &[f64]) -> bool {
    let all: f64 = visit.modes.iter().map(|mode| mode.weight).sum();
    visit.modes.iter().zip(unheard).any(|(mode, part)| (mode.weight / all - part).abs() > 1e-3)
}

/// An instant that the picture tells.
fn picture(mode: &Mode) -> Part {
    Part { weight: mode.weight, t: mode.at.t, sigma: mode.at.sigma(), shared: 0.0 }
}

/// How sure visit `v` is to have been on a pile, by what was heard then as well: what is heard is its own, another noise, or another
/// visit's, whichever explains it better.
fn landed(visits: &[Visit], v: usize, noises: f64) -> f64 {
    let visit = &visits[v];
    let Some(impact) = visit.heard else { return visit.touched() };
    // How probable it is that a visit strikes the pile at that instant and is heard, a second.
    let strikes = |other: &Visit| {
        let density = |mode: &Mode| {
            let variance = mode.at.sigma().powi(2) + impact.at.sigma().powi(2);
            let off = impact.at.t - mode.at.t;
            mode.weight * (-0.5 * off * off / variance).exp() / (2.0 * std::f64::consts::PI * variance).sqrt()
        };
        let all: f64 = other.modes.iter().map(|mode| mode.weight).sum();
        HEARD_GENTLY * other.touched() * other.modes.iter().map(density).sum::<f64>() / all.max(1e-9)
    };
    let near = |other: &&Visit| other.track != visit.track && (other.seen.t - visit.seen.t).abs() < APART_SECS;
    let others: f64 = visits.iter().filter(near).map(strikes).sum();
    let own = strikes(visit);
    let unheard = (1.0 - HEARD_GENTLY * visit.touched()) * (noises + others);
    let heard = own / (own + unheard).max(1e-12);
    heard + (1.0 - heard) * visit.touched()
}

/// Visits that come so near to each other that they may be heard for each other, in order of time.
fn groups(visits: &[Visit], order: &[usize]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &v in order {
        match groups.last_mut() {
            Some(group)
                if group.len() < TOGETHER
                    && group.last().is_some_and(|&last| visits[v].arrive.t - visits[last].arrive.t < APART_SECS) =>
            {
                group.push(v);
            }
            _ => groups.push(vec![v]),
        }
    }
    groups
}

/// All ways to give onsets to the visits of a group under one delay: the log of their weight, and each visit's moments.
fn weigh(
    visits: &[Visit],
    group: &[usize],
    onsets: &[Onset],
    delay: f64,
    noises: &[f64],
    heards: &mut [Heards],
) -> f64 {
    // Whether something else still rings, or begins to within a mode's own error.
    let rings = |t: f64, sigma: f64| {
        let first = onsets.partition_point(|onset| onset.t < t - RINGS_SECS);
        let near = onsets[first..].iter().take_while(|onset| onset.t < t + sigma);
        near.into_iter().any(|onset| onset.rise_db >= LOUD_DB)
    };
    // Of each visit: the weight of being unheard, and of each onset that may be its.
    let choices: Vec<Vec<Choice>> = group
        .iter()
        .map(|&v| {
            let visit = &visits[v];
            let loud = if visit.sharp && visit.peak_speed > FAST_CM_S { HEARD_FAST } else { HEARD_GENTLY };
            let chance = |rings: bool| if rings { HEARD_MASKED } else { loud } * visit.touched();
            let all: f64 = visit.modes.iter().map(|mode| mode.weight).sum();
            let quiet = |mode: &Mode| mode.weight / all * (1.0 - chance(rings(mode.at.t + delay, mode.at.sigma())));
            let quiet: Vec<f64> = visit.modes.iter().map(quiet).collect();
            let unheard: f64 = quiet.iter().sum();
            heards[v].unheard = quiet.iter().map(|part| part / unheard).collect();
            let mut choices = vec![Choice::unheard(unheard)];
            // Onsets farther away cannot go with any of its modes.
            let (early, late) = reach(visit);
            let first = onsets.partition_point(|onset| onset.t < early + delay);
            let mut heard: Vec<Choice> = onsets[first..]
                .iter()
                .enumerate()
                .take_while(|(_, onset)| onset.t <= late + delay)
                .filter_map(|(j, onset)| {
                    let rings = rings(onset.t - SAME_SECS, 0.0);
                    Choice::heard(visit, first + j, onset, delay, chance(rings) / noises[first + j])
                })
                .collect();
            heard.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.onset.cmp(&b.onset)));
            heard.truncate(MOST_LIKELY);
            choices.extend(heard);
            choices
        })
        .collect();
    let mut sums: Vec<Vec<Moments>> = choices.iter().map(|ways| vec![Moments::default(); ways.len()]).collect();
    let total = give(&choices, &mut Vec::new(), 1.0, &mut sums);
    for ((&v, ways), sums) in group.iter().zip(&choices).zip(sums) {
        let shares = |m: Moments| Moments { weight: m.weight / total, mean: m.mean / total, square: m.square / total };
        heards[v].ways = ways.iter().zip(sums).map(|(choice, sum)| (choice.onset, shares(sum))).collect();
    }
    total.ln()
}

/// The first and the last instant at which something that goes with a visit may have happened.
fn reach(visit: &Visit) -> (f64, f64) {
    visit.modes.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(early, late), mode| {
        let far = GATE_SIGMAS * mode.at.sigma().hypot(WORST_ONSET_SECS).hypot(WAY_SECS);
        (early.min(mode.at.t - far), late.max(mode.at.t + far))
    })
}

/// One way for one visit.
struct Choice {
    onset: Option<usize>,
    weight: f64,
    /// Of the visit's instant about the picture's.
    mean: f64,
    variance: f64,
}

impl Choice {
    /// Nothing of it was heard.
    fn unheard(weight: f64) -> Choice {
        // Its instant is the picture's, with all of its parts.
        Choice { onset: None, weight, mean: 0.0, variance: 0.0 }
    }

    /// It was heard as onset `j`; `None` when that is too far away.
    fn heard(visit: &Visit, j: usize, onset: &Onset, delay: f64, factor: f64) -> Option<Choice> {
        let sound = onset.sigma.powi(2) + WAY_SECS * WAY_SECS;
        let (mut weight, mut mean, mut square) = (0.0, 0.0, 0.0);
        for mode in &visit.modes {
            let (picture, off) = (mode.at.sigma().powi(2), onset.t - delay - mode.at.t);
            let both = picture + sound;
            if off.abs() > GATE_SIGMAS * both.sqrt() {
                continue;
            }
            let part = mode.weight * (-0.5 * off * off / both).exp() / (2.0 * std::f64::consts::PI * both).sqrt();
            let at = mode.at.t - visit.seen.t + picture / both * off;
            weight += part;
            mean += part * at;
            square += part * (at * at + picture * sound / both);
        }
        (weight > 0.0).then(|| {
            let mean = mean / weight;
            let variance = (square / weight - mean * mean).max(0.0);
            Choice { onset: Some(j), weight: factor * weight, mean, variance }
        })
    }
}

/// Goes through the ways for the visits that are left, `taken` those of the visits before; adds up each visit's moments and
/// returns the weight of all ways.
fn give(choices: &[Vec<Choice>], taken: &mut Vec<usize>, weight: f64, sums: &mut [Vec<Moments>]) -> f64 {
    let v = taken.len();
    if v == choices.len() {
        for (u, sum) in sums.iter_mut().enumerate() {
            let choice = &choices[u][taken[u]];
            let sum = &mut sum[taken[u]];
            sum.weight += weight;
            sum.mean += weight * choice.mean;
            sum.square += weight * (choice.mean * choice.mean + choice.variance);
        }
        return weight;
    }
    let mut total = 0.0;
    for (c, choice) in choices[v].iter().enumerate() {
        // A sound is one hand's: of two that come at the very same moment one goes unheard.
        if choice.onset.is_some() && (0..v).any(|u| choices[u][taken[u]].onset == choice.onset) {
            continue;
        }
        taken.push(c);
        total += give(choices, taken, weight * choice.weight, sums);
        taken.pop();
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Pile, Player};

    fn visit(player: Player, pile: Pile, t: f64, sigma: f64) -> Visit {
        let arrive = Measured::normal(t, sigma);
        Visit::landed(player, HandSide::Left, pile, arrive)
    }

    fn onset(t: f64) -> Onset {
        Onset { t, sigma: 0.0005, rise_db: 25.0 }
    }

    /// A slap of four hands, true times, seen with the given errors.
    fn slap(errors: [f64; 4]) -> Vec<Visit> {
        [(Player::One, Pile::Left), (Player::One, Pile::Right), (Player::Two, Pile::Left), (Player::Two, Pile::Right)]
            .into_iter()
            .zip([1.0, 1.008, 1.030, 1.041].into_iter().zip(errors))
            .map(|((player, pile), (t, error))| visit(player, pile, t + error, 0.002))
            .collect()
    }

    #[test]
    fn sound_puts_right_what_the_picture_dates_roughly_and_learns_the_delay() {
        let mut visits = slap([0.001, -0.001, -0.0015, 0.001]);
        let onsets: Vec<Onset> = [1.0, 1.008, 1.030, 1.041].map(|t| onset(t + 0.012)).into();
        let heard = hear(&mut visits, &onsets, UNKNOWN).unwrap();
        assert!((heard.delay.secs - 0.012).abs() < 0.002 && heard.visits > 3.5, "{heard:?}");
        // Between two of them the delay does not count.
        let gap = visits[2].arrive.t - visits[0].arrive.t;
        let spread = visits[0].arrive.spread(&visits[2].arrive);
        assert!((gap - 0.030).abs() < 0.0015 && spread < 0.0015, "{gap} {spread}");
        for (visit, t) in visits.iter().zip([1.0, 1.008, 1.030, 1.041]) {
            assert!(visit.arrive.lo < t && t < visit.arrive.hi, "{visit:?}");
        }
    }

    #[test]
    fn an_unheard_hand_keeps_what_the_picture_says() {
        let mut visits = slap([0.0; 4]);
        let onsets = [onset(1.004), onset(1.034)];
        hear(&mut visits, &onsets, Delay { secs: 0.004, sigma_secs: 0.0005 }).unwrap();
        assert!(visits[0].heard.unwrap().probability > 0.9);
        let quiet = &visits[3];
        assert!((quiet.arrive.t - 1.041).abs() < 0.0007 && quiet.arrive.sigma() > 0.0012, "{quiet:?}");
    }

    #[test]
    fn an_unheard_hand_came_when_another_rang() {
        let modes = [0.97, 1.02].map(|t| Mode { at: Measured::normal(t, 0.002), weight: 0.5 });
        let either = Visit { modes: modes.into(), ..visit(Player::One, Pile::Left, 0.995, 0.025) };
        let mut visits = vec![either, Visit { track: 1, ..visit(Player::Two, Pile::Right, 1.0, 0.002) }];
        hear(&mut visits, &[onset(1.004)], Delay { secs: 0.004, sigma_secs: 0.0005 }).unwrap();
        assert!(visits[0].heard.is_none_or(|heard| heard.probability < 0.05), "{visits:?}");
        assert!(visits[0].arrive.t > 1.002, "{visits:?}");
    }

    #[test]
    fn what_is_hardly_louder_than_the_ringing_is_hardly_an_impact() {
        let heard = |rise_db: f64| {
            let late = Visit { track: 1, ..visit(Player::Two, Pile::Right, 1.02, 0.006) };
            let mut visits = vec![visit(Player::One, Pile::Left, 1.0, 0.002), late];
            let onsets = [onset(1.004), Onset { rise_db, ..onset(1.03) }];
            hear(&mut visits, &onsets, Delay { secs: 0.004, sigma_secs: 0.0005 }).unwrap();
            visits[1].heard.map_or(0.0, |heard| heard.probability)
        };
        assert!(heard(5.0) < 0.4 && heard(12.0) > 0.85, "{} {}", heard(5.0), heard(12.0));
    }

    #[test]
    fn a_hand_that_is_heard_was_on_its_pile() {
        let on_pile = |heard: f64| {
            let mut visits = vec![Visit { on_pile: 0.4, ..visit(Player::One, Pile::Left, 1.0, 0.002) }];
            hear(&mut visits, &[onset(heard + 0.004)], Delay { secs: 0.004, sigma_secs: 0.0005 }).unwrap();
            visits[0].on_pile
        };
        assert!(on_pile(1.001) > 0.9, "{}", on_pile(1.001));
        assert!((on_pile(1.2) - 0.4).abs() < 1e-6);
        // Unless what is heard is another's.
        let surely = visit(Player::Two, Pile::Right, 1.001, 0.002);
        let mut both =
            vec![Visit { on_pile: 0.4, ..visit(Player::One, Pile::Left, 1.0, 0.01) }, Visit { track: 1, ..surely }];
        hear(&mut both, &[onset(1.005)], Delay { secs: 0.004, sigma_secs: 0.0005 }).unwrap();
        assert!(both[0].on_pile < 0.5 && both[1].on_pile > 0.98, "{both:?}");
    }

    #[test]
    fn no_sound_tells_which_pile_it_was() {
        let mut visits = vec![visit(Player::One, Pile::Left, 1.0, 0.002)];
        visits[0].is_this_pile(0.6);
        hear(&mut visits, &[onset(1.005)], Delay { secs: 0.004, sigma_secs: 0.0005 }).unwrap();
        assert!(visits[0].touched() > 0.99 && (visits[0].on_pile - 0.6).abs() < 0.01, "{visits:?}");
    }

    #[test]
    fn noises_elsewhere_change_nothing() {
        let mut visits = slap([0.0; 4]);
        let before: Vec<Measured> = visits.iter().map(|visit| visit.arrive).collect();
        let onsets: Vec<Onset> = (0..20).map(|i| onset(2.0 + 0.13 * f64::from(i))).collect();
        let heard = hear(&mut visits, &onsets, UNKNOWN).unwrap();
        assert!(heard.visits < 0.01 && heard.delay.sigma_secs > 0.008, "{heard:?}");
        for (visit, before) in visits.iter().zip(before) {
            assert!((visit.arrive.t - before.t).abs() < 1e-4 && (visit.arrive.sigma() - 0.002).abs() < 1e-4);
        }
        assert!(hear(&mut visits, &[], UNKNOWN).is_none());
    }

    #[test]
    fn a_crowd_of_hands_and_noises_takes_no_age() {
        let mut visits: Vec<Visit> =
            (0..60).map(|i| visit(Player::One, Pile::Left, 1.0 + 0.01 * f64::from(i), 0.004)).collect();
        let onsets: Vec<Onset> = (0..120).map(|i| onset(1.0 + 0.005 * f64::from(i))).collect();
        hear(&mut visits, &onsets, UNKNOWN).unwrap();
        assert!(visits.iter().all(|visit| visit.arrive.t.is_finite() && visit.arrive.sigma() > 0.0));
    }
}
