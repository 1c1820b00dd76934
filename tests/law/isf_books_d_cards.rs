//! The books, Laws A, B and D: the deck, the foundation, cards played and put back.

use crate::isf_books_bench::*;
use slapsight::base::Measured;
use slapsight::facts::{Event, EventKind};
use slapsight::law::isf::books::act::{Order, Pack};
use slapsight::law::isf::books::{Stalemate, legal_plays, read_line, stalemate};

fn dealt(one: &str) -> Table {
    let mut faces = faces(one);
    faces.resize(26, Face(None));
    tell(&Table::new(), &[Act::Deal { packs: [Pack::Faces(faces), Pack::Count(26)] }]).0
}

#[test]
fn b_6_1_a_joker_cannot_be() {
    let table = dealt("Ah");
    assert_eq!(refuse(&table, &reveal(ONE, LEFT, "joker")), Impossible::Joker);
}

#[test]
fn b_6_1_the_same_card_cannot_be_in_two_places() {
    let table = dealt("Ah 2h");
    assert!(matches!(refuse(&table, &reveal(TWO, LEFT, "Ah")), Impossible::SameCardTwice(_)));
    let packs = [Pack::Faces(faces("Ah Ah")), Pack::Count(50)];
    assert!(matches!(refuse(&Table::new(), &Act::Deal { packs }), Impossible::SameCardTwice(_)));
}

#[test]
fn b_6_1_there_are_four_of_a_rank() {
    let table = dealt("Q Q Q Qs");
    assert!(matches!(refuse(&table, &reveal(TWO, LEFT, "Q")), Impossible::FiveOfARank(_)));
    let table = dealt("Q Q Qs");
    assert!(judge(&table, &reveal(TWO, LEFT, "Q")).is_ok());
}

#[test]
fn b_6_1_a_card_does_not_change_its_face() {
    let table = dealt("Q Qs");
    assert!(matches!(
        refuse(&table, &Act::Learn { id: 0, card: Face::parse("K").expect("a card") }),
        Impossible::OtherCard { .. }
    ));
    assert!(matches!(
        refuse(&table, &Act::Learn { id: 1, card: Face::parse("Qh").expect("a card") }),
        Impossible::OtherCard { .. }
    ));
    assert_eq!(refuse(&table, &Act::Learn { id: 52, card: Face(None) }), Impossible::NoSuchCard(52));
    // The suit may come later.
    let (table, _) = tell(&table, &[Act::Learn { id: 0, card: Face::parse("Qh").expect("a card") }]);
    assert_eq!(table.face(0).map(|card| card.suit.is_some()), Some(true));
}

#[test]
fn b_6_1_a_deck_has_52_cards() {
    let packs = [Pack::Count(26), Pack::Count(25)];
    assert_eq!(refuse(&Table::new(), &Act::Deal { packs }), Impossible::NotADeck(51));
    let packs = [Pack::Count(52), Pack::Count(0)];
    assert_eq!(refuse(&Table::new(), &Act::Deal { packs }), Impossible::NoCards(TWO));
}

#[test]
fn b_6_1_a_card_of_one_players_shuffled_pack_cannot_be_the_others() {
    // Player 2's 42 cards hold nothing known; Player 1's hold the ace of hearts, wherever it lies now.
    let table = live("2h", "4c 5c", ["3h", "9c"], |described| described.holding[0] = faces("Ah"));
    let (table, _) = tell(&table, &[play(ONE, LEFT, 0), next_round()]);
    assert_eq!(owned(&table), [1, 51, 0]);
    assert_eq!(table.face(table.foundations[0][0][0].card), None, "nobody followed the shuffle");
    let turned = |player, card| Act::Turn { player, place: Some(0), card: Face::parse(card).ok() };
    assert!(matches!(refuse(&table, &turned(TWO, "Ah")), Impossible::SameCardTwice(_)));
    assert!(matches!(refuse(&table, &turned(ONE, "Kd")), Impossible::NotAmongThem(_)));
    let (table, _) = tell(&table, &[turned(ONE, "Ah")]);
    assert!(matches!(refuse(&table, &turned(TWO, "Ah")), Impossible::SameCardTwice(_)));
}

#[test]
fn b_6_6_3_a_new_deck_leaves_each_player_as_many_cards() {
    let table = live("2h", "4c 5c", ["3h", "9c"], |described| described.holding[0] = faces("Ah 7h"));
    let (table, _) = tell(&table, &[play(ONE, LEFT, 0)]);
    let before = owned(&table);
    let (table, rulings) = tell(&table, &[Act::DeckReplacement]);
    assert_eq!(owned(&table), before);
    assert!(rulings.is_empty() && table.faces.iter().all(Option::is_none));
    // The old ace of hearts may be anybody's card of the new deck.
    let (table, _) = tell(&table, &[next_round()]);
    tell(&table, &[Act::Turn { player: TWO, place: Some(0), card: Face::parse("Ah").ok() }]);
}

#[test]
fn b_6_8_a_deck_replaced_during_a_round_is_the_referees_and_stops_play() {
    let table = live("2h", "4c 5c", ["3h", "9c"], |_| {});
    let (after, rulings) = tell(&table, &[Act::DeckReplacement]);
    assert_eq!(only(&rulings, Kind::Equipment).finding, Finding::Referee);
    assert_eq!((after.status, after.all_cards()), (Status::Stopped, table.all_cards()));
}

#[test]
fn d_2_2_the_foundation_is_four_three_two_one_with_tops_up() {
    let table = dealt("1h".replace('1', "A").as_str());
    let sizes: Vec<usize> = table.foundations[0].iter().map(Vec::len).collect();
    assert_eq!(sizes, [4, 3, 2, 1]);
    assert_eq!(table.live_places(ONE), [0, 1, 2, 3]);
    assert_eq!(table.foundations[0].iter().flatten().filter(|slot| slot.up).count(), 4);
    assert_eq!(table.decks[0].len(), 16);
    // The pack's top card is dealt first.
    assert!(table.face(table.foundations[0][0][0].card).is_some());
}

#[test]
fn d_2_4_with_fewer_than_ten_all_cards_and_at_most_four_live() {
    let expected = [
        &[1usize, 0, 0, 0],
        &[1, 1, 0, 0],
        &[1, 1, 1, 0],
        &[1, 1, 1, 1],
        &[2, 1, 1, 1],
        &[4, 1, 1, 1],
        &[4, 3, 1, 1],
        &[4, 3, 2, 1],
    ];
    for (count, expected) in [1u8, 2, 3, 4, 5, 7, 9, 10].into_iter().zip(expected) {
        let (table, _) = tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(count), Pack::Count(52 - count)] }]);
        let sizes: Vec<usize> = table.foundations[0].iter().map(Vec::len).collect();
        assert_eq!(sizes, expected, "{count} cards");
        assert!(table.decks[0].is_empty() && table.live_places(ONE).len() <= 4);
    }
}

#[test]
fn d_2_6_and_d_3_1_rearranging_is_free_up_to_four_live_cards() {
    let table = live("2h 3h | 5h | 7h | 9h", "4c", ["Kc", "Kd"], |_| {});
    let (table, rulings) = tell(&table, &[Act::Rearrange { player: ONE, from: 0, to: 4 }]);
    assert!(rulings.is_empty());
    assert_eq!(table.live_places(ONE), [1, 2, 3, 4]);
    let (table, rulings) = tell(&table, &[Act::Turn { player: ONE, place: Some(0), card: None }]);
    let ruling = only(&rulings, Kind::TooManyLiveCards);
    assert!(ruling.finding == Finding::Offence && cites(ruling, "D.3.1"));
    assert_eq!(table.live_places(ONE).len(), 5);
    let far = Act::Rearrange { player: ONE, from: 1, to: 9 };
    assert_eq!(refuse(&table, &far), Impossible::NoCardAt { player: ONE, place: 9 });
}

#[test]
fn d_2_7_and_d_7_5_the_next_card_may_be_turned_or_not() {
    let table = live("2h 4h | 6h", "9c", ["3c", "Kd"], |_| {});
    let (table, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(rulings.is_empty() && table.live_places(ONE) == [1]);
    let (turned, rulings) = tell(&table, &[Act::Turn { player: ONE, place: Some(0), card: None }]);
    assert!(rulings.is_empty() && turned.live_places(ONE) == [0, 1]);
}

#[test]
fn d_5_2_a_card_not_turned_up_may_not_be_played() {
    let table = live("4h 2h | 6h", "9c", ["3c", "3d"], |_| {});
    let (table, rulings) = tell(&table, &[play(ONE, LEFT, 0), Act::Slap { outcome: SlapOutcome::Void, player: None }]);
    drop(rulings);
    let (table, rulings) = tell(&table, &[play(ONE, RIGHT, 0)]);
    let ruling = only(&rulings, Kind::IllegalPlay);
    assert!(cites(ruling, "D.5.2") && ruling.finding == Finding::Offence && ruling.sanction.is_none());
    // It goes back at the next stoppage, and no sanction is due.
    let (table, rulings) = tell(&table, &[Act::Stoppage, Act::Return { pile: RIGHT }]);
    assert!(rulings.is_empty(), "{rulings:?}");
    assert_eq!(table.foundation_count(ONE), 2);
}

#[test]
fn d_6_1_and_d_6_2_one_up_one_down_round_the_loop() {
    let table = live("Ah | 3h | 7h | Kh", "Qc | 7c", ["2c", "Ks"], |_| {});
    let expected = [(ONE, 0, LEFT), (ONE, 0, RIGHT), (ONE, 1, LEFT), (TWO, 0, RIGHT)];
    assert_eq!(legal_plays(&table), expected);
    for (player, place, pile) in expected {
        assert!(tell(&table, &[play(player, pile, place as u8)]).1.is_empty());
    }
}

#[test]
fn d_6_1_what_is_not_known_is_not_ruled_until_it_is_learned() {
    let table = live("? | 9h", "9c 4c", ["2c", "Ks"], |_| {});
    assert_eq!(legal_plays(&table), []);
    assert_eq!(stalemate(&table), Stalemate::Undecided);
    let (table, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(rulings.is_empty());
    assert_eq!((table.condition, table.top(LEFT).and_then(|laid| laid.legal)), (Condition::Unknown, None));
    let card = table.top(LEFT).expect("a card").card;
    let (fair, rulings) = tell(&table, &[Act::Learn { id: card, card: Face::parse("3h").expect("a card") }]);
    assert!(rulings.is_empty() && legal_plays(&fair).contains(&(TWO, 0, LEFT)));
    let (foul, rulings) = tell(&table, &[Act::Learn { id: card, card: Face::parse("8h").expect("a card") }]);
    assert!(cites(only(&rulings, Kind::IllegalPlay), "D.8.1"));
    assert_eq!(only(&tell(&foul, &[Act::Stoppage]).1, Kind::IllegalPlay).sanction, Some(Sanction::YellowCard));
}

#[test]
fn d_7_3_a_card_that_counts_is_not_taken_back() {
    let table = live("3h | 9h", "9c", ["2c", "Ks"], |_| {});
    let (played, _) = tell(&table, &[play(ONE, LEFT, 0)]);
    let (after, rulings) = tell(&played, &[Act::Remove { pile: LEFT, player: Some(ONE), immediate: Some(true) }]);
    assert_eq!(only(&rulings, Kind::Retraction).finding, Finding::Offence);
    assert_eq!(after.centre, played.centre);
}

#[test]
fn d_8_2_taken_off_at_once_a_warning_is_due() {
    let table = live("8h | 9h", "9c", ["2c", "Ks"], |_| {});
    let off = Act::Remove { pile: LEFT, player: Some(ONE), immediate: Some(true) };
    let (after, rulings) = tell(&table, &[play(ONE, LEFT, 0), off]);
    assert_eq!(rulings.len(), 2);
    assert!(cites(&rulings[0], "D.8.1") && rulings[0].sanction.is_none());
    assert!(cites(&rulings[1], "D.8.2") && rulings[1].sanction == Some(Sanction::Warning));
    assert_eq!(after.foundations, table.foundations);
    assert_eq!((after.tallies[0].warnings_due, after.tallies[0].yellow_cards_due), (1, 0));
}

#[test]
fn d_8_3_left_on_the_pile_a_yellow_card_is_due_once() {
    let table = live("8h | 4h | 5h", "7c 6c | 9c", ["2c", "Ks"], |_| {});
    let (laid, _) = tell(&table, &[play(ONE, LEFT, 0)]);
    let off = |immediate| Act::Remove { pile: LEFT, player: Some(ONE), immediate };
    for cover in [play(TWO, LEFT, 1), Act::Stoppage, Act::Stalemate, Act::Return { pile: LEFT }, off(Some(false))] {
        let (after, rulings) = tell(&laid, &[cover]);
        let sanctions: Vec<_> = rulings.iter().filter_map(|ruling| ruling.sanction).collect();
        assert_eq!((sanctions, after.tallies[0].yellow_cards_due), (vec![Sanction::YellowCard], 1));
        let (_, rulings) = tell(&after, &[Act::Stoppage]);
        assert!(rulings.iter().all(|ruling| ruling.sanction.is_none()));
    }
    // Nobody can say how fast, or the other player did it: the referee's.
    for act in [off(None), Act::Remove { pile: LEFT, player: Some(TWO), immediate: Some(true) }] {
        let (after, rulings) = tell(&laid, &[act]);
        assert_eq!(only(&rulings, Kind::IllegalPlay).finding, Finding::Referee);
        assert_eq!((after.tallies[0].yellow_cards_due, after.tallies[0].warnings_due), (0, 0));
    }
}

#[test]
fn e_4_5_cards_that_did_not_follow_go_back_last_one_first() {
    let table = live("8h | 4h | 5h", "7c 6c | 9c", ["2c", "Ks"], |_| {});
    let (table, _) = tell(&table, &[play(ONE, LEFT, 0), play(ONE, LEFT, 1), Act::Stoppage]);
    let places = |table: &Table| table.foundations[0].iter().map(Vec::len).collect::<Vec<_>>();
    let (once, _) = tell(&table, &[Act::Return { pile: LEFT }]);
    assert_eq!(places(&once), [0, 1, 1]);
    let (twice, _) = tell(&once, &[Act::Return { pile: LEFT }]);
    assert_eq!((places(&twice), twice.tallies[0].yellow_cards_due), (vec![1, 1, 1], 2));
    assert_eq!(refuse(&twice, &Act::Return { pile: LEFT }), Impossible::NothingThere(LEFT));
}

#[test]
fn d_8_4_illegal_plays_are_counted() {
    let table = live("8h | 4h | 5h", "7c 6c | 9c", ["2c", "Ks"], |_| {});
    let (table, rulings) = tell(&table, &[play(ONE, LEFT, 0), play(ONE, RIGHT, 1)]);
    assert!(!cites(&rulings[0], "D.8.4") && cites(&rulings[1], "D.8.4"));
    assert_eq!(table.tallies[0].illegal_plays, 2);
}

#[test]
fn d_6_1_nothing_follows_an_empty_pile() {
    let table = live("8h | 4h", "9c", ["", "5s"], |_| {});
    assert_eq!(legal_plays(&table), [(ONE, 1, RIGHT)]);
    assert!(cites(only(&tell(&table, &[play(ONE, LEFT, 1)]).1, Kind::IllegalPlay), "D.8.1"));
}

#[test]
fn a_4_2_a_play_told_by_rank_is_the_live_card_of_that_rank() {
    let table = live("8h 3h | 3c | ?", "9c", ["2c", "5s"], |_| {});
    let by = |card: &str| Act::Play {
        player: ONE,
        pile: LEFT,
        place: None,
        card: Face::parse(card).ok(),
        unclear: false,
        at_once: None,
    };
    let from = |card: &str| tell(&table, &[by(card)]).0.top(LEFT).and_then(|laid| laid.from);
    assert_eq!(from("3"), Some((ONE, 0)));
    assert_eq!(from("3c"), Some((ONE, 1)));
    assert_eq!(from("Ad"), Some((ONE, 2)), "the live card not read yet");
    let (known, _) = tell(&table, &[by("Ad")]);
    assert_eq!(refuse(&known, &by("Kd")), Impossible::NoSuchFoundationCard(ONE));
    let unsaid = Act::Play { player: ONE, pile: LEFT, place: None, card: None, unclear: false, at_once: None };
    assert_eq!(refuse(&table, &unsaid), Impossible::WhichCard(ONE));
    assert_eq!(refuse(&table, &play(ONE, LEFT, 7)), Impossible::NoCardAt { player: ONE, place: 7 });
}

#[test]
fn a_measured_event_is_the_act_of_its_name_or_nothing_to_the_books() {
    let event = |kind, pile| Event {
        at: Measured::exact(1.0),
        kind,
        player: Some(ONE),
        hand: None,
        pile,
        card: Face::parse("7h").expect("a card").0,
        confidence: 1.0,
        inferred: false,
        after_other: None,
    };
    let act = |kind| Act::from_event(&event(kind, Some(LEFT)));
    assert_eq!(act(EventKind::Reveal), Some(reveal(ONE, LEFT, "7h")));
    let play =
        Act::Play { player: ONE, pile: LEFT, place: None, card: Face::parse("7h").ok(), unclear: false, at_once: None };
    assert_eq!(act(EventKind::Play), Some(play));
    let remove = Act::Remove { pile: LEFT, player: Some(ONE), immediate: None };
    assert_eq!(act(EventKind::Remove), Some(remove));
    assert_eq!(act(EventKind::Stoppage), Some(Act::Stoppage));
    assert_eq!(act(EventKind::RoundEnd), Some(Act::RoundEnd { player: Some(ONE) }));
    for kind in [EventKind::Lift, EventKind::Return, EventKind::Contact, EventKind::Touch, EventKind::Untouch] {
        assert_eq!(act(kind), None);
    }
    assert_eq!(Act::from_event(&event(EventKind::Play, None)), None);
}

#[test]
fn a_line_is_read_with_its_instant_and_slips_are_found() {
    let (act, at) =
        read_line(r#"{"kind": "play", "player": 1, "pile": "left", "card": "10h", "t": 2.5}"#).expect("an act");
    assert_eq!(
        act,
        Act::Play {
            player: ONE,
            pile: LEFT,
            place: None,
            card: Face::parse("10h").ok(),
            unclear: false,
            at_once: None
        }
    );
    assert_eq!(at.map(|at| (at.t, at.lo, at.hi)), Some((2.5, 2.5, 2.5)));
    let object = r#"{"kind": "reveal", "player": 2, "pile": "right", "card": {"rank": "Q", "suit": null}}"#;
    assert_eq!(read_line(object).expect("an act").0, reveal(TWO, RIGHT, "Q"));
    assert_eq!(read_line(r#"{"kind": "stalemate"}"#).expect("an act").0, Act::Stalemate);
    let ids = r#"{"kind": "next_round", "packs": [[3, 1, 2], null]}"#;
    assert_eq!(read_line(ids).expect("an act").0, Act::NextRound { packs: [Some(Order::Ids(vec![3, 1, 2])), None] });
    for wrong in [
        r#"{"kind": "play", "player": 1, "pile": "left", "plase": 2}"#,
        r#"{"kind": "stalemate", "pile": "left"}"#,
        r#"{"kind": "fold"}"#,
        r#"{"kind": "play", "player": 3, "pile": "left"}"#,
        r#"{"kind": "reveal", "player": 1, "pile": "left", "card": "11h"}"#,
        r#"{"kind": "stalemate", "t": "soon"}"#,
        r#"{"kind": "stalemate", "t": 1, "lo": 2}"#,
        "[]",
        "{",
    ] {
        assert!(read_line(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn every_reading_is_of_a_clause_and_has_one_line() {
    for (clause, reading) in slapsight::law::isf::books::READINGS {
        // Or the clause that it is an item of.
        let whole = clause.rsplit_once('.').map_or(*clause, |(whole, _)| whole);
        assert!(clauses::find(clause).is_some() || clauses::find(whole).is_some(), "{clause}");
        assert!(!reading.is_empty() && !reading.contains("  ") && !reading.ends_with('.'), "{reading}");
    }
}

#[test]
fn a_4_7_one_legal_play_of_either_player_on_either_pile_is_no_stalemate() {
    for (one, two, expected) in [
        ("3h | 9h", "9c", Stalemate::No(ONE, 0, LEFT)),
        ("9h | 5h", "9c", Stalemate::No(ONE, 1, RIGHT)),
        ("9h", "9c | Ac", Stalemate::No(TWO, 1, LEFT)),
        ("9h", "7c", Stalemate::No(TWO, 0, RIGHT)),
        ("9h | 2h", "6c | 9c", Stalemate::Yes),
        // The one that would follow lies under another.
        ("3h 9h", "9c", Stalemate::Yes),
    ] {
        assert_eq!(stalemate(&live(one, two, ["2c", "6s"], |_| {})), expected, "{one} / {two}");
    }
}

#[test]
fn a_4_10_a_card_keeps_its_owner_through_reveals_and_plays() {
    let table = dealt("3h 3d 3s 4h");
    assert_eq!(owned(&table), [26, 26, 0]);
    let (after, _) = tell(&table, &[reveal(ONE, LEFT, "5h"), reveal(TWO, RIGHT, "9d"), play(ONE, LEFT, 0)]);
    assert_eq!((after.centre[0].len(), &after.owners), (2, &table.owners));
    let owner = |laid: Option<slapsight::law::isf::books::table::Laid>| laid.and_then(|laid| after.owner(laid.card));
    assert_eq!((owner(after.top(LEFT)), owner(after.top(RIGHT))), (Some(ONE), Some(TWO)));
}

#[test]
fn a_4_11_a_reveal_turns_the_draw_decks_top_onto_the_pile() {
    let table = dealt("Ah");
    let top = table.decks[1].last().copied();
    let (after, _) = tell(&table, &[reveal(TWO, LEFT, "8d")]);
    let laid = after.top(LEFT).expect("a card");
    assert_eq!((Some(laid.card), laid.from, laid.legal), (top, None, Some(true)));
    assert_eq!(after.face(laid.card), Face::parse("8d").expect("a card").0);
    assert_eq!((after.decks[1].len(), after.decks[0].len(), after.foundations), (15, 16, table.foundations));
}

/// Ace to king of hearts, ace to king of clubs: 26 cards, top first.
fn known_pack() -> Vec<Face> {
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let suited = |suit: &'static str| ranks.iter().map(move |rank| Face::parse(&format!("{rank}{suit}")));
    suited("h").chain(suited("c")).map(|card| card.expect("a card")).collect()
}

#[test]
fn d_2_1_the_foundation_has_the_top_ten_of_the_players_own_pack() {
    let (table, _) = tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(26), Pack::Faces(known_pack())] }]);
    let faces: Vec<_> = table.foundations[1].iter().flatten().map(|slot| table.face(slot.card)).collect();
    let top_ten: Vec<_> = known_pack()[..10].iter().map(|face| face.0).collect();
    assert_eq!(faces, top_ten);
    for player in [ONE, TWO] {
        let mut own = table.foundations[player.index()].iter().flatten();
        assert!(own.all(|slot| table.owner(slot.card) == Some(player)));
    }
}

#[test]
fn d_2_3_the_top_of_every_sub_pile_and_no_other_card_lies_face_up() {
    for count in [26, 7] {
        let (table, _) = tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(count), Pack::Count(52 - count)] }]);
        for place in table.foundations.iter().flatten().filter(|place| !place.is_empty()) {
            let (top, under) = place.split_last().expect("cards");
            assert!(top.up && under.iter().all(|slot| !slot.up), "{place:?}");
        }
    }
}

#[test]
fn d_3_1_four_live_cards_are_fair_and_a_fifth_is_an_offence() {
    let table = live("9h", "3c | 5h 7c | 8c | 9c | 2h 10c", ["2c", "Kd"], |_| {});
    assert_eq!(table.live_places(TWO).len(), 5);
    let (four, rulings) = tell(&table, &[play(TWO, LEFT, 0)]);
    assert!(rulings.is_empty() && four.live_places(TWO).len() == 4);
    let (three, _) = tell(&live("9h", "4h 3c | 7c | 8c | 5h 9c", ["2c", "Kd"], |_| {}), &[play(TWO, LEFT, 0)]);
    assert_eq!(three.live_places(TWO).len(), 3);
    let turn = Act::Turn { player: TWO, place: Some(0), card: None };
    let (four, rulings) = tell(&three, &[turn, Act::Rearrange { player: TWO, from: 3, to: 4 }]);
    assert!(rulings.is_empty() && four.live_places(TWO).len() == 4);
    let (_, rulings) = tell(&four, &[Act::Turn { player: TWO, place: Some(3), card: None }]);
    let ruling = only(&rulings, Kind::TooManyLiveCards);
    assert_eq!((ruling.player, ruling.finding), (Some(TWO), Finding::Offence));
}

#[test]
fn d_4_1_the_cards_below_the_foundations_are_the_draw_deck_in_their_order() {
    let (table, _) = tell(&Table::new(), &[Act::Deal { packs: [Pack::Faces(known_pack()), Pack::Count(26)] }]);
    let deck: Vec<_> = table.decks[0].iter().rev().map(|card| table.face(*card)).collect();
    let rest: Vec<_> = known_pack()[10..].iter().map(|face| face.0).collect();
    assert_eq!(deck, rest);
    // The eleventh card of the pack is the first to be revealed.
    assert!(judge(&table, &reveal(ONE, LEFT, "Jh")).is_ok());
    assert!(matches!(refuse(&table, &reveal(ONE, LEFT, "Qh")), Impossible::OtherCard { .. }));
}

#[test]
fn d_7_5_not_turning_the_next_card_up_is_no_offence() {
    let table = live("7h 3h | 8h 4h | 9h 5h | Jh 6h", "9c", ["2c", "Kd"], |_| {});
    let mut now = table;
    for (place, live) in [(0, 3), (1, 2), (2, 1), (3, 0)] {
        let (next, rulings) = tell(&now, &[play(ONE, LEFT, place)]);
        assert!(rulings.is_empty(), "{rulings:?}");
        assert_eq!((next.live_places(ONE).len(), next.status), (live, Status::Live));
        now = next;
    }
    // Nor does it keep a stalemate from being one.
    assert!(tell(&now, &[Act::Stalemate]).1.is_empty());
}
