//! What a deck looks like, as plain data: all that the drawing knows about it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A colour of print or paper: red, green, blue, sRGB.
pub type Ink = [u8; 3];

/// A deck's design.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Design {
    /// What reports call it.
    pub name: String,
    /// How large the card is.
    pub size: CardSize,
    /// Radius of the card's corners, cm.
    pub corner_cm: f64,
    /// The card stock of the face.
    pub paper: Ink,
    /// Ink of a thin printed line around the face, if there is one.
    pub border: Option<Ink>,
    /// The signs in the corners.
    pub index: Index,
    /// The suit signs of A to 10.
    pub pips: Pips,
    /// Inks of clubs, diamonds, hearts, spades.
    pub suits: [Ink; 4],
    /// The figures of J, Q, K and the jokers.
    pub court: Court,
    /// The other side.
    pub back: Back,
}

/// Sizes in which decks are sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardSize {
    /// 6.35 x 8.89 cm.
    Poker,
    /// 5.72 x 8.89 cm.
    Bridge,
}

impl CardSize {
    /// Width and height, cm.
    pub fn cm(self) -> [f64; 2] {
        match self {
            CardSize::Poker => [6.35, 8.89],
            CardSize::Bridge => [5.72, 8.89],
        }
    }
}

/// Rank and suit in the corners.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Index {
    /// Which corners bear it.
    pub corners: Corners,
    /// Shapes of its letters.
    pub letters: Letters,
    /// Height of a capital, cm: about 0.8 on an ordinary card, 1.2 on a large one, 1.8 on a jumbo one.
    pub height_cm: f64,
    /// Breadth of the letters, 1 as the font has it.
    pub breadth: f64,
    /// Height of the suit sign under the letter, cm.
    pub pip_cm: f64,
    /// From the card's edges to the index, cm: across and down.
    pub margin_cm: [f64; 2],
}

/// Which corners bear an index. Those at the bottom stand on their heads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Corners {
    /// Top left and bottom right.
    Two,
    /// All.
    Four,
}

/// Shapes of the letters of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Letters {
    /// Lato Bold.
    Sans,
    /// Liberation Serif Bold.
    Serif,
    /// Roboto Slab Bold.
    Slab,
    /// Adrian Kennard's narrow letters, as English cards have.
    Engraved,
}

/// The suit signs of A to 10.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pips {
    /// Their shapes.
    pub shapes: PipShapes,
    /// Where they stand.
    pub layout: PipLayout,
    /// Height of one, cm; made smaller where the index leaves less room.
    pub height_cm: f64,
    /// Height of the ace's, cm; the ace of spades has one 1.5 times that.
    pub ace_cm: f64,
}

/// Shapes of suit signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PipShapes {
    /// Adrian Kennard's, with hollow flanks.
    Slim,
    /// Round hearts, straight diamonds.
    Plump,
}

/// Where the suit signs of A to 10 stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PipLayout {
    /// As many as the rank, in three columns.
    Columns,
    /// One in the middle, whatever the rank, as large-print decks have.
    One,
}

/// The figures of J, Q, K and the jokers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Court {
    /// Who drew them.
    pub style: CourtStyle,
    /// Ink of what is gold in the original.
    pub gold: Ink,
    /// Ink of what is red in the original.
    pub red: Ink,
    /// Ink of what is blue in the original, outlines too.
    pub blue: Ink,
    /// Whether a line frames the figure.
    pub framed: bool,
}

/// Whose court cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CourtStyle {
    /// The English pattern as Adrian Kennard drew it.
    English,
    /// Flat figures of few shapes.
    Flat,
}

/// The back of every card.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Back {
    /// What is printed inside the border.
    pub pattern: BackPattern,
    /// Ink of the ground.
    pub ground: Ink,
    /// Ink of the pattern.
    pub ink: Ink,
    /// Card stock of the border.
    pub border: Ink,
    /// Breadth of the border, cm; 0 prints to the edge.
    pub border_cm: f64,
    /// Distance at which the pattern repeats, cm.
    pub pitch_cm: f64,
}

/// Patterns of a back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum BackPattern {
    Plain,
    Lattice,
    Diamonds,
    Scales,
    Stripes,
    Concentric,
    Dots,
    Chevrons,
    Rosette,
}

impl BackPattern {
    /// All of them.
    pub const ALL: [BackPattern; 9] = [
        BackPattern::Plain,
        BackPattern::Lattice,
        BackPattern::Diamonds,
        BackPattern::Scales,
        BackPattern::Stripes,
        BackPattern::Concentric,
        BackPattern::Dots,
        BackPattern::Chevrons,
        BackPattern::Rosette,
    ];
}
