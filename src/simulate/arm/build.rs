//! A person's build in, that person's arm at rest out: the morph targets added up.
//!
//! Sizes of real hands for the range: hand length 18.1 cm (women) and 19.3 cm (men), standard deviation 0.9 cm
//! (Gordon et al., 2012 Anthropometric Survey of U.S. Army Personnel, NATICK/TR-15/007).

use super::mesh::{ArmMesh, BONES, bone};
use glam::{DMat3, DVec3};

/// What a person's arm is like. `Default` is between woman and man, young, of average build.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Build {
    /// -1 a woman, 1 a man, 0 between.
    pub sex: f64,
    /// 0 about 25 years, 1 about 90.
    pub age: f64,
    /// 0 average to 1 very muscular.
    pub muscle: f64,
    /// 0 average to 1 very heavy.
    pub weight: f64,
    /// -1 shorter to 1 longer fingers; one is 0.3 of the mesh's own target.
    pub fingers_longer: f64,
    /// -1 thinner to 1 thicker fingers.
    pub fingers_thicker: f64,
    /// The whole arm's scale, 0.85 to 1.15.
    pub size: f64,
}

impl Default for Build {
    fn default() -> Self {
        Build { sex: 0.0, age: 0.0, muscle: 0.0, weight: 0.0, fingers_longer: 0.0, fingers_thicker: 0.0, size: 1.0 }
    }
}

/// The targets of the fingers go further than people do; a build's 1 is this share of them.
const FINGER_SHARE: f64 = 0.3;
/// Hand length halfway between women and men, and half their difference, centimetres.
const HAND_CM: f64 = 18.7;
const HAND_SEX_CM: f64 = 0.6;

/// An arm of one person, right, at rest; everything else turns it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rest {
    pub positions: Vec<DVec3>,
    pub heads: [DVec3; BONES],
    pub tails: [DVec3; BONES],
    pub frames: [DMat3; BONES],
}

/// Adds up the targets. Values outside their ranges are taken as the nearest end.
pub(super) fn rest(build: &Build) -> Rest {
    let mesh = ArmMesh::shipped();
    let sex = build.sex.clamp(-1.0, 1.0);
    let body = [
        ("male", sex),
        ("old", build.age.clamp(0.0, 1.0)),
        ("muscle", build.muscle.clamp(0.0, 1.0)),
        ("weight", build.weight.clamp(0.0, 1.0)),
    ];
    let fingers = [
        ("fingers_longer", build.fingers_longer.clamp(-1.0, 1.0) * FINGER_SHARE),
        ("fingers_thicker", build.fingers_thicker.clamp(-1.0, 1.0) * FINGER_SHARE),
    ];
    let mut positions = mesh.positions.clone();
    let mut heads: [DVec3; BONES] = std::array::from_fn(|b| mesh.heads[b]);
    let mut tails: [DVec3; BONES] = std::array::from_fn(|b| mesh.tails[b]);
    let mut add = |name: &str, share: f64| {
        let Some(morph) = mesh.morphs.get(name).filter(|_| share != 0.0) else { return 0.0 };
        for (p, d) in positions.iter_mut().zip(&morph.vertices) {
            *p += *d * share;
        }
        for b in 0..BONES {
            heads[b] += morph.heads[b] * share;
            tails[b] += morph.tails[b] * share;
        }
        share
    };
    // The targets of sex and age change the whole body's size with its shape, more than hands differ; the
    // shape is taken from them, the length from measured hands.
    let mut middle = mesh.tails[bone(2, 2)];
    for (name, share) in body {
        middle += mesh.morphs.get(name).map_or(DVec3::ZERO, |m| m.tails[bone(2, 2)] * add(name, share));
    }
    for (name, share) in fingers {
        add(name, share);
    }
    let size = build.size.clamp(0.85, 1.15) * (HAND_CM + HAND_SEX_CM * sex) / middle.length();
    positions.iter_mut().chain(&mut heads).chain(&mut tails).for_each(|p| *p *= size);
    // A morph turns bones a little: keep y along the bone, x as near to the file's as that allows.
    let frames = std::array::from_fn(|b| {
        let along = (tails[b] - heads[b]).normalize();
        let flex = mesh.frames[b].x_axis.reject_from_normalized(along).normalize();
        DMat3::from_cols(flex, along, flex.cross(along))
    });
    Rest { positions, heads, tails, frames }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the wrist to the tip of the middle finger.
    fn hand_length(build: &Build) -> f64 {
        rest(build).tails[bone(2, 2)].length()
    }

    #[test]
    fn hands_are_of_human_size() {
        for (build, from, to) in [
            (Build { sex: -1.0, ..Build::default() }, 18.0, 18.2),
            (Build { sex: 1.0, age: 1.0, ..Build::default() }, 19.2, 19.4),
            (Build { fingers_longer: 1.0, size: 1.1, ..Build::default() }, 20.6, 22.5),
        ] {
            let length = hand_length(&build);
            assert!((from..to).contains(&length), "{build:?}: {length} cm");
        }
    }

    #[test]
    fn every_part_of_a_build_changes_the_arm() {
        let plain = rest(&Build::default());
        let differ = |build: Build| {
            let other = rest(&build);
            assert!(plain.positions.iter().zip(&other.positions).any(|(a, b)| a.distance(*b) > 0.02), "{build:?}");
        };
        let plain = Build::default();
        differ(Build { sex: 0.5, ..plain });
        differ(Build { age: 0.8, ..plain });
        differ(Build { muscle: 0.8, ..plain });
        differ(Build { weight: 0.8, ..plain });
        differ(Build { fingers_longer: 0.5, ..plain });
        differ(Build { fingers_thicker: 0.5, ..plain });
        differ(Build { size: 1.1, ..plain });
    }

    #[test]
    fn size_scales_everything() {
        let (one, big) = (rest(&Build::default()), rest(&Build { size: 1.1, ..Build::default() }));
        assert!(one.positions.iter().zip(&big.positions).all(|(a, b)| (*a * 1.1).distance(*b) < 1e-9));
        assert!(one.heads.iter().zip(&big.heads).all(|(a, b)| (*a * 1.1).distance(*b) < 1e-9));
    }

    #[test]
    fn values_out_of_range_are_taken_as_the_nearest_end() {
        assert_eq!(rest(&Build { age: 7.0, ..Build::default() }), rest(&Build { age: 1.0, ..Build::default() }));
    }
}
