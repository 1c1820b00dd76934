//! The five records that cross walls between rooms: frame, observation, event, ruling, incident.
//! Constructors and nothing else.

pub mod event;
pub mod frame;
pub mod incident;
pub mod observation;
pub mod ruling;

pub use event::{Event, EventKind};
pub use frame::{Frame, Plane, PlaneSource};
pub use incident::{Incident, Standing};
pub use observation::{CardFace, CardSeen, ClothSeen, HandSeen, MatSeen, MatsSeen, Observation, Onset};
pub use ruling::{Attempt, Finding, InvalidAttempt, Kind, Ruling, Sanction, SlapChallenge, Verdict};
