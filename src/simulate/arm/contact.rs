//! Where a hand touches: what of it is lowest, its palm, the pads of its fingers, and how it holds a card.
//!
//! All in the hand's own frame unless said otherwise, centimetres. "Lowest" is about the hand alone: skin that
//! the forearm has a part in is left out, so that the answer does not depend on the elbow.

use super::build::Rest;
use super::mesh::{ArmMesh, bone};
use super::{Body, mirrored, rig};
use crate::base::HandSide;
use crate::simulate::scene::{HandShape, Pose};
use glam::{DMat3, DQuat, DVec3};

/// A vertex on which a bone of the forearm has this weight or more is not the hand's.
pub(super) const HAND_ONLY: f64 = 0.02;
/// Skin this near to the lowest point presses on the surface too: soft pads give way, centimetres.
const PRESS_CM: f64 = 0.25;
/// Where on the last bone a finger's pad is, from its head to its tail.
const PAD_ALONG: f64 = 0.55;

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

/// A thumb against one or two fingers, and the plane of what is held between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pinch {
    /// The middle between the pads.
    pub at: DVec3,
    /// From the thumb to the fingers, across what is held, a unit vector.
    pub across: DVec3,
    /// In the plane of what is held, away from the hand, a unit vector.
    pub away: DVec3,
}

/// Which edge of a card the pads are at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// A long side: the card sticks out of the hand by its width.
    Long,
    /// A short side: the card sticks out by its length.
    Short,
}

/// How a card is held between thumb and fingers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hold {
    /// The edge the pads are at.
    pub edge: Edge,
    /// How far in from that edge the pads are.
    pub inset: f64,
    /// The face lies towards the thumb; otherwise towards the fingers.
    pub face_to_thumb: bool,
    /// Turned end for end: the pads are at the top (short) or right (long) edge, otherwise at the bottom or left.
    pub turned: bool,
}

/// On each finger the vertex of its pad.
pub(super) fn find_pads(rest: &Rest) -> [usize; 5] {
    let mesh = ArmMesh::shipped();
    let normals = Body::normals(HandSide::Right, &rest.positions);
    std::array::from_fn(|finger| {
        let b = bone(finger, 2);
        let length = rest.heads[b].distance(rest.tails[b]);
        let score = |v: usize| {
            let along = (rest.positions[v] - rest.heads[b]).dot(rest.frames[b].y_axis) / length;
            normals[v].dot(rest.frames[b].z_axis) - 2.0 * (along - PAD_ALONG).abs()
        };
        (0..rest.positions.len())
            .filter(|&v| mesh.weights[v].iter().any(|&(of, w)| of == b && w > 0.5))
            .max_by(|&a, &b| score(a).total_cmp(&score(b)))
            .unwrap_or(mesh.tips[finger])
    })
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

    fn pads_of(&self, motions: &[rig::Motion; super::mesh::BONES]) -> [Pad; 5] {
        std::array::from_fn(|finger| {
            let v = self.pads[finger];
            let mut at = DVec3::ZERO;
            rig::skin(&self.rest, motions, &rig::Forearm::STRAIGHT, std::iter::once(v), |_, p| at = p);
            // The pad's skin turns with the last bone.
            Pad { at, out: (motions[bone(finger, 2)].turn * self.rest.frames[bone(finger, 2)].z_axis).normalize() }
        })
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

    /// The plane of what this shape holds between the thumb and the first two fingers.
    pub fn pinch(&self, hand: HandSide, shape: &HandShape) -> Pinch {
        let motions = rig::hand_bones(&self.rest, shape);
        let pads = self.pads_of(&motions);
        let fingers = (pads[1].at + pads[2].at) / 2.0;
        let at = (pads[0].at + fingers) / 2.0;
        // The plane holds the line from one finger's pad to the other's; about it, it lies as the pads face.
        let side = (pads[2].at - pads[1].at).normalize_or(DVec3::X);
        let facing = pads[0].out - (pads[1].out + pads[2].out) / 2.0;
        let across = facing.reject_from_normalized(side).normalize_or(DVec3::Z);
        let away = (at - self.rest.tails[super::mesh::WRIST]).reject_from_normalized(across).normalize_or(DVec3::Y);
        Pinch { at: mirrored(hand, at), across: mirrored(hand, across), away: mirrored(hand, away) }
    }

    /// The shape nearest to `shape` in which the pads of thumb, index and middle finger meet around something
    /// `thickness` thick. A search: do it once a body and shape, not once a frame.
    pub fn close(&self, shape: &HandShape, thickness: f64) -> HandShape {
        // What may turn: all of the thumb, the knuckle and middle joint of the two fingers, their spread.
        let apply = |q: &[f64; 10]| {
            let mut out = *shape;
            for (i, &turn) in q[..3].iter().enumerate() {
                out.fingers[0].flex[i] += turn;
            }
            out.fingers[0].spread += q[3];
            for (finger, from) in [(1, 4), (2, 7)] {
                out.fingers[finger].flex[0] += q[from];
                out.fingers[finger].flex[1] += q[from + 1];
                out.fingers[finger].flex[2] += q[from + 1] * 0.6;
                out.fingers[finger].spread += q[from + 2];
            }
            out
        };
        let cost = |q: &[f64; 10]| {
            let pads = self.pads_of(&rig::hand_bones(&self.rest, &apply(q)));
            let fingers = (pads[1].at + pads[2].at) / 2.0;
            let side = (pads[2].at - pads[1].at).normalize_or(DVec3::X);
            let facing = (pads[1].out + pads[2].out) / 2.0;
            let across = (pads[0].out - facing).reject_from_normalized(side).normalize_or(DVec3::Z);
            let gap = fingers - pads[0].at - across * thickness;
            let apart = (pads[1].at.distance(pads[2].at) - self.finger_width()).powi(2);
            let opposite = (pads[0].out + facing).length_squared();
            let turned: f64 = q.iter().map(|v| v * v).sum();
            100.0 * gap.length_squared() + 4.0 * apart + 0.5 * opposite + 0.3 * turned
        };
        let (mut q, mut step) = ([0.0; 10], 0.2);
        let mut least = cost(&q);
        while step > 1e-5 {
            let mut better = false;
            for i in 0..q.len() {
                for sign in [1.0, -1.0] {
                    let mut next = q;
                    next[i] += sign * step;
                    let value = cost(&next);
                    if value < least {
                        (q, least, better) = (next, value, true);
                        break;
                    }
                }
            }
            if !better {
                step *= 0.5;
            }
        }
        apply(&q)
    }

    /// How far apart the middles of two fingers side by side are.
    fn finger_width(&self) -> f64 {
        self.rest.heads[bone(1, 0)].distance(self.rest.heads[bone(2, 0)]) * 0.75
    }
}

impl Pinch {
    /// The frame of a card of `size` (short, long side) held so, in the hand's frame.
    pub fn hand_from_card(&self, size: [f64; 2], hold: &Hold) -> Pose {
        let sense = if hold.turned { -1.0 } else { 1.0 };
        let z = if hold.face_to_thumb { -self.across } else { self.across };
        let reach = match hold.edge {
            Edge::Long => size[0],
            Edge::Short => size[1],
        } / 2.0
            - hold.inset;
        let axes = match hold.edge {
            Edge::Short => {
                let y = self.away * sense;
                DMat3::from_cols(y.cross(z), y, z)
            }
            Edge::Long => {
                let x = self.away * sense;
                DMat3::from_cols(x, z.cross(x), z)
            }
        };
        Pose { at: self.at + self.away * reach, turn: DQuat::from_mat3(&axes).normalize() }
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

    #[test]
    fn a_closed_pinch_holds_a_card_by_both_faces() {
        for build in [Build::default(), Build { sex: 1.0, fingers_longer: 1.0, ..Build::default() }] {
            let body = Body::new(&build);
            for hand in [HandSide::Left, HandSide::Right] {
                let shape = body.close(&shapes::PINCH, 0.03);
                let hold = Hold { edge: Edge::Short, inset: 1.5, face_to_thumb: false, turned: false };
                let card = body.pinch(hand, &shape).hand_from_card([6.3, 8.8], &hold).inverse();
                let pads = body.pads(hand, &shape).map(|pad| card.apply(pad.at));
                // In the card's frame: thumb on its back, fingers on its face, all of them on the card.
                for (finger, pad) in pads.iter().enumerate().take(3) {
                    let side = if finger == 0 { -0.015 } else { 0.015 };
                    assert!((pad.z - side).abs() < 0.06, "{build:?} finger {finger}: {pad}");
                    assert!(pad.x.abs() < 3.0 && pad.y < -1.5 && pad.y > -4.4, "{build:?} finger {finger}: {pad}");
                }
            }
        }
    }

    #[test]
    fn every_hold_puts_the_pads_the_inset_in_from_its_edge() {
        let body = Body::new(&Build::default());
        let pinch = body.pinch(HandSide::Right, &shapes::PINCH);
        for (edge, turned, at) in [
            (Edge::Short, false, DVec3::new(0.0, -3.4, 0.0)),
            (Edge::Short, true, DVec3::new(0.0, 3.4, 0.0)),
            (Edge::Long, false, DVec3::new(-2.15, 0.0, 0.0)),
            (Edge::Long, true, DVec3::new(2.15, 0.0, 0.0)),
        ] {
            for face_to_thumb in [true, false] {
                let hold = Hold { edge, inset: 1.0, face_to_thumb, turned };
                let card = pinch.hand_from_card([6.3, 8.8], &hold);
                assert!(card.inverse().apply(pinch.at).distance(at) < 1e-9, "{hold:?}");
                let face = card.turn * DVec3::Z;
                assert!((face.dot(pinch.across) > 0.99) != face_to_thumb, "{hold:?}");
            }
        }
    }
}
