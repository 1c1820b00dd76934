//! Which hand is on which pile, and when both hands of a player are (F.3.1, F.3.2).
//!
//! A hand that is bringing a card is not slapping; it becomes half of a slap only when the card made the
//! condition and the other hand goes to the other pile (F.4.1). A hand without side may be either hand.

use super::bench::Bench;
use super::state::{Pair, Role, Status, Stay};
use super::tolerances;
use crate::base::{HandSide, Measured, Pile, Player};
use crate::facts::Event;

fn may_be(a: Option<HandSide>, b: Option<HandSide>) -> bool {
    a.is_none() || b.is_none() || a == b
}

/// A hand first touches a pile.
pub(super) fn touch(bench: &mut Bench<'_>, event: &Event) {
    let (Some(player), Some(pile)) = (event.player, event.pile) else { return };
    let role = if brought_card(bench, player, pile, event) { Role::Playing } else { Role::Free };
    for stay in &mut bench.state.stays[player.index()] {
        // A hand is in one place: where it was before, it is no longer.
        let moved = event.hand.is_some() && stay.hand == event.hand;
        let carried =
            role == Role::Playing && stay.role == Role::Carrying && stay.pile == pile && may_be(stay.hand, event.hand);
        if stay.up.is_none() && (moved || carried) {
            stay.up = Some(event.at);
        }
    }
    let stay = arrive(bench, player, pile, event, role, None);
    pair_up(bench, player, stay);
}

/// True when this hand's touch belongs to a card that it brings, or has just brought or dealt.
fn brought_card(bench: &Bench<'_>, player: Player, pile: Pile, event: &Event) -> bool {
    let (close, motion) = (bench.secs(tolerances::PLAYING_TOUCH_SECS), bench.secs(tolerances::ONE_MOTION_SECS));
    bench.state.stays[player.index()].iter().any(|stay| {
        let since = event.at.t - stay.down.t;
        matches!(stay.role, Role::Carrying | Role::Dealing)
            && stay.pile == pile
            && may_be(stay.hand, event.hand)
            && match stay.up {
                None => since <= motion,
                Some(up) => since <= close || event.at.t - up.t <= close,
            }
    })
}

fn arrive(bench: &mut Bench<'_>, player: Player, pile: Pile, event: &Event, role: Role, up: Option<Measured>) -> Stay {
    let number = bench.state.stays_seen;
    bench.state.stays_seen += 1;
    let (hand, confidence, after_other) = (event.hand, event.confidence, event.after_other);
    let stay = Stay { number, hand, pile, down: event.at, up, role, confidence, after_other };
    bench.state.stays[player.index()].push(stay.clone());
    stay
}

/// F.3.1, F.3.2: the other hand is on the other pile at this touch.
fn pair_up(bench: &mut Bench<'_>, player: Player, stay: Stay) {
    let memory = bench.secs(tolerances::MEMORY_SECS);
    if bench.state.status != Status::Live && bench.state.slap.is_none() {
        return;
    }
    let stays = bench.state.stays[player.index()].iter().rev();
    let mut joined = stays.filter(|other| may_join(other, &stay, memory) && still_down(other, &stay));
    let other = joined.next();
    let Some(other) = other.cloned() else { return };
    let pair = join(bench, player, other, stay);
    bench.state.pairs.push(pair);
}

/// Whether two stays are of two hands on two piles, of which `later` came within `memory` and at least one is free of cards.
pub(super) fn may_join(earlier: &Stay, later: &Stay, memory: f64) -> bool {
    earlier.pile != later.pile
        && earlier.role != Role::Dealing
        && (earlier.role == Role::Free || later.role == Role::Free)
        && (earlier.hand.is_none() || earlier.hand != later.hand)
        && later.down.t - earlier.down.t <= memory
}

/// Whether the earlier hand was more likely than not still down when the later one came.
pub(super) fn still_down(earlier: &Stay, later: &Stay) -> bool {
    earlier.up.is_none_or(|up| later.down.probability_before(&up) >= 0.5)
}

/// Two stays as one contact, on the table as it is.
pub(super) fn join(bench: &Bench<'_>, player: Player, earlier: Stay, later: Stay) -> Pair {
    let complete = earlier.down.later(later.down);
    let (left, right) = if later.pile == Pile::Left { (later, earlier) } else { (earlier, later) };
    let state = &bench.state;
    Pair {
        player,
        left,
        right,
        complete,
        matching: state.matching(),
        tops_confidence: state.tops_confidence(),
        status: state.status,
        between_reveals: state.reveal.is_some(),
        sure: 1.0,
    }
}

/// A hand leaves a pile.
pub(super) fn untouch(bench: &mut Bench<'_>, event: &Event) {
    let Some(player) = event.player else { return };
    let left = |stay: &&mut Stay| {
        stay.up.is_none() && Some(stay.pile) == event.pile && may_be(stay.hand, event.hand) && stay.down.t <= event.at.t
    };
    let stays = &mut bench.state.stays[player.index()];
    if let Some(stay) = stays.iter_mut().rev().find(left) {
        stay.up = Some(event.at);
    }
}

/// A card in a hand touches a pile: the hand is there with it.
pub(super) fn carry(bench: &mut Bench<'_>, event: &Event) {
    let (Some(player), Some(pile)) = (event.player, event.pile) else { return };
    let close = bench.secs(tolerances::PLAYING_TOUCH_SECS);
    let with_card = |stay: &Stay| {
        stay.up.is_none() && stay.pile == pile && may_be(stay.hand, event.hand) && event.at.t - stay.down.t <= close
    };
    let stays = &mut bench.state.stays[player.index()];
    if let Some(stay) = stays.iter_mut().rev().find(|stay| with_card(stay)) {
        stay.role = Role::Playing;
        return;
    }
    arrive(bench, player, pile, event, Role::Carrying, None);
}

/// The card is released: whether the hand stays on the pile is told by its touches only.
pub(super) fn let_go(bench: &mut Bench<'_>, event: &Event) {
    let Some(player) = event.player else { return };
    let carrying = |stay: &&mut Stay| {
        stay.role == Role::Carrying
            && stay.up.is_none()
            && Some(stay.pile) == event.pile
            && may_be(stay.hand, event.hand)
    };
    if let Some(stay) = bench.state.stays[player.index()].iter_mut().rev().find(carrying) {
        stay.up = Some(event.at);
    }
}

/// A hand turns a Draw Deck card onto a pile.
pub(super) fn dealt(bench: &mut Bench<'_>, event: &Event) {
    let (Some(player), Some(pile)) = (event.player, event.pile) else { return };
    let busy = bench.secs(tolerances::REVEALING_HAND_SECS);
    for stay in &mut bench.state.stays[player.index()] {
        if stay.pile == pile && may_be(stay.hand, event.hand) && event.at.t - stay.down.t <= busy {
            stay.role = Role::Playing;
        }
    }
    let up = Measured::exact(event.at.t + busy);
    arrive(bench, player, pile, event, Role::Dealing, Some(up));
}

/// Forgets hands that left long ago.
pub(super) fn forget_old(bench: &mut Bench<'_>) {
    let memory = bench.secs(tolerances::MEMORY_SECS);
    let now = bench.state.now;
    // An open challenge still asks who tried.
    let from = bench.state.slap.as_ref().and_then(|slap| slap.at).map_or(now, |at| at.t.min(now)) - memory;
    for stays in &mut bench.state.stays {
        stays.retain(|stay| stay.up.map_or(stay.down, |up| up).t >= from);
    }
}
