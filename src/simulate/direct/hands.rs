//! Moving hands: when a hand must leave to be somewhere, how high it is when it touches, and the way home.

use super::anatomy::{Anatomy, Part, Relief};
use super::told::{Cannot, Told};
use super::{Arm, Director};
use crate::facts::EventKind;
use crate::simulate::arm::shapes;
use crate::simulate::scene::{CardIndex, HandShape, Pose};
use crate::simulate::timeline::seats::{hand_of, sign};
use crate::simulate::timeline::{ArmKey, ArmMove};
use glam::{DQuat, DVec2, DVec3};

/// How a hand is held when it gets somewhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct Manner {
    /// Which part of the hand goes to the target.
    pub part: Part,
    /// Fingers down by, degrees.
    pub pitch: f64,
    /// Tilted to the thumb's side by, degrees.
    pub roll: f64,
    /// The shape.
    pub shape: HandShape,
}

impl Manner {
    pub fn palm() -> Manner {
        // The thumb lies along the hand: the piles are hardly wider apart than two hands.
        Manner { part: Part::Palm, pitch: 3.0, roll: 0.0, shape: shapes::PALM }
    }

    /// The flat hand that comes down on another's: the heel low, the fingers over its back.
    pub fn on_a_hand(self) -> Manner {
        Manner { pitch: self.pitch.min(4.0) - 8.0, ..self }
    }

    pub fn tips() -> Manner {
        Manner { part: Part::Tips, pitch: 24.0, roll: 0.0, shape: shapes::FINGERTIPS }
    }

    /// With thumb and fingers closed on a card as this body does it.
    pub fn pinch(shape: HandShape) -> Manner {
        Manner { part: Part::Pinch, pitch: 26.0, roll: 6.0, shape }
    }
}

/// How a hand travels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    /// Velocity on arrival, centimetres a second.
    pub v1: DVec3,
    /// How much higher than straight the middle of the way is, centimetres.
    pub lift: f64,
    /// Share of an ordinary reach's time: under 1 is quicker.
    pub haste: f64,
}

/// The shortest a movement may be made, share of its ordinary time.
const UTMOST: f64 = 0.55;

/// Ordinary time of a reach over a distance (centimetres), seconds: Fitts's law (1954) with the slope of
/// practised hands and a target of four centimetres.
pub fn reach_secs(distance: f64) -> f64 {
    0.10 + 0.085 * (distance / 4.0 + 1.0).log2()
}

impl Director {
    pub(super) fn anatomy(&self, arm: usize) -> &Anatomy {
        &self.anatomies[arm / 2]
    }

    /// How high anything is under a point: cards, and hands of others that lie there.
    fn ground(&self, arm: usize, at: DVec2, not: &[CardIndex]) -> f64 {
        // A person's own hands give way to each other; another's is lain on.
        let hands = self.arms.iter().enumerate().filter(|(other, _)| other / 2 != arm / 2);
        let hands = hands.filter_map(|(_, other)| Some(other.pressed.as_ref()?.height(at)));
        hands.fold(self.table.height(at, not), f64::max)
    }

    /// The height of the wrist at which the hand's skin first touches what is under it.
    pub(super) fn touching(&self, arm: usize, turn: DQuat, shape: &HandShape, at: DVec2, not: &[CardIndex]) -> f64 {
        let skin = self.anatomy(arm).skin(hand_of(arm), turn, shape);
        skin.iter().map(|p| self.ground(arm, at + p.truncate(), not) - p.z).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The hand's turn for a target: fingers along the way from the shoulder, a little inward.
    pub(super) fn turn(&self, arm: usize, target: DVec2, manner: &Manner, more_yaw: f64) -> DQuat {
        let (hand, seated) = (hand_of(arm), &self.timeline.people[arm / 2]);
        let way = seated.to_chair(Pose::apply(&Pose::IDENTITY, target.extend(0.0)) - seated.shoulder(hand));
        let yaw = 0.8 * (-way.x).atan2(way.y.max(5.0)) + sign(hand) * 2_f64.to_radians() + more_yaw;
        seated.chair
            * DQuat::from_rotation_z(yaw)
            * DQuat::from_rotation_x(-manner.pitch.to_radians())
            * DQuat::from_rotation_y(-sign(hand) * manner.roll.to_radians())
    }

    /// The hand with its part over `target`, just touching what is there, `above` centimetres higher.
    pub(super) fn over(&self, arm: usize, target: DVec2, manner: &Manner, above: f64, not: &[CardIndex]) -> ArmKey {
        let turn = self.turn(arm, target, manner, 0.0);
        let part = turn * self.anatomy(arm).part(hand_of(arm), &manner.shape, manner.part);
        let at = target - part.truncate();
        let z = self.touching(arm, turn, &manner.shape, at, not) + above;
        ArmKey { wrist: Pose { at: at.extend(z), turn }, shape: manner.shape }
    }

    /// The pose of a hand at rest.
    pub(super) fn home(&self, arm: usize) -> ArmKey {
        let seated = &self.timeline.people[arm / 2];
        let at = self.places.people[arm / 2].wrists[arm % 2];
        let manner = Manner { part: Part::Palm, pitch: 6.0, roll: 0.0, shape: shapes::REST };
        let wrist = seated.from_chair(at.x, at.y, 0.0).truncate();
        let turn = self.turn(arm, wrist + seated.from_chair(0.0, 9.0, 0.0).truncate(), &manner, 0.0);
        let z = self.touching(arm, turn, &manner.shape, wrist, &[]);
        ArmKey { wrist: Pose { at: wrist.extend(z), turn }, shape: manner.shape }
    }

    /// An ordinary time from where the hand is at `from` to a pose, seconds.
    pub(super) fn secs_to(&self, arm: usize, from: f64, to: &ArmKey) -> f64 {
        let now = self.timeline.arms[arm].at(from).0;
        reach_secs(now.wrist.at.distance(to.wrist.at)) / self.speeds[arm / 2]
    }

    /// Sends a hand to a pose, to arrive at `arrive`.
    ///
    /// # Errors
    /// [`Cannot::TooEarly`] with the earliest arrival.
    pub(super) fn send(&mut self, arm: usize, to: ArmKey, arrive: f64, way: Way) -> Result<f64, Cannot> {
        let free = self.arms[arm].free_at;
        let needed = self.secs_to(arm, free, &to) * way.haste * UTMOST;
        if arrive < free + needed {
            return Err(self.too_early(arm, free + needed));
        }
        // Where the hand will be depends on when it leaves, and that on how far it has to go.
        let mut start = free;
        for _ in 0..3 {
            let secs = self.secs_to(arm, start, &to) * way.haste;
            start = (arrive - secs).max(free);
        }
        self.depart_before(arm, start);
        start = start.max(self.arms[arm].free_at);
        let needed = self.secs_to(arm, start, &to) * way.haste * UTMOST;
        if arrive < start + needed {
            return Err(self.too_early(arm, start + needed));
        }
        self.travel(arm, to, start, arrive, way);
        Ok(start)
    }

    pub(super) fn too_early(&self, arm: usize, earliest: f64) -> Cannot {
        let who = format!("Player {}'s {} hand", arm / 2 + 1, hand_of(arm));
        // Rounded up, so that the printed figure will do.
        Cannot::TooEarly { who, earliest: (earliest * 1000.0).ceil() / 1000.0 + 0.001 }
    }

    /// A move from where the hand is at `start`, which must not be before it is free.
    pub(super) fn travel(&mut self, arm: usize, to: ArmKey, start: f64, arrive: f64, way: Way) {
        let (from, mut v0) = self.timeline.arms[arm].cut(start);
        if self.arms[arm].pressed.is_some() {
            // Off what it lay on, at once.
            v0 = DVec3::new(0.0, 0.0, 22.0);
        }
        self.leave(arm, start);
        let distance = from.wrist.at.distance(to.wrist.at);
        self.timeline.arms[arm].moves.push(ArmMove {
            t0: start,
            t1: arrive,
            from,
            to,
            v0,
            v1: way.v1,
            lift: way.lift.min(0.35 * distance),
            tremor: 0.0,
        });
        self.arms[arm].free_at = arrive;
        self.arms[arm].home_at = None;
    }

    /// The hand is on nothing any more from `t` on.
    pub(super) fn leave(&mut self, arm: usize, t: f64) {
        self.arms[arm].pressed = None;
        if let Some(pile) = self.arms[arm].on.take() {
            self.tell(Told {
                person: Some(arm / 2),
                hand: Some(hand_of(arm)),
                pile: Some(pile),
                ..Told::new(t, EventKind::Untouch)
            });
        }
    }

    /// The hand lies still where it is, on something, from now on.
    pub(super) fn press(&mut self, arm: usize, since: f64) {
        let key = self.timeline.arms[arm].at(f64::INFINITY).0;
        let skin = self.anatomy(arm).skin(hand_of(arm), key.wrist.turn, &key.shape);
        let skin: Vec<DVec3> = skin.into_iter().map(|p| p + key.wrist.at).collect();
        self.arms[arm].pressed = Some(Relief::new(&skin));
        self.arms[arm].pressed_since = since;
    }

    /// Other hands that will have left by `t` are not in the way then.
    pub(super) fn make_room(&mut self, arm: usize, t: f64) {
        for other in (0..self.arms.len()).filter(|other| *other != arm) {
            if self.arms[other].pressed.is_some() {
                self.depart_before(other, t);
            }
        }
    }

    /// If this hand was to go home before `t`, it does.
    pub(super) fn depart_before(&mut self, arm: usize, t: f64) {
        let Arm { home_at: Some(at), .. } = self.arms[arm] else { return };
        if at < t {
            let to = self.home(arm);
            let secs = self.secs_to(arm, at, &to) * self.chance.between(1.1, 1.6);
            self.travel(arm, to, at, at + secs, Way { v1: DVec3::ZERO, lift: 4.0, haste: 1.0 });
            // It may be called off at any time on the way.
            self.arms[arm].free_at = at;
        }
    }

    /// The hand, in the air, stays where it is until `until`, trembling a little.
    pub(super) fn stay(&mut self, arm: usize, from: f64, until: f64, tremor: f64) {
        let key = self.timeline.arms[arm].at(from).0;
        self.timeline.arms[arm].moves.push(ArmMove {
            t0: from,
            t1: until,
            from: key,
            to: key,
            v0: DVec3::ZERO,
            v1: DVec3::ZERO,
            lift: 0.0,
            tremor,
        });
    }

    /// Raises the end of a strike and what follows it: another hand came to lie under it.
    pub(super) fn raise(&mut self, arm: usize, by: f64) {
        let since = self.arms[arm].pressed_since;
        for one in &mut self.timeline.arms[arm].moves {
            if one.t1 >= since - 1e-9 {
                one.to.wrist.at.z += by;
            }
            if one.t0 >= since - 1e-9 {
                one.from.wrist.at.z += by;
            }
        }
    }
}
