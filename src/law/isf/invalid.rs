//! Attempts that cannot win (F.3.2, F.3.3, F.4.2): what to say about them.
//!
//! An invalid attempt is no offence by itself; it is shown when it might have come first, because whether
//! it was valid is the referee's answer (F.10.1).

use super::attempts;
use super::bench::{Bench, Draft};
use super::state::{OpenSlap, Stay};
use super::{tolerances, words};
use crate::base::{Measured, Pile};
use crate::facts::{Attempt, Finding, InvalidAttempt, Kind, SlapChallenge};

/// Why, in words that fit after "cannot win".
pub(super) fn reason_words(reason: InvalidAttempt) -> &'static str {
    match reason {
        InvalidAttempt::OnePile => "one pile only",
        InvalidAttempt::SamePile => "both hands on the same pile",
        InvalidAttempt::NotAtTheSameTime => "the hands were not down at the same time",
        InvalidAttempt::NoCondition => "before the cards matched",
        InvalidAttempt::AfterFinalCard => "after the round's last card",
        InvalidAttempt::BeforeCardContact => "hands on both piles before the card",
    }
}

fn reason_clause(reason: InvalidAttempt) -> &'static str {
    match reason {
        InvalidAttempt::OnePile | InvalidAttempt::SamePile => "F.3.3",
        InvalidAttempt::NotAtTheSameTime => "F.3.2",
        InvalidAttempt::NoCondition => "F.9.1",
        InvalidAttempt::AfterFinalCard => "H.2.6",
        InvalidAttempt::BeforeCardContact => "F.4.2",
    }
}

/// Whether only one hand of an attempt is known: the other may have come unseen.
pub(super) fn is_one_hand(attempt: &Attempt) -> bool {
    attempt.invalid == Some(InvalidAttempt::OnePile)
}

/// Whether an attempt is known by hands on one pile only, or by one hand that lies across both: with a hand out of sight it may have
/// been whole.
pub(super) fn is_half(attempt: &Attempt) -> bool {
    let across = attempt.left_hand.is_some() && attempt.left_hand == attempt.right_hand;
    match attempt.invalid {
        Some(InvalidAttempt::OnePile | InvalidAttempt::SamePile) => true,
        Some(InvalidAttempt::NotAtTheSameTime) => across,
        _ => false,
    }
}

/// Whether a hand of an attempt that is half one was out of sight when its first touched.
pub(super) fn came_unseen(bench: &Bench<'_>, attempt: &Attempt) -> bool {
    let near = bench.secs(tolerances::UNSEEN_SLAP_SECS);
    let first = [attempt.left, attempt.right].into_iter().flatten().map(|touch| touch.t).min_by(f64::total_cmp);
    let unseen = |t: f64| bench.state.hand_unseen(attempt.player, t - near, t + near);
    is_half(attempt) && first.is_some_and(unseen)
}

/// F.3.2, F.3.3, F.4.2: attempts that cannot win, where they could have come first. Without a valid
/// attempt the first of them carries the challenge.
pub(super) fn rule(
    bench: &mut Bench<'_>,
    open: &OpenSlap,
    attempts: &[Attempt],
    won: Option<Measured>,
    mut carried: Option<SlapChallenge>,
) {
    for attempt in attempts {
        let Some(reason) = attempt.invalid else { continue };
        // A slap before the condition is a misslap and ruled as one.
        if matches!(reason, InvalidAttempt::NoCondition | InvalidAttempt::AfterFinalCard) {
            continue;
        }
        let touches = [attempt.left, attempt.right].into_iter().flatten();
        let Some(first) = touches.min_by(|a, b| a.t.total_cmp(&b.t)) else { continue };
        if won.is_some_and(|won| first.t > won.t) {
            continue;
        }
        let player = attempt.player;
        if came_unseen(bench, attempt) {
            continue;
        }
        let clause = reason_clause(reason);
        let early = || open.early.iter().find(|pair| pair.player == player).cloned();
        let whole = match reason {
            InvalidAttempt::BeforeCardContact => early(),
            _ => attempts::likeliest(bench, open, player),
        };
        let whole = whole.map_or(0.0, |pair| pair.sure);
        bench.rule(Draft {
            kind: Kind::InvalidSlap,
            clauses: &[clause, "F.10.1"],
            at: attempt.complete.unwrap_or(first),
            until: first.t,
            player: Some(player),
            finding: Finding::Referee,
            sanction: None,
            sentence: format!(
                "{player}'s attempt cannot win as seen ({}): {}; {}.",
                reason_words(reason),
                words::cite(clause),
                words::cite("F.10.1"),
            ),
            confidence: touches_seen(bench, attempt) * (1.0 - whole),
            slap: carried.take(),
        });
    }
    bench.unruled.extend(carried);
}

/// Probability that the touches of an attempt were seen right, on the pile where they seem to be.
pub(super) fn touches_seen(bench: &Bench<'_>, attempt: &Attempt) -> f64 {
    let stays = &bench.state.stays[attempt.player.index()];
    let near = bench.secs(tolerances::ONE_MOTION_SECS);
    let seen = |pile: Pile, touch: Option<Measured>| {
        let Some(touch) = touch else { return 1.0 };
        // Of both hands on one pile, that neither was on the other.
        let counts = |stay: &&Stay| {
            let also = attempt.invalid == Some(InvalidAttempt::SamePile) && (stay.down.t - touch.t).abs() <= near;
            stay.pile == pile && (stay.down == touch || also)
        };
        stays.iter().filter(counts).map(|stay| stay.confidence).product()
    };
    seen(Pile::Left, attempt.left) * seen(Pile::Right, attempt.right)
}
