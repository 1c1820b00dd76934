//! `slapsight calibrate`: a recording in, `calibration.json` and a picture to look at out.

use super::{CliError, print, say};
use crate::base::Side;
use crate::calibration::{self, Calibration, CalibrationError, CalibrationFile, Layout, Method, file};
use crate::video::{self, Reader, VideoError};
use image::{ImageFormat, RgbImage};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// Find the table in a recording: from the lines of the mats, or from named points.
///
/// Writes the calibration and, beside it, a picture with the zones drawn over the first frame: look at it.
/// Prints how the table was found, how far the evidence lies from the model (millimetres on the table) and
/// on which side of the picture Player 1 sits.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  slapsight calibrate match.mp4 --out calibration.json
      from the lines of the official mats
  slapsight calibrate match.mp4 --out calibration.json --layout mats.json --player1 far
      other mats, Player 1 at the top of the picture
  slapsight calibrate match.mp4 --out calibration.json --points points.json
      from a calibration file that holds points only (four or more)")]
pub struct Args {
    /// The recording: any file that FFmpeg can decode
    pub video: PathBuf,

    /// File for the calibration; the picture goes beside it with the ending .png
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// What is drawn on the mats (layout.json) [default: the official mats]
    #[arg(long, value_name = "FILE")]
    pub layout: Option<PathBuf>,

    /// Named points instead of the mats' lines: a calibration file with `points`
    #[arg(long, value_name = "FILE")]
    pub points: Option<PathBuf>,

    /// Side of the picture on which Player 1 sits [default: chosen from the view, and printed]
    #[arg(long, value_enum, value_name = "SIDE")]
    pub player1: Option<Side>,
}

impl From<CalibrationError> for CliError {
    fn from(error: CalibrationError) -> Self {
        CliError::Calibration(error.to_string())
    }
}

impl From<VideoError> for CliError {
    fn from(error: VideoError) -> Self {
        CliError::Calibration(error.to_string())
    }
}

/// Moments of the recording that are looked at: hands are elsewhere in each.
const PICTURES: usize = 9;

/// Runs the command.
///
/// # Errors
/// One sentence for whatever stands in the way; then nothing is written.
pub fn run(args: Args) -> Result<(), CliError> {
    let unfit = |error: CalibrationError| CliError::Calibration(format!("{}: {error}", args.video.display()));
    let picture_path = args.out.with_extension("png");
    if picture_path == args.out {
        let why = "the ending .png is for the picture beside it; name a file that ends in .json";
        return Err(CliError::Calibration(format!("{}: {why}", args.out.display())));
    }
    let layout = args.layout.as_deref().map(Layout::load).transpose().map_err(CalibrationError::from)?;
    let pictures = pictures(&args.video)?;
    let Some(first) = pictures.first() else {
        let why = "no frame can be decoded; use the original recording";
        return Err(CliError::Calibration(format!("{}: {why}", args.video.display())));
    };
    let size = first.dimensions();
    let calibration = match &args.points {
        Some(points) => from_points(points, layout, args.player1, size)?,
        None => {
            let layout = layout.unwrap_or_else(Layout::reference);
            calibration::solve_lines(&pictures, &layout, args.player1).map_err(unfit)?.calibration
        }
    };
    let named = match (&args.layout, &args.points) {
        (Some(layout), _) => name_from(layout, &args.out),
        (None, Some(points)) => match file::read(points)?.layout.as_deref() {
            None | Some(file::REFERENCE) => file::REFERENCE.to_owned(),
            Some(beside) => name_from(&points.parent().unwrap_or(Path::new("")).join(beside), &args.out),
        },
        (None, None) => file::REFERENCE.to_owned(),
    };
    let mut png = Cursor::new(Vec::new());
    calibration::overlay(first, &calibration)?
        .write_to(&mut png, ImageFormat::Png)
        .map_err(|error| CliError::Calibration(format!("{}: {error}", picture_path.display())))?;
    CalibrationFile::new(&calibration, &named, size).save(&args.out)?;
    if let Err(error) = file::write_whole(&picture_path, &png.into_inner()) {
        // Both or neither: the calibration just written is this run's own.
        let _ = std::fs::remove_file(&args.out);
        return Err(error.into());
    }
    print(&text(&calibration, &args.out, &picture_path))
}

fn text(calibration: &Calibration, out: &Path, picture: &Path) -> String {
    let how = match calibration.method {
        Method::Lines => "the lines of the mats",
        Method::Points => "named points",
        Method::Markers => "markers",
        Method::File => "a homography in a file",
    };
    format!(
        "Method: {how}\nResidual: {:.2} mm on the table\nPlayer 1: {} in the picture\nCalibration: {}\nPicture to check: {}",
        calibration.residual_mm,
        calibration.player1,
        out.display(),
        picture.display()
    )
}

fn from_points(
    path: &Path,
    layout: Option<Layout>,
    player1: Option<Side>,
    size: (u32, u32),
) -> Result<Calibration, CliError> {
    let parsed = file::read(path)?;
    let name = path.display().to_string();
    let solved = file::solve(&parsed, &file::layout_of(&parsed, path, layout.clone())?, &name)?;
    if !solved.outliers.is_empty() {
        let list: Vec<String> = solved.outliers.iter().map(ToString::to_string).collect();
        say(&format!("{name}: left out because they contradict the others: point {}", list.join(", ")));
    }
    Ok(calibration::load(path, layout, player1, size)?)
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

/// Pictures spread over the whole recording.
fn pictures(path: &Path) -> Result<Vec<RgbImage>, CliError> {
    let mut reader = Reader::open(path)?;
    let duration = reader.info().duration_s;
    let mut pictures = Vec::new();
    for i in 0..PICTURES {
        reader.seek(duration * i as f64 / PICTURES as f64)?;
        pictures.extend(reader.next_frame()?.as_ref().map(video::image_rgb));
    }
    Ok(pictures)
}
