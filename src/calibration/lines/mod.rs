//! Pictures and a layout in, a camera found from the mats' outlines and zone lines out, or a refusal.
//!
//! Read in this order: [`picture`] (moving hands removed), [`segments`] (straight evidence), [`vanish`]
//! (the two directions of the mats), [`propose`] (which seen line is which line of the layout), [`fit`]
//! (to a fraction of a pixel), and the decision here: the best candidate must explain most of the drawn
//! lines, on many stretches in both directions, and clearly more than any other candidate.

pub mod fit;
pub mod lens;
pub mod model;
pub mod picture;
pub mod propose;
pub mod segments;
pub mod vanish;

use super::camera::{Calibration, Method};
use super::layout::Layout;
use super::{CalibrationError, sides};
use crate::base::{Homography, Image, Point, Side, Table};
use fit::{Plan, Quality};
use image::RgbImage;
use lens::Camera;
use model::{Model, Sample};
use picture::{Channel, Plane, Stack};

/// A calibration found from lines, with what speaks for it.
#[derive(Debug, Clone)]
pub struct Solved {
    /// The calibration, in pixels of the pictures given.
    pub calibration: Calibration,
    /// Share of the visible drawn lines found in place, 0 to 1.
    pub coverage: f64,
    /// What the best camera that is clearly another one explains, comparable with `quality.firmness`.
    pub rival: f64,
    /// The evidence in numbers, in pixels of the working picture.
    pub quality: Quality,
    /// Which colour channel showed the lines.
    pub channel: Channel,
}

/// Longer side of the picture in which the mats are searched for, pixels.
const COARSE: u32 = 960;
/// Longer side of the picture on which the result is sharpened, at most.
const FINE: u32 = 1920;
/// Vanishing points looked at.
const VANISHING: usize = 9;
/// Pairs of vanishing points tried.
const PAIRS: usize = 6;
/// Candidates fitted for each picture.
const FITTED: usize = 22;

/// Least share of the visible drawn lines that must be found in place.
const LEAST_COVERAGE: f64 = 0.42;
/// And of the drawn lines that are in the picture so many samples, else any view fits them.
const LEAST_VISIBLE: usize = 60;
/// Least firmness: chance matches reach about 0.2.
const LEAST_FIRMNESS: f64 = 0.32;
/// With this much firmness no other channel is tried.
const PLENTY: f64 = 0.45;
/// Most that a clearly different camera may explain, as a share of what the best explains.
const RIVAL: f64 = 0.8;
/// Least number of drawn stretches in each direction.
const LEAST_LINES: usize = 3;
/// Share of prolongations with a line on them, as a share of the coverage, that is believed.
const LARGEST_BEYOND: f64 = 0.4;
/// Largest distance of the evidence from the lines that is believed, millimetres.
const LARGEST_RESIDUAL_MM: f64 = 4.0;

/// A candidate after the fit.
#[derive(Debug, Clone, Copy)]
struct Fitted {
    camera: Camera,
    quality: Quality,
    /// Firmness, with lines outside the picture held against it a little.
    worth: f64,
}

/// Finds the camera from a handful of pictures of one clip, spread over it so that hands move away
/// (one picture will do when nothing hides the lines). `player1` names Player 1's side of the picture.
///
/// A result promises that most drawn lines lie where the layout says and that no clearly different view
/// explains nearly as much. A refusal does not promise that there are no mats.
pub fn solve_lines(pictures: &[RgbImage], layout: &Layout, player1: Option<Side>) -> Result<Solved, CalibrationError> {
    let model = Model::new(layout);
    if model.offsets(0).len() < 3 || model.offsets(1).len() < 3 {
        return Err(refusal("the layout has too few straight lines for an automatic search"));
    }
    let twin = layout.looks_the_same_half_turned(0.3);
    let coarse = Stack::new(pictures, COARSE)?;
    let mut best: Option<(Fitted, f64)> = None;
    for channel in Channel::ALL {
        let plane = coarse.median(channel);
        let fitted = search(&plane, &model, twin)?;
        if let Some(&first) = fitted.first() {
            let rival = rival(&fitted, &model, &plane);
            let clear = |worth: f64, rival: f64| worth - 0.5 * rival;
            let better = best
                .as_ref()
                .is_none_or(|(other, other_rival)| clear(first.worth, rival) > clear(other.worth, *other_rival));
            if better {
                best = Some((first, rival));
            }
            if first.worth > PLENTY && rival < RIVAL * first.worth {
                break;
            }
        }
    }
    let (first, rival) = best.ok_or_else(|| refusal("too few straight lines are to be seen"))?;
    trust(&first.quality, first.worth, rival)?;

    let channel = clearest_channel(&coarse, &first.camera, &model);
    let fine = Stack::new(pictures, FINE)?;
    let plane = fine.median(channel);
    let start = first.camera.enlarged(fine.scale / coarse.scale, plane.width, plane.height);
    let (camera, quality) =
        sharpen(&plane, &start, &model).ok_or_else(|| refusal("the lines seen do not settle on one view"))?;
    trust(&quality, quality.firmness, rival)?;

    let (width, height) = pictures[0].dimensions();
    let camera = camera.enlarged(1.0 / fine.scale, width as usize, height as usize);
    let mut image_from_table = camera.homography();
    let side;
    if twin {
        (image_from_table, side) = sides::seat(image_from_table, player1)?;
    } else {
        side = sides::fixed(&image_from_table, player1)?;
    }
    let calibration =
        Calibration::new(layout.clone(), Method::Lines, image_from_table, camera.distortion(), quality.residual_mm)
            .ok_or_else(|| refusal("the view found is degenerate"))?;
    let calibration = Calibration { player1: side, ..calibration };
    Ok(Solved { calibration, coverage: quality.coverage, rival, quality, channel })
}

fn refusal(why: &str) -> CalibrationError {
    CalibrationError::NotTrusted { why: why.to_owned() }
}

/// Refuses what cannot be trusted.
fn trust(quality: &Quality, worth: f64, rival: f64) -> Result<(), CalibrationError> {
    let percent = (100.0 * quality.coverage).round();
    if quality.visible < LEAST_VISIBLE {
        return Err(refusal("too little of the zone lines of the layout is in the picture to tell where the table is"));
    }
    if quality.coverage < LEAST_COVERAGE {
        return Err(refusal(&format!("only {percent} % of the zone lines are where the layout says")));
    }
    if quality.firmness < LEAST_FIRMNESS {
        return Err(refusal("the lines seen scatter about those of the layout as if by chance"));
    }
    if quality.lines_along_x < LEAST_LINES || quality.lines_along_y < LEAST_LINES {
        return Err(refusal("too few zone lines are visible along one direction of the table"));
    }
    if quality.beyond > LARGEST_BEYOND * quality.coverage {
        return Err(refusal("the lines seen run on where those of the layout end"));
    }
    if quality.residual_mm > LARGEST_RESIDUAL_MM {
        return Err(refusal(&format!("the lines are {:.1} mm off the layout", quality.residual_mm)));
    }
    if rival > RIVAL * worth {
        return Err(refusal("two different views explain the lines about equally well"));
    }
    Ok(())
}

/// Smallest contrast that counts as a line, grey levels, for a plane.
fn least_contrast(plane: &Plane) -> f64 {
    // Three readings side by side and two pixels of slope average the noise down.
    (3.5 * plane.noise()).clamp(4.0, 40.0)
}

/// Fitted candidates for one plane, best first.
fn search(plane: &Plane, model: &Model, twin: bool) -> Result<Vec<Fitted>, CalibrationError> {
    let size = (plane.width, plane.height);
    let shortest = 0.014 * size.0.max(size.1) as f64;
    let segments = segments::detect(plane, shortest)?;
    let frame = vanish::Frame::new(size.0, size.1);
    let points = vanish::find(&frame, &segments, VANISHING);
    let mut pairs: Vec<(f64, [[f64; 3]; 2])> = Vec::new();
    for (i, a) in points.iter().enumerate() {
        for b in &points[i + 1..] {
            if vanish::may_be_perpendicular(a.point, b.point) {
                pairs.push((a.support + b.support, [a.point, b.point]));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut candidates = Vec::new();
    for (_, pair) in pairs.into_iter().take(PAIRS) {
        candidates.extend(propose::candidates(&frame, size, &segments, pair, model, twin, FITTED)?);
    }
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
    let candidates = propose::distinct(candidates, model, 8.0, FITTED);
    let samples = model.samples(1.2);
    let drawn: Vec<Sample> = samples.iter().filter(|s| s.kind == model::Kind::Drawn).copied().collect();
    let least = least_contrast(plane);
    let tolerance = tolerance_px(plane);
    let mut fitted: Vec<Fitted> = candidates
        .iter()
        .filter_map(|candidate| {
            let mut camera = Camera::new(&candidate.image_from_table, size.0, size.1)?;
            let plan = Plan { least, lens: false, mats: 0.0 };
            for radius in [8.0, 6.0, 5.0, 4.0, 3.0] {
                camera = fit::improve(plane, &camera, &drawn, radius, plan, None)?;
            }
            let quality = fit::judge(plane, &camera, &drawn, model, least, tolerance)?;
            let hidden = drawn.len() - quality.visible;
            let worth = quality.firmness * quality.visible as f64 / (quality.visible as f64 + 0.5 * hidden as f64);
            believable(&camera, model, plane).then_some(Fitted { camera, quality, worth })
        })
        .collect();
    fitted.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    Ok(fitted)
}

/// The channel in which the lines stand out most from the noise, among those that show nearly the most
/// of them.
fn clearest_channel(coarse: &Stack, camera: &Camera, model: &Model) -> Channel {
    let samples = model.samples(1.2);
    let views: Vec<(Channel, f64, f64)> = Channel::ALL
        .iter()
        .filter_map(|&channel| {
            let plane = coarse.median(channel);
            let tolerance = 1.5 * tolerance_px(&plane);
            let least = least_contrast(&plane);
            let quality = fit::judge(&plane, camera, &samples, model, least, tolerance)?;
            // A line that is off by a pixel or two is still a line: contrast decides.
            Some((channel, quality.coverage, quality.contrast / least.max(8.0)))
        })
        .collect();
    let most = views.iter().map(|view| view.1).fold(0.0, f64::max);
    let mut best = (Channel::Luma, 0.0);
    for (channel, coverage, clearness) in views {
        // Brightness has the full resolution in video; a colour must be clearly better to be preferred.
        let clearness = if channel == Channel::Luma { 1.4 * clearness } else { clearness };
        if coverage >= most - 0.06 && clearness > best.1 {
            best = (channel, clearness);
        }
    }
    best.0
}

/// Distance from a line at which evidence still counts as in place, pixels.
fn tolerance_px(plane: &Plane) -> f64 {
    (0.0022 * plane.width.max(plane.height) as f64).max(1.5)
}

/// Whether the camera sees the table from above, not mirrored, and large enough.
fn believable(camera: &Camera, model: &Model, plane: &Plane) -> bool {
    let map = camera.homography();
    let (low, high) = model.bounds;
    let corners = [(low.x, low.y), (high.x, low.y), (high.x, high.y), (low.x, high.y)];
    // Twice the area by the shoelace formula; counter-clockwise on the table is negative in a picture
    // whose y points down when the order is kept.
    let mut twice = 0.0;
    for i in 0..4 {
        let ends = [corners[i], corners[(i + 1) % 4]]
            .map(|(x, y)| camera.project(Point::<Table>::new(x, y)).map(|_| map.apply(Point::new(x, y))));
        let [Some(a), Some(b)] = ends else { return false };
        let (a, b): (Point<Image>, Point<Image>) = (a, b);
        twice += a.x * b.y - b.x * a.y;
    }
    -twice / 2.0 > 0.06 * (plane.width * plane.height) as f64
}

/// What the best clearly different candidate is worth. Different means that half of all drawn lines lie
/// elsewhere: a fit that misplaces a few lines of the same view is no rival, nor is the half turn.
fn rival(fitted: &[Fitted], model: &Model, plane: &Plane) -> f64 {
    let Some(first) = fitted.first() else { return 0.0 };
    let clearly = 0.012 * plane.width.max(plane.height) as f64;
    let drawn: Vec<Sample> = model.samples(2.0).into_iter().filter(|s| s.kind == model::Kind::Drawn).collect();
    let elsewhere = |map: Homography<Table, Image>, other: &Fitted| {
        let other = other.camera.homography();
        let same = drawn.iter().filter(|s| map.apply(s.at).distance(other.apply(s.at)) < clearly).count();
        2 * same < drawn.len()
    };
    let map = first.camera.homography();
    fitted[1..]
        .iter()
        .filter(|other| elsewhere(map, other) && elsewhere(sides::half_turned(&map), other))
        .map(|other| other.worth)
        .fold(0.0, f64::max)
}

/// The last fit, on the sharpest picture, with the mats' edges and, if it clearly helps, the lens.
fn sharpen(plane: &Plane, start: &Camera, model: &Model) -> Option<(Camera, Quality)> {
    let least = least_contrast(plane);
    let tolerance = tolerance_px(plane);
    let grain = (plane.width.max(plane.height) as f64 / f64::from(COARSE)).max(1.0);
    let samples = model.samples(0.6);
    let run = |lens: bool| {
        let mut camera = *start;
        for (radius, mats) in [(7.0, 0.0), (5.0, 0.0), (4.0, 0.0), (3.0, 0.25), (2.5, 0.25), (2.0, 0.25), (2.0, 0.25)] {
            camera = fit::improve(plane, &camera, &samples, radius * grain, Plan { least, lens, mats }, None)?;
        }
        let quality = fit::judge(plane, &camera, &samples, model, least, tolerance)?;
        Some((camera, quality))
    };
    let ideal = run(false);
    let bent = run(true);
    match (ideal, bent) {
        (Some(ideal), Some(bent)) => {
            // A lens must earn its parameter: a clearly smaller residual or clearly more lines in place.
            let clearly = bent.1.coverage > ideal.1.coverage + 0.03
                || (bent.1.residual_px < 0.85 * ideal.1.residual_px && bent.1.coverage > ideal.1.coverage - 0.01);
            Some(if clearly && bent.0.k1.abs() > 0.004 { bent } else { ideal })
        }
        (found, None) | (None, found) => found,
    }
}
