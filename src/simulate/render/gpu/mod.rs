//! The device and what lies on it: pipelines, pictures of surfaces and cards, targets of a shot.

mod draw;
mod pipes;

use super::RenderError;
use super::mark::HIGHEST_RECEIVER_CM;
use super::mesh::{Attributes, STANDING};
use super::place::{Placed, Spot};
use super::samples::{MAPS, OWN, ROUND};
use super::surface::{self, Surface};
use super::tiles::MOST_PARTS;
use bytemuck::{Pod, Zeroable};
use pipes::Pipes;
use std::cell::RefCell;
use wgpu::util::DeviceExt;

/// Side of a lamp's shadow map of what moves, texels.
pub const SHADOW_SIDE: u32 = 640;
/// Side of a lamp's shadow map of everything, texels; there is one for each lamp, drawn anew for every sample.
const STILL_SHADOW_SIDE: u32 = 1536;
/// Side of the map of ambient shadow, texels.
pub const FIELD_SIDE: usize = 256;
/// The most lamps.
pub const LAMPS: usize = 2;
const COLOUR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
/// Half as large: sixteen maps are read for every pixel. Lamps are far: a step is less than a millimetre.
const SHADOW_DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth16Unorm;
const STILL: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Uint;
const MASK: wgpu::TextureFormat = wgpu::TextureFormat::R32Uint;

/// A lamp's point, as the shader reads it.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub struct LampData {
    pub clip_from_table: [[f32; 16]; OWN],
    pub place: [f32; 4],
    pub facing: [f32; 4],
    pub colour: [f32; 4],
}

/// A sample, as the shader reads it; the fields are explained there.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub struct SampleData {
    pub lamps: [LampData; LAMPS],
    pub sky: [f32; 4],
    pub bounce: [f32; 4],
    pub sensor: [f32; 4],
    pub field: [f32; 4],
    pub eye: [f32; 4],
    pub lamp_count: u32,
    pub slot: u32,
    pub own: u32,
    pub maps: u32,
}

/// Distance between two samples in their buffer: a multiple of every device's step.
pub const SAMPLE_STEP: usize = 512;

/// The device, its pipelines and the pictures that stay.
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// What the device calls itself.
    pub name: String,
    layouts: Layouts,
    pipes: Pipes,
    /// With the shadow maps of what moves, and with those of everything.
    pictures: wgpu::BindGroup,
    still_pictures: wgpu::BindGroup,
    field: wgpu::Texture,
    /// By lamp, then by map.
    shadow: Vec<wgpu::TextureView>,
    still_shadow: Vec<wgpu::TextureView>,
}

struct Layouts {
    sample: wgpu::BindGroupLayout,
    still: wgpu::BindGroupLayout,
}

/// A mesh in every sample of a drawing.
#[derive(Debug, Clone, Default)]
pub struct Sheaf {
    /// By vertex.
    pub attributes: Vec<Attributes>,
    /// By sample.
    pub placed: Vec<Placed>,
}

/// A mesh on the device.
pub(super) struct Geometry<'a> {
    attributes: wgpu::Buffer,
    spots: wgpu::Buffer,
    corners: wgpu::Buffer,
    placed: &'a [Placed],
    /// Where each sample's vertices and corners begin, bytes.
    starts: Vec<[u64; 2]>,
}

/// What a picture is drawn on.
pub struct Targets {
    /// Width and height.
    pub size: [u32; 2],
    colour: wgpu::Texture,
    depth: wgpu::Texture,
    /// What stands still: how near, and what it is.
    still_depth: wgpu::Texture,
    still: wgpu::Texture,
    /// The samples of a round of what moves.
    layers: Vec<wgpu::TextureView>,
    still_group: wgpu::BindGroup,
    /// Free buffers for what is read back.
    outs: RefCell<Vec<wgpu::Buffer>>,
}

/// Parts of a picture on their way from the device.
pub struct Waiting {
    out: wgpu::Buffer,
    parts: Vec<Part>,
    /// Bytes of a texel.
    texel: u32,
    /// Bytes in all, rows padded.
    end: u64,
    sent: wgpu::SubmissionIndex,
}

/// A part of the picture: x, y, width, height.
pub type Part = [u32; 4];

/// The pictures of cards, all of one size, RGBA row by row.
pub struct CardPictures {
    /// Width and height.
    pub size: [u32; 2],
    /// One layer each.
    pub layers: Vec<Vec<u8>>,
}

/// A rectangle of the picture: x, y, width, height; and which lamps' shadows may fall there, the first and the one
/// after the last.
pub type Rectangle = (Part, [u32; 2]);

/// What a drawing needs.
#[derive(Debug, Clone, Default)]
pub struct Drawing {
    pub samples: Vec<SampleData>,
    pub meshes: Vec<Sheaf>,
    /// How much of the sky is hidden or, for what moves, left.
    pub field: Vec<u8>,
    /// What to draw.
    pub parts: Vec<Part>,
    /// Rectangles inside the parts: those to leave out or, for what moves, those to draw.
    pub rectangles: Vec<Rectangle>,
    /// Rectangles on which shadows of what moves may fall.
    pub shaded: Vec<Rectangle>,
}

fn sampled(
    binding: u32,
    view: wgpu::TextureViewDimension,
    kind: wgpu::TextureSampleType,
) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty: wgpu::BindingType::Texture { sample_type: kind, view_dimension: view, multisampled: false },
        count: None,
    }
}

fn sampler(binding: u32, kind: wgpu::SamplerBindingType) -> wgpu::BindGroupLayoutEntry {
    let visibility = wgpu::ShaderStages::FRAGMENT;
    wgpu::BindGroupLayoutEntry { binding, visibility, ty: wgpu::BindingType::Sampler(kind), count: None }
}

fn buffer(binding: u32, ty: wgpu::BufferBindingType, dynamic: bool) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: dynamic, min_binding_size: None },
        count: None,
    }
}

impl Gpu {
    /// Opens a device and prepares all that stays.
    pub fn open(cards: &CardPictures, seed: u64) -> Result<Gpu, RenderError> {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::PRIMARY,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let wish = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&wish))
            .map_err(|error| RenderError::NoDevice { why: error.to_string() })?;
        let name = adapter.get_info().name;
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor::default()))
            .map_err(|error| RenderError::Device { why: error.to_string() })?;
        let array = wgpu::TextureViewDimension::D2Array;
        let layouts = Layouts {
            sample: device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: None,
                entries: &[
                    buffer(0, wgpu::BufferBindingType::Uniform, true),
                    buffer(1, wgpu::BufferBindingType::Uniform, false),
                ],
            }),
            still: device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: None,
                entries: &[
                    sampled(0, wgpu::TextureViewDimension::D2, wgpu::TextureSampleType::Uint),
                    sampled(1, array, wgpu::TextureSampleType::Float { filterable: false }),
                ],
            }),
        };
        let float = wgpu::TextureSampleType::Float { filterable: true };
        let picture_layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: None,
            entries: &[
                sampled(0, array, wgpu::TextureSampleType::Depth),
                sampler(1, wgpu::SamplerBindingType::Comparison),
                sampled(2, array, float),
                sampled(3, array, float),
                sampler(4, wgpu::SamplerBindingType::Filtering),
                sampler(5, wgpu::SamplerBindingType::Filtering),
                sampled(6, wgpu::TextureViewDimension::D2, float),
            ],
        });
        let pipes = Pipes::new(&device, &layouts, &picture_layout);

        let shadow_maps = |side: u32, layers: usize| {
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d { width: side, height: side, depth_or_array_layers: layers as u32 },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format: SHADOW_DEPTH,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
                view_formats: &[],
            });
            let views: Vec<_> = (0..layers as u32).map(|layer| one_layer(&texture, layer)).collect();
            (texture, views)
        };
        let (shadow_map, shadow) = shadow_maps(SHADOW_SIDE, LAMPS * MAPS);
        let (still_shadow_map, still_shadow) = shadow_maps(STILL_SHADOW_SIDE, LAMPS);
        let surfaces: Vec<Vec<u8>> = Surface::ALL.iter().map(|surface| surface::draw(*surface, seed)).collect();
        let side = surface::SIDE as u32;
        let surfaces = layered(&device, &queue, [side, side], &surfaces, wgpu::TextureFormat::Rgba8Unorm);
        let faces = layered(&device, &queue, cards.size, &cards.layers, wgpu::TextureFormat::Rgba8UnormSrgb);
        let field = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: extent(FIELD_SIDE as u32, FIELD_SIDE as u32),
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::R8Unorm,
            usage: wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let linear = |address: wgpu::AddressMode, compare: Option<wgpu::CompareFunction>| {
            device.create_sampler(&wgpu::SamplerDescriptor {
                address_mode_u: address,
                address_mode_v: address,
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                mipmap_filter: wgpu::MipmapFilterMode::Nearest,
                compare,
                ..Default::default()
            })
        };
        let edge = wgpu::AddressMode::ClampToEdge;
        let (less, repeat, clamp) = (
            linear(edge, Some(wgpu::CompareFunction::LessEqual)),
            linear(wgpu::AddressMode::Repeat, None),
            linear(edge, None),
        );
        let as_array = |texture: &wgpu::Texture| {
            texture.create_view(&wgpu::TextureViewDescriptor { dimension: Some(array), ..Default::default() })
        };
        let (surfaces, faces) = (as_array(&surfaces), as_array(&faces));
        let field_view = field.create_view(&Default::default());
        let group = |shadows: &wgpu::Texture| {
            let shadows = as_array(shadows);
            let bound = [
                wgpu::BindingResource::TextureView(&shadows),
                wgpu::BindingResource::Sampler(&less),
                wgpu::BindingResource::TextureView(&surfaces),
                wgpu::BindingResource::TextureView(&faces),
                wgpu::BindingResource::Sampler(&repeat),
                wgpu::BindingResource::Sampler(&clamp),
                wgpu::BindingResource::TextureView(&field_view),
            ];
            let entries: Vec<_> =
                (0..).zip(bound).map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource }).collect();
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &picture_layout,
                entries: &entries,
            })
        };
        let (pictures, still_pictures) = (group(&shadow_map), group(&still_shadow_map));
        Ok(Gpu { device, queue, name, layouts, pipes, pictures, still_pictures, field, shadow, still_shadow })
    }

    /// The widest picture the device draws, pixels.
    pub fn widest(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    /// Targets for pictures of a size.
    pub fn targets(&self, size: [u32; 2]) -> Targets {
        let target = |format, usage, layers| {
            self.device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d { depth_or_array_layers: layers, ..extent(size[0], size[1]) },
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
                view_formats: &[],
            })
        };
        let still = target(STILL, wgpu::TextureUsages::TEXTURE_BINDING, 1);
        let round = target(COLOUR, wgpu::TextureUsages::TEXTURE_BINDING, ROUND as u32);
        let (still_view, round_view) = (still.create_view(&Default::default()), round.create_view(&Default::default()));
        let still_group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.layouts.still,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&still_view) },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::TextureView(&round_view) },
            ],
        });
        Targets {
            size,
            colour: target(COLOUR, wgpu::TextureUsages::COPY_SRC, 1),
            depth: target(DEPTH, wgpu::TextureUsages::COPY_DST, 1),
            still_depth: target(DEPTH, wgpu::TextureUsages::COPY_SRC, 1),
            still,
            layers: (0..ROUND as u32).map(|layer| one_layer(&round, layer)).collect(),
            still_group,
            outs: RefCell::default(),
        }
    }

    /// A buffer for what is read back of a picture.
    fn out(&self, [width, height]: [u32; 2]) -> wgpu::Buffer {
        // Rows of parts are padded each on their own.
        let row = u64::from(width * 8) + 256 * MOST_PARTS as u64;
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: row * u64::from(height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        })
    }

    fn filled(&self, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        // An empty buffer cannot be bound.
        let some: &[u8] = if bytes.is_empty() { &[0; 16] } else { bytes };
        self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents: some, usage })
    }

    /// Takes a mesh to the device.
    pub(super) fn geometry<'a>(&self, sheaf: &'a Sheaf) -> Geometry<'a> {
        let mut spots: Vec<Spot> = Vec::with_capacity(sheaf.placed.iter().map(|placed| placed.spots.len()).sum());
        let mut corners: Vec<u32> = Vec::with_capacity(sheaf.placed.iter().map(|placed| placed.corners.len()).sum());
        let starts = sheaf.placed.iter().map(|placed| {
            let start = [size_of::<Spot>() * spots.len(), size_of::<u32>() * corners.len()].map(|n| n as u64);
            spots.extend_from_slice(&placed.spots);
            corners.extend_from_slice(&placed.corners);
            start
        });
        let starts = starts.collect();
        Geometry {
            attributes: self.filled(bytemuck::cast_slice(&sheaf.attributes), wgpu::BufferUsages::VERTEX),
            spots: self.filled(bytemuck::cast_slice(&spots), wgpu::BufferUsages::VERTEX),
            corners: self.filled(bytemuck::cast_slice(&corners), wgpu::BufferUsages::INDEX),
            placed: &sheaf.placed,
            starts,
        }
    }
}

fn one_layer(texture: &wgpu::Texture, layer: u32) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor {
        dimension: Some(wgpu::TextureViewDimension::D2),
        base_array_layer: layer,
        array_layer_count: Some(1),
        ..Default::default()
    })
}

fn extent(width: u32, height: u32) -> wgpu::Extent3d {
    wgpu::Extent3d { width, height, depth_or_array_layers: 1 }
}

/// Pictures of one size as layers, with all their smaller copies.
fn layered(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    size: [u32; 2],
    layers: &[Vec<u8>],
    format: wgpu::TextureFormat,
) -> wgpu::Texture {
    let levels = size[0].max(size[1]).ilog2() + 1;
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: size[0], height: size[1], depth_or_array_layers: layers.len() as u32 },
        mip_level_count: levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    for (layer, picture) in layers.iter().enumerate() {
        let (mut w, mut h) = (size[0], size[1]);
        let mut bytes = picture.clone();
        for level in 0..levels {
            queue.write_texture(
                wgpu::TexelCopyTextureInfo {
                    texture: &texture,
                    mip_level: level,
                    origin: wgpu::Origin3d { x: 0, y: 0, z: layer as u32 },
                    aspect: wgpu::TextureAspect::All,
                },
                &bytes,
                wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * w), rows_per_image: None },
                extent(w, h),
            );
            bytes = surface::halve(&bytes, w as usize, h as usize);
            (w, h) = ((w / 2).max(1), (h / 2).max(1));
        }
    }
    texture
}
