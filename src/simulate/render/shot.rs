//! The numbers of a shot: where lamps and lens are for a sample, how finely a lens wants the table cut.

use super::field::Extent;
use super::gpu::{LAMPS, LampData, SampleData};
use super::place::Placed;
use super::samples::{OWN, Sample};
use super::stage::{Stage, extent};
use super::surface::{light_colour, linear};
use crate::simulate::camera::Camera;
use glam::{DMat4, DVec2, DVec3, Vec2};

/// How far the table's shadow maps reach beyond the mats, centimetres.
const BESIDE_CM: f64 = 26.0;
/// Up to which height things throw shadows, centimetres.
const HIGH_CM: f64 = 32.0;
/// How far beyond that heads reach, centimetres.
const HEADS_CM: f64 = 50.0;

/// Instants of a picture: the first, the step between two and how many there are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instants {
    /// The first, seconds.
    pub first: f64,
    /// From one to the next, seconds.
    pub step: f64,
    /// How many, two at least.
    pub count: usize,
}

/// Longest step between two instants; what moves goes straight in between.
const STEP_S: f64 = 0.002;
/// Most instants of a picture.
const MOST_INSTANTS: usize = 25;

impl Instants {
    /// Those of a frame of time `t`.
    pub fn of(camera: &Camera, t: f64) -> Instants {
        let span = camera.readout_s.max(0.0) + camera.exposure_s.max(1e-6);
        let count = ((span / STEP_S).ceil() as usize + 1).clamp(2, MOST_INSTANTS);
        Instants { first: t - span / 2.0, step: span / (count - 1) as f64, count }
    }

    /// All of them, seconds.
    pub fn times(&self) -> impl Iterator<Item = f64> + use<> {
        let Instants { first, step, count } = *self;
        (0..count).map(move |k| first + step * k as f64)
    }

    /// Where an instant lies among them.
    pub fn place(&self, t: f64) -> f64 {
        (t - self.first) / self.step
    }
}

/// The part of the table that has shadows.
pub fn covered(stage: &Stage) -> Extent {
    let half = DVec2::from(extent(&stage.layout)) + DVec2::splat(BESIDE_CM);
    let half = half.min(DVec2::from(stage.table.size_cm) / 2.0 + DVec2::splat(2.0));
    Extent { low: -half, size: half * 2.0 }
}

/// A sample's points of a lamp, table space.
pub fn lamp_points(stage: &Stage, lamp: usize, sample: &Sample) -> [DVec3; OWN] {
    let lit = &stage.lamps[lamp];
    let at = DVec3::from(lit.at);
    let facing = -at.normalize_or(DVec3::Z);
    let side = facing.any_orthonormal_vector();
    sample.lamps[lamp].map(|spot| at + (side * spot[0] + facing.cross(side) * spot[1]) * lit.radius_cm)
}

/// A point seen from a lamp's point, to its shadow map. `thrown`: what throws shadows, if it is known; the map then
/// holds no more than that.
fn lamp_matrix(stage: &Stage, from: DVec3, thrown: Option<(&Placed, usize)>) -> DMat4 {
    let area = covered(stage);
    let up = if from.normalize_or(DVec3::Z).z.abs() > 0.95 { DVec3::Y } else { DVec3::Z };
    let view = DMat4::look_at_rh(from, DVec3::ZERO, up);
    // The box of all that throws or takes shadows, as narrow as it can be.
    let (mut low, mut high, mut near, mut far) = (DVec2::MAX, DVec2::MIN, f64::MAX, 0.0_f64);
    for k in 0..8 {
        let share = DVec2::new(f64::from(k & 1), f64::from(k >> 1 & 1));
        let z = if k & 4 == 0 { -1.0 } else { HIGH_CM };
        let p = view.transform_point3((area.low + area.size * share).extend(z));
        let depth = (-p.z).max(5.0);
        (low, high) = (low.min(p.truncate() / depth), high.max(p.truncate() / depth));
        (near, far) = (near.min(depth), far.max(depth));
    }
    if let Some((placed, lamp)) = thrown {
        let near = view.as_mat4();
        let (mut left, mut right) = (Vec2::MAX, Vec2::MIN);
        let range = placed.thrown[lamp].start as usize..placed.thrown[lamp].end as usize;
        for &corner in &placed.corners[range] {
            let p = near.transform_point3(placed.spots[corner as usize].world.into());
            let at = p.truncate() / (-p.z).max(5.0);
            (left, right) = (left.min(at), right.max(at));
        }
        // A rim of some texels: lookups take neighbours.
        let rim = (right - left).max(Vec2::splat(1e-3)) * 0.01;
        let (left, right) = ((left - rim).as_dvec2(), (right + rim).as_dvec2());
        let (inner, outer) = (low.max(left), high.min(right));
        if inner.x < outer.x && inner.y < outer.y {
            (low, high) = (inner, outer);
        }
    }
    // Shoulders and heads reach higher than the box; what the near plane cut off would be a hole in their shadow.
    let near = (near - HEADS_CM).max(0.3 * near).max(4.0);
    let frustum = DMat4::frustum_rh(low.x * near, high.x * near, low.y * near, high.y * near, near, far * 1.1);
    frustum * view
}

/// The largest squared radius at which the lens formula is used: a little beyond the picture, and where it
/// still grows.
pub fn largest_r2(camera: &Camera) -> f64 {
    let (w, h) = (f64::from(camera.width), f64::from(camera.height));
    let lens = camera.lens();
    let corners = [(0.0, 0.0), (w, 0.0), (0.0, h), (w, h)];
    let seen = corners.map(|(x, y)| {
        let ideal = lens.undistort(crate::base::Point::new(x, y));
        let (x, y) = ((ideal.x - w / 2.0) / camera.focal_px, (ideal.y - h / 2.0) / camera.focal_px);
        x * x + y * y
    });
    let corner = seen.into_iter().filter(|r2| r2.is_finite()).fold(0.01, f64::max);
    let [k1, k2, _, _, k3] = camera.distortion;
    let grows = |r2: f64| 1.0 + r2 * (3.0 * k1 + r2 * (5.0 * k2 + r2 * 7.0 * k3)) > 0.05;
    let most = (1.25 * corner).min(25.0);
    (1..=200).map(|k| most * f64::from(k) / 200.0).take_while(|r2| grows(*r2)).last().unwrap_or(most)
}

/// The numbers of one sample of a frame of time `t`. `thrown`: what throws shadows, if it is known and all.
pub fn sample_data(
    stage: &Stage,
    camera: &Camera,
    t: f64,
    sample: &Sample,
    weight: f64,
    thrown: Option<&Placed>,
) -> SampleData {
    let area = covered(stage);
    let four = |v: DVec3, w: f64| [v.x as f32, v.y as f32, v.z as f32, w as f32];
    let lamps: [LampData; LAMPS] = std::array::from_fn(|k| {
        if k >= stage.lamps.len() {
            return bytemuck::Zeroable::zeroed();
        }
        let lamp = &stage.lamps[k];
        let from = lamp_points(stage, k, sample);
        let middle = DVec3::from(lamp.at);
        // The light received by a level surface at the table's middle is the lamp's power.
        let facing = -middle.normalize_or(DVec3::Z);
        let strength = middle.length_squared() / facing.z.abs().max(0.2);
        let colour = DVec3::from(light_colour(lamp.kelvin)) * lamp.power;
        LampData {
            clip_from_table: from
                .map(|from| lamp_matrix(stage, from, thrown.map(|placed| (placed, k))).as_mat4().to_cols_array()),
            place: four(from.iter().sum::<DVec3>() / OWN as f64, strength),
            facing: four(facing, 0.0),
            colour: four(colour, 0.0),
        }
    });
    let sky = DVec3::from(light_colour(stage.ambient.kelvin)) * stage.ambient.power;
    let cloth = DVec3::from(stage.mats.colour.map(linear));
    let direct: DVec3 =
        stage.lamps.iter().take(LAMPS).map(|lamp| DVec3::from(light_colour(lamp.kelvin)) * lamp.power).sum();
    let bounce = (cloth * 0.35 + DVec3::splat(cloth.element_sum() * 0.08)) * (sky + direct * 0.6) + sky * 0.12;
    SampleData {
        lamps,
        sky: four(sky, 0.0),
        bounce: four(bounce, 0.0),
        sensor: [f64::from(camera.width), f64::from(camera.height), sample.jitter[0], sample.jitter[1]]
            .map(|v| v as f32),
        field: [area.low.x, area.low.y, 1.0 / area.size.x, 1.0 / area.size.y].map(|v| v as f32),
        eye: four(camera.stand(t).eye, weight),
        lamp_count: stage.lamps.len().min(LAMPS) as u32,
        slot: 0,
        own: sample.own as u32,
        maps: 1,
    }
}

/// The longest edge, centimetres, that a bent lens shows straight to within `error_px`.
pub fn cell_cm(camera: &Camera, error_px: f64) -> f64 {
    let distance = (camera.position.z - 5.0).max(15.0);
    // A camera that swings while its rows are read bends lines as well.
    let most = if camera.readout_s > 0.0 && !camera.knocks.is_empty() { 6.0 } else { 1000.0 };
    if camera.distortion == [0.0; 5] {
        return most;
    }
    let lens = camera.lens();
    let (w, h) = (f64::from(camera.width), f64::from(camera.height));
    let point = crate::base::Point::<crate::base::Image>::new;
    let bends = |edge: f64| {
        let mut worst = 0.0_f64;
        for k in 0..=8 {
            for side in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)] {
                let share = f64::from(k) / 8.0;
                let at = (w * (0.5 + share * (side.0 - 0.5)), h * (0.5 + share * (side.1 - 0.5)));
                for (dx, dy) in [(edge, 0.0), (0.0, edge), (edge * 0.7, edge * 0.7)] {
                    let (a, b) = (
                        lens.distort(point(at.0 - dx / 2.0, at.1 - dy / 2.0)),
                        lens.distort(point(at.0 + dx / 2.0, at.1 + dy / 2.0)),
                    );
                    let middle = lens.distort(point(at.0, at.1));
                    worst = worst.max((middle.x - (a.x + b.x) / 2.0).hypot(middle.y - (a.y + b.y) / 2.0));
                }
            }
        }
        worst
    };
    let mut edge = 4.0;
    while edge < 400.0 && bends(edge * 1.25) < error_px {
        edge *= 1.25;
    }
    (edge * distance / camera.focal_px).min(most)
}
