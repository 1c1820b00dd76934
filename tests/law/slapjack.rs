//! Slapjack, clause by clause.

use crate::table::*;
use slapsight::facts::Finding::{NoOffence, Offence, Referee};
use slapsight::law::one_pile::{Act, Deck, Impossible, Kind, Pattern, Penalty, Seat, State, Which};
use slapsight::law::slapjack::Switches;

fn table(counts: &[u8]) -> Table<Switches> {
    Table::deal(Switches::default(), counts)
}

fn on_top(number: u8, touches_top: bool) -> Act {
    let Act::Slap { seat, hand, on, call, cover, fingers, with_flip, sneaked, .. } = slap_of(number) else {
        unreachable!("a slap")
    };
    Act::Slap { seat, hand, on, call, cover, fingers, touches_top: Some(touches_top), with_flip, sneaked }
}

#[test]
fn slapjack_1_1_two_to_eight_players() {
    let table = Table { rules: Switches::default(), state: State::new() };
    let deal = |counts: &[u8]| Act::Deal { dealer: seat(1), stacks: Vec::new(), counts: counts.to_vec() };
    assert_eq!(table.refuse(deal(&[52])), Impossible::Seats(1));
    assert_eq!(table.refuse(deal(&[6; 9])), Impossible::Seats(9));
    assert_eq!(table_seats(&[7, 7, 7, 7, 6, 6, 6, 6]), 8);
}

fn table_seats(counts: &[u8]) -> usize {
    table(counts).state.chairs.len()
}

#[test]
fn slapjack_3_1_one_pack_or_two() {
    let two = Switches { deck: Deck::TWO_PACKS, ..Switches::default() };
    let mut table = Table::deal(two, &[52, 52]);
    table.play("2:Jh 1:Jh");
    let mut one = Table::deal(Switches::default(), &[26, 26]);
    one.play("2:Jh");
    assert!(matches!(one.refuse(flip_of(1, "Jh", Which::Slap)), Impossible::Twice(..)));
    assert!(matches!(one.refuse(flip_of(1, "joker", Which::Slap)), Impossible::NotInDeck(_)));
}

#[test]
fn slapjack_3_2_1_as_evenly_as_it_goes() {
    let mut table = Table { rules: Switches::default(), state: State::new() };
    let even = Act::Deal { dealer: seat(1), stacks: Vec::new(), counts: vec![17, 18, 17] };
    assert!(table.tell(even).is_empty());
    let mut table = Table { rules: Switches::default(), state: State::new() };
    let uneven = Act::Deal { dealer: seat(1), stacks: Vec::new(), counts: vec![19, 16, 17] };
    ruled(table.tell(uneven), Kind::Deal, Offence, "slapjack 3.2.1");
    let short = Table { rules: Switches::default(), state: State::new() };
    let act = Act::Deal { dealer: seat(1), stacks: Vec::new(), counts: vec![26, 25] };
    assert_eq!(short.refuse(act), Impossible::Count(51, 52));
}

#[test]
fn slapjack_3_2_2_nobody_looks() {
    ruled(table(&[26, 26]).tell(Act::Look { seat: seat(1) }), Kind::Handling, Offence, "slapjack 3.2.2");
}

#[test]
fn slapjack_3_2_3_dealing_begins_on_the_left() {
    for (dealer, counts, fair) in [
        (1, vec![17, 18, 17], true),
        (3, vec![18, 17, 17], true),
        (3, vec![11, 11, 10, 10, 10], false),
        (5, vec![11, 11, 10, 10, 10], true),
        (1, vec![26, 26], true),
    ] {
        let mut table = Table { rules: Switches::default(), state: State::new() };
        let rulings = table.tell(Act::Deal { dealer: seat(dealer), stacks: Vec::new(), counts });
        if fair {
            assert!(rulings.is_empty(), "{dealer}: {rulings:#?}");
        } else {
            ruled(rulings, Kind::Deal, Referee, "slapjack 3.2.3");
        }
    }
}

#[test]
fn slapjack_4_1_1_left_of_the_dealer_begins() {
    let mut table = table(&[18, 17, 17]);
    assert_eq!(table.turn(), 2);
    table.play("2:5");
    let act = Act::Flip { seat: seat(3), card: card("6"), pile: Which::Slap, from_bottom: true, towards_self: false };
    ruled(table.tell(act), Kind::Handling, Referee, "slapjack 4.1.1");
}

#[test]
fn slapjack_4_1_2_flipped_towards_oneself_is_for_the_referee() {
    let act = Act::Flip { seat: seat(2), card: card("6"), pile: Which::Slap, from_bottom: false, towards_self: true };
    ruled(table(&[26, 26]).tell(act), Kind::Handling, Referee, "slapjack 4.1.2");
}

#[test]
fn slapjack_4_1_3_the_turn_goes_left_and_face_cards_are_nothing() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:K 3:A 1:5 2:Q 3:5");
    assert_eq!((table.turn(), table.state.challenge), (1, None));
    assert!(table.patterns().is_empty());
}

#[test]
fn slapjack_4_1_4_a_card_out_of_turn_is_dead() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5");
    let ruling = ruled(table.flip(1, "Jh"), Kind::OutOfTurn, Offence, "slapjack 4.1.4");
    assert_eq!((ruling.penalty, ruling.due, ruling.seat), (Some(Penalty::DeadCard), true, Some(seat(1))));
    assert!(table.patterns().is_empty(), "a dead jack is no jack");
    let ruling = ruled(table.slap(3), Kind::WrongSlap, Offence, "slapjack 4.2.4");
    assert_eq!(ruling.penalty, Some(Penalty::Pay { to: seat(1) }), "to the player of the card slapped");
}

#[test]
fn slapjack_4_1_5_and_its_player_plays_again_in_turn() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5");
    table.flip(1, "9");
    assert_eq!(table.turn(), 3);
    table.play("3:6 1:7");
    assert_eq!(table.sizes(), [16, 16, 16], "the dead card was the price");
}

#[test]
fn slapjack_4_2_1_the_first_to_slap_a_jack_wins() {
    let mut table = table(&[26, 26]);
    table.play("2:5 1:Jc");
    assert_eq!(table.patterns(), [Pattern::Jack]);
    let ruling = ruled(table.slap(2), Kind::Slap, NoOffence, "slapjack 4.2.1");
    assert_eq!(ruling.seat, Some(seat(2)));
}

#[test]
fn slapjack_4_2_2_the_hand_on_the_jack_wins() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:Jc");
    let ruling = ruled(table.slaps([on_top(1, false), on_top(3, true)]), Kind::Slap, NoOffence, "slapjack 4.2.2");
    assert_eq!(ruling.seat, Some(seat(3)));
    table.take(3);
    table.play("3:Jd");
    let tie = ruled(table.slaps([slap_of(1), slap_of(2)]), Kind::Tie, Referee, "slapjack 4.2.2");
    assert_eq!(tie.seat, None);
    let taken = ruled(table.take(2), Kind::PileWon, NoOffence, "slapjack 4.2.3");
    assert_eq!(taken.seat, Some(seat(2)));
}

#[test]
fn slapjack_4_2_3_the_pile_goes_face_down_under_the_stack() {
    let mut table = table(&[26, 26]);
    table.play("2:5h 1:Jc");
    table.slap(1);
    let not_his = ruled(table.take(2), Kind::PickUp, Offence, "slapjack 4.2.3");
    assert_eq!(not_his.penalty, Some(Penalty::Return));
    assert!(table.take(1).is_empty());
    assert_eq!(table.sizes(), [27, 25]);
    let under: Vec<_> = table.state.chair(seat(1)).stack[..2].iter().map(|id| table.state.cards[id.index()]).collect();
    assert_eq!(under, [card("Jc"), card("5h")], "bottom first: the first laid is the first to come again");
    assert_eq!(table.turn(), 2, "a reading: the turn goes on");
}

#[test]
fn slapjack_4_2_4_a_false_slap_pays_the_player_of_the_card() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:6");
    let ruling = ruled(table.slap(1), Kind::WrongSlap, Offence, "slapjack 4.2.4");
    assert_eq!((ruling.penalty, ruling.due), (Some(Penalty::Pay { to: seat(3) }), true));
    assert!(table.tell(Act::Pay { seat: seat(1), to: seat(3) }).is_empty());
    assert_eq!(table.sizes(), [17, 16, 17]);
    let twice = table.tell(Act::Pay { seat: seat(1), to: seat(3) });
    ruled(twice, Kind::NotDue, Referee, "slapjack 4.2.4");
    table.play("1:9");
    assert_eq!(ruled(table.slap(1), Kind::WrongSlap, Offence, "slapjack 4.2.4").penalty, None, "her own card");
}

#[test]
fn slapjack_5_1_1_without_cards_the_turn_passes() {
    let mut table = table(&[25, 1, 26]);
    table.play("2:5 3:6 1:7");
    assert_eq!(table.turn(), 3);
    assert!(matches!(table.refuse(flip_of(2, "8", Which::Slap)), Impossible::Empty(_)));
}

#[test]
fn slapjack_5_1_2_slapping_in() {
    let mut table = table(&[25, 1, 26]);
    table.play("2:5 3:Jh");
    ruled(table.slap(2), Kind::Slap, NoOffence, "slapjack 5.1.2");
    table.take(2);
    assert_eq!(table.sizes(), [25, 2, 25]);
}

#[test]
fn slapjack_5_1_3_a_false_slap_without_cards_shuts_out() {
    let mut table = table(&[25, 1, 26]);
    table.play("2:5 3:6");
    let ruling = ruled(table.slap(2), Kind::WrongSlap, Offence, "slapjack 5.1.3");
    assert_eq!(ruling.penalty, Some(Penalty::ShutOut));
    table.play("1:Jd");
    ruled(table.slap(2), Kind::SlapShutOut, Offence, "slapjack 5.1.3");
    assert_eq!(table.state.won(Which::Slap), None);
}

#[test]
fn slapjack_5_1_4_a_missed_jack_shuts_out() {
    let mut won_by_another = table(&[25, 1, 26]);
    won_by_another.play("2:5 3:Jh");
    let rulings = won_by_another.slap(1);
    assert_eq!(rulings.len(), 2, "{rulings:#?}");
    assert_eq!((rulings[1].kind, rulings[1].seat), (Kind::Elimination, Some(seat(2))));
    assert!(won_by_another.state.chair(seat(2)).out);
    let mut covered = table(&[25, 1, 26]);
    covered.play("2:5 3:Jh");
    ruled(covered.flip(1, "9"), Kind::Elimination, NoOffence, "slapjack 5.1.4");
    let mut too_slow = table(&[25, 1, 26]);
    too_slow.play("2:5 3:Jh");
    ruled(too_slow.slaps([on_top(1, true), on_top(2, false)]), Kind::Slap, NoOffence, "slapjack 4.2.2");
    assert!(!too_slow.state.chair(seat(2)).out, "slapped, though not first");
}

#[test]
fn slapjack_5_2_the_last_of_two_has_won() {
    let mut table = table(&[51, 1]);
    let won = ruled(table.flip(2, "Jh"), Kind::GameWon, NoOffence, "slapjack 5.2");
    assert_eq!((won.seat, table.state.winner), (Some(seat(1)), Seat::new(1)));
    ruled(table.flip(1, "5"), Kind::AfterEnd, NoOffence, "slapjack 5.2");
    assert_eq!(table.rules.legal(&table.state), Default::default());
}

#[test]
fn an_unread_card_leaves_the_slap_to_the_referee() {
    let mut table = table(&[26, 26]);
    table.play("2:?");
    ruled(table.slap(1), Kind::Slap, Referee, "slapjack 4.2.1");
    table.play("1:5");
    assert!(table.state.due.is_empty(), "play went on");
}
