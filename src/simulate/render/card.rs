//! A card as triangles: rounded corners, thickness, bend, white edges.

use super::mesh::{Attributes, ID_CARD, Material, Mesh, paint};
use crate::simulate::scene::{CardIndex, CardState};
use glam::{DVec2, DVec3};

/// Thickness of a card, centimetres.
pub const THICKNESS_CM: f64 = 0.03;

/// How a card is cut into triangles.
#[derive(Debug, Clone, Copy)]
pub struct Cut {
    /// Width and length, centimetres.
    pub size_cm: [f64; 2],
    /// Radius of its corners, centimetres.
    pub corner_cm: f64,
    /// The longest edge a bent lens allows, centimetres.
    pub cell_cm: f64,
}

/// Layers of a card's pictures: face and back.
pub type Layers = [u8; 2];

/// A point of the card's middle sheet, bent, and which way the face looks there.
fn bent(card: &CardState, p: DVec2) -> (DVec3, DVec3) {
    let angle = card.curl * p.y;
    if angle.abs() < 1e-6 {
        return (p.extend(0.0), DVec3::Z);
    }
    let (sin, cos) = angle.sin_cos();
    (DVec3::new(p.x, sin / card.curl, (1.0 - cos) / card.curl), DVec3::new(0.0, -sin, cos))
}

/// Heights of the rows of a card and half its width there, from its bottom to its top.
fn rows(cut: &Cut, straight: usize) -> Vec<(f64, f64)> {
    let [w, l] = cut.size_cm.map(|side| side / 2.0);
    let r = cut.corner_cm.min(w * 0.9);
    let arc = |k: usize| {
        let (sin, cos) = (k as f64 / 4.0 * std::f64::consts::FRAC_PI_2).sin_cos();
        (l - r + r * sin, w - r + r * cos)
    };
    let top: Vec<_> = (0..=4).map(arc).collect();
    let mut all: Vec<_> = top.iter().rev().map(|(y, x)| (-y, *x)).collect();
    all.extend((1..straight).map(|k| ((k as f64 / straight as f64 * 2.0 - 1.0) * (l - r), w)));
    all.extend(top);
    all
}

/// How much of a card is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// All of it.
    Whole,
    /// It rests; its lower face is drawn when it is bent.
    Resting,
    /// It rests under another that hides all but its rim: few triangles, no lower face.
    Covered,
}

/// Adds a card.
pub fn append(mesh: &mut Mesh, cut: &Cut, card: &CardState, layers: Layers, detail: Detail) {
    let covered = detail == Detail::Covered;
    let lower = detail == Detail::Whole || (detail == Detail::Resting && !lies(card));
    let rests = u8::from(detail != Detail::Whole);
    let long = cut.size_cm[1] / cut.cell_cm;
    let straight = if covered { 1 } else { long.max(if card.curl == 0.0 { 1.0 } else { 6.0 }).ceil() as usize };
    let columns = if covered { 1 } else { (cut.size_cm[0] / cut.cell_cm).ceil() as usize };
    let rows = rows(cut, straight.clamp(1, 16));
    let columns = columns.clamp(1, 12);
    let id = ID_CARD + u32::from(card.card);
    let white = paint([0.95, 0.95, 0.93], 0.0);
    let up = card.pose.turn * DVec3::Z;
    let low = lies(card) && card.pose.at.z < 0.12;
    let material = if low && !lower { Material::Flat } else { Material::Card };
    for (side, sign) in [(0, 1.0), (1, -1.0)] {
        // What faces the table is not seen while the card lies on it.
        if !lower && up.z * sign < 0.0 {
            continue;
        }
        let first = mesh.places.len() as u32;
        for &(y, half) in &rows {
            for k in 0..=columns {
                let x = half * (k as f64 / columns as f64 * 2.0 - 1.0);
                let (at, normal) = bent(card, DVec2::new(x, y));
                let u = sign * x / cut.size_cm[0] + 0.5;
                let uv = [u as f32, (0.5 - y / cut.size_cm[1]) as f32];
                let look = Attributes { uv, colour: white, extra: [layers[side], 0, rests, 0], id };
                let at = card.pose.apply(at + normal * (sign * THICKNESS_CM / 2.0));
                mesh.vertex(at, card.pose.turn * (normal * sign), look);
            }
        }
        let width = columns as u32 + 1;
        for row in 0..rows.len() as u32 - 1 {
            for k in 0..columns as u32 {
                let a = first + row * width + k;
                let (b, c, d) = (a + 1, a + width, a + width + 1);
                let both = if sign > 0.0 { [[a, b, d], [a, d, c]] } else { [[a, d, b], [a, c, d]] };
                both.into_iter().for_each(|corners| mesh.triangle(material, corners));
            }
        }
    }
    edge(mesh, card, &rows, layers, (id, material));
}

/// The card's rim, all around.
fn edge(mesh: &mut Mesh, card: &CardState, rows: &[(f64, f64)], layers: Layers, (id, material): (u32, Material)) {
    let ring: Vec<DVec2> = rows
        .iter()
        .map(|&(y, half)| DVec2::new(half, y))
        .chain(rows.iter().rev().map(|&(y, half)| DVec2::new(-half, y)))
        .collect();
    let n = ring.len();
    let first = mesh.places.len() as u32;
    // Paper seen from the side is a little darker than its face.
    let look = Attributes { uv: [0.5; 2], colour: paint([0.86, 0.85, 0.82], 1.0), extra: [layers[0], 0, 0, 0], id };
    for i in 0..n {
        let out = (ring[(i + 1) % n] - ring[(i + n - 1) % n]).normalize_or_zero();
        let (at, normal) = bent(card, ring[i]);
        let outward = card.pose.turn * DVec3::new(out.y, -out.x, 0.0);
        mesh.vertex(card.pose.apply(at - normal * (THICKNESS_CM / 2.0)), outward, look);
        mesh.vertex(card.pose.apply(at + normal * (THICKNESS_CM / 2.0)), outward, look);
    }
    for i in 0..n as u32 {
        let (a, b) = (first + 2 * i, first + 2 * ((i + 1) % n as u32));
        mesh.triangle(material, [a, b, b + 1]);
        mesh.triangle(material, [a, b + 1, a + 1]);
    }
}

/// Which of some resting cards have another right on top of them that hides all but their rim.
pub fn covered(cards: &[CardState]) -> Vec<CardIndex> {
    let hides = |above: &CardState, below: &CardState| {
        let apart = above.pose.at - below.pose.at;
        let same = (above.pose.turn * DVec3::Y).dot(below.pose.turn * DVec3::Y).abs() > 0.9995;
        apart.z > 0.0 && apart.z < 0.12 && apart.truncate().length() < 0.25 && same && above.curl == 0.0
    };
    cards.iter().filter(|card| cards.iter().any(|above| hides(above, card))).map(|card| card.card).collect()
}

/// Whether a card lies flat, so that its lower face is not seen.
pub fn lies(card: &CardState) -> bool {
    card.curl == 0.0 && (card.pose.turn * DVec3::Z).z.abs() > 0.99999
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::scene::Pose;

    fn plain(curl: f64) -> Mesh {
        let mut mesh = Mesh::default();
        let cut = Cut { size_cm: [6.3, 8.8], corner_cm: 0.32, cell_cm: 100.0 };
        append(&mut mesh, &cut, &CardState { card: 3, pose: Pose::IDENTITY, curl }, [0, 1], Detail::Whole);
        mesh
    }

    #[test]
    fn a_cards_outline_is_its_size_and_a_bent_one_lifts_its_ends() {
        let flat = plain(0.0);
        let reach =
            |mesh: &Mesh, f: fn(DVec3) -> f64| (0..mesh.places.len()).map(|i| f(mesh.at(i))).fold(f64::MIN, f64::max);
        assert!((reach(&flat, |p| p.x) - 3.15).abs() < 1e-6);
        assert!((reach(&flat, |p| p.y) - 4.4).abs() < 1e-6);
        assert!((reach(&flat, |p| p.z) - 0.015).abs() < 1e-6);
        // The sagitta of an arc of 8.8 cm and a curvature of 0.02 / cm.
        let bent = plain(0.02);
        assert!((reach(&bent, |p| p.z) - (0.1934 + 0.015)).abs() < 2e-3, "{}", reach(&bent, |p| p.z));
    }

    #[test]
    fn faces_look_outwards() {
        let mesh = plain(0.0);
        for corners in mesh.triangles[Material::Card as usize].chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|k| mesh.at(corners[k] as usize));
            let middle = (a + b + c) / 3.0;
            let normal = (b - a).cross(c - a);
            let flat = middle.z.abs() > 0.014 && normal.truncate().length() < 1e-6;
            let outside = if flat { normal.z * middle.z } else { normal.dot(middle) };
            assert!(outside > 0.0, "{a} {b} {c}");
        }
    }
}
