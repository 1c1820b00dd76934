//! Marks the tiles of the picture in which something moves, or on which its shadow falls.

use super::field::Extent;
use super::mesh::{CASTERS, Mesh};
use super::place::Spot;
use super::tiles::Tiles;
use crate::base::{Image, Point};
use crate::simulate::camera::{Camera, Stand};
use glam::{DVec2, DVec3};

/// Heights between which a moving thing's shadow may fall, centimetres: the table, and a pile.
const RECEIVERS_CM: [f64; 2] = [-0.3, HIGHEST_RECEIVER_CM];
/// The higher of them.
pub const HIGHEST_RECEIVER_CM: f64 = 1.6;

/// A difference of the ambient shadow that no one sees: less than half a step of a picture's bytes.
const UNSEEN: u8 = 2;

/// Side of a cell of the table when shadows are marked, centimetres.
const CELL_CM: f64 = 1.0;

/// A lamp as far as its shadows are concerned.
#[derive(Debug, Clone, Copy)]
pub struct Caster {
    /// Its middle.
    pub at: DVec3,
    /// Its radius, centimetres.
    pub radius_cm: f64,
}

const NOTHING: [f32; 4] = [f32::MAX, f32::MAX, f32::MIN, f32::MIN];

fn joined(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

/// Marks where a mesh shows. `samples`: its vertices in some samples.
pub fn seen(tiles: &mut Tiles, mesh: &Mesh, samples: &[&[Spot]]) {
    let boxes: Vec<[f32; 4]> = (0..mesh.places.len())
        .map(|vertex| {
            let spots = samples.iter().map(|spots| spots[vertex].pixel).filter(|pixel| pixel[2] > 1.0);
            spots.map(|[x, y, _]| [x, y, x, y]).fold(NOTHING, joined)
        })
        .collect();
    for corners in mesh.triangles.iter().flat_map(|part| part.chunks_exact(3)) {
        let all = corners.iter().map(|&k| boxes[k as usize]).fold(NOTHING, joined);
        if all[0] <= all[2] {
            let [x0, y0, x1, y1] = all.map(f64::from);
            tiles.mark([x0, y0], [x1, y1]);
        }
    }
}

/// Marks where a lamp throws the shadow of a mesh within a part of the table. `meshes`: the same triangles at some
/// instants.
pub fn shaded(tiles: &mut Tiles, camera: &Camera, stand: &Stand, area: Extent, meshes: &[&Mesh], lamp: &Caster) {
    let Some(first) = meshes.first() else { return };
    let size = (area.size / CELL_CM).ceil().as_usizevec2();
    let last = (size.as_dvec2() - DVec2::ONE).as_vec2();
    for height in RECEIVERS_CM {
        // By vertex: the box on the table of its shadow from all points of the lamp.
        let boxes: Vec<[f32; 4]> = (0..first.places.len())
            .map(|vertex| {
                let falls = meshes.iter().map(|mesh| {
                    let at = mesh.at(vertex);
                    let (over, under) = (at.z - height, lamp.at.z - at.z);
                    if over <= 0.0 || under <= 5.0 {
                        return NOTHING;
                    }
                    let p = (at.truncate() + (at - lamp.at).truncate() * (over / under) - area.low) / CELL_CM;
                    let soft = lamp.radius_cm * over / under / CELL_CM;
                    [p.x - soft, p.y - soft, p.x + soft, p.y + soft].map(|v| v as f32)
                });
                falls.fold(NOTHING, joined)
            })
            .collect();
        let mut cells = vec![false; size.x * size.y];
        for corners in first.triangles[..CASTERS].iter().flat_map(|part| part.chunks_exact(3)) {
            let all = corners.iter().map(|&k| boxes[k as usize]).fold(NOTHING, joined);
            if all[0] > last.x + 1.0 || all[1] > last.y + 1.0 || all[2] < 0.0 || all[3] < 0.0 {
                continue;
            }
            let (x0, x1) = (all[0].max(0.0) as usize, all[2].min(last.x) as usize);
            let (y0, y1) = (all[1].max(0.0) as usize, all[3].min(last.y) as usize);
            for y in y0..=y1 {
                cells[y * size.x + x0..=y * size.x + x1].fill(true);
            }
        }
        let pixel = |i: usize, j: usize| {
            camera.project(stand, (area.low + DVec2::new(i as f64, j as f64) * CELL_CM).extend(height))
        };
        for j in 0..size.y {
            for i in (0..size.x).filter(|i| cells[j * size.x + i]) {
                around(tiles, [pixel(i, j), pixel(i + 1, j), pixel(i, j + 1), pixel(i + 1, j + 1)]);
            }
        }
    }
}

/// Marks the box of some pixels.
fn around(tiles: &mut Tiles, spots: [Option<Point<Image>>; 4]) {
    let all = spots.iter().flatten().fold(([f64::MAX; 2], [f64::MIN; 2]), |(low, high), p| {
        ([low[0].min(p.x), low[1].min(p.y)], [high[0].max(p.x), high[1].max(p.y)])
    });
    if all.0[0] <= all.1[0] {
        tiles.mark(all.0, all.1);
    }
}

/// Marks where the ambient shadow differs between two maps.
pub fn field(tiles: &mut Tiles, camera: &Camera, stand: &Stand, area: Extent, a: &[u8], b: &[u8]) {
    const SIDE: usize = super::gpu::FIELD_SIDE;
    const STEP: usize = 2;
    let steps = SIDE / STEP;
    let pixel = |i: usize, j: usize| {
        let share = DVec2::new(i as f64, j as f64) / steps as f64;
        camera.project(stand, (area.low + area.size * share).extend(0.0))
    };
    for j in 0..steps {
        for i in 0..steps {
            let differs = (0..STEP).any(|dj| {
                let row = (j * STEP + dj) * SIDE + i * STEP;
                (0..STEP).any(|di| a[row + di].abs_diff(b[row + di]) > UNSEEN)
            });
            if differs {
                around(tiles, [pixel(i, j), pixel(i + 1, j), pixel(i, j + 1), pixel(i + 1, j + 1)]);
            }
        }
    }
}
