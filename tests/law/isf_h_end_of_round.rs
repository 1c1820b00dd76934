//! Law H: the last card and what may not follow it.

use crate::bench::*;
use slapsight::facts::{EventKind, InvalidAttempt, Kind, Verdict};
use slapsight::law::isf::{Settings, State, Status};

#[test]
fn h_2_5_and_h_2_6_a_slap_on_the_last_card_is_void() {
    let mut state = State::new([Some(King), Some(Queen)]);
    state.foundation = [Some(4), Some(1)];
    let events = together([play(0.4, Two, RH, Left, Queen), slap(0.675, One), slap(0.7, Two)]);
    let outcome = run_with(state, &events, 3.0, &Settings::default());
    only(&outcome, Kind::SlapVoid);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Void);
    assert!(outcome.slaps[0].attempts.iter().all(|a| a.invalid == Some(InvalidAttempt::AfterFinalCard)));
    assert_eq!(outcome.state.status, Status::RoundOver);
}

#[test]
fn h_2_6_the_round_end_event_tells_it_too() {
    let events = together([play(0.4, Two, RH, Left, Queen), vec![event(0.436, EventKind::RoundEnd)], slap(0.675, One)]);
    only(&run([King, Queen], &events, 3.0), Kind::SlapVoid);
}

#[test]
fn h_2_1_a_slap_completed_before_the_round_ended_stands() {
    let events = together([play(0.4, Two, RH, Left, Queen), slap(0.675, One), vec![event(0.9, EventKind::RoundEnd)]]);
    // The round ended with another card than the one that matched.
    let mut events = events;
    events.insert(2, contact(0.8, Two, RH, Right, Jack));
    events.sort_by(|a, b| a.at.t.total_cmp(&b.at.t));
    assert_eq!(run([King, Queen], &events, 3.0).slaps[0].verdict, Verdict::Player1);
}

#[test]
fn h_2_2_an_illegal_card_does_not_end_the_round() {
    let mut state = State::new([Some(King), Some(Queen)]);
    state.foundation = [None, Some(1)];
    let outcome = run_with(state, &play(0.4, Two, RH, Left, Three), 3.0, &Settings::default());
    assert_eq!(outcome.state.status, Status::Live);
    only(&outcome, Kind::IllegalPlay);
}

#[test]
fn e_5_1_collecting_cards_after_the_round_is_not_judged() {
    let events = together([
        vec![event(0.4, EventKind::RoundEnd)],
        slap(2.0, One),
        vec![lift(3.0, One, LH, Ace), lift(3.1, One, RH, Jack)],
    ]);
    nothing(&run([King, Queen], &events, 5.0));
}
