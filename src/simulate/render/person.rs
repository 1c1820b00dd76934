//! The person behind two arms, as far as a camera over the table sees one: shoulders, trunk, neck, head.
//!
//! Rings of points around a line from the seat to the crown; the trunk sits upright, shoulders go where the arms pull
//! them. Sizes after the proportions of Drillis and Contini (1966) for a person of
//! 1.72 m. It is there so that arms belong to somebody: no face is drawn.

use super::limb::skin_colour;
use super::mesh::{Attributes, ID_PERSON, Material, Mesh, look};
use super::stage::{Looks, Sits};
use super::surface::Surface;
use crate::simulate::scene::ArmState;
use glam::DVec3;

/// Upper arm by forearm, shoulder to elbow and elbow to wrist.
const UPPER_BY_FOREARM: f64 = 32.0 / 25.1;
/// Half the breadth of the shoulders' joints, to which all other sizes are told, centimetres.
const HALF_BREADTH: f64 = 20.0;
/// Corners of a ring.
const AROUND: usize = 20;
/// Rings of the head.
const HEAD_RINGS: usize = 13;

/// Rings of the trunk: place from the seat (0) to the shoulders (1), half breadth and half depth, centimetres.
const TRUNK: [(f64, f64, f64); 9] = [
    (0.0, 17.0, 10.5),
    (0.3, 16.0, 9.5),
    (0.6, 18.0, 9.5),
    (0.8, 20.0, 9.5),
    (0.92, 21.5, 9.0),
    (1.0, 21.0, 8.5),
    (1.07, 15.5, 7.0),
    (1.13, 8.5, 6.2),
    (1.16, 6.0, 5.6),
];
/// The neck: from the collar into the head.
const NECK: [(f64, f64, f64); 3] = [(1.12, 5.6, 5.4), (1.2, 5.4, 5.6), (1.32, 5.4, 5.8)];
/// The lowest part of a trunk that is drawn, centimetres over the table's top: the ground is taken to be below all else.
const ON_TABLE_CM: f64 = 0.05;
/// Seat below the shoulders, middle of the head above them and before them, half sizes of the head: across,
/// fore and aft, up.
const SEAT_BELOW: f64 = 50.0;
const HEAD_ABOVE: f64 = 22.0;
const HEAD_BEFORE: f64 = 3.0;
const HEAD: DVec3 = DVec3::new(7.6, 9.8, 11.5);

/// Where the left and the right shoulder are when the arms are so: an arm that is too short pulls its shoulder
/// after it.
pub fn shoulders(sits: &Sits, arms: [&ArmState; 2]) -> [DVec3; 2] {
    [(sits.left, arms[0]), (sits.right, arms[1])].map(|(rest, arm)| {
        let rest = DVec3::from(rest);
        let upper = arm.elbow.distance(arm.wrist.at) * UPPER_BY_FOREARM;
        let to_elbow = arm.elbow - rest;
        rest + to_elbow.normalize_or_zero() * (to_elbow.length() - upper).max(0.0)
    })
}

/// Adds trunk, neck and head of somebody who sits upright. `number`: the person's place at the table.
pub fn append(mesh: &mut Mesh, number: usize, looks: &Looks, sits: &Sits) {
    let id = ID_PERSON + number as u32;
    let (left, right) = (DVec3::from(sits.left), DVec3::from(sits.right));
    let middle = (left + right) / 2.0;
    let scale = left.distance(right) / 2.0 / HALF_BREADTH;
    let up = DVec3::Z;
    let seat = middle - up * SEAT_BELOW * scale;
    let across = (right - left).reject_from_normalized(up).normalize_or(DVec3::X);
    let ahead = up.cross(across);
    let ring = |centre: DVec3, breadth: f64, depth: f64| -> Vec<DVec3> {
        (0..AROUND)
            .map(|k| {
                let (sin, cos) = (k as f64 / AROUND as f64 * std::f64::consts::TAU).sin_cos();
                // Squarer than an ellipse, as a trunk is.
                let square = |x: f64| x.signum() * x.abs().powf(0.85);
                centre + (across * square(cos) * breadth + ahead * square(sin) * depth) * scale
            })
            .collect()
    };
    let along = |rings: &[(f64, f64, f64)]| -> Vec<Vec<DVec3>> {
        let centre = |share: f64| {
            let at = seat + (middle - seat) * share;
            // What is below the table's top is hidden by it, or by the trunk.
            at.with_z(at.z.max(ON_TABLE_CM))
        };
        rings.iter().map(|&(share, breadth, depth)| ring(centre(share), breadth, depth)).collect()
    };
    let shirt = looks.sleeves.as_ref().map_or(looks.shirt, |sleeves| sleeves.colour);
    let cloth = look(shirt, Surface::Cloth, id);
    let skin = Attributes { extra: [Surface::Skin.layer(), 40, 0, 0], ..look(skin_colour(looks), Surface::Plain, id) };
    let hair = Attributes { extra: [Surface::Felt.layer(), 30, 0, 0], ..look(looks.hair, Surface::Plain, id) };
    rings(mesh, &along(&TRUNK), |_, _| cloth);
    rings(mesh, &along(&NECK), |_, _| skin);
    let centre = middle + (up * HEAD_ABOVE + ahead * HEAD_BEFORE) * scale;
    let head: Vec<Vec<DVec3>> = (0..HEAD_RINGS)
        .map(|k| {
            let (sin, cos) = ((k as f64 + 0.1) / (HEAD_RINGS as f64 - 0.8) * std::f64::consts::PI).sin_cos();
            (0..AROUND)
                .map(|j| {
                    let turn = (j as f64 / AROUND as f64 * std::f64::consts::TAU).sin_cos();
                    let way = across * (turn.1 * sin * HEAD.x) + ahead * (turn.0 * sin * HEAD.y) - up * cos * HEAD.z;
                    centre + way * scale
                })
                .collect()
        })
        .collect();
    rings(mesh, &head, |ring, at| {
        // The face is in front and below.
        let face = (at - centre).dot(ahead) > 0.15 * HEAD.y * scale && ring * 3 < HEAD_RINGS * 2;
        if face { skin } else { hair }
    });
}

/// A skin through rings, lowest first, with smooth normals. `look`: of a ring's point.
fn rings(mesh: &mut Mesh, rings: &[Vec<DVec3>], look: impl Fn(usize, DVec3) -> Attributes) {
    let places: Vec<DVec3> = rings.concat();
    let index = |i: usize, k: usize| (i * AROUND + k % AROUND) as u32;
    let triangles: Vec<[u32; 3]> = (0..rings.len().saturating_sub(1))
        .flat_map(|i| (0..AROUND).map(move |k| (i, k)))
        .flat_map(|(i, k)| {
            let (a, b, c, d) = (index(i, k), index(i, k + 1), index(i + 1, k), index(i + 1, k + 1));
            [[a, b, d], [a, d, c]]
        })
        .collect();
    let normals = super::limb::normals(&places, &triangles);
    let first = mesh.places.len() as u32;
    for (i, (at, normal)) in places.iter().zip(&normals).enumerate() {
        let uv = [(i % AROUND) as f32 / AROUND as f32 * 3.0, (i / AROUND) as f32 * 0.3];
        mesh.vertex(*at, *normal, Attributes { uv, ..look(i / AROUND, *at) });
    }
    for corners in triangles {
        mesh.triangle(Material::Thing, corners.map(|k| first + k));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{HandSide, Player};
    use crate::simulate::scene::Pose;
    use glam::DQuat;

    fn arm(hand: HandSide, wrist: DVec3, elbow: DVec3) -> ArmState {
        let wrist = Pose { at: wrist, turn: DQuat::IDENTITY };
        ArmState { player: Player::One, hand, wrist, elbow, shape: Default::default() }
    }

    #[test]
    fn a_far_reach_pulls_its_shoulder_after_it_and_a_near_one_does_not() {
        let sits = Sits { left: [-20.0, -62.0, 36.0], right: [20.0, -62.0, 36.0] };
        let near = arm(HandSide::Left, DVec3::new(-15.0, -30.0, 3.0), DVec3::new(-22.0, -52.0, 10.0));
        let far = arm(HandSide::Right, DVec3::new(4.0, 15.0, 3.0), DVec3::new(10.0, -8.0, 10.0));
        let [left, right] = shoulders(&sits, [&near, &far]);
        assert_eq!(left, DVec3::from(sits.left));
        let upper = far.elbow.distance(far.wrist.at) * UPPER_BY_FOREARM;
        assert!((right.distance(far.elbow) - upper).abs() < 1e-9 && right.y > -45.0);
    }

    #[test]
    fn a_person_is_closed_skin_that_faces_outwards() {
        let sits = Sits { left: [20.0, 62.0, 36.0], right: [-20.0, 62.0, 36.0] };
        let mut mesh = Mesh::default();
        append(&mut mesh, 1, &Looks::default(), &sits);
        let volume: f64 = mesh.triangles[Material::Thing as usize]
            .chunks_exact(3)
            .map(|t| mesh.at(t[0] as usize).dot(mesh.at(t[1] as usize).cross(mesh.at(t[2] as usize))) / 6.0)
            .sum();
        // A trunk of 50 cm and a head: about 40 litres, seen from inside or out of order it would be negative.
        assert!((25_000.0..90_000.0).contains(&volume), "{volume}");
        assert!(mesh.attributes.iter().all(|look| look.id == ID_PERSON + 1));
        // Player 2 looks towards -y: the face lies there.
        let skin = |i: &usize| mesh.attributes[*i].extra[0] == Surface::Skin.layer() && mesh.at(*i).z > 55.0;
        let face: Vec<usize> = (0..mesh.places.len()).filter(skin).collect();
        let mean = face.iter().map(|&i| mesh.at(i).y).sum::<f64>() / face.len() as f64;
        assert!(mean < 60.0, "{mean}");
    }
}
