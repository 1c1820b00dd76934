//! Short ways to write events and to ask for rulings.

use slapsight::base::{Card, HandSide, Measured, Pile, Player, Rank};
use slapsight::facts::{Event, EventKind, Kind, Ruling};
use slapsight::law::isf::{Outcome, Settings, State, judge_all};

pub use slapsight::base::HandSide::{Left as LH, Right as RH};
pub use slapsight::base::Pile::{Left, Right};
pub use slapsight::base::Player::{One, Two};
pub use slapsight::base::Rank::*;

/// The rank, where the name belongs to the player.
#[expect(non_upper_case_globals, reason = "reads like the other ranks")]
pub const Deuce: Rank = Rank::Two;

/// Standard deviation of an instant that is known well.
pub const SIGMA: f64 = 0.001;

pub fn event(t: f64, kind: EventKind) -> Event {
    Event {
        at: Measured::normal(t, SIGMA),
        kind,
        player: None,
        hand: None,
        pile: None,
        card: None,
        confidence: 1.0,
        inferred: false,
        after_other: None,
    }
}

fn card(rank: impl Into<Option<Rank>>) -> Option<Card> {
    rank.into().map(|rank| Card { rank, suit: None })
}

pub fn lift(t: f64, player: Player, hand: HandSide, rank: impl Into<Option<Rank>>) -> Event {
    Event { player: Some(player), hand: Some(hand), card: card(rank), ..event(t, EventKind::Lift) }
}

pub fn back(t: f64, player: Player, hand: HandSide, rank: impl Into<Option<Rank>>) -> Event {
    Event { kind: EventKind::Return, ..lift(t, player, hand, rank) }
}

pub fn contact(t: f64, player: Player, hand: HandSide, pile: Pile, rank: impl Into<Option<Rank>>) -> Event {
    Event { kind: EventKind::Contact, pile: Some(pile), ..lift(t, player, hand, rank) }
}

pub fn release(t: f64, player: Player, hand: HandSide, pile: Pile, rank: impl Into<Option<Rank>>) -> Event {
    Event { kind: EventKind::Play, ..contact(t, player, hand, pile, rank) }
}

/// Contact, and release 35 ms later.
pub fn play(t: f64, player: Player, hand: HandSide, pile: Pile, rank: impl Into<Option<Rank>> + Copy) -> Vec<Event> {
    vec![contact(t, player, hand, pile, rank), release(t + 0.035, player, hand, pile, rank)]
}

pub fn remove(t: f64, player: Player, hand: HandSide, pile: Pile, rank: impl Into<Option<Rank>>) -> Event {
    Event { kind: EventKind::Remove, ..contact(t, player, hand, pile, rank) }
}

pub fn reveal(t: f64, player: Player, pile: Pile, rank: impl Into<Option<Rank>>) -> Event {
    Event { kind: EventKind::Reveal, ..contact(t, player, RH, pile, rank) }
}

pub fn touch(t: f64, player: Player, hand: HandSide, pile: Pile) -> Event {
    Event { card: None, ..Event { kind: EventKind::Touch, ..contact(t, player, hand, pile, None) } }
}

pub fn untouch(t: f64, player: Player, hand: HandSide, pile: Pile) -> Event {
    Event { kind: EventKind::Untouch, ..touch(t, player, hand, pile) }
}

/// Both hands down, left pile at `t`, right pile 5 ms later, for a quarter of a second.
pub fn slap(t: f64, player: Player) -> Vec<Event> {
    let (on_left, on_right) = if player == One { (LH, RH) } else { (RH, LH) };
    vec![
        touch(t, player, on_left, Left),
        touch(t + 0.005, player, on_right, Right),
        untouch(t + 0.25, player, on_left, Left),
        untouch(t + 0.255, player, on_right, Right),
    ]
}

/// One list by time.
pub fn together(lists: impl IntoIterator<Item = Vec<Event>>) -> Vec<Event> {
    let mut events: Vec<Event> = lists.into_iter().flatten().collect();
    events.sort_by(|a, b| a.at.t.total_cmp(&b.at.t));
    events
}

pub fn run_with(state: State, events: &[Event], end: f64, settings: &Settings) -> Outcome {
    judge_all(state, events, settings, end).expect("possible events")
}

pub fn run(tops: [Rank; 2], events: &[Event], end: f64) -> Outcome {
    run_with(State::new(tops.map(Some)), events, end, &Settings::default())
}

pub fn of_kind(outcome: &Outcome, kind: Kind) -> Vec<&Ruling> {
    outcome.rulings.iter().filter(|ruling| ruling.kind == kind).collect()
}

/// The only ruling there is.
pub fn only(outcome: &Outcome, kind: Kind) -> &Ruling {
    let kinds: Vec<_> = outcome.rulings.iter().map(|ruling| (ruling.kind, &ruling.sentence)).collect();
    assert_eq!(outcome.rulings.len(), 1, "one ruling wanted: {kinds:#?}");
    assert_eq!(outcome.rulings[0].kind, kind, "{kinds:#?}");
    &outcome.rulings[0]
}

/// The ruling of that kind, beside others.
pub fn the(outcome: &Outcome, kind: Kind) -> &Ruling {
    let found = of_kind(outcome, kind);
    let all: Vec<_> = outcome.rulings.iter().map(|ruling| (ruling.kind, &ruling.sentence)).collect();
    assert_eq!(found.len(), 1, "one {kind:?} wanted: {all:#?}");
    found[0]
}

pub fn nothing(outcome: &Outcome) {
    let all: Vec<_> = outcome.rulings.iter().map(|ruling| (ruling.kind, &ruling.sentence)).collect();
    assert!(all.is_empty(), "nothing to rule: {all:#?}");
}

#[track_caller]
pub fn near(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} is not within {tolerance} of {b}");
}
