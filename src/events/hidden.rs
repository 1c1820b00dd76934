//! The most probable course of something that changes seldom, from readings that may be wrong.
//!
//! Viterbi's algorithm over a hidden state (Forney 1973). What the states are, how a reading speaks for each, and what a
//! change costs, the caller says.

/// No reading of a card is less probable than this: the readings' model may be wrong altogether.
pub const LEAST_PROBABILITY: f64 = 0.008;
/// What a reading counts that is the one before again, because the picture had not changed: it says that the card still
/// lies there, and hardly more of what it is.
pub const REPEATED: f64 = 0.2;

/// The most probable state at each reading. `logs[k][i]` is the log probability of reading `k` if state `i` holds;
/// `change(k, i, j)` that of going over from `i` to `j` between reading `k - 1` and `k`.
pub fn course<const N: usize>(logs: &[[f64; N]], change: impl Fn(usize, usize, usize) -> f64) -> Vec<usize> {
    let mut score = [0.0f64; N];
    let mut back: Vec<[usize; N]> = Vec::with_capacity(logs.len());
    for (at, log) in logs.iter().enumerate() {
        let before = score;
        let mut from = [0; N];
        for (i, slot) in from.iter_mut().enumerate() {
            let reach = |k: usize| before[k] + if k == i || at == 0 { 0.0 } else { change(at, k, i) };
            *slot = (0..N).fold(i, |best, k| if reach(k) > reach(best) { k } else { best });
            score[i] = reach(*slot) + log[i];
        }
        back.push(from);
    }
    let mut state = best(&score);
    let mut course = vec![0; logs.len()];
    for (i, from) in back.iter().enumerate().rev() {
        course[i] = state;
        state = from[state];
    }
    course
}

/// The state with the most; the first of equals.
pub fn best<const N: usize>(of: &[f64; N]) -> usize {
    (0..N).max_by(|&a, &b| of[a].total_cmp(&of[b]).then(b.cmp(&a))).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blip_is_outvoted_and_a_change_is_not() {
        let says = |state: usize| std::array::from_fn::<f64, 3, _>(|i| if i == state { -0.1 } else { -4.0 });
        let mut logs: Vec<[f64; 3]> = (0..10).map(|_| says(0)).collect();
        logs[4] = says(2);
        logs.extend((0..5).map(|_| says(1)));
        let got = course(&logs, |_, _, _| -6.0);
        assert_eq!(got, [vec![0; 10], vec![1; 5]].concat());
        assert!(course::<3>(&[], |_, _, _| -6.0).is_empty());
    }
}
