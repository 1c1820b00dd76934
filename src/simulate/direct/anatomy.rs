//! A hand as the director needs it: where its skin is for a shape, and by which point it slaps, taps or pinches;
//! and the relief of a hand that lies still, on which another may come to lie.

use crate::base::HandSide;
use crate::simulate::arm::{Body, Build, shapes};
use crate::simulate::direct::table::THICKNESS;
use crate::simulate::scenario::PersonLook;
use crate::simulate::scene::{ArmState, HandShape, Pose};
use glam::{DQuat, DVec2, DVec3};

/// By which point of the hand something is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The middle of the palm and the fingers' roots.
    Palm,
    /// Between the pads of the four fingers.
    Tips,
    /// Between the pads of thumb and fingers.
    Pinch,
}

/// A person's hands.
#[derive(Debug, Clone, PartialEq)]
pub struct Anatomy {
    body: Body,
    /// Vertices of the hand, without the forearm.
    hand: Vec<usize>,
    /// Thumb and fingers closed on a card.
    pinch: HandShape,
}

/// The body that goes with a person's look.
pub fn build(look: &PersonLook) -> Build {
    Build {
        sex: 2.0 * look.sex - 1.0,
        age: ((look.age - 25.0) / 65.0).clamp(0.0, 1.0),
        muscle: (0.8 * (look.build - 0.5)).clamp(0.0, 1.0),
        weight: (1.2 * (look.build - 0.5)).clamp(0.0, 1.0),
        fingers_longer: 0.0,
        fingers_thicker: 2.0 * look.build - 1.0,
        size: look.size.clamp(0.85, 1.15),
    }
}

impl Anatomy {
    /// The hands of a person.
    pub fn new(look: &PersonLook) -> Anatomy {
        let body = Body::new(&build(look));
        let along = body.along();
        let hand = (0..along.len()).filter(|v| along[*v] > 1.0).collect();
        let pinch = body.close(&shapes::CARRY, THICKNESS);
        Anatomy { body, hand, pinch }
    }

    /// The arms' mesh and joints.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// Thumb and fingers closed on a card.
    pub fn pinch(&self) -> HandShape {
        self.pinch
    }

    /// The 21 landmarks in table space.
    pub fn landmarks(&self, state: &ArmState) -> [DVec3; 21] {
        self.body.landmarks(state)
    }

    /// The hand's skin relative to the wrist, axes of the table; the forearm in line with the hand.
    pub fn skin(&self, hand: HandSide, turn: DQuat, shape: &HandShape) -> Vec<DVec3> {
        let state = ArmState {
            player: crate::base::Player::One,
            hand,
            wrist: Pose { at: DVec3::ZERO, turn },
            elbow: turn * DVec3::new(0.0, -25.0, 0.0),
            shape: *shape,
        };
        let mesh = self.body.mesh(&state);
        self.hand.iter().map(|v| mesh[*v]).collect()
    }

    /// A part's place in the hand's frame.
    pub fn part(&self, hand: HandSide, shape: &HandShape, part: Part) -> DVec3 {
        match part {
            // Slapping hands cover the card with the palm's upper half and the fingers' roots.
            Part::Palm => 0.6 * self.body.palm(hand) + 0.4 * self.body.fingertips(hand, shape),
            Part::Tips => self.body.fingertips(hand, shape),
            Part::Pinch => self.body.pinch(hand, shape).at,
        }
    }
}

/// Width of a relief's cell, centimetres.
const CELL: f64 = 0.5;

/// How high the back of a hand that lies still is, over a grid.
#[derive(Debug, Clone, PartialEq)]
pub struct Relief {
    corner: DVec2,
    columns: usize,
    /// Row by row; minus infinity where nothing is.
    heights: Vec<f64>,
}

impl Relief {
    /// The relief of skin in table space.
    pub fn new(skin: &[DVec3]) -> Relief {
        let low = skin.iter().fold(DVec2::INFINITY, |low, p| low.min(p.truncate())) - 2.0 * CELL;
        let high = skin.iter().fold(DVec2::NEG_INFINITY, |high, p| high.max(p.truncate())) + 2.0 * CELL;
        let size = ((high - low) / CELL).ceil();
        let (columns, rows) = if skin.is_empty() { (0, 0) } else { (size.x as usize + 1, size.y as usize + 1) };
        let mut relief = Relief { corner: low, columns, heights: vec![f64::NEG_INFINITY; columns * rows] };
        for p in skin {
            let cell = (p.truncate() - low) / CELL;
            // Skin between two vertices is as high as they are.
            for (i, j) in (-1..=1).flat_map(|i| (-1..=1).map(move |j| (i, j))) {
                let at = cell + DVec2::new(f64::from(i), f64::from(j));
                if let Some(index) = relief.index(at) {
                    relief.heights[index] = relief.heights[index].max(p.z);
                }
            }
        }
        relief
    }

    fn index(&self, cell: DVec2) -> Option<usize> {
        let (x, y) = (cell.x.floor(), cell.y.floor());
        let inside = x >= 0.0 && y >= 0.0 && (x as usize) < self.columns;
        let index = if inside { y as usize * self.columns + x as usize } else { usize::MAX };
        (index < self.heights.len()).then_some(index)
    }

    /// The height at a point; minus infinity beside the hand.
    pub fn height(&self, at: DVec2) -> f64 {
        self.index((at - self.corner) / CELL).map_or(f64::NEG_INFINITY, |index| self.heights[index])
    }

    /// Higher by so much.
    pub fn raised(mut self, by: f64) -> Relief {
        self.heights.iter_mut().for_each(|height| *height += by);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relief_is_high_where_the_skin_is_and_nowhere_else() {
        let relief = Relief::new(&[DVec3::new(3.0, 4.0, 2.0), DVec3::new(3.0, 4.0, 1.0)]);
        assert_eq!(relief.height(DVec2::new(3.1, 4.1)), 2.0);
        assert_eq!(relief.height(DVec2::new(6.0, 4.0)), f64::NEG_INFINITY);
        assert_eq!(relief.raised(1.0).height(DVec2::new(3.0, 4.0)), 3.0);
    }
}
