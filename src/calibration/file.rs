//! `calibration.json`: read, checked, and written whole or not at all.
//!
//! Points alone are a valid input, and so is a homography with or without a lens; where both are given
//! the homography counts. Fields this program does not know are passed over. The field `layout` names a
//! file beside the calibration, or `reference` for the layout that ships with the program.

use super::camera::{Calibration, Distortion, Method};
use super::layout::Layout;
use super::points::{self, NamedPoint};
use super::{CalibrationError, sides};
use crate::base::{Homography, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;

/// The schema name this program reads and writes.
pub const CALIBRATION_SCHEMA: &str = "slapsight.calibration/1";
/// What the field `layout` says for the layout that ships with the program.
pub const REFERENCE: &str = "reference";
/// The name of the lens model: Brown's polynomial with k1, k2, p1, p2, k3, as OpenCV orders it.
const LENS_MODEL: &str = "opencv5";

/// The file as it is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CalibrationFile {
    /// `slapsight.calibration/1`.
    pub schema: String,
    /// Layout file, relative to this file, or `reference`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// Pixels and the table points they show.
    #[serde(default)]
    pub points: Vec<NamedPoint>,
    /// Undistorted pixels to table centimetres, row major.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub homography: Option<[[f64; 3]; 3]>,
    /// The lens; null for an ideal one.
    #[serde(default)]
    pub distortion: Option<LensFile>,
    /// Root mean square distance of the evidence, millimetres on the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residual_mm: Option<f64>,
    /// How it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<Method>,
    /// Width and height of the pictures it is for, pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_size: Option<[u32; 2]>,
    /// Player 1's side of the picture, for people: it follows from the homography.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player1: Option<Side>,
}

/// The lens as it is written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LensFile {
    /// `opencv5`.
    pub model: String,
    /// k1, k2, p1, p2, k3.
    pub k: [f64; 5],
    /// Pinhole matrix, pixels, row major.
    pub camera_matrix: [[f64; 3]; 3],
}

/// A calibration solved from a file.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The calibration.
    pub calibration: Calibration,
    /// Points, counted from 1, that contradict the others and were left out.
    pub outliers: Vec<usize>,
}

/// Reads `calibration.json` for pictures of `size` (width, height). `layout` overrides the layout that the
/// file names; `player1` turns a table that looks the same from both sides.
///
/// # Errors
/// One sentence when the file or its layout cannot be used, was made for pictures of another size, shows
/// nothing of the table in such pictures, or cannot have Player 1 on the side asked for.
pub fn load(
    path: &Path,
    layout: Option<Layout>,
    player1: Option<Side>,
    size: (u32, u32),
) -> Result<Calibration, CalibrationError> {
    let name = path.display().to_string();
    let faulty = |why: String| CalibrationError::Faulty { name: name.clone(), why };
    let file = read(path)?;
    if let Some([width, height]) = file.image_size.filter(|[width, height]| (*width, *height) != size) {
        let (w, h) = size;
        return Err(faulty(format!(
            "it was made for pictures of {width}x{height}, but these are {w}x{h}; calibrate this recording"
        )));
    }
    let mut calibration = solve(&file, &layout_of(&file, path, layout)?, &name)?.calibration;
    let corners = calibration.layout.zones.iter().flat_map(|zone| &zone.polygon);
    let inside = |at| {
        let p = calibration.to_image(at);
        p.x >= 0.0 && p.y >= 0.0 && p.x < f64::from(size.0) && p.y < f64::from(size.1)
    };
    if !corners.copied().any(inside) {
        return Err(faulty("no part of the table would be in the picture; calibrate this recording".to_owned()));
    }
    if player1.is_some() && !calibration.layout.looks_the_same_half_turned(0.3) {
        calibration.player1 = sides::fixed(&calibration.image_from_table, player1)?;
    } else if player1.is_some() {
        let (map, side) = sides::seat(calibration.image_from_table, player1)?;
        let turned = Calibration::new(
            calibration.layout,
            calibration.method,
            map,
            calibration.distortion,
            calibration.residual_mm,
        );
        calibration = turned.ok_or_else(|| faulty("the map cannot be inverted; calibrate again".to_owned()))?;
        calibration.player1 = side;
    }
    Ok(calibration)
}

/// Reads the file alone.
pub fn read(path: &Path) -> Result<CalibrationFile, CalibrationError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| CalibrationError::Unreadable { path: path.to_owned(), why: error.to_string() })?;
    parse(&text, &path.display().to_string())
}

/// The layout given, or the one that the file at `path` names.
pub fn layout_of(file: &CalibrationFile, path: &Path, layout: Option<Layout>) -> Result<Layout, CalibrationError> {
    Ok(match (layout, file.layout.as_deref()) {
        (Some(layout), _) => layout,
        (None, None | Some(REFERENCE)) => Layout::reference(),
        (None, Some(beside)) => Layout::load(&path.parent().unwrap_or(Path::new("")).join(beside))?,
    })
}

/// Checks the text of a calibration file; `name` is what an error calls it.
pub fn parse(text: &str, name: &str) -> Result<CalibrationFile, CalibrationError> {
    let faulty = |why: String| CalibrationError::Faulty { name: name.to_owned(), why };
    let file: CalibrationFile = serde_json::from_str(text)
        .map_err(|error| faulty(format!("{error}; compare it with `slapsight schema calibration`")))?;
    if file.schema != CALIBRATION_SCHEMA {
        return Err(faulty(format!(
            "the schema is \"{}\", but this program reads \"{CALIBRATION_SCHEMA}\"; set the field `schema`",
            file.schema
        )));
    }
    Ok(file)
}

/// The camera that a file describes.
pub fn solve(file: &CalibrationFile, layout: &Layout, name: &str) -> Result<Loaded, CalibrationError> {
    let faulty = |why: String| CalibrationError::Faulty { name: name.to_owned(), why };
    let Some(rows) = file.homography else {
        if file.points.is_empty() {
            return Err(faulty("it has neither `points` nor a `homography`; give four or more points".to_owned()));
        }
        let found = points::solve(&file.points, layout).map_err(faulty)?;
        let outliers = found.outliers.iter().map(|i| i + 1).collect();
        return Ok(Loaded { calibration: found.calibration, outliers });
    };
    let singular = || faulty("the homography cannot be inverted; calibrate again".to_owned());
    if rows.iter().flatten().any(|v| !v.is_finite()) {
        return Err(singular());
    }
    let image_from_table = Homography::new(rows).inverse().ok_or_else(singular)?;
    if let Some(fault) = points::fault_of_view(&image_from_table, layout) {
        return Err(faulty(fault));
    }
    let distortion = match &file.distortion {
        None => None,
        Some(lens) if lens.model != LENS_MODEL => {
            return Err(faulty(format!(
                "the lens model is \"{}\", but this program knows \"{LENS_MODEL}\"; convert it",
                lens.model
            )));
        }
        Some(lens) => {
            let numbers = lens.k.iter().chain(lens.camera_matrix.iter().flatten());
            let focal = [lens.camera_matrix[0][0], lens.camera_matrix[1][1]];
            if numbers.clone().any(|v| !v.is_finite()) || focal.iter().any(|f| *f <= 0.0) {
                return Err(faulty("the lens has a number that cannot be; calibrate again".to_owned()));
            }
            Some(Distortion { k: lens.k, camera_matrix: lens.camera_matrix })
        }
    };
    let residual_mm = file.residual_mm.filter(|mm| mm.is_finite() && *mm >= 0.0).unwrap_or(0.0);
    let calibration = Calibration::new(layout.clone(), Method::File, image_from_table, distortion, residual_mm)
        .ok_or_else(singular)?;
    Ok(Loaded { calibration, outliers: Vec::new() })
}

impl CalibrationFile {
    /// The file for a calibration of pictures of `size`; `layout` is the layout file's name as seen from
    /// this file.
    pub fn new(calibration: &Calibration, layout: &str, size: (u32, u32)) -> CalibrationFile {
        let points = calibration
            .layout
            .zones
            .iter()
            .flat_map(|zone| &zone.polygon)
            .map(|&table| NamedPoint { image: calibration.to_image(table), table })
            .collect();
        CalibrationFile {
            schema: CALIBRATION_SCHEMA.to_owned(),
            layout: Some(layout.to_owned()),
            points,
            homography: Some(calibration.table_from_image.rows),
            distortion: calibration.distortion.map(|lens| LensFile {
                model: LENS_MODEL.to_owned(),
                k: lens.k,
                camera_matrix: lens.camera_matrix,
            }),
            residual_mm: Some(calibration.residual_mm),
            method: Some(calibration.method),
            image_size: Some([size.0, size.1]),
            player1: Some(sides::player1_side(&calibration.image_from_table)),
        }
    }

    /// Writes the file whole or not at all (beside, then renamed).
    pub fn save(&self, path: &Path) -> Result<(), CalibrationError> {
        let mut text = serde_json::to_vec_pretty(self)
            .map_err(|error| CalibrationError::Unwritable { path: path.to_owned(), why: error.to_string() })?;
        text.push(b'\n');
        write_whole(path, &text)
    }
}

/// Writes bytes to a file whole or not at all: beside it first, then renamed.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), CalibrationError> {
    let unwritable =
        |error: std::io::Error| CalibrationError::Unwritable { path: path.to_owned(), why: error.to_string() };
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut beside = tempfile::Builder::new().prefix(".slapsight-").tempfile_in(folder).map_err(unwritable)?;
    beside.write_all(bytes).map_err(unwritable)?;
    beside.as_file().sync_all().map_err(unwritable)?;
    #[cfg(unix)]
    {
        // Temporary files are private by default; a result is an ordinary file.
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(beside.path(), std::fs::Permissions::from_mode(0o644)).map_err(unwritable)?;
    }
    beside.persist(path).map_err(|error| unwritable(error.error))?;
    Ok(())
}
