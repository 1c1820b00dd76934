//! Hands of the two players that meet: they come over each other and both stop there for a moment.
//!
//! In come the ways of all hands, out come the stretches. A picture does not show at which height a hand is: hands that cross above
//! each other go on moving, those that meet stop together, and the candidate is no surer than that. Slaps and plays on one pile
//! bring hands together too; whether it was one of these is not asked here.

use super::path::{HandPath, PathPoint};
use super::under::over_pile;
use super::zones::Zones;
use crate::base::{HandSide, Measured, Pile, Player, TimeScale, hand_covers};

/// This part of one hand's landmarks is over the other hand: more than fingertips that pass.
const SHARE: f64 = 0.25;
/// So long at least, real seconds.
const SHORTEST_SECS: f64 = 0.06;
/// Both are slower than this, centimetres a real second, at once, for so long in all, real seconds.
const STOPPED_CM_S: f64 = 25.0;
const STOPPED_SECS: f64 = 0.03;
/// And one of them came at this speed within so long before, real seconds: hands that rest beside each other do not meet.
const CAME_CM_S: f64 = 50.0;
const CAME_SECS: f64 = 0.25;
/// That hands which are over each other and stop together touch, and are not at two heights: more likely than not.
const TOUCHED: f64 = 0.55;
/// Hands whose middles are farther apart than this are not over each other, centimetres.
const REACH_CM: f64 = 22.0;

/// Hands of the two players that may have touched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meeting {
    /// Player 1's hand and Player 2's.
    pub hands: [HandSide; 2],
    /// Over which pile, when it was one.
    pub pile: Option<Pile>,
    /// When they were over each other first.
    pub at: Measured,
    /// And last, file seconds.
    pub until: f64,
    /// Probability that they touched.
    pub confidence: f64,
}

/// Meetings of hands of the two players, by time.
pub fn meetings(paths: &[HandPath], zones: &Zones, scale: TimeScale) -> Vec<Meeting> {
    let of = |player: Player| paths.iter().filter(move |path| path.player == player);
    let mut found: Vec<Meeting> =
        of(Player::One).flat_map(|one| of(Player::Two).flat_map(move |two| pair(one, two, zones, scale))).collect();
    found.sort_by(|a, b| a.at.t.total_cmp(&b.at.t));
    found
}

fn pair(one: &HandPath, two: &HandPath, zones: &Zones, scale: TimeScale) -> Vec<Meeting> {
    let dt = one.frame_interval();
    let together: Vec<(usize, usize)> = one
        .points
        .iter()
        .enumerate()
        .filter_map(|(i, point)| {
            let k = two.points.partition_point(|other| other.t < point.t - 0.5 * dt);
            let other = two.points.get(k).filter(|other| (other.t - point.t).abs() < 0.75 * dt)?;
            over(point, other).then_some((i, k))
        })
        .collect();
    together
        .chunk_by(|a, b| one.points[b.0].t - one.points[a.0].t < 2.5 * dt)
        .filter_map(|stretch| {
            let (first, last) = (*stretch.first()?, *stretch.last()?);
            let (from, until) = (one.points[first.0].t, one.points[last.0].t);
            let slow = |point: &PathPoint| point.speed / scale.real_per_file < STOPPED_CM_S;
            let stopped = stretch.iter().filter(|(i, k)| slow(&one.points[*i]) && slow(&two.points[*k])).count();
            let came = came(one, from, until, scale) || came(two, from, until, scale);
            let long = (until - from) * scale.real_per_file >= SHORTEST_SECS;
            let still = stopped as f64 * dt * scale.real_per_file >= STOPPED_SECS;
            let middle = stretch[stretch.len() / 2];
            (long && still && came).then(|| Meeting {
                hands: [one.hand, two.hand],
                pile: over_pile(&one.points[middle.0].landmarks, zones)
                    .or_else(|| over_pile(&two.points[middle.1].landmarks, zones)),
                at: Measured { t: from, lo: from - dt, hi: until, ..Measured::default() },
                until,
                confidence: TOUCHED,
            })
        })
        .collect()
}

fn over(one: &PathPoint, two: &PathPoint) -> bool {
    if one.landmarks[9].distance(two.landmarks[9]) > REACH_CM {
        return false;
    }
    let share = |of: &PathPoint, under: &PathPoint| {
        let on = of.landmarks.iter().filter(|&&point| hand_covers(&under.landmarks, point)).count();
        on as f64 / of.landmarks.len() as f64
    };
    share(one, two) >= SHARE || share(two, one) >= SHARE
}

/// Whether the hand was fast shortly before it stopped in the stretch.
fn came(path: &HandPath, from: f64, until: f64, scale: TimeScale) -> bool {
    let since = from - CAME_SECS / scale.real_per_file;
    path.points
        .iter()
        .filter(|point| point.t >= since && point.t <= until)
        .any(|point| point.speed / scale.real_per_file > CAME_CM_S)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Point, Table};

    fn square(x: f64, y: f64, half: f64) -> Vec<Point<Table>> {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(a, b)| Point::new(x + half * a, y + half * b))
            .to_vec()
    }

    fn zones() -> Zones {
        Zones {
            piles: [square(-7.0, 0.0, 6.0), square(7.0, 0.0, 6.0)],
            boundaries: [Vec::new(), Vec::new()],
            draw_decks: [Vec::new(), Vec::new()],
        }
    }

    /// A hand that comes along y from its own side at two metres a second, gets as far as `to` at 0.5 s, stays for `stays` seconds
    /// and goes on by `on` times its speed.
    fn path(player: Player, x: f64, to: f64, stays: f64, on: f64) -> HandPath {
        let side = if player == Player::One { -1.0 } else { 1.0 };
        let points = (0..120).map(|i| {
            let t = f64::from(i) / 120.0;
            let (speed, y) = match t {
                t if t < 0.5 => (200.0, to + side * 200.0 * (0.5 - t)),
                t if t < 0.5 + stays => (0.0, to),
                t => (200.0 * f64::abs(on), to - side * on * 200.0 * (t - 0.5 - stays)),
            };
            let at = |k: usize| Point::new(x + 1.5 * ((k % 5) as f64 - 2.0), y - side * 2.0 * ((k / 5) as f64 - 2.0));
            let landmarks = (0..21).map(at).collect();
            PathPoint { landmarks, speed, ..PathPoint::lying(t, at(9)) }
        });
        let track = player.number().into();
        HandPath { track, player, hand: HandSide::Right, points: points.collect(), fit: true }
    }

    fn found(one: HandPath, two: HandPath) -> Vec<Meeting> {
        meetings(&[one, two], &zones(), TimeScale::REAL)
    }

    #[test]
    fn hands_that_stop_on_each_other_meet() {
        let found = found(path(Player::One, -7.0, -1.0, 0.12, -1.0), path(Player::Two, -6.0, 2.0, 0.12, -1.0));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!((found[0].at.t - 0.5).abs() < 0.05 && found[0].pile == Some(Pile::Left), "{found:?}");
    }

    #[test]
    fn hands_that_cross_stay_apart_or_rest_together_do_not() {
        let two = |x: f64| path(Player::Two, x, 2.0, 0.12, -1.0);
        assert_eq!(found(path(Player::One, -7.0, -1.0, 0.0, 1.0), path(Player::Two, -6.0, 2.0, 0.0, 1.0)), []);
        assert_eq!(found(path(Player::One, -7.0, -1.0, 0.12, -1.0), two(8.0)), []);
        let mut still = [path(Player::One, -7.0, -1.0, 2.0, 0.0), path(Player::Two, -6.0, 2.0, 2.0, 0.0)];
        for path in &mut still {
            path.points.drain(..80);
        }
        let [one, two] = still;
        assert_eq!(found(one, two), []);
    }
}
