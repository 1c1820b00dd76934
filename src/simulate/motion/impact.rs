//! After a hand has hit: a short rebound, fingers thrown apart, the hand settling.
//!
//! Both follow t e^(-t/tau): zero at the impact, one hump, back to zero; the answer of a critically damped limb
//! to a push (a hand's own mass against stiff muscles; time constants of 10 to 40 ms).

/// A hand's rebound from a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rebound {
    /// Upward speed just after the impact, cm/s.
    pub speed: f64,
    /// Time constant, seconds: the highest point comes this long after the impact.
    pub tau: f64,
}

impl Rebound {
    /// From the speed of arrival (cm/s, downward positive) and the share of it that comes back: 0.05 for a hand
    /// that stays, 0.2 for one that bounces.
    pub fn new(arrival_cm_s: f64, restitution: f64, tau: f64) -> Rebound {
        Rebound { speed: arrival_cm_s.max(0.0) * restitution.clamp(0.0, 1.0), tau: tau.max(1e-4) }
    }

    /// Height above the surface `t` seconds after the impact, centimetres: never negative, 0 before it.
    pub fn height(&self, t: f64) -> f64 {
        if t <= 0.0 { 0.0 } else { self.speed * t * (-t / self.tau).exp() }
    }

    /// Its derivative, cm/s; the upward speed at the impact itself.
    pub fn velocity(&self, t: f64) -> f64 {
        if t < 0.0 { 0.0 } else { self.speed * (1.0 - t / self.tau) * (-t / self.tau).exp() }
    }

    /// The greatest height.
    pub fn most(&self) -> f64 {
        self.height(self.tau)
    }

    /// How long after the impact the hand lies within `height` again for good; 0 when it never leaves it.
    pub fn settled_after(&self, height: f64) -> f64 {
        if self.most() <= height {
            return 0.0;
        }
        // The hump falls from tau on; halve until exact enough.
        let (mut low, mut high) = (self.tau, self.tau * 2.0);
        while self.height(high) > height && high < self.tau * 1e3 {
            high *= 2.0;
        }
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if self.height(middle) > height { low = middle } else { high = middle }
        }
        high
    }
}

/// How far fingers are thrown apart `t` seconds after an impact: `most` radians at `tau`, 0 before the impact.
/// For [`splay`](crate::simulate::arm::shapes::splay).
pub fn splay(t: f64, most: f64, tau: f64) -> f64 {
    if t <= 0.0 || tau <= 0.0 { 0.0 } else { most * (t / tau) * (1.0 - t / tau).exp() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rebound_starts_on_the_surface_and_never_goes_through_it() {
        let rebound = Rebound::new(250.0, 0.15, 0.02);
        assert_eq!((rebound.height(0.0), rebound.height(-1.0)), (0.0, 0.0));
        assert_eq!(rebound.velocity(0.0), 37.5);
        assert!((0..1000).all(|i| rebound.height(f64::from(i) * 1e-3) >= 0.0));
        assert!((rebound.most() - 37.5 * 0.02 / std::f64::consts::E).abs() < 1e-12);
        let h = 1e-7;
        for t in [0.005, 0.02, 0.05] {
            let slope = (rebound.height(t + h) - rebound.height(t - h)) / (2.0 * h);
            assert!((slope - rebound.velocity(t)).abs() < 1e-5, "{t}");
        }
    }

    #[test]
    fn settling_is_found() {
        let rebound = Rebound::new(250.0, 0.15, 0.02);
        let t = rebound.settled_after(0.02);
        assert!((rebound.height(t) - 0.02).abs() < 1e-9 && t > rebound.tau);
        assert_eq!(rebound.settled_after(10.0), 0.0);
    }

    #[test]
    fn fingers_are_thrown_apart_once() {
        assert_eq!(splay(0.0, 0.1, 0.02), 0.0);
        assert!((splay(0.02, 0.1, 0.02) - 0.1).abs() < 1e-12);
        assert!(splay(0.3, 0.1, 0.02) < 1e-5);
    }
}
