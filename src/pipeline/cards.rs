//! Photographs in, the cards on them out; no table needed.
//!
//! In: image files, and how sure a reading must be to be told. Out: a [`Photographed`] a file, in their order. A file
//! that cannot be read stops the work: half an answer would look like a whole one.

use super::picture::{PictureError, picture, write_png};
use crate::base::{self, Image, Point, Rank, Suit};
use crate::evidence::photo::{self, Named};
use crate::facts::CardFace;
use crate::vision::Models;
use crate::vision::cards::deck::Deck;
use crate::vision::cards::photo::{PhotoCard, PhotoReader};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// A rank or suit is told from this probability on, if nobody says otherwise.
pub const LEAST_CONFIDENCE: f64 = 0.8;
/// A back is told from this probability on, and a reading of "no card" believed.
const BELIEVED: f64 = 0.6;
/// A card whose face cannot be read is told of when the finding model is as sure as this.
const UNREAD_SCORE: f64 = 0.5;

/// The cards of one picture.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Photographed {
    /// The file, as it was named.
    pub image: String,
    /// Its cards, from the top of the picture down.
    pub cards: Vec<Card>,
}

/// A card in a picture.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Card {
    /// The rank, if it can be read.
    pub rank: Option<Rank>,
    /// The suit, if it can be read.
    pub suit: Option<Suit>,
    /// Probability that what is told of it is right: the rank, that its back is up or, where neither can be told, of
    /// the most probable rank.
    pub confidence: f64,
    /// Which side is up.
    #[schemars(with = "String")]
    pub face: CardFace,
    /// Corners in the picture, pixels, clockwise; the first two are one short side.
    pub quad: [Point<Image>; 4],
    /// The most probable ranks, probable ones first: more than one when it cannot be read.
    pub likely: Vec<Likely>,
}

/// A rank that a card may have.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Likely {
    /// The rank.
    pub rank: Rank,
    /// How probable.
    pub probability: f64,
}

/// Reads pictures. `least`: the probability from which a rank or suit is told. `deck`: the deck they are of, if it was
/// shown.
///
/// # Errors
/// The first thing in the way; the models', or a file's.
pub fn cards(
    files: &[PathBuf],
    least: f64,
    deck: Option<Deck>,
    done: &mut dyn FnMut(usize),
) -> Result<Vec<Photographed>, PictureError> {
    let mut reader = PhotoReader::open(Models::runtime()?)?.with_deck(deck);
    let mut all = Vec::with_capacity(files.len());
    for file in files {
        let picture = picture(file)?;
        let cards = reader.cards(&picture)?;
        let cards = cards.iter().filter_map(|card| told(card, least)).collect();
        all.push(Photographed { image: file.display().to_string(), cards });
        done(all.len());
    }
    Ok(all)
}

impl Card {
    /// Its name in a picture or a list: `10h`, `face down`, `cannot read`.
    pub fn name(&self) -> String {
        match (self.face, self.rank) {
            (CardFace::Down, _) => "face down".to_owned(),
            (CardFace::Up, Some(rank)) => base::Card { rank, suit: self.suit }.to_string(),
            (CardFace::Up, None) => "cannot read".to_owned(),
        }
    }
}

/// Writes a copy of a picture with its cards drawn on it, as PNG.
///
/// # Errors
/// [`PictureError::Draw`], or as for the picture.
pub fn draw(file: &Path, read: &Photographed, out: &Path) -> Result<(), PictureError> {
    let mut drawn = picture(file)?;
    let named = |card: &Card| {
        let name = match card.rank {
            Some(_) => format!("{} {:.2}", card.name(), card.confidence),
            None => card.name(),
        };
        Named { outline: card.quad.to_vec(), name, sure: card.rank.is_some() }
    };
    let failed = |why: String| PictureError::Draw { path: out.display().to_string(), why };
    photo::draw(&mut drawn, &read.cards.iter().map(named).collect::<Vec<_>>()).map_err(|e| failed(e.to_string()))?;
    write_png(&drawn, out)
}

/// What is told of a card, or nothing when the second look saw none.
fn told(card: &PhotoCard, least: f64) -> Option<Card> {
    let (read, found) = (&card.read, &card.found);
    let ((rank, probability), (suit, suit_probability)) = (read.rank(), read.suit());
    let (readable, back) = (probability >= least, read.back >= BELIEVED);
    if !readable && !back && (read.nothing >= BELIEVED || found.score < UNREAD_SCORE) {
        return None;
    }
    let face = if back || (!readable && found.face_up < 0.5) { CardFace::Down } else { CardFace::Up };
    let up = face == CardFace::Up;
    let mut likely: Vec<Likely> =
        Rank::ALL.into_iter().zip(read.ranks).map(|(rank, probability)| Likely { rank, probability }).collect();
    likely.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(a.rank.cmp(&b.rank)));
    likely.retain(|one| one.probability >= 0.05);
    likely.truncate(if readable { 1 } else { 3 });
    Some(Card {
        rank: (up && readable).then_some(rank),
        suit: (up && readable && suit_probability >= least).then_some(suit),
        confidence: if up { probability } else { read.back },
        face,
        quad: found.corners.map(Point::from),
        likely: if up { likely } else { Vec::new() },
    })
}
