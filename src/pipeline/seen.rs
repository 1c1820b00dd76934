//! What vision saw in an earlier review, for a player that draws it over the frames.
//!
//! In: a report's file of observations. Out: the outlines of mats and zones in the picture, and of each frame its hands and cards, in
//! pixels. Nothing is judged again. Cards are read in some frames only: a frame holds those that were read in it.

use super::observe::observe;
use super::remarks::summary;
use super::{ReviewError, watched};
use crate::facts::{CardSeen, HandSeen};
use std::path::Path;

/// A hand of a frame.
pub struct HandShown {
    /// 1 or 2.
    pub player: u8,
    /// `left` or `right`, the player's own.
    pub hand: String,
    /// False where its place is interpolated.
    pub seen: bool,
    /// 21 landmarks, pixels.
    pub at: Vec<[f32; 2]>,
}

/// A card of a frame.
pub struct CardShown {
    /// Its corners, pixels.
    pub quad: [[f32; 2]; 4],
    /// Its rank, when it could be read.
    pub rank: Option<&'static str>,
    /// The probability of that.
    pub confidence: f32,
}

/// A frame.
pub struct FrameShown {
    /// Seconds after the first frame.
    pub t: f64,
    /// Its hands.
    pub hands: Vec<HandShown>,
    /// Its cards, when it was read for them.
    pub cards: Option<Vec<CardShown>>,
}

/// An outline of a mat or a zone: its name and its corners, pixels.
pub type Outline = (String, Vec<[f32; 2]>);

/// What was seen of a recording.
pub struct Shown {
    /// Mats and zones.
    pub zones: Vec<Outline>,
    /// Frames, by time.
    pub frames: Vec<FrameShown>,
}

/// Reads a file of observations.
///
/// # Errors
/// When it cannot be read, or another version of slapsight wrote it.
pub fn shown(file: &Path) -> Result<Shown, ReviewError> {
    let watched = watched::load(file)?;
    let size = (watched.source().width, watched.source().height);
    let zones = summary(&watched.header.calibration).zones;
    let outline = |(name, points): (String, Vec<_>)| (name, points.into_iter().map(pixel).collect());
    let frames = observe(watched.frames, &watched.header.calibration, size);
    Ok(Shown {
        zones: zones.into_iter().map(outline).collect(),
        frames: frames
            .into_iter()
            .map(|seen| {
                let read = seen.cards.is_some() || seen.piles.is_some();
                let tops = seen.piles.into_iter().flatten().flatten();
                let cards: Vec<CardSeen> = seen.cards.unwrap_or_else(|| tops.collect());
                FrameShown {
                    t: seen.t,
                    hands: seen.hands.iter().map(hand).collect(),
                    cards: read.then(|| cards.iter().map(card).collect()),
                }
            })
            .collect(),
    })
}

fn pixel(point: crate::base::Point<crate::base::Image>) -> [f32; 2] {
    [point.x as f32, point.y as f32]
}

fn hand(hand: &HandSeen) -> HandShown {
    let at = hand.image.iter().map(|&point| pixel(point)).collect();
    HandShown { player: hand.player.number(), hand: hand.hand.to_string(), seen: hand.seen, at }
}

fn card(card: &CardSeen) -> CardShown {
    CardShown { quad: card.quad.map(pixel), rank: card.rank.map(|rank| rank.symbol()), confidence: card.confidence }
}
