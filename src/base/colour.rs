//! Video colour to screen colour (ITU-R BT.601 and BT.709, limited and full range).

/// Screen RGB of one sample of luma, Cb and Cr, each 0..255 as stored.
pub fn rgb_from_yuv([y, cb, cr]: [f32; 3], full_range: bool, bt709: bool) -> [u8; 3] {
    let (luma, chroma) = if full_range { (y, 1.0) } else { ((y - 16.0) * 255.0 / 219.0, 255.0 / 224.0) };
    let (u, v) = ((cb - 128.0) * chroma, (cr - 128.0) * chroma);
    let (r, gu, gv, b) = if bt709 { (1.5748, 0.1873, 0.4681, 1.8556) } else { (1.402, 0.344_14, 0.714_14, 1.772) };
    // Half up, without a call: the compiler's rounding is a function on processors before SSE 4.1.
    [luma + r * v, luma - gu * u - gv * v, luma + b * u].map(|value| (value + 0.5).clamp(0.0, 255.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_and_white() {
        assert_eq!(rgb_from_yuv([16.0, 128.0, 128.0], false, true), [0, 0, 0]);
        assert_eq!(rgb_from_yuv([235.0, 128.0, 128.0], false, false), [255, 255, 255]);
        assert_eq!(rgb_from_yuv([255.0, 128.0, 128.0], true, false), [255, 255, 255]);
    }

    #[test]
    fn red_is_red() {
        let [r, g, b] = rgb_from_yuv([81.0, 90.0, 240.0], false, false);
        assert!(r > 250 && g < 5 && b < 5, "{r} {g} {b}");
    }
}
