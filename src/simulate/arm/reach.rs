//! A wrist and a seat in, the elbow out: two bones, the shoulder where a sitting person has it.
//!
//! The elbow lies on the circle that upper arm and forearm leave it. On it, it hangs down and outward, gives way
//! to where the hand's own direction would have it (a straight wrist is comfortable), and stays above the
//! table. Whoever cannot reach leans forward. All of it is smooth in the wrist's pose, so an elbow never jumps
//! while a hand moves smoothly.
//!
//! Lengths: upper arm to forearm as 1.2 (acromion to elbow 33 cm, elbow to wrist 27 cm for average adults, same
//! survey as `build`).

use super::Body;
use crate::base::{HandSide, Player};
use crate::simulate::scene::Pose;
use glam::{DQuat, DVec3};

/// Upper arm by forearm.
const UPPER_BY_FOREARM: f64 = 1.2;
/// From the middle of the body to the shoulder's joint, behind the table's edge, above the table, centimetres.
const SHOULDER_ASIDE: f64 = 18.0;
const SHOULDER_BEHIND: f64 = 12.0;
const SHOULDER_ABOVE: f64 = 28.0;
/// How far the arm stretches before the body leans, and how little it folds, as shares of the whole arm.
const STRETCH: f64 = 0.9;
const FOLD: f64 = 0.5;
/// How softly limits are met, centimetres.
const SOFT_CM: f64 = 3.0;
/// The elbow's joint is at least this far above the table: a forearm's half thickness and some.
const ELBOW_ABOVE: f64 = 6.5;
/// Where the elbow hangs: the angle outward from straight down, radians.
const OUTWARD: f64 = 0.7;
/// How much a straight wrist counts against the hanging elbow.
const STRAIGHT_WRIST: f64 = 1.3;

/// Where a player sits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seat {
    /// Player 1 at negative y, Player 2 at positive y.
    pub player: Player,
    /// Where along the table's edge, table x, centimetres.
    pub x: f64,
    /// How far the table's edge on that side is from the table's middle, centimetres, positive.
    pub edge: f64,
    /// Raises the shoulders, centimetres: 0 for 28 cm above the table.
    pub taller: f64,
}

impl Seat {
    /// In the middle of the edge.
    pub fn new(player: Player, edge: f64) -> Seat {
        Seat { player, x: 0.0, edge, taller: 0.0 }
    }

    /// Towards the table: +1 in y for Player 1, -1 for Player 2.
    fn ahead(&self) -> f64 {
        match self.player {
            Player::One => 1.0,
            Player::Two => -1.0,
        }
    }

    /// Table x of the player's own outward side of that hand: +1 or -1.
    fn outward(&self, hand: HandSide) -> f64 {
        match hand {
            HandSide::Right => self.ahead(),
            HandSide::Left => -self.ahead(),
        }
    }

    /// The shoulder's joint of a person sitting upright.
    pub fn shoulder(&self, hand: HandSide) -> DVec3 {
        DVec3::new(
            self.x + self.outward(hand) * SHOULDER_ASIDE,
            -self.ahead() * (self.edge + SHOULDER_BEHIND),
            SHOULDER_ABOVE + self.taller,
        )
    }
}

/// The greater of the two, rounded over `soft`.
fn soft_max(a: f64, b: f64, soft: f64) -> f64 {
    (a + b + (a - b).hypot(soft)) / 2.0
}

impl Body {
    /// Where the elbow is, table space: a forearm's length from the wrist.
    pub fn elbow(&self, seat: &Seat, hand: HandSide, wrist: &Pose) -> DVec3 {
        let forearm = self.forearm_length();
        let upper = forearm * UPPER_BY_FOREARM;
        let whole = forearm + upper;
        let shoulder = seat.shoulder(hand);
        let to_wrist = wrist.at - shoulder;
        let towards = to_wrist.normalize_or(DVec3::new(0.0, seat.ahead(), 0.0));
        // Leaning brings the shoulder nearer; a wrist very near the body pushes it back.
        let nearest = soft_max(to_wrist.length(), FOLD * whole, SOFT_CM);
        let span = -soft_max(-nearest, -STRETCH * whole, SOFT_CM);
        let span = span.clamp(0.3 * whole, 0.995 * whole);
        let along = (forearm * forearm - upper * upper + span * span) / (2.0 * span);
        let radius = (forearm * forearm - along * along).max(0.0).sqrt();
        let centre = wrist.at - towards * along;
        // The circle's own "down", and outward: level, since down and the arm's line span an upright plane.
        let down = DVec3::NEG_Z.reject_from_normalized(towards).normalize_or(DVec3::new(0.0, -seat.ahead(), 0.0));
        let out = towards.cross(down) * -1.0;
        let out = if out.x * seat.outward(hand) < 0.0 { -out } else { out };
        let straight = wrist.turn * DVec3::NEG_Y * STRAIGHT_WRIST;
        let hang = OUTWARD.cos() + straight.dot(down);
        let aside = soft_max(OUTWARD.sin() + straight.dot(out), 0.15, 0.2);
        let wish = hang / hang.hypot(aside);
        // cos of the angle from down; the table allows so much of it.
        let allowed = (centre.z - ELBOW_ABOVE) / (radius * -down.z).max(1e-6);
        let cos = -soft_max(-wish, -allowed.clamp(-1.2, 1.2), 0.15);
        let cos = cos.clamp(-0.98, 0.98);
        let elbow = centre + (down * cos + out * (1.0 - cos * cos).sqrt()) * radius;
        wrist.at + (elbow - wrist.at).normalize_or(-towards) * forearm
    }

    /// How a hand lies palm down and level at `at` with a comfortable wrist.
    pub fn natural_turn(&self, seat: &Seat, hand: HandSide, at: DVec3) -> DQuat {
        let ahead = at - seat.shoulder(hand);
        let mut yaw = heading(ahead);
        for _ in 0..4 {
            let elbow = self.elbow(seat, hand, &Pose { at, turn: DQuat::from_rotation_z(yaw) });
            let along = heading(at - elbow);
            // Half of the way each time: the elbow follows the hand, too.
            let step = (along - yaw + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
            yaw += step * 0.5;
        }
        DQuat::from_rotation_z(yaw)
    }
}

/// The turn about z that takes +y to the level direction of `v`.
fn heading(v: DVec3) -> f64 {
    (-v.x).atan2(v.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::arm::Build;

    #[test]
    fn elbows_are_a_forearm_away_outward_and_above_the_table() {
        let body = Body::new(&Build::default());
        for player in Player::BOTH {
            let seat = Seat::new(player, 48.0);
            for hand in [HandSide::Left, HandSide::Right] {
                for x in [-30.0, -10.0, 0.0, 20.0] {
                    for y in [-40.0, -20.0, 0.0, 15.0] {
                        let at = DVec3::new(x, y * seat.ahead(), 3.0);
                        let wrist = Pose { at, turn: body.natural_turn(&seat, hand, at) };
                        let elbow = body.elbow(&seat, hand, &wrist);
                        assert!((elbow.distance(at) - body.forearm_length()).abs() < 1e-9);
                        assert!(elbow.z > 3.5, "{player} {hand} {at}: {elbow}");
                        // Behind the wrist, but for a hand right before the other shoulder.
                        let near = y < -30.0 && x * seat.outward(hand) < -20.0;
                        assert!(near || (at.y - elbow.y) * seat.ahead() > 0.0, "{player} {hand} {at}: {elbow}");
                        // The wrist is not bent aside beyond what people can do.
                        let straight = wrist.turn * DVec3::Y;
                        let bend = straight.angle_between(at - elbow).to_degrees();
                        assert!(bend < 45.0, "{player} {hand} {at}: {bend} degrees");
                    }
                }
            }
        }
    }

    #[test]
    fn the_two_players_mirror_each_other() {
        let body = Body::new(&Build::default());
        let half = DQuat::from_rotation_z(std::f64::consts::PI);
        let wrist = Pose { at: DVec3::new(7.0, -12.0, 4.0), turn: DQuat::from_rotation_z(0.2) };
        let one = body.elbow(&Seat::new(Player::One, 48.0), HandSide::Right, &wrist);
        let turned = Pose { at: half * wrist.at, turn: half * wrist.turn };
        let two = body.elbow(&Seat::new(Player::Two, 48.0), HandSide::Right, &turned);
        assert!((half * one).distance(two) < 1e-9);
        // And the left arm is the right one in a mirror.
        let flipped = Pose { at: DVec3::new(-7.0, -12.0, 4.0), turn: DQuat::from_rotation_z(-0.2) };
        let left = body.elbow(&Seat::new(Player::One, 48.0), HandSide::Left, &flipped);
        assert!(DVec3::new(-one.x, one.y, one.z).distance(left) < 1e-9);
    }

    #[test]
    fn the_elbow_moves_smoothly_with_the_wrist() {
        let body = Body::new(&Build::default());
        let seat = Seat::new(Player::One, 48.0);
        let at = |u: f64| DVec3::new(25.0 - 60.0 * u, -45.0 + 70.0 * u, 3.0 + 20.0 * (4.0 * u * (1.0 - u)));
        for turning in [false, true] {
            let elbow = |u: f64| {
                let turn = DQuat::from_rotation_z(if turning { 1.2 - 2.0 * u } else { 0.2 });
                body.elbow(&seat, HandSide::Right, &Pose { at: at(u), turn })
            };
            let mut last = elbow(0.0);
            for i in 1..=2000 {
                let u = f64::from(i) / 2000.0;
                let here = elbow(u);
                // The wrist goes about 0.05 cm a step; an elbow that jumps goes centimetres.
                assert!(here.distance(last) < 0.25, "{turning} {u}: {}", here.distance(last));
                last = here;
            }
        }
    }
}
