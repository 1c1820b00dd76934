//! What is over: moves, rides, events and noises that no cue to come can change, kept apart from the rest.
//!
//! Every cue is tried on a copy of the director. A match of ten minutes has thousands of moves; copying only
//! the latest keeps the time of a cue the same from the first to the last.

use super::Director;
use super::told::{Noise, Told};
use crate::simulate::timeline::{ArmMove, CardRide};
use std::sync::Arc;

/// Everything put away, oldest first.
#[derive(Debug, Clone, Default)]
pub(super) struct Past {
    moves: Vec<Vec<ArmMove>>,
    rides: Vec<Vec<CardRide>>,
    events: Vec<Told>,
    noises: Vec<Noise>,
}

/// How many of each may pile up, and how many stay when they are put away. A cue looks back at a few moves of
/// a hand, at a few rides of a card, and at the events of the last cards played.
const MOVES: (usize, usize) = (96, 32);
const RIDES: (usize, usize) = (24, 8);
const EVENTS: (usize, usize) = (1200, 600);

fn put_away<T>(from: &mut Vec<T>, to: &mut Vec<T>, (most, stay): (usize, usize)) {
    if from.len() > most {
        to.extend(from.drain(..from.len() - stay));
    }
}

fn bring_back<T>(from: &mut Vec<T>, to: &mut Vec<T>) {
    from.append(to);
    *to = std::mem::take(from);
}

impl Director {
    /// Puts away what has piled up.
    pub(super) fn put_past_away(&mut self) {
        let arms = &mut self.timeline.arms;
        let cards = &mut self.timeline.cards;
        let full = arms.iter().any(|arm| arm.moves.len() > MOVES.0)
            || cards.iter().any(|card| card.rides.len() > RIDES.0)
            || self.events.len() > EVENTS.0
            || self.noises.len() > EVENTS.0;
        if !full {
            return;
        }
        let past = Arc::make_mut(&mut self.past);
        past.moves.resize_with(arms.len(), Vec::new);
        past.rides.resize_with(cards.len(), Vec::new);
        for (arm, moves) in arms.iter_mut().zip(&mut past.moves) {
            put_away(&mut arm.moves, moves, MOVES);
        }
        for (card, rides) in cards.iter_mut().zip(&mut past.rides) {
            put_away(&mut card.rides, rides, RIDES);
        }
        put_away(&mut self.events, &mut past.events, EVENTS);
        put_away(&mut self.noises, &mut past.noises, EVENTS);
    }

    /// Brings everything back, for whoever looks at the whole.
    pub(super) fn bring_past_back(&mut self) {
        let mut past = std::mem::take(Arc::make_mut(&mut self.past));
        for (arm, moves) in self.timeline.arms.iter_mut().zip(&mut past.moves) {
            bring_back(moves, &mut arm.moves);
        }
        for (card, rides) in self.timeline.cards.iter_mut().zip(&mut past.rides) {
            bring_back(rides, &mut card.rides);
        }
        bring_back(&mut past.events, &mut self.events);
        bring_back(&mut past.noises, &mut self.noises);
    }
}
