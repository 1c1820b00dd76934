//! Cards laid between the Centre Piles: a hand that took a live card came to rest with its fingers at the line between them.
//!
//! In come the ways of the hands and the cards that lie face up. A card across the line lies on both piles, white on white, and is
//! not always read there; then the fingers that lay it tell where it lies. A hand that carries no card, or whose card is then read on
//! one of the piles, is none. To which pile it belongs is only said as a probability.

use super::foundation::pinch;
use super::lying::{CardPlace, LyingCard};
use super::path::HandPath;
use super::rests::rests;
use super::which_pile::TOGETHER_SECS;
use super::zones::{Zones, middle};
use crate::base::time::normal_cdf;
use crate::base::{HandSide, Measured, Pile, Player, Point, Rank, Table, TimeScale};

/// Fingers this near to the line, as a part of its distance from a pile's middle, lay a card across it. Fingers that laid 18 cards on
/// simulated piles were two thirds of that distance away or more, those that laid three between them 0.45 or less.
const NEAR_LINE: f64 = 0.5;
/// Farther away, up to this, they do so if the pile shows the same card as before, read so often: one laid squarely would hide it.
const TOWARDS_LINE: f64 = 0.75;
const STILL_SHOWN: usize = 4;
/// A card that is read nearer to a pile's middle than this part of that distance lies on that pile.
const ON_PILE: f64 = 0.65;
/// And no farther along the line from the piles' middles, centimetres: half a card and some disorder.
const ALONG_CM: f64 = 6.0;
/// Standard deviation of a card's middle from the fingers that lay it, centimetres.
const FINGERS_CM: f64 = 1.2;
/// The card was read so often in the Foundation, last so long before at most, real seconds, when the fingers were so near to it,
/// centimetres.
const FEWEST: usize = 4;
const CARRIED_SECS: f64 = 2.0;
const TAKEN_CM: f64 = 8.0;
/// Two readings of a suit that agree with no more than this are of two: suits that are not known at all agree with 0.25.
const SAME_SUIT: f32 = 0.15;
/// If it is read on a pile within this, real seconds, it does not lie between.
const READ_SECS: f64 = 1.5;
/// Fingers were at the card so long before it was read last, real seconds, or since.
const TAKING_SECS: f64 = 0.5;
/// That such a hand laid its card there; and that one did whose card is then read there, so often, no farther from the line than this
/// part of that distance, while its fingers rested no farther from it than this, centimetres.
const LAID: f64 = 0.75;
const READ_THERE: f64 = 0.9;
const READ_TIMES: usize = 3;
const AT_LINE: f64 = 1.0 - ON_PILE;
const AT_CARD_CM: f64 = 8.0;
/// A forearm hides what lies within this of the line on from the wrist, centimetres, so far from the wrist at most.
const ARM_CM: f64 = 7.0;
const FOREARM_CM: f64 = 40.0;
/// A hand whose picture is shorter from wrist to knuckles does not tell where its arm is, centimetres.
const PALM_CM: f64 = 4.0;
/// Standard deviation of the place of a card that is read, centimetres.
const CARD_CM: f64 = 0.5;

/// A card that was laid between the piles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Between {
    /// Its rank, as read in the Foundation.
    pub rank: Rank,
    /// Who laid it.
    pub player: Player,
    /// With which hand.
    pub hand: HandSide,
    /// When the hand came to rest there.
    pub at: Measured,
    /// When that rest ended, file seconds.
    pub until: f64,
    /// Probability that it lies more on the left pile.
    pub p_left: f64,
    /// Probability that it was laid there.
    pub confidence: f64,
    /// Whether a pile shows its rank since, in another suit: the pile's old top, misread by what lies across its edge.
    pub misread: bool,
}

/// The line between the Centre Piles.
struct Line {
    /// Half way between the piles' middles.
    middle: Point<Table>,
    /// From left to right, of length one.
    axis: (f64, f64),
    /// Its distance from a pile's middle, centimetres.
    half: f64,
}

impl Line {
    fn between(piles: [Point<Table>; 2]) -> Option<Line> {
        let [left, right] = piles;
        let half = left.distance(right) / 2.0;
        let axis = ((right.x - left.x) / (2.0 * half), (right.y - left.y) / (2.0 * half));
        let middle = Point::new((left.x + right.x) / 2.0, (left.y + right.y) / 2.0);
        (half.is_finite() && half >= 1.0).then_some(Line { middle, axis, half })
    }

    /// How far across the line, to the right, and along it.
    fn beside(&self, at: Point<Table>) -> (f64, f64) {
        let (dx, dy) = (at.x - self.middle.x, at.y - self.middle.y);
        (dx * self.axis.0 + dy * self.axis.1, dy * self.axis.0 - dx * self.axis.1)
    }

    /// Whether a card that is read lies across the line.
    fn has(&self, card: &LyingCard) -> bool {
        let (across, along) = self.beside(card.centre);
        across.abs() < AT_LINE * self.half && along.abs() < ALONG_CM
    }

    /// Probability that a card that is read belongs to the left pile.
    fn p_left(&self, card: &LyingCard) -> f64 {
        normal_cdf(-self.beside(card.centre).0 / CARD_CM)
    }
}

/// Cards laid between the piles, hand by hand; `all` are the ways of all hands.
pub fn between(all: &[HandPath], cards: &[LyingCard], zones: &Zones, scale: TimeScale) -> Vec<Between> {
    let Some(line) = Line::between([0, 1].map(|pile| middle(&zones.piles[pile]))) else { return Vec::new() };
    let mut found: Vec<Between> = Vec::new();
    for path in all {
        for rest in rests(path, all, scale) {
            let at = pinch(&path.points[rest.from].landmarks);
            let (came, left) = (rest.began.t, path.points[rest.to].t.max(rest.began.t));
            if at.distance(line.middle) > AT_CARD_CM + AT_LINE * line.half + ALONG_CM {
                continue;
            }
            let Some((card, taken)) = carried(path, came, cards, zones, scale) else { continue };
            let lies_there = |lies: &&LyingCard| {
                let its = lies.rank == card.rank && lies.span().0 > taken && lies.centre.distance(at) < AT_CARD_CM;
                let until = came + READ_SECS / scale.real_per_file;
                line.has(lies) && its && lies.read_between(taken, until) >= READ_TIMES
            };
            let read = cards.iter().find(lies_there);
            if read.is_none() && !fingers_at(&line, at, (came, left), cards, zones, scale) {
                continue;
            }
            let who = (card.rank, path.player, path.hand);
            let again = found.last().is_some_and(|last| (last.rank, last.player, last.hand) == who);
            let [on_a_pile, misread] =
                [true, false].map(|same| read_on_a_pile(card, same, (taken, came), cards, zones, scale));
            if again || on_a_pile {
                continue;
            }
            let by_fingers = || normal_cdf(-line.beside(at).0 / FINGERS_CM);
            found.push(Between {
                rank: card.rank,
                player: path.player,
                hand: path.hand,
                at: rest.began,
                until: left,
                p_left: read.map_or_else(by_fingers, |lies| line.p_left(lies)),
                confidence: if read.is_some() { READ_THERE } else { LAID },
                misread,
            });
        }
    }
    laid_unseen(&mut found, &line, all, cards, zones, scale);
    found.sort_by(|a, b| a.at.t.total_cmp(&b.at.t));
    // A card is in one hand: two of a player that come there together, each as if it had brought it, slap.
    let near = TOGETHER_SECS / scale.real_per_file;
    let all = found.clone();
    found.retain(|card| {
        let other = |other: &Between| other.player == card.player && other.hand != card.hand && other.rank == card.rank;
        !all.iter().any(|with| other(with) && (with.at.t - card.at.t).abs() < near)
    });
    // And it is laid once.
    let carried = CARRIED_SECS / scale.real_per_file;
    let mut before: Vec<Between> = Vec::new();
    found.retain(|card: &Between| {
        let same = |with: &&Between| (with.rank, with.player) == (card.rank, card.player) && with.hand != card.hand;
        let again = before.iter().filter(same).any(|with| (with.at.t - card.at.t).abs() < carried);
        before.extend((!again).then_some(*card));
        !again
    });
    found
}

/// Whether fingers that rest at a place lay a card across the line, which is not read there.
fn fingers_at(
    line: &Line,
    at: Point<Table>,
    (came, left): (f64, f64),
    cards: &[LyingCard],
    zones: &Zones,
    scale: TimeScale,
) -> bool {
    let (across, along) = line.beside(at);
    let pile = if across < 0.0 { Pile::Left } else { Pile::Right };
    let near = across.abs() <= NEAR_LINE * line.half;
    let towards = across.abs() <= TOWARDS_LINE * line.half && along.abs() <= ALONG_CM;
    towards && (near || shows_the_same(pile, (came, left), cards, zones, scale))
}

/// A card that is read across the line was laid there, also by a hand that was not seen to come to rest.
fn laid_unseen(
    found: &mut Vec<Between>,
    line: &Line,
    all: &[HandPath],
    cards: &[LyingCard],
    zones: &Zones,
    scale: TimeScale,
) {
    for lies in cards.iter().filter(|lies| lies.readings.len() >= READ_TIMES && line.has(lies)) {
        let (first, last) = lies.span();
        let when = first - CARRIED_SECS / scale.real_per_file..=last;
        if found.iter().any(|card| card.rank == lies.rank && when.contains(&card.at.t)) {
            continue;
        }
        let brought = |path: &HandPath| {
            let (card, taken) = carried(path, first, cards, zones, scale)?;
            (card.rank == lies.rank).then_some((path.player, path.hand, taken))
        };
        let last_taken = all.iter().filter_map(brought).max_by(|a, b| a.2.total_cmp(&b.2));
        let Some((player, hand, taken)) = last_taken else { continue };
        found.push(Between {
            rank: lies.rank,
            player,
            hand,
            at: Measured { t: f64::midpoint(taken, first), lo: taken, hi: first, ..Measured::default() },
            until: first,
            p_left: line.p_left(lies),
            confidence: READ_THERE,
            misread: false,
        });
    }
}

/// The live card that the hand took before `t` and that is not in its place since; and when it was read there last.
fn carried<'a>(
    path: &HandPath,
    t: f64,
    cards: &'a [LyingCard],
    zones: &Zones,
    scale: TimeScale,
) -> Option<(&'a LyingCard, f64)> {
    let file = |secs: f64| secs / scale.real_per_file;
    let own = |card: &&LyingCard| {
        card.readings.len() >= FEWEST && card.place(zones) == Some(CardPlace::Foundation(path.player))
    };
    // A card that the arm hides from then to the end was not seen to be gone.
    let end = cards.iter().map(|card| card.span().1).fold(t, f64::max);
    let from = path.points.partition_point(|point| point.t < t);
    let stays = path.points.last().is_some_and(|last| last.t >= end);
    let open = |card: &LyingCard| !stays || path.points[from..].iter().any(|point| !under_arm(&point.landmarks, card));
    let nearest = |card: &LyingCard, from: f64| {
        let first = path.points.partition_point(|point| point.t < from);
        let until = path.points[first..].iter().take_while(|point| point.t < t);
        until.map(|point| pinch(&point.landmarks).distance(card.centre)).fold(f64::INFINITY, f64::min)
    };
    cards
        .iter()
        .filter(own)
        .filter_map(|card| {
            let before = card.readings.partition_point(|reading| reading.t < t);
            let last = card.readings.get(before.checked_sub(1)?)?.t;
            // A forearm hides cards for as long as its hand stays: read again at any time, it lay there all along.
            let back = card.read_between(t, f64::INFINITY) > 0;
            let near = nearest(card, last - file(TAKING_SECS));
            let gone = !back && open(card);
            (gone && t - last < file(CARRIED_SECS) && near < TAKEN_CM).then_some((near, card, last))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, card, last)| (card, last))
}

/// Whether the forearm of a hand with these landmarks lies over a card.
fn under_arm(landmarks: &[Point<Table>], card: &LyingCard) -> bool {
    let (wrist, knuckles) = (landmarks[0], landmarks[9]);
    let palm = wrist.distance(knuckles);
    if palm < PALM_CM {
        return false;
    }
    let (x, y) = ((wrist.x - knuckles.x) / palm, (wrist.y - knuckles.y) / palm);
    let (dx, dy) = (card.centre.x - wrist.x, card.centre.y - wrist.y);
    (0.0..FOREARM_CM).contains(&(dx * x + dy * y)) && (dx * y - dy * x).abs() < ARM_CM
}

/// Whether the rank of the card that was taken then begins to be read on a pile, clear of the line, before the hand was there at `t`
/// or soon after, in its suit or, not `same`, in another. In its suit: it was laid there, with this hand or before. In another: that is
/// the pile's old top, misread by what lies across its edge.
fn read_on_a_pile(
    carried: &LyingCard,
    same: bool,
    (taken, t): (f64, f64),
    cards: &[LyingCard],
    zones: &Zones,
    scale: TimeScale,
) -> bool {
    let until = t + READ_SECS / scale.real_per_file;
    cards.iter().filter(|card| card.rank == carried.rank && card.span().0 > taken).any(|card| {
        let clear = Pile::BOTH.into_iter().any(|pile| clear_of_the_line(card, pile, zones));
        card.read_between(taken, until) >= 3 && clear && same_suit(card, carried) == same
    })
}

/// Whether two places may show the same suit; where nothing is known of suits, they may.
fn same_suit(a: &LyingCard, b: &LyingCard) -> bool {
    let [a, b] = [a, b].map(|card| {
        let mut sum = [0.0_f32; 4];
        card.readings.iter().for_each(|reading| (0..4).for_each(|k| sum[k] += reading.suits[k]));
        let all: f32 = sum.iter().sum();
        (all > 0.0).then(|| sum.map(|part| part / all))
    });
    let (Some(a), Some(b)) = (a, b) else { return true };
    a.iter().zip(&b).map(|(a, b)| a * b).sum::<f32>() >= SAME_SUIT
}

/// Whether a card lies on that pile and clear of the line between both.
fn clear_of_the_line(card: &LyingCard, pile: Pile, zones: &Zones) -> bool {
    let [left, right] = [0, 1].map(|k| middle(&zones.piles[k]));
    card.centre.distance(middle(&zones.piles[pile.index()])) < ON_PILE * left.distance(right) / 2.0
}

/// Whether a pile shows the same card after a hand was there as before it came.
fn shows_the_same(pile: Pile, (came, left): (f64, f64), cards: &[LyingCard], zones: &Zones, scale: TimeScale) -> bool {
    let [around, carried] = [READ_SECS, CARRIED_SECS].map(|secs| secs / scale.real_per_file);
    cards.iter().filter(|card| clear_of_the_line(card, pile, zones)).any(|card| {
        card.read_between(came - carried, came) >= STILL_SHOWN && card.read_between(left, left + around) >= STILL_SHOWN
    })
}

#[cfg(test)]
mod tests {
    use super::super::lying::CardReading;
    use super::super::path::PathPoint;
    use super::*;

    fn square(x: f64, y: f64, half: f64) -> Vec<Point<Table>> {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(a, b)| Point::new(x + half * a, y + half * b))
            .to_vec()
    }

    fn zones() -> Zones {
        Zones {
            piles: [square(-5.0, 0.0, 5.0), square(5.0, 0.0, 5.0)],
            boundaries: [square(0.0, -30.0, 12.0), square(0.0, 30.0, 12.0)],
            draw_decks: [Vec::new(), Vec::new()],
        }
    }

    fn lies(rank: Rank, x: f64, y: f64, from: f64, until: f64) -> LyingCard {
        let readings = (0..30)
            .map(|k| f64::from(k) / 29.0)
            .map(|part| CardReading { t: from + (until - from) * part, rank: 0.97, suits: [0.0; 4], covered: 0.0 })
            .collect();
        LyingCard { rank, centre: Point::new(x, y), angle: 1.57, readings }
    }

    /// Player 1's hand is at a seven in the Foundation until 0.5 s, comes to `x` at the piles at 1.0 s and rests there for half a
    /// second; the seven is read there until `seven`, and `then` lies where it is told.
    fn found(x: f64, seven: f64, then: Option<LyingCard>) -> Vec<Between> {
        let mut cards = vec![lies(Rank::Seven, 4.0, -30.0, 0.0, seven), lies(Rank::Queen, -4.0, -30.0, 0.0, 1.4)];
        cards.extend(then);
        between(&[comes(x, 0.0, HandSide::Right)], &cards, &zones(), TimeScale::REAL)
    }

    /// The hand of that, `late` seconds later.
    fn comes(x: f64, late: f64, hand: HandSide) -> HandPath {
        let points = (0..180).map(|i| {
            let t = f64::from(i) / 120.0;
            let part = ((t - 0.5 - late) / 0.5).clamp(0.0, 1.0);
            let at = Point::new(4.0 + (x - 4.0) * part, -30.0 * (1.0 - part));
            let speed = if (0.5..1.0).contains(&(t - late)) { 60.0 } else { 0.0 };
            let landmarks = vec![at; 21];
            PathPoint { landmarks, speed, ..PathPoint::lying(t, at) }
        });
        HandPath {
            track: u32::from(hand == HandSide::Left),
            player: Player::One,
            hand,
            points: points.collect(),
            fit: true,
        }
    }

    #[test]
    fn the_rank_of_the_card_in_another_suit_is_the_old_top_misread() {
        let with = |suits: [f32; 4], mut card: LyingCard| {
            card.readings.iter_mut().for_each(|reading| reading.suits = suits);
            card
        };
        let (spades, hearts) = ([0.1, 0.0, 0.1, 0.8], [0.0, 0.3, 0.7, 0.0]);
        let found = |suits: [f32; 4]| {
            let seven = with(spades, lies(Rank::Seven, 4.0, -30.0, 0.0, 0.4));
            let then = with(suits, lies(Rank::Seven, 5.0, 0.0, 1.2, 1.45));
            let found = between(&[comes(0.6, 0.0, HandSide::Right)], &[seven, then], &zones(), TimeScale::REAL);
            found.iter().map(|card| card.misread).collect::<Vec<_>>()
        };
        let told = [spades, [0.4, 0.1, 0.1, 0.4], [0.0; 4], hearts].map(found);
        assert_eq!(told, [vec![], vec![], vec![], vec![true]]);
    }

    #[test]
    fn a_card_under_the_arm_to_the_end_was_not_seen_to_be_taken() {
        // The arm comes from where the seven lies, or from beside it.
        let found = |elbow: f64, queen: f64| {
            let mut hand = comes(0.6, 0.0, HandSide::Right);
            for point in &mut hand.points {
                let at = point.landmarks[0];
                let (dx, dy) = (elbow - at.x, -30.0 - at.y);
                let far = dx.hypot(dy).max(1e-6);
                point.landmarks[0] = Point::new(at.x + 9.0 * dx / far, at.y + 9.0 * dy / far);
            }
            let cards = [lies(Rank::Seven, 4.0, -30.0, 0.0, 0.4), lies(Rank::Queen, -8.0, -30.0, 0.0, queen)];
            between(&[hand], &cards, &zones(), TimeScale::REAL).len()
        };
        assert_eq!((found(4.0, 1.4), found(24.0, 1.4), found(4.0, 3.0)), (0, 1, 1));
    }

    #[test]
    fn two_hands_that_come_together_slap() {
        let seven = [lies(Rank::Seven, 4.0, -30.0, 0.0, 0.4)];
        let both = |late: f64| {
            let hands = [comes(0.6, 0.0, HandSide::Right), comes(-0.6, late, HandSide::Left)];
            between(&hands, &seven, &zones(), TimeScale::REAL).len()
        };
        assert_eq!((both(0.05), both(0.3)), (0, 1));
    }

    #[test]
    fn a_card_laid_at_the_line_belongs_to_either_pile() {
        let found = found(0.6, 0.4, None);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].rank, found[0].player), (Rank::Seven, Player::One));
        assert!((found[0].at.t - 1.0).abs() < 0.02 && found[0].p_left > 0.2 && found[0].p_left < 0.5, "{found:?}");
    }

    #[test]
    fn a_card_laid_towards_the_line_does_not_hide_what_the_pile_shows() {
        let king = |until: f64| Some(lies(Rank::King, 5.0, 0.0, 0.0, until));
        let count = |x: f64, shown: f64| found(x, 0.4, king(shown)).len();
        assert_eq!((count(3.3, 3.0), count(3.3, 0.9), count(4.2, 3.0)), (1, 0, 0));
    }

    #[test]
    fn a_card_that_is_read_across_the_line_was_laid_there_wherever_the_fingers_were() {
        let seven = |x: f64| Some(lies(Rank::Seven, x, 0.0, 1.1, 1.4));
        let across = found(4.5, 0.4, seven(0.3));
        assert_eq!(across.len(), 1, "{across:?}");
        assert!(across[0].confidence > LAID && across[0].p_left > 0.2 && across[0].p_left < 0.4, "{across:?}");
        assert_eq!(found(4.5, 0.4, seven(2.5)), []);
        // Its hand went on, or was lost from sight there.
        let mut hand = comes(4.5, 0.0, HandSide::Right);
        hand.points.retain(|point| point.t < 0.9);
        let cards = [lies(Rank::Seven, 4.0, -30.0, 0.0, 0.4), lies(Rank::Seven, 0.3, 0.0, 1.1, 1.4)];
        let unseen = between(&[hand.clone()], &cards, &zones(), TimeScale::REAL);
        assert!(matches!(unseen[..], [card] if card.at.lo < 0.9 && card.at.hi > 1.0), "{unseen:?}");
        assert_eq!(between(&[hand], &cards[1..], &zones(), TimeScale::REAL), [], "nobody took it");
        assert_eq!(found(4.5, 0.4, Some(lies(Rank::Six, 0.3, 0.0, 1.1, 1.4))), []);
    }

    #[test]
    fn a_hand_on_a_pile_without_a_card_or_whose_card_is_read_on_one_is_none() {
        assert_eq!(found(4.5, 0.4, None), []);
        assert_eq!(found(0.6, 1.4, None), []);
        assert_eq!(found(0.6, 0.4, Some(lies(Rank::Seven, -4.6, 0.0, 1.1, 1.4))), []);
        // It was laid there before, and the hand came again.
        assert_eq!(found(0.6, 0.4, Some(lies(Rank::Seven, -4.6, 0.0, 0.7, 0.9))), []);
        assert_eq!(found(0.6, 0.4, Some(lies(Rank::Seven, -4.6, 0.0, 0.1, 1.4))).len(), 1, "another seven");
    }
}
