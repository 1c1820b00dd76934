//! What holds for any match: cards are conserved, each has one owner or nobody where G.7.4.3 says so, the
//! plays listed as legal are the plays judged legal, a replay gives the same digest, matches end.

use crate::isf_books_bench::*;
use slapsight::law::isf::books::act::{Order, Pack, Resumption, Shown};
use slapsight::law::isf::books::{both_at_zero, is_dead, legal_plays, match_record, split_due};

/// A plain generator (Knuth's 64-bit linear congruential constants), so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())].clone()
    }

    fn shuffled<T>(&mut self, mut cards: Vec<T>) -> Vec<T> {
        for last in (1..cards.len()).rev() {
            cards.swap(last, self.roll(last + 1));
        }
        cards
    }
}

/// Every card of the deck, in order.
fn deck() -> Vec<Face> {
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
    let all = ["c", "d", "h", "s"].iter().flat_map(|suit| ranks.iter().map(move |rank| format!("{rank}{suit}")));
    all.map(|card| Face::parse(&card).expect("a card")).collect()
}

/// Owners: players', but for cards of a centre split under G.7.4.3 in this round.
fn owners_are_right(table: &Table, split: bool) {
    let [one, two, nobody] = owned(table);
    assert_eq!(one + two + nobody, 52);
    assert!(nobody == 0 || split || !table.boxed.is_empty(), "{nobody} cards of nobody");
}

/// Tries every play of every player at every place: listed if and only if judged legal.
fn legal_plays_are_the_plays_judged_legal(table: &Table) {
    let listed = legal_plays(table);
    for player in Player::BOTH {
        for place in 0..=table.foundations[player.index()].len() {
            for pile in Pile::BOTH {
                let judged = judge(table, &play(player, pile, u8::try_from(place).expect("small")));
                let legal = judged.is_ok_and(|(after, rulings)| {
                    let offence = rulings.iter().any(|ruling| {
                        ruling.player == Some(player) && ruling.kind == Kind::IllegalPlay && !cites(ruling, "D.8.3")
                    });
                    let booked = after.foundation_count(player) + 1 == table.foundation_count(player);
                    booked && !offence && after.top(pile).and_then(|laid| laid.legal) == Some(true)
                });
                assert_eq!(listed.contains(&(player, place, pile)), legal, "{player} {place} {pile}");
            }
        }
    }
}

/// D.2.6: a place's top moved to an empty place, if that uncovers a card.
fn spread(table: &Table) -> Option<Act> {
    Player::BOTH.into_iter().find_map(|player| {
        let places = || (0u8..).zip(&table.foundations[player.index()]);
        let (from, _) = places().find(|(_, place)| place.len() > 1)?;
        let (to, _) = places().find(|(_, place)| place.is_empty())?;
        Some(Act::Rearrange { player, from, to })
    })
}

/// The next act of a lawful match.
fn lawful(table: &Table, dice: &mut Dice) -> Act {
    let pack = |player: Player, table: &Table| -> Vec<u8> {
        let loser = table.round_winner.map(Player::opponent);
        let centre: Vec<u8> = table.centre.iter().flatten().map(|laid| laid.card).collect();
        let whose = |card: &u8| match (loser, table.owner(*card)) {
            (Some(loser), None) => Some(loser),
            (Some(loser), _) if centre.contains(card) => Some(loser),
            (_, owner) => owner,
        };
        (0..52).filter(|card| whose(card) == Some(player)).collect()
    };
    let turnable: Vec<(Player, u8)> = Player::BOTH
        .into_iter()
        .filter(|player| table.live_places(*player).len() < 4)
        .flat_map(|player| {
            let places = (0u8..).zip(&table.foundations[player.index()]);
            places.filter(|(_, place)| place.last().is_some_and(|slot| !slot.up)).map(move |(i, _)| (player, i))
        })
        .collect();
    match table.status {
        Status::Live => {
            if table.condition == Condition::Active && dice.roll(4) > 0 {
                let player = dice.pick(&Player::BOTH);
                let outcome =
                    dice.pick(&[SlapOutcome::Won, SlapOutcome::Won, SlapOutcome::Won, SlapOutcome::Stalemate]);
                return Act::Slap { outcome, player: (outcome == SlapOutcome::Won).then_some(player) };
            }
            let plays = legal_plays(table);
            if !turnable.is_empty() && (plays.is_empty() || dice.roll(2) == 0) {
                let (player, place) = dice.pick(&turnable);
                return Act::Turn { player, place: Some(place), card: None };
            }
            if plays.is_empty() {
                // Without spreading out (D.2.6) what lies under the last live card never comes up.
                // Mostly they let it stay, so that Draw Decks run out.
                let seldom = dice.roll(12) == 0;
                return spread(table).filter(|_| seldom).unwrap_or(Act::Stalemate);
            }
            if dice.roll(60) == 0 {
                return Act::Stoppage;
            }
            let (player, place, pile) = dice.pick(&plays);
            play(player, pile, u8::try_from(place).expect("small"))
        }
        Status::RoundOver => Act::NextRound {
            packs: Player::BOTH.map(|player| {
                // Now and then nobody follows the shuffle's order but only learns it afterwards.
                Some(Order::Ids(dice.shuffled(pack(player, table))))
            }),
        },
        Status::Suspended => Act::Resumption { how: Resumption::Replayed },
        _ => {
            if let Some((player, place)) = turnable.first().filter(|(player, _)| table.live_places(*player).is_empty())
            {
                return Act::Turn { player: *player, place: Some(*place), card: None };
            }
            if both_at_zero(table) {
                let centre: Vec<u8> = table.centre.iter().flatten().map(|laid| laid.card).collect();
                if centre.is_empty() || is_dead(table) {
                    // The gaps in G.7.4: the referee has the round replayed.
                    return Act::Suspension;
                }
                return Act::CentreShuffle { order: Some(Order::Ids(dice.shuffled(centre))), first: None };
            }
            if split_due(table).is_some() {
                return Act::Loan { top_half: None };
            }
            let still =
                |player: &Player| table.revealed[player.index()].is_none() && !table.decks[player.index()].is_empty();
            let players: Vec<Player> = Player::BOTH.into_iter().filter(still).collect();
            let player = dice.pick(&players);
            let taken = table.revealed[player.opponent().index()];
            let pile = dice.pick(&Pile::BOTH.into_iter().filter(|pile| Some(*pile) != taken).collect::<Vec<_>>());
            Act::Reveal { player, pile, card: None }
        }
    }
}

/// Plays a lawful match to its end; the acts and the tables at both ends.
fn whole_match(seed: u64, cap: Option<u32>) -> (Vec<Act>, Table) {
    let mut dice = Dice(seed);
    let cards = dice.shuffled(deck());
    let (one, two) = cards.split_at(26);
    let set_up = Act::MatchSetUp {
        players: ["A".into(), "B".into()],
        referee: Some("R".into()),
        round_cap: cap,
        match_kind: None,
    };
    let deal = Act::Deal { packs: [Pack::Faces(one.to_vec()), Pack::Faces(two.to_vec())] };
    let mut acts = vec![set_up, deal];
    let (mut table, _) = tell(&Table::new(), &acts);
    let mut split = false;
    while table.ended.is_none() {
        assert!(acts.len() < 20_000, "seed {seed}: no end after {} rounds", table.round);
        let act = lawful(&table, &mut dice);
        let (next, rulings) = tell(&table, std::slice::from_ref(&act));
        for ruling in &rulings {
            assert!(
                ruling.finding != Finding::Offence && ruling.sanction.is_none(),
                "seed {seed}: a lawful match has no offence: {act:?} {ruling:?}"
            );
        }
        split = (split && !matches!(act, Act::NextRound { .. })) || matches!(act, Act::CentreShuffle { .. });
        owners_are_right(&next, split);
        if acts.len() % 7 == 0 {
            legal_plays_are_the_plays_judged_legal(&next);
        }
        table = next;
        acts.push(act);
    }
    (acts, table)
}

#[test]
fn h_4_and_i_7_2_every_lawful_match_ends_with_the_winner_the_clause_names() {
    let (mut cleared, mut capped, mut borrowed, mut nobodys) = (0, 0, 0, 0);
    for seed in 0..120 {
        let (acts, end) = whole_match(seed, Some(if seed % 3 == 0 { 2 } else { 20 }));
        let winner = end.winner.expect("a winner");
        assert_eq!(end.status, Status::MatchOver);
        assert_eq!(end.foundation_count(winner), 0);
        match end.ended {
            Some(Ended::Cleared) => {
                cleared += 1;
                assert_eq!((end.cards_left(winner), end.holding[winner.index()].len()), (0, 0));
            }
            Some(Ended::RoundCap) => {
                capped += 1;
                assert!(Some(end.rounds[winner.index()]) == end.round_cap && end.cards_left(winner) > 0);
            }
            other => panic!("seed {seed}: {other:?}"),
        }
        borrowed += usize::from(acts.iter().any(|act| matches!(act, Act::Loan { .. })));
        nobodys += usize::from(acts.iter().any(|act| matches!(act, Act::CentreShuffle { .. })));
        assert_eq!(match_record(&end).winner, Some(winner));
    }
    // The seeds reach what they are meant to try.
    assert!(
        cleared > 0 && capped > 0 && borrowed > 0 && nobodys > 0,
        "{cleared} cleared, {capped} capped, {borrowed} lent, {nobodys} split"
    );
}

#[test]
fn a_replay_gives_the_same_digest_and_any_other_act_another() {
    for seed in 0..8 {
        let (acts, end) = whole_match(seed, Some(3));
        let (again, _) = tell(&Table::new(), &acts);
        assert_eq!((again.hash(), &again), (end.hash(), &end));
        let lines: Vec<String> = acts.iter().map(|act| serde_json::to_string(act).expect("JSON")).collect();
        let read: Vec<Act> =
            lines.iter().map(|line| slapsight::law::isf::books::read_line(line).expect("an act").0).collect();
        assert_eq!(read, acts);
        let (cut, _) = tell(&Table::new(), &acts[..acts.len() - 1]);
        assert_ne!(cut.hash(), end.hash());
    }
}

#[test]
fn the_digest_of_a_known_table_does_not_change() {
    let (table, _) = tell(&Table::new(), &[Act::Deal { packs: [Pack::Count(26), Pack::Count(26)] }]);
    let hex: String = table.hash().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, "3e4ddcacd7113c8b");
}

/// Any act at all, mostly unlawful.
fn any(table: &Table, dice: &mut Dice, faces: &[Face]) -> Act {
    let player = dice.pick(&Player::BOTH);
    let pile = dice.pick(&Pile::BOTH);
    let small = |dice: &mut Dice| u8::try_from(dice.roll(6)).expect("small");
    let card = [None, None, Some(Face(None)), Some(dice.pick(faces))][dice.roll(4)];
    let ids = |dice: &mut Dice| -> Vec<u8> { (0..52).filter(|_| dice.roll(2) == 0).collect() };
    let order = match dice.roll(4) {
        0 => Some(Order::Ids(ids(dice))),
        1 => Some(Order::Faces(vec![dice.pick(faces)])),
        _ => None,
    };
    match dice.roll(34) {
        0 => Act::Remove {
            pile,
            player: [None, Some(player)][dice.roll(2)],
            immediate: [None, Some(true), Some(false)][dice.roll(3)],
        },
        1 => Act::Return { pile },
        2 | 3 => Act::Turn { player, place: [None, Some(small(dice))][dice.roll(2)], card },
        4 => Act::Rearrange { player, from: small(dice), to: small(dice) },
        5..=8 => {
            let outcome = dice.pick(&[SlapOutcome::Won, SlapOutcome::Stalemate, SlapOutcome::Void]);
            Act::Slap { outcome, player: [None, Some(player), Some(player)][dice.roll(3)] }
        }
        9 => Act::Misslap { player },
        10 => Act::Stalemate,
        11 => Act::Stoppage,
        12 if dice.roll(4) == 0 => Act::Suspension,
        13 => Act::Resumption { how: dice.pick(&[Resumption::Resumed, Resumption::Resumed, Resumption::Replayed]) },
        14 => Act::Sanction { player, sanction: dice.pick(&[Shown::Warning, Shown::YellowCard, Shown::RedCard]) },
        15 if dice.roll(8) == 0 => Act::DeckReplacement,
        16 => Act::Loan { top_half: [None, Some(small(dice))][dice.roll(2)] },
        17 => Act::CentreShuffle { order, first: [None, Some(small(dice))][dice.roll(2)] },
        18 => Act::RoundStart,
        19 => Act::RoundEnd { player: Some(player) },
        20 => Act::TooCloseFinish,
        21 | 22 => Act::NextRound { packs: [None, order] },
        23 => Act::MatchEnd { player: Some(player) },
        24 => Act::Learn { id: u8::try_from(dice.roll(56)).expect("small"), card: dice.pick(faces) },
        25 if dice.roll(40) == 0 => Act::Concession { player },
        26 if dice.roll(40) == 0 => Act::Termination,
        27 => Act::Forfeit { player },
        28 => Act::Deal { packs: [Pack::Count(26), Pack::Faces(faces[..26].to_vec())] },
        29 | 30 => Act::Play {
            player,
            pile,
            place: [None, Some(small(dice))][dice.roll(2)],
            card,
            unclear: false,
            at_once: None,
        },
        31..=33 => Act::Reveal { player, pile, card },
        _ => match legal_plays(table).first() {
            Some((player, place, pile)) => play(*player, *pile, u8::try_from(*place).expect("small")),
            None => Act::Reveal { player, pile, card: None },
        },
    }
}

#[test]
fn any_course_of_acts_conserves_the_cards_and_never_panics() {
    let mut booked = 0;
    for seed in 0..300 {
        let mut dice = Dice(seed);
        let mut faces = dice.shuffled(deck());
        faces.push(Face::parse("joker").expect("a card"));
        faces.push(Face::parse("Q").expect("a card"));
        let known = seed % 3 == 0;
        let one = if known { Pack::Faces(faces[26..52].to_vec()) } else { Pack::Count(26) };
        let count = if seed % 5 == 0 { 8 } else { 26 };
        let packs = if known { [one, Pack::Count(26)] } else { [Pack::Count(count), Pack::Count(52 - count)] };
        let deal = Act::Deal { packs };
        let (mut table, _) = tell(&Table::new(), std::slice::from_ref(&deal));
        let mut split = false;
        let mut log = Vec::new();
        for _ in 0..400 {
            // Half of the acts are lawful, so that the match gets somewhere.
            let act = if dice.roll(2) == 0 && table.ended.is_none() {
                lawful(&table, &mut dice)
            } else {
                any(&table, &mut dice, &faces)
            };
            let Ok((next, rulings)) = judge(&table, &act) else { continue };
            sound(&next, &rulings);
            split = (split && !matches!(act, Act::NextRound { .. })) || (matches!(act, Act::CentreShuffle { .. }));
            owners_are_right(&next, split);
            assert!(next.hash() != table.hash(), "every act counts");
            assert!(next.winner.is_none() || next.ended.is_some());
            assert!(rulings.iter().filter(|ruling| ruling.sanction.is_some()).all(|ruling| ruling.player.is_some()));
            table = next;
            log.push(act);
            booked += 1;
        }
        legal_plays_are_the_plays_judged_legal(&table);
        log.insert(0, deal);
        assert_eq!(tell(&Table::new(), &log).0.hash(), table.hash());
    }
    assert!(booked > 50_000, "{booked} acts were possible");
}
