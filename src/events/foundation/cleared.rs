//! When a player's Foundation is bare: every place that held a card shows nothing.
//!
//! A place under a hand or an arm says nothing, unless a card was found under as much of it before, so a bare Foundation is known only
//! some time after its last card was taken. Whether that card was played is not asked here.

use super::places::{NOTHING, Place, RANKS, Span, places_held, spans};
use super::{CLEARLY_GONE, SHORTEST_SECS};
use crate::base::{Player, TimeScale};
use crate::events::Zones;
use crate::facts::Observation;

/// A span in which a Foundation had no card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cleared {
    /// Whose.
    pub player: Player,
    /// When a card was last seen there; before everything when none ever was in the recording, file seconds.
    pub last_card: f64,
    /// From when on all of it was seen to be bare.
    pub from: f64,
    /// Until when.
    pub to: f64,
}

/// The spans in which Foundations were bare after a card had lain there, by player and time.
pub fn foundations_cleared(observations: &[Observation], zones: &Zones, scale: TimeScale) -> Vec<Cleared> {
    let of = |player| of_player(player, &places_held(observations, player, zones), scale);
    Player::BOTH.into_iter().flat_map(of).collect()
}

/// What lay in a place for long enough to lie there at all.
pub(super) fn settled(place: &Place, scale: TimeScale) -> Vec<Span> {
    let mut spans = spans(&place.readings);
    spans.retain(|span| match span.state {
        NOTHING => span.readings >= CLEARLY_GONE,
        state => state >= RANKS || (span.to - span.from) * scale.real_per_file >= SHORTEST_SECS,
    });
    spans
}

fn of_player(player: Player, places: &[Place], scale: TimeScale) -> Vec<Cleared> {
    let all: Vec<Vec<Span>> = places.iter().map(|place| settled(place, scale)).collect();
    // What never held a card is no place of the Foundation.
    let all: Vec<&Vec<Span>> = all.iter().filter(|spans| spans.iter().any(|span| span.state != NOTHING)).collect();
    let mut cleared: Vec<Cleared> = Vec::new();
    // All can be bare only from where one of them begins to be.
    let mut begins: Vec<f64> =
        all.iter().flat_map(|spans| spans.iter()).filter(|span| span.state == NOTHING).map(|span| span.from).collect();
    begins.sort_by(f64::total_cmp);
    for from in begins {
        // Of each place: what lay there last until then, and when the next card comes.
        let bare = |spans: &&Vec<Span>| {
            let now = spans.iter().rev().find(|span| span.from <= from);
            let next = spans.iter().find(|span| span.from > from && span.state != NOTHING);
            match now {
                Some(span) if span.state == NOTHING => Some(next.map_or(f64::INFINITY, |next| next.from)),
                Some(_) => None,
                // Not laid yet.
                None => Some(next.map_or(f64::INFINITY, |next| next.from)),
            }
        };
        let Some(until) = all.iter().map(bare).try_fold(f64::INFINITY, |least, until| Some(least.min(until?))) else {
            continue;
        };
        let shown = all.iter().flat_map(|spans| spans.iter()).filter(|span| span.state == NOTHING);
        let to = shown.map(|span| span.to).filter(|to| *to < until).fold(from, f64::max);
        let cards = all.iter().flat_map(|spans| spans.iter()).filter(|span| span.state != NOTHING && span.to <= from);
        let Some(last_card) = cards.map(|span| span.to).max_by(f64::total_cmp) else { continue };
        if cleared.last().is_none_or(|last| last.last_card < last_card) {
            cleared.push(Cleared { player, last_card, from, to });
        }
    }
    cleared
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Point;

    fn place(spans: &[(usize, f64, f64)]) -> Vec<Span> {
        spans.iter().map(|&(state, from, to)| Span { state, from, to, readings: 20, confidence: 0.99 }).collect()
    }

    /// The same through readings, thirty a second.
    fn told(all: &[&[(usize, f64, f64)]]) -> Vec<Cleared> {
        let places: Vec<Place> = all
            .iter()
            .enumerate()
            .map(|(i, spans)| {
                let readings = place(spans).iter().flat_map(super::super::places::tests::readings_of).collect();
                Place { centre: Point::new(10.0 * i as f64, -28.0), readings }
            })
            .collect();
        of_player(Player::One, &places, TimeScale::REAL)
    }

    #[test]
    fn a_foundation_is_bare_when_its_last_place_is() {
        let found = told(&[&[(3, 0.0, 1.0), (NOTHING, 1.5, 4.0)], &[(7, 0.0, 2.0), (NOTHING, 2.6, 4.0)]]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!((found[0].last_card - 2.0).abs() < 0.05 && (found[0].from - 2.6).abs() < 0.05, "{found:?}");
    }

    #[test]
    fn a_card_that_still_lies_there_or_comes_back_ends_it() {
        assert!(told(&[&[(3, 0.0, 1.0), (NOTHING, 1.5, 4.0)], &[(7, 0.0, 4.0)]]).is_empty());
        let back = told(&[&[(3, 0.0, 1.0), (NOTHING, 1.5, 2.0), (3, 2.5, 4.0)]]);
        assert!(back.len() == 1 && back[0].to <= 2.05, "{back:?}");
    }
}
