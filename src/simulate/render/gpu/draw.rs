//! What the device is told to draw: still things, what moves over them, masks.

use super::pipes::Drawers;
use super::*;

impl Gpu {
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
    pub(super) fn draw(&self, pass: &mut wgpu::RenderPass, materials: std::ops::Range<usize>, instant: f32) {
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
