//! Triangles with what they look like: the renderer's vertices, and the still things made of them.

use super::stage::{Clutter, ClutterKind, Colour, MatMaterial, Stage, TableMaterial, extent};
use super::surface::{Surface, linear};
use crate::base::{Point, Table};
use bytemuck::{Pod, Zeroable};
use glam::{DVec2, DVec3};

/// What a vertex looks like.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub struct Attributes {
    /// Place in the surface's or the card's picture.
    pub uv: [f32; 2],
    /// Colour (square root of linear light), and a material's own number: how much of the colour shows
    /// instead of the card's picture, how shiny skin is.
    pub colour: [u8; 4],
    /// Layer of the picture, gloss.
    pub extra: [u8; 4],
    /// What the mask pass writes.
    pub id: u32,
}

/// Ids of the mask pass: nothing is 0.
pub const ID_TABLE: u32 = 1;
/// Clutter.
pub const ID_CLUTTER: u32 = 2;
/// The first card.
pub const ID_CARD: u32 = 16;
/// The first arm, in the scene's order.
pub const ID_ARM: u32 = 512;

/// The first person: trunk and head.
pub const ID_PERSON: u32 = 1024;

/// How triangles are shaded and in which order they are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Material {
    /// Arms.
    Skin,
    /// Cards.
    Card,
    /// Things of one material.
    Thing,
    /// Cards that lie flat, too low to throw a shadow one sees.
    Flat,
    /// What everything lies on, uppermost first.
    Ground,
}

/// Number of materials.
pub const MATERIALS: usize = 5;
/// The first materials throw shadows.
pub const CASTERS: usize = 3;
/// The first materials are in the depth pass.
pub const STANDING: usize = 4;

/// Triangles by material; places at one instant.
#[derive(Debug, Clone, Default)]
pub struct Mesh {
    /// x, y, z as bits, and the packed normal.
    pub places: Vec<[u32; 4]>,
    /// By vertex.
    pub attributes: Vec<Attributes>,
    /// By material, three vertices each.
    pub triangles: [Vec<u32>; MATERIALS],
}

/// A colour as vertices carry it.
pub fn paint(colour: Colour, alpha: f64) -> [u8; 4] {
    let [r, g, b] = colour.map(|c| (linear(c.clamp(0.0, 1.0)).sqrt() * 255.0).round() as u8);
    [r, g, b, (alpha.clamp(0.0, 1.0) * 255.0).round() as u8]
}

/// A place and a direction as the shader reads them (octahedral normal, two times 16 bits).
pub fn pack(at: DVec3, normal: DVec3) -> [u32; 4] {
    let n = normal / (normal.x.abs() + normal.y.abs() + normal.z.abs()).max(1e-9);
    let (mut x, mut y) = (n.x, n.y);
    if n.z < 0.0 {
        let sign = |v: f64| if v >= 0.0 { 1.0 } else { -1.0 };
        (x, y) = ((1.0 - n.y.abs()) * sign(n.x), (1.0 - n.x.abs()) * sign(n.y));
    }
    let short = |v: f64| u32::from((v.clamp(-1.0, 1.0) * 32767.0).round() as i16 as u16);
    [(at.x as f32).to_bits(), (at.y as f32).to_bits(), (at.z as f32).to_bits(), short(x) | short(y) << 16]
}

impl Mesh {
    /// Adds a vertex and says which it is.
    pub fn vertex(&mut self, at: DVec3, normal: DVec3, look: Attributes) -> u32 {
        self.places.push(pack(at, normal));
        self.attributes.push(look);
        self.places.len() as u32 - 1
    }

    /// Adds a triangle.
    pub fn triangle(&mut self, material: Material, corners: [u32; 3]) {
        self.triangles[material as usize].extend(corners);
    }

    /// Adds a flat four-cornered face, corners counter-clockwise seen from outside.
    pub fn face(&mut self, material: Material, corners: [DVec3; 4], look: Attributes) {
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
        let [a, b, c, d] = corners.map(|corner| self.vertex(corner, normal, look));
        self.triangle(material, [a, b, c]);
        self.triangle(material, [a, c, d]);
    }

    /// Adds another mesh.
    pub fn join(&mut self, other: &Mesh) {
        let first = self.places.len() as u32;
        self.places.extend_from_slice(&other.places);
        self.attributes.extend_from_slice(&other.attributes);
        for (part, more) in self.triangles.iter_mut().zip(&other.triangles) {
            part.extend(more.iter().map(|corner| first + corner));
        }
    }

    /// The place of a vertex.
    pub fn at(&self, vertex: usize) -> DVec3 {
        let [x, y, z, _] = self.places[vertex];
        DVec3::new(f32::from_bits(x).into(), f32::from_bits(y).into(), f32::from_bits(z).into())
    }

    /// Whether it has no triangle.
    pub fn is_empty(&self) -> bool {
        self.triangles.iter().all(Vec::is_empty)
    }
}

/// A look of a material.
pub fn look(colour: Colour, surface: Surface, id: u32) -> Attributes {
    let gloss = (surface.gloss() * 255.0).round() as u8;
    Attributes { uv: [0.0; 2], colour: paint(colour, 0.0), extra: [surface.layer(), gloss, 0, 0], id }
}

/// A mat's place when it has been pushed: x, y, turn about its middle.
#[derive(Debug, Clone, Copy)]
struct Pushed {
    middle: DVec2,
    by: DVec2,
    turn: DVec2,
}

impl Pushed {
    fn apply(&self, p: DVec2) -> DVec2 {
        self.middle + self.by + self.turn.rotate(p - self.middle)
    }
}

/// Flat sheets at a height, cut so finely that no edge is longer than `cell_cm`, each point with its place in
/// the surface's picture.
struct Sheets<'a> {
    mesh: &'a mut Mesh,
    cell_cm: f64,
    surface: Surface,
}

impl Sheets<'_> {
    fn point(&mut self, p: DVec2, z: f64, look: Attributes, push: &Pushed) -> u32 {
        let uv = (p / self.surface.period_cm()).as_vec2().to_array();
        self.mesh.vertex(push.apply(p).extend(z), DVec3::Z, Attributes { uv, ..look })
    }

    fn parts(&self, length: f64) -> usize {
        (length / self.cell_cm).ceil().clamp(1.0, 128.0) as usize
    }

    /// A four-cornered sheet, counter-clockwise.
    fn quad(&mut self, [a, b, c, d]: [DVec2; 4], z: f64, look: Attributes, push: &Pushed) {
        let across = self.parts(a.distance(b).max(d.distance(c)));
        let along = self.parts(a.distance(d).max(b.distance(c)));
        let first = self.mesh.places.len() as u32;
        for j in 0..=along {
            for i in 0..=across {
                let (s, t) = (i as f64 / across as f64, j as f64 / along as f64);
                self.point(a.lerp(b, s).lerp(d.lerp(c, s), t), z, look, push);
            }
        }
        let row = across as u32 + 1;
        for j in 0..along as u32 {
            for i in 0..across as u32 {
                let k = first + j * row + i;
                self.mesh.triangle(Material::Ground, [k, k + 1, k + row + 1]);
                self.mesh.triangle(Material::Ground, [k, k + row + 1, k + row]);
            }
        }
    }

    /// A triangle, counter-clockwise, cut into `parts` along each side.
    fn triangle(&mut self, [a, b, c]: [DVec2; 3], parts: usize, z: f64, look: Attributes, push: &Pushed) {
        // Rows of the triangle from a to the side b c.
        let index = |i: usize, j: usize| (i * (i + 1) / 2 + j) as u32;
        let first = self.mesh.places.len() as u32;
        for i in 0..=parts {
            for j in 0..=i {
                let (s, t) = (i as f64 / parts as f64, j as f64 / parts as f64);
                self.point(a + (b - a) * (s - t) + (c - a) * t, z, look, push);
            }
        }
        for i in 0..parts {
            for j in 0..=i {
                let lower = [index(i, j), index(i + 1, j), index(i + 1, j + 1)];
                self.mesh.triangle(Material::Ground, lower.map(|k| first + k));
                if j < i {
                    let upper = [index(i, j), index(i + 1, j + 1), index(i, j + 1)];
                    self.mesh.triangle(Material::Ground, upper.map(|k| first + k));
                }
            }
        }
    }

    /// Any simple polygon.
    fn polygon(&mut self, rim: &[DVec2], z: f64, look: Attributes, push: &Pushed) {
        let area: f64 = (0..rim.len()).map(|i| rim[i].perp_dot(rim[(i + 1) % rim.len()])).sum();
        let bulges = |i: usize| turn(rim[i], rim[(i + 1) % 4], rim[(i + 2) % 4]) * area > 0.0;
        if rim.len() == 4 && (0..4).all(bulges) {
            let [a, b, c, d] = [rim[0], rim[1], rim[2], rim[3]];
            return self.quad(if area > 0.0 { [a, b, c, d] } else { [a, d, c, b] }, z, look, push);
        }
        let cut = ears(rim);
        let longest = cut.iter().flat_map(|[a, b, c]| [a.distance(*b), b.distance(*c), c.distance(*a)]);
        let parts = self.parts(longest.fold(0.0, f64::max));
        for corners in cut {
            self.triangle(corners, parts, z, look, push);
        }
    }
}

/// Twice the signed area of a triangle.
fn turn(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}

/// Cuts a simple polygon into triangles by its ears, counter-clockwise.
pub fn ears(polygon: &[DVec2]) -> Vec<[DVec2; 3]> {
    let mut rest = polygon.to_vec();
    let area: f64 = (0..rest.len()).map(|i| rest[i].perp_dot(rest[(i + 1) % rest.len()])).sum();
    if area < 0.0 {
        rest.reverse();
    }
    let mut out = Vec::new();
    while rest.len() > 3 {
        let n = rest.len();
        let ear = (0..n).find(|&i| {
            let (a, b, c) = (rest[(i + n - 1) % n], rest[i], rest[(i + 1) % n]);
            turn(a, b, c) > 1e-12
                && rest.iter().all(|&p| {
                    p == a || p == b || p == c || turn(a, b, p) < 0.0 || turn(b, c, p) < 0.0 || turn(c, a, p) < 0.0
                })
        });
        // A polygon that crosses itself has no ear left: any corner will do, and the picture shows the fault.
        let i = ear.unwrap_or(0);
        out.push([rest[(i + n - 1) % n], rest[i], rest[(i + 1) % n]]);
        rest.remove(i);
    }
    if rest.len() == 3 {
        out.push([rest[0], rest[1], rest[2]]);
    }
    out
}

/// The strip of a line along a closed polygon, mitred, its middle `inset` inside the outline.
fn outline(polygon: &[DVec2], inset: f64, width: f64) -> Vec<[DVec2; 4]> {
    let n = polygon.len();
    let area: f64 = (0..n).map(|i| polygon[i].perp_dot(polygon[(i + 1) % n])).sum();
    let inward = if area > 0.0 { 1.0 } else { -1.0 };
    let corner = |i: usize, by: f64| {
        let (a, b, c) = (polygon[(i + n - 1) % n], polygon[i % n], polygon[(i + 1) % n]);
        let (u, v) = ((b - a).normalize_or_zero().perp(), (c - b).normalize_or_zero().perp());
        let middle = (u + v).normalize_or_zero();
        b + middle * (inward * by / middle.dot(u).max(0.3))
    };
    let (outer, inner) = (inset - width / 2.0, inset + width / 2.0);
    (0..n)
        .map(|i| {
            let (a, b) = (corner(i, outer), corner(i + 1, outer));
            let (c, d) = (corner(i + 1, inner), corner(i, inner));
            if inward > 0.0 { [a, b, c, d] } else { [a, d, c, b] }
        })
        .collect()
}

fn corners(polygon: &[Point<Table>]) -> Vec<DVec2> {
    polygon.iter().map(|p| DVec2::new(p.x, p.y)).collect()
}

/// Table, mats with their print, floor, clutter. `cell_cm`: the longest edge a bent lens allows.
pub fn still(stage: &Stage, mats: &[(usize, [f64; 3])], cell_cm: f64) -> Mesh {
    let mut mesh = Mesh::default();
    let half = extent(&stage.layout);
    let stay = Pushed { middle: DVec2::ZERO, by: DVec2::ZERO, turn: DVec2::X };
    let surface = match stage.mats.material {
        MatMaterial::Felt => Surface::Felt,
        MatMaterial::Rubber => Surface::Rubber,
        MatMaterial::Linen => Surface::Linen,
    };
    let push = |index: usize| {
        let middle = stage.layout.mats.get(index).map_or(DVec2::ZERO, |mat| DVec2::new(mat.middle().x, mat.middle().y));
        let moved = mats.iter().find(|(mat, _)| *mat == index).map_or([0.0; 3], |(_, by)| *by);
        Pushed { middle, by: DVec2::new(moved[0], moved[1]), turn: DVec2::from_angle(moved[2]) }
    };
    // Uppermost first: zone lines, border lines, mats, table, floor.
    let ink = look(stage.print.colour, surface, ID_TABLE);
    for zone in &stage.layout.zones {
        let middle = zone.middle();
        let mat = stage.layout.mats.iter().position(|mat| mat.contains(middle)).unwrap_or(usize::MAX);
        for side in outline(&corners(&zone.polygon), 0.0, stage.print.width_cm) {
            Sheets { mesh: &mut mesh, cell_cm, surface }.quad(side, 0.006, ink, &push(mat));
        }
    }
    let cloth = look(stage.mats.colour, surface, ID_TABLE);
    if stage.print.border_width_cm > 0.0 {
        let border = look(stage.print.border_colour, surface, ID_TABLE);
        for (index, mat) in stage.layout.mats.iter().enumerate() {
            for side in outline(&corners(&mat.polygon), stage.print.border_inset_cm, stage.print.border_width_cm) {
                Sheets { mesh: &mut mesh, cell_cm, surface }.quad(side, 0.003, border, &push(index));
            }
        }
    }
    let below = -stage.mats.thickness_cm;
    for (index, mat) in stage.layout.mats.iter().enumerate() {
        let rim = corners(&mat.polygon);
        let push = push(index);
        Sheets { mesh: &mut mesh, cell_cm, surface }.polygon(&rim, 0.0, cloth, &push);
        // Its sides, a little darker than its upper face.
        let side = look(stage.mats.colour.map(|c| c * 0.8), surface, ID_TABLE);
        let area: f64 = (0..rim.len()).map(|i| rim[i].perp_dot(rim[(i + 1) % rim.len()])).sum();
        for i in 0..rim.len() {
            let (a, b) = (push.apply(rim[i]), push.apply(rim[(i + 1) % rim.len()]));
            let (a, b) = if area > 0.0 { (a, b) } else { (b, a) };
            let steps = (a.distance(b) / cell_cm).ceil().clamp(1.0, 200.0) as usize;
            for k in 0..steps {
                let (p, q) = (a.lerp(b, k as f64 / steps as f64), a.lerp(b, (k + 1) as f64 / steps as f64));
                mesh.face(Material::Ground, [p.extend(below), q.extend(below), q.extend(0.0), p.extend(0.0)], side);
            }
        }
    }
    let board = match stage.table.material {
        TableMaterial::Wood => Surface::Wood,
        TableMaterial::Laminate => Surface::Laminate,
        TableMaterial::Cloth => Surface::Cloth,
    };
    let top = DVec2::from(stage.table.size_cm) / 2.0;
    let rim = [DVec2::new(-top.x, -top.y), DVec2::new(top.x, -top.y), top, DVec2::new(-top.x, top.y)];
    let wood = look(stage.table.colour, board, ID_TABLE);
    Sheets { mesh: &mut mesh, cell_cm, surface: board }.polygon(&rim, below, wood, &stay);
    for i in 0..4 {
        let (a, b) = (rim[i], rim[(i + 1) % 4]);
        mesh.face(
            Material::Ground,
            [a.extend(below - 3.0), b.extend(below - 3.0), b.extend(below), a.extend(below)],
            look(stage.table.colour.map(|c| c * 0.7), Surface::Plain, ID_TABLE),
        );
    }
    let far = half[0].max(half[1]) * 6.0;
    let floor = [DVec2::new(-far, -far), DVec2::new(far, -far), DVec2::splat(far), DVec2::new(-far, far)];
    let carpet = look(stage.table.floor, Surface::Cloth, 0);
    Sheets { mesh: &mut mesh, cell_cm: far / 6.0, surface: Surface::Cloth }.polygon(&floor, -74.0, carpet, &stay);
    for thing in &stage.clutter {
        clutter(&mut mesh, thing, below);
    }
    mesh
}

/// A body of revolution about the vertical: radius and height from bottom to top.
fn turned(mesh: &mut Mesh, at: DVec2, profile: &[(f64, f64)], look: Attributes) {
    const AROUND: usize = 28;
    for pair in profile.windows(2) {
        let ((r0, z0), (r1, z1)) = (pair[0], pair[1]);
        let slope = DVec2::new(z1 - z0, r0 - r1).normalize_or_zero();
        let first = mesh.places.len() as u32;
        for k in 0..=AROUND {
            let around = DVec2::from_angle(k as f64 / AROUND as f64 * std::f64::consts::TAU);
            let normal = (around * slope.x).extend(slope.y);
            mesh.vertex((at + around * r0).extend(z0), normal, look);
            mesh.vertex((at + around * r1).extend(z1), normal, look);
        }
        for k in 0..AROUND as u32 {
            let a = first + 2 * k;
            mesh.triangle(Material::Thing, [a, a + 2, a + 3]);
            mesh.triangle(Material::Thing, [a, a + 3, a + 1]);
        }
    }
}

/// A box standing on `z`, turned about the vertical.
fn boxed(mesh: &mut Mesh, at: DVec2, turn: f64, size: DVec3, z: f64, side: Attributes, top: Attributes) {
    let (u, v) = (DVec2::from_angle(turn) * size.x / 2.0, DVec2::from_angle(turn).perp() * size.y / 2.0);
    let rim = [at - u - v, at + u - v, at + u + v, at - u + v];
    for i in 0..4 {
        let (a, b) = (rim[i], rim[(i + 1) % 4]);
        mesh.face(Material::Thing, [a.extend(z), b.extend(z), b.extend(z + size.z), a.extend(z + size.z)], side);
    }
    mesh.face(Material::Thing, rim.map(|p| p.extend(z + size.z)), top);
}

fn clutter(mesh: &mut Mesh, thing: &Clutter, z: f64) {
    let at = DVec2::from(thing.at);
    let plain = |colour: Colour| look(colour, Surface::Plain, ID_CLUTTER);
    match thing.kind {
        ClutterKind::Cup => {
            turned(mesh, at, &[(2.6, z), (3.6, z + 2.0), (4.0, z + 7.8), (4.05, z + 8.0)], plain(thing.colour));
            // Inside: the wall seen from above, then the drink.
            turned(
                mesh,
                at,
                &[(4.05, z + 8.0), (3.75, z + 8.0), (3.6, z + 6.4)],
                plain(thing.colour.map(|c| c * 0.85)),
            );
            turned(mesh, at, &[(3.62, z + 6.5), (0.0, z + 6.5)], plain([0.28, 0.14, 0.06]));
            // The handle: a bent strip.
            let out = DVec2::from_angle(thing.turn);
            let arc = |k: usize| {
                let angle = (k as f64 / 8.0 - 0.5) * std::f64::consts::PI;
                (at + out * (3.7 + 2.2 * angle.cos())).extend(z + 4.4 + 2.4 * angle.sin())
            };
            let across = out.perp().extend(0.0) * 0.5;
            for k in 0..8 {
                mesh.face(
                    Material::Thing,
                    [arc(k) - across, arc(k + 1) - across, arc(k + 1) + across, arc(k) + across],
                    plain(thing.colour),
                );
            }
        }
        ClutterKind::Phone => {
            let glass = Attributes { extra: [Surface::Plain.layer(), 200, 0, 0], ..plain([0.03, 0.03, 0.04]) };
            boxed(mesh, at, thing.turn, DVec3::new(7.2, 15.0, 0.8), z, plain(thing.colour), glass);
        }
        ClutterKind::Pen => {
            let along = DVec2::from_angle(thing.turn).perp();
            boxed(mesh, at, thing.turn, DVec3::new(0.9, 13.0, 0.9), z, plain(thing.colour), plain(thing.colour));
            boxed(
                mesh,
                at + along * 6.8,
                thing.turn,
                DVec3::new(0.5, 1.0, 0.5),
                z + 0.2,
                plain([0.7; 3]),
                plain([0.7; 3]),
            );
        }
        ClutterKind::Pad => {
            let paper = plain(thing.colour);
            boxed(mesh, at, thing.turn, DVec3::new(10.5, 14.8, 0.7), z, plain([0.8, 0.79, 0.75]), paper);
            for line in 0..9 {
                let across = DVec2::from_angle(thing.turn).perp() * (5.0 - 1.2 * f64::from(line));
                boxed(
                    mesh,
                    at + across,
                    thing.turn,
                    DVec3::new(8.6, 0.06, 0.01),
                    z + 0.7,
                    plain([0.5, 0.55, 0.7]),
                    plain([0.5, 0.55, 0.7]),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ears_cover_a_polygon_that_is_not_convex() {
        let shape = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]].map(DVec2::from);
        let cut = ears(&shape);
        let area: f64 = cut.iter().map(|[a, b, c]| turn(*a, *b, *c) / 2.0).sum();
        assert_eq!(cut.len(), 3);
        assert!((area - 10.0).abs() < 1e-9, "{area}");
        assert!(cut.iter().all(|[a, b, c]| turn(*a, *b, *c) > 0.0));
    }

    #[test]
    fn a_printed_line_has_its_outline_in_its_middle() {
        let square = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]].map(DVec2::from);
        let strip = outline(&square, 0.0, 1.0);
        let low = strip.iter().flatten().map(|p| p.x).fold(f64::MAX, f64::min);
        assert!((low + 0.5).abs() < 1e-9, "{low}");
        let area: f64 = strip.iter().map(|[a, b, c, d]| (turn(*a, *b, *c) + turn(*a, *c, *d)) / 2.0).sum();
        assert!((area - 40.0).abs() < 1e-9, "{area}");
    }
}
