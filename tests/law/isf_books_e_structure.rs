//! The books, Law E: when play is on, suspensions, concessions, the time between rounds.

use crate::isf_books_bench::*;
use slapsight::law::isf::books::act::{Order, Pack, Resumption, Shown};

fn dealt() -> Table {
    tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(26), Pack::Count(26)] }]).0
}

fn table() -> Table {
    live("3h | 9h", "9c 4c", ["2c", "Ks"], |_| {})
}

#[test]
fn e_2_3_a_round_begins_once_both_cards_are_revealed() {
    let (one, rulings) = tell(&dealt(), &[reveal(ONE, RIGHT, "7h")]);
    assert!(rulings.is_empty());
    assert_eq!((one.status, one.begun), (Status::BeforeMatch, false));
    let (two, _) = tell(&one, &[reveal(TWO, LEFT, "9h")]);
    assert_eq!((two.status, two.begun, two.decks[0].len(), two.decks[1].len()), (Status::Live, true, 15, 15));
}

#[test]
fn e_3_2_nothing_is_ruled_before_the_first_reveal() {
    let acts = [play(ONE, LEFT, 0), Act::Misslap { player: ONE }, won(TWO), Act::Stalemate, Act::Stoppage];
    let (after, rulings) = tell(&dealt(), &acts);
    assert!(rulings.is_empty(), "{rulings:?}");
    assert_eq!((after.centre, after.tallies[0].misslaps), (dealt().centre, 0));
    let early = Act::Sanction { player: ONE, sanction: Shown::YellowCard };
    assert!(cites(&tell(&dealt(), &[early]).1[0], "E.3.2"));
}

#[test]
fn e_4_2_after_a_stoppage_only_a_reveal_restarts_play() {
    let (stopped, _) = tell(&table(), &[Act::Stoppage]);
    let (after, rulings) = tell(&stopped, &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::OutOfPlay), "E.4.2"));
    assert_eq!((after.status, &after.foundations), (Status::Stopped, &stopped.foundations));
}

#[test]
fn b_5_2_a_reveal_while_play_is_on_goes_back_but_is_known() {
    let before = live("3h | 9h", "9c 4c", ["2c", "Ks"], |described| described.decks[0] = faces("?"));
    let (after, rulings) = tell(&before, &[reveal(ONE, LEFT, "7d")]);
    assert_eq!(only(&rulings, Kind::DrawDeckTouched).finding, Finding::Referee);
    assert_eq!((after.status, &after.decks, &after.centre), (Status::Live, &before.decks, &before.centre));
    assert!(after.face(after.decks[0][0]).is_some());
    // A second one of the same player in one restart too.
    let (once, _) = tell(&dealt(), &[reveal(ONE, LEFT, "7d")]);
    assert_eq!(tell(&once, &[reveal(ONE, LEFT, "8d")]).0.decks, once.decks);
}

#[test]
fn e_4_5_a_card_that_did_not_follow_is_shown_at_the_restart() {
    let before = live("8h | 9h", "9c 4c", ["2c", "Ks"], |described| described.decks[0] = faces("? ?"));
    let (_, rulings) =
        tell(&before, &[play(ONE, LEFT, 0), Act::Stoppage, reveal(ONE, LEFT, "?"), reveal(TWO, RIGHT, "?")]);
    let shown: Vec<_> = rulings.iter().filter(|ruling| cites(ruling, "E.4.5")).collect();
    assert_eq!(shown.len(), 1);
}

#[test]
fn e_6_2_conceding_during_a_round_gives_that_round() {
    let suspended = tell(&table(), &[Act::Suspension]).0;
    for moment in [table(), tell(&table(), &[Act::Stoppage]).0, suspended] {
        let (over, rulings) = tell(&moment, &[Act::Concession { player: ONE }]);
        assert_eq!((over.rounds, over.winner, over.ended), ([0, 1], Some(TWO), Some(Ended::Concession)));
        assert!(cites(only(&rulings, Kind::MatchEnd), "E.6.2"));
    }
}

#[test]
fn e_6_3_conceding_between_rounds_gives_none() {
    let table = live("3h", "9c 4c", ["2c", "Ks"], |described| described.holding[0] = faces("Ah"));
    let (over, _) = tell(&table, &[play(ONE, LEFT, 0)]);
    for moment in [over.clone(), tell(&over, &[next_round()]).0, dealt()] {
        let (after, rulings) = tell(&moment, &[Act::Concession { player: ONE }]);
        assert_eq!((after.rounds, after.winner), (moment.rounds, Some(TWO)));
        assert!(cites(only(&rulings, Kind::MatchEnd), "E.6.3"));
    }
}

#[test]
fn e_6_4_after_a_concession_nothing_follows() {
    let (over, _) = tell(&table(), &[Act::Concession { player: ONE }]);
    for act in [
        play(TWO, LEFT, 0),
        reveal(TWO, LEFT, "?"),
        won(ONE),
        Act::Stoppage,
        next_round(),
        Act::Concession { player: TWO },
    ] {
        assert!(matches!(refuse(&over, &act), Impossible::Moment { .. }), "{act:?}");
    }
}

#[test]
fn e_7_2_and_e_7_3_a_suspended_match_goes_on_from_the_same_cards() {
    let (suspended, _) = tell(&table(), &[Act::Suspension]);
    assert_eq!(suspended.status, Status::Suspended);
    let (_, rulings) = tell(&suspended, &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::OutOfPlay), "E.7.5"));
    let (resumed, _) = tell(&suspended, &[Act::Resumption { how: Resumption::Resumed }]);
    assert_eq!(
        (resumed.status, &resumed.owners, resumed.all_cards()),
        (Status::Stopped, &table().owners, table().all_cards())
    );
}

#[test]
fn e_4_2_a_suspension_between_two_reveals_asks_for_a_new_one_of_both() {
    let how = Resumption::Resumed;
    let (table, _) = tell(&dealt(), &[reveal(ONE, LEFT, "7h"), Act::Suspension, Act::Resumption { how }]);
    let (table, _) = tell(&table, &[reveal(ONE, LEFT, "9h")]);
    assert_eq!((table.decks[0].len(), table.begun), (14, false));
    assert!(tell(&table, &[reveal(TWO, RIGHT, "2h")]).0.begun);
}

#[test]
fn e_7_4_a_replayed_round_starts_from_what_each_brought_to_it() {
    let table = live("3h | 9h", "9c 4c", ["2c", "2s"], |_| {});
    let (table, _) = tell(&table, &[won(ONE), Act::Suspension]);
    assert_eq!((table.slaps, owned(&table)), ([1, 0], [2, 50, 0]));
    let (replay, _) = tell(&table, &[Act::Resumption { how: Resumption::Replayed }, next_round()]);
    assert_eq!((replay.slaps, owned(&replay), replay.round), ([0, 0], [4, 48, 0], table.round));
    assert_eq!(replay.status, Status::Ready);
}

#[test]
fn e_7_5_and_a_3_4_the_referee_may_end_the_match_without_a_winner() {
    let (table, _) = tell(&table(), &[Act::Suspension]);
    let (over, _) = tell(&table, &[Act::Resumption { how: Resumption::Abandoned }]);
    assert_eq!((over.status, over.winner, over.ended), (Status::Terminated, None, Some(Ended::Terminated)));
    assert!(matches!(refuse(&over, &Act::Resumption { how: Resumption::Resumed }), Impossible::Moment { .. }));
}

#[test]
fn e_5_3_the_next_foundation_has_the_shuffled_packs_top_ten() {
    let table = live("3h", "9c 4c", ["2c", "Ks"], |described| {
        described.holding[0] = faces("Ah");
        described.rest = Some(TWO);
    });
    let (over, _) = tell(&table, &[play(ONE, LEFT, 0)]);
    let two: Vec<u8> = (0..52)
        .rev()
        .filter(|card| over.owner(*card) != Some(ONE) || over.centre.iter().flatten().any(|laid| laid.card == *card))
        .collect();
    let (next, _) = tell(&over, &[Act::NextRound { packs: [None, Some(Order::Ids(two.clone()))] }]);
    let foundation: Vec<u8> = next.foundations[1].iter().flatten().map(|slot| slot.card).collect();
    assert_eq!(foundation, two[..10]);
    assert_eq!(next.decks[1].last(), Some(&two[10]), "the deck's top is the pack's eleventh card");
    let mut doubled = two;
    doubled[0] = doubled[1];
    let wrong = Act::NextRound { packs: [None, Some(Order::Ids(doubled))] };
    assert_eq!(refuse(&over, &wrong), Impossible::NotThosePack(51));
}

#[test]
fn e_4_1_nothing_but_the_referee_stops_play() {
    let table = live("3h | 9h", "4c 8c | Kc", ["2c", "Ks"], |described| described.decks[0] = faces("?"));
    let acts = [
        play(ONE, LEFT, 0),
        Act::Misslap { player: TWO },
        play(TWO, RIGHT, 0),
        Act::Remove { pile: RIGHT, player: Some(TWO), immediate: Some(true) },
        reveal(ONE, LEFT, "?"),
    ];
    let mut now = table;
    for act in acts {
        now = tell(&now, std::slice::from_ref(&act)).0;
        assert_eq!(now.status, Status::Live, "{act:?}");
    }
    assert_eq!(tell(&now, &[Act::Stoppage]).0.status, Status::Stopped);
}

/// Player 1 won a round and has one penalty card; Player 2 has the other 51.
fn between_rounds() -> Table {
    let table = live("3h", "9c 4c", ["2c", "Ks"], |described| described.holding[0] = faces("Ah"));
    tell(&table, &[play(ONE, LEFT, 0)]).0
}

#[test]
fn e_5_2_the_packs_are_shuffled_so_nothing_is_known_of_their_order() {
    let over = between_rounds();
    assert!(over.faces.iter().flatten().count() >= 5);
    let (next, _) = tell(&over, &[next_round()]);
    // Player 1's single card can only be the ace; of Player 2's none is known any more.
    let known = (0..52).filter(|card| next.owner(*card) == Some(TWO) && next.face(*card).is_some());
    assert_eq!(known.count(), 0);
    // A card that was seen may come up anywhere in that pack, but not in the other.
    let ready = tell(&next, &[Act::Loan { top_half: None }]).0;
    assert!(judge(&ready, &reveal(TWO, LEFT, "Ks")).is_ok());
    assert!(judge(&ready, &reveal(TWO, LEFT, "Ah")).is_err());
}

#[test]
fn e_5_4_what_the_foundation_leaves_is_the_next_draw_deck() {
    let over = between_rounds();
    let pack: Vec<u8> = {
        let centre: Vec<u8> = over.centre.iter().flatten().map(|laid| laid.card).collect();
        (0..52).filter(|card| over.owner(*card) == Some(TWO) || centre.contains(card)).collect()
    };
    assert_eq!(pack.len(), 51);
    let (next, _) = tell(&over, &[Act::NextRound { packs: [None, Some(Order::Ids(pack.clone()))] }]);
    let deck: Vec<u8> = next.decks[1].iter().rev().copied().collect();
    assert_eq!((deck.as_slice(), next.decks[0].len()), (&pack[10..], 0));
}

#[test]
fn e_6_1_a_player_may_concede_at_any_moment() {
    let equal = live("3h | 9h", "9c 4c", ["2c", "2s"], |described| described.decks[0] = faces("? ?"));
    let after_slap = tell(&equal, &[won(TWO)]).0;
    let between_reveals = tell(&after_slap, &[reveal(ONE, LEFT, "?")]).0;
    let over = between_rounds();
    let ready = tell(&over, &[next_round()]).0;
    let moments = [
        dealt(),
        table(),
        equal,
        after_slap,
        between_reveals,
        tell(&table(), &[Act::Stoppage]).0,
        tell(&table(), &[Act::Suspension]).0,
        over,
        ready,
    ];
    for moment in moments {
        for player in [ONE, TWO] {
            let (after, rulings) = tell(&moment, &[Act::Concession { player }]);
            assert!(cites(only(&rulings, Kind::MatchEnd), "E.6.1"));
            assert_eq!((after.winner, after.status), (Some(player.opponent()), Status::MatchOver));
        }
    }
}

#[test]
fn e_7_3_after_a_suspension_foundations_and_draw_decks_are_of_the_same_cards() {
    let before = live("3h | 9h", "9c 4c", ["2c", "2s"], |described| described.decks[0] = faces("? ?"));
    let (before, _) = tell(&before, &[won(ONE)]);
    let how = Resumption::Resumed;
    let (after, rulings) = tell(&before, &[Act::Suspension, Act::Resumption { how }]);
    assert!(rulings.is_empty(), "{rulings:?}");
    assert_eq!((&after.foundations, &after.decks), (&before.foundations, &before.decks));
    assert_eq!((&after.holding, &after.owners, after.slaps), (&before.holding, &before.owners, [1, 0]));
    let (live, _) = tell(&after, &[reveal(ONE, LEFT, "?"), reveal(TWO, RIGHT, "?")]);
    assert_eq!(live.status, Status::Live);
}
