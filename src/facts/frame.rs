//! One decoded picture with its presentation time, still in the decoder's own 4:2:0 planes.

use std::fmt;
use std::sync::Arc;

/// One plane of eight-bit samples.
#[derive(Clone, Copy)]
pub struct Plane<'a> {
    /// Rows of `stride` bytes, `height` of them (the last may be shorter than `stride`).
    pub data: &'a [u8],
    /// Bytes from one row to the next.
    pub stride: usize,
    /// Samples in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// Whatever owns the samples of a frame (a decoder's buffer, a rotated copy, a test picture).
pub trait PlaneSource: Send + Sync {
    /// Plane 0 is luma, 1 is Cb, 2 is Cr. Chroma is half the width and half the height, rounded up.
    fn plane(&self, index: usize) -> Plane<'_>;
}

/// One picture: upright (rotation metadata applied), 4:2:0, eight bits.
#[derive(Clone)]
pub struct Frame {
    /// How many frames came before it in presentation order.
    pub index: u64,
    /// Seconds after the presentation time of the first video frame.
    pub t: f64,
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// True when samples span 0..=255 rather than 16..=235 (luma).
    pub full_range: bool,
    /// True for BT.709 colour (the usual choice for HD), false for BT.601.
    pub bt709: bool,
    /// The samples.
    pub planes: Arc<dyn PlaneSource>,
}

impl Frame {
    /// Luma.
    pub fn luma(&self) -> Plane<'_> {
        self.planes.plane(0)
    }
}

impl fmt::Debug for Frame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Frame {{ index: {}, t: {}, {}x{} }}", self.index, self.t, self.width, self.height)
    }
}
