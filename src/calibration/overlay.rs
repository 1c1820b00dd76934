//! A picture and a calibration in, the same picture with zones, axes and players drawn out: a person
//! sees in a second whether it fits.

use super::CalibrationError;
use super::camera::{Calibration, Method};
use super::layout::Zone;
use crate::base::{Image, Point, Table};
use image::RgbImage;
use opencv::core::{Mat, Point as CvPoint, Scalar, Vector};
use opencv::imgproc;
use opencv::prelude::*;

const ZONE: [f64; 3] = [255.0, 220.0, 0.0];
const MAT: [f64; 3] = [0.0, 220.0, 255.0];
const X_AXIS: [f64; 3] = [255.0, 60.0, 60.0];
const Y_AXIS: [f64; 3] = [90.0, 255.0, 90.0];
const PLAYER: [f64; 3] = [255.0, 130.0, 255.0];

/// Sub-pixel bits of the drawing routines' coordinates.
const SHIFT: i32 = 4;
/// Pixels from the picture beyond which nothing is drawn.
const FAR_PX: f64 = 20_000.0;

struct Canvas<'a> {
    mat: Mat,
    calibration: &'a Calibration,
    thickness: i32,
    letters: f64,
}

impl Canvas<'_> {
    fn pixel(&self, at: Point<Table>) -> Option<Point<Image>> {
        let p = self.calibration.to_image(at);
        (p.x.abs() < FAR_PX && p.y.abs() < FAR_PX).then_some(p)
    }

    /// A straight stretch on the table, which a lens may bend.
    fn stretch(&mut self, from: Point<Table>, to: Point<Table>, colour: [f64; 3]) -> Result<(), CalibrationError> {
        const PIECES: usize = 12;
        let mut curve: Vector<CvPoint> = Vector::new();
        for i in 0..=PIECES {
            let s = i as f64 / PIECES as f64;
            let at = Point::new(from.x + s * (to.x - from.x), from.y + s * (to.y - from.y));
            let Some(p) = self.pixel(at) else { return Ok(()) };
            let fixed = |v: f64| (v * f64::from(1 << SHIFT)).round() as i32;
            curve.push(CvPoint::new(fixed(p.x), fixed(p.y)));
        }
        let [r, g, b] = colour;
        let paint = Scalar::new(r, g, b, 0.0);
        imgproc::polylines(&mut self.mat, &curve, false, paint, self.thickness, imgproc::LINE_AA, SHIFT)?;
        Ok(())
    }

    fn outline(&mut self, zone: &Zone, colour: [f64; 3]) -> Result<(), CalibrationError> {
        for (i, &from) in zone.polygon.iter().enumerate() {
            self.stretch(from, zone.polygon[(i + 1) % zone.polygon.len()], colour)?;
        }
        Ok(())
    }

    /// Text with a dark rim, its middle at a pixel.
    fn text(&mut self, words: &str, at: Point<Image>, colour: [f64; 3], size: f64) -> Result<(), CalibrationError> {
        let letters = self.letters * size;
        let mut baseline = 0;
        let extent =
            imgproc::get_text_size(words, imgproc::FONT_HERSHEY_SIMPLEX, letters, self.thickness, &mut baseline)?;
        let corner = CvPoint::new(at.x as i32 - extent.width / 2, at.y as i32 + extent.height / 2);
        let [r, g, b] = colour;
        for (paint, thickness) in [(Scalar::all(0.0), 3 * self.thickness), (Scalar::new(r, g, b, 0.0), self.thickness)]
        {
            imgproc::put_text(
                &mut self.mat,
                words,
                corner,
                imgproc::FONT_HERSHEY_SIMPLEX,
                letters,
                paint,
                thickness,
                imgproc::LINE_AA,
                false,
            )?;
        }
        Ok(())
    }

    fn label(&mut self, words: &str, at: Point<Table>, colour: [f64; 3], size: f64) -> Result<(), CalibrationError> {
        match self.pixel(at) {
            Some(p) => self.text(words, p, colour, size),
            None => Ok(()),
        }
    }
}

/// Draws what the calibration believes over the picture.
pub fn overlay(picture: &RgbImage, calibration: &Calibration) -> Result<RgbImage, CalibrationError> {
    let (width, height) = picture.dimensions();
    let bytes = Mat::new_rows_cols_with_data(height as i32, 3 * width as i32, picture.as_raw().as_slice())?;
    let mat = bytes.reshape(3, height as i32)?.try_clone()?;
    let longest = f64::from(width.max(height));
    let thickness = (longest / 900.0).round().max(1.0) as i32;
    let mut canvas = Canvas { mat, calibration, thickness, letters: (longest / 2400.0).max(0.3) };
    let layout = &calibration.layout;
    for mat in &layout.mats {
        canvas.outline(mat, MAT)?;
    }
    for zone in &layout.zones {
        canvas.outline(zone, ZONE)?;
    }
    for (tip, name, colour) in [((9.0, 0.0), "x", X_AXIS), ((0.0, 9.0), "y", Y_AXIS)] {
        canvas.stretch(Point::new(0.0, 0.0), Point::new(tip.0, tip.1), colour)?;
        canvas.label(name, Point::new(tip.0 * 1.15, tip.1 * 1.15), colour, 1.2)?;
    }
    for zone in &layout.zones {
        // The centre's name would lie on the axes: its halves say enough.
        if zone.id != "centre" {
            canvas.label(&zone.id, zone.middle(), ZONE, 0.9)?;
        }
    }
    for (player, y) in [("Player 1", -40.0), ("Player 2", 40.0)] {
        canvas.label(player, Point::new(0.0, y), PLAYER, 1.6)?;
    }
    let how = match calibration.method {
        Method::Lines => "from the mats' lines",
        Method::Points => "from named points",
        Method::Markers => "from markers",
        Method::File => "from a file",
    };
    let words = format!("{how}, residual {:.1} mm, Player 1: {}", calibration.residual_mm, calibration.player1);
    let below = 14.0 * longest / 960.0;
    canvas.text(&words, Point::new(f64::from(width) / 2.0, below), [255.0; 3], 1.1)?;
    let pixels = canvas.mat.data_bytes()?.to_vec();
    RgbImage::from_raw(width, height, pixels)
        .ok_or_else(|| CalibrationError::Library("a picture changed its size while drawn on".to_owned()))
}
