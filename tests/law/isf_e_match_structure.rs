//! Law E: when play is on.

use crate::bench::*;
use slapsight::facts::{EventKind, Kind};
use slapsight::law::isf::{Settings, State, Status};

#[test]
fn e_3_2_nothing_is_ruled_before_the_first_reveal() {
    let events = together([
        play(0.5, Two, RH, Left, Nine),
        slap(1.0, One),
        vec![lift(2.0, One, LH, Deuce), lift(2.1, One, RH, Deuce)],
    ]);
    nothing(&run_with(State::before_match(), &events, 5.0, &Settings::default()));
}

#[test]
fn e_3_1_the_reveal_begins_play_and_sets_the_tops() {
    let events =
        together([vec![reveal(0.5, One, Right, Six), reveal(0.51, Two, Left, Ten)], play(2.0, One, RH, Left, Three)]);
    let outcome = run_with(State::before_match(), &events, 9.0, &Settings::default());
    near(only(&outcome, Kind::IllegalPlay).at.t, 2.0, 1e-9);
}

#[test]
fn e_4_2_a_reveal_does_not_follow_the_sequence() {
    nothing(&run([King, Three], &[reveal(0.5, One, Right, Six), reveal(0.51, Two, Left, Ten)], 5.0));
}

#[test]
fn e_4_2_after_a_stoppage_hands_and_cards_are_put_in_order_without_rulings() {
    let events = together([
        vec![event(0.5, EventKind::Stoppage)],
        slap(1.0, One),
        vec![lift(2.0, One, LH, Deuce), lift(2.1, One, RH, Four)],
    ]);
    let outcome = run([Six, Three], &events, 5.0);
    nothing(&outcome);
    assert_eq!(outcome.state.status, Status::Stopped);
}

#[test]
fn d_2_7_turning_a_card_is_no_offence() {
    nothing(&run([Six, Three], &[event(0.5, EventKind::Turn)], 5.0));
}
