//! What a recording's sound says: the onsets of a span, how late they are taken to be, and the report's table of instants.
//!
//! Never fails: without a sound, or with one that cannot be used, the picture has to do, and a remark says so.

use super::Options;
use crate::base::{Measured, TimeScale};
use crate::calibration::CameraProfile;
use crate::events::Visit;
use crate::events::sound::{Delay, Heard, UNKNOWN};
use crate::evidence;
use crate::facts::Onset;
use crate::video;
use crate::vision::sound;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Standard deviation of a delay of the sound that was told, seconds.
const OFFSET_SECS: f64 = 0.0005;
/// Sound is listened to so long before and after the pictures, seconds: it may be early or late.
const BESIDE_SECS: f64 = 0.1;

/// What was heard in the span, and a remark when that could not be used.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Listened {
    pub(super) onsets: Vec<Onset>,
    pub(super) note: Option<String>,
}

/// The onsets in the recording's sound. Without a sound, or with one that cannot be decoded, the picture has to do.
pub(super) fn listen(path: &Path, scale: TimeScale, (from, to): (f64, f64)) -> Listened {
    let noted = |note: &str| Listened { onsets: Vec::new(), note: Some(note.to_owned()) };
    match video::audio::read(path, from - BESIDE_SECS, to + BESIDE_SECS) {
        // How a phone stretches the sound of slow motion, if it keeps it, differs from phone to phone.
        Ok(Some(_)) if (scale.real_per_file - 1.0).abs() > 1e-9 => noted(
            "The sound of a slow-motion file is not on the picture's clock; contacts are dated by the picture alone.",
        ),
        Ok(Some(track)) => {
            Listened { onsets: sound::onsets(&track.samples, track.sample_rate, track.start_t), note: None }
        }
        Ok(None) => Listened::default(),
        Err(_) => noted("The sound cannot be decoded; contacts are dated by the picture alone."),
    }
}

/// How late the sound is taken to be before anything is heard: as told, as the camera's file has it, or unknown.
pub(super) fn delay(options: &Options, camera: Option<&CameraProfile>) -> Delay {
    let measured = camera.and_then(|camera| camera.sound_offset_s.get()).map(|known| Delay {
        secs: known.value,
        sigma_secs: Measured { t: known.value, lo: known.lo, hi: known.hi, ..Measured::default() }
            .sigma()
            .max(OFFSET_SECS),
    });
    let told = options.sound_offset.map(|secs| Delay { secs, sigma_secs: OFFSET_SECS });
    told.or(measured).unwrap_or(UNKNOWN)
}

/// What the report says of the recording's sound.
pub(super) fn sound_told(heard: Heard, prior: Delay) -> evidence::Sound {
    evidence::Sound {
        delay_ms: 1000.0 * heard.delay.secs,
        delay_sigma_ms: 1000.0 * heard.delay.sigma_secs,
        given: prior != UNKNOWN,
        onsets: heard.onsets as u64,
        arrivals_heard: heard.visits,
    }
}

/// What the report says of the instants of hands on piles, cue by cue, by time.
pub(super) fn arrivals_told(visits: &[Visit]) -> Vec<evidence::Arrival> {
    let mut told: Vec<_> = visits
        .iter()
        .map(|visit| evidence::Arrival {
            at: visit.arrive,
            player: visit.player,
            hand: visit.hand,
            pile: visit.pile,
            confidence: visit.on_pile,
            picture: visit.seen,
            sound: visit.heard.map(|impact| impact.at),
            sound_probability: visit.heard.map_or(0.0, |impact| impact.probability),
            on_top: visit.stacked.map(|stacked| stacked.on_top),
        })
        .collect();
    told.sort_by(|a, b| a.at.t.total_cmp(&b.at.t).then(a.player.cmp(&b.player)).then(a.pile.cmp(&b.pile)));
    told
}
