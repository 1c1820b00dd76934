//! The 21 points of a hand that MediaPipe names, where they truly are.
//!
//! Order (Zhang et al. 2020, "MediaPipe Hands", and its documentation): wrist; thumb CMC, MCP, IP, tip; then
//! MCP, PIP, DIP, tip of the index, middle, ring and little finger. Joints are the centres of the bones' heads,
//! inside the finger; a tip is a little inside the finger's end, under the nail.

use super::{Body, mesh::bone, mirrored, rig};
use crate::base::HandSide;
use crate::simulate::scene::{ArmState, HandShape};
use glam::DVec3;

/// How far inside the finger's end a tip is, as a share of the last bone.
const INSIDE: f64 = 0.2;

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
                None => DVec3::ZERO,
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
