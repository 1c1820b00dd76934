//! Where a card's middle is: turned half around it, a card shows what it showed.
//!
//! On other white cards the finding model's outline follows theirs: of 372 readings of tops in rendered clips half were more than 3 mm
//! aside and a tenth more than 7. What is printed on a card tells its middle by itself: indices, court pictures and most pips are laid
//! out so that the card reads the same from both sides of the table, and that holds about no other point near. How the card is turned
//! does not matter for it.

use crate::vision::models::VisionError;
use image::RgbImage;
use opencv::core::{self, Mat, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

/// Scale of the piece that is looked at, pixels a centimetre.
pub const PX_PER_CM: f64 = 10.0;
/// How far from the middle of the piece the card's middle is looked for, pixels, in each direction.
const ASIDE: i32 = 16;
/// Half the ellipse whose halves are laid on each other, pixels: as much of a card as the indices reach to, not its rim, around which
/// the cards below show.
const HALF: (i32, i32) = (32, 40);
/// Width and height of the piece, pixels; the middle is a pixel.
pub const PIECE: (u32, u32) = (2 * (HALF.0 + ASIDE) as u32 + 1, 2 * (HALF.1 + ASIDE) as u32 + 1);
/// Middles are tried so many pixels apart first, and one apart around the best of them.
const COARSE: i32 = 2;
const MOST: usize = 2;
/// What is brighter or darker over so many pixels is light, not print.
const LIGHT_PX: f64 = 10.0;
/// Squares of less than a level in each pixel of the ellipse, added up, are no print.
const PRINT_LEAST: f32 = (3 * 3 * HALF.0 * HALF.1) as f32;

/// A point about which a piece is like itself half turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Middle {
    /// From the middle of the piece, to the right and down, pixels.
    pub aside: (i32, i32),
    /// How much the two halves differ: 0 when they are the same, 1 when they have nothing to do with each other.
    pub differs: f64,
}

/// Where the middle of the card may be that lies near the middle of a piece of the size [`PIECE`], upright or about so: the points about
/// which the piece is more like itself than about those around, the best first, two at most. A seven is nearly the same about the
/// middle of its upper six pips.
///
/// # Errors
/// When OpenCV has no memory.
pub fn middles(piece: &RgbImage) -> Result<Vec<Middle>, VisionError> {
    let print = print(piece)?;
    let at = |aside: (i32, i32)| Middle { aside, differs: differs(&print, aside) };
    let order = |a: &Middle, b: &Middle| a.differs.total_cmp(&b.differs).then(a.aside.cmp(&b.aside));
    let side = 2 * (ASIDE / COARSE) + 1;
    let places = (0..side * side).map(|i| (COARSE * (i % side) - ASIDE, COARSE * (i / side) - ASIDE));
    let coarse: Vec<Middle> = places.map(at).collect();
    let around = |one: &Middle, far: i32, other: &Middle| {
        (one.aside.0 - other.aside.0).abs() <= far && (one.aside.1 - other.aside.1).abs() <= far
    };
    let mut best: Vec<Middle> = coarse
        .iter()
        .filter(|one| coarse.iter().filter(|other| around(one, COARSE, other)).all(|other| order(one, other).is_le()))
        .copied()
        .collect();
    best.sort_by(order);
    best.truncate(MOST);
    Ok(best
        .into_iter()
        .map(|one| {
            let finer = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (right, down)));
            let beside = finer.map(|(right, down)| (one.aside.0 + right, one.aside.1 + down));
            let within = beside.filter(|aside| aside.0.abs() <= ASIDE && aside.1.abs() <= ASIDE);
            within.map(at).min_by(order).unwrap_or(one)
        })
        .collect())
}

/// What is printed on a piece: each colour without its mean around.
fn print(piece: &RgbImage) -> Result<Vec<[f32; 3]>, VisionError> {
    let picture = super::photo::as_mat(piece)?;
    let (mut exact, mut light, mut print) = (Mat::default(), Mat::default(), Mat::default());
    picture.convert_to_def(&mut exact, core::CV_32F)?;
    imgproc::gaussian_blur_def(&exact, &mut light, Size::new(0, 0), LIGHT_PX)?;
    core::subtract_def(&exact, &light, &mut print)?;
    Ok(print.data_typed::<Vec3f>()?.iter().map(|pixel| pixel.0).collect())
}

/// How much the piece differs from itself half turned about a point so far from its middle.
fn differs(print: &[[f32; 3]], (right, down): (i32, i32)) -> f64 {
    let width = PIECE.0 as i32;
    let centre = (HALF.1 + ASIDE + down) * width + HALF.0 + ASIDE + right;
    let (mut apart, mut all) = (0.0_f32, 0.0_f32);
    for y in 0..=HALF.1 {
        let share = f64::from(y) / f64::from(HALF.1);
        let reach = (f64::from(HALF.0) * (1.0 - share * share).sqrt()) as i32;
        let first = if y == 0 { 1 } else { -reach };
        for x in first..=reach {
            let away = y * width + x;
            let (one, other) = (print[(centre + away) as usize], print[(centre - away) as usize]);
            for (a, b) in one.iter().zip(other) {
                apart += (a - b) * (a - b);
                all += a * a + b * b;
            }
        }
    }
    // An even piece shows no print, only what is left of its mean by rounding.
    if all > PRINT_LEAST { f64::from(apart / all) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// A white card with an index in two corners and a sign beside its middle and its counterpart, on cards that lie askew below it.
    fn card(aside: (i32, i32)) -> RgbImage {
        let middle = (PIECE.0 as i32 / 2 + aside.0, PIECE.1 as i32 / 2 + aside.1);
        RgbImage::from_fn(PIECE.0, PIECE.1, |x, y| {
            let (x, y) = (x as i32 - middle.0, y as i32 - middle.1);
            let within = |at: (i32, i32), half: (i32, i32)| (x - at.0).abs() <= half.0 && (y - at.1).abs() <= half.1;
            let sign = |at: (i32, i32), half| within(at, half) || within((-at.0, -at.1), half);
            if sign((-25, -36), (3, 5)) || sign((-25, -26), (2, 2)) || sign((6, -18), (4, 3)) {
                return Rgb([190, 20, 30]);
            }
            let card = within((0, 0), (31, 44)) || within((6, 3), (31, 44));
            if card { Rgb([245, 243, 238]) } else { Rgb([20, 90, 60]) }
        })
    }

    #[test]
    fn a_card_tells_its_middle_wherever_the_outline_put_it() {
        for aside in [(0, 0), (5, -3), (-11, 9), (16, -16)] {
            let told = middles(&card(aside)).unwrap()[0];
            assert!(
                (told.aside.0 - aside.0).abs() <= 1 && (told.aside.1 - aside.1).abs() <= 1,
                "{told:?} for {aside:?}"
            );
            assert!(told.differs < 0.35, "{told:?}");
        }
    }

    #[test]
    fn one_large_sign_that_points_down_hides_the_middle_only_partly() {
        for aside in [(0, 0), (-9, -12)] {
            let mut one_sign = card(aside);
            let middle = (PIECE.0 as i32 / 2 + aside.0, PIECE.1 as i32 / 2 + aside.1);
            for (x, y, pixel) in one_sign.enumerate_pixels_mut() {
                let (x, y) = (x as i32 - middle.0, y as i32 - middle.1);
                if (-9..9).contains(&y) && 2 * x.abs() < 9 - y {
                    *pixel = Rgb([190, 20, 30]);
                }
            }
            let told = middles(&one_sign).unwrap();
            let [best, ..] = told[..] else { panic!("{told:?}") };
            assert!((best.aside.0 - aside.0).abs() <= 1 && (best.aside.1 - aside.1).abs() <= 1, "{told:?}");
            assert!((0.15..0.45).contains(&best.differs), "{told:?}");
            assert!(told[1..].iter().all(|other| other.differs > best.differs + 0.1), "{told:?}");
        }
    }

    #[test]
    fn half_a_card_under_a_hand_tells_nothing() {
        let mut hidden = card((0, 0));
        for (x, y, pixel) in hidden.enumerate_pixels_mut() {
            if x + y < 110 {
                *pixel = Rgb([170 - (x % 40) as u8, 120, 90 + (y % 30) as u8]);
            }
        }
        assert!(middles(&hidden).unwrap().iter().all(|one| one.differs > 0.5), "{:?}", middles(&hidden));
        let blank = RgbImage::from_pixel(PIECE.0, PIECE.1, Rgb([90, 90, 90]));
        assert!(middles(&blank).unwrap().iter().all(|one| one.differs == 1.0));
    }
}
