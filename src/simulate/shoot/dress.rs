//! A settled scenario's looks as the renderer, the sensor and the deck's artist take them.

use crate::base::HandSide;
use crate::simulate::chance::Chance;
use crate::simulate::deck::{CardSize, Design};
use crate::simulate::film::{Film, Flicker, Noise};
use crate::simulate::render::Stage;
use crate::simulate::render::stage::{
    Ambient, Clutter, ClutterKind, Colour, Lamp, Looks, MatMaterial, Mats, Print, Ring, Sits, Sleeves, TableMaterial,
    TableTop, Watch,
};
use crate::simulate::scenario::file::{Cloth, TableTop as Top};
use crate::simulate::scenario::{PersonLook, Settled};
use crate::simulate::timeline::seats::Seated;

fn colour(bytes: [u8; 3]) -> Colour {
    bytes.map(|byte| f64::from(byte) / 255.0)
}

/// The deck: that of the file by name, or one drawn from the seed.
pub(super) fn design(settled: &Settled) -> Design {
    let mut chance = settled.seed.stream("deck art");
    let drawn = Design::drawn_from(|| chance.unit());
    let named = settled.deck.design.as_deref().and_then(Design::named);
    let mut design = named.unwrap_or(drawn);
    if let Some(back) = settled.deck.back.as_deref().and_then(Design::named) {
        design.back = back.back;
    }
    // A card of another size shows the art of the nearest one.
    design.size = if settled.deck.size[0] < 6.0 { CardSize::Bridge } else { CardSize::Poker };
    design
}

/// Table, mats, lamps, clutter and people.
pub(super) fn stage(settled: &Settled, design: &Design, seats: &[Seated]) -> Stage {
    let look = &settled.stage;
    let mut chance = settled.seed.stream("dress");
    let corners = settled.layout.mats.iter().flat_map(|mat| mat.polygon.iter());
    let reach = corners.fold([20.0_f64; 2], |most, corner| [most[0].max(corner.x.abs()), most[1].max(corner.y.abs())]);
    let drawn = reach.map(|half| 2.0 * half + chance.between(24.0, 60.0));
    let size_cm = before_people(drawn, reach, seats);
    let strength: f64 = look.lights.iter().map(|light| light.strength).sum();
    Stage {
        layout: settled.layout.clone(),
        table: TableTop {
            size_cm,
            material: match look.table {
                Top::Wood => TableMaterial::Wood,
                Top::Plain => TableMaterial::Laminate,
                Top::Cloth => TableMaterial::Cloth,
            },
            colour: colour(look.table_colour),
            floor: [0.1; 3].map(|least: f64| least + chance.between(0.05, 0.3)),
        },
        mats: Mats {
            material: match look.cloth {
                Cloth::Felt => MatMaterial::Felt,
                Cloth::Neoprene | Cloth::Smooth => MatMaterial::Rubber,
                Cloth::Linen => MatMaterial::Linen,
            },
            colour: colour(look.mat_colour),
            thickness_cm: chance.between(0.1, 0.4),
        },
        print: Print {
            width_cm: look.line_cm,
            colour: colour(look.line_colour),
            border_width_cm: if look.border { look.line_cm * 0.8 } else { 0.0 },
            border_inset_cm: 1.2,
            border_colour: colour(look.line_colour),
        },
        lamps: look
            .lights
            .iter()
            .map(|light| Lamp {
                at: light.position,
                radius_cm: (light.size_cm / 2.0).clamp(1.0, 60.0),
                power: light.strength / strength.max(1e-6) * (1.0 - 0.6 * look.ambient).clamp(0.2, 1.0),
                kelvin: light.kelvin,
            })
            .collect(),
        ambient: Ambient { power: (0.6 * look.ambient).clamp(0.05, 1.0), kelvin: chance.between(5000.0, 7500.0) },
        clutter: (0..look.clutter).map(|_| thing(size_cm, reach, &mut chance)).collect(),
        players: settled
            .people
            .iter()
            .zip(seats)
            .map(|(person, seat)| Looks { seat: Some(sits(seat)), ..looks(person, &mut chance) })
            .collect(),
        card_cm: settled.deck.size,
        card_corner_cm: design.corner_cm,
        seed: settled.seed.0,
    }
}

/// A person's front before the shoulders' line, with some air, of a mean adult, centimetres.
const FRONT_CM: f64 = 13.0;

/// A table as large as asked, but for where people would sit inside it; it holds the mats in any case, which reach so
/// far each way from its middle.
fn before_people(mut size_cm: [f64; 2], reach: [f64; 2], seats: &[Seated]) -> [f64; 2] {
    for seat in seats {
        let front = seat.from_chair(0.0, -seat.distance + FRONT_CM * seat.size, 0.0);
        let way = if front.y.abs() >= front.x.abs() { 1 } else { 0 };
        let most = 2.0 * front.to_array()[way].abs();
        size_cm[way] = size_cm[way].min(most).max(2.0 * reach[way] + 2.0);
    }
    size_cm
}

/// A thing on the rim of the table, to the left or right of the mats, where no arm passes.
fn thing(size_cm: [f64; 2], reach: [f64; 2], chance: &mut Chance) -> Clutter {
    let kinds = [ClutterKind::Cup, ClutterKind::Phone, ClutterKind::Pen, ClutterKind::Pad];
    let colours = [[0.85, 0.85, 0.82], [0.12, 0.13, 0.15], [0.55, 0.15, 0.15], [0.15, 0.25, 0.5], [0.8, 0.7, 0.4]];
    let side = if chance.happens(0.5) { 1.0 } else { -1.0 };
    Clutter {
        kind: kinds[chance.below(kinds.len())],
        at: [
            side * chance.between(reach[0] + 5.0, (size_cm[0] / 2.0 - 4.0).max(reach[0] + 5.1)),
            chance.between(-0.8, 0.8) * reach[1],
        ],
        turn: chance.between(0.0, std::f64::consts::TAU),
        colour: colours[chance.below(colours.len())],
    }
}

fn sits(seat: &Seated) -> Sits {
    Sits { left: seat.shoulder(HandSide::Left).to_array(), right: seat.shoulder(HandSide::Right).to_array() }
}

fn looks(person: &PersonLook, chance: &mut Chance) -> Looks {
    // The cuff is told from the elbow; the forearm is about 24 cm long.
    let long = person.sleeve > 0.3;
    let hands = [HandSide::Left, HandSide::Right];
    let metals = [[0.83, 0.69, 0.35], [0.75, 0.75, 0.77]];
    let metal = metals[chance.below(2)];
    let (ring_hand, ring_finger, watch_hand) = (chance.below(2), 2 + chance.below(2), chance.below(2));
    let hairs = [[0.06, 0.05, 0.05], [0.14, 0.09, 0.06], [0.28, 0.18, 0.10], [0.55, 0.42, 0.24], [0.38, 0.16, 0.07]];
    let bands = [[0.12, 0.10, 0.09], [0.35, 0.22, 0.12], [0.62, 0.62, 0.64]];
    let band = bands[chance.below(3)];
    Looks {
        tone: person.tone,
        redness: chance.between(0.25, 0.75),
        sleeves: long.then(|| Sleeves {
            colour: colour(person.sleeve_colour),
            cuff_cm: ((1.0 - person.sleeve) * 24.0).clamp(1.0, 16.0),
            loose_cm: chance.between(0.3, 1.1),
        }),
        shirt: colour(person.sleeve_colour),
        rings: if person.ring {
            vec![Ring { hand: hands[ring_hand], finger: ring_finger as u8 + 1, colour: metal }]
        } else {
            Vec::new()
        },
        watch: person.watch.then(|| Watch { hand: hands[watch_hand], band, dial: [0.9, 0.9, 0.88] }),
        hair: if person.age > 55.0 { [0.6, 0.6, 0.58] } else { hairs[chance.below(hairs.len())] },
        seat: None,
    }
}

/// What sensor and lens do.
pub(super) fn film(settled: &Settled) -> Film {
    let sensor = &settled.sensor;
    let [hz, depth] = sensor.flicker;
    // Photon noise at mid grey is the square root of the electrons there, seen through the sRGB curve: its slope at
    // linear 0.214 is 1.08, so `noise` steps of 255 ask for this many electrons at white.
    let share = sensor.noise.max(0.05) / 255.0 / 1.08;
    let electrons = 0.214 / (share * share);
    Film {
        balance: sensor.cast,
        flicker: (hz > 0.0 && depth > 0.0).then(|| Flicker {
            hz,
            depth: depth.clamp(0.0, 0.9),
            phase: settled.seed.stream("flicker").between(0.0, std::f64::consts::TAU),
            exposure_s: settled.camera.exposure_s,
        }),
        noise: Noise { electrons, read: 0.25 * electrons.sqrt() * 0.1, pattern: 0.0, seed: settled.seed.0 },
        blur_px: sensor.focus_px,
        ..Film::default()
    }
}
