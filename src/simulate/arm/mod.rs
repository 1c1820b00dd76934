//! Arms: a person's build and an arm's state in; skin, joints and points of contact out.
//!
//! - [`mesh`]: the shipped mesh. [`build`]: its morph targets. [`rig`]: bones and skinning.
//! - [`shapes`]: named shapes of the hand. [`contact`]: where a hand touches. [`grip`]: how it holds a card.
//! - [`landmarks`]: the 21 points of the hand that a tracker names.
//! - [`reach`]: where the elbow is when the hand is here.
//!
//! Space: table space, centimetres, where an [`ArmState`] is given; otherwise the hand's own frame (wrist at
//! the origin, fingers along +y, palm towards -z; a right thumb on the side of -x, a left one of +x).
//! Nothing here is random and nothing keeps state: the same arm state gives the same arm.

pub mod build;
pub mod contact;
pub mod grip;
pub mod landmarks;
pub mod mesh;
pub mod reach;
mod rig;
pub mod shapes;

pub use build::Build;
pub use reach::Seat;

use crate::base::HandSide;
use crate::simulate::scene::ArmState;
use build::Rest;
use glam::DVec3;
use mesh::ArmMesh;
use std::sync::OnceLock;

/// One person's two arms. Cheap to ask, a little dear to make; make one a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    rest: Rest,
    spots: contact::Spots,
    hand_vertices: Vec<usize>,
}

impl Body {
    /// The arms of a person built so.
    pub fn new(build: &Build) -> Body {
        let mesh = ArmMesh::shipped();
        let rest = build::rest(build);
        let hand_vertices = (0..mesh.positions.len())
            .filter(|&v| mesh.weights[v].iter().all(|&(b, w)| b >= mesh::WRIST || w < contact::HAND_ONLY))
            .collect();
        let spots = contact::find_spots(&rest);
        Body { rest, spots, hand_vertices }
    }

    /// Where the skin is, table space, in the order of the shipped mesh.
    pub fn mesh(&self, state: &ArmState) -> Vec<DVec3> {
        let mut out = Vec::new();
        self.mesh_into(state, &mut out);
        out
    }

    /// As [`Body::mesh`], into a buffer that is kept.
    pub fn mesh_into(&self, state: &ArmState, out: &mut Vec<DVec3>) {
        let count = self.rest.positions.len();
        out.clear();
        out.resize(count, DVec3::ZERO);
        let local = |p: DVec3| mirrored(state.hand, state.wrist.turn.inverse() * p);
        let forearm = rig::Forearm::new(&self.rest, local(state.elbow - state.wrist.at), local(DVec3::Z));
        let motions = rig::hand_bones(&self.rest, &state.shape);
        let turn = glam::DMat3::from_quat(state.wrist.turn);
        rig::skin(&self.rest, &motions, &forearm, 0..count, |v, p| {
            out[v] = turn * mirrored(state.hand, p) + state.wrist.at;
        });
    }

    /// The mesh's triangles, counter-clockwise seen from outside.
    pub fn triangles(hand: HandSide) -> &'static [[u32; 3]] {
        static LEFT: OnceLock<Vec<[u32; 3]>> = OnceLock::new();
        let right = &ArmMesh::shipped().triangles;
        match hand {
            HandSide::Right => right,
            HandSide::Left => LEFT.get_or_init(|| right.iter().map(|&[a, b, c]| [a, c, b]).collect()),
        }
    }

    /// Texture coordinates, by vertex.
    pub fn uvs() -> &'static [[f32; 2]] {
        &ArmMesh::shipped().uvs
    }

    /// Smooth normals of a skin from [`Body::mesh`], weighted by area, without a crease where the texture is cut.
    pub fn normals(hand: HandSide, skin: &[DVec3]) -> Vec<DVec3> {
        let welded = &ArmMesh::shipped().welded;
        let mut sums = vec![DVec3::ZERO; skin.len()];
        for corners in Body::triangles(hand) {
            let [a, b, c] = corners.map(|i| skin[i as usize]);
            let normal = (b - a).cross(c - a);
            for &corner in corners {
                sums[welded[corner as usize] as usize] += normal;
            }
        }
        welded.iter().map(|&first| sums[first as usize].normalize_or_zero()).collect()
    }

    /// How far along the arm each vertex is at rest: 0 at the elbow, 1 at the wrist, above 1 on the hand. For a
    /// sleeve's edge, a watch or a ring.
    pub fn along(&self) -> Vec<f64> {
        let axis = -self.rest.heads[0].normalize();
        let length = self.forearm_length();
        self.rest.positions.iter().map(|p| 1.0 + p.dot(axis) / length).collect()
    }

    /// From the elbow to the wrist, centimetres.
    pub fn forearm_length(&self) -> f64 {
        self.rest.heads[0].length()
    }

    /// From the wrist to the end of the middle finger of the mesh's own shape, centimetres.
    pub fn hand_length(&self) -> f64 {
        self.rest.tails[mesh::bone(2, 2)].length()
    }
}

/// A point of the right hand's frame in the frame of `hand`, and back.
fn mirrored(hand: HandSide, p: DVec3) -> DVec3 {
    match hand {
        HandSide::Right => p,
        HandSide::Left => DVec3::new(-p.x, p.y, p.z),
    }
}
