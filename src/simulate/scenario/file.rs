//! The scenario file, `slapsight.scenario/1`: everything but the schema's name may be left out; what is left
//! out is drawn from the seed, so one script with other seeds gives scenes that look different.

use super::cards::CardName;
use crate::calibration::Layout;
use crate::simulate::players::MatchFile;
use crate::simulate::script::Cue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The schema name this program reads.
pub const SCENARIO_SCHEMA: &str = "slapsight.scenario/1";

/// Which game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Laws {
    /// SLAPS, ISF Laws: two Centre Piles, two players.
    #[default]
    Isf,
    /// "Slaps", house rules: one pile.
    SlapsHouse,
    /// Egyptian Ratscrew.
    Ers,
    /// Ratscrew, the old web page.
    Ratscrew,
    /// Slapjack.
    Slapjack,
}

impl Laws {
    /// As `slapsight rule --laws` names it.
    pub fn name(self) -> &'static str {
        match self {
            Laws::Isf => "isf",
            Laws::SlapsHouse => "slaps-house",
            Laws::Ers => "ers",
            Laws::Ratscrew => "ratscrew",
            Laws::Slapjack => "slapjack",
        }
    }

    /// One pile in the middle, a slap with one hand.
    pub fn one_pile(self) -> bool {
        self != Laws::Isf
    }
}

/// Where the layout comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "\"reference\", {\"file\": \"layout.json\"} or a whole layout")]
pub enum LayoutFrom {
    /// `reference`: the official mats; for the other games the round table that goes with the seats.
    Named(Reference),
    /// A file, relative to the scenario's folder.
    File {
        /// Its name.
        file: String,
    },
    /// Here.
    Inline(Box<Layout>),
}

/// The one name a layout has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reference {
    /// The layout that ships with the program.
    Reference,
}

/// A scenario.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// `slapsight.scenario/1`.
    pub schema: String,
    /// For people.
    #[serde(default)]
    pub name: Option<String>,
    /// What it shows, for people.
    #[serde(default)]
    pub about: Option<String>,
    /// Where chance comes from; 1 when left out.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The game; `isf` when left out.
    #[serde(default)]
    pub laws: Laws,
    /// How many sit at the table, 2 to 8; `isf` has 2.
    #[serde(default)]
    pub seats: Option<u8>,
    /// The mats.
    #[serde(default)]
    pub layout: Option<LayoutFrom>,
    /// Length of the footage, seconds; until all is at rest when left out.
    #[serde(default)]
    pub duration_s: Option<f64>,
    /// Table, cloth, light.
    #[serde(default)]
    pub stage: StageFile,
    /// The cards.
    #[serde(default)]
    pub deck: DeckFile,
    /// Who plays, by seat.
    #[serde(default)]
    pub players: Vec<PlayerFile>,
    /// What films it.
    #[serde(default)]
    pub camera: CameraFile,
    /// What is heard.
    #[serde(default)]
    pub sound: SoundFile,
    /// How the table stands at the start.
    #[serde(default)]
    pub start: StartFile,
    /// What happens.
    #[serde(default)]
    pub script: Vec<Cue>,
    /// A whole match, played by policies, instead of a script.
    #[serde(default, rename = "match")]
    pub plays: Option<MatchFile>,
    /// The incidents that the truth must name, no more and no fewer: a test of the scenario itself.
    #[serde(default)]
    pub expect: Option<Vec<String>>,
}

/// An sRGB colour, 0 to 255.
pub type Colour = [u8; 3];

/// Table, cloth, light.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StageFile {
    /// What the table top is made of.
    pub table: Option<TableTop>,
    /// Its colour.
    pub table_colour: Option<Colour>,
    /// The mats' cloth.
    pub cloth: Option<Cloth>,
    /// The mats' colour.
    pub mat_colour: Option<Colour>,
    /// The lines' colour.
    pub line_colour: Option<Colour>,
    /// The lines' width, centimetres, 0.1 to 2.
    pub line_cm: Option<f64>,
    /// A border line inside each mat's edge.
    pub border: Option<bool>,
    /// Things lying about beyond the mats, 0 to 12.
    pub clutter: Option<u8>,
    /// Lamps.
    pub lights: Option<Vec<Light>>,
    /// Light from everywhere, 0 to 1.
    pub ambient: Option<f64>,
}

/// What a table top is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum TableTop {
    Wood,
    Plain,
    Cloth,
}

/// A mat's cloth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Cloth {
    Felt,
    Neoprene,
    Linen,
    Smooth,
}

/// A lamp.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Light {
    /// Where, table space, centimetres.
    pub position: [f64; 3],
    /// Across, centimetres; larger ones cast softer shadows.
    pub size_cm: f64,
    /// Relative strength.
    pub strength: f64,
    /// Colour temperature, kelvin.
    pub kelvin: f64,
}

/// The cards.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DeckFile {
    /// The faces' design, by the name that the deck's art has.
    pub design: Option<String>,
    /// The back's design.
    pub back: Option<String>,
    /// Width and height of a card, centimetres.
    pub size_cm: Option<[f64; 2]>,
    /// How bent and worn, 0 to 1.
    pub wear: Option<f64>,
    /// Cards that should not be there (B.6.1): each takes the place of another.
    pub strays: Vec<CardName>,
}

/// One player.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PlayerFile {
    /// The hand's build: 0 slight to 1 broad.
    pub build: Option<f64>,
    /// 0 female to 1 male proportions.
    pub sex: Option<f64>,
    /// Age, years.
    pub age: Option<f64>,
    /// Size against an adult's mean, 0.8 to 1.2.
    pub size: Option<f64>,
    /// Skin tone, 0 lightest to 1 darkest.
    pub tone: Option<f64>,
    /// The sleeve's end on the forearm: 0 at the elbow (bare arm) to 1 at the wrist.
    pub sleeve: Option<f64>,
    /// The sleeve's colour.
    pub sleeve_colour: Option<Colour>,
    /// Wears a ring.
    pub ring: Option<bool>,
    /// Wears a watch.
    pub watch: Option<bool>,
    /// The better hand.
    pub handedness: Option<crate::base::HandSide>,
    /// Speed of the hands against an ordinary player's, 0.5 to 1.6.
    pub speed: Option<f64>,
}

/// What films it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CameraFile {
    /// The lens, table space, centimetres.
    pub position: Option<[f64; 3]>,
    /// The middle of the picture, table space, centimetres.
    pub look_at: Option<[f64; 3]>,
    /// Turn about the line of sight, degrees.
    pub roll_deg: Option<f64>,
    /// Horizontal field of view, degrees; as much as shows the whole layout when left out.
    pub view_deg: Option<f64>,
    /// Focal length, pixels, instead of the field of view.
    pub focal_px: Option<f64>,
    /// Picture width, pixels, 160 to 1920.
    pub width: Option<u32>,
    /// Picture height, pixels, 120 to 1080.
    pub height: Option<u32>,
    /// Frames a second, 60 to 480.
    pub fps: Option<f64>,
    /// Exposure of a row, seconds; at most a frame.
    pub exposure_s: Option<f64>,
    /// From the first row's exposure to the last's, seconds; 0 for a global shutter; at most a frame.
    pub readout_s: Option<f64>,
    /// k1, k2, p1, p2, k3.
    pub distortion: Option<[f64; 5]>,
    /// Noise, standard deviation in 8-bit steps at mid grey, 0 to 20.
    pub noise: Option<f64>,
    /// Gain of red, green and blue, 0.5 to 1.5.
    pub cast: Option<[f64; 3]>,
    /// Lamps' flicker: hertz and depth 0 to 1.
    pub flicker: Option<[f64; 2]>,
    /// Blur of a lens out of focus, pixels (standard deviation), 0 to 5.
    pub focus_px: Option<f64>,
    /// Knocks.
    pub knocks: Vec<KnockFile>,
    /// Share of frames that get lost, 0 to 0.5.
    pub dropped: Option<f64>,
    /// Unevenness of the frames' times, share of a frame, 0 to 0.4.
    pub jitter: Option<f64>,
    /// H.264 quality (constant rate factor), 0 to 51.
    pub crf: Option<u8>,
}

/// A knock against the camera.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KnockFile {
    /// When, seconds.
    pub t: f64,
    /// How far the lens moves, centimetres.
    #[serde(default)]
    pub shift: [f64; 3],
    /// How far the middle of the picture moves on the table, centimetres.
    #[serde(default)]
    pub aim: [f64; 3],
    /// Roll, degrees.
    #[serde(default)]
    pub roll_deg: f64,
}

/// What is heard.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SoundFile {
    /// False: no sound track.
    pub on: Option<bool>,
    /// Where the microphone is, table space, centimetres; at the camera when left out.
    pub microphone: Option<[f64; 3]>,
    /// Room noise, decibels below full scale (negative).
    pub noise_db: Option<f64>,
    /// How long the room rings, seconds (time to fall by 60 dB).
    pub ring_s: Option<f64>,
    /// People talking in the room.
    pub voices: Option<bool>,
}

/// How the table stands at the start.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct StartFile {
    /// False: Centre Piles empty, before the first reveal. True when left out.
    pub in_play: Option<bool>,
    /// Tops of the left and the right Centre Pile.
    pub tops: Option<[CardName; 2]>,
    /// Cards of the left and the right Centre Pile, 1 to 30.
    pub centre: Option<[u8; 2]>,
    /// Live cards of each player, by sub-pile from that player's left.
    pub live: Vec<Vec<CardName>>,
    /// Cards of each player's sub-piles; 4-3-2-1 when left out.
    pub sub_piles: Vec<Vec<u8>>,
    /// Next cards of each player's Draw Deck (or stack), top first.
    pub next: Vec<Vec<CardName>>,
    /// Cards of each player's holding pile.
    pub holding: Vec<u8>,
    /// How many cards at the top of each Draw Deck are borrowed (G.3): their last one lies crosswise.
    pub borrowed: Vec<u8>,
}
