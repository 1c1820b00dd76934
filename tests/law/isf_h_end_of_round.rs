//! Law H: the last card and what may not follow it.

use crate::bench::*;
use slapsight::facts::{EventKind, Finding, InvalidAttempt, Kind, Verdict};
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
fn h_2_6_a_slap_on_what_may_be_the_last_card_is_the_referees() {
    let slapped = |maybe: [Vec<f64>; 2]| {
        let state = State::new([Some(King), Some(Queen)]).with_last_cards([vec![], vec![]], maybe);
        let events = together([play(0.4, Two, RH, Left, Queen), slap(0.675, One)]);
        run_with(state, &events, 3.0, &Settings::default())
    };
    let outcome = slapped([vec![], vec![0.4]]);
    assert_eq!((outcome.slaps.len(), outcome.slaps[0].verdict), (1, Verdict::TooClose));
    let told = only(&outcome, Kind::SlapVoid);
    assert!(told.clauses.contains(&"H.2.6".to_owned()) && told.finding == Finding::Referee, "{told:?}");
    // Of another card nobody asks.
    assert_eq!(slapped([vec![], vec![0.1]]).slaps[0].verdict, Verdict::Player1);
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

/// Each player's last card, on a pile of their own; Player 2 releases `gap` after Player 1, each instant with
/// this standard deviation.
fn two_last_cards(gap: f64, sigma: f64) -> slapsight::law::isf::Outcome {
    let mut state = State::new([Some(King), Some(Five)]);
    state.foundation = [Some(1), Some(1)];
    let mut events = together([play(0.4, One, LH, Left, Queen), play(0.4 + gap, Two, RH, Right, Six)]);
    events.iter_mut().for_each(|event| event.at = slapsight::base::Measured::normal(event.at.t, sigma));
    run_with(state, &events, 3.0, &Settings::default())
}

#[test]
fn h_6_1_of_two_last_cards_the_one_released_first_wins() {
    let outcome = two_last_cards(0.03, 0.001);
    let ruling = only(&outcome, Kind::SimultaneousFinish);
    assert_eq!((ruling.player, ruling.finding), (Some(One), Finding::NoOffence));
    assert!(ruling.clauses == ["H.6.1"] && ruling.sentence.contains("30.0 ms"), "{}", ruling.sentence);
    // Beyond the tolerance nobody takes them for simultaneous.
    nothing(&two_last_cards(0.4, 0.001));
}

#[test]
fn h_6_2_last_cards_too_close_to_tell_are_the_referees() {
    let outcome = two_last_cards(0.004, 0.01);
    let ruling = only(&outcome, Kind::SimultaneousFinish);
    assert_eq!((ruling.player, ruling.finding), (None, Finding::Referee));
    assert!(ruling.clauses.contains(&"H.6.2".to_owned()));
    // The threshold is the one for slaps.
    let lenient = Settings { reliability: 0.6, ..Settings::default() };
    let mut state = State::new([Some(King), Some(Five)]);
    state.foundation = [Some(1), Some(1)];
    let mut events = together([play(0.4, One, LH, Left, Queen), play(0.404, Two, RH, Right, Six)]);
    events.iter_mut().for_each(|event| event.at = slapsight::base::Measured::normal(event.at.t, 0.01));
    let outcome = run_with(state, &events, 3.0, &lenient);
    assert_eq!(only(&outcome, Kind::SimultaneousFinish).player, Some(One));
}

#[test]
fn h_6_3_the_reveal_after_it_gives_the_last_cards_back() {
    let mut state = State::new([Some(King), Some(Five)]);
    state.foundation = [Some(1), Some(1)];
    let mut events = together([
        play(0.4, One, LH, Left, Queen),
        play(0.404, Two, RH, Right, Six),
        vec![reveal(5.0, One, Left, Nine), reveal(5.01, Two, Right, Jack)],
    ]);
    events.iter_mut().for_each(|event| event.at = slapsight::base::Measured::normal(event.at.t, 0.01));
    let outcome = run_with(state.clone(), &events, 8.0, &Settings::default());
    assert_eq!((outcome.state.foundation, outcome.state.status), ([Some(1), Some(1)], Status::Live));
    // After a round with a winner the next one's counts are not known.
    events.iter_mut().for_each(|event| event.at = slapsight::base::Measured::normal(event.at.t, 0.0001));
    let outcome = run_with(state, &events, 8.0, &Settings::default());
    assert_eq!((outcome.state.foundation, outcome.state.status), ([None, None], Status::Live));
}

#[test]
fn h_2_2_a_second_last_card_that_does_not_follow_is_none() {
    let mut state = State::new([Some(King), Some(Five)]);
    state.foundation = [Some(1), Some(1)];
    let events = together([play(0.4, One, LH, Left, Queen), play(0.41, Two, RH, Right, Nine)]);
    let outcome = run_with(state, &events, 3.0, &Settings::default());
    only(&outcome, Kind::IllegalPlay);
}
