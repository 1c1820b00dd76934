//! Law A's terms, Law C's two players, and items of Law F: what the words stand for in the engine.

use crate::bench::{self, LH, Left, One, RH, Right, Two, contact, lift, release, run, slap, together, touch, untouch};
use crate::isf_books_bench::*;
use slapsight::base::Rank::{Five, Four, King, Queen};
use slapsight::facts::{Event, Verdict};
use slapsight::law::isf::books::act::Pack;
use slapsight::law::isf::books::{legal_plays, read_line};

fn dealt() -> Table {
    tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(26), Pack::Count(26)] }]).0
}

/// Player 2 makes queens match at 0.4 s.
fn queens() -> Vec<Event> {
    bench::play(0.4, Two, RH, Left, Queen)
}

#[test]
fn a_4_1_the_foundation_pile_is_ten_cards_as_four_three_two_one() {
    let table = dealt();
    for player in [ONE, TWO] {
        let sizes: Vec<usize> = table.foundations[player.index()].iter().map(Vec::len).collect();
        assert_eq!((sizes, table.foundation_count(player)), (vec![4, 3, 2, 1], 10));
    }
}

#[test]
fn a_4_3_beyond_the_boundary_one_playable_card_may_be() {
    let one = vec![lift(0.2, One, LH, Queen)];
    assert!(bench::of_kind(&run([King, Four], &one, 2.0), Kind::BoundaryBreach).is_empty());
    let two = vec![lift(0.2, One, LH, Queen), lift(0.4, One, RH, Five)];
    assert_eq!(bench::of_kind(&run([King, Four], &two, 2.0), Kind::BoundaryBreach).len(), 1);
}

#[test]
fn a_4_4_the_draw_deck_is_what_is_left_face_down() {
    let table = dealt();
    for player in [ONE, TWO] {
        let deck = &table.decks[player.index()];
        assert_eq!(deck.len(), 16);
        let mut foundation = table.foundations[player.index()].iter().flatten();
        assert!(foundation.all(|slot| !deck.contains(&slot.card)));
        assert!(deck.iter().all(|card| table.face(*card).is_none()));
    }
}

#[test]
fn a_4_5_both_players_build_both_centre_piles() {
    let table = live("4h | 5h", "9c 3c | 5c", ["2c", "4s"], |_| {});
    let plays = legal_plays(&table);
    assert!(plays.contains(&(TWO, 0, LEFT)) && plays.contains(&(TWO, 1, RIGHT)) && plays.contains(&(ONE, 1, RIGHT)));
    let (after, _) = tell(&table, &[play(TWO, LEFT, 0)]);
    assert_eq!((after.centre[0].len(), after.centre[1].len()), (2, 1));
    assert_eq!(tell(&after, &[play(ONE, LEFT, 0)]).0.centre[0].len(), 3);
}

#[test]
fn a_4_6_equal_tops_and_nothing_else_set_off_a_slap() {
    for (centre, condition) in [(["2c", "2s"], Condition::Active), (["2c", "3c"], Condition::Inactive)] {
        assert_eq!(live("5h | 9h", "9c 4c", centre, |_| {}).condition, condition);
    }
}

#[test]
fn a_4_8_a_match_lasts_until_a_player_has_no_card() {
    let table = live("3h", "4c", ["2c", "Ks"], |described| described.holding[0] = faces("?"));
    let (over, _) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert_eq!((over.status, over.winner), (Status::RoundOver, None));
    let bare = live("3h", "4c", ["2c", "Ks"], |_| {});
    let (over, _) = tell(&bare, &[play(ONE, LEFT, 0)]);
    assert_eq!((over.status, over.winner), (Status::MatchOver, Some(ONE)));
}

#[test]
fn a_4_9_a_round_lasts_until_a_foundation_is_cleared() {
    let table = live("3h | 4h", "4c", ["2c", "Ks"], |described| described.decks[0] = faces("?"));
    let (one_left, _) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert_eq!((one_left.status, one_left.rounds), (Status::Live, [0, 0]));
    let (over, _) = tell(&one_left, &[play(ONE, LEFT, 1)]);
    assert_eq!((over.status, over.rounds), (Status::RoundOver, [1, 0]));
}

#[test]
fn c_1_1_a_match_has_two_players() {
    let (set_up, _) = read_line(r#"{"kind": "match_set_up", "players": ["Ann", "Ben"]}"#).expect("an act");
    assert_eq!(tell(&Table::new(), &[set_up]).0.players, Some(["Ann".to_owned(), "Ben".to_owned()]));
    for players in [r#"["Ann"]"#, r#"["Ann", "Ben", "Cleo"]"#, "[]"] {
        assert!(read_line(&format!(r#"{{"kind": "match_set_up", "players": {players}}}"#)).is_err(), "{players}");
    }
}

#[test]
fn c_1_2_nobody_but_the_two_acts() {
    for (player, possible) in [(0, false), (1, true), (2, true), (3, false)] {
        let line = format!(r#"{{"kind": "play", "player": {player}, "pile": "left"}}"#);
        assert_eq!(read_line(&line).is_ok(), possible, "{player}");
    }
}

#[test]
fn d_5_1_there_are_a_left_and_a_right_centre_pile() {
    for (pile, possible) in [("left", true), ("right", true), ("middle", false)] {
        let line = format!(r#"{{"kind": "reveal", "player": 1, "pile": "{pile}"}}"#);
        assert_eq!(read_line(&line).is_ok(), possible, "{pile}");
    }
    let table = live("3h", "4c", ["2c", "Ks"], |_| {});
    assert_ne!(table.top(LEFT).map(|laid| laid.card), table.top(RIGHT).map(|laid| laid.card));
}

/// Both hands of Player 1 on these piles, of either hand.
fn hands(left: Pile, right: Pile) -> Vec<Event> {
    together([queens(), vec![touch(0.6, One, LH, left), touch(0.605, One, RH, right)]])
}

#[test]
fn f_3_1_1_without_a_hand_on_the_left_pile_there_is_no_attempt() {
    assert_eq!(run([King, Queen], &hands(Left, Right), 3.0).slaps[0].verdict, Verdict::Player1);
    assert_eq!(run([King, Queen], &hands(Right, Right), 3.0).slaps[0].verdict, Verdict::NoValidAttempt);
}

#[test]
fn f_3_1_2_without_a_hand_on_the_right_pile_there_is_no_attempt() {
    assert_eq!(run([King, Queen], &hands(Left, Left), 3.0).slaps[0].verdict, Verdict::NoValidAttempt);
}

#[test]
fn f_3_4_fingertips_that_touch_for_an_instant_count() {
    let tips = vec![
        touch(0.6, One, LH, Left),
        touch(0.605, One, RH, Right),
        untouch(0.64, One, LH, Left),
        untouch(0.645, One, RH, Right),
    ];
    let outcome = run([King, Queen], &together([queens(), tips, slap(0.7, Two)]), 3.0);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player1);
}

#[test]
fn f_3_5_crossed_hands_count() {
    let outcome = run([King, Queen], &hands(Right, Left), 3.0);
    let attempt = &outcome.slaps[0].attempts[0];
    assert_eq!(
        (outcome.slaps[0].verdict, attempt.left_hand, attempt.right_hand),
        (Verdict::Player1, Some(RH), Some(LH))
    );
}

#[test]
fn f_4_3_the_other_hand_finishes_the_slap_on_the_other_pile() {
    let played = |pile| {
        let events = together([
            vec![contact(0.4, Two, RH, Left, Queen), touch(0.5, Two, LH, pile), release(0.9, Two, RH, Left, Queen)],
            slap(0.6, One),
        ]);
        run([King, Queen], &events, 3.0).slaps[0].verdict
    };
    assert_eq!((played(Right), played(Left)), (Verdict::Player2, Verdict::Player1));
}

#[test]
fn f_5_2_who_completes_after_the_opponent_loses_with_both_piles_touched() {
    let outcome = run([King, Queen], &together([queens(), slap(0.6, Two), slap(0.65, One)]), 3.0);
    let slap = &outcome.slaps[0];
    assert_eq!(slap.verdict, Verdict::Player2);
    assert!(slap.attempts.iter().all(|attempt| attempt.complete.is_some() && attempt.invalid.is_none()));
}

#[test]
fn f_5_3_a_later_slap_that_presses_longer_does_not_win() {
    let long = vec![touch(0.63, Two, RH, Left), touch(0.635, Two, LH, Right)];
    let brief = vec![
        touch(0.6, One, LH, Left),
        touch(0.605, One, RH, Right),
        untouch(0.66, One, LH, Left),
        untouch(0.665, One, RH, Right),
    ];
    let outcome = run([King, Queen], &together([queens(), brief, long]), 3.0);
    assert_eq!(outcome.slaps[0].verdict, Verdict::Player1);
}
