//! Law F: condition, attempts, order, stalemate. Misslaps have a file of their own.

use crate::bench::*;
use slapsight::base::{Measured, TimeScale};
use slapsight::facts::{Event, EventKind, Finding, Kind, Verdict};
use slapsight::law::isf::{Settings, State, Status};

/// Player 2 makes queens match at 0.4 s.
pub(super) fn queens() -> Vec<slapsight::facts::Event> {
    play(0.4, Two, RH, Left, Queen)
}

#[test]
fn f_5_1_the_first_completed_two_hand_contact_wins() {
    let events = together([queens(), slap(0.675, One), slap(0.689, Two)]);
    let outcome = run([King, Queen], &events, 3.0);
    let ruling = only(&outcome, Kind::Slap);
    assert_eq!((ruling.player, ruling.finding), (Some(One), Finding::NoOffence));
    assert_eq!(ruling.clauses, ["F.5.1"]);
    near(ruling.at.t, 0.680, 1e-6);
    let slap = ruling.slap.as_ref().expect("a challenge");
    assert_eq!(outcome.slaps, std::slice::from_ref(slap));
    assert_eq!((slap.verdict, slap.rank), (Verdict::Player1, Some(Queen)));
    near(slap.condition.t, 0.4, 1e-9);
    near(slap.margin.expect("both completed").t, 0.014, 1e-6);
    assert!(slap.p_player1_first.expect("valid attempts") > 0.999);
    let completes: Vec<f64> = slap.attempts.iter().filter_map(|a| a.complete).map(|c| c.t).collect();
    near(completes[0], 0.680, 1e-6);
    near(completes[1], 0.694, 1e-6);
    assert!(ruling.sentence.starts_with("Player 1 completed the slap 14.0 ms before Player 2 (95 % interval 11."));
    assert_eq!(outcome.state.status, Status::SlapWon);
}

#[test]
fn f_5_1_completion_is_the_later_hand() {
    // Player 1 has a hand down long before Player 2, and completes after.
    let events = together([
        queens(),
        vec![touch(0.60, One, LH, Left), touch(0.72, One, RH, Right)],
        vec![touch(0.66, Two, RH, Left), touch(0.67, Two, LH, Right)],
    ]);
    assert_eq!(run([King, Queen], &events, 3.0).slaps[0].verdict, Verdict::Player2);
}

#[test]
fn f_5_1_touches_still_down_at_the_end_count() {
    let events = together([queens(), vec![touch(0.675, One, LH, Left), touch(0.680, One, RH, Right)]]);
    let outcome = run([King, Queen], &events, 0.7);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player1);
    assert!(only(&outcome, Kind::Slap).sentence.contains("no attempt of Player 2 was seen"));
}

#[test]
fn f_6_1_an_order_below_the_reliability_asked_for_is_too_close() {
    let mut events = together([queens(), slap(0.675, One), slap(0.679, Two)]);
    for event in &mut events {
        event.at = Measured::normal(event.at.t, 0.004);
    }
    let outcome = run([King, Queen], &events, 3.0);
    let ruling = only(&outcome, Kind::SlapStalemate);
    assert_eq!((ruling.finding, ruling.player), (Finding::Referee, None));
    assert!(ruling.sentence.starts_with("Too close to call"), "{}", ruling.sentence);
    assert_eq!(outcome.slaps[0].verdict, Verdict::TooClose);
    let p = outcome.slaps[0].p_player1_first.expect("valid attempts");
    assert!(p > 0.6 && p < 0.95, "{p}");
    // F.6.2: the cards stay.
    assert_eq!(outcome.state.tops()[0].rank(), Some(Queen));
    // A lower demand is met by the same evidence.
    let settings = Settings { reliability: 0.6, ..Settings::default() };
    let state = State::new([Some(King), Some(Queen)]);
    assert_eq!(run_with(state, &events, 3.0, &settings).slaps[0].verdict, Verdict::Player1);
}

#[test]
fn f_6_1_no_margin_is_called_that_the_camera_cannot_tell() {
    let events = together([queens(), slap(0.675, One), slap(0.689, Two)]);
    let judged = |smallest_margin_secs: f64| {
        let settings = Settings { smallest_margin_secs, ..Settings::default() };
        run_with(State::new([Some(King), Some(Queen)]), &events, 3.0, &settings)
    };
    assert_eq!(judged(0.012).slaps[0].verdict, Verdict::Player1);
    let outcome = judged(0.016);
    assert_eq!(outcome.slaps[0].verdict, Verdict::TooClose);
    let ruling = only(&outcome, Kind::SlapStalemate);
    assert!(ruling.sentence.contains("this camera tells no margin under 16.0 ms"), "{}", ruling.sentence);
}

#[test]
fn f_5_4_a_hand_out_of_sight_may_have_slapped() {
    let events = together([queens(), slap(0.675, One), vec![touch(0.65, Two, RH, Left)]]);
    let table = |spans: Vec<(f64, f64)>| State::new([Some(King), Some(Queen)]).with_unseen_hands([Vec::new(), spans]);
    let judged = |spans| run_with(table(spans), &events, 3.0, &Settings::default());
    // In sight, the one hand is all there was.
    let outcome = judged(Vec::new());
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player1);
    assert_eq!(the(&outcome, Kind::InvalidSlap).player, Some(Two));
    // Out of sight at another time changes nothing.
    assert_eq!(judged(vec![(1.5, 1.8)]).slaps[0].verdict, Verdict::Player1);
    // Out of sight during the slap, nobody can tell.
    let outcome = judged(vec![(0.6, 0.9)]);
    let ruling = only(&outcome, Kind::SlapStalemate);
    assert_eq!((ruling.player, ruling.finding), (None, Finding::Referee));
    assert_eq!(outcome.slaps[0].verdict, Verdict::TooClose);
    assert!(ruling.sentence.contains("not seen clearly") && ruling.sentence.contains("F.5.4"), "{}", ruling.sentence);
}

#[test]
fn f_5_4_one_hand_across_both_piles_may_have_been_two_when_the_other_was_out_of_sight() {
    let across = vec![touch(0.65, Two, RH, Left), touch(0.652, Two, RH, Right)];
    let judged = |events: &[Event], spans: Vec<(f64, f64)>| {
        let table = State::new([Some(King), Some(Queen)]).with_unseen_hands([Vec::new(), spans]);
        run_with(table, events, 3.0, &Settings::default())
    };
    let events = together([queens(), across.clone(), slap(0.675, One)]);
    assert_eq!(judged(&events, Vec::new()).slaps[0].verdict, Verdict::Player1);
    assert_eq!(judged(&events, vec![(0.6, 0.9)]).slaps[0].verdict, Verdict::TooClose);
    // Nobody else slapped: in sight it is no attempt, out of sight nobody knows.
    let alone = together([queens(), across]);
    let seen = judged(&alone, Vec::new());
    assert_eq!(seen.slaps[0].verdict, Verdict::NoValidAttempt);
    assert_eq!(the(&seen, Kind::InvalidSlap).player, Some(Two));
    let unseen = judged(&alone, vec![(0.6, 0.9)]);
    assert_eq!(unseen.slaps[0].verdict, Verdict::TooClose);
    let ruling = only(&unseen, Kind::SlapStalemate);
    assert!(ruling.sentence.contains("whether that slap was whole was not seen"), "{}", ruling.sentence);
}

#[test]
fn f_5_4_nobody_wins_alone_who_was_hardly_seen_while_the_other_came_too() {
    let judged = |sure: f64, half: bool| {
        let mut one = slap(0.675, One);
        for event in &mut one {
            event.confidence = sure;
        }
        let mut events = vec![queens(), one];
        if half {
            events.push(vec![touch(0.65, Two, RH, Left)]);
        }
        run_with(State::new([Some(King), Some(Queen)]), &together(events), 3.0, &Settings::default())
    };
    let outcome = judged(0.88, true);
    let ruling = the(&outcome, Kind::SlapStalemate);
    assert_eq!((ruling.player, ruling.finding), (None, Finding::Referee));
    assert!(ruling.sentence.contains("was not seen to come"), "{}", ruling.sentence);
    // One hand alone, while the other is in sight, is no attempt (F.3.3), whoever else slapped.
    assert_eq!(the(&outcome, Kind::InvalidSlap).player, Some(Two));
    // A hand that came only after that slap was complete was not first, whatever the other one did.
    let mut late = slap(0.675, One);
    late.iter_mut().for_each(|event| event.confidence = 0.88);
    let events = together([queens(), late, vec![touch(0.95, Two, RH, Left)]]);
    let outcome = run_with(State::new([Some(King), Some(Queen)]), &events, 3.0, &Settings::default());
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player1);
    // But nobody is sure of that when the other hand was out of sight, unless the slap itself is sure.
    let unseen = |sure: f64| {
        let mut events = together([queens(), slap(0.675, One), vec![touch(0.95, Two, RH, Left)]]);
        let own = events.iter_mut().filter(|event| event.player == Some(One));
        own.for_each(|event| event.confidence = sure);
        let table = State::new([Some(King), Some(Queen)]).with_unseen_hands([Vec::new(), vec![(0.6, 0.9)]]);
        run_with(table, &events, 3.0, &Settings::default())
    };
    let open = unseen(0.88);
    assert_eq!(open.slaps[0].verdict, Verdict::TooClose);
    assert!(the(&open, Kind::SlapStalemate).sentence.contains("was not seen clearly"));
    assert_eq!(unseen(0.99).slaps[0].verdict, Verdict::Player1);
    // Seen well, or with nobody else's hand on a pile, it is the one who slapped.
    assert_eq!(judged(0.99, true).slaps[0].verdict, Verdict::Player1);
    assert_eq!(judged(0.88, false).slaps[0].verdict, Verdict::Player1);
}

#[test]
fn f_5_1_badly_read_tops_make_nobodys_single_hand_a_rival() {
    let mut cards = queens();
    for event in &mut cards {
        event.confidence = 0.9;
    }
    let half = vec![touch(0.6, One, LH, Left), untouch(0.9, One, LH, Left)];
    let outcome = run([King, Queen], &together([cards, half, slap(0.7, Two)]), 3.0);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player2);
    assert!(the(&outcome, Kind::Slap).confidence < 0.95);
}

#[test]
fn f_5_4_hands_that_may_have_been_on_either_pile_leave_no_winner_for_sure() {
    let judged = |sure: f64| {
        let mut same = vec![touch(0.6, One, LH, Left), touch(0.61, One, RH, Left)];
        same[1].confidence = sure;
        run([King, Queen], &together([queens(), same, slap(0.7, Two)]), 3.0)
    };
    let open = judged(0.7);
    assert_eq!(open.slaps[0].verdict, Verdict::TooClose);
    assert!(the(&open, Kind::SlapStalemate).sentence.contains("either pile"));
    assert_eq!(the(&open, Kind::InvalidSlap).player, Some(One));
    assert_eq!(judged(0.99).slaps[0].verdict, Verdict::Player2);
}

#[test]
fn f_5_4_hands_hardly_seen_on_both_piles_win_from_none_that_surely_were() {
    let judged = |sure: [f64; 2]| {
        let mut slaps = [slap(0.675, One), slap(0.72, Two)];
        for (slap, sure) in slaps.iter_mut().zip(sure) {
            slap[0].confidence = sure;
        }
        run([King, Queen], &together([queens(), slaps.concat()]), 3.0)
    };
    let open = judged([0.7, 0.99]);
    assert_eq!(open.slaps[0].verdict, Verdict::TooClose);
    let p = open.slaps[0].p_player1_first.expect("valid attempts");
    assert!((p - 0.7).abs() < 0.02, "{p}");
    assert!(the(&open, Kind::SlapStalemate).sentence.contains("not sure that Player 1 had a hand on each pile"));
    assert_eq!(judged([0.9, 0.99]).slaps[0].verdict, Verdict::Player1);
    // Both alike, or the later ones: the first hands are the first.
    assert_eq!(judged([0.7, 0.7]).slaps[0].verdict, Verdict::Player1);
    assert_eq!(judged([0.99, 0.7]).slaps[0].verdict, Verdict::Player1);
}

#[test]
fn f_5_1_a_winner_alone_is_doubted_when_the_other_was_out_of_sight() {
    let events = together([queens(), slap(0.675, One)]);
    let table = State::new([Some(King), Some(Queen)]).with_unseen_hands([Vec::new(), vec![(0.0, 3.0)]]);
    let outcome = run_with(table, &events, 3.0, &Settings::default());
    let ruling = only(&outcome, Kind::Slap);
    assert_eq!((ruling.player, ruling.finding), (Some(One), Finding::Referee));
    assert!(ruling.sentence.contains("Not both hands of Player 2 were in sight"), "{}", ruling.sentence);
}

#[test]
fn f_5_1_milliseconds_are_real_in_slow_motion() {
    // 240 filmed, 30 played: 112 file ms are 14 real ms, and every waiting time stretches with them.
    let mut events = together([queens(), slap(0.675, One), slap(0.689, Two)]);
    for event in &mut events {
        event.at =
            Measured { t: event.at.t * 8.0, lo: event.at.lo * 8.0, hi: event.at.hi * 8.0, ..Measured::default() };
    }
    let settings = Settings { scale: TimeScale { real_per_file: 0.125 }, ..Settings::default() };
    let outcome = run_with(State::new([Some(King), Some(Queen)]), &events, 24.0, &settings);
    assert!(only(&outcome, Kind::Slap).sentence.starts_with("Player 1 completed the slap 14.0 ms before"));
    near(outcome.slaps[0].margin.expect("both").t, 0.112, 1e-6);
}

#[test]
fn f_2_1_equal_tops_from_before_the_recording_can_be_slapped_but_not_lost() {
    let outcome = run([Queen, Queen], &slap(0.3, Two), 3.0);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player2);
    nothing(&run([Queen, Queen], &play(0.4, Two, RH, Left, King), 3.0));
}

#[test]
fn f_2_2_and_f_8_3_a_reveal_makes_a_condition_once_both_cards_lie() {
    let events = together([
        vec![reveal(0.42, One, Right, Six), reveal(0.428, Two, Left, Six)],
        slap(0.753, Two),
        slap(0.778, One),
    ]);
    let outcome = run([Jack, Ace], &events, 3.0);
    let ruling = only(&outcome, Kind::Slap);
    assert_eq!(ruling.player, Some(Two));
    assert!(ruling.clauses.contains(&"F.8.3".to_owned()));
    assert!(ruling.sentence.contains("reveals touched their piles 8.0 ms apart"), "{}", ruling.sentence);
    near(outcome.slaps[0].condition.t, 0.428, 0.001);
}

#[test]
fn f_8_3_equal_to_a_card_about_to_be_covered_is_no_condition() {
    // The first revealed jack equals the old left jack for 8 ms.
    let events = together([vec![reveal(0.42, One, Right, Jack), reveal(0.428, Two, Left, Six)], slap(0.9, Two)]);
    let outcome = run([Jack, Ace], &events, 3.0);
    only(&outcome, Kind::Misslap);
    assert!(outcome.slaps.is_empty());
}

#[test]
fn f_8_4_a_lone_reveal_counts_from_its_own_contact() {
    let events = together([vec![reveal(0.42, One, Right, Jack)], slap(0.8, Two)]);
    let outcome = run([Jack, Ace], &events, 3.0);
    near(outcome.slaps[0].condition.t, 0.42, 1e-9);
}

#[test]
fn f_8_5_a_late_revealer_who_wins_is_shown_to_the_referee() {
    let late = |winner, margin: f64| {
        let other = if winner == One { Two } else { One };
        let events = together([
            vec![reveal(0.42, One, Right, Six), reveal(0.60, Two, Left, Six)],
            slap(0.95, winner),
            slap(0.95 + margin, other),
        ]);
        run([Jack, Ace], &events, 3.0)
    };
    let won = late(Two, 0.05);
    assert_eq!(the(&won, Kind::LateReveal).finding, Finding::Referee);
    only(&late(One, 0.05), Kind::Slap);
    // Whoever decides a slap that is too close to call for the late one has to know.
    let close = late(Two, 0.001);
    the(&close, Kind::SlapStalemate);
    assert_eq!(the(&close, Kind::LateReveal).finding, Finding::Referee);
    assert!(the(&close, Kind::LateReveal).confidence < the(&won, Kind::LateReveal).confidence);
    only(&late(One, 0.001), Kind::SlapStalemate);
}

#[test]
fn f_7_6_an_opportunity_nobody_took_is_lost_with_the_next_legal_play() {
    let events = together([queens(), play(1.2, One, RH, Right, Jack), slap(2.5, One)]);
    let outcome = run([King, Queen], &events, 5.0);
    let ruling = the(&outcome, Kind::SlapOpportunityLost);
    assert_eq!(ruling.finding, Finding::Referee);
    near(ruling.at.t, 0.4, 1e-9);
    near(ruling.until, 1.2, 1e-9);
    assert_eq!(outcome.slaps[0].verdict, Verdict::NoValidAttempt);
    // It cannot be claimed afterwards.
    the(&outcome, Kind::Misslap);
}

#[test]
fn f_7_6_an_illegal_play_does_not_take_the_opportunity() {
    let events = together([queens(), play(0.8, One, RH, Right, Three), slap(1.0, Two)]);
    let outcome = run([King, Queen], &events, 5.0);
    the(&outcome, Kind::IllegalPlay);
    let ruling = the(&outcome, Kind::Slap);
    assert_eq!((ruling.player, ruling.finding), (Some(Two), Finding::Referee));
}

#[test]
fn f_7_6_a_slap_just_after_the_cover_is_for_the_referee() {
    let events = together([queens(), play(0.60, One, RH, Right, Jack), slap(0.65, Two)]);
    let outcome = run([King, Queen], &events, 5.0);
    assert_eq!(the(&outcome, Kind::Misslap).finding, Finding::Referee);
}

#[test]
fn f_7_6_an_open_condition_at_the_end_of_the_recording_is_no_offence() {
    let outcome = run([King, Queen], &queens(), 0.8);
    nothing(&outcome);
    assert_eq!(outcome.slaps.len(), 1);
    assert_eq!((outcome.slaps[0].verdict, outcome.slaps[0].attempts.len()), (Verdict::NoValidAttempt, 0));
}

#[test]
fn f_5_4_a_recording_that_ends_in_the_middle_of_a_slap_gives_no_verdict() {
    let outcome = run([King, Queen], &together([queens(), vec![touch(0.68, One, LH, Left)]]), 0.7);
    assert_eq!(only(&outcome, Kind::Slap).finding, Finding::Referee);
    assert!(outcome.slaps.is_empty());
}

#[test]
fn f_7_1_collecting_the_piles_after_a_slap_is_no_slap() {
    let events = together([queens(), slap(0.675, One), slap(0.700, Two), slap(2.5, Two), slap(4.0, One)]);
    let outcome = run([King, Queen], &events, 6.0);
    only(&outcome, Kind::Slap);
    // Even when the loser never tried.
    let events = together([queens(), slap(0.675, One), slap(2.5, Two)]);
    let outcome = run([King, Queen], &events, 6.0);
    only(&outcome, Kind::Slap);
    assert_eq!(outcome.slaps[0].attempts.len(), 1);
}

#[test]
fn f_6_3_after_a_stalemate_only_a_reveal_makes_a_new_condition() {
    let mut first = together([queens(), slap(0.675, One), slap(0.676, Two)]);
    for event in &mut first {
        event.at = Measured::normal(event.at.t, 0.003);
    }
    let events = together([
        first,
        slap(3.0, One),
        vec![reveal(5.0, One, Right, Six), reveal(5.01, Two, Left, Six)],
        slap(5.4, Two),
    ]);
    let verdicts: Vec<Verdict> = run([King, Queen], &events, 9.0).slaps.iter().map(|slap| slap.verdict).collect();
    assert_eq!(verdicts, [Verdict::TooClose, Verdict::Player2]);
}

#[test]
fn f_2_1_both_players_slapping_on_unread_tops_are_timed_and_left_to_the_referee() {
    let events = together([play(0.4, Two, RH, Left, None), slap(0.675, One), slap(0.700, Two)]);
    let outcome = run([King, Queen], &events, 3.0);
    let ruling = only(&outcome, Kind::Slap);
    assert_eq!(ruling.finding, Finding::Referee);
    assert!(ruling.sentence.contains("could not both be read"));
    assert_eq!(outcome.slaps[0].rank, None);
    near(outcome.slaps[0].condition.t, 0.4, 1e-9);
}

#[test]
fn f_2_1_suits_and_jokers_make_no_condition() {
    let outcome = run([Joker, Joker], &slap(0.5, One), 3.0);
    only(&outcome, Kind::Misslap);
}

#[test]
fn f_2_4_a_card_pulled_back_unreleased_leaves_no_condition() {
    let events =
        together([vec![contact(0.4, Two, RH, Left, Queen), remove(0.5, Two, RH, Left, Queen)], slap(0.9, One)]);
    let outcome = run([King, Queen], &events, 3.0);
    only(&outcome, Kind::Misslap);
    assert!(outcome.slaps.is_empty());
}

#[test]
fn e_4_2_a_stoppage_ends_the_challenge_with_what_was_done() {
    let events = together([queens(), slap(0.675, One), vec![event(1.0, EventKind::Stoppage)]]);
    assert_eq!(run([King, Queen], &events, 3.0).slaps[0].verdict, Verdict::Player1);
}

/// Two measured slaps, many times over: what the verdict says about its own certainty has to be true as
/// often as it says.
#[test]
fn f_5_1_certainty_and_interval_hold_up_when_counted() {
    let mut state = 7_u64;
    let mut uniform = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    };
    let mut normal = move || (-2.0 * uniform().ln()).sqrt() * (std::f64::consts::TAU * uniform()).cos();
    let (sigma, trials) = (0.003, 4000);
    let (mut covered, mut told, mut wrong) = (0, 0, 0);
    let mut promised = 0.0;
    for _ in 0..trials {
        // True touches: the players some 12 ms apart, each player's hands some 7 ms.
        let one = [0.7 + 0.005 * normal(), 0.7 + 0.005 * normal()];
        let shift = 0.012 * normal();
        let two = [0.7 + shift + 0.005 * normal(), 0.7 + shift + 0.005 * normal()];
        let mut seen = |t: f64, player, hand, pile| {
            let mut event = touch(t, player, hand, pile);
            event.at = Measured::normal(t + sigma * normal(), sigma);
            event
        };
        let hands = vec![
            seen(one[0], One, LH, Left),
            seen(one[1], One, RH, Right),
            seen(two[0], Two, RH, Left),
            seen(two[1], Two, LH, Right),
        ];
        let outcome = run([King, Queen], &together([queens(), hands]), 3.0);
        let slap = &outcome.slaps[0];
        let truth = two[0].max(two[1]) - one[0].max(one[1]);
        let p = slap.p_player1_first.expect("both completed");
        let margin = slap.margin.expect("both completed");
        // The margin is of the loser behind the likelier winner.
        let truth_of_margin = if p >= 0.5 { truth } else { -truth };
        covered += usize::from(margin.lo <= truth_of_margin && truth_of_margin <= margin.hi);
        if slap.verdict != Verdict::TooClose {
            told += 1;
            promised += p.max(1.0 - p);
            wrong += usize::from((slap.verdict == Verdict::Player1) != (truth > 0.0));
        }
    }
    let coverage = covered as f64 / f64::from(trials);
    let right = 1.0 - wrong as f64 / told as f64;
    let promise = promised / told as f64;
    assert!((0.92..=0.98).contains(&coverage), "the 95 % interval held the truth in {coverage}");
    assert!(told > trials as usize / 3, "only {told} told");
    assert!((right - promise).abs() < 0.015, "right in {right}, promised {promise}");
}

#[test]
fn f_1_5_the_play_that_ends_the_round_starts_no_slap() {
    let events = together([queens(), slap(0.675, One)]);
    let with = |left| {
        let mut state = State::new([Some(King), Some(Queen)]);
        state.foundation = [Some(4), Some(left)];
        run_with(state, &events, 3.0, &Settings::default())
    };
    let last = with(1);
    only(&last, Kind::SlapVoid);
    assert_eq!((last.slaps[0].verdict, last.state.status), (Verdict::Void, Status::RoundOver));
    // With a card left the same slap is won.
    let not_last = with(2);
    only(&not_last, Kind::Slap);
    assert_eq!(not_last.slaps[0].verdict, Verdict::Player1);
}
