//! Photographs for the commands that need no table, and copies of them with something drawn on.

use crate::calibration::file::write_whole;
use crate::vision::models::VisionError;
use image::{ImageDecoder, ImageReader, RgbImage};
use std::path::Path;

/// The most pixels of a picture: those of a 100-megapixel camera.
const MOST_PIXELS: u64 = 120_000_000;

/// What stands in the way.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The file is not there, or cannot be opened.
    #[error("{path} cannot be opened ({why}); check the name and its permissions")]
    Open {
        /// The file.
        path: String,
        /// The system's words.
        why: String,
    },
    /// It is no picture that can be read.
    #[error("{path} is not a picture that can be read ({why}); give a JPEG or PNG file")]
    Picture {
        /// The file.
        path: String,
        /// The decoder's words.
        why: String,
    },
    /// It is too large.
    #[error("{path} has {width}x{height} pixels, more than are read at once; make it smaller first")]
    Large {
        /// The file.
        path: String,
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The picture with what was found drawn on it.
    #[error("{path} could not be written ({why}); choose another place")]
    Draw {
        /// The file.
        path: String,
        /// What went wrong.
        why: String,
    },
    /// The models.
    #[error(transparent)]
    Vision(#[from] VisionError),
}

/// A picture as one sees it: turned as its camera says it was held.
///
/// # Errors
/// [`PictureError::Open`], [`PictureError::Picture`] or [`PictureError::Large`].
pub fn picture(file: &Path) -> Result<RgbImage, PictureError> {
    let path = file.display().to_string();
    let open = |error: std::io::Error| PictureError::Open { path: path.clone(), why: error.to_string() };
    let unreadable = |error: image::ImageError| PictureError::Picture { path: path.clone(), why: error.to_string() };
    let mut reader = ImageReader::open(file).map_err(open)?.with_guessed_format().map_err(open)?;
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(MOST_PIXELS * 8);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(unreadable)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(PictureError::Large { path, width, height });
    }
    let held = decoder.orientation().map_err(unreadable)?;
    let mut picture = image::DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    picture.apply_orientation(held);
    Ok(picture.into_rgb8())
}

/// Writes a picture as PNG, whole or not at all.
///
/// # Errors
/// [`PictureError::Draw`].
pub fn write_png(picture: &RgbImage, out: &Path) -> Result<(), PictureError> {
    let failed = |why: String| PictureError::Draw { path: out.display().to_string(), why };
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).map_err(|e| failed(e.to_string()))?;
    write_whole(out, &png.into_inner()).map_err(|e| failed(e.to_string()))
}
