//! The last of a hand's way down, which the picture does not show.
//!
//! A reach slows down as the square of the time that is left (minimum jerk, Flash and Hogan 1985), and coding shows no movement below
//! some speed, so that a hand which is laid down gently seems to have come somewhat before it has. Seen from above a hand that
//! has stopped along the table may still be coming down; and between frames far apart any reach seems to stop at once. In come
//! instants at which a hand seemed to stop, out come later and wider ones.
//!
//! Tuned on slaps and plays without pictures (`tests/slaps`): by how early and late hands were told at each rate and lean with seeds from
//! 13,000,000 and eyes of which the upper of two hands was not drawn along; the chance of the later instants on the suite's own.

use super::arrivals::Mode;
use super::path::HandPath;
use super::rests::frozen;
use crate::base::{Measured, TimeScale};

/// How long the unseen rest of a way lasts, real seconds, where coding shows no movement slower than the second, centimetres a real
/// second, of a fast hand: as this power of that speed; and at most.
const UNSEEN_WAY_SECS: f64 = 0.007;
const UNSEEN_WAY_CM_S: f64 = 6.0;
const LONGEST_UNSEEN_WAY_SECS: f64 = 0.03;
/// How much later the hand came and the standard deviation of that, as parts of it.
const UNSEEN: (f64, f64) = (0.84, 0.4);
const UNSEEN_POWER: f64 = 0.75;
/// A hand is fast whose fastest step in so long before, real seconds, was as fast as the second, centimetres a real second; of a way
/// that is half as fast throughout, as a card is laid, the following holds.
const APPROACH_SECS: f64 = 0.15;
const APPROACH_CM_S: f64 = 280.0;
/// Its unseen rest lasts as the root of that speed, and at most; it comes so much later, and the spread of that is the longer the slower
/// the way, as the root of it, down to the last, centimetres a real second. A view that leans shows only this part of it.
const LONGEST_GENTLE_WAY_SECS: f64 = 0.018;
const GENTLE: (f64, f64) = (0.8, 0.6);
const SLOWEST_CM_S: f64 = 70.0;
const LEANING_SEES: f64 = 0.6;
/// A view that leans by so many centimetres a centimetre of height shows half of a way down, and the more it leans soon all of it.
const HALF_SEEN_LEAN: f64 = 0.11;
const HALF_SEEN_POWER: i32 = 4;
/// Frames farther apart than this, real seconds, show less of how a hand slows down: it came so many times what they are apart beyond
/// that later, give or take that part of it; and half of that shows in a view with this lean.
const COARSE_SECS: f64 = 0.01;
const COARSE_TIMES: f64 = 2.4;
const COARSE_SPREAD: f64 = 0.25;
const COARSE_LEAN: f64 = 0.15;
const COARSE_POWER: i32 = 3;
/// A hand that seemed to meet something where a view hardly leans came so much later, real seconds, with the second as standard
/// deviation and with this probability: along the table only.
const ALONG_SECS: (f64, f64) = (0.018, 0.014);
const ALONG: f64 = 0.5;
/// One that was coming down anyway, and is dated so, with this. How much later fast hands came was raised with seeds from 16,000,000, and
/// this chosen on the suite's own.
const ALONG_TOO: f64 = 0.15;
/// Half as often where a view leans so much, and where frames are far apart.
const ALONG_LEAN: f64 = 0.09;
const ALONG_POWER: i32 = 8;
const COARSE_ALONG_LEAN: f64 = 0.2;
const COARSE_ALONG_POWER: i32 = 4;

/// A hand that goes away from the lens and is laid down gently comes down against its way in the picture, and seems to stand from when
/// the two cancel. The lean along its way, centimetres towards the lens a centimetre of height, and there with which probability it came
/// later, how much, real seconds, and the standard deviation of that; straight lines between. The way is what it went from the second
/// until the first before it came, real seconds. The last was set by four cards of a rendered round at 60 frames a second, each seen
/// 0.042 to 0.058 s early; how steeply other players come down is not known, so it is not told surely.
const AGAINST: [(f64, [f64; 3]); 3] =
    [(0.05, [0.0, 0.015, 0.01]), (-0.1, [0.2, 0.015, 0.01]), (-0.33, [0.75, 0.042, 0.014])];
const AGAINST_WAY_SECS: (f64, f64) = (0.03, 0.1);
/// So any hand may where the two cancel: with this probability at the first such lean, and the second as standard deviation around
/// it, where coding shows no movement slower than the second, centimetres a real second, and less so down to the first, as frames
/// near to each other do. Tuned on slaps without pictures (seeds from 13,000,000).
const CANCELS: f64 = 0.12;
const CANCELS_LEAN: (f64, f64) = (-0.1, 0.05);
const CANCELS_CM_S: (f64, f64) = (12.0, 24.0);

/// The arrival of a hand that slowed down until it seemed still, at point `at`.
pub(super) fn came_down_unseen(path: &HandPath, at: usize, arrive: Measured, scale: TimeScale) -> Measured {
    let slower = slower(path, at, arrive.t, scale);
    let (fast, laid) = (of_fast(path, at, scale), of_gentle(path, at, slower, scale));
    let gentle = gentleness(slower);
    let later = (1.0 - gentle) * fast.0 + gentle * laid.0;
    let spread = (1.0 - gentle) * fast.1 + gentle * laid.1;
    Measured::normal(arrive.t + later, arrive.sigma().hypot(spread))
}

/// So many times slower than a fast hand came the one that stopped at point `at`.
fn slower(path: &HandPath, at: usize, t: f64, scale: TimeScale) -> f64 {
    let first = path.points.partition_point(|point| point.t < t - APPROACH_SECS / scale.real_per_file);
    let approach = &path.points[first.min(at)..=at];
    let fastest = approach.iter().map(|point| point.speed).fold(0.0, f64::max) / scale.real_per_file;
    APPROACH_CM_S / fastest.clamp(SLOWEST_CM_S, APPROACH_CM_S)
}

/// How gently it came: 0 as a fast hand, 1 as one that lays a card.
fn gentleness(slower: f64) -> f64 {
    (slower - 1.0).min(1.0)
}

/// How much later a fast hand came, and the standard deviation of that, file seconds.
fn of_fast(path: &HandPath, at: usize, scale: TimeScale) -> (f64, f64) {
    let slower = (frozen(path, scale) / UNSEEN_WAY_CM_S).powf(UNSEEN_POWER);
    let longest = (UNSEEN_WAY_SECS * slower).min(LONGEST_UNSEEN_WAY_SECS) / scale.real_per_file;
    let unseen = longest * unseen_part(path, at, HALF_SEEN_LEAN, HALF_SEEN_POWER);
    let coarse = coarse(path, scale) * unseen_part(path, at, COARSE_LEAN, COARSE_POWER);
    (UNSEEN.0 * unseen + coarse, (UNSEEN.1 * unseen).hypot(COARSE_SPREAD * coarse))
}

/// The same of a hand that came gently, so many times slower.
fn of_gentle(path: &HandPath, at: usize, slower: f64, scale: TimeScale) -> (f64, f64) {
    let hidden = (frozen(path, scale) / UNSEEN_WAY_CM_S).sqrt();
    let longest = (UNSEEN_WAY_SECS * hidden).min(LONGEST_GENTLE_WAY_SECS) / scale.real_per_file;
    let unseen = longest * (1.0 - LEANING_SEES * path.points[at].seen_down());
    (GENTLE.0 * unseen, GENTLE.1 * slower.sqrt() * unseen)
}

/// Of each instant at which a hand seemed to meet something, at point `at`: it may have come later; `dated_down` where the instants are
/// those of [`came_down_unseen`].
pub(super) fn or_later(path: &HandPath, at: usize, modes: &mut Vec<Mode>, dated_down: bool, scale: TimeScale) {
    let coarse = coarse(path, scale);
    let (lean, power) = if coarse > 0.0 { (COARSE_ALONG_LEAN, COARSE_ALONG_POWER) } else { (ALONG_LEAN, ALONG_POWER) };
    let odds = if dated_down { ALONG_TOO } else { ALONG } * unseen_part(path, at, lean, power);
    let (later, spread) = (ALONG_SECS.0 / scale.real_per_file + coarse, ALONG_SECS.1 / scale.real_per_file);
    split(modes, odds, later, spread);
}

/// Of each instant at which a hand seemed to stop at point `at`: it may have come later where it came down against its way, gently or
/// between frames near to each other.
pub(super) fn or_against(path: &HandPath, at: usize, modes: &mut Vec<Mode>, scale: TimeScale) {
    let points = &path.points;
    let before = |secs: f64| {
        let t = points[at].t - secs / scale.real_per_file;
        points[points.partition_point(|point| point.t < t).min(at)].fingers
    };
    let (from, to) = (before(AGAINST_WAY_SECS.1), before(AGAINST_WAY_SECS.0));
    let (way, lean) = ((to.x - from.x, to.y - from.y), points[at].lean);
    let along = (way.0 * lean.0 + way.1 * lean.1) / way.0.hypot(way.1).max(1e-6);
    let [odds, later, spread] = against(along);
    let gentle = odds * gentleness(slower(path, at, points[at].t, scale));
    let cancels = CANCELS * (-0.5 * ((along - CANCELS_LEAN.0) / CANCELS_LEAN.1).powi(2)).exp();
    let slow = (frozen(path, scale) - CANCELS_CM_S.0) / (CANCELS_CM_S.1 - CANCELS_CM_S.0);
    let odds = gentle.max(cancels * slow.clamp(0.0, 1.0));
    split(modes, odds, later / scale.real_per_file, spread / scale.real_per_file);
}

/// The row of [`AGAINST`] at a lean along the way.
fn against(along: f64) -> [f64; 3] {
    let Some(next) = AGAINST.iter().position(|(lean, _)| *lean <= along) else { return AGAINST[AGAINST.len() - 1].1 };
    let (lean, row) = AGAINST[next];
    let Some((before, first)) = next.checked_sub(1).map(|i| AGAINST[i]) else { return row };
    let part = (along - before) / (lean - before);
    std::array::from_fn(|i| first[i] + part * (row[i] - first[i]))
}

/// Of each instant a later and wider one, which it was with the probability `odds`.
fn split(modes: &mut Vec<Mode>, odds: f64, later: f64, spread: f64) {
    for mode in std::mem::take(modes) {
        let at = Measured::normal(mode.at.t + later, mode.at.sigma().hypot(spread));
        modes.push(Mode { weight: (1.0 - odds) * mode.weight, ..mode });
        if odds > 0.0 {
            modes.push(Mode { at, weight: odds * mode.weight });
        }
    }
}

/// How much later a hand came because frames are far apart, file seconds.
fn coarse(path: &HandPath, scale: TimeScale) -> f64 {
    COARSE_TIMES * (path.frame_interval() - COARSE_SECS / scale.real_per_file).max(0.0)
}

/// The part of a way down that a view does not show at point `at`, half of it where it leans by `half`.
fn unseen_part(path: &HandPath, at: usize, half: f64, power: i32) -> f64 {
    let lean = path.points[at].lean;
    1.0 / (1.0 + (lean.0.hypot(lean.1) / half).powi(power))
}

#[cfg(test)]
mod tests {
    use super::super::arrivals::{instant, only};
    use super::super::path::PathPoint;
    use super::*;
    use crate::base::{HandSide, Player, Point};

    /// A hand that goes along `y` with so many centimetres a second and stops at 0.2 s, in a view that leans along `y`.
    fn path(fps: f64, speed: f64, lean: f64) -> HandPath {
        let points = (0..(0.4 * fps) as usize).map(|i| {
            let t = i as f64 / fps;
            let fingers = Point::new(0.0, speed * t.min(0.2));
            PathPoint { lean: (0.0, lean), speed: if t <= 0.2 { speed } else { 0.0 }, ..PathPoint::lying(t, fingers) }
        });
        HandPath { track: 0, player: Player::One, hand: HandSide::Left, points: points.collect(), fit: true }
    }

    fn later(fps: f64, speed: f64, lean: f64) -> f64 {
        let path = path(fps, speed, lean);
        came_down_unseen(&path, (0.2 * fps) as usize, Measured::normal(0.2, 0.002), TimeScale::REAL).t - 0.2
    }

    #[test]
    fn less_of_a_way_down_is_unseen_where_the_view_leans() {
        assert!(later(240.0, 300.0, 0.02) > 0.005 && later(240.0, 300.0, 0.3) < 0.001);
    }

    #[test]
    fn frames_far_apart_show_less_of_how_a_hand_slows_down() {
        assert!(later(60.0, 300.0, 0.02) > later(120.0, 300.0, 0.02) + 0.01);
    }

    #[test]
    fn from_above_a_hand_that_seemed_to_meet_something_may_have_come_later() {
        let at = |lean: f64| {
            let mut modes = only(Measured::normal(0.2, 0.002));
            or_later(&path(120.0, 300.0, lean), 24, &mut modes, false, TimeScale::REAL);
            instant(&modes)
        };
        let (above, oblique) = (at(0.02), at(0.4));
        assert!(above.hi > 0.22 && above.lo < 0.2 && oblique.hi < 0.205, "{above:?} {oblique:?}");
    }

    #[test]
    fn a_card_that_is_laid_away_from_the_lens_may_have_come_later() {
        let hi = |speed: f64, lean: f64| {
            let mut modes = only(Measured::normal(0.2, 0.002));
            or_against(&path(120.0, speed, lean), 24, &mut modes, TimeScale::REAL);
            instant(&modes).hi
        };
        assert!(hi(90.0, -0.1) > 0.215 && hi(90.0, 0.3) < 0.205 && hi(300.0, -0.33) < 0.205);
        assert!(hi(90.0, -0.33) > 0.25, "the more it leans, the sooner it seems to stand");
    }

    #[test]
    fn a_fast_hand_may_have_come_later_where_its_ways_cancel_and_frames_are_near() {
        let hi = |fps: f64, lean: f64| {
            let mut modes = only(Measured::normal(0.2, 0.002));
            or_against(&path(fps, 300.0, lean), (0.2 * fps) as usize, &mut modes, TimeScale::REAL);
            instant(&modes).hi
        };
        assert!(hi(480.0, -0.1) > 0.21, "{}", hi(480.0, -0.1));
        assert!(hi(480.0, 0.1) < 0.205 && hi(120.0, -0.1) < 0.205);
    }
}
