//! A mesh at some instants in, its vertices as a sample shows them out: each where it is at the instant of the row
//! that shows it, in the picture and on the table; and the triangles that are seen, or that lamps see.

use super::gpu::LAMPS;
use super::mesh::{CASTERS, MATERIALS, Material, Mesh};
use super::samples::{OWN, Sample};
use super::shot::{Instants, largest_r2};
use crate::simulate::camera::{Camera, Stand};
use bytemuck::{Pod, Zeroable};
use glam::{DVec3, Vec3};
use std::ops::Range;

/// A vertex in a sample, as the shader reads it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct Spot {
    /// Pixel x and y, and the distance along the line of sight, centimetres.
    pub pixel: [f32; 3],
    /// Table space, centimetres.
    pub world: [f32; 3],
    /// The packed normal.
    pub normal: u32,
}

/// A mesh in one sample.
#[derive(Debug, Clone, Default)]
pub struct Placed {
    /// By vertex.
    pub spots: Vec<Spot>,
    /// Triangles' vertices: those that are seen, by material, then those each lamp sees.
    pub corners: Vec<u32>,
    /// Where the triangles of each material are among the corners.
    pub seen: [Range<u32>; MATERIALS],
    /// Where those are that throw each lamp's shadow.
    pub thrown: [Range<u32>; LAMPS],
}

/// Nearer than this nothing is drawn, centimetres.
const NEAR_CM: f32 = 4.0;

/// A camera through one exposure.
pub struct Eye<'a> {
    camera: &'a Camera,
    instants: &'a Instants,
    /// At every instant; one where it stands still.
    stands: &'a [Stand],
    t: f64,
    most_r2: f64,
    aperture_cm: f64,
}

/// A point seen: pixel x and y, and the distance along the line of sight.
struct Lens<'a> {
    camera: &'a Camera,
    middle: [f64; 2],
    most_r2: f64,
    opening: [f64; 2],
    near_focus: f64,
}

impl Lens<'_> {
    #[inline]
    fn see(&self, stand: &Stand, at: DVec3) -> DVec3 {
        let seen = stand.axes * (at - stand.eye);
        let z = if seen.z.abs() < 1e-3 { 1e-3 } else { seen.z };
        // A point of the lens off its middle sees the same at the distance in focus.
        let x = (seen.x - self.opening[0]) / z + self.opening[0] * self.near_focus;
        let y = (seen.y - self.opening[1]) / z + self.opening[1] * self.near_focus;
        // Beyond the picture the formula is held, so that nothing folds back into view.
        let whole = x * x + y * y;
        let (r2, keep) = if whole > self.most_r2 { (self.most_r2, self.most_r2 / whole) } else { (whole, 1.0) };
        let [k1, k2, p1, p2, k3] = self.camera.distortion;
        let radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3));
        let xd = x * radial + (2.0 * p1 * x * y + p2 * (whole + 2.0 * x * x)) * keep;
        let yd = y * radial + (p1 * (whole + 2.0 * y * y) + 2.0 * p2 * x * y) * keep;
        DVec3::new(xd * self.camera.focal_px + self.middle[0], yd * self.camera.focal_px + self.middle[1], z)
    }
}

/// Rows that differ by less are read at the same instant.
const SAME_ROW_PX: f64 = 0.02;

impl<'a> Eye<'a> {
    /// That of a frame of time `t`. `stands`: at every instant, or one if it stands still.
    pub fn new(camera: &'a Camera, instants: &'a Instants, stands: &'a [Stand], t: f64, aperture_cm: f64) -> Eye<'a> {
        Eye { camera, instants, stands, t, most_r2: largest_r2(camera), aperture_cm }
    }

    /// Where the vertices of a mesh are in a sample. `meshes`: the same mesh at every instant, or once if it does
    /// not move.
    pub fn spots(&self, meshes: &[&Mesh], sample: &Sample) -> Vec<Spot> {
        let Some(first) = meshes.first() else { return Vec::new() };
        let camera = self.camera;
        let (w, h) = (f64::from(camera.width), f64::from(camera.height));
        let focus = (camera.look_at - camera.position).length().max(1.0);
        let lens = Lens {
            camera,
            middle: [w / 2.0 - 0.5, h / 2.0 - 0.5],
            most_r2: self.most_r2,
            opening: sample.lens.map(|share| share * self.aperture_cm),
            near_focus: 1.0 / focus,
        };
        let exposed = self.t + (sample.time - 0.5) * camera.exposure_s;
        let start = self.instants.place(camera.row_time(exposed, 0.0));
        let slope = (self.instants.place(camera.row_time(exposed, h)) - start) / h;
        let last = self.instants.count - 1;
        // Between two instants: the one before, and how far on.
        let between = |instant: f64| {
            let k = instant.clamp(0.0, last as f64);
            let i = (k as usize).min(last.saturating_sub(1));
            (i, k - i as f64)
        };
        let stand = |i: usize, share: f64| match self.stands {
            [one] => *one,
            many => {
                let (a, b) = (&many[i], &many[(i + 1).min(many.len() - 1)]);
                Stand { eye: a.eye.lerp(b.eye, share), axes: a.axes * (1.0 - share) + b.axes * share }
            }
        };
        let at = |vertex: usize, i: usize, share: f64| match meshes {
            [one] => one.at(vertex),
            many => many[i].at(vertex).lerp(many[(i + 1).min(many.len() - 1)].at(vertex), share),
        };
        let alone = meshes.len() == 1 && self.stands.len() == 1;
        let (middle, shared) = between(start + slope * h / 2.0);
        let middle_stand = stand(middle, shared);
        (0..first.places.len())
            .map(|vertex| {
                let (mut i, mut share) = (middle, shared);
                let mut place = at(vertex, i, share);
                let mut pixel = lens.see(&middle_stand, place);
                if slope > 0.0 && !alone {
                    let mut row = h / 2.0;
                    for _ in 0..5 {
                        let now = pixel.y.clamp(0.0, h);
                        if (now - row).abs() < SAME_ROW_PX {
                            break;
                        }
                        row = now;
                        (i, share) = between(start + slope * row);
                        let moved = at(vertex, i, share);
                        if self.stands.len() == 1 && moved == place {
                            break;
                        }
                        place = moved;
                        pixel = lens.see(&stand(i, share), place);
                    }
                }
                let nearer = if share > 0.5 { i + 1 } else { i }.min(meshes.len() - 1);
                Spot {
                    pixel: pixel.as_vec3().to_array(),
                    world: place.as_vec3().to_array(),
                    normal: meshes[nearer].places[vertex][3],
                }
            })
            .collect()
    }
}

/// Corners of all triangles, for things that stand still: their own and, where all throw shadows, the lamps'.
pub fn all_triangles(mesh: &Mesh, spots: Vec<Spot>) -> Placed {
    let mut end = 0;
    let seen = std::array::from_fn(|k| {
        let start = end;
        end += mesh.triangles[k].len() as u32;
        start..end
    });
    let thrown = 0..mesh.triangles[..CASTERS].iter().map(|part| part.len() as u32).sum();
    Placed { spots, corners: mesh.triangles.concat(), seen, thrown: std::array::from_fn(|_| thrown.clone()) }
}

/// Only triangles that show in the picture, and those that throw each lamp's shadow. Of arms and cards, which are
/// closed, only those that turn towards the camera or the lamp's points. `jitter`: the sample's offset in the pixel.
pub fn seen_triangles(
    mesh: &Mesh,
    spots: Vec<Spot>,
    size: [u32; 2],
    jitter: [f64; 2],
    lamps: &[[DVec3; OWN]],
) -> Placed {
    let shift = jitter.map(|j| j as f32);
    let most = size.map(|n| n as f32 - 1.0);
    // Devices round places to a part of a pixel.
    const ROUNDED: f32 = 1.0 / 64.0;
    const CLOSED: [usize; 3] = [Material::Skin as usize, Material::Card as usize, Material::Flat as usize];
    let shows = |closed: bool, corners: &[u32]| {
        let [a, b, c] = [0, 1, 2].map(|k| spots[corners[k] as usize].pixel);
        if a[2].min(b[2]).min(c[2]) < NEAR_CM {
            return a[2].max(b[2]).max(c[2]) > NEAR_CM;
        }
        // Counter-clockwise from outside is clockwise in pixels, whose y goes down.
        if closed && (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= 0.0 {
            return false;
        }
        // It must hold the middle of a pixel.
        (0..2).all(|k| {
            let low = a[k].min(b[k]).min(c[k]) + shift[k] - ROUNDED;
            let high = a[k].max(b[k]).max(c[k]) + shift[k] + ROUNDED;
            low.max(0.0).ceil() <= high.min(most[k]).floor()
        })
    };
    let mut placed = Placed::default();
    placed.corners.reserve(mesh.triangles.iter().map(Vec::len).sum());
    for (material, (range, part)) in placed.seen.iter_mut().zip(&mesh.triangles).enumerate() {
        let start = placed.corners.len() as u32;
        let closed = CLOSED.contains(&material);
        for corners in part.chunks_exact(3).filter(|corners| shows(closed, corners)) {
            placed.corners.extend_from_slice(corners);
        }
        *range = start..placed.corners.len() as u32;
    }
    for (range, lamp) in placed.thrown.iter_mut().zip(lamps) {
        let start = placed.corners.len() as u32;
        let lamp = lamp.map(|point| point.as_vec3());
        let faces = |corners: &[u32]| {
            let [a, b, c] = [0, 1, 2].map(|k| Vec3::from(spots[corners[k] as usize].world));
            let normal = (b - a).cross(c - a);
            lamp.iter().any(|point| normal.dot(*point - a) > 0.0)
        };
        for (material, part) in mesh.triangles[..CASTERS].iter().enumerate() {
            let closed = CLOSED.contains(&material);
            for corners in part.chunks_exact(3).filter(|corners| !closed || faces(corners)) {
                placed.corners.extend_from_slice(corners);
            }
        }
        *range = start..placed.corners.len() as u32;
    }
    placed.spots = spots;
    placed
}
