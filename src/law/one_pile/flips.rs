//! Turns, and face cards that have to be answered.

use super::bench::{Bench, Draft};
use super::game::{Game, Stray, Topic};
use super::impossible::Impossible;
use super::ruling::{Kind, Penalty};
use super::seat::Seat;
use super::state::{Challenge, Counts, Due, Laid, State, Which, Won};
use super::{cards, dues, words};
use crate::base::{Card, Rank};
use crate::facts::Finding;

/// How many cards may answer a face card: jack one, queen two, king three, ace four. `None` for others.
pub fn chances(rank: Rank) -> Option<u8> {
    match rank {
        Rank::Jack => Some(1),
        Rank::Queen => Some(2),
        Rank::King => Some(3),
        Rank::Ace => Some(4),
        _ => None,
    }
}

/// Nothing has to happen before the next card: no pile waits to be taken, no card to be burned first.
pub(in crate::law) fn may_go_on<G: Game>(state: &State, game: &G) -> bool {
    state.winner.is_none()
        && state.due.iter().all(|due| match due {
            Due::Take { .. } | Due::Divide { .. } | Due::Halve { .. } => false,
            Due::Burn { seat, .. } => !game.burner_leads() || state.chair(*seat).stack.is_empty(),
            Due::Pay { .. } | Due::Decide { .. } => true,
        })
}

/// Yes: a card of that seat laid on that pile now is in turn. When the turn is not known, any seat's is.
pub(in crate::law) fn is_in_turn<G: Game>(state: &State, game: &G, seat: Seat, which: Which) -> bool {
    if !may_go_on(state, game) || state.pile_of(which).is_none() {
        return false;
    }
    if !state.turn_known {
        return true;
    }
    let onto = match state.challenge {
        Some(challenge) => challenge.which,
        None if state.split.is_some() => state.onto,
        None => Which::Slap,
    };
    seat == state.turn && which == onto
}

/// A card from a stack, face up onto a pile.
pub(in crate::law) fn flip<G: Game>(
    bench: &mut Bench<'_, G>,
    seat: Seat,
    face: Option<Card>,
    which: Which,
    from_bottom: bool,
    towards_self: bool,
) -> Result<(), Impossible> {
    if bench.state.pile_of(which).is_none() {
        return Err(Impossible::NoSplit);
    }
    let in_turn = is_in_turn(&bench.state, bench.game, seat, which) && bench.state.chair(seat).aside.is_empty();
    let id = cards::draw(&mut bench.state, bench.game.deck(), seat, from_bottom, face)?;
    let stray = Stray { seat, id, face, which };
    if in_turn {
        lay(bench, &stray);
    } else {
        G::strayed(bench, stray);
    }
    if from_bottom {
        let penalty = bench.game.handling_penalty();
        handling(
            bench,
            seat,
            Topic::TopCard,
            bench.game.on_bottom_card(),
            penalty,
            "plays from the bottom of her stack",
        );
    }
    if towards_self {
        let (finding, penalty) = (bench.game.on_seen_first(), bench.game.handling_penalty());
        handling(bench, seat, Topic::SeenFirst, finding, penalty, "turns the card so that she sees it first");
    }
    Ok(())
}

/// A way of handling cards that the text does not allow, or does not like.
pub(in crate::law) fn handling<G: Game>(
    bench: &mut Bench<'_, G>,
    seat: Seat,
    topic: Topic,
    finding: Finding,
    penalty: Option<Penalty>,
    what: &str,
) {
    let mut draft = Draft::new(Kind::Handling, bench.cite(topic), Some(seat), finding, format!("{seat} {what}"));
    draft.penalty = penalty;
    if finding != Finding::Offence {
        return bench.rule(draft);
    }
    let due = bench.offend(draft);
    if let Some(Penalty::Burn { cards }) = penalty.filter(|_| due) {
        dues::owe_burn(&mut bench.state, seat, cards);
    }
}

/// A card in turn.
pub(in crate::law) fn lay<G: Game>(bench: &mut Bench<'_, G>, card: &Stray) {
    cards::put(&mut bench.state, card, Counts::Yes);
    played(bench, card);
}

/// A card that lies on its pile has been played: the turn moves.
pub(in crate::law) fn played<G: Game>(bench: &mut Bench<'_, G>, card: &Stray) {
    bench.state.laid += 1;
    bench.state.last = Some(card.seat);
    G::laid(bench, card.seat);
    // Play went on: the referee gave that slap to nobody.
    bench.state.due.retain(|due| !matches!(due, Due::Decide { .. }));
    advance(bench, card);
}

fn advance<G: Game>(bench: &mut Bench<'_, G>, card: &Stray) {
    let state = &mut bench.state;
    let seats = state.chairs.len();
    if !bench.game.has_challenges() {
        state.turn = card.seat.left(seats);
        return;
    }
    match card.face.map(|face| chances(face.rank)) {
        // It may have been a face card, or the last chance to answer one.
        None => state.turn_known = false,
        Some(Some(left)) => {
            state.challenge = Some(Challenge { by: card.seat, left, which: card.which });
            state.turn = card.seat.left(seats);
            state.turn_known = true;
            state.onto = Which::Slap;
        }
        Some(None) if !state.turn_known => {}
        Some(None) => match &mut state.challenge {
            Some(challenge) if challenge.left > 1 => challenge.left -= 1,
            Some(_) => unanswered(bench),
            None if state.split.is_some() && card.which == Which::Slap => state.onto = Which::Split,
            None => {
                state.onto = Which::Slap;
                state.turn = card.seat.left(seats);
            }
        },
    }
}

/// Nobody answered the face card, or nobody is left to.
fn unanswered<G: Game>(bench: &mut Bench<'_, G>) {
    let Some(challenge) = bench.state.challenge.take() else { return };
    let (seat, which) = (challenge.by, challenge.which);
    bench.state.due.push(Due::Take { seat, which, by: Won::Challenge });
    bench.state.turn = seat;
    bench.state.onto = Which::Slap;
    let sentence = format!("{seat}'s face card was not answered, and the pile is hers");
    let clause = bench.cite(Topic::ChallengeWon);
    bench.rule(Draft::new(Kind::PileWon, clause, Some(seat), Finding::NoOffence, sentence));
}

/// Passes the turn to somebody who has a card. A reading, where the texts are silent: chances left to
/// answer a face card pass with it, and when they would come to its own player the pile is won; when nobody
/// has a card left, the pile goes to whoever laid the last one.
pub(in crate::law) fn pass_on<G: Game>(bench: &mut Bench<'_, G>) {
    let waits = |state: &State| state.due.iter().any(|due| matches!(due, Due::Take { .. } | Due::Divide { .. }));
    if bench.state.winner.is_some() || waits(&bench.state) || bench.state.chairs.is_empty() {
        return;
    }
    let turn = bench.state.turn;
    let holder = if bench.state.has_cards(turn) { Some(turn) } else { bench.state.next_holder(turn) };
    match (holder, bench.state.challenge) {
        (None, Some(_)) if bench.state.turn_known => unanswered(bench),
        (None, _) => last_card(bench),
        (Some(holder), Some(challenge)) if bench.state.turn_known && challenge.by == holder => unanswered(bench),
        (Some(holder), _) => {
            if holder != turn {
                bench.state.onto = Which::Slap;
            }
            bench.state.turn = holder;
        }
    }
}

fn last_card<G: Game>(bench: &mut Bench<'_, G>) {
    let asked = bench.state.due.iter().any(|due| matches!(due, Due::Decide { .. }));
    let Some(seat) = bench.state.last.filter(|_| !asked && !bench.state.pile.cards.is_empty()) else { return };
    let clause = bench.cite(Topic::TakePile);
    if !bench.state.turn_known {
        let seats = bench.state.seats().collect();
        bench.state.due.push(Due::Decide { seats, which: Which::Slap });
        let sentence =
            "Nobody has a card left and not every card was read; the referee says whose pile it is".to_owned();
        return bench.rule(Draft::new(Kind::PileWon, clause, None, Finding::Referee, sentence));
    }
    // A second pile comes next, when this one is taken.
    bench.state.due.push(Due::Take { seat, which: Which::Slap, by: Won::LastCard });
    bench.state.turn = seat;
    let sentence =
        format!("Nobody has a card left; the text is silent, and {seat}, who laid the last card, takes the pile");
    bench.rule(Draft::new(Kind::PileWon, clause, Some(seat), Finding::NoOffence, sentence));
}

/// The face-up card on top of a pile, whatever it counts for.
pub(in crate::law) fn top(state: &State, which: Which) -> Option<&Laid> {
    state.pile_of(which).and_then(|pile| pile.cards.last()).filter(|laid| laid.up)
}

/// What lies on top, as said aloud.
pub(in crate::law) fn top_words(state: &State, which: Which) -> String {
    top(state, which).map_or_else(|| "nothing".to_owned(), |laid| words::a_card(laid.face))
}
