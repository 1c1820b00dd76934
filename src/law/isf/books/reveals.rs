//! When play is on: reveals, stoppages, stalemates, suspensions (A.4.11, E.2 to E.4, E.7, F.8.3, G.8.3).
//!
//! A restart is one reveal by each player who has a Draw Deck. Play is on once both lie there (F.8.3); a
//! player alone with a card reveals alone (G.8.3).
//!
//! Reading: which player reveals onto which pile is not in the Laws (A.4.11 says "the centre pile", the
//! beginners' guide "opposite" piles); two reveals onto one pile are left to the referee.
//!
//! Reading of E.4.2: a reveal out of turn is no restart. The card goes back (B.5.4, D.4.5): it is not booked,
//! but what it showed is known.

use super::act::{Face, Resumption};
use super::clauses::cite;
use super::desk::Desk;
use super::faces::learn;
use super::impossible::{Impossible, status_words};
use super::legal::{self, Stalemate};
use super::plays;
use super::set_up::{self, moment};
use super::table::{Condition, Ended, Laid, Readiness, Status, Table};
use super::{ending, shortage};
use crate::base::{Pile, Player};
use crate::facts::{Finding, Kind};

/// E.2.3, E.4.2: the top of a Draw Deck goes onto a Centre Pile.
pub(super) fn reveal(desk: &mut Desk, player: Player, pile: Pile, face: Option<Face>) -> Result<(), Impossible> {
    if matches!(desk.table.status, Status::MatchOver | Status::Terminated) || !desk.table.boxed.is_empty() {
        return Err(moment(desk, "a reveal"));
    }
    let deck = &desk.table.decks[player.index()];
    let card = *deck.last().ok_or(Impossible::EmptyDeck(player))?;
    learn(&mut desk.table, card, face)?;
    if !is_due(desk, player, pile) {
        return Ok(());
    }
    if desk.table.revealed == [None, None] {
        plays::left_there(desk, None);
        cards_in_order(desk);
    }
    if desk.table.revealed[player.opponent().index()] == Some(pile) {
        desk.rule(
            Kind::AmbiguousPile,
            &["A.4.11", "E.2.3"],
            Some(player),
            Finding::Referee,
            format!("Both players revealed onto the {pile} pile; the Laws do not say what follows, so it is for the referee (A.5.3)."),
        );
    }
    desk.table.decks[player.index()].pop();
    desk.table.revealed[player.index()] = Some(pile);
    let act = desk.table.acts;
    let laid = Laid { card, from: None, legal: Some(true), settled: true, doubtful: false, act };
    desk.table.centre[pile.index()].push(laid);
    let done = Player::BOTH
        .iter()
        .all(|one| desk.table.revealed[one.index()].is_some() || desk.table.decks[one.index()].is_empty());
    if done {
        desk.table.revealed = [None, None];
        desk.table.status = Status::Live;
        desk.table.ready = Readiness::default();
        if !std::mem::replace(&mut desk.table.begun, true) {
            set_up::begun(desk);
        }
        tops_changed(&mut desk.table);
    }
    shortage::at_zero(desk, player);
    Ok(())
}

/// Whether a reveal restarts play now; rules on it when not.
fn is_due(desk: &mut Desk, player: Player, pile: Pile) -> bool {
    let why = match desk.table.status {
        Status::Live => Some(("B.5.2", "B.5.4")),
        Status::Suspended => Some(("E.7.5", "B.5.4")),
        Status::RoundOver => Some(("B.5.2", "E.5.3")),
        _ if desk.table.revealed[player.index()].is_some() => Some(("B.5.2", "E.2.3")),
        _ => None,
    };
    if let Some((clause, also)) = why {
        let short = desk.table.decks.iter().any(Vec::is_empty) || !desk.table.loans.is_empty();
        let mut clauses = vec![clause, also];
        let mut during = String::new();
        if short && desk.table.in_round() {
            clauses.push("G.10.4");
            during = format!(" It is during a shortage: {}.", cite("G.10.4"));
        }
        desk.rule(
            Kind::DrawDeckTouched,
            &clauses,
            Some(player),
            Finding::Referee,
            format!(
                "{player} revealed onto the {pile} pile while the match is {}: {}; {}. The card goes back.{during}",
                status_words(desk.table.status),
                cite(clause),
                cite(also)
            ),
        );
        return false;
    }
    // The split comes before the reveal (G.3.1.4).
    if let Some(short) = shortage::split_due(&desk.table) {
        desk.note(
            Kind::Shortage,
            &["G.3.1", "G.3.2"],
            Some(short),
            Finding::Referee,
            format!("{short} has no Draw Deck, so before the reveal {}. The card goes back.", cite("G.3.2")),
        );
        return false;
    }
    true
}

/// E.4.5: before a restart every card is in its place.
fn cards_in_order(desk: &mut Desk) {
    let lies = |laid: &&Laid| laid.legal == Some(false);
    let Some(laid) = desk.table.centre.iter().flatten().find(lies).copied() else { return };
    let player = laid.from.map(|(player, _)| player);
    desk.rule(
        Kind::IllegalPlay,
        &["E.4.5"],
        player,
        Finding::Referee,
        format!("A card that was not legally played lies on the centre at the restart: {}.", cite("E.4.5")),
    );
}

/// F.2.1: what the tops make of the slap condition.
pub(super) fn tops_changed(table: &mut Table) {
    let tops = Pile::BOTH.map(|pile| table.top(pile).map(|laid| table.face(laid.card)));
    table.condition = match tops {
        [Some(Some(left)), Some(Some(right))] if left.rank == right.rank => Condition::Active,
        [Some(Some(_)), Some(Some(_))] | [None, _] | [_, None] => Condition::Inactive,
        _ => Condition::Unknown,
    };
}

/// E.4.1: the referee stops play. What was stopped stays stopped.
pub(super) fn stoppage(desk: &mut Desk) -> Result<(), Impossible> {
    if matches!(desk.table.status, Status::MatchOver | Status::Terminated) {
        return Err(moment(desk, "a stoppage"));
    }
    if desk.table.status == Status::Live {
        stop(desk);
    }
    Ok(())
}

/// Play stops: cards that did not follow have stayed (D.8.3); a slap that is on may still be decided.
pub(super) fn stop(desk: &mut Desk) {
    plays::left_there(desk, None);
    desk.table.status = Status::Stopped;
}

/// A.4.7, G.10.2: a stalemate is called. It stops play even if it should not have been called (A.3.2).
pub(super) fn stalemate(desk: &mut Desk) -> Result<(), Impossible> {
    match desk.table.status {
        Status::Live => {}
        // Stopped is stopped.
        Status::Stopped | Status::SlapWon | Status::BeforeMatch | Status::Ready => return Ok(()),
        _ => return Err(moment(desk, "a stalemate")),
    }
    match legal::stalemate(&desk.table) {
        Stalemate::Yes => {}
        Stalemate::No(player, place, pile) => {
            let card = desk.table.slot(player, place).and_then(|slot| desk.table.face(slot.card));
            let rank = crate::law::isf::words::a_card(card.map(|card| card.rank));
            desk.rule(
                Kind::WrongStalemate,
                &["G.10.2", "A.4.7"],
                None,
                Finding::Offence,
                format!(
                    "A stalemate was called, but {player} can play {rank} onto the {pile} pile: {}.",
                    cite("G.10.2")
                ),
            );
        }
        Stalemate::Undecided => desk.rule(
            Kind::WrongStalemate,
            &["G.10.2", "A.4.7"],
            None,
            Finding::Referee,
            format!(
                "A stalemate was called; no legal play is known, but not every card could be read: {}.",
                cite("G.10.2")
            ),
        ),
    }
    if desk.table.condition == Condition::Active {
        plays::lost(desk, "the stalemate was called");
    }
    stop(desk);
    Ok(())
}

/// E.7.1: the referee suspends the match.
pub(super) fn suspension(desk: &mut Desk) -> Result<(), Impossible> {
    match desk.table.status {
        Status::Suspended | Status::MatchOver | Status::Terminated => Err(moment(desk, "a suspension")),
        status => {
            stoppage(desk)?;
            // Whatever was half revealed, a new reveal restarts play (E.4.2).
            desk.table.revealed = [None, None];
            desk.table.suspended = Some(if status == Status::Live { Status::Stopped } else { status });
            desk.table.status = Status::Suspended;
            Ok(())
        }
    }
}

/// E.7.5: resumed, replayed or given up.
///
/// Reading of E.7.3: a resumed round is rebuilt as it stood.
///
/// Reading of E.7.4: a replayed round starts from what each player brought to it, so cards and slaps won in
/// it are taken back; its rounds never counted. E.7.2 speaks of a match that goes on as it stood.
pub(super) fn resumption(desk: &mut Desk, how: Resumption) -> Result<(), Impossible> {
    let Some(before) = desk.table.suspended.filter(|_| desk.table.status == Status::Suspended) else {
        return Err(moment(desk, "a resumption"));
    };
    match how {
        Resumption::Resumed => desk.table.status = before,
        Resumption::Abandoned => return ending::termination(desk),
        Resumption::Replayed => {
            if !matches!(before, Status::Stopped | Status::SlapWon) {
                return Err(moment(desk, "the replay of a round that is not being played"));
            }
            let start = desk.table.round_start.clone();
            desk.table.owners = start.owners;
            desk.table.slaps = start.slaps;
            desk.table.condition = Condition::Inactive;
            desk.table.revealed = [None, None];
            (desk.table.round_winner, desk.table.finish) = (None, None);
            desk.table.status = Status::RoundOver;
            desk.rule(
                Kind::OutOfPlay,
                &["E.7.4"],
                None,
                Finding::Referee,
                format!("The round is played again from its start: {}.", cite("E.7.4")),
            );
        }
    }
    desk.table.suspended = None;
    Ok(())
}

/// A.3.4: the referee ends the match; it has no winner.
pub(super) fn terminate(table: &mut Table) {
    table.status = Status::Terminated;
    table.ended = Some(Ended::Terminated);
    table.suspended = None;
}
