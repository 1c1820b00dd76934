//! Scenes in, pictures of light out, through Vulkan: a GPU, or Mesa's software driver where there is none.
//!
//! A picture is the sum of samples. Each sample is one instant of the exposure (motion blur), one offset inside
//! the pixel (smooth edges), one point of every lamp (soft shadows) and, with an open lens, one point of the lens
//! (focus); it is drawn with shadow maps, a depth pass and an adding colour pass. What stands still is drawn once;
//! in later frames only tiles are drawn in which something moves or throws a shadow, with the same samples, so
//! that no seam shows.
//!
//! - [`stage`]: what stands still, and looks. [`limb`]: arms as they are seen. [`card`], [`mesh`]: triangles.
//! - [`samples`], [`shot`]: the numbers of a picture. [`tiles`]: what to draw again. [`field`]: ambient shadow.
//! - `gpu`: the device. [`surface`]: grain, weave, pores.
//!
//! What sensor and lens do to the picture besides is in [`crate::simulate::film`].

pub mod card;
mod error;
pub mod field;
mod gpu;
pub mod limb;
pub mod mesh;
pub mod person;
mod planner;
pub mod samples;
pub mod shot;
pub mod stage;
pub mod surface;
pub mod tiles;

pub use error::RenderError;
pub use limb::Limb;
pub use stage::{Looks, Stage};

use super::camera::{Camera, Stand};
use super::film::{Film, Light};
use super::scene::{CardIndex, CardState, Scene};
use card::{Cut, Detail};
use gpu::{CardPictures, Drawing, Gpu, Targets, ViewData};
use limb::{Dressed, Rest};
use mesh::{ID_ARM, ID_CARD, ID_PERSON, Mesh};
use shot::Instants;

/// What cards show.
#[derive(Debug, Clone)]
pub struct Pictures {
    /// Faces and backs, in any order and of any size; the first one's size is taken for all.
    pub pictures: Vec<image::RgbImage>,
    /// For each card of the deck, by [`CardIndex`]: which picture is its face and which its back.
    pub cards: Vec<[u8; 2]>,
}

/// How much work a picture may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    /// Rounds of eight samples a fast picture may take: 1, 2, 4 or 8.
    pub most_rounds: usize,
    /// The longest way between two samples of something that moves, pixels.
    pub step_px: f64,
    /// Radius of the lens's opening, centimetres; 0 for everything in focus. The point looked at is in focus.
    pub aperture_cm: f64,
}

impl Default for Quality {
    fn default() -> Quality {
        Quality { most_rounds: 4, step_px: 4.0, aperture_cm: 0.0 }
    }
}

/// What shows in a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The floor, or nothing.
    Nothing,
    /// The table, its mats and what is printed on them.
    Table,
    /// Clutter.
    Clutter,
    /// A card.
    Card(CardIndex),
    /// An arm with what it wears, by its place among the scene's arms.
    Arm(usize),
    /// Trunk or head of a person, by place at the table.
    Person(usize),
}

/// What shows in every pixel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mask {
    /// Width, pixels.
    pub width: u32,
    /// Height, pixels.
    pub height: u32,
    ids: Vec<u32>,
}

impl Mask {
    /// What shows in a pixel of the picture.
    pub fn at(&self, x: u32, y: u32) -> What {
        match self.ids[(y * self.width + x) as usize] {
            0 => What::Nothing,
            mesh::ID_TABLE => What::Table,
            mesh::ID_CLUTTER => What::Clutter,
            id if id >= ID_PERSON => What::Person((id - ID_PERSON) as usize),
            id if id >= ID_ARM => What::Arm((id - ID_ARM) as usize),
            id => What::Card((id - ID_CARD) as CardIndex),
        }
    }
}

/// How the last picture was made.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Effort {
    /// Samples.
    pub samples: usize,
    /// Share of the picture drawn again.
    pub share: f64,
    /// Whether what stands still was drawn as well, wholly or in part.
    pub still: bool,
}

/// What stands still, drawn for a camera that stands still.
struct Still {
    stand: Stand,
    cards: Vec<CardState>,
    mats: Vec<(usize, [f64; 3])>,
    raised: field::Gathered,
    field: Vec<u8>,
    light: Light,
}

struct Shot {
    camera: Camera,
    cell_cm: f64,
    targets: Targets,
    still: Option<Still>,
}

/// Draws a stage and what moves on it.
pub struct Renderer {
    gpu: Gpu,
    stage: Stage,
    layers: Vec<[u8; 2]>,
    limbs: Vec<Box<dyn Limb>>,
    dressed: Vec<[Dressed; 2]>,
    quality: Quality,
    shot: Option<Shot>,
    effort: Effort,
    canvas: Light,
}

impl Renderer {
    /// Opens a Vulkan device and prepares a stage. `limbs`: the bodies of the
    /// people at the table, in order; a scene's arms are theirs in pairs, left and right.
    ///
    /// # Errors
    /// When there is no Vulkan device, or there are no card pictures.
    pub fn new(
        stage: &Stage,
        pictures: &Pictures,
        limbs: Vec<Box<dyn Limb>>,
        quality: Quality,
    ) -> Result<Renderer, RenderError> {
        let first = pictures.pictures.first().ok_or(RenderError::NoPictures)?;
        let size = first.dimensions();
        let layers = pictures.pictures.iter().map(|picture| {
            let fitted = if picture.dimensions() == size {
                picture.clone()
            } else {
                image::imageops::resize(picture, size.0, size.1, image::imageops::FilterType::Triangle)
            };
            fitted.pixels().flat_map(|p| [p[0], p[1], p[2], 255]).collect()
        });
        let cards = CardPictures { size: [size.0, size.1], layers: layers.collect() };
        if pictures.cards.iter().flatten().any(|layer| usize::from(*layer) >= cards.layers.len()) {
            return Err(RenderError::NoPictures);
        }
        let rest = Rest::read()?;
        let gpu = Gpu::open(&cards, stage.seed)?;
        use crate::base::HandSide::{Left, Right};
        let plain = Looks::default();
        let dressed = (0..limbs.len())
            .map(|person| {
                let looks = stage.players.get(person).unwrap_or(&plain);
                [Left, Right].map(|hand| Dressed::new(&rest, looks, hand))
            })
            .collect();
        let stage = Stage { lamps: stage.lamps.iter().take(gpu::LAMPS).cloned().collect(), ..stage.clone() };
        let layers = pictures.cards.clone();
        Ok(Renderer {
            gpu,
            stage,
            layers,
            limbs,
            dressed,
            quality,
            shot: None,
            effort: Effort::default(),
            canvas: Light::black(0, 0),
        })
    }

    /// What the device calls itself.
    pub fn device(&self) -> &str {
        &self.gpu.name
    }

    /// How the last picture was made.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// The picture of a frame of time `t` as `film` shows it. `scene_at`: what is where at an instant.
    ///
    /// # Errors
    /// When the device fails or the picture is larger than it can draw.
    pub fn render(
        &mut self,
        t: f64,
        camera: &Camera,
        film: &Film,
        scene_at: &dyn Fn(f64) -> Scene,
    ) -> Result<image::RgbImage, RenderError> {
        let light = self.expose(t, camera, scene_at)?;
        let picture = film.develop(&light, t, camera.readout_s);
        self.canvas = light;
        Ok(picture)
    }

    /// The light that falls on the sensor in a frame of time `t`, before anything spoils it.
    ///
    /// # Errors
    /// As [`Renderer::render`].
    pub fn expose(&mut self, t: f64, camera: &Camera, scene_at: &dyn Fn(f64) -> Scene) -> Result<Light, RenderError> {
        self.aim(camera)?;
        let instants = Instants::of(camera, t);
        let scenes: Vec<Scene> = instants.times().map(scene_at).collect();
        let stands: Vec<Stand> = instants.times().map(|t| camera.stand(t)).collect();
        let swings = stands.iter().any(|stand| *stand != stands[0]);
        let slides = scenes.iter().any(|scene| scene.mats != scenes[0].mats);
        let still = |card: &&CardState| scenes[1..].iter().all(|scene| scene.cards.contains(card));
        let resting: Vec<CardState> = scenes[0].cards.iter().filter(still).copied().collect();
        let moving = self.moving(&scenes, &resting);
        let places: Vec<[u32; 4]> = moving.iter().flat_map(|mesh| mesh.places.iter().copied()).collect();
        let views: Vec<ViewData> = stands.iter().map(shot::view).collect();
        self.effort = Effort::default();
        if swings || slides {
            // Nothing can be kept: everything is drawn, mats as they lie in the middle of the exposure.
            let mats = &scenes[scenes.len() / 2].mats;
            return self.whole(t, &instants, &views, &resting, mats, &moving, &places);
        }
        self.keep_still(t, &instants, &stands[0], &resting, &scenes[0].mats)?;
        self.with_moving(t, &instants, &stands, &moving, &places)
    }

    /// What shows in every pixel of a frame of time `t`, each row at the middle of its exposure, without blur.
    ///
    /// # Errors
    /// As [`Renderer::render`].
    pub fn mask(&mut self, t: f64, camera: &Camera, scene_at: &dyn Fn(f64) -> Scene) -> Result<Mask, RenderError> {
        self.aim(camera)?;
        let instants = Instants::of(camera, t);
        let scenes: Vec<Scene> = instants.times().map(scene_at).collect();
        let views: Vec<ViewData> = instants.times().map(|t| shot::view(&camera.stand(t))).collect();
        let moving = self.moving(&scenes, &[]);
        let places: Vec<[u32; 4]> = moving.iter().flat_map(|mesh| mesh.places.iter().copied()).collect();
        let Some(shot) = &self.shot else { return Err(RenderError::NoPictures) };
        let still = self.still_mesh(shot.cell_cm, &[], &scenes[scenes.len() / 2].mats);
        let still = self.gpu.geometry(&still, &still.places);
        let empty = Mesh::default();
        let moving = self.gpu.geometry(moving.first().unwrap_or(&empty), &places);
        let middle = samples::Sample { jitter: [0.0; 2], lamps: [[0.0; 2]; 2], lens: [0.0; 2], time: 0.5 };
        let data = shot::sample_data(&self.stage, camera, &instants, t, &middle, 1.0, 0.0);
        let drawing = Drawing {
            targets: &shot.targets,
            samples: &[data],
            views: &views,
            geometry: &[&still, &moving],
            field: &[],
            parts: &[[0, 0, camera.width, camera.height]],
            at_once: false,
            rectangles: &[],
        };
        let ids = self.gpu.mask(&drawing)?;
        Ok(Mask { width: camera.width, height: camera.height, ids })
    }

    /// Prepares for a camera.
    fn aim(&mut self, camera: &Camera) -> Result<(), RenderError> {
        let most = self.gpu.widest();
        if camera.width == 0 || camera.height == 0 || camera.width.max(camera.height) > most {
            return Err(RenderError::Size { width: camera.width, height: camera.height, most });
        }
        if self.shot.as_ref().is_none_or(|shot| shot.camera != *camera) {
            let targets = self.gpu.targets([camera.width, camera.height]);
            let cell_cm = shot::cell_cm(camera, 0.03);
            self.shot = Some(Shot { camera: camera.clone(), cell_cm, targets, still: None });
        }
        Ok(())
    }

    fn cut(&self, cell_cm: f64) -> Cut {
        Cut { size_cm: self.stage.card_cm, corner_cm: self.stage.card_corner_cm, cell_cm }
    }

    fn layers_of(&self, card: CardIndex) -> [u8; 2] {
        self.layers.get(usize::from(card)).copied().unwrap_or_default()
    }

    /// What stands still: the stage and resting cards.
    fn still_mesh(&self, cell_cm: f64, cards: &[CardState], mats: &[(usize, [f64; 3])]) -> Mesh {
        let mut mesh = mesh::still(&self.stage, mats, cell_cm);
        let covered = card::covered(cards);
        for card in cards {
            let detail = if covered.contains(&card.card) { Detail::Covered } else { Detail::Resting };
            card::append(&mut mesh, &self.cut(cell_cm), card, self.layers_of(card.card), detail);
        }
        mesh
    }

    /// Arms, and the cards that do not rest, at every instant: the same triangles each time.
    fn moving(&self, scenes: &[Scene], resting: &[CardState]) -> Vec<Mesh> {
        let cell_cm = self.shot.as_ref().map_or(100.0, |shot| shot.cell_cm);
        let moves = |card: &CardState| !resting.iter().any(|other| other.card == card.card);
        let arms = scenes.iter().map(|scene| scene.arms.len()).min().unwrap_or(0).min(2 * self.limbs.len());
        // A card has the same triangles at all instants, bent or not.
        let bent: Vec<CardIndex> =
            scenes.iter().flat_map(|s| &s.cards).filter(|c| c.curl != 0.0).map(|c| c.card).collect();
        scenes
            .iter()
            .map(|scene| {
                let mut mesh = Mesh::default();
                for (person, pair) in scene.arms[..arms].chunks(2).enumerate() {
                    let looks = self.stage.players.get(person);
                    let sits = looks.and_then(|looks| looks.seat.as_ref()).zip(<&[_; 2]>::try_from(pair).ok());
                    let shoulders = sits.map(|(sits, [left, right])| person::shoulders(sits, [left, right]));
                    for (number, arm) in pair.iter().enumerate() {
                        let places = self.limbs[person].mesh(arm);
                        let side = usize::from(arm.hand == crate::base::HandSide::Right);
                        let shoulder = shoulders.map(|both| both[side]);
                        let number = (2 * person + number) as u32;
                        self.dressed[person][side].append(&mut mesh, number, arm, &places, shoulder);
                    }
                    if let (Some(looks), Some((sits, _)), Some(shoulders)) = (looks, sits, shoulders) {
                        person::append(&mut mesh, person, looks, sits, shoulders);
                    }
                }
                for first in scenes[0].cards.iter().filter(|card| moves(card)) {
                    let state = scene.cards.iter().find(|card| card.card == first.card).unwrap_or(first);
                    let almost_flat = if bent.contains(&state.card) && state.curl == 0.0 { 1e-9 } else { state.curl };
                    let state = CardState { curl: almost_flat, ..*state };
                    card::append(&mut mesh, &self.cut(cell_cm), &state, self.layers_of(state.card), Detail::Whole);
                }
                mesh
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
