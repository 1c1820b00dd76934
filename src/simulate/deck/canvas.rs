//! A card being printed: shapes in centimetres in, pixels out. Wraps tiny-skia so that the files beside this one
//! speak of the card alone.

use super::Ink;
use image::{Rgba, RgbaImage};
use tiny_skia::{BlendMode, FillRule, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Rect, Stroke, Transform};

/// How overlapping outlines of one path count: what any of them encloses is printed.
const WINDING: FillRule = FillRule::Winding;

/// Pixels of one side of one card.
pub struct Canvas {
    pixels: Pixmap,
    cm_to_px: Transform,
    size_cm: [f32; 2],
}

impl Canvas {
    /// Transparent, of a card of that size in centimetres; `None` when no pixel or too many would come of it.
    pub fn new(size_cm: [f64; 2], pixels_per_cm: f64) -> Option<Canvas> {
        let [width, height] = size_cm.map(|cm| (cm * pixels_per_cm).round());
        if !(width >= 1.0 && height >= 1.0 && width <= 8192.0 && height <= 8192.0) {
            return None;
        }
        let pixels = Pixmap::new(width as u32, height as u32)?;
        let size_cm = size_cm.map(|x| x as f32);
        let cm_to_px = Transform::from_translate(size_cm[0] / 2.0, size_cm[1] / 2.0)
            .post_scale(width as f32 / size_cm[0], height as f32 / size_cm[1]);
        Some(Canvas { pixels, cm_to_px, size_cm })
    }

    /// A transparent sheet like this one.
    pub fn sheet(&self) -> Canvas {
        let pixels = Pixmap::new(self.pixels.width(), self.pixels.height()).expect("as large as this one");
        Canvas { pixels, ..*self }
    }

    /// Width and height, cm.
    pub fn size_cm(&self) -> [f32; 2] {
        self.size_cm
    }

    /// Fills a path; `cm_from_path` takes it to its place.
    pub fn fill(&mut self, path: &Path, cm_from_path: Transform, ink: Ink) {
        let place = cm_from_path.post_concat(self.cm_to_px);
        self.pixels.fill_path(path, &paint(ink), WINDING, place, None);
    }

    /// Draws a path's line, `width` in the path's own units.
    pub fn line(&mut self, path: &Path, width: f32, cm_from_path: Transform, ink: Ink) {
        let stroke = Stroke {
            width,
            line_cap: tiny_skia::LineCap::Round,
            line_join: tiny_skia::LineJoin::Round,
            ..Stroke::default()
        };
        let place = cm_from_path.post_concat(self.cm_to_px);
        self.pixels.stroke_path(path, &paint(ink), &stroke, place, None);
    }

    /// Lays another sheet on this one.
    pub fn lay(&mut self, sheet: &Canvas) {
        self.lay_with(sheet, BlendMode::SourceOver);
    }

    /// Keeps only what lies under the ink of a sheet.
    pub fn keep_under(&mut self, sheet: &Canvas) {
        self.lay_with(sheet, BlendMode::DestinationIn);
    }

    fn lay_with(&mut self, sheet: &Canvas, blend_mode: BlendMode) {
        let how = PixmapPaint { blend_mode, ..PixmapPaint::default() };
        self.pixels.draw_pixmap(0, 0, sheet.pixels.as_ref(), &how, Transform::identity(), None);
    }

    /// This sheet turned by half, pixel for pixel.
    pub fn turned(&self) -> Canvas {
        let mut turned = self.sheet();
        let from = self.pixels.pixels();
        for (to, from) in turned.pixels.pixels_mut().iter_mut().zip(from.iter().rev()) {
            *to = *from;
        }
        turned
    }

    /// The finished picture, alpha not multiplied in.
    pub fn picture(&self) -> RgbaImage {
        let mut picture = RgbaImage::new(self.pixels.width(), self.pixels.height());
        for (to, from) in picture.pixels_mut().zip(self.pixels.pixels()) {
            let c = from.demultiply();
            *to = Rgba([c.red(), c.green(), c.blue(), c.alpha()]);
        }
        picture
    }
}

fn paint(ink: Ink) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(ink[0], ink[1], ink[2], 255);
    paint
}

/// A rectangle with rounded corners about the origin, half as wide and high as given. Circles are drawn by cubics
/// with the usual factor 0.5523.
pub fn rounded(half: [f32; 2], radius: f32) -> Path {
    let [x, y] = half.map(|h| h.max(1e-3));
    let r = radius.clamp(0.0, x.min(y));
    let k = r * (1.0 - 0.5523);
    let mut p = PathBuilder::new();
    p.move_to(-x + r, -y);
    p.line_to(x - r, -y);
    p.cubic_to(x - k, -y, x, -y + k, x, -y + r);
    p.line_to(x, y - r);
    p.cubic_to(x, y - k, x - k, y, x - r, y);
    p.line_to(-x + r, y);
    p.cubic_to(-x + k, y, -x, y - k, -x, y - r);
    p.line_to(-x, -y + r);
    p.cubic_to(-x, -y + k, -x + k, -y, -x + r, -y);
    p.close();
    p.finish().expect("a rectangle has an outline")
}

/// A circle.
pub fn circle(at: [f32; 2], radius: f32) -> Path {
    PathBuilder::from_circle(at[0], at[1], radius.max(1e-4)).expect("a circle has an outline")
}

/// An upright rectangle from its middle.
pub fn block(at: [f32; 2], half: [f32; 2]) -> Path {
    let [w, h] = half.map(|x| x.max(1e-4));
    let rect = Rect::from_xywh(at[0] - w, at[1] - h, 2.0 * w, 2.0 * h).expect("positive sides");
    PathBuilder::from_rect(rect)
}

/// A closed polygon of at least two points.
pub fn polygon(points: &[[f32; 2]]) -> Option<Path> {
    let mut p = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    p.move_to(first[0], first[1]);
    for [x, y] in rest {
        p.line_to(*x, *y);
    }
    p.close();
    p.finish()
}
