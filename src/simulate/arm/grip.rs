//! How a hand holds a card: between pads, against the side of the index finger, or by its two edges.
//!
//! In: a shape that is about right, a [`Grip`]. Out: the shape in which this body's skin meets what is held
//! ([`Body::close_as`]), the plane of what is held ([`Body::pinch_as`]), the card's frame in the hand's
//! ([`Pinch::hand_from_card`]). Grips as Napier (1956, "The prehensile movements of the human hand") and after
//! him Cutkosky (1989) name them: pad pinch, lateral pinch, and the span of a flat thing.

use super::contact::Pad;
use super::mesh::{WRIST, bone};
use super::{Body, mirrored, rig};
use crate::base::HandSide;
use crate::simulate::scene::{HandShape, Pose};
use glam::{DMat3, DQuat, DVec3};

/// What of the hand holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grip {
    /// The thumb's pad against those of index and middle finger: the card hangs from the fingers.
    Pads,
    /// The thumb's pad on top, the index finger's side below: a half turned hand carries a card level, the
    /// usual way to lay one down.
    Side,
    /// Thumb and three fingers on opposite edges, so far apart, the card under the palm: the usual way to take
    /// a deck's top card from above.
    Around {
        /// Between the edges, centimetres.
        width: f64,
    },
}

/// What holds, and the plane of what is held between them.
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

/// How many turns [`Body::close_as`] chooses.
const TURNS: usize = 12;

/// What it counts that the thumb is not straight across from the fingers, against their standing in a row.
const ASIDE: f64 = 0.01;

/// Where a grip's two sides are and which way they face.
struct Sides {
    thumb: Pad,
    fingers: Pad,
}

impl Body {
    /// [`Body::pinch_as`] with [`Grip::Pads`].
    pub fn pinch(&self, hand: HandSide, shape: &HandShape) -> Pinch {
        self.pinch_as(hand, shape, Grip::Pads)
    }

    /// The plane of what this shape holds. For [`Grip::Around`], `across` is out of the upper face, towards the
    /// palm, and `away` from the thumb's edge to the fingers'.
    pub fn pinch_as(&self, hand: HandSide, shape: &HandShape, grip: Grip) -> Pinch {
        let motions = rig::hand_bones(&self.rest, shape);
        let pads = self.pads_of(&motions);
        let Sides { thumb, fingers } = self.sides(&motions, &pads, grip);
        let mut at = (thumb.at + fingers.at) / 2.0;
        let (across, away) = match grip {
            Grip::Pads => {
                // The plane holds the line from one finger's pad to the other's; about it, it lies as the pads
                // face.
                let side = (pads[2].at - pads[1].at).normalize_or(DVec3::X);
                let across = (thumb.out - fingers.out).reject_from_normalized(side).normalize_or(DVec3::Z);
                (across, at - self.rest.tails[WRIST])
            }
            // The card points where the thumb does.
            Grip::Side => {
                let across = (thumb.out - fingers.out).normalize_or(DVec3::X);
                (across, motions[bone(0, 2)].turn * self.rest.frames[bone(0, 2)].y_axis)
            }
            Grip::Around { .. } => {
                let away = away_from_row(&pads);
                // Level in the hand but for what the thumb's height makes of it.
                let over = fingers.at - thumb.at;
                let slope = over.z / over.dot(away).max(1.0);
                let away = (away + DVec3::Z * slope).normalize();
                // Along the edges, the card's middle is between the outermost of what holds it.
                let row = away.cross(DVec3::Z).normalize();
                at += row * ((thumb.at + pads[3].at) / 2.0 - at).dot(row);
                (away.cross(DVec3::Z).cross(away), away)
            }
        };
        let away = away.reject_from_normalized(across).normalize_or(DVec3::Y);
        Pinch { at: mirrored(hand, at), across: mirrored(hand, across), away: mirrored(hand, away) }
    }

    fn sides(&self, motions: &[rig::Motion; super::mesh::BONES], pads: &[Pad; 5], grip: Grip) -> Sides {
        let mean = |which: &[Pad]| {
            let count = which.len() as f64;
            let at = which.iter().map(|pad| pad.at).sum::<DVec3>() / count;
            Pad { at, out: which.iter().map(|pad| pad.out).sum::<DVec3>() / count }
        };
        let fingers = match grip {
            Grip::Pads => mean(&pads[1..3]),
            Grip::Side => self.side_of(motions),
            Grip::Around { .. } => mean(&pads[1..4]),
        };
        Sides { thumb: pads[0], fingers }
    }

    /// [`Body::close_as`] with [`Grip::Pads`].
    pub fn close(&self, shape: &HandShape, thickness: f64) -> HandShape {
        self.close_as(shape, Grip::Pads, thickness)
    }

    /// The shape nearest to `shape` in which the hand meets around something `thickness` thick (for
    /// [`Grip::Around`] its own width counts). A search of some hundredths of a second: do it once a body and
    /// shape, not once a frame.
    pub fn close_as(&self, shape: &HandShape, grip: Grip, thickness: f64) -> HandShape {
        let beside = self.rest.heads[bone(1, 0)].distance(self.rest.heads[bone(2, 0)]) * 0.75;
        // From one trial to the next one or two fingers turn; only theirs is worked out again.
        let (mut last, mut motions) = (*shape, rig::hand_bones(&self.rest, shape));
        let cost = |q: &[f64; TURNS]| {
            let next = turned(shape, q, grip);
            for (f, finger) in next.fingers.iter().enumerate() {
                if *finger != last.fingers[f] {
                    rig::finger_bones(&self.rest, f, finger, &mut motions);
                }
            }
            last = next;
            let pads = self.pads_of(&motions);
            let Sides { thumb, fingers } = self.sides(&motions, &pads, grip);
            let over = fingers.at - thumb.at;
            let beside = |a: usize, b: usize| (pads[a].at.distance(pads[b].at) - beside).powi(2);
            let (miss, apart) = match grip {
                Grip::Pads => {
                    let side = (pads[2].at - pads[1].at).normalize_or(DVec3::X);
                    let across = (thumb.out - fingers.out).reject_from_normalized(side).normalize_or(DVec3::Z);
                    ((over - across * thickness).length_squared(), beside(1, 2))
                }
                Grip::Side => {
                    let across = (thumb.out - fingers.out).normalize_or(DVec3::X);
                    ((over - across * thickness).length_squared(), 0.0)
                }
                Grip::Around { width } => {
                    // The fingers stand in a row along their edge, the thumb anywhere on the other one.
                    let away = away_from_row(&pads);
                    let off = |pad: &Pad| {
                        let from = pad.at - fingers.at;
                        from.z.powi(2) + from.dot(away).powi(2)
                    };
                    let row: f64 = pads[1..4].iter().map(off).sum();
                    let aside = over.reject_from(away).truncate().length_squared();
                    let miss = (over.dot(away) - width).powi(2) + over.z.powi(2);
                    (miss, row + beside(1, 2) + beside(2, 3) + ASIDE * aside)
                }
            };
            let facing = (thumb.out.normalize() + fingers.out.normalize()).length_squared();
            // Fingers bend more readily than they go aside.
            let turn = q.iter().map(|v| v * v).sum::<f64>() + 4.0 * (q[6] * q[6] + q[9] * q[9]);
            100.0 * miss + 4.0 * apart + 0.5 * facing + 0.3 * turn
        };
        turned(shape, &least(cost), grip)
    }
}

/// Level in the hand, at right angles to the row of index, middle and ring finger, away from the wrist.
fn away_from_row(pads: &[Pad; 5]) -> DVec3 {
    let row = pads[3].at - pads[1].at;
    DVec3::new(-row.y, row.x, 0.0).normalize_or(DVec3::Y)
}

/// The shape with its thumb and holding fingers turned by `q`: all of the thumb; knuckle, outer joints and
/// spread of index and middle finger, and of the ring finger where three hold.
fn turned(shape: &HandShape, q: &[f64; TURNS], grip: Grip) -> HandShape {
    let mut out = *shape;
    for (i, &turn) in q[..3].iter().enumerate() {
        out.fingers[0].flex[i] += turn;
    }
    out.fingers[0].spread += q[3];
    for (finger, knuckle, outer, spread) in [(1, q[4], q[5], q[6]), (2, q[7], q[8], q[9]), (3, q[10], q[11], q[9])] {
        // A finger that does not hold stays as it is.
        if finger < 3 || matches!(grip, Grip::Around { .. }) {
            out.fingers[finger].flex[0] += knuckle;
            out.fingers[finger].flex[1] += outer;
            out.fingers[finger].flex[2] += outer * 0.6;
            out.fingers[finger].spread += spread;
        }
    }
    out
}

/// Where `cost` is least near zero: turns tried one at a time, by ever smaller steps.
fn least(mut cost: impl FnMut(&[f64; TURNS]) -> f64) -> [f64; TURNS] {
    let (mut q, mut step) = ([0.0; TURNS], 0.2);
    let mut lowest = cost(&q);
    while step > 1e-4 {
        let mut better = false;
        for i in 0..TURNS {
            for sign in [1.0, -1.0] {
                let mut next = q;
                next[i] += sign * step;
                let value = cost(&next);
                if value < lowest {
                    (q, lowest, better) = (next, value, true);
                    break;
                }
            }
        }
        if !better {
            step *= 0.5;
        }
    }
    q
}

impl Pinch {
    /// The frame of a card of `size` (short, long side) held so, in the hand's frame.
    pub fn hand_from_card(&self, size: [f64; 2], hold: &Hold) -> Pose {
        let reach = match hold.edge {
            Edge::Long => size[0],
            Edge::Short => size[1],
        } / 2.0
            - hold.inset;
        let middle = self.around_card(hold);
        Pose { at: middle.at + self.away * reach, ..middle }
    }

    /// The frame of a card that [`Grip::Around`] holds by two opposite edges, its middle between them; `edge` is
    /// what the thumb and the fingers touch, `inset` does not count.
    pub fn around_card(&self, hold: &Hold) -> Pose {
        let sense = if hold.turned { -1.0 } else { 1.0 };
        let z = if hold.face_to_thumb { -self.across } else { self.across };
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
        Pose { at: self.at, turn: DQuat::from_mat3(&axes).normalize() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::arm::{Build, shapes};

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

    #[test]
    fn the_side_grip_and_the_span_meet_what_they_hold() {
        for build in [Build { sex: -1.0, ..Build::default() }, Build { sex: 1.0, ..Build::default() }] {
            let body = Body::new(&build);
            let side = body.close_as(&shapes::KEY, Grip::Side, 0.03);
            let motions = rig::hand_bones(&body.rest, &side);
            let Sides { thumb, fingers } = body.sides(&motions, &body.pads_of(&motions), Grip::Side);
            assert!(thumb.at.distance(fingers.at) < 0.12, "{build:?}: {}", thumb.at.distance(fingers.at));
            assert!(thumb.out.dot(fingers.out) < -0.5, "{build:?}: {}", thumb.out.dot(fingers.out));
            // The thumb is above once the hand is turned with the thumb up: across points from it to +x.
            assert!(body.pinch_as(HandSide::Right, &side, Grip::Side).across.x > 0.4);

            let grip = Grip::Around { width: 6.3 };
            let around = body.close_as(&shapes::GRIP_DECK, grip, 0.0);
            let pads = body.pads(HandSide::Right, &around);
            let pinch = body.pinch_as(HandSide::Right, &around, grip);
            assert!(pinch.across.z > 0.8, "{build:?}: the card lies level under the palm: {}", pinch.across);
            // In the card's frame the pads stand at its long sides, and fingers do not cross.
            let hold = Hold { edge: Edge::Long, inset: 0.0, face_to_thumb: false, turned: false };
            let card = pinch.around_card(&hold).inverse();
            let pads = pads.map(|pad| card.apply(pad.at));
            assert!((pads[0].x + 3.15).abs() < 0.15 && pads[0].z.abs() < 0.3, "{build:?}: {}", pads[0]);
            for pad in &pads[1..4] {
                assert!((pad.x - 3.15).abs() < 0.3 && pad.z.abs() < 0.3, "{build:?}: {pad}");
            }
            assert!(pads.iter().take(4).all(|pad| pad.y.abs() < 4.4), "{build:?}: {pads:?}");
            assert!(pads[1].y > pads[2].y + 0.8 && pads[2].y > pads[3].y + 0.8, "{build:?}: {pads:?}");
        }
    }
}
