//! The zones of the table as events need them: polygons in centimetres.

use crate::base::{Pile, Player, Point, Table};

/// Zone polygons, table centimetres.
#[derive(Debug, Clone, Default)]
pub struct Zones {
    /// Left and right Centre Pile.
    pub piles: [Vec<Point<Table>>; 2],
    /// Foundation Boundary of each player.
    pub boundaries: [Vec<Point<Table>>; 2],
    /// Draw Deck zone of each player.
    pub draw_decks: [Vec<Point<Table>>; 2],
}

/// How far inside a polygon a point lies, centimetres; negative outside.
pub fn depth(polygon: &[Point<Table>], point: Point<Table>) -> f64 {
    let mut inside = false;
    let mut nearest_squared = f64::INFINITY;
    let mut before = match polygon.last() {
        Some(last) => *last,
        None => return f64::NEG_INFINITY,
    };
    for &corner in polygon {
        if (corner.y > point.y) != (before.y > point.y)
            && point.x < (before.x - corner.x) * (point.y - corner.y) / (before.y - corner.y) + corner.x
        {
            inside = !inside;
        }
        let (dx, dy) = (before.x - corner.x, before.y - corner.y);
        let along = ((point.x - corner.x) * dx + (point.y - corner.y) * dy) / (dx * dx + dy * dy).max(1e-12);
        let along = along.clamp(0.0, 1.0);
        let (x, y) = (point.x - corner.x - along * dx, point.y - corner.y - along * dy);
        nearest_squared = nearest_squared.min(x * x + y * y);
        before = corner;
    }
    let nearest = nearest_squared.sqrt();
    if inside { nearest } else { -nearest }
}

/// The middle of a polygon's corners.
pub fn middle(polygon: &[Point<Table>]) -> Point<Table> {
    let n = polygon.len().max(1) as f64;
    let (x, y) = polygon.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x, y + p.y));
    Point::new(x / n, y / n)
}

impl Zones {
    /// How far inside a pile's zone a point lies.
    pub fn pile_depth(&self, pile: Pile, point: Point<Table>) -> f64 {
        depth(&self.piles[pile.index()], point)
    }

    /// How far inside a player's Boundary a point lies.
    pub fn boundary_depth(&self, player: Player, point: Point<Table>) -> f64 {
        depth(&self.boundaries[player.index()], point)
    }

    /// How far inside a player's Draw Deck zone a point lies.
    pub fn draw_deck_depth(&self, player: Player, point: Point<Table>) -> f64 {
        depth(&self.draw_decks[player.index()], point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_signed_distance_to_the_line() {
        let square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)].map(|(x, y)| Point::new(x, y));
        assert!((depth(&square, Point::new(5.0, 2.0)) - 2.0).abs() < 1e-9);
        assert!((depth(&square, Point::new(13.0, 14.0)) + 5.0).abs() < 1e-9);
        assert_eq!(depth(&[], Point::new(0.0, 0.0)), f64::NEG_INFINITY);
    }
}
