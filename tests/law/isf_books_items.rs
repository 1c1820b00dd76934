//! The books, clause by clause where a clause is a list: the items of B.6.6, D.2.2, G.3.1, G.5.4, G.5.5, G.9.4,
//! H.4.1 and H.7.3.

use crate::isf_books_bench::*;
use crate::isf_books_g_shortage::{LOAN, short};
use slapsight::law::isf::books::act::Pack;
use slapsight::law::isf::books::{Stalemate, legal_plays, split_due, stalemate};

fn sizes(place: usize) -> [usize; 2] {
    let (table, _) = tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(26), Pack::Count(26)] }]);
    [ONE, TWO].map(|player| table.foundations[player.index()][place].len())
}

#[test]
fn d_2_2_1_a_sub_pile_of_four() {
    assert_eq!(sizes(0), [4, 4]);
}

#[test]
fn d_2_2_2_a_sub_pile_of_three() {
    assert_eq!(sizes(1), [3, 3]);
}

#[test]
fn d_2_2_3_a_sub_pile_of_two() {
    assert_eq!(sizes(2), [2, 2]);
}

#[test]
fn d_2_2_4_a_sub_pile_of_one() {
    assert_eq!(sizes(3), [1, 1]);
}

/// A round with cards of both players everywhere.
fn busy() -> Table {
    live("2h | 5h", "4c 5c", ["3h", "9c"], |described| {
        described.holding[0] = faces("Ah 7h");
        described.decks[0] = faces("? ?");
    })
}

#[test]
fn b_6_6_1_each_player_is_counted_before_a_deck_is_replaced() {
    let before = owned(&busy());
    assert_eq!(owned(&tell(&busy(), &[Act::DeckReplacement]).0), before);
    assert!(before[0] > 0 && before[1] > 0);
}

#[test]
fn b_6_6_2_nothing_is_known_of_a_new_deck() {
    let (after, _) = tell(&busy(), &[Act::DeckReplacement]);
    assert!(busy().faces.iter().any(Option::is_some));
    assert!(after.faces.iter().all(Option::is_none) && after.unplaced.iter().all(Vec::is_empty));
}

#[test]
fn b_6_6_4_the_round_goes_on_with_the_new_deck() {
    let (after, _) = tell(&busy(), &[Act::DeckReplacement, reveal(ONE, LEFT, "?"), reveal(TWO, RIGHT, "?")]);
    assert_eq!((after.status, after.rounds, after.round), (Status::Live, busy().rounds, busy().round));
}

#[test]
fn f_7_5_a_holding_pile_stays_face_down_and_apart() {
    let table = live("3h | 9h", "3c 4c", ["5c 2c", "2s"], |described| described.decks[0] = faces("? ?"));
    let (after, _) = tell(&table, &[won(ONE), reveal(ONE, LEFT, "8h"), reveal(TWO, RIGHT, "8d")]);
    let pile = &after.holding[1];
    assert_eq!(pile.len(), 3);
    let active = after.decks.iter().flatten().chain(after.centre.iter().flatten().map(|laid| &laid.card));
    let active: Vec<u8> =
        active.chain(after.foundations.iter().flatten().flatten().map(|slot| &slot.card)).copied().collect();
    assert!(pile.iter().all(|card| !active.contains(card)));
    assert!(after.live_places(TWO).len() <= 1 && legal_plays(&after).iter().all(|(player, ..)| *player == ONE));
}

/// Player 1 has no Draw Deck, nobody can play, play is on.
fn stuck() -> Table {
    let table = live("3h | 9h", "9c 4c", ["6c", "Ks"], |_| {});
    assert_eq!(stalemate(&table), Stalemate::Yes);
    assert!(tell(&table, &[LOAN]).0.loans.is_empty(), "not yet");
    table
}

#[test]
fn g_1_3_nothing_is_split_while_play_is_on() {
    let (after, rulings) = tell(&stuck(), &[LOAN]);
    assert!(after.loans.is_empty() && only(&rulings, Kind::Shortage).finding == Finding::Offence);
    assert!(!tell(&short(8), &[LOAN]).0.loans.is_empty(), "stopped");
}

#[test]
fn g_3_1_1_a_stalemate_is_a_moment_to_split() {
    let (stopped, rulings) = tell(&stuck(), &[Act::Stalemate]);
    assert!(rulings.iter().all(|ruling| ruling.kind != Kind::WrongStalemate));
    assert_eq!((split_due(&stopped), tell(&stopped, &[LOAN]).0.loans.len()), (Some(ONE), 1));
}

#[test]
fn g_3_1_2_a_stoppage_is_a_moment_to_split() {
    let (stopped, _) = tell(&stuck(), &[Act::Stoppage]);
    assert_eq!((split_due(&stopped), tell(&stopped, &[LOAN]).0.loans.len()), (Some(ONE), 1));
}

#[test]
fn g_3_1_3_the_end_of_a_round_is_a_moment_to_split() {
    let table = live("3h", "9c 4c", ["2c", "Ks"], |described| described.holding[0] = faces("? ? ?"));
    let (next, _) = tell(&table, &[play(ONE, LEFT, 0), next_round()]);
    assert_eq!((split_due(&next), tell(&next, &[LOAN]).0.loans.len()), (Some(ONE), 1));
}

#[test]
fn g_3_1_4_whatever_calls_for_a_reveal_is_a_moment_to_split() {
    let equal = live("5h | 9h", "9c 4c", ["2c", "2s"], |_| {});
    assert!(tell(&equal, &[LOAN]).0.loans.is_empty(), "not yet");
    for outcome in [won(ONE), Act::Slap { outcome: SlapOutcome::Stalemate, player: None }] {
        let (stopped, _) = tell(&equal, &[outcome]);
        assert_eq!((split_due(&stopped), tell(&stopped, &[LOAN]).0.loans.len()), (Some(ONE), 1));
    }
}

/// Player 2, who lent three cards, wins; the table before the last card and that of the next round.
fn lender_wins() -> (Table, Table) {
    let table = live("3h 5h", "9c", ["8c", "Ks 2c"], |described| {
        described.decks = [faces("? ? ?"), faces("? ?")];
        described.borrowed[0] = 3;
        described.holding = [faces("Ah Kh"), faces("Qh")];
        described.rest = Some(TWO);
    });
    let (next, _) = tell(&table, &[play(TWO, LEFT, 0), next_round()]);
    (table, next)
}

fn all_of(next: &Table, cards: &[u8], player: Player) -> bool {
    !cards.is_empty() && cards.iter().all(|card| next.owner(*card) == Some(player))
}

#[test]
fn g_5_4_1_a_lender_who_wins_takes_their_own_half() {
    let (table, next) = lender_wins();
    assert!(all_of(&next, &table.decks[1], TWO));
}

#[test]
fn g_5_4_2_a_lender_who_wins_takes_the_lent_half() {
    let (table, next) = lender_wins();
    assert!(all_of(&next, &table.decks[0], TWO) && table.decks[0].len() == 3);
}

#[test]
fn g_5_4_3_a_lender_who_wins_takes_their_own_penalties() {
    let (table, next) = lender_wins();
    assert!(all_of(&next, &table.holding[1], TWO));
}

#[test]
fn g_5_5_1_the_loser_keeps_their_foundation() {
    let (table, next) = lender_wins();
    let foundation: Vec<u8> = table.foundations[0].iter().flatten().map(|slot| slot.card).collect();
    assert!(all_of(&next, &foundation, ONE));
}

#[test]
fn g_5_5_2_the_loser_keeps_their_holding_pile() {
    let (table, next) = lender_wins();
    assert!(all_of(&next, &table.holding[0], ONE));
}

/// Player 1 plays a three; who has won the match then.
fn won_with(foundation: &str, deck: &str, penalties: &str) -> Option<Player> {
    let table = live(foundation, "4c", ["2c", "Ks"], |described| {
        described.decks[0] = faces(deck);
        described.holding[0] = faces(penalties);
    });
    tell(&table, &[play(ONE, LEFT, 0)]).0.winner
}

#[test]
fn g_9_4_1_a_foundation_card_left_is_no_match_won() {
    assert_eq!((won_with("3h", "", ""), won_with("3h | 9h", "", "")), (Some(ONE), None));
}

#[test]
fn g_9_4_2_a_draw_deck_card_left_is_no_match_won() {
    assert_eq!(won_with("3h", "?", ""), None);
}

#[test]
fn g_9_4_3_a_penalty_card_left_is_no_match_won() {
    assert_eq!(won_with("3h", "", "Ah"), None);
}

#[test]
fn h_4_1_1_all_foundation_cards_are_gone() {
    assert_eq!((won_with("3h", "", ""), won_with("3h | 9h", "", "")), (Some(ONE), None));
    assert_eq!(won_with("9h 3h", "", ""), None, "nor may one lie face down");
}

#[test]
fn h_4_1_2_all_draw_deck_cards_are_gone() {
    assert_eq!((won_with("3h", "? ?", ""), won_with("3h", "", "")), (None, Some(ONE)));
}

#[test]
fn h_4_1_3_all_slap_penalties_are_gone() {
    assert_eq!((won_with("3h", "", "Ah Kh"), won_with("3h", "", "")), (None, Some(ONE)));
}

#[test]
fn h_4_2_cards_go_by_lawful_play_only() {
    let illegal = live("9h", "4c", ["2c", "Ks"], |_| {});
    assert_eq!(tell(&illegal, &[play(ONE, LEFT, 0)]).0.winner, None);
    assert_eq!(won_with("3h", "", ""), Some(ONE));
}

#[test]
fn h_5_1_a_match_is_conceded_at_any_time() {
    let table = live("3h | 9h", "9c 4c", ["2c", "2s"], |_| {});
    let round_over =
        tell(&live("3h", "4c", ["2c", "Ks"], |described| described.holding[0] = faces("?")), &[play(ONE, LEFT, 0)]);
    let moments = [
        table.clone(),
        tell(&table, &[Act::Stoppage]).0,
        tell(&table, &[won(ONE)]).0,
        round_over.0.clone(),
        tell(&round_over.0, &[next_round()]).0,
    ];
    for before in moments {
        for player in [ONE, TWO] {
            let (over, _) = tell(&before, &[Act::Concession { player }]);
            assert_eq!((over.status, over.winner), (Status::MatchOver, Some(player.opponent())), "{:?}", before.status);
        }
    }
}

/// Player 1 wins with 13 penalties, which make the next round.
fn next() -> Table {
    let table = live("3h", "4c 9c", ["2c", "Ks"], |described| {
        described.holding[0] = faces("Ah 2h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh As")
    });
    tell(&table, &[play(ONE, LEFT, 0), next_round()]).0
}

#[test]
fn h_7_3_1_after_the_shuffle_nobody_knows_which_card_is_where() {
    let next = next();
    let foundation = next.foundations[0].iter().flatten().map(|slot| slot.card);
    assert!(foundation.chain(next.decks[0].iter().copied()).all(|card| next.face(card).is_none()));
}

#[test]
fn h_7_3_2_the_new_foundation_has_ten_cards_or_all() {
    assert_eq!((owned(&next())[0], next().foundation_count(ONE), next().foundation_count(TWO)), (13, 10, 10));
    let few = live("3h", "4c 9c", ["2c", "Ks"], |described| described.holding[0] = faces("? ? ? ?"));
    assert_eq!(tell(&few, &[play(ONE, LEFT, 0), next_round()]).0.foundation_count(ONE), 4);
}

#[test]
fn h_7_3_3_the_rest_is_the_new_draw_deck() {
    let next = next();
    assert_eq!([next.decks[0].len(), next.decks[1].len()], [3, 29]);
    assert_eq!(owned(&next), [13, 39, 0]);
}
