//! The books: what a match counts as (A.2), readiness, sides, and cards that come back or are turned up where
//! nobody saw it.

use crate::isf_books_bench::*;
use slapsight::law::isf::books::act::{MatchKind, Pack};
use slapsight::law::isf::books::match_record;

fn set_up(referee: Option<&str>, match_kind: Option<MatchKind>) -> Act {
    let players = ["Ann".to_owned(), "Ben".to_owned()];
    Act::MatchSetUp { players, referee: referee.map(str::to_owned), round_cap: None, match_kind }
}

fn begin(set_up: Act) -> (Table, Vec<Ruling>) {
    let packs = [Pack::Count(26), Pack::Count(26)];
    tell(&Table::new(), &[set_up, Act::Deal { packs }, reveal(ONE, LEFT, "2h"), reveal(TWO, RIGHT, "9d")])
}

#[test]
fn a_2_4_an_official_match_neither_begins_nor_goes_on_without_a_referee() {
    for kind in [MatchKind::League, MatchKind::Knockout, MatchKind::Group, MatchKind::Final] {
        let (_, rulings) = begin(set_up(None, Some(kind)));
        let findings: Vec<_> = rulings.iter().map(|ruling| (ruling.kind, ruling.finding)).collect();
        // Once when it is set up, once when it begins all the same.
        assert_eq!(findings, [(Kind::MatchStanding, Finding::Referee), (Kind::MatchStanding, Finding::Offence)]);
        assert!(rulings.iter().all(|ruling| cites(ruling, "A.2.4") && cites(ruling, "A.2.3")));
        assert!(begin(set_up(Some("Rae"), Some(kind))).1.is_empty());
    }
    for kind in [None, Some(MatchKind::Friendly), Some(MatchKind::Exhibition)] {
        assert!(begin(set_up(None, kind)).1.is_empty());
    }
}

#[test]
fn a_2_3_without_a_referee_it_is_a_friendly_whatever_was_said() {
    let record = match_record(&begin(set_up(None, Some(MatchKind::Final))).0);
    assert_eq!((record.match_kind, record.friendly), (Some(MatchKind::Friendly), true));
    let record = match_record(&begin(set_up(Some("Rae"), Some(MatchKind::Final))).0);
    assert_eq!((record.match_kind, record.friendly), (Some(MatchKind::Final), false));
    let record = match_record(&begin(set_up(Some("Rae"), None)).0);
    assert_eq!((record.match_kind, record.friendly), (None, false));
}

#[test]
fn a_2_5_a_friendly_counts_for_nothing_with_a_referee_too() {
    assert!(match_record(&begin(set_up(Some("Rae"), Some(MatchKind::Friendly))).0).friendly);
    assert!(!match_record(&begin(set_up(Some("Rae"), Some(MatchKind::Exhibition))).0).friendly);
}

#[test]
fn c_2_5_players_who_changed_sides_are_the_referees_matter_and_keep_their_cards() {
    let table = live("2h", "4c", ["3h", "9c"], |_| {});
    let (after, rulings) = tell(&table, &[Act::SidesSwapped]);
    let ruling = only(&rulings, Kind::SidesSwapped);
    assert!(ruling.finding == Finding::Referee && cites(ruling, "C.2.5"));
    assert_eq!((&after.foundations, &after.owners), (&table.foundations, &table.owners));
}

#[test]
fn e_2_1_readiness_may_be_told_by_each_and_is_used_up_by_the_reveal() {
    let packs = [Pack::Count(26), Pack::Count(26)];
    let ready = |player| Act::Ready { player };
    let (table, rulings) = tell(&Table::new(), &[Act::Deal { packs }, ready(Some(ONE))]);
    assert!(rulings.is_empty() && !table.ready.is_confirmed());
    let (table, _) = tell(&table, &[ready(Some(TWO)), ready(None)]);
    assert!(table.ready.is_confirmed() && table.ready.referee);
    let (table, rulings) = tell(&table, &[reveal(ONE, LEFT, "2h"), reveal(TWO, RIGHT, "9d")]);
    assert!(rulings.is_empty() && !table.ready.is_confirmed());
    let (over, _) = tell(&table, &[Act::Concession { player: ONE }]);
    assert!(matches!(refuse(&over, &ready(None)), Impossible::Moment { .. }));
}

/// Player 1 has won a round and both have built for the next.
fn between_rounds() -> Table {
    let table = live("2h", "4c 5c", ["3h", "9c"], |described| described.holding[0] = faces("Ah 7h"));
    tell(&table, &[Act::Ready { player: None }, play(ONE, LEFT, 0), next_round()]).0
}

#[test]
fn e_5_5_a_reveal_without_readiness_is_no_offence_by_itself() {
    let table = between_rounds();
    assert!(!table.ready.referee, "the readiness of the round before");
    let (table, _) = tell(&table, &[Act::Loan { top_half: None }]);
    let (table, rulings) = tell(
        &table,
        &[Act::Reveal { player: ONE, pile: LEFT, card: None }, Act::Reveal { player: TWO, pile: RIGHT, card: None }],
    );
    assert!(table.status == Status::Live && rulings.is_empty(), "{rulings:#?}");
}

#[test]
fn h_7_4_the_referee_confirms_or_both_players_do() {
    let table = between_rounds();
    assert!(tell(&table, &[Act::Ready { player: None }]).0.ready.is_confirmed());
    let one = tell(&table, &[Act::Ready { player: Some(ONE) }]).0;
    assert!(!one.ready.is_confirmed());
    assert!(tell(&one, &[Act::Ready { player: Some(TWO) }]).0.ready.is_confirmed());
}

#[test]
fn g_10_4_a_wrong_reveal_during_a_shortage_is_the_referees() {
    let short = live("2h 4h", "4c 5c", ["3h", "9c"], |_| {});
    let (_, rulings) = tell(&short, &[Act::Reveal { player: TWO, pile: LEFT, card: None }]);
    let ruling = only(&rulings, Kind::DrawDeckTouched);
    assert!(ruling.finding == Finding::Referee && cites(ruling, "G.10.4") && cites(ruling, "B.5.2"));
    let plenty = live("2h 4h", "4c 5c", ["3h", "9c"], |described| described.decks[0] = faces("7h 8h"));
    let (_, rulings) = tell(&plenty, &[Act::Reveal { player: TWO, pile: LEFT, card: None }]);
    assert!(!cites(only(&rulings, Kind::DrawDeckTouched), "G.10.4"));
}

fn at_once(player: Player, pile: Pile, at_once: Option<bool>) -> Act {
    Act::Play { player, pile, place: Some(0), card: None, unclear: false, at_once }
}

#[test]
fn d_9_1_of_two_cards_for_one_top_the_later_has_nothing_due() {
    let table = live("4h | 9h", "2c | Kc", ["3h", "9c"], |_| {});
    let (after, rulings) = tell(&table, &[play(ONE, LEFT, 0), play(TWO, LEFT, 0)]);
    let ruling = only(&rulings, Kind::SimultaneousPlay);
    assert!(rulings.len() == 1 && ruling.finding == Finding::Referee && cites(ruling, "D.9.1"), "{rulings:#?}");
    assert_eq!(after.tallies[1].illegal_plays, 0);
    assert_eq!(after.top(LEFT).and_then(|laid| laid.legal), Some(false));
    // It goes back with nothing due, and play goes on from the first card.
    let (after, rulings) = tell(&after, &[Act::Return { pile: LEFT }]);
    assert!(rulings.is_empty() && after.foundation_count(TWO) == 2);
    assert_eq!(after.top(LEFT).and_then(|laid| laid.legal), Some(true));
    // Told to have come later, or with a play in between, it is an illegal play like any other.
    let later = tell(&table, &[play(ONE, LEFT, 0), at_once(TWO, LEFT, Some(false))]).1;
    assert_eq!(only(&later, Kind::IllegalPlay).player, Some(TWO));
    let between = tell(&table, &[play(ONE, LEFT, 0), Act::Ready { player: None }, play(TWO, LEFT, 0)]).1;
    assert_eq!(only(&between, Kind::IllegalPlay).player, Some(TWO));
    let said = tell(&table, &[play(ONE, LEFT, 0), Act::Ready { player: None }, at_once(TWO, LEFT, Some(true))]).1;
    only(&said, Kind::SimultaneousPlay);
}

#[test]
fn d_9_2_the_referee_may_find_the_later_card_to_have_come_first() {
    let table = live("4h | 9h", "2c | Kc", ["3h", "9c"], |_| {});
    let first = |player| Act::PlacedFirst { pile: LEFT, player };
    assert_eq!(refuse(&table, &first(TWO)), Impossible::NothingThere(LEFT));
    let (table, _) = tell(&table, &[play(ONE, LEFT, 0), play(TWO, LEFT, 0)]);
    assert_eq!(refuse(&table, &first(ONE)), Impossible::NothingThere(LEFT));
    let (after, rulings) = tell(&table, &[first(TWO)]);
    assert_eq!(only(&rulings, Kind::SimultaneousPlay).finding, Finding::NoOffence);
    assert_eq!((after.foundation_count(ONE), after.foundation_count(TWO)), (2, 1));
    let top = after.top(LEFT).expect("a card");
    assert_eq!((top.from.map(|(player, _)| player), top.legal), (Some(TWO), Some(true)));
    // Had it been the last card, the round would be over.
    let table = live("4h | 9h", "2c", ["3h", "9c"], |_| {});
    let (after, rulings) = tell(&table, &[play(ONE, LEFT, 0), play(TWO, LEFT, 0), first(TWO)]);
    only(&rulings, Kind::RoundEnd);
    assert_eq!(after.round_winner, Some(TWO));
}

#[test]
fn d_9_3_the_first_card_may_make_the_tops_equal() {
    let table = live("4h | 9h", "2c | Kc", ["3h", "4c"], |_| {});
    let (table, _) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert_eq!(table.condition, Condition::Active);
    let (table, _) = tell(&table, &[play(TWO, LEFT, 0), Act::Return { pile: LEFT }]);
    assert_eq!(table.condition, Condition::Active);
}

#[test]
fn e_4_5_a_card_goes_back_to_its_place_or_where_there_is_room() {
    let back = |table: &Table, acts: &[Act]| tell(table, acts).0;
    let card = |table: &Table, place| table.slot(ONE, place).and_then(|slot| table.face(slot.card));
    let jack = Face::parse("Jd").expect("a card").0;
    let table = live("? Jd | 5h | 7h", "2c", ["3h", "9c"], |_| {});
    // Nothing changed under it: on its place.
    let plain = back(&table, &[play(ONE, LEFT, 0), Act::Return { pile: LEFT }]);
    assert_eq!((card(&plain, 0), plain.live_places(ONE)), (jack, vec![0, 1, 2]));
    // The next card was turned up: it does not cover that one while there is room.
    let turn = Act::Turn { player: ONE, place: Some(0), card: None };
    let turned = back(&table, &[play(ONE, LEFT, 0), turn, Act::Return { pile: LEFT }]);
    assert_eq!((card(&turned, 3), turned.live_places(ONE)), (jack, vec![0, 1, 2, 3]));
    // Another card was moved there: the place that it left has room.
    let table = live("Jd | 5h | 7h", "2c", ["3h", "9c"], |_| {});
    let moved = Act::Rearrange { player: ONE, from: 1, to: 0 };
    let after = back(
        &table,
        &[play(ONE, LEFT, 0), moved, Act::Remove { pile: LEFT, player: Some(ONE), immediate: Some(true) }],
    );
    assert_eq!((card(&after, 1), after.live_places(ONE)), (jack, vec![0, 1, 2]));
}

#[test]
fn d_3_1_a_card_that_goes_back_never_makes_five_live() {
    let table = live("? Jd | 5h | 7h | 10h", "2c", ["3h", "9c"], |_| {});
    let turn = Act::Turn { player: ONE, place: Some(0), card: None };
    let (after, rulings) = tell(&table, &[play(ONE, LEFT, 0), turn, Act::Return { pile: LEFT }]);
    assert_eq!(after.live_places(ONE).len(), 4);
    assert_eq!(after.foundations[0][0].len(), 2, "on its old place");
    assert!(rulings.iter().all(|ruling| ruling.kind == Kind::IllegalPlay));
}

fn turned(card: Option<&str>) -> Act {
    Act::Turn { player: ONE, place: None, card: card.and_then(|card| Face::parse(card).ok()) }
}

#[test]
fn d_2_7_a_card_turned_at_a_place_not_told_is_the_one_that_can_be() {
    let table = live("? ? 4h | 5h", "2c", ["3h", "9c"], |_| {});
    let (after, _) = tell(&table, &[play(ONE, LEFT, 0), turned(Some("Qd"))]);
    assert_eq!((after.live_places(ONE), after.guessed_places), (vec![0, 1], [0, 0]));
    // Of two the fuller one, and it is counted as inferred.
    let table = live("? 4h | ? ? 2h | 7s", "2c", ["3h", "3c"], |_| {});
    let (after, _) = tell(&table, &[play(ONE, LEFT, 0), play(ONE, RIGHT, 1), turned(Some("Qd"))]);
    assert_eq!((after.live_places(ONE), after.guessed_places), (vec![1, 2], [1, 0]));
    // One that is known to be that card is no inference.
    let table = live("Qd 4h | ? ? 2h | 7s", "2c", ["3h", "3c"], |_| {});
    let (after, _) = tell(&table, &[play(ONE, LEFT, 0), play(ONE, RIGHT, 1), turned(Some("Qd"))]);
    assert_eq!((after.live_places(ONE), after.guessed_places), (vec![0, 2], [0, 0]));
}

#[test]
fn d_2_6_a_card_laid_out_unseen_is_found_when_it_is_turned_up() {
    let table = live("? 4h | 5h", "2c", ["3h", "9c"], |_| {});
    let (after, rulings) = tell(&table, &[turned(Some("Qd"))]);
    assert!(rulings.is_empty());
    assert_eq!((after.live_places(ONE), after.foundation_count(ONE), after.guessed_places), (vec![0, 1, 2], 3, [1, 0]));
    let none = live("4h | 5h", "2c", ["3h", "9c"], |_| {});
    assert_eq!(refuse(&none, &turned(Some("Qd"))), Impossible::NoSuchFoundationCard(ONE));
}

#[test]
fn d_10_6_a_flipped_live_card_is_turned_up_again_and_nothing_changes() {
    let table = live("? 4h | 5h", "2c", ["3h", "9c"], |_| {});
    for card in [Some("5h"), Some("4"), None] {
        let (after, rulings) = tell(&table, &[turned(card)]);
        assert!(rulings.is_empty() && after.foundations == table.foundations);
    }
}
