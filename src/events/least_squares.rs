//! Weighted least squares of few unknowns.

/// The unknowns that explain `values` by `rows` best, each row with its weight, and one row more whose value is nothing and its weight:
/// what is known beforehand. By the normal equations, so that what goes in is to be well scaled; `None` where the rows do not tell.
pub(super) fn solve<const N: usize>(
    rows: &[[f64; N]],
    weights: &[f64],
    values: impl Iterator<Item = f64>,
    (prior, sure): ([f64; N], f64),
) -> Option<[f64; N]> {
    let mut a = [[0.0; N]; N];
    let mut b = [0.0; N];
    let known = rows.iter().zip(weights).zip(values).map(|((row, weight), value)| (row, *weight, value));
    for (row, weight, value) in known.chain([(&prior, sure, 0.0)]) {
        for i in 0..N {
            for j in 0..N {
                a[i][j] += weight * row[i] * row[j];
            }
            b[i] += weight * row[i] * value;
        }
    }
    // Cholesky's factors, as the matrix is symmetric and, where the rows tell all, positive.
    let mut l = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..=i {
            let rest = a[i][j] - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
            if i == j {
                if rest <= 1e-12 {
                    return None;
                }
                l[i][i] = rest.sqrt();
            } else {
                l[i][j] = rest / l[j][j];
            }
        }
    }
    for i in 0..N {
        b[i] = (b[i] - (0..i).map(|k| l[i][k] * b[k]).sum::<f64>()) / l[i][i];
    }
    for i in (0..N).rev() {
        b[i] = (b[i] - (i + 1..N).map(|k| l[k][i] * b[k]).sum::<f64>()) / l[i][i];
    }
    Some(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_and_what_is_known_beforehand_pulls_it() {
        let rows: Vec<[f64; 2]> = (0..5).map(|i| [1.0, f64::from(i)]).collect();
        let values = || (0..5).map(|i| 2.0 + 0.5 * f64::from(i));
        let near = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).abs() < 1e-6 && (a[1] - b[1]).abs() < 1e-6;
        let free = solve(&rows, &[1.0; 5], values(), ([0.0; 2], 0.0)).unwrap();
        assert!(near(free, [2.0, 0.5]), "{free:?}");
        // Level, as is known for certain: the mean.
        let level = solve(&rows, &[1.0; 5], values(), ([0.0, 1.0], 1e9)).unwrap();
        assert!(near(level, [3.0, 0.0]), "{level:?}");
    }

    #[test]
    fn rows_that_do_not_tell_give_nothing() {
        assert_eq!(solve(&[[1.0, 2.0]; 4], &[1.0; 4], [1.0; 4].into_iter(), ([0.0; 2], 0.0)), None);
    }
}
