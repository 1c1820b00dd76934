//! Misslaps (F.9): attempts without a condition, before it, and what is none.

use super::isf_f_slaps::queens;
use crate::bench::*;
use slapsight::facts::{Event, Finding, InvalidAttempt, Kind, Verdict};
use slapsight::law::isf::{Settings, State};

#[test]
fn f_9_1_two_who_slap_together_on_badly_read_tops_are_for_the_referee() {
    let judged = |sure: f64, both: bool| {
        let mut card = contact(0.2, Two, RH, Left, Seven);
        card.confidence = sure;
        let mut events = vec![vec![card], slap(0.675, One)];
        if both {
            events.push(slap(0.689, Two));
        }
        run_with(State::new([Some(Eight), Some(Six)]), &together(events), 3.0, &Settings::default())
    };
    // Well read tops: both err.
    assert_eq!(of_kind(&judged(0.97, true), Kind::Misslap).len(), 2);
    // Badly read: one alone errs, two together saw what was not read.
    assert_eq!(of_kind(&judged(0.7, false), Kind::Misslap).len(), 1);
    let outcome = judged(0.7, true);
    let ruling = only(&outcome, Kind::Slap);
    assert_eq!((ruling.player, ruling.finding), (Some(One), Finding::Referee));
    assert!(ruling.sentence.contains("could not both be read"), "{}", ruling.sentence);
}

#[test]
fn f_9_1_two_who_slap_together_after_a_hand_came_alone_are_for_the_referee() {
    let judged = |before: Vec<Event>, both: bool| {
        let mut events = vec![before, slap(0.675, One)];
        if both {
            events.push(slap(0.689, Two));
        }
        run([Eight, Six], &together(events), 3.0)
    };
    let alone = || vec![touch(0.3, One, RH, Right), untouch(0.4, One, RH, Right)];
    let outcome = judged(alone(), true);
    let ruling = only(&outcome, Kind::Slap);
    assert_eq!((ruling.player, ruling.finding), (Some(One), Finding::Referee));
    assert_eq!(outcome.slaps[0].condition.t, 0.3);
    // One alone errs; so do both where no hand came before, or only with a card that is known.
    assert_eq!(of_kind(&judged(alone(), false), Kind::Misslap).len(), 1);
    assert_eq!(of_kind(&judged(Vec::new(), true), Kind::Misslap).len(), 2);
    let told = vec![touch(0.3, One, RH, Right), contact(0.302, One, RH, Right, Seven), untouch(0.4, One, RH, Right)];
    assert_eq!(of_kind(&judged(told, true), Kind::Misslap).len(), 2);
    // Nor does an earlier slap of both hands hide a card.
    let outcome = judged(vec![touch(0.1, One, RH, Right), touch(0.11, One, LH, Left)], true);
    assert!(of_kind(&outcome, Kind::Slap).is_empty());
}

#[test]
fn f_9_1_hands_that_less_surely_landed_than_not_are_no_misslap() {
    let judged = |landed: f64| {
        let mut hands = slap(0.675, One);
        for hand in &mut hands {
            hand.confidence = landed;
        }
        of_kind(&run([Eight, Six], &hands, 3.0), Kind::Misslap).len()
    };
    assert_eq!((judged(0.75), judged(0.65)), (1, 0));
}

#[test]
fn f_9_1_a_card_that_may_have_come_before_makes_no_sure_misslap() {
    let mut cards = queens();
    for event in &mut cards {
        event.confidence = 0.6;
    }
    let outcome = run([King, Queen], &together([slap(0.3, One), cards, slap(0.6, Two)]), 3.0);
    assert_eq!(the(&outcome, Kind::Misslap).finding, Finding::Referee);
}

#[test]
fn f_9_1_the_opponents_hands_before_the_card_are_a_misslap_and_listed() {
    let events = together([slap(0.3, One), queens(), slap(0.6, Two)]);
    let outcome = run([King, Queen], &events, 3.0);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player2);
    assert_eq!(outcome.slaps[0].attempts[0].invalid, Some(InvalidAttempt::NoCondition));
    let ruling = the(&outcome, Kind::Misslap);
    assert_eq!((ruling.player, ruling.finding), (Some(One), Finding::Offence));
    assert!(ruling.sentence.contains("touched its pile 95.0 ms later"), "{}", ruling.sentence);
}

#[test]
fn f_9_1_and_f_9_2_a_slap_without_a_condition_is_a_misslap_without_penalty() {
    let events =
        together([play(0.3, Two, RH, Left, Five), vec![touch(0.555, One, RH, Right), touch(0.56, One, LH, Left)]]);
    let outcome = run([Four, Three], &events, 0.8);
    let ruling = only(&outcome, Kind::Misslap);
    assert_eq!((ruling.player, ruling.finding, ruling.sanction), (Some(One), Finding::Offence, None));
    assert!(ruling.clauses.contains(&"F.9.2".to_owned()));
    near(ruling.at.t, 0.56, 0.001);
}

#[test]
fn f_9_3_misslaps_are_counted() {
    let outcome = run([Four, Nine], &together([slap(0.5, One), slap(3.0, One), slap(6.0, Two)]), 9.0);
    assert_eq!(outcome.state.misslaps, [2, 1]);
    assert!(outcome.rulings[1].clauses.contains(&"F.9.3".to_owned()));
    assert!(outcome.rulings[1].sentence.contains("second misslap"));
}

#[test]
fn f_3_3_a_single_hand_on_one_pile_is_no_misslap() {
    nothing(&run([Four, Nine], &[touch(0.5, One, LH, Left), untouch(0.8, One, LH, Left)], 3.0));
    // Nor are both on the same pile.
    nothing(&run([Four, Nine], &[touch(0.5, One, LH, Left), touch(0.6, One, RH, Left)], 3.0));
}

#[test]
fn f_9_1_hands_that_play_cards_are_not_slapping() {
    // Two cards at once, one on each pile: a matter of D.7.1, not of F.9.
    let events = together([
        vec![lift(0.1, One, LH, Five), touch(0.49, One, LH, Left), touch(0.505, One, RH, Right)],
        play(0.5, One, LH, Left, Five),
        play(0.51, One, RH, Right, Eight),
    ]);
    assert!(of_kind(&run([Four, Nine], &events, 3.0), Kind::Misslap).is_empty());
    // A hand resting on one pile while the other plays.
    let events =
        together([vec![touch(0.45, One, RH, Right), untouch(1.0, One, RH, Right)], play(0.5, One, LH, Left, Five)]);
    nothing(&run([Four, Nine], &events, 3.0));
    // Both of a player's hands after dealing a reveal.
    let events = [
        reveal(0.5, One, Right, Six),
        reveal(0.52, Two, Left, Nine),
        touch(0.51, One, RH, Right),
        touch(0.6, Two, RH, Left),
    ];
    nothing(&run([Jack, Ace], &together([events.to_vec()]), 3.0));
}

#[test]
fn f_9_1_unread_tops_leave_it_to_the_referee() {
    let state = State::new([None, Some(Queen)]);
    let outcome = run_with(state, &slap(0.5, One), 3.0, &Settings::default());
    assert_eq!(only(&outcome, Kind::Misslap).finding, Finding::Referee);
    assert_eq!(outcome.state.misslaps, [0, 0]);
    assert!(outcome.slaps.is_empty());
}
