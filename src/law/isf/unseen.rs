//! Slaps of which too little was seen to name a winner (F.5.4, F.6.1).

use super::bench::{Bench, Draft};
use super::state::{OpenSlap, Pair};
use super::verdict::{after_slap, challenge, condition, seen, tops_equal};
use super::{invalid, words};
use crate::base::{Measured, Player};
use crate::facts::{Attempt, Finding, Kind, SlapChallenge, Verdict};

/// Probability that a card beside which nothing was seen in its Foundation was the last one: an estimate. It was both times that this
/// was asked of rendered scenes.
const MAYBE_LAST: f64 = 0.6;

/// F.5.4: one player completed; of the other one hand was seen to come, the other hand was out of sight, or too little is
/// sure of either.
pub(super) fn one_hand(
    bench: &mut Bench<'_>,
    open: &OpenSlap,
    pair: &Pair,
    other: &Attempt,
    attempts: Vec<Attempt>,
    missing: &str,
) {
    let scale = bench.settings.scale;
    let touch = [other.left, other.right].into_iter().flatten().min_by(|a, b| a.t.total_cmp(&b.t));
    let came = touch.map_or_else(String::new, |touch| {
        let apart = touch.t - pair.complete.t;
        let way = if apart < 0.0 { "before" } else { "after" };
        format!(" {} {way} that", words::ms(scale, apart.abs()))
    });
    let sentence = format!(
        "{} had one hand on each pile at {:.3} s; {}'s first hand came down{came} and the other hand {missing}: \
         who completed the slap first was not seen, and {}.",
        pair.player,
        pair.complete.t,
        other.player,
        words::cite("F.5.4"),
    );
    let record = challenge(open, condition(open, pair.complete), attempts, Verdict::TooClose);
    too_close(bench, &["F.5.4", "F.6.1"], pair.complete, sentence, seen(open, pair), record);
    after_slap(bench, false);
}

/// F.5.4: of a player one hand was seen to come, the other hand was out of sight: whether the slap was whole was not seen.
pub(super) fn half_seen(bench: &mut Bench<'_>, half: &Attempt, record: SlapChallenge) {
    let Some(first) = [half.left, half.right].into_iter().flatten().min_by(|a, b| a.t.total_cmp(&b.t)) else { return };
    let sentence = format!(
        "{}'s hand came down at {:.3} s and the other hand was not seen clearly: whether that slap was whole was not seen, \
         and {}.",
        half.player,
        first.t,
        words::cite("F.5.4"),
    );
    too_close(bench, &["F.5.4", "F.6.1"], first, sentence, invalid::touches_seen(bench, half), record);
}

/// F.3.2, F.5.4: whether both hands of a player were down together, after the cards matched, was not seen well enough to say that
/// they won or that they cannot win; `other` is the contact that wins if they did not.
pub(super) fn hardly_together(
    bench: &mut Bench<'_>,
    open: &OpenSlap,
    pair: &Pair,
    other: Option<&Pair>,
    record: SlapChallenge,
) {
    let completed = other.map_or_else(String::new, |other| {
        format!("{} had one hand on each pile at {:.3} s, but before that ", other.player, other.complete.t)
    });
    let sentence = format!(
        "{completed}{} put a hand on each pile, the second at {:.3} s; whether both were down together, after the cards matched, \
         was not seen well enough ({} that they were): {}, and {}.",
        pair.player,
        pair.complete.t,
        words::sure(pair.sure),
        words::cite("F.3.2"),
        words::cite("F.5.4"),
    );
    let confidence = pair.left.confidence * pair.right.confidence * tops_equal(open);
    too_close(bench, &["F.5.4", "F.3.2"], pair.complete, sentence, confidence, record);
}

/// H.2.5, H.2.6: a slap at tops that a player's card made equal which may have been the round's last one; `pair` completed first.
pub(super) fn maybe_last_card(
    bench: &mut Bench<'_>,
    open: &OpenSlap,
    pair: &Pair,
    player: Player,
    attempts: Vec<Attempt>,
) {
    let sentence = format!(
        "{} had one hand on each pile first, at {:.3} s. The card that made the piles equal may have been {player}'s last: no other was \
         seen in that Foundation, nor what lay beneath it. If it was, {}; the referee decides.",
        pair.player,
        pair.complete.t,
        words::cite("H.2.6"),
    );
    let record = challenge(open, condition(open, pair.complete), attempts, Verdict::TooClose);
    // What is asked is whether the slap is void, not who was first.
    let (clauses, confidence) = (&["H.2.5", "H.2.6", "F.5.4"], MAYBE_LAST * seen(open, pair));
    open_question(bench, Kind::SlapVoid, clauses, pair.complete, sentence, confidence, record);
    after_slap(bench, false);
}

/// Leaves to the referee who was first.
fn too_close(
    bench: &mut Bench<'_>,
    clauses: &[&'static str],
    at: Measured,
    sentence: String,
    confidence: f64,
    record: SlapChallenge,
) {
    open_question(bench, Kind::SlapStalemate, clauses, at, sentence, confidence, record);
}

/// Leaves a challenge to the referee.
fn open_question(
    bench: &mut Bench<'_>,
    kind: Kind,
    clauses: &[&'static str],
    at: Measured,
    sentence: String,
    confidence: f64,
    record: SlapChallenge,
) {
    bench.rule(Draft {
        kind,
        clauses,
        at,
        until: at.t,
        player: None,
        finding: Finding::Referee,
        sanction: None,
        sentence,
        confidence,
        slap: Some(SlapChallenge { verdict: Verdict::TooClose, ..record }),
    });
}
