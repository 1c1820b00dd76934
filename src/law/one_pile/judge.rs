//! The loop that judges one event, the same for every game.

use super::bench::{Bench, Draft};
use super::cards;
use super::deck::CardId;
use super::event::{Act, Event, Target};
use super::flips::{flip, handling, pass_on};
use super::game::{Game, Topic};
use super::impossible::Impossible;
use super::ruling::{Kind, Ruling};
use super::seat::Seat;
use super::state::{Chair, Due, State, Which};
use super::{dues, slaps};
use crate::base::Card;
use crate::facts::Finding;

pub(in crate::law) fn judge<G: Game>(
    state: &State,
    event: &Event,
    game: &G,
) -> Result<(State, Vec<Ruling>), Impossible> {
    check(state, event)?;
    let mut bench = Bench::new(state.clone(), game);
    bench.state.now = event.t.or(state.now);
    if bench.state.winner.is_some() {
        let clause = bench.cite(Topic::Win);
        let draft = Draft::new(Kind::AfterEnd, clause, None, Finding::NoOffence, "The game is over".to_owned());
        bench.rule(draft);
        return Ok((bench.state, bench.rulings));
    }
    if matches!(event.act, Act::Slap { .. }) {
        slaps::gather(&mut bench, event);
        return Ok((bench.state, bench.rulings));
    }
    finish(&mut bench);
    bench.at = event.when();
    bench.confidence = event.confidence.unwrap_or(1.0);
    // The slaps may have ended the game.
    if bench.state.winner.is_none() {
        act(&mut bench, &event.act)?;
        after(&mut bench);
    }
    Ok((bench.state, bench.rulings))
}

/// Judges what is still gathered: the end of a recording.
pub(in crate::law) fn settle<G: Game>(state: &State, game: &G) -> (State, Vec<Ruling>) {
    let mut bench = Bench::new(state.clone(), game);
    finish(&mut bench);
    (bench.state, bench.rulings)
}

pub(in crate::law) fn finish<G: Game>(bench: &mut Bench<'_, G>) {
    if !bench.state.slaps.is_empty() {
        slaps::settle(bench);
        after(bench);
    }
}

fn after<G: Game>(bench: &mut Bench<'_, G>) {
    // What cannot be paid is not owed any longer.
    let State { due, chairs, .. } = &mut bench.state;
    due.retain(|due| match due {
        Due::Burn { seat, .. } | Due::Pay { seat, .. } | Due::Halve { seat, .. } => {
            !chairs[seat.index()].stack.is_empty()
        }
        _ => true,
    });
    G::after(bench);
    pass_on(bench);
}

fn act<G: Game>(bench: &mut Bench<'_, G>, act: &Act) -> Result<(), Impossible> {
    if G::acted(bench, act)? {
        return Ok(());
    }
    match act {
        Act::Deal { dealer, stacks, counts } => deal(bench, *dealer, stacks, counts),
        Act::Flip { seat, card, pile, from_bottom, towards_self } => {
            flip(bench, *seat, *card, *pile, *from_bottom, *towards_self)
        }
        Act::Take { seat, pile } => dues::take(bench, *seat, *pile),
        Act::PickUp { seat } => dues::pick_up(bench, *seat),
        Act::Burn { seat } => dues::burn(bench, *seat),
        Act::Pay { seat, to } => dues::pay(bench, *seat, *to),
        Act::Divide { pile, stays } => dues::divide(bench, *pile, *stays),
        Act::Place { seat, .. } => Err(Impossible::NothingAside(*seat)),
        Act::Look { seat } => {
            let finding = bench.offence();
            handling(bench, *seat, Topic::Look, finding, None, "looks at her cards");
            Ok(())
        }
        Act::Lend { seat, to, cards } => {
            dues::give(bench, *seat, *to, *cards)?;
            silent(bench, *seat, "lends cards");
            Ok(())
        }
        Act::Shuffle { seat } => {
            bench.state.chair_mut(*seat).ordered = false;
            silent(bench, *seat, "shuffles her stack");
            Ok(())
        }
        Act::Expose { seat, .. } => {
            silent(bench, *seat, "shows a card early");
            Ok(())
        }
        Act::Hover { seat, .. } => {
            silent(bench, *seat, "holds a hand over the pile");
            Ok(())
        }
        Act::Halve { seat, .. } => {
            silent(bench, *seat, "splits her stack, which stays hers");
            Ok(())
        }
        Act::Conduct { seat, .. } => {
            silent(bench, *seat, "does something that other texts forbid");
            Ok(())
        }
        Act::Forfeit { seat } => {
            silent(bench, *seat, "gives up");
            Ok(())
        }
        Act::Notice { .. } | Act::SlapsOver | Act::Slap { .. } => Ok(()),
    }
}

fn silent<G: Game>(bench: &mut Bench<'_, G>, seat: Seat, what: &str) {
    bench
        .rule(Draft::silent(Some(seat), format!("{seat} {what}: the text says nothing about it, the referee decides")));
}

fn deal<G: Game>(
    bench: &mut Bench<'_, G>,
    dealer: Seat,
    stacks: &[Vec<Option<Card>>],
    counts: &[u8],
) -> Result<(), Impossible> {
    let deck = bench.game.deck();
    let sizes: Vec<usize> = if stacks.is_empty() {
        counts.iter().map(|count| usize::from(*count)).collect()
    } else {
        stacks.iter().map(Vec::len).collect()
    };
    if !(2..=Seat::MAX).contains(&sizes.len()) {
        return Err(Impossible::Seats(sizes.len()));
    }
    if dealer.index() >= sizes.len() {
        return Err(Impossible::UnknownSeat(dealer, sizes.len()));
    }
    let total: usize = sizes.iter().sum();
    if total != deck.size() {
        return Err(Impossible::Count(total, deck.size()));
    }
    let state = &mut bench.state;
    state.cards = vec![None; total];
    // At most 216 cards: numbers fit.
    let mut ids = (0..=u8::MAX).map(CardId);
    state.chairs =
        sizes.iter().map(|size| Chair { stack: ids.by_ref().take(*size).collect(), ..Chair::default() }).collect();
    for (seat, stack) in Seat::first(stacks.len()).zip(stacks) {
        for (place, card) in stack.iter().rev().enumerate() {
            let id = bench.state.chair(seat).stack[place];
            if let Some(card) = card {
                cards::learn(&mut bench.state, deck, seat, id, *card)?;
            }
        }
        bench.state.chair_mut(seat).ordered = stack.iter().all(Option::is_some);
    }
    bench.state.turn = if bench.game.dealer_starts() { dealer } else { dealer.left(sizes.len()) };
    let dealt = || sizes.iter().copied().filter(|size| *size > 0 || !bench.game.seats_newcomers());
    let uneven = dealt().min().zip(dealt().max()).is_some_and(|(least, most)| most - least > 1);
    let round: Vec<usize> =
        dealer.others_leftward(sizes.len()).chain([dealer]).map(|seat| sizes[seat.index()]).collect();
    if dealt().count() < 2 {
        return Err(Impossible::Seats(dealt().count()));
    }
    if bench.game.deals_evenly() && uneven {
        let sentence = format!("The deal is uneven: {} cards", super::words::list(&sizes));
        bench.offend(Draft::new(Kind::Deal, bench.cite(Topic::Deal), Some(dealer), Finding::Offence, sentence));
    } else if bench.game.deals_from_left() && !round.is_sorted_by(|nearer, farther| nearer >= farther) {
        // Only the outcome is known, not how it came about.
        let sentence = format!("{dealer} seems to have begun the deal elsewhere than on the left");
        bench.rule(Draft::new(Kind::Deal, bench.cite(Topic::DealOrder), Some(dealer), Finding::Referee, sentence));
    }
    Ok(())
}

/// Yes: the event can be judged after what the state knows, as far as its own numbers go. It does not say
/// that it is lawful.
fn check(state: &State, event: &Event) -> Result<(), Impossible> {
    match event.when() {
        Some(at) => {
            if ![at.t, at.lo, at.hi].iter().all(|t| t.is_finite()) || at.lo > at.t || at.t > at.hi {
                return Err(Impossible::Instant(at.t, at.lo, at.hi));
            }
            if let Some(now) = state.now.filter(|now| at.t < *now) {
                return Err(Impossible::BackInTime(at.t, now));
            }
        }
        None if event.lo.is_some() || event.hi.is_some() => return Err(Impossible::IntervalAlone),
        None => {}
    }
    unit("the confidence", event.confidence)?;
    let known = |seat: Seat| {
        if seat.index() < state.chairs.len() { Ok(()) } else { Err(Impossible::UnknownSeat(seat, state.chairs.len())) }
    };
    if let Act::Deal { .. } = event.act {
        return if state.chairs.is_empty() { Ok(()) } else { Err(Impossible::SecondDeal) };
    }
    if state.chairs.is_empty() {
        return Err(Impossible::NotDealt);
    }
    match &event.act {
        Act::Slap { seat, on, cover, fingers, .. } => {
            known(*seat)?;
            unit("the part covered", *cover)?;
            if let Some(fingers) = fingers.filter(|fingers| *fingers > 5) {
                return Err(Impossible::Range("the number of fingers", f64::from(fingers)));
            }
            if *on == Target::Split && state.pile_of(Which::Split).is_none() {
                return Err(Impossible::NoSplit);
            }
            Ok(())
        }
        Act::Place { seat, by } => known(*seat).and_then(|()| by.map_or(Ok(()), known)),
        Act::Notice { by } => by.map_or(Ok(()), known),
        Act::Pay { seat, to } | Act::Lend { seat, to, .. } | Act::Halve { seat, to, .. } => {
            known(*seat).and_then(|()| known(*to))
        }
        Act::Flip { seat, .. }
        | Act::Expose { seat, .. }
        | Act::Hover { seat, .. }
        | Act::Take { seat, .. }
        | Act::PickUp { seat }
        | Act::Burn { seat }
        | Act::Look { seat }
        | Act::Shuffle { seat }
        | Act::Conduct { seat, .. }
        | Act::Forfeit { seat } => known(*seat),
        Act::Deal { .. } | Act::SlapsOver | Act::Divide { .. } => Ok(()),
    }
}

fn unit(what: &'static str, value: Option<f64>) -> Result<(), Impossible> {
    match value.filter(|value| !(0.0..=1.0).contains(value)) {
        Some(value) => Err(Impossible::Range(what, value)),
        None => Ok(()),
    }
}
