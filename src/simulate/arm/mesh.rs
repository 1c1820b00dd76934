//! The arm's mesh as shipped: `models/arm/arm.glb` in, vertices, weights, bones and morph targets out.
//!
//! Space: the right hand's frame, centimetres: wrist at the origin, fingers along +y, palm towards -z, thumb on
//! the side of -x. A bone's frame has x as the axis of flexion (a positive turn curls towards the palm), y along
//! the bone, z towards the palm. The file is part of the program, so a fault in it is a fault of the build:
//! reading it panics, and a test reads it.

use glam::{DMat3, DVec3};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The file, made by `models/arm/extract.py`.
static ARM: &[u8] = include_bytes!("../../../models/arm/arm.glb");

/// How many bones: two of the forearm, the wrist, four of the palm, three a finger.
pub const BONES: usize = 22;
/// The bones of the forearm come before this one, the hand's from it on.
pub const WRIST: usize = 2;
/// The first bone of the thumb; three a finger follow.
pub const THUMB: usize = 7;

/// The bone of finger `finger` (0 the thumb) and segment `segment` (0 the one at the knuckle).
pub const fn bone(finger: usize, segment: usize) -> usize {
    THUMB + 3 * finger + segment
}

/// How a morph target moves the mesh and the bones when it is on in full, centimetres.
#[derive(Debug)]
pub struct Morph {
    /// By vertex.
    pub vertices: Vec<DVec3>,
    /// By bone, its head.
    pub heads: Vec<DVec3>,
    /// By bone, its tail.
    pub tails: Vec<DVec3>,
}

/// The mesh as it is in the file.
#[derive(Debug)]
pub struct ArmMesh {
    /// Where the vertices are.
    pub positions: Vec<DVec3>,
    /// Texture coordinates, MakeHuman's body layout.
    pub uvs: Vec<[f32; 2]>,
    /// Up to four bones a vertex and their weights, which add up to one.
    pub weights: Vec<[(usize, f64); 4]>,
    /// Counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// The first vertex at the same place: vertices are doubled where the texture is cut.
    pub welded: Vec<u32>,
    /// Where each bone begins.
    pub heads: Vec<DVec3>,
    /// Where each bone ends.
    pub tails: Vec<DVec3>,
    /// Each bone's parent.
    pub parents: Vec<Option<usize>>,
    /// Each bone's axes as columns.
    pub frames: Vec<DMat3>,
    /// The vertex at the end of each finger.
    pub tips: [usize; 5],
    /// By name.
    pub morphs: BTreeMap<String, Morph>,
}

#[derive(Deserialize)]
struct Extras {
    heads: Vec<[f64; 3]>,
    tails: Vec<[f64; 3]>,
    parents: Vec<i32>,
    frames: Vec<[[f64; 3]; 3]>,
    tips: [usize; 5],
    morphs: BTreeMap<String, ExtrasMorph>,
}

#[derive(Deserialize)]
struct ExtrasMorph {
    heads: Vec<[f64; 3]>,
    tails: Vec<[f64; 3]>,
}

impl ArmMesh {
    /// The shipped mesh, read once.
    ///
    /// # Panics
    ///
    /// When the file the program was built with is not an arm; no input can cause that.
    pub fn shipped() -> &'static ArmMesh {
        static MESH: OnceLock<ArmMesh> = OnceLock::new();
        MESH.get_or_init(|| read(ARM).expect("the embedded arm.glb is an arm"))
    }
}

/// Reads a glTF of the arm; `None` when something it needs is missing.
fn read(bytes: &[u8]) -> Option<ArmMesh> {
    let file = gltf::Gltf::from_slice(bytes).ok()?;
    let blob = file.blob.as_deref()?;
    let extras: Extras = serde_json::from_str(file.document.as_json().extras.as_ref()?.get()).ok()?;
    let mesh = file.meshes().next()?;
    let primitive = mesh.primitives().next()?;
    let reader = primitive.reader(|_| Some(blob));
    let vector = |[x, y, z]: [f32; 3]| DVec3::new(x.into(), y.into(), z.into());
    let positions: Vec<DVec3> = reader.read_positions()?.map(vector).collect();
    let joints = reader.read_joints(0)?.into_u16();
    let weights = joints
        .zip(reader.read_weights(0)?.into_f32())
        .map(|(joints, weights)| {
            let sum: f64 = weights.iter().copied().map(f64::from).sum();
            std::array::from_fn(|i| (usize::from(joints[i]), f64::from(weights[i]) / sum))
        })
        .collect();
    let indices: Vec<u32> = reader.read_indices()?.into_u32().collect();
    let mut first = BTreeMap::new();
    let welded = positions
        .iter()
        .zip(0u32..)
        .map(|(p, index)| *first.entry(p.to_array().map(f64::to_bits)).or_insert(index))
        .collect();
    let mut morphs = BTreeMap::new();
    let names: Names = serde_json::from_str(mesh.extras().as_ref()?.get()).ok()?;
    for (name, (deltas, _, _)) in names.target_names.into_iter().zip(reader.read_morph_targets()) {
        let bones = extras.morphs.get(&name)?;
        let morph =
            Morph { vertices: deltas?.map(vector).collect(), heads: points(&bones.heads), tails: points(&bones.tails) };
        morphs.insert(name, morph);
    }
    Some(ArmMesh {
        uvs: reader.read_tex_coords(0)?.into_f32().collect(),
        weights,
        triangles: indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect(),
        welded,
        positions,
        // A row of the file is a row of the matrix; glam takes columns.
        frames: extras.frames.iter().map(|rows| DMat3::from_cols_array_2d(rows).transpose()).collect(),
        parents: extras.parents.iter().map(|&p| usize::try_from(p).ok()).collect(),
        heads: points(&extras.heads),
        tails: points(&extras.tails),
        tips: extras.tips,
        morphs,
    })
}

fn points(rows: &[[f64; 3]]) -> Vec<DVec3> {
    rows.iter().copied().map(DVec3::from_array).collect()
}

#[derive(Deserialize)]
struct Names {
    #[serde(rename = "targetNames")]
    target_names: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_arm_is_whole() {
        let mesh = ArmMesh::shipped();
        assert_eq!(mesh.heads.len(), BONES);
        assert_eq!((mesh.positions.len(), mesh.morphs.len()), (2108, 8));
        for (i, weights) in mesh.weights.iter().enumerate() {
            assert!((weights.iter().map(|w| w.1).sum::<f64>() - 1.0).abs() < 1e-12, "vertex {i}");
        }
        // A bone's y runs from its head to its tail, and its parent comes before it.
        for b in 0..BONES {
            let along = (mesh.tails[b] - mesh.heads[b]).normalize();
            assert!(mesh.frames[b].y_axis.dot(along) > 0.9999, "bone {b}");
            assert!(mesh.parents[b].is_none_or(|p| p < b), "bone {b}");
        }
        // Flexing the index finger takes it towards the palm, -z.
        assert!(mesh.frames[bone(1, 0)].x_axis.cross(DVec3::Y).z < -0.9);
    }

    #[test]
    fn triangles_face_outward() {
        let mesh = ArmMesh::shipped();
        // The volume enclosed is positive: about 1.4 litres for a hand and forearm, less the open end.
        let volume: f64 = mesh
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(|i| mesh.positions[i as usize]);
                a.dot(b.cross(c)) / 6.0
            })
            .sum();
        assert!((700.0..2500.0).contains(&volume), "{volume} cm3");
    }

    #[test]
    fn rubbish_is_no_arm() {
        assert!(read(b"glTF").is_none());
    }
}
