//! What is known of the order of two instants beside when each was.
//!
//! Two instants may both be known badly and their order well: of two hands on one pile the one that lies below came first. That makes
//! each of them better known, and says more of who was first than both instants tell alone.

use super::mixture::Part;
use super::time::{Measured, normal_cdf, normal_pdf};

/// Order is counted in cells of time, about so many, as many for each part of an instant, within so many of its standard deviations: as
/// fine as it is known, however far from another.
const CELLS: usize = 512;
const REACH_SIGMAS: f64 = 5.0;
/// No instant is known more exactly than this, seconds.
const LEAST_SIGMA: f64 = 1e-9;
/// Less probable than this an order is no part of what may be.
const LEAST: f64 = 1e-6;
/// Values and weights of a standard normal distribution (Gauss and Hermite's, five): for what instants share.
const NORMAL: [(f64, f64); 5] = [
    (-2.856_970, 0.011_257),
    (-1.355_626, 0.222_076),
    (0.0, 0.533_334),
    (1.355_626, 0.222_076),
    (2.856_970, 0.011_257),
];

/// Two instants whose order something tells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ordered {
    /// Both, given that.
    pub instants: [Measured; 2],
    /// The probability that the first of them came before the second.
    pub before: f64,
}

/// What both instants are when something tells that `a` came before `b`: `odds` times as probable where it did as where it did not. The
/// moments are those of normal distributions of which one is known to be greater (Azzalini 1985, "A class of distributions which
/// includes the normal ones").
pub fn ordered(a: &Measured, b: &Measured, odds: f64) -> Ordered {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    let (mut before, mut all) = (0.0, 0.0);
    for one in &a.parts() {
        for other in &b.parts() {
            let spread = one.spread(other).max(1e-9);
            let far = (other.t - one.t) / spread;
            for (sign, times) in [(1.0, odds), (-1.0, 1.0)] {
                let p = normal_cdf(sign * far);
                let weight = one.weight * other.weight * times * p;
                if p < LEAST {
                    continue;
                }
                let hazard = normal_pdf(far) / p;
                let less = hazard * (hazard + sign * far);
                first.push(moved(one, other, -sign * hazard, less, spread, weight));
                second.push(moved(other, one, sign * hazard, less, spread, weight));
                all += weight;
                before += if sign > 0.0 { weight } else { 0.0 };
            }
        }
    }
    Ordered { instants: [Measured::mixed(&first), Measured::mixed(&second)], before: before / all }
}

/// A part, moved and narrowed as its order with another one says.
fn moved(part: &Part, other: &Part, by: f64, less: f64, spread: f64, weight: f64) -> Part {
    let own = part.sigma.powi(2) - part.shared.powi(2);
    // How it goes with the time between both.
    let goes = (own.max(0.0) + part.shared * (part.shared - other.shared)) / spread;
    let sigma = (part.sigma.powi(2) - goes * goes * less).max(0.0).sqrt();
    Part { weight, t: part.t + goes * by, sigma, shared: part.shared.min(sigma) }
}

/// A span of time when it is positive with the probability `p`, whatever its own distribution says of that: both sides of zero keep
/// their shape, the moments those of normal distributions cut off there (Johnson, Kotz and Balakrishnan 1994, 13.10).
pub fn positive(span: &Measured, p: f64) -> Measured {
    let parts = span.parts();
    let side = |sign: f64| -> Vec<Part> {
        let cut = parts.iter().filter_map(|part| {
            let sigma = part.sigma.max(1e-9);
            let alpha = sign * part.t / sigma;
            let left = normal_cdf(alpha);
            let hazard = normal_pdf(alpha) / left.max(LEAST);
            let (t, less) = (part.t + sign * sigma * hazard, hazard * (hazard + alpha));
            let narrow = sigma * (1.0 - less).max(0.0).sqrt();
            (left > LEAST).then_some(Part { weight: part.weight * left, t, sigma: narrow, shared: 0.0 })
        });
        cut.collect()
    };
    let (after, before) = (side(1.0), side(-1.0));
    let all = |parts: &[Part]| parts.iter().map(|part| part.weight).sum::<f64>();
    if after.is_empty() || before.is_empty() {
        return *span;
    }
    let to = |parts: &[Part], p: f64| -> Vec<Part> {
        let all = all(parts);
        parts.iter().map(|part| Part { weight: part.weight * p / all, ..*part }).collect()
    };
    Measured::mixed(&[to(&after, p), to(&before, 1.0 - p)].concat())
}

/// The probability that both of `one`'s instants are over before both of `two`'s are, place by place, where it may be known with which
/// probability `one`'s instant at that place came first. But for that, and what they share, they are independent.
pub fn both_before(one: [&Measured; 2], two: [&Measured; 2], first: [Option<f64>; 2]) -> f64 {
    let parts = [one, two].map(|instants| instants.map(Measured::parts));
    let place = |k: usize| {
        let alone = one[k].probability_before(two[k]).clamp(LEAST, 1.0 - LEAST);
        first[k].map_or([1.0, 1.0], |known| [known / alone, (1.0 - known) / (1.0 - alone)])
    };
    let factors = [place(0), place(1)];
    let (mut before, mut all) = (0.0, 0.0);
    for (shared, weight) in NORMAL {
        let edges = edges(&parts, shared);
        let cells = |parts: &[Part]| cells(parts, shared, &edges);
        let over = [0, 1].map(|k| Over::of(&cells(&parts[0][k]), &cells(&parts[1][k]), factors[k]));
        // Summed over the cells, twice the part in which `one`'s is the earlier, counting half of those in which both are one cell, is
        // all and what is over a cell earlier of `one`'s, less what is a cell earlier of `two`'s.
        let both = |(a, b): (&f64, &f64)| a * b;
        let one_less: f64 = over[0].one_less.iter().zip(&over[1].one_less).map(both).sum();
        let two_less: f64 = over[0].two_less.iter().zip(&over[1].two_less).map(both).sum();
        let whole = over[0].whole * over[1].whole;
        before += weight * 0.5 * (whole + one_less - two_less);
        all += weight * whole;
    }
    if all > 0.0 { (before / all).clamp(0.0, 1.0) } else { 0.5 }
}

/// A part's middle and what it does not share, when what all share is so many of its standard deviations.
fn own(part: &Part, shared: f64) -> (f64, f64) {
    let own = (part.sigma.powi(2) - part.shared.powi(2)).max(0.0).sqrt();
    (part.t + shared * part.shared, own.max(LEAST_SIGMA))
}

/// Where the cells begin and end, for the parts of all instants.
fn edges(parts: &[[Vec<Part>; 2]; 2], shared: f64) -> Vec<f64> {
    let each = CELLS / parts.iter().flatten().map(Vec::len).sum::<usize>().max(1);
    let around = |part: &Part| {
        let (t, own) = own(part, shared);
        (0..=each).map(move |k| t + own * REACH_SIGMAS * (2.0 * k as f64 / each as f64 - 1.0))
    };
    let mut edges: Vec<f64> = parts.iter().flatten().flatten().flat_map(around).collect();
    edges.sort_by(f64::total_cmp);
    edges.dedup();
    edges
}

/// The probability of each cell.
fn cells(parts: &[Part], shared: f64, edges: &[f64]) -> Vec<f64> {
    let below = |t: f64| -> f64 {
        let share = |part: &Part| {
            let (middle, own) = own(part, shared);
            part.weight * normal_cdf((t - middle) / own)
        };
        parts.iter().map(share).sum()
    };
    let below: Vec<f64> = edges.iter().map(|&t| below(t)).collect();
    below.windows(2).map(|edge| edge[1] - edge[0]).collect()
}

/// The probability that both instants of a place are over by the end of so many of `one`'s and of `two`'s cells.
struct Over {
    /// Of each cell: by its end of `two`'s, by its beginning of `one`'s.
    one_less: Vec<f64>,
    /// And the other way round.
    two_less: Vec<f64>,
    /// By the end of all.
    whole: f64,
}

impl Over {
    /// From the probability of each cell, where an instant of `one`'s that came before `two`'s is so many times as probable as if both
    /// were independent, and one that came after it so many times.
    fn of(one: &[f64], two: &[f64], [before, after]: [f64; 2]) -> Over {
        let (mut one_less, mut two_less, mut whole) = (Vec::new(), Vec::new(), 0.0);
        // How often each of them is over before the cell.
        let (mut first, mut second) = (0.0, 0.0);
        for (&one, &two) in one.iter().zip(two) {
            let (earlier, later) = (before * first * two, after * second * one);
            one_less.push(whole + earlier);
            two_less.push(whole + later);
            // Of two instants in one cell either may be the earlier.
            whole += earlier + later + 0.5 * (before + after) * one * two;
            first += one;
            second += two;
        }
        Over { one_less, two_less, whole }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_to_have_come_first_came_earlier_and_the_other_later() {
        let same = Measured::normal(1.0, 0.01);
        let told = ordered(&same, &same, 1e9);
        // The lesser and the greater of two normal values are off by sigma over the root of pi, and narrower.
        let [first, second] = told.instants;
        assert!((first.t - (1.0 - 0.01 * 0.5642)).abs() < 1e-5 && (second.t - (1.0 + 0.01 * 0.5642)).abs() < 1e-5);
        assert!((first.sigma() - 0.01 * (1.0 - 1.0 / std::f64::consts::PI).sqrt()).abs() < 1e-5, "{first:?}");
        assert!(told.before > 0.999_999);
    }

    #[test]
    fn odds_of_one_tell_nothing_and_what_contradicts_the_picture_is_believed_by_half() {
        let (a, b) = (Measured::normal(1.0, 0.004), Measured::normal(1.006, 0.005));
        let told = ordered(&a, &b, 1.0);
        assert!((told.before - a.probability_before(&b)).abs() < 1e-5);
        assert!((told.instants[0].t - a.t).abs() < 5e-4 && (told.instants[0].sigma() - a.sigma()).abs() < 5e-4);
        let against = ordered(&a, &b, 0.05);
        assert!((0.1..0.4).contains(&against.before), "{}", against.before);
    }

    #[test]
    fn of_several_moments_the_one_that_goes_with_the_order_is_left() {
        let part = |weight, t| Part { weight, t, sigma: 0.001, shared: 0.0 };
        let open = Measured::mixed(&[part(0.5, 1.0), part(0.5, 1.03)]);
        let told = ordered(&open, &Measured::normal(1.015, 0.001), 20.0);
        assert!((told.instants[0].t - 1.0).abs() < 0.001 && told.before > 0.94, "{told:?}");
    }

    #[test]
    fn without_an_order_both_are_as_independent_instants_are() {
        let (a, b) = (Measured::normal(1.0, 0.004), Measured::normal(1.003, 0.003));
        let (c, d) = (Measured::normal(1.004, 0.006), Measured::normal(1.001, 0.002));
        let counted = both_before([&a, &b], [&c, &d], [None, None]);
        // Of 400,000 drawn ones, 0.57197; the moments of the greater of two normal ones (Clark 1961) tell 0.609.
        assert!((counted - 0.572).abs() < 0.002, "{counted}");
        let later = both_before([&c, &d], [&a, &b], [None, None]);
        assert!((counted + later - 1.0).abs() < 1e-6, "{counted} {later}");
    }

    #[test]
    fn who_was_first_at_both_places_was_first() {
        let same = Measured::normal(1.0, 0.01);
        let both = |first| both_before([&same, &same], [&same, &same], first);
        assert!((both([None, None]) - 0.5).abs() < 1e-6);
        assert!((both([Some(0.5), Some(0.5)]) - 0.5).abs() < 1e-6);
        assert!((both([Some(0.95), Some(0.05)]) - 0.5).abs() < 1e-6);
        assert!(both([Some(1.0), Some(1.0)]) > 0.98 && both([Some(0.0), Some(0.0)]) < 0.02);
        let sure = both([Some(0.95), Some(0.95)]);
        assert!((0.9..0.99).contains(&sure), "{sure}");
    }

    #[test]
    fn a_span_that_is_surely_positive_has_little_of_its_interval_below_zero() {
        let told = positive(&Measured::normal(0.004, 0.006), 0.99);
        assert!(told.t > 0.004 && (-0.003..0.0015).contains(&told.lo), "{told:?}");
        let open = positive(&Measured::normal(0.004, 0.006), 0.7475);
        assert!((open.t - 0.004).abs() < 0.001 && (open.lo + 0.0078).abs() < 0.002, "{open:?}");
        let far = Measured::normal(0.1, 0.001);
        assert_eq!(positive(&far, 0.9), far);
    }

    #[test]
    fn a_hand_that_lay_there_long_before_makes_nothing_coarser() {
        let (long_ago, early, late) = (Measured::exact(1.0), Measured::exact(5.0), Measured::exact(5.0005));
        assert!(both_before([&long_ago, &early], [&long_ago, &late], [None, None]) > 0.999);
        assert!(both_before([&long_ago, &late], [&long_ago, &early], [None, None]) < 0.001);
        assert!((both_before([&long_ago, &early], [&long_ago, &early], [None, None]) - 0.5).abs() < 1e-6);
        let (fine, finer) = (Measured::normal(5.0, 0.0005), Measured::normal(5.003, 0.0005));
        assert!(both_before([&long_ago, &fine], [&long_ago, &finer], [None, None]) > 0.999);
    }

    #[test]
    fn what_all_share_says_nothing_of_their_order() {
        let dated = |t| Measured::with_shared(t, 0.0005, 0.01);
        let (early, late) = (dated(1.0), dated(1.004));
        assert!(both_before([&early, &early], [&late, &late], [None, None]) > 0.999);
    }
}
