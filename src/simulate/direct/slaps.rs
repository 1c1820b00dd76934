//! Hands that strike piles: slaps, touches, strikes that stop above.

use super::Director;
use super::hands::{Manner, Way};
use super::told::{Cannot, Noise, NoiseKind, Told};
use crate::base::{HandSide, Pile};
use crate::facts::EventKind;
use crate::simulate::arm::shapes;
use crate::simulate::script::{Slap, SlapWith};
use crate::simulate::timeline::seats::{arm_of, hand_of, sign};
use crate::simulate::timeline::{ArmKey, ArmMove};
use glam::{DVec2, DVec3};

/// One hand's blow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blow {
    pub arm: usize,
    pub pile: usize,
    /// When it touches, seconds.
    pub t: f64,
    pub manner: Manner,
    /// From the pile's middle, centimetres.
    pub aside: DVec2,
    /// How long it stays, seconds.
    pub hold: f64,
    /// 0 to 1.
    pub strength: f64,
    /// Meant as a slap.
    pub slap: bool,
}

/// After a blow the fingers spread and the hand settles in so many seconds.
const SETTLE_SECS: f64 = 0.07;

impl Director {
    /// The hand of a person on the side of a pile.
    pub(super) fn hand_for(&self, person: usize, pile: usize) -> HandSide {
        let seen = self.timeline.people[person].to_chair(self.places.piles[pile].extend(0.0));
        match seen.x {
            x if x < -0.5 => HandSide::Left,
            x if x > 0.5 => HandSide::Right,
            _ => self.handedness[person],
        }
    }

    /// A slap as the script asks for it, complete at `t`.
    pub(super) fn slap(&mut self, person: usize, t: f64, cue: &Slap) -> Result<(), Cannot> {
        let fingertips = cue.with.unwrap_or_default() == SlapWith::Fingertips;
        let manner = if fingertips { Manner::tips() } else { Manner::palm() };
        let hold = cue.hold_s.unwrap_or_else(|| self.chance.between(0.22, 0.42));
        let strength = cue.strength.unwrap_or_else(|| self.chance.between(0.35, 0.95)).clamp(0.0, 1.0);
        let mut early = || self.chance.between(1.0, 11.0);
        let mut before = [cue.left_before_ms, cue.right_before_ms];
        if before == [None, None] {
            // One hand completes the slap, the other is a little earlier.
            let ms = early();
            before = if early() > 6.0 { [Some(ms), Some(0.0)] } else { [Some(0.0), Some(ms)] };
        }
        let before = before.map(|ms| ms.unwrap_or(0.0) / 1000.0);
        let mut blows: Vec<(usize, usize, f64)> = if self.places.piles.len() == 1 {
            let hand = cue.hand.unwrap_or(self.handedness[person]);
            vec![(arm_of(person, hand), 0, t)]
        } else if let Some(pile) = cue.both_on {
            let pile = pile.index();
            vec![
                (arm_of(person, HandSide::Left), pile, t - before[0]),
                (arm_of(person, HandSide::Right), pile, t - before[1]),
            ]
        } else {
            let piles = Pile::BOTH.into_iter().filter(|pile| cue.only.is_none_or(|only| only == *pile));
            piles
                .map(|pile| {
                    let hand = if cue.only.is_some() { cue.hand } else { None };
                    let hand = hand.unwrap_or_else(|| self.hand_for(person, pile.index()));
                    (arm_of(person, hand), pile.index(), t - before[pile.index()])
                })
                .collect()
        };
        blows.sort_by(|a, b| a.2.total_cmp(&b.2));
        let mut hold_first = hold;
        if cue.apart.unwrap_or(false)
            && let [first, last] = &mut blows[..]
        {
            // Up again before the other hand is down.
            first.2 = first.2.min(last.2 - 0.22);
            hold_first = last.2 - first.2 - 0.09;
        }
        for (i, (arm, pile, at)) in blows.into_iter().enumerate() {
            let side = if cue.both_on.is_some() { sign(hand_of(arm)) * 4.4 } else { sign(hand_of(arm)) * 1.2 };
            // Where a hand of the other player lies already, one comes down on its fingers rather than its wrist.
            let taken = (0..self.arms.len()).any(|other| {
                other / 2 != person
                    && self.arms[other].on == Some(pile)
                    && self.arms[other].home_at.is_none_or(|up| up > at)
            });
            let (back, manner) = if taken { (-3.8, manner.on_a_hand()) } else { (-1.4, manner) };
            let home = self.timeline.people[person].from_chair(side, back, 0.0).truncate();
            let aside = home + DVec2::new(self.chance.normal(0.0, 0.7), self.chance.normal(0.0, 0.7));
            let hold = if i == 0 { hold_first } else { hold };
            self.blow(&Blow { arm, pile, t: at, manner, aside, hold, strength, slap: true })?;
        }
        self.slapped.push((t, person));
        Ok(())
    }

    /// One hand comes down on a pile.
    pub(super) fn blow(&mut self, blow: &Blow) -> Result<(), Cannot> {
        let Blow { arm, pile, t, .. } = *blow;
        self.make_room(arm, t);
        let target = self.table.aim(&self.places, pile) + blow.aside;
        // Hands that get there later do not carry this one.
        let later: Vec<usize> = (0..self.arms.len())
            .filter(|other| *other != arm && self.arms[*other].pressed.is_some() && self.arms[*other].pressed_since > t)
            .collect();
        let aside: Vec<_> = later.iter().map(|other| self.arms[*other].pressed.take()).collect();
        let key = self.over(arm, target, &blow.manner, 0.0, &[]);
        let down = 45.0 + 190.0 * blow.strength;
        let way = Way { v1: DVec3::new(0.0, 0.0, -down), lift: 5.0, haste: 0.72 };
        let sent = self.send(arm, key, t, way);
        for (other, skin) in later.iter().zip(aside) {
            self.arms[*other].pressed = skin;
        }
        sent?;
        self.settle(arm, t, &key, blow);
        self.press(arm, t);
        for other in later {
            self.lie_on_top(other);
        }
        self.arms[arm].on = Some(pile);
        self.arms[arm].free_at = t + (0.5 * blow.hold).min(0.08);
        self.arms[arm].home_at = Some(t + blow.hold);
        // A hand underneath stays until the one on it is gone.
        for other in 0..self.arms.len() {
            if other != arm && self.arms[other].on == Some(pile) && self.arms[other].pressed_since <= t {
                let wait = t + blow.hold + 0.03;
                self.arms[other].home_at = self.arms[other].home_at.map(|at| at.max(wait));
            }
        }
        self.tell(Told {
            person: Some(arm / 2),
            hand: Some(hand_of(arm)),
            pile: Some(pile),
            slap: blow.slap,
            ..Told::new(t, EventKind::Touch)
        });
        let kind = match (blow.slap, blow.manner.pitch > 12.0) {
            (true, true) => NoiseKind::Fingertips,
            (true, false) => NoiseKind::Palm,
            (false, _) => NoiseKind::Tap,
        };
        self.noises.push(Noise { t, at: target.extend(key.wrist.at.z), kind, strength: blow.strength });
        self.jolt(pile, t, blow.strength);
        Ok(())
    }

    /// The fingers spread under the blow and come back; the hand stays in contact.
    fn settle(&mut self, arm: usize, t: f64, key: &ArmKey, blow: &Blow) {
        let spread = if blow.manner.pitch > 12.0 { blow.manner.shape } else { shapes::splay(&blow.manner.shape, 0.07) };
        let at = key.wrist.at.truncate();
        let height = |this: &Director, shape| this.touching(arm, key.wrist.turn, shape, at, &[]);
        let mut peak = ArmKey { shape: spread, ..*key };
        peak.wrist.at.z = height(self, &spread);
        let moves = &mut self.timeline.arms[arm].moves;
        let still = ArmMove {
            t0: t,
            t1: t + 0.35 * SETTLE_SECS,
            from: *key,
            to: peak,
            v0: DVec3::ZERO,
            v1: DVec3::ZERO,
            lift: 0.0,
            tremor: 0.0,
        };
        moves.push(still);
        moves.push(ArmMove { t0: still.t1, t1: t + SETTLE_SECS, from: peak, to: *key, ..still });
    }

    /// A hand that arrives on a pile where another has got in below it lies on that one.
    fn lie_on_top(&mut self, arm: usize) {
        let Some(relief) = self.arms[arm].pressed.take() else { return };
        let key = self.timeline.arms[arm].at(f64::INFINITY).0;
        let z = self.touching(arm, key.wrist.turn, &key.shape, key.wrist.at.truncate(), &[]);
        let by = (z - key.wrist.at.z).max(0.0);
        self.raise(arm, by);
        self.arms[arm].pressed = Some(relief.raised(by));
    }

    /// Cards shift a little under a blow.
    fn jolt(&mut self, pile: usize, t: f64, strength: f64) {
        let Some(cards) = self.table.centre.get(pile) else { return };
        let top: Vec<_> = cards.iter().rev().take(4).copied().collect();
        for (depth, card) in top.into_iter().enumerate() {
            // A card that is still in a hand, or lands later, is not here.
            let lies = self.timeline.cards[usize::from(card)].rides.last().is_none_or(|ride| ride.t0 <= t);
            if !lies {
                continue;
            }
            let much = strength * 0.22 / (1.0 + depth as f64);
            let by = DVec2::new(self.chance.normal(0.0, much), self.chance.normal(0.0, much));
            let turn = self.chance.normal(0.0, 0.09 * much);
            let secs = self.chance.between(0.03, 0.07);
            self.slide(card, t, secs, by, turn, 0.0);
        }
    }
}
