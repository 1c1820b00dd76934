//! What vision saw in one frame: hands and cards, in the picture and on the table; and what was heard.

use crate::base::{HandSide, Image, Player, Point, Rank, Suit, Table};
use serde::{Deserialize, Serialize};

/// A hand in one frame.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct HandSeen {
    /// The same number as long as the tracker holds this hand.
    pub track: u32,
    /// Whose hand.
    pub player: Player,
    /// The player's own left or right.
    pub hand: HandSide,
    /// Landmark model's presence, 0..1; 0 when the position is carried over a gap.
    pub presence: f32,
    /// 21 landmarks in MediaPipe's order, in the picture.
    pub image: Vec<Point<Image>>,
    /// The same landmarks through the table's homography: what of the table they hide, and where they are if they lie in its
    /// plane.
    pub table: Vec<Point<Table>>,
    /// Above which points of the table they are if the hand lies flat on it.
    pub below: Vec<Point<Table>>,
    /// How far from these the hand is for each centimetre that it is higher, as one that lies on another is; centimetres.
    pub lean: (f64, f64),
    /// False when no landmark model saw the hand in this frame and its place is interpolated.
    pub seen: bool,
    /// How the hand moved since the frame before, on the table plane, centimetres, as the picture itself has it; `None`
    /// when it was not held then or shows too little structure.
    pub moved: Option<(f64, f64)>,
    /// How far parts of the hand differ in that, centimetres.
    pub moved_spread: f64,
    /// True when another hand may be over some of the parts that told it.
    pub moved_shared: bool,
    /// The same movement and difference of those parts that no other hand can be over, when that is so and they are enough.
    pub moved_own: Option<((f64, f64), f64)>,
}

#[cfg(test)]
impl HandSeen {
    /// Player 1's left hand, all of it at one place of the table, that is seen surely and lies still.
    pub(crate) fn lying(at: Point<Table>) -> Self {
        Self {
            track: 1,
            player: Player::One,
            hand: HandSide::Left,
            presence: 1.0,
            image: vec![Point::new(0.0, 0.0); 21],
            table: vec![at; 21],
            below: vec![at; 21],
            lean: (0.0, 0.0),
            seen: true,
            moved: None,
            moved_spread: 0.0,
            moved_shared: false,
            moved_own: None,
        }
    }
}

/// Which side of a card is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CardFace {
    /// Rank side up.
    Up,
    /// Back up.
    Down,
}

/// A card in one frame.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CardSeen {
    /// Its middle, through the table's homography.
    pub centre: Point<Table>,
    /// Its corners in the picture, clockwise as seen.
    pub quad: [Point<Image>; 4],
    /// Angle of its long side against table x, radians in 0..pi.
    pub angle: f64,
    /// Which side is up.
    pub face: CardFace,
    /// The rank, `None` when it cannot be read.
    pub rank: Option<Rank>,
    /// The suit, `None` when it cannot be read.
    pub suit: Option<Suit>,
    /// Probability of each rank, in the order of [`Rank::ALL`]; the rest is a back or nothing readable.
    pub ranks: [f32; Rank::ALL.len()],
    /// Probability of clubs, diamonds, hearts and spades; the rest is "not told".
    pub suits: [f32; 4],
    /// Probability that it shows one large sign, as aces do, and not as many as its rank, if it is an ace or a number card; `None` of a
    /// deck that was shown to the program.
    pub one_sign: Option<f32>,
    /// Probability of `rank` (or, without one, of the most probable rank).
    pub confidence: f32,
    /// Part of the card under a hand or forearm, 0..1.
    pub covered: f32,
}

impl CardSeen {
    /// A rank and a suit are named from this probability on, as in `vision`.
    pub const LEAST_NAMED: f32 = 0.8;

    /// Takes other probabilities of its ranks, and names the rank, and if that is another its suit, where they are sure enough.
    pub fn read_as(&mut self, ranks: [f32; Rank::ALL.len()]) {
        let best = (0..ranks.len()).fold(0, |best, k| if ranks[k] > ranks[best] { k } else { best });
        (self.ranks, self.confidence) = (ranks, ranks[best]);
        let named = Some(Rank::ALL[best]).filter(|_| self.confidence >= Self::LEAST_NAMED);
        if named != self.rank {
            let suit = (0..self.suits.len()).find(|&k| named.is_some() && self.suits[k] >= Self::LEAST_NAMED);
            (self.rank, self.suit) = (named, suit.map(|k| Suit::ALL[k]));
        }
    }

    /// Probability that it is a card face up, whichever it is: of all ranks together.
    pub fn is_face(&self) -> f32 {
        self.ranks.iter().sum()
    }
}

/// Where the bare cloth of the mat shows in and around a Boundary: a bit for each cell of a grid over the rectangle around the Boundary
/// and [`ClothSeen::AROUND_CM`] more on each side, rows from low y to high, in each from low x to high; a cell outside the picture
/// shows none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClothSeen(pub [u64; ClothSeen::COLUMNS * ClothSeen::ROWS / 64]);

impl ClothSeen {
    /// Cells along x.
    pub const COLUMNS: usize = 32;
    /// Cells along y.
    pub const ROWS: usize = 16;
    /// How far around the Boundary, centimetres.
    pub const AROUND_CM: f64 = 3.0;

    /// The cells with their middles, table centimetres, for a Boundary between two corners.
    pub fn cells(low: Point<Table>, high: Point<Table>) -> impl Iterator<Item = (usize, Point<Table>)> {
        let at = |i: usize, n: usize, low: f64, high: f64| {
            let size = high - low + 2.0 * Self::AROUND_CM;
            low - Self::AROUND_CM + size * (i as f64 + 0.5) / n as f64
        };
        (0..Self::COLUMNS * Self::ROWS).map(move |cell| {
            let (column, row) = (cell % Self::COLUMNS, cell / Self::COLUMNS);
            (cell, Point::new(at(column, Self::COLUMNS, low.x, high.x), at(row, Self::ROWS, low.y, high.y)))
        })
    }
}

/// Everything seen in one frame.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Observation {
    /// Which camera saw it: 0 the first, 1 the second.
    #[serde(default)]
    pub camera: u8,
    /// Frame number in presentation order.
    pub index: u64,
    /// Seconds after the first frame.
    pub t: f64,
    /// Hands, sorted by track.
    pub hands: Vec<HandSeen>,
    /// Cards, when this frame was read for cards; sorted by place.
    pub cards: Option<Vec<CardSeen>>,
    /// The top card of each Centre Pile, left then right, when this frame was read for them; `None`
    /// inside when no top card could be made out.
    pub piles: Option<[Option<CardSeen>; 2]>,
    /// What lies in and around the zone of each Draw Deck, Player 1's then Player 2's, when this frame was read for them; sorted
    /// by place.
    pub decks: Option<[Vec<CardSeen>; 2]>,
    /// Where cloth shows in the Boundary of each player, when this frame was read for cards; `None` inside where the mat has no
    /// colour of its own.
    #[serde(default)]
    pub cloth: Option<[Option<ClothSeen>; 2]>,
    /// How much of each Centre Pile zone is covered by hands or arms, 0..1, left then right.
    pub pile_covered: [f32; 2],
    /// Mean absolute luma change of each Centre Pile zone since the frame before, 0..255.
    pub pile_change: [f32; 2],
}

/// Something struck something, as the recording's sound has it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Onset {
    /// When it is heard, seconds after the first frame on the file's clock: later than it happened by the way of the sound
    /// and by what the recorder delays it.
    pub t: f64,
    /// Standard deviation of that, seconds.
    pub sigma: f64,
    /// How much louder it suddenly became, decibels.
    pub rise_db: f64,
}

/// How a mat lies, compared with the calibration.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MatSeen {
    /// Where its middle is in the layout.
    pub middle: Point<Table>,
    /// Movement of its middle, table centimetres.
    pub shift: (f64, f64),
    /// Turn about its middle, radians, from x towards y.
    pub turn: f64,
    /// Share of its lines that is seen to lie so, 0..1.
    pub coverage: f32,
    /// Whether that tells the movement along x, and along y; else it is as it was before.
    pub told: (bool, bool),
}

/// How the mats lie at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MatsSeen {
    /// Seconds after the first frame.
    pub t: f64,
    /// Player 1's foundation mat, the central one, Player 2's; `None` for one that is not there or not seen well enough.
    pub mats: [Option<MatSeen>; 3],
}
