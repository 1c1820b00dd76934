//! The photo finish: time runs across, the pixels along a line over each pile run down.
//!
//! As in a finish-line camera, every frame gives one upright line of pixels; a hand that comes to rest
//! turns from a slanting edge into a level band, and where the slant ends is the contact. Nothing is
//! interpolated: a frame is as wide as it lasted.

use super::case::Case;
use super::error::EvidenceError;
use super::frames::Shot;
use super::paint::{self, Brush, Stroke};
use crate::base::{Image, Measured, Pile, Player, Point};
use crate::facts::SlapChallenge;
use image::RgbImage;

/// Height of one pile's band, pixels.
const BAND: u32 = 150;
/// Width of the picture, pixels.
const WIDTH: u32 = 1240;
/// Room for the pile's name at the left, pixels.
const LEFT: u32 = 70;
/// Room for the scale between the bands, pixels.
const SCALE: u32 = 44;

/// The line over a pile along which pixels are taken: through its middle, from Player 1's side to
/// Player 2's, a third of a pile beyond its zone on both sides.
fn line(case: &Case, pile: Pile) -> Option<(Point<Image>, Point<Image>)> {
    let id = if pile == Pile::Left { "centre_left" } else { "centre_right" };
    let (_, outline) = case.calibration.zones.iter().find(|(name, _)| name == id)?;
    // Corners come in order: near left, near right, far right, far left of the zone; lens-bent
    // outlines have several points an edge.
    let edge = outline.len() / 4;
    if edge == 0 {
        return None;
    }
    let corner = |i: usize| outline[i * edge];
    let mean = |a: Point<Image>, b: Point<Image>| Point::new((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
    let (near, far) = (mean(corner(0), corner(1)), mean(corner(2), corner(3)));
    let beyond = 0.33;
    let stretch = |a: Point<Image>, b: Point<Image>| Point::new(a.x + (a.x - b.x) * beyond, a.y + (a.y - b.y) * beyond);
    Some((stretch(near, far), stretch(far, near)))
}

/// The strip of a slap from frames around it; times on the scale are real milliseconds after `zero`.
///
/// # Errors
/// When drawing fails.
pub fn strip(case: &Case, slap: &SlapChallenge, shots: &[Shot], zero: f64) -> Result<Option<RgbImage>, EvidenceError> {
    let (Some(first), Some(last)) = (shots.first(), shots.last()) else { return Ok(None) };
    let frame = 1.0 / case.source.fps_nominal;
    let (from, to) = (first.t, last.t + frame);
    let height = 2 * BAND + SCALE;
    let mut picture = RgbImage::from_pixel(WIDTH, height, image::Rgb(paint::DARK));
    let column = |t: f64| f64::from(LEFT) + (t - from) / (to - from) * f64::from(WIDTH - LEFT);
    for (pile, top) in [(Pile::Left, 0), (Pile::Right, BAND + SCALE)] {
        let Some((near, far)) = line(case, pile) else { continue };
        for (i, shot) in shots.iter().enumerate() {
            let until = shots.get(i + 1).map_or(to, |next| next.t);
            let (x0, x1) = (column(shot.t).round() as u32, column(until).round() as u32);
            for y in 0..BAND {
                // Player 2's side on top, as on the table.
                let s = 1.0 - f64::from(y) / f64::from(BAND - 1);
                let at = Point::<Image>::new(near.x + (far.x - near.x) * s, near.y + (far.y - near.y) * s);
                let colour = pixel(&shot.picture, at);
                for x in x0..x1.min(WIDTH) {
                    picture.put_pixel(x, top + y, image::Rgb(colour));
                }
            }
        }
    }
    let mut strokes = vec![
        words("left", 8.0, f64::from(BAND) / 2.0, paint::WHITE),
        words("pile", 8.0, f64::from(BAND) / 2.0 + 20.0, paint::WHITE),
        words("right", 8.0, f64::from(BAND + SCALE) + f64::from(BAND) / 2.0, paint::WHITE),
        words("pile", 8.0, f64::from(BAND + SCALE) + f64::from(BAND) / 2.0 + 20.0, paint::WHITE),
    ];
    strokes.extend(scale(case, from, to, zero, &column));
    for attempt in &slap.attempts {
        for (touch, top) in [(attempt.left, 0.0), (attempt.right, f64::from(BAND + SCALE))] {
            if let Some(touch) = touch {
                strokes.extend(mark(touch, attempt.player, top, &column));
            }
        }
    }
    Brush::new(&mut picture).strokes(&strokes)?;
    Ok(Some(picture))
}

fn pixel(picture: &RgbImage, at: Point<Image>) -> [u8; 3] {
    let (w, h) = picture.dimensions();
    let inside = at.x >= 0.0 && at.y >= 0.0 && at.x < f64::from(w) && at.y < f64::from(h);
    if inside { picture.get_pixel(at.x as u32, at.y as u32).0 } else { paint::DARK }
}

fn words(text: &str, x: f64, y: f64, colour: paint::Colour) -> Stroke {
    Stroke::Words { text: text.to_owned(), at: Point::new(x, y), height: 12.0, colour, rim: false }
}

/// The ticks between the bands, every 5, 10, 25 … real milliseconds.
fn scale(case: &Case, from: f64, to: f64, zero: f64, column: &impl Fn(f64) -> f64) -> Vec<Stroke> {
    let ms = |t: f64| case.source.time_scale.real_ms(t - zero);
    let per_ms = 1.0 / case.source.time_scale.real_ms(1.0);
    let span = ms(to) - ms(from);
    let step =
        [5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 500.0, 1000.0].into_iter().find(|s| span / s <= 14.0).unwrap_or(5000.0);
    let mut out = Vec::new();
    let mut tick = (ms(from) / step).ceil() * step;
    while tick <= ms(to) {
        let x = column(zero + tick * per_ms);
        let y = f64::from(BAND);
        let colour = if tick.abs() < 1e-9 { paint::WHITE } else { paint::GREY };
        out.push(Stroke::Path {
            points: vec![Point::new(x, y + 2.0), Point::new(x, y + 10.0)],
            closed: false,
            colour,
            thickness: 1,
        });
        let text = format!("{tick:+.0} ms").replace("+0 ms", "0");
        let half = paint::words_width(&text, 11.0) / 2.0;
        out.push(Stroke::Words {
            text,
            at: Point::new((x - half).max(2.0), y + 28.0),
            height: 11.0,
            colour,
            rim: false,
        });
        tick += step;
    }
    out
}

/// A contact: a line at the instant, a bar as wide as its 95 % interval.
fn mark(touch: Measured, player: Player, top: f64, column: &impl Fn(f64) -> f64) -> Vec<Stroke> {
    let colour = paint::of(player);
    let (x, lo, hi) = (column(touch.t), column(touch.lo), column(touch.hi));
    let y = if player == Player::One { top + f64::from(BAND) - 8.0 } else { top };
    vec![
        Stroke::Path {
            points: vec![Point::new(x, top), Point::new(x, top + f64::from(BAND) - 1.0)],
            closed: false,
            colour,
            thickness: 2,
        },
        Stroke::Box { area: [lo.round() as i32, y as i32, (hi - lo).round().max(2.0) as i32, 8], colour },
    ]
}
