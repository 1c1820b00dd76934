//! Media time and measured instants.
//!
//! Time is seconds after the presentation time of the first video frame. Nothing here knows a frame
//! rate: an instant between frames is as good as any.

use super::mixture::{Part, Parts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A measured instant: the best value and its central 95 % interval, in file seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Measured {
    /// Best value.
    pub t: f64,
    /// Lower end of the 95 % interval.
    pub lo: f64,
    /// Upper end of the 95 % interval.
    pub hi: f64,
    /// The part of the standard deviation that all instants dated by the recording's sound have in common, because it
    /// is not known exactly how late the sound is: it does not count between two of them. Left out when 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub shared: f64,
    /// The instants that it may be, where that is more than one; left out when it is a single normal distribution.
    #[serde(default, skip_serializing_if = "Parts::is_empty")]
    #[schemars(with = "Vec<Part>")]
    pub parts: Parts,
}

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

/// Half the width of a central 95 % interval of a normal distribution, in standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

impl Measured {
    /// An instant with the standard deviation `sigma` (seconds).
    pub fn normal(t: f64, sigma: f64) -> Measured {
        Measured { t, lo: t - Z95 * sigma, hi: t + Z95 * sigma, ..Measured::default() }
    }

    /// An instant known exactly.
    pub fn exact(t: f64) -> Measured {
        Measured { t, lo: t, hi: t, ..Measured::default() }
    }

    /// The standard deviation that the interval stands for.
    pub fn sigma(&self) -> f64 {
        (self.hi - self.lo) / (2.0 * Z95)
    }

    /// An instant with a standard deviation of its own and one that it shares.
    pub fn with_shared(t: f64, own: f64, shared: f64) -> Measured {
        Measured { shared, ..Measured::normal(t, own.hypot(shared)) }
    }

    /// The later of two instants that must both have happened, independent but for what they share.
    pub fn later(self, other: Measured) -> Measured {
        if self.parts.is_empty() && other.parts.is_empty() {
            return self.later_normal(other);
        }
        let (mine, theirs) = (self.parts(), other.parts());
        let mut later = Vec::new();
        for a in &mine {
            for b in &theirs {
                let both = a.alone().later_normal(b.alone());
                later.push(Part { weight: a.weight * b.weight, t: both.t, sigma: both.sigma(), shared: both.shared });
            }
        }
        Measured::mixed(&later)
    }

    /// The later of two normal ones (moments after Clark 1961, "The greatest of a finite set of random variables").
    fn later_normal(self, other: Measured) -> Measured {
        let (s1, s2) = (self.sigma(), other.sigma());
        let a = self.spread(&other);
        if a < 1e-12 {
            return if self.t >= other.t { self } else { other };
        }
        let alpha = (self.t - other.t) / a;
        let (up, down, density) = (normal_cdf(alpha), normal_cdf(-alpha), normal_pdf(alpha));
        let mean = self.t * up + other.t * down + a * density;
        // Second moment about the later mean keeps precision when t is large.
        let (d1, d2) = (self.t - mean, other.t - mean);
        let second = (d1 * d1 + s1 * s1) * up + (d2 * d2 + s2 * s2) * down + (d1 + d2) * a * density;
        let sigma = second.max(1e-12).sqrt();
        // How the later one moves with what both share: as the one it is.
        let shared = self.shared * up + other.shared * down;
        Measured { shared: shared.min(sigma), ..Measured::normal(mean, sigma) }
    }

    /// The same instant on another clock, `map` its times; the interval becomes wider by that clock's own standard deviation
    /// `sigma`, in its seconds.
    pub fn on_clock(&self, map: impl Fn(f64) -> f64, sigma: f64) -> Measured {
        let (t, lo, hi) = (map(self.t), map(self.lo), map(self.hi));
        let slope = if self.hi > self.lo { (hi - lo) / (self.hi - self.lo) } else { 1.0 };
        if !self.parts.is_empty() {
            let moved = self.parts.as_slice().iter().map(|part| Part {
                t: map(part.t),
                sigma: (slope * part.sigma).hypot(sigma),
                shared: slope * part.shared,
                ..*part
            });
            return Measured::mixed(&moved.collect::<Vec<_>>());
        }
        if sigma <= 0.0 {
            return Measured { t, lo, hi, shared: slope * self.shared, ..Measured::default() };
        }
        let (early, late) = ((t - lo).hypot(Z95 * sigma), (hi - t).hypot(Z95 * sigma));
        Measured { t, lo: t - early, hi: t + late, shared: slope * self.shared, ..Measured::default() }
    }

    /// The same instant when it is known not to have been before `limit`: the moments of the normal distribution cut off there
    /// (Johnson, Kotz and Balakrishnan 1994, "Continuous univariate distributions", 13.10).
    pub fn not_before(self, limit: f64) -> Measured {
        if self.parts.is_empty() {
            return self.cut(limit);
        }
        let cut = self.parts.as_slice().iter().map(|part| {
            let left = normal_cdf((part.t - limit) / part.sigma.max(1e-12));
            let after = part.alone().cut(limit);
            Part { weight: part.weight * left.max(1e-12), t: after.t, sigma: after.sigma(), shared: after.shared }
        });
        let after = Measured::mixed(&cut.collect::<Vec<_>>());
        Measured { lo: after.lo.max(limit).min(after.t), ..after }
    }

    /// One normal distribution cut off at `limit`.
    fn cut(self, limit: f64) -> Measured {
        let sigma = self.sigma();
        let alpha = (limit - self.t) / sigma.max(1e-12);
        if alpha < -4.0 {
            return self;
        }
        // Far beyond the tail nothing of the old instant is left but that it came soon after the limit.
        let (mean, deviation) = if alpha > 4.0 {
            (sigma / alpha, sigma / alpha)
        } else {
            let hazard = normal_pdf(alpha) / normal_cdf(-alpha);
            (sigma * (hazard - alpha), sigma * (1.0 + alpha * hazard - hazard * hazard).max(0.0).sqrt())
        };
        let shared = if sigma > 0.0 { self.shared * deviation / sigma } else { 0.0 };
        Measured { shared, lo: limit.max(self.lo), ..Measured::normal(limit + mean, deviation) }
    }
}

pub(super) fn normal_pdf(x: f64) -> f64 {
    (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The standard normal distribution function, to about 1e-7 (Abramowitz and Stegun 7.1.26).
pub fn normal_cdf(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let poly =
        t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let erf = 1.0 - poly * (-z * z).exp();
    if x >= 0.0 { 0.5 * (1.0 + erf) } else { 0.5 * (1.0 - erf) }
}

/// How file time relates to real time (phone slow motion stores 240 frames a second to play at 30).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TimeScale {
    /// Real seconds that pass in one file second: 1 normally, 0.125 for 240 filmed and 30 played.
    pub real_per_file: f64,
}

impl TimeScale {
    /// File time is real time.
    pub const REAL: TimeScale = TimeScale { real_per_file: 1.0 };

    /// A span of file seconds as real milliseconds.
    pub fn real_ms(&self, file_secs: f64) -> f64 {
        file_secs * self.real_per_file * 1000.0
    }
}

/// How the clock of another recording of the same table runs against the first one's. Both run in real seconds, from each
/// file's first frame; files may play slower.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clock {
    /// What the first clock shows more than the other at `pivot`, real seconds.
    pub offset_secs: f64,
    /// How much faster the first runs, seconds a second.
    pub drift: f64,
    /// Where on the other clock the offset is known best, real seconds.
    pub pivot: f64,
    /// Standard deviation of the offset there, real seconds.
    pub sigma_secs: f64,
    /// Standard deviation of the drift.
    pub drift_sigma: f64,
    /// File time to real time, of the first and of the other recording.
    pub scales: (TimeScale, TimeScale),
}

impl Clock {
    /// A time of the other file as one of the first, file seconds.
    pub fn to_first(&self, t: f64) -> f64 {
        let real = t * self.scales.1.real_per_file;
        (real + self.offset_secs + self.drift * (real - self.pivot)) / self.scales.0.real_per_file
    }

    /// A time of the first file as one of the other, file seconds.
    pub fn to_other(&self, t: f64) -> f64 {
        let real = t * self.scales.0.real_per_file;
        let off = (real - self.offset_secs - self.pivot) / (1.0 + self.drift);
        (self.pivot + off) / self.scales.1.real_per_file
    }

    /// The same to nanoseconds, and to billionths of a second a second.
    #[must_use]
    pub fn to_nanoseconds(self) -> Clock {
        let nano = |value: f64| (value * 1e9).round() / 1e9;
        Clock {
            offset_secs: nano(self.offset_secs),
            drift: nano(self.drift),
            pivot: nano(self.pivot),
            sigma_secs: nano(self.sigma_secs),
            drift_sigma: nano(self.drift_sigma),
            scales: self.scales,
        }
    }

    /// Standard deviation of the map at a time of the other file, real seconds.
    pub fn sigma_at(&self, t: f64) -> f64 {
        self.sigma_secs.hypot(self.drift_sigma * (t * self.scales.1.real_per_file - self.pivot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cdf_is_the_normal_one() {
        assert!((normal_cdf(0.0) - 0.5).abs() < 1e-6);
        assert!((normal_cdf(1.96) - 0.975).abs() < 1e-4);
        assert!((normal_cdf(-1.0) - 0.158_655).abs() < 1e-5);
    }

    #[test]
    fn later_of_far_apart_is_the_later_one() {
        let later = Measured::normal(1.0, 0.002).later(Measured::normal(1.1, 0.001));
        assert!((later.t - 1.1).abs() < 1e-9 && (later.sigma() - 0.001).abs() < 1e-6);
    }

    #[test]
    fn later_of_equals_lies_after_both() {
        let later = Measured::normal(100.0, 0.004).later(Measured::normal(100.0, 0.004));
        assert!(later.t > 100.002 && later.t < 100.003, "{later:?}");
        assert!(later.sigma() < 0.004 && later.sigma() > 0.003);
    }

    #[test]
    fn what_two_instants_share_does_not_count_between_them() {
        let (a, b) = (Measured::with_shared(1.0, 0.0005, 0.004), Measured::with_shared(1.002, 0.0005, 0.004));
        assert!((a.sigma() - 0.0005_f64.hypot(0.004)).abs() < 1e-9);
        assert!(a.probability_before(&b) > 0.99);
        let apart = Measured::normal(1.002, b.sigma());
        assert!(a.probability_before(&apart) < 0.7);
        let later = a.later(b);
        assert!((later.shared - 0.004).abs() < 1e-6 && (later.sigma() - b.sigma()).abs() < 1e-4, "{later:?}");
    }

    #[test]
    fn order_probability() {
        let (a, b) = (Measured::normal(1.0, 0.003), Measured::normal(1.014, 0.004));
        assert!((a.probability_before(&b) - 0.997_4).abs() < 1e-3);
        assert!((a.probability_before(&b) + b.probability_before(&a) - 1.0).abs() < 1e-7);
    }

    #[test]
    fn what_came_after_something_is_later_and_surer() {
        let early = Measured::normal(1.0, 0.01);
        assert_eq!(early.not_before(0.9), early);
        let half = early.not_before(1.0);
        // Half a normal distribution: its mean is 0.798 and its standard deviation 0.603 of the whole one's.
        assert!((half.t - 1.007_98).abs() < 1e-5 && half.lo >= 1.0, "{half:?}");
        let far = early.not_before(1.2);
        assert!(far.t > 1.2 && far.t < 1.202 && far.hi > far.t, "{far:?}");
        assert!(Measured::exact(1.0).not_before(1.1).t >= 1.1);
    }

    #[test]
    fn a_clock_maps_there_and_back_and_widens_what_it_maps() {
        let scales = (TimeScale { real_per_file: 0.125 }, TimeScale::REAL);
        let clock = Clock { offset_secs: -2.5, drift: 4e-5, pivot: 10.0, sigma_secs: 0.003, drift_sigma: 1e-5, scales };
        assert!((clock.to_first(10.0) - 7.5 * 8.0).abs() < 1e-9);
        assert!((clock.to_other(clock.to_first(312.0)) - 312.0).abs() < 1e-9);
        assert!(clock.sigma_at(10.0) < clock.sigma_at(500.0));
        let seen = Measured::normal(20.0, 0.004);
        let there = seen.on_clock(|t| clock.to_first(t), 8.0 * 0.003);
        assert!((there.sigma() - 8.0 * 0.005).abs() < 1e-5 && (clock.to_other(there.t) - 20.0).abs() < 1e-9);
    }
}
