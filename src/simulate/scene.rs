//! What is on the table at one instant: rigid cards, articulated arms. Shapes and pictures are elsewhere.
//!
//! Table space, centimetres. A card's own frame: origin in its middle, x along the short side, y along the
//! long side towards the top of its face, z out of its face; so a card whose z points up lies face up. An
//! arm's frame: origin at the wrist, the fingers along y, the back of the hand towards z, the palm towards
//! -z; a right hand has its thumb on the side of -x, a left hand on that of +x.

use crate::base::{HandSide, Player};
use glam::{DQuat, DVec3};

/// A rigid frame on the table: `table_from_object`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Where the object's origin is.
    pub at: DVec3,
    /// How it is turned.
    pub turn: DQuat,
}

impl Pose {
    /// At the table's origin, not turned.
    pub const IDENTITY: Pose = Pose { at: DVec3::ZERO, turn: DQuat::IDENTITY };

    /// A point of the object in table space.
    pub fn apply(&self, point: DVec3) -> DVec3 {
        self.at + self.turn * point
    }

    /// The frame of an object that has `inner` in this object's frame: `table_from_inner`.
    pub fn then(&self, inner: &Pose) -> Pose {
        Pose { at: self.apply(inner.at), turn: self.turn * inner.turn }
    }

    /// `object_from_table`.
    pub fn inverse(&self) -> Pose {
        let turn = self.turn.inverse();
        Pose { at: turn * -self.at, turn }
    }
}

/// A card of the scene, by its place in the scenario's deck; the same card all through.
pub type CardIndex = u8;

/// One card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CardState {
    /// Which.
    pub card: CardIndex,
    /// Where its middle is.
    pub pose: Pose,
    /// Bend about its short axis, 1/cm; positive lifts both ends towards its face.
    pub curl: f64,
}

/// Turns of one finger's joints, radians.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Finger {
    /// Flexion of its three joints from the knuckle out; positive towards the palm.
    pub flex: [f64; 3],
    /// Away from the middle finger; for the thumb, away from the index finger.
    pub spread: f64,
}

/// A hand's shape: thumb, index, middle, ring, little finger. All zero is the flat hand of the mesh.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct HandShape {
    /// By finger, thumb first.
    pub fingers: [Finger; 5],
}

/// One arm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmState {
    /// Whose.
    pub player: Player,
    /// Which hand of theirs.
    pub hand: HandSide,
    /// The hand's frame.
    pub wrist: Pose,
    /// Where the forearm comes from; the forearm points from the wrist towards it.
    pub elbow: DVec3,
    /// How the fingers are bent.
    pub shape: HandShape,
}

/// All that can move, at one instant.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scene {
    /// Cards, by index.
    pub cards: Vec<CardState>,
    /// Arms: player 1 left, right, player 2 left, right; those in play.
    pub arms: Vec<ArmState>,
    /// How far each mat has been pushed from its place and turned: mat of the layout, x, y (cm), angle
    /// (radians, about the mat's middle). Mats not named lie where the layout says.
    pub mats: Vec<(usize, [f64; 3])>,
}
