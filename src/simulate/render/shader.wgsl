// One sample of a picture: one instant of the exposure, one point of every lamp, one sub-pixel offset, one
// point of the lens. Vertices come placed: in the picture, and on the table.

struct Lamp {
    // From each of the sample's own points of the lamp.
    clip_from_table: array<mat4x4<f32>, 2>,
    // xyz: the middle of those points; w: squared distance at which its colour is the light received
    place: vec4<f32>,
    // xyz: where the lamp faces
    facing: vec4<f32>,
    colour: vec4<f32>,
};

struct Sample {
    lamps: array<Lamp, 2>,
    // from above, from below (what the table throws back)
    sky: vec4<f32>,
    bounce: vec4<f32>,
    // width, height, offset inside the pixel x, y (pixels)
    sensor: vec4<f32>,
    // low corner x, y and 1 / size x, y of the table's ambient shadow
    field: vec4<f32>,
    // where the camera stands in the middle of the exposure; weight of this sample
    eye: vec4<f32>,
    lamp_count: u32,
    // the first of a lamp's shadow maps that is this sample's, and how many are; how many maps a lamp has
    slot: u32,
    own: u32,
    maps: u32,
};

@group(0) @binding(0) var<uniform> one: Sample;
// Of the last samples: by lamp, then by shadow map.
@group(0) @binding(1) var<uniform> lamp_clips: array<mat4x4<f32>, 16>;
@group(1) @binding(0) var shadow: texture_depth_2d_array;
@group(1) @binding(1) var shadow_sampler: sampler_comparison;
@group(1) @binding(2) var surfaces: texture_2d_array<f32>;
@group(1) @binding(3) var faces: texture_2d_array<f32>;
@group(1) @binding(4) var repeating: sampler;
@group(1) @binding(5) var clamped: sampler;
@group(1) @binding(6) var field: texture_2d<f32>;
// What stands still: place as bits, and how much of its light comes from either lamp.
@group(2) @binding(0) var still: texture_2d<u32>;
// The samples of a round of what moves.
@group(2) @binding(1) var layers: texture_2d_array<f32>;

// Samples of a round, and shadow maps of a lamp.
const ROUND = 4u;
const MAPS = 8u;
// Side of a shadow map, texels.
const SIDE = SHADOW_SIDE;
// How high above the table's top what takes shadows may be.
const TAKES_CM = HIGHEST_RECEIVER;

// A vertex in a sample: the pixel and the distance along the line of sight, the place on the table and the normal
// there, all at the instant of the row that shows it.
struct Spot {
    @location(4) pixel: vec3<f32>,
    @location(5) world: vec3<f32>,
    @location(6) normal: u32,
};

struct Attributes {
    @location(0) uv: vec2<f32>,
    @location(1) colour: vec4<f32>,
    @location(2) extra: vec4<u32>,
    @location(3) id: u32,
};

struct Seen {
    @builtin(position) @invariant position: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(3) colour: vec4<f32>,
    @location(4) @interpolate(flat) extra: vec4<u32>,
    // How many lamps there are. Not read from the sample where it is used: Mesa's software device compiles a fragment
    // shader anew for every value of a uniform that a loop of it depends on, and does so whenever a buffer is bound.
    @location(5) @interpolate(flat) lamps: u32,
};

fn unpack_normal(bits: u32) -> vec3<f32> {
    let e = unpack2x16snorm(bits);
    var n = vec3<f32>(e, 1.0 - abs(e.x) - abs(e.y));
    let t = max(-n.z, 0.0);
    n.x += select(t, -t, n.x >= 0.0);
    n.y += select(t, -t, n.y >= 0.0);
    return normalize(n);
}

fn clip(pixel: vec3<f32>) -> vec4<f32> {
    let x = (pixel.x + 0.5 + one.sensor.z) / one.sensor.x * 2.0 - 1.0;
    let y = 1.0 - (pixel.y + 0.5 + one.sensor.w) / one.sensor.y * 2.0;
    let near = 4.0;
    let far = 1500.0;
    return vec4<f32>(x * pixel.z, y * pixel.z, far * (pixel.z - near) / (far - near), pixel.z);
}

@vertex fn vs_depth(spot: Spot) -> @builtin(position) @invariant vec4<f32> {
    return clip(spot.pixel);
}

@vertex fn vs_colour(spot: Spot, attributes: Attributes) -> Seen {
    var out: Seen;
    out.position = clip(spot.pixel);
    out.world = spot.world;
    out.normal = unpack_normal(spot.normal);
    out.uv = attributes.uv;
    // Colours are stored as square roots.
    out.colour = vec4<f32>(attributes.colour.rgb * attributes.colour.rgb, attributes.colour.a);
    out.extra = attributes.extra;
    out.lamps = one.lamp_count;
    return out;
}

// By lamp and point.
@vertex fn vs_shadow_0(spot: Spot) -> @builtin(position) vec4<f32> {
    return one.lamps[0].clip_from_table[0] * vec4<f32>(spot.world, 1.0);
}
@vertex fn vs_shadow_1(spot: Spot) -> @builtin(position) vec4<f32> {
    return one.lamps[0].clip_from_table[1] * vec4<f32>(spot.world, 1.0);
}
@vertex fn vs_shadow_2(spot: Spot) -> @builtin(position) vec4<f32> {
    return one.lamps[1].clip_from_table[0] * vec4<f32>(spot.world, 1.0);
}
@vertex fn vs_shadow_3(spot: Spot) -> @builtin(position) vec4<f32> {
    return one.lamps[1].clip_from_table[1] * vec4<f32>(spot.world, 1.0);
}

// Rectangles of the picture at the near plane: nothing is nearer. `lamps`: the first whose shadow may fall there,
// and the one after the last.
struct Flat {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) lamps: vec2<f32>,
};
@vertex fn vs_flat(@location(0) corner: vec4<f32>) -> Flat {
    var out: Flat;
    out.position = vec4<f32>(corner.x / one.sensor.x * 2.0 - 1.0, 1.0 - corner.y / one.sensor.y * 2.0, 0.0, 1.0);
    out.lamps = corner.zw;
    return out;
}

@fragment fn fs_nothing() -> @location(0) vec4<f32> {
    return vec4<f32>(0.0);
}

struct MaskSeen {
    @builtin(position) @invariant position: vec4<f32>,
    @location(0) @interpolate(flat) id: u32,
};
@vertex fn vs_mask(spot: Spot, attributes: Attributes) -> MaskSeen {
    var out: MaskSeen;
    out.position = clip(spot.pixel);
    out.id = attributes.id;
    return out;
}
@fragment fn fs_mask(seen: MaskSeen) -> @location(0) u32 {
    return seen.id;
}

struct Light { diffuse: vec3<f32>, shine: f32 };

// Light of one lamp at a point: its strength there, and the direction it comes from.
struct Ray { towards: vec3<f32>, strength: f32 };

// How far a point is lit in a shadow map.
fn lit_in(at: vec3<f32>, clip: mat4x4<f32>, layer: u32) -> f32 {
    let q = clip * vec4<f32>(at, 1.0);
    let p = q.xyz / q.w;
    let uv = p.xy * vec2<f32>(0.5, -0.5) + vec2<f32>(0.5);
    let lit = textureSampleCompareLevel(shadow, shadow_sampler, uv, layer, p.z - 0.00004);
    // Beyond the map nothing throws a shadow.
    return select(lit, 1.0, max(abs(p.x), abs(p.y)) > 0.998);
}

// The same, where all maps are asked, no two of which see the table alike: the nearest texel of each will do.
fn unshaded(at: vec3<f32>, clip: mat4x4<f32>, layer: u32) -> f32 {
    let q = clip * vec4<f32>(at, 1.0);
    let p = q.xyz / q.w;
    let texel = vec2<i32>(floor((p.xy * vec2<f32>(0.5, -0.5) + vec2<f32>(0.5)) * SIDE));
    let near = textureLoad(shadow, clamp(texel, vec2<i32>(0), vec2<i32>(i32(SIDE) - 1)), layer, 0);
    // Beyond the map nothing throws a shadow.
    let inside = max(abs(p.x), abs(p.y)) < 0.998;
    return select(1.0, 0.0, inside && p.z - 0.00004 > near);
}

// What follows is written out lamp by lamp: drivers in software look up numbers at a fixed place at once, those at
// a computed one pixel by pixel.

fn ray(world: vec3<f32>, place: vec4<f32>, facing: vec4<f32>, lit: f32) -> Ray {
    var out: Ray;
    let to = place.xyz - world;
    let d2 = dot(to, to);
    out.towards = to * inverseSqrt(d2);
    out.strength = max(dot(-out.towards, facing.xyz), 0.0) * place.w / d2 * lit;
    return out;
}

// From the first lamp; one of the sample's points is enough, as samples are added up. `lifted`: the point off its
// surface, so that it does not shade itself.
fn ray_0(world: vec3<f32>, lifted: vec3<f32>) -> Ray {
    let lit = lit_in(lifted, one.lamps[0].clip_from_table[0], one.slot);
    return ray(world, one.lamps[0].place, one.lamps[0].facing, lit);
}

// From the second.
fn ray_1(world: vec3<f32>, lifted: vec3<f32>) -> Ray {
    let lit = lit_in(lifted, one.lamps[1].clip_from_table[0], one.maps + one.slot);
    return ray(world, one.lamps[1].place, one.lamps[1].facing, lit);
}

// The share of the sky that hands hide from a point of the table.
fn hidden(world: vec3<f32>) -> f32 {
    return looked_up(world);
}
fn looked_up(world: vec3<f32>) -> f32 {
    return textureSampleLevel(field, clamped, (world.xy - one.field.xy) * one.field.zw, 0.0).r;
}

// From above through what is not hidden by hands over the table; from below what the table throws back.
// `takes`: whether it lies on the table; what is held above it must not hide the sky from itself.
fn from_around(world: vec3<f32>, n: vec3<f32>, takes: f32) -> vec3<f32> {
    let above = one.sky.rgb * (1.0 - hidden(world) * takes * max(n.z, 0.0));
    let below = one.bounce.rgb * (1.0 - 0.75 * (1.0 - smoothstep(0.0, 3.0, world.z)));
    return mix(below, above, n.z * 0.5 + 0.5);
}

// Light of a lamp on a matt surface with some gloss: red, green, blue, and what is thrown back as by a mirror.
fn lamp_light(n: vec3<f32>, view: vec3<f32>, sharp: f32, r: Ray, colour: vec3<f32>) -> vec4<f32> {
    let shine = pow(max(dot(n, normalize(view + r.towards)), 0.0), sharp) * r.strength * colour.g;
    return vec4<f32>(colour * (max(dot(n, r.towards), 0.0) * r.strength), shine);
}

fn shaded(seen: Seen, n: vec3<f32>, around: vec3<f32>, lift: vec3<f32>) -> vec4<f32> {
    let detail = textureSampleBias(surfaces, repeating, seen.uv, seen.extra.x, -0.5).rgb;
    let gloss = f32(seen.extra.y) / 255.0;
    let view = normalize(one.eye.xyz - seen.world);
    let sharp = 6.0 + gloss * 120.0;
    let lifted = seen.world + lift;
    var light = vec4<f32>(around, 0.0);
    for (var k = 0u; k < min(seen.lamps, 1u); k++) {
        light += lamp_light(n, view, sharp, ray_0(seen.world, lifted), one.lamps[0].colour.rgb);
    }
    for (var k = 1u; k < seen.lamps; k++) {
        light += lamp_light(n, view, sharp, ray_1(seen.world, lifted), one.lamps[1].colour.rgb);
    }
    let colour = seen.colour.rgb * detail * 2.0 * light.rgb + vec3<f32>(light.a * gloss * 0.35);
    return vec4<f32>(colour * one.eye.w, one.eye.w);
}

@fragment fn fs_ground(seen: Seen) -> @location(0) vec4<f32> {
    let n = normalize(seen.normal);
    let around = one.sky.rgb * (1.0 - hidden(seen.world)) * (0.4 + 0.6 * n.z);
    return shaded(seen, n, around, vec3<f32>(0.0, 0.0, 0.05));
}

@fragment fn fs_surface(seen: Seen) -> @location(0) vec4<f32> {
    let n = normalize(seen.normal);
    return shaded(seen, n, from_around(seen.world, n, 0.0), n * 0.08);
}

@fragment fn fs_card(seen: Seen) -> @location(0) vec4<f32> {
    let n = normalize(seen.normal);
    let print = textureSampleBias(faces, clamped, seen.uv, seen.extra.x, -0.8).rgb;
    let albedo = mix(print, seen.colour.rgb, seen.colour.a);
    var light = from_around(seen.world, n, f32(seen.extra.z));
    for (var k = 0u; k < min(seen.lamps, 1u); k++) {
        let r = ray_0(seen.world, seen.world + n * 0.05);
        light += one.lamps[0].colour.rgb * (max(dot(n, r.towards), 0.0) * r.strength);
    }
    for (var k = 1u; k < seen.lamps; k++) {
        let r = ray_1(seen.world, seen.world + n * 0.05);
        light += one.lamps[1].colour.rgb * (max(dot(n, r.towards), 0.0) * r.strength);
    }
    return vec4<f32>(albedo * light * one.eye.w, one.eye.w);
}

// Light creeps around the edge of shadow in skin, red farthest.
fn lamp_skin(n: vec3<f32>, view: vec3<f32>, sharp: f32, r: Ray, colour: vec3<f32>) -> vec4<f32> {
    let wrap = vec3<f32>(0.34, 0.14, 0.08);
    let around = max((vec3<f32>(dot(n, r.towards)) + wrap) / (vec3<f32>(1.0) + wrap), vec3<f32>(0.0));
    let shine = pow(max(dot(n, normalize(view + r.towards)), 0.0), sharp) * r.strength * colour.g;
    return vec4<f32>(colour * around * r.strength, shine);
}

@fragment fn fs_skin(seen: Seen) -> @location(0) vec4<f32> {
    let n = normalize(seen.normal);
    let detail = textureSampleBias(surfaces, repeating, seen.uv, seen.extra.x, -0.3).rgb;
    let view = normalize(one.eye.xyz - seen.world);
    let sharp = 14.0 + 40.0 * seen.colour.a;
    let lifted = seen.world + n * 0.12;
    var light = vec4<f32>(from_around(seen.world, n, 0.0), 0.0);
    for (var k = 0u; k < min(seen.lamps, 1u); k++) {
        light += lamp_skin(n, view, sharp, ray_0(seen.world, lifted), one.lamps[0].colour.rgb);
    }
    for (var k = 1u; k < seen.lamps; k++) {
        light += lamp_skin(n, view, sharp, ray_1(seen.world, lifted), one.lamps[1].colour.rgb);
    }
    let rim = pow(1.0 - max(dot(n, view), 0.0), 3.0);
    let skin = seen.colour.rgb * (0.5 + detail) * light.rgb * (1.0 - 0.25 * rim);
    let spot = light.a * (0.035 + 0.10 * seen.colour.a) * (0.6 + 0.8 * detail.g);
    return vec4<f32>((skin + vec3<f32>(spot)) * one.eye.w, one.eye.w);
}

fn brightness(light: vec3<f32>) -> f32 {
    return dot(light, vec3<f32>(0.3, 0.6, 0.1));
}

// How far the first lamp's shadow maps leave a point lit.
fn lit_by_0(at: vec3<f32>) -> f32 {
    return (unshaded(at, lamp_clips[0], 0u)
        + unshaded(at, lamp_clips[1], 1u)
        + unshaded(at, lamp_clips[2], 2u)
        + unshaded(at, lamp_clips[3], 3u)
        + unshaded(at, lamp_clips[4], 4u)
        + unshaded(at, lamp_clips[5], 5u)
        + unshaded(at, lamp_clips[6], 6u)
        + unshaded(at, lamp_clips[7], 7u)) / f32(MAPS);
}
// And the second's.
fn lit_by_1(at: vec3<f32>) -> f32 {
    return (unshaded(at, lamp_clips[8], 8u)
        + unshaded(at, lamp_clips[9], 9u)
        + unshaded(at, lamp_clips[10], 10u)
        + unshaded(at, lamp_clips[11], 11u)
        + unshaded(at, lamp_clips[12], 12u)
        + unshaded(at, lamp_clips[13], 13u)
        + unshaded(at, lamp_clips[14], 14u)
        + unshaded(at, lamp_clips[15], 15u)) / f32(MAPS);
}

// Remembers what stands still, for shadows that fall on it later: on the table and what lies flat on it, where they
// are looked for.
@fragment fn fs_still(seen: Seen) -> @location(0) vec4<u32> {
    let n = normalize(seen.normal);
    let around = brightness(from_around(seen.world, n, 1.0));
    let lifted = seen.world + n * 0.05;
    let place = (seen.world.xy - one.field.xy) * one.field.zw;
    let taken = max(abs(place.x - 0.5), abs(place.y - 0.5)) < 0.5 && abs(seen.world.z) < TAKES_CM;
    var direct = vec2<f32>(0.0);
    for (var k = 0u; k < min(seen.lamps, 1u); k++) {
        let r = ray(seen.world, one.lamps[0].place, one.lamps[0].facing, lit_by_0(lifted));
        direct.x = brightness(one.lamps[0].colour.rgb) * max(dot(n, r.towards), 0.0) * r.strength;
    }
    for (var k = 1u; k < seen.lamps; k++) {
        let r = ray(seen.world, one.lamps[1].place, one.lamps[1].facing, lit_by_1(lifted));
        direct.y = brightness(one.lamps[1].colour.rgb) * max(dot(n, r.towards), 0.0) * r.strength;
    }
    let share = select(vec2<f32>(0.0), direct / max(around + direct.x + direct.y, 1e-4), taken);
    return vec4<u32>(bitcast<vec3<u32>>(seen.world), pack2x16float(share));
}

// Adds up a round: the light of what moves, less of the still picture where it covers.
@fragment fn fs_gather(here: Flat) -> @location(0) vec4<f32> {
    var sum = vec4<f32>(0.0);
    for (var k = 0u; k < ROUND; k++) {
        sum += textureLoad(layers, vec2<i32>(here.position.xy), k, 0);
    }
    return vec4<f32>(sum.rgb, -sum.a);
}

// How much light is left where nothing moves in front: lamps hidden by what moves, averaged over the shadow maps,
// and less sky (`field` holds the share left of it). Times the uncovered part of the pixel, by blending.
@fragment fn fs_under(here: Flat) -> @location(0) vec4<f32> {
    let there = textureLoad(still, vec2<i32>(here.position.xy), 0);
    let world = bitcast<vec3<f32>>(there.xyz);
    let share = unpack2x16float(there.w);
    var left = 1.0 - (1.0 - share.x - share.y) * (1.0 - looked_up(world));
    let at = world + vec3<f32>(0.0, 0.0, 0.02);
    // Nothing is left under what covers the pixel in all samples: no shadow need be looked up. (With more than one
    // round the last one alone never weighs that much.)
    var cover = 0.0;
    for (var k = 0u; k < ROUND; k++) {
        cover += textureLoad(layers, vec2<i32>(here.position.xy), k, 0).a;
    }
    let end = select(here.lamps.y, 0.0, cover > 0.999);
    // The first lamp's, unless only the second's can fall here.
    for (var k = here.lamps.x; k < min(end, 1.0); k += 1.0) {
        left -= share.x * (1.0 - lit_by_0(at));
    }
    for (var k = 1.0; k < end; k += 1.0) {
        left -= share.y * (1.0 - lit_by_1(at));
    }
    // The floor far below takes no shadow of what moves: it would fall where nothing is drawn again.
    return vec4<f32>(0.0, 0.0, 0.0, select(max(left, 0.0), 1.0, world.z < -20.0));
}
