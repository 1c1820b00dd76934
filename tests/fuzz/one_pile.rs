//! Events of the games with one pile, made from bytes and told to `judge`: likely ones, unlikely ones and ones
//! that cannot be, with times and measures of any kind.

use crate::table::Rules;
use crate::target;
use arbitrary::Unstructured;
use slapsight::base::{Card, HandSide, Rank, Suit};
use slapsight::facts::Finding;
use slapsight::law::one_pile::{
    Act, Call, Cause, Conduct, Deck, Event, Half, Play, Ruling, Seat, State, Target, Which, digest, read_line,
};
use slapsight::law::{ers, ratscrew, slapjack, slaps_house};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// No stream is longer.
const EVENTS: usize = 300;

fn a_seat(u: &mut Unstructured<'_>, seats: usize) -> arbitrary::Result<Seat> {
    // Now and then one that is not at the table.
    let most = if u.ratio(1u8, 64u8)? { 8 } else { u8::try_from(seats).expect("few") };
    Ok(Seat::new(u.int_in_range(1..=most)?).expect("1 to 8"))
}

fn a_card(u: &mut Unstructured<'_>) -> arbitrary::Result<Card> {
    let suit = *u.choose(&[None, Some(Suit::Clubs), Some(Suit::Diamonds), Some(Suit::Hearts), Some(Suit::Spades)])?;
    Ok(Card { rank: *u.choose(&Rank::ALL)?, suit })
}

/// A number that makes sense, or any at all.
fn a_number(u: &mut Unstructured<'_>) -> arbitrary::Result<f64> {
    if u.ratio(1u8, 16u8)? { u.arbitrary() } else { Ok(f64::from(u.arbitrary::<u8>()?) / 255.0) }
}

fn maybe<'a, T>(
    u: &mut Unstructured<'a>,
    value: impl FnOnce(&mut Unstructured<'a>) -> arbitrary::Result<T>,
) -> arbitrary::Result<Option<T>> {
    Ok(if u.arbitrary()? { Some(value(u)?) } else { None })
}

fn rarely(u: &mut Unstructured<'_>) -> arbitrary::Result<bool> {
    u.ratio(1u8, 16u8)
}

/// The deal, with a shuffled deck or with numbers alone.
fn deal(u: &mut Unstructured<'_>, deck: Deck) -> arbitrary::Result<Act> {
    let seats: usize = u.int_in_range(2..=8)?;
    let dealer = Seat::new(u.int_in_range(1..=u8::try_from(seats).expect("few"))?).expect("1 to 8");
    let sizes: Vec<usize> = (0..seats).map(|i| (deck.size() + i) / seats).collect();
    if rarely(u)? {
        let counts = sizes.iter().map(|size| u8::try_from(*size).expect("a stack")).collect();
        return Ok(Act::Deal { dealer, stacks: Vec::new(), counts });
    }
    let mut cards = Vec::new();
    for _ in 0..deck.packs {
        for rank in Rank::STANDARD {
            let suits = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
            cards.extend(suits.map(|suit| Some(Card { rank, suit: Some(suit) })));
        }
        cards.extend([Some(Card { rank: Rank::Joker, suit: None }); 2].into_iter().filter(|_| deck.jokers));
    }
    // The shuffle comes from eight bytes, to leave the others to the events.
    let mut chance: u64 = u.arbitrary()?;
    for i in (1..cards.len()).rev() {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cards.swap(i, usize::try_from(chance >> 33).expect("31 bits") % (i + 1));
    }
    let mut cards = cards.into_iter();
    let stacks = sizes.iter().map(|size| cards.by_ref().take(*size).collect()).collect();
    Ok(Act::Deal { dealer, stacks, counts: Vec::new() })
}

fn slap(u: &mut Unstructured<'_>, seats: usize) -> arbitrary::Result<Act> {
    Ok(Act::Slap {
        seat: a_seat(u, seats)?,
        hand: *u.choose(&[None, Some(HandSide::Left), Some(HandSide::Right)])?,
        on: *u.choose(&[Target::Slap, Target::Slap, Target::Slap, Target::Split, Target::Aside])?,
        call: *u.choose(&[None, None, Some(Call::Stick), Some(Call::Split)])?,
        cover: maybe(u, a_number)?,
        fingers: maybe(u, |u| u.int_in_range(0..=6))?,
        touches_top: maybe(u, Unstructured::arbitrary)?,
        with_flip: rarely(u)?,
        sneaked: rarely(u)?,
    })
}

fn anything(u: &mut Unstructured<'_>, state: &State) -> arbitrary::Result<Act> {
    let seats = state.chairs.len();
    let (seat, other) = (a_seat(u, seats)?, a_seat(u, seats)?);
    let pile = *u.choose(&[Which::Slap, Which::Slap, Which::Split])?;
    Ok(match u.int_in_range(0..=20)? {
        0..=3 => Act::Flip { seat, card: maybe(u, a_card)?, pile, from_bottom: rarely(u)?, towards_self: rarely(u)? },
        4..=6 => slap(u, seats)?,
        7 => Act::SlapsOver,
        8 => Act::Take { seat, pile },
        9 => Act::PickUp { seat },
        10 => Act::Burn { seat },
        11 => Act::Pay { seat, to: other },
        12 => Act::Divide { pile, stays: maybe(u, Unstructured::arbitrary)? },
        13 => Act::Expose { seat, card: maybe(u, a_card)?, cause: *u.choose(&[Cause::Early, Cause::Dropped])? },
        14 => Act::Place { seat, by: maybe(u, |u| a_seat(u, seats))? },
        15 => Act::Hover { seat, slapped_down: u.arbitrary()? },
        16 => Act::Notice { by: maybe(u, |u| a_seat(u, seats))? },
        17 => Act::Halve { seat, to: other, half: *u.choose(&[Half::Upper, Half::Lower])? },
        18 => Act::Lend { seat, to: other, cards: u.int_in_range(0..=60)? },
        19 => Act::Conduct {
            seat,
            conduct: *u.choose(&[
                Conduct::HandOnPile,
                Conduct::SlapWithFlip,
                Conduct::Blocking,
                Conduct::Sneaking,
                Conduct::Jewellery,
            ])?,
        },
        _ => match u.int_in_range(0..=3)? {
            0 => Act::Look { seat },
            1 => Act::Shuffle { seat },
            2 => Act::Forfeit { seat },
            _ => Act::Deal { dealer: seat, stacks: Vec::new(), counts: vec![26, 26] },
        },
    })
}

/// Something in order, so that games get somewhere: with the card that is believed to be there.
fn lawful<R: Rules>(u: &mut Unstructured<'_>, rules: &R, state: &State) -> arbitrary::Result<Act> {
    let legal = rules.legal(state);
    let slaps: Vec<_> = legal.slaps.iter().filter(|slap| !slap.seats.is_empty()).collect();
    if !slaps.is_empty() && u.arbitrary()? {
        let now = *u.choose(&slaps)?;
        let mut act = slap(u, state.chairs.len())?;
        if let Act::Slap { seat, on, call, .. } = &mut act {
            (*seat, *on, *call) = (*u.choose(&now.seats)?, now.on, now.call);
        }
        return Ok(act);
    }
    if legal.plays.is_empty() {
        return anything(u, state);
    }
    Ok(match u.choose(&legal.plays)? {
        Play::Flip { seat, pile } => {
            let card = state.chair(*seat).stack.last().and_then(|id| state.cards[id.index()]);
            Act::Flip { seat: *seat, card, pile: *pile, from_bottom: false, towards_self: false }
        }
        Play::Place { seat } => Act::Place { seat: *seat, by: None },
        Play::Take { seat, pile } => Act::Take { seat: *seat, pile: *pile },
        Play::Divide { pile } => Act::Divide { pile: *pile, stays: None },
        Play::Burn { seat } => Act::Burn { seat: *seat },
        Play::Pay { seat, to } => Act::Pay { seat: *seat, to: *to },
        Play::Halve { seat, to } => Act::Halve { seat: *seat, to: *to, half: *u.choose(&[Half::Upper, Half::Lower])? },
    })
}

fn event(u: &mut Unstructured<'_>, act: Act, clock: &mut f64) -> arbitrary::Result<Event> {
    let mut event = Event::new(act);
    if u.ratio(3u8, 4u8)? {
        *clock += f64::from(u.arbitrary::<u16>()?) / 3e4;
        let half = f64::from(u.arbitrary::<u8>()?) / 1e4;
        (event.t, event.lo, event.hi) = (Some(*clock), Some(*clock - half), Some(*clock + half));
    }
    if rarely(u)? {
        (event.t, event.lo, event.hi) = (maybe(u, a_number)?, maybe(u, a_number)?, maybe(u, a_number)?);
    }
    event.confidence = if rarely(u)? { maybe(u, a_number)? } else { None };
    Ok(event)
}

fn conserved(state: &State, deck: Deck) {
    let owners = state.owners();
    assert_eq!(owners.len(), deck.size(), "cards lost or doubled");
    assert!(owners.iter().enumerate().all(|(i, (id, _))| id.index() == i), "a card in two places");
    for card in state.cards.iter().flatten() {
        let same = state.cards.iter().flatten().filter(|other| *other == card).count();
        assert!(same <= deck.copies(*card), "{card:?} {same} times");
    }
}

fn sound(rulings: &[Ruling]) {
    for ruling in rulings {
        assert!((0.0..=1.0).contains(&ruling.confidence), "{ruling:?}");
        assert!(ruling.sentence.ends_with('.') && !ruling.sentence.contains("NaN"), "{ruling:?}");
        assert_eq!(ruling.due, ruling.penalty.is_some() && ruling.finding == Finding::Offence, "{ruling:?}");
    }
}

/// How far the streams came.
#[derive(Default)]
struct Reach {
    rulings: AtomicUsize,
    refused: AtomicUsize,
    won_piles: AtomicUsize,
}

impl Reach {
    /// Without all three the streams would not have come to what they are for.
    fn assert_far(self) {
        let reached = [self.rulings, self.refused, self.won_piles].map(AtomicUsize::into_inner);
        assert!(reached.iter().all(|count| *count > 10), "rulings, refusals, piles won: {reached:?}");
    }
}

/// A whole stream. `Err` only when the bytes are at an end.
fn stream<R: Rules>(u: &mut Unstructured<'_>, all: &[R], reach: &Reach) -> arbitrary::Result<()> {
    let rules = u.choose(all)?;
    let first = Event::new(deal(u, rules.deck())?);
    let mut state = rules.judge(&State::new(), &first).expect("a deal").0;
    let mut told = vec![first];
    let mut clock = 0.0;
    while !u.is_empty() && told.len() < EVENTS {
        let act = if u.ratio(2u8, 3u8)? { lawful(u, rules, &state)? } else { anything(u, &state)? };
        let event = event(u, act, &mut clock)?;
        let before = state.clone();
        match rules.judge(&state, &event) {
            Ok((next, rulings)) => {
                sound(&rulings);
                conserved(&next, rules.deck());
                assert_eq!(state, before, "the state given is only read");
                reach.rulings.fetch_add(rulings.len(), Relaxed);
                reach.won_piles.fetch_add(usize::from(next.won(Which::Slap).is_some()), Relaxed);
                state = next;
                told.push(event);
            }
            Err(why) => {
                assert!(!why.to_string().is_empty());
                assert_eq!(state, before, "refused: {why}");
                reach.refused.fetch_add(1, Relaxed);
            }
        }
    }
    let (end, rulings) = rules.settle(&state);
    sound(&rulings);
    conserved(&end, rules.deck());
    // Written, read and told again, the events come to the same table.
    let mut again = State::new();
    for event in &told {
        let line = serde_json::to_string(event).expect("a line");
        again = rules.judge(&again, &read_line(&line).expect("an event")).expect("as before").0;
    }
    assert_eq!(digest(&again), digest(&state));
    Ok(())
}

/// In each test by itself, for the fuzzers know a target by the test that holds it.
macro_rules! streams {
    ($all:expr) => {{
        let (all, reach) = ($all, Reach::default());
        target!(|bytes: &Vec<u8>| {
            // An error says that the bytes are at an end, and so is the stream.
            let _ = stream(&mut Unstructured::new(bytes), &all, &reach);
        });
        reach.assert_far();
    }};
}

#[test]
fn slaps_house() {
    let advanced = slaps_house::Switches {
        tens: true,
        ten_sandwich: true,
        runs: true,
        three_tens: true,
        only_slap_three: Some(Rank::Two),
        forbidden: Some(Rank::Four),
        sticky_faces: vec![Rank::Jack, Rank::King],
        split_eights: true,
        triple_suits: true,
        ..slaps_house::Switches::default()
    };
    streams!([slaps_house::Switches::default(), advanced]);
}

#[test]
fn ers() {
    let deck = Deck::FIFTY_FOUR;
    let all = ers::Switches { deck, marriage: true, lending: true, burn: 2, ..ers::Switches::default() };
    streams!([ers::Switches::default(), all]);
}

#[test]
fn ratscrew() {
    let deck = Deck { packs: 4, jokers: true };
    let all = ratscrew::Switches { deck, round_the_corner: true, wrong_slaps: 1, ..ratscrew::Switches::default() };
    streams!([ratscrew::Switches::default(), all]);
}

#[test]
fn slapjack() {
    streams!([slapjack::Switches::default(), slapjack::Switches { deck: Deck::TWO_PACKS, ..Default::default() }]);
}
