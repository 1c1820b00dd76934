//! An instant that may be one of several: a few normal distributions, each with its weight.
//!
//! What dated an instant may leave open whether it was one moment or another: a hand that lands among hands, a noise that may
//! be its or another's. Mean and standard deviation of the whole are then wider than any of it, so the parts are kept.

use super::time::{Measured, normal_cdf};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// No instant keeps more parts than this: the nearest are made one.
pub const MOST_PARTS: usize = 5;
/// A part that weighs less is none.
const LEAST_WEIGHT: f64 = 1e-4;
/// Weights that were rounded add up to 1 as nearly as this.
const ROUNDED: f64 = 1e-3;
/// No recording is as long, seconds.
const MOST_SECS: f64 = 1e9;
/// Halvings until a quantile is exact enough.
const HALVINGS: usize = 60;

/// One of the normal distributions that an instant is mixed of.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// The probability that it is this one.
    pub weight: f64,
    /// Its mean, file seconds.
    pub t: f64,
    /// Its standard deviation, file seconds.
    pub sigma: f64,
    /// The part of that which all instants dated by the recording's sound have in common.
    #[serde(default)]
    pub shared: f64,
}

impl Part {
    /// An instant that is this one alone.
    pub(super) fn alone(&self) -> Measured {
        Measured { shared: self.shared, ..Measured::normal(self.t, self.sigma) }
    }

    /// The standard deviation of the time between two of them.
    pub(super) fn spread(&self, other: &Part) -> f64 {
        let own = |part: &Part| (part.sigma.powi(2) - part.shared.powi(2)).max(0.0).sqrt();
        own(self).hypot(own(other)).hypot(self.shared - other.shared)
    }

    /// One part for two, with the same moments.
    fn with(&self, other: &Part) -> Part {
        let weight = self.weight + other.weight;
        let (a, b) = (self.weight / weight, other.weight / weight);
        let off = other.t - self.t;
        let variance = a * self.sigma.powi(2) + b * other.sigma.powi(2) + a * b * off * off;
        Part { weight, t: self.t + b * off, sigma: variance.sqrt(), shared: a * self.shared + b * other.shared }
    }

    /// How much is lost by making two one (Ward 1963), and by taking one's width for the other's.
    fn apart(&self, other: &Part) -> f64 {
        let pull = self.weight * other.weight / (self.weight + other.weight);
        pull * ((self.t - other.t).powi(2) + (self.sigma - other.sigma).powi(2))
    }
}

/// The parts of an instant; none when it is a single normal distribution.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<Part>", into = "Vec<Part>")]
pub struct Parts {
    count: usize,
    of: [Part; MOST_PARTS],
}

impl Parts {
    /// A single normal distribution.
    pub const NONE: Parts = Parts { count: 0, of: [Part { weight: 0.0, t: 0.0, sigma: 0.0, shared: 0.0 }; MOST_PARTS] };

    /// True for a single normal distribution.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Each of them, by time.
    pub fn as_slice(&self) -> &[Part] {
        &self.of[..self.count]
    }

    /// Each of them changed, their weights as they come: for writing them rounded.
    pub fn map(mut self, change: impl Fn(&Part) -> Part) -> Parts {
        for part in &mut self.of[..self.count] {
            *part = change(part);
        }
        self
    }

    /// These, made few; weights need not add up to one.
    fn of(parts: &[Part]) -> Parts {
        let total: f64 = parts.iter().map(|part| part.weight).sum();
        let mut kept: Vec<Part> = parts
            .iter()
            .map(|part| Part { weight: part.weight / total, ..*part })
            .filter(|part| part.weight > LEAST_WEIGHT)
            .collect();
        kept.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.sigma.total_cmp(&b.sigma)));
        while kept.len() > MOST_PARTS {
            let mut nearest = (0, 1, f64::INFINITY);
            for i in 0..kept.len() {
                for j in i + 1..kept.len() {
                    let lost = kept[i].apart(&kept[j]);
                    if lost < nearest.2 {
                        nearest = (i, j, lost);
                    }
                }
            }
            let (i, j, _) = nearest;
            kept[i] = kept[i].with(&kept[j]);
            kept.remove(j);
        }
        let left: f64 = kept.iter().map(|part| part.weight).sum();
        let mut out = Parts { count: kept.len(), ..Parts::NONE };
        for (slot, part) in out.of.iter_mut().zip(kept) {
            *slot = Part { weight: part.weight / left, ..part };
        }
        out
    }
}

impl From<Parts> for Vec<Part> {
    fn from(parts: Parts) -> Vec<Part> {
        parts.as_slice().to_vec()
    }
}

impl TryFrom<Vec<Part>> for Parts {
    type Error = String;

    fn try_from(parts: Vec<Part>) -> Result<Parts, String> {
        if parts.len() > MOST_PARTS {
            return Err(format!("an instant has at most {MOST_PARTS} parts, not {}", parts.len()));
        }
        let sound = |part: &Part| {
            let numbers = [part.t, part.sigma, part.shared];
            let few = numbers.iter().all(|number| number.abs() < MOST_SECS) && (0.0..=1.0).contains(&part.weight);
            few && part.weight > 0.0 && part.sigma >= 0.0 && part.shared >= 0.0
        };
        if !parts.iter().all(sound) {
            return Err(
                "each part of an instant needs a weight between 0 and 1, a time and a standard deviation".to_owned()
            );
        }
        let total: f64 = parts.iter().map(|part| part.weight).sum();
        if !parts.is_empty() && (total - 1.0).abs() > ROUNDED {
            return Err(format!("the weights of an instant's parts add up to {total}, not to 1"));
        }
        let mut out = Parts { count: parts.len(), ..Parts::NONE };
        for (slot, part) in out.of.iter_mut().zip(parts) {
            *slot = Part { weight: part.weight / total, ..part };
        }
        Ok(out)
    }
}

impl Measured {
    /// An instant that is one of `parts`, with weights of any sum: its median and its central 95 % interval. Nothing is known
    /// of an instant without parts: it is 0.
    pub fn mixed(parts: &[Part]) -> Measured {
        let parts: Vec<Part> = parts.iter().copied().filter(|part| part.weight > 0.0).collect();
        let Some(first) = parts.first() else { return Measured::default() };
        let kept = Parts::of(&parts);
        match kept.as_slice() {
            [] => first.alone(),
            [only] => only.alone(),
            several => {
                let at = |share: f64| quantile(several, share);
                let shared = several.iter().map(|part| part.weight * part.shared).sum();
                Measured { t: at(0.5), lo: at(0.025), hi: at(0.975), shared, parts: kept }
            }
        }
    }

    /// What it is mixed of: itself when it is a single normal distribution.
    pub fn parts(&self) -> Vec<Part> {
        if self.parts.is_empty() { vec![self.whole()] } else { self.parts.as_slice().to_vec() }
    }

    /// One normal distribution for all of it, as wide as its interval.
    fn whole(&self) -> Part {
        Part { weight: 1.0, t: self.t, sigma: self.sigma(), shared: self.shared.min(self.sigma()) }
    }

    /// The standard deviation of the time between two instants.
    pub fn spread(&self, other: &Measured) -> f64 {
        self.whole().spread(&other.whole())
    }

    /// The time from this instant to `later`, independent but for what they share.
    pub fn until(&self, later: &Measured) -> Measured {
        let mut between = Vec::new();
        for a in &self.parts() {
            for b in &later.parts() {
                between.push(Part { weight: a.weight * b.weight, t: b.t - a.t, sigma: a.spread(b), shared: 0.0 });
            }
        }
        Measured::mixed(&between)
    }

    /// The probability that this instant comes before `other`, independent but for what they share.
    pub fn probability_before(&self, other: &Measured) -> f64 {
        let before = |a: &Part, b: &Part| {
            let spread = a.spread(b);
            if spread < 1e-12 {
                return match a.t.partial_cmp(&b.t) {
                    Some(std::cmp::Ordering::Less) => 1.0,
                    Some(std::cmp::Ordering::Greater) => 0.0,
                    _ => 0.5,
                };
            }
            normal_cdf((b.t - a.t) / spread)
        };
        let (mine, theirs) = (self.parts(), other.parts());
        mine.iter().map(|a| theirs.iter().map(|b| a.weight * b.weight * before(a, b)).sum::<f64>()).sum()
    }
}

/// Where a mixture's distribution function reaches `share`.
fn quantile(parts: &[Part], share: f64) -> f64 {
    let reached = |t: f64| -> f64 {
        let below = |part: &Part| {
            if part.sigma > 0.0 { normal_cdf((t - part.t) / part.sigma) } else { f64::from(u8::from(t >= part.t)) }
        };
        parts.iter().map(|part| part.weight * below(part)).sum()
    };
    let mut lo = parts.iter().map(|part| part.t - 8.0 * part.sigma).fold(f64::INFINITY, f64::min);
    let mut hi = parts.iter().map(|part| part.t + 8.0 * part.sigma).fold(f64::NEG_INFINITY, f64::max);
    for _ in 0..HALVINGS {
        let middle = lo + (hi - lo) / 2.0;
        if reached(middle) < share { lo = middle } else { hi = middle }
    }
    lo + (hi - lo) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(weight: f64, t: f64, sigma: f64) -> Part {
        Part { weight, t, sigma, shared: 0.0 }
    }

    #[test]
    fn an_instant_of_one_part_is_a_normal_one() {
        let at = Measured::mixed(&[part(3.0, 1.0, 0.002)]);
        assert_eq!(at, Measured::normal(1.0, 0.002));
        assert_eq!(at.parts(), [part(1.0, 1.0, at.sigma())]);
    }

    #[test]
    fn a_rare_other_moment_widens_the_interval_and_leaves_the_best_value() {
        let at = Measured::mixed(&[part(0.9, 1.0, 0.001), part(0.1, 1.03, 0.001)]);
        assert!((at.t - 1.0).abs() < 0.0003, "{at:?}");
        assert!((at.lo - 0.998).abs() < 0.0003 && (at.hi - 1.031).abs() < 0.001, "{at:?}");
        let after = Measured::normal(1.01, 0.001);
        assert!((at.probability_before(&after) - 0.9).abs() < 1e-6);
        // As one normal distribution it would be told with two chances in three.
        assert!(Measured::normal(1.003, 0.009).probability_before(&after) < 0.8);
        assert!((at.probability_before(&after) + after.probability_before(&at) - 1.0).abs() < 1e-7);
        let margin = at.until(&after);
        assert!((margin.t - 0.01).abs() < 0.0005 && margin.lo < -0.019, "{margin:?}");
    }

    #[test]
    fn many_parts_are_made_few_with_the_same_mean() {
        let many: Vec<Part> =
            (0..12).map(|i| part(1.0 + f64::from(i % 3), 2.0 + 0.001 * f64::from(i), 0.002)).collect();
        let at = Measured::mixed(&many);
        assert_eq!(at.parts().len(), MOST_PARTS);
        let mean = |parts: &[Part]| {
            parts.iter().map(|p| p.weight * p.t).sum::<f64>() / parts.iter().map(|p| p.weight).sum::<f64>()
        };
        assert!((mean(&many) - mean(&at.parts())).abs() < 1e-12);
        let total: f64 = at.parts().iter().map(|part| part.weight).sum();
        assert!((total - 1.0).abs() < 1e-12 && at.lo < at.t && at.t < at.hi);
    }

    #[test]
    fn what_two_instants_share_does_not_count_between_their_parts() {
        let dated = |t: f64| Part { weight: 1.0, t, sigma: 0.0005_f64.hypot(0.004), shared: 0.004 };
        let a = Measured::mixed(&[dated(1.0), part(0.2, 1.001, 0.006)]);
        let b = Measured::mixed(&[dated(1.003)]);
        assert!(a.probability_before(&b) > 0.9, "{}", a.probability_before(&b));
    }

    #[test]
    fn parts_survive_a_file_and_nonsense_does_not() {
        let at = Measured::mixed(&[part(0.7, 1.0, 0.001), part(0.3, 1.02, 0.002)]);
        let text = serde_json::to_string(&at).expect("JSON");
        assert_eq!(serde_json::from_str::<Measured>(&text).expect("an instant"), at);
        assert!(!serde_json::to_string(&Measured::normal(1.0, 0.1)).expect("JSON").contains("parts"));
        for nonsense in [
            r#"{"t":1,"lo":1,"hi":1,"parts":[{"weight":-1,"t":1,"sigma":0.1}]}"#,
            r#"{"t":1,"lo":1,"hi":1,"parts":[{"weight":1,"t":1,"sigma":-0.1}]}"#,
            r#"{"t":1,"lo":1,"hi":1,"parts":[{"weight":1,"t":1e300,"sigma":0.1}]}"#,
            r#"{"t":1,"lo":1,"hi":1,"parts":[{"weight":1,"t":1,"sigma":0.1},{"weight":0.9,"t":2,"sigma":0.1}]}"#,
        ] {
            assert!(serde_json::from_str::<Measured>(nonsense).is_err(), "{nonsense}");
        }
    }
}
