//! Clips of an incident: plain, and slowed with what the program believes drawn on it.

use super::case::Case;
use super::error::EvidenceError;
use super::overlay;
use super::paint::{self, Brush, Stroke};
use super::report::{clip_name, slow_clip_name};
use crate::base::{Measured, Player, Point};
use crate::facts::{EventKind, Incident};
use crate::video::{self, Encoder, Reader, cut};
use image::RgbImage;
use std::path::Path;

/// Frames a second at which the slowed clip shows frames one by one.
const SLOW_FPS: f64 = 15.0;
/// A slowed clip is at most this many frames: the part around the incident.
const MOST_FRAMES: usize = 360;

/// Writes both clips of an incident below `folder`.
///
/// # Errors
/// When the recording cannot be read or a clip cannot be written.
pub fn write(case: &Case, incident: &Incident, video: &Path, folder: &Path) -> Result<(), EvidenceError> {
    cut(video, incident.from, incident.to, &folder.join(clip_name(incident)), 2)?;
    slow(case, incident, video, &folder.join(slow_clip_name(incident)))
}

/// The instants that the slowed clip marks: who, what, when.
fn marks(case: &Case, incident: &Incident) -> Vec<(Player, String, Measured)> {
    case.events
        .iter()
        .filter(|event| event.at.t >= incident.from && event.at.t <= incident.to)
        .filter_map(|event| {
            let what = match event.kind {
                EventKind::Touch => "touches",
                EventKind::Contact => "card on",
                EventKind::Reveal => "reveals on",
                EventKind::Lift => "lifts a card",
                _ => return None,
            };
            let player = event.player?;
            let pile = event.pile.map_or(String::new(), |pile| format!(" {pile}"));
            Some((player, format!("{player} {what}{pile}"), event.at))
        })
        .collect()
}

fn slow(case: &Case, incident: &Incident, video: &Path, out: &Path) -> Result<(), EvidenceError> {
    let frame = 1.0 / case.source.fps_nominal;
    let half = MOST_FRAMES as f64 / 2.0 * frame;
    let (from, to) = (incident.from.max(incident.ruling.at.t - half), incident.to.min(incident.ruling.at.t + half));
    let marks = marks(case, incident);
    // As the tables of the page count.
    let zero = incident.ruling.slap.as_ref().map_or(incident.ruling.at.t, |slap| slap.condition.t);
    let mut reader = Reader::open(video)?;
    reader.seek(from)?;
    let mut encoder: Option<Encoder> = None;
    let mut shown = 0;
    while let Some(frame) = reader.next_frame()? {
        if frame.t > to + 1e-9 {
            break;
        }
        let mut picture = video::image_rgb(&frame);
        annotate(case, &mut picture, frame.t, zero, &marks)?;
        let encoder = match &mut encoder {
            Some(encoder) => encoder,
            None => {
                let (w, h) = picture.dimensions();
                encoder.insert(Encoder::create(out, w as usize, h as usize, None)?)
            }
        };
        encoder.push_rgb(&picture, f64::from(shown) / SLOW_FPS)?;
        shown += 1;
    }
    match encoder {
        Some(encoder) => Ok(encoder.finish()?),
        None => Ok(()),
    }
}

/// Hands and zones, a running clock, and the marks that have been reached.
fn annotate(
    case: &Case,
    picture: &mut RgbImage,
    t: f64,
    zero: f64,
    marks: &[(Player, String, Measured)],
) -> Result<(), EvidenceError> {
    overlay::draw(case, picture, t)?;
    let height = f64::from(picture.height());
    let letter = (height / 36.0).max(9.0);
    let ms = case.source.time_scale.real_ms(t - zero);
    let mut strokes = vec![Stroke::Words {
        text: format!("{ms:+8.1} ms   ({t:.4} s)"),
        at: Point::new(letter, 2.0 * letter),
        height: letter,
        colour: paint::WHITE,
        rim: true,
    }];
    let reached = marks.iter().filter(|(_, _, at)| at.t <= t).rev().take(6);
    for (i, (player, what, at)) in reached.enumerate() {
        let ms = case.source.time_scale.real_ms(at.t - zero);
        strokes.push(Stroke::Words {
            text: format!("{ms:+8.1} ms  {what}"),
            at: Point::new(letter, height - letter - i as f64 * 1.7 * letter),
            height: 0.8 * letter,
            colour: paint::of(*player),
            rim: true,
        });
    }
    Brush::new(picture).strokes(&strokes)
}
