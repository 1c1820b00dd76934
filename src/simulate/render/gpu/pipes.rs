//! The pipelines: which part of the shader draws what, and how it is put together with what is there.

use super::*;

/// All pipelines.
pub(super) struct Pipes {
    pub(super) shadow: Vec<wgpu::RenderPipeline>,
    pub(super) depth: wgpu::RenderPipeline,
    /// By material, adding to what is there.
    pub(super) adding: Vec<wgpu::RenderPipeline>,
    /// By material, alone.
    pub(super) over: Vec<wgpu::RenderPipeline>,
    pub(super) hide: wgpu::RenderPipeline,
    pub(super) still: wgpu::RenderPipeline,
    pub(super) gather: wgpu::RenderPipeline,
    pub(super) under: wgpu::RenderPipeline,
    pub(super) mask: wgpu::RenderPipeline,
}

impl Pipes {
    pub(super) fn new(device: &wgpu::Device, layouts: &Layouts, pictures: &wgpu::BindGroupLayout) -> Pipes {
        let source = include_str!("../shader.wgsl")
            .replace("SHADOW_SIDE", &format!("{SHADOW_SIDE}.0"))
            .replace("HIGHEST_RECEIVER", &format!("{HIGHEST_RECEIVER_CM:?}"));
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let with = |groups: &[Option<&wgpu::BindGroupLayout>]| {
            device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: None,
                bind_group_layouts: groups,
                ..Default::default()
            })
        };
        let short = with(&[Some(&layouts.sample)]);
        let long = with(&[Some(&layouts.sample), Some(pictures)]);
        let longest = with(&[Some(&layouts.sample), Some(pictures), Some(&layouts.still)]);
        let looks = wgpu::vertex_attr_array![0 => Float32x2, 1 => Unorm8x4, 2 => Uint8x4, 3 => Uint32];
        let spots = wgpu::vertex_attr_array![4 => Float32x3, 5 => Float32x3, 6 => Uint32];
        let of = |array_stride: usize, attributes| {
            let array_stride = array_stride as u64;
            Some(wgpu::VertexBufferLayout { array_stride, step_mode: wgpu::VertexStepMode::Vertex, attributes })
        };
        let vertices = [of(size_of::<Attributes>(), &looks), of(size_of::<Spot>(), &spots)];
        let corner = wgpu::vertex_attr_array![0 => Float32x4];
        let rectangles = [of(16, &corner)];
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
        let alone = Some(wgpu::ColorTargetState { format: COLOUR, blend: None, write_mask: wgpu::ColorWrites::ALL });
        // What is left of the light, times what is not covered.
        let uncovered = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::Zero,
            dst_factor: wgpu::BlendFactor::SrcAlpha,
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
                    entry_point: Some("vs_flat"),
                    compilation_options: Default::default(),
                    buffers: &rectangles,
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
            let (format, steep) = if entry.starts_with("vs_shadow") { (SHADOW_DEPTH, 2.0) } else { (DEPTH, 0.0) };
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
                    format,
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
        let (nothing, summed, alone, ids) = ([nothing], [summed], [alone], [ids]);
        let adding =
            |entry: &str, compare, write| make(&long, "vs_colour", &vertices, Some((entry, &summed)), compare, write);
        let over = |entry: &str| make(&long, "vs_colour", &vertices, Some((entry, &alone)), less, true);
        let always = wgpu::CompareFunction::Always;
        Pipes {
            shadow: (0..LAMPS * OWN)
                .map(|map| make(&short, &format!("vs_shadow_{map}"), &vertices, None, less, true))
                .collect(),
            depth: make(&short, "vs_depth", &vertices, Some(("fs_nothing", &nothing)), less, true),
            // What stands on the table is drawn where the depth pass found it; the ground, uppermost layer
            // first, where nothing is yet.
            adding: vec![
                adding("fs_skin", equal, false),
                adding("fs_card", equal, false),
                adding("fs_surface", equal, false),
                adding("fs_card", equal, false),
                adding("fs_ground", less, true),
            ],
            over: ["fs_skin", "fs_card", "fs_surface", "fs_card", "fs_ground"].map(over).into(),
            hide: make(&short, "vs_flat", &rectangles, Some(("fs_nothing", &nothing)), always, true),
            still: make(&long, "vs_colour", &vertices, Some(("fs_still", &seen)), less, true),
            gather: flat(&longest, "fs_gather", &summed),
            under: flat(&longest, "fs_under", &left),
            mask: make(&short, "vs_mask", &vertices, Some(("fs_mask", &ids)), less, true),
        }
    }
}
