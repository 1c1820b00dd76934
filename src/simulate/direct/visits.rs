//! Hands that go somewhere without striking: touch, hover, fake, cover, lean on a deck, push.

use super::Director;
use super::hands::{Manner, Way};
use super::told::{Cannot, Noise, NoiseKind};
use crate::simulate::timeline::ArmKey;
use glam::{DVec2, DVec3};

/// One hand's stay somewhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct Visit {
    pub arm: usize,
    pub target: DVec2,
    pub manner: Manner,
    /// Above whatever is there, centimetres; 0 touches it.
    pub above: f64,
    /// Arrival, seconds.
    pub t: f64,
    /// How long, seconds.
    pub stay: f64,
    /// A quick strike rather than a reach.
    pub strikes: bool,
}

impl Director {
    /// Goes there, stays, and then home.
    pub(super) fn visit(&mut self, visit: &Visit) -> Result<ArmKey, Cannot> {
        let Visit { arm, t, stay, above, .. } = *visit;
        self.make_room(arm, t);
        let key = self.over(arm, visit.target, &visit.manner, above, &[]);
        let down = if above > 0.0 { 0.0 } else { 10.0 };
        let way = Way { v1: DVec3::new(0.0, 0.0, -down), lift: 4.0, haste: if visit.strikes { 0.72 } else { 1.0 } };
        self.send(arm, key, t, way)?;
        if above > 0.0 {
            self.stay(arm, t, t + stay, 0.12);
        } else {
            self.press(arm, t);
            self.noises.push(Noise { t, at: visit.target.extend(0.0), kind: NoiseKind::Tap, strength: 0.1 });
        }
        self.arms[arm].free_at = t + stay;
        self.arms[arm].home_at = Some(t + stay);
        Ok(key)
    }
}
