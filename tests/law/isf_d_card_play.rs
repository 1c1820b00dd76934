//! Law D: sequence, boundary, plays, illegal plays, priority.

use crate::bench::*;
use slapsight::base::{Card, Measured, Rank, Suit, TimeScale};
use slapsight::facts::{Event, EventKind, Finding, Kind, Sanction, Verdict};
use slapsight::law::isf::{Settings, State, follows};

#[test]
fn d_6_1_and_d_6_2_one_up_or_down_round_the_loop_and_nothing_else() {
    for (i, &card) in Rank::STANDARD.iter().enumerate() {
        for (j, &top) in Rank::STANDARD.iter().enumerate() {
            let apart = i.abs_diff(j);
            assert_eq!(follows(card, top), apart == 1 || apart == 12, "{card} on {top}");
        }
    }
    assert!(follows(Ace, King) && follows(King, Ace));
}

#[test]
fn b_6_1_a_joker_never_follows_nor_is_followed() {
    for rank in Rank::STANDARD.into_iter().chain([Joker]) {
        assert!(!follows(Joker, rank) && !follows(rank, Joker));
    }
}

#[test]
fn d_6_1_a_card_that_follows_is_fair() {
    nothing(&run([Six, Jack], &together([play(0.5, One, RH, Left, Seven), play(0.9, Two, RH, Left, Eight)]), 5.0));
}

#[test]
fn d_8_1_is_judged_against_the_top_the_card_landed_on() {
    // 7 on 6 is fair, 8 follows only the 7 that has just come, 6 follows only the 6 now covered.
    let events = together([play(0.5, One, RH, Left, Seven), play(0.9, Two, RH, Left, Eight)]);
    nothing(&run([Six, Jack], &events, 5.0));
    let events = together([play(0.5, One, RH, Left, Seven), play(0.9, Two, RH, Left, Five)]);
    let outcome = run([Six, Jack], &events, 5.0);
    let ruling = only(&outcome, Kind::IllegalPlay);
    assert_eq!((ruling.player, ruling.finding), (Some(Two), Finding::Offence));
    near(ruling.at.t, 0.9, 1e-9);
}

#[test]
fn d_8_2_removed_at_once_a_warning_is_due() {
    let mut events = play(0.5, Two, RH, Left, Nine);
    events.push(remove(0.9, Two, RH, Left, Nine));
    let outcome = run([Six, Five], &events, 5.0);
    let ruling = only(&outcome, Kind::IllegalPlay);
    assert_eq!(ruling.sanction, Some(Sanction::Warning));
    assert!(ruling.clauses.contains(&"D.8.2".to_owned()) && !ruling.clauses.contains(&"D.8.3".to_owned()));
    near(ruling.at.t, 0.5, 1e-9);
    near(ruling.until, 0.9, 1e-9);
    // The six is the top again.
    assert_eq!(outcome.state.tops()[0].rank(), Some(Six));
}

#[test]
fn d_8_3_left_on_the_pile_a_yellow_card_is_due() {
    let outcome = run([Six, Five], &play(0.5, Two, RH, Left, Nine), 5.0);
    let ruling = only(&outcome, Kind::IllegalPlay);
    assert_eq!((ruling.finding, ruling.sanction), (Finding::Offence, Some(Sanction::YellowCard)));
    assert!(ruling.clauses.contains(&"D.8.3".to_owned()));
    assert_eq!(outcome.state.tops()[0].rank(), Some(Nine));
}

#[test]
fn d_8_3_removed_too_late_is_left() {
    let mut events = play(0.5, Two, RH, Left, Nine);
    events.push(remove(3.0, Two, RH, Left, Nine));
    assert_eq!(only(&run([Six, Five], &events, 5.0), Kind::IllegalPlay).sanction, Some(Sanction::YellowCard));
}

#[test]
fn d_8_3_taken_off_by_the_other_player_calls_for_nothing_by_itself() {
    let mut events = play(0.5, Two, RH, Left, Nine);
    events.push(remove(0.9, One, RH, Left, Nine));
    let outcome = run([Six, Five], &events, 5.0);
    let ruling = only(&outcome, Kind::IllegalPlay);
    assert_eq!((ruling.finding, ruling.sanction), (Finding::Offence, None));
}

#[test]
fn d_8_1_a_recording_that_ends_too_soon_says_so() {
    let outcome = run([Six, Five], &play(0.5, Two, RH, Left, Nine), 0.9);
    let ruling = only(&outcome, Kind::IllegalPlay);
    assert_eq!((ruling.finding, ruling.sanction), (Finding::Offence, None));
    assert!(ruling.sentence.contains("recording ends 365.0 ms later"), "{}", ruling.sentence);
    assert!(ruling.sentence.contains("Player 2 played a nine onto a six on the left pile"), "{}", ruling.sentence);
}

#[test]
fn d_8_4_repeated_illegal_plays_are_counted_per_player() {
    let events =
        together([play(0.5, Two, RH, Left, Nine), play(3.0, Two, RH, Right, King), play(6.0, One, RH, Right, Deuce)]);
    let events: Vec<Event> = events;
    let outcome = run([Six, Five], &events, 20.0);
    let clauses: Vec<bool> = outcome.rulings.iter().map(|r| r.clauses.contains(&"D.8.4".to_owned())).collect();
    assert_eq!(clauses, [false, true, false]);
    assert_eq!(outcome.state.illegal_plays, [1, 2]);
    assert!(outcome.rulings[1].sentence.contains("second illegal play"));
}

#[test]
fn d_7_2_a_card_that_touched_but_was_never_released_is_not_played() {
    let events = [contact(0.5, Two, RH, Left, Nine), remove(0.6, Two, RH, Left, Nine)];
    let outcome = run([Six, Five], &events, 5.0);
    nothing(&outcome);
    assert_eq!(outcome.state.tops()[0].rank(), Some(Six));
    let events = [lift(0.1, Two, RH, Nine), contact(0.5, Two, RH, Left, Nine), back(0.8, Two, RH, Nine)];
    let outcome = run([Six, Five], &events, 5.0);
    nothing(&outcome);
    assert_eq!(outcome.state.tops()[0].rank(), Some(Six));
}

#[test]
fn d_7_2_an_illegal_card_whose_release_was_not_seen_is_for_the_referee() {
    let outcome = run([Six, Five], &[contact(0.5, Two, RH, Left, Nine)], 5.0);
    let ruling = only(&outcome, Kind::IllegalPlay);
    assert_eq!((ruling.finding, ruling.sanction), (Finding::Referee, None));
    assert_eq!(outcome.state.illegal_plays, [0, 0]);
}

#[test]
fn d_7_3_a_legal_card_taken_back_after_release() {
    let mut events = play(0.5, One, RH, Left, Seven);
    events.push(remove(0.8, One, RH, Left, Seven));
    assert_eq!(only(&run([Six, Jack], &events, 5.0), Kind::Retraction).finding, Finding::Offence);
}

#[test]
fn d_8_1_unread_cards_and_tops_assert_nothing() {
    nothing(&run([Six, Five], &play(0.5, Two, RH, Left, None), 5.0));
    let state = State::new([None, Some(Five)]);
    nothing(&run_with(state, &play(0.5, Two, RH, Left, Nine), 5.0, &Settings::default()));
    // What lands on an unread card is not judged; what lands on the next one is.
    let events =
        together([play(0.5, Two, RH, Left, None), play(2.0, One, RH, Left, Nine), play(4.0, Two, RH, Left, Deuce)]);
    let outcome = run([Six, Five], &events, 9.0);
    near(only(&outcome, Kind::IllegalPlay).at.t, 4.0, 1e-9);
}

#[test]
fn d_8_1_a_doubtful_sighting_is_for_the_referee() {
    let mut events = play(0.5, Two, RH, Left, Nine);
    events[0].confidence = 0.3;
    let outcome = run([Six, Five], &events, 5.0);
    let ruling = only(&outcome, Kind::IllegalPlay);
    assert_eq!((ruling.finding, ruling.sanction), (Finding::Referee, None));
}

#[test]
fn d_8_1_what_more_probably_followed_is_not_ruled_on_when_so_set() {
    let settings = Settings { illegal_confidence: 0.5, ..Settings::default() };
    let told = |confidence: f64| {
        let mut events = play(0.5, Two, RH, Left, Nine);
        events[0].confidence = confidence;
        run_with(State::new([Some(Six), Some(Five)]), &events, 5.0, &settings)
    };
    nothing(&told(0.49));
    near(only(&told(0.51), Kind::IllegalPlay).at.t, 0.5, 1e-9);
}

#[test]
fn d_9_1_two_cards_for_one_top_the_first_contact_counts() {
    // Both follow the six; the five does not follow the seven that came 30 ms earlier.
    let events = together([play(0.5, One, RH, Left, Seven), play(0.53, Two, RH, Left, Five)]);
    let outcome = run([Six, Jack], &events, 5.0);
    let ruling = only(&outcome, Kind::SimultaneousPlay);
    assert_eq!(ruling.finding, Finding::Referee);
    assert!(ruling.sentence.contains("Player 1's card touched it 30.0 ms earlier"), "{}", ruling.sentence);
    assert!(ruling.sentence.contains("over 99.9 % sure"), "{}", ruling.sentence);
    // Which of the two is the top is not ours to say.
    assert_eq!(outcome.state.tops()[0].rank(), None);
}

#[test]
fn d_9_2_too_close_is_for_the_referee() {
    let mut events = together([play(0.5, One, RH, Left, Seven), play(0.502, Two, RH, Left, Five)]);
    for event in &mut events {
        event.at = Measured::normal(event.at.t, 0.003);
    }
    let outcome = run([Six, Jack], &events, 5.0);
    assert!(only(&outcome, Kind::SimultaneousPlay).sentence.contains("too close to tell"));
}

#[test]
fn d_9_1_two_cards_that_follow_each_other_in_a_sure_order_are_fair() {
    nothing(&run([Six, Jack], &together([play(0.5, One, RH, Left, Seven), play(0.55, Two, RH, Left, Six)]), 5.0));
    // Long after, a card that does not follow is simply illegal.
    let events = together([play(0.5, One, RH, Left, Seven), play(0.9, Two, RH, Left, Five)]);
    only(&run([Six, Jack], &events, 5.0), Kind::IllegalPlay);
}

#[test]
fn d_3_3_a_second_playable_card_is_a_breach_from_its_lift_until_back_to_one() {
    let events = together([
        vec![lift(0.15, One, LH, Queen), lift(0.21, One, RH, Ace)],
        play(0.5, One, LH, Left, Queen),
        vec![back(0.9, One, RH, Ace)],
    ]);
    let outcome = run([King, Nine], &events, 5.0);
    let ruling = only(&outcome, Kind::BoundaryBreach);
    assert_eq!((ruling.player, ruling.finding, ruling.sanction), (Some(One), Finding::Offence, None));
    near(ruling.at.t, 0.21, 1e-9);
    near(ruling.until, 0.535, 1e-9);
    assert!(ruling.sentence.contains("for 325.0 ms, a queen and an ace"), "{}", ruling.sentence);
}

#[test]
fn d_3_3_still_out_when_the_recording_ends() {
    let outcome = run([King, Queen], &[lift(0.15, One, LH, Queen), lift(0.21, One, RH, Ace)], 0.8);
    let ruling = only(&outcome, Kind::BoundaryBreach);
    assert_eq!(ruling.finding, Finding::Offence);
    near(ruling.until, 0.8, 1e-9);
    assert!(ruling.sentence.contains("still out when the recording ended"));
}

#[test]
fn d_7_1_2_one_after_the_other_is_fair() {
    let events = together([
        vec![lift(0.15, One, LH, Queen)],
        play(0.5, One, LH, Left, Queen),
        vec![lift(0.6, One, RH, Jack), back(0.8, One, RH, Jack), lift(0.9, One, LH, Jack)],
    ]);
    nothing(&run([King, Nine], &events, 2.0));
    // The two players' cards are counted apart.
    nothing(&run([King, Nine], &[lift(0.15, One, LH, Queen), lift(0.2, Two, LH, Ace)], 2.0));
}

#[test]
fn d_7_1_2_a_second_card_before_the_release_of_the_first_is_a_breach_even_after_its_contact() {
    let events = [
        lift(0.1, One, LH, Queen),
        contact(0.4, One, LH, Left, Queen),
        lift(0.42, One, RH, Jack),
        release(0.5, One, LH, Left, Queen),
        back(0.9, One, RH, Jack),
    ];
    let outcome = run([King, Three], &events, 5.0);
    near(only(&outcome, Kind::BoundaryBreach).at.t, 0.42, 1e-9);
    assert_eq!(outcome.rulings[0].finding, Finding::Offence);
}

#[test]
fn d_7_1_2_a_lift_that_may_be_after_the_release_is_for_the_referee() {
    let mut events = together([
        vec![lift(0.1, One, LH, Queen), lift(0.43, One, RH, Jack)],
        play(0.4, One, LH, Left, Queen),
        vec![back(0.9, One, RH, Jack)],
    ]);
    for event in events.iter_mut().filter(|event| event.kind == EventKind::Lift) {
        event.at = Measured::normal(event.at.t, 0.02);
    }
    let outcome = run([King, Ten], &events, 5.0);
    assert_eq!(only(&outcome, Kind::BoundaryBreach).finding, Finding::Referee);
}

#[test]
fn d_3_3_a_card_that_follows_neither_top_does_not_count_and_is_noted() {
    let outcome = run([King, Queen], &[lift(0.15, One, LH, Queen), lift(0.21, One, RH, Five)], 0.8);
    let ruling = only(&outcome, Kind::BoundaryBreach);
    assert_eq!(ruling.finding, Finding::NoOffence);
    assert!(ruling.sentence.contains("a five followed neither top"), "{}", ruling.sentence);
}

#[test]
fn d_3_3_unread_ranks_are_for_the_referee() {
    let outcome = run([King, Queen], &[lift(0.15, One, LH, Queen), lift(0.21, One, RH, None)], 0.8);
    assert_eq!(only(&outcome, Kind::BoundaryBreach).finding, Finding::Referee);
    let state = State::new([None, Some(Three)]);
    let events = [lift(0.15, One, LH, Queen), lift(0.21, One, RH, Deuce)];
    let outcome = run_with(state, &events, 0.8, &Settings::default());
    assert_eq!(only(&outcome, Kind::BoundaryBreach).finding, Finding::Referee);
}

#[test]
fn d_3_3_a_rank_read_later_settles_it() {
    let events = [
        lift(0.15, One, LH, None),
        lift(0.21, One, RH, Ace),
        contact(0.5, One, LH, Left, Queen),
        release(0.53, One, LH, Left, Queen),
    ];
    assert_eq!(only(&run([King, Nine], &events, 5.0), Kind::BoundaryBreach).finding, Finding::Offence);
}

#[test]
fn d_7_1_2_a_card_that_became_playable_by_a_new_top_is_for_the_referee() {
    // The jack follows nothing until the queen lies there, 50 ms before the queen is released.
    let events = [
        lift(0.1, One, LH, Queen),
        lift(0.2, One, RH, Jack),
        contact(0.4, One, LH, Left, Queen),
        release(0.45, One, LH, Left, Queen),
    ];
    assert_eq!(only(&run([King, Three], &events, 5.0), Kind::BoundaryBreach).finding, Finding::Referee);
}

#[test]
fn d_3_5_the_referee_is_reminded_when_the_second_card_went_back() {
    let events =
        [lift(0.1, One, LH, Queen), lift(0.2, One, RH, Ace), back(0.3, One, RH, Ace), back(0.5, One, LH, Queen)];
    let outcome = run([King, Nine], &events, 5.0);
    let ruling = only(&outcome, Kind::BoundaryBreach);
    assert_eq!(ruling.finding, Finding::Offence);
    assert!(ruling.clauses.contains(&"D.3.5".to_owned()));
    near(ruling.until, 0.3, 1e-9);
}

#[test]
fn d_3_6_a_lift_placed_after_its_own_contact_is_the_same_card() {
    let mut late = lift(0.52, One, LH, Queen);
    late.at = Measured { t: 0.52, lo: 0.3, hi: 0.6, ..Measured::default() };
    let events =
        [contact(0.5, One, LH, Left, Queen), late, release(0.535, One, LH, Left, Queen), lift(0.8, One, RH, Jack)];
    nothing(&run([King, Three], &events, 5.0));
}

#[test]
fn d_3_2_a_playable_card_may_be_out_for_as_long_as_it_takes_to_play_it() {
    let events = together([vec![lift(0.1, One, LH, Queen)], play(4.5, One, LH, Left, Queen)]);
    let outcome = run([King, Nine], &events, 9.0);
    nothing(&outcome);
    assert_eq!(outcome.state.tops()[0].rank(), Some(Queen));
}

#[test]
fn d_3_4_a_card_that_went_back_unreleased_is_inside_again() {
    // From the air and from the pile; the next card out is then the only one.
    let from_air = vec![lift(0.1, One, LH, Queen), back(0.3, One, LH, Queen)];
    let from_pile = vec![lift(0.1, One, LH, Queen), contact(0.2, One, LH, Left, Queen), back(0.3, One, LH, Queen)];
    for way in [from_air, from_pile] {
        let events = together([way, vec![lift(0.5, One, RH, Ace)], play(0.7, One, RH, Left, Ace)]);
        let outcome = run([King, Nine], &events, 5.0);
        nothing(&outcome);
        assert_eq!(outcome.state.tops()[0].rank(), Some(Ace));
    }
    // Released, it may not go back.
    let mut events = play(0.5, One, LH, Left, Queen);
    events.push(remove(0.7, One, LH, Left, Queen));
    only(&run([King, Nine], &events, 5.0), Kind::Retraction);
}

#[test]
fn d_6_2_on_the_table_ace_and_king_follow_each_other_and_nothing_else_jumps() {
    nothing(&run([King, Seven], &play(0.5, One, LH, Left, Ace), 5.0));
    nothing(&run([Ace, Seven], &play(0.5, One, LH, Left, King), 5.0));
    nothing(&run([Ace, Seven], &play(0.5, One, LH, Left, Deuce), 5.0));
    for (top, card) in [(King, Deuce), (Ace, Queen), (Queen, Ace), (Deuce, King)] {
        assert_eq!(only(&run([top, Seven], &play(0.5, One, LH, Left, card), 5.0), Kind::IllegalPlay).player, Some(One));
    }
}

#[test]
fn d_6_3_suits_change_nothing_about_what_follows() {
    let suits = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
    for below in suits {
        for above in suits {
            let suited = |card: &mut Event, suit| card.card.as_mut().expect("a card").suit = Some(suit);
            let mut events = together([play(0.5, One, LH, Left, Eight), play(0.9, Two, RH, Left, Nine)]);
            for event in &mut events {
                let suit = if event.player == Some(One) { below } else { above };
                suited(event, suit);
            }
            nothing(&run([Seven, Jack], &events, 5.0));
            for event in events.iter_mut().filter(|event| event.player == Some(Two)) {
                event.card = Some(Card { rank: Ten, suit: Some(above) });
            }
            assert_eq!(only(&run([Seven, Jack], &events, 5.0), Kind::IllegalPlay).player, Some(Two));
        }
    }
}

#[test]
fn d_7_1_1_two_playable_cards_of_one_player_are_a_breach_whichever_hand_has_them() {
    for hand in [LH, RH] {
        let events = [
            lift(0.1, Two, LH, Ten),
            lift(0.2, Two, hand, Eight),
            back(0.4, Two, hand, Eight),
            back(0.6, Two, LH, Ten),
        ];
        let outcome = run([King, Nine], &events, 5.0);
        let ruling = only(&outcome, Kind::BoundaryBreach);
        assert_eq!((ruling.player, ruling.finding), (Some(Two), Finding::Offence));
        near(ruling.until - ruling.at.t, 0.2, 1e-9);
    }
    // One of each player is one of a player.
    nothing(&run([King, Nine], &[lift(0.1, Two, LH, Ten), lift(0.2, One, LH, Eight)], 0.8));
}

#[test]
fn d_9_3_equal_tops_from_simultaneous_plays_are_a_slap_from_the_later_contact() {
    let events = together([play(0.5, One, RH, Left, Queen), play(0.51, Two, RH, Right, Queen), slap(0.9, Two)]);
    let outcome = run([King, Jack], &events, 5.0);
    let ruling = the(&outcome, Kind::Slap);
    let challenge = ruling.slap.as_ref().expect("a challenge");
    assert_eq!((ruling.player, challenge.verdict, challenge.rank), (Some(Two), Verdict::Player2, Some(Queen)));
    near(challenge.condition.t, 0.51, 1e-9);
    // One queen alone is none.
    let events = together([play(0.5, One, RH, Left, Queen), play(0.51, Two, RH, Right, Ten), slap(0.9, Two)]);
    only(&run([King, Jack], &events, 5.0), Kind::Misslap);
}

#[test]
fn d_10_1_a_card_held_on_its_pile_is_shown_with_how_long() {
    let held = |secs| [contact(0.5, One, RH, Left, Seven), release(0.5 + secs, One, RH, Left, Seven)];
    let outcome = run([Six, Jack], &held(1.4), 5.0);
    let ruling = only(&outcome, Kind::HoldingCard);
    assert_eq!((ruling.player, ruling.finding, ruling.sanction), (Some(One), Finding::Referee, None));
    assert_eq!(ruling.clauses, ["D.10.1"]);
    near(ruling.at.t, 0.5, 1e-9);
    near(ruling.until, 1.9, 1e-9);
    assert!(ruling.confidence > 0.99 && ruling.sentence.contains("a seven on the left pile for 1400.0 ms"));
    // The card is played all the same.
    assert_eq!(outcome.state.tops()[0].rank(), Some(Seven));
    nothing(&run([Six, Jack], &held(0.9), 5.0));
}

#[test]
fn d_10_1_a_card_held_and_taken_back_blocked_too() {
    let taken_off = remove(1.9, One, RH, Left, Seven);
    let put_back = back(1.9, One, RH, Seven);
    for end in [taken_off, put_back] {
        let events = [lift(0.4, One, RH, Seven), contact(0.5, One, RH, Left, Seven), end];
        let outcome = run([Six, Jack], &events, 5.0);
        near(only(&outcome, Kind::HoldingCard).until, 1.9, 1e-9);
        assert_eq!(outcome.state.tops()[0].rank(), Some(Six));
    }
}

#[test]
fn d_10_1_real_time_counts_in_slow_motion() {
    let events = [contact(0.5, One, RH, Left, Seven), release(2.5, One, RH, Left, Seven)];
    let slow = Settings { scale: TimeScale { real_per_file: 0.25 }, ..Settings::default() };
    nothing(&run_with(State::new([Some(Six), Some(Jack)]), &events, 9.0, &slow));
}

#[test]
fn d_10_1_nobody_is_blocked_once_play_is_over_nor_by_a_release_nobody_saw() {
    let [down, up] = [contact(0.5, One, RH, Left, Seven), release(2.5, One, RH, Left, Seven)];
    nothing(&run([Six, Jack], &[down.clone(), event(1.0, EventKind::Stoppage), up], 5.0));
    nothing(&run([Six, Jack], &[down], 5.0));
    // The hand that made the match stays on its card through the slap.
    let events =
        together([vec![contact(0.4, Two, RH, Left, Queen), release(1.6, Two, RH, Left, Queen)], slap(0.675, One)]);
    only(&run([King, Queen], &events, 5.0), Kind::Slap);
}

#[test]
fn d_10_1_a_card_held_under_the_opponents_card_is_released_once_and_not_played_again() {
    let events = together([
        vec![contact(0.5, One, RH, Left, Seven), release(2.3, One, RH, Left, Seven)],
        play(1.0, Two, RH, Left, Eight),
    ]);
    let outcome = run([Six, Jack], &events, 5.0);
    near(only(&outcome, Kind::HoldingCard).until, 2.3, 1e-9);
    assert_eq!(outcome.state.tops()[0].rank(), Some(Eight));
}
