//! Sights, Law D: hovering, hidden cards, Draw Decks, reveals, foundations, cards on the piles.

use crate::isf_sights_bench::*;
use Finding::{NoOffence, Offence, Referee};
use slapsight::base::TimeScale;
use slapsight::law::isf::{Settings, Status};

#[test]
fn d_10_2_a_hand_that_stays_over_a_pile_is_the_referees() {
    let seen = r#""kind":"hovering","player":1,"hand":"left","over":"left","t":3.2,"lo":3.19,"hi":3.21,"until":4.1"#;
    let ruling = ruled(&in_play(), seen, Kind::Hovering, Referee, "D.10.2");
    assert_eq!((ruling.player, ruling.at.lo, ruling.until), (Some(One), 3.19, 4.1));
    assert!(ruling.sentence.starts_with("Player 1's left hand was over the left Centre Pile for 0.9 s: "));
    let deck = r#""kind":"hovering","player":2,"over":"deck_1","carrying":true,"t":3,"until":3.8"#;
    ruled(&in_play(), deck, Kind::Hovering, Referee, "D.10.2");
}

#[test]
fn d_10_2_a_hand_that_passes_or_is_high_up_is_no_offence() {
    let brief = r#""kind":"hovering","player":1,"over":"right","t":3,"until":3.3"#;
    ruled(&in_play(), brief, Kind::Hovering, NoOffence, "D.10.2");
    let high = r#""kind":"hovering","player":1,"over":"right","height_cm":35,"t":3,"until":5"#;
    ruled(&in_play(), high, Kind::Hovering, NoOffence, "D.10.2");
    let low = r#""kind":"hovering","player":1,"over":"right","height_cm":6,"t":3,"until":5"#;
    ruled(&in_play(), low, Kind::Hovering, Referee, "D.10.2");
}

#[test]
fn d_10_2_hands_over_the_piles_belong_there_while_a_slap_is_on() {
    let pile = r#""kind":"hovering","player":1,"over":"left","t":3,"until":5"#;
    ruled(&with_slap(), pile, Kind::Hovering, NoOffence, "D.10.2");
    ruled(&with_slap(), &pile.replace("left", "deck_2"), Kind::Hovering, Referee, "D.10.2");
    unsaid(&with_status(Status::Stopped), pile);
    unsaid(&with_status(Status::BeforeMatch), pile);
}

#[test]
fn d_10_2_seconds_are_real_in_slow_motion() {
    // Eight file seconds to one: a file second over the pile is an eighth of a real one.
    let settings = Settings { scale: TimeScale { real_per_file: 0.125 }, ..Settings::default() };
    let seen = r#""kind":"hovering","player":1,"over":"left","t":3,"until":4"#;
    assert_eq!(all_with(&in_play(), seen, &settings)[0].finding, NoOffence);
    assert_eq!(all(&in_play(), seen)[0].finding, Referee);
}

#[test]
fn d_7_4_a_card_may_hover_as_it_is_played_and_not_wait_there() {
    let carried = r#""kind":"hovering","player":2,"hand":"right","over":"right","carrying":true,"t":3,"until":3.7"#;
    ruled(&in_play(), carried, Kind::Hovering, NoOffence, "D.7.4");
    let waits = carried.replace("3.7", "5.0");
    assert!(ruled(&in_play(), &waits, Kind::Hovering, Referee, "D.10.2").clauses.contains(&"D.7.4".to_owned()));
}

#[test]
fn d_5_5_a_top_card_hidden_for_long_is_the_referees() {
    let seen = r#""kind":"top_hidden","pile":"left","player":1,"hand":"right","hidden":0.9,"t":3,"until":4.5"#;
    let ruling = ruled(&in_play(), seen, Kind::ObscuredCard, Referee, "D.5.5");
    assert!(ruling.sentence.contains("under Player 1's right hand for 1.4 s of 1.5 s"), "{}", ruling.sentence);
    ruled(&in_play(), &seen.replace("0.9", "0.3"), Kind::ObscuredCard, NoOffence, "D.5.5");
    ruled(&with_slap(), seen, Kind::ObscuredCard, NoOffence, "D.5.5");
    unsaid(&with_status(Status::SlapWon), seen);
}

#[test]
fn d_11_1_a_live_card_out_of_sight_is_shown() {
    let seen = r#""kind":"live_card_hidden","owner":2,"by":"hand","player":2,"t":3,"until":5"#;
    assert_eq!(ruled(&in_play(), seen, Kind::ObscuredCard, Referee, "D.11.1").player, Some(Two));
    unsaid(&with_status(Status::RoundOver), seen);
}

#[test]
fn d_11_2_a_live_card_under_a_hand_is_the_referees_unless_it_was_only_touched() {
    let seen = r#""kind":"live_card_hidden","owner":1,"by":"hand","player":1,"hand":"left","t":3,"until":4"#;
    assert!(one(&in_play(), seen).sentence.contains("(D.11.2)"));
    let touched = ruled(&in_play(), &seen.replace(":4", ":3.3"), Kind::ObscuredCard, NoOffence, "D.11.2");
    assert!(touched.clauses.contains(&"D.10.3".to_owned()));
}

#[test]
fn d_11_3_a_live_card_under_other_cards_may_be_put_straight() {
    let seen = r#""kind":"live_card_hidden","owner":1,"by":"cards","t":3,"until":3.1"#;
    let ruling = ruled(&in_play(), seen, Kind::ObscuredCard, Referee, "D.11.1");
    assert!(ruling.sentence.contains("under other cards") && ruling.sentence.contains("(D.11.3)"));
    assert_eq!(ruling.player, Some(One), "the owner");
}

#[test]
fn d_4_2_a_deck_that_stays_out_of_its_zone_or_face_up_is_an_offence() {
    let out = r#""kind":"deck_out_of_zone","deck":1,"cm":3,"returned":false,"t":3,"until":9"#;
    let ruling = ruled(&in_play(), out, Kind::DrawDeckDisplaced, Offence, "B.5.1");
    assert!(ruling.clauses.contains(&"D.4.2".to_owned()) && ruling.player == Some(One));
    let up = r#""kind":"deck_face_up","deck":2,"t":3,"until":5"#;
    let ruling = ruled(&in_play(), up, Kind::DrawDeckDisplaced, Offence, "B.5.1");
    assert!(ruling.clauses.contains(&"D.4.2".to_owned()) && ruling.sentence.contains("B.5.4"));
    ruled(&in_play(), &up.replace(":5", ":3.1"), Kind::DrawDeckDisplaced, Referee, "B.5.1");
    unsaid(&with_status(Status::RoundOver), up);
}

#[test]
fn d_4_2_what_was_hardly_seen_is_the_referees() {
    let up = r#""kind":"deck_face_up","deck":2,"t":3,"until":5,"confidence":0.3"#;
    let ruling = ruled(&in_play(), up, Kind::DrawDeckDisplaced, Referee, "B.5.1");
    assert_eq!(ruling.confidence, 0.3);
}

#[test]
fn d_4_5_a_displaced_deck_that_goes_back_is_no_offence() {
    let out = r#""kind":"deck_out_of_zone","deck":1,"cm":3,"returned":true,"t":3,"until":4"#;
    let ruling = ruled(&in_play(), out, Kind::DrawDeckDisplaced, NoOffence, "B.5.3");
    assert!(ruling.clauses.contains(&"D.4.5".to_owned()));
    ruled(&in_play(), &out.replace("true", "null"), Kind::DrawDeckDisplaced, Referee, "B.5.3");
}

#[test]
fn d_4_3_a_reveal_is_one_motion() {
    let steps = r#""kind":"reveal_in_steps","deck":1,"player":1,"motions":2,"pause_s":0.4,"t":3,"until":4"#;
    ruled(&with_status(Status::Stopped), steps, Kind::EarlyReveal, Offence, "D.4.3");
    ruled(&between_reveals(), &steps.replace("\"deck\":1", "\"deck\":2"), Kind::EarlyReveal, Offence, "D.4.3");
    for one_motion in [steps.replace("0.4", "0.05"), steps.replace("\"motions\":2", "\"motions\":1")] {
        ruled(&with_status(Status::Stopped), &one_motion, Kind::EarlyReveal, NoOffence, "D.4.3");
    }
    // The first reveal of the match comes before anything is ruled.
    let first = ruled(&with_status(Status::BeforeMatch), steps, Kind::EarlyReveal, Referee, "D.4.3");
    assert!(first.clauses.contains(&"E.3.2".to_owned()) && first.sentence.contains("(E.3.2)"));
    unsaid(&with_status(Status::MatchOver), steps);
}

#[test]
fn d_4_4_a_top_card_lifted_ahead_of_the_reveal_is_an_offence() {
    let lifted = r#""kind":"pre_lift","deck":2,"player":2,"hand":"right","t":3,"until":3.8"#;
    assert_eq!(ruled(&with_status(Status::Stopped), lifted, Kind::EarlyReveal, Offence, "D.4.4").player, Some(Two));
    ruled(&in_play(), lifted, Kind::EarlyReveal, Offence, "D.4.4");
    ruled(&with_status(Status::Stopped), &lifted.replace("3.8", "3.1"), Kind::EarlyReveal, NoOffence, "D.4.4");
    ruled(&with_status(Status::BeforeMatch), lifted, Kind::EarlyReveal, Referee, "D.4.4");
    unsaid(&with_status(Status::MatchOver), lifted);
}

#[test]
fn e_2_4_a_face_shown_before_its_contact_is_an_offence() {
    let shown = r#""kind":"card_exposed","deck":1,"player":1,"card":"7h","t":3,"until":3.4"#;
    for state in [with_status(Status::Stopped), with_status(Status::SlapWon), with_status(Status::RoundOver)] {
        let ruling = ruled(&state, shown, Kind::EarlyReveal, Offence, "E.2.4");
        assert!(ruling.sentence.starts_with("Player 1's reveal showed a seven 0.4 s before"), "{}", ruling.sentence);
    }
    ruled(&with_status(Status::Stopped), &shown.replace("3.4", "3.1"), Kind::EarlyReveal, NoOffence, "E.2.4");
    ruled(&with_status(Status::BeforeMatch), shown, Kind::EarlyReveal, Referee, "E.2.4");
    // Player 1 has revealed already: what shows now is an accident.
    ruled(&between_reveals(), shown, Kind::EarlyReveal, Referee, "B.5.4");
    ruled(&between_reveals(), &shown.replace("\"deck\":1", "\"deck\":2"), Kind::EarlyReveal, Offence, "E.2.4");
}

#[test]
fn d_3_1_five_live_cards_are_an_offence() {
    let five = r#""kind":"live_cards","player":2,"count":5,"t":3,"until":4"#;
    let ruling = ruled(&in_play(), five, Kind::TooManyLiveCards, Offence, "D.3.1");
    assert!(ruling.sentence.starts_with("Player 2 had 5 live cards for 1.0 s: "));
    ruled(&in_play(), &five.replace(":4", ":3.2"), Kind::TooManyLiveCards, Referee, "D.3.1");
    unsaid(&in_play(), &five.replace("\"count\":5", "\"count\":4"));
    unsaid(&with_status(Status::BeforeMatch), five);
}

#[test]
fn d_2_5_sub_piles_stay_inside_the_boundary() {
    let out = r#""kind":"rearranged","player":1,"inside":false,"t":3,"until":4"#;
    ruled(&in_play(), out, Kind::DisplacedCards, Referee, "D.2.5");
    let inside = one(&in_play(), &out.replace("false", "true"));
    assert!(inside.clauses.contains(&"D.2.5".to_owned()) && inside.finding == NoOffence);
}

#[test]
fn d_2_6_and_d_10_4_rearranging_inside_the_boundary_is_no_offence() {
    let seen = r#""kind":"rearranged","player":1,"inside":true,"t":3,"until":4"#;
    ruled(&in_play(), seen, Kind::DisplacedCards, NoOffence, "D.2.6");
    unsaid(&with_status(Status::RoundOver), seen);
}

#[test]
fn d_10_4_quiet_moments_are_for_order() {
    let seen = r#""kind":"rearranged","player":2,"inside":true,"t":3,"until":4"#;
    assert!(one(&with_status(Status::Stopped), seen).clauses.contains(&"D.10.4".to_owned()));
}

#[test]
fn d_2_7_turning_the_next_card_up_is_no_offence() {
    ruled(&in_play(), r#""kind":"card_turned","player":1,"t":3"#, Kind::TooManyLiveCards, NoOffence, "D.2.7");
    unsaid(&with_status(Status::BeforeMatch), r#""kind":"card_turned","player":1,"t":3"#);
}

#[test]
fn d_7_5_leaving_the_next_card_face_down_is_no_offence() {
    for live in 0..=3 {
        let seen = format!(r#""kind":"next_card_not_turned","player":1,"live":{live},"t":3"#);
        ruled(&in_play(), &seen, Kind::TooManyLiveCards, NoOffence, "D.7.5");
    }
    unsaid(&in_play(), r#""kind":"next_card_not_turned","player":1,"live":4,"t":3"#);
}

#[test]
fn d_10_5_a_dropped_card_that_is_not_playable_goes_back_without_penalty() {
    // King and four lie on top: an eight follows neither, an ace follows the king.
    let dropped = r#""kind":"card_dropped","player":1,"card":"8h","returned":true,"t":3,"until":4"#;
    ruled(&in_play(), dropped, Kind::DisplacedCards, NoOffence, "D.10.5");
    ruled(&in_play(), &dropped.replace("true", "false"), Kind::DisplacedCards, Referee, "D.10.5");
    let playable = ruled(&in_play(), &dropped.replace("8h", "Ah"), Kind::DisplacedCards, Referee, "D.10.5");
    assert!(playable.sentence.contains("an ace, which is playable"));
    ruled(&in_play(), &dropped.replace("8h", "?"), Kind::DisplacedCards, Referee, "D.10.5");
    unsaid(&with_status(Status::Stopped), dropped);
}

#[test]
fn d_10_6_a_flipped_live_card_is_turned_up_again() {
    let flipped = r#""kind":"card_flipped","player":1,"turned_up":true,"t":3,"until":4"#;
    ruled(&in_play(), flipped, Kind::DisplacedCards, NoOffence, "D.10.6");
    ruled(&in_play(), &flipped.replace("true", "false"), Kind::DisplacedCards, Referee, "D.10.6");
    ruled(&in_play(), r#""kind":"card_flipped","player":1,"t":3"#, Kind::DisplacedCards, Referee, "D.10.6");
    unsaid(&with_status(Status::RoundOver), flipped);
}

#[test]
fn d_10_7_a_card_that_bounced_counts() {
    let landed = r#""kind":"landed_oddly","player":1,"pile":"right","readable":true,"t":3"#;
    ruled(&in_play(), landed, Kind::DisplacedCards, NoOffence, "D.10.7");
}

#[test]
fn d_5_3_any_angle_will_do_if_the_rank_can_be_seen() {
    let landed = r#""kind":"landed_oddly","player":1,"pile":"right","readable":false,"t":3"#;
    let ruling = ruled(&in_play(), landed, Kind::DisplacedCards, Referee, "D.10.7");
    assert!(ruling.sentence.contains("(D.5.3)"));
    assert_eq!(one(&in_play(), &landed.replace("false", "true")).finding, NoOffence);
}

#[test]
fn f_2_5_a_crooked_card_leaves_a_slap_on() {
    let landed = r#""kind":"landed_oddly","player":1,"pile":"right","readable":true,"t":3"#;
    let ruling = one(&with_slap(), landed);
    assert!(ruling.clauses.contains(&"F.2.5".to_owned()) && ruling.sentence.contains("F.2.5"));
    assert!(!one(&in_play(), landed).clauses.contains(&"F.2.5".to_owned()));
}

#[test]
fn d_5_4_a_card_between_the_piles_is_attributed_or_the_referees() {
    let seen = r#""kind":"card_between_piles","player":2,"card":"7h","p_left":0.55,"t":3"#;
    let ruling = ruled(&in_play(), seen, Kind::AmbiguousPile, Referee, "D.5.4");
    assert!(ruling.sentence.contains("left one is likelier, 55.0 %") && (ruling.confidence - 0.55).abs() < 1e-9);
    let right = one(&in_play(), &seen.replace("0.55", "0.02"));
    assert!(right.finding == NoOffence && right.sentence.contains("right pile, 98.0 % sure"));
    // Sure of the side, not of what was seen.
    let unsure = r#""kind":"card_between_piles","player":2,"p_left":1,"confidence":0.6,"t":3"#;
    let ruling = one(&in_play(), unsure);
    assert!(ruling.finding == Referee && (ruling.confidence - 0.6).abs() < 1e-9);
    assert!(ruling.sentence.contains("left one is likelier, 100.0 %"), "{}", ruling.sentence);
}

#[test]
fn d_8_5_a_disturbed_pile_is_the_referees() {
    let seen = r#""kind":"pile_disturbed","player":1,"hand":"left","pile":"left","cards":3,"t":3"#;
    let ruling = ruled(&in_play(), seen, Kind::DisplacedCards, Referee, "D.8.5");
    assert!(ruling.sentence.starts_with("Player 1's left hand moved 3 cards of the left Centre Pile"));
    unsaid(&with_status(Status::SlapWon), seen);
}

#[test]
fn d_3_5_displaced_cards_that_go_back_without_advantage_are_no_offence() {
    let seen = r#""kind":"displaced","player":1,"cards":3,"returned":true,"advantage":false,"t":3,"until":4"#;
    let ruling = ruled(&in_play(), seen, Kind::DisplacedCards, NoOffence, "D.3.5");
    assert!(ruling.sentence.starts_with("Player 1 displaced 3 cards of the foundation and returned"));
    ruled(&in_play(), &seen.replace("false", "null"), Kind::DisplacedCards, NoOffence, "D.3.5");
    ruled(&in_play(), &seen.replace("false", "true"), Kind::DisplacedCards, Referee, "D.3.5");
    ruled(&in_play(), &seen.replace("\"returned\":true", "\"returned\":false"), Kind::DisplacedCards, Referee, "D.3.5");
    unsaid(&with_status(Status::RoundOver), seen);
}
