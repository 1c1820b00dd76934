//! A ruling as the referee meets it: with a span to watch, a standing and a name.

use super::ruling::Ruling;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where an incident stands. The software only ever leaves it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Waiting for the referee.
    Possible,
    /// The referee agreed.
    Upheld,
    /// The referee did not.
    Dismissed,
}

/// One incident.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Incident {
    /// Stable name: order in the recording and kind, `003-boundary_breach`.
    pub id: String,
    /// The ruling.
    pub ruling: Ruling,
    /// First instant worth watching, file seconds.
    pub from: f64,
    /// Last instant worth watching, file seconds.
    pub to: f64,
    /// Where it stands.
    pub standing: Standing,
}
