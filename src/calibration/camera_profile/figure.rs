//! One measured figure: a value with its 95 % interval and how it was measured, or why it is not known.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is known of one figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Figure {
    /// Measured.
    Known(Known),
    /// Not measured, and not guessed.
    Unknown(Unknown),
}

/// A measured figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Known {
    /// Best value.
    pub value: f64,
    /// Lower end of the 95 % interval.
    pub lo: f64,
    /// Upper end of the 95 % interval.
    pub hi: f64,
    /// From what it was measured.
    pub how: String,
}

/// A figure that the recording does not tell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Unknown {
    /// Always null.
    pub value: (),
    /// Why it is not known, and what would tell it.
    pub why_not: String,
}

impl Figure {
    /// A value with its interval; `lo` and `hi` are moved to hold the value.
    pub fn known(value: f64, lo: f64, hi: f64, how: impl Into<String>) -> Figure {
        if !(value.is_finite() && lo.is_finite() && hi.is_finite()) {
            return Figure::unknown("the recording gives no finite figure for it");
        }
        Figure::Known(Known { value, lo: lo.min(value), hi: hi.max(value), how: how.into() })
    }

    /// A figure that was counted, so that it has no width.
    pub fn counted(value: u64, how: impl Into<String>) -> Figure {
        Figure::known(value as f64, value as f64, value as f64, how)
    }

    /// Not known.
    pub fn unknown(why_not: impl Into<String>) -> Figure {
        Figure::Unknown(Unknown { value: (), why_not: why_not.into() })
    }

    /// What is known, if it is.
    pub fn get(&self) -> Option<&Known> {
        match self {
            Figure::Known(known) => Some(known),
            Figure::Unknown(_) => None,
        }
    }

    /// The value, if it is known.
    pub fn value(&self) -> Option<f64> {
        self.get().map(|known| known.value)
    }

    /// The same figure in another unit.
    pub fn times(self, factor: f64) -> Figure {
        match self {
            Figure::Known(known) => {
                let (a, b) = (known.lo * factor, known.hi * factor);
                Figure::known(known.value * factor, a.min(b), a.max(b), known.how)
            }
            unknown => unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_null_with_its_reason() {
        let text = serde_json::to_string(&Figure::unknown("it is dark")).expect("JSON");
        assert_eq!(text, r#"{"value":null,"why_not":"it is dark"}"#);
        assert_eq!(serde_json::from_str::<Figure>(&text).expect("a figure"), Figure::unknown("it is dark"));
        let known = Figure::known(2.0, 1.0, 3.0, "counting");
        let text = serde_json::to_string(&known).expect("JSON");
        assert_eq!(text, r#"{"value":2.0,"lo":1.0,"hi":3.0,"how":"counting"}"#);
        assert_eq!(serde_json::from_str::<Figure>(&text).expect("a figure"), known);
    }

    #[test]
    fn an_interval_holds_its_value_in_any_unit() {
        let turned = Figure::known(2.0, 1.0, 4.0, "").times(-1.0);
        assert_eq!(turned, Figure::known(-2.0, -4.0, -1.0, ""));
        assert_eq!(Figure::known(f64::NAN, 0.0, 1.0, "").value(), None);
    }
}
