//! Ratscrew, clause by clause.

use crate::table::*;
use slapsight::facts::Finding::{NoOffence, Offence, Referee};
use slapsight::law::one_pile::{Act, Cause, Deck, Half, Impossible, Kind, Pattern, Penalty, Play, Target, Which};
use slapsight::law::ratscrew::Switches;

fn table(counts: &[u8]) -> Table<Switches> {
    Table::deal(Switches::default(), counts)
}

fn after(cards: &str) -> Vec<Pattern> {
    patterns_after(Switches::default(), cards)
}

fn winner_of_pile(table: &Table<Switches>) -> Option<u8> {
    table.state.won(Which::Slap).map(|(winner, _)| winner.number())
}

fn expose(number: u8, text: &str, cause: Cause) -> Act {
    Act::Expose { seat: seat(number), card: card(text), cause }
}

fn place(number: u8, by: u8) -> Act {
    Act::Place { seat: seat(number), by: Some(seat(by)) }
}

#[test]
fn ratscrew_1_1_the_deck() {
    let mut table = table(&[26, 26]);
    table.play("2:7h");
    assert!(matches!(table.refuse(flip_of(1, "7h", Which::Slap)), Impossible::Twice(..)));
    let packs = Switches { deck: Deck { packs: 2, jokers: true }, ..Switches::default() };
    assert_eq!(Table::deal(packs, &[36, 36]).sizes(), [36, 72]);
}

#[test]
fn ratscrew_2_1_all_the_cards() {
    let mut table = table(&[51, 1]);
    table.play("2:5 1:5");
    table.slap(1);
    assert_eq!(ruled(table.take(1), Kind::GameWon, NoOffence, "ratscrew 2.1").seat, Some(seat(1)));
}

#[test]
fn ratscrew_2_2_1_left_of_the_dealer_and_the_top_card() {
    let mut table = table(&[18, 17, 17]);
    assert_eq!(table.turn(), 2);
    let act = Act::Flip { seat: seat(2), card: card("6"), pile: Which::Slap, from_bottom: true, towards_self: false };
    ruled(table.tell(act), Kind::Handling, Offence, "ratscrew 2.2.1");
}

#[test]
fn ratscrew_2_2_2_nobody_sees_it_first() {
    let act = Act::Flip { seat: seat(2), card: card("6"), pile: Which::Slap, from_bottom: false, towards_self: true };
    ruled(table(&[26, 26]).tell(act), Kind::Handling, Offence, "ratscrew 2.2.2");
    ruled(table(&[26, 26]).tell(Act::Look { seat: seat(1) }), Kind::Handling, Offence, "ratscrew 2.2.2");
}

#[test]
fn ratscrew_2_3_1_numbers_pass_the_turn() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:10 3:2 1:6");
    assert_eq!((table.turn(), table.state.challenge), (2, None));
}

#[test]
fn ratscrew_2_3_2_one_to_four_chances() {
    for (letter, chances) in [("J", 1), ("Q", 2), ("K", 3), ("A", 4)] {
        let mut table = table(&[18, 17, 17]);
        table.play(&format!("2:{letter}"));
        assert_eq!(table.state.challenge.map(|challenge| challenge.left), Some(chances));
    }
}

#[test]
fn ratscrew_2_3_3_the_previous_player_picks_up() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:Q 3:5");
    ruled(table.flip(3, "9"), Kind::PileWon, NoOffence, "ratscrew 2.3.3");
    assert!(table.take(2).is_empty());
    assert_eq!((table.turn(), table.sizes()), (2, vec![18, 19, 15]));
}

#[test]
fn ratscrew_3_1_pairs_and_triples() {
    assert_eq!(after("5 5"), [Pattern::Doubles]);
    assert_eq!(after("5 5 5"), [Pattern::Doubles, Pattern::Triple]);
    assert_eq!(after("5 7 5"), [], "no sandwich here");
    let mut table = table(&[25, 26, 1]);
    table.play("2:5 3:5");
    let won = ruled(table.slap(3), Kind::Slap, NoOffence, "ratscrew 3.1");
    assert_eq!(won.seat, Some(seat(3)), "without cards");
    table.take(3);
    table.play("3:5 1:5");
    ruled(table.slaps([slap_of(1), slap_of(2)]), Kind::Tie, Referee, "ratscrew 3.1");
}

#[test]
fn ratscrew_3_2_four_in_a_row() {
    for (cards, on) in [("5 6 7 8", true), ("4 3 2 A", true), ("J Q K A", true), ("Q K A 2", false)] {
        assert_eq!(after(cards).contains(&Pattern::FourInARow), on, "{cards}");
    }
    let round = Switches { round_the_corner: true, ..Switches::default() };
    assert_eq!(patterns_after(round, "Q K A 2"), [Pattern::FourInARow]);
    let off = Switches { four_in_a_row: false, ..Switches::default() };
    assert_eq!(patterns_after(off, "5 6 7 8"), []);
}

#[test]
fn ratscrew_3_3_1_the_last_player_picks_up() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:5 1:9");
    let ruling = ruled(table.slap(3), Kind::WrongSlap, Offence, "ratscrew 3.3.1");
    assert_eq!((ruling.penalty, ruling.due), (Some(Penalty::PileTo { to: seat(1) }), true));
    assert!(table.take(1).is_empty());
    assert_eq!((table.turn(), table.sizes()), (1, vec![20, 16, 16]));
}

#[test]
fn ratscrew_3_3_2_on_ones_own_card_the_player_before() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:7 1:9");
    let ruling = ruled(table.slap(1), Kind::WrongSlap, Offence, "ratscrew 3.3.2");
    assert_eq!(ruling.penalty, Some(Penalty::PileTo { to: seat(3) }));
    let mut first = self::table(&[18, 17, 17]);
    first.play("2:5");
    let ruling = ruled(first.slap(2), Kind::WrongSlap, Offence, "ratscrew 3.3.2");
    assert_eq!(ruling.penalty, Some(Penalty::PileTo { to: seat(1) }), "the player to the right");
}

#[test]
fn ratscrew_4_1_noticed_at_once_it_goes_back() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:J 1:7");
    let ruling = ruled(table.tell(Act::PickUp { seat: seat(2) }), Kind::PickUp, Offence, "ratscrew 4.1");
    assert_eq!(ruling.penalty, Some(Penalty::Return));
    assert!(table.state.pile.cards.is_empty());
    ruled(table.tell(Act::Notice { by: Some(seat(3)) }), Kind::PickUpSettled, NoOffence, "ratscrew 4.1");
    assert_eq!((table.state.pile.cards.len(), winner_of_pile(&table)), (3, Some(3)), "as it was");
    assert!(table.take(3).is_empty());
}

#[test]
fn ratscrew_4_2_noticed_within_the_round_the_stack_is_split() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:J 1:7");
    let ruling = ruled(table.take(2), Kind::PickUp, Offence, "ratscrew 4.2");
    assert_eq!(ruling.penalty, Some(Penalty::Halve { to: seat(3) }));
    table.play("2:6 3:8");
    ruled(table.tell(Act::Notice { by: None }), Kind::PickUpSettled, NoOffence, "ratscrew 4.2");
    assert!(matches!(table.rules.legal(&table.state).plays[..], [Play::Halve { .. }]), "first the half");
    let half = Act::Halve { seat: seat(2), to: seat(3), half: Half::Lower };
    ruled(table.tell(half), Kind::PickUpSettled, NoOffence, "ratscrew 4.2");
    assert_eq!(table.sizes(), [17, 9, 24], "18 cards in halves");
    table.play("1:9");
}

#[test]
fn ratscrew_4_2_picked_up_first_and_put_away_later() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:J 1:7");
    table.tell(Act::PickUp { seat: seat(2) });
    ruled(table.take(2), Kind::PickUp, Offence, "ratscrew 4.2");
    assert_eq!(table.sizes(), [17, 19, 16]);
}

#[test]
fn ratscrew_4_3_after_a_round_they_are_kept() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:J 1:7");
    table.take(2);
    table.play("2:6 3:8 1:10");
    let kept = ruled(table.flip(2, "4"), Kind::PickUpSettled, NoOffence, "ratscrew 4.3");
    assert_eq!(kept.seat, Some(seat(2)));
    ruled(table.tell(Act::Notice { by: None }), Kind::PickUpSettled, NoOffence, "ratscrew 4.3");
    assert!(table.state.due.is_empty());
}

#[test]
fn ratscrew_4_4_more_than_five_consecutive_cards() {
    let mut table = table(&[26, 26]);
    // Nobody else slaps: seat 1 slaps every card, and whoever laid it, or the one before, picks up.
    let cards = ["2h", "5h", "9h", "4h", "8h", "3h"];
    for (i, text) in cards.iter().enumerate() {
        let turn = table.turn();
        table.play(&format!("{turn}:{text}"));
        let rulings = table.slap(1);
        assert_eq!(rulings[0].kind, Kind::WrongSlap);
        if i < 5 {
            assert_eq!((rulings.len(), table.state.chair(seat(1)).streak), (1, u32::try_from(i + 1).expect("small")));
            let to = winner_of_pile(&table).expect("somebody");
            table.take(to);
        } else {
            let kinds: Vec<Kind> = rulings.iter().map(|ruling| ruling.kind).collect();
            assert_eq!(kinds, [Kind::WrongSlap, Kind::Elimination, Kind::GameWon], "{rulings:#?}");
            assert_eq!(rulings[1].penalty, Some(Penalty::Out));
        }
    }
    assert_eq!(table.state.winner, Some(seat(2)));
}

#[test]
fn ratscrew_4_4_a_card_left_alone_breaks_the_row() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5");
    table.slap(1);
    assert_eq!(winner_of_pile(&table), Some(2));
    table.take(2);
    table.play("2:7 3:9");
    table.slap(1);
    assert_eq!(table.state.chair(seat(1)).streak, 1);
}

#[test]
fn ratscrew_4_6_1_a_card_shown_early_is_set_aside() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5");
    let ruling = ruled(table.tell(expose(1, "9", Cause::Early)), Kind::SetAside, Offence, "ratscrew 4.6.1");
    assert_eq!(ruling.penalty, Some(Penalty::SetAside));
    assert_eq!((table.state.chair(seat(1)).aside.len(), table.sizes()[0]), (1, 17));
    table.play("3:7");
    ruled(table.flip(1, "10"), Kind::OutOfTurn, Offence, "ratscrew 4.7");
    assert_eq!(table.state.chair(seat(1)).aside.len(), 2, "the first one waits still");
}

#[test]
fn ratscrew_4_6_2_anybody_may_place_it_when_its_turn_has_come() {
    let mut table = table(&[18, 17, 17]);
    assert_eq!(table.refuse(place(1, 2)), Impossible::NothingAside(seat(1)));
    table.play("2:5");
    table.tell(expose(1, "9", Cause::Early));
    ruled(table.tell(place(1, 2)), Kind::OutOfTurn, Offence, "ratscrew 4.6.2");
    table.play("3:7");
    assert_eq!(table.rules.legal(&table.state).plays, [Play::Place { seat: seat(1) }]);
    ruled(table.tell(place(1, 2)), Kind::Placed, NoOffence, "ratscrew 4.6.2");
    assert_eq!((table.turn(), table.state.pile.cards.len()), (2, 3));
}

#[test]
fn ratscrew_4_6_3_it_may_be_slapped_where_it_lies() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5");
    table.tell(expose(1, "7", Cause::Early));
    let Act::Slap { seat: who, hand, call, cover, fingers, touches_top, with_flip, sneaked, .. } = slap_of(2) else {
        unreachable!("a slap")
    };
    let aside = Act::Slap { seat: who, hand, on: Target::Aside, call, cover, fingers, touches_top, with_flip, sneaked };
    let mut early = self::table(&[18, 17, 17]);
    early.play("2:5");
    early.tell(expose(1, "7", Cause::Early));
    ruled(early.slaps([aside.clone()]), Kind::WrongSlap, Offence, "ratscrew 3.3.2");
    table.play("3:7");
    let now = table.rules.legal(&table.state).slaps;
    assert!(now.iter().any(|slap| slap.on == Target::Aside && slap.holds == [Pattern::Doubles]));
    let won = ruled(table.slaps([aside]), Kind::Slap, NoOffence, "ratscrew 4.6.3");
    assert_eq!((won.seat, table.state.pile.cards.len()), (Some(seat(2)), 3), "the card counts as played");
}

#[test]
fn ratscrew_4_6_4_several_cards_wait_in_order() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5");
    table.tell(expose(1, "9", Cause::Early));
    table.tell(expose(1, "6", Cause::Early));
    table.play("3:7");
    assert!(table.tell(place(1, 1)).is_empty());
    table.play("2:2 3:4");
    assert!(table.tell(place(1, 1)).is_empty());
    let faces: Vec<_> = table.state.pile.cards.iter().map(|laid| laid.face).collect();
    assert_eq!(faces, ["5", "7", "9", "2", "4", "6"].map(card));
}

#[test]
fn ratscrew_4_7_a_card_by_accident_is_set_aside_whatever_it_makes() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5");
    let ruling = ruled(table.flip(1, "5"), Kind::OutOfTurn, Offence, "ratscrew 4.7");
    assert_eq!((ruling.penalty, table.turn()), (Some(Penalty::SetAside), 3));
    ruled(table.slap(3), Kind::WrongSlap, Offence, "ratscrew 3.3.1");
}

#[test]
fn ratscrew_4_8_dropping_a_card_to_slap_is_fine() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:5");
    ruled(table.tell(expose(1, "K", Cause::Dropped)), Kind::SetAside, NoOffence, "ratscrew 4.8");
    assert_eq!(table.state.chair(seat(1)).aside.len(), 1);
    ruled(table.slap(1), Kind::Slap, NoOffence, "ratscrew 3.1");
}

#[test]
fn ratscrew_4_9_a_hovering_hand_slapped_down_has_slapped() {
    let mut table = table(&[18, 17, 17]);
    table.play("2:5 3:7");
    let hover = |slapped_down| Act::Hover { seat: seat(1), slapped_down };
    ruled(table.tell(hover(false)), Kind::Hover, NoOffence, "ratscrew 4.9");
    assert!(table.tell(Act::SlapsOver).is_empty());
    ruled(table.tell(hover(true)), Kind::Hover, NoOffence, "ratscrew 4.9");
    ruled(table.tell(Act::SlapsOver), Kind::WrongSlap, Offence, "ratscrew 3.3.1");
}

#[test]
fn ratscrew_4_11_jokers() {
    let jokers = Switches { deck: Deck::FIFTY_FOUR, ..Switches::default() };
    assert_eq!(patterns_after(jokers, "5 joker"), [Pattern::Joker]);
}
