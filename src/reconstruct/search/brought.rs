//! What hands brought to the piles, as it was read where they took it from: a card lies on its Foundation for long, beside others and
//! not on them. What the light or a neighbour made of it there says little of how it is misread on a pile; what its print does, all.

use super::super::course::{since_taken, took};
use super::RANKS;
use crate::base::{Rank, TimeScale};
use crate::events::{CardGone, Visit};

/// That a hand lays the card which it took last, and that it was read rightly where it lay: an estimate. Rounds without pictures whose
/// cards are misread anew wherever they lie do as well with it; a bad deck is misread alike everywhere.
const SO_READ: f64 = 0.9;

/// The rank that each visit brought, if its hand can have taken a card and came to no pile since.
pub(super) fn brought(visits: &[Visit], gone: &[CardGone], scale: TimeScale) -> Vec<Option<usize>> {
    let of_visit = |visit: &Visit| {
        let held = |card: &&CardGone| {
            let back = card.returned.is_some_and(|t| t < visit.arrive.t);
            took(card, visit, scale) && !back && since_taken(card, visit, visits).next().is_none()
        };
        let at = |card: &&CardGone| card.taken.map_or(f64::NEG_INFINITY, |(_, _, at)| at.t);
        let last = gone.iter().filter(held).max_by(|a, b| at(a).total_cmp(&at(b)))?;
        Rank::ALL.iter().position(|&rank| Some(rank) == last.rank)
    };
    visits.iter().map(of_visit).collect()
}

/// Log probability that a card of rank `card`, which is read as `read_as` where it lies, is laid by a hand that brought one which was
/// read as `brought`, against that by a hand of which nothing is known. A deck that is read badly is misread alike wherever a card lies,
/// so what is misread on the pile was misread before as likely as not.
pub(super) fn cost(brought: Option<usize>, card: usize, read_as: usize) -> f64 {
    let Some(brought) = brought else { return 0.0 };
    let so = |rank: usize| if rank == brought { SO_READ } else { 0.0 };
    let read = if read_as == card { so(card) } else { 0.5 * (so(card) + so(read_as)) };
    (RANKS as f64 * read + 1.0 - SO_READ).ln()
}
