//! A card's outline: four corners in a picture, clockwise from one end of a short side.
//!
//! Which of the two short sides comes first is open: a card looks the same half turned. Pixel centres are at integer
//! coordinates.

use crate::base::Homography;
use crate::vision::models::VisionError;
use opencv::core::{Mat, Point2f, Vector};
use opencv::imgproc;
use opencv::prelude::*;

/// Four corners, pixels.
pub type Corners = [[f64; 2]; 4];

fn vector(corners: &Corners) -> Vector<Point2f> {
    corners.iter().map(|&[x, y]| Point2f::new(x as f32, y as f32)).collect()
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Mean length of the short sides.
pub fn width(c: &Corners) -> f64 {
    (distance(c[0], c[1]) + distance(c[2], c[3])) / 2.0
}

/// Mean length of the long sides.
pub fn height(c: &Corners) -> f64 {
    (distance(c[1], c[2]) + distance(c[3], c[0])) / 2.0
}

/// Mean of the corners.
pub fn middle(c: &Corners) -> [f64; 2] {
    [0, 1].map(|k| c.iter().map(|p| p[k]).sum::<f64>() / 4.0)
}

/// Area inside, square pixels.
pub fn area(c: &Corners) -> f64 {
    (0..4).map(|i| c[i][0] * c[(i + 1) % 4][1] - c[(i + 1) % 4][0] * c[i][1]).sum::<f64>().abs() / 2.0
}

/// The area that both of two outlines cover, square pixels.
fn shared(a: &Corners, b: &Corners) -> Result<f64, VisionError> {
    let reach = height(a) + height(b) + width(a) + width(b);
    if distance(middle(a), middle(b)) > reach {
        return Ok(0.0);
    }
    Ok(f64::from(imgproc::intersect_convex_convex(&vector(a), &vector(b), &mut Mat::default(), true)?))
}

/// The part of two outlines' union that both cover, 0 to 1.
///
/// # Errors
/// When OpenCV refuses the outlines.
pub fn overlap(a: &Corners, b: &Corners) -> Result<f64, VisionError> {
    let both = shared(a, b)?;
    Ok(both / (area(a) + area(b) - both).max(1.0))
}

/// The part of an outline that another covers, 0 to 1.
///
/// # Errors
/// When OpenCV refuses the outlines.
pub fn within(small: &Corners, large: &Corners) -> Result<f64, VisionError> {
    Ok(shared(small, large)? / area(small).max(1.0))
}

/// The places of outlines that show a card each, best score first: of two that overlap by `most` or more, the one with
/// the better score. Equal scores go by place, so that the answer does not hang on the order.
///
/// # Errors
/// When OpenCV refuses an outline.
pub fn distinct(outlines: &[(Corners, f64)], most: f64) -> Result<Vec<usize>, VisionError> {
    let mut order: Vec<usize> = (0..outlines.len()).collect();
    let place = |i: usize| middle(&outlines[i].0);
    order.sort_by(|&a, &b| {
        let by_place = || place(a)[1].total_cmp(&place(b)[1]).then(place(a)[0].total_cmp(&place(b)[0]));
        outlines[b].1.total_cmp(&outlines[a].1).then_with(by_place)
    });
    let mut kept: Vec<usize> = Vec::new();
    for i in order {
        let mut alone = true;
        for &k in &kept {
            alone = alone && overlap(&outlines[i].0, &outlines[k].0)? < most;
        }
        if alone {
            kept.push(i);
        }
    }
    Ok(kept)
}

/// The perspective map that takes one outline to another.
///
/// # Errors
/// When OpenCV refuses the outlines, as it does when three corners lie on a line.
pub fn map<A, B>(from: &Corners, to: &Corners) -> Result<Homography<A, B>, VisionError> {
    let matrix = imgproc::get_perspective_transform_def(&vector(from), &vector(to))?;
    let numbers = matrix.data_typed::<f64>()?;
    Ok(Homography::new([0, 1, 2].map(|row| [0, 1, 2].map(|column| numbers[3 * row + column]))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Image;

    const CARD: Corners = [[0.0, 0.0], [60.0, 0.0], [60.0, 90.0], [0.0, 90.0]];

    fn moved(dx: f64, dy: f64) -> Corners {
        CARD.map(|[x, y]| [x + dx, y + dy])
    }

    #[test]
    fn half_a_width_aside_a_third_of_the_union_is_shared() {
        assert!((overlap(&CARD, &moved(30.0, 0.0)).unwrap() - 1.0 / 3.0).abs() < 1e-6);
        assert_eq!(overlap(&CARD, &moved(500.0, 0.0)).unwrap(), 0.0);
        assert!((overlap(&CARD, &CARD).unwrap() - 1.0).abs() < 1e-6);
        let corner = CARD.map(|p| p.map(|v| v / 4.0));
        assert!((within(&corner, &CARD).unwrap() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_better_of_two_that_overlap_is_kept_in_any_order() {
        let all = [(CARD, 0.5), (moved(4.0, 2.0), 0.9), (moved(200.0, 0.0), 0.4)];
        assert_eq!(distinct(&all, 0.35).unwrap(), [1, 2]);
        let turned = [all[2], all[1], all[0]];
        assert_eq!(distinct(&turned, 0.35).unwrap(), [1, 0]);
    }

    #[test]
    fn corners_go_where_they_belong() {
        let to = [[10.0, 12.0], [80.0, 20.0], [75.0, 140.0], [5.0, 120.0]];
        let map = map::<Image, Image>(&CARD, &to).unwrap();
        for (from, to) in CARD.iter().zip(&to) {
            assert!(map.apply((*from).into()).distance((*to).into()) < 1e-3);
        }
        assert!((width(&CARD), height(&CARD), area(&CARD)) == (60.0, 90.0, 5400.0));
    }
}
