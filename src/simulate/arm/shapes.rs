//! Named shapes of the hand, and ways to mix and vary them.
//!
//! Written as an anatomist would: flexion from a straight finger, in degrees, by joint from the knuckle out
//! (MCP, PIP, DIP), and spread from the mesh's own; what the mesh's own fingers are bent by is taken away. The
//! last joint follows the middle one by about two thirds, as its tendon makes it (Landsmeer 1963). Active
//! ranges kept to: MCP 90, PIP 100, DIP 70 degrees (Hume et al. 1990, "Functional range of motion of the joints
//! of the hand"). The thumb's turns are from the mesh's own.

use crate::simulate::scene::{Finger, HandShape};

/// How far each finger of the mesh is bent, degrees: index, middle, ring, little.
const MESH_BENT: [[f64; 3]; 4] = [[15.7, 12.1, 7.4], [20.0, 5.9, 7.6], [17.4, 7.5, 5.9], [21.0, 9.2, -1.2]];

/// Thumb: flexion of its three joints from the mesh's own, then spread. Fingers: flexion from straight, then
/// spread. Degrees.
const fn shape(thumb: [f64; 4], fingers: [[f64; 4]; 4]) -> HandShape {
    let mut out = [Finger { flex: [0.0; 3], spread: 0.0 }; 5];
    let mut f = 0;
    while f < 5 {
        let mut joint = 0;
        while joint < 3 {
            let degrees = if f == 0 { thumb[joint] } else { fingers[f - 1][joint] - MESH_BENT[f - 1][joint] };
            out[f].flex[joint] = degrees.to_radians();
            joint += 1;
        }
        out[f].spread = if f == 0 { thumb[3] } else { fingers[f - 1][3] }.to_radians();
        f += 1;
    }
    HandShape { fingers: out }
}

/// Relaxed, lying on the table.
pub const REST: HandShape = shape(
    [0.0, 0.0, 6.0, 34.0],
    [[3.0, 18.0, 8.0, -2.0], [4.0, 20.0, 9.0, 0.0], [5.0, 20.0, 9.0, -2.0], [6.0, 18.0, 8.0, -1.0]],
);
/// An open slap: fingers straight and a little apart.
pub const FLAT: HandShape = shape(
    [-4.0, -4.0, -10.0, 42.0],
    [[4.0, 4.0, 2.0, 5.0], [4.0, 4.0, 2.0, 0.0], [4.0, 4.0, 2.0, 3.0], [5.0, 4.0, 2.0, 6.0]],
);
/// The same with the thumb along the index finger, in the plane of the hand: nothing hangs below the palm.
pub const PALM: HandShape = shape(
    [12.0, 6.0, 3.0, 40.0],
    [[4.0, 4.0, 2.0, 5.0], [4.0, 4.0, 2.0, 0.0], [4.0, 4.0, 2.0, 3.0], [5.0, 4.0, 2.0, 6.0]],
);
/// A slap with the fingertips: knuckles up, fingers apart.
pub const FINGERTIPS: HandShape = shape(
    [2.0, 0.0, 4.0, 18.0],
    [[34.0, 24.0, 12.0, 5.0], [36.0, 26.0, 13.0, 0.0], [36.0, 26.0, 13.0, 3.0], [34.0, 24.0, 12.0, 7.0]],
);
/// Thumb against index and middle finger, as around a card; [`Body::close`](super::Body::close) makes the pads
/// of one body meet.
pub const PINCH: HandShape = shape(
    [12.0, 4.0, 0.0, -8.0],
    [[46.0, 30.0, 14.0, -2.0], [50.0, 30.0, 14.0, 0.0], [52.0, 42.0, 24.0, -2.0], [50.0, 44.0, 26.0, -2.0]],
);
/// Carrying a card between straight fingers and the thumb.
pub const CARRY: HandShape = shape(
    [12.0, 4.0, 0.0, -8.0],
    [[40.0, 20.0, 8.0, -2.0], [42.0, 20.0, 8.0, 0.0], [38.0, 32.0, 18.0, -1.0], [36.0, 34.0, 20.0, 0.0]],
);
/// Reaching for a card: half open, thumb away.
pub const REACH: HandShape = shape(
    [0.0, -4.0, -2.0, 12.0],
    [[22.0, 22.0, 10.0, 2.0], [24.0, 24.0, 12.0, 0.0], [26.0, 28.0, 14.0, 0.0], [26.0, 28.0, 14.0, 2.0]],
);
/// Waiting above a pile, ready to slap.
pub const HOVER: HandShape = shape(
    [0.0, -2.0, 0.0, 26.0],
    [[8.0, 20.0, 10.0, 3.0], [10.0, 22.0, 12.0, 0.0], [12.0, 24.0, 13.0, 1.0], [12.0, 24.0, 13.0, 3.0]],
);
/// Pointing with the index finger.
pub const POINT: HandShape = shape(
    [18.0, 16.0, 22.0, -4.0],
    [[8.0, 6.0, 3.0, 0.0], [62.0, 80.0, 44.0, 0.0], [66.0, 84.0, 46.0, 0.0], [66.0, 80.0, 44.0, 0.0]],
);
/// A loose fist.
pub const FIST: HandShape = shape(
    [18.0, 16.0, 24.0, -4.0],
    [[58.0, 72.0, 36.0, -2.0], [62.0, 78.0, 40.0, 0.0], [64.0, 80.0, 42.0, -2.0], [64.0, 76.0, 40.0, -3.0]],
);
/// Thumb and fingers around the long sides of a deck's top card, as before a reveal.
pub const GRIP_DECK: HandShape = shape(
    [6.0, 2.0, 4.0, 0.0],
    [[38.0, 36.0, 18.0, 2.0], [40.0, 38.0, 20.0, 0.0], [42.0, 40.0, 22.0, 0.0], [42.0, 38.0, 20.0, 2.0]],
);

/// The thumb on top of the index finger's side, as to carry a card level; for [`Grip::Side`](super::grip::Grip).
pub const KEY: HandShape = shape(
    [8.0, 10.0, 14.0, 4.0],
    [[40.0, 52.0, 28.0, -2.0], [46.0, 58.0, 32.0, 0.0], [50.0, 60.0, 34.0, -1.0], [50.0, 58.0, 32.0, -2.0]],
);

/// All of them with their names.
pub fn named() -> [(&'static str, HandShape); 12] {
    [
        ("rest", REST),
        ("flat", FLAT),
        ("palm", PALM),
        ("fingertips", FINGERTIPS),
        ("pinch", PINCH),
        ("carry", CARRY),
        ("reach", REACH),
        ("hover", HOVER),
        ("point", POINT),
        ("fist", FIST),
        ("grip_deck", GRIP_DECK),
        ("key", KEY),
    ]
}

/// The shape of that name.
pub fn by_name(name: &str) -> Option<HandShape> {
    named().into_iter().find(|(n, _)| *n == name).map(|(_, shape)| shape)
}

fn joined(a: &HandShape, b: &HandShape, with: impl Fn(f64, f64) -> f64) -> HandShape {
    HandShape {
        fingers: std::array::from_fn(|f| {
            let (a, b) = (&a.fingers[f], &b.fingers[f]);
            Finger { flex: std::array::from_fn(|j| with(a.flex[j], b.flex[j])), spread: with(a.spread, b.spread) }
        }),
    }
}

/// Between two shapes: `a` at 0, `b` at 1, exactly.
pub fn blend(a: &HandShape, b: &HandShape, x: f64) -> HandShape {
    joined(a, b, |a, b| a * (1.0 - x) + b * x)
}

/// A person's own way to make a shape: each joint moved by one of `numbers` (about -1 to 1; missing ones are 0)
/// times `amount` in radians. Three numbers a finger, thumb first: knuckle, the two outer joints, spread; fifteen
/// in all. 0.1 makes hands differ visibly.
pub fn vary(shape: &HandShape, numbers: &[f64], amount: f64) -> HandShape {
    let number = |i: usize| numbers.get(i).copied().unwrap_or(0.0).clamp(-3.0, 3.0) * amount;
    let mut out = *shape;
    for (f, finger) in out.fingers.iter_mut().enumerate() {
        let middle = number(3 * f + 1);
        finger.flex[0] += number(3 * f);
        finger.flex[1] += middle;
        finger.flex[2] += middle * 0.66;
        finger.spread += number(3 * f + 2) * 0.4;
    }
    out
}

/// Fingers thrown apart and back by an impact: `amount` in radians, 0.1 a firm slap.
pub fn splay(shape: &HandShape, amount: f64) -> HandShape {
    let mut out = *shape;
    for (f, share) in [0.8, 0.7, 0.0, 0.6, 1.0].into_iter().enumerate() {
        out.fingers[f].spread += amount * share;
        out.fingers[f].flex[0] -= amount * 0.5;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::HandSide;
    use crate::simulate::arm::{Body, Build};

    #[test]
    fn blends_are_exact_at_both_ends() {
        assert_eq!(blend(&FLAT, &FIST, 0.0), FLAT);
        assert_eq!(blend(&FLAT, &FIST, 1.0), FIST);
    }

    #[test]
    fn joints_keep_to_what_people_can_do() {
        for (name, shape) in named() {
            for (f, finger) in shape.fingers.iter().enumerate().skip(1) {
                for (joint, most) in [90.0, 100.0, 70.0].into_iter().enumerate() {
                    let bent = finger.flex[joint].to_degrees() + MESH_BENT[f - 1][joint];
                    assert!((-20.0..=most).contains(&bent), "{name}, finger {f}, joint {joint}: {bent}");
                }
            }
        }
    }

    #[test]
    fn a_flat_hand_is_flat_and_a_fist_is_short() {
        let body = Body::new(&Build::default());
        let reach = |shape: &HandShape| body.hand_landmarks(HandSide::Right, shape)[12].length();
        assert!(reach(&FLAT) > 1.6 * reach(&FIST), "{} {}", reach(&FLAT), reach(&FIST));
        let flat = body.hand_landmarks(HandSide::Right, &FLAT);
        for tip in crate::base::TIPS {
            assert!((flat[tip].z - flat[tip - 3].z).abs() < 1.5, "{tip}: {}", flat[tip]);
        }
    }

    #[test]
    fn the_thumb_of_a_slapping_hand_does_not_hold_it_up() {
        let body = Body::new(&Build::default());
        for (shape, pitch) in [(&PALM, 3.0_f64), (&FINGERTIPS, 24.0)] {
            let marks = body.hand_landmarks(HandSide::Right, shape);
            let (sin, cos) = pitch.to_radians().sin_cos();
            let height = |i: usize| marks[i].z * cos - marks[i].y * sin;
            let tips = crate::base::TIPS.map(height).into_iter().fold(f64::INFINITY, f64::min);
            assert!(height(4) > tips, "thumb {:.1}, fingertips {tips:.1}", height(4));
        }
    }

    #[test]
    fn variation_comes_from_the_numbers_alone() {
        assert_eq!(vary(&REST, &[], 0.1), REST);
        let (a, b) = (vary(&REST, &[0.5; 15], 0.1), vary(&REST, &[0.5; 15], 0.1));
        assert_eq!(a, b);
        assert_ne!(a, REST);
    }
}
