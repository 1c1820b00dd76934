//! What does not move, and how things look: table, mats, printed lines, lamps, clutter, skin, sleeves.
//!
//! Plain data: a scenario's file fills it, or [`Stage::random`] draws one from a seed. Space: the table's,
//! centimetres. Colours are sRGB, 0 to 1 a channel.

use crate::calibration::layout::Layout;
use serde::{Deserialize, Serialize};

/// An sRGB colour, 0 to 1 a channel.
pub type Colour = [f64; 3];

/// Everything that stands still, and the looks of what moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stage {
    /// Mats and zones.
    pub layout: Layout,
    /// The table under the mats.
    pub table: TableTop,
    /// The mats' cloth.
    pub mats: Mats,
    /// What is printed on the mats.
    pub print: Print,
    /// One or two lamps; more are left out.
    pub lamps: Vec<Lamp>,
    /// Light from everywhere.
    pub ambient: Ambient,
    /// Things at the table's edge that have no part in the game.
    pub clutter: Vec<Clutter>,
    /// How everybody's arms look, by seat.
    pub players: Vec<Looks>,
    /// Width and length of a card, centimetres; 5 to 9 by 7 to 13.
    pub card_cm: [f64; 2],
    /// Radius of a card's corners, centimetres; 0 to 1.
    pub card_corner_cm: f64,
    /// Seed of the surfaces' small differences.
    pub seed: u64,
}

/// The table top: a board with its middle at the origin; its upper side lies under the mats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableTop {
    /// Extent along x and y, centimetres; 60 to 400 each.
    pub size_cm: [f64; 2],
    /// What it is made of.
    pub material: TableMaterial,
    /// Its mean colour.
    pub colour: Colour,
    /// The floor below it.
    pub floor: Colour,
}

/// What a table top is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableMaterial {
    /// Boards with grain.
    Wood,
    /// Plain, faintly speckled, shiny.
    Laminate,
    /// A table cloth.
    Cloth,
}

/// What mats are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatMaterial {
    /// Short irregular fibres.
    Felt,
    /// Smooth with a faint shine.
    Rubber,
    /// A visible weave.
    Linen,
}

/// The mats of the layout.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mats {
    /// What they are made of.
    pub material: MatMaterial,
    /// Their colour.
    pub colour: Colour,
    /// Their thickness, centimetres; 0.05 to 1. Their upper side is at height 0.
    pub thickness_cm: f64,
}

/// Lines printed on the mats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Print {
    /// Width of a zone's line, centimetres; 0.1 to 2. The zone's outline is the line's middle.
    pub width_cm: f64,
    /// Its colour.
    pub colour: Colour,
    /// Width of the border line that is no zone, centimetres; 0 for none, to 2.
    pub border_width_cm: f64,
    /// From the mat's rim to the border line's middle, centimetres; 0.2 to 5.
    pub border_inset_cm: f64,
    /// Its colour.
    pub border_colour: Colour,
}

/// A round lamp with an extent, which makes shadows soft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lamp {
    /// Where its middle is, centimetres above the table; height 60 to 400.
    pub at: [f64; 3],
    /// Its radius, centimetres; 1 to 60.
    pub radius_cm: f64,
    /// How much of the light at the table's middle comes from it; 0 to 2. All lamps and the ambient light
    /// together are best near 1.
    pub power: f64,
    /// Its colour temperature, kelvin; 2500 to 9000.
    pub kelvin: f64,
}

/// Light from everywhere above.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ambient {
    /// How much of the light at the table's middle; 0.05 to 1.
    pub power: f64,
    /// Its colour temperature, kelvin; 2500 to 9000.
    pub kelvin: f64,
}

/// A thing on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clutter {
    /// What it is.
    pub kind: ClutterKind,
    /// Where its middle stands, centimetres.
    pub at: [f64; 2],
    /// Its turn about the vertical, radians.
    pub turn: f64,
    /// Its main colour.
    pub colour: Colour,
}

/// Kinds of clutter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClutterKind {
    /// A cup of tea.
    Cup,
    /// A phone on its back.
    Phone,
    /// A pen.
    Pen,
    /// A pad of paper.
    Pad,
}

/// How a player's arms look.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Looks {
    /// Skin from 0 (light) to 1 (dark).
    pub tone: f64,
    /// From 0 (yellowish) to 1 (reddish).
    pub redness: f64,
    /// Long sleeves, when worn.
    pub sleeves: Option<Sleeves>,
    /// Colour of the shirt whose sleeves end at the elbow, when there are no long ones.
    pub shirt: Colour,
    /// Rings worn.
    pub rings: Vec<Ring>,
    /// A watch, when worn.
    pub watch: Option<Watch>,
    /// Colour of the hair.
    pub hair: Colour,
    /// Where the person sits; nobody is drawn behind the arms when left out.
    pub seat: Option<Sits>,
}

/// Where a person sits.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sits {
    /// The left shoulder's joint when sitting upright, table space, centimetres.
    pub left: [f64; 3],
    /// The right one's.
    pub right: [f64; 3],
}

/// Sleeves of both arms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sleeves {
    /// Cloth colour.
    pub colour: Colour,
    /// From the wrist to the cuff, centimetres; 1 to 16.
    pub cuff_cm: f64,
    /// How loose, centimetres off the skin; 0.2 to 1.5.
    pub loose_cm: f64,
}

/// A ring.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ring {
    /// The hand.
    pub hand: crate::base::HandSide,
    /// The finger, 0 thumb to 4 little finger.
    pub finger: u8,
    /// Metal.
    pub colour: Colour,
}

/// A wrist watch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Watch {
    /// The arm.
    pub hand: crate::base::HandSide,
    /// The band.
    pub band: Colour,
    /// The dial.
    pub dial: Colour,
}

impl Default for Stage {
    fn default() -> Stage {
        Stage {
            layout: Layout::reference(),
            table: TableTop::default(),
            mats: Mats::default(),
            print: Print::default(),
            lamps: vec![Lamp::default()],
            ambient: Ambient::default(),
            clutter: Vec::new(),
            players: vec![Looks::default(), Looks::default()],
            card_cm: [6.3, 8.8],
            card_corner_cm: 0.32,
            seed: 1,
        }
    }
}

impl Default for TableTop {
    fn default() -> TableTop {
        TableTop {
            size_cm: [150.0, 120.0],
            material: TableMaterial::Wood,
            colour: [0.55, 0.40, 0.27],
            floor: [0.30, 0.29, 0.28],
        }
    }
}

impl Default for Mats {
    fn default() -> Mats {
        Mats { material: MatMaterial::Felt, colour: [0.10, 0.42, 0.22], thickness_cm: 0.2 }
    }
}

impl Default for Print {
    fn default() -> Print {
        let white = [0.90, 0.90, 0.86];
        Print { width_cm: 0.5, colour: white, border_width_cm: 0.4, border_inset_cm: 1.2, border_colour: white }
    }
}

impl Default for Lamp {
    fn default() -> Lamp {
        Lamp { at: [-50.0, 35.0, 170.0], radius_cm: 16.0, power: 0.62, kelvin: 4600.0 }
    }
}

impl Default for Ambient {
    fn default() -> Ambient {
        Ambient { power: 0.40, kelvin: 6000.0 }
    }
}

impl Default for Looks {
    fn default() -> Looks {
        Looks {
            tone: 0.3,
            redness: 0.5,
            sleeves: None,
            shirt: [0.25, 0.30, 0.42],
            rings: Vec::new(),
            watch: None,
            hair: [0.12, 0.09, 0.07],
            seat: None,
        }
    }
}

/// A stream of numbers of a seed (SplitMix64, Steele, Lea and Flood 2014): all that looks need.
pub(super) struct Draw(pub u64);

impl Draw {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From `low` to `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True with a probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.between(0.0, 1.0) < probability
    }

    /// One of some.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[((self.between(0.0, 1.0) * of.len() as f64) as usize).min(of.len() - 1)]
    }

    /// A colour near one.
    fn near(&mut self, colour: Colour, by: f64) -> Colour {
        colour.map(|c| (c + self.between(-by, by)).clamp(0.01, 0.97))
    }
}

impl Stage {
    /// A stage drawn from a seed: the same layout and seed give the same stage.
    pub fn random(layout: &Layout, seed: u64) -> Stage {
        let mut draw = Draw(seed ^ 0x5741_6745);
        let extent = extent(layout);
        let material =
            *draw.one(&[TableMaterial::Wood, TableMaterial::Wood, TableMaterial::Laminate, TableMaterial::Cloth]);
        let colours: &[Colour] = match material {
            TableMaterial::Wood => &[[0.56, 0.40, 0.26], [0.36, 0.23, 0.15], [0.74, 0.60, 0.44], [0.45, 0.30, 0.18]],
            TableMaterial::Laminate => &[[0.80, 0.80, 0.78], [0.35, 0.36, 0.38], [0.68, 0.64, 0.58]],
            TableMaterial::Cloth => &[[0.42, 0.08, 0.10], [0.12, 0.14, 0.30], [0.70, 0.66, 0.58], [0.20, 0.20, 0.20]],
        };
        let table = TableTop {
            size_cm: [0, 1].map(|k: usize| 2.0 * extent[k] + draw.between(24.0, 70.0)),
            material,
            colour: {
                let c = *draw.one(colours);
                draw.near(c, 0.04)
            },
            floor: {
                let c = *draw.one(&[[0.3, 0.29, 0.28], [0.45, 0.40, 0.35], [0.18, 0.19, 0.22]]);
                draw.near(c, 0.05)
            },
        };
        // Mats are ideally green.
        let mat_colours: &[Colour] = if draw.chance(0.6) {
            &[[0.10, 0.42, 0.22], [0.05, 0.33, 0.17], [0.18, 0.48, 0.30], [0.12, 0.36, 0.28]]
        } else {
            &[[0.10, 0.16, 0.38], [0.45, 0.10, 0.13], [0.16, 0.16, 0.17], [0.30, 0.14, 0.36], [0.42, 0.40, 0.36]]
        };
        let mats = Mats {
            material: *draw.one(&[MatMaterial::Felt, MatMaterial::Rubber, MatMaterial::Linen]),
            colour: {
                let c = *draw.one(mat_colours);
                draw.near(c, 0.03)
            },
            thickness_cm: draw.between(0.12, 0.35),
        };
        let white: Colour = *draw.one(&[[0.92, 0.92, 0.88], [0.85, 0.85, 0.80], [0.90, 0.82, 0.45]]);
        let print = Print {
            width_cm: draw.between(0.3, 0.7),
            colour: white,
            border_width_cm: if draw.chance(0.7) { draw.between(0.2, 0.6) } else { 0.0 },
            border_inset_cm: draw.between(0.8, 1.8),
            border_colour: white,
        };
        let two = draw.chance(0.35);
        let ambient_power = draw.between(0.28, 0.5);
        let lamp = |draw: &mut Draw, power: f64| {
            let (angle, out) = (draw.between(0.0, std::f64::consts::TAU), draw.between(10.0, 90.0));
            Lamp {
                at: [out * angle.cos(), out * angle.sin(), draw.between(130.0, 220.0)],
                radius_cm: draw.between(6.0, 28.0),
                power,
                kelvin: draw.between(3000.0, 6800.0),
            }
        };
        let direct = 1.03 - ambient_power;
        let share = draw.between(0.55, 0.75);
        let lamps = if two {
            vec![lamp(&mut draw, direct * share), lamp(&mut draw, direct * (1.0 - share))]
        } else {
            vec![lamp(&mut draw, direct)]
        };
        let ambient = Ambient { power: ambient_power, kelvin: draw.between(4500.0, 7500.0) };
        let clutter = random_clutter(&mut draw, extent, table.size_cm);
        let players = vec![random_looks(&mut draw), random_looks(&mut draw)];
        Stage { layout: layout.clone(), table, mats, print, lamps, ambient, clutter, players, seed, ..Stage::default() }
    }
}

/// Half the extent of the mats along x and y, centimetres.
pub(super) fn extent(layout: &Layout) -> [f64; 2] {
    let mut half = [10.0_f64; 2];
    for zone in layout.mats.iter().chain(&layout.zones) {
        for p in &zone.polygon {
            half = [half[0].max(p.x.abs()), half[1].max(p.y.abs())];
        }
    }
    half
}

fn random_looks(draw: &mut Draw) -> Looks {
    use crate::base::HandSide::{Left, Right};
    let metal: &[Colour] = &[[0.83, 0.68, 0.32], [0.75, 0.75, 0.77], [0.80, 0.55, 0.45]];
    let cloth: &[Colour] = &[
        [0.15, 0.18, 0.30],
        [0.85, 0.85, 0.86],
        [0.20, 0.20, 0.21],
        [0.55, 0.12, 0.14],
        [0.35, 0.42, 0.30],
        [0.45, 0.55, 0.70],
        [0.62, 0.56, 0.48],
    ];
    let hands = [Left, Right];
    let mut rings = Vec::new();
    if draw.chance(0.3) {
        rings.push(Ring { hand: *draw.one(&hands), finger: *draw.one(&[3, 3, 2, 4]), colour: *draw.one(metal) });
    }
    Looks {
        tone: draw.between(0.0, 1.0),
        redness: draw.between(0.0, 1.0),
        sleeves: draw.chance(0.6).then(|| {
            let colour = *draw.one(cloth);
            Sleeves {
                colour: draw.near(colour, 0.05),
                cuff_cm: draw.between(1.5, 9.0),
                loose_cm: draw.between(0.35, 0.9),
            }
        }),
        shirt: *draw.one(cloth),
        rings,
        watch: draw.chance(0.25).then(|| Watch {
            hand: *draw.one(&hands),
            band: *draw.one(&[[0.12, 0.12, 0.12], [0.40, 0.25, 0.15], [0.72, 0.72, 0.74]]),
            dial: *draw.one(&[[0.92, 0.92, 0.90], [0.08, 0.08, 0.10]]),
        }),
        hair: *draw.one(&[[0.08, 0.06, 0.05], [0.25, 0.17, 0.10], [0.55, 0.42, 0.25]]),
        seat: None,
    }
}

/// Things beside the mats, where neither hands nor cards pass, one a corner at most.
fn random_clutter(draw: &mut Draw, mats: [f64; 2], table: [f64; 2]) -> Vec<Clutter> {
    let mut all = Vec::new();
    for (sx, sy) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        if !draw.chance(0.4) {
            continue;
        }
        let free = table[0] / 2.0 - mats[0];
        let kinds: &[ClutterKind] = match free {
            f if f > 16.0 => &[ClutterKind::Cup, ClutterKind::Phone, ClutterKind::Pen, ClutterKind::Pad],
            f if f > 11.0 => &[ClutterKind::Cup, ClutterKind::Phone, ClutterKind::Pen],
            _ => continue,
        };
        let kind = *draw.one(kinds);
        let colour = match kind {
            ClutterKind::Cup => draw.near([0.7, 0.7, 0.68], 0.25),
            ClutterKind::Phone => [0.06, 0.06, 0.07],
            ClutterKind::Pen => draw.near([0.2, 0.2, 0.4], 0.15),
            ClutterKind::Pad => [0.93, 0.92, 0.88],
        };
        all.push(Clutter {
            kind,
            at: [sx * (mats[0] + free * 0.5), sy * mats[1] * draw.between(0.35, 0.8)],
            turn: draw.between(-0.5, 0.5),
            colour,
        });
    }
    all
}
