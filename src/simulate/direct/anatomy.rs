//! A hand as the director needs it: where its skin and its landmarks are for a shape, and by which point it
//! slaps, taps or pinches.

use crate::base::HandSide;
use crate::simulate::scene::{ArmState, HandShape};
use crate::simulate::timeline::seats::sign;
use glam::{DQuat, DVec3};

/// By which point of the hand something is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The middle of the palm and the fingers' roots.
    Palm,
    /// Between the tips of index, middle and ring finger.
    Tips,
    /// Between the tips of thumb and index finger.
    Pinch,
}

/// A person's hand.
#[derive(Debug, Clone, PartialEq)]
pub struct Anatomy {
    size: f64,
}

/// Knuckles of a right hand in its frame and the lengths of the three segments after each, centimetres;
/// thumb first (after the hand proportions of Buryanov and Kotiuk 2010).
const KNUCKLES: [[f64; 3]; 5] = [[-2.2, 2.6, -0.8], [-2.3, 8.9, 0.0], [0.0, 9.2, 0.2], [1.9, 8.6, 0.0], [3.6, 7.7, -0.3]];
const SEGMENTS: [[f64; 3]; 5] = [[4.2, 3.2, 2.6], [4.2, 2.4, 2.2], [4.7, 2.8, 2.4], [4.3, 2.6, 2.4], [3.4, 2.0, 2.1]];
/// Half a finger's thickness, and half the palm's, centimetres.
const FINGER: f64 = 0.75;
const PALM: f64 = 1.3;

impl Anatomy {
    /// A hand of that size against an adult's mean.
    pub fn new(size: f64) -> Anatomy {
        Anatomy { size }
    }

    /// The 21 landmarks in MediaPipe's order, in the hand's frame.
    pub fn hand_landmarks(&self, hand: HandSide, shape: &HandShape) -> [DVec3; 21] {
        let mut out = [DVec3::ZERO; 21];
        for (f, finger) in shape.fingers.iter().enumerate() {
            let mut at = DVec3::from_array(KNUCKLES[f]);
            // The thumb points outward, the others along y; spread goes away from the middle finger.
            let fan = match f {
                0 => 0.75 + finger.spread,
                1 => 0.06 + finger.spread,
                2 => finger.spread,
                3 => -0.06 - finger.spread,
                _ => -0.14 - finger.spread,
            };
            let base = DQuat::from_rotation_z(fan);
            let mut bend = 0.0;
            out[1 + 4 * f] = at;
            for joint in 0..3 {
                bend += finger.flex[joint];
                let along = base * DQuat::from_rotation_x(-bend) * DVec3::Y;
                at += along * SEGMENTS[f][joint];
                out[2 + 4 * f + joint] = at;
            }
        }
        out.map(|p| DVec3::new(sign(hand) * p.x, p.y, p.z) * self.size)
    }

    /// The 21 landmarks in table space.
    pub fn landmarks(&self, state: &ArmState) -> [DVec3; 21] {
        self.hand_landmarks(state.hand, &state.shape).map(|p| state.wrist.apply(p))
    }

    /// Points of the skin's under and upper side, relative to the wrist, axes of the table.
    pub fn skin(&self, hand: HandSide, turn: DQuat, shape: &HandShape) -> Vec<DVec3> {
        let marks = self.hand_landmarks(hand, shape);
        let mut points = Vec::with_capacity(160);
        let mut thick = |at: DVec3, radius: f64| {
            let at = turn * at;
            points.push(at - DVec3::Z * radius * self.size);
            points.push(at + DVec3::Z * radius * self.size);
        };
        for finger in 0..5 {
            for joint in 0..3 {
                let (a, b) = (marks[1 + 4 * finger + joint], marks[2 + 4 * finger + joint]);
                for i in 0..4 {
                    thick(a.lerp(b, f64::from(i) / 3.0), FINGER);
                }
            }
        }
        for knuckle in [5, 9, 13, 17] {
            for i in 0..6 {
                thick(marks[0].lerp(marks[knuckle], f64::from(i) / 5.0), PALM);
            }
        }
        points
    }

    /// A part's place in the hand's frame.
    pub fn part(&self, hand: HandSide, shape: &HandShape, part: Part) -> DVec3 {
        let marks = self.hand_landmarks(hand, shape);
        let mean = |of: &[usize]| of.iter().map(|i| marks[*i]).sum::<DVec3>() / of.len() as f64;
        match part {
            Part::Palm => mean(&[0, 5, 9, 13, 17, 6, 10, 14]),
            Part::Tips => mean(&[8, 12, 16]),
            Part::Pinch => mean(&[4, 8]),
        }
    }
}

/// Named shapes.
pub mod shapes {
    use crate::simulate::scene::{Finger, HandShape};

    fn shape(thumb: ([f64; 3], f64), fingers: [[f64; 3]; 4], spread: f64) -> HandShape {
        let finger = |flex: [f64; 3], spread: f64| Finger { flex, spread };
        let [index, middle, ring, little] = fingers;
        HandShape {
            fingers: [
                finger(thumb.0, thumb.1),
                finger(index, spread),
                finger(middle, 0.0),
                finger(ring, spread),
                finger(little, 1.4 * spread),
            ],
        }
    }

    /// At rest on the table, fingers a little bent.
    pub fn rest() -> HandShape {
        shape(([0.1, 0.25, 0.25], 0.0), [[0.2, 0.35, 0.2], [0.22, 0.4, 0.22], [0.25, 0.42, 0.22], [0.25, 0.4, 0.2]], 0.03)
    }

    /// The flat hand.
    pub fn flat() -> HandShape {
        shape(([0.0, 0.05, 0.05], 0.05), [[0.0, 0.05, 0.03]; 4], 0.07)
    }

    /// Flat, the fingers spread by the blow.
    pub fn spread() -> HandShape {
        shape(([0.0, 0.0, 0.0], 0.16), [[-0.04, 0.03, 0.02]; 4], 0.13)
    }

    /// For touching with the fingertips.
    pub fn fingertips() -> HandShape {
        shape(([0.2, 0.3, 0.3], 0.0), [[0.35, 0.45, 0.3], [0.38, 0.5, 0.32], [0.4, 0.5, 0.32], [0.4, 0.45, 0.3]], 0.05)
    }

    /// A card between thumb and fingers.
    pub fn pinch() -> HandShape {
        shape(([0.3, 0.35, 0.3], -0.35), [[0.55, 0.5, 0.3], [0.58, 0.55, 0.32], [0.7, 0.75, 0.4], [0.8, 0.85, 0.45]], 0.02)
    }

    /// On the way to something.
    pub fn reach() -> HandShape {
        shape(([0.1, 0.2, 0.2], 0.05), [[0.15, 0.3, 0.2], [0.17, 0.33, 0.2], [0.2, 0.35, 0.22], [0.22, 0.35, 0.2]], 0.06)
    }
}
