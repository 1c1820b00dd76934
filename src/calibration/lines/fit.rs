//! A rough camera and a grey plane in, a camera fitted to the lines to a fraction of a pixel out.
//!
//! At every sample of the layout's lines the brightness is read along the normal. A drawn line shows as
//! two opposite edges close together, whose middle is the measurement; a mat's edge as one step. The
//! camera moves by iteratively reweighted Levenberg-Marquardt on the normal distances while the search
//! radius shrinks.

use super::lens::{Camera, INSET, LENS, PARAMETERS};
use super::model::{Kind, Model, Sample};
use super::picture::Plane;
use crate::base::{Image, Point, Table};

/// What was found at one sample.
#[derive(Debug, Clone, Copy)]
pub struct Hit {
    /// Signed distance from the predicted line along its normal, pixels.
    pub offset: f64,
    /// Difference between the line and its surroundings, grey levels; negative for a dark line. For a
    /// mat's edge the height of the step, always positive.
    pub contrast: f64,
}

/// A sample as seen through a camera.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// Predicted pixel.
    pub at: Point<Image>,
    /// Unit normal of the line in the picture.
    pub normal: (f64, f64),
    /// Pixels per centimetre along the normal.
    pub scale: f64,
    /// What is there; `None` when nothing like a line was found within the radius.
    pub hit: Option<Hit>,
}

/// Widest drawn line looked for, centimetres.
const WIDEST_LINE_CM: f64 = 1.2;
/// Step between readings along the normal, pixels.
const STEP_PX: f64 = 0.5;

/// The predicted pixel, normal and scale of a sample; `None` outside the picture or behind the camera.
pub fn predict(camera: &Camera, sample: &Sample) -> Option<Prediction> {
    let on_table = camera.drawn_at(sample);
    let at = camera.project(on_table)?;
    let half = 0.5;
    let beside = |dx: f64, dy: f64| camera.project(Point::<Table>::new(on_table.x + dx, on_table.y + dy));
    let ahead = beside(half * sample.along.0, half * sample.along.1)?;
    let behind = beside(-half * sample.along.0, -half * sample.along.1)?;
    let (tx, ty) = (ahead.x - behind.x, ahead.y - behind.y);
    let length = tx.hypot(ty);
    if length.is_nan() || length <= 1e-6 {
        return None;
    }
    let normal = (-ty / length, tx / length);
    let left = beside(-half * sample.along.1, half * sample.along.0)?;
    let right = beside(half * sample.along.1, -half * sample.along.0)?;
    let scale = ((left.x - right.x) * normal.0 + (left.y - right.y) * normal.1).abs();
    Some((at, normal, scale))
}

/// Looks for evidence within `radius` pixels of every sample inside the picture; `None` for those outside.
/// `least` is the smallest contrast that counts, grey levels; `sign` restricts drawn lines to bright (+1)
/// or dark (-1) ones.
pub fn look(
    plane: &Plane,
    camera: &Camera,
    samples: &[Sample],
    radius: f64,
    least: f64,
    sign: Option<f64>,
) -> Vec<Option<Look>> {
    look_where(plane, samples, radius, least, sign, |sample| predict(camera, sample))
}

/// A sample's predicted pixel, the unit normal of its line there, and pixels per centimetre along it.
pub type Prediction = (Point<Image>, (f64, f64), f64);

/// [`look`] for any way to predict where samples appear.
pub fn look_where(
    plane: &Plane,
    samples: &[Sample],
    radius: f64,
    least: f64,
    sign: Option<f64>,
    predict: impl Fn(&Sample) -> Option<Prediction>,
) -> Vec<Option<Look>> {
    let mut profile: Vec<f64> = Vec::new();
    samples
        .iter()
        .map(|sample| {
            let (at, normal, scale) = predict(sample)?;
            let margin = 2.0;
            if !(at.x >= margin && at.y >= margin)
                || at.x > plane.width as f64 - 1.0 - margin
                || at.y > plane.height as f64 - 1.0 - margin
            {
                return None;
            }
            let widest = (WIDEST_LINE_CM * scale).max(3.0);
            let reach = radius
                + match sample.kind {
                    Kind::Drawn => widest + 2.0,
                    Kind::Edge => 2.0,
                };
            let half = (reach / STEP_PX).ceil() as i32;
            profile.clear();
            for i in -half..=half {
                let s = f64::from(i) * STEP_PX;
                let (x, y) = (at.x + s * normal.0, at.y + s * normal.1);
                // Three readings side by side along the line steady the profile.
                let mut sum = 0.0;
                for t in [-1.2, 0.0, 1.2] {
                    let (x, y) = (x - t * normal.1, y + t * normal.0);
                    let (x, y) = (x.clamp(0.0, plane.width as f64 - 1.001), y.clamp(0.0, plane.height as f64 - 1.001));
                    sum += f64::from(plane.at(x, y).unwrap_or(0.0));
                }
                profile.push(sum / 3.0);
            }
            let hit = match sample.kind {
                Kind::Drawn => find_ridge(&profile, half, radius, widest, least, sign),
                Kind::Edge => find_step(&profile, half, radius, least),
            };
            Some(Look { at, normal, scale, hit })
        })
        .collect()
}

/// Local extremes of the slope: position in pixels from the middle, and slope over two pixels.
fn edges(profile: &[f64], half: i32, least: f64) -> Vec<(f64, f64)> {
    let slope = |i: usize| profile[i + 2] - profile[i - 2];
    let mut found = Vec::new();
    for i in 3..profile.len().saturating_sub(3) {
        let (before, here, after) = (slope(i - 1), slope(i), slope(i + 1));
        let here_abs = here.abs();
        let peak = here_abs >= before.abs() * here.signum() * before.signum()
            && here_abs > after.abs() * here.signum() * after.signum();
        if !peak || here_abs < 0.5 * least {
            continue;
        }
        let curve = before - 2.0 * here + after;
        let shift = if curve.abs() > 1e-9 { (0.5 * (before - after) / curve).clamp(-0.5, 0.5) } else { 0.0 };
        found.push(((i as f64 + shift - f64::from(half)) * STEP_PX, here));
    }
    found
}

fn find_ridge(profile: &[f64], half: i32, radius: f64, widest: f64, least: f64, sign: Option<f64>) -> Option<Hit> {
    let edges = edges(profile, half, least);
    let read = |s: f64| {
        let i = (s / STEP_PX + f64::from(half)).clamp(0.0, profile.len() as f64 - 1.0);
        let low = i.floor() as usize;
        let high = (low + 1).min(profile.len() - 1);
        profile[low] + (profile[high] - profile[low]) * (i - low as f64)
    };
    let mut best: Option<(f64, Hit)> = None;
    for (i, &(a, up)) in edges.iter().enumerate() {
        for &(b, down) in &edges[i + 1..] {
            if b - a > widest {
                break;
            }
            if up * down >= 0.0 || b - a < 0.7 {
                continue;
            }
            let middle = (a + b) / 2.0;
            if middle.abs() > radius || sign.is_some_and(|sign| sign * up < 0.0) {
                continue;
            }
            let polarity = up.signum();
            let (top, left, right) = (read(middle), read(a - 1.5), read(b + 1.5));
            let contrast = (polarity * (top - left)).min(polarity * (top - right));
            // A drawn line has like surroundings on both sides; the rim of a card has not.
            if contrast < least || (left - right).abs() > 1.5 * contrast + least {
                continue;
            }
            let nearness = 1.0 - 0.6 * (middle / radius).powi(2);
            let value = contrast.min(60.0) * nearness;
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, Hit { offset: middle, contrast: polarity * contrast }));
            }
        }
    }
    best.map(|(_, hit)| hit)
}

fn find_step(profile: &[f64], half: i32, radius: f64, least: f64) -> Option<Hit> {
    edges(profile, half, 2.0 * least)
        .into_iter()
        .filter(|(s, _)| s.abs() <= radius)
        .min_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))
        .map(|(offset, slope)| Hit { offset, contrast: slope.abs() })
}

/// How the fit is to be done.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Smallest contrast that counts, grey levels.
    pub least: f64,
    /// Whether the lens coefficient may move.
    pub lens: bool,
    /// Share of a drawn line's weight that a mat's edge has; 0 leaves the mats out.
    pub mats: f64,
}

/// Expected spread of the lens coefficient: a gentle pull towards an ideal lens.
const LENS_SPREAD: f64 = 0.2;

/// Expected spread of the lines' inset: half of a thick line.
const INSET_SPREAD_CM: f64 = 0.2;

/// A sample, the normal of its line in the picture, the pixel where it was seen, and its weight.
type Evidence<'a> = (&'a Sample, (f64, f64), Point<Image>, f64);

/// One look and a few Levenberg-Marquardt steps on what was seen. `None` when there is too little.
pub fn improve(
    plane: &Plane,
    camera: &Camera,
    samples: &[Sample],
    radius: f64,
    plan: Plan,
    sign: Option<f64>,
) -> Option<Camera> {
    let looks = look(plane, camera, samples, radius, plan.least, sign);
    // A mat's rim has other edges beside it: only what lies close counts.
    let mut evidence: Vec<Evidence> = Vec::new();
    for (sample, look) in samples.iter().zip(&looks) {
        let Some(Look { at, normal, scale, hit: Some(hit) }) = look else { continue };
        let weight = match sample.kind {
            Kind::Drawn => 1.0,
            Kind::Edge if hit.offset.abs() < 0.25 * scale => plan.mats,
            Kind::Edge => 0.0,
        };
        if weight > 0.0 {
            let seen = Point::new(at.x + hit.offset * normal.0, at.y + hit.offset * normal.1);
            evidence.push((sample, *normal, seen, weight));
        }
    }
    if evidence.len() < 24 {
        return None;
    }
    let misses = |camera: &Camera| -> Option<Vec<f64>> {
        evidence
            .iter()
            .map(|(sample, normal, seen, _)| {
                camera.project(camera.drawn_at(sample)).map(|p| (seen.x - p.x) * normal.0 + (seen.y - p.y) * normal.1)
            })
            .collect()
    };
    let spread = |misses: &[f64]| {
        let mut sizes: Vec<f64> = misses.iter().map(|m| m.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        (4.0 * 1.4826 * sizes[sizes.len() / 2]).clamp(0.6, radius.max(0.8))
    };
    let pull = |camera: &Camera| {
        let lens = if plan.lens { (camera.k1 / LENS_SPREAD).powi(2) } else { 0.0 };
        lens + (camera.inset_cm / INSET_SPREAD_CM).powi(2)
    };
    let mut camera = *camera;
    let mut current = misses(&camera)?;
    let mut damping = 1e-4;
    for _ in 0..12 {
        let cut = spread(&current);
        // Tukey's biweight: what lies beyond the cut has no say.
        let share = |miss: f64| {
            let u = miss / cut;
            if u.abs() < 1.0 { (1.0 - u * u).powi(2) } else { 0.0 }
        };
        let loss = |misses: &[f64]| -> f64 {
            misses
                .iter()
                .zip(&evidence)
                .map(|(miss, item)| {
                    let u = (miss / cut).abs().min(1.0);
                    item.3 * cut * cut / 3.0 * (1.0 - (1.0 - u * u).powi(3))
                })
                .sum()
        };
        let mut normal_matrix = [[0.0; PARAMETERS]; PARAMETERS];
        let mut right = [0.0; PARAMETERS];
        for ((sample, normal, _, weight), miss) in evidence.iter().zip(&current) {
            let weight = weight * share(*miss);
            let (_, jacobian) = camera.jacobian(sample)?;
            let row: [f64; PARAMETERS] = std::array::from_fn(|i| jacobian[0][i] * normal.0 + jacobian[1][i] * normal.1);
            for i in 0..PARAMETERS {
                right[i] += weight * row[i] * miss;
                for j in 0..PARAMETERS {
                    normal_matrix[i][j] += weight * row[i] * row[j];
                }
            }
        }
        normal_matrix[INSET][INSET] += 1.0 / INSET_SPREAD_CM.powi(2);
        right[INSET] -= camera.inset_cm / INSET_SPREAD_CM.powi(2);
        if plan.lens {
            normal_matrix[LENS][LENS] += 1.0 / LENS_SPREAD.powi(2);
            right[LENS] -= camera.k1 / LENS_SPREAD.powi(2);
        } else {
            // A parameter that is held: its row and column say nothing.
            normal_matrix[LENS] = [0.0; PARAMETERS];
            for row in &mut normal_matrix {
                row[LENS] = 0.0;
            }
            normal_matrix[LENS][LENS] = 1.0;
            right[LENS] = 0.0;
        }
        let before = loss(&current) + pull(&camera);
        let mut improved = false;
        for _ in 0..6 {
            let mut damped = normal_matrix;
            for (i, row) in damped.iter_mut().enumerate() {
                row[i] *= 1.0 + damping;
                row[i] += 1e-12;
            }
            let step = solve(damped, right)?;
            let next = camera.moved(&step);
            match misses(&next) {
                Some(after) if loss(&after) + pull(&next) <= before => {
                    let settled = before - loss(&after) - pull(&next) < 1e-6 * before;
                    (camera, current) = (next, after);
                    damping = (damping * 0.1).max(1e-9);
                    improved = !settled;
                    break;
                }
                _ => damping *= 10.0,
            }
        }
        if !improved {
            break;
        }
    }
    Some(camera)
}

/// Solves a symmetric positive definite system by Cholesky's method; `None` when it is not definite.
fn solve(mut a: [[f64; PARAMETERS]; PARAMETERS], mut b: [f64; PARAMETERS]) -> Option<[f64; PARAMETERS]> {
    for i in 0..PARAMETERS {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| a[i][k] * a[j][k]).sum();
            if i == j {
                let rest = a[i][i] - sum;
                if rest.is_nan() || rest <= 0.0 {
                    return None;
                }
                a[i][i] = rest.sqrt();
            } else {
                a[i][j] = (a[i][j] - sum) / a[j][j];
            }
        }
    }
    for i in 0..PARAMETERS {
        let sum: f64 = (0..i).map(|k| a[i][k] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i][i];
    }
    for i in (0..PARAMETERS).rev() {
        let sum: f64 = (i + 1..PARAMETERS).map(|k| a[k][i] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i][i];
    }
    Some(b)
}

/// How well a camera explains a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    /// Share of the drawn lines' samples inside the picture with a line of the common polarity in place.
    pub coverage: f64,
    /// Coverage, less the more the evidence scatters: lines met by chance lie anywhere within the tolerance.
    pub firmness: f64,
    /// Drawn lines' samples inside the picture.
    pub visible: usize,
    /// Stretches of drawn line with at least half their visible samples in place, running along x.
    pub lines_along_x: usize,
    /// The same, along y.
    pub lines_along_y: usize,
    /// Root mean square distance of the evidence, millimetres on the table.
    pub residual_mm: f64,
    /// The same, working pixels.
    pub residual_px: f64,
    /// +1 when the lines are brighter than their cloth, -1 when darker.
    pub sign: f64,
    /// Median contrast of the lines, grey levels.
    pub contrast: f64,
    /// Share of the prolongations of the drawn lines on which there is a line too, where there should be none.
    pub beyond: f64,
}

/// Looks once more within a small radius and counts; `model` is where `samples` come from.
pub fn judge(
    plane: &Plane,
    camera: &Camera,
    samples: &[Sample],
    model: &Model,
    least: f64,
    tolerance_px: f64,
) -> Option<Quality> {
    let drawn: Vec<Sample> = samples.iter().filter(|sample| sample.kind == Kind::Drawn).copied().collect();
    let count = |sign: f64| {
        let looks = look(plane, camera, &drawn, 2.0 * tolerance_px, least, Some(sign));
        let found = looks.iter().flatten().filter(|l| l.hit.is_some_and(|h| h.offset.abs() <= tolerance_px)).count();
        (found, looks)
    };
    let (bright, dark) = (count(1.0), count(-1.0));
    let (sign, looks) = if bright.0 >= dark.0 { (1.0, bright.1) } else { (-1.0, dark.1) };
    let mut per_line = vec![(0_usize, 0_usize, 0.0_f64); model.lines.len()];
    let (mut visible, mut found, mut sum_mm, mut sum_px) = (0_usize, 0_usize, 0.0, 0.0);
    let mut contrasts = Vec::new();
    for (sample, look) in drawn.iter().zip(&looks) {
        let Some(look) = look else { continue };
        visible += 1;
        let line = &mut per_line[sample.line];
        line.0 += 1;
        line.2 = sample.along.0.abs() - sample.along.1.abs();
        if let Some(hit) = look.hit.filter(|hit| hit.offset.abs() <= tolerance_px) {
            found += 1;
            line.1 += 1;
            sum_px += hit.offset * hit.offset;
            sum_mm += (hit.offset / look.scale * 10.0).powi(2);
            contrasts.push(hit.contrast.abs());
        }
    }
    if found == 0 {
        return None;
    }
    contrasts.sort_by(f64::total_cmp);
    let standing = |along_x: bool| {
        per_line.iter().filter(|line| line.0 >= 4 && 2 * line.1 >= line.0 && (line.2 > 0.0) == along_x).count()
    };
    let contrast = contrasts[contrasts.len() / 2];
    let past = look(plane, camera, &model.beyond(), 2.0 * tolerance_px, least.max(0.4 * contrast), Some(sign));
    let stray = |look: &&Look| look.hit.is_some_and(|hit| hit.offset.abs() <= tolerance_px);
    let beyond = past.iter().flatten().filter(stray).count() as f64 / past.iter().flatten().count().max(1) as f64;
    let coverage = found as f64 / visible as f64;
    let residual_px = (sum_px / found as f64).sqrt();
    Some(Quality {
        coverage,
        firmness: coverage * (1.0 - residual_px / tolerance_px),
        visible,
        lines_along_x: standing(true),
        lines_along_y: standing(false),
        residual_mm: (sum_mm / found as f64).sqrt(),
        residual_px,
        sign,
        contrast,
        beyond,
    })
}
