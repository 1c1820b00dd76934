//! Suit signs and where they stand on the cards from A to 10.

use super::PipShapes;
use super::art::{art, outline};
use tiny_skia::{Path, PathBuilder, Transform};

/// Suits in the order of a deck's faces, as the art file writes them.
pub const SUITS: [&str; 4] = ["C", "D", "H", "S"];

/// A suit's sign, one unit high about the origin; suits by their place in [`SUITS`].
pub fn sign(shapes: PipShapes, suit: usize) -> Path {
    match shapes {
        PipShapes::Slim => {
            let path = outline(&art().pips[SUITS[suit]]).expect("shipped art has its four signs");
            centred(path)
        }
        PipShapes::Plump => centred(plump(suit)),
    }
}

/// Moved and scaled to a height of one about the origin.
fn centred(path: Path) -> Path {
    let b = path.bounds();
    let unit = 1.0 / b.height();
    let middle = [(b.left() + b.right()) / 2.0, (b.top() + b.bottom()) / 2.0];
    path.transform(Transform::from_translate(-middle[0], -middle[1]).post_scale(unit, unit))
        .expect("a finite outline stays finite")
}

fn plump(suit: usize) -> Path {
    let mut p = PathBuilder::new();
    match suit {
        0 => {
            for (x, y) in [(0.0, -0.48), (-0.44, 0.1), (0.44, 0.1)] {
                p.push_circle(x, y, 0.36);
            }
            p.push_circle(0.0, -0.02, 0.2);
            stem(&mut p, 0.0, 0.84);
        }
        1 => {
            p.move_to(0.0, -1.0);
            p.quad_to(0.32, -0.44, 0.74, 0.0);
            p.quad_to(0.32, 0.44, 0.0, 1.0);
            p.quad_to(-0.32, 0.44, -0.74, 0.0);
            p.quad_to(-0.32, -0.44, 0.0, -1.0);
            p.close();
        }
        2 => heart(&mut p, 1.0, 0.0),
        _ => {
            heart(&mut p, -0.86, -0.16);
            stem(&mut p, 0.1, 0.84);
        }
    }
    p.finish().expect("the signs have outlines")
}

/// A heart, its tip down for a positive scale.
fn heart(p: &mut PathBuilder, scale: f32, down: f32) {
    let y = |v: f32| v * scale + down;
    p.move_to(0.0, y(0.95));
    p.cubic_to(-0.28, y(0.5), -0.9, y(0.12), -0.9, y(-0.42));
    p.cubic_to(-0.9, y(-0.78), -0.66, y(-0.92), -0.46, y(-0.92));
    p.cubic_to(-0.22, y(-0.92), -0.06, y(-0.74), 0.0, y(-0.5));
    p.cubic_to(0.06, y(-0.74), 0.22, y(-0.92), 0.46, y(-0.92));
    p.cubic_to(0.66, y(-0.92), 0.9, y(-0.78), 0.9, y(-0.42));
    p.cubic_to(0.9, y(0.12), 0.28, y(0.5), 0.0, y(0.95));
    p.close();
}

/// The foot of a club or spade.
fn stem(p: &mut PathBuilder, from: f32, to: f32) {
    p.move_to(-0.06, from);
    p.cubic_to(-0.06, from + 0.6 * (to - from), -0.16, to - 0.06, -0.36, to);
    p.line_to(0.36, to);
    p.cubic_to(0.16, to - 0.06, 0.06, from + 0.6 * (to - from), 0.06, from);
    p.close();
}

/// Where the signs of a card of `rank` (1 to 10) stand: column (-1, 0, 1) and height (-1 top to 1 bottom). Those
/// below the middle stand on their heads.
pub fn places(rank: usize) -> Vec<[f32; 2]> {
    let sides = |ys: &[f32]| ys.iter().flat_map(|&y| [[-1.0, y], [1.0, y]]).collect::<Vec<_>>();
    let third = 1.0 / 3.0;
    let (mut at, middle): (Vec<[f32; 2]>, &[f32]) = match rank {
        1 => (vec![], &[0.0]),
        2 => (vec![], &[-1.0, 1.0]),
        3 => (vec![], &[-1.0, 0.0, 1.0]),
        4 => (sides(&[-1.0, 1.0]), &[]),
        5 => (sides(&[-1.0, 1.0]), &[0.0]),
        6 => (sides(&[-1.0, 0.0, 1.0]), &[]),
        7 => (sides(&[-1.0, 0.0, 1.0]), &[-0.5]),
        8 => (sides(&[-1.0, 0.0, 1.0]), &[-0.5, 0.5]),
        9 => (sides(&[-1.0, -third, third, 1.0]), &[0.0]),
        _ => (sides(&[-1.0, -third, third, 1.0]), &[-2.0 * third, 2.0 * third]),
    };
    at.extend(middle.iter().map(|&y| [0.0, y]));
    at
}
