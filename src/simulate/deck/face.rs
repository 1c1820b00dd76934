//! The face of a card: paper, what stands in the middle, the index in its corners.

use super::canvas::{Canvas, block, rounded};
use super::pip::{places, sign};
use super::{Corners, Design, PipLayout, PipShapes, court, letter};
use tiny_skia::Transform;

const HERE: Transform = Transform { sx: 1.0, kx: 0.0, ky: 0.0, sy: 1.0, tx: 0.0, ty: 0.0 };
const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/// What a face shows.
#[derive(Clone, Copy)]
pub enum Card {
    /// Rank 0 (ace) to 12 (king); suit 0 to 3 (clubs, diamonds, hearts, spades).
    Standard {
        /// Its rank.
        rank: usize,
        /// Its suit.
        suit: usize,
    },
    /// 0 the coloured one, 1 the other.
    Joker(usize),
}

/// Prints the face; the caller cuts the card's corners.
pub fn print(canvas: &mut Canvas, design: &Design, card: Card) {
    let half = canvas.size_cm().map(|x| x / 2.0);
    canvas.fill(&rounded(half, 0.0), HERE, design.paper);
    if let Some(ink) = design.border {
        let line = rounded(half.map(|h| h - 0.09), design.corner_cm as f32 - 0.06);
        canvas.line(&line, 0.02, HERE, ink);
    }
    let column = column(design);
    match card {
        Card::Standard { rank, suit } if rank >= 10 => {
            let height = 0.388 * 2.0 * half[1];
            let free = half[0] - column.right - 0.06;
            // Beside a broad index the figure stays large and the index lies over its corner, as on large-print
            // cards.
            let width = free.min(0.344 * 2.0 * half[0]).max(0.58 * half[0]);
            court::print(canvas, design, rank - 10, suit, [width, height]);
        }
        Card::Standard { rank, suit } => pips(canvas, design, rank + 1, suit, &column),
        Card::Joker(which) => {
            let width = (half[0] - 0.75).min(0.845 * half[0]);
            court::print_joker(canvas, design, which, [width, width * 1.54]);
        }
    }
    let sheet = index(canvas, design, card, &column);
    let turned = sheet.turned();
    canvas.lay(&sheet);
    canvas.lay(&turned);
}

/// The column that the index takes up at a side of the card, cm from the card's edge.
struct Column {
    middle: f32,
    right: f32,
    width: f32,
}

fn column(design: &Design) -> Column {
    let index = &design.index;
    // Breadth of the broadest of the single letters, so that all ranks stand in one line.
    let letters = RANKS.iter().filter(|r| r.len() == 1).filter_map(|r| letter::text(index.letters, r));
    let broadest = letters.map(|path| path.bounds().width()).fold(0.1, f32::max);
    let width = (broadest * (index.height_cm * index.breadth) as f32).max(0.8 * index.pip_cm as f32);
    let left = index.margin_cm[0] as f32;
    Column { middle: left + width / 2.0, right: left + width, width }
}

/// A sheet with the indices of the upper end.
fn index(canvas: &Canvas, design: &Design, card: Card, column: &Column) -> Canvas {
    let mut sheet = canvas.sheet();
    let index = &design.index;
    let half = canvas.size_cm().map(|x| x / 2.0);
    let sides: &[f32] = match index.corners {
        Corners::Two => &[-1.0],
        Corners::Four => &[-1.0, 1.0],
    };
    let (height, top) = (index.height_cm as f32, index.margin_cm[1] as f32 - half[1]);
    for side in sides {
        let x = side * (half[0] - column.middle);
        match card {
            Card::Standard { rank, suit } => {
                let Some(path) = letter::text(index.letters, RANKS[rank]) else { continue };
                let room = 1.12 * column.width / path.bounds().width();
                let across = (height * index.breadth as f32).min(room);
                let pip = index.pip_cm as f32;
                let gap = 0.14 * height.min(1.2);
                if rank >= 10 {
                    let tall = height + gap + pip;
                    let backing = block([x, top + tall / 2.0], [column.width / 2.0 + 0.05, tall / 2.0 + 0.05]);
                    sheet.fill(&backing, HERE, design.paper);
                }
                let place = Transform::from_scale(across, height).post_translate(x, top + height / 2.0);
                sheet.fill(&path, place, design.suits[suit]);
                if pip > 0.0 {
                    let place = Transform::from_scale(pip, pip).post_translate(x, top + height + gap + pip / 2.0);
                    sheet.fill(&sign(design.pips.shapes, suit), place, design.suits[suit]);
                }
            }
            Card::Joker(which) => {
                // Its name letter under letter.
                let ink = if which == 0 { design.court.red } else { design.suits[3] };
                let tall = (0.5 * height).clamp(0.36, 0.7);
                for (i, name) in ["J", "O", "K", "E", "R"].iter().enumerate() {
                    let letters = match index.letters {
                        super::Letters::Engraved => super::Letters::Serif,
                        other => other,
                    };
                    let Some(path) = letter::text(letters, name) else { continue };
                    let y = top + (i as f32 * 1.2 + 0.5) * tall;
                    let place = Transform::from_scale(0.85 * tall, tall);
                    sheet.fill(&path, place.post_translate(side * (half[0] - column.middle.min(0.6)), y), ink);
                }
            }
        }
    }
    sheet
}

/// The suit signs of A (1) to 10.
fn pips(canvas: &mut Canvas, design: &Design, rank: usize, suit: usize, column: &Column) {
    let half = canvas.size_cm().map(|x| x / 2.0);
    let path = sign(design.pips.shapes, suit);
    let ink = design.suits[suit];
    let mut stamp = |at: [f32; 2], height: f32, ink| {
        let height = if at[1] > 0.01 { -height } else { height };
        let place = Transform::from_scale(height, height).post_translate(at[0], at[1]);
        canvas.fill(&path, place, ink);
    };
    if rank == 1 {
        let height = design.pips.ace_cm as f32;
        let spade = suit == 3 && design.pips.layout == PipLayout::Columns;
        stamp([0.0, 0.0], if spade { 1.5 * height } else { height }, ink);
        if spade {
            // The ornament of the ace of spades: a spade within the spade.
            stamp([0.0, 0.0], 0.62 * height, design.paper);
            stamp([0.0, 0.0], 0.46 * height, ink);
        }
        return;
    }
    if design.pips.layout == PipLayout::One {
        stamp([0.0, 0.0], design.pips.height_cm as f32, ink);
        return;
    }
    // Outer columns stand clear of the index; signs shrink where that leaves little room.
    let free = half[0] - column.right - 0.1;
    let broad = match design.pips.shapes {
        PipShapes::Slim => 0.9,
        PipShapes::Plump => 0.95,
    };
    let height = (design.pips.height_cm as f32).min(2.0 * free / (2.9 * broad)).min(0.36 * half[1]);
    let columns = (free - 0.5 * broad * height).min(0.52 * half[0]);
    let rows = half[1] - 0.1 * half[1] - 0.55 * height - 0.2;
    for [x, y] in places(rank) {
        stamp([x * columns, y * rows], height, ink);
    }
}
