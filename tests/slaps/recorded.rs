//! What cameras and the microphone take of a scene: made once, judged in several ways.

use super::eyes;
use super::scene::{self, Filmed};
use slapsight::base::{Clock, TimeScale};
use slapsight::events::clock::Mark;
use slapsight::events::shutter::{Shutter, by_rows};
use slapsight::events::{self, Cues, HandPath, Visit, Zones, views};
use slapsight::facts::{Observation, Onset};
use slapsight::pipeline::observe::zones;
use slapsight::simulate::chance::Seed;
use slapsight::simulate::truth::{self, Directed, Truth};

/// How well the two clocks of two cameras are known before hands are seen, real seconds.
const CLOCK_SECS: f64 = 0.005;
/// What one camera may see all hands do earlier than another, real seconds.
const COMMON_SECS: f64 = 0.008;

/// A scene as one camera sees it, frame by frame.
pub struct Shot {
    pub told: Truth,
    pub zones: Zones,
    /// How its rows are read, as it is known to the program.
    pub shutter: Shutter,
    pub observations: Vec<Observation>,
}

impl Shot {
    /// What the camera `eye` sees of a scene.
    pub fn of(scene: &Directed, eye: &str, certified: bool) -> Shot {
        let told = scene.truth(true);
        let calibration = truth::calibration(&scene.settled).expect("a camera above the table");
        let observations = eyes::seen(scene, &told, &calibration, eye);
        let camera = &scene.settled.camera;
        let unknown =
            Shutter::unknown(1.0 / scene.settled.fps, (0.0, 1.0), (f64::from(camera.width), f64::from(camera.height)));
        let known = Shutter { readout_secs: camera.readout_s, sigma_secs: 0.0, ..unknown };
        let shutter = if certified { known } else { unknown };
        Shot { told, zones: zones(&calibration.layout), shutter, observations }
    }

    /// The hands' ways and their stays on the piles.
    pub fn hands(&self, cues: Cues) -> (Vec<HandPath>, Vec<Visit>) {
        let paths = events::paths(&self.observations, TimeScale::REAL, cues);
        let mut visits = events::all_visits(&paths, &self.zones, TimeScale::REAL);
        by_rows(&mut visits, &self.observations, &self.shutter, TimeScale::REAL);
        (paths, visits)
    }
}

/// The slap of a seed as it is recorded: made once, judged in several ways.
pub struct Recorded {
    pub seed: u64,
    pub fps: f64,
    pub first: Shot,
    pub second: Option<Shot>,
    pub heard: Vec<Onset>,
}

impl Recorded {
    pub fn of(seed: u64, filmed: Filmed) -> Recorded {
        let scene = scene::slap(seed, filmed);
        let first = Shot::of(&scene, "what eyes make of it", filmed.certified);
        let second = filmed.also.map(|lens| {
            let scene = scene::slap(seed, Filmed { lens: Some(lens), ..filmed });
            Shot::of(&scene, "what a second camera makes of it", false)
        });
        Recorded { seed, fps: filmed.fps, first, second, heard: eyes::heard(&scene) }
    }
}

/// The visits of two cameras, the second one's clock known roughly, and all that both saw.
pub fn with_second(
    seed: u64,
    (first, first_paths, first_visits): (&Shot, &[HandPath], &[Visit]),
    second: &Shot,
    cues: Cues,
) -> (Vec<Visit>, Vec<HandPath>, Vec<Observation>) {
    let (second_paths, second_visits) = second.hands(cues);
    let scales = (TimeScale::REAL, TimeScale::REAL);
    let offset_secs = Seed(seed).stream("the clocks").normal(0.0, CLOCK_SECS);
    let rough = Clock { offset_secs, drift: 0.0, pivot: 0.0, sigma_secs: CLOCK_SECS, drift_sigma: 5e-5, scales };
    let marks = |visits: &[Visit]| -> Vec<Mark> {
        let kind = |visit: &Visit| 2 * visit.player.index() as u8 + visit.pile.index() as u8;
        visits.iter().map(|v| Mark { kind: kind(v), t: v.seen.t, sigma: v.seen.sigma() }).collect()
    };
    let (clock, _) = events::clock::refine(&marks(first_visits), &marks(&second_visits), COMMON_SECS, rough);
    let visits = second_visits.into_iter().map(|visit| views::on_first(visit, &clock)).collect();
    let paths: Vec<_> = second_paths.into_iter().map(|path| views::path_on_first(path, &clock)).collect();
    let visits = views::join([first_visits.to_vec(), visits], [first_paths, &paths], &first.zones, TimeScale::REAL);
    let mut observations = first.observations.clone();
    observations.extend(second.observations.iter().cloned().map(|mut observation| {
        observation.t = clock.to_first(observation.t);
        observation.hands.iter_mut().for_each(|hand| hand.track += views::SECOND_TRACKS);
        observation
    }));
    observations.sort_by(|a, b| a.t.total_cmp(&b.t));
    (visits, first_paths.iter().cloned().chain(paths).collect(), observations)
}
