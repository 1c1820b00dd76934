//! Two last cards at once (H.6): who released first, and when that cannot be told.
//!
//! Only where the counts of the foundations are known; a last card that does not follow is none (H.2.2).
//!
//! Reading of H.6.1: "at the same time" is within our tolerance, or in an order that cannot be told reliably.
//! The threshold for "cannot determine" (H.6.2) is the setting for slaps (F.6.1).
//!
//! Reading of H.6.3: until the referee says so nothing goes back; the next reveal restarts the round then.

use super::bench::{Bench, Draft};
use super::sequence::legal_on;
use super::state::{Finish, OpenPlay, Status};
use super::{tolerances, words};
use crate::base::Player;
use crate::facts::{Event, Finding, Kind};

/// H.2.1: the card that ends the round.
pub(super) fn first(bench: &mut Bench<'_>, player: Player, play: &OpenPlay, release: &Event) {
    let confidence = play.confidence * release.confidence;
    bench.state.finish = Some(Finish { player, released: release.at, confidence, too_close: false });
}

/// H.6.1, H.6.2: the other player releases a last card when the round is over.
pub(super) fn second(bench: &mut Bench<'_>, player: Player, play: &OpenPlay, release: &Event) {
    let Some(first) = bench.state.finish.clone().filter(|_| bench.state.status == Status::RoundOver) else { return };
    let last = bench.state.cards_left(player, play.contact.t) == Some(1);
    let legal = play.legal.or_else(|| legal_on(play.rank, play.against));
    if first.player == player || !last || legal == Some(false) || first.too_close {
        return;
    }
    let sure = first.released.probability_before(&release.at);
    let told = sure >= bench.settings.reliability;
    let gap = first.released.until(&release.at);
    let window = bench.secs(tolerances::SAME_FINISH_SECS);
    if told && gap.t > window {
        return;
    }
    let scale = bench.settings.scale;
    let (ms, interval, certainty) = (words::ms(scale, gap.t), words::interval(scale, gap), words::sure(sure));
    let winner = first.player;
    let sentence = if told {
        format!(
            "{winner} released the last card {ms} before {player} did ({interval}; {certainty}): {}.",
            words::cite("H.6.1")
        )
    } else {
        format!(
            "{winner} seems to have released the last card {ms} before {player} did ({interval}; {certainty}), which is \
             under the {:.0} % asked for: {}. If the referee cannot tell either, {}.",
            bench.settings.reliability * 100.0,
            words::cite("H.6.2"),
            words::cite("H.6.3"),
        )
    };
    let clauses: &[&'static str] = if told { &["H.6.1"] } else { &["H.6.1", "H.6.2", "H.6.3"] };
    let unread = legal.is_none();
    let seen = first.confidence * play.confidence * release.confidence;
    let finding = if told && !unread { Finding::NoOffence } else { Finding::Referee };
    let doubt = if unread { " Whether the second card followed could not be read." } else { "" };
    bench.rule(Draft {
        kind: Kind::SimultaneousFinish,
        clauses,
        at: first.released,
        until: release.at.t,
        player: told.then_some(winner),
        finding,
        sanction: None,
        sentence: sentence + doubt,
        confidence: if told { sure * seen } else { seen },
        slap: None,
    });
    if let Some(finish) = bench.state.finish.as_mut().filter(|_| !told) {
        finish.too_close = true;
    }
}

/// E.2.3, H.6.3: play goes on after a round's last card. A new round's counts are not known from here; a
/// round too close to call has its last cards back.
pub(super) fn restart(bench: &mut Bench<'_>) {
    if bench.state.status != Status::RoundOver {
        return;
    }
    match bench.state.finish.take() {
        Some(finish) if finish.too_close => bench.state.foundation[finish.player.index()] = Some(1),
        _ => bench.state.foundation = [None, None],
    }
}
