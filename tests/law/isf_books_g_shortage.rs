//! The books, Law G: shortages.

use crate::isf_books_bench::*;
use slapsight::law::isf::books::act::{Order, Pack};
use slapsight::law::isf::books::{Stalemate, both_at_zero, is_dead, is_short, split_due, stalemate};

pub const LOAN: Act = Act::Loan { top_half: None };

/// Player 1 without a Draw Deck, Player 2 with `count` cards; the rest in Player 2's holding pile.
pub fn short(count: usize) -> Table {
    stopped("3h | 9h", "9c 4c", ["2c", "Ks"], |described| {
        described.decks[1] = vec![Face(None); count];
        described.holding[1] = vec![Face(None); 46 - count];
        described.rest = None;
    })
}

/// Both without, `centre` cards on the left pile.
pub fn both(centre: usize) -> Table {
    stopped("3h | 9h", "9c 4c", ["", ""], |described| {
        described.centre[0] = vec![Face(None); centre];
        described.holding[1] = vec![Face(None); 48 - centre];
        described.rest = None;
    })
}

#[test]
fn g_2_1_and_g_2_3_a_shortage_is_noted_at_zero_and_play_goes_on() {
    let table = stopped("3h | 9h", "9c 4c", ["2c", "Ks"], |described| described.decks[0] = faces("?"));
    let (after, rulings) = tell(&table, &[reveal(ONE, LEFT, "2h"), reveal(TWO, RIGHT, "7h")]);
    let ruling = only(&rulings, Kind::Shortage);
    assert!(ruling.player == Some(ONE) && cites(ruling, "G.2.1") && ruling.finding == Finding::NoOffence);
    assert_eq!(after.status, Status::Live);
    assert!(tell(&after, &[play(ONE, LEFT, 0)]).1.is_empty());
}

#[test]
fn g_2_2_no_shortage_without_a_live_card_or_a_penalty() {
    let bare = live("3h 5h", "9c 4c", ["2c", "4s"], |_| {});
    assert!(is_short(&bare, ONE) && !is_short(&bare, TWO));
    let (none_live, _) = tell(&live("3h 5h", "9c 4c", ["2c", "4s"], |_| {}), &[play(ONE, RIGHT, 0)]);
    assert!(!is_short(&none_live, ONE));
    let (penalty, _) =
        tell(&live("3h 5h", "9c 4c", ["2c", "4s"], |d| d.holding[0] = faces("Ah")), &[play(ONE, RIGHT, 0)]);
    assert!(is_short(&penalty, ONE));
}

#[test]
fn g_2_4_and_g_6_1_ten_or_fewer_cards_before_a_round() {
    for (count, expected) in [(10, true), (11, false), (3, true)] {
        let (table, rulings) =
            tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(count), Pack::Count(52 - count)] }]);
        assert_eq!(rulings.iter().any(|ruling| cites(ruling, "G.6.1") && ruling.player == Some(ONE)), expected);
        assert_eq!(split_due(&table), expected.then_some(ONE));
    }
}

#[test]
fn g_6_2_and_g_6_4_the_split_comes_before_the_rounds_reveal() {
    let (table, _) = tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(9), Pack::Count(43)] }]);
    let (unsplit, rulings) = tell(&table, &[reveal(TWO, LEFT, "?")]);
    assert!(cites(only(&rulings, Kind::Shortage), "G.3.2"));
    assert_eq!(unsplit.decks, table.decks);
    let (split, _) = tell(&table, &[LOAN]);
    assert_eq!((split.decks[0].len(), split.decks[1].len(), owned(&split)), (16, 17, [9, 43, 0]));
    let (begun, _) = tell(&split, &[reveal(TWO, LEFT, "?"), reveal(ONE, RIGHT, "?")]);
    assert_eq!(begun.status, Status::Live);
}

#[test]
fn g_3_1_shortages_are_acted_on_at_a_stoppage_only() {
    let table = live("3h | 9h", "9c 4c", ["2c", "Ks"], |_| {});
    let (after, rulings) = tell(&table, &[LOAN]);
    assert!(cites(only(&rulings, Kind::Shortage), "G.3.1") && rulings[0].finding == Finding::Offence);
    assert_eq!(after.decks, table.decks);
    for stop in [Act::Stoppage, Act::Stalemate] {
        assert!(!tell(&table, &[stop, LOAN]).0.loans.is_empty());
    }
}

#[test]
fn g_3_2_and_g_3_3_the_top_half_is_lent() {
    let table = short(8);
    let top_half: Vec<u8> = table.decks[1][4..].to_vec();
    let (after, rulings) = tell(&table, &[LOAN]);
    assert_eq!((&after.decks[0], after.decks[1].len()), (&top_half, 4));
    let ruling = only(&rulings, Kind::Shortage);
    assert!(cites(ruling, "G.3.3") && !cites(ruling, "G.8.1") && ruling.player == Some(ONE));
    // The top of the deck is still the top.
    assert_eq!(after.decks[0].last(), table.decks[1].last());
}

#[test]
fn g_3_2_no_loan_without_a_shortage_and_none_that_is_no_half() {
    let none = stopped("3h | 9h", "9c 4c", ["2c", "Ks"], |described| described.decks[0] = faces("?"));
    for (table, act) in [(none, LOAN), (short(8), Act::Loan { top_half: Some(5) })] {
        let (after, rulings) = tell(&table, &[act]);
        assert!(cites(only(&rulings, Kind::Shortage), "G.3.2") && rulings[0].finding == Finding::Offence);
        assert_eq!(after.decks, table.decks);
    }
}

#[test]
fn g_8_1_an_odd_deck_gives_either_half_the_odd_card() {
    for (told, lent) in [(None, 4), (Some(4), 4), (Some(5), 5)] {
        let (after, rulings) = tell(&short(9), &[Act::Loan { top_half: told }]);
        assert_eq!((after.decks[0].len(), after.decks[1].len()), (lent, 9 - lent));
        assert!(cites(only(&rulings, Kind::Shortage), "G.8.1"));
    }
    assert!(cites(only(&tell(&short(9), &[Act::Loan { top_half: Some(3) }]).1, Kind::Shortage), "G.8.1"));
}

#[test]
fn g_8_3_a_single_card_is_revealed_alone() {
    let table = short(1);
    assert_eq!(split_due(&table), None);
    let (after, rulings) = tell(&table, &[reveal(TWO, RIGHT, "7d")]);
    assert!(rulings.iter().any(|ruling| cites(ruling, "G.2.1")));
    assert_eq!((after.status, after.decks[1].len()), (Status::Live, 0));
    assert_eq!(refuse(&tell(&after, &[Act::Stoppage]).0, &reveal(ONE, LEFT, "?")), Impossible::EmptyDeck(ONE));
}

#[test]
fn g_4_3_and_g_11_1_borrowed_cards_are_revealed_and_stay_the_lenders() {
    let (lent, _) = tell(&short(8), &[LOAN]);
    assert!(lent.decks[0].iter().all(|card| lent.owner(*card) == Some(TWO)));
    let (after, _) = tell(&lent, &[reveal(ONE, LEFT, "2h"), reveal(TWO, RIGHT, "7d")]);
    assert_eq!((after.decks[0].len(), after.status), (3, Status::Live));
    assert_eq!(after.top(LEFT).and_then(|laid| after.owner(laid.card)), Some(TWO));
}

#[test]
fn g_7_3_whoever_is_at_zero_again_is_lent_again_and_the_lender_too() {
    let (table, _) = tell(&short(2), &[LOAN, reveal(ONE, LEFT, "?"), reveal(TWO, RIGHT, "?")]);
    assert!(both_at_zero(&table));
    // The lender runs out first: the borrowed half is split again and stays theirs.
    let table = stopped("3h | 9h", "9c 4c", ["2c", "Ks"], |described| {
        described.decks[0] = faces("? ? ? ?");
        described.borrowed[0] = 4;
        described.rest = None;
        described.holding[1] = vec![Face(None); 42];
    });
    assert_eq!(split_due(&table), Some(TWO));
    let (after, rulings) = tell(&table, &[LOAN]);
    assert!(cites(only(&rulings, Kind::Shortage), "G.7.3"));
    assert_eq!((after.decks[0].len(), after.decks[1].len(), owned(&after)), (2, 2, [4, 48, 0]));
}

#[test]
fn g_7_4_both_at_zero_the_centre_is_split_and_nobodys() {
    let order = |table: &Table| Order::Ids(table.centre[0].iter().rev().map(|laid| laid.card).collect());
    let table = both(6);
    let act = Act::CentreShuffle { order: Some(order(&table)), first: None };
    let (after, rulings) = tell(&table, &[act]);
    assert_eq!((after.decks[0].len(), after.decks[1].len(), owned(&after)), (3, 3, [2, 44, 6]));
    assert!(after.centre.iter().all(Vec::is_empty));
    assert_eq!(after.decks[0].last(), table.centre[0].last().map(|laid| &laid.card), "the order goes from the top");
    assert!(cites(only(&rulings, Kind::Shortage), "G.7.4.3"));
    let (live, _) = tell(&after, &[reveal(ONE, LEFT, "?"), reveal(TWO, RIGHT, "?")]);
    assert_eq!((live.status, owned(&live)), (Status::Live, [2, 44, 6]));
}

#[test]
fn g_7_4_only_when_both_are_at_zero_and_play_is_stopped() {
    let act = Act::CentreShuffle { order: None, first: None };
    let live = live("3h | 9h", "9c 4c", ["? ?", "?"], |described| {
        described.rest = None;
        described.holding[1] = vec![Face(None); 45];
    });
    for table in [short(8), live] {
        let (after, rulings) = tell(&table, std::slice::from_ref(&act));
        assert_eq!(only(&rulings, Kind::Shortage).finding, Finding::Offence);
        assert_eq!((&after.centre, &after.decks), (&table.centre, &table.decks));
    }
    let wrong = Act::CentreShuffle { order: Some(Order::Ids(vec![0, 1])), first: None };
    assert_eq!(refuse(&both(6), &wrong), Impossible::NotThosePack(6));
}

#[test]
fn g_8_4_an_odd_centre_gives_either_deck_the_odd_card() {
    for (told, one) in [(None, 3), (Some(3), 3), (Some(2), 2)] {
        let (after, _) = tell(&both(5), &[Act::CentreShuffle { order: None, first: told }]);
        assert_eq!((after.decks[0].len(), after.decks[1].len()), (one, 5 - one));
    }
    let (after, rulings) = tell(&both(5), &[Act::CentreShuffle { order: None, first: Some(4) }]);
    assert!(after.decks.iter().all(Vec::is_empty) && cites(only(&rulings, Kind::Shortage), "G.7.4.2"));
}

#[test]
fn g_7_4_with_nothing_on_the_centre_the_referee_decides() {
    let (after, rulings) = tell(&both(0), &[Act::CentreShuffle { order: None, first: None }]);
    let ruling = only(&rulings, Kind::Shortage);
    assert!(ruling.finding == Finding::Referee && cites(ruling, "A.5.3"));
    assert_eq!(after.all_cards(), both(0).all_cards());
}

#[test]
fn g_7_4_when_no_play_can_ever_come_the_referee_is_told() {
    let table = |centre| {
        stopped("3h | 9h", "9c 3c", [centre, "Ks"], |described| {
            described.rest = None;
            described.holding[1] = vec![Face(None); 46];
        })
    };
    for (centre, dead) in [("6c", true), ("7c", true), ("8c", false), ("2c", false), ("?", false)] {
        let table = table(centre);
        assert_eq!(is_dead(&table), dead, "{centre}");
        let (after, rulings) = tell(&table, &[Act::CentreShuffle { order: None, first: None }]);
        assert_eq!(rulings.iter().filter(|ruling| ruling.finding == Finding::Referee).count(), usize::from(dead));
        assert_eq!(after.decks[0].len(), 1, "the shuffle is booked all the same");
    }
}

#[test]
fn g_7_4_5_whoever_clears_first_then_wins_and_nobodys_cards_go_to_the_loser() {
    let table = live("3h", "9c 4c", ["2c", "Ks"], |described| {
        described.decks_are_nobodys = true;
        described.decks = [faces("? ?"), faces("? ?")];
        described.rest = None;
        described.holding[1] = vec![Face(None); 43];
    });
    let (over, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::MatchEnd), "G.7.4.5"));
    assert_eq!((over.winner, over.ended), (Some(ONE), Some(Ended::Cleared)));
    // With a penalty left the match goes on, and the loser collects what was nobody's.
    let table = live("3h", "9c 4c", ["2c", "Ks"], |described| {
        described.decks_are_nobodys = true;
        described.decks = [faces("? ?"), faces("? ?")];
        described.holding[0] = faces("Ah");
        described.rest = None;
        described.holding[1] = vec![Face(None); 42];
    });
    let (over, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::MatchEnd), "G.9.3") && over.winner.is_none());
    assert_eq!(owned(&tell(&over, &[next_round()]).0), [1, 51, 0]);
}

#[test]
fn f_7_2_nobodys_cards_taken_in_a_slap_are_the_losers() {
    let table = both(6);
    let (table, _) = tell(
        &table,
        &[Act::CentreShuffle { order: None, first: None }, reveal(ONE, LEFT, "7h"), reveal(TWO, RIGHT, "7d"), won(TWO)],
    );
    assert_eq!((table.holding[0].len(), owned(&table)), (2, [4, 44, 4]));
}

#[test]
fn g_5_1_and_g_11_3_a_borrower_who_clears_first_wins_the_match() {
    let table = live("3h", "9c 4c", ["2c", "Ks"], |described| {
        described.decks[0] = faces("? ?");
        described.borrowed[0] = 2;
    });
    let (over, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::MatchEnd), "G.11.3"));
    assert_eq!((over.winner, over.decks[0].len()), (Some(ONE), 2));
}

#[test]
fn g_5_2_a_borrower_with_penalties_plays_on_with_them() {
    let table = live("3h", "9c 4c", ["2c", "Ks"], |described| {
        described.decks[0] = faces("? ?");
        described.borrowed[0] = 2;
        described.holding[0] = faces("Ah Kh Qh");
    });
    let (over, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::MatchEnd), "G.5.2") && over.winner.is_none());
    let (next, rulings) = tell(&over, &[next_round()]);
    assert_eq!((owned(&next), next.foundation_count(ONE), next.decks[0].len()), ([3, 49, 0], 3, 0));
    assert!(cites(only(&rulings, Kind::Shortage), "G.6.1"));
}

#[test]
fn g_5_4_and_g_5_5_a_lender_who_wins_takes_both_halves_and_the_loser_keeps_the_rest() {
    let table = live("3h 5h", "9c", ["8c", "Ks 2c"], |described| {
        described.decks = [faces("? ? ?"), faces("? ?")];
        described.borrowed[0] = 3;
        described.holding = [faces("Ah Kh"), faces("Qh")];
        described.rest = Some(TWO);
    });
    let (over, _) = tell(&table, &[play(TWO, LEFT, 0)]);
    assert_eq!((over.round_winner, over.winner), (Some(TWO), None));
    let (next, _) = tell(&over, &[next_round()]);
    // Two foundation cards, two penalties, four on the centre.
    assert_eq!(owned(&next), [8, 44, 0]);
    assert!(next.loans.is_empty());
}

#[test]
fn g_9_4_a_lender_with_cards_in_the_borrowers_deck_has_not_won() {
    let table = live("3h 5h", "9c", ["8c", "Ks 2c"], |described| {
        described.decks[0] = faces("?");
        described.borrowed[0] = 1;
        described.holding[0] = vec![Face(None); 45];
        described.rest = None;
    });
    let (over, _) = tell(&table, &[play(TWO, LEFT, 0)]);
    assert_eq!((over.rounds, over.winner), ([0, 1], None));
    assert_eq!(owned(&tell(&over, &[next_round()]).0), [51, 1, 0]);
}

#[test]
fn h_4_1_a_shorted_player_who_clears_before_any_stoppage_wins_the_match() {
    let table = live("3h", "9c 4c", ["2c", "Ks"], |_| {});
    let (over, _) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert_eq!((over.winner, over.ended), (Some(ONE), Some(Ended::Cleared)));
}

#[test]
fn g_10_1_and_g_10_2_a_stalemate_is_called_only_when_nobody_can_play() {
    let table = live("3h | 9h", "9c 4c", ["2c", "Ks"], |_| {});
    assert_eq!(stalemate(&table), Stalemate::No(ONE, 0, LEFT));
    let (after, rulings) = tell(&table, &[Act::Stalemate]);
    let ruling = only(&rulings, Kind::WrongStalemate);
    assert!(
        cites(ruling, "G.10.2") && ruling.finding == Finding::Offence && ruling.sentence.contains("Player 1 can play")
    );
    assert_eq!(after.status, Status::Stopped);
    let right = live("7h 3h 7d | 9h", "9c 7c", ["4c", "Ks"], |_| {});
    let (right, _) = tell(&right, &[Act::Rearrange { player: ONE, from: 0, to: 2 }]);
    assert_eq!(stalemate(&right), Stalemate::Yes, "the three is not turned up");
    assert!(tell(&right, &[Act::Stalemate]).1.is_empty());
    let unknown = live("? | 9h", "9c 7c", ["4c", "Ks"], |_| {});
    assert_eq!(only(&tell(&unknown, &[Act::Stalemate]).1, Kind::WrongStalemate).finding, Finding::Referee);
}
