//! The frames of one contact: before, at and after, magnified over the pile, landmarks and zone drawn.

use super::case::Case;
use super::error::EvidenceError;
use super::frames::Shot;
use super::overlay;
use super::paint::{self, Brush, Stroke};
use crate::base::{Image, Measured, Pile, Player, Point};
use image::RgbImage;
use image::imageops::{self, FilterType};

/// Side of one panel, pixels.
const SIDE: u32 = 300;

/// Three panels side by side for a player's first touch of a pile; times are real milliseconds after
/// the contact.
///
/// # Errors
/// When drawing fails.
pub fn contact(
    case: &Case,
    shots: &[Shot],
    player: Player,
    pile: Pile,
    touch: Measured,
) -> Result<Option<RgbImage>, EvidenceError> {
    let Some((centre, half)) = place(case, pile) else { return Ok(None) };
    // The last frame that begins before the contact, its neighbours, the next.
    let after = shots.partition_point(|shot| shot.t < touch.t);
    let chosen: Vec<&Shot> = [after.checked_sub(2), after.checked_sub(1), Some(after)]
        .into_iter()
        .flatten()
        .filter_map(|i| shots.get(i))
        .collect();
    if chosen.is_empty() {
        return Ok(None);
    }
    let mut sheet = RgbImage::from_pixel(SIDE * chosen.len() as u32, SIDE, image::Rgb(paint::DARK));
    for (i, shot) in chosen.iter().enumerate() {
        let panel = panel(case, shot, centre, half, player, touch)?;
        imageops::replace(&mut sheet, &panel, i64::from(SIDE) * i as i64, 0);
    }
    Ok(Some(sheet))
}

/// Middle of a pile's zone in the picture and half the side of the square to show around it.
fn place(case: &Case, pile: Pile) -> Option<(Point<Image>, f64)> {
    let id = if pile == Pile::Left { "centre_left" } else { "centre_right" };
    let (_, outline) = case.calibration.zones.iter().find(|(name, _)| name == id)?;
    let n = outline.len().max(1) as f64;
    let centre = Point::new(outline.iter().map(|p| p.x).sum::<f64>() / n, outline.iter().map(|p| p.y).sum::<f64>() / n);
    let far = outline.iter().map(|p| p.distance(centre)).fold(0.0, f64::max);
    (far.is_finite() && far > 1.0).then_some((centre, far * 1.25))
}

fn panel(
    case: &Case,
    shot: &Shot,
    centre: Point<Image>,
    half: f64,
    player: Player,
    touch: Measured,
) -> Result<RgbImage, EvidenceError> {
    let side = (2.0 * half).round().max(2.0) as u32;
    let (x0, y0) = ((centre.x - half).round() as i64, (centre.y - half).round() as i64);
    let mut cut = RgbImage::from_pixel(side, side, image::Rgb(paint::DARK));
    imageops::replace(&mut cut, &shot.picture, -x0, -y0);
    let mut panel = imageops::resize(&cut, SIDE, SIDE, FilterType::CatmullRom);
    let scale = f64::from(SIDE) / f64::from(side);
    let map =
        |p: Point<Image>| Point::new((p.x - x0 as f64 + 0.5) * scale - 0.5, (p.y - y0 as f64 + 0.5) * scale - 0.5);
    let mut strokes = overlay::strokes(case, shot.t, 1, map);
    let ms = case.source.time_scale.real_ms(shot.t - touch.t);
    strokes.push(Stroke::Box { area: [0, 0, SIDE as i32, 24], colour: paint::DARK });
    strokes.push(Stroke::Words {
        text: format!("{:.4} s   {ms:+.1} ms", shot.t),
        at: Point::new(8.0, 17.0),
        height: 11.0,
        colour: paint::of(player),
        rim: false,
    });
    Brush::new(&mut panel).strokes(&strokes)?;
    Ok(panel)
}
