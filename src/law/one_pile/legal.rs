//! What may happen now: who may flip, what is owed, and whether the pile may be slapped and why.

use super::bench::Bench;
use super::event::{Act, Call, Target};
use super::game::Game;
use super::patterns::Pattern;
use super::seat::Seat;
use super::state::{Due, State, Which};
use super::{flips, slaps};
use serde::Serialize;

/// An act that is in order now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "play")]
#[expect(missing_docs, reason = "the acts of the same names say it")]
pub enum Play {
    Flip { seat: Seat, pile: Which },
    Place { seat: Seat },
    Take { seat: Seat, pile: Which },
    Divide { pile: Which },
    Burn { seat: Seat },
    Pay { seat: Seat, to: Seat },
    Halve { seat: Seat, to: Seat },
}

impl Play {
    /// Whether an act is this play, whatever card it shows.
    pub fn is(&self, act: &Act) -> bool {
        match (self, act) {
            (Play::Flip { seat, pile }, Act::Flip { seat: s, pile: p, from_bottom, towards_self, .. }) => {
                seat == s && pile == p && !from_bottom && !towards_self
            }
            (Play::Place { seat }, Act::Place { seat: s, .. }) => seat == s,
            (Play::Take { seat, pile }, Act::Take { seat: s, pile: p }) => seat == s && pile == p,
            (Play::Divide { pile }, Act::Divide { pile: p, .. }) => pile == p,
            (Play::Burn { seat }, Act::Burn { seat: s }) => seat == s,
            (Play::Pay { seat, to }, Act::Pay { seat: s, to: t })
            | (Play::Halve { seat, to }, Act::Halve { seat: s, to: t, .. }) => seat == s && to == t,
            _ => false,
        }
    }
}

/// A slap that would be right now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SlapNow {
    /// On what.
    pub on: Target,
    /// With which call.
    pub call: Option<Call>,
    /// By whom.
    pub seats: Vec<Seat>,
    /// Why: the patterns that hold.
    pub holds: Vec<Pattern>,
    /// Patterns that cannot be told from what was read; alone they leave the slap to the referee.
    pub unsure: Vec<Pattern>,
}

/// Everything that is in order now. Slaps still being gathered count as settled.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Legal {
    /// Acts with cards.
    pub plays: Vec<Play>,
    /// Slaps.
    pub slaps: Vec<SlapNow>,
}

pub(in crate::law) fn legal<G: Game>(state: &State, game: &G) -> Legal {
    let mut bench = Bench::new(state.clone(), game);
    super::judge::finish(&mut bench);
    let state = bench.state;
    if state.winner.is_some() || state.chairs.is_empty() {
        return Legal::default();
    }
    Legal { plays: plays(&state, game), slaps: now(&state, game) }
}

fn plays<G: Game>(state: &State, game: &G) -> Vec<Play> {
    let mut plays = Vec::new();
    // Who holds a pile that she has not won settles that first.
    let stolen = |seat: Seat| state.stolen.as_ref().is_some_and(|stolen| stolen.seat == seat && !stolen.in_stack);
    for due in &state.due {
        match due {
            Due::Take { seat, which: Which::Slap, .. } if stolen(*seat) => {}
            Due::Take { seat, which, .. } => plays.push(Play::Take { seat: *seat, pile: *which }),
            Due::Divide { which, .. } => plays.push(Play::Divide { pile: *which }),
            Due::Burn { seat, .. } => plays.push(Play::Burn { seat: *seat }),
            Due::Pay { seat, to } => plays.push(Play::Pay { seat: *seat, to: *to }),
            Due::Halve { seat, to } => plays.push(Play::Halve { seat: *seat, to: *to }),
            Due::Decide { seats, which } => {
                plays.extend(
                    seats.iter().filter(|seat| !stolen(**seat)).map(|seat| Play::Take { seat: *seat, pile: *which }),
                );
            }
        }
    }
    // A pile in hand goes under the stack.
    if let Some(held) = state.held.as_ref().filter(|held| !stolen(held.seat)) {
        plays.push(Play::Take { seat: held.seat, pile: Which::Slap });
    }
    for seat in state.seats() {
        for pile in [Which::Slap, Which::Split] {
            if !flips::is_in_turn(state, game, seat, pile) {
                continue;
            }
            let chair = state.chair(seat);
            if !chair.aside.is_empty() {
                plays.push(Play::Place { seat });
            } else if !chair.stack.is_empty() {
                plays.push(Play::Flip { seat, pile });
            }
        }
    }
    plays.dedup();
    plays
}

fn now<G: Game>(state: &State, game: &G) -> Vec<SlapNow> {
    let seats = || -> Vec<Seat> {
        state
            .seats()
            .filter(|seat| !state.chair(*seat).out)
            .filter(|seat| state.has_cards(*seat) || game.may_slap_in(state))
            .collect()
    };
    let mut all = Vec::new();
    for (on, which) in [(Target::Slap, Which::Slap), (Target::Split, Which::Split)] {
        if slaps::is_late(state, which) || state.pile_of(which).is_none() {
            continue;
        }
        let found = game.found(state, which);
        if !(found.holds.is_empty() && found.unsure.is_empty()) {
            all.push(SlapNow { on, call: None, seats: seats(), holds: found.holds, unsure: found.unsure });
        }
    }
    all.extend(game.calls(state));
    all
}
