//! A recording in, what the camera set-up can tell out.

pub use crate::calibration::camera_profile::{CameraProfile, Figure, Known};

use super::Progress;
use crate::calibration::camera_profile::watch::MOST_PICTURES;
use crate::calibration::camera_profile::{CameraFileError, Evidence, Heard, Luma, Recording, RowOrder, Watch, measure};
use crate::video::{self, Reader, VideoError};
use std::path::PathBuf;

/// What to certify, and how.
#[derive(Debug, Clone)]
pub struct Request {
    /// The recording.
    pub video: PathBuf,
    /// File for the profile, if it is to be kept.
    pub out: Option<PathBuf>,
    /// Frequency of the light that flashes in the recording, hertz.
    pub flash_hz: Option<f64>,
    /// Frames a second as filmed, over what the file's tags say.
    pub capture_fps: Option<f64>,
    /// The probability that a margin is to be told with.
    pub reliability: f64,
    /// Decoding threads; they change nothing but the time it takes.
    pub threads: usize,
}

/// Why a recording could not be certified. Nothing is written then.
#[derive(Debug, thiserror::Error)]
pub enum CertifyError {
    /// The recording.
    #[error(transparent)]
    Video(#[from] VideoError),
    /// The profile.
    #[error(transparent)]
    Profile(#[from] CameraFileError),
}

/// Measures a recording and writes its profile when asked to.
///
/// # Errors
/// [`CertifyError`].
pub fn certify(request: &Request, progress: &mut dyn FnMut(Progress)) -> Result<CameraProfile, CertifyError> {
    progress(Progress { stage: "reading the recording", done: 0.0 });
    let mut reader = Reader::open_with(&request.video, request.threads)?;
    let info = reader.info().clone();
    let stamps = reader.frame_times();
    let order = RowOrder::turned(info.rotation_deg);
    let pictures = stamps.len().clamp(1, MOST_PICTURES);
    let (mut watch, mut shown) = (Watch::new(order), Vec::new());
    while !watch.is_full()
        && let Some(frame) = reader.next_frame()?
    {
        let plane = frame.luma();
        watch.see(&Luma { data: plane.data, stride: plane.stride, width: plane.width, height: plane.height });
        shown.push(frame.index);
        progress(Progress { stage: "looking at the frames", done: shown.len() as f64 / pictures as f64 });
    }
    progress(Progress { stage: "listening", done: 0.0 });
    let last = shown.last().and_then(|number| stamps.get(*number as usize)).copied().unwrap_or(0.0);
    // Sound that belongs to the last pictures may come a little later.
    let sound = if info.audio { video::audio::read(&request.video, -1.0, last + 1.0)? } else { None };
    let heard = sound.as_ref().map(|track| Heard {
        samples: &track.samples,
        sample_rate: track.sample_rate,
        start_t: track.start_t,
    });
    progress(Progress { stage: "measuring", done: 0.0 });
    let tagged = || info.capture_fps.filter(|_| info.time_scale.real_per_file != 1.0);
    let said = request.capture_fps.map(|fps| (fps, "said with --capture-fps"));
    let recording = Recording {
        path: info.path.clone(),
        sha256: info.sha256.clone(),
        width: info.width,
        height: info.height,
        frames: info.frames,
        pictures: shown.len() as u64,
        nominal_fps: info.fps_nominal,
    };
    let mut profile = measure(&Evidence {
        recording,
        stamps: &stamps,
        watch: &watch,
        shown: &shown,
        order,
        heard,
        said_capture_fps: said.or_else(|| tagged().map(|fps| (fps, "from the file's tags"))),
        flash_hz: request.flash_hz,
        reliability: request.reliability,
    });
    if !reader.damage().is_none() {
        profile.warnings.push("the recording is damaged in places; certify an original that is whole".to_owned());
    }
    if let Some(out) = &request.out {
        profile.save(out)?;
    }
    Ok(profile)
}
