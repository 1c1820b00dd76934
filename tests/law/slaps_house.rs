//! The house rules of Slaps, clause by clause.

use crate::table::*;
use slapsight::base::Rank;
use slapsight::facts::Finding::{NoOffence, Offence, Referee};
use slapsight::law::one_pile::{Act, Call, Conduct, Impossible, Kind, Pattern, Penalty, State, Target, Which};
use slapsight::law::slaps_house::Switches;

fn table(counts: &[u8]) -> Table<Switches> {
    Table::deal(Switches::default(), counts)
}

fn with(switches: impl FnOnce(&mut Switches)) -> Switches {
    let mut all = Switches::default();
    switches(&mut all);
    all
}

fn after(cards: &str) -> Vec<Pattern> {
    patterns_after(Switches::default(), cards)
}

/// A slap with a call, a part covered, or on the second pile.
fn slap_with(number: u8, called: Option<Call>, part: Option<f64>, target: Target) -> Act {
    let Act::Slap { seat, hand, fingers, touches_top, with_flip, sneaked, .. } = slap_of(number) else {
        unreachable!("a slap")
    };
    Act::Slap { seat, hand, on: target, call: called, cover: part, fingers, touches_top, with_flip, sneaked }
}

fn call(number: u8, called: Call) -> [Act; 1] {
    [slap_with(number, Some(called), None, Target::Slap)]
}

fn cover(number: u8, part: f64) -> Act {
    slap_with(number, None, Some(part), Target::Slap)
}

#[test]
fn house_1_1_fifty_four_cards() {
    let table = Table { rules: Switches::default(), state: State::new() };
    let act = Act::Deal { dealer: seat(1), stacks: Vec::new(), counts: vec![26, 26] };
    assert_eq!(table.refuse(act), Impossible::Count(52, 54));
    let mut table = Table::deal(Switches::default(), &[27, 27]);
    table.play("1:joker 2:joker");
    assert!(matches!(table.refuse(flip_of(1, "joker", Which::Slap)), Impossible::Twice(..)));
}

#[test]
fn house_1_2_two_or_more() {
    let table = Table { rules: Switches::default(), state: State::new() };
    let act = Act::Deal { dealer: seat(1), stacks: Vec::new(), counts: vec![54] };
    assert_eq!(table.refuse(act), Impossible::Seats(1));
}

#[test]
fn house_2_1_no_jewellery() {
    let ruling = ruled(table(&[27, 27]).conduct(1, Conduct::Jewellery), Kind::Cheating, Offence, "slaps-house 2.1");
    assert_eq!(ruling.penalty, Some(Penalty::TakeOffOrForfeit));
}

#[test]
fn house_2_3_dealt_out_one_at_a_time() {
    let mut table = Table { rules: Switches::default(), state: State::new() };
    let act = Act::Deal { dealer: seat(2), stacks: Vec::new(), counts: vec![20, 17, 17] };
    ruled(table.tell(act), Kind::Deal, Offence, "slaps-house 2.3");
}

#[test]
fn house_2_4_shuffling_before_the_first_card_only() {
    let mut table = table(&[27, 27]);
    assert!(table.tell(Act::Shuffle { seat: seat(2) }).is_empty());
    ruled(table.tell(Act::Look { seat: seat(2) }), Kind::Handling, Offence, "slaps-house 2.4");
    table.play("1:5");
    ruled(table.tell(Act::Shuffle { seat: seat(2) }), Kind::Handling, Offence, "slaps-house 2.4");
}

#[test]
fn house_2_5_the_dealer_begins() {
    let mut table = Table { rules: Switches::default(), state: State::new() };
    table.tell(Act::Deal { dealer: seat(3), stacks: Vec::new(), counts: vec![18, 18, 18] });
    assert_eq!(table.turn(), 3);
    table.play("3:5 1:6");
}

#[test]
fn house_2_6_the_hand_leaves_at_once() {
    let mut table = table(&[27, 27]);
    table.play("1:5");
    ruled(table.conduct(1, Conduct::HandOnPile), Kind::Cheating, Offence, "slaps-house 2.6");
}

#[test]
fn house_2_7_to_the_left() {
    let mut table = table(&[18, 18, 18]);
    table.play("1:5 2:9 3:2 1:7");
    let ruling = ruled(table.flip(1, "3"), Kind::OutOfTurn, Referee, "slaps-house 2.7");
    assert_eq!((ruling.penalty, table.turn()), (None, 2));
}

#[test]
fn house_2_8_a_wrong_slap_costs_a_card_and_its_player_goes_on() {
    let mut table = table(&[18, 18, 18]);
    table.play("1:5 2:9");
    let ruling = ruled(table.slap(2), Kind::WrongSlap, Offence, "slaps-house 2.8");
    assert_eq!((ruling.penalty, ruling.due), (Some(Penalty::Burn { cards: 1 }), true));
    assert_eq!(table.rules.legal(&table.state).plays.len(), 1, "first the card");
    assert!(table.burn(2).is_empty());
    assert_eq!((table.turn(), table.sizes()), (2, vec![17, 16, 18]));
    assert!(!table.state.pile.cards[0].up);
    table.play("2:3 3:J");
    table.slap(2);
    table.burn(2);
    assert_eq!(table.turn(), 1, "a reading: the jack has still to be answered by the player to its left");
}

#[test]
fn house_2_9_a_right_slap_takes_the_pile_and_goes_on() {
    let mut table = table(&[18, 18, 18]);
    table.play("1:5 2:5");
    let ruling = ruled(table.slap(1), Kind::Slap, NoOffence, "slaps-house 2.9");
    assert_eq!(ruling.seat, Some(seat(1)));
    ruled(table.take(3), Kind::PickUp, Offence, "slaps-house 2.9");
    table.take(1);
    assert_eq!((table.turn(), table.sizes()), (1, vec![19, 17, 18]));
}

#[test]
fn house_3_1_doubles() {
    assert_eq!(after("7 7"), [Pattern::Doubles]);
    assert_eq!(after("K K"), [Pattern::Doubles], "letters too");
    assert_eq!(after("7 8"), []);
}

#[test]
fn house_3_2_double_sandwich() {
    assert_eq!(after("2 10 2"), [Pattern::Sandwich]);
    assert_eq!(after("2 10 9 2"), []);
}

#[test]
fn house_3_3_jokers_alone() {
    assert_eq!(after("2 joker"), [Pattern::Joker]);
    assert_eq!(after("joker 2"), []);
}

#[test]
fn house_4_0_an_unanswered_face_card_wins() {
    let mut table = table(&[18, 18, 18]);
    table.play("1:Q 2:5");
    let won = ruled(table.flip(2, "6"), Kind::PileWon, NoOffence, "slaps-house 4.0");
    assert_eq!(won.seat, Some(seat(1)));
    table.take(1);
    assert_eq!(table.turn(), 1);
}

fn chances(letter: &str, expected: usize) {
    let mut table = table(&[18, 18, 18]);
    table.play(&format!("1:{letter}"));
    let played = ["2", "4", "7", "9"].iter().take_while(|number| {
        let open = table.state.won(Which::Slap).is_none();
        if open {
            table.play(&format!("2:{number}"));
        }
        open
    });
    assert_eq!(played.count(), expected, "{letter}");
    assert_eq!(table.state.won(Which::Slap).map(|(winner, _)| winner), Some(seat(1)));
}

#[test]
fn house_4_1_jack_one() {
    chances("J", 1);
}

#[test]
fn house_4_2_queen_two() {
    chances("Q", 2);
}

#[test]
fn house_4_3_king_three() {
    chances("K", 3);
}

#[test]
fn house_4_4_ace_four() {
    chances("A", 4);
}

#[test]
fn house_4_5_a_new_face_card_takes_over() {
    let mut table = table(&[18, 18, 18]);
    table.play("1:A 2:5 2:J");
    assert_eq!(table.turn(), 3);
    table.play("3:4");
    assert_eq!(table.state.won(Which::Slap).map(|(winner, _)| winner), Some(seat(2)));
}

#[test]
fn house_4_6_a_slap_goes_first() {
    let mut table = table(&[18, 18, 18]);
    table.play("1:A 2:5 2:5");
    ruled(table.slap(3), Kind::Slap, NoOffence, "slaps-house 4.6");
    table.take(3);
    assert_eq!((table.turn(), table.state.challenge), (3, None));
}

#[test]
fn house_5_1_all_fifty_four() {
    let mut table = table(&[53, 1]);
    table.play("1:5 2:5");
    table.slap(1);
    let won = ruled(table.take(1), Kind::GameWon, NoOffence, "slaps-house 5.1");
    assert_eq!((won.seat, table.sizes()), (Some(seat(1)), vec![54, 0]));
}

#[test]
fn house_6_1_1_slapping_in() {
    let mut table = table(&[27, 1, 26]);
    table.play("1:5 2:6 3:6");
    ruled(table.slap(2), Kind::Slap, NoOffence, "slaps-house 6.1.1");
    table.take(2);
    assert_eq!((table.turn(), table.sizes()), (2, vec![26, 3, 25]));
}

#[test]
fn house_6_1_1_a_newcomer_slaps_in() {
    let mut table = Table { rules: Switches::default(), state: State::new() };
    let deal = |counts| Act::Deal { dealer: seat(1), stacks: Vec::new(), counts };
    assert_eq!(table.refuse(deal(vec![54, 0, 0])), Impossible::Seats(1), "two have to play");
    assert!(table.tell(deal(vec![27, 27, 0])).is_empty(), "an even deal to two");
    table.play("1:5 2:6 1:6");
    ruled(table.slap(3), Kind::Slap, NoOffence, "slaps-house 6.1.1");
    table.take(3);
    assert_eq!((table.turn(), table.sizes()), (3, vec![25, 26, 3]));
    table.play("3:5 1:2");
}

#[test]
fn house_6_1_2_a_wrong_slap_in_is_a_slap_penalty() {
    let mut table = table(&[27, 1, 26]);
    table.play("1:5 2:6 3:7");
    let ruling = ruled(table.slap(2), Kind::WrongSlap, Offence, "slaps-house 6.1.2");
    assert_eq!(ruling.penalty, Some(Penalty::HandSlapped));
    assert!(table.state.due.is_empty() && !table.state.chair(seat(2)).out);
    table.play("1:8");
}

#[test]
fn house_6_2_1_the_hand_that_covers_more() {
    let mut table = table(&[18, 18, 18]);
    table.play("1:5 2:5");
    let won = ruled(table.slaps([cover(1, 0.3), cover(3, 0.7)]), Kind::Slap, NoOffence, "slaps-house 6.2.1");
    assert_eq!(won.seat, Some(seat(3)));
    table.take(3);
    table.play("3:7 1:7");
    ruled(table.slaps([cover(1, 0.3), slap_of(3)]), Kind::Tie, Referee, "slaps-house 6.2.1");
}

#[test]
fn house_6_2_2_equal_hands_divide_the_pile() {
    let mut table = table(&[18, 18, 18]);
    table.play("1:9 2:5 3:5");
    ruled(table.slaps([cover(2, 0.5), cover(3, 0.48)]), Kind::Tie, NoOffence, "slaps-house 6.2.2");
    let divide = |stays| Act::Divide { pile: Which::Slap, stays };
    assert_eq!(table.refuse(divide(Some(3))), Impossible::NoSuchCard(3, 3));
    ruled(table.tell(divide(Some(0))), Kind::Tie, NoOffence, "slaps-house 6.2.2");
    assert_eq!((table.sizes(), table.state.pile.cards.len()), (vec![17, 18, 18], 1));
    assert_eq!(table.state.pile.cards[0].face, card("9"), "the odd card stays");
}

#[test]
fn house_6_2_3_the_player_to_their_left_goes_on() {
    let mut table = table(&[14, 14, 13, 13]);
    table.play("1:9 2:5 3:5");
    table.slaps([cover(2, 0.5), cover(3, 0.5)]);
    table.tell(Act::Divide { pile: Which::Slap, stays: None });
    assert_eq!(table.turn(), 4);
    table.play("4:6");
}

#[test]
fn house_7_0_cheating_costs_a_card() {
    let mut table = table(&[18, 18, 18]);
    table.play("1:5");
    let ruling = ruled(table.conduct(3, Conduct::Sneaking), Kind::Cheating, Offence, "slaps-house 7.0");
    assert_eq!((ruling.penalty, ruling.due), (Some(Penalty::Burn { cards: 1 }), true));
    assert!(table.burn(3).is_empty());
    assert_eq!(table.sizes(), [17, 18, 17]);
}

#[test]
fn house_7_1_hand_kept_on_the_pile() {
    ruled(table(&[27, 27]).conduct(1, Conduct::HandOnPile), Kind::Cheating, Offence, "slaps-house 7.1");
}

#[test]
fn house_7_2_flip_and_slap_in_one_motion() {
    let mut table = table(&[18, 18, 18]);
    table.play("1:5 2:5");
    let Act::Slap { seat: who, hand, on, call, cover, fingers, touches_top, sneaked, .. } = slap_of(2) else {
        unreachable!("a slap")
    };
    let act = Act::Slap { seat: who, hand, on, call, cover, fingers, touches_top, with_flip: true, sneaked };
    ruled(table.slaps([act]), Kind::Cheating, Offence, "slaps-house 7.2");
    assert_eq!(table.state.won(Which::Slap), None, "a reading: it cannot win");
    ruled(table.slap(3), Kind::Slap, NoOffence, "slaps-house 3.1");
}

#[test]
fn house_7_3_blocking_is_for_the_referee() {
    let ruling = ruled(table(&[27, 27]).conduct(1, Conduct::Blocking), Kind::Cheating, Referee, "slaps-house 7.3");
    assert_eq!((ruling.penalty, ruling.due), (Some(Penalty::Burn { cards: 1 }), false));
}

#[test]
fn house_7_4_sneaking() {
    let mut table = table(&[18, 18, 18]);
    table.play("1:5");
    ruled(table.tell(Act::Hover { seat: seat(3), slapped_down: false }), Kind::Cheating, Offence, "slaps-house 7.4");
    ruled(table.conduct(1, Conduct::Sneaking), Kind::Cheating, NoOffence, "slaps-house 7.4");
}

#[test]
fn house_7_5_flipped_away_and_from_the_top() {
    for (from_bottom, towards_self) in [(true, false), (false, true)] {
        let act = Act::Flip { seat: seat(1), card: card("6"), pile: Which::Slap, from_bottom, towards_self };
        let ruling = ruled(table(&[27, 27]).tell(act), Kind::Handling, Offence, "slaps-house 7.5");
        assert_eq!(ruling.penalty, Some(Penalty::Burn { cards: 1 }));
    }
}

#[test]
fn house_7_6_jewellery_off_or_forfeit() {
    let mut table = table(&[18, 18, 18]);
    ruled(table.conduct(2, Conduct::Jewellery), Kind::Cheating, Offence, "slaps-house 7.6");
    ruled(table.tell(Act::Forfeit { seat: seat(2) }), Kind::Elimination, NoOffence, "slaps-house 7.6");
    assert_eq!(table.sizes(), [27, 0, 27], "dealt to the others");
    table.play("1:5 3:6 1:6");
    ruled(table.slap(2), Kind::SlapShutOut, Offence, "slaps-house 7.6");
}

#[test]
fn house_8_1_tens() {
    let tens = || with(|all| all.tens = true);
    for (cards, pattern) in
        [("2 8", Pattern::Tens), ("7 3", Pattern::Tens), ("A 9", Pattern::Tens), ("5 10", Pattern::TenAlone)]
    {
        assert_eq!(patterns_after(tens(), cards), [pattern], "{cards}");
        assert_eq!(after(cards), [], "{cards}: off by default");
    }
    assert_eq!(patterns_after(tens(), "2 K 8"), [], "no sandwich without its rule");
}

#[test]
fn house_8_2_ten_sandwich() {
    assert_eq!(patterns_after(with(|all| all.ten_sandwich = true), "2 9 8"), [Pattern::TenSandwich]);
    assert_eq!(after("2 9 8"), []);
}

#[test]
fn house_8_3_three_at_equal_steps() {
    for (cards, on) in [
        ("A 2 3", true),
        ("3 2 A", true),
        ("2 4 6", true),
        ("9 6 3", true),
        ("9 J K", true),
        ("A 3 4", false),
        ("8 7 5", false),
        ("3 6 7", false),
        ("Q K A", false),
    ] {
        let found = patterns_after(with(|all| all.runs = true), cards);
        assert_eq!(found.contains(&Pattern::ThreeInARow), on, "{cards}");
    }
    assert_eq!(after("2 4 6"), []);
}

#[test]
fn house_8_4_three_tens() {
    for (cards, on) in [("2 3 5", true), ("A 4 5", true), ("6 A 3", true), ("4 2 4", false), ("2 3 6", false)] {
        let found = patterns_after(with(|all| all.three_tens = true), cards);
        assert_eq!(found.contains(&Pattern::ThreeTens), on, "{cards}");
    }
}

#[test]
fn house_8_5_only_slap_three() {
    let only = || with(|all| all.only_slap_three = Some(Rank::Two));
    assert_eq!(patterns_after(only(), "2 2"), []);
    assert_eq!(patterns_after(only(), "2 9 2"), []);
    assert_eq!(patterns_after(only(), "2 2 2"), [Pattern::Triple]);
    assert_eq!(patterns_after(only(), "7 2 7"), [Pattern::Sandwich]);
    let mut table = Table::deal(only(), &[18, 18, 18]);
    table.play("1:2 2:2");
    ruled(table.slap(3), Kind::WrongSlap, Offence, "slaps-house 8.5");
    assert_eq!(patterns_after(with(|all| all.only_slap_three = Some(Rank::King)), "K K"), [Pattern::Doubles]);
}

#[test]
fn house_8_6_forbidden_card() {
    let four = || {
        with(|all| {
            all.forbidden = Some(Rank::Four);
            (all.tens, all.runs, all.triple_suits, all.ten_sandwich) = (true, true, true, true);
        })
    };
    for (cards, expected) in [
        ("4 4", vec![]),
        ("6 4", vec![]),
        ("4 6", vec![Pattern::Tens]),
        ("4 9 6", vec![Pattern::TenSandwich]),
        ("3 4 5", vec![Pattern::ThreeInARow]),
        ("2 3 4", vec![]),
        ("9 4 9", vec![Pattern::Sandwich]),
        ("4h 9h Qh", vec![]),
        ("5h 9h Qh", vec![Pattern::TripleSuits]),
    ] {
        assert_eq!(patterns_after(four(), cards), expected, "{cards}");
    }
    let mut table = Table::deal(four(), &[18, 18, 18]);
    table.play("1:4 2:4");
    ruled(table.slap(3), Kind::WrongSlap, Offence, "slaps-house 8.6");
}

fn sticky() -> Table<Switches> {
    Table::deal(with(|all| all.sticky_faces = vec![Rank::King]), &[14, 14, 13, 13])
}

#[test]
fn house_8_7_sticky_face() {
    let mut table = sticky();
    table.play("1:5 2:K");
    let ruling = ruled(table.slaps(call(4, Call::Stick)), Kind::Slap, NoOffence, "slaps-house 8.7");
    assert_eq!(ruling.seat, Some(seat(4)));
    assert_eq!(table.turn(), 1, "the player to the left of the one who stuck");
    let now = table.rules.legal(&table.state).slaps;
    assert_eq!(now[0].seats, [seat(2), seat(4)], "neither left of the king's player nor the one to answer");
    table.play("1:2 1:7 1:9");
    assert_eq!(table.state.won(Which::Slap).map(|(winner, _)| winner), Some(seat(4)));
}

#[test]
fn house_8_7_not_by_the_player_to_the_left_nor_late_nor_on_other_faces() {
    let mut table = sticky();
    table.play("1:5 2:K");
    ruled(table.slaps(call(3, Call::Stick)), Kind::WrongSlap, Offence, "slaps-house 2.8");
    table.burn(3);
    table.play("3:2");
    ruled(table.slaps(call(4, Call::Stick)), Kind::WrongSlap, Offence, "slaps-house 2.8");
    let mut queen = sticky();
    queen.play("1:5 2:Q");
    ruled(queen.slaps(call(4, Call::Stick)), Kind::WrongSlap, Offence, "slaps-house 2.8");
}

fn split() -> Table<Switches> {
    let mut table = Table::deal(with(|all| all.split_eights = true), &[18, 18, 18]);
    table.play("1:5 2:8");
    ruled(table.slaps(call(3, Call::Split)), Kind::Slap, NoOffence, "slaps-house 8.8.1");
    table
}

fn flips(table: &mut Table<Switches>, cards: &[(u8, &str, Which)]) {
    for (number, text, pile) in cards {
        let rulings = table.tell(flip_of(*number, text, *pile));
        assert!(rulings.iter().all(|ruling| ruling.finding == NoOffence), "{number}:{text} {rulings:#?}");
    }
}

#[test]
fn house_8_8_1_split_eights() {
    let mut table = split();
    flips(&mut table, &[(3, "2", Which::Split)]);
    assert_eq!(table.state.split.as_ref().map(|pile| pile.cards.len()), Some(1));
    let mut off = self::table(&[18, 18, 18]);
    off.play("1:5 2:8");
    ruled(off.slaps(call(3, Call::Split)), Kind::WrongSlap, Offence, "slaps-house 2.8");
}

#[test]
fn house_8_8_2_one_card_on_each_pile_the_eight_first() {
    let mut table = split();
    flips(&mut table, &[(3, "2", Which::Split), (1, "4", Which::Slap), (1, "6", Which::Split), (2, "9", Which::Slap)]);
    let wrong_pile = table.tell(flip_of(2, "10", Which::Slap));
    ruled(wrong_pile, Kind::OutOfTurn, Referee, "slaps-house 2.7");
    flips(&mut table, &[(2, "Jh", Which::Split)]);
}

#[test]
fn house_8_8_2_a_wrong_slap_between_the_two_cards_hands_the_turn_over() {
    let mut table = split();
    flips(&mut table, &[(3, "2", Which::Split), (1, "4", Which::Slap)]);
    ruled(table.slap(2), Kind::WrongSlap, Offence, "slaps-house 2.8");
    let wrong = table.slaps([slap_with(2, None, None, Target::Split)]);
    ruled(wrong, Kind::WrongSlap, Offence, "slaps-house 2.8");
    table.burn(2);
    table.burn(2);
    let faces: Vec<bool> = table.state.pile.cards.iter().map(|laid| laid.up).collect();
    assert_eq!(faces, [false, false, true, true, true], "both under the first pile, whichever was slapped");
    flips(&mut table, &[(2, "9", Which::Slap), (2, "6", Which::Split), (3, "10", Which::Slap)]);
}

#[test]
fn house_8_8_3_one_second_pile_at_a_time() {
    let mut table = split();
    flips(&mut table, &[(3, "2", Which::Split), (1, "8", Which::Slap)]);
    let doubles = table.patterns();
    assert_eq!(doubles, [Pattern::Doubles], "otherwise slappable it is still slappable");
    flips(&mut table, &[(1, "3", Which::Split), (2, "6", Which::Slap), (2, "8", Which::Split)]);
    let again = table.slaps([slap_with(1, Some(Call::Split), None, Target::Split)]);
    ruled(again, Kind::WrongSlap, Offence, "slaps-house 2.8");
}

#[test]
fn house_8_8_4_a_face_card_is_answered_on_its_pile() {
    let mut table = split();
    flips(&mut table, &[(3, "2", Which::Split), (1, "4", Which::Slap), (1, "Q", Which::Split)]);
    assert_eq!(table.turn(), 2);
    flips(&mut table, &[(2, "5", Which::Split), (2, "6", Which::Split)]);
    assert_eq!(table.state.won(Which::Split).map(|(winner, _)| winner), Some(seat(1)));
    assert!(table.tell(Act::Take { seat: seat(1), pile: Which::Split }).is_empty());
    assert_eq!(table.state.split, None);
    assert_eq!(table.state.pile.cards.len(), 3, "the pile stays");
    table.play("1:9");
    let mut on_the_pile = split();
    flips(&mut on_the_pile, &[(3, "2", Which::Split), (1, "J", Which::Slap), (2, "5", Which::Slap)]);
    assert_eq!(on_the_pile.state.won(Which::Slap).map(|(winner, _)| winner), Some(seat(1)));
}

#[test]
fn house_8_8_5_the_second_pile_takes_its_place() {
    let mut table = split();
    flips(&mut table, &[(3, "2", Which::Split), (1, "8", Which::Slap)]);
    ruled(table.slap(2), Kind::Slap, NoOffence, "slaps-house 3.1");
    table.take(2);
    assert_eq!((table.state.split.is_none(), table.state.pile.cards.len()), (true, 1));
    assert_eq!(table.state.pile.cards[0].face, card("2"));
    table.play("2:6 3:7");
}

#[test]
fn house_8_9_triple_suits() {
    let suits = || with(|all| all.triple_suits = true);
    assert_eq!(patterns_after(suits(), "5h 9h 2h"), [Pattern::TripleSuits]);
    assert_eq!(patterns_after(suits(), "5h 9d 2h"), []);
    assert_eq!(after("5h 9h 2h"), []);
    let mut table = Table::deal(suits(), &[18, 18, 18]);
    table.play("1:5h 2:9h 3:2");
    ruled(table.slap(1), Kind::Slap, Referee, "slaps-house 8.9");
    ruled(table.take(1), Kind::PileWon, NoOffence, "slaps-house 2.9");
}

#[test]
fn low_confidence_is_for_the_referee() {
    use slapsight::law::one_pile::Event;
    let mut table = table(&[18, 18, 18]);
    table.play("1:5 2:7");
    table.event(Event { confidence: Some(0.3), ..Event::new(slap_of(3)) });
    let ruling = ruled(table.tell(Act::SlapsOver), Kind::WrongSlap, Referee, "slaps-house 2.8");
    assert_eq!((ruling.due, table.state.due.len()), (false, 0), "possible, not due");
}
