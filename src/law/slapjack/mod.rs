//! Slapjack: only jacks are slapped, cards out of turn are dead, false slaps are paid for, and players
//! without cards get one chance to come back.
//!
//! Files: [`switches`], [`clauses`], [`readings`], `slaps` section 4.2, `eliminate` section 5. Turns (4.1)
//! are in `one_pile`.

pub mod clauses;
mod eliminate;
pub mod readings;
mod slaps;
pub mod switches;

pub use clauses::CLAUSES;
pub use readings::READINGS;
pub use switches::Switches;

use super::one_pile::bench::Bench;
use super::one_pile::event::{Event, Target};
use super::one_pile::game::{Game, Stray, Topic};
use super::one_pile::order::Hand;
use super::one_pile::patterns::Found;
use super::one_pile::{Clause, Deck, Impossible, Legal, Ruling, Seat, State, Sureness, Which};
use super::one_pile::{judge as shared, legal};
use crate::facts::Finding;

/// Judges one event: the state after it, and the rulings that became ripe.
///
/// # Errors
/// [`Impossible`] when the event cannot be; the state given stays as it was.
pub fn judge(state: &State, event: &Event, switches: &Switches) -> Result<(State, Vec<Ruling>), Impossible> {
    shared::judge(state, event, switches)
}

/// Judges the slaps that are still being gathered, at the end of the events.
pub fn settle(state: &State, switches: &Switches) -> (State, Vec<Ruling>) {
    shared::settle(state, switches)
}

/// What is in order now.
pub fn legal_plays(state: &State, switches: &Switches) -> Legal {
    legal::legal(state, switches)
}

impl Game for Switches {
    const CLAUSES: &'static [Clause] = CLAUSES;

    fn deck(&self) -> Deck {
        self.deck
    }

    fn sureness(&self) -> Sureness {
        self.sureness
    }

    fn cite(&self, topic: Topic) -> &'static str {
        match topic {
            Topic::Deal => "slapjack 3.2.1",
            Topic::DealOrder => "slapjack 3.2.3",
            Topic::Look => "slapjack 3.2.2",
            Topic::TopCard => "slapjack 4.1.1",
            Topic::SeenFirst => "slapjack 4.1.2",
            Topic::Turn => "slapjack 4.1.3",
            Topic::SlapWins => "slapjack 4.2.1",
            Topic::Tie => "slapjack 4.2.2",
            Topic::TakePile | Topic::ChallengeWon => "slapjack 4.2.3",
            Topic::WrongSlap => "slapjack 4.2.4",
            Topic::SlapIn => "slapjack 5.1.2",
            Topic::ShutOut => "slapjack 5.1.3",
            Topic::Win => "slapjack 5.2",
        }
    }

    fn has_challenges(&self) -> bool {
        false
    }

    fn deals_from_left(&self) -> bool {
        true
    }

    /// A reading: the turn goes on from the last card, whoever won the pile.
    fn winner_leads(&self) -> bool {
        false
    }

    /// Turning cards away from oneself is a convention of the text, not a rule with a penalty.
    fn on_seen_first(&self) -> Finding {
        Finding::Referee
    }

    /// The text says one card of the stack, not which.
    fn on_bottom_card(&self) -> Finding {
        Finding::Referee
    }

    fn found(&self, state: &State, which: Which) -> Found {
        state.pile_of(which).map_or_else(Found::default, slaps::find)
    }

    fn slapped(bench: &mut Bench<'_, Self>, _target: Target, hands: Vec<Hand>) {
        slaps::judge(bench, hands);
    }

    fn may_slap_in(&self, state: &State) -> bool {
        eliminate::active(state).count() > 1
    }

    fn strayed(bench: &mut Bench<'_, Self>, stray: Stray) {
        eliminate::strayed(bench, &stray);
    }

    fn laid(bench: &mut Bench<'_, Self>, _seat: Seat) {
        eliminate::covered(bench);
    }

    fn after(bench: &mut Bench<'_, Self>) {
        eliminate::last_of_two(bench);
    }
}
