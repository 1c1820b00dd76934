//! Small numerical tools of the measurements: medians, shares with their intervals, a straight line, a search.
//!
//! In: numbers. Out: numbers. Nothing here knows what they stand for.

/// Half the width of a central 95 % interval of a normal distribution, in standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The middle value; `None` of nothing.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[half]),
        _ => Some(0.5 * (values[half - 1] + values[half])),
    }
}

/// Robust standard deviation about the median (1.4826 times the median distance, which is the standard deviation
/// of a normal distribution).
pub fn spread(values: &[f64]) -> Option<f64> {
    let middle = median(values.to_vec())?;
    median(values.iter().map(|value| (value - middle).abs()).collect()).map(|distance| 1.4826 * distance)
}

/// A share of `hits` in `of` with its 95 % interval (Wilson 1927, which holds near 0 and 1 too).
pub fn share(hits: u64, of: u64) -> (f64, f64, f64) {
    if of == 0 {
        return (0.0, 0.0, 1.0);
    }
    let (n, p, zz) = (of as f64, hits as f64 / of as f64, Z95 * Z95);
    let middle = (p + zz / (2.0 * n)) / (1.0 + zz / n);
    let half = Z95 / (1.0 + zz / n) * (p * (1.0 - p) / n + zz / (4.0 * n * n)).sqrt();
    (p, (middle - half).clamp(0.0, p), (middle + half).clamp(p, 1.0))
}

/// Slope and offset of the line through weighted points; `None` when they do not span one.
pub fn line(points: impl Iterator<Item = (f64, f64, f64)> + Clone) -> Option<(f64, f64)> {
    let weight: f64 = points.clone().map(|(_, _, w)| w).sum();
    if weight.is_nan() || weight <= 0.0 {
        return None;
    }
    let x0 = points.clone().map(|(x, _, w)| w * x).sum::<f64>() / weight;
    let y0 = points.clone().map(|(_, y, w)| w * y).sum::<f64>() / weight;
    let xx: f64 = points.clone().map(|(x, _, w)| w * (x - x0) * (x - x0)).sum();
    let xy: f64 = points.map(|(x, y, w)| w * (x - x0) * (y - y0)).sum();
    (xx > 0.0).then(|| (xy / xx, y0 - xy / xx * x0))
}

/// Standard error of a value from its values with one part left out each (Quenouille's jackknife).
pub fn jackknife(left_out: &[f64]) -> f64 {
    let n = left_out.len() as f64;
    let mean = left_out.iter().sum::<f64>() / n;
    ((n - 1.0) / n * left_out.iter().map(|value| (value - mean).powi(2)).sum::<f64>()).sqrt()
}

/// Cycles brought to -0.5..0.5.
pub fn wrap(cycles: f64) -> f64 {
    cycles - cycles.round()
}

/// Where `cost` is least near `start`, by a simplex of the size `steps` (Nelder and Mead 1965): needs no derivative,
/// which a lamp's square wave does not have everywhere.
pub fn least(cost: &dyn Fn(&[f64]) -> f64, start: &[f64], steps: &[f64], rounds: usize) -> Vec<f64> {
    let mut simplex: Vec<(f64, Vec<f64>)> = (0..=start.len())
        .map(|corner| {
            let mut at = start.to_vec();
            if corner > 0 {
                at[corner - 1] += steps[corner - 1];
            }
            (cost(&at), at)
        })
        .collect();
    let worst = start.len();
    for _ in 0..rounds {
        simplex.sort_by(|a, b| a.0.total_cmp(&b.0));
        if simplex[worst].0 - simplex[0].0 <= 1e-9 * simplex[0].0.abs() {
            break;
        }
        let middle: Vec<f64> =
            (0..worst).map(|i| simplex[..worst].iter().map(|(_, at)| at[i]).sum::<f64>() / worst as f64).collect();
        let along = |part: f64| -> (f64, Vec<f64>) {
            let at: Vec<f64> = middle.iter().zip(&simplex[worst].1).map(|(m, w)| m + part * (w - m)).collect();
            (cost(&at), at)
        };
        let mirrored = along(-1.0);
        if mirrored.0 < simplex[0].0 {
            let further = along(-2.0);
            simplex[worst] = if further.0 < mirrored.0 { further } else { mirrored };
        } else if mirrored.0 < simplex[worst - 1].0 {
            simplex[worst] = mirrored;
        } else {
            let nearer = along(if mirrored.0 < simplex[worst].0 { -0.5 } else { 0.5 });
            if nearer.0 < simplex[worst].0.min(mirrored.0) {
                simplex[worst] = nearer;
            } else {
                let best = simplex[0].1.clone();
                for (value, at) in &mut simplex[1..] {
                    at.iter_mut().zip(&best).for_each(|(x, b)| *x = 0.5 * (*x + b));
                    *value = cost(at);
                }
            }
        }
    }
    simplex.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or_else(|| start.to_vec(), |(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_spread_pass_over_a_wild_value() {
        assert_eq!(median(vec![3.0, 1.0, 1000.0]), Some(3.0));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(Vec::new()), None);
        assert!(spread(&[1.0, 1.1, 0.9, 1.05, 0.95, 50.0]).expect("a spread") < 0.2);
    }

    #[test]
    fn a_share_of_none_is_not_surely_none() {
        let (p, lo, hi) = share(0, 30);
        assert!(p == 0.0 && lo == 0.0 && (0.08..0.14).contains(&hi), "{hi}");
        let (p, lo, hi) = share(50, 100);
        assert!(p == 0.5 && (0.39..0.42).contains(&lo) && (0.58..0.61).contains(&hi));
    }

    #[test]
    fn the_search_finds_the_bottom_of_a_bent_valley() {
        let valley = |at: &[f64]| (1.0 - at[0]).powi(2) + 100.0 * (at[1] - at[0] * at[0]).powi(2);
        let found = least(&valley, &[-1.2, 1.0], &[0.5, 0.5], 500);
        assert!((found[0] - 1.0).abs() < 1e-3 && (found[1] - 1.0).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn a_line_is_found_and_one_point_is_none() {
        let (slope, offset) = line([(0.0, 1.0, 1.0), (2.0, 5.0, 3.0)].into_iter()).expect("a line");
        assert!((slope - 2.0).abs() < 1e-12 && (offset - 1.0).abs() < 1e-12);
        assert_eq!(line([(1.0, 1.0, 1.0)].into_iter()), None);
    }

    #[test]
    fn leaving_one_out_gives_the_error_of_a_mean() {
        // The mean of 1, 2, 3, 4 without each: its standard error is s / sqrt(4).
        let error = jackknife(&[3.0, 8.0 / 3.0, 7.0 / 3.0, 2.0]);
        assert!((error - (5.0_f64 / 3.0).sqrt() / 2.0).abs() < 1e-12, "{error}");
    }
}
