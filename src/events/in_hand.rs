//! Cards of a Draw Deck that are read face up in the hand that carries them.
//!
//! In come the ways of all hands and the readings of cards, out come stretches: a hand that was at its own Draw Deck, and since then
//! over no pile and at no Foundation, holds a card whose face can be read. How long a face may be seen on its way is not asked here.

use super::foundation::pinch;
use super::path::HandPath;
use super::zones::{Zones, middle};
use crate::base::{HandSide, Measured, Pile, Player, Rank, Suit, TimeScale};
use crate::facts::{CardFace, CardSeen, Observation};

/// A carried card's middle is this near to the fingers that hold it, centimetres: a card's length.
const HELD_CM: f64 = 9.0;
/// A rank counts from this probability on: a card that is being turned is read as this and that, and shows its face meanwhile.
const LEAST_SURE: f32 = 0.8;
/// A hand that was at its Draw Deck this long ago, real seconds, may carry a card of it.
const LATELY_SECS: f64 = 2.5;
/// An unread card whose middle is this near to that of its Draw Deck's zone may be the deck's top, face down, centimetres.
const ON_DECK_CM: f64 = 4.0;
/// Of a face that shows and cannot be read, no more than this part lies beneath hands as they lie on the table, 0..1: what does is a hand
/// taken for a card, often for a joker. Of 40 readings of hands at Draw Decks 0.82 and more did, of faces on their way 0.52 at most (four
/// rendered scenes).
const MOST_COVERED: f32 = 0.7;
/// Readings this near to each other are of one stretch, real seconds.
const LAPSE_SECS: f64 = 0.25;
/// The hand was seen no longer ago than this when the card was read, real seconds.
const HAND_SECS: f64 = 0.02;
/// Fewer readings are none: one may be a card beneath.
const FEWEST: usize = 3;
/// A face that is never read must be seen in this part of the looks at least: a hand that is taken for a card now and then is none. In
/// rendered clips cards that were shown were seen in 6 of 11 looks and more, a fist on a deck in 3 of 11.
const LEAST_SHARE: f64 = 0.4;
/// That a card which is read in a hand shows its face there, and does not lie beneath the hand.
const SHOWS: f64 = 0.6;

/// A card of a Draw Deck, face up in a hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct InHand {
    /// Whose hand, from whose deck.
    pub player: Player,
    /// Which hand.
    pub hand: HandSide,
    /// Its rank, where a reading tells it.
    pub rank: Option<Rank>,
    /// Its suit, where most readings agree.
    pub suit: Option<Suit>,
    /// When its face was first read.
    pub at: Measured,
    /// When it was last read there, file seconds.
    pub until: f64,
    /// When the hand had come to its Draw Deck, file seconds.
    pub came: f64,
    /// Probability that it was so.
    pub confidence: f64,
}

/// Cards of Draw Decks that are read in hands, hand by hand.
pub fn in_hands(observations: &[Observation], paths: &[HandPath], zones: &Zones, scale: TimeScale) -> Vec<InHand> {
    paths.iter().flat_map(|path| of_hand(path, observations, zones, scale)).collect()
}

/// A stretch that is being put together.
struct Stretch {
    /// The look before the first in which it was read, the first, the last.
    before: f64,
    from: f64,
    until: f64,
    /// Rank and suit, as far as each look tells them.
    read: Vec<(Option<Rank>, Option<Suit>)>,
    /// The first and the last look in which it was read, counted from the hand's first.
    looks: (usize, usize),
}

impl Stretch {
    /// Whether it is a card's face: seen often enough, and again and again where it is never read.
    fn is_card(&self) -> bool {
        let looks = self.looks.1 - self.looks.0 + 1;
        let often = self.read.len() as f64 >= LEAST_SHARE * looks as f64;
        self.read.len() >= FEWEST && (often || self.read.iter().any(|read| read.0.is_some()))
    }
}

fn of_hand(path: &HandPath, observations: &[Observation], zones: &Zones, scale: TimeScale) -> Vec<InHand> {
    let lapse = LAPSE_SECS / scale.real_per_file;
    let mut stretches: Vec<Stretch> = Vec::new();
    let (mut before, mut look) = (None, 0);
    let (Some(first), Some(last)) = (path.points.first(), path.points.last()) else { return Vec::new() };
    let from = observations.partition_point(|observation| observation.t < first.t);
    for observation in observations[from..].iter().take_while(|observation| observation.t <= last.t) {
        let Some(cards) = &observation.cards else { continue };
        look += 1;
        if let Some(card) = held(path, observation.t, cards, zones, scale) {
            match stretches.last_mut() {
                Some(last) if observation.t - last.until <= lapse => {
                    last.until = observation.t;
                    last.read.push(card);
                    last.looks.1 = look;
                }
                _ => stretches.push(Stretch {
                    before: before.unwrap_or(observation.t),
                    from: observation.t,
                    until: observation.t,
                    read: vec![card],
                    looks: (look, look),
                }),
            }
        }
        before = Some(observation.t);
    }
    let told = stretches.into_iter().filter(Stretch::is_card);
    told.map(|stretch| InHand {
        player: path.player,
        hand: path.hand,
        rank: most(Rank::ALL, stretch.read.iter().map(|read| read.0)),
        suit: most(Suit::ALL, stretch.read.iter().map(|read| read.1)),
        // It came to be seen between two looks.
        at: Measured::normal(stretch.from, (stretch.from - stretch.before).max(path.frame_interval())),
        until: stretch.until,
        came: came_to_deck(path, stretch.from, zones),
        confidence: SHOWS,
    })
    .collect()
}

/// The card that is read in the hand at an instant, if that comes from its Draw Deck.
fn held(
    path: &HandPath,
    t: f64,
    cards: &[CardSeen],
    zones: &Zones,
    scale: TimeScale,
) -> Option<(Option<Rank>, Option<Suit>)> {
    let now = path.points.partition_point(|point| point.t <= t + 1e-9).checked_sub(1)?;
    if (t - path.points[now].t) * scale.real_per_file > HAND_SECS {
        return None;
    }
    let fingers = pinch(&path.points[now].landmarks);
    let lies = |card: &&CardSeen| {
        Pile::BOTH.into_iter().any(|pile| zones.pile_depth(pile, card.centre) > 0.0)
            || Player::BOTH.into_iter().any(|player| zones.boundary_depth(player, card.centre) > 0.0)
    };
    // No joker is dealt, and what is taken for one shows nothing.
    let rank =
        |card: &CardSeen| card.rank.filter(|rank| card.confidence >= LEAST_SURE && Rank::STANDARD.contains(rank));
    let shows = |card: &CardSeen| rank(card).is_some() || card.covered <= MOST_COVERED;
    let up = |card: &&CardSeen| card.face == CardFace::Up && shows(card);
    let near = |card: &CardSeen| card.centre.distance(fingers);
    let deck = middle(&zones.draw_decks[path.player.index()]);
    let on_deck = |card: &CardSeen| card.rank.is_none() && card.centre.distance(deck) < ON_DECK_CM;
    let card = cards
        .iter()
        .filter(up)
        .filter(|card| !lies(card) && !on_deck(card) && near(card) < HELD_CM)
        .min_by(|a, b| near(a).total_cmp(&near(b)))?;
    let sure = card.confidence >= LEAST_SURE;
    from_deck(path, now, zones, scale).then_some((rank(card), card.suit.filter(|_| sure)))
}

/// Whether a hand that is at a point of its way was at its own Draw Deck before it was at a pile or a Foundation.
fn from_deck(path: &HandPath, now: usize, zones: &Zones, scale: TimeScale) -> bool {
    let since = path.points[now].t - LATELY_SECS / scale.real_per_file;
    let way = path.points[..=now].iter().rev().take_while(|point| point.t >= since);
    way.map(|point| pinch(&point.landmarks)).find_map(|fingers| {
        let elsewhere = Pile::BOTH.into_iter().any(|pile| zones.pile_depth(pile, fingers) > 0.0)
            || Player::BOTH.into_iter().any(|player| zones.boundary_depth(player, fingers) > 0.0);
        let deck = zones.draw_deck_depth(path.player, fingers) > 0.0;
        (deck || elsewhere).then_some(deck)
    }) == Some(true)
}

/// When a hand that has its card from its own Draw Deck by an instant had come there.
fn came_to_deck(path: &HandPath, by: f64, zones: &Zones) -> f64 {
    let way = &path.points[..path.points.partition_point(|point| point.t <= by)];
    let there = |i: &usize| zones.draw_deck_depth(path.player, pinch(&way[*i].landmarks)) > 0.0;
    let last = (0..way.len()).rev().find(there);
    let first = last.map(|last| (0..last).rev().find(|i| !there(i)).map_or(0, |before| before + 1));
    first.map_or(by, |first| way[first].t)
}

/// What more than half of those readings say that say anything.
fn most<T: PartialEq + Copy, const N: usize>(all: [T; N], read: impl Iterator<Item = Option<T>>) -> Option<T> {
    let read: Vec<T> = read.flatten().collect();
    all.into_iter().find(|one| 2 * read.iter().filter(|told| *told == one).count() > read.len())
}

#[cfg(test)]
mod tests {
    use super::super::lying::tests::card;
    use super::super::path::PathPoint;
    use super::*;
    use crate::base::{Point, Table};

    fn zones() -> Zones {
        let zone = |x: f64, y: f64, half: f64| {
            [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .map(|(a, b)| Point::new(x + half * a, y + half * b))
                .to_vec()
        };
        Zones {
            piles: [zone(-5.25, 0.0, 5.0), zone(5.25, 0.0, 5.0)],
            boundaries: [zone(0.0, -28.0, 7.0), zone(0.0, 28.0, 7.0)],
            draw_decks: [zone(27.0, 0.0, 6.0), zone(-27.0, 0.0, 6.0)],
        }
    }

    /// A hand of Player 1 that sets off from `start` at 0.5 s, goes towards the right pile at 20 cm a second, and what is read in it
    /// from then on.
    fn found(start: (f64, f64), read: Option<Rank>) -> Vec<InHand> {
        shown(start, read.is_some(), read)
    }

    /// The same of a face that is seen, and read or not.
    fn shown(start: (f64, f64), seen: bool, read: Option<Rank>) -> Vec<InHand> {
        beneath(start, seen, read, 0.3)
    }

    /// The same of a face that lies beneath the hand by so much.
    fn beneath(start: (f64, f64), seen: bool, read: Option<Rank>, covered: f32) -> Vec<InHand> {
        now_and_then(start, seen, read, covered, 1)
    }

    /// The same of a face that is seen in every so many looks.
    fn now_and_then(start: (f64, f64), seen: bool, read: Option<Rank>, covered: f32, every: usize) -> Vec<InHand> {
        let at = |t: f64| {
            let part = ((t - 0.5) / 1.1).clamp(0.0, 1.0);
            Point::<Table>::new(start.0 + part * (5.25 - start.0), start.1 * (1.0 - part))
        };
        let points = (0..120).map(|i| {
            let t = f64::from(i) / 60.0;
            PathPoint::lying(t, at(t))
        });
        let path =
            HandPath { track: 0, player: Player::One, hand: HandSide::Right, points: points.collect(), fit: true };
        let observations: Vec<Observation> = (0..60)
            .map(|i| {
                let t = f64::from(i) / 30.0;
                let face = card(at(t).x, at(t).y, read.unwrap_or(Rank::Ace), [0.0; 4]);
                let in_hand =
                    (seen && t > 0.6 && i % every as u32 == 0).then_some(CardSeen { rank: read, covered, ..face });
                let lying = card(5.25, 0.0, Rank::Nine, [0.0; 4]);
                Observation { t, cards: Some(in_hand.into_iter().chain([lying]).collect()), ..Observation::default() }
            })
            .collect();
        in_hands(&observations, &[path], &zones(), TimeScale::REAL)
    }

    #[test]
    fn a_face_in_a_hand_from_the_deck_is_told_until_it_is_over_the_pile() {
        let found = found((27.0, 0.0), Some(Rank::Four));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].player, found[0].rank), (Player::One, Some(Rank::Four)));
        assert!((found[0].at.t - 0.62).abs() < 0.04 && (found[0].until - 1.33).abs() < 0.04, "{found:?}");
    }

    #[test]
    fn a_face_that_cannot_be_read_is_told_without_a_rank_once_it_has_left_the_deck() {
        let found = shown((27.0, 0.0), true, None);
        assert_eq!((found.len(), found[0].rank), (1, None), "{found:?}");
        // On the deck, 4 cm around its middle, it may be that card's back: 0.2 s at this speed.
        assert!(found[0].at.t > 0.68, "{found:?}");
    }

    #[test]
    fn a_hand_that_is_taken_for_a_card_shows_no_face() {
        assert_eq!(beneath((27.0, 0.0), true, None, 0.9), []);
        assert_eq!(beneath((27.0, 0.0), true, Some(Rank::Joker), 0.9), []);
        assert_eq!(beneath((27.0, 0.0), true, Some(Rank::Four), 0.9).len(), 1);
        assert_eq!(beneath((27.0, 0.0), true, None, 0.5).len(), 1);
    }

    #[test]
    fn a_face_that_is_never_read_is_seen_again_and_again() {
        let seen_in = |every, read| now_and_then((27.0, 0.0), true, read, 0.3, every).len();
        assert_eq!((seen_in(2, None), seen_in(4, None)), (1, 0));
        assert_eq!(seen_in(4, Some(Rank::Four)), 1, "a card that was read is one");
    }

    #[test]
    fn a_card_from_the_foundation_or_one_that_lies_beneath_is_none() {
        assert_eq!(found((0.0, -28.0), Some(Rank::Four)), []);
        assert_eq!(found((27.0, 0.0), None), []);
    }
}
