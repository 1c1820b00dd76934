//! Setting up: the match, the deal, a table as described, a new deck (B.6, D.2, D.4.1, I.6.1).
//!
//! Reading of D.2.1: a foundation takes the pack's top cards from the pack's top on, place after place, each
//! place from the bottom up.
//!
//! Reading of D.2.4 and G.6.3: "all available cards, at most four live" leaves the sub-piles open. As many
//! places as there can be live cards get one card, then the first is filled to four, the second to three,
//! the third to two.
//!
//! Reading of the deal: the Laws themselves give no number of cards; the beginners' guide before them gives
//! 26 each. Another deal of 52 cards is booked and left to the referee.

use super::act::{Described, Face, MatchKind, Pack};
use super::clauses::cite;
use super::desk::Desk;
use super::faces::{forget_all, learn};
use super::impossible::Impossible;
use super::table::{CardId, DECK, FOUNDATION, LIVE, Laid, Loan, RoundStart, Slot, Status, Table};
use super::{foundation, reveals, shortage};
use crate::base::{Pile, Player};
use crate::facts::{Finding, Kind};

/// Cards of each player at the deal (beginners' guide).
const HALF: usize = 26;
/// Cards of the four sub-piles (D.2.2).
const SUB_PILES: [usize; LIVE] = [4, 3, 2, 1];

/// I.6.1, I.7.2: who plays under what.
pub(super) fn match_set_up(
    desk: &mut Desk,
    players: &[String; 2],
    referee: Option<&String>,
    round_cap: Option<u32>,
    match_kind: Option<MatchKind>,
) -> Result<(), Impossible> {
    if desk.table.begun {
        return Err(moment(desk, "a match's set-up"));
    }
    desk.table.players = Some(players.clone());
    desk.table.referee = referee.cloned();
    // A cap of nought would be won before it is played.
    desk.table.round_cap = round_cap.filter(|cap| *cap > 0);
    desk.table.match_kind = match_kind;
    if lacks_referee(&desk.table) {
        let say = format!("The match needs a referee before it begins: {}; {}.", cite("A.2.4"), cite("A.2.3"));
        desk.note(Kind::MatchStanding, &["A.2.4", "A.2.3"], None, Finding::Referee, say);
    }
    Ok(())
}

/// A.2.4: an official match without a referee.
fn lacks_referee(table: &Table) -> bool {
    table.referee.is_none() && table.match_kind.is_some_and(MatchKind::is_official)
}

/// A.2.3, A.2.4, E.3.1: the match has begun all the same.
pub(super) fn begun(desk: &mut Desk) {
    if lacks_referee(&desk.table) {
        let say = format!("The match has begun without a referee: {}. So {}.", cite("A.2.4"), cite("A.2.3"));
        desk.rule(Kind::MatchStanding, &["A.2.4", "A.2.3"], None, Finding::Offence, say);
    }
}

/// E.2.1, E.5.5, H.7.4: a player or the referee confirms readiness. Nothing depends on it: a reveal without
/// it is no offence by itself.
pub(super) fn ready(desk: &mut Desk, player: Option<Player>) -> Result<(), Impossible> {
    if matches!(desk.table.status, Status::MatchOver | Status::Terminated) {
        return Err(moment(desk, "readiness"));
    }
    match player {
        Some(player) => desk.table.ready.players[player.index()] = true,
        None => desk.table.ready.referee = true,
    }
    Ok(())
}

/// C.2.5: the players have changed sides. What is to be done about it the Laws do not say; the cards stay
/// each player's.
pub(super) fn sides_swapped(desk: &mut Desk) -> Result<(), Impossible> {
    if matches!(desk.table.status, Status::MatchOver | Status::Terminated) {
        return Err(moment(desk, "a change of sides"));
    }
    let say = format!("The players changed sides: {}. What follows is for the referee.", cite("C.2.5"));
    desk.rule(Kind::SidesSwapped, &["C.2.5", "A.5.3"], None, Finding::Referee, say);
    Ok(())
}

/// D.2, D.4.1: the packs of Round 1 become foundations and Draw Decks.
pub(super) fn deal(desk: &mut Desk, packs: &[Pack; 2]) -> Result<(), Impossible> {
    only_undealt(desk, "a deal")?;
    let counts = packs.each_ref().map(|pack| match pack {
        Pack::Count(count) => usize::from(*count),
        Pack::Faces(faces) => faces.len(),
    });
    if counts[0] + counts[1] != usize::from(DECK) {
        return Err(Impossible::NotADeck(counts[0] + counts[1]));
    }
    if let Some(player) = Player::BOTH.into_iter().find(|player| counts[player.index()] == 0) {
        return Err(Impossible::NoCards(player));
    }
    let mut ids = std::mem::take(&mut desk.table.boxed).into_iter();
    for player in Player::BOTH {
        let pack: Vec<CardId> = ids.by_ref().take(counts[player.index()]).collect();
        for card in &pack {
            desk.table.owners[usize::from(*card)] = Some(player);
        }
        if let Pack::Faces(faces) = &packs[player.index()] {
            for (card, face) in pack.iter().zip(faces) {
                learn(&mut desk.table, *card, Some(*face))?;
            }
        }
        build(&mut desk.table, player, &pack);
    }
    desk.table.round = 1;
    begin_round_books(&mut desk.table);
    if counts != [HALF, HALF] {
        desk.note(
            Kind::Equipment,
            &["D.2.1", "A.5.3"],
            None,
            Finding::Referee,
            format!(
                "The deal gave Player 1 {} and Player 2 {} cards; the beginners' guide gives 26 each: {}.",
                counts[0],
                counts[1],
                cite("A.5.3")
            ),
        );
    }
    shortage::before_round(desk);
    Ok(())
}

/// D.2, H.7.3: a foundation and a Draw Deck from a pack, top first.
pub(super) fn build(table: &mut Table, player: Player, pack: &[CardId]) {
    let (foundation, deck) = pack.split_at(pack.len().min(FOUNDATION));
    let mut places = Vec::with_capacity(LIVE);
    let mut rest = foundation;
    for size in sub_pile_sizes(foundation.len()) {
        let (place, after) = rest.split_at(size);
        rest = after;
        let last = size.saturating_sub(1);
        places.push(place.iter().enumerate().map(|(i, card)| Slot { card: *card, up: i == last }).collect());
    }
    table.foundations[player.index()] = places;
    table.decks[player.index()] = deck.iter().rev().copied().collect();
}

/// How many cards each of the four places gets.
pub fn sub_pile_sizes(cards: usize) -> [usize; LIVE] {
    let mut sizes = [0; LIVE];
    let mut left = cards.min(FOUNDATION);
    for size in &mut sizes {
        *size = left.min(1);
        left -= *size;
    }
    for (size, full) in sizes.iter_mut().zip(SUB_PILES) {
        let more = left.min(full - 1);
        *size += more;
        left -= more;
    }
    sizes
}

/// What a round starts from, for a replay (E.7.4).
pub(super) fn begin_round_books(table: &mut Table) {
    table.round_start = RoundStart { owners: table.owners.clone(), slaps: table.slaps };
}

/// A record that begins in the middle of a match.
pub(super) fn describe(desk: &mut Desk, described: &Described) -> Result<(), Impossible> {
    only_undealt(desk, "a table as described")?;
    let table = &mut desk.table;
    let mut next: CardId = 0;
    let mut take = |table: &mut Table, faces: &[Face], owner: Option<Player>| -> Result<Vec<CardId>, Impossible> {
        let mut ids = Vec::with_capacity(faces.len());
        for face in faces {
            if next >= DECK {
                return Err(Impossible::NotADeck(usize::from(DECK) + 1));
            }
            learn(table, next, Some(*face))?;
            table.owners[usize::from(next)] = owner;
            ids.push(next);
            next += 1;
        }
        Ok(ids)
    };
    for player in Player::BOTH {
        let side = player.index();
        let mut places = Vec::new();
        for place in &described.foundations[side] {
            let ids = take(table, place, Some(player))?;
            let last = ids.len().saturating_sub(1);
            places.push(ids.into_iter().enumerate().map(|(i, card)| Slot { card, up: i == last }).collect());
        }
        table.foundations[side] = places;
        let deck_owner = if described.decks_are_nobodys { None } else { Some(player) };
        table.decks[side] = take(table, &described.decks[side], deck_owner)?;
        table.holding[side] = take(table, &described.holding[side], Some(player))?;
    }
    for pile in Pile::BOTH {
        // Whose a centre card is matters to nobody until the round's end gives it to the loser.
        let ids = take(table, &described.centre[pile.index()], Some(Player::One))?;
        table.centre[pile.index()] = ids
            .into_iter()
            .map(|card| Laid { card, from: None, legal: Some(true), settled: true, doubtful: false, act: 0 })
            .collect();
    }
    if let Some(player) = described.rest {
        let mut rest: Vec<CardId> = (next..DECK).collect();
        for card in &rest {
            table.owners[usize::from(*card)] = Some(player);
        }
        rest.append(&mut table.decks[player.index()]);
        table.decks[player.index()] = rest;
    } else if next != DECK {
        return Err(Impossible::NotADeck(usize::from(next)));
    }
    for borrower in Player::BOTH {
        let (deck, count) = (&table.decks[borrower.index()], usize::from(described.borrowed[borrower.index()]));
        let Some(from) = deck.len().checked_sub(count) else { return Err(Impossible::EmptyDeck(borrower)) };
        let cards = deck[from..].to_vec();
        if !cards.is_empty() && !described.decks_are_nobodys {
            for card in &cards {
                table.owners[usize::from(*card)] = Some(borrower.opponent());
            }
            table.loans.push(Loan { lender: borrower.opponent(), borrower, cards });
        }
    }
    table.boxed.clear();
    (table.rounds, table.slaps, table.begun) = (described.rounds, described.slaps, true);
    table.round = described.rounds.iter().fold(1, |sum, won| sum.saturating_add(*won));
    table.status = if described.live { Status::Live } else { Status::Stopped };
    if let Some(player) = Player::BOTH.into_iter().find(|player| table.foundation_count(*player) == 0) {
        return Err(Impossible::NoCards(player));
    }
    begin_round_books(table);
    reveals::tops_changed(table);
    for player in Player::BOTH {
        foundation::too_many_live(desk, player);
    }
    Ok(())
}

/// B.6.6: a new deck; each place keeps as many cards as it had, and nobody knows which.
///
/// Reading: B.6.6.3 gives each player as many cards as before. Between rounds nothing else matters; during a
/// round, by the referee's discretion (B.6.8), the same holds for every pile.
pub(super) fn deck_replacement(desk: &mut Desk) -> Result<(), Impossible> {
    let status = desk.table.status;
    forget_all(&mut desk.table);
    match status {
        Status::BeforeMatch | Status::Ready | Status::RoundOver => {}
        Status::MatchOver | Status::Terminated => return Err(moment(desk, "a new deck")),
        Status::Live | Status::Stopped | Status::SlapWon | Status::Suspended => {
            desk.rule(
                Kind::Equipment,
                &["B.6.5", "B.6.8"],
                None,
                Finding::Referee,
                format!("The deck is replaced during a round: {}; {}.", cite("B.6.5"), cite("B.6.8")),
            );
            if status == Status::Live {
                // Nobody can replace a deck while play is on.
                reveals::stop(desk);
            }
        }
    }
    reveals::tops_changed(&mut desk.table);
    Ok(())
}

fn only_undealt(desk: &Desk, what: &'static str) -> Result<(), Impossible> {
    if desk.table.boxed.len() == usize::from(DECK) { Ok(()) } else { Err(moment(desk, what)) }
}

/// Something that this moment of a match does not know.
pub(super) fn moment(desk: &Desk, what: &'static str) -> Impossible {
    Impossible::Moment { what, status: desk.table.status }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foundation_of_few_cards_has_as_many_places_as_it_can() {
        assert_eq!(sub_pile_sizes(26), [4, 3, 2, 1]);
        assert_eq!(sub_pile_sizes(6), [3, 1, 1, 1]);
        assert_eq!(sub_pile_sizes(3), [1, 1, 1, 0]);
    }
}
