//! What the caller chooses: how sure is sure, and how file time relates to real time.

use crate::base::TimeScale;

/// Settings of the judge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Probability from which an order counts as reliably told (F.6.1 leaves "reliably" open), 0.5..1.
    pub reliability: f64,
    /// Probability from which something seen may be called an offence; below it the referee decides.
    pub offence_confidence: f64,
    /// A card that does not follow and was told with less probability than this is not ruled on (D.8.1): who told it knows how often
    /// ranks are misread, and from which probability on to believe one. 0 rules on all of them.
    pub illegal_confidence: f64,
    /// No margin under this is called, real seconds: what the camera cannot tell (F.6.1).
    pub smallest_margin_secs: f64,
    /// Real seconds per file second: every figure in milliseconds is real time.
    pub scale: TimeScale,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            reliability: 0.95,
            offence_confidence: 0.5,
            illegal_confidence: 0.0,
            smallest_margin_secs: 0.0,
            scale: TimeScale::REAL,
        }
    }
}

impl Settings {
    /// A real span (seconds) in file seconds.
    pub fn file_secs(&self, real_secs: f64) -> f64 {
        if self.scale.real_per_file > 0.0 { real_secs / self.scale.real_per_file } else { real_secs }
    }
}
