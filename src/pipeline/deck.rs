//! Pictures of one deck in, a file that reads this deck better out.
//!
//! In: photographs or a recording in which each card is shown at least once, face up and uncovered. Out: the deck's
//! file, and a picture beside it of every card with the name it was given: look at it. A name that is wrong can be put
//! right in the file.

use super::machine::sha256;
use super::picture::{PictureError, picture};
use crate::base::{Card, Point, Rank, Suit};
use crate::calibration::file::write_whole;
use crate::evidence::photo::{self, Named as Drawn};
use crate::video::{self, Reader, VideoError};
use crate::vision::Models;
use crate::vision::cards::deck::{self, Deck, Glimpse, Named};
use crate::vision::cards::outline;
use crate::vision::cards::photo::{PhotoCard, PhotoReader};
use crate::vision::cards::read::MODEL;
use crate::vision::cards::variants::variants;
use crate::vision::models::{VisionError, find_model};
use image::RgbImage;
use std::path::{Path, PathBuf};

/// Pictures of a second of a recording that are looked at, file seconds, and of all of it at most.
const EVERY_SECS: f64 = 0.25;
const MOST_PICTURES: usize = 600;
/// A find is a card of the deck when the finding model is as sure, and it reads neither like a back nor like nothing.
const LEAST_SCORE: f64 = 0.5;
const LEAST_FACE: f64 = 0.6;
/// Pictures of a card that the reader is fitted to, and how many worse ones are made of each.
const BEST: usize = 4;
const WORSE: usize = 12;
/// In rows, a find that is so many times larger or smaller than most is no card.
const ODD_SIZE: f64 = 1.6;
/// Columns of the picture with all cards.
const COLUMNS: u32 = 13;
/// A name is shown as doubtful below this.
pub const DOUBTFUL: f64 = 0.6;

/// What stands in the way.
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// A photograph, or the models.
    #[error(transparent)]
    Cards(#[from] PictureError),
    /// A recording.
    #[error(transparent)]
    Video(#[from] VideoError),
    /// No cards.
    #[error("no card with its face up was found in {what}; show each card once, uncovered, at least 40 pixels wide")]
    NoCards {
        /// The files.
        what: String,
    },
    /// Not four rows of thirteen.
    #[error(
        "{path} shows {found} cards, not four rows of thirteen; leave space between all cards, nothing over them, or leave out --rows"
    )]
    Rows {
        /// The file.
        path: String,
        /// How many cards were found.
        found: usize,
    },
    /// A deck's file.
    #[error("{path} is not a deck that can be used ({why}); make it with `slapsight enrol-deck`")]
    File {
        /// The file.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// The file could not be written.
    #[error("{path} could not be written ({why}); choose another place")]
    Write {
        /// The file.
        path: String,
        /// What went wrong.
        why: String,
    },
}

impl From<VisionError> for DeckError {
    fn from(error: VisionError) -> Self {
        DeckError::Cards(error.into())
    }
}

/// A deck that was enrolled.
#[derive(Debug, Clone)]
pub struct Enrolled {
    /// Its cards.
    pub deck: Deck,
    /// Cards of 52 that were not seen.
    pub missing: Vec<Card>,
    /// The picture of all cards.
    pub picture: PathBuf,
}

/// Enrols a deck. `rows`: each file shows 52 cards in four rows, each a suit from ace to king. `done` hears how much is done, 0 to 1.
///
/// # Errors
/// [`DeckError`]; nothing is written then.
pub fn enrol(files: &[PathBuf], rows: bool, out: &Path, done: &mut dyn FnMut(f64)) -> Result<Enrolled, DeckError> {
    let mut reader = PhotoReader::open(Models::runtime()?)?;
    let mut seen: Vec<(usize, PhotoCard)> = Vec::new();
    let mut pictures = 0;
    for (n, file) in files.iter().enumerate() {
        let so_far = |part: f64| 0.9 * (n as f64 + part) / files.len() as f64;
        each_picture(file, rows, &mut |image, part| {
            seen.extend(
                reader.cards(&image)?.into_iter().filter(|card| is_card(card, rows)).map(|card| (pictures, card)),
            );
            pictures += 1;
            done(so_far(part));
            Ok(())
        })?;
    }
    let crops: Vec<RgbImage> = seen.iter().map(|(_, card)| card.crop.clone()).collect();
    let features = reader.features(&crops)?;
    let glimpses: Vec<Glimpse> = seen
        .iter()
        .zip(features)
        .map(|((picture, card), features)| Glimpse { picture: *picture, read: card.read, features })
        .collect();
    let named = if rows { in_rows(files, &seen, &glimpses)? } else { deck::name(&glimpses) };
    if named.is_empty() {
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        return Err(DeckError::NoCards { what: names.join(", ") });
    }
    let mut learnt = Vec::with_capacity(named.len());
    for (n, card) in named.iter().enumerate() {
        let mut some = Vec::new();
        for &glimpse in card.glimpses.iter().take(BEST) {
            some.push(crops[glimpse].clone());
            some.extend(variants(&crops[glimpse], WORSE)?);
        }
        learnt.push(reader.features(&some)?);
        done(0.9 + 0.1 * (n + 1) as f64 / named.len() as f64);
    }
    let deck = deck::fit(&named, &learnt, &model_digest()?)?;
    let picture = out.with_extension("png");
    // Both are made before either is written.
    let png = sheet(&named, &crops)?;
    write(&picture, &png)?;
    write(out, serde_json::to_string(&deck).unwrap_or_default().as_bytes())?;
    let all = Rank::STANDARD.into_iter().flat_map(|rank| Suit::ALL.map(|suit| Card { rank, suit: Some(suit) }));
    let missing = all.filter(|card| named.iter().all(|named| named.card != *card)).collect();
    Ok(Enrolled { deck, missing, picture })
}

/// Names by place, of every file; the same card of several files is one.
fn in_rows(files: &[PathBuf], seen: &[(usize, PhotoCard)], glimpses: &[Glimpse]) -> Result<Vec<Named>, DeckError> {
    let mut all: Vec<Named> = Vec::new();
    for (n, file) in files.iter().enumerate() {
        let mut of: Vec<usize> = (0..seen.len()).filter(|&i| seen[i].0 == n).collect();
        let area = |i: usize| outline::area(&seen[i].1.found.corners);
        of.sort_by(|&a, &b| area(a).total_cmp(&area(b)).then(a.cmp(&b)));
        let most = of.get(of.len() / 2).map_or(0.0, |&i| area(i));
        of.retain(|&i| area(i) < ODD_SIZE * most && area(i) > most / ODD_SIZE);
        let places: Vec<[f64; 2]> = of.iter().map(|&i| outline::middle(&seen[i].1.found.corners)).collect();
        let some: Vec<Glimpse> = of.iter().map(|&i| glimpses[i].clone()).collect();
        let named = deck::name_rows(&some, &places)
            .ok_or_else(|| DeckError::Rows { path: file.display().to_string(), found: of.len() })?;
        for named in named {
            let glimpses = named.glimpses.iter().map(|&i| of[i]);
            match all.iter_mut().find(|other| other.card == named.card) {
                Some(other) => other.glimpses.extend(glimpses),
                None => all.push(Named { glimpses: glimpses.collect(), ..named }),
            }
        }
    }
    Ok(all)
}

/// A deck from its file.
///
/// # Errors
/// [`DeckError::File`], also for a deck that was enrolled with another reading model.
pub fn load(path: &Path) -> Result<Deck, DeckError> {
    let bad = |why: String| DeckError::File { path: path.display().to_string(), why };
    let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
    let deck: Deck = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
    if deck.schema != deck::SCHEMA {
        return Err(bad(format!("its schema is {:?}, not {:?}", deck.schema, deck::SCHEMA)));
    }
    if deck.model != model_digest()? {
        return Err(bad("it was made with another version of the reading model".to_owned()));
    }
    Ok(deck)
}

/// In rows all finds are cards with their faces up, whatever they read like.
fn is_card(card: &PhotoCard, rows: bool) -> bool {
    card.found.score >= LEAST_SCORE && (rows || 1.0 - card.read.back - card.read.nothing >= LEAST_FACE)
}

/// Every picture of a file: the photograph, or some of a recording's frames. `photograph`: no recording will do.
fn each_picture(
    file: &Path,
    photograph: bool,
    take: &mut dyn FnMut(RgbImage, f64) -> Result<(), DeckError>,
) -> Result<(), DeckError> {
    match picture(file) {
        Ok(image) => return take(image, 1.0),
        Err(error @ (PictureError::Open { .. } | PictureError::Large { .. })) => return Err(error.into()),
        Err(error) if photograph => return Err(error.into()),
        // No photograph: perhaps a recording.
        Err(_) => {}
    }
    let source = video::probe(file)?;
    let every = EVERY_SECS.max(source.duration_s / MOST_PICTURES as f64);
    let mut reader = Reader::open_with(file, 1)?;
    let mut next = 0.0;
    while let Some(frame) = reader.next_frame()? {
        if frame.t >= next {
            next = frame.t + every;
            take(video::image_rgb(&frame), (frame.t / source.duration_s.max(1e-6)).min(1.0))?;
        }
    }
    Ok(())
}

fn model_digest() -> Result<String, DeckError> {
    let path = find_model(MODEL)?;
    let unread =
        |error: std::io::Error| PictureError::Open { path: path.display().to_string(), why: error.to_string() };
    Ok(sha256(&path).map_err(unread)?)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), DeckError> {
    write_whole(path, bytes)
        .map_err(|error| DeckError::Write { path: path.display().to_string(), why: error.to_string() })
}

/// All cards in rows, with their names; doubtful ones in grey.
fn sheet(named: &[Named], crops: &[RgbImage]) -> Result<Vec<u8>, DeckError> {
    let failed = |why: String| DeckError::Write { path: "the picture of all cards".to_owned(), why };
    let (wide, high) = (crops[0].width() + 8, crops[0].height() + 8);
    let rows = (named.len() as u32).div_ceil(COLUMNS);
    let mut page = RgbImage::from_pixel(COLUMNS * wide, rows * high, image::Rgb([24, 26, 30]));
    let mut names = Vec::new();
    for (n, card) in (0..).zip(named) {
        let (x, y) = ((n % COLUMNS) * wide + 4, (n / COLUMNS) * high + 4);
        image::imageops::replace(&mut page, &crops[card.glimpses[0]], i64::from(x), i64::from(y));
        let corner = |dx: u32, dy: u32| Point::new(f64::from(x + dx), f64::from(y + dy));
        let outline = vec![corner(0, 0), corner(wide - 9, 0), corner(wide - 9, high - 9), corner(0, high - 9)];
        names.push(Drawn { outline, name: card.card.to_string(), sure: card.confidence >= DOUBTFUL });
    }
    photo::draw(&mut page, &names).map_err(|error| failed(error.to_string()))?;
    let mut png = std::io::Cursor::new(Vec::new());
    page.write_to(&mut png, image::ImageFormat::Png).map_err(|error| failed(error.to_string()))?;
    Ok(png.into_inner())
}
