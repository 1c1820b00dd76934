//! A case in, evidence out: `report.json`, `report.html`, clips. Nothing is decided here.

pub mod case;
pub mod case_page;
pub mod clip;
pub mod contacts;
pub mod cues;
pub mod error;
pub mod exact;
pub mod frames;
pub mod html;
pub mod made;
pub mod overlay;
pub mod paint;
pub mod panels;
pub mod photo;
pub mod protocol;
pub mod report;
pub mod second;
pub mod strip;
pub mod timeline;
pub mod wave;
pub mod words;

pub use case::{
    Arrival, CalibrationSummary, Case, Drift, Effort, MayBe, Question, Round, SecondView, Sound, Tops, Unreadable,
};
pub use error::EvidenceError;
pub use exact::ExactFrames;
pub use made::{Answered, Made};
pub use report::Report;
pub use wave::Wave;

use crate::base::Pile;
use crate::facts::{Incident, SlapChallenge};
use crate::store::WholeFolder;
use frames::Shot;
use html::{Picture, Pictures};
use image::{ImageFormat, RgbImage};
use report::clip_name;
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// Around a slap's contacts, real seconds shown in the photo finish before the first and after the last.
const STRIP_SECS: (f64, f64) = (0.09, 0.06);
/// Longest photo finish, real seconds.
const LONGEST_STRIP_SECS: f64 = 0.6;
/// Width of pictures of whole frames in the page, pixels.
const FRAME_WIDTH: u32 = 1200;

/// Where a report lies.
#[derive(Debug, Clone)]
pub struct Written {
    /// The folder.
    pub folder: PathBuf,
    /// The page, unless there are to be no pictures.
    pub report_html: Option<PathBuf>,
    /// The figures.
    pub report_json: PathBuf,
}

/// What was seen, as the report holds it, camera by camera.
const OBSERVATIONS: [&str; 2] = ["observations.slapsight", "observations-2.slapsight"];

/// Writes the report of a case as the folder `out`, whole or not at all. Without a `video` it is the figures alone: no page, no
/// picture, no clip. `observations` are files that the report is to hold too, camera by camera.
///
/// # Errors
/// When the recording fails or the folder cannot be written.
pub fn write(
    case: &Case,
    video: Option<&Path>,
    observations: &[PathBuf],
    out: &Path,
    progress: &mut dyn FnMut(f32, &'static str),
) -> Result<Written, EvidenceError> {
    let folder = WholeFolder::begin(out)?;
    let other = second::case(case);
    let mut report = Report::new(case, other.as_ref());
    if video.is_none() {
        report.without_clips();
    }
    for (file, name) in observations.iter().zip(OBSERVATIONS) {
        folder.hold(file, name)?;
    }
    let json = serde_json::to_vec_pretty(&report).map_err(|why| EvidenceError::Picture(why.to_string()))?;
    folder.write("report.json", &json)?;
    let report_json = out.join("report.json");
    let Some(video) = video else {
        folder.finish()?;
        return Ok(Written { folder: out.to_path_buf(), report_html: None, report_json });
    };
    let mut pictures = Vec::new();
    for (i, incident) in case.incidents.iter().enumerate() {
        progress(i as f32 / case.incidents.len() as f32, "making pictures and clips");
        folder.make("clips")?;
        clip::write(case, incident, video, folder.path())?;
        let mut shown = pictures_of(case, incident, video)?;
        if let (Some(other), Some(view)) = (&other, &case.also)
            && let Some(theirs) = other.incidents.get(i).filter(|theirs| second::filmed(other, theirs))
        {
            clip::write(other, theirs, &view.video, folder.path())?;
            shown.second = Some(Box::new((clip_name(theirs), pictures_of(other, theirs, &view.video)?)));
        }
        pictures.push(shown);
    }
    let table = table_picture(case, video)?;
    folder.write("report.html", html::page(case, &pictures, table.as_ref()).as_bytes())?;
    folder.finish()?;
    Ok(Written { folder: out.to_path_buf(), report_html: Some(out.join("report.html")), report_json })
}

fn pictures_of(case: &Case, incident: &Incident, video: &Path) -> Result<Pictures, EvidenceError> {
    let mut pictures = Pictures::default();
    if let Some(slap) = &incident.ruling.slap {
        slap_pictures(case, slap, video, &mut pictures)?;
    }
    if pictures.strip.is_none() {
        let t = incident.ruling.at.t;
        if let Some(shot) = frames::between(video, t, t + 2.0 / case.source.fps_nominal)?.into_iter().next() {
            pictures.frame = Some(annotated(case, shot)?);
        }
    }
    Ok(pictures)
}

fn slap_pictures(
    case: &Case,
    slap: &SlapChallenge,
    video: &Path,
    pictures: &mut Pictures,
) -> Result<(), EvidenceError> {
    let touches: Vec<f64> =
        slap.attempts.iter().flat_map(|attempt| [attempt.left, attempt.right]).flatten().map(|at| at.t).collect();
    let Some(first) = touches.iter().copied().min_by(f64::total_cmp) else { return Ok(()) };
    let last = touches.iter().copied().fold(first, f64::max);
    let file = |real: f64| real / case.source.time_scale.real_per_file;
    let from = first - file(STRIP_SECS.0);
    let to = (last + file(STRIP_SECS.1)).min(from + file(LONGEST_STRIP_SECS));
    let shots = frames::between(video, from, to)?;
    let completions = slap.attempts.iter().filter(|a| a.invalid.is_none()).filter_map(|a| a.complete);
    let zero = completions.map(|at| at.t).min_by(f64::total_cmp).unwrap_or(first);
    pictures.strip = strip::strip(case, slap, &shots, zero)?.as_ref().map(png).transpose()?;
    for attempt in &slap.attempts {
        for (pile, touch, hand) in
            [(Pile::Left, attempt.left, attempt.left_hand), (Pile::Right, attempt.right, attempt.right_hand)]
        {
            let Some(touch) = touch else { continue };
            let Some(sheet) = panels::contact(case, &shots, attempt.player, pile, touch)? else { continue };
            let who = report::hand_name(attempt.player, hand);
            let half_ms = case.source.time_scale.real_ms((touch.hi - touch.lo) / 2.0);
            let caption = format!("{who} on the {pile} pile: {:.4} s ± {half_ms:.1} ms", touch.t);
            pictures.contacts.push((attempt.player, caption, jpeg(&sheet)?));
        }
    }
    Ok(())
}

fn table_picture(case: &Case, video: &Path) -> Result<Option<Picture>, EvidenceError> {
    let from = case.reviewed.0;
    let shot = frames::between(video, from, from + 2.0 / case.source.fps_nominal)?.into_iter().next();
    shot.map(|shot| annotated(case, shot)).transpose()
}

fn annotated(case: &Case, mut shot: Shot) -> Result<Picture, EvidenceError> {
    overlay::draw(case, &mut shot.picture, shot.t)?;
    let (w, h) = shot.picture.dimensions();
    if w > FRAME_WIDTH {
        let height = (u64::from(h) * u64::from(FRAME_WIDTH) / u64::from(w)) as u32;
        let small =
            image::imageops::resize(&shot.picture, FRAME_WIDTH, height.max(1), image::imageops::FilterType::Triangle);
        return jpeg(&small);
    }
    jpeg(&shot.picture)
}

fn packed(picture: &RgbImage, format: ImageFormat) -> Result<Vec<u8>, EvidenceError> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format)?;
    Ok(bytes.into_inner())
}

fn png(picture: &RgbImage) -> Result<Picture, EvidenceError> {
    Ok(Picture { bytes: packed(picture, ImageFormat::Png)?, media_type: "image/png" })
}

fn jpeg(picture: &RgbImage) -> Result<Picture, EvidenceError> {
    let mut bytes = Vec::new();
    image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 88).encode_image(picture)?;
    Ok(Picture { bytes, media_type: "image/jpeg" })
}
