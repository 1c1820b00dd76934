//! What to draw again and what to keep, without a device: the still picture, kept up to date, and what moves over it.
//!
//! Plans follow from each other: what one has drawn, the next need not draw. They are made in order, and painted
//! in order.

use super::card::{self, Cut, Detail};
use super::field::Gathered;
use super::gpu::{Drawing, Part, Rectangle, SampleData, Sheaf};
use super::limb::Dressed;
use super::mark::{self, Caster};
use super::mesh::{self, Mesh};
use super::place::{Eye, Placed, Spot, all_triangles, seen_triangles};
use super::samples::{MAPS, MOST_ROUNDS, OWN, ROUND, STILL, Sample, samples};
use super::shot::{self, Instants};
use super::tiles::Tiles;
use super::{Effort, Limb, Quality, Stage, person};
use crate::base::HandSide;
use crate::simulate::camera::{Camera, Stand};
use crate::simulate::scene::{ArmState, CardIndex, CardState, Scene};
use glam::DVec3;
use rayon::prelude::*;

/// A drawing, and which tiles of the picture it is for.
#[derive(Debug, Clone)]
pub(super) struct Work {
    pub(super) drawing: Drawing,
    pub(super) tiles: Tiles,
}

/// How the still picture is brought up to date.
#[derive(Debug, Clone)]
pub(super) struct StillWork {
    /// Nothing of the last one is left.
    pub(super) anew: bool,
    pub(super) draw: Option<Work>,
    pub(super) remember: Drawing,
}

/// All that a picture needs, ready for the device.
#[derive(Debug, Clone)]
pub struct Plan {
    pub(super) size: [u32; 2],
    pub(super) effort: Effort,
    /// A whole picture, when nothing of the last one can be used.
    pub(super) whole: Option<Work>,
    pub(super) still: Option<StillWork>,
    /// What moves over the still picture.
    pub(super) over: Change,
}

/// What is to be done about what moves.
#[derive(Debug, Clone)]
pub(super) enum Change {
    /// It is not to be seen.
    Nothing,
    /// It looks as in the picture before.
    Again,
    Draw(Box<Work>),
}

/// What is known of the still picture of a camera that stands still.
struct Known {
    stand: Stand,
    cards: Vec<CardState>,
    mats: Vec<(usize, [f64; 3])>,
    raised: Gathered,
    field: Vec<u8>,
    /// The arms that were last drawn over it, if they did not move and nothing else did.
    held: Option<Vec<ArmState>>,
}

struct Aim {
    camera: Camera,
    cell_cm: f64,
    known: Option<Known>,
}

/// Makes plans, in the order in which they are painted.
pub struct Planner {
    pub(super) stage: Stage,
    pub(super) layers: Vec<[u8; 2]>,
    pub(super) limbs: Vec<Box<dyn Limb>>,
    pub(super) dressed: Vec<[Dressed; 2]>,
    pub(super) quality: Quality,
    aim: Option<Aim>,
}

/// A frame's exposure: what is where at its instants.
struct Exposure<'a> {
    t: f64,
    camera: &'a Camera,
    instants: Instants,
    scenes: Vec<Scene>,
    stands: Vec<Stand>,
}

impl<'a> Exposure<'a> {
    fn new(t: f64, camera: &'a Camera, scene_at: &dyn Fn(f64) -> Scene) -> Exposure<'a> {
        let instants = Instants::of(camera, t);
        let scenes = instants.times().map(scene_at).collect();
        let mut stands: Vec<Stand> = instants.times().map(|t| camera.stand(t)).collect();
        if stands.iter().all(|stand| *stand == stands[0]) {
            stands.truncate(1);
        }
        Exposure { t, camera, instants, scenes, stands }
    }

    fn size(&self) -> [u32; 2] {
        [self.camera.width, self.camera.height]
    }
}

impl Planner {
    pub(super) fn new(
        stage: Stage,
        layers: Vec<[u8; 2]>,
        limbs: Vec<Box<dyn Limb>>,
        dressed: Vec<[Dressed; 2]>,
        quality: Quality,
    ) -> Planner {
        Planner { stage, layers, limbs, dressed, quality, aim: None }
    }

    /// Forgets what was drawn: the next plan draws all of it.
    pub fn forget(&mut self) {
        self.aim = None;
    }

    /// The plan of a frame of time `t`. `scene_at`: what is where at an instant.
    pub fn plan(&mut self, t: f64, camera: &Camera, scene_at: &dyn Fn(f64) -> Scene) -> Plan {
        if self.aim.as_ref().is_none_or(|aim| aim.camera != *camera) {
            self.aim = Some(Aim { camera: camera.clone(), cell_cm: shot::cell_cm(camera, 0.03), known: None });
        }
        let frame = Exposure::new(t, camera, scene_at);
        let scenes = &frame.scenes;
        let slides = scenes.iter().any(|scene| scene.mats != scenes[0].mats);
        let still = |card: &&CardState| scenes[1..].iter().all(|scene| scene.cards.contains(card));
        let resting: Vec<CardState> = scenes[0].cards.iter().filter(still).copied().collect();
        let moving = self.moving(scenes, &resting);
        let mut plan =
            Plan { size: frame.size(), effort: Effort::default(), whole: None, still: None, over: Change::Nothing };
        if frame.stands.len() > 1 || slides {
            // Nothing can be kept: everything is drawn, mats as they lie in the middle of the exposure.
            let mats = &scenes[scenes.len() / 2].mats;
            let work = self.whole(&frame, &resting, mats, &moving);
            plan.effort = Effort { samples: work.drawing.samples.len(), share: 1.0, still: true };
            plan.whole = Some(work);
            return plan;
        }
        plan.still = self.keep_still(&frame, &resting, &scenes[0].mats);
        // One mesh for all instants: nothing moved.
        let held = (moving.len() == 1).then(|| scenes[0].arms.clone());
        let known = self.aim.as_ref().and_then(|aim| aim.known.as_ref());
        if held.is_some() && known.is_some_and(|known| known.held == held) {
            plan.over = Change::Again;
        } else if let Some(work) = self.with_moving(&frame, &moving) {
            let Work { drawing, tiles } = &work;
            plan.effort = Effort { samples: drawing.samples.len(), share: tiles.share(), still: false };
            plan.over = Change::Draw(Box::new(work));
            if let Some(known) = self.aim.as_mut().and_then(|aim| aim.known.as_mut()) {
                known.held = held;
            }
        }
        plan.effort.still = plan.still.is_some();
        plan
    }

    /// One sample of everything, each row at the middle of its exposure.
    pub(super) fn mask(&self, t: f64, camera: &Camera, scene_at: &dyn Fn(f64) -> Scene) -> Drawing {
        let frame = Exposure::new(t, camera, scene_at);
        let moving = self.moving(&frame.scenes, &[]);
        let still = self.still_mesh(shot::cell_cm(camera, 0.03), &[], &frame.scenes[frame.scenes.len() / 2].mats);
        let meshes = [vec![still], moving];
        let drawing = self.drawing(&frame, &[MIDDLE], &meshes);
        Drawing { parts: vec![[0, 0, camera.width, camera.height]], ..drawing }
    }

    fn cut(&self, cell_cm: f64) -> Cut {
        Cut { size_cm: self.stage.card_cm, corner_cm: self.stage.card_corner_cm, cell_cm }
    }

    fn layers_of(&self, card: CardIndex) -> [u8; 2] {
        self.layers.get(usize::from(card)).copied().unwrap_or_default()
    }

    /// What stands still: the stage and resting cards.
    fn still_mesh(&self, cell_cm: f64, resting: &[CardState], mats: &[(usize, [f64; 3])]) -> Mesh {
        let mut mesh = mesh::still(&self.stage, mats, cell_cm);
        let covered = card::covered(resting);
        for card in resting {
            let detail = if covered.contains(&card.card) { Detail::Covered } else { Detail::Resting };
            card::append(&mut mesh, &self.cut(cell_cm), card, self.layers_of(card.card), detail);
        }
        // People sit upright: shoulders go with the arms, trunks stay.
        (0..self.limbs.len()).for_each(|number| self.trunk(&mut mesh, number));
        mesh
    }

    /// Adds trunk and head of somebody who sits upright.
    fn trunk(&self, mesh: &mut Mesh, number: usize) {
        if let Some((looks, sits)) =
            self.stage.players.get(number).and_then(|looks| Some((looks, looks.seat.as_ref()?)))
        {
            person::append(mesh, number, looks, sits);
        }
    }

    /// A person's arms.
    fn person(&self, arms: &[ArmState], number: usize) -> Mesh {
        let mut mesh = Mesh::default();
        let looks = self.stage.players.get(number);
        let sits = looks.and_then(|looks| looks.seat.as_ref()).zip(<&[_; 2]>::try_from(arms).ok());
        let shoulders = sits.map(|(sits, [left, right])| person::shoulders(sits, [left, right]));
        for (place, arm) in arms.iter().enumerate() {
            let places = self.limbs[number].mesh(arm);
            let side = usize::from(arm.hand == HandSide::Right);
            let shoulder = shoulders.map(|both| both[side]);
            self.dressed[number][side].append(&mut mesh, (2 * number + place) as u32, arm, &places, shoulder);
        }
        mesh
    }

    /// Arms, and the cards that do not rest, at every instant, the same triangles each time; once when none moves.
    fn moving(&self, scenes: &[Scene], resting: &[CardState]) -> Vec<Mesh> {
        let cell_cm = self.aim.as_ref().map_or(100.0, |aim| aim.cell_cm);
        let moves = |card: &CardState| !resting.iter().any(|other| other.card == card.card);
        let arms = scenes.iter().map(|scene| scene.arms.len()).min().unwrap_or(0).min(2 * self.limbs.len());
        // A card has the same triangles at all instants, bent or not.
        let bent: Vec<CardIndex> =
            scenes.iter().flat_map(|s| &s.cards).filter(|c| c.curl != 0.0).map(|c| c.card).collect();
        let stays = |person: usize| {
            let both = 2 * person..arms.min(2 * person + 2);
            scenes.iter().all(|scene| scene.arms[both.clone()] == scenes[0].arms[both.clone()])
        };
        let people = arms.div_ceil(2);
        let mesh_of = |scene: &Scene, person: usize| {
            let both = &scene.arms[2 * person..arms.min(2 * person + 2)];
            self.person(both, person)
        };
        // People who stay are worked out once.
        let staying: Vec<Option<Mesh>> =
            (0..people).into_par_iter().map(|person| stays(person).then(|| mesh_of(&scenes[0], person))).collect();
        let cards: Vec<&CardState> = scenes[0].cards.iter().filter(|card| moves(card)).collect();
        let all = staying.iter().all(Option::is_some) && cards.is_empty();
        let scenes = if all { &scenes[..1] } else { scenes };
        scenes
            .par_iter()
            .map(|scene| {
                let mut mesh = Mesh::default();
                for (number, staying) in staying.iter().enumerate() {
                    match staying {
                        Some(person) => mesh.join(person),
                        None => mesh.join(&mesh_of(scene, number)),
                    }
                }
                for &first in &cards {
                    let state = scene.cards.iter().find(|card| card.card == first.card).unwrap_or(first);
                    let almost_flat = if bent.contains(&state.card) && state.curl == 0.0 { 1e-9 } else { state.curl };
                    let state = CardState { curl: almost_flat, ..*state };
                    card::append(&mut mesh, &self.cut(cell_cm), &state, self.layers_of(state.card), Detail::Whole);
                }
                mesh
            })
            .collect()
    }

    /// All triangles of some meshes in all samples. `meshes`: each at every instant, or once.
    fn drawing(&self, frame: &Exposure, set: &[Sample], meshes: &[Vec<Mesh>]) -> Drawing {
        let eye = Eye::new(frame.camera, &frame.instants, &frame.stands, frame.t, self.quality.aperture_cm);
        let meshes = meshes.iter().filter_map(|instants| {
            let first = instants.first()?;
            let all: Vec<&Mesh> = instants.iter().collect();
            let placed = set.par_iter().map(|sample| all_triangles(first, eye.spots(&all, sample))).collect();
            Some(Sheaf { attributes: first.attributes.clone(), placed })
        });
        Drawing { meshes: meshes.collect(), samples: self.numbers(frame, set, None), ..Drawing::default() }
    }

    /// The numbers of samples. `thrown`: what throws shadows in each, where that is all that moves: every sample then
    /// keeps its shadow maps.
    fn numbers(&self, frame: &Exposure, set: &[Sample], thrown: Option<&[Placed]>) -> Vec<SampleData> {
        let weight = 1.0 / set.len() as f64;
        set.iter()
            .enumerate()
            .map(|(index, sample)| {
                let thrower = thrown.and_then(|placed| placed.get(index));
                let data = shot::sample_data(&self.stage, frame.camera, frame.t, sample, weight, thrower);
                match thrown {
                    Some(_) => SampleData { slot: (index * sample.own % MAPS) as u32, maps: MAPS as u32, ..data },
                    None => data,
                }
            })
            .collect()
    }

    /// Rounds of samples for something that moves so far in the exposure, pixels.
    fn rounds(&self, way_px: f64) -> usize {
        let wanted = (way_px / self.quality.step_px.max(0.5) / ROUND as f64).ceil().max(1.0) as usize;
        wanted.next_power_of_two().min(self.quality.most_rounds.clamp(1, MOST_ROUNDS))
    }

    fn casters(&self) -> Vec<Caster> {
        let of = |lamp: &super::stage::Lamp| Caster { at: DVec3::from(lamp.at), radius_cm: lamp.radius_cm };
        self.stage.lamps.iter().map(of).collect()
    }

    fn whole(&self, frame: &Exposure, resting: &[CardState], mats: &[(usize, [f64; 3])], moving: &[Mesh]) -> Work {
        let cell_cm = self.aim.as_ref().map_or(100.0, |aim| aim.cell_cm);
        let still = self.still_mesh(cell_cm, resting, mats);
        let mut all = Gathered::new(shot::covered(&self.stage));
        all.add(&still);
        moving.get(moving.len() / 2).inspect(|mesh| all.add(mesh));
        let tiles = Tiles::all(frame.size());
        let set = samples(STILL, 2.min(self.quality.most_rounds));
        let drawing = self.drawing(frame, &set, &[vec![still], moving.to_vec()]);
        Work { drawing: Drawing { field: all.spread(), parts: tiles.parts(), ..drawing }, tiles }
    }

    /// Brings the still picture up to date.
    fn keep_still(&mut self, frame: &Exposure, resting: &[CardState], mats: &[(usize, [f64; 3])]) -> Option<StillWork> {
        let aim = self.aim.as_ref()?;
        let stand = frame.stands[0];
        let usable = aim.known.as_ref().filter(|known| known.stand == stand && known.mats == mats);
        if usable.is_some_and(|known| known.cards == resting) {
            return None;
        }
        let area = shot::covered(&self.stage);
        let mesh = self.still_mesh(aim.cell_cm, resting, mats);
        let mut raised = Gathered::new(area);
        raised.add(&mesh);
        let field = raised.spread();
        let size = frame.size();
        let mut tiles = Tiles::none(size);
        match usable {
            None => tiles = Tiles::all(size),
            Some(known) => {
                let mut changed = Mesh::default();
                for (some, others) in [(resting, known.cards.as_slice()), (known.cards.as_slice(), resting)] {
                    for card in some.iter().filter(|card| !others.contains(card)) {
                        card::append(&mut changed, &self.cut(aim.cell_cm), card, [0; 2], Detail::Whole);
                    }
                }
                let eye = Eye::new(frame.camera, &frame.instants, &frame.stands, frame.t, 0.0);
                mark::seen(&mut tiles, &changed, &[&eye.spots(&[&changed], &MIDDLE)]);
                for lamp in self.casters() {
                    mark::shaded(&mut tiles, frame.camera, &stand, area, &[&changed], &lamp);
                }
                mark::field(&mut tiles, frame.camera, &stand, area, &known.field, &field);
            }
        }
        let anew = usable.is_none();
        let meshes = [vec![mesh]];
        let draw = tiles.any().then(|| {
            let drawing = self.drawing(frame, &samples(STILL, 1), &meshes);
            let parts = tiles.parts();
            let rectangles = plain(parts.iter().flat_map(|part| tiles.gaps(*part)));
            Work { drawing: Drawing { field: field.clone(), parts, rectangles, ..drawing }, tiles }
        });
        // Where everything shows in the middle of the pixel, and a shadow map for every point of the lamps.
        let mut set = vec![MIDDLE];
        set.extend(samples(STILL, 1));
        let remember = Drawing {
            field: field.clone(),
            samples: self.numbers(frame, &set, Some(&[])),
            ..self.drawing(frame, &set, &meshes)
        };
        let known = Known { stand, cards: resting.to_vec(), mats: mats.to_vec(), raised, field, held: None };
        if let Some(aim) = &mut self.aim {
            aim.known = Some(known);
        }
        Some(StillWork { anew, draw, remember })
    }

    /// What moves over the still picture.
    fn with_moving(&self, frame: &Exposure, moving: &[Mesh]) -> Option<Work> {
        let known = self.aim.as_ref()?.known.as_ref()?;
        let (first, last) = (moving.first()?, moving.last()?);
        if first.is_empty() {
            return None;
        }
        let (camera, stand) = (frame.camera, frame.stands[0]);
        let area = shot::covered(&self.stage);
        let middle = &moving[moving.len() / 2];
        let way = farthest(camera, &stand, first, last, &frame.instants);
        let set = samples(ROUND, self.rounds(way));
        let eye = Eye::new(camera, &frame.instants, &frame.stands, frame.t, self.quality.aperture_cm);
        let all: Vec<&Mesh> = moving.iter().collect();
        let placed: Vec<Placed> = set
            .par_iter()
            .map(|sample| {
                let lamps: Vec<[DVec3; OWN]> =
                    (0..self.stage.lamps.len()).map(|lamp| shot::lamp_points(&self.stage, lamp, sample)).collect();
                seen_triangles(first, eye.spots(&all, sample), frame.size(), sample.jitter, &lamps)
            })
            .collect();
        let (field, (mut tiles, shades)) = rayon::join(
            || {
                let mut all = known.raised.clone();
                all.add(middle);
                all.spread()
            },
            || {
                let mut tiles = Tiles::none(frame.size());
                let spots: Vec<&[Spot]> = placed.iter().map(|placed| placed.spots.as_slice()).collect();
                mark::seen(&mut tiles, first, &spots);
                let shades: Vec<Tiles> = self
                    .casters()
                    .par_iter()
                    .map(|lamp| {
                        let mut shade = Tiles::none(frame.size());
                        mark::shaded(&mut shade, camera, &stand, area, &[first, middle, last], lamp);
                        shade
                    })
                    .collect();
                (tiles, shades)
            },
        );
        let mut dim = Tiles::none(frame.size());
        mark::field(&mut dim, camera, &stand, area, &known.field, &field);
        let mut shaded: Vec<Rectangle> = Vec::new();
        let none = Tiles::none(frame.size());
        let lamp = |k: usize| shades.get(k).unwrap_or(&none);
        for (lamps, which) in
            [([0, 2], lamp(0).and(lamp(1))), ([0, 1], lamp(0).without(lamp(1))), ([1, 2], lamp(1).without(lamp(0)))]
        {
            shaded.extend(which.rectangles().into_iter().map(|part| (part, lamps)));
        }
        let dark = lamp(0).or(lamp(1));
        shaded.extend(dim.without(&dark).rectangles().into_iter().map(|part| (part, [0, 0])));
        tiles = tiles.or(&dark).or(&dim);
        if !tiles.any() {
            return None;
        }
        // How much of the sky that reached a point of the still picture still does.
        let left = known.field.iter().zip(&field).map(|(before, now)| {
            let (before, now) = (255 - u32::from(*before), 255 - u32::from(*now).max(u32::from(*before)));
            (now * 255 / before.max(1)) as u8
        });
        let numbers = self.numbers(frame, &set, Some(&placed));
        let parts = tiles.parts();
        let drawing = Drawing {
            samples: numbers,
            field: left.collect(),
            rectangles: plain(tiles.rectangles()),
            parts,
            shaded,
            meshes: vec![Sheaf { attributes: first.attributes.clone(), placed }],
        };
        Some(Work { drawing, tiles })
    }
}

/// A sample in the middle of pixel, lamps, lens and exposure.
const MIDDLE: Sample = Sample { jitter: [0.0; 2], lamps: [[[0.0; 2]; OWN]; 2], own: 1, lens: [0.0; 2], time: 0.5 };

/// Rectangles for which lamps do not matter.
fn plain(parts: impl IntoIterator<Item = Part>) -> Vec<Rectangle> {
    parts.into_iter().map(|part| (part, [0, 0])).collect()
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
