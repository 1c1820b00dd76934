//! How the cards lie at the start: the scenario's named cards where it wants them, all others by chance.

use super::cards::{CardName, standard_deck};
use super::file::{Laws, Scenario};
use super::load::Fault;
use crate::base::{Card, Rank};
use crate::simulate::chance::Chance;
use crate::simulate::scene::CardIndex;

/// The table at the start. Lists go from the bottom to the top.
#[derive(Debug, Clone, PartialEq)]
pub struct Deal {
    /// What each card shows.
    pub cards: Vec<Card>,
    /// Sub-piles of each player; none in the games with one pile.
    pub foundations: Vec<Vec<Vec<CardIndex>>>,
    /// Draw Decks, or stacks, of each player.
    pub decks: Vec<Vec<CardIndex>>,
    /// Centre Piles, left and right, or the one pile.
    pub centre: Vec<Vec<CardIndex>>,
    /// Holding piles of each player.
    pub holding: Vec<Vec<CardIndex>>,
    /// Cards at the top of each Draw Deck that belong to the other player.
    pub borrowed: Vec<usize>,
    /// Play is on.
    pub in_play: bool,
}

/// Cards not given out yet.
struct Pack {
    cards: Vec<Card>,
    left: Vec<CardIndex>,
}

impl Pack {
    fn named(&mut self, name: CardName, path: &str) -> Result<CardIndex, Fault> {
        let at = self.left.iter().position(|card| name.fits(self.cards[usize::from(*card)]));
        at.map(|at| self.left.remove(at)).ok_or_else(|| {
            let text = String::from(name);
            Fault::new(
                path,
                format!("there is no {text} left in the deck; name another card, or list it in deck.strays"),
            )
        })
    }

    fn any(&mut self, path: &str) -> Result<CardIndex, Fault> {
        self.left.pop().ok_or_else(|| Fault::new(path, "the deck has no card left for it; ask for fewer cards"))
    }
}

/// Gives out the cards.
///
/// # Errors
/// The field that asks for a card that is not there, or for too many.
pub fn deal(scenario: &Scenario, seats: usize, chance: &mut Chance) -> Result<Deal, Fault> {
    let start = &scenario.start;
    let mut cards = standard_deck();
    if scenario.laws == Laws::SlapsHouse {
        cards.extend([Card { rank: Rank::Joker, suit: None }; 2]);
    }
    let named: Vec<CardName> = start
        .tops
        .iter()
        .flatten()
        .chain(start.live.iter().flatten())
        .chain(start.next.iter().flatten())
        .copied()
        .collect();
    for (i, stray) in scenario.deck.strays.iter().enumerate() {
        // A stray takes the place of a card that nobody asked for.
        let free = |card: &Card| !named.iter().any(|name| name.fits(*card)) && !stray.fits(*card);
        let at = (0..cards.len()).filter(|at| free(&cards[*at])).nth(7 * i + 3);
        let at =
            at.ok_or_else(|| Fault::new(format!("deck.strays[{i}]"), "there is no card left that it could replace"))?;
        cards[at] = stray.0;
    }
    let mut left: Vec<CardIndex> = (0..cards.len()).map(|i| i as CardIndex).collect();
    chance.shuffle(&mut left);
    let mut pack = Pack { cards, left };

    let piles = if scenario.laws.one_pile() { 1 } else { 2 };
    // A match begins before its first reveal.
    let in_play = start.in_play.unwrap_or(scenario.plays.is_none());
    let mut tops = Vec::new();
    if let Some(wanted) = start.tops {
        for (i, name) in wanted.into_iter().take(piles).enumerate() {
            tops.push(pack.named(name, &format!("start.tops[{i}]"))?);
        }
    }
    let mut live = vec![Vec::new(); seats];
    let mut next = vec![Vec::new(); seats];
    for player in 0..seats {
        for (i, name) in start.live.get(player).into_iter().flatten().enumerate() {
            live[player].push(pack.named(*name, &format!("start.live[{player}][{i}]"))?);
        }
        for (i, name) in start.next.get(player).into_iter().flatten().enumerate() {
            next[player].push(pack.named(*name, &format!("start.next[{player}][{i}]"))?);
        }
    }
    // Tops that nobody named differ in rank: equal ones are a slap condition, which a script asks for.
    while in_play && tops.len() < piles && !scenario.laws.one_pile() {
        let rank = |card: CardIndex| pack.cards[usize::from(card)].rank;
        let other = tops.first().map(|top| rank(*top));
        let at = pack.left.iter().position(|card| Some(rank(*card)) != other && rank(*card) != Rank::Joker);
        tops.push(pack.left.remove(at.unwrap_or(0)));
    }

    let mut foundations = vec![Vec::new(); seats];
    if !scenario.laws.one_pile() {
        for (player, places) in foundations.iter_mut().enumerate() {
            let sizes = start.sub_piles.get(player).cloned().unwrap_or_else(|| vec![4, 3, 2, 1]);
            if sizes.len() > 4 || sizes.iter().map(|size| usize::from(*size)).sum::<usize>() > 20 {
                return Err(Fault::new(
                    format!("start.sub_piles[{player}]"),
                    "at most four sub-piles with twenty cards in all",
                ));
            }
            if live[player].len() > sizes.len() {
                return Err(Fault::new(
                    format!("start.live[{player}]"),
                    format!("it names more live cards than there are sub-piles ({})", sizes.len()),
                ));
            }
            for (place, size) in sizes.iter().enumerate() {
                let mut pile = Vec::new();
                for _ in 1..*size {
                    pile.push(pack.any(&format!("start.sub_piles[{player}]"))?);
                }
                match live[player].get(place) {
                    Some(card) => pile.push(*card),
                    None if *size > 0 => pile.push(pack.any(&format!("start.sub_piles[{player}]"))?),
                    None => {}
                }
                places.push(pile);
            }
        }
    }
    let mut centre = vec![Vec::new(); piles];
    if in_play {
        for (pile, cards) in centre.iter_mut().enumerate() {
            let ordinary = if scenario.laws.one_pile() { 0 } else { 2 + chance.below(6) };
            let count = start.centre.map_or(ordinary, |counts| usize::from(counts[pile]));
            if count > 30 {
                return Err(Fault::new(format!("start.centre[{pile}]"), format!("it is {count}; 0 to 30 is allowed")));
            }
            for _ in usize::from(tops.get(pile).is_some())..count {
                cards.push(pack.any("start.centre")?);
            }
            cards.extend(tops.get(pile));
        }
    }
    let mut holding = vec![Vec::new(); seats];
    for (player, cards) in holding.iter_mut().enumerate() {
        for _ in 0..start.holding.get(player).copied().unwrap_or(0) {
            cards.push(pack.any(&format!("start.holding[{player}]"))?);
        }
    }
    // What is left goes to the Draw Decks in equal parts, under the cards named as next.
    let mut decks = vec![Vec::new(); seats];
    for card in std::mem::take(&mut pack.left) {
        let fewest = (0..seats).min_by_key(|player| decks[*player].len() + next[*player].len());
        decks[fewest.unwrap_or(0)].push(card);
    }
    for (deck, next) in decks.iter_mut().zip(&next) {
        deck.extend(next.iter().rev());
    }
    let borrowed = (0..seats)
        .map(|player| usize::from(start.borrowed.get(player).copied().unwrap_or(0)).min(decks[player].len()))
        .collect();
    Ok(Deal { cards: pack.cards, foundations, decks, centre, holding, borrowed, in_play })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::chance::Seed;
    use crate::simulate::scenario::load::read;

    #[test]
    fn every_card_lies_somewhere_once_and_named_ones_where_they_were_wanted() {
        let text = r#"{"schema": "slapsight.scenario/1", "start": {"tops": ["6h", "9"], "live": [["7h"], ["K"]], "next": [[], ["2d", "3d"]]}}"#;
        let scenario = read(text, "s").expect("good");
        let deal = deal(&scenario, 2, &mut Seed(5).stream("deal")).expect("dealt");
        let name = |card: CardIndex| super::super::cards::name(deal.cards[usize::from(card)]);
        assert_eq!(name(*deal.centre[0].last().expect("a top")), "6h");
        assert_eq!(name(*deal.foundations[0][0].last().expect("live")), "7h");
        let deck = &deal.decks[1];
        assert_eq!((name(deck[deck.len() - 1]), name(deck[deck.len() - 2])), ("2d".to_owned(), "3d".to_owned()));
        let mut all: Vec<CardIndex> = deal
            .foundations
            .iter()
            .flatten()
            .flatten()
            .chain(deal.decks.iter().flatten())
            .chain(deal.centre.iter().flatten())
            .copied()
            .collect();
        all.sort_unstable();
        assert!(all.iter().copied().eq(0..52));
    }

    #[test]
    fn a_card_that_is_not_there_is_refused_by_its_field() {
        let text = r#"{"schema": "slapsight.scenario/1", "start": {"tops": ["6h", "6h"]}}"#;
        let scenario = read(text, "s").expect("reads");
        let fault = deal(&scenario, 2, &mut Seed(5).stream("deal")).expect_err("one card twice");
        assert_eq!(fault.path, "start.tops[1]");
    }
}
