//! Two cards aimed at one top (D.9).
//!
//! Reading of D.9.1: acts carry order only, so the card told first is the one that touched first. The other,
//! which followed the top that both were aimed at but not the first card, is neither legally played nor an
//! offence by itself: D.8 speaks of cards out of sequence, and this one was in sequence when it left the hand.
//! It lies on the pile until it is taken off or put back (E.4.5), with nothing due, and the referee is told.
//!
//! Reading: when the act does not say whether both were played at once, two plays told one right after the
//! other are taken to be, and any other play in between to mean that the second came later.

use super::clauses::cite;
use super::desk::Desk;
use super::impossible::Impossible;
use super::reveals::tops_changed;
use super::table::{Laid, Status, Table};
use super::{ending, foundation};
use crate::base::{Pile, Player, Rank};
use crate::facts::{Finding, Kind};
use crate::law::isf::follows;

/// D.9.1: whether a card about to be laid was aimed at the top that the other player has just covered. No
/// also when a rank that matters is unknown.
pub(super) fn is_beaten(table: &Table, player: Player, pile: Pile, rank: Option<Rank>, at_once: Option<bool>) -> bool {
    let [.., below, first] = table.centre[pile.index()][..] else { return false };
    let others = first.from.is_some_and(|(one, _)| one != player) && first.legal == Some(true);
    // The first card's act is the one before this.
    let together = at_once.unwrap_or(first.act.saturating_add(1) == table.acts);
    let onto = |laid: Laid| table.face(laid.card).map(|face| face.rank);
    let (Some(rank), Some(first), Some(below)) = (rank, onto(first), onto(below)) else { return false };
    others && together && follows(rank, below) && !follows(rank, first)
}

/// D.9.1, D.9.2: the ruling on the later card.
pub(super) fn beaten(desk: &mut Desk, player: Player, pile: Pile) {
    let say = format!(
        "{player}'s card was aimed at the top that {} covered first on the {pile} pile: {}; {}.",
        player.opponent(),
        cite("D.9.1"),
        cite("D.9.2")
    );
    desk.rule(Kind::SimultaneousPlay, &["D.9.1", "D.9.2"], None, Finding::Referee, say);
}

/// D.9.2: the referee finds the later card to have come first. It counts, and the other goes back.
///
/// # Errors
/// The pile's top is not the later card of two, or not that player's.
pub(super) fn placed_first(desk: &mut Desk, pile: Pile, player: Player) -> Result<(), Impossible> {
    let cards = &mut desk.table.centre[pile.index()];
    let [.., below, one, two] = cards[..] else { return Err(Impossible::NothingThere(pile)) };
    let rank = |laid: Laid| desk.table.faces.get(usize::from(laid.card)).copied().flatten().map(|face| face.rank);
    let followed = rank(two).zip(rank(below)).is_some_and(|(card, top)| follows(card, top));
    let both = two.from.zip(one.from).filter(|((later, _), (first, _))| *later == player && later != first);
    let Some((_, (first, place))) = both.filter(|_| followed && two.legal == Some(false) && one.legal == Some(true))
    else {
        return Err(Impossible::NothingThere(pile));
    };
    cards.truncate(cards.len() - 2);
    cards.push(Laid { legal: Some(true), ..two });
    foundation::take_back(&mut desk.table, first, place, one.card);
    tops_changed(&mut desk.table);
    let say = format!("The referee has {player}'s card as the first: {}. {first}'s goes back.", cite("D.9.2"));
    desk.rule(Kind::SimultaneousPlay, &["D.9.2", "D.9.1"], Some(player), Finding::NoOffence, say);
    if desk.table.status == Status::Live && desk.table.foundation_count(player) == 0 {
        ending::last_card(desk, player, pile, false);
    }
    Ok(())
}
