//! The books, Law G: how a round with a shortage goes on and ends.

use crate::isf_books_bench::*;
use crate::isf_books_g_shortage::{LOAN, both, short};
use slapsight::law::isf::books::act::{Order, Pack};
use slapsight::law::isf::books::{both_at_zero, legal_plays, split_due};

const SHUFFLE: Act = Act::CentreShuffle { order: None, first: None };

/// Eight cards split, both halves revealed from: eight of diamonds left, borrowed two of hearts right.
fn split_and_on() -> Table {
    tell(&short(8), &[LOAN, reveal(ONE, RIGHT, "2h"), reveal(TWO, LEFT, "8d")]).0
}

/// Player 1 plays a last three; two borrowed cards are left, and so many penalties.
fn borrower_last(penalties: usize) -> Table {
    live("3h", "9c 4c", ["2c", "Ks"], |described| {
        described.decks[0] = faces("? ?");
        described.borrowed[0] = 2;
        described.holding[0] = vec![Face(None); penalties];
    })
}

/// Player 2, who lent two cards, plays a last nine; Player 1 has a foundation card and one penalty.
fn lender_last() -> Table {
    live("5h", "9c", ["8c", "Ks"], |described| {
        described.decks[0] = faces("? ?");
        described.borrowed[0] = 2;
        described.holding[0] = faces("Ah");
    })
}

#[test]
fn g_2_3_a_shortage_stops_nothing_by_itself() {
    let table = stopped("3h | 4d", "9c 4c", ["2c", "Ks"], |described| described.decks[0] = faces("?"));
    let (table, rulings) = tell(&table, &[reveal(ONE, LEFT, "2h"), reveal(TWO, RIGHT, "7h")]);
    assert!(cites(only(&rulings, Kind::Shortage), "G.2.3"));
    let (early, rulings) = tell(&table, &[LOAN]);
    assert!(cites(only(&rulings, Kind::Shortage), "G.2.3") && early.loans.is_empty());
    let (table, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(rulings.is_empty() && table.status == Status::Live && table.loans.is_empty());
    let (stopped, _) = tell(&table, &[Act::Stoppage]);
    assert_eq!(split_due(&stopped), Some(ONE), "the next stoppage is the moment");
}

#[test]
fn g_3_3_the_top_half_becomes_the_shorted_players_draw_deck() {
    let table = short(8);
    let (lent, _) = tell(&table, &[LOAN]);
    assert_eq!((lent.decks[0].as_slice(), lent.decks[1].as_slice()), (&table.decks[1][4..], &table.decks[1][..4]));
    let (after, _) = tell(&lent, &[reveal(ONE, LEFT, "?"), reveal(TWO, RIGHT, "?")]);
    assert_eq!(after.top(LEFT).map(|laid| laid.card), table.decks[1].get(7).copied());
    assert_eq!(after.top(RIGHT).map(|laid| laid.card), table.decks[1].get(3).copied());
}

#[test]
fn g_3_5_borrowed_cards_are_told_apart_and_are_revealed_like_any_others() {
    let (lent, _) = tell(&short(8), &[LOAN]);
    let loan = &lent.loans[0];
    assert_eq!((loan.lender, loan.borrower, &loan.cards, lent.loans.len()), (TWO, ONE, &lent.decks[0], 1));
    let (after, rulings) = tell(&lent, &[reveal(ONE, LEFT, "2h"), reveal(TWO, RIGHT, "7d")]);
    assert!(rulings.is_empty() && after.status == Status::Live);
    let laid = after.top(LEFT).expect("a card");
    assert!(after.loans[0].cards.contains(&laid.card) && laid.legal == Some(true));
}

#[test]
fn g_4_1_after_the_split_play_goes_on_as_usual() {
    let (after, rulings) = tell(&split_and_on(), &[play(ONE, RIGHT, 0), play(TWO, RIGHT, 0)]);
    assert!(rulings.is_empty(), "{rulings:?}");
    assert_eq!((after.status, after.centre[1].len(), after.foundation_count(ONE)), (Status::Live, 4, 1));
}

#[test]
fn g_4_2_sequence_and_slaps_are_the_same_on_borrowed_cards() {
    let table = split_and_on();
    // The borrowed two takes a three and no nine.
    assert_eq!(legal_plays(&table), [(ONE, 0, RIGHT), (ONE, 1, LEFT)]);
    assert!(cites(only(&tell(&table, &[play(ONE, RIGHT, 1)]).1, Kind::IllegalPlay), "D.8.1"));
    let (equal, _) = tell(&short(8), &[LOAN, reveal(ONE, RIGHT, "8h"), reveal(TWO, LEFT, "8d")]);
    assert_eq!(equal.condition, Condition::Active);
    let (after, _) = tell(&equal, &[won(ONE)]);
    assert_eq!((after.slaps, after.holding[1].len()), ([1, 0], equal.holding[1].len() + 4));
    assert_eq!(only(&tell(&table, &[won(ONE)]).1, Kind::Misslap).player, Some(ONE));
}

#[test]
fn g_4_4_a_loan_lasts_through_stoppages_until_the_round_ends() {
    let (table, _) = tell(&short(8), &[LOAN, reveal(ONE, LEFT, "2h"), reveal(TWO, RIGHT, "7d"), Act::Stoppage]);
    let (table, rulings) = tell(&table, &[reveal(ONE, LEFT, "2d"), reveal(TWO, RIGHT, "8d")]);
    assert!(rulings.is_empty() && table.loans.len() == 1 && table.decks[0].len() == 2);
    for (last, player) in [(borrower_last(1), ONE), (lender_last(), TWO)] {
        let (next, _) = tell(&last, &[play(player, LEFT, 0), next_round()]);
        assert!(next.loans.is_empty() && !last.loans.is_empty());
        assert!(next.decks[0].iter().all(|card| next.owner(*card) == Some(ONE)));
    }
}

#[test]
fn g_6_1_ten_or_fewer_cards_after_shuffling_are_a_shortage_at_once() {
    for (penalties, short) in [(3, true), (10, true), (11, false)] {
        let table = live("3h", "9c 4c", ["2c", "Ks"], |described| described.holding[0] = vec![Face(None); penalties]);
        let (next, rulings) = tell(&table, &[play(ONE, LEFT, 0), next_round()]);
        let mut said = rulings.iter().filter(|ruling| cites(ruling, "G.6.1"));
        assert_eq!(said.next().and_then(|ruling| ruling.player), short.then_some(ONE), "{penalties}");
        assert!(said.next().is_none() && next.status == Status::Ready);
        assert_eq!((split_due(&next), tell(&next, &[LOAN]).0.loans.len()), (short.then_some(ONE), usize::from(short)));
    }
}

#[test]
fn g_6_3_with_fewer_than_ten_the_foundation_has_all_cards_and_four_live() {
    for count in [1u8, 4, 6, 9] {
        let (table, _) = tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(count), Pack::Count(52 - count)] }]);
        assert_eq!((table.foundation_count(ONE), table.decks[0].len()), (usize::from(count), 0));
        assert_eq!(table.live_places(ONE).len(), usize::from(count.min(4)));
    }
    // The same between rounds, from penalty cards.
    let (next, _) = tell(&borrower_last(7), &[play(ONE, LEFT, 0), next_round()]);
    assert_eq!((next.foundation_count(ONE), next.decks[0].len(), next.live_places(ONE).len()), (7, 0, 4));
}

#[test]
fn g_6_4_the_round_then_starts_with_a_reveal_of_both() {
    let (table, _) = tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(9), Pack::Count(43)] }, LOAN]);
    let (one, _) = tell(&table, &[reveal(ONE, LEFT, "?")]);
    assert_eq!((one.status, one.begun), (Status::BeforeMatch, false));
    let (two, rulings) = tell(&one, &[reveal(TWO, RIGHT, "?")]);
    assert!(rulings.is_empty(), "{rulings:?}");
    assert_eq!((two.status, two.begun), (Status::Live, true));
    // And never from one Draw Deck alone that should have been split.
    let (unsplit, _) = tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(9), Pack::Count(43)] }]);
    assert!(!tell(&unsplit, &[reveal(TWO, RIGHT, "?")]).0.begun);
}

#[test]
fn g_7_1_every_shortage_of_a_round_is_dealt_with() {
    let reveals = [reveal(ONE, LEFT, "?"), reveal(TWO, RIGHT, "?"), Act::Stoppage];
    let (mut table, _) = tell(&short(2), &[LOAN]);
    for (count, after) in [(4, SHUFFLE), (4, SHUFFLE)] {
        while !both_at_zero(&table) {
            table = tell(&table, &reveals).0;
        }
        assert_eq!(table.centre.iter().map(Vec::len).sum::<usize>(), count);
        let (next, rulings) = tell(&table, &[after]);
        assert!(rulings.iter().all(|ruling| ruling.finding != Finding::Offence), "{rulings:?}");
        assert_eq!((next.decks[0].len(), next.decks[1].len()), (2, 2));
        table = next;
    }
    assert_eq!(table.round, 1);
}

#[test]
fn g_7_4_1_all_cards_of_both_centre_piles_are_in_the_two_decks() {
    let table = stopped("3h | 9h", "9c 4c", ["2c 7c", "Ks 8s 8d 5d"], |described| {
        described.holding[1] = vec![Face(None); 42];
        described.rest = None;
    });
    let (after, _) = tell(&table, &[SHUFFLE]);
    let mut before: Vec<u8> = table.centre.iter().flatten().map(|laid| laid.card).collect();
    let mut decks: Vec<u8> = after.decks.concat();
    before.sort_unstable();
    decks.sort_unstable();
    assert_eq!((decks, after.centre.iter().flatten().count()), (before, 0));
    // Shuffled: nobody knows which is which, but all of them are among these.
    assert!(after.decks.concat().iter().all(|card| after.face(*card).is_none()));
    assert!(judge(&after, &reveal(ONE, LEFT, "5d")).is_ok());
    assert!(judge(&after, &reveal(ONE, LEFT, "6d")).is_err());
}

#[test]
fn g_7_4_2_the_shuffled_centre_is_halved() {
    for count in [2, 6, 12] {
        let (after, _) = tell(&both(count), &[SHUFFLE]);
        assert_eq!((after.decks[0].len(), after.decks[1].len()), (count / 2, count / 2));
        let unequal = Act::CentreShuffle { order: None, first: Some(count as u8 / 2 + 1) };
        let (same, rulings) = tell(&both(count), &[unequal]);
        assert!(cites(only(&rulings, Kind::Shortage), "G.7.4.2") && rulings[0].finding == Finding::Offence);
        assert_eq!(same.centre, both(count).centre);
    }
}

#[test]
fn g_7_4_3_neither_new_deck_is_a_players() {
    let (after, _) = tell(&both(6), &[SHUFFLE]);
    assert!(after.decks.iter().flatten().all(|card| after.owner(*card).is_none()));
    // Nor when revealed; the foundations stay whose they are.
    let (live, _) = tell(&after, &[reveal(ONE, LEFT, "?"), reveal(TWO, RIGHT, "?")]);
    assert!(live.centre.iter().flatten().all(|laid| live.owner(laid.card).is_none()));
    for player in [ONE, TWO] {
        let mut own = live.foundations[player.index()].iter().flatten();
        assert!(own.all(|slot| live.owner(slot.card) == Some(player)));
    }
}

#[test]
fn g_7_4_4_play_waits_for_a_reveal_from_the_new_decks() {
    let (after, _) = tell(&both(6), &[SHUFFLE]);
    assert_eq!(after.status, Status::Stopped);
    assert!(cites(only(&tell(&after, &[play(ONE, LEFT, 0)]).1, Kind::OutOfPlay), "E.4.2"));
    let (live, _) = tell(&after, &[reveal(ONE, LEFT, "2h"), reveal(TWO, RIGHT, "Kd")]);
    assert_eq!((live.status, live.decks[0].len(), live.decks[1].len()), (Status::Live, 2, 2));
    assert!(tell(&live, &[play(ONE, LEFT, 0)]).1.is_empty());
}

#[test]
fn g_7_5_both_at_zero_counts_with_and_without_a_loan_before() {
    let reveals = [reveal(ONE, LEFT, "?"), reveal(TWO, RIGHT, "?"), Act::Stoppage];
    let (lent, _) = tell(&tell(&short(2), &[LOAN]).0, &reveals);
    assert_eq!(lent.loans.len(), 1);
    for (table, count) in [(lent, 4), (both(4), 4)] {
        let (after, rulings) = tell(&table, &[SHUFFLE]);
        let ruling = only(&rulings, Kind::Shortage);
        assert!(cites(ruling, "G.7.5") && ruling.finding == Finding::NoOffence);
        assert_eq!((after.decks[0].len(), owned(&after)[2]), (count / 2, count));
    }
}

#[test]
fn g_8_5_with_either_odd_deck_whoever_clears_first_wins_unless_penalties_are_left() {
    for decks in [["? ? ?", "? ?"], ["? ?", "? ? ?"]] {
        for player in [ONE, TWO] {
            for penalty in [false, true] {
                let table = live("3h", "3c", ["2c", "Ks"], |described| {
                    described.decks_are_nobodys = true;
                    described.decks = decks.map(faces);
                    described.rest = None;
                    described.holding[player.index()] = vec![Face(None); usize::from(penalty)];
                    described.holding[player.opponent().index()] = vec![Face(None); 43 - usize::from(penalty)];
                });
                let (over, rulings) = tell(&table, &[play(player, LEFT, 0)]);
                assert_eq!((over.round_winner, over.winner), (Some(player), (!penalty).then_some(player)));
                assert_eq!(cites(only(&rulings, Kind::MatchEnd), "G.8.5"), !penalty);
            }
        }
    }
}

#[test]
fn g_9_1_a_penalty_of_a_shortage_is_dead_this_round_and_in_the_deck_of_the_next() {
    let equal = live("9h 3h", "4c | 3c", ["5c 2c", "2s"], |described| {
        described.decks[0] = faces("? ?");
        described.borrowed[0] = 2;
    });
    let (after, _) = tell(&equal, &[won(TWO), reveal(ONE, LEFT, "2d"), reveal(TWO, RIGHT, "5d")]);
    assert_eq!((after.status, after.holding[0].len()), (Status::Live, 3));
    let (over, _) = tell(&after, &[play(TWO, RIGHT, 0), play(TWO, LEFT, 1)]);
    assert_eq!(over.round_winner, Some(TWO));
    // Two foundation cards, three penalties, and the four on the centre.
    assert_eq!(owned(&tell(&over, &[next_round()]).0), [9, 43, 0]);
}

#[test]
fn g_9_2_whoever_loses_a_slap_in_a_shortage_takes_the_whole_centre() {
    let (equal, _) = tell(&short(8), &[LOAN, reveal(ONE, RIGHT, "8h"), reveal(TWO, LEFT, "8d")]);
    let centre: Vec<u8> = equal.centre.iter().flatten().map(|laid| laid.card).collect();
    let (after, rulings) = tell(&equal, &[won(TWO)]);
    assert!(cites(only(&rulings, Kind::Slap), "G.9.2"));
    assert_eq!((&after.holding[0], centre.len()), (&centre, 4));
    assert!(after.centre.iter().all(Vec::is_empty) && after.holding[1] == equal.holding[1]);
}

#[test]
fn g_9_3_with_penalties_left_the_match_goes_on_and_is_won_once_they_are_gone() {
    let table = live("3h", "9c 4c", ["2c", "Ks"], |described| described.holding[0] = faces("Ah"));
    let (over, rulings) = tell(&table, &[play(ONE, LEFT, 0)]);
    assert!(cites(only(&rulings, Kind::MatchEnd), "G.9.3"));
    assert_eq!((over.winner, over.status), (None, Status::RoundOver));
    let (next, _) = tell(&over, &[next_round(), LOAN, reveal(ONE, LEFT, "2c"), reveal(TWO, RIGHT, "7d")]);
    assert_eq!((next.foundation_count(ONE), next.status), (1, Status::Live));
    assert_eq!(tell(&next, &[play(ONE, LEFT, 0)]).0.winner, Some(ONE));
}

#[test]
fn g_10_2_a_stalemate_called_to_bring_on_a_split_is_shown() {
    // Player 1 is short; only one of the two can play.
    for (one, two, by) in [("3h | 9h", "9c", "Player 1"), ("7h", "9c | Ac", "Player 2")] {
        let (_, rulings) = tell(&live(one, two, ["2c", "Js"], |_| {}), &[Act::Stalemate]);
        let ruling = only(&rulings, Kind::WrongStalemate);
        assert!(ruling.finding == Finding::Offence && ruling.sentence.contains(&format!("{by} can play")));
    }
    let (after, rulings) = tell(&live("7h", "9c", ["2c", "Js"], |_| {}), &[Act::Stalemate, LOAN]);
    assert!(rulings.iter().all(|ruling| ruling.kind == Kind::Shortage) && after.loans.len() == 1);
}

#[test]
fn g_10_3_a_slap_on_the_reveal_that_empties_a_deck_goes_on() {
    let table = stopped("3h | 9h", "9c 4c", ["2c", "Ks"], |described| described.decks[0] = faces("?"));
    let (equal, rulings) = tell(&table, &[reveal(TWO, RIGHT, "7d"), reveal(ONE, LEFT, "7h")]);
    assert!(cites(only(&rulings, Kind::Shortage), "G.2.1"));
    assert_eq!((equal.status, equal.condition), (Status::Live, Condition::Active));
    let (after, rulings) = tell(&equal, &[won(ONE)]);
    assert_eq!(only(&rulings, Kind::Slap).finding, Finding::NoOffence);
    assert_eq!((after.slaps, after.holding[1].len(), split_due(&after)), ([1, 0], 4, Some(ONE)));
}

#[test]
fn g_11_1_lent_cards_stay_the_lenders_in_the_deck_and_on_the_centre() {
    let before = short(8);
    let (after, _) = tell(&before, &[LOAN, reveal(ONE, RIGHT, "2h"), reveal(TWO, LEFT, "8d"), play(ONE, RIGHT, 0)]);
    assert_eq!(after.owners, before.owners);
    assert!(after.loans[0].cards.iter().all(|card| after.owner(*card) == Some(TWO)));
}

#[test]
fn g_11_2_lent_cards_are_back_with_the_lender_in_the_next_round_whoever_won() {
    let borrower_won = tell(&borrower_last(1), &[play(ONE, LEFT, 0)]).0;
    let lender_won = tell(&lender_last(), &[play(TWO, LEFT, 0)]).0;
    for over in [borrower_won, lender_won] {
        let lent = over.decks[0].clone();
        assert_eq!(lent.len(), 2);
        let (next, _) = tell(&over, &[next_round()]);
        assert!(lent.iter().all(|card| next.owner(*card) == Some(TWO)));
        let place = next.foundations[1].iter().flatten().map(|slot| slot.card).chain(next.decks[1].iter().copied());
        let place: Vec<u8> = place.collect();
        assert!(lent.iter().all(|card| place.contains(card)));
    }
}

#[test]
fn g_11_3_a_borrower_who_wins_the_round_wins_the_match_unless_penalties_are_left() {
    for (penalties, winner) in [(0, Some(ONE)), (1, None), (5, None)] {
        let (over, _) = tell(&borrower_last(penalties), &[play(ONE, LEFT, 0)]);
        assert_eq!((over.round_winner, over.winner), (Some(ONE), winner), "{penalties}");
    }
}

#[test]
fn g_11_4_a_borrower_who_loses_the_round_has_none_of_the_lent_cards() {
    let (over, _) = tell(&lender_last(), &[play(TWO, LEFT, 0)]);
    assert!(over.decks[0].iter().all(|card| over.owner(*card) == Some(TWO)));
    let order = |player: Player| {
        let centre: Vec<u8> = over.centre.iter().flatten().map(|laid| laid.card).collect();
        let ids = (0..52u8).filter(|card| (over.owner(*card) == Some(ONE) || centre.contains(card)) == (player == ONE));
        Some(Order::Ids(ids.collect()))
    };
    // Player 1: a foundation card, a penalty, and the three on the centre.
    let (next, _) = tell(&over, &[Act::NextRound { packs: [order(ONE), order(TWO)] }]);
    assert_eq!(owned(&next), [5, 47, 0]);
}
