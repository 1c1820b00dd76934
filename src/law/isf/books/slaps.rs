//! What a slap challenge leads to (F.6, F.7, F.9, H.2.5): who was first is decided elsewhere.
//!
//! Reading of F.7.2: the holding pile is the loser's, so every card in it is theirs from then on (A.4.10),
//! also borrowed cards (against G.11.2) and nobody's cards (G.7.4.3).
//!
//! Reading of F.7.1 with E.4.2: a slap that is won leaves no piles, so play is stopped until a reveal.

use super::act::SlapOutcome;
use super::clauses::cite;
use super::desk::Desk;
use super::impossible::{Impossible, status_words};
use super::plays;
use super::reveals;
use super::set_up::moment;
use super::table::{Condition, Status};
use crate::base::{Pile, Player};
use crate::facts::{Finding, Kind};
use crate::law::isf::words;

/// F.5, F.6, F.7, H.2.5: a slap challenge is decided.
pub(super) fn slap(desk: &mut Desk, outcome: SlapOutcome, player: Option<Player>) -> Result<(), Impossible> {
    if outcome == SlapOutcome::Won && player.is_none() {
        return Err(Impossible::NoWinner);
    }
    if desk.table.finish.is_some() {
        desk.rule(
            Kind::SlapVoid,
            &["H.2.5", "H.2.6", "F.1.5"],
            None,
            Finding::NoOffence,
            format!(
                "A slap after the round's last card is void and moves nothing: {}; {}.",
                cite("H.2.5"),
                cite("H.2.6")
            ),
        );
        return Ok(());
    }
    match desk.table.status {
        Status::Live => {}
        // The referee may stop play to decide it (E.4.3.3).
        Status::Stopped if desk.table.revealed == [None, None] => {}
        Status::BeforeMatch => return Ok(()),
        Status::MatchOver | Status::Terminated => return Err(moment(desk, "a slap")),
        status => {
            desk.rule(
                Kind::OutOfPlay,
                &["F.2.1", "E.4.2"],
                player,
                Finding::Referee,
                format!("A slap is told while the match is {}: no condition is active (F.2.1).", status_words(status)),
            );
            return Ok(());
        }
    }
    match (outcome, desk.table.condition) {
        (SlapOutcome::Void, _) => {
            desk.table.condition = Condition::Inactive;
            desk.rule(
                Kind::SlapVoid,
                &["F.10.1"],
                None,
                Finding::Referee,
                format!("The slap counts for nothing: {}.", cite("F.10.1")),
            );
        }
        (_, Condition::Lost) => desk.rule(
            Kind::SlapOpportunityLost,
            &["F.7.6"],
            player,
            Finding::NoOffence,
            format!("The slap came too late and moves nothing: {}.", cite("F.7.6")),
        ),
        (_, Condition::Inactive) => match player {
            Some(player) => misslap(desk, player)?,
            None => desk.rule(
                Kind::Misslap,
                &["F.9.1", "F.2.1"],
                None,
                Finding::Referee,
                format!("A slap is told, but the tops are not equal: {}.", cite("F.2.1")),
            ),
        },
        (SlapOutcome::Stalemate, _) => {
            reveals::stop(desk);
            desk.table.condition = Condition::Inactive;
            desk.rule(
                Kind::SlapStalemate,
                &["F.6.1", "F.6.2", "F.6.3", "F.6.4"],
                None,
                Finding::NoOffence,
                format!("Slap stalemate: {}; {}.", cite("F.6.2"), cite("F.6.3")),
            );
        }
        (SlapOutcome::Won, condition) => {
            if let Some(winner) = player {
                won(desk, winner, condition);
            }
        }
    }
    Ok(())
}

/// F.7.1 to F.7.3: the loser takes both Centre Piles.
fn won(desk: &mut Desk, winner: Player, condition: Condition) {
    let illegal = |pile: Pile| desk.table.top(pile).is_some_and(|laid| laid.legal == Some(false));
    let disturbed = Pile::BOTH.into_iter().any(illegal);
    plays::left_there(desk, None);
    let loser = winner.opponent();
    let taken: Vec<_> = desk.table.centre.iter_mut().flat_map(std::mem::take).map(|laid| laid.card).collect();
    for card in &taken {
        desk.table.owners[usize::from(*card)] = Some(loser);
    }
    let count = taken.len();
    desk.table.holding[loser.index()].extend(taken);
    let score = &mut desk.table.slaps[winner.index()];
    *score = score.saturating_add(1);
    desk.table.condition = Condition::Inactive;
    desk.table.status = Status::SlapWon;
    let mut clauses = vec!["F.5.1", "F.7.1", "F.7.2", "F.7.3"];
    let mut say = format!("{winner} won the slap: {loser} takes {count} cards as a holding pile: {}.", cite("F.7.3"));
    if desk.table.decks.iter().any(Vec::is_empty) || !desk.table.loans.is_empty() {
        clauses.extend(["F.8.2", "G.9.2", "G.10.3"]);
        say += &format!(" The shortage changes nothing about it: {}.", cite("F.8.2"));
    }
    let finding = if disturbed {
        say += " A card that was not legally played is among the tops, so whether the slap counts is for the referee (F.10.1).";
        clauses.push("F.10.1");
        Finding::Referee
    } else if condition == Condition::Unknown {
        say += " The tops could not both be read, so whether a slap was on is for the referee (F.10.1).";
        clauses.push("F.10.1");
        Finding::Referee
    } else {
        Finding::NoOffence
    };
    desk.rule(Kind::Slap, &clauses, Some(winner), finding, say);
}

/// F.9.1 to F.9.3: a slap with no condition active. No cards move.
pub(super) fn misslap(desk: &mut Desk, player: Player) -> Result<(), Impossible> {
    if matches!(desk.table.status, Status::MatchOver | Status::Terminated) && desk.table.finish.is_none() {
        return Err(moment(desk, "a misslap"));
    }
    if !desk.table.begun || desk.table.finish.is_some() {
        return Ok(());
    }
    let tally = &mut desk.table.tallies[player.index()];
    tally.misslaps += 1;
    let count = tally.misslaps;
    let clause = if count == 1 { "F.9.2" } else { "F.9.3" };
    let say = format!(
        "{player} slapped while no slap was on: {}. It is this player's {} misslap; {}.",
        cite("F.9.1"),
        words::ordinal(count),
        cite(clause)
    );
    desk.rule(Kind::Misslap, &["F.9.1", clause], Some(player), Finding::Offence, say);
    Ok(())
}
