//! What the device is told to draw: still things, what moves over them, masks.

use super::*;

impl Gpu {
    fn sample_group(&self, samples: &[SampleData]) -> wgpu::BindGroup {
        let mut bytes = vec![0_u8; samples.len() * SAMPLE_STEP];
        for (slot, sample) in bytes.chunks_mut(SAMPLE_STEP).zip(samples) {
            slot[..size_of::<SampleData>()].copy_from_slice(bytemuck::bytes_of(sample));
        }
        let uniform = self.filled(&bytes, wgpu::BufferUsages::UNIFORM);
        let mut clips = vec![[0.0_f32; 16]; LAMPS * MAPS];
        for sample in samples {
            for (lamp, data) in sample.lamps.iter().enumerate() {
                for own in 0..sample.own as usize {
                    clips[lamp * MAPS + sample.slot as usize + own] = data.clip_from_table[own];
                }
            }
        }
        let clips = self.filled(bytemuck::cast_slice(&clips), wgpu::BufferUsages::UNIFORM);
        let size = wgpu::BufferSize::new(size_of::<SampleData>() as u64);
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.layouts.sample,
            entries: &[
                wgpu::BindGroupEntry {
                    binding: 0,
                    resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer: &uniform, offset: 0, size }),
                },
                wgpu::BindGroupEntry { binding: 1, resource: clips.as_entire_binding() },
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

    /// Rectangles as triangles, pixels, with the lamps.
    fn rectangles(&self, all: &[Rectangle]) -> (wgpu::Buffer, u32) {
        let corners: Vec<[f32; 4]> = all
            .iter()
            .flat_map(|&([x, y, w, h], lamps)| {
                let [x0, y0, x1, y1] = [x, y, x + w, y + h].map(|n| n as f32);
                let [first, end] = lamps.map(|n| n as f32);
                [[x0, y0], [x1, y0], [x1, y1], [x0, y0], [x1, y1], [x0, y1]].map(|[x, y]| [x, y, first, end])
            })
            .collect();
        (self.filled(bytemuck::cast_slice(&corners), wgpu::BufferUsages::VERTEX), corners.len() as u32)
    }

    /// Draws the shadow maps of one sample.
    fn shadows(
        &self,
        all: &mut wgpu::CommandEncoder,
        sample: &SampleData,
        meshes: &[Geometry],
        samples: &wgpu::BindGroup,
        index: usize,
    ) {
        let maps = if sample.maps == 1 { &self.still_shadow } else { &self.shadow };
        let own = sample.own as usize;
        for (lamp, k) in (0..sample.lamp_count as usize).flat_map(|lamp| (0..own).map(move |k| (lamp, k))) {
            let mut pass = all.begin_render_pass(&wgpu::RenderPassDescriptor {
                depth_stencil_attachment: Some(depth_attachment(
                    &maps[lamp * sample.maps as usize + sample.slot as usize + k],
                    wgpu::LoadOp::Clear(1.0),
                )),
                ..Default::default()
            });
            pass.set_pipeline(&self.pipes.shadow[lamp * OWN + k]);
            pass.set_bind_group(0, samples, &[(index * SAMPLE_STEP) as u32]);
            for mesh in meshes {
                mesh.set(&mut pass, index);
                mesh.draw(&mut pass, mesh.placed[index].thrown[lamp].clone());
            }
        }
    }

    /// Draws all samples and adds them up: half floats, RGBA, row by row, one part after another.
    pub fn draw(&self, targets: &Targets, drawing: &Drawing) -> Result<Vec<u16>, RenderError> {
        self.put_field(&drawing.field);
        let samples = self.sample_group(&drawing.samples);
        let meshes: Vec<Geometry> = drawing.meshes.iter().map(|sheaf| self.geometry(sheaf)).collect();
        let (hide, corners) = self.rectangles(&drawing.rectangles);
        let colour = targets.colour.create_view(&Default::default());
        let depth = targets.depth.create_view(&Default::default());
        let mut all = self.device.create_command_encoder(&Default::default());
        for (index, sample) in drawing.samples.iter().enumerate() {
            self.shadows(&mut all, sample, &meshes, &samples, index);
            let clear = if index == 0 { wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT) } else { wgpu::LoadOp::Load };
            let mut pass = all.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(colour_attachment(&colour, clear))],
                depth_stencil_attachment: Some(depth_attachment(&depth, wgpu::LoadOp::Clear(1.0))),
                ..Default::default()
            });
            pass.set_bind_group(0, &samples, &[(index * SAMPLE_STEP) as u32]);
            pass.set_bind_group(1, &self.still_pictures, &[]);
            if corners > 0 {
                pass.set_pipeline(&self.pipes.hide);
                pass.set_vertex_buffer(0, hide.slice(..));
                pass.draw(0..corners, 0..1);
            }
            for &[x, y, w, h] in &drawing.parts {
                pass.set_scissor_rect(x, y, w, h);
                // Depth of what stands on the table, then the colour of everything.
                pass.set_pipeline(&self.pipes.depth);
                for mesh in &meshes {
                    mesh.set(&mut pass, index);
                    (0..STANDING).for_each(|k| mesh.draw(&mut pass, mesh.placed[index].seen[k].clone()));
                }
                for (material, pipeline) in self.pipes.adding.iter().enumerate() {
                    pass.set_pipeline(pipeline);
                    for mesh in &meshes {
                        mesh.set(&mut pass, index);
                        mesh.draw(&mut pass, mesh.placed[index].seen[material].clone());
                    }
                }
            }
            drop(pass);
            self.submit_round(&mut all, index);
        }
        self.fetch(targets, self.send(all, targets, &targets.colour, &drawing.parts, 8))
    }

    /// Every round on its own: a software device starts on it while the next is prepared.
    fn submit_round(&self, all: &mut wgpu::CommandEncoder, index: usize) {
        if index % ROUND == ROUND - 1 {
            let next = self.device.create_command_encoder(&Default::default());
            self.queue.submit([std::mem::replace(all, next).finish()]);
        }
    }

    /// Keeps how near everything still is and how it is lit: the first sample says where it shows, the others bring
    /// a shadow map each.
    pub fn remember(&self, targets: &Targets, drawing: &Drawing) {
        self.put_field(&drawing.field);
        let samples = self.sample_group(&drawing.samples);
        let meshes: Vec<Geometry> = drawing.meshes.iter().map(|sheaf| self.geometry(sheaf)).collect();
        let still = targets.still.create_view(&Default::default());
        let depth = targets.still_depth.create_view(&Default::default());
        let mut all = self.device.create_command_encoder(&Default::default());
        for (index, sample) in drawing.samples.iter().enumerate().skip(1) {
            self.shadows(&mut all, sample, &meshes, &samples, index);
        }
        {
            let clear = wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT);
            let mut pass = all.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(colour_attachment(&still, clear))],
                depth_stencil_attachment: Some(depth_attachment(&depth, wgpu::LoadOp::Clear(1.0))),
                ..Default::default()
            });
            pass.set_bind_group(0, &samples, &[0]);
            pass.set_bind_group(1, &self.pictures, &[]);
            pass.set_pipeline(&self.pipes.still);
            for mesh in &meshes {
                mesh.set(&mut pass, 0);
                mesh.placed[0].seen.iter().for_each(|range| mesh.draw(&mut pass, range.clone()));
            }
        }
        self.queue.submit([all.finish()]);
    }

    /// Draws what moves over what was remembered: the light of what moves, and in the fourth channel how much of
    /// the still picture is left in a pixel, by cover and by shadow. `rectangles`: where; `shaded`: where shadows
    /// fall. A whole number of rounds. Half floats, RGBA, to be fetched.
    pub fn over(&self, targets: &Targets, drawing: &Drawing) -> Waiting {
        self.put_field(&drawing.field);
        let samples = self.sample_group(&drawing.samples);
        let meshes: Vec<Geometry> = drawing.meshes.iter().map(|sheaf| self.geometry(sheaf)).collect();
        let (where_drawn, corners) = self.rectangles(&drawing.rectangles);
        let (where_shaded, shaded) = self.rectangles(&drawing.shaded);
        let colour = targets.colour.create_view(&Default::default());
        let depth = targets.depth.create_view(&Default::default());
        let mut all = self.device.create_command_encoder(&Default::default());
        let flat = |all: &mut wgpu::CommandEncoder, load, pipe: &wgpu::RenderPipeline, buffer: &wgpu::Buffer, count| {
            let mut pass = all.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(colour_attachment(&colour, load))],
                ..Default::default()
            });
            pass.set_pipeline(pipe);
            pass.set_bind_group(0, &samples, &[0]);
            pass.set_bind_group(1, &self.pictures, &[]);
            pass.set_bind_group(2, &targets.still_group, &[]);
            pass.set_vertex_buffer(0, buffer.slice(..));
            pass.draw(0..count, 0..1);
        };
        for (index, sample) in drawing.samples.iter().enumerate() {
            self.shadows(&mut all, sample, &meshes, &samples, index);
            all.copy_texture_to_texture(
                targets.still_depth.as_image_copy(),
                targets.depth.as_image_copy(),
                extent(targets.size[0], targets.size[1]),
            );
            let layer = &targets.layers[index % ROUND];
            let mut pass = all.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(colour_attachment(layer, wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT)))],
                depth_stencil_attachment: Some(depth_attachment(&depth, wgpu::LoadOp::Load)),
                ..Default::default()
            });
            pass.set_bind_group(0, &samples, &[(index * SAMPLE_STEP) as u32]);
            pass.set_bind_group(1, &self.pictures, &[]);
            for mesh in &meshes {
                mesh.set(&mut pass, index);
                for (pipeline, range) in self.pipes.over.iter().zip(&mesh.placed[index].seen) {
                    pass.set_pipeline(pipeline);
                    mesh.draw(&mut pass, range.clone());
                }
            }
            drop(pass);
            if index % ROUND == ROUND - 1 {
                let load = if index < ROUND { wgpu::LoadOp::Clear(UNCOVERED) } else { wgpu::LoadOp::Load };
                flat(&mut all, load, &self.pipes.gather, &where_drawn, corners);
            }
            if index + 1 < drawing.samples.len() {
                self.submit_round(&mut all, index);
            }
        }
        if shaded > 0 {
            flat(&mut all, wgpu::LoadOp::Load, &self.pipes.under, &where_shaded, shaded);
        }
        self.send(all, targets, &targets.colour, &drawing.parts, 8)
    }

    /// Draws what shows in every pixel, for one sample.
    pub fn mask(&self, targets: &Targets, drawing: &Drawing) -> Result<Vec<u32>, RenderError> {
        let samples = self.sample_group(&drawing.samples);
        let meshes: Vec<Geometry> = drawing.meshes.iter().map(|sheaf| self.geometry(sheaf)).collect();
        let size = targets.size;
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
        let depth = targets.depth.create_view(&Default::default());
        let mut all = self.device.create_command_encoder(&Default::default());
        {
            let mut pass = all.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(colour_attachment(&view, wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT)))],
                depth_stencil_attachment: Some(depth_attachment(&depth, wgpu::LoadOp::Clear(1.0))),
                ..Default::default()
            });
            pass.set_bind_group(0, &samples, &[0]);
            pass.set_pipeline(&self.pipes.mask);
            for mesh in &meshes {
                mesh.set(&mut pass, 0);
                mesh.placed[0].seen.iter().for_each(|range| mesh.draw(&mut pass, range.clone()));
            }
        }
        self.fetch(targets, self.send(all, targets, &texture, &[[0, 0, size[0], size[1]]], 4))
    }

    /// Sends off what was drawn, and after it a copy of parts of a texture, one after another.
    fn send(
        &self,
        mut all: wgpu::CommandEncoder,
        targets: &Targets,
        from: &wgpu::Texture,
        parts: &[Part],
        texel: u32,
    ) -> Waiting {
        let out = targets.outs.borrow_mut().pop().unwrap_or_else(|| self.out(targets.size));
        let mut end = 0;
        for &[x, y, w, h] in parts {
            let mut source = from.as_image_copy();
            source.origin = wgpu::Origin3d { x, y, z: 0 };
            let bytes_per_row = Some(padded(w * texel));
            let layout = wgpu::TexelCopyBufferLayout { offset: end, bytes_per_row, rows_per_image: None };
            all.copy_texture_to_buffer(source, wgpu::TexelCopyBufferInfo { buffer: &out, layout }, extent(w, h));
            end += u64::from(padded(w * texel)) * u64::from(h);
        }
        let sent = self.queue.submit([all.finish()]);
        out.slice(..end).map_async(wgpu::MapMode::Read, |_| {});
        Waiting { out, parts: parts.to_vec(), texel, end, sent }
    }

    /// Waits for what was sent off: parts one after another, without the padding of their rows.
    pub fn fetch<T: Pod>(&self, targets: &Targets, waiting: Waiting) -> Result<Vec<T>, RenderError> {
        let Waiting { out, parts, texel, end, sent } = waiting;
        let lost = |why: String| RenderError::Device { why };
        let until = wgpu::PollType::Wait { submission_index: Some(sent), timeout: None };
        self.device.poll(until).map_err(|error| lost(error.to_string()))?;
        let values = {
            let mapped = out.slice(..end).get_mapped_range().map_err(|error| lost(error.to_string()))?;
            let mut values = Vec::with_capacity(end as usize / size_of::<T>());
            let mut rest = &mapped[..];
            for [_, _, w, h] in parts {
                let (part, after) = rest.split_at((padded(w * texel) * h) as usize);
                for line in part.chunks(padded(w * texel) as usize) {
                    // Mapped memory begins, and rows are padded, at a multiple of any number's size.
                    values.extend_from_slice(bytemuck::cast_slice(&line[..(w * texel) as usize]));
                }
                rest = after;
            }
            values
        };
        out.unmap();
        targets.outs.borrow_mut().push(out);
        Ok(values)
    }
}

/// A row's bytes in a buffer that the device copies to.
fn padded(bytes: u32) -> u32 {
    bytes.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT)
}

impl Geometry<'_> {
    /// Takes a sample's vertices.
    fn set(&self, pass: &mut wgpu::RenderPass, sample: usize) {
        let [spots, corners] = self.starts[sample];
        pass.set_vertex_buffer(0, self.attributes.slice(..));
        pass.set_vertex_buffer(1, self.spots.slice(spots..));
        pass.set_index_buffer(self.corners.slice(corners..), wgpu::IndexFormat::Uint32);
    }

    /// Draws some of the sample's triangles.
    fn draw(&self, pass: &mut wgpu::RenderPass, range: std::ops::Range<u32>) {
        if !range.is_empty() {
            pass.draw_indexed(range, 0, 0..1);
        }
    }
}

/// All of the still picture is left, and nothing is added.
const UNCOVERED: wgpu::Color = wgpu::Color { r: 0.0, g: 0.0, b: 0.0, a: 1.0 };

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
