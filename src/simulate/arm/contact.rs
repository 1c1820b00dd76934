//! Where a hand touches: what of it is lowest, its palm, the pads of its fingers.
//!
//! All in the hand's own frame unless said otherwise, centimetres. "Lowest" is about the hand alone: skin that
//! the forearm has a part in is left out, so that the answer does not depend on the elbow.

use super::build::Rest;
use super::mesh::{ArmMesh, bone};
use super::{Body, mirrored, rig};
use crate::base::HandSide;
use crate::simulate::scene::{HandShape, Pose};
use glam::{DQuat, DVec3};

/// A vertex on which a bone of the forearm has this weight or more is not the hand's.
pub(super) const HAND_ONLY: f64 = 0.02;
/// Skin this near to the lowest point presses on the surface too: soft pads give way, centimetres.
const PRESS_CM: f64 = 0.25;
/// Where on the last bone a finger's pad is, from its head to its tail.
const PAD_ALONG: f64 = 0.55;
/// Where on its middle bone the index finger's side is touched.
const SIDE_ALONG: f64 = 0.75;

/// Where a hand lowered onto a level surface touches it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touch {
    /// How far below the wrist the lowest skin is.
    pub depth: f64,
    /// The middle of the skin that touches, in the hand's frame.
    pub at: DVec3,
}

/// A finger's pad: the middle of its soft end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pad {
    /// On the skin.
    pub at: DVec3,
    /// Out of the skin, a unit vector.
    pub out: DVec3,
}

/// The vertices where fingers touch things.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spots {
    /// The middle of each finger's pad.
    pub pads: [usize; 5],
    /// The thumb's side of the index finger, at its middle bone's end.
    pub side: usize,
}

/// Looks for them on a body at rest.
pub(super) fn find_spots(rest: &Rest) -> Spots {
    let normals = Body::normals(HandSide::Right, &rest.positions);
    Spots {
        pads: std::array::from_fn(|finger| {
            facing(rest, &normals, bone(finger, 2), rest.frames[bone(finger, 2)].z_axis, PAD_ALONG)
        }),
        side: facing(rest, &normals, bone(1, 1), rest.frames[bone(1, 1)].x_axis, SIDE_ALONG),
    }
}

/// The vertex of bone `b` that faces `way` most, near the share `along` of the bone.
fn facing(rest: &Rest, normals: &[DVec3], b: usize, way: DVec3, along: f64) -> usize {
    let weights = &ArmMesh::shipped().weights;
    let length = rest.heads[b].distance(rest.tails[b]);
    let score = |v: usize| {
        let here = (rest.positions[v] - rest.heads[b]).dot(rest.frames[b].y_axis) / length;
        normals[v].dot(way) - 2.0 * (here - along).abs()
    };
    (0..rest.positions.len())
        .filter(|&v| weights[v].iter().any(|&(of, w)| of == b && w > 0.5))
        .max_by(|&a, &b| score(a).total_cmp(&score(b)))
        .unwrap_or_default()
}

impl Body {
    /// Where the lowest skin of the hand is below the wrist when the hand is turned by `turn`: a wrist at a
    /// surface's height plus this just touches it.
    pub fn lowest(&self, hand: HandSide, turn: DQuat, shape: &HandShape) -> f64 {
        self.touch(hand, turn, shape).depth
    }

    /// Where a hand turned by `turn` touches a level surface under it.
    pub fn touch(&self, hand: HandSide, turn: DQuat, shape: &HandShape) -> Touch {
        let down = mirrored(hand, turn.inverse() * DVec3::NEG_Z);
        let motions = rig::hand_bones(&self.rest, shape);
        let mut skin = Vec::with_capacity(self.hand_vertices.len());
        rig::skin(&self.rest, &motions, &rig::Forearm::STRAIGHT, self.hand_vertices.iter().copied(), |_, p| {
            skin.push((p.dot(down), p));
        });
        let depth = skin.iter().map(|s| s.0).fold(f64::NEG_INFINITY, f64::max);
        // Weighted by how near each is, so that the middle moves smoothly as the hand does.
        let (sum, count) = skin.iter().fold((DVec3::ZERO, 0.0), |(sum, count), &(below, p)| {
            let weight = (1.0 - (depth - below) / PRESS_CM).max(0.0);
            (sum + p * weight, count + weight)
        });
        Touch { depth, at: mirrored(hand, sum / count) }
    }

    /// The pads of the fingers, thumb first.
    pub fn pads(&self, hand: HandSide, shape: &HandShape) -> [Pad; 5] {
        let motions = rig::hand_bones(&self.rest, shape);
        self.pads_of(&motions).map(|pad| Pad { at: mirrored(hand, pad.at), out: mirrored(hand, pad.out) })
    }

    pub(super) fn pads_of(&self, motions: &[rig::Motion; super::mesh::BONES]) -> [Pad; 5] {
        std::array::from_fn(|finger| {
            let b = bone(finger, 2);
            self.pad_at(motions, self.spots.pads[finger], b, self.rest.frames[b].z_axis)
        })
    }

    /// The thumb's side of the index finger.
    pub(super) fn side_of(&self, motions: &[rig::Motion; super::mesh::BONES]) -> Pad {
        let b = bone(1, 1);
        self.pad_at(motions, self.spots.side, b, self.rest.frames[b].x_axis)
    }

    /// A vertex, and the way `out` of bone `b` that it faces at rest.
    fn pad_at(&self, motions: &[rig::Motion; super::mesh::BONES], vertex: usize, b: usize, out: DVec3) -> Pad {
        let mut at = DVec3::ZERO;
        rig::skin(&self.rest, motions, &rig::Forearm::STRAIGHT, std::iter::once(vertex), |_, p| at = p);
        Pad { at, out: (motions[b].turn * out).normalize() }
    }

    /// The middle of the palm's skin, in the hand's frame; fingers do not move it.
    pub fn palm(&self, hand: HandSide) -> DVec3 {
        let knuckles = (self.rest.heads[bone(1, 0)] + self.rest.heads[bone(4, 0)]) / 2.0;
        let inside = knuckles * 0.6;
        let mesh = ArmMesh::shipped();
        let (mut best, mut least) = (inside, f64::INFINITY);
        for &v in &self.hand_vertices {
            let p = self.rest.positions[v];
            let of_palm = mesh.weights[v].iter().all(|&(b, w)| b < super::mesh::THUMB || w < 0.3);
            let aside = (p - inside).truncate().length();
            if of_palm && p.z < inside.z && aside < least {
                (best, least) = (p, aside);
            }
        }
        mirrored(hand, best)
    }

    /// The middle of the four fingers' pads, in the hand's frame.
    pub fn fingertips(&self, hand: HandSide, shape: &HandShape) -> DVec3 {
        self.pads(hand, shape)[1..].iter().map(|pad| pad.at).sum::<DVec3>() / 4.0
    }

    /// The wrist of a hand turned by `turn` that touches a level surface: the hand's point `part` (its own
    /// frame) is above `spot`, and the lowest skin is at the height of `spot`.
    pub fn put(&self, hand: HandSide, turn: DQuat, shape: &HandShape, part: DVec3, spot: DVec3) -> Pose {
        let offset = turn * part;
        let height = spot.z + self.lowest(hand, turn, shape);
        Pose { at: DVec3::new(spot.x - offset.x, spot.y - offset.y, height), turn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Player;
    use crate::simulate::arm::{Build, shapes};
    use crate::simulate::scene::ArmState;

    fn tilted() -> DQuat {
        DQuat::from_euler(glam::EulerRot::ZXY, 0.6, -0.25, 0.2)
    }

    #[test]
    fn a_hand_put_down_touches_and_does_not_pierce() {
        let body = Body::new(&Build::default());
        for (name, shape) in shapes::named() {
            for hand in [HandSide::Left, HandSide::Right] {
                let spot = DVec3::new(3.0, -4.0, 0.7);
                let wrist = body.put(hand, tilted(), &shape, body.palm(hand), spot);
                let elbow = wrist.apply(DVec3::new(0.0, -25.0, 12.0));
                let skin = body.mesh(&ArmState { player: Player::One, hand, wrist, elbow, shape });
                let lowest = body.hand_vertices.iter().map(|&v| skin[v].z).fold(f64::INFINITY, f64::min);
                // Skin at the wrist gives way a little to the forearm's direction.
                assert!((lowest - spot.z).abs() < 0.1, "{name}: {lowest}");
                let palm = wrist.apply(body.palm(hand));
                assert!((palm - spot).truncate().length() < 1e-9, "{name}");
                let touch = body.touch(hand, tilted(), &shape);
                assert!((wrist.apply(touch.at).z - spot.z).abs() < PRESS_CM, "{name}");
            }
        }
    }
}
