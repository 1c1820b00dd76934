//! A scenario: the file as written, and what it comes to once chance has filled its gaps.
//!
//! In: `slapsight.scenario/1`. Out: [`Settled`], in which nothing is left open but what the players do.

pub mod cards;
pub mod deal;
pub mod file;
pub mod load;
pub mod looks;
pub mod settle;
pub mod tables;

pub use file::{Laws, SCENARIO_SCHEMA, Scenario};
pub use load::{ScenarioError, load, read};
pub use looks::{DeckLook, PersonLook, Sensor, SoundLook, StageLook};
pub use settle::{Settled, settle};
