//! Egyptian Ratscrew, clause by clause.

use crate::table::*;
use slapsight::facts::Finding::{NoOffence, Offence, Referee};
use slapsight::law::ers::Switches;
use slapsight::law::one_pile::{Act, Deck, Impossible, Kind, Pattern, Penalty, State, Which};

fn table(counts: &[u8]) -> Table<Switches> {
    Table::deal(Switches::default(), counts)
}

fn after(cards: &str) -> Vec<Pattern> {
    patterns_after(Switches::default(), cards)
}

fn with_fingers(number: u8, fingers: u8) -> Act {
    let Act::Slap { seat, hand, on, call, cover, touches_top, with_flip, sneaked, .. } = slap_of(number) else {
        unreachable!("a slap")
    };
    Act::Slap { seat, hand, on, call, cover, fingers: Some(fingers), touches_top, with_flip, sneaked }
}

#[test]
fn ers_1_1_the_deck_is_dealt_evenly() {
    for (counts, fair) in [(vec![18, 17, 17], true), (vec![13; 4], true), (vec![20, 16, 16], false)] {
        let mut table = Table { rules: Switches::default(), state: State::new() };
        let rulings = table.tell(Act::Deal { dealer: seat(1), stacks: Vec::new(), counts });
        if fair { assert!(rulings.is_empty()) } else { drop(ruled(rulings, Kind::Deal, Offence, "ers 1.1")) }
    }
}

#[test]
fn ers_1_2_1_left_of_the_dealer_begins_and_it_goes_round() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:7 1:9 2:2");
    let ruling = ruled(table.flip(1, "6"), Kind::OutOfTurn, Referee, "ers 1.2.1");
    assert_eq!(ruling.seat, Some(seat(1)));
    assert_eq!(table.turn(), 3);
    let unsure = ruled(table.slap(2), Kind::Slap, Referee, "ers 2.1.1");
    assert!(unsure.slap.is_some_and(|slap| slap.patterns.is_empty() && slap.unsure.contains(&Pattern::Doubles)));
}

#[test]
fn ers_1_2_2_the_top_card_is_played() {
    let act = Act::Flip { seat: seat(2), card: card("6"), pile: Which::Slap, from_bottom: true, towards_self: false };
    assert_eq!(ruled(table(&[26, 26]).tell(act), Kind::Handling, Offence, "ers 1.2.2").penalty, None);
}

#[test]
fn ers_1_2_3_nobody_sees_her_card_first() {
    let act = Act::Flip { seat: seat(2), card: card("6"), pile: Which::Slap, from_bottom: false, towards_self: true };
    ruled(table(&[26, 26]).tell(act), Kind::Handling, Offence, "ers 1.2.3");
}

#[test]
fn ers_1_3_numbers_pass_the_turn_until_a_letter_comes() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:7 1:9");
    assert_eq!((table.turn(), table.state.challenge), (2, None));
    table.play("2:K");
    assert_eq!(table.state.challenge.map(|challenge| (challenge.by, challenge.left)), Some((seat(2), 3)));
}

#[test]
fn ers_1_4_one_to_four_chances() {
    for (letter, answers) in [("J", 1), ("Q", 2), ("K", 3), ("A", 4)] {
        let mut table = table(&[18, 17, 17]);
        table.play(&format!("2:{letter}"));
        let numbers = ["2", "4", "7", "10"];
        for (i, number) in numbers[..answers].iter().enumerate() {
            assert!(table.state.due.is_empty(), "{letter} after {i}");
            table.play(&format!("3:{number}"));
        }
        assert!(table.state.won(Which::Slap).is_some(), "{letter} is won after {answers}");
    }
}

#[test]
fn ers_1_5_an_unanswered_letter_card_wins_the_pile() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:Q 3:5 3:J");
    assert_eq!(table.turn(), 1, "an answer has to be answered in turn");
    let won = ruled(table.flip(1, "8"), Kind::PileWon, NoOffence, "ers 1.5");
    assert_eq!(won.seat, Some(seat(3)));
    ruled(table.take(2), Kind::PickUp, Offence, "ers 1.5");
    assert!(table.take(3).is_empty());
    assert_eq!((table.turn(), table.sizes()), (3, vec![17, 16, 19]));
}

#[test]
fn ers_1_5_chances_pass_when_a_stack_runs_out() {
    let mut table = table(&[25, 26, 1]);
    table.play("2:A 3:5 1:6");
    assert_eq!(table.state.challenge.map(|challenge| challenge.left), Some(2));
    table.play("1:8 1:9");
    assert_eq!(table.state.won(Which::Slap).map(|(winner, _)| winner), Some(seat(2)));
}

#[test]
fn ers_1_5_nobody_left_to_answer() {
    let mut table = table(&[51, 1]);
    table.play("2:A 1:2 1:5 1:7");
    assert!(table.state.due.is_empty());
    table.play("1:9");
    assert_eq!(table.state.won(Which::Slap).map(|(winner, _)| winner), Some(seat(2)), "without a card in hand");
}

#[test]
fn ers_1_6_nobody_looks() {
    ruled(table(&[26, 26]).tell(Act::Look { seat: seat(1) }), Kind::Handling, Offence, "ers 1.6");
}

#[test]
fn ers_2_1_1_the_first_right_slap_wins() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:5");
    let at = |t| slapsight::base::Measured::normal(t, 0.002);
    use slapsight::law::one_pile::Event;
    table.event(Event::at(slap_of(1), at(3.040)));
    table.event(Event::at(slap_of(2), at(3.050)));
    let ruling = ruled(table.tell(Act::SlapsOver), Kind::Slap, NoOffence, "ers 2.1.1");
    assert_eq!(ruling.seat, Some(seat(1)));
    let record = ruling.slap.expect("a record");
    assert!(record.margin.is_some_and(|margin| (margin.t - 0.010).abs() < 1e-9));
    assert!(record.probability.is_some_and(|p| p > 0.999));
    assert_eq!(record.seats, [seat(1), seat(2)]);
    ruled(table.slap(3), Kind::LateSlap, NoOffence, "ers 2.1.1");
}

#[test]
fn ers_2_1_2_most_fingers_on_top() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:5");
    let won = ruled(table.slaps([with_fingers(1, 2), with_fingers(3, 4)]), Kind::Slap, NoOffence, "ers 2.1.2");
    assert_eq!(won.seat, Some(seat(3)));
    table.take(3);
    table.play("3:7 1:7");
    ruled(table.slaps([slap_of(1), with_fingers(3, 4)]), Kind::Tie, Referee, "ers 2.1.2");
}

#[test]
fn ers_2_1_3_equal_fingers_play_on() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:5");
    ruled(table.slaps([with_fingers(1, 3), with_fingers(3, 3)]), Kind::Tie, NoOffence, "ers 2.1.3");
    assert!(table.state.due.is_empty());
    table.play("1:9");
}

#[test]
fn ers_2_2_doubles() {
    assert_eq!(after("9 6 6"), [Pattern::Doubles]);
    assert!(after("9 K K").contains(&Pattern::Doubles), "letters too");
    assert_eq!(after("5 6"), []);
    assert_eq!(after("5h"), []);
}

#[test]
fn ers_2_3_sandwich() {
    assert!(after("5 7 5").contains(&Pattern::Sandwich));
    assert!(!after("2 5 5 5").contains(&Pattern::Sandwich), "the filling is another rank");
    assert!(!after("2 5 7 8 5").contains(&Pattern::Sandwich));
}

#[test]
fn ers_2_4_1_top_bottom() {
    assert_eq!(after("7 2 9 5 7"), [Pattern::TopBottom]);
    assert_eq!(after("7 2 9 5 8"), []);
}

#[test]
fn ers_2_4_2_void_after_a_burn_until_the_pile_is_gone() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:7 3:2 1:9");
    table.slap(1);
    table.burn(1);
    table.play("2:5 3:7");
    assert_eq!(table.patterns(), []);
    table.play("1:7");
    table.slap(1);
    table.take(1);
    table.play("1:4 2:9 3:K 1:4");
    assert!(table.patterns().contains(&Pattern::TopBottom), "a new pile");
}

#[test]
fn ers_2_5_tens() {
    for (cards, on) in [("3 7", true), ("A 9", true), ("2 8", true), ("4 7", false), ("2 10", false), ("2 J", false)] {
        assert_eq!(after(cards).contains(&Pattern::Tens), on, "{cards}");
    }
    for (cards, on) in [("A K 9", true), ("6 A 4", true), ("6 2 4", false), ("3 J 7", true)] {
        assert_eq!(after(cards).contains(&Pattern::TenSandwich), on, "{cards}");
    }
}

#[test]
fn ers_2_6_jokers_when_agreed() {
    let jokers = Switches { deck: Deck::FIFTY_FOUR, ..Switches::default() };
    assert_eq!(patterns_after(jokers, "5 joker"), [Pattern::Joker]);
    assert!(matches!(table(&[26, 26]).refuse(flip_of(2, "joker", Which::Slap)), Impossible::NotInDeck(_)));
}

#[test]
fn ers_2_7_four_in_a_row() {
    for (cards, on) in [
        ("5 6 7 8", true),
        ("8 7 6 5", true),
        ("Q K A 2", true),
        ("2 A K Q", true),
        ("5 6 7 9", false),
        ("5 7 9 J", false),
        ("6 7 8", false),
    ] {
        assert_eq!(after(cards).contains(&Pattern::FourInARow), on, "{cards}");
    }
}

#[test]
fn ers_2_8_marriage_when_agreed() {
    let marriage = || Switches { marriage: true, ..Switches::default() };
    assert_eq!(patterns_after(marriage(), "Q K"), [Pattern::Marriage]);
    assert_eq!(patterns_after(marriage(), "K Q"), [Pattern::Marriage]);
    assert_eq!(after("Q K"), []);
}

#[test]
fn ers_3_1_a_wrong_slap_burns() {
    let mut table = Table::deal(Switches { burn: 2, ..Switches::default() }, &[18, 17, 17]);
    table.play("2:7 3:2");
    let ruling = ruled(table.slap(2), Kind::WrongSlap, Offence, "ers 3.1");
    assert_eq!((ruling.penalty, ruling.due), (Some(Penalty::Burn { cards: 2 }), true));
    assert!(table.burn(2).is_empty() && table.burn(2).is_empty());
    assert_eq!(table.sizes(), [18, 14, 16]);
    let faces: Vec<bool> = table.state.pile.cards.iter().map(|laid| laid.up).collect();
    assert_eq!(faces, [false, false, true, true], "under the pile, face down");
    ruled(table.burn(2), Kind::NotDue, Referee, "ers 3.1");
    table.play("1:9");
}

#[test]
fn ers_3_2_a_wrong_slap_without_cards_is_the_end() {
    let mut table = table(&[25, 26, 1]);
    table.play("2:7 3:2");
    let ruling = ruled(table.slap(3), Kind::WrongSlap, Offence, "ers 3.2");
    assert_eq!((ruling.penalty, ruling.due), (Some(Penalty::Out), true));
    table.play("1:2");
    ruled(table.slap(3), Kind::SlapShutOut, Offence, "ers 3.2");
    assert_eq!(table.state.won(Which::Slap), None);
}

#[test]
fn ers_3_2_unless_cards_may_be_lent() {
    let mut lending = Table::deal(Switches { lending: true, ..Switches::default() }, &[25, 26, 1]);
    lending.play("2:7 3:2");
    assert_eq!(ruled(lending.slap(3), Kind::WrongSlap, Offence, "ers 3.2").penalty, None);
    let lend = Act::Lend { seat: seat(1), to: seat(3), cards: 4 };
    assert!(lending.tell(lend.clone()).is_empty());
    assert_eq!(lending.sizes(), [21, 25, 4]);
    let mut strict = table(&[25, 26, 1]);
    assert_eq!(one(strict.tell(lend)).kind, Kind::NotInText);
}

#[test]
fn ers_3_3_1_slapping_in() {
    let mut table = table(&[25, 26, 1]);
    table.play("2:7 3:7");
    let ruling = ruled(table.slap(3), Kind::Slap, NoOffence, "ers 3.3.1");
    assert!(ruling.clauses.contains(&"ers 2.2".to_owned()));
    table.take(3);
    assert_eq!((table.sizes(), table.turn()), (vec![25, 25, 2], 3));
}

#[test]
fn ers_3_3_2_the_single_winner() {
    let mut table = table(&[51, 1]);
    table.play("2:5 1:5");
    table.slap(1);
    let won = ruled(table.take(1), Kind::GameWon, NoOffence, "ers 3.3.2");
    assert_eq!(won.seat, Some(seat(1)));
    let mut alone = self::table(&[51, 1]);
    alone.play("2:5 1:7");
    let rulings = alone.slap(2);
    assert_eq!(rulings.iter().map(|ruling| ruling.kind).collect::<Vec<_>>(), [Kind::WrongSlap, Kind::GameWon]);
    assert_eq!(alone.state.winner, Some(seat(1)), "the only player who is not out");
}

#[test]
fn an_unread_card_makes_the_turn_unknown_until_a_letter_card() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:? 2:5 1:6");
    assert!(!table.state.turn_known);
    table.play("1:Q");
    assert!(table.state.turn_known);
    assert_eq!(table.turn(), 2);
    table.play("2:?");
    ruled(table.take(1), Kind::PileWon, Referee, "ers 1.5");
}

#[test]
fn a_slap_right_after_a_letter_card_has_won_still_takes_the_pile() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:J 1:5");
    assert_eq!(table.state.won(Which::Slap).map(|(winner, _)| winner), Some(seat(3)));
    ruled(table.slap(2), Kind::Slap, NoOffence, "ers 2.3");
    assert_eq!(table.state.won(Which::Slap).map(|(winner, _)| winner), Some(seat(2)));
}
