//! An arm as it is seen: skin by place, nails, and what is worn: sleeve, watch, ring.
//!
//! The places come from the body's mesh (the vertices of `models/arm/arm.glb`); what is worn is tied to that
//! mesh, so that it goes wherever the arm goes.

use super::RenderError;
use super::mesh::{Attributes, ID_ARM, Material, Mesh, look, pack, paint};
use super::stage::{Colour, Looks};
use super::surface::Surface;
use crate::base::HandSide;
use crate::simulate::scene::ArmState;
use glam::{DVec2, DVec3};
use serde::Deserialize;

/// What gives an arm its shape.
pub trait Limb: Send + Sync {
    /// Places of all vertices of the arm's mesh for a state, table space, centimetres.
    fn mesh(&self, arm: &ArmState) -> Vec<DVec3>;
}

impl Limb for crate::simulate::arm::Body {
    fn mesh(&self, arm: &ArmState) -> Vec<DVec3> {
        crate::simulate::arm::Body::mesh(self, arm)
    }
}

/// The mesh at rest, a right hand, and where its fingers are.
#[derive(Debug)]
pub struct Rest {
    places: Vec<DVec3>,
    uv: Vec<[f32; 2]>,
    triangles: Vec<[u32; 3]>,
    /// The first vertex at the same place: the mesh is cut where its texture is.
    welded: Vec<u32>,
    bones: Bones,
}

#[derive(Debug, Deserialize)]
struct Bones {
    heads: Vec<DVec3Array>,
    tails: Vec<DVec3Array>,
    frames: Vec<[DVec3Array; 3]>,
}

type DVec3Array = [f64; 3];

/// The first of the three bones of a finger, thumb first.
const FINGERS: [usize; 5] = [7, 10, 13, 16, 19];

impl Rest {
    /// Reads the arm's mesh, which is part of the program.
    ///
    /// # Errors
    /// When the mesh is not what this program was built for.
    pub fn read() -> Result<Rest, RenderError> {
        let bad = |why: String| RenderError::Mesh { why };
        let file =
            gltf::Gltf::from_slice(include_bytes!("../../../models/arm/arm.glb")).map_err(|e| bad(e.to_string()))?;
        let blob = file.blob.as_deref().ok_or_else(|| bad("it holds no data".to_owned()))?;
        let primitive = file.meshes().next().and_then(|mesh| mesh.primitives().next());
        let primitive = primitive.ok_or_else(|| bad("it holds no mesh".to_owned()))?;
        let reader = primitive.reader(|_| Some(blob));
        let missing = |what: &str| bad(format!("it holds no {what}"));
        let places: Vec<DVec3> = reader
            .read_positions()
            .ok_or_else(|| missing("places"))?
            .map(|p| DVec3::new(p[0].into(), p[1].into(), p[2].into()))
            .collect();
        let uv = reader.read_tex_coords(0).ok_or_else(|| missing("texture coordinates"))?.into_f32().collect();
        let indices: Vec<u32> = reader.read_indices().ok_or_else(|| missing("triangles"))?.into_u32().collect();
        let extras = file
            .as_json()
            .extras
            .as_ref()
            .or_else(|| file.as_json().scenes.first().and_then(|scene| scene.extras.as_ref()));
        let extras = extras.ok_or_else(|| missing("bones"))?;
        let bones = serde_json::from_str(extras.get()).map_err(|e| bad(e.to_string()))?;
        let triangles = indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect();
        let same = |p: &DVec3| places.iter().position(|q| q.distance_squared(*p) < 1e-10).unwrap_or(0) as u32;
        let welded = places.iter().map(same).collect();
        Ok(Rest { places, uv, triangles, welded, bones })
    }

    fn head(&self, bone: usize) -> DVec3 {
        DVec3::from(self.bones.heads[bone])
    }

    fn tail(&self, bone: usize) -> DVec3 {
        DVec3::from(self.bones.tails[bone])
    }

    /// The back of the hand's side at a bone.
    fn back(&self, bone: usize) -> DVec3 {
        // The columns of a bone's frame are its axes; the third looks out of the palm.
        -DVec3::from(self.bones.frames[bone].map(|row| row[2]))
    }

    /// The vertex normals at rest.
    fn normals(&self) -> Vec<DVec3> {
        welded_normals(&self.places, &self.triangles, &self.welded)
    }
}

/// Smooth normals.
pub fn normals(places: &[DVec3], triangles: &[[u32; 3]]) -> Vec<DVec3> {
    let mut sum = vec![DVec3::ZERO; places.len()];
    for corners in triangles {
        let [a, b, c] = corners.map(|k| places[k as usize]);
        let normal = (b - a).cross(c - a);
        for &k in corners {
            sum[k as usize] += normal;
        }
    }
    sum.into_iter().map(DVec3::normalize_or_zero).collect()
}

/// Smooth normals across the texture's seams.
fn welded_normals(places: &[DVec3], triangles: &[[u32; 3]], welded: &[u32]) -> Vec<DVec3> {
    let mut sum = vec![DVec3::ZERO; places.len()];
    for corners in triangles {
        let [a, b, c] = corners.map(|k| places[k as usize]);
        let normal = (b - a).cross(c - a);
        for &k in corners {
            sum[welded[k as usize] as usize] += normal;
        }
    }
    welded.iter().map(|&first| sum[first as usize].normalize_or_zero()).collect()
}

/// A point tied to the arm's mesh.
#[derive(Debug, Clone, Copy)]
struct Tied {
    triangle: usize,
    share: DVec3,
    /// Off the skin, centimetres.
    off: f64,
}

/// Cloth or metal tied to the mesh: rings of points around a bone.
#[derive(Debug, Clone)]
struct Worn {
    rings: Vec<Vec<Tied>>,
    look: Attributes,
    /// The last ring is closed to the first, as a torus.
    closed: bool,
}

/// An arm's look, ready to be placed.
#[derive(Debug)]
pub struct Dressed {
    looks: Vec<Attributes>,
    kept: Vec<[u32; 3]>,
    all: Vec<[u32; 3]>,
    welded: Vec<u32>,
    worn: Vec<Worn>,
    /// The upper arm's sleeve.
    upper: Attributes,
    /// Vertices at the elbow's end of the mesh.
    end: Vec<usize>,
    loose_cm: f64,
}

/// Skin colours by tone, sRGB (light to dark, after the Monk Skin Tone scale's range).
const TONES: [Colour; 6] = [
    [0.93, 0.78, 0.70],
    [0.87, 0.69, 0.58],
    [0.76, 0.56, 0.43],
    [0.60, 0.41, 0.29],
    [0.43, 0.28, 0.19],
    [0.28, 0.18, 0.13],
];

fn blend(a: Colour, b: Colour, x: f64) -> Colour {
    [0, 1, 2].map(|k| a[k] + (b[k] - a[k]) * x)
}

pub(super) fn skin_colour(looks: &Looks) -> Colour {
    let place = looks.tone.clamp(0.0, 1.0) * (TONES.len() - 1) as f64;
    let i = (place as usize).min(TONES.len() - 2);
    let [r, g, b] = blend(TONES[i], TONES[i + 1], place - i as f64);
    let red = (looks.redness.clamp(0.0, 1.0) - 0.5) * 0.05;
    [r + red, g - red * 0.5, b - red * 0.2]
}

fn smooth(low: f64, high: f64, x: f64) -> f64 {
    let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Colour and shine of the skin at a vertex at rest.
fn skin_at(rest: &Rest, at: DVec3, normal: DVec3, looks: &Looks) -> (Colour, f64) {
    let base = skin_colour(looks);
    let tone = looks.tone.clamp(0.0, 1.0);
    let mut colour = base;
    let mut shine = 0.15;
    // Palms hold less pigment: on dark skin the difference is large.
    let palm_colour = blend(blend(base, [0.86, 0.62, 0.52], 0.30 + 0.35 * tone), base.map(|c| c * 1.06), 0.4);
    let palm = smooth(0.05, 0.65, -normal.z) * smooth(-1.0, 1.5, at.y);
    colour = blend(colour, palm_colour, palm);
    for (finger, &bone) in FINGERS.iter().enumerate() {
        for joint in 0..3 {
            let knuckle = rest.head(bone + joint);
            // The thumb's first bone starts inside the palm: no knuckle to see.
            if finger == 0 && joint == 0 {
                continue;
            }
            let back = normal.dot(rest.back(bone + joint)).max(0.0);
            let near = (-(at - knuckle).length_squared() / (if joint == 0 { 0.9 } else { 0.45 })).exp();
            let darker = [colour[0] * 0.88, colour[1] * 0.76, colour[2] * 0.74];
            colour = blend(colour, darker, near * (0.25 + 0.55 * back) * (0.6 + 0.4 * tone));
        }
        // Finger tips are redder.
        let tip = rest.tail(bone + 2);
        let near = (-(at - tip).length_squared() / 0.8).exp();
        colour = blend(colour, [colour[0], colour[1] * 0.90, colour[2] * 0.89], near);
        // The nail: on the back of the last bone's outer half.
        let (head, back) = (rest.head(bone + 2), rest.back(bone + 2));
        let along = (tip - head).normalize_or_zero();
        let (reach, length) = ((at - head).dot(along), (tip - head).length());
        let share = reach / length;
        let close = (at - (head + along * reach)).length() < 1.1;
        if close && share > 0.42 && share < 1.08 && normal.dot(back) > 0.55 {
            let bed = blend(base, [0.93, 0.74, 0.70], 0.55 - 0.15 * tone);
            let pale = if share > 0.95 { blend(bed, [0.95, 0.93, 0.88], 0.6) } else { bed };
            colour = blend(colour, pale, 0.9);
            shine = 0.9;
        }
    }
    (colour, shine)
}

/// Where a ray out of a bone leaves the mesh at rest.
fn leave(rest: &Rest, from: DVec3, towards: DVec3, far: f64) -> Option<(usize, DVec3)> {
    let mut best: Option<(f64, usize, DVec3)> = None;
    for (index, corners) in rest.triangles.iter().enumerate() {
        let [a, b, c] = corners.map(|k| rest.places[k as usize]);
        let (e1, e2) = (b - a, c - a);
        let p = towards.cross(e2);
        let det = e1.dot(p);
        if det.abs() < 1e-12 {
            continue;
        }
        let s = from - a;
        let u = s.dot(p) / det;
        let q = s.cross(e1);
        let v = towards.dot(q) / det;
        let t = e2.dot(q) / det;
        if u >= -1e-6 && v >= -1e-6 && u + v <= 1.0 + 1e-6 && t > 0.0 && t < far {
            // The first skin outwards: beyond it lies the next finger.
            if best.is_none_or(|(nearest, ..)| t < nearest) {
                best = Some((t, index, DVec3::new(1.0 - u - v, u, v)));
            }
        }
    }
    best.map(|(_, index, share)| (index, share))
}

/// Rings of points around an axis: `profile` gives places along the axis and distances off the skin.
fn wrap(rest: &Rest, middle: DVec3, axis: DVec3, profile: &[(f64, f64)], around: usize, far: f64) -> Vec<Vec<Tied>> {
    let side = axis.any_orthonormal_vector();
    let other = axis.cross(side);
    profile
        .iter()
        .map(|&(along, off)| {
            (0..around)
                .filter_map(|k| {
                    let angle = DVec2::from_angle(k as f64 / around as f64 * std::f64::consts::TAU);
                    let towards = side * angle.x + other * angle.y;
                    let (triangle, share) = leave(rest, middle + axis * along, towards, far)?;
                    Some(Tied { triangle, share, off })
                })
                .collect()
        })
        .collect()
}

impl Dressed {
    /// Prepares the right or left arm of a player.
    pub fn new(rest: &Rest, looks: &Looks, hand: HandSide) -> Dressed {
        let normals = rest.normals();
        let cuff = looks.sleeves.as_ref().map(|sleeves| -sleeves.cuff_cm);
        let skin: Vec<Attributes> = (0..rest.places.len())
            .map(|i| {
                let (colour, shine) = skin_at(rest, rest.places[i], normals[i], looks);
                // The map of the whole body gives the arm a small part of it.
                let uv = rest.uv[i].map(|c| c * 14.0);
                Attributes { uv, colour: paint(colour, shine), extra: [Surface::Skin.layer(), 0, 0, 0], id: ID_ARM }
            })
            .collect();
        let mut worn = Vec::new();
        let forearm = (rest.head(2) - rest.head(0)).normalize_or_zero();
        if let Some(sleeves) = &looks.sleeves {
            let start = -sleeves.cuff_cm;
            let mut profile =
                vec![(start - 0.1, 0.15), (start, 0.3), (start, sleeves.loose_cm), (start - 1.2, sleeves.loose_cm)];
            let steps = 14;
            for k in 1..=steps {
                let along = start - 1.2 - (21.5 + start - 1.2).max(2.0) * f64::from(k) / f64::from(steps);
                // Folds across the sleeve.
                let fold = 0.16 * (f64::from(k) * 2.4).sin() + 0.10 * (f64::from(k) * 5.1 + 1.0).sin();
                profile.push((along, sleeves.loose_cm * 1.2 + fold));
            }
            let rings = wrap(rest, DVec3::ZERO, forearm, &profile, 24, 7.0);
            worn.push(Worn { rings, look: look(sleeves.colour, Surface::Cloth, ID_ARM), closed: false });
        }
        let mirrored = hand == HandSide::Left;
        for ring in looks.rings.iter().filter(|ring| ring.hand == hand && ring.finger < 5) {
            let bone = FINGERS[usize::from(ring.finger)] + usize::from(ring.finger == 0);
            let axis = (rest.tail(bone) - rest.head(bone)).normalize_or_zero();
            let middle = rest.head(bone).lerp(rest.tail(bone), 0.55);
            let profile: Vec<_> = (0..8)
                .map(|k| {
                    let angle = DVec2::from_angle(f64::from(k) / 8.0 * std::f64::consts::TAU);
                    (angle.x * 0.22, 0.05 + 0.10 * angle.y)
                })
                .collect();
            let rings = wrap(rest, middle, axis, &profile, 20, 1.6);
            let gold =
                Attributes { extra: [Surface::Plain.layer(), 255, 0, 0], ..look(ring.colour, Surface::Plain, ID_ARM) };
            worn.push(Worn { rings, look: gold, closed: true });
        }
        if let Some(watch) = looks.watch.as_ref().filter(|watch| watch.hand == hand) {
            let at = -2.4;
            let band = [(at - 0.9, 0.02), (at - 0.9, 0.22), (at + 0.9, 0.22), (at + 0.9, 0.02)];
            let rings = wrap(rest, DVec3::ZERO, forearm, &band, 24, 6.0);
            worn.push(Worn { rings, look: look(watch.band, Surface::Plain, ID_ARM), closed: false });
            worn.extend(dial(rest, forearm, at, watch.dial));
        }
        // The mesh is cut slantwise at the elbow: a sleeve covers the last of it.
        let low = rest.places.iter().map(|p| p.y).fold(f64::MAX, f64::min);
        let hidden = cuff.map_or(low + 4.0, |cuff| cuff - 2.5);
        let end = (0..rest.places.len()).filter(|&i| (4.5..8.0).contains(&(rest.places[i].y - low))).collect();
        let upper = look(looks.sleeves.as_ref().map_or(looks.shirt, |sleeves| sleeves.colour), Surface::Cloth, ID_ARM);
        let mut all = rest.triangles.clone();
        if mirrored {
            all.iter_mut().for_each(|corners| corners.swap(1, 2));
        }
        let shows = |corners: &&[u32; 3]| corners.iter().any(|&k| rest.places[k as usize].dot(forearm) > hidden);
        let kept = all.iter().filter(shows).copied().collect();
        let loose_cm = looks.sleeves.as_ref().map_or(0.0, |sleeves| sleeves.loose_cm);
        let welded = rest.welded.clone();
        Dressed { looks: skin, kept, all, welded, worn, upper, end, loose_cm }
    }

    /// Adds the arm to a mesh. `number`: its place among the scene's arms.
    /// `shoulder`: where the upper arm ends; guessed when nobody sits there.
    pub fn append(&self, mesh: &mut Mesh, number: u32, arm: &ArmState, places: &[DVec3], shoulder: Option<DVec3>) {
        let id = ID_ARM + number;
        let own = |look: Attributes| Attributes { id, ..look };
        let normals = welded_normals(places, &self.all, &self.welded);
        let first = mesh.places.len() as u32;
        for (i, look) in self.looks.iter().enumerate() {
            mesh.vertex(places[i], normals[i], own(*look));
        }
        for corners in &self.kept {
            mesh.triangle(Material::Skin, corners.map(|k| first + k));
        }
        let mirrored = arm.hand == HandSide::Left;
        for worn in &self.worn {
            let rings: Vec<Vec<DVec3>> = worn
                .rings
                .iter()
                .map(|ring| {
                    ring.iter()
                        .map(|tied| {
                            let corners = self.all[tied.triangle];
                            // A mirrored triangle has its last two corners exchanged.
                            let share = if mirrored {
                                DVec3::new(tied.share.x, tied.share.z, tied.share.y)
                            } else {
                                tied.share
                            };
                            let mix = |of: &[DVec3]| (0..3).map(|k| of[corners[k] as usize] * share[k]).sum::<DVec3>();
                            mix(places) + mix(&normals).normalize_or_zero() * tied.off
                        })
                        .collect()
                })
                .collect();
            tube(mesh, &rings, worn.closed, own(worn.look));
        }
        self.upper_arm(mesh, arm, places, own(self.upper), shoulder);
    }

    /// From the elbow on towards the shoulder: what the picture may show behind the forearm.
    fn upper_arm(&self, mesh: &mut Mesh, arm: &ArmState, places: &[DVec3], look: Attributes, shoulder: Option<DVec3>) {
        let middle = self.end.iter().map(|&i| places[i]).sum::<DVec3>() / self.end.len().max(1) as f64;
        let back = (middle - arm.wrist.at).normalize_or_zero();
        let off = |at: DVec3| (at - middle).reject_from_normalized(back).length();
        let radius = self.end.iter().map(|&i| off(places[i])).fold(0.0, f64::max).min(5.0) + self.loose_cm.max(0.7);
        // Away from the table's middle and up, as a seated person's upper arm goes.
        let out = DVec3::new(arm.elbow.x * 0.15, arm.elbow.y, 0.0).normalize_or_zero();
        let bend = middle + back * 4.5;
        let shoulder = shoulder.unwrap_or(bend + back * 2.0 + out * 12.0 + DVec3::Z * 22.0);
        let ahead = (shoulder - bend).normalize_or_zero();
        let path = [
            middle - back * 0.2,
            middle - back * 0.6,
            bend,
            bend.lerp(shoulder, 0.15),
            bend.lerp(shoulder, 0.5),
            bend.lerp(shoulder, 0.85),
            shoulder,
            // The round of the shoulder.
            shoulder + ahead * 0.55 * radius,
            shoulder + ahead * 0.95 * radius,
            shoulder + ahead * 1.1 * radius,
        ];
        let rings: Vec<Vec<DVec3>> = path
            .iter()
            .enumerate()
            .map(|(k, at)| {
                let towards = match k {
                    0 | 1 => back,
                    2 | 3 => (back + ahead).normalize_or_zero(),
                    _ => ahead,
                };
                let side = towards.cross(DVec3::X).normalize_or_zero();
                let other = towards.cross(side);
                let radius = radius * [0.75, 1.02, 1.08, 1.05, 1.08, 1.2, 1.28, 1.1, 0.65, 0.05][k];
                (0..18)
                    .map(|j| {
                        let angle = DVec2::from_angle(f64::from(j) / 18.0 * std::f64::consts::TAU);
                        *at + (side * angle.x + other * angle.y) * radius
                    })
                    .collect()
            })
            .collect();
        tube(mesh, &rings, false, look);
    }
}

/// The watch's dial: a flat round box on the back of the wrist.
fn dial(rest: &Rest, forearm: DVec3, at: f64, colour: Colour) -> Option<Worn> {
    let middle = forearm * at;
    let side = forearm.cross(DVec3::Z).normalize_or_zero();
    let up = side.cross(forearm);
    let ring = |radius: f64, off: f64| -> Option<Vec<Tied>> {
        (0..16)
            .map(|k| {
                let angle = DVec2::from_angle(f64::from(k) / 16.0 * std::f64::consts::TAU) * radius;
                let (triangle, share) = leave(rest, middle + forearm * angle.x + side * angle.y, up, 6.0)?;
                Some(Tied { triangle, share, off })
            })
            .collect()
    };
    let rings = vec![ring(1.6, 0.1)?, ring(1.6, 0.65)?, ring(1.4, 0.75)?, ring(0.05, 0.75)?];
    Some(Worn { rings, look: look(colour, Surface::Plain, ID_ARM), closed: false })
}

/// A tube through rings of points, with smooth normals.
fn tube(mesh: &mut Mesh, rings: &[Vec<DVec3>], closed: bool, look: Attributes) {
    let Some(around) = rings.iter().map(Vec::len).min().filter(|&n| n > 2) else { return };
    let count = rings.len();
    let index = |i: usize, k: usize| ((i % count) * around + k % around) as u32;
    let places: Vec<DVec3> = rings.iter().flat_map(|ring| ring[..around].iter().copied()).collect();
    let mut triangles = Vec::new();
    for i in 0..if closed { count } else { count - 1 } {
        for k in 0..around {
            let (a, b, c, d) = (index(i, k), index(i, k + 1), index(i + 1, k), index(i + 1, k + 1));
            triangles.extend([[a, d, b], [a, c, d]]);
        }
    }
    // Outwards: away from the first ring's middle as most triangles go.
    let outward: f64 = triangles
        .iter()
        .map(|corners: &[u32; 3]| {
            let [a, b, c] = corners.map(|k| places[k as usize]);
            let ring = corners[0] as usize / around;
            let middle = rings[ring][..around].iter().sum::<DVec3>() / around as f64;
            (b - a).cross(c - a).dot((a + b + c) / 3.0 - middle)
        })
        .sum();
    if outward < 0.0 {
        triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
    }
    let normals = normals(&places, &triangles);
    let first = mesh.places.len() as u32;
    for (i, at) in places.iter().enumerate() {
        let uv = [(i % around) as f32 / around as f32 * 2.0, (i / around) as f32 * 0.12];
        mesh.places.push(pack(*at, normals[i]));
        mesh.attributes.push(Attributes { uv, ..look });
    }
    for corners in triangles {
        mesh.triangle(Material::Thing, corners.map(|k| first + k));
    }
}
