//! What differs from game to game. Each game implements [`Game`] on its switches; the defaults are what
//! most of the texts say.

use super::bench::{Bench, Draft};
use super::deck::{CardId, Deck};
use super::event::{Act, Event, Target};
use super::impossible::Impossible;
use super::legal::SlapNow;
use super::order::{Hand, Sureness};
use super::patterns::Found;
use super::ruling::{Clause, Kind, Penalty};
use super::seat::Seat;
use super::state::{Counts, State, Which};
use super::{cards, words};
use crate::base::Card;
use crate::facts::Finding;

/// What every text says somewhere, to be cited by each under its own number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::law) enum Topic {
    /// The cards are dealt out evenly.
    Deal,
    /// Dealing begins on the dealer's left.
    DealOrder,
    /// Players take turns to the left.
    Turn,
    /// The top card is played.
    TopCard,
    /// Nobody sees a card before the others.
    SeenFirst,
    /// Nobody looks at the stack.
    Look,
    /// An unanswered face card wins the pile.
    ChallengeWon,
    /// The first right slap wins the pile.
    SlapWins,
    /// What happens to the one who slaps wrongly.
    WrongSlap,
    /// Slaps at the same time.
    Tie,
    /// Whoever has no cards may slap.
    SlapIn,
    /// Whoever is out for good may not.
    ShutOut,
    /// The pile goes to its winner and to nobody else.
    TakePile,
    /// Who has won the game.
    Win,
}

/// A card that came out of turn.
pub(in crate::law) struct Stray {
    pub seat: Seat,
    pub id: CardId,
    pub face: Option<Card>,
    pub which: Which,
}

pub(in crate::law) trait Game: Sized {
    /// The clauses of the text.
    const CLAUSES: &'static [Clause];

    fn deck(&self) -> Deck;
    fn sureness(&self) -> Sureness;
    fn cite(&self, topic: Topic) -> &'static str;
    /// What may be slapped on that pile.
    fn found(&self, state: &State, which: Which) -> Found;
    /// Judges hands that came down together on one target; all of them may slap.
    fn slapped(bench: &mut Bench<'_, Self>, target: Target, hands: Vec<Hand>);

    /// Face cards have to be answered.
    fn has_challenges(&self) -> bool {
        true
    }
    /// The dealer begins, not the seat to the left.
    fn dealer_starts(&self) -> bool {
        false
    }
    /// Stacks may differ by one card at most.
    fn deals_evenly(&self) -> bool {
        true
    }
    /// Dealing begins on the dealer's left, so that cards left over lie there.
    fn deals_from_left(&self) -> bool {
        false
    }
    /// Seats dealt no card at all are of people who may join by slapping in.
    fn seats_newcomers(&self) -> bool {
        false
    }
    /// Who took a pile plays next.
    fn winner_leads(&self) -> bool {
        true
    }
    /// Play waits until a burned card is under the pile, and goes on with its owner.
    fn burner_leads(&self) -> bool {
        false
    }
    /// The penalty for handling cards in a forbidden way.
    fn handling_penalty(&self) -> Option<Penalty> {
        None
    }
    /// The finding on a card turned towards its own player.
    fn on_seen_first(&self) -> Finding {
        Finding::Offence
    }
    /// The finding on a card from the bottom of the stack.
    fn on_bottom_card(&self) -> Finding {
        Finding::Offence
    }
    /// May a seat without cards slap now?
    fn may_slap_in(&self, _state: &State) -> bool {
        true
    }
    /// Slaps that are right only with a call, or on a card that was set aside.
    fn calls(&self, _state: &State) -> Vec<SlapNow> {
        Vec::new()
    }
    /// Rules slaps that are cheating whatever they hit, and takes them out of the list.
    fn cheating_slaps(_bench: &mut Bench<'_, Self>, _slaps: &mut Vec<Event>) {}
    /// A card came out of turn. Most texts do not say what it counts for.
    fn strayed(bench: &mut Bench<'_, Self>, stray: Stray) {
        disputed(bench, &stray);
    }
    /// Somebody took a pile that was not due to her. As ruled, it goes back at once.
    fn took_not_due(bench: &mut Bench<'_, Self>, seat: Seat, _which: Which) {
        bench.offend(
            Draft::new(
                Kind::PickUp,
                bench.cite(Topic::TakePile),
                Some(seat),
                Finding::Offence,
                format!("{seat} takes a pile that is not hers; it goes back"),
            )
            .penalty(Penalty::Return),
        );
    }
    /// A card was laid in turn.
    fn laid(_bench: &mut Bench<'_, Self>, _seat: Seat) {}
    /// An act that only some texts know. False: the text does not know it.
    ///
    /// # Errors
    /// [`Impossible`] when it cannot be.
    fn acted(_bench: &mut Bench<'_, Self>, _act: &Act) -> Result<bool, Impossible> {
        Ok(false)
    }
    /// Once an event is judged: eliminations, and who has won.
    fn after(bench: &mut Bench<'_, Self>);
}

/// The text is silent on a card out of turn: it lies on the pile, and what it counts for is the referee's.
pub(in crate::law) fn disputed<G: Game>(bench: &mut Bench<'_, G>, stray: &Stray) {
    cards::put(&mut bench.state, stray, Counts::Disputed);
    let sentence = format!(
        "{} lays {} although it is not her turn to; the referee says what it counts for",
        stray.seat,
        words::a_card(stray.face)
    );
    bench.rule(Draft::new(Kind::OutOfTurn, bench.cite(Topic::Turn), Some(stray.seat), Finding::Referee, sentence));
}
