//! Egyptian Ratscrew after the how-to text: face-card challenges, seven patterns, burned cards.
//!
//! Files: [`switches`], [`clauses`], [`readings`], `slaps` what may be slapped, who wins and who burns
//! (sections 2 and 3). Turns and letter cards (section 1) are in `one_pile`.

pub mod clauses;
pub mod readings;
mod slaps;
pub mod switches;

pub use clauses::CLAUSES;
pub use readings::READINGS;
pub use switches::Switches;

use super::one_pile::bench::Bench;
use super::one_pile::event::{Act, Event, Target};
use super::one_pile::game::{Game, Topic};
use super::one_pile::order::Hand;
use super::one_pile::patterns::Found;
use super::one_pile::{Clause, Deck, Impossible, Legal, Ruling, State, Sureness, Which};
use super::one_pile::{dues, judge as shared, legal, winning};

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
            Topic::Deal | Topic::DealOrder => "ers 1.1",
            Topic::Turn => "ers 1.2.1",
            Topic::TopCard => "ers 1.2.2",
            Topic::SeenFirst => "ers 1.2.3",
            Topic::ChallengeWon | Topic::TakePile => "ers 1.5",
            Topic::Look => "ers 1.6",
            Topic::SlapWins => "ers 2.1.1",
            Topic::Tie => "ers 2.1.2",
            Topic::WrongSlap => "ers 3.1",
            Topic::ShutOut => "ers 3.2",
            Topic::SlapIn => "ers 3.3.1",
            Topic::Win => "ers 3.3.2",
        }
    }

    fn found(&self, state: &State, which: Which) -> Found {
        state.pile_of(which).map_or_else(Found::default, |pile| slaps::find(self, pile))
    }

    fn slapped(bench: &mut Bench<'_, Self>, target: Target, hands: Vec<Hand>) {
        slaps::judge(bench, target, hands);
    }

    fn acted(bench: &mut Bench<'_, Self>, act: &Act) -> Result<bool, Impossible> {
        match act {
            // 3.2 names lending as a rule that players may agree on.
            Act::Lend { seat, to, cards } if bench.game.lending => {
                dues::give(bench, *seat, *to, *cards)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn after(bench: &mut Bench<'_, Self>) {
        winning::by_all_cards(bench);
    }
}
