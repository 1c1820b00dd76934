//! The director: cues in, tracks and exact instants out.
//!
//! ```text
//!  cue ──acts──> carry, slaps, visits ──hands──> moves and rides on the timeline
//!                                          └──> told: events, sounds, what only the script knows
//! ```
//!
//! A hand is busy while it moves and free to be called off on its way home. How long a reach takes follows
//! Fitts's law; a cue whose hand cannot be there in time is refused with the earliest possible instant.
//! Cues are performed in the order of time, one after another: [`Director::perform`] may be called by a
//! script or by policies that look at the table in between.

mod acts;
pub mod anatomy;
mod carry;
mod hands;
mod past;
pub mod places;
mod rounds;
mod set_up;
mod slaps;
pub mod table;
mod times;
pub mod told;
mod visits;

pub use hands::reach_secs;
pub use told::{Cannot, Declared, Noise, NoiseKind, Performed, Taken, Told};

use crate::base::HandSide;
use crate::simulate::chance::{Chance, Seed};
use crate::simulate::scenario::{Laws, Settled};
use crate::simulate::scene::{CardIndex, Pose};
use crate::simulate::script::{Cue, Do};
use crate::simulate::timeline::Timeline;
use anatomy::Anatomy;
use glam::DVec3;
use places::Places;
use table::CardTable;

/// Cards in a hand.
#[derive(Debug, Clone)]
struct Held {
    cards: Vec<CardIndex>,
    /// `hand_from_card`, by card.
    holds: Vec<Pose>,
}

/// What a hand is doing.
#[derive(Debug, Clone, Default)]
struct Arm {
    /// From when on it may be called to something else, seconds.
    free_at: f64,
    /// When it goes home if nothing else is asked of it.
    home_at: Option<f64>,
    /// The pile it touches.
    on: Option<usize>,
    /// Its skin where it lies still, table space.
    pressed: Option<Vec<DVec3>>,
    pressed_since: f64,
    held: Option<Held>,
    /// The sub-pile that the held card came from.
    from_place: Option<usize>,
}

/// Directs one scene. Cheap enough to clone for asking what would be.
#[derive(Debug, Clone)]
pub struct Director {
    laws: Laws,
    places: Places,
    table: CardTable,
    timeline: Timeline,
    anatomies: Vec<Anatomy>,
    speeds: Vec<f64>,
    handedness: Vec<HandSide>,
    arms: Vec<Arm>,
    layout: crate::calibration::Layout,
    events: Vec<Told>,
    noises: Vec<Noise>,
    declared: Vec<Declared>,
    takes: Vec<Taken>,
    chance: Chance,
    seed: Seed,
    cues: usize,
    now: f64,
    /// Completions of slaps: instant and person.
    slapped: Vec<(f64, usize)>,
    /// Release of each person's last foundation card.
    finished: Vec<Option<f64>>,
    strays: Vec<CardIndex>,
    duration_s: Option<f64>,
    /// What is over and cannot change: kept apart, so that trying a cue stays cheap in a long match.
    past: std::sync::Arc<past::Past>,
}

/// Quiet at the end, after the last movement, seconds.
const QUIET_SECS: f64 = 0.25;

impl Director {
    /// A director of a settled scenario; nothing has happened yet.
    pub fn new(settled: &Settled) -> Director {
        set_up::director(settled)
    }

    /// Performs a whole script, in the order of time.
    ///
    /// # Errors
    /// The number of the first cue that cannot be performed, and why.
    pub fn script(&mut self, cues: &[Cue]) -> Result<(), (usize, Cannot)> {
        let mut order: Vec<usize> = (0..cues.len()).collect();
        // A slap by margin comes right after whatever it is measured from, which it follows in the list.
        let mut last = 0.0;
        let times: Vec<f64> = cues
            .iter()
            .map(|cue| {
                last = cue.t.unwrap_or(last);
                last
            })
            .collect();
        order.sort_by(|a, b| times[*a].total_cmp(&times[*b]));
        for index in order {
            self.perform(cues[index].clone()).map_err(|why| (index, why))?;
        }
        Ok(())
    }

    /// Performs one cue; the director is unchanged if it cannot.
    ///
    /// # Errors
    /// [`Cannot`]: with the earliest possible instant, or the field that is wrong.
    pub fn perform(&mut self, cue: Cue) -> Result<Performed, Cannot> {
        let mut next = self.clone();
        let told = next.events.len();
        next.cues += 1;
        // Each cue has its own stream: a cue taken out does not change how the others before it look.
        next.chance = next.seed.stream(&format!("cue {}", next.cues));
        let t = next.when(&cue)?;
        if t < next.now - 1e-9 {
            return Err(Cannot::BackInTime(next.now));
        }
        next.rest_until(t);
        next.act(t, &cue.act)?;
        next.now = next.now.max(t);
        *self = next;
        let mut instants = self.events[told..].to_vec();
        instants.sort_by(|a, b| a.t.total_cmp(&b.t));
        self.put_past_away();
        Ok(Performed { instants })
    }

    /// The earliest `t` at which `player` (from 1) could do this; infinite if never as things stand.
    pub fn earliest(&self, player: u8, act: &Do) -> f64 {
        let _ = player;
        let mut t = self.now;
        for _ in 0..8 {
            match self.clone().perform(Cue { t: Some(t), act: act.clone() }) {
                Ok(_) => return t,
                Err(Cannot::TooEarly { earliest, .. }) if earliest > t => t = earliest,
                Err(Cannot::TooEarly { .. }) => t += 0.02,
                Err(_) => return f64::INFINITY,
            }
        }
        t
    }

    /// The instant of a cue.
    fn when(&self, cue: &Cue) -> Result<f64, Cannot> {
        let field = |why: &str| Cannot::Field { field: "t", why: why.to_owned() };
        match (&cue.act, cue.t) {
            (Do::Slap(slap), None) => {
                let me = slap.player.map_or(0, |player| usize::from(player.saturating_sub(1)));
                let other = self.slapped.iter().rev().find(|(_, person)| *person != me);
                let (at, _) = other.ok_or_else(|| field("margin_ms wants an earlier slap of another player"))?;
                Ok(at + slap.margin_ms.unwrap_or(0.0) / 1000.0)
            }
            (_, Some(t)) => Ok(t),
            (_, None) => Err(field("it is missing; write when it happens, in seconds")),
        }
    }

    /// Hands that were to go home by `t` do.
    fn rest_until(&mut self, t: f64) {
        for arm in 0..self.arms.len() {
            // A hand under another one leaves after it.
            self.depart_before(arm, t - 0.4);
        }
    }

    fn tell(&mut self, told: Told) {
        self.events.push(told);
    }

    /// Ends the scene: hands go home. Gives the length of the footage, seconds.
    pub fn finish(&mut self) -> f64 {
        let wait = self.arms.iter().filter_map(|arm| arm.home_at).fold(self.now, f64::max);
        for arm in 0..self.arms.len() {
            self.depart_before(arm, wait + 1e-6);
        }
        let moved = self.timeline.arms.iter().filter_map(|arm| arm.end()).fold(self.now, f64::max);
        self.bring_past_back();
        self.events.sort_by(|a, b| a.t.total_cmp(&b.t));
        self.noises.sort_by(|a, b| a.t.total_cmp(&b.t));
        self.duration_s.unwrap_or(moved + QUIET_SECS)
    }

    /// Time of the last cue, seconds.
    pub fn now(&self) -> f64 {
        self.now
    }

    /// The tracks so far; in a long match whole only once [`Director::finish`] was called.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The cards as they lie after the last cue.
    pub fn table(&self) -> &CardTable {
        &self.table
    }

    /// Where things belong.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// Events so far; whole and by time once [`Director::finish`] was called.
    pub fn events(&self) -> &[Told] {
        &self.events
    }

    /// Sounds so far.
    pub fn noises(&self) -> &[Noise] {
        &self.noises
    }

    /// Incidents that only the script knows.
    pub fn declared(&self) -> &[Declared] {
        &self.declared
    }

    /// Piles taken up.
    pub fn takes(&self) -> &[Taken] {
        &self.takes
    }

    /// A hand's skeleton, for the truth.
    pub fn anatomy_of(&self, person: usize) -> &Anatomy {
        &self.anatomies[person]
    }
}
