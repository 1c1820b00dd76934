//! Draw Decks that are pushed: where each lay before a hand was at it, and where after.
//!
//! In come the cards seen in and around the Draw Decks' zones and the ways of all hands; out come the moves by which a deck came to
//! reach over its line. A deck lies where an uncovered card is seen at one place several times; what is seen under or in a hand
//! is passed over, and so is a new place without a hand having been at the deck meanwhile. A deck under a hand from the beginning lay in
//! its zone before. Whether the deck may lie there is not asked here.

use super::path::{HandPath, PathPoint};
use super::zones::Zones;
use crate::base::{HandSide, Measured, Player, Point, TIPS, Table, TimeScale};
use crate::facts::{CardFace, CardSeen, Observation};

/// Half of a card's short and long side, centimetres: the narrowest and shortest that are played with, so that no larger reach over
/// the line is told than there is.
const HALF_CM: (f64, f64) = (2.8, 4.3);
/// A card with more of it under a hand than this is not measured: its outline follows the hand's.
const MOST_COVERED: f32 = 0.05;
/// A card that lies still is found within so much of where it was found before, centimetres.
const SAME_CM: f64 = 0.7;
/// It lay there when it was found there so often, and over so long, real seconds: some backs are found now and then only.
const FEWEST: usize = 2;
const SHORTEST_SECS: f64 = 0.08;
/// And it lies somewhere else when it was found there so often.
const FEWEST_AFTER: usize = 3;
/// Its back may be found more seldom when the recording ends so soon after, real seconds: with the next look at the latest.
const LAST_SECS: f64 = 0.12;
/// A deck was moved when it lies so far from where it lay, centimetres: its top card is never quite its middle.
const MOVED_CM: f64 = 1.5;
/// Over the line means so far over it, centimetres: its height alone seems to move a deck by half of that in an oblique view.
const OVER_CM: f64 = 1.0;
/// One that was under a hand from the beginning, so that nobody saw it lie elsewhere, is over it so far, centimetres: half its width.
const FIRST_OVER_CM: f64 = 2.8;
/// And it was that hand which moved it so probably: an estimate.
const FIRST_SURE: f64 = 0.6;
/// And it is back with no more of it over the line than this, centimetres.
const BACK_CM: f64 = 0.6;
/// A hand is at a deck with its fingertips within this of the deck's middle, centimetres.
const AT_CM: f64 = 7.0;
/// That a deck found somewhere else lies there: cards are seldom found where none lie, more seldom several times.
const SURE: f64 = 0.85;

/// A Draw Deck that was moved over its line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DeckMoved {
    /// Whose deck.
    pub deck: Player,
    /// Whose hand was at it.
    pub player: Player,
    /// Which hand.
    pub hand: HandSide,
    /// When it was moved.
    pub at: Measured,
    /// When it was back, or was seen there last, file seconds.
    pub until: f64,
    /// How far it reached over the line, centimetres.
    pub over_cm: f64,
    /// Whether it was put back.
    pub back: bool,
    /// Probability that it was so.
    pub confidence: f64,
}

/// A place at which a card was found again and again.
#[derive(Debug, Clone, Copy)]
struct Lay {
    at: Point<Table>,
    angle: f64,
    from: f64,
    to: f64,
    seen: usize,
    /// How often of these its back was.
    backs: usize,
}

/// Draw Decks that came to reach over their lines, by deck and time.
pub fn decks_moved(
    observations: &[Observation],
    paths: &[HandPath],
    zones: &Zones,
    scale: TimeScale,
) -> Vec<DeckMoved> {
    Player::BOTH.into_iter().flat_map(|deck| of_deck(deck, observations, paths, zones, scale)).collect()
}

fn of_deck(
    deck: Player,
    observations: &[Observation],
    paths: &[HandPath],
    zones: &Zones,
    scale: TimeScale,
) -> Vec<DeckMoved> {
    let lays = lays(deck, observations, zones, scale);
    let over: Vec<f64> = lays.iter().map(|lay| over_line(deck, lay, zones)).collect();
    let (start, end) =
        (observations.first().map_or(0.0, |first| first.t), observations.last().map_or(0.0, |last| last.t));
    let mut found = Vec::new();
    for k in 0..lays.len() {
        let after = lays[k];
        let (before, new) = if let Some(b) = k.checked_sub(1) {
            let moved = lays[b].at.distance(after.at) > MOVED_CM && over[k] > over[b] + BACK_CM;
            (lays[b], moved && over[k] > OVER_CM)
        } else {
            let before = Lay { at: super::zones::middle(&zones.draw_decks[deck.index()]), to: start, ..after };
            (before, after.backs == after.seen && over[k] > FIRST_OVER_CM)
        };
        let at_the_end = after.backs == after.seen && (end - after.to) * scale.real_per_file < LAST_SECS;
        let new = new && (after.seen >= FEWEST_AFTER || at_the_end);
        let Some((player, hand, at)) = new.then(|| pushed(paths, before, after)).flatten() else { continue };
        let returned = (k + 1..lays.len()).find(|&later| over[later] < BACK_CM);
        found.push(DeckMoved {
            deck,
            player,
            hand,
            at: Measured { t: at, lo: before.to.min(at), hi: after.from.max(at), ..Measured::default() },
            until: returned.map_or(lays[lays.len() - 1].to, |later| lays[later].from),
            over_cm: over[k],
            back: returned.is_some(),
            confidence: if k == 0 { FIRST_SURE } else { SURE },
        });
    }
    found
}

/// Where the deck lay, in order of time.
fn lays(deck: Player, observations: &[Observation], zones: &Zones, scale: TimeScale) -> Vec<Lay> {
    let mut place = super::zones::middle(&zones.draw_decks[deck.index()]);
    let mut all: Vec<Lay> = Vec::new();
    for observation in observations {
        let Some(decks) = &observation.decks else { continue };
        let clear = |card: &&CardSeen| card.covered <= MOST_COVERED && card.centre.x.is_finite();
        let nearest = decks[deck.index()]
            .iter()
            .filter(clear)
            .min_by(|a, b| a.centre.distance(place).total_cmp(&b.centre.distance(place)));
        let Some(card) = nearest else { continue };
        let back = usize::from(card.face == CardFace::Down);
        match all.last_mut() {
            Some(last) if last.at.distance(card.centre) < SAME_CM => {
                let part = 1.0 / (last.seen + 1) as f64;
                last.at.x += part * (card.centre.x - last.at.x);
                last.at.y += part * (card.centre.y - last.at.y);
                (last.to, last.seen) = (observation.t, last.seen + 1);
                last.backs += back;
            }
            _ => all.push(Lay {
                at: card.centre,
                angle: card.angle,
                from: observation.t,
                to: observation.t,
                seen: 1,
                backs: back,
            }),
        }
        if let Some(last) = all.last().filter(|lay| lay.seen >= FEWEST) {
            place = last.at;
        }
    }
    all.retain(|lay| lay.seen >= FEWEST && (lay.to - lay.from) * scale.real_per_file >= SHORTEST_SECS);
    all
}

/// How far a deck that lies there reaches over its line, centimetres; 0 when it does not.
fn over_line(deck: Player, lay: &Lay, zones: &Zones) -> f64 {
    let (sin, cos) = lay.angle.sin_cos();
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(a, b)| {
            let (along, across) = (a * HALF_CM.1, b * HALF_CM.0);
            Point::new(lay.at.x + along * cos - across * sin, lay.at.y + along * sin + across * cos)
        })
        .into_iter()
        .map(|corner| -zones.draw_deck_depth(deck, corner))
        .fold(0.0, f64::max)
}

/// Whose hand moved the deck, which, and when: the one whose fingertips came nearest to it between the two, in the middle of
/// its time there.
fn pushed(paths: &[HandPath], before: Lay, after: Lay) -> Option<(Player, HandSide, f64)> {
    let away = |point: &PathPoint| {
        let tips = TIPS.map(|tip| point.landmarks[tip]);
        let n = tips.len() as f64;
        let (x, y) = tips.iter().fold((0.0, 0.0), |(x, y), tip| (x + tip.x / n, y + tip.y / n));
        let middle = Point::new(x, y);
        middle.distance(before.at).min(middle.distance(after.at))
    };
    let between = |point: &&PathPoint| (before.to..=after.from).contains(&point.t);
    let hands = paths.iter().filter_map(|path| {
        let there: Vec<(f64, f64)> = path.points.iter().filter(between).map(|point| (away(point), point.t)).collect();
        let nearest = there.iter().map(|there| there.0).min_by(f64::total_cmp).filter(|&away| away < AT_CM)?;
        let at = || there.iter().filter(|there| there.0 < AT_CM).map(|there| there.1);
        let (first, last) = (at().min_by(f64::total_cmp)?, at().max_by(f64::total_cmp)?);
        Some((nearest, path, (first + last) / 2.0))
    });
    let (_, path, t) = hands.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((path.player, path.hand, t))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rank;

    fn zones() -> Zones {
        let zone = |x: f64| {
            [(x - 7.5, -6.0), (x + 7.5, -6.0), (x + 7.5, 6.0), (x - 7.5, 6.0)].map(|(x, y)| Point::new(x, y)).to_vec()
        };
        Zones {
            piles: [Vec::new(), Vec::new()],
            boundaries: [Vec::new(), Vec::new()],
            draw_decks: [zone(27.0), zone(-27.0)],
        }
    }

    fn back(x: f64, covered: f32) -> CardSeen {
        CardSeen {
            centre: Point::new(x, 0.0),
            quad: [Point::new(0.0, 0.0); 4],
            angle: std::f64::consts::FRAC_PI_2,
            face: CardFace::Down,
            rank: None,
            suit: None,
            ranks: [0.0; Rank::ALL.len()],
            suits: [0.0; 4],
            one_sign: None,
            confidence: 0.9,
            covered,
        }
    }

    /// Ten readings a second for three seconds of a deck of Player 1 that lies at `x`; a hand of Player 2 is at `hand_x` between 1.0
    /// and 1.4 s, where it covers the deck.
    fn moved(hand_x: f64, x: impl Fn(f64) -> f64) -> Vec<DeckMoved> {
        moved_within(1.0..=1.4, hand_x, x)
    }

    /// The same, with the hand there at other times.
    fn moved_within(times: std::ops::RangeInclusive<f64>, hand_x: f64, x: impl Fn(f64) -> f64) -> Vec<DeckMoved> {
        let at_it = |t: f64| times.contains(&t);
        let observations: Vec<Observation> = (0..30)
            .map(|i| {
                let t = f64::from(i) / 10.0;
                let decks = Some([vec![back(x(t), if at_it(t) { 0.5 } else { 0.0 })], Vec::new()]);
                Observation { t, decks, ..Observation::default() }
            })
            .collect();
        let points = (0..180).map(|i| {
            let t = f64::from(i) / 60.0;
            let at = Point::new(if at_it(t) { hand_x } else { 0.0 }, 0.0);
            PathPoint::lying(t, at)
        });
        let path =
            HandPath { track: 0, player: Player::Two, hand: HandSide::Left, points: points.collect(), fit: true };
        decks_moved(&observations, &[path], &zones(), TimeScale::REAL)
    }

    #[test]
    fn a_deck_that_a_hand_pushed_over_its_line_is_told_with_how_far_and_whose_hand() {
        let found = moved(28.0, |t| if t < 1.2 { 27.0 } else { 34.0 });
        assert_eq!(found.len(), 1, "{found:?}");
        let told = found[0];
        assert_eq!((told.deck, told.player, told.back), (Player::One, Player::Two, false));
        assert!((told.at.t - 1.2).abs() < 0.05 && (told.over_cm - 2.3).abs() < 0.1, "{told:?}");
    }

    #[test]
    fn one_that_was_put_back_says_so() {
        let found = moved(28.0, |t| if (1.2..2.0).contains(&t) { 34.0 } else { 27.0 });
        assert!(found.len() == 1 && found[0].back && (found[0].until - 2.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn one_that_stays_inside_is_seen_there_once_or_that_no_hand_was_at_is_not_told() {
        assert_eq!(moved(28.0, |t| if t < 1.2 { 27.0 } else { 30.0 }), []);
        assert_eq!(moved(28.0, |_| 34.0), []);
        assert_eq!(moved(28.0, |t| if (1.45..1.55).contains(&t) { 34.0 } else { 27.0 }), []);
        assert_eq!(moved(0.0, |t| if t < 1.2 { 27.0 } else { 34.0 }), []);
        let last = |from: f64| moved_within(2.4..=from - 0.05, 28.0, move |t| if t < from { 27.0 } else { 34.0 }).len();
        assert_eq!((last(2.8), last(2.9)), (1, 0), "twice before the recording ends, once");
    }

    #[test]
    fn one_that_a_hand_hid_from_the_beginning_lay_in_its_zone_before() {
        let found = moved_within(0.0..=0.6, 28.0, |_| 36.0);
        assert!(found.len() == 1 && found[0].confidence < SURE && (found[0].over_cm - 4.3).abs() < 0.1, "{found:?}");
        assert_eq!(moved_within(0.0..=0.6, 28.0, |_| 33.0), [], "hardly over its line");
        assert_eq!(moved_within(0.0..=0.6, 0.0, |t| if t < 0.6 { 50.0 } else { 36.0 }), [], "no hand was at it");
    }
}
