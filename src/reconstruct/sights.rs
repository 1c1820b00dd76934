//! What was seen beside the events of play, as the Laws take it: sights.
//!
//! In come candidates (hands that lay on a Draw Deck, that lingered over a pile, cards in a Boundary) and the course of the game, out
//! come [`Sight`]s for the clauses that ask about them. What the course explains is left out: a hand at its own Draw Deck that
//! revealed, or one over a pile that brought a card there.

use super::{Course, table_sights};
use crate::base::{Measured, Pile, Player, TimeScale};
use crate::events::{Between, DeckTouch, JokerLay, KeptHidden, Lingering, LiveCount, MatMoved, Meeting, Twins};
use crate::facts::{Event, EventKind};
use crate::law::isf::sights::sight::Area;
use crate::law::isf::sights::{Seen, Sight};

/// A reveal follows the hand's coming to the deck within this, real seconds, and was a little before it at most.
const REVEAL_AFTER_SECS: f64 = 2.5;
const REVEAL_BEFORE_SECS: f64 = 0.5;
/// A hand stays over a pile for so long before it can be said to hover, real seconds.
const HOVERS_SECS: f64 = 0.5;
/// That a hand which is held over a pile, and never seen to land there, has not landed: it may lie under another hand.
const HOVERS: f64 = 0.6;
/// Hands of both players that are over a pile within this of each other slap or fake, real seconds.
const BOTH_SECS: f64 = 0.3;
/// Standard deviation of when a hand came over a pile, steps.
const CAME_STEPS: f64 = 1.0;

/// Candidates for the clauses that ask about more than the play.
#[derive(Debug, Clone, Default)]
pub struct Beside {
    /// Hands that lay on a Draw Deck.
    pub touches: Vec<DeckTouch>,
    /// Hands that stayed over a pile.
    pub lingering: Vec<Lingering>,
    /// More live cards than there may be.
    pub counts: Vec<LiveCount>,
    /// Cards that a hand kept out of sight.
    pub hidden: Vec<KeptHidden>,
    /// Cards that lay in two places.
    pub twins: Vec<Twins>,
    /// Jokers that lay on the table.
    pub jokers: Vec<JokerLay>,
    /// Hands of the two players that came over each other and stopped.
    pub meetings: Vec<Meeting>,
    /// Cards laid between the piles.
    pub between: Vec<Between>,
    /// Movements of mats and of the camera.
    pub moved: Vec<MatMoved>,
}

/// The sights of a recording, by time.
pub fn sights(course: &Course, beside: &Beside, scale: TimeScale) -> Vec<Sight> {
    let mut sights: Vec<Sight> = Vec::new();
    sights.extend(beside.touches.iter().filter_map(|touch| deck_touched(course, touch, scale)));
    sights.extend(beside.lingering.iter().filter_map(|hand| hovering(course, &beside.lingering, hand, scale)));
    sights.extend(beside.counts.iter().map(live_cards));
    let hovering: Vec<Sight> = sights.clone();
    let hovers = |player, pile, span| hovers(&hovering, player, pile, span);
    sights.extend(beside.hidden.iter().filter_map(|kept| table_sights::hidden(course, kept, hovers, scale)));
    sights.extend(beside.twins.iter().map(|twins| table_sights::twice(course, twins, scale)));
    sights.extend(beside.jokers.iter().map(|joker| table_sights::joker(course, joker, scale)));
    sights.extend(beside.meetings.iter().filter_map(|meeting| table_sights::met(course, meeting, scale)));
    sights.extend(beside.between.iter().filter_map(|card| table_sights::between(course, card, scale)));
    sights.extend(beside.moved.iter().map(table_sights::moved));
    sights.sort_by(|a, b| a.at.t.total_cmp(&b.at.t).then(a.player.cmp(&b.player)));
    sights
}

/// Whether a hand of the player is told to hover over the pile at some instant of the span: it is not told to hide its top as well.
fn hovers(told: &[Sight], player: Player, pile: Pile, (from, until): (f64, f64)) -> bool {
    told.iter().any(|sight| {
        let there = matches!(sight.seen, Seen::Hovering { over, .. } if over == area(pile));
        there && sight.player == Some(player) && sight.at.t < until && sight.until > from
    })
}

fn area(pile: Pile) -> Area {
    match pile {
        Pile::Left => Area::Left,
        Pile::Right => Area::Right,
    }
}

/// B.5.2: a hand on a Draw Deck, unless its player revealed then.
fn deck_touched(course: &Course, touch: &DeckTouch, scale: TimeScale) -> Option<Sight> {
    let (before, after) = (REVEAL_BEFORE_SECS / scale.real_per_file, REVEAL_AFTER_SECS / scale.real_per_file);
    let revealed = |event: &Event| {
        // A card from nobody knows where may be this player's reveal.
        let reveals = event.kind == EventKind::Reveal || (event.kind == EventKind::Contact && event.player.is_none());
        let theirs = event.player.is_none_or(|player| player == touch.player);
        reveals && theirs && (touch.at.t - before..=touch.until + after).contains(&event.at.t)
    };
    let own = touch.player == touch.deck;
    (!(own && course.events.iter().any(revealed))).then_some(Sight {
        at: touch.at,
        until: touch.until,
        player: Some(touch.player),
        hand: Some(touch.hand),
        confidence: touch.confidence,
        seen: Seen::DeckTouched { deck: touch.deck, revealed: false },
    })
}

/// D.10.2: a hand over a pile that did not land there, unless it brought a card or both players are at the piles.
fn hovering(course: &Course, all: &[Lingering], hand: &Lingering, scale: TimeScale) -> Option<Sight> {
    if (hand.to - hand.from) * scale.real_per_file < HOVERS_SECS {
        return None;
    }
    let near = BOTH_SECS / scale.real_per_file;
    let with = |from: f64, to: f64| from < hand.to + near && to > hand.from - near;
    let other = |player: Option<Player>| player.is_none_or(|player| player != hand.player);
    let brings = |event: &Event| {
        let lays = matches!(event.kind, EventKind::Contact | EventKind::Reveal | EventKind::Play);
        let touches = event.kind == EventKind::Touch;
        let own = event.player == Some(hand.player) && event.pile == Some(hand.pile) && lays;
        (own || (touches && other(event.player))) && with(event.at.t, event.at.t)
    };
    let contested = all.iter().any(|rival| rival.player != hand.player && with(rival.from, rival.to));
    if contested || course.events.iter().any(brings) {
        return None;
    }
    let over = area(hand.pile);
    Some(Sight {
        at: Measured::normal(hand.from, CAME_STEPS * hand.step),
        until: hand.to,
        player: Some(hand.player),
        hand: Some(hand.hand),
        confidence: HOVERS,
        seen: Seen::Hovering { over, carrying: false, height_cm: None },
    })
}

/// D.3.1: more live cards than four.
fn live_cards(count: &LiveCount) -> Sight {
    Sight {
        at: count.at,
        until: count.until,
        player: Some(count.player),
        hand: None,
        confidence: count.confidence,
        seen: Seen::LiveCards { count: count.count.min(10) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::HandSide;

    fn touch(deck: Player) -> DeckTouch {
        DeckTouch {
            player: Player::One,
            hand: HandSide::Right,
            deck,
            at: Measured::normal(1.0, 0.01),
            until: 1.4,
            confidence: 0.7,
        }
    }

    fn event(kind: EventKind, player: Player, pile: Pile, t: f64) -> Event {
        Event {
            at: Measured::normal(t, 0.01),
            kind,
            player: Some(player),
            hand: None,
            pile: Some(pile),
            card: None,
            confidence: 0.9,
        }
    }

    fn told(events: Vec<Event>, touches: &[DeckTouch], lingering: &[Lingering]) -> usize {
        let course = Course { events, ..Course::default() };
        let beside = Beside { touches: touches.to_vec(), lingering: lingering.to_vec(), ..Beside::default() };
        sights(&course, &beside, TimeScale::REAL).len()
    }

    #[test]
    fn a_hand_on_its_deck_that_reveals_is_none_and_one_on_the_opponents_is() {
        let reveal = |player| vec![event(EventKind::Reveal, player, Pile::Left, 2.0)];
        assert_eq!(told(vec![], &[touch(Player::One)], &[]), 1);
        assert_eq!(told(reveal(Player::One), &[touch(Player::One)], &[]), 0);
        assert_eq!(told(reveal(Player::Two), &[touch(Player::One)], &[]), 1);
        assert_eq!(told(reveal(Player::One), &[touch(Player::Two)], &[]), 1);
    }

    #[test]
    fn a_hand_over_a_pile_hovers_when_it_is_long_alone_and_brings_nothing() {
        let over =
            |player, from, to| Lingering { player, hand: HandSide::Left, pile: Pile::Left, from, to, step: 0.01 };
        let hand = over(Player::One, 1.0, 1.8);
        assert_eq!(told(vec![], &[], &[hand]), 1);
        assert_eq!(told(vec![], &[], &[over(Player::One, 1.0, 1.4)]), 0);
        assert_eq!(told(vec![], &[], &[hand, over(Player::Two, 1.9, 2.1)]), 0);
        assert_eq!(told(vec![event(EventKind::Contact, Player::One, Pile::Left, 1.9)], &[], &[hand]), 0);
        assert_eq!(told(vec![event(EventKind::Touch, Player::Two, Pile::Right, 1.9)], &[], &[hand]), 0);
        assert_eq!(told(vec![event(EventKind::Contact, Player::Two, Pile::Right, 1.9)], &[], &[hand]), 1);
    }
}
