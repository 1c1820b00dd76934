//! "Slaps" as played at home with 54 cards: the basic rules, and every additional and advanced rule as a
//! switch. Clause numbers follow the text's headings and paragraphs; see [`clauses`].
//!
//! Files: [`switches`], [`clauses`], [`readings`], `patterns` what may be slapped (sections 3 and 8),
//! `slaps` who wins and who pays (2.8, 2.9, 6.1, 6.2), `calls` sticky faces and split eights (8.7, 8.8),
//! `cheating` section 7. Turns and face cards (section 4) are in `one_pile`.

mod calls;
mod cheating;
pub mod clauses;
mod patterns;
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
use super::one_pile::{Clause, Deck, Impossible, Legal, Penalty, Ruling, SlapNow, State, Sureness, Which};
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
            Topic::Deal | Topic::DealOrder => "slaps-house 2.3",
            Topic::Look => "slaps-house 2.4",
            Topic::TopCard | Topic::SeenFirst => "slaps-house 7.5",
            Topic::Turn => "slaps-house 2.7",
            Topic::WrongSlap => "slaps-house 2.8",
            Topic::SlapWins | Topic::TakePile => "slaps-house 2.9",
            Topic::ChallengeWon => "slaps-house 4.0",
            Topic::Win => "slaps-house 5.1",
            Topic::SlapIn => "slaps-house 6.1.1",
            Topic::Tie => "slaps-house 6.2.2",
            Topic::ShutOut => "slaps-house 7.6",
        }
    }

    fn dealer_starts(&self) -> bool {
        true
    }

    fn seats_newcomers(&self) -> bool {
        true
    }

    fn burner_leads(&self) -> bool {
        true
    }

    fn handling_penalty(&self) -> Option<Penalty> {
        Some(Penalty::Burn { cards: 1 })
    }

    fn found(&self, state: &State, which: Which) -> Found {
        state.pile_of(which).map_or_else(Found::default, |pile| patterns::find(self, pile))
    }

    fn slapped(bench: &mut Bench<'_, Self>, target: Target, hands: Vec<Hand>) {
        slaps::judge(bench, target, hands);
    }

    fn calls(&self, state: &State) -> Vec<SlapNow> {
        calls::now(self, state)
    }

    fn cheating_slaps(bench: &mut Bench<'_, Self>, slaps: &mut Vec<Event>) {
        cheating::slaps(bench, slaps);
    }

    fn acted(bench: &mut Bench<'_, Self>, act: &Act) -> Result<bool, Impossible> {
        Ok(cheating::judge(bench, act))
    }

    fn after(bench: &mut Bench<'_, Self>) {
        winning::by_all_cards(bench);
    }
}
