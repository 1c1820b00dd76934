//! What is counted over many slaps.

/// One completion: error, standard deviation told, whether the interval held, frames a second.
#[derive(Debug, Clone, Copy)]
pub struct Completion {
    /// Told less true, seconds.
    pub error: f64,
    /// Whether the true instant lay inside the 95 % interval.
    pub inside: bool,
    /// Frames a second.
    pub fps: f64,
}

/// One slap challenge.
#[derive(Debug, Clone, Copy)]
pub struct Slap {
    /// Frames a second.
    pub fps: f64,
    /// True margin, seconds; positive when Player 1 was first.
    pub margin: f64,
    /// The probability told that Player 1 was first; `None` when no order was told.
    pub p1: Option<f64>,
    /// The player called, if any.
    pub called: Option<u8>,
}

/// All of it.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    pub completions: Vec<Completion>,
    pub slaps: Vec<Slap>,
    /// Completions that were not found.
    pub missed: usize,
}

/// How the calls of slaps with margins in a range went.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Calls {
    pub of: usize,
    pub right: usize,
    pub too_close: usize,
    pub wrong: usize,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.completions.extend(other.completions);
        self.slaps.extend(other.slaps);
        self.missed += other.missed;
    }

    pub fn at(&self, fps: f64) -> Tally {
        Tally {
            completions: self.completions.iter().copied().filter(|c| c.fps == fps).collect(),
            slaps: self.slaps.iter().copied().filter(|s| s.fps == fps).collect(),
            missed: 0,
        }
    }

    /// The part of the completions with errors up to this, frames.
    pub fn error_frames(&self, quantile: f64) -> f64 {
        let mut all: Vec<f64> = self.completions.iter().map(|c| c.error.abs() * c.fps).collect();
        all.sort_by(f64::total_cmp);
        all.get(((all.len() as f64 * quantile) as usize).min(all.len().saturating_sub(1))).copied().unwrap_or(f64::NAN)
    }

    /// Median error with its sign, frames.
    pub fn bias_frames(&self) -> f64 {
        let mut all: Vec<f64> = self.completions.iter().map(|c| c.error * c.fps).collect();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
    }

    pub fn coverage(&self) -> f64 {
        self.completions.iter().filter(|c| c.inside).count() as f64 / self.completions.len().max(1) as f64
    }

    /// Calls of slaps with margins of so many frames.
    pub fn calls(&self, frames: std::ops::Range<f64>) -> Calls {
        let mut calls = Calls::default();
        for slap in self.slaps.iter().filter(|slap| frames.contains(&(slap.margin.abs() * slap.fps))) {
            calls.of += 1;
            let winner = if slap.margin > 0.0 { 1 } else { 2 };
            match slap.called {
                Some(called) if called == winner => calls.right += 1,
                Some(_) => calls.wrong += 1,
                None => calls.too_close += 1,
            }
        }
        calls
    }

    /// Mean probability told, share that came true and number, in ten bins of the probability that Player 1 was first.
    pub fn reliability(&self) -> Vec<(f64, f64, usize)> {
        (0..10)
            .filter_map(|bin| {
                let within = |p: f64| ((p * 10.0) as usize).min(9) == bin;
                let told: Vec<(f64, bool)> =
                    self.slaps.iter().filter_map(|s| Some((s.p1.filter(|&p| within(p))?, s.margin > 0.0))).collect();
                let n = told.len();
                let mean = told.iter().map(|t| t.0).sum::<f64>() / n as f64;
                let true_part = told.iter().filter(|t| t.1).count() as f64 / n as f64;
                (n > 0).then_some((mean, true_part, n))
            })
            .collect()
    }

    /// Expected calibration error of that probability.
    pub fn calibration_error(&self) -> f64 {
        let bins = self.reliability();
        let all: usize = bins.iter().map(|bin| bin.2).sum();
        bins.iter().map(|bin| bin.2 as f64 * (bin.0 - bin.1).abs()).sum::<f64>() / all.max(1) as f64
    }

    /// Mean of minus the logarithm of the probability told of who was first: the less, the more is told, and the truer (a proper
    /// score, Good 1952). An order that was not told is told as even.
    pub fn surprise(&self) -> f64 {
        let of = |slap: &Slap| {
            let p1 = slap.p1.unwrap_or(0.5).clamp(1e-6, 1.0 - 1e-6);
            -(if slap.margin > 0.0 { p1 } else { 1.0 - p1 }).ln()
        };
        self.slaps.iter().map(of).sum::<f64>() / self.slaps.len().max(1) as f64
    }

    /// One row of a table.
    pub fn row(&self, name: &str) -> String {
        let c = |range: std::ops::Range<f64>| {
            let calls = self.calls(range);
            format!("{}/{}/{} of {}", calls.right, calls.too_close, calls.wrong, calls.of)
        };
        format!(
            "| {name} | {} | {:.2} | {:.2} | {:+.2} | {:.3} | {} | {} | {} | {:.3} | {:.3} |",
            self.completions.len(),
            self.error_frames(0.5),
            self.error_frames(0.95),
            self.bias_frames(),
            self.coverage(),
            c(0.0..1.0),
            c(1.0..2.0),
            c(2.0..f64::INFINITY),
            self.calibration_error(),
            self.surprise()
        )
    }
}

/// What the columns of [`Tally::row`] are.
pub const HEAD: &str = "| | completions | median, frames | 95 % | bias | intervals hold | under 1 frame: right/too close/wrong | \
    1 to 2 | 2 or more | calibration error | surprise |\n|---|---|---|---|---|---|---|---|---|---|---|";
