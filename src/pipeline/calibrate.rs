//! A recording in, `calibration.json` and a picture to look at out.

use super::pictures;
use crate::base::Side;
use crate::calibration::{self, CalibrationError, CalibrationFile, Layout, Method, file};
use crate::video::{self, VideoError};
use image::ImageFormat;
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// What to calibrate, from what, and where to write it.
#[derive(Debug, Clone)]
pub struct Request {
    /// The recording.
    pub video: PathBuf,
    /// The calibration file; the picture goes beside it with the ending `.png`.
    pub out: PathBuf,
    /// What is drawn on the mats; the reference layout when `None`.
    pub layout: Option<PathBuf>,
    /// Named points instead of lines.
    pub points: Option<PathBuf>,
    /// Side of the picture on which Player 1 sits.
    pub player1: Option<Side>,
}

/// A written calibration.
#[derive(Debug, Clone)]
pub struct Calibrated {
    /// How it was found, in words.
    pub method: &'static str,
    /// Root mean square distance of the evidence, millimetres.
    pub residual_mm: f64,
    /// Side of the picture on which Player 1 sits.
    pub player1: Side,
    /// The picture to check.
    pub picture: PathBuf,
    /// Points, counted from 1, that contradict the others.
    pub left_out: Vec<usize>,
}

/// Why a recording could not be calibrated. Nothing is written then.
#[derive(Debug, thiserror::Error)]
pub enum CalibrateError {
    /// The recording.
    #[error(transparent)]
    Video(#[from] VideoError),
    /// A layout, a calibration file, or points.
    #[error(transparent)]
    Calibration(#[from] CalibrationError),
    /// The pictures do not show the mats well enough.
    #[error("{video}: {why}")]
    Unfit {
        /// The recording.
        video: String,
        /// What is wrong and what to do.
        why: String,
    },
    /// The name of the output leaves no name for the picture.
    #[error("{out}: the ending .png is for the picture beside it; name a file that ends in .json")]
    Name {
        /// The name.
        out: String,
    },
}

/// Finds the table and writes calibration and picture, both or neither.
///
/// # Errors
/// [`CalibrateError`].
pub fn calibrate(request: &Request) -> Result<Calibrated, CalibrateError> {
    let unfit = |why: String| CalibrateError::Unfit { video: request.video.display().to_string(), why };
    let picture = request.out.with_extension("png");
    if picture == request.out {
        return Err(CalibrateError::Name { out: request.out.display().to_string() });
    }
    let layout = request.layout.as_deref().map(Layout::load).transpose().map_err(CalibrationError::from)?;
    let duration = video::probe(&request.video)?.duration_s;
    let pictures = pictures(&request.video, 1, 0.0, duration)?;
    let first =
        pictures.first().ok_or_else(|| unfit("no frame can be decoded; use the original recording".to_owned()))?;
    let size = first.dimensions();
    let mut left_out = Vec::new();
    let mut named = request.layout.as_deref().map(|layout| name_from(layout, &request.out));
    let found = if let Some(points) = &request.points {
        let parsed = file::read(points)?;
        let solved =
            file::solve(&parsed, &file::layout_of(&parsed, points, layout.clone())?, &points.display().to_string())?;
        left_out = solved.outliers;
        if let (None, Some(beside)) = (&named, parsed.layout.as_deref().filter(|name| *name != file::REFERENCE)) {
            named = Some(name_from(&points.parent().unwrap_or(Path::new("")).join(beside), &request.out));
        }
        calibration::load(points, layout, request.player1, size)?
    } else {
        let layout = layout.unwrap_or_else(Layout::reference);
        calibration::solve_lines(&pictures, &layout, request.player1).map_err(|why| unfit(why.to_string()))?.calibration
    };
    let mut png = Cursor::new(Vec::new());
    calibration::overlay(first, &found)?
        .write_to(&mut png, ImageFormat::Png)
        .map_err(|why| unfit(format!("the picture to check could not be made ({why})")))?;
    CalibrationFile::new(&found, named.as_deref().unwrap_or(file::REFERENCE), size).save(&request.out)?;
    if let Err(error) = file::write_whole(&picture, &png.into_inner()) {
        // Both or neither: the calibration just written is this run's own.
        let _ = std::fs::remove_file(&request.out);
        return Err(error.into());
    }
    let method = match found.method {
        Method::Lines => "the lines of the mats",
        Method::Points => "named points",
        Method::Markers => "markers",
        Method::File => "a homography in a file",
    };
    Ok(Calibrated { method, residual_mm: found.residual_mm, player1: found.player1, picture, left_out })
}

/// How a calibration at `out` names a layout file: its bare name when it lies in the same folder, else
/// its full path.
fn name_from(layout: &Path, out: &Path) -> String {
    let folder =
        |path: &Path| path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")).canonicalize();
    let full = layout.canonicalize().unwrap_or_else(|_| layout.to_owned());
    match (folder(layout), folder(out), layout.file_name()) {
        (Ok(a), Ok(b), Some(name)) if a == b => name.to_string_lossy().into_owned(),
        _ => full.to_string_lossy().into_owned(),
    }
}
