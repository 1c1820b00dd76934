//! On which side of the picture Player 1 sits, and the half turn that exchanges the players.
//!
//! A layout that looks the same after a half turn says nothing about who is who: a person says it, or a
//! convention does (near, or left where the players sit left and right).

use super::CalibrationError;
use crate::base::{Homography, Image, Point, Side, Table};

/// Player 1's direction in the picture, seen from the table's middle: unit vector, y down.
fn towards_player1(image_from_table: &Homography<Table, Image>) -> (f64, f64) {
    let one = image_from_table.apply(Point::new(0.0, -30.0));
    let two = image_from_table.apply(Point::new(0.0, 30.0));
    let (dx, dy) = (one.x - two.x, one.y - two.y);
    let length = dx.hypot(dy);
    if length > 0.0 { (dx / length, dy / length) } else { (0.0, 1.0) }
}

fn direction(side: Side) -> (f64, f64) {
    match side {
        Side::Near => (0.0, 1.0),
        Side::Far => (0.0, -1.0),
        Side::Left => (-1.0, 0.0),
        Side::Right => (1.0, 0.0),
    }
}

/// The side of the picture that negative table y points to. On an exact diagonal: near or far.
pub fn player1_side(image_from_table: &Homography<Table, Image>) -> Side {
    let (x, y) = towards_player1(image_from_table);
    match (x.abs() > y.abs(), x > 0.0, y > 0.0) {
        (true, false, _) => Side::Left,
        (true, true, _) => Side::Right,
        (false, _, true) => Side::Near,
        (false, _, false) => Side::Far,
    }
}

/// The map after a half turn of the table about its origin: the players change places.
pub fn half_turned(map: &Homography<Table, Image>) -> Homography<Table, Image> {
    Homography::new(map.rows.map(|[x, y, one]| [-x, -y, one]))
}

/// How surely a direction lies on a side: 0.34 is 20 degrees away from the dividing line.
const CLEARLY: f64 = 0.34;

/// Of a map and its half turn, the one that puts Player 1 on the side asked for; without a wish near, or
/// left where the players sit left and right. Refuses a side that lies along the table's other axis.
pub fn seat(
    map: Homography<Table, Image>,
    asked: Option<Side>,
) -> Result<(Homography<Table, Image>, Side), CalibrationError> {
    let now = player1_side(&map);
    let turned = half_turned(&map);
    let wanted = asked.unwrap_or(match now {
        Side::Near | Side::Far => Side::Near,
        Side::Left | Side::Right => Side::Left,
    });
    let ((x, y), (wx, wy)) = (towards_player1(&map), direction(wanted));
    let agreement = x * wx + y * wy;
    if agreement.abs() < CLEARLY {
        return Err(CalibrationError::WrongSide { asked: wanted, first: now, second: player1_side(&turned) });
    }
    Ok((if agreement > 0.0 { map } else { turned }, wanted))
}

/// For a layout that does not look the same after a half turn: Player 1 sits where the map says, and a
/// wish for the opposite or another side is refused.
pub fn fixed(map: &Homography<Table, Image>, asked: Option<Side>) -> Result<Side, CalibrationError> {
    let found = player1_side(map);
    let (x, y) = towards_player1(map);
    match asked {
        Some(asked) => {
            let (wx, wy) = direction(asked);
            // On a diagonal two names fit.
            if x * wx + y * wy < CLEARLY { Err(CalibrationError::FixedSide { asked, found }) } else { Ok(asked) }
        }
        None => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A camera straight above, turned: Player 1 at `angle` degrees from the bottom of the picture.
    fn above(angle: f64) -> Homography<Table, Image> {
        let (sin, cos) = angle.to_radians().sin_cos();
        Homography::new([[5.0 * cos, 5.0 * sin, 480.0], [5.0 * sin, -5.0 * cos, 270.0], [0.0, 0.0, 1.0]])
    }

    #[test]
    fn sides_follow_the_picture() {
        assert_eq!(player1_side(&above(0.0)), Side::Near);
        assert_eq!(player1_side(&above(180.0)), Side::Far);
        assert_eq!(player1_side(&above(90.0)), Side::Left);
        assert_eq!(player1_side(&above(-90.0)), Side::Right);
    }

    #[test]
    fn a_wish_turns_the_table() {
        for (angle, wish) in [(0.0, Side::Far), (180.0, Side::Near), (90.0, Side::Right), (45.0, Side::Near)] {
            let (map, side) = seat(above(angle), Some(wish)).expect("possible");
            assert_eq!(side, wish);
            let one = map.apply(Point::new(0.0, -30.0));
            let (dx, dy) = direction(wish);
            assert!((one.x - 480.0) * dx + (one.y - 270.0) * dy > 50.0);
        }
    }

    #[test]
    fn a_fixed_side_is_not_turned() {
        assert_eq!(fixed(&above(90.0), None).expect("no wish"), Side::Left);
        assert_eq!(fixed(&above(90.0), Some(Side::Left)).expect("agrees"), Side::Left);
        assert!(matches!(fixed(&above(90.0), Some(Side::Right)), Err(CalibrationError::FixedSide { .. })));
    }

    #[test]
    fn the_other_axis_is_refused() {
        let refusal = seat(above(90.0), Some(Side::Near)).expect_err("players sit left and right");
        assert!(refusal.to_string().contains("left and right"), "{refusal}");
    }
}
