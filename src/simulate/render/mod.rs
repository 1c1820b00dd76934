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
mod mark;
pub mod mesh;
mod paint;
pub mod person;
mod place;
mod planner;
pub mod samples;
pub mod shot;
pub mod stage;
pub mod surface;
pub mod tiles;

pub use error::RenderError;
pub use limb::Limb;
pub use paint::{Begun, Painter};
pub use planner::{Plan, Planner};
pub use stage::{Looks, Stage};

use super::camera::Camera;
use super::film::{Film, Light};
use super::scene::{CardIndex, Scene};
use gpu::{CardPictures, Gpu};
use limb::{Dressed, Rest};
use mesh::{ID_ARM, ID_CARD, ID_PERSON};

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
    /// Rounds of four samples a fast picture may take: 1, 2, 4, 8 or 16.
    pub most_rounds: usize,
    /// The longest way between two samples of something that moves, pixels.
    pub step_px: f64,
    /// Radius of the lens's opening, centimetres; 0 for everything in focus. The point looked at is in focus.
    pub aperture_cm: f64,
}

impl Default for Quality {
    fn default() -> Quality {
        Quality { most_rounds: 8, step_px: 4.0, aperture_cm: 0.0 }
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

/// Draws a stage and what moves on it.
pub struct Renderer {
    planner: Planner,
    painter: Painter,
    effort: Effort,
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
            planner: Planner::new(stage, layers, limbs, dressed, quality),
            painter: Painter::new(gpu),
            effort: Effort::default(),
        })
    }

    /// What the device calls itself.
    pub fn device(&self) -> &str {
        self.painter.device()
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
        self.painter.give_back(light);
        Ok(picture)
    }

    /// The light that falls on the sensor in a frame of time `t`, before anything spoils it.
    ///
    /// # Errors
    /// As [`Renderer::render`].
    pub fn expose(&mut self, t: f64, camera: &Camera, scene_at: &dyn Fn(f64) -> Scene) -> Result<Light, RenderError> {
        let plan = self.planner.plan(t, camera, scene_at);
        self.effort = plan.effort;
        let painted = self.painter.paint(plan);
        if painted.is_err() {
            // What was planned is not there.
            self.planner.forget();
        }
        painted
    }

    /// Planning and painting apart, so that one frame can be planned while another is painted: plans must be
    /// painted in the order in which they were made, all of them.
    pub fn apart(&mut self) -> (&mut Planner, &mut Painter) {
        (&mut self.planner, &mut self.painter)
    }

    /// What shows in every pixel of a frame of time `t`, each row at the middle of its exposure, without blur.
    ///
    /// # Errors
    /// As [`Renderer::render`].
    pub fn mask(&mut self, t: f64, camera: &Camera, scene_at: &dyn Fn(f64) -> Scene) -> Result<Mask, RenderError> {
        let ids = self.painter.mask([camera.width, camera.height], &self.planner.mask(t, camera, scene_at))?;
        Ok(Mask { width: camera.width, height: camera.height, ids })
    }
}

#[cfg(test)]
mod tests;
