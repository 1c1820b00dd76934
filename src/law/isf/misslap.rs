//! Slaps while no condition is active (F.9).
//!
//! A misslap is an attempt: one hand on each Centre Pile at the same time (F.3.1). A single hand on one
//! pile is no attempt (F.3.3) and so no misslap either, and a hand that brings a card is playing.

use super::bench::{Bench, Draft};
use super::state::{OpenSlap, Pair, Top};
use super::{tolerances, words};
use crate::base::Measured;
use crate::facts::{Finding, Kind};

/// Hands that less surely landed on both piles attempted nothing.
const LEAST_LANDED: f64 = 0.5;

/// Both tops were known and differed.
pub(super) fn no_condition(bench: &mut Bench<'_>, pair: &Pair, covered: Option<Measured>) {
    if pair.left.confidence * pair.right.confidence < LEAST_LANDED {
        return;
    }
    let confidence = pair.left.confidence * pair.right.confidence * pair.tops_confidence;
    let scale = bench.settings.scale;
    match covered {
        Some(at) => {
            let late = words::ms(scale, pair.complete.t - at.t);
            rule(
                bench,
                pair,
                Finding::Referee,
                confidence,
                &format!(
                    "The equal tops had been covered {late} before, so whether it was a late slap is for the referee"
                ),
            );
        }
        None => {
            let finding = bench.offence(confidence);
            rule(bench, pair, finding, confidence, "The tops were not equal");
        }
    }
}

/// The condition became active only afterwards, at `condition`, with the probability `sure` that its cards came as described.
pub(super) fn before_condition(bench: &mut Bench<'_>, pair: &Pair, condition: Measured, sure: f64) {
    let scale = bench.settings.scale;
    let early = sure * pair.complete.probability_before(&condition);
    let confidence = pair.left.confidence * pair.right.confidence * early;
    let finding = if early >= bench.settings.reliability { bench.offence(confidence) } else { Finding::Referee };
    let ahead = words::ms(scale, condition.t - pair.complete.t);
    rule(
        bench,
        pair,
        finding,
        confidence,
        &format!("The matching card touched its pile {ahead} later ({})", words::sure(early)),
    );
}

fn rule(bench: &mut Bench<'_>, pair: &Pair, finding: Finding, confidence: f64, why: &str) {
    let player = pair.player;
    let same = bench.secs(tolerances::SAME_MISSLAP_SECS);
    let last = bench.state.last_misslap[player.index()].replace(pair.complete);
    if last.is_some_and(|last| pair.complete.t - last.t <= same) {
        return;
    }
    let mut clauses = vec!["F.9.1"];
    let standing = if finding == Finding::Offence {
        let count = &mut bench.state.misslaps[player.index()];
        *count += 1;
        let clause = if *count == 1 { "F.9.2" } else { "F.9.3" };
        clauses.push(clause);
        format!(" It is this player's {} misslap seen; {}.", words::ordinal(*count), words::cite(clause))
    } else {
        String::new()
    };
    let sentence = if finding == Finding::Offence {
        format!("{player} put a hand on each pile: {}. {why}.{standing}", words::cite("F.9.1"))
    } else {
        format!("{player} put a hand on each pile. {why} (F.9.1).")
    };
    bench.rule(Draft {
        kind: Kind::Misslap,
        clauses: &clauses,
        at: pair.complete,
        until: pair.complete.t,
        player: Some(player),
        finding,
        sanction: None,
        sentence,
        confidence,
        slap: None,
    });
}

/// A top was unknown: whether a condition was active cannot be said. The contact is kept until it is
/// clear whether the other player slapped too. `untold` is when a card may have come that nobody saw.
pub(super) fn unknown_tops(bench: &mut Bench<'_>, pair: Pair, untold: Option<Measured>) {
    if bench.state.slap.as_ref().is_some_and(|open| open.rank.is_none()) {
        if let Some(open) = &mut bench.state.slap {
            open.valid.push(pair);
        }
        return;
    }
    super::slap::settle_now(bench, super::slap::Closing::Covered);
    let unread = bench.state.piles.iter().filter_map(|pile| pile.last());
    let at = unread
        .filter(|laid| laid.top == Top::Unknown)
        .filter_map(|laid| laid.at)
        .chain(untold)
        .filter(|at| at.t <= pair.complete.t)
        .max_by(|a, b| a.t.total_cmp(&b.t));
    bench.state.slap = Some(OpenSlap {
        at,
        rank: None,
        confidence: 0.0,
        causes: Vec::new(),
        reveals: None,
        disturbed: false,
        final_card: false,
        covered: None,
        valid: vec![pair],
        early: Vec::new(),
    });
}

/// The ruling on contacts with unknown tops, when only one player's hands came.
pub(super) fn undecided(bench: &mut Bench<'_>, pair: &Pair) {
    let confidence = pair.left.confidence * pair.right.confidence;
    rule(
        bench,
        pair,
        Finding::Referee,
        confidence,
        "The tops could not both be read, so whether a slap was on is for the referee",
    );
}
