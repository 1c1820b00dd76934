//! Arms: a person's build and an arm's state in; skin, joints and points of contact out.
//!
//! - [`mesh`]: the shipped mesh. [`build`]: its morph targets. `rig`: bones and skinning.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Player;
    use crate::simulate::scene::Pose;
    use glam::DQuat;

    fn arm(hand: HandSide, turn: DQuat, elbow: DVec3) -> ArmState {
        let wrist = Pose { at: DVec3::new(0.0, 0.0, 4.0), turn };
        ArmState { player: Player::One, hand, wrist, elbow, shape: shapes::HOVER }
    }

    /// Mirrored in table x.
    fn flip(p: DVec3) -> DVec3 {
        DVec3::new(-p.x, p.y, p.z)
    }

    #[test]
    fn a_left_arm_is_a_right_arm_in_a_mirror_and_faces_outward() {
        let body = Body::new(&Build::default());
        let turn = DQuat::from_euler(glam::EulerRot::ZXY, 0.4, 0.2, -0.3);
        let mirror_turn = DQuat::from_euler(glam::EulerRot::ZXY, -0.4, 0.2, 0.3);
        let elbow = DVec3::new(6.0, -22.0, 9.0);
        let right = body.mesh(&arm(HandSide::Right, turn, elbow));
        let left = body.mesh(&arm(HandSide::Left, mirror_turn, flip(elbow)));
        assert!(right.iter().zip(&left).all(|(r, l)| flip(*r).distance(*l) < 1e-9));
        for (hand, skin) in [(HandSide::Right, &right), (HandSide::Left, &left)] {
            let normals = Body::normals(hand, skin);
            let middle = skin.iter().sum::<DVec3>() / skin.len() as f64;
            let outward = skin.iter().zip(&normals).filter(|(p, n)| (**p - middle).dot(**n) > 0.0).count();
            assert!(outward * 3 > skin.len() * 2, "{hand}: {outward} of {}", skin.len());
        }
    }

    #[test]
    fn the_mesh_at_rest_is_the_meshs_own() {
        let body = Body::new(&Build::default());
        let elbow = body.rest.heads[0];
        let state = ArmState {
            shape: Default::default(),
            wrist: Pose::IDENTITY,
            ..arm(HandSide::Right, DQuat::IDENTITY, elbow)
        };
        for (skin, rest) in body.mesh(&state).iter().zip(&body.rest.positions) {
            assert!(skin.distance(*rest) < 1e-9, "{skin} {rest}");
        }
    }

    #[test]
    fn a_rolled_hand_turns_its_forearm_gradually() {
        let body = Body::new(&Build::default());
        let along = body.along();
        let elbow = DVec3::new(0.0, -24.0, 4.0);
        let flat = body.mesh(&arm(HandSide::Right, DQuat::IDENTITY, elbow));
        for degrees in [-20.0, 45.0, 90.0, 150.0] {
            let turned = body.mesh(&arm(HandSide::Right, DQuat::from_rotation_y(f64::to_radians(degrees)), elbow));
            // By how much the skin has turned about the forearm's axis, and that it keeps its thickness.
            let around = |from: f64, to: f64| {
                let (mut turn, mut thick, mut count) = (0.0, 0.0, 0.0);
                for v in (0..along.len()).filter(|&v| (from..to).contains(&along[v])) {
                    let flat = DVec3::new(flat[v].x, 0.0, flat[v].z - 4.0);
                    let turned = DVec3::new(turned[v].x, 0.0, turned[v].z - 4.0);
                    turn += flat.angle_between(turned).to_degrees();
                    thick += turned.length() / flat.length();
                    count += 1.0;
                }
                (turn / count, thick / count)
            };
            let (near_elbow, near_wrist) = (around(0.1, 0.3), around(0.8, 0.9));
            let share = |turn: f64| turn / f64::abs(degrees);
            assert!((0.4..0.75).contains(&share(near_elbow.0)), "{degrees}: {near_elbow:?}");
            assert!((0.8..1.05).contains(&share(near_wrist.0)), "{degrees}: {near_wrist:?}");
            let wrung = around(0.92, 1.0).1;
            assert!((0.85..1.15).contains(&wrung), "{degrees}: the wrist keeps its thickness: {wrung}");
        }
    }

    #[test]
    fn doubled_vertices_stay_together() {
        let body = Body::new(&Build { age: 0.7, ..Build::default() });
        let skin = body.mesh(&arm(HandSide::Right, DQuat::from_rotation_x(0.4), DVec3::new(3.0, -20.0, 12.0)));
        for (v, &first) in ArmMesh::shipped().welded.iter().enumerate() {
            assert!(skin[v].distance(skin[first as usize]) < 1e-6, "vertex {v}");
        }
    }
}
