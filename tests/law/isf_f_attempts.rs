//! Law F.3 and F.4: which hands on which piles make an attempt, and which of them cannot win.

use crate::bench::*;
use crate::isf_f_slaps::queens;
use slapsight::base::Measured;
use slapsight::facts::{Event, Finding, InvalidAttempt, Kind, Verdict};

#[test]
fn f_3_3_one_pile_only_cannot_win() {
    let events = together([queens(), vec![touch(0.6, One, LH, Left), untouch(0.9, One, LH, Left)], slap(0.7, Two)]);
    let outcome = run([King, Queen], &events, 3.0);
    assert_eq!(outcome.slaps.len(), 1);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player2);
    assert_eq!(outcome.slaps[0].attempts[0].invalid, Some(InvalidAttempt::OnePile));
    assert_eq!(the(&outcome, Kind::InvalidSlap).finding, Finding::Referee);
    assert_eq!(the(&outcome, Kind::InvalidSlap).player, Some(One));
}

#[test]
fn f_3_3_a_hand_that_came_after_the_winner_is_listed_and_not_called() {
    let events = together([queens(), slap(0.6, Two), vec![touch(0.7, One, LH, Left), untouch(0.9, One, LH, Left)]]);
    let outcome = run([King, Queen], &events, 3.0);
    only(&outcome, Kind::Slap);
    assert_eq!(outcome.slaps[0].attempts[0].invalid, Some(InvalidAttempt::OnePile));
}

#[test]
fn f_3_3_both_hands_on_one_pile_cannot_win() {
    let same = vec![
        touch(0.6, One, LH, Left),
        touch(0.61, One, RH, Left),
        untouch(0.9, One, LH, Left),
        untouch(0.9, One, RH, Left),
    ];
    let outcome = run([King, Queen], &together([queens(), same, slap(0.7, Two)]), 3.0);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player2);
    assert_eq!(outcome.slaps[0].attempts[0].invalid, Some(InvalidAttempt::SamePile));
}

#[test]
fn f_3_2_hands_one_after_the_other_cannot_win() {
    let apart = vec![
        touch(0.6, One, LH, Left),
        untouch(0.63, One, LH, Left),
        touch(0.66, One, RH, Right),
        untouch(0.8, One, RH, Right),
    ];
    let outcome = run([King, Queen], &together([queens(), apart, slap(0.7, Two)]), 3.0);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player2);
    assert_eq!(outcome.slaps[0].attempts[0].invalid, Some(InvalidAttempt::NotAtTheSameTime));
    // One hand on both piles in turn is no better.
    let one_hand = vec![touch(0.6, One, LH, Left), touch(0.66, One, LH, Right)];
    let outcome = run([King, Queen], &together([queens(), one_hand]), 3.0);
    assert_eq!(outcome.slaps[0].verdict, Verdict::NoValidAttempt);
    assert_eq!(outcome.slaps[0].attempts[0].invalid, Some(InvalidAttempt::NotAtTheSameTime));
}

/// The left hand of Player 1 comes at 0.6 s and leaves at about `up`, by 5 ms; the right hand comes at 0.66 s.
fn left_leaves(up: f64) -> Vec<Event> {
    let leaving = Event { at: Measured::normal(up, 0.005), ..untouch(up, One, LH, Left) };
    vec![touch(0.6, One, LH, Left), leaving, touch(0.66, One, RH, Right), untouch(0.8, One, RH, Right)]
}

#[test]
fn f_3_2_hands_that_barely_overlap_are_for_the_referee() {
    // As likely together as not, on either side of it: nobody won for sure, and nobody's attempt surely fails.
    for (up, invalid) in [(0.657, true), (0.663, false)] {
        let outcome = run([King, Queen], &together([queens(), left_leaves(up)]), 3.0);
        let ruling = the(&outcome, Kind::SlapStalemate);
        assert_eq!((ruling.finding, outcome.slaps[0].verdict), (Finding::Referee, Verdict::TooClose), "{up}");
        assert!(ruling.sentence.contains("F.3.2") && ruling.sentence.contains("F.5.4"), "{}", ruling.sentence);
        let cannot_win = of_kind(&outcome, Kind::InvalidSlap);
        assert_eq!(cannot_win.len(), usize::from(invalid), "{up}");
        assert!(cannot_win.iter().all(|ruling| ruling.confidence > 0.6 && ruling.confidence < 0.8), "{cannot_win:?}");
    }
    // Well apart or well together it is told.
    let told = |up: f64| run([King, Queen], &together([queens(), left_leaves(up)]), 3.0).slaps[0].verdict;
    assert_eq!((told(0.64), told(0.68)), (Verdict::NoValidAttempt, Verdict::Player1));
}

#[test]
fn f_3_2_hands_that_may_have_been_down_together_leave_no_other_winner_for_sure() {
    let judged =
        |up: f64, other: f64| run([King, Queen], &together([queens(), left_leaves(up), slap(other, Two)]), 3.0);
    let outcome = judged(0.657, 0.75);
    assert_eq!(outcome.slaps[0].verdict, Verdict::TooClose);
    let sentence = &the(&outcome, Kind::SlapStalemate).sentence;
    assert!(
        sentence.starts_with("Player 2 had one hand on each pile at 0.755 s, but before that Player 1"),
        "{sentence}"
    );
    assert!(the(&outcome, Kind::InvalidSlap).confidence < 0.8);
    // Apart beyond doubt, or after the other's slap, it takes nothing from it.
    assert_eq!(judged(0.64, 0.75).slaps[0].verdict, Verdict::Player2);
    assert_eq!(judged(0.657, 0.63).slaps[0].verdict, Verdict::Player2);
}

#[test]
fn f_4_2_a_hand_that_comes_down_with_its_card_wins_alone() {
    // The card's contact is known worse than it comes before the hands.
    let mut events =
        together([play(0.4, One, RH, Left, Queen), vec![touch(0.402, One, RH, Left), touch(0.403, One, LH, Right)]]);
    for event in &mut events {
        event.at = Measured::normal(event.at.t, 0.003);
    }
    let outcome = run([King, Queen], &events, 3.0);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player1);
    assert_eq!(the(&outcome, Kind::Slap).finding, Finding::Referee);
}

#[test]
fn f_3_1_a_second_try_after_an_invalid_one_can_win() {
    let events = together([
        queens(),
        vec![
            touch(0.6, One, LH, Left),
            untouch(0.62, One, LH, Left),
            touch(0.64, One, RH, Right),
            untouch(0.66, One, RH, Right),
        ],
        slap(0.75, One),
        slap(0.9, Two),
    ]);
    assert_eq!(run([King, Queen], &events, 3.0).slaps[0].verdict, Verdict::Player1);
}

#[test]
fn f_4_1_play_and_slap_in_one_motion() {
    // The playing hand stays on its pile, the other goes to the other pile.
    let events = together([
        vec![contact(0.4, Two, RH, Left, Queen), touch(0.5, Two, LH, Right), release(0.7, Two, RH, Left, Queen)],
        slap(0.6, One),
    ]);
    let outcome = run([King, Queen], &events, 3.0);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player2);
    near(outcome.slaps[0].attempts[1].complete.expect("complete").t, 0.5, 1e-6);
    assert_eq!(the(&outcome, Kind::PlayAndSlap).finding, Finding::NoOffence);
}

#[test]
fn f_4_1_a_playing_hand_that_left_is_not_on_the_pile() {
    let events = together([queens(), vec![touch(0.5, Two, LH, Right), untouch(0.7, Two, LH, Right)], slap(0.6, One)]);
    assert_eq!(run([King, Queen], &events, 3.0).slaps[0].verdict, Verdict::Player1);
}

#[test]
fn f_4_2_hands_on_both_piles_before_the_card_cannot_win() {
    let events = together([vec![touch(0.30, Two, RH, Left), touch(0.31, Two, LH, Right)], queens(), slap(0.6, One)]);
    let outcome = run([King, Queen], &events, 3.0);
    let challenge = &outcome.slaps[0];
    assert_eq!(challenge.verdict, Verdict::Player1);
    assert_eq!(challenge.attempts[1].invalid, Some(InvalidAttempt::BeforeCardContact));
    assert!(the(&outcome, Kind::InvalidSlap).clauses.contains(&"F.4.2".to_owned()));
    assert!(of_kind(&outcome, Kind::Misslap).is_empty());
}

#[test]
fn f_4_2_an_early_try_cannot_win_though_a_later_one_may() {
    let early = vec![
        touch(0.30, Two, RH, Left),
        touch(0.31, Two, LH, Right),
        untouch(0.34, Two, LH, Right),
        untouch(0.45, Two, RH, Left),
    ];
    let outcome = run([King, Queen], &together([early, queens(), slap(0.6, Two), slap(0.7, One)]), 3.0);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player2);
    assert!(the(&outcome, Kind::InvalidSlap).confidence > 0.9);
}
