//! Conditions that nobody answered with a whole attempt (F.3, F.7.6).

use super::attempts;
use super::bench::{Bench, Draft};
use super::slap::Closing;
use super::state::OpenSlap;
use super::verdict::challenge;
use super::{invalid, tolerances, unseen, words};
use crate::base::{Measured, Player};
use crate::facts::{Attempt, Finding, InvalidAttempt, Kind, SlapChallenge, Verdict};

/// F.7.6: nobody completed a valid attempt.
pub(super) fn settle(bench: &mut Bench<'_>, open: &OpenSlap, attempts: Vec<Attempt>, closing: Closing) {
    // What lay there before the recording, or lay there unlawfully, may have been dealt with otherwise.
    let Some(at) = open.at.filter(|_| !open.disturbed && open.rank.is_some()) else { return };
    let invalid_ones = attempts.iter().any(|attempt| attempt.invalid != Some(InvalidAttempt::NoCondition));
    let record = challenge(open, at, attempts.clone(), Verdict::NoValidAttempt);
    if closing == Closing::EndOfRecording && open.covered.is_none() && invalid_ones {
        return cut_short(bench, open, at, attempts, record);
    }
    if invalid_ones {
        return none_whole(bench, open, &attempts, record);
    }
    let lost = match (open.covered, closing) {
        (Some((covered, Some(true))), _) => Some((covered, "the next card was played")),
        (None, Closing::Reveal) => Some((Measured::exact(bench.state.now), "the next reveal")),
        _ => None,
    };
    let Some((until, by)) = lost else {
        // Play stopped, the covering card was not read, or the recording ends: nothing was lost that we know of.
        if closing == Closing::EndOfRecording && open.covered.is_none() {
            bench.unruled.push(record);
        }
        return;
    };
    let scale = bench.settings.scale;
    bench.rule(Draft {
        kind: Kind::SlapOpportunityLost,
        clauses: &["F.7.6", "F.2.1"],
        at,
        until: until.t,
        player: None,
        // That nobody tried is what was not seen; the referee saw the table.
        finding: Finding::Referee,
        sanction: None,
        sentence: format!(
            "Both piles showed {} for {} and no attempt was seen before {by}: {}.",
            words::a_card(open.rank),
            words::ms(scale, until.t - at.t),
            words::cite("F.7.6"),
        ),
        confidence: open.confidence,
        slap: Some(record),
    });
}

/// F.3: no attempt was whole, or one of which a hand was out of sight may have been, or one whose hands may have been down together.
fn none_whole(bench: &mut Bench<'_>, open: &OpenSlap, attempts: &[Attempt], record: SlapChallenge) {
    let half = attempts.iter().find(|attempt| invalid::came_unseen(bench, attempt));
    let after_all = Player::BOTH.into_iter().filter_map(|player| attempts::likeliest(bench, open, player));
    let after_all = after_all.max_by(|a, b| a.sure.total_cmp(&b.sure));
    let doubtful = after_all.filter(|pair| pair.sure > 1.0 - bench.settings.reliability);
    let carried = match (half, doubtful) {
        (Some(half), _) => {
            unseen::half_seen(bench, half, record);
            None
        }
        (None, Some(pair)) => {
            unseen::hardly_together(bench, open, &pair, None, record);
            None
        }
        (None, None) => Some(record),
    };
    invalid::rule(bench, open, attempts, None, carried);
}

/// The recording ends while hands are coming down: what they came to was not seen.
fn cut_short(bench: &mut Bench<'_>, open: &OpenSlap, at: Measured, attempts: Vec<Attempt>, record: SlapChallenge) {
    let touches = attempts.iter().flat_map(|attempt| [attempt.left, attempt.right]).flatten();
    let last = touches.map(|touch| touch.t).fold(at.t, f64::max);
    let remaining = bench.state.now - last;
    if remaining > bench.secs(tolerances::ANSWER_SECS) {
        return none_whole(bench, open, &attempts, record);
    }
    let scale = bench.settings.scale;
    bench.rule(Draft {
        kind: Kind::Slap,
        clauses: &["F.3.1", "F.5.4"],
        at,
        until: bench.state.now,
        player: None,
        finding: Finding::Referee,
        sanction: None,
        sentence: format!(
            "The piles matched and hands came to them, but the recording ends {} later, before any player had one hand on \
             each pile: who won was not seen.",
            words::ms(scale, remaining),
        ),
        confidence: 0.0,
        slap: None,
    });
}
