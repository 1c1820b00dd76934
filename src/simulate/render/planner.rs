//! What to draw again and what to keep: the still picture, kept up to date, and what moves drawn over it.

use super::field::Gathered;
use super::gpu::{Drawing, Geometry, SampleData, ViewData};
use super::mesh::Mesh;
use super::samples::{MOST_ROUNDS, ROUND, Sample, samples};
use super::shot::{self, Instants};
use super::tiles::Tiles;
use super::{Effort, RenderError, Renderer, Shot, Still};
use crate::simulate::camera::{Camera, Stand};
use crate::simulate::film::Light;
use crate::simulate::scene::CardState;
use glam::DVec3;

/// Heights on which a moving thing's shadow may fall, centimetres: the table, and a pile.
const RECEIVERS_CM: [f64; 2] = [-0.3, 1.6];

/// A difference of the ambient shadow that no one sees: less than half a step of a picture's bytes.
const UNSEEN: u8 = 2;

/// A half float as a number; all here are finite.
fn from_half(half: u16) -> f32 {
    f32::from_bits(u32::from(half & 0x7fff) << 13)
        * f32::from_bits(0x7780_0000)
        * if half & 0x8000 == 0 { 1.0 } else { -1.0 }
}

/// Puts the marked tiles of drawn parts into a picture.
fn paste(light: &mut Light, drawn: &[u16], parts: &[[u32; 4]], tiles: &Tiles) {
    let mut texels = drawn.chunks_exact(4);
    for &[x0, y0, w, h] in parts {
        for (y, x) in (y0..y0 + h).flat_map(|y| (x0..x0 + w).map(move |x| (y, x))) {
            let Some(texel) = texels.next().filter(|_| tiles.has(x, y)) else { continue };
            // The weights' own sum takes the halves' rounding out.
            let total = from_half(texel[3]).max(1e-3);
            let to = (y * light.width + x) as usize * 3;
            for (value, half) in light.rgb[to..to + 3].iter_mut().zip(texel) {
                *value = from_half(*half) / total;
            }
        }
    }
}

/// Puts what moves over the still picture: the fourth channel says how much of that is left.
fn paste_over(light: &mut Light, drawn: &[u16], parts: &[[u32; 4]], tiles: &Tiles) {
    let mut texels = drawn.chunks_exact(4);
    for &[x0, y0, w, h] in parts {
        for (y, x) in (y0..y0 + h).flat_map(|y| (x0..x0 + w).map(move |x| (y, x))) {
            let Some(texel) = texels.next().filter(|_| tiles.has(x, y)) else { continue };
            let left = from_half(texel[3]);
            let to = (y * light.width + x) as usize * 3;
            for (value, half) in light.rgb[to..to + 3].iter_mut().zip(texel) {
                *value = *value * left + from_half(*half);
            }
        }
    }
}

/// Marks where a mesh shows and where lamps throw its shadow. `meshes`: the same triangles at some instants.
fn mark(tiles: &mut Tiles, shot: &Shot, stands: &[Stand], meshes: &[&Mesh], lamps: &[DVec3]) {
    let Some(first) = meshes.first() else { return };
    let camera = &shot.camera;
    let lens = camera.lens();
    let project = |stand: &Stand, p: DVec3| {
        let seen = stand.axes * (p - stand.eye);
        (seen.z > 1.0).then(|| {
            let middle = &lens.camera_matrix;
            let ideal = crate::base::Point::new(
                camera.focal_px * seen.x / seen.z + middle[0][2],
                camera.focal_px * seen.y / seen.z + middle[1][2],
            );
            lens.distort(ideal)
        })
    };
    const NOTHING: ([f64; 2], [f64; 2]) = ([f64::MAX; 2], [f64::MIN; 2]);
    let count = first.places.len();
    // By vertex: the box it is seen in, and the box of its shadows.
    let mut seen = vec![NOTHING; count];
    let mut shade = vec![NOTHING; count];
    let widen = |into: &mut ([f64; 2], [f64; 2]), p: crate::base::Point<crate::base::Image>| {
        *into = ([into.0[0].min(p.x), into.0[1].min(p.y)], [into.1[0].max(p.x), into.1[1].max(p.y)]);
    };
    for (k, mesh) in meshes.iter().enumerate() {
        let stand = &stands[k.min(stands.len() - 1)];
        for vertex in 0..count {
            let at = mesh.at(vertex);
            if let Some(p) = project(stand, at) {
                widen(&mut seen[vertex], p);
            }
            for lamp in lamps.iter().filter(|lamp| lamp.z > at.z + 5.0) {
                for height in RECEIVERS_CM.into_iter().filter(|height| at.z > *height) {
                    let falls = at + (at - *lamp) * ((at.z - height) / (lamp.z - at.z));
                    if let Some(p) = project(stand, falls) {
                        widen(&mut shade[vertex], p);
                    }
                }
            }
        }
    }
    for boxes in [&seen, &shade] {
        for corners in first.triangles.iter().flat_map(|part| part.chunks_exact(3)) {
            let of = corners.iter().map(|&k| boxes[k as usize]);
            let all = of.fold(NOTHING, |a, b| {
                ([a.0[0].min(b.0[0]), a.0[1].min(b.0[1])], [a.1[0].max(b.1[0]), a.1[1].max(b.1[1])])
            });
            if all.0[0] <= all.1[0] {
                tiles.mark(all.0, all.1);
            }
        }
    }
}

/// Marks where the ambient shadow differs between two maps.
fn mark_field(tiles: &mut Tiles, shot: &Shot, stand: &Stand, area: super::field::Extent, a: &[u8], b: &[u8]) {
    const SIDE: usize = super::gpu::FIELD_SIDE;
    const STEP: usize = 2;
    let steps = SIDE / STEP;
    let pixel = |i: usize, j: usize| {
        let share = glam::DVec2::new(i as f64, j as f64) / steps as f64;
        shot.camera.project(stand, (area.low + area.size * share).extend(0.0))
    };
    for j in 0..steps {
        for i in 0..steps {
            let differs = (0..STEP).any(|dj| {
                let row = (j * STEP + dj) * SIDE + i * STEP;
                (0..STEP).any(|di| a[row + di].abs_diff(b[row + di]) > UNSEEN)
            });
            if !differs {
                continue;
            }
            let around = [pixel(i, j), pixel(i + 1, j), pixel(i, j + 1), pixel(i + 1, j + 1)];
            let spots = || around.iter().flatten();
            let low = |f: fn(&crate::base::Point<crate::base::Image>) -> f64| spots().map(f).fold(f64::MAX, f64::min);
            let high = |f: fn(&crate::base::Point<crate::base::Image>) -> f64| spots().map(f).fold(f64::MIN, f64::max);
            if spots().next().is_some() {
                tiles.mark([low(|p| p.x), low(|p| p.y)], [high(|p| p.x), high(|p| p.y)]);
            }
        }
    }
}

impl Renderer {
    fn numbers(&self, camera: &Camera, t: f64, instants: &Instants, set: &[Sample]) -> Vec<SampleData> {
        let weight = 1.0 / set.len() as f64;
        let aperture = self.quality.aperture_cm;
        set.iter()
            .enumerate()
            .map(|(index, sample)| SampleData {
                slot: (index % ROUND) as u32,
                ..shot::sample_data(&self.stage, camera, instants, t, sample, weight, aperture)
            })
            .collect()
    }

    /// Rounds of samples for something that moves so far in the exposure, pixels.
    fn rounds(&self, way_px: f64) -> usize {
        let wanted = (way_px / self.quality.step_px.max(0.5) / ROUND as f64).ceil().max(1.0) as usize;
        wanted.next_power_of_two().min(self.quality.most_rounds.clamp(1, MOST_ROUNDS))
    }

    /// All points of all lamps.
    fn lamp_points(&self) -> Vec<DVec3> {
        let set = samples(1);
        (0..self.stage.lamps.len())
            .flat_map(|lamp| set.iter().map(move |sample| (lamp, sample)))
            .map(|(lamp, sample)| shot::lamp_point(&self.stage, lamp, sample))
            .collect()
    }

    /// A whole picture, when nothing of the last one can be used.
    #[expect(clippy::too_many_arguments, reason = "the parts of one frame")]
    pub(super) fn whole(
        &mut self,
        t: f64,
        instants: &Instants,
        views: &[ViewData],
        resting: &[CardState],
        mats: &[(usize, [f64; 3])],
        moving: &[Mesh],
        places: &[[u32; 4]],
    ) -> Result<Light, RenderError> {
        let Some(shot) = &self.shot else { return Err(RenderError::NoPictures) };
        let still = self.still_mesh(shot.cell_cm, resting, mats);
        let mut all = Gathered::new(shot::covered(&self.stage));
        all.add(&still);
        moving.get(moving.len() / 2).inspect(|mesh| all.add(mesh));
        let camera = &shot.camera;
        let tiles = Tiles::all([camera.width, camera.height]);
        let still = self.gpu.geometry(&still, &still.places);
        let empty = Mesh::default();
        let moving = self.gpu.geometry(moving.first().unwrap_or(&empty), places);
        let set = samples(self.rounds(40.0));
        let mut light = Light::black(camera.width, camera.height);
        self.draw(
            shot,
            &self.numbers(camera, t, instants, &set),
            views,
            &[&still, &moving],
            &all.spread(),
            &tiles,
            &mut light,
        )?;
        self.effort = Effort { samples: set.len(), share: 1.0, still: true };
        Ok(light)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one drawing")]
    fn draw(
        &self,
        shot: &Shot,
        numbers: &[SampleData],
        views: &[ViewData],
        geometry: &[&Geometry],
        field: &[u8],
        tiles: &Tiles,
        into: &mut Light,
    ) -> Result<(), RenderError> {
        let parts = tiles.parts();
        let hidden: Vec<_> = parts.iter().flat_map(|part| tiles.gaps(*part)).collect();
        let drawing = Drawing {
            targets: &shot.targets,
            samples: numbers,
            views,
            geometry,
            field,
            parts: &parts,
            at_once: shot.camera.readout_s <= 0.0 && views.iter().all(|view| *view == views[0]),
            rectangles: &hidden,
        };
        let drawn = self.gpu.draw(&drawing)?;
        paste(into, &drawn, &parts, tiles);
        Ok(())
    }

    /// Brings the still picture up to date.
    pub(super) fn keep_still(
        &mut self,
        t: f64,
        instants: &Instants,
        stand: &Stand,
        resting: &[CardState],
        mats: &[(usize, [f64; 3])],
    ) -> Result<(), RenderError> {
        let Some(shot) = &self.shot else { return Err(RenderError::NoPictures) };
        let camera = &shot.camera;
        let usable = shot.still.as_ref().filter(|still| still.stand == *stand && still.mats == mats);
        if usable.is_some_and(|still| still.cards == resting) {
            return Ok(());
        }
        let area = shot::covered(&self.stage);
        let mesh = self.still_mesh(shot.cell_cm, resting, mats);
        let mut raised = Gathered::new(area);
        raised.add(&mesh);
        let field = raised.spread();
        let geometry = self.gpu.geometry(&mesh, &mesh.places);
        let size = [camera.width, camera.height];
        let (tiles, mut light) = match usable {
            None => (Tiles::all(size), Light::black(size[0], size[1])),
            Some(still) => {
                let mut tiles = Tiles::none(size);
                let lamps = self.lamp_points();
                for (some, others) in [(resting, still.cards.as_slice()), (still.cards.as_slice(), resting)] {
                    let mut changed = Mesh::default();
                    for card in some.iter().filter(|card| !others.contains(card)) {
                        super::card::append(
                            &mut changed,
                            &self.cut(shot.cell_cm),
                            card,
                            [0; 2],
                            super::card::Detail::Whole,
                        );
                    }
                    mark(&mut tiles, shot, &[*stand], &[&changed], &lamps);
                }
                mark_field(&mut tiles, shot, stand, area, &still.field, &field);
                (tiles, still.light.clone())
            }
        };
        if tiles.any() {
            let numbers = self.numbers(camera, t, instants, &samples(1));
            let views = vec![shot::view(stand); instants.count];
            self.draw(shot, &numbers, &views, &[&geometry], &field, &tiles, &mut light)?;
        }
        let middle = Sample { jitter: [0.0; 2], lamps: [[0.0; 2]; 2], lens: [0.0; 2], time: 0.5 };
        self.gpu.remember(&Drawing {
            targets: &shot.targets,
            samples: &self.numbers(camera, t, instants, &[middle]),
            views: &vec![shot::view(stand); instants.count],
            geometry: &[&geometry],
            field: &field,
            parts: &[],
            at_once: false,
            rectangles: &[],
        });
        let (cards, mats) = (resting.to_vec(), mats.to_vec());
        let kept = Still { stand: *stand, cards, mats, raised, field, light };
        if let Some(shot) = &mut self.shot {
            shot.still = Some(kept);
        }
        self.effort.still = true;
        Ok(())
    }

    /// The still picture with what moves drawn over it.
    pub(super) fn with_moving(
        &mut self,
        t: f64,
        instants: &Instants,
        stands: &[Stand],
        moving: &[Mesh],
        places: &[[u32; 4]],
    ) -> Result<Light, RenderError> {
        let Some(shot) = &self.shot else { return Err(RenderError::NoPictures) };
        let Some(still) = &shot.still else { return Err(RenderError::NoPictures) };
        // The last picture's memory is used again: it is large.
        let mut light = std::mem::replace(&mut self.canvas, Light::black(0, 0));
        light.copy_from(&still.light);
        let (Some(first), Some(last)) = (moving.first(), moving.last()) else { return Ok(light) };
        if first.is_empty() {
            return Ok(light);
        }
        let camera = &shot.camera;
        let middle = &moving[moving.len() / 2];
        let mut all = still.raised.clone();
        all.add(middle);
        let field = all.spread();
        let mut tiles = Tiles::none([camera.width, camera.height]);
        mark(&mut tiles, shot, &still_stands(stands), &[first, middle, last], &self.lamp_points());
        mark_field(&mut tiles, shot, &still.stand, shot::covered(&self.stage), &still.field, &field);
        if !tiles.any() {
            return Ok(light);
        }
        let set = samples(self.rounds(farthest(camera, &still.stand, first, last, instants)));
        let numbers = self.numbers(camera, t, instants, &set);
        let views = vec![shot::view(&still.stand); instants.count];
        let geometry = self.gpu.geometry(first, places);
        // How much of the sky that reached a point of the still picture still does.
        let left = still.field.iter().zip(&field).map(|(before, now)| {
            let (before, now) = (255 - u32::from(*before), 255 - u32::from(*now).max(u32::from(*before)));
            (now * 255 / before.max(1)) as u8
        });
        let parts = tiles.parts();
        let drawn = self.gpu.over(&Drawing {
            targets: &shot.targets,
            samples: &numbers,
            views: &views,
            geometry: &[&geometry],
            field: &left.collect::<Vec<u8>>(),
            parts: &parts,
            at_once: camera.readout_s <= 0.0,
            rectangles: &parts.iter().flat_map(|part| tiles.filled(*part)).collect::<Vec<_>>(),
        })?;
        paste_over(&mut light, &drawn, &parts, &tiles);
        self.effort = Effort { samples: set.len(), share: tiles.share(), still: self.effort.still };
        Ok(light)
    }
}

/// The camera stands still here: its stand, once for each of the three instants looked at.
fn still_stands(stands: &[Stand]) -> [Stand; 3] {
    [stands[0]; 3]
}

/// How far the fastest point goes in one exposure, pixels.
fn farthest(camera: &Camera, stand: &Stand, first: &Mesh, last: &Mesh, instants: &Instants) -> f64 {
    let span = instants.step * (instants.count - 1) as f64;
    let share = (camera.exposure_s / span.max(1e-9)).min(1.0);
    (0..first.places.len())
        .step_by(7)
        .filter_map(|k| {
            let (a, b) = (camera.project(stand, first.at(k))?, camera.project(stand, last.at(k))?);
            let inside = a.x > -50.0
                && a.y > -50.0
                && a.x < f64::from(camera.width) + 50.0
                && a.y < f64::from(camera.height) + 50.0;
            inside.then(|| a.distance(b) * share)
        })
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_read_exactly() {
        for (half, value) in
            [(0x3c00, 1.0), (0x3800, 0.5), (0xc000, -2.0), (0x0001, 5.960_464_5e-8), (0x7bff, 65504.0), (0, 0.0)]
        {
            assert_eq!(from_half(half), value);
        }
    }
}
