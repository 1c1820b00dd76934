//! Designs by name, and designs by chance: both look like decks that are sold.

use super::design::*;

const WHITE: Ink = [250, 250, 248];
const IVORY: Ink = [246, 239, 220];
const BLACK: Ink = [22, 20, 22];
const RED: Ink = [204, 20, 32];
const BLUE: Ink = [30, 62, 160];
const GREEN: Ink = [12, 118, 50];
const GOLD: Ink = [246, 196, 66];
const TWO_COLOURS: [Ink; 4] = [BLACK, RED, RED, BLACK];
const FOUR_COLOURS: [Ink; 4] = [GREEN, [22, 84, 190], RED, BLACK];

/// Grounds of backs: reds, blues, greens, dark ones, brighter ones.
const GROUNDS: [Ink; 14] = [
    [178, 24, 36],
    [140, 16, 30],
    [206, 44, 40],
    [28, 58, 140],
    [20, 40, 96],
    [54, 104, 180],
    [16, 96, 62],
    [34, 70, 50],
    [24, 24, 28],
    [84, 84, 92],
    [92, 40, 110],
    [16, 110, 120],
    [196, 110, 30],
    [112, 70, 44],
];

impl Design {
    /// The designs that `named` knows.
    pub const NAMES: [&str; 8] =
        ["classic", "kennard", "four-index", "large-index", "jumbo", "four-colour", "bridge", "ivory"];

    /// A design by its name; `None` for a name that is not in [`Design::NAMES`].
    pub fn named(name: &str) -> Option<Design> {
        let mut design = Design {
            name: name.to_owned(),
            size: CardSize::Poker,
            corner_cm: 0.32,
            paper: WHITE,
            border: None,
            index: Index {
                corners: Corners::Two,
                letters: Letters::Serif,
                height_cm: 0.82,
                breadth: 0.82,
                pip_cm: 0.62,
                margin_cm: [0.26, 0.36],
            },
            pips: Pips { shapes: PipShapes::Plump, layout: PipLayout::Columns, height_cm: 1.45, ace_cm: 1.7 },
            suits: TWO_COLOURS,
            court: Court { style: CourtStyle::English, gold: GOLD, red: RED, blue: BLUE, framed: true },
            back: Back {
                pattern: BackPattern::Lattice,
                ground: GROUNDS[0],
                ink: WHITE,
                border: WHITE,
                border_cm: 0.42,
                pitch_cm: 0.5,
            },
        };
        match name {
            "classic" => {}
            "kennard" => {
                design.index.letters = Letters::Engraved;
                design.index.breadth = 1.0;
                design.pips.shapes = PipShapes::Slim;
                design.pips.height_cm = 1.55;
                design.pips.ace_cm = 1.55;
                design.suits = [[0, 0, 0], [255, 0, 0], [255, 0, 0], [0, 0, 0]];
                design.court.gold = [255, 204, 68];
                design.court.red = [255, 0, 0];
                design.court.blue = [68, 68, 255];
                design.back.pattern = BackPattern::Diamonds;
                design.back.ground = WHITE;
                design.back.ink = BLACK;
                design.back.border_cm = 0.3;
                design.back.pitch_cm = 0.18;
            }
            "four-index" => {
                design.index.corners = Corners::Four;
                design.index.letters = Letters::Slab;
                design.index.height_cm = 0.68;
                design.index.breadth = 0.8;
                design.index.pip_cm = 0.5;
                design.index.margin_cm = [0.24, 0.34];
                design.back.pattern = BackPattern::Scales;
                design.back.ground = GROUNDS[3];
            }
            "large-index" => {
                design.index.letters = Letters::Sans;
                design.index.height_cm = 1.25;
                design.index.breadth = 0.8;
                design.index.pip_cm = 0.85;
                design.back.pattern = BackPattern::Rosette;
                design.back.ground = GROUNDS[4];
                design.back.ink = [190, 205, 240];
                design.back.pitch_cm = 0.4;
            }
            "jumbo" => {
                design.index.letters = Letters::Sans;
                design.index.height_cm = 1.9;
                design.index.breadth = 0.85;
                design.index.pip_cm = 0.9;
                design.index.margin_cm = [0.3, 0.36];
                design.pips.layout = PipLayout::One;
                design.pips.height_cm = 1.8;
                design.pips.ace_cm = 1.8;
                design.court.style = CourtStyle::Flat;
                design.back.pattern = BackPattern::Concentric;
                design.back.ground = GROUNDS[2];
                design.back.pitch_cm = 0.45;
            }
            "four-colour" => {
                design.suits = FOUR_COLOURS;
                design.index.letters = Letters::Sans;
                design.index.height_cm = 0.95;
                design.index.pip_cm = 0.7;
                design.court.style = CourtStyle::Flat;
                design.back.pattern = BackPattern::Chevrons;
                design.back.ground = GROUNDS[8];
                design.back.ink = GOLD;
            }
            "bridge" => {
                design.size = CardSize::Bridge;
                design.index.letters = Letters::Serif;
                design.index.breadth = 0.74;
                design.pips.shapes = PipShapes::Slim;
                design.pips.height_cm = 1.35;
                design.court.gold = [250, 214, 60];
                design.court.red = [190, 30, 60];
                design.court.blue = [24, 96, 90];
                design.back.pattern = BackPattern::Stripes;
                design.back.ground = GROUNDS[6];
                design.back.ink = [214, 230, 214];
                design.back.pitch_cm = 0.36;
            }
            "ivory" => {
                design.paper = IVORY;
                design.border = Some([150, 130, 100]);
                design.index.letters = Letters::Slab;
                design.index.breadth = 0.78;
                design.suits = [[40, 30, 30], [168, 28, 30], [168, 28, 30], [40, 30, 30]];
                design.court.gold = [214, 170, 84];
                design.court.red = [168, 28, 30];
                design.court.blue = [40, 54, 92];
                design.back.pattern = BackPattern::Dots;
                design.back.ground = GROUNDS[1];
                design.back.ink = IVORY;
                design.back.border = IVORY;
                design.back.pitch_cm = 0.34;
            }
            _ => return None,
        }
        Some(design)
    }

    /// An ordinary-looking design by chance; the same numbers give the same design.
    ///
    /// `numbers` gives numbers from 0 up to 1; what lies outside is brought inside.
    pub fn drawn_from(mut numbers: impl FnMut() -> f64) -> Design {
        let mut chance = || {
            let x = numbers();
            if x.is_finite() { x.clamp(0.0, 1.0) } else { 0.0 }
        };
        let base = pick(&Design::NAMES, chance());
        let mut design = Design::named(base).expect("NAMES are named");
        design.name = format!("drawn from {base}");
        let between = |x: f64, low: f64, high: f64| low + x * (high - low);

        design.corner_cm = between(chance(), 0.26, 0.4);
        let warm = between(chance(), 0.0, 1.0).powi(2);
        let white = between(chance(), 238.0, 253.0);
        design.paper = [white as u8, (white - 5.0 * warm) as u8, (white - 26.0 * warm) as u8];
        design.border = (chance() < 0.15).then_some([160, 155, 150]);

        let letters = [Letters::Sans, Letters::Serif, Letters::Slab, Letters::Engraved];
        design.index.letters = pick(&letters, chance());
        design.index.breadth = match design.index.letters {
            Letters::Engraved => 1.0,
            _ => between(chance(), 0.72, 0.95),
        };
        design.index.height_cm *= between(chance(), 0.9, 1.15);
        design.index.pip_cm *= between(chance(), 0.9, 1.1);
        design.pips.shapes = pick(&[PipShapes::Slim, PipShapes::Plump], chance());
        design.pips.height_cm *= between(chance(), 0.9, 1.08);
        design.size = if chance() < 0.25 { CardSize::Bridge } else { CardSize::Poker };

        // Every print run has its own red and black.
        let red = [
            between(chance(), 160.0, 226.0) as u8,
            between(chance(), 10.0, 40.0) as u8,
            between(chance(), 16.0, 56.0) as u8,
        ];
        let black = [between(chance(), 6.0, 40.0) as u8; 3];
        design.suits = match chance() < 0.12 {
            true => [GREEN, [22, 84, 190], red, black],
            false => [black, red, red, black],
        };
        design.court.style = if chance() < 0.75 { CourtStyle::English } else { CourtStyle::Flat };
        design.court.red = red;
        design.court.gold = pick(&[GOLD, [250, 214, 60], [214, 170, 84], [240, 180, 40]], chance());
        design.court.blue = pick(&[BLUE, BLACK, [24, 96, 90], [40, 54, 92], [60, 80, 200]], chance());
        design.court.framed = chance() < 0.8;

        design.back.pattern = pick(&BackPattern::ALL, chance());
        design.back.ground = pick(&GROUNDS, chance());
        design.back.ink = pick(&[WHITE, IVORY, GOLD, [190, 205, 240], design.back.ground.map(|c| c / 2)], chance());
        design.back.border = pick(&[WHITE, WHITE, IVORY, design.back.ground], chance());
        design.back.border_cm = pick(&[0.25, 0.35, 0.45, 0.6, 0.0], chance());
        design.back.pitch_cm = between(chance(), 0.24, 0.7);
        design
    }
}

fn pick<T: Copy, const N: usize>(from: &[T; N], x: f64) -> T {
    from[((x * N as f64) as usize).min(N - 1)]
}
