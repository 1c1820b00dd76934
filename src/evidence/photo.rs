//! A photograph and what was read on it in, the same photograph with outlines and names out.

use super::error::EvidenceError;
use super::paint::{Brush, Colour, GREY, Stroke, ZONE};
use crate::base::{BONES, Image, Point};
use image::RgbImage;

/// Something with an outline and a name.
#[derive(Debug, Clone)]
pub struct Named {
    /// Corners, pixels.
    pub outline: Vec<Point<Image>>,
    /// What is written on it.
    pub name: String,
    /// Whether it is known, or only seen.
    pub sure: bool,
}

/// Draws outlines and names.
///
/// # Errors
/// When OpenCV refuses a stroke.
pub fn draw(picture: &mut RgbImage, things: &[Named]) -> Result<(), EvidenceError> {
    let longest = f64::from(picture.width().max(picture.height()));
    let thickness = (longest / 500.0).round().max(1.0) as i32;
    let height = (longest / 60.0).max(9.0);
    let mut strokes = Vec::new();
    for thing in things {
        let colour: Colour = if thing.sure { ZONE } else { GREY };
        strokes.push(Stroke::Path { points: thing.outline.clone(), closed: true, colour, thickness });
        let n = thing.outline.len().max(1) as f64;
        let middle = |f: fn(&Point<Image>) -> f64| thing.outline.iter().map(f).sum::<f64>() / n;
        let wide = super::paint::words_width(&thing.name, height);
        let at = Point::new(middle(|p| p.x) - wide / 2.0, middle(|p| p.y) + height / 2.0);
        strokes.push(Stroke::Words { text: thing.name.clone(), at, height, colour, rim: true });
    }
    Brush::new(picture).strokes(&strokes)
}

/// A hand with its name.
#[derive(Debug, Clone)]
pub struct Boned {
    /// The 21 landmarks, pixels.
    pub landmarks: Vec<Point<Image>>,
    /// What is written beside its wrist.
    pub name: String,
}

/// Draws the bones and names of hands.
///
/// # Errors
/// When OpenCV refuses a stroke.
pub fn draw_hands(picture: &mut RgbImage, hands: &[Boned]) -> Result<(), EvidenceError> {
    let longest = f64::from(picture.width().max(picture.height()));
    let thickness = (longest / 500.0).round().max(1.0) as i32;
    let height = (longest / 60.0).max(9.0);
    let mut strokes = Vec::new();
    for hand in hands {
        for (a, b) in BONES {
            let points = [a, b].iter().filter_map(|&i| hand.landmarks.get(i).copied()).collect();
            strokes.push(Stroke::Path { points, closed: false, colour: ZONE, thickness });
        }
        for &at in &hand.landmarks {
            strokes.push(Stroke::Dot { at, radius: 1.5 * f64::from(thickness), colour: GREY });
        }
        if let Some(&wrist) = hand.landmarks.first() {
            strokes.push(Stroke::Words { text: hand.name.clone(), at: wrist, height, colour: ZONE, rim: true });
        }
    }
    Brush::new(picture).strokes(&strokes)
}
