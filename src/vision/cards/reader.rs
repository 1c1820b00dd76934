//! Cards on a calibrated table: what lies in a part of it, and what a pile shows.
//!
//! Here the scale is known, and that cards are rectangles of one size, so that a card's place comes from all of its
//! corners together.

use super::deck::Deck;
use super::find::{BEST_WIDTH_PX, FindModel, Found};
use super::half_turn;
use super::outline::{self, Corners};
use super::read::{CROP, CROP_CORNERS, Read, ReadModel};
use super::size::{CardSize, SHORT_CM};
use crate::base::{Homography, Image, Point, Rank, Table};
use crate::calibration::{Calibration, Zone};
use crate::facts::{CardFace, CardSeen, Frame};
use crate::vision::crop::{self, Outside};
use crate::vision::models::{Models, VisionError};
use std::f64::consts::PI;

/// Score from which a place is looked at more closely.
const FIND_SCORE: f64 = 0.3;
/// Score from which a card that is not read surely is looked at once more, and where cards lie on each other: the outline of a pile
/// that is not straight is found less surely than a card's.
const UNSURE_SCORE: f64 = 0.5;
const PILED_SCORE: f64 = 0.35;
/// Outlines that share so much of their union are one card.
const SAME: f64 = 0.35;
/// A rank is read from this probability on; below, "cannot read" (chosen on held-out decks).
const RANK_PROBABILITY: f64 = 0.8;
/// A suit is told from this probability on.
const SUIT_PROBABILITY: f64 = 0.8;
/// A back is believed from this probability on.
const BACK_PROBABILITY: f64 = 0.6;
/// What was found less surely than a card mostly is, and whose rank is open, is a card where it is a face as surely as this.
const FACE_PROBABILITY: f64 = 0.9;
/// How far around a zone cards are looked for, centimetres: half a card and some disorder.
const MARGIN_CM: f64 = 5.0;
/// How far outside its zone the middle of a pile's top card may lie, centimetres (B.4.4).
const SPILL_CM: f64 = 2.0;
/// Scale of the rectified piece, pixels a centimetre: a poker card, 6.3 cm wide, has the finding model's best width.
const PX_PER_CM: f64 = BEST_WIDTH_PX / 6.3;
/// A card that lies across others may show no outline of its own at that scale, and does at one so many times larger, if it is found
/// there as surely as this. Set on two rendered cards across the line between the piles.
const CLOSER_TIMES: f64 = 1.4;
const CLOSER_SCORE: f64 = 0.4;
/// How far around the fingers of a hand a card that it holds is looked for, centimetres; how surely it must be found, and its face be
/// up: in the air and half behind fingers it is found less surely than on a table, and must be found again and again on its way.
const HELD_CM: f64 = 9.0;
const HELD_SCORE: f64 = 0.2;
const HELD_UP: f64 = 0.95;
/// What lies on others and reads less surely than this is read once more about its own middle ([`half_turn`]), if its halves differ
/// by less than the second: of tops in full view nearly nine of ten are that alike (372 readings, two or three of a top, in 24 rendered
/// clips, 25 to 42 pixels wide, on which this was made). Fingers over a card make its halves differ, or move its middle: of 344 readings
/// of such tops as many are wrong with this limit as without a second reading, with twice it a sixth more. The first was 0.99 until a four
/// that was given the outline of the two below it read as that with 0.99; on 37 other rendered scenes the change cost nothing but time.
const CLEAR: f64 = 0.998;
const DIFFERS_MOST: f64 = 0.25;
/// One large sign that is not the same half turned makes the halves of a face that shows little else differ more. A middle that differs
/// by less than this is believed where the card reads as surely about it as in the second line, and more surely than by its outline.
/// Set on one such card, whose halves differ by 0.3; in 14 rendered scenes of other decks nothing read otherwise.
const FAINT_MOST: f64 = 0.45;
const FAINT_SURE: f64 = 0.9;
/// There it is tried how it is turned, degrees, and the turns at which it reads most surely, so many, each this far beside,
/// centimetres: a face is read about its place, noise at one.
const ABOUT_DEG: [f64; 11] = [-30.0, -24.0, -18.0, -12.0, -6.0, 0.0, 6.0, 12.0, 18.0, 24.0, 30.0];
const ABOUT_MOST: usize = 3;
const ABOUT_CM: f64 = 0.25;
/// What reads less surely than this is looked at once more, upright and alone.
const SURE: f64 = 0.9;
/// Size of that second look, pixels, and how much it must share with where the card was thought to be.
const LOOK: (u32, u32) = (96, 112);
const LOOK_SAME: f64 = 0.5;
/// What reads less surely than this is no rival of a sure joker.
const LIKELY: f64 = 0.6;
/// What a joker counts for among readings of one card.
const JOKER_SHARE: f64 = 0.5;
/// A card that is found, and face up, more surely than this tells how large the deck's cards are.
const TELLS_SIZE: f64 = 0.6;
/// How far the place is tried beside, centimetres: a card under the top one draws the outline to it.
const BESIDE_CM: f64 = 0.15;
/// And how much turned, degrees, and then how far beside, centimetres.
const TURNS_DEG: [f64; 7] = [-30.0, -20.0, -10.0, 0.0, 10.0, 20.0, 30.0];
const ASIDE_CM: f64 = 0.5;
/// So many of these places must agree.
const AGREE: usize = 3;
/// How cards lie in a part of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Laid {
    /// Beside each other.
    Apart,
    /// On each other. Between these corners, if any, they may lie across others so that no outline of their own shows.
    Piled(Option<(Point<Table>, Point<Table>)>),
}

/// Reads cards on a calibrated table.
pub struct CardReader {
    find: FindModel,
    read: ReadModel,
    /// What this deck's cards tell of their size so far.
    size: CardSize,
}

/// A card that was found on the table.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Lying {
    centre: Point<Table>,
    /// Direction of its short side against table x, radians, counter-clockwise seen from above.
    turn: f64,
    size_cm: (f64, f64),
    face_up: f64,
    score: f64,
}

/// Marker: the rectified piece of the table that the model sees.
struct Piece;
/// Marker: the crop of one card.
struct Upright;

impl CardReader {
    /// Opens both models.
    ///
    /// # Errors
    /// When the runtime or a model is missing or unusable.
    pub fn open(models: &Models) -> Result<CardReader, VisionError> {
        Ok(CardReader { find: FindModel::open(models)?, read: ReadModel::open(models)?, size: CardSize::default() })
    }

    /// What this deck's cards tell of their size so far: all that is learned on the way.
    pub fn size(&self) -> CardSize {
        self.size
    }

    /// Goes on with what was learned before ([`CardReader::size`]).
    pub fn go_on(&mut self, size: CardSize) {
        self.size = size;
    }

    /// The same, of cards of a deck that was shown.
    #[must_use]
    pub fn with_deck(self, deck: Option<Deck>) -> CardReader {
        CardReader { read: self.read.with_deck(deck), ..self }
    }

    /// Cards between two corners of the table and half a card around, by place.
    ///
    /// # Errors
    /// When a model fails.
    pub fn read(
        &mut self,
        frame: &Frame,
        calibration: &Calibration,
        part: (Point<Table>, Point<Table>),
        laid: Laid,
    ) -> Result<Vec<CardSeen>, VisionError> {
        let mut lying = self.find(frame, calibration, around(part), PX_PER_CM, FIND_SCORE)?;
        if let Laid::Piled(Some((low, high))) = laid {
            let within = |at: Point<Table>| (low.x..high.x).contains(&at.x) && (low.y..high.y).contains(&at.y);
            let found = self.find(frame, calibration, around((low, high)), CLOSER_TIMES * PX_PER_CM, CLOSER_SCORE)?;
            for card in found.into_iter().filter(|card| within(card.centre)) {
                let mut shares = false;
                for other in &lying {
                    let outlines = [&card, other].map(|one| one.corners().map(<[f64; 2]>::from));
                    shares |= outline::overlap(&outlines[0], &outlines[1])? >= SAME;
                }
                if !shares {
                    lying.push(card);
                }
            }
        }
        let crops = lying.iter().map(|card| upright(frame, calibration, card)).collect::<Result<Vec<_>, _>>()?;
        let mut reads = self.read.read(&crops)?;
        self.learn_size(frame, calibration, &mut lying, &mut reads)?;
        for (card, read) in lying.iter_mut().zip(&mut reads) {
            let sure = sureness(read);
            if card.score < if laid == Laid::Apart { UNSURE_SCORE } else { PILED_SCORE } {
                continue;
            }
            let unclear = sure < CLEAR && laid != Laid::Apart;
            if let Some(centred) = if unclear { self.centred(frame, calibration, card, sure)? } else { None } {
                // Its place stays the outline's, as in the frames in which it reads clearly.
                *read = centred;
            } else if sure < SURE {
                (*card, *read) = self.again(frame, calibration, *card, *read)?;
            }
        }
        let mut cards: Vec<CardSeen> =
            lying.iter().zip(&reads).filter_map(|(card, read)| seen(card, read, calibration)).collect();
        cards.sort_by(|a, b| a.centre.x.total_cmp(&b.centre.x).then(a.centre.y.total_cmp(&b.centre.y)));
        Ok(cards)
    }

    /// Cards whose face is up in or beside a hand whose fingers are there, in the air: unread where its rank is not sure, because a
    /// face can be told before its rank can.
    ///
    /// # Errors
    /// When a model fails.
    pub fn held(
        &mut self,
        frame: &Frame,
        calibration: &Calibration,
        fingers: Point<Table>,
    ) -> Result<Vec<CardSeen>, VisionError> {
        let low = Point::<Table>::new(fingers.x - HELD_CM, fingers.y - HELD_CM);
        let high = Point::<Table>::new(fingers.x + HELD_CM, fingers.y + HELD_CM);
        let mut lying = self.find(frame, calibration, (low, high), PX_PER_CM, HELD_SCORE)?;
        lying.retain(|card| card.face_up >= HELD_UP);
        let crops = lying.iter().map(|card| upright(frame, calibration, card)).collect::<Result<Vec<_>, _>>()?;
        let reads = self.read.read(&crops)?;
        let shown = lying.iter().zip(&reads).filter(|(_, read)| read.back < BACK_PROBABILITY);
        Ok(shown.map(|(card, read)| told(card, read, CardFace::Up, calibration)).collect())
    }

    fn find(
        &mut self,
        frame: &Frame,
        calibration: &Calibration,
        (low, high): (Point<Table>, Point<Table>),
        px_per_cm: f64,
        least: f64,
    ) -> Result<Vec<Lying>, VisionError> {
        let pixels = |cm: f64| ((cm * px_per_cm).ceil() as u32).clamp(16, 2048);
        let (width, height) = (pixels(high.x - low.x), pixels(high.y - low.y));
        // Rows run from the far side to the near one: the table seen from above, not mirrored.
        let scale = 1.0 / px_per_cm;
        let table_from_piece: Homography<Piece, Table> =
            Homography::new([[scale, 0.0, low.x + 0.5 * scale], [0.0, -scale, high.y - 0.5 * scale], [0.0, 0.0, 1.0]]);
        let piece = crop::warp(frame, width, height, Outside::Rim, |u, v| {
            calibration.to_image(table_from_piece.apply(Point::new(u, v)))
        });
        let found = self.find.find(&piece, least)?;
        let outlines: Vec<(Corners, f64)> = found.iter().map(|card| (card.corners, card.score)).collect();
        let kept = outline::distinct(&outlines, SAME)?;
        let size_cm = self.size.cm();
        Ok(kept.iter().map(|&i| Lying { size_cm, ..lying(&found[i], &table_from_piece) }).collect())
    }

    /// What a card reads about the middle that its print tells, turned so that it reads most surely; `None` where it tells none.
    /// By its outline it reads as surely as `sure`.
    fn centred(
        &mut self,
        frame: &Frame,
        calibration: &Calibration,
        card: &Lying,
        sure: f64,
    ) -> Result<Option<Read>, VisionError> {
        let (sin, cos) = card.turn.sin_cos();
        let beside = |right: f64, down: f64| {
            Point::<Table>::new(card.centre.x + right * cos + down * sin, card.centre.y + right * sin - down * cos)
        };
        let cm = |px: f64| px / half_turn::PX_PER_CM;
        let half = [half_turn::PIECE.0, half_turn::PIECE.1].map(|side| f64::from(side / 2));
        let piece = crop::warp(frame, half_turn::PIECE.0, half_turn::PIECE.1, Outside::Rim, |u, v| {
            calibration.to_image(beside(cm(u - half[0]), cm(v - half[1])))
        });
        let mut middles = half_turn::middles(&piece)?;
        let faint = middles.iter().all(|middle| middle.differs >= DIFFERS_MOST);
        let most = if faint { FAINT_MOST } else { DIFFERS_MOST };
        middles.retain(|middle| middle.differs < most);
        let turned: Vec<Lying> = middles
            .into_iter()
            .flat_map(|middle| {
                let centre = beside(cm(f64::from(middle.aside.0)), cm(f64::from(middle.aside.1)));
                ABOUT_DEG.map(|deg| Lying { centre, turn: card.turn + deg.to_radians(), ..*card })
            })
            .collect();
        let reads = self.read_at(frame, calibration, &turned)?;
        let mut tried: Vec<(Lying, Read)> = turned.into_iter().zip(reads).collect();
        tried.sort_by(|a, b| sureness(&b.1).total_cmp(&sureness(&a.1)));
        tried.truncate(ABOUT_MOST);
        let mut best: Option<(f64, Read)> = None;
        for (card, _) in &tried {
            let places = self::beside(card, ABOUT_CM);
            let reads = self.read_at(frame, calibration, &places)?;
            let all = Read::mean(&reads).map_or(0.0, |mean| sureness(&mean));
            let told = agreed(places.into_iter().zip(reads).collect(), |_| true);
            if let Some((_, told)) = told.filter(|_| best.is_none_or(|(most, _)| all > most)) {
                best = Some((all, told));
            }
        }
        let believed = |told: &Read| !faint || sureness(told) >= FAINT_SURE.max(sure);
        Ok(best.map(|(_, told)| told).filter(believed))
    }

    /// A card and what it reads, after a second look at it, upright: where it reads most surely of the place that the
    /// look gives and those a little beside.
    fn again(
        &mut self,
        frame: &Frame,
        calibration: &Calibration,
        card: Lying,
        read: Read,
    ) -> Result<(Lying, Read), VisionError> {
        let (x, y) = (f64::from(LOOK.0) / 2.0 - 0.5, f64::from(LOOK.1) / 2.0 - 0.5);
        let half = [card.size_cm.0, card.size_cm.1].map(|cm| cm * PX_PER_CM / 2.0);
        let wanted =
            [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| [x + a * half[0], y + b * half[1]]);
        let table_from_look: Homography<Piece, Table> = outline::map(&wanted, &card.corners().map(<[f64; 2]>::from))?;
        let look = crop::warp(frame, LOOK.0, LOOK.1, Outside::Rim, |u, v| {
            calibration.to_image(table_from_look.apply(Point::new(u, v)))
        });
        let mut found = (LOOK_SAME, card);
        for one in self.find.find(&look, FIND_SCORE)? {
            let shared = outline::overlap(&one.corners, &wanted)?;
            if shared > found.0 {
                let seen = lying(&one, &table_from_look);
                found = (shared, Lying { size_cm: card.size_cm, score: card.score, face_up: card.face_up, ..seen });
            }
        }
        let places = beside(&found.1, BESIDE_CM);
        let reads = self.read_at(frame, calibration, &places)?;
        let best = places.into_iter().zip(reads).fold((card, read), surer);
        if sureness(&best.1) >= SURE {
            return Ok(best);
        }
        // On other white cards the outline may follow theirs.
        let turned = TURNS_DEG.map(|deg| Lying { turn: best.0.turn + deg.to_radians(), ..best.0 });
        let places: Vec<Lying> = turned.iter().flat_map(|card| beside(card, ASIDE_CM)).collect();
        let reads = self.read_at(frame, calibration, &places)?;
        let mut all: Vec<(Lying, Read)> = places.into_iter().zip(reads).collect();
        all.push(best);
        let joker = agreed(all.clone(), |rank| rank == Rank::Joker).filter(|one| one.1.rank().1 > SURE);
        let Some(other) = agreed(all, |rank| rank != Rank::Joker) else { return Ok(best) };
        if let Some(joker) = joker.filter(|_| sureness(&other.1) < RANK_PROBABILITY) {
            if sureness(&other.1) < LIKELY {
                return Ok(joker);
            }
            // It may be either: both are told.
            return Ok((joker.0, Read::mean(&[joker.1, other.1]).unwrap_or(joker.1)));
        }
        Ok(if sureness(&other.1) > sureness(&best.1) { other } else { best })
    }

    /// What a card reads in each of these places.
    fn read_at(
        &mut self,
        frame: &Frame,
        calibration: &Calibration,
        places: &[Lying],
    ) -> Result<Vec<Read>, VisionError> {
        let crops = places.iter().map(|card| upright(frame, calibration, card)).collect::<Result<Vec<_>, _>>()?;
        self.read.read(&crops)
    }

    /// Cards of a deck are of one size: that at which they read most surely, while it is open, and are read then.
    fn learn_size(
        &mut self,
        frame: &Frame,
        calibration: &Calibration,
        cards: &mut [Lying],
        reads: &mut [Read],
    ) -> Result<(), VisionError> {
        let now = self.size.which();
        let told: Vec<usize> =
            (0..cards.len()).filter(|&i| cards[i].score > TELLS_SIZE && cards[i].face_up > TELLS_SIZE).collect();
        if told.is_empty() || !self.size.is_open() {
            return Ok(());
        }
        let mut at: Vec<Vec<Read>> = Vec::with_capacity(SHORT_CM.len());
        for which in 0..SHORT_CM.len() {
            let sized = |&i: &usize| Lying { size_cm: CardSize::at(which), ..cards[i] };
            at.push(if which == now {
                told.iter().map(|&i| reads[i]).collect()
            } else {
                let places: Vec<Lying> = told.iter().map(sized).collect();
                self.read_at(frame, calibration, &places)?
            });
        }
        for (k, _) in told.iter().enumerate() {
            self.size.learn(std::array::from_fn(|which| sureness(&at[which][k])));
        }
        let which = self.size.which();
        for (k, &i) in told.iter().enumerate() {
            reads[i] = at[which][k];
        }
        cards.iter_mut().for_each(|card| card.size_cm = CardSize::at(which));
        Ok(())
    }
}

/// A part of the table and half a card around.
fn around((low, high): (Point<Table>, Point<Table>)) -> (Point<Table>, Point<Table>) {
    (Point::new(low.x - MARGIN_CM, low.y - MARGIN_CM), Point::new(high.x + MARGIN_CM, high.y + MARGIN_CM))
}

/// An outline as a rectangle on the table, with its own size.
fn lying(found: &Found, table_from_piece: &Homography<Piece, Table>) -> Lying {
    let at = found.corners.map(|p| table_from_piece.apply(p.into()));
    let mean = |f: &dyn Fn(usize) -> f64| (0..4).map(f).sum::<f64>() / 4.0;
    let centre = Point::new(mean(&|i| at[i].x), mean(&|i| at[i].y));
    // Clockwise as seen: the short sides first, then the long ones, which point towards the reader.
    let across = (at[1].x + at[2].x - at[0].x - at[3].x, at[1].y + at[2].y - at[0].y - at[3].y);
    let up = (at[0].x + at[1].x - at[2].x - at[3].x, at[0].y + at[1].y - at[2].y - at[3].y);
    // Both sides say how the card is turned, the longer one more exactly.
    let turn = up.1.atan2(up.0) - PI / 2.0;
    let own = across.1.atan2(across.0);
    let apart = (own - turn + PI).rem_euclid(2.0 * PI) - PI;
    let (long, short) = (up.0.hypot(up.1) / 2.0, across.0.hypot(across.1) / 2.0);
    let weight = short * short / (short * short + long * long).max(1e-9);
    Lying { centre, turn: turn + apart * weight, size_cm: (short, long), face_up: found.face_up, score: found.score }
}

impl Lying {
    /// Its corners, clockwise as one reads it from one of its short sides.
    fn corners(&self) -> [Point<Table>; 4] {
        let (sin, cos) = self.turn.sin_cos();
        let (w, h) = (self.size_cm.0 / 2.0, self.size_cm.1 / 2.0);
        [(-w, -h), (w, -h), (w, h), (-w, h)].map(|(right, down)| {
            Point::new(self.centre.x + right * cos + down * sin, self.centre.y + right * sin - down * cos)
        })
    }

    /// The corners in the picture.
    fn quad(&self, calibration: &Calibration) -> [Point<Image>; 4] {
        self.corners().map(|corner| calibration.to_image(corner))
    }
}

/// The surer of two.
fn surer(a: (Lying, Read), b: (Lying, Read)) -> (Lying, Read) {
    if sureness(&b.1) > sureness(&a.1) { b } else { a }
}

/// The rank of those asked for that the places which read it best read best on average, with the first of them. One place
/// among many that happens to read something surely has no others beside it that agree.
fn agreed(mut all: Vec<(Lying, Read)>, among: impl Fn(Rank) -> bool) -> Option<(Lying, Read)> {
    let best_of = |all: &mut Vec<(Lying, Read)>, rank: usize| {
        all.sort_by(|a, b| b.1.ranks[rank].total_cmp(&a.1.ranks[rank]));
        all[..AGREE.min(all.len())].to_vec()
    };
    let ranks = (0..Rank::ALL.len()).filter(|&rank| among(Rank::ALL[rank]));
    let told = ranks.map(|rank| {
        let some = best_of(&mut all, rank);
        (some.iter().map(|one| one.1.ranks[rank]).sum::<f64>(), some)
    });
    let (_, some) = told.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let reads: Vec<Read> = some.iter().map(|one| one.1).collect();
    Some((some.first()?.0, Read::mean(&reads)?))
}

/// A place and those so far beside it.
fn beside(card: &Lying, step_cm: f64) -> [Lying; 5] {
    let (sin, cos) = card.turn.sin_cos();
    [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)].map(|(right, up): (f64, f64)| Lying {
        centre: Point::new(
            card.centre.x + step_cm * (right * cos - up * sin),
            card.centre.y + step_cm * (right * sin + up * cos),
        ),
        ..*card
    })
}

/// How surely something is read: a rank or a back. A court card that was cut out askew looks like a joker, which is not
/// played with (B.6.1): what reads as one counts for less.
fn sureness(read: &Read) -> f64 {
    let (rank, probability) = read.rank();
    let share = if rank == Rank::Joker { JOKER_SHARE } else { 1.0 };
    (share * probability).max(read.back)
}

/// A card cut out for reading.
fn upright(frame: &Frame, calibration: &Calibration, card: &Lying) -> Result<image::RgbImage, VisionError> {
    let table_from_upright: Homography<Upright, Table> =
        outline::map(&CROP_CORNERS, &card.corners().map(<[f64; 2]>::from))?;
    Ok(crop::warp(frame, CROP.0, CROP.1, Outside::Rim, |u, v| {
        calibration.to_image(table_from_upright.apply(Point::new(u, v)))
    }))
}

/// The top card of a pile among cards read around it: the most readable and nearest to the zone's middle.
pub fn pile_top(cards: &[CardSeen], zone: &Zone) -> Option<CardSeen> {
    let (low, high) = zone.bounds();
    let inside = |card: &&CardSeen| {
        let (x, y) = (card.centre.x, card.centre.y);
        x > low.x - SPILL_CM && x < high.x + SPILL_CM && y > low.y - SPILL_CM && y < high.y + SPILL_CM
    };
    let middle = zone.middle();
    let rate = |card: &CardSeen| f64::from(card.ranks.iter().sum::<f32>()) - card.centre.distance(middle) / 10.0;
    cards.iter().filter(inside).max_by(|a, b| rate(a).total_cmp(&rate(b))).cloned()
}

/// A found place as a card, or `None` when closer inspection saw none.
fn seen(card: &Lying, read: &Read, calibration: &Calibration) -> Option<CardSeen> {
    let probability = read.rank().1;
    let readable = probability >= RANK_PROBABILITY;
    let back = read.back >= BACK_PROBABILITY;
    let nothing = 1.0 - probability - read.back;
    // That it is a card face up is what all ranks together say: one large sign may be an ace or, in some decks, any number.
    let shows_face = read.ranks.iter().sum::<f64>() >= FACE_PROBABILITY;
    if !readable && !back && !shows_face && (nothing > 0.7 || card.score < 0.5) {
        return None;
    }
    let face = if back || (!readable && !shows_face && card.face_up < 0.5) { CardFace::Down } else { CardFace::Up };
    Some(told(card, read, face, calibration))
}

/// A found place as a card with this side up.
fn told(card: &Lying, read: &Read, face: CardFace, calibration: &Calibration) -> CardSeen {
    let ((rank, probability), (suit, suit_probability)) = (read.rank(), read.suit());
    let confidence = if face == CardFace::Up { probability } else { read.back };
    let read_up = face == CardFace::Up && probability >= RANK_PROBABILITY;
    CardSeen {
        centre: card.centre,
        quad: card.quad(calibration),
        // The long side is a quarter turn from the short one.
        angle: (card.turn + PI / 2.0).rem_euclid(PI),
        face,
        rank: read_up.then_some(rank),
        suit: (read_up && suit_probability >= SUIT_PROBABILITY).then_some(suit),
        ranks: read.ranks.map(|p| p as f32),
        suits: read.suits.map(|p| p as f32),
        one_sign: read.one_sign.map(|p| p as f32),
        confidence: confidence as f32,
        covered: 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(turn: f64) -> Lying {
        Lying { centre: Point::new(2.0, 1.0), turn, size_cm: (6.0, 9.0), face_up: 1.0, score: 0.9 }
    }

    #[test]
    fn an_outline_in_the_piece_is_the_card_on_the_table() {
        let piece: Homography<Piece, Table> = Homography::new([[0.2, 0.0, -5.0], [0.0, -0.2, 9.0], [0.0, 0.0, 1.0]]);
        for turn in [-1.2, -0.3, 0.0, 0.7, 1.5] {
            let wanted = card(turn);
            let back = piece.inverse().unwrap();
            let corners = wanted.corners().map(|corner| back.apply(corner).into());
            let got = lying(&Found { corners, score: 0.9, face_up: 1.0 }, &piece);
            assert!(got.centre.distance(wanted.centre) < 1e-9);
            assert!(((got.turn - turn).rem_euclid(PI)).min((turn - got.turn).rem_euclid(PI)) < 1e-9, "{got:?}");
            assert!((got.size_cm.0 - 6.0).abs() < 1e-9 && (got.size_cm.1 - 9.0).abs() < 1e-9);
        }
    }

    #[test]
    fn places_that_agree_outweigh_one_that_is_surer() {
        let read = |rank: Rank, p: f64| {
            let mut read =
                Read { ranks: [0.0; Rank::ALL.len()], back: 0.0, nothing: 1.0 - p, suits: [0.0; 4], one_sign: None };
            read.ranks[Rank::ALL.iter().position(|&other| other == rank).unwrap()] = p;
            read
        };
        let all = vec![
            (card(0.0), read(Rank::Joker, 0.99)),
            (card(0.1), read(Rank::Jack, 0.8)),
            (card(0.2), read(Rank::Queen, 0.9)),
            (card(0.3), read(Rank::Jack, 0.85)),
            (card(0.4), read(Rank::Jack, 0.75)),
        ];
        let (place, told) = agreed(all, |rank| rank != Rank::Joker).unwrap();
        assert_eq!(place, card(0.3));
        assert!(told.rank().0 == Rank::Jack && (told.rank().1 - 0.8).abs() < 1e-9, "{told:?}");
        assert!(agreed(Vec::new(), |_| true).is_none());
    }

    #[test]
    fn a_card_turned_a_quarter_reads_along_y() {
        let corners = card(PI / 2.0).corners();
        let right = (corners[1].x - corners[0].x, corners[1].y - corners[0].y);
        assert!(right.0.abs() < 1e-12 && (right.1 - 6.0).abs() < 1e-12);
    }
}
