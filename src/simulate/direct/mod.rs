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
mod cues;
mod hands;
mod mishaps;
mod past;
pub mod places;
mod plays;
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
use anatomy::{Anatomy, Relief};
use places::Places;
use std::sync::Arc;
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
    /// Its back where it lies still.
    pressed: Option<Relief>,
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
    anatomies: Arc<[Anatomy]>,
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
    past: Arc<past::Past>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::EventKind;
    use crate::simulate::scenario::{read, settle};
    use crate::simulate::timeline::seats::arm_of;
    use std::path::Path;

    fn directed(seed: u64, script: &str) -> Result<Director, (usize, Cannot)> {
        let start = r#"{"tops": ["10h", "Jc"], "live": [["7c", "Qs", "2d", "9h"], ["5s", "10d", "8d", "3h"]]}"#;
        let text =
            format!(r#"{{"schema": "slapsight.scenario/1", "seed": {seed}, "start": {start}, "script": {script}}}"#);
        let settled = settle(&read(&text, "s").expect("reads"), Path::new("")).expect("settles");
        let mut director = Director::new(&settled);
        director.script(&settled.script)?;
        director.finish();
        Ok(director)
    }

    /// The least height of a hand's skin above the cards under it, centimetres.
    fn clearance(director: &Director, arm: usize, t: f64) -> f64 {
        let state = director.timeline.arm(arm, t);
        let mut table = director.table.clone();
        for (card, lying) in table.lying.iter_mut().enumerate() {
            *lying = Some(director.timeline.card(card as CardIndex, t).pose);
        }
        let skin = director.anatomies[arm / 2].skin(state.hand, state.wrist.turn, &state.shape);
        let at = state.wrist.at;
        skin.iter().map(|p| p.z + at.z - table.height((*p + at).truncate(), &[])).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn a_touch_is_told_at_the_instant_at_which_skin_meets_card() {
        for seed in 1..6 {
            let script = r#"[{"t": 1.0, "do": "slap", "player": 1}, {"t": 2.4, "do": "slap", "player": 2, "with": "fingertips"}]"#;
            let director = directed(seed, script).expect("possible");
            let touches: Vec<&Told> = director.events.iter().filter(|told| told.kind == EventKind::Touch).collect();
            assert_eq!(touches.len(), 4);
            for told in touches {
                let arm = arm_of(told.person.expect("a person"), told.hand.expect("a hand"));
                let at = clearance(&director, arm, told.t);
                assert!(at.abs() < 0.01, "seed {seed}: {at} cm at the touch");
                for ms in 1..120 {
                    let before = clearance(&director, arm, told.t - f64::from(ms) / 1000.0);
                    assert!(before > 0.02, "seed {seed}: {before} cm {ms} ms before the touch");
                }
                let held = clearance(&director, arm, told.t + 0.1);
                assert!(held.abs() < 0.05, "seed {seed}: {held} cm while it lies there");
            }
        }
    }

    #[test]
    fn a_card_lies_from_its_contact_where_it_stays() {
        let director = directed(2, r#"[{"t": 1.0, "do": "play", "player": 2, "card": "10d", "pile": "right"}]"#)
            .expect("possible");
        let at =
            |kind| director.events.iter().find(|told| told.kind == kind).map(|told| (told.t, told.card)).expect("told");
        let (lift, card) = at(EventKind::Lift);
        let (contact, _) = at(EventKind::Contact);
        let card = card.expect("a card");
        let height = |t: f64| director.timeline.card(card, t).pose.at.z;
        assert_eq!(contact, 1.0);
        assert!(height(lift + 0.02) > height(lift) + 0.2, "leaves at once");
        assert!(height(contact - 0.005) > height(contact) + 0.05, "is above just before");
        assert!((height(contact) - height(9.0)).abs() < 1e-9);
        let pose = director.timeline.card(card, 9.0).pose;
        assert!(table::face_up(&pose) && pose.at.truncate().distance(director.places.piles[1]) < 2.5, "{pose:?}");
    }

    #[test]
    fn a_cue_too_early_is_refused_with_an_instant_that_will_do() {
        let cue = |t: f64| format!(r#"[{{"t": {t}, "do": "play", "player": 2, "card": "10d", "pile": "right"}}]"#);
        let Err((0, Cannot::TooEarly { earliest, .. })) = directed(2, &cue(0.1)) else { panic!("possible") };
        assert!((0.25..0.9).contains(&earliest), "{earliest}");
        assert!(directed(2, &cue(earliest + 0.02)).is_ok());
    }

    #[test]
    fn a_card_may_be_lifted_and_returned_any_number_of_times() {
        let cue = |i: usize| {
            let t = 1.0 + 1.8 * i as f64;
            format!(
                r#"{{"t": {t}, "do": "lift", "player": 1, "place": 1}}, {{"t": {}, "do": "return", "player": 1}}"#,
                t + 0.9
            )
        };
        let script: Vec<String> = (0..40).map(cue).collect();
        let director = directed(4, &format!("[{}]", script.join(","))).expect("possible");
        let card = director.table.live(0)[1].1;
        let pose = director.table.at(card).expect("lies");
        assert!((pose.turn.length() - 1.0).abs() < 1e-9 && table::face_up(&pose));
        assert!(pose.at.truncate().distance(director.places.people[0].sub_piles[1]) < 1e-6, "{pose:?}");
    }

    #[test]
    fn the_earliest_instant_asked_for_can_be_kept() {
        let mut director = directed(3, "[]").expect("nothing");
        let act = Do::Slap(crate::simulate::script::Slap { player: Some(1), ..Default::default() });
        let t = director.earliest(1, &act);
        assert!((0.1..0.8).contains(&t), "{t}");
        let done = director.perform(Cue { t: Some(t), act }).expect("possible");
        assert_eq!(done.instants.len(), 2);
    }
}
