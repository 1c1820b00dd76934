//! Mats that are pushed.

use super::arms::min_jerk;

/// One push.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatMove {
    /// Start, seconds.
    pub t0: f64,
    /// End, seconds.
    pub t1: f64,
    /// Shift (centimetres) and angle (radians) after it.
    pub to: [f64; 3],
}

/// One mat over time.
#[derive(Debug, Clone, PartialEq)]
pub struct MatTrack {
    /// Its place in the layout's list.
    pub mat: usize,
    /// By time.
    pub moves: Vec<MatMove>,
}

impl MatTrack {
    /// Shift and angle at `t`.
    pub fn at(&self, t: f64) -> [f64; 3] {
        let mut now = [0.0; 3];
        for one in self.moves.iter().take_while(|one| one.t0 <= t) {
            let share = if one.t1 > one.t0 { min_jerk((t - one.t0) / (one.t1 - one.t0)) } else { 1.0 };
            for (now, to) in now.iter_mut().zip(one.to) {
                *now += (to - *now) * share;
            }
        }
        now
    }
}
