//! slapsight, the video referee's assistant for SLAPS.
//!
//! One slap from pixels to printed verdict, room by room:
//!
//! ```text
//!  video ──frames──> vision ──observations──> events ──candidates──> reconstruct ──events──┐
//!                      ^                                                ^                  v
//!  calibration ──table_from_image                                      law <──judge── incidents
//!                                                                                          v
//!                                            report.json, report.html, clips <── evidence ─┘
//! ```
//!
//! - [`base`]: cards, seats, time, spaces; words everybody shares.
//! - [`facts`]: the five records that cross the walls between rooms.
//! - [`video`]: probe, decode, seek, cut, encode; the only room that knows FFmpeg.
//! - [`calibration`]: camera to table.
//! - [`vision`]: a frame in, observations out.
//! - [`events`]: observations in, candidate touches, plays, reveals and lifts out.
//! - [`reconstruct`]: candidates and law in, the most probable course of the game out.
//! - [`law`]: the clauses, pure functions.
//! - [`incidents`]: rulings in, incidents out.
//! - [`evidence`]: report, pictures, clips.
//! - [`store`]: what is kept on disk.
//! - [`serve`]: the referee's review page in the browser.
//! - [`simulate`]: a scenario in, footage with exact truth out; knows nothing of vision.
//! - [`pipeline`]: the only file that knows the order of the rooms.
//! - [`cli`]: subcommands, terminal text, exit status.

pub mod base;
pub mod calibration;
pub mod cli;
pub mod events;
pub mod evidence;
pub mod facts;
pub mod incidents;
pub mod law;
pub mod pipeline;
pub mod reconstruct;
pub mod serve;
pub mod simulate;
pub mod store;
pub mod video;
pub mod vision;
