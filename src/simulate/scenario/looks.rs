//! How a settled scenario looks and sounds: every figure is there.

use super::file::{Cloth, Colour, Light, TableTop};
use crate::base::HandSide;
use glam::DVec3;

/// Table, cloth, light.
#[derive(Debug, Clone, PartialEq)]
pub struct StageLook {
    /// Table top.
    pub table: TableTop,
    /// Its colour, sRGB.
    pub table_colour: Colour,
    /// The mats' cloth.
    pub cloth: Cloth,
    /// The mats' colour, sRGB.
    pub mat_colour: Colour,
    /// The lines' colour, sRGB.
    pub line_colour: Colour,
    /// The lines' width, centimetres.
    pub line_cm: f64,
    /// A border line inside each mat's edge.
    pub border: bool,
    /// Things beyond the mats.
    pub clutter: u8,
    /// Lamps.
    pub lights: Vec<Light>,
    /// Light from everywhere, 0 to 1.
    pub ambient: f64,
}

/// The cards.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckLook {
    /// The faces' design by name; `None`: any, by the seed.
    pub design: Option<String>,
    /// The back's design by name; `None`: any, by the seed.
    pub back: Option<String>,
    /// Width and height, centimetres.
    pub size: [f64; 2],
    /// How bent and worn, 0 to 1.
    pub wear: f64,
}

/// One person at the table.
#[derive(Debug, Clone, PartialEq)]
pub struct PersonLook {
    /// Where the person sits: degrees clockwise seen from above, 0 at the near side (negative y).
    pub angle_deg: f64,
    /// Build, 0 slight to 1 broad.
    pub build: f64,
    /// 0 female to 1 male proportions.
    pub sex: f64,
    /// Years.
    pub age: f64,
    /// Size against an adult's mean.
    pub size: f64,
    /// Skin tone, 0 lightest to 1 darkest.
    pub tone: f64,
    /// The sleeve's end on the forearm, 0 at the elbow to 1 at the wrist.
    pub sleeve: f64,
    /// The sleeve's colour, sRGB.
    pub sleeve_colour: Colour,
    /// Wears a ring.
    pub ring: bool,
    /// Wears a watch.
    pub watch: bool,
    /// The better hand.
    pub handedness: HandSide,
    /// Speed of the hands against an ordinary player's.
    pub speed: f64,
}

/// What spoils the pictures; the lens and the shutter are in [`Camera`](crate::simulate::camera::Camera).
#[derive(Debug, Clone, PartialEq)]
pub struct Sensor {
    /// Noise, standard deviation in 8-bit steps at mid grey.
    pub noise: f64,
    /// Gain of red, green and blue.
    pub cast: [f64; 3],
    /// Flicker: hertz and depth.
    pub flicker: [f64; 2],
    /// Blur of a lens out of focus, pixels (standard deviation).
    pub focus_px: f64,
    /// H.264 constant rate factor.
    pub crf: u8,
}

/// What is heard.
#[derive(Debug, Clone, PartialEq)]
pub struct SoundLook {
    /// False: no sound track.
    pub on: bool,
    /// The microphone.
    pub microphone: DVec3,
    /// Room noise, decibels below full scale.
    pub noise_db: f64,
    /// Time for the room's ring to fall by 60 dB, seconds.
    pub ring_s: f64,
    /// People talking in the room.
    pub voices: bool,
}
