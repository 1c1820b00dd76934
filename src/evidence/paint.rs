//! Drawing on pictures: lines, dots and words, all anti-aliased, in colours that people with colour
//! blindness can tell apart.

use super::error::EvidenceError;
use crate::base::{Image, Player, Point};
use image::RgbImage;
use opencv::core::{Mat, Point as CvPoint, Scalar, Vector};
use opencv::imgproc;
use opencv::prelude::*;

/// Red, green, blue.
pub type Colour = [u8; 3];

/// Player 1: blue; Player 2: orange (Okabe and Ito's palette).
pub const PLAYERS: [Colour; 2] = [[86, 180, 233], [230, 159, 0]];
/// Zone outlines.
pub const ZONE: Colour = [240, 228, 66];
/// Words and scales.
pub const WHITE: Colour = [255, 255, 255];
/// Backgrounds.
pub const DARK: Colour = [24, 26, 30];
/// Lesser words and scales.
pub const GREY: Colour = [150, 154, 160];

/// A player's colour.
pub fn of(player: Player) -> Colour {
    PLAYERS[player.index()]
}

/// Sub-pixel bits of the drawing routines.
const SHIFT: i32 = 4;
/// Coordinates beyond this are left out: nothing there is visible.
const FAR: f64 = 20_000.0;

fn fixed(p: Point<Image>) -> Option<CvPoint> {
    let scaled = |v: f64| (v * f64::from(1 << SHIFT)).round() as i32;
    (p.x.abs() < FAR && p.y.abs() < FAR).then(|| CvPoint::new(scaled(p.x), scaled(p.y)))
}

fn scalar([r, g, b]: Colour) -> Scalar {
    Scalar::new(f64::from(r), f64::from(g), f64::from(b), 0.0)
}

/// Draws on a picture in place.
pub struct Brush<'a> {
    picture: &'a mut RgbImage,
}

impl<'a> Brush<'a> {
    /// A brush for `picture`.
    pub fn new(picture: &'a mut RgbImage) -> Brush<'a> {
        Brush { picture }
    }

    fn on_mat(&mut self, draw: impl FnOnce(&mut Mat) -> opencv::Result<()>) -> Result<(), EvidenceError> {
        let (width, height) = self.picture.dimensions();
        let flat = Mat::new_rows_cols_with_data(height as i32, 3 * width as i32, self.picture.as_raw().as_slice())?;
        let mut mat = flat.reshape(3, height as i32)?.try_clone()?;
        draw(&mut mat)?;
        let painted = RgbImage::from_raw(width, height, mat.data_bytes()?.to_vec());
        if let Some(painted) = painted {
            *self.picture = painted;
        }
        Ok(())
    }

    /// Runs many strokes with one copy of the picture each way.
    ///
    /// # Errors
    /// When OpenCV refuses a stroke.
    pub fn strokes(&mut self, strokes: &[Stroke]) -> Result<(), EvidenceError> {
        self.on_mat(|mat| strokes.iter().try_for_each(|stroke| stroke.draw(mat)))
    }
}

/// One thing to draw.
#[derive(Debug, Clone)]
pub enum Stroke {
    /// Lines through points.
    Path {
        /// The points.
        points: Vec<Point<Image>>,
        /// Back to the first.
        closed: bool,
        /// Colour.
        colour: Colour,
        /// Pixels.
        thickness: i32,
    },
    /// A filled disc.
    Dot {
        /// Middle.
        at: Point<Image>,
        /// Pixels.
        radius: f64,
        /// Colour.
        colour: Colour,
    },
    /// A filled rectangle.
    Box {
        /// Left, top, width, height.
        area: [i32; 4],
        /// Colour.
        colour: Colour,
    },
    /// Words, their lower left corner given, with a dark rim when asked.
    Words {
        /// The words (ASCII).
        text: String,
        /// Lower left corner.
        at: Point<Image>,
        /// Height of a capital, pixels.
        height: f64,
        /// Colour.
        colour: Colour,
        /// Dark rim for unquiet backgrounds.
        rim: bool,
    },
}

/// Width in pixels of words at a capital's height.
pub fn words_width(text: &str, height: f64) -> f64 {
    let mut baseline = 0;
    imgproc::get_text_size(text, imgproc::FONT_HERSHEY_SIMPLEX, letters(height), 1, &mut baseline)
        .map_or(text.len() as f64 * height, |size| f64::from(size.width))
}

/// OpenCV's scale for a capital's height: its letters are 21 units high.
fn letters(height: f64) -> f64 {
    height / 21.0
}

impl Stroke {
    fn draw(&self, mat: &mut Mat) -> opencv::Result<()> {
        match self {
            Stroke::Path { points, closed, colour, thickness } => {
                let line: Vector<CvPoint> = points.iter().filter_map(|&p| fixed(p)).collect();
                if line.len() < 2 {
                    return Ok(());
                }
                imgproc::polylines(mat, &line, *closed, scalar(*colour), *thickness, imgproc::LINE_AA, SHIFT)
            }
            Stroke::Dot { at, radius, colour } => match fixed(*at) {
                Some(centre) => {
                    let radius = (radius * f64::from(1 << SHIFT)).round() as i32;
                    imgproc::circle(mat, centre, radius, scalar(*colour), imgproc::FILLED, imgproc::LINE_AA, SHIFT)
                }
                None => Ok(()),
            },
            Stroke::Box { area: [x, y, w, h], colour } => {
                let area = opencv::core::Rect::new(*x, *y, *w, *h);
                imgproc::rectangle(mat, area, scalar(*colour), imgproc::FILLED, imgproc::LINE_8, 0)
            }
            Stroke::Words { text, at, height, colour, rim } => {
                let corner = CvPoint::new(at.x.round() as i32, at.y.round() as i32);
                let thin = ((height / 11.0).round() as i32).max(1);
                let passes = [(DARK, thin + 3, *rim), (*colour, thin, true)];
                for (paint, thickness, _) in passes.into_iter().filter(|pass| pass.2) {
                    imgproc::put_text(
                        mat,
                        text,
                        corner,
                        imgproc::FONT_HERSHEY_SIMPLEX,
                        letters(*height),
                        scalar(paint),
                        thickness,
                        imgproc::LINE_AA,
                        false,
                    )?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_land_where_they_should() {
        let mut picture = RgbImage::new(40, 30);
        let dot = Stroke::Dot { at: Point::new(10.0, 20.0), radius: 3.0, colour: [255, 0, 0] };
        Brush::new(&mut picture).strokes(&[dot]).unwrap();
        assert_eq!(picture.get_pixel(10, 20).0, [255, 0, 0]);
        assert_eq!(picture.get_pixel(30, 5).0, [0, 0, 0]);
    }

    #[test]
    fn far_points_are_left_out() {
        let mut picture = RgbImage::new(8, 8);
        let far = Stroke::Dot { at: Point::new(f64::INFINITY, 0.0), radius: 3.0, colour: WHITE };
        Brush::new(&mut picture).strokes(&[far]).unwrap();
        assert!(picture.pixels().all(|p| p.0 == [0, 0, 0]));
    }
}
