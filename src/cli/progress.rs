//! Progress with time left, for long work.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// One line on standard error that says what is going on and how long it will still take.
pub(super) struct ProgressLine {
    terminal: bool,
    stage: &'static str,
    started: Instant,
    /// What of the stage was done when it was first shown: an earlier run may have done a part.
    before: f64,
    drawn: Option<Instant>,
}

impl ProgressLine {
    /// Nothing is shown yet.
    pub(super) fn new() -> ProgressLine {
        ProgressLine {
            terminal: std::io::stderr().is_terminal(),
            stage: "",
            started: Instant::now(),
            before: 0.0,
            drawn: None,
        }
    }

    /// Shows a stage and the share of it that is done, 0 to 1.
    pub(super) fn show(&mut self, stage: &'static str, done: f64) {
        let now = Instant::now();
        let new_stage = stage != self.stage;
        if new_stage {
            self.stage = stage;
            self.started = now;
            self.before = done;
        } else if self.drawn.is_some_and(|drawn| now - drawn < Duration::from_millis(100)) {
            return;
        }
        self.drawn = Some(now);
        let mut stderr = std::io::stderr().lock();
        // A log file gets one line a stage, a terminal a line that is drawn over.
        let _ = if self.terminal {
            write!(stderr, "\r\x1b[2K{}{}", self.stage, self.tail(done, now))
        } else if new_stage {
            writeln!(stderr, "{}", self.stage)
        } else {
            Ok(())
        };
    }

    fn tail(&self, done: f64, now: Instant) -> String {
        let spent = (now - self.started).as_secs_f64();
        let by_now = done - self.before;
        if by_now < 0.02 * (1.0 - self.before) || spent < 0.5 {
            return String::new();
        }
        format!(" {:3.0} %, {} left", 100.0 * done, left(spent * (1.0 - done) / by_now))
    }

    /// Takes the line away.
    pub(super) fn clear(&self) {
        if self.terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}

/// Time left, in words.
fn left(secs: f64) -> String {
    match secs.round() as u64 {
        0..=119 => format!("{secs:.0} s"),
        120..=7199 => format!("{:.0} min", secs / 60.0),
        _ => format!("{:.1} h", secs / 3600.0),
    }
}
