//! The 21 points of a hand that MediaPipe names, where they truly are.
//!
//! Order (Zhang et al. 2020, "MediaPipe Hands", and its documentation): wrist; thumb CMC, MCP, IP, tip; then
//! MCP, PIP, DIP, tip of the index, middle, ring and little finger. Joints are the centres of the bones' heads,
//! inside the finger; a tip is a little inside the finger's end, under the nail. The wrist's point is in the
//! middle of the carpus, ahead of the joint's axis, where annotated hands have it.

use super::{Body, mesh::bone, mirrored, rig};
use crate::base::HandSide;
use crate::simulate::scene::{ArmState, HandShape};
use glam::DVec3;

/// How far inside the finger's end a tip is, as a share of the last bone.
const INSIDE: f64 = 0.2;

/// How far ahead of the wrist's axis the wrist's point is, as a share of the way to the middle knuckle.
const CARPUS: f64 = 0.12;

impl Body {
    /// The 21 points in table space.
    pub fn landmarks(&self, state: &ArmState) -> [DVec3; 21] {
        self.hand_landmarks(state.hand, &state.shape).map(|p| state.wrist.apply(p))
    }

    /// The 21 points in the hand's frame.
    pub fn hand_landmarks(&self, hand: HandSide, shape: &HandShape) -> [DVec3; 21] {
        let motions = rig::hand_bones(&self.rest, shape);
        std::array::from_fn(|i| {
            let at = match i.checked_sub(1) {
                None => self.rest.heads[bone(2, 0)] * CARPUS,
                Some(i) if i % 4 < 3 => rig::ends(&self.rest, &motions, bone(i / 4, i % 4)).0,
                Some(i) => {
                    let (head, tail) = rig::ends(&self.rest, &motions, bone(i / 4, 2));
                    tail.lerp(head, INSIDE)
                }
            };
            mirrored(hand, at)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Player;
    use crate::simulate::arm::{Build, shapes};
    use crate::simulate::scene::Pose;
    use glam::DQuat;

    fn state(hand: HandSide, shape: HandShape) -> ArmState {
        let wrist =
            Pose { at: DVec3::new(3.0, -8.0, 5.0), turn: DQuat::from_euler(glam::EulerRot::ZXY, 0.7, 0.3, -0.4) };
        ArmState { player: Player::One, hand, wrist, elbow: wrist.apply(DVec3::new(4.0, -23.0, 6.0)), shape }
    }

    /// How often the skin goes around a point: 1 inside, 0 outside (van Oosterom and Strackee 1983).
    fn winding(triangles: &[[u32; 3]], skin: &[DVec3], point: DVec3) -> f64 {
        let angle = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| skin[i as usize] - point);
            let (la, lb, lc) = (a.length(), b.length(), c.length());
            let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
            2.0 * a.dot(b.cross(c)).atan2(below)
        };
        triangles.iter().map(angle).sum::<f64>() / (4.0 * std::f64::consts::PI)
    }

    #[test]
    fn every_landmark_is_inside_the_hand() {
        let body = Body::new(&Build { sex: 0.6, fingers_longer: 0.5, ..Build::default() });
        for hand in [HandSide::Left, HandSide::Right] {
            for (name, shape) in shapes::named() {
                let state = state(hand, shape);
                let skin = body.mesh(&state);
                for (i, point) in body.landmarks(&state).into_iter().enumerate() {
                    let around = winding(Body::triangles(hand), &skin, point);
                    assert!(around > 0.6, "{name}, {hand}, landmark {i}: {around}");
                }
            }
        }
    }

    #[test]
    fn bones_keep_their_length_in_every_shape() {
        let body = Body::new(&Build::default());
        let lengths = |shape: &HandShape| {
            let points = body.hand_landmarks(HandSide::Right, shape);
            let from = |i: usize| if i % 4 == 1 { 0 } else { i - 1 };
            (1..21).map(|i| points[i].distance(points[from(i)])).collect::<Vec<_>>()
        };
        let flat = lengths(&shapes::FLAT);
        for (name, shape) in shapes::named() {
            for (i, (a, b)) in flat.iter().zip(lengths(&shape)).enumerate() {
                assert!((a - b).abs() < 1e-9, "{name}, bone to landmark {}: {a} {b}", i + 1);
            }
        }
    }

    #[test]
    fn a_left_hand_is_a_right_hand_in_a_mirror() {
        let body = Body::new(&Build::default());
        let right = body.hand_landmarks(HandSide::Right, &shapes::POINT);
        let left = body.hand_landmarks(HandSide::Left, &shapes::POINT);
        assert!(right.iter().zip(left).all(|(r, l)| DVec3::new(-r.x, r.y, r.z) == l));
        assert!(right[4].x < 0.0 && left[4].x > 0.0, "thumbs");
    }
}
