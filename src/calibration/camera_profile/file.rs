//! A camera profile on disk: read, checked, and written whole or not at all.
//!
//! Fields this program does not know are passed over.

use super::figure::Figure;
use super::{CAMERA_SCHEMA, CameraProfile};
use crate::calibration::file::write_whole;
use std::path::{Path, PathBuf};

/// A profile that cannot be read, trusted or written.
#[derive(Debug, thiserror::Error)]
pub enum CameraFileError {
    /// The file could not be read.
    #[error("{path}: the camera profile cannot be read ({why}); check the name and the permissions", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's words.
        why: String,
    },
    /// The file is no profile.
    #[error("{path}: not a usable camera profile: {why}; make one with `slapsight certify`", path = path.display())]
    Faulty {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The file could not be written.
    #[error("{0}")]
    Unwritable(String),
}

/// Reads a profile that `slapsight certify` wrote.
///
/// # Errors
/// One sentence when the file cannot be read, is none, or holds figures that cannot be.
pub fn load(path: &Path) -> Result<CameraProfile, CameraFileError> {
    let unreadable =
        |error: std::io::Error| CameraFileError::Unreadable { path: path.to_owned(), why: error.to_string() };
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    parse(&text).map_err(|why| CameraFileError::Faulty { path: path.to_owned(), why })
}

/// Checks the text of a profile.
///
/// # Errors
/// What is wrong with it.
pub fn parse(text: &str) -> Result<CameraProfile, String> {
    let profile: CameraProfile = serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(text))
        .map_err(|error| {
            let (path, inner) = (error.path().to_string(), error.inner().to_string());
            if path == "." { inner } else { format!("field {path}: {inner}") }
        })?;
    if profile.schema != CAMERA_SCHEMA {
        return Err(format!("the schema is \"{}\", but this program reads \"{CAMERA_SCHEMA}\"", profile.schema));
    }
    let figures = [
        ("file_fps", &profile.file_fps, true),
        ("capture_fps", &profile.capture_fps, true),
        ("real_per_file", &profile.real_per_file, true),
        ("effective_fps", &profile.effective_fps, true),
        ("unevenness_s", &profile.unevenness_s, false),
        ("dropped_frames", &profile.dropped_frames, false),
        ("missing_without_gap", &profile.missing_without_gap, false),
        ("repeated_share", &profile.repeated_share, false),
        ("interpolated_share", &profile.interpolated_share, false),
        ("exposure_s", &profile.exposure_s, false),
        ("smallest_margin_ms", &profile.smallest_margin_ms, false),
    ];
    for (name, figure, positive) in figures {
        if let Some(known) = figure.get().filter(|known| known.lo < 0.0 || (positive && known.lo <= 0.0)) {
            return Err(format!("field {name}: {} cannot be", known.lo));
        }
    }
    for (name, figure) in figures
        .map(|(name, figure, _)| (name, figure))
        .into_iter()
        .chain([("readout_s", &profile.readout_s), ("sound_offset_s", &profile.sound_offset_s)])
    {
        if let Figure::Known(known) = figure
            && !(known.lo <= known.value && known.value <= known.hi)
        {
            return Err(format!(
                "field {name}: the interval {} to {} does not hold {}",
                known.lo, known.hi, known.value
            ));
        }
    }
    if !(0.5..1.0).contains(&profile.reliability) {
        return Err(format!("field reliability: {} is no probability from 0.5 to below 1", profile.reliability));
    }
    Ok(profile)
}

impl CameraProfile {
    /// The text of the file.
    ///
    /// # Errors
    /// When a number cannot be written as JSON.
    pub fn to_json(&self) -> Result<String, CameraFileError> {
        serde_json::to_string_pretty(self).map_err(|error| CameraFileError::Unwritable(error.to_string()))
    }

    /// Writes the file whole or not at all (beside, then renamed).
    ///
    /// # Errors
    /// When the place cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), CameraFileError> {
        let text = self.to_json()? + "\n";
        write_whole(path, text.as_bytes()).map_err(|error| CameraFileError::Unwritable(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Recording;
    use super::*;

    fn profile() -> CameraProfile {
        let rate = Figure::known(240.0, 239.9, 240.1, "times");
        CameraProfile {
            schema: CAMERA_SCHEMA.to_owned(),
            recording: Recording {
                path: "a.mp4".to_owned(),
                sha256: "00".to_owned(),
                width: 1280,
                height: 720,
                frames: 100,
                pictures: 100,
                nominal_fps: 240.0,
            },
            flash_hz: Some(97.0),
            file_fps: rate.clone(),
            capture_fps: rate.clone(),
            real_per_file: Figure::known(1.0, 1.0, 1.0, ""),
            effective_fps: rate,
            unevenness_s: Figure::known(0.0, 0.0, 0.0, ""),
            dropped_frames: Figure::counted(0, ""),
            gaps: Vec::new(),
            missing_without_gap: Figure::counted(0, ""),
            repeated_share: Figure::known(0.0, 0.0, 0.01, ""),
            interpolated_share: Figure::unknown("a light flashes"),
            exposure_s: Figure::known(0.002, 0.0019, 0.0021, ""),
            readout_s: Figure::known(-0.004, -0.0041, -0.0039, ""),
            row_order: "top to bottom".to_owned(),
            sound_offset_s: Figure::unknown("silent"),
            reliability: 0.95,
            smallest_margin_ms: Figure::known(2.5, 2.4, 2.6, ""),
            warnings: Vec::new(),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("camera.json");
        profile().save(&path).expect("a file");
        assert_eq!(load(&path).expect("a profile"), profile());
    }

    #[test]
    fn a_faulty_profile_is_one_sentence_that_names_the_field() {
        let whole = serde_json::to_value(profile()).expect("JSON");
        let changed = |change: &dyn Fn(&mut serde_json::Value)| {
            let mut value = whole.clone();
            change(&mut value);
            parse(&value.to_string()).expect_err("a fault")
        };
        for (why, expected) in [
            (changed(&|v| v["schema"] = "other/1".into()), "other/1"),
            (changed(&|v| v["exposure_s"] = 3.into()), "exposure_s"),
            (changed(&|v| v["exposure_s"]["lo"] = (-1).into()), "exposure_s"),
            (changed(&|v| v["readout_s"]["lo"] = 7.into()), "readout_s"),
            (changed(&|v| v["capture_fps"]["lo"] = 0.into()), "capture_fps"),
            (changed(&|v| v["reliability"] = 2.into()), "reliability"),
            (parse("not JSON").expect_err("a fault"), "line 1"),
        ] {
            assert!(why.contains(expected), "{why}");
        }
        let missing = load(Path::new("nowhere/camera.json")).expect_err("no file").to_string();
        assert!(missing.contains("nowhere/camera.json") && missing.contains("cannot be read"), "{missing}");
    }
}
