//! What a scenario leaves open is drawn here, each part from its own stream of the seed.

use super::cards::CardName;
use super::deal::{self, Deal};
use super::file::{Cloth, Colour, Laws, Light, PlayerFile, Scenario, TableTop};
use super::load::Fault;
use super::looks::{DeckLook, PersonLook, Sensor, SoundLook, StageLook};
use super::tables;
use crate::base::HandSide;
use crate::calibration::Layout;
use crate::simulate::camera::{Camera, Knock};
use crate::simulate::chance::{Chance, Seed};
use crate::simulate::players::MatchPlan;
use crate::simulate::script::Cue;
use glam::DVec3;
use std::path::Path;

/// A scenario with nothing left open.
#[derive(Debug, Clone, PartialEq)]
pub struct Settled {
    /// For people.
    pub name: String,
    /// Where chance comes from.
    pub seed: Seed,
    /// The game.
    pub laws: Laws,
    /// The mats.
    pub layout: Layout,
    /// Length, seconds, if the scenario says it.
    pub duration_s: Option<f64>,
    /// Table, cloth, light.
    pub stage: StageLook,
    /// The cards.
    pub deck: DeckLook,
    /// Who plays, by seat.
    pub people: Vec<PersonLook>,
    /// Lens and shutter.
    pub camera: Camera,
    /// Frames a second.
    pub fps: f64,
    /// Share of frames that get lost.
    pub dropped: f64,
    /// Unevenness of the frames' times, share of a frame.
    pub jitter: f64,
    /// What spoils the pictures.
    pub sensor: Sensor,
    /// What is heard.
    pub sound: SoundLook,
    /// The cards at the start.
    pub deal: Deal,
    /// Cards that should not be in the deck.
    pub strays: Vec<CardName>,
    /// What happens.
    pub script: Vec<Cue>,
    /// The match that policies play instead of a script.
    pub plays: Option<MatchPlan>,
    /// What the truth must name.
    pub expect: Option<Vec<String>>,
}

/// Fills every gap of a scenario. Files it names are looked for in `folder`.
///
/// # Errors
/// The field that cannot be, and what is allowed.
pub fn settle(scenario: &Scenario, folder: &Path) -> Result<Settled, Fault> {
    let seed = Seed(scenario.seed.unwrap_or(1));
    let seats = usize::from(scenario.seats.unwrap_or(2));
    let layout = tables::layout(scenario, seats, folder)?;
    let angles = tables::angles(&layout, seats);
    let nobody = PlayerFile::default();
    let people: Vec<PersonLook> = angles
        .iter()
        .enumerate()
        .map(|(i, angle)| {
            let file = scenario.players.get(i).unwrap_or(&nobody);
            person(file, *angle, &mut seed.stream(&format!("person {i}")))
        })
        .collect();
    let camera = camera(scenario, &layout, &mut seed.stream("camera"));
    let (fps, sensor) = sensor(scenario, &mut seed.stream("sensor"));
    let sound = sound(scenario, camera.position, &mut seed.stream("sound"));
    Ok(Settled {
        name: scenario.name.clone().unwrap_or_else(|| "unnamed".to_owned()),
        seed,
        laws: scenario.laws,
        duration_s: scenario.duration_s,
        stage: stage(scenario, &mut seed.stream("stage")),
        deck: deck(scenario, &mut seed.stream("deck")),
        people,
        camera: Camera { exposure_s: camera.exposure_s.min(1.0 / fps), ..camera },
        fps,
        dropped: scenario.camera.dropped.unwrap_or(0.0),
        jitter: scenario.camera.jitter.unwrap_or(0.0),
        sensor,
        sound,
        deal: deal::deal(scenario, seats, &mut seed.stream("deal"))?,
        strays: scenario.deck.strays.clone(),
        script: scenario.script.clone(),
        plays: scenario
            .plays
            .as_ref()
            .map(|plays| plays.settle([&mut seed.stream("character 1"), &mut seed.stream("character 2")])),
        expect: scenario.expect.clone(),
        layout,
    })
}

const GREENS: [Colour; 4] = [[22, 92, 52], [36, 110, 70], [14, 70, 48], [60, 120, 70]];
const OTHER_MATS: [Colour; 6] =
    [[24, 44, 96], [120, 24, 32], [44, 46, 52], [84, 52, 110], [18, 88, 98], [150, 120, 80]];
const WOODS: [Colour; 4] = [[150, 104, 62], [96, 62, 38], [188, 150, 108], [70, 48, 36]];
const PLAINS: [Colour; 4] = [[210, 208, 202], [60, 62, 66], [120, 124, 128], [30, 30, 34]];
const LINES: [Colour; 4] = [[238, 236, 228], [250, 250, 250], [232, 206, 92], [206, 214, 222]];
const SLEEVES: [Colour; 8] = [
    [32, 34, 40],
    [70, 82, 110],
    [200, 198, 192],
    [130, 34, 40],
    [40, 84, 60],
    [160, 140, 110],
    [24, 40, 84],
    [110, 110, 114],
];

fn one(of: &[Colour], chance: &mut Chance) -> Colour {
    chance.pick(of).copied().unwrap_or([128; 3])
}

fn stage(scenario: &Scenario, chance: &mut Chance) -> StageLook {
    let file = &scenario.stage;
    let table = [TableTop::Wood, TableTop::Wood, TableTop::Plain, TableTop::Cloth][chance.below(4)];
    let table = file.table.unwrap_or(table);
    let table_colour = match table {
        TableTop::Wood => one(&WOODS, chance),
        TableTop::Plain | TableTop::Cloth => one(&PLAINS, chance),
    };
    let mat = if chance.happens(0.6) { one(&GREENS, chance) } else { one(&OTHER_MATS, chance) };
    let cloth = [Cloth::Felt, Cloth::Neoprene, Cloth::Linen, Cloth::Smooth][chance.below(4)];
    let lights = (0..1 + chance.below(3))
        .map(|i| {
            let round = chance.between(0.0, std::f64::consts::TAU);
            let out = chance.between(30.0, 160.0);
            Light {
                position: [out * round.cos(), out * round.sin(), chance.between(140.0, 240.0)],
                size_cm: chance.between(12.0, 90.0),
                strength: if i == 0 { 1.0 } else { chance.between(0.2, 0.7) },
                kelvin: chance.between(2900.0, 6200.0),
            }
        })
        .collect();
    StageLook {
        table,
        table_colour: file.table_colour.unwrap_or(table_colour),
        cloth: file.cloth.unwrap_or(cloth),
        mat_colour: file.mat_colour.unwrap_or(mat),
        line_colour: file.line_colour.unwrap_or_else(|| one(&LINES, chance)),
        line_cm: file.line_cm.unwrap_or_else(|| chance.between(0.4, 0.9)),
        border: file.border.unwrap_or_else(|| chance.happens(0.5)),
        clutter: file.clutter.unwrap_or_else(|| chance.below(6) as u8),
        lights: file.lights.clone().unwrap_or(lights),
        ambient: file.ambient.unwrap_or_else(|| chance.between(0.2, 0.5)),
    }
}

fn deck(scenario: &Scenario, chance: &mut Chance) -> DeckLook {
    let file = &scenario.deck;
    let size = if chance.happens(0.6) { [6.35, 8.89] } else { [5.72, 8.89] };
    DeckLook {
        design: file.design.clone(),
        back: file.back.clone(),
        size: file.size_cm.unwrap_or(size),
        wear: file.wear.unwrap_or_else(|| chance.between(0.0, 0.6)),
    }
}

fn person(file: &PlayerFile, angle_deg: f64, chance: &mut Chance) -> PersonLook {
    let sex = file.sex.unwrap_or_else(|| chance.unit());
    PersonLook {
        angle_deg,
        build: file.build.unwrap_or_else(|| chance.between(0.2, 0.8)),
        sex,
        age: file.age.unwrap_or_else(|| chance.between(16.0, 65.0)),
        size: file.size.unwrap_or_else(|| chance.normal(0.97 + 0.06 * sex, 0.03).clamp(0.85, 1.15)),
        tone: file.tone.unwrap_or_else(|| chance.unit()),
        sleeve: file.sleeve.unwrap_or_else(|| if chance.happens(0.4) { 0.0 } else { chance.between(0.1, 0.97) }),
        sleeve_colour: file.sleeve_colour.unwrap_or_else(|| one(&SLEEVES, chance)),
        ring: file.ring.unwrap_or_else(|| chance.happens(0.25)),
        watch: file.watch.unwrap_or_else(|| chance.happens(0.25)),
        handedness: file
            .handedness
            .unwrap_or_else(|| if chance.happens(0.89) { HandSide::Right } else { HandSide::Left }),
        speed: file.speed.unwrap_or_else(|| chance.normal(1.0, 0.08)),
    }
}

fn sensor(scenario: &Scenario, chance: &mut Chance) -> (f64, Sensor) {
    let file = &scenario.camera;
    let fps = [60.0, 120.0, 120.0, 240.0][chance.below(4)];
    let cast = [(); 3].map(|()| chance.normal(1.0, 0.035));
    let flicker = if chance.happens(0.3) {
        [100.0 + 20.0 * chance.below(2) as f64, chance.between(0.02, 0.12)]
    } else {
        [100.0, 0.0]
    };
    let sensor = Sensor {
        noise: file.noise.unwrap_or_else(|| chance.between(0.8, 4.0)),
        cast: file.cast.unwrap_or(cast),
        flicker: file.flicker.unwrap_or(flicker),
        focus_px: file.focus_px.unwrap_or_else(|| chance.between(0.2, 0.9)),
        crf: file.crf.unwrap_or_else(|| 18 + chance.below(9) as u8),
    };
    (file.fps.unwrap_or(fps), sensor)
}

fn sound(scenario: &Scenario, camera: DVec3, chance: &mut Chance) -> SoundLook {
    let file = &scenario.sound;
    SoundLook {
        on: file.on.unwrap_or(true),
        microphone: file.microphone.map_or(camera, DVec3::from_array),
        noise_db: file.noise_db.unwrap_or_else(|| chance.between(-62.0, -42.0)),
        ring_s: file.ring_s.unwrap_or_else(|| chance.between(0.15, 0.7)),
        voices: file.voices.unwrap_or_else(|| chance.happens(0.4)),
    }
}

/// Free space round the layout in the picture, share of half its width or height.
const MARGIN: f64 = 0.06;

fn camera(scenario: &Scenario, layout: &Layout, chance: &mut Chance) -> Camera {
    let file = &scenario.camera;
    // Above, behind Player 1, or from a side, as the officials' cameras of the sport stand.
    let (round, out): (f64, f64) = match chance.below(3) {
        0 => (chance.between(-0.3, 0.3), chance.between(2.0, 12.0)),
        // In front of the head of whoever sits there.
        1 => (chance.normal(0.0, 0.15), chance.between(15.0, 40.0)),
        _ => (
            std::f64::consts::FRAC_PI_2 * if chance.happens(0.5) { 1.0 } else { -1.0 } + chance.normal(0.0, 0.12),
            chance.between(20.0, 70.0),
        ),
    };
    let drawn = DVec3::new(-out * round.sin(), -out * round.cos(), chance.between(85.0, 135.0));
    let aim = DVec3::new(chance.normal(0.0, 1.5), chance.normal(0.0, 1.5), 0.0);
    let roll = chance.normal(0.0, 0.015);
    let bend =
        [chance.normal(-0.03, 0.03), chance.normal(0.0, 0.01), chance.normal(0.0, 4e-4), chance.normal(0.0, 4e-4), 0.0];
    let fps = file.fps.unwrap_or(240.0);
    let shutter = chance.between(0.2, 0.9) / fps;
    let readout = if chance.happens(0.7) { chance.between(0.2, 0.8) / fps } else { 0.0 };
    let (width, height) = match (file.width, file.height) {
        (Some(width), Some(height)) => (width, height),
        (Some(width), None) => (width, (width * 9 / 16).max(120) & !1),
        (None, Some(height)) => ((height * 16 / 9).clamp(160, 1920) & !1, height),
        (None, None) => (1280, 720),
    };
    let mut camera = Camera {
        width,
        height,
        focal_px: 1.0,
        distortion: file.distortion.unwrap_or(bend),
        position: file.position.map_or(drawn, DVec3::from_array),
        look_at: file.look_at.map_or(aim, DVec3::from_array),
        roll: file.roll_deg.map_or(roll, f64::to_radians),
        exposure_s: file.exposure_s.unwrap_or(shutter),
        readout_s: file.readout_s.unwrap_or(readout),
        knocks: file
            .knocks
            .iter()
            .map(|knock| Knock {
                t: knock.t,
                shift: DVec3::from_array(knock.shift),
                aim: DVec3::from_array(knock.aim),
                roll: knock.roll_deg.to_radians(),
            })
            .collect(),
    };
    camera.knocks.sort_by(|a, b| a.t.total_cmp(&b.t));
    camera.focal_px = match (file.focal_px, file.view_deg) {
        (Some(focal), _) => focal,
        (None, Some(degrees)) => f64::from(width) / 2.0 / (degrees.to_radians() / 2.0).tan(),
        (None, None) => whole(&camera, layout),
    };
    camera
}

/// The focal length at which all mats are just in the picture, the lens's bending left aside.
fn whole(camera: &Camera, layout: &Layout) -> f64 {
    let stand = camera.stand(f64::NEG_INFINITY);
    let half = [f64::from(camera.width) / 2.0, f64::from(camera.height) / 2.0];
    let corners = layout.mats.iter().chain(&layout.zones).flat_map(|zone| &zone.polygon);
    let widest = corners
        .map(|corner| {
            let seen = stand.axes * (DVec3::new(corner.x, corner.y, 0.0) - stand.eye);
            if seen.z <= 1.0 {
                f64::INFINITY
            } else {
                (seen.x / seen.z / half[0]).abs().max((seen.y / seen.z / half[1]).abs())
            }
        })
        .fold(0.0, f64::max);
    if widest > 0.0 && widest.is_finite() { (1.0 - MARGIN) / widest } else { f64::from(camera.width) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::scenario::load::read;

    fn settled(seed: u64) -> Settled {
        let text = format!(r#"{{"schema": "slapsight.scenario/1", "seed": {seed}, "camera": {{"width": 640}}}}"#);
        settle(&read(&text, "s").expect("reads"), Path::new("")).expect("settles")
    }

    #[test]
    fn the_same_seed_looks_the_same_and_others_look_different() {
        assert_eq!(settled(4), settled(4));
        let mut mats: Vec<Colour> = (0..12).map(|seed| settled(seed).stage.mat_colour).collect();
        mats.sort_unstable();
        mats.dedup();
        assert!(mats.len() >= 4, "{mats:?}");
    }

    #[test]
    fn the_whole_table_is_in_the_picture() {
        for seed in 0..12 {
            let settled = settled(seed);
            let camera = &settled.camera;
            let stand = camera.stand(0.0);
            for corner in settled.layout.mats.iter().flat_map(|mat| &mat.polygon) {
                let seen = camera.project(&stand, DVec3::new(corner.x, corner.y, 0.0)).expect("in front");
                let inside = (-20.0..660.0).contains(&seen.x) && (-20.0..380.0).contains(&seen.y);
                assert!(inside, "seed {seed}: {seen:?}");
            }
        }
    }
}
