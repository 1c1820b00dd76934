//! The device and what lies on it: pipelines, pictures of surfaces and cards, targets of a shot.

use super::RenderError;
use super::mesh::{Attributes, CASTERS, MATERIALS, Mesh, STANDING};
use super::samples::ROUND;
use super::surface::{self, Surface};
use super::tiles::MOST_PARTS;
use bytemuck::{Pod, Zeroable};
use wgpu::util::DeviceExt;

/// Side of a lamp's shadow map, texels.
pub const SHADOW_SIDE: u32 = 1024;
/// Side of the map of ambient shadow, texels.
pub const FIELD_SIDE: usize = 256;
/// The most lamps.
pub const LAMPS: usize = 2;
const COLOUR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba16Float;
const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
const STILL: wgpu::TextureFormat = wgpu::TextureFormat::Rgba32Uint;
const MASK: wgpu::TextureFormat = wgpu::TextureFormat::R32Uint;

/// A lamp's point, as the shader reads it.
#[repr(C)]
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
pub struct LampData {
    pub clip_from_table: [f32; 16],
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
    pub shift: [f32; 4],
    pub lens: [f32; 4],
    pub bend: [f32; 4],
    pub rows: [f32; 4],
    pub field: [f32; 4],
    pub view: ViewData,
    pub lamp_count: u32,
    pub slot: u32,
    pub pad: [u32; 2],
}

/// Distance between two samples in their buffer: a multiple of every device's step.
pub const SAMPLE_STEP: usize = 512;

/// Where the camera stands at an instant: eye and axes.
pub type ViewData = [[f32; 4]; 4];

/// The device, its pipelines and the pictures that stay.
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// What the device calls itself.
    pub name: String,
    layouts: Layouts,
    pipes: Pipes,
    pictures: wgpu::BindGroup,
    field: wgpu::Texture,
    shadow: Vec<wgpu::TextureView>,
}

struct Layouts {
    sample: wgpu::BindGroupLayout,
    geometry: wgpu::BindGroupLayout,
    still: wgpu::BindGroupLayout,
}

struct Pipes {
    by_rows: Drawers,
    at_once: Drawers,
    hide: wgpu::RenderPipeline,
    still: wgpu::RenderPipeline,
    under: wgpu::RenderPipeline,
    mask: wgpu::RenderPipeline,
}

/// The pipelines of a sample.
struct Drawers {
    shadow: Vec<wgpu::RenderPipeline>,
    depth: wgpu::RenderPipeline,
    by_material: Vec<wgpu::RenderPipeline>,
}

/// A mesh on the device.
pub struct Geometry {
    places: wgpu::Buffer,
    vertices: usize,
    instants: usize,
    group: wgpu::BindGroup,
    attributes: wgpu::Buffer,
    triangles: wgpu::Buffer,
    ranges: [std::ops::Range<u32>; MATERIALS],
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
    still_group: wgpu::BindGroup,
    out: wgpu::Buffer,
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

/// What a drawing needs.
pub struct Drawing<'a> {
    pub targets: &'a Targets,
    pub samples: &'a [SampleData],
    pub views: &'a [ViewData],
    pub geometry: &'a [&'a Geometry],
    pub field: &'a [u8],
    /// What to draw.
    pub parts: &'a [Part],
    /// All rows are read at the same instant by a camera that stands still.
    pub at_once: bool,
    /// Rectangles inside the parts: those to leave out or, for what moves, those to draw under it.
    pub rectangles: &'a [Part],
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
        let instance = wgpu::Instance::default();
        let wish = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&wish))
            .map_err(|error| RenderError::NoDevice { why: error.to_string() })?;
        let name = adapter.get_info().name;
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor::default()))
            .map_err(|error| RenderError::Device { why: error.to_string() })?;
        let layouts = Layouts {
            sample: device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: None,
                entries: &[
                    buffer(0, wgpu::BufferBindingType::Uniform, true),
                    buffer(1, wgpu::BufferBindingType::Storage { read_only: true }, false),
                    buffer(2, wgpu::BufferBindingType::Storage { read_only: true }, false),
                ],
            }),
            still: device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: None,
                entries: &[sampled(0, wgpu::TextureViewDimension::D2, wgpu::TextureSampleType::Uint)],
            }),
            geometry: device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: None,
                entries: &[
                    buffer(0, wgpu::BufferBindingType::Storage { read_only: true }, false),
                    buffer(1, wgpu::BufferBindingType::Uniform, false),
                ],
            }),
        };
        let float = wgpu::TextureSampleType::Float { filterable: true };
        let array = wgpu::TextureViewDimension::D2Array;
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

        let shadow_map = device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d {
                width: SHADOW_SIDE,
                height: SHADOW_SIDE,
                depth_or_array_layers: (LAMPS * ROUND) as u32,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: DEPTH,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let shadow = (0..(LAMPS * ROUND) as u32)
            .map(|layer| {
                shadow_map.create_view(&wgpu::TextureViewDescriptor {
                    dimension: Some(wgpu::TextureViewDimension::D2),
                    base_array_layer: layer,
                    array_layer_count: Some(1),
                    ..Default::default()
                })
            })
            .collect();
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
        let (shadow_all, surfaces, faces) = (as_array(&shadow_map), as_array(&surfaces), as_array(&faces));
        let field_view = field.create_view(&Default::default());
        let bound = [
            wgpu::BindingResource::TextureView(&shadow_all),
            wgpu::BindingResource::Sampler(&less),
            wgpu::BindingResource::TextureView(&surfaces),
            wgpu::BindingResource::TextureView(&faces),
            wgpu::BindingResource::Sampler(&repeat),
            wgpu::BindingResource::Sampler(&clamp),
            wgpu::BindingResource::TextureView(&field_view),
        ];
        let entries: Vec<_> = bound
            .into_iter()
            .enumerate()
            .map(|(binding, resource)| wgpu::BindGroupEntry { binding: binding as u32, resource })
            .collect();
        let pictures = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &picture_layout,
            entries: &entries,
        });
        Ok(Gpu { device, queue, name, layouts, pipes, pictures, field, shadow })
    }

    /// The widest picture the device draws, pixels.
    pub fn widest(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    /// Targets for pictures of a size.
    pub fn targets(&self, size: [u32; 2]) -> Targets {
        let target = |format, usage| {
            self.device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: extent(size[0], size[1]),
                mip_level_count: 1,
                sample_count: 1,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
                view_formats: &[],
            })
        };
        // Rows of parts are padded each on their own.
        let row = u64::from(size[0] * 8) + 256 * MOST_PARTS as u64;
        let still = target(STILL, wgpu::TextureUsages::TEXTURE_BINDING);
        let still_group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.layouts.still,
            entries: &[wgpu::BindGroupEntry {
                binding: 0,
                resource: wgpu::BindingResource::TextureView(&still.create_view(&Default::default())),
            }],
        });
        Targets {
            size,
            colour: target(COLOUR, wgpu::TextureUsages::COPY_SRC),
            depth: target(DEPTH, wgpu::TextureUsages::COPY_DST),
            still_depth: target(DEPTH, wgpu::TextureUsages::COPY_SRC),
            still,
            still_group,
            out: self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: row * u64::from(size[1]),
                usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
                mapped_at_creation: false,
            }),
        }
    }

    fn filled(&self, bytes: &[u8], usage: wgpu::BufferUsages) -> wgpu::Buffer {
        // An empty buffer cannot be bound.
        let some: &[u8] = if bytes.is_empty() { &[0; 16] } else { bytes };
        self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents: some, usage })
    }

    /// Takes a mesh to the device. `places`: those of all instants, one instant after another.
    pub fn geometry(&self, mesh: &Mesh, places: &[[u32; 4]]) -> Geometry {
        let vertices = mesh.attributes.len();
        let instants = places.len().checked_div(vertices).unwrap_or(1);
        let places =
            self.filled(bytemuck::cast_slice(places), wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::VERTEX);
        let header = [vertices as u32, instants as u32, 0, 0];
        let header = self.filled(bytemuck::cast_slice(&header), wgpu::BufferUsages::UNIFORM);
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.layouts.geometry,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: places.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 1, resource: header.as_entire_binding() },
            ],
        });
        let mut first = 0;
        let ranges = std::array::from_fn(|k| {
            let start = first;
            first += mesh.triangles[k].len() as u32;
            start..first
        });
        let triangles: Vec<u32> = mesh.triangles.concat();
        Geometry {
            places,
            vertices,
            instants,
            group,
            attributes: self.filled(bytemuck::cast_slice(&mesh.attributes), wgpu::BufferUsages::VERTEX),
            triangles: self.filled(bytemuck::cast_slice(&triangles), wgpu::BufferUsages::INDEX),
            ranges,
        }
    }

    fn sample_group(&self, samples: &[SampleData], views: &[ViewData]) -> wgpu::BindGroup {
        let mut bytes = vec![0_u8; samples.len() * SAMPLE_STEP];
        for (slot, sample) in bytes.chunks_mut(SAMPLE_STEP).zip(samples) {
            slot[..size_of::<SampleData>()].copy_from_slice(bytemuck::bytes_of(sample));
        }
        let uniform = self.filled(&bytes, wgpu::BufferUsages::UNIFORM);
        let views = self.filled(bytemuck::cast_slice(views), wgpu::BufferUsages::STORAGE);
        let last = &samples[samples.len().saturating_sub(ROUND)..];
        let clips: Vec<[f32; 16]> = (0..LAMPS * ROUND)
            .map(|layer| last[(layer % ROUND).min(last.len() - 1)].lamps[layer / ROUND].clip_from_table)
            .collect();
        let clips = self.filled(bytemuck::cast_slice(&clips), wgpu::BufferUsages::STORAGE);
        let size = wgpu::BufferSize::new(size_of::<SampleData>() as u64);
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.layouts.sample,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer: &uniform, offset: 0, size }),
                },
                wgpu::BindGroupEntry { binding: 1, resource: views.as_entire_binding() },
                wgpu::BindGroupEntry { binding: 2, resource: clips.as_entire_binding() },
            ],
        })
    }

    /// The map of ambient shadow for the next drawing.
    fn put_field(&self, field: &[u8]) {
        self.queue.write_texture(
            self.field.as_image_copy(),
            field,
            wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(FIELD_SIDE as u32), rows_per_image: None },
            extent(FIELD_SIDE as u32, FIELD_SIDE as u32),
        );
    }

    /// Rectangles as triangles, pixels.
    fn rectangles(&self, all: &[Part]) -> (wgpu::Buffer, u32) {
        let corners: Vec<[f32; 2]> = all
            .iter()
            .flat_map(|&[x, y, w, h]| {
                let (x0, y0, x1, y1) = (x as f32, y as f32, (x + w) as f32, (y + h) as f32);
                [[x0, y0], [x1, y0], [x1, y1], [x0, y0], [x1, y1], [x0, y1]]
            })
            .collect();
        (self.filled(bytemuck::cast_slice(&corners), wgpu::BufferUsages::VERTEX), corners.len() as u32)
    }

    /// Which pipelines a drawing takes.
    fn drawers(&self, drawing: &Drawing) -> &Drawers {
        if drawing.at_once { &self.pipes.at_once } else { &self.pipes.by_rows }
    }

    /// Draws the shadow maps of one sample.
    fn shadows(&self, all: &mut wgpu::CommandEncoder, drawing: &Drawing, samples: &wgpu::BindGroup, index: usize) {
        let sample = &drawing.samples[index];
        for lamp in 0..sample.lamp_count as usize {
            let mut pass = all.begin_render_pass(&wgpu::RenderPassDescriptor {
                depth_stencil_attachment: Some(depth_attachment(
                    &self.shadow[lamp * ROUND + sample.slot as usize],
                    wgpu::LoadOp::Clear(1.0),
                )),
                ..Default::default()
            });
            pass.set_pipeline(&self.drawers(drawing).shadow[lamp]);
            pass.set_bind_group(0, samples, &[(index * SAMPLE_STEP) as u32]);
            for geometry in drawing.geometry {
                geometry.draw(&mut pass, 0..CASTERS, sample.rows[1]);
            }
        }
    }

    /// Draws all samples and adds them up: half floats, RGBA, row by row, one part after another.
    pub fn draw(&self, drawing: &Drawing) -> Result<Vec<u16>, RenderError> {
        self.put_field(drawing.field);
        let samples = self.sample_group(drawing.samples, drawing.views);
        let (hide, corners) = self.rectangles(drawing.rectangles);
        let colour = drawing.targets.colour.create_view(&Default::default());
        let depth = drawing.targets.depth.create_view(&Default::default());
        let pipes = self.drawers(drawing);
        let mut all = self.device.create_command_encoder(&Default::default());
        for (index, sample) in drawing.samples.iter().enumerate() {
            self.shadows(&mut all, drawing, &samples, index);
            let mut pass = all.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(colour_attachment(&colour, first_clears(index)))],
                depth_stencil_attachment: Some(depth_attachment(&depth, wgpu::LoadOp::Clear(1.0))),
                ..Default::default()
            });
            pass.set_bind_group(0, &samples, &[(index * SAMPLE_STEP) as u32]);
            pass.set_bind_group(2, &self.pictures, &[]);
            if corners > 0 {
                pass.set_pipeline(&self.pipes.hide);
                pass.set_vertex_buffer(0, hide.slice(..));
                pass.draw(0..corners, 0..1);
            }
            for &[x, y, w, h] in drawing.parts {
                pass.set_scissor_rect(x, y, w, h);
                pipes.draw(&mut pass, drawing.geometry, sample.rows[1]);
            }
            drop(pass);
            self.submit_round(&mut all, index);
        }
        self.read(all, &drawing.targets.colour, &drawing.targets.out, drawing.parts, 8)
    }

    /// Every round on its own: a software device starts on it while the next is prepared.
    fn submit_round(&self, all: &mut wgpu::CommandEncoder, index: usize) {
        if index % ROUND == ROUND - 1 {
            let next = self.device.create_command_encoder(&Default::default());
            self.queue.submit([std::mem::replace(all, next).finish()]);
        }
    }

    /// Keeps how near everything still is and how it is lit, for one sample in the middle of pixel and lamps.
    pub fn remember(&self, drawing: &Drawing) {
        self.put_field(drawing.field);
        let samples = self.sample_group(drawing.samples, drawing.views);
        let still = drawing.targets.still.create_view(&Default::default());
        let depth = drawing.targets.still_depth.create_view(&Default::default());
        let mut all = self.device.create_command_encoder(&Default::default());
        self.shadows(&mut all, drawing, &samples, 0);
        {
            let mut pass = all.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(colour_attachment(&still, first_clears(0)))],
                depth_stencil_attachment: Some(depth_attachment(&depth, wgpu::LoadOp::Clear(1.0))),
                ..Default::default()
            });
            pass.set_bind_group(0, &samples, &[0]);
            pass.set_bind_group(2, &self.pictures, &[]);
            pass.set_pipeline(&self.pipes.still);
            for geometry in drawing.geometry {
                geometry.draw(&mut pass, 0..MATERIALS, drawing.samples[0].rows[1]);
            }
        }
        self.queue.submit([all.finish()]);
    }

    /// Draws what moves over what was remembered: the light of what moves, and in the fourth channel how much of
    /// the still picture is left in a pixel, by cover and by shadow. `rectangles`: where.
    pub fn over(&self, drawing: &Drawing) -> Result<Vec<u16>, RenderError> {
        self.put_field(drawing.field);
        let samples = self.sample_group(drawing.samples, drawing.views);
        let (under, corners) = self.rectangles(drawing.rectangles);
        let targets = drawing.targets;
        let colour = targets.colour.create_view(&Default::default());
        let depth = targets.depth.create_view(&Default::default());
        let pipes = self.drawers(drawing);
        let mut all = self.device.create_command_encoder(&Default::default());
        for (index, sample) in drawing.samples.iter().enumerate() {
            self.shadows(&mut all, drawing, &samples, index);
            all.copy_texture_to_texture(
                targets.still_depth.as_image_copy(),
                targets.depth.as_image_copy(),
                extent(targets.size[0], targets.size[1]),
            );
            let mut pass = all.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(colour_attachment(&colour, first_clears(index)))],
                depth_stencil_attachment: Some(depth_attachment(&depth, wgpu::LoadOp::Load)),
                ..Default::default()
            });
            pass.set_bind_group(0, &samples, &[(index * SAMPLE_STEP) as u32]);
            pass.set_bind_group(2, &self.pictures, &[]);
            pipes.draw(&mut pass, drawing.geometry, sample.rows[1]);
            drop(pass);
            if index + 1 < drawing.samples.len() {
                self.submit_round(&mut all, index);
            }
        }
        {
            let mut pass = all.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(colour_attachment(&colour, wgpu::LoadOp::Load))],
                ..Default::default()
            });
            pass.set_pipeline(&self.pipes.under);
            pass.set_bind_group(0, &samples, &[0]);
            if let Some(geometry) = drawing.geometry.first() {
                pass.set_bind_group(1, &geometry.group, &[]);
            }
            pass.set_bind_group(2, &self.pictures, &[]);
            pass.set_bind_group(3, &targets.still_group, &[]);
            pass.set_vertex_buffer(0, under.slice(..));
            pass.draw(0..corners, 0..1);
        }
        self.read(all, &targets.colour, &targets.out, drawing.parts, 8)
    }

    /// Draws what shows in every pixel, for one sample.
    pub fn mask(&self, drawing: &Drawing) -> Result<Vec<u32>, RenderError> {
        let samples = self.sample_group(drawing.samples, drawing.views);
        let size = drawing.targets.size;
        let texture = self.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: extent(size[0], size[1]),
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: MASK,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = texture.create_view(&Default::default());
        let depth = drawing.targets.depth.create_view(&Default::default());
        let mut all = self.device.create_command_encoder(&Default::default());
        {
            let mut pass = all.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(colour_attachment(&view, wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT)))],
                depth_stencil_attachment: Some(depth_attachment(&depth, wgpu::LoadOp::Clear(1.0))),
                ..Default::default()
            });
            pass.set_bind_group(0, &samples, &[0]);
            pass.set_pipeline(&self.pipes.mask);
            for geometry in drawing.geometry {
                geometry.draw(&mut pass, 0..MATERIALS, 0.0);
            }
        }
        self.read(all, &texture, &drawing.targets.out, &[[0, 0, size[0], size[1]]], 4)
    }

    /// Copies parts of a texture out, one after another, without the padding of their rows.
    fn read<T: Pod>(
        &self,
        mut all: wgpu::CommandEncoder,
        from: &wgpu::Texture,
        out: &wgpu::Buffer,
        parts: &[Part],
        texel: u32,
    ) -> Result<Vec<T>, RenderError> {
        let row = |w: u32| (w * texel).next_multiple_of(256);
        let mut end = 0;
        for &[x, y, w, h] in parts {
            let mut source = from.as_image_copy();
            source.origin = wgpu::Origin3d { x, y, z: 0 };
            let layout = wgpu::TexelCopyBufferLayout { offset: end, bytes_per_row: Some(row(w)), rows_per_image: None };
            all.copy_texture_to_buffer(source, wgpu::TexelCopyBufferInfo { buffer: out, layout }, extent(w, h));
            end += u64::from(row(w)) * u64::from(h);
        }
        self.queue.submit([all.finish()]);
        let lost = |why: String| RenderError::Device { why };
        let slice = out.slice(..end);
        slice.map_async(wgpu::MapMode::Read, |_| {});
        self.device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| lost(error.to_string()))?;
        let values = {
            let mapped = slice.get_mapped_range().map_err(|error| lost(error.to_string()))?;
            let mut values = Vec::with_capacity(end as usize / size_of::<T>());
            let mut rest = &mapped[..];
            for &[_, _, w, h] in parts {
                let (part, after) = rest.split_at((row(w) * h) as usize);
                for line in part.chunks(row(w) as usize) {
                    // Mapped memory begins, and rows are padded, at a multiple of any number's size.
                    values.extend_from_slice(bytemuck::cast_slice(&line[..(w * texel) as usize]));
                }
                rest = after;
            }
            values
        };
        out.unmap();
        Ok(values)
    }
}

impl Geometry {
    fn draw(&self, pass: &mut wgpu::RenderPass, materials: std::ops::Range<usize>, instant: f32) {
        let range = self.ranges[materials.start].start..self.ranges[materials.end - 1].end;
        if range.is_empty() {
            return;
        }
        pass.set_bind_group(1, &self.group, &[]);
        pass.set_vertex_buffer(0, self.attributes.slice(..));
        let last = self.instants - 1;
        let before = (instant.max(0.0) as usize).min(last);
        for (slot, k) in [(1, before), (2, (before + 1).min(last))] {
            let bytes = 16 * self.vertices as u64;
            pass.set_vertex_buffer(slot, self.places.slice(bytes * k as u64..bytes * (k as u64 + 1)));
        }
        pass.set_index_buffer(self.triangles.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(range, 0, 0..1);
    }
}

fn extent(width: u32, height: u32) -> wgpu::Extent3d {
    wgpu::Extent3d { width, height, depth_or_array_layers: 1 }
}

/// The first sample finds an empty picture, the others add to it.
fn first_clears(index: usize) -> wgpu::LoadOp<wgpu::Color> {
    if index == 0 { wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT) } else { wgpu::LoadOp::Load }
}

fn depth_attachment(view: &wgpu::TextureView, load: wgpu::LoadOp<f32>) -> wgpu::RenderPassDepthStencilAttachment<'_> {
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations { load, store: wgpu::StoreOp::Store }),
        stencil_ops: None,
    }
}

fn colour_attachment(view: &wgpu::TextureView, load: wgpu::LoadOp<wgpu::Color>) -> wgpu::RenderPassColorAttachment<'_> {
    wgpu::RenderPassColorAttachment {
        view,
        depth_slice: None,
        resolve_target: None,
        ops: wgpu::Operations { load, store: wgpu::StoreOp::Store },
    }
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

impl Drawers {
    /// Depth of what stands on the table, then the colour of everything.
    fn draw(&self, pass: &mut wgpu::RenderPass, all: &[&Geometry], instant: f32) {
        pass.set_pipeline(&self.depth);
        for geometry in all {
            geometry.draw(pass, 0..STANDING, instant);
        }
        for (material, pipeline) in self.by_material.iter().enumerate() {
            pass.set_pipeline(pipeline);
            for geometry in all {
                geometry.draw(pass, material..material + 1, instant);
            }
        }
    }
}

impl Pipes {
    fn new(device: &wgpu::Device, layouts: &Layouts, pictures: &wgpu::BindGroupLayout) -> Pipes {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(include_str!("shader.wgsl").into()),
        });
        let with = |groups: &[Option<&wgpu::BindGroupLayout>]| {
            device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: groups,
                ..Default::default()
            })
        };
        let shortest = with(&[Some(&layouts.sample)]);
        let short = with(&[Some(&layouts.sample), Some(&layouts.geometry)]);
        let longest = with(&[Some(&layouts.sample), Some(&layouts.geometry), Some(pictures), Some(&layouts.still)]);
        let long = with(&[Some(&layouts.sample), Some(&layouts.geometry), Some(pictures)]);
        let looks = wgpu::vertex_attr_array![0 => Float32x2, 1 => Unorm8x4, 2 => Uint8x4, 3 => Uint32];
        let vertices = [Some(wgpu::VertexBufferLayout {
            array_stride: size_of::<Attributes>() as u64,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &looks,
        })];
        let (before, after) = (wgpu::vertex_attr_array![4 => Uint32x4], wgpu::vertex_attr_array![5 => Uint32x4]);
        let places = |attributes| {
            Some(wgpu::VertexBufferLayout { array_stride: 16, step_mode: wgpu::VertexStepMode::Vertex, attributes })
        };
        let both = [vertices[0].clone(), places(&before), places(&after)];
        let pixel = wgpu::vertex_attr_array![0 => Float32x2];
        let pixels = [Some(wgpu::VertexBufferLayout {
            array_stride: 8,
            step_mode: wgpu::VertexStepMode::Vertex,
            attributes: &pixel,
        })];
        let add = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::One,
            dst_factor: wgpu::BlendFactor::One,
            operation: wgpu::BlendOperation::Add,
        };
        let nothing =
            Some(wgpu::ColorTargetState { format: COLOUR, blend: None, write_mask: wgpu::ColorWrites::empty() });
        let summed = Some(wgpu::ColorTargetState {
            format: COLOUR,
            blend: Some(wgpu::BlendState { color: add, alpha: add }),
            write_mask: wgpu::ColorWrites::ALL,
        });
        let seen = [Some(wgpu::ColorTargetState { format: STILL, blend: None, write_mask: wgpu::ColorWrites::ALL })];
        // What is left of the light, times what is not covered.
        let uncovered = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::OneMinusDstAlpha,
            dst_factor: wgpu::BlendFactor::Zero,
            operation: wgpu::BlendOperation::Add,
        };
        let left = [Some(wgpu::ColorTargetState {
            format: COLOUR,
            blend: Some(wgpu::BlendState { color: uncovered, alpha: uncovered }),
            write_mask: wgpu::ColorWrites::ALPHA,
        })];
        let ids = Some(wgpu::ColorTargetState { format: MASK, blend: None, write_mask: wgpu::ColorWrites::ALL });
        type Buffers<'a> = &'a [Option<wgpu::VertexBufferLayout<'a>>];
        let flat = |layout: &wgpu::PipelineLayout, fragment: &str, targets: &[Option<wgpu::ColorTargetState>]| {
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: None,
                layout: Some(layout),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some("vs_hide"),
                    compilation_options: Default::default(),
                    buffers: &pixels,
                },
                primitive: wgpu::PrimitiveState::default(),
                depth_stencil: None,
                multisample: Default::default(),
                fragment: Some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some(fragment),
                    compilation_options: Default::default(),
                    targets,
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        let make = |layout: &wgpu::PipelineLayout,
                    entry: &str,
                    buffers: Buffers,
                    fragment: Option<(&str, &[Option<wgpu::ColorTargetState>])>,
                    compare: wgpu::CompareFunction,
                    write: bool| {
            // What slopes away from a lamp must not shade itself.
            let steep = if entry.starts_with("vs_shadow") { 2.0 } else { 0.0 };
            let bias = wgpu::DepthBiasState { constant: 0, slope_scale: steep, clamp: 0.0 };
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: None,
                layout: Some(layout),
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some(entry),
                    compilation_options: Default::default(),
                    buffers,
                },
                primitive: wgpu::PrimitiveState::default(),
                depth_stencil: Some(wgpu::DepthStencilState {
                    format: DEPTH,
                    depth_write_enabled: Some(write),
                    depth_compare: Some(compare),
                    stencil: Default::default(),
                    bias,
                }),
                multisample: Default::default(),
                fragment: fragment.map(|(entry, targets)| wgpu::FragmentState {
                    module: &module,
                    entry_point: Some(entry),
                    compilation_options: Default::default(),
                    targets,
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        let (less, equal) = (wgpu::CompareFunction::Less, wgpu::CompareFunction::Equal);
        let (nothing, summed, ids) = ([nothing], [summed], [ids]);
        let drawers = |kind: &str, buffers: Buffers| {
            let colour = |entry: &str, compare, write| {
                make(&long, &format!("vs_colour{kind}"), buffers, Some((entry, &summed)), compare, write)
            };
            Drawers {
                shadow: (0..LAMPS)
                    .map(|lamp| make(&short, &format!("vs_shadow{kind}_{lamp}"), buffers, None, less, true))
                    .collect(),
                depth: make(&short, &format!("vs_depth{kind}"), buffers, Some(("fs_nothing", &nothing)), less, true),
                // What stands on the table is drawn where the depth pass found it; the ground, uppermost layer
                // first, where nothing is yet.
                by_material: vec![
                    colour("fs_skin", equal, false),
                    colour("fs_card", equal, false),
                    colour("fs_surface", equal, false),
                    colour("fs_card", equal, false),
                    colour("fs_ground", less, true),
                ],
            }
        };
        Pipes {
            by_rows: drawers("", &vertices),
            at_once: drawers("_at_once", &both),
            hide: make(
                &shortest,
                "vs_hide",
                &pixels,
                Some(("fs_nothing", &nothing)),
                wgpu::CompareFunction::Always,
                true,
            ),
            still: make(&long, "vs_colour", &vertices, Some(("fs_still", &seen)), less, true),
            under: flat(&longest, "fs_under", &left),
            mask: make(&short, "vs_mask", &vertices, Some(("fs_mask", &ids)), less, true),
        }
    }
}
