//! A directed scene in, `video.mp4` out: every frame drawn, spoilt as the camera spoils it, and encoded with the
//! sound beside it.
//!
//! While one picture is drawn, the next is planned and the last is developed and encoded, each in a thread of its
//! own; their order, and so the file, is the same however many threads there are.

mod dress;
mod exposure;

use super::arm::Body;
use super::deck;
use super::film::Light;
use super::heard::sound_track;
use super::render::{Begun, Limb, Pictures, Plan, Quality, RenderError, Renderer};
use super::sound;
use super::truth::Directed;
use crate::base::{Card, Suit};
use crate::video::{ClipOptions, Encoder, SoundCodec, VideoError};
use std::path::Path;
use std::sync::mpsc::{channel, sync_channel};

/// Why there is no footage.
#[derive(Debug, thiserror::Error)]
pub enum ShootError {
    /// Drawing.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The cards' art.
    #[error(transparent)]
    Deck(#[from] deck::DeckError),
    /// Encoding.
    #[error(transparent)]
    Video(#[from] VideoError),
}

/// What drew the pictures, and how many.
#[derive(Debug, Clone, PartialEq)]
pub struct Footage {
    /// The device.
    pub device: String,
    /// Pictures drawn.
    pub frames: usize,
}

/// Frames that may wait for the next thread.
const WAITING: usize = 2;
/// Pixels of a card's picture a centimetre, at least; larger in larger footage.
const CARD_PX_PER_CM: f64 = 40.0;

/// Ready to take pictures of a directed scene.
pub struct Studio<'a> {
    directed: &'a Directed,
    renderer: Renderer,
    film: super::film::Film,
}

impl<'a> Studio<'a> {
    /// Opens the device and prepares table, cards and arms.
    ///
    /// # Errors
    /// [`ShootError::Render`] without a Vulkan device.
    pub fn new(directed: &'a Directed) -> Result<Studio<'a>, ShootError> {
        let settled = &directed.settled;
        let design = dress::design(settled);
        let stage = dress::stage(settled, &design, &directed.director.timeline().people);
        let bodies = (0..settled.people.len())
            .map(|person| -> Box<dyn Limb> { Box::new(Body::clone(directed.director.anatomy_of(person).body())) })
            .collect();
        let pictures = pictures(&deck::draw(&design, CARD_PX_PER_CM)?, directed.director.timeline().faces());
        let mut renderer = Renderer::new(&stage, &pictures, bodies, Quality::default())?;
        let mut film = dress::film(settled);
        let timeline = directed.director.timeline();
        let first = renderer.expose(0.0, &settled.camera, &|t| timeline.at(t))?;
        film.stops += exposure::stops(&first, &mut settled.seed.stream("exposure"));
        Ok(Studio { directed, renderer, film })
    }

    /// What draws.
    pub fn device(&self) -> &str {
        self.renderer.device()
    }

    /// The picture of an instant, as the camera takes it.
    ///
    /// # Errors
    /// [`ShootError::Render`] when the device fails.
    pub fn still(&mut self, t: f64) -> Result<image::RgbImage, ShootError> {
        let timeline = self.directed.director.timeline();
        Ok(self.renderer.render(t, &self.directed.settled.camera, &self.film, &|t| timeline.at(t))?)
    }

    /// What shows in every pixel at an instant, without blur.
    ///
    /// # Errors
    /// [`ShootError::Render`] when the device fails.
    pub fn mask(&mut self, t: f64) -> Result<super::render::Mask, ShootError> {
        let timeline = self.directed.director.timeline();
        Ok(self.renderer.mask(t, &self.directed.settled.camera, &|t| timeline.at(t))?)
    }

    /// Takes all pictures and writes them with the sound. `done` hears how many frames are drawn.
    ///
    /// # Errors
    /// [`ShootError`]; no file is left then.
    pub fn shoot(&mut self, out: &Path, done: &mut dyn FnMut(usize)) -> Result<Footage, ShootError> {
        let settled = &self.directed.settled;
        let sound = sound_track(self.directed);
        let frames = self.directed.frames.clone();
        let size = (settled.camera.width as usize, settled.camera.height as usize);
        let options = ClipOptions {
            audio_rate: (!sound.is_empty()).then_some(sound::RATE),
            // Every sample as it was made: the truth says when a contact is heard.
            sound: SoundCodec::Flac,
            crf: settled.sensor.crf,
        };
        let (plans, planned) = sync_channel::<(f64, Plan)>(1);
        let (send, receive) = sync_channel::<(f64, Light)>(WAITING);
        let (done_with, given_back) = channel::<Light>();
        let timeline = self.directed.director.timeline();
        let (camera, film) = (&settled.camera, &self.film);
        let (planner, painter) = self.renderer.apart();
        planner.forget();
        let footage = std::thread::scope(|scope| {
            let encoding = scope.spawn(move || -> Result<(), VideoError> {
                let mut encoder = Encoder::create_by(out, size.0, size.1, &options)?;
                let mut heard = 0;
                for (t, light) in receive {
                    encoder.push_rgb(&film.develop(&light, t, camera.readout_s), t)?;
                    // Nobody may want it any more.
                    let _ = done_with.send(light);
                    // The sound goes along with the pictures, so that a player need not seek for it.
                    let until = ((t * f64::from(sound::RATE)) as usize).min(sound.len());
                    if until >= heard + sound::RATE as usize {
                        encoder.push_audio(&sound[heard..until])?;
                        heard = until;
                    }
                }
                encoder.push_audio(&sound[heard..])?;
                encoder.finish()
            });
            scope.spawn(move || {
                for t in frames {
                    // When painting has stopped, nothing more need be planned.
                    if plans.send((t, planner.plan(t, camera, &|t| timeline.at(t)))).is_err() {
                        break;
                    }
                }
            });
            let mut drawn = 0;
            let mut paint = || -> Result<(), RenderError> {
                // One picture is begun before the one before it is waited for: the device never is.
                let mut begun: Option<(f64, Begun)> = None;
                loop {
                    let next = match planned.recv() {
                        Ok((t, plan)) => Some((t, painter.begin(plan)?)),
                        Err(_) => None,
                    };
                    let ended = next.is_none();
                    if let Some((t, before)) = std::mem::replace(&mut begun, next) {
                        let light = painter.end(before)?;
                        if send.send((t, light)).is_err() {
                            // The encoder has stopped: its own words say why.
                            return Ok(());
                        }
                        given_back.try_iter().for_each(|light| painter.give_back(light));
                        drawn += 1;
                        done(drawn);
                    }
                    if ended {
                        return Ok(());
                    }
                }
            };
            let painted = paint();
            // Nothing more need be planned.
            drop(planned);
            drop(send);
            let encoded = encoding.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            painted?;
            encoded?;
            Ok(Footage { device: painter.device().to_owned(), frames: drawn })
        });
        // What was planned may not have been painted.
        self.renderer.apart().0.forget();
        footage
    }
}

/// Faces and back for the cards of a scene. Every picture is put on the colour of its own rim, as the renderer cuts
/// the corners itself.
fn pictures(deck: &deck::Deck, faces: &[Card]) -> Pictures {
    let opaque = |picture: &image::RgbaImage| {
        let paper = picture.get_pixel(picture.width() / 2, 1).0;
        image::RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
            let [r, g, b, a] = picture.get_pixel(x, y).0;
            let over = |c: u8, p: u8| ((u32::from(c) * u32::from(a) + u32::from(p) * u32::from(255 - a)) / 255) as u8;
            image::Rgb([over(r, paper[0]), over(g, paper[1]), over(b, paper[2])])
        })
    };
    let mut pictures: Vec<image::RgbImage> = deck.faces.iter().map(opaque).collect();
    let back = pictures.len() as u8;
    pictures.push(opaque(&deck.back));
    // A suit that nobody told is any suit.
    let cards = faces.iter().map(|card| [deck::face_index(card.rank, card.suit.unwrap_or(Suit::Clubs)) as u8, back]);
    let cards = cards.collect();
    Pictures { pictures, cards }
}
