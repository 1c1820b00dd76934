//! Ratscrew after the old web page: pairs, triples and rows, wrong slaps that hand the pile over, early cards
//! set aside, and what becomes of a pile that was picked up without being won.
//!
//! Files: [`switches`], [`clauses`], [`readings`], `slaps` section 3 and 4.4, `aside` early cards (4.6 to
//! 4.9), `pickup` piles not won (4.1 to 4.3). Turns and letter cards (section 2) are in `one_pile`.

mod aside;
pub mod clauses;
mod pickup;
pub mod readings;
mod slaps;
pub mod switches;

pub use clauses::CLAUSES;
pub use readings::READINGS;
pub use switches::Switches;

use super::one_pile::bench::Bench;
use super::one_pile::event::{Act, Event, Target};
use super::one_pile::game::{Game, Stray, Topic};
use super::one_pile::order::Hand;
use super::one_pile::patterns::Found;
use super::one_pile::{Clause, Deck, Impossible, Legal, Ruling, Seat, SlapNow, State, Sureness, Which};
use super::one_pile::{judge as shared, legal, winning};

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
            Topic::Deal | Topic::DealOrder => "ratscrew 1.1",
            Topic::Win => "ratscrew 2.1",
            Topic::Turn => "ratscrew 2.3.1",
            Topic::TopCard => "ratscrew 2.2.1",
            Topic::SeenFirst | Topic::Look => "ratscrew 2.2.2",
            Topic::ChallengeWon | Topic::TakePile => "ratscrew 2.3.3",
            Topic::SlapWins | Topic::Tie | Topic::SlapIn => "ratscrew 3.1",
            Topic::WrongSlap => "ratscrew 3.3.1",
            Topic::ShutOut => "ratscrew 4.4",
        }
    }

    /// The text does not speak of the deal.
    fn deals_evenly(&self) -> bool {
        false
    }

    fn found(&self, state: &State, which: Which) -> Found {
        state.pile_of(which).map_or_else(Found::default, |pile| slaps::find(self, pile))
    }

    fn slapped(bench: &mut Bench<'_, Self>, target: Target, hands: Vec<Hand>) {
        slaps::judge(bench, target, hands);
    }

    fn calls(&self, state: &State) -> Vec<SlapNow> {
        aside::slappable(self, state)
    }

    fn strayed(bench: &mut Bench<'_, Self>, stray: Stray) {
        aside::strayed(bench, stray);
    }

    fn laid(bench: &mut Bench<'_, Self>, seat: Seat) {
        pickup::laid(bench, seat);
    }

    fn acted(bench: &mut Bench<'_, Self>, act: &Act) -> Result<bool, Impossible> {
        Ok(pickup::judge(bench, act)? || aside::judge(bench, act)?)
    }

    fn after(bench: &mut Bench<'_, Self>) {
        winning::by_all_cards(bench);
    }
}
