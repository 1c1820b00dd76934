//! When a hand was where a frame shows it: rows of a rolling shutter are read one after the other.
//!
//! A frame's presentation time is taken for that of its middle row: what is the same for all rows is the same for all hands,
//! and the sound's delay takes it up. In: visits dated by frames, the landmarks of the hands in the picture. Out: the same
//! visits dated by the rows in which their hands lay. Exposure shifts nothing here: a hand smeared over an exposure `e`
//! around the frame's time makes the part of a step that it went wrong by at most `e / 8`, less than the part of a frame that
//! no instant is trusted beyond.

use super::touches::Visit;
use crate::base::{Measured, TimeScale};
use crate::facts::Observation;

/// Standard deviation of a readout that nobody measured, frame intervals, either way: sensors read for a fifth to nearly the
/// whole of a frame or all at once, and a camera may hang upside down.
const UNKNOWN_FRAMES: f64 = 0.45;
/// The first landmark that may lie on a pile: behind it is the wrist and thumb.
const FIRST_FINGER: usize = 5;

/// How a camera reads its rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shutter {
    /// From the first row's exposure to the last row's, real seconds.
    pub readout_secs: f64,
    /// Its standard deviation.
    pub sigma_secs: f64,
    /// In which direction rows follow each other in the upright picture, x to the right, y down: one of them is 0.
    pub along: (f64, f64),
    /// Width and height of the upright picture, pixels.
    pub size: (f64, f64),
}

impl Shutter {
    /// A camera of which nothing is known; `interval_secs` real seconds between frames.
    pub fn unknown(interval_secs: f64, along: (f64, f64), size: (f64, f64)) -> Shutter {
        Shutter { readout_secs: 0.0, sigma_secs: UNKNOWN_FRAMES * interval_secs, along, size }
    }

    /// Which part of the readout after the middle row a hand is read, -0.5 to 0.5: that of its fingers.
    fn place(&self, observations: &[Observation], track: u32, t: f64) -> f64 {
        let after = observations.partition_point(|observation| observation.t < t);
        let beside = observations[..after].iter().next_back().into_iter().chain(observations.get(after));
        let nearest = beside
            .filter_map(|seen| Some((seen.t, seen.hands.iter().find(|hand| hand.track == track)?)))
            .min_by(|a, b| (a.0 - t).abs().total_cmp(&(b.0 - t).abs()));
        let fingers = nearest.and_then(|(_, hand)| hand.image.get(FIRST_FINGER..)).unwrap_or_default();
        if fingers.is_empty() {
            return 0.0;
        }
        let n = fingers.len() as f64;
        let (x, y) = fingers.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.x / n, sum.1 + p.y / n));
        let place = self.along.0 * (x / self.size.0 - 0.5) + self.along.1 * (y / self.size.1 - 0.5);
        place.clamp(-0.5, 0.5)
    }
}

/// Visits of the hands in `observations`, dated by the rows in which the hands were.
pub fn by_rows(visits: &mut [Visit], observations: &[Observation], shutter: &Shutter, scale: TimeScale) {
    for visit in visits {
        let row = |at: Measured| {
            let place = shutter.place(observations, visit.track, at.t) / scale.real_per_file;
            at.on_clock(|t| t + place * shutter.readout_secs, place.abs() * shutter.sigma_secs)
        };
        for mode in &mut visit.modes {
            mode.at = row(mode.at);
        }
        visit.arrive = row(visit.arrive);
        visit.seen = row(visit.seen);
        visit.stirred = visit.stirred.map(row);
        visit.waited = visit.waited.map(row);
        visit.again = visit.again.take().map(|again| again.on_clock(row));
        visit.leave = visit.leave.map(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Pile, Player, Point};
    use crate::facts::HandSeen;

    fn hand(track: u32, at: (f64, f64)) -> HandSeen {
        HandSeen { track, image: vec![Point::new(at.0, at.1); 21], ..HandSeen::lying(Point::new(0.0, 0.0)) }
    }

    fn visit(track: u32, t: f64) -> Visit {
        let at = Measured::normal(t, 0.001);
        Visit {
            track,
            leave: Some(Measured::normal(t + 0.1, 0.001)),
            ..Visit::landed(Player::One, HandSide::Left, Pile::Left, at)
        }
    }

    #[test]
    fn a_hand_is_dated_by_the_row_that_shows_it() {
        let seen: Vec<Observation> = (0..50)
            .map(|i| Observation {
                index: i,
                t: i as f64 / 100.0,
                hands: vec![hand(1, (640.0, 72.0)), hand(2, (640.0, 648.0))],
                ..Observation::default()
            })
            .collect();
        let known = Shutter { readout_secs: 0.008, sigma_secs: 0.0, along: (0.0, 1.0), size: (1280.0, 720.0) };
        let mut visits = [visit(1, 0.2), visit(2, 0.2)];
        by_rows(&mut visits, &seen, &known, TimeScale::REAL);
        // A tenth and nine tenths down the picture: 0.4 of the readout before and after the middle.
        assert!((visits[0].arrive.t - 0.1968).abs() < 1e-9 && (visits[1].arrive.t - 0.2032).abs() < 1e-9);
        assert!((visits[0].modes[0].at.t - 0.1968).abs() < 1e-9 && (visits[1].seen.t - 0.2032).abs() < 1e-9);
        assert!((visits[1].leave.expect("it leaves").t - 0.3032).abs() < 1e-9);
        assert!((visits[0].arrive.sigma() - 0.001).abs() < 1e-9);
        // Held upside down, the other way round.
        let mut turned = [visit(1, 0.2)];
        by_rows(&mut turned, &seen, &Shutter { along: (0.0, -1.0), ..known }, TimeScale::REAL);
        assert!((turned[0].arrive.t - 0.2032).abs() < 1e-9);
    }

    #[test]
    fn a_readout_that_nobody_measured_widens_the_interval_and_shifts_nothing() {
        let seen = [Observation { t: 0.2, hands: vec![hand(1, (640.0, 0.0))], ..Observation::default() }];
        let mut visits = [visit(1, 0.2)];
        let unknown = Shutter::unknown(0.01, (0.0, 1.0), (1280.0, 720.0));
        by_rows(&mut visits, &seen, &unknown, TimeScale::REAL);
        assert!((visits[0].arrive.t - 0.2).abs() < 1e-12);
        assert!((visits[0].arrive.sigma() - 0.001f64.hypot(0.5 * 0.0045)).abs() < 1e-6);
    }
}
