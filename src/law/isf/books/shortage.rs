//! Draw Deck shortages (Law G): noted at zero, acted on at the next stoppage, loans, both at zero.
//!
//! Reading of G.3.2 and G.8.1: which half of an odd Draw Deck gets the odd card is not said. The act may say
//! it; otherwise the lender keeps it. A Draw Deck of one card thus stays whole and is revealed alone (G.8.3).
//!
//! Reading of G.7.4.2: likewise for the shuffled centre; otherwise Player 1's new Draw Deck has the odd card,
//! which changes nothing (G.8.4).
//!
//! Reading of G.2.2: a player without a live card and without slap penalties is not short however empty the
//! Draw Deck; they turn a card up first (D.2.7).
//!
//! Reading of G.7.4: "simultaneously" is that both are empty when play has stopped, whichever came there
//! first; there is nothing to split then.
//!
//! Gap: with both Draw Decks at zero and nothing on the centre (a slap took it) there is nothing to reveal.
//! The Laws have no answer; it is the referee's (A.5.3), for instance a replay of the round (E.7.4).
//!
//! Gap: with both at zero and no foundation card next in rank to any card of the centre, no play can ever
//! come: the same cards would be revealed for ever. Shown to the referee, who may again have the round
//! replayed.
//!
//! Reading of G.3.1: a split at the wrong moment, or into unequal halves, is undone and not booked.

use super::act::Order;
use super::clauses::cite;
use super::desk::Desk;
use super::faces::{self, learn, lose_sight};
use super::impossible::Impossible;
use super::set_up::moment;
use super::table::{CardId, Loan, Status, Table};
use crate::base::Player;
use crate::facts::{Finding, Kind};
use crate::law::isf::follows;

/// G.2.1, G.2.2: whether a player is short of a Draw Deck now. No does not say that the deck has cards.
pub fn is_short(table: &Table, player: Player) -> bool {
    table.decks[player.index()].is_empty()
        && (!table.live_places(player).is_empty() || !table.holding[player.index()].is_empty())
}

/// G.3.2: the player who has to be lent cards before the next reveal. `None` also when the other player has
/// a single card left, which cannot be halved (G.8.3).
pub fn split_due(table: &Table) -> Option<Player> {
    let starting = table.revealed == [None, None];
    Player::BOTH
        .into_iter()
        .find(|player| starting && is_short(table, *player) && table.decks[player.opponent().index()].len() >= 2)
}

/// G.7.4: whether the centre has to be shuffled and split before the next reveal.
pub fn both_at_zero(table: &Table) -> bool {
    table.boxed.is_empty() && table.decks.iter().all(Vec::is_empty) && table.revealed == [None, None]
}

/// Whether no play can come again in this round: both Draw Decks are at zero and no foundation card, live
/// or not, follows a card of the centre. No also when a card that matters is unknown.
pub fn is_dead(table: &Table) -> bool {
    let rank = |card| table.face(card).map(|face| face.rank);
    let mut foundations = table.foundations.iter().flatten().flatten().map(|slot| rank(slot.card));
    let centre: Vec<_> = table.centre.iter().flatten().map(|laid| rank(laid.card)).collect();
    both_at_zero(table)
        && foundations
            .all(|one| centre.iter().all(|other| one.zip(*other).is_some_and(|(one, other)| !follows(one, other))))
}

/// G.2.1, G.2.3: the Draw Deck has just come to zero.
pub(super) fn at_zero(desk: &mut Desk, player: Player) {
    if !is_short(&desk.table, player) {
        return;
    }
    let say = format!("{player}'s Draw Deck is at zero: {}; {}.", cite("G.2.1"), cite("G.2.3"));
    desk.note(Kind::Shortage, &["G.2.1", "G.2.3"], Some(player), Finding::NoOffence, say);
}

/// G.2.4, G.6.1, G.6.2: ten or fewer cards before a round.
pub(super) fn before_round(desk: &mut Desk) {
    for player in Player::BOTH {
        if !is_short(&desk.table, player) {
            continue;
        }
        let count = desk.table.foundation_count(player);
        let say = format!("{player} starts the round with {count} cards: {}; {}.", cite("G.6.1"), cite("G.6.2"));
        desk.note(Kind::Shortage, &["G.6.1", "G.6.2", "G.6.3"], Some(player), Finding::NoOffence, say);
    }
}

fn at_a_stoppage(table: &Table) -> bool {
    matches!(table.status, Status::BeforeMatch | Status::Ready | Status::Stopped | Status::SlapWon)
        && table.revealed == [None, None]
        && table.boxed.is_empty()
}

fn refused(desk: &mut Desk, clauses: &[&'static str], say: String) {
    desk.note(Kind::Shortage, clauses, None, Finding::Offence, format!("{say} It is undone."));
}

/// G.3.2 to G.3.5: the top half of a Draw Deck is lent.
pub(super) fn loan(desk: &mut Desk, top_half: Option<u8>) -> Result<(), Impossible> {
    if matches!(desk.table.status, Status::MatchOver | Status::Terminated) {
        return Err(moment(desk, "a loan"));
    }
    if !at_a_stoppage(&desk.table) {
        refused(desk, &["G.2.3", "G.3.1"], format!("A Draw Deck is split while play is on: {}.", cite("G.3.1")));
        return Ok(());
    }
    let Some(borrower) = split_due(&desk.table) else {
        refused(desk, &["G.3.2"], "A Draw Deck is split without a shortage that calls for it (G.3.2).".to_owned());
        return Ok(());
    };
    let lender = borrower.opponent();
    let count = desk.table.decks[lender.index()].len();
    let top = top_half.map_or(count / 2, usize::from);
    if top != count / 2 && top != count.div_ceil(2) {
        let say = format!("{top} of {count} cards are no half: {}; {}.", cite("G.3.2"), cite("G.8.1"));
        refused(desk, &["G.3.2", "G.8.1"], say);
        return Ok(());
    }
    let cards = desk.table.decks[lender.index()].split_off(count - top);
    desk.table.decks[borrower.index()].clone_from(&cards);
    desk.table.loans.push(Loan { lender, borrower, cards });
    let again = if desk.table.loans.len() > 1 { " again" } else { "" };
    let mut clauses = vec!["G.3.2", "G.3.3", "G.11.1"];
    clauses.extend((desk.table.loans.len() > 1).then_some("G.7.3"));
    clauses.extend((count % 2 == 1).then_some("G.8.1"));
    let say = format!(
        "{lender}'s Draw Deck of {count} is split{again} and {borrower} plays with the top {top}: {}; {}.",
        cite("G.3.3"),
        cite("G.11.1")
    );
    desk.note(Kind::Shortage, &clauses, Some(borrower), Finding::NoOffence, say);
    Ok(())
}

/// G.7.4.1 to G.7.4.3: both at zero.
pub(super) fn centre_shuffle(desk: &mut Desk, order: Option<&Order>, first: Option<u8>) -> Result<(), Impossible> {
    if matches!(desk.table.status, Status::MatchOver | Status::Terminated) {
        return Err(moment(desk, "a shuffle of the centre"));
    }
    if !at_a_stoppage(&desk.table) || !both_at_zero(&desk.table) {
        let say = format!("The centre is shuffled, but: {}.", cite("G.7.4"));
        refused(desk, &["G.7.4"], say);
        return Ok(());
    }
    let mut cards: Vec<CardId> = desk.table.centre.iter().flatten().map(|laid| laid.card).collect();
    let count = cards.len();
    if count == 0 {
        desk.note(
            Kind::Shortage,
            &["G.7.4", "A.5.3", "E.7.4"],
            None,
            Finding::Referee,
            "Both Draw Decks and both Centre Piles are empty, so there is nothing to reveal: the Laws leave it to the referee \
             (A.5.3), who may have the round replayed (E.7.4)."
                .to_owned(),
        );
        return Ok(());
    }
    let one = first.map_or(count.div_ceil(2), usize::from);
    if one != count / 2 && one != count.div_ceil(2) {
        let say = format!("{one} of {count} cards are no half: {}.", cite("G.7.4.2"));
        refused(desk, &["G.7.4.2"], say);
        return Ok(());
    }
    if is_dead(&desk.table) {
        desk.note(
            Kind::Shortage,
            &["G.7.4", "A.5.3", "E.7.4"],
            None,
            Finding::Referee,
            "No foundation card of either player follows any card of the centre, so no play can come again: the Laws leave \
             it to the referee (A.5.3), who may have the round replayed (E.7.4)."
                .to_owned(),
        );
    }
    shuffle(&mut desk.table, &mut cards, order, faces::CENTRE)?;
    for pile in &mut desk.table.centre {
        pile.clear();
    }
    for card in &cards {
        desk.table.owners[usize::from(*card)] = None;
    }
    super::reveals::tops_changed(&mut desk.table);
    let two = cards.split_off(one);
    desk.table.decks = [cards, two].map(|deck| deck.into_iter().rev().collect());
    let say = format!(
        "Both Draw Decks are at zero: the {count} centre cards are shuffled and split {one} and {}: {}; {}.",
        count - one,
        cite("G.7.4.3"),
        cite("G.7.4.5")
    );
    desk.note(
        Kind::Shortage,
        &["G.7.4", "G.7.4.1", "G.7.4.2", "G.7.4.3", "G.7.4.4", "G.7.5"],
        None,
        Finding::NoOffence,
        say,
    );
    Ok(())
}

/// Puts a pack in the order told, top first; without one, or with faces only, it is a shuffle nobody
/// followed.
pub(super) fn shuffle(
    table: &mut Table,
    cards: &mut Vec<CardId>,
    order: Option<&Order>,
    group: u8,
) -> Result<(), Impossible> {
    cards.sort_unstable();
    match order {
        Some(Order::Ids(ids)) => {
            let mut sorted = ids.clone();
            sorted.sort_unstable();
            if sorted != *cards {
                return Err(Impossible::NotThosePack(cards.len()));
            }
            cards.clone_from(ids);
        }
        Some(Order::Faces(faces)) => {
            if faces.len() > cards.len() {
                return Err(Impossible::NotThosePack(cards.len()));
            }
            lose_sight(table, cards, group);
            for (card, face) in cards.iter().zip(faces) {
                learn(table, *card, Some(*face))?;
            }
        }
        None => lose_sight(table, cards, group),
    }
    Ok(())
}
