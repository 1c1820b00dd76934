//! Who tried to slap, and whether the try can win (F.3, F.4, F.9.1).
//!
//! A two-hand contact belongs to a condition when it was completed after the condition became active
//! and before another card covered it. One that came shortly before is an attempt that cannot win: for
//! whoever played the matching card because the card comes first (F.4.2), for the other because nothing
//! was active yet (F.9.1).
//!
//! Reading of F.4.2: "hands on both piles" is the completed two-hand contact, so one hand may rest on the
//! other pile before the card lands.

use super::bench::Bench;
use super::state::{OpenSlap, Pair, Role, Status, Stay};
use super::{misslap, tolerances, touches};
use crate::base::{Measured, Pile, Player};
use crate::facts::{Attempt, InvalidAttempt};

/// Which two-hand contacts to judge now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// Those that nothing to come can change.
    Ripe,
    /// Those that belong to the open condition.
    Claimed,
    /// All.
    All,
}

/// Probability that `pair` was completed while `open` was active.
pub(super) fn claims(open: &OpenSlap, pair: &Pair) -> f64 {
    let playing = [&pair.left, &pair.right].into_iter().find(|stay| stay.role != Role::Free);
    if playing.is_some_and(|stay| !open.causes.contains(&(pair.player, stay.pile))) {
        // A hand with a card that did not make the condition is playing, not slapping.
        return 0.0;
    }
    let after = open.at.map_or(1.0, |at| at.probability_before(&pair.complete));
    let before = open.covered.map_or(1.0, |(at, _)| pair.complete.probability_before(&at));
    after.min(before)
}

/// The first completed contact that can win.
pub(super) fn first_complete(open: &OpenSlap) -> Option<Measured> {
    open.valid.iter().map(|pair| pair.complete).min_by(|a, b| a.t.total_cmp(&b.t))
}

/// Sorts two-hand contacts into the open condition, or finds them to be misslaps.
pub(super) fn judge(bench: &mut Bench<'_>, which: Which) {
    let near = bench.secs(tolerances::NEAR_CONDITION_SECS);
    let mut waiting = Vec::new();
    let all: Vec<(Player, f64)> = bench.state.pairs.iter().map(|pair| (pair.player, pair.complete.t)).collect();
    for pair in std::mem::take(&mut bench.state.pairs) {
        let claimed = bench.state.slap.as_ref().is_some_and(|open| claims(open, &pair) >= 0.5);
        let now = match which {
            // Reveals that are not both on the table say nothing yet.
            Which::Ripe => bench.state.reveal.is_none() && bench.state.now > pair.complete.hi + near,
            Which::Claimed => claimed,
            Which::All => true,
        };
        let answered = all.iter().any(|(player, t)| *player != pair.player && (t - pair.complete.t).abs() <= near);
        if now { assign(bench, pair, answered) } else { waiting.push(pair) }
    }
    // Judging adds none, so those that wait are all there are.
    bench.state.pairs = waiting;
}

/// `answered`: the other player put a hand on each pile too, at nearly the same time.
fn assign(bench: &mut Bench<'_>, mut pair: Pair, answered: bool) {
    let stays = &bench.state.stays[pair.player.index()];
    for stay in [&mut pair.left, &mut pair.right] {
        if let Some(latest) = stays.iter().find(|latest| latest.number == stay.number) {
            *stay = latest.clone();
        }
    }
    let motion = bench.secs(tolerances::ONE_MOTION_SECS);
    let roles = [pair.left.role, pair.right.role];
    let lost_sight = [&pair.left, &pair.right]
        .into_iter()
        .any(|stay| stay.role == Role::Carrying && stay.up.is_none() && pair.complete.t - stay.down.t > motion);
    if lost_sight || roles.iter().all(|role| *role != Role::Free) {
        return;
    }
    let together = together(&pair);
    let near = bench.secs(tolerances::NEAR_CONDITION_SECS);
    if let Some(open) = &mut bench.state.slap {
        let claim = claims(open, &pair);
        pair.sure = claim.min(together);
        if claim >= 0.5 {
            open.valid.push(pair);
            return;
        }
        let plays_it = open.causes.iter().any(|(player, _)| *player == pair.player);
        let slapping = plays_it || roles == [Role::Free, Role::Free];
        let ahead = open.at.filter(|at| slapping && pair.complete.t <= at.t && at.t - pair.complete.t <= near);
        if let Some(at) = ahead {
            open.early.push(pair.clone());
            let sure = open.confidence;
            if !plays_it {
                misslap::before_condition(bench, &pair, at, sure);
            }
            return;
        }
    }
    if roles != [Role::Free, Role::Free] || pair.status != Status::Live || bench.state.status != Status::Live {
        // Collecting cards, after a slap, a stoppage or a round.
        return;
    }
    let matching = if pair.between_reveals { bench.state.matching() } else { pair.matching };
    let covered = bench.state.slap.as_ref().and_then(|open| open.covered).map(|(at, _)| at);
    // Two players who slap together saw equal tops more often than they err together.
    let untold = if answered { lone_touch(bench, &pair) } else { None };
    let misread = answered && pair.tops_confidence < tolerances::TOPS_READ_WELL;
    match (matching, covered) {
        (Some(false), None) if misread || untold.is_some() => misslap::unknown_tops(bench, pair, untold),
        (Some(false), _) => misslap::no_condition(bench, &pair, covered.filter(|at| pair.complete.t - at.t <= near)),
        (None, _) => misslap::unknown_tops(bench, pair, None),
        // Equal tops whose challenge is settled: the hands are late, not wrong.
        (Some(true), _) => {}
    }
}

/// F.3.2: the probability that both hands were down at the same time, with what is known of when each left.
pub(super) fn together(pair: &Pair) -> f64 {
    let up = [pair.left.up, pair.right.up].into_iter().flatten().min_by(|a, b| a.t.total_cmp(&b.t));
    up.map_or(1.0, |up| pair.complete.probability_before(&up))
}

/// When a hand last came to a pile alone before `pair`, with no card told there since: it may have laid one that nobody saw.
fn lone_touch(bench: &Bench<'_>, pair: &Pair) -> Option<Measured> {
    let near = bench.secs(tolerances::NEAR_CONDITION_SECS);
    let alone = |stay: &&Stay, all: &[Stay]| {
        let other_hand = |other: &Stay| other.pile != stay.pile && (other.down.t - stay.down.t).abs() <= near;
        !all.iter().any(other_hand)
    };
    let told_since = |stay: &Stay| {
        bench.state.piles[stay.pile.index()].last().and_then(|laid| laid.at).is_some_and(|at| at.t >= stay.down.t)
    };
    let stays = bench.state.stays.iter().flat_map(|all| all.iter().filter(move |stay| alone(stay, all)));
    stays
        .filter(|stay| stay.role == Role::Free && pair.complete.t - stay.down.t > near && !told_since(stay))
        .map(|stay| stay.down)
        .max_by(|a, b| a.t.total_cmp(&b.t))
}

/// The attempts of a condition that is being settled, by player: those that were early, and the first
/// that counts or, without one, what the player's hands did instead.
pub(super) fn list(bench: &Bench<'_>, open: &OpenSlap) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    for player in Player::BOTH {
        if let Some(pair) = open.early.iter().find(|pair| pair.player == player) {
            let plays_it = open.causes.iter().any(|(cause, _)| *cause == player);
            let reason = if plays_it { InvalidAttempt::BeforeCardContact } else { InvalidAttempt::NoCondition };
            attempts.push(from_pair(pair, Some(reason)));
        }
        match first_of(open, player, bench.secs(tolerances::ANSWER_SECS)) {
            Some(pair) => attempts.push(from_pair(pair, open.final_card.then_some(InvalidAttempt::AfterFinalCard))),
            None => attempts.extend(incomplete(bench, open, player)),
        }
    }
    attempts
}

/// A player's first contact that counts, if it comes within `answer` (file seconds) of the first of all;
/// later hands collect cards (F.7.1).
pub(super) fn first_of(open: &OpenSlap, player: Player, answer: f64) -> Option<&Pair> {
    let until = first_complete(open)?.t + answer;
    let pairs = open.valid.iter().filter(|pair| pair.player == player && pair.complete.t <= until);
    pairs.min_by(|a, b| a.complete.t.total_cmp(&b.complete.t))
}

fn from_pair(pair: &Pair, invalid: Option<InvalidAttempt>) -> Attempt {
    Attempt {
        player: pair.player,
        left: Some(pair.left.down),
        left_hand: pair.left.hand,
        right: Some(pair.right.down),
        right_hand: pair.right.hand,
        complete: Some(pair.complete),
        invalid,
    }
}

/// F.3.2, F.3.3: hands that came to the piles while the condition was on, but not one on each at once.
fn incomplete(bench: &Bench<'_>, open: &OpenSlap, player: Player) -> Option<Attempt> {
    let answer = bench.secs(tolerances::ANSWER_SECS);
    let until = match (first_complete(open), open.covered) {
        (Some(first), _) => first.t + answer,
        (None, Some((covered, _))) => covered.t,
        (None, None) => f64::INFINITY,
    };
    let during = |stay: &&Stay| {
        stay.role == Role::Free
            && open.at.is_none_or(|at| at.probability_before(&stay.down) >= 0.5)
            && stay.down.t <= until
    };
    let stays: Vec<&Stay> = bench.state.stays[player.index()].iter().filter(during).collect();
    let first_on = |pile: Pile| stays.iter().find(|stay| stay.pile == pile).copied();
    let (left, right) = (first_on(Pile::Left), first_on(Pile::Right));
    let both_hands_on_one = stays.iter().enumerate().any(|(i, one)| {
        stays[i + 1..].iter().any(|two| {
            one.pile == two.pile
                && one.hand.is_some()
                && two.hand.is_some()
                && one.hand != two.hand
                && one.up.is_none_or(|up| two.down.t <= up.t)
        })
    });
    let reason = match (left, right) {
        (None, None) => return None,
        (Some(_), Some(_)) => InvalidAttempt::NotAtTheSameTime,
        _ if both_hands_on_one => InvalidAttempt::SamePile,
        _ => InvalidAttempt::OnePile,
    };
    Some(Attempt {
        player,
        left: left.map(|stay| stay.down),
        left_hand: left.and_then(|stay| stay.hand),
        right: right.map(|stay| stay.down),
        right_hand: right.and_then(|stay| stay.hand),
        complete: None,
        invalid: Some(reason),
    })
}

/// Of a player's hands that seem to have been on both piles one after the other (F.3.2), or before the card (F.4.2, F.9.1), the contact
/// that is likeliest to have counted after all, with that probability as its `sure`.
pub(super) fn likeliest(bench: &Bench<'_>, open: &OpenSlap, player: Player) -> Option<Pair> {
    let memory = bench.secs(tolerances::MEMORY_SECS);
    let stays = &bench.state.stays[player.index()];
    // A hand that turns up a card, or is there only with one, makes no contact.
    let comes = |later: &&Stay| matches!(later.role, Role::Free | Role::Playing);
    let apart = stays.iter().filter(comes).flat_map(|later| {
        let before = stays.iter().filter(|earlier| earlier.down.t <= later.down.t);
        let apart = before
            .filter(move |earlier| touches::may_join(earlier, later, memory) && !touches::still_down(earlier, later));
        apart.map(|earlier| touches::join(bench, player, earlier.clone(), later.clone()))
    });
    let apart = apart.map(|pair| Pair { sure: claims(open, &pair).min(together(&pair)), ..pair });
    let early = open.early.iter().filter(|pair| pair.player == player).cloned();
    apart.chain(early).max_by(|a, b| a.sure.total_cmp(&b.sure))
}
