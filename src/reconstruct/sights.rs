//! What was seen beside the events of play, as the Laws take it: sights.
//!
//! In come candidates (hands that lay on a Draw Deck, that lingered over a pile, cards in a Boundary) and the course of the game, out
//! come [`Sight`]s for the clauses that ask about them. What the course explains is left out: a hand at its own Draw Deck that
//! revealed, or one over a pile that brought a card there.

use super::{Course, JokerLaid, hovering, reveal_sights, table_sights};
use crate::base::{Player, TimeScale};
use crate::events::{
    Between, DeckMoved, DeckTouch, InHand, KeptHidden, Lasting, Lingering, LiveCount, MatMoved, Meeting, OverDeck,
    RevealWay, Twins,
};
use crate::facts::{Event, EventKind};
use crate::law::isf::sights::{Seen, Sight};

/// A reveal follows the hand's coming to the deck within this, real seconds, and was a little before it at most.
const REVEAL_AFTER_SECS: f64 = 2.5;
const REVEAL_BEFORE_SECS: f64 = 0.5;
/// A hand that lay on a deck within this of its being moved moved it, real seconds.
const PUSH_SECS: f64 = 0.5;
/// Hands of one player that come within this of each other slap, real seconds.
const SLAPS_SECS: f64 = 0.1;

/// Candidates for the clauses that ask about more than the play.
#[derive(Debug, Clone, Default)]
pub struct Beside {
    /// Hands that lay on a Draw Deck.
    pub touches: Vec<DeckTouch>,
    /// Hands that stayed over a Draw Deck.
    pub over_decks: Vec<OverDeck>,
    /// Ways of hands from their own Draw Deck to a pile.
    pub ways: Vec<RevealWay>,
    /// Cards of Draw Decks that were read in hands.
    pub in_hands: Vec<InHand>,
    /// Draw Decks that were moved over their lines.
    pub decks_moved: Vec<DeckMoved>,
    /// Hands that stayed over a pile.
    pub lingering: Vec<Lingering>,
    /// Hands that are seen to the recording's end.
    pub lasting: Vec<Lasting>,
    /// More live cards than there may be.
    pub counts: Vec<LiveCount>,
    /// Cards that a hand kept out of sight.
    pub hidden: Vec<KeptHidden>,
    /// Cards that lay in two places.
    pub twins: Vec<Twins>,
    /// Jokers that lay on the table.
    pub jokers: Vec<JokerLaid>,
    /// Hands of the two players that came over each other and stopped.
    pub meetings: Vec<Meeting>,
    /// Cards laid between the piles.
    pub between: Vec<Between>,
    /// Movements of mats and of the camera.
    pub moved: Vec<MatMoved>,
}

/// The sights of a recording that ends at `end`, file seconds, by time.
pub fn sights(course: &Course, beside: &Beside, end: f64, scale: TimeScale) -> Vec<Sight> {
    let mut sights: Vec<Sight> = Vec::new();
    let pushes = |touch: &&DeckTouch| beside.decks_moved.iter().any(|moved| pushed_it(touch, moved, scale));
    let touches = beside.touches.iter().filter(|touch| !pushes(touch));
    sights.extend(touches.filter_map(|touch| deck_touched(course, beside, touch, scale)));
    sights.extend(beside.decks_moved.iter().map(deck_moved));
    let pushes = |over: &&OverDeck| beside.decks_moved.iter().any(|moved| was_over(over, moved, scale));
    let over_decks = beside.over_decks.iter().filter(|over| !pushes(over));
    sights.extend(over_decks.filter_map(|over| hovering::over_deck(course, beside, over, scale)));
    sights.extend(beside.ways.iter().filter_map(|way| reveal_sights::in_steps(course, way, scale)));
    let faces =
        beside.in_hands.iter().filter(|card| !beside.decks_moved.iter().any(|moved| is_its_rim(card, moved, scale)));
    let shown = faces.filter_map(|card| reveal_sights::shown(course, card, scale));
    let shown: Vec<Sight> = shown.filter(|shown| !reveal_sights::on_the_way(shown, &sights)).collect();
    sights.extend(shown);
    sights
        .extend(beside.lingering.iter().filter_map(|hand| hovering::lingering(course, &beside.lingering, hand, scale)));
    sights.extend(beside.counts.iter().map(live_cards));
    // A hand over a pile may do both, hover there and hide its top: one view does not tell how high it is.
    sights.extend(beside.hidden.iter().filter_map(|kept| table_sights::hidden(course, kept, scale)));
    sights.extend(table_sights::all_twice(course, &beside.twins, scale));
    sights.extend(beside.jokers.iter().map(|joker| table_sights::joker(course, joker, scale)));
    sights.extend(beside.meetings.iter().filter_map(|meeting| table_sights::met(course, meeting, scale)));
    sights.extend(beside.between.iter().filter_map(|card| table_sights::between(course, card, scale)));
    sights.extend(beside.moved.iter().map(table_sights::moved));
    sights.extend(hovering::held_over(course, &beside.lasting, end, scale));
    sights.sort_by(|a, b| a.at.t.total_cmp(&b.at.t).then(a.player.cmp(&b.player)));
    hovering::once(&mut sights, scale);
    sights
}

/// B.5.2: a hand on a Draw Deck, unless its player revealed then. One that seems to come to the opponent's as the other hand comes to
/// a pile slaps: on other hands it is high above the table, and an oblique lens shows it far behind where it is.
fn deck_touched(course: &Course, beside: &Beside, touch: &DeckTouch, scale: TimeScale) -> Option<Sight> {
    let near = SLAPS_SECS / scale.real_per_file;
    let other_hand = |event: &Event| {
        let other = event.player == Some(touch.player) && event.hand.is_some_and(|hand| hand != touch.hand);
        event.kind == EventKind::Touch && other && (event.at.t - touch.at.t).abs() < near
    };
    let explained = if touch.player == touch.deck {
        revealed(course, beside, touch.player, (touch.at.t, touch.until), scale)
    } else {
        course.events.iter().any(other_hand)
    };
    (!explained).then_some(Sight {
        at: touch.at,
        until: touch.until,
        player: Some(touch.player),
        hand: Some(touch.hand),
        confidence: touch.confidence,
        seen: Seen::DeckTouched { deck: touch.deck, revealed: false },
    })
}

/// Whether a player whose hand was at the own Draw Deck from one instant to another revealed then.
pub(super) fn revealed(
    course: &Course,
    beside: &Beside,
    player: Player,
    (from, to): (f64, f64),
    scale: TimeScale,
) -> bool {
    let (before, after) = (REVEAL_BEFORE_SECS / scale.real_per_file, REVEAL_AFTER_SECS / scale.real_per_file);
    let then = |t: f64| (from - before..=to + after).contains(&t);
    let reveals = |event: &Event| {
        // A card from nobody knows where may be this player's reveal.
        let reveals = event.kind == EventKind::Reveal || (event.kind == EventKind::Contact && event.player.is_none());
        reveals && event.player.is_none_or(|who| who == player) && then(event.at.t)
    };
    // A hand that goes straight from the deck to a pile reveals, whether or not the card was read there.
    let way = |way: &RevealWay| way.player == player && then(way.until);
    course.events.iter().any(reveals) || beside.ways.iter().any(way)
}

/// Whether a hand was over a deck to push it.
fn was_over(over: &OverDeck, moved: &DeckMoved, scale: TimeScale) -> bool {
    let near = PUSH_SECS / scale.real_per_file;
    over.deck == moved.deck && (over.from - near..=over.to + near).contains(&moved.at.t)
}

/// Whether what seemed to be a face in a hand, which nothing could be read on, was the white rim of the deck that it pushed.
fn is_its_rim(card: &InHand, moved: &DeckMoved, scale: TimeScale) -> bool {
    let near = PUSH_SECS / scale.real_per_file;
    let at_its_deck = (moved.player, moved.hand, moved.deck) == (card.player, card.hand, card.player);
    card.rank.is_none() && at_its_deck && (card.at.t - near..=card.until + near).contains(&moved.at.t)
}

/// Whether a hand was on a deck to push it: then that is told, and not the touch too.
fn pushed_it(touch: &DeckTouch, moved: &DeckMoved, scale: TimeScale) -> bool {
    let near = PUSH_SECS / scale.real_per_file;
    touch.deck == moved.deck && (touch.at.t - near..=touch.until + near).contains(&moved.at.t)
}

/// B.5.1, B.5.3: a Draw Deck that was moved over its line. That it was left there is not said: nobody knows whether it goes back
/// after the recording.
fn deck_moved(moved: &DeckMoved) -> Sight {
    Sight {
        at: moved.at,
        until: moved.until.max(moved.at.t),
        player: Some(moved.player),
        hand: Some(moved.hand),
        confidence: moved.confidence,
        seen: Seen::DeckOutOfZone {
            deck: moved.deck,
            cm: moved.over_cm,
            exposed: 0,
            returned: moved.back.then_some(true),
        },
    }
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
    use crate::base::{HandSide, Measured, Pile, Rank};
    use crate::law::isf::sights::sight::Area;

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
            inferred: false,
            after_other: None,
        }
    }

    #[test]
    fn a_hand_that_comes_with_the_other_one_slaps_and_touches_no_deck() {
        let other =
            |t: f64| Event { hand: Some(HandSide::Left), ..event(EventKind::Touch, Player::One, Pile::Right, t) };
        assert_eq!(told(vec![other(1.05)], &[touch(Player::Two)], &[]), 0);
        assert_eq!(told(vec![other(1.3)], &[touch(Player::Two)], &[]), 1);
        assert_eq!(told(vec![other(1.05)], &[touch(Player::One)], &[]), 1);
    }

    fn told(events: Vec<Event>, touches: &[DeckTouch], lingering: &[Lingering]) -> usize {
        let course = Course { events, ..Course::default() };
        let beside = Beside { touches: touches.to_vec(), lingering: lingering.to_vec(), ..Beside::default() };
        sights(&course, &beside, 10.0, TimeScale::REAL).len()
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

    fn seen(events: Vec<Event>, beside: &Beside) -> Vec<Sight> {
        sights(&Course { events, ..Course::default() }, beside, 10.0, TimeScale::REAL)
    }

    #[test]
    fn a_hand_over_a_deck_hovers_when_it_stays_and_does_not_reveal() {
        let over = |player, to| {
            let over = OverDeck { player, hand: HandSide::Right, deck: Player::One, from: 1.0, to, step: 0.01 };
            Beside { over_decks: vec![over], ..Beside::default() }
        };
        let reveal = || vec![event(EventKind::Reveal, Player::One, Pile::Right, 3.0)];
        let told = seen(vec![], &over(Player::One, 2.0));
        assert!(matches!(told[..], [Sight { seen: Seen::Hovering { over: Area::Deck1, .. }, .. }]), "{told:?}");
        assert_eq!(seen(vec![], &over(Player::One, 1.5)), []);
        assert_eq!(seen(reveal(), &over(Player::One, 2.0)), []);
        assert_eq!(seen(reveal(), &over(Player::Two, 2.0)).len(), 1);
    }

    /// Player 1's right hand pushes its Draw Deck over the line.
    fn pushed() -> DeckMoved {
        DeckMoved {
            deck: Player::One,
            player: Player::One,
            hand: HandSide::Right,
            at: Measured::normal(1.2, 0.1),
            until: 3.0,
            over_cm: 2.0,
            back: false,
            confidence: 0.85,
        }
    }

    #[test]
    fn the_rim_of_a_deck_that_is_pushed_is_no_face() {
        let faces = |rank, hand, moved: &[DeckMoved]| {
            let face = InHand {
                player: Player::One,
                hand,
                rank,
                suit: None,
                at: Measured::normal(1.1, 0.01),
                until: 1.5,
                came: 0.8,
                confidence: 0.6,
            };
            let beside = Beside { in_hands: vec![face], decks_moved: moved.to_vec(), ..Beside::default() };
            seen(vec![], &beside).iter().filter(|sight| matches!(sight.seen, Seen::CardExposed { .. })).count()
        };
        let late = DeckMoved { at: Measured::normal(4.0, 0.1), ..pushed() };
        assert_eq!(faces(None, HandSide::Right, &[pushed()]), 0);
        assert_eq!(faces(Some(Rank::Queen), HandSide::Right, &[pushed()]), 1, "it was read");
        assert_eq!(faces(None, HandSide::Left, &[pushed()]), 1, "another hand");
        assert_eq!(faces(None, HandSide::Right, &[late]), 1, "another time");
        assert_eq!(faces(None, HandSide::Right, &[]), 1);
    }

    #[test]
    fn a_hand_that_pushes_a_deck_is_told_once_and_a_stop_on_the_way_makes_it_a_reveal() {
        let touches = vec![touch(Player::One)];
        let both = Beside { touches: touches.clone(), decks_moved: vec![pushed()], ..Beside::default() };
        let told = seen(vec![], &both);
        assert!(matches!(told[..], [Sight { seen: Seen::DeckOutOfZone { returned: None, .. }, .. }]), "{told:?}");
        let halted = RevealWay {
            player: Player::One,
            hand: HandSide::Right,
            pile: Pile::Right,
            at: Measured::normal(1.5, 0.01),
            until: 2.2,
            over_pile: false,
            motions: 2,
            pause_s: 0.2,
            confidence: 0.6,
        };
        let told = seen(vec![], &Beside { touches, ways: vec![halted], ..Beside::default() });
        assert!(matches!(told[..], [Sight { seen: Seen::RevealInSteps { motions: 2, .. }, .. }]), "{told:?}");
        let at = |over_pile, t: f64| {
            let ways = vec![RevealWay { over_pile, ..halted }];
            let lands = vec![event(EventKind::Reveal, Player::One, Pile::Right, t)];
            seen(lands, &Beside { ways, ..Beside::default() }).len()
        };
        // The card had landed with the stop, and the hand then struck the pile.
        assert_eq!((at(false, 1.9), at(true, 1.9), at(true, 2.25), at(true, 9.0)), (0, 0, 1, 0));
    }

    #[test]
    fn a_card_shown_on_a_way_with_stops_is_one_incident_with_them() {
        let way = RevealWay {
            player: Player::One,
            hand: HandSide::Right,
            pile: Pile::Right,
            at: Measured::normal(1.0, 0.01),
            until: 2.2,
            over_pile: false,
            motions: 2,
            pause_s: 0.3,
            confidence: 0.6,
        };
        let told = |motions: u32, shown: f64| {
            let card = InHand {
                player: Player::One,
                hand: HandSide::Right,
                rank: Some(Rank::Six),
                suit: None,
                at: Measured::normal(shown, 0.01),
                until: 2.1,
                came: shown - 0.2,
                confidence: 0.9,
            };
            let beside = Beside { ways: vec![RevealWay { motions, ..way }], in_hands: vec![card], ..Beside::default() };
            let lands = vec![event(EventKind::Reveal, Player::One, Pile::Right, 2.2)];
            let stepped = |sight: &Sight| matches!(sight.seen, Seen::RevealInSteps { .. });
            seen(lands, &beside).iter().map(stepped).collect::<Vec<_>>()
        };
        assert_eq!(told(2, 1.5), [true]);
        assert_eq!(told(1, 1.5), [false]);
        assert_eq!(told(2, 0.5), [false, true]);
    }

    #[test]
    fn a_hand_that_is_long_and_alone_on_a_pile_is_told_and_one_in_play_is_not() {
        let stay = |until| {
            vec![
                event(EventKind::Touch, Player::One, Pile::Left, 1.0),
                event(EventKind::Untouch, Player::One, Pile::Left, until),
            ]
        };
        assert_eq!(seen(stay(2.5), &Beside::default()).len(), 1);
        assert_eq!(seen(stay(1.4), &Beside::default()), []);
        let mut slap = stay(2.5);
        slap.insert(1, event(EventKind::Touch, Player::One, Pile::Right, 1.0));
        slap.push(event(EventKind::Untouch, Player::One, Pile::Right, 2.5));
        assert_eq!(seen(slap, &Beside::default()), []);
        let mut play = stay(2.5);
        play.insert(0, event(EventKind::Contact, Player::One, Pile::Left, 0.9));
        assert_eq!(seen(play, &Beside::default()), []);
    }
}
