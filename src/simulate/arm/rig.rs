//! Turns of joints in, where every bone and vertex goes out.
//!
//! All here is in the right hand's own frame (wrist at the origin, fingers along +y, palm towards -z); the left
//! hand is the right one seen in a mirror, and [`Body`](super::Body) does the mirroring. Linear blend skinning
//! (Magnenat-Thalmann et al. 1988, "Joint-dependent local deformations"); its weakness, the wrung "candy
//! wrapper", is avoided by turning the forearm gradually: each of its vertices takes a share of the hand's roll
//! that grows from the elbow to the wrist, as radius and ulna do.

use super::build::Rest;
use super::mesh::{ArmMesh, BONES, WRIST, bone};
use crate::simulate::scene::{Finger, HandShape};
use glam::{DMat3, DVec3};
use std::f64::consts::{PI, TAU};

/// Half of the hand's roll reaches the elbow: the upper arm turns too.
const ROLL_AT_ELBOW: f64 = 0.5;
/// The thumb turns about its own axis as it is brought before the palm: radians a radian of opposition
/// (Cooney et al. 1981, "The kinesiology of the thumb trapeziometacarpal joint": 17 degrees over 53).
const THUMB_ROLL: f64 = 0.33;
/// Roll is taken in the range a right arm can reach: from the middle of it, 70 degrees of supination, half a
/// turn to each side.
const ROLL_MIDDLE: f64 = 1.22;
/// Less of the forearm than this in a vertex is not worth a turn.
const WRIST_BLEND: f64 = 1e-6;

/// A rigid motion: `turn * p + shift`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion {
    pub turn: DMat3,
    pub shift: DVec3,
}

impl Motion {
    const STILL: Motion = Motion { turn: DMat3::IDENTITY, shift: DVec3::ZERO };

    fn apply(&self, p: DVec3) -> DVec3 {
        self.turn * p + self.shift
    }

    /// This motion after a turn about `centre`.
    fn after(&self, turn: DMat3, centre: DVec3) -> Motion {
        let inner = centre - turn * centre;
        Motion { turn: self.turn * turn, shift: self.turn * inner + self.shift }
    }
}

/// How the forearm lies behind the hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Forearm {
    /// From its rest to where it points, without roll.
    swing: DMat3,
    /// The axis from elbow to wrist at rest.
    axis: DVec3,
    /// By how much the hand is rolled against the elbow, radians; positive lifts the thumb.
    roll: f64,
}

impl Forearm {
    /// A forearm in line with the hand.
    pub const STRAIGHT: Forearm = Forearm { swing: DMat3::IDENTITY, axis: DVec3::Y, roll: 0.0 };

    /// `elbow` and `up` in the hand's frame.
    pub fn new(rest: &Rest, elbow: DVec3, up: DVec3) -> Forearm {
        let axis = -rest.heads[0].normalize();
        let Some(ahead) = (-elbow).try_normalize() else { return Forearm { axis, ..Forearm::STRAIGHT } };
        let swing = arc(axis, ahead);
        // The roll is between the back of the hand and "up", both seen along the forearm. Where the forearm
        // points straight up or down there is no such angle, and nearby it counts for less.
        let back = swing * DVec3::Z;
        let (sin, cos) = (up.cross(back).dot(ahead), up.reject_from_normalized(ahead).dot(back));
        let level = up.reject_from_normalized(ahead).length();
        let angle = if sin.hypot(cos) < 1e-9 { 0.0 } else { sin.atan2(cos) };
        let angle = (angle - ROLL_MIDDLE + PI).rem_euclid(TAU) - PI + ROLL_MIDDLE;
        Forearm { swing, axis, roll: angle * smooth(level / 0.35) }
    }
}

/// 0 below 0, 1 above 1, and smooth between.
pub(super) fn smooth(x: f64) -> f64 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// The smallest turn that takes unit vector `from` to unit vector `to`.
fn arc(from: DVec3, to: DVec3) -> DMat3 {
    DMat3::from_quat(glam::DQuat::from_rotation_arc(from, to))
}

/// Where every bone of the hand goes; the forearm's two stay as they are.
pub(super) fn hand_bones(rest: &Rest, shape: &HandShape) -> [Motion; BONES] {
    let mut motions = [Motion::STILL; BONES];
    for (f, finger) in shape.fingers.iter().enumerate() {
        finger_bones(rest, f, finger, &mut motions);
    }
    motions
}

/// Where the bones of one finger go, thumb first; no other finger moves them.
pub(super) fn finger_bones(rest: &Rest, f: usize, finger: &Finger, motions: &mut [Motion; BONES]) {
    let parents = &ArmMesh::shipped().parents;
    for (segment, &flex) in finger.flex.iter().enumerate() {
        let b = bone(f, segment);
        let frame = rest.frames[b];
        let mut local = DMat3::from_rotation_x(flex);
        if segment == 0 {
            // z points into the palm: a positive turn about it takes a finger towards the little one's
            // side, and the thumb into the plane of the hand.
            let sense = if f == 1 { -1.0 } else { 1.0 };
            local = DMat3::from_rotation_z(sense * finger.spread) * local;
            if f == 0 {
                local *= DMat3::from_rotation_y(THUMB_ROLL * finger.spread);
            }
        }
        let parent = parents[b].map_or(Motion::STILL, |p| motions[p]);
        motions[b] = parent.after(frame * local * frame.transpose(), rest.heads[b]);
    }
}

/// Where the vertices `which` go, in the hand's frame.
pub(super) fn skin(
    rest: &Rest,
    motions: &[Motion; BONES],
    forearm: &Forearm,
    which: impl Iterator<Item = usize>,
    mut out: impl FnMut(usize, DVec3),
) {
    let weights = &ArmMesh::shipped().weights;
    let length = rest.heads[0].length();
    for v in which {
        let at = rest.positions[v];
        let mut sum = DVec3::ZERO;
        let mut arm = 0.0;
        for &(b, weight) in &weights[v] {
            if b < WRIST {
                arm += weight;
            } else if weight > 0.0 {
                sum += motions[b].apply(at) * weight;
            }
        }
        if arm > WRIST_BLEND {
            // From 0 at the elbow to 1 at the wrist.
            let along = (1.0 + at.dot(forearm.axis) / length).clamp(0.0, 1.0);
            let back = forearm.roll * (1.0 - ROLL_AT_ELBOW) * (1.0 - along);
            let turned = DMat3::from_axis_angle(forearm.axis, -back) * at;
            sum += forearm.swing * turned * arm;
        }
        out(v, sum);
    }
}

/// Where a bone's head and tail go.
pub(super) fn ends(rest: &Rest, motions: &[Motion; BONES], b: usize) -> (DVec3, DVec3) {
    (motions[b].apply(rest.heads[b]), motions[b].apply(rest.tails[b]))
}
