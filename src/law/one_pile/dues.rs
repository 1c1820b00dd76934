//! What is owed and how it is settled: piles taken, cards burned, paid, lent, piles divided.

use super::bench::{Bench, Draft};
use super::game::{Game, Topic};
use super::impossible::Impossible;
use super::ruling::Kind;
use super::seat::Seat;
use super::state::{Counts, Due, Held, Laid, State, Which};
use super::{cards, words};
use crate::facts::Finding;

/// A seat owes cards to the pile, as far as it has them.
pub(in crate::law) fn owe_burn(state: &mut State, seat: Seat, count: u8) {
    let have = u8::try_from(state.chair(seat).stack.len()).unwrap_or(u8::MAX);
    let owed = state.due.iter_mut().find_map(|due| match due {
        Due::Burn { seat: owner, cards } if *owner == seat => Some(cards),
        _ => None,
    });
    match owed {
        Some(cards) => *cards = cards.saturating_add(count).min(have),
        None if have > 0 => state.due.push(Due::Burn { seat, cards: count.min(have) }),
        None => {}
    }
}

/// Whether a pile is hers to take: because she won it, or because the referee may have given it to her.
pub(in crate::law) fn may_take(state: &State, seat: Seat, which: Which) -> Option<Finding> {
    let won = state.won(which);
    let decided = state
        .due
        .iter()
        .any(|due| matches!(due, Due::Decide { seats, which: pile } if *pile == which && seats.contains(&seat)));
    match won {
        _ if decided => Some(Finding::NoOffence),
        Some((winner, _)) => (winner == seat).then_some(Finding::NoOffence),
        None if state.turn_known => None,
        None => Some(Finding::Referee),
    }
}

/// A pile goes under a stack.
pub(in crate::law) fn take<G: Game>(bench: &mut Bench<'_, G>, seat: Seat, which: Which) -> Result<(), Impossible> {
    if let Some(held) = bench.state.held.take_if(|held| held.seat == seat && which == Which::Slap) {
        put_away(bench, seat, held.pile.cards, which);
        return Ok(());
    }
    let pile = bench.state.pile_of(which).ok_or(Impossible::NoSplit)?;
    if pile.cards.is_empty() {
        return Err(Impossible::NoCards);
    }
    match may_take(&bench.state, seat, which) {
        None => G::took_not_due(bench, seat, which),
        Some(finding) => {
            decided(bench, seat, which, finding);
            let pile = remove(bench, which);
            put_away(bench, seat, pile, which);
        }
    }
    Ok(())
}

/// A pile is picked up and held.
pub(in crate::law) fn pick_up<G: Game>(bench: &mut Bench<'_, G>, seat: Seat) -> Result<(), Impossible> {
    if bench.state.pile.cards.is_empty() || bench.state.held.is_some() {
        return Err(Impossible::NoCards);
    }
    match may_take(&bench.state, seat, Which::Slap) {
        None => G::took_not_due(bench, seat, Which::Slap),
        Some(finding) => {
            decided(bench, seat, Which::Slap, finding);
            let burned = bench.state.pile.burned;
            let pile = super::state::Pile { cards: remove(bench, Which::Slap), burned };
            bench.state.held = Some(Held { seat, pile });
        }
    }
    Ok(())
}

/// Says so when the taking shows the referee's decision, or when nobody can tell whose the pile was.
fn decided<G: Game>(bench: &mut Bench<'_, G>, seat: Seat, which: Which, finding: Finding) {
    if matches!(bench.state.won(which), Some((winner, _)) if winner == seat) {
        return;
    }
    let sentence = match finding {
        Finding::NoOffence => format!("{seat} takes the pile, which is taken as the referee's decision"),
        _ => format!("{seat} takes the pile; a card was not read, so whether it was won is for the referee"),
    };
    bench.rule(Draft::new(Kind::PileWon, bench.cite(Topic::TakePile), Some(seat), finding, sentence));
}

fn remove<G: Game>(bench: &mut Bench<'_, G>, which: Which) -> Vec<Laid> {
    super::slaps::clear(&mut bench.state, which);
    cards::lift_pile(&mut bench.state, which).cards
}

/// The first card laid will be the first played again: the pile is turned over as it lies.
fn put_away<G: Game>(bench: &mut Bench<'_, G>, seat: Seat, pile: Vec<Laid>, which: Which) {
    cards::put_under(&mut bench.state, seat, pile.into_iter().map(|laid| laid.id));
    super::slaps::clear(&mut bench.state, which);
    // A face card on the other pile has still to be answered, by whose turn it is.
    if bench.state.challenge.is_none() && bench.game.winner_leads() {
        bench.state.turn = seat;
        bench.state.onto = Which::Slap;
        bench.state.turn_known = true;
    }
}

/// A card goes face down under the pile.
pub(in crate::law) fn burn<G: Game>(bench: &mut Bench<'_, G>, seat: Seat) -> Result<(), Impossible> {
    let id = cards::draw_unseen(&mut bench.state, seat).ok_or(Impossible::Empty(seat))?;
    bench.state.pile.cards.insert(0, Laid { id, face: None, seat, up: false, counts: Counts::No });
    bench.state.pile.burned = true;
    let place = bench.state.due.iter().position(|due| matches!(due, Due::Burn { seat: owner, .. } if *owner == seat));
    let Some(place) = place else {
        not_due(bench, seat, Topic::WrongSlap, "puts a card under the pile that nobody asked for");
        return Ok(());
    };
    let mut paid = true;
    if let Due::Burn { cards, .. } = &mut bench.state.due[place] {
        *cards = cards.saturating_sub(1);
        paid = *cards == 0;
    }
    if paid {
        bench.state.due.remove(place);
        let waits = bench.state.due.iter().any(|due| matches!(due, Due::Take { .. } | Due::Divide { .. }));
        if bench.game.burner_leads() && bench.state.challenge.is_none() && !waits {
            bench.state.turn = seat;
            bench.state.onto = Which::Slap;
        }
    }
    Ok(())
}

fn not_due<G: Game>(bench: &mut Bench<'_, G>, seat: Seat, topic: Topic, what: &str) {
    let sentence = format!("{seat} {what}; the referee says whether it stays");
    bench.rule(Draft::new(Kind::NotDue, bench.cite(topic), Some(seat), Finding::Referee, sentence));
}

/// A card goes face down to another player.
pub(in crate::law) fn pay<G: Game>(bench: &mut Bench<'_, G>, seat: Seat, to: Seat) -> Result<(), Impossible> {
    give(bench, seat, to, 1)?;
    let owed = Due::Pay { seat, to };
    match bench.state.due.iter().position(|due| *due == owed) {
        Some(place) => {
            bench.state.due.remove(place);
        }
        None => not_due(bench, seat, Topic::WrongSlap, "pays a card that is not owed"),
    }
    Ok(())
}

/// Cards from the top of one stack go under another.
pub(in crate::law) fn give<G: Game>(
    bench: &mut Bench<'_, G>,
    seat: Seat,
    to: Seat,
    count: u8,
) -> Result<(), Impossible> {
    if seat == to {
        return Err(Impossible::ToSelf(seat));
    }
    if bench.state.chair(seat).stack.len() < usize::from(count) || count == 0 {
        return Err(Impossible::Empty(seat));
    }
    for _ in 0..count {
        let id = cards::draw_unseen(&mut bench.state, seat).ok_or(Impossible::Empty(seat))?;
        cards::put_under(&mut bench.state, to, std::iter::once(id));
    }
    Ok(())
}

/// The pile is shared out; of an odd number the card at `stays` (from the bottom) remains.
pub(in crate::law) fn divide<G: Game>(
    bench: &mut Bench<'_, G>,
    which: Which,
    stays: Option<u8>,
) -> Result<(), Impossible> {
    let count = bench.state.pile_of(which).ok_or(Impossible::NoSplit)?.cards.len();
    if count == 0 {
        return Err(Impossible::NoCards);
    }
    let stays = stays.map_or(count - 1, usize::from);
    if stays >= count {
        return Err(Impossible::NoSuchCard(stays, count));
    }
    let Some(seats) = bench.state.due.iter().find_map(|due| match due {
        Due::Divide { seats, which: pile } if *pile == which => Some(seats.clone()),
        _ => None,
    }) else {
        let sentence = "The pile is divided although no tie was to be settled; it goes back".to_owned();
        bench.rule(Draft::new(Kind::PickUp, bench.cite(Topic::Tie), None, Finding::Referee, sentence));
        return Ok(());
    };
    let share = count / seats.len();
    super::slaps::clear(&mut bench.state, which);
    let pile = cards::pile_mut(&mut bench.state, which);
    let mut shared = std::mem::take(&mut pile.cards);
    // The card named stays, and with three or more players whatever cannot be shared stays with it.
    let mut left = Vec::new();
    if share * seats.len() < count {
        left.push(shared.remove(stays));
        left.extend(shared.drain(share * seats.len()..));
    }
    pile.cards = left;
    let gone = pile.cards.is_empty();
    // Nobody saw which cards went where.
    for laid in &shared {
        bench.state.cards[laid.id.index()] = None;
    }
    for (seat, part) in seats.iter().zip(shared.chunks(share.max(1))) {
        cards::put_under(&mut bench.state, *seat, part.iter().map(|laid| laid.id));
    }
    if gone {
        cards::lift_pile(&mut bench.state, which);
    }
    if bench.state.challenge.is_none() {
        bench.state.turn = left_of(&bench.state, &seats);
        bench.state.onto = Which::Slap;
        bench.state.turn_known = true;
    }
    let sentence = format!("{} divide the pile; {} plays next", words::list(&seats), bench.state.turn);
    bench.rule(Draft::new(Kind::Tie, bench.cite(Topic::Tie), None, Finding::NoOffence, sentence));
    Ok(())
}

/// The seat to the left of the players who tied. A reading where they do not sit side by side: the first
/// seat after the last card's player that follows one of them and is none of them.
fn left_of(state: &State, seats: &[Seat]) -> Seat {
    let count = state.chairs.len();
    let from = state.last.unwrap_or(Seat::ONE);
    let round: Vec<Seat> = from.others_leftward(count).chain([from]).collect();
    let after = |seat: &Seat| seat.left(count);
    let found = round.iter().filter(|seat| seats.contains(seat)).map(after).find(|seat| !seats.contains(seat));
    found.or(round.first().copied()).unwrap_or(Seat::ONE)
}
