//! The books, Law F: what a slap moves.

use crate::isf_books_bench::*;

fn equal() -> Table {
    live("3h | 9h", "3c 4c", ["5c 2c", "2s"], |_| {})
}

#[test]
fn f_7_1_and_f_7_2_the_loser_takes_both_piles_into_a_holding_pile() {
    let (after, rulings) = tell(&equal(), &[won(ONE)]);
    assert!(cites(only(&rulings, Kind::Slap), "F.7.1"));
    assert_eq!((after.holding[1].len(), after.holding[0].len(), after.slaps), (3, 0, [1, 0]));
    assert!(after.centre.iter().all(Vec::is_empty));
    assert!(after.holding[1].iter().all(|card| after.owner(*card) == Some(TWO)));
    assert_eq!(after.status, Status::SlapWon);
    // A reveal is needed: there is nothing to play onto (E.4.2).
    assert_eq!(only(&tell(&after, &[play(ONE, LEFT, 0)]).1, Kind::OutOfPlay).finding, Finding::Referee);
}

#[test]
fn f_7_3_a_holding_pile_is_dead_for_the_round() {
    let (after, _) = tell(&equal(), &[won(ONE)]);
    let acts = [Act::Loan { top_half: None }, reveal(ONE, RIGHT, "?"), reveal(TWO, LEFT, "?")];
    let (two, _) = tell(&after, &acts);
    assert_eq!((two.holding, two.status), (after.holding, Status::Live));
}

#[test]
fn f_7_4_and_h_7_2_the_holding_pile_joins_the_next_pack() {
    let table = live("3h", "9c 4c", ["2c", "2s"], |described| described.holding[0] = faces("Ah Kh"));
    let (table, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::MatchEnd), "G.9.3"));
    let (next, _) = tell(&table, &[next_round()]);
    assert_eq!((owned(&next), next.foundation_count(ONE)), ([2, 50, 0], 2));
    assert!(next.holding.iter().all(Vec::is_empty));
}

#[test]
fn f_6_2_a_slap_stalemate_moves_no_cards_and_needs_a_reveal() {
    let (after, rulings) = tell(&equal(), &[Act::Slap { outcome: SlapOutcome::Stalemate, player: None }]);
    assert!(cites(only(&rulings, Kind::SlapStalemate), "F.6.3"));
    assert_eq!((&after.centre, after.slaps, after.status), (&equal().centre, [0, 0], Status::Stopped));
}

#[test]
fn f_7_6_a_slap_nobody_tried_is_lost_with_the_next_legal_play() {
    let (after, rulings) = tell(&equal(), &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::SlapOpportunityLost), "F.7.6"));
    let (late, rulings) = tell(&after, &[won(TWO)]);
    assert!(cites(only(&rulings, Kind::SlapOpportunityLost), "F.7.6"));
    assert_eq!((late.slaps, &late.centre), ([0, 0], &after.centre));
    let (_, rulings) = tell(&equal(), &[Act::Stalemate]);
    assert!(cites(only(&rulings, Kind::SlapOpportunityLost), "F.7.6"));
}

#[test]
fn f_7_6_an_illegal_card_does_not_lose_the_slap() {
    let (laid, rulings) = tell(&equal(), &[play(ONE, LEFT, 1)]);
    assert!(rulings.iter().all(|ruling| ruling.kind == Kind::IllegalPlay));
    let (off, _) = tell(&laid, &[Act::Remove { pile: LEFT, player: Some(ONE), immediate: Some(true) }]);
    assert_eq!(off.condition, Condition::Active);
    assert_eq!(tell(&off, &[won(TWO)]).0.slaps, [0, 1]);
}

#[test]
fn f_9_1_a_slap_without_a_condition_moves_nothing() {
    let table = live("3h | 9h", "3c 4c", ["5c", "2s"], |_| {});
    let (after, rulings) = tell(&table, &[won(ONE), Act::Misslap { player: ONE }]);
    assert!(cites(&rulings[0], "F.9.1") && cites(&rulings[0], "F.9.2") && rulings[0].sanction.is_none());
    assert!(cites(&rulings[1], "F.9.3"));
    assert_eq!((after.tallies[0].misslaps, after.slaps, &after.centre), (2, [0, 0], &table.centre));
    assert_eq!(refuse(&table, &Act::Slap { outcome: SlapOutcome::Won, player: None }), Impossible::NoWinner);
}

#[test]
fn f_2_1_with_unread_tops_the_slap_is_booked_and_the_referees() {
    let table = live("3h | 9h", "3c 4c", ["?", "2s"], |_| {});
    let (after, rulings) = tell(&table, &[won(TWO)]);
    assert_eq!((only(&rulings, Kind::Slap).finding, after.slaps), (Finding::Referee, [0, 1]));
}

#[test]
fn f_10_1_a_slap_on_a_card_that_did_not_follow_is_the_referees() {
    let table = live("3h | 9h", "2c 4c", ["5c", "3s"], |_| {});
    let (after, rulings) = tell(&table, &[play(ONE, LEFT, 0), won(TWO)]);
    let ruling = only(&rulings, Kind::Slap);
    assert!(ruling.finding == Finding::Referee && cites(ruling, "F.10.1"));
    assert_eq!((after.slaps, after.holding[0].len(), after.tallies[0].yellow_cards_due), ([0, 1], 3, 1));
}

#[test]
fn f_8_3_equal_reveals_are_a_slap_once_both_lie_there() {
    let table = stopped("3h | 9h", "3c 4c", ["5c", "2s"], |described| described.decks[0] = faces("? ?"));
    let (one, _) = tell(&table, &[reveal(ONE, LEFT, "7h")]);
    assert_eq!(one.status, Status::Stopped);
    let (two, _) = tell(&one, &[reveal(TWO, RIGHT, "7d")]);
    assert_eq!((two.status, two.condition), (Status::Live, Condition::Active));
}

#[test]
fn f_8_2_and_g_9_2_a_slap_during_a_shortage_is_as_any_other() {
    let table = live("3h | 9h", "3c 4c", ["5c 2c", "2s"], |described| described.borrowed[0] = 0);
    assert!(table.decks[0].is_empty());
    let (after, rulings) = tell(&table, &[won(TWO)]);
    let ruling = only(&rulings, Kind::Slap);
    assert!(cites(ruling, "F.8.2") && cites(ruling, "G.9.2") && cites(ruling, "G.10.3"));
    assert_eq!(after.holding[0].len(), 3);
}

#[test]
fn h_2_5_and_h_2_6_a_slap_on_the_final_card_is_void() {
    let table = live("3h", "9c 4c", ["2c", "3s"], |described| described.holding[0] = faces("Ah"));
    let (over, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::RoundEnd), "H.2.5"));
    let (after, rulings) = tell(&over, &[won(TWO), Act::Misslap { player: ONE }]);
    assert_eq!(rulings.len(), 1);
    assert!(cites(&rulings[0], "H.2.6") && rulings[0].kind == Kind::SlapVoid);
    assert_eq!((after.slaps, &after.centre, after.rounds), ([0, 0], &over.centre, [1, 0]));
}

#[test]
fn f_2_3_same_suit_or_next_rank_is_no_slap_and_equal_rank_of_another_suit_is() {
    for (tops, condition) in [
        (["7h", "9h"], Condition::Inactive),
        (["7h", "8h"], Condition::Inactive),
        (["Kh", "Ah"], Condition::Inactive),
        (["7h", "7d"], Condition::Active),
        (["7h", "7c"], Condition::Active),
    ] {
        let table = live("3h | 9s", "3c 4c", tops, |_| {});
        assert_eq!(table.condition, condition, "{tops:?}");
        let (after, rulings) = tell(&table, &[won(ONE)]);
        let slap = condition == Condition::Active;
        assert_eq!(after.slaps, [u32::from(slap), 0], "{tops:?}");
        only(&rulings, if slap { Kind::Slap } else { Kind::Misslap });
    }
}

#[test]
fn f_6_4_a_slap_stalemate_wins_and_loses_no_cards() {
    let before = equal();
    let (after, rulings) = tell(&before, &[Act::Slap { outcome: SlapOutcome::Stalemate, player: None }]);
    assert!(cites(only(&rulings, Kind::SlapStalemate), "F.6.4"));
    assert_eq!((&after.owners, &after.holding, after.slaps), (&before.owners, &before.holding, before.slaps));
    assert_eq!((&after.centre, &after.decks, &after.foundations), (&before.centre, &before.decks, &before.foundations));
}

#[test]
fn f_8_1_a_slap_during_a_shortage_counts_like_any_other() {
    let short = live("3h | 9h", "3c 4c", ["5c 2c", "2s"], |_| {});
    let lent = live("3h | 9h", "3c 4c", ["5c 2c", "2s"], |described| {
        described.decks[0] = faces("? ?");
        described.borrowed[0] = 2;
    });
    let plenty = live("3h | 9h", "3c 4c", ["5c 2c", "2s"], |described| described.decks[0] = faces("? ?"));
    for table in [short, lent, plenty] {
        for winner in [ONE, TWO] {
            let (after, rulings) = tell(&table, &[won(winner)]);
            let ruling = only(&rulings, Kind::Slap);
            assert_eq!((ruling.player, ruling.finding), (Some(winner), Finding::NoOffence));
            assert_eq!((after.slaps[winner.index()], after.slaps[winner.opponent().index()]), (1, 0));
            assert_eq!(after.holding[winner.opponent().index()].len(), 3);
        }
    }
}
