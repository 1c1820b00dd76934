//! How rounds and the match end (E.5, E.6, G.5, H, I.7).
//!
//! Reading of H.2.4: a last card that has to be put straight is booked as played; what the delay cost the
//! opponent is for the referee.
//!
//! Reading of G.5.1, G.11.3 against H.4.1.2: a borrower who clears the foundation wins the match though
//! borrowed cards may be left, and H.4.1.2 counts borrowed cards. Both hold if the loan ends with the round
//! (G.4.4, G.11.2) before the match is looked at: the winner has won the match if none of the cards off the
//! centre is theirs.
//!
//! Reading of H.4.1.3 and G.5.2: any holding pile left, whenever it was taken, means not won. The pile becomes
//! the winner's deck of the next round (H.7.2), which is how G.5.2's "new Foundation Pile" is played.
//!
//! Reading of G.5.4.3: "slap penalties owed to them" is the winner's own holding pile.
//!
//! Reading of G.5.5.3, E.5.1: the centre goes to the round's loser, after a shortage and in every other round.
//!
//! Reading of G.7.4.3: what belongs to nobody goes to the round's loser with the centre.
//!
//! Reading of H.6.3: "the cards involved in the final sequence" are the last card of each player.
//!
//! Reading of E.6.2: a round goes on from its reveal to its last card, stoppages and suspensions included;
//! before the match's first reveal a concession counts as one between rounds.
//!
//! Reading of I.7.2: a cap of n rounds is "first to n".

use super::act::Order;
use super::clauses::cite;
use super::desk::Desk;
use super::faces::pack_of;
use super::impossible::Impossible;
use super::set_up::{self, moment};
use super::shortage::{self, shuffle};
use super::table::{CardId, Condition, Ended, Finish, Readiness, Status, Table};
use super::{foundation, legal, plays, reveals};
use crate::base::{Pile, Player};
use crate::facts::{Finding, Kind};

/// H.2.1 to H.2.4, H.3.1: a player's last foundation card was legally released.
pub(super) fn last_card(desk: &mut Desk, player: Player, pile: Pile, unclear: bool) {
    let follows = if unclear { legal::can_follow(&desk.table, player.opponent(), pile) } else { Some(false) };
    plays::left_there(desk, Some(pile.other()));
    let table = &mut desk.table;
    table.status = Status::RoundOver;
    table.finish = Some(Finish { pile, both: false });
    table.round_winner = Some(player);
    table.rounds[player.index()] = table.rounds[player.index()].saturating_add(1);
    let matching = table.condition == Condition::Active;
    table.condition = Condition::Inactive;
    let sure = table.top(pile).is_some_and(|laid| laid.legal == Some(true));
    let mut clauses = vec!["H.2.1", "H.3.1"];
    let mut say = format!("{player} played the last foundation card and wins the round: {}.", cite("H.3.1"));
    if matching {
        clauses.extend(["H.2.5", "H.2.6"]);
        say += &format!(" No slap follows: {}.", cite("H.2.5"));
    }
    if !sure {
        clauses.push("H.2.2");
        say += " Whether the card followed could not be read, so the round is for the referee (H.2.2).";
    }
    if unclear && follows == Some(false) {
        clauses.push("H.2.3");
        say += &format!(" It does not lie clearly, but {}.", cite("H.2.3"));
    } else if unclear {
        clauses.extend(["H.2.4", "H.2.3"]);
        let could = if follows.is_some() { "could play onto it" } else { "may have been able to play onto it" };
        say += &format!(" It does not lie clearly, and {} {could}: {}.", player.opponent(), cite("H.2.4"));
    }
    let sure = sure && follows == Some(false);
    let finding = if sure { Finding::NoOffence } else { Finding::Referee };
    desk.rule(Kind::RoundEnd, &clauses, Some(player), finding, say);
    match_won(desk, player, finding);
}

/// H.4, G.5, G.7.4.5, G.9, G.11.3, I.7.2: whether the round's winner has won the match.
fn match_won(desk: &mut Desk, player: Player, finding: Finding) {
    let left = desk.table.cards_left(player);
    let borrowed = !desk.table.loans.is_empty();
    let nobodys = desk.table.owners.contains(&None);
    let holding = desk.table.holding[player.index()].len();
    if left == 0 {
        let mut clauses = vec!["H.4.1", "G.9.4"];
        let mut say = format!("{player} has no cards left and wins the match: {}.", cite("H.4.1"));
        if borrowed {
            clauses.extend(["G.5.1", "G.11.3"]);
            say += &format!(" Borrowed cards are not theirs: {}.", cite("G.11.2"));
        }
        if nobodys {
            clauses.extend(["G.7.4.5", "G.8.5"]);
            say += &format!(" The shuffled centre is nobody's: {}.", cite("G.7.4.5"));
        }
        end(desk, player, Ended::Cleared, &clauses, finding, say);
    } else if desk.table.round_cap.is_some_and(|cap| desk.table.rounds[player.index()] >= cap) {
        let say = format!("{player} reaches the round cap and wins the match: {}.", cite("I.7.2"));
        end(desk, player, Ended::RoundCap, &["I.7.2"], finding, say);
    } else if left == holding {
        let say = format!(
            "{player} has {holding} slap penalty cards and nothing else, so the match goes on: {}; {}.",
            cite("G.9.3"),
            cite("H.7.2")
        );
        desk.rule(Kind::MatchEnd, &["G.9.3", "G.5.2", "H.4.1"], Some(player), Finding::NoOffence, say);
    }
}

fn end(desk: &mut Desk, winner: Player, ended: Ended, clauses: &[&'static str], finding: Finding, say: String) {
    desk.table.winner = Some(winner);
    desk.table.ended = Some(ended);
    desk.table.status = Status::MatchOver;
    desk.table.suspended = None;
    desk.note(Kind::MatchEnd, clauses, Some(winner), finding, say);
}

/// H.2.1: a round's end as told; the books know it already.
///
/// # Errors
/// Both players have foundation cards, or another player won.
pub(super) fn round_end(desk: &mut Desk, player: Option<Player>) -> Result<(), Impossible> {
    match (desk.table.finish, desk.table.round_winner, player) {
        (Some(_), Some(booked), Some(said)) if said != booked => Err(Impossible::OtherWinner { said, booked }),
        (Some(_), _, _) => Ok(()),
        _ => Err(Impossible::RoundNotOver(Player::BOTH.map(|player| desk.table.foundation_count(player)))),
    }
}

/// E.2.3: a round's start as told.
pub(super) fn round_start(desk: &Desk) -> Result<(), Impossible> {
    match desk.table.status {
        Status::BeforeMatch | Status::Ready | Status::Live if desk.table.boxed.is_empty() => Ok(()),
        _ => Err(moment(desk, "a round's start")),
    }
}

/// H.4: the match's end as told.
pub(super) fn match_end(desk: &mut Desk, player: Option<Player>) -> Result<(), Impossible> {
    match (desk.table.status, desk.table.winner, player) {
        (Status::MatchOver, Some(booked), Some(said)) if said != booked => {
            Err(Impossible::OtherWinner { said, booked })
        }
        (Status::MatchOver | Status::Terminated, _, _) => Ok(()),
        _ => {
            let say = format!("The match is said to be over, but nobody has won it: {}.", cite("H.4.1"));
            desk.rule(Kind::MatchEnd, &["H.4.1"], player, Finding::Referee, say);
            Ok(())
        }
    }
}

/// H.6.2 to H.6.4: the order of two last cards cannot be told.
pub(super) fn too_close(desk: &mut Desk) -> Result<(), Impossible> {
    let by_cards = matches!(desk.table.ended, None | Some(Ended::Cleared | Ended::RoundCap));
    let (Some(finish), Some(winner)) = (desk.table.finish.filter(|_| by_cards), desk.table.round_winner) else {
        return Err(moment(desk, "a finish too close to call"));
    };
    if !finish.both {
        return Err(Impossible::OneFinisher);
    }
    let table = &mut desk.table;
    // The other player's card was never booked: it lies where it goes back to.
    if let Some(laid) = table.centre[finish.pile.index()].pop()
        && let Some((player, place)) = laid.from
    {
        foundation::take_back(table, player, place, laid.card);
    }
    table.rounds[winner.index()] = table.rounds[winner.index()].saturating_sub(1);
    (table.round_winner, table.finish, table.winner, table.ended) = (None, None, None, None);
    table.suspended = None;
    table.status = Status::Stopped;
    reveals::tops_changed(table);
    desk.table.condition = Condition::Inactive;
    desk.rule(
        Kind::SimultaneousFinish,
        &["H.6.2", "H.6.3", "H.6.4"],
        None,
        Finding::NoOffence,
        format!("Too close to call: {}; {}.", cite("H.6.3"), cite("H.6.4")),
    );
    Ok(())
}

/// E.6, H.5: a player concedes the match.
pub(super) fn concession(desk: &mut Desk, player: Player) -> Result<(), Impossible> {
    if matches!(desk.table.status, Status::MatchOver | Status::Terminated) {
        return Err(moment(desk, "a concession"));
    }
    let winner = player.opponent();
    let (clauses, how): (&[&'static str], _) = if desk.table.in_round() {
        let rounds = &mut desk.table.rounds[winner.index()];
        *rounds = rounds.saturating_add(1);
        (&["E.6.1", "E.6.2", "E.6.4", "H.5.2"], cite("E.6.2"))
    } else {
        (&["E.6.1", "E.6.3", "E.6.4", "H.5.3"], cite("E.6.3"))
    };
    desk.table.finish = None;
    let say = format!("{player} concedes and {winner} wins the match: {how}; {}.", cite("E.6.4"));
    end(desk, winner, Ended::Concession, clauses, Finding::NoOffence, say);
    Ok(())
}

/// I.7.3, I.7.4, I.7.6: a player does not begin.
pub(super) fn forfeit(desk: &mut Desk, player: Player) -> Result<(), Impossible> {
    if desk.table.begun || desk.table.status != Status::BeforeMatch {
        return Err(moment(desk, "a forfeit"));
    }
    let winner = player.opponent();
    desk.table.rounds = [0, 0];
    desk.table.rounds[winner.index()] = 2;
    let say = format!("{player} forfeits and {winner} wins: {}; {}.", cite("I.7.4"), cite("I.7.6"));
    end(desk, winner, Ended::Forfeit, &["I.7.3", "I.7.4", "I.7.6"], Finding::NoOffence, say);
    Ok(())
}

/// A.3.4, E.7.5: the referee ends the match.
pub(super) fn termination(desk: &mut Desk) -> Result<(), Impossible> {
    if matches!(desk.table.status, Status::MatchOver | Status::Terminated) {
        return Err(moment(desk, "a termination"));
    }
    reveals::terminate(&mut desk.table);
    desk.table.finish = None;
    let say = format!("The referee ends the match without a winner: {}.", cite("A.3.4"));
    desk.note(Kind::MatchEnd, &["A.3.4", "E.7.5"], None, Finding::Referee, say);
    Ok(())
}

/// E.5, H.7, G.5.4, G.5.5, G.11.4: cards are collected, shuffled and built up for the next round.
pub(super) fn next_round(desk: &mut Desk, packs: &[Option<Order>; 2]) -> Result<(), Impossible> {
    if desk.table.status != Status::RoundOver {
        return Err(moment(desk, "the next round's set-up"));
    }
    collect(&mut desk.table);
    for player in Player::BOTH {
        let mut pack: Vec<CardId> =
            (0..super::table::DECK).filter(|card| desk.table.owner(*card) == Some(player)).collect();
        shuffle(&mut desk.table, &mut pack, packs[player.index()].as_ref(), pack_of(player))?;
        set_up::build(&mut desk.table, player, &pack);
    }
    let table = &mut desk.table;
    // A replayed round keeps its number.
    table.round = table.round.saturating_add(u32::from(table.round_winner.is_some()));
    (table.round_winner, table.finish) = (None, None);
    table.status = Status::Ready;
    table.ready = Readiness::default();
    set_up::begin_round_books(table);
    shortage::before_round(desk);
    Ok(())
}

/// Every card to its owner; the centre and nobody's cards to the round's loser.
fn collect(table: &mut Table) {
    if let Some(loser) = table.round_winner.map(Player::opponent) {
        let centre: Vec<CardId> = table.centre.iter().flatten().map(|laid| laid.card).collect();
        for card in centre {
            table.owners[usize::from(card)] = Some(loser);
        }
        for owner in &mut table.owners {
            owner.get_or_insert(loser);
        }
    }
    for side in 0..2 {
        table.foundations[side].clear();
        table.decks[side].clear();
        table.holding[side].clear();
        table.centre[side].clear();
    }
    table.loans.clear();
    table.condition = Condition::Inactive;
}
