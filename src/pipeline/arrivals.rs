//! From one camera's observations to stays of hands on piles, dated on its own clock.

use super::Cues;
use super::look::View;
use super::observe::zones;
use crate::base::Measured;
use crate::calibration::CameraProfile;
use crate::calibration::camera_profile::RowOrder;
use crate::events::shutter::{Shutter, by_rows};
use crate::events::{self, HandPath, Visit};

/// The ways of the hands that a camera saw, and their visits; `camera` is what is known of it.
pub(super) fn arrivals(view: &View, cues: Cues, camera: Option<&CameraProfile>) -> (Vec<HandPath>, Vec<Visit>) {
    let scale = view.source.time_scale;
    let zones = zones(&view.calibration.layout);
    let paths = events::paths(&view.observations, scale, cues);
    let mut visits = events::all_visits(&paths, &zones, scale);
    by_rows(&mut visits, &view.observations, &shutter(view, camera), scale);
    (paths, visits)
}

/// How the camera reads its rows: as measured, else unknown.
fn shutter(view: &View, camera: Option<&CameraProfile>) -> Shutter {
    let source = &view.source;
    let along = RowOrder::turned(source.rotation_deg).along();
    let size = (source.width as f64, source.height as f64);
    let interval_secs = view.shown_times as f64 * source.time_scale.real_per_file / source.fps_nominal.max(1.0);
    match camera.and_then(|camera| camera.readout_s.get()) {
        Some(known) => Shutter {
            readout_secs: known.value,
            sigma_secs: Measured { t: known.value, lo: known.lo, hi: known.hi, ..Measured::default() }.sigma(),
            along,
            size,
        },
        None => Shutter::unknown(interval_secs, along, size),
    }
}
