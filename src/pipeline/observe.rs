//! From what vision gathered to observations: whose hands they are, where they are on the table, and what they cover.
//!
//! No judgement: an observation says what was seen, in table centimetres, and by which hand.

use crate::base::{Image, Point};
use crate::calibration::{Calibration, Layout};
use crate::events::{Zones, one_sign};
use crate::facts::{CardSeen, ClothSeen, HandSeen, Observation};
use crate::vision::hands::{self, RawHand};
use crate::vision::piles::{PileAreas, card_covered, is_gone};
use serde::{Deserialize, Serialize};

/// What vision made of one frame.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct RawFrame {
    pub(super) index: u64,
    pub(super) t: f64,
    pub(super) hands: Vec<RawHand>,
    pub(super) cards: Option<Vec<CardSeen>>,
    pub(super) piles: Option<[Option<CardSeen>; 2]>,
    pub(super) decks: Option<[Vec<CardSeen>; 2]>,
    pub(super) cloth: Option<[Option<ClothSeen>; 2]>,
    pub(super) change: [f32; 2],
}

impl RawFrame {
    fn all_cards(&self) -> impl Iterator<Item = &CardSeen> {
        let tops = self.piles.iter().flatten().flatten();
        self.cards.iter().flatten().chain(tops).chain(self.decks.iter().flatten().flatten())
    }

    fn all_cards_mut(&mut self) -> impl Iterator<Item = &mut CardSeen> {
        let tops = self.piles.iter_mut().flatten().flatten();
        self.cards.iter_mut().flatten().chain(tops).chain(self.decks.iter_mut().flatten().flatten())
    }
}

/// How high a flat hand's landmarks are above what it lies on, centimetres, in MediaPipe's order: bones of an adult's hand
/// (their axes lie about a centimetre above the skin below, the wrist's higher).
const FLAT_HAND_CM: [f64; 21] =
    [3.0, 2.5, 2.0, 1.5, 1.0, 2.4, 1.8, 1.3, 0.9, 2.4, 1.8, 1.3, 0.9, 2.4, 1.8, 1.3, 0.9, 2.2, 1.7, 1.2, 0.9];

/// Observations of a span, in the picture's size in pixels.
pub(super) fn observe(mut frames: Vec<RawFrame>, calibration: &Calibration, size: (usize, usize)) -> Vec<Observation> {
    let lens = calibration.lens(size);
    let one_sign = one_sign::deck(frames.iter().flat_map(RawFrame::all_cards));
    frames.iter_mut().flat_map(RawFrame::all_cards_mut).for_each(|card| one_sign::read(card, one_sign));
    // Where a landmark would be above the table if its hand lay on it.
    let below = |(i, &point): (usize, &Point<Image>)| {
        lens.map_or_else(
            || calibration.to_table(point),
            |lens| calibration.to_table_below(point, FLAT_HAND_CM[i], lens),
        )
    };
    let raw: Vec<Vec<RawHand>> = frames.iter().map(|frame| frame.hands.clone()).collect();
    let owners = hands::assign(&raw, calibration);
    let none = hands::surplus(&raw, &owners);
    let areas = PileAreas::new(calibration);
    frames
        .into_iter()
        .map(|mut frame| {
            let mut hands: Vec<HandSeen> = frame
                .hands
                .iter()
                .filter(|hand| !none.contains(&hand.track))
                .filter_map(|hand| {
                    let owner = owners.get(&hand.track)?;
                    let middle = calibration.to_table(hand.landmarks.points[9]);
                    let lean = lens
                        .map_or((0.0, 0.0), |lens| ((lens[0] - middle.x) / lens[2], (lens[1] - middle.y) / lens[2]));
                    Some(HandSeen {
                        lean,
                        track: hand.track,
                        player: owner.player,
                        hand: owner.hand,
                        presence: hand.landmarks.presence as f32,
                        image: hand.landmarks.points.to_vec(),
                        table: hand.landmarks.points.iter().map(|&point| calibration.to_table(point)).collect(),
                        below: hand.landmarks.points.iter().enumerate().map(below).collect(),
                        seen: hand.seen,
                        moved: hand.moved.map(|moved| on_table(hand, moved.by, calibration)),
                        moved_spread: hand.moved.map_or(0.0, |moved| length_on_table(hand, moved.spread, calibration)),
                        moved_shared: hand.moved.is_some_and(|moved| moved.shared),
                        moved_own: hand.moved.and_then(|moved| moved.own).map(|(by, spread)| {
                            (on_table(hand, by, calibration), length_on_table(hand, spread, calibration))
                        }),
                    })
                })
                .collect();
            hands.retain(|hand| !is_gone(hand, frame.piles.iter().flatten().flatten()));
            let pile_covered = areas.covered(&hands);
            for card in frame.all_cards_mut() {
                card.covered = card_covered(card, &hands);
            }
            Observation {
                camera: 0,
                index: frame.index,
                t: frame.t,
                hands,
                cards: frame.cards,
                piles: frame.piles,
                decks: frame.decks,
                cloth: frame.cloth,
                pile_covered,
                pile_change: frame.change,
            }
        })
        .collect()
}

/// A shift in the picture, in pixels, that ends at a hand's knuckles, as one on the table, in centimetres.
fn on_table(hand: &RawHand, by: (f64, f64), calibration: &Calibration) -> (f64, f64) {
    let now = hand.landmarks.points[9];
    let before = Point::new(now.x - by.0, now.y - by.1);
    let (now, before) = (calibration.to_table(now), calibration.to_table(before));
    (now.x - before.x, now.y - before.y)
}

/// A length in the picture at a hand's knuckles, in pixels, as one on the table, in centimetres.
fn length_on_table(hand: &RawHand, length: f64, calibration: &Calibration) -> f64 {
    let (x, y) = on_table(hand, (length, 0.0), calibration);
    x.hypot(y)
}

/// Where contacts are looked for, table centimetres.
pub fn zones(layout: &Layout) -> Zones {
    let polygon = |id: &str| layout.zone(id).map(|zone| zone.polygon.clone()).unwrap_or_default();
    Zones {
        piles: [polygon("centre_left"), polygon("centre_right")],
        boundaries: [polygon("boundary_1"), polygon("boundary_2")],
        draw_decks: [polygon("draw_1"), polygon("draw_2")],
    }
}
