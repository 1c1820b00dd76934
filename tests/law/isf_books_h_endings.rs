//! The books, Laws H and I: the end of rounds and of the match, the record.

use crate::isf_books_bench::*;
use slapsight::law::isf::books::act::{Pack, Shown};
use slapsight::law::isf::books::match_record;

fn last() -> Table {
    live("3h", "4c", ["2c", "3s"], |described| described.holding[0] = faces("Ah"))
}

#[test]
fn h_2_1_and_h_3_1_the_last_foundation_card_ends_the_round() {
    let (over, rulings) = tell(&last(), &[play(ONE, LEFT, 0)]);
    let ruling = only(&rulings, Kind::RoundEnd);
    assert!(cites(ruling, "H.2.1") && ruling.player == Some(ONE));
    assert_eq!((over.status, over.rounds, over.round_winner), (Status::RoundOver, [1, 0], Some(ONE)));
    tell(&over, &[Act::RoundEnd { player: Some(ONE) }, Act::RoundEnd { player: None }]);
    let wrong = refuse(&over, &Act::RoundEnd { player: Some(TWO) });
    assert_eq!(wrong, Impossible::OtherWinner { said: TWO, booked: ONE });
    assert_eq!(refuse(&last(), &Act::RoundEnd { player: None }), Impossible::RoundNotOver([1, 1]));
}

#[test]
fn h_2_2_an_illegal_last_card_does_not_end_the_round() {
    let table = live("9h", "4c", ["2c", "Ks"], |_| {});
    let (after, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::IllegalPlay), "H.2.2"));
    assert_eq!((after.status, after.rounds), (Status::Live, [0, 0]));
    let (back, _) = tell(&after, &[Act::Stoppage, Act::Return { pile: LEFT }]);
    assert_eq!(back.foundations, table.foundations);
}

#[test]
fn h_2_2_a_last_card_not_read_is_the_referees() {
    let table = live("?", "4c", ["2c", "Ks"], |_| {});
    let (after, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert_eq!((only(&rulings, Kind::RoundEnd).finding, after.rounds), (Finding::Referee, [1, 0]));
    assert_eq!(only(&rulings, Kind::MatchEnd).finding, Finding::Referee);
}

#[test]
fn h_2_3_and_h_2_4_a_crooked_last_card_is_corrected_if_the_opponent_could_play_onto_it() {
    let crooked = Act::Play { player: ONE, pile: LEFT, place: Some(0), card: None, unclear: true, at_once: None };
    for (two, clause, finding) in [
        ("9c", "H.2.3", Finding::NoOffence),
        ("4c", "H.2.4", Finding::Referee),
        ("4c 9c", "H.2.3", Finding::NoOffence),
        ("?", "H.2.4", Finding::Referee),
    ] {
        let table = live("3h", two, ["2c", "Ks"], |described| described.holding[0] = faces("Ah"));
        let (over, rulings) = tell(&table, std::slice::from_ref(&crooked));
        let ruling = only(&rulings, Kind::RoundEnd);
        assert!(cites(ruling, clause) && ruling.finding == finding, "{two}: {ruling:?}");
        assert_eq!(cites(ruling, "H.2.4"), clause == "H.2.4");
        assert_eq!(over.status, Status::RoundOver);
    }
    // Any other card that lies so is the referee's too, and is booked where it was told.
    let table = live("3h | 9h", "4c", ["2c", "Ks"], |_| {});
    let (after, rulings) = tell(&table, &[crooked]);
    assert!(cites(only(&rulings, Kind::AmbiguousPile), "D.5.4") && after.centre[0].len() == 2);
}

#[test]
fn h_3_2_and_h_3_3_deck_and_penalties_do_not_matter_for_the_round_but_for_the_match() {
    let deck = live("3h", "4c", ["2c", "Ks"], |described| described.decks[0] = faces("? ?"));
    let penalty = live("3h", "4c", ["2c", "Ks"], |described| described.holding[0] = faces("?"));
    for table in [deck, penalty] {
        let (over, _) = tell(&table, &[play(ONE, LEFT, 0)]);
        assert_eq!((over.rounds, over.winner, over.status), ([1, 0], None, Status::RoundOver));
    }
}

#[test]
fn h_4_1_the_match_is_won_with_no_cards_left() {
    let table = live("3h", "4c", ["2c", "Ks"], |_| {});
    let (over, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::MatchEnd), "H.4.1"));
    assert_eq!((over.winner, over.ended, over.status), (Some(ONE), Some(Ended::Cleared), Status::MatchOver));
    tell(&over, &[Act::MatchEnd { player: Some(ONE) }]);
    assert!(matches!(refuse(&over, &Act::MatchEnd { player: Some(TWO) }), Impossible::OtherWinner { .. }));
    assert!(matches!(refuse(&over, &next_round()), Impossible::Moment { .. }));
    let (_, rulings) = tell(&table, &[Act::MatchEnd { player: Some(ONE) }]);
    assert_eq!(only(&rulings, Kind::MatchEnd).finding, Finding::Referee);
}

#[test]
fn g_5_5_3_the_centre_goes_to_the_rounds_loser() {
    let table = live("3h", "4c 5c", ["2c Jc", "2s Ks"], |described| described.decks[0] = faces("? ? ?"));
    let (table, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(rulings.iter().any(|ruling| ruling.kind == Kind::IllegalPlay), "a three does not follow a jack");
    drop(table);
    let table = live("3h", "4c 5c", ["Jc 2c", "2s Ks"], |described| described.decks[0] = faces("? ? ?"));
    let (next, _) = tell(&table, &[play(ONE, LEFT, 0), next_round()]);
    assert_eq!((owned(&next), next.round, next.status), ([3, 49, 0], 2, Status::Ready));
}

#[test]
fn h_6_1_the_card_released_first_wins_and_the_other_is_shown() {
    let (over, rulings) = tell(&last(), &[play(ONE, LEFT, 0), play(TWO, RIGHT, 0)]);
    let ruling = only(&rulings, Kind::SimultaneousFinish);
    assert!(cites(ruling, "H.6.1") && ruling.finding == Finding::Referee);
    assert_eq!((over.round_winner, over.rounds, over.foundation_count(TWO)), (Some(ONE), [1, 0], 1));
}

#[test]
fn h_6_2_to_h_6_4_too_close_to_call_the_last_cards_go_back_and_the_score_stays() {
    let match_won = live("3h", "4c", ["2c", "3s"], |_| {});
    for table in [last(), match_won] {
        let (over, _) = tell(&table, &[play(ONE, LEFT, 0)]);
        assert_eq!(refuse(&over, &Act::TooCloseFinish), Impossible::OneFinisher);
        let (after, rulings) = tell(&over, &[play(TWO, RIGHT, 0), Act::TooCloseFinish]);
        assert!(rulings.iter().any(|ruling| cites(ruling, "H.6.3")));
        assert_eq!((&after.foundations, &after.centre, after.rounds), (&table.foundations, &table.centre, [0, 0]));
        assert_eq!((after.status, after.winner, after.ended), (Status::Stopped, None, None));
        let (again, _) =
            tell(&after, &if after.holding[0].is_empty() { vec![] } else { vec![Act::Loan { top_half: None }] });
        assert_eq!(again.rounds, [0, 0]);
    }
    assert!(matches!(refuse(&last(), &Act::TooCloseFinish), Impossible::Moment { .. }));
}

#[test]
fn h_7_3_the_next_round_is_set_up_only_between_rounds() {
    assert!(matches!(refuse(&last(), &next_round()), Impossible::Moment { .. }));
    let (over, _) = tell(&last(), &[play(ONE, LEFT, 0)]);
    let (_, rulings) = tell(&over, &[reveal(TWO, LEFT, "?")]);
    assert!(cites(only(&rulings, Kind::DrawDeckTouched), "E.5.3"));
}

#[test]
fn i_7_2_the_round_cap_is_first_to_so_many() {
    let named =
        Act::MatchSetUp { players: ["A".into(), "B".into()], referee: None, round_cap: Some(2), match_kind: None };
    let described = |rounds| {
        let mut table = live("3h", "4c", ["2c", "Ks"], |described| {
            described.holding[0] = faces("Ah");
            described.rounds = rounds;
        });
        table.round_cap = Some(2);
        table
    };
    assert_eq!(tell(&Table::new(), &[named]).0.round_cap, Some(2));
    assert_eq!(tell(&described([0, 1]), &[play(ONE, LEFT, 0)]).0.winner, None);
    let (over, rulings) = tell(&described([1, 1]), &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::MatchEnd), "I.7.2"));
    assert_eq!((over.winner, over.ended), (Some(ONE), Some(Ended::RoundCap)));
}

#[test]
fn i_7_4_and_i_7_6_a_forfeit_is_two_rounds_to_none_and_no_slaps() {
    let (over, rulings) = tell(&Table::new(), &[Act::Forfeit { player: ONE }]);
    assert!(cites(only(&rulings, Kind::MatchEnd), "I.7.4"));
    let record = match_record(&over);
    assert_eq!((record.rounds, record.slaps, record.winner), ([0, 2], [0, 0], Some(TWO)));
    assert_eq!(record.ended, Some(Ended::Forfeit));
    assert!(matches!(refuse(&last(), &Act::Forfeit { player: ONE }), Impossible::Moment { .. }));
}

#[test]
fn i_6_1_and_c_4_4_the_record_has_names_rounds_slaps_cards_referee_and_winner() {
    let names = ["Ann".to_owned(), "Ben".to_owned()];
    let set_up =
        Act::MatchSetUp { players: names.clone(), referee: Some("Rae".into()), round_cap: None, match_kind: None };
    let (table, _) = tell(&Table::new(), &[set_up, Act::Deal { packs: [Pack::Count(26), Pack::Count(26)] }]);
    let (table, _) = tell(&table, &[reveal(ONE, LEFT, "7h"), reveal(TWO, RIGHT, "7d"), won(TWO)]);
    let show = |sanction| Act::Sanction { player: ONE, sanction };
    let (table, _) = tell(
        &table,
        &[show(Shown::Warning), show(Shown::YellowCard), show(Shown::RedCard), Act::Concession { player: ONE }],
    );
    let record = match_record(&table);
    assert_eq!((record.players, record.referee.as_deref(), record.friendly), (names, Some("Rae"), false));
    assert_eq!((record.rounds, record.slaps, record.winner), ([0, 1], [0, 1], Some(TWO)));
    let shown = record.cards_shown[0];
    assert_eq!((shown.warnings, shown.yellow_cards, shown.red_cards), (1, 1, 1));
}

#[test]
fn a_2_3_without_a_referee_the_match_is_a_friendly() {
    let record = match_record(&Table::new());
    assert!(record.friendly && record.players == ["Player 1", "Player 2"] && record.winner.is_none());
}

#[test]
fn c_4_5_7_a_sanction_given_is_no_longer_due() {
    let table = live("8h | 9h", "9c", ["2c", "Ks"], |_| {});
    let give = Act::Sanction { player: ONE, sanction: Shown::YellowCard };
    let (table, rulings) = tell(&table, &[play(ONE, LEFT, 0), Act::Stoppage, give]);
    assert_eq!(rulings.len(), 2);
    assert_eq!((table.tallies[0].yellow_cards_due, table.tallies[0].yellow_cards), (0, 1));
}

/// A match with or without a referee, won by Player 2 after a slap each way.
fn won_match(referee: Option<&str>) -> Table {
    let players = ["Ann".to_owned(), "Ben".to_owned()];
    let set_up = Act::MatchSetUp { players, referee: referee.map(str::to_owned), round_cap: None, match_kind: None };
    let packs = [Pack::Count(26), Pack::Count(26)];
    let acts = [set_up, Act::Deal { packs }, reveal(ONE, LEFT, "7h"), reveal(TWO, RIGHT, "7d"), won(TWO)];
    let (table, _) = tell(&Table::new(), &acts);
    tell(&table, &[reveal(ONE, LEFT, "8h"), reveal(TWO, RIGHT, "8d"), won(ONE), Act::Concession { player: ONE }]).0
}

#[test]
fn a_2_5_a_match_without_a_referee_is_marked_as_counting_for_nothing() {
    let (friendly, official) = (match_record(&won_match(None)), match_record(&won_match(Some("Rae"))));
    assert!(friendly.friendly && !official.friendly);
    // It is recorded all the same.
    assert_eq!((friendly.winner, friendly.rounds, friendly.slaps), (Some(TWO), [0, 1], [1, 1]));
    assert_eq!((official.winner, official.rounds, official.slaps), (Some(TWO), [0, 1], [1, 1]));
}

#[test]
fn c_4_4_1_the_score_has_the_rounds_each_has_won() {
    let table = live("3h", "4c | 9c", ["2c", "Ks"], |described| {
        described.holding[0] = faces("Ah");
        described.rounds = [1, 2];
    });
    assert_eq!(match_record(&table).rounds, [1, 2]);
    let (over, _) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert_eq!(match_record(&over).rounds, [2, 2]);
    assert_eq!(match_record(&tell(&over, &[next_round()]).0).rounds, [2, 2]);
}

#[test]
fn c_4_4_2_the_score_has_the_slaps_each_has_won_and_no_others() {
    let equal = live("3h | 9h", "3c 4c", ["5c 2c", "2s"], |described| described.slaps = [3, 1]);
    for (act, slaps) in [
        (won(ONE), [4, 1]),
        (won(TWO), [3, 2]),
        (Act::Slap { outcome: SlapOutcome::Stalemate, player: None }, [3, 1]),
        (Act::Slap { outcome: SlapOutcome::Void, player: Some(ONE) }, [3, 1]),
        (Act::Misslap { player: ONE }, [3, 1]),
    ] {
        assert_eq!(match_record(&tell(&equal, std::slice::from_ref(&act)).0).slaps, slaps, "{act:?}");
    }
}

#[test]
fn c_4_4_3_the_score_has_the_cards_shown_and_not_those_that_are_only_due() {
    let table = live("8h | 9h", "9c", ["2c", "Ks"], |_| {});
    let (due, _) = tell(&table, &[play(ONE, LEFT, 0), Act::Stoppage]);
    assert_eq!(due.tallies[0].yellow_cards_due, 1);
    assert_eq!(match_record(&due).cards_shown[0].yellow_cards, 0);
    let show = |player, sanction| Act::Sanction { player, sanction };
    let acts = [show(ONE, Shown::YellowCard), show(TWO, Shown::RedCard), show(TWO, Shown::Warning)];
    let shown = match_record(&tell(&due, &acts).0).cards_shown;
    assert_eq!(shown.map(|cards| (cards.warnings, cards.yellow_cards, cards.red_cards)), [(0, 1, 0), (1, 0, 1)]);
}

#[test]
fn h_3_1_whoever_clears_first_wins_the_round() {
    let table = live("3h", "3c", ["2c", "4s"], |described| described.holding = [faces("Ah"), faces("Ac")]);
    for (first, second) in [(ONE, TWO), (TWO, ONE)] {
        let (over, rulings) = tell(&table, &[play(first, LEFT, 0), play(second, RIGHT, 0)]);
        assert!(cites(only(&rulings, Kind::RoundEnd), "H.3.1"));
        let mut rounds = [0, 0];
        rounds[first.index()] = 1;
        assert_eq!((over.round_winner, over.rounds), (Some(first), rounds));
    }
}

#[test]
fn h_3_3_penalties_do_not_matter_for_the_round() {
    for (one, two) in [(0, 0), (12, 0), (0, 12), (12, 3)] {
        let table = live("3h", "4c", ["2c", "Ks"], |described| {
            described.holding = [vec![Face(None); one], vec![Face(None); two]];
        });
        let (over, _) = tell(&table, &[play(ONE, LEFT, 0)]);
        assert_eq!((over.round_winner, over.rounds), (Some(ONE), [1, 0]));
        assert_eq!(over.winner, (one == 0).then_some(ONE), "they do for the match");
    }
}

#[test]
fn h_5_2_conceding_during_a_round_gives_the_other_player_one_more_round() {
    let table = live("3h", "4c", ["2c", "Ks"], |described| described.rounds = [2, 1]);
    for (player, rounds) in [(ONE, [2, 2]), (TWO, [3, 1])] {
        let (over, rulings) = tell(&table, &[Act::Concession { player }]);
        assert!(cites(only(&rulings, Kind::MatchEnd), "H.5.2"));
        assert_eq!((over.rounds, over.winner), (rounds, Some(player.opponent())));
    }
}

#[test]
fn h_5_3_conceding_between_rounds_gives_none() {
    let mut table = last();
    table.rounds = [2, 1];
    let (over, _) = tell(&table, &[play(ONE, LEFT, 0)]);
    let ready = tell(&over, &[next_round()]).0;
    for moment in [over, ready] {
        for player in [ONE, TWO] {
            let (after, rulings) = tell(&moment, &[Act::Concession { player }]);
            assert!(cites(only(&rulings, Kind::MatchEnd), "H.5.3"));
            assert_eq!((after.rounds, after.winner), ([3, 1], Some(player.opponent())));
        }
    }
}

#[test]
fn h_5_4_a_concession_ends_all_play() {
    let (during, _) = tell(&last(), &[Act::Concession { player: TWO }]);
    let (between, _) = tell(&last(), &[play(ONE, LEFT, 0), Act::Concession { player: TWO }]);
    for over in [during, between] {
        assert_eq!(over.status, Status::MatchOver);
        for act in [play(TWO, RIGHT, 0), reveal(TWO, LEFT, "?"), won(TWO), Act::Misslap { player: ONE }, next_round()] {
            assert!(matches!(refuse(&over, &act), Impossible::Moment { .. }), "{act:?}");
        }
    }
}

/// Both played a last card and nobody can say who was first.
fn too_close() -> (Table, Table) {
    let table = live("3h", "4c", ["2c", "3s"], |described| {
        described.holding[0] = faces("Ah");
        described.decks[0] = faces("? ?");
        (described.rounds, described.slaps) = ([2, 1], [4, 5]);
    });
    let (after, _) = tell(&table, &[play(ONE, LEFT, 0), play(TWO, RIGHT, 0), Act::TooCloseFinish]);
    (table, after)
}

#[test]
fn h_6_3_the_last_cards_go_back_and_a_reveal_of_both_restarts_the_round() {
    let (before, after) = too_close();
    assert_eq!(
        (&after.foundations, &after.centre, &after.owners),
        (&before.foundations, &before.centre, &before.owners)
    );
    assert!(cites(only(&tell(&after, &[play(ONE, LEFT, 0)]).1, Kind::OutOfPlay), "E.4.2"));
    let (one, _) = tell(&after, &[reveal(ONE, LEFT, "2h")]);
    assert_ne!(one.status, Status::Live);
    let (two, _) = tell(&one, &[reveal(TWO, RIGHT, "9d")]);
    assert_eq!((two.status, two.round), (Status::Live, before.round));
    assert_eq!(tell(&two, &[play(ONE, LEFT, 0)]).0.round_winner, Some(ONE));
}

#[test]
fn h_6_4_the_score_is_as_before_the_last_cards() {
    let (before, after) = too_close();
    assert_eq!((after.rounds, after.slaps), (before.rounds, before.slaps));
    assert_eq!((after.rounds, after.round_winner, after.winner), ([2, 1], None, None));
}

#[test]
fn h_7_1_every_card_is_in_the_pack_of_its_owner_and_in_no_other() {
    let table = live("3h", "4c 9c", ["2c", "Ks 3s"], |described| {
        described.holding = [faces("Ah"), faces("Ac 7c")];
        described.decks[0] = faces("? ?");
    });
    let (next, _) = tell(&table, &[play(ONE, LEFT, 0), next_round()]);
    assert!(next.centre.iter().all(Vec::is_empty) && next.holding.iter().all(Vec::is_empty));
    for player in [ONE, TWO] {
        let foundation = next.foundations[player.index()].iter().flatten().map(|slot| slot.card);
        let pack: Vec<u8> = foundation.chain(next.decks[player.index()].iter().copied()).collect();
        assert_eq!(pack.len(), owned(&next)[player.index()]);
        assert!(pack.iter().all(|card| next.owner(*card) == Some(player)));
    }
    assert_eq!(owned(&next), [3, 49, 0]);
}

#[test]
fn h_7_2_penalties_of_both_players_join_their_next_decks() {
    let table = live("3h", "4c 9c", ["2c", "Ks"], |described| {
        described.holding = [faces("Ah Kh Qh"), faces("Ac 7c")];
    });
    let (over, _) = tell(&table, &[play(ONE, LEFT, 0)]);
    let (next, _) = tell(&over, &[next_round()]);
    assert_eq!((owned(&next), next.foundation_count(ONE)), ([3, 49, 0], 3));
    assert!(next.holding.iter().all(Vec::is_empty));
    for player in [ONE, TWO] {
        assert!(over.holding[player.index()].iter().all(|card| next.owner(*card) == Some(player)));
    }
}

#[test]
fn i_7_3_a_player_who_does_not_begin_forfeits_and_one_who_has_begun_cannot() {
    let dealt = tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(26), Pack::Count(26)] }]).0;
    for before in [Table::new(), dealt.clone()] {
        for player in [ONE, TWO] {
            let (over, rulings) = tell(&before, &[Act::Forfeit { player }]);
            assert!(cites(only(&rulings, Kind::MatchEnd), "I.7.3"));
            assert_eq!((over.winner, over.ended), (Some(player.opponent()), Some(Ended::Forfeit)));
        }
    }
    let (begun, _) = tell(&dealt, &[reveal(ONE, LEFT, "?"), reveal(TWO, RIGHT, "?")]);
    assert!(matches!(refuse(&begun, &Act::Forfeit { player: TWO }), Impossible::Moment { .. }));
}

#[test]
fn i_7_6_a_forfeited_match_has_no_slaps() {
    let early = [Act::Misslap { player: ONE }, won(TWO), Act::Forfeit { player: TWO }];
    let dealt = tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(26), Pack::Count(26)] }]).0;
    let (over, rulings) = tell(&dealt, &early);
    assert!(cites(only(&rulings, Kind::MatchEnd), "I.7.6"));
    let record = match_record(&over);
    assert_eq!((record.slaps, record.rounds, record.winner), ([0, 0], [2, 0], Some(ONE)));
}
