//! Whether the cards on a mat went along when it seems to have moved.
//!
//! Cards lie on the cloth and ride along with it; a camera that moves takes all of them along in the picture. A look that takes one of a
//! mat's lines for another leaves them where they were.

use super::foundation::in_foundation;
use super::zones::Zones;
use crate::base::{Player, Point, Rank, Table};
use crate::facts::{CardFace, Observation};

/// A mat that seems to have moved by less than this may have; where cards lie is told too roughly for it, centimetres.
const LEAST_CM: f64 = 1.0;
/// A card that is no farther away than this part of the mat's way has stayed.
const STAYED_PART: f64 = 0.3;
/// So many cards have stayed, at least, and so many times as many as have not.
const FEWEST: usize = 2;
const TIMES: usize = 2;
/// Cards are looked for so long before and after, file seconds.
const NEAR_SECS: f64 = 0.5;

/// Whether the live cards of `player` still lay at `until` where they had lain at `before`, though their mat seems to have moved by
/// `cm` centimetres in between.
pub(super) fn stayed(
    observations: &[Observation],
    player: Player,
    zones: &Zones,
    (before, until): (f64, f64),
    cm: f64,
) -> bool {
    if cm < LEAST_CM {
        return false;
    }
    let read = |from: f64, to: f64| -> Vec<(Rank, Point<Table>)> {
        let first = observations.partition_point(|o| o.t < from);
        let within = observations[first..].iter().take_while(|o| o.t <= to);
        let own = within.flat_map(|o| in_foundation(o.cards.as_deref().unwrap_or_default(), player, zones));
        let up = own.filter(|card| card.face == CardFace::Up);
        up.filter_map(|card| Some((card.rank?, card.centre))).collect()
    };
    let after = read(until, until + NEAR_SECS);
    // Each card once: the last that was read in its place.
    let mut lay: Vec<(Rank, Point<Table>)> = Vec::new();
    for (rank, at) in read(before - NEAR_SECS, before) {
        lay.retain(|(other, there)| *other != rank || there.distance(at) > cm);
        lay.push((rank, at));
    }
    let nearest = |&(rank, at): &(Rank, Point<Table>)| {
        let same = after.iter().filter(|(other, _)| *other == rank);
        same.map(|(_, there)| there.distance(at)).min_by(f64::total_cmp)
    };
    let ways: Vec<f64> = lay.iter().filter_map(nearest).collect();
    let stayed = ways.iter().filter(|way| **way < STAYED_PART * cm).count();
    stayed >= FEWEST && stayed >= TIMES * (ways.len() - stayed)
}

#[cfg(test)]
mod tests {
    use super::super::foundation::tests::{card, zones};
    use super::*;

    #[test]
    fn a_mat_that_leaves_its_cards_behind_has_not_moved() {
        // Three cards, from 1 s on so far away, while Player 1's mat seems to move by 3.7 cm.
        let stays = |by: f64, cm: f64| {
            let at = |i: i32| {
                let by = if i < 30 { 0.0 } else { by };
                let ranks = [Rank::Two, Rank::Nine, Rank::Queen];
                let cards = (0..)
                    .zip(ranks)
                    .map(|(k, rank)| card(-8.0 + 8.0 * f64::from(k) + by, -28.0, CardFace::Up, Some(rank)));
                Observation { t: f64::from(i) / 30.0, cards: Some(cards.collect()), ..Observation::default() }
            };
            let observations: Vec<Observation> = (0..60).map(at).collect();
            stayed(&observations, Player::One, &zones(), (0.9, 1.1), cm)
        };
        assert!(stays(0.2, 3.7));
        assert!(!stays(3.7, 3.7), "they ride along");
        assert!(!stays(0.0, 0.5), "too little to be told");
        assert!(!stayed(&[], Player::One, &zones(), (0.9, 1.1), 3.7), "none is seen");
    }
}
