//! Which card is where, and what is known of its face.
//!
//! Identities are learned when cards are seen. The order in which a taken pile went under a stack is a
//! belief (no text but one asks for any order), so a card may turn up from another depth of the same stack;
//! then the two change places. What was not seen is never made certain: when an unread card leaves a stack
//! whose order is only believed, the faces of that stack are forgotten.

use super::deck::{CardId, Deck};
use super::game::Stray;
use super::impossible::Impossible;
use super::seat::Seat;
use super::state::{Counts, Laid, Pile, State, Which};
use crate::base::{Card, Rank};

/// A joker has no suit.
fn plain(card: Card) -> Card {
    Card { suit: card.suit.filter(|_| card.rank != Rank::Joker), ..card }
}

/// The two may be the same card.
fn alike(a: Card, b: Card) -> bool {
    a.rank == b.rank && (a.suit.is_none() || b.suit.is_none() || a.suit == b.suit)
}

/// What is known of both together.
fn merged(a: Card, b: Card) -> Card {
    Card { rank: a.rank, suit: a.suit.or(b.suit) }
}

/// With `face` at `id`, no card is there more often than the deck has it.
fn fits(state: &State, deck: Deck, id: CardId, face: Card) -> bool {
    let others = || state.cards.iter().enumerate().filter(|(i, _)| *i != id.index()).filter_map(|(_, card)| *card);
    let same = others().filter(|card| *card == face && face.suit.is_some()).count();
    let rank = others().filter(|card| card.rank == face.rank).count();
    (face.suit.is_none() || same < deck.copies(face)) && rank < deck.copies(Card { rank: face.rank, suit: None })
}

/// Checks a face against the deck.
pub(in crate::law) fn in_deck(deck: Deck, card: Card) -> Result<Card, Impossible> {
    if deck.copies(card) == 0 { Err(Impossible::NotInDeck(card)) } else { Ok(plain(card)) }
}

/// Learns the face of a card that lies in a stack.
///
/// # Errors
/// [`Impossible`] when the deck has no such card, or none left.
pub(in crate::law) fn learn(
    state: &mut State,
    deck: Deck,
    seat: Seat,
    id: CardId,
    face: Card,
) -> Result<(), Impossible> {
    let face = in_deck(deck, face)?;
    if !fits(state, deck, id, face) {
        return Err(Impossible::Twice(face, seat));
    }
    state.cards[id.index()] = Some(face);
    Ok(())
}

/// Takes the next card of a stack (the bottom one if `from_bottom`), which shows `face`.
///
/// # Errors
/// [`Impossible`] for an empty stack, or a face that cannot come from it.
pub(in crate::law) fn draw(
    state: &mut State,
    deck: Deck,
    seat: Seat,
    from_bottom: bool,
    face: Option<Card>,
) -> Result<CardId, Impossible> {
    let stack = &state.chair(seat).stack;
    if stack.is_empty() {
        return Err(Impossible::Empty(seat));
    }
    let place = if from_bottom { 0 } else { stack.len() - 1 };
    let Some(face) = face else {
        forget_if_uncertain(state, seat);
        return Ok(state.chair_mut(seat).stack.remove(place));
    };
    let face = in_deck(deck, face)?;
    let next = stack[place];
    let known = |id: CardId| state.cards[id.index()];
    let like =
        |id: &CardId| known(*id).is_some_and(|card| alike(card, face) && fits(state, deck, *id, merged(card, face)));
    let exact = |id: &CardId| known(*id) == Some(face);
    let unknown = |id: &CardId| known(*id).is_none() && fits(state, deck, *id, face);
    let found = Some(next)
        .filter(like)
        .or_else(|| stack.iter().rev().copied().find(exact))
        .or_else(|| Some(next).filter(unknown))
        .or_else(|| stack.iter().rev().copied().find(like))
        .or_else(|| stack.iter().rev().copied().find(unknown));
    let Some(id) = found else {
        let all_known = stack.iter().all(|id| known(*id).is_some());
        return Err(if all_known { Impossible::NotThere(face, seat) } else { Impossible::Twice(face, seat) });
    };
    state.cards[id.index()] = Some(known(id).map_or(face, |card| merged(card, face)));
    let chair = state.chair_mut(seat);
    if let Some(other) = chair.stack.iter().position(|card| *card == id).filter(|other| *other != place) {
        chair.stack.swap(place, other);
        chair.ordered = false;
    }
    Ok(chair.stack.remove(place))
}

/// Takes the top card of a stack without seeing it.
pub(in crate::law) fn draw_unseen(state: &mut State, seat: Seat) -> Option<CardId> {
    forget_if_uncertain(state, seat);
    state.chair_mut(seat).stack.pop()
}

/// Forgets the faces of a stack whose order is only believed, before an unseen card leaves it.
pub(in crate::law) fn forget_if_uncertain(state: &mut State, seat: Seat) {
    if !state.chair(seat).ordered {
        for i in 0..state.chair(seat).stack.len() {
            let id = state.chair(seat).stack[i];
            state.cards[id.index()] = None;
        }
    }
}

/// Puts a card that was turned up onto a pile.
pub(in crate::law) fn put(state: &mut State, stray: &Stray, counts: Counts) {
    let laid = Laid { id: stray.id, face: stray.face, seat: stray.seat, up: true, counts };
    pile_mut(state, stray.which).cards.push(laid);
}

/// A pile; the one pile when there is no second.
pub(in crate::law) fn pile_mut(state: &mut State, which: Which) -> &mut Pile {
    match which {
        Which::Slap => &mut state.pile,
        Which::Split => state.split.as_mut().unwrap_or(&mut state.pile),
    }
}

/// Puts cards under a stack; the first of them will be played first.
pub(in crate::law) fn put_under(state: &mut State, seat: Seat, cards: impl DoubleEndedIterator<Item = CardId>) {
    let chair = state.chair_mut(seat);
    let under: Vec<CardId> = cards.rev().collect();
    chair.ordered &= under.is_empty();
    chair.stack.splice(0..0, under);
}

/// Removes a whole pile from the table. When the first pile goes, a second becomes the pile.
pub(in crate::law) fn lift_pile(state: &mut State, which: Which) -> Pile {
    match which {
        Which::Slap => {
            let next = state.split.take().unwrap_or_default();
            if let Some(challenge) = &mut state.challenge {
                challenge.which = Which::Slap;
            }
            for due in &mut state.due {
                use super::state::Due::{Decide, Divide, Take};
                if let Take { which, .. } | Divide { which, .. } | Decide { which, .. } = due {
                    *which = Which::Slap;
                }
            }
            std::mem::replace(&mut state.pile, next)
        }
        Which::Split => state.split.take().unwrap_or_default(),
    }
}
