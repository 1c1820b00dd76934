//! What the Centre Piles show: readings of the card on top, each with the probability of every rank and suit, and times in
//! which a pile is bare.
//!
//! A reading of nothing says nothing, nor does one of a card half under a hand (a six without its index and left column of
//! pips is a three) or of a card still on its way. What lay there over time is worked out with the Laws, in
//! [`reconstruct::search`](crate::reconstruct::search).

use super::hidden::{LEAST_PROBABILITY, REPEATED};
use super::out_of_sight::lost_over;
use super::zones::Zones;
use crate::base::{Pile, Point, Rank, Suit, Table, TimeScale};
use crate::facts::{CardSeen, Observation};

/// How often small court cards are read as jokers: their faces alone tell little.
const COURT_AS_JOKER: f64 = 0.1;
/// A reading says something of ranks when this much of its probability is theirs.
const LEAST_RANKS: f64 = 0.5;
/// How fast a reading loses weight with the hidden part of the card: what a hand hides it hides in every
/// frame of its stay, so that many such readings agree on the same error.
const COVERED_POWER: i32 = 3;
/// A card of which a larger part is hidden is not read: it may look like another.
const MOST_COVERED: f32 = 0.45;
/// A card that moves faster between two readings is on its way, not on top, centimetres a real second:
/// slower than a hand carries one, faster than a reading's error of a millimetre or two would feign.
const FASTEST_CM_S: f64 = 30.0;
/// A reading with no other within this time cannot be told to rest, real seconds.
const NEIGHBOUR_SECS: f64 = 0.06;
/// A pile is bare when so many readings over so long show nothing there, real seconds, with no more than this part of it
/// under hands. In two rendered scenes a card that lay there was not made out in five or six readings, over 0.17 s at most.
const BARE_READINGS: usize = 7;
const BARE_SECS: f64 = 0.2;
const BARE_COVERED: f32 = 0.1;
/// A card lies still when it stays so near to its place for so long, centimetres and real seconds.
const STILL_CM: f64 = 0.3;
const STILL_SECS: f64 = 0.1;
/// What lies so near to where a card of its rank lay is that card, centimetres, if nothing was seen there for no longer than the
/// second, real seconds: nobody lays another so exactly, and a pile that was taken stays away for longer.
const SAME_CM: f64 = 0.5;
const HIDDEN_SECS: f64 = 1.5;

/// No suit is less probable than this in a reading.
const LEAST_SUIT: f64 = 0.05;

const RANKS: usize = Rank::ALL.len();
const SUITS: usize = Suit::ALL.len();

/// One reading of a pile's top.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TopReading {
    /// Seconds after the first frame.
    pub t: f64,
    /// Probability of each rank, in the order of [`Rank::ALL`].
    pub ranks: [f64; RANKS],
    /// Probability of each suit, in the order of [`Suit::ALL`]; what is left is "not told".
    pub suits: [f64; SUITS],
    /// How much the reading counts, 0..1: less when the card is partly hidden.
    pub weight: f64,
    /// Where the card lies: its middle.
    pub centre: Point<Table>,
    /// And the angle of its long side against table x, radians in 0..pi.
    pub angle: f64,
}

impl TopReading {
    /// Probability of what was read if each rank lies on top, as parts of one, in the order of [`Rank::ALL`].
    pub fn for_ranks(&self) -> [f64; RANKS] {
        let total: f64 = self.ranks.iter().sum::<f64>().max(1e-9);
        let joker = Rank::ALL.iter().position(|&rank| rank == Rank::Joker).map_or(0.0, |k| self.ranks[k]);
        std::array::from_fn(|i| {
            let court = matches!(Rank::ALL[i], Rank::Jack | Rank::Queen | Rank::King);
            (self.ranks[i] + if court { COURT_AS_JOKER * joker } else { 0.0 }) / total
        })
    }

    /// Log probability of what was read for each rank, all the less apart the less the reading counts.
    pub fn rank_logs(&self) -> [f64; RANKS] {
        self.for_ranks().map(|p| self.weight * p.max(LEAST_PROBABILITY).ln())
    }

    /// The same for each suit, in the order of [`Suit::ALL`].
    pub fn suit_logs(&self) -> [f64; SUITS] {
        self.suits.map(|suit| self.weight * suit.max(LEAST_SUIT).ln())
    }
}

/// A time during which one rank was read on top of a pile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TopSpan {
    /// Which pile.
    pub pile: Pile,
    /// The rank.
    pub rank: Rank,
    /// The suit, if the readings tell.
    pub suit: Option<Suit>,
    /// First reading of it.
    pub from: f64,
    /// Last reading of it.
    pub to: f64,
    /// How many readings.
    pub readings: usize,
    /// Probability that the rank is right, from the readings' agreement.
    pub confidence: f64,
    /// How probable each rank is against the others, in the order of [`Rank::ALL`].
    pub ranks: [f64; RANKS],
}

/// Readings of the top of both piles, left and right, by time.
pub fn top_readings(observations: &[Observation], scale: TimeScale) -> [Vec<TopReading>; 2] {
    Pile::BOTH.map(|pile| {
        let seen: Vec<Seen> = observations
            .iter()
            .filter_map(|o| Some(Seen { camera: o.camera, t: o.t, card: o.piles.as_ref()?[pile.index()].as_ref()? }))
            .collect();
        seen.iter()
            .enumerate()
            .filter(|&(i, seen_here)| seen_here.card.covered <= MOST_COVERED && rests(&seen, i, scale))
            .filter_map(|(i, &Seen { camera, t, card })| {
                let ranks = card.ranks.map(f64::from);
                let before = seen[..i].iter().rev().find(|before| before.camera == camera);
                let again =
                    before.is_some_and(|before| before.card.ranks == card.ranks && before.card.centre == card.centre);
                let new = if again { REPEATED } else { 1.0 };
                let weight = new * f64::from(1.0 - card.covered).powi(COVERED_POWER);
                let suits = card.suits.map(f64::from);
                let CardSeen { centre, angle, .. } = *card;
                (ranks.iter().sum::<f64>() >= LEAST_RANKS).then_some(TopReading {
                    t,
                    ranks,
                    suits,
                    weight,
                    centre,
                    angle,
                })
            })
            .collect()
    })
}

/// A time during which a pile was in full view and showed no card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BareSpan {
    /// Which pile.
    pub pile: Pile,
    /// First reading of nothing.
    pub from: f64,
    /// Last reading of nothing.
    pub to: f64,
}

/// When the piles were bare, by pile and time: readings of nothing while no hand was over the pile, none of a card
/// between them. A pile on which a card lay still in full view is bare only after a hand was over it: a card that is not made
/// out any more is still there. One that lies where it lay before, and is the same, was hidden by an arm. Where a hand may be that
/// is lost from sight, nothing is in full view.
pub fn bare_spans(observations: &[Observation], zones: &Zones, scale: TimeScale) -> Vec<BareSpan> {
    let lost = lost_over(observations, zones, scale);
    let mut spans = Vec::new();
    for pile in Pile::BOTH {
        let mut own: Vec<BareSpan> = Vec::new();
        let mut run: Option<(f64, f64, usize)> = None;
        let mut may_be_bare = true;
        // Since when the card lies where it is, in full view; and where the last one lay before there was nothing.
        let mut still: Option<(Point<Table>, f64)> = None;
        let mut lay: Option<(Point<Table>, Option<Rank>)> = None;
        // The spans that are kept whatever shows later.
        let mut settled = 0;
        let end = |run: Option<(f64, f64, usize)>, own: &mut Vec<BareSpan>| {
            let long = |&(from, to, n): &(f64, f64, usize)| {
                n >= BARE_READINGS && (to - from) * scale.real_per_file >= BARE_SECS
            };
            own.extend(run.filter(long).map(|(from, to, _)| BareSpan { pile, from, to }));
        };
        for (observation, lost) in observations.iter().zip(&lost) {
            let covered = observation.pile_covered[pile.index()] > BARE_COVERED || lost[pile.index()];
            if covered {
                (may_be_bare, still) = (true, None);
            }
            let Some(piles) = &observation.piles else { continue };
            match (&piles[pile.index()], run) {
                (None, _) if covered || !may_be_bare => {}
                (None, Some((from, _, n))) => run = Some((from, observation.t, n + 1)),
                (None, None) => run = Some((observation.t, observation.t, 1)),
                (Some(card), _) => {
                    end(run, &mut own);
                    run = None;
                    // A pile that is carried off moves.
                    let (_, since) = *still.get_or_insert((card.centre, observation.t));
                    if still.is_some_and(|(at, _)| at.distance(card.centre) > STILL_CM) {
                        still = Some((card.centre, observation.t));
                    } else if !covered && (observation.t - since) * scale.real_per_file >= STILL_SECS {
                        may_be_bare = false;
                        let same = |(at, rank): (Point<Table>, Option<Rank>)| {
                            rank.is_some() && rank == card.rank && at.distance(card.centre) < SAME_CM
                        };
                        let short = |bare: &BareSpan| (bare.to - bare.from) * scale.real_per_file < HIDDEN_SECS;
                        if lay.is_some_and(same) && own[settled..].iter().all(short) {
                            own.truncate(settled);
                        }
                        (settled, lay) = (own.len(), Some((card.centre, card.rank)));
                    }
                }
            }
        }
        end(run, &mut own);
        spans.append(&mut own);
    }
    spans
}

/// One camera's sight of a pile's top.
#[derive(Clone, Copy)]
struct Seen<'a> {
    camera: u8,
    t: f64,
    card: &'a CardSeen,
}

/// Whether the card of a reading lies where the same camera's reading before or after has it: two cameras are never calibrated
/// so alike that it lies in the same place for both.
fn rests(seen: &[Seen], i: usize, scale: TimeScale) -> bool {
    let Seen { camera, t, card } = seen[i];
    let own = |other: &&Seen| other.camera == camera;
    let neighbours = [seen[..i].iter().rev().find(own), seen[i + 1..].iter().find(own)];
    neighbours.into_iter().flatten().any(|other| {
        let apart = (other.t - t).abs() * scale.real_per_file;
        apart < NEIGHBOUR_SECS && other.card.centre.distance(card.centre) < FASTEST_CM_S * apart
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A card in full view whose middle is at `x` on the line between the players.
    fn card(rank: Rank, x: f64) -> CardSeen {
        CardSeen {
            centre: Point::new(x, 0.0),
            quad: [Point::new(0.0, 0.0); 4],
            angle: 0.0,
            face: crate::facts::CardFace::Up,
            rank: Some(rank),
            suit: None,
            ranks: Rank::ALL.map(|other| if other == rank { 0.9 } else { 0.1 / 13.0 }),
            suits: [0.2; 4],
            confidence: 0.9,
            covered: 0.0,
        }
    }

    #[test]
    fn two_cameras_readings_do_not_stand_in_each_others_way() {
        let card = |camera: u8| card(Rank::Six, -8.0 + 0.5 * f64::from(camera));
        // Each reads the pile half a frame after the other, and has the card half a centimetre beside.
        let observations: Vec<Observation> = (0..40_u8)
            .map(|i| Observation {
                camera: i % 2,
                t: f64::from(i) * 0.008,
                piles: Some([Some(card(i % 2)), None]),
                ..Observation::default()
            })
            .collect();
        let [left, right] = top_readings(&observations, TimeScale::REAL);
        assert_eq!((left.len(), right.len()), (40, 0));
    }

    /// How often the left pile is bare of which the card `first` is seen, then nothing while and after a hand is over it, and from
    /// reading `again` on the card `then`; 120 readings a second.
    fn bare(first: CardSeen, then: CardSeen, again: u16) -> usize {
        let observations: Vec<Observation> = (0..again + 40)
            .map(|i| Observation {
                t: f64::from(i) / 120.0,
                piles: Some([if i < 40 { Some(first.clone()) } else { (i >= again).then(|| then.clone()) }, None]),
                pile_covered: [if (40..50).contains(&i) { 0.6 } else { 0.0 }, 0.0],
                ..Observation::default()
            })
            .collect();
        bare_spans(&observations, &Zones::default(), TimeScale::REAL)
            .iter()
            .filter(|span| span.pile == Pile::Left)
            .count()
    }

    #[test]
    fn a_card_that_shows_again_where_it_lay_was_hidden() {
        assert_eq!(bare(card(Rank::King, -8.0), card(Rank::King, -7.8), 80), 0);
        assert_eq!(bare(card(Rank::King, -8.0), card(Rank::King, -6.9), 80), 1, "elsewhere");
        assert_eq!(bare(card(Rank::King, -8.0), card(Rank::Ten, -8.0), 80), 1, "another");
        assert_eq!(bare(card(Rank::King, -8.0), card(Rank::King, -7.8), 300), 1, "long after");
    }
}
