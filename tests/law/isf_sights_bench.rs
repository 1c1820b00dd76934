//! A short way to write sights and the table they are seen at.

pub use crate::bench::Left;
pub use slapsight::base::Player::{One, Two};
pub use slapsight::base::{Measured, Rank};
pub use slapsight::facts::{Finding, Kind, Ruling};
use slapsight::law::isf::sights::{judge, read_line};
use slapsight::law::isf::{Settings, State, Status, clauses};

/// Play is on with a king on the left pile and a four on the right.
pub fn in_play() -> State {
    State::new([Some(Rank::King), Some(Rank::Four)])
}

/// The same table with another standing.
pub fn with_status(status: Status) -> State {
    let mut state = in_play();
    state.status = status;
    state
}

/// A slap is on: two kings.
pub fn with_slap() -> State {
    State::new([Some(Rank::King), Some(Rank::King)])
}

/// Player 1's revealed card lies on the left pile, Player 2's is awaited.
pub fn between_reveals() -> State {
    let mut state = in_play();
    state.reveal = Some((Some(One), Left, Measured::exact(0.9)));
    state
}

/// The rulings on a sight written as fields of JSON without the braces. Each is checked for form.
#[track_caller]
pub fn all_with(state: &State, fields: &str, settings: &Settings) -> Vec<Ruling> {
    let sight = read_line(&format!("{{{fields}}}")).unwrap_or_else(|error| panic!("{fields}: {error}"));
    let before = state.clone();
    let rulings = judge(&sight, state, settings).unwrap_or_else(|error| panic!("{fields}: {error}"));
    assert_eq!(*state, before);
    for ruling in &rulings {
        let said = &ruling.sentence;
        assert!(!ruling.clauses.is_empty() && ruling.clauses.iter().all(|number| clauses::find(number).is_some()));
        assert!(said.ends_with('.') && !said.contains("..") && !said.contains("  "), "{said}");
        assert!(said.contains("no offence") == (ruling.finding == Finding::NoOffence), "{said}");
        assert!(ruling.clauses.iter().any(|number| said.contains(number.as_str())), "{said}");
        assert_eq!((ruling.at, ruling.until, ruling.sanction), (sight.at, sight.until, None));
    }
    rulings
}

#[track_caller]
pub fn all(state: &State, fields: &str) -> Vec<Ruling> {
    all_with(state, fields, &Settings::default())
}

/// The one ruling.
#[track_caller]
pub fn one(state: &State, fields: &str) -> Ruling {
    let rulings = all(state, fields);
    assert_eq!(rulings.len(), 1, "{fields}: {rulings:#?}");
    rulings.into_iter().next().expect("one")
}

/// The one ruling is of this kind and finding and cites this clause first.
#[track_caller]
pub fn ruled(state: &State, fields: &str, kind: Kind, finding: Finding, clause: &str) -> Ruling {
    let ruling = one(state, fields);
    assert_eq!((ruling.kind, ruling.finding, ruling.clauses[0].as_str()), (kind, finding, clause), "{ruling:#?}");
    ruling
}

#[track_caller]
pub fn unsaid(state: &State, fields: &str) {
    let rulings = all(state, fields);
    assert!(rulings.is_empty(), "{fields}: {rulings:#?}");
}
