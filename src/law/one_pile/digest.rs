//! A stable fingerprint of a state, for replays: equal states give equal digests on every machine.

use super::state::State;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// SHA-256 of the state's JSON (fields in their fixed order, no map anywhere), in hexadecimal.
pub fn digest(state: &State) -> String {
    // A state holds numbers, strings and lists only; the one float in it, `now`, is finite by `judge`.
    let json = serde_json::to_vec(state).unwrap_or_default();
    Sha256::digest(json).iter().fold(String::with_capacity(64), |mut out, byte| {
        // Writing to a string cannot fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}
