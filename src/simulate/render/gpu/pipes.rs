//! The pipelines: which part of the shader draws what, and how it is put together with what is there.

use super::*;

/// All pipelines.
pub(super) struct Pipes {
    pub(super) by_rows: Drawers,
    pub(super) at_once: Drawers,
    pub(super) hide: wgpu::RenderPipeline,
    pub(super) still: wgpu::RenderPipeline,
    pub(super) under: wgpu::RenderPipeline,
    pub(super) mask: wgpu::RenderPipeline,
}

/// The pipelines of a sample.
pub(super) struct Drawers {
    pub(super) shadow: Vec<wgpu::RenderPipeline>,
    pub(super) depth: wgpu::RenderPipeline,
    pub(super) by_material: Vec<wgpu::RenderPipeline>,
}
impl Drawers {
    /// Depth of what stands on the table, then the colour of everything.
    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass, all: &[&Geometry], instant: f32) {
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
    pub(super) fn new(device: &wgpu::Device, layouts: &Layouts, pictures: &wgpu::BindGroupLayout) -> Pipes {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(include_str!("../shader.wgsl").into()),
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
