//! SLAPS: instants told to `isf::judge`, and acts told to the books.

use crate::target;
use arbitrary::Unstructured;
use slapsight::base::{Card, HandSide, Measured, Pile, Player, Rank};
use slapsight::facts::{Event, EventKind, Ruling};
use slapsight::law::isf::books::act::{Face, Pack, SlapOutcome};
use slapsight::law::isf::books::{self, Act, legal_plays};
use slapsight::law::isf::{Settings, State, close, judge};

const PLAYERS: [Player; 2] = [Player::One, Player::Two];
const PILES: [Pile; 2] = [Pile::Left, Pile::Right];

fn a_card(u: &mut Unstructured<'_>) -> arbitrary::Result<Option<Card>> {
    Ok(if u.arbitrary()? { Some(Card { rank: *u.choose(&Rank::ALL)?, suit: None }) } else { None })
}

fn instant(u: &mut Unstructured<'_>, clock: &mut f64) -> arbitrary::Result<Measured> {
    if u.ratio(1u8, 32u8)? {
        return Ok(Measured { t: u.arbitrary()?, lo: u.arbitrary()?, hi: u.arbitrary()?, ..Measured::default() });
    }
    *clock += f64::from(u.arbitrary::<u8>()?) / 500.0;
    let half = f64::from(u.arbitrary::<u8>()?) / 1e4;
    Ok(Measured { t: *clock, lo: *clock - half, hi: *clock + half, ..Measured::default() })
}

fn event(u: &mut Unstructured<'_>, clock: &mut f64) -> arbitrary::Result<Event> {
    use EventKind::{
        Contact, Lift, MatchEnd, Play, Remove, Return, Reveal, RoundEnd, RoundStart, Stoppage, Touch, Turn, Untouch,
    };
    let kinds = [
        Reveal, Lift, Return, Contact, Play, Remove, Touch, Untouch, Touch, Untouch, Contact, Play, Turn, Stoppage,
        RoundStart, RoundEnd, MatchEnd,
    ];
    let left_out = u.ratio(1u8, 16u8)?;
    Ok(Event {
        at: instant(u, clock)?,
        kind: *u.choose(&kinds)?,
        player: Some(*u.choose(&PLAYERS)?).filter(|_| !left_out),
        hand: Some(*u.choose(&[HandSide::Left, HandSide::Right])?).filter(|_| !left_out),
        pile: Some(*u.choose(&PILES)?).filter(|_| !left_out),
        card: a_card(u)?,
        confidence: if u.ratio(1u8, 32u8)? { u.arbitrary()? } else { 1.0 },
        inferred: false,
        after_other: None,
    })
}

fn sound(rulings: &[Ruling]) {
    for ruling in rulings {
        assert!(ruling.sentence.ends_with('.') && !ruling.sentence.contains("NaN"), "{ruling:?}");
        assert!(!ruling.clauses.is_empty() && ruling.confidence.is_finite(), "{ruling:?}");
    }
}

fn instants_of(u: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let settings = Settings::default();
    let mut state = State::new([None, None]);
    let (mut clock, mut told) = (0.0, Vec::new());
    while !u.is_empty() && told.len() < 300 {
        let event = event(u, &mut clock)?;
        let before = state.clone();
        match judge(&state, &event, &settings) {
            Ok((next, rulings)) => {
                sound(&rulings);
                state = next;
                told.push(event);
            }
            Err(why) => assert!(!why.to_string().is_empty() && state == before),
        }
    }
    sound(&close(&state, state.now, &settings).1);
    let mut again = State::new([None, None]);
    for event in &told {
        let line = serde_json::to_string(event).expect("a line");
        again = judge(&again, &serde_json::from_str(&line).expect("an event"), &settings).expect("as before").0;
    }
    assert_eq!(again, state);
    Ok(())
}

fn act(u: &mut Unstructured<'_>, table: &books::Table) -> arbitrary::Result<Act> {
    let legal = legal_plays(table);
    let (player, pile) = (*u.choose(&PLAYERS)?, *u.choose(&PILES)?);
    if !legal.is_empty() && u.ratio(1u8, 2u8)? {
        let (player, place, pile) = *u.choose(&legal)?;
        let place = Some(u8::try_from(place).expect("few places"));
        return Ok(Act::Play { player, pile, place, card: None, unclear: false, at_once: None });
    }
    let card = a_card(u)?.map(|card| Face(Some(card)));
    Ok(match u.int_in_range(0..=24)? {
        0..=3 => Act::Reveal { player, pile, card },
        4..=5 => Act::Play {
            player,
            pile,
            place: Some(u.int_in_range(0..=5)?),
            card,
            unclear: u.ratio(1u8, 8u8)?,
            at_once: None,
        },
        6 => Act::Remove { pile, player: Some(player), immediate: Some(u.arbitrary()?) },
        7 => Act::Return { pile },
        8 => Act::Turn { player, place: Some(u.int_in_range(0..=5)?), card },
        9 => Act::Rearrange { player, from: u.int_in_range(0..=5)?, to: u.int_in_range(0..=5)? },
        10..=11 => {
            let outcome = *u.choose(&[SlapOutcome::Won, SlapOutcome::Stalemate, SlapOutcome::Void])?;
            Act::Slap { outcome, player: Some(player).filter(|_| outcome == SlapOutcome::Won) }
        }
        12 => Act::Misslap { player },
        13..=14 => Act::Stalemate,
        15 => Act::Stoppage,
        16 => Act::Concession { player },
        17 => Act::DeckReplacement,
        18 => Act::Loan { top_half: None },
        19 => Act::CentreShuffle { order: None, first: None },
        20 => Act::RoundEnd { player: Some(player) },
        21 => Act::NextRound { packs: [None, None] },
        22 => Act::MatchEnd { player: None },
        23 => Act::TooCloseFinish,
        _ => Act::Learn { id: u.int_in_range(0..=60)?, card: Face(a_card(u)?) },
    })
}

fn books_of(u: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let first: u8 = u.int_in_range(1..=51)?;
    let deal = Act::Deal { packs: [Pack::Count(first), Pack::Count(52 - first)] };
    let mut told = vec![deal];
    let mut table = books::judge(&books::Table::new(), &told[0]).expect("a deal").0;
    while !u.is_empty() && told.len() < 300 {
        let act = act(u, &table)?;
        let before = table.hash();
        match books::judge(&table, &act) {
            Ok((next, rulings)) => {
                sound(&rulings);
                table = next;
                told.push(act);
            }
            Err(why) => assert!(!why.to_string().is_empty() && table.hash() == before),
        }
        let mut cards = table.all_cards();
        cards.sort_unstable();
        assert!(cards.iter().copied().eq(0..52), "cards lost or doubled: {cards:?}");
    }
    let mut again = books::Table::new();
    for act in &told {
        let line = serde_json::to_string(act).expect("a line");
        again = books::judge(&again, &books::read_line(&line).expect("an act").0).expect("as before").0;
    }
    assert_eq!(again.hash(), table.hash());
    Ok(())
}

#[test]
fn instants() {
    target!(|bytes: &Vec<u8>| {
        let _ = instants_of(&mut Unstructured::new(bytes));
    });
}

#[test]
fn the_books() {
    target!(|bytes: &Vec<u8>| {
        let _ = books_of(&mut Unstructured::new(bytes));
    });
}
