//! Sights, Laws B, C, E and F: mats, decks of cards, foreign objects, contact.

use crate::isf_sights_bench::*;
use Finding::{NoOffence, Offence, Referee};
use slapsight::law::isf::{State, Status};

#[test]
fn b_1_5_an_object_on_the_playing_surface_is_the_referees_if_it_hinders() {
    let seen = r#""kind":"foreign_object","t":3,"until":30"#;
    ruled(&in_play(), seen, Kind::Equipment, Referee, "B.1.5");
    ruled(&in_play(), &format!("{seen},\"in_the_way\":true"), Kind::Equipment, Referee, "B.1.5");
    ruled(&in_play(), &format!("{seen},\"in_the_way\":false"), Kind::Equipment, NoOffence, "B.1.5");
}

#[test]
fn b_2_4_a_small_spill_is_no_offence() {
    let seen = r#""kind":"spill","player":1,"cards":2,"cm":1.5,"t":3"#;
    let ruling = ruled(&in_play(), seen, Kind::DisplacedCards, NoOffence, "B.2.4");
    assert!(ruling.sentence.starts_with("2 cards of Player 1 slid 1.5 cm over the line, no offence"));
    unsaid(&with_status(Status::RoundOver), seen);
}

#[test]
fn b_2_5_a_large_spill_may_have_to_be_put_back() {
    ruled(&in_play(), r#""kind":"spill","player":1,"cards":1,"cm":9,"t":3"#, Kind::DisplacedCards, Referee, "B.2.5");
}

#[test]
fn b_2_6_a_mat_that_moved_is_reported() {
    let seen = r#""kind":"mat_moved","mat":"foundation_1","cm":1.2,"player":1,"t":3,"until":3.2"#;
    let ruling = ruled(&in_play(), seen, Kind::MatMoved, Referee, "B.2.6");
    assert!(ruling.sentence.starts_with("The foundation mat of Player 1 moved by 1.2 cm"));
    one(&with_status(Status::BeforeMatch), &seen.replace("foundation_1", "central"));
    unsaid(&in_play(), &seen.replace("1.2", "0.1"));
}

#[test]
fn e_4_3_5_a_moved_mat_or_camera_is_ground_for_a_stoppage() {
    let camera = r#""kind":"camera_moved","cm":0.8,"t":3"#;
    ruled(&in_play(), camera, Kind::MatMoved, Referee, "E.4.3.5");
    unsaid(&in_play(), &camera.replace("0.8", "0.05"));
    let mat = r#""kind":"mat_moved","mat":"central","cm":0.8,"t":3"#;
    assert!(one(&in_play(), mat).clauses.contains(&"E.4.3.5".to_owned()));
}

#[test]
fn e_4_3_1_displaced_cards_not_back_are_ground_for_a_stoppage() {
    let seen = r#""kind":"displaced","player":2,"cards":6,"t":3"#;
    assert!(one(&in_play(), seen).clauses.contains(&"E.4.3.1".to_owned()));
}

#[test]
fn b_3_3_more_than_four_live_cards_are_an_offence_however_they_lie() {
    let seen = r#""kind":"live_cards","player":1,"count":6,"t":3,"until":5"#;
    let ruling = ruled(&in_play(), seen, Kind::TooManyLiveCards, Offence, "D.3.1");
    assert!(ruling.clauses.contains(&"B.3.3".to_owned()));
}

#[test]
fn b_4_3_a_card_across_the_line_belongs_to_the_pile_it_mostly_lies_on() {
    let seen = r#""kind":"card_between_piles","player":1,"card":{"rank":"7"},"p_left":0.97,"t":3"#;
    let ruling = ruled(&in_play(), seen, Kind::AmbiguousPile, NoOffence, "B.4.3");
    assert!(ruling.sentence.contains("a seven across the line"));
}

#[test]
fn b_4_4_a_card_out_of_the_zone_counts_unless_it_is_in_the_way() {
    let seen = r#""kind":"card_knocked_out","pile":"left","cm":4,"in_the_way":false,"t":3"#;
    ruled(&in_play(), seen, Kind::DisplacedCards, NoOffence, "B.4.4");
    ruled(&in_play(), &seen.replace("false", "true"), Kind::DisplacedCards, Referee, "B.4.4");
    ruled(&in_play(), &seen.replace("false", "null"), Kind::DisplacedCards, Referee, "B.4.4");
}

#[test]
fn b_5_1_a_deck_hardly_over_the_line_cannot_be_told_from_one_inside() {
    let seen = r#""kind":"deck_out_of_zone","deck":2,"cm":0.2,"t":3,"until":8"#;
    assert_eq!(ruled(&in_play(), seen, Kind::DrawDeckDisplaced, NoOffence, "B.5.1").player, Some(Two));
    unsaid(&with_status(Status::BeforeMatch), seen);
}

#[test]
fn b_5_2_a_hand_on_a_deck_outside_a_reveal_is_an_offence() {
    let seen = r#""kind":"deck_touched","deck":1,"player":1,"hand":"right","t":3,"until":3.5"#;
    let ruling = ruled(&in_play(), seen, Kind::DrawDeckTouched, Offence, "B.5.2");
    assert!(ruling.sentence.starts_with("Player 1's right hand was on the Draw Deck of Player 1 for 0.5 s"));
    ruled(&in_play(), &seen.replace("3.5", "3.05"), Kind::DrawDeckTouched, Referee, "B.5.2");
    // After a stalemate nothing but the reveal itself tells that one was due.
    let revealed = format!("{seen},\"revealed\":true");
    ruled(&in_play(), &revealed, Kind::DrawDeckTouched, NoOffence, "B.5.2");
    // Player 1 has revealed; Player 2 is about to.
    ruled(&between_reveals(), seen, Kind::DrawDeckTouched, Offence, "B.5.2");
    let second = seen.replace(":1", ":2");
    ruled(&between_reveals(), &second, Kind::DrawDeckTouched, NoOffence, "B.5.2");
    for status in [Status::Stopped, Status::SlapWon, Status::RoundOver, Status::BeforeMatch] {
        unsaid(&with_status(status), seen);
    }
}

#[test]
fn b_5_2_the_other_players_deck_is_not_touched_for_a_reveal_either() {
    let seen = r#""kind":"deck_touched","deck":2,"player":1,"revealed":true,"t":3,"until":3.5"#;
    ruled(&in_play(), seen, Kind::DrawDeckTouched, Offence, "B.5.2");
    ruled(&with_status(Status::Stopped), seen, Kind::DrawDeckTouched, Referee, "B.5.2");
    unsaid(&with_status(Status::RoundOver), seen);
}

#[test]
fn b_5_3_a_displaced_deck_with_no_card_shown_goes_back_without_penalty() {
    let seen = r#""kind":"deck_out_of_zone","deck":2,"cm":2,"returned":true,"t":3,"until":4"#;
    ruled(&in_play(), seen, Kind::DrawDeckDisplaced, NoOffence, "B.5.3");
}

#[test]
fn b_5_4_whether_play_goes_on_after_an_exposed_card_is_the_referees() {
    let out = r#""kind":"deck_out_of_zone","deck":2,"cm":2,"exposed":3,"returned":true,"t":3,"until":4"#;
    let ruling = ruled(&in_play(), out, Kind::DrawDeckDisplaced, Referee, "B.5.4");
    assert!(ruling.sentence.contains("and showed 3 cards"));
    let shown = r#""kind":"card_exposed","deck":1,"t":3,"until":3.1"#;
    assert_eq!(ruled(&in_play(), shown, Kind::EarlyReveal, Referee, "B.5.4").player, Some(One));
}

#[test]
fn b_6_1_what_a_deck_cannot_have_is_a_matter_of_equipment() {
    for seen in [
        r#""kind":"same_card_twice","card":"7h","t":3"#,
        r#""kind":"joker_seen","t":3"#,
        r#""kind":"card_count","count":53,"t":3"#,
        r#""kind":"card_count","count":51,"complete":true,"t":3"#,
        r#""kind":"card_count","count":5,"rank":"7","t":3"#,
        r#""kind":"card_count","count":1,"rank":"joker","t":3"#,
    ] {
        for state in [in_play(), State::before_match()] {
            let ruling = ruled(&state, seen, Kind::Equipment, Referee, "B.6.1");
            assert!(ruling.player.is_none() && ruling.clauses.contains(&"B.6.8".to_owned()));
        }
    }
    for fine in [
        r#""kind":"card_count","count":52,"complete":true,"t":3"#,
        r#""kind":"card_count","count":31,"t":3"#,
        r#""kind":"card_count","count":4,"rank":"7","t":3"#,
        // Four sevens are lawful: without the suit nothing is seen twice.
        r#""kind":"same_card_twice","card":"7","t":3"#,
    ] {
        unsaid(&in_play(), fine);
    }
}

#[test]
fn c_2_4_contact_between_players_is_shown_and_never_ruled() {
    let seen = r#""kind":"players_touched","player":1,"hand":"left","other_hand":"right","t":3"#;
    let ruling = ruled(&in_play(), seen, Kind::ContactBetweenPlayers, Referee, "C.2.4");
    assert!(ruling.sentence.starts_with("Player 1's left hand touched the right hand of Player 2: "));
    ruled(&in_play(), r#""kind":"players_touched","t":3"#, Kind::ContactBetweenPlayers, Referee, "C.2.4");
    unsaid(&with_status(Status::RoundOver), seen);
}

#[test]
fn f_9_4_a_strike_much_faster_than_usual_is_shown() {
    let seen = r#""kind":"hard_strike","player":2,"hand":"right","speed_m_s":6.5,"usual_m_s":3.0,"t":3"#;
    let ruling = ruled(&with_slap(), seen, Kind::ContactBetweenPlayers, Referee, "F.9.4");
    assert!(ruling.sentence.contains("at 6.5 m/s, where 3.0 m/s is usual"));
    unsaid(&with_slap(), &seen.replace("6.5", "4.0"));
    one(&in_play(), r#""kind":"hard_strike","player":2,"speed_m_s":6.5,"t":3"#);
}

#[test]
fn f_9_5_contact_as_both_go_for_a_slap_is_no_ground_by_itself() {
    let seen = r#""kind":"players_touched","player":1,"t":3"#;
    let ruling = one(&with_slap(), seen);
    assert!(ruling.clauses.contains(&"F.9.5".to_owned()) && ruling.finding == Referee);
    assert!(!one(&in_play(), seen).clauses.contains(&"F.9.5".to_owned()));
}

#[test]
fn f_9_6_a_card_for_dangerous_intent_is_the_referees_and_never_due() {
    let seen = r#""kind":"hard_strike","player":2,"speed_m_s":9,"t":3"#;
    let ruling = one(&with_slap(), seen);
    assert!(ruling.sentence.contains("(F.9.6)") && ruling.sanction.is_none() && ruling.finding == Referee);
}
