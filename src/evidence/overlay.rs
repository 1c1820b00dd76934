//! What the program believes, drawn on a frame: zones, hands, names, and where contacts are.

use super::case::Case;
use super::error::EvidenceError;
use super::paint::{self, Brush, Stroke};
use crate::base::{Image, Point};
use crate::facts::{HandSeen, Observation};
use image::RgbImage;

/// Bones of the hand as runs of landmarks.
const FINGERS: [&[usize]; 6] =
    [&[0, 1, 2, 3, 4], &[0, 5, 6, 7, 8], &[5, 9, 10, 11, 12], &[9, 13, 14, 15, 16], &[13, 17, 18, 19, 20], &[0, 17]];
/// Zones worth showing over a frame.
const SHOWN: [&str; 6] = ["boundary_1", "boundary_2", "centre_left", "centre_right", "draw_1", "draw_2"];

/// The observation nearest to a time.
pub fn observation_at(case: &Case, t: f64) -> Option<&Observation> {
    let after = case.observations.partition_point(|o| o.t < t);
    let near = [after.checked_sub(1), Some(after)].into_iter().flatten().filter_map(|i| case.observations.get(i));
    near.min_by(|a, b| (a.t - t).abs().total_cmp(&(b.t - t).abs()))
}

/// Strokes for zones and hands, for a picture whose pixel is `map(pixel of the recording)`.
pub fn strokes(case: &Case, t: f64, thickness: i32, map: impl Fn(Point<Image>) -> Point<Image>) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    for (id, outline) in case.calibration.zones.iter().filter(|(id, _)| SHOWN.contains(&id.as_str())) {
        let _ = id;
        strokes.push(Stroke::Path {
            points: outline.iter().map(|&p| map(p)).collect(),
            closed: true,
            colour: paint::ZONE,
            thickness,
        });
    }
    for hand in observation_at(case, t).iter().flat_map(|o| &o.hands) {
        strokes.extend(hand_strokes(hand, thickness, &map));
    }
    strokes
}

fn hand_strokes(hand: &HandSeen, thickness: i32, map: &impl Fn(Point<Image>) -> Point<Image>) -> Vec<Stroke> {
    let colour = if hand.seen { paint::of(hand.player) } else { paint::GREY };
    let at = |i: usize| map(hand.image[i]);
    if hand.image.len() != 21 {
        return Vec::new();
    }
    let mut strokes: Vec<Stroke> = FINGERS
        .iter()
        .map(|run| Stroke::Path { points: run.iter().map(|&i| at(i)).collect(), closed: false, colour, thickness })
        .collect();
    strokes.extend((0..21).map(|i| Stroke::Dot { at: at(i), radius: f64::from(thickness) * 1.6, colour }));
    strokes
}

/// A label beside each hand's wrist: `P1 left`.
pub fn labels(case: &Case, t: f64, height: f64, map: impl Fn(Point<Image>) -> Point<Image>) -> Vec<Stroke> {
    let hands = observation_at(case, t).map(|o| o.hands.as_slice()).unwrap_or_default();
    hands
        .iter()
        .filter(|hand| hand.image.len() == 21)
        .map(|hand| {
            let wrist = map(hand.image[0]);
            let text = format!("P{} {}", hand.player.number(), hand.hand);
            let at = Point::new(wrist.x - paint::words_width(&text, height) / 2.0, wrist.y + 2.2 * height);
            Stroke::Words { text, at, height, colour: paint::of(hand.player), rim: true }
        })
        .collect()
}

/// The whole frame with zones, hands and labels.
///
/// # Errors
/// When drawing fails.
pub fn draw(case: &Case, picture: &mut RgbImage, t: f64) -> Result<(), EvidenceError> {
    let scale = f64::from(picture.width()) / case.source.width.max(1) as f64;
    let map = |p: Point<Image>| Point::new((p.x + 0.5) * scale - 0.5, (p.y + 0.5) * scale - 0.5);
    let thickness = ((f64::from(picture.width()) / 900.0).round() as i32).max(1);
    let mut all = strokes(case, t, thickness, map);
    all.extend(labels(case, t, f64::from(picture.width()) / 80.0, map));
    Brush::new(picture).strokes(&all)
}
