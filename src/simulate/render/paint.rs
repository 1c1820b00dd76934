//! A plan in, a picture of light out: the device's half of drawing. It holds what stands still, drawn.

use super::RenderError;
use super::gpu::{Drawing, Gpu, Part, Targets, Waiting};
use super::planner::{Change, Plan, Work};
use super::tiles::Tiles;
use crate::simulate::film::Light;
use rayon::prelude::*;

/// A half float as a number; all here are finite.
fn from_half(half: u16) -> f32 {
    f32::from_bits(u32::from(half & 0x7fff) << 13)
        * f32::from_bits(0x7780_0000)
        * if half & 0x8000 == 0 { 1.0 } else { -1.0 }
}

/// Changes the pixels of the marked tiles of drawn parts: `change` gets the pixel and what was drawn.
fn paste(
    light: &mut Light,
    drawn: &[u16],
    parts: &[Part],
    tiles: &Tiles,
    change: impl Fn(&mut [f32], [f32; 4]) + Sync,
) {
    let width = light.width as usize;
    let mut start = 0;
    for &[x0, y0, w, h] in parts {
        let texels = &drawn[start..start + 4 * (w * h) as usize];
        start += texels.len();
        let rows = &mut light.rgb[3 * width * y0 as usize..3 * width * (y0 + h) as usize];
        rows.par_chunks_mut(3 * width).zip(texels.par_chunks(4 * w as usize)).enumerate().for_each(
            |(row, (to, from))| {
                let y = y0 + row as u32;
                let pixels = to[3 * x0 as usize..].chunks_exact_mut(3).zip(from.chunks_exact(4));
                for (x, (pixel, texel)) in (x0..).zip(pixels).filter(|(x, _)| tiles.has(*x, y)) {
                    debug_assert!(x < x0 + w);
                    change(pixel, [0, 1, 2, 3].map(|k| from_half(texel[k])));
                }
            },
        );
    }
}

/// A picture that is being painted.
pub struct Begun {
    light: Light,
    over: Over,
}

/// What comes over the still picture.
enum Over {
    Nothing,
    /// The same as in the picture before.
    Again,
    Drawn(Waiting, Box<Work>),
}

/// Draws plans, in order.
pub struct Painter {
    gpu: Gpu,
    targets: Option<Targets>,
    still: Light,
    /// What came over the still picture last.
    over: Option<(Vec<u16>, Box<Work>)>,
    /// Pictures that were given back: their memory is used again, for it is large.
    spare: Vec<Light>,
}

impl Painter {
    pub(super) fn new(gpu: Gpu) -> Painter {
        Painter { gpu, targets: None, still: Light::black(0, 0), over: None, spare: Vec::new() }
    }

    /// What the device calls itself.
    pub fn device(&self) -> &str {
        &self.gpu.name
    }

    /// Takes a picture's memory for the next one.
    pub fn give_back(&mut self, light: Light) {
        if self.spare.len() < 4 {
            self.spare.push(light);
        }
    }

    fn aim(&mut self, size: [u32; 2]) -> Result<(), RenderError> {
        let most = self.gpu.widest();
        if size.contains(&0) || size.iter().any(|side| *side > most) {
            return Err(RenderError::Size { width: size[0], height: size[1], most });
        }
        if self.targets.as_ref().is_none_or(|targets| targets.size != size) {
            self.targets = Some(self.gpu.targets(size));
        }
        Ok(())
    }

    /// The light of a planned picture.
    ///
    /// # Errors
    /// When the device fails or the picture is larger than it can draw.
    pub fn paint(&mut self, plan: Plan) -> Result<Light, RenderError> {
        let begun = self.begin(plan)?;
        self.end(begun)
    }

    /// Begins a planned picture: one may be begun while the one before is still being painted.
    ///
    /// # Errors
    /// As [`Painter::paint`].
    pub fn begin(&mut self, plan: Plan) -> Result<Begun, RenderError> {
        self.aim(plan.size)?;
        let Some(targets) = &self.targets else { return Err(RenderError::NoPictures) };
        let [width, height] = plan.size;
        // The weights' own sum takes the halves' rounding out.
        let put = |pixel: &mut [f32], [r, g, b, all]: [f32; 4]| {
            let all = all.max(1e-3);
            pixel.copy_from_slice(&[r / all, g / all, b / all]);
        };
        if let Some(Work { drawing, tiles }) = &plan.whole {
            let mut light = Light::black(width, height);
            paste(&mut light, &self.gpu.draw(targets, drawing)?, &drawing.parts, tiles, put);
            return Ok(Begun { light, over: Over::Nothing });
        }
        if let Some(still) = &plan.still {
            if still.anew {
                self.still = Light::black(width, height);
            }
            if let Some(Work { drawing, tiles }) = &still.draw {
                paste(&mut self.still, &self.gpu.draw(targets, drawing)?, &drawing.parts, tiles, put);
            }
            self.gpu.remember(targets, &still.remember);
        }
        let mut light = self.spare.pop().unwrap_or_else(|| Light::black(0, 0));
        light.copy_from(&self.still);
        let over = match plan.over {
            Change::Nothing => Over::Nothing,
            Change::Again => Over::Again,
            Change::Draw(work) => Over::Drawn(self.gpu.over(targets, &work.drawing), work),
        };
        Ok(Begun { light, over })
    }

    /// The light of a picture that was begun; in the order in which they were.
    ///
    /// # Errors
    /// When the device fails.
    pub fn end(&mut self, begun: Begun) -> Result<Light, RenderError> {
        let Begun { mut light, over } = begun;
        match over {
            Over::Nothing => return Ok(light),
            Over::Again => {}
            Over::Drawn(waiting, work) => {
                let Some(targets) = &self.targets else { return Err(RenderError::NoPictures) };
                self.over = Some((self.gpu.fetch(targets, waiting)?, work));
            }
        }
        if let Some((drawn, work)) = &self.over {
            let Work { drawing, tiles } = work.as_ref();
            // The fourth channel says how much of the still picture is left.
            paste(&mut light, drawn, &drawing.parts, tiles, |pixel, [r, g, b, left]| {
                pixel.iter_mut().zip([r, g, b]).for_each(|(value, add)| *value = *value * left + add);
            });
        }
        Ok(light)
    }

    /// What shows in every pixel.
    pub(super) fn mask(&mut self, size: [u32; 2], drawing: &Drawing) -> Result<Vec<u32>, RenderError> {
        self.aim(size)?;
        let Some(targets) = &self.targets else { return Err(RenderError::NoPictures) };
        self.gpu.mask(targets, drawing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_read_exactly() {
        for (half, value) in
            [(0x3c00, 1.0), (0x3800, 0.5), (0xc000, -2.0), (0x0001, 5.960_464_5e-8), (0x7bff, 65504.0), (0, 0.0)]
        {
            assert_eq!(from_half(half), value);
        }
    }
}
