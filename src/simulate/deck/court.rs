//! Court cards and jokers: which figure, in which inks, in which panel.

use super::art::{FIELD, Figure, Layer, art, outline};
use super::canvas::{Canvas, block};
use super::figure;
use super::pip::{SUITS, sign};
use super::{CourtStyle, Design, Ink};
use tiny_skia::Transform;

/// Ranks of court cards, as the art file writes them.
const COURTS: [&str; 3] = ["J", "Q", "K"];

/// Prints a court card's panel: `rank` 0 for the jack, 1 for the queen, 2 for the king; `half` is half the panel's
/// width and height in centimetres.
pub fn print(canvas: &mut Canvas, design: &Design, rank: usize, suit: usize, half: [f32; 2]) {
    match design.court.style {
        CourtStyle::English => english(canvas, design, rank, suit, half),
        CourtStyle::Flat => figure::court(canvas, design, rank, suit, half),
    }
    if design.court.framed {
        canvas.line(&block([0.0, 0.0], half), 0.03, Transform::identity(), design.court.blue);
    }
}

fn english(canvas: &mut Canvas, design: &Design, rank: usize, suit: usize, half: [f32; 2]) {
    let key = format!("{}{}", SUITS[suit], COURTS[rank]);
    let figure = &art().courts[&key];
    let turns = [Transform::identity(), Transform::from_scale(-1.0, -1.0)];
    print_layers(canvas, design, figure, suit, half, &turns);
    // The large sign in the corner, where the figure leaves room for it.
    let pip = sign(design.pips.shapes, suit);
    let side = if figure.corner.as_deref() == Some("left") { -1.0 } else { 1.0 };
    let (unit, [w, h]) = (half[1] / 130.4, half);
    let middle = [side * (w - 0.21 * w - 0.1), -h + 26.0 * unit];
    for turn in turns {
        let place = Transform::from_scale(46.0 * unit, 46.0 * unit).post_translate(middle[0], middle[1]);
        canvas.fill(&pip, place.post_concat(turn), design.suits[suit]);
    }
}

fn print_layers(
    canvas: &mut Canvas,
    design: &Design,
    figure: &Figure,
    suit: usize,
    half: [f32; 2],
    turns: &[Transform],
) {
    let cm_from_field = Transform::from_translate(-FIELD[0] / 2.0, -FIELD[1] / 2.0)
        .post_scale(2.0 * half[0] / FIELD[0], 2.0 * half[1] / FIELD[1]);
    for layer in &figure.layers {
        match layer {
            Layer::Shape { paint, stroke, d } => {
                let Some(path) = outline(d) else { continue };
                let ink = ink(design, paint);
                for turn in turns {
                    let place = cm_from_field.post_concat(*turn);
                    if *stroke > 0.0 {
                        canvas.line(&path, *stroke, place, ink);
                    } else {
                        canvas.fill(&path, place, ink);
                    }
                }
            }
            Layer::Sign { sign: [a, b, c, d, e, f] } => {
                let Some(path) = outline(&art().pips[SUITS[suit]]) else { continue };
                let place = Transform::from_row(*a, *b, *c, *d, *e, *f).post_concat(cm_from_field);
                for turn in turns {
                    canvas.fill(&path, place.post_concat(*turn), design.suits[suit]);
                }
            }
        }
    }
}

fn ink(design: &Design, paint: &str) -> Ink {
    match paint {
        "gold" => design.court.gold,
        "red" => design.court.red,
        "blue" => design.court.blue,
        "white" => design.paper,
        _ => design.suits[3],
    }
}

/// Prints a joker's figure in a field about the card's middle; `which` is 0 for the coloured one, 1 for the other.
pub fn print_joker(canvas: &mut Canvas, design: &Design, which: usize, half: [f32; 2]) {
    match design.court.style {
        CourtStyle::English => {
            let figure = &art().jokers[which];
            print_layers(canvas, design, figure, 0, half, &[Transform::identity()]);
        }
        CourtStyle::Flat => figure::joker(canvas, design, which, half),
    }
}
