//! Points that know which space they are in, and plane-to-plane maps that know both.
//!
//! Image space: pixels, x right, y down, pixel centres at integers. Table space: centimetres, origin
//! at the middle of the central mat, x to Player 1's right, y towards Player 2.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;

/// Marker: the picture as decoded (rotation applied), in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Image;

/// Marker: the table plane, in centimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Table;

/// A point in the space `S`; written `[x, y]` in files.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "[f64; 2]", into = "[f64; 2]")]
#[schemars(with = "[f64; 2]")]
pub struct Point<S> {
    /// Right (image) or to Player 1's right (table).
    pub x: f64,
    /// Down (image) or towards Player 2 (table).
    pub y: f64,
    #[serde(skip)]
    space: PhantomData<S>,
}

impl<S> Clone for Point<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Point<S> {}

impl<S> Point<S> {
    /// A point from its coordinates.
    pub fn new(x: f64, y: f64) -> Self {
        Point { x, y, space: PhantomData }
    }

    /// Euclidean distance, in the unit of the space.
    pub fn distance(self, other: Self) -> f64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        // Nothing here is far enough to overflow, and this is several times faster than `hypot`.
        (x * x + y * y).sqrt()
    }
}

impl<S> From<[f64; 2]> for Point<S> {
    fn from([x, y]: [f64; 2]) -> Self {
        Point::new(x, y)
    }
}

impl<S> From<Point<S>> for [f64; 2] {
    fn from(point: Point<S>) -> [f64; 2] {
        [point.x, point.y]
    }
}

/// A 3x3 projective map from the space `From` to the space `To`, row major.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Homography<From, To> {
    /// Rows of the matrix.
    pub rows: [[f64; 3]; 3],
    #[serde(skip)]
    spaces: PhantomData<(From, To)>,
}

impl<A, B> Clone for Homography<A, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A, B> Copy for Homography<A, B> {}

impl<A, B> Homography<A, B> {
    /// A map from its matrix.
    pub fn new(rows: [[f64; 3]; 3]) -> Self {
        Homography { rows, spaces: PhantomData }
    }

    /// The image of a point; coordinates are infinite or NaN for a point on the horizon.
    pub fn apply(&self, point: Point<A>) -> Point<B> {
        let row = |r: [f64; 3]| r[0] * point.x + r[1] * point.y + r[2];
        let w = row(self.rows[2]);
        Point::new(row(self.rows[0]) / w, row(self.rows[1]) / w)
    }

    /// The reverse map, or `None` when the matrix is singular.
    pub fn inverse(&self) -> Option<Homography<B, A>> {
        let m = &self.rows;
        let minor = |a: usize, b: usize, c: usize, d: usize| m[a][b] * m[c][d] - m[a][d] * m[c][b];
        let cofactors = [
            [minor(1, 1, 2, 2), -minor(0, 1, 2, 2), minor(0, 1, 1, 2)],
            [-minor(1, 0, 2, 2), minor(0, 0, 2, 2), -minor(0, 0, 1, 2)],
            [minor(1, 0, 2, 1), -minor(0, 0, 2, 1), minor(0, 0, 1, 1)],
        ];
        let determinant = m[0][0] * cofactors[0][0] + m[0][1] * cofactors[1][0] + m[0][2] * cofactors[2][0];
        if !determinant.is_finite() || determinant.abs() < 1e-300 {
            return None;
        }
        Some(Homography::new(cofactors.map(|row| row.map(|v| v / determinant))))
    }

    /// This map followed by `next`.
    pub fn then<C>(&self, next: &Homography<B, C>) -> Homography<A, C> {
        let mut rows = [[0.0; 3]; 3];
        for (i, row) in rows.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                *cell = (0..3).map(|k| next.rows[i][k] * self.rows[k][j]).sum();
            }
        }
        Homography::new(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_undoes_apply() {
        let map: Homography<Image, Table> =
            Homography::new([[0.1, 0.02, -40.0], [0.01, -0.12, 30.0], [1e-4, 2e-4, 1.0]]);
        let point = Point::new(321.0, 123.5);
        let back = map.inverse().expect("regular").apply(map.apply(point));
        assert!(back.distance(point) < 1e-9);
    }

    #[test]
    fn singular_has_no_inverse() {
        assert!(
            Homography::<Image, Table>::new([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.0, 0.0, 1.0]]).inverse().is_none()
        );
    }
}
