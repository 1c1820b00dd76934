//! Carrying cards: a hand grips them where they lie, lifts, carries, perhaps turns them over, puts them down.

use super::Director;
use super::anatomy::Part;
use super::hands::{Manner, Way, reach_secs};
use super::table::THICKNESS;
use super::told::{Cannot, Noise, NoiseKind};
use crate::simulate::scene::{CardIndex, Pose};
use crate::simulate::timeline::seats::hand_of;
use crate::simulate::timeline::{ArmKey, ArmMove, CardRide, Ride, Spin};
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::PI;

/// What is carried where, and when.
#[derive(Debug, Clone)]
pub(super) struct Carry {
    pub arm: usize,
    /// Bottom to top.
    pub cards: Vec<CardIndex>,
    /// Middle of the place where they land.
    pub to: DVec2,
    /// The angle they get there, against the table's; by the hand's own turn when `None`.
    pub angle: Option<f64>,
    /// When they land, seconds.
    pub land: f64,
    /// When they are lifted; as late as comfortable when `None`.
    pub lift: Option<f64>,
    /// From landing to letting go, seconds.
    pub hold: f64,
    /// Turned over on the way.
    pub over: bool,
    /// The turning is done so long before the landing, seconds.
    pub exposed: f64,
    /// Stops on the way (D.4.4).
    pub pause: bool,
    /// They stay in the hand, so high above the place.
    pub keep: Option<f64>,
}

impl Carry {
    pub fn new(arm: usize, cards: Vec<CardIndex>, to: DVec2, land: f64) -> Carry {
        Carry {
            arm,
            cards,
            to,
            angle: None,
            land,
            lift: None,
            hold: 0.035,
            over: false,
            exposed: 0.0,
            pause: false,
            keep: None,
        }
    }
}

/// The instants of a carry.
#[derive(Debug, Clone, Copy)]
pub(super) struct Carried {
    pub lift: f64,
    pub land: f64,
    pub release: f64,
}

/// From the fingers' arrival on a card to its lift, seconds.
const GRIP_SECS: f64 = 0.045;
/// The shortest a carry may be made, share of its ordinary time.
const UTMOST: f64 = 0.6;

/// A frame whose turn is of unit length: rounding would grow from carry to carry.
fn unit(pose: Pose) -> Pose {
    Pose { turn: pose.turn.normalize(), ..pose }
}

impl Director {
    /// The hand on the cards' near part.
    fn grip(&self, arm: usize, cards: &[CardIndex]) -> Option<ArmKey> {
        let top = self.table.at(*cards.last()?)?;
        let seated = &self.timeline.people[arm / 2];
        let near = seated.from_chair(0.0, -0.24 * 2.0 * self.table.half.y, 0.0).truncate();
        Some(self.over(arm, top.at.truncate() + near, &Manner::pinch(self.anatomy(arm).pinch()), 0.0, &[]))
    }

    /// Carries cards.
    ///
    /// # Errors
    /// [`Cannot::TooEarly`] with the earliest landing.
    pub(super) fn carry(&mut self, carry: &Carry) -> Result<Carried, Cannot> {
        let Carry { arm, ref cards, land, .. } = *carry;
        let hand = hand_of(arm);
        let in_hand = self.arms[arm].held.clone();
        let (lift, start_key, holds): (f64, ArmKey, Vec<Pose>) = if let Some(held) = in_hand {
            let key = self.timeline.arms[arm].at(self.arms[arm].free_at).0;
            let secs = self.carry_secs(arm, key.wrist.at.truncate(), carry.to);
            let free = self.arms[arm].free_at;
            if land < free + secs * UTMOST {
                return Err(self.too_early(arm, free + secs * UTMOST));
            }
            let start = (land - secs).max(free);
            (start, key, held.holds)
        } else {
            let Some(grip) = self.grip(arm, cards) else {
                return Err(Cannot::Field { field: "card", why: "another hand carries it".to_owned() });
            };
            let secs = self.carry_secs(arm, grip.wrist.at.truncate(), carry.to);
            let shortest = secs * UTMOST;
            let ordinary = secs * self.chance.between(0.95, 1.2) + if carry.pause { 0.25 } else { 0.0 };
            let way = Way { v1: DVec3::new(0.0, 0.0, -12.0), lift: 3.0, haste: 0.85 };
            let mut lift = carry.lift.unwrap_or(land - ordinary).min(land - shortest);
            if let Err(Cannot::TooEarly { earliest, .. }) = self.clone_arm_can(arm, grip, lift - GRIP_SECS, way) {
                let possible = earliest + GRIP_SECS;
                if carry.lift.is_some() || possible + shortest > land {
                    return Err(self.too_early(arm, possible + shortest));
                }
                lift = possible;
            }
            self.send(arm, grip, lift - GRIP_SECS, way)?;
            self.press(arm, lift - GRIP_SECS);
            let holds = cards
                .iter()
                .filter_map(|card| self.table.at(*card))
                .map(|pose| unit(grip.wrist.inverse().then(&pose)))
                .collect();
            (lift, grip, holds)
        };
        self.arms[arm].pressed = None;
        self.arms[arm].held = None;

        // Which card ends lowest, and its place in the hand after the turning.
        let lead = if carry.over { cards.len() - 1 } else { 0 };
        let spin = carry.over.then(|| {
            let anchor = self.anatomy(arm).part(hand, &start_key.shape, Part::Pinch);
            let on_card = holds[lead].inverse().apply(anchor);
            let half = self.table.half;
            let point = DVec3::new(on_card.x.clamp(-half.x, half.x), on_card.y.clamp(-half.y, half.y), 0.0);
            let end = land - carry.exposed - 0.1 * (land - lift);
            Spin {
                pivot: holds[lead].apply(point),
                axis: holds[lead].turn * DVec3::Y,
                angle: -crate::simulate::timeline::seats::sign(hand) * PI,
                t0: (lift + 0.15 * (land - lift)).min(end - 0.09),
                t1: end,
            }
        });
        let placed = |hold: &Pose| spin.map_or(*hold, |spin| spin.done(hold));
        let lead_hold = placed(&holds[lead]);

        // The hand turns with the way it reaches; the card lies as the hand puts it.
        let natural = {
            let manner = Manner::pinch(start_key.shape);
            let yaw = |turn: DQuat| {
                let along = turn * DVec3::Y;
                along.y.atan2(along.x)
            };
            yaw(self.turn(arm, carry.to, &manner, 0.0)) - yaw(start_key.wrist.turn)
        };
        let lies = |by: f64| DQuat::from_rotation_z(by) * start_key.wrist.turn * lead_hold.turn;
        let long_side = |turn: DQuat| {
            let along = turn * DVec3::Y;
            along.y.atan2(along.x) - 0.5 * PI
        };
        let mut by = natural + self.chance.normal(0.0, 0.05);
        if let Some(angle) = carry.angle {
            // Half turns look alike.
            let off = angle - long_side(lies(0.0));
            by = off - PI * ((off - natural) / PI).round();
        }
        let turn = lies(by).normalize();
        let z = self.table.rest_height(carry.to, long_side(turn), cards) + carry.keep.unwrap_or(0.0);
        let lying = Pose { at: carry.to.extend(z), turn };
        let wrist = unit(lying.then(&lead_hold.inverse()));
        let to = ArmKey { wrist, shape: start_key.shape };

        self.put_move(carry, lift, start_key, to);
        for (card, hold) in cards.iter().zip(&holds) {
            self.ride(*card, lift, Ride::Held { arm, hold: *hold, spin });
            self.table.lying[usize::from(*card)] = None;
        }
        let release = land + carry.hold;
        if carry.keep.is_some() {
            let after: Vec<Pose> = holds.iter().map(placed).collect();
            self.arms[arm].held = Some(super::Held { cards: cards.clone(), holds: after.clone() });
            if spin.is_some() {
                for (card, hold) in cards.iter().zip(&after) {
                    self.ride(*card, land, Ride::Held { arm, hold: *hold, spin: None });
                }
            }
            self.arms[arm].free_at = land;
            self.arms[arm].home_at = None;
            return Ok(Carried { lift, land, release: land });
        }
        for (card, hold) in cards.iter().zip(&holds) {
            let pose = unit(wrist.then(&placed(hold)));
            self.ride(*card, land, Ride::Rest(pose));
            self.table.lying[usize::from(*card)] = Some(pose);
        }
        let kind = if cards.len() > 2 { NoiseKind::Stack } else { NoiseKind::Card };
        let strength = self.chance.between(0.25, 0.6);
        self.noises.push(Noise { t: land, at: lying.at, kind, strength });
        self.press(arm, land);
        self.arms[arm].free_at = release;
        self.arms[arm].home_at = Some(release);
        Ok(Carried { lift, land, release })
    }

    /// Ordinary time of a carry, seconds.
    fn carry_secs(&self, arm: usize, from: DVec2, to: DVec2) -> f64 {
        1.1 * reach_secs(from.distance(to)) / self.speeds[arm / 2]
    }

    /// Whether [`Director::send`] would do, without doing it.
    fn clone_arm_can(&self, arm: usize, to: ArmKey, arrive: f64, way: Way) -> Result<(), Cannot> {
        let free = self.arms[arm].free_at;
        let needed = self.secs_to(arm, free, &to) * way.haste * 0.55;
        if arrive < free + needed + 0.002 { Err(self.too_early(arm, free + needed + 0.002)) } else { Ok(()) }
    }

    /// The carrying hand's move, with a stop on the way if the carry pauses.
    fn put_move(&mut self, carry: &Carry, lift: f64, from: ArmKey, to: ArmKey) {
        let arm = carry.arm;
        self.timeline.arms[arm].cut(lift);
        let way = to.wrist.at - from.wrist.at;
        let height = 2.5 + 0.14 * way.length() + if carry.over { 2.5 } else { 0.0 };
        let secs = carry.land - lift;
        let down = if carry.keep.is_some() { 0.0 } else { self.chance.between(18.0, 42.0) };
        let v0 = DVec3::new(0.0, 0.0, 14.0);
        let v1 = DVec3::new(0.0, 0.0, -down) + way.with_z(0.0).normalize_or_zero() * 0.25 * down;
        let whole = ArmMove { t0: lift, t1: carry.land, from, to, v0, v1, lift: height, tremor: 0.0 };
        if !carry.pause {
            self.timeline.arms[arm].moves.push(whole);
            return;
        }
        let (stop, _) = whole.at(lift + 0.55 * secs);
        let (a, b) = (lift + 0.4 * secs, lift + 0.6 * secs);
        let moves = &mut self.timeline.arms[arm].moves;
        moves.push(ArmMove { t1: a, to: stop, v1: DVec3::ZERO, lift: 0.5 * height, ..whole });
        moves.push(ArmMove {
            t0: a,
            t1: b,
            from: stop,
            to: stop,
            v0: DVec3::ZERO,
            v1: DVec3::ZERO,
            lift: 0.0,
            tremor: 0.05,
        });
        moves.push(ArmMove { t0: b, from: stop, v0: DVec3::ZERO, lift: 0.3 * height, ..whole });
    }

    /// A card rides so from `t` on.
    pub(super) fn ride(&mut self, card: CardIndex, t0: f64, ride: Ride) {
        let rides = &mut self.timeline.cards[usize::from(card)].rides;
        while rides.len() > 1 && rides.last().is_some_and(|last| last.t0 >= t0) {
            rides.pop();
        }
        rides.push(CardRide { t0, ride });
    }

    /// A card slides to another place on the table, at once from where it lies.
    pub(super) fn slide(&mut self, card: CardIndex, t: f64, secs: f64, by: DVec2, turn: f64, lift: f64) {
        let Some(from) = self.table.at(card) else { return };
        let to_at = from.at.truncate() + by;
        let z = if lift > 0.0 || by.length() > 2.0 {
            let along = from.turn * DVec3::Y;
            self.table.rest_height(to_at, along.y.atan2(along.x) - 0.5 * PI + turn, &[card])
        } else {
            from.at.z
        };
        let to = Pose { at: to_at.extend(z.max(0.5 * THICKNESS)), turn: DQuat::from_rotation_z(turn) * from.turn };
        self.ride(card, t, Ride::Glide { from, to, t1: t + secs, lift, falls: false });
        self.table.lying[usize::from(card)] = Some(to);
    }
}
