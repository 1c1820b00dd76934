//! How much of the sky hands and lifted things hide from the table: the soft dark around what is near it.
//!
//! A small patch of area `a` at height `h` hides from a point of the table at distance `d` beside it the
//! share `a h^2 / (pi (h^2 + d^2)^2)` of a diffuse sky (the form factor of parallel patches). Patches are
//! gathered by height on grids as coarse as their shadows are soft, spread there, and added up.

use super::gpu::FIELD_SIDE;
use super::mesh::{CASTERS, Mesh};
use glam::{DVec2, DVec3};
use rayon::prelude::*;

/// Lowest height told apart, centimetres, and how many doublings of it there are.
const LOWEST_CM: f64 = 0.7;
const LEVELS: usize = 6;
/// Cells of a level's grid for its height.
const CELLS: f64 = 2.0;
/// How far a patch's shadow reaches, in heights.
const REACH: f64 = 2.0;

/// The part of the table it covers.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Lowest x and y.
    pub low: DVec2,
    /// Size along x and y.
    pub size: DVec2,
}

/// Patches gathered by height.
#[derive(Debug, Clone)]
pub struct Gathered {
    extent: Extent,
    levels: Vec<Level>,
}

#[derive(Debug, Clone)]
struct Level {
    height: f64,
    cell: f64,
    size: [usize; 2],
    area: Vec<f32>,
}

impl Gathered {
    /// Nothing yet.
    pub fn new(extent: Extent) -> Gathered {
        let levels = (0..LEVELS)
            .map(|k| {
                let height = LOWEST_CM * f64::from(1 << k);
                let cell = height / CELLS;
                // A rim as wide as the reach, for what is beside the table.
                let size = (extent.size / cell).to_array().map(|n| n.ceil() as usize + 2 * margin());
                Level { height, cell, size, area: vec![0.0; size[0] * size[1]] }
            })
            .collect();
        Gathered { extent, levels }
    }

    /// Adds the parts of a mesh that look down.
    pub fn add(&mut self, mesh: &Mesh) {
        for part in &mesh.triangles[..CASTERS] {
            for corners in part.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|k| mesh.at(corners[k] as usize));
                let down = -(b - a).truncate().perp_dot((c - a).truncate()) / 2.0;
                if down > 0.0 {
                    self.patch((a + b + c) / 3.0, down);
                }
            }
        }
    }

    fn patch(&mut self, at: DVec3, area: f64) {
        // Between two heights' grids, by the logarithm of the height.
        let place = (at.z.max(LOWEST_CM) / LOWEST_CM).log2();
        if place >= (LEVELS - 1) as f64 + 0.5 || at.z < 0.3 {
            return;
        }
        let k = (place as usize).min(LEVELS - 2);
        let share = (place - k as f64).min(1.0);
        self.levels[k].put(self.extent.low, at.truncate(), area * (1.0 - share));
        self.levels[k + 1].put(self.extent.low, at.truncate(), area * share);
    }

    /// Hidden share of the sky over the extent, 0 to 255, rows from the lowest y up.
    pub fn spread(&self) -> Vec<u8> {
        let spread: Vec<Vec<f32>> = self.levels.iter().map(Level::spread).collect();
        (0..FIELD_SIDE)
            .into_par_iter()
            .flat_map_iter(|row| {
                let spread = &spread;
                (0..FIELD_SIDE).map(move |column| {
                    let share = DVec2::new(column as f64 + 0.5, row as f64 + 0.5) / FIELD_SIDE as f64;
                    let at = share * self.extent.size;
                    let hidden: f32 =
                        self.levels.iter().zip(spread).map(|(level, values)| level.look(values, at)).sum();
                    // Patches over each other hide the same sky.
                    ((1.0 - (-hidden).exp()) * 255.0).round() as u8
                })
            })
            .collect()
    }
}

/// Cells around a grid.
fn margin() -> usize {
    (REACH * CELLS).ceil() as usize + 1
}

impl Level {
    fn put(&mut self, low: DVec2, at: DVec2, area: f64) {
        let p = (at - low) / self.cell + DVec2::splat(margin() as f64 - 0.5);
        let (i, j) = (p.x.floor(), p.y.floor());
        let (fx, fy) = (p.x - i, p.y - j);
        for (di, dj, share) in
            [(0, 0, (1.0 - fx) * (1.0 - fy)), (1, 0, fx * (1.0 - fy)), (0, 1, (1.0 - fx) * fy), (1, 1, fx * fy)]
        {
            let (x, y) = (i as i64 + di, j as i64 + dj);
            if x >= 0 && y >= 0 && (x as usize) < self.size[0] && (y as usize) < self.size[1] {
                self.area[y as usize * self.size[0] + x as usize] += (area * share) as f32;
            }
        }
    }

    fn spread(&self) -> Vec<f32> {
        let reach = (REACH * CELLS).ceil() as i64;
        let mut out = vec![0.0; self.area.len()];
        let kernel: Vec<(i64, i64, f32)> = (-reach..=reach)
            .flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)))
            .filter_map(|(dx, dy)| {
                let d2 = ((dx * dx + dy * dy) as f64) * self.cell * self.cell;
                let h2 = self.height * self.height;
                let edge = 1.0 - d2 / (REACH * REACH * h2);
                let share = h2 / (std::f64::consts::PI * (h2 + d2).powi(2)) * edge * edge;
                (edge > 0.0).then_some((dx, dy, share as f32))
            })
            .collect();
        let [w, h] = self.size.map(|n| n as i64);
        for y in 0..h {
            for x in 0..w {
                let area = self.area[(y * w + x) as usize];
                if area > 0.0 {
                    for &(dx, dy, share) in &kernel {
                        let (tx, ty) = (x + dx, y + dy);
                        if tx >= 0 && ty >= 0 && tx < w && ty < h {
                            out[(ty * w + tx) as usize] += area * share;
                        }
                    }
                }
            }
        }
        out
    }

    fn look(&self, values: &[f32], at: DVec2) -> f32 {
        let p = at / self.cell + DVec2::splat(margin() as f64 - 0.5);
        let (i, j) = (p.x as usize, p.y as usize);
        let (fx, fy) = ((p.x - i as f64) as f32, (p.y - j as f64) as f32);
        let value = |x: usize, y: usize| values[y.min(self.size[1] - 1) * self.size[0] + x.min(self.size[0] - 1)];
        let row = |y: usize| value(i, y) + (value(i + 1, y) - value(i, y)) * fx;
        row(j) + (row(j + 1) - row(j)) * fy
    }
}

#[cfg(test)]
mod tests {
    use super::super::mesh::{Material, look};
    use super::super::surface::Surface;
    use super::*;

    #[test]
    fn a_wide_lid_close_by_hides_nearly_all_and_far_off_nothing() {
        let mut mesh = Mesh::default();
        let corner = |x: f64, y: f64| DVec3::new(x, y, 1.0);
        let face = [corner(-10.0, -10.0), corner(-10.0, 10.0), corner(10.0, 10.0), corner(10.0, -10.0)];
        // Cut finely, as meshes are.
        for i in 0..40 {
            for j in 0..40 {
                let p = |di: usize, dj: usize| {
                    let (s, t) = ((i + di) as f64 / 40.0, (j + dj) as f64 / 40.0);
                    face[0].lerp(face[3], s) + (face[1] - face[0]) * t
                };
                mesh.face(Material::Thing, [p(0, 0), p(0, 1), p(1, 1), p(1, 0)], look([1.0; 3], Surface::Plain, 0));
            }
        }
        let mut all = Gathered::new(Extent { low: DVec2::splat(-60.0), size: DVec2::splat(120.0) });
        all.add(&mesh);
        let values = all.spread();
        // The kernel's integral with its edge is 1 + ln(5) 2 (-1/4) (5/4) + ... = 0.58; overlapping patches are damped.
        let middle = values[128 * FIELD_SIDE + 128];
        assert!((95..=140).contains(&middle), "{middle}");
        assert_eq!(values[10 * FIELD_SIDE + 10], 0);
    }
}
