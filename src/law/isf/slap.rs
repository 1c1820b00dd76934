//! When a slap condition opens and when it closes (F.2, F.7.6, H.2.5).
//!
//! It opens at the contact of the second equal card and stays open until a slap is completed, another
//! card covers one of the two, play stops, or the round ends. Reading of F.7.6: the opportunity is gone
//! from the contact of the next legally played card, because the tops are equal no longer (F.2.1).

use super::attempts::{self, Which};
use super::bench::Bench;
use super::state::{OpenPlay, OpenSlap, State, Status};
use super::{boundary, tolerances, verdict};
use crate::base::{Measured, Pile, Player};
use crate::facts::Event;

/// What closes a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    /// Time enough for the other player's attempt has passed.
    Waited,
    /// Another card lies on one of the two.
    Covered,
    /// A new reveal: a stalemate or a restart.
    Reveal,
    /// The referee stopped play.
    Stoppage,
    /// The recording ends.
    EndOfRecording,
}

/// A card came to a pile: a condition may end by it, another may begin (F.2.1, F.2.4, F.8.3).
pub(super) fn top_changed(
    bench: &mut Bench<'_>,
    at: Measured,
    legal: Option<bool>,
    causes: Vec<(Player, Pile)>,
    reveals: Option<[(Option<Player>, Measured); 2]>,
) {
    if bench.state.reveal.is_some() || bench.state.status != Status::Live || is_won(bench) {
        return;
    }
    if let Some(open) = &mut bench.state.slap {
        if open.covered.is_none() && legal == Some(false) {
            // Only a legal play takes the opportunity (F.7.6).
            open.disturbed = true;
            return;
        }
        open.covered.get_or_insert((at, legal));
    }
    if bench.state.matching() != Some(true) {
        return;
    }
    settle_now(bench, Closing::Covered);
    bench.state.slap = Some(OpenSlap {
        at: Some(at),
        rank: bench.state.tops()[0].rank(),
        confidence: bench.state.tops_confidence(),
        causes,
        reveals,
        disturbed: legal == Some(false),
        final_card: false,
        covered: None,
        valid: Vec::new(),
        early: Vec::new(),
    });
}

/// The first two-hand contact that may turn out to have won the open condition, when it is not settled yet.
pub(super) fn completed(state: &State) -> Option<Measured> {
    let open = state.slap.as_ref()?;
    let claimed = state.pairs.iter().filter(|pair| attempts::claims(open, pair) >= 0.5);
    let all = open.valid.iter().chain(claimed).map(|pair| pair.complete);
    all.min_by(|a, b| a.t.total_cmp(&b.t))
}

/// True when somebody completed a two-hand contact in the open condition, as far as is known yet.
pub(super) fn is_won(bench: &Bench<'_>) -> bool {
    bench.state.slap.as_ref().filter(|open| open.rank.is_some()).is_some_and(|open| {
        !open.valid.is_empty() || bench.state.pairs.iter().any(|pair| attempts::claims(open, pair) >= 0.5)
    })
}

/// A card is off its pile again: what it made or covered is as before.
pub(super) fn card_gone(bench: &mut Bench<'_>, play: &OpenPlay) {
    if is_won(bench) {
        return;
    }
    let matching = bench.state.matching();
    let Some(open) = &mut bench.state.slap else { return };
    if open.at == Some(play.contact) {
        if play.released.is_none() {
            bench.state.slap = None;
        } else if let Some((at, _)) = play.removed {
            open.covered.get_or_insert((at, None));
        }
    } else if open.covered.is_some_and(|(at, _)| at == play.contact) && matching == Some(true) {
        open.covered = None;
    }
}

/// H.2.1, F.1.5: the round ends with a played card, or an event says so.
pub(super) fn round_over(bench: &mut Bench<'_>, event: &Event, status: Status) {
    let last = bench.state.plays.iter().rev().find(|play| event.player.is_none() || play.player == event.player);
    let last = last.filter(|play| play.removed.is_none()).map(|play| play.contact);
    let won = is_won(bench);
    if let Some(open) = &mut bench.state.slap {
        if open.at.is_some() && open.at == last {
            open.final_card = true;
        } else if !won {
            open.covered.get_or_insert((event.at, None));
        }
    }
    if bench.state.status == Status::Live {
        boundary::clear(bench);
    }
    bench.state.status = status;
}

/// Settles what has waited long enough.
pub(super) fn ripen(bench: &mut Bench<'_>) {
    attempts::judge(bench, Which::Ripe);
    let (answer, near) = (bench.secs(tolerances::ANSWER_SECS), bench.secs(tolerances::NEAR_CONDITION_SECS));
    let Some(open) = &bench.state.slap else { return };
    let now = bench.state.now;
    let closing = match (attempts::first_complete(open), open.covered) {
        (Some(first), _) if now > first.t + answer + near => Closing::Waited,
        (None, Some((at, _))) if now > at.hi + 2.0 * near => Closing::Covered,
        _ => return,
    };
    settle(bench, closing);
}

/// Settles whatever is open, without waiting.
pub(super) fn settle_now(bench: &mut Bench<'_>, closing: Closing) {
    // A new condition may still claim what came just before it.
    attempts::judge(bench, if closing == Closing::Covered { Which::Claimed } else { Which::All });
    settle(bench, closing);
}

fn settle(bench: &mut Bench<'_>, closing: Closing) {
    if let Some(open) = bench.state.slap.take() {
        verdict::settle(bench, &open, closing);
    }
}
